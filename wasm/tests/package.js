// The package for npm as its users have it: `.ci/site` checks its types here, and runs it.

import { load, PlyglotError } from "plyglot";

/** @param {boolean} isRight @param {unknown} found */
function check(isRight, found) {
  if (!isRight) {
    throw new Error(JSON.stringify(found));
  }
}

const plyglot = await load();
const games = plyglot.games();
check(games.length > 100 && games.some(({ name }) => name === "xiangqi"), games.length);

// A fool's mate, in two notations.
const position = plyglot.position("chess");
check(position.legalMoves.length === 20 && position.side === "first", position.legalMoves);
["f3", "e7e5", "g4"].forEach(move => position.push(move));
const { move, lines } = await plyglot.search(position, { depth: 4 }, { lines: 3 });
check(move === "d8h4" && lines.length === 3 && lines[0]?.score.mate === 1, lines);
position.push(move ?? "");
check(position.result?.winner === "second" && position.record.at(-1) === "Qh4#", position.result);
position.pop();
check(position.result === null && position.fen.startsWith("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/"), position.fen);

/** @type {unknown} */
let error = null;
try {
  position.push("e2e5");
} catch (thrown) {
  error = thrown;
}
check(error instanceof PlyglotError && position.moves.length === 3, String(error));

// A game with data in a file of its own: the first player wins by the middle file alone.
const discs = plyglot.position("cfour");
const first = await plyglot.search(discs, { movetime: 5000 });
check(first.move?.endsWith("@d1") === true && (first.lines[0]?.score.mate ?? 0) > 0, first);

const [read] = plyglot.readPgn('[White "A"]\n\n1. e4 {best} e5 *');
check(read?.moves[0]?.comment === "best", read);
check((await plyglot.uci("go depth 3")).at(-1)?.startsWith("bestmove ") === true, "a move");

// A line of sixty moves: the knights go out and back. The last search was one of Connect Four.
await plyglot.uci("setoption name UCI_Variant value chess");
const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
const long = `position startpos moves ${Array.from({ length: 60 }, (_, i) => shuffle[i % 4]).join(" ")}`;
check((await plyglot.uci(long)).length === 0, long);
check((await plyglot.uci("go depth 1 searchmoves e2e4")).at(-1) === "bestmove e2e4", "the move searched");

/** @type {unknown} */
let refusal = null;
const answer = await plyglot.uci("x".repeat(100_000)).catch(thrown => { refusal = thrown; });
check(refusal instanceof PlyglotError && refusal.message.includes("65536"), [answer, String(refusal)]);
