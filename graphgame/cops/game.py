"""`cops_and_robbers`: who wins on a graph, and in how many rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, overload

import numpy as np

from graphgame import checks, types
from graphgame.cops import _hunt
from graphgame.cops.placements import all_edges, as_board, needed_bytes, neighbourhoods
from graphgame.cops.solution import CopsSolution
from graphgame.errors import GraphGameError, TooLargeError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_memory
from graphgame.types import P

# The most rounds of a capture, by the bytes of a time.
_MOST_ROUNDS = {0: 2**63 - 1, 2: 2**15 - 1, 4: 2**31 - 2}


@overload
def cops_and_robbers(
    graph: GameGraph[P] | Mapping[P, Iterable[P]],
    cops: int = 1,
    *,
    directed: bool | None = None,
    remoteness: bool = True,
    memory: int | str | None = None,
) -> CopsSolution[P]: ...
@overload
def cops_and_robbers(
    graph: types.Anything,
    cops: int = 1,
    *,
    directed: bool | None = None,
    remoteness: bool = True,
    memory: int | str | None = None,
) -> CopsSolution[Any]: ...
@advised
def cops_and_robbers(
    graph: types.Anything,
    cops: int = 1,
    *,
    directed: bool | None = None,
    remoteness: bool = True,
    memory: int | str | None = None,
) -> CopsSolution[P]:
    """Solve cops and robbers: who wins, the capture time, and a strategy for both sides.

    The cops choose their vertices, several may share one; then the robber, who sees them, chooses
    his.  Then they take turns: all cops move, each along an edge or staying, then the robber in the
    same way.  The cops win when one of them is on the robber's vertex.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes, without presets, owners and classes of a symmetry
        A start means nothing: the cops choose their vertices, then the robber his.
    cops : int
        Number of cops, at least 1.
    directed : bool, optional
        True: moves follow the arcs.  False: every edge goes both ways.  If not given, only directed
        graphs of other libraries (NetworkX, igraph, rustworkx) count as directed: edges, options,
        CSR, tables and a `GameGraph` go both ways.
    remoteness : bool
        Whether to keep the capture time of every state.  Without it the solution knows the outcome
        of every state, but no best moves and no lines, and takes an eighth of the memory.
    memory : int or str, optional
        The most bytes to take, as in ``"4GiB"``; if not given, as many as the system has available.

    Returns
    -------
    CopsSolution

    Raises
    ------
    TooLargeError
        If it would take more memory; nothing has been allocated then.
    GraphGameError
        If the graph is malformed or has no vertex, or there is no cop.

    See Also
    --------
    cop_number : The least number of cops that win.
    PoliceAndThief : A policeman and a thief on a grid with exits.

    Notes
    -----
    With P = C(n + k - 1, k) placements of the cops, w = ⌈n / 64⌉ and d the mean degree plus one, a
    round takes O(P d w Σ C(k, j)) word operations at worst, j = 1 … k: the robber's vertices are
    bits, and the cops move one after the other, not in all combinations.  There are as many rounds
    as the longest capture takes.  Memory: P (2 n + 16 w + 17) bytes and less for the rest, of which
    P · 2 n are kept, or P · 16 w without remoteness.  Captures of more than 32,767 rounds take 4
    bytes for each time, and twice the work.

    References
    ----------
    R. Nowakowski and P. Winkler, "Vertex-to-vertex pursuit in a graph", Discrete Math. 43, 1983.
    A. Quilliot, thesis, Université de Paris VI, 1978.  M. Aigner and M. Fromme, "A game of cops and
    robbers", Discrete Appl. Math. 8, 1984, for k cops.  A. Bonato et al., "The capture time of a
    graph", Discrete Math. 309, 2009.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 4)])
    >>> s.result, s.capture_time, s.start
    (<Outcome.WIN: 1>, 2, ((2,), 0, 'cops'))
    >>> gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]).result
    <Outcome.DRAW: 0>
    """
    k, most = checks.at_least_1(cops, "cops"), checks.memory(memory)
    game, is_directed = as_board(graph, directed)
    if game.n == 0:
        raise GraphGameError("graph: expected at least one vertex, got none to start from")
    rows, back = neighbourhoods(game.n, all_edges(game), is_directed)
    members = np.arange(game.n, dtype=np.int32)
    for width in (2, 4) if remoteness else (0,):
        needed = needed_bytes(game.n, k, len(rows[1]), width)
        check_memory(needed, most, "cops", lambda: f"{k} on {game.n} vertices")
        try:
            hunt = _hunt.hunt(*rows, *back, members, k, width, _MOST_ROUNDS[width])
        except OverflowError as error:
            if width != 2:
                raise TooLargeError(
                    f"cops: expected a game within limits, got that {error}"
                ) from None
        else:
            break
    return CopsSolution(game, is_directed, rows, k, hunt)
