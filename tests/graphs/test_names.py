"""`NameIndex`: hashable objects get the indices that a dict would give them, or one error."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

import graphgame as gg
from graphgame import GraphGameError
from graphgame.graphs._names import NameIndex, integer_pairs, kinds

BLOCK_SIZE = 1024  # BLOCK of _names.pxd

NAMES = st.one_of(
    st.integers(-3, 6),
    st.booleans(),
    st.none(),
    st.sampled_from([0.0, 1.0, -0.0, 0.5, 1j, Fraction(2), 2**61 - 1, 2**61, -(2**61), 2**64]),
    st.text("ab", max_size=2),
    st.binary(max_size=1),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.frozensets(st.integers(0, 2), max_size=2),
    st.integers(0, 3).map(np.int64),
    st.integers(0, 3).map(np.float64),
)


def expected(rows: list[list[Hashable]]) -> tuple[list[int], list[int], list[Any]]:
    """Return what a dict says."""
    index: dict[Any, int] = {}
    ptr, idx = [0], []
    for row in rows:
        idx += [index.setdefault(name, len(index)) for name in row]
        ptr.append(len(idx))
    ptr += [len(idx)] * (len(index) - len(rows))
    return ptr, idx, list(index)


def same(found: list[Any], wanted: list[Any]) -> bool:
    """Return whether two lists have equal entries of equal types."""
    return found == wanted and list(map(type, found)) == list(map(type, wanted))


@example([[0, True], [2, False]])
@given(st.lists(st.lists(NAMES, max_size=8), max_size=8))
def test_rows_are_numbered_as_a_dict_numbers_them(rows: list[list[Hashable]]) -> None:
    index = NameIndex()
    ptr, idx = index.add_rows(rows)
    wanted_ptr, wanted_idx, names = expected(rows)
    assert memoryview(ptr).tolist() == wanted_ptr
    assert memoryview(idx).tolist() == wanted_idx
    assert same(index.names(), names)
    assert len(index) == index.count == len(names)
    assert [index[name] for name in names] == list(range(len(names)))
    assert memoryview(index.look_up([*names, "zzz", 10**6])).tolist() == [
        *range(len(names)),
        -1,
        -1,
    ]
    again, found = index.look_up_rows(rows)
    assert memoryview(found).tolist() == wanted_idx
    assert memoryview(again).tolist() == wanted_ptr[: len(rows) + 1]
    assert "zzz" not in index
    with pytest.raises(KeyError):
        index["zzz"]


@given(st.lists(NAMES, max_size=20), st.integers(0, 5))
def test_an_index_begins_with_a_count_of_ints(names: list[Hashable], count: int) -> None:
    index = NameIndex(count)
    wanted = dict(zip(range(count), range(count), strict=True))
    known = [wanted.get(name, -1) for name in names]
    assert memoryview(NameIndex(count).look_up(names)).tolist() == known
    found = memoryview(index.add(names)).tolist()
    assert found == [wanted.setdefault(name, len(wanted)) for name in names]
    assert same(index.names(), list(wanted))


@pytest.mark.parametrize(
    "size", [0, 1, 11, 12, 13, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 5000]
)
@pytest.mark.parametrize(
    "make", [int, str, lambda k: (k % 7, k // 7), lambda k: -k, lambda k: k << 40]
)
def test_sizes_about_those_of_blocks_and_tables(size: int, make: Callable[[int], Any]) -> None:
    names = list(map(make, range(size)))
    ends = random.Random(size).choices(range(size), k=3 * size) if size else []
    rows: list[Any] = [
        names,
        [make(k) for k in ends],
        tuple(names),
        iter(names),
        dict.fromkeys(names),
    ]
    index = NameIndex()
    ptr, idx = index.add_rows(rows)
    assert index.is_counted == (make is int or size == 0 or (size == 1 and make(0) == 0))
    wanted = [*range(size), *ends, *range(size), *range(size), *range(size)]
    assert memoryview(idx).tolist() == wanted
    assert memoryview(ptr)[:6].tolist() == [0, size, 4 * size, 5 * size, 6 * size, 7 * size]
    assert index.names() == names


@pytest.mark.parametrize("name", [True, 1.0, np.int64(1), np.bool_(1), Fraction(1)])
def test_what_equals_an_int_is_that_int(name: Any) -> None:
    index = NameIndex()
    index.add([0, 1, 2])
    assert index.is_counted
    assert index[name] == 1
    assert name in index
    assert memoryview(index.add([name, 2])).tolist() == [1, 2]
    assert not index.is_counted
    assert same(index.names(), [0, 1, 2])


@pytest.mark.parametrize("names", [[], [0, 1, 2], ["a", (1, 2), 3]])
def test_an_index_is_pickled_and_copied(names: list[Any]) -> None:
    index = NameIndex()
    index.add(names)
    for other in (pickle.loads(pickle.dumps(index)), copy.deepcopy(index)):
        assert other.names() == names
        assert [other[name] for name in names] == list(range(len(names)))
        other.add(["new"])
        assert len(index) == len(names)


def test_names_that_are_not_equal_to_themselves_are_the_same_object() -> None:
    nan = float("nan")
    index = NameIndex()
    assert memoryview(index.add([nan, float("nan"), nan])).tolist() == [0, 1, 0]


def test_the_list_of_names_is_the_callers() -> None:
    index = NameIndex()
    index.add(["a", "b"])
    index.names().clear()
    assert index["b"] == 1
    graph = gg.as_game_graph({"a": ["b"], "b": []})
    graph.labels.clear()  # type: ignore[union-attr]
    gc.collect()
    assert graph.index("b") == 1


def test_names_are_let_go() -> None:
    class Name:
        pass

    names = [Name() for _ in range(3 * BLOCK_SIZE)]
    references = list(map(weakref.ref, names))
    index = NameIndex()
    index.add(names)
    index.look_up(names[::-1])
    counts = {sys.getrefcount(name) for name in names}
    assert len(counts) == 1
    del index
    assert {sys.getrefcount(name) for name in names} == {counts.pop() - 1}
    names.clear()
    gc.collect()
    assert not any(reference() for reference in references)


# -- names that misbehave -------------------------------------------------------------------------


class Name:
    """A name of which comparing, or hashing, calls a function."""

    def __init__(self, number: int, hashed: int, act: Callable[[], object] | None = None) -> None:
        self.number, self.hashed, self.act = number, hashed, act

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        if self.act is not None:
            self.act()
        return isinstance(other, Name) and self.number == other.number

    def __repr__(self) -> str:
        return f"Name({self.number})"


class OddError(Exception):
    """What names raise here."""


def fail() -> None:
    raise OddError


def after(calls: int, act: Callable[[], object]) -> Callable[[], object]:
    """Return a function that acts once, when it has been called so many times."""
    count = iter(range(10**9))
    return lambda: act() if next(count) == calls else None


def test_collisions_are_told_apart() -> None:
    names = [Name(k, k % 3) for k in range(300)]
    index = NameIndex()
    assert memoryview(index.add(names + [Name(k, k % 3) for k in range(300)])).tolist() == 2 * list(
        range(300)
    )


@pytest.mark.parametrize("at", [0, 1, 5, BLOCK_SIZE + 5])
def test_what_comparing_raises_is_raised_and_names_before_it_are_added(at: int) -> None:
    names: list[Any] = [Name(k, k) for k in range(2 * BLOCK_SIZE)]
    index = NameIndex()
    index.add(names[: at + 1])
    names[at].act = fail
    with pytest.raises(OddError):
        index.add([*names[at + 1 : at + 4], Name(at, at), *names])
    assert index.count == at + 4
    names[at].act = None
    index.add(names)
    assert index.names() == names


@pytest.mark.parametrize("at", [0, 1, 5, BLOCK_SIZE + 5])
def test_a_name_without_a_hash_comes_behind_what_is_before_it(at: int) -> None:
    names: list[Any] = [(k,) for k in range(at)]
    index = NameIndex()
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        index.add([*names, [], (9,)])
    assert index.names() == names
    if at > 1:
        index = NameIndex()
        index.add([Name(0, 7, fail)])
        with pytest.raises(OddError):  # the first error is that of the first name
            index.add([Name(1, 7), []])


@pytest.mark.parametrize("calls", [0, 1, 10, 700, 3000])
def test_rows_may_be_changed_by_what_compares_their_entries(calls: int) -> None:
    rows: list[Any] = [[] for _ in range(6)]

    def change() -> None:
        for row in rows[1:]:
            row.clear()
        rows[3].extend(range(5))
        gc.collect()

    act = after(calls, change)
    rows[0] += [Name(0, 1), Name(1, 1, act), Name(2, 1)]
    for row in rows[1:]:
        row += [Name(k, k % 500, act) for k in range(2000)]
    index = NameIndex()
    ptr, idx = index.add_rows(rows)
    assert len(idx) == memoryview(ptr)[6]
    assert index.names()[memoryview(idx)[1]] is not None


def test_a_dict_may_be_changed_by_its_keys_while_it_is_read() -> None:
    game: dict[Any, Any] = {}

    def change() -> None:
        game.clear()
        gc.collect()

    act = after(4000, change)
    keys = [Name(k, k % 1000) for k in range(3000)]
    for k, key in enumerate(keys):
        game[key] = {keys[(k + 1) % 3000]: None, Name(k // 2, k // 2 % 1000): None}
    for key in keys:
        key.act = act
    graph = gg.as_game_graph(game)  # as it was when it was given
    assert graph.n == 3000


def test_names_that_add_names_are_refused() -> None:
    index = NameIndex()
    index.add([Name(0, 5, lambda: index.add(["more"]))])
    with pytest.raises(RuntimeError, match="names are being added"):
        index.add([Name(1, 5)])
    assert memoryview(index.add(["more"])).tolist() == [1]


def test_names_that_solve_games_are_solved() -> None:
    inner = {"a": ["b"], "b": []}
    names = [Name(k, k % 4, lambda: gg.solve(inner).outcome("a")) for k in range(200)]
    solution = gg.solve({name: names[k + 1 : k + 3] for k, name in enumerate(names)})
    assert [solution.outcome(names[k]) for k in (199, 198, 197)] == [gg.LOSE, gg.WIN, gg.WIN]


def test_an_index_is_asked_while_names_are_added() -> None:
    index = NameIndex()
    found = []
    names = [Name(k, 5) for k in range(20)]
    index.add(names)
    names[3].act = after(0, lambda: index.add([(k, 1) for k in range(5000)]))
    assert index[Name(7, 5)] == 7  # though the table has grown meanwhile
    assert index.count == 5020
    # The name that is looked for may be among those that are added.
    late = [(k, 2) for k in range(20_000)]
    names[5].act = after(0, lambda: index.add([*late, Name(99, 5)]))
    assert index[Name(99, 5)] == index.count - 1 == 25_020
    names[4].act = lambda: found.append(index[(9, 1)])
    index.add([Name(20, 5)])
    assert found == [29]


def test_large_ints_of_one_hash_are_told_apart() -> None:
    modulus = sys.hash_info.modulus
    names = [k * modulus + r for r in (-2, -1, 0, 1, 2, 1000) for k in (0, 1, -1, 2, 2**70)]
    for order in (names, names[::-1], [*range(5), *names]):
        index, numbers = NameIndex(), {name: v for v, name in enumerate(dict.fromkeys(order))}
        assert memoryview(index.add([*order])).tolist() == [numbers[name] for name in order]
        copies = [int(str(name)) for name in order]
        assert memoryview(index.look_up(copies)).tolist() == [numbers[name] for name in order]
        assert index.names() == [*numbers]


@pytest.mark.parametrize("kind", ["keys", "options", "rule"])
def test_names_of_one_hash_are_told_apart_wherever_they_stand(kind: str) -> None:
    names = [Name(k, 7) for k in range(2000)]
    if kind == "rule":
        graph = gg.explore(lambda name: names[name.number + 1 : name.number + 3], names[0])
    elif kind == "options":
        graph = gg.as_game_graph({names[0]: names[1:]})
    else:
        graph = gg.as_game_graph({name: [] for name in names})
    assert graph.n == 2000


@pytest.mark.parametrize("kind", ["keys", "rows", "cleared"])
def test_a_dict_changed_by_another_thread_is_read_or_refused(kind: str) -> None:
    names = [Name(k, k % 50, lambda: None) for k in range(300)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    stop = threading.Event()

    def change(game: dict[Any, Any]) -> None:
        while not stop.is_set():
            if kind == "keys":
                game.pop(names[0], None)
                game[Name(1000, 7)] = []
            for row in [*game.values()]:
                if kind == "cleared":
                    row.clear()
                else:
                    row.append(names[5])
                    row.pop(0)

    try:
        for _ in range(20):
            game = {
                name: [names[(3 * k + j) % 300] for j in (1, 2)] for k, name in enumerate(names)
            }
            stop.clear()
            thread = threading.Thread(target=change, args=(game,))
            thread.start()
            try:
                solution = gg.solve(game)
            except (GraphGameError, RuntimeError):
                pass
            else:
                assert solution.verify()
            finally:
                stop.set()
                thread.join()
    finally:
        sys.setswitchinterval(before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_long_chain_of_collisions() -> None:
    script = (
        "import signal\n"
        "from graphgame.graphs._names import NameIndex\n"
        "class Same:\n"
        "    def __init__(self, k): self.k = k\n"
        "    def __hash__(self): return 1\n"
        "    def __eq__(self, other): return False\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "index, names = NameIndex(), [Same(k) for k in range(100_000)]\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "try:\n"
        "    index.add(names)\n"
        "except KeyboardInterrupt:\n"
        "    print('ended', 0 < index.count < 100_000)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout == "ended True\n"


@pytest.mark.parametrize("seed", range(30))
def test_ctrl_c_at_any_moment_leaves_a_right_index(seed: int) -> None:
    rng = random.Random(seed)
    moment = rng.randrange(8_000)
    act = after(moment, lambda: signal.raise_signal(signal.SIGINT))
    names = [Name(k, k % 500, act) for k in range(3000)]
    index = NameIndex()
    with suppress(KeyboardInterrupt):
        index.add(names)
    for name in names:
        name.act = None
    added = index.names()
    assert all(one is other for one, other in zip(added, names, strict=False))
    index.add(names)
    assert all(one is other for one, other in zip(index.names(), names, strict=True))


# -- types, and pairs of ints ---------------------------------------------------------------------


@given(st.lists(NAMES))
def test_kinds(names: list[Any]) -> None:
    assert kinds(names) == set(map(type, names))


@given(st.lists(st.tuples(st.integers(-(2**33), 2**33), st.integers(-5, 5))))
def test_pairs_of_ints(pairs: list[tuple[int, int]]) -> None:
    found = integer_pairs(pairs)
    fits = all(-(2**31) <= x < 2**31 for x in chain.from_iterable(pairs))
    assert (found is not None) == fits
    if found is not None and pairs:
        assert np.asarray(found).tolist() == list(map(list, pairs))
        assert np.asarray(found).dtype == np.int32


@pytest.mark.parametrize(
    "rows",
    [
        [(0, 1), (0, True)],
        [(0, 1), [0, 1]],
        [(0, 1), (0, 1, 2)],
        [(0, 1), (0,)],
        [(0, 1), (0, 1.0)],
        [(0, 1), (0, np.int32(1))],
        [(0, 1), ("0", 1)],
        [(0, 1), None],
        [(0, 2**80)],
    ],
)
def test_other_pairs_are_left_to_others(rows: list[Any]) -> None:
    assert integer_pairs(rows) is None


# -- through the doors ----------------------------------------------------------------------------


def graphs() -> Iterator[Any]:
    """Yield dicts of every kind of row and name."""
    rng = random.Random(3)
    for make in (int, str, lambda k: (k, -k), lambda k: frozenset({k}), float, np.int64):
        names = [make(k) for k in range(60)]
        rows = [rng.choices(names, k=rng.randrange(4)) for _ in names]
        for kind in (
            list,
            tuple,
            iter,
            dict.fromkeys,
            set,
            frozenset,
            lambda row: (x for x in row),
        ):
            yield names, rows, kind


@pytest.mark.parametrize(("names", "rows", "kind"), [*graphs()])
def test_a_dict_of_any_rows_is_its_graph(names: Any, rows: Any, kind: Any) -> None:
    kept = [list(kind(row)) for row in rows]
    if kind is tuple and isinstance(names[0], tuple):
        kept = [list(row) for row in rows]
    graph = gg.as_game_graph({name: kind(row) for name, row in zip(names, rows, strict=True)})
    assert graph.positions(range(60)) == names
    for name, row in zip(names, kept, strict=True):
        assert graph.options(name) == row


def test_a_mapping_that_repeats_a_key_is_refused() -> None:
    class Twice(dict[Any, Any]):
        def __iter__(self) -> Iterator[Any]:
            return iter(["a", "a"])

    with pytest.raises(GraphGameError, match="as many different positions as rows"):
        gg.as_game_graph(Twice(a=[], b=[]))
