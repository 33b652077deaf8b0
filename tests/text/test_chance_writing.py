"""`write_chance`: games of chance as text, read again as the same games.

Pinned here: random games and long ones, in every form that `solve_chance` takes; what the text
cannot say is refused before anything is written.
"""

from __future__ import annotations

import gzip
import io
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError
from graphgame.text.chance_text import read_chance, write_chance
from tests.text.test_chance_text import GAME, plain, read, said
from tests.text.test_graph_text import facts


def written(graph: GameGraph[Any], base: int = 1, **numbers: Any) -> bytes:
    file = io.BytesIO()
    write_chance(graph, file, base=base, **numbers)
    return file.getvalue()


def test_longer_texts_than_there_is_room_for() -> None:
    """More moves and scores than fit at first; a text longer than a block, whose numbers differ."""
    rng = np.random.default_rng(1)
    n, m = 3000, 9000
    source, target = rng.integers(n, size=(2, m)).tolist()
    weights, points = rng.integers(1, 10**6, m).tolist(), rng.integers(-99, 99, m).tolist()
    low = [Fraction(int(x), 10**6) for x in rng.integers(10**6, size=n)]
    lines = [
        f"{u} {v} {p} POINTS {x}"
        for u, v, p, x in zip(source, target, weights, points, strict=True)
    ]
    last = [f"{v} CHANCE\n{v} SCORE {x}" for v, x in enumerate(low)]
    text = "\n".join([f"{n} {m}", *lines, *last]).encode()
    graph, numbers = read(text, 0)
    assert plain(numbers) == {
        "owner": [-1] * n, "probabilities": weights, "points": points,
        "scores": dict(enumerate(low)),
    }  # fmt: skip
    assert facts(graph)[1] == [[u, v] for u, v in zip(source, target, strict=True)]
    assert said(written(graph, 0, **numbers), 0) == said(text, 0)


def drawn(rng: random.Random, base: int) -> str:
    """Return the text of a random game."""
    n = rng.randint(1, 6)
    kind = [rng.choice(["OWNER 0", "OWNER 1", "CHANCE"]) for _ in range(n)]
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(1, 9))]
    left = {u for u, _ in edges}
    is_paid, alternate = rng.random() < 0.6, rng.random() < 0.3
    number = ["3", "1/6", ".25", "7/2", "0.125", "11"]
    moves: list[str] = []
    rest: list[str] = []
    for u, v in edges:
        dice = kind[u] == "CHANCE" and not (is_paid and alternate)
        chance = f" {rng.choice(number)}" if dice else ""
        points = f" POINTS {rng.choice(['', '-'])}{rng.choice(number)}" if is_paid else ""
        points *= not moves or rng.random() < 0.8
        moves.append(f"{u + base} {v + base}{chance}{points}")
    for v in range(n):
        if not (is_paid and alternate):
            rest.append(f"{v + base} {kind[v] if v in left else 'OWNER 0'}")
        if not is_paid and kind[v] != "CHANCE" and rng.random() < 0.4:
            rest.append(f"{v + base} {rng.choice(['WIN', 'LOSE', 'DRAW', 'TIE'])}")
        if is_paid and (v not in left or rng.random() < 0.3):
            rest.append(f"{v + base} SCORE {rng.choice(['', '-'])}{rng.choice(number)}")
    rng.shuffle(rest)
    return "\n".join([f"{n} {len(edges)}", *moves, *rest, ""])


@pytest.mark.parametrize("base", [0, 1])
def test_random_games_are_read_again_as_they_were(base: int) -> None:
    rng = random.Random(base)
    for _ in range(400):
        text = drawn(rng, base).encode()
        graph, numbers = read(text, base)
        again = written(graph, base, **numbers)
        assert said(again, base) == said(text, base)
        assert written(read(again, base)[0], base, **read(again, base)[1]) == again


def test_the_forms_that_solve_chance_takes() -> None:
    graph = GameGraph.from_edges([(2, 0), (0, 1), (0, 2), (2, 1)])
    expected = (
        b"3 4\n3 1 1/3 POINTS 5\n1 2\n1 3\n3 2 2/3 POINTS -1/2\n1 OWNER 1\n2 OWNER 0\n3 CHANCE\n"
        b"2 SCORE 1/10\n"
    )
    owner: list[Any] = [[1, 0, -1], {0: 1}, lambda v: (1, 0, "chance")[v]]
    chances: list[Any] = [
        [1 / 3, None, None, 2 / 3],
        np.array([1 / 3, np.nan, np.nan, 2 / 3]),
        {2: {0: Fraction(1, 3), 1: "2/3"}},
        {(2, 0): 1 / 3, (2, 1): 2 / 3},
        {2: [1 / 3, 2 / 3]},
    ]
    points: list[Any] = [[5, 0, None, -0.5], {2: {0: 5, 1: -0.5}}]
    scores: list[Any] = [{1: 0.1}, [None, 0.1, None], lambda v: 0.1 if v == 1 else None]
    for who in owner:
        for p in chances:
            for paid in points:
                for x in scores:
                    assert expected == written(
                        graph, owner=who, probabilities=p, points=paid, scores=x
                    )
    labelled = GameGraph.from_options({"c": ["a", "b"], "a": ["b", "c"], "b": []})
    text = written(labelled, owner={"c": 0, "a": 1}, points={("c", "b"): 2})
    assert text == b"3 4\n1 2\n1 3 POINTS 2\n2 3\n2 1\n1 OWNER 0\n2 OWNER 1\n3 OWNER 0\n"


def test_small_games_are_written() -> None:
    none: GameGraph[int] = GameGraph.from_edges([], 2)
    assert written(GameGraph.from_edges([], 0)) == b"0 0\n"
    assert written(none, owner=[0, 1]) == b"2 0\n1 OWNER 0\n2 OWNER 1\n"
    assert written(none, points=[]) == b"2 0\n1 SCORE 0\n2 SCORE 0\n"
    assert written(GameGraph.from_edges([(0, 1)]), points=[0]) == b"2 1\n1 2 POINTS 0\n"
    owned = GameGraph.from_edges([(0, 1)]).with_owner([1, 0]).with_presets({1: gg.WIN})
    assert written(owned) == b"2 1\n1 2\n1 OWNER 1\n2 OWNER 0\n2 WIN\n"


def test_files_are_compressed_by_their_names(tmp_path: Path) -> None:
    graph, numbers = read(GAME)
    for end in ("", ".gz", ".bz2", ".xz"):
        path = tmp_path / f"a.game{end}"
        write_chance(graph, path, **numbers)
        assert plain(read_chance(path)[1]) == plain(numbers)
    assert gzip.decompress((tmp_path / "a.game.gz").read_bytes()) == written(graph, **numbers)


EDGE = GameGraph.from_edges([(0, 1)])
DICE = {"owner": {0: "chance"}}


@pytest.mark.parametrize(
    ("graph", "numbers", "message"),
    [
        (3, {}, "graph: expected a GameGraph, got int"),
        (EDGE, {}, "owner: expected who moves, 0, 1 or 'chance', got None"),
        (EDGE, {"probabilities": [1]}, "owner: expected who moves, 0, 1 or 'chance', got None"),
        (EDGE, {"owner": [0, 0], "probabilities": [1]}, r"probabilities\[0\]: expected none where"),
        (EDGE, {"owner": [-1, 0]}, r"probabilities\[0\]: expected one for each move, as chance"),
        (EDGE, {"owner": [-1, -1], "probabilities": [1]}, r"owner\[1\]: expected a player, or "),
        (EDGE, {**DICE, "probabilities": [0]}, r"probabilities\[0\]: expected one for each move"),
        (EDGE, {**DICE, "probabilities": [0.0]}, r"probabilities\[0\]\[1\]: expected a probabil"),
        (EDGE, {**DICE, "probabilities": [True]}, r"probabilities\[0\]\[1\]: .*, got True"),
        (EDGE, {**DICE, "probabilities": [2**59]}, r"expected a probability above 0 whose numera"),
        (EDGE, {**DICE, "probabilities": ["x"]}, r"probabilities\[0\]\[1\]: .*, got 'x'"),
        (EDGE, {"points": [float("inf")]}, r"points\[0\]\[1\]: expected a number .*, got inf"),
        (EDGE, {"points": [1, 2]}, "points: expected a mapping, or 1 numbers"),
        (EDGE, {"scores": {1: 1e-30}}, r"scores\[1\]: expected a number whose .*, got 1e-30"),
        (EDGE, {"scores": {0: 1}}, r"scores\[1\]: expected one where no move is, got none"),
        (EDGE, {"scores": {}}, "scores: expected some, or points, got none"),
        (EDGE.with_presets({1: 1}), {"points": [1]}, "graph: expected one without preset outcomes"),
        (EDGE.with_presets({0: 1}), {**DICE, "probabilities": [1]}, r"presets\[0\]: expected none"),
        (EDGE, {"owner": [0, 0], "base": 3}, "base: expected 0 or 1, got 3"),
    ],
)  # fmt: skip
def test_what_is_not_written(graph: Any, numbers: dict[str, Any], message: str) -> None:
    file = io.BytesIO()
    with pytest.raises(GraphGameError, match=message):
        write_chance(graph, file, **numbers)
    assert file.getvalue() == b""


def test_remoteness_of_presets_is_not_written() -> None:
    graph = EDGE.with_presets({1: (gg.WIN, 3)})
    with pytest.raises(GraphGameError, match="graph: expected one without preset_remoteness"):
        written(graph, owner=[0, 1])
