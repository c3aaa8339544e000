// Boards and pieces of all games but chess, which does not load this: hexagons, points, the wall
// with its holes, what the rules say of cells; letters, signs, tiles, stones, obstacles.

import { CELL, Geometry } from "./geometry.js";
import { chessPiece, edgeOn, lightness, signs } from "./pieces.js";
import { innerLabels, label, squares } from "./ground.js";
import { svg } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./ground.js").Ground} Ground */

/** The radius of a stone. */
const STONE = 38;
/** The radius of a hole: a little less than the stones behind it. */
const HOLE = 40;
/** From the centre of a hexagon to its corners. */
const RADIUS = CELL / Math.sqrt(3);
const LINE = "#5b4a2e";
/** The neighbours of a hexagon, in files to the right and rows down. @type {[number, number][]} */
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** @param {Shape} shape @param {boolean} flipped */
export const geometryOf = (shape, flipped) =>
  shape.style.startsWith("hexagon") ? new HexagonGeometry(shape, flipped) : new Geometry(shape, flipped);

/** Each row lies half a cell further right than that above, or each file half a cell lower than that on its left. */
class HexagonGeometry extends Geometry {
  /** @param {Shape} shape @param {boolean} flipped */
  constructor(shape, flipped) {
    super(shape, flipped);
    this.hasFiles = shape.style === "hexagon-files";
    this.left = this.right = 0.75 * CELL;
    this.top = this.bottom = 0.5 * CELL;
    const half = this.hasFiles ? { x: RADIUS, y: CELL / 2 } : { x: CELL / 2, y: RADIUS };
    const places = this.cells().map(cell => this.place(cell % shape.files, Math.floor(cell / shape.files)));
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const least = { x: Math.min(...xs), y: Math.min(...ys) };
    this.width = Math.max(...xs) - least.x + 2 * (half.x + this.left);
    this.height = Math.max(...ys) - least.y + 2 * (half.y + this.top);
    this.origin = { x: this.left + half.x - least.x, y: this.top + half.y - least.y };
  }

  cells() {
    return Array.from({ length: this.count }, (_, cell) => cell).filter(cell => !this.holes.has(cell));
  }

  /** Where a cell lies beside others. @param {number} file @param {number} row */
  place(file, row) {
    return this.hasFiles ? { x: 1.5 * RADIUS * file, y: CELL * (row + file / 2) } : { x: CELL * (file + row / 2), y: 1.5 * RADIUS * row };
  }

  /** @param {number} cell */
  centre(cell) {
    return this.at(cell % this.shape.files, Math.floor(cell / this.shape.files));
  }

  /** The centre of a cell, or of a place beside the board. @param {number} file @param {number} row */
  at(file, row) {
    const place = this.place(file, row);
    const [x, y] = [this.origin.x + place.x, this.origin.y + place.y];
    return this.flipped ? { x: this.width - x, y: this.height - y } : { x, y };
  }

  /** Counted clockwise from the upper right, or the right. @param {number} cell @param {number} number */
  corner(cell, number) {
    const { x, y } = this.centre(cell);
    const angle = (60 * number - (this.hasFiles ? 0 : 30) + (this.flipped ? 180 : 0)) * Math.PI / 180;
    return `${(x + RADIUS * Math.cos(angle)).toFixed(1)} ${(y + RADIUS * Math.sin(angle)).toFixed(1)}`;
  }

  /** @param {number} cell */
  outline(cell) {
    return `M${[0, 1, 2, 3, 4, 5].map(number => this.corner(cell, number)).join("L")}Z`;
  }

  /** @param {number} cell @param {number} way */
  side(cell, way) {
    return `M${this.corner(cell, way)}L${this.corner(cell, way + 1)}`;
  }

  /** @param {import("./geometry.js").Point} point */
  cellAt({ x, y }) {
    const far = (/** @type {number} */ cell) => Math.hypot(this.centre(cell).x - x, this.centre(cell).y - y);
    const [nearest] = this.cells().sort((a, b) => far(a) - far(b));
    return nearest !== undefined && far(nearest) < RADIUS ? nearest : null;
  }

  /** The last cell in that direction before a hole, for a long way. @param {number} cell @param {string} key @returns {number|null} */
  cellByKey(cell, key) {
    const near = { Home: "ArrowLeft", End: "ArrowRight", PageUp: "ArrowUp", PageDown: "ArrowDown" }[key];
    const next = super.cellByKey(cell, near ?? key);
    if (next === null || next === cell || this.holes.has(next)) {
      return next === null ? null : cell;
    }
    return near ? this.cellByKey(next, key) : next;
  }

  /** @param {number} a @param {number} b */
  areNeighbours(a, b) {
    return Math.hypot(this.centre(a).x - this.centre(b).x, this.centre(a).y - this.centre(b).y) < 1.1 * CELL;
  }
}

/** @param {Geometry} geometry @returns {Ground} */
export function ground(geometry) {
  const { style, labels } = geometry.shape;
  if (geometry instanceof HexagonGeometry) {
    return { below: [...hexagons(geometry), ...marks(geometry)], labels: slantedLabels(geometry), above: [] };
  }
  if (style === "points") {
    return { below: [...points(geometry), ...marks(geometry)], labels: outerLabels(geometry), above: [] };
  }
  if (style === "holes") {
    return { below: [backing(geometry)], labels: [], above: [wall(geometry), ...outerLabels(geometry)] };
  }
  const texts = labels?.numbers.length ? numbers(geometry) : geometry.hasOuterLabels ? outerLabels(geometry) : innerLabels(geometry);
  return { below: [...squares(geometry), ...marks(geometry)], labels: texts, above: [] };
}

/** The numbers of squares, in their corners. @param {Geometry} geometry */
function numbers(geometry) {
  const { unit } = geometry;
  const texts = (geometry.shape.labels?.numbers ?? []).map((number, cell) => number === 0 ? null
    : label(geometry, cell, String(number), -48, 11 * unit - 48.5, "start"));
  return texts.filter(text => text !== null).map(text => {
    text.classList.add("square-number");
    return text;
  });
}

/** @param {HexagonGeometry} geometry */
function hexagons(geometry) {
  const { edges = [], colours, files, ranks } = geometry.shape;
  const outline = (/** @type {number} */ cell) => geometry.outline(cell);
  // Below the cells, so that half of their width is seen.
  const lines = colours.map((colour, side) => svg("path", {
    d: edges.filter(edge => edge[2] === side).map(([cell = 0, way = 0]) => geometry.side(cell, way)).join(""),
    stroke: colour, "stroke-width": 30, "stroke-linecap": "round",
  }));
  // Files and ranks together tell the three colours: the same one along diagonals.
  const colour = (/** @type {number} */ cell) => (cell % files + ranks - 1 - Math.floor(cell / files)) % 3;
  const cells = geometry.hasFiles ? ["dark", "middle", "light"].map((look, number) => svg("path", {
    class: `square ${look}`, d: geometry.cells().filter(cell => colour(cell) === number).map(outline).join(""), stroke: "#4c5a60", "stroke-width": 2,
  })) : [svg("path", { d: geometry.cells().map(outline).join(""), fill: "#f3e7cb", stroke: LINE, "stroke-width": 3 })];
  return [svg("rect", { class: geometry.hasFiles ? "frame" : "wood", width: geometry.width, height: geometry.height, rx: 16 }), ...lines, ...cells];
}

/** Files above or below and ranks left of the first cell of each, along the slant. @param {HexagonGeometry} geometry */
function slantedLabels(geometry) {
  const { files, ranks, files_above: isAbove } = geometry.shape;
  const cells = geometry.cells();
  const text = (/** @type {string} */ name, /** @type {number} */ file, /** @type {number} */ row) => {
    const { x, y } = geometry.at(file, row);
    return svg("text", { class: geometry.hasFiles ? "coordinate on-wall" : "coordinate", x, y: y + 8, "text-anchor": "middle" }, name);
  };
  const aside = geometry.hasFiles ? 0.7 : 0.85;
  const ends = isAbove ? cells : cells.toReversed();
  const columns = Array.from({ length: files }, (_, file) => ends.find(cell => cell % files === file));
  const rows = Array.from({ length: ranks }, (_, row) => cells.find(cell => Math.floor(cell / files) === row));
  return [
    ...columns.map(cell => cell === undefined ? null : text(geometry.fileName(cell), cell % files, Math.floor(cell / files) + (isAbove ? -aside : aside))),
    ...rows.map(cell => cell === undefined ? null : text(geometry.rankName(cell), cell % files - aside, Math.floor(cell / files))),
  ].filter(element => element !== null);
}

/** What the rules say of cells. @param {Geometry} geometry */
function marks(geometry) {
  const half = geometry.flipped ? -CELL / 2 : CELL / 2;
  return Object.entries(geometry.shape.marks ?? {}).flatMap(([mark, cells]) => cells.map(cell => {
    const { x, y } = geometry.centre(cell);
    const [left, top] = [x - CELL / 2, y - CELL / 2];
    switch (mark.split("-")[0]) {
      case "star": return geometry.shape.signs ? corners(geometry, cell) : svg("circle", { cx: x, cy: y, r: 9, fill: LINE });
      case "dot": return svg("circle", { cx: x + half, cy: y + half, r: 8, fill: LINE });
      case "throne": return svg("path", { d: `M${left} ${top}l100 100m-100 0l100 -100`, stroke: "#2f4a38", "stroke-width": 3, opacity: 0.6 });
      case "goal": return geometry instanceof HexagonGeometry ? svg("path", { d: geometry.outline(cell), fill: "#0b6b3a", opacity: 0.28 }) : svg("rect", { x: left, y: top, width: CELL, height: CELL, fill: "#0b6b3a", opacity: 0.28 });
      case "hole": return svg("g");
      default: return border(geometry, cell, cells);
    }
  }));
}

/** What boards of xiangqi have where cannons and soldiers begin. @param {Geometry} geometry @param {number} cell */
function corners(geometry, cell) {
  const { column } = geometry.seen(cell);
  const { x, y } = geometry.centre(cell);
  const sides = [-1, 1].filter(side => column + side >= 0 && column + side < geometry.shape.files);
  const course = sides.flatMap(side => [-1, 1].map(down => `M${x + 9 * side} ${y + 26 * down}v${-17 * down}h${17 * side}`));
  return svg("path", { d: course.join(""), fill: "none", stroke: LINE, "stroke-width": 3 });
}

/** The names of the river of xiangqi. @param {Geometry} geometry */
function riverNames(geometry) {
  const { river, files } = geometry.shape;
  const names = ["楚河", "漢界"];
  if (river === null || files < 9 || !hasSigns({ signs: names.join("") })) {
    return [];
  }
  const y = (geometry.centre(river * files).y + geometry.centre((river - 1) * files).y) / 2 + 20;
  return names.map((name, i) => svg("text", {
    class: "letter sign river", x: geometry.width * (i + 0.5) / 2, y, fill: LINE, "text-anchor": "middle",
  }, name));
}

/** A zone: lines along the diagonals of the board, as in sittuyin, or else the sides of a cell that face other cells. @param {Geometry} geometry @param {number} cell @param {number[]} zone */
function border(geometry, cell, zone) {
  const { files, ranks } = geometry.shape;
  if (geometry instanceof HexagonGeometry) {
    const sides = STEPS.map(([right, down], way) => {
      const [file, row] = [cell % files + right, Math.floor(cell / files) + down];
      const other = row * files + file;
      const isInside = file >= 0 && file < files && row >= 0 && row < ranks;
      return isInside && !zone.includes(other) && !geometry.holes.has(other) ? geometry.side(cell, way) : "";
    });
    return svg("path", { d: sides.join(""), stroke: "#3d4f57", "stroke-width": 5, "stroke-dasharray": "14 9" });
  }
  const { column, row } = geometry.seen(cell);
  const { x, y } = geometry.centre(cell);
  const offDiagonal = (/** @type {number} */ cell) =>
    Math.abs(2 * (cell % files) - files + 1) - Math.abs(2 * Math.floor(cell / files) - ranks + 1);
  if (zone.every(cell => offDiagonal(cell) === 0)) {
    const down = 50 * Math.sign((2 * column - files + 1) * (2 * row - ranks + 1));
    return svg("path", { d: `M${x - 50} ${y - down}L${x + 50} ${y + down}`, stroke: "#3d4f57", "stroke-width": 3 });
  }
  const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([right = 0, down = 0]) => {
    const [toColumn, toRow] = [column + right, row + down];
    const isInside = toColumn >= 0 && toColumn < files && toRow >= 0 && toRow < ranks;
    const other = geometry.cellOf(toColumn, toRow);
    const isBorder = isInside && !zone.includes(other) && !geometry.holes.has(other);
    return isBorder ? `M${x + 50 * (right - down)} ${y + 50 * (down - right)}L${x + 50 * (right + down)} ${y + 50 * (down + right)}` : "";
  });
  return svg("path", { d: sides.join(""), stroke: "#3d4f57", "stroke-width": 5, "stroke-dasharray": "14 9" });
}

/** Coordinates outside the board. @param {Geometry} geometry */
function outerLabels(geometry) {
  const { files, ranks, style, tiles, files_above: isAbove, labels } = geometry.shape;
  const look = style !== "points" ? "coordinate on-wall" : "coordinate";
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    svg("text", { class: look, x, y, "text-anchor": "middle" }, name);
  const [top, bottom] = [34, geometry.height - 14];
  const drawn = [];
  const far = labels?.far_files ?? [];
  for (let column = 0; column < files; column += 1) {
    const cell = geometry.cellOf(column, ranks - 1);
    const { x } = geometry.centre(cell);
    const names = [geometry.fileName(cell), far[cell % files]];
    // Each player reads the names on the own side.
    const [near = "", other] = geometry.flipped && names[1] ? names.reverse() : names;
    drawn.push(text(x, isAbove ? top : bottom, near), ...other ? [text(x, top, other)] : []);
  }
  for (let row = 0; row < ranks && style !== "holes"; row += 1) {
    const cell = geometry.cellOf(0, row);
    drawn.push(text(tiles ? geometry.width - 23 : geometry.left > 50 ? 26 : 23, geometry.centre(cell).y + 8, geometry.rankName(cell)));
  }
  return drawn;
}

/** @param {Geometry} geometry */
const backing = geometry =>
  svg("rect", { class: "backing", x: 4, y: 4, width: geometry.width - 8, height: geometry.height - 8, rx: 24 });

/** One shape with holes in it, so that falling stones pass behind it. @param {Geometry} geometry */
function wall(geometry) {
  const { width, height } = geometry;
  const radius = 28;
  let course = `M${radius} 0H${width - radius}A${radius} ${radius} 0 0 1 ${width} ${radius}V${height - radius}`
    + `A${radius} ${radius} 0 0 1 ${width - radius} ${height}H${radius}A${radius} ${radius} 0 0 1 0 ${height - radius}`
    + `V${radius}A${radius} ${radius} 0 0 1 ${radius} 0Z`;
  for (let cell = 0; cell < geometry.count; cell += 1) {
    const { x, y } = geometry.centre(cell);
    course += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
  }
  return svg("path", { class: "wall", d: course, "fill-rule": "evenodd" });
}

/** Lines from edge to edge, and arcs that join them outside the corners. @param {Geometry} geometry */
function points(geometry) {
  const { files, ranks, arcs, diagonals, river } = geometry.shape;
  const board = svg("rect", { class: "wood", width: geometry.width, height: geometry.height, rx: 16 });
  const lines = diagonals.map(ends => geometry.course(ends));
  const file = (/** @type {number} */ column, /** @type {number} */ from, /** @type {number} */ to) => {
    const [cell, end] = [from * files + column, to * files + column];
    lines.push(geometry.course([cell, end]));
  };
  for (let column = 0; column < files; column += 1) {
    const isEdge = column === 0 || column === files - 1;
    if (river === null || isEdge) {
      file(column, 0, ranks - 1);
    } else {
      file(column, 0, river - 1);
      file(column, river, ranks - 1);
    }
  }
  for (let row = 0; row < ranks; row += 1) {
    lines.push(geometry.course([geometry.cellOf(0, row), geometry.cellOf(files - 1, row)]));
  }
  const loops = arcs.flatMap(arc => [[0, 0, 1, 1], [files - 1, 0, -1, 1], [0, ranks - 1, 1, -1], [files - 1, ranks - 1, -1, -1]]
    .map(([column = 0, row = 0, inwards = 0, down = 0]) =>
      geometry.course([geometry.cellOf(column + inwards * arc, row), geometry.cellOf(column, row + down * arc)])));
  const dots = arcs.length === 0 ? [] : Array.from({ length: geometry.count }, (_, cell) => {
    const { x, y } = geometry.centre(cell);
    return svg("circle", { class: "point", cx: x, cy: y, r: 7 });
  });
  return [
    board,
    svg("path", { class: "board-line", d: lines.join("") }),
    // The loops differ by their dashes, so that the eye can follow each.
    ...loops.map((course, i) => svg("path", { class: `board-line loop loop-${Math.floor(i / 4)}`, d: course })),
    ...dots, ...riverNames(geometry),
  ];
}

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
  const all = [...new Set(text), "\u{2fffd}"];
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

/** Whether a game has signs: all of its pieces, or none. @param {Pick<Shape, "signs">} shape */
function hasSigns({ signs: text = "" }) {
  const known = drawable.get(text) ?? canDraw(text);
  drawable.set(text, known);
  return known && signs.areWanted;
}

/** The text on a piece; null for a plain stone. @param {Piece} piece @param {Shape} shape */
function textOn(piece, shape) {
  const { symbol } = piece;
  const isSign = symbol !== null && symbol > "\u2fff";
  if (symbol === null || (isSign && hasSigns(shape))) {
    return { text: symbol && drawnSign(symbol), isSign };
  }
  const letter = isSign ? piece.letter.toUpperCase() : symbol;
  return { text: piece.promoted && !letter.startsWith("+") ? `+${letter}` : letter, isSign: false };
}

/** Whether the two players' colours need a pattern to be told apart. @param {string[]} colours */
function areClose(colours) {
  const [a = 0, b = 0] = colours.map(lightness);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
}

/** Dots where a piece goes, lines where it goes on: hollow ones only move, square ones only capture. @param {import("./types.js").Step[]} steps @param {string} ink */
const dots = (steps, ink) => steps.flatMap(([files, ranks, slides, moves, captures]) => {
  const place = (/** @type {number} */ way) => Math.sign(way) * ([0, 22, 30, 38][Math.abs(way)] ?? 38);
  const [x, y] = [place(files), -place(ranks)];
  return [
    svg("path", { d: slides ? `M${x} ${y}l${0.8 * x} ${0.8 * y}` : "", stroke: ink, "stroke-width": 4 }),
    svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, rx: moves ? 4 : 0, fill: captures ? ink : "none", stroke: ink, "stroke-width": 2 }),
  ];
});

/** @param {Piece} piece @param {Shape} shape @param {string} fill @param {string[]} sides @param {boolean} isFlipped */
export function drawPiece(piece, shape, fill, sides, isFlipped) {
  if (piece.side === null) {
    return piece.symbol ? duck() : svg("g", { class: "obstacle" },
      svg("circle", { r: 32 }), svg("path", { d: "M-16 -16L16 16M16 -16L-16 16" }));
  }
  const index = piece.side === "first" ? 0 : 1;
  const edge = edgeOn(fill);
  if (isMark(sides[index])) {
    return mark(sides[index]);
  }
  const { text, isSign } = textOn(piece, shape);
  const isTurned = (index === 1) !== isFlipped;
  const look = ["letter", ...isSign ? ["sign"] : [], ...(text?.length ?? 0) > 1 ? ["small"] : []].join(" ");
  const steps = shape.steps?.[(piece.promoted ? "+" : "") + piece.letter.toUpperCase()];
  const figures = shape.tiles ? undefined : compound(steps ?? []);
  if (figures) {
    return svg("g", {}, ...figures.map((kind, i) => {
      const figure = chessPiece(kind, fill, edge);
      figure.setAttribute("transform", `translate(${24 * i - 12} ${6 - 12 * i}) scale(0.78)`);
      return figure;
    }).reverse());
  }
  if (steps || shape.tiles) {
    return token(steps ?? [], piece, { text: text ?? "", look, isSign, isTurned, hasTile: shape.tiles, fill, edge });
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

const duck = () => svg("g", { class: "duck" },
  svg("path", { d: "M-35 10Q-34 -4 -14 -2Q-4 -2 -2 -9A16 16 0 1 1 28 -16L40 -10L26 -5Q34 7 29 20Q24 33 3 33H-13Q-32 31 -35 10Z" }),
  svg("path", { class: "wing", d: "M-22 9Q-4 4 12 10Q2 24 -10 22Q-19 20 -22 9Z" }), svg("circle", { cx: 15, cy: -20, r: 3 }));

/** The chess pieces that a piece is together: a knight and a rider. @param {import("./types.js").Step[]} steps */
function compound(steps) {
  const one = (/** @type {import("./types.js").Step} */ [files, ranks, slides, moves, captures]) => {
    const [far, near] = [Math.abs(files), Math.abs(ranks)].sort().reverse();
    return !moves || !captures ? "-" : !slides && far === 2 && near === 1 ? "n" : slides && far === 1 ? near === 1 ? "b" : "r" : "-";
  };
  return COMPOUNDS[steps.map(one).sort().join("")];
}

/** @type {Record<string, ("knight"|"bishop"|"rook"|"queen")[]>} */
const COMPOUNDS = {
  bbbbnnnnnnnn: ["knight", "bishop"], nnnnnnnnrrrr: ["knight", "rook"], bbbbnnnnnnnnrrrr: ["knight", "queen"],
};

/**
 * A tile of shogi, or a square with a letter and the steps of its piece. Letters stay upright.
 * @param {import("./types.js").Step[]} steps
 * @param {Piece} piece
 * @param {{text: string, look: string, isSign: boolean, isTurned: boolean, hasTile: boolean, fill: string, edge: string}} face
 */
function token(steps, piece, { text, look, isSign, isTurned, hasTile, fill, edge }) {
  const ink = hasTile ? piece.promoted ? "#a3170d" : "#1d1710" : edge;
  const turn = (/** @type {boolean} */ isTurned) => isTurned ? "rotate(180)" : null;
  const attributes = steps.length === 0 ? { class: piece.promoted ? `${look} promoted` : look, y: isSign ? 24 : isTurned ? 12 : 20 }
    : { y: 10, "font-size": text.length > 1 ? 24 : 30, "font-weight": 650, fill: ink };
  return svg("g", { class: hasTile ? "tile" : "token" },
    svg("g", { transform: turn(isTurned) }, hasTile ? svg("path", { d: "M0 -44L27 -31L36 41H-36L-27 -31Z" })
      : svg("rect", { x: -43, y: -43, width: 86, height: 86, rx: 16, fill, stroke: edge, "stroke-width": 3 })),
    svg("g", { class: "steps", transform: turn(isTurned) }, ...dots(steps, ink)),
    svg("text", { ...attributes, transform: turn(isSign && isTurned), "text-anchor": "middle" }, text));
}

/** @param {string|undefined} name */
const isMark = name => name === "X" || name === "O";

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
