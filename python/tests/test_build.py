"""How the package is built from its source, as far as that needs no compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

BACKEND = Path(__file__).parents[1] / "backend"

# A maturin that does nothing: what is tried stands before it.
SCRIPT = """
import sys, types
sys.modules["maturin"] = maturin = types.ModuleType("maturin")
maturin.build_wheel = lambda *_: "made.whl"
sys.path.insert(0, "python/backend")
import chongkak_build
print(chongkak_build.build_wheel("."))
"""


def built(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A build in a folder that has the package, and nothing to build."""
    shutil.copytree(BACKEND, folder / "python" / "backend")
    command = [sys.executable, "-c", SCRIPT]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_without_a_rust_compiler_it_says_what_is_missing(tmp_path: Path) -> None:
    done = built(tmp_path, PATH=str(tmp_path))
    assert done.returncode == 1
    assert "there is no Rust compiler" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "python" / "data").exists()


def test_a_program_that_is_there_is_taken(tmp_path: Path) -> None:
    for name in "cargo", "chongkak":
        (tmp_path / name).write_text(f"#!{sys.executable}\n")
        (tmp_path / name).chmod(0o755)
    old = tmp_path / "python" / "data" / "scripts" / "of-another-build"
    old.parent.mkdir(parents=True)
    old.touch()
    done = built(tmp_path, PATH=str(tmp_path), CHONGKAK_PROGRAM=str(tmp_path / "chongkak"))
    assert (done.returncode, done.stdout) == (0, "made.whl\n")
    placed = [*old.parent.iterdir()]
    assert [file.name for file in placed] == ["chongkak"]
    assert os.access(placed[0], os.X_OK)


def test_a_program_that_does_not_compile_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "cargo").write_text(f"#!{sys.executable}\nraise SystemExit(3)\n")
    (tmp_path / "cargo").chmod(0o755)
    done = built(tmp_path, PATH=str(tmp_path))
    assert done.returncode == 1
    assert "could not be built (exit code 3)" in done.stderr
