// The rules of the game in words, with a diagram of each piece's moves. They and this script are asked
// for when the panel is opened.

import { ask, ownRules } from "./api.js";
import { byId, html } from "./dom.js";
import { noticeError } from "./notices.js";
import { on, state } from "./state.js";

/** @typedef {import("./types.js").Rulebook} Rulebook */

/** The game or the file whose rules are shown or asked for. */
let shown = "";

byId("rules-panel").addEventListener("toggle", () => show());
on("game", show);

/** Shows the rules of the game on the board, if the panel is open. */
export async function show() {
  const panel = /** @type {HTMLDetailsElement} */ (byId("rules-panel"));
  const { game } = state;
  const rules = ownRules.get(game) ?? game;
  if (!panel.open || !game || shown === rules) {
    return;
  }
  shown = rules;
  const body = byId("rules-body");
  body.replaceChildren();
  try {
    const book = /** @type {Rulebook} */ (await ask("rulebook", { game }));
    if (shown === rules) {
      body.replaceChildren(...bookNodes(book));
    }
  } catch (error) {
    shown = "";
    noticeError(error, show);
  }
}

/** @param {Rulebook} book */
function bookNodes({ about, sections }) {
  return [...about ? [html("p", {}, ...inline(about))] : [], ...sections.flatMap(({ title, paragraphs, items }) => [
    html("h3", {}, title),
    ...paragraphs.map(text => html("p", {}, ...inline(text))),
    ...items.map(item => html("div", { class: "rules-piece" },
      ...item.diagram ? [html("pre", { "aria-hidden": "true" }, item.diagram)] : [],
      html("p", {}, html("b", {}, `${item.title}. `), ...inline(item.text)))),
  ])];
}

/** Text with signs in backquotes. @param {string} text */
export const inline = text => text.split("`").map((part, i) => i % 2 === 1 ? html("code", {}, part) : part);
