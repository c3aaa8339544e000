// Moves by a person: click and click, drag, touch, keyboard, typed text, buttons.

import { announce, notice, say } from "./notices.js";
import { askPosition } from "./api.js";
import { aim, board, capturers, lastChoice, markTapped, movesFrom, movesTo, refresh, select, selection } from "./view.js";
import { byId, html, inputById } from "./dom.js";
import { CELL } from "./geometry.js";
import { currentResult, on, state } from "./state.js";
import { finishAnimation } from "./animation.js";
import { swatch } from "./board.js";
import { texts } from "./texts.js";
import { readable, written } from "./written.js";

/** @typedef {import("./types.js").Move} Move */

/** How far, in pixels, a pointer goes before a press becomes a drag. */
export const DRAG_FROM = 5;
/** The least width of a cell, in pixels, at which one tap is enough. */
const MIN_TOUCHED_PX = 24;

/** @type {(move: Move, how: {isDragged: boolean}) => void} */
let play = () => {};
/** @type {(moves: {name: string}[]) => void} */
let playAll = () => {};

/** @type {{id: number, cell: number, x: number, y: number, wasPicked: boolean, element: SVGGElement|null, isDrag: boolean}|null} */
let press = null;
/** When a pointer last went up: the click that follows it is the same act. */
let pointerAt = -Infinity;

/** @param {typeof play} onMove @param {typeof playAll} onMoves */
export function startInput(onMove, onMoves) {
  play = onMove;
  playAll = onMoves;
  const root = board.root;
  root.addEventListener("pointerdown", pointerDown);
  root.addEventListener("pointermove", pointerMove);
  root.addEventListener("pointerup", pointerUp);
  root.addEventListener("pointercancel", dropBack);
  root.addEventListener("pointerleave", () => setHover(null));
  // A finger that holds no piece scrolls the page.
  root.addEventListener("touchstart", event => press?.element && endTouch(event), { passive: false });
  root.addEventListener("touchend", endTouch);
  root.addEventListener("click", event => {
    // Only clicks by assistive technology: those of a pointer are dealt with.
    const cell = cellOf(event.target);
    if (cell !== null && event.timeStamp - pointerAt > 500) {
      act(cell);
    }
  });
  root.addEventListener("keydown", keyDown);
  root.addEventListener("focusin", event => {
    const cell = cellOf(event.target);
    if (cell !== null) {
      board.focus(cell, false);
      setHover(cell);
    }
  });
  root.addEventListener("focusout", () => setHover(null));
  byId("move-form").addEventListener("submit", event => {
    event.preventDefault();
    playTyped(inputById("move-input").value.trim());
  });
  byId("promotion-cancel").addEventListener("click", closeChooser);
  // A move that was typed belongs to its game.
  on("game", () => inputById("move-input").value = "");
}

/**
 * After a touch the browser clicks on what is below the finger, which may be a button of the
 * dialog that the touch has opened.
 * @param {TouchEvent} event
 */
export function endTouch(event) {
  if (event.cancelable) {
    event.preventDefault();
  }
}

const dialog = () => /** @type {HTMLDialogElement} */ (byId("promotion"));

/** The cell of a board at which an event happened. @param {EventTarget|null} target */
export function cellOf(target) {
  const found = target instanceof Element ? target.closest("[data-cell]") : null;
  return found ? Number(found.getAttribute("data-cell")) : null;
}

/** @param {number|null} cell */
function setHover(cell) {
  if (selection.hover !== cell) {
    selection.hover = cell;
    if (selection.isOpen) {
      refresh();
    }
  }
}

/** @param {PointerEvent} event */
function pointerDown(event) {
  if (event.button !== 0 || press) {
    return;
  }
  finishAnimation();
  const cell = board.cellAt(event.clientX, event.clientY);
  if (cell === null) {
    pick(null);
    return;
  }
  board.focus(cell, false);
  if (!selection.isOpen) {
    return;
  }
  const wasPicked = selection.picked === cell;
  const isOwn = movesFrom(cell).length > 0;
  if (isOwn && movesTo(cell).length === 0 && selection.aimed === null) {
    pick(cell);
  }
  press = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, wasPicked, isDrag: false,
    element: isOwn && selection.aimed === null ? board.pieces.get(cell) ?? null : null };
  board.root.setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function pointerMove(event) {
  if (press?.id !== event.pointerId) {
    setHover(event.pointerType === "touch" ? null : board.cellAt(event.clientX, event.clientY));
    return;
  }
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_FROM;
  if (!press.isDrag && far && press.element && selection.picked === press.cell) {
    press.isDrag = true;
    board.layers.flying.append(press.element);
    board.root.toggleAttribute("data-drag", true);
  }
  const point = press.isDrag ? board.pointAt(event.clientX, event.clientY) : null;
  if (press.element && point) {
    board.place(press.element, point, " scale(1.12)");
  }
  setHover(board.cellAt(event.clientX, event.clientY));
}

/** @param {PointerEvent} event */
function pointerUp(event) {
  if (press?.id !== event.pointerId) {
    return;
  }
  pointerAt = event.timeStamp;
  const { cell: from, isDrag, wasPicked } = press;
  const cell = board.cellAt(event.clientX, event.clientY);
  const moves = cell === null ? [] : movesTo(cell);
  dropBack();
  if (isDrag) {
    if (cell !== null && cell !== from && moves.length > 0) {
      choose(moves, cell, true);
    }
  } else if (cell === from) {
    release(cell, wasPicked, event.pointerType === "touch");
  }
}

/** Puts a dragged piece back where it came from. */
function dropBack() {
  if (press?.isDrag && press.element && board.geometry) {
    board.layers.pieces.append(press.element);
    board.place(press.element, board.geometry.centre(press.cell));
  }
  board.root.toggleAttribute("data-drag", false);
  press = null;
}

/** Whether a finger may easily hit another cell than it means. */
function areCellsSmall() {
  const scale = board.root.getScreenCTM()?.a ?? 1;
  return scale * CELL < MIN_TOUCHED_PX;
}

/** The end of a press without a drag. @param {number} cell @param {boolean} wasPicked @param {boolean} isTouch */
function release(cell, wasPicked, isTouch) {
  const moves = movesTo(cell);
  if (moves.length > 0 && isTouch && areCellsSmall() && selection.tapped !== cell) {
    markTapped(cell);
    say(texts.tapAgain);
    announce(texts.tapAgain);
    return;
  }
  markTapped(null);
  if (moves.length > 0) {
    choose(moves, cell, false);
  } else if (wasPicked || selection.picked !== cell) {
    pick(null);
    const { position } = state;
    const why = position?.cells?.[cell]?.side === position?.side ? whyNot() : "";
    if (why && movesFrom(cell).length === 0) {
      say(texts.cannotMove(board.geometry?.name(cell) ?? "", why));
    }
  }
}

/** What the status said before it asked for the rest of a move. */
let beforeAim = "";

/** Picks up the piece on a cell, or one of the hand by its letter. @param {number|string|null} place */
export function pick(place) {
  if (selection.picked === place && selection.aimed === null) {
    return;
  }
  if (selection.aimed !== null) {
    say(beforeAim);
  }
  select(place);
  if (place !== null && board.geometry) {
    const targets = new Set(movesFrom(place).map(move => move.to));
    announce(texts.picked(typeof place === "number" ? board.geometry.name(place) : place, targets.size));
  }
}

const whyClosed = () => state.watching ? texts.onlyWatched : currentResult() ? texts.gameIsOver : texts.notYourTurn;

/** A cell is chosen by key, or by assistive technology. @param {number} cell */
function act(cell) {
  if (!selection.isOpen) {
    announce(whyClosed());
    return;
  }
  finishAnimation();
  const moves = movesTo(cell);
  if (moves.length > 0) {
    choose(moves, cell, false);
  } else {
    pick(selection.aimed === null && selection.picked !== cell && movesFrom(cell).length > 0 ? cell : null);
  }
}

/**
 * A key on a cell of a board: one with a direction moves the focus, Enter and the space bar act,
 * and `other` says whether it has done something for another key.
 * @param {import("./board.js").Board} on @param {KeyboardEvent} event
 * @param {(cell: number) => void} enter @param {(cell: number, key: string) => boolean} other
 */
export function keyOnCell(on, event, enter, other) {
  const cell = cellOf(event.target);
  const { geometry } = on;
  if (cell === null || !geometry || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const next = geometry.cellByKey(cell, event.key);
  if (next !== null) {
    on.focus(next, true);
  } else if (event.key === "Enter" || event.key === " ") {
    enter(cell);
  } else if (!other(cell, event.key)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  keyOnCell(board, event, act, (_, key) => {
    if (key !== "Escape" || (selection.picked === null && selection.aimed === null)) {
      return false;
    }
    pick(null);
    announce(texts.putDown);
    return true;
  });
}

/**
 * Plays the move to a cell, or asks which of several: on the board, where they go on from there, or
 * differ in a wall or in what they take. @param {Move[]} moves @param {number} cell @param {boolean} isDragged
 */
export function choose(moves, cell, isDragged) {
  // A piece that was put there already does not go there again.
  isDragged ||= selection.aimed !== null;
  // Ways round loops that lead to the same capture are one move.
  const different = moves.filter((move, i) => moves.findIndex(({ name }) => name === move.name) === i);
  const [first] = different;
  if (first && different.length === 1) {
    play(first, { isDragged });
  } else if (new Set(different.map(lastChoice)).size > 1) {
    askOnBoard(first?.to ?? cell, different, different.some(({ wall }) => wall !== null) ? texts.chooseWall : texts.chooseTaken);
  } else if (different.every(({ to, path }) => to !== cell && path?.includes(cell))) {
    askOnBoard(cell, different, texts.chooseStep);
  } else {
    openChooser(different, isDragged);
  }
}

/** @param {number} cell  where the piece waits @param {Move[]} moves @param {string} question */
function askOnBoard(cell, moves, question) {
  if (selection.aimed === null) {
    beforeAim = byId("status").textContent ?? "";
  }
  aim(cell, moves);
  say(question);
  announce(question);
}

/** @param {Move[]} moves @param {boolean} isDragged */
function openChooser(moves, isDragged) {
  const { position } = state;
  const place = dialog().querySelector(".choices");
  // The most valuable chess piece first.
  const rank = (/** @type {Move} */ move) => "qrbn".indexOf(move.piece?.letter.toLowerCase() ?? "-");
  const ordered = moves.some(move => rank(move) < 0) ? moves : [...moves].sort((a, b) => rank(a) - rank(b));
  place?.replaceChildren(...ordered.map(move => {
    const button = html("button", {
      type: "button", "data-move": move.name,
      onclick: () => {
        closeChooser();
        if (selection.isOpen && state.position === position) {
          play(move, { isDragged });
        }
      },
    });
    button.append(...madePicture(move), html("span", {}, written(move.shown)));
    return button;
  }));
  dialog().showModal();
}

export const closeChooser = () => dialog().close();

/** What a piece becomes, what comes in from the hand, or the piece as it is. @param {Move} move */
function madePicture(move) {
  const { position, flipped } = state;
  const piece = move.piece ?? (move.from === null ? null : position?.cells?.[move.from]);
  return position?.shape && piece ? [swatch(piece, position.shape, flipped)] : [];
}

/** @param {string} typed  a move in any notation */
async function playTyped(typed) {
  const { position } = state;
  const text = readable(typed);
  if (!text || !position) {
    return;
  }
  if (!selection.isOpen) {
    notice(whyClosed());
    return;
  }
  const by = (/** @type {(move: Move) => boolean} */ test) => position.moves.filter(test);
  const exact = by(({ name, record, shown }) => [name, record, shown].includes(text));
  /** @type {{name: string}[]} */
  let played = new Set(exact.map(({ name }) => name)).size === 1 ? exact.slice(0, 1) : [];
  if (played.length === 0) {
    played = await readMoves(text);
  }
  if (state.position !== position || !selection.isOpen) {
    return;
  }
  const [move] = played;
  if (move) {
    inputById("move-input").value = "";
    if (played.length === 1) {
      play(by(({ name }) => name === move.name)[0] ?? /** @type {Move} */ (move), { isDragged: false });
    } else {
      playAll(played);
    }
  } else {
    const fitting = movesFitting(text);
    notice(fitting.length > 1 ? texts.manyFit(typed, fitting) : texts.notLegal(typed, whyNot(text)));
    inputById("move-input").select();
  }
}

/** The moves to a cell, or those of a letter's pieces: `f5`, `Nd2`. @param {string} text */
function movesFitting(text) {
  const [, letter = "", cell = ""] = /^([A-Z]?)x?([a-z]\d+)$/.exec(text) ?? [];
  const moves = state.position?.moves ?? [];
  return moves.filter(({ to, shown }) => to !== null && board.geometry?.name(to) === cell && shown.startsWith(letter)).map(({ shown }) => written(shown));
}

/** Why a move that is not legal may not be: what can be told from the moves that are. @param {string} [text] */
function whyNot(text = "") {
  const { position } = state;
  const { cells = null, marked = [], side = "first", shape = null } = position ?? {};
  if (marked.some(cell => cells?.[cell]?.side === side)) {
    return texts.inCheck;
  }
  if (capturers().length > 0) {
    return texts.mustCapture;
  }
  // A pawn of shogi is not dropped where its file has one.
  const [, letter = "", name = ""] = /^(.)[*'@](.+)$/.exec(text) ?? [];
  const to = cells?.findIndex((_, cell) => board.geometry?.name(cell) === name) ?? -1;
  const files = shape?.files ?? 1;
  const isSame = (/** @type {number} */ cell) => cell % files === to % files;
  const drops = movesFrom(letter).flatMap(move => move.to ?? []);
  const own = cells?.findIndex((piece, cell) => piece?.side === side && piece.letter === letter && !piece.promoted && isSame(cell)) ?? -1;
  return to >= 0 && own >= 0 && drops.length > 0 && !drops.some(isSame) ? texts.onFileAlready : "";
}

/**
 * The moves that the server reads in a text: other notations, or several moves.
 * @param {string} text
 * @returns {Promise<{name: string}[]>}
 */
async function readMoves(text) {
  const { game, start, tree } = state;
  const words = text.split(/\s+/).map(word => word.replace(/^\d+\.+/, "")).filter(Boolean);
  try {
    const before = tree.names();
    const { names, line } = await askPosition(game, start, [...before, ...words]);
    // A text that is a position, not a move, would replace the moves before it.
    const goesOn = before.every((name, i) => names[i] === name);
    return goesOn ? names.map((name, i) => line[i] ?? { name }).slice(before.length) : [];
  } catch {
    return [];
  }
}

/** The moves that the text field offers, and the buttons of moves without cells. */
export function showMoveTexts() {
  const { position } = state;
  const moves = position?.moves ?? [];
  byId("legal-moves").replaceChildren(...moves.map(move => html("option", { value: written(move.shown) })));
  const loose = position?.shape ? moves.filter(move => move.from === null && move.to === null) : moves;
  const passes = byId("passes");
  passes.replaceChildren(...loose.map(move => html("button", {
    type: "button", class: loose.length === 1 ? "primary" : null, "data-move": move.name, disabled: !selection.isOpen,
    onclick: () => {
      if (selection.isOpen) {
        play(move, { isDragged: false });
      }
    },
  }, texts.looseMove(written(move.shown)))));
  passes.hidden = loose.length === 0;
}
