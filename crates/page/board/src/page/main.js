// The page of `plyglot board`: starts its parts, and wires the buttons.
//
// What tests and other programs can rely on:
//   #board                 the SVG, role="grid"; cells are [data-cell="N"], row by row from the
//                          top left as the server counts them, whether or not the board is
//                          flipped. data-piece is the side and the letter of the piece on the
//                          cell ("first N", "second p", "none #" for an obstacle), else absent.
//                          [data-target] is on the cells that a move may go to: of the piece
//                          that is picked up ([aria-selected="true"]), or for a new stone.
//   #text-board            the diagram, where the server gives no shape
//   #status                whose turn it is, or how the game ended
//   #announcer             what screen readers are told
//   #notice                failures; #retry is its button, where there is something to try again.
//                          [data-offer]: it offers the last game, and #retry goes back to it
//   #moves [data-node]     the moves; 0 is the start; .current is the one on the board
//   #game #player-first #player-second   selects: game or variant; "person" or engine number
//   #outcome-first #outcome-second       won, lost or draw, where the game has ended
//   #strength-first #strength-second     selects: "full", "level 5", "elo 1200"
//   #language              a select: "en", "de"
//   #board-size #board-colours #board-pieces  selects: the sizes, the colours and the sets of texts.boardSizes, .boardColours, .pieceSets
//   #signs                 a select: "signs", "figures", "letters"
//   #own-name              the name that a record has of the person
//   #notation              a select: the notations of the game, "san", "uci"
//   #limit-kind #time      select movetime, depth or nodes; its value, a number field
//   #set-up #setup         a dialog for a new game; #setup-start-game begins it
//   #editor                sets a position up: #editor-pieces [data-brush="P"], #editor-board
//                          [data-cell], #editor-hand-first, #editor-side, #editor-clear,
//                          #editor-start, #editor-rights, #editor-passed; #setup-position has the text, #setup-error what is wrong
//   #clock-first #clock-second   also what a record says that is left
//   #counted-first #captured-first   what is counted in the game, and what a side has captured more of
//   #new-game #take-back #back #forward #to-start #to-end #autoplay #flip #hint #threat
//   #resign #draw #rematch the last after the end of a game
//   #question [data-answer]  a dialog; "" is the answer that changes nothing
//   #keys #keys-overlay    the keys: kbd[data-key]
//   #kept-panel            the games that were played: [data-kept], [data-delete]
//   #edit-rules #workshop  the rules as text: #workshop-text, #workshop-faults li, #workshop-said, #workshop-save,
//                          #workshop-link, #workshop-copy, #workshop-remove, #workshop-close; #words has the words of rules: #words-search,
//                          [data-word]. #invent-game opens it with a small game
//   #scores                whether scores are shown while one plays
//   #pause                 also "Go on", and "Let the engine move" in the middle of a game
//   #analyse               aria-pressed; #lines li, #line-count (1..10, 500), #analyse-game, #curve
//   #review                #accuracy, #turning-point, #next-mistake, #last-mistake, #practise
//   #practice              #practice-text, #show-answer, #next-task, #end-practice
//   #write-comment         opens #comment-text and #own-marks [data-nag="5"], for the move on the board
//   #why #explanation      why the last move is good or bad; .why-line .move plays a line
//   #hand-first #hand-second  [data-held="P"]: pieces in hand, aria-pressed where one is picked
//   #move-input            a move in any notation; Enter plays it
//   #promotion [data-move] a dialog, where a cell stands for several moves
//   #passes [data-move]    buttons for moves without cells
//   #import-text #import-button #import-file #import-choice   games in; the last: one of several
//   #export                #export-position #export-moves #export-command #export-link
//                          #export-format #export-game #download
//   #watch-panel           #engine-first, #engine-second: .score, .engine-numbers, .engine-line; #watch-standing,
//                          #watch-next, #watch-games [data-number], #follow, #leave-watch
//   <body data-awaited>    a match that is watched has not begun
//   <body data-state>      loading | ready (a person to move) | thinking | over | paused | watching
//   <body data-ply>        plies from the start of the game to the position on the board
//   <body data-first-board-ms>  when the first board was drawn, in ms from the start of the page

import { ApiError, askPosition, loaded } from "./api.js";
import { askGames, listGames, notePlayed, startGames } from "./games.js";
import { buttonById, byId, inputById, selectById } from "./dom.js";
import { emit, gameInfo, gameResult, hasEngine, numberedStarts, on, phase, restore, save, saveNow, state } from "./state.js";
import { fillNames, startNotation } from "./names.js";
import { fillTexts, startLanguage, texts } from "./texts.js";
import { forAll, forTab, tabId } from "./storage.js";
import { goOn, isPlaying, isUnderWay, newGame, play, playAll, showCurrent, takeBack, togglePause } from "./turns.js";
import { notice, noticeError, say } from "./notices.js";
import { listExtensions, packedGame, startRecords } from "./record.js";
import { show as showDrawings, startDrawings } from "./drawings.js";
import { showAnalysis, startAnalysis } from "./analysis.js";
import { showPlayers, startPlayers } from "./players.js";
import { showPosition, startSigns, startTurning } from "./view.js";
import { startCaptured } from "./captured.js";
import { startClock } from "./clock.js";
import { startConnection } from "./connection.js";
import { startCurve } from "./curve.js";
import { startExport } from "./export.js";
import { startHands } from "./hands.js";
import { startHover } from "./hover.js";
import { startInput } from "./input.js";
import { startKept } from "./kept.js";
import { startKeys } from "./keys.js";
import { startLast } from "./last.js";
import { startMoves } from "./moves.js";
import { startPremove } from "./premove.js";
import { startReview } from "./review.js";
import { startSounds } from "./sounds.js";
import { startLook, startTheme } from "./theme.js";
import { startVisible } from "./visible.js";
import { startWhy } from "./why.js";

function wire() {
  fillTexts(document);
  startLanguage(selectById("language"));
  startTheme();
  startLook();
  startSigns();
  startTurning();
  startPlayers();
  startInput((move, how) => state.answerTask?.(move, how) || play(move, how), playAll);
  startMoves();
  startNotation(showCurrent);
  startCurve();
  startAnalysis();
  startReview();
  startDrawings();
  startHover();
  startSounds();
  startClock();
  startCaptured();
  startPremove();
  startHands();
  startWhy();
  startRecords();
  startExport();
  startVisible();
  startConnection();
  startKept();
  startKeys();
  startScores();
  startLast(() => {
    emit("tree");
    void showCurrent();
  });
  const click = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
  click("new-game", () => startGame(state.game));
  click("take-back", takeBack);
  click("pause", togglePause);
  click("flip", flip);
  wireParts(click);
  selectById("game").addEventListener("change", () => startGame(selectById("game").value));
  startGames(startGame);
  on("players", () => {
    save();
    goOn();
  });
  on("mode", showButtons);
  on("game", showGame);
  window.addEventListener("pagehide", saveNow);
  window.addEventListener("hashchange", openLink);
}

/** What is loaded when it is needed. @param {(id: string, act: () => void) => void} click */
function wireParts(click) {
  const ends = () => loaded(import("./ends.js"));
  click("resign", async () => (await ends()).resign());
  click("draw", async () => (await ends()).offerDraw());
  click("rematch", async () => (await ends()).rematch());
  click("hint", async () => (await loaded(import("./hint.js"))).hint());
  click("threat", async () => (await loaded(import("./hint.js"))).threat());
  click("keys", async () => (await loaded(import("./help.js"))).showKeys());
  click("set-up", async () => (await loaded(import("./setup.js"))).open());
  click("practise", async () => (await loaded(import("./practice.js"))).startPractice());
  click("edit-rules", async () => (await loaded(import("./workshop.js"))).toggleWorkshop());
  click("invent-game", async () => {
    if (await mayBegin()) {
      await (await loaded(import("./workshop.js"))).invent();
    }
  });
  const unfold = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("toggle", act, { once: true });
  unfold("rules-panel", async () => (await loaded(import("./rulebook.js"))).show());
  unfold("kept-panel", async () => (await loaded(import("./archive.js"))).showGames());
}

const mayBegin = async () => !isUnderWay() || (await loaded(import("./ends.js"))).mayReplace();

/** A game with numbered starts begins at any of them. @param {string} name @param {string|null} [named]  the start */
async function startGame(name, named = null) {
  if (!await mayBegin()) {
    selectById("game").value = state.game;
    return;
  }
  emit("leave");
  const starts = numberedStarts(name);
  // While one analyses, an engine would not answer, and nothing would say why.
  await newGame(name, {
    start: named ?? (starts > 0 ? String(Math.floor(Math.random() * starts)) : null), analysing: state.analysing && !hasEngine(),
  });
}

function flip() {
  state.flipped = !state.flipped;
  showPosition(false);
  showDrawings();
  emit("mode");
  save();
}

function showGame() {
  const info = gameInfo();
  notePlayed(state.game);
  selectById("game").value = state.game;
  document.title = info ? `${texts.gameTitle(info.title)} – ${texts.brand}` : texts.brand;
  byId("wdl").hidden = true;
}

const SCORES = "plyglot.scores";

/** Whether scores are shown while one plays. */
function startScores() {
  const box = inputById("scores");
  box.checked = forAll.get(SCORES) !== "hidden";
  box.addEventListener("change", () => {
    forAll.set(SCORES, box.checked ? null : "hidden");
    showButtons();
  });
}

function showButtons() {
  const now = phase();
  const isOver = gameResult() !== null;
  const canEnd = isPlaying();
  const isRecord = state.names !== null || state.tags.length > 0;
  const pause = buttonById("pause");
  pause.hidden = !hasEngine();
  pause.disabled = state.analysing || (now !== "thinking" && now !== "paused" && !state.paused && now !== "ready");
  pause.textContent = now === "paused" ? state.paused ? texts.goOn : texts.letMove : state.paused ? texts.goOn : texts.pause;
  for (const id of ["hint", "draw", "resign"]) {
    buttonById(id).hidden = isOver || (id === "draw" && state.position?.may_be_drawn === false);
    buttonById(id).disabled = !canEnd || (id !== "resign" && now !== "ready");
  }
  buttonById("threat").disabled = now !== "ready" && now !== "paused";
  buttonById("rematch").hidden = !isOver || isRecord;
  buttonById("flip").disabled = state.position?.shape?.is_wall ?? false;
  document.body.toggleAttribute("data-blind", !inputById("scores").checked && canEnd && !isRecord);
}

/** Shows the game that the address has packed in it, once. */
async function openLink() {
  const packed = packedGame(location.hash);
  if (packed) {
    history.replaceState(null, "", location.pathname + location.search);
    await (await loaded(import("./share.js"))).openLink(packed);
  }
}

async function start() {
  const isKept = restore();
  void tabId();
  try {
    // The position of a kept game is known before the list of games is.
    const early = isKept ? askPosition(state.game, state.start, state.tree.names()).catch(() => null) : null;
    await askGames();
    await early;
  } catch (error) {
    noticeError(error, start);
    return;
  }
  if (state.rules || forAll.get("plyglot.rules")) {
    await (await loaded(import("./rules.js"))).learnKept();
  }
  listGames();
  listExtensions();
  byId("edit-rules").hidden = !state.about.reads_rules;
  byId("invent-game").hidden = !state.about.reads_rules;
  const isLost = isKept && !gameInfo();
  if (!isKept) {
    state.game = state.about.game;
  }
  showGame();
  showPlayers();
  showAnalysis();
  if (state.about.watches) {
    (await loaded(import("./watch.js"))).startWatch();
    return;
  }
  emit("tree");
  if (isLost || (!await showCurrent() && await isRefused())) {
    // Another version of the program kept it.
    await newGame(state.about.game);
    notice(texts.gameNotRestored);
  } else {
    void fillNames(state.tree);
  }
  await openLink();
  if (forAll.get("plyglot.practice")) {
    (await loaded(import("./practice.js"))).offerDue();
  }
  if (state.about.reads_rules && forTab.get("plyglot.open")) {
    (await loaded(import("./workshop.js"))).toggleWorkshop(false);
  }
}

/** Whether the server knows no such game, or not where it begins. */
const isRefused = () => askPosition(state.game, state.start, [])
  .then(() => false, error => error instanceof ApiError && (error.status === 400 || error.status === 404));

const unexpected = (/** @type {unknown} */ error) => noticeError(error ?? new Error());
window.addEventListener("error", event => unexpected(event.error));
window.addEventListener("unhandledrejection", event => unexpected(event.reason));
say(texts.loading);
wire();
void start();
