"""Builds the package with maturin, and adds the program.

maturin can put either the engine or the program into a wheel, but not both. So Cargo builds the
program first, into the folder of files that a wheel installs beside Python. The environment
variable CHONGKAK_PROGRAM can name an existing program instead.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import maturin
from chongkak_sources import sources

PACKAGE = Path(__file__).resolve().parents[1]
SCRIPTS = PACKAGE / "data" / "scripts"
# Files of the package in its source package; the program's sources lie around them, as here.
SOURCES = ("Cargo.toml", "Cargo.lock", "README.md", "backend", "engine", "examples", "src", "tests")

NO_RUST = """
chongkak must be built from source here, but there is no Rust compiler: `cargo` was not found.
Install Rust 1.91 or later (https://rustup.rs, or your system's package `cargo`) and a C compiler,
or install a wheel, which needs neither.
"""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Returns no further requirements; maturin itself would fetch a Rust compiler."""
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel
get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(directory: str, config_settings: Any = None) -> str:
    """Prepares the metadata of the wheel."""
    _expect_cargo()
    # maturin requires the folder, even if it is empty.
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.prepare_metadata_for_build_wheel(directory, config_settings))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(directory: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """Builds the wheel: package, engine and program."""
    _place_program()
    return str(maturin.build_wheel(directory, config_settings, metadata))


def build_editable(directory: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """Builds an editable wheel for developers of the package."""
    _place_program()
    return str(maturin.build_editable(directory, config_settings, metadata))


def build_sdist(directory: str, config_settings: Any = None) -> str:
    """Builds the source package, including the sources of the program.

    maturin would mix the sources of the package with those of the program, and find neither.
    """
    _expect_cargo()
    with tempfile.TemporaryDirectory() as place:
        metadata = prepare_metadata_for_build_wheel(place)
        about = (Path(place) / metadata / "METADATA").read_bytes()
    version = re.findall(rb"^Version: (.*)$", about, re.MULTILINE)[0].decode().strip()
    name = f"chongkak-{version}"
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))

    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo | None:
        info.mtime, info.uid, info.gid, info.uname, info.gname = moment, 0, 0, "", ""
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        built = "__pycache__" in info.name or Path(info.name).match("_native*.so")
        return None if built else info

    with (
        open(Path(directory) / f"{name}.tar.gz", "wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for info, text in sources():
            info.name = f"{name}/{info.name}"
            archive.addfile(plain(info) or info, io.BytesIO(text))
        for source in SOURCES:
            archive.add(PACKAGE / source, f"{name}/python/{source}", filter=plain)
        for file, text in (("pyproject.toml", _project()), ("PKG-INFO", about)):
            info = tarfile.TarInfo(f"{name}/{file}")
            info.size = len(text)
            archive.addfile(plain(info) or info, io.BytesIO(text))
    return f"{name}.tar.gz"


def _project() -> bytes:
    """Returns the project file, which is in the folder above the package there."""
    text = (PACKAGE / "pyproject.toml").read_text()
    for name in ("backend-path = [", "readme = ", "python-source = ", "data = "):
        text = text.replace(f'\n{name}"', f'\n{name}"python/')
    moved = '\n[tool.maturin]\nmanifest-path = "python/Cargo.toml"\n'
    return text.replace("\n[tool.maturin]\n", moved).encode()


def _expect_cargo() -> None:
    if shutil.which(os.environ.get("CARGO", "cargo")) is None:
        sys.exit(NO_RUST)


def _place_program() -> None:
    _expect_cargo()
    named = os.environ.get("CHONGKAK_PROGRAM")
    program = Path(named) if named else _built()
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    shutil.copy2(program, SCRIPTS / program.name)


def _built() -> Path:
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "build", "--release", "--locked", "--bin", "chongkak"]
    command += ["--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=PACKAGE.parent, stdout=subprocess.PIPE, text=True)
    if built.returncode:
        sys.exit(f"chongkak: the program could not be built (exit code {built.returncode})")
    messages = map(json.loads, filter(lambda line: line.startswith("{"), built.stdout.splitlines()))
    found = [message["executable"] for message in messages if message.get("executable")]
    return Path(found[-1])
