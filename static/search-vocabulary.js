/**
 * lunr.js's serialised index -> a real lunr.Index and the words in it.
 *
 * lunr's TokenSet mixes up terms with digits and its wildcards are unbounded, so terms are looked up in a sorted list
 * and lunr is asked for whole terms only.
 *
 * @typedef {import("./search-terms.js").Rules} Rules
 * @typedef {Record<string, any>} Posting
 * @typedef {{version: string, fields: string[], fieldVectors: [string, number[]][], invertedIndex: [string, Posting][],
 *   pipeline: string[], rules: Rules, cards: string[], cards_each: number, papers: number}} Serialised
 */

const FURTHEST = 2;

export class Vocabulary {
  /**
   * @param {any} lunr the library
   * @param {Serialised} serialised
   */
  constructor(lunr, serialised) {
    if (serialised.version !== lunr.version) throw new Error(`index of lunr ${serialised.version}`);
    /** @type {string[]} */
    this.terms = serialised.invertedIndex.map(([term]) => term);
    /** @type {Map<string, Posting>} */
    this.postings = new Map(serialised.invertedIndex);
    this.papers = serialised.papers;
    this.fields = serialised.fields;
    this.index = lunr.Index.load({ ...serialised, invertedIndex: [] });
    this.index.invertedIndex = Object.fromEntries(serialised.invertedIndex);
    this.index.tokenSet = { intersect: (/** @type {any} */ set) => set };
    /** @param {string} word */
    this.stem = (word) => (/^[a-z]{3,}$/.test(word) ? lunr.stemmer(new lunr.Token(word)).toString() : word);
    /** @type {Map<string, number>} */
    this.counts = new Map();
  }

  /** @param {string} term */
  has(term) {
    return this.postings.has(term);
  }

  /**
   * How often lunr counts a term: once for each field of each paper that holds it.
   * @param {string} term
   */
  count(term) {
    let count = this.counts.get(term);
    if (count === undefined) {
      const posting = this.postings.get(term);
      count = posting ? this.fields.reduce((sum, field) => sum + Object.keys(posting[field]).length, 0) : 0;
      this.counts.set(term, count);
    }
    return count;
  }

  /**
   * The terms that begin with `prefix`.
   * @param {string} prefix
   */
  beginning(prefix) {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.terms[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < this.terms.length && this.terms[end].startsWith(prefix)) end += 1;
    return this.terms.slice(low, end);
  }

  /**
   * The other words of a word's stem. A word always begins with its stem but for the stem's last letter.
   * @param {string} word
   */
  siblings(word) {
    const stem = this.stem(word);
    if (!/^[a-z]{3,}$/.test(word)) return [];
    return this.beginning(stem.slice(0, -1)).filter((term) => term !== word && this.stem(term) === stem);
  }

  /**
   * The terms nearest to a mistyped word: as few edits as possible, the commonest first, five at most.
   * @param {string} word
   * @param {boolean} open whether the word is still being typed
   */
  nearest(word, open) {
    const furthest = word.length < 4 ? 0 : word.length < 8 ? 1 : FURTHEST;
    /** @type {string[][]} */
    const found = Array.from({ length: FURTHEST + 1 }, () => []);
    for (const term of furthest ? this.terms : []) {
      if (term.length < word.length - furthest) continue;
      if (term.length <= word.length + furthest) found[Math.min(FURTHEST, edits(word, term, furthest))]?.push(term);
      else if (open && edits(word, term.slice(0, word.length), 1) === 1) found[FURTHEST].push(term);
    }
    return found;
  }
}
