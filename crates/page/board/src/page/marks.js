// What is drawn on the board besides pieces: the last move, targets, arrows with scores.

import { set, svg } from "./dom.js";
import { CELL } from "./geometry.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{from: number|null, to: number|null, path: number[]|null}} Way */
/** @typedef {Way & {text: string, isBest: boolean, hasArrow: boolean, tagsStart?: boolean}} ScoredWay */

/**
 * A mark as large as a cell: a square, or a ring where cells are round.
 * @param {Geometry} geometry
 * @param {number} cell
 * @param {string} look
 */
export function cellMark(geometry, cell, look) {
  const { x, y } = geometry.centre(cell);
  if (geometry.shape.has_round_marks) {
    return svg("circle", { class: `mark round ${look}`, cx: x, cy: y, r: 44 });
  }
  const inset = 3;
  return svg("rect", {
    class: `mark ${look}`, x: x - CELL / 2 + inset, y: y - CELL / 2 + inset,
    width: CELL - 2 * inset, height: CELL - 2 * inset, rx: 4,
  });
}

/** A dot on an empty cell, a ring round a piece. @param {Geometry} geometry @param {number} cell @param {boolean} isTaken */
export function targetMark(geometry, cell, isTaken) {
  const { x, y } = geometry.centre(cell);
  return isTaken ? svg("circle", { class: "target taken", cx: x, cy: y, r: 43 })
    : svg("circle", { class: "target", cx: x, cy: y, r: 13 * Math.min(1, geometry.unit + 0.1) });
}

/**
 * The way that a piece went round a loop, thin.
 * @param {Geometry} geometry
 * @param {number[]} path
 */
export const courseMark = (geometry, path) => svg("path", { class: "course", d: geometry.course(path) });

/**
 * Arrows and tags of analysed moves; the best one comes last, on top.
 * @param {Geometry} geometry
 * @param {ScoredWay[]} ways
 */
export function scoredWays(geometry, ways) {
  const tagged = new Set();
  const drawn = ways.flatMap(way => {
    if (way.to === null) {
      return [];
    }
    const look = way.isBest ? "way best" : "way";
    const group = svg("g", { class: look });
    if (way.hasArrow && way.from !== null) {
      group.append(...arrow(geometry, way.path ?? [way.from, way.to]));
    }
    // Of several ways to one cell, the others have their scores where they begin.
    const place = [way.to, ...way.tagsStart ? [way.from] : []].find(cell => cell !== null && !tagged.has(cell));
    if (way.text && place !== undefined && place !== null) {
      tagged.add(place);
      group.append(...tag(geometry, place, way.text));
    }
    return [group];
  });
  return drawn.reverse();
}

/** @param {Geometry} geometry @param {number[]} path */
export function arrow(geometry, path) {
  const course = svg("path", { d: geometry.course(path) });
  const length = course.getTotalLength();
  const end = course.getPointAtLength(Math.max(0, length - 30));
  const before = course.getPointAtLength(Math.max(0, length - 54));
  const angle = Math.atan2(end.y - before.y, end.x - before.x) * 180 / Math.PI;
  set(course, { class: "shaft", "stroke-dasharray": `${Math.max(1, length - 44)} ${length}` });
  return [course, svg("path", {
    class: "head", d: "M0 0L-24 -15V15Z", transform: `translate(${end.x} ${end.y}) rotate(${angle})`,
  })];
}

/**
 * A score below the centre of a cell, of about the same size on all boards.
 * @param {Geometry} geometry
 * @param {number} cell
 * @param {string} text
 */
function tag(geometry, cell, text) {
  const { x, y } = geometry.centre(cell);
  const scale = Math.min(1.3, Math.max(0.5, geometry.width / 840));
  const width = 13.5 * text.length + 18;
  return [svg("g", { transform: `translate(${x} ${y + 28}) scale(${scale})` },
    svg("rect", { class: "tag", x: -width / 2, y: -16, width, height: 32, rx: 8 }),
    svg("text", { class: "tag-text", y: 8, "text-anchor": "middle" }, text))];
}
