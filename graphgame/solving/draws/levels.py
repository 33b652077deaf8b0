"""`DrawLevels`: which draws make the other player find the moves that hold, and how soon."""

from __future__ import annotations

from typing import NamedTuple

from graphgame.arrays import Later, P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.solved import LabelledGame
from graphgame.outcome import DRAW, TIE, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import graph as graphs
    from graphgame.solving.solution import Solution
    from graphgame.types import Int32Array, Int64Array
else:
    # Only those who read annotations need them here.
    graphs = Later("graphgame.graphs.graph")


# More than it costs to move to any draw; see `costs`.
_MOST = 1 << 62


class DrawLabel(NamedTuple):
    """What draw levels say of a position.

    Attributes
    ----------
    level : int
        The level of a draw; -1 for a dead draw, and where there is no draw with moves.
    remoteness : int
        Plies to the edge of the level, -1 where there is no level.
    presses : bool or None
        Whether the player to move presses; None where there is no level.

    See Also
    --------
    DrawLevels

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)]).draw_levels()[1]
    DrawLabel(level=0, remoteness=0, presses=False)
    """

    level: int
    remoteness: int
    presses: bool | None


class DrawLevels(LabelledGame[P]):
    """The draws of a solved game, ranked by how they make the other player find moves.

    `Solution.draw_levels` makes it.  On the *edge* of level 0, some move loses: who moves there is
    *pressed*, at remoteness 0, and must find a move that holds.  A player *presses* who can move to
    where the other one is pressed; who can move only to where the other one presses is pressed,
    too.  The remoteness counts plies to the edge, if who presses hurries and who is pressed delays.
    On the edge of the next level, some move lets the other player press on this one; and so on.
    The draws that are left are *dead*: no play leads from there to a win of anybody.

    Attributes
    ----------
    solution : Solution
        The solved game.
    game : GameGraph

    See Also
    --------
    Solution.draw_levels, verify_draw_levels

    References
    ----------
    R. Shi, "Loopy solver with pure draw analysis", in GamesmanClassic (src/core/solveloopypd.c),
    GamesCrafters, UC Berkeley, 2022, where who presses is a "draw-win", and who is pressed a
    "draw-lose".  There, draws are set aside from which play can come to a draw-lose with a
    draw-lose option; here all draws are ranked.

    Examples
    --------
    >>> import graphgame as gg
    >>> draws = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)]).draw_levels()
    >>> draws
    DrawLevels(1 level: 1 pressing, 1 pressed, 0 dead)
    >>> draws[0], draws.moves(0), draws.losing_moves(1)
    (DrawLabel(level=0, remoteness=1, presses=True), [1], [2])
    >>> draws.level(0), draws.remoteness_of(0), draws.only_move(1), draws.counts()
    (0, 1, 0, [{'pressing': 1, 'pressed': 1, 'edge': 1, 'longest': 1}])
    >>> draws.graph(), len(draws)
    (GameGraph(n=4, m=4), 4)
    >>> draws.levels, draws.remoteness, draws.verify()
    (array([ 0,  0, -1, -1], dtype=int32), array([ 1,  0, -1, -1], dtype=int32), True)
    """

    __slots__ = ("_levels", "_remoteness", "game", "solution")

    def __init__(
        self, solution: types.Anything, levels: types.Array, remoteness: types.Array
    ) -> None:
        self.solution: Solution[P] = solution
        self.game: graphs.GameGraph[P] = solution.game
        self._levels, self._remoteness = levels, remoteness

    @property
    def levels(self) -> types.Int32Array:
        """(n,) int32, read-only: the level of a draw; -1 if it is dead, or no draw with moves."""
        return read_only(self._levels)

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the edge of the level, -1 where there is no level.

        It is odd for who presses, even for who is pressed.
        """
        return read_only(self._remoteness)

    def level(self, position: P) -> int:
        """Return the level of a position, -1 where it has none.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, moves
        """
        return self[position].level

    def remoteness_of(self, position: P) -> int:
        """Return the plies from a position to the edge of its level, -1 where it has none."""
        return self[position].remoteness

    def __getitem__(self, position: P) -> DrawLabel:
        v = self.game._find(position)
        level, remoteness = int(self.levels[v]), int(self.remoteness[v])
        return DrawLabel(level, remoteness, None if level < 0 else remoteness % 2 == 1)

    def moves(self, position: P) -> list[P]:
        """Return the moves that hold a draw and press the most; none where there is no draw.

        That is, in this order: to where the other player is pressed, on the least level, at the
        least remoteness; to a dead draw or a drawn terminal; to where the other player presses, on
        the greatest level, at the greatest remoteness.  O(number of options) time.

        Returns
        -------
        list
            The options, all as good, in the order of their indices; in a game with a symmetry, in
            the order of the rule.

        See Also
        --------
        losing_moves, Solution.best_move
        """
        import numpy as np

        options, indices = self._options(position)
        held = np.flatnonzero(self.solution.outcomes[indices] == DRAW)
        ranks = costs(self.levels[indices[held]], self.remoteness[indices[held]])
        best = held[ranks == ranks.min(initial=_MOST)]
        return [*dict.fromkeys(options[k] for k in best.tolist())]

    def losing_moves(self, position: P) -> list[P]:
        """Return the moves that lose a draw; none where there is no draw.

        See Also
        --------
        moves
        """
        return self._moves_to(position, WIN)

    def only_move(self, position: P) -> P | None:
        """Return the one move that holds a draw, where every other move loses; None elsewhere.

        See Also
        --------
        losing_moves
        """
        if not self.losing_moves(position):
            return None
        held = self._moves_to(position, DRAW)
        return held[0] if len(held) == 1 else None

    def counts(self) -> list[dict[str, int]]:
        """Count the draws of each level.

        Returns
        -------
        list of dict
            Of each level: ``pressing`` and ``pressed``, the numbers of draws; ``edge``, those
            pressed at remoteness 0; ``longest``, the greatest remoteness.

        See Also
        --------
        dead
        """
        import numpy as np

        levels, found = self.levels, []
        order = np.argsort(levels, kind="stable")
        ends = np.searchsorted(levels[order], np.arange(int(levels.max(initial=-1)) + 2))
        for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            lengths = self.remoteness[order[begin:end]]
            pressing = int((lengths % 2).sum())
            found.append(
                {
                    "pressing": pressing,
                    "pressed": end - begin - pressing,
                    "edge": int((lengths == 0).sum()),
                    "longest": int(lengths.max()),
                }
            )
        return found

    @property
    def dead(self) -> int:
        """How many draws are dead: neither player can lose there, drawn terminals left out."""
        s = self.solution
        draws = (s.outcomes == DRAW) & (s.remoteness < 0)
        return int((draws & (self.levels < 0)).sum())

    def verify(self) -> bool:
        """Check that the solution is a proof, and that the levels follow from it.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they do not, with the first position found that breaks a rule.

        See Also
        --------
        verify_draw_levels : The rules that are checked.
        """
        from graphgame.solving.draws.verify_levels import verify_draw_levels

        self.solution.verify()
        solution = self.solution
        return verify_draw_levels(solution.game, solution.outcomes, self.levels, self.remoteness)

    def __repr__(self) -> str:
        counts = self.counts()
        levels = f"{len(counts)} level{'' if len(counts) == 1 else 's'}"
        pressing = sum(level["pressing"] for level in counts)
        pressed = sum(level["pressed"] for level in counts)
        return f"DrawLevels({levels}: {pressing} pressing, {pressed} pressed, {self.dead} dead)"

    def _moves_to(self, position: P, outcome: int) -> list[P]:
        """Return the moves from a draw to positions of an outcome, each once."""
        options, indices = self._options(position)
        reached = (self.solution.outcomes[indices] == outcome).tolist()
        return [*dict.fromkeys(x for x, there in zip(options, reached, strict=True) if there)]

    def _options(self, position: P) -> tuple[list[P], Int32Array]:
        """Return the options of a draw with moves, and their indices; none of another position."""
        import numpy as np

        game, solution = self.game, self.solution
        v = game._find(position)
        # A drawn terminal has a length, which a preset may set.
        if solution.outcomes[v] != DRAW or solution.remoteness[v] >= 0:
            return [], np.zeros(0, dtype=np.int32)
        if game._symmetry is not None:
            from graphgame.solving.many import real_moves

            return real_moves(game, position)
        indices = np.unique(game.option_idx[game.option_ptr[v] : game.option_ptr[v + 1]])
        return game.positions(indices.tolist()), indices


def costs(levels: Int32Array, remoteness: Int32Array) -> Int64Array:
    """Return the cost of a move to each draw: below 0 where the other player is pressed.

    0 for a dead draw and a drawn terminal; above 0 where the other player presses.
    """
    import numpy as np

    far = np.int64(_MOST)
    ranks = (levels.astype(np.int64) << 31) + remoteness
    found: Int64Array = np.where(remoteness % 2 == 0, ranks - far, far - ranks)
    found[levels < 0] = 0
    return found


def ranked_costs(draws: DrawLevels[Any]) -> Int64Array:
    """Return `costs` as the small numbers 0, 1, … in the same order, 0 where there is no draw."""
    import numpy as np

    found = np.zeros(len(draws.levels), dtype=np.int64)
    drawn = np.flatnonzero(draws.solution.outcomes == DRAW)
    ranks = costs(draws.levels[drawn], draws.remoteness[drawn])
    found[drawn] = np.unique(ranks, return_inverse=True)[1].ravel()
    return found


def draw_levels(solution: Solution[Any]) -> DrawLevels[Any]:
    """Return the levels of the draws of a solution; see `Solution.draw_levels`."""
    from graphgame.memory import check_game
    from graphgame.solving.draws import _levels

    game = solution.game
    if game.owner is not None:
        raise GraphGameError(
            "draw_levels: expected a game in which players take turns, got one whose positions "
            "say who moves"
        )
    if game.presets is not None and bool((game.presets == TIE).any()):
        raise GraphGameError(
            "draw_levels: expected a game without TIE, got one; preset DRAW where play ends level"
        )
    check_game(game, 16, 6)
    rows = game._predecessor_rows()
    labels = solution._outcomes, solution._remoteness
    return DrawLevels(solution, *_levels.draw_levels(*rows, game._degrees(), *labels))
