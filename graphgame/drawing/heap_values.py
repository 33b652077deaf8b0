"""The picture of a heap game: a table of its values, with the period marked."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from graphgame.drawing import svg
from graphgame.drawing.svg import FAINT, INK, LOOKS, RULE, SHADE
from graphgame.outcome import LOSE

if TYPE_CHECKING:
    from graphgame.types import Int32Array

# The most values that are drawn, and the most columns of the table.
MOST_VALUES = 600
_WIDEST = 40
_MARGIN, _HIGH = 24, 28


class Repeat(NamedTuple):
    """A period: where it begins, its length, what it adds each time, and whether it is proven."""

    preperiod: int
    period: int
    saltus: int
    proven: bool


def draw_values(
    values: Int32Array, repeat: Repeat | None, *, n: int, title: str, most: float = inf
) -> str:
    """Return the table of the values of the heaps from 0 on.

    Parameters
    ----------
    values : (k,) int32
        At most `MOST_VALUES` are drawn.
    repeat : Repeat, optional
    n : int
        The greatest heap that was asked for.
    title : str
    most : float
        The greatest width.

    Notes
    -----
    Colours are names; see `svg.painted`.
    """
    shown = values[:MOST_VALUES].tolist()
    widest = max((len(str(value)) for value in shown), default=1)
    cell, head = max(28, 9 * widest + 12), 9 * len(str(len(shown))) + 22
    columns = _columns(len(shown), repeat, (most - 2 * _MARGIN - head) / cell)
    left, top = _MARGIN + head, _MARGIN + 26
    rows = -(-len(shown) // columns)
    place = Place(columns, left, top, cell)
    table = [_period(shown, repeat, place), _zeros(shown, place), _numbers(shown, place)]
    table.append(_heads(rows, place))
    bottom = top + rows * _HIGH
    legend, legend_width, more = _legend(shown, repeat, bottom + 20, most)
    caption = [title]
    if n >= len(shown):
        caption.append(f"the heaps 0 to {len(shown) - 1:,}; … {n + 1 - len(shown):,} more to {n:,}")
    if repeat is not None:
        caption.append(_words(repeat))
    least = max(left + columns * cell + _MARGIN, legend_width)
    words, width, height = svg.caption(caption, _MARGIN, bottom + 50 + more, least)
    parts = [*table, legend, words]
    return svg.picture(width, height, parts, title=title, description=". ".join(caption[1:]))


def _columns(count: int, repeat: Repeat | None, most: float) -> int:
    """Return how many values stand in a row: whole periods where they fit, else 10 or 20."""
    if repeat is not None and repeat.period <= min(_WIDEST, most):
        return repeat.period * max(1, int(min(20, most)) // repeat.period)
    return 10 if count <= 60 else int(min(20, most))


def _words(repeat: Repeat) -> str:
    proven = "proven" if repeat.proven else "not proven"
    added = f", {repeat.saltus} more each time" if repeat.saltus else ""
    return f"period {repeat.period:,} from heap {repeat.preperiod:,} on{added}, {proven}"


class Place(NamedTuple):
    """Where the table is: its columns, its top left corner, and the width of a cell."""

    columns: int
    left: int
    top: int
    cell: int

    def corner(self, heap: int) -> tuple[int, int]:
        """Return the top left corner of a cell."""
        row, column = divmod(heap, self.columns)
        return self.left + column * self.cell, self.top + row * _HIGH


def _period(shown: Sequence[int], repeat: Repeat | None, place: Place) -> str:
    """Return the background of every second period, and a line where the first one begins."""
    if repeat is None:
        return ""
    cell, columns = place.cell, place.columns
    parts, start, turn = [], repeat.preperiod, 0
    while start < len(shown):
        end = min(start + repeat.period, len(shown))
        at = start
        while at < end and turn % 2 == 0:
            stop = min(end, (at // columns + 1) * columns)
            x, y = place.corner(at)
            parts.append(f'<rect x="{x}" y="{y}" width="{(stop - at) * cell}" height="{_HIGH}"/>')
            at = stop
        start, turn = end, turn + 1
    groups = svg.group(parts, fill=SHADE)
    if repeat.preperiod < len(shown):
        x, y = place.corner(repeat.preperiod)
        groups += f'<path d="M{x} {y + 1}v{_HIGH - 2}" stroke="{INK}" stroke-width="3"/>\n'
    return groups


def _zeros(shown: Sequence[int], place: Place) -> str:
    """Return boxes at the heaps of value 0, where the player to move loses."""
    look, half = LOOKS[LOSE], place.cell // 2
    path = ""
    for heap, value in enumerate(shown):
        if value == 0:
            x, y = place.corner(heap)
            path += svg.shape(look.shape, x + half, y + _HIGH // 2, 2 * half - 4, _HIGH - 4)
    return svg.group([f'<path d="{path}"/>'] if path else [], fill=look.fill)


def _numbers(shown: Sequence[int], place: Place) -> str:
    texts = []
    for heap, value in enumerate(shown):
        x, y = place.corner(heap)
        on_box = {} if value else {"fill": LOOKS[LOSE].text}
        texts.append(svg.text(x + place.cell / 2, y + _HIGH // 2 + 5, str(value), **on_box))
    return svg.group(texts, text_anchor="middle")


def _heads(rows: int, place: Place) -> str:
    """Return the numbers of the columns, and the first heap of each row."""
    columns, left, top, cell = place
    heads = [
        svg.text(left + column * cell + cell / 2, top - 8, f"+{column}")
        for column in range(columns)
    ]
    firsts = [
        svg.text(left - 14, top + row * _HIGH + 19, f"{row * columns}") for row in range(rows)
    ]
    parts = [svg.group(heads, text_anchor="middle"), svg.group(firsts, text_anchor="end")]
    right, bottom = left + columns * cell, top + rows * _HIGH
    rule = f'<path d="M{left - 6} {top}H{right}M{left - 6} {top}V{bottom}" stroke="{RULE}"/>'
    return rule + svg.group(parts, font_size=11, fill=FAINT)


def _legend(
    shown: Sequence[int], repeat: Repeat | None, y: int, most: float
) -> tuple[str, int, int]:
    entries = []
    if 0 in shown:
        path = svg.shape("box", 12, y, 22, 14)
        entries.append((f'<path d="{path}" fill="{LOOKS[LOSE].fill}"/>', "value 0: LOSE"))
    if repeat is not None and repeat.preperiod < len(shown):
        drawn = f'<rect x="0" y="{y - 7}" width="22" height="14" fill="{SHADE}"/>'
        line = f'<path d="M0 {y - 7}v14" stroke="{INK}" stroke-width="3"/>'
        entries.append((drawn + line, "the period begins; every second one is shaded"))
    return svg.legend(entries, _MARGIN, y, most)
