// A move that a person makes while an engine thinks: it is played as soon as it is legal.

import { choose } from "./input.js";
import { board, lastChoice, markPremove, movesFrom, select, selection } from "./view.js";
import { on, other, phase, state } from "./state.js";
import { play } from "./turns.js";

/** The cell on which the pointer went down. @type {number|null} */
let pressed = null;

export function startPremove() {
  board.root.addEventListener("pointerdown", event => {
    pressed = event.button === 0 && isWaiting() ? board.cellAt(event.clientX, event.clientY) : null;
  });
  board.root.addEventListener("pointerup", released);
  // Whatever else follows the new position comes first.
  on("position", () => window.setTimeout(playPremove));
  for (const change of /** @type {const} */ (["game", "place", "players"])) {
    on(change, () => markPremove(null));
  }
  on("mode", () => ["paused", "over", "watching"].includes(phase()) && markPremove(null));
}

/** Whether an engine thinks about its answer to a person. */
const isWaiting = () => phase() === "thinking" && state.position !== null && state.players[other(state.position.side)].engine === null;

/** Whether a piece of the hand can be chosen for it. @param {import("./types.js").Piece} piece */
export const canPremove = piece => isWaiting() && piece.side === other(/** @type {import("./types.js").Position} */ (state.position).side);

/** Chooses a piece of the hand for it, or none. @param {string} letter */
export function premoveFromHand(letter) {
  const { premove } = selection;
  markPremove(premove?.from === letter && premove.to === null ? null : { from: letter, to: null });
}

/** @param {number} cell */
const isOwn = cell => state.position !== null && state.position.cells?.[cell]?.side === other(state.position.side);

/** @param {PointerEvent} event */
function released(event) {
  const from = pressed;
  pressed = null;
  const cell = board.cellAt(event.clientX, event.clientY);
  if (from === null || cell === null || !isWaiting()) {
    return;
  }
  const { premove } = selection;
  if (cell !== from) {
    markPremove(isOwn(from) ? { from, to: cell } : null);
  } else if (isOwn(cell) && premove?.from !== cell) {
    markPremove({ from: cell, to: null });
  } else {
    markPremove(premove?.to === null && premove.from !== cell ? { from: premove.from, to: cell } : null);
  }
}

function playPremove() {
  const { premove } = selection;
  const { position } = state;
  if (!premove || !position || ["thinking", "loading"].includes(phase())) {
    return;
  }
  markPremove(null);
  if (phase() !== "ready") {
    return;
  }
  const { from, to } = premove;
  const moves = movesFrom(from);
  const meant = moves.filter(move => to !== null && (move.to === to || move.rook === to));
  // A pawn becomes a queen, where it may.
  const move = meant.find(({ piece }) => piece?.letter.toLowerCase() === "q") ?? meant[0];
  if (move && lastChoice(move) === null) {
    play(move);
  } else if (move && to !== null) {
    // The cell of a wall, or of what is taken, can only be chosen now.
    select(from);
    choose(meant, to, false);
  } else if (to === null && moves.length > 0) {
    select(from);
  }
}
