"""The bases of all solutions: loading from files, and positions of the game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from graphgame.arrays import Generic, Later, P, types
from graphgame.errors import GraphGameError
from graphgame.graphs.by_state import ByState, Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from graphgame import outcome as terms
    from graphgame.graphs import graph as graphs
    from graphgame.graphs.form import Form
else:
    # Only those who read annotations need them here.
    terms = Later("graphgame.outcome")
    graphs = Later("graphgame.graphs.graph")


class _Start:
    """Stands for the start of the game where a method gets no position; None may be a label."""

    def __repr__(self) -> str:
        return "the start"


START: Any = _Start()


class Saved:
    """A solution that can be saved."""

    __slots__ = ()

    if TYPE_CHECKING:
        # What the file holds; its parts are attributes.
        _form: Form

    def save(self, file: types.File) -> None:
        """Save the solution with all that is needed to load it; `load` reads it.

        The format is NumPy's npz, without pickles, described in docs/formats.md.  A path is
        replaced in one step: a failure leaves the old file whole.

        Parameters
        ----------
        file : path or binary file

        Raises
        ------
        GraphGameError
            If a label is of a type that the format cannot keep, or `file` is neither a path nor a
            binary file.
        OSError
            If the file cannot be written.

        See Also
        --------
        load, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.solve([(0, 1), (1, 2)]).save(file)
        >>> _ = file.seek(0)
        >>> gg.Solution.load(file).outcome(0)
        <Outcome.LOSE: -1>
        """
        self._save(file)

    def _save(self, file: types.File) -> None:
        """Write the file."""
        self._form.save(self, file)


class Loaded(Saved):
    """A solution that is loaded from its file alone."""

    __slots__ = ()

    @classmethod
    def load(cls, file: types.File) -> types.Self:
        """Read a solution that `save` wrote; nothing but the file is needed, not even to verify it.

        Parameters
        ----------
        file : path or binary file

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
        >>> gg.solve_scores([(0, 1), (0, 2)], {1: -5, 2: 3}).save(file)
        >>> _ = file.seek(0)
        >>> s = gg.ScoreSolution.load(file)
        >>> s.graph(), s.score(0), s.verify()
        (GameGraph(n=3, m=2, with preset outcomes), 5, True)
        """
        return cls._load(file)

    @classmethod
    @abstractmethod
    def _load(cls, file: types.File) -> Self:
        """Read the file."""


class Proved(Loaded):
    """A solution that proves itself, and whose class takes the parts of its form in order."""

    __slots__ = ()

    def verify(self) -> bool:
        """Check that the solution is a proof, from what is given of the game alone.

        The class names the function that has the rules.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not, with the first position found that breaks a rule.

        See Also
        --------
        load : Read a solution, of which nothing is known, from a file.
        """
        return self._verify()

    @abstractmethod
    def _verify(self) -> bool:
        """Check the solution."""

    @classmethod
    def _load(cls, file: types.File) -> Self:
        make: Any = cls
        loaded: Self = make(*cls._form.load(file).parts.values())
        return loaded


class OfGame(ByState, Generic[P]):
    """A solution of a `GameGraph`: a mapping of its positions to what is known of them."""

    __slots__ = ()

    if TYPE_CHECKING:
        game: graphs.GameGraph[P]

    @property
    def start(self) -> P | None:
        """The position where play begins; None where the game has no single start."""
        return self.game.start

    def graph(self) -> graphs.GameGraph[P]:
        """Return the explicit graph of the game, which is `game` itself."""
        return self.game

    def __len__(self) -> int:
        return self.game.n

    def __iter__(self) -> Iterator[P]:
        positions: Any = range(self.game.n) if self.game.labels is None else self.game.labels
        return iter(positions)

    def __contains__(self, position: object) -> bool:
        return position in self.game

    def _started(self) -> P:
        start = self.start
        if start is None:
            raise GraphGameError(
                "start: expected a game that begins at one position, got one without a start; "
                "name a position, as in outcome(position) and line(position)"
            )
        return start


class LabelledGame(OfGame[P], Labelled):
    """A solution of a `GameGraph` whose ``values()`` are labels."""

    __slots__ = ()


class Outcomes(LabelledGame[P]):
    """A solution that has an outcome of every position for the player to move."""

    __slots__ = ()

    if TYPE_CHECKING:

        def outcome(self, position: P) -> terms.Outcome: ...  # noqa: D102

    @property
    def result(self) -> terms.Outcome:
        """The outcome of `start` for the player to move.

        Raises
        ------
        GraphGameError
            If the game has no start.
        """
        return self.outcome(self._started())
