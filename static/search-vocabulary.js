/**
 * lunr.js's serialised index -> a real lunr.Index and the sorted list of the terms in it.
 *
 * lunr's own TokenSet mixes up terms with digits, and its wildcards skip the stemmer: here terms are looked up in the
 * sorted list, and lunr is asked for whole terms that exist.
 *
 * @typedef {import("./search-terms.js").Rules} Rules
 * @typedef {Record<string, any>} Posting
 * @typedef {{version: string, fields: string[], fieldVectors: [string, number[]][], invertedIndex: [string, Posting][],
 *   pipeline: string[], rules: Rules, papers: number, cards: string[], cards_each: number}} Serialised
 *
 * @typedef {object} Vocabulary
 * @property {any} index the lunr.Index
 * @property {number} papers how many papers it holds
 * @property {(term: string) => boolean} has
 * @property {(term: string) => number} count how often lunr counts a term: once a field of a paper that holds it
 * @property {(prefix: string) => string[]} beginning the terms that begin with a prefix
 * @property {(word: string) => string} stem
 * @property {(word: string) => string[]} siblings the other terms of a word's stem
 * @property {(word: string, open: boolean, furthest: number) => string[]} nearest the likeliest terms for a mistyped
 *   word, which may be the beginning of one while it is `open`: those with the fewest wrong letters, `furthest` at most
 */

const STEMMED = /^[a-z]{3,}$/;
const PROPOSED = 5;

/**
 * @param {any} lunr the library
 * @param {Serialised} serialised
 * @returns {Vocabulary}
 */
export function makeVocabulary(lunr, serialised) {
  if (serialised.version !== lunr.version) throw new Error(`the index is for lunr ${serialised.version}`);
  const terms = serialised.invertedIndex.map(([term]) => term);
  const postings = new Map(serialised.invertedIndex);
  const index = lunr.Index.load({ ...serialised, invertedIndex: [] });
  index.invertedIndex = Object.fromEntries(postings);
  index.tokenSet = { intersect: (/** @type {any} */ set) => set };
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Int32Array | undefined} */
  let masks;

  /** @param {string} term */
  function count(term) {
    let found = counts.get(term);
    if (found === undefined) {
      const posting = postings.get(term);
      found = posting ? serialised.fields.reduce((sum, field) => sum + Object.keys(posting[field]).length, 0) : 0;
      counts.set(term, found);
    }
    return found;
  }

  /** @param {string} prefix */
  function beginning(prefix) {
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (terms[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < terms.length && terms[end].startsWith(prefix)) end += 1;
    return terms.slice(low, end);
  }

  /** @param {string} word */
  function stem(word) {
    return STEMMED.test(word) ? lunr.stemmer(new lunr.Token(word)).toString() : word;
  }

  /** @param {string} word */
  function siblings(word) {
    if (!STEMMED.test(word)) return [];
    const shared = stem(word);
    // A word begins with its stem but for the stem's last letter, so the words of a stem stand close together.
    return beginning(shared.slice(0, -1)).filter((term) => term !== word && stem(term) === shared);
  }

  /**
   * @param {string} word
   * @param {boolean} open
   * @param {number} furthest
   */
  function nearest(word, open, furthest) {
    /** @type {string[]} */
    let found = [];
    masks ??= Int32Array.from(terms, letters);
    const own = letters(word);
    for (const [at, term] of terms.entries()) {
      // Each wrong letter accounts for one letter at most that the term lacks.
      if (bits(own & ~masks[at]) > furthest) continue;
      if (term.length < word.length - furthest || (!open && term.length > word.length + furthest)) continue;
      const typed = open ? term.slice(0, word.length) : term;
      const away = Math.min(edits(word, term, furthest), edits(word, typed, furthest));
      if (away > furthest || !away) continue;
      if (away < furthest) found = [];
      furthest = away;
      found.push(term);
    }
    const likeness = (/** @type {string} */ term) => (term[0] === word[0] ? serialised.papers * 10 : 0) + count(term);
    return found.sort((one, other) => likeness(other) - likeness(one)).slice(0, PROPOSED);
  }

  return {
    index,
    papers: serialised.papers,
    has: (term) => postings.has(term),
    count,
    beginning,
    stem,
    siblings,
    nearest,
  };
}

/**
 * Which letters a word holds, a bit each.
 * @param {string} word
 */
function letters(word) {
  let mask = 0;
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) % 32);
  return mask;
}

/** @param {number} mask */
function bits(mask) {
  let count = 0;
  for (let left = mask; left; left &= left - 1) count += 1;
  return count;
}

/**
 * How many letters are to be inserted, dropped, changed or swapped with their neighbour between two words; more than
 * `limit` counts as one more than it.
 * @param {string} one
 * @param {string} other
 * @param {number} limit
 */
export function edits(one, other, limit) {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before = /** @type {number[]} */ ([]);
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const changed = last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      least = Math.min(least, row[j]);
    }
    if (least > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[other.length], limit + 1);
}
