// The course of a game: shows positions, takes moves, lets engines think.

import { announce, announceMove, hideFailure, hideNotice, notice, noticeError, say } from "./notices.js";
import { ApiError, askPosition } from "./api.js";
import { byId } from "./dom.js";
import { clearBoard, openBoard, showPosition } from "./view.js";
import { pressClock } from "./clock.js";
import { closeChooser, showMoveTexts } from "./input.js";
import {
  currentResult, emit, gameResult, hasEngine, isEngineToMove, keepScore, on, phase, removeLine, replaceGame, save, saveNow, sideName, SIDES, state,
} from "./state.js";
import { isOwn, keepLast, offerLast } from "./last.js";
import { texts } from "./texts.js";
import { think } from "./engine.js";
import { Tree } from "./game.js";
import { written } from "./written.js";

/** Every change of what is shown makes answers that are under way stale. */
let generation = 0;
/** @type {AbortController|null} */
let search = null;
let isFirstBoard = true;
/** The node of the last move that was played, rather than gone to: an engine answers it again. */
let played = -1;

/** @param {import("./state.js").Phase} next */
function setPhase(next) {
  // While the next position of a match is asked for, it is still watched.
  document.body.toggleAttribute("data-watching", state.watching);
  document.body.dataset["state"] = next;
  if (next !== "loading") {
    document.body.dataset["ply"] = String(state.tree.ply());
  }
  const isOpen = next === "ready" || next === "paused";
  openBoard(isOpen);
  if (!isOpen) {
    // Its moves are those of a position that has gone.
    closeChooser();
  }
  showMoveTexts();
  emit("mode");
}

function stopSearch() {
  generation += 1;
  search?.abort();
  search = null;
}

/**
 * Shows the current node of the tree and goes on from there; says whether it could be shown.
 * @param {{isMove?: boolean, isQuiet?: boolean}} [how]  isMove: animated; isQuiet: not announced
 * @returns {Promise<boolean>}
 */
export async function showCurrent({ isMove = false, isQuiet = false } = {}) {
  stopSearch();
  const mine = generation;
  const { game, start, tree } = state;
  if (state.noBoard) {
    state.position = null;
    clearBoard();
    say(state.noBoard);
    setPhase("watching");
    emit("position");
    return true;
  }
  setPhase("loading");
  try {
    const position = await askPosition(game, start, tree.names());
    if (mine !== generation) {
      return false;
    }
    state.position = position;
    state.start = position.start;
    tree.current.result = position.result;
    const path = tree.path();
    const isNew = position.line.map((move, i) => path[i] && tree.describe(path[i].id, move));
    if (isNew.includes(true)) {
      emit("tree");
    }
  } catch (error) {
    return mine === generation && showRefused(error, { isMove, isQuiet });
  }
  showPosition(isMove);
  if (isFirstBoard) {
    isFirstBoard = false;
    document.body.dataset["firstBoardMs"] = String(Math.round(performance.now()));
  }
  if (isMove) {
    // Whoever duplicates the tab now gets this move, too.
    saveNow();
  }
  save();
  decide();
  emit("position");
  if (!isQuiet) {
    announcePosition();
  }
  return true;
}

/**
 * Says why a position could not be shown. Moves that are not legal are taken out, so that one
 * of them does not cost the whole game.
 * @param {unknown} error
 * @param {{isMove: boolean, isQuiet: boolean}} how
 */
async function showRefused(error, how) {
  const mine = generation;
  if (isRefusal(error) && !state.watching) {
    const first = await firstIllegal().catch(() => null);
    if (mine !== generation) {
      return false;
    }
    if (first) {
      removeLine(first.node);
      // An engine that made this move would make it again.
      state.paused ||= state.players[first.side].engine !== null;
      emit("tree");
      const isShown = await showCurrent();
      noticeError(error);
      return isShown;
    }
  }
  state.position = null;
  say(texts.noPosition);
  noticeError(error, () => showCurrent(how));
  // What can be seen without the server.
  emit("position");
  return false;
}

const isRefusal = (/** @type {unknown} */ error) => error instanceof ApiError && error.status === 400;

/** The first move of the line on the board that the server refuses, and whose it was. */
async function firstIllegal() {
  const { game, start, tree } = state;
  const { plies, side } = await legalPlies(game, start, tree.names());
  const node = tree.path()[plies];
  return node ? { node: node.id, side } : null;
}

/**
 * How many of these moves a game has, and whose turn it is after them.
 * @param {string} game @param {string|null} start @param {string[]} names
 */
export async function legalPlies(game, start, names) {
  const ask = (/** @type {number} */ plies) => askPosition(game, start, names.slice(0, plies));
  let { side } = await ask(0);
  let [plies, bad] = [0, names.length + 1];
  while (bad - plies > 1) {
    const middle = Math.floor((plies + bad) / 2);
    try {
      ({ side } = await ask(middle));
      plies = middle;
    } catch (error) {
      if (!isRefusal(error)) {
        throw error;
      }
      bad = middle;
    }
  }
  return { plies, side };
}

/** Decides again who moves. A position that is asked for decides when it is there. */
export function goOn() {
  if (phase() !== "loading") {
    decide();
  }
}

function decide() {
  stopSearch();
  const { position, tree } = state;
  if (!position) {
    return;
  }
  const result = currentResult();
  const side = sideName(position.side);
  const isCheck = position.marked.some(cell => position.cells?.[cell]?.side === position.side);
  const turn = texts.toMove(side, isCheck);
  const isForBoth = state.analysing && hasEngine();
  const isLookingBack = tree.current.children.length > 0 && tree.currentId !== played;
  if (state.watching) {
    setPhase("watching");
  } else if (result) {
    say(resultText(result));
    setPhase("over");
  } else if (state.analysing || !isEngineToMove()) {
    say(isForBoth ? texts.analysing(turn) : turn);
    setPhase("ready");
  } else if (state.paused || isLookingBack) {
    say(state.paused ? texts.paused(side) : texts.lookingBack(side));
    setPhase("paused");
  } else {
    startThinking();
  }
}

/** @param {import("./types.js").Result} result */
const resultText = ({ winner, reason }) => winner ? texts.won(sideName(winner), reason) : texts.drawn(reason);

/** Lets the engine of the side to move find a move. */
function startThinking() {
  stopSearch();
  const { position, players, about } = state;
  if (position) {
    search = new AbortController();
    say(texts.thinking(about.engines[players[position.side].engine ?? 0]?.name ?? "", sideName(position.side)));
    setPhase("thinking");
    void answer(search.signal);
  }
}

/** Plays the move that the engine finds. @param {AbortSignal} signal */
async function answer(signal) {
  const { tree } = state;
  const found = await think(signal);
  if (signal.aborted || !found) {
    return;
  }
  if (found.move) {
    const { move, line, side } = found;
    // The score belongs to the position that was searched, and to the one after the move.
    keepScore(tree, tree.currentId, line, side);
    play(move, { isEngine: true });
    keepScore(tree, tree.currentId, line, side);
    return;
  }
  state.paused = "failed";
  goOn();
  if ("error" in found) {
    noticeError(found.error, unpause);
  } else {
    notice(found.text, unpause);
  }
}

function announcePosition() {
  const { position, tree } = state;
  if (!position) {
    return;
  }
  const status = byId("status").textContent ?? "";
  const { last } = position;
  if (last && tree.currentId !== 0) {
    announceMove(texts.moved(sideName(last.side), written(last.shown), status));
  } else {
    announce(texts.atStart(status));
  }
}

/**
 * Plays a move in the current position.
 * @param {Pick<import("./types.js").Move, "name"> & Partial<import("./types.js").Move>} move
 * @param {{isDragged?: boolean, isEngine?: boolean}} [how]  a dragged piece is where it belongs already
 */
export function play(move, { isDragged = false, isEngine = false } = {}) {
  const { position } = state;
  if (position) {
    const { name, record = name, shown = name } = move;
    playAll([{ name, record, shown, side: position.side }], !isDragged, isEngine);
  }
}

/**
 * Plays moves one after another.
 * @param {(Pick<import("./types.js").NamedMove, "name"> & Partial<import("./types.js").NamedMove>)[]} moves
 */
export function playAll(moves, isAnimated = true, isEngine = false) {
  const { tree } = state;
  dropTaken();
  for (const move of moves) {
    const node = tree.add(tree.currentId, move);
    if (node.side) {
      pressClock(node, node.side);
    }
    tree.currentId = node.id;
  }
  played = tree.currentId;
  // An engine that begins at once must not hide what a person has not read.
  (isEngine && tree.ply() < 2 ? hideFailure : hideNotice)();
  emit("tree");
  void showCurrent({ isMove: isAnimated });
}

/** Another move is played in place of those that were taken back. */
function dropTaken() {
  const { tree, taken, analysing } = state;
  if (taken !== null && !analysing && tree.has(taken) && tree.node(taken).parent === tree.currentId) {
    removeLine(taken);
  }
  state.taken = null;
}

function unpause() {
  state.paused = false;
  goOn();
}

on("game", () => played = -1);
on("ending", goOn);

/**
 * Begins a game; the last one can be gone back to.
 * @param {string} game
 * @param {{start?: string|null, tree?: Tree} & Partial<Pick<typeof state, "players"|"clocks"|"flipped"|"analysing">>} [how]
 */
export function newGame(game, { start = null, tree = new Tree(), ...how } = {}) {
  const isKept = keepLast();
  hideNotice();
  Object.assign(state, how);
  replaceGame(game, start, tree);
  if (isKept) {
    offerLast();
  }
  emit("tree");
  return showCurrent();
}

/** Goes to a node. @param {number} id @param {boolean} [isMove] */
export function goTo(id, isMove = false) {
  if (state.tree.has(id) && id !== state.tree.currentId) {
    state.tree.currentId = id;
    state.taken = null;
    played = -1;
    emit("place");
    void showCurrent({ isMove });
  }
}

/**
 * The first of the moves to take back: to the last turn of a person; the last move where both
 * sides are alike, or in analysis.
 */
function firstToTake() {
  const { tree, players, analysing } = state;
  const path = tree.path().reverse();
  // Sides need not take turns, so the side of each node says whose turn it was.
  return analysing || people().length !== 1 ? path[0] : path.find(({ side }) => side !== null && players[side].engine === null);
}

export const canTakeBack = () => !state.watching && firstToTake() !== undefined;

export function takeBack() {
  const { analysing, names } = state;
  const first = firstToTake();
  if (!first || first.parent === null) {
    return;
  }
  state.paused ||= !analysing && Object.values(state.players).every(player => player.engine !== null);
  state.ending = null;
  goTo(first.parent);
  // Of a game that was read, and in analysis, all moves are kept.
  state.taken = analysing || names ? null : first.id;
}

/** The sides that people play. */
export const people = () => SIDES.filter(side => state.players[side].engine === null);

/** Whether people play a game that has not ended, so that somebody can resign. */
export const isPlaying = () =>
  state.position !== null && phase() !== "loading" && !state.watching && !state.analysing && gameResult() === null && people().length > 0;

/** Until both sides have moved, nothing is lost with a game. */
const FREE_PLIES = 2;

/** Whether a person would lose the game with one click. */
export const isUnderWay = () => isPlaying() && isOwn() && state.tree.line().length > FREE_PLIES;

/** Ends the game on the board, other than by a move. @param {import("./types.js").Side|null} winner @param {string} reason */
export function endGame(winner, reason) {
  state.ending = { node: state.tree.currentId, winner, reason };
  goOn();
  save();
  announce(byId("status").textContent ?? "");
}

/** Stops engines, or lets them go on: also from a position in the middle of the game. */
export function togglePause() {
  if (phase() === "paused") {
    state.paused = false;
    startThinking();
  } else {
    state.paused = !state.paused;
    goOn();
  }
  save();
  announce(byId("status").textContent ?? "");
}
