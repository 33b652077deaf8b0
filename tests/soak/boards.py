"""Pursuit: boards bit by bit and as graphs, cops in sets and as graphs, both by the references."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import CopsSolution
from tests.cops.test_game import assert_like_the_reference, solved
from tests.pursuit.test_game import assert_like_the_graph, game_on
from tests.reference import cops as reference_cops
from tests.reference.cops import Chase
from tests.reference.pursuit import Answer, Board, random_board
from tests.soak import draw
from tests.soak.case import Case, fewer, same, with_less
from tests.soak.solvers import edges_of


def draw_tiny(rng: random.Random) -> Case:
    return _drawn(rng, rng.randint(1, 4), rng.randint(1, 4))


def draw_medium(rng: random.Random) -> Case:
    return _drawn(rng, rng.randint(1, 11), rng.randint(1, 11))


def draw_large(rng: random.Random) -> Case:
    return _drawn(rng, rng.randint(8, 50), rng.randint(8, 50))


def _drawn(rng: random.Random, rows: int, columns: int) -> Case:
    walls = rng.choice([0.0, rng.uniform(0.05, 0.5)])
    board = random_board(rng, rows, columns, rng.randint(0, 3), walls)
    return {"rows": list(board.rows), "starts": [rng.randrange(rows * columns) for _ in "PT"]}


def smaller(case: Case) -> Iterator[Case]:
    """Take away rows and columns; make walls and exits free cells."""
    rows = case["rows"]
    for less in (*fewer(rows), *map(_turned, fewer(_turned(rows)))):
        if less and less[0] and set("".join(less)) != {"*"}:
            yield case | {"rows": less}
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell != ".":
                yield case | {"rows": [*rows[:i], f"{row[:j]}.{row[j + 1 :]}", *rows[i + 1 :]]}


def _turned(rows: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _game(case: Case) -> gg.PoliceAndThief:
    board = Board(tuple(case["rows"]))
    cells = board.cells()
    police, thief = (cells[start % len(cells)] for start in case["starts"])
    return game_on(board, police=police, thief=thief)


def check_graph(case: Case) -> None:
    """All states bit by bit, and as a graph; lines; text there and back."""
    board = Board(tuple(case["rows"]))
    explicit = assert_like_the_graph(board)
    game = _game(case)
    solution = game.solve()
    same("verify", solution.verify(), True)
    line = explicit.line(game.start)
    same("line", (list(solution.line()), solution.line().closes_at), (list(line), line.closes_at))
    _check_text(case, game)


def _check_text(case: Case, game: gg.PoliceAndThief) -> None:
    """As text a board must be free where both start; exits come back as they were."""
    rows = str(game).split("\n")
    if "X" in str(game):
        return
    again = gg.PoliceAndThief(f"{game.rows} {game.columns}\n{game}\n")
    hidden = [place for place in (game.police, game.thief) if place in game.exits]
    same("exits in text", sorted([*again.exits, *hidden]), sorted(game.exits))
    same("board in text", str(again).split("\n"), rows)
    same("starts in text", (again.police, again.thief), (game.police, game.thief))


def check_reference(case: Case) -> None:
    """All states, ply by ply."""
    board = Board(tuple(case["rows"]))
    assert_like_the_graph(board, Answer(board))


def check_large(case: Case) -> None:
    """The certificate; with and without remoteness; the board turned round."""
    game = _game(case)
    solution = game.solve()
    same("verify", solution.verify(), True)
    without = game.solve(remoteness=False)
    same("who is caught", memoryview(without._states.caught), memoryview(solution._states.caught))
    same("who is held", memoryview(without._states.held), memoryview(solution._states.held))
    turned = _game(case | {"rows": [row[::-1] for row in case["rows"][::-1]]}).solve()
    corner = np.array([game.rows - 1, game.columns - 1])
    police = tuple((corner - game.police).tolist())
    for of, other in (
        (solution.outcome_map, turned.outcome_map),
        (solution.remoteness_map, turned.remoteness_map),
    ):
        found = other(police=police)[::-1, ::-1]
        same("map of the board turned round", found, of(police=game.police))


# -- cops and robbers -----------------------------------------------------------------------------


def draw_chase(rng: random.Random) -> Case:
    k = rng.randint(1, 3)
    n = rng.randint(1, (7, 5, 4)[k - 1])
    return _chase(rng, n, k)


def draw_chase_medium(rng: random.Random) -> Case:
    k = rng.randint(1, 3)
    return _chase(rng, rng.randint(1, (150, 30, 12)[k - 1]), k)


def _chase(rng: random.Random, n: int, k: int) -> Case:
    edges = draw.edges(rng, n, moves=2.0)
    return {"n": n, "edges": edges, "presets": [], "cops": k, "directed": rng.random() < 0.4}


def _as_chase(case: Case) -> Chase:
    arcs = tuple(map(tuple, edges_of(case).tolist()))
    return Chase(case["n"], arcs, case["cops"], case["directed"])


def smaller_chase(case: Case) -> Iterator[Case]:
    from tests.soak import graphs

    yield from (less for less in graphs.smaller(case) if less["n"])
    yield from with_less(case, "cops", 1)


def check_chase_reference(case: Case) -> None:
    """All states, round by round, and the cop number."""
    chase = _as_chase(case)
    assert_like_the_reference(chase, solved(chase))
    if case["n"] <= 5:
        number = reference_cops.cop_number(chase.n, chase.arcs, chase.directed)
        same("cop number", _cop_number(case), number)


def _cop_number(case: Case) -> int:
    graph = gg.GameGraph.from_edges(edges_of(case), case["n"])
    return gg.cop_number(graph, directed=case["directed"])


def check_chase(case: Case) -> None:
    """The certificate; without remoteness; the graph of all states; many graphs at once."""
    chase = _as_chase(case)
    solution, without = solved(chase), solved(chase, remoteness=False)
    same("verify", solution.verify(), True)
    same("result without remoteness", without.result, solution.result)
    same("capture time without remoteness", without.capture_time, solution.capture_time)
    same("cops' start without remoteness", without.start[0], solution.start[0])
    if len(solution) < 60_000:
        same("verify without remoteness", without.verify(), True)
        _check_explicit(solution)
    # Where arcs go one way, it may take nearly as many cops as there are vertices.
    if chase.n <= (8 if chase.directed else 12):
        number = _cop_number(case)
        same("who wins, by the number", solution.result == gg.WIN, number <= chase.k)
        same("cop numbers", _many(case), [number] * 4)


def _check_explicit(solution: CopsSolution[Any]) -> None:
    """Rounds are plies of the graph of all states: 2 t - 1 with the cops to move."""
    graph = solution.graph()
    times = solution.capture_times.astype(np.int64)
    plies = np.where(times < 0, -1, np.maximum(2 * times - 1, 0))
    found = gg.solve(graph).remoteness.reshape(*times.shape, 2)[:, :, 0]
    same("times by the graph of all states", found, plies.astype(np.int32))


def _many(case: Case) -> list[int]:
    """Return the cop number of a graph as bits, and if edges go both ways as graph6, each twice."""
    n, directed = case["n"], case["directed"]
    matrix = np.zeros((n, n), dtype=bool)
    matrix[tuple(edges_of(case).T)] = True
    if not directed:
        matrix |= matrix.T
    np.fill_diagonal(matrix, False)
    bits = (matrix * (np.uint64(1) << np.arange(n, dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    found = gg.cop_numbers(np.stack([bits, bits]), directed=directed).tolist()
    if directed:
        return found * 2
    return found + gg.cop_numbers([graph6(matrix)] * 2).tolist()


def graph6(matrix: Any) -> str:
    """Write a graph as graph6: its size, then the upper triangle by columns, six bits each."""
    n = len(matrix)
    upper = matrix.T[np.tril_indices(n, -1)]
    bits = np.concatenate([upper, np.zeros(-len(upper) % 6, dtype=bool)]).reshape(-1, 6)
    return "".join(map(chr, [63 + n, *(63 + bits @ (1 << np.arange(5, -1, -1))).tolist()]))
