"""The kernel of the policeman and the thief on its own.

Pinned here: with and without the processor's wide instructions, and whatever width remoteness has,
the answer is the same; remoteness that does not fit is refused, and found again in more bytes; what
is no board is refused; Ctrl-C ends each long loop from inside.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.pursuit import _pursuit
from tests.house.test_interrupts import interrupt
from tests.marked import large
from tests.reference.pursuit import Answer, Board, random_board

if TYPE_CHECKING:
    from collections.abc import Callable


def coded(rows: tuple[str, ...]) -> bytes:
    return "".join(rows).translate({ord("*"): 0, ord("."): 1, ord("E"): 2}).encode()


def plies(remoteness: Any) -> list[list[int]]:
    """Return remoteness of any width as numbers, -1 for the greatest of its type."""
    array = np.asarray(remoteness)
    return np.where(array == np.iinfo(array.dtype).max, -1, array.astype(np.int64)).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_every_way_to_solve_a_board_gives_the_same(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 20), rng.randint(1, 20)
    board = random_board(rng, rows, columns, seed % 3, rng.uniform(0, 0.4))
    cells = coded(board.rows)
    caught, held, remoteness = _pursuit.solve(cells, columns, 4)
    for width in (0, 1, 2, 4):
        for plain in (False, True):
            got = _pursuit.solve(cells, columns, width, plain)
            assert memoryview(got[0]) == memoryview(caught)
            assert memoryview(got[1]) == memoryview(held)
            assert got[2] is None if not width else plies(got[2]) == plies(remoteness)


@pytest.mark.parametrize("seed", range(10))
def test_a_long_row_is_solved_as_a_column_is(seed: int) -> None:
    rng = random.Random(seed)
    length = rng.randint(60, 300)
    cells = bytes(rng.choices([0, 1, 2], [seed % 2, 20, 1], k=length))
    for width in (0, 2):
        row, column = (_pursuit.solve(cells, columns, width) for columns in (length, 1))
        for across, down in zip(row[: 2 + bool(width)], column, strict=False):
            if across is row[2]:
                sets = np.asarray(across)[:, :length], np.asarray(down)[:, : 2 * length : 2]
            else:
                bits = [np.unpackbits(np.asarray(x).view(np.uint8), axis=1, bitorder="little")
                        for x in (across, down)]  # fmt: skip
                sets = bits[0][:, :length], bits[1][:, : 2 * length : 2]
            assert sets[0].size and np.array_equal(*sets)


@pytest.mark.parametrize(("length", "width"), [(127, 1), (127, 2), (128, 2), (400, 2), (400, 4)])
def test_the_remoteness_of_a_corridor(length: int, width: int) -> None:
    """From one end to the other: the thief waits there, the policeman comes."""
    _, _, remoteness = _pursuit.solve(bytes([1]) * length, length, width)
    array = np.asarray(remoteness)
    assert array.dtype == f"u{width}"
    p = np.arange(length)
    never = np.iinfo(array.dtype).max
    for t in (0, length - 1):
        away = abs(p - t)
        assert array[t, :length].tolist() == np.maximum(2 * away - 1, 0).tolist()
        assert array[t, length] == never, "no cell: the bit after the row"


@pytest.mark.parametrize("most_passes", [0, 10**6])
def test_numbers_of_more_than_a_byte(most_passes: int) -> None:
    _, _, remoteness = _pursuit.solve(bytes([1]) * 400, 400, 2, False, most_passes)
    p = np.arange(400)
    assert np.asarray(remoteness)[0, :400].tolist() == np.maximum(2 * p - 1, 0).tolist()


def pairs(answer: Any, rows: int, columns: int, cells: list[tuple[int, int]]) -> list[Any]:
    """Return the labels of an answer for cells in a given order."""
    order = sorted(cells)
    number = [order.index(cell) for cell in cells]
    place = [i * (columns + 1) + j for i, j in cells]
    sets = [
        np.unpackbits(np.asarray(x).view(np.uint8), axis=1, bitorder="little") for x in answer[:2]
    ]
    found = [*sets, *([np.asarray(answer[2])] if answer[2] is not None else [])]
    return [x[number][:, place].tolist() for x in found]


@pytest.mark.parametrize("seed", range(24))
def test_a_board_is_solved_as_it_is_mirrored(seed: int) -> None:
    """Rows of more than a word, against columns of as many."""
    rng = random.Random(seed)
    rows, columns = 2 + seed % 2, rng.choice([62, 63, 64, 65, 90, 127, 130])
    board = random_board(rng, rows, columns, seed % 4, rng.uniform(0, 0.2))
    mirrored = tuple(map("".join, zip(*board.rows, strict=True)))
    cells = board.cells()
    for width, most_passes in [(0, 0), (2, 0), (2, 10**6)]:
        more = width, False, most_passes
        across = _pursuit.solve(coded(board.rows), columns, *more)
        down = _pursuit.solve(coded(mirrored), rows, *more)
        assert pairs(across, rows, columns, cells) == pairs(
            down, columns, rows, [(j, i) for i, j in cells]
        )


@pytest.mark.parametrize("length", [128, 129, 400])
def test_a_remoteness_that_does_not_fit_is_refused(length: int) -> None:
    with pytest.raises(OverflowError, match="^a remoteness of 255 does not fit into 1 bytes$"):
        _pursuit.solve(bytes([1]) * length, length, 1)


def test_a_board_is_solved_again_with_more_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    corridor = gg.PoliceAndThief(["P" + "." * 198 + "T"])
    expected = corridor.solve()
    monkeypatch.setattr("graphgame.pursuit.game._WIDTH", 1)
    solution = corridor.solve()
    assert solution.remoteness_of(solution.start) == 397
    assert expected.remoteness_of(expected.start) == 397
    assert memoryview(solution._states.ranks) == memoryview(expected._states.ranks)  # type: ignore[arg-type]
    assert np.asarray(gg.PoliceAndThief(["PT"]).solve()._states.ranks).dtype == np.uint8
    monkeypatch.setattr("graphgame.pursuit.game._WIDEST", 1)
    with pytest.raises(gg.TooLargeError, match="^grid: a remoteness of 255 does not fit"):
        corridor.solve()


def snake(rows: int, columns: int) -> tuple[str, ...]:
    """Return a corridor that turns at the end of each row."""
    lines = []
    for i in range(rows):
        gap = columns - 1 if i % 4 == 1 else 0
        lines.append("." * columns if i % 2 == 0 else "*" * gap + "." + "*" * (columns - 1 - gap))
    return tuple(lines)


def exits_at(rows: tuple[str, ...], cells: list[tuple[int, int]]) -> tuple[str, ...]:
    lines = [list(row) for row in rows]
    for i, j in cells:
        lines[i][j] = "E"
    return tuple(map("".join, lines))


# Widths of remoteness, and for how long it is looked for in rounds: not at all, up to about any
# round, or to the end.
WAYS = [(0, 0), (1, 0), (2, 0), (4, 50), (2, 100), *((2, 150 * i) for i in range(1, 7)), (2, 10**6)]
LONG = [
    ("." * 66,),
    (".",) * 34,
    ("." * 33,) * 2,
    ("..",) * 22,
    ("." * 22,) * 3,
    ("...",) * 17,
    snake(9, 8),
    tuple(map("".join, zip(*snake(7, 9), strict=True))),
    ("." * 20 + "*" + "." * 20 + "E" + "." * 25,),
    (".*" + "." * 65 + "E",),
]


def assert_solved_as_the_rules_say(board: Board, ways: list[tuple[int, int]]) -> None:
    cells = board.cells()
    columns = len(board.rows[0])
    expected = Answer(board)
    places = [i * (columns + 1) + j for i, j in cells]
    outcomes = np.array([[expected[p, t, "police"][0] for p in cells] for t in cells])
    remoteness = np.array([[expected[p, t, "police"][1] for p in cells] for t in cells])
    for width, most_passes in ways:
        caught, held, ranks = _pursuit.solve(coded(board.rows), columns, width, False, most_passes)
        sets = [
            np.unpackbits(np.asarray(x).view(np.uint8), axis=1, bitorder="little").astype(int)
            for x in (caught, held)
        ]
        assert np.array_equal((sets[0] + sets[1] - 1)[:, places], outcomes)
        assert sets[0].sum() == sets[0][:, places].sum(), "nothing between the rows"
        if width:
            assert np.array_equal(np.array(plies(ranks))[:, places], remoteness)


@pytest.mark.parametrize("rows", LONG, ids=lambda rows: f"{len(rows)}x{len(rows[0])}")
@pytest.mark.parametrize("exits", [0, *large([1]), 2])
def test_long_boards_are_solved_as_the_rules_say(rows: tuple[str, ...], exits: int) -> None:
    """In rounds, in sweeps, and in sweeps after some rounds."""
    ends = [(0, 0), (len(rows) - 1, len(rows[0]) - 1)]
    assert_solved_as_the_rules_say(Board(exits_at(rows, ends[:exits])), WAYS)


@pytest.mark.parametrize(
    "rows",
    [
        # Sweeps look for catches while the thief may step on an exit beside the policeman.
        ("...", ".*.", ".E."),
        # Two passes are enough to find all catches in rounds, but not all ways out.
        ("E.....E", "......."),
    ],
    ids=["exit on a ring", "exits at both ends"],
)
def test_small_boards_are_solved_as_the_rules_say(rows: tuple[str, ...]) -> None:
    """However few rounds there are before the sweeps."""
    assert_solved_as_the_rules_say(Board(rows), [(1, most_passes) for most_passes in range(5)])


def test_a_board_of_walls_has_no_sets() -> None:
    for width in (0, 2):
        caught, held, remoteness = _pursuit.solve(bytes(6), 3, width)
        assert len(caught) == len(held) == 0
        assert (remoteness is None) == (width == 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((bytes(5), 3, 0), "expected whole rows of 3 columns, got 5 cells"),
        ((bytes(5), 0, 0), "expected whole rows of 0 columns, got 5 cells"),
        ((b"", 3, 0), "expected whole rows of 3 columns, got 0 cells"),
        ((bytes(6), 3, 3), "width: expected 0, 1, 2 or 4, got 3"),
    ],
)
def test_what_is_no_board_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- compared whole
        _pursuit.solve(*arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("arguments", [(None, 1, 0), ("..", 1, 0), (np.zeros(4), 2, 0)])
def test_what_is_no_array_of_cells_is_refused(arguments: Any) -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        _pursuit.solve(*arguments)


# -- Ctrl-C ---------------------------------------------------------------------------------------

SIDE = 100


def big_board(exits: int) -> bytes:
    return coded(random_board(random.Random(1), SIDE, SIDE, exits, 0.2).rows)


LONG_LOOPS: dict[str, Callable[[], Callable[[], object]]] = {
    "pursuit._pursuit.Pairs._sweep": lambda: partial(_pursuit.solve, big_board(0), SIDE, 0),
    "pursuit._pursuit.Pairs.turn": lambda: partial(_pursuit.solve, big_board(0), SIDE, 0),
    "pursuit._pursuit.Pairs.round": lambda: partial(_pursuit.solve, big_board(1), SIDE, 2),
}


@pytest.mark.large  # traced, each of them is endless
@pytest.mark.parametrize(("loop", "prepare"), LONG_LOOPS.items(), ids=LONG_LOOPS.keys())
def test_ctrl_c_ends_a_long_loop_from_inside(loop: str, prepare: Any) -> None:
    interrupt(prepare, loop)
