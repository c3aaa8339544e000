"""The games that are played beside pyffish."""

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
