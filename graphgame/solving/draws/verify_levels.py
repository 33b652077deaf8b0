"""The certificate of draw levels: NumPy only, no kernel, no solver.

As in `graphgame.solving.verify`, one pass over the edges that the user gave checks the rules for
each edge alone, and marks the positions that an option supports.  docs/decisions/030-draw-levels.md
proves that the rules leave one labelling for a solved game: the right one.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal, advised, require_graph
from graphgame.outcome import DRAW, NO_PRESET, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import AnyArray, BoolArray, Int64Array

_NONE = -1
# A level, where a level and a remoteness are one number that orders labels.
_LEVEL = 1 << 32


@advised
def verify_draw_levels(
    graph: types.EdgeGame,
    outcomes: types.ArrayLike,
    levels: types.ArrayLike,
    remoteness: types.ArrayLike,
) -> bool:
    """Check that draw levels are right for a game, given its outcomes, in O(n + m) time.

    Labels are ordered by level, then by remoteness.  Whoever is no draw, or a terminal, has no
    label.  Of the other draws, one that presses (an odd remoteness r) has an option that is
    pressed at r - 1 on its level, none that is pressed earlier, and none that presses on a level
    before, or is a WIN.  One on the edge (remoteness 0) of level k has an option that presses on
    level k - 1, a WIN if k = 0, and none that does so before; one that does not; and none that is
    pressed on a level before.  One that is pressed at another r has only options that press on
    its level, the greatest at r - 1.  A dead draw has only dead draws and drawn terminals as
    options.

    The outcomes are taken as they are: `verify` checks them.

    Parameters
    ----------
    graph : GameGraph
        The game, with its preset outcomes; players take turns.
    outcomes : (n,) array_like of int
        The outcomes of the solved game.
    levels, remoteness : (n,) array_like of int
        The labelling that is checked.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If the labelling is wrong: which position breaks a rule, its options, what was expected and
        what was found.
    GraphGameError
        If `graph` is not a GameGraph, or an array has another number of positions.

    See Also
    --------
    DrawLevels.verify : The same for a solution, and its outcomes too.

    Notes
    -----
    Takes 11 bytes per position, and some megabytes for a block of edges.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> gg.verify_draw_levels(graph, gg.solve(graph).outcomes, [0, 0, -1, -1], [1, 0, -1, -1])
    True
    >>> gg.verify_draw_levels(graph, gg.solve(graph).outcomes, [0, 1, -1, -1], [1, 0, -1, -1])
    Traceback (most recent call last):
    graphgame.errors.VerificationError: position 1: expected no option that presses on a level ...
    """
    require_graph(graph)
    arrays = {
        "outcomes": np.asarray(outcomes),
        "levels": np.asarray(levels),
        "remoteness": np.asarray(remoteness),
    }
    for name, array in arrays.items():
        if array.shape != (graph.n,):
            raise GraphGameError(f"{name}: expected {graph.n} values, got shape {array.shape}")
        if array.dtype.kind not in "iu" and graph.n:
            raise GraphGameError(f"{name}: expected integers, got {array.dtype}")
    checker = _Checker(graph, *arrays.values())
    checker.check_labels()
    supported = np.zeros(graph.n, dtype=np.bool_)
    # On an edge of a level after 0: whether an option does not press on the level before.
    holds = np.zeros(graph.n, dtype=np.bool_)
    for sources, targets in graph.edge_blocks():
        checker.check_edges(sources, targets, supported, holds)
    checker.check_supported(supported, holds)
    return True


class _Checker:
    def __init__(
        self, graph: types.EdgeGame, outcomes: AnyArray, levels: AnyArray, remoteness: AnyArray
    ) -> None:
        self.outcomes, self.levels, self.remoteness = outcomes, levels, remoteness

        def label(v: int) -> tuple[str, str]:
            # No method: with a reference to the checker, its arrays would wait for the collector.
            outcome = int(outcomes[v])
            known = outcome in {int(x) for x in Outcome}
            name = Outcome(outcome).name if known else str(outcome)
            return name, f"{int(remoteness[v])} on level {int(levels[v])}"

        self.refuse = Refusal(graph, label)
        moving: BoolArray = np.zeros(graph.n, dtype=np.bool_)
        for sources, _ in graph.edge_blocks():
            moving[sources] = True
        if graph.presets is not None:
            moving &= graph.presets == NO_PRESET
        # The draws that can have a label.
        self.draws: BoolArray = moving & (outcomes == DRAW)

    def check_labels(self) -> None:
        """Check that only draws have labels, and that labels are in their range."""
        labelled = (self.levels != _NONE) | (self.remoteness != _NONE)
        self.refuse.where(labelled & ~self.draws, "no level but -1, as it is no draw with moves")
        negative = (self.levels < 0) | (self.remoteness < 0)
        self.refuse.where(labelled & negative, "a level and a remoteness from 0 on, or -1 for both")
        for array in (self.levels, self.remoteness):
            self.refuse.where(array > _LEVEL // 2 - 1, "a level and a remoteness below 2^31")

    def _labels(self, v: AnyArray) -> Int64Array:
        found: Int64Array = self.levels[v].astype(np.int64) * _LEVEL + self.remoteness[v]
        return found

    def check_edges(
        self, sources: AnyArray, targets: AnyArray, supported: BoolArray, holds: BoolArray
    ) -> None:
        """Check the rules that concern one edge, and mark the sources it supports."""
        moves = self.draws[sources]
        u, v = sources[moves], targets[moves]
        level, r = self.levels[u], self.remoteness[u]
        dead = level < 0
        to_level, to_r = self.levels[v], self.remoteness[v]
        # A WIN presses on level -1: nobody has that level, so that it is before all others.
        wins = self.outcomes[v] == WIN
        presses = wins | (to_level >= 0) & (to_r % 2 == 1)
        pressed = (to_level >= 0) & (to_r % 2 == 0)
        self.refuse.at(u[dead & (presses | pressed)], "only dead options for a dead draw")

        odd, edge = ~dead & (r % 2 == 1), ~dead & (r == 0)
        even = ~dead & ~odd & ~edge
        label, option = self._labels(u), self._labels(v)
        earlier = "no option that presses on a level before"
        self.refuse.at(u[odd & presses & (to_level < level)], earlier)
        self.refuse.at(u[edge & presses & (to_level < level - 1)], f"{earlier} the last one")
        self.refuse.at(u[odd & pressed & (option < label - 1)], "no option that is pressed earlier")
        self.refuse.at(
            u[edge & pressed & (to_level < level)], "no option pressed on a level before"
        )
        same = presses & ~wins & (to_level == level)
        self.refuse.at(u[even & ~same], "only options that press on its level")
        self.refuse.at(u[even & (option > label - 1)], "no option of a greater remoteness less one")
        before = presses & (to_level == level - 1)
        supported[u[(odd & pressed | even & same) & (option == label - 1) | edge & before]] = True
        holds[u[~edge | ~before]] = True

    def check_supported(self, supported: BoolArray, holds: BoolArray) -> None:
        """Check that every label has an option that justifies it."""
        labelled = self.levels >= 0
        missing = labelled & ~supported
        edge = self.remoteness == 0
        self.refuse.where(missing & edge, "an option that presses on the level before, or a WIN")
        self.refuse.where(missing, "an option of its level, of remoteness one less")
        self.refuse.where(labelled & ~holds, "an option that does not press on the level before")
