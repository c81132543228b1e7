"""The examples of the READMEs run as they are printed."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from chongkak import Engine

HOME = Path(__file__).parents[2]
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```$", re.M | re.S)
EXAMPLES = [
    pytest.param(textwrap.dedent(block[2]), id=f"{page}-{number}")
    for page in ("README.md", "python/README.md")
    for number, block in enumerate(BLOCK.finditer((HOME / page).read_text()), 1)
]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 14


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(engine: Engine, example: str) -> None:
    assert not engine.closed
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip()
