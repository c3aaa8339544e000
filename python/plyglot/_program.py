"""The program `plyglot`, as pip installs it: the search and the networks are those of the package."""

import signal
import sys

from plyglot._plyglot import run_program  # type: ignore[import-not-found]


def main():
    # As in a program of its own, Ctrl-C is for its tools, or else ends it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(sys.argv)
