// The package for npm as its users have it: `.ci/site` checks its types here, and runs it, as it is and
// bundled.

import { load, PlyglotError } from "plyglot";
import families from "./families.json" with { type: "json" };

/** @param {boolean} isRight @param {unknown} found */
function check(isRight, found) {
  if (!isRight) {
    throw new Error(JSON.stringify(found));
  }
}

/** What an act throws, or a promise. @param {() => unknown} act @returns {Promise<PlyglotError>} */
async function refused(act) {
  try {
    await act();
  } catch (error) {
    check(error instanceof PlyglotError, String(error));
    return /** @type {PlyglotError} */ (error);
  }
  throw new Error(`no error: ${act}`);
}

/** A promise that must not take so long. @template T @param {Promise<T>} promise @returns {Promise<T>} */
const soon = async promise => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it hangs")), 60_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

const plyglot = await load();
const games = plyglot.games();
check(games.length > 100 && games.some(({ name }) => name === "xiangqi"), games.length);

// A fool's mate, in two notations.
const position = plyglot.position("chess");
check(position.legalMoves.length === 20 && position.side === "first", position.legalMoves);
["f3", "e7e5", "g4"].forEach(move => position.push(move));
const { move, lines } = await plyglot.search(position, { depth: 4 }, { lines: 3 });
check(move === "d8h4" && lines.length === 3 && lines[0]?.score.mate === 1, lines);
check(position.find("Qh4").record === "Qh4#", position.find("Qh4"));
const copy = position.copy();
position.push(move ?? "");
check(position.result?.winner === "second" && position.record.at(-1) === "Qh4#", position.result);
check(position.pop() === "d8h4" && position.result === null && position.fen === copy.fen, position.fen);
check(position.fen.startsWith("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/"), position.fen);
check(position.picture().cells?.length === 64 && String(position).includes("k"), position.picture());
const illegal = await refused(() => position.push("e2e5"));
check(illegal.at === 0 && position.moves.length === 3, illegal.message);

// SFEN is read with its own sides.
const sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
check(plyglot.position("shogi", sfen).side === "first", plyglot.position("shogi", sfen).fen);

// A game with data in a file of its own: the first player wins by the middle file alone.
const discs = plyglot.position("cfour");
const first = await plyglot.search(discs, { movetime: 5000 });
check(first.move?.endsWith("@d1") === true && (first.lines[0]?.score.mate ?? 0) > 0, first);

// Names that are not known are errors, and so is a search without an end.
for (const [limits, options] of /** @type {[any, any][]} */ ([
  [{ dept: 3 }, {}], [{ depth: 3, dept: 3 }, {}], [{}, {}], [{ depth: undefined }, {}], [{ depth: "abc" }, {}], [{ depth: 0 }, {}],
  [{ infinite: false }, {}], [{ infinite: 1 }, {}],
  [{ depth: 3 }, { line: 2 }], [{ depth: 3 }, { strength: { rating: 900 } }], [{ depth: 3 }, { lines: 0 }],
])) {
  const error = await soon(refused(() => plyglot.search(position, limits, options)));
  check(/^expected /.test(error.message), [limits, options, error.message]);
}

// The page lives while a search goes on, and whoever asked for it ends it. Some time before, another
// one waits for it.
let depth = 0;
const search = plyglot.search(plyglot.position("chess"), { infinite: true }, { onInfo: info => { depth = info.depth; } });
const next = plyglot.search(position, { infinite: true });
while (depth < 3) {
  await new Promise(later => setTimeout(later, 5));
}
const began = performance.now();
search.stop();
const found = await soon(search);
console.log(`stopped after ${(performance.now() - began).toFixed(0)} ms`);
check(found.move !== null && found.lines.length === 1, found);
next.stop();
check((await soon(next)).move === "d8h4", await next);

// Games of a file of one's own.
const rules = "[bare:chess]\ncastling = false\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
check(plyglot.readRules(rules).join() === "bare", rules);
const bare = plyglot.position("bare");
// Two steps or one of each pawn, and the king's along its rank.
check((await plyglot.search(bare, { depth: 3 })).lines[0]?.depth === 3 && bare.legalMoves.length === 18, bare.fen);
const faulty = await refused(() => plyglot.readRules("[good:chess]\n\n[bad:chess]\nmaxFile = many\n"));
check(/maxFile|many/.test(faulty.message), faulty.message);
await refused(() => plyglot.position("good"));

// What stands where.
const house = plyglot.position("crazyhouse", null, ["e4", "d5", "exd5", "Qxd5"]);
check(house.pieceAt("d5")?.symbol === "q" && house.pieceAt("e4") === null, house.pieces);
check(house.hands.first["P"] === 1 && house.hands.second["P"] === 1 && house.walls.length === 0, house.hands);
check(house.isCapture("Nc3") === false && house.givesCheck("Bb5") && house.attackers("second", "d8").join() === "d5,e8", house.fen);
check(house.ply === 4 && house.fullmoveNumber === 3 && house.halfmoveClock === 0 && house.peek() === "d8d5", house.fen);
house.push("Bb5");
check(house.isCheck && house.checkers.join() === "b5" && house.isCapture("Qxb5") && house.remainingChecks === null, house.checkers);
check(house.isRepetition(1) && !house.isRepetition(2) && house.fen.startsWith(house.epd), house.epd);
house.setFen("4k3/8/8/8/8/8/8/4K2R[] w K - 3 9");
check(house.moves.length === 0 && house.halfmoveClock === 3 && Object.keys(house.pieces).length === 3, house.fen);
check((await refused(() => discs.attackers("first", "a1"))).message.startsWith("expected a game"), discs.game);
await refused(() => house.attackers("first", "a9"));
await refused(() => house.setFen("8 w"));
check(plyglot.position("shogi").find("7g7f", "kif").record === "７六歩(77)", "kif");
await refused(() => house.find("Rh8", "kif"));

// In each game, a random line is inspected.
for (const { name } of games) {
  const played = plyglot.position(name);
  for (let ply = 0; ply < 20 && played.result === null; ply += 1) {
    const next = /** @type {string} */ (played.legalMoves[(7 * ply) % played.legalMoves.length]);
    const [checks, before] = [played.givesCheck(next), Object.values(played.pieces)];
    const isCapture = played.isCapture(next);
    played.push(next);
    check(checks === played.isCheck && played.peek() === next, [name, played.fen]);
    const lost = (/** @type {string} */ side) => before.filter(piece => piece.side === side).length
      > Object.values(played.pieces).filter(piece => piece.side === side).length;
    check(isCapture === (lost("first") || lost("second")), [name, played.fen, next]);
  }
  const again = plyglot.position(name, played.epd);
  check(again.epd === played.epd && JSON.stringify(again.pieces) === JSON.stringify(played.pieces), [name, played.fen]);
  const tree = { game: name, headers: { Variant: name }, moves: played.moves.map(move => ({ move })) };
  const [read] = plyglot.readGames(plyglot.printGame(tree), name);
  check(read?.moves.map(({ move }) => move).join() === played.moves.join() && read.errors?.length === 0, [name, read]);
}

// A game of each family, in its players' texts, and a family for each format.
const { message: known } = await refused(() => plyglot.printGame({ game: "chess", headers: {}, moves: [] }, "doc"));
const formats = new Set(known.replace(/^expected |, found .*$/g, "").split(", "));
for (const { game, rules, record, others, format, shown, names, typed, typed_shown: typedShown, written } of families) {
  plyglot.readRules(rules ?? "");
  for (const [name, text] of [[format, record], ...Object.entries(others ?? {})]) {
    const [read] = plyglot.readGames(text ?? "", game);
    check(read?.errors?.length === 0 && read.moves.map(({ move }) => move).join() === names.join(), [name, read]);
    formats.delete(name ?? "");
  }
  const [tree] = plyglot.readGames(record, game);
  check(tree !== undefined && plyglot.printGame(tree, format).includes(written), [written, tree]);
  check(plyglot.position(game, null, names).record.join() === shown.join(), [game, shown]);
  check(plyglot.position(game).find(typed).record === typedShown, [game, typed]);
}
check(formats.size === 0, [...formats]);

// Games are trees.
const record = '[Event "A"]\n[Result "1-0"]\n\n1. e4 $1 {best} (1. d4 d5 (1... Nf6 2. c4) 2. c4 (2. Nf3)) ({so} 1. c4) 1... e5\n2. Nf3 1-0\n\n';
const [read] = plyglot.readGames(record);
check(read?.headers["Event"] === "A" && read.errors?.length === 0, read);
check(read?.moves[0]?.comment === "best" && read.moves[0].nags?.[0] === 1 && read.moves[2]?.move === "g1f3", read);
const [queens, english] = read?.moves[0]?.variations ?? [];
check(queens?.map(({ move }) => move).join() === "d2d4,d7d5,c2c4" && english?.[0]?.before === "so", queens);
check(queens?.[1]?.variations?.[0]?.length === 2 && queens[2]?.variations?.[0]?.[0]?.move === "g1f3", queens);
check(read !== undefined && plyglot.printGame(read) === record, read && plyglot.printGame(read));
check(plyglot.readGames("1. e4 e4 *")[0]?.errors?.length === 1, "a fault");
check((await refused(() => plyglot.printGame({ game: "chess", headers: {}, moves: [] }, "csa"))).message.includes("chess"), "csa");
check((await plyglot.uci("go depth 3")).at(-1)?.startsWith("bestmove ") === true, "a move");
const endless = plyglot.uci("go infinite");
setTimeout(() => endless.stop(), 50);
check((await soon(endless)).at(-1)?.startsWith("bestmove ") === true, await endless);

// A line of sixty moves: the knights go out and back. The last search was one of another game.
await plyglot.uci("setoption name UCI_Variant value chess");
const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
const long = `position startpos moves ${Array.from({ length: 60 }, (_, i) => shuffle[i % 4]).join(" ")}`;
check((await plyglot.uci(long)).length === 0, long);
check((await plyglot.uci("go depth 1 searchmoves e2e4")).at(-1) === "bestmove e2e4", "the move searched");
const tooLong = await refused(() => plyglot.uci("x".repeat(100_000)));
check(tooLong.message.includes("65536"), tooLong.message);
