"""A record of the moves of a rule at some positions, compared when a build goes on.

A half-built folder has positions and moves, and no answers yet.  So checkpoints keep rows: of some
positions, spread over all that are expanded, the preset, and a number for the options.
"""

from __future__ import annotations

import zlib

import numpy as np

from graphgame.answers.agreement import SAMPLE, spread
from graphgame.arrays import distinct
from graphgame.errors import RuleMismatchError, shown_path
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from graphgame.big.partitions.partition import Partition
    from graphgame.rules.asked import Asked, Moves
    from graphgame.types import Int64Array

    # A code, its preset, the remoteness of that, how many options it has, and a checksum of these.
    Row: TypeAlias = list[int]

# Terminals are looked for among so many of the positions that were expanded last.
_LAST = 1 << 16


def rows_at(codes: Int64Array, moves: Moves, places: Int64Array) -> list[Row]:
    """Return rows of some codes, of which a rule has just been asked for the moves.

    Parameters
    ----------
    codes : (k,) int64
    moves : sources, options, presets, ends
        As `Asked.moves` returns them.
    places : (j,) int64
        Which of the codes to keep, ascending.
    """
    sources, options, presets, ends = moves
    kept = np.isin(sources, places)
    order = np.lexsort((options[kept], sources[kept]))
    sources, options = sources[kept][order], options[kept][order]
    begins = np.searchsorted(sources, places).tolist()
    stops = np.searchsorted(sources, places, side="right").tolist()
    kinds = np.full(len(codes), NO_PRESET, np.int8) if presets is None else presets
    far = np.zeros(len(codes), np.int32) if ends is None else ends
    rows = []
    for k, begin, stop in zip(places.tolist(), begins, stops, strict=True):
        there = np.unique(options[begin:stop]).astype("<i8")
        sum_ = zlib.crc32(there.tobytes())
        rows.append([int(codes[k]), int(kinds[k]), int(far[k]), len(there), sum_])
    return rows


def record(partition: Partition, asked: Asked, most: int) -> None:
    """Replace the rows of a partition when it has an eighth more positions than before.

    Its files are written.  The rows are of positions spread over all that are expanded, of
    terminals among the last of these, and of presets; at most `most` of each.
    """
    size = partition.expanded + partition.ends.size
    if 8 * size < 9 * partition.recorded_at:
        return
    partition.recorded_at = size + 1
    counted = min(partition.expanded, _LAST)
    counters = partition.counters.size // 2 - counted
    stuck = np.flatnonzero(_read(partition, "counters", np.uint16, counters, counted) == 0)
    stuck = stuck[spread(len(stuck), most)] + (partition.expanded - counted)
    places = np.union1d(spread(partition.expanded, most), stuck)
    count = partition.ends.size // 8
    codes = [_read(partition, "codes", np.int64, place, 1) for place in places.tolist()]
    codes += [_read(partition, "ends", np.int64, at, 1) for at in spread(count, most).tolist()]
    if codes:
        found = distinct(np.concatenate(codes))
        partition.recorded = rows_at(found, asked.moves(found), np.arange(len(found)))


def _read(partition: Partition, name: str, kind: type, first: int, count: int) -> Int64Array:
    size = np.dtype(kind).itemsize
    path = partition.path(name)
    if not count:
        return np.zeros(0, kind)
    return np.fromfile(path, dtype=kind, count=count, offset=first * size)


def require_recorded(rows: list[Row], asked: Asked, where: str) -> None:
    """Refuse a rule that says something else than it did when rows were kept.

    Of many rows some 2,000 are compared, spread over all.

    Raises
    ------
    RuleMismatchError
        With the first position found, what the rule said there, and what it says.
    """
    rows = [rows[k] for k in spread(len(rows), 2 * SAMPLE).tolist()]
    if not rows:
        return
    codes = np.array([row[0] for row in rows], dtype=np.int64)
    one = asked.represent(codes)
    for code, other in zip(codes.tolist(), one.tolist(), strict=True):
        if code != other:
            raise _differs("canonical", code, "itself, a representative", f"{other}", where)
    found = rows_at(codes, asked.moves(codes), np.arange(len(codes)))
    for known, now in zip(rows, found, strict=True):
        if known != now:
            said, says = _words(known), _words(now)
            says = "other options" if said == says else says
            raise _differs("position", known[0], said, f"{says} from {asked.name}", where)


def require_tiers(rows: list[Row], tiers: list[int], found: Int64Array, where: str) -> None:
    """Refuse a function of tiers by which positions of some rows are in others than these."""
    for row, tier, now in zip(rows, tiers, found.tolist(), strict=True):
        if tier != now:
            raise _differs("tier", row[0], f"{tier}", f"{now}", where)


def _differs(check: str, code: int, said: str, says: str, where: str) -> RuleMismatchError:
    return RuleMismatchError(
        check,
        code,
        f"{said}, as when the build in {shown_path(where)} began",
        f"{says}; go on with the rule, the presets and the symmetry of the beginning, or build "
        "into another folder",
        {},
    )


def _words(row: Row) -> str:
    _, preset, far, count, _ = row
    if preset != NO_PRESET:
        return f"a preset {Outcome(preset)} of remoteness {far}"
    return f"no preset and {count} options" if count else "no preset and no options"
