"""Checks what would be published: `cargo package` must pack exactly the files that the program is
built from, in three packages.

usage: scripts/check package [--build]

  --build  also builds the packages and installs the program from them, with an empty home and
           without the settings of this folder
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lib.program import HOME, TARGET, Arguments, Failed, Wrong, finish

sys.path.insert(0, str(HOME / "python/backend"))
from chongkak_sources import CRATES, sources  # noqa: E402

# Files besides those in the folders; Cargo writes the last two.
FILES = {"CHANGELOG.md", "Cargo.lock", "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "build.rs",
         ".cargo_vcs_info.json", "Cargo.toml.orig"}
# The folders, with their allowed contents.
FOLDERS = {
    "crates/base/src": {".rs", ".toml"}, "crates/chong/src": {".bin", ".rs", ".toml"},
    "src": {".bin", ".css", ".html", ".js", ".rs", ".svg", ".toml", ".txt"},
    "positions/book": {".jsonl"}, "positions/claims": {".toml"}, "positions/long": {".jsonl"},
    "positions/puzzles": {".jsonl"}, "positions/rounds": {".jsonl"}, "positions/sets": {".jsonl"},
    "positions/solved": {".jsonl"},
}
# Files that Rust sources include by path; and those needed only for the schemas, which are not
# built from the package.
INCLUDED = re.compile(r'include_(?:str|bytes)!\(\s*"([^"]+)"')
NOT_PACKED = {"docs/rules.schema.json"}


def told(*command, **how):
    done = subprocess.run(command, cwd=how.pop("cwd", HOME), text=True, stdout=subprocess.PIPE, **how)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} failed")
    return done.stdout


def misplaced(packed):
    """Returns files that are packed but not expected, or expected but not packed."""
    def known(name):
        folder = next((folder for folder in FOLDERS if name.startswith(f"{folder}/")), None)
        return Path(name).name in FILES if folder is None else Path(name).suffix in FOLDERS[folder]

    missing = {f"{name}: is not packed" for name in FILES if name not in packed}
    for source in [*(HOME / "src").rglob("*.rs"), *(HOME / "crates").rglob("*.rs")]:
        for path in INCLUDED.findall(source.read_text()):
            name = (source.parent / path).resolve().relative_to(HOME.resolve()).as_posix()
            if name not in packed | NOT_PACKED:
                missing.add(f"{name}: is not packed, and {source.name} builds it in")
    for folder in FOLDERS:
        if not any(name.startswith(f"{folder}/") for name in packed):
            missing.add(f"{folder}: none of its files is packed")
    return missing | {f"{name}: is packed, and nobody said so" for name in packed if not known(name)}


def install():
    """Installs the program from the packages, and runs it."""
    place = TARGET / "package/unpacked"
    shutil.rmtree(place, ignore_errors=True)
    for info, text in sources():
        (place / info.name).parent.mkdir(parents=True, exist_ok=True)
        # With current times: those in a package never change, so Cargo would take new files for old
        # ones.
        (place / info.name).write_bytes(text)
    with tempfile.TemporaryDirectory() as home:
        kept = {one: os.environ[one] for one in ("CC",) if one in os.environ}
        cargo = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
        rust = Path(told("rustc", "--print", "sysroot").strip()) / "bin"
        nobody = {**kept, "HOME": home, "PATH": f"{rust}:/usr/local/bin:/usr/bin:/bin"}
        # A debug build is enough here, and faster.
        told("cargo", "install", "--quiet", "--debug", "--locked", "--no-track", "--path", place, "--root", home,
             cwd=home, env={**nobody, "CARGO_HOME": str(cargo), "CARGO_TARGET_DIR": str(TARGET / "package/build")})
        game = ["--rules", "kalah", "--holes", "3", "--seeds", "2", "--fresh", "--format", "jsonl"]
        value = told(Path(home) / "bin/chongkak", "solve", *game, env={"HOME": home})
    if '"value":4,' not in value:
        raise Wrong(f"the program that is installed from the packages says {value}")
    shutil.rmtree(place)
    print("the program is installed from the packages")


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--build", action="store_true")
    given = parser.parse_args()
    # Uncommitted changes are packed too.
    packed = set()
    for crate, folder in CRATES.items():
        listed = told("cargo", "package", "--package", crate, "--list", "--allow-dirty")
        packed |= {os.path.normpath(f"{folder}/{name}") for name in listed.splitlines()}
    if wrong := misplaced(packed):
        raise Wrong("the package: " + "\n".join(sorted(wrong)))
    print(f"{len(packed)} files are packed")
    if given.build:
        install()


finish(main)
