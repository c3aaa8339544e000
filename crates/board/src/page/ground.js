// The board without pieces: squares with their coordinates. looks.js has the other styles.

import { CELL } from "./geometry.js";
import { others } from "./pieces.js";
import { svg } from "./dom.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{below: SVGElement[], labels: SVGElement[], above: SVGElement[]}} Ground */

/**
 * What lies below the pieces, what lies above them (the wall with the holes), and the
 * coordinates: above the marks, and where there is no wall below the pieces.
 * @param {Geometry} geometry
 * @returns {Ground}
 */
export const ground = geometry => others.looks?.ground(geometry)
  ?? { below: squares(geometry), labels: innerLabels(geometry), above: [] };

/** @param {Geometry} geometry */
export function squares(geometry) {
  const { files, style } = geometry.shape;
  const frame = svg("rect", { class: "frame", width: geometry.width, height: geometry.height, rx: 12 * geometry.unit });
  const cells = Array.from({ length: geometry.count }, (_, cell) => cell).filter(cell => !geometry.holes.has(cell)).map(cell => {
    const { x, y } = geometry.centre(cell);
    const isDark = (cell % files + Math.floor(cell / files)) % 2 === 1;
    const look = style === "plain" ? "square plain" : isDark ? "square dark" : "square light";
    return svg("rect", { class: look, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL });
  });
  return [frame, ...cells];
}

/** Coordinates in the corners of the squares at the edge, where no piece covers them. @param {Geometry} geometry */
export function innerLabels(geometry) {
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
export function label(geometry, cell, text, dx, dy, anchor) {
  const { x, y } = geometry.centre(cell);
  const { files, style } = geometry.shape;
  const isDark = style === "chequered" && (cell % files + Math.floor(cell / files)) % 2 === 1;
  return svg("text", {
    class: geometry.holes.has(cell) ? "coordinate on-hole" : isDark ? "coordinate on-dark" : "coordinate", x: x + dx, y: y + dy, "text-anchor": anchor,
  }, text);
}
