"""The kernels of heap games: two methods agree, tables grow by any steps, and Ctrl-C costs nothing.

Pinned here: the sparse-space method, with any mask, and the quadratic one; values past every width;
runs that are interrupted, shown and continued.
"""

from __future__ import annotations

import signal
import threading
from array import array
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings, strategies as st

import graphgame as gg
from graphgame import HeapGame
from graphgame.heaps.rules import _sparse, _splitting, _taking
from graphgame.heaps.rules.splitting import Splitting
from graphgame.heaps.table import Space, Table
from tests.heaps.test_game import code_of

Values = npt.NDArray[np.int32]


def quadratic(game: HeapGame, n: int) -> Values:
    """Return the values of heaps 0 to n, looking at every split."""
    rule, table = game._rule, Table()
    assert isinstance(rule, Splitting)
    table.make_room(n + 1)
    finals, singles, pairs, _ = rule.takes
    while table.count <= n:
        _splitting.split(
            *(table.values, table.done, n + 1, finals, singles, pairs),
            *(rule.unequal, rule.frozen, rule.tail, table.width),
        )
        table.widen(table.view[-1])
    return np.asarray(table.view)


BEHIND = range(-4, 0)


def is_rare(heap: int, value: int, mask: int, parity: int) -> bool:
    """Say whether a heap is rare, from the definition."""
    odd = (value & mask).bit_count() % 2
    return odd == (0 if parity < 0 else (heap - parity) % 2)


def parities(game: HeapGame) -> list[int]:
    """Return the parities that may count: -1, and that of the numbers that splits take."""
    rule = game._rule
    assert isinstance(rule, Splitting)
    found = {t % 2 for t in rule.takes[2]}
    return [-1, *found] if len(found) == 1 else [-1]


def sparse(
    game: HeapGame,
    n: int,
    start: int,
    mask: int | None = None,
    step: int = 1 << 30,
    parity: int = -1,
) -> Values:
    """Return the same from `start` on by the sparse-space method, with a mask or the best ones."""
    rule, table = game._rule, Table()
    assert isinstance(rule, Splitting)
    table.make_room(n + 1)
    known = quadratic(game, start - 1)
    memoryview(table.values)[:start] = memoryview(known.copy())
    table.done[0] = start
    while max(table.view) >= table.width:
        table.width *= 2
    _, singles, pairs, _ = rule.takes
    space, sought = None, start
    while table.count <= n:
        if space is None or (mask is None and table.count >= 2 * sought):
            chosen, sought = mask, table.count
            if mask is None:
                chosen, _ = _sparse.choose_mask(table.values, table.count, table.width, parity)
            space = Space(chosen, parity, 0)
        space.make_room()
        stop = min(n + 1, 2 * table.count, table.count + step)
        with memoryview(space.heaps) as rare, memoryview(space.values) as kept:
            for k in BEHIND:  # what stands behind the room for the list
                rare[k] = kept[k] = -7
            _sparse.sparse(
                *(table.values, table.done, stop, singles, pairs, rule.unequal),
                *(space.mask, parity, table.width, table.probe),
                *(rare[: BEHIND[0]], kept[: BEHIND[0]], space.listed),
            )
            assert {rare[k] for k in BEHIND} == {kept[k] for k in BEHIND} == {-7}
        table.widen(table.view[-1])
    heaps, values = np.asarray(space.heaps)[: space.listed[0]], memoryview(table.values)
    rares = [h for h in range(1, space.listed[1]) if is_rare(h, values[h], space.mask, parity)]
    assert heaps.tolist() == rares, "the list is that of the definition"
    return np.asarray(table.view)


# -- the sparse space -----------------------------------------------------------------------------

TWENTY = (
    *("0.77", "0.07", "0.137", "0.6", "0.16", "0.56", "0.156", "0.356", "0.644", "0.165"),
    *("0.06", "0.36", "0.104", "0.106", "0.127", "0.161", "0.54", "0.74", "4.3", "0.7777"),
)


@pytest.mark.large
@pytest.mark.parametrize("game", [gg.grundys_game(), *map(gg.octal, TWENTY)], ids=repr)
def test_both_methods_agree_to_sixty_thousand(game: HeapGame) -> None:
    n = 60_000
    expected = quadratic(game, n)
    table = Table()
    table.make_room(n + 1)
    game._rule.extend(table, n + 1)
    assert np.array_equal(table.view, expected), "the method that the game chooses"
    if game._rule.text != "octal('0.06')":  # which has no sparse space: it takes a minute
        assert np.array_equal(sparse(game, n, 1000), expected), "the sparse space in any case"


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=4),
    st.sampled_from([0, 4]),
    st.integers(13, 60),
    st.one_of(st.none(), st.integers(0, 31)),
    st.integers(1, 100),
)
def test_both_methods_agree_whatever_the_mask(
    tail: list[int], splits: int, start: int, mask: int | None, step: int
) -> None:
    game = gg.octal(code_of(tail, splits=splits))
    expected = quadratic(game, 500)
    for parity in parities(game):
        assert np.array_equal(sparse(game, 500, start, mask, step, parity), expected)


@given(st.integers(9, 100), st.one_of(st.none(), st.integers(0, 255)), st.integers(1, 300))
def test_both_methods_agree_where_heaps_must_differ(
    start: int, mask: int | None, step: int
) -> None:
    for game in (gg.grundys_game(), gg.couples_are_forever()):
        assert np.array_equal(sparse(game, 600, start, mask, step), quadratic(game, 600))


def test_values_past_255_in_both_methods() -> None:
    # 0.06 has no sparse space; its values pass 255 soon.
    game = gg.octal("0.06")
    expected = quadratic(game, 20_000)
    assert expected.max() > 255
    assert np.array_equal(sparse(game, 20_000, 10_000), expected)


@given(
    st.lists(st.integers(0, 63), min_size=1, max_size=80),
    st.sampled_from([64, 128]),
    st.sampled_from([-1, 0, 1]),
)
def test_the_best_mask_is_the_best(heaps: list[int], width: int, parity: int) -> None:
    values = array("i", [0, *heaps])
    mask, rares = _sparse.choose_mask(values, len(values), width, parity)

    def rare(m: int) -> list[int]:
        return [h for h, value in enumerate(values) if is_rare(h, value, m, parity)]

    numbers = [len([h for h in rare(m) if h]) for m in range(width)]
    assert rares == numbers[mask] == min(numbers)
    assert mask == numbers.index(rares), "the least of the best"
    listed = rare(mask)
    greatest = values.index(max(values))
    expected = len(listed), max(listed, default=-1), greatest
    assert _sparse.census(values, len(values), mask, parity) == expected


@pytest.mark.parametrize("heap", [20, 26, 50])
def test_a_split_that_was_useful_is_none_into_equal_heaps(heap: int) -> None:
    """Grundy's game loses from these heaps: nobody may confirm a 0 by two heaps of one size."""
    values, done = array("i", quadratic(gg.grundys_game(), heap - 1)), array("q", [heap])
    values.append(-1)
    mask, _ = _sparse.choose_mask(values, heap, 64)
    probe = array("i", [1, heap // 2, *([0] * 4095)])
    takes, space = (array("i"), array("i", [0])), Space(mask, -1, heap)
    rares = space.heaps, space.values, space.listed
    _sparse.sparse(values, done, heap + 1, *takes, True, mask, -1, 64, probe, *rares)
    assert values[heap] == 0


def test_the_sparse_space_wants_a_start() -> None:
    values, done = array("i", bytes(80)), array("q", [10])
    with pytest.raises(ValueError, match=r"^done: expected more than 10, got 10$"):
        _sparse.sparse(
            *(values, done, 20, array("i", [1]), array("i", [1, 2]), False, 1, -1, 8),
            *(_sparse.probes(), array("i", bytes(40)), array("i", bytes(40)), array("q", [0, 1])),
        )


@pytest.mark.parametrize("room", [4, 5, 9, 40])
def test_the_sparse_space_stops_where_its_list_is_full(room: int) -> None:
    game = gg.octal("0.77")
    expected, table = quadratic(game, 300), Table()
    table.make_room(301)
    memoryview(table.values)[:100] = memoryview(expected[:100].copy())
    table.done[0] = 100
    singles, pairs = array("i", [1, 2]), array("i", [1, 2])
    heaps, values = array("i", bytes(4 * room)), array("i", bytes(4 * room))
    listed = array("q", [0, 1])
    _sparse.sparse(  # with mask 0 every heap is rare
        *(table.values, table.done, 301, singles, pairs, False, 0, -1, 32, table.probe),
        *(heaps, values, listed),
    )
    assert listed[0] == room and heaps.tolist() == list(range(1, room + 1))
    assert values.tolist() == expected[1 : room + 1].tolist()
    assert table.count == 100 and np.array_equal(table.view, expected[:100])


# -- sets of moves --------------------------------------------------------------------------------


def one_by_one(moves: list[int], n: int) -> list[int]:
    values, done = array("i", bytes(4 * (n + 1))), array("q", [1])
    _taking.take_one_by_one(values, done, n + 1, array("i", moves))
    return values.tolist()


@given(
    st.one_of(
        st.sets(st.integers(1, 300), min_size=1, max_size=60),
        st.sets(st.integers(1, 40), min_size=1),
        st.integers(1, 300).map(lambda k: set(range(1, k))).filter(bool),
        st.just({k * k for k in range(1, 20)}),
    ),
    st.integers(0, 400),
    st.lists(st.integers(1, 200), max_size=3),
    st.sampled_from([32, 64, 96, 1 << 14]),
    st.booleans(),
)
def test_a_tile_at_a_time_finds_what_one_by_one_does(
    chosen: set[int], n: int, steps: list[int], tile: int, plain: bool
) -> None:
    moves = sorted(chosen)
    expected = one_by_one(moves, n)
    stop = next((h for h, value in enumerate(expected) if value > 255), n + 1)
    values, done = array("i", bytes(4 * (n + 1))), array("q", [1])
    upto = 1
    for step in [*steps, n + 1]:
        upto = min(upto + step, n + 1)
        bound = _taking.take_below(values, done, upto, array("i", moves), tile, plain)
        assert done[0] == min(upto, stop)
        assert max(values[: done[0]]) <= max(bound, 0)
    assert values[:stop].tolist() == expected[:stop]


def test_values_past_every_range_in_square_take_away() -> None:
    n = 30_000
    moves = [k * k for k in range(1, 174)]
    expected = one_by_one(moves, n)
    assert max(expected) > 32
    for tile in (32, 1 << 10, 1 << 14):
        for plain in (False, True):
            values, done = array("i", bytes(4 * (n + 1))), array("q", [1])
            bound = _taking.take_below(values, done, n + 1, array("i", moves), tile, plain)
            assert (done[0], values.tolist()) == (n + 1, expected)
            assert max(expected) <= bound < max(expected) + 32


def test_without_moves_and_where_values_leave_every_range() -> None:
    values, done = array("i", bytes(4 * 400)), array("q", [1])
    assert _taking.take_below(values, done, 400, array("i", range(1, 400))) == 255
    assert (done[0], values[:257].tolist()) == (256, [*range(256), 0])
    rest = gg.subtraction(range(1, 400)).values(900)
    assert rest.tolist() == [h % 400 for h in range(901)]
    assert not gg.subtraction([]).values(50).any()


# -- splits into three ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["0.8", "0.28", "0.E", "0.9", "C.0", "0.2048", "4.08", "0.123C"])
def test_large_values_of_splits_into_three(code: str) -> None:
    """Where values fill several words, some heaps are compared with the definition."""
    n = 900
    game = gg.octal(code)
    g = game.values(n).astype(np.int64)
    assert g.max() > 20
    rule = game._rule
    assert isinstance(rule, Splitting)
    for heap in [*range(1, 40), *range(60, 70), *range(120, n, 97), n - 1, n]:
        reached = [np.zeros(int(heap in rule.takes[0]), dtype=np.int64)]
        reached += [g[heap - t : heap - t + 1] for t in rule.takes[1] if t < heap]
        for left in (2, 3):
            for t in rule.takes[left]:
                s = max(heap - t, 1)
                first, second = np.mgrid[1:s, 1:s] if left == 3 else (np.arange(1, s), 0)
                third = s - first - second
                fits = third > 0
                x = g[first] ^ g[second] ^ g[third * fits]  # heap 0 has the value 0
                reached.append(np.unique(x[fits]))
        seen = np.unique(np.concatenate(reached))
        assert g[heap] == next((x for x, y in enumerate(seen) if x != y), len(seen))


# -- steps and interrupts -------------------------------------------------------------------------

FRESH: dict[str, Callable[[], HeapGame]] = {
    "moves": lambda: gg.taking("primes"),
    "many values": lambda: gg.taking("squares"),
    "all but": lambda: gg.all_but({3, 500}),
    "every split": lambda: gg.octal("0.06"),
    "sparse": gg.grundys_game,
    "three heaps": lambda: gg.octal("0.E"),
}


# Nim-sums of three of these are small, whatever high bits two of them share.
FAR_VALUES = st.sampled_from([low | high for low in range(4) for high in (0, 4, 8, 16, 32, 64)])
TAKES = st.sets(st.integers(1, 4)).map(sorted)


@given(st.lists(FAR_VALUES, min_size=4, max_size=14), TAKES, TAKES, TAKES)
@example([32, 32, 0, 1, 5, 5], [], [], [1])  # 0 by two heaps of 32
def test_splits_into_three_of_heaps_of_any_values(
    known: list[int], singles: list[int], pairs: list[int], triples: list[int]
) -> None:
    """The next value of a table that no game need have."""
    values, h = array("i", [0, *known, -1]), len(known) + 1
    takes = [array("i", taken) for taken in ([], singles, pairs, triples)]
    _splitting.split_in_three(values, array("q", [h]), h + 1, *takes, 128)
    reached = {values[h - t] for t in singles}
    reached |= {values[a] ^ values[h - t - a] for t in pairs for a in range(1, h - t)}
    reached |= {
        values[a] ^ values[b] ^ values[h - t - a - b]
        for t in triples
        for a in range(1, h - t)
        for b in range(1, h - t - a)
    }
    assert values[h] == gg.mex(reached)


@pytest.mark.parametrize("name", FRESH)
def test_progress_is_shown_and_changes_nothing(name: str) -> None:
    n = 2500 if name == "three heaps" else 9000
    shown: list[tuple[int, int]] = []
    watched = FRESH[name]().values(n, progress=lambda x: shown.append((x.done, x.total)))
    assert np.array_equal(watched, FRESH[name]().values(n))
    assert shown == sorted(shown)
    assert not shown or shown[-1][0] <= n + 1 == shown[-1][1]


@pytest.mark.large
@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("moves", 10**7),
        ("many values", 10**7),
        ("every split", 10**6),
        ("sparse", 10**7),
        ("three heaps", 10**5),
    ],
)
def test_an_interrupted_run_goes_on_where_it_was(name: str, n: int) -> None:
    game = FRESH[name]()
    game.values(300)
    alarm = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])

    def run() -> None:
        alarm.start()
        game.values(n)

    with pytest.raises(KeyboardInterrupt):
        run()
    alarm.join()
    known = game._known.table.count
    assert 300 < known < n
    fresh = FRESH[name]()
    enough = min(known - 1, 3000)
    assert np.array_equal(game.values(enough), fresh.values(enough))
    if name in {"sparse", "moves"}:
        assert np.array_equal(game.values(known + 500), fresh.values(known + 500))


def test_tables_that_were_given_out_stay() -> None:
    game = gg.taking("squares")
    before = game.values(100)
    kept = before.tolist()
    game.values(100_000)
    assert before.tolist() == kept
    assert np.shares_memory(game.values(5), game.values(90_000)), "no copy"


def test_all_but_refuses_tables_beyond_32_bits() -> None:
    with pytest.raises(ValueError, match=r"^upto: expected at most 2147483647, got 2147483648$"):
        _taking.take_all_but(array("i", [0]), array("q", [1]), 2**31, array("i"))
