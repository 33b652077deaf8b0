"""What notebooks show: text and a picture, quick to make and small whatever there is to show."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from graphgame.drawing.graph_picture import NodeMaker, draw
from graphgame.drawing.surroundings import MOST_POSITIONS

if TYPE_CHECKING:
    from graphgame.drawing.surroundings import Graph

# What a picture in a notebook may take, in bytes of UTF-8.
MOST_BYTES = 100_000
# How many positions are tried until a picture is small enough.
_TRIED = (MOST_POSITIONS, 150, 60, 20, 5, 1)
SVG = "image/svg+xml"


def graph_bundle(
    graph: Graph,
    text: str,
    include: Container[str] | None,
    exclude: Container[str] | None,
    node: NodeMaker | None = None,
) -> dict[str, str]:
    """Return the bundle of a graph."""

    def picture() -> str | None:
        for limit in _TRIED:
            drawn = draw(graph, node=node, title=text, limit=limit, whole_labels=False)
            if len(drawn.encode()) <= MOST_BYTES:
                return drawn
        return None

    return bundle(text, picture, include, exclude)


def bundle(
    text: str,
    picture: Callable[[], str | None],
    include: Container[str] | None,
    exclude: Container[str] | None,
) -> dict[str, str]:
    """Return a bundle as notebooks ask for it: of the kinds that are included and not excluded."""

    def is_wanted(kind: str) -> bool:
        return (include is None or kind in include) and (exclude is None or kind not in exclude)

    found = {"text/plain": text} if is_wanted("text/plain") else {}
    if is_wanted(SVG) and (drawn := picture()) is not None:
        found[SVG] = drawn
    return found
