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
