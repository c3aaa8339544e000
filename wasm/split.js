// Takes the data of games out of the program, so that a page need not load those of all games
// before it can show one: `node wasm/split.js PROGRAM FOLDER` writes `plyglot.wasm`, a file for
// each game, and `data.json`, which says where in the memory its pieces belong.

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";

/** The files that the sources include, by the games that need them; and below, those of the library. */
const DATA = {
  ataxx: ["games/src/ataxx/ataxx.network"],
  breakthrough: ["games/src/breakthrough/breakthrough.network"],
  cfour: ["games/src/connect4/book.bin", "games/src/connect4/lines.bin"],
  chess: ["chess/src/chess/chess.network"],
  flipello: ["games/src/othello/othello.network"],
  surakarta: ["games/src/surakarta/surakarta.network", "games/src/surakarta/endgame/tables.bin"],
};
/** From this size on, in bytes, a file has to be in the list. */
const LARGE = 50_000;

const crates = new URL("../crates/engine/", import.meta.url);
for (const name of readdirSync(new URL("library/games/", crates))) {
  const [, game] = /^(.+)\.network$/.exec(name) ?? [];
  if (game !== undefined) {
    DATA[game] = [`library/games/${name}`];
  }
}
const listed = Object.values(DATA).flat();
const unlisted = readdirSync(crates, { recursive: true }).filter(name =>
  /\.(network|bin)$/.test(name) && !listed.includes(name) && statSync(new URL(name, crates)).size >= LARGE);
if (unlisted.length > 0) {
  throw new Error(`expected in DATA: ${unlisted}`);
}

const DATA_SECTION = 11;
const DATA_COUNT_SECTION = 12;
const I32_CONST = 0x41;
const END = 0x0b;

/** Reads what the format of WebAssembly has. */
class Reader {
  constructor(bytes) {
    Object.assign(this, { bytes, at: 0 });
  }

  byte() {
    return this.bytes[this.at++];
  }

  take(size) {
    return this.bytes.subarray(this.at, this.at += size);
  }

  /** A number in LEB128. */
  number(isSigned = false) {
    let [value, shift, byte] = [0, 0, 0x80];
    while (byte & 0x80) {
      byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    }
    return isSigned && byte & 0x40 ? value - 2 ** shift : value;
  }
}

function leb(value, isSigned = false) {
  const bytes = [];
  for (;;) {
    const low = value & 0x7f;
    value = Math.floor(value / 128);
    if (value === 0 && !(isSigned && low & 0x40)) {
      return [...bytes, low];
    }
    bytes.push(low | 0x80);
  }
}

/** The active segments of a section: where they belong, and their bytes. */
function segmentsOf(section) {
  const reader = new Reader(section);
  return Array.from({ length: reader.number() }, () => {
    if (reader.number() !== 0 || reader.byte() !== I32_CONST) {
      throw new Error("expected segments with a constant place");
    }
    const at = reader.number(true);
    if (reader.byte() !== END) {
      throw new Error("expected the end of a place");
    }
    return { at, bytes: Buffer.from(reader.take(reader.number())) };
  });
}

const written = segments => Buffer.concat([
  Buffer.from(leb(segments.length)),
  ...segments.flatMap(({ at, bytes }) =>
    [Buffer.from([0, I32_CONST, ...leb(at, true), END, ...leb(bytes.length)]), bytes]),
]);

/** Cuts a piece out of the segments; gives its place. */
function cut(segments, name, piece) {
  const found = segments.filter(({ bytes }) => bytes.includes(piece));
  const [segment] = found;
  const from = segment?.bytes.indexOf(piece) ?? -1;
  if (found.length !== 1 || segment.bytes.indexOf(piece, from + 1) >= 0) {
    throw new Error(`expected ${name} once in the program, found it ${found.length} times`);
  }
  const [before, after] = [segment.bytes.subarray(0, from), segment.bytes.subarray(from + piece.length)];
  const at = segment.at + from;
  const parts = [{ at: segment.at, bytes: before }, { at: at + piece.length, bytes: after }];
  segments.splice(segments.indexOf(segment), 1, ...parts.filter(({ bytes }) => bytes.length > 0));
  return [at, piece.length];
}

const [program, folder] = process.argv.slice(2);
const reader = new Reader(readFileSync(program));
const parts = [reader.take(8)];
while (reader.at < reader.bytes.length) {
  const id = reader.byte();
  let section = reader.take(reader.number());
  if (id === DATA_COUNT_SECTION) {
    throw new Error("expected no count of data");
  }
  if (id === DATA_SECTION) {
    const segments = segmentsOf(section);
    const places = {};
    for (const [game, names] of Object.entries(DATA)) {
      const pieces = names.map(name => readFileSync(new URL(name, crates)));
      places[game] = pieces.map((piece, i) => cut(segments, names[i], piece));
      writeFileSync(`${folder}/${game}.data`, Buffer.concat(pieces));
    }
    writeFileSync(`${folder}/data.json`, JSON.stringify(places));
    section = written(segments);
  }
  // Names of functions are for debuggers.
  if (id !== 0) {
    parts.push(Buffer.from([id, ...leb(section.length)]), section);
  }
}
writeFileSync(`${folder}/plyglot.wasm`, Buffer.concat(parts));
