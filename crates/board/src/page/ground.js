// The board without pieces, in each of its styles.

import { svg } from "./dom.js";
import { CELL } from "./geometry.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */

/** The radius of a hole: a little less than the stones behind it. */
const HOLE = 40;

/**
 * What lies below the pieces, what lies above them (the wall with the holes), and the
 * coordinates: above the marks, and where there is no wall below the pieces.
 * @param {Geometry} geometry
 * @returns {{below: SVGElement[], labels: SVGElement[], above: SVGElement[]}}
 */
export function ground(geometry) {
  const { style } = geometry.shape;
  if (style === "points") {
    return { below: points(geometry), labels: outerLabels(geometry), above: [] };
  }
  if (style === "holes") {
    return { below: [backing(geometry)], labels: [], above: [wall(geometry), ...outerLabels(geometry)] };
  }
  const labels = geometry.hasOuterLabels ? outerLabels(geometry) : innerLabels(geometry);
  return { below: squares(geometry), labels, above: [] };
}

/** @param {Geometry} geometry */
function squares(geometry) {
  const { files, style } = geometry.shape;
  const frame = svg("rect", { class: "frame", width: geometry.width, height: geometry.height, rx: 12 * geometry.unit });
  const cells = Array.from({ length: geometry.count }, (_, cell) => {
    const { x, y } = geometry.centre(cell);
    const isDark = (cell % files + Math.floor(cell / files)) % 2 === 1;
    const look = style === "plain" ? "square plain" : isDark ? "square dark" : "square light";
    return svg("rect", { class: look, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL });
  });
  return [frame, ...cells];
}

/** Coordinates in the corners of the squares at the edge, where no piece covers them. @param {Geometry} geometry */
function innerLabels(geometry) {
  const { files, ranks } = geometry.shape;
  const labels = [];
  for (let column = 0; column < files; column += 1) {
    const cell = geometry.cellOf(column, ranks - 1);
    labels.push(label(geometry, cell, geometry.fileName(cell), 44, 45, "end"));
  }
  for (let row = 0; row < ranks; row += 1) {
    const cell = geometry.cellOf(0, row);
    labels.push(label(geometry, cell, geometry.rankName(cell), -45, 17 * geometry.unit - 46, "start"));
  }
  return labels;
}

/**
 * @param {Geometry} geometry
 * @param {number} cell
 * @param {string} text
 * @param {number} dx
 * @param {number} dy
 * @param {"start"|"end"|"middle"} anchor
 */
function label(geometry, cell, text, dx, dy, anchor) {
  const { x, y } = geometry.centre(cell);
  const { files, style } = geometry.shape;
  const isDark = style === "chequered" && (cell % files + Math.floor(cell / files)) % 2 === 1;
  return svg("text", {
    class: isDark ? "coordinate on-dark" : "coordinate", x: x + dx, y: y + dy, "text-anchor": anchor,
  }, text);
}

/** Coordinates outside the board. @param {Geometry} geometry */
function outerLabels(geometry) {
  const { files, ranks, style } = geometry.shape;
  const labels = [];
  const onWall = style !== "points" ? "coordinate on-wall" : "coordinate";
  for (let column = 0; column < files; column += 1) {
    const cell = geometry.cellOf(column, ranks - 1);
    labels.push(svg("text", {
      class: onWall, x: geometry.centre(cell).x, y: geometry.height - 14, "text-anchor": "middle",
    }, geometry.fileName(cell)));
  }
  for (let row = 0; row < ranks && style !== "holes"; row += 1) {
    const cell = geometry.cellOf(0, row);
    labels.push(svg("text", {
      class: onWall, x: 26, y: geometry.centre(cell).y + 8, "text-anchor": "middle",
    }, geometry.rankName(cell)));
  }
  return labels;
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
    ...dots,
  ];
}
