// Games and positions that are read: from the text area, from files, or dropped on the page.

import { ask, loaded } from "./api.js";
import { byId, html, inputById } from "./dom.js";
import { isRules } from "./games.js";
import { hideNotice, notice, noticeError } from "./notices.js";
import { loadGame } from "./loading.js";
import { notations } from "./storage.js";
import { state } from "./state.js";
import { texts } from "./texts.js";
import { readable } from "./written.js";

/** @typedef {import("./types.js").RecordedGame} RecordedGame */

const MAX_BYTES = 1 << 20;

/** What records of shogi have, and of xiangqi and janggi. */
const SHOGI = /[先後上下]手[：:]|手合割|手数--|[▲△☗☖]/;
const XIANGQI = /[炮砲馬马車车兵卒]/;
const DHTMLXQ = /^\s*\[DhtmlXQ/;
const JANGGI = /^\s*\[(대회명|[초한]차림|판) "/m;

/**
 * The text of a file: in UTF-8, UTF-16, or what records in Korean, Japanese and Chinese are in.
 * @param {File} file
 */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const read = (/** @type {string} */ encoding, /** @type {RegExp} */ marks, fatal = true) => {
    try {
      const text = new TextDecoder(encoding, { fatal }).decode(bytes);
      return marks.test(text) ? text : null;
    } catch {
      return null;
    }
  };
  const start = new Uint8Array(bytes.slice(0, 2)).join();
  if (start === "255,254" || start === "254,255") {
    return new TextDecoder(start === "255,254" ? "utf-16le" : "utf-16be").decode(bytes);
  }
  // Records of janggi have stray bytes in their names.
  return read("utf-8", /^/) ?? read("euc-kr", JANGGI, false) ?? read("shift_jis", SHOGI) ?? read("euc-jp", SHOGI) ?? read("gb18030", XIANGQI)
    ?? new TextDecoder("latin1").decode(bytes);
}

/** What is being read. @type {AbortController|null} */
let reading = null;
/** After this time, in ms, it is said that a text is being read. */
const QUICK_MS = 500;

/** The game that is packed in a link, if the text is one. @param {string} text */
export const packedGame = text => /^\S*#game=([\w-]+)$/.exec(text.trim())?.[1];

/** An address of a site, with or without its scheme, such as those of games at lichess and chess.com. */
const ADDRESS = /^(\w+:\/\/\S+|(www\.)?(chess|lichess|lishogi|pychess|lidraughts|playstrategy|littlegolem)\.(com|org|net)\/\S*)$/;

/** Files of games, beside those that any program has. */
export const listExtensions = () => inputById("import-file").accept += state.about.extensions.map(name => `,.${name}`).join("");

export function startRecords() {
  byId("import-button").addEventListener("click", () => readText(inputById("import-text").value));
  inputById("import-file").addEventListener("change", () => readFile(inputById("import-file").files?.[0]));
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => {
    const file = event.dataTransfer?.files[0];
    if (!file && event.target instanceof Element && event.target.closest("textarea, input")) {
      // The text goes where it is dropped.
      return;
    }
    event.preventDefault();
    if (file) {
      readFile(file);
    } else if (event.dataTransfer?.getData("text")) {
      readText(event.dataTransfer.getData("text"));
    }
  });
}

/** @param {File|undefined} file */
async function readFile(file) {
  if (!file) {
    return;
  }
  if (file.size > MAX_BYTES) {
    notice(texts.tooLong);
    return;
  }
  const text = await textOf(file);
  inputById("import-file").value = "";
  if (file.size < 20000) {
    inputById("import-text").value = text;
  }
  await readText(text);
}

/** @param {string} text */
async function readText(text) {
  reading?.abort();
  const asked = reading = new AbortController();
  const { signal } = asked;
  hideNotice();
  if (!text.trim()) {
    notice(texts.nothingToRead);
    return;
  }
  const slow = setTimeout(() => notice(texts.reading, () => asked.abort(), texts.cancel), QUICK_MS);
  try {
    const link = packedGame(text);
    if (link) {
      await (await loaded(import("./share.js"))).openLink(link);
      return;
    }
    if (ADDRESS.test(text.trim())) {
      notice(texts.notFetched);
      return;
    }
    if (isRules(text) && !DHTMLXQ.test(text)) {
      await (await loaded(import("./rules.js"))).readRules(text);
      return;
    }
    const moves = readable(text);
    let records = await ask("record", { text: moves, game: state.game }, signal);
    const game = records.games[0]?.game;
    if (game && game !== state.game && notations.get(game)) {
      // Moves are written in the notation of the game that is asked for.
      records = await ask("record", { text: moves, game }, signal);
    }
    if (!signal.aborted) {
      showGames(records);
    }
  } catch (error) {
    if (!signal.aborted) {
      noticeError(error);
    }
  } finally {
    clearTimeout(slow);
  }
}

/** @param {import("./types.js").Records} records */
function showGames({ games, more, error }) {
  if (games.length === 0) {
    notice(error || texts.nothingToRead);
    return;
  }
  const place = byId("import-games");
  // As `analyse --puzzles` writes them.
  const arePuzzles = games.every(({ event }) => /^Puzzle, level \d+$/.test(event ?? ""));
  place.hidden = games.length === 1 || arePuzzles;
  if (arePuzzles) {
    void loaded(import("./practice.js")).then(practice => practice.startPuzzles(games));
    return;
  }
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
    void loadGame(games[0]).then(() => error && notice(texts.notAllRead(error)));
  }
}
