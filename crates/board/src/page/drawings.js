// Arrows and rings that a person draws on the board with the right button of the mouse.

import { board } from "./view.js";
import { arrow } from "./marks.js";
import { on } from "./state.js";
import { svg } from "./dom.js";

/** @typedef {{from: number, to: number}} Drawing  a ring where both are the same */

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
      toggle({ from: begun, to });
    }
    begun = null;
  });
  on("position", clear);
  on("game", clear);
}

function clear() {
  if (drawings.length > 0) {
    drawings = [];
    show();
  }
}

/** @param {Drawing} drawing */
function toggle(drawing) {
  const is = (/** @type {Drawing} */ { from, to }) => from === drawing.from && to === drawing.to;
  drawings = drawings.some(is) ? drawings.filter(other => !is(other)) : [...drawings, drawing];
  show();
}

export function show() {
  const { geometry } = board;
  board.layers.drawn.replaceChildren(...geometry ? drawings.map(({ from, to }) => {
    if (from === to) {
      const { x, y } = geometry.centre(from);
      return svg("circle", { class: "drawn-ring", cx: x, cy: y, r: 43 });
    }
    return svg("g", { class: "way drawn" }, ...arrow(geometry, [from, to]));
  }) : []);
}
