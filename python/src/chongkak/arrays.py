"""Rows of numbers as described in `batch`, and functions of the engine for many rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from . import _native
from .errors import PositionError
from .game import Position, Rules
from .many import read, read_one

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

# Number of rows per call of the engine. Between calls, the progress bar is updated and Ctrl-C is
# handled.
_ROWS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class Rows:
    """Positions of one size under the same rules."""

    rules: Rules
    # A's holes and store, B's, and the mover, 16 bits each.
    numbers: Array
    # Their indexes among all given positions.
    places: Array
    # The given rows, if they have not been checked.
    unchecked: Array | None = None

    @property
    def holes(self) -> int:
        """Holes in a row."""
        return max(0, int(self.numbers.shape[1]) - 3) // 2

    def ask(
        self,
        question: Callable[[_native.Rules, bytes, int, bool], int | list[bytearray]],
        tick: Callable[[int], object],
    ) -> Iterator[tuple[Array, list[bytearray]]]:
        """Calls the engine for some rows at a time. Yields indexes and bytes of arrays."""
        native, sized = self.rules._all_options(), self.rules.holes is not None
        for start in range(0, len(self.numbers), _ROWS_AT_ONCE):
            rows = self.numbers[start : start + _ROWS_AT_ONCE]
            found: int | list[bytearray] = 0
            if native is not None and self.holes > 0:
                found = question(native, rows.tobytes(), self.holes, sized)
            if isinstance(found, int):
                self._refuse(start + found)
            yield self.places[start : start + _ROWS_AT_ONCE], found
            tick(len(rows))

    def _refuse(self, row: int) -> NoReturn:
        """Raises the error of a row that the engine rejects."""
        assert self.unchecked is not None
        read_one(row, self.unchecked[row], self.rules, numbers=True)
        raise AssertionError(f"positions[{row}] was rejected although it is valid")


def rows_of(positions: Sequence[Position]) -> Array:
    """Converts checked positions of one size to rows."""
    import numpy as np

    boards = [board for board in (one._played_by() for one in positions) if board is not None]
    found = _native.array_rows(boards)
    if isinstance(found, int):
        other = positions[found]
        sizes = f"found {other.holes} holes a row, expected {positions[0].holes} as in the first"
        raise PositionError(f"positions[{found}], {other}: {sizes}")
    columns = 2 * positions[0].holes + 3 if positions else 0
    return np.frombuffer(found[0], dtype=np.int16).reshape(len(positions), columns)


def grouped(positions: Iterable[Any], rules: Rules | str | None) -> list[Rows]:
    """Groups positions by size and rules."""
    import numpy as np

    if isinstance(positions, np.ndarray) and positions.ndim == 2 and positions.dtype.kind in "biuf":
        named = rules if isinstance(rules, Rules) else Rules(rules)
        return [_of_array(positions, named)]
    checked = [one for one in read(positions, rules) if isinstance(one, Position)]
    alike: dict[tuple[Rules, int], list[int]] = {}
    for index, one in enumerate(checked):
        alike.setdefault((one.rules, one.holes), []).append(index)
    return [
        Rows(shared, rows_of([checked[index] for index in places]), np.array(places))
        for (shared, _), places in alike.items()
    ]


def _of_array(given: Array, rules: Rules) -> Rows:
    import numpy as np

    # A number of more than 16 bits changes in the conversion, so the comparison finds it.
    with np.errstate(invalid="ignore"):
        numbers = given.astype(np.int16)
    wrong = (numbers != given).any(axis=1)
    if numbers.shape[1] % 2 == 0:
        # A is to move.
        numbers = np.hstack([numbers, np.zeros((len(numbers), 1), dtype=np.int16)])
    # An invalid mover marks the row as wrong.
    numbers[wrong, -1] = -1
    return Rows(rules, numbers, np.arange(len(numbers)), given)
