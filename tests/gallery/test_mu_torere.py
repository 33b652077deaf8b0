"""Mū tōrere: the codes of the example against a slow rule on texts, and what is published.

The rule here is written in its own words, and solved by the definitions.  Published are: how many
positions there are, with their outcomes, in Wikipedia, from GamesCrafters; how many up to symmetry,
by Ascher, Jelliss and Scientific Gems, as the example says; and a line of play, in the help of
GamesCrafters' module src/mtore.c.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import comb, gcd, hypot

import mu_torere
import pytest
from mu_torere import MuTorere, main

import graphgame as gg
from graphgame import DRAW, LOSE, WIN
from tests.reference import graphs as reference

# The points of the ring, clockwise from the top, then the centre; and whose man moves.
Position = tuple[str, str]


def moves(position: Position, *, free: bool) -> list[Position]:
    """Return what one man can reach, point by point."""
    board, player = position
    other, ring, gap = "XO".replace(player, ""), len(board) - 1, board.index(".")
    found = []
    for at in range(ring + 1):
        if board[at] != player:
            continue
        neighbours = () if at == ring else ((at + 1) % ring, (at - 1) % ring)
        if at == ring or gap in neighbours:
            may = True
        else:
            may = gap == ring and (free or any(board[k] == other for k in neighbours))
        if may:
            points = [*board]
            points[at], points[gap] = ".", player
            found.append(("".join(points), other))
    return found


def seen(game: MuTorere, code: int) -> Position:
    return game.board(code), "XO"[game.turn(code)]


@cache
def solved(men: int = 4, *, free: bool = False) -> tuple[MuTorere, gg.Solution[int]]:
    game = MuTorere(men, free=free)
    return game, gg.solve(game.options, start=game.start)


@cache
def classes(men: int = 4) -> tuple[MuTorere, gg.Solution[int]]:
    game = MuTorere(men)
    return game, gg.solve(game.options, start=game.start, canonical=game.canonical)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("men", [1, 2, 3, 4])
def test_the_codes_are_the_game_on_texts(men: int, *, free: bool) -> None:
    game, s = solved(men, free=free)
    start = "O" * (men - 1) + "X" * men + "O" + ".", "X"
    assert seen(game, game.start) == start
    reached = [start]
    number = {start: 0}
    edges = []
    for position in reached:
        for option in moves(position, free=free):
            if option not in number:
                number[option] = len(reached)
                reached.append(option)
            edges.append((number[position], number[option]))
    answer = reference.solve(reference.Game(len(reached), tuple(edges)))
    assert {seen(game, code) for code in s} == {*reached}
    assert len(s) == len(reached)
    for code in s:
        v = number[seen(game, code)]
        assert {number[seen(game, option)] for option in game.options(code)} == answer.options[v]
        assert len({*game.options(code)}) == len(game.options(code))
        assert (s.outcome(code), s.remoteness_of(code)) == (
            *(answer.outcomes[v], answer.remoteness[v]),
        )
    assert s.verify()


def test_counts_are_those_that_are_published() -> None:
    game, s = solved()
    assert len(s) == 1_180
    assert s.counts() == {WIN: 208, LOSE: 128, DRAW: 844}
    assert s.result == DRAW
    assert s.remoteness.max() == 5
    assert len(classes()[1]) == 86
    everything = {game.canonical(code) for code in game.placements()}
    assert len(everything) == 92
    with_x = {game.board(code) for code in everything if game.turn(code) == 0}
    assert len(with_x) == 46
    assert Counter(board[-1] for board in with_x) == {".": 8, "X": 19, "O": 19}


def test_rings_of_other_sizes_have_as_many_positions_as_ascher_counts() -> None:
    for men, count in ((1, 6), (2, 12), (3, 30), (4, 92)):
        game, s = solved(men)
        assert len({game.canonical(code) for code in game.placements()}) == count
        assert s.result == DRAW
        assert (s.counts()[WIN] > 0) == (men > 2)


@pytest.mark.parametrize("men", [1, 2, 3, 4, 5])
def test_placements_are_as_many_as_burnside_counts(men: int) -> None:
    """The men are kept by a symmetry if all points of each of its cycles are alike."""
    ring = 2 * men

    def kept(cycles: list[int]) -> int:
        """Count colourings of points, in cycles of these lengths, with so many men of each."""
        ways = Counter({(0, 0): 1})
        for length in [*cycles, 1]:  # the centre is alone
            after: Counter[tuple[int, int]] = Counter()
            for (x, o), count in ways.items():
                for more in ((0, 0), (length, 0), (0, length)):
                    after[x + more[0], o + more[1]] += count
            ways = after
        return ways[men, men]

    turns = [[ring // gcd(ring, k)] * gcd(ring, k) for k in range(ring)]
    through_points = [[1, 1] + [2] * (men - 1)] * men
    between_points = [[2] * men] * men
    total = sum(map(kept, turns + through_points + between_points))
    number, rest = divmod(total, 2 * ring)
    assert rest == 0
    game = MuTorere(men)
    placed = game.placements()
    assert len({*placed}) == len(placed) == 2 * (2 * men + 1) * comb(2 * men, men)
    assert len({game.canonical(code) for code in placed}) == 2 * number
    assert number == {1: 3, 2: 6, 3: 15, 4: 46, 5: 148}[men]


def test_classes_have_the_answers_of_their_positions() -> None:
    game, s = solved()
    _, small = classes()
    assert {game.canonical(code) for code in s} == {*small}
    for code in s:
        least = game.canonical(code)
        assert least <= code and game.canonical(least) == least
        assert (small.outcome(least), small.remoteness_of(least)) == (s[code].outcome, s[code][1])
    found = Counter((int(small.outcome(code)), small.remoteness_of(code)) for code in small)
    lost, won = {(-1, 0): 6, (-1, 2): 2, (-1, 4): 2}, {(1, 1): 8, (1, 3): 4, (1, 5): 2}
    assert found == {(0, -1): 62, **lost, **won}
    assert small.verify()


def test_the_symmetries_are_those_of_a_ring() -> None:
    game = MuTorere()
    code = next(x for x in game.placements() if game.board(x) == "XXOXO.OXO")
    ring, images = "XXOXO.OX", set()
    for word in (ring, ring[::-1]):
        images |= {word[k:] + word[:k] + "O" for k in range(8)}
    assert len(images) == 16
    same = [x for x in game.placements() if game.board(x) in images and game.turn(x) == 0]
    assert len(same) == 16
    assert {game.canonical(x) for x in same} == {min(same)}
    assert game.canonical(code) == min(same)


def code_at(game: MuTorere, board: str, player: str) -> int:
    return next(x for x in game.placements() if seen(game, x) == (board, player))


def test_moves_by_hand() -> None:
    game = MuTorere()
    hand = {
        # Only the men at the ends of the row stand beside others: nobody else goes to the centre.
        ("OOOXXXXO.", "X"): ["OOO.XXXOX", "OOOXXX.OX"],
        # The gap is between the players, and White has a man beside it; Black has one, too.
        ("OOOXXX.OX", "O"): ["OOOXXXO.X"],
        ("OOOXXX.OX", "X"): ["OOOXX.XOX", "OOOXXXXO."],
        # Every man stands beside one of the other player.
        ("XOXOXOXO.", "O"): ["X.XOXOXOO", "XOX.XOXOO", "XOXOX.XOO", "XOXOXOX.O"],
        # Out of the centre, to a gap that none of its own men is beside.
        ("XXX.XOOOO", "O"): ["XXXOXOOO."],
        # The gap is shut in by the other player, who has the centre, too.
        ("OOOXOX.XX", "O"): [],
    }
    for (board, player), options in hand.items():
        found = [seen(game, x) for x in game.options(code_at(game, board, player))]
        assert sorted(found) == sorted((x, "XO".replace(player, "")) for x in options)


def test_play_begins_with_three_moves_that_are_forced() -> None:
    game, s = classes()
    after, counts = {game.canonical(game.start)}, []
    for _ in range(4):
        after = {game.canonical(option) for code in after for option in game.options(code)}
        counts.append(len(after))
    assert counts == [1, 1, 1, 3]
    assert sorted(s.remoteness_of(code) for code in after) == [-1, -1, 5]


def test_a_line_that_gamescrafters_publish() -> None:
    """White errs by moving to the centre, and Black wins in 5 plies.

    In their key point 1 is on the left, and the others follow clockwise; the centre is 0.
    """
    game, s = solved()
    played = [
        ("x ooo xxx _ o", 5),
        ("x ooo xx_ x o", 4),
        ("x ooo xxo x _", 3),
        ("x ooo x_o x x", 2),
        ("x ooo xo_ x x", 1),
        ("x ooo xox _ x", 0),
    ]
    codes = []
    for ply, (drawn, remoteness) in enumerate(played):
        keyed = drawn.replace(" ", "").translate(str.maketrans("xo_", "XO."))
        board = keyed[2:8] + keyed[:2] + keyed[8]  # ours begin at the top
        codes.append(code_at(game, board, "XO"[ply % 2]))
        assert s.remoteness_of(codes[-1]) == remoteness
        assert s.outcome(codes[-1]) == (LOSE if ply % 2 else WIN)
    for before, after in pairwise(codes):
        assert after in game.options(before)
    # Who loses had one move each time; whoever wins, that is the only way, or one of two.
    assert [len(game.options(code)) for code in codes[1::2]] == [1, 1, 0]
    assert [len(s.winning_moves(code)) for code in codes[::2]] == [1, 2, 1]
    # One move before, White had a choice: two moves that keep the draw, and the one that errs.
    before = code_at(game, "OOXXXOXO.", "O")
    kept = sorted(s.remoteness_of(option) for option in game.options(before))
    assert kept == [-1, -1, 5] and codes[0] in game.options(before)


def test_without_the_rule_of_the_centre_the_first_move_wins() -> None:
    for men, outcome in ((1, DRAW), (2, DRAW), (3, WIN), (4, WIN), (5, WIN)):
        game, s = solved(men, free=True)
        assert s.result == outcome
        if outcome == WIN:
            assert s.remoteness_of(game.start) == 1
            assert len(s.winning_moves(game.start)) == men - 2
    game, s = solved(5, free=True)
    assert len({game.canonical(code) for code in s}) == 272


def test_the_board_has_a_line_for_every_move() -> None:
    game, s = solved()
    look = game.look()
    centres, edges = look["centres"], {frozenset(edge) for edge in look["edges"]}
    assert len(look["edges"]) == len(edges) == 16
    gone = set()
    for code in s:
        for option in game.options(code):
            pair = zip(game.board(code), game.board(option), strict=True)
            ends = frozenset(k for k, (a, b) in enumerate(pair) if a != b)
            assert len(ends) == 2
            gone.add(ends)
    assert gone == edges
    assert min(centres, key=lambda place: place[1]) == centres[0]
    assert centres[8] == (0, 0)
    assert {round(hypot(*place), 2) for place in centres[:8]} == {1}
    apart = [hypot(x - u, y - v) for (x, y), (u, v) in pairwise([*centres[:8], centres[0]])]
    assert {round(x, 2) for x in apart} == {0.77}
    assert centres[1][0] > 0  # clockwise


def test_the_start_looks_as_in_the_docstring() -> None:
    board = MuTorere().board(MuTorere().start)
    rows = [[board[k] for k in row] for row in ((0,), (7, 1), (6, 8, 2), (5, 3), (4,))]
    documented = [line[:20].split() for line in (mu_torere.__doc__ or "").splitlines()]
    assert rows in [documented[k : k + 5] for k in range(len(documented))]


def test_other_numbers_of_men(capsys: pytest.CaptureFixture[str]) -> None:
    main(["2"])
    first, second, *_, last = capsys.readouterr().out.splitlines()
    assert first == "60 positions, 96 moves: 0 WIN, 0 LOSE, 60 DRAW"
    assert second == "the start is a DRAW; the longest of 0 wins: 0 plies"
    assert last == "without the rule of the centre the start is a DRAW"
    for wrong in ("0", "8"):
        with pytest.raises(SystemExit):
            main([wrong])
        assert f"expected from 1 to 7 men, got {wrong}" in capsys.readouterr().err
