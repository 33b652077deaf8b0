"""`Answers`: a solved game without its graph, whose rule is asked for moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphgame.arrays import outcome_words, read_only
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Saved
from graphgame.outcome import DRAW, LOSE, WIN, Outcome, Play
from graphgame.rules.kind import POSITIONS, Rules
from graphgame.solving.decoding import column, decoded, tally
from graphgame.solving.following import Followed
from graphgame.solving.positions import ClassPositions, CodePositions, ListedPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.types import P
else:
    from graphgame.arrays import P, types


class Answers(Saved, Followed[P]):
    """A solved game without its moves: the outcome and the remoteness of every position.

    ``solve(rule, start=…, keep="answers")`` makes one, `Answers.load` reads one from a file.  It
    answers as a `Solution` does.  Best moves, winning moves and lines ask the rule for the options
    of a position, so the rule is kept, too.  ``s[position]`` is a `Label`; ``position in s``,
    ``iter(s)`` and ``len(s)`` work as those of a dict.

    Attributes
    ----------
    play : Play

    See Also
    --------
    solve, Solution

    Notes
    -----
    With ``canonical=``, positions and all arrays are those of classes, by their representatives;
    the methods that take a position take any, and give moves of the rule.

    With ``keep="undecided"``, positions that the rules preset are not stored, except starts: they
    are in no array, and neither in ``len(s)`` nor in ``iter(s)``.  The methods that take a position
    ask the rule for their outcome.  It is asked about any position that is not stored, and cannot
    say whether the game ever gets there.

    9 bytes per position where positions are codes: 8 for the code and 1 for outcome and remoteness;
    12 where a remoteness is above 126.  A look-up is a binary search.  Positions of other kinds are
    kept as in `explore`, with 1 byte for each, or 4.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20, keep="answers")
    >>> s
    Answers(n=21, play='normal': 15 WIN, 6 LOSE, 0 DRAW)
    >>> s.outcome(20), s.best_move(18), s.line(5)
    (<Outcome.LOSE: -1>, 16, (5, 4, 3, 0))
    >>> s.remoteness_of(20), s.winning_moves(18), s.counts()[gg.LOSE], s.longest()[gg.WIN]
    (10, [16], 6, 9)
    >>> s.verify(), s.graph()
    (True, GameGraph(n=21, m=57, labelled))
    """

    __slots__ = ("_labels", "_positions", "_rules", "_starts", "_tally", "_undecided", "play")

    play: Play

    def __init__(
        self,
        positions: CodePositions | ListedPositions | ClassPositions,
        labels: types.Array,
        play: Play,
        starts: Sequence[types.Anything] | types.Int64Array,
        rules: Rules | None,
        undecided: bool = False,
    ) -> None:
        self._positions: Any = positions
        self._labels = read_only(labels)
        self.play = play
        self._starts = starts
        self._rules = rules
        self._undecided = undecided
        self._tally: tuple[list[int], list[int]] | None = None

    # -- all positions ------------------------------------------------------------------------

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: the outcome for the player to move, `LOSE`, `DRAW` or `WIN`.

        Made anew each time, as `remoteness` is.
        """
        return column(self._labels, 0)

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the end if the winner hurries and the loser delays.

        0 at a terminal, also at a preset draw; -1 at any other draw.
        """
        return column(self._labels, 1)

    @property
    def codes(self) -> types.Int64Array:
        """(n,) int64, read-only: the positions in ascending order, which is that of all arrays.

        Raises
        ------
        GraphGameError
            If the rule is one of single positions, which stand in the order of ``iter(s)``.
        """
        codes: types.Int64Array = self._positions.codes()
        return codes

    def counts(self) -> dict[Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW; those that are stored."""
        return dict(zip((WIN, LOSE, DRAW), self._tallied()[0], strict=True))

    def count_unstored(self) -> dict[Outcome, int]:
        """Count the positions of each outcome that are not stored: WIN, LOSE, DRAW.

        Each is counted once, or its class in a game with a symmetry.  The rule is asked for the
        options of all positions again.  With ``keep="answers"`` there are none.

        See Also
        --------
        counts

        Notes
        -----
        O(n + m) time.  For each position that is counted, up to 30 bytes meanwhile.

        Examples
        --------
        >>> import graphgame as gg
        >>> presets = {0: gg.LOSE, 1: gg.WIN}
        >>> s = gg.solve(
        ...     lambda n: [n - 1, n - 2], start=9, presets=presets, keep="undecided"
        ... )
        >>> len(s), s.count_unstored()[gg.WIN], s.outcome(1), s.outcome(2)
        (8, 1, <Outcome.WIN: 1>, <Outcome.WIN: 1>)
        """
        if not self._undecided:
            return {WIN: 0, LOSE: 0, DRAW: 0}
        from graphgame.solving.unstored import count_unstored

        return count_unstored(self, self._asked())

    def longest(self) -> dict[Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return dict(zip((WIN, LOSE, DRAW), self._tallied()[1], strict=True))

    def _tallied(self) -> tuple[list[int], list[int]]:
        """Return the count and the greatest remoteness of WIN, LOSE and DRAW."""
        if self._tally is None:
            self._tally = tally(self._labels)
        return self._tally

    def table(self) -> dict[str, types.AnyArray]:
        """Return the answers as columns, one row per position, for data frames.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome`` (the words LOSE, DRAW and WIN) and ``remoteness``.  Positions
            are Python objects unless all of them are integers.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve(lambda n: range(n), start=2, keep="answers")
        >>> for name, column in s.table().items():
        ...     print(name, column.tolist())
        position [2, 0, 1]
        outcome ['WIN', 'LOSE', 'WIN']
        remoteness [1, 0, 1]
        """
        return {
            "position": self._positions.column(),
            "outcome": outcome_words(self.outcomes),
            "remoteness": self.remoteness,
        }

    def graph(self) -> GameGraph[P]:
        """Return the explicit graph of the game: the rule is explored again.

        It takes the memory that these answers do without; see `explore` and `explore_codes`.

        See Also
        --------
        explore, explore_codes
        """
        from graphgame.rules.explorer import Explorer

        rules = self._asked()
        explorer: Explorer[P] = Explorer(
            rules.as_rule(), self._starts, codes=rules.kind != POSITIONS
        )
        return explorer.run().graph()

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[P]:
        return iter(self._positions)

    def __contains__(self, position: object) -> bool:
        try:
            self._found(position)
        except LookupError:
            return False
        return True

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        stored = ", undecided" * self._undecided
        return f"Answers(n={len(self)}, play={str(self.play)!r}{stored}: {counts})"

    # -- one position -------------------------------------------------------------------------

    @property
    def start(self) -> P | None:
        """The position where play begins, the first start; None if there was none."""
        if not len(self._starts):
            return None
        first: Any = self._starts[0]
        start: Any = int(first) if self._positions.are_codes else first
        return start  # type: ignore[no-any-return]

    def outcome(self, position: P) -> Outcome:
        """Return the outcome of a position for the player to move.

        Raises
        ------
        UnknownPositionError
            If it cannot be reached from the start.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, outcomes
        """
        return self._found(position)[1]

    def remoteness_of(self, position: P) -> int:
        """Return the remoteness of a position: 0 at a terminal, -1 at any other draw."""
        return self._found(position)[2]

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the first in the order of `iter`, for codes the least; in a game with a
        symmetry, the first in the order of the rule.

        Raises
        ------
        GraphGameError
            If these answers were loaded without a rule.

        See Also
        --------
        winning_moves, line
        """
        from graphgame.solving import choosing

        best: P = choosing.best_move(self, position)
        return best

    def winning_moves(self, position: P) -> list[P]:
        """Return all options that are a LOSE, in the order of `iter`; none at a terminal.

        In a game with a symmetry, in the order of the rule.

        See Also
        --------
        best_move, outcome
        """
        from graphgame.solving import choosing

        return choosing.winning_moves(self, position)

    def _found(self, position: Any) -> tuple[int | None, Outcome, int]:
        """Return the index of a position, None if it is not stored, its outcome and remoteness."""
        try:
            v = self._positions.index(position)
        except LookupError:
            if not self._undecided:
                raise
            from graphgame.solving.unstored import preset_answer

            return None, *preset_answer(self._rules, position)
        outcomes, remoteness = decoded(self._labels[v : v + 1])
        return v, Outcome(int(outcomes[0])), int(remoteness[0])

    def _asked(self) -> Rules:
        if self._rules is None:
            raise GraphGameError(
                "rule: expected one to ask for moves, got answers that were loaded without; "
                "load them with the rule, as in Answers.load(file, rule=rule)"
            )
        return self._rules

    # -- keeping and checking -----------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the answers are a proof, from the rule alone.

        The rule is asked for the options of every position again, and each is looked up.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they are not, with the first position found that breaks a rule.
        GraphGameError
            If these answers were loaded without a rule.

        See Also
        --------
        verify : The rules that are checked.

        Notes
        -----
        Rules on codes are asked for some thousand positions at a time: O(n + m log n) time, and
        some megabytes.  A rule of single positions is explored again, and takes the memory that
        `explore` takes.
        """
        from graphgame.solving import proving

        return proving.verify(self, self._asked())

    def _save(self, file: types.File) -> None:
        from graphgame.solving.answer_files import save

        save(self, file)

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: object = None,
        presets: object = None,
        canonical: object = None,
    ) -> Answers[types.Anything]:
        """Read answers that `save` wrote.

        Parameters
        ----------
        file : path or binary file
        rule : optional
            The rule that was solved, which no file keeps.  Without it nothing tells the moves.
        presets : callable or compiled function, optional
            The presets that were solved with it.
        canonical : callable or compiled function, optional
            The symmetry that was solved with it.  The file of a game with a symmetry keeps classes:
            without `canonical`, only representatives are known.  It is compared with a sample.

        Raises
        ------
        SolutionFileError
            If it is damaged, is something else, or comes from a later version.
        OSError
            If it cannot be read.

        See Also
        --------
        save, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> rule = lambda n: range(n)
        >>> gg.solve(rule, start=9, keep="answers").save(file)
        >>> _ = file.seek(0)
        >>> gg.Answers.load(file, rule=rule).best_move(9)
        0
        """
        from graphgame.solving.answer_files import load

        return cls(*load(file, rule, presets, canonical))
