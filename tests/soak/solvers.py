"""The ways to solve one graph, and the forms in which one graph can be given.

To add a way, such as a method that `solve` uses only for some graphs, or several threads, add a
line to `SOLVERS`: a function of a GameGraph and a kind of play that returns a Solution.  Each case
of the kinds "tiny", "medium" and "large" then runs it, and compares outcomes, remoteness and best
moves.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import GameGraph, Play, Solution
from graphgame.solving.labelling import labelling, propagated
from tests.soak.case import Case, arrays_for

NO_PRESET = gg.NO_PRESET


def edges_of(case: Case) -> np.ndarray[Any, Any]:
    """Return the edges of a case as an array."""
    return np.asarray(case["edges"], dtype=np.int32).reshape(-1, 2)


def presets_of(case: Case) -> np.ndarray[Any, Any] | None:
    """Return the preset outcomes of a case as an array, None for none."""
    if not case.get("presets"):
        return None
    presets = np.full(case["n"], NO_PRESET, dtype=np.int8)
    listed = np.asarray(case["presets"], dtype=np.int32)
    presets[listed[:, 0]] = listed[:, 1]
    return presets


def _preset(graph: GameGraph, case: Case) -> GameGraph:
    presets = presets_of(case)
    return graph if presets is None else graph.with_presets(presets)


# -- forms: what is the same graph ----------------------------------------------------------------


def as_edges(case: Case) -> GameGraph:
    return _preset(GameGraph.from_edges(edges_of(case), case["n"]), case)


def as_shuffled_edges(case: Case) -> GameGraph:
    edges = edges_of(case).copy()
    arrays_for("edges", len(edges)).shuffle(edges)
    return _preset(GameGraph.from_edges(edges, case["n"]), case)


def as_rows(case: Case) -> GameGraph:
    """Return compressed sparse rows, each row in random order."""
    edges = edges_of(case)
    order = arrays_for("rows", len(edges)).permutation(len(edges))
    order = order[np.argsort(edges[order, 0], kind="stable")]
    ptr = np.zeros(case["n"] + 1, dtype=np.int64)
    np.cumsum(np.bincount(edges[:, 0], minlength=case["n"]), out=ptr[1:])
    return _preset(GameGraph.from_csr(ptr, edges[order, 1]), case)


def as_parallel_edges(case: Case) -> GameGraph:
    """Return some edges twice: parallel edges are one option."""
    edges = edges_of(case)
    twice = arrays_for("parallel", len(edges)).random(len(edges)) < 0.5
    return _preset(GameGraph.from_edges(np.concatenate([edges, edges[twice]]), case["n"]), case)


def as_text(case: Case) -> GameGraph:
    text = io.BytesIO()
    base = len(edges_of(case)) % 2
    gg.write_graph(as_rows(case), text, base=base)
    text.seek(0)
    return gg.read_graph(text, base=base)


def without_preset_moves(case: Case) -> GameGraph:
    """Return the graph without the options of preset positions, which are ignored anyway."""
    presets, edges = presets_of(case), edges_of(case)
    if presets is None:
        return as_edges(case)
    kept = edges[presets[edges[:, 0]] == NO_PRESET]
    return _preset(GameGraph.from_edges(kept, case["n"]), case)


FORMS: dict[str, Callable[[Case], GameGraph]] = {
    "edges": as_edges,
    "shuffled edges": as_shuffled_edges,
    "rows": as_rows,
    "parallel edges": as_parallel_edges,
    "text": as_text,
    "without moves of preset positions": without_preset_moves,
}


# -- ways to solve it -----------------------------------------------------------------------------


def by_solve(graph: GameGraph, play: str) -> Solution:
    return gg.solve(graph, play=play)


def by_propagation(graph: GameGraph, play: str) -> Solution:
    return Solution(graph, Play(play), *propagated(graph, misere=play == "misere"))


def by_contraction(graph: GameGraph, play: str) -> Solution:
    """Contract wherever possible, even if it is slower."""
    return Solution(graph, Play(play), *labelling(graph, misere=play == "misere", always=True))


def by_threads(graph: GameGraph, play: str) -> Solution:
    """Contract in three parts, each in a thread of its own."""
    misere = play == "misere"
    return Solution(graph, Play(play), *labelling(graph, misere=misere, threads=3, always=True))


def from_a_file(graph: GameGraph, play: str) -> Solution:
    file = io.BytesIO()
    gg.solve(graph, play=play).save(file)
    file.seek(0)
    return Solution.load(file)


def by_presets(graph: GameGraph, play: str) -> Solution:
    """Preset the terminals as the kind of play does, and solve in the other kind."""
    ends = np.where(np.diff(graph.option_ptr) == 0, gg.LOSE if play == "normal" else gg.WIN, 2)
    presets = ends if graph.presets is None else np.where(graph.presets == 2, ends, graph.presets)
    other = "misere" if play == "normal" else "normal"
    return gg.solve(graph.with_presets(presets.astype(np.int8)), play=other)


def _row_rule(graph: GameGraph) -> Callable[[Any], tuple[Any, Any]]:
    """Return the rows of a graph as a rule on arrays of codes."""
    ptr, idx = graph.option_ptr, graph.option_idx

    def rule(codes: Any) -> tuple[Any, Any]:
        sources = np.repeat(np.arange(len(codes)), ptr[codes + 1] - ptr[codes])
        first = np.cumsum(ptr[codes + 1] - ptr[codes]) - (ptr[codes + 1] - ptr[codes])
        return sources, idx[np.arange(len(sources)) - first[sources] + ptr[codes][sources]]

    return rule


def by_answers(graph: GameGraph, play: str) -> Solution:
    """Solve the rows as a rule on arrays of codes, from all positions, and keep the answers."""
    rule = _row_rule(graph)
    presets = None if graph.presets is None else graph.presets.__getitem__
    if not graph.n:
        return by_solve(graph, play)
    starts = np.arange(graph.n)
    s = gg.build(rule, start=starts, presets=presets, play=Play(play))
    assert s.verify()
    assert (s.codes == starts).all()
    return Solution(graph, Play(play), s.outcomes, s.remoteness)


def by_undecided(graph: GameGraph, play: str) -> Solution:
    """Solve as `by_answers`, from the positions without a preset alone, and store these."""
    presets = graph.presets
    if not graph.n or presets is None or not (presets == gg.NO_PRESET).any():
        return by_answers(graph, play)
    rule = _row_rule(graph)
    starts = np.flatnonzero(presets == gg.NO_PRESET)
    given: Any = {"start": starts, "presets": presets.__getitem__, "play": Play(play)}
    s = gg.build(rule, store="undecided", **given)
    assert s.verify()
    assert (s.codes == starts).all()
    outcomes, remoteness = presets.copy(), np.zeros(graph.n, dtype=np.int32)
    outcomes[starts], remoteness[starts] = s.outcomes, s.remoteness
    return Solution(graph, Play(play), outcomes, remoteness)


SOLVERS: dict[str, Callable[[GameGraph, str], Solution]] = {
    "solve": by_solve,
    "propagation": by_propagation,
    "contraction": by_contraction,
    "contraction by threads": by_threads,
    "solve, saved and loaded": from_a_file,
    "solve with presets": by_presets,
    "answers": by_answers,
    "undecided": by_undecided,
}
