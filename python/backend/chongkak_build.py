"""Builds the package: maturin, with the program beside the engine.

maturin puts the engine into a wheel or a program, but not both. So the program is built first, by
Cargo, into the folder from which maturin takes what a wheel installs beside Python. The environment
variable CHONGKAK_PROGRAM names a program that is there already.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import maturin

HERE = Path.cwd()
SCRIPTS = HERE / "data" / "scripts"

NO_RUST = """
chongkak is built from its source here, and there is no Rust compiler: `cargo` was not found.
Install Rust 1.91 or later (https://rustup.rs, or your system's package `cargo`) and a C compiler,
or install a wheel, which needs neither.
"""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """No more than pyproject.toml says: maturin itself would fetch a Rust compiler."""
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel
get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(directory: str, config_settings: Any = None) -> str:
    """What the wheel says of itself."""
    _expect_cargo()
    return str(maturin.prepare_metadata_for_build_wheel(directory, config_settings))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(directory: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """The wheel: package, engine and program."""
    _place_program()
    return str(maturin.build_wheel(directory, config_settings, metadata))


def build_editable(directory: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """The same for who changes the package where it lies."""
    _place_program()
    return str(maturin.build_editable(directory, config_settings, metadata))


def build_sdist(directory: str, config_settings: Any = None) -> str:
    """The sources, those of the program too."""
    _expect_cargo()
    shutil.rmtree(SCRIPTS.parent, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    return str(maturin.build_sdist(directory, config_settings))


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
    # In the source package too the program's sources lie around this folder.
    built = subprocess.run(command, cwd=_sources(), stdout=subprocess.PIPE, text=True)
    if built.returncode:
        sys.exit(f"chongkak: the program could not be built (exit code {built.returncode})")
    messages = map(json.loads, filter(lambda line: line.startswith("{"), built.stdout.splitlines()))
    found = [message["executable"] for message in messages if message.get("executable")]
    return Path(found[-1])


def _sources() -> Path:
    manifest = 'name = "chongkak"\n'
    for folder in (HERE.parent, HERE):
        cargo = folder / "Cargo.toml"
        if cargo.is_file() and manifest in cargo.read_text():
            return folder
    sys.exit(f"chongkak: no sources of the program around {HERE}")
