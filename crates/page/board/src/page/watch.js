// A match that runs elsewhere, on the board as it goes on.

import { ApiError, askPosition, isAbort, stream } from "./api.js";
import { byId } from "./dom.js";
import { clearScoreboard, markGame, showEngines, showMatch, shownNumber, startScoreboard } from "./scoreboard.js";
import { describeLine } from "./names.js";
import { emit, gameInfo, on, replaceGame, restore, saveNow, sideName, state } from "./state.js";
import { firstScore } from "./scores.js";
import { isAway } from "./visible.js";
import { Match } from "./match.js";
import { newGame, showCurrent } from "./turns.js";
import { notice, noticeError, say } from "./notices.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {import("./match.js").WatchedGame} WatchedGame */

/** How often what came is drawn, in ms. */
const DRAW_MS = 40;
/** How long the end of a game stays before the next game. */
const LINGER_MS = 3000;
/** All that was before comes at once: until then nothing is worth lingering at. */
const CATCH_UP_MS = 1000;
/** How often another match is looked for after the end of one. */
const AGAIN_MS = 5000;

const match = new Match();
/** @type {{number: number, tree: Tree, tip: number, plies: number}|null} the game on the board, and its last node */
let view = null;
let isFollowing = true;
/** @type {AbortController|null} */
let connection = null;
let connectedAt = 0;
/** @type {number|undefined} */
let due;
/** @type {number|undefined} */
let leaving;
/** @type {number|undefined} */
let again;
/** The games of which something came since it was drawn. @type {Set<WatchedGame>} */
const changed = new Set();
/** Whether the server knows games that are not in its list. @type {Map<string, boolean>} */
const known = new Map();

/** Shows the match that the server watches, and wires what belongs to it. */
export function startWatch() {
  on("leave", endWatching);
  startScoreboard(number => {
    setFollowing(false);
    showWatched(number, true);
  });
  byId("follow").addEventListener("click", () => {
    setFollowing(!isFollowing);
    if (isFollowing) {
      showWatched(match.newest(), true);
    }
  });
  byId("leave-watch").addEventListener("click", () => state.watching ? leave() : enter());
  for (const change of /** @type {const} */ (["tree", "place"])) {
    on(change, () => {
      // Who looks back is not to be pulled to the next move.
      if (state.watching && view && state.tree === view.tree && state.tree.currentId !== view.tip) {
        setFollowing(false);
      }
    });
  }
  on("position", () => {
    showScores();
    showStatus();
    showSaid();
  });
  on("seen", () => {
    if (!isAway()) {
      void listen();
    } else {
      window.clearTimeout(again);
      connection?.abort();
      connection = null;
    }
  });
  enter();
}

/** Shows the match instead of a game of one's own. */
function enter() {
  byId("watch-panel").hidden = false;
  saveNow();
  state.watching = true;
  setFollowing(true);
  byId("leave-watch").textContent = texts.leaveWatch;
  if (match.games.size > 0) {
    showWatched(match.newest(), true);
  } else {
    state.noBoard = texts.matchAwaited;
    void showCurrent();
  }
  showAwaited();
  void listen();
}

/** Before the match begins, there is nothing to look at. */
const showAwaited = () => document.body.toggleAttribute("data-awaited", state.watching && match.games.size === 0);

/** Back to the own game. */
async function leave() {
  endWatching();
  if (!gameInfo()) {
    await newGame(state.about.game);
    return;
  }
  emit("game");
  emit("players");
  emit("tree");
  await showCurrent();
}

/** The board is for the own game again, or for another one; the match is still listened to. */
function endWatching() {
  if (state.watching) {
    view = null;
    byId("leave-watch").textContent = texts.backToMatch;
    Object.assign(state, { clocks: null, turnBegan: null });
    if (!restore()) {
      replaceGame(state.about.game);
    }
    state.watching = false;
    showAwaited();
  }
}

/** @param {boolean} follows */
function setFollowing(follows) {
  isFollowing = follows;
  byId("follow").setAttribute("aria-pressed", String(follows));
}

/** Listens until the match is over; after that, now and then, whether there is another one. */
async function listen() {
  if (connection || !state.about.watches || isAway()) {
    return;
  }
  window.clearTimeout(again);
  const own = connection = new AbortController();
  connectedAt = performance.now();
  let isEnd = false;
  try {
    for await (const event of stream("watch", null, own.signal)) {
      isEnd = take(event);
      if (isEnd || connection !== own) {
        break;
      }
    }
    if (!isEnd && connection === own) {
      throw new ApiError(texts.serverGone, 0);
    }
  } catch (error) {
    // After the end of the match, nothing is lost.
    if (connection === own && !isAbort(error) && !match.isOver) {
      noticeError(error, listen);
    }
  }
  if (connection === own) {
    connection = null;
    if (match.isOver) {
      again = window.setTimeout(listen, AGAIN_MS);
    }
  }
}

/** Takes an event; says whether there is nothing more to hear. @param {any} event */
function take(event) {
  if (event.type === "error") {
    notice(event.error, listen);
    return true;
  }
  if (event.type === "waiting") {
    return match.isOver;
  }
  if (event.type === "match") {
    if (match.begin(event)) {
      view = null;
      changed.clear();
      clearScoreboard();
      setFollowing(true);
    }
    return match.isOver;
  }
  const game = match.take(event, performance.now() > connectedAt + CATCH_UP_MS);
  if (game) {
    changed.add(game);
  }
  due ??= window.setTimeout(update, DRAW_MS);
  return match.isOver;
}

/** Draws what came. */
function update() {
  due = undefined;
  showMatch(match, changed);
  showAwaited();
  const isChanged = [...changed].some(game => game.number === view?.number);
  changed.clear();
  if (state.watching && match.games.size > 0) {
    if (isFollowing) {
      showWatched(followed(), false);
    } else if (view && isChanged) {
      showWatched(view.number, false);
    }
  }
}

/** The game to follow: a person is to see how the one on the board ends. */
function followed() {
  const game = view ? match.games.get(view.number) : undefined;
  const now = performance.now();
  if (!game || now < connectedAt + CATCH_UP_MS) {
    return match.newest();
  }
  const rest = game.endedAt + LINGER_MS - now;
  if (game.result && rest > 0) {
    window.clearTimeout(leaving);
    leaving = window.setTimeout(update, rest);
  }
  return game.result && rest <= 0 ? match.newest() : game.number;
}

/** @param {number} number @param {boolean} isChosen  by the person, rather than by the course of the match */
function showWatched(number, isChosen) {
  const game = match.games.get(number);
  if (!game) {
    return;
  }
  const isSame = view?.number === number && state.tree === view.tree;
  if (!isSame) {
    view = { number, tree: new Tree(), tip: 0, plies: 0 };
    replaceGame(game.game, game.start, view.tree);
    state.watching = true;
    state.names = game.players;
    state.noBoard = knows(game) ? "" : texts.unknownGame(game.game);
    state.clocks = clocksOf(game);
    emit("players");
  }
  const { tree } = /** @type {NonNullable<typeof view>} */ (view);
  const before = tree.currentId;
  const tip = grow(game);
  if (isFollowing || !isSame) {
    tree.currentId = tip;
  }
  markGame(number);
  if (!isSame || tree.currentId !== before) {
    void showMoves({ isMove: isSame && tree.current.parent === before, isQuiet: !isChosen && !isSame });
  } else {
    showStatus();
    showSaid();
    void nameMoves();
  }
}

/** Shows the current position. Its moves come into the list as the players of the game write them. @param {{isMove: boolean, isQuiet: boolean}} how */
async function showMoves(how) {
  const { tree } = state;
  state.turnBegan = turnBegan();
  if (tree.currentId === 0 || state.noBoard) {
    emit("tree");
  }
  const isShown = await showCurrent(how);
  if (!isShown && state.tree === tree && !state.position) {
    // What the server refuses stands as it came.
    emit("tree");
  }
}

/** @param {WatchedGame} game */
function clocksOf({ clocks: [first = null, second = null] }) {
  const clock = (/** @type {number} */ seconds) => ({ base: seconds * 1000, increment: 0 });
  return first === null || second === null ? null : { first: clock(first), second: clock(second) };
}

/** When the turn on the board began; null where the game has gone on or has ended. */
function turnBegan() {
  const game = view ? match.games.get(view.number) : undefined;
  return game && !game.result && state.tree.currentId === view?.tip ? game.turnBegan : null;
}

/** Adds the moves that came to the tree on the board; the last of them. @param {WatchedGame} game */
function grow(game) {
  if (!view) {
    return 0;
  }
  for (const { name, record, left } of game.moves.slice(view.plies)) {
    const node = view.tree.add(view.tip, { name, record, shown: record });
    node.left = left === null ? null : left * 1000;
    view.tip = node.id;
    view.plies += 1;
  }
  return view.tip;
}

/** Whether the server knows a game. One that is not in its list is asked for once. @param {WatchedGame} game */
function knows({ game, start }) {
  if (!gameInfo(game) && !known.has(game)) {
    known.set(game, false);
    askPosition(game, start, []).then(() => {
      known.set(game, true);
      if (state.watching && state.game === game) {
        state.noBoard = "";
        void showCurrent();
      }
    }, () => {});
  }
  return Boolean(gameInfo(game)) || known.get(game) === true;
}

let isNaming = false;

/** Asks how the moves are written that came while an earlier position is on the board. */
async function nameMoves() {
  if (isNaming || state.noBoard) {
    return;
  }
  isNaming = true;
  try {
    while (view && state.tree === view.tree && view.tree.node(view.tip).side === null && view.tree.currentId !== view.tip) {
      await describeLine(state.game, state.start, view.tree, view.tip);
      emit("tree");
      showScores();
    }
  } catch {
    // They stay as they came.
  }
  isNaming = false;
}

/** The scores that the engines gave; whose they are is known with the moves. */
function showScores() {
  const game = view && state.watching ? match.games.get(view.number) : undefined;
  if (!game || !view || state.tree !== view.tree) {
    return;
  }
  let isNew = false;
  view.tree.path(view.tip).forEach((node, ply) => {
    const score = game.moves[ply]?.said?.score;
    if (score && node.side && !node.score) {
      node.score = firstScore(score, node.side);
      isNew = true;
    }
  });
  if (isNew) {
    emit("scores");
  }
}

/** What the engines say where the board is, and whose clock runs. */
function showSaid() {
  const game = view && state.watching ? match.games.get(view.number) : undefined;
  if (!game || state.tree !== view?.tree) {
    return;
  }
  showEngines(game, state.tree.currentId === view.tip);
  const began = turnBegan();
  if (state.turnBegan !== began) {
    state.turnBegan = began;
    emit("mode");
  }
}

function showStatus() {
  const game = view ? match.games.get(view.number) : undefined;
  const { position } = state;
  if (!state.watching || !game || !position) {
    return;
  }
  const isEnd = game.result && state.tree.currentId === view?.tip;
  // What the rules say is also in other languages.
  const ruled = position.result;
  const reason = ruled && (ruled.winner ?? "draw") === game.result ? ruled.reason : game.reason;
  if (!isEnd) {
    say(texts.watching(shownNumber(game.number), sideName(position.side)));
  } else if (game.result === "first" || game.result === "second") {
    say(texts.won(sideName(game.result), reason));
  } else {
    say(game.result === "draw" ? texts.drawn(reason) : texts.unfinished(reason));
  }
}
