"""The certificate of cops and robbers: NumPy only, no kernel, no solver.

It starts from the edges as they were given: neighbourhoods, placements and their numbers are
derived here.  A placement of the cops is an ascending row of vertices; placements are numbered in
colexicographic order.

The time of a state is the number of rounds to the capture with the cops to move.  It is 0 where a
cop stands on the robber.  Elsewhere the cops choose the joint move, then the robber his option: the
time is one more than the least, over joint moves, of the greatest, over options, of the times then;
no capture counts as more than every time.  By induction on the time, finite times that satisfy this
equation are right; and where the time is infinite, every joint move leaves the robber an option
where it is, so that he is never caught.

Winning sets without times are no proof by themselves: the equation has solutions in which the cops
"win" without getting nearer.  So their times are derived here, round by round, from the definition.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from graphgame.arrays import distinct
from graphgame.errors import VerificationError
from graphgame.outcome import DRAW, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int64Array, IntArray

# The most entries of an array that one step works on, where its size can be chosen.
_BLOCK = 1 << 22


def verify(
    game: GameGraph,
    *,
    directed: bool,
    cops: int,
    times: AnyArray | None,
    sets: tuple[AnyArray, AnyArray] | None,
    start: tuple[Any, Any, str],
    result: Outcome,
    capture_time: int,
) -> bool:
    """Check that a solution of cops and robbers is a proof; see `CopsSolution.verify`.

    Parameters
    ----------
    game, directed, cops, start, result, capture_time
        As of the solution.
    times : (placements, n) signed int array, or None
        Rounds to the capture with the cops to move, -1 for never.
    sets : (placements, words) uint64 arrays, or None
        Without times: the robber's vertices, as bits, on which he is caught with the cops to move,
        and with the robber to move.
    """
    checker = _Checker(game, directed, cops)
    exact = times is not None
    if times is not None:
        checker.check_times(times)
    else:
        assert sets is not None, "a solution has times or sets"
        times = checker.find_times()
        checker.check_sets(times, *sets)
    checker.check_result(times, start, result, capture_time, exact=exact)
    return True


class _Checker:
    def __init__(self, game: GameGraph, directed: bool, cops: int) -> None:
        self.game, self.n, self.k = game, game.n, cops
        self.ptr, self.idx = _closed_neighbourhoods(game, directed)
        self.rows = _placements(self.n, cops)
        self.caught = np.zeros((len(self.rows), self.n), dtype=np.bool_)
        np.put_along_axis(self.caught, self.rows, True, axis=1)
        # The number of the placement for each combination of vertices, an axis for each cop.
        axes = np.stack(np.meshgrid(*[np.arange(self.n)] * cops, indexing="ij"), axis=-1)
        self.number_of = _numbers(axes, self.n)

    # -- the equation ---------------------------------------------------------------------------

    def after_round(self, times: AnyArray) -> Iterator[tuple[slice, AnyArray]]:
        """Yield the best times after one round, for blocks of the robber's vertices.

        `times` is unsigned, so that never, all bits set, is the greatest.  The robber's best option
        is a reduction over his neighbourhood; the best joint move is a reduction over the
        neighbourhood of one cop after the other, on an array with an axis for each of them.
        """
        width = max(1, _BLOCK // (self.number_of.size * -(-len(self.idx) // self.n)))
        for first in range(0, self.n, width):
            block = slice(first, min(first + width, self.n))
            least = self.after_robber(times, block)[self.number_of]
            for axis in range(self.k):
                options = least.take(self.idx, axis=axis)
                least = np.minimum.reduceat(options, self.ptr[:-1], axis=axis)
            yield block, least[tuple(self.rows.T)]

    def after_robber(self, times: AnyArray, block: slice) -> AnyArray:
        """Return the times with the robber to move in a block of vertices: his greatest, or 0."""
        ends = self.ptr[block.start : block.stop + 1]
        options = times[:, self.idx[ends[0] : ends[-1]]]
        greatest = np.maximum.reduceat(options, ends[:-1] - ends[0], axis=1)
        greatest[self.caught[:, block]] = 0
        return greatest

    def check_times(self, times: AnyArray) -> None:
        """Check the equation in every state."""
        if times.shape != self.caught.shape:
            self.fail_shape(times)
        unsigned = times.view(times.dtype.str.replace("i", "u"))
        never = np.iinfo(unsigned.dtype).max
        for block, least in self.after_round(unsigned):
            expected = np.where(least == never, -1, least.astype(np.int64) + 1)
            expected[self.caught[:, block]] = 0
            wrong = times[:, block] != expected
            if wrong.any():
                c, r = (int(x) for x in np.argwhere(wrong)[0])
                robber = block.start + r
                self.fail(times, c, robber, int(expected[c, r]), _in_words(int(times[c, robber])))

    def find_times(self) -> AnyArray:
        """Return the times, found round by round from the definition.

        left[c, r] is 1 while the cops at c, to move, have not caught the robber at r.  A round
        turns a 1 into 0 where some joint move leaves the robber no option with a 1; the equation
        above says so, too, of these numbers.  Ends because every round but the last clears one.
        """
        left = np.where(self.caught, 0, 1).astype(np.uint8)
        times = np.where(self.caught, 0, -1).astype(np.int32)
        rounds = 0
        while True:
            rounds += 1
            new = left.copy()
            for block, least in self.after_round(left):
                new[:, block] &= least
            newly_caught = new < left
            if not newly_caught.any():
                return times
            times[newly_caught] = rounds
            left = new

    def check_sets(self, times: AnyArray, won: AnyArray, lost: AnyArray) -> None:
        """Compare the sets of a solution without times with times that were derived."""
        unsigned = times.view(np.uint32)
        never = np.iinfo(np.uint32).max
        for turn, bits in (("cops", won), ("robber", lost)):
            found = _unpacked(bits, self.n)
            if found.shape != self.caught.shape:
                self.fail_shape(found)
            known = unsigned if turn == "cops" else self.after_robber(unsigned, slice(0, self.n))
            wrong = found != (known != never)
            if wrong.any():
                c, r = (int(x) for x in np.argwhere(wrong)[0])
                said = "a capture" if found[c, r] else "no capture"
                self.fail(times, c, r, int(known[c, r].astype(np.int32)), said, turn)

    # -- the start ------------------------------------------------------------------------------

    def check_result(
        self,
        times: AnyArray,
        start: tuple[Any, Any, str],
        result: Outcome,
        capture_time: int,
        *,
        exact: bool,
    ) -> None:
        """Check that the start is best for both sides, and the result and capture time are its own.

        Unless `exact`, a robber who is caught anyway may start on any vertex.
        """
        unsigned = times.view(times.dtype.str.replace("i", "u"))
        worst = unsigned.max(axis=1)
        best = int(worst.min().astype(times.dtype.str))
        cops, robber, turn = start
        vertices = np.array([self.game.index(v) for v in cops])
        if len(vertices) != self.k or turn != "cops":
            raise VerificationError(
                start, [], f"a start of {self.k} cops, who move first", f"{start!r}"
            )
        row = int(_numbers(vertices, self.n))
        claims = [capture_time, int(worst[row].astype(times.dtype.str))]
        if exact or best < 0:
            claims.append(int(times[row, self.game.index(robber)]))
        for found in claims:
            if found != best:
                raise VerificationError(start, [], _in_words(best), _in_words(found))
        outcome = DRAW if best < 0 else WIN
        if result != outcome:
            raise VerificationError(start, [], f"the result {outcome}", f"{result}")

    # -- what an error says ---------------------------------------------------------------------

    def fail_shape(self, found: AnyArray) -> None:
        raise VerificationError(
            (), [], f"an array of shape {self.caught.shape}", f"one of shape {found.shape}"
        )

    def fail(
        self, times: AnyArray, c: int, robber: int, expected: int, found: str, turn: str = "cops"
    ) -> None:
        """Refuse the label of a state; its options are those of the cops."""
        cops = self.rows[c]
        options = self.options(times, cops, robber) if turn == "cops" else []
        raise VerificationError(self.state(cops, robber, turn), options, _in_words(expected), found)

    def options(self, times: AnyArray, cops: Int64Array, robber: int) -> list[Any]:
        """Return the joint moves from a state, with their labels, each placement once."""
        ptr, idx = self.ptr, self.idx
        unsigned = times.view(times.dtype.str.replace("i", "u"))
        options = {}
        for move in product(*(idx[ptr[v] : ptr[v + 1]].tolist() for v in cops)):
            row = unsigned[int(_numbers(np.array(move), self.n))]
            time = row[idx[ptr[robber] : ptr[robber + 1]]].max().astype(times.dtype.str)
            plies = 0 if robber in move else max(2 * int(time), -1)
            state = self.state(np.array(move), robber, "robber")
            options[state] = (state, "DRAW" if plies < 0 else "LOSE", plies)
        return list(options.values())

    def state(self, cops: IntArray, robber: int, turn: str) -> tuple[Any, Any, str]:
        placed = tuple(self.game.positions(np.sort(cops).tolist()))
        return placed, self.game.position(robber), turn


def _closed_neighbourhoods(game: GameGraph, directed: bool) -> tuple[Int64Array, Int64Array]:
    """Return the vertices that a piece may move to, itself included, in compressed sparse rows."""
    n = game.n
    arcs = [np.arange(n, dtype=np.int64) * (n + 1)]  # the arc from u to v is n u + v
    for sources, targets in game.edge_blocks():
        arcs.append(sources.astype(np.int64) * n + targets)
        if not directed:
            arcs.append(targets.astype(np.int64) * n + sources)
    found = distinct(np.concatenate(arcs))
    return np.searchsorted(found, n * np.arange(n + 1, dtype=np.int64)), found % n


def _placements(n: int, k: int) -> Int64Array:
    """Return all placements of k cops on n vertices, in colexicographic order."""
    rows = np.arange(n, dtype=np.int64).reshape(n, 1)
    for _ in range(1, k):
        # A placement with highest vertex x begins with any placement of the others on 0 to x,
        # which are the first ones.
        fewer = np.searchsorted(rows[:, -1], np.arange(n), side="right")
        ends = np.cumsum(fewer)
        others = np.arange(ends[-1]) - np.repeat(ends - fewer, fewer)
        rows = np.column_stack([rows[others], np.repeat(np.arange(n), fewer)])
    return rows


def _numbers(rows: IntArray, n: int) -> Int64Array:
    """Return the numbers of placements, the cops in any order along the last axis."""
    ordered = np.sort(rows, axis=-1)
    place = np.arange(n)  # how much cop i at x adds to the number: C(x + i, i + 1)
    total = np.zeros(ordered.shape[:-1], dtype=np.int64)
    for i in range(rows.shape[-1]):
        total = total + place[ordered[..., i]]
        place = np.cumsum(place)
    return total


def _unpacked(bits: AnyArray, n: int) -> BoolArray:
    """Return rows of bits as flags, (placements, n)."""
    flat = np.unpackbits(
        np.ascontiguousarray(bits).astype("<u8").view(np.uint8), axis=1, bitorder="little"
    )
    return flat[:, :n].astype(np.bool_)


def _in_words(time: int) -> str:
    return "no capture" if time < 0 else f"a capture in {time} rounds"
