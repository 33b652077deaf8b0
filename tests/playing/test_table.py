"""The encoding of tables, against a slow decoder that is written from its description.

Pinned here: every position comes back with its outcome, its remoteness, its board, its turn, its
name, and its moves with their names; parallel edges are one move, and a preset position has none;
moves as steps and moves as lists say the same; a long game, and a wide one; what one side's
strategy can reach; a game that is too large is refused before it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame.playing import steps, table
from graphgame.playing.game import Look, SolvedGame
from graphgame.playing.table import make_table
from tests.playing.decoded import numbers, read
from tests.reference.graphs import Game
from tests.strategies import games


def solved(game: Game) -> gg.Solution[Any]:
    graph = gg.GameGraph.from_edges(np.array(game.edges, dtype=np.int32).reshape(-1, 2), game.n)
    return gg.solve(graph, presets=game.presets, play=game.play)


def check(s: gg.Solution[Any], look: Look, side: int | None = None) -> dict[str, Any]:
    """Compare each position of a table with the solution; return the data."""
    data, order = make_table(s._solved_game(), look, side)
    found = read(data)
    assert data["table"]["positions"] == len(found) == len(order) == len(set(order.tolist()))
    if side is None:
        assert sorted(order.tolist()) == [*range(len(s))]
    positions = s.graph().positions(order.tolist())
    place = {v: i for i, v in enumerate(order.tolist())}
    for position, entry in zip(positions, found, strict=True):
        label = s[position]
        assert (entry.outcome, entry.remoteness) == (label.outcome, label.remoteness)
        assert entry.board == (look.board(position) if look.board else None)
        assert entry.turn == (look.turn(position) if look.turn else None)
        options = (
            {}
            if label.remoteness == 0
            else {
                place.get(s.graph().index(w)): look.move(position, w) if look.move else None
                for w in s.graph().options(position)
            }
        )
        if side is None:
            assert dict(entry.options) == options
        else:
            assert set(entry.options) <= set(options.items())
        assert len(dict(entry.options)) == len(entry.options)
    assert data["table"]["moves"] == sum(len(entry.options) for entry in found)
    return data


# -- graphs without boards -------------------------------------------------------------------------


@given(game=games().filter(lambda game: game.n))
def test_every_graph_comes_back(game: Game) -> None:
    data = check(solved(game), Look())
    assert {entry.name for entry in read(data)} == {*map(str, range(game.n))}


def unlike(s: Any, name: Callable[[int, int], str]) -> Callable[[int, int], str | None]:
    """Leave the first move of each position to its boards: not all may have one name."""
    return lambda v, w: None if w == min(s.game.options(v)) else name(v, w)


@given(game=games().filter(lambda game: game.n), seed=st.integers(0, 9), named=st.booleans())
def test_every_graph_with_boards_comes_back(game: Game, seed: int, named: bool) -> None:
    names = np.random.default_rng(seed).permutation(2 * game.n)
    look = Look(
        board=lambda v: f"{names[v]:05b}\n{names[v] % 10}abcd",
        move=unlike(solved(game), lambda v, w: f"{(names[v] - names[w]) % 3}") if named else None,
    )
    check(solved(game), look)


@given(
    edges=st.lists(st.tuples(st.integers(0, 4), st.integers(5, 9), st.booleans()), min_size=1),
    letters=st.permutations("abcdefghij"),
)
def test_every_graph_with_turns_comes_back(
    edges: list[tuple[int, int, bool]], letters: list[str]
) -> None:
    moves = [(v, w) if forward else (w, v) for v, w, forward in edges]
    s = gg.solve(gg.GameGraph.from_edges(moves, 10), presets={0: gg.DRAW})
    check(s, Look(turn=lambda v: int(v >= 5)))
    check(s, Look(turn=lambda v: v >= 5, board=lambda v: f"{letters[v]}.{letters[v]}"))
    check(s, Look(turn=lambda v: np.int64(v >= 5), board=lambda v: f"{v % 5}{v}"))


def test_a_single_position() -> None:
    s = gg.solve(gg.GameGraph.from_edges([], 1))
    assert read(check(s, Look()))[0] == ("0", None, None, -1, 0, [])
    assert read(check(s, Look(board=lambda _: "x")))[0].board == "x"


def test_parallel_edges_loops_and_presets() -> None:
    s = gg.solve([(0, 1), (0, 1), (0, 0), (1, 2), (2, 0), (2, 1)], presets={2: gg.WIN})
    found = read(check(s, Look()))
    assert [[w for w, _ in entry.options] for entry in found] == [[0, 1], [2], []]
    check(s, Look(board=str))


def test_an_empty_graph_is_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="page: expected a game of at least one position"):
        gg.solve(gg.GameGraph.from_edges([], 0)).to_html()


def test_a_solution_without_remoteness_is_refused() -> None:
    game = gg.solve([(0, 1)])._solved_game()._replace(remoteness=None)
    with pytest.raises(gg.GraphGameError, match="page: expected a solution with remoteness"):
        make_table(game, Look())


@pytest.mark.parametrize("length", [86, 200, 70_000])
def test_long_games(length: int) -> None:
    edges = np.stack([np.arange(length), np.arange(1, length + 1)], axis=1)
    s = gg.solve(edges)
    found = read(make_table(s._solved_game(), Look()).data)
    assert [entry.remoteness for entry in found] == [*range(length, -1, -1)]
    assert [entry.outcome for entry in found] == s.outcomes.tolist()


def test_the_longest_remoteness_that_there_can_be() -> None:
    plies = [2**31 - 1, 2**31 - 2, 70_000, 0]
    game = SolvedGame(
        np.array([0, 1, 2, 3, 3]), np.array([1, 2, 3], np.int32), np.array([1, -1, 1, -1], np.int8),
        np.array(plies, np.int32), 0, "normal", lambda v: v, lambda v: v,
    )  # fmt: skip
    found = read(make_table(game, Look()).data)
    assert [(entry.outcome, entry.remoteness) for entry in found] == [
        *zip([1, -1, 1, -1], plies, strict=True)
    ]


def test_a_position_of_many_moves() -> None:
    n = 100_001
    edges = np.stack([np.zeros(n - 1, np.int64), np.arange(1, n)], axis=1)
    entry = read(make_table(gg.solve(edges)._solved_game(), Look()).data)[0]
    assert [w for w, _ in entry.options] == [*range(1, n)]


def test_names_of_labels_and_numbers() -> None:
    s = gg.solve({"1": [1, (1, "a")], 1: ["x</script>"], (1, "a"): []})
    assert [x.name for x in read(check(s, Look()))] == ["'1'", "1", "(1, 'a')", "x</script>"]
    s = gg.solve(gg.GameGraph.from_edges([(1, 2), (2, 3)], base=1))
    data = check(s, Look())
    assert [entry.name for entry in read(data)] == ["1", "2", "3"]
    assert len(data["table"]["data"]) < 200


# -- moves as steps --------------------------------------------------------------------------------

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tic_tac_toe() -> gg.Solution[str]:
    def rule(board: str) -> list[str]:
        player = "XO"[board.count("X") - board.count("O")]
        return [board[:k] + player + board[k + 1 :] for k in range(9) if board[k] == "."]

    def preset(board: str) -> int | None:
        won = any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)
        return gg.LOSE if won else gg.DRAW if "." not in board else None

    return gg.solve(rule, start="." * 9, presets=preset)


def rows(board: str) -> str:
    return "\n".join(board[k : k + 3] for k in (0, 3, 6))


def test_moves_that_the_board_shows_need_no_room() -> None:
    s = tic_tac_toe()
    look = Look(board=rows, turn=lambda board: board.count("X") - board.count("O"))
    data = check(s, look)
    parts = {name: count for name, _, count in data["table"]["parts"]}
    assert "options" not in parts
    assert parts["exceptions"] == 0
    assert data["table"]["moves"] > 10_000
    check(s, Look(board=rows))
    named = check(
        s, look._replace(move=lambda a, b: next(f"cell {k}" for k in range(9) if a[k] != b[k]))
    )
    assert "options" not in {name for name, _, _ in named["table"]["parts"]}


def test_moves_that_fit_and_are_none_become_exceptions() -> None:
    s = gg.solve([(v, v ^ 1 << k) for v in range(64) for k in range(6) if (v, k) != (9, 3)])
    data = check(s, Look(board=lambda v: f"{v:06b}"))
    assert {name: count for name, _, count in data["table"]["parts"]}["exceptions"] == 1


@pytest.mark.parametrize("moves", [3, 40])
def test_moves_without_a_pattern_are_lists(moves: int) -> None:
    random = np.random.default_rng(moves)
    s = gg.solve(random.integers(0, 64, (64 * moves, 2)))
    look = Look(board=lambda v: f"{v:06b}", move=unlike(s, lambda v, w: f"{v * w % 7}"))
    data = check(s, look)
    assert "labels" in {name for name, _, _ in data["table"]["parts"]}


@given(game=games().filter(lambda game: game.n))
def test_steps_and_lists_say_the_same(game: Game) -> None:
    s = solved(game)
    by_steps: Callable[..., Any] = steps.find_steps
    for find in (by_steps, lambda *_: None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(steps, "_MOVES_PER_EXCEPTION", 0.001)
            patch.setattr(table, "find_steps", find)
            data = check(s, Look(board=lambda v: f"{v:04b}"))
            parts = {name for name, _, _ in data["table"]["parts"]}
            assert ("options" in parts) == (find is not by_steps)


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=1))
def test_boards_of_one_sum_give_no_wrong_steps(edges: list[tuple[int, int]]) -> None:
    """With noise that is none, boards and steps are confused; then moves are lists."""

    class Noise:
        def integers(self, _low: int, _high: int, size: int, kind: Any) -> Any:
            return np.arange(size).astype(kind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np.random, "default_rng", lambda _: Noise())
        check(gg.solve(gg.GameGraph.from_edges(edges, 16)), Look(board=lambda v: f"{v:04b}"))


# -- what one side can reach -----------------------------------------------------------------------


@given(game=games().filter(lambda game: game.n), side=st.sampled_from([0, 1]), data=st.data())
def test_the_strategy_of_a_side(game: Game, side: int, data: st.DataObject) -> None:
    """In a draw the side plays a move that presses the most; elsewhere, the best move."""
    s = solved(game)
    start = data.draw(st.integers(0, game.n - 1))
    whole = s._solved_game()._replace(start=start)
    found, order = make_table(whole, Look(), side)
    entries = read(found)
    place = {v: i for i, v in enumerate(order.tolist())}
    reached = {(start, 0)}
    waiting = [(start, 0)]
    moves: dict[int, set[int]] = {}
    while waiting:
        v, player = waiting.pop()
        options = set() if s.remoteness[v] == 0 else set(s.graph().options(v))
        if options and player == side:
            best = s.draw_levels().moves(v)[0] if s.outcomes[v] == gg.DRAW else s.best_move(v)
            assert best is not None
            options = {best}
        moves.setdefault(v, set()).update(options)
        new = {(w, 1 - player) for w in options} - reached
        reached |= new
        waiting += new
    assert sorted(place) == sorted({v for v, _ in reached})
    for v, options in moves.items():
        assert {w for w, _ in entries[place[v]].options} == {place[w] for w in options}
    assert found["side"] == side
    assert order[found["table"]["start"]] == start


@pytest.mark.parametrize("side", [True, 2, "0", -1, 0.5, 0.0])
def test_sides_that_are_none(side: Any) -> None:
    s = gg.solve(lambda n: [n - 1] if n else [], start=3)
    with pytest.raises(gg.GraphGameError, match="side: expected 0"):
        s.to_html(side=side)


def test_a_side_is_an_integer_of_any_type() -> None:
    s = gg.solve(lambda n: [n - 1] if n else [], start=3)
    assert s.to_html(side=np.int64(1)) == s.to_html(side=1)


def test_a_side_needs_a_start() -> None:
    with pytest.raises(gg.GraphGameError, match="side: expected a game that begins"):
        gg.solve([(0, 1)]).to_html(side=0)


# -- too large for a page --------------------------------------------------------------------------


def never(*_: object) -> Any:
    raise AssertionError("the game is too large to be looked at")


def test_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_POSITIONS", 3)
    s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=6)
    with pytest.raises(gg.TooLargeError, match=r"got 7 with 11 moves.*serve.*side=0"):
        s.to_html(board=never, turn=never)
    with pytest.raises(gg.TooLargeError, match=r"at most 3 positions, got 7 with 9 moves"):
        s.to_html(board=never, side=0)


def test_too_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_BYTES", 100)
    with pytest.raises(gg.TooLargeError, match="at most 100 bytes to unpack, got 1"):
        gg.solve([(v, v + 1) for v in range(60)]).to_html()


def test_too_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_CHARACTERS", 100)
    with pytest.raises(gg.TooLargeError, match=r"at most 100 characters of data, got 1\d\d; `gra"):
        gg.solve([(v, v + 1) for v in range(60)]).to_html()


def test_pages_of_one_game_are_one_text() -> None:
    s = tic_tac_toe()
    assert s.to_html(board=rows) == s.to_html(board=rows)
    moves = table.kept_moves(s._solved_game())
    assert len(moves.positions) == len(s)


# -- draws -----------------------------------------------------------------------------------------


@given(game=games().filter(lambda game: game.n))
def test_draws_are_ordered_as_the_moves_that_press(game: Game) -> None:
    """Of any drawing options, those that cost least are those that `DrawLevels.moves` gives."""
    s = solved(game)
    data, order = make_table(s._solved_game(), Look())
    costs = numbers(data["table"]).get("draws", [0] * game.n)
    place = {v: i for i, v in enumerate(order.tolist())}
    draws = s.draw_levels()
    for v in range(game.n):
        if s.outcome(v) != gg.DRAW:
            assert costs[place[v]] == 0
        elif s.remoteness_of(v) < 0:
            held = {w: costs[place[w]] for w in s.graph().options(v) if s.outcome(w) == gg.DRAW}
            assert draws.moves(v) == [w for w in sorted(held) if held[w] == min(held.values())]


def test_games_without_draws_keep_no_costs() -> None:
    data, _ = make_table(gg.solve([(0, 1), (1, 2)])._solved_game(), Look())
    assert "draws" not in numbers(data["table"])


@pytest.mark.parametrize("side", [0, 1])
def test_the_strategy_of_a_side_presses(side: int) -> None:
    """Whoever presses goes to where the other player is pressed, though other draws come first."""
    edges = [(0, 1), (0, 2), (1, 0), (2, 0), (2, 3), (3, 4)]  # 2 is pressed: 3 loses
    s = gg.solve(edges)
    game = s._solved_game()._replace(start=0)
    kept = table.kept_moves(game, side)
    moves = set(zip(kept.positions[kept.sources], kept.positions[kept.options], strict=True))
    assert ((0, 1) in moves) == (side == 1)
    assert (0, 2) in moves
