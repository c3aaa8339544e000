// Files of rules that were read: their games are among the others, in this page alone.

import { ask, forgetPositions, ownRules } from "./api.js";
import { forAll } from "./storage.js";
import { listGames, named } from "./games.js";
import { newGame } from "./turns.js";
import { notice } from "./notices.js";
import { gameInfo, state } from "./state.js";
import { texts } from "./texts.js";

const KEY = "plyglot.rules";
const MAX_FILES = 100;

/** The files that later pages know, too. */
export const kept = () => forAll.read(KEY, /** @type {string[]} */ ([]));

/** Keeps a file, in the place of an earlier version of it. @param {string} text @param {string} [before] */
export function keep(text, before) {
  const others = kept().filter(other => other !== text && other !== before);
  if (!forAll.set(KEY, JSON.stringify([...others, text].slice(-MAX_FILES)))) {
    notice(texts.rulesNotKept);
  }
}

/** Drops a file with its games. @param {string} text */
export function forget(text) {
  forAll.set(KEY, JSON.stringify(kept().filter(other => other !== text)));
  const names = gamesOf(text);
  names.forEach(name => ownRules.delete(name));
  state.about.games = state.about.games.filter(({ name }) => !names.includes(name));
  listGames();
}

/** The games that come from a file, as this page knows it. @param {string} text */
export const gamesOf = text => [...ownRules].filter(([, own]) => own === text).map(([name]) => name);

/**
 * The names of a text that another game has. @param {string} text @param {string} before  an earlier version
 */
export function takenNames(text, before) {
  const others = kept().filter(other => other !== before && other !== text).flatMap(namesIn);
  const isOurs = (/** @type {string|undefined} */ own) => own !== undefined && [before, text].includes(own);
  return namesIn(text).filter(name => others.includes(name) || (gameInfo(name) && !isOurs(ownRules.get(name))));
}

/** The names of the sections. @param {string} text */
export const namesIn = text => Array.from(text.matchAll(/^\s*\[([^\s:\]]+)/gm), ([, name = ""]) => name);

/** A text without the names of its games. @param {string} text */
export function bare(text) {
  const own = new Set(namesIn(text));
  return text.replace(/^(\s*\[)[^\s:\]]+(:?)([^\s\]]*)/gm, (_, start, colon, parent) => start + colon + (own.has(parent) ? "" : parent));
}

/**
 * Games of a text as a text of their own, which has the rules of their parents in it.
 * @param {string} text @param {string[]} names
 */
export function alone(text, names) {
  /** @type {Map<string, {parent: string, about: string[], rules: string[]}>} */
  const sections = new Map();
  let [comments, rules] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const line of text.split("\n")) {
    const [head, name = "", parent = ""] = /^\s*\[([^\s:\]]+):?([^\s\]]*)\]/.exec(line) ?? [];
    if (head) {
      const above = sections.get(parent);
      rules = [...above?.rules ?? []];
      sections.set(name, { parent: above ? above.parent : parent, about: comments, rules });
      comments = [];
    } else if (line.trimStart().startsWith("#")) {
      comments.push(line);
    } else {
      [...comments, line].forEach(one => rules.push(one));
      comments = [];
    }
  }
  const whole = [...sections].filter(([name]) => names.includes(name)).map(([name, { parent, about, rules }]) =>
    [...about, `[${name}${parent && ":"}${parent}]`, ...rules].join("\n").trimEnd());
  return whole.map(section => `${section}\n`).join("\n");
}

/** A name that no game has: this one, or one with a number behind it. @param {string} name */
export function freeName(name) {
  const others = kept().flatMap(namesIn);
  const isFree = (/** @type {string} */ one) => !gameInfo(one) && !others.includes(one);
  let free = name;
  for (let i = 2; !isFree(free); i += 1) {
    free = `${name}-${i}`;
  }
  return free;
}

/** A text with free names for those that other games have, and the name that a game of it gets. @param {string} text @param {string} game */
export function withFreeNames(text, game) {
  const free = new Map(takenNames(text, text).map(name => [name, freeName(name)]));
  const renamed = (/** @type {string} */ name) => free.get(name) ?? name;
  return {
    text: text.replace(/^(\s*\[)([^\s:\]]+)(:?)([^\s\]]*)/gm, (_, start, name, colon, parent) => start + renamed(name) + colon + renamed(parent)),
    game: renamed(game),
  };
}

/**
 * Adds the games of a file to the list, each by the name of its section.
 * @param {string} text
 * @param {string|null} [before]  an earlier version of it, whose games go; then only a text without a fault and with a game is taken
 * @param {string[]} [faults]  those that are known already
 * @returns {Promise<{names: string[], complaints: string[], warnings: string[]}>}
 */
export async function learn(text, before = null, faults = []) {
  /** @type {{games: import("./types.js").Game[], complaints: string[], warnings: string[]}} */
  const { games, complaints: found, warnings } = await ask("read_rules", { text });
  const complaints = [...faults, ...found];
  const names = games.map(({ name }) => name);
  if (before === null || (complaints.length === 0 && names.length > 0)) {
    const gone = gamesOf(before ?? "");
    gone.forEach(name => ownRules.delete(name));
    state.about.games = [...state.about.games.filter(({ name }) => ![...names, ...gone].includes(name)), ...games.map(byName)];
    names.forEach(name => ownRules.set(name, text));
    forgetPositions();
    listGames();
  }
  return { names, complaints, warnings };
}

/** @param {import("./types.js").Game} game */
const byName = game => ({ ...named(game), title: game.name });

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
    keep(text);
    await newGame(first);
  }
  if (complaints.length > 0 || warnings.length > 0) {
    notice(texts.placed(complaints[0] ?? warnings[0] ?? ""));
  }
}
