// What the page knows: the game on the board, who plays, and how it is looked at.

import { firstScore, firstWdl } from "./scores.js";
import { ownRules } from "./api.js";
import { forTab, random } from "./storage.js";
import { Tree } from "./game.js";

/** @typedef {import("./types.js").Side} Side */

export const SIDES = /** @type {const} */ (["first", "second"]);
const KEY = "plyglot.game";
const VERSION = 1;

export const state = {
  /** Of the game on the board, among those that are kept. */
  id: random(),
  /** @type {import("./types.js").About} */
  about: { program: "", game: "", watches: false, reads_rules: false, extensions: [], games: [], engines: [] },
  game: "",
  /** @type {string|null} */
  start: null,
  /** @type {string|null} the name of that position, or its number among the start positions of the game */
  startName: null,
  /** @type {string|null} the file of rules that the game on the board has come from */
  rules: null,
  tree: new Tree(),
  /** @type {Record<Side, import("./types.js").Player>} */
  players: { first: { engine: null, strength: "full" }, second: { engine: 0, strength: "full" } },
  /** @type {import("./types.js").Limit} */
  limit: { kind: "movetime", value: 1000 },
  /** @type {import("./clock.js").Clocks|null} */
  clocks: null,
  lines: 3,
  flipped: false,
  analysing: false,
  /** Whether engines wait: until they are told to go on, or because one of them failed. */
  paused: /** @type {boolean|"failed"} */ (false),
  /** Whether the board shows a running match. */
  watching: false,
  /** Why a match shows no board: it has not begun, or the server does not know its game. Empty where it shows one. */
  noBoard: "",
  /** When the turn at the end of a watched game began, in ms; null where no clock runs. @type {number|null} */
  turnBegan: null,
  /** @type {(string|null)[]|null} the names of the players of a game that was read */
  names: null,
  /** @type {string[][]} the tags of a game that was read */
  tags: [],
  /** @type {number|null} of a game that was read, the next node: as long as it is the same, the game can be read again */
  read: null,
  /** The format of records in which the game is saved. */
  format: "pgn",
  /** @type {import("./types.js").Ending|null} the end of the game by other means than the rules */
  ending: null,
  /** @type {number|null} the first of the moves that were taken back just now */
  taken: null,
  /** @type {import("./review.js").Review|null} what the moves of the game cost */
  review: null,
  /** @type {import("./types.js").Position|null} the answer for the current node */
  position: null,
  /** @type {((move: import("./types.js").Move, how: {isDragged: boolean}) => boolean)|null} takes a move that answers a task of practice; says whether it does */
  answerTask: null,
};

/**
 * tree: the moves, or what is said of them; place: another of them is the current one; board: what is
 * on the board or marked there; ending: the game ended, other than by a move; leave: whatever else is
 * watched makes way for a game; saved: the game is to be kept; kept: it is among the kept games.
 * @typedef {"position"|"board"|"tree"|"place"|"players"|"mode"|"ending"|"scores"|"game"|"seen"|"leave"|"saved"|"kept"} Change
 */
/** @typedef {"loading"|"ready"|"thinking"|"over"|"paused"|"watching"} Phase */

export const phase = () => /** @type {Phase} */ (document.body.dataset["state"]);

/** @type {Map<Change, (() => void)[]>} */
const listeners = new Map();

/** @param {Change} change @param {() => void} listener */
export function on(change, listener) {
  listeners.set(change, [...listeners.get(change) ?? [], listener]);
}

/** @param {Change} change */
export function emit(change) {
  listeners.get(change)?.forEach(listener => listener());
}

/** @param {Side} side @returns {Side} */
export const other = side => side === "first" ? "second" : "first";

/** The game of the list that has this name, or a variant of this name. */
export const gameInfo = (name = state.game) =>
  state.about.games.find(game => game.name === name || game.variants.some(variant => variant.name === name));

/** Whether an engine plays the game on the board, or its variant. @param {import("./types.js").Engine|undefined} engine */
export function canPlay(engine) {
  if (!engine || ownRules.has(state.game)) {
    return engine?.reads_rules ?? false;
  }
  return engine.games === null || engine.games.includes(state.game) || engine.games.includes(gameInfo()?.name ?? "");
}

/** @param {Side} side */
export const sideName = side => gameInfo()?.sides[side === "first" ? 0 : 1] ?? side;

/** The end of the game at the current node, by the rules or otherwise. */
export function currentResult() {
  if (state.position?.result) {
    return state.position.result;
  }
  const { ending } = state;
  return ending && !ending.unfinished && ending.node === state.tree.currentId ? ending : null;
}

/** The end of the game that goes on from the current node, wherever in it one looks. */
export function gameResult() {
  const { ending, tree } = state;
  const end = tree.line().at(-1) ?? tree.root;
  return ending && !ending.unfinished && ending.node === end.id ? ending : end.result;
}

/** Whether an engine moves for the side to move, as things stand. */
export const isEngineToMove = () =>
  state.position !== null && state.players[state.position.side].engine !== null;

export const hasEngine = () => Object.values(state.players).some(player => player.engine !== null);

/**
 * Keeps the score of a search.
 * @param {Tree} tree  of the game that was searched: it may no longer be the one on the board
 * @param {number} id
 * @param {import("./types.js").Line|undefined} line
 * @param {Side} side  whose score it is
 */
export function keepScore(tree, id, line, side) {
  if (line && tree === state.tree && tree.has(id)) {
    const node = tree.node(id);
    node.score = firstScore(line.score, side);
    node.wdl = firstWdl(line.wdl, side);
    emit("scores");
  }
}

/** Takes a move and all that follows it out of the game. @param {number} id */
export function removeLine(id) {
  const { tree, ending } = state;
  if (ending && tree.has(ending.node) && tree.path(ending.node).some(node => node.id === id)) {
    state.ending = null;
  }
  tree.remove(id);
}

/** The game on the board, as a text. */
export function keptGame() {
  const { id, game, start, startName, tree, players, limit, lines, flipped, analysing, paused, names, ending, taken, review, clocks, tags, read, format } = state;
  return JSON.stringify({
    version: VERSION, id, game, start, startName, rules: ownRules.get(game) ?? null, tree, players, limit, lines, flipped, analysing, names, ending, taken, review, clocks, tags, read, format,
    // A page that is left loses its engine, which is not to be paused when it is back.
    paused: paused === true,
  });
}

/** How long changes wait until they are kept, in ms: whoever walks through a long game makes many. */
const SAVE_MS = 500;
/** @type {number|undefined} */
let saving;

/** Keeps the game, soon: for a reload, and among all games. */
export function save() {
  saving ??= window.setTimeout(() => {
    saving = undefined;
    saveNow();
    emit("saved");
  }, SAVE_MS);
}

/** Keeps the game for a reload. A match that is watched comes again from the server. */
export function saveNow() {
  if (!state.watching && state.game) {
    forTab.set(KEY, keptGame());
  }
}

/** Restores what was kept; says whether there was a game. */
export const restore = () => restoreGame(forTab.get(KEY));

/** @param {string|null} kept  what keptGame gave */
export function restoreGame(kept) {
  try {
    const { version, tree, ...rest } = JSON.parse(kept ?? "null") ?? {};
    if (version !== VERSION) {
      return false;
    }
    Object.assign(state, { startName: null }, rest, { tree: Tree.from(tree), noBoard: "" });
    if (state.rules) {
      ownRules.set(state.game, state.rules);
    }
    return true;
  } catch {
    return false;
  }
}

/** How many start positions of a game have a number. @param {string} name */
export const numberedStarts = name => gameInfo(name)?.variants.find(variant => variant.name === name)?.starts ?? 0;

/** What a start is called, if it is no position; one that is on the board already keeps its name. @param {string} game @param {string|null} start */
function startName(game, start) {
  // Elsewhere, digits may be a position, such as the moves of Connect Four.
  const isName = start !== null && ((numberedStarts(game) > 0 && /^\d+$/.test(start)) || gameInfo(game)?.named_starts.some(([name]) => name === start));
  return isName ? start : game === state.game && start === state.start ? state.startName : null;
}

/**
 * Another game on the board.
 * @param {string} game
 * @param {string|null} start
 * @param {Tree} tree
 */
export function replaceGame(game, start = null, tree = new Tree()) {
  Object.assign(state, { id: random(), game, start, startName: startName(game, start), tree, names: null, tags: [], read: null, format: "pgn", ending: null, taken: null, review: null, paused: false, watching: false, noBoard: "" });
  emit("game");
}
