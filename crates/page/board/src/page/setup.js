// A new game as a person wants it: game, sides, strength, clocks, start.

import { buttonById, byId, html, inputById, selectById } from "./dom.js";
import { gameInfo, numberedStarts, sideName, SIDES, state } from "./state.js";
import { noticeError } from "./notices.js";
import { ask } from "./api.js";
import { startTitle } from "./games.js";
import { strengthOptions } from "./players.js";
import { closeEditor, edit, positionToEdit, startEditor } from "./editor.js";
import { newGame } from "./turns.js";
import { texts } from "./texts.js";

const dialog = () => /** @type {HTMLDialogElement} */ (byId("setup"));
const MINUTE = 60_000;
/** Usual clocks: minutes, and seconds more for each move. */
const USUAL_CLOCKS = ["1+0", "3+2", "5+3", "10+0", "15+10", "30+20"];
/** How the values of named starts begin. */
const NAMED = "named ";

byId("setup-cancel").addEventListener("click", () => dialog().close());
byId("setup-form").addEventListener("submit", event => {
  event.preventDefault();
  void begin();
});
selectById("setup-game").addEventListener("change", showChoices);
selectById("setup-clock").addEventListener("change", showClock);
selectById("setup-start").addEventListener("change", showStart);
startEditor();

export function open() {
  selectById("setup-game").replaceChildren(...[...selectById("game").children].map(option => /** @type {Node} */ (option.cloneNode(true))));
  selectById("setup-game").value = state.game;
  const { full, levels, ratings } = strengthOptions(state.about.engines[0]);
  selectById("setup-strength").replaceChildren(full, ...levels, ...ratings);
  selectById("setup-clock").replaceChildren(...[["none", texts.noClock], ...USUAL_CLOCKS.map(clock => [clock, clock]), ["same", texts.clockForBoth], ["apart", texts.clockByside]]
    .map(([value = "", text = ""]) => html("option", { value }, text)));
  selectById("setup-clock").value = state.clocks ? fillClocks(state.clocks) : "none";
  showChoices();
  showClock();
  dialog().showModal();
}

/** Fills the fields of clocks in, and says how those of the game on the board are chosen. @param {import("./clock.js").Clocks} clocks @returns {string} */
function fillClocks(clocks) {
  const [first = "", second] = SIDES.map(side => {
    const { base, increment, byoyomi = 0 } = clocks[side];
    inputById(`setup-minutes-${side}`).value = String(base / MINUTE);
    inputById(`setup-increment-${side}`).value = String(increment / 1000);
    inputById(`setup-byoyomi-${side}`).value = String(byoyomi / 1000);
    return `${base / MINUTE}+${increment / 1000}${byoyomi > 0 ? `+${byoyomi}` : ""}`;
  });
  return first !== second ? "apart" : USUAL_CLOCKS.includes(first) ? first : "same";
}

/** What depends on the game. */
function showChoices() {
  const name = selectById("setup-game").value;
  const info = gameInfo(name);
  const [first = "", second = ""] = info?.sides ?? [];
  const sides = selectById("setup-side");
  const kept = sides.value || "first";
  sides.replaceChildren(...[["first", texts.side(first)], ["second", texts.side(second)], ["random", texts.randomSide], ["both", texts.twoPeople]]
    .map(([value = "", text = ""]) => html("option", { value }, text)));
  sides.value = kept;
  const numbered = numberedStarts(name);
  const named = info?.name === name ? info.named_starts : [];
  selectById("setup-start").replaceChildren(...[["usual", texts.usualStart], ...named.map(names => [NAMED + names[0], startTitle(names)]), ...numbered > 0 ? [["random", texts.randomStart], ["number", texts.numberedStart]] : [], ["position", texts.givenStart]]
    .map(([value = "", text = ""]) => html("option", { value }, text)));
  inputById("setup-number").max = String(numbered - 1);
  showStart();
}

function showStart() {
  const kind = selectById("setup-start").value;
  byId("setup-number-field").hidden = kind !== "number";
  byId("setup-position-field").hidden = kind !== "position";
  byId("setup-error").textContent = "";
  const name = selectById("setup-game").value;
  if (kind === "position") {
    void edit(name, positionToEdit(name));
  } else {
    closeEditor();
  }
}

function showClock() {
  const kind = selectById("setup-clock").value;
  byId("setup-clock-first").hidden = kind !== "same" && kind !== "apart";
  byId("setup-clock-second").hidden = kind !== "apart";
  const info = gameInfo(selectById("setup-game").value);
  byId("setup-clock-name").textContent = kind === "apart" ? texts.side(info?.sides[0] ?? "") : texts.bothSides;
  byId("setup-clock-name-second").textContent = texts.side(info?.sides[1] ?? sideName("second"));
}

/** The position at which the game begins; null for the usual one. @param {string} name */
function start(name) {
  const kind = selectById("setup-start").value;
  if (kind.startsWith(NAMED)) {
    return kind.slice(NAMED.length);
  }
  return {
    usual: null, random: String(Math.floor(Math.random() * numberedStarts(name))),
    number: String(Math.round(Number(inputById("setup-number").value))), position: inputById("setup-position").value.trim() || null,
  }[kind] ?? null;
}

/** @returns {import("./clock.js").Clocks|null} */
function clocks() {
  const kind = selectById("setup-clock").value;
  const [minutes = 0, seconds = 0] = USUAL_CLOCKS.includes(kind) ? kind.split("+").map(Number) : [];
  if (minutes > 0) {
    const clock = { base: minutes * MINUTE, increment: seconds * 1000 };
    return { first: clock, second: clock };
  }
  const of = (/** @type {string} */ side) => ({
    base: Math.max(1000, Number(inputById(`setup-minutes-${side}`).value) * MINUTE),
    increment: Math.max(0, Number(inputById(`setup-increment-${side}`).value) * 1000),
    byoyomi: Math.max(0, Number(inputById(`setup-byoyomi-${side}`).value) * 1000),
  });
  return kind === "none" ? null : { first: of("first"), second: of(kind === "apart" ? "second" : "first") };
}

async function begin() {
  const name = selectById("setup-game").value;
  const chosen = selectById("setup-side").value;
  const side = chosen === "random" ? Math.random() < 0.5 ? "first" : "second" : chosen;
  const strength = selectById("setup-strength").value;
  const person = { engine: null, strength };
  const engine = { engine: 0, strength };
  const from = start(name);
  buttonById("setup-start-game").disabled = true;
  try {
    // What is wrong with a position is said here, while the game on the board is still there.
    await ask("position", { game: name, start: from, moves: [] });
  } catch (error) {
    byId("setup-error").textContent = error instanceof Error ? error.message : "";
    return;
  } finally {
    buttonById("setup-start-game").disabled = false;
  }
  byId("setup-error").textContent = "";
  dialog().close();
  await newGame(name, {
    start: from, clocks: clocks(), flipped: side === "second", analysing: false,
    players: { first: side === "second" ? engine : { ...person }, second: side === "first" ? engine : { ...person } },
  }).catch(noticeError);
}
