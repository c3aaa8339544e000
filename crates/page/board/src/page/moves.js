// The list of moves: the main line, with its branches indented below the moves they replace.

import { buttonById, byId, html, set, svg } from "./dom.js";
import { canTakeBack, goTo, showCurrent } from "./turns.js";
import { emit, gameInfo, on, removeLine, save, state } from "./state.js";
import { GLYPHS, reworded, timeOf, typed, words } from "./comments.js";
import { startTitle } from "./games.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** @typedef {import("./game.js").Node} Node */

/** The marks that one can give a move, by the numbers that PGN has for them, the best first. */
const OWN_MARKS = [3, 1, 5, 6, 2, 4];
/** The time between the moves of a replay, in ms. */
const REPLAY_MS = 900;

/** @type {number|undefined} */
let replay;
/** Where the replay is: wherever else the board goes, it ends. */
let replayed = 0;

export function startMoves() {
  byId("moves").addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (button) {
      stopReplay();
      goTo(Number(button.getAttribute("data-node")));
    }
  });
  const click = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", () => {
    stopReplay();
    act();
  });
  click("to-start", () => goTo(0));
  click("back", back);
  click("forward", forward);
  click("to-end", () => goTo(state.tree.line().at(-1)?.id ?? 0));
  click("delete-line", deleteLine);
  click("promote-line", promoteLine);
  byId("write-comment").addEventListener("click", toggleComment);
  byId("own-marks").replaceChildren(...OWN_MARKS.map(nag => html("button", {
    type: "button", "data-nag": nag, title: texts.marks[nag], "aria-label": texts.marks[nag], onclick: () => toggleMark(nag),
  }, GLYPHS[nag] ?? "")));
  commentArea.addEventListener("change", () => {
    keepComment();
    emit("tree");
  });
  byId("autoplay").addEventListener("click", () => replay === undefined ? startReplay() : stopReplay());
  // Whoever takes part in the game does not want the board to change meanwhile.
  document.addEventListener("keydown", event => {
    if (!(event.target instanceof Element && event.target.closest("#autoplay"))) {
      stopReplay();
    }
  }, { capture: true });
  byId("board").addEventListener("pointerdown", stopReplay);
  byId("board").addEventListener("wheel", event => {
    if (!event.ctrlKey && event.deltaY !== 0) {
      event.preventDefault();
      wheel(event.deltaY);
    }
  }, { passive: false });
  on("game", stopReplay);
  for (const change of /** @type {const} */ (["tree", "place"])) {
    on(change, () => {
      if (replay !== undefined && state.tree.currentId !== replayed) {
        stopReplay();
      }
    });
  }
  on("tree", showMoves);
  on("position", showOpening);
  on("place", showPlace);
  // What can be taken back also depends on who plays.
  on("mode", () => buttonById("take-back").disabled = !canTakeBack());
}

/** The name of the opening, or else of the start. */
function showOpening() {
  const { startName, position } = state;
  const names = gameInfo()?.named_starts.find(([name]) => name === startName);
  const start = names ? startTitle(names) : startName && texts.startOfNumber(startName);
  const text = position?.opening ?? start ?? "";
  byId("opening").textContent = text;
  byId("opening").hidden = !text;
}

/** What a wheel or a trackpad has turned since the last step, in pixels. */
let turned = 0;
const NOTCH = 50;

/** A notch of the wheel is a move. @param {number} by */
function wheel(by) {
  turned = Math.sign(by) === Math.sign(turned) ? turned + by : by;
  if (Math.abs(turned) >= NOTCH) {
    turned = 0;
    (by > 0 ? forward : back)();
  }
}

function back() {
  const { parent } = state.tree.current;
  if (parent !== null) {
    goTo(parent);
  }
}

function forward() {
  const next = state.tree.current.children[0];
  if (next !== undefined) {
    goTo(next, true);
  }
}

function startReplay() {
  replay = window.setInterval(replayMove, REPLAY_MS);
  byId("autoplay").setAttribute("aria-pressed", "true");
  replayMove();
}

function replayMove() {
  replayed = state.tree.current.children[0] ?? state.tree.currentId;
  forward();
  if (state.tree.current.children.length === 0) {
    stopReplay();
  }
}

function stopReplay() {
  window.clearInterval(replay);
  replay = undefined;
  byId("autoplay").setAttribute("aria-pressed", "false");
}

function deleteLine() {
  const { tree } = state;
  if (tree.currentId !== 0) {
    removeLine(tree.currentId);
    emit("tree");
    void showCurrent();
  }
}

function promoteLine() {
  state.tree.promote(state.tree.currentId);
  emit("tree");
  save();
}

/** The buttons of the list, by their nodes. @type {Map<number, HTMLElement>} */
const buttons = new Map();
/** That of the current node. @type {HTMLElement|undefined} */
let marked;

function showMoves() {
  const place = byId("moves");
  const hadFocus = place.contains(document.activeElement);
  const { tree } = state;
  buttons.clear();
  place.replaceChildren(moveButton(tree.root), ...line(tree.root, true));
  showPlace();
  if (hadFocus) {
    marked?.focus({ preventScroll: true });
  }
}

/** Marks the current node. The list stays as it is: in a long game it takes its time to build. */
function showPlace() {
  const place = byId("moves");
  const { tree } = state;
  const hadFocus = place.contains(document.activeElement);
  marked?.classList.remove("current");
  marked?.removeAttribute("aria-current");
  marked = buttons.get(tree.currentId);
  if (marked) {
    marked.classList.add("current");
    marked.setAttribute("aria-current", "true");
    keepInSight();
    if (hadFocus) {
      marked.focus({ preventScroll: true });
    }
  }
  const { parent, children } = tree.current;
  const remarks = [tree.current.why, said(tree.current)].filter(Boolean).join(" ");
  for (const [id, isUseless] of /** @type {[string, boolean][]} */ ([
    ["to-start", parent === null], ["back", parent === null], ["take-back", !canTakeBack()],
    ["forward", children.length === 0], ["to-end", children.length === 0], ["autoplay", children.length === 0],
    ["delete-line", parent === null], ["promote-line", !tree.isBranch(tree.currentId)],
  ])) {
    buttonById(id).disabled = isUseless || (state.watching && id === "delete-line");
  }
  byId("comment").textContent = remarks;
  byId("comment").hidden = !remarks || !commentArea.hidden;
  byId("own-marks").hidden = commentArea.hidden;
  for (const button of byId("own-marks").children) {
    set(button, { "aria-pressed": String(tree.current.nags.includes(Number(button.getAttribute("data-nag")))), disabled: parent === null });
  }
  if (!commentArea.hidden && commented !== tree.current) {
    keepComment();
    commented = tree.current;
    commentArea.value = typed(commented.comment);
  }
}

const commentArea = /** @type {HTMLTextAreaElement} */ (byId("comment-text"));
/** The move on which a comment is written. @type {Node|null} */
let commented = null;

/** Opens the field for a comment on the current move, or closes it. */
function toggleComment() {
  commentArea.hidden = !commentArea.hidden;
  byId("write-comment").setAttribute("aria-pressed", String(!commentArea.hidden));
  if (commentArea.hidden) {
    keepComment();
    commented = null;
  }
  emit("tree");
  commentArea.focus();
}

/** Takes what was typed into the comment of its move, which need no longer be the current one. */
function keepComment() {
  if (commented && commentArea.value.trim() !== typed(commented.comment)) {
    commented.comment = reworded(commented.comment, commentArea.value);
    save();
    // The record has it, too.
    emit("mode");
  }
}

/** Gives the move on the board a mark in place of the one that it has, or takes it back. @param {number} nag */
function toggleMark(nag) {
  const { current } = state.tree;
  const others = current.nags.filter(other => !OWN_MARKS.includes(other));
  current.nags = current.nags.includes(nag) ? others : [nag, ...others];
  save();
  emit("tree");
  emit("mode");
}

/** What a record says of a move, with variations that break the rules and what follows an illegal move. @param {Node} node */
const said = ({ before, comment, unread, rest }) => {
  const text = (/** @type {import("./types.js").UnreadMove[]} */ line) => line.map(move => move.name).join(" ");
  return [words(before), words(comment), ...unread.map(line => `(${text(line)})`), text(rest)].filter(Boolean).join(" ");
};

let isScrolling = false;

/** Scrolls only the list, never the page, once all changes of a move are made. */
function keepInSight() {
  if (isScrolling) {
    return;
  }
  isScrolling = true;
  requestAnimationFrame(() => {
    isScrolling = false;
    const [place, current] = [byId("moves"), marked];
    if (!current) {
      return;
    }
    const [outer, inner] = [place.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      place.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  });
}

/**
 * What follows a node: its main line, with branches in boxes.
 * @param {Node} from
 * @param {boolean} isCut  whether a number must be said again, as where a box came between
 * @returns {HTMLElement[]}
 */
function line(from, isCut) {
  const { tree } = state;
  const drawn = [];
  for (let at = from; at.children.length > 0;) {
    const [next, ...others] = at.children.map(id => tree.node(id));
    if (!next) {
      break;
    }
    drawn.push(...numbered(next, isCut));
    isCut = others.length > 0;
    for (const branch of others) {
      drawn.push(html("div", { class: branch.isFound ? "branch by-engine" : "branch" }, ...numbered(branch, true), ...line(branch, false)));
    }
    at = next;
  }
  return drawn;
}

/** @param {Node} node @param {boolean} isFirst */
function numbered(node, isFirst) {
  const button = moveButton(node);
  if (!node.moveNumber || (node.isReply && !isFirst)) {
    return [button];
  }
  const number = html("span", { class: "number" }, texts.moveNumber(node.moveNumber, node.isReply));
  // A number never stands at the end of a row, without its move.
  return [html("span", { class: "numbered" }, number, button)];
}

/** @param {Node} node */
function moveButton(node) {
  const button = html("button", { type: "button", "data-node": node.id, class: "move" }, node.id === 0 ? texts.startOfGame : written(node.shown));
  buttons.set(node.id, button);
  const glyphs = node.nags.map(nag => GLYPHS[nag] ?? "").join("");
  const sign = (/** @type {string} */ text, /** @type {string} */ by, /** @type {string} */ said) =>
    text && button.append(html("span", { class: `mark-sign ${by}`, "data-mark": text, title: said }, text));
  // Where both say the same, it is said once.
  sign(glyphs === node.mark ? "" : glyphs, "by-author", texts.markOfAuthor);
  sign(node.mark, "by-engine", node.why || texts.costs(written(node.shown), node.lost));
  button.title = timeOf(node.comment);
  const remarks = said(node);
  if (remarks) {
    button.append(html("span", { class: "has-comment", title: remarks }, svg("svg", { viewBox: "0 0 16 16", role: "img", "aria-label": texts.hasComment },
      svg("path", { d: "M3 3H13V10H8L5 13V10H3Z" }))));
  }
  return button;
}
