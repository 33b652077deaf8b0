"""How the games of the gallery look: boards of one shape, each position its own, as documented."""

from __future__ import annotations

import ast
import re

import pytest

from tools.gallery.games import EXAMPLES, GAMES, Game, example

pytestmark = pytest.mark.large  # hundreds of thousands of positions

BOARDS = [game for game in GAMES if game.kind == "board" and game.name != "police"]
LARGE = {"dodgem-4", "fox-and-hounds", "king-and-rook", "l-game", "six-mens-morris"}  # every 97th


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_boards_have_one_shape_and_tell_positions_apart(game: Game) -> None:
    solution, look = game.solve()
    positions = list(solution)[:: 97 if game.name in LARGE else 1]
    board, turn = look["board"], look.get("turn", lambda position: None)
    if solution.game.owner is not None:
        turn = dict(zip(solution, solution.owner.tolist(), strict=True)).__getitem__
    shown = [(board(position), turn(position)) for position in positions]
    assert len({*shown}) == len(positions)
    shapes = {re.sub(r"[^\n]", "x", text) for text, _ in shown}
    assert len(shapes) == 1
    if centres := look.get("centres"):
        assert shapes == {"x" * len(centres)}
    characters = {character for text, _ in shown for character in text}
    assert {*look.get("pieces", {})} <= characters


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_every_move_passes_the_turn(game: Game) -> None:
    solution, look = game.solve()
    if "turn" not in look:
        pytest.skip("either player may be to move at any position")
    turn, graph = look["turn"], solution.game
    assert turn(solution.start) == 0
    for v in range(0, len(solution), 97 if game.name in LARGE else 1):
        position = graph.position(v)
        if solution.remoteness[v]:
            options = graph.option_idx[graph.option_ptr[v] : graph.option_ptr[v + 1]]
            assert {turn(graph.position(w)) for w in options.tolist()} == {1 - turn(position)}


@pytest.mark.parametrize("name", ["dodgem", "fox_and_hounds", "l_game", "queen_and_pawns"])
def test_the_start_looks_as_in_the_docstring(name: str) -> None:
    game = next(game for game in GAMES if game.name.replace("-", "_").startswith(name))
    if name == "dodgem":
        game = next(game for game in GAMES if game.name == "dodgem-4")
    solution, look = game.solve()
    documented = (example(name).__doc__ or "").splitlines()
    rows = look["board"](solution.start).splitlines()
    width = 2 * len(rows[0].replace(" ", ""))
    shown = [line[4 : 4 + width].replace(" ", "") for line in documented]
    assert [row.replace(" ", "") for row in rows] in (
        shown[k : k + len(rows)] for k in range(len(shown))
    )


def test_names_of_moves() -> None:
    game = example("queen_and_pawns").QueenAndPawns(5)
    graph = game.explore()
    names = [game.move(game.start, option) for option in graph.options(game.start)]
    assert sorted(names) == sorted(f"{x}2–{x}{y}" for x in "abcde" for y in (3, 4))
    after = game.start ^ (1 << 5) ^ (1 << 15) | game.turn  # a2–a4
    names = [game.move(after, option) for option in graph.options(after)]
    assert {"Qc5–d5", "Qc5×c2", "Qc5–a3"} <= {*names}
    assert len({*names}) == len(names)
    assert game.move(game.start, example("queen_and_pawns").OVER) == "wins on the spot"


def test_names_of_bites() -> None:
    name = example("chomp").move(3)
    assert name((4, 4, 2), (4, 1, 1)) == "b2"
    assert name((4, 4, 2), (4, 4)) == "a1"
    assert name((4, 4, 2), (3, 3, 2)) == "d3"


def test_functions_of_boards_have_ten_lines_at_most() -> None:
    lines = []
    for path in EXAMPLES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "board":
                inner = [x for x in node.body if isinstance(x, ast.FunctionDef)]
                function = inner[0] if inner else node
                lines.append((function.end_lineno or 0) - function.lineno + 1)
    assert len(lines) == 27
    assert max(lines) <= 10
