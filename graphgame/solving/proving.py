"""Check answers whose moves are not stored: the rule is asked again."""

from __future__ import annotations

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.rules.kind import POSITIONS
from graphgame.rules.plain import ask_moves
from graphgame.solving.decoding import decoded
from graphgame.solving.verify import verify as verify_graph, verify_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.outcome import Play
    from graphgame.rules.kind import Rules
    from graphgame.solving.answers import Answers
    from graphgame.types import CountName, Int8Array, Int32Array, Int64Array


def verify(answers: Answers[Any], rules: Rules) -> bool:
    """Check answers; see `Answers.verify`."""
    if rules.kind == POSITIONS:
        graph = answers.graph()
        return verify_graph(graph, _InOrder(answers, graph))

    def moves(codes: Int64Array) -> tuple[Int64Array, Int64Array, Int8Array | None]:
        sources, options, presets = ask_moves(rules, codes)
        return sources, _classes(rules, options), presets

    def answer(where: Any) -> tuple[Int8Array, Int32Array]:
        return decoded(answers._labels[where])

    starts = _classes(rules, np.array(answers._starts, dtype=np.int64))
    return verify_codes(answers.codes, starts, answer, moves, answers.play)


def _classes(rules: Rules, codes: Int64Array) -> Int64Array:
    """Return the representatives of codes, if the rules have a symmetry."""
    if rules.represent is None or not len(codes):
        return codes
    found: Int64Array = rules.represent(codes)
    return found


class _InOrder:
    """Answers in the order in which a graph names the same positions; for `verify`."""

    def __init__(self, answers: Answers[Any], graph: GameGraph[Any]) -> None:
        index = answers._positions.index
        if graph.n != len(answers):
            raise GraphGameError(
                f"rule: expected the one that was solved, with {len(answers)} positions, "
                f"got one with {graph.n}"
            )
        order = np.fromiter(map(index, graph.labels or ()), dtype=np.int64, count=graph.n)
        self.outcomes: Int8Array = answers.outcomes[order]
        self.remoteness: Int32Array = answers.remoteness[order]
        self.play: Play = answers.play
        self.count: CountName = "plies"
        self.plies = self.remoteness
