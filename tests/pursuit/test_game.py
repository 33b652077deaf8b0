"""The policeman and the thief: bit-parallel, as an explicit graph, and by the slow reference.

Pinned here: all three agree on the outcome and remoteness of every state, on random boards of all
shapes; lines and best moves are those of the graph; each rule of the game has its board; what a
solution gives, state by state and as maps.  How boards are read is in test_pursuit_grid.py, the
kernel on its own in test_pursuit_kernel.py, the certificate in test_pursuit_verify.py.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GraphGameError, PoliceAndThief, UnknownPositionError
from tests.reference.pursuit import Answer, Board, random_board

TURNS = ("police", "thief")


def game_on(board: Board, **starts: Any) -> PoliceAndThief:
    """Put both on the first cell, where nothing else is said."""
    first = board.cells()[0]
    return PoliceAndThief(list(board.rows), **{"police": first, "thief": first} | starts)


def assert_like_the_graph(board: Board, answer: Answer | None = None) -> gg.Solution:
    """Compare all maps with the solved graph, and the graph with the reference."""
    game, cells = game_on(board), board.cells()
    solution, explicit = game.solve(), gg.solve(game.graph())
    inside = tuple(np.array(cells).T)
    shape = (len(cells), len(cells), 2)
    outcomes, remoteness = (x.reshape(shape) for x in (explicit.outcomes, explicit.remoteness))
    if answer is not None:
        labels = [answer[state] for state in board.states()]
        assert outcomes.reshape(-1).tolist() == [outcome for outcome, _ in labels]
        assert remoteness.reshape(-1).tolist() == [plies for _, plies in labels]
    for (i, cell), (k, turn) in product(enumerate(cells), enumerate(TURNS)):
        for who, at in (("police", np.s_[i, :, k]), ("thief", np.s_[:, i, k])):
            fixed: Any = {who: cell, "turn": turn}
            assert np.array_equal(solution.outcome_map(**fixed)[inside], outcomes[at])
            assert np.array_equal(solution.remoteness_map(**fixed)[inside], remoteness[at])
    without = game.solve(remoteness=False)
    assert memoryview(without._states.caught) == memoryview(solution._states.caught)
    assert memoryview(without._states.held) == memoryview(solution._states.held)
    return explicit


def boards(most: int = 6) -> st.SearchStrategy[Board]:
    """Return boards of up to most × most cells, of which one at least can be entered."""
    sizes = st.integers(1, most)
    rows = st.tuples(sizes, sizes).flatmap(
        lambda size: st.lists(
            st.text("..*E", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        )
    )
    return rows.map(lambda rows: Board(tuple(rows))).filter(lambda board: bool(board.cells()))


# -- three ways agree -----------------------------------------------------------------------------


@given(boards(4))
@settings(max_examples=60)
def test_every_state_equals_the_graph_and_the_reference(board: Board) -> None:
    assert_like_the_graph(board, Answer(board))


SHAPES = [(1, 8), (9, 7), (10, 10), (8, 1), (7, 9), (3, 5), (6, 6), (2, 10), (10, 3), (1, 1)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_shapes_with_any_exits_and_walls_equal_the_reference(rows: int, columns: int) -> None:
    rng = random.Random(rows * 100 + columns)
    for exits in range(4) if rows * columns < 50 else (0, 2):
        board = random_board(rng, rows, columns, exits, rng.uniform(0.05, 0.45))
        assert_like_the_graph(board, Answer(board))


@pytest.mark.boundary
@pytest.mark.parametrize("seed", range(6))
def test_boards_of_several_words_equal_the_graph(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(10, 14), rng.randint(8, 14)
    assert_like_the_graph(random_board(rng, rows, columns, seed % 3, 0.2))


def test_a_thief_who_does_best_to_stay_among_four_free_cells() -> None:
    """The policeman, to move, takes longer if the thief stays than if he moves anywhere."""
    board = Board((".......", ".***...", ".*.....", ".......", ".......", "......."))
    answer = Answer(board)
    stays, *moves = ((2, 4), (1, 4), (2, 3), (2, 5), (3, 4))
    plies = [answer[(1, 0), thief, "police"][1] for thief in moves]
    assert answer[(1, 0), stays, "police"] == (WIN, 19) and max(plies) == 17
    assert_like_the_graph(board, answer)


def check_random_boards(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(250):
        rows, columns = (rng.randint(1, 10) for _ in "nm")
        board = random_board(rng, rows, columns, number % 4, rng.uniform(0.05, 0.45))
        assert_like_the_graph(board)


@pytest.mark.always
@pytest.mark.large
def test_hundreds_of_random_boards_equal_the_graph() -> None:
    check_random_boards(0)


@pytest.mark.large
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hundreds_more_equal_it_too(seed: int) -> None:
    check_random_boards(seed)


@pytest.mark.boundary
@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 62), (1, 63), (1, 64), (1, 65), (62, 1), (2, 31), (3, 63), (2, 64),
                          (32, 1), (31, 1), (33, 2), (2, 127)]
)  # fmt: skip
@pytest.mark.parametrize("exits", [0, 1])
def test_boards_at_the_bounds_of_words_equal_the_graph(rows: int, columns: int, exits: int) -> None:
    rng = random.Random(rows + columns)
    walls = 0.0 if rows == 1 or columns == 1 else 0.5
    assert_like_the_graph(random_board(rng, rows, columns, exits, walls))


@given(boards(5), st.data())
@settings(max_examples=50)
def test_lines_and_best_moves_are_those_of_the_graph(board: Board, data: st.DataObject) -> None:
    explicit = gg.solve(game_on(board).graph())
    solution = game_on(board).solve()
    for state in data.draw(st.lists(st.sampled_from(board.states()), min_size=1, max_size=20)):
        assert solution.outcome(state) == explicit.outcome(state)
        assert solution.remoteness_of(state) == explicit.remoteness_of(state)
        assert solution.best_move(state) == explicit.best_move(state)
        assert solution.winning_moves(state) == explicit.winning_moves(state)
        line = solution.line(state)
        expected = explicit.line(state)
        assert (line, line.closes_at) == (expected, expected.closes_at)


def test_lines_are_those_of_the_reference() -> None:
    rng = random.Random(7)
    ends = set()
    for _ in range(30):
        board = random_board(rng, 4, 4, rng.randint(0, 1), 0.3)
        answer, solution = Answer(board), game_on(board).solve()
        for state in rng.sample(board.states(), 5):
            line = solution.line(state)
            assert ([*line], line.closes_at) == answer.line(state)
            ends.add((solution.outcome(state), line.closes_at is None))
    assert ends == {(WIN, True), (LOSE, True), (DRAW, False)}, "all kinds were there"


# -- the rules, one by one ------------------------------------------------------------------------

RULES: dict[str, tuple[list[str], tuple[gg.Outcome, int]]] = {
    "the policeman moves first and catches a thief beside him": (["PT"], (WIN, 1)),
    "diagonally, too": (["P*", "*T"], (WIN, 1)),
    "a thief beside an exit is caught before he gets there": (["PTE"], (WIN, 1)),
    "a thief in a dead end waits: he may pass": (["P..T"], (WIN, 5)),
    "the thief gets out": (["P..TE"], (LOSE, 2)),
    "a thief walled in is safe from a policeman who cannot reach him": (["P*T"], (DRAW, -1)),
    "the thief does not move diagonally": (["P.*E", "..T*"], (WIN, 3)),
    "the policeman does not stop a thief from an exit by being near": (["..E", "P.T"], (LOSE, 2)),
    "a thief who starts on a cell next to an exit needs one move": (
        ["P..", "..E", "..T"],
        (LOSE, 2),
    ),
    "around a block the thief is caught, as the policeman cuts the corners": (
        ["P..", ".*.", "..T"],
        (WIN, 7),
    ),
    "the policeman guards the exit, the thief keeps away: a draw": (
        ["P...", "E**T", "...."],
        (DRAW, -1),
    ),
    "without the exit, he is caught there": (["P...", ".**T", "...."], (WIN, 11)),
}


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    rows, expected = RULES[rule]
    game = PoliceAndThief(rows)
    solution = game.solve()
    board = Board(tuple(row.replace("P", ".").replace("T", ".") for row in rows))
    assert Answer(board)[game.police, game.thief, "police"] == expected
    assert (solution.result, solution.remoteness_of(solution.start)) == expected
    assert solution.verify()


@pytest.mark.parametrize(
    ("police", "thief", "police_turn", "thief_turn"),
    [
        ((0, 0), (0, 0), (WIN, 0), (LOSE, 0)),  # on one cell: he has won, whoever is to move
        ((0, 2), (0, 2), (WIN, 0), (LOSE, 0)),  # on an exit, too
        ((0, 0), (0, 2), (LOSE, 0), (WIN, 0)),  # alone on an exit: the thief has won
        ((0, 1), (0, 2), (LOSE, 0), (WIN, 0)),  # even if the policeman could step there
        ((0, 2), (0, 1), (WIN, 1), (LOSE, 4)),  # a policeman on an exit is no matter
        ((0, 0), (0, 1), (WIN, 1), (WIN, 1)),
    ],
)
def test_where_the_game_has_ended_or_is_about_to(
    police: Any, thief: Any, police_turn: Any, thief_turn: Any
) -> None:
    solution = PoliceAndThief(["..E"], police=police, thief=thief).solve()
    labels = [
        (solution.outcome((police, thief, turn)), solution.remoteness_of((police, thief, turn)))
        for turn in TURNS
    ]
    assert labels == [police_turn, thief_turn]
    assert (solution.result, solution.remoteness_of(solution.start)) == police_turn
    if police_turn[1] == 0:
        assert solution.line() == ((police, thief, "police"),)
        assert solution.line((police, thief, "thief")) == ((police, thief, "thief"),)
        assert solution.best_move((police, thief, "police")) is None
        assert solution.winning_moves((police, thief, "police")) == []


# -- a solution -----------------------------------------------------------------------------------


def test_maps_show_walls_and_are_read_only() -> None:
    solution = PoliceAndThief(["P.*", "..E", "T*."]).solve()
    by_police = solution.outcome_map(police=(0, 0))
    assert by_police.tolist() == [[1, 1, 2], [1, 1, -1], [1, 2, -1]]
    assert solution.remoteness_map(police=(0, 0)).tolist() == [[0, 1, -2], [1, 1, 0], [3, -2, 2]]
    by_thief = solution.outcome_map(thief=(2, 2), turn="thief")
    assert by_thief.tolist() == [[1, 1, 2], [1, 1, -1], [1, 2, -1]]
    assert (solution.WALL, solution.WALL_REMOTENESS) == (2, -2)
    assert (by_police.dtype, solution.remoteness_map(thief=(0, 0)).dtype) == (np.int8, np.int32)
    for array in (by_police, solution.remoteness_map(thief=(0, 0))):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_without_remoteness_outcomes_are_there_and_the_rest_says_why_not() -> None:
    game = PoliceAndThief(["P..*", "...E", "..T."])
    short, full = game.solve(remoteness=False), game.solve()
    assert short.result == full.result == LOSE
    assert short.outcome(((0, 0), (2, 3), "thief")) == WIN
    assert full.outcome(((0, 0), (2, 3), "thief")) == WIN
    state = (0, 0), (1, 2), "thief"
    assert short.winning_moves(state) == full.winning_moves(state)
    assert short.winning_moves(state) == gg.solve(game.graph()).winning_moves(state) != []
    assert {**short.table(), "remoteness": 0}.keys() == full.table().keys()
    assert np.array_equal(short.table()["outcome"], full.table()["outcome"])
    for fixed in ({"police": (0, 0)}, {"thief": (2, 0), "turn": "thief"}):
        maps = (solution.outcome_map(**fixed) for solution in (short, full))  # type: ignore[arg-type]
        assert np.array_equal(*maps)
    asked: dict[str, Any] = {
        "remoteness_of": lambda: short.remoteness_of(short.start),
        "s[state]": lambda: short[short.start],
        "remoteness_map": lambda: short.remoteness_map(police=(0, 0)),
        "line": short.line,
        "best_move": lambda: short.best_move(short.start),
    }
    for what, ask in asked.items():
        with pytest.raises(GraphGameError) as caught:
            ask()
        assert str(caught.value) == (
            f"{what}: expected a board solved with remoteness, got remoteness=False"
        )
    assert short.verify() is True
    assert repr(short) == f"PursuitSolution({game!r}: LOSE)"
    assert repr(full) == f"PursuitSolution({game!r}: LOSE, remoteness=4)"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda s: s.outcome(((0, 3), (0, 0), "police")), "police: expected a cell that can be "
         "entered, got (0, 3), a wall"),
        (lambda s: s.outcome(((0, 0), (3, 0), "police")), "thief: expected a cell from (0, 0) to "
         "(2, 3), got (3, 0)"),
        (lambda s: s.line(((-1, 0), (2, 2), "police")), "police: expected a cell from (0, 0) to "
         "(2, 3), got (-1, 0)"),
        (lambda s: s.outcome((5, (0, 0), "police")), "police: expected (row, column), got 5"),
        (lambda s: s.outcome(((0, 0), "ab", "police")), "thief: expected (row, column), got 'ab'"),
        (lambda s: s.outcome(((0, 0), (0, 1, 2), "police")), "thief: expected (row, column), got "
         "(0, 1, 2)"),
        (lambda s: s.remoteness_of(((0, 0), (0, 1), "cop")), "turn: expected 'police' or 'thief', "
         "got 'cop'"),
        (lambda s: s.outcome(((0, 0), (0, 1))), "state: expected (police, thief, turn), got "
         "((0, 0), (0, 1))"),
        (lambda s: s.winning_moves(7), "state: expected (police, thief, turn), got 7"),
        (lambda s: s[(0, 0), (0, 3), "thief"], "thief: expected a cell that can be entered, got "
         "(0, 3), a wall"),
        (lambda s: s.outcome_map(police=(0, 3)), "police: expected a cell that can be entered, got "
         "(0, 3), a wall"),
    ],
)  # fmt: skip
def test_states_that_do_not_exist_are_refused(ask: Any, message: str) -> None:
    with pytest.raises(UnknownPositionError) as caught:
        ask(PoliceAndThief(["P..*", "...E", "..T."]).solve())
    assert str(caught.value) == message


@given(boards(4))
@settings(max_examples=30)
def test_a_solution_is_a_collection_of_its_states(board: Board) -> None:
    solution = game_on(board).solve()
    states = [*solution]
    assert states == board.states() and len(solution) == len(states)
    explicit = gg.solve(solution.graph())
    for state in states[:: max(1, len(states) // 40)]:
        assert state in solution
        label = explicit.outcome(state), explicit.remoteness_of(state), explicit.best_move(state)
        assert tuple(solution[state]) == label
        assert isinstance(solution[state], gg.Label)
    for other in [((9, 9), (0, 0), "police"), ((0, 0), (0, 0), "cop"), 5, "abc", ((0, 0), (0, 0))]:
        assert other not in solution
    table = solution.table()
    assert table["outcome"].tolist() == [str(explicit.outcome(state)) for state in states]
    assert table["remoteness"].tolist() == explicit.remoteness.tolist()
    names = ("police_row", "police_column", "thief_row", "thief_column", "turn")
    rows = zip(*(table[name].tolist() for name in names), strict=True)
    assert [((i, j), (x, y), turn) for i, j, x, y, turn in rows] == states


def test_states_are_made_lazily() -> None:
    game = PoliceAndThief(np.ones((60, 60), dtype=bool), police=(0, 0), thief=(9, 9))
    solution = game.solve(remoteness=False)
    assert len(solution) == 2 * 3600**2
    assert next(iter(solution)) == ((0, 0), (0, 0), "police")


def test_a_game_and_its_solution_have_one_start() -> None:
    game = PoliceAndThief(["P..*", "...E", "..T."])
    assert game.start == game.solve().start == ((0, 0), (2, 2), "police")
    assert game.drawn(((0, 1), (0, 1), "thief")) == ".X.*\n...E\n...."
    assert game.solve().line() == game.solve().line(game.start)


def test_tables_are_taken_by_data_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    table = PoliceAndThief(["P.T"]).solve().table()
    for frame in (pandas.DataFrame(table), polars.DataFrame(table)):
        assert frame.shape == (18, 7)
        assert list(frame["remoteness"][:4]) == [0, 0, 1, 4]


@pytest.mark.parametrize(("fixed", "got"), [({}, "none"), ({"police": 1, "thief": 2}, "both")])
def test_a_map_has_one_of_the_two_fixed(fixed: Any, got: str) -> None:
    solution = PoliceAndThief(["PT"]).solve()
    with pytest.raises(GraphGameError) as caught:
        solution.outcome_map(**fixed)
    assert str(caught.value) == f"police or thief: expected one of them, got {got}"


def test_a_graph_names_its_states() -> None:
    graph = PoliceAndThief(["P*", ".T"]).graph()
    cells = [(0, 0), (1, 0), (1, 1)]
    names = [(p, t, turn) for p, t, turn in product(cells, cells, TURNS)]
    assert graph.labels is not None
    assert [*graph.labels] == names == [graph.position(v) for v in range(18)]
    assert [graph.index(name) for name in names] == [*range(18)]
    assert graph.labels[-1] == names[-1] and graph.labels[3:7:2] == names[3:7:2]
    assert (len(graph.labels), repr(graph.labels)) == (18, "States(3 cells)")
    for unknown in [((0, 1), (0, 0), "police"), ((0, 0), (0, 0), "cop"), (0, 0), 5, "abc"]:
        with pytest.raises(UnknownPositionError):
            graph.index(unknown)
    with pytest.raises(IndexError):
        _ = graph.labels[18]


def test_a_graph_can_be_saved(tmp_path: Any) -> None:
    solution = gg.solve(PoliceAndThief(["P*", ".T"]).graph())
    solution.save(tmp_path / "graph.npz")
    loaded = gg.Solution.load(tmp_path / "graph.npz")
    state = ((0, 0), (1, 1), "police")
    assert loaded.outcome(state) == solution.outcome(state) == WIN
