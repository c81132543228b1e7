"""Endgame tables in a folder: built once per machine and shared by all its processes.

::

    def prepare(folder, position):
        chongkak.tables.build(folder, position, seeds=16)
        chongkak.tables.use(folder)

    prepared = ProcessPoolExecutor(8, initializer=prepare, initargs=("tables", opening))

If several processes request a table in a folder, one builds it and the others wait. The file is
that of ``chongkak tables build``. Processes map it into memory, which they share. If tables are
installed (``chongkak tables install``), none of this is needed.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import _native
from .engine import set_default_engine
from .game import Position

# Seconds between checks whether another process is done.
_POLL_SECONDS = 0.1


def build(
    folder: str | os.PathLike[str], position: Position, seeds: int, *, threads: int | None = None
) -> Path:
    """Builds the table for positions like this one, and returns its file.

    The table covers positions with at most `seeds` seeds in play, under the same rules within a
    round, and with the same open and closed holes. An existing table that is large enough is not
    built again; a smaller one is enlarged. A table takes one byte per position, on disk and, while
    it is built, in memory.
    """
    options = position.rules.option_texts()
    arguments = (folder, position.rules.name, options, str(position), seeds, threads)
    building = _native.TableBuild(*arguments)
    with ThreadPoolExecutor(1) as thread:
        try:
            while (built := thread.submit(building.run).result()) is None:
                time.sleep(_POLL_SECONDS)
        except BaseException:
            # For example Ctrl-C: complete levels are kept.
            building.cancel()
            raise
    return Path(built)


def use(folder: str | os.PathLike[str]) -> None:
    """Restarts the default engine of this process with the tables of a folder.

    The workers of an executor use this engine. Processes forked from this one have the same tables.
    """
    set_default_engine(folder)
