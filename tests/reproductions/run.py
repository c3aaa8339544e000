#!/usr/bin/env python3
"""Faults that users and their programs once found, each tried again on a binary.

    tests/reproductions/run.py PLYGLOT [WORD...]

One line each, `as it should be` or `fault` with what was seen; with words, only those
whose name or description has one of them. The status is 1 if there was a fault. All
that is started is bounded in time; it takes some minutes in all. Linux, with nothing
but Python; what must be root to be tried is left out otherwise. Not run by `cargo
test`, whose own tests try the same things, most of them from inside.
"""

import os
import sys
import tempfile

sys.dont_write_bytecode = True  # a checkout stays as it is

import dialogues  # noqa: E402
import files  # noqa: E402
import matches  # noqa: E402
from tools import Fault, Program  # noqa: E402


def attempt(reproduction, binary):
    """Tries one in a folder of its own; gives its fault, and a note."""
    with tempfile.TemporaryDirectory(prefix="plyglot-reproduction-") as folder:
        try:
            return None, reproduction(Program(binary, folder))
        except Fault as fault:
            return str(fault), None
        except (OSError, ValueError) as error:
            return f"{type(error).__name__}: {error}", None


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    binary, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    faults = count = 0
    for module in (dialogues, matches, files):
        for reproduction in module.ALL:
            name = f"{module.__name__}.{reproduction.__name__}: {reproduction.__doc__}"
            if words and not any(word in name for word in words):
                continue
            fault, note = attempt(reproduction, binary)
            count += 1
            faults += fault is not None
            print(f"fault             {name}: {fault}" if fault else
                  f"as it should be   {name}{f' ({note})' if note else ''}", flush=True)
    print(f"{count} tried, {faults} faults")
    sys.exit(1 if faults else 0)


main()
