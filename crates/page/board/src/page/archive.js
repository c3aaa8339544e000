// The list of the games that one has played, to open again and to delete. It is made when its panel is
// opened.

import { bringBack } from "./last.js";
import { byId, html } from "./dom.js";
import { emit, gameInfo, on, state } from "./state.js";
import { kept, learn, namesIn } from "./rules.js";
import { KEPT, keptGames } from "./kept.js";
import { forAll } from "./storage.js";
import { newGame } from "./turns.js";
import { notice } from "./notices.js";
import { ownRules } from "./api.js";
import { playerNames } from "./export.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

byId("kept-panel").addEventListener("toggle", showGames);
window.addEventListener("storage", showGames);
for (const change of /** @type {const} */ (["game", "kept"])) {
  on(change, showGames);
}

export function showGames() {
  const panel = /** @type {HTMLDetailsElement} */ (byId("kept-panel"));
  if (!panel.open) {
    return;
  }
  const items = [...inventions(), ...keptGames().map(kept => item(kept)).filter(found => found !== null)];
  byId("kept-games").replaceChildren(...items.length > 0 ? [html("ul", {}, ...items)] : [html("p", {}, texts.noKeptGames)]);
}

/** The games of files that are kept: each begins anew. */
const inventions = () => kept().flatMap(rules => namesIn(rules).map(name => html("li", {},
  html("button", { type: "button", class: "quiet game-choice", "data-invented": name, onclick: () => begin(name, rules) },
    html("strong", {}, texts.gameTitle(name)), ` ${texts.newGame}`))));

/** @param {string} name @param {string} rules */
async function begin(name, rules) {
  if (await (await import("./ends.js")).mayReplace()) {
    emit("leave");
    await learn(rules);
    await newGame(name);
  }
}

/** @param {ReturnType<typeof keptGames>[number]} kept */
function item({ key, time, text }) {
  const said = describe(text, time);
  if (!said) {
    return null;
  }
  const isOnBoard = key === KEPT + state.id;
  return html("li", {},
    html("button", { type: "button", class: "quiet game-choice", "data-kept": key, disabled: isOnBoard, title: isOnBoard && texts.onBoard, onclick: () => open(text) },
      html("strong", {}, said.title), ` ${said.line}`),
    html("button", { type: "button", class: "quiet", "data-delete": key, disabled: isOnBoard, "aria-label": texts.deleteGame(said.title), title: texts.deleteGame(said.title),
      onclick: () => drop(key) }, "\u00d7"));
}

/** What the list says of a game; null if it cannot be read. @param {string} text @param {number} time */
function describe(text, time) {
  try {
    const { game, tree, players, names, ending } = JSON.parse(text);
    const info = gameInfo(game);
    const line = Tree.from(tree).line();
    const result = ending && !ending.unfinished ? ending : line.at(-1)?.result;
    const outcome = texts.outcomes[/** @type {import("./types.js").Outcome} */ (result ? result.winner ?? "draw" : "unfinished")];
    const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(time);
    return { title: info ? texts.gameTitle(info.title) : game, line: texts.gameLine(playerNames(names, players), outcome, line.length, when) };
  } catch {
    return null;
  }
}

/** @param {string} text */
async function open(text) {
  const { game, rules } = JSON.parse(text);
  if (rules && ownRules.get(game) !== rules) {
    await learn(rules);
  }
  if (gameInfo(game)) {
    bringBack(text);
    byId("board-place").scrollIntoView({ block: "nearest" });
  } else {
    notice(texts.unknownGame(game));
  }
}

/** @param {string} key */
function drop(key) {
  forAll.set(key, null);
  showGames();
  byId("kept-panel").querySelector("summary")?.focus();
}
