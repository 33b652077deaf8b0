"""Outcomes and remoteness of a game in which players alternate: which kernel finds them."""

from __future__ import annotations

from graphgame import _core
from graphgame.graphs.graph import GameGraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame._kernel.buffer import Buffer

# Smaller graphs stay in the L2 cache, where propagation is faster than contraction.
_LEAST_POSITIONS = 1 << 15


def labelling(
    game: GameGraph[Any], *, misere: bool, threads: int = 1, always: bool = False
) -> tuple[Buffer, Buffer]:
    """Return outcomes and remoteness; contract first, where that is likely to be faster.

    A graph that already has its transpose is solved by propagation at once.
    """
    if misere or game._presets is not None or (game._predecessors is not None and not always):
        return propagated(game, misere=misere)
    try:
        rounds, left = _contracted(game, threads, always=always)
    except MemoryError:  # propagation may need less
        rounds, left = [], None
    if left is None:
        return propagated(game, misere=misere)
    from graphgame.solving import _contract

    rows, degrees = left._predecessor_rows(), left._degrees()
    del left  # its edges
    _, remoteness = _core.propagate(*rows, degrees, None, False)
    del rows, degrees
    return _contract.expand(rounds, remoteness)


def _contracted(
    game: GameGraph[Any], threads: int, *, always: bool
) -> tuple[list[tuple[int, Buffer, Buffer]], GameGraph[Any] | None]:
    """Remove whole levels of decided positions; return them, and the game that is left, if any."""
    if game.n < _LEAST_POSITIONS and not always:
        return [], None
    from graphgame.solving import _contract

    if game._options is not None:
        rounds, rest, n = _contract.contract_rows(*game._options, threads, always)
    else:
        assert game._edges is not None, "a graph is made of edges or of options"
        rounds, rest, n = _contract.contract_edges(game._edges, game.n, threads, always)
    if rest is None:
        return [], None
    return rounds, GameGraph._from_checked(n, len(rest), edges=rest)


def propagated(game: GameGraph[Any], *, misere: bool) -> tuple[Buffer, Buffer]:
    """Return outcomes and remoteness by propagation alone."""
    return _core.propagate(*game._predecessor_rows(), game._degrees(), game._presets, misere)
