// Practice: the player finds the better move in each of a side's mistakes.

import { buttonById, byId } from "./dom.js";
import { announce } from "./notices.js";
import { askPosition } from "./api.js";
import { look } from "./engine.js";
import { mistakes } from "./review.js";
import { points } from "./scores.js";
import { emit, on, sideName, state } from "./state.js";
import { goTo, play } from "./turns.js";
import { select } from "./view.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** @typedef {import("./types.js").Move} Move */

/** A move that costs less than this share of a point is good enough. */
const GOOD = 0.05;
/** The time to look at a move that is not the best, in ms. */
const LOOK_MS = 400;

/** @type {{tree: import("./game.js").Tree, nodes: number[], at: number, isSolved: boolean}|null} */
let practice = null;

byId("show-answer").addEventListener("click", showAnswer);
byId("next-task").addEventListener("click", () => begin((practice?.at ?? 0) + 1));
byId("end-practice").addEventListener("click", end);
on("game", end);

/** The mistakes of the side that sits below. */
export function startPractice() {
  const side = state.flipped ? "second" : "first";
  const own = mistakes().filter(node => node.side === side && node.parent !== null);
  practice = { tree: state.tree, nodes: own.map(({ id }) => id), at: 0, isSolved: false };
  if (own.length === 0) {
    end();
    announce(texts.noMistakes);
    byId("practice-text").textContent = texts.noMistakesOf(sideName(side));
    byId("practice").hidden = false;
    return;
  }
  begin(0);
}

/** The move to be replaced. */
function task() {
  const id = practice?.nodes[practice.at];
  return practice && id !== undefined && practice.tree.has(id) ? practice.tree.node(id) : null;
}

/** @param {number} at */
function begin(at) {
  if (!practice) {
    return;
  }
  practice.at = at;
  practice.isSolved = false;
  const node = task();
  if (!node || node.parent === null) {
    end();
    return;
  }
  state.paused = true;
  goTo(node.parent);
  tell(texts.findBetter(written(texts.numbered(node)), sideName(node.side ?? "first"), at + 1, practice.nodes.length));
}

/** @param {string} text */
function tell(text) {
  byId("practice").hidden = practice === null;
  byId("practice-text").textContent = text;
  buttonById("show-answer").disabled = practice?.isSolved ?? true;
  buttonById("next-task").hidden = !practice || practice.at + 1 >= practice.nodes.length;
  // The branches of the list would tell the answer.
  document.body.toggleAttribute("data-practice", practice !== null && !practice.isSolved);
  announce(text);
}

function end() {
  practice = null;
  byId("practice").hidden = true;
  document.body.toggleAttribute("data-practice", false);
  emit("mode");
}

function showAnswer() {
  const node = task();
  const before = node && node.parent !== null ? practice?.tree.node(node.parent) : null;
  const best = before?.children.map(id => practice?.tree.node(id)).find(child => child && child.name === before.best[0]);
  if (practice && best) {
    practice.isSolved = true;
    goTo(best.id, true);
    tell(texts.answerIs(written(best.shown)));
  }
}

/**
 * Takes a move of the person, if it is an answer to the task; says whether it was.
 * @param {Move} move
 * @param {{isDragged: boolean}} how
 */
export function answerTask(move, how) {
  const node = task();
  if (!practice || !node || practice.isSolved || state.tree !== practice.tree || state.tree.currentId !== node.parent) {
    return false;
  }
  void judge(move, how, node);
  return true;
}

/** @param {Move} move @param {{isDragged: boolean}} how @param {import("./game.js").Node} node */
async function judge(move, how, node) {
  const own = practice;
  const before = state.tree.current;
  const { position } = state;
  if (!own || !node.side) {
    return;
  }
  const isBest = move.name === before.best[0];
  const lost = isBest ? 0 : await cost(move, before, node.side);
  if (practice !== own || state.position !== position) {
    return;
  }
  if (lost < GOOD && move.name !== node.name) {
    own.isSolved = true;
    play(move, how);
    tell((isBest ? texts.isBest : texts.isGood)(written(move.shown)));
  } else {
    select(null);
    tell(`${texts.costs(written(move.shown), lost)} ${texts.tryAgain}`);
  }
}

/** The points that a move costs, by a short search after it. @param {Move} move @param {import("./game.js").Node} before @param {import("./types.js").Side} side */
async function cost(move, before, side) {
  const { game, start, tree } = state;
  const names = [...tree.names(before.id), move.name];
  const after = await askPosition(game, start, names);
  if (after.result) {
    const { winner } = after.result;
    return points(before, side) - (winner === null ? 0.5 : winner === side ? 1 : 0);
  }
  const found = await look(names, after.side, LOOK_MS);
  return found ? points(before, side) - points(found, side) : 1;
}
