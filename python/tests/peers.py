"""The games that are played beside pyffish, and a program that speaks UCI."""

VARIANTS = [
    "crazyhouse",
    "atomic",
    "antichess",
    "kingofthehill",
    "3check",
    "racingkings",
    "horde",
    "xiangqi",
    "shogi",
    "makruk",
]

LICHESS = [
    "chess960",
    "crazyhouse",
    "atomic",
    "antichess",
    "kingofthehill",
    "3check",
    "racingkings",
    "horde",
]
"""Those of lichess, as python-chess also plays them."""

PROGRAM = r"""
import sys
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    print(line.strip(), file=log or sys.stderr, flush=True)
    word, *words = line.split()
    if word == "uci":
        print("id name Peer 1\noption name MultiPV type spin default 1 min 1 max 9\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "go":
        print("info depth 3 multipv 1 score cp 15 nodes 70 time 20 wdl 300 500 200 pv e2e4 e7e5")
        print("info depth 4 multipv 1 score cp 99 upperbound nodes 80 pv d2d4")
        print("info depth 3 multipv 2 score mate -2 nodes 75 pv a2a3")
        if words == ["depth", "9"]:
            sys.exit(3)
        if words != ["infinite"]:
            print("bestmove e2e5" if words == ["depth", "2"] else "bestmove e2e4 ponder e7e5")
    elif word == "stop":
        print("bestmove e2e4")
    elif word == "quit":
        break
    sys.stdout.flush()
"""
"""It always finds the same moves, but for an illegal one at depth 2; at depth 9 it ends. What it is told
goes to a file."""
