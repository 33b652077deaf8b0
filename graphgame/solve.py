"""`solve`: who wins from every position, and in how many plies."""

from __future__ import annotations

from graphgame import _contract, _core
from graphgame.graph import GameGraph
from graphgame.memory import check_game
from graphgame.outcome import Play
from graphgame.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphgame._buffer import Buffer
    from graphgame.graph import Presets


def solve(
    graph: Any,
    *,
    play: str = "normal",
    outcomes: Presets | Callable[[Any], int | None] | None = None,
    start: Any = None,
) -> Solution:
    """Solve a game: the outcome, the remoteness and the best move of every position.

    Parameters
    ----------
    graph : GameGraph, or anything that `as_game_graph` takes, or with `start` a rule
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    outcomes : mapping of position to Outcome, or (n,) array_like of int, optional
        Outcomes that the rules of the game preset.  Such a position is terminal, whatever its
        options; the outcome is for the player to move.  In an array, `NO_PRESET` stands where a
        position has none.  They come before presets that the graph has.  With `start`, a mapping or
        a function of a position, as the ``outcome`` of `explore`.
    start : hashable, or list, set or iterator of hashable, optional
        Then `graph` is a rule, and the game is what `explore` finds from here.

    Returns
    -------
    Solution

    Raises
    ------
    GraphGameError
        If the graph, the kind of play or an outcome is not one.

    Notes
    -----
    Degree-counter propagation (retrograde analysis): O(n + m) time; beyond the graph, 4 bytes per
    edge and 17 per position, of which the solution keeps 5 and the graph keeps its predecessors, 4
    per edge and 8 per position.  Cycles are no trouble: what is never decided is a draw.

    Sources: E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels",
    1913, for the outcomes; H. Steinhaus, "Definicje potrzebne do teorii gry i pościgu", 1925, and
    C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1, 1966, for remoteness.

    >>> s = solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> [str(s.outcome(v)) for v in range(4)]
    ['DRAW', 'DRAW', 'WIN', 'LOSE']
    >>> solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20).counts()
    {<Outcome.WIN: 1>: 15, <Outcome.LOSE: -1>: 6, <Outcome.DRAW: 0>: 0}
    """
    if outcomes is None and start is None and isinstance(graph, GameGraph):
        game = graph
    else:
        from graphgame.convert import as_game

        game = as_game(graph, outcomes, start)
    kind = Play(play)
    check_game(game, 17, 4)
    return Solution(game, kind, *_labelling(game, misere=kind is Play.MISERE))


def _labelling(game: GameGraph, *, misere: bool, always: bool = False) -> tuple[Buffer, Buffer]:
    """Give outcomes and remoteness, by contraction first where that promises more."""
    if misere or game._presets is not None or game._predecessors is not None:
        rounds = None
    elif game._options is not None:
        rounds, rest, n = _contract.contract_rows(*game._options, always)
    else:
        rounds, rest, n = _contract.contract_edges(game._edges, game.n, always)
    if not rounds:
        return _propagated(game, misere=misere)
    left = GameGraph._of_checked(n, len(rest[-1]), **dict([("edges", rest[0]) if len(rest) == 1 else ("options", rest)]))
    return _contract.expand(rounds, _propagated(left, misere=False)[1])


def _propagated(game: GameGraph, *, misere: bool) -> tuple[Buffer, Buffer]:
    return _core.propagate(*game._predecessor_rows(), game._degrees(), game._presets, misere)

