// All games: those that the page is told of, and those of files of rules; and the choice of one.

import { ask } from "./api.js";
import { byId, html, inputById, selectById } from "./dom.js";
import { forAll } from "./storage.js";
import { state } from "./state.js";
import { texts } from "./texts.js";

export async function askGames() {
  const about = await ask("about");
  state.about = { ...about, games: about.games.map(named) };
}

/** A game with its names in the language of the page. @param {import("./types.js").Game} game */
export const named = game => ({ ...game, title: texts.word(game.title), sides: game.sides.map(texts.word) });

/** A game that can be chosen. @typedef {{name: string, title: string, about: string, family: string}} Choice */

/** All games with their variants, in the order of the program. @returns {Choice[]} */
const choices = () => state.about.games.flatMap(({ name, title, about, family, variants }) => [
  { name, title: texts.gameTitle(title), about, family },
  ...variants.map(variant => ({ name: variant.name, title: texts.variant(title, variant.name), about, family })),
]);

/** The games by family, those that were played last first. @returns {[string, Choice[]][]} */
function groups() {
  const all = choices();
  const last = playedLast().flatMap(name => all.find(game => game.name === name) ?? []);
  /** @type {Map<string, Choice[]>} */
  const families = new Map(last.length > 0 ? [[texts.playedLast, last]] : []);
  for (const game of all) {
    const label = texts.family(game.family);
    families.set(label, [...families.get(label) ?? [], game]);
  }
  return [...families];
}

export function listGames() {
  selectById("game").replaceChildren(...groups().map(([label, games]) =>
    html("optgroup", { label }, ...games.map(({ name, title }) => html("option", { value: name }, title)))));
}

const PLAYED = "plyglot.played";
const MAX_PLAYED = 8;

const playedLast = () => (forAll.get(PLAYED) ?? "").split(" ").filter(Boolean);

/** Notes that a game is played. @param {string} game */
export function notePlayed(game) {
  const names = [game, ...playedLast().filter(name => name !== game)].slice(0, MAX_PLAYED);
  if (names.join(" ") !== forAll.get(PLAYED)) {
    forAll.set(PLAYED, names.join(" "));
    listGames();
  }
}

const dialog = () => /** @type {HTMLDialogElement} */ (byId("games"));

/** @param {(name: string) => void} choose  begins a game */
export function startGames(choose) {
  const pick = (/** @type {string|undefined} */ name) => {
    if (name) {
      dialog().close();
      choose(name);
    }
  };
  const search = inputById("games-search");
  byId("find-game").addEventListener("click", () => {
    search.value = "";
    showFound();
    dialog().showModal();
  });
  byId("games-cancel").addEventListener("click", () => dialog().close());
  byId("games-form").addEventListener("submit", event => {
    event.preventDefault();
    pick(/** @type {HTMLElement|null} */ (byId("games-list").querySelector("[data-game]"))?.dataset["game"]);
  });
  search.addEventListener("input", showFound);
  byId("games-list").addEventListener("click", event => {
    const button = event.target instanceof Element && event.target.closest("[data-game]");
    pick(button instanceof HTMLElement ? button.dataset["game"] : undefined);
  });
}

/** The games in whose names or sentences all words are. */
function showFound() {
  const words = inputById("games-search").value.toLowerCase().split(/\s+/);
  const isFound = (/** @type {Choice} */ { name, title, about }) => {
    const text = `${name} ${title} ${about}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  const found = groups().map(([label, games]) => /** @type {const} */ ([label, games.filter(isFound)]));
  byId("games-list").replaceChildren(...found.filter(([, games]) => games.length > 0).map(([label, games]) =>
    html("section", {}, html("h3", {}, label), ...games.map(({ name, title, about }) =>
      html("button", { type: "button", class: "quiet game-choice", "data-game": name }, html("strong", {}, title), ` ${about}`)))));
}

/**
 * Whether a text is a file of rules: it begins with the name of a game in brackets, after comments.
 * Tags of PGN have values there.
 * @param {string} text
 */
export function isRules(text) {
  const first = text.split("\n").map(line => line.trim()).find(line => line && !/^[#;]/.test(line));
  return state.about.reads_rules && /^\[[^\s"\]]+\]$/.test(first ?? "");
}
