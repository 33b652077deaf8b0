"""Games of turns and ties: Mū tōrere, Dots and Boxes, three men's morris.

Mū tōrere: 1,180 positions, 208 won, 128 lost and 844 drawn, the start among these (Wikipedia, "Mū
tōrere", from the GamesCrafters of Berkeley).  Up to rotations and reflections there are 46 boards
(Jelliss, Games and Puzzles Journal 17).  Dots and Boxes is compared with minimax of the margin, and
three men's morris with itself: a win that counts as a move, with and without its position.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import graphgame as gg
from graphgame import DRAW, LOSE, TIE, WIN, Outcome

# -- Mū tōrere -------------------------------------------------------------------------------------

START = "XXXXOOOO."  # the eight points of the star, then its centre; X moves


def torere(position: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the options: to the next point, from the centre, or to it from beside the other."""
    board, player = position
    other = "O" if player == "X" else "X"
    free = board.index(".")
    options = []
    for at, piece in enumerate(board):
        beside = {(at - 1) % 8, (at + 1) % 8}
        if piece != player:
            continue
        if at == 8 or (free < 8 and free in beside):
            fits = True
        else:
            fits = free == 8 and any(board[near] == other for near in beside)
        if fits:
            cells = list(board)
            cells[free], cells[at] = player, "."
            options.append(("".join(cells), other))
    return options


def test_mu_torere_as_published() -> None:
    s = gg.solve(torere, start=(START, "X"))
    assert s.result == DRAW
    assert s.line().closes_at is not None, "it never ends"
    assert s.counts() == {WIN: 208, LOSE: 128, DRAW: 844}
    owned = gg.solve(torere, start=(START, "X"), owner=lambda position: int(position[1] == "O"))
    assert owned.counts() == s.counts()
    assert owned.remoteness.tolist() == s.remoteness.tolist()
    assert s.verify()
    assert owned.verify()


def images(board: str) -> list[str]:
    """Return a board under rotations and reflections."""
    ring, centre = board[:8], board[8]
    turned = [ring[k:] + ring[:k] for k in range(8)]
    return [image + centre for ring in turned for image in (ring, ring[::-1])]


def test_mu_torere_has_46_boards_up_to_symmetry() -> None:
    s = gg.solve(torere, start=(START, "X"))
    assert len({min(images(board)) for board, _ in s}) == 46


# -- Dots and Boxes, which lets who closes a box move again ----------------------------------------


class Boxes:
    """Dots and Boxes on rows × columns; a position is lines, the score of 0, and who moves."""

    def __init__(self, rows: int, columns: int) -> None:
        self.lines = rows * (columns + 1) + columns * (rows + 1)
        across = columns * (rows + 1)  # lines from left to right come first
        self.boxes = [
            1 << (r * columns + c)
            | 1 << ((r + 1) * columns + c)
            | 1 << (across + r * (columns + 1) + c)
            | 1 << (across + r * (columns + 1) + c + 1)
            for r in range(rows)
            for c in range(columns)
        ]
        self.start = (0, 0, 0)

    def options(self, position: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        drawn, score, player = position
        options = []
        for line in range(self.lines):
            if not drawn >> line & 1:
                after = drawn | 1 << line
                closed = sum(after & box == box and drawn & box != box for box in self.boxes)
                sign = 1 if player == 0 else -1
                options.append((after, score + sign * closed, player if closed else 1 - player))
        return options

    def owner(self, position: tuple[int, int, int]) -> int:
        return position[2]

    def preset(self, position: tuple[int, int, int]) -> Outcome | None:
        drawn, score, player = position
        if drawn + 1 != 1 << self.lines:
            return None
        mine = score if player == 0 else -score
        return TIE if mine == 0 else WIN if mine > 0 else LOSE


def assert_boxes(rows: int, columns: int, margin: int) -> None:
    """Compare outcomes with the margin that minimax finds for player 0."""
    game = Boxes(rows, columns)

    @cache
    def best(drawn: int, player: int) -> int:
        """Return the boxes that player 0 still gains by more than player 1."""
        gains = [
            score + best(after, owner) for after, score, owner in game.options((drawn, 0, player))
        ]
        return (max(gains) if player == 0 else min(gains)) if gains else 0

    assert best(0, 0) == margin
    s = gg.solve(game, start=game.start, count="turns")
    for drawn, score, player in s:
        final = score + best(drawn, player)
        mine = final if player == 0 else -final
        assert s.outcome((drawn, score, player)) == (
            TIE if mine == 0 else WIN if mine > 0 else LOSE
        )
    assert s.verify()
    line = s.line()
    turns = sum(a[2] != b[2] for a, b in pairwise(line))
    assert turns == s.remoteness_of(game.start)
    assert len(line) - 1 == s.plies[0] == game.lines, "every line is drawn"


def test_one_box_is_won_by_the_second_player() -> None:
    """The fourth line closes the box, and the second player draws it."""
    assert_boxes(1, 1, -1)


def test_dots_and_boxes_in_a_row_and_in_a_square() -> None:
    assert_boxes(1, 2, 0)
    assert_boxes(1, 3, -1)
    assert_boxes(2, 2, 2)


# -- three men's morris ----------------------------------------------------------------------------

ROWS = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


def morris(position: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the options as (the other player's men, mine): put three men, then move any of them.

    A man moves to any free point.
    """
    mine, theirs = position
    free = [1 << at for at in range(9) if not (mine | theirs) >> at & 1]
    if mine.bit_count() < 3:
        return [(theirs, mine | to) for to in free]
    men = [1 << at for at in range(9) if mine >> at & 1]
    return [(theirs, mine ^ man | to) for man in men for to in free]


def row(position: tuple[int, int]) -> Outcome | None:
    """Return the preset outcome: who moved last has a row."""
    return LOSE if any(position[1] & mask == mask for mask in ROWS) else None


def closes(position: tuple[int, int]) -> tuple[Outcome, int] | Outcome | None:
    """Return the same, and a WIN in 1 for who can close a row: the row itself is no position."""
    return (WIN, 1) if any(row(option) for option in morris(position)) else None


def test_a_win_by_a_row_counts_as_a_move_without_its_position() -> None:
    whole = gg.solve(morris, start=(0, 0), presets=row)
    short = gg.solve(morris, start=(0, 0), presets=closes)
    assert len(short) < len(whole)
    for position in short:
        assert short[position][:2] == whole[position][:2]
    assert short.verify()
    assert whole.verify()
