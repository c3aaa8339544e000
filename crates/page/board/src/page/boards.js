// Pictures of boards in the list of games, each drawn once its line is in sight.

import { askPosition } from "./api.js";
import { byId, svg } from "./dom.js";
import { drawn, drawPiece } from "./pieces.js";

/** The lines in sight without their boards. @type {Set<Element>} */
const waiting = new Set();
let isDrawing = false;

const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    waiting[isIntersecting ? "add" : "delete"](target);
  }
  void drawAll();
}, { root: byId("games-list") });

/** Draws the boards of these lines, in place of those before, as they come into sight. @param {Iterable<Element>} lines */
export function drawInSight(lines) {
  observer.disconnect();
  waiting.clear();
  for (const line of lines) {
    observer.observe(line);
  }
}

/** One after another: the page without a server answers them all itself. */
async function drawAll() {
  if (isDrawing) {
    return;
  }
  isDrawing = true;
  for (let [line] = waiting; line; [line] = waiting) {
    waiting.delete(line);
    observer.unobserve(line);
    const { dataset } = /** @type {HTMLElement} */ (line);
    const position = await askPosition(dataset["game"] ?? "", dataset["start"] || null, []).catch(() => null);
    draw(/** @type {SVGElement} */ (line.querySelector(".game-board")), position);
  }
  isDrawing = false;
}

/** @param {SVGElement} place @param {import("./types.js").Position|null} position */
function draw(place, position) {
  const { shape = null, cells = null } = position ?? {};
  if (!shape || !cells) {
    return;
  }
  const { width, height, below, above, centres } = shape.views[0];
  const pieces = cells.flatMap((piece, cell) => {
    const [x, y] = centres[cell] ?? [0, 0];
    return piece && (piece.side || !shape.holes.includes(cell)) ? [svg("g", { transform: `translate(${x} ${y})` }, drawPiece(piece, shape))] : [];
  });
  place.setAttribute("viewBox", `0 0 ${width} ${height}`);
  place.replaceChildren(drawn(below, shape), ...pieces, drawn(above, shape));
}
