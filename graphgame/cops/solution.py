"""`CopsSolution`: outcome, capture time and best move of every state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from graphgame import types
from graphgame.arrays import Generic, P
from graphgame.cops._hunt import Hunt, restored
from graphgame.cops.placements import (
    all_edges,
    count,
    needed_bytes,
    neighbourhoods,
    placements,
)
from graphgame.cops.states import LabelledStates, explicit_graph
from graphgame.drawing.pictured import Pictured
from graphgame.errors import GraphGameError, SolutionFileError, UnknownPositionError, advised
from graphgame.graphs.by_state import Labelled
from graphgame.graphs.form import Field, Form, Found, Graph, Numbers
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Loaded
from graphgame.line import Label, Line
from graphgame.memory import check_memory
from graphgame.outcome import DRAW, WIN, Outcome
from graphgame.playing.game import SolvedGame
from graphgame.playing.played import Puzzled, Shown


def _has_vertices(found: Found) -> None:
    if found.n < 1 or found.game.presets is not None:
        raise SolutionFileError("edges: expected a graph of vertices without presets")


def _cops(cops: Any, _: Found) -> int:
    if type(cops) is not int or cops < 1:
        raise SolutionFileError(f"cops: expected an integer of at least 1, got {cops!r}")
    return cops


def _placements(found: Found) -> int:
    return count(found.n, found["cops"])


def _start(start: Any, found: Found) -> int:
    placements = _placements(found)
    if type(start) is not int or not -1 <= start < placements:
        raise SolutionFileError(f"start: expected a number below {placements}, got {start!r}")
    return start


def _capture_time(rounds: Any, found: Found) -> int:
    if type(rounds) is not int or not -1 <= rounds < 2**31:
        raise SolutionFileError(f"capture_time: expected an integer from -1 on, got {rounds!r}")
    if (found["start"] < 0) != (rounds < 0):
        raise SolutionFileError(f"capture_time: expected -1 without a start, got {rounds}")
    return rounds


def _has_times(found: Found) -> bool:
    return "capture_times" in found.arrays


def _has_sets(found: Found) -> bool:
    return not _has_times(found)


def _bits(found: Found) -> tuple[int, int]:
    return _placements(found), (found.n + 63) // 64


FORM = Form(
    "graphgame cops",
    1,
    Graph(start=False),
    _has_vertices,
    Field("cops", check=_cops),
    Field("directed", (False, True)),
    Field("start", check=_start),
    Field("capture_time", check=_capture_time),
    Numbers(
        "capture_times", ("int16", "int32"), shape=lambda x: (_placements(x), x.n), when=_has_times
    ),
    Numbers("won", "uint64", shape=_bits, when=_has_sets),
    Numbers("lost", "uint64", shape=_bits, when=_has_sets),
)


class CopsSolution(Pictured, Puzzled["types.CopsState[P]"], Shown, Labelled, Loaded, Generic[P]):
    """A solved game of cops and robbers, as `cops_and_robbers` returns it.

    A state is one tuple ``(cops, robber, turn)``: the vertices of the k cops, a tuple in any order,
    the robber's vertex, and the side to move, ``"cops"`` or ``"robber"``.  Outcomes are those of
    the side to move; a robber who is never caught has a DRAW.  A solution is a collection of its
    states: ``s[state]`` is the `Label` of one, ``state in s`` says whether there is such a state,
    and iteration yields all of them, with the cops in ascending order of their indices.

    The capture time of a state counts rounds, that is moves of the cops, when the cops hurry and
    the robber delays.  With the cops to move, t > 0 rounds are a remoteness of 2 t - 1 plies; with
    the robber to move, 2 t plies.  What rests on these (lengths, best moves, lines, plots) raises a
    `GraphGameError` where the game was solved without remoteness.

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
    >>> square = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> square.puzzles(1)[0][::3]  # the one move that escapes: from 1 to 2
    (((0,), 1, 'robber'), ((0,), 2, 'cops'))
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

        See Also
        --------
        capture_times, remoteness_of
        """
        self._need_remoteness("capture_time_of")
        return self._states.time(self._states.resolve(state))

    def remoteness_of(self, state: types.CopsState[P]) -> int:
        """Return the remoteness of a state: plies to the capture, -1 if there is none.

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

        The line begins at `start` if no state is given.  The cops keep their order: each place in
        the tuple is one cop's.

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

    # -- all states ---------------------------------------------------------------------------

    @property
    def capture_times(self) -> types.IntArray | None:
        """(placements, n) int16 or int32, read-only: the rounds to the capture, cops to move.

        -1 where the robber is never caught.  `number` returns the row of a placement.  None if the
        game was solved without remoteness.
        """
        return self._states.times()

    def number(self, cops: Iterable[P]) -> int:
        """Return the number of a placement, from 0 in colexicographic order."""
        return self._states.number(self._states.placement(cops))

    def table(self) -> dict[str, types.Column]:
        """Return all states as columns that ``pandas.DataFrame`` and ``polars.DataFrame`` take.

        Returns
        -------
        dict of str to array or list, one entry for each state
            ``cop_0``, ``cop_1``, … and ``robber`` as vertices: int32, or a list of labels;
            ``turn`` and ``outcome`` as words; ``remoteness`` as int32, if the game was
            solved with it.  The rows are in the order of iteration.

        See Also
        --------
        capture_times, graph

        Notes
        -----
        O(states) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.cops_and_robbers([(0, 1)]).table()["remoteness"].tolist()
        [0, 0, 1, 2, 1, 2, 0, 0]
        """
        return self._states.columns()

    def graph(self) -> GameGraph[types.CopsState[P]]:
        """Return the game as an explicit graph of its states, for the general solver.

        Returns
        -------
        GameGraph
            Its positions are the states, in the order of iteration.  A capture is preset: WIN where
            the cops would have to move, LOSE where the robber would.

        Raises
        ------
        TooLargeError
            If it has more positions than a GameGraph can have.

        See Also
        --------
        solve, table

        Notes
        -----
        2 n P positions for P placements; O(positions + moves) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3)])
        >>> gg.solve(s.graph()).remoteness_of(((1,), 3, "cops"))
        3
        """
        return explicit_graph(self.game, *self._states.rows, self.cops)

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, *, centres: Sequence[tuple[float, float]] | None = None) -> str:
        """Draw the graph as SVG, with the rounds to the capture of a robber on every vertex.

        The cops stand where they start, and are to move.  Where nobody is caught, the vertex is a
        hexagon.  Of a graph of more than 80 vertices, those around the cops are drawn.

        Parameters
        ----------
        centres : sequence of (x, y), optional
            Where the vertices are drawn, y downwards; on a circle by default.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        Raises
        ------
        GraphGameError
            If `centres` are not as many places as there are vertices, all different.

        See Also
        --------
        plot

        Examples
        --------
        >>> import graphgame as gg
        >>> "never" in gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]).to_svg()
        True
        """
        from graphgame.drawing.svg import painted
        from graphgame.drawing.vertices import draw_vertices
        from graphgame.playing.look import check_centres

        places = check_centres(centres, self.game.n)
        chosen, vertices = self._vertices()
        if places is not None:
            places = [places[v] for v in chosen]
        return painted(draw_vertices(vertices, centres=places, title=repr(self)))

    def _small_picture(self) -> str:
        """Return the picture of a notebook: with short labels, of as many vertices as fit."""
        from graphgame.drawing import svg
        from graphgame.drawing.vertices import MOST_VERTICES, draw_vertices

        for most in (MOST_VERTICES, 40, 25):
            vertices = self._vertices(most)[1]
            drawn = draw_vertices(vertices, title=repr(self), longest_label=100, most=svg.WIDEST)
            if svg.size(drawn)[0] <= svg.WIDEST:
                break
        return svg.narrowed(drawn)

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot how many states, with the cops to move, have each capture time, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes
            Counts are on a logarithmic scale.

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        capture_times, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.cops_and_robbers([(0, 1), (1, 2)]).plot().get_xlabel()
        'rounds to the capture, the cops to move'
        """
        from graphgame.drawing.plots import plot_rounds

        times = self.capture_times
        if times is None:
            raise GraphGameError(
                "plot: expected a game solved with remoteness, got remoteness=False"
            )
        counts = np.zeros(int(times.max(initial=0)) + 2, dtype=np.int64)
        for block in np.array_split(times, max(1, times.size >> 20)):
            counts += np.bincount(block.ravel() + 1, minlength=len(counts))
        caught = counts[1:].tolist()
        return plot_rounds(range(len(caught)), caught, int(counts[0]), ax)

    def _vertices(self, most: int = 80) -> tuple[list[int], Any]:
        """Return the numbers of the vertices to draw, and the arguments of `draw_vertices`."""
        from graphgame.drawing.vertices import Vertices, choose_vertices

        states, game = self._states, self.game
        placed, robber, _ = self.start
        cops, at = [game._find(v) for v in placed], game._find(robber)
        ptr, idx = states.rows
        chosen = [*range(game.n)]
        if game.n > most:
            chosen = choose_vertices(ptr, idx, [*cops, at], most)
        number = {v: i for i, v in enumerate(chosen)}
        edges = [
            (number[v], number[w])
            for v in chosen
            for w in idx[ptr[v] : ptr[v + 1]].tolist()
            if w in number and (v < w or (self.directed and v != w))
        ]
        times = self.capture_times
        placement = np.array(cops, dtype=np.int32)
        row = None if times is None else times[states.number(placement)][chosen].tolist()
        if row is None:
            won = [states.outcome((placement, v, False)) == WIN for v in chosen]
            row = [None if x else -1 for x in won]
        marked = {number[v] for v in cops}
        vertices = Vertices(
            game.positions(chosen), edges, row, marked, number.get(at), game.n, self.directed
        )
        return chosen, vertices

    # -- pages --------------------------------------------------------------------------------

    @advised
    def to_html(
        self,
        *,
        centres: Sequence[tuple[float, float]] | None = None,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays on this graph against the perfect player.

        The page solves the game itself.  A match begins with the cops choosing their vertices,
        then the robber chooses his; these are moves, and count as plies.  From then on its
        remoteness is that of `remoteness_of`.

        Parameters
        ----------
        title, languages, rules, players, goal
            As of `Solution.to_html`; the page has words of its own for what is not given.  Players
            are the cops and the robber.
        centres : sequence of (x, y), optional
            Where the vertices are drawn, y downwards; on a circle by default.
        puzzles : int or "all", optional
            How many puzzles the page has at most; "all" are a hundred.  The page finds them itself,
            also after the graph was changed.

        Raises
        ------
        TooLargeError
            If there are more than 9 cops, or the game may have more than 4,000,000 moves: the
            message names the way out.
        GraphGameError
            If a parameter is not as described.

        See Also
        --------
        write_html, show

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], cops=2)
        >>> s.write_html("square.html", centres=[(0, 0), (1, 0), (1, 1), (0, 1)])  # doctest: +SKIP
        >>> s.to_html(title="Two cops")[:15]
        '<!doctype html>'
        """
        from graphgame.playing.page import Sayings, cops_page

        return cops_page(
            self.game.positions(range(self.game.n)),
            all_edges(self.game),
            self.cops,
            directed=self.directed,
            degrees=np.diff(self._states.rows[0]),
            centres=centres,
            said=Sayings(title, languages, rules, players, goal, puzzles),
        )

    def _solved_game(self) -> SolvedGame:
        self._need_remoteness("puzzles")
        game = self.graph()
        outcomes, remoteness = self._states.answers(placements(self.game.n, self.cops))
        assert remoteness is not None, "solved with remoteness"
        start = game.index((tuple(sorted(self.start[0], key=self.game._find)), *self.start[1:]))
        ptr, idx = game.option_ptr, game.option_idx
        return SolvedGame(
            ptr, idx, outcomes, remoteness, start, "normal", game.position, game.index
        )

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
        states = self._states
        times, sets = states.times(), states.sets()
        won, lost = sets if sets is not None and times is None else (None, None)
        start = int(states.hunt.start)
        FORM.save(self, file, start=start, capture_times=times, won=won, lost=lost)

    @classmethod
    def _load(cls, file: types.File) -> CopsSolution[types.Anything]:
        found = FORM.load(file)
        times, won, lost = (
            None if array is None else array.reshape(-1)
            for array in map(found.parts.get, ("capture_times", "won", "lost"))
        )
        if times is not None and times.itemsize == 2:
            times = times.view("u2")  # the kernel keeps the narrow ones without sign
        start, rounds = found["start"], found["capture_time"]
        buffers = won, lost, times
        return _restored(found.game, found["directed"], found["cops"], start, rounds, buffers)

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
    hunt = restored(*rows, members, cops, start, capture_time, buffers)
    return CopsSolution(game, directed, rows, cops, hunt)
