"""Matches in the terminal: from a script, and with the machine on either side.

Pinned here: what is written, line by line; every command; perfect play by the machine, which loses
nothing that was won or drawn; texts of the game are shown with control characters escaped.
"""

from __future__ import annotations

import io
from random import Random

import pytest

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.positions import GamePositions
from graphgame.playing.terminal import (
    HELP,
    Match,
    Terminal,
    Writer,
    board_lines,
    escaped,
    matching_moves,
    plies,
)
from graphgame.playing.texts import goal
from tests.playing.games import Played, cycle, pressing, take, tic_tac_toe
from tests.playing.scripted import played

# -- whole matches --------------------------------------------------------------------------------


def test_a_whole_match() -> None:
    assert played(cycle(), "1\n2\n1\n", values=True) == (
        "Both players are people. h lists the commands.\n"
        "\nPosition 1\nPly 1: First to move.\nWith best play: a draw.\n"
        "Drawing\n  1  to 2\n"
        "First: to 2\n"
        "\nPosition 2\nPly 2: Second to move.\nWith best play: a draw.\n"
        "Drawing\n  1  to 1\nLosing\n  2  to 3  in 2 plies\n"
        "Second: to 3\n"
        "\nPosition 3\nPly 3: First to move.\nWith best play: First wins in 1 ply.\n"
        "Winning\n  1  to 4  in 1 ply\n"
        "First: to 4\n"
        "\nPosition 4\nThe match is over after 3 plies: First wins.\n"
        "u takes back, j POSITION begins again at a position, q quits.\n"
    )


def test_a_match_on_a_board() -> None:
    shown = played(tic_tac_toe(), "X at b2\na3\nXC3\n 7 \n")
    assert "First: b2\n\n3 . . .\n2 . X .\n1 . . .\n  a b c\nPly 2: Second to move.\n" in shown
    assert "Second: a3" in shown and "First: c3" not in shown  # "XC3" is no name
    assert "Expected a number from 1 to 7, the name of a move or h for help, got XC3.\n" in shown
    assert "First: c1\n" in shown


def test_without_values_nothing_of_them_is_shown_nor_of_their_order() -> None:
    shown = played(cycle(), "1\n")
    assert shown.endswith("Ply 2: Second to move.\n  1  to 1\n  2  to 3\n")
    for word in ("Winning", "Losing", "Drawing", "best play", "plies"):
        assert word not in shown
    graph = {0: [1, 2], 1: [3], 2: [], 3: []}
    shown = played(Played(gg.solve(graph), Look()), "")
    assert shown.endswith("  1  to 1\n  2  to 2\n")  # although the second one wins
    assert "  1  to 2  in 1 ply\nLosing\n  2  to 1  in 2 plies\n" in played(
        Played(gg.solve(graph), Look()), "", values=True
    )


def test_the_machine_answers() -> None:
    shown = played(take(), "take 1\ntake 1\ntake 1\ntake 1\n", {0})
    assert shown.startswith("You are First, the machine is Second. h lists the commands.\n")
    assert shown.count("Second: take") == 2 and "Second wins.\n" in shown
    assert "\no o o o o o o\n1 2 3 4 5 6 7\n" in shown
    shown = played(take(), "q\n", {1})
    assert shown.startswith("You are Second, the machine is First.") and "First: take" in shown


def test_the_machine_alone_ends_where_play_repeats() -> None:
    shown = played(cycle(), "", set())
    assert shown.startswith("Both players are the machine.")
    assert "Play repeats: this position stood after ply 0.\n" in shown
    assert shown.endswith("This position has come three times: the match ends here.\n")
    shown = played(take(), "", set())
    assert "The match is over after" in shown and "u takes back" not in shown


# -- commands -------------------------------------------------------------------------------------


def test_undo_goes_back_to_a_turn_of_the_person() -> None:
    shown = played(take(), "1\nu\nu\n", {0})
    assert shown.count("Ply 1: First to move.") == 2
    assert shown.endswith("There is nothing to take back.\n")
    shown = played(cycle(), "1\n1\nu\n")
    assert shown.count("Ply 2: Second to move.") == 2  # both are people: one ply
    shown = played(take(), "u\n1\nu\nu\n", {1})
    assert shown.count("There is nothing to take back.") == 2  # the first ply is the machine's
    assert shown.count("Ply 2: Second to move.") == 2
    over = played(cycle(), "1\n2\n1\nu\n1\n")
    assert over.count("The match is over after 3 plies: First wins.") == 2


def test_values_line_help_and_quit() -> None:
    shown = played(cycle(), "v\nv\nl\nh\n\nq\n1\n")
    assert shown.count("With best play: a draw.\nDrawing\n  1  to 2\n") == 1
    assert "Best play: to 2, to 1; play repeats.\n" in shown
    assert shown.endswith(HELP + "\n")
    assert "First:" not in played(cycle(), "quit\n1\n")
    assert "Best play: no move.\n" in played(cycle(), "j 4\nl\n")


def test_a_long_line_of_best_play_is_cut() -> None:
    path = gg.solve(gg.GameGraph.from_edges([(v, v + 1) for v in range(300)]))
    shown = played(Played(path, Look()), "l\n")
    assert "to 99, to 100, and 200 plies more.\n" in shown


def test_jump() -> None:
    shown = played(cycle(), "j 3\nj #3\nj nowhere\nj\n1\n")
    assert "\nPosition 3\nPly 1: First to move.\n" in shown
    assert "\nPosition 4\nThe match is over after 0 plies: Second wins.\n" in shown
    assert "or an index from #0 to #3, got 'nowhere'\n" in shown
    assert shown.endswith(
        "Expected u, j, q or h for help, got j.\nExpected u, j, q or h for help, got 1.\n"
    )
    shown = played(tic_tac_toe(), "j XX.OO....\nv\n", {1})
    assert "First: c3" in shown and "First wins" in shown


def test_a_match_begins_with_what_the_game_is() -> None:
    look = Look(
        players={"vi": ("Đỏ", "Xanh"), "en": ("Red\a", "Blue")},
        goal="Reach 4.",
        rules={"fa": "برو", "vi": "Đi.\nĐi nữa."},
    )
    shown = played(Played(cycle().solution, look), "1\n")
    assert shown.startswith(
        "Both players are people. h lists the commands.\nReach 4.\nبرو\n\nPosition 1\n"
    )
    assert "\nRed\\x07: to 2\n" in shown and "Ply 2: Blue to move.\n" in shown


@pytest.mark.parametrize(
    "text",
    ["0", "2", "9" * 30, "-1", "to", "to 9", "x", "1 1", "¹", "\x1b[A", "u 1", "-2", "é" * 9000],
)
def test_unknown_input_gets_one_line(text: str) -> None:
    shown = played(cycle(), text + "\nq\n")
    before = played(cycle(), "q\n")
    (line,) = shown.removeprefix(before).splitlines()
    assert line.startswith("Expected a number from 1 to 1, the name of a move or h for help, got ")
    assert len(line) < 300 and line.isprintable()


def test_a_line_of_a_megabyte_is_one_wrong_line() -> None:
    shown = played(cycle(), "x" * (1 << 20) + "\n1\n")
    assert shown.count("Expected") == 1 and "First: to 2" in shown
    assert played(cycle(), "x" * (1 << 20)).count("Expected") == 1
    raw = Terminal(
        cycle().positions, io.BytesIO(b"\xff\xfe\n1"), Writer(list), people={0, 1}, random=Random(1)
    )
    raw.play()
    assert raw.match.ply == 1


def test_names_that_a_person_may_type() -> None:
    view = tic_tac_toe().positions.view("0")
    name = {k: move["move"] for k, move in enumerate(view["moves"])}
    for text in ("X at b2", "x AT b2", "xatb2", "b2", "X b2", "at-b2"):
        assert [name[k] for k in matching_moves(view, text)] == ["b2"]
    assert len(matching_moves(view, "X")) == 9
    for text in ("b4", "!", "Xb2", "O at b2"):
        assert matching_moves(view, text) == []
    shown = played(tic_tac_toe(), "X\n")
    assert "X may mean a3, b3, c3, a2, b2; type its number" in shown


def test_equal_names_are_refused_rather_than_guessed() -> None:
    solution = gg.solve({"a": ["b", "c", "d"]})
    look = Look(move=lambda _, option: "stay" if option == "d" else "go")
    shown = played(Played(solution, look), "go\n2\n")
    assert "go may mean go, go; type its number in the list.\n" in shown
    assert "First: go\n\nPosition c\n" in shown


# -- the machine ----------------------------------------------------------------------------------


def result(game: Played, seed: int, errs: tuple[float, float], most: int = 200) -> int | None:
    """Play a match; return who wins, -1 for a draw, None where it was stopped."""
    positions = game.positions
    matches = [Match(positions, positions.start, Random(seed + k), errs[k]) for k in (0, 1)]
    for _ in range(most):
        view = matches[0].view
        if not view["moves"]:
            turn = matches[0].turn
            return {"win": turn, "lose": 1 - turn, "draw": -1}[view["positionValue"]]
        move = matches[matches[0].turn].choose()
        for match in matches:
            match.make(move)
    return None


def test_the_machine_loses_nothing_that_was_won_or_drawn() -> None:
    for seed in range(0, 100, 2):
        assert result(tic_tac_toe(), seed, (0, 1)) in (0, -1)
        assert result(tic_tac_toe(), seed, (1, 0)) in (1, -1)
        assert result(take(), seed, (1 - int(take_wins()), int(take_wins()))) == 1 - int(
            take_wins()
        )
    assert {result(tic_tac_toe(), seed, (1, 1)) for seed in range(0, 40, 2)} == {0, 1, -1}


def take_wins() -> bool:
    return take().solution.result == gg.WIN


def test_the_machine_hurries_delays_and_varies() -> None:
    edges = {0: [1, 2], 1: [], 2: [3], 3: [4], 4: []}  # 0 wins in 1 or 3 plies
    positions = GamePositions(gg.solve(edges)._solved_game(), Look())
    assert {Match(positions, "0", Random(k), 0).choose() for k in range(20)} == {0}
    moves = positions.view("0")["moves"]
    assert moves[0]["name"] == "1"
    # A draw among three: all are chosen, those that have not stood before.
    drawn = gg.solve({0: [1, 2, 3], 1: [0], 2: [0], 3: [0]})
    positions = GamePositions(drawn._solved_game(), Look())
    assert {Match(positions, "0", Random(k), 0).choose() for k in range(30)} == {0, 1, 2}
    for seed in range(20):
        match = Match(positions, "0", Random(seed), 0)
        seen = []
        for _ in range(6):
            match.make(match.choose())
            seen.append(match.view["name"])
        assert sorted(seen[::2]) == ["1", "2", "3"]


def test_the_machine_presses_in_a_draw() -> None:
    """From 0, both moves hold the draw; at 2, a move loses.  A position met before comes last."""
    positions = pressing().positions
    places = {move["position"]: k for k, move in enumerate(positions.view("0")["moves"])}
    assert {Match(positions, "0", Random(k), 0).choose() for k in range(30)} == {places["2"]}
    for seed in range(30):
        match = Match(positions, "0", Random(seed), 0)
        match.make(places["2"])
        match.make([move["position"] for move in match.view["moves"]].index("0"))
        assert match.choose() == places["1"]


def test_one_seed_is_one_match_and_errors_are_as_frequent_as_asked() -> None:
    for errs in (0, 0.5, 1):
        assert len({played(take(), "", set(), seed=5, errs=errs) for _ in range(3)}) == 1
    assert len({played(take(), "", set(), seed=k, errs=1) for k in range(10)}) > 3


# -- what is shown --------------------------------------------------------------------------------

HOSTILE = ["\x1b[2J", "\r", "\x07", "\x9b31m", "\u202e", "\u200f", "\u2028", "\x7f", "\ue000", "\0"]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_a_game_are_escaped(text: str) -> None:
    hostile = f"a{text}b"
    game = Played(gg.solve({hostile: [hostile + "c"]}), Look(move=lambda *_: f"m{text}"))
    shown = played(game, f"v\nl\nj {hostile}\nm\n1\n\x1b[31mred\nj no{text}where\n")
    assert all(x.isprintable() for x in shown.split("\n"))
    assert "Position a\\" in shown and "First: m\\" in shown
    unnamed = Played(gg.solve({hostile: [hostile + "c"]}), Look())
    assert all(x.isprintable() for x in played(unnamed, "1\nl\n").split("\n"))


def test_labels_of_ten_kilobytes_and_line_breaks() -> None:
    game = Played(gg.solve({"a\nb" + "x" * 10_000: ["c\n"]}), Look())
    shown = played(game, "1\n")
    assert "\nPosition a\\nbxxx" in shown and "First: to c\\n\n" in shown


def test_escapes() -> None:
    assert escaped("é → ♞ 日本") == "é → ♞ 日本"
    assert escaped("\x1b\n\\\u202e\ud800") == "\\x1b\\n\\\\u202e\\ud800"
    assert (plies(0), plies(1), plies(2)) == ("0 plies", "1 ply", "2 plies")


def test_boards_have_names_of_rows_and_columns() -> None:
    assert board_lines("X.\n.O", "") == ["2 X .", "1 . O", "  a b"]
    assert board_lines("X.O", "") == ["X . O", "1 2 3"]
    lines = board_lines("\n".join(["." * 28] * 10), "")
    assert lines[0].startswith("10 .  .") and lines[9].startswith(" 1 .  .")
    assert lines[10].startswith("   a  b") and lines[10].endswith("z  aa ab")
    assert board_lines(None, "a\x1b") == ["Position a\\x1b"]


def test_margins_of_scores_are_said() -> None:
    moves: dict[str, list[str]] = {"a": ["b", "c"], "b": [], "c": ["d"], "d": []}
    s = gg.solve_scores(moves.__getitem__, {"b": -3, "d": -1}.get, start="a")
    shown = played(Played(s, Look()), "to c\nto d\n", values=True)
    assert "With best play: First wins by 3 in 1 ply.\n" in shown
    assert "Winning\n  1  to b  by 3 in 1 ply\nLosing\n  2  to c  by 1 in 2 plies\n" in shown
    assert "The match is over after 2 plies: Second wins by 1.\n" in shown


def test_the_machine_plays_for_the_most_points() -> None:
    moves: dict[str, list[str]] = {"a": ["b", "c"], "b": [], "c": []}
    s = gg.solve_scores(moves.__getitem__, {"b": -1, "c": -3}.get, start="a")
    for seed in range(10):
        match = Match(GamePositions(s._solved_game(), Look()), "0", Random(seed), 0)
        match.make(match.choose())
        assert match.view["name"] == "c" and match.view["score"] == -3


def test_goals_stand_beside_the_names_of_the_players() -> None:
    assert (
        goal({"": ["Reach 0.", "Hold out."]}, ("Red", "Blue")) == "Red: Reach 0.\nBlue: Hold out."
    )
    assert goal({"vi": "x", "en": "Win."}, ("Red", "Blue")) == "Win."
    assert goal(None, ("Red", "Blue")) is None
