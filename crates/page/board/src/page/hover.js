// What a move of the list is worth, and the line that follows, while the pointer or the focus is on it.

import { askPosition } from "./api.js";
import { byId } from "./dom.js";
import { scoreText } from "./scores.js";
import { state } from "./state.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** The most moves of a line that are shown. */
const MAX_SHOWN_MOVES = 6;

/** The node below the pointer. @type {number|null} */
let hovered = null;

export function startHover() {
  const list = byId("moves");
  for (const type of ["pointerover", "focusin"]) {
    list.addEventListener(type, event => {
      const button = event.target instanceof Element ? event.target.closest("[data-node]") : null;
      if (button) {
        void show(button);
      } else {
        hide();
      }
    });
  }
  list.addEventListener("pointerleave", hide);
  list.addEventListener("focusout", hide);
}

function hide() {
  hovered = null;
  byId("move-hint").hidden = true;
}

/** @param {Element} button */
async function show(button) {
  const id = Number(button.getAttribute("data-node"));
  if (id === hovered || !state.tree.has(id)) {
    return;
  }
  hide();
  const { tree, game, start } = state;
  const node = tree.node(id);
  const parts = [scoreText(node.score), ...node.mark ? [node.why || texts.costs(written(node.shown), node.lost)] : []].filter(Boolean);
  if (parts.length === 0 && node.best.length === 0) {
    return;
  }
  hovered = id;
  put(button, parts.join(" · "));
  if (node.best.length > 0) {
    const before = tree.names(id);
    const { line } = await askPosition(game, start, [...before, ...node.best.slice(0, MAX_SHOWN_MOVES)]);
    if (hovered === id) {
      put(button, [...parts, line.slice(before.length).map(({ shown }) => written(shown)).join(" ")].join(" · "));
    }
  }
}

/** @param {Element} button @param {string} text */
function put(button, text) {
  const hint = byId("move-hint");
  hint.textContent = text;
  hint.hidden = false;
  button.setAttribute("aria-describedby", hint.id);
  const box = button.getBoundingClientRect();
  const { width, height } = hint.getBoundingClientRect();
  hint.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
  hint.style.top = `${box.top > height + 8 ? box.top - height - 4 : box.bottom + 4}px`;
}
