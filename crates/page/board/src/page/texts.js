// The texts of the page in the language of the reader.

import { english } from "./english.js";
import { forAll } from "./storage.js";

/** Their own names. */
const LANGUAGES = { en: "English", de: "Deutsch" };

const KEY = "plyglot.language";

/** The language that was chosen, or else the first of the browser's that is known. */
const code = [forAll.get(KEY) ?? "", ...navigator.languages].map(tag => tag.slice(0, 2).toLowerCase())
  .find(tag => tag in LANGUAGES) ?? "en";

export const texts = code === "de" ? (await import("./german.js")).german : english;

/** Offers the languages, each by its own name; another one begins with a reload, which keeps the game. @param {HTMLSelectElement} select */
export function startLanguage(select) {
  document.documentElement.lang = code;
  select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => {
    const option = document.createElement("option");
    option.value = option.lang = tag;
    option.textContent = name;
    return option;
  }));
  select.value = code;
  select.addEventListener("change", () => {
    forAll.set(KEY, select.value);
    location.reload();
  });
}

/** Fills the page's fixed texts in. @param {ParentNode} root */
export function fillTexts(root) {
  const text = (/** @type {string|undefined} */ key) => String(/** @type {Record<string, unknown>} */ (texts)[key ?? ""] ?? key);
  root.querySelectorAll("[data-text]").forEach(e => e.textContent = text(/** @type {HTMLElement} */ (e).dataset["text"]));
  root.querySelectorAll("[data-label]").forEach(e => e.setAttribute("aria-label", text(/** @type {HTMLElement} */ (e).dataset["label"])));
  root.querySelectorAll("[data-title]").forEach(e => e.setAttribute("title", text(/** @type {HTMLElement} */ (e).dataset["title"])));
}
