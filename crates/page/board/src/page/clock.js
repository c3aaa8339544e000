// Clocks of a game: a time for each side, and more of it for each move, or some for each after that. The page keeps them, so
// they also run between people. In a match that is watched, it shows those of the match.

import { clockOf } from "./comments.js";
import { byId } from "./dom.js";
import { currentResult, emit, on, other, phase, save, sideName, SIDES, state } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Side} Side */
/** Byoyomi is the time for each move once the base is used up. @typedef {{base: number, increment: number, byoyomi?: number}} SideClock  in ms */
/** @typedef {Record<Side, SideClock>} Clocks */
/** @typedef {import("./game.js").Node} Node */

const TICK_MS = 100;
/** The clocks run once both sides have moved. */
const FREE_PLIES = 2;
/** What an engine's move takes on its way to the page, in ms: its clock runs meanwhile. */
const LAG_MS = 50;

/** When the turn on the board began; null while no clock runs. @type {number|null} */
let since = null;
/** The node whose turn that is. */
let turn = -1;

export function startClock() {
  on("mode", follow);
  on("position", follow);
  window.setInterval(tick, TICK_MS);
}

/** The time that a side has left at a node, in ms. @param {Side} side @param {number} [id] */
function timeLeft(side, id = state.tree.currentId) {
  const own = state.tree.path(id).findLast(node => node.side === side && node.left !== null);
  return own?.left ?? state.clocks?.[side].base ?? 0;
}

/** @param {Side} side */
const byoyomi = side => state.clocks?.[side].byoyomi ?? 0;

/** The clocks as an engine is told them, in ms: it divides its time itself. Null without clocks. */
export function clockLimits() {
  const { clocks } = state;
  if (!clocks) {
    return null;
  }
  const left = (/** @type {Side} */ side) => Math.max(1, Math.round(timeLeft(side) + byoyomi(side) - LAG_MS));
  const [winc, binc] = SIDES.map(side => Math.round(clocks[side].increment + byoyomi(side)));
  return { wtime: left("first"), btime: left("second"), ...winc ? { winc } : {}, ...binc ? { binc } : {} };
}

/** Writes the time down that is left after a move. @param {Node} node @param {Side} side */
export function pressClock(node, side) {
  const { clocks } = state;
  if (clocks && node.left === null && node.parent !== null) {
    const used = since !== null && turn === node.parent ? performance.now() - since : 0;
    const left = timeLeft(side, node.parent) - used;
    node.left = (byoyomi(side) > 0 ? Math.max(0, left) : left) + (state.tree.ply(node.id) > FREE_PLIES ? clocks[side].increment : 0);
  }
}

/** Whether the clock of the side to move runs. */
function isRunning() {
  const { clocks, tree, position, analysing, paused, watching, turnBegan } = state;
  if (clocks === null || position === null || tree.current.children.length > 0) {
    return false;
  }
  return watching ? turnBegan !== null && phase() === "watching"
    : !analysing && !paused && ["ready", "thinking"].includes(phase()) && !currentResult() && tree.ply() >= FREE_PLIES;
}

function follow() {
  if (!isRunning()) {
    since = null;
    turn = -1;
  } else if (turn !== state.tree.currentId) {
    since = state.watching ? state.turnBegan : performance.now();
    turn = state.tree.currentId;
  }
  show();
}

function tick() {
  const { position } = state;
  if (since === null || !position || !isRunning()) {
    return;
  }
  if (!state.watching && timeLeft(position.side) + byoyomi(position.side) - (performance.now() - since) <= 0) {
    state.tree.current.flag = true;
    state.ending = { node: state.tree.currentId, winner: other(position.side), reason: texts.timeIsUp(sideName(position.side)) };
    since = null;
    emit("ending");
    save();
    emit("mode");
  }
  show();
}

/** What a record says that a side has left here. @param {Side} side */
const recorded = side => state.tree.path().filter(node => node.side === side).map(({ comment }) => clockOf(comment)).findLast(Boolean) ?? "";

function show() {
  const { clocks, position } = state;
  for (const side of SIDES) {
    const place = byId(`clock-${side}`);
    const told = clocks ? "" : recorded(side);
    place.hidden = clocks === null && !told;
    const used = since !== null && position?.side === side ? performance.now() - since : 0;
    const isOut = state.tree.current.flag && position?.side === side;
    const left = timeLeft(side) - used;
    const text = clocks ? texts.clock(isOut ? 0 : Math.max(0, left > 0 ? left : left + byoyomi(side))) : told;
    if (place.textContent !== text) {
      place.textContent = text;
    }
    place.toggleAttribute("data-running", since !== null && position?.side === side);
  }
}
