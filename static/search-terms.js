/**
 * Text -> tokens -> words: the browser's side of generator/search/terms.py, rule for rule.
 *
 * @typedef {{letters: Record<string, string>, ignored: string, cjk: string, stop: string[]}} Rules
 *
 * @typedef {object} Terms
 * @property {(text: string) => string} fold the spelling that is indexed
 * @property {(text: string) => string[]} tokens the folded tokens in order
 * @property {(token: string) => string[]} words the words of a token, or the pairs of characters of a run
 * @property {(token: string) => boolean} isRun whether a token is a run of Han, Kana or Hangul
 * @property {(word: string) => boolean} isStop whether a word stands in nearly every English text
 */

/**
 * @param {Rules} rules the tables that came with the index
 * @returns {Terms}
 */
export function makeTerms(rules) {
  const letters = new Map(Object.entries(rules.letters));
  const stop = new Set(rules.stop);
  const ignored = new RegExp(`[${rules.ignored}]`, "gu");
  const run = new RegExp(`^[${rules.cjk}]`, "u");
  const letter = `[^\\x00-/:-\`{-\\x7f${rules.cjk}]`;
  const token = new RegExp(`${letter}+(?:['_-]${letter}+)*(?:(?:\\+\\+?|#)(?!${letter}|[+#]))?|[${rules.cjk}]+`, "gu");

  /** @param {string} text */
  function fold(text) {
    return text
      .normalize("NFKD")
      .toLowerCase()
      .replace(ignored, "")
      .replace(/[\u{80}-\u{10ffff}]/gu, (sign) => letters.get(sign) ?? (/[\p{L}\p{M}\p{N}]/u.test(sign) ? sign : " "))
      .normalize("NFC");
  }

  /** @param {string} found */
  function words(found) {
    if (run.test(found)) {
      const signs = [...found];
      return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => signs[at] + sign);
    }
    return found.split(/[_-]/).map((part) => part.replace(/'s$/, "").replaceAll("'", ""));
  }

  return {
    fold,
    tokens: (text) => fold(text).match(token) ?? [],
    words,
    isRun: (found) => run.test(found),
    isStop: (word) => stop.has(word),
  };
}
