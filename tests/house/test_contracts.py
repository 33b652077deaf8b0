"""Contracts of all public classes: see `everything`.

Pinned here: returned arrays are read-only, or belong to the caller; inputs are never written;
pickles and copies have the same answers, or are refused with a message.
"""

from __future__ import annotations

import copy
import pickle
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph
from tests.house.everything import RING, THINGS, TREE, arrays_in, asked, facts, plain

if TYPE_CHECKING:
    from collections.abc import Callable


def test_every_public_class_is_among_the_things() -> None:
    public = {getattr(gg, name) for name in gg.__all__}
    classes = {x for x in public if isinstance(x, type) and not issubclass(x, Exception)}
    made = {type(make()) for make in THINGS.values()}
    assert classes - made <= {gg.Game}, "a protocol: nothing is one"
    assert made <= classes


def test_enough_is_asked_to_tell_things_apart() -> None:
    found = {name: facts(make()) for name, make in THINGS.items()}
    for name, answers in found.items():
        wrong = [question for question, x in answers.items() if str(x).startswith("'TypeError")]
        assert not wrong, f"arguments of {name} that its methods do not take"
    assert found.pop("solution of a file") == found["solution of codes"]
    for (name, one), (other, two) in combinations(found.items(), 2):
        assert one != two, f"{name} and {other}"


# -- arrays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THINGS)
def test_arrays_handed_out_are_read_only_or_new(name: str) -> None:
    thing = THINGS[name]()
    again = {question: [*arrays_in(answer)] for question, answer, _ in asked(thing)}
    for question, answer, is_attribute in asked(thing):
        for array, twin in zip(arrays_in(answer), again[question], strict=True):
            if is_attribute or np.shares_memory(array, twin):
                assert not array.flags.writeable, question
                with pytest.raises(ValueError, match="read-only"):
                    array[...] = 0
                for view in (array, array.view(), array[...]):
                    with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
                        view.setflags(write=True)


def test_there_are_arrays_of_every_kind_to_look_at() -> None:
    """The test above finds what it is to look at."""
    found = set()
    for thing in (make() for make in THINGS.values()):
        for question, answer, is_attribute in asked(thing, depth=0):
            if is_attribute and [*arrays_in(answer)]:
                found.add(f"{type(thing).__name__}.{question}")
    assert found >= {
        *(
            f"GameGraph.{x}"
            for x in ("option_ptr", "option_idx", "pred_ptr", "pred_idx", "presets")
        ),
        *(f"Solution.{x}" for x in ("outcomes", "remoteness", "best_moves")),
        *(f"LoopyValues.{x}" for x in ("values", "ranks", "set_ptr", "set_idx")),
        *("GrundyValues.values", "GrundyValues.order", "CopsSolution.capture_times"),
    }


def _police(cells: Any) -> object:
    return gg.PoliceAndThief(cells, police=(0, 0), thief=(1, 1)).solve().result


# Functions that take arrays: the arrays, and the call.
TAKERS: dict[str, tuple[tuple[Any, ...], Callable[..., object]]] = {
    "from_edges": ((RING,), lambda e: facts(GameGraph.from_edges(e))),
    "from_csr": (
        (np.array([0, 1, 2]), np.array([1, 0], np.int32)),
        lambda ptr, idx: facts(GameGraph.from_csr(ptr, idx)),
    ),
    "with_presets": (
        (np.array([2, 2, 2, -1, 2], np.int8),),
        lambda p: facts(GameGraph.from_edges(RING).with_presets(p)),
    ),
    "solve": (
        (RING, np.array([2, 2, 2, -1, 2], np.int8)),
        lambda e, p: facts(gg.solve(e, presets=p)),
    ),
    "grundy": ((TREE,), lambda e: facts(gg.grundy(e))),
    "loopy_grundy": ((RING,), lambda e: facts(gg.loopy_grundy(e))),
    "game_sum": ((TREE,), lambda e: facts(gg.game_sum([e, e], start=(4, 4)))),
    "explore_codes": (
        (np.array([5, 9]),),
        lambda s: facts(gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), s)),
    ),
    "verify": (
        (np.array([-1, 1], np.int8), np.array([0, 1], np.int32)),
        lambda o, r: gg.Solution(GameGraph.from_edges([(1, 0)]), gg.Play.NORMAL, o, r).verify(),
    ),
    "verify_grundy": (
        (np.array([0, 1]), np.array([0, 1])),
        partial(gg.verify_grundy, GameGraph.from_edges([(1, 0)])),
    ),
    "verify_loopy": (
        (np.array([0, 1]), np.array([0, 1])),
        partial(gg.verify_loopy, GameGraph.from_edges([(1, 0)])),
    ),
    "cops_and_robbers": ((RING,), lambda e: facts(gg.cops_and_robbers(e))),
    "PoliceAndThief": ((np.array([[True, True], [False, True]]),), _police),
    "find_patterns": ((np.arange(40) % 3,), lambda a: str(gg.find_patterns(a))),
    "mex": ((np.array([[0, 1, 3], [5, 0, 0]]),), lambda a: str(gg.mex(a))),
    "nim_sum": ((np.array([[0, 1, 3], [5, 0, 0]]),), lambda a: str(gg.nim_sum(a))),
    "nim_product": ((np.array([3, 7]), np.array([9, 2])), lambda a, b: str(gg.nim_product(a, b))),
    "nim_inverse": ((np.array([3, 7]),), lambda a: str(gg.nim_inverse(a))),
    "nim": ((np.array([[3, 4, 5], [1, 1, 0]]),), lambda a: str(gg.nim.outcome(a))),
}


@pytest.mark.parametrize("name", TAKERS)
def test_inputs_are_not_written(name: str) -> None:
    originals, call = TAKERS[name]
    writable, frozen = ([array.copy() for array in originals] for _ in range(2))
    for array in frozen:
        array.flags.writeable = False
    assert call(*writable) == call(*frozen)
    for array, before in zip(writable, originals, strict=True):
        assert array.flags.writeable and array.dtype == before.dtype
        assert np.array_equal(array, before)


def test_an_array_taken_without_a_copy_is_not_frozen_for_its_owner() -> None:
    edges = RING.copy()
    graph = GameGraph.from_edges(edges)
    assert facts(graph) and edges.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        next(iter(graph.edge_blocks()))[0][0] = 1


# -- pickles and copies ---------------------------------------------------------------------------

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda x, protocol=protocol: pickle.loads(pickle.dumps(x, protocol))
        for protocol in (2, pickle.HIGHEST_PROTOCOL)
    },
}


@pytest.mark.parametrize("name", [name for name in THINGS if name != "pattern"])
def test_a_copy_gives_the_same_answers(name: str) -> None:
    thing = THINGS[name]()
    # Copies from before anything is found that is kept, and from after.
    twins = {f"{how} before": copied(thing) for how, copied in COPIES.items()}
    expected = facts(thing)
    twins |= {how: copied(thing) for how, copied in COPIES.items()}
    for how, twin in twins.items():
        assert type(twin) is type(thing), how
        found = {}
        for question, answer, is_attribute in asked(twin):
            found[question] = plain(answer)
            assert not is_attribute or not any(a.flags.writeable for a in arrays_in(answer)), (
                how,
                question,
            )
        assert found == expected, how
    assert facts(thing) == expected, "the original is what it was"


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_keeps_what_a_game_with_heaps_has_found(how: str) -> None:
    game = gg.octal("0.07")
    values = game.values(5000).tolist()
    twin = COPIES[how](game)
    assert twin._known.table.count == game._known.table.count >= 106
    assert twin.values(5000).tolist() == values and twin.period() == game.period()
    odd = gg.taking(lambda n: n % 2 == 1)
    if how.startswith("pickle"):
        with pytest.raises(TypeError, match="a function or an iterator is part of it"):
            COPIES[how](odd)
    else:
        assert COPIES[how](odd).values(9).tolist() == [0, 1] * 5


def test_a_deep_copy_has_arrays_of_its_own_and_a_copy_shares_them() -> None:
    edges = RING.copy()
    graph = GameGraph.from_edges(edges, copy=False)
    deep, shallow = copy.deepcopy(graph), copy.copy(graph)
    edges[0] = 3, 3  # forbidden, since it was lent; done to tell
    assert next(iter(deep.edge_blocks()))[0][0] == 0
    assert next(iter(shallow.edge_blocks()))[0][0] == 3


def test_a_pattern_copies_and_its_pickle_is_refused_in_words() -> None:
    pattern = THINGS["pattern"]()
    for twin in (copy.copy(pattern), copy.deepcopy(pattern)):
        assert twin == pattern and [twin(n) for n in range(99)] == [n % 3 for n in range(99)]
    with pytest.raises(TypeError, match=r"^a Pattern cannot be pickled: a function is part of it$"):
        pickle.dumps(pattern)


def test_a_pickle_does_not_keep_what_is_built_when_it_is_needed() -> None:
    graph = GameGraph.from_edges(np.zeros((10_000, 2), np.int32), labels=[f"{v}" for v in range(9)])
    before = len(pickle.dumps(graph))
    graph.index("3")
    assert graph.option_ptr[-1] == graph.pred_ptr[-1] == 10_000
    assert len(pickle.dumps(graph)) == before < 81_000
