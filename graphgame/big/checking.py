"""Check a whole database: the proof of its labels, and what its manifest counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from graphgame.big.labels import Tally, decode
from graphgame.big.storage import FolderStorage
from graphgame.big.verify import require_disjoint, verify_blocks
from graphgame.errors import SolutionFileError
from graphgame.outcome import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.asking import Asked
    from graphgame.big.storage import MemoryStorage
    from graphgame.types import Int8Array, Int32Array, Int64Array


def verify(
    storage: FolderStorage | MemoryStorage,
    asked: Asked,
    fields: dict[str, Any],
    look_up: Callable[[Int64Array], tuple[Int8Array, Int32Array]],
) -> bool:
    """Check a database; see `Database.verify`."""
    tally = Tally()

    def blocks() -> Iterator[tuple[int, Int64Array, Int8Array, Int32Array]]:
        for part, codes, labels in storage.read():
            tally.add(labels)
            yield part, codes, *decode(labels)

    starts = np.array(fields["start"], dtype=np.int64)
    play = Play(fields["play"])
    owners: Callable[[Int64Array], Int64Array] | None = storage.owners
    if isinstance(storage, FolderStorage) and storage.kind == "tiers":
        require_disjoint(storage.ranges())
        owners = None
    positions, moves = verify_blocks(blocks(), owners, look_up, asked.sorted_moves, starts, play)
    if tally != storage.tally:
        raise SolutionFileError(
            f"counts: expected those of the labels, {tally.positions} positions, got others in "
            f"the manifest, {storage.tally.positions} positions"
        )
    if fields.get("positions", positions) != positions:
        raise SolutionFileError(
            f"positions: expected {positions}, as in the parts, got {fields['positions']}"
        )
    if fields.get("moves") not in (None, moves):
        raise SolutionFileError(
            f"moves: expected {moves}, as the rule has, got {fields['moves']} in the manifest"
        )
    return True
