// The pieces: chess pieces as paths of our own, letters on discs, stones, marks, obstacles.
// They are drawn round the centre of a cell of 100 units.

import { svg } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Shape} Shape */

/** The radius of a stone. */
const STONE = 38;

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

/** Whether signs of Chinese script are drawn; letters stand for them elsewhere. */
let hasSigns = canDrawSigns();

/** Whether the browser has a font for them: without, all look the same. */
function canDrawSigns() {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) {
    return false;
  }
  const picture = (/** @type {string} */ text) => {
    context.clearRect(0, 0, 40, 40);
    context.font = "30px serif";
    context.fillText(text, 2, 32);
    return context.getImageData(0, 0, 40, 40).data.join();
  };
  return picture("車") !== picture("馬");
}

export const signs = {
  canDraw: hasSigns,
  /** @param {boolean} areWanted */
  draw(areWanted) {
    hasSigns = areWanted;
  },
};

/** The text on a piece; null for a plain stone. @param {Piece} piece */
function textOn(piece) {
  const { symbol } = piece;
  const isSign = symbol !== null && symbol > "\u2fff";
  if (symbol === null || (isSign && hasSigns)) {
    return { text: symbol, isSign };
  }
  const letter = isSign ? piece.letter.toUpperCase() : symbol;
  return { text: piece.promoted && !letter.startsWith("+") ? `+${letter}` : letter, isSign: false };
}

/** How light a colour like #c8402f is, from 0 to 1, as WCAG counts it. @param {string} colour */
function lightness(colour) {
  const channels = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255);
  if (channels.some(Number.isNaN)) {
    return 0.5;
  }
  const [red = 0, green = 0, blue = 0] = channels.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether the two players' colours need a pattern to be told apart. @param {string[]} colours */
function areClose(colours) {
  const [a = 0, b = 0] = colours.map(lightness);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
}

/**
 * A piece, to be put at the centre of a cell.
 * @param {Piece} piece
 * @param {Shape} shape
 * @param {string[]} sides  the names of the sides: X and O are drawn as such
 * @param {boolean} [isFlipped]  whether the second player sits below: tiles point at the other
 */
export function drawPiece(piece, shape, sides, isFlipped = false) {
  if (piece.side === null) {
    return svg("g", { class: "obstacle" },
      svg("rect", { x: -STONE, y: -STONE, width: 2 * STONE, height: 2 * STONE, rx: 8 }),
      svg("path", { d: "M-22 -22L22 22M22 -22L-22 22" }));
  }
  const index = piece.side === "first" ? 0 : 1;
  const fill = shape.colours[index] ?? "#888888";
  const edge = lightness(fill) > 0.3 ? "#2f2b28" : "#f7f3e8";
  const kind = chessKind(piece);
  if (kind) {
    return chessPiece(kind, fill, edge);
  }
  if (isMark(sides[index])) {
    return mark(sides[index]);
  }
  const { text, isSign } = textOn(piece);
  const look = ["letter", ...isSign ? ["sign"] : [], ...(text?.length ?? 0) > 1 ? ["small"] : []].join(" ");
  if (shape.tiles) {
    return tile(text ?? "", piece.promoted ? `${look} promoted` : look, isSign, (index === 1) !== isFlipped);
  }
  if (piece.symbol !== null && piece.symbol > "\u2fff") {
    return svg("g", { class: "disc" },
      svg("circle", { class: "body", r: 42 }), svg("circle", { class: "ring", r: 36, stroke: fill }),
      svg("text", { class: look, y: isSign ? 18 : 15, fill, "text-anchor": "middle" }, text ?? ""));
  }
  const group = svg("g", { class: "stone" },
    svg("circle", { r: STONE, fill, stroke: edge === "#2f2b28" ? edge : "#15120f", "stroke-width": 3 }));
  if (text !== null) {
    group.append(svg("text", { class: look, y: 15, fill: edge, "text-anchor": "middle" }, text));
  } else if (areClose(shape.colours)) {
    group.append(pattern(index, edge));
  } else {
    group.append(svg("circle", { class: "rim", r: 27, stroke: edge }));
  }
  return group;
}

/** @param {string|undefined} name */
const isMark = name => name === "X" || name === "O";

/** @param {keyof typeof CHESS} kind @param {string} fill @param {string} edge */
function chessPiece(kind, fill, edge) {
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

/** A tile of shogi. @param {string} text @param {string} look @param {boolean} isSign @param {boolean} isTurned */
function tile(text, look, isSign, isTurned) {
  return svg("g", { class: "tile", transform: isTurned ? "rotate(180)" : null },
    svg("path", { d: "M0 -44L27 -31L36 41H-36L-27 -31Z" }),
    svg("text", { class: look, y: isSign ? 24 : 20, "text-anchor": "middle" }, text));
}

/** A cross or a nought. @param {string|undefined} name */
function mark(name) {
  return name === "X"
    ? svg("g", { class: "mark-x" }, svg("path", { d: "M-26 -26L26 26M26 -26L-26 26" }))
    : svg("g", { class: "mark-o" }, svg("circle", { class: "mark-edge", r: 28 }), svg("circle", { r: 28 }));
}

/** A ring for the first player, a cross for the second. @param {number} index @param {string} edge */
function pattern(index, edge) {
  return index === 0
    ? svg("circle", { class: "pattern", r: 19, stroke: edge })
    : svg("path", { class: "pattern", d: "M-14 -14L14 14M14 -14L-14 14", stroke: edge });
}
