"""The page of cops and robbers: the graph as data; the page solves the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError, TooLargeError
from graphgame.playing.look import names
from graphgame.playing.page import rule_page
from graphgame.playing.style import check_centres, check_languages, check_title

if TYPE_CHECKING:
    from graphgame.types import Int32Array, IntArray

# The most moves of a game that a page solves when it opens; as in page/sources/cops.js.
MOST_MOVES = 4_000_000
# The most cops: on the board a vertex shows the number of its cops as one digit.
MOST_COPS = 9


def cops_page(
    vertices: Sequence[Any],
    edges: Int32Array,
    cops: int,
    *,
    directed: bool,
    degrees: IntArray,
    centres: Sequence[tuple[float, float]] | None,
    title: str | None,
    languages: Sequence[str] | None,
) -> str:
    """Return a page in which cops pursue a robber on a graph.

    Parameters
    ----------
    vertices : sequence
        Their labels.
    edges : (m, 2) int32
    cops : int
    directed : bool
        Whether moves follow the arcs.
    degrees : (n,) array
        How many vertices each vertex leads to, itself included.
    centres : sequence of (x, y), optional
        Where the vertices are drawn, on a circle by default.
    title, languages
        As of `graphgame.solving.display.Display.write_html`.

    Raises
    ------
    TooLargeError
        If the page would solve more than `MOST_MOVES` moves.
    """
    spoken = check_languages(languages)
    shown = check_title("Cops and robbers" if title is None else title)
    places = check_centres(centres)
    if places is not None and len(places) != len(vertices):
        raise GraphGameError(
            f"centres: expected {len(vertices)} pairs, one for each vertex, got {len(places)}"
        )
    _check_size(degrees, cops)
    distinct = np.unique(edges if directed else np.sort(edges, axis=1), axis=0)
    part = {
        "cops": cops,
        "names": names(vertices),
        "edges": distinct[distinct[:, 0] != distinct[:, 1]].tolist(),
        "directed": directed,
    }
    shape = None if places is None else {"centres": places}
    return rule_page("cops", part, title=shown, languages=spoken, shape=shape)


def _check_size(degrees: IntArray, cops: int) -> None:
    """Refuse a game that a page cannot solve when it opens."""
    moves = bound(degrees, cops)
    if cops > MOST_COPS or moves > MOST_MOVES:
        raise TooLargeError(
            f"page: expected at most {MOST_COPS} cops and {MOST_MOVES} moves, got {cops} cops and "
            f"up to {moves} moves; save gg.solve(solution.graph()), and play it with "
            "`graphgame serve FILE`"
        )


def bound(degrees: IntArray, cops: int) -> int:
    """Return a number that the moves of a game do not exceed.

    The joint moves of the cops are a sum over placements, that is multisets of vertices, of the
    products of their degrees; each is a move for every vertex of the robber.
    """
    products = [1, *[0] * cops]
    placements = products.copy()
    for degree in degrees.tolist():
        for i in range(1, cops + 1):
            products[i] += degree * products[i - 1]
            placements[i] += placements[i - 1]
    n = len(degrees)
    return n * products[cops] + placements[cops] * (int(degrees.sum()) + n + 1)
