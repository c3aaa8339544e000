// Moves in the letters of the reader's language, where a game has those of chess: in German, `Sf3` for `Nf3`.
// Where another piece has one of these letters, as in makruk, moves have the game's own. And their numbers.

import { emit, on, state } from "./state.js";
import { texts } from "./texts.js";

/** Whether moves have them in the notation that is chosen. */
let areChess = false;
/** Whether the players of the game number the move of each side. */
let countsPlies = false;

const differ = texts.written("N") !== "N";
const LETTERS = [...texts.written("QRBN")];

on("position", () => {
  const { notation = "", notations = [], shape = null } = state.position ?? {};
  const are = differ && (notation === "san" || notation === "lan") && notations[0] === "san"
    && !LETTERS.some(letter => shape?.letters.includes(letter));
  const counts = shape?.counts_plies ?? false;
  if (state.position && (are !== areChess || counts !== countsPlies)) {
    areChess = are;
    countsPlies = counts;
    emit("tree");
  }
});

/** @typedef {import("./game.js").Node} Node */

/** Whether a move has a number also where another one stands before it. @param {Node} node */
export const isNumbered = ({ side }) => countsPlies || side === "first";

/** The number before a move. @param {Node} node */
export function numberOf({ moveNumber, side }) {
  const isSecond = side === "second";
  if (!countsPlies) {
    return texts.moveNumber(moveNumber, isSecond);
  }
  const plies = 2 * moveNumber - 1 + Number(isSecond);
  if (!state.position?.shape?.tiles) {
    return texts.moveNumber(plies, false);
  }
  // Positions of shogi have the number of the ply, also where gote begins.
  const first = state.tree.node(state.tree.root.children[0] ?? 0);
  return texts.moveNumber(plies - first.moveNumber + 1 - Number(first.side === "second"), false);
}

/** A move behind its number. @param {Node} node */
export const numbered = node => `${numberOf(node)} ${node.shown}`;

/** A move as people read it. @param {string} move */
export const written = move => areChess ? texts.written(move) : move;

/** A text with moves, as the program reads them. @param {string} text */
export const readable = text => areChess ? texts.readable(text) : text;
