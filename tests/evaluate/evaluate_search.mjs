/** A folder with index.json and texts.jsonl -> figures of how the browser's side cuts, stems and finds. */

import { readFileSync } from "node:fs";

import { search } from "../../static/search-query.js";
import { makeTerms } from "../../static/search-terms.js";
import { makeVocabulary } from "../../static/search-vocabulary.js";

const [folder] = process.argv.slice(2);
const library = { exports: {} };
const source = readFileSync(new URL("../../generator/browser/lunr.min.js", import.meta.url), "utf8");
new Function("module", "exports", source)(library, library.exports);

const index = JSON.parse(readFileSync(`${folder}/index.json`, "utf8"));
const lines = readFileSync(`${folder}/texts.jsonl`, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const terms = makeTerms(index.rules);
let started = performance.now();
const vocabulary = makeVocabulary(library.exports, index);
const loading = performance.now() - started;

const differently = lines.filter(([text, cut]) => JSON.stringify(terms.tokens(text).map(terms.words)) !== JSON.stringify(cut));
const words = index.invertedIndex.map(([term]) => term);
const far = words.filter((word) => !word.startsWith(vocabulary.stem(word).slice(0, -1)));

/** Every 97th word, and every beginning of it from three letters on, as it is typed. */
const asked = words.filter((word, at) => at % 97 === 0 && /^[a-z]{4,}$/.test(word));
let lost = 0;
const times = [];
for (const word of asked) {
  for (const length of [3, word.length - 1, word.length]) {
    started = performance.now();
    const { all } = search(word.slice(0, length), terms, vocabulary);
    times.push(performance.now() - started);
    if (!all.length) lost += 1;
  }
}
const mistyped = asked.filter((word) => word.length > 7).map((word) => `${word.slice(0, 4)}${word[5]}${word[4]}${word.slice(6)}`);
let mended = 0;
started = performance.now();
for (const word of mistyped) mended += search(word, terms, vocabulary).all.length ? 1 : 0;
const mending = (performance.now() - started) / mistyped.length;

times.sort((one, other) => one - other);
process.stdout.write(
  JSON.stringify({
    texts: lines.length,
    texts_cut_differently: differently.length,
    terms: words.length,
    words_far_from_stem: far.length,
    queries: times.length,
    words_not_found: lost,
    mistyped: mistyped.length,
    mistyped_found: mended,
    load_ms: Math.round(loading),
    query_ms_median: Number(times[times.length >> 1].toFixed(1)),
    query_ms_99: Number(times[Math.floor(times.length * 0.99)].toFixed(1)),
    mended_ms_mean: Number(mending.toFixed(1)),
  }),
);
