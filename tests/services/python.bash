#!/usr/bin/env bash
# Tests the Python package: its style, its types, and its tests.
#
# usage: scripts/test python [--wheel] [PROGRAM]    (default: the release program of this folder)
#
# Tests the package in the source tree with a quickly built engine; the tests use the program. With
# --wheel it builds and installs a wheel, the tests also use the engine inside it, and the notebook
# and batches on a Dask cluster and on MPI processes run.
#
# PROFILE=release builds the wheel's engine as for a release, which takes longer. The tools come from
# PyPI; without it a message is printed and nothing is tested.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
wheel=
if [ "${1:-}" = --wheel ]; then wheel=yes && shift; fi
CHONGKAK=$(realpath "${1:-$target/release/chongkak}")
export CHONGKAK CHONGKAK_TABLES=none CHONGKAK_GAMES=none CHONGKAK_RULES=
export CARGO_TARGET_DIR=$target PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1
tools=$target/python/tools

if ! python3 -m pip download --no-deps --dest "$target/python" "maturin>=1.16,<2"; then
  echo "test python: PyPI cannot be reached: nothing tested"
  exit 0
fi
[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"

# The tools' versions are those that the package requires for its tests.
style() {
  "$tools/bin/ruff" check .
  "$tools/bin/ruff" format --check .
  "$tools/bin/mypy" "$@"
}

if [ ! "$wheel" ]; then
  here=$target/python/here
  cargo build --quiet --manifest-path python/Cargo.toml
  rm -rf "$here" && mkdir -p "$here"
  cp -r python/src/chongkak "$here"
  cp "$target/debug/lib_native.so" "$here/chongkak/_native.abi3.so"
  tested=$("$tools/bin/python" -c 'import tomllib
extras = tomllib.load(open("python/pyproject.toml", "rb"))["project"]["optional-dependencies"]
print(*("".join(one.split()) for one in extras["test"] if one.split()[0] in ("mypy", "ruff", "pytest", "pandas", "pettingzoo", "tqdm")))')
  # shellcheck disable=SC2086
  "$tools/bin/pip" install $tested
  export PYTHONPATH=$here CHONGKAK_ENGINES=program
  cd python
  # Tests of the embedded engine, the notebook, and the learning example run with the wheel.
  style --exclude test_notebook
  "$tools/bin/pytest" --quiet -p no:cacheprovider --ignore tests/test_inside.py --ignore tests/test_fork.py \
    --ignore tests/test_notebook.py \
    --deselect tests/test_pettingzoo.py::test_the_example_beats_random_moves
  exit
fi

plain=$target/python/plain
wheels=$target/python/wheels
# The program exists already, so nothing is built twice.
export CHONGKAK_PROGRAM=$CHONGKAK
(cd python && cargo clippy --quiet -- -D warnings)
rm -rf "$wheels" "$plain"
MATURIN_PEP517_ARGS="--profile=${PROFILE:-quick}" \
  "$tools/bin/pip" wheel --no-deps --wheel-dir "$wheels" ./python
wheel=$(realpath "$wheels"/*.whl)
# The current package itself, whatever was installed before.
"$tools/bin/pip" install "chongkak[test] @ file://$wheel"
"$tools/bin/pip" install --no-deps --force-reinstall "$wheel"
cd python
style
"$tools/bin/stubtest" chongkak._native
"$tools/bin/pytest" --quiet -p no:cacheprovider
# MPI itself is available as a package too.
"$tools/bin/pip" install "chongkak[dask,mpi] @ file://$wheel" mpich
PATH=$tools/bin:$PATH "$tools/bin/python" ../tests/services/executors.py

# The wheel alone in an environment, without a compiler: it needs nothing else, has its types, and
# contains the program.
python3 -m venv "$plain"
"$plain/bin/pip" install --no-index "$wheel"
cd "$plain"
env -i PATH=/nowhere CHONGKAK_TABLES=none "$plain/bin/python" - <<'END'
import importlib.resources
import chongkak

assert importlib.resources.files(chongkak).joinpath("py.typed").is_file()
for make in chongkak.Engine, chongkak.Engine.popen:
    with make() as engine:
        opening = engine.opening(chongkak.Rules("kalah", holes=4, seeds=2, lone="bank"))
        # As published by Irving, Donkers and Uiterwijk in 2000.
        assert engine.solve(opening).value == chongkak.Proven(6)
print(f"test python: the wheel of {chongkak.__version__} solves a board, and so does its program")
END
