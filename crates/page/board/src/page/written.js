// Moves in the letters of the reader's language, where a game has those of chess: in German, `Sf3` for `Nf3`.
// Where another piece has one of these letters, as in makruk, moves have the game's own.

import { emit, on, state } from "./state.js";
import { texts } from "./texts.js";

/** Whether moves have them in the notation that is chosen. */
let areChess = false;

const differ = texts.written("N") !== "N";
const LETTERS = [...texts.written("QRBN")];

on("position", () => {
  const { notation = "", notations = [], shape = null } = state.position ?? {};
  const are = differ && (notation === "san" || notation === "lan") && notations[0] === "san"
    && !LETTERS.some(letter => shape?.letters.includes(letter));
  if (state.position && are !== areChess) {
    areChess = are;
    emit("tree");
  }
});

/** A move behind its number. @param {import("./game.js").Node} node */
export const numbered = ({ moveNumber, isReply, shown }) => `${texts.moveNumber(moveNumber, isReply)} ${shown}`;

/** A move as people read it. @param {string} move */
export const written = move => areChess ? texts.written(move) : move;

/** A text with moves, as the program reads them. @param {string} text */
export const readable = text => areChess ? texts.readable(text) : text;
