"""`analyse`, `explain` and `solve`, and the program in the package."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import plyglot

PGN = """[Event "?"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def test_analyse():
    found = plyglot.analyse(plyglot.Position("tictactoe", "X.OX.XOO."), depth=9, lines=None)
    assert [(m["move"], m["mate"]) for m in found["moves"]] == [
        ("P@b2", 1),
        ("P@b3", -1),
        ("P@c1", -1),
    ]
    assert found["game"] == "tictactoe" and found["side"] == "first"
    found = plyglot.analyse(plyglot.Position(moves=["e4"]), nodes=1000)
    assert len(found["moves"]) == 3
    with pytest.raises(ValueError, match="time"):
        plyglot.analyse(plyglot.Position(), time=-1)


def test_analyse_pgn():
    [game] = plyglot.analyse_pgn(PGN, depth=6)
    assert len(game["moves"]) == 4 and game["tags"]["Result"] == "0-1"
    assert game["moves"][2]["played"]["mate"] == -1 and game["turning_point"] == 2
    assert game["moves"][3]["lost_points"] == 0
    assert plyglot.analyse_pgn("") == []
    with pytest.raises(ValueError, match="game 1: .*e5"):
        plyglot.analyse_pgn("1. e5 *", depth=1)


def test_analyse_pgn_keeps_what_can_be_played():
    text = '[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 *\n\n[Variant "No"]\n\n1. e4 *\n\n1. e4 Ke5 *\n'
    first, second, third = plyglot.analyse_pgn(text, depth=1)
    assert first["game"] == "antichess" and len(first["moves"]) == 3 and first["complete"]
    assert second == {"number": 2, "error": second["error"]} and "line 5" in second["error"]
    assert len(third["moves"]) == 1 and not third["complete"]
    assert third["faults"][0]["file_line"] == 9
    # A game that is asked for contradicts the others.
    found = plyglot.analyse_pgn(text, "chess", depth=1)
    assert ["error" in game for game in found] == [True, True, False]


def test_rules():
    told = plyglot.rules("shogi")
    assert told["game"] == "shogi" and told["start"].count("|") > 81
    pieces = next(section["items"] for section in told["sections"] if section["title"] == "Pieces")
    gold = next(piece for piece in pieces if piece["title"] == "Gold (金, G)")
    assert gold["diagram"] == "o o o\no G o\n. o ."
    with pytest.raises(plyglot.UnknownGameError):
        plyglot.rules("halma")


def test_explain():
    position = plyglot.Position("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    found = plyglot.explain(position, "h3", time=0.5)
    assert found["best"]["line"] == ["d1d8"] and found["best"]["mate"] == 1
    assert found["rejected"][0]["line"][0] == "h2h3"
    assert any(s["text"].startswith("Rd8# is best") for s in found["sentences"])
    with pytest.raises(plyglot.IllegalMoveError):
        plyglot.explain(position, "h9")


def test_solve():
    # The values of the first moves that the README prints.
    found = plyglot.solve(plyglot.Position("cfour"))
    assert [m["score"] for m in found["moves"]] == [-2, -1, 0, 1, 0, -1, -2]
    assert found["score"] == 1 and found["result"] == "win"
    with pytest.raises(ValueError, match="expected"):
        plyglot.solve(plyglot.Position("chess"))


def program():
    name = "plyglot.exe" if sys.platform == "win32" else "plyglot"
    return shutil.which(name, path=str(Path(sys.executable).parent))


needs_program = pytest.mark.skipif(
    program() is None, reason="the package is not installed from its wheel"
)


@needs_program
def test_the_program_comes_along():
    ran = subprocess.run(
        [program(), "--game", "cfour", "go", "depth", "10"], capture_output=True, text=True
    )
    assert ran.stdout.splitlines()[-1].startswith("bestmove P@")
    wrong = subprocess.run([program(), "play", "--no"], capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: ") and not wrong.stdout
    licences = subprocess.run([program(), "--licences"], capture_output=True, text=True)
    assert licences.returncode == 0 and "  pyo3 " in licences.stdout


@needs_program
def test_the_program_starts_itself_as_the_engine_of_the_board():
    with subprocess.Popen([program(), "board"], stdout=subprocess.PIPE, text=True) as board:
        assert "http://" in board.stdout.readline()
        board.terminate()


@needs_program
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
def test_ctrl_c_ends_the_program():
    pipe = subprocess.PIPE
    with subprocess.Popen([program()], stdin=pipe, stdout=pipe, text=True) as engine:
        engine.stdin.write("isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "readyok\n"
        engine.send_signal(signal.SIGINT)
        assert engine.wait() == -signal.SIGINT


def test_the_document_is_true():
    """Its blocks of Python are one program, and what is said after `# is` is true."""
    document = Path(__file__).parents[2] / "docs" / "python.md"
    text = document.read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert len(blocks) >= 3
    names, checked = {}, 0
    for block in blocks:
        statements = []
        for line in block.splitlines():
            code, found, expected = line.partition("  # is ")
            if found:
                exec("\n".join(statements), names)
                statements = []
                assert eval(code, names) == eval(expected, names), line
                checked += 1
            else:
                statements.append(line)
        exec("\n".join(statements), names)
    assert checked >= 5


def test_survey():
    reports = []
    options = {"games": 2, "nodes": 10, "doublings": 1, "hash": 1}
    found = plyglot.survey("tictactoe", **options, progress=reports.append)
    assert found["game"] == "tictactoe"
    # Of two strengths, and of one against the other.
    assert (reports[-1]["played"], reports[-1]["all"]) == (6, 6)
    assert reports[-1]["report"] == found == plyglot.survey("tictactoe", **options)
    with pytest.raises(ValueError) as refusal:
        plyglot.survey("tictactoe", games=1)
    assert str(refusal.value) == "games: expected 2 to 100000, found 1"


def test_a_callback_ends_a_survey():
    def refuse(report):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        plyglot.survey("chess", games=100_000, progress=refuse)
