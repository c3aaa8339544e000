#!/usr/bin/env python3
"""Random games of shogi as cshogi writes them, read by Plyglot, written by it, and read by cshogi.

    tests/peers/records_shogi.py CONVERT GAMES [PLIES]

CONVERT is the example `convert`. Each game has names, times, comments
and an end, and is written as KIF (in Shift-JIS), CSA and a line of USI. From each, CONVERT must write
the same moves as USI. What it writes as KIF and as CSA from either of them must say to cshogi's
parsers what cshogi's own file says in that format. The exit status is 1 if anything differs. Not run
by `cargo test`: it needs the package cshogi.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import cshogi
from cshogi import CSA, KIF

# The ends of games: as cshogi names them in KIF, and in CSA. In KIF it names the wrong side for those
# against the rules, and in a handicap game for all that have a winner.
ENDS = {"resign": "%TORYO", "sennichite": "%SENNICHITE", "draw": "%JISHOGI"}

EVEN = "平手"
STARTS = [EVEN, EVEN, EVEN, "香落ち", "飛車落ち", "二枚落ち", "左五枚落ち", "十枚落ち"]


def play(seed, plies):
    """A random game: its handicap, its moves with seconds and comments, and its end."""
    pick = random.Random(seed)
    start = pick.choice(STARTS)
    board, moves = first_position(start), []
    for _ in range(pick.randrange(1, plies)):
        if board.is_game_over():
            break
        move = pick.choice(list(board.legal_moves))
        board.push(move)
        comments = [None, None, "定跡", "a, b\nそして「c」"]
        moves.append((move, pick.choice([0, 1, 59, 60, 3599, 3723]), pick.choice(comments)))
    ends = [end for end in ENDS if start == EVEN or end != "resign"]
    return start, moves, pick.choice(ends), pick.randrange(1, 100)


def first_position(start):
    return cshogi.Board(KIF.Parser.HANDYCAP_SFENS[start])


def write_kif(path, game):
    start, moves, end, end_time = game
    exporter, totals = KIF.Exporter(str(path)), [0, 0]
    exporter.header(["先手 A", "後手・B"], handicap=start)
    for ply, (move, seconds, comment) in enumerate(moves):
        totals[ply % 2] += seconds
        exporter.move(move, seconds, totals[ply % 2])
        for line in (comment or "").splitlines():
            exporter.kifu.write(f"*{line}\n")
    exporter.end(end, end_time, totals[len(moves) % 2] + end_time)
    exporter.close()


def write_csa(path, game):
    start, moves, end, end_time = game
    exporter = CSA.Exporter(str(path), encoding="utf-8")
    names = ["先手 A", "後手・B"]
    exporter.info(init_board=first_position(start), names=names, var_info={"EVENT": "杯"}, version="V2.2")
    for move, seconds, comment in moves:
        lines = [f"*{line}" for line in (comment or "").splitlines()]
        exporter.move(move, seconds, "\n'".join(lines) or None)
    exporter.endgame(ENDS[end], end_time)
    exporter.close()


def write_usi(path, game):
    sfen = first_position(game[0]).sfen()
    path.write_text(f"position sfen {sfen} moves {' '.join(usi(game))}\n")


def usi(game):
    return [cshogi.move_to_usi(move) for move, _, _ in game[1]]


def parsed(name, text):
    """What cshogi reads in a record."""
    game = KIF.Parser.parse_str(text) if name == "kif" else CSA.Parser.parse_str(text)[0]
    facts = {key: getattr(game, key) for key in ("names", "sfen", "win", "endgame")}
    facts["comments"] = [comment or None for comment in game.comments]
    while facts["comments"] and facts["comments"][-1] is None:
        facts["comments"].pop()
    return {**facts, "moves": list(map(cshogi.move_to_usi, game.moves)), "times": list(game.times)}


def convert(program, path, name):
    run = subprocess.run([program, name, "shogi"], input=path.read_bytes(), capture_output=True, check=False)
    return run.stdout.decode() + run.stderr.decode()


def main():
    program, games, *plies = sys.argv[1:]
    writers = {"kif": write_kif, "csa": write_csa, "usi": write_usi}
    equal = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(games)):
            game = play(seed, int(plies[0]) if plies else 120)
            paths = {name: Path(folder) / f"game.{name}" for name in writers}
            for name, write in writers.items():
                write(paths[name], game)
            own = {
                "kif": parsed("kif", paths["kif"].read_text(encoding="cp932")),
                "csa": parsed("csa", paths["csa"].read_text(encoding="utf-8")),
            }
            for source in writers:
                wanted = {"usi": usi(game)}
                wanted |= own if source != "usi" else {}
                for target, expected in wanted.items():
                    text = convert(program, paths[source], target)
                    moves = text.partition(" moves")[2].split()
                    moves = [word for word in moves if word != "resign"]
                    found = moves if target == "usi" else parsed(target, text)
                    way = f"{source} to {target}"
                    equal[way] = equal.get(way, 0) + (found == expected)
                    if found != expected:
                        print(f"{way} {seed}:", *differences(expected, found), sep="\n    ")
    print(equal)
    sys.exit(any(count != int(games) for count in equal.values()))


def differences(expected, found):
    if isinstance(found, list):
        return [f"expected {expected}", f"found {found}"]
    return [f"{key}: {expected[key]}, found {found[key]}" for key in expected if expected[key] != found[key]]


if __name__ == "__main__":
    main()
