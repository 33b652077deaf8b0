"""`CopsSolution`: what is known of every state of a solved game of cops and robbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from graphgame.cops import _play
from graphgame.cops._hunt import Hunt
from graphgame.cops.board import all_edges, needed_bytes, neighbourhoods
from graphgame.cops.display import Display
from graphgame.cops.states import LabelledStates
from graphgame.cops.table import Columns
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Loaded
from graphgame.line import Label, Line
from graphgame.memory import check_memory
from graphgame.outcome import DRAW, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.types import P
else:
    from graphgame.arrays import P, types


class CopsSolution(Display[P], Columns[P], Loaded):
    """A solved game of cops and robbers, as `cops_and_robbers` returns it.

    A state is one tuple ``(cops, robber, turn)``: the vertices of the k cops, a tuple in any order,
    the robber's vertex, and the side to move, ``"cops"`` or ``"robber"``.  Outcomes are those of
    the side to move; a robber who is never caught has a DRAW.  A solution is a collection of its
    states: ``s[state]`` is the `Label` of one, ``state in s`` says whether there is such a state,
    and iteration yields all of them, with the cops in ascending order of their indices.

    The capture time of a state counts rounds, that is moves of the cops, when the cops hurry and
    the robber delays.  With the cops to move, t > 0 rounds are a remoteness of 2 t - 1 plies; with
    the robber to move, 2 t plies.

    Attributes
    ----------
    game : GameGraph
        The graph as it was given; its positions are the vertices.
    cops : int
        Number of cops.
    directed : bool
        Whether moves follow the arcs; if not, every edge goes both ways.
    capture_time : int
        Rounds from `start` to the capture; -1 if the robber is never caught.

    See Also
    --------
    cop_number : The least number of cops that win.
    PursuitSolution : The same for a policeman and a thief on a grid.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]})
    >>> s
    CopsSolution(n=4, cops=1: the cops win in 2 rounds)
    >>> s.start, s.best_move(s.start)
    ((('b',), 'd', 'cops'), (('c',), 'd', 'robber'))
    >>> s.line()
    ((('b',), 'd', 'cops'), (('c',), 'd', 'robber'), (('c',), 'd', 'cops'), (('d',), 'd', 'robber'))
    >>> s.outcome(s.start), s.capture_time_of(s.start), s.robber_start(["b"]), s.verify()
    (<Outcome.WIN: 1>, 2, 'd', True)
    >>> s.winning_moves((("a",), "d", "cops"))
    [(('a',), 'd', 'robber'), (('b',), 'd', 'robber')]
    >>> s.capture_times[s.number(["b"])]  # by the robber's vertex
    array([1, 0, 1, 2], dtype=int16)
    """

    def __init__(
        self,
        game: GameGraph[P],
        directed: bool,
        rows: tuple[types.Int64Array, types.Int32Array],
        cops: int,
        hunt: Hunt,
    ) -> None:
        self.game: GameGraph[P] = game
        self.directed = directed
        self.cops = cops
        self.capture_time: int = int(hunt.capture_time)
        self._states = LabelledStates(game, cops, rows, hunt)

    def __repr__(self) -> str:
        rounds = f"{self.capture_time} round{'s' * (self.capture_time != 1)}"
        result = "the robber escapes" if self.result == DRAW else f"the cops win in {rounds}"
        return f"CopsSolution(n={self.game.n}, cops={self.cops}: {result})"

    def __reduce__(self) -> Any:
        return _restored, (self.game, self.directed, self.cops, *self._answers())

    def _answers(self) -> tuple[int, int, Any]:
        hunt = self._states.hunt
        buffers = hunt.won_buffer, hunt.lost_buffer, hunt.times_buffer
        return int(hunt.start), self.capture_time, buffers

    # -- the start ----------------------------------------------------------------------------

    @cached_property
    def start(self) -> types.CopsState[P]:
        """The state where play begins if both sides choose their vertices as well as they can.

        The cops choose a placement from which they win soonest.  Ties: the lowest, compared by the
        highest vertex first.  If none wins: one that leaves the robber the fewest vertices to
        escape from.  The robber chooses as `robber_start` says.
        """
        placement = self._states.start()
        return self._states.named((placement, self._states.robber_start(placement), False))

    @property
    def result(self) -> Outcome:
        """The outcome of `start` for the cops: WIN they catch the robber, DRAW he escapes."""
        return DRAW if self.capture_time < 0 else WIN

    def robber_start(self, cops: Iterable[P]) -> P:
        """Return the vertex where the robber should start against cops who have chosen theirs.

        A vertex from which he escapes or, if there is none, on which he holds out longest.  Without
        remoteness: from which he escapes or, if there is none, where no cop stands.  Ties: the
        lowest index.

        See Also
        --------
        start, best_move
        """
        states = self._states
        return self.game.position(states.robber_start(states.placement(cops)))

    # -- one state ----------------------------------------------------------------------------

    def outcome(self, state: types.CopsState[P]) -> Outcome:
        """Return the outcome of a state for the side to move.

        Parameters
        ----------
        state : (cops, robber, turn)

        Raises
        ------
        UnknownPositionError
            If there is no such state.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, capture_time_of
        """
        return self._states.outcome(self._states.resolve(state))

    def capture_time_of(self, state: types.CopsState[P]) -> int:
        """Return the rounds to the capture: 0 where the robber is caught, -1 where he never is.

        Raises
        ------
        GraphGameError
            If the game was solved without remoteness.

        See Also
        --------
        capture_times, remoteness_of
        """
        self._need_remoteness("capture_time_of")
        return self._states.time(self._states.resolve(state))

    def remoteness_of(self, state: types.CopsState[P]) -> int:
        """Return the remoteness of a state: plies to the capture, -1 if there is none.

        Raises
        ------
        GraphGameError
            If the game was solved without remoteness.

        See Also
        --------
        capture_time_of, outcome
        """
        self._need_remoteness("remoteness_of")
        return self._states.remoteness(self._states.resolve(state))

    def best_move(self, state: types.CopsState[P]) -> types.CopsState[P] | None:
        """Return the state after the best move, None where the robber is caught.

        The cops, who keep their order in the tuple, bring the capture a round nearer.  The robber
        escapes or, if he cannot, delays it longest.  Ties: the lowest indices, those of the first
        cop before those of the others.

        Raises
        ------
        GraphGameError
            If the game was solved without remoteness.

        See Also
        --------
        winning_moves, line

        Notes
        -----
        O(joint moves × options of the robber) time at worst.
        """
        self._need_remoteness("best_move")
        states = self._states
        best = states.best(states.resolve(state))
        return None if best is None else states.named(best)

    def winning_moves(self, state: types.CopsState[P]) -> list[types.CopsState[P]]:
        """Return the states after all winning moves, none where the robber is caught.

        Only cops win by a move.  Their joint moves come in lexicographic order of the indices, the
        cops in the order of the given tuple.

        See Also
        --------
        best_move, outcome

        Notes
        -----
        O(joint moves × options of the robber) time and memory.
        """
        return self._states.winning(self._states.resolve(state))

    def line(self, state: types.CopsState[P] | None = None) -> Line[types.CopsState[P]]:
        """Follow best moves to the capture or, if the robber escapes, to the first repetition.

        Parameters
        ----------
        state : (cops, robber, turn), optional
            Where the line begins; `start` if not given.

        Returns
        -------
        Line
            A tuple of states.  The cops keep their order: each place in the tuple is one cop's.

        Raises
        ------
        GraphGameError
            If the game was solved without remoteness.

        See Also
        --------
        best_move, Line
        """
        self._need_remoteness("line")
        states = self._states
        at = states.resolve(self.start if state is None else state)
        line = {states.named(at): 0}
        while (best := states.best(at)) is not None:
            name = states.named(best)
            if name in line:
                return Line([*line, name], line[name])
            line[name] = len(line)
            at = best
        return Line(line, None)

    def __getitem__(self, state: types.CopsState[P]) -> Label[types.CopsState[P]]:
        """Return outcome, remoteness and best move of a state; needs remoteness."""
        self._need_remoteness("s[state]")
        states = self._states
        known = states.resolve(state)
        best = states.best(known)
        name = None if best is None else states.named(best)
        return Label(states.outcome(known), states.remoteness(known), name)

    def __contains__(self, state: object) -> bool:
        try:
            self._states.resolve(state)
        except UnknownPositionError:
            return False
        return True

    def __iter__(self) -> Iterator[types.CopsState[P]]:
        return self._states.names()

    def __len__(self) -> int:
        return 2 * self.game.n * int(self._states.hunt.rows)

    # -- checking -----------------------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, with NumPy alone and no code of the solver.

        The check starts from the edges as they were given.  A capture time is 0 where a cop stands
        on the robber, and nowhere else; elsewhere it is one more than the least, over joint moves
        of the cops, of the greatest that the robber can reach then.  By induction, each finite time
        is right; and where there is none, every joint move leaves the robber an option where there
        is none.  The start has the least of the greatest times.  For a game that was solved without
        remoteness, the times are derived from the definition first, round by round.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not a proof: the first state found that breaks a rule, and its options.

        See Also
        --------
        graphgame.verify : The same for the explicit graph of a game.

        Notes
        -----
        O(n^k k m) time, in each round if the game was solved without remoteness; O(n^k (k + n))
        memory.
        """
        from graphgame.cops.verify import verify

        return verify(
            self.game,
            directed=self.directed,
            cops=self.cops,
            times=self._states.times(),
            sets=self._states.sets(),
            start=self.start,
            result=self.result,
            capture_time=self.capture_time,
        )

    # -- keeping ------------------------------------------------------------------------------

    def _save(self, file: types.File) -> None:
        from graphgame.cops.files import save

        save(self, file)

    @classmethod
    def _load(cls, file: types.File) -> CopsSolution[types.Anything]:
        from graphgame.cops.files import load

        return _restored(*load(file))

    def _need_remoteness(self, what: str) -> None:
        if self._states.hunt.times_buffer is None:
            raise GraphGameError(
                f"{what}: expected a game solved with remoteness, got remoteness=False"
            )


def _restored(
    game: GameGraph[Any], directed: bool, cops: int, start: int, capture_time: int, buffers: Any
) -> CopsSolution[Any]:
    """Return the solution with the answers of a pickle or a file."""
    rows, _ = neighbourhoods(game.n, all_edges(game), directed)
    width = 0 if buffers[2] is None else memoryview(buffers[2]).itemsize
    needed = needed_bytes(game.n, cops, len(rows[1]), width)
    check_memory(needed, None, "cops", lambda: f"{cops} on {game.n} vertices")
    members = np.arange(game.n, dtype=np.int32)
    hunt = _play.restored(*rows, members, cops, start, capture_time, buffers)
    return CopsSolution(game, directed, rows, cops, hunt)
