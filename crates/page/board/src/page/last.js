// The last game: another one takes its place on the board, but it can be gone back to.

import { emit, keptGame, restoreGame, state } from "./state.js";
import { offer } from "./notices.js";
import { texts } from "./texts.js";

/** @type {string|null} */
let last = null;
/** @type {() => void} */
let onReturn = () => {};

/** @param {() => void} show  what shows the game that is gone back to */
export function startLast(show) {
  onReturn = show;
}

/** Whether the game on the board has moves of one's own. */
export function isOwn() {
  const { tree, watching, read } = state;
  return !watching && tree.nextId > 1 && tree.nextId !== read;
}

/** Keeps the game on the board, if it is worth it; says whether it is. */
export function keepLast() {
  if (isOwn()) {
    emit("saved");
    last = keptGame();
    return true;
  }
  return false;
}

export function offerLast() {
  offer(texts.lastGameKept, texts.backToLast, goBack);
}

function goBack() {
  if (last) {
    bringBack(last);
  }
}

/** Brings a game back to the board; the one there can be gone back to. @param {string} kept  what keptGame gave */
export function bringBack(kept) {
  emit("leave");
  const isKept = keepLast();
  if (!restoreGame(kept)) {
    return;
  }
  emit("game");
  emit("players");
  onReturn();
  if (isKept) {
    offerLast();
  }
}
