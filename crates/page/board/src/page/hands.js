// What both sides have in hand, beside the board: pieces that are dropped by dragging them to a
// cell, by a click on each, or by keys.

import { board, movesFrom, movesTo, pieceText, selection } from "./view.js";
import { byId, html, selectById, set } from "./dom.js";
import { choose, DRAG_FROM, endTouch, pick } from "./input.js";
import { finishAnimation } from "./animation.js";
import { canPremove, premoveFromHand } from "./premove.js";
import { on, sideName, SIDES, state } from "./state.js";
import { swatch } from "./board.js";
import { texts } from "./texts.js";

/** What is drawn: hands change more seldom than marks. */
let drawn = "";
/** @type {import("./types.js").Shape|null} */
let drawnShape = null;
/** @type {{id: number, x: number, y: number, piece: import("./types.js").Piece, element: SVGGElement|null}|null} */
let press = null;

export function startHands() {
  on("board", showHands);
}

function showHands() {
  const { position } = state;
  const hands = position?.shape ? position.hands : null;
  const shape = position?.shape ?? null;
  const key = JSON.stringify([hands, state.flipped, selectById("signs").value]);
  if (key !== drawn || shape !== drawnShape) {
    drawn = key;
    drawnShape = shape;
    byId("play").toggleAttribute("data-hands", hands !== null);
    byId("play").toggleAttribute("data-tiles", hands !== null && Boolean(position?.shape?.tiles));
    for (const side of SIDES) {
      const place = byId(`hand-${side}`);
      place.hidden = hands === null;
      set(place, { "aria-label": texts.handOf(sideName(side)) });
      place.replaceChildren(...hands?.[side].map(held => heldButton(held)) ?? []);
    }
  }
  for (const side of SIDES) {
    hands?.[side].forEach(({ piece }, i) => {
      const isPicked = [selection.picked, selection.premove?.from].includes(piece.letter);
      const button = /** @type {Element} */ (byId(`hand-${side}`).children[i]);
      set(button, { "aria-pressed": String(isPicked), disabled: !canDrop(piece.letter) && !canPremove(piece) });
    });
  }
}

/** @param {string} letter */
const canDrop = letter => selection.isOpen && movesFrom(letter).length > 0;

/** @param {import("./types.js").Held} held */
function heldButton({ piece, count }) {
  const { letter } = piece;
  const shape = /** @type {import("./types.js").Shape} */ (state.position?.shape);
  return html("button", {
    type: "button", class: "held", "data-held": letter, "aria-label": texts.held(pieceText(piece), count),
    onpointerdown: event => pressed(event, piece),
    onpointermove: dragged,
    onpointerup: released,
    onpointercancel: letGo,
    ontouchend: endTouch,
    // Clicks of a pointer are dealt with above.
    onclick: event => event.detail === 0 && (canPremove(piece) ? premoveFromHand(letter) : pickByKey(letter)),
  }, swatch(piece, shape, state.flipped), html("span", { class: "count" }, String(count)));
}

/** Keys go on at the first cell that it can be dropped on. @param {string} letter */
function pickByKey(letter) {
  pick(selection.picked === letter ? null : letter);
  const [first] = movesFrom(letter);
  if (selection.picked === letter && first && first.to !== null) {
    board.focus(first.to, true);
  }
}

/** @param {PointerEvent} event @param {import("./types.js").Piece} piece */
function pressed(event, piece) {
  if (event.button === 0 && canPremove(piece)) {
    event.preventDefault();
    premoveFromHand(piece.letter);
    return;
  }
  if (event.button !== 0 || press || !canDrop(piece.letter)) {
    return;
  }
  finishAnimation();
  event.preventDefault();
  /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  pick(selection.picked === piece.letter ? null : piece.letter);
  press = { id: event.pointerId, x: event.clientX, y: event.clientY, piece, element: null };
}

/** @param {PointerEvent} event */
function dragged(event) {
  if (press?.id !== event.pointerId) {
    return;
  }
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_FROM;
  if (!press.element && far) {
    pick(press.piece.letter);
    press.element = board.make(press.piece);
    board.layers.flying.append(press.element);
    board.root.toggleAttribute("data-drag", true);
  }
  const point = press.element ? board.pointAt(event.clientX, event.clientY) : null;
  if (press.element && point) {
    board.place(press.element, point, " scale(1.12)");
  }
}

/** @param {PointerEvent} event */
function released(event) {
  if (press?.id !== event.pointerId) {
    return;
  }
  const { element } = press;
  letGo();
  const cell = board.cellAt(event.clientX, event.clientY);
  const moves = cell === null || !element ? [] : movesTo(cell);
  if (cell !== null && moves.length > 0) {
    choose(moves, cell, true);
  } else if (element) {
    pick(null);
  }
}

function letGo() {
  press?.element?.remove();
  board.root.toggleAttribute("data-drag", false);
  press = null;
}
