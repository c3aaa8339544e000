#!/usr/bin/env python3
"""Invents games, and compares their rules with Fairy-Stockfish's, ply by ply.

    tests/peers/sections.py PLYGLOT REPLAY FOLDER FIRST LAST

Section N is made from the seed N: a parent or none, three to eight keys, pieces by Betza's
notation, regions, ends. If `PLYGLOT check` finds it right, variants.js records 20 games of it in
FOLDER, then 20 from positions with few pieces; REPLAY (tools/replay.rs) replays
them, and pyffish says in which respect the first difference is one. Each step is a process of its
own, as odd rules can crash or hang the reference. It needs what variants.js needs, and the package
pyffish.

A line for each section that differs is `rN KIND GAME MOVES...`, and the last lines are sums. Games
that differ only in what may be claimed as a draw, as with few pieces, are shown if no other does.
What is in FOLDER already is used again.
"""

import json
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIBRARY = ["chess", "drops", "ends", "large"]
GAMES, PLIES = 20, 60
# Sections for one process of variants.js or REPLAY, and the seconds that it has for each.
BATCH = 100
PATIENCE = 60

# Games of both programs; the more often, the likelier.
PARENTS = [
    "chess", "chess", "chess", "chess", "crazyhouse", "crazyhouse", "losalamos", "atomic", "atomic",
    "makruk", "xiangqi", "minixiangqi", "minishogi", "shogi", "kyotoshogi", "seirawan", "capablanca",
    "3check", "horde", "extinction", "shatranj", "placement", "knightmate", "spartan", "janggi",
    "giveaway", "grand", "torishogi", "gorogoro", "duck", "sittuyin", "racingkings", "breakthrough",
]

# Those whose pieces promote as in shogi.
SHOGIS = ["minishogi", "shogi", "kyotoshogi", "torishogi", "gorogoro"]
ATOMS = "W F D A N H G C Z R B Q K".split()
NAMED = [
    "knight", "bishop", "rook", "queen", "fers", "wazir", "commoner", "alfil", "fersAlfil", "silver",
    "gold", "bers", "dragonHorse", "archbishop", "chancellor", "amazon", "centaur", "aiwok", "knibis",
    "biskni", "kniroo", "rookni", "shogiPawn", "shogiKnight", "lance", "soldier", "horse", "elephant",
    "cannon", "banner", "clobber", "breakthrough", "immobile", "janggiCannon", "janggiElephant",
]


def betza(pick):
    """A piece in Betza's notation, within what both programs read."""
    parts = []
    for _ in range(pick.choice([1, 1, 2, 2, 3])):
        atom = pick.choice(ATOMS)
        before = pick.choice(["", "", "", "m", "c"])
        if pick.random() < 0.35:
            before += pick.choice(["f", "b", "s", "v", "fb", "fs"] if atom not in "NCZ" else ["f", "b", "s", "v"])
        behind = ""
        if atom in "RBQ":
            before += pick.choice(["", "", "", "", "p", "g"])
            behind = pick.choice(["", "", "2", "3"]) if before[-1:] not in ("p", "g") else ""
        elif atom in "WF":
            behind = pick.choice(["", "", "", "2", "3"])
        elif atom in "NAD":
            before += pick.choice(["", "", "", "n"])
        parts.append(before + atom + behind)
    return "".join(parts)


class Section:
    """A section that is being made."""

    def __init__(self, number, starts):
        self.pick = random.Random(number)
        self.name = f"r{number}"
        self.keys = {}
        self.parent = None
        if self.pick.random() < 0.7:
            self.from_parent(starts)
        else:
            self.from_nothing()

    def from_parent(self, starts):
        self.parent = self.pick.choice([name for name in PARENTS if name in starts])
        self.from_fen(starts[self.parent])

    def from_fen(self, fen):
        self.fen = fen
        board = self.fen.split(" ")[0].split("[")[0]
        rows = board.split("/")
        self.ranks = len(rows)
        self.files = sum(int(n) if n else 1 for n in re.findall(r"(\d+)|\+?[A-Za-z*]", rows[0]))
        self.letters = sorted(set(re.findall("[a-z]", self.fen.split(" ")[0].lower())))

    def from_nothing(self):
        pick = self.pick
        self.files, self.ranks = pick.randint(5, 8), pick.randint(5, 8)
        if pick.random() < 0.15:
            self.files, self.ranks = pick.randint(9, 10), pick.randint(8, 10)
        free = [letter for letter in "abcdefghijlmnoqrstuvwxyz"]
        named = pick.sample(NAMED, pick.randint(1, 4))
        letters = []
        for name in named:
            letters.append(free.pop(pick.randrange(len(free))))
            self.keys[name] = letters[-1]
        for i in range(pick.randint(0, 2)):
            letters.append(free.pop(pick.randrange(len(free))))
            self.keys[f"customPiece{i + 1}"] = f"{letters[-1]}:{betza(pick)}"
        row = [pick.choice(letters) for _ in range(self.files)]
        if pick.random() < 0.85:
            self.keys["king"] = "k" if pick.random() < 0.8 else f"k:{betza(pick)}"
            row[pick.randrange(self.files)] = "k"
            letters.append("k")
        second = ["1"] * self.files
        if pick.random() < 0.8:
            self.keys["pawn"] = "p"
            letters.append("p")
            second = ["p" if pick.random() < 0.8 else "1" for _ in range(self.files)]
        if pick.random() < 0.6 or self.files < 6:
            self.keys["castling"] = "false"
        top = [("".join(row)), "".join(second)]
        empty = [str(self.files)] * (self.ranks - 4)
        rows = top + empty + [text.upper() for text in reversed(top)]
        self.keys.update(maxFile=self.files, maxRank=self.ranks)
        board = "/".join(re.sub("1+", lambda run: str(len(run[0])), row) for row in rows)
        self.fen = f"{board} w - - 0 1"
        self.letters = sorted(letters)
        self.keys["promotionRegionWhite"] = f"*{self.ranks}"
        self.keys["doubleStepRegionBlack"] = f"*{self.ranks - 1}"
        if "p" in letters:
            others = [letter for letter in letters if letter not in "kp"]
            self.keys["promotionPieceTypes"] = "".join(set(pick.choices(others, k=2)))

    def flag(self):
        return self.pick.choice(["true", "true", "true", "false"])

    def square(self):
        return f"{'abcdefghijkl'[self.pick.randrange(self.files)]}{self.pick.randint(1, self.ranks)}"

    def region(self):
        pick = self.pick
        kind = pick.random()
        if kind < 0.5:
            return " ".join(f"*{rank}" for rank in sorted(pick.sample(range(1, self.ranks + 1), pick.randint(1, 3))))
        if kind < 0.7:
            return " ".join(f"{'abcdefghijkl'[file]}*" for file in sorted(pick.sample(range(self.files), pick.randint(1, 4))))
        return " ".join(sorted({self.square() for _ in range(pick.randint(1, 8))}))

    def piece(self):
        return self.pick.choice(self.letters)

    def has_walls(self):
        return "wallingRule" in self.keys or self.parent == "duck"

    def others(self):
        """A letter that is no king."""
        return self.pick.choice([letter for letter in self.letters if letter != "k"] or self.letters)

    def pieces(self):
        return "".join(sorted(self.pick.sample(self.letters, self.pick.randint(1, min(3, len(self.letters))))))

    def no_kings(self):
        letters = [letter for letter in self.letters if letter != "k"] or self.letters
        return "".join(sorted(self.pick.sample(letters, self.pick.randint(1, min(3, len(letters))))))

    def result(self):
        return self.pick.choice(["win", "loss", "draw"])

    def sides(self, key, value):
        """A key for both sides, or for one."""
        return {key + self.pick.choice(["", "White", "Black"]): value()}

    def both(self, key, value):
        return {key + "White": value(), key + "Black": value()}

    def add(self):
        """Adds a rule of some kind: one key, or some that need each other."""
        rule = self.pick.choice([name for name in dir(self) if name.startswith("rule_")])
        for key, value in (getattr(self, rule)() or {}).items():
            self.keys[key] = value

    def rule_custom(self):
        # Letters that no parent has, not even for promoted pieces.
        free = [letter for letter in "uvxyz" if letter not in self.letters]
        if not free:
            return {}
        letter, number = self.pick.choice(free), self.pick.randint(3, 20)
        old = self.pick.choice([letter for letter in self.letters if letter not in "kp"] or ["?"])
        self.letters.append(letter)
        board, rest = self.fen.split(" ", 1)
        # One of a kind, or all, is replaced on both sides.
        count = self.pick.choice([1, 0])
        plain = re.sub(r"\+", "", board)
        for a, b in ((old, letter), (old.upper(), letter.upper())):
            plain = plain.replace(a, b, count) if count else plain.replace(a, b)
        if plain != board:
            self.fen = f"{plain} {rest}"
        return {f"customPiece{number}": f"{letter}:{betza(self.pick)}"}

    rule_custom2 = rule_custom

    def rule_king(self):
        return {"king": f"k:{betza(self.pick)}"} if "k" in self.letters and self.parent in (None, "chess", "crazyhouse", "3check") else {}

    def rule_promotion_region(self):
        return self.both("promotionRegion", self.region)

    def rule_promotion_types(self):
        return self.sides("promotionPieceTypes", self.no_kings)

    def rule_promotion_pawns(self):
        # In the reference, pawns promote in any case.
        return self.sides("promotionPawnTypes", lambda: "".join(sorted(set(self.no_kings() + "p")))) if "p" in self.letters else {}

    def rule_promotion_limit(self):
        return {"promotionLimit": f"{self.others()}:{self.pick.randint(1, 3)}"}

    def rule_promoted(self):
        # In the reference, such promotions have no walls, and promoted pieces promote again.
        if self.parent in SHOGIS or self.has_walls() or "petrifyOnCaptureTypes" in self.keys:
            return {}
        pairs = {}
        for _ in range(self.pick.randint(1, 2)):
            old, new = self.others(), self.others()
            if old != new:
                pairs[old] = new
        pairs = {old: new for old, new in pairs.items() if new not in pairs}
        more = {key: self.flag() for key in ("piecePromotionOnCapture", "mandatoryPiecePromotion", "pieceDemotion") if self.pick.random() < 0.4}
        return {"promotedPieceType": " ".join(f"{a}:{b}" for a, b in pairs.items()), **more} if pairs else {}

    rule_promoted2 = rule_promoted

    def rule_pawn_promotion(self):
        return {"mandatoryPawnPromotion": "false"}

    def rule_steps(self):
        more = self.both("tripleStepRegion", self.region) if self.pick.random() < 0.5 else {}
        return {**self.both("doubleStepRegion", self.region), **more}

    def rule_no_double_step(self):
        return {"doubleStep": self.flag()}

    def rule_en_passant(self):
        if self.pick.random() < 0.6:
            return self.sides("enPassantRegion", self.region)
        # In the reference, pawns capture en passant in any case.
        return self.sides("enPassantTypes", lambda: "".join(sorted(set(self.no_kings() + "p")))) if "p" in self.letters else {}

    def rule_drops(self):
        if self.has_walls():
            return {}
        rules = {"pieceDrops": "true"}
        if "[" not in self.fen:
            hand = "".join(self.pick.choices([letter for letter in self.letters if letter != "k"] or ["p"], k=self.pick.randint(0, 3)))
            board, rest = self.fen.split(" ", 1)
            self.fen = f"{board}[{hand.upper()}{hand}] {rest}"
        rules["capturesToHand"] = self.flag()
        extra = {
            "dropRegion": lambda: self.both("dropRegion", self.region),
            "mustDrop": lambda: {"mustDrop": "true", **({"mustDropType": self.others()} if self.pick.random() < 0.5 else {})},
            "dropChecks": lambda: {"dropChecks": "false"},
            "dropPromoted": lambda: {"dropPromoted": "true"},
            "firstRankPawnDrops": lambda: {"firstRankPawnDrops": "true"},
            "promotionZonePawnDrops": lambda: {"promotionZonePawnDrops": "true"},
            "shogiPawnDropMateIllegal": lambda: {"shogiPawnDropMateIllegal": "true"},
            "dropNoDoubled": lambda: {"dropNoDoubled": self.others(), "dropNoDoubledCount": self.pick.randint(1, 2)},
            # The reference takes walls for the edge of the board.
            "immobilityIllegal": lambda: {"immobilityIllegal": "true"},
            "castlingDroppedPiece": lambda: {"castlingDroppedPiece": "true"},
            "dropOppositeColoredBishop": lambda: {"dropOppositeColoredBishop": "true"},
        }
        for key in self.pick.sample(sorted(extra), self.pick.randint(0, 2)):
            rules.update(extra[key]())
        return rules

    rule_drops2 = rule_drops

    def rule_must_capture(self):
        return {"mustCapture": "true"}

    def rule_no_checks(self):
        return {"checking": "false"} if self.pick.random() < 0.5 else {"makpongRule": "true"}

    def rule_pass(self):
        return self.sides(self.pick.choice(["pass", "passOnStalemate"]), self.flag)

    def rule_flying(self):
        return {"flyingGeneral": "true"}

    def rule_blast(self):
        # The reference ignores that a royal piece is immune.
        immune = {"blastImmuneTypes": self.no_kings()} if self.pick.random() < 0.5 else {}
        if self.parent == "atomic":
            return immune
        if "k" in self.letters and self.parent not in (None, "chess", "extinction") or "commoner" in self.keys:
            return {}
        # No king is in a blast.
        royal = {"king": "-", "commoner": "k", "castlingKingPiece": "k", "extinctionValue": "loss", "extinctionPieceTypes": "k", "extinctionPseudoRoyal": "true"}
        if self.parent == "extinction":
            # In the reference, a piece that is named again loses its promotion.
            del royal["commoner"]
        return {"blastOnCapture": "true", **immune, **(royal if "k" in self.letters else {})}

    def rule_immune(self):
        return {"mutuallyImmuneTypes": self.pieces()}

    def rule_petrify(self):
        # In the reference, what petrifies and promotes leaves no wall.
        stones = "".join(letter for letter in self.no_kings() if letter != "p")
        if not stones or "promotedPieceType" in self.keys or self.parent in SHOGIS or "blastImmuneTypes" in self.keys:
            return {}
        more = {"petrifyBlastPieces": "true"} if self.pick.random() < 0.4 else {}
        return {"petrifyOnCaptureTypes": stones, **more}

    def rule_flip(self):
        return {"flipEnclosedPieces": self.pick.choice(["reversi", "ataxx", "quadwrangle"])} if "k" not in self.letters else {}

    def rule_walls(self):
        # The reference has room for some thousands of moves.
        if "pieceDrops" in self.keys or "[" in self.fen or self.files * self.ranks > 64 or "promotedPieceType" in self.keys:
            return {}
        rules = {"wallingRule": self.pick.choice(["arrow", "duck", "edge", "past", "past", "static"])}
        if self.pick.random() < 0.7:
            rules.update(self.sides("wallingRegion", self.region))
        if self.pick.random() < 0.2:
            rules["wallOrMove"] = "true"
        return rules

    def rule_stalemate(self):
        return {"stalemateValue": self.result(), **({"stalematePieceCount": "true"} if self.pick.random() < 0.3 else {})}

    def rule_checkmate(self):
        return {"checkmateValue": self.result()}

    def rule_extinction(self):
        rules = {"extinctionValue": self.pick.choice(["win", "loss", "loss"]), "extinctionPieceTypes": self.pick.choice([self.no_kings(), "*"])}
        if self.pick.random() < 0.3:
            rules["extinctionPieceCount"] = self.pick.randint(0, 2)
        if self.pick.random() < 0.2:
            rules["extinctionOpponentPieceCount"] = self.pick.randint(1, 3)
        if self.pick.random() < 0.2:
            rules["extinctionClaim"] = "true"
        return rules

    def rule_pseudo_royal(self):
        if "checkCounting" in self.keys or self.parent == "3check":
            return {}
        rules = {"extinctionValue": "loss", "extinctionPieceTypes": self.others(), "extinctionPseudoRoyal": "true"}
        if self.pick.random() < 0.2:
            rules["dupleCheck"] = "true"
        return rules

    def rule_flag(self):
        rules = self.both("flagRegion", self.region)
        if self.pick.random() < 0.8:
            rules["flagPiece"] = self.piece()
        for key, value in (("flagPieceCount", "2"), ("flagPieceBlockedWin", "true"), ("flagMove", "true"), ("flagPieceSafe", "true")):
            if self.pick.random() < 0.2:
                rules[key] = value
        return rules

    rule_flag2 = rule_flag

    def rule_checks(self):
        # In the reference, checks to royal commoners do not count.
        if self.parent == "atomic" or "extinctionPseudoRoyal" in self.keys or "+" in self.fen.split(" ", 1)[1] or "+" in self.fen.split(" ")[0]:
            return {}
        fields = self.fen.split(" ")
        count = self.pick.randint(2, 5)
        if len(fields) < 6:
            return {}
        self.fen = " ".join(fields[:4] + [f"{count}+{count}"] + fields[4:6])
        return {"checkCounting": "true"}

    def rule_material(self):
        rules = {"materialCounting": self.pick.choice(["janggi", "unweighted", "whitedrawodds", "blackdrawodds"])}
        if self.pick.random() < 0.3:
            rules["adjudicateFullBoard"] = "true"
        return rules

    def rule_counting(self):
        return {"countingRule": self.pick.choice(["makruk", "cambodian", "asean"])}

    def rule_connect(self):
        rules = {self.pick.choice(["connectN", "collinearN"]): self.pick.randint(3, 5)}
        if self.pick.random() < 0.2:
            rules = {"connectNxN": 2}
        if self.pick.random() < 0.5:
            rules["connectPieceTypes"] = self.pieces()
        for key in ("connectVertical", "connectHorizontal", "connectDiagonal"):
            if self.pick.random() < 0.3:
                rules[key] = "false"
        if self.pick.random() < 0.3:
            rules["connectValue"] = "loss"
        return rules

    def rule_connect_regions(self):
        last = "abcdefghijkl"[self.files - 1]
        return {
            "connectRegion1White": "*1", "connectRegion2White": f"*{self.ranks - 2}",
            "connectRegion1Black": "a*", "connectRegion2Black": f"{last}*",
            # The reference connects along straight lines only.
            "connectDiagonal": "false",
        }

    def rule_n_move(self):
        rules = {"nMoveRule": self.pick.choice([0, 5, 10, 20])}
        if self.pick.random() < 0.5:
            rules.update(self.sides("nMoveRuleTypes", self.pieces))
        return rules

    def rule_n_fold(self):
        rules = {"nFoldRule": self.pick.choice([2, 3, 4]), "nFoldValue": self.result()}
        if self.pick.random() < 0.3:
            rules["nFoldValueAbsolute"] = "true"
        return rules

    def rule_perpetual(self):
        return {self.pick.choice(["perpetualCheckIllegal", "moveRepetitionIllegal"]): "true"}

    def rule_mobility(self):
        names = {letter: name for name, letter in self.keys.items() if isinstance(letter, str) and letter[:1] in self.letters and (letter[1:] == "" or letter[1:2] == ":")}
        if self.parent in ("chess", "crazyhouse", "3check"):
            names.update(p="pawn", n="knight", b="bishop", r="rook", q="queen", k="king")
        if not names:
            return {}
        letter = self.pick.choice(sorted(names))
        name = names[letter]
        name = name[0].upper() + name[1:]
        side = self.pick.choice(["White", "Black"])
        ranks = sorted(self.pick.sample(range(1, self.ranks + 1), self.ranks - self.pick.randint(0, 3)))
        return {f"mobilityRegion{side}{name}": " ".join(f"*{rank}" for rank in ranks)}

    def rule_castling(self):
        options = [
            {"castlingKingsideFile": self.pick.choice("fgh")}, {"castlingQueensideFile": self.pick.choice("bcd")},
            {"oppositeCastling": "true"}, {"castlingWins": self.pick.choice(["KQkq", "Kk", "Qq"])}, {"castling": "false"},
            {"castlingRookPieces": self.no_kings()},
        ]
        return self.pick.choice(options) if self.parent in ("chess", "3check", "crazyhouse", "atomic") else {}

    def rule_soldier(self):
        return {"soldierPromotionRank": self.pick.randint(1, self.ranks)} if self.parent in ("xiangqi", "minixiangqi", "janggi") or "soldier" in self.keys else {}

    def rule_palace(self):
        return {"diagonalLines": self.region()}

    def rule_bikjang(self):
        return {"bikjangRule": "true"}

    def without_faults(self):
        """The keys without those that the reference takes otherwise than its documentation says."""
        has_side = {"wallingRegionWhite", "wallingRegionBlack"} & self.keys.keys()
        faults = [
            ("pieceDemotion", "p" in self.letters),
            ("wallingRegion", has_side),
            ("immobilityIllegal", "petrifyOnCaptureTypes" in self.keys),
            ("petrifyOnCaptureTypes", self.parent == "duck" or self.keys.get("wallingRule") == "duck"),
            ("doubleStep", self.keys.get("doubleStep") == "true"),
        ]
        left_out = [key for key, is_fault in faults if is_fault]
        return {key: value for key, value in self.keys.items() if key not in left_out}

    def text(self):
        wanted = len(self.keys) + self.pick.randint(3, 8)
        for _ in range(40):
            if len(self.keys) >= wanted:
                break
            self.add()
        self.keys["startFen"] = self.fen
        head = f"[{self.name}:{self.parent}]" if self.parent else f"[{self.name}]"
        return "\n".join([head] + [f"{key} = {value}" for key, value in self.without_faults().items()]) + "\n"


def starts_of_parents():
    import pyffish

    return {name: pyffish.start_fen(name) for name in set(PARENTS) & set(pyffish.variants())}


def run(command, seconds=PATIENCE, words=""):
    """The end of a process that reads these words: its status, `None` if it hangs, and its output."""
    try:
        done = subprocess.run(command, capture_output=True, input=words.encode(), timeout=seconds)
    except subprocess.TimeoutExpired as hung:
        return None, (hung.stdout or b"").decode()
    return done.returncode, done.stdout.decode()


def watch(command, paths):
    """The status of a process that writes these files in turn, `None` if it hangs at one of them."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        done, since = 0, time.monotonic()
        while time.monotonic() < since + PATIENCE:
            try:
                return process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                before, done = done, sum(map(os.path.exists, paths))
                since = since if done == before else time.monotonic()
        process.kill()
        return None


def has(folder, name, key):
    """Whether a section has a key."""
    with open(f"{folder}/{name}.ini", encoding="utf-8") as file:
        return f"\n{key} = " in file.read()


def checked(program, folder, names):
    """The sections that are right."""
    texts = []
    for name in names:
        with open(f"{folder}/{name}.ini", encoding="utf-8") as file:
            texts.append(file.read())
    with open(f"{folder}/all.ini", "w", encoding="utf-8") as file:
        file.write("\n".join(texts))
    _, text = run([program, "check", f"{folder}/all.ini"])
    return re.findall(r"\br\d+\b", (re.findall(r"valid games?: .*", text) or [""])[-1])


def record(folder, names, kind):
    """Has variants.js record games of sections; those that it cannot are in FOLDER/KIND.failed."""
    os.makedirs(f"{folder}/{kind}", exist_ok=True)
    failed = {}
    if os.path.exists(f"{folder}/{kind}.failed"):
        with open(f"{folder}/{kind}.failed", encoding="utf-8") as file:
            failed = dict(line.split() for line in file)
    while True:
        left = [n for n in names if n not in failed and not os.path.exists(f"{folder}/{kind}/{n}.0")]
        if not left:
            return failed
        with open(f"{folder}/batch.ini", "w", encoding="utf-8") as batch:
            for name in left:
                with open(f"{folder}/{name}.ini", encoding="utf-8") as file:
                    batch.write(file.read() + "\n")
        options = ["--bare"] if kind == "bare" else []
        words = [f"{folder}/batch.ini", f"{folder}/{kind}", "0", str(GAMES - 1), str(PLIES), *left]
        paths = [f"{folder}/{kind}/{n}.0" for n in left]
        status = watch(["node", f"{HERE}/variants.js", *options, *words], paths)
        undone = [n for n in left if not os.path.exists(f"{folder}/{kind}/{n}.0")]
        if undone:
            # They are done in turn.
            failed[undone[0]] = "hangs" if status is None else "crashes"
            with open(f"{folder}/{kind}.failed", "a", encoding="utf-8") as file:
                file.write(f"{undone[0]} {failed[undone[0]]}\n")


def replayed(replay, folder, names, records):
    """By record: the status of REPLAY and its lines. If one fails, each has a process of its own."""
    library = [f"{ROOT}/crates/engine/library/games/{name}.ini" for name in LIBRARY]
    sections = [f"{folder}/{name}.ini" for name in names]
    status, text = run([replay, *library, *sections, "--", *records], PATIENCE * max(len(records), 1))
    if status != 0 and len(records) > 1:
        of_name = lambda record: [os.path.basename(record).removesuffix(".0")]
        return {record: replayed(replay, folder, of_name(record), [record])[record] for record in records}
    if status != 0:
        return {record: (status, []) for record in records}
    parts = re.split(r"^(?=r\d+,)", text, flags=re.M)[1:]
    return {record: (0, part.splitlines()) for record, part in zip(records, parts, strict=True)}


def described(differences):
    """What pyffish says of each position, in one process, or another after one that failed."""
    answers = []
    while len(answers) < len(differences):
        left = differences[len(answers) :]
        _, text = run([sys.executable, __file__, "--describe"], PATIENCE, json.dumps(left))
        answers += text.splitlines()
        if len(answers) < len(differences):
            answers.append("")
    return answers


def describe():
    import pyffish
    import variants

    known = set()
    for ini, name, start, moves, _ in json.load(sys.stdin):
        if name not in known:
            known.add(name)
            with open(ini, encoding="utf-8") as file:
                pyffish.load_variant_config(file.read())
        print(variants.describe(name, start, moves.split()), flush=True)


def kind_of(text, found):
    """In which respect what was found differs from pyffish's text."""
    if not found.count("|") == 2:
        return re.sub(r"[a-l]\d+.*|.@.*", "", found).strip() or found, ""
    if text.count("|") != 2:
        return "pyffish fails", ""
    expected, ours = text.split("|"), found.split("|")
    parts = []
    if expected[0] != ours[0]:
        more = sorted(set(ours[0].split()) - set(expected[0].split()))
        less = sorted(set(expected[0].split()) - set(ours[0].split()))
        parts.append(f"moves +{more[:4]} -{less[:4]}")
    parts += [f"{what}: {b} for {a}" for what, a, b in zip(("fen", "verdict"), expected[1:], ours[1:]) if a != b]
    kinds = [part.split(" ")[0].rstrip(":") for part in parts]
    return "+".join(kinds) or "pyffish agrees, ffish does not", "; ".join(parts)


def compare(replay, folder, names, count):
    """Records games of these sections, replays them, and prints where they differ."""
    records = {}
    for kind in ("full", "bare"):
        # Without castling rights, both sides have lost where castling wins.
        batch = [n for n in names if kind == "full" or not has(folder, n, "castlingWins")]
        failed = record(folder, batch, kind)
        for name in batch:
            if name in failed:
                count(f"reference {failed[name]}, {kind}")
            else:
                records[f"{folder}/{kind}/{name}.0"] = name, kind
    if replay == "-":
        return
    differences = []
    for path, (status, lines) in replayed(replay, folder, names, list(records)).items():
        name, kind = records[path]
        if status != 0:
            count("replay hangs" if status is None else "replay crashes")
            print(f"{name} {kind}: status {status}", flush=True)
            continue
        numbers = lines[0].split(",")
        if numbers[1:2] == ["refused"]:
            count(f"refused, {kind}")
            continue
        games, equal, plies, refused, draws = map(int, numbers[1:])
        count(f"sections, {kind}")
        count(f"games, {kind}", games)
        count(f"refused starts, {kind}", refused)
        count(f"games that differ in draws alone, {kind}", draws)
        count(f"equal games, {kind}", equal)
        count(f"equal positions, {kind}", plies)
        if equal + refused < games:
            _, _, start, moves, found = lines[1].split("\t")
            differences.append((f"{folder}/{name}.ini", name, start, moves, (kind, games - equal - refused, found)))
    for (_, name, start, moves, (kind, number, found)), text in zip(differences, described(differences)):
        what, more = kind_of(text, found)
        count(f"differs: {what}")
        print(f"{name} {kind} {number} {what} | {more} | {start} | {moves} | {found[:300]}", flush=True)


def main():
    if sys.argv[1] == "--describe":
        return describe()
    program, replay, folder, first, last = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    starts_file = f"{folder}/starts.json"
    if not os.path.exists(starts_file):
        with open(starts_file, "w", encoding="utf-8") as file:
            json.dump(starts_of_parents(), file)
    with open(starts_file, encoding="utf-8") as file:
        starts = json.load(file)
    sums = {}

    def count(what, number=1):
        sums[what] = sums.get(what, 0) + number

    names = [f"r{number}" for number in range(int(first), int(last) + 1)]
    for name in names:
        with open(f"{folder}/{name}.ini", "w", encoding="utf-8") as file:
            file.write(Section(int(name[1:]), starts).text())
    legal = set(checked(program, folder, names))
    count("sections", len(names))
    count("sections refused by check", len(names) - len(legal))
    names = [name for name in names if name in legal]
    for at in range(0, len(names), BATCH):
        compare(replay, folder, names[at : at + BATCH], count)
    for what in sorted(sums):
        print(f"{what}: {sums[what]}")


if __name__ == "__main__":
    sys.exit(main())
