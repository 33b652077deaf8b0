"""The kernels of games with owners at the edges of their types: degrees, long rows, many rounds.

Pinned here: 255 and 256 options, on both sides of what fits in a byte; ties go to the lowest index;
a Büchi game in which most positions are looked at again in each round.
"""

from __future__ import annotations

import numpy as np
import pytest

import graphgame as gg
from tests.owners.owned import OwnedGame
from tests.owners.test_objectives import rounds_chain
from tests.reference import owners as reference


@pytest.mark.boundary
@pytest.mark.parametrize("count", [1, 254, 255, 256, 257, 70_000])
def test_counters_hold_any_number_of_options(count: int) -> None:
    """Position 0 of player 1 has so many options, all targets but one in the second game."""
    edges = np.column_stack([np.zeros(count, np.int32), np.arange(1, count + 1, dtype=np.int32)])
    owner = np.ones(count + 1, dtype=np.int8)
    targets = np.arange(count + 1) > 0
    assert gg.attractor(edges, owner, targets, 0).rank[0] == 1
    assert gg.solve(edges, owner=owner).remoteness[0] == 1
    assert gg.solve(edges, owner=1 - owner, play="misere").outcomes[0] == gg.WIN
    targets[count // 2 + 1] = False
    a = gg.attractor(edges, owner, targets, 0)
    assert a.rank[0] == -1
    assert a.strategy[0] == count // 2 + 1
    owner[1:] = 0  # who cannot move loses: player 1 wins each option
    s = gg.solve(edges, owner=owner)
    assert (s.outcome(0), s.remoteness[0]) == (gg.WIN, 1)
    owner[0] = 0
    s = gg.solve(edges, owner=owner)
    assert (s.outcome(0), s.remoteness[0]) == (gg.LOSE, 1)


def test_ties_go_to_the_lowest_index() -> None:
    edges = [(0, 3), (0, 2), (0, 1), (4, 6), (4, 5), (5, 5), (6, 6)]
    a = gg.attractor(edges, [0, 0, 0, 0, 1, 1, 1], [1, 2, 3])
    assert a.strategy.tolist() == [1, -1, -1, -1, 5, 5, 6]


def test_a_position_rests_on_many_options_that_fall_one_by_one() -> None:
    """All positions of a chain of rounds have an edge to a hub, and it to all targets."""
    edges, owner, targets = rounds_chain(40)
    n = len(owner)
    hub = [(n, int(t)) for t in targets] + [(int(t) + 1, n) for t in targets]
    options: list[list[int]] = [[] for _ in range(n + 1)]
    for v, w in [*map(tuple, edges.tolist()), *hub]:
        options[v].append(w)
    game = OwnedGame(options, [*owner.tolist(), 0], set(targets.tolist()))
    s = gg.solve_buchi(game.graph(), None, targets)
    assert s.verify()
    assert s.winners.tolist() == reference.buchi_winners(*game, 0)
