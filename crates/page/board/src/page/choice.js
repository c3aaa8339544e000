// A question with few answers, in a dialog.

import { html } from "./dom.js";
import { texts } from "./texts.js";

/**
 * Asks; gives the answer that was chosen, or null.
 * @template {string} T
 * @param {string} question
 * @param {[T, string][]} answers  values, and what their buttons say
 * @param {string} [none]  what the button for none of them says
 * @returns {Promise<T|null>}
 */
export function choose(question, answers, none = texts.cancel) {
  return new Promise(resolve => {
    /** @type {T|null} */
    let chosen = null;
    const dialog = html("dialog", { id: "question", "aria-labelledby": "question-title" },
      html("h2", { id: "question-title" }, question),
      html("div", { class: "buttons" },
        ...answers.map(([value, label]) => html("button", {
          type: "button", "data-answer": value, onclick: () => {
            chosen = value;
            dialog.close();
          },
        }, label)),
        // A key that is held down must not answer.
        html("button", { type: "button", autofocus: true, "data-answer": "", onclick: () => dialog.close() }, none)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
