"""What is kept of PGN with faults, beside python-chess.

    pip install chess
    python tests/peers/pgn_faults.py PLYGLOT [--games 300] [--seed 1]

Writes random games of chess as PGN, with comments, variations and glyphs, and damages each in one
to three places: characters and words are removed, doubled, exchanged and inserted. Another game
stands before and behind it. `plyglot analyse --pgn` and python-chess then read the moves of all
three, which must be the same. If they are not, the difference has one of the reasons below;
all others are printed, and are failures.
"""

import argparse
import collections
import io
import json
import logging
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn

ODD = ["--", "Z0", "e.p.", "mate", "ch", "N", "1/2", "½-½", "0.5-0.5", "1–0", "1:0", "foo", "++",
       "Ke9", "a8(Q)", "12", "$999", "{", "}", "(", ")", "[", "]", ";", "%", '"', "\n", "\n\n", "*", "1-0",
       "[Event", "[%clk 0:01:00]", "{ note }", "(1. e4)", "..", "e4", "Nf3", "O-O", "0-0"]
SIGNS = "{}()[];%$*\n\". 0"

# The moves of the games around the damaged one.
BEFORE, BEHIND = ["d2d4", "d7d5", "c2c4"], ["c2c4", "c7c5", "b1c3"]

# Why the two may differ. The words are those of Plyglot's fault.
REASONS = {
    "more": "Plyglot keeps moves that python-chess leaves out",
    "null": "no board can go on from a null move in check, or at the end of a game",
    "part": "python-chess plays a part of a word that is no move",
    "theirs": "python-chess goes on in a wrong place behind a variation that it cannot read, or fails",
    "first": "python-chess plays a variation before the first move",
    "skip": "python-chess leaves out a word that is no move, and goes on with the next one",
}


def random_game(rng, plies):
    """A random game with comments, variations and glyphs."""
    game, board = chess.pgn.Game(), chess.Board()
    game.headers["White"], game.headers["Black"] = "A", "B"
    node = game
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        other = rng.choice(moves)
        before, node = node, node.add_main_variation(move)
        if rng.random() < 0.1:
            node.comment = rng.choice(["a comment", "[%clk 0:01:00]", "one\ntwo", "(brackets)"])
        if rng.random() < 0.1:
            node.nags.add(rng.randint(1, 20))
        if rng.random() < 0.1 and other != move:
            before.add_variation(other)
        board.push(move)
    game.headers["Result"] = "*"
    return game


def damaged(rng, text):
    """The text with one to three faults behind its first tag."""
    start = text.index("\n") + 1
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(start, len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + 1:]
        elif kind == 1:
            text = text[:at] + rng.choice(SIGNS) + text[at + 1:]
        elif kind == 2:
            text = text[:at] + text[at] + text[at:]
        else:
            words = [match.start() for match in re.finditer(r"(?<=\s)\S", text) if match.start() >= start]
            at = rng.choice(words)
            end = at + len(text[at:].split()[0])
            text = text[:at] + rng.choice(ODD) + " " + (text[at:] if kind == 3 else text[end:])
    return text


def theirs(text):
    """The moves of each game that has some, as python-chess keeps them, and whether they are legal. Null
    moves are left out, as they have no score."""
    handle, games, is_sound = io.StringIO(text), [], True
    try:
        while (game := chess.pgn.read_game(handle)) is not None:
            games.append([move.uci() for move in game.mainline_moves() if move])
            is_sound &= is_legal(game)
    except IndexError:
        is_sound = False
    return [game for game in games if game], is_sound


def is_legal(game):
    """Whether the moves of a game are legal one after the other."""
    board = game.board()
    for move in game.mainline_moves():
        if move and move not in board.legal_moves:
            return False
        board.push(move)
    return True


def ours(plyglot, path):
    """The moves of each game that has some, and all faults."""
    command = [plyglot, "analyse", "--pgn", path, "--nodes", "1", "--json"]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    found = [json.loads(line) for line in output.splitlines()]
    moves = [[m["played"]["move"] for m in game.get("moves", [])] for game in found]
    faults = [fault["text"] for game in found for fault in game.get("faults", [])]
    faults += [game["error"] for game in found if "error" in game]
    return [game for game in moves if game], faults


def between(games):
    """The moves of all games between the first and the last, however they are divided."""
    games = games[games[:1] == [BEFORE]:len(games) - (games[-1:] == [BEHIND])]
    return [move for game in games for move in game]


def reason(own, other, faults):
    """Why the moves of a text differ; None if there is no reason."""
    if len(own) >= len(other) and own[:len(other)] == other:
        return "more"
    same = next((i for i, (a, b) in enumerate(zip(own, other)) if a != b), min(len(own), len(other)))
    if same == len(own) and any("the null move" in fault for fault in faults):
        return "null"
    if same < len(own):
        # Both went on with another move.
        return None
    words = [match.group(1) for fault in faults if (match := re.search(r"legal move in .*found '(.*)'$", fault))]
    token = r"[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[nbrqkNBRQK])?|O-O(-O)?|0-0(-0)?"
    odd = [word for word in words if not re.fullmatch(f"({token})[+#]*", word)]
    if any(re.search(token, word) for word in odd):
        return "part"
    return "skip" if odd else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("plyglot")
    arguments.add_argument("--games", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    arguments = arguments.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    rng, counts, wrong = random.Random(arguments.seed), collections.Counter(), 0
    before = '[Event "before"]\n[White "A"]\n\n1. d4 d5 2. c4 *\n\n'
    behind = '\n\n[Event "behind"]\n[White "A"]\n\n1. c4 c5 {an end} 2. Nc3 *\n'
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "games.pgn")
        for number in range(arguments.games):
            text = before + damaged(rng, str(random_game(rng, rng.randint(1, 40)))) + behind
            pathlib.Path(path).write_text(text, encoding="utf-8")
            (other, is_sound), (own, faults) = theirs(text), ours(arguments.plyglot, path)
            # The games around the damaged one are kept, whatever is in it.
            kept = own[:1] == [BEFORE] and own[-1:] == [BEHIND]
            own, other = between(own), between(other)
            why = "same" if own == other else reason(own, other, faults)
            if why is None and re.search(r"(?m)^(\d+\.+ *)?\(", text):
                why = "first"
            why = why or (None if is_sound else "theirs")
            counts[why] += 1
            if why is None or not kept:
                wrong += 1
                print(f"text {number}: kept around it: {kept}\n{text}\nown   {own}\nother {other}\n{faults}\n")
    for why, count in counts.most_common():
        print(f"{count:4}  {REASONS.get(why, why)}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
