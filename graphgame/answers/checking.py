"""Check a database: all its labels as a proof, and its counts; count what it does not store."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from graphgame.answers.labels import Tally, decode
from graphgame.answers.verify import require_disjoint, verify_blocks
from graphgame.errors import GraphGameError, SolutionFileError, VerificationError
from graphgame.graphs._index import CodeIndex
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.answers.database import Database
    from graphgame.types import Int8Array, Int32Array, Int64Array

# Positions that a rule is asked about at a time.
_BATCH = 1 << 14


def verify(database: Database[Any]) -> bool:
    """Check the answers as a proof; see `Database.verify`."""
    database._require_remoteness()
    storage: Any = database._storage
    asked, tally = database._rule(), Tally()

    def blocks() -> Iterator[tuple[int, Int64Array, Int8Array, Int32Array]]:
        for part, codes, labels in storage.read():
            tally.add(labels)
            yield part, codes, *decode(labels)

    def answer(codes: Int64Array) -> tuple[Int8Array, Int32Array]:
        return database._find(codes, asked)[:2]

    owners: Callable[[Int64Array], Int64Array] | None = storage.owners
    if storage.kind == "tiers":
        require_disjoint(storage.ranges())
        owners = None
    starts = asked.codes(database._fields["start"])
    positions, moves = verify_blocks(
        blocks(), owners, answer, asked.sorted_moves, starts, database.play, asked.position
    )
    _require_counts(database, tally, positions, moves)
    return True


def compare(database: Database[Any], source: Database[Any]) -> bool:
    """Check that a database has the answers of another one; see `Database.verify`."""
    from graphgame.answers.publishing import coded

    if database._listed is not None or not hasattr(source, "_storage"):
        raise GraphGameError("source: expected a Database, beside one whose positions are codes")
    stored = coded(source)[0]
    alone = "outcomes" in (database._fields.get("content"), source._fields.get("content"))
    tally, other = database._storage.tally, source._storage.tally
    same = tally == other and database.play == source.play
    for name in ("symmetric", "undecided"):
        same &= bool(database._fields.get(name)) == bool(source._fields.get(name))
    same &= {*map(int, database._fields["start"])} == {*map(int, source._fields["start"])}
    if not same or database.start != source.start:
        raise SolutionFileError(
            f"source: expected the counts, the starts and the play of this database, "
            f"{tally.positions} positions, got another one, {other.positions} positions"
        )
    count = 0
    for _, codes, labels in database._storage.read():
        outcomes, remoteness = decode(labels)
        there, far = decode(stored.find(codes))
        wrong = (outcomes != there) if alone else (outcomes != there) | (remoteness != far)
        count += len(codes)
        if wrong.any():
            at = int(wrong.argmax())
            expected, found = (
                "no position" if outcome == NO_PRESET
                else Outcome(int(outcome)).name + ("" if alone else f" of remoteness {plies}")
                for outcome, plies in ((there[at], far[at]), (outcomes[at], remoteness[at]))
            )  # fmt: skip
            raise VerificationError(int(codes[at]), None, f"{expected}, as the source has", found)
    if count != tally.positions:
        raise SolutionFileError(f"positions: expected {tally.positions}, got {count} in the blocks")
    return True


def _require_counts(database: Database[Any], tally: Tally, positions: int, moves: int) -> None:
    """Refuse counts of a manifest that are not those of the parts."""
    fields, known = database._fields, database._storage.tally
    if tally != known:
        raise SolutionFileError(
            f"counts: expected those of the labels, {tally.positions} positions, got others in "
            f"the manifest, {known.positions} positions"
        )
    if fields.get("positions", positions) != positions:
        raise SolutionFileError(
            f"positions: expected {positions}, as in the parts, got {fields['positions']}"
        )
    if fields.get("moves") not in (None, moves):
        raise SolutionFileError(
            f"moves: expected {moves}, as the rule has, got {fields['moves']} in the manifest"
        )


def count_unstored(database: Database[Any]) -> dict[Outcome, int]:
    """Count the positions that are not stored; see `Database.count_unstored`."""
    counts: dict[Outcome, int] = dict.fromkeys((WIN, LOSE, DRAW), 0)
    if not database._fields.get("undecided"):
        return counts
    asked, met = database._rule(), CodeIndex(packed=True)
    for _, block, _ in database._storage.read():
        for start in range(0, len(block), _BATCH):
            options = asked.moves(block[start : start + _BATCH])[1]
            outcomes, _, given = database._find(options, asked)
            options, outcomes = options[given], outcomes[given]
            before, places = len(met), np.empty(len(options), dtype=np.int32)
            met.add(np.ascontiguousarray(options), places)
            # Of equal options, the first has a new place: one more than all before it.
            highest = np.maximum.accumulate(np.concatenate([[before - 1], places]))
            new = places > highest[:-1]
            for outcome in counts:
                counts[outcome] += int((outcomes[new] == outcome).sum())
    return counts
