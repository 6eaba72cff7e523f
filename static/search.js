/**
 * The search page: results as one types, over the index that was built with the site.
 *
 * @typedef {import("./search-vocabulary.js").Serialised} Serialised
 * @typedef {import("./search-vocabulary.js").Vocabulary} Vocabulary
 * @typedef {import("./search-terms.js").Terms} Terms
 * @typedef {import("./search-query.js").Answer} Answer
 * @typedef {{slug: string, title: string, name?: string, authors?: string, where?: string, text?: string}} Card
 * @typedef {{raw: Serialised, terms: Terms, vocabulary: Vocabulary}} Loaded
 */

import { marks, passage, write } from "./search-marks.js";
import { search } from "./search-query.js";
import { sentences } from "./search-sentences.js";
import { makeTerms } from "./search-terms.js";
import { makeVocabulary } from "./search-vocabulary.js";

const PAUSE = 90;
const SHOWN = 10;

const page = /** @type {HTMLElement} */ (document.querySelector("[data-search-index]"));
const form = /** @type {HTMLFormElement} */ (page.querySelector("form"));
const box = /** @type {HTMLInputElement} */ (page.querySelector("input[name=q]"));
const status = /** @type {HTMLElement} */ (page.querySelector("[role=status]"));
const lists = {
  all: /** @type {HTMLOListElement} */ (page.querySelector("[data-results=all]")),
  some: /** @type {HTMLOListElement} */ (page.querySelector("[data-results=some]")),
};
const say = sentences(document.documentElement.lang);
const indexUrl = new URL(page.dataset.searchIndex ?? "", document.baseURI);
const root = new URL(page.dataset.root ?? "../", document.baseURI);

/** @type {Promise<Loaded> | undefined} */
let loading;
/** @type {Map<string, Promise<Card[]>>} */
const cards = new Map();
/** Counts the questions, so that a late answer never covers a newer one. */
let asked = 0;

/** @returns {Promise<Loaded>} */
function load() {
  loading ??= Promise.all([fetchJson(indexUrl), fetchLunr()]).then(([raw, lunr]) => ({
    raw,
    terms: makeTerms(raw.rules),
    vocabulary: makeVocabulary(lunr, raw),
  }));
  // A failed load is tried again at the next key.
  loading.catch(() => (loading = undefined));
  return loading;
}

/** @param {URL} url */
async function fetchJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

/** lunr.js is a classic script that leaves a global. */
function fetchLunr() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(page.dataset.lunr ?? "", document.baseURI).href;
    script.onload = () => resolve(/** @type {any} */ (globalThis).lunr);
    script.onerror = () => reject(new Error(script.src));
    document.head.append(script);
  });
}

/**
 * @param {Loaded} loaded
 * @param {string} ref
 * @returns {Promise<Card>}
 */
async function card({ raw }, ref) {
  const number = Number(ref.slice(1));
  const name = raw.cards[Math.floor(number / raw.cards_each)];
  let file = cards.get(name);
  if (!file) {
    file = fetchJson(new URL(name, indexUrl));
    cards.set(name, file);
    file.catch(() => cards.delete(name));
  }
  return (await file)[number % raw.cards_each];
}

/** Answer what is in the box, and keep the address in step with it. */
async function answer() {
  const query = box.value;
  const number = ++asked;
  remember(query);
  try {
    const late = setTimeout(() => (status.textContent = say.waiting), PAUSE);
    const loaded = await load().finally(() => clearTimeout(late));
    if (number !== asked) return;
    if (!query.trim()) {
      show("all", [], () => {});
      show("some", [], () => {});
      status.textContent = say.ready(loaded.raw.papers);
      return;
    }
    const found = search(query, loaded.terms, loaded.vocabulary);
    const all = await rows(loaded, found, found.all.slice(0, SHOWN));
    const some = await rows(loaded, found, found.some.slice(0, Math.max(0, SHOWN - all.length)));
    if (number !== asked) return;
    status.textContent = say.found(query, found);
    fill("all", loaded, found, all);
    fill("some", loaded, found, some);
  } catch (error) {
    console.error(error);
    if (number !== asked) return;
    status.textContent = say.failed;
  }
}

/** @param {string} query */
function remember(query) {
  const url = new URL(location.href);
  if (query.trim()) url.searchParams.set("q", query);
  else url.searchParams.delete("q");
  if (url.href !== location.href) history.replaceState(null, "", url);
}

/**
 * @param {Loaded} loaded
 * @param {Answer} found
 * @param {string[]} refs
 */
function rows(loaded, found, refs) {
  return Promise.all(refs.map(async (ref) => row(await card(loaded, ref), found, loaded.terms)));
}

/**
 * A list's first rows, and the way to further ones.
 * @param {"all" | "some"} kind
 * @param {Loaded} loaded
 * @param {Answer} found
 * @param {HTMLElement[]} first
 */
function fill(kind, loaded, found, first) {
  const refs = found[kind];
  show(kind, first, async (button) => {
    const held = lists[kind].children.length;
    const next = await rows(loaded, found, refs.slice(held, held + SHOWN));
    lists[kind].append(...next);
    next[0]?.querySelector("a")?.focus();
    button.hidden = lists[kind].children.length >= refs.length;
  });
  more(kind).hidden = first.length >= refs.length;
}

/**
 * @param {"all" | "some"} kind
 * @param {HTMLElement[]} found
 * @param {(button: HTMLButtonElement) => void} onMore
 */
function show(kind, found, onMore) {
  const button = more(kind);
  lists[kind].replaceChildren(...found);
  const section = /** @type {HTMLElement} */ (lists[kind].closest("section"));
  section.hidden = !found.length && kind === "some";
  button.hidden = true;
  button.onclick = () => onMore(button);
}

/**
 * @param {"all" | "some"} kind
 * @returns {HTMLButtonElement}
 */
function more(kind) {
  return /** @type {HTMLButtonElement} */ (lists[kind].closest("section")?.querySelector("button"));
}

/**
 * @param {Card} found
 * @param {Answer} answered
 * @param {Terms} terms
 */
function row(found, answered, terms) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(`papers/${found.slug}/`, root).href;
  write(link, found.title, marks(found.title, answered.terms, terms));
  item.append(link);
  const by = [found.authors, found.where].filter(Boolean).join(" · ");
  if (by) item.append(" ", line("span", "by", by, answered, terms));
  if (found.text) {
    const marked = marks(found.text, answered.terms, terms);
    const text = document.createElement("p");
    write(text, found.text, marked, passage(found.text, marked));
    item.append(text);
  }
  return item;
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} text
 * @param {Answer} answered
 * @param {Terms} terms
 */
function line(tag, name, text, answered, terms) {
  const element = document.createElement(tag);
  element.className = name;
  write(element, text, marks(text, answered.terms, terms));
  return element;
}

/**
 * Arrow keys walk through box and results; "/" goes to the box.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (event.key === "/" && active !== box && !active?.matches("input, textarea, select, [contenteditable]")) {
    event.preventDefault();
    box.focus();
    box.select();
    return;
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = /** @type {HTMLElement[]} */ ([box, ...page.querySelectorAll("[data-results] a")]);
  const at = active ? stops.indexOf(active) : -1;
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Show what the address asks for. */
function recall() {
  const query = new URLSearchParams(location.search).get("q") ?? "";
  if (query !== box.value) box.value = query;
  if (query.trim()) answer();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
box.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(answer, PAUSE);
});
box.addEventListener("focus", () => load().catch(() => (status.textContent = say.failed)), { once: true });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  answer();
});
document.addEventListener("keydown", walk);
window.addEventListener("popstate", recall);
for (const kind of /** @type {("all" | "some")[]} */ (["all", "some"])) more(kind).textContent = say.more;
form.hidden = false;
recall();
