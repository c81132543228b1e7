"""The notebook runs, and says what stands in it."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from chongkak import Engine

NOTEBOOK = Path(__file__).parents[1] / "examples" / "findings.ipynb"


def said(notebook: Any) -> str:
    """The text of all outputs; a plot is none. It comes in pieces of any length."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return "".join(output["text"] for output in outputs if output["output_type"] == "stream")


def test_the_notebook_says_what_stands_in_it(engine: Engine) -> None:
    assert not engine.closed
    kept = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    played = nbformat.from_dict(kept)  # type: ignore[no-untyped-call]
    NotebookClient(played, timeout=600, kernel_name="python3").execute()
    assert said(kept)
    assert said(played) == said(kept)
    pictures = [
        kind
        for cell in played.cells
        for output in cell.get("outputs", ())
        for kind in output.get("data", {})
        if kind.startswith("image/")
    ]
    assert {"image/svg+xml", "image/png"} <= set(pictures)
