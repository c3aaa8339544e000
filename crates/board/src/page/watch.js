// A match that runs elsewhere, on the board as it goes on.

import { ApiError, askPosition, isAbort, stream } from "./api.js";
import { byId, html, selectById } from "./dom.js";
import { describeLine } from "./names.js";
import { emit, gameInfo, on, replaceGame, restore, saveNow, sideName, state } from "./state.js";
import { firstScore } from "./scores.js";
import { isAway } from "./visible.js";
import { Match } from "./match.js";
import { newGame, showCurrent } from "./turns.js";
import { notice, noticeError, say } from "./notices.js";
import { showAnalysis } from "./analysis.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {import("./match.js").Watched} Watched */

/** How often what came is drawn, in ms. */
const DRAW_MS = 40;
/** How long the end of a game stays before the next game. */
const LINGER_MS = 3000;
/** All that was before comes at once: until then nothing is worth lingering at. */
const CATCH_UP_MS = 1000;
/** How often another match is looked for after the end of one. */
const AGAIN_MS = 5000;
const LISTED_GAMES = 500;

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
/** @type {Map<number, HTMLOptionElement>} */
const options = new Map();
/** The games of which something came since it was drawn. @type {Set<Watched>} */
const changed = new Set();
/** Whether the server knows games that are not in its list. @type {Map<string, boolean>} */
const known = new Map();

/** Shows the match that the server watches, and wires what belongs to it. */
export function startWatch() {
  on("leave", endWatching);
  selectById("watch-games").addEventListener("change", () => {
    setFollowing(false);
    showWatched(Number(selectById("watch-games").value), true);
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

/** Matches count their games from 0; people count from 1. @param {number} number */
const shownNumber = number => number + (match.games.has(0) ? 1 : 0);

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
    say(texts.matchAwaited);
  }
  void listen();
}

/** Back to the own game. */
async function leave() {
  endWatching();
  if (!gameInfo()) {
    await newGame(state.about.game);
    return;
  }
  emit("game");
  showAnalysis();
  emit("players");
  emit("tree");
  await showCurrent();
}

/** The board is for the own game again, or for another one; the match is still listened to. */
function endWatching() {
  if (state.watching) {
    view = null;
    byId("leave-watch").textContent = texts.backToMatch;
    if (!restore()) {
      replaceGame(state.about.game);
    }
    state.watching = false;
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
      options.clear();
      changed.clear();
      selectById("watch-games").replaceChildren();
      setFollowing(true);
    }
    return match.isOver;
  }
  const game = match.take(event);
  if (game) {
    changed.add(game);
  }
  due ??= window.setTimeout(update, DRAW_MS);
  return match.isOver;
}

/** Draws what came. */
function update() {
  due = undefined;
  showMatch();
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

/** The match in words, and its games in the list: only those that changed. */
function showMatch() {
  const ended = texts.matchOf(match.players, match.ended(), match.planned);
  byId("watch-text").textContent = match.isOver ? `${ended}. ${texts.matchOver}` : ended;
  const select = selectById("watch-games");
  for (const game of changed) {
    let option = options.get(game.number);
    if (!option) {
      option = html("option", { value: game.number });
      options.set(game.number, option);
      select.prepend(option);
      if (select.length > LISTED_GAMES) {
        select.lastElementChild?.remove();
      }
    }
    const text = texts.watchGame(shownNumber(game.number), game.players, game.result ? texts.outcomes[game.result] : "…");
    if (option.textContent !== text) {
      option.textContent = text;
    }
  }
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
    state.unknown = !knows(game);
    emit("players");
  }
  const { tree } = /** @type {NonNullable<typeof view>} */ (view);
  const before = tree.currentId;
  const tip = grow(game);
  if (isFollowing || !isSame) {
    tree.currentId = tip;
  }
  selectById("watch-games").value = String(number);
  emit("tree");
  if (!isSame || tree.currentId !== before) {
    void showCurrent({ isMove: isSame && tree.current.parent === before, isQuiet: !isChosen && !isSame });
  } else {
    showStatus();
    void nameMoves();
  }
}

/** Adds the moves that came to the tree on the board; the last of them. @param {Watched} game */
function grow(game) {
  if (!view) {
    return 0;
  }
  for (const name of game.moves.slice(view.plies)) {
    view.tip = view.tree.add(view.tip, { name }).id;
    view.plies += 1;
  }
  return view.tip;
}

/** Whether the server knows a game. One that is not in its list is asked for once. @param {Watched} game */
function knows({ game, start }) {
  if (!gameInfo(game) && !known.has(game)) {
    known.set(game, false);
    askPosition(game, start, []).then(() => {
      known.set(game, true);
      if (state.watching && state.game === game) {
        state.unknown = false;
        void showCurrent();
      }
    }, () => {});
  }
  return Boolean(gameInfo(game)) || known.get(game) === true;
}

let isNaming = false;

/** Asks how the moves are written that came while an earlier position is on the board. */
async function nameMoves() {
  if (isNaming || state.unknown) {
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
    const score = game.scores[ply];
    if (score && node.side && !node.score) {
      node.score = firstScore(score, node.side);
      isNew = true;
    }
  });
  if (isNew) {
    emit("scores");
  }
}

function showStatus() {
  const game = view ? match.games.get(view.number) : undefined;
  const { position } = state;
  if (!state.watching || !game || !position) {
    return;
  }
  const isEnd = game.result && state.tree.currentId === view?.tip;
  if (!isEnd) {
    say(texts.watching(shownNumber(game.number), sideName(position.side)));
  } else if (game.result === "first" || game.result === "second") {
    say(texts.won(sideName(game.result), game.reason));
  } else {
    say(game.result === "draw" ? texts.drawn(game.reason) : texts.unfinished(game.reason));
  }
}
