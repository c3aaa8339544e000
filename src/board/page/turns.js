// The course of a game: shows positions, takes moves, lets engines think.

import { announce, announceMove, hideNotice, notice, noticeError, say } from "./notices.js";
import { ask, askPosition, isAbort, stream } from "./api.js";
import { byId, html } from "./dom.js";
import { currentResult, emit, isEngineToMove, other, replaceGame, save, sideName, state } from "./state.js";
import { firstScore, firstWdl, scoreText } from "./scores.js";
import { openBoard, showPosition } from "./view.js";
import { showMoveTexts } from "./input.js";
import { tabId } from "./storage.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {"loading"|"ready"|"thinking"|"over"|"paused"|"watching"} Phase */
/** @typedef {import("./types.js").SearchEvent} SearchEvent */

/** Every change of what is shown makes answers that are under way stale. */
let generation = 0;
/** @type {AbortController|null} */
let search = null;
let isFirstBoard = true;
/** The node of the last move that was played, rather than gone to: an engine answers it anew. */
let played = -1;

export const phase = () => /** @type {Phase} */ (document.body.dataset["state"]);

/** @param {Phase} next */
function setPhase(next) {
  // While the next position of a match is asked for, it is still watched.
  document.body.toggleAttribute("data-watching", state.watching);
  document.body.dataset["state"] = next;
  if (next !== "loading") {
    document.body.dataset["ply"] = String(state.tree.ply());
  }
  openBoard(next === "ready" || next === "paused");
  showMoveTexts();
  emit("mode");
}

function stopSearch() {
  generation += 1;
  search?.abort();
  search = null;
}

/**
 * Shows the current node of the tree and goes on from there.
 * @param {{isMove?: boolean, isQuiet?: boolean}} [how]  isMove: animated; isQuiet: not announced
 */
export async function show({ isMove = false, isQuiet = false } = {}) {
  stopSearch();
  const mine = generation;
  const { game, start, tree } = state;
  const node = tree.currentId;
  setPhase("loading");
  try {
    const position = await askPosition(game, start, tree.names());
    if (mine !== generation) {
      return;
    }
    state.position = position;
    state.start = position.start;
    if (position.last && node !== 0) {
      tree.describe(node, position.last);
    }
    const path = tree.path();
    position.line?.forEach((move, i) => path[i] && tree.describe(path[i].id, move));
  } catch (error) {
    if (mine === generation) {
      say(texts.noPosition);
      noticeError(error, () => show({ isMove, isQuiet }));
    }
    return;
  }
  showPosition(isMove);
  if (isFirstBoard) {
    isFirstBoard = false;
    document.body.dataset["firstBoardMs"] = String(Math.round(performance.now()));
  }
  save();
  decide();
  emit("position");
  if (!isQuiet) {
    announcePosition();
  }
}

/** Decides anew who moves. A position that is asked for decides when it is there. */
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
  const turn = texts.toMove(side, position.check);
  const isLookingBack = tree.current.children.length > 0 && tree.currentId !== played;
  if (state.watching) {
    setPhase("watching");
  } else if (result) {
    say(resultText(result));
    setPhase("over");
  } else if (state.analysing || !isEngineToMove()) {
    say(turn);
    setPhase("ready");
  } else if (state.paused || isLookingBack) {
    say(texts.paused(side));
    setPhase("paused");
  } else {
    think();
  }
}

/** @param {import("./types.js").Result} result */
const resultText = ({ winner, reason }) => {
  // A word of the server, or a sentence of somebody else.
  const why = reason in texts.endings ? texts.endings[/** @type {keyof typeof texts.endings} */ (reason)] : reason;
  return winner ? texts.won(sideName(winner), why) : texts.drawn(why);
};

function announcePosition() {
  const { position, tree } = state;
  if (!position) {
    return;
  }
  const status = byId("status").textContent ?? "";
  const { last } = position;
  if (last && tree.currentId !== 0) {
    announceMove(texts.moved(sideName(last.side), last.shown, status));
  } else {
    announce(texts.atStart(status));
  }
}

/**
 * Plays a move in the current position.
 * @param {Pick<import("./types.js").Move, "name"> & Partial<import("./types.js").Move>} move
 * @param {boolean} isDragged  a dragged piece is where it belongs already
 */
export function play(move, isDragged = false) {
  const { position, tree } = state;
  if (!position) {
    return;
  }
  const { name, record = name, shown = name } = move;
  const node = tree.add(tree.currentId, { name, record, shown, side: position.side });
  tree.currentId = played = node.id;
  hideNotice();
  emit("tree");
  void show({ isMove: !isDragged });
}

/** The limits and the strength of a search. @param {import("./types.js").Player} player */
const strengthOf = player => {
  const [kind, value] = player.strength.split(" ");
  return value === undefined ? null : { [kind ?? ""]: Number(value) };
};

/** Lets the engine of the side to move find a move. */
async function think() {
  const mine = generation;
  const { position, tree, limit } = state;
  if (!position) {
    return;
  }
  const { side } = position;
  const player = state.players[side];
  const engine = state.about.engines[player.engine ?? 0]?.name ?? "";
  say(texts.thinking(engine, sideName(side)));
  setPhase("thinking");
  const tab = await tabId();
  if (mine !== generation) {
    return;
  }
  search = new AbortController();
  const question = {
    game: state.game, start: state.start, moves: tree.names(), tab, engine: player.engine, lines: 1,
    limits: { [limit.kind]: limit.value }, strength: strengthOf(player),
  };
  /** @type {import("./types.js").Line|undefined} */
  let line;
  try {
    for await (const event of stream("search", question, search.signal)) {
      const said = /** @type {SearchEvent} */ (event);
      if (mine !== generation) {
        return;
      }
      if (said.type === "started") {
        void learnStrengths(player.engine ?? 0);
      } else if (said.type === "info") {
        line = said.lines[0] ?? line;
        showDepth(side, said);
      } else if (said.type === "best") {
        keepScore(tree.currentId, line, side);
        const move = position.moves.find(({ name }) => name === said.move);
        play(move ?? { name: said.move, shown: said.shown });
        keepScore(tree.currentId, line, side);
        return;
      } else if (said.type === "failed") {
        if (!said.restarted) {
          halt(texts.engineGaveUp(engine, said.text));
          return;
        }
        notice(texts.engineFailed(engine, said.text));
      } else if (said.type === "ended") {
        break;
      }
    }
    if (mine === generation) {
      halt(texts.engineSilent(engine));
    }
  } catch (error) {
    if (mine === generation && !isAbort(error)) {
      halt("");
      noticeError(error, unpause);
    }
  }
}

/** What an engine can be limited to is known once it has run. @param {number} engine */
async function learnStrengths(engine) {
  const known = state.about.engines[engine];
  if (!known || known.levels || known.ratings || learned.has(engine)) {
    return;
  }
  learned.add(engine);
  const about = await ask("about").catch(() => null);
  if (about) {
    state.about.engines = about.engines;
    emit("game");
  }
}

/** @type {Set<number>} */
const learned = new Set();

/** Pauses the game because of a failure. @param {string} text */
function halt(text) {
  state.paused = true;
  goOn();
  if (text) {
    notice(text, unpause);
  }
}

function unpause() {
  state.paused = false;
  goOn();
}

/** @param {import("./types.js").Side} side @param {import("./types.js").Info} info */
function showDepth(side, info) {
  const score = info.lines[0]?.score;
  byId(`depth-${side}`).replaceChildren(...score
    ? [html("span", {}, texts.depthReached(info.depth)), html("span", {}, scoreText(firstScore(score, side)))] : []);
}

/**
 * The score of a search belongs to the position it began in, and to the one after its move.
 * @param {number} id
 * @param {import("./types.js").Line|undefined} line
 * @param {import("./types.js").Side} side
 */
export function keepScore(id, line, side) {
  if (line && state.tree.has(id)) {
    const node = state.tree.node(id);
    node.score = firstScore(line.score, side);
    node.wdl = firstWdl(line.wdl, side);
    emit("scores");
  }
}

/** @param {string} game @param {string|null} [start] @param {Tree} [tree] */
export function newGame(game, start = null, tree = new Tree()) {
  hideNotice();
  replaceGame(game, start, tree);
  played = -1;
  emit("tree");
  return show();
}

/** Goes to a node. @param {number} id @param {boolean} [isMove] */
export function goTo(id, isMove = false) {
  if (state.tree.has(id) && id !== state.tree.currentId) {
    state.tree.currentId = id;
    played = -1;
    emit("tree");
    void show({ isMove });
  }
}

/** To the last turn of a person; by a ply where both sides are alike, or in analysis. */
export function takeBack() {
  const { tree, players, analysing, position } = state;
  const above = tree.path().reverse().map(node => /** @type {number} */ (node.parent));
  const people = Object.values(players).filter(player => player.engine === null).length;
  let steps = 1;
  if (!analysing && position && people === 1) {
    // Sides need not take turns, so the side of each node says whose turn it was.
    const path = tree.path().reverse();
    const at = path.findIndex(node => node.side !== null && players[node.side].engine === null);
    steps = at + 1;
  } else if (people === 0) {
    state.paused = true;
  }
  const target = above[steps - 1];
  if (target !== undefined) {
    state.ending = null;
    goTo(target);
  }
}

/** Whether somebody can resign now. */
export const canResign = () =>
  state.position !== null && phase() !== "loading" && !state.watching && !state.analysing && currentResult() === null
  && Object.values(state.players).some(player => player.engine === null);

/** The person resigns: the one to move where both are. */
export function resign() {
  const { position, players, tree } = state;
  if (!position || !canResign()) {
    return;
  }
  const loser = players[position.side].engine === null ? position.side : other(position.side);
  state.ending = { node: tree.currentId, winner: other(loser), reason: texts.resigned(sideName(loser)) };
  goOn();
  save();
  announce(byId("status").textContent ?? "");
}

/** Stops engines, or lets them go on: also from a position in the middle of the game. */
export function togglePause() {
  if (phase() === "paused") {
    state.paused = false;
    stopSearch();
    void think();
  } else {
    state.paused = !state.paused;
    goOn();
  }
  save();
  announce(byId("status").textContent ?? "");
}

/** How many questions are under way at once. */
const BATCH = 6;

/**
 * Asks how the moves are written that came by their names alone.
 * @param {Tree} tree
 */
export async function fillNames(tree) {
  const { game, start } = state;
  for (;;) {
    const unknown = [...tree.nodes.values()].filter(node => node.id !== 0 && node.side === null).slice(0, BATCH);
    if (unknown.length === 0 || state.tree !== tree) {
      return;
    }
    try {
      await Promise.all(unknown.map(async ({ id }) => {
        const { last } = await askPosition(game, start, tree.names(id));
        if (last && tree.has(id)) {
          tree.describe(id, last);
        }
      }));
    } catch {
      return;
    }
    if (unknown.every(node => node.side === null)) {
      return;
    }
    if (state.tree === tree) {
      emit("tree");
      save();
    }
  }
}

/** The game as PGN, and a text for people. */
export function askPgn() {
  const { game, start, tree, names, players, about } = state;
  const line = tree.line();
  const nameOf = (/** @type {import("./types.js").Player} */ player) =>
    player.engine === null ? texts.person : about.engines[player.engine]?.name ?? "";
  const result = line.at(-1)?.id === tree.currentId || line.length === 0 ? currentResult() : null;
  return ask("pgn", {
    game, start, moves: line.map(node => node.name),
    players: names?.map(name => name || texts.unknownPlayer) ?? [nameOf(players.first), nameOf(players.second)],
    result: result ? result.winner ?? "draw" : "unfinished", reason: result?.reason ?? "",
  });
}
