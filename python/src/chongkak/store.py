"""Reading stores of results as columns.

::

    found = chongkak.store.read("list.csv.sqlite")
    frame = pandas.DataFrame(found)

A store is the SQLite file that `chongkak batch`, and functions with ``store=`` such as
`chongkak.solve_many`, write. NumPy must be installed (`pip install "chongkak[batch]"`).
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

# The columns of text; all others contain numbers, except `exact`, which is boolean.
_TEXTS = frozenset(
    ("position", "rules", "set", "method", "winner", "best", "pv", "stopped", "version")
)


def read(*paths: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, Any]]:
    """Reads the results of one or more stores: an array per column, ordered by position.

    The columns are those of `chongkak batch export --format csv`, as `pandas.read_csv` reads them:
    the best result for each position and question, with moves and options as space-separated text,
    and NaN for missing values. Raises a `RequestError` if a file is not a store, or is damaged.
    """
    need("numpy")
    if not paths:
        raise TypeError("found no path, expected one or more stores")
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
    # Larger numbers don't fit an integer column.
    whole = whole and max(filled, default=0) < 2**63
    return np.array(filled, dtype=np.int64 if whole else np.float64)
