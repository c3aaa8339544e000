// The words of a file of rules: keys with what they mean, pieces, and how moves are written. They and
// this script are asked for when the list is opened.

import { ask } from "./api.js";
import { html } from "./dom.js";
import { inline } from "./rulebook.js";
import { noticeError } from "./notices.js";
import { texts } from "./texts.js";

/** A word without a value is not a key. @typedef {{name: string, value: string, default: string, about: string}} Word */

/** Lists the words; a key goes into a text with its default. @param {Element} place @param {HTMLTextAreaElement} area */
export async function showWords(place, area) {
  /** @type {Word[]} */
  let words;
  try {
    words = (await ask("rule_words", {})).words;
  } catch (error) {
    noticeError(error, () => showWords(place, area));
    return;
  }
  const items = words.map(word => ({ word, item: item(word, area) }));
  const nothing = html("p", { role: "status" });
  const search = html("input", { id: "words-search", type: "search", autocomplete: "off", spellcheck: "false", oninput: () => {
    const wanted = search.value.toLowerCase().split(/\s+/);
    for (const { word, item } of items) {
      const all = Object.values(word).join(" ").toLowerCase();
      item.hidden = !wanted.every(part => all.includes(part));
    }
    nothing.textContent = items.every(({ item }) => item.hidden) ? texts.noWord : "";
  } });
  place.append(html("label", { class: "field" }, html("span", {}, texts.searchWords), search), nothing,
    html("div", { id: "words-list", lang: "en", tabindex: 0 }, ...items.map(({ item }) => item)));
}

/** @param {Word} word @param {HTMLTextAreaElement} area */
function item(word, area) {
  const { name, value, about } = word;
  return html("p", {}, value
    ? html("button", { type: "button", class: "quiet", "data-word": name, onclick: () => insert(`${name} = ${defaultOf(word)}`, area) }, name)
    : html("b", {}, ...inline(name)),
  value ? ` ${[value, word.default].filter(Boolean).join(", ").replaceAll("`", "")}. ` : ": ", ...inline(about));
}

/** The default where it is written like that; the letters of pieces and squares are the game's own. @param {Word} word */
const defaultOf = ({ value, default: usual }) => /^(flag|number|result)$|\//.test(value) ? usual.replaceAll("`", "") : "";

/** Puts a line below that with the cursor, so that it can be undone. @param {string} line @param {HTMLTextAreaElement} area */
function insert(line, area) {
  const at = area.selectionEnd;
  const [start, end] = [area.value.lastIndexOf("\n", at - 1) + 1, area.value.indexOf("\n", at)];
  const place = end < 0 ? area.value.length : end;
  area.focus();
  area.setSelectionRange(place, place);
  document.execCommand("insertText", false, place > start ? `\n${line}` : line);
}
