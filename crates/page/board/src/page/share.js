// A whole game in a link: with its rules, where they are of a file, compressed in the fragment of the
// address, which is sent to no server.

import { byId } from "./dom.js";
import { fillNames } from "./names.js";
import { gameInfo, state } from "./state.js";
import { goTo } from "./turns.js";
import { loadGame } from "./loading.js";
import { notice } from "./notices.js";
import { ownRules } from "./api.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").RecordedMove} RecordedMove */

/** Of what is packed in a link: browsers and chats take no more. */
const MAX_LINK_CHARS = 32_000;
/** Of what is in it. */
const MAX_BYTES = 1 << 20;
const MAX_MOVES = 10_000;
const MAX_DEPTH = 64;
const MAX_TEXT_CHARS = 10_000;

/** What is said of a link: the address of this page may lead nowhere from other machines. */
export const linkLabel = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname) ? texts.localLink : texts.exportLink;

/** The link of a game, or null if it is too long for one. @param {typeof state} shared */
export async function linkOf({ game, start, tree, names, ending }) {
  const last = tree.mainLine().at(-1)?.id ?? 0;
  const isEnded = ending !== null && !ending.unfinished && ending.node === last;
  const packed = await pack(JSON.stringify({
    game, start: start ?? undefined, rules: ownRules.get(game), players: names ?? undefined, ply: tree.ply(),
    comment: tree.root.comment ?? undefined, moves: movesAfter(tree.root, tree),
    ...isEnded ? { result: ending.winner ?? "draw", reason: ending.reason } : {},
  }));
  return packed.length > MAX_LINK_CHARS ? null : `${location.origin}${location.pathname}#game=${packed}`;
}

/** What follows a node, with its branches. @param {import("./game.js").Node} from @param {import("./game.js").Tree} tree @returns {object[]} */
function movesAfter(from, tree) {
  const moves = [];
  for (let at = from; at.children.length > 0;) {
    const [next, ...branches] = at.children.map(id => tree.node(id));
    if (!next) {
      break;
    }
    moves.push({ ...packedMove(next), variations: orNone(branches.map(branch => [packedMove(branch), ...movesAfter(branch, tree)])) });
    at = next;
  }
  return moves;
}

/** JSON leaves out what is not there. @template T @param {T[]} list */
const orNone = list => list.length > 0 ? list : undefined;

/** @param {import("./game.js").Node} node */
const packedMove = ({ name, before, comment, nags }) =>
  ({ name, before: before ?? undefined, comment: comment ?? undefined, nags: orNone(nags) });

/** @param {string} text */
async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed */
async function unpack(packed) {
  if (packed.length > MAX_LINK_CHARS) {
    throw new RangeError();
  }
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    size += value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new RangeError();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Shows the game of a link. @param {string} packed */
export async function openLink(packed) {
  /** @type {any} */
  let read;
  try {
    read = JSON.parse(await unpack(packed)) ?? {};
    read.moves = movesOf(read.moves, 0, { left: MAX_MOVES });
  } catch {
    notice(texts.brokenLink);
    return;
  }
  let game = textOf(read.game) ?? "";
  const rules = textOf(read.rules, MAX_BYTES);
  if (rules) {
    const { learn, withFreeNames } = await import("./rules.js");
    const [free, linked] = [withFreeNames(rules, game), game];
    ({ game } = free);
    await learn(free.text);
    if (game !== linked) {
      notice(texts.renamedGame(linked, game));
    }
  }
  if (!gameInfo(game)) {
    notice(texts.unknownGame(game));
    return;
  }
  const result = ["first", "second", "draw"].includes(read.result) ? read.result : "unfinished";
  await loadGame({
    game, start: textOf(read.start), players: [0, 1].map(i => textOf(read.players?.[i])), event: null, date: null,
    result, reason: textOf(read.reason), moves: read.moves, comment: textOf(read.comment) ?? "",
    ...read.moves.length > 0 ? { format: "pgn" } : {},
  }, read.moves.length === 0);
  const { tree } = state;
  const node = tree.mainLine()[read.ply - 1];
  if (node) {
    goTo(node.id);
  }
  // Who gets an invention without moves wants to know how it goes.
  if (rules && read.moves.length === 0) {
    /** @type {HTMLDetailsElement} */ (byId("rules-panel")).open = true;
  }
  await fillNames(tree);
}

/** @param {unknown} value @param {number} [chars] */
const textOf = (value, chars = MAX_TEXT_CHARS) => typeof value === "string" && value.length <= chars ? value : null;

/**
 * The moves of a link, of which nothing is believed.
 * @param {unknown} list
 * @param {number} depth
 * @param {{left: number}} room  how many more moves there may be
 * @returns {RecordedMove[]}
 */
function movesOf(list, depth, room) {
  if (!Array.isArray(list) || depth > MAX_DEPTH) {
    throw new RangeError();
  }
  return list.map(entry => {
    const name = textOf(entry?.name, 64);
    if (!name || (room.left -= 1) < 0) {
      throw new RangeError();
    }
    const nags = Array.isArray(entry.nags) ? entry.nags.filter((/** @type {unknown} */ nag) => Number.isInteger(nag)) : [];
    return {
      name, record: name, shown: name, side: /** @type {any} */ (null), number: 0, is_reply: false, nags,
      before: textOf(entry.before), comment: textOf(entry.comment),
      variations: (entry.variations ?? []).map((/** @type {unknown} */ line) => movesOf(line, depth + 1, room)),
    };
  });
}
