"""What docstrings promise of memory: per position that is found, per pair of cells, per heap.

Each function runs in three sizes, a child process for each, and a line is fitted to the peaks
against the promised bytes: its slope must not be above 1, nor so low that the promise is too
large.  Peaks are counted as in test_promises_memory.py.  A row of a table quotes the docstring that
it checks.
"""

from __future__ import annotations

import io
import sys
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pytest

import graphgame as gg
from graphgame.big.indexed.indexed_game import IndexedGame
from tests.house.test_promises_memory import build_rows, graph, said_by

if TYPE_CHECKING:
    from collections.abc import Callable

    Row: TypeAlias = tuple[
        Any, str, list[int], Callable[[int], float], Callable[[int], Callable[[], object]]
    ]


def tree(n: int) -> gg.GameGraph:
    return gg.as_game_graph([(i, (i - 1) // 3) for i in range(1, n)])


def board(size: int) -> gg.PoliceAndThief:
    cells = np.full((size, size), ".")
    cells[0, 0], cells[-1, -1], cells[size // 2, ::5] = "P", "T", "*"
    return gg.PoliceAndThief(["".join(row) for row in cells])


def pairs(size: int) -> int:
    """Return how many cells can be entered, times the cells of the board and a column more."""
    return (size * size - -(-size // 5)) * size * (size + 1)


def one_less(x: int) -> list[list[int]]:
    return [[x - 1]] if x else []


class Nim:
    """A heap of which a move takes any number."""

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(left,) for left in range(heap)]


class OneLess:
    """A heap of which a move takes one."""

    def options(self, heap: int) -> list[tuple[int, ...]]:
        return [(heap - 1,)] if heap else []


def quotient(n: int) -> Callable[[], object]:
    """Return the work of finding the quotient of Nim, after what it imports is there."""
    gg.misere_quotient(Nim(), 3)
    return partial(gg.misere_quotient, Nim(), n - 1)


def far(kind: Callable[[set[int]], gg.HeapGame], most: int) -> gg.HeapGame:
    """Return a game of numbers up to one that is so great that no period shows."""
    return kind({*np.random.default_rng(most).integers(1, 1 << 16, most).tolist(), 1 << 21})


def table(game: gg.HeapGame, n: int) -> Callable[[], object]:
    return partial(game.values, n)


def above(game: gg.HeapGame, n: int) -> int:
    """Return the power of 2 above all values."""
    return 1 << int(game.values(n).max()).bit_length()


def reducing(n: int) -> gg.Solution[int]:
    """Solve a game in which a move clears a bit: it has few kinds of moves, and n/2 for each."""
    v = np.arange(n)
    moves = [
        np.stack([v, v ^ (1 << k)], axis=1)[v >> k & 1 == 1] for k in range(n.bit_length() - 1)
    ]
    return gg.solve(build_rows(gg.GameGraph.from_edges(np.concatenate(moves), n)))


def page(s: gg.Solution[Any], **look: Any) -> Callable[[], object]:
    return partial(s.write_html, io.BytesIO(), **look)


def digits(width: int) -> Callable[[int], str]:
    return lambda v: format(v, f"0{width}b")


def no_options(codes: Any) -> Any:
    return codes[:0], codes[:0]


def one_option(n: int) -> Callable[[Any], Any]:
    """Return a rule of one game, round and round."""
    return lambda codes: (np.arange(len(codes)), (codes + 1) % n)


def owned_ring(n: int) -> gg.GameGraph[int]:
    """Return a ring with two owners."""
    edges = np.column_stack([np.arange(n), np.roll(np.arange(n), -1)]).astype(np.int32)
    return gg.GameGraph.from_edges(edges, n).with_owner(np.arange(n) % 2)


def owned_parity(n: int, priorities: int) -> gg.ParityGame[int]:
    """Return a parity game on a ring, with its priorities in turn."""
    return gg.ParityGame(owned_ring(n), np.arange(n) % 2, np.arange(n) % priorities)


def parity_text(n: int) -> Callable[[], object]:
    """Return the work of reading such a game, from memory that is not counted."""
    text = io.BytesIO()
    gg.write_pg(owned_parity(n, 3), text)
    written = text.getvalue()
    return lambda: gg.read_pg(io.BytesIO(written))


# Just above a power of 2, where tables are widest for what they hold.
HEAPS = [(1 << k) + 1 for k in (16, 17, 18)]
MANY_HEAPS = [(1 << k) + 1 for k in (18, 19, 20)]
FEW_HEAPS = [(1 << k) + 1 for k in (14, 15, 16)]
POSITIONS = [1 << k for k in (14, 15, 16)]
FEWER_HEAPS = [(1 << k) + 1 for k in (10, 11, 12)]
# The function, what its docstring says, sizes, how many bytes that is at most, and what is to be
# measured, made first.
SLOPES: dict[str, Row] = {
    "a board of kings": (
        gg.read_grid,
        "Takes 16 bytes per move and 24 per cell, and 8 bytes per move are left",
        [600, 1000, 1400],
        lambda size: 24 * size**2 + 16 * (4 * size * (size - 1) + 4 * (size - 1) ** 2),
        lambda size: partial(gg.read_grid, np.full((size, size), True), "king"),
    ),
    "an ordered indexed game": (
        gg.build,  # which solves such a game
        "A byte for each index, two or four in place of it if the game takes more than 125 or "
        "32,765 plies; a bit if there is a start, and another one for a rule in Python.",
        [3 << 22, 4 << 22, 5 << 22],
        lambda n: 1.25 * n,
        lambda n: IndexedGame(n, no_options, start=0, ordered=True).solve,
    ),
    "an indexed game with undo": (
        gg.build,  # which solves such a game
        "Two bytes and five bits for each index, without presets a bit less",
        [3 << 22, 4 << 22, 5 << 22],
        lambda n: 2.625 * n,
        lambda n: IndexedGame(n, no_options, 0, presets={1: gg.WIN}, undo=no_options).solve,
    ),
    "an indexed game with predecessors": (
        gg.build,  # which solves such a game
        "8 bytes for each index and 4 for each move keep the predecessors",
        [3 << 19, 4 << 19, 5 << 19],
        lambda n: (2.25 + 8 + 4) * n,
        lambda n: IndexedGame(n, one_option(n)).solve,
    ),
    "an attractor": (
        gg.attractor,
        "Takes 4 bytes per edge and 23 per position",
        [3 << 18, 4 << 18, 5 << 18],
        lambda n: (23 + 4) * n,
        lambda n: partial(gg.attractor, owned_ring(n), None, [0]),
    ),
    "a Büchi game": (
        gg.solve_buchi,
        "Takes 4 bytes per edge and 63 per position",
        [3 << 18, 4 << 18, 5 << 18],
        lambda n: (63 + 4) * n,
        lambda n: partial(gg.solve_buchi, owned_ring(n), None, [0]),
    ),
    "a parity game": (
        gg.ParityGame.solve,
        "Takes 4 bytes per edge and 69 per position",
        [3 << 18, 4 << 18, 5 << 18],
        lambda n: (69 + 4) * n,
        lambda n: owned_parity(n, 3).solve,
    ),
    "a parity game of two priorities": (
        gg.ParityGame.solve,
        "with one or two priorities 78 per position",
        [3 << 18, 4 << 18, 5 << 18],
        lambda n: (78 + 4) * n,
        lambda n: owned_parity(n, 2).solve,
    ),
    "a parity game that is read": (
        gg.read_pg,
        "21 bytes a vertex and 4 an edge, at most three times that while reading",
        MANY_HEAPS,
        lambda n: 3 * (21 + 4) * n,
        parity_text,
    ),
    "cops_and_robbers": (
        gg.cops_and_robbers,
        "Memory: P (2 n + 16 w + 17) bytes and less for the rest",
        [192, 320, 448],
        lambda n: n * (n + 1) / 2 * (2 * n + 16 * -(-n // 64) + 17),
        lambda n: partial(gg.cops_and_robbers, tree(n), 2),
    ),
    "cops_and_robbers without remoteness": (
        gg.cops_and_robbers,
        "P · 16 w without remoteness",
        [192, 320, 448],
        lambda n: n * (n + 1) / 2 * (16 * -(-n // 64) + 17),
        lambda n: partial(gg.cops_and_robbers, tree(n), 2, remoteness=False),
    ),
    "police": (
        gg.PoliceAndThief,
        "2.25 k r (c + 1) bytes",
        [48, 64, 80],
        lambda size: 2.25 * pairs(size),
        lambda size: board(size).solve,
    ),
    "police without remoteness": (
        gg.PoliceAndThief,
        "0.25 k r (c + 1) without remoteness",
        [48, 64, 80],
        lambda size: 0.25 * pairs(size),
        lambda size: partial(board(size).solve, remoteness=False),
    ),
    "subtraction": (
        gg.HeapGame,
        "4 to 8 bytes per heap, and takes 12 while it doubles",
        HEAPS,
        lambda n: 12 * n,
        lambda n: table(far(gg.subtraction, 30), n),
    ),
    "taking": (
        gg.HeapGame,
        "beside these 4 to 8: taking one of s numbers, 4 bytes per heap for every 32 values there",
        MANY_HEAPS,
        lambda n: (8 + 4 * (gg.taking("squares").values(n).max() // 32 + 1)) * n,
        lambda n: table(gg.taking("squares"), n),
    ),
    "all_but": (
        gg.HeapGame,
        "all numbers but s, 8;",
        HEAPS,
        lambda n: 16 * n,
        lambda n: table(far(gg.all_but, 9), n),
    ),
    "octal": (
        gg.HeapGame,
        "splits into two, 8 per heap beyond the first half",
        FEW_HEAPS,
        lambda n: 12 * n,
        lambda n: table(gg.octal("0.007"), n),
    ),
    "octal, the whole half": (
        gg.HeapGame,
        "splits into two, 8 per heap beyond the first half",
        [n - 2 for n in FEW_HEAPS],
        lambda n: (4 + 8 / 2) * n,
        lambda n: table(gg.octal("0.007"), n),
    ),
    "grundys_game": (
        gg.HeapGame,
        "the table keeps 4 to 8 bytes per heap, and takes 12 while it doubles",
        FEW_HEAPS,
        lambda n: 12 * n,
        lambda n: table(gg.grundys_game(), n),
    ),
    "octal in three": (
        gg.HeapGame,
        "splits into three, v / 8, with the power of 2 above all values, or 64, for v",
        FEWER_HEAPS,
        lambda n: (8 + above(gg.octal("0.9"), n) / 8) * n,
        lambda n: table(gg.octal("0.9"), n),
    ),
    "explore with sums": (
        gg.explore,
        "A position takes 16 bytes, 4 for each of its components, and 5.3 to 10.7 for its index; "
        "an option takes 4. All but the index may take twice as much while it grows",
        [40, 60, 80],
        # The index is copied while it doubles; each of three components has a move.
        lambda n: (2 * (16 + 4 * 3 + 4 * 3) + 10.7 + 5.3) * comb(n + 3, 3),
        lambda n: partial(gg.explore, one_less, start=gg.Sum(n, n, n), sums=True),
    ),
    "genera of sums": (
        gg.misere_genus,
        "4 bytes for each heap of a sum, and 45 to 55 for the sum; all but 10.7 to 21.3 of them "
        "may be twice as many while the sums grow",
        [40, 60, 80],
        lambda n: (2 * (4 * 3 + 55 - 21.3) + 21.3) * comb(n + 3, 3),
        lambda n: partial(gg.misere_genus, OneLess(), [n, n, n]),
    ),
    "a misère quotient": (
        gg.misere_quotient,
        "the search up to 600, as for Nim, beside the sums",
        [16, 32, 64],
        lambda n: 600 * (n + 2) ** 2,
        quotient,
    ),
    "write_html": (
        gg.Solution.to_html,
        "Memory, at most: 45 bytes per move and 170 per position;",
        POSITIONS,
        lambda n: (45 * 3 + 170) * n,
        lambda n: page(gg.solve(build_rows(graph(n, 3 * n)))),
    ),
    "write_html, moves by the board": (
        gg.Solution.to_html,
        "with boards, 100 per move, and 8 more for each character of each board;",
        POSITIONS,
        lambda n: (100 * (n.bit_length() - 1) / 2 + 170 + 8 * 20) * n,
        lambda n: page(reducing(n), board=digits(20), turn=lambda v: v.bit_count() % 2),
    ),
    "write_html, large boards": (
        gg.Solution.to_html,
        "with boards, 100 per move, and 8 more for each character of each board;",
        POSITIONS,
        lambda n: (100 + 170 + 8 * 120) * n,
        lambda n: page(gg.solve(build_rows(graph(n, n))), board=digits(120)),
    ),
    "write_html, names of moves": (
        gg.Solution.to_html,
        "with `move`, 130 per move",
        POSITIONS,
        lambda n: (130 * 5 + 170) * n,
        lambda n: page(gg.solve(build_rows(graph(n, 5 * n))), move=lambda v, w: f"{w}"),
    ),
    "puzzles": (
        gg.Solution.puzzles,
        "Memory, at most: 45 bytes per move and 100 per position.",
        POSITIONS,
        lambda n: (45 * 3 + 100) * n,
        lambda n: gg.solve(build_rows(graph(n, 3 * n))).puzzles,
    ),
}
# Of a slope, as a part: blocks are not quite the same at every size.
MORE = 1.03


def peak(name: str, size: int) -> int:
    """Return the greatest number of bytes that were taken."""
    from tests.house.allocating import most_taken

    return most_taken(SLOPES[name][-1](size))


def check(row: Row, name: str, script: str) -> None:
    """Run a row of a table in its sizes, each in a child process, and fit the line."""
    from tests.house.allocating import start

    documented, promise, sizes, promised, _ = row
    assert promise in said_by(documented)
    peaks = [int(start(name, str(size), script=script)) for size in sizes]
    slope, constant = np.polyfit([*map(promised, sizes)], peaks, 1).tolist()
    assert 0.5 <= slope <= MORE, (slope, constant, peaks)
    assert abs(constant) < 20e6, (slope, constant, peaks)


@pytest.mark.large  # the build that is traced takes other memory
@pytest.mark.parametrize("name", SLOPES)
def test_memory_grows_as_the_docstring_says(name: str) -> None:
    check(SLOPES[name], name, __file__)


if __name__ == "__main__":
    print(peak(sys.argv[1], int(sys.argv[2])))
