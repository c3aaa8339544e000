// Surveys in the workshop: equal players play the game on the board, and pictures show what their
// games tell.

import { isAbort, ownRules, stream } from "./api.js";
import { byId, html, retype, set } from "./dom.js";
import { state } from "./state.js";
import { forTab } from "./storage.js";
import { announce, notice, noticeError } from "./notices.js";
import { texts } from "./texts.js";

const KEY = "plyglot.survey";
const FOUND = "plyglot.surveys";
/** Of the surveys that a reload leaves: browsers give a tab some 5 million. */
const MAX_CHARS = 1_000_000;
/** Of the lines that tell a text from another, those that are said, and how much of each. */
const [MAX_LINES, MAX_LINE_CHARS] = [3, 40];
/** By choice: the least, the greatest and the usual number. @type {["games"|"nodes"|"seed", number, number, number][]} */
const CHOICES = [["games", 2, 100_000, 40], ["nodes", 1, 1_000_000, 50], ["seed", 0, Number.MAX_SAFE_INTEGER, 1]];

/** A survey: the rules that it is of, or the name of a game of the library. @typedef {{game: string, rules: string}} Surveyed */
/** The survey that is under way. @type {(Surveyed & {abort: AbortController})|null} */
let surveying = null;
/** Of the last two texts, the newer first. @type {(Surveyed & {report: any})[]} */
let surveys = forTab.read(FOUND, []);
let isAllowed = true;

const button = html("button", { type: "button", id: "workshop-survey", onclick: () => surveying ? surveying.abort.abort() : void survey() }, texts.survey);
const bar = html("progress", { "aria-label": texts.survey, hidden: true });
const soFar = html("span", { id: "survey-at" });
const fields = /** @type {Map<string, HTMLInputElement>} */ (new Map(CHOICES.map(([name, min, max, usual]) => [name, html("input", {
  type: "number", id: `survey-${name}`, min, max, value: forTab.read(KEY, /** @type {Record<string, number>} */ ({}))[name] ?? usual, onchange: keepChoices,
})])));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (fields.get(name));
const found = html("div", { id: "survey", role: "region", "aria-label": texts.survey, hidden: true });

/** What the workshop has of surveys. */
export const surveyParts = [
  html("div", { class: "buttons" }, button, bar, soFar),
  html("details", { id: "survey-choices" }, html("summary", {}, html("h3", {}, texts.surveyChoices)), html("p", {}, texts.surveyHint),
    ...CHOICES.map(([name]) => html("label", { class: "field" }, html("span", {}, texts.surveyChoice[name]), field(name)))),
  found,
];

/** What tells the rules of a game from all others. @param {string} [game] */
export const rulesOf = (game = state.game) => ownRules.get(game) ?? game;

/** Keeps what is chosen for this tab, as numbers that there are. */
function keepChoices() {
  const chosen = Object.fromEntries(CHOICES.map(([name, min, max, usual]) => {
    const number = Number(field(name).value || usual);
    return [name, Math.min(max, Math.max(min, Math.round(number)))];
  }));
  forTab.set(KEY, JSON.stringify(chosen));
  return chosen;
}

/** Whether the board plays by the text, so that a survey can be of it. One that is under way can always be stopped. @param {boolean} isPlayed */
export function allowSurvey(isPlayed) {
  isAllowed = isPlayed;
  button.disabled = !isPlayed && !surveying;
}

/** Has equal players play the game on the board. What was played when it is stopped is kept. */
async function survey() {
  const { game } = state;
  const chosen = keepChoices();
  CHOICES.forEach(([name]) => field(name).value = String(chosen[name]));
  const run = surveying = { game, rules: rulesOf(game), abort: new AbortController() };
  const began = performance.now();
  /** @type {any} */
  let report = null;
  set(bar, { hidden: false, value: null });
  button.textContent = texts.stopSurvey;
  await showSurveys();
  try {
    for await (const told of stream("survey", { game, ...chosen }, run.abort.signal)) {
      if (told.failed) {
        notice(told.failed);
        break;
      }
      const { played, all } = told;
      report = told.report;
      set(bar, { max: all, value: played });
      soFar.textContent = texts.surveyAt(played, all, (performance.now() - began) / 1000 / played * (all - played));
    }
  } catch (error) {
    if (!isAbort(error)) {
      noticeError(error);
    }
  }
  surveying = null;
  if (report) {
    surveys = [{ game, rules: run.rules, report }, ...surveys.filter(({ rules }) => rules !== run.rules)].slice(0, 2);
    // If there is no room for both, the newer alone is kept.
    [surveys, surveys.slice(0, 1), []].some(some => keepSurveys(JSON.stringify(some)));
    announce(soFar.textContent);
  }
  bar.hidden = true;
  soFar.textContent = "";
  button.textContent = texts.survey;
  allowSurvey(isAllowed);
  await showSurveys();
}

/** @param {string} text */
const keepSurveys = text => text.length <= MAX_CHARS && forTab.set(FOUND, text);

/** In short, the lines that one text alone has, and the other's but for keys of those. @param {string} text @param {string} other */
function differences(text, other) {
  const linesOf = (/** @type {string} */ one) => new Set(one.split("\n").map(line => line.trim()).filter(Boolean));
  const keyOf = (/** @type {string} */ line) => line.replace(/\s*=.*/, "");
  const [lines, others] = [linesOf(text), linesOf(other)];
  const own = [...lines].filter(line => !others.has(line));
  const keys = new Set(own.map(keyOf));
  const cut = (/** @type {string} */ line) => line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
  return [own, [...others].filter(line => !lines.has(line) && !keys.has(keyOf(line)))]
    .map(found => [...found.slice(0, MAX_LINES).map(cut), ...found.length > MAX_LINES ? ["…"] : []].join("; "));
}

/** Shows the surveys, each with what it is of; the text of one that is not on the page can be brought back. */
export async function showSurveys() {
  const named = (/** @type {Surveyed} */ { game, rules }, games = 0) =>
    texts.surveyOf(game, games, rules === rulesOf() ? "now" : game === state.game ? "earlier" : "other",
      ...differences(rules, rulesOf()));
  // The program has the script beside those of the page.
  const pictures = surveys.length > 0 ? await import(/** @type {string} */ ("./survey_pictures.js")) : null;
  found.hidden = !surveying && !pictures;
  found.replaceChildren(...surveying ? [html("p", {}, named(surveying))] : []);
  pictures?.draw(found, ...surveys.map(one => ({ ...one.report, title: named(one, one.report.games) })));
  const heads = found.querySelector("thead tr")?.children;
  surveys.forEach(({ game, rules }, i) => {
    if (rules !== rulesOf() && rules !== game) {
      heads?.[i + 1]?.append(" ", html("button", { type: "button", class: "quiet", onclick: () => retype(/** @type {HTMLTextAreaElement} */ (byId("workshop-text")), rules) }, texts.bringBack));
    }
  });
}
