/** One JSON object on stdin -> one on stdout: what lunr.js and the shipped scripts make of it. */

import { readFileSync } from "node:fs";

import { marks, passage } from "../../static/search-marks.js";
import { search } from "../../static/search-query.js";
import { sentences } from "../../static/search-sentences.js";
import { makeTerms } from "../../static/search-terms.js";
import { edits, makeVocabulary } from "../../static/search-vocabulary.js";

const lunr = (() => {
  const module = { exports: {} };
  const source = readFileSync(new URL("../../generator/browser/lunr.min.js", import.meta.url), "utf8");
  new Function("module", "exports", source)(module, module.exports);
  return module.exports;
})();

/** lunr.js's own index of documents that come as lists of terms. */
function built({ fields, documents }) {
  const builder = new lunr.Builder();
  builder.tokenizer = (terms) => terms.map((term) => new lunr.Token(term, {}));
  for (const [name, boost] of fields) builder.field(name, { boost });
  documents.forEach((document, number) => {
    builder.add({ id: `p${number}`, ...Object.fromEntries(fields.map(([name], at) => [name, document[at]])) });
  });
  return builder.build();
}

/** Each query's papers with their scores, by an index that lunr.js built or loaded. */
function ranked(index, queries) {
  return queries.map((terms) =>
    index
      .query((query) => terms.forEach(([term, boost]) => query.term(term, { usePipeline: false, boost })))
      .map(({ ref, score }) => [ref, score]),
  );
}

const tasks = {
  version: () => lunr.version,
  stems: ({ words }) => words.map((word) => lunr.stemmer(new lunr.Token(word)).toString()),
  tokens({ rules, texts }) {
    const terms = makeTerms(rules);
    return texts.map((text) => terms.tokens(text).map((token) => [token, terms.words(token)]));
  },
  serialised: (given) => JSON.stringify(built(given)),
  ranked: ({ queries, ...given }) => ranked(built(given), queries),
  loaded: ({ index, queries }) => ranked(lunr.Index.load(index), queries),
  searched({ index, queries, language }) {
    const terms = makeTerms(index.rules);
    const vocabulary = makeVocabulary(lunr, index);
    return queries.map((query) => {
      const answer = search(query, terms, vocabulary);
      return { ...answer, terms: [...answer.terms], said: sentences(language ?? "en").found(query, answer) };
    });
  },
  siblings({ index, words }) {
    const vocabulary = makeVocabulary(lunr, index);
    return words.map((word) => vocabulary.siblings(word));
  },
  marked({ rules, text, found }) {
    const marked = marks(text, new Set(found), makeTerms(rules));
    return { words: marked.map(([start, end]) => text.slice(start, end)), passage: text.slice(...passage(text, marked)) };
  },
  edits: ({ pairs }) => pairs.map(([one, other, limit]) => edits(one, other, limit)),
};

const given = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(tasks[given.task](given)));
