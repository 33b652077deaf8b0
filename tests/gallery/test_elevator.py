"""The elevator: its winners against the book, and its strategy against users at random.

Pinned here: the elevator wins; while nobody blocks it, no call waits long, and after a while it
passes nobody who waits.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tests.gallery.test_gallery import example
from tests.reference.parity import Game, by_recursion


def test_the_winners_are_those_of_the_book() -> None:
    solution = example("elevator").solve(3)
    edges = [e for u, v in solution.game.edge_blocks() for e in np.column_stack([u, v]).tolist()]
    game = Game(
        tuple((u, v) for u, v in edges),
        tuple(solution.owner.tolist()),
        tuple(solution.priority.tolist()),
    )
    assert solution.winners.tolist() == by_recursion(game) == [0] * len(solution)
    assert set(solution.priority.tolist()) == {1, 2, 3, 4}


def test_every_call_is_served_while_nobody_blocks_the_elevator() -> None:
    elevator = example("elevator")
    solution = elevator.solve(4)
    rng = random.Random(4)

    def users(state: Any) -> Any:
        return rng.choice([s for s in elevator.options(state) if s.event != elevator.BLOCKED])

    line = elevator.simulate(solution, elevator.start(4), users, 4000)
    waits = [0] * 4
    for state in line:
        waits = [wait + 1 if on else 0 for wait, on in zip(waits, state.calls, strict=True)]
        assert max(waits) < 60
    assert all(state.event != elevator.PASSED for state in line[1000:])
    assert sum(state.event == elevator.ROUND for state in line) > 100
