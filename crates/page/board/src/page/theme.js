// Light or dark: as the system says, until somebody switches; and the size, the colours and the pieces of the board.

import { buttonById, html, selectById, svg } from "./dom.js";
import { forAll } from "./storage.js";
import { texts } from "./texts.js";

const KEY = "plyglot.theme";
const MOON = "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z";
const SUN = "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2"
  + "M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5";
const system = window.matchMedia("(prefers-color-scheme: dark)");

const chosen = () => document.documentElement.dataset["theme"];
const isDark = () => chosen() ? chosen() === "dark" : system.matches;

function show() {
  const button = buttonById("theme");
  button.setAttribute("aria-pressed", String(isDark()));
  button.replaceChildren(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: isDark() ? MOON : SUN })));
}

export function startTheme() {
  const kept = forAll.get(KEY);
  if (kept === "light" || kept === "dark") {
    document.documentElement.dataset["theme"] = kept;
  }
  system.addEventListener("change", show);
  buttonById("theme").addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset["theme"] = next;
    forAll.set(KEY, next);
    show();
  });
  show();
}

/** Offers values for an attribute of the page by which the board looks; without it, it has the usual one. @param {string} id @param {"size"|"colours"|"pieces"} name @param {Record<string, string>} values @param {string} usual */
function startChoice(id, name, values, usual) {
  const key = `plyglot.${name}`;
  const select = selectById(id);
  select.replaceChildren(...Object.entries(values).map(([value, text]) => html("option", { value }, text)));
  const kept = forAll.get(key) ?? usual;
  select.value = kept in values ? kept : usual;
  const apply = () => document.documentElement.dataset[name] = select.value;
  apply();
  select.addEventListener("change", () => {
    forAll.set(key, select.value === usual ? null : select.value);
    apply();
  });
}

/** The size, the colours and the pieces of the board. */
export function startLook() {
  startChoice("board-size", "size", texts.boardSizes, "medium");
  startChoice("board-colours", "colours", texts.boardColours, "grey");
  startChoice("board-pieces", "pieces", texts.pieceSets, "lined");
}
