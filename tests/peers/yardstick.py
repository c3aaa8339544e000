#!/usr/bin/env python3
"""How strong is Plyglot beside a stronger engine that gets less time?

    tests/peers/yardstick.py PLYGLOT STOCKFISH --out FOLDER [--book FILE] [options]

Plays three matches: the other engine has a quarter, a half and the whole of the time.
Time is given as nodes, so that the load of the machine does not matter. How many nodes
are as much time is measured just before: both engines search the same positions in
turns, and their nodes per second are compared.

Prints a line for each match as docs/log/matches.csv has them; `--log FILE` appends them
to a file. The games and how far a match has come are kept in FOLDER: the same command
continues a match that was interrupted, with the nodes that were measured at first.

Not run by `cargo test`: it needs the engine.
"""

import argparse
import csv
import datetime
import io
import json
import pathlib
import re
import subprocess
import sys

from uci import Engine

# Positions for the speed: openings, middlegames and an ending.
SPEED_FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "2rq1rk1/pb1n1ppp/1p2pn2/8/1b1P4/P1NBBN2/1P2QPPP/R4RK1 b - - 0 14",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p2pk1/1p1p2p1/p2P3p/P1P1P2P/1P3KP1/3R4/2r5 w - - 0 1",
]


def search(engine, fen, ms):
    """The nodes and milliseconds of a search."""
    engine.send("ucinewgame")
    engine.send(f"position fen {fen}")
    engine.send(f"go movetime {ms}")
    text = " ".join(engine.lines_until("bestmove"))
    return [int(re.findall(rf"\b{word} (\d+)", text)[-1]) for word in ("nodes", "time")]


def speeds(commands, ms):
    """The nodes per second of engines, measured in turns, and the names of these."""
    engines = [Engine(command, ["Hash=16"]) for command in commands]
    sums = [[0, 0] for _ in engines]
    for fen in SPEED_FENS:
        for engine, total in zip(engines, sums):
            nodes, took = search(engine, fen, ms)
            total[0] += nodes
            total[1] += took
    for engine in engines:
        engine.quit()
    return [1000 * nodes / took for nodes, took in sums], [engine.name for engine in engines]


def play(args, nodes, share, folder):
    """Plays a match, or what is left of it, and gives the command and its last table."""
    openings = [f"file={args.book}", "order=random"] if args.book else ["random", "plies=8"]
    record = folder / f"{share:g}.json"
    command = [
        args.plyglot, "match",
        "--engine", "name=plyglot", f"cmd={args.plyglot}", f"nodes={args.nodes}",
        "--engine", "name=peer", f"cmd={args.peer}", f"nodes={nodes}",
        "--each", "option.Hash=16", "option.Threads=1",
        "--openings", *openings, "--draw", "movenumber=40", "movecount=8", "score=10",
        "--resign", "movecount=4", "score=700", "twosided=true",
        "--rounds", str(args.games // 2), "--concurrency", str(args.concurrency),
        "--seed", str(args.seed), "--resume", str(record),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return command, done.stdout


def result_line(args, names, speed, nodes, share, command, table):
    """The line of the log for a match."""
    won, drawn, lost = map(int, re.search(r"(\d+) won, (\d+) drawn, (\d+) lost", table).groups())
    elo = re.findall(r"(?m)^ +Elo +(\S+) \[(\S+), (\S+)\]", table)[-1]
    percent = 100 * (won + drawn / 2) / (won + drawn + lost)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True, check=False
    ).stdout.strip()
    words = [word for word in command[1:] if not word.startswith("--resume")][:-1]
    words = [re.sub(r"cmd=.*/", "cmd=", re.sub(r"file=.*/", "file=", word)) for word in words]
    note = f"{percent:.1f} %; {speed[0]:.0f} and {speed[1]:.0f} nodes/s"
    row = [
        datetime.date.today().isoformat(), commit, "chess", "yardstick",
        f"{args.nodes} nodes", f"{names[1]} at {share:g} of the time",
        f"{nodes} nodes for the peer", won + drawn + lost, won, drawn, lost,
        *[f"{float(bound):.0f}" for bound in elo], "Elo", "", "reference", note,
        " ".join(["plyglot", *words]),
    ]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(row)
    return text.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("plyglot")
    parser.add_argument("peer")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the games")
    parser.add_argument("--log", type=pathlib.Path, help="file to append the lines to")
    parser.add_argument("--book", help="EPD or PGN; without it, 8 random plies")
    parser.add_argument("--nodes", type=int, default=90_000, help="Plyglot's nodes a move")
    parser.add_argument("--games", type=int, default=200, help="games of each match")
    parser.add_argument("--shares", default="0.25,0.5,1", help="of the time, for the peer")
    parser.add_argument("--speed-ms", type=int, default=2000, help="of each speed search")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / "speed.json"
    if kept.exists():
        speed, names = json.loads(kept.read_text())
    else:
        speed, names = speeds([args.plyglot, args.peer], args.speed_ms)
        kept.write_text(json.dumps([speed, names]))
    for share in map(float, args.shares.split(",")):
        nodes = round(args.nodes * share * speed[1] / speed[0])
        command, table = play(args, nodes, share, args.out)
        print(table, file=sys.stderr)
        line = result_line(args, names, speed, nodes, share, command, table)
        print(line, end="", flush=True)
        if args.log:
            with args.log.open("a") as log:
                log.write(line)


if __name__ == "__main__":
    main()
