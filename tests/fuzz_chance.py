"""What targets of the fuzzer check of games of chance: in graph text, and in other formats."""

from __future__ import annotations

import io
import warnings
from typing import Any

import graphgame as gg
from graphgame import GraphGameError
from graphgame.text.chance_text import read_chance, write_chance
from tests.text.test_random import Pieces

# Larger games are read, but not solved.
MOST = 3000


def said(file: Any, base: int) -> str:
    """Return a game of chance as text, or why it is none."""
    try:
        graph, numbers = read_chance(file, "text", base=base)
    except GraphGameError as error:
        return str(error)
    edges = [[u.tolist(), v.tolist()] for u, v in graph.edge_blocks()]
    listed = {x: [*y.items()] if isinstance(y, dict) else y.tolist() for x, y in numbers.items()}
    return f"{edges} {listed}"


def chance_text(data: bytes) -> None:
    """Read a game of chance, in pieces too; write it and read it again."""
    for base in (0, 1):
        whole = said(io.BytesIO(data), base)
        assert said(Pieces(data, 1 + len(data) // 3), base) == whole
    graph, numbers = read_chance(io.BytesIO(data), "text")
    if graph.n <= MOST:
        text = io.BytesIO()
        write_chance(graph, text, **numbers)
        assert said(io.BytesIO(text.getvalue()), 1) == whole


def chance_file(data: bytes, form: str) -> None:
    """Read a game of chance in a format; write it in the same one and read it again; solve it."""
    graph, numbers = read_chance(io.BytesIO(data), form)
    if graph.n > MOST:
        return
    text = io.BytesIO()
    write_chance(graph, text, form, **numbers)
    again, others = read_chance(io.BytesIO(text.getvalue()), form)
    assert (again.n, again.m, {*others}) == (graph.n, graph.m, {*numbers})
    order: Any = graph.index(again.positions(range(graph.n))) if graph.n else []
    for name, values in numbers.items():
        if isinstance(values, dict):
            assert values == others[name]
        else:
            here = values[order] if name == "owner" else values
            assert here.tolist() == others[name].tolist()
    with warnings.catch_warnings():  # of undirected graphs
        warnings.simplefilter("ignore", UserWarning)
        gg.solve_chance(graph, **numbers).verify()
