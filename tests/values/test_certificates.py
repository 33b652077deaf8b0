"""The certificates of values: they refuse whatever is wrong, and lean on nothing derived.

Pinned here: changed values, orders, ranks and sets are refused, each with a message that says what
is wrong; presets are part of the game that is checked; wrong arrays planted wherever kernels or the
package keep what they derived from the game lead to no value that is accepted and wrong.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph, GraphGameError, VerificationError
from graphgame.values import grundy as solvers, impartial
from tests.reference.graphs import Game
from tests.values.test_grundy import acyclic_games, graph_of, loopy_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOOP = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []}


def refuses(check: Callable[..., bool], *args: Any, **named: Any) -> bool:
    try:
        check(*args, **named)
    except VerificationError:
        return True
    return False


@given(acyclic_games(8), st.data())
def test_changed_grundy_values_and_orders_are_refused(game: Game, data: Any) -> None:
    if game.n == 0:
        return
    g = gg.grundy(graph_of(game))
    v = data.draw(st.integers(0, game.n - 1))
    wrong = g.values.copy()
    wrong[v] = data.draw(st.integers(-2, 9).filter(lambda value: value != g[v]))
    assert refuses(gg.verify_grundy, g.game, wrong, g.order)
    order = g.order.copy()
    order[v] = data.draw(st.integers(-1, game.n).filter(lambda w: w != g.order[v]))
    assert refuses(gg.verify_grundy, g.game, g.values, order)
    swapped = g.order.tolist()
    i, j = sorted(data.draw(st.lists(st.integers(0, game.n - 1), min_size=2, max_size=2)))
    swapped[i], swapped[j] = swapped[j], swapped[i]
    place = {position: turn for turn, position in enumerate(swapped)}
    right = all(place[b] < place[a] for a, b in game.edges)
    assert refuses(gg.verify_grundy, g.game, g.values, swapped) is not right


@given(loopy_games(7), st.data())
def test_changed_loopy_values_are_refused(game: Game, data: Any) -> None:
    if game.n == 0:
        return
    values = gg.loopy_grundy(graph_of(game))
    changed = data.draw(st.sets(st.integers(0, game.n - 1), min_size=1, max_size=3))
    wrong, ranks = values.values.copy(), values.ranks.copy()
    for v in changed:
        wrong[v] = data.draw(st.integers(-1, 5).filter(lambda x, v=v: x != values.values[v]))
        ranks[v] = data.draw(st.integers(-1, 8))
    assert refuses(gg.verify_loopy, values.game, wrong, values.ranks)
    assert refuses(gg.verify_loopy, values.game, wrong, ranks)


def test_every_labelling_of_small_graphs_but_the_right_one_is_refused() -> None:
    """Whatever the ranks: on all graphs of 2 positions, and on loops with and without an exit."""
    for edges in _graphs_of_two():
        _check_all_labellings(GameGraph.from_edges(list(edges), 2))
    for edges in (_LOOP, [(0, 1), (1, 0), (0, 2)], [(0, 1), (1, 0), (0, 2), (1, 2)]):
        _check_all_labellings(GameGraph.from_edges(edges))


@pytest.mark.large
@pytest.mark.parametrize("more", [[], [(0, 3)], [(0, 3), (1, 3)], [(1, 0), (2, 3)]], ids=str)
def test_every_labelling_of_a_loop_with_chords_but_the_right_one_is_refused(
    more: list[tuple[int, int]],
) -> None:
    _check_all_labellings(GameGraph.from_edges([*_LOOP, *more], 4))


_LOOP = [(0, 1), (1, 2), (2, 0)]


def _check_all_labellings(graph: GameGraph) -> None:
    right = gg.loopy_grundy(graph)
    assert gg.verify_loopy(graph, right.values, right.ranks)
    accepted = {
        labels
        for labels in np.ndindex(*[4] * graph.n)
        for ranks in np.ndindex(*[3] * graph.n)
        if not refuses(gg.verify_loopy, graph, np.array(labels) - 1, ranks)
    }
    assert accepted == {tuple((right.values + 1).tolist())}


def _graphs_of_two() -> list[list[tuple[int, int]]]:
    pairs = [(0, 0), (0, 1), (1, 0), (1, 1)]
    return [[p for i, p in enumerate(pairs) if mask >> i & 1] for mask in range(16)]


@pytest.mark.parametrize(
    ("values", "order", "message"),
    [
        ([2, 1, 0], [2, 1, 0], None),
        ([1, 1, 0], [2, 1, 0], "no option of the same value, got value 1"),
        ([2, 1, 1], [2, 1, 0], "position 2: expected a value of at most the number of options"),
        ([2, 0, 0], [2, 1, 0], "position 1: expected no option of the same value, got value 0"),
        ([-1, 1, 0], [2, 1, 0], "position 0: expected a value that is not negative"),
        ([2, 1, 0], [1, 2, 0], "position 1: expected all its options before it in the order"),
        ([2, 1, 0], [2, 2, 0], "position 1: expected a place in the order"),
        ([3, 1, 0], [2, 1, 0], "position 0: expected a value of at most the number of options"),
        ([2, 2, 0], [2, 1, 0], "position 1: expected a value of at most the number of options"),
        ([1, 0, 0], [2, 1, 0], "no option of the same value, got value 0"),
        ([1, 2**31 - 1, 0], [2, 1, 0], "a value of at most the number of options"),
    ],
)
def test_a_refusal_says_what_is_wrong(values: Any, order: Any, message: str | None) -> None:
    graph = GameGraph.from_edges([(0, 1), (0, 2), (1, 2)])
    if message is None:
        assert gg.verify_grundy(graph, values, order)
        return
    with pytest.raises(VerificationError) as caught:
        gg.verify_grundy(graph, values, order)
    assert message in str(caught.value)


def test_refusals_show_the_options_with_their_values() -> None:
    graph = gg.as_game_graph(LOOP)
    with pytest.raises(VerificationError) as caught:
        gg.verify_loopy(graph, [2, -1, 1, 0], [0, -1, 0, 0])
    assert str(caught.value) == (
        "position 'a': expected the mex of the finite values of its options, 0, got value 2; "
        "its options: 'b' value ∞, 'c' value 1"
    )
    with pytest.raises(VerificationError, match="an infinite option without that value, 1"):
        gg.verify_loopy(GameGraph.from_edges([(0, 1)]), [-1, 0], [-1, 0])
    with pytest.raises(VerificationError, match="a way back of lower rank, got value 0"):
        gg.verify_loopy(GameGraph.from_edges([(0, 1), (1, 0)]), [0, -1], [0, -1])
    for shape in ([0], [[0, 0]]):
        with pytest.raises(GraphGameError, match="values: expected 2 of them, got shape"):
            gg.verify_grundy(GameGraph.from_edges([(0, 1)]), shape, [1, 0])


# -- presets --------------------------------------------------------------------------------------


def test_a_preset_loss_is_checked_as_a_terminal() -> None:
    """0 → 1 → 2 → 0, and the moves of 1 do not count."""
    graph = GameGraph.from_edges([(0, 1), (1, 2), (2, 0)]).with_presets({1: gg.LOSE})
    assert gg.verify_grundy(graph, [1, 0, 0], [1, 0, 2])
    assert gg.verify_loopy(graph, [1, 0, 0], [0, 0, 1], sets=([0] * 4, []))
    for values, order in (([1, 0, 0], [0, 1, 2]), ([1, 0, 1], [1, 0, 2]), ([0, 1, 0], [1, 0, 2])):
        assert refuses(gg.verify_grundy, graph, values, order)
    assert refuses(gg.verify_loopy, graph, [-1, -1, -1], [-1, -1, -1])
    with pytest.raises(VerificationError, match="position 1: .*; its options: none$"):
        gg.verify_grundy(graph, [1, 4, 0], [1, 0, 2])


@pytest.mark.parametrize("check", [gg.verify_grundy, gg.verify_loopy])
@pytest.mark.parametrize("outcome", [gg.WIN, gg.DRAW])
def test_other_presets_have_no_certificate(check: Callable[..., bool], outcome: gg.Outcome) -> None:
    graph = GameGraph.from_edges([(0, 1)], labels="xy").with_presets({"y": outcome})
    with pytest.raises(GraphGameError) as caught:
        check(graph, [1, 0], [1, 0])
    assert str(caught.value) == (
        "position 'y': expected no preset but LOSE, a terminal of value 0, "
        f"got {outcome}: no Grundy value stands for it"
    )


@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
def test_the_game_of_values_is_the_one_that_was_given(solver: Callable[..., Any]) -> None:
    graph = GameGraph.from_edges([(0, 1), (1, 2), (1, 0)]).with_presets({1: gg.LOSE})
    assert solver(graph).game is graph is solver(graph).graph()
    values = solver([(0, 1), (1, 2), (1, 0)], presets={1: gg.LOSE})
    assert (values.game.m, values.game.options(1)) == (3, [2, 0])
    assert values.game.presets.tolist() == [2, -1, 2]
    assert values.winning_moves([1]) == [] and values.winning_moves([0]) == [(0, 1)]
    assert repr(values).startswith(f"{type(values).__name__}(n=3, m=3")


# -- sets -----------------------------------------------------------------------------------------


@given(loopy_games(9), st.data())
def test_changed_sets_are_refused(game: Game, data: Any) -> None:
    values = gg.loopy_grundy(graph_of(game))
    ptr, idx = values.set_ptr, values.set_idx
    labels = values.game, values.values, values.ranks
    assert gg.verify_loopy(*labels, sets=(ptr, idx))
    if len(idx):
        e = data.draw(st.integers(0, len(idx) - 1))
        other = idx.copy()
        other[e] = data.draw(st.integers(-1, 9).filter(lambda value: value != idx[e]))
        assert refuses(gg.verify_loopy, *labels, sets=(ptr, other))
        assert refuses(gg.verify_loopy, *labels, sets=(ptr, np.delete(idx, e)))
    if game.n:
        v = data.draw(st.integers(0, game.n))
        moved = ptr.copy()
        moved[v] += data.draw(st.sampled_from([-1, 1]))
        assert refuses(gg.verify_loopy, *labels, sets=(moved, idx))
    with pytest.raises(GraphGameError, match=rf"^sets: expected {len(idx)} elements from offset 0"):
        gg.verify_loopy(*labels, sets=(ptr, np.append(idx, 0)))


def test_sets_of_another_shape_are_refused() -> None:
    labels = GameGraph.from_edges([(0, 0), (0, 1)]), [-1, 0], [-1, 0]
    assert gg.verify_loopy(*labels, sets=([0, 1, 1], [0]))
    with pytest.raises(VerificationError) as caught:
        gg.verify_loopy(*labels, sets=([0, 0, 0], []))
    assert str(caught.value) == (
        "position 0: expected for its set the finite values of its options, got value ∞; "
        "its options: 0 value ∞, 1 value 0"
    )
    for ptr, idx in (([0, 1], [0]), ([0, 1, 1], [[0]]), ([0.0, 1, 1], [0]), ([0, 1, 1], [0.0])):
        with pytest.raises(GraphGameError, match="^sets: expected 3 offsets and their elements"):
            gg.verify_loopy(*labels, sets=(ptr, idx))
    with pytest.raises(GraphGameError, match="^sets: expected 0 elements from offset 0 on, got 0"):
        gg.verify_loopy(GameGraph.from_edges([]), none := np.zeros(0, int), none, sets=([1], none))


# -- what is derived from the game ----------------------------------------------------------------

Rows = tuple[Any, Any]


def wrong_options(rows: Rows) -> Iterator[Rows]:
    """Return rows with one entry replaced by another position; degrees stay what they are."""
    ptr, idx = (np.asarray(array) for array in rows)
    n = len(ptr) - 1
    for e in range(len(idx)):
        for step in (1, n // 2):
            other = idx.copy()
            other[e] = (other[e] + step) % n
            yield ptr, other


def wrong_predecessors(rows: Rows) -> Iterator[Rows]:
    """Return rows with entries that stand in the row of another position.

    Each position stands in them as often as it has options: kernels count on that for their memory.
    """
    ptr, idx = (np.asarray(array) for array in rows)
    for a, b in combinations(range(len(idx)), 2):
        other = idx.copy()
        other[[a, b]] = other[[b, a]]
        yield ptr, other
    for v in range(1, len(ptr) - 1):
        for start in (ptr[v] - 1, ptr[v] + 1):
            if ptr[v - 1] <= start <= ptr[v + 1]:
                moved = ptr.copy()
                moved[v] = start
                yield moved, idx


WRONG: dict[str, tuple[Callable[[GameGraph], Rows], Callable[[Rows], Iterator[Rows]]]] = {
    "_options": (GameGraph._option_rows, wrong_options),
    "_predecessors": (GameGraph._predecessor_rows, wrong_predecessors),
}


def drawn(seed: int, *, loops: bool) -> tuple[Any, int]:
    """Draw the edges of a small game, with cycles if `loops`."""
    random = np.random.default_rng(seed)
    n = 7
    edges = random.integers(0, n, (14, 2), dtype=np.int32)
    if not loops:  # in no order of the numbers: then the predecessors are needed
        name = random.permutation(n)
        edges = np.sort(edges[edges[:, 0] != edges[:, 1]], axis=1)[:, ::-1]
        edges = name[edges].astype(np.int32)
    return edges, n


class Tally:
    """Counts what becomes of wrong arrays that are planted before or after solving."""

    def __init__(self) -> None:
        self.refused = self.harmless = self.without_values = 0

    def check(self, solver: Callable[..., Any], fresh: Callable[[], Any], planted: Any) -> None:
        try:
            values = solver(planted)
        except gg.LoopyGameError:
            self.without_values += 1
            return
        self.check_values(values, solver(fresh()))

    def check_values(self, values: Any, right: Any) -> None:
        """Values that are wrong, in any array, must be refused."""
        wrong = not np.array_equal(values.values, right.values)
        if isinstance(values, gg.LoopyValues):
            wrong |= not np.array_equal(values.set_ptr, right.set_ptr)
            wrong |= not np.array_equal(values.set_idx, right.set_idx)
        refused = refuses(values.verify)
        assert refused or not wrong
        self.refused += refused
        self.harmless += not refused
        if not refused:
            assert [values[v] for v in values] == [right[v] for v in right]


def forms(edges: Any, n: int) -> dict[str, Callable[[], GameGraph]]:
    rows = GameGraph.from_edges(edges, n)
    return {
        "edges": lambda: GameGraph.from_edges(edges, n),
        "rows": lambda: GameGraph.from_csr(rows.option_ptr, rows.option_idx),
    }


SOLVERS = [(gg.grundy, False), (gg.loopy_grundy, True)]
KINDS = pytest.mark.parametrize(("solver", "loops"), SOLVERS, ids=["grundy", "loopy_grundy"])


@KINDS
def test_a_wrong_grouping_or_transpose_is_refused(solver: Callable[..., Any], loops: bool) -> None:
    tally = Tally()
    for seed in range(8):
        for form, make in forms(*drawn(seed, loops=loops)).items():
            for name, (derive, wrong) in WRONG.items():
                if (form, name) == ("rows", "_options"):
                    continue  # these are what was given
                for rows in wrong(derive(make())):
                    planted = make()
                    setattr(planted, name, rows)
                    tally.check(solver, make, planted)
    assert tally.refused >= (340 if loops else 280), vars(tally)


@KINDS
def test_wrong_rows_planted_between_solving_and_asking_are_refused(
    solver: Callable[..., Any], loops: bool
) -> None:
    """Sets are found when they are asked for, of predecessors that are there by then."""
    tally = Tally()
    for seed in range(8):
        make = forms(*drawn(seed, loops=loops))["edges"]
        for name, (derive, wrong) in WRONG.items():
            for rows in wrong(derive(make())):
                values = solver(make())
                setattr(values.game, name, rows)
                tally.check_values(values, solver(make()))
    assert tally.refused >= (70 if loops else 0), vars(tally)


@KINDS
def test_a_wrong_game_without_presets_is_refused(
    solver: Callable[..., Any], loops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong in its edges, its rows, or its presets: one too many, one too few, none or all."""
    tally = Tally()
    for seed in range(6):
        edges, n = drawn(seed, loops=loops)
        for make in forms(edges, n).values():
            presets = np.where(np.random.default_rng(seed).random(n) < 0.3, gg.LOSE, gg.NO_PRESET)

            def given(make: Any = make, presets: Any = presets) -> GameGraph:
                return make().with_presets(presets)  # type: ignore[no-any-return]

            for reduced in wrong_reductions(given):
                with monkeypatch.context() as patch:
                    patch.setattr(solvers, "without_presets", lambda _, r=reduced: r)
                    try:
                        values = solver(given())
                    except gg.LoopyGameError:
                        tally.without_values += 1
                        continue
                tally.check_values(values, solver(given()))
    assert tally.refused >= (490 if loops else 180), vars(tally)


def wrong_reductions(given: Callable[[], GameGraph]) -> Iterator[GameGraph]:
    right, presets = impartial.without_presets(given()), given().presets
    assert presets is not None
    others = [np.where(np.arange(len(presets)) == v, 1 - presets, presets) for v in range(right.n)]
    for other in [*others, np.full(right.n, gg.NO_PRESET), np.full(right.n, gg.LOSE)]:
        yield impartial.without_presets(given()._with(presets=other.astype(np.int8)))
    for name, (derive, wrong) in WRONG.items():
        for rows in wrong(derive(right)):
            planted = right._with()
            setattr(planted, name, rows)
            yield planted


def wrong_sets(sets: Rows) -> Iterator[Rows]:
    ptr, idx = (np.asarray(array) for array in sets)
    for e in range(len(idx)):
        other = idx.copy()
        other[e] += 1
        yield ptr, other
        yield ptr, np.delete(idx, e)
    for v in range(len(ptr)):
        moved = ptr.copy()
        moved[v] += 1
        yield moved, idx


@KINDS
def test_wrong_values_orders_ranks_and_sets_that_are_kept_are_refused(
    solver: Callable[..., Any], loops: bool
) -> None:
    names = ["_values", "_ranks", "_sets"] if loops else ["_values", "_order"]
    planted = refused = 0
    for seed in range(8):
        make = forms(*drawn(seed, loops=loops))["edges"]
        for name in names:
            kept = getattr(solver(make()), name)
            if name == "_sets":
                changes: Any = wrong_sets(solver(make())._infinite_sets())
            else:
                array = np.asarray(kept)
                changes = (np.where(np.arange(7) == v, array + 1, array) for v in range(7))
            for other in changes:
                values = solver(make())
                setattr(values, name, other if name == "_sets" else other.astype(np.int32))
                planted += 1
                refused += refuses(values.verify)
    # A rank that is one higher may prove as much; nothing else may be changed.
    assert refused >= planted - (8 * 7 if loops else 0), (planted, refused)
    assert planted >= 100
