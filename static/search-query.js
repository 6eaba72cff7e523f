/**
 * What a person typed -> the papers that hold all of its words, and those that hold some.
 *
 * The text is taken literally: no sign in it is an operator. Each word may be met by itself, by another word of its
 * stem, by the closed form it makes with a neighbour (fine tuning, finetuning) or, while it is typed, by any word that
 * begins with it. lunr ranks; which words a paper meets is counted here.
 *
 * @typedef {import("./search-terms.js").Terms} Terms
 * @typedef {import("./search-vocabulary.js").Vocabulary} Vocabulary
 *
 * @typedef {Map<string, number>} Need terms of which one must be met, each with its part of the word's weight
 *
 * @typedef {object} Answer
 * @property {string[]} all references of the papers that hold all words, best first
 * @property {string[]} some of those that hold some
 * @property {string[]} words what was looked for
 * @property {string[]} dropped words too common to count
 * @property {string[]} missing words that stand in no paper
 * @property {{from: string, to: string, stands: boolean}[]} corrected words taken for others; one that `stands` is in
 *   a paper all the same
 * @property {Set<string>} terms what may be marked
 */

const SIBLING = 0.6;
const BEGUN = 0.4;
// A word being typed is always taken for the beginning of longer ones from this length on.
const SHORTEST_BEGINNING = 3;
// So many words at most may continue a beginning; the commonest stay.
const CONTINUATIONS = 800;
const SHORTEST_PART = 3;
// What is counted no more often than this may be a slip of the pen.
const RARE = 3;
// A word of this length may have one wrong letter, or two.
const ONE_WRONG = 4;
const TWO_WRONG = 8;

/**
 * @param {string} text what the person typed
 * @param {Terms} terms
 * @param {Vocabulary} vocabulary
 * @returns {Answer}
 */
export function search(text, terms, vocabulary) {
  const { units, dropped } = read(text, terms);
  const answer = ask(units, dropped, 0, terms, vocabulary);
  if (answer.all.length || !units.length) return answer;
  // Somebody's slip of the pen may be in the vocabulary: rare words that never meet the others are doubted.
  const doubted = ask(units, dropped, RARE, terms, vocabulary);
  return doubted.all.length ? doubted : answer;
}

/**
 * @param {Unit[]} units
 * @param {string[]} dropped
 * @param {number} doubt words that are counted no more often than this are taken for mistyped
 * @param {Terms} terms
 * @param {Vocabulary} vocabulary
 * @returns {Answer}
 */
function ask(units, dropped, doubt, terms, vocabulary) {
  /** @type {Answer} */
  const answer = { all: [], some: [], words: [], dropped, missing: [], corrected: [], terms: new Set() };
  /** @type {Need[][]} */
  const asked = [];
  for (const unit of units) {
    const met = needs(unit, terms, vocabulary);
    const unsure = met.some((need) => [...need.keys()].reduce((sum, term) => sum + vocabulary.count(term), 0) <= doubt);
    const found = (unsure && mend(unit, vocabulary, answer)) || met;
    asked.push(found.every((need) => need.size) ? found : []);
    answer.words.push(unit.word);
    if (!asked[asked.length - 1].length) answer.missing.push(unit.word);
  }
  rank(asked, vocabulary, answer);
  return answer;
}

/**
 * @typedef {{word: string, run: boolean, open: boolean, before: string, after: string}} Unit a word, or a run of Han,
 *   Kana or Hangul, with its neighbours; `open` while it is still being typed
 */

/**
 * The words that count. Very common ones do only when there is nothing else.
 * @param {string} text
 * @param {Terms} terms
 * @returns {{units: Unit[], dropped: string[]}}
 */
function read(text, terms) {
  const tokens = terms.tokens(text);
  const folded = terms.fold(text);
  const closed = !tokens.length || !folded.endsWith(tokens[tokens.length - 1]);
  const words = tokens.flatMap((token) =>
    terms.isRun(token) ? [{ word: token, run: true }] : terms.words(token).map((word) => ({ word, run: false })),
  );
  const units = words.map((found, at) => ({
    ...found,
    open: !closed && at === words.length - 1,
    before: words[at - 1]?.run === false ? words[at - 1].word : "",
    after: words[at + 1]?.run === false ? words[at + 1].word : "",
  }));
  const telling = units.filter((unit) => !terms.isStop(unit.word));
  const kept = telling.length ? telling : units;
  return {
    units: kept.filter((unit, at) => unit.open || kept.findIndex((other) => other.word === unit.word) === at),
    dropped: [...new Set(units.filter((unit) => !kept.includes(unit)).map((unit) => unit.word))],
  };
}

/**
 * What meets a unit: one need for a word, one for each pair of characters of a run.
 * @param {Unit} unit
 * @param {Terms} terms
 * @param {Vocabulary} vocabulary
 * @returns {Need[]}
 */
function needs(unit, terms, vocabulary) {
  if (unit.run) {
    return terms.words(unit.word).map((pair) => {
      const met = [...pair].length > 1 ? [pair].filter(vocabulary.has) : vocabulary.beginning(pair);
      return weighed(new Map(met.map((term) => [term, 1])), vocabulary);
    });
  }
  /** @type {Need} */
  const need = new Map();
  const joins = [unit.before && unit.before + unit.word, unit.after && unit.word + unit.after];
  for (const form of [unit.word, ...joins]) {
    if (!form) continue;
    if (vocabulary.has(form)) need.set(form, 1);
    for (const sibling of terms.isStop(form) ? [] : vocabulary.siblings(form)) add(need, sibling, SIBLING);
  }
  for (const form of unit.open ? [unit.word, joins[0]] : []) {
    // Few letters, and very common words, begin too many words: they are only a beginning when they are no word.
    if (form && (!need.size || (form.length >= SHORTEST_BEGINNING && !terms.isStop(unit.word)))) {
      for (const term of commonest(vocabulary.beginning(form), vocabulary)) add(need, term, BEGUN);
    }
  }
  return [weighed(need, vocabulary)];
}

/**
 * @param {string[]} terms
 * @param {Vocabulary} vocabulary
 */
function commonest(terms, vocabulary) {
  if (terms.length <= CONTINUATIONS) return terms;
  return terms.sort((one, other) => vocabulary.count(other) - vocabulary.count(one)).slice(0, CONTINUATIONS);
}

/**
 * @param {Need} need
 * @param {string} term
 * @param {number} part
 */
function add(need, term, part) {
  need.set(term, Math.max(need.get(term) ?? 0, part));
}

/**
 * A need whose terms weigh as one: lunr would rank a rare form of a word above the word itself.
 * @param {Need} need
 * @param {Vocabulary} vocabulary
 * @returns {Need}
 */
function weighed(need, vocabulary) {
  const rarity = (/** @type {number} */ count) =>
    Math.log(1 + Math.abs((vocabulary.papers - count + 0.5) / (count + 0.5)));
  let together = 0;
  for (const [term, part] of need) if (part > BEGUN) together += vocabulary.count(term);
  if (!together) for (const term of need.keys()) together += vocabulary.count(term);
  const whole = rarity(Math.min(together, vocabulary.papers));
  return new Map([...need].map(([term, part]) => [term, (part * whole) / rarity(vocabulary.count(term))]));
}

/**
 * What a word that stands nowhere may have meant: a word few letters away, or two words that were run together.
 * @param {Unit} unit
 * @param {Vocabulary} vocabulary
 * @param {Answer} answer told what was taken instead
 * @returns {Need[] | undefined} nothing when nothing is near
 */
function mend(unit, vocabulary, answer) {
  if (unit.run) return undefined;
  const { word, open } = unit;
  let near = word.length >= ONE_WRONG ? vocabulary.nearest(word, open, 1) : [];
  const parts = near.length ? [] : halves(word, vocabulary);
  if (!near.length && !parts.length && word.length >= TWO_WRONG) near = vocabulary.nearest(word, open, 2);
  if (parts.length || near.length) {
    answer.corrected.push({ from: word, to: parts.join(" ") || near[0], stands: vocabulary.has(word) });
  }
  if (parts.length) return parts.map((part) => weighed(forms(part, vocabulary), vocabulary));
  /** @type {Need} */
  const need = new Map();
  for (const [at, term] of near.entries()) {
    for (const [form, part] of forms(term, vocabulary)) add(need, form, at ? part * SIBLING : part);
  }
  return near.length ? [weighed(need, vocabulary)] : undefined;
}

/**
 * @param {string} word
 * @param {Vocabulary} vocabulary
 * @returns {Need}
 */
function forms(word, vocabulary) {
  return new Map([
    [word, 1],
    ...vocabulary.siblings(word).map((term) => /** @type {[string, number]} */ ([term, SIBLING])),
  ]);
}

/**
 * The two words of the vocabulary that a word is made of, the commonest such pair; none when there is no such pair.
 * @param {string} word
 * @param {Vocabulary} vocabulary
 */
function halves(word, vocabulary) {
  /** @type {string[]} */
  let best = [];
  let most = 0;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const pair = [word.slice(0, at), word.slice(at)];
    const common = Math.min(...pair.map(vocabulary.count));
    if (common > most) [best, most] = [pair, common];
  }
  return best;
}

/**
 * Ask lunr for every term and sort the papers by what they meet; lunr's order decides among equals.
 * @param {Need[][]} asked for each word what meets it; nothing when it stands nowhere
 * @param {Vocabulary} vocabulary
 * @param {Answer} answer
 */
function rank(asked, vocabulary, answer) {
  /** @type {Map<string, {weight: number, meets: Need[]}>} */
  const terms = new Map();
  for (const need of asked.flat()) {
    for (const [term, weight] of need) {
      const known = terms.get(term) ?? { weight: 0, meets: [] };
      terms.set(term, { weight: Math.max(known.weight, weight), meets: [...known.meets, need] });
    }
  }
  answer.terms = new Set(terms.keys());
  if (!terms.size) return;
  /** @type {{ref: string, matchData: {metadata: object}}[]} */
  const results = vocabulary.index.query((/** @type {any} */ query) => {
    for (const [term, { weight }] of terms) query.term(term, { usePipeline: false, boost: weight });
  });
  const scored = results.map(({ ref, matchData }) => {
    const met = new Set(Object.keys(matchData.metadata).flatMap((term) => terms.get(term)?.meets ?? []));
    return { ref, met: asked.filter((needs) => needs.length && needs.every((need) => met.has(need))).length };
  });
  answer.all = scored.filter(({ met }) => met === asked.length).map(({ ref }) => ref);
  answer.some = scored
    .filter(({ met }) => met && met < asked.length)
    .sort((one, other) => other.met - one.met)
    .map(({ ref }) => ref);
}
