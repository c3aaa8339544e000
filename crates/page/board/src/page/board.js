// The board as SVG: its ground, marks, pieces, and a grid of cells for keyboards and screen
// readers on top.

import { html, set, svg } from "./dom.js";
import { CELL, Geometry } from "./geometry.js";
import { drawn, drawPiece } from "./pieces.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Cells} Cells */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").Piece} Piece */

/** @param {Piece|null|undefined} a @param {Piece|null|undefined} b */
export const isSamePiece = (a, b) =>
  a?.side === b?.side && a?.letter === b?.letter && a?.symbol === b?.symbol && a?.promoted === b?.promoted;

export class Board {
  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Geometry|null} */
    this.geometry = null;
    /** @type {Cells} */
    this.cells = [];
    /** @type {Map<number, SVGGElement>} */
    this.pieces = new Map();
    /** @type {SVGGElement[]} the cells of the grid, by number */
    this.grid = [];
    this.isFlipped = false;
    this.focused = 0;
    const layer = (/** @type {string} */ name) => svg("g", { class: name, "aria-hidden": "true" });
    this.layers = {
      ground: layer("ground"), marks: layer("marks"), labels: layer("labels"), pieces: layer("pieces"), front: layer("front"),
      hints: layer("hints"), drawn: layer("drawn"), grid: svg("g", { role: "rowgroup" }), flying: layer("flying"),
    };
    const { ground: below, marks, labels, pieces, front, grid, hints, drawn, flying } = this.layers;
    root.append(below, marks, labels, pieces, front, hints, drawn, grid, flying);
  }

  /**
   * Redraws the board itself where it differs.
   * @param {Shape} shape
   * @param {boolean} flipped
   */
  setShape(shape, flipped) {
    const geometry = new Geometry(shape, flipped);
    if (this.geometry?.view === geometry.view) {
      return;
    }
    Object.assign(this, { geometry, isFlipped: flipped });
    set(this.root, { viewBox: `0 0 ${geometry.width} ${geometry.height}`, "data-wall": shape.is_wall ? "" : null });
    const { below, labels, above } = geometry.view;
    this.layers.labels.replaceChildren(drawn(labels, shape));
    this.layers.ground.replaceChildren(drawn(below, shape));
    this.layers.front.replaceChildren(drawn(above, shape));
    this.layers.marks.replaceChildren();
    this.layers.hints.replaceChildren();
    this.layers.drawn.replaceChildren();
    this.buildGrid(geometry);
    this.cells = [];
    this.clearPieces();
  }

  /** @param {Geometry} geometry */
  buildGrid(geometry) {
    const { files, ranks } = geometry.shape;
    this.grid = [];
    const isCell = (/** @type {number} */ cell) => geometry.isCell(cell);
    this.focused = Math.min(this.focused, geometry.count - 1);
    if (!isCell(this.focused)) {
      this.focused = Math.floor(geometry.count / 2);
    }
    const rows = Array.from({ length: ranks }, (_, row) =>
      svg("g", { role: "row" }, ...Array.from({ length: files }, (_, column) => geometry.cellOf(column, row)).filter(isCell).map(cell => {
        const { x, y } = geometry.centre(cell);
        const box = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
        const inner = { x: box.x + 4, y: box.y + 4, width: CELL - 8, height: CELL - 8, rx: 6 };
        const element = svg("g", { role: "gridcell", "data-cell": cell, tabindex: cell === this.focused ? 0 : -1 },
          svg("rect", { class: "hit", ...box }), svg("rect", { class: "focus", ...inner }));
        this.grid[cell] = element;
        return element;
      })));
    this.layers.grid.replaceChildren(...rows);
  }

  clearPieces() {
    this.layers.pieces.replaceChildren();
    this.layers.flying.replaceChildren();
    this.pieces.clear();
  }

  /**
   * Puts all pieces where they belong. Those that are there already stay.
   * @param {Cells} cells
   */
  setCells(cells) {
    const { geometry, pieces: before } = this;
    if (!geometry) {
      return;
    }
    const { pieces: layer, flying } = this.layers;
    this.pieces = new Map();
    cells.forEach((piece, cell) => {
      if (piece && (piece.side || !geometry.holes.has(cell))) {
        // One that has moved is in another layer.
        const there = isSamePiece(this.cells[cell], piece) ? before.get(cell) : undefined;
        const element = there?.parentNode === layer ? there : this.make(piece);
        if (element !== there) {
          this.place(element, geometry.centre(cell));
        }
        this.pieces.set(cell, element);
      }
      if (this.grid[cell]) {
        set(this.grid[cell], { "data-piece": pieceCode(piece) });
      }
    });
    this.cells = cells;
    flying.replaceChildren();
    const stay = new Set(this.pieces.values());
    [...layer.children].filter(element => !stay.has(/** @type {SVGGElement} */ (element))).forEach(element => element.remove());
    layer.append(...[...stay].filter(element => element.parentNode !== layer));
  }

  /** A piece that is not yet on the board. @param {Piece} piece */
  make(piece) {
    const { shape } = /** @type {Geometry} */ (this.geometry);
    return svg("g", { class: "piece" }, drawPiece(piece, shape, this.isFlipped));
  }

  /** @param {SVGElement} element @param {import("./geometry.js").Point} point @param {string} [more] */
  place(element, { x, y }, more = "") {
    element.setAttribute("transform", `translate(${x} ${y})${more}`);
  }

  /**
   * What screen readers and tests find in each cell.
   * @param {(cell: number) => {label: string, isTarget: boolean, isPicked: boolean}} describe
   */
  setLabels(describe) {
    this.grid.forEach((element, cell) => {
      const { label, isTarget, isPicked } = describe(cell);
      set(element, {
        "aria-label": label, "aria-selected": isPicked ? "true" : "false",
        "data-target": isTarget ? "true" : null,
      });
    });
  }

  /** The cell below a point of the screen. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const point = this.pointAt(clientX, clientY);
    return point && this.geometry ? this.geometry.cellAt(point) : null;
  }

  /** @param {number} clientX @param {number} clientY */
  pointAt(clientX, clientY) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null;
  }

  /** Makes a cell the one that Tab reaches. @param {number} cell @param {boolean} takesFocus */
  focus(cell, takesFocus) {
    this.grid[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = cell;
    this.grid[cell]?.setAttribute("tabindex", "0");
    if (takesFocus) {
      this.grid[cell]?.focus();
    }
  }
}

/** Whose piece it is, and its letter: "first N", "second +p". @param {Piece|null|undefined} piece */
const pieceCode = piece => piece ? `${piece.side ?? "none"} ${piece.promoted ? "+" : ""}${piece.letter}` : null;

/**
 * A small picture of a side's piece, for the names of the players.
 * @param {Piece} piece
 * @param {Shape} shape
 * @param {boolean} [isFlipped]
 */
export function swatch(piece, shape, isFlipped) {
  const drawing = svg("svg", { viewBox: "-50 -50 100 100", class: "swatch", "aria-hidden": "true" });
  drawing.append(drawPiece(piece, shape, isFlipped));
  return drawing;
}

/** A board that the game cannot draw: as text. @param {string} diagram */
export const textBoard = diagram => html("pre", { class: "diagram", tabindex: 0, "aria-label": texts.board }, diagram);
