// Moves that are seen: pieces that slide, run along loops, fall, turn over.

import { isSamePiece } from "./board.js";
import { CELL } from "./geometry.js";
import { svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Cells} Cells */
/** @typedef {import("./types.js").LastMove} LastMove */

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The longest that a move may take, in ms; the shortest way takes a quarter. */
const MAX_MS = 1100;
const MIN_MS = 190;
const FLIP = 320;

/** Sets the end of the running animation at once. @type {(() => void)|null} */
let finish = null;

export function finishAnimation() {
  finish?.();
}

/** Slow at both ends. @param {number} t */
const eased = t => t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
/** Falling, with a small rebound. @param {number} t */
const fallen = t => t < 0.75 ? (t / 0.75) ** 2 : 1 - 0.06 * Math.sin((t - 0.75) / 0.25 * Math.PI);

/**
 * Shows a move from the pieces on the board to `cells`.
 * @param {Board} board
 * @param {Cells} cells
 * @param {LastMove} move
 */
export function animate(board, cells, move) {
  finishAnimation();
  if (still.matches || document.hidden || board.cells.length !== cells.length) {
    board.setCells(cells);
    return;
  }
  const parts = partsOf(board, cells, move);
  const length = Math.max(0, ...parts.map(part => part.ms));
  const begun = performance.now();
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    finish = null;
    board.setCells(cells);
  };
  finish = end;
  const step = (/** @type {number} */ now) => {
    const passed = now - begun;
    if (passed >= length) {
      end();
      return;
    }
    parts.forEach(part => part.draw(Math.min(1, Math.max(0, passed / part.ms))));
    frame = requestAnimationFrame(step);
  };
  parts.forEach(part => part.draw(0));
  frame = requestAnimationFrame(step);
}

/** @typedef {{ms: number, draw: (t: number) => void}} Part */

/**
 * @param {Board} board
 * @param {Cells} cells
 * @param {LastMove} move
 * @returns {Part[]}
 */
function partsOf(board, cells, move) {
  const parts = [];
  const mover = move.from === null ? undefined : board.pieces.get(move.from);
  if (move.from !== null && move.to !== null && mover) {
    parts.push(travel(board, mover, move.path ?? [move.from, move.to]));
  } else if (move.from === null && move.to !== null) {
    const part = arrival(board, cells, move.to);
    if (part) {
      parts.push(part);
    }
  }
  return [...parts, ...sideEffects(board, cells, move, parts[0]?.ms ?? 0)];
}

/**
 * @param {Board} board
 * @param {SVGGElement} element
 * @param {number[]} path
 * @returns {Part}
 */
function travel(board, element, path) {
  const geometry = /** @type {import("./geometry.js").Geometry} */ (board.geometry);
  const course = svg("path", { d: geometry.course(path) });
  const length = course.getTotalLength();
  const ms = Math.min(MAX_MS, MIN_MS + 55 * Math.max(0, length / CELL - 1) * (path.length > 2 ? 1.4 : 1));
  // Above the wall only where there is none: the last layer has no holes to look through.
  board.layers.flying.append(element);
  return { ms, draw: t => board.place(element, course.getPointAtLength(length * eased(t))) };
}

/**
 * A stone that comes from outside: it falls from above the wall, or grows on its cell.
 * @param {Board} board
 * @param {Cells} cells
 * @param {number} to
 * @returns {Part|null}
 */
function arrival(board, cells, to) {
  const { geometry } = board;
  const piece = cells[to];
  if (!geometry || !piece) {
    return null;
  }
  const element = board.make(piece);
  const { x, y } = geometry.centre(to);
  board.layers.pieces.append(element);
  if (geometry.shape.is_wall) {
    const height = y + CELL / 2;
    return { ms: 180 + 0.55 * height, draw: t => board.place(element, { x, y: y - height * (1 - fallen(t)) }) };
  }
  return { ms: MIN_MS, draw: t => board.place(element, { x, y }, ` scale(${0.4 + 0.6 * eased(t)})`) };
}

/**
 * Pieces besides the mover: one that also moves slides; one that changes hands turns over;
 * one that vanishes fades.
 * @param {Board} board
 * @param {Cells} cells
 * @param {LastMove} move
 * @param {number} delay
 * @returns {Part[]}
 */
function sideEffects(board, cells, move, delay) {
  const changed = move.changed.filter(cell => cell !== move.to);
  const lost = changed.filter(cell => board.cells[cell] && !cells[cell]);
  const parts = [];
  const gained = changed.filter(cell => !board.cells[cell] && cells[cell]);
  for (const cell of lost) {
    const element = board.pieces.get(cell);
    const at = gained.findIndex(target => isSamePiece(board.cells[cell], cells[target]));
    const target = at < 0 ? undefined : gained.splice(at, 1)[0];
    if (element && target !== undefined) {
      parts.push(travel(board, element, [cell, target]));
    } else if (element) {
      parts.push({ ms: delay + 120, draw: (/** @type {number} */ t) => element.setAttribute("opacity", String(1 - t * t)) });
    }
  }
  for (const cell of changed) {
    const part = board.cells[cell] && cells[cell] ? turn(board, cells, cell, delay) : null;
    if (part) {
      parts.push(part);
    }
  }
  return parts;
}

/** @param {Board} board @param {Cells} cells @param {number} cell @param {number} delay @returns {Part|null} */
function turn(board, cells, cell, delay) {
  const { geometry } = board;
  const [before, piece] = [board.pieces.get(cell), cells[cell]];
  if (!geometry || !before || !piece) {
    return null;
  }
  const after = board.make(piece);
  const centre = geometry.centre(cell);
  const ms = delay + FLIP;
  return {
    ms,
    draw(t) {
      const turned = Math.max(0, (t * ms - delay) / FLIP);
      const [shown, hidden] = turned < 0.5 ? [before, after] : [after, before];
      hidden.remove();
      if (!shown.isConnected) {
        board.layers.pieces.append(shown);
      }
      board.place(shown, centre, ` scale(${Math.max(0.02, Math.abs(Math.cos(turned * Math.PI)))} 1)`);
    },
  };
}
