"""What a graph carries, and the ways that it goes: conversions, files, sums, solvers, pictures."""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import graphgame as gg
from graphgame import LOSE, NO_PRESET, WIN, GameGraph
from tests.house.attached.references import (
    Facts,
    Game,
    ask,
    attracted,
    captured,
    ended,
    grundy_of,
    judged,
    labels_of,
    pictured,
    tried,
    with_aliases,
)

BASE = Game({"a": ["b", "c"], "b": ["c"], "c": ["d"], "d": []})
OWNERS = {"a": 1, "b": 0, "c": 1, "d": 1}
GRAPH: GameGraph[Any] = GameGraph.from_options(BASE.options)
FOLDED = Game({3: [2], 2: [1], 1: [0], 0: []}, start=3, aliases={-1: 1, -2: 2, -3: 3})
CLASSES: GameGraph[Any] = gg.explore(lambda n: [abs(n) - 1] if n else [], 3, canonical=abs)
INDICES = Game({0: [1, 2], 1: [2], 2: [3], 3: []})
UNNAMED: GameGraph[int] = GameGraph.from_edges([(0, 1), (0, 2), (1, 2), (2, 3)])

# Of each attachment: the graph with it and the graph without, and the games that they are.
CARRIED: dict[str, tuple[GameGraph[Any], GameGraph[Any], Game, Game]] = {
    "labels": (GRAPH, UNNAMED, BASE, INDICES),
    "a preset WIN": (
        GRAPH.with_presets({"c": WIN}), GRAPH, replace(BASE, presets={"c": (WIN, 0)}), BASE,
    ),
    "a preset LOSE": (
        GRAPH.with_presets({"c": LOSE}), GRAPH, replace(BASE, presets={"c": (LOSE, 0)}), BASE,
    ),
    "remoteness of a preset": (
        GRAPH.with_presets({"c": (WIN, 4)}), GRAPH.with_presets({"c": WIN}),
        replace(BASE, presets={"c": (WIN, 4)}), replace(BASE, presets={"c": (WIN, 0)}),
    ),
    "owners": (GRAPH.with_owner(OWNERS), GRAPH, replace(BASE, owner=OWNERS), BASE),
    "a start": (GRAPH._with(start="b"), GRAPH, replace(BASE, start="b"), BASE),
    "classes": (CLASSES, CLASSES._with(symmetry=None), FOLDED, replace(FOLDED, aliases={})),
}  # fmt: skip


def kept_by(graph: GameGraph[Any], game: Game) -> Facts:
    """Return all that a graph carries, in the order of its positions."""
    n, presets, ends, owner = graph.n, graph.presets, graph.preset_remoteness, graph.owner
    return {
        "names": list(graph.positions(range(n))),
        "presets": [NO_PRESET] * n if presets is None else presets.tolist(),
        "remoteness": [0] * n if ends is None else ends.tolist(),
        "owner": None if owner is None else owner.tolist(),
        "start": graph.start,
        "aliases": {x: graph.position(graph.index(x)) for x in FOLDED.aliases if x in graph},
    }


def kept_of(game: Game) -> Facts:
    """Return what `kept_by` should."""
    found = [game.presets.get(v, (NO_PRESET, 0)) for v in game.options]
    return {
        "names": list(game.options),
        "presets": [int(outcome) for outcome, _ in found],
        "remoteness": [end for _, end in found],
        "owner": [game.owner[v] for v in game.options] if game.owner else None,
        "start": game.start,
        "aliases": dict(game.aliases),
    }


def numbered(game: Game) -> Facts:
    """Return the same of a way that has numbers for names, no start and no classes."""
    names = list(range(len(game.options)))
    return kept_of(game) | {"names": names, "start": None, "aliases": {}}


def _saved(graph: GameGraph[Any]) -> GameGraph[Any]:
    file = io.BytesIO()
    gg.solve(graph).save(file)
    file.seek(0)
    return gg.Solution.load(file).graph()


def _text(graph: GameGraph[Any]) -> GameGraph[Any]:
    file = io.BytesIO()
    gg.write_graph(graph, file)
    file.seek(0)
    return gg.read_graph(file, base=1)


def _igraph(graph: GameGraph[Any]) -> GameGraph[Any]:
    import igraph

    made = igraph.Graph.from_networkx(graph.to_networkx())
    if graph.labels is not None:
        made.vs["name"] = made.vs["_nx_name"]
    return gg.as_game_graph(made)


def _rustworkx(graph: GameGraph[Any]) -> GameGraph[Any]:
    import rustworkx

    made = rustworkx.networkx_converter(graph.to_networkx(), keep_attributes=True)
    return gg.as_game_graph(made)


def _solved(graph: GameGraph[Any], game: Game) -> Facts:
    s = gg.solve(graph)
    facts = ask(game.names, lambda x: (int(s.outcome(x)), s.remoteness_of(x)))
    return facts | {"start": s.start}


def _alternating(graph: GameGraph[Any], game: Game) -> Facts:
    s = gg.partizan(graph, graph)
    return ask(game.names, lambda x: int(s.outcome(x, "left"))) | {"start": s.start}


def _sum(graph: GameGraph[Any], game: Game) -> Facts:
    total = gg.solve(gg.game_sum([graph]))
    return ask(game.names, lambda x: (int(total.outcome((x,))), total.remoteness_of((x,))))


def _hunted(graph: GameGraph[Any], game: Game) -> Facts:
    s = gg.cops_and_robbers(graph)
    pairs = list(product(game.names, repeat=2))
    return ask(pairs, lambda pair: s.capture_time_of((pair[:1], pair[1], "cops")))


def _owned(graph: GameGraph[Any]) -> GameGraph[Any]:
    """Return the graph with owners: player 0 moves everywhere, if nothing else is said."""
    nobody = dict.fromkeys(graph.positions(range(graph.n)), 0)
    return graph if graph.owner is not None else graph.with_owner(nobody)


def _parity(graph: GameGraph[Any], game: Game) -> Facts:
    priority = dict.fromkeys(graph.positions(range(graph.n)), 1)
    s = gg.ParityGame(_owned(graph), None, priority).solve()
    return ask(game.names, lambda x: (int(s.winner(x)), sorted(s.game.options(x))))


def _attracted(graph: GameGraph[Any], game: Game) -> Facts:
    s = gg.attractor(_owned(graph), None, graph.position(1))
    return ask(game.names, lambda x: bool(s.region[graph.index(x)]))


def _dotted(graph: GameGraph[Any], game: Game) -> Facts:
    """Return what Graphviz text says of each position, by its name."""
    text = graph.to_dot()
    nodes = re.findall(r'(\d+) \[label="(.*?)", shape=(\w+),', text)
    names = {number: label.partition("\\n")[0] for number, label, _ in nodes}
    moves = re.findall(r"(\d+) -> (\d+) ", text)
    return {
        names[v]: (
            label.partition("\\n")[2],
            {"ellipse": 0, "box": 1}[shape] if game.owner else None,
            sorted(names[w] for u, w in moves if u == v),
        )
        for v, label, shape in nodes
    }


def _drawn(graph: GameGraph[Any], game: Game) -> Facts:
    """Return what a picture shows of each position, by its name: all stand in one row."""
    arrows_of, _, rest = graph.to_svg().partition('<g text-anchor="middle">')
    middle, _, rings = rest.partition("\n</g>\n")
    shown: dict[int, list[str]] = {}
    for x, text in re.findall(r'<text x="(\d+)" y="\d+">(.*?)</text>', middle):
        shown.setdefault(int(x), []).append(text)
    names = {x: texts[0] for x, texts in shown.items()}
    # Positions are 60 wide; an arrow leads from the right of one to the left of another.
    arrows = [
        (int(one) - 30, int(other) + 30)
        for one, other in re.findall(r'"M(\d+) \d+C[\d ]+ (\d+) \d+"', arrows_of)
    ]
    round_ones = {int(x) + 10 for x in re.findall(r'"M(\d+) 60h20a20', middle)}
    ring = re.search(r'"M(\d+) 56h[^>]*" stroke-width="2"', rings)
    start = None if ring is None else names[int(ring[1]) + 29]
    return {
        names[x]: (
            "".join(texts[1:]),
            int(x not in round_ones) if game.owner else None,
            sorted(names[w] for v, w in arrows if v == x),
        )
        for x, texts in shown.items()
    } | {"start": start}


# From a graph with its game to facts; and from the game to what they should be.
WAYS: dict[str, tuple[Callable[[Any, Game], Facts], Callable[[Game], Facts]]] = {
    "as_game_graph": (lambda g, x: kept_by(gg.as_game_graph(g), x), kept_of),
    "with_presets({})": (lambda g, x: kept_by(g.with_presets({}), x), kept_of),
    "solve(…).graph()": (lambda g, x: kept_by(gg.solve(g).graph(), x), kept_of),
    "networkx and back": (lambda g, x: kept_by(gg.as_game_graph(g.to_networkx()), x), kept_of),
    "networkx edges": (lambda g, x: kept_by(gg.as_game_graph(g.to_networkx().edges), x), kept_of),
    "igraph": (lambda g, x: kept_by(_igraph(g), x), kept_of),
    "rustworkx": (lambda g, x: kept_by(_rustworkx(g), x), numbered),
    "pickle": (lambda g, x: kept_by(pickle.loads(pickle.dumps(g)), x), kept_of),
    "save, load": (lambda g, x: kept_by(_saved(g), x), kept_of),
    "graph text": (lambda g, x: kept_by(_text(g), x), numbered),
    "solve": (
        _solved, lambda x: with_aliases(x, labels_of(x)) | {"start": x.start},
    ),
    "grundy": (
        lambda g, x: ask(x.names, gg.grundy(g).value), lambda x: with_aliases(x, grundy_of(x)),
    ),
    "loopy_grundy": (
        lambda g, x: ask(x.names, lambda v: int(gg.loopy_grundy(g).value(v))),
        lambda x: with_aliases(x, grundy_of(x)),
    ),
    "game_sum": (_sum, lambda x: with_aliases(x, labels_of(x))),
    "partizan": (
        _alternating,
        lambda x: {v: found[0] for v, found in labels_of(x).items()} | {"start": x.start},
    ),
    "cops_and_robbers": (_hunted, captured),
    "cop_number": (
        lambda g, x: {"cops": gg.cop_number(g)},
        lambda x: {"cops": 1 + (-1 in captured(x).values())},
    ),
    "attractor": (_attracted, lambda x: attracted(x, list(x.options)[1])),
    "ParityGame": (_parity, ended),
    "to_svg": (_drawn, pictured),
    "to_dot": (_dotted, lambda x: {v: shown for v, shown in pictured(x).items() if v != "start"}),
}  # fmt: skip


def try_carried(what: str, way: str, graph: GameGraph[Any] | None = None) -> str:
    """Return what becomes of an attachment of a graph; or of one that is joined as in `graph`."""
    attached, bare, game, _ = CARRIED[what]
    facts, reference = WAYS[way]
    # A remoteness is refused wherever its preset is.
    without = tried(lambda: facts(bare, game)) or tried(lambda: facts(GRAPH, game))
    found = tried(lambda: facts(attached if graph is None else graph, game))
    return judged(found, without, reference(game))
