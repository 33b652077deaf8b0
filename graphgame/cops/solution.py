"""`CopsSolution`: what is known of every state of a solved game of cops and robbers."""

from __future__ import annotations

from _thread import allocate_lock as Lock  # noqa: N812 -- threading would cost start-up time
from collections.abc import Iterable
from functools import cached_property

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.line import Line
from graphgame.outcome import DRAW, LOSE, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from graphgame.cops._hunt import Hunt
    from graphgame.graphs.graph import GameGraph

_TURNS = ("cops", "robber")


class CopsSolution:
    """A solved game of cops and robbers; `cops_and_robbers` makes one.

    A state is where the cops are, a list of k vertices in any order, where the robber is, and whose
    turn it is.  The capture time counts rounds, that is moves of the cops, when the cops hurry and
    the robber delays.  With the cops to move, t > 0 rounds are 2 t - 1 plies, the remoteness of
    that state in ``solve(s.graph())``; with the robber to move, 2 t plies.

    Attributes
    ----------
    board : GameGraph
        The graph as it was given; its positions are the vertices.
    k : int
        Number of cops.
    winner : {"cops", "robber"}
        Who wins if both choose their vertices as well as can be.
    capture_time : int or None
        Rounds from the best start of the cops; None if the robber escapes for ever.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]})
    >>> s
    CopsSolution(n=4, cops=1: the cops win in 2 rounds)
    >>> s.start, s.robber_start, s.cops_move(["b"], "d")
    (('b',), 'd', ('c',))
    >>> s.line()
    ((('b',), 'd', 'cops'), (('c',), 'd', 'robber'), (('c',), 'd', 'cops'), (('d',), 'd', 'robber'))
    """

    def __init__(
        self,
        board: GameGraph,
        rows: tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]],
        k: int,
        game: Hunt,
    ) -> None:
        self.board = board
        self.k = k
        self._rows = rows  # closed out-neighbourhoods
        self._game = game
        self._lock = Lock()  # the kernel has one place for the cops in work
        self.capture_time: int | None = None if game.capture_time < 0 else game.capture_time
        self.winner = "robber" if self.capture_time is None else "cops"

    def __repr__(self) -> str:
        result = (
            "the robber escapes"
            if self.capture_time is None
            else f"the cops win in {self.capture_time} round{'s' * (self.capture_time != 1)}"
        )
        return f"CopsSolution(n={self.board.n}, cops={self.k}: {result})"

    def __reduce__(self) -> Any:
        game = self._game
        buffers = game.won_buffer, game.lost_buffer, game.times_buffer
        answers = game.start, game.capture_time, buffers
        return _restored, (self.board, self._rows, self.k, *answers)

    # -- the start ----------------------------------------------------------------------------

    @cached_property
    def start(self) -> tuple[Hashable, ...]:
        """Where the cops should start: in a placement from which they win soonest.

        Ties: the lowest placement, compared by its highest vertex first.  If the robber escapes
        from everywhere: one that leaves him the fewest vertices to do so from.
        """
        with self._lock:
            number = self._game.start if self._game.start >= 0 else self._game.tightest()
            placement = memoryview(self._game.placement(number))
        return tuple(self.board.positions(placement.tolist()))

    @property
    def robber_start(self) -> Hashable | None:
        """Where the robber should start against `start`; as `robber_choice`.

        None if the cops win and no times were kept.
        """
        if self.times is None and self.winner == "cops":
            return None
        return self.robber_choice(self.start)

    def robber_choice(self, cops: Iterable[Hashable]) -> Hashable:
        """Return where the robber should start when the cops have chosen their vertices.

        Where he escapes or, if he cannot, holds out longest.  Ties: the lowest index.
        """
        placement = self._placement(cops)
        with self._lock:
            v = self._game.robber_choice(placement)
        if v < 0:
            self._need_times("a choice where he is caught anyway")
        return self.board.position(v)

    # -- one state ----------------------------------------------------------------------------

    def time(self, cops: Iterable[Hashable], robber: Hashable, turn: str = "cops") -> int | None:
        """Return the rounds to the capture, 0 where the robber is caught; None if he escapes.

        Raises
        ------
        UnknownPositionError
            If the graph does not have one of the vertices.  So do the other methods.
        GraphGameError
            If there are not k cops, `turn` is not "cops" or "robber", or no times were kept.
        """
        placement, v = self._state(cops, robber)
        robber_to_move = _is_robbers(turn)
        self._need_times("a time")
        with self._lock:
            found = self._game.time(placement, v, robber_to_move)
        return None if found < 0 else found

    def outcome(self, cops: Iterable[Hashable], robber: Hashable, turn: str = "cops") -> Outcome:
        """Return the outcome for the player to move.

        The robber never wins by a move: DRAW is the chase without end that is his aim.
        """
        placement, v = self._state(cops, robber)
        robber_to_move = _is_robbers(turn)
        with self._lock:
            won = self._game.is_won(placement, v, robber_to_move)
        if not won:
            return DRAW
        return LOSE if robber_to_move else WIN

    def cops_move(self, cops: Iterable[Hashable], robber: Hashable) -> tuple[Hashable, ...] | None:
        """Return the best move of the cops: where each of them goes, in the order of `cops`.

        One that brings the capture a round nearer.  Ties, and where the robber escapes anyway: the
        lowest indices, the first cop's before the others'.  None where he is caught.

        Notes
        -----
        O(joint moves × options of the robber) time at the worst.
        """
        placement, v = self._state(cops, robber)
        self._need_times("a move")
        with self._lock:
            if self._game.time(placement, v, False) == 0:
                return None
            moves = memoryview(self._game.cops_move(placement, v))
        return tuple(self.board.positions(moves.tolist()))

    def robber_move(self, cops: Iterable[Hashable], robber: Hashable) -> Hashable | None:
        """Return the best move of the robber: one that escapes or, if none does, lasts longest.

        Ties: the lowest index.  None where he is caught.
        """
        placement, v = self._state(cops, robber)
        self._need_times("a move")
        with self._lock:
            if self._game.time(placement, v, True) == 0:
                return None
            option = self._game.robber_move(placement, v)
        return self.board.position(option)

    def line(
        self,
        cops: Iterable[Hashable] | None = None,
        robber: Hashable | None = None,
        turn: str = "cops",
    ) -> Line:
        """Follow best moves to the capture or, if the robber escapes, to the first repetition.

        Parameters
        ----------
        cops : iterable of hashable, optional
            `start` if not given.
        robber : hashable, optional
            `robber_choice` against `cops` if not given.
        turn : {"cops", "robber"}

        Returns
        -------
        Line
            States (cops, robber, turn).  The cops stay in order: each place is one cop's.
        """
        self._need_times("a line")
        placed = self.start if cops is None else tuple(cops)
        at = self.robber_choice(placed) if robber is None else robber
        robber_to_move = _is_robbers(turn)
        line: dict[tuple[tuple[Hashable, ...], Hashable, str], int] = {}
        while True:
            state = placed, at, _TURNS[robber_to_move]
            if state in line:
                return Line([*line, state], line[state])
            line[state] = len(line)
            if robber_to_move:
                reply = self.robber_move(placed, at)
                at, caught = reply, reply is None
            else:
                moves = self.cops_move(placed, at)
                caught = moves is None
                placed = moves or placed
            if caught:
                return Line(line, None)
            robber_to_move = not robber_to_move

    # -- all states ---------------------------------------------------------------------------

    @property
    def times(self) -> npt.NDArray[Any] | None:
        """(placements, n) uint16 or int32, read-only: the rounds to the capture, cops to move.

        The greatest value of the type where the robber escapes.  `number` gives the row of a
        placement.  None if no times were kept.
        """
        buffer = self._game.times_buffer
        return None if buffer is None else read_only(buffer).reshape(-1, self.board.n)

    def number(self, cops: Iterable[Hashable]) -> int:
        """Return the number of a placement, from 0 in colexicographic order."""
        placement = self._placement(cops)
        with self._lock:
            return self._game.number(placement)

    def graph(self) -> GameGraph:
        """Return the game as an explicit graph, for the general solver.

        Returns
        -------
        GameGraph
            Its positions are the states (cops, robber, turn), the cops a tuple in the order of the
            graph.  A capture is preset: WIN if the cops would have to move, LOSE if the robber.

        Raises
        ------
        TooLargeError
            If it has more positions than a GameGraph can have.

        Notes
        -----
        2 n P positions for P placements; O(positions + moves) time and memory.

        >>> import graphgame as gg
        >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3)])
        >>> gg.solve(s.graph()).remoteness_of(((1,), 3, "cops"))
        3
        """
        from graphgame.cops.placements import explicit_graph

        return explicit_graph(self.board, *self._rows, self.k)

    def verify(self) -> bool:
        """Check, with NumPy alone, that the times are a proof.

        A time is 0 where a cop stands on the robber, and nowhere else; elsewhere it is one more
        than the least that the cops can reach, which is the greatest that the robber can reach
        then.  By induction on the time, each finite one is right; where there is none, whatever the
        cops do leaves the robber an option where there is none.  The start has the least of the
        greatest times.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they are not: the first state that breaks a rule, and its options.
        GraphGameError
            If no times were kept.

        Notes
        -----
        O(n^k k m) time, and memory of some n^k.
        """
        from graphgame.cops.placements import verify_times

        self._need_times("a certificate")
        assert self.times is not None
        result = self.start, self.robber_start, self.capture_time
        return verify_times(self.board, *self._rows, self.times, result)

    # -- from labels to indices ---------------------------------------------------------------

    def _placement(self, cops: Iterable[Hashable]) -> npt.NDArray[np.int32]:
        import numpy as np

        if not isinstance(cops, Iterable):
            raise GraphGameError(f"cops: expected a list of vertices, got {cops!r}")
        indices = [self.board.index(v) for v in cops]
        if len(indices) != self.k:
            raise GraphGameError(f"cops: expected {self.k} vertices, got {len(indices)}")
        return np.array(indices, dtype=np.int32)

    def _state(
        self, cops: Iterable[Hashable], robber: Hashable
    ) -> tuple[npt.NDArray[np.int32], int]:
        return self._placement(cops), self.board.index(robber)

    def _need_times(self, what: str) -> None:
        if self._game.times_buffer is None:
            raise GraphGameError(f"times: expected them to be kept for {what}, got times=False")


def _restored(
    board: GameGraph, rows: Any, k: int, start: int, capture_time: int, buffers: Any
) -> CopsSolution:
    """Return the solution of which a pickle tells."""
    import numpy as np

    from graphgame.cops import _hunt

    members = np.arange(board.n, dtype=np.int32)
    game = _hunt.restored(rows[0], rows[1], members, k, start, capture_time, buffers)
    return CopsSolution(board, rows, k, game)


def _is_robbers(turn: str) -> bool:
    if turn not in _TURNS:
        raise GraphGameError(f"turn: expected 'cops' or 'robber', got {turn!r}")
    return turn == "robber"
