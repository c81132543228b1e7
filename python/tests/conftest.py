"""The engines of the tests: one in this process, and the program that CHONGKAK names."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chongkak import Engine

MAKERS: dict[str, Callable[..., Engine]] = {"inside": Engine, "program": Engine.popen}
# The engines that are asked: all, or those that the environment names.
ASKED = os.environ.get("CHONGKAK_ENGINES", ",".join(MAKERS)).split(",")

# Without the endgame tables and rules of whoever runs the tests.
os.environ.pop("CHONGKAK_RULES", None)
os.environ["CHONGKAK_TABLES"] = "none"


@pytest.fixture(scope="session", params=ASKED)
def make(request: pytest.FixtureRequest) -> Callable[..., Engine]:
    """What makes an engine: each of the two, for every test that asks for it."""
    return MAKERS[request.param]


@pytest.fixture(scope="session")
def engine(make: Callable[..., Engine]) -> Iterator[Engine]:
    """An engine for all tests, each of the two after the other."""
    with make() as engine:
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
