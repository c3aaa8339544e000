#!/usr/bin/env python3
"""How often does a short search of Connect Four find a move that keeps the exact value?

    tests/peers/connect4_moves.py BINARY [--network FILE ...] [--sets FILE ...]

The positions are some of each of the sets (Pascal Pons's files: a line is columns and a
score) and random ones of 8 to 24 plies. `BINARY solve --all` gives the exact value of each
move. Then the search plays with a limit of nodes, without solver and book: first by the
evaluation by hand, then by each network. Two shares are printed for each: moves that keep the
exact score, and moves that keep the result (win, draw or loss). Positions in which all moves
have the same value are left out. `--values FILE` keeps what was solved for the next time.
"""

import argparse
import pathlib
import random
import subprocess


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--network", nargs="*", default=[])
    parser.add_argument("--sets", nargs="*", default=[])
    parser.add_argument("--each", type=int, default=100, help="positions of each set")
    parser.add_argument("--random", type=int, default=400, help="random positions")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--values")
    return parser.parse_args()


def has_four(cells, column, row):
    """Whether the stone at this cell is one of four in a row."""
    stone = cells[(column, row)]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            x, y = column + sign * dx, row + sign * dy
            while cells.get((x, y)) == stone:
                count += 1
                x, y = x + sign * dx, y + sign * dy
        if count >= 4:
            return True
    return False


def random_line(plies, draw):
    """Columns of a random game of this many plies that nobody has won."""
    while True:
        cells, heights, line = {}, [0] * 7, []
        for ply in range(plies):
            column = draw.choice([c for c in range(7) if heights[c] < 6])
            cells[(column, heights[column])] = ply % 2
            if has_four(cells, column, heights[column]):
                break
            heights[column] += 1
            line.append(str(column + 1))
        else:
            return "".join(line)


def solve(binary, lines):
    """The value of each move of each line: [(column letter, value)]."""
    done = subprocess.run(
        [binary, "solve", "--all"], input="\n".join(lines) + "\n", capture_output=True, text=True,
        check=True,
    )
    values = []
    for line in done.stdout.splitlines():
        moves = line.split("\t")[2] if line.count("\t") > 1 else ""
        values.append([(m.split("=")[0], int(m.split("=")[1])) for m in moves.split()])
    return values


class Player:
    """The program as a player of Connect Four."""

    def __init__(self, binary, network):
        self.process = subprocess.Popen(
            [binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        options = ["UCI_Variant value cfour", "Book value false", "Exact Knowledge value false"]
        if network:
            options.append(f"EvalFile value {network}")
        for option in options:
            self.send(f"setoption name {option}")

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def move(self, line, nodes):
        """The column letter of the move that the search finds."""
        moves = " ".join("abcdefg"[int(c) - 1] for c in line)
        self.send("ucinewgame")
        self.send(f"position startpos moves {moves}")
        self.send(f"go nodes {nodes}")
        for answer in self.process.stdout:
            if "error" in answer.lower() or "expected" in answer:
                raise SystemExit(answer)
            if answer.startswith("bestmove"):
                # `P@c4` and `c` name the same move.
                return answer.split()[1].removeprefix("P@")[0]
        raise SystemExit("the program ended")

    def quit(self):
        self.send("quit")
        self.process.wait()


def main():
    options = arguments()
    draw = random.Random(options.seed)
    lines = []
    for name in options.sets:
        known = [line.split()[0] for line in pathlib.Path(name).read_text().splitlines()]
        lines += draw.sample(known, min(options.each, len(known)))
    lines += [random_line(draw.randint(8, 24), draw) for _ in range(options.random)]
    store = pathlib.Path(options.values) if options.values else None
    if store and store.exists():
        values = [
            [(m.split("=")[0], int(m.split("=")[1])) for m in line.split()]
            for line in store.read_text().splitlines()
        ]
    else:
        values = solve(options.binary, lines)
        if store:
            store.write_text(
                "".join(" ".join(f"{m}={v}" for m, v in moves) + "\n" for moves in values)
            )
    assert len(values) == len(lines)
    positions = [
        (line, dict(moves)) for line, moves in zip(lines, values)
        if len({value for _, value in moves}) > 1
    ]
    print(f"{len(lines)} positions, {len(positions)} with moves of different values")
    sign = lambda value: (value > 0) - (value < 0)
    for network in [None] + options.network:
        player = Player(options.binary, network)
        scores, results, mattering = 0, 0, 0
        for line, moves in positions:
            best, found = max(moves.values()), moves[player.move(line, options.nodes)]
            scores += found == best
            if len({sign(value) for value in moves.values()}) > 1:
                mattering += 1
                results += sign(found) == sign(best)
        player.quit()
        print(
            f"{network or 'by hand'}: score kept {100 * scores / len(positions):.1f} %, "
            f"result kept {100 * results / mattering:.1f} % of {mattering}",
            flush=True,
        )


if __name__ == "__main__":
    main()
