"""Play with values: the outcome of a sum of positions, and the moves that win it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphgame import checks
from graphgame.arrays import P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Saved
from graphgame.line import Move
from graphgame.outcome import Outcome, Play
from graphgame.solving import _moves
from graphgame.values.display import Display
from graphgame.values.impartial import without_presets
from graphgame.values.sums import MOST_IN_A_SUM, game_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from graphgame.solving.solution import Solution
    from graphgame.types import Array


class Values(Display[P], Saved):
    """What `GrundyValues` and `LoopyValues` have in common.

    Attributes
    ----------
    game : GameGraph
        The game, with its presets.
    """

    __slots__ = ("_order", "_played_game", "_values", "game")

    game: GameGraph[P]

    def __init__(
        self,
        game: GameGraph[P],
        values: types.Array,
        order: types.Array,
        *,
        played: GameGraph[P] | None = None,
    ) -> None:
        self.game = game
        self._values = values
        self._order = order
        self._played_game = played

    # -- the game and its positions -----------------------------------------------------------

    def graph(self) -> GameGraph[P]:
        """Return the game as a graph: `game` itself, which every kind of solved game has."""
        return self.game

    @property
    def start(self) -> P | None:
        """The position where play begins; None if the game has none."""
        return self.game.start

    @property
    def result(self) -> Outcome:
        """The outcome of `start`, for the player to move; a `GraphGameError` without a start."""
        if self.start is None:
            raise GraphGameError(
                f"result: expected a game with a start, got {self.game!r}; "
                "outcome([position]) is the outcome of one position"
            )
        return self.outcome([self.start])

    def p_positions(self) -> list[P]:
        """Return the positions of value 0, where the player to move loses, by their indices."""
        import numpy as np

        return self.game.positions(np.flatnonzero(read_only(self._values) == 0).tolist())

    def __len__(self) -> int:
        return self.game.n

    def __iter__(self) -> Iterator[P]:
        """Return the positions, by their indices."""
        return map(self.game.position, range(self.game.n))

    def __contains__(self, position: object) -> bool:
        return position in self.game

    def __array__(self, dtype: object = None, copy: object = None) -> types.AnyArray:
        """Refuse: an array of these might be one of values or of positions."""
        raise GraphGameError(
            f"expected numbers, got {self!r}, which has positions and their values: "
            "its attribute values is the array of all values, list(…) gives the positions"
        )

    # -- files --------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: types.Anything = None,
        canonical: types.Anything = None,
    ) -> types.Self:
        """Read values that `save` wrote; `rule` and `canonical` as in `Solution.load`.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.grundy([(0, 1), (0, 2), (1, 2)]).save(file)
        >>> _ = file.seek(0)
        >>> gg.GrundyValues.load(file).values
        array([2, 1, 0], dtype=int32)
        """
        return cls._load(file, rule, canonical)

    # -- sums of positions --------------------------------------------------------------------

    def outcome(
        self,
        positions: Iterable[P],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> Outcome:
        """Return the outcome of a sum of positions, for the player to move.

        Parameters
        ----------
        positions : iterable of positions
            The components of the sum.  A position that stands there twice is two components.
        play : {"normal", "misere"}
            Values say nothing of misère play: the sum is made as one graph, and solved.
        limit : int
            The most positions of that graph.

        Returns
        -------
        Outcome

        Raises
        ------
        TooLargeError
            If the graph of the sum has more positions than `limit`.
        GraphGameError
            If the game has preset losses, in misère play: there a terminal is a win.

        See Also
        --------
        winning_moves, game_sum

        Notes
        -----
        O(number of components) time in normal play; in misère play as `game_sum` and `solve`.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            return self._outcome(components)
        return self._misere(components, limit).outcome(tuple(components))

    def winning_moves(
        self,
        positions: Iterable[P],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_IN_A_SUM,
    ) -> list[Move[P]]:
        """Return every move of a sum of positions that leaves the opponent a lost sum.

        Parameters
        ----------
        positions, play, limit
            As in `outcome`.

        Returns
        -------
        list of Move
            The component that moves, from 0, and the option it moves to: components in order,
            options in the order of their indices.  Empty if the sum is no WIN.

        Raises
        ------
        TooLargeError, GraphGameError
            As `outcome`.

        See Also
        --------
        outcome, sum

        Notes
        -----
        O(number of components and of their options) time in normal play; in misère play as
        `game_sum` and `solve`.

        In a game with cycles the opponent may be able to move back from a lost sum.  Then every
        move in the list keeps the win, and one of them comes nearer to the end.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            targets = self._targets(components)
            return [Move(i, w) for i, x in targets for w in self._moves_to(components[i], x)]
        if self.game._symmetry is not None:
            return self._misere_moves(components, limit)
        found: set[tuple[int, P]] = set()
        for option in self._misere(components, limit).winning_moves(tuple(components)):
            after: Any = option
            pairs = enumerate(zip(components, after, strict=True))
            found.update((i, new) for i, (old, new) in pairs if old != new)
        index = self.game.index
        return [Move(*move) for move in sorted(found, key=lambda move: (move[0], index(move[1])))]

    def _components(self, positions: Iterable[P]) -> list[P]:
        """Return the positions of a sum as a list, but refuse one position, even a string."""
        if isinstance(positions, str | bytes) or not isinstance(positions, Iterable):
            raise GraphGameError(
                f"positions: expected a list of positions, got {positions!r}; "
                f"a sum of one is [{positions!r}]"
            )
        checks.refuse_uncounted(positions, "positions")
        return list(positions)

    def _misere(self, components: list[P], limit: int) -> Solution[tuple[P, ...]]:
        """Return the graph of a sum, solved for misère play."""
        from graphgame.solving.solve import solve

        if self.game.presets is not None:
            raise GraphGameError(
                "play: expected 'normal' for values of a game with preset losses, got 'misere': "
                "they say nothing of a sum in misère play"
            )
        graph = game_sum([self.game] * len(components), start=components, limit=limit)
        return solve(graph, play="misere")

    def _misere_moves(self, components: list[P], limit: int) -> list[Move[P]]:
        """Return the moves that win a sum of a game with a symmetry, in misère play."""
        from graphgame.solving.many import real_moves

        solution, moves = self._misere(components, limit), []
        for i, position in enumerate(components):
            for option in dict.fromkeys(real_moves(self.game, position)[0]):
                after = (*components[:i], option, *components[i + 1 :])
                if solution.outcome(after) is Outcome.LOSE:
                    moves.append(Move(i, option))
        return moves

    # -- what the two kinds of values differ in -----------------------------------------------

    def histogram(self) -> dict[Any, int]:
        """Return how many positions have each value, the least value first."""
        raise NotImplementedError

    def _value_text(self, position: P) -> str:
        """Return the value of a position as a picture shows it, such as *3."""
        raise NotImplementedError

    def _outcome(self, components: list[P]) -> Outcome:
        raise NotImplementedError

    def _targets(self, components: list[P]) -> Iterable[tuple[int, int]]:
        """Return which components can win by a move, and the value to move to."""
        raise NotImplementedError

    @classmethod
    def _load(cls, file: types.File, rule: Any, canonical: Any) -> Self:
        raise NotImplementedError

    def _infinite_sets(self) -> tuple[Array, Array] | tuple[None, None]:
        """Return the sets K of the infinite values as compressed sparse rows, if there are any."""
        return None, None

    # -- positions and indices ----------------------------------------------------------------

    def _played(self) -> GameGraph[P]:
        """Return the game without presets that has these values: what kernels work on."""
        if self._played_game is None:
            self._played_game = without_presets(self.game)
        return self._played_game

    def _value(self, position: P) -> int:
        return int(memoryview(self._values)[self.game._find(position)])  # type: ignore[arg-type]

    def _moves_to(self, position: P, value: int) -> list[P]:
        """Return the options of a position that have a value, each once."""
        v = self.game._find(position)
        if self.game._symmetry is None:
            rows = self._played()._option_rows()
            return self.game.positions(_moves.options_of_value(*rows, self._values, v, value))
        ptr, _ = self._played()._option_rows()
        first, stop = memoryview(ptr)[v : v + 2].tolist()  # type: ignore[arg-type]
        if first == stop:  # a terminal, perhaps a preset one: the rule is not asked
            return []
        from graphgame.solving.many import real_moves

        options, classes = real_moves(self.game, position)
        chosen = read_only(self._values)[classes] == value
        return [*dict.fromkeys(option for option, x in zip(options, chosen, strict=True) if x)]
