// Where the cells of a board lie in its drawing, and the ways of moves over it.

/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {{x: number, y: number}} Point */

/** The side of a cell, in units of the drawing. */
export const CELL = 100;
/** From the centre of a hexagon to its corners. */
const RADIUS = CELL / Math.sqrt(3);

/** Columns to the right, rows down, and whether a key goes on until the end. @type {Record<string, [number, number, boolean]>} */
const STEPS = {
  ArrowLeft: [-1, 0, false], ArrowRight: [1, 0, false], ArrowUp: [0, -1, false], ArrowDown: [0, 1, false],
  Home: [-1, 0, true], End: [1, 0, true], PageUp: [0, -1, true], PageDown: [0, 1, true],
};

/** A phone that is held upright: boards that are narrower if they are turned are turned. */
export const narrowPage = window.matchMedia("(max-width: 40rem) and (max-aspect-ratio: 2/3)");

export class Geometry {
  /** @param {Shape} shape @param {boolean} flipped */
  constructor(shape, flipped) {
    this.shape = shape;
    this.view = ((narrowPage.matches && shape.upright) || shape.views)[flipped ? 1 : 0];
    this.width = this.view.width;
    this.height = this.view.height;
    /** Small boards are drawn larger, so their dots are made smaller. */
    this.unit = this.view.unit;
    /** The cells that are none. */
    this.holes = new Set(shape.holes);
    this.isHexagonal = shape.is_hexagonal;
  }

  get count() {
    return this.shape.files * this.shape.ranks;
  }

  /** Whether a cell can be reached; holes in squares are on the way to others. @param {number} cell */
  isCell(cell) {
    return !this.isHexagonal || !this.holes.has(cell);
  }

  /** A cell as seen from the other side, if the board is turned. @param {number} cell */
  turned(cell) {
    return this.view.is_flipped ? this.count - 1 - cell : cell;
  }

  /** @param {number} column @param {number} row  as they are seen */
  cellOf(column, row) {
    return this.turned(row * this.shape.files + column);
  }

  /** @param {number} cell @returns {Point} */
  centre(cell) {
    const [x = 0, y = 0] = this.view.centres[cell] ?? [];
    return { x, y };
  }

  /** @param {Point} point @returns {number|null} */
  cellAt({ x, y }) {
    const far = (/** @type {number} */ cell) => {
      const [dx, dy] = [this.centre(cell).x - x, this.centre(cell).y - y];
      return this.isHexagonal ? Math.hypot(dx, dy) : Math.max(Math.abs(dx), Math.abs(dy));
    };
    const cells = Array.from({ length: this.count }, (_, cell) => cell).filter(cell => this.isCell(cell));
    const near = cells.filter(cell => far(cell) <= (this.isHexagonal ? RADIUS : CELL / 2));
    return near.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  /** As players call it. @param {number} cell */
  name(cell) {
    return this.shape.names[cell] ?? "";
  }

  /** The cell to which a key of the keyboard leads; null if it leads nowhere. @param {number} cell @param {string} key @returns {number|null} */
  cellByKey(cell, key) {
    const step = STEPS[key];
    if (!step) {
      return null;
    }
    const { files, ranks } = this.shape;
    const seen = this.turned(cell);
    const [right, down, goesOn] = step;
    const [column, row] = [seen % files + right, Math.floor(seen / files) + down];
    const isInside = column >= 0 && column < files && row >= 0 && row < ranks;
    const next = isInside ? this.cellOf(column, row) : cell;
    if (next === cell || !this.isCell(next)) {
      return cell;
    }
    return goesOn ? this.cellByKey(next, key) : next;
  }

  /** Whether two cells touch. @param {number} a @param {number} b */
  areNeighbours(a, b) {
    const far = Math.hypot(this.centre(a).x - this.centre(b).x, this.centre(a).y - this.centre(b).y);
    return far < (this.isHexagonal ? 1.1 : 1.5) * CELL;
  }

  /**
   * The way of a piece as the data of an SVG path.
   * @param {number[]} cells
   */
  course(cells) {
    const points = cells.map(cell => this.centre(cell));
    return points.map((point, i) => {
      const before = points[i - 1];
      if (!before) {
        return `M${point.x} ${point.y}`;
      }
      return this.arc(before, point) ?? `L${point.x} ${point.y}`;
    }).join("");
  }

  /**
   * The arc between the ends of two lines, outside the corner at which they meet.
   * @param {Point} from
   * @param {Point} to
   */
  arc(from, to) {
    if (this.shape.arcs.length === 0 || from.x === to.x || from.y === to.y) {
      return null;
    }
    const ends = [this.centre(0), this.centre(this.count - 1)];
    // The corner shares its x with one end and its y with the other.
    for (const corner of [{ x: from.x, y: to.y }, { x: to.x, y: from.y }]) {
      const radius = Math.abs(from.x - corner.x) + Math.abs(from.y - corner.y);
      const otherRadius = Math.abs(to.x - corner.x) + Math.abs(to.y - corner.y);
      const isCorner = ends.some(({ x }) => x === corner.x) && ends.some(({ y }) => y === corner.y);
      if (isCorner && radius === otherRadius) {
        const turn = (from.x - corner.x) * (to.y - corner.y) - (from.y - corner.y) * (to.x - corner.x);
        return `A${radius} ${radius} 0 1 ${turn > 0 ? 0 : 1} ${to.x} ${to.y}`;
      }
    }
    return null;
  }
}
