"""`MemorySolution`: who wins each position of a game with owners, by moves and a memory."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame import checks, types
from graphgame.arrays import P, read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.form import GRAPH, Field, Form, Found, Numbers
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import position_column
from graphgame.graphs.solved import START
from graphgame.line import Line, follow
from graphgame.owners.solution import OwnerLabel, Winners, has_owners
from graphgame.synthesis._strong import strong_components
from graphgame.synthesis.verify_memory import MemoryLoop

if TYPE_CHECKING:
    from graphgame.drawing.surroundings import Graph


class Aim(StrEnum):
    """The objective of a player, over sets of positions."""

    GENERALIZED_BUCHI = "generalized_buchi"
    GR1 = "gr1"
    RABIN = "rabin"
    STREETT = "streett"

    @property
    def has_pairs(self) -> bool:
        """Whether its sets are pairs."""
        return self in (Aim.RABIN, Aim.STREETT)


def _has_sets(found: Found) -> None:
    """Refuse a file whose sets are not those of its objective."""
    count, aim, assumed = len(found["sets"]), found["objective"], found["n_assumptions"]
    if aim.has_pairs and count % 2:
        raise SolutionFileError(f"sets: expected pairs, got {count} sets")
    if type(assumed) is not int or not 0 <= assumed <= (count if aim is Aim.GR1 else 0):
        raise SolutionFileError(
            f"n_assumptions: expected at most as many as there are sets, and 0 but for {Aim.GR1}, "
            f"got {assumed!r}"
        )
    if not len(found["strategy"]):
        raise SolutionFileError("strategy: expected a state of the memory, got none")


def _rows(found: Found) -> tuple[int | None, ...]:
    return (None, found.n)


def _states(found: Found) -> tuple[int | None, ...]:
    return (len(found["strategy"]), found.n)


FORM = Form(
    "graphgame memory",
    1,
    has_owners,
    Field("objective", Aim),
    Field("player", (0, 1)),
    Field("n_assumptions"),
    Numbers("sets", "int8", 0, 1, _rows, as_type="bool"),
    Numbers("winners", "int8", 0, 1),
    Numbers("strategy", "int32", -1, lambda found: found.n - 1, _rows),
    Numbers("memory_update", "int32", 0, lambda found: len(found["strategy"]) - 1, _states),
    _has_sets,
    GRAPH,
)


class MemorySolution(Winners[P]):
    """A solved game of a condition on several sets: who wins each position, by moves and a memory.

    `solve_generalized_buchi`, `solve_gr1`, `solve_rabin` and `solve_streett` make one,
    `MemorySolution.load` reads one from a file.  Where such a game is won, the best move may depend
    on what was visited before.  A memory of a few states is enough: `memory_update` says which
    state follows after each position, `strategy` says the move in each state.  Both players may
    begin with any state, and by default begin with 0.

    It is a container of positions: ``s[position]`` is an `OwnerLabel`, with the move of the first
    state; ``position in s``, ``iter(s)`` and ``len(s)`` work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The game, with owners.
    objective : str
        "generalized_buchi", "gr1", "rabin" or "streett": what `player` wants.
    player : int
        Whose objective it is, 0 or 1.
    n_assumptions : int
        How many of the sets of "gr1" are assumptions; 0 elsewhere.

    See Also
    --------
    solve_generalized_buchi, solve_gr1, solve_rabin, solve_streett, OwnerSolution

    Notes
    -----
    `verify` starts from the graph and the sets.  For each term of what the winner must avoid, "none
    of these sets, and each of those, again and again", a kernel numbers the strongly connected
    components of the moves that are left.  The checker does not believe the numbers: they must
    not rise along any move, and among the moves between positions of one number one of the sets
    must be missing.  NumPy alone decides.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = {"hall": ["left", "right"], "left": ["hall"], "right": ["hall"]}
    >>> owner = {"hall": 0, "left": 1, "right": 1}
    >>> s = gg.solve_generalized_buchi(graph, owner, [["left"], ["right"]])
    >>> s
    MemorySolution(n=3, m=4, objective='generalized_buchi', player=0: 3 won by 0, 0 by 1)
    >>> s.memory_states
    2
    >>> s.winner("hall"), s["hall"], s.verify()
    (0, OwnerLabel(winner=0, outcome=<Outcome.WIN: 1>, best_move='right'), True)
    >>> s.counts(), s.winning_moves("hall")
    ({0: 3, 1: 0}, ['left', 'right'])
    >>> s.best_move("hall", 0), s.best_move("hall", 1)
    ('right', 'left')
    >>> s.play("hall"), s.memory_after("left", 0)
    (('hall', 'right', 'hall', 'left', 'hall'), 0)
    """

    __slots__ = (
        "_sets",
        "_strategy",
        "_update",
        "_winners",
        "game",
        "n_assumptions",
        "objective",
        "player",
    )
    game: GameGraph[P]
    player: int
    n_assumptions: int
    _form = FORM

    def __init__(
        self,
        game: GameGraph[P],
        objective: str,
        player: int,
        n_assumptions: int,
        sets: types.BoolArray,
        winners: types.Int8Array,
        strategy: types.Int32Array,
        memory_update: types.Int32Array,
    ) -> None:
        self.game, self.player, self.n_assumptions = game, player, n_assumptions
        self.objective: str = Aim(objective)
        self._sets, self._winners = sets, winners
        self._strategy, self._update = strategy, memory_update

    # -- all positions ------------------------------------------------------------------------

    @property
    def sets(self) -> types.BoolArray:
        """(sets, n) bool, read-only: the sets of the condition, in the order of the call.

        Assumptions stand before guarantees; the two sets of a pair stand next to each other.
        """
        return read_only(self._sets)

    @property
    def memory_states(self) -> int:
        """How many states the memory has."""
        return len(self._strategy)

    @property
    def strategy(self) -> types.Int32Array:
        """(states, n) int32, read-only: the index of the move that wins, in each memory state.

        Each player who follows these moves, and `memory_update`, wins from every position that this
        player wins, whatever the other player does.  -1 where the owner of the position loses.
        Who has a Rabin objective, or plays against a Streett or a generalized Büchi objective, has
        the same move in each state.
        """
        return read_only(self._strategy)

    @property
    def memory_update(self) -> types.Int32Array:
        """(states, n) int32, read-only: the memory state after a move from each position.

        It depends on the position that is left, and not on the move.
        """
        return read_only(self._update)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``owner`` and ``winner``.  Moves depend on the memory, too: see
            `strategy`.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_rabin({"a": ["b"], "b": ["a"]}, {"a": 0, "b": 1}, [([], ["a"])])
        >>> s.table()["winner"]
        array([0, 0], dtype=int8)
        """
        return {
            "position": position_column(self.game),
            "owner": self.owner,
            "winner": self.winners,
        }

    # -- one position -------------------------------------------------------------------------

    def best_move(self, position: P, memory_state: int = 0) -> P | None:
        """Return the position after the best move, None where play is over.

        The winner follows `strategy`.  The loser takes the option of lowest index.

        Parameters
        ----------
        position : hashable
        memory_state : int
            From 0 on, less than `memory_states`.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.
        GraphGameError
            If the memory has no such state.

        See Also
        --------
        memory_after, play
        """
        w = self._next(self.game._find(position), self._known(memory_state))
        return None if w is None else self.game.position(w)

    def memory_after(self, position: P, memory_state: int = 0) -> int:
        """Return the state of the memory after any move from a position.

        Parameters
        ----------
        position, memory_state
            As of `best_move`.

        See Also
        --------
        best_move, memory_update
        """
        return int(self._update[self._known(memory_state), self.game._find(position)])

    def play(self, position: P = START) -> Line[P]:
        """Follow a play from a position to its end, or until position and memory repeat.

        The winner follows `strategy`, from the memory state 0 on.  The loser takes the option of
        lowest index.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line
            Its `closes_at` is the place from which on it repeats; None if play ends.

        See Also
        --------
        best_move, Line

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_streett([(0, 1), (0, 2), (1, 0), (2, 0)], [0, 1, 1], [([1], [2])])
        >>> s.play(0), s.play(0).closes_at
        ((0, 2, 0), 0)
        """
        n = self.game.n
        start = self.game._find(self._started() if position is START else position)

        def after(vertex: int) -> int | None:
            state, v = divmod(vertex, n)
            w = self._next(v, state)
            return None if w is None else int(self._update[state, v]) * n + w

        return follow(start, after, lambda line: self.game.positions([x % n for x in line]))

    def __getitem__(self, position: P) -> OwnerLabel:
        return OwnerLabel(self.winner(position), self.outcome(position), self.best_move(position))

    def _known(self, memory_state: Any) -> int:
        state = checks.size(memory_state, "memory_state")
        if state >= self.memory_states:
            raise GraphGameError(
                f"memory_state: expected less than {self.memory_states}, got {memory_state!r}"
            )
        return state

    def _next(self, v: int, state: int) -> int | None:
        """Return where play goes from a position, None where it ends."""
        w = int(self._strategy[state, v])
        return next(iter(self._options_at(v)), None) if w < 0 else w

    # -- keeping, checking, drawing -----------------------------------------------------------

    def _verify(self) -> bool:
        MemoryLoop(self.game, self).check(strong_components)
        return True

    def _to_draw(self, *, at_hand: bool = False) -> Graph:
        graph = self.game._to_draw(at_hand=at_hand)
        return graph._replace(winners=self.winners, note=self._note)

    def _note(self, v: int) -> str:
        """Return the text of a position in a picture: which sets it is in."""
        return ", ".join(self._set_name(x) for x in np.flatnonzero(self._sets[:, v]).tolist())

    def _set_name(self, x: int) -> str:
        aim = Aim(self.objective)
        if aim.has_pairs:
            return f"pair {x // 2}: {'second' if x % 2 else 'first'}"
        if aim is Aim.GR1:
            k = self.n_assumptions
            return f"assumption {x}" if x < k else f"guarantee {x - k}"
        return f"set {x}"

    def __repr__(self) -> str:
        won = self.counts()
        return (
            f"MemorySolution(n={self.game.n}, m={self.game.m}, objective={str(self.objective)!r}, "
            f"player={self.player}: {won[0]} won by 0, {won[1]} by 1)"
        )
