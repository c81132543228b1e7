"""The program's sources as packed by Cargo, with the crates that it depends on."""

from __future__ import annotations

import json
import os
import posixpath
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
# The packages and their folders.
CRATES = {"chongkak": ".", "chongkak-base": "crates/base", "chongkak-chong": "crates/chong"}
OTHERS = rb'(name = "chongkak-\w+"\nversion = "[^"]+"\n)source = .+\nchecksum = .+\n'


def sources() -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    """Yields all files, named by their paths."""
    cargo = os.environ.get("CARGO", "cargo")
    manifest = ["--manifest-path", str(HOME / "Cargo.toml")]
    command = [cargo, "package", "--no-verify", "--allow-dirty", "--quiet", *manifest]
    subprocess.run(command, check=True)
    command = [cargo, "metadata", "--no-deps", "--format-version", "1", *manifest]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    version = next(one["version"] for one in metadata["packages"] if one["name"] == "chongkak")
    for crate, folder in CRATES.items():
        packed = Path(metadata["target_directory"]) / "package" / f"{crate}-{version}.crate"
        with tarfile.open(packed) as archive:
            for info in archive:
                file = archive.extractfile(info)
                if file is None:
                    continue
                name = info.name.partition("/")[2]
                text = file.read()
                if name == "Cargo.toml":
                    text = _beside_each_other(text, folder)
                elif name == "Cargo.lock":
                    # The lock file takes the other packages from crates.io.
                    text = re.sub(OTHERS, rb"\1", text)
                info.name = posixpath.normpath(f"{folder}/{name}")
                info.size = len(text)
                yield info, text


def _beside_each_other(manifest: bytes, folder: str) -> bytes:
    """Makes a manifest find the other packages in their folders."""
    text = manifest.decode() + ("\n[workspace]\n" if folder == "." else "")
    for crate, place in CRATES.items():
        head = f"[dependencies.{crate}]\n"
        text = text.replace(head, f'{head}path = "{posixpath.relpath(place, folder)}"\n')
    return text.encode()
