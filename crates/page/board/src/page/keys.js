// The keys of the page. Those of the whole page press buttons; the overlay that tells them reads this
// list, too, so none can be forgotten.

import { buttonById } from "./dom.js";
import { texts } from "./texts.js";

/** The buttons that keys of the whole page press. @type {Record<string, string>} */
export const BUTTONS = {
  ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "to-start", ArrowDown: "to-end", Home: "to-start", End: "to-end",
  f: "flip", h: "hint", x: "threat", w: "why", m: "next-mistake", M: "last-mistake", "?": "keys",
};

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** The keys of parts of the page, with what they do there. @type {[string, [string[], string][]][]} */
export const PARTS = [
  [texts.board, [[ARROWS, texts.keysGo], [["Enter", " "], texts.keysChoose], [["Escape"], texts.keysPutDown]]],
  [texts.editorBoard, [[ARROWS, texts.keysGo], [["Enter", " "], texts.keysPaint], [["Delete", "Backspace"], texts.eraser]]],
  [texts.curve, [[["ArrowLeft", "ArrowDown"], texts.back], [["ArrowRight", "ArrowUp"], texts.forward], [["Home"], texts.toStart], [["End"], texts.toEnd]]],
];

export function startKeys() {
  document.addEventListener("keydown", event => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [role=slider]");
    const { key } = event;
    const id = BUTTONS[key] ?? BUTTONS[key.toLowerCase()];
    if (!id || isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const button = buttonById(id);
    if (!button.closest("[hidden]")) {
      button.click();
      event.preventDefault();
    }
  });
}
