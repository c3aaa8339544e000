// The workshop: rules are written beside the board, which is the game of this second. Whatever is
// wrong is marked at its place; moves stay as long as they are legal.

import { ask, isAbort, ownRules, stream } from "./api.js";
import { byId, html } from "./dom.js";
import { download } from "./export.js";
import { emit, gameInfo, on, replaceGame, state } from "./state.js";
import { forTab } from "./storage.js";
import { learn } from "./rules.js";
import { linkOf } from "./share.js";
import { legalPlies, showCurrent } from "./turns.js";
import { notice, noticeError } from "./notices.js";
import { show as showRules } from "./rulebook.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** While somebody types, no text is looked at. */
const PAUSE_MS = 250;
const KEY = "plyglot.workshop";

/** A fault of a text: its place, counted from 0, and what is said of it. @typedef {{at: number, end: number, text: string}} Fault */

const area = html("textarea", {
  id: "workshop-text", rows: 24, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
  "aria-label": texts.rulesText, "aria-describedby": "workshop-faults",
});
/** The same text below the area, with marks where something is wrong. */
const marks = html("pre", { "aria-hidden": "true" });
const faults = html("ol", { id: "workshop-faults", "aria-label": texts.faults });
const surveyed = html("div", { id: "survey", role: "region", "aria-label": texts.survey, hidden: true });
/** @type {AbortController|null} */
let surveying = null;
/** The text of the game on the board. */
let played = "";
/** What was not finished when the page was loaded again. */
let draft = forTab.get(KEY);
let asked = 0;
let timer = 0;
let [isLooking, isWaiting] = [false, false];
/** Games of texts that were read since `load`: they go with the next text that is right. @type {Set<string>} */
const read = new Set();

/** Opens the workshop with the rules of the game on the board, or closes it. */
export function toggleWorkshop() {
  const isOpen = document.body.toggleAttribute("data-workshop");
  byId("workshop").hidden = !isOpen;
  byId("edit-rules").setAttribute("aria-pressed", String(isOpen));
  if (isOpen) {
    // On a narrow page, the board comes before the rules in words.
    if (matchMedia("(min-width: 60rem)").matches) {
      byId("workshop").append(byId("rules-panel"));
    }
    void load();
    area.focus();
  } else {
    byId("time-panel").before(byId("rules-panel"));
    forTab.set(KEY, null);
  }
}

function build() {
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    html("button", { type: "button", id, onclick }, text);
  byId("workshop").replaceChildren(
    html("div", { class: "panel-head" }, html("h2", { id: "workshop-title" }, texts.workshop),
      html("div", { class: "buttons" },
        button("workshop-save", texts.download, () => download(`${state.game}.ini`, area.value)),
        ...state.about.surveys ? [button("workshop-survey", texts.survey, () => void survey())] : [],
        button("workshop-link", texts.copyLink, () => void copyLink()))),
    html("p", {}, texts.workshopHint),
    html("div", { class: "marked-text" }, marks, area),
    html("div", { role: "status" }, faults),
    surveyed);
  area.addEventListener("input", () => {
    forTab.set(KEY, area.value);
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
  });
  area.addEventListener("scroll", () => {
    marks.scrollTop = area.scrollTop;
    marks.scrollLeft = area.scrollLeft;
  });
  on("game", () => {
    if (document.body.hasAttribute("data-workshop") && ownRules.get(state.game) !== played) {
      void load();
    }
  });
}

/** Shows the rules of the game on the board: of its file, or as the library has them. */
async function load() {
  const { game } = state;
  const mine = asked += 1;
  try {
    const own = ownRules.get(game);
    const text = own ?? sectionOf(game, (await ask("rulebook", { game })).section);
    if (mine === asked) {
      area.value = draft ?? text;
      played = own ?? "";
      read.clear();
      mark([]);
      if (draft !== null) {
        draft = null;
        void look();
      }
    }
  } catch (error) {
    noticeError(error, load);
  }
}

/** A game of one's own to begin with: a copy, or a child of a game without a section. @param {string} game @param {string|null} section */
const sectionOf = (game, section) => section
  ? `${section.trim().replace(/^\[/m, "[my-")}\n`
  : `[my-${game}:${gameInfo()?.name ?? game}]\n`;

/** Looks what is wrong with the text, and plays by it if nothing is: one text after the other. */
async function look() {
  isWaiting = isLooking;
  if (isLooking) {
    return;
  }
  isLooking = true;
  const mine = asked += 1;
  const text = area.value;
  try {
    const before = [...read, ...[...ownRules].filter(([, own]) => own === played).map(([name]) => name)];
    const { names, complaints, warnings } = await learn(text, before);
    if (complaints.length === 0) {
      read.clear();
    }
    names.forEach(name => read.add(name));
    if (mine !== asked) {
      return;
    }
    mark([...complaints, ...warnings].map(said => faultOf(text, said)));
    const game = names.includes(state.game) ? state.game : names.at(-1);
    if (complaints.length === 0 && game !== undefined && text !== played) {
      played = text;
      await play(game);
    }
  } catch (error) {
    if (mine === asked && !isAbort(error)) {
      noticeError(error, look);
    }
  } finally {
    isLooking = false;
    if (isWaiting) {
      void look();
    }
  }
}

/** Plays a game from its start, with those moves on the board that it has, too. @param {string} game */
async function play(game) {
  const names = state.tree.names();
  const { plies } = await legalPlies(game, null, names);
  const tree = new Tree();
  for (const name of names.slice(0, plies)) {
    tree.currentId = tree.add(tree.currentId, { name, record: name, shown: name }).id;
  }
  replaceGame(game, null, tree);
  emit("tree");
  await showCurrent({ isQuiet: true });
  await showRules(true);
}

/** Where a complaint points to, and what it says. @param {string} text @param {string} said @returns {Fault} */
function faultOf(text, said) {
  const found = /line (\d+), column (\d+): (.*)/s.exec(said);
  const lines = text.split("\n");
  const line = Math.min(Number(found?.[1] ?? 1), lines.length) - 1;
  const start = lines.slice(0, line).reduce((sum, before) => sum + before.length + 1, 0);
  const column = Array.from(lines[line] ?? "").slice(0, Number(found?.[2] ?? 1) - 1).join("").length;
  const word = /^\S+/.exec((lines[line] ?? "").slice(column))?.[0] ?? "";
  return { at: start + column, end: start + column + Math.max(1, word.length), text: said };
}

/** @param {Fault[]} found */
function mark(found) {
  const text = area.value;
  const parts = [];
  let at = 0;
  for (const fault of found.toSorted((one, other) => one.at - other.at)) {
    if (fault.at >= at) {
      parts.push(text.slice(at, fault.at), html("mark", {}, text.slice(fault.at, fault.end) || " "));
      at = fault.end;
    }
  }
  marks.replaceChildren(...parts, text.slice(at), "\n");
  marks.scrollTop = area.scrollTop;
  faults.replaceChildren(...found.map(fault => html("li", {}, html("button", {
    type: "button", class: "quiet", onclick: () => {
      area.focus();
      area.setSelectionRange(fault.at, fault.end);
    },
  }, fault.text))));
}


/** Has equal players play the game on the board, and draws what their games tell; or stops that. */
async function survey() {
  const button = byId("workshop-survey");
  if (surveying) {
    surveying.abort();
    return;
  }
  const { signal } = surveying = new AbortController();
  button.textContent = texts.stopSurvey;
  surveyed.hidden = false;
  surveyed.replaceChildren(texts.surveying);
  try {
    for await (const told of stream("survey", { game: state.game }, signal)) {
      // The program has the script beside those of the page.
      const pictures = await import(/** @type {string} */ ("./survey_pictures.js"));
      surveyed.replaceChildren();
      if (told.failed) {
        notice(told.failed);
      } else {
        pictures.draw(surveyed, told);
      }
    }
  } catch (error) {
    surveyed.hidden = true;
    if (!isAbort(error)) {
      noticeError(error);
    }
  }
  surveying = null;
  button.textContent = texts.survey;
}

async function copyLink() {
  const link = await linkOf(state);
  if (!link) {
    notice(texts.linkTooLong);
    return;
  }
  await navigator.clipboard.writeText(link).then(() => notice(texts.copied), () => notice(link));
}

build();
