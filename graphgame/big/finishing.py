"""From labels of partitions to the parts of a database."""

from __future__ import annotations

from graphgame.answers.folder import remove_work
from graphgame.answers.labels import Tally, encode, longest, never, widen, width_for
from graphgame.answers.manifest import complete
from graphgame.answers.part_writer import file_name, write_codes
from graphgame.archive import sync, sync_all
from graphgame.arrays import distinct
from graphgame.big.files import read_numbers
from graphgame.big.propagation import undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from graphgame.big.build_state import Work
    from graphgame.big.partition import Partition
    from graphgame.rules.asked import Asked
    from graphgame.types import AnyArray, Int64Array

# Codes of preset positions that are asked for again at a time.
_ASKED = 1 << 16


def write_parts(work: Work, asked: Asked, report: Callable[[], None] | None = None) -> None:
    """Write the parts that are not written yet, then the manifest; remove what building needed.

    The last checkpoint says that all labels are decided: moves are not needed any more.  Parts are
    forced onto the disk together, before a checkpoint or the manifest names them.
    """
    folder = work.folder.parent
    unsynced: list[Path] = []
    for partition in work.own:
        partition.drop_moves()
    written: dict[str, Any] = work.progress.setdefault("written", {})
    for partition in work.own:
        if str(partition.number) in written:
            continue
        codes, labels = _answers(work, partition, asked)
        row = write_codes(folder, partition.number, codes, labels, forced=False)
        unsynced.append(folder / file_name(partition.number))
        written[str(partition.number)] = row, Tally().add(labels).to_json()
        if work.ranks.size == 1 and work.is_due():
            sync_all(unsynced)
            unsynced = []
            sync(folder)
            work.checkpoint()
        if report is not None:
            report()
    sync_all(unsynced)
    for others in work.ranks.gather(written):
        written |= others
    if work.ranks.is_first:
        _complete(work, asked, [written[str(q)] for q in range(len(work.partitions))])
    work.ranks.gather(None)


def _complete(work: Work, asked: Asked, written: list[Any]) -> None:
    """Write the manifest of the database; remove what building needed."""
    tally = Tally()
    for _, counts in written:
        tally += Tally.from_json(counts)
    complete(
        work.folder.parent,
        kind="hashed",
        rule=(work.progress["rule"], work.progress["digest"]),
        play=work.progress["play"],
        starts=work.progress["start"],
        parts=[row for row, _ in written],
        tally=tally,
        moves=work.moves,
        symmetric=asked.symmetric,
    )
    remove_work(work.folder.parent)


def _answers(work: Work, partition: Partition, asked: Asked) -> tuple[Int64Array, AnyArray]:
    """Return the codes of a partition in ascending order, preset ones among them, and labels."""
    import numpy as np

    width = work.progress["width"]
    codes: Int64Array = np.empty(0, dtype=np.int64)
    labels = np.empty(0, dtype=f"u{width}")
    if partition.count:
        codes = read_numbers(partition.path("codes"), np.int64)
        labels = read_numbers(partition.path(f"labels{width}"), f"u{width}")
    decided = labels[labels < undecided(width)]
    most = int(decided.max(initial=0)) // 2
    labels[labels == undecided(width)] = never(width)
    ends, ended = _ended(partition, asked)
    known = ended[ended <= 2 * longest(4) + 1]
    width = width_for(max(most, int(known.max(initial=0)) // 2))
    labels, ended = _narrow(labels, width), _narrow(ended, width)
    if len(ends):
        codes, labels = np.concatenate([codes, ends]), np.concatenate([labels, ended])
    order = np.argsort(codes)
    return codes[order], labels[order]


def _narrow(labels: AnyArray, width: int) -> AnyArray:
    """Return labels in a width, which their numbers fit in."""
    import numpy as np

    own = labels.dtype.itemsize
    if own <= width:
        return widen(labels, width)
    special = labels > 2 * longest(own) + 1
    narrow = labels.astype(f"u{width}")
    narrow[special] = (labels[special] - (never(own) - never(width))).astype(np.uint32)
    return narrow


def _ended(partition: Partition, asked: Asked) -> tuple[Int64Array, AnyArray]:
    """Return the codes of preset positions, each once, and their labels of 4 bytes."""
    import numpy as np

    if not partition.ends.size:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint32)
    codes = distinct(read_numbers(partition.ends.path, np.int64))
    labels = np.empty(len(codes), dtype=np.uint32)
    for at in range(0, len(codes), _ASKED):
        piece = codes[at : at + _ASKED]
        presets, far = asked.presets(piece)
        assert presets is not None, "they are preset"
        remoteness = np.zeros(len(piece), np.int32) if far is None else far
        labels[at : at + _ASKED] = encode(presets, remoteness, 4)
    return codes, labels
