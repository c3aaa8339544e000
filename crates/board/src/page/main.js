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
//   #outcome-first #outcome-second       1, 0 or ½, where the game has ended
//   #strength-first #strength-second     selects: "full", "level 5", "elo 1200"
//   #language              a select: "en", "de"
//   #notation              a select: the notations of the game, "san", "uci"
//   #limit-kind #time      select movetime, depth or nodes; its value, a number field
//   #set-up #setup         a dialog for a new game; #setup-start-game begins it
//   #editor                sets a position up: #editor-pieces [data-brush="P"], #editor-board
//                          [data-cell], #editor-hand-first, #editor-side, #editor-clear,
//                          #editor-start; #setup-position has the text, #setup-error what is wrong
//   #clock-first #clock-second
//   #new-game #take-back #back #forward #to-start #to-end #autoplay #flip #resign
//   #pause                 also "Go on", and "Let the engine move" in the middle of a game
//   #analyse               aria-pressed; #lines li, #line-count (1..10, 500), #analyse-game, #curve
//   #review                #accuracy, #turning-point, #next-mistake, #last-mistake, #practise
//   #practice              #practice-text, #show-answer, #next-task, #end-practice
//   #why #explanation      why the last move is good or bad; .why-line .move plays a line
//   #hand-first #hand-second  [data-held="P"]: pieces in hand, aria-pressed where one is picked
//   #move-input            a move in any notation; Enter plays it
//   #promotion [data-move] a dialog, where a cell stands for several moves
//   #passes [data-move]    buttons for moves without cells
//   #import-text #import-button #import-file #import-choice   games in; the last: one of several
//   #export                #export-position #export-moves #export-command #export-format #export-game #download
//   #watch-panel           #watch-games, #follow, #leave-watch
//   <body data-state>      loading | ready (a person to move) | thinking | over | paused | watching
//   <body data-ply>        plies from the start of the game to the position on the board
//   <body data-first-board-ms>  when the first board was drawn, in ms from the start of the page

import { ApiError, askPosition } from "./api.js";
import { askGames, listGames, notePlayed, startGames } from "./games.js";
import { back, forward, startMoves } from "./moves.js";
import { buttonById, byId, selectById } from "./dom.js";
import { canResign, goOn, goTo, newGame, play, playAll, resign, showCurrent, takeBack, togglePause } from "./turns.js";
import { answerTask, wirePractice } from "./practice.js";
import { emit, gameInfo, hasEngine, on, phase, restore, save, saveNow, state } from "./state.js";
import { endWatching, enter, startWatch } from "./watch.js";
import { fillNames, startNotation } from "./names.js";
import { fillTexts, startLanguage, texts } from "./texts.js";
import { notice, noticeError, say } from "./notices.js";
import { reviewKey, startReview } from "./review.js";
import { showAnalysis, startAnalysis } from "./analysis.js";
import { showPlayers, startPlayers } from "./players.js";
import { showPosition, startSigns } from "./view.js";
import { startClock } from "./clock.js";
import { startConnection } from "./connection.js";
import { startCurve } from "./curve.js";
import { show as showDrawings, startDrawings } from "./drawings.js";
import { startExport } from "./export.js";
import { startHands } from "./hands.js";
import { startHover } from "./hover.js";
import { startInput } from "./input.js";
import { startLast } from "./last.js";
import { startRecords } from "./record.js";
import { startRulebook } from "./rulebook.js";
import { startSetup } from "./setup.js";
import { startSounds } from "./sounds.js";
import { startTheme } from "./theme.js";
import { startVisible } from "./visible.js";
import { explain, startWhy } from "./why.js";
import { tabId } from "./storage.js";

function wire() {
  fillTexts(document);
  startLanguage(selectById("language"));
  startTheme();
  startSigns();
  startPlayers();
  startInput((move, how) => answerTask(move, how) || play(move, how), playAll);
  startMoves();
  startNotation(showCurrent);
  startCurve();
  startAnalysis();
  startReview();
  startDrawings();
  startHover();
  startSounds();
  startClock();
  startHands();
  startSetup();
  wirePractice();
  startWhy();
  startRecords(endWatching);
  startExport();
  startRulebook();
  startWatch();
  startVisible();
  startConnection();
  startLast(() => {
    showAnalysis();
    emit("tree");
    void showCurrent();
  });
  const click = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
  click("new-game", () => startGame(state.game));
  click("take-back", takeBack);
  click("pause", togglePause);
  click("resign", resign);
  click("flip", flip);
  selectById("game").addEventListener("change", () => startGame(selectById("game").value));
  startGames(startGame);
  on("players", () => {
    save();
    goOn();
  });
  on("mode", showButtons);
  on("game", showGame);
  document.addEventListener("keydown", event => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [role=slider]");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "ArrowLeft") {
      back();
    } else if (event.key === "ArrowRight") {
      forward();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      goTo(event.key === "ArrowUp" ? 0 : state.tree.line().at(-1)?.id ?? 0);
      event.preventDefault();
    } else if (event.key.toLowerCase() === "f") {
      flip();
    } else if (event.key.toLowerCase() === "w") {
      void explain();
    } else {
      reviewKey(event);
    }
  });
  window.addEventListener("pagehide", saveNow);
}

/** A game with numbered starts begins at any of them. @param {string} name */
async function startGame(name) {
  endWatching();
  if (hasEngine()) {
    // Else it would not answer, and nothing would say why.
    state.analysing = false;
  }
  const starts = gameInfo(name)?.variants.find(variant => variant.name === name)?.starts ?? 0;
  await newGame(name, starts > 0 ? String(Math.floor(Math.random() * starts)) : null);
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

function showButtons() {
  const now = phase();
  const pause = buttonById("pause");
  pause.disabled = !hasEngine() || state.analysing || (now !== "thinking" && now !== "paused" && !state.paused && now !== "ready");
  pause.textContent = now === "paused" ? state.paused ? texts.goOn : texts.letMove : state.paused ? texts.goOn : texts.pause;
  buttonById("resign").disabled = !canResign();
  buttonById("flip").disabled = state.position?.shape?.drops ?? false;
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
  listGames();
  showAnalysis();
  const isLost = isKept && !gameInfo();
  if (!isKept) {
    state.game = state.about.game;
  }
  showGame();
  showPlayers();
  if (state.about.watches) {
    enter();
    return;
  }
  emit("tree");
  if (isLost || (!await showCurrent() && await isRefused())) {
    // Another version of the program kept it.
    await newGame(state.about.game);
    notice(texts.gameNotRestored);
    return;
  }
  void fillNames(state.tree);
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
