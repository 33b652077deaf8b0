"""The bounded game of an exploration that was stopped: what it proves of the whole game.

Each WIN and each LOSE of it, with a draw at the bound, is one of the whole game, in no more plies;
the explorer goes on as if nobody had asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import graphgame as gg

N = 300
LIMITS = (3, 10, 40, 120)


def _moves(seed: int) -> dict[int, list[int]]:
    rng = random.Random(seed)
    moves = {v: [rng.randrange(N) for _ in range(rng.choice([0, 1, 2, 3]))] for v in range(N)}
    return {**moves, 0: [1, 2, 3]}


def _batch(moves: dict[int, list[int]]) -> Callable[[Any], Any]:
    table = np.full((N, 3), -1)
    for v, row in moves.items():
        table[v, : len(row)] = row

    def rule(codes: Any) -> Any:
        sources, places = np.nonzero(table[codes] >= 0)
        return sources, table[codes][sources, places]

    return rule


def _preset(v: int) -> gg.Outcome | None:
    return gg.WIN if v % 17 == 3 else gg.DRAW if v % 29 == 4 else None


KINDS: dict[str, Callable[[dict[int, list[int]]], tuple[Any, dict[str, Any]]]] = {
    "positions": lambda moves: (moves.__getitem__, {}),
    "codes of positions": lambda moves: (moves.__getitem__, {"codes": True}),
    "presets": lambda moves: (moves.__getitem__, {"presets": _preset}),
    "presets with remoteness": lambda moves: (
        moves.__getitem__,
        {"presets": lambda v: (gg.WIN, 3) if v % 17 == 3 else None},
    ),
    "owners": lambda moves: (moves.__getitem__, {"owner": lambda v: v % 2}),
    "arrays": lambda moves: (_batch(moves), {}),
    "arrays with presets": lambda moves: (
        _batch(moves),
        {"presets": lambda codes: np.where(codes % 17 == 3, gg.WIN, gg.NO_PRESET)},
    ),
    "arrays with remoteness": lambda moves: (
        _batch(moves),
        {
            "presets": lambda codes: (
                np.where(codes % 17 == 3, gg.WIN, gg.NO_PRESET),
                np.where(codes % 17 == 3, 3, 0),
            )
        },
    ),
    "arrays with owners": lambda moves: (_batch(moves), {"owner": lambda codes: codes % 2}),
}


def _run(explorer: gg.Explorer[Any], limit: int) -> None:
    """Explore up to a limit, which may not be reached."""
    with suppress(gg.ExplorationLimitError):
        explorer.run(limit=limit)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_decided_within_the_bound_is_so_in_the_whole_game(
    kind: str, play: Any, seed: int
) -> None:
    rule, given = KINDS[kind](_moves(seed))
    whole = gg.solve(gg.Explorer(rule, 0, **given).run().graph(), play=play)
    decided = []
    explorer: gg.Explorer[Any] = gg.Explorer(rule, 0, **given)
    for limit in LIMITS:
        _run(explorer, limit)
        counts = explorer.positions, explorer.expanded, explorer.moves
        game = explorer.graph(partial=gg.DRAW)
        assert counts == (explorer.positions, explorer.expanded, explorer.moves)
        if not explorer.is_complete:
            assert (game.n, game.m) == (counts[0], counts[2])
            assert game.presets is not None
            assert (game.presets[counts[1] :] == gg.DRAW).all()
        assert game.start == 0
        solution = gg.solve(game, play=play)
        assert solution.verify()
        settled = [v for v in range(game.n) if solution.outcomes[v] != gg.DRAW]
        for v in settled:
            position = game.position(v)
            assert solution.outcome(position) == whole.outcome(position)
            assert 0 <= whole.remoteness_of(position) <= solution.remoteness_of(position)
        decided.append(len(settled))
    assert decided == sorted(decided)
    again = explorer.run().graph()
    assert again.positions(range(again.n)) == whole.game.positions(range(whole.game.n))
    assert gg.solve(again, play=play).outcomes.tobytes() == whole.outcomes.tobytes()


def test_classes_of_a_symmetry_are_bounded_too() -> None:
    def options(n: int) -> list[int]:
        return [n + 1, n - 1] if n % 7 else []

    explorer = gg.Explorer(options, 1, canonical=abs)
    _run(explorer, 4)
    bounded = gg.solve(explorer.graph(partial=gg.DRAW))
    whole = gg.solve(options, 1, canonical=abs)
    assert bounded.outcome(-1) == whole.outcome(1) == gg.WIN
    assert bounded.best_move(-1) == 0
    assert bounded.game.n <= whole.game.n


@pytest.mark.parametrize(
    ("partial", "outcome", "remoteness"),
    [
        (gg.DRAW, gg.DRAW, 0),
        ("WIN", gg.WIN, 0),
        (gg.LOSE, gg.LOSE, 0),
        (gg.TIE, gg.TIE, 0),
        ((gg.WIN, 3), gg.WIN, 3),
    ],
)
@pytest.mark.parametrize("kind", ["positions", "arrays"])
def test_any_preset_may_stand_at_the_bound(
    kind: str, partial: Any, outcome: gg.Outcome, remoteness: int
) -> None:
    rule, given = KINDS[kind](_moves(1))
    explorer: gg.Explorer[Any] = gg.Explorer(rule, 0, **given)
    _run(explorer, 20)
    game = explorer.graph(partial=partial)
    assert game.presets is not None
    beyond = game.presets[explorer.expanded :]
    assert len(beyond) and (beyond == outcome).all()
    ends = game.preset_remoteness
    assert (0 if ends is None else ends[-1]) == remoteness
    assert (game.presets[: explorer.expanded] == gg.NO_PRESET).all()


@pytest.mark.parametrize("partial", ["X", 2, 7, True, object(), (gg.WIN, -1)])
def test_what_is_no_preset_is_refused(partial: Any) -> None:
    explorer = gg.Explorer(lambda n: [n + 1], 0)
    _run(explorer, 5)
    with pytest.raises(gg.GraphGameError, match="^partial: expected"):
        explorer.graph(partial=partial)


def test_a_complete_game_has_no_bound() -> None:
    explorer = gg.Explorer(_moves(1).__getitem__, 0).run()
    assert explorer.graph(partial=gg.DRAW) is explorer.graph()
    with pytest.raises(gg.GraphGameError, match="with 0 of 0 positions expanded; run"):
        gg.Explorer(_moves(1).__getitem__, 0).graph(partial=gg.DRAW)
