"""Builds for a target, by the installed toolchain or by Debian packages."""
import os
import shutil
import subprocess
from pathlib import Path

from lib import debian
from lib.program import HOME, Failed

PACKAGES = ("rustc-web", "rust-web-src", "lld-22")
# The other architecture to build for: its standard library, and its Python for trials.
OTHER = "aarch64"
OTHERS = ("libstd-rust-web-dev", "python3")


def installed(triple):
    """Whether the toolchain that builds the program has the target."""
    return (sysroot() / "lib/rustlib" / triple).exists()


def sysroot():
    root = subprocess.run(["rustc", "--print", "sysroot"], text=True, stdout=subprocess.PIPE).stdout
    return Path(root.strip())


def building(triple):
    """Returns the options and the environment with which Cargo builds for a target: with the
    installed toolchain, else with Debian packages, unpacked below the target folder. These have a
    prebuilt standard library only for Debian's own architectures; for others it is built here."""
    if installed(triple):
        return [], {}
    unpacked = folder(PACKAGES[0], PACKAGES)
    compiler = {"RUSTC": str(wrapper("rustc.sh", f'rustc" --sysroot "{unpacked}/usr'))}
    libraries = unpacked / "usr/lib/rustlib" / triple
    if triple == f"{OTHER}-unknown-linux-gnu" and not libraries.exists():
        libraries.unlink(missing_ok=True)
        libraries.symlink_to(other_machine() / "usr/lib/rustlib" / triple)
    if libraries.exists():
        return [], compiler
    # A stable compiler builds the standard library with this variable.
    return ["-Zbuild-std=std,panic_abort"], {**compiler, "RUSTC_BOOTSTRAP": "1"}


def folder(name, packages, architecture=None):
    """Returns the folder into which Debian packages are unpacked."""
    unpacked = debian.FOLDER / name
    if not unpacked.exists() and not (shutil.which("apt-get") and debian.unpack(packages, unpacked, architecture)):
        raise Failed(f"expected the target to be installed by `rustup target add`, or Debian's packages "
                     f"{', '.join(packages)}")
    return unpacked


def other_machine():
    """Returns the root of the other architecture's files."""
    return folder(OTHER, OTHERS, "arm64")


def wrapper(name, command):
    """Returns a program of those packages, with its libraries."""
    unpacked = debian.FOLDER / PACKAGES[0]
    file = unpacked / name
    libraries = unpacked / "usr/lib/x86_64-linux-gnu"
    file.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{libraries}" exec "{unpacked}/usr/bin/{command}" "$@"\n')
    file.chmod(0o755)
    return file


def remapped():
    """Returns compiler options that keep local paths out of the results."""
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    mapped = {HOME: "/chongkak", cargo: "/cargo", sysroot(): "/rust", debian.FOLDER / PACKAGES[0] / "usr": "/rust"}
    return [f"--remap-path-prefix={path}={name}" for path, name in mapped.items()]
