// Arrows and rings on the board: those of a record, of a threat, and those that a person draws with the right button of the mouse,
// which are kept in the comment of the move as a record has them.

import { board } from "./view.js";
import { arrow } from "./marks.js";
import { canBeDrawn, drawnIn, redrawn } from "./comments.js";
import { emit, on, save, state } from "./state.js";
import { svg } from "./dom.js";

/** @typedef {{from: number, to: number, colour?: string}} Drawing  a ring where both are the same; with a colour where a record has one */

/** @type {Drawing[]} */
let drawings = [];
/** The cell on which the button went down. @type {number|null} */
let begun = null;

export function startDrawings() {
  const { root } = board;
  root.addEventListener("contextmenu", event => event.preventDefault());
  root.addEventListener("pointerdown", event => {
    if (event.button === 2) {
      begun = board.cellAt(event.clientX, event.clientY);
    } else if (event.button === 0) {
      clear();
    }
  });
  root.addEventListener("pointerup", event => {
    const to = event.button === 2 ? board.cellAt(event.clientX, event.clientY) : null;
    if (begun !== null && to !== null) {
      toggle({ from: begun, to }, colourOf(event));
    }
    begun = null;
  });
  on("position", () => {
    drawings = [];
    show();
  });
  on("game", clear);
}

function clear() {
  if (drawings.length > 0) {
    drawings = [];
    show();
  }
}

/** Draws what is threatened, in place of what was drawn. @param {number} from @param {number} to */
export function draw(from, to) {
  drawings = [{ from, to, colour: "colour-R" }];
  show();
}

/** The colour that the keys choose, as PGN has it: green, red, blue or yellow. @param {PointerEvent} event */
const colourOf = ({ shiftKey, altKey }) => shiftKey ? altKey ? "Y" : "R" : altKey ? "B" : "G";

/** @param {Drawing} drawing @param {string} colour */
function toggle(drawing, colour) {
  const from = board.geometry?.name(drawing.from) ?? "";
  const to = board.geometry?.name(drawing.to) ?? "";
  if (!state.watching && canBeDrawn(from) && canBeDrawn(to)) {
    const { current } = state.tree;
    current.comment = redrawn(current.comment, { colour, from, to });
    save();
    show();
    // The record has them, too.
    emit("mode");
    return;
  }
  const is = (/** @type {Drawing} */ { from, to }) => from === drawing.from && to === drawing.to;
  drawings = drawings.some(is) ? drawings.filter(other => !is(other)) : [...drawings, drawing];
  show();
}

export function show() {
  const { geometry } = board;
  board.layers.drawn.replaceChildren(...geometry ? [...authored(geometry), ...drawings].map(({ from, to, colour = "" }) => {
    if (from === to) {
      const { x, y } = geometry.centre(from);
      return svg("circle", { class: `drawn-ring ${colour}`, cx: x, cy: y, r: 43 });
    }
    return svg("g", { class: `way drawn ${colour}` }, ...arrow(geometry, [from, to]));
  }) : []);
}

/** What the comment of the position draws. @param {import("./geometry.js").Geometry} geometry @returns {Drawing[]} */
function authored(geometry) {
  const drawn = drawnIn(state.tree.current.comment);
  /** @type {Map<string, number>} */
  const cells = new Map();
  for (let cell = 0; drawn.length > 0 && cell < geometry.count; cell += 1) {
    cells.set(geometry.name(cell), cell);
  }
  return drawn.flatMap(({ colour, from: start, to: end }) => {
    const from = cells.get(start);
    const to = cells.get(end);
    return from === undefined || to === undefined ? [] : [{ from, to, colour: `colour-${colour}` }];
  });
}
