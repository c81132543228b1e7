"""Boards as pictures, with arrows and values."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from html import escape

from .game import Position
from .results import Evaluation, Move

Point = tuple[float, float]

_CELL = re.compile(
    r'<g class="cell[^"]*" data-cell="\d+" data-x="([\d.]+)" data-y="([\d.]+)">.*?'
    r'<text class="name"[^>]*>([AB]\d+|R[AB])',
    re.DOTALL,
)

# Arrows end before the middle of a cell, where the seeds are; values are on its rim.
_SHORT, _BELOW, _ABOVE = 20.0, 44.0, -44.0

_STYLE = """<style>
.board .arrow { fill: none; stroke: var(--mark); stroke-width: 4; opacity: .8; }
.board .head { fill: var(--mark); }
.board .value { font-size: 15px; font-weight: 600; fill: var(--ink); }
.board .label { fill: var(--wood); stroke: var(--rim); }
</style>
"""


def board(
    position: Position,
    *,
    arrows: Iterable[tuple[str, str] | str | Move] = (),
    values: Evaluation | Mapping[str, object] | None = None,
) -> str:
    """Draws the board as SVG, with arrows between cells and values of moves.

    An arrow is a pair of cells, such as ``("A3", "B2")``; a single name is circled; a `Move` is
    drawn lap by lap. Cells are named `A1`, `B2` and so on, and the stores `RA` and `RB`. Values are
    those of an evaluation (with ≈ for estimates), or any objects by name of hole.

    >>> picture = board(Position.parse("1,2/0 3,4/0 A", "kalah"), arrows=[("A1", "A2")])
    >>> picture.count('class="arrow"')
    1
    """
    picture = position._ask().draw(position).svg
    cells = {name: (float(x), float(y)) for x, y, name in _CELL.findall(picture)}

    def at(name: str) -> tuple[float, float]:
        try:
            return cells[name]
        except KeyError:
            raise ValueError(f"{name}: expected one of {', '.join(cells)}") from None

    drawn = [_STYLE]
    for arrow in arrows:
        drawn += _drawn(arrow, at)
    if isinstance(values, Evaluation):
        values = {move.move: move.value for move in values.moves}
    for name, value in (values or {}).items():
        x, y = at(name)
        y += _ABOVE if name.startswith("A") else _BELOW
        # There is no room for words.
        label = str(value).replace("about ", "≈")
        text, width = escape(label), 12 + 9 * len(label)
        drawn.append(
            f'<rect class="label" x="{x - width / 2:g}" y="{y - 11:g}" width="{width}" height="22" '
            f'rx="8"/><text class="value" x="{x:g}" y="{y:g}">{text}</text>\n'
        )
    # On top of everything else.
    end = picture.rindex("</svg>")
    return picture[:end] + "".join(drawn) + picture[end:]


def _drawn(arrow: tuple[str, str] | str | Move, at: Callable[[str], Point]) -> list[str]:
    if isinstance(arrow, Move):
        cells = [arrow.move, *arrow.lands]
        return [_arrow(at(start), at(end)) for start, end in itertools.pairwise(cells)]
    if isinstance(arrow, str):
        x, y = at(arrow)
        return [f'<circle class="arrow" cx="{x:g}" cy="{y:g}" r="30"/>\n']
    start, end = arrow
    return [_arrow(at(start), at(end))]


def _arrow(start: Point, end: Point) -> str:
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    if length <= 2 * _SHORT:
        return f'<circle class="arrow" cx="{x:g}" cy="{y:g}" r="30"/>\n'
    along, across = (to_x - x) / length, (to_y - y) / length
    tip_x, tip_y = to_x - _SHORT * along, to_y - _SHORT * across
    back_x, back_y = tip_x - 12 * along, tip_y - 12 * across
    left = f"{back_x - 7 * across:.1f} {back_y + 7 * along:.1f}"
    right = f"{back_x + 7 * across:.1f} {back_y - 7 * along:.1f}"
    return (
        f'<path class="arrow" d="M{x:g} {y:g}L{back_x:.1f} {back_y:.1f}"/>'
        f'<path class="head" d="M{tip_x:.1f} {tip_y:.1f}L{left}L{right}Z"/>\n'
    )
