"""What a solution with winners shows of itself: pictures, and what its pages are made of.

The class is a base of `Won`.
"""

from __future__ import annotations

from abc import abstractmethod

from graphgame.arrays import P, types
from graphgame.graphs.played import Played

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.playing.game import SolvedGame
    from graphgame.types import AnyArray, Int8Array, Int32Array


class Display(Played[P]):
    """Methods of `Won` that show it; what they need is imported when they run."""

    __slots__ = ()

    # What a class has beside.
    if TYPE_CHECKING:
        game: GameGraph[P]

        @property
        def owner(self) -> Int8Array: ...  # noqa: D102
        @property
        def outcomes(self) -> Int8Array: ...  # noqa: D102
        @property
        def winners(self) -> Int8Array: ...  # noqa: D102
        @property
        def strategy(self) -> Int32Array: ...  # noqa: D102

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, around: types.Anything = None, depth: int | None = None) -> str:
        """Draw the solved game as SVG: the colour says who wins, the shape whose position it is.

        Positions of player 0 are round, those of player 1 are boxes; the second line names the
        winner.  The moves of `strategy` are thick.  The parameters, and what is drawn of a game of
        more than 300 positions, are those of `GameGraph.to_svg`.

        See Also
        --------
        to_dot, write_html

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1]).solve()
        >>> "priority 2, 0 wins" in s.to_svg()
        True
        """
        from graphgame.drawing.graph_picture import draw

        at, depth = self.game._around(around, depth)
        return draw(self._to_draw(), around=at, depth=depth, title=repr(self))

    def to_dot(
        self, around: types.Anything = None, depth: int | None = None, *, limit: int = 10_000
    ) -> str:
        r"""Return the solved game as Graphviz text; the parameters are those of `GameGraph.to_dot`.

        Raises
        ------
        TooLargeError
            If there are more positions than `limit`, and `around` is not given.

        See Also
        --------
        to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.solve_buchi([(0, 1), (1, 0)], [0, 1], [1]).to_dot().splitlines()[3])
          1 [label="1\ntarget, 0 wins", shape=box, fillcolor="#0072B2", fontcolor="#FFFFFF"];
        """
        from graphgame.drawing.dot import to_dot

        at, depth = self.game._around(around, depth)
        return to_dot(self._to_draw(), around=at, depth=depth, limit=limit)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks, as those of `Solution`."""
        from graphgame.drawing.bundle import graph_bundle

        return graph_bundle(self._to_draw(at_hand=True), repr(self), include, exclude)

    def _to_draw(self, *, at_hand: bool = False) -> Any:
        graph = self.game._to_draw(at_hand=at_hand)
        return graph._replace(winners=self.winners, strategy=self.strategy, note=self._note)

    @abstractmethod
    def _note(self, v: int) -> str:
        """Return what a picture says about a position beside its winner."""

    # -- pages --------------------------------------------------------------------------------

    def _solved_game(self) -> SolvedGame:
        """Return the game for the rooms that show it: as a parity game, whatever its objective."""
        import numpy as np

        from graphgame.playing.game import SolvedGame

        game, (remoteness, priority, target) = self.game, self._goal()
        ptr = np.asarray(game.option_ptr)
        remoteness = np.where(np.diff(ptr) == 0, 0, remoteness).astype(np.int32)
        return SolvedGame(
            ptr,
            game.option_idx,
            self.outcomes,
            remoteness,
            None if game.start is None else game._find(game.start),
            "normal",
            game.position,
            game._find,
            self.owner,
            priority,
            target,
            self.strategy,
        )

    @abstractmethod
    def _goal(self) -> tuple[AnyArray | int, AnyArray, int | None]:
        """Return plies to the end, -1 where there are none, priorities, and that of targets."""
