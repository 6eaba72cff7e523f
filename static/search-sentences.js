/**
 * What the search page says, in the languages of the interface.
 *
 * @typedef {import("./search-query.js").Answer} Answer
 *
 * @typedef {object} Sentences
 * @property {string} waiting while the index is on its way
 * @property {(papers: number) => string} ready before anything was typed
 * @property {string} failed
 * @property {string} more the button below a list
 * @property {(query: string, answer: Answer) => string} found
 */

const LONGEST_SHOWN = 60;

/** @param {string} text */
const shown = (text) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
/**
 * A word in the typed spelling where that differs by capitals only.
 * @param {string} query
 * @param {string} word
 */
const asTyped = (query, word) => (query.trim().toLowerCase() === word ? query.trim() : word);
/** @param {string[]} words */
const quoted = (words) => words.map((word) => `“${shown(word)}”`);

/** @param {number} count */
const papers = (count) => (count === 1 ? "1 paper" : `${count.toLocaleString("en")} papers`);

/** @param {number} words */
const every = (words) => (words === 2 ? "both words" : `all ${words} words`);

/** @type {Sentences} */
const english = {
  waiting: "Loading the index …",
  ready: (count) => `${papers(count)} can be searched.`,
  failed: "The search index could not be loaded. Check the connection and load this page again.",
  more: "Show more",
  found(query, answer) {
    const { all, some, words, missing, corrected, dropped } = answer;
    if (!words.length) return `“${shown(query.trim())}” holds no word to look for.`;
    const wrong = [...missing, ...corrected.filter(({ stands }) => !stands).map(({ from }) => from)];
    const said = wrong.length ? [`No paper holds ${list(quoted(wrong), " or ")}.`] : [];
    const hold = (/** @type {number} */ count) => `${papers(count)} ${count === 1 ? "holds" : "hold"}`;
    const only = quoted([corrected[0]?.to ?? asTyped(query, words[0])])[0];
    const instead = corrected.length ? ` (with ${list(quoted(corrected.map(({ to }) => to)), " and ")})` : "";
    if (all.length) said.push(`${hold(all.length)} ${words.length === 1 ? only : every(words.length) + instead}.`);
    else if (!missing.length) said.push(`No paper holds ${every(words.length)}${instead}.`);
    if (some.length) said.push(`${hold(some.length)} ${words.length === 2 ? "one" : "some"} of them.`);
    if (dropped.length)
      said.push(`${list(quoted(dropped), " and ")} ${dropped.length === 1 ? "is" : "are"} too common to count.`);
    return said.join(" ");
  },
};

/** @type {Sentences} */
const chinese = {
  waiting: "正在载入索引……",
  ready: (count) => `共可搜索 ${count} 篇论文。`,
  failed: "无法载入搜索索引。请检查网络连接，然后重新载入本页。",
  more: "显示更多",
  found(query, answer) {
    const { all, some, words, missing, corrected, dropped } = answer;
    if (!words.length) return `“${shown(query.trim())}”中没有可以搜索的词。`;
    const wrong = [...missing, ...corrected.filter(({ stands }) => !stands).map(({ from }) => from)];
    const said = wrong.length ? [`没有论文含有${quoted(wrong).join("或")}。`] : [];
    const only = quoted([corrected[0]?.to ?? asTyped(query, words[0])])[0];
    const instead = corrected.length ? `（${quoted(corrected.map(({ to }) => to)).join("、")}）` : "";
    if (all.length)
      said.push(`${all.length} 篇论文含有${words.length === 1 ? only : `全部 ${words.length} 个词${instead}`}。`);
    else if (!missing.length) said.push(`没有论文含有全部的词${instead}。`);
    if (some.length) said.push(`${some.length} 篇论文含有其中一部分。`);
    if (dropped.length) said.push(`${quoted(dropped).join("、")}过于常见，不计在内。`);
    return said.join("");
  },
};

/**
 * @param {string[]} items
 * @param {string} last what stands before the last item
 */
function list(items, last) {
  return items.length < 2 ? items.join("") : items.slice(0, -1).join(", ") + last + items[items.length - 1];
}

/**
 * @param {string} language
 * @returns {Sentences}
 */
export function sentences(language) {
  return language.startsWith("zh") ? chinese : english;
}
