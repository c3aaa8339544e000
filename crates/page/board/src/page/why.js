// Why a move is good or bad: the sentences of `plyglot explain`, their lines playable on the board.

import { buttonById, byId, html } from "./dom.js";
import { fillNames } from "./names.js";
import { isAbort, stream } from "./api.js";
import { noticeError } from "./notices.js";
import { emit, on, state } from "./state.js";
import { goTo } from "./turns.js";
import { texts } from "./texts.js";
import { numbered, written } from "./written.js";

/** @typedef {{text: string, after_pass: boolean, lines: string[][]}} Sentence */

/** The most lines that are shown below a sentence. */
const LINES = 3;

/** @type {AbortController|null} */
let asking = null;
/** The node that is explained. @type {number|null} */
let explained = null;

export function startWhy() {
  byId("why").addEventListener("click", explain);
  on("game", clear);
  const follow = () => {
    const isExplained = explained !== null && state.tree.has(explained) && state.tree.path().some(({ id }) => id === explained);
    if (explained !== null && !isExplained && !isInLine()) {
      clear();
    }
    buttonById("why").disabled = state.tree.currentId === 0 || state.watching;
  };
  on("tree", follow);
  on("place", follow);
}

/** Whether the board shows a line of the explanation: it begins where the explained move was made. */
function isInLine() {
  if (explained === null || !state.tree.has(explained)) {
    return false;
  }
  const { parent } = state.tree.node(explained);
  return state.tree.currentId === parent || state.tree.path().some(node => node.parent === parent);
}

function clear() {
  asking?.abort();
  asking = null;
  explained = null;
  byId("explanation").replaceChildren();
  byId("explanation").hidden = true;
}

/** Explains the last move on the board. */
async function explain() {
  const { tree, game, start } = state;
  const node = tree.current;
  if (node.parent === null) {
    return;
  }
  clear();
  explained = node.id;
  const own = asking = new AbortController();
  const place = byId("explanation");
  place.hidden = false;
  place.replaceChildren(html("p", {}, texts.explaining(written(numbered(node)))));
  try {
    const question = { game, start, moves: tree.names(node.parent), wanted: node.name };
    for await (const found of stream("explain", question, own.signal)) {
      if (asking === own) {
        show(found, node);
      }
    }
  } catch (error) {
    if (!isAbort(error) && asking === own) {
      clear();
      noticeError(error, explain);
    }
  }
}

/** @param {any} found @param {import("./game.js").Node} node */
function show(found, node) {
  /** @type {(Sentence & {shown: string[][]})[]} */
  const sentences = (found.sentences ?? []).map((/** @type {Sentence} */ sentence, /** @type {number} */ i) => ({ ...sentence, shown: found.shown?.[i] ?? [] })).filter((/** @type {Sentence} */ { text }) => text !== node.why);
  const first = (/** @type {Sentence} */ { after_pass, lines }) => after_pass ? undefined : lines[0];
  // The move that was asked about comes first.
  const asked = sentences.findIndex(sentence => first(sentence)?.[0] === node.name);
  sentences.unshift(...sentences.splice(asked, asked < 0 ? 0 : 1));
  // A line that another sentence is about is shown there.
  const firsts = sentences.map(sentence => String(first(sentence)));
  const items = sentences.map(({ text, after_pass, lines, shown }) => {
    /** @type {(string|Node)[]} */
    let said = [text];
    const below = (after_pass ? [] : lines.slice(0, LINES)).flatMap((line, j) => {
      const words = shown[j] ?? [];
      const place = said.length === 1 ? placeOf(words, text) : null;
      if (j > 0 && firsts.includes(String(line))) {
        return [];
      }
      const buttons = lineButtons(line, words, node);
      if (place) {
        said = [place.before, buttons, place.after];
      }
      return place ? [] : [buttons];
    });
    return html("li", {}, html("p", { lang: "en" }, ...said), ...below);
  });
  // The sentences come from the server, in its own language.
  byId("explanation").replaceChildren(
    html("h3", {}, texts.whyOf(written(numbered(node)))),
    ...found.error ? [html("p", {}, found.error)] : items.length === 0 ? [html("p", {}, texts.noReason)] : [html("ul", {}, ...items)]);
}

/** Where a sentence tells a line, or as much of it as it has room for. @param {string[]} moves @param {string} text */
function placeOf(moves, text) {
  for (let count = moves.length; count >= Math.min(2, moves.length); count -= 1) {
    const told = moves.slice(0, count).join(" ");
    const at = told ? text.lastIndexOf(told) : -1;
    if (at >= 0) {
      return { before: text.slice(0, at), after: text.slice(at + told.length).replace(/^ \.\.\./, "") };
    }
  }
  return null;
}

/** @param {string[]} line @param {string[]} shown @param {import("./game.js").Node} node */
function lineButtons(line, shown, node) {
  return html("span", { class: "why-line" }, ...shown.map(written).map((move, i, all) => html("button", {
    type: "button", class: "move", "aria-label": texts.playLine(all.slice(0, i + 1).join(" ")),
    onclick: () => playFrom(node, line.slice(0, i + 1)),
  }, move)));
}

/** Shows a line as a branch beside the explained move. @param {import("./game.js").Node} node @param {string[]} line */
function playFrom(node, line) {
  const { tree } = state;
  if (!tree.has(node.id) || node.parent === null) {
    return;
  }
  let id = node.parent;
  for (const name of line) {
    ({ id } = tree.add(id, { name }));
  }
  emit("tree");
  goTo(id, true);
  void fillNames(tree);
}
