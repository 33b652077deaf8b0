"""Files of games of chance, and proofs of anybody: each change is judged by the definition.

Pinned here: what is loaded has the same answers and the same proof; a damaged file is refused with
the part that is damaged; a region of what is certain that is another one is no proof; and
`verify_chance` accepts exact values with optimal moves, and no bound that is better.
"""

from __future__ import annotations

import io
import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError, SolutionFileError, VerificationError
from tests.chance.games import random_game
from tests.chance.test_solve import as_dict, in_form


def saved(s: Any) -> Any:
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    return gg.ChanceSolution.load(file)


@pytest.mark.parametrize("points", [False, True], ids=["ends", "points"])
def test_files_keep_answers_and_proof(points: bool) -> None:
    for seed in range(25):
        graph, given = in_form(random_game(seed, points=points), "dict")
        s = solve_chance(graph, **given, exact=seed % 2 == 0)
        t = saved(s)
        assert t.verify()
        assert (t.endless, t.has_scores, t.player) == (s.endless, s.has_scores, s.player)
        for v in graph:
            assert (t[v], t.bounds(v), t.exact(v)) == (s[v], s.bounds(v), s.exact(v))
            assert t.move_values(v) == s.move_values(v)
            assert t.probabilities(v) == s.probabilities(v)


def changed_file(s: Any, name: str, change: Any) -> io.BytesIO:
    """Return the file of a solution with one array, or one entry of the header, changed."""
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    with np.load(file) as archive:
        arrays = {x: archive[x] for x in archive.files}
    if name in arrays:
        arrays[name] = np.asarray(change(arrays[name].copy()))
    else:
        header = json.loads(arrays["header"].tobytes())
        header[name] = change(header[name])
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    file = io.BytesIO()
    np.savez(file, **arrays)
    file.seek(0)
    return file


def first(value: Any) -> Any:
    def change(array: Any) -> Any:
        array[0] = value
        return array

    return change


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("player", lambda _: 2, "player: expected 0 or 1, got 2"),
        ("endless", lambda _: "x", "endless: expected a fraction as text, got 'x'"),
        ("endless", lambda _: "1/2", "scale: expected a multiple of the denominator of 1/2, got 1"),
        ("scale", lambda _: 0, "scale: expected a multiple of the denominator of 0, got 0"),
        ("owners", first(2), "owners: expected values from -1 to 1"),
        ("weights", first(0), "weights: expected one above 0 for each move of chance, else 0"),
        ("weights", lambda x: np.where(x > 0, 2**62, 0), "weights: expected sums of at most 2.62"),
        ("values", first(np.nan), "values: expected finite numbers"),
        ("lower", first(-np.inf), "lower: expected finite numbers"),
        ("moves", first(9), "moves: expected values from -1 to 3"),
        ("exact", lambda _: np.frombuffer(b"[[0, 1]]", np.uint8), "exact: expected positions"),
        ("exact", lambda _: np.frombuffer(b'[[9, "1", "1"]]', np.uint8), "exact: expected posit"),
    ],
)
def test_damaged_files_are_refused(name: str, change: Any, message: str) -> None:
    game = {"s": {"a": 1, "b": 2}, "a": ["s", "c"]}
    s = solve_chance(game, owner={"a": 0, "b": 0, "c": 1}, exact=True)
    with pytest.raises(SolutionFileError, match=message):
        gg.ChanceSolution.load(changed_file(s, name, change))


def test_each_change_of_a_region_is_refused() -> None:
    """What is certain is what the graph says: 1 for a win, 0 for none, and no third thing."""
    counted = 0
    for seed in range(40):
        game = random_game(seed)
        rows, given = as_dict(game)
        s = solve_chance(rows, owner=given["owner"])
        assert s.verify()
        certain = [s.is_certain(v) for v in rows]
        for v in rows:
            for name, one, other in (("win_ranks", -1, game.n), ("loss_levels", -1, game.n)):
                value = getattr(s._solved, name)[v]
                flipped = first_of(v, other if value < 0 else one)
                t = gg.ChanceSolution.load(changed_file(s, name, flipped))
                if [t.is_certain(u) for u in rows] != certain:
                    counted += 1
                    with pytest.raises(VerificationError):
                        t.verify()
    assert counted > 100


def first_of(v: int, value: int) -> Any:
    def change(array: Any) -> Any:
        array[v] = value
        return array

    return change


def test_bounds_of_others() -> None:
    """`verify_chance` accepts the exact values with optimal moves, and nothing that is better."""
    for seed in range(60):
        game = random_game(seed, points=seed % 3 == 0)
        graph, given = in_form(game, "edges")
        s = solve_chance(graph, **given, exact=True)
        values, moves = np.array(game.values, dtype=object), s.best_moves
        assert gg.verify_chance(graph, values, values, moves, **given), seed
        assert gg.verify_chance(graph, values - 1, values + 1, moves, **given), seed
        for v in range(game.n):
            for side in (0, 1):
                claim = [values.copy(), values.copy()]
                claim[side][v] += Fraction(1 - 2 * side, 10**12)
                lower, upper = claim
                with pytest.raises(VerificationError):
                    gg.verify_chance(graph, lower, upper, moves, **given)
    with pytest.raises(GraphGameError, match="lower: expected 2 numbers, one for every position"):
        gg.verify_chance([(0, 1)], [1], [1, 1], [-1, -1], owner=[0, 1])
    with pytest.raises(GraphGameError, match="upper: expected finite numbers"):
        gg.verify_chance([(0, 1)], [0, 0], [1, np.inf], [1, -1], owner=[0, 1])


def test_a_bound_below_the_least_float_needs_its_ranks() -> None:
    tiny = Fraction(1, 2**1100)
    for graph, owner in (({"a": ["a", "b"]}, {"a": 0}), ({"a": ["a"]}, {"a": 1})):
        zeros = [Fraction(0)] * len({*graph["a"], "a"})
        claim = [tiny, *zeros[1:]]
        scores = {"b": 0} if "b" in graph["a"] else {}
        given: dict[str, Any] = {"owner": owner, "scores": scores}
        moves = [0, -1][: len(zeros)]
        assert gg.verify_chance(graph, zeros, zeros, moves, **given)
        for lower, upper in ((claim, claim), (zeros, [-x for x in claim])):
            with pytest.raises(VerificationError):
                gg.verify_chance(graph, lower, upper, moves, **given)


def test_where_players_alternate_bounds_of_others_are_for_who_moves() -> None:
    row: Any = {0: [1, 2], 1: [3], 2: [3], 3: []}
    points = {(0, 1): 5, (0, 2): 4, (1, 3): 2, (2, 3): 0}
    best = [2, 3, 3, -1]
    assert gg.verify_chance(row, [4, 2, 0, 0], [4, 2, 0, 0], best, points=points)
    with pytest.raises(VerificationError):
        gg.verify_chance(row, [4, 2, 0, 0], [4, 2, 0, 0], [1, 3, 3, -1], points=points)
