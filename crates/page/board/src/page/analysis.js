// Analysis: an endless search of the position on the board, and of a whole game in turn.

import { buttonById, byId, html, inputById, selectById, setText } from "./dom.js";
import { canPlay, currentResult, emit, keepScore, on, phase, save, state } from "./state.js";
import { fillNames } from "./names.js";
import { firstScore, scoreText } from "./scores.js";
import { look } from "./engine.js";
import { engineOptions } from "./players.js";
import { goOn, playAll } from "./turns.js";
import { askedAt, isAbort, stream } from "./api.js";
import { isAway } from "./visible.js";
import { notice, noticeError } from "./notices.js";
import { review } from "./review.js";
import { showScored } from "./view.js";
import { tabId } from "./storage.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").SearchEvent} SearchEvent */

/** As many lines as any position has moves. */
const ALL = 500;
/** With more lines, the first move of each is shown alone. */
const LONG_LINES = 10;
const SHOWN_MOVES = 7;
/** The height of a line of the list. */
const LINE_REM = 2;
const ARROWS = 4;
/** Going fast through a game starts no search at each position. */
const WAIT_MS = 80;

/** @type {AbortController|null} */
let search = null;
/** @type {AbortController|null} */
let sweep = null;
/** What is analysed now: node, game, lines, engine. */
let running = "";
/** @type {number|undefined} */
let waiting;
let engine = 0;

export function startAnalysis() {
  const counts = Array.from({ length: LONG_LINES }, (_, i) => html("option", { value: i + 1 }, String(i + 1)));
  selectById("line-count").replaceChildren(...counts, html("option", { value: ALL }, texts.allMoves));
  selectById("line-count").addEventListener("change", () => {
    state.lines = Number(selectById("line-count").value);
    save();
    restart();
  });
  selectById("analysis-engine").addEventListener("change", () => {
    engine = Number(selectById("analysis-engine").value);
    restart();
  });
  byId("analyse").addEventListener("click", toggle);
  byId("analyse-game").addEventListener("click", () => sweep ? sweep.abort() : analyseGame());
  byId("lines").addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) {
      playLine(Number(button.dataset["row"]), Number(button.dataset["moves"]));
    }
  });
  on("mode", follow);
  on("seen", follow);
  on("game", () => sweep?.abort());
  on("game", showAnalysis);
}

/** Fills the engines in that play the game. */
export function showAnalysis() {
  if (!canPlay(state.about.engines[engine])) {
    engine = 0;
  }
  selectById("analysis-engine").replaceChildren(...engineOptions());
  selectById("analysis-engine").value = String(engine);
  selectById("line-count").value = String(state.lines);
}

function toggle() {
  state.analysing = !state.analysing;
  save();
  goOn();
}

/** Starts, stops or moves the search with what the board shows. */
function follow() {
  if (phase() === "thinking") {
    // An engine plays: it has no time for the rest of the game.
    sweep?.abort();
  }
  byId("analyse").setAttribute("aria-pressed", String(state.analysing));
  byId("analysis-body").hidden = !state.analysing;
  const wanted = state.analysing && ["ready", "watching"].includes(phase()) && state.position && !currentResult() && !sweep && !isAway()
    ? JSON.stringify([state.game, state.start, state.tree.names(), state.lines, engine]) : "";
  buttonById("analyse-game").disabled = state.watching || (state.tree.line().length === 0 && !sweep);
  if (wanted === running) {
    return;
  }
  stop();
  running = wanted;
  if (wanted) {
    byId("analysis-numbers").textContent = texts.analysisStarts;
    waiting = window.setTimeout(analyse, WAIT_MS);
  } else if (state.analysing && currentResult()) {
    byId("analysis-numbers").textContent = texts.gameIsOver;
  }
}

function stop() {
  window.clearTimeout(waiting);
  search?.abort();
  search = null;
  running = "";
  latest = [];
  const list = byId("lines");
  // Lines of the position before stay until there are others, so that nothing jumps.
  list.toggleAttribute("data-stale", state.analysing);
  list.style.minHeight = `${Math.min(state.lines, LONG_LINES - 2) * LINE_REM}rem`;
  if (!state.analysing) {
    list.replaceChildren();
    byId("wdl-text").textContent = "";
  }
  byId("analysis-numbers").textContent = "";
  showScored([]);
}

function restart() {
  stop();
  follow();
}

async function analyse() {
  const { game, start, position, tree, lines } = state;
  const own = search = new AbortController();
  const node = tree.currentId;
  if (!position) {
    return;
  }
  try {
    const asked = { tab: await tabId(), asked_at: askedAt(), game, start, moves: tree.names(node), engine, lines, limits: { infinite: true }, strength: null };
    for await (const event of stream("search", asked, own.signal)) {
      const said = /** @type {SearchEvent} */ (event);
      if (search !== own) {
        return;
      }
      if (said.type === "info") {
        keepScore(tree, node, said.lines[0], position.side);
        showInfo(said, position);
      } else if (said.type === "failed") {
        const name = state.about.engines[engine]?.name ?? "";
        if (said.restarted) {
          notice(texts.engineFailed(name, said.text));
        } else {
          notice(texts.engineGaveUp(name, said.text), restart);
        }
      }
    }
  } catch (error) {
    if (search === own && !isAbort(error)) {
      noticeError(error, restart);
    }
  }
  save();
}

/** @type {Line[]} */
let latest = [];
let listedAt = 0;

/** @param {import("./types.js").Info} info @param {import("./types.js").Position} position */
function showInfo(info, position) {
  const now = performance.now();
  // A list of all moves is long: twice a second is enough to read.
  if (info.lines.length > LONG_LINES && now - listedAt < 500) {
    return;
  }
  listedAt = now;
  latest = info.lines;
  byId("analysis-numbers").textContent = texts.analysisNumbers(info.depth, info.nodes, info.nps);
  const list = byId("lines");
  list.removeAttribute("data-stale");
  latest.forEach((line, row) => showLine(list, line, row, position));
  while (list.children.length > latest.length) {
    list.lastElementChild?.remove();
  }
  showScored(latest.flatMap((line, row) => {
    const move = position.moves.find(({ name }) => name === line.line[0]);
    return move ? [{
      from: move.from, to: move.to, path: move.path, isBest: row === 0, hasArrow: row < ARROWS, tagsStart: latest.length <= LONG_LINES && row < ARROWS,
      text: scoreText(firstScore(line.score, position.side)),
    }] : [];
  }));
}

/**
 * A line of the list. What is there is changed rather than replaced: a button must not vanish
 * between the press and the release of a pointer.
 * @param {HTMLElement} list
 * @param {Line} line
 * @param {number} row
 * @param {import("./types.js").Position} position
 */
function showLine(list, line, row, position) {
  const item = list.children[row] ?? list.appendChild(html("li", {}, html("span", { class: "score" })));
  const bound = line.bound ? texts.bound[position.side === "first" ? line.bound : line.bound === "lower" ? "upper" : "lower"] : "";
  const score = bound + scoreText(firstScore(line.score, position.side));
  const [place] = item.children;
  setText(/** @type {Element} */ (place), score);
  const moves = (line.shown.length > 0 ? line.shown : line.line).slice(0, latest.length > LONG_LINES ? 1 : SHOWN_MOVES).map(written);
  moves.forEach((move, i) => {
    const button = item.children[i + 1]
      ?? item.appendChild(html("button", { type: "button", class: "move", "data-row": row, "data-moves": i + 1 }));
    setText(button, move);
    button.setAttribute("aria-label", texts.playLine(moves.slice(0, i + 1).join(" ")));
  });
  while (item.children.length > moves.length + 1) {
    item.lastElementChild?.remove();
  }
}

/** Plays the first moves of a line as a branch. @param {number} row @param {number} count */
function playLine(row, count) {
  const line = latest[row];
  if (!line || state.watching) {
    return;
  }
  const { tree } = state;
  playAll(line.line.slice(0, count).map((name, i) => {
    const shown = line.shown[i] ?? name;
    return { name, shown, record: shown };
  }));
  void fillNames(tree);
}

/** Gives every position of the line on the board a score, from the start to the end. */
async function analyseGame() {
  const { tree } = state;
  if (phase() === "thinking") {
    state.paused = true;
    goOn();
  }
  const own = sweep = new AbortController();
  const movetime = Math.max(10, Math.round(Number(inputById("sweep-time").value)) || 300);
  const nodes = [tree.root, ...tree.line()];
  state.review = null;
  nodes.forEach(node => Object.assign(node, { mark: "", lost: 0, why: "", best: [] }));
  emit("tree");
  stop();
  buttonById("analyse-game").textContent = texts.stopSweep;
  try {
    for (const [done, node] of nodes.entries()) {
      byId("analysis-numbers").textContent = texts.sweepAt(done, nodes.length);
      const isEnd = done === nodes.length - 1 && node.children.length === 0 && currentResult() !== null;
      if (!isEnd && state.tree === tree && tree.has(node.id)) {
        await scoreNode(tree, node.id, movetime, own.signal);
      }
      if (own.signal.aborted || state.tree !== tree) {
        break;
      }
    }
  } catch (error) {
    noticeError(error);
  }
  const isWhole = !own.signal.aborted;
  own.abort();
  sweep = null;
  byId("analysis-numbers").textContent = "";
  buttonById("analyse-game").textContent = texts.analyseGame;
  save();
  if (isWhole && state.tree === tree) {
    await review(tree, movetime);
  }
  goOn();
}

/**
 * Gives a position a score.
 * @param {import("./game.js").Tree} tree
 * @param {number} id
 * @param {number} movetime
 * @param {AbortSignal} signal
 */
async function scoreNode(tree, id, movetime, signal) {
  // The move that follows says whose turn it is here.
  const node = tree.node(id);
  const next = node.children.map(child => tree.node(child).side).find(side => side !== null);
  const side = next ?? (id === tree.currentId ? state.position?.side : undefined)
    ?? (node.side === "first" ? "second" : "first");
  const found = await look(tree.names(id), side, movetime, { engine, signal });
  if (found && tree === state.tree && tree.has(id)) {
    const { score, wdl, line } = found;
    Object.assign(node, { score, wdl, best: line });
    emit("scores");
  }
}
