// The rules of the game in words, with pictures of its start, of each piece's moves and of where pieces
// promote. They and this script are asked for when the panel is opened.

import { ask, ownRules } from "./api.js";
import { byId, html, svg } from "./dom.js";
import { noticeError } from "./notices.js";
import { drawn } from "./pieces.js";
import { on, state } from "./state.js";
import { notations } from "./storage.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Rulebook} Rulebook */
/** @typedef {import("./types.js").Drawing} Drawing */

/** The game or the file whose rules are shown or asked for, and the notation of its squares. */
let shown = "";

byId("rules-panel").addEventListener("toggle", () => show());
on("game", show);
on("position", show);

/** Shows the rules of the game on the board, if the panel is open. */
export async function show() {
  const panel = /** @type {HTMLDetailsElement} */ (byId("rules-panel"));
  const { game } = state;
  const rules = `${ownRules.get(game) ?? game} ${notations.get(game)}`;
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
function bookNodes({ about, sections, start_picture: start, marks = {} }) {
  return [...about ? [html("p", {}, ...inline(about))] : [], ...picture(start, texts.startPosition), ...sections.flatMap(({ title, paragraphs, items, picture: zone }) => [
    html("h3", {}, title),
    ...paragraphs.map(text => html("p", {}, ...inline(text, marks))),
    ...picture(zone, title),
    ...items.map(item => html("div", { class: "rules-piece" },
      ...picture(item.picture), html("p", {}, html("b", {}, `${item.title}. `), ...inline(item.text)))),
  ])];
}

/** A picture, if there is one. That of a piece is told in words beside it. @param {Drawing|null} [drawing] @param {string} [label] */
function picture(drawing, label) {
  const shape = state.position?.shape;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return drawing && shape ? [svg("svg", { class: "rules-picture", viewBox: `0 0 ${drawing.width} ${drawing.height}`, ...named }, drawn(drawing.content, shape))] : [];
}

/** Text with signs in backquotes, some of which are drawn. @param {string} text @param {Record<string, Drawing>} [marks] */
export const inline = (text, marks = {}) => text.split("`").flatMap((part, i) => {
  const [mark] = i % 2 === 1 && Object.hasOwn(marks, part) ? picture(marks[part]) : [];
  return mark ?? (i % 2 === 1 ? html("code", {}, part) : part);
});
