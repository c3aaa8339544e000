#!/usr/bin/env python3
"""Compares records of variants.js with pyffish, ply by ply.

    tests/peers/variants.py VARIANTS_INI RECORD...

VARIANTS_INI is Fairy-Stockfish's own file of variants, or '-'. For each record, it prints the
numbers of positions and of those in which moves, FEN and verdict are the recorded ones. pyffish
takes 3 ms for each answer: this is for the few games in tests/data/variants, and for samples.
The exit status is 1 if anything differs. Not run by `cargo test`: it needs the package pyffish.
"""

import sys
import zlib

import pyffish


def describe(name, start, moves):
    """The text of which a record has the hash, without and with a claim."""
    is_960 = name == "fischerandom"
    arguments = (name, start, moves, is_960)
    legal = pyffish.legal_moves(*arguments)
    fen = pyffish.get_fen(*arguments)
    is_white = fen.split(" ")[1] == "w"

    def result(value):
        if value == 0:
            return "1/2-1/2"
        return "1-0" if (value > 0) == is_white else "0-1"

    over, value = pyffish.is_immediate_game_end(*arguments)
    claimed, claim = pyffish.is_optional_game_end(*arguments)
    if not claimed and all(pyffish.has_insufficient_material(*arguments)):
        # Some games have other ways to win, which the library does not know.
        full = pyffish.start_fen(name)
        claimed = not all(pyffish.has_insufficient_material(name, full, []))
    if over:
        legal = []
    elif not legal:
        over, value = True, pyffish.game_result(*arguments)
    verdict = f"over {result(value)}" if over else f"claim {result(claim)}" if claimed else "-"
    return f"{' '.join(sorted(legal))}|{fen}|{verdict}"


def main():
    ini, *records = sys.argv[1:]
    if ini != "-":
        with open(ini, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
    is_equal = True
    for record in records:
        positions = equal = 0
        with open(record, encoding="utf-8") as file:
            for line in file:
                name, start, game = line.rstrip("\n").split("\t")
                moves = []
                for entry in game.split(" "):
                    *move, recorded = entry.split(":")
                    moves += move
                    text = describe(name, start, moves)
                    positions += 1
                    if zlib.crc32(text.encode()) == int(recorded, 16):
                        equal += 1
                    elif is_equal:
                        is_equal = False
                        print(f"{name} {start} {' '.join(moves)}: {text}")
        print(f"{record}: {positions} positions, {equal} equal", flush=True)
    sys.exit(not is_equal)


if __name__ == "__main__":
    main()
