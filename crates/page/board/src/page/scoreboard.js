// What a match says beside its board: both engines, what its games say of them, and the games.

import { askPosition } from "./api.js";
import { byId, html, setText } from "./dom.js";
import { firstScore, scoreText } from "./scores.js";
import { SIDES, state } from "./state.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Said} Said */
/** @typedef {import("./match.js").WatchedGame} WatchedGame */
/** @typedef {import("./types.js").Side} Side */

const LISTED_GAMES = 500;
/** How long a line must stand until it is asked how it is written: fast games need their time for themselves. */
const LINE_WAIT_MS = 200;

/** The games of the list. @type {Map<number, HTMLButtonElement>} */
const buttons = new Map();

/** @param {(number: number) => void} choose  shows a game */
export function startScoreboard(choose) {
  byId("watch-engines").replaceChildren(...SIDES.map(side => html("div", { id: `engine-${side}`, class: "engine" },
    html("strong", { class: `engine-name of-${side}` }), html("span", { class: "score" }),
    html("span", { class: "engine-numbers" }), html("p", { class: "engine-line" }))));
  byId("watch-games").addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) {
      choose(Number(button.dataset["number"]));
    }
  });
}

/** Another match begins. */
export function clearScoreboard() {
  buttons.clear();
  byId("watch-games").replaceChildren();
}

/** Matches count their games from 0; people count from 1. @param {number} number */
export const shownNumber = number => number + 1;

/** @param {Match} match @param {Iterable<WatchedGame>} changed  the games of which something came */
export function showMatch(match, changed) {
  const ended = texts.matchOf(match.players, match.ended(), match.planned);
  byId("watch-text").textContent = match.isOver ? `${ended}. ${texts.matchOver}` : ended;
  for (const game of changed) {
    listGame(game);
  }
  const next = match.toCome().map(({ number, players }) => texts.nextGame(shownNumber(number), players));
  byId("watch-next").textContent = next.length > 0 ? texts.nextGames(next.join(", ")) : "";
  showStanding(match.standing);
}

/** @param {WatchedGame} game */
function listGame({ number, players, result }) {
  const list = byId("watch-games");
  let button = buttons.get(number);
  if (!button) {
    button = html("button", { type: "button", class: "quiet", "data-number": number });
    buttons.set(number, button);
    list.prepend(html("li", {}, button));
    if (list.children.length > LISTED_GAMES) {
      list.lastElementChild?.remove();
    }
  }
  const text = texts.watchGame(shownNumber(number), players, result ? texts.outcomes[result] : "…");
  setText(button, text);
}

/** Marks the game that is on the board. @param {number} number */
export function markGame(number) {
  byId("watch-games").querySelector("[aria-current]")?.removeAttribute("aria-current");
  buttons.get(number)?.setAttribute("aria-current", "true");
}

/** @type {import("./match.js").Standing|null} */
let shownStanding = null;

/** @param {import("./match.js").Standing|null} standing */
function showStanding(standing) {
  if (standing === shownStanding) {
    return;
  }
  shownStanding = standing;
  byId("watch-standing").replaceChildren(...standing ? rows(standing).map(([title = "", ...cells]) =>
    html("tr", {}, html("th", { scope: "row" }, title), ...cells.map(cell => html("td", {}, cell)))) : []);
}

/** @param {import("./match.js").Standing} standing @returns {string[][]} */
function rows({ players, elo, los, test }) {
  const [first, second] = players;
  if (!first || !second) {
    return [];
  }
  const isDuel = players.length === 2;
  const scores = isDuel
    ? [[texts.matchRows.score, `${texts.matchScore(first.name, points(first), second.name, points(second))}, ${texts.wonDrawnLost(first.wins, first.draws, first.losses)}`]]
    : ranked(players).map(player => [
      player.name, texts.pointsOf(points(player), player.wins + player.draws + player.losses),
      player.rating === null || player.margin === null ? "" : `${texts.matchRows.elo} ${texts.plusMinus(player.rating, player.rating - player.margin, player.rating + player.margin)}`,
    ]);
  const pair = isDuel ? "" : ` (${first.name} – ${second.name})`;
  return [
    ...scores,
    ...elo ? [[texts.matchRows.elo + pair, eloText(elo)]] : [],
    ...los === null ? [] : [[texts.matchRows.los + pair, texts.exactShare(los)]],
    ...test ? [[texts.matchRows.test + pair, texts.testState(test)]] : [],
  ];
}

/** What is infinite comes as null. @param {NonNullable<import("./match.js").Standing["elo"]>} elo */
const eloText = ({ estimate, low, high }) =>
  texts.plusMinus(estimate ?? (high === null ? Infinity : -Infinity), low ?? -Infinity, high ?? Infinity);

/** @param {import("./match.js").PlayerStanding} player */
const points = ({ wins, draws }) => wins + draws / 2;

/** @param {import("./match.js").PlayerStanding[]} players */
const ranked = players => [...players].sort((a, b) => (b.rating ?? points(b)) - (a.rating ?? points(a)));

/** What both engines said last, as far as the game is on the board. @param {WatchedGame} game @param {boolean} isTip  whether all of it is */
export function showEngines(game, isTip) {
  const path = state.tree.path();
  const names = path.map(node => node.name);
  for (const [i, side] of SIDES.entries()) {
    const [name, score, numbers, line] = /** @type {HTMLElement[]} */ ([...byId(`engine-${side}`).children]);
    const ply = path.findLastIndex((node, at) => node.side === side && game.moves[at]?.said);
    const isThinking = isTip && game.search?.side === side;
    const said = isThinking ? game.search?.said : game.moves[ply]?.said;
    if (name && score && numbers && line) {
      setText(name, game.players[i] ?? "");
      setText(score, said?.score ? scoreText(firstScore(said.score, side)) : "");
      setText(numbers, said ? numbersText(said) : "");
      void showLine(line, game, isThinking ? names : names.slice(0, Math.max(0, ply)), said?.line ?? []);
    }
  }
}

/** @param {Said} said */
const numbersText = ({ depth, nodes, time }) => texts.engineNumbers(depth, nodes, nodes !== null && time > 0 ? nodes / time : null, time);

/**
 * Shows a line as the players of the game write it, as soon as that is known.
 * @param {HTMLElement} place
 * @param {WatchedGame} game
 * @param {string[]} before  the moves before it
 * @param {string[]} line
 */
async function showLine(place, game, before, line) {
  const key = JSON.stringify([game.number, before.length, line, state.position?.notation]);
  if (place.dataset["line"] === key) {
    return;
  }
  place.dataset["line"] = key;
  await new Promise(resolve => window.setTimeout(resolve, LINE_WAIT_MS));
  const shown = line.length > 0 && place.dataset["line"] === key ? await askLine(game, before, line) : [];
  if (place.dataset["line"] === key) {
    setText(place, shown.join(" "));
  }
}

/** @param {WatchedGame} game @param {string[]} before @param {string[]} line */
async function askLine({ game, start }, before, line) {
  try {
    const position = state.noBoard ? null : await askPosition(game, start, [...before, ...line]);
    return position ? position.line.slice(before.length).map(move => written(move.shown)) : line;
  } catch {
    // An engine may say anything.
    return line;
  }
}
