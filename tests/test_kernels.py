"""The compiled modules on their own: their examples, their arrays and their edges.

Pinned here: the examples in compiled docstrings run (pytest does not look there); a `Buffer` is
read like any array and made by kernels only; kernels refuse what is not the array they expect.
"""

from __future__ import annotations

import copy
import doctest
import importlib
import os
import pickle
import pkgutil
import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph, _core
from graphgame._kernel.buffer import Buffer, restored
from graphgame.graphs import _rows
from graphgame.heaps.rules import _taking
from graphgame.solving import _reader
from graphgame.text import _print, _scan
from graphgame.values import _grundy, _loopy, _nimber
from tests.strategies import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from tests.reference.graphs import Game

KERNELS = [
    module.name
    for module in pkgutil.walk_packages(gg.__path__, "graphgame.")
    if isinstance(getattr(find_spec(module.name), "loader", None), ExtensionFileLoader)
]


# -- examples -------------------------------------------------------------------------------------


def docstrings(module: ModuleType) -> Iterator[str]:
    for value in vars(module).values():
        if isinstance(value, int):
            continue  # a constant has the documentation of int
        members = vars(value).values() if isinstance(value, type) else ()
        yield from (getattr(x, "__doc__", None) or "" for x in (value, *members))


@pytest.mark.parametrize("name", KERNELS)
def test_the_examples_of_a_compiled_module_run(name: str) -> None:
    module = importlib.import_module(name)
    examples = sum(doc.count(">>> ") for doc in docstrings(module))
    failed, attempted = doctest.testmod(module)
    assert failed == 0
    assert attempted >= examples, "doctest looked past some of them"


def test_all_compiled_modules_are_known_and_some_have_examples() -> None:
    some = ("_core", "_kernel.buffer", "graphs._rows", "solving._reader", "text._print")
    expected = {f"graphgame.{name}" for name in some}
    assert expected <= set(KERNELS)
    assert doctest.testmod(_rows).attempted >= 2
    assert doctest.testmod(_print).attempted >= 3


# -- Buffer ---------------------------------------------------------------------------------------


WORDS = np.array([1, 2**64 - 1], dtype=np.uint64)


def buffers() -> list[tuple[Any, str, tuple[int, ...]]]:
    """Return a buffer of each kind, with its format and shape."""
    edges = np.array([(0, 1), (2, 1)], dtype=np.int32)
    ptr, idx = _rows.group_edges(edges, 3, True)
    degrees = _rows.degrees_of_sources(edges, 3)
    outcomes, remoteness = _core.propagate(ptr, idx, degrees, None, False)
    scanner = _scan.GraphScanner(0)
    scanner.finish(b"3 2\n0 1\n2 1\n")
    return [
        (ptr, np.dtype(np.int64).char, (4,)),
        (idx, "i", (2,)),
        (outcomes, "b", (3,)),
        (remoteness, "i", (3,)),
        (scanner.edges, "i", (2, 2)),
        (_rows.degrees_of_sources(edges[:0], 0), "i", (0,)),
        (_nimber.products(WORDS, WORDS), np.dtype(np.uint64).char, (2,)),
        (_nimber.mex_rows(WORDS.astype(np.int64)[:, None]), np.dtype(np.int64).char, (2,)),
    ]


@pytest.mark.parametrize(("buffer", "code", "shape"), buffers())
def test_a_buffer_is_read_like_an_array(buffer: Any, code: str, shape: tuple[int, ...]) -> None:
    view, array = memoryview(buffer), np.asarray(buffer)
    assert isinstance(buffer, Buffer)
    assert (view.format, view.shape, view.ndim) == (code, shape, len(shape))
    assert view.c_contiguous and not view.readonly
    assert (len(buffer), buffer.nbytes) == (shape[0], view.nbytes)
    assert array.tolist() == view.tolist()
    assert array.shape == shape and array.itemsize == view.itemsize
    if view.nbytes:
        assert np.shares_memory(array, np.asarray(buffer)), "no copy"


def test_a_view_keeps_the_memory_of_a_buffer_alive() -> None:
    views = [np.asarray(_rows.degrees_of_rows(np.arange(100_001))) for _ in range(5)]
    assert all(view.tolist() == [1] * 100_000 for view in views)


def test_a_buffer_is_made_by_kernels_only() -> None:
    with pytest.raises(TypeError, match="^a Buffer is made by kernels only$"):
        Buffer()


@pytest.mark.parametrize(
    "copied", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy]
)
@pytest.mark.parametrize("buffer", [buffer for buffer, _, _ in buffers()])
def test_a_buffer_survives_pickles_and_copies(buffer: Any, copied: Callable[[Any], Any]) -> None:
    twin = copied(buffer)
    old, new = memoryview(buffer), memoryview(twin)
    assert isinstance(twin, Buffer) and not np.shares_memory(np.asarray(buffer), np.asarray(twin))
    assert (new.format, new.shape, new.strides) == (old.format, old.shape, old.strides)
    assert new.tobytes() == old.tobytes()


@pytest.mark.parametrize(
    ("code", "rows", "columns", "content"),
    [
        *((code, 2, 0, bytes(8)) for code in ("?", "c", "d", "f", "", "ii", "é")),
        *(("i", rows, columns, bytes(8)) for rows, columns in ((1, 0), (3, 0), (2, 2), (-2, 0))),
        ("i", -1, -2, bytes(8)),
        ("b", 2**63, 2, b""),
        ("b", 0, 0, b"1"),
    ],
)
def test_a_made_up_pickle_of_a_buffer_is_refused(
    code: str, rows: int, columns: int, content: bytes
) -> None:
    with pytest.raises(ValueError, match=f"^no Buffer of {len(content)} bytes has format"):
        restored(code, rows, columns, content)


def test_a_buffer_in_use_does_not_move_and_the_scanner_survives_the_refusal() -> None:
    scanner = _scan.GraphScanner(1)
    scanner.feed(b"9 3\n")
    with memoryview(scanner.edges), pytest.raises(BufferError, match="in use cannot be resized"):
        scanner.feed(b"1 2\n")
    scanner.feed(b"2\n")  # the second half of the edge
    assert scanner.progress == (1, 3)
    assert len(scanner.edges) >= 1, "room for the edge, not a write beyond the buffer"


@pytest.mark.boundary
@pytest.mark.parametrize("rows", [2**61 - 1, 2**61, 2**62, 2**62 + 1, 2**63 - 1])
def test_sizes_in_bytes_do_not_wrap_around(rows: int) -> None:
    with pytest.raises(MemoryError):
        _taking.table(rows)


def test_a_scanner_without_init_is_not_a_crash() -> None:
    scan = "from graphgame.text._scan import GraphScanner as S; S.__new__(S).feed(b'2 1\\n1 1\\n')"
    environment = os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-P", "-c", scan], env=environment, check=False)
    assert run.returncode == 0


# -- edges of kernels -----------------------------------------------------------------------------


@given(games())
def test_grouping_edges_and_transposing_rows(game: Game) -> None:
    edges = np.array(game.edges, dtype=np.int32).reshape(-1, 2)
    rows = {
        by_target: [
            [pair[not by_target] for pair in game.edges if pair[by_target] == v]
            for v in range(game.n)
        ]
        for by_target in (False, True)
    }
    grouped = {key: _rows.group_edges(edges, game.n, key) for key in rows}
    for key, expected in rows.items():
        assert as_rows(*grouped[key]) == expected, "in the order of the edges"
        turned = _rows.transpose(*grouped[key])
        assert as_rows(*turned) == [sorted(row) for row in rows[not key]], "in ascending order"
        degrees = memoryview(_rows.degrees_of_rows(grouped[key][0])).tolist()
        assert degrees == [*map(len, expected)]
    sources = memoryview(_rows.degrees_of_sources(edges, game.n)).tolist()
    assert sources == [*map(len, rows[False])]


def as_rows(ptr: Any, idx: Any) -> list[list[int]]:
    bounds, entries = memoryview(ptr).tolist(), memoryview(idx).tolist()
    assert bounds[0] == 0 and bounds[-1] == len(entries)
    return [entries[a:b] for a, b in pairwise(bounds)]


def test_the_greatest_number_of_options_is_counted_and_one_more_is_refused() -> None:
    most = 2**31 - 1
    assert memoryview(_rows.degrees_of_rows(np.array([0, 0, most]))).tolist() == [0, most]
    with pytest.raises(OverflowError) as caught:
        _rows.degrees_of_rows(np.array([0, 0, most + 1]))
    assert str(caught.value) == f"position 1 has more than {most} options"


def test_a_graph_turns_too_many_options_into_its_own_error() -> None:
    rows = np.array([0, 2**31]), np.empty(0, dtype=np.int32)
    with pytest.raises(gg.GraphGameError, match="^position 0 has more than 2147483647 options$"):
        GameGraph._from_checked(1, 2**31, options=rows)._degrees()


PTR, IDX, EDGES = np.array([0, 1]), np.zeros(1, np.int32), np.zeros((1, 2), np.int32)
OUTCOMES, REMOTENESS = np.zeros(1, np.int8), np.zeros(1, np.int32)
SOLVED = (PTR, IDX, OUTCOMES, REMOTENESS)


@pytest.mark.parametrize(
    ("kernel", "arguments"),
    [
        (_rows.group_edges, (None, 1, True)),
        (_rows.group_edges, (EDGES.astype(np.int64), 1, True)),
        (_rows.group_edges, (EDGES[:, ::-1], 1, True)),
        (_rows.group_edges, (EDGES[:, 0], 1, True)),
        (_rows.transpose, (None, IDX)),
        (_rows.transpose, (PTR, None)),
        (_rows.transpose, (PTR.astype(np.int32), IDX)),
        (_rows.transpose, (PTR, IDX.astype(np.uint32))),
        (_rows.degrees_of_sources, (None, 1)),
        (_rows.degrees_of_sources, (EDGES.astype(float), 1)),
        (_rows.degrees_of_rows, (None,)),
        (_rows.degrees_of_rows, ([0, 1],)),
        (_core.propagate, (PTR, IDX, None, None, False)),
        (_core.propagate, (PTR, IDX, REMOTENESS, None, False)),
        (_core.packed_grundy, (PTR, IDX, None)),
        (_core.packed_grundy, (PTR, IDX, REMOTENESS)),
        (_grundy.grundy, (PTR, IDX, PTR, None, _rows.degrees_of_rows(PTR))),
        (_loopy.loopy_grundy, (None, IDX, _rows.degrees_of_rows(PTR))),
        (_loopy.loopy_grundy, (PTR, IDX, REMOTENESS)),
        (_loopy.infinite_sets, (PTR, IDX, None, IDX, 0)),
        (_grundy.find_cycle, (PTR, IDX, None)),
        (_rows.reachable, (PTR, None, 0)),
        (_reader.options_of_value, (PTR, IDX, None, 0, 0)),
        (_reader.option_values, (None, IDX, IDX, 0)),
        (_reader.OutcomeReader, (None, *SOLVED[1:])),
        (_reader.OutcomeReader, (*SOLVED[:3], None)),
        (_reader.OutcomeReader, (*SOLVED[:2], OUTCOMES.astype(np.int32), REMOTENESS)),
        (_reader.tally, (OUTCOMES, None)),
        (_nimber.mex_rows, (None,)),
        (_nimber.mex_rows, (WORDS[None],)),
        (_nimber.mex_rows, (WORDS.astype(np.int64),)),
        (_nimber.products, (WORDS, None)),
        (_nimber.products, (WORDS, WORDS[:1])),
        (_nimber.products, (WORDS.astype(np.int64), WORDS)),
        (_nimber.inverses, (None,)),
        (_nimber.inverses, (WORDS[::-1],)),
        (_print.put_rows, (bytearray(80), None, None, None, 1, 0)),
        (_print.put_values, (b"read-only", IDX, None, None, False, 0)),
        (_print.put_values, (bytearray(80), None, None, None, False, 0)),
        (_print.put_rows, (b"read-only", OUTCOMES, None, None, 1, 0)),
        (_scan.GraphScanner(1).feed, (None,)),
        (_scan.GraphScanner(1).feed, ("text",)),
    ],
)
def test_a_kernel_refuses_what_is_not_its_array(kernel: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        kernel(*arguments)


def test_kernels_take_read_only_arrays() -> None:
    frozen = [np.array([0, 1, 1]), np.array([1], dtype=np.int32)]
    for array in frozen:
        array.flags.writeable = False
    assert as_rows(*_rows.transpose(*frozen)) == [[], [0]]


@pytest.mark.parametrize(
    ("outcomes", "remoteness"),
    [([1, 1], [1, 0]), ([1, -1], [2, 0]), ([-1, 1], [5, 0]), ([0, -1], [-1, 0])],
)
def test_a_line_of_what_is_no_solution_is_refused(outcomes: Any, remoteness: Any) -> None:
    labels = np.array(outcomes, np.int8), np.array(remoteness, np.int32)
    solution = gg.Solution(GameGraph.from_edges([(0, 1)]), gg.Play.NORMAL, *labels)
    with pytest.raises(gg.GraphGameError, match=r"^position [01] has no move that fits"):
        solution.line(0)


LABELS = st.lists(
    st.tuples(
        st.sampled_from([gg.LOSE, gg.DRAW, gg.WIN]),
        st.one_of(st.integers(-1, 12), st.sampled_from([2**31 - 1, -(2**31)])),
        st.one_of(st.integers(-1, 12), st.just(2**31 - 1)),
    )
)


@pytest.mark.boundary
@given(LABELS, st.integers(30, 90), st.sampled_from([0, 1]))
def test_results_print_the_same_through_a_block_of_any_size(
    labels: list[tuple[int, int, int]], size: int, base: int
) -> None:
    columns = np.array(labels, dtype=np.int64).reshape(-1, 3).T
    outcomes = columns[0].astype(np.int8)
    remoteness, moves = columns[1:].astype(np.int32, order="C")
    words = [gg.Outcome(outcome).name for outcome, _, _ in labels]
    dashes = ["-" if w < 0 else str(w + base) for _, _, w in labels]
    lines = [f"{a} {r} {w}\n" for a, (_, r, _), w in zip(words, labels, dashes, strict=True)]

    assert printed(size, _print.put_rows, outcomes, remoteness, moves, base) == "".join(lines)
    assert printed(size, _print.put_json_outcomes, outcomes) == "".join(f',"{x}"' for x in words)
    nulls = ["null" if x == "-" else x for x in dashes]
    assert printed(size, _print.put_json_ints, moves, base, True) == "".join(f",{x}" for x in nulls)
    numbers = "".join(f",{r}" for _, r, _ in labels)
    assert printed(size, _print.put_json_ints, remoteness, 0, False) == numbers


def printed(size: int, put: Callable[..., tuple[int, int]], *arguments: Any) -> str:
    text, start = b"", 0
    while start < len(arguments[0]):
        out = bytearray(size)
        after, length = put(out, *arguments, start)
        assert after > start and length <= size
        start, text = after, text + out[:length]
    return text.decode()
