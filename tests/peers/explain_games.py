#!/usr/bin/env python3
"""What `plyglot explain` says in games with hands, gates, promotions, walls, explosions and stones.

    pip install pyffish pydraughts
    python tests/peers/explain_games.py PLYGLOT [FAIRY_STOCKFISH] [--count 60] [--game shogi ...]

The positions are those of games in which Plyglot plays half of the moves, with few nodes, and
chance the others. The rules come from pyffish, from pydraughts, or, in gomoku, from below. They
play every line move by move. From these FENs and moves it is worked out what was captured,
promoted and lost, on the board and in hand, and each sentence is read and held against that:

- the records, the end of a line and its name, and the numbers of moves to a forced end;
- what is won, lost, gained, given up, exchanged, promoted or missed, piece by piece, and that
  nothing else changed hands; what nothing protects, double attacks and checks;
- threats after a pass, wins at once, the moves that are left, the only legal one;
- who is ahead, the expected points, and that a name belongs to the game.

Fairy-Stockfish, where it has the game, says whether forced wins and losses are won and lost, and
whether a move that loses something, an obvious reply and other moves are as good as is said. Its
doubts are counted apart: it may be wrong. A sentence of a kind that is not known counts as wrong.
"""

import argparse
import collections
import functools
import json
import random
import re
import subprocess
import sys
from pathlib import Path

INVENTED = Path(__file__).parent.parent / "data" / "invented.ini"
CHESS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen"}
NAMES = {
    "crazyhouse": CHESS,
    "shogi": {"p": "pawn", "l": "lance", "n": "knight", "s": "silver", "g": "gold", "b": "bishop", "r": "rook"},
    "seirawan": CHESS | {"h": "hawk", "e": "elephant"},
    "atomic": CHESS | {"k": "king"},
    "antichess": CHESS | {"k": "king"},
    "gomoku": {"p": "stone"},
    "draughts": {"m": "man", "k": "king"},
    "guardhouse": {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "g": "guard",
                   "h": "H piece", "c": "chancellor"},
    "stonegate": CHESS | {"h": "archbishop"},
}
# Games in which a player with more pieces is not ahead for it, so that nothing is said of them.
SILENT = {"antichess", "gomoku"}
NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
# From here on a game is lost, in centipawns.
LOST = 500


class Side:
    """What a FEN says of the pieces."""

    def __init__(self, fen):
        board, self.turn = re.split(r"[\[\s]", fen)[0], re.search(r"\s([wb])", fen)[1]
        hand = re.search(r"\[([^]]*)\]", fen)
        self.cells, self.board, self.hand = {}, collections.Counter(), collections.Counter()
        rows = board.split("/")
        for rank, row in zip(range(len(rows), 0, -1), rows):
            file = 0
            for token in re.findall(r"\d+|\+?[a-zA-Z]~?|\*", row):
                if token.isdigit():
                    file += int(token)
                    continue
                if token != "*":
                    piece = (token.strip("+~").isupper(), token.strip("~").lower())
                    self.cells[f"{chr(97 + file)}{rank}"] = piece
                    self.board[piece] += 1
                file += 1
        for letter in hand[1] if hand else "":
            if letter.isalpha():
                self.hand[letter.isupper(), letter.lower()] += 1

    @property
    def is_white(self):
        return self.turn == "w"

    def all(self):
        return self.board + self.hand


class Ffish:
    """Rules by pyffish."""

    def __init__(self, game, file):
        import pyffish
        self.ffish, self.game = pyffish, game
        if file:
            lines = Path(file).read_text().splitlines()
            pyffish.load_variant_config("\n".join(line for line in lines if not line.startswith("pieceNames")))
        self.start = pyffish.start_fen(game)

    @functools.lru_cache(100_000)
    def legal(self, fen):
        if self.ffish.is_immediate_game_end(self.game, fen, [])[0]:
            return []
        return self.ffish.legal_moves(self.game, fen, [])

    @functools.lru_cache(100_000)
    def push(self, fen, move):
        """The FEN after a move; None if it is not legal."""
        try:
            return self.ffish.get_fen(self.game, fen, [move])
        except (SystemError, ValueError):
            return None

    def result(self, start, moves):
        """The result for the side to move after moves: win, draw, loss, or None."""
        over, value = self.ffish.is_immediate_game_end(self.game, start, moves)
        if not over and not self.ffish.legal_moves(self.game, start, moves):
            over, value = True, self.ffish.game_result(self.game, start, moves)
        if not over:
            over, value = self.ffish.is_optional_game_end(self.game, start, moves)
        return ("draw" if value == 0 else "win" if value > 0 else "loss") if over else None

    def is_check(self, fen):
        return self.ffish.gives_check(self.game, fen, [])


    def passed(self, fen):
        words = fen.split(" ")
        words[1] = "b" if words[1] == "w" else "w"
        if len(words) > 3:
            words[3] = "-"
        return " ".join(words)


class Draughts(Ffish):
    """Rules by pydraughts. A move is told by its squares, and by the board that Plyglot has after it."""

    def __init__(self, game, plyglot):
        from draughts import Board
        self.Board, self.game, self.plyglot = Board, game, plyglot
        self.start = plyglot.fen("startpos")
        self.seen = {}

    @staticmethod
    def number(square):
        row, column = 10 - int(square[1:]), ord(square[0]) - 97
        return 5 * row + column // 2 + 1

    def board(self, fen):
        pieces = {True: [], False: []}
        for square, (is_white, kind) in Side(fen).cells.items():
            pieces[is_white].append(("K" if kind == "k" else "") + str(self.number(square)))
        turn = "W" if Side(fen).is_white else "B"
        return self.Board("standard", f"{turn}:W{','.join(pieces[True])}:B{','.join(pieces[False])}")

    @staticmethod
    def same(board, other):
        sides = [sorted(re.split("[:,]", part[1:])) for part in (board.fen, other.fen) for part in part.split(":")[1:]]
        return sides[:2] == sides[2:]

    def moves(self, fen):
        """Each move of Plyglot's with the board that pydraughts has after it."""
        if fen not in self.seen:
            board = self.board(fen)
            if not board.fen.split(":")[1][1:] or not board.fen.split(":")[2][1:]:
                return self.seen.setdefault(fen, {})
            after = []
            for move in board.legal_moves():
                copy = board.copy()
                copy.push(move)
                after.append(copy)
            found = {}
            for name in self.plyglot.legal(fen):
                mine = self.plyglot.fen(f"{fen} moves {name}")
                assert any(self.same(self.board(mine), other) for other in after), (fen, name)
                found[name] = mine
            if not found:
                assert not after, fen
            self.seen[fen] = found
        return self.seen[fen]

    def legal(self, fen):
        return list(self.moves(fen))

    def push(self, fen, move):
        return self.moves(fen).get(move)

    def result(self, start, moves):
        fen = start
        for move in moves:
            fen = self.push(fen, move)
        return "loss" if not self.legal(fen) else None

    def is_check(self, fen):
        return False



class Gomoku(Ffish):
    def __init__(self, game):
        self.game, self.start = game, "/".join(["15"] * 15) + " w - - 0 1"

    def legal(self, fen):
        if self.row(fen):
            return []
        cells = Side(fen).cells
        return [f"P@{chr(97 + f)}{r}" for f in range(15) for r in range(1, 16)
                if f"{chr(97 + f)}{r}" not in cells]

    def row(self, fen):
        cells = Side(fen).cells
        for square, (is_white, _) in cells.items():
            file, rank = ord(square[0]), int(square[1:])
            for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [cells.get(f"{chr(file + i * df)}{rank + i * dr}") for i in range(5)]
                if all(piece and piece[0] == is_white for piece in line):
                    return True
        return False

    def push(self, fen, move):
        side = Side(fen)
        if move[2:] in side.cells:
            return None
        cells = {square: white for square, (white, _) in side.cells.items()}
        cells[move[2:]] = side.is_white
        rows = []
        for rank in range(15, 0, -1):
            row = "".join({True: "P", False: "p", None: "."}[cells.get(f"{chr(97 + f)}{rank}")]
                          for f in range(15))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        return f"{'/'.join(rows)} {'b' if side.is_white else 'w'} - - 0 1"

    def result(self, start, moves):
        fen = start
        for move in moves:
            fen = self.push(fen, move)
        return "loss" if self.row(fen) else "draw" if len(Side(fen).cells) == 225 else None

    def is_check(self, fen):
        return False



class Uci:
    """A program that speaks UCI, in a game."""

    def __init__(self, path, game, file=None):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.send("uci")
        self.until("uciok")
        if file:
            self.send(f"setoption name VariantPath value {file}")
        self.send(f"setoption name UCI_Variant value {game}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(word):
                return lines
        sys.exit(f"{word} was awaited: {lines[-3:]}")

    def at(self, position):
        first = "" if position.startswith("startpos") else "fen "
        self.send(f"position {first}{position}")

    def fen(self, position):
        self.at(position)
        self.send("d")
        return self.until("Fen:")[-1][5:]

    def legal(self, position):
        self.at(position)
        self.send("go perft 1")
        return [line.split(":")[0] for line in self.until("Nodes searched")
                if re.match(r"\S+: 1$", line)]

    def best(self, position, nodes):
        self.at(position)
        self.send(f"go nodes {nodes}")
        return self.until("bestmove")[-1].split()[1]

    def value(self, position, nodes):
        """The score for the side to move, in centipawns."""
        self.at(position)
        self.send(f"go nodes {nodes}")
        scores = [re.search(r"score (cp|mate) (-?\d+)", line) for line in self.until("bestmove")]
        score = [score for score in scores if score][-1]
        number = int(score[2])
        return number if score[1] == "cp" else (100_000 if number > 0 else -100_000) - number


class Ledger:
    """What the moves of a line did, from the FENs before and after each."""

    def __init__(self, rules, start, moves):
        self.is_right, self.fens = True, [start]
        self.lost = {True: collections.Counter(), False: collections.Counter()}
        self.made = {True: [], False: []}
        self.after = []
        for move in moves:
            before, fen = Side(self.fens[-1]), rules.push(self.fens[-1], move)
            self.fens.append(fen)
            self.play(before, Side(fen), move)
            self.after.append(self.net())

    def play(self, before, after, move):
        mover = before.is_white
        for (white, kind), count in (before.board - after.board).items():
            if white != mover:
                self.lost[white][kind] += count
        # What the move itself makes of the mover's pieces.
        expected = collections.Counter({kind: count for (white, kind), count in before.board.items() if white == mover})
        if "@" in move:
            expected[move.split("@")[0].lower()] += 1
            if move.startswith("+"):
                self.made[mover].append((move[1].lower(), f"+{move[1].lower()}"))
        else:
            squares = re.match(r"([a-z]\d+)([a-z]\d+)(.*)", move)
            kind = before.cells[squares[1]][1]
            target = after.cells.get(squares[2])
            end = squares[3].split(",")[0]
            gated = [letter for (white, letter), count in (before.hand - after.hand).items() if white == mover]
            if gated:
                expected.update(gated)
            into = ("+" + kind if end == "+" else kind.strip("+") if end == "-" else
                    end if end and not gated else kind)
            if kind == "m" and target == (mover, "k"):
                into = "k"
            if into != kind:
                self.made[mover].append((kind, into))
                expected[kind] -= 1
                expected[into] += 1
        now = collections.Counter({kind: count for (white, kind), count in after.board.items() if white == mover})
        self.lost[mover] += expected - now
        if now - expected:
            self.is_right = False

    def net(self):
        """By side: what it lost more than the other one, and what it promoted more."""
        lost, made = {}, {}
        for white in (True, False):
            lost[white], made[white] = self.lost[white].copy(), []
            for start, into in reversed(self.made[white]):
                if lost[white][into] > 0:
                    lost[white][into] -= 1
                    lost[white][start] += 1
                else:
                    made[white].append((start, into))
        more = {white: lost[white] - lost[not white] for white in (True, False)}
        made = {white: collections.Counter(made[white]) for white in (True, False)}
        return more, {white: made[white] - made[not white] for white in (True, False)}


class Reader:
    """Reads sentences of a game."""

    def __init__(self, game):
        self.kinds = {}
        for letter, name in NAMES[game].items():
            for kind, noun in ((letter, name), (f"+{letter}", f"promoted {name}")):
                plural = re.sub("man$", "men", noun) if noun.endswith("man") else noun + "s"
                self.kinds[noun] = self.kinds[plural] = kind

    def things(self, text):
        """Pieces and their numbers; None if it is something else."""
        found = collections.Counter()
        for part in re.split(r", | and ", text):
            match = re.fullmatch(r"(an?|\d+|[a-z]+) (.+)", part)
            if not match or match[2] not in self.kinds:
                return None
            number = (1 if match[1] in ("a", "an") else int(match[1]) if match[1].isdigit() else
                      NUMBERS.index(match[1]) if match[1] in NUMBERS else None)
            if not number:
                return None
            found[self.kinds[match[2]]] += number
        return found

    def promotions(self, text):
        """As in `a pawn to a queen and two knights`."""
        found = collections.Counter()
        for part in re.split(r", (?!but)| and ", text):
            start, _, into = part.partition(" to ")
            kinds = self.things(start)
            if not kinds:
                return None
            [(kind, count)] = kinds.items()
            into = self.kinds.get(re.sub("^an? ", "", into)) if into else f"+{kind}"
            found[kind, into] += count
        return found


DEED = re.compile(
    r"(?P<draw>\bdraws?\b(?! ))|"
    r"(?P<end>\b(?P<endverb>wins?|loses?) (?P<when>at once|to the next move|after any reply|by force in (?P<moves>\d+) moves))|"
    r"(?P<exchange>\bexchanges? (?P<what>[^,:]+?)(?=$|,|:| and (?:misses|is|does)))|"
    r"(?P<pieces>\b(?P<verb>wins?|loses?|gets?|gives? up)(?: only)? (?P<thing>an? [^,:]*|\d+ [^,:]*|(?:two|three|four|five|six|seven|eight|nine|ten) [^,:]*(?:, (?:an?|two|three|four|five|six) [^,:]*)*))|"
    r"(?P<promo>\b(?:promotes?(?: only)?|allows? the promotion of) )")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyglot")
    parser.add_argument("fairy", nargs="?")
    parser.add_argument("--game", action="append")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--movetime", type=int, default=1000, help="for each position, in ms")
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--invented", default=INVENTED, help="the file with the invented games")
    parser.add_argument("--save", help="a folder for the answers, which are read from there if there are some")
    options = parser.parse_args()
    is_right = True
    for game in options.game or NAMES:
        checker = Checker(game, options)
        checker.run()
        is_right &= checker.is_right()
    sys.exit(not is_right)


class Checker:
    def __init__(self, game, options):
        self.game, self.options, self.counts = game, options, collections.Counter()
        self.file = options.invented if game in ("guardhouse", "stonegate") else None
        self.plyglot = Uci(options.plyglot, game, self.file)
        self.rules = {"draughts": lambda: Draughts(game, self.plyglot),
                      "gomoku": lambda: Gomoku(game)}.get(game, lambda: Ffish(game, self.file))()
        self.fairy = None
        if options.fairy and game not in ("draughts", "gomoku"):
            self.fairy = Uci(options.fairy, game, self.file)
        self.reader = Reader(game)

    def run(self):
        for answer in self.answers():
            self.check(answer)
        shown = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        print(f"{self.game}: {shown}", flush=True)
        for program in filter(None, (self.plyglot, self.fairy)):
            program.send("quit")
            program.process.wait()

    def is_right(self):
        return not any(name.startswith("wrong") for name in self.counts)

    def wrong(self, what, text):
        self.counts[f"wrong {what}"] += 1
        print(f"{self.game}: {what}: {text}")

    def doubt(self, what, is_doubted, text):
        if is_doubted is None:
            return
        self.counts[f"{what}"] += 1
        if is_doubted:
            self.counts[f"{what} doubted"] += 1
            print(f"{self.game}: doubted: {what}: {text}")

    def positions(self):
        """Positions of games of chance, one or two of each game."""
        chance = random.Random(f"{self.options.seed} {self.game}")
        found = []
        while len(found) < self.options.count:
            fen, wanted = self.rules.start, chance.randint(4, 70)
            for ply in range(wanted):
                legal = self.rules.legal(fen)
                if not legal:
                    break
                if self.game == "gomoku" and ply < 6:
                    legal = [f"P@{file}{rank}" for file in "fghij" for rank in range(6, 11)
                             if f"P@{file}{rank}" in legal]
                move = chance.choice(legal) if ply < 4 or chance.random() < 0.4 else self.plyglot.best(fen, 150)
                fen = self.rules.push(fen, move)
                if ply > 6 and chance.random() < 0.08 and self.rules.legal(fen):
                    found.append(fen)
            if self.rules.legal(fen):
                found.append(fen)
        return found[:self.options.count]

    def answers(self):
        path = self.options.save and Path(self.options.save) / f"{self.game}.jsonl"
        if path and path.exists():
            return map(json.loads, path.read_text().splitlines())
        command = [self.options.plyglot, "explain", "--json", "--game", self.game, "--movetime",
                   str(self.options.movetime)]
        command += ["--variants", str(self.file)] if self.file else []
        positions = "\n".join(self.positions()) + "\n"
        run = subprocess.run(command, input=positions, text=True, capture_output=True)
        if run.returncode:
            print(run.stderr)
        if path:
            path.write_text(run.stdout)
        return map(json.loads, run.stdout.splitlines())

    # One answer.

    def check(self, answer):
        self.counts["positions"] += 1
        if "error" in answer:
            return self.wrong("positions", answer)
        if answer["result"]:
            return None
        self.answer, self.fen = answer, answer["position"]
        # The board of the answer may have fewer fields than pyffish's.
        best = answer["best"]["line"][0]
        self.starts = {"best": self.fen, "rejected": self.fen, "threat": None, "reply": None, "idea": None}
        self.starts["threat"] = self.rules.passed(self.fen)
        self.starts["reply"] = self.rules.push(self.fen, best)
        self.starts["idea"] = self.rules.passed(self.starts["reply"])
        self.lines = []
        for part in ("best", "threat", "reply", "idea"):
            if answer[part]:
                self.lines.append((part, answer[part]))
        self.lines += [("rejected", line) for line in answer["rejected"]]
        for part, line in self.lines:
            self.counts["lines"] += 1
            line["start"] = self.starts[part]
            self.check_line(line)
        before = None
        for sentence in answer["sentences"]:
            self.counts["sentences"] += 1
            before = self.check_sentence(sentence, before)
        return None

    def check_line(self, line):
        """Whether a line can be played, and its pieces and its end are as is said."""
        fen = line["start"]
        for move, record in zip(line["line"], line["records"], strict=True):
            after = self.rules.push(fen, move)
            if after is None:
                line["ledger"] = None
                return self.wrong("lines", f"{move} is not legal in {fen}")
            # Squares of draughts have numbers.
            if record != move and not re.fullmatch(r"\d+[-x]\d+", record):
                self.wrong("records", f"{move} is written {record} in {fen}")
            fen = after
        ledger = line["ledger"] = Ledger(self.rules, line["start"], line["line"])
        if not ledger.is_right and self.game not in SILENT:
            self.wrong("ledgers", f"{line['line']} from {line['start']}")
        self.check_gain(line, ledger)
        result = self.rules.result(line["start"], line["line"])
        is_own = Side(ledger.fens[-1]).turn == Side(line["start"]).turn
        turned = {"win": "loss", "loss": "win", "draw": "draw", None: None}
        result = result if is_own else turned[result]
        line["result"] = result
        if line["ending"] != result and not (line["ending"] is None and result == "draw"):
            self.wrong("ends", f"{line['ending']} and not {result}: {line['line']} from {line['start']}")
        if "mate" in line and line["ending"]:
            plies = 2 * abs(line["mate"])
            if len(line["line"]) > plies:
                self.wrong("mates", f"{line['mate']}: {line['line']}")
        return None

    def check_gain(self, line, ledger):
        if not line["gain"]:
            return
        if self.game in SILENT:
            self.wrong("gains", f"{line['gain']}: {line['line']}")
            return
        own = Side(line["start"]).is_white
        first, last = (Side(ledger.fens[i]).all() for i in (0, line["gain"]["plies"]))
        change = collections.Counter(last)
        change.subtract(first)
        said = collections.Counter()
        for piece in line["gain"]["pieces"]:
            kind = self.reader.kinds.get(piece["piece"])
            if kind is None:
                self.wrong("names", piece)
            said[own, kind], said[not own, kind] = piece["own"], piece["other"]
        differing = {key: (said[key], change[key]) for key in set(said) | set(change)
                     if said[key] != change[key] and key[1] in self.reader.kinds.values()}
        if differing:
            self.wrong("gains", f"said and counted {differing}: {line['line']} from {line['start']}")

    # Sentences.

    def check_sentence(self, sentence, before):
        """Checks a sentence by its beginning; returns it if it may be followed by `likewise`."""
        text, lines = sentence["text"], sentence["lines"]
        sides = self.sides()
        start = self.starts["threat"] if sentence["after_pass"] else self.fen
        played = [line["line"] for _, line in self.lines]
        for line in lines:
            fen = start
            for move in line if line not in played else []:
                fen = fen and self.rules.push(fen, move)
            if fen is None:
                self.wrong("lines of sentences", f"{line} of {text}")
        body = re.sub(r" It ends worse than .*", "", text)
        head, _, moves = body.rstrip(".").partition(": ")
        words = head.split(" ")
        for known, check in (
            (r"Expected points: .*", self.points),
            (r"It is the only (good|legal) move\.", self.only),
            (r"\S+ (is|are) (winning|lost) with every move\.", self.all_alike),
            (r".* (is|are) about as good\.|\d+ other moves are about as good, such as .*", self.alike),
            (r"(In .*'s favour|[A-Z].*favour): .*", lambda *_: None),
            (r"\w+ (is .* (ahead|behind)|has .* for .*)\.", self.balance),
            (r"After \S+ the obvious reply .*", self.reply),
            (r"\w+ would like to play .*", self.wish),
        ):
            if re.fullmatch(known, text):
                check(text, sentence)
                return None
        if words[0].lower() in sides and words[1] == "threatens":
            self.threat(text, head, moves, sentence)
        elif words[0] == self.answer["best"]["records"][0] and words[1] == "threatens":
            self.deed(head, self.answer["idea"], text)
        elif words[0] == self.answer["best"]["records"][0] and " likewise" not in head:
            self.best(text, head)
        else:
            line = next((line for line in self.answer["rejected"] if lines[:1] == [line["line"]]), None)
            if not line:
                self.wrong("sentences", f"of an unknown kind: {text}")
                return None
            return self.rejected(text, head, line, before)
        self.check_moves(moves, text)
        return None

    def sides(self):
        return {"shogi": ("sente", "gote"), "gomoku": ("black", "white")}.get(self.game, ("white", "black"))

    def name(self, is_white):
        return self.sides()[0 if is_white else 1]

    def check_moves(self, moves, text):
        """The name of the end, if there is one."""
        if "," in moves:
            name = moves.rsplit(", ", 1)[1]
            self.counts["ends named"] += 1
            known = {
                "crazyhouse": {"checkmate"}, "shogi": {"checkmate"}, "seirawan": {"checkmate", "stalemate"},
                "atomic": {"checkmate", "no king left", "stalemate"},
                "antichess": {"no pieces left", "no moves left"}, "gomoku": {"5 in a row"},
                "draughts": {"no pieces left", "no moves left"}, "guardhouse": {"checkmate", "stalemate"},
                "stonegate": {"checkmate", "stalemate", "all checks given"}}[self.game]
            if name not in known and "repetition" not in name:
                self.wrong("names", f"{name}: {text}")

    def value_after(self, fen, move):
        """Fairy-Stockfish's value of a move for the side that makes it; None without it."""
        if not self.fairy:
            return None
        after = self.rules.push(fen, move)
        if not self.rules.legal(after):
            result = self.rules.result(fen, [move])
            return {"win": -100_000, "loss": 100_000}.get(result, 0)
        return -self.fairy.value(after, self.options.nodes)

    def best(self, text, head):
        best, answer = self.answer["best"], self.answer
        if not re.match(r"\S+ (is best|holds out longest)", head):
            return self.wrong("sentences", f"of an unknown kind: {text}")
        left = re.search(r"leaves (\w+) only (one|two|three) moves?$", head)
        if left:
            number = len(self.rules.legal(self.starts["reply"]))
            if number != NUMBERS.index(left[2]) if left[2] != "one" else number != 1:
                self.wrong("sentences", f"{number} moves: {text}")
        elif "meets the threat" in head:
            self.counts["threats met"] += 1
            threat = answer["threat"]
            if threat and best["line"][1:2] == threat["line"][:1] and best["gain"]:
                self.wrong("sentences", f"not met: {text}")
        elif re.fullmatch(r"\S+ is best", head):
            if best["gain"] and "mate" not in best:
                self.wrong("sentences", f"silent of {best['gain']}: {text}")
        else:
            self.deed(head, best, text)
        return None

    def deed(self, head, line, text, is_missed=False):
        """Checks what a line is said to achieve."""
        match = DEED.search(head)
        if not match:
            return self.wrong("sentences", f"without an achievement: {text}")
        if line["ledger"] is None:
            return None
        self.counts["achievements"] += 1
        if match["draw"]:
            if line["result"] != "draw":
                self.wrong("sentences", f"{line['result']}: {text}")
        elif match["end"]:
            self.end(match, line, text)
        elif match["exchange"]:
            self.exchange(match["what"], line, text)
        else:
            self.pieces(head[match.start():], line, text)
        return None

    def end(self, match, line, text):
        is_win = match["endverb"].startswith("win")
        wanted = "win" if is_win else "loss"
        plies = len(line["line"])
        if line["result"]:
            by_winner = is_win == (plies % 2 == 1)
            moves = (plies + 1) // 2
            right = {"at once": plies == 1, "to the next move": plies == 2 and not is_win,
                     "after any reply": plies == 2 and is_win}.get(match["when"], match["moves"] and int(match["moves"]) == moves)
            if line["result"] != wanted or not right:
                self.wrong("sentences", f"{line['result']} after {plies} plies ({by_winner}): {text}")
        else:
            self.counts["forced ends that are not shown"] += 1
        value = self.value_after(line["start"], line["line"][0])
        if value is not None:
            self.doubt("forced ends", value < LOST if is_win else value > -LOST, f"{value}: {text}")

    def exchange(self, what, line, text):
        if self.game in SILENT:
            return self.wrong("sentences", text)
        own, fens = Side(line["start"]).is_white, line["ledger"].fens
        squares = [re.sub(r"^\+?[a-zA-Z]@", "", move)[-2:] if "@" in move else
                   re.match(r"[a-z]\d+([a-z]\d+)", move)[1] for move in line["line"][:2]]
        before, between = Side(fens[0]).cells.get(squares[0]), Side(fens[1]).cells.get(squares[0])
        if squares[0] != squares[1] or not before or before[0] == own or not between or between[0] != own:
            return self.wrong("sentences", f"no exchange: {text}")
        kinds = [between[1], before[1]]
        if " for " in what:
            said = [next(iter(self.reader.things(part) or [None])) for part in what.split(" for ")]
        else:
            said = [self.reader.kinds.get(what)] * 2
        if said != kinds:
            self.wrong("sentences", f"{kinds}: {text}")
        return None

    def pieces(self, said, line, text):
        """Checks what is won and lost, promoted and allowed, and how."""
        if self.game in SILENT or not line["gain"]:
            return self.wrong("sentences", f"nothing is won or lost: {text}")
        said = re.split(r", but (?:misses|does not|is |stands)| and (?:misses|does not)|, too|: ", said)[0]
        own = Side(line["start"]).is_white
        lost, made = line["ledger"].after[line["gain"]["plies"] - 1]
        found = {"won": collections.Counter(), "lost": collections.Counter(),
                 "own": collections.Counter(), "other": collections.Counter()}
        motif = None
        for pattern in (r" that nothing protects", r" (?:by|to) a (?:double attack|check that also aims at) .*"):
            if re.search(pattern, said):
                motif = re.search(pattern, said)[0]
                said = said.replace(motif, "")
        for clause in re.split(r" and (?=promotes?|allows?)|, but (?=promotes?|allows?)", said):
            thing, _, price = clause.partition(" for ")
            verb = re.match(r"(wins?|gets?|loses?|gives? up|promotes?|allows? the promotion of)(?: only)? (.*)", thing)
            is_gain = bool(verb) and verb[1][:3] in ("win", "get", "pro")
            if not verb:
                return self.wrong("sentences", f"not understood: {text}")
            if verb[1].startswith("pro") or verb[1].startswith("allow"):
                pieces = self.reader.promotions(verb[2])
                found["own" if is_gain else "other"] += pieces or collections.Counter()
            else:
                pieces = self.reader.things(verb[2])
                found["won" if is_gain else "lost"] += pieces or collections.Counter()
            paid = self.reader.things(price) if price else collections.Counter()
            if pieces is None or paid is None:
                return self.wrong("sentences", f"not understood: {text}")
            found["lost" if is_gain else "won"] += paid
        expected = {"won": lost[not own], "lost": lost[own], "own": made[own], "other": made[not own]}
        known = set(self.reader.kinds.values())
        for key, value in expected.items():
            value = collections.Counter({kind: count for kind, count in value.items()
                                         if isinstance(kind, tuple) or kind in known})
            if found[key] != value:
                self.wrong("sentences", f"{key} {dict(found[key])}, not {dict(value)}: {text} "
                           f"({' '.join(line['line'])} from {line['start']})")
                return None
        if motif:
            self.motif(motif, line, text)
        return None

    def motif(self, motif, line, text):
        self.counts["patterns"] += 1
        first = 0 if re.search(r" (wins?|gets?) ", text) and not re.search(r" (loses?|gives? up) ", text) else 1
        fens, moves = line["ledger"].fens, line["line"]
        own = Side(fens[first]).is_white
        target = re.match(r"[a-z]\d+([a-z]\d+)", moves[first].split("@")[-1])
        square = target[1] if target else moves[first].split("@")[-1]
        after = fens[first + 1]
        if "nothing protects" in motif:
            back = [move for move in self.rules.legal(after)
                    if "@" not in move and re.match(r"[a-z]\d+([a-z]\d+)", move)[1] == square]
            taken = Side(fens[first]).cells.get(square)
            stays = Side(after).cells.get(square)
            if back or not taken or taken[0] == own or not stays or stays[0] != own:
                self.wrong("patterns", f"{back} {taken} {stays}: {text}")
            return
        victim = re.match(r"[a-z]\d+([a-z]\d+)", moves[first + 2])[1]
        if not moves[first + 2].startswith(square):
            self.wrong("patterns", f"another piece takes: {text}")
        attacked = {move[len(square):len(square) + 2] for move in self.rules.legal(self.rules.passed(after))
                    if move.startswith(square)}
        attacked = {cell: Side(after).cells[cell][1] for cell in attacked
                    if Side(after).cells.get(cell, (own,))[0] != own}
        if "double attack" in motif:
            said = self.reader.things(motif.split(" attack on ")[1])
            if not said or said - collections.Counter(attacked.values()) or victim not in attacked:
                self.wrong("patterns", f"{attacked}: {text}")
        else:
            said = self.reader.things(motif.split(" aims at ")[1])
            there = Side(after).cells.get(victim)
            if not self.rules.is_check(after) or not there or not said or list(said) != [there[1]]:
                self.wrong("patterns", f"{there}: {text}")

    def threat(self, text, head, moves, sentence):
        """After a pass, or by several moves that all lose to the same reply."""
        self.counts["threats"] += 1
        if sentence["after_pass"]:
            if head.split(" ")[0].lower() != self.name(not Side(self.fen).is_white):
                self.wrong("sentences", f"another side: {text}")
            self.deed(head, self.answer["threat"], text)
            return
        replies = {line[1] for line in sentence["lines"]}
        if len(sentence["lines"]) < 2 or len(replies) != 1:
            self.wrong("sentences", text)
        for line in sentence["lines"]:
            if self.rules.result(self.fen, line) != "loss":
                self.wrong("sentences", f"{line} does not win: {text}")

    def wish(self, text, sentence):
        line = self.answer["threat"]
        if not sentence["after_pass"] or sentence["lines"] != [line["line"]]:
            self.wrong("sentences", text)
        if not text.startswith(self.name(not Side(self.fen).is_white).capitalize()):
            self.wrong("sentences", f"another side: {text}")

    def reply(self, text, sentence):
        """An obvious reply that costs much."""
        match = re.match(r"After (\S+) the obvious reply (\S+) (.*?); (\S+) is better: ", text)
        line, best = self.answer["reply"], self.answer["best"]
        expected = (best["records"][0], line["records"][0], best["records"][1])
        if not match or (match[1], match[2], match[4]) != expected:
            return self.wrong("sentences", text)
        if match[3] != "is weak":
            self.deed(f"x {match[3]}", line, text)
        if self.fairy:
            own = self.value_after(line["start"], line["line"][0])
            better = self.value_after(line["start"], best["line"][1])
            self.doubt("obvious replies", own >= better, f"{own} and {better}: {text}")
        return None

    def rejected(self, text, head, line, before):
        """What is wrong with another move."""
        best = self.answer["best"]
        said = head.split(" ", 1)[1].removeprefix("looks good at first, but ")
        if said == "likewise":
            if before is None:
                return self.wrong("sentences", text)
            said = before
        if "does not meet the threat" in said:
            threat = self.answer["threat"]
            if not threat or line["line"][1:2] != threat["line"][:1]:
                self.wrong("sentences", f"it does: {text}")
        own = re.sub(r"does not (?:win|promote) [^:]*|misses [^:]*|does not meet the threat(?: and )?", "", said)
        own = own.strip(" ,").removesuffix(", but").removesuffix(" and")
        if DEED.search(own) and "only draws" not in own:
            self.deed(f"x {own}", line, text)
        missed = re.search(r"does not ((?:win|promote) .*)$", said)
        if missed:
            self.deed(f"x {missed[1]}", best, text)
        if re.search(r"misses the win at once", said) and len(best["line"]) != 1:
            self.wrong("sentences", text)
        number = re.search(r"misses the win in (\d+) moves", said)
        if number and best["result"] and (len(best["line"]) + 1) // 2 != int(number[1]):
            self.wrong("sentences", text)
        cost = (2 * best["wdl"][0] + best["wdl"][1] - 2 * line["wdl"][0] - line["wdl"][1]) / 2000
        degree = re.search(r"is (a little |much )?weaker", said)
        if degree:
            right = cost < 0.05 if degree[1] == "a little " else cost >= 0.15 if degree[1] else 0.05 <= cost < 0.15
            if not right:
                self.wrong("sentences", f"{cost}: {text}")
        if self.fairy:
            value, better = (self.value_after(self.fen, one["line"][0]) for one in (line, best))
            if " loses " in f" {said} " and "by force" not in said and "next move" not in said:
                self.doubt("losses", value >= better and value > -LOST, f"{value} and {better}: {text}")
            elif cost >= 0.1:
                self.doubt("moves that cost 10 %", value >= better and value > -LOST, f"{value} and {better}: {text}")
        return said

    def only(self, text, sentence):
        legal = self.rules.legal(self.fen)
        if "legal" in text:
            if len(legal) != 1:
                self.wrong("sentences", f"{len(legal)} moves: {text}")
        elif self.fairy:
            values = [self.value_after(self.fen, line[0]) for line in sentence["lines"]]
            self.doubt("only good moves", values[1] >= values[0], f"{values}: {self.fen}")

    def all_alike(self, text, sentence):
        match = re.match(r"(\S+) (?:is|are) (winning|lost)", text)
        if match[1].lower() != self.name(Side(self.fen).is_white):
            self.wrong("sentences", text)
        if self.fairy:
            value = self.value_after(self.fen, self.answer["best"]["line"][0])
            self.doubt("games decided", value < LOST if match[2] == "winning" else value > -LOST, f"{value}: {self.fen}")

    def alike(self, text, sentence):
        number = re.match(r"(\d+) other moves", text)
        if number and int(number[1]) != len(sentence["lines"]):
            self.wrong("sentences", text)
        for line in sentence["lines"]:
            if line[0] not in self.rules.legal(self.fen):
                self.wrong("sentences", text)

    def balance(self, text, _):
        if self.game in SILENT:
            return self.wrong("sentences", text)
        side = Side(self.fen)
        own = side.is_white
        count = side.all()
        kinds = [kind for kind in self.reader.kinds.values()]
        more = collections.Counter({kind: count[own, kind] - count[not own, kind] for kind in set(kinds)})
        match = re.match(r"(\w+) (?:is (.*) (ahead|behind)|has (.*) for (.*))\.", text)
        if match[1].lower() != self.name(own):
            return self.wrong("sentences", f"another side: {text}")
        ahead = match[4] or (match[2] if match[3] == "ahead" else None)
        behind = match[5] or (match[2] if match[3] == "behind" else None)
        said = [self.reader.things(part) if part else collections.Counter() for part in (ahead, behind)]
        if said != [+more, -more]:
            self.wrong("sentences", f"{dict(+more)} for {dict(-more)}: {text} {self.fen}")
        return None

    def points(self, text, _):
        best = self.answer["best"]
        for line in [best, *self.answer["rejected"]]:
            points = min(line["wdl"][0] + line["wdl"][1] / 2, best["wdl"][0] + best["wdl"][1] / 2) / 10
            said = re.search(re.escape(line["records"][0]) + r" (?:about |more than |less than |[<>] ?)?(\d+)", text)
            if not said or abs(int(said[1]) - points) > 1:
                self.wrong("sentences", f"{line['records'][0]} {points}: {text}")
        if self.fairy:
            points = best["wdl"][0] + best["wdl"][1] / 2
            value = self.value_after(self.fen, best["line"][0])
            is_doubted = points > 900 and value < 0 or points < 100 and value > 0
            self.doubt("expected points", is_doubted, f"{points / 10} % and {value}: {self.fen}")


if __name__ == "__main__":
    main()
