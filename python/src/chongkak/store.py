"""Stores of results as columns.

::

    found = chongkak.store.read("list.csv.sqlite")
    frame = pandas.DataFrame(found)

A store is the SQLite file to which `chongkak batch` writes, and ``store=`` of `chongkak.solve_many`
and its like. numpy must be installed (`pip install "chongkak[batch]"`).
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import refused
from .many import need

if TYPE_CHECKING:
    import numpy as np

# The columns of texts; all others have numbers, but for `exact`, which every result has.
_TEXTS = frozenset(
    ("position", "rules", "set", "method", "winner", "best", "pv", "stopped", "version")
)


def read(*paths: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, Any]]:
    """The results in a store, or in several: an array for each column, in the order of positions.

    They are what `chongkak batch export --format csv` prints and `pandas.read_csv` reads: for each
    position and question the best result, moves and options as texts with blanks between, and NaN
    where nothing is. Raises a `RequestError` if a file is no store, or damaged.
    """
    need("numpy")
    if not paths:
        raise TypeError("found no path, expected that of a store, or several")
    columns, fault = _native.stored(paths)
    if fault is not None:
        raise refused(json.loads(fault)["error"])
    assert columns is not None
    return {name: _array(name, cells) for name, cells in columns}


def _array(name: str, cells: list[Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    filled = [np.nan if cell is None else cell for cell in cells]
    if name in _TEXTS:
        return np.array(filled, dtype=object)
    if name == "exact":
        return np.array(filled, dtype=bool)
    whole = not any(isinstance(cell, float) for cell in filled)
    # Larger numbers are in no column of whole ones.
    whole = whole and max(filled, default=0) < 2**63
    return np.array(filled, dtype=np.int64 if whole else np.float64)
