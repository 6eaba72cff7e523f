/**
 * Texts -> texts with the words that were found marked, and the passage around them. Text stays text: no HTML is read.
 *
 * @typedef {import("./search-terms.js").Terms} Terms
 * @typedef {[start: number, end: number, term: string]} Mark
 */

const PASSAGE = 260;
const LEAD = 60;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ_‐‑−-][\p{L}\p{M}\p{N}]+)*(?:\+{1,2}|#)?/gu;

/**
 * Where `text` holds one of the terms. Joined words (fine-tuning) are marked whole when their closed form was found,
 * else part by part; two neighbouring words together when only their closed form was.
 * @param {string} text
 * @param {Set<string>} found
 * @param {Terms} terms
 * @returns {Mark[]}
 */
export function marks(text, found, terms) {
  /** @type {Mark[]} */
  const marked = [];
  let before = { word: "", start: 0 };
  for (const match of text.matchAll(WORD)) {
    const [token] = match;
    const start = match.index;
    const word = plain(token, terms);
    const near = !!before.word && /^\s$/.test(text.slice(start - 1, start)) && found.has(before.word + word);
    if (found.has(word)) marked.push([start, start + token.length, word]);
    else if (near && !found.has(before.word)) marked.push([before.start, start + token.length, before.word + word]);
    else marked.push(...inside(token, start, found, terms));
    before = { word, start };
  }
  return marked;
}

/**
 * @param {string} token
 * @param {Terms} terms
 */
function plain(token, terms) {
  return terms.tokens(token).flatMap(terms.words).join("");
}

/**
 * @param {string} token
 * @param {number} start
 * @param {Set<string>} found
 * @param {Terms} terms
 * @returns {Mark[]}
 */
function inside(token, start, found, terms) {
  /** @type {Mark[]} */
  const marked = [];
  for (const part of token.matchAll(/[\p{L}\p{M}\p{N}'’ʼ]+/gu)) {
    const from = start + part.index;
    const word = plain(part[0], terms);
    if (found.has(word)) marked.push([from, from + part[0].length, word]);
    else if (terms.tokens(part[0]).some(terms.isRun)) marked.push(...pairs(part[0], from, found));
  }
  return marked;
}

/**
 * The characters of a run that stand in a pair that was found.
 * @param {string} run
 * @param {number} start
 * @param {Set<string>} found
 * @returns {Mark[]}
 */
function pairs(run, start, found) {
  const signs = [...run];
  /** @type {Mark[]} */
  const marked = [];
  let at = start;
  signs.forEach((sign, number) => {
    const pair = sign + (signs[number + 1] ?? "");
    const last = marked[marked.length - 1];
    if (found.has(pair)) {
      if (last && last[1] > at) last[1] = at + pair.length;
      else marked.push([at, at + pair.length, pair]);
    }
    at += sign.length;
  });
  return marked;
}

/**
 * The part of `text` that holds the most different terms close to each other, whole words, with an ellipsis where
 * something is left out; the beginning when nothing is marked.
 * @param {string} text
 * @param {Mark[]} marked
 * @returns {[start: number, end: number]}
 */
export function passage(text, marked) {
  if (text.length <= PASSAGE) return [0, text.length];
  let best = 0;
  let most = 0;
  marked.forEach(([start], at) => {
    const held = new Set(
      marked
        .slice(at)
        .filter(([, end]) => end <= start + PASSAGE - LEAD)
        .map(([, , term]) => term),
    );
    if (held.size > most) [best, most] = [start, held.size];
  });
  let start = best < LEAD * 2 ? 0 : best - LEAD;
  if (start) start = boundary(text, start, best);
  const end = start + PASSAGE >= text.length ? text.length : text.lastIndexOf(" ", start + PASSAGE);
  return [start, end > best ? end : Math.min(text.length, start + PASSAGE)];
}

/**
 * The start of a sentence or else of a word between two places.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
function boundary(text, from, to) {
  const between = text.slice(from, to);
  const sentence = between.search(/[.!?]\s/);
  if (sentence >= 0) return from + sentence + 2;
  const space = between.indexOf(" ");
  return space < 0 ? from : from + space + 1;
}

/**
 * Put a part of `text` into an element, marked words as <mark>.
 * @param {Element} into
 * @param {string} text
 * @param {Mark[]} marked
 * @param {[start: number, end: number]} [part]
 */
export function write(into, text, marked, [start, end] = [0, text.length]) {
  let at = start;
  if (start > 0) into.append("… ");
  for (const [from, to] of marked) {
    if (from < at || to > end) continue;
    into.append(text.slice(at, from));
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    into.append(mark);
    at = to;
  }
  into.append(text.slice(at, end));
  if (end < text.length) into.append(" …");
}
