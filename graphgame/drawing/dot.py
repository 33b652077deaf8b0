"""Graphviz text of a graph."""

from __future__ import annotations

from graphgame import checks
from graphgame.drawing import svg
from graphgame.drawing.graph_picture import NodeMaker, default_node
from graphgame.drawing.surroundings import Graph, Part, choose
from graphgame.errors import TooLargeError

_SHAPES = {"pill": "ellipse", "box": "box", "hexagon": "hexagon", "card": "box"}
_STYLES = {
    "best": "style=bold",
    "other": 'color="#7A848E"',
    "ignored": 'style=dotted, color="#7A848E"',
}


def quoted(text: str) -> str:
    r"""Return a text as a quoted string of DOT.

    A backslash would begin an escape of a label, such as that for the name of the node.

    >>> print(quoted('say "hi"' + chr(92) + "N"))
    "say \"hi\"\\N"
    """
    escaped = svg.valid(text).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n") + '"'


def to_dot(
    graph: Graph,
    *,
    around: int | None,
    depth: int | None,
    limit: int,
    node: NodeMaker | None = None,
) -> str:
    """Return the graph, or what is around one position, as Graphviz text.

    Raises
    ------
    TooLargeError
        If the whole graph is asked for, and has more positions than `limit`.
    """
    limit = checks.size(limit, "limit")
    if around is None and graph.n > limit:
        raise TooLargeError(
            f"limit: expected at most {limit} positions, got {graph.n}; "
            "to_dot(around=position) writes what is around one, to_dot(limit=n) writes more"
        )
    part = choose(graph, around, depth, limit=limit, most_arrows=None)
    lines = ["digraph game {", '  rankdir=LR; node [style=filled, fontname="sans-serif"];']
    lines += _nodes(graph, part, node or default_node(graph))
    for source, target, moves, kind in part.arrows:
        named = f", label={quoted(f'×{moves}')}" if moves > 1 else ""
        lines.append(
            f"  {part.positions[source]} -> {part.positions[target]} [{_STYLES[kind]}{named}];"
        )
    return "\n".join([*lines, "}\n"])


def _nodes(graph: Graph, part: Part, node: NodeMaker) -> list[str]:
    lines = []
    for v in part.positions:
        line, look = node(v)
        label = svg.named(graph.position(v)) + (f"\n{line}" if line else "")
        double = ", peripheries=2" if graph.is_preset(v) else ""
        lines.append(
            f"  {v} [label={quoted(label)}, shape={_SHAPES[look.shape]}, "
            f'fillcolor="{look.fill}", fontcolor="{look.text}"{double}];'
        )
    return lines
