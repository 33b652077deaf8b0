"""The picture of a graph: positions in layers, moves as arrows; as SVG, or as Graphviz text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from graphgame import checks
from graphgame.drawing import svg
from graphgame.drawing.layers import TALLEST, Layer, Route, layers, place, routes
from graphgame.drawing.surroundings import Graph, Part, choose
from graphgame.drawing.svg import (
    BAND,
    FAINT,
    INK,
    LOOKS,
    OWNER_SHAPES,
    PAPER,
    PLAIN,
    RULE,
    TIED,
    WINNERS,
    Look,
)
from graphgame.errors import TooLargeError
from graphgame.outcome import NEVER_ENDS, Outcome

HEIGHT = 40
MARGIN = 24
_STEP = HEIGHT + 26
_GAP, _NARROW = 60, 24
_TOP = 52
_LETTER = 7.6
MOST_LETTERS = 18
# The colour of thin arrows has a contrast of 3 : 1 to white and to black.
_THICK, _THIN = INK, "#7A848E"


class Node(NamedTuple):
    """A position in the picture: its second line of text, and its colours and shape."""

    line: str
    look: Look


# From the index of a position to what is drawn for it.
NodeMaker = Callable[[int], Node]
# Centres, x and y from 0 downwards, and the way of each arrow.
Places = tuple[list[int], list[int], dict[tuple[int, int], Route]]
# From a part of a graph and the width of a position to places.
Engine = Callable[[Part, int], Places]


class Board(NamedTuple):
    """A picture with all places known."""

    graph: Graph
    part: Part
    layers: list[Layer]
    x: list[int]
    y: list[int]
    routes: dict[tuple[int, int], Route]
    bottom: int
    width: int  # of a position
    texts: list[str]
    nodes: list[Node]
    room: Room

    @property
    def right(self) -> int:
        """Where the picture may end."""
        return max(self.x, default=0) + self.width // 2 + MARGIN


class Room(NamedTuple):
    """What a picture may take.

    Attributes
    ----------
    letters : int
        The most of a label.
    gap, least : int
        Between layers, and the least width of a position.
    top : int
        Where the layers begin.
    tallest : int
        The most positions above each other.
    near : bool
        Whether layers are distances from the position in the middle.
    longest : int or None
        The most letters of a title; None for all.
    widest : float
        Where the legend breaks its line.
    """

    letters: int = MOST_LETTERS
    gap: int = _GAP
    least: int = 60
    top: int = 0
    tallest: int = TALLEST
    near: bool = False
    longest: int | None = None
    widest: float = inf


def draw(
    graph: Graph,
    *,
    around: int | None = None,
    depth: int | None = None,
    title: str,
    engine: Engine | None = None,
) -> str:
    """Return the picture of a graph, or of what is around one position, as SVG.

    Parameters
    ----------
    graph : Graph
    around : int, optional
        An index; see `choose`.
    depth : int, optional
    title : str
    engine : callable, optional
        Places the positions and routes the arrows, instead of the layers.

    Notes
    -----
    Colours are names; see `svg.painted`.
    """
    part = choose(graph, around, depth)
    board = lay_out(graph, part, Room(), engine)
    return picture(board, [title, *captions(graph, part)])


def picture(
    board: Board, caption: list[str], above: Iterable[str] = (), *, least: float = 0
) -> str:
    """Return the picture of a board with its legend and captions; the first one is its title.

    What stands above it is `least` wide.
    """
    parts, width, bottom = contents(board)
    width = max(width, least)
    words, width, height = svg.caption(caption, MARGIN, bottom, width)
    described = ". ".join([*caption[1:], *_described(board)])
    return svg.picture(
        width,
        height,
        [*above, *parts, words],
        title=caption[0],
        description=described,
        markers=[("best", _THICK), ("other", _THIN)] if board.part.arrows else [],
    )


def contents(board: Board) -> tuple[list[str], float, int]:
    """Return the parts of a picture, its width, and where its captions begin."""
    bottom = board.bottom + 18
    legend, legend_width, more = _legend(board, bottom)
    arrows, counts = _arrows(board)
    parts = [_bands(board, bottom), arrows, _shapes(board), counts, legend]
    return parts, max(board.right, legend_width), bottom + 38 + more


def default_node(graph: Graph) -> NodeMaker:
    """Return the nodes of positions: outcome and plies, or winners; presets if unsolved."""

    def solved(v: int) -> Node:
        assert graph.outcomes is not None, "solved"
        assert graph.remoteness is not None, "solved"
        outcome, plies = Outcome(int(graph.outcomes[v])), int(graph.remoteness[v])
        return Node(str(outcome) if plies == NEVER_ENDS else f"{outcome} {plies}", LOOKS[outcome])

    def unsolved(v: int) -> Node:
        if graph.presets is not None and graph.is_preset(v):
            outcome = Outcome(int(graph.presets[v]))
            return Node(str(outcome), (LOOKS | TIED)[outcome])
        return Node("", PLAIN)

    def won(v: int) -> Node:
        assert graph.winners is not None, "winners"
        winner, words = int(graph.winners[v]), graph.note(v) if graph.note else ""
        return Node(f"{words}, {winner} wins" if words else f"{winner} wins", WINNERS[winner])

    node = unsolved if graph.outcomes is None else solved
    return _with_owners(node if graph.winners is None else won, graph)


def _with_owners(node: NodeMaker, graph: Graph) -> NodeMaker:
    """Return the same nodes with a shape for each owner, where positions have owners."""
    owner = graph.owner
    if owner is None:
        return node

    def owned(v: int) -> Node:
        line, look = node(v)
        return Node(line, look._replace(shape=OWNER_SHAPES[int(owner[v])]))

    return owned


def _meanings(board: Board) -> list[tuple[str, Look, int]]:
    """Return in words what the looks of nodes mean, and how many nodes have each, if any."""
    graph = board.graph
    if graph.winners is not None:
        meanings = [(f"won by player {who}", look) for who, look in enumerate(WINNERS)]
    else:
        meanings = [(str(outcome), look) for outcome, look in (LOOKS | TIED).items()]

    def count(look: Look) -> int:
        # Where the shape says who moves, only the colour is that of the look.
        if graph.owner is None:
            return sum(node.look is look for node in board.nodes)
        return sum(node.look.fill == look.fill for node in board.nodes)

    found = [(words, look, count(look)) for words, look in meanings]
    return [meaning for meaning in found if meaning[2]]


def lay_out(graph: Graph, part: Part, room: Room, engine: Engine | None = None) -> Board:
    """Return what is drawn, with all places, in layers or as an engine places it."""
    node = graph.node or default_node(graph)
    texts = [svg.named(graph.position(v)) for v in part.positions]
    nodes = [node(v) for v in part.positions]
    shown = [svg.shortened(text, room.letters) for text in texts]
    longest = max((svg.letters(x) for x in [*shown, *(n.line for n in nodes)]), default=0)
    width = max(room.least, 2 * round((longest * _LETTER + 26) / 2))
    found: list[Layer] = []
    if engine is None:
        found = layers(graph, part, tallest=room.tallest, near=room.near)
        x, y, ways = _in_layers(found, part, width, room.gap)
    else:
        x, y, ways = engine(part, width)
    reached = [z for way in ways.values() for z in way.reach()]
    is_headed = any(layer.remoteness is not None or layer.distance is not None for layer in found)
    is_headed |= any(layer.is_drawn for layer in found)
    top = room.top + (_TOP if is_headed else MARGIN)
    down = top + HEIGHT // 2 + 8 - min(0, min(reached, default=0) + HEIGHT // 2)
    y = [z + down for z in y]
    ways = {pair: way.moved(down) for pair, way in ways.items()}
    deepest = max((z + down for z in reached), default=0)
    bottom = max(max(y, default=top) + HEIGHT // 2 + 22, deepest + 8)
    return Board(graph, part, found, x, y, ways, bottom, width, texts, nodes, room)


def _in_layers(found: list[Layer], part: Part, width: int, gap: int) -> Places:
    """Return the places of the positions of layers, from 0 downwards, and the ways of arrows."""
    heights = place(found, part.arrows, len(part.positions))
    x, at = [0] * len(heights), MARGIN + 8 + width // 2
    for layer in found:
        for column in layer.columns:
            for i in column:
                x[i] = at
            at += width + _NARROW
        at += gap - _NARROW
    y = [round(height * _STEP) for height in heights]
    return x, y, routes(part.arrows, x, y, width, HEIGHT)


# -- parts of the picture -------------------------------------------------------------------------


def _bands(board: Board, bottom: int) -> str:
    """Return the heading of each layer, and the background of the band of draws."""
    parts = []
    half, top = board.width // 2, board.room.top
    drawn = [i for layer in board.layers if layer.is_drawn for c in layer.columns for i in c]
    if drawn:
        left, right = min(board.x[i] for i in drawn), max(board.x[i] for i in drawn)
        left, right = left - half - 12, right + half + 12
        parts.append(
            f'<rect x="{left}" y="{top + 16}" width="{right - left}" '
            f'height="{bottom - top - 30}" rx="8" '
            f'fill="{BAND}" stroke="{RULE}"/>'
        )
        parts.append(svg.text((left + right) / 2, top + 38, "draws"))
    for layer in board.layers:
        if words := _heading(layer):
            places = [board.x[i] for column in layer.columns for i in column]
            parts.append(svg.text((min(places) + max(places)) / 2, top + 38, words))
    return svg.group(parts, font_size=12, fill=FAINT, text_anchor="middle")


def _heading(layer: Layer) -> str:
    """Return what stands above a layer."""
    if layer.remoteness is not None:
        return svg.count_plies(layer.remoteness) if layer.remoteness else "the end"
    if layer.distance is None:
        return ""
    moves = f"{abs(layer.distance)} move{'s' * (abs(layer.distance) > 1)}"
    return f"after {moves}" if layer.distance > 0 else f"{moves} before" if layer.distance else ""


def _arrows(board: Board) -> tuple[str, str]:
    """Return the arrows, thin ones below best moves, and the numbers of parallel edges."""
    paths: dict[str, list[str]] = {"ignored": [], "other": [], "best": []}
    counts = []
    for arrow in board.part.arrows:
        route = board.routes[arrow.source, arrow.target]
        paths[arrow.kind].append(f'<path d="{route.path()}"/>')
        if arrow.moves > 1:
            x, y = route.middle()
            counts.append(svg.text(x, y + 4, f"×{arrow.moves:,}"))
    styles: dict[str, dict[str, object]] = {
        "ignored": {"stroke": _THIN, "stroke_dasharray": "2 4", "marker_end": "url(#@other@)"},
        "other": {"stroke": _THIN, "marker_end": "url(#@other@)"},
        "best": {"stroke": _THICK, "stroke_width": 2.5, "marker_end": "url(#@best@)"},
    }
    groups = [svg.group(found, fill="none", **styles[kind]) for kind, found in paths.items()]
    halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke", "text_anchor": "middle"}
    return "".join(groups), svg.group(counts, font_size=11, fill=INK, **halo)


def _shapes(board: Board) -> str:
    """Return the shapes, their labels and second lines, each group with what is common to it."""
    letters, longest = board.room.letters, board.room.longest
    shapes: dict[Look, list[str]] = {}
    labels: dict[str, list[str]] = {}
    lines: dict[str, list[str]] = {}
    for i, node in enumerate(board.nodes):
        x, y, look = board.x[i], board.y[i], node.look
        path = svg.shape(look.shape, x, y, board.width, HEIGHT)
        whole, label = board.texts[i], svg.shortened(board.texts[i], letters)
        shapes.setdefault(look, []).append(_titled(path, whole if label != whole else "", longest))
        labels.setdefault(look.text, []).append(svg.text(x, y - 2 if node.line else y + 5, label))
        if node.line:
            lines.setdefault(look.text, []).append(svg.text(x, y + 13, node.line))
    groups = [
        svg.group(paths, fill=look.fill, stroke=_THIN if look.fill == PLAIN.fill else "none")
        for look, paths in shapes.items()
    ]
    groups += [svg.group(x, fill=fill, font_weight=600) for fill, x in labels.items()]
    groups += [svg.group(x, fill=fill, font_size=11) for fill, x in lines.items()]
    return svg.group([*groups, _stubs(board)], text_anchor="middle") + _marks(board)


def _titled(path: str, whole: str, longest: int | None) -> str:
    """Return a shape; if its label is not shown as a whole, with the label as its title."""
    if not whole or longest == 0:
        return f'<path d="{path}"/>'
    kept = whole if longest is None else svg.shortened(whole, longest)
    return f'<path d="{path}"><title>{svg.escaped(kept)}</title></path>'


def _stubs(board: Board) -> str:
    """Return how many moves are not drawn: those from a position, else those to it."""
    part, stubs = board.part, []
    for i, (more, before) in enumerate(zip(part.more, part.before, strict=True)):
        if more or before:
            words = f"… {more:,} more" if more else f"{before:,} more …"
            stubs.append(svg.text(board.x[i], board.y[i] + HEIGHT // 2 + 12, words))
    halo = {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke"}
    return svg.group(stubs, font_size=10.5, fill=FAINT, **halo)


def _marks(board: Board) -> str:
    """Return the inner outlines of presets, and the outer ones of the start and the middle."""
    marks = []
    for i, v in enumerate(board.part.positions):
        x, y, look = board.x[i], board.y[i], board.nodes[i].look
        if board.graph.is_preset(v):
            outline = svg.shape(look.shape, x, y, board.width - 8, HEIGHT - 8)
            marks.append(f'<path d="{outline}" stroke="{look.text}"/>')
        if v == board.graph.start or i == board.part.centre:
            outline = svg.shape(look.shape, x, y, board.width + 8, HEIGHT + 8)
            marks.append(f'<path d="{outline}" stroke="{INK}" stroke-width="2"/>')
    return svg.group(marks, fill="none")


# -- words ----------------------------------------------------------------------------------------


def captions(graph: Graph, part: Part) -> list[str]:
    """Return what stands below a picture: which part of the graph it is, and what it leaves out."""
    said = [] if part.centre is None else [_extent(graph, part)]
    if part.left_out:
        arrows = f"{part.left_out:,} arrow{'s' * (part.left_out > 1)}"
        said.append(f"{arrows} between these are not drawn; best moves come first")
    return said


def _extent(graph: Graph, part: Part) -> str:
    label = svg.shortened(svg.named(graph.position(part.positions[0])), 40)
    drawn = f"{len(part.positions):,} of {graph.n:,} positions"
    if graph.m and graph.options is None and graph.predecessors is None:
        return f"{label} alone, as the {graph.m:,} edges are not grouped yet: to_svg() does it"
    moves = f"{part.depth} move{'s' * (part.depth != 1)}"
    return f"{drawn}: those up to {moves} from {label}"


def _described(board: Board) -> list[str]:
    """Return in words what is drawn, for people who do not see it."""
    part = board.part
    words = [f"{len(part.positions):,} positions and {len(part.arrows):,} arrows"]
    words += [f"{count:,} {meaning}" for meaning, _, count in _meanings(board)]
    if board.graph.owner is not None:
        players = [int(board.graph.owner[v]) for v in part.positions]
        words += [f"{players.count(p):,} of player {p}" for p in (0, 1) if p in players]
    return words


def _legend(board: Board, y: int) -> tuple[str, int, int]:
    """Return the legend of what the picture has, its width, and how high its further lines are."""
    part, y = board.part, y + 12
    kinds = {arrow.kind for arrow in part.arrows}
    owner = board.graph.owner
    entries = [
        (f'<path d="{svg.shape(shape, 12, y, 24, 12)}" fill="{look.fill}"/>', words)
        for words, look, _ in _meanings(board)
        for shape in [look.shape if owner is None else PLAIN.shape]
    ]
    if owner is not None:
        for player in sorted({int(owner[v]) for v in part.positions}):
            outline = svg.shape(OWNER_SHAPES[player], 12, y, 24, 14)
            drawn = f'<path d="{outline}" fill="none" stroke="{INK}"/>'
            entries.append((drawn, f"player {player} moves"))
    line = f'<path d="M0 {y}H24" stroke="'
    if "best" in kinds:
        style = f'{_THICK}" stroke-width="2.5" marker-end="url(#@best@)"/>'
        words = "best move" if board.graph.strategy is None else "move that wins"
        entries.append((line + style, words))
    if "ignored" in kinds:
        style = f'{_THIN}" stroke-dasharray="2 4" marker-end="url(#@other@)"/>'
        entries.append((line + style, "ignored: the outcome is preset"))
    if any(map(board.graph.is_preset, part.positions)):
        outlines = (svg.shape("box", 12, y, width, width - 10) for width in (24, 18))
        drawn = "".join(f'<path d="{x}" fill="none" stroke="{INK}"/>' for x in outlines)
        entries.append((drawn, "preset"))
    if any(part.more) or any(part.before):
        entries.append((svg.text(8, y + 4, "…", fill=FAINT), "moves that are not drawn"))
    return svg.legend(entries, MARGIN, y, board.room.widest)


# -- Graphviz --------------------------------------------------------------------------------------

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
    lines += _nodes(graph, part, graph.node or default_node(graph))
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
