"""An engine at the ends of two pipes, for the scripts beside this file."""

import subprocess
import sys


class Engine:
    """An engine that has said who it is: its `name`."""

    def __init__(self, command, options):
        """Starts `command` and sets `options`, texts NAME=VALUE."""
        self.command = command
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        names = [line[8:].strip() for line in self.lines_until("uciok") if line.startswith("id name ")]
        self.name = names[-1] if names else ""
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.lines_until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, word):
        """The lines up to the first one that begins with `word`."""
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"{self.command} ended before it said {word}")
            lines.append(line)
        return lines

    def quit(self):
        self.send("quit")
        self.process.wait()
