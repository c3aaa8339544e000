// Where the cells of a board lie in its drawing, and the ways of moves over it.

/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {{x: number, y: number}} Point */

/** The side of a cell, in units of the drawing. */
export const CELL = 100;
/** Room round squares: their frame. */
const FRAME = 14;
/** Room for coordinates outside the board. */
const LABELS = 46;

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-99, 0], End: [99, 0], PageUp: [0, -99], PageDown: [0, 99],
};

export class Geometry {
  /** @param {Shape} shape @param {boolean} flipped */
  constructor(shape, flipped) {
    this.shape = shape;
    // Stones fall down on both sides of the table.
    this.flipped = flipped && !shape.drops;
    /** Small boards are drawn larger, so their letters and dots are made smaller. */
    this.unit = Math.min(1.4, Math.max(0.45, Math.max(shape.files, shape.ranks) / 8));
    const frame = FRAME * this.unit;
    const arcs = shape.style === "points" ? Math.max(0, ...shape.arcs) : 0;
    // Pieces cover coordinates in their cells where they fill them, or where cells are small.
    const isCovered = shape.steps !== undefined || (shape.style === "chequered" && this.unit > 1 && !shape.labels?.numbers.length);
    this.hasOuterLabels = shape.style === "points" || shape.style === "holes" || shape.files_above || isCovered;
    this.left = this.right = this.top = this.bottom = frame;
    if (shape.style === "points") {
      this.left = this.right = this.top = this.bottom = Math.max((arcs - 0.5) * CELL, 0) + LABELS + 10;
    } else if (this.hasOuterLabels) {
      this[shape.files_above ? "top" : "bottom"] = LABELS;
      if (shape.style !== "holes") {
        // As in diagrams of shogi.
        this[shape.tiles ? "right" : "left"] = LABELS;
      }
    }
    /** The cells that are none. */
    this.holes = new Set(shape.marks?.["hole"]);
    this.width = shape.files * CELL + this.left + this.right;
    this.height = shape.ranks * CELL + this.top + this.bottom;
  }

  get count() {
    return this.shape.files * this.shape.ranks;
  }

  /** Column and row as they are seen. @param {number} cell */
  seen(cell) {
    const { files, ranks } = this.shape;
    const [file, row] = [cell % files, Math.floor(cell / files)];
    return this.flipped ? { column: files - 1 - file, row: ranks - 1 - row } : { column: file, row };
  }

  /** @param {number} column @param {number} row  as they are seen */
  cellOf(column, row) {
    const { files, ranks } = this.shape;
    return this.flipped ? (ranks - 1 - row) * files + files - 1 - column : row * files + column;
  }

  /** @param {number} cell @returns {Point} */
  centre(cell) {
    const { column, row } = this.seen(cell);
    return { x: this.left + (column + 0.5) * CELL, y: this.top + (row + 0.5) * CELL };
  }

  /** @param {Point} point @returns {number|null} */
  cellAt({ x, y }) {
    const [column, row] = [Math.floor((x - this.left) / CELL), Math.floor((y - this.top) / CELL)];
    const { files, ranks } = this.shape;
    return column >= 0 && column < files && row >= 0 && row < ranks ? this.cellOf(column, row) : null;
  }

  /** @param {number} cell */
  fileName(cell) {
    const { files, labels } = this.shape;
    return labels ? labels.files[cell % files] ?? "" : String.fromCharCode(97 + cell % files);
  }

  /** @param {number} cell */
  rankName(cell) {
    const { files, ranks, labels } = this.shape;
    const row = Math.floor(cell / files);
    // Beyond their bend, ranks count from one cell further up in each file.
    const beyond = labels && labels.bend !== null ? Math.max(0, cell % files - labels.bend) : 0;
    return labels ? labels.ranks[row + beyond] ?? "" : String(ranks - row);
  }

  /** As players call it. @param {number} cell */
  name(cell) {
    const { files, ranks, labels } = this.shape;
    const [file, rank] = [this.fileName(cell), this.rankName(cell)];
    return labels?.numbers[cell] ? String(labels.numbers[cell])
      : file === "" || rank === "" ? String.fromCharCode(97 + cell % files) + (ranks - Math.floor(cell / files))
      : labels?.is_rank_first ? rank + file : file + rank;
  }

  /** The cell to which a key of the keyboard leads; null if it leads nowhere. @param {number} cell @param {string} key */
  cellByKey(cell, key) {
    const step = STEPS[key];
    if (!step) {
      return null;
    }
    const { column, row } = this.seen(cell);
    const inside = (/** @type {number} */ n, /** @type {number} */ size) => Math.min(size - 1, Math.max(0, n));
    return this.cellOf(inside(column + step[0], this.shape.files), inside(row + step[1], this.shape.ranks));
  }

  /** Whether two cells touch. @param {number} a @param {number} b */
  areNeighbours(a, b) {
    const { files } = this.shape;
    const across = Math.abs(a % files - b % files);
    const along = Math.abs(Math.floor(a / files) - Math.floor(b / files));
    return Math.max(across, along) === 1;
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
    const edges = {
      x: [this.left + CELL / 2, this.width - this.right - CELL / 2],
      y: [this.top + CELL / 2, this.height - this.bottom - CELL / 2],
    };
    // The corner shares its x with one end and its y with the other.
    for (const corner of [{ x: from.x, y: to.y }, { x: to.x, y: from.y }]) {
      const radius = Math.abs(from.x - corner.x) + Math.abs(from.y - corner.y);
      const otherRadius = Math.abs(to.x - corner.x) + Math.abs(to.y - corner.y);
      if (edges.x.includes(corner.x) && edges.y.includes(corner.y) && radius === otherRadius) {
        const turn = (from.x - corner.x) * (to.y - corner.y) - (from.y - corner.y) * (to.x - corner.x);
        return `A${radius} ${radius} 0 1 ${turn > 0 ? 0 : 1} ${to.x} ${to.y}`;
      }
    }
    return null;
  }
}
