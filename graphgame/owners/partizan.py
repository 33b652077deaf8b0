"""Partizan games: two sets of moves over the same positions, one for each player."""

from __future__ import annotations

from itertools import repeat
from typing import NamedTuple

from graphgame import _core
from graphgame.arrays import Later, P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.convert import as_game_graph
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import OfGame, Proved
from graphgame.memory import check_memory
from graphgame.outcome import MOST_POSITIONS, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, BoolArray

# The class by the outcome of Left's beginning plus 1, and by that of Right's plus 1.
_CLASSES = (("P", "RD", "R"), ("DL", "D", "DR"), ("L", "LD", "N"))


class PartizanLabel(NamedTuple):
    """The answer for one position of a partizan game: ``s[position]``.

    Attributes
    ----------
    outcome_class : str
        See `PartizanSolution.outcome_class`.
    left, right : Outcome
        The outcome for Left if Left begins, and for Right if Right begins.

    See Also
    --------
    PartizanSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})["a"]
    PartizanLabel(outcome_class='DR', left=<Outcome.DRAW: 0>, right=<Outcome.WIN: 1>)
    """

    outcome_class: str
    left: Outcome
    right: Outcome


class PartizanSolution(Proved, OfGame[P]):
    """A solved partizan game: the outcome of every position, whoever begins.

    `partizan` makes one, `PartizanSolution.load` reads one from a file.  It is a container of
    positions: ``s[position]`` is a `PartizanLabel`; ``position in s``, ``iter(s)`` and ``len(s)``
    work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The moves of both players.
    play : Play
        What happens to a player who cannot move.

    See Also
    --------
    partizan, Solution
    graphgame.verify_partizan : The rules that `verify` checks.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})
    >>> [(position, s.outcome_class(position)) for position in s]
    [('a', 'DR'), ('b', 'RD'), ('c', 'P')]
    >>> s.outcome("a", "left"), s.outcome("a", "right"), s.graph().options("a"), s.verify()
    (<Outcome.DRAW: 0>, <Outcome.WIN: 1>, ['b', 'c'], True)
    """

    __slots__ = ("_by_right", "_outcomes", "_remoteness", "game", "play")
    game: GameGraph[P]
    play: Play
    _files = Later("graphgame.owners.partizan_files")

    def __init__(
        self,
        game: GameGraph[P],
        by_right: types.BoolArray,
        play: Play,
        outcomes: types.AnyArray,
        remoteness: types.AnyArray,
    ) -> None:
        self.game, self.play = game, play
        self._by_right, self._outcomes, self._remoteness = by_right, outcomes, remoteness

    @property
    def by_right(self) -> types.BoolArray:
        """(m,) bool, read-only: which edges of `game` are Right's moves; the others are Left's."""
        return read_only(self._by_right)

    @property
    def outcomes(self) -> types.Int8Array:
        """(2, n) int8, read-only: for Left if Left begins, and for Right if Right begins."""
        return read_only(self._outcomes)

    @property
    def remoteness(self) -> types.Int32Array:
        """(2, n) int32, read-only: plies to the end, by who begins; -1 if it never ends.

        The winner hurries, the loser delays.
        """
        return read_only(self._remoteness)

    @property
    def classes(self) -> types.AnyArray:
        """(n,) str, read-only: the outcome class of every position; see `outcome_class`."""
        import numpy as np

        left, right = self.outcomes.astype(np.intp) + 1
        return read_only(np.array(_CLASSES)[left, right])

    def outcome_class(self, position: P) -> str:
        """Return the outcome class of a position.

        =====  ==============  ===============
        class  if Left begins  if Right begins
        =====  ==============  ===============
        L      Left wins       Left wins
        R      Right wins      Right wins
        N      Left wins       Right wins
        P      Right wins      Left wins
        D      draw            draw
        LD     Left wins       draw
        DL     draw            Left wins
        RD     Right wins      draw
        DR     draw            Right wins
        =====  ==============  ===============

        In N the next player wins, in P the previous one.  Games without cycles have the first four
        only.  The last four have no name that all authors share: they are named by the two results.

        See Also
        --------
        outcome, classes
        """
        left, right = self.outcomes[:, self.game._find(position)]
        return _CLASSES[int(left) + 1][int(right) + 1]

    def outcome(self, position: P, begins: str) -> Outcome:
        """Return the outcome for the player who begins, "left" or "right"."""
        if begins not in ("left", "right"):
            raise GraphGameError(f"begins: expected 'left' or 'right', got {begins!r}")
        return Outcome(int(self.outcomes[int(begins == "right"), self.game._find(position)]))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome_class``; ``left`` and ``right``, the outcomes for who begins, in
            words; ``remoteness_left`` and ``remoteness_right``.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.partizan([(0, 1), (1, 2)], [(0, 2)]).table()
        >>> table["outcome_class"].tolist(), table["remoteness_left"].tolist()
        (['N', 'L', 'P'], [1, 1, 0])
        """
        from graphgame.arrays import outcome_words
        from graphgame.owners.export import position_column

        return {
            "position": position_column(self.game),
            "outcome_class": self.classes,
            "left": outcome_words(self.outcomes[0]),
            "right": outcome_words(self.outcomes[1]),
            "remoteness_left": self.remoteness[0],
            "remoteness_right": self.remoteness[1],
        }

    def alternating(self) -> GameGraph[tuple[P, str]]:
        """Return the game on positions with who moves there: ``(position, "left" | "right")``.

        `solve` takes it, and its answers have what needs to know whose turn it is: best moves,
        lines, pictures and pages to play in.  In these, Left is player 0 and Right is player 1.

        Returns
        -------
        GameGraph
            Of 2 n positions, first all with Left to move; with movers.

        See Also
        --------
        graph, Solution.write_html

        Notes
        -----
        O(n + m) time.  Two labels are kept for each position.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})
        >>> alternating = gg.solve(s.alternating(), play=s.play)
        >>> alternating.line(("b", "right"))
        (('b', 'right'), ('a', 'left'), ('b', 'right'))
        """
        import numpy as np

        positions = list(self)
        labels = [*zip(positions, repeat("left")), *zip(positions, repeat("right"))]
        doubled = _doubled(self.game, self.by_right, labels)
        return doubled.with_movers(np.repeat(np.array([0, 1], np.int8), self.game.n))

    def _verify(self) -> bool:
        from graphgame.owners.verify_partizan import verify_partizan

        return verify_partizan(self.game, self)

    def __getitem__(self, position: P) -> PartizanLabel:
        left, right = self.outcome(position, "left"), self.outcome(position, "right")
        return PartizanLabel(self.outcome_class(position), left, right)

    def __repr__(self) -> str:
        import numpy as np

        names, counts = np.unique(self.classes, return_counts=True)
        found = ", ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True))
        return f"PartizanSolution(n={self.game.n}, play={str(self.play)!r}: {found or 'empty'})"


def partizan(
    left: object, right: object, *, n: int | None = None, play: types.PlayName = "normal"
) -> PartizanSolution[types.Anything]:
    """Solve a partizan game: each player has moves of their own over the same positions.

    Parameters
    ----------
    left, right : anything that `as_game_graph` takes
        The moves of Left, and those of Right.  Both have labels, or neither has.  The positions are
        those of either.
    n : int, optional
        The number of positions where they have no labels; by default the greater of the two.
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.

    Returns
    -------
    PartizanSolution

    Raises
    ------
    GraphGameError
        If one graph has labels and the other has none, or one has presets or movers.
    TooLargeError
        If the game does not fit in memory.

    See Also
    --------
    solve : Impartial games, in which both players have the same moves.

    Notes
    -----
    The positions with who moves there make a game in which the players alternate, on 2 n positions
    and the moves of both; it is solved as by `solve`, in O(n + m) time.  Cycles are allowed: where
    nobody can force an end, it is a draw.  Takes 20 bytes per move and 60 per position.

    References
    ----------
    J. H. Conway, "Loopy games", Annals of Discrete Mathematics 3, 1978.
    A. N. Siegel, "Coping with cycles", Games of No Chance 3, 2009.

    Examples
    --------
    >>> s = partizan([(0, 1), (1, 0)], [(0, 2)])
    >>> s.classes.tolist()
    ['N', 'P', 'P']
    """
    game, by_right = _joined(_moves(left, "left"), _moves(right, "right"), n)
    play = Play(play)
    if 2 * game.n > MOST_POSITIONS:
        most = MOST_POSITIONS // 2
        raise GraphGameError(f"n: expected at most {most} positions, got {game.n}")
    needed = 60 * game.n + 20 * game.m
    if needed > 1 << 28:
        parts = f"{game.n} positions and {game.m} moves"
        check_memory(needed, None, "graph", lambda: parts)
    doubled = _doubled(game, by_right)
    found = _core.propagate(
        *doubled._predecessor_rows(), doubled._degrees(), None, play is Play.MISERE
    )
    outcomes, remoteness = (read_only(array).reshape(2, game.n) for array in found)
    return PartizanSolution(game, by_right, play, outcomes, remoteness)


def _moves(source: Any, what: str) -> GameGraph[Any]:
    """Return the graph of a player's moves, which has moves and nothing else."""
    graph = as_game_graph(source)
    if graph._presets is not None or graph._movers is not None:
        raise GraphGameError(
            f"{what}: expected moves alone, got a graph with presets or movers; each player's "
            "moves say who moves"
        )
    return graph


def _joined(
    left: GameGraph[Any], right: GameGraph[Any], n: int | None
) -> tuple[GameGraph[Any], BoolArray]:
    """Return the moves of both as one graph, and which of them are Right's."""
    import numpy as np

    if (left.labels is None) != (right.labels is None) and left.n and right.n:
        raise GraphGameError("left, right: expected labels in both or in neither, got one with")
    parts = [_edges(left), _edges(right)]
    labels: Any = None
    if left.labels is not None and right.labels is not None:
        labels = list(dict.fromkeys([*left.labels, *right.labels]))
        numbers = dict(zip(labels, range(len(labels)), strict=True))
        place = np.fromiter(map(numbers.__getitem__, right.labels), np.int32, right.n)
        parts[1] = place[parts[1]].reshape(-1, 2)
        n = len(labels) if n is None else n
    edges = np.concatenate(parts)
    count = max(left.n, right.n) if n is None else n
    by_right = np.arange(len(edges)) >= len(parts[0])
    return GameGraph.from_edges(edges, count, labels=labels), by_right


def _edges(graph: GameGraph[Any]) -> AnyArray:
    import numpy as np

    blocks = [np.column_stack(block) for block in graph.edge_blocks()]
    return np.concatenate([np.empty((0, 2), dtype=np.int32), *blocks])


def _doubled(
    game: GameGraph[Any], by_right: BoolArray, labels: list[Any] | None = None
) -> GameGraph[Any]:
    """Return the game on positions with who moves there: v for Left, n + v for Right."""
    import numpy as np

    edges = _edges(game)
    shift = np.where(by_right, game.n, 0).astype(np.int32)
    edges[:, 0] += shift
    edges[:, 1] += np.int32(game.n) - shift
    return GameGraph.from_edges(edges, 2 * game.n, labels=labels)
