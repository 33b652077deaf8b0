"""One position at a time: views against the solution, names of moves, keys, histograms.

Pinned here: every view of several games says what the solution says, with the best move first; an
author's functions are called for what is shown alone; what does not fit is refused in one line.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.playing import positions as shown
from graphgame.playing.game import Look, SolvedGame
from graphgame.playing.positions import MOST_BARS, GamePositions
from graphgame.playing.views import cell_names, move_names, words
from tests.playing.games import GAMES, Played, cycle, parallel, pressing, take, tic_tac_toe

OPPOSITE = {"win": "lose", "lose": "win", "draw": "draw"}


@pytest.mark.parametrize("game", GAMES)
def test_every_view_says_what_the_solution_says(game: Any) -> None:
    played: Played = game()
    solution, positions = played.solution, played.positions
    for v, position in enumerate(solution):
        view = positions.view(str(v))
        assert (view["position"], view["name"]) == (str(v), str(position))
        assert view["positionValue"].upper() == str(solution.outcome(position))
        assert view["remoteness"] == solution.remoteness_of(position)
        moves = view["moves"]
        over = solution.remoteness_of(position) == 0
        options = (
            set() if over else {solution.game.index(x) for x in solution.game.options(position)}
        )
        assert sorted(int(move["position"]) for move in moves) == sorted(options)
        for move in moves:
            there = positions.view(move["position"])
            shared = ("position", "name", "remoteness", "turn", "board")
            assert {x: move[x] for x in shared} == {x: there[x] for x in shared}  # type: ignore[literal-required]
            assert move["moveValue"] == OPPOSITE[there["positionValue"]]
        if moves:
            best = solution.best_move(position)
            assert moves[0]["position"] == str(solution.game.index(best))
            winning = [str(solution.game.index(x)) for x in solution.winning_moves(position)]
            won = [move["position"] for move in moves if move["moveValue"] == "win"]
            assert sorted(won) == sorted(winning) and moves[: len(won)] == [
                move for move in moves if move["moveValue"] == "win"
            ]


@pytest.mark.parametrize("game", GAMES)
def test_drawing_moves_of_the_least_cost_are_those_that_press(game: Any) -> None:
    played: Played = game()
    solution, positions = played.solution, played.positions
    levels = solution.draw_levels()
    for v, position in enumerate(solution):
        moves = positions.view(str(v))["moves"]
        costs = {int(m["position"]): m["drawCost"] for m in moves if "drawCost" in m}
        drawn = solution.outcome(position) == gg.DRAW
        held = {int(m["position"]) for m in moves if m["moveValue"] == "draw"} if drawn else set()
        assert costs.keys() == held
        if held:
            best = {solution.game.index(x) for x in levels.moves(position)}
            assert {w for w in held if costs[w] == min(costs.values())} == best


def test_draws_of_large_games_are_not_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    large = pressing().solution._solved_game()
    monkeypatch.setattr(shown, "MOST_RANKED", 4)
    assert not any("drawCost" in m for m in GamePositions(large, Look()).view("0")["moves"])
    monkeypatch.setattr(shown, "MOST_RANKED", 5)
    assert all("drawCost" in m for m in GamePositions(large, Look()).view("0")["moves"])


def test_delta_is_what_a_move_loses_against_the_best_of_its_value() -> None:
    # 0 wins in 1 or 3 plies, draws, and loses in 2 or 4.
    edges = {0: [1, 2, 5, 6, 8], 2: [3], 3: [4], 5: [5], 6: [1], 8: [2]}
    solution = gg.solve(edges, presets={1: gg.LOSE, 4: gg.LOSE})
    moves = GamePositions(solution._solved_game(), Look()).view("0")["moves"]
    found = [(move["name"], move["moveValue"], move["deltaRemoteness"]) for move in moves]
    assert found == [
        ("1", "win", 0),
        ("2", "win", 2),
        ("5", "draw", None),
        ("8", "lose", 0),
        ("6", "lose", 2),
    ]


def test_a_move_without_a_name_of_its_own_is_named_by_the_boards() -> None:
    solution = gg.solve({"X..": [".X.", "..."], ".X.": [], "...": []})
    look = Look(board=lambda row: row, move=lambda _, after: None if "X" in after else "leave")
    moves = GamePositions(solution._solved_game(), look).view("0")["moves"]
    assert {move["move"] for move in moves} == {"leave", "1 → 2"}
    look = look._replace(board=None)
    moves = GamePositions(solution._solved_game(), look).view("0")["moves"]
    assert {move["move"] for move in moves} == {"leave", None}


def test_functions_are_called_for_what_is_shown_alone() -> None:
    calls = Counter[str]()
    solution = gg.solve(gg.GameGraph.from_edges([(v, v + 1) for v in range(200_000)]))

    def board(v: int) -> str:
        calls["board"] += 1
        return f"{v:7}"

    positions = GamePositions(solution._solved_game(), Look(board=board, turn=lambda v: v % 2))
    calls.clear()
    view = positions.view("100000")
    assert view["remoteness"] == 100_000 and view["moves"][0]["name"] == "100001"
    assert calls == {"board": 2}


# -- keys and names -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "4", "-1", "00", "01", "+1", " 1", "1 ", "1_0", "١", "²", "x"])
def test_keys_are_canonical_indices(key: str) -> None:
    with pytest.raises(UnknownPositionError, match="expected an index from 0 to 3, got"):
        cycle().positions.view(key)
    with pytest.raises(UnknownPositionError):
        cycle().positions.view("1" * 5000)


def test_find_takes_labels_and_indices() -> None:
    assert cycle().positions.find("3") == "2"  # the label 3, counted from 1
    assert cycle().positions.find("#3") == "3"
    assert cycle().positions.find("0") == "0"  # no label is 0, so this is an index
    assert tic_tac_toe().positions.find(" ......... ") == "0"
    assert parallel().positions.find("(0, 'b')") == "1"
    assert parallel().positions.find("(1, None)") == "2"
    plain = gg.solve([(0, 1), (1, 2)])
    assert GamePositions(plain._solved_game(), Look()).find("1") == "1"


@pytest.mark.parametrize(
    "text",
    ["", "#", "#9999", "nowhere", "[1, 2]", "{}", "(" * 5000, "9" * 9000, "9" * 20_000,
     "'\\d'", "1if 2", "__import__('os')", "-1", "1.5", "10**9",
     "\0", "\ud800", "{1: 2}", "#-0", "##1"],
)  # fmt: skip
def test_find_refuses_what_names_no_position(text: str) -> None:
    for game in GAMES:
        with pytest.raises(UnknownPositionError) as caught:
            game().positions.find(text)
        assert len(str(caught.value)) < 400 and "\n" not in str(caught.value)


def test_find_on_codes() -> None:
    solution = gg.solve(gg.explore_codes(lambda codes: (codes[:0], codes[:0]), [7]))
    positions = GamePositions(solution._solved_game(), Look())
    assert positions.find("7") == "0"
    for text in ("8", str(1 << 70), "-1", "x", "7.5"):
        with pytest.raises(UnknownPositionError):
            positions.find(text)


def test_without_a_start_play_begins_at_the_first_position() -> None:
    assert cycle().positions.start == "0"
    assert tic_tac_toe().positions.start == "0"
    solution = gg.solve(gg.GameGraph.from_edges([(0, 1)]))._solved_game()._replace(start=1)
    assert GamePositions(solution, Look()).start == "1"


# -- names of moves -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("...\n...", "...\nX..", "X at a1"),
        ("...\n.X.", ".X.\n...", "b1 → b2"),
        (".O.\n.X.", ".X.\n...", "b1 → b2"),
        ("X..\n.O.", "...\n.O.", "a2 off"),
        ("XX.\n...", "...\n.XX", "a2 b2 → b1 c1"),
        ("K.R\n...", ".RK\n...", "K a2 → c2, R c2 → b2"),
        ("X.\nO.", ".X\n..", "a2 → b2, a1 off"),
        ("X..", "Y..", "Y at 1"),
        ("o..o", ".o.o", "1 → 2"),
        ("..\n..", "..\n..", "pass"),
    ],
)
def test_moves_are_named_by_the_difference_of_boards(before: str, after: str, name: str) -> None:
    assert words(before, after) == name


@pytest.mark.parametrize(
    ("before", "options", "names"),
    [
        ("...\n...", ["...\nX..", "X..\n..."], ["a1", "a2"]),
        (".OX\n...", ["XXX\n..."], ["a2"]),  # Othello turns over what stands between
        ("...\n.X.", [".X.\n...", "...\n..X"], ["b1 → b2", "b1 → c1"]),
        (".O.\n.X.", [".X.\n..."], ["b1 × b2"]),
        ("P..\n.o.\n...", ["...\n...\n..P"], ["a3 × c1"]),  # a jump
        ("P.\n..", ["..\nQ.", "..\nN."], ["a2 off, Q at a1", "a2 off, N at a1"]),
        ("oooo", ["ooo.", "oo..", "o..."], ["take 1", "take 2", "take 3"]),
        ("oooo", ["o.oo", "oo.o", "o..o"], ["2 off", "3 off", "take 2"]),
        ("X.\nX.", ["..\nXX", "X.\n.X"], ["a2 → b1", "a1 → b1"]),
        ("H..", ["T..", "HX."], ["1", "2"]),
        ("..", ["X.", "O.", ".X"], ["X at 1", "O at 1", "2"]),
        ("X..\n.O.", ["...\n.O."], ["a2 off"]),
        ("ab", ["a."], ["2 off"]),
        ("..\n..", ["..\n.."], ["pass"]),
        # What is neither beside a move nor on its way is named: it may be no piece at all.
        ("..X\n...\nL..", [".X.\n...\n..."], ["c3 → b3, a1 off"]),
        ("X.o.", ["...X"], ["1 × 4"]),
        ("X...\n.o..\n....\n.o..\nX...", ["X...\n....\n....\n....\nX..."], ["b4 b2 off"]),
        ("....\n..o.\n....\n.o..\nX...", ["..X.\n....\n....\n....\n...."], ["a1 × c5"]),
    ],
)
def test_moves_have_short_names_where_they_are_clear(
    before: str, options: list[str], names: list[str]
) -> None:
    assert move_names(before, options) == names


@pytest.mark.parametrize(
    ("before", "options", "names"),
    [
        ("X.\n.p", [".X\n..", "..\nX."], ["a2 → b2", "a2 → a1"]),
        ("X.\n. ", ["X.\n.p", ".X\n. "], ["pass", "a2 → b2"]),  # no cell at all without the lamp
        ("X.\n.p", ["X.\n.q", ".X\n. "], ["pass", "a2 → b2"]),
        ("XO\n.p", [".X\n. "], ["a2 × b2"]),
        ("X.\n..", [".X\n.p", ".X\n.q"], ["a2 → b2, p at b1", "a2 → b2, q at b1"]),
        ("X.\n.p", ["..\n.X"], ["a2 → b1"]),  # onto the place of a marker
        ("X.\n..", ["pX\n.."], ["a2 → b2"]),
    ],
)
def test_markers_are_left_out_of_names(before: str, options: list[str], names: list[str]) -> None:
    assert move_names(before, options, markers="pq") == names


def test_names_of_cells() -> None:
    assert cell_names("..\n..\n..") == ["a3", "b3", "a2", "b2", "a1", "b1"]
    wide = cell_names("\n".join(["." * 703] * 2))
    assert [wide[k] for k in (0, 25, 26, 701, 702, 703)] == ["a2", "z2", "aa2", "zz2", "aaa2", "a1"]


def test_moves_have_the_names_of_the_author_or_of_boards_or_none() -> None:
    assert {x["move"] for x in take().positions.view("0")["moves"]} == {"take 1", "take 2"}
    assert tic_tac_toe().positions.view("0")["moves"][0]["move"] == "a3"
    assert cycle().positions.view("0")["moves"][0]["move"] is None


# -- what an author may get wrong -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "look"),
    [
        (r"board\('a'\): .*rows of one length, got 1, 2 char", {"board": lambda _: ".\n.."}),
        (r"board\('a'\): .*rows of one length", {"board": lambda _: "..\n..\n"}),
        (r"board\('a'\): expected a cell at least", {"board": lambda _: ""}),
        (r"board\('a'\): expected a text, got 7", {"board": lambda _: 7}),
        (r"board\('a'\): .*can be shown, got '\\x1b'", {"board": lambda _: "\x1b"}),
        (r"board\('b'\): expected rows of 3 char", {"board": lambda x: "." * (3 + (x == "b"))}),
        (r"expected 2 characters", {"board": lambda _: "...", "centres": [(0, 0), (1, 1)]}),
        (r"board\('a'\): .* got ZeroDivisionError: ", {"board": lambda _: 1 // 0}),
        (r"turn\('a'\): expected 0 .*, got 2", {"turn": lambda _: 2}),
        (r"turn\('b'\): expected 1, since 'a' has", {"turn": lambda _: 0}),
        (r"move\('a', 'b'\): expected a text, got 5", {"move": lambda _, __: 5}),
        (r"pieces: expected none without board", {"pieces": {"X": "x"}}),
        (r"languages: ", {"languages": ["xx"]}),
    ],
)
def test_what_does_not_fit_is_refused_at_the_start(message: str, look: dict[str, Any]) -> None:
    solution = gg.solve({"a": ["b"], "b": ["c"]})
    with pytest.raises(GraphGameError, match=message) as caught:
        GamePositions(solution._solved_game(), Look(**look))
    assert "\n" not in str(caught.value)


def test_a_board_that_is_shown_later_has_the_shape_of_the_first() -> None:
    solution = gg.solve({"a": ["b"], "b": ["c"], "c": ["d"], "d": []})
    look = Look(board=lambda x: "..." if x in "ab" else "....")
    positions = GamePositions(solution._solved_game(), look)
    with pytest.raises(GraphGameError, match=r"board\('c'\): expected rows of 3 .* got rows of 4"):
        positions.view("2")


def test_labels_that_cannot_be_shown() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("never")

    for label in (Odd(), "\ud800"):
        solution = gg.solve({label: [1], 1: []})
        with pytest.raises(GraphGameError, match=r"expected a label that can be shown"):
            GamePositions(solution._solved_game(), Look())


def test_a_solution_without_remoteness() -> None:
    solution = cycle().solution._solved_game()._replace(remoteness=None)
    with pytest.raises(GraphGameError, match="game: expected a solution with remoteness"):
        GamePositions(solution, Look())


def test_a_game_without_positions() -> None:
    solution = gg.solve(gg.GameGraph.from_edges([], 0))
    with pytest.raises(GraphGameError, match="game: expected at least one position, got none"):
        GamePositions(solution._solved_game(), Look())


# -- histograms -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_histogram_counts_every_position_once(game: Any) -> None:
    played: Played = game()
    found = played.positions.histogram()
    counted = Counter(
        (str(played.solution.outcome(x)), played.solution.remoteness_of(x)) for x in played.solution
    )
    assert found is not None
    for name, word in (("win", "WIN"), ("lose", "LOSE")):
        bars = found[name]  # type: ignore[literal-required]
        assert {(word, r): k for r, k in enumerate(bars) if k} == {
            key: k for key, k in counted.items() if key[0] == word
        }
        assert not bars or bars[-1]
    assert found["draw"] == sum(k for key, k in counted.items() if key[0] == "DRAW")


def test_histograms_of_several_blocks_and_of_too_many_bars() -> None:
    n = (1 << 20) + 5
    remoteness = np.zeros(n, dtype=np.int32)
    outcomes = np.full(n, -1, dtype=np.int8)
    remoteness[-1], outcomes[-1] = 3, 1
    outcomes[0], remoteness[0] = 0, -1
    ptr, idx = np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.int32)
    game = SolvedGame(ptr, idx, outcomes, remoteness, None, "normal", lambda v: v, int)
    positions = GamePositions(game, Look())
    assert positions.histogram() == {"win": [0, 0, 0, 1], "lose": [n - 2], "draw": 1}
    remoteness[-1] = MOST_BARS
    assert GamePositions(game, Look()).histogram() is None
