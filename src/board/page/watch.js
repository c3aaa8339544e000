// A match that runs elsewhere, as it goes on.

import { askPosition, isAbort, stream } from "./api.js";
import { byId, html, selectById } from "./dom.js";
import { showAnalysis } from "./analysis.js";
import { emit, on, replaceGame, restore, sideName, state } from "./state.js";
import { newGame, show } from "./turns.js";
import { noticeError, say } from "./notices.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/**
 * @typedef {object} Watched
 * @property {number} number
 * @property {string} game
 * @property {string[]} players
 * @property {string|null} start
 * @property {Tree} tree
 * @property {number} tip  the last node
 * @property {{move: string, score: import("./types.js").Score|null}[]} scores
 * @property {Outcome|null} result
 * @property {string} reason
 */

/** @type {Map<number, Watched>} */
const games = new Map();
/** @type {{players: string[], games: number|null}} */
let match = { players: [], games: null };
let shown = 0;
let isFollowing = true;
let isOver = false;
/** @type {AbortController|null} */
let connection = null;
/** @type {number|undefined} */
let due;

export function startWatch() {
  selectById("watch-games").addEventListener("change", () => {
    setFollowing(false);
    showWatched(Number(selectById("watch-games").value), true);
  });
  byId("follow").addEventListener("click", () => {
    setFollowing(!isFollowing);
    if (isFollowing) {
      showWatched(newest(), true);
    }
  });
  byId("leave-watch").addEventListener("click", () => state.watching ? leave() : enter());
  on("position", () => {
    // Who looks back is not to be pulled to the next move.
    const game = games.get(shown);
    if (state.watching && game && state.tree === game.tree && state.tree.currentId !== game.tip) {
      setFollowing(false);
    }
    showStatus();
  });
}

/** Matches count their games from 0; people count from 1. @param {number} number */
const shownNumber = number => number + (games.has(0) ? 1 : 0);

/** Shows the match instead of a game of one's own. */
export function enter() {
  byId("watch-panel").hidden = false;
  state.watching = true;
  setFollowing(true);
  byId("leave-watch").textContent = texts.leaveWatch;
  if (games.size > 0) {
    showWatched(newest(), true);
  } else {
    say(texts.matchAwaited);
  }
  if (!connection) {
    void listen();
  }
}

/** Back to the own game. */
async function leave() {
  await endWatching();
  if (restore()) {
    emit("game");
    showAnalysis();
    emit("players");
    emit("tree");
    await show();
  } else {
    await newGame(state.game || state.about.game);
  }
}

/** The board is for something else now; the match is still listened to. */
export async function endWatching() {
  if (state.watching) {
    state.watching = false;
    shown = 0;
    byId("leave-watch").textContent = texts.backToMatch;
  }
}

const newest = () => Math.max(...games.keys());

/** @param {boolean} follows */
function setFollowing(follows) {
  isFollowing = follows;
  byId("follow").setAttribute("aria-pressed", String(follows));
}

async function listen() {
  connection = new AbortController();
  games.clear();
  try {
    for await (const event of stream("watch", null, connection.signal)) {
      take(event);
      // What was before comes at once; only the end of it is drawn.
      due ??= window.setTimeout(update, 40);
    }
  } catch (error) {
    if (!isAbort(error)) {
      noticeError(error, listen);
    }
  }
  connection = isOver ? connection : null;
}

/** @param {any} event */
function take(event) {
  const game = games.get(event.number);
  if (event.type === "match") {
    // Perhaps another match in the place of the one before.
    match = event;
    games.clear();
    isOver = false;
    shown = 0;
    setFollowing(true);
  } else if (event.type === "game") {
    const tree = new Tree();
    const watched = { ...event, start: event.position, tree, tip: 0, scores: [], reason: "" };
    games.set(event.number, watched);
    event.opening.forEach((/** @type {string} */ name) => watched.tip = tree.add(watched.tip, { name }).id);
  } else if (event.type === "move" && game) {
    const parent = game.tip;
    game.tip = game.tree.add(parent, { name: event.move }).id;
    const score = event.mate !== null && event.mate !== undefined ? { mate: event.mate }
      : event.cp !== null && event.cp !== undefined ? { cp: event.cp } : null;
    game.scores[game.tip] = { move: event.move, score };
    if (game.tree.currentId === parent && isFollowing) {
      game.tree.currentId = game.tip;
    }
  } else if (event.type === "end" && game) {
    game.result = event.result;
    game.reason = event.reason;
  } else if (event.type === "over") {
    isOver = true;
  }
}

/** Draws what came. */
function update() {
  due = undefined;
  byId("watch-text").textContent = texts.matchOf(match.players, games.size, match.games) + (isOver ? `. ${texts.matchOver}` : "");
  const select = selectById("watch-games");
  const chosen = select.value;
  select.replaceChildren(...[...games.values()].reverse().map(game => html("option", { value: game.number },
    texts.watchGame(shownNumber(game.number), game.players, game.result ? texts.outcomes[game.result] : "…"))));
  select.value = chosen;
  if (!state.watching || games.size === 0) {
    return;
  }
  if (isFollowing) {
    showWatched(newest(), false);
  } else {
    const game = games.get(shown);
    emit("tree");
    showStatus();
    if (game) {
      void name(game);
    }
  }
}

/** @param {number} number @param {boolean} isChosen  by the person, rather than by the course of the match */
function showWatched(number, isChosen) {
  const game = games.get(number);
  if (!game) {
    return;
  }
  const isSame = shown === number && state.tree === game.tree;
  const before = state.position?.names.length ?? 0;
  shown = number;
  if (isFollowing) {
    game.tree.currentId = game.tip;
  }
  if (!isSame) {
    replaceGame(game.game, game.start, game.tree);
    state.watching = true;
    state.names = game.players;
    emit("players");
  }
  selectById("watch-games").value = String(number);
  emit("tree");
  const ply = game.tree.ply();
  if (!isSame || ply !== before) {
    void show({ isMove: isSame && ply === before + 1, isQuiet: !isChosen && !isSame });
  } else {
    showStatus();
  }
  void name(game);
}

/** Asks, move by move, how the moves of a game are written, and whose they are. @param {Watched} game */
async function name(game) {
  for (const node of game.tree.path(game.tip)) {
    if (node.side !== null) {
      continue;
    }
    try {
      const { last } = await askPosition(game.game, game.start, game.tree.names(node.id));
      if (last) {
        game.tree.describe(node.id, last);
      }
    } catch {
      return;
    }
  }
  for (const node of game.tree.path(game.tip)) {
    const score = game.scores[node.id]?.score;
    if (score && node.side && !node.score) {
      const sign = node.side === "first" ? 1 : -1;
      node.score = score.mate === undefined ? { cp: sign * (score.cp ?? 0) } : { mate: sign * score.mate };
    }
  }
  if (shown === game.number && state.watching) {
    emit("tree");
    emit("scores");
  }
}

function showStatus() {
  const game = games.get(shown);
  const { position } = state;
  if (!state.watching || !game || !position) {
    return;
  }
  const isEnd = game.result && state.tree.currentId === game.tip;
  if (!isEnd) {
    say(texts.watching(shownNumber(game.number), sideName(position.side)));
  } else if (game.result === "first" || game.result === "second") {
    say(texts.won(sideName(game.result), game.reason));
  } else {
    say(game.result === "draw" ? texts.drawn(game.reason) : texts.unfinished(game.reason));
  }
}
