// Files of rules that were read: their games are among the others, in this page alone.

import { ask, forgetPositions, ownRules } from "./api.js";
import { forAll } from "./storage.js";
import { listGames, named } from "./games.js";
import { newGame } from "./turns.js";
import { notice } from "./notices.js";
import { state } from "./state.js";

const KEY = "plyglot.rules";
const MAX_FILES = 20;

/** The files that later pages know, too. @returns {string[]} */
function kept() {
  try {
    return JSON.parse(forAll.get(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Adds the games of a file to the list.
 * @param {string} text
 * @param {string[]} [before]  those of an earlier version of it, which go
 * @returns {Promise<{names: string[], complaints: string[], warnings: string[]}>}
 */
export async function learn(text, before = []) {
  /** @type {{games: import("./types.js").Game[], complaints: string[], warnings: string[]}} */
  const { games, complaints, warnings } = await ask("read_rules", { text });
  const names = games.map(({ name }) => name);
  const gone = complaints.length === 0 ? before : [];
  gone.forEach(name => ownRules.delete(name));
  state.about.games = [...state.about.games.filter(({ name }) => ![...names, ...gone].includes(name)), ...games.map(named)];
  names.forEach(name => ownRules.set(name, text));
  forgetPositions();
  listGames();
  return { names, complaints, warnings };
}

/** Adds those that were kept, and last those of the game on the board. */
export async function learnKept() {
  for (const text of [...kept(), ...state.rules ? [state.rules] : []]) {
    await learn(text).catch(() => {});
  }
}

/** Reads a file of rules, and begins the first of its games. @param {string} text */
export async function readRules(text) {
  const { names: [first], complaints, warnings } = await learn(text);
  if (first !== undefined) {
    forAll.set(KEY, JSON.stringify([...kept().filter(other => other !== text), text].slice(-MAX_FILES)));
    await newGame(first);
  }
  if (complaints.length > 0 || warnings.length > 0) {
    notice(complaints[0] ?? warnings[0] ?? "");
  }
}
