"""Check answers whose moves are not stored: the rule is asked again."""

from __future__ import annotations

from functools import partial

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.rules.batches import ask_batch
from graphgame.rules.kind import POSITIONS
from graphgame.rules.merging import ask_presets
from graphgame.rules.plain import require_plain
from graphgame.solving.decoding import decoded
from graphgame.solving.verify import verify as verify_graph, verify_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.outcome import Play
    from graphgame.rules.kind import Rules
    from graphgame.solving.answers import Answers
    from graphgame.types import CountName, Int8Array, Int32Array, Int64Array

    Moves: TypeAlias = tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]


def verify(answers: Answers[Any], rules: Rules) -> bool:
    """Check answers; see `Answers.verify`."""
    if rules.kind == POSITIONS:
        graph = answers.graph()
        return verify_graph(graph, _InOrder(answers, graph))

    undecided = answers._undecided

    def moves(codes: Int64Array) -> Moves:
        sources, options, presets, ends = ask_batch(rules, codes)
        if not undecided:
            require_plain(presets, ends)
        return sources, _classes(rules, options), presets, ends

    def settled(codes: Int64Array) -> tuple[Int8Array, Int32Array]:
        return ask_presets(rules, codes)

    def answer(where: Any) -> tuple[Int8Array, Int32Array]:
        return decoded(answers._labels[where])

    starts = _classes(rules, np.array(answers._starts, dtype=np.int64))
    preset = settled if undecided else None
    return verify_codes(answers.codes, starts, answer, moves, answers.play, preset)


def _classes(rules: Rules, codes: Int64Array) -> Int64Array:
    """Return the representatives of codes, if the rules have a symmetry."""
    if rules.represent is None or not len(codes):
        return codes
    found: Int64Array = rules.represent(codes)
    return found


def _place(answers: Answers[Any], position: Any) -> int:
    """Return the index of a position; -1 if it is not stored because it is preset."""
    try:
        return int(answers._positions.index(position))
    except LookupError:
        if not answers._undecided:
            raise
        return -1


def _require_as_many(answers: Answers[Any], found: int) -> None:
    if found != len(answers):
        raise GraphGameError(
            f"rule: expected the one that was solved, with {len(answers)} positions, got one with "
            f"{found}"
        )


class _InOrder:
    """Answers in the order in which a graph names the same positions; for `verify`."""

    def __init__(self, answers: Answers[Any], graph: GameGraph[Any]) -> None:
        labels = graph.labels or ()
        if not answers._undecided:
            _require_as_many(answers, graph.n)
        order = np.fromiter(map(partial(_place, answers), labels), dtype=np.int64, count=graph.n)
        stored = order >= 0
        _require_as_many(answers, int(stored.sum()))
        self.outcomes: Int8Array = np.empty(graph.n, dtype=np.int8)
        self.remoteness: Int32Array = np.empty(graph.n, dtype=np.int32)
        self.outcomes[stored] = answers.outcomes[order[stored]]
        self.remoteness[stored] = answers.remoteness[order[stored]]
        for v in np.flatnonzero(~stored).tolist():
            _, self.outcomes[v], self.remoteness[v] = answers._found(labels[v])
        self.play: Play = answers.play
        self.count: CountName = "plies"
        self.plies = self.remoteness
