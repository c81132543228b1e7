"""Unpacks and tries release files without access to the build environment."""
import os
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from lib import debian
from lib.program import HOME, Failed, Wrong
from lib.toolchain import OTHER, other_machine

PROGRAM = "chongkak.exe" if os.name == "nt" else "chongkak"
# The oldest glibc on which the program and the wheel run: that of manylinux2014.
GLIBC = (2, 17)
# Windows starts nothing without its own folder.
NOTHING = {"PATH": "/nowhere", **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}}


def told(*command, **how):
    """Returns the output of a command."""
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, text=True, **how)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))} failed: exit code {done.returncode}")
    return done.stdout


def environment(folder):
    """Creates a Python environment, and returns the folder of its programs."""
    if not (folder / "pyvenv.cfg").exists():
        told(sys.executable, "-m", "venv", folder)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def expect_glibc(file):
    found = set(re.findall(r"GLIBC_(\d+)\.(\d+)", told("objdump", "-T", file)))
    newest = max((tuple(map(int, one)) for one in found), default=(0, 0))
    if newest > GLIBC:
        raise Wrong(f"{file.name} needs glibc {newest}, expected at most {GLIBC}")


def expect_libraries(file, name):
    """A program for Linux needs an old glibc, or no libraries."""
    if "musl" in name:
        if re.search(r"NEEDED|INTERP", told("objdump", "-p", file)):
            raise Wrong(f"{name} needs libraries, expected none")
    elif "linux" in name:
        expect_glibc(file)


def runner(triple):
    """Returns the prefix of commands for the other architecture: an emulator with its files."""
    if OTHER not in triple or platform.machine() in (OTHER, "arm64"):
        return []
    emulator = debian.found(f"qemu-{OTHER}-static", "qemu-user-static")
    if not emulator:
        raise Failed(f"{triple} can't be tried: expected Debian's package qemu-user-static")
    return [emulator, "-L", other_machine()]


def program(archive, triple):
    """Unpacks a program and runs its benchmark."""
    tests = (HOME / "tests/suite/command/bench.rs").read_text()
    right = re.search(r'CHECKSUM: &str = "(\w+)"', tests)[1]
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(archive) as packed:
            packed.extractall(place, filter="data")
        found, = Path(place).glob(f"*/{PROGRAM}")
        expect_libraries(found, triple)
        printed = told(*runner(triple), found, "bench", cwd=place, env=NOTHING)
    if f"checksum  {right}\n" not in printed:
        raise Wrong(f"{archive.name}: bench prints\n{printed}expected the checksum {right}")
    print(f"release: {archive.name}: bench has the checksum {right}", flush=True)


WORK = """
import chongkak, sys
for make in [chongkak.Engine, chongkak.Engine.popen][:int(sys.argv[1])]:
    with make() as engine:
        # As Irving, Donkers and Uiterwijk published it in 2000.
        opening = engine.opening(chongkak.Rules("kalah", holes=4, seeds=2, lone="bank"))
        assert engine.solve(opening, fresh=True).value == chongkak.Proven(6)
"""


def wheel(file, triple):
    """Installs a wheel in an empty environment without a compiler."""
    before = runner(triple)
    with tempfile.TemporaryDirectory() as place:
        inside = (emulated if before else alone)(file, Path(place))
        licences = {path.name for path in Path(place).glob("**/*.dist-info/licenses/LICENSE-*")}
        if licences != {"LICENSE-MIT", "LICENSE-APACHE"}:
            raise Wrong(f"{file.name}: it has the licences {sorted(licences)}")
        for engine in Path(place).glob("**/chongkak/_native*.so"):
            expect_libraries(engine, triple)
        variables = {**NOTHING, "CHONGKAK_TABLES": "none", **inside["environment"]}
        # An emulated program can't start others.
        told(*before, inside["python"], "-c", WORK, 1 if before else 2, cwd=place, env=variables)
        version = told(*before, inside["program"], "--version", cwd=place, env=variables).strip()
    print(f"release: {file.name} works alone, and brings {version}", flush=True)


def alone(file, place):
    """Installs the wheel in its own environment."""
    programs = environment(place)
    told(programs / "python", "-m", "pip", "install", "--quiet", "--no-index", file)
    return {"python": programs / "python", "program": programs / PROGRAM, "environment": {}}


def emulated(file, place):
    """Puts the wheel for another architecture where that architecture's Python looks."""
    told(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", place, "--only-binary=:all:",
         "--platform", f"manylinux2014_{OTHER}", "--python-version", "3.11", file)
    return {"python": other_machine() / "usr/bin/python3", "program": place / "bin/chongkak",
            "environment": {"PYTHONPATH": str(place)}}


def source(package):
    """Installs the source package without a Rust compiler: pip must say what is missing."""
    with tempfile.TemporaryDirectory() as place:
        programs = environment(Path(place))
        variables = {name: value for name, value in os.environ.items() if name != "CARGO"}
        done = subprocess.run([programs / "python", "-m", "pip", "install", package], text=True,
                              env=variables | {"PATH": str(programs)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == 0 or "there is no Rust compiler" not in done.stdout:
        raise Wrong(f"{package.name} without a Rust compiler: pip says\n{done.stdout}")
    print(f"release: {package.name} says what is missing without a Rust compiler", flush=True)


def site(archive):
    """Unpacks the site: a browser opens it, searches, and continues when the server is gone."""
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(archive) as packed:
            packed.extractall(place, filter="data")
        folder, = Path(place).iterdir()
        told(sys.executable, HOME / "scripts/test", "board", "--site", folder, "without_a_network")
    print(f"release: {archive.name} works in a browser, with and without a network", flush=True)
