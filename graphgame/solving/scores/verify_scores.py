"""The certificate of scores: is a labelling a proof?  NumPy only, no kernel, no solver.

As in `graphgame.solving.verify`, one pass over the edges that the user gave checks the rules for
each edge alone, and marks the positions that an option supports.  docs/decisions/019-scores.md
proves that the rules leave one labelling for a game: the right one.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal, advised, require_graph
from graphgame.outcome import NEVER_ENDS, NO_SCORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import AnyArray, BoolArray, Int32Array

# The greatest score; the least is its negative.
_MOST = 2**63 - 1


@advised
def verify_scores(
    graph: types.EdgeGame,
    given: types.ArrayLike,
    scores: types.ArrayLike,
    remoteness: types.ArrayLike,
    *,
    owner: types.ArrayLike | None = None,
    endless: int = 0,
) -> bool:
    """Check that scores are a proof for a game, in O(n + m) time.

    Terminals carry the scores that were given, at remoteness 0.  At another position of remoteness
    r, no option is worth more to the player who moves than the score of the position, and some are
    worth as much.  Where the score is above what endless play is worth to this player, the least
    remoteness of these options is r - 1; where it is below, the greatest is.  Where it is the same,
    r - 1 is the least remoteness of those of them that end, and r is -1 if none does.

    Parameters
    ----------
    graph : GameGraph
        The game.  Its presets do not count.
    given : (n,) array_like of int
        The scores that the rules give, `NO_SCORE` where play goes on.
    scores, remoteness : (n,) array_like of int
        The labelling that is checked.
    owner : (n,) array_like of int, optional
        The player who moves, 0 or 1; None where players alternate.
    endless : int
        What a play that never ends is worth to player 0.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If the labelling is not a proof: which position breaks a rule, its options, what was
        expected and what was found.
    GraphGameError
        If `graph` is not a GameGraph, an array has another number of positions or no integers, or
        `endless` is no score, or not 0 where players alternate.

    See Also
    --------
    ScoreSolution.verify : The same for the game that was solved.

    Notes
    -----
    Takes 14 bytes per position, and some megabytes for a block of edges.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.GameGraph.from_edges([(0, 1), (1, 0), (1, 2)])
    >>> given = [gg.NO_SCORE, gg.NO_SCORE, -3]
    >>> gg.verify_scores(graph, given, [0, 0, -3], [-1, -1, 0])
    Traceback (most recent call last):
    graphgame.errors.VerificationError: position 1: expected no option that is worth more, ...
    >>> gg.verify_scores(graph, given, [-3, 3, -3], [2, 1, 0])
    True
    """
    require_graph(graph)
    if endless and owner is None:
        raise GraphGameError(f"endless: expected 0 where players alternate, got {endless}")
    if not -_MOST <= endless <= _MOST:
        raise GraphGameError(
            f"endless: expected an integer from {-_MOST} to {_MOST}, got {endless}"
        )
    arrays: dict[str, AnyArray] = {
        "given": _int64_array(given, "given"),
        "scores": _int64_array(scores, "scores"),
        "remoteness": _integers(remoteness, "remoteness"),
    }
    if owner is not None:
        arrays["owner"] = np.asarray(owner)
    for name, array in arrays.items():
        if array.shape != (graph.n,):
            raise GraphGameError(f"{name}: expected {graph.n} values, got shape {array.shape}")
    if owner is not None and not np.isin(arrays["owner"], (0, 1)).all():
        raise GraphGameError("owner: expected 0 and 1, got others")
    checker = _Checker(graph, arrays, int(endless))
    checker.check_terminals()
    supported = np.zeros(graph.n, dtype=np.bool_)
    for sources, targets in graph.edge_blocks():
        checker.check_edges(sources, targets, supported)
    checker.check_supported(supported)
    return True


def _integers(values: types.ArrayLike, name: str) -> AnyArray:
    """Return values as an array of integers; refuse what int64 does not hold."""
    array: AnyArray = np.asarray(values)
    if array.size and (array.dtype.kind not in "iu" or array.max() > _MOST):
        raise GraphGameError(
            f"{name}: expected integers from {-_MOST} to {_MOST}, got {array.dtype.name} values"
        )
    return array


def _int64_array(values: types.ArrayLike, name: str) -> AnyArray:
    return _integers(values, name).astype(np.int64, copy=False)


class _Checker:
    def __init__(self, graph: types.EdgeGame, arrays: dict[str, AnyArray], endless: int) -> None:
        self.graph, self.endless = graph, endless
        self.given, self.owner = arrays["given"], arrays.get("owner")
        scores, remoteness = arrays["scores"], arrays["remoteness"]
        self.scores, self.remoteness = scores, remoteness

        def label(v: int) -> tuple[str, int]:
            # No method: with a reference to the checker, its arrays would wait for the collector.
            return f"score {scores[v]}", int(remoteness[v])

        self.refuse = Refusal(graph, label)
        self.terminal: BoolArray = self.given != NO_SCORE

    def gain_signs(self) -> AnyArray:
        """Return whether the player to move gets more or less than from endless play: 1, 0, -1."""
        endless: AnyArray | int = 0
        if self.endless:
            assert self.owner is not None, "endless play is worth something to one of the players"
            endless = np.where(self.owner == 1, -self.endless, self.endless)
        return (self.scores > endless).astype(np.int8) - (self.scores < endless)

    def check_terminals(self) -> None:
        """Check what is known without options: scores of terminals, and the range of remoteness."""
        graph, terminal, refuse = self.graph, self.terminal, self.refuse
        ends: BoolArray = np.ones(graph.n, dtype=np.bool_)
        for sources, _ in graph.edge_blocks():
            ends[sources] = False
        refuse.where(ends & ~terminal, "a given score, as there are no options")
        del ends
        refuse.where(self.scores < -_MOST, f"a score from {-_MOST} to {_MOST}")
        refuse.where(terminal & (self.scores != self.given), "the score that was given")
        refuse.where(terminal & (self.remoteness != 0), "remoteness 0, as it is a terminal")
        refuse.where(
            ~terminal & (self.remoteness == 0), "a remoteness other than 0, as play goes on"
        )
        refuse.where(self.remoteness < NEVER_ENDS, "a remoteness of at least -1")
        self.signs = self.gain_signs()
        wrong = (self.remoteness == NEVER_ENDS) & (self.signs != 0)
        refuse.where(wrong, "a remoteness that is not -1, as endless play has another score")

    def check_edges(self, sources: Int32Array, targets: Int32Array, supported: BoolArray) -> None:
        """Check the rules that concern one edge, and mark the sources it supports."""
        moves = ~self.terminal[sources]
        u, v = sources[moves], targets[moves]
        worth = self.scores[v]
        if self.owner is None:
            worth = -worth
        else:
            np.negative(worth, out=worth, where=self.owner[u] != self.owner[v])
        score = self.scores[u]
        self.refuse.at(u[worth > score], "no option that is worth more")

        keeps = worth == score
        u, v = u[keeps], v[keeps]
        # The option that decides u has a remoteness of one less than u.
        before, option = self.remoteness[u].astype(np.int64) - 1, self.remoteness[v]
        sign, never = self.signs[u], self.remoteness[u] == NEVER_ENDS
        ends = option != NEVER_ENDS
        self.refuse.at(
            u[(sign > 0) & (option < before)], "no option of the same worth and lower remoteness"
        )
        self.refuse.at(
            u[(sign < 0) & (option > before)], "no option of the same worth and higher remoteness"
        )
        level = sign == 0
        self.refuse.at(u[level & never & ends], "no option of the same worth that ends")
        self.refuse.at(
            u[level & ~never & ends & (option < before)],
            "no option of the same worth and lower remoteness that ends",
        )
        supported[u[np.where(never, ~ends, option == before)]] = True

    def check_supported(self, supported: BoolArray) -> None:
        """Check that every position except terminals has an option that justifies its label."""
        missing = ~(supported | self.terminal)
        never = self.remoteness == NEVER_ENDS
        self.refuse.where(missing & never, "an option of the same worth that never ends")
        self.refuse.where(missing, "an option of the same worth and of remoteness one less")
