#!/usr/bin/env python3
"""Draws matches.csv: what became of chess against other engines, and change by change.

    docs/log/plot.py > docs/log/chess.svg

With a game as its argument it draws the changes of that game alone:

    docs/log/plot.py surakarta > surakarta.svg
"""

import csv
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
WIDTH, LEFT, RIGHT = 960, 56, 20
INK, PALE, GRID = "#33302c", "#8a857d", "#e4e0d8"
KEPT, LEFT_OUT = "#1f7a4d", "#b08968"
OPPONENTS = {  # opponent in the file: name, colour
    "Stockfish 15.1, UCI_Elo 2600": ("Stockfish 15.1 limited to 2600", "#2d5f9e"),
    "Fairy-Stockfish 11.1": ("Fairy-Stockfish 11.1", "#b5382a"),
}


def matches(game):
    with open(HERE / "matches.csv", newline="") as file:
        return [row for row in csv.DictReader(file) if row["game"] == game]


def number(row, name):
    return float(row[name]) if row[name] else None


def text(x, y, words, size=12, fill=INK, anchor="start", weight="normal"):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{words}</text>')


def line(x1, y1, x2, y2, colour, width=1.0):
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width}" fill="none"/>'


class Panel:
    """A scale of Elo from `low` to `high`, with places from left to right."""

    def __init__(self, top, height, low, high, places):
        self.top, self.height, self.low, self.high, self.places = top, height, low, high, places

    def x(self, place):
        return LEFT + (place + 0.5) * (WIDTH - LEFT - RIGHT) / self.places

    def y(self, elo):
        return self.top + (self.high - elo) * self.height / (self.high - self.low)

    def grid(self, step):
        for elo in range(self.low, self.high + 1, step):
            y = self.y(elo)
            yield line(LEFT, y, WIDTH - RIGHT, y, PALE if elo == 0 else GRID)
            yield text(LEFT - 8, y + 4, f"{elo:+d}" if elo else "0", 11, PALE, "end")

    def bar(self, place, row, colour):
        """A match: its Elo, with a line over its 95 % bounds."""
        clip = lambda elo: min(max(elo, self.low), self.high)
        x, elo, low, high = self.x(place), *(number(row, name) for name in ("elo", "low", "high"))
        about = " ".join(f'{row["tried"]} against {row["against"]}: {row["elo"]}'.split())
        about = about.replace("&", "&amp;").replace("<", "&lt;")
        if low is not None and high is not None:
            yield line(x, self.y(clip(low)), x, self.y(clip(high)), colour, 1.6)
        if elo != clip(elo):
            yield text(x + 7, self.y(clip(elo)) + 4, f"{elo:+.0f}", 11, PALE)
        yield f'<circle cx="{x:.1f}" cy="{self.y(clip(elo)):.1f}" r="3.6" fill="{colour}"><title>{about}</title></circle>'


def opponents(rows, top):
    rows = [row for row in rows if row["against"] in OPPONENTS and row["limit"] == "4+0.04"]
    panel = Panel(top, 190, -300, 300, len(rows))
    yield text(LEFT, top - 34, "Chess against other engines, 4 s and 0.04 s a move, match after match", 15, weight="bold")
    for i, (name, colour) in enumerate(OPPONENTS.values()):
        yield text(LEFT + i * 250, top - 13, f"\u25cf {name}", 12, colour)
    yield from panel.grid(100)
    last = {}
    for place, row in enumerate(rows):
        colour = OPPONENTS[row["against"]][1]
        point = panel.x(place), panel.y(number(row, "elo"))
        if row["against"] in last:
            yield line(*last[row["against"]], *point, colour, 0.6)
        last[row["against"]] = point
        yield from panel.bar(place, row, colour)
        yield text(panel.x(place), top + 206, row["commit"], 10, PALE, "middle")


def changes(rows, top, game):
    rows = [row for row in rows if row["outcome"] in ("kept", "replaced", "not kept") and row["elo"]
            and row["limit"].endswith("nodes") and row["unit"] == "Elo"]
    panel = Panel(top, 260, -100, 200, len(rows))
    yield text(LEFT, top - 34, f"Changes of {game} at equal nodes, Elo with 95 % bounds, in the order of their matches", 15,
               weight="bold")
    yield text(LEFT, top - 13, "\u25cf kept", 12, KEPT)
    yield text(LEFT + 80, top - 13, "\u25cf not kept", 12, LEFT_OUT)
    yield from panel.grid(50)
    for place, row in enumerate(rows):
        yield from panel.bar(place, row, LEFT_OUT if row["outcome"] == "not kept" else KEPT)


def main():
    game = sys.argv[1] if len(sys.argv) > 1 else "chess"
    rows = matches(game)
    parts = list(opponents(rows, 64)) if game == "chess" else []
    top = 350 if parts else 64
    parts += changes(rows, top, game)
    height = top + 280
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
          f'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">')
    print(f'<title>{game}: the matches of matches.csv</title><rect width="{WIDTH}" height="{height}" fill="#ffffff"/>')
    print("\n".join(parts))
    print("</svg>")


if __name__ == "__main__":
    main()
