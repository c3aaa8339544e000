// Who plays each side, how strong, and how long engines may think.

import { byId, html, inputById, selectById, set } from "./dom.js";
import { canPlay, emit, gameResult, on, save, sideName, SIDES, state } from "./state.js";
import { showPosition } from "./view.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Side} Side */

const PERSON = "person";
/** What engines take: a day, and depths and nodes that no search comes to. */
const MAXIMA = { movetime: 86_400_000, depth: 200, nodes: 1e15 };
/** The step between the ratings that are offered. */
const RATING_STEP = 100;

/** Makes the strips above and below the board, once. */
export function startPlayers() {
  for (const side of SIDES) {
    byId(`strip-${side}`).append(
      html("span", { id: `swatch-${side}`, class: "swatch-place" }),
      html("span", { id: `name-${side}`, class: "side-name" }),
      html("span", { id: `outcome-${side}`, class: "outcome" }),
      html("span", { id: `checks-${side}`, class: "checks-left" }),
      html("span", { id: `counted-${side}`, class: "counted" }),
      html("span", { id: `captured-${side}`, class: "captured", role: "img" }),
      html("select", { id: `player-${side}`, onchange: () => choosePlayer(side) }),
      html("select", { id: `strength-${side}`, onchange: () => chooseStrength(side) }),
      html("span", { id: `depth-${side}`, class: "depth" }),
      html("span", { id: `clock-${side}`, class: "clock", role: "timer", hidden: true }),
    );
  }
  const kinds = /** @type {const} */ (["movetime", "depth", "nodes"]);
  selectById("limit-kind").replaceChildren(...kinds.map(kind => html("option", { value: kind }, texts.limits[kind])));
  selectById("limit-kind").addEventListener("change", () => {
    const kind = /** @type {import("./types.js").Limit["kind"]} */ (selectById("limit-kind").value);
    chooseLimit({ kind, value: { movetime: 1000, depth: 10, nodes: 100000 }[kind] });
  });
  // The field is left alone while somebody types in it.
  inputById("time").addEventListener("input", () => {
    const value = Math.min(MAXIMA[state.limit.kind], Math.round(Number(inputById("time").value)));
    if (value >= 1) {
      state.limit = { kind: state.limit.kind, value };
      save();
      showLimit();
    }
  });
  inputById("time").addEventListener("focus", () => inputById("time").select());
  inputById("time").addEventListener("blur", () => inputById("time").value = String(state.limit.value));
  on("players", showPlayers);
  on("game", showPlayers);
  on("mode", showOrder);
}

/** @param {import("./types.js").Limit} limit */
function chooseLimit(limit) {
  state.limit = limit;
  save();
  showPlayers();
}

/** @param {Side} side */
function choosePlayer(side) {
  const { value } = selectById(`player-${side}`);
  const { players } = state;
  players[side].engine = value === PERSON ? null : Number(value);
  // A person who plays alone sits below the board.
  if ((players.first.engine === null) !== (players.second.engine === null)) {
    state.flipped = players.second.engine === null;
    showPosition(false);
  }
  emit("players");
}

/** @param {Side} side */
function chooseStrength(side) {
  state.players[side].strength = selectById(`strength-${side}`).value;
  emit("players");
}

export function showPlayers() {
  for (const side of SIDES) {
    showPlayer(side);
  }
  selectById("limit-kind").value = state.limit.kind;
  set(inputById("time"), { max: MAXIMA[state.limit.kind] });
  inputById("time").value = String(state.limit.value);
  showLimit();
  showOrder();
}

function showLimit() {
  byId("limit-text").textContent = texts.limit(state.limit.kind, state.limit.value);
}

/** The engines that play the game on the board. */
export const engineOptions = () =>
  state.about.engines.flatMap((engine, i) => canPlay(engine) ? [html("option", { value: i }, engine.name)] : []);

/** @param {Side} side */
function showPlayer(side) {
  const player = state.players[side];
  const { engines } = state.about;
  if (player.engine !== null && !canPlay(engines[player.engine])) {
    player.engine = 0;
  }
  const select = selectById(`player-${side}`);
  set(select, { "aria-label": texts.plays(sideName(side)) });
  select.replaceChildren(
    html("option", { value: PERSON }, texts.person), ...engineOptions());
  select.value = player.engine === null ? PERSON : String(player.engine);
  byId(`name-${side}`).textContent = state.names?.[side === "first" ? 0 : 1] || texts.side(sideName(side));
  byId(`depth-${side}`).textContent = "";
  showStrengths(side, player.engine === null ? undefined : engines[player.engine]);
}

/** @param {Side} side @param {import("./types.js").Engine|undefined} engine */
function showStrengths(side, engine) {
  const select = selectById(`strength-${side}`);
  const player = state.players[side];
  set(select, { "aria-label": texts.strengthOf(sideName(side)) });
  const option = (/** @type {string} */ value, /** @type {string} */ text) => html("option", { value }, text);
  const groups = [option("full", texts.fullStrength)];
  /** @param {number[]} range @param {number} step */
  const numbers = ([low = 0, high = 0], step) =>
    Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  const grouped = [];
  if (engine?.ratings) {
    grouped.push(html("optgroup", { label: texts.ratings },
      ...numbers(engine.ratings, RATING_STEP).map(n => option(`elo ${n}`, texts.rating(n)))));
  }
  if (engine?.levels) {
    grouped.push(html("optgroup", { label: texts.levels },
      ...numbers(engine.levels, 1).map(n => option(`level ${n}`, texts.level(n)))));
  }
  select.replaceChildren(...groups, ...grouped);
  select.value = player.strength;
  // A person has none, and may hand over to an engine again.
  if (engine && select.value !== player.strength) {
    select.value = player.strength = "full";
  }
  select.hidden = grouped.length === 0;
}

/** What a level of the program is worth in the game on the board. @param {Side} side */
function levelRating(side) {
  const { engine, strength } = state.players[side];
  const level = engine === 0 ? /^level (\d+)$/.exec(strength)?.[1] : undefined;
  const rating = state.position?.shape?.level_ratings[Number(level)];
  return rating === undefined ? "" : texts.rating(rating);
}

/** The own side is below the board; whose turn it is shows at the strips. */
function showOrder() {
  byId("play").toggleAttribute("data-flipped", state.flipped);
  // Also while one looks at an earlier position of a game that has ended.
  const result = gameResult();
  for (const side of SIDES) {
    byId(`outcome-${side}`).textContent = result ? texts.points(result.winner === null ? null : result.winner === side) : "";
    const left = state.position?.checks_left?.[side === "first" ? 0 : 1];
    byId(`checks-${side}`).textContent = left === undefined ? "" : texts.checksLeft(left);
    const { counted = null } = state.position ?? {};
    byId(`counted-${side}`).textContent = counted ? texts.counted(counted.sides[side === "first" ? 0 : 1] ?? 0, counted.what) : "";
    byId(`strip-${side}`).toggleAttribute("data-turn", state.position?.side === side && !state.position.result);
    selectById(`strength-${side}`).title = levelRating(side);
  }
}
