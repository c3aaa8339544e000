// What the program has drawn of a game, as elements; and whether there are fonts for its signs.

import { svg } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Shape} Shape */

/** @type {Record<string, "king"|"queen"|"rook"|"bishop"|"knight"|"pawn">} */
const KINDS = {
  "♔": "king", "♕": "queen", "♖": "rook", "♗": "bishop", "♘": "knight", "♙": "pawn",
  "♚": "king", "♛": "queen", "♜": "rook", "♝": "bishop", "♞": "knight", "♟": "pawn",
};

/** Which chess piece it is, if any. @param {Piece} piece */
export const chessKind = piece => piece.symbol === null ? undefined : KINDS[piece.symbol];

/** Whether signs of Chinese script are wanted, or figures or letters for them. @type {{wanted: string}} */
export const signs = { wanted: "signs" };

/** By their signs: whether the browser can draw them all. @type {Map<string, boolean>} */
const drawable = new Map();

/** Pictures of signs, as the bytes of their pixels; none where the browser gives none. @param {string[]} all */
function pictures(all) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) {
    return [];
  }
  context.font = `30px ${getComputedStyle(document.documentElement).getPropertyValue("--signs")}`;
  return all.map(sign => {
    context.clearRect(0, 0, 40, 40);
    context.fillText(sign, 2, 32);
    return context.getImageData(0, 0, 40, 40).data;
  });
}

/** Whether a font has each of these signs: those that none has look alike. @param {string} text */
function canDraw(text) {
  // The last is no character.
  const all = [...new Set([...text].map(drawnSign)), "\u{2fffd}"];
  return new Set(pictures(all).map(picture => picture.join())).size === all.length;
}

/** Red's signs in xiangqi that are those of Black with a man at their side. */
const MANNED = new Map([["俥", "車"], ["傌", "馬"]]);
/** Whether they are of the same font as the others. @type {boolean|null} */
let hasManned = null;

/** Few fonts have them, and those of another are paler than the sign without the man. */
function canDrawManned() {
  const ink = pictures([...MANNED].flat()).map(picture => picture.reduce((sum, byte) => sum + byte, 0));
  return ink.every((of, i) => i % 2 === 1 || of > (ink[i + 1] ?? 0));
}

/** A sign as it is drawn: all of a set are of one font. @param {string} sign */
function drawnSign(sign) {
  hasManned ??= canDrawManned();
  return hasManned ? sign : MANNED.get(sign) ?? sign;
}

/** The class of what is drawn for a sign: all pieces of a game have signs, or none. @param {string} drawing @param {Shape} shape */
function lookOfSigns(drawing, { signs: text }) {
  if (signs.wanted === "figures" && drawing.includes("'figured'")) {
    return "figured";
  }
  const known = drawable.get(text) ?? canDraw(text);
  drawable.set(text, known);
  return known && signs.wanted !== "letters" ? "sign" : "instead";
}

/** By their texts. @type {Map<string, Element>} */
const parsed = new Map();
/** Whoever looks through all games sees many more. */
const MAX_PARSED = 500;

/** A drawing of a game as an element, with signs, or figures or letters instead. @param {string} text @param {Shape} shape */
export function drawn(text, shape) {
  const known = parsed.get(text)
    ?? new DOMParser().parseFromString(`<g xmlns="http://www.w3.org/2000/svg">${text}</g>`, "image/svg+xml").documentElement;
  if (parsed.size >= MAX_PARSED) {
    parsed.clear();
  }
  parsed.set(text, known);
  const element = /** @type {SVGElement} */ (document.importNode(known, true));
  if (shape.signs) {
    const look = lookOfSigns(text, shape);
    element.querySelectorAll(`:is(.sign, .instead, .figured):not(.${look})`).forEach(one => one.remove());
    element.querySelectorAll(`.${look}`).forEach(one => one.removeAttribute("display"));
    element.querySelectorAll(".sign").forEach(one => one.textContent = drawnSign(one.textContent ?? ""));
  }
  return element;
}

/**
 * A piece, to be put at the centre of a cell.
 * @param {Piece} piece
 * @param {Shape} shape
 * @param {boolean} [isFlipped]  whether the second player sits below: tiles point at the other
 */
export function drawPiece({ side, letter, symbol, promoted }, shape, isFlipped = false) {
  const look = `${side ?? "none"}${symbol === null ? "" : ` ${promoted ? "+" : ""}${letter}${symbol}`}`;
  const text = shape.views[isFlipped ? 1 : 0].pieces[look];
  // A position that the game refuses may have pieces that it has not.
  return text ? drawn(text, shape) : svg("text", { y: 15, "font-size": 44, "text-anchor": "middle" }, letter);
}
