#!/usr/bin/env bash
# Tests the Python package: wheels are built and installed in environments of their own below the
# target folder, then its style, its types, its tests and its notebook are checked with the program.
# Without PyPI, from which the tools come, it says so and tests nothing.
#
# usage: scripts/test python [PROGRAM]    (default: the release program of this folder)
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
CHONGKAK=$(realpath "${1:-$target/release/chongkak}")
export CHONGKAK CHONGKAK_TABLES=none CHONGKAK_GAMES=none CHONGKAK_RULES=
tools=$target/python/tools
plain=$target/python/plain
wheels=$target/python/wheels

if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps \
  --dest "$target/python" "flit_core>=3.11,<5"; then
  echo "test python: PyPI cannot be reached: nothing tested"
  exit 0
fi

[ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
# The package itself as it is now, whatever was installed before.
"$tools/bin/pip" install --quiet --disable-pip-version-check './python[test]'
"$tools/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall ./python
cd python
"$tools/bin/ruff" check .
"$tools/bin/ruff" format --check .
"$tools/bin/mypy"
"$tools/bin/pytest" --quiet -p no:cacheprovider

# A wheel, and alone in an environment: it needs nothing else, and has its types.
rm -rf "$wheels" "$plain"
"$tools/bin/python" -m build --outdir "$wheels" . >/dev/null
python3 -m venv "$plain"
"$plain/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheels"/*.whl
cd "$plain"
"$plain/bin/python" - <<'END'
import importlib.resources
import chongkak

assert importlib.resources.files(chongkak).joinpath("py.typed").is_file()
with chongkak.Engine.popen() as engine:
    opening = engine.opening(chongkak.Rules("kalah", holes=4, seeds=2, lone="bank"))
    # As Irving, Donkers and Uiterwijk published it in 2000.
    assert engine.solve(opening).value == chongkak.Proven(6)
    print(f"test python: the wheel of version {chongkak.__version__} solves a board")
END
