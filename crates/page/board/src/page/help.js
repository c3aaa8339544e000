// The overlay of keys.

import { BUTTONS, PARTS } from "./keys.js";
import { byId, html } from "./dom.js";
import { texts } from "./texts.js";

/** @param {string[]} keys @param {string} text */
const row = (keys, text) => html("tr", {},
  html("th", { scope: "row" }, ...keys.map(key => html("kbd", { "data-key": key }, texts.keyNames[key] ?? key))), html("td", {}, text));

/** @param {string} title @param {HTMLElement[]} rows */
const table = (title, rows) => html("table", { class: "keys" }, html("caption", {}, title), html("tbody", {}, ...rows));

/** What a button says, or its label where it has only a picture. @param {string} id */
const said = id => byId(id).getAttribute("aria-label") ?? byId(id).textContent ?? "";

export function showKeys() {
  const dialog = html("dialog", { id: "keys-overlay", "aria-labelledby": "keys-title" },
    html("h2", { id: "keys-title", tabindex: -1, autofocus: true }, texts.keys),
    html("div", { class: "keys-tables" },
      table(texts.keysOfPage, Object.entries(BUTTONS).map(([key, id]) => row([key], said(id)))),
      ...PARTS.map(([title, rows]) => table(title, rows.map(([keys, text]) => row(keys, text))))),
    html("div", { class: "buttons" }, html("button", { type: "button", onclick: () => dialog.close() }, texts.close)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
