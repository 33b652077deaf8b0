"""Answers for positions from a graph of classes, by functions of the rule."""

from __future__ import annotations

from graphgame.errors import GraphGameError, UnknownPositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import Index, Int32Array, Int64Array


class Symmetry:
    """The functions from positions to the classes of the graph, and back to moves.

    Without the functions, as in a graph that was read from a file, only representatives are known.

    Parameters
    ----------
    represent : callable, optional
        From some positions to their representatives, each one of its class.
    options : callable, optional
        From some positions to their options, all in the order of the rule: where those of each
        start, (k + 1,) int64, and all of them.
    explore : callable, optional
        Takes the limit, and makes the graph of the game without the symmetry.
    """

    __slots__ = ("_options", "explore", "represent")

    def __init__(
        self,
        represent: Callable[[Any], Any] | None = None,
        options: Callable[[Any], tuple[Int64Array, Any]] | None = None,
        explore: Callable[[int | None], GameGraph[Any]] | None = None,
    ) -> None:
        self.represent: Callable[[Any], Any] | None = represent
        self._options = options
        self.explore: Callable[[int | None], GameGraph[Any]] | None = explore

    def __reduce__(self) -> Any:
        return Symmetry, ()  # functions stay in the process that has them

    def __deepcopy__(self, memo: object) -> Symmetry:
        return self

    def represent_many(self, positions: Any) -> Any:
        """Return the representatives of positions that are none themselves."""
        if self.represent is None:
            self._refuse(_first(positions))
        return self.represent(positions)

    def find(self, index: Index, position: Any) -> int:
        """Return the index of the class of a position that is no representative."""
        if self.represent is None:
            self._refuse(position)
        try:
            representative = self.represent([position])[0]
        except Exception as error:  # a value that is no position at all
            raise UnknownPositionError(
                f"position {position!r} does not exist: canonical raised {error!r}"
            ) from error
        try:
            return index[representative]
        except (KeyError, TypeError):
            representative = getattr(representative, "item", lambda: representative)()
            raise UnknownPositionError(
                f"position {position!r} does not exist: its representative {representative!r} is "
                f"not among the {len(index)} that the game has"
            ) from None

    def options(self, positions: Any) -> tuple[Int64Array, Any]:
        """Return the options of positions: where those of each start, (k + 1,) int64, and all.

        Raises
        ------
        GraphGameError
            If there is no rule to ask.
        """
        if self._options is None:
            raise GraphGameError(
                "rule: expected the rule of the game to find moves, got classes of positions "
                "alone, as files and pickles keep them: Solution.load(file, rule=…, canonical=…)"
            )
        return self._options(positions)

    def moves(self, graph: GameGraph[Any], positions: Any) -> tuple[Int64Array, Any, Int32Array]:
        """Return the options of positions that are no terminals, and the classes of the options.

        Returns
        -------
        ptr : (k + 1,) int64
        options : list or int64 array
            In the order of the rule.
        classes : int32 array
            Of each option.
        """
        ptr, options = self.options(positions)
        try:
            return ptr, options, graph.index(options)
        except UnknownPositionError as error:
            raise GraphGameError(
                f"canonical: expected a symmetry of the rule, but after {_first(positions)!r}, or "
                f"a position asked with it: {error}; check_rule finds where they differ"
            ) from None

    def _refuse(self, position: Any) -> NoReturn:
        raise UnknownPositionError(
            f"position {position!r} does not exist among the representatives, which are all that "
            "files and pickles keep of a game with a symmetry: load it with canonical="
        )


def _first(positions: Sequence[Any]) -> Any:
    return positions[0] if len(positions) else None
