// The last game: another one takes its place on the board, but it can be gone back to.

import { emit, keptGame, restoreGame, state } from "./state.js";
import { offer } from "./notices.js";
import { texts } from "./texts.js";

/** @type {string|null} */
let last = null;
/** @type {() => void} */
let onReturn = () => {};
/** The game as it came from a text, and how many moves it had: as long as it is the same, it can be read again. */
let read = { tree: state.tree, nextId: state.tree.nextId };

/** @param {() => void} show  what shows the game that is gone back to */
export function startLast(show) {
  onReturn = show;
}

/** Keeps the game on the board, if it is worth it; says whether it is. */
export function keepLast() {
  const { tree, watching } = state;
  const isWorth = !watching && tree.nextId > 1 && !(tree === read.tree && tree.nextId === read.nextId);
  if (isWorth) {
    last = keptGame();
  }
  return isWorth;
}

/** The game on the board came from a text. */
export function markRead() {
  read = { tree: state.tree, nextId: state.tree.nextId };
}

export function offerLast() {
  offer(texts.lastGameKept, texts.backToLast, goBack);
}

function goBack() {
  const kept = last;
  if (!kept) {
    return;
  }
  const isKept = keepLast();
  restoreGame(kept);
  emit("game");
  emit("players");
  onReturn();
  if (isKept) {
    offerLast();
  }
}
