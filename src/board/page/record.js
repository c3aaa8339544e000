// Games and positions as text: read from the text area or from files, and written.

import { ApiError, ask, askPosition } from "./api.js";
import { askPgn, fillNames, newGame, phase } from "./turns.js";
import { announce, hideNotice, notice, noticeError } from "./notices.js";
import { byId, html, inputById } from "./dom.js";
import { emit, on, state } from "./state.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {import("./types.js").RecordedGame} RecordedGame */

const LONGEST = 1 << 20;

/** A text with tags, JSON or numbered moves is a record; anything else may be a position. */
const isRecord = (/** @type {string} */ text) => /^\s*[[{]|(^|\s)1\.+\s*\S/.test(text);

let reading = 0;

/** @type {() => Promise<void>} */
let beforeLoading = async () => {};

/** @param {() => Promise<void>} leave  what ends before another game is shown */
export function startRecords(leave) {
  beforeLoading = leave;
  byId("import-button").addEventListener("click", () => readText(inputById("import-text").value));
  inputById("import-file").addEventListener("change", () => readFile(inputById("import-file").files?.[0]));
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) {
      readFile(file);
    } else if (event.dataTransfer?.getData("text")) {
      readText(event.dataTransfer.getData("text"));
    }
  });
  byId("record-panel").addEventListener("toggle", showExport);
  on("position", showExport);
  on("mode", showExport);
}

/** @param {File|undefined} file */
async function readFile(file) {
  if (!file) {
    return;
  }
  if (file.size > LONGEST) {
    notice(texts.tooLong);
    return;
  }
  const text = await file.text();
  inputById("import-file").value = "";
  if (file.size < 20000) {
    inputById("import-text").value = text;
  }
  await readText(text);
}

/** @param {string} text */
async function readText(text) {
  const mine = reading += 1;
  hideNotice();
  if (!text.trim()) {
    notice(texts.nothingToRead);
    return;
  }
  try {
    if (!isRecord(text) && await readPosition(text.trim(), mine)) {
      return;
    }
    const records = await ask("record", { text, game: state.game });
    if (mine === reading) {
      showGames(records);
    }
  } catch (error) {
    if (mine === reading) {
      noticeError(error);
    }
  }
}

/**
 * Shows a position, perhaps with moves; false if the text is something else.
 * @param {string} text
 * @param {number} mine
 */
async function readPosition(text, mine) {
  const start = text.replace(/^position\s+(fen\s+|startpos\s*)?/, (_, kind) => kind?.startsWith("startpos") ? "startpos " : "").trim();
  try {
    const position = await askPosition(state.game, start, []);
    if (mine !== reading) {
      return true;
    }
    const tree = new Tree();
    position.names.forEach(name => tree.currentId = tree.add(tree.currentId, { name }).id);
    await load(state.game, position.start, tree, true);
    return true;
  } catch (error) {
    // Perhaps moves from the usual start.
    if (!(error instanceof ApiError) || error.status !== 400) {
      throw error;
    }
    const moves = text.split(/\s+/);
    const position = await askPosition(state.game, null, moves).catch(() => null);
    if (!position || moves.length === 0) {
      throw error;
    }
    if (mine === reading) {
      const tree = new Tree();
      position.names.forEach(name => tree.currentId = tree.add(tree.currentId, { name }).id);
      await load(state.game, position.start, tree, false);
    }
    return true;
  }
}

/** On small screens the board is far from the text. */
const toBoard = () => byId("board-place").scrollIntoView({ block: "nearest" });

/** @param {string} game @param {string|null} start @param {Tree} tree @param {boolean} keepsPlayers */
async function load(game, start, tree, keepsPlayers) {
  toBoard();
  await beforeLoading();
  if (!keepsPlayers) {
    state.players = { first: { engine: null, strength: "full" }, second: { engine: null, strength: "full" } };
  }
  await newGame(game, start, tree);
  await fillNames(tree);
}

/** @param {import("./types.js").Records} records */
function showGames({ games, more, error }) {
  if (games.length === 0) {
    notice(error ?? texts.nothingToRead);
    return;
  }
  if (error) {
    notice(texts.readUpTo(error));
  }
  const place = byId("import-games");
  place.hidden = games.length === 1;
  const select = html("select", { id: "import-choice", size: Math.min(8, games.length) },
    ...games.map((game, i) => html("option", { value: i },
      texts.gameLine(game.players, texts.outcomes[game.result] ?? "", game.moves.length, game.event))));
  select.value = "0";
  select.addEventListener("change", () => {
    const game = games[Number(select.value)];
    if (game) {
      void loadGame(game);
    }
  });
  place.replaceChildren(html("label", { class: "field" }, html("span", {}, texts.chooseGame), select),
    ...more > 0 ? [html("p", {}, texts.moreGames(more))] : []);
  if (games[0]) {
    void loadGame(games[0]);
  }
}

/** @param {RecordedGame} game */
async function loadGame(game) {
  const tree = new Tree();
  for (const move of game.moves) {
    const node = tree.add(tree.currentId, move);
    const sign = move.side === "first" ? 1 : -1;
    node.comment = move.comment;
    node.score = move.mate !== null && move.mate !== undefined ? { mate: sign * move.mate }
      : move.cp !== null && move.cp !== undefined ? { cp: sign * move.cp } : null;
    tree.currentId = node.id;
  }
  const last = tree.currentId;
  tree.currentId = 0;
  toBoard();
  await beforeLoading();
  state.players = { first: { engine: null, strength: "full" }, second: { engine: null, strength: "full" } };
  const shown = newGame(game.game, game.start, tree);
  state.names = game.players.some(Boolean) ? game.players : null;
  const { result, reason } = game;
  state.ending = {
    node: last, winner: result === "first" || result === "second" ? result : null,
    reason: reason ?? "", unfinished: result === "unfinished",
  };
  emit("players");
  await shown;
}

let exported = "";
let exporting = 0;

async function showExport() {
  const details = /** @type {HTMLDetailsElement} */ (byId("record-panel"));
  const { position, tree } = state;
  const key = JSON.stringify([state.game, state.start, tree.names(), tree.line().length, state.ending, state.names]);
  // While the next position is asked for, the last one is still here.
  if (!details.open || !position || phase() === "loading" || key === exported) {
    return;
  }
  exported = key;
  const mine = exporting += 1;
  const pgn = await askPgn().catch(() => null);
  if (mine !== exporting) {
    return;
  }
  byId("export").replaceChildren(
    field("export-position", texts.exportPosition, position.position),
    field("export-moves", texts.exportMoves, tree.path().map(node => node.name).join(" ")),
    field("export-command", texts.exportCommand, position.command),
    ...pgn ? [field("export-pgn", texts.exportPgn, pgn.pgn, `${state.game}.pgn`)] : []);
}

/**
 * A text with a button to copy it, and one to save it.
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {string} [file]  the name of the file to save
 */
function field(id, label, value, file) {
  const area = file ? html("textarea", { id, readonly: true, rows: 6 }) : html("input", { id, readonly: true });
  area.value = value;
  const copy = html("button", { type: "button", "aria-label": `${texts.copy}: ${label}`, onclick: async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // The clipboard can be forbidden: the selected text can be copied by hand.
      area.focus();
      area.select();
      document.execCommand("copy");
    }
    announce(texts.copied);
    copy.textContent = texts.copied;
    setTimeout(() => copy.textContent = texts.copy, 1500);
  } }, texts.copy);
  const buttons = html("span", { class: "buttons" }, copy);
  if (file) {
    buttons.append(html("button", { type: "button", id: "download", onclick: () => download(file, value) }, texts.download));
  }
  return html("div", { class: "export-field" }, html("label", { for: id }, label), area, buttons);
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
