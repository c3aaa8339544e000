// Positions set up piece by piece, in the dialog of a new game: pieces are dragged from the
// palette to cells, from cell to cell, and off the board; or chosen, and then a cell. The text
// of the position is kept in step.

import { ApiError, ask, askShape } from "./api.js";
import { Board, swatch } from "./board.js";
import { byId, html, inputById, selectById, set } from "./dom.js";
import { gameInfo, SIDES, state } from "./state.js";
import { announce } from "./notices.js";
import { pieceText } from "./view.js";
import { texts } from "./texts.js";
import { cellMark } from "./marks.js";
import { cellOf, DRAG_FROM, keyOnCell } from "./input.js";

/** @typedef {import("./types.js").Piece} Piece */

/** The brush that takes pieces away. */
const ERASER = "";

const board = new Board(/** @type {any} */ (byId("editor-board")));

/** @type {import("./types.js").SetUp|null} */
let setUp = null;
let game = "";
/** @type {import("./types.js").Shape|null} */
let shape = null;
/** The drawings of the words. @type {Map<string, Piece>} */
let pieces = new Map();
/** What is put on the next cell. @type {string|null} */
let brush = null;
/** @type {{id: number, word: string, from: number|null, x: number, y: number, element: SVGGElement|null}|null} */
let press = null;
let asked = 0;

export function startEditor() {
  const { root } = board;
  root.addEventListener("pointerdown", event => pressBoard(event));
  root.addEventListener("keydown", keyDown);
  for (const place of /** @type {GlobalEventHandlers[]} */ ([root, byId("editor-pieces")])) {
    place.addEventListener("pointermove", dragged);
    place.addEventListener("pointerup", released);
    place.addEventListener("pointercancel", letGo);
  }
  root.addEventListener("focusin", event => {
    const cell = cellOf(event.target);
    if (cell !== null) {
      board.focus(cell, false);
    }
  });
  for (const side of SIDES) {
    byId(`editor-hand-${side}`).addEventListener("click", event => takeFromHand(event, side));
  }
  byId("editor-clear").addEventListener("click", () => change(({ cells }) => cells.fill("")));
  byId("editor-start").addEventListener("click", () => load(game, null));
  byId("editor-hold").addEventListener("click", () => brush && hold(brush));
  for (const id of ["editor-rights", "editor-passed"]) {
    byId(id).addEventListener("change", () => change(set => {
      set.rights = ticked();
      set.en_passant = selectById("editor-passed").value;
    }));
  }
  selectById("editor-side").addEventListener("change", () => change(set => set.side = /** @type {any} */ (selectById("editor-side").value)));
  inputById("setup-position").addEventListener("change", () => load(game, inputById("setup-position").value.trim() || null));
}

/** Shows the editor for a game; nothing where it has none. @param {string} name @param {string|null} position */
export async function edit(name, position) {
  closeEditor();
  game = name;
  await load(name, position);
}

export function closeEditor() {
  brush = null;
  asked += 1;
  byId("editor").hidden = true;
}

/** @param {string} name @param {string|null} position */
async function load(name, position) {
  const mine = asked += 1;
  try {
    const [answer, found] = await Promise.all([ask("setup", { game: name, position }), askShape(name)]);
    if (mine === asked) {
      shape = found;
      show(answer);
    }
  } catch (error) {
    if (mine === asked) {
      tell(error instanceof ApiError ? error.message : "");
    }
  }
}

/** @param {import("./types.js").SetUp|null} answer */
function show(answer) {
  setUp = answer;
  byId("editor").hidden = answer === null;
  if (!answer) {
    return;
  }
  if (answer.pieces.length > 0) {
    pieces = new Map(answer.pieces);
  }
  const sides = gameInfo(game)?.sides ?? [];
  selectById("editor-side").replaceChildren(...sides.map((side, i) => html("option", { value: i === 0 ? "first" : "second" }, texts.side(side))));
  selectById("editor-side").value = answer.side;
  inputById("setup-position").value = answer.position;
  showRights(answer);
  const { error, at } = answer.error ?? {};
  tell(!error ? "" : at === undefined ? error : texts.wrongAt(error, at));
  draw();
}

/** The boxes of castling, and the choice of a pawn that can be taken en passant. @param {import("./types.js").SetUp} answer */
function showRights({ castling, rights, passed, en_passant }) {
  const sides = gameInfo(game)?.sides ?? [];
  const place = byId("editor-rights");
  const key = JSON.stringify([castling, sides]);
  place.hidden = castling.length === 0;
  // A box that was just ticked keeps the focus.
  if (place.dataset["key"] !== key) {
    place.dataset["key"] = key;
    place.replaceChildren(html("legend", {}, texts.castling), ...castling.map(right => html("label", { class: "check" },
      html("input", { type: "checkbox", value: right }),
      html("span", {}, texts.castlingOf(sides[right === right.toUpperCase() ? 0 : 1] ?? "", right.toUpperCase())))));
  }
  place.querySelectorAll("input").forEach(box => box.checked = rights.includes(box.value));
  byId("editor-passed-field").hidden = passed.length === 0;
  const option = (/** @type {string} */ cell) => html("option", { value: cell }, cell || texts.noCell);
  selectById("editor-passed").replaceChildren(...["", ...passed].map(option));
  selectById("editor-passed").value = en_passant;
}

/** The rights that are ticked, or "" for none. */
const ticked = () => [...byId("editor-rights").querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value).join("");

/** @param {string} text */
function tell(text) {
  byId("setup-error").textContent = text;
}

/** The pieces of a text that the game refuses may have no drawing. @param {string} word @returns {Piece} */
const pieceOf = word => pieces.get(word) ?? pieces.get(word.replace("~", ""))
  ?? { side: word.toUpperCase() === word ? "first" : "second", letter: word.slice(-1), symbol: word, promoted: false, name: null };

const isHand = () => setUp !== null && setUp.hand !== null;

function draw() {
  if (!setUp || !shape) {
    return;
  }
  const { cells, hand } = setUp;
  const looks = shape;
  const sides = gameInfo(game)?.sides ?? [];
  board.setShape(looks, false);
  board.setCells(cells.map(word => word ? pieceOf(word) : null));
  label();
  const button = (/** @type {string} */ word, /** @type {string} */ name, /** @type {Node[]} */ ...inside) => html("button", {
    type: "button", class: "held", "data-brush": word, "aria-pressed": String(brush === word), "aria-label": name, title: name,
    onpointerdown: event => pressPiece(event, word),
    // Clicks of a pointer are dealt with above.
    onclick: event => event.detail === 0 && choose(brush === word ? null : word),
  }, ...inside);
  const eraser = button(ERASER, texts.eraser, html("span", { "aria-hidden": "true" }, "\u00d7"));
  // Both sides have their pieces in the same order.
  const order = [...pieces.keys()].filter(word => pieces.get(word)?.side === "first").map(word => word.toLowerCase());
  const at = (/** @type {string} */ word) => order.indexOf(word.toLowerCase());
  const row = (/** @type {string|null} */ side) => [...pieces].filter(([, piece]) => piece.side === side).sort(([a], [b]) => at(a) - at(b))
    .map(([word, piece]) => button(word, pieceText(piece, sides), swatch(piece, looks)));
  byId("editor-pieces").replaceChildren(...[row("second"), row("first"), [...row(null), eraser]]
    .map(buttons => html("div", { class: "editor-row" }, ...buttons)));
  byId("editor-hands").hidden = hand === null;
  for (const [i, side] of SIDES.entries()) {
    const held = [...hand ?? ""].filter(letter => (pieceOf(letter).side === "first") === (i === 0));
    set(byId(`editor-hand-${side}`), { "aria-label": texts.handOf(sides[i] ?? side) });
    const name = html("span", { class: "hand-name", "aria-hidden": "true" }, texts.handOf(sides[i] ?? side));
    byId(`editor-hand-${side}`).replaceChildren(...held.length === 0 ? [name] : [], ...held.map(letter => html("button", {
      type: "button", class: "held", "data-word": letter, "aria-label": texts.takeFromHand(pieceText(pieceOf(letter), sides)),
    }, swatch(pieceOf(letter), looks))));
  }
  showBrush();
}

function showBrush() {
  for (const element of byId("editor-pieces").querySelectorAll("[data-brush]")) {
    set(element, { "aria-pressed": String(element.getAttribute("data-brush") === brush) });
  }
  set(byId("editor-hold"), { disabled: !brush || !canHold(brush) });
}

/** What screen readers find in each cell. */
function label() {
  const { geometry } = board;
  if (geometry) {
    board.setLabels(cell => ({
      label: texts.cell(geometry.name(cell), pieceText(setUp?.cells[cell] ? pieceOf(setUp.cells[cell]) : null, gameInfo(game)?.sides), []),
      isTarget: false, isPicked: false,
    }));
  }
}

/** @param {string} word */
const canHold = word => isHand() && /^[A-Za-z]$/.test(word);

/** @param {string|null} word */
function choose(word) {
  brush = word;
  showBrush();
  if (word !== null) {
    announce(texts.brush(word === ERASER ? texts.eraser : pieceText(pieceOf(word), gameInfo(game)?.sides)));
  }
}

/** Changes the position, shows it at once, and asks the game about it. @param {(set: import("./types.js").SetUp) => void} act */
async function change(act) {
  if (!setUp) {
    return;
  }
  // Where pieces have changed, no pawn has just moved.
  setUp.en_passant = "";
  act(setUp);
  draw();
  const { position, cells, hand, side, rights, en_passant } = setUp;
  const mine = asked += 1;
  try {
    const answer = await ask("setup", { game, position, cells, hand, side, rights, en_passant });
    if (mine === asked) {
      show(answer);
    }
  } catch (error) {
    tell(error instanceof ApiError ? error.message : "");
  }
}

/** @param {string} word */
function hold(word) {
  if (canHold(word)) {
    void change(set => set.hand += word);
  }
}

/** @param {MouseEvent} event @param {"first"|"second"} side */
function takeFromHand(event, side) {
  const button = event.target instanceof Element ? event.target.closest("[data-word]") : null;
  const letter = button?.getAttribute("data-word");
  if (letter) {
    void change(set => set.hand = (set.hand ?? "").replace(letter, ""));
    byId(`editor-hand-${side}`).focus();
  } else if (brush) {
    hold(brush);
  }
}

/** Puts the brush on a cell; where its piece stands already, takes that away. @param {number} cell */
function paint(cell) {
  const word = brush;
  if (word === null) {
    announce(texts.chooseBrush);
    return;
  }
  void change(({ cells }) => cells[cell] = cells[cell] === word ? "" : word);
}

/** @param {PointerEvent} event @param {string} word */
function pressPiece(event, word) {
  if (event.button === 0 && !press) {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    press = { id: event.pointerId, word, from: null, x: event.clientX, y: event.clientY, element: null };
  }
}

/** @param {PointerEvent} event */
function pressBoard(event) {
  const cell = board.cellAt(event.clientX, event.clientY);
  if (event.button === 0 && !press && cell !== null && setUp) {
    board.focus(cell, false);
    board.root.setPointerCapture(event.pointerId);
    press = { id: event.pointerId, word: setUp.cells[cell] ?? "", from: cell, x: event.clientX, y: event.clientY, element: null };
  }
}

/** @param {PointerEvent} event */
function dragged(event) {
  if (press?.id !== event.pointerId) {
    return;
  }
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_FROM;
  if (!press.element && far && press.word) {
    press.element = board.make(pieceOf(press.word));
    board.layers.flying.append(press.element);
    board.root.toggleAttribute("data-drag", true);
    if (press.from !== null) {
      board.pieces.get(press.from)?.remove();
    }
  }
  const point = press.element ? board.pointAt(event.clientX, event.clientY) : null;
  if (press.element && point) {
    board.place(press.element, point, " scale(1.12)");
    const cell = board.cellAt(event.clientX, event.clientY);
    board.layers.marks.replaceChildren(...cell !== null && board.geometry ? [cellMark(board.geometry, cell, "hover")] : []);
  }
}

/** @param {PointerEvent} event */
function released(event) {
  if (press?.id !== event.pointerId) {
    return;
  }
  const { word, from, element } = press;
  letGo();
  const cell = board.cellAt(event.clientX, event.clientY);
  if (!element) {
    if (from === null) {
      choose(brush === word ? null : word);
    } else if (cell === from) {
      paint(cell);
    }
    return;
  }
  const isToHand = document.elementFromPoint(event.clientX, event.clientY)?.closest("#editor-hands") && canHold(word);
  void change(set => {
    if (from !== null) {
      set.cells[from] = "";
    }
    if (cell !== null) {
      set.cells[cell] = word;
    } else if (isToHand) {
      set.hand += word;
    }
  });
}

function letGo() {
  press?.element?.remove();
  board.layers.marks.replaceChildren();
  board.root.toggleAttribute("data-drag", false);
  press = null;
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  keyOnCell(board, event, paint, (cell, key) => {
    if (key !== "Delete" && key !== "Backspace") {
      return false;
    }
    void change(({ cells }) => cells[cell] = "");
    return true;
  });
}

/** The position that the game on the board has, where it is of this game. @param {string} name */
export const positionToEdit = name => name === state.game ? state.position?.position ?? null : null;
