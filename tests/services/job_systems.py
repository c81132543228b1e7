"""Tests the scripts of scripts/cluster with GNU parallel, over ssh, and with Slurm.

Solves a list of small positions by one `batch`, then as shards by every job system. One shard is
interrupted: killed at once, or signalled to end as Slurm does it. In the second case another
machine continues it, because the disk of the first is emptied. The shard must be reported, no
result may be printed, and the same command must then run only this shard, without the positions it
had solved before. The results must equal those of the one `batch`, row by row in all but the times,
with the id and the note of each row.

parallel, sshd, munge and Slurm come from the path or from Debian's packages, which are unpacked
below the target folder, not installed. They run in their own namespaces, on loopback, and end with
the test. Parts of the test without their programs are skipped, with a message.

usage: scripts/test cluster [--program FILE]

  --program FILE   the program (default: the release program of this folder)
"""
import csv
import fcntl
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from lib import debian
from lib.program import HOME, TARGET, Arguments, Failed, Program, Wrong, finish

sys.path.append(str(HOME / "tests"))
from services import machine

SHARDS, POSITIONS, HOLES, SEEDS = 5, 500, 3, 14
# Which shard is ended, and after how many results at least.
ENDED, BEFORE = 2, 20
OPTIONS = ["--rules", "congklak", "--threads", "1", "--nodes", "1000000"]
CLUSTER = HOME / "scripts/cluster"
HOSTS = ("first", "second")

# A wrapper of the program: records the shards that start, and ends one if there is a file `fault`.
# Its pipe holds a page, and a result is stored before it is written, so the shard ends in the
# middle at any load.
STAND_IN = """#!{python}
import os, signal, subprocess, sys
real, folder, arguments = {real!r}, {folder!r}, sys.argv[1:]
shard = arguments[arguments.index("--shard") + 1] if "--store" in arguments else None
if shard:
    with open(folder + "/begun", "a") as begun:
        print(shard.split("/")[0], file=begun)
fault = folder + "/fault"
if shard != "{ended}/{shards}" or not os.path.exists(fault):
    os.execv(real, [real, *arguments])
kind = open(fault).read()
os.unlink(fault)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
child = subprocess.Popen([real, *arguments, "--format", "jsonl"], stdout=subprocess.PIPE,
                         pipesize=4096, preexec_fn=lambda: signal.pthread_sigmask(
                             signal.SIG_UNBLOCK, [signal.SIGTERM]))
for _ in range({before}):
    child.stdout.readline()
if kind == "killed":
    child.kill()
    os.kill(os.getpid(), signal.SIGKILL)
os.kill(os.getppid(), signal.SIGTERM)
signal.sigwait([signal.SIGTERM])
child.terminate()
child.communicate()
sys.exit(child.returncode)
"""


def positions():
    """Returns different positions on a small board, with seeds in random cells."""
    chance, made = random.Random(17), {}
    while len(made) < POSITIONS:
        cells = [0] * (2 * HOLES + 2)
        for _ in range(SEEDS):
            cells[chance.randrange(len(cells))] += 1
        rows = [cells[:HOLES], cells[HOLES:2 * HOLES]]
        mover = chance.randrange(2)
        if any(rows[mover]):
            halves = [f"{','.join(map(str, row))}/{store}" for row, store in zip(rows, cells[-2:])]
            made[f"{' '.join(halves)} {'AB'[mover]}"] = None
    return list(made)


def without_time(records):
    """Returns records without times."""
    return [{**record, "seconds": None} for record in records]


def rows(text):
    """Returns the records of a text, without times."""
    return without_time(map(json.loads, text.splitlines()))


class Tests:
    def __init__(self, program, folder):
        self.folder, self.scratch = folder, folder / "scratch"
        self.scratch.mkdir()
        self.input, self.begun, self.fault = (folder / n for n in ("list.txt", "begun", "fault"))
        lines = [json.dumps({"id": number, "position": position, "note": f"n{number % 7}"})
                 for number, position in enumerate(positions())]
        self.input.write_text("\n".join(lines) + "\n")
        self.program = folder / "program"
        self.program.write_text(STAND_IN.format(python=sys.executable, real=str(program),
                                                folder=str(folder), ended=ENDED, shards=SHARDS,
                                                before=BEFORE))
        self.program.chmod(0o755)
        self.real, one = program, Program(program)
        # Fields of the default options.
        plain = one.lines("batch", self.input, "--no-store", allowed=(0,))
        self.overbeck = {record["position"]: str(record["value"]) for record in plain}
        found = one.lines("batch", self.input, "--no-store", *OPTIONS, allowed=(0,))
        self.expected = without_time(found)
        if [record["id"] for record in self.expected] != list(range(POSITIONS)):
            raise Wrong(f"one batch has {len(self.expected)} results")

    def script(self, name, *arguments, code=0, environment=None):
        """Returns the output of a script, and its messages."""
        given = {**Program.ENVIRONMENT, "CHONGKAK": str(self.program),
                 "CHONGKAK_SCRATCH": str(self.scratch), **(environment or {})}
        done = subprocess.run([CLUSTER / name, *map(str, arguments)], text=True, env=given,
                              stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode != code:
            raise Wrong(f"{name}: exit code {done.returncode}, expected {code}: {done.stderr}")
        return done.stdout, done.stderr

    def shards(self):
        """Returns the shards that have started since the last call."""
        begun = sorted(map(int, self.begun.read_text().split())) if self.begun.exists() else []
        self.begun.unlink(missing_ok=True)
        return begun

    def job(self, name):
        """Creates a folder with characters that are special to a shell."""
        return self.folder / f"{name}'s $1"

    def expect(self, what, found, expected):
        if found != expected:
            raise Wrong(f"{what}: {found}, expected {expected}")

    def compare(self, name, fault, found):
        """All rows must be as expected. The one search that was told to end may have been about to:
        its result stands, with fewer nodes counted."""
        self.expect(f"{name}: rows", len(found), POSITIONS)
        pairs = zip(found, self.expected)
        others = [(one, expected) for one, expected in pairs if one != expected]
        if fault == "ended" and len(others) == 1:
            others = [({**one, "nodes": expected["nodes"]}, expected) for one, expected in others]
        for one, expected in others:
            self.expect(f"{name}: a row", one, expected)

    def run(self, name, fault, script, *options, environment=None):
        """Runs everything as shards, one of which is ended."""
        folder = self.job(name)
        self.script("prepare", folder, self.input, SHARDS, *OPTIONS)
        self.fault.write_text(fault)
        work = lambda code: self.script(script, folder, *options, code=code,
                                        environment=environment)
        _, told = work(1)
        self.expect(f"{name}: begun", self.shards(), list(range(1, SHARDS + 1)))
        left = f"of {SHARDS} shards these are not done: {ENDED}\n"
        self.expect(f"{name}: told", left in told, True)
        printed, told = self.script("collect", folder, code=1)
        self.expect(f"{name}: collected too early", (printed, left in told), ("", True))
        saved = folder / f"{ENDED}-of-{SHARDS}.sqlite"
        self.expect(f"{name}: kept", saved.exists(), True)
        if fault == "ended":
            shutil.rmtree(self.scratch)
            self.scratch.mkdir()
        work(0)
        self.expect(f"{name}: begun again", self.shards(), [ENDED])
        summary = json.loads(saved.with_suffix(".json").read_text())
        if not BEFORE <= summary["known"] < summary["positions"]:
            raise Wrong(f"{name}: the shard went on with {summary}")
        work(0)
        self.expect(f"{name}: begun when all is done", self.shards(), [])
        printed, _ = self.script("collect", folder)
        self.compare(name, fault, rows(printed))
        self.expect(f"{name}: left on the disk", os.listdir(self.scratch), [])
        print(f"{name}: shard {ENDED} {fault} after {summary['known']} of {summary['positions']} "
              f"positions, run again alone; {POSITIONS} rows as by one batch")

    def one_shard(self):
        """Limits count as done; a shard is refused while it runs on the same machine."""
        folder, long = self.job("one shard"), self.folder / "long.txt"
        long.write_text("7,7,7,7,7,7,7/0 7,7,7,7,7,7,7/0 A\n4,4,4/0 4,4,4/0 A\n")
        self.script("prepare", folder, long, 1, "--rules", "kalah", "--nodes", 10000)
        job = dict(line.split("=", 1) for line in (folder / "job").read_text().splitlines())
        own = self.scratch / f"chongkak-{os.geteuid()}" / job["id"]
        own.mkdir(parents=True)
        with open(own / "1-of-1.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _, told = self.script(folder / "shard", folder, 1, code=2)
        self.expect(told, "at work on this machine already" in told, True)
        for number in (0, 2, "x"):
            _, told = self.script(folder / "shard", folder, number, code=2)
            self.expect(told, "expected a shard from 1 to 1" in told, True)
        self.script(folder / "shard", folder, 1)
        summary = json.loads((folder / "1-of-1.json").read_text())
        self.expect("open and solved", (summary["open"], summary["solved"]), (1, 1))
        printed, _ = self.script("collect", folder)
        exact = sorted(row["exact"] for row in rows(printed))
        self.expect("exact", exact, [False, True])
        self.shards()
        print("a position that reached its limit counts as done; one machine, one shard at a time")

    def refusals(self):
        """Errors are reported before any machine starts."""
        bad, folder = self.folder / "bad.txt", self.folder / "refused"
        bad.write_text("4,4,4/0 4,4,4/0 A\n4,4,x/0 A\n")
        cases = [
            ([folder, bad, 2], "line 2, column"),
            ([folder, self.input, 0], "0: expected a number of shards"),
            ([folder, self.input, 2, "--bogus"], "--bogus"),
            ([folder, self.input, 2, "--store=here"], "--store=here"),
            ([folder, self.input, 2, "--format", "csv"], "--format: the scripts say that"),
            ([folder, bad.with_name("none.txt"), 2], "none.txt: expected a file"),
            ([folder, self.input], "expected FOLDER FILE N"),
            ([self.scratch, self.input, 2], str(self.scratch)),
        ]
        for arguments, expected in cases:
            _, told = self.script("prepare", *arguments, code=2)
            self.expect(f"{arguments}: {told}", (expected in told, folder.exists()), (True, False))
        for name in ("collect", "with-parallel", "with-slurm"):
            _, told = self.script(name, self.scratch, code=2)
            self.expect(name, "expected a folder that scripts/cluster/prepare made" in told, True)
        print("mistakes are refused before any machine begins")

    def five_commands(self, home):
        """The first commands of docs/CLUSTER.md, on this machine and one named `other`."""
        page = (HOME / "docs/CLUSTER.md").read_text()
        commands = page.split("```sh\n")[1].split("```")[0].splitlines()
        self.expect("commands", len(commands), 5)
        here = self.folder / "here"
        (home / "bin").mkdir()
        here.mkdir()
        (home / "bin/chongkak").symlink_to(self.real)
        shutil.copy(self.input, here)
        path = f"{self.folder}/bin:{home}/bin:{os.environ['PATH']}"
        for command in commands:
            done = subprocess.run(command, shell=True, cwd=here, text=True, capture_output=True,
                                  env={**Program.ENVIRONMENT, "PATH": path})
            if done.returncode != 0:
                raise Wrong(f"{command}: exit code {done.returncode}: {done.stderr}")
        with open(here / "results.csv") as file:
            values = {row["position"]: row["value"] for row in csv.DictReader(file)}
        self.expect("values by five commands", values, self.overbeck)
        print(f"{len(commands)} commands of docs/CLUSTER.md: {len(values)} values as by one batch")


def main():
    parser = Arguments(__doc__)
    parser.add_program()
    arguments = parser.parse_args()
    program = Program(arguments.program)
    program.run("rules")
    root = machine.enter()
    folder = machine.RUN / "test"
    home = folder / "home"
    home.mkdir(parents=True)
    os.environ.update(HOME=str(home), TMPDIR=str(home))
    tests = Tests(program.path, folder)
    tests.refusals()
    tests.one_shard()
    path = with_parallel(tests)
    if not root:
        return print("without ssh and Slurm: only root can run sshd and slurmctld")
    if path:
        over_ssh(tests, path, home)
    with_slurm(tests)


def without(what, package):
    print(f"without {what}: {package} is not installed, and can't be fetched with apt-get")


def with_parallel(tests):
    """Returns the path of a program, if it is found."""
    parallel = debian.found("parallel", "parallel")
    if not parallel:
        return without("parallel", "parallel")
    path = {"PATH": f"{os.environ['PATH']}:{Path(parallel).parent}"}
    tests.run("parallel", "killed", "with-parallel", "--jobs", 2, environment=path)
    return path


def over_ssh(tests, path, home):
    names = ("sshd", "ssh", "scp", "ssh-keygen")
    programs = {name: debian.found(name, "openssh-server", "openssh-client") for name in names}
    if None in programs.values():
        return without("ssh", "openssh-server")
    ssh = machine.Ssh(tests.folder, programs, home)
    name = "parallel over ssh"
    tests.run(name, "ended", "with-parallel", "--ssh", ssh.command,
              "--sshlogin", ",".join(f"1/{host}" for host in HOSTS), environment=path)
    logged = (tests.job(name) / "log/parallel-1").read_text()
    tests.expect("hosts", [host in logged for host in HOSTS], [True, True])
    tests.five_commands(home)


def with_slurm(tests):
    packages = ("slurmctld", "slurmd", "slurm-client", "munge")
    names = ("munged", "slurmctld", "slurmd", "slurmstepd", "sinfo", "sbatch", "squeue",
             "srun")
    programs = {name: debian.found(name, *packages) for name in names}
    if None in programs.values():
        return without("Slurm", "slurmctld, slurmd, slurm-client or munge")
    folder = tests.folder / "slurm"
    folder.mkdir()
    slurm = machine.Slurm(folder, programs)
    path = {"PATH": f"{os.environ['PATH']}:{Path(programs['sbatch']).parent}"}
    tests.run("Slurm", "ended", "with-slurm", "--wait", "--ntasks", 1,
              environment={**slurm.environment, **path})


finish(main)
