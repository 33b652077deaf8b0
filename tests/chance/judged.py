"""The solver as the judge of ../shared/chance asks for it.

    cd ../shared/chance && PYTHONPATH=CHECKOUT python run.py public tests.chance.judged:solve

Each answer is verified on the way.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.chance.bounds.reading import Solved, solve_pays, solve_win
from graphgame.chance.bounds.rows import Rows
from graphgame.chance.input.game import ChanceGame
from graphgame.chance.input.given import owners, weights_of_moves
from graphgame.chance.input.move_numbers import beside_moves
from graphgame.chance.input.weights import whole
from graphgame.outcome import NO_SCORE
from tests.chance.games import verify

WIDTH = 5e-10


def solve(game: dict[str, Any], reading: str, endless: str) -> dict[str, Any]:
    """Return values, bounds, what is certain, and moves, of one reading of a game."""
    graph = gg.GameGraph.from_options(
        {v: list(dict.fromkeys(row)) for v, row in enumerate(game["options"])}
    )
    chances = {v: row for v, row in enumerate(game["prob"]) if row is not None}
    # Parallel edges of chance add up.
    numbers = beside_moves(
        {v: merged(game["options"][v], row) for v, row in chances.items()}, graph, "probabilities"
    )
    dice = np.isin(np.arange(graph.n), [v for v, row in chances.items() if row])
    kind = owners(game["kind"], graph, dice)
    terminal = {int(v): end for v, end in game["terminal"].items()}
    over = np.isin(np.arange(graph.n), [*terminal])
    over |= (np.diff(graph.option_ptr) == 0) & (kind >= 0)
    weights = weights_of_moves(graph, kind, over, numbers)
    scored = np.where(over, 0, NO_SCORE)
    rows, _ = ChanceGame(graph, kind, weights, None, scored, Fraction(0), 1, 0).for_solver()
    ends = {
        v: terminal.get(v, {"winner": 1 - int(kind[v]), "score": str(2 * int(kind[v]) - 1)})
        for v in np.flatnonzero(over).tolist()
    }
    if reading in ("win0", "win1"):
        player = int(reading[-1])
        wins = np.array([v in ends and ends[v]["winner"] == player for v in range(graph.n)])
        mine = rows if player == 0 else rows.turned()
        found = solve_win(mine, wins, WIDTH)
        verify(mine, wins.astype(np.int64), found)
        assert found.zero is not None
        assert found.one is not None
        certain = {"zero": found.zero.tolist(), "one": found.one.tolist()}
        return answer(rows, found, 1, Fraction(0)) | certain
    scores = [end["score"] for end in ends.values()]
    (worth, (d,)), scale = whole({"scores": (scores, str), "endless": ([endless], str)})
    pays = np.zeros(graph.n, np.int64)
    pays[[*ends]] = worth - d
    found = solve_pays(rows, pays, WIDTH)
    verify(rows, pays, found)
    return answer(rows, found, scale, Fraction(endless))


def merged(options: list[int], row: list[str]) -> dict[int, Fraction]:
    """Return the probability of each option; refuse rows of different lengths."""
    if len(options) != len(row):
        raise ValueError(f"{len(row)} probabilities for {len(options)} options")
    found: dict[int, Fraction] = {}
    for option, p in zip(options, row, strict=True):
        value = Fraction(p)
        if value <= 0:
            raise ValueError(f"a probability of {p}")
        found[option] = found.get(option, Fraction(0)) + value
    return found


def answer(rows: Rows, found: Solved, scale: int, endless: Fraction) -> dict[str, Any]:
    def shown(array: Any) -> list[Fraction]:
        return [Fraction(float(x)) / scale + endless for x in array]

    moves = {v: int(w) for v, w in enumerate(found.moves) if rows.kind[v] in (0, 1)}
    return {
        "value": shown(found.values),
        "lower": shown(found.lower),
        "upper": shown(found.upper),
        "strategy": moves,
    }
