"""What `plyglot explain` says of chess positions, against python-chess and Stockfish.

    pip install chess
    python tests/peers/explain_chess.py PLYGLOT STOCKFISH POSITIONS.epd --count 100

python-chess plays every line: each move must be legal and written as it says, the pieces
must be won and lost as it says, and a line that ends the game must end it. What nothing protects
must not be taken back, and who attacks two pieces, or one with a check, must do so. Stockfish
searches the position after each rejected move, and the best one. For a move that `loses`
something it must find that it is worse than the best by half of that at least, in pawns,
or lost; for a move that loses by force, that it is lost; for one that costs 10 % of a
point or more, that it is worse. For an obvious reply to the best move that is said to cost
so much it must find that it is worse than the reply in the line of the best move. Prints
each difference, and the counts.
"""

import argparse
import json
import subprocess

import chess
import chess.engine

VALUES = {"queen": 9, "rook": 5, "bishop": 3, "knight": 3, "pawn": 1}
PATTERNS = (" that nothing protects", " a double attack on ", " a check that also aims at ")
# From here on a game is lost, in centipawns.
LOST = 500


def check_line(board, line):
    """What is wrong with a line that is played from a position, in words."""
    side, wrong = board.turn, []
    board = board.copy()
    before = count(board)
    gain = line.get("gain")
    for ply, (name, record) in enumerate(zip(line["line"], line["records"], strict=True), 1):
        move = chess.Move.from_uci(name)
        if move not in board.legal_moves:
            return [f"{name} is not legal in {board.fen()}"]
        if board.san(move) != record:
            wrong.append(f"{board.san(move)} is written {record}")
        board.push(move)
        if gain and ply == gain["plies"]:
            for piece in VALUES:
                said = next((p for p in gain["pieces"] if p["piece"] == piece), {"own": 0, "other": 0})
                now = [count(board)[piece, colour] - before[piece, colour]
                       for colour in (side, not side)]
                if now != [said["own"], said["other"]]:
                    wrong.append(f"{piece}: {now} and not {said}")
    mated = {True: "loss", False: "win"}[board.turn == side] if board.is_checkmate() else None
    if mated != (line["ending"] if line["ending"] in ("win", "loss") else None):
        wrong.append(f"the end of {line['records']} is {mated}, not {line['ending']}")
    if "mate" in line:
        plies = 2 * line["mate"] - 1 if line["mate"] > 0 else -2 * line["mate"]
        if len(line["line"]) > plies:
            wrong.append(f"{line['records']} is longer than {plies} plies")
    return wrong


def check_pattern(board, names, text):
    """What is wrong with the pattern that a sentence names, in words."""
    board = board.copy()
    is_loss = any(word in text for word in (" loses ", " lose ", " gives up ", " give up "))
    # The line of an obvious reply begins with the move that it answers.
    before = int(is_loss) + int(" the obvious reply " in text)
    for name in names[:before]:
        board.push_uci(name)
    taker = chess.Move.from_uci(names[before])
    side = board.turn
    board.push(taker)
    if " that nothing protects" in text:
        back = [move for move in board.legal_moves if move.to_square == taker.to_square]
        return [f"{text}: {back} take back"] if back else []
    target = chess.Move.from_uci(names[before + 2]).to_square
    victims = [square for square in board.attacks(taker.to_square)
               if board.color_at(square) == (not side)]
    if " a double attack on " in text:
        return [] if len(victims) > 1 and target in victims else [f"{text}: it attacks {victims}"]
    if " a check that also aims at " in text:
        # The piece may stand behind the king.
        aims = target in victims or board.piece_type_at(target) and not board.is_attacked_by(side, target)
        return [] if board.is_check() and aims else [f"{text}: no check, or no target"]
    return []


def count(board):
    return {(chess.piece_name(kind), colour): len(board.pieces(kind, colour))
            for kind in chess.PIECE_TYPES for colour in chess.COLORS}


def net(gain):
    """What a gain is worth in pawns, for the side that begins the line."""
    return sum(VALUES[p["piece"]] * (p["own"] - p["other"]) for p in gain["pieces"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyglot")
    parser.add_argument("stockfish")
    parser.add_argument("positions")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--replies", action="store_true",
                        help="Stockfish only looks at the obvious replies")
    arguments = parser.parse_args()
    with open(arguments.positions) as file:
        positions = file.read().splitlines()[:arguments.count]
    run = subprocess.run([arguments.plyglot, "explain", "--json", "--depth", str(arguments.depth)],
                         input="\n".join(positions) + "\n", text=True, capture_output=True, check=True)
    stockfish = chess.engine.SimpleEngine.popen_uci(arguments.stockfish)

    def value(board, move):
        """Stockfish's value of a move for the side that makes it, in centipawns."""
        info = stockfish.analyse(board, chess.engine.Limit(nodes=arguments.nodes),
                                 root_moves=[chess.Move.from_uci(move)])
        return info["score"].pov(board.turn).score(mate_score=100_000)

    counts = {"positions": 0, "lines": 0, "wrong lines": 0, "patterns": 0, "wrong patterns": 0, "losses of pieces": 0,
              "losses of pieces that Stockfish doubts": 0, "forced losses": 0,
              "forced losses that Stockfish doubts": 0, "moves that cost 10 %": 0,
              "moves that cost 10 % and Stockfish finds no worse": 0,
              "obvious replies": 0, "obvious replies that Stockfish finds no worse": 0}
    for answer in map(json.loads, run.stdout.splitlines()):
        board = chess.Board(answer["position"])
        counts["positions"] += 1
        lines = [(board, line) for line in [answer["best"], *answer["rejected"]]]
        passed = board.copy()
        passed.push(chess.Move.null())
        if answer["threat"]:
            lines.append((passed, answer["threat"]))
        after = board.copy()
        after.push(chess.Move.from_uci(answer["best"]["line"][0]))
        if answer["idea"]:
            later = after.copy()
            later.push(chess.Move.null())
            lines.append((later, answer["idea"]))
        if answer["reply"]:
            lines.append((after, answer["reply"]))
            counts["obvious replies"] += 1
            own = value(after, answer["reply"]["line"][0])
            better = value(after, answer["best"]["line"][1])
            if own >= better:
                counts["obvious replies that Stockfish finds no worse"] += 1
                text = next(sentence["text"] for sentence in answer["sentences"]
                            if " the obvious reply " in sentence["text"])
                print(f"{answer['id']}: Stockfish has {own} and {better}: {text}")
        for start, line in lines:
            counts["lines"] += 1
            for wrong in check_line(start, line):
                counts["wrong lines"] += 1
                print(f"{answer['id']}: {wrong}")
        for sentence in answer["sentences"]:
            text, shown = sentence["text"], sentence["lines"][:1]
            start = passed if sentence["after_pass"] else board
            if answer["idea"] and text.startswith(answer["best"]["records"][0] + " threatens to "):
                start, shown = later, [answer["idea"]["line"]]
            if shown and any(pattern in text for pattern in PATTERNS):
                counts["patterns"] += 1
                for wrong in check_pattern(start, shown[0], text):
                    counts["wrong patterns"] += 1
                    print(f"{answer['id']}: {wrong}")
        if arguments.replies:
            continue
        best = value(board, answer["best"]["line"][0])
        points = [answer["best"]["wdl"][0] + answer["best"]["wdl"][1] / 2]
        for line, text in zip(answer["rejected"], rejected_sentences(answer), strict=True):
            own = value(board, line["line"][0])
            cost = points[0] - line["wdl"][0] - line["wdl"][1] / 2
            checks = []
            if "loses by force" in text or "loses to the next move" in text:
                checks.append(("forced losses", "forced losses that Stockfish doubts", own < -LOST))
            elif " loses " in text:
                worse = min(0, 50 * net(line["gain"]))
                checks.append(("losses of pieces", "losses of pieces that Stockfish doubts",
                               own <= best + worse or own < -LOST))
            if cost >= 100:
                checks.append(("moves that cost 10 %",
                               "moves that cost 10 % and Stockfish finds no worse", own < best))
            for total, doubted, is_right in checks:
                counts[total] += 1
                if not is_right:
                    counts[doubted] += 1
                    print(f"{answer['id']}: Stockfish has {own} after {line['records'][0]}, "
                          f"{best} after {answer['best']['records'][0]}: {text}")
    stockfish.quit()
    for name, number in counts.items():
        print(f"{number:6} {name}")


def rejected_sentences(answer):
    """The sentence of each rejected move, in their order; empty where nothing is said of it."""
    for line in answer["rejected"]:
        yield next((sentence["text"] for sentence in answer["sentences"]
                    if sentence["lines"][:1] == [line["line"]] and not sentence["after_pass"]), "")


main()
