// The game and the position as texts, to copy and to save.

import { sayCopied } from "./notices.js";
import { ask, askPosition, loaded } from "./api.js";
import { byId, html, inputById } from "./dom.js";
import { forAll } from "./storage.js";
import { on, phase, state } from "./state.js";
import { texts } from "./texts.js";

const OWN_NAME = "plyglot.name";

export function startExport() {
  const own = inputById("own-name");
  own.value = forAll.get(OWN_NAME) ?? "";
  own.addEventListener("change", () => {
    forAll.set(OWN_NAME, own.value.trim() || null);
    void showExport();
  });
  byId("record-panel").addEventListener("toggle", showExport);
  on("position", showExport);
  on("mode", showExport);
  // Another game may have the same moves, with other tags and comments.
  on("game", () => {
    exported = "";
    exporting += 1;
    byId("export").replaceChildren();
  });
}

let exported = "";
let exporting = 0;

async function showExport() {
  const details = /** @type {HTMLDetailsElement} */ (byId("record-panel"));
  const { position, tree } = state;
  const key = JSON.stringify([state.game, state.start, tree.names(), tree.nextId, tree.nodes.size, tree.root.comment, tree.line().map(({ why, comment, nags }) => [why, comment, nags]), state.review, state.format, state.ending, playerNames(state.names, state.players), position === null]);
  // While the next position is asked for, the last one is still here.
  if (!details.open || (position && phase() === "loading") || key === exported) {
    return;
  }
  exported = key;
  const mine = exporting += 1;
  let failure = "";
  const [saved, link] = await Promise.all([
    position && askSave().catch(error => void (failure = error.message)), loaded(import("./share.js")).then(async share => ({ text: await share.linkOf(state), label: share.linkLabel() })).catch(() => null),
  ]);
  if (mine !== exporting) {
    return;
  }
  if (saved) {
    // A format that is only read gave way to another one.
    state.format = saved.format;
  } else {
    // Perhaps the server answers next time.
    exported = "";
  }
  // The moves can be saved without the server.
  const moves = field("export-moves", texts.exportMoves, position?.texts.moves ?? tree.names().join(" "));
  byId("export").replaceChildren(...position ? [
    field("export-position", texts.exportPosition, position.texts.position),
    moves,
    field("export-command", texts.exportCommand, position.texts.command),
  ] : [moves], ...failure ? [html("p", { id: "export-failure", role: "alert" }, texts.notSaved(failure))] : [], ...link?.text ? [field("export-link", link.label, link.text)] : [], ...saved ? [chooseFormat(saved.formats), field("export-game", texts.exportGame, saved.text, `${state.game}.${saved.extension}`)] : []);
}

/** @param {string[]} formats */
function chooseFormat(formats) {
  const select = html("select", { id: "export-format" }, ...formats.map(name => html("option", { value: name }, name.toUpperCase())));
  select.value = state.format;
  select.addEventListener("change", () => {
    state.format = select.value;
    void showExport();
  });
  return html("label", { class: "field", hidden: formats.length === 1 }, html("span", {}, texts.exportFormat), select);
}

/** As PGN has it: 2026.01.31. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

/** Where one person plays, it has the name that it has given itself. @param {typeof state.names} names  those of a game that was read @param {typeof state.players} players */
export function playerNames(names, players) {
  const isAlone = (players.first.engine === null) !== (players.second.engine === null);
  const nameOf = (/** @type {import("./types.js").Player} */ player) =>
    player.engine === null ? (isAlone && forAll.get(OWN_NAME)) || texts.person : state.about.engines[player.engine]?.name ?? "";
  return names?.map(name => name || texts.unknownPlayer) ?? [nameOf(players.first), nameOf(players.second)];
}

/** The game as a record: the line on the board, to its end. */
async function askSave() {
  const { game, start, tree, names, players } = state;
  const line = tree.line();
  const result = await resultOf(line);
  return ask("save", {
    game, start, format: state.format, moves: line.map(node => node.name), date: today(),
    players: playerNames(names, players),
    result: result ? result.winner ?? "draw" : "unfinished", reason: result?.reason ?? "",
    tags: state.tags, comment: tree.root.comment, line: writtenLine(tree.root, line),
  });
}

/** The glyphs of the marks that an analysis gives. @type {Record<string, number>} */
const GLYPHS = { "?!": 6, "?": 2, "??": 4, "!": 1, "□": 7 };

/**
 * What follows a node, with comments and branches.
 * @param {import("./game.js").Node} from
 * @param {import("./game.js").Node[]} [main]  the line to follow; that of the first children without
 * @returns {object[]}
 */
function writtenLine(from, main) {
  const { tree } = state;
  const written = [];
  let at = from;
  for (let ply = 0; at.children.length > 0; ply += 1) {
    const next = main ? main[ply] : tree.node(/** @type {number} */ (at.children[0]));
    if (!next) {
      break;
    }
    const branches = at.children.filter(id => id !== next.id).map(id => tree.node(id));
    written.push({
      ...writtenMove(next),
      variations: [...branches.map(branch => [writtenMove(branch), ...writtenLine(branch)]), ...next.unread],
    });
    at = next;
  }
  return at.children.length === 0 ? [...written, ...at.rest] : written;
}

/** @param {import("./game.js").Node} node */
const writtenMove = ({ name, before, comment, why, unread, nags, mark, score }) => {
  const glyph = GLYPHS[mark];
  return {
    name, before, comment: [comment, why].filter(Boolean).join(" ") || null, nags: nags.length > 0 || !glyph ? nags : [glyph], variations: unread,
    score: state.review && score,
  };
};

/**
 * How a line ends, wherever in it one looks; null if it does not, as also where a record says so.
 * @param {import("./game.js").Node[]} line
 */
async function resultOf(line) {
  const { game, start, ending } = state;
  if (ending && ending.node === (line.at(-1)?.id ?? 0)) {
    return ending.unfinished ? null : ending;
  }
  return (await askPosition(game, start, line.map(node => node.name))).result;
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
    sayCopied(copy, texts.copy);
  } }, texts.copy);
  const buttons = html("span", { class: "buttons" }, copy);
  if (file) {
    buttons.append(html("button", { type: "button", id: "download", onclick: () => download(file, value) }, texts.download));
  }
  return html("div", { class: "export-field" }, html("label", { for: id }, label), area, buttons);
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
