"""Builds and runs the program for the scripts, reads its output, and ends scripts."""
import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
TARGET = HOME / os.environ.get("CARGO_TARGET_DIR", "target")


def cores():
    """Counts the processors that this process may use, by its affinity and the quota of its control
    group."""
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="utf-8").split()
    except OSError:
        return ours
    return ours if quota == "max" else max(1, min(ours, int(quota) // int(period)))


CORES = cores()

# The command name for messages; `parts` sets the name of a part.
called = Path(sys.argv[0]).name


class Failed(Exception):
    """The program can't run, or misbehaved: exit code 2."""


class Wrong(Exception):
    """An answer is wrong: exit code 1."""


def finish(main):
    """Runs a script. Exit code: 0 done; 1 `main` returns False, or something is wrong; 2 wrong
    usage, or the program failed; 130 interrupted, also by SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = 1 if main() is False else 0
    except (Failed, Wrong) as error:
        print(f"{called}: {error}", file=sys.stderr)
        code = 1 if isinstance(error, Wrong) else 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


class Arguments(argparse.ArgumentParser):
    """The arguments of a script. Its docstring, which has a line `usage: …`, is its help."""

    def __init__(self, text):
        usage = next(line for line in text.splitlines() if line.startswith("usage: "))
        super().__init__(prog=called, usage=usage.removeprefix("usage: "), add_help=False)
        self.text = text
        self.add_argument("-h", "--help", action="store_true")

    def parse_args(self, *arguments):
        if {"-h", "--help"} & set(sys.argv[1:]):
            print(self.text.strip())
            sys.exit(0)
        return super().parse_args(*arguments)

    def add_program(self):
        """Adds --program FILE. The default is the release program, which `of` builds if asked
        to."""
        self.add_argument("--program", type=Path, metavar="FILE")


def number(least, kind=int):
    """Returns the type of an argument that is at least `least`."""

    def parse(text):
        value = kind(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text}: expected at least {least}")
        return value

    return parse


def cargo(*arguments, folder=HOME):
    """Runs cargo in the project, or in another folder."""
    command = ["cargo", *map(str, arguments)]
    if subprocess.run(command, cwd=folder).returncode != 0:
        raise Failed(f"{' '.join(command)} failed")


def built():
    """Returns the release program, built if it is not up to date."""
    cargo("build", "--release", "--quiet", "--target-dir", TARGET)
    return TARGET / "release/chongkak"


class Answer:
    """The output of a run: its documents, with wall-clock and CPU seconds."""

    def __init__(self, documents, seconds, used):
        self.documents, self.seconds, self.used = documents, seconds, used


class Program:
    """The program, with the options of every run. The default path is the release program, which
    must have been built. It uses no endgame tables except those that a run names, and no default
    rules of the user: results must not depend on what is installed."""

    ENVIRONMENT = {**os.environ, "CHONGKAK_TABLES": "none", "CHONGKAK_RULES": ""}

    def __init__(self, path=None, *common):
        self.path = Path(path or TARGET / "release/chongkak").resolve()
        self.common = common

    def run(self, *arguments, **how):
        """Returns the JSON document that a run prints. See `answer`."""
        return self.answer(*arguments, "--format", "json", **how).documents

    def lines(self, *arguments, lines=None, **how):
        """Returns the JSON documents that a run prints, one a line. `lines` are positions for its
        input."""
        given = None if lines is None else "".join(f"{line}\n" for line in lines)
        return self.answer(*arguments, "--format", "jsonl", given=given, **how).documents

    def answer(self, *arguments, given="", allowed=(0, 3), limit=None, quiet=True):
        """Runs the program and measures it. `given` is its input, `allowed` its exit codes: 3 means
        that a limit was reached. After `limit` seconds of CPU time it is interrupted."""
        command = [self.path, *arguments, *self.common, *(["--quiet"] if quiet else [])]
        command = list(map(str, command))
        started, before = time.monotonic(), processor_seconds()
        try:
            child = subprocess.Popen(
                command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if quiet else None, env=self.ENVIRONMENT,
            )
        except OSError as error:
            raise Failed(f"{self.path}: {error.strerror}; `cargo build --release` makes it") from None
        ended = False
        try:
            while True:
                try:
                    output, errors = child.communicate(given, timeout=None if limit is None else 0.2)
                    break
                except subprocess.TimeoutExpired:
                    given = None
                    if not ended and used(child, started) >= limit:
                        child.send_signal(signal.SIGINT)
                        ended = True
        finally:
            child.kill()
            child.wait()
        seconds, processors = time.monotonic() - started, processor_seconds() - before
        if child.returncode == 130 and not ended:
            raise KeyboardInterrupt
        if child.returncode not in (*allowed, *([130] if ended else [])):
            told = (errors or "").strip()
            raise Failed(f"{' '.join(command)}: exit code {child.returncode}: {told}")
        return Answer(documents(output, command), seconds, processors)

    def version(self):
        """What `--version` says after the name, with the commit it was built from."""
        told = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True)
        return told.stdout.split()[1]

    def rule_sets(self):
        """Returns the options of the named rule sets, with their values."""
        named = self.run("rules")
        return {r["name"]: {o["option"]: o["value"] for o in r["options"]} for r in named}


def processor_seconds():
    """Returns the CPU time of all finished children."""
    import resource  # Windows has none, where these scripts only build.

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def documents(output, command):
    if "jsonl" in command:
        return [json.loads(line) for line in output.splitlines()]
    return json.loads(output) if output else None


def used(child, started):
    """Returns the CPU time of a process, so that a busy machine does not matter; where the system
    doesn't report it, the time since its start."""
    try:
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return time.monotonic() - started


def board(rules, holes, seeds):
    return ["--rules", rules, "--holes", holes, "--seeds", seeds]
