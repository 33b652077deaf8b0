"""`Solution`: the answer for every position of a solved game."""

from __future__ import annotations

from graphgame.arrays import Later, P, overload, read_only, types
from graphgame.drawing.pictured import Drawn
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import START, Outcomes, Saved
from graphgame.line import Label, Line
from graphgame.playing.played import Played

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphgame import outcome as terms
    from graphgame.drawing.surroundings import Graph
    from graphgame.playing.game import SolvedGame
    from graphgame.solving import _reader
    from graphgame.solving.draws import levels
    from graphgame.solving.turns import Turns
    from graphgame.types import Array, Int64Array
else:
    # The command solves a graph without them: to import `enum`, which outcomes are made with, takes
    # longer than to solve a small graph.
    terms = Later("graphgame.outcome")
    _reader = Later("graphgame.solving._reader")
    levels = Later("graphgame.solving.draws.levels")


class Solution(Drawn, Played[P], Saved, Outcomes[P]):
    """A solved game: the outcome, the remoteness and the best move of every position.

    `solve` makes one, `Solution.load` reads one from a file.  A solution is a container of
    positions: ``s[position]`` is a `Label`, ``position in s``, ``iter(s)``, ``len(s)`` and the
    methods `keys`, `items`, `values` and `get` work as those of a dict, so ``dict(s)`` has all.

    Attributes
    ----------
    game : GameGraph
        The game, with its preset outcomes.
    play : Play

    See Also
    --------
    solve, verify, GrundyValues

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> s
    Solution(n=4, m=4, play='normal': 1 WIN, 1 LOSE, 2 DRAW)
    >>> s.outcomes, s.remoteness
    (array([ 0,  0,  1, -1], dtype=int8), array([-1, -1,  1,  0], dtype=int32))
    >>> s[2]
    Label(outcome=<Outcome.WIN: 1>, remoteness=1, best_move=3)
    >>> s.winning_moves(2), s.remoteness_of(2)
    ([3], 1)
    >>> [(str(outcome), number) for outcome, number in s.counts().items()]
    [('WIN', 1), ('LOSE', 1), ('DRAW', 2)]
    >>> s.longest()[gg.WIN], s.graph().options(2), s.verify()
    (1, [3], True)
    """

    __slots__ = (
        "_best_moves", "_outcomes", "_play", "_reader", "_remoteness", "_tally", "_turns", "game",
    )  # fmt: skip

    def __init__(
        self,
        game: GameGraph[P],
        play: types.PlayName,
        outcomes: types.Array,
        remoteness: types.Array,
        turns: types.Anything = None,
    ) -> None:
        self.game: GameGraph[P] = game
        self._play = play
        self._outcomes = outcomes
        self._remoteness = remoteness
        # Not None if the game has owners, ties, or presets of a remoteness.
        self._turns: Turns | None = turns
        self._best_moves: Array | None = None
        self._reader: _reader.Reader | None = None
        self._tally: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    @property
    def play(self) -> terms.Play:
        """What happens to a player who cannot move."""
        return terms.Play(self._play)

    # -- one position -------------------------------------------------------------------------

    @overload
    def outcome(self, position: list[P] | types.AnyArray) -> types.Int8Array: ...
    @overload
    def outcome(self, position: P) -> terms.Outcome: ...
    def outcome(self, position: P | list[P] | types.AnyArray) -> terms.Outcome | types.Int8Array:
        """Return the outcome of a position for the player to move, or the outcomes of many.

        Parameters
        ----------
        position : hashable, or list or array of hashable
            A tuple is one position; a list or an array is many.

        Returns
        -------
        Outcome, or int8 array of the shape of the positions

        Raises
        ------
        UnknownPositionError
            If the game does not have the position; of many, the first one and its place are named.
            The other methods raise it, too.

        See Also
        --------
        remoteness_of, best_move, outcomes

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve({"a": ["b", "c"], "b": ["c"]})
        >>> s.outcome("a"), s.outcome(["a", "c"]), s.remoteness_of(["a", "c"])
        (<Outcome.WIN: 1>, array([ 1, -1], dtype=int8), array([1, 0], dtype=int32))
        """
        v = self.game.index(position)
        return self._outcome_at(v) if isinstance(v, int) else self.outcomes[v]

    @overload
    def remoteness_of(self, position: list[P] | types.AnyArray) -> types.Int32Array: ...
    @overload
    def remoteness_of(self, position: P) -> int: ...
    def remoteness_of(self, position: P | list[P] | types.AnyArray) -> int | types.Int32Array:
        """Return the remoteness of a position: 0 at a terminal, -1 at any other draw.

        That of a list or an array of positions is an int32 array of the same shape.

        See Also
        --------
        outcome, remoteness, longest
        """
        v = self.game.index(position)
        return self._remoteness_at(v) if isinstance(v, int) else self.remoteness[v]

    @overload
    def best_move(self, position: list[P] | types.AnyArray) -> types.AnyArray: ...
    @overload
    def best_move(self, position: P) -> P | None: ...
    def best_move(self, position: P | list[P] | types.AnyArray) -> P | types.AnyArray | None:
        """Return the position after the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  TIE: a TIE option of least remoteness.  Where a position says who moves, an
        option that is a WIN for the same player is as a LOSE.  Of several, the one of lowest index;
        in a game with a symmetry, the first in the order of the rule.  O(number of options) time.

        The best moves of a list or an array of positions are an array of the same shape: int32, -1
        at a terminal, where positions are indices; a `numpy.ma.MaskedArray` of int64, masked at a
        terminal, where they are codes, as any integer may be a code; else objects, None at a
        terminal.  All best moves are computed for it, in O(n + m) time, and kept.

        See Also
        --------
        winning_moves, line, best_moves

        Examples
        --------
        >>> import graphgame as gg
        >>> import numpy as np
        >>> s = gg.solve([(0, 1), (1, 2)])
        >>> s.best_move(0), s.best_move(np.array([0, 2]))
        (1, array([ 1, -1], dtype=int32))
        """
        v = self.game.index(position)
        if isinstance(v, int):
            return self._best_move_from(position, v)  # type: ignore[arg-type]
        from graphgame.solving.many import best_moves_at

        return best_moves_at(self, position, v)

    def winning_moves(self, position: P) -> list[P]:
        """Return all options that win, in the order of their indices; none at a terminal.

        They are a LOSE; or a WIN, where the same player moves again.  In a game with a symmetry, in
        the order of the rule.  O(number of options) time.

        See Also
        --------
        best_move, outcome
        """
        v = self.game._find(position)
        if self.game._symmetry is not None:
            from graphgame.solving.many import winning_real_moves

            return winning_real_moves(self, position, v)
        if self._turns is not None:
            return self.game.positions(self._turns.winning(self, v))
        if self._remoteness_at(v) == 0:
            return []
        rows: types.Anything = self.game._option_rows()
        ptr, idx = memoryview(rows[0]), memoryview(rows[1])
        outcomes = memoryview(self._outcomes)  # type: ignore[arg-type]
        options = sorted({*idx[ptr[v] : ptr[v + 1]].tolist()})
        return self.game.positions([w for w in options if outcomes[w] == terms.Outcome.LOSE])

    def line(self, position: P = START) -> Line[P]:
        """Follow best moves from a position to a terminal or, in a draw, to the first repetition.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line

        See Also
        --------
        best_move, Line

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve([(0, 1), (1, 2)]).line(0)
        (0, 1, 2)
        """
        start = self._started() if position is START else position
        v = self.game._find(start)
        if self.game._symmetry is not None:
            from graphgame.solving.many import real_line

            return real_line(self, start)
        try:
            line = self._reads().line(v)
        except ValueError as error:
            raise GraphGameError(str(error)) from None
        indices = memoryview(line).tolist()
        closes = self._remoteness_at(indices[-1]) == terms.NEVER_ENDS
        return Line(self.game.positions(indices), indices.index(indices[-1]) if closes else None)

    def __getitem__(self, position: P) -> Label[P]:
        v = self.game._find(position)
        move = self._best_move_from(position, v)
        return Label(self._outcome_at(v), self._remoteness_at(v), move)

    def _items(self) -> Iterator[tuple[P, Label[P]]]:
        if self.game._symmetry is not None:
            yield from super()._items()
            return
        outcomes, name, none = terms.BY_NUMBER, self.game.position, terms.NO_MOVE
        known: list[Any] = [self._outcomes, self._remoteness]
        if self._best_moves is None:
            moves: Any = map(self._reads().best_move, range(len(self)))
        else:
            moves = memoryview(self._best_moves)  # type: ignore[arg-type]
        labels = zip(self, *[memoryview(x) for x in known], moves, strict=True)
        for position, outcome, remoteness, w in labels:
            move = None if w == none else name(w)
            yield position, Label(outcomes[outcome], remoteness, move)

    def _outcome_at(self, v: int) -> terms.Outcome:
        return terms.Outcome(memoryview(self._outcomes)[v])  # type: ignore[arg-type]

    def _remoteness_at(self, v: int) -> int:
        return int(memoryview(self._remoteness)[v])  # type: ignore[arg-type]

    def _best_move_from(self, position: P, v: int) -> P | None:
        if self.game._symmetry is not None:
            from graphgame.solving.many import best_real_move

            return best_real_move(self, position, v)  # type: ignore[no-any-return]
        if self._best_moves is not None:
            w = memoryview(self._best_moves)[v]  # type: ignore[arg-type]
        else:
            w = self._reads().best_move(v)
        return None if w == terms.NO_MOVE else self.game.position(w)

    # -- all positions -----------------------------------------------------------------------

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: the outcome for the player to move, such as `LOSE`."""
        return read_only(self._outcomes)

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the end if the winner hurries and the loser delays.

        0 at a terminal, also at a preset draw, but for presets that have a remoteness of their own;
        -1 at any other draw.  With ``solve(…, count="turns")``, turns in place of plies.
        """
        return read_only(self._remoteness)

    @property
    def count(self) -> types.CountName:
        """What remoteness counts: "plies" or "turns"."""
        return "plies" if self._turns is None else self._turns.count

    @property
    def plies(self) -> types.Int32Array:
        """(n,) int32, read-only: where turns are counted, the plies of that play, as few as can be.

        Where plies are counted, it is `remoteness`.
        """
        turns = self._turns
        return self.remoteness if turns is None or turns.plies is None else read_only(turns.plies)

    @property
    def best_moves(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the best move, -1 at a terminal; see `best_move`.

        Computed when first used, in O(n + m) time, and kept.
        """
        return read_only(self._all_best_moves())

    def counts(self) -> dict[terms.Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW."""
        return self._by_outcome(0)

    def longest(self) -> dict[terms.Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return self._by_outcome(1)

    def draw_levels(self) -> levels.DrawLevels[P]:
        """Order the draws by how they make the other player find the moves that hold.

        Returns
        -------
        DrawLevels
            A level and a remoteness of each draw, and the moves that press.

        Raises
        ------
        GraphGameError
            If positions say who moves, or a TIE is preset.

        See Also
        --------
        DrawLevels, verify_draw_levels

        Notes
        -----
        Retrograde analysis of all levels together, in O(n + m) time.  It takes 16 bytes per
        position; and 4 bytes per edge and 8 per position for the transpose, 6 and 8 while it is
        built, if the graph does not have it yet.  The levels keep 8 bytes per position.

        Examples
        --------
        >>> import graphgame as gg
        >>> draws = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)]).draw_levels()
        >>> draws.level(0), draws.moves(0), draws.only_move(1)
        (0, [1], 0)
        """
        from graphgame.solving.draws.levels import draw_levels

        return draw_levels(self)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome`` (the words LOSE, DRAW and WIN), ``remoteness`` and
            ``best_move``.  `pandas.DataFrame` and `polars.DataFrame` take it as it is.  Labels are
            Python objects unless all of them are integers, and a terminal has the best move None;
            without labels, positions are integers, and a terminal has the best move -1.

        See Also
        --------
        to_networkx : The same as attributes of nodes.

        Notes
        -----
        O(n + m) time; 28 bytes per position, and 12 more where labels are objects.

        Examples
        --------
        >>> import graphgame as gg
        >>> for name, column in gg.solve({"a": ["b"], "b": ["c"]}).table().items():
        ...     print(name, column.tolist())
        position ['a', 'b', 'c']
        outcome ['LOSE', 'WIN', 'LOSE']
        remoteness [2, 1, 0]
        best_move ['b', 'c', None]
        """
        from graphgame.solving.export import table

        return table(self)

    def to_dicts(self) -> tuple[dict[P, terms.Outcome], dict[P, int]]:
        """Return the outcome and the remoteness of every position, as two dicts by position.

        Returns
        -------
        outcomes : dict of hashable to Outcome
            In the order of ``iter(s)``.
        remoteness : dict of hashable to int

        See Also
        --------
        outcomes, remoteness : Arrays, in the order of the positions.
        table : Columns, with best moves.

        Notes
        -----
        O(n) time, 150 to 250 bytes per position.  ``dict(s)`` has a `Label` of every position,
        with the best move, and takes longer.

        Examples
        --------
        >>> import graphgame as gg
        >>> outcomes, remoteness = gg.solve({"a": ["b"], "b": ["c"]}).to_dicts()
        >>> outcomes["b"], remoteness
        (<Outcome.WIN: 1>, {'a': 2, 'b': 1, 'c': 0})
        """
        return _reader.by_name(self, self._outcomes, self._remoteness, terms.BY_NUMBER)

    def to_networkx(self) -> types.Anything:
        """Return the game as a NetworkX graph whose nodes carry the solution.

        Returns
        -------
        networkx.DiGraph
            A node per position, in the order of their indices, with the attributes ``outcome`` (a
            word) and ``remoteness``, ``best_move`` where there is one, and ``preset`` where there
            is one.  Parallel edges are one edge.  The graph has the attribute ``play``, and
            ``start`` if there is one.

        Raises
        ------
        ModuleNotFoundError
            If NetworkX is not installed.

        See Also
        --------
        table : The same as columns.

        Examples
        --------
        >>> import graphgame as gg
        >>> graph = gg.solve({"a": ["b"], "b": ["c"]}).to_networkx()
        >>> graph.nodes["b"]
        {'outcome': 'WIN', 'remoteness': 1, 'best_move': 'c'}
        """
        from graphgame.solving.export import to_networkx

        return to_networkx(self)

    def without_symmetry(self, *, limit: int | None = None) -> Solution[P]:
        """Return the solution of all positions of a game that was solved with `canonical`.

        The rule is explored without the symmetry, and each position gets the label of its class:
        `verify` then checks the symmetry too, by all moves of the rule.  A solution without a
        symmetry is returned as it is.

        Parameters
        ----------
        limit : int, optional
            The most positions.

        See Also
        --------
        verify, check_rule

        Examples
        --------
        >>> import graphgame as gg
        >>> def rule(heaps):
        ...     return [heaps[:i] + (k,) + heaps[i + 1 :] for i in (0, 1) for k in range(heaps[i])]
        >>> s = gg.solve(rule, start=(2, 3), canonical=lambda heaps: tuple(sorted(heaps)))
        >>> len(s), len(s.without_symmetry()), s.without_symmetry().verify()
        (9, 12, True)
        """
        if self.game._symmetry is None:
            return self
        from graphgame.solving.many import without_symmetry

        game, outcomes, remoteness, turns = without_symmetry(self, limit)
        return Solution(game, self._play, outcomes, remoteness, turns)

    # -- pictures and pages ------------------------------------------------------------------

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot how many positions have each remoteness, by outcome, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes
            Counts are on a logarithmic scale.  The legend counts draws other than terminals.

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        longest, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve([(0, 1), (1, 2)]).plot().get_xlabel()
        'remoteness (plies to the end)'
        """
        from graphgame.drawing.plots import plot_remoteness

        self._refuse_turns("plot")
        return plot_remoteness(self.outcomes, self.remoteness, ax)

    def _small_picture(self) -> str | None:
        """Return the picture of a notebook, for which nobody asked; see `Drawn`."""
        if self._turns is not None and not self._turns.is_plain(self.game):
            return None
        return super()._small_picture()

    def _refuse_turns(self, what: str, *, owned: bool = False) -> None:
        """Refuse to show what rests on alternating players, or on the parity of the remoteness.

        With `owned`, what rests on remoteness in plies alone: positions may say who moves.
        """
        if self._turns is None or (owned and self._turns.is_plain(self.game)):
            return
        players = "alternate, or with owners and plies counted" if owned else "alternate"
        raise GraphGameError(
            f"{what}: expected a game whose players {players}, without TIE and without presets "
            "of a remoteness; table() and to_networkx() have the answers of this one, and "
            "graph().to_svg() draws its graph"
        )

    def _to_draw(self, *, at_hand: bool = False) -> Graph:
        self._refuse_turns("picture", owned=True)
        return self.game._to_draw(self.outcomes, self.remoteness, at_hand=at_hand)

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.playing.game import SolvedGame

        if self.game._symmetry is not None:
            whole = self.without_symmetry()._solved_game()
            return whole._replace(author=self.game._author)
        game = self.game
        solved = SolvedGame(
            game.option_ptr,
            game.option_idx,
            self.outcomes,
            self.remoteness,
            None if game.start is None else game.index(game.start),
            str(self.play),
            game.position,
            game._find,
            game.owner,
            draw_costs=self._draw_costs if game._is_plain() else None,
            author=game._author,
        )
        if self._turns is None or self._turns.is_plain(game):
            return solved
        return solved._replace(**self._turns.played(self))

    def _draw_costs(self) -> Int64Array:
        """Return the cost of a move to each draw, for the rooms that play."""
        from graphgame.solving.draws.levels import ranked_costs

        return ranked_costs(self.draw_levels())

    # -- keeping and checking -----------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, from the moves and presets of the game alone.

        Of a game with a symmetry, the graph of classes is checked; `check_rule` checks the symmetry
        on a sample, and ``s.without_symmetry().verify()`` on all positions.

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
        graphgame.verify : The rules that are checked.
        """
        from graphgame.solving.verify import verify

        return verify(self.game, self)

    def _save(self, file: types.File) -> None:
        from graphgame.solving.files import FORM, PLAIN, TURNS, VERSION

        turns = self._turns
        count = None if turns is None else turns.count
        plies = None if turns is None or turns.plies is None else self.plies
        version = VERSION if self.game.owner is not None else TURNS if turns else PLAIN
        FORM.save(self, file, version=version, count=count, plies=plies)

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: types.Anything = None,
        presets: types.Anything = None,
        canonical: types.Anything = None,
    ) -> Solution[types.Anything]:
        """Read a solution that `save` wrote.

        Nothing but the file is needed: the game with its labels, presets and start is in it, so
        that ``Solution.load(file).verify()`` checks the whole answer.

        Parameters
        ----------
        file : path or binary file
        rule, canonical : optional
            What a game with a symmetry was solved with.  Its file keeps classes: without
            `canonical` only representatives are known, and without `rule` no moves.
        presets : callable, compiled function or mapping, optional
            Comes before the presets of `rule`.  Where neither has any, those of the file stay, and
            are not compared.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        RuleMismatchError
            If the file has other options, presets or representatives at a sample of the positions.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify

        Notes
        -----
        Some 1,000 positions are compared, 333 of each kind at most: spread over all, terminals,
        presets, and those one move before either.  A difference at a single other position is
        hardly ever seen.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.solve([(0, 1), (1, 2)]).save(file)
        >>> _ = file.seek(0)
        >>> gg.Solution.load(file).line(0)
        (0, 1, 2)
        """
        from graphgame.solving.files import FORM
        from graphgame.solving.stored_graphs import restore
        from graphgame.solving.turns import Turns

        found = FORM.load(file)
        restore(found.game, file, rule, presets, canonical)
        count, plies = found.parts.get("count"), found.parts.get("plies")
        turns = None if count is None else Turns(count, plies)
        return cls(found.game, found["play"], found["outcomes"], found["remoteness"], turns)

    # -- inside ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"Solution(n={self.game.n}, m={self.game.m}, play={str(self.play)!r}: {counts})"

    def _by_outcome(self, row: int) -> dict[terms.Outcome, int]:
        if self._tally is None:
            self._tally = _reader.tally(self._outcomes, self._remoteness)
        lose, draw, win, *tie = self._tally[row]
        known = {terms.Outcome.WIN: win, terms.Outcome.LOSE: lose, terms.Outcome.DRAW: draw}
        return known | {terms.Outcome.TIE: tie[0]} if tie else known

    def _all_best_moves(self) -> Array:
        if self._best_moves is None:
            self._best_moves = self._reads().best_moves()
        return self._best_moves

    def _reads(self) -> _reader.Reader:
        """Return the reader of best moves and lines, and keep it."""
        if self._reader is None:
            kind, labels = self._labels()
            self._reader = kind(*self.game._option_rows(), *labels)
        return self._reader

    def _labels(self) -> tuple[Callable[..., _reader.Reader], tuple[Array | None, ...]]:
        """Return the kind of reader, and the arrays that it takes for each position."""
        labels, turns = (self._outcomes, self._remoteness), self._turns
        if turns is None:
            return _reader.OutcomeReader, labels
        return _reader.TurnReader, (*labels, turns.plies, self.game._presets, self.game._owner)
