// Chess pieces as paths of our own, drawn round the centre of a cell of 100 units. looks.js has the
// others.

import { svg } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Shape} Shape */

const BASE = "L24 27Q26 29 26 36H-26Q-26 29 -24 27";

/** The outline of each piece, and the lines inside it. */
const CHESS = {
  pawn: [
    "M-9 -9A13.5 13.5 0 1 1 9 -9L14 -4Q15 0 11 1H7C8 12 13 19 20 25Q23 29 23 36H-23Q-23 29 -20 25"
      + "C-13 19 -8 12 -7 1H-11Q-15 0 -14 -4Z",
    "M-8 1H8",
  ],
  rook: [
    "M-24 -34H-13V-27H-6V-34H6V-27H13V-34H24V-17L16 -10L18 16L24 22" + "Q27 26 27 36H-27Q-27 26 -24 22L-18 16L-16 -10L-24 -17Z",
    "M-16 -10H16M-18 16H18",
  ],
  bishop: [
    "M0 -42A5.5 5.5 0 0 1 3.4 -32C14 -24 19 -12 16 -2Q14 4 10 8L13 15L9 19Q12 24 24 26Q28 28 28 36H-28Q-28 28 -24 26"
      + "Q-12 24 -9 19L-13 15L-10 8Q-14 4 -16 -2C-19 -12 -14 -24 -3.4 -32A5.5 5.5 0 0 1 0 -42Z",
    "M-10 8H10M-9 19H9M0 -20V-4M-7 -13H7",
  ],
  knight: [
    "M-25 36C-26 24 -20 17 -12 10Q-7 6 -6 1Q-10 5 -16 6L-22 12Q-26 14 -30 10Q-34 6 -33 1L-24 -14Q-23 -22 -17 -27"
      + "L-16 -38L-7 -31C16 -34 31 -12 28 36Z",
    "M-6 1Q-1 -2 2 -8M7 -25C18 -17 22 4 20 27M-29 5L-27 3",
  ],
  queen: [
    "M-21 14L-35 -19L-20 0L-18 -27L-7 -3L0 -32L7 -3L18 -27L20 0L35 -19L21 14Q18 18 21 23" + BASE
      + "L-21 23Q-18 18 -21 14Z",
    "M-21 14Q0 7 21 14M-21 23Q0 17 21 23",
  ],
  king: [
    "M-3 -27V-31H-8V-37H-3V-42H3V-37H8V-31H3V-27Q7 -23 5 -16C18 -27 37 -17 31 0L22 15Q19 19 21 23" + BASE
      + "L-21 23Q-19 19 -22 15L-31 0C-37 -17 -18 -27 -5 -16Q-7 -23 -3 -27Z",
    "M-22 15Q0 8 22 15M-21 23Q0 17 21 23M0 10C0 -2 -2 -9 -5 -16M0 10C0 -2 2 -9 5 -16",
  ],
};

/** @type {Record<string, keyof typeof CHESS>} */
const KINDS = {
  "♔": "king", "♕": "queen", "♖": "rook", "♗": "bishop", "♘": "knight", "♙": "pawn",
  "♚": "king", "♛": "queen", "♜": "rook", "♝": "bishop", "♞": "knight", "♟": "pawn",
};

/** Which chess piece it is, if any. @param {Piece} piece */
export const chessKind = piece => piece.symbol === null ? undefined : KINDS[piece.symbol];

/** Whether signs of Chinese script are wanted, or letters for them. */
export const signs = { areWanted: true };

/**
 * What draws other boards and pieces than those of chess, once it is loaded.
 * @type {{looks: typeof import("./looks.js")|null}}
 */
export const others = { looks: null };

/** How light a colour like #c8402f is, from 0 to 1, as WCAG counts it. @param {string} colour */
export function lightness(colour) {
  const channels = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255);
  if (channels.some(Number.isNaN)) {
    return 0.5;
  }
  const [red = 0, green = 0, blue = 0] = channels.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour of lines on a piece of this colour. @param {string} fill */
export const edgeOn = fill => lightness(fill) > 0.3 ? "#2f2b28" : "#f7f3e8";

/**
 * A piece, to be put at the centre of a cell.
 * @param {Piece} piece
 * @param {Shape} shape
 * @param {string[]} sides  the names of the sides: X and O are drawn as such
 * @param {boolean} [isFlipped]  whether the second player sits below: tiles point at the other
 */
export function drawPiece(piece, shape, sides, isFlipped = false) {
  const kind = chessKind(piece);
  const fill = shape.colours[piece.side === "first" ? 0 : 1] ?? "#888888";
  return kind ? chessPiece(kind, fill, edgeOn(fill))
    : others.looks?.drawPiece(piece, shape, fill, sides, isFlipped) ?? svg("g");
}

/** @param {keyof typeof CHESS} kind @param {string} fill @param {string} edge */
export function chessPiece(kind, fill, edge) {
  const [outline, inner] = CHESS[kind];
  const isDark = edge !== "#2f2b28";
  const group = svg("g", { class: "chessman" },
    svg("path", { d: outline, fill, stroke: isDark ? "#0d0b0a" : edge, "stroke-width": 3.2 }),
    svg("path", { d: inner, fill: "none", stroke: edge, "stroke-width": 2.6 }));
  if (kind === "knight") {
    group.append(svg("circle", { cx: -14, cy: -17, r: 3, fill: edge }));
  } else if (kind === "queen") {
    for (const [cx, cy] of [[-35, -22], [-18, -30], [0, -36], [18, -30], [35, -22]]) {
      group.append(svg("circle", { cx, cy, r: 4.6, fill, stroke: isDark ? "#0d0b0a" : edge, "stroke-width": 3 }));
    }
  }
  return group;
}
