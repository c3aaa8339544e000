// The program in Node: `SITE=FOLDER node --test wasm/tests`. The signature of each search is that
// of every other build.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dataFor } from "../page/data.js";
import { instantiate } from "../page/instance.js";

const site = process.env["SITE"] ?? "target/site";
const program = await WebAssembly.compile(readFileSync(`${site}/plyglot.wasm`));

const read = async name => readFileSync(`${site}/${name}`);

/** An instance, with what it says to a question, and its status. */
async function start() {
  const instance = await instantiate(program);
  const data = dataFor(instance, read);
  const ask = (path, body) => {
    const answer = { status: 0, lines: [] };
    instance.ask(path, body, {
      begin: status => { answer.status = status; },
      say: line => answer.lines.push(line),
    });
    return answer;
  };
  return { ask, data };
}

const signatures = readFileSync("tests/data/bench.txt", "utf8").split("\n")
  .filter(line => line && !line.startsWith("#")).map(line => line.split(" "));

for (const [game, nodes] of signatures) {
  test(`the search of ${game} is that of other builds`, async () => {
    const { ask, data } = await start();
    await data.forGame(game);
    const { lines } = ask("uci", { line: `bench ${game}` });
    const total = lines.at(-1)?.match(/^(\d+) nodes (\d+) nps$/);
    assert.equal(total?.[1], nodes, lines.join("\n"));
  });
}

test("a position, a search and an explanation are answered", async () => {
  const { ask, data } = await start();
  await data.forGame("chess");
  const games = JSON.parse(ask("about", null).lines[0]).games;
  assert.ok(games.length > 100);
  const place = { game: "chess", start: null, moves: ["e2e4"] };
  assert.equal(JSON.parse(ask("position", place).lines[0]).moves.length, 20);
  const question = { ...place, limits: { depth: 8 }, lines: 2 };
  const events = ask("search", question).lines.map(line => JSON.parse(line));
  assert.equal(events[0].type, "started");
  assert.equal(events.at(-2).lines.length, 2);
  assert.equal(events.at(-1).type, "best");
  const reason = JSON.parse(ask("explain", { ...place, wanted: "e7e5", movetime: 200 }).lines[0]);
  assert.equal(reason.error, undefined);
  assert.equal(ask("explain", { ...place, start: "no position" }).status, 400);
  assert.equal(ask("no question", {}).status, 404);
  assert.equal(ask("rules", {}).status, 400);
  assert.equal(ask("uci", {}).status, 400);
});

test("a position that is kept is played move by move", async () => {
  const { ask } = await start();
  const tell = (act, more) => ask("game", { do: act, ...more });
  const found = answer => JSON.parse(answer.lines[0]);
  const id = found(tell("open", { game: "chess", moves: ["e4"] }));
  assert.equal(found(tell("moves", { id })).length, 20);
  assert.equal(tell("push", { id, move: "c5" }).status, 200);
  const copy = found(tell("copy", { id }));
  assert.equal(found(tell("pop", { id })), "c7c5");
  assert.deepEqual(found(tell("history", { id })).moves, ["e2e4"]);
  assert.deepEqual(found(tell("history", { id: copy })).moves, ["e2e4", "c7c5"]);
  assert.deepEqual(found(tell("state", { id })), { side: "second", result: null });
  assert.deepEqual(found(tell("move", { id, move: "Nf6" })), { name: "g8f6", record: "Nf6" });
  for (const [act, more, status] of [
    ["push", { id, move: "e5e4" }, 400], ["push", { id }, 400], ["pus", { id }, 404], ["moves", {}, 404],
    ["moves", { id: 99 }, 404], ["moves", { id: "1" }, 400], ["open", { game: "chess", moves: ["e5"] }, 400],
  ]) {
    assert.equal(tell(act, more).status, status, `${act} ${JSON.stringify(more)}`);
  }
  assert.equal(tell("close", { id }).status, 200);
  assert.equal(tell("moves", { id }).status, 404);
});

// Those that share the network of another game, too. Each has a worker that knows no other game's data.
test("every game is searched with its data", async () => {
  const { games } = JSON.parse((await start()).ask("about", null).lines[0]);
  for (const { name } of games) {
    const { ask, data } = await start();
    await data.forGame(name);
    const { status, lines } = ask("search", { game: name, start: null, moves: [], limits: { depth: 1 } });
    assert.equal(status, 200, `${name}: ${lines[0]}`);
    assert.equal(JSON.parse(lines.at(-1)).type, "best", name);
  }
});

test("games are played by their rules without their data", async () => {
  const { ask } = await start();
  const { games } = JSON.parse(ask("about", null).lines[0]);
  for (const { name } of games) {
    const moves = [];
    for (let ply = 0; ply < 12; ply += 1) {
      const { status, lines } = ask("position", { game: name, start: null, moves });
      assert.equal(status, 200, `${name} ${moves}: ${lines[0]}`);
      const position = JSON.parse(lines[0]);
      if (position.result) {
        break;
      }
      moves.push(position.moves[(7 * ply) % position.moves.length].name);
    }
    assert.ok(moves.length > 0, name);
  }
});

// Games that the page has never seen, beside one of the library.
test("games of files are searched", async () => {
  const { ask, data } = await start();
  const rules = "maxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = m:FD\ncustomPiece2 = s:W\n";
  const text = `[leapers]\n${rules}startFen = kmsms/5/5/5/SMSMK w 0 1\n`
    + "[steppers:leapers]\nstartFen = ksmms/5/5/5/SMMSK w 0 1\n";
  const found = JSON.parse(ask("rules", { text }).lines[0]);
  assert.deepEqual(found, { names: ["leapers", "steppers"], complaints: [], warnings: [] });
  for (const [game, moves] of [["gardner", 7], ["leapers", 10], ["steppers", 10]]) {
    const place = { game, start: null, moves: [] };
    assert.equal(JSON.parse(ask("position", place).lines[0]).moves.length, moves);
    await data.forGame(game);
    const events = ask("search", { ...place, limits: { depth: 2 }, lines: 1 }).lines;
    const { type, move } = JSON.parse(events.at(-1));
    assert.equal(type, "best", game);
    assert.equal(ask("position", { ...place, moves: [move] }).status, 200, game);
  }
});
