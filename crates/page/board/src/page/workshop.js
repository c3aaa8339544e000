// The workshop: rules are written beside the board, which is the game of this second. Whatever is
// wrong is marked at its place; a text without a fault is kept, and moves stay where they are legal.

import { ask, isAbort, loaded, ownRules } from "./api.js";
import { byId, html, retype } from "./dom.js";
import { choose } from "./choice.js";
import { download } from "./export.js";
import { emit, gameInfo, on, replaceGame, state } from "./state.js";
import { forTab } from "./storage.js";
import { alone, bare, forget, freeName, gamesOf, keep, kept, learn, namesIn, takenNames, withFreeNames } from "./rules.js";
import { linkLabel, linkOf } from "./share.js";
import { allowSurvey, rulesOf, showSurveys, surveyParts } from "./survey.js";
import { legalPlies, newGame, showCurrent } from "./turns.js";
import { hideNotice, notice, noticeError, sayCopied } from "./notices.js";
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
/** What is in force while there is a fault, and how many moves are left out. */
const said = html("p", { id: "workshop-said", hidden: true });
/** The text of the game on the board. */
let played = "";
/** The kept text that is edited, as it was at first: it stays in the list when its game gets another name. */
let origin = "";
/** The moves from which an edit took those that are not legal, and what it left on the board. */
let cut = { tree: /** @type {Tree|null} */ (null), shown: 0, ply: 0, names: /** @type {string[]} */ ([]) };
let asked = 0;
let timer = 0;
let [isLooking, isWaiting] = [false, false];
/** Whether the rules in words were open before the workshop was. */
let wasToldBefore = false;
/** Whether the notice is of a text that could not be looked at. */
let isRefused = false;

/** Texts with faults, by the rules that they are edits of: they are not lost at a reload. @returns {Record<string, string>} */
const drafts = () => ({ ...forTab.read(KEY, /** @type {Record<string, string>} */ ({})) });

/** @param {string} rules  what it is an edit of @param {string} [text] */
const setDraft = (rules, text) => forTab.set(KEY, JSON.stringify({ ...drafts(), [rules]: text }));

const isOpen = () => document.body.hasAttribute("data-workshop");

/** Opens the workshop with the rules of the game on the board, or closes it; a reload leaves it open. */
export function toggleWorkshop(takesFocus = true) {
  document.body.toggleAttribute("data-workshop");
  forTab.set("plyglot.open", isOpen() ? "workshop" : null);
  byId("workshop").hidden = !isOpen();
  byId("edit-rules").textContent = isOpen() ? texts.closeWorkshop : texts.editRules;
  if (isOpen()) {
    showRules();
    void load();
    if (takesFocus) {
      area.focus();
    }
  } else {
    byId("time-panel").before(byId("rules-panel"));
    /** @type {HTMLDetailsElement} */ (byId("rules-panel")).open = wasToldBefore;
    byId("rules-panel").querySelector("summary")?.focus({ preventScroll: true });
  }
}

/** Shows the rules in words below the text. On a narrow page, the board comes before them. */
function showRules() {
  const panel = /** @type {HTMLDetailsElement} */ (byId("rules-panel"));
  wasToldBefore = panel.open;
  if (matchMedia("(min-width: 60rem)").matches) {
    byId("words").before(panel);
    panel.open = true;
  }
}

/** Opens the workshop with a small game to begin with. */
export async function invent() {
  const name = freeName(texts.ownGame);
  try {
    await learn(`# ${texts.firstRules}\n[${name}]\n${FIRST_RULES}`);
    emit("leave");
    await newGame(name);
    if (!isOpen()) {
      toggleWorkshop();
    }
  } catch (error) {
    noticeError(error, invent);
  }
}

const FIRST_RULES = `maxRank = 5
maxFile = 5
breakthrough = p
startFen = ppppp/ppppp/5/PPPPP/PPPPP w - - 0 1
flagPiece = p
flagRegionWhite = *5
flagRegionBlack = *1
`;

function build() {
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    html("button", { type: "button", id, onclick }, text);
  const words = html("details", { id: "words" }, html("summary", {}, html("h3", {}, texts.words)));
  words.addEventListener("toggle", async () => (await loaded(import("./words.js"))).showWords(words, area), { once: true });
  byId("workshop").replaceChildren(
    html("div", { class: "panel-head" }, html("h2", { id: "workshop-title" }, texts.workshop),
      html("button", { type: "button", id: "workshop-close", class: "quiet", "aria-label": texts.closeWorkshop, title: texts.closeWorkshop,
        onclick: () => toggleWorkshop() }, "\u00d7")),
    html("div", { class: "buttons" },
      button("workshop-save", texts.download, () => download(`${state.game}.ini`, area.value)),
      button("workshop-link", texts.copyLink, () => void copyLink()),
      button("workshop-copy", texts.copyRules, copyRules),
      button("workshop-remove", texts.remove, () => void remove())),
    html("p", {}, texts.workshopHint),
    html("div", { class: "marked-text" }, marks, area),
    html("div", { role: "status" }, faults, said, button("workshop-drop", texts.dropDraft, () => void load(true))),
    words, ...surveyParts);
  area.addEventListener("input", () => {
    setDraft(rulesOf(), area.value.trim() ? area.value : undefined);
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
    allow(false);
  });
  area.addEventListener("scroll", scrollMarks);
  on("game", () => {
    if (isOpen() && ownRules.get(state.game) !== played) {
      void load();
    }
  });
}

/** Whether the board plays by the text in the area: what a link and a survey are of. @param {boolean} isPlayed */
function allow(isPlayed) {
  byId("workshop-link").toggleAttribute("disabled", !isPlayed);
  byId("workshop-copy").hidden = !played;
  byId("workshop-copy").toggleAttribute("disabled", !isPlayed);
  allowSurvey(isPlayed);
  byId("workshop-drop").hidden = !said.textContent || isPlayed;
  byId("workshop-remove").hidden = !kept().includes(played);
}

/** Shows the rules of the game on the board: of its file, or as the library has them; in place of a draft, if that is dropped. */
async function load(isDropped = false) {
  const { game, tree } = state;
  const mine = asked += 1;
  // What was typed last is the draft of another game.
  clearTimeout(timer);
  isWaiting = false;
  area.readOnly = true;
  try {
    const own = ownRules.get(game);
    const text = own ?? sectionOf(game, (await ask("rulebook", { game })).section);
    if (mine !== asked) {
      return;
    }
    area.readOnly = false;
    if (isDropped) {
      retype(area, text);
      clearTimeout(timer);
      setDraft(rulesOf(game));
    } else {
      area.value = drafts()[rulesOf(game)] ?? text;
    }
    const draft = drafts()[rulesOf(game)];
    played = own ?? "";
    origin = kept().includes(played) ? played : "";
    cut = { tree: null, shown: 0, ply: 0, names: [] };
    tell("");
    mark([]);
    allow(draft === undefined);
    void showSurveys();
    if (draft !== undefined) {
      void look();
    }
  } catch (error) {
    noticeError(error, () => load(isDropped));
  }
}

/** A game of one's own to begin with: a copy, or a child of a game without a section. @param {string} game @param {string|null} section */
function sectionOf(game, section) {
  const own = freeName(`my-${game}`);
  return section
    ? `${section.trim().replace(/^\[[^\s:\]]+/m, `[${own}`)}\n`
    : `[${own}:${gameInfo()?.name ?? game}]\n`;
}

/** Looks what is wrong with the text, and plays by it if nothing is: one text after the other. */
async function look() {
  isWaiting = isLooking;
  if (isLooking) {
    return;
  }
  isLooking = true;
  const mine = asked += 1;
  const [text, before, owner, rules] = [area.value, played, state.game, rulesOf()];
  if (text !== before && !isAsCut(state.tree)) {
    // The game as it is, with its rules and all its branches.
    emit("saved");
  }
  try {
    const { names, complaints, warnings } = await read(text, before);
    if (isRefused) {
      isRefused = false;
      hideNotice();
    }
    if (complaints.length === 0) {
      const stays = staying(text, before);
      if (stays) {
        await learn(stays, "");
        keep(stays, before);
      }
      if (mine === asked && (stays || kept().includes(text)) && text !== before) {
        origin = kept().includes(text) ? text : alone(origin, namesIn(text));
      }
      keep(text, stays ? undefined : before);
      if (mine === asked || drafts()[rules] === text) {
        setDraft(rules);
      }
    }
    if (mine !== asked) {
      return;
    }
    mark([...complaints, ...warnings].map(complaint => faultOf(text, complaint)));
    if (complaints.length > 0) {
      tell(texts.faultyRules(owner));
    } else if (text === before) {
      tellCut();
    } else {
      played = text;
      await play(names.includes(owner) ? owner : names.at(-1) ?? owner);
    }
    if (mine === asked) {
      allow(complaints.length === 0 && text === area.value);
      if (text !== area.value) {
        setDraft(rulesOf(), area.value);
      }
    }
  } catch (error) {
    if (mine === asked && !isAbort(error)) {
      isRefused = true;
      noticeError(error, look);
    }
  } finally {
    isLooking = false;
    if (isWaiting) {
      void look();
    }
  }
}

/**
 * What stays in the list beside a new text: games whose names alone have changed, as they were at first;
 * one in whose place quite another was written, as it is. @param {string} text @param {string} before
 */
function staying(text, before) {
  if (bare(text) === bare(before)) {
    const [all, gone] = [namesIn(origin), namesIn(origin).filter(name => !namesIn(text).includes(name))];
    return gone.length === all.length ? origin : alone(origin, gone);
  }
  const goesOn = namesIn(text).some(name => namesIn(before).includes(name));
  return !goesOn && kept().includes(before) ? before : "";
}

/** Goes on with a copy of the rules, under a free name. */
function copyRules() {
  origin = played;
  keep(played);
  // As it is another text, all of its names are taken.
  retype(area, withFreeNames(`${area.value}\n`, state.game).text.slice(0, -1));
}

/** Takes the games of a text, if nothing is wrong with it. @param {string} text @param {string} before  what it is an edit of */
async function read(text, before) {
  const taken = takenNames(text, before).map(name => texts.nameTaken(name, text.slice(0, text.indexOf(`[${name}`)).split("\n").length));
  const found = text.trim() ? await learn(text, before, taken) : { names: [], complaints: [], warnings: [] };
  return found.names.length + found.complaints.length === 0 ? { ...found, complaints: [texts.noRules] } : found;
}

/** @param {string} text */
function tell(text) {
  said.textContent = text;
  said.hidden = !text;
}

const tellCut = () => tell(cut.shown < cut.names.length ? texts.movesLeftOut(cut.names.length - cut.shown) : "");

/** Whether a game has all moves that an edit left, and beyond them those of engines alone. @param {Tree} tree */
const isAsCut = ({ nodes }) => cut.tree?.nodes === nodes && Array.from({ length: cut.shown + 1 }, (_, id) => id).every(id => nodes.has(id))
  && [...nodes.values()].every(({ id, side }) => id <= cut.shown || (side !== null && state.players[side].engine !== null));

/** Plays a game from its start, with those moves that it has, too. @param {string} game */
async function play(game) {
  const { tree, id, players } = state;
  const isCut = isAsCut(tree);
  const names = isCut ? cut.names : tree.line().map(({ name }) => name);
  const ply = isCut && tree.ply() >= cut.shown ? cut.ply : tree.ply();
  const { plies, side } = await legalPlies(game, null, names);
  if (state.tree !== tree) {
    return;
  }
  const left = new Tree();
  for (const name of names.slice(0, plies)) {
    left.currentId = left.add(left.currentId, { name, record: name, shown: name }).id;
  }
  left.currentId = left.mainLine()[ply - 1]?.id ?? (ply > 0 ? left.currentId : 0);
  replaceGame(game, null, left);
  if (isCut) {
    // One game among those that are kept, however often its rules change.
    state.id = id;
  }
  cut = { tree: left, shown: plies, ply, names };
  // An engine would play on without the moves that are left out.
  state.paused = plies < names.length && players[side].engine !== null;
  tellCut();
  emit("tree");
  void showSurveys();
  await showCurrent({ isQuiet: true });
}

/** Where a complaint points to, and what it says. @param {string} text @param {string} said @returns {Fault} */
function faultOf(text, said) {
  const found = /line (\d+), column (\d+): (.*)/s.exec(said);
  const lines = text.split("\n");
  const line = Math.min(Number(found?.[1] ?? 1), lines.length) - 1;
  const start = lines.slice(0, line).reduce((sum, before) => sum + before.length + 1, 0);
  const column = Array.from(lines[line] ?? "").slice(0, Number(found?.[2] ?? 1) - 1).join("").length;
  const word = /^\S+/.exec((lines[line] ?? "").slice(column))?.[0] ?? "";
  return { at: start + column, end: start + column + Math.max(1, word.length), text: texts.placed(said) };
}

function scrollMarks() {
  marks.scrollTop = area.scrollTop;
  marks.scrollLeft = area.scrollLeft;
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
  scrollMarks();
  faults.replaceChildren(...found.map(fault => html("li", {}, html("button", {
    type: "button", class: "quiet", onclick: () => {
      area.focus();
      area.setSelectionRange(fault.at, fault.end);
    },
  }, fault.text))));
}

async function copyLink() {
  // Whoever gets an invention begins it.
  const link = await linkOf(played ? { ...state, start: null, tree: new Tree(), ending: null, names: null } : state);
  if (!link) {
    notice(texts.linkTooLong);
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    notice(link);
    return;
  }
  tell(linkLabel() === texts.localLink ? texts.localWorkshop : "");
  sayCopied(byId("workshop-link"), texts.copyLink);
}

/** Takes the games of the text out of the list, if one really wants that. */
async function remove() {
  const text = played;
  if (await choose(texts.askRemove(gamesOf(text).join(", ")), [["remove", texts.remove]]) && text === played) {
    setDraft(text);
    emit("leave");
    // The moves are kept with the rules.
    await newGame(state.about.game);
    forget(text);
    hideNotice();
  }
}

build();
