"""Whether the board loses anything of a PGN file, by python-chess.

    pip install chess
    python tests/peers/pgn_files.py PLYGLOT FILE.pgn...

Imports each file on the page of `plyglot board` in Chromium, as a person does, and exports
each of its games. python-chess reads the file and the export: all tags, moves, variations,
comments, glyphs (`$1`) and the result must be the same. Clocks and evaluations (`[%clk]`,
`[%eval]`) are parts of comments. Blanks and line breaks in comments are equal, as in PGN.
Games in which python-chess itself finds a fault are left out. Prints each difference, and the
counts. Needs chromium and chromedriver.
"""

import argparse
import io
import json
import subprocess
import time
import urllib.request

import chess.pgn

# Longer texts are not imported, in bytes.
LONGEST = 1 << 20
PATIENCE_S = 60
# What python-chess gives tags that are missing.
DEFAULTS = ("?", "????.??.??")


class Browser:
    """Chromium by the commands of WebDriver."""

    def __init__(self, chromedriver, chromium):
        self.driver = subprocess.Popen([chromedriver, "--port=0"], stdout=subprocess.PIPE, text=True)
        said = next(line for line in self.driver.stdout if "started successfully on port" in line)
        self.address = f"http://127.0.0.1:{said.split()[-1].rstrip('.')}/session"
        options = {"binary": chromium, "args": ["--headless=new", "--no-sandbox"]}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        self.address += "/" + self.ask("", wanted)["sessionId"]

    def ask(self, path, body):
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def script(self, text, *arguments):
        return self.ask("/execute/sync", {"script": text, "args": arguments})

    def close(self):
        urllib.request.urlopen(urllib.request.Request(self.address, method="DELETE")).close()
        self.driver.terminate()


def wait_for(what):
    """What this gives as soon as it gives something; None if it never does."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    return None


def exported(browser, address, text):
    """The games of a text as the page exports them, with what it says instead, if it fails."""
    browser.ask("/url", {"url": address})
    wait_for(lambda: browser.script("return !['', 'loading'].includes(document.body.dataset.state ?? '')"))
    browser.script("document.getElementById('record-panel').open = true")
    wait_for(lambda: browser.script("return document.getElementById('export-pgn') !== null"))
    browser.script("""
        document.getElementById('import-text').value = arguments[0];
        document.getElementById('export').replaceChildren();
        document.getElementById('import-button').click()""", text)
    number = 0
    while True:
        yield wait_for(lambda: browser.script("""
            const notice = document.getElementById('notice');
            const said = notice.hidden || 'offer' in notice.dataset ? '' : notice.textContent.trim();
            const pgn = document.getElementById('export-pgn')?.value ?? '';
            return pgn || said ? { pgn, said } : null""")) or {"pgn": "", "said": "no answer"}
        number += 1
        if not browser.script("""
                const choice = document.getElementById('import-choice');
                if (!choice || choice.closest('[hidden]') || arguments[0] >= choice.options.length) return false;
                document.getElementById('export').replaceChildren();
                choice.value = arguments[0];
                choice.dispatchEvent(new Event('change'));
                return true""", number):
            return


def words(text):
    return " ".join(text.split())


def part(node):
    """A node and what follows, as lists that can be compared."""
    before, move = ("", "") if node.parent is None else (node.starting_comment, node.move.uci())
    return [move, words(before), words(node.comment), sorted(node.nags), [part(child) for child in node.variations]]


def differences(game, text):
    """What an export says otherwise than the game, in words."""
    back = chess.pgn.read_game(io.StringIO(text))
    if back is None:
        return ["no game"]
    found = [f"tag {name}: {value!r} became {back.headers.get(name)!r}"
             for name, value in game.headers.items() if back.headers.get(name) != value and value not in DEFAULTS]
    found += [f"the export is wrong: {error}" for error in back.errors]
    pairs = [(part(game), part(back), "")]
    names = ("move", "comment before", "comment")
    while pairs:
        one, other, place = pairs.pop()
        found += [f"{name} after{place or ' the start'}: {a!r} became {b!r}"
                  for name, a, b in zip(names, one, other) if a != b]
        # Signs such as +- become glyphs, and python-chess does not read them. What stands before
        # the first move of a variation belongs to that; python-chess adds it to the move before.
        if not set(one[3]) <= set(other[3]).union(*(child[3] for child in other[4][1:])):
            found.append(f"glyphs after{place or ' the start'}: {one[3]} became {other[3]}")
        if len(one[4]) != len(other[4]):
            found.append(f"moves after{place or ' the start'}: {[m[0] for m in one[4]]} became {[m[0] for m in other[4]]}")
        pairs += [(a, b, f"{place} {a[0]}") for a, b in zip(one[4], other[4])]
    return found


def games_of(path, most):
    """The first games of a file as python-chess reads them, and their text."""
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    handle, games, end = io.StringIO(text), [], 0
    while (game := chess.pgn.read_game(handle)) is not None and len(text[:handle.tell()].encode()) <= LONGEST:
        # A result below an empty line is no game of its own.
        if game.variations or game.errors or any(value not in DEFAULTS for name, value in game.headers.items() if name != "Result"):
            if len(games) == most:
                break
            games.append(game)
        end = handle.tell()
    return games, text[:end]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("plyglot")
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--games", type=int, default=20, help="maximum games of a file")
    arguments.add_argument("--chromium", default="/usr/bin/chromium")
    arguments.add_argument("--chromedriver", default="chromedriver")
    arguments = arguments.parse_args()
    server = subprocess.Popen([arguments.plyglot, "board"], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    browser = Browser(arguments.chromedriver, arguments.chromium)
    whole = same = left_out = all_games = 0
    try:
        for path in arguments.files:
            games, text = games_of(path, arguments.games)
            if not games:
                print(f"{path}: no game")
                continue
            wrong = 0
            back = exported(browser, address, text)
            for number, game in enumerate(games, 1):
                answer = next(back, {"pgn": "", "said": "no such game"})
                if game.errors:
                    left_out += 1
                    continue
                all_games += 1
                found = differences(game, answer["pgn"]) if answer["pgn"] else [answer["said"]]
                same += not found
                wrong += bool(found)
                for difference in found[:5]:
                    print(f"{path}, game {number}: {difference}")
            whole += wrong == 0
    finally:
        browser.close()
        server.terminate()
    print(f"{whole} of {len(arguments.files)} files and {same} of {all_games} games came back whole; "
          f"python-chess finds faults in {left_out} more")


if __name__ == "__main__":
    main()
