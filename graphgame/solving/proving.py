"""Check answers whose moves are not stored: the rule is asked again."""

from __future__ import annotations

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


class _InOrder:
    """Answers in the order in which a graph names the same positions; for `verify`."""

    def __init__(self, answers: Answers[Any], graph: GameGraph[Any]) -> None:
        found = [*map(answers._found, graph.labels or ())]
        stored = len({v for v, _, _ in found if v is not None})
        if stored != len(answers) or (stored < graph.n and not answers._undecided):
            raise GraphGameError(
                f"rule: expected the one that was solved, with {len(answers)} positions, "
                f"got one with {graph.n if not answers._undecided else stored}"
            )
        self.outcomes: Int8Array = np.array([outcome for _, outcome, _ in found], dtype=np.int8)
        self.remoteness: Int32Array = np.array([length for *_, length in found], dtype=np.int32)
        self.play: Play = answers.play
        self.count: CountName = "plies"
        self.plies = self.remoteness
