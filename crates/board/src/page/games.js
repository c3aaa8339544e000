// All games: those that the page is told of, and those of files of rules.

import { ask } from "./api.js";
import { html, selectById } from "./dom.js";
import { newGame } from "./turns.js";
import { notice } from "./notices.js";
import { state } from "./state.js";
import { texts } from "./texts.js";

export async function askGames() {
  state.about = await ask("about");
  for (const game of state.about.games) {
    game.title = texts.word(game.title);
    game.sides = game.sides.map(texts.word);
  }
}

export function listGames() {
  selectById("game").replaceChildren(...state.about.games.flatMap(game => [
    html("option", { value: game.name }, texts.gameTitle(game.title)),
    ...game.variants.map(variant => html("option", { value: variant.name }, texts.variant(game.title, variant.name))),
  ]));
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

/** Reads a file of rules, and begins the first of its games. @param {string} text */
export async function readRules(text) {
  const { names, complaints, warnings } = await ask("rules", { text });
  if (names.length > 0) {
    await askGames();
    listGames();
    await newGame(names[0]);
  }
  if (complaints.length > 0 || warnings.length > 0) {
    notice(complaints[0] ?? warnings[0]);
  }
}
