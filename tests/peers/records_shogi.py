#!/usr/bin/env python3
"""Random games of shogi as cshogi writes them, read by Plyglot.

    tests/peers/records_shogi.py PROGRAM GAMES [PLIES]

Each game is written as KIF (in Shift-JIS), CSA and a line of USI; PROGRAM must read the same moves
from each. The exit status is 1 if anything differs. Not run by `cargo test`: it needs the package
cshogi.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import cshogi
from cshogi import CSA, KIF


def play(seed, plies):
    """The moves of a random game."""
    pick = random.Random(seed)
    board, moves = cshogi.Board(), []
    while len(moves) < plies and not board.is_game_over():
        move = pick.choice(list(board.legal_moves))
        board.push(move)
        moves.append(move)
    return moves


def write_kif(path, moves):
    lines = ["# KIF version=2.0 encoding=Shift_JIS", "手合割：平手", "先手：A", "後手：B"]
    lines.append("手数----指手---------消費時間--")
    before = None
    for ply, move in enumerate(moves, 1):
        lines.append(f"{ply:4} {KIF.move_to_kif(move, before)}   ( 0:00/00:00:00)")
        before = move
    lines.append(f"{len(moves) + 1:4} 中断")
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode("cp932"))


def write_csa(path, moves):
    exporter = CSA.Exporter(str(path))
    exporter.info(init_board=cshogi.Board(), names=["A", "B"])
    for move in moves:
        exporter.move(move)
    exporter.endgame("%CHUDAN")
    exporter.close()


def write_usi(path, moves):
    path.write_text("position startpos moves " + " ".join(map(cshogi.move_to_usi, moves)) + "\n")


def read(program, path):
    """The moves that the program finds, as USI."""
    command = [program, "analyse", "--games", str(path), "--game", "shogi", "--nodes", "1", "--json"]
    run = subprocess.run([*command, "--notation", "usi"], capture_output=True, text=True, check=False)
    game = json.loads(run.stdout)
    return [move["played"]["record"] for move in game["moves"]], game.get("error")


def main():
    program, games, *plies = sys.argv[1:]
    writers = {"kif": write_kif, "csa": write_csa, "usi": write_usi}
    equal = dict.fromkeys(writers, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(games)):
            moves = play(seed, int(plies[0]) if plies else 120)
            expected = list(map(cshogi.move_to_usi, moves))
            for name, write in writers.items():
                path = Path(folder) / f"game.{name}"
                write(path, moves)
                found, error = read(program, path)
                if found == expected and error is None:
                    equal[name] += 1
                else:
                    print(f"{name} {seed}: {error} {len(found)} of {len(expected)} moves")
    print(equal)
    sys.exit(any(count != int(games) for count in equal.values()))


if __name__ == "__main__":
    main()
