#!/usr/bin/env bash
# Tests the Python package: a wheel is built and installed in environments of their own below the
# target folder, then its style, its types, its tests and its notebook are checked, with the engine
# inside and with the program. Without PyPI, from which the tools come, it says so and tests
# nothing.
#
# usage: scripts/test python [PROGRAM]    (default: the release program of this folder)
#
# PROFILE=release builds the engine as it is shipped; without it, it is built sooner.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
CHONGKAK=$(realpath "${1:-$target/release/chongkak}")
export CHONGKAK CHONGKAK_TABLES=none CHONGKAK_GAMES=none CHONGKAK_RULES=
# The program is there already, and nothing is built twice.
export CHONGKAK_PROGRAM=$CHONGKAK CARGO_TARGET_DIR=$target
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1
tools=$target/python/tools
plain=$target/python/plain
wheels=$target/python/wheels

if ! python3 -m pip download --no-deps --dest "$target/python" "maturin>=1.16,<2"; then
  echo "test python: PyPI cannot be reached: nothing tested"
  exit 0
fi

(cd python && cargo fmt --check && cargo clippy --quiet -- -D warnings)
[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
rm -rf "$wheels" "$plain"
MATURIN_PEP517_ARGS="--profile=${PROFILE:-quick}" \
  "$tools/bin/pip" wheel --no-deps --wheel-dir "$wheels" ./python
wheel=$(realpath "$wheels"/*.whl)
# The package itself as it is now, whatever was installed before.
"$tools/bin/pip" install "chongkak[test] @ file://$wheel"
"$tools/bin/pip" install --no-deps --force-reinstall "$wheel"
cd python
"$tools/bin/ruff" check .
"$tools/bin/ruff" format --check .
"$tools/bin/mypy"
"$tools/bin/stubtest" chongkak._native
"$tools/bin/pytest" --quiet -p no:cacheprovider

# The wheel alone in an environment, without a compiler: it needs nothing else, has its types, and
# brings the program.
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
        # As Irving, Donkers and Uiterwijk published it in 2000.
        assert engine.solve(opening).value == chongkak.Proven(6)
print(f"test python: the wheel of {chongkak.__version__} solves a board, and so does its program")
END
