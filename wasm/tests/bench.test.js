// The program in Node: `SITE=FOLDER node --test wasm/tests`. The signature of each search is that
// of every other build.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { instantiate } from "../page/instance.js";

const site = process.env["SITE"] ?? "target/site";
const program = await WebAssembly.compile(readFileSync(`${site}/plyglot.wasm`));

/** What the program says to a question, and its status. */
async function start() {
  const ask = await instantiate(program);
  return (path, body) => {
    const answer = { status: 0, lines: [] };
    ask(path, body, {
      begin: status => { answer.status = status; },
      say: line => answer.lines.push(line),
    });
    return answer;
  };
}

const signatures = readFileSync("tests/data/bench.txt", "utf8").split("\n")
  .filter(line => line && !line.startsWith("#")).map(line => line.split(" "));

for (const [game, nodes] of signatures) {
  test(`the search of ${game} is that of other builds`, async () => {
    const ask = await start();
    const { lines } = ask("uci", { line: `bench ${game}` });
    const total = lines.at(-1)?.match(/^(\d+) nodes (\d+) nps$/);
    assert.equal(total?.[1], nodes, lines.join("\n"));
    // Warm: the browser's compiler is done.
    const [, , nps] = ask("uci", { line: `bench ${game}` }).lines.at(-1).match(/^(\d+) nodes (\d+) nps$/);
    console.log(`${game}: ${nps} nps`);
  });
}

test("a position, a search and an explanation are answered", async () => {
  const ask = await start();
  const games = JSON.parse(ask("about", null).lines[0]).games;
  assert.ok(games.length > 100);
  const start_ = { game: "chess", start: null, moves: ["e2e4"] };
  assert.equal(JSON.parse(ask("position", start_).lines[0]).moves.length, 20);
  const events = ask("search", { ...start_, limits: { depth: 8 }, lines: 2 }).lines.map(line => JSON.parse(line));
  assert.equal(events[0].type, "started");
  assert.equal(events.at(-2).lines.length, 2);
  assert.equal(events.at(-1).type, "best");
  const reason = JSON.parse(ask("explain", { ...start_, wanted: "e7e5", movetime: 200 }).lines[0]);
  assert.equal(reason.error, undefined);
  assert.equal(ask("explain", { ...start_, start: "no position" }).status, 400);
  assert.equal(ask("no question", {}).status, 404);
});
