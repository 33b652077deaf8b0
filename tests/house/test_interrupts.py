"""Ctrl-C in kernels: each long loop ends from inside, and leaves no partial state behind."""

from __future__ import annotations

import signal
import traceback
from _thread import interrupt_main
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, _core
from graphgame.graphs import _rows
from graphgame.solving import _contract, _reader
from graphgame.text import _scan
from graphgame.values import _grundy, _loopy, _nimber

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 1 << 22  # enough for each loop to look for signals hundreds of times


def interrupted_in(work: Callable[[], object], after: int) -> list[str]:
    """Press Ctrl-C again and again, throw at the press number `after`; name the functions left.

    Whenever Python looks for signals it finds one, in a kernel or elsewhere, since the handler
    presses again.  It does so by an iterator: after a call Python would look at once, in the
    handler.  The list is empty if the work came to its end first.
    """
    left, presses = after, map(interrupt_main, repeat(signal.SIGINT))

    def handle(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        if left > 0:
            for _ in presses:
                return

    before = signal.signal(signal.SIGINT, handle)
    try:
        next(presses)
        work()
        return []
    except KeyboardInterrupt as error:
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    finally:
        left = 0
        signal.signal(signal.SIGINT, before)


def interrupt(prepare: Callable[[], Callable[[], object]], *wanted: str) -> None:
    """Interrupt prepared work, earlier or later, until it was inside a wanted function."""
    functions: set[str] = set()
    after, part = 1, 2
    while part <= 16:
        names = interrupted_in(prepare(), after)
        functions.update(names)
        if any(name.startswith(tuple(f"graphgame.{x}" for x in wanted)) for name in names):
            return
        after += 1 + after // part
        if not names:  # at the end of the work, from the beginning, in smaller steps
            after, part = 1, part + part
    pytest.fail(f"never interrupted in {wanted}, only in {functions}")


def ring() -> Any:
    return np.stack([np.arange(MANY), np.roll(np.arange(MANY), -1)], axis=1).astype(np.int32)


def path_rows() -> tuple[Any, Any]:
    """Position 0 is the end, and every other one moves to the one before."""
    return np.append(0, np.arange(MANY)), np.arange(MANY - 1, dtype=np.int32)


def solved_path() -> tuple[Any, Any, Any, Any]:
    left = np.arange(MANY, dtype=np.int32)
    return *path_rows(), np.where(left % 2, 1, -1).astype(np.int8), left


def drawn_ring() -> tuple[Any, Any, Any, Any]:
    labels = np.zeros(MANY, np.int8), np.full(MANY, -1, np.int32)
    return np.arange(MANY + 1), ring()[:, 1].copy(), *labels


def propagation(end: int) -> Callable[[], object]:
    """All positions move to 0, and there the game ends with this outcome."""
    pred_ptr, pred_idx = np.append(0, np.full(MANY, MANY - 1)), np.arange(1, MANY, dtype=np.int32)
    degrees = _rows.degrees_of_rows(path_rows()[0])  # consumed, so made for each propagation
    presets = np.full(MANY, gg.NO_PRESET, dtype=np.int8)
    presets[0] = end
    return partial(_core.propagate, pred_ptr, pred_idx, degrees, presets, False)


def expansion() -> Callable[[], object]:
    """A round of the path is undone."""
    rounds, _, left = _contract.contract_rows(*path_rows(), 1, True)
    return partial(_contract.expand, rounds, np.zeros(left, np.int32))


def path_back() -> tuple[Any, Any]:
    """The predecessors of `path_rows`."""
    return np.append(np.arange(MANY), MANY - 1), np.arange(1, MANY, dtype=np.int32)


def pairs_back() -> tuple[Any, Any, Any]:
    """Predecessors and degrees: every odd position moves to the one before, no other moves."""
    places = np.arange(MANY + 1)
    degrees = _rows.degrees_of_rows(places // 2)
    return (places + 1) // 2, np.arange(1, MANY, 2, dtype=np.int32), degrees


def stars_back(size: int) -> tuple[Any, Any, Any]:
    """Predecessors and degrees: ends to which so many positions move, which have no other move."""
    ends = MANY // (size + 1)
    sizes = np.repeat([size, 0], [ends, ends * size])
    degrees = _rows.degrees_of_rows(np.append(0, np.cumsum(sizes == 0) if size else 0 * sizes))
    predecessors = np.arange(ends, ends + ends * size, dtype=np.int32)
    return np.append(0, np.cumsum(sizes)), predecessors, degrees


def path_degrees() -> Any:
    return _rows.degrees_of_rows(path_rows()[0])


def infinite_star() -> tuple[Any, Any, Any, Any]:
    """All positions but 0 have infinite values, and move to 0, which has value 0."""
    values = np.full(MANY, -1, np.int32)
    values[0] = 0
    pred_ptr = np.append(0, np.full(MANY, MANY - 1))
    return pred_ptr, np.arange(1, MANY, dtype=np.int32), values, np.zeros(MANY, np.int32)


def never() -> Any:
    return np.full(MANY, -1, np.int32)


def scan() -> Callable[[], object]:
    return partial(_scan.GraphScanner(1).feed, b"2 %d\n" % MANY + b"1 2\n" * MANY)


WORD = np.uint64(2**64 - 59)

LONG_LOOPS: dict[str, Callable[[], Callable[[], object]]] = {
    "graphs._rows._count_keys": lambda: partial(_rows.group_edges, ring(), MANY, True),
    "graphs._rows._place_pairs": lambda: partial(_rows.group_edges, ring(), MANY, False),
    "graphs._rows._place_rows": lambda: partial(_rows.transpose, *path_rows()),
    "graphs._rows._distribute_pairs": lambda: partial(_rows.group_edges, ring(), MANY, True, 12),
    "graphs._rows._distribute_rows": lambda: partial(_rows.transpose, *path_rows(), 12),
    "graphs._rows._place_buckets": lambda: partial(_rows.group_edges, ring(), MANY, True, 12),
    "graphs._rows._degrees_in_bytes": lambda: partial(_rows.degrees_of_sources, ring(), MANY),
    "graphs._rows._degrees_of_sources": lambda: partial(
        _rows.degrees_of_sources, ring(), MANY, False
    ),
    "_kernel.push.push_long_row of a loss": lambda: propagation(gg.LOSE),
    "_kernel.push.push_long_row of a win": lambda: propagation(gg.WIN),
    "_core._push_level": lambda: partial(_core.propagate, *pairs_back(), None, False),
    "_core._push_level of rows that are not copied": lambda: partial(
        _core.propagate, *stars_back(1000), None, False
    ),
    "_core._push_level of empty rows": lambda: partial(
        _core.propagate, *stars_back(0), None, False
    ),
    "_core._push_levels": lambda: partial(
        _core.propagate, *path_back(), path_degrees(), None, False
    ),
    "solving._rounds._mark_sources": lambda: partial(
        _contract.contract_edges, ring(), MANY, 1, True
    ),
    "solving._rounds._mark_wins": lambda: partial(_contract.contract_edges, ring(), MANY, 1, True),
    "solving._rounds._keep_edges": lambda: partial(_contract.contract_edges, ring(), MANY, 1, True),
    "solving._rounds._mark_rows": lambda: partial(_contract.contract_rows, *path_rows(), 1, True),
    "solving._rounds._mark_wins of rows": lambda: partial(
        _contract.contract_rows, *path_rows(), 1, True
    ),
    "solving._rounds._keep_edges of rows": lambda: partial(
        _contract.contract_rows, *path_rows(), 1, True
    ),
    "solving._contract._expand_round": expansion,
    "_core._push_values": lambda: partial(_core.packed_grundy, *path_back(), path_degrees()),
    "values._grundy._pull_values": lambda: partial(
        _grundy.grundy, *path_rows(), *path_back(), path_degrees()
    ),
    "values._loopy._label": lambda: partial(_loopy.loopy_grundy, *path_back(), path_degrees()),
    "values._loopy._collect_values": lambda: partial(_loopy.infinite_sets, *infinite_star(), 1),
    "values._grundy._on_a_short_cycle": lambda: partial(
        _grundy.find_cycle, *drawn_ring()[:2], never()
    ),
    "values._grundy._back_to": lambda: partial(_grundy.find_cycle, *drawn_ring()[:2], never()),
    "values._grundy._direction_of_edges": lambda: partial(_grundy.direction_of_edges, ring()[:-1]),
    "values._grundy._direction_of_rows": lambda: partial(_grundy.direction_of_rows, *path_rows()),
    "values._grundy._pull_in_order": lambda: partial(_grundy.ordered_grundy, *path_rows(), -1),
    "graphs._rows._reach": lambda: partial(_rows.reachable, *path_rows(), MANY - 1),
    "solving._reader.choose_all": lambda: _reader.OutcomeReader(*solved_path()).best_moves,
    "solving._reader.Reader._count": lambda: partial(_reader.OutcomeReader(*drawn_ring()).line, 0),
    "solving._reader.Reader._follow": lambda: partial(
        _reader.OutcomeReader(*solved_path()).line, MANY - 1
    ),
    "values._nimber._multiply": lambda: partial(_nimber.products, *[np.full(MANY, WORD)] * 2),
    "values._nimber._invert": lambda: partial(_nimber.inverses, np.full(MANY, WORD)),
    "values._nimber._mex_rows": lambda: partial(_nimber.mex_rows, np.arange(MANY).reshape(64, -1)),
    "text._scan.GraphScanner._scan": scan,
}


@pytest.mark.large  # traced, each of them is endless
@pytest.mark.parametrize(("loop", "prepare"), LONG_LOOPS.items(), ids=LONG_LOOPS.keys())
def test_ctrl_c_ends_a_long_loop_from_inside(loop: str, prepare: Any) -> None:
    interrupt(prepare, loop.split(maxsplit=1)[0])


@pytest.mark.large  # traced, it is endless
def test_an_interrupted_solve_leaves_a_graph_that_can_be_solved() -> None:
    graphs = []

    def prepare() -> Callable[[], object]:
        graphs.append(GameGraph.from_edges(ring()[:-1].copy()))
        return partial(gg.solve, graphs[-1])

    interrupt(prepare, "graphs._rows._place_pairs", "_core._push_level")
    solution = gg.solve(graphs[-1])
    assert solution.counts() == {gg.WIN: MANY // 2, gg.LOSE: MANY // 2, gg.DRAW: 0}
    assert solution.verify()
