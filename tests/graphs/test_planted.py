"""Faults planted where something of the user's is joined to a graph: each is refused.

A fault is a conversion that gives another result than it should, whole in itself: its arrays have
the right shapes and values in range.  The certificate of a solution begins behind it, and would
accept the answer of the other game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, NO_PRESET, WIN, GameGraph, VerificationError
from graphgame.arrays import Later

OPTIONS = {"a": ["b", "c"], "b": ["c"], "c": ["d"], "d": []}
NAMED = GameGraph.from_options(OPTIONS)
PATH = GameGraph.from_edges([(0, 1), (1, 2), (2, 3)])
OWNERS = {"a": 0, "b": 0, "c": 1, "d": 0}
EDGES = [(0, 1), (0, 2), (1, 2), (2, 3)]
CSR = [0, 1, 2, 2], [1, 2]
MATRIX = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
CODES = {3: WIN, 5: LOSE}


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2) if n >= k]


def take_many(codes: Any) -> Any:
    rows, taken = np.nonzero(codes[:, None] >= np.array([1, 2]))
    return rows, codes[rows] - (taken + 1)


def networkx_graph(**attributes: Any) -> Any:
    graph = pytest.importorskip("networkx").DiGraph(OPTIONS)
    for name, values in attributes.items():
        for node, value in values.items():
            graph.nodes[node][name] = value
    return graph


# -- the faults: each takes what a conversion returned, and gives something else ------------------


def _names(change: Callable[[list[Any]], list[Any]], *, index: bool) -> Callable[[Any], Any]:
    def fault(found: Any) -> Any:
        *parts, names = found
        labels = change(list(names["labels"]))
        table = {x: v for v, x in enumerate(labels)} if index else names["index"]
        return *parts, {"labels": labels, "index": table}

    return fault


def _swapped(labels: list[Any]) -> list[Any]:
    return [labels[1], labels[0], *labels[2:]]


def _turned(labels: list[Any]) -> list[Any]:
    return [*labels[1:], labels[0]]


def _lost_index(found: Any) -> Any:
    *parts, names = found
    labels = names["labels"]
    return *parts, {"labels": labels, "index": {x: v for v, x in enumerate(labels[::-1])}}


def _options(found: Any) -> Any:
    ptr, idx, names = found
    return ptr, ((np.asarray(idx) + 1) % (len(ptr) - 1)).astype(np.int32), names


def _presets(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda found: change(*found)


def _one_more(array: Any, ends: Any) -> Any:
    array = array.copy()
    array[int(np.argmax(array == NO_PRESET))] = LOSE
    return array, ends


def _one_less(array: Any, ends: Any) -> Any:
    array = array.copy()
    array[int(np.argmax(array != NO_PRESET))] = NO_PRESET
    return array, ends


def _one_flipped(array: Any) -> Any:
    array = array.copy()
    array[-1] ^= 1
    return array


SHIFTED = _presets(lambda a, e: (np.roll(a, 1), e))
INVERTED = _presets(lambda a, e: (np.where(a == NO_PRESET, a, -a).astype(np.int8), e))
MORE, LESS = _presets(_one_more), _presets(_one_less)
LATE = _presets(lambda a, e: (a, e + np.int32(1) if e is not None else np.ones(len(a), np.int32)))
EARLY = _presets(lambda a, e: (a, None))


def _joined(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda found: change(*found)


def _renamed(game: Any, by_right: Any) -> Any:
    labels = _swapped(game.labels)
    return game._with(labels=labels, index={x: v for v, x in enumerate(labels)}), by_right


def _moved(game: Any, by_right: Any) -> Any:
    edges = (np.asarray(game._edges) + 1) % game.n
    return GameGraph.from_edges(edges, game.n)._with(labels=game.labels), by_right


READ_OPTIONS, READ_EDGES = "graphs.options.read_options", "graphs.edges.read_edges"
PRESETS, OWNER = "graphs.presets.preset_arrays", "graphs.presets.owner_array"
JOINED, LOOK_UP = "owners.partizan._joined", "rules.kind.look_up_codes"

FAULTS: dict[str, tuple[str, Any, Callable[[], Any]]] = {}


def plant(name: str, where: str, fault: Any, *calls: Callable[[], Any]) -> None:
    """Add a fault, once for each call that reaches it."""
    for number, call in enumerate(calls):
        FAULTS[f"{name} {number}"] = where, fault, call


plant(
    "options: labels swapped", READ_OPTIONS, _names(_swapped, index=True),
    lambda: gg.solve(OPTIONS), lambda: gg.grundy(OPTIONS), lambda: gg.cops_and_robbers(OPTIONS),
    lambda: GameGraph.from_options([[1], [0]], labels="xy"),
)  # fmt: skip
plant("options: labels turned", READ_OPTIONS, _names(_turned, index=True),
      lambda: gg.attractor(OPTIONS, OWNERS, ["d"]),
      lambda: gg.partizan(OPTIONS, OPTIONS))  # fmt: skip
plant("options: index lost", READ_OPTIONS, _lost_index, lambda: gg.solve(OPTIONS))
plant("options: shifted", READ_OPTIONS, _options, lambda: gg.solve(OPTIONS))
plant("edges: labels swapped", READ_EDGES, _names(_swapped, index=True),
      lambda: GameGraph.from_edges(EDGES, labels="abcd"),
      lambda: gg.as_game_graph(EDGES, labels=list("abcd")),
      lambda: GameGraph.from_edges(EDGES, labels=np.array([7, 8, 9, 10])))  # fmt: skip
plant("edges: index lost", READ_EDGES, _lost_index,
      lambda: GameGraph.from_edges(EDGES, labels="abcd"))  # fmt: skip
plant("rows: labels turned", "graphs.options.read_csr", _names(_turned, index=True),
      lambda: GameGraph.from_csr([0, 1, 2, 2], [1, 2], labels="abc"))  # fmt: skip
plant("matrix: labels swapped", "graphs.options.read_adjacency", _names(_swapped, index=True),
      lambda: GameGraph.from_adjacency(MATRIX, labels="abc"))  # fmt: skip
plant("networkx: labels turned", "graphs.libraries.read_networkx",
      _names(_turned, index=True),
      lambda: gg.solve(networkx_graph()))  # fmt: skip
for title, fault in (
    ("shifted", SHIFTED), ("inverted", INVERTED), ("one more", MORE), ("one less", LESS),
    ("later", LATE),
):  # fmt: skip
    plant(
        f"presets {title}", PRESETS, fault,
        lambda: gg.solve(OPTIONS, presets={"d": WIN}),
        lambda: NAMED.with_presets({"d": (WIN, 3), "b": LOSE}),
        lambda: PATH.with_presets([2, 2, 2, 1]), lambda: PATH.with_presets(np.array([2, 2, 1, 2])),
        lambda: gg.grundy(OPTIONS, presets={"d": LOSE}),
        lambda: gg.solve(networkx_graph(preset={"d": WIN})),
    )  # fmt: skip
plant("presets earlier", PRESETS, EARLY,
      lambda: NAMED.with_presets({"d": (WIN, 3)}),
      lambda: PATH.with_presets(([2, 2, 2, 1], [0, 0, 0, 3])))  # fmt: skip
for title, fault in (
    ("inverted", lambda array: 1 - array), ("shifted", lambda array: np.roll(array, 1)),
    ("one flipped", _one_flipped),
):  # fmt: skip
    plant(
        f"owners {title}", OWNER, fault,
        lambda: gg.solve(OPTIONS, owner=OWNERS), lambda: PATH.with_owner([0, 0, 1, 0]),
        lambda: gg.attractor(OPTIONS, OWNERS, ["d"]), lambda: gg.solve_buchi(NAMED, OWNERS, ["d"]),
        lambda: gg.ParityGame(NAMED, OWNERS, [0, 1, 2, 3]),
        lambda: gg.solve(networkx_graph(owner=OWNERS)),
        lambda: PATH.with_owner(np.array([0, 0, 1, 0])),
    )  # fmt: skip
for title, fault in (
    ("labels swapped", _joined(_renamed)), ("moves shifted", _joined(_moved)),
    ("sides exchanged", _joined(lambda game, by_right: (game, ~by_right))),
):  # fmt: skip
    plant(f"partizan: {title}", JOINED, fault,
          lambda: gg.partizan({"a": ["b"], "b": ["c"]}, {"c": ["a"]}),
          lambda: gg.partizan({1: [0], 0: [2]}, {2: [1]}))  # fmt: skip
plant("partizan: labels lost", JOINED,
      lambda found: (found[0]._with(labels=None, index=None), found[1]),
      lambda: gg.partizan({1: [0]}, {}), lambda: gg.partizan({}, {1: [0]}))  # fmt: skip
plant("presets of codes shifted", LOOK_UP,
      lambda look_up: lambda batch: look_up(batch + 1),
      lambda: gg.solve(take_many, start=8, presets=CODES),
      lambda: gg.grundy(take_many, start=8, presets={3: LOSE}))  # fmt: skip
plant("owners of codes inverted", LOOK_UP,
      lambda look_up: lambda batch: 1 - look_up(batch),
      lambda: gg.solve(take_many, start=8, owner={v: v % 3 % 2 for v in range(9)}))  # fmt: skip
plant("owners of positions inverted", "rules.exploring.objects.owner_of_labels",
      lambda array: 1 - array,
      lambda: gg.solve(take, start=8, owner={v: v % 3 % 2 for v in range(9)}),
      lambda: gg.attractor(take, {v: v % 3 % 2 for v in range(9)}, [0], start=8))  # fmt: skip


def _stand_ins(name: str, function: str) -> list[Later]:
    """Return what stands for a module in others, and keeps a function that it has loaded."""
    modules = [module for at, module in [*sys.modules.items()] if at.startswith("graphgame")]
    held = [x for module in modules for x in vars(module).values() if type(x) is Later]
    return [x for x in held if vars(x)["_module"] == name and function in vars(x)]


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, fault, call = FAULTS[name]
    call()  # what the fault changes is right without it
    module, _, function = where.rpartition(".")
    home = import_module(f"graphgame.{module}")
    real = getattr(home, function)

    def wrong(*given: Any, **options: Any) -> Any:
        return fault(real(*given, **options))

    monkeypatch.setattr(home, function, wrong)
    for stand_in in _stand_ins(home.__name__, function):
        monkeypatch.setattr(stand_in, function, wrong)
    with pytest.raises(gg.GraphGameError) as refused:
        call()
    assert isinstance(refused.value, VerificationError) or "as was given" in str(refused.value)


def test_there_are_enough_of_them() -> None:
    assert len(FAULTS) >= 60 and len({where for where, *_ in FAULTS.values()}) >= 9
