"""Places of positions and ways of arrows by Graphviz, whose program `dot` runs beside ours.

Of games it gets numbers alone, and sizes: labels, colours and escapes are ours.  Machines it draws
whole.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphgame.drawing.graph_picture import HEIGHT, MARGIN
from graphgame.drawing.layers import Route
from graphgame.errors import GraphGameError

if TYPE_CHECKING:
    from graphgame.drawing.graph_picture import Engine, Places
    from graphgame.drawing.surroundings import Part

ENGINES = ("layers", "dot")
# Points of an inch, in which Graphviz measures shapes.
_POINTS = 72
_SECONDS = 60


def find_engine(name: object) -> Engine | None:
    """Return what places positions by the name of an engine; None for our own layers.

    Raises
    ------
    GraphGameError
        If there is no such engine.
    """
    if name not in ENGINES:
        raise GraphGameError(f"engine: expected one of {', '.join(ENGINES)}, got {name!r}")
    return placed_by_dot if name == "dot" else None


def placed_by_dot(part: Part, width: int) -> Places:
    """Return centres and ways, from 0 downwards.

    Raises
    ------
    GraphGameError
        If there is no `dot`, or it fails, or takes longer than a minute.
    """
    if not part.positions:
        return [], [], {}
    size = f"width={width / _POINTS:.4f}, height={HEIGHT / _POINTS:.4f}"
    lines = [
        "digraph {",
        "rankdir=LR; ranksep=0.7; nodesep=0.3;",
        # Without heads, which are ours, curves end where shapes begin.
        f'node [shape=box, fixedsize=true, label="", {size}]; edge [arrowhead=none];',
        *map(str, range(len(part.positions))),
    ]
    for source, target, _, kind in part.arrows:
        lines.append(f"{source} -> {target} [weight={4 if kind == 'best' else 1}];")
    return _read(_answer("\n".join([*lines, "}"])), len(part.positions))


def drawn_by_dot(text: str, what: str, cure: str) -> str:
    """Return the picture of Graphviz text as SVG, without what stands before its element.

    Parameters
    ----------
    text : str
    what, cure : str
        What errors call the picture, and what they say can be done where it cannot be drawn.

    Raises
    ------
    GraphGameError
        If there is no `dot`, or it fails, or takes longer than a minute.
    """
    fonts = (f"-{part}fontname=sans-serif" for part in "GNE")
    found = _answer(text, what, cure, cure, "-Tsvg", *fonts)
    return found[found.index("<svg") :]


def _answer(
    text: str,
    what: str = "engine",
    cure: str = "leave out engine='dot'",
    less: str = "draw less by around= and depth=, or leave out engine='dot'",
    *options: str,
) -> str:
    """Return what `dot` says of a graph; as plain text where options ask for nothing else."""
    try:
        done = subprocess.run(  # noqa: S603 -- the options are ours
            ["dot", *(options or ["-Tplain"])],  # noqa: S607 -- wherever Graphviz is
            input=text,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=_SECONDS,
        )
    except FileNotFoundError:
        raise GraphGameError(
            f"{what}: expected Graphviz, whose program dot is not on the PATH; install it "
            f"(on Debian apt-get install graphviz), or {cure}"
        ) from None
    except subprocess.TimeoutExpired:
        raise GraphGameError(
            f"{what}: expected dot to end within {_SECONDS} seconds, which it did not; {less}"
        ) from None
    if done.returncode:
        raise GraphGameError(
            f"{what}: expected dot to end with status 0, got {done.returncode}: "
            f"{done.stderr.strip()[:200]}"
        )
    return done.stdout


def _read(text: str, count: int) -> Places:
    """Read plain text: `node` with a centre, `edge` with the points of its curves, in inches."""
    x, y = [0] * count, [0] * count
    ways: dict[tuple[int, int], Route] = {}
    for words in _lines(text):
        if words[0] == "graph":
            top = float(words[3]) * _POINTS
        elif words[0] == "node":
            v = int(words[1])
            x[v], y[v] = _place(words[2:4], top)
        elif words[0] == "edge":
            pairs = words[4 : 4 + 2 * int(words[3])]
            points = [_place(pairs[k : k + 2], top) for k in range(0, len(pairs), 2)]
            ways[int(words[1]), int(words[2])] = Route(tuple(points))
    return x, y, ways


def _place(words: list[str], top: float) -> tuple[int, int]:
    across, up = (float(word) * _POINTS for word in words)
    return round(across) + MARGIN + 8, round(top - up)


def _lines(text: str) -> Iterator[list[str]]:
    """Yield the words of each line; one that ends with a backslash goes on in the next."""
    for line in text.replace("\\\n", "").splitlines():
        yield line.split(" ")
