"""What the reproductions have in common: processes that are bounded in time, memory and files."""

import os
import resource
import signal
import subprocess
import time

PATIENCE = 60  # seconds, against what never ends
SILENT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Fault(Exception):
    """What was seen that should not be."""


def expect(holds, fault):
    """Says that something is as it should be."""
    if not holds:
        raise Fault(fault)


class Done:
    """A process that has ended: its status (None if it had to be killed) and what it printed."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def ended(self):
        expect(self.status is not None, f"it does not end within {PATIENCE} s")
        expect(self.status >= 0, f"ended by signal {-self.status}: {last(self.err)}")
        return self

    def refused(self, status=None):
        """It ended with an error, or with this status, and without a panic."""
        self.ended()
        expect(self.status != 0, f"status 0; it said: {last(self.out)}")
        expect("panicked" not in self.err, f"a panic, status {self.status}: {last(self.err)}")
        if status is not None:
            expect(self.status == status, f"status {self.status}, not {status}: {last(self.err)}")
        return self

    def succeeded(self):
        self.ended()
        expect(self.status == 0, f"status {self.status}: {last(self.err)}")
        return self


def last(text):
    """The last line of a text, shortened."""
    lines = text.strip().splitlines()
    return lines[-1][:120] if lines else "nothing"


def bounds(limits):
    """Sets limits of the system in the child: names as in `resource`, such as NOFILE=60."""

    def set_them():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
        if "FSIZE" in limits:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    return set_them


class Program:
    """The program that is tried, in a folder of its own for each reproduction."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def file(self, name, content=None, mode=0o644):
        """The path of a file in the folder, written if there is something to be written."""
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            os.chmod(path, mode)
        return path

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def start(self, *arguments, limits=None, env=None, **more):
        """Starts it with these arguments; text is bytes."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [self.path, *arguments], cwd=self.folder, env={**os.environ, **(env or {})},
            preexec_fn=bounds(limits or {}), **{**pipes, **more})

    def run(self, *arguments, text="", patience=PATIENCE, **more):
        """Runs it to its end, with this text as its input."""
        return finish(self.start(*arguments, **more), text, patience)

    def ask(self, *lines, **more):
        """A dialogue: these lines, then the end of the input."""
        return self.run(text="".join(f"{line}\n" for line in lines), **more)

    def match(self, *arguments, **more):
        return self.run("match", *arguments, **more)

    def two(self, **options):
        """Arguments of a match: the program against itself."""
        each = [f"{name}={value}" for name, value in {"cmd": self.path, **options}.items()]
        return ["--engine", "name=a", "--engine", "name=b", "--each", *each]


def finish(process, text="", patience=PATIENCE):
    """Waits for the end of a process; one that does not end is killed."""
    try:
        out, err = process.communicate(text.encode(), timeout=patience)
        status = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        status = None
    decode = lambda output: (output or b"").decode(errors="replace")
    return Done(status, decode(out), decode(err))


def wait_for(condition, seconds=PATIENCE):
    """Waits until something holds; whether it came to hold."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def kill(process):
    """Ends a process at once and takes what is left of it."""
    process.kill()
    process.communicate()


def with_word(word):
    """The processes with this word among their arguments (Linux), zombies aside."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if word.encode() in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            pass
    return found
