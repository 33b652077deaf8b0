"""What a notebook shows of a graph: all of a small one; else counts, a histogram and surroundings.

It is at most `svg.WIDEST` wide and 50 kB long, and takes a pass over outcomes and remoteness, a
block at a time.
"""

from __future__ import annotations

from math import ceil, log10
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame.drawing import svg
from graphgame.drawing.graph_picture import (
    MARGIN,
    Board,
    Room,
    captions,
    lay_out,
    picture,
)
from graphgame.drawing.layers import TALLEST
from graphgame.drawing.surroundings import Graph, choose
from graphgame.drawing.svg import FAINT, INK, LOOKS, PLAIN, RULE, WINNERS, Look
from graphgame.outcome import LOSE, NEVER_ENDS, WIN

if TYPE_CHECKING:
    from graphgame.types import Int8Array, Int32Array, Int64Array

# The most positions of a graph that is drawn as a whole, and of surroundings.
MOST_WHOLE, MOST_AROUND = 60, 24
_DEEPEST = 12
# So many arrows are drawn of the smallest graphs; of others, some for each position.
_FEW_ARROWS = 90
# What a picture may take, in bytes of UTF-8: a notebook keeps it twice, as HTML and as SVG.
MOST_BYTES = 50_000
# The letters of all labels together in the titles of positions.
_MOST_TITLES = 8_000
# Positions counted at a time, and the most that are counted for a notebook, where nobody asked.
_BLOCK = 1 << 17
MOST_COUNTED = 1 << 22
# The histogram: its height, and the most bars beside each other.
_HIGH = 110
_MOST_BARS = 60
# A whole picture may be drawn so much wider than it is shown.
_SHRUNK = 1.3


class Bars(NamedTuple):
    """A histogram: a row of counts for each look, from 0 on, and what the numbers below mean."""

    rows: list[tuple[Look, Int64Array]]
    words: str


def draw_small(graph: Graph, *, title: str) -> str | None:
    """Return the picture of a notebook, or None if nothing is small enough.

    Parameters
    ----------
    graph : Graph
    title : str

    Notes
    -----
    Colours are names; see `svg.painted`.
    """
    title = svg.shortened(title, 120)
    if graph.n <= MOST_WHOLE and (drawn := _whole(graph, title)) is not None:
        return drawn
    entries, bars = _counted(graph)
    above, wide, top = _above(entries, bars)
    found = None
    for depth in (2, 1, 0):
        if (found := _around(graph, depth, top)) is not None:
            break
    # Where little is around, more moves are shown.
    while found and found.part.depth < _DEEPEST and len(found.part.positions) < MOST_AROUND // 2:
        deeper = _around(graph, found.part.depth + 1, top)
        if deeper is None or len(deeper.part.positions) == len(found.part.positions):
            break
        found = deeper
    if found is None:
        return None
    drawn = picture(found, [title, *captions(graph, found.part)], above, least=wide)
    return drawn if _is_small(drawn) else None


def _around(graph: Graph, depth: int, top: int) -> Board | None:
    """Return what is around the start, with as long labels as fit; None if none do."""
    part = choose(graph, None, depth, limit=MOST_AROUND, most_arrows=3 * MOST_AROUND)
    for letters in (18, 12, 8, 5):
        board = lay_out(graph, part, _room(letters, len(part.positions), near=True, top=top))
        if board.right <= svg.WIDEST:
            return board
    return None


def _is_small(drawn: str) -> bool:
    return svg.size(drawn)[0] <= svg.WIDEST and len(drawn.encode()) <= MOST_BYTES


def _room(letters: int, positions: int, *, near: bool = False, top: int = 0) -> Room:
    titles = _MOST_TITLES // max(positions, 1)
    longest = min(titles, 200) if titles >= 100 else 0
    tallest = 8 if near else TALLEST
    # Headings of distances need more than the least shapes.
    return Room(letters, 36, 80 if near else 44, top, tallest, near, longest, svg.WIDEST)


def _whole(graph: Graph, title: str) -> str | None:
    """Return the picture of a whole graph; None if it would be too wide, too long, or a thicket."""
    part = choose(
        graph, None, None, limit=MOST_WHOLE, most_arrows=max(_FEW_ARROWS, 20 + 3 * graph.n)
    )
    if part.centre is not None or (part.left_out and graph.n > MOST_AROUND):
        return None
    boards: list[Board] = []
    for room in (Room(widest=svg.WIDEST), *(_room(letters, graph.n) for letters in (18, 12, 8))):
        boards.append(lay_out(graph, part, room))
        if boards[-1].right <= svg.WIDEST:
            break
    if boards[-1].right > _SHRUNK * svg.WIDEST:
        return None
    drawn = svg.narrowed(picture(boards[-1], [title, *captions(graph, part)]))
    return drawn if _is_small(drawn) else None


# -- what is counted ------------------------------------------------------------------------------


def tally(outcomes: Int8Array, remoteness: Int32Array) -> tuple[Int64Array, int]:
    """Count positions by outcome, a row each from LOSE on, and by remoteness; and endless draws."""
    width = int(remoteness.max(initial=0)) + 1
    found = np.zeros(3 * width, dtype=np.int64)
    endless = 0
    for start in range(0, len(outcomes), _BLOCK):
        plies = remoteness[start : start + _BLOCK]
        ends = plies != NEVER_ENDS
        endless += len(plies) - int(np.count_nonzero(ends))
        rows = outcomes[start : start + _BLOCK][ends].astype(np.int64) + 1
        found += np.bincount(rows * width + plies[ends], minlength=3 * width)
    return found.reshape(3, width), endless


def _counted(graph: Graph) -> tuple[list[tuple[Look, str]], Bars | None]:
    """Return the counts in words, each with its look, and the histogram if there is one."""
    entries = [(PLAIN, f"{graph.n:,} positions, {graph.m:,} moves")]
    if graph.n > MOST_COUNTED:
        return entries, None
    if graph.winners is not None:
        won = int(np.count_nonzero(graph.winners))
        for who, share in enumerate((graph.n - won, won)):
            if share:
                entries.append((WINNERS[who], f"{share:,} won by player {who}"))
        return entries, None
    if graph.values is not None:
        return _values(graph.values, entries)
    if graph.outcomes is None or graph.remoteness is None:
        return entries, None
    counts, endless = tally(graph.outcomes, graph.remoteness)
    rows = []
    for outcome, look in LOOKS.items():
        row = counts[int(outcome) + 1]
        total, longest = int(row.sum()), int(np.flatnonzero(row).max(initial=0))
        never = 0 if outcome in (WIN, LOSE) else endless
        if total or never:
            length = f", up to {svg.count_plies(longest)}" if outcome in (WIN, LOSE) else ""
            entries.append((look, f"{total + never:,} {outcome}{length}"))
        if total:
            rows.append((look, row))
    return entries, Bars(rows, "plies to the end") if rows else None


def _values(
    values: Int32Array, entries: list[tuple[Look, str]]
) -> tuple[list[tuple[Look, str]], Bars | None]:
    """Return how many positions have each value."""
    found = np.zeros(int(values.max(initial=-1)) + 2, dtype=np.int64)
    for start in range(0, len(values), _BLOCK):
        found += np.bincount(values[start : start + _BLOCK] + 1, minlength=len(found))
    infinite, counts = int(found[0]), found[1:]
    zero = counts * (np.arange(len(counts)) == 0)
    if zero.any():
        entries.append((LOOKS[LOSE], f"{int(zero.sum()):,} of value 0: LOSE"))
    if (counts - zero).any():
        rest = int((counts - zero).sum())
        entries.append((LOOKS[WIN], f"{rest:,} of another value, up to {len(counts) - 1:,}: WIN"))
    if infinite:
        entries.append((PLAIN, f"{infinite:,} of infinite values"))
    rows = [(LOOKS[LOSE], zero), (LOOKS[WIN], counts - zero)]
    return entries, Bars([x for x in rows if x[1].any()], "value") if counts.any() else None


# -- above the surroundings -----------------------------------------------------------------------


def _above(entries: list[tuple[Look, str]], bars: Bars | None) -> tuple[list[str], float, int]:
    """Return counts and histogram, how wide they are, and where they end."""
    drawn = []
    for look, words in entries:
        path = svg.shape(look.shape, 12, MARGIN + 8, 22, 12)
        line = f' stroke="{FAINT}"' if look is PLAIN else ""
        drawn.append((f'<path d="{path}" fill="{look.fill}"{line}/>', words))
    counts, wide, more = svg.legend(drawn, MARGIN, MARGIN + 8, svg.WIDEST)
    top = MARGIN + 30 + more
    if bars is None:
        return [counts], wide, top
    chart, right = _histogram(bars, top)
    return [counts, chart], max(wide, right), top + _HIGH + 58


def _histogram(bars: Bars, top: int) -> tuple[str, float]:
    """Return the histogram, on a logarithmic scale, and its width; many numbers share a bar."""
    count = len(bars.rows[0][1])
    share = ceil(count / _MOST_BARS)
    slots = ceil(count / share)
    left, bottom = MARGIN + 50, 20 + _HIGH
    step = min(40.0, (svg.WIDEST - left - MARGIN) / slots)
    rows = [(look, _shared(row, share, slots)) for look, row in bars.rows]
    most = max(int(row.max()) for _, row in rows)
    # From 0.7 on, so that a count of 1 is seen.
    scale = _HIGH / log10(max(most, 2) / 0.7)
    wide = step * 0.86 / len(rows)
    parts = [svg.group(_scale(most, scale, left, bottom, slots * step), font_size=11, fill=FAINT)]
    for place, (look, row) in enumerate(rows):
        path = ""
        for k in np.flatnonzero(row).tolist():
            high = svg.number(log10(row[k] / 0.7) * scale)
            x = svg.number(left + (k + 0.07) * step + place * wide)
            path += f"M{x} {bottom}h{svg.number(wide)}v-{high}h-{svg.number(wide)}z"
        parts.append(f'<path d="{path}" fill="{look.fill}"/>')
    apart = max(1, ceil((8 * len(f"{count:,}") + 8) / step))
    numbers = [
        svg.text(left + (k + 0.5) * step, bottom + 15, f"{k * share:,}")
        for k in range(0, slots, apart)
    ]
    parts.append(svg.group(numbers, font_size=11, fill=FAINT, text_anchor="middle"))
    words = f"positions, by {bars.words}, on a logarithmic scale"
    words += f"; {share:,} numbers a bar" if share > 1 else ""
    parts.append(svg.text(MARGIN, 8, words, font_size=12, fill=INK))
    return svg.group(parts, transform=f"translate(0 {top})"), left + slots * step + MARGIN


def _shared(row: Int64Array, share: int, slots: int) -> Int64Array:
    """Return the sums of so many counts next to each other."""
    padded = np.zeros(share * slots, dtype=np.int64)
    padded[: len(row)] = row
    sums: Int64Array = padded.reshape(slots, share).sum(axis=1)
    return sums


def _scale(most: int, scale: float, left: float, bottom: float, wide: float) -> list[str]:
    """Return the lines of the powers of ten, and their numbers."""
    parts, power = [], 1
    while power <= most:
        y = bottom - log10(power / 0.7) * scale
        line = f"M{svg.number(left)} {svg.number(y)}h{svg.number(wide)}"
        parts.append(f'<path d="{line}" stroke="{RULE}"/>')
        parts.append(svg.text(left - 6, y + 4, f"{power:,}", text_anchor="end"))
        power *= 10
    return parts
