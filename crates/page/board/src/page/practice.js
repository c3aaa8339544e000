// Practice: the player finds good moves: in each of a side's mistakes, in puzzles that were read, and in
// the tasks of both that were missed some days ago.

import { buttonById, byId } from "./dom.js";
import { announce, notice, offer } from "./notices.js";
import { askPosition, ownRules } from "./api.js";
import { emit, gameInfo, on, sideName, state } from "./state.js";
import { goTo, play } from "./turns.js";
import { chances, points } from "./scores.js";
import { forAll } from "./storage.js";
import { learn } from "./rules.js";
import { loadGame } from "./loading.js";
import { look } from "./engine.js";
import { mistakes } from "./review.js";
import { select } from "./view.js";
import { texts } from "./texts.js";
import { numbered, written } from "./written.js";

/** @typedef {import("./types.js").Move} Move */
/**
 * A position in which a good move is to be found.
 * @typedef {object} Task
 * @property {string} game
 * @property {string|null} rules  the file that the game comes from
 * @property {string|null} start
 * @property {string[]} moves  to the position
 * @property {import("./types.js").Side} side  to move
 * @property {string} best  the move
 * @property {string} shown  the same as people write it
 * @property {{name: string, shown: string, expected: number}|null} mistake  what was played, and the points that the best move expects; null in a puzzle, which has one good move
 * @property {string} level  of a puzzle
 */
/** @typedef {Task & {step: number, due: number}} MissedTask  when it comes back, in ms, and for which time */

/** A move that costs less than this share of a point is good enough. */
const GOOD = 0.05;
/** The time to look at a move that is not the best, in ms. */
const LOOK_MS = 400;
const MISSED = "plyglot.practice";
const MAX_MISSED = 500;
/** A place that no tree has. */
const NOWHERE = -1;
/** After so many days a task that was missed comes back: each time that it was solved, the next of them. */
const DAYS = [1, 3, 8];

/** @type {{tasks: Task[], at: number, tree: import("./game.js").Tree, place: number, isSolved: boolean, isMissed: boolean}|null} */
let practice = null;
/** Whether the game that comes onto the board is that of a task. */
let isPlacing = false;

byId("show-answer").addEventListener("click", showAnswer);
byId("next-task").addEventListener("click", () => begin((practice?.at ?? 0) + 1));
byId("end-practice").addEventListener("click", end);
on("game", () => isPlacing || end());
state.answerTask = answerTask;

/** The mistakes of the side that sits below. */
export function startPractice() {
  const { tree, game, start, flipped } = state;
  /** @type {import("./types.js").Side} */
  const side = flipped ? "second" : "first";
  const rules = ownRules.get(game) ?? null;
  const tasks = mistakes().filter(node => node.side === side).flatMap(node => {
    const before = tree.node(node.parent ?? 0);
    const best = before.children.map(id => tree.node(id)).find(({ name }) => name === before.best[0]);
    const mistake = { name: node.name, shown: numbered(node), expected: chances(before, side) ? points(before, side) : 1 };
    return best ? [{ game, rules, start, moves: tree.names(before.id), side, best: best.name, shown: best.shown, mistake, level: "" }] : [];
  });
  if (tasks.length === 0) {
    end();
    announce(texts.noMistakes);
    byId("practice-text").textContent = texts.noMistakesOf(sideName(side));
    byId("practice").hidden = false;
    return;
  }
  startTasks(tasks);
}

/** Puzzles, each with the solution as its first move. @param {import("./types.js").RecordedGame[]} games */
export function startPuzzles(games) {
  startTasks(games.flatMap(({ game, start, moves: [first], event }) => first
    ? [{ game, rules: ownRules.get(game) ?? null, start, moves: [], side: first.side, best: first.name, shown: first.shown, mistake: null, level: /\d+$/.exec(event ?? "")?.[0] ?? "" }] : []));
}

/** Offers the tasks that are due, unless something else is to be read first. */
export function offerDue() {
  // A game of a file that the program was not given this time waits until it is there again.
  const tasks = missed().filter(({ due, rules, game }) => due <= Date.now() && (rules || gameInfo(game)));
  if (tasks.length > 0 && byId("notice").hidden) {
    offer(texts.tasksDue(tasks.length), texts.practise, () => startTasks(tasks));
  }
}

/** @param {Task[]} tasks */
function startTasks(tasks) {
  practice = { tasks, at: 0, tree: state.tree, place: 0, isSolved: false, isMissed: false };
  void begin(0);
}

/** @param {number} at */
async function begin(at) {
  const own = practice;
  const task = own?.tasks[at];
  if (!own || !task) {
    end();
    return;
  }
  // Until the task is on the board no move answers it.
  Object.assign(own, { at, place: NOWHERE, isSolved: false, isMissed: false });
  // The list of the moves of a puzzle that was solved would tell the answer.
  const place = task.mistake ? placeOf(task) : null;
  const isThere = place !== null || await load(task);
  if (practice !== own) {
    return;
  }
  if (!isThere) {
    end();
    notice(texts.unknownGame(task.game));
    return;
  }
  state.paused = true;
  Object.assign(own, { tree: state.tree, place: place ?? state.tree.currentId });
  goTo(own.place);
  const { side, mistake, level } = task;
  const all = own.tasks.length;
  tell(mistake ? texts.findBetter(written(mistake.shown), sideName(side), at + 1, all) : texts.findOnly(sideName(side), level, at + 1, all));
}

/** The node of the task in the game on the board, if that has it. @param {Task} task */
function placeOf({ game, start, moves }) {
  const { tree } = state;
  /** @type {import("./game.js").Node|undefined} */
  let node = state.game === game && state.start === start ? tree.root : undefined;
  for (const name of moves) {
    node = node?.children.map(id => tree.node(id)).find(child => child.name === name);
  }
  return node?.id ?? null;
}

/** Brings the game of a task onto the board; says whether it is known. @param {Task} task */
async function load({ game, rules, start, moves }) {
  // The author may have changed the rules since: those of now stay.
  if (rules && !ownRules.has(game)) {
    // Another version of the program may refuse them.
    await learn(rules).catch(() => {});
  }
  if (rules ? !ownRules.has(game) : !gameInfo(game)) {
    return false;
  }
  isPlacing = true;
  const loaded = loadGame({ game, start, players: [], event: null, date: null, result: "unfinished", reason: null, moves: moves.map(name => ({ name, record: name, shown: name, side: "first", number: 0, is_reply: false })) });
  isPlacing = false;
  await loaded;
  return true;
}

/** @param {string} text */
function tell(text) {
  byId("practice").hidden = practice === null;
  byId("practice-text").textContent = text;
  buttonById("show-answer").disabled = practice?.isSolved ?? true;
  buttonById("next-task").hidden = !practice || practice.at + 1 >= practice.tasks.length;
  // The branches of the list would tell the answer.
  document.body.toggleAttribute("data-practice", practice !== null && !practice.isSolved);
  announce(text);
}

function end() {
  practice = null;
  byId("practice").hidden = true;
  document.body.toggleAttribute("data-practice", false);
  emit("mode");
}

/** @returns {MissedTask[]} */
function missed() {
  const kept = forAll.read(MISSED, /** @type {any} */ ([]));
  return Array.isArray(kept) ? kept.filter(task => typeof task?.game === "string" && Array.isArray(task.moves)) : [];
}

/** Keeps a task that was missed, and one that has come back and was solved for its next time. @param {Task} task @param {boolean} isMissed */
function note(task, isMissed) {
  const key = (/** @type {Task} */ { game, start, moves }) => JSON.stringify([game, start, moves]);
  const all = missed();
  const known = all.find(other => key(other) === key(task));
  const now = Date.now();
  if (isMissed || (known && known.due <= now)) {
    const step = isMissed ? 0 : (known?.step ?? 0) + 1;
    const days = DAYS[step];
    const next = days === undefined ? [] : [{ ...task, step, due: now + days * 86_400_000 }];
    const kept = [...all.filter(other => other !== known), ...next].slice(-MAX_MISSED);
    forAll.set(MISSED, kept.length > 0 ? JSON.stringify(kept) : null);
  }
}

function showAnswer() {
  const task = practice?.tasks[practice.at];
  if (practice && task && state.tree === practice.tree && practice.place !== NOWHERE) {
    note(task, true);
    practice.isSolved = true;
    goTo(practice.tree.add(practice.place, { name: task.best, shown: task.shown, side: task.side }).id, true);
    tell(texts.answerIs(written(task.shown)));
  }
}

/**
 * Takes a move of the person, if it is an answer to the task; says whether it was.
 * @param {Move} move
 * @param {{isDragged: boolean}} how
 */
function answerTask(move, how) {
  const task = practice?.tasks[practice.at];
  if (!practice || !task || practice.isSolved || state.tree !== practice.tree || state.tree.currentId !== practice.place) {
    return false;
  }
  void judge(move, how, task);
  return true;
}

/** @param {Move} move @param {{isDragged: boolean}} how @param {Task} task */
async function judge(move, how, task) {
  const own = practice;
  const { position } = state;
  if (!own) {
    return;
  }
  const { mistake } = task;
  const isBest = move.name === task.best;
  const lost = isBest ? 0 : mistake ? mistake.expected - await expectedAfter(move, task) : 1;
  if (practice !== own || state.position !== position) {
    return;
  }
  if (lost < GOOD && move.name !== mistake?.name) {
    own.isSolved = true;
    if (!own.isMissed) {
      note(task, false);
    }
    play(move, how);
    tell((isBest ? texts.isBest : texts.isGood)(written(move.shown)));
  } else {
    own.isMissed = true;
    note(task, true);
    select(null);
    tell(mistake ? `${texts.costs(written(move.shown), lost)} ${texts.tryAgain}` : texts.isNotIt(written(move.shown)));
  }
}

/** The points that the side expects after a move, by a short search. @param {Move} move @param {Task} task */
async function expectedAfter(move, { side }) {
  const { game, start, tree } = state;
  const names = [...tree.names(), move.name];
  const after = await askPosition(game, start, names);
  if (after.result) {
    const { winner } = after.result;
    return winner === null ? 0.5 : winner === side ? 1 : 0;
  }
  const found = await look(names, after.side, LOOK_MS);
  return found ? points(found, side) : 0;
}
