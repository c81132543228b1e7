"""Endgame tables of a folder: built once a machine, and shared by all of its processes.

::

    def prepare(folder, position):
        chongkak.tables.build(folder, position, seeds=16)
        chongkak.tables.use(folder)

    prepared = ProcessPoolExecutor(8, initializer=prepare, initargs=("tables", opening))

Of all processes that ask for a table in a folder one builds it, and the others wait. It is the file
that ``chongkak tables build`` makes. Who uses it maps it into memory, where all have it together.
Where tables are installed (``chongkak tables install``), none of this is needed.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import _native
from .engine import begin_default_engine
from .game import Position

# Seconds between two looks at whether another process is done.
_LOOK = 0.1


def build(
    folder: str | os.PathLike[str], position: Position, seeds: int, *, threads: int | None = None
) -> Path:
    """Builds the table for positions like this one with up to so many seeds in play; its file.

    Like it are those under the same rules within a round, whose holes are open or closed as its
    holes are. A table that is there and large enough is not built again, and one that is smaller is
    made larger. A table takes a byte a position, on disk and while it is built in memory.
    """
    options = position.rules.option_texts()
    asked = (folder, position.rules.name, options, str(position), seeds, threads)
    building = _native.TableBuild(*asked)
    with ThreadPoolExecutor(1) as thread:
        try:
            while (built := thread.submit(building.run).result()) is None:
                time.sleep(_LOOK)
        except BaseException:
            # Such as Ctrl-C: what is complete is kept.
            building.cancel()
            raise
    return Path(built)


def use(folder: str | os.PathLike[str]) -> None:
    """Begins the default engine of this process anew, with the tables of a folder.

    It is the one that the workers of an executor ask. Processes that are forked from this one have
    the same tables.
    """
    begin_default_engine(folder)
