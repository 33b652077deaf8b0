"""Puzzles, as Python gives them and as pages hold them.

Pinned here: all puzzles of random games of every kind are those of the definition, with outcomes of
a slow reference; a thousand of them, and those of the gallery, have one solution; captures that
stand alone are left out; depths, counts, order and seeds; what is refused; keys of pages.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.table import make_table
from tests.owners.owned import random_game
from tests.playing import games, owned
from tests.playing.decoded import read
from tests.reference import graphs as slow, puzzles as reference, turns as slow_turns

take = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=21)


def options_of(s: Any) -> dict[Any, list[Any]]:
    """Return the moves of each position, none where play is over."""
    game = s._solved_game()
    return {v: [] if game.remoteness[k] == 0 else s.game.options(v) for k, v in enumerate(s)}


def worths(s: Any) -> dict[Any, int]:
    return dict(zip(s, s.outcomes.tolist(), strict=True))


def owners(s: Any) -> dict[Any, int] | None:
    owner = s._solved_game().owner
    return None if owner is None else dict(zip(s, owner.tolist(), strict=True))


def is_shown(s: Any, position: Any) -> bool:
    """Whether a position is a puzzle by default, if it has one solution."""
    plies = s._solved_game().remoteness[s.game._find(position)]
    return int(s.outcomes[s.game._find(position)]) == gg.DRAW or plies < 0 or plies >= 3


def check(s: Any) -> int:
    """Compare all puzzles with the definition; return how many there are."""
    found = s.puzzles(None)
    expected = reference.puzzles(options_of(s), worths(s), owners(s))
    expected = {v: w for v, w in expected.items() if is_shown(s, v)}
    assert {puzzle.position: puzzle.solution for puzzle in found} == expected
    assert len(found) == len(expected)
    for puzzle in found:
        label = s[puzzle.position]
        assert puzzle.outcome is label.outcome
        assert puzzle.remoteness == s._solved_game().remoteness[s.game._find(puzzle.position)]
    return len(found)


# -- random games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_random_games_have_the_puzzles_of_the_definition(play: str) -> None:
    """Outcomes are those of the slow reference, with presets; over a thousand puzzles."""
    count = 0
    for seed in range(500):
        rng = random.Random(f"{play}{seed}")
        n = rng.randint(2, 40)
        edges = [
            (v, w)
            for v in range(n)
            for _ in range(rng.randint(0, 4))
            for w in [rng.randrange(max(0, v - 8), min(n, v + 3))]
        ]
        presets = {
            v: rng.choice([gg.WIN, gg.LOSE, gg.DRAW]) for v in range(n) if rng.random() < 0.1
        }
        s: Any = gg.solve(gg.GameGraph.from_edges(edges, n=n), presets=presets, play=play)
        answer = slow.solve(slow.Game(n, tuple(edges), presets, play))
        assert s.outcomes.tolist() == [int(x) for x in answer.outcomes]
        count += check(s)
    assert count > 1000


@pytest.mark.parametrize("kind", owned.KINDS)
def test_games_with_owners_have_the_puzzles_of_the_definition(kind: str) -> None:
    """Players move twice, and endless play may be won: such wins have no known length."""
    assert sum(check(owned.KINDS[kind](seed)) for seed in range(150)) > 20


def test_outcomes_with_owners_are_those_of_the_reference() -> None:
    count = 0
    for seed in range(120):
        game = random_game(seed, 12, most_options=4)
        s = gg.solve(game.graph())
        edges = tuple((v, w) for v, row in enumerate(game.options) for w in row)
        answer = slow_turns.solve(slow_turns.TurnGame(12, edges, owner=tuple(game.owner)))
        worth = {v: int(x) for v, x in enumerate(answer.outcomes)}
        for v, _, _, w in s.puzzles(None):
            assert reference.solutions(v, dict(enumerate(game.options)), worth, owners(s)) == [w]
            count += 1
    assert count > 50


def test_with_scores_the_solution_alone_wins_or_holds_the_draw() -> None:
    """Of the moves that win it is the only one, so that it also reaches the most."""
    count = 0
    for seed in range(200):
        rng = random.Random(seed)
        n = rng.randint(3, 25)
        rows = {v: [rng.randrange(v) for _ in range(rng.randint(1, 4))] for v in range(3, n)}
        s = gg.solve_scores(
            gg.GameGraph.from_edges([(v, w) for v, row in rows.items() for w in row], n=n),
            {v: rng.randint(-3, 3) for v in range(3)},
        )
        worth = {v: s.score(v) for v in s}
        for v, outcome, plies, w in s.puzzles(None):
            reached = {x: -worth[x] for x in rows[v]}
            assert outcome == np.sign(worth[v]) >= 0 and reached[w] == worth[v]
            assert all(reached[x] < (worth[v] > 0) for x in reached if x != w)
            assert plies == s.remoteness_of(v)
            count += 1
    assert count > 200


# -- captures and the gallery ----------------------------------------------------------------------


def test_a_capture_that_stands_alone_is_no_puzzle() -> None:
    """On boards of random games: a piece is a cell that is neither "." nor a space."""
    kept = dropped = 0
    for seed in range(60):
        rng = random.Random(seed)
        n = 40
        rows = {v: [rng.randrange(n) for _ in range(rng.randint(1, 4))] for v in range(n - 3)}
        rows |= {v: [] for v in range(n - 3, n)}
        boards = {v: "".join(rng.choice("ab. ") for _ in range(6)) for v in range(n)}
        s = gg.solve(rows)
        pieces = {v: sum(x not in ". " for x in board) for v, board in boards.items()}
        expected = {
            v: w
            for v, w in reference.puzzles(rows, worths(s)).items()
            if is_shown(s, v) and reference.only_captures(v, rows, pieces) != [w]
        }
        found = s.puzzles(None, board=boards.__getitem__)
        assert {puzzle.position: puzzle.solution for puzzle in found} == expected
        some = s.puzzles(3, board=boards.__getitem__)
        assert len(some) == min(3, len(expected)) and {x.position for x in some} <= {*expected}
        kept, dropped = kept + len(found), dropped + len(s.puzzles(None)) - len(found)
    assert kept > 100 and dropped > 20


def test_what_puts_a_lamp_out_is_no_capture() -> None:
    """The only winning move puts a lamp out, which the other moves leave on."""
    moves = {"p0": [".1", "p4", "p5"], ".1": [".2"], ".2": [".3"], "p4": ["p6"]}
    s = gg.solve({**moves, ".3": [], "p5": [], "p6": []}, presets={"p5": gg.WIN})
    assert [(x.position, x.solution) for x in s.puzzles(None)] == [("p0", ".1")]
    assert s.puzzles(None, board=str) == []
    for is_marker in (False, True):
        look = Look(str, pieces={"p": {"marker": is_marker}})
        found = make_table(s._solved_game(), look, puzzles="all").data["puzzles"]
        assert len(found) == is_marker


def test_the_board_of_a_rule_object_is_asked_for_what_is_needed() -> None:
    class Rule:
        start = 400
        asked = 0

        def options(self, n: int) -> list[int]:
            return [n - k for k in (1, 2, 3) if n >= k]

        def board(self, n: int) -> str:
            self.asked += 1
            return "o" * n + "." * (400 - n)

    rule = Rule()
    assert len(gg.solve(rule, start=400).puzzles()) == 10
    assert 0 < rule.asked < 300


@pytest.mark.parametrize("make", games.GAMES, ids=lambda make: make.__name__)
def test_games_of_this_room(make: Any) -> None:
    check(make().solution)


GALLERY = ["take", "tic_tac_toe", "cat_and_mouse", "chomp", "queen_and_pawns", "knights"]


@pytest.mark.parametrize("name", GALLERY)
def test_puzzles_of_the_gallery_have_one_solution(name: str) -> None:
    gallery = pytest.importorskip("tools.gallery.games", reason="the tools are not here")
    s, look = getattr(gallery, name)()
    board = look["board"]
    options, worth = options_of(s), worths(s)
    found = s.puzzles(200, board=board, seed=7)
    for v, outcome, plies, w in found:
        assert reference.solutions(v, options, worth) == [w] and worth[v] == outcome
        assert plies >= 3 if outcome == gg.WIN else plies == -1
        shown = {x: sum(c not in ". \n" for c in board(x)) for x in [v, *options[v]]}
        assert reference.only_captures(v, options, shown) != [w]
    assert len(found) > 3


# -- what is asked for -----------------------------------------------------------------------------


def test_the_depth() -> None:
    assert {puzzle.remoteness for puzzle in take.puzzles(None)} == {3, 5, 7, 9, 11}
    assert {puzzle.remoteness for puzzle in take.puzzles(None, 7)} == {7}
    assert {puzzle.remoteness for puzzle in take.puzzles(None, (1, 4))} == {1, 3}
    assert {puzzle.remoteness for puzzle in take.puzzles(None, np.int64(5))} == {5}
    assert take.puzzles(depth=4) == take.puzzles(depth=[60, 70]) == []
    drawn = games.tic_tac_toe().solution
    assert {puzzle.outcome for puzzle in drawn.puzzles(None)} == {gg.WIN, gg.DRAW}
    assert {puzzle.outcome for puzzle in drawn.puzzles(None, (1, 99))} == {gg.WIN}


def test_the_order_and_the_spread() -> None:
    """Wins by remoteness, then draws; a few puzzles have as many depths as they can."""
    s = games.tic_tac_toe().solution
    plies = [99 if puzzle.outcome == gg.DRAW else puzzle.remoteness for puzzle in s.puzzles(20)]
    assert plies == sorted(plies)
    counts = Counter(plies)
    assert len(counts) > 2 and max(counts.values()) - min(counts.values()) <= 1
    assert {puzzle.remoteness for puzzle in take.puzzles(5)} == {3, 5, 7, 9, 11}
    assert len({puzzle.remoteness for puzzle in gg.solve(_long, start=400).puzzles(8)}) == 8


def _long(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def test_choices_come_first() -> None:
    """5 has two moves, 9 and 8 have three: positions with two are taken last."""
    rows = {n: [n - k for k in (1, 2) if n >= k] for n in range(9)} | {9: [6, 7, 8], 10: [9, 8, 7]}
    s = gg.solve(rows)
    every = {puzzle.position: len(rows[puzzle.position]) for puzzle in s.puzzles(None)}
    assert {*every.values()} == {2, 3}
    many = sum(choices == 3 for choices in every.values())
    assert {every[puzzle.position] for puzzle in s.puzzles(many)} == {3}


def test_the_seed() -> None:
    s = games.tic_tac_toe().solution
    assert s.puzzles() == s.puzzles(10, seed=0) != s.puzzles(seed=1)
    assert s.puzzles(0) == []
    assert {*s.puzzles(5, seed=-3)} <= {*s.puzzles(None)}
    assert isinstance(s.puzzles(1)[0], gg.Puzzle)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"count": -1}, "count: expected an integer from 0 on, got -1"),
        ({"count": True}, "count: expected an integer from 0 on, got True"),
        ({"depth": 0}, "depth: expected an integer of at least 1, got 0"),
        ({"depth": (1, 2, 3)}, r"depth: expected a number of plies or \(least, most\), got 3"),
        ({"depth": (5, 3)}, r"depth: expected \(least, most\), got 5 above 3"),
        ({"seed": "x"}, "seed: expected an integer, got 'x'"),
        ({"board": lambda n: n}, r"board\(\d+\): expected"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(gg.GraphGameError, match=text):
        take.puzzles(**arguments)


def test_ties_and_presets_of_a_remoteness() -> None:
    """A tie is a draw that ends; a preset of a remoteness ends the game, too."""
    s = gg.solve([(0, 1), (0, 2), (2, 3)], presets={1: gg.TIE})
    assert s.outcome(0) is gg.TIE
    assert s.puzzles() == [(0, gg.DRAW, 1, 1)]
    s = gg.solve([(0, 1), (0, 2), (2, 3), (3, 0)], presets={1: (gg.LOSE, 4)})
    assert s.remoteness_of(0) == 5
    assert s.puzzles() == [(0, gg.WIN, 5, 1)]


def test_symmetry_is_undone() -> None:
    """Positions are those of the whole game, as on its page."""
    s = gg.solve(
        lambda p: [(*p[:k], p[k] - t, *p[k + 1 :]) for k in (0, 1) for t in range(1, p[k] + 1)],
        start=(5, 6),
        canonical=lambda p: tuple(sorted(p)),
    )
    whole = s.without_symmetry()
    assert s.puzzles(None) == whole.puzzles(None) != []


# -- pages -----------------------------------------------------------------------------------------


def test_pages_have_ten_puzzles() -> None:
    played = games.tic_tac_toe()
    game = played.solution._solved_game()
    data, order = make_table(game, played.look, puzzles=None)
    found = [game.position(int(order[key])) for key in data["puzzles"]]
    by_python = [x.position for x in played.solution.puzzles(board=played.look.board)]
    assert found == by_python and len(found) == 10
    assert make_table(game, played.look, puzzles=0).data["puzzles"] == []
    assert len(make_table(game, played.look, puzzles=3).data["puzzles"]) == 3
    every = make_table(game, played.look, puzzles="all").data["puzzles"]
    assert len(every) == len(played.solution.puzzles(None, board=played.look.board))


@pytest.mark.parametrize("side", [0, 1])
def test_puzzles_of_one_side_stand_in_its_page(side: int) -> None:
    """A side that plays best moves alone has no choice; the other's puzzles are whole."""
    played = games.tic_tac_toe()
    game = played.solution._solved_game()
    data, order = make_table(game, played.look, side, "all")
    entries = read(data)
    solved = {x.position: x.solution for x in played.solution.puzzles(None)}
    assert data["puzzles"]
    for key in data["puzzles"]:
        position = game.position(int(order[key]))
        assert games.tic_tac_toe().look.turn(position) == 1 - side  # type: ignore[misc]
        assert position in solved
        assert len(entries[key].options) == len(played.solution.game.options(position))


def test_the_number_of_a_page_is_checked() -> None:
    for wrong in (-1, "some", 2.5, True):
        with pytest.raises(gg.GraphGameError, match="puzzles: expected"):
            take.to_html(puzzles=wrong)  # type: ignore[arg-type]
    assert len(take.to_html(puzzles=0)) < len(take.to_html()) < len(take.to_html(puzzles="all"))
