"""Graphs written in every format and read back; mappings of names of every kind."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.text.graph_text import FORMATS
from tests.soak import draw, turns
from tests.soak.case import Case, same, with_fewer
from tests.soak.shown import LETTERS
from tests.soak.solvers import edges_of

# How a position of a number is called: by itself, by another integer, a text, a tuple, mixed.
NAMES = ("same", "negative", "text", "odd text", "tuple", "mixed")


def draw_file(rng: random.Random) -> Case:
    """Draw a graph with names, some presets that may have a remoteness, and perhaps owners."""
    n = draw.size(rng, 1, 200)
    presets = [[*pair, rng.choice([0, 0, 3])] for pair in draw.presets(rng, n, (-1, 0, 1))]
    return {
        "n": n,
        "edges": draw.edges(rng, n),
        "presets": presets,
        "owner": [rng.randint(0, 1) for _ in range(n)] if rng.random() < 0.4 else [],
        "names": rng.choice(NAMES),
        "letters": rng.choices(range(len(LETTERS)), k=rng.randint(1, 6)),
    }


def _named(case: Case) -> list[Any]:
    """Return the names of the positions."""
    odd = "".join(LETTERS[k] for k in case["letters"])
    calls: dict[str, Callable[[int], Any]] = {
        "same": lambda v: v,
        "negative": lambda v: -7 * v,
        "text": lambda v: f"p{v}",
        "odd text": lambda v: odd[v % len(odd) :] + f"{v}x",
        "tuple": lambda v: (v, str(v)),
        "mixed": lambda v: v if v % 2 else f"p{v}",
    }
    return [calls[case["names"]](v) for v in range(case["n"])]


def _graph(case: Case) -> gg.GameGraph[Any]:
    names = _named(case)
    rows: dict[Any, list[Any]] = {name: [] for name in names}
    for v, w in edges_of(case).tolist():
        rows[names[v]].append(names[w])
    graph = gg.as_game_graph(rows)
    same("names of a mapping", [*(graph.labels or range(graph.n))], names)
    same("options of a mapping", [graph.options(x) for x in names], [*rows.values()])
    presets = {names[v]: (gg.Outcome(kind), r) for v, kind, r in case["presets"]}
    graph = graph.with_presets(presets) if presets else graph
    owner = case["owner"][: case["n"]]
    return graph.with_owner(owner) if owner else graph


def _told(graph: gg.GameGraph[Any]) -> dict[Any, Any]:
    """Return what there is to tell of each position, whatever their order."""
    told = {}
    owner, presets, ends = graph.owner, graph.presets, graph.preset_remoteness
    for v in range(graph.n):
        preset = None if presets is None or presets[v] == gg.NO_PRESET else int(presets[v])
        end = 0 if ends is None or preset is None else int(ends[v])
        who = None if owner is None else int(owner[v])
        name = graph.position(v)
        told[name] = (Counter(graph.options(name)), preset, end, who)
    return told


def check_file(case: Case) -> None:
    """Write a graph in each format that can say its names, and read the same graph back."""
    graph = _graph(case)
    expected = _told(graph)
    for kind in FORMATS:
        file = io.BytesIO()
        if kind == "text":
            continue  # it has no names
        try:
            gg.write_graph(graph, file, kind)
        except GraphGameError:  # an edge list has edges alone, and no format has all names
            hard = kind == "edges" or case["names"] in ("odd text", "tuple", "mixed")
            same(f"whether {kind} may refuse the names {case['names']}", hard, True)
            continue
        file.seek(0)
        same(f"the graph by way of {kind}", _told(gg.read_graph(file, kind)), expected)


def smaller_file(case: Case) -> Iterator[Case]:
    yield from turns.smaller(case)
    yield from with_fewer(case, "letters")
    if case["owner"]:
        yield case | {"owner": []}
