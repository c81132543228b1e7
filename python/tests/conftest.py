"""The engine of the tests: the program that CHONGKAK names, or the one on the PATH."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chongkak import Engine


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """One engine for all tests, without the endgame tables and rules of whoever runs them."""
    os.environ.pop("CHONGKAK_RULES", None)
    os.environ["CHONGKAK_TABLES"] = "none"
    with Engine.popen() as engine:
        yield engine


@pytest.fixture
def played_by(tmp_path: Path) -> Callable[[str], list[str]]:
    """Makes a command that plays the engine by a few lines of Python.

    They find the requests in `requests`, one after the other, and answer with `say`.
    """

    def command(lines: str) -> list[str]:
        script = tmp_path / "engine.py"
        script.write_text(
            "import json, sys\n"
            "def say(value):\n"
            "    print(json.dumps(value), flush=True)\n"
            "requests = map(json.loads, sys.stdin)\n" + textwrap.dedent(lines)
        )
        return [sys.executable, str(script)]

    return command
