"""`PoliceAndThief`, a game of pursuit on a board of cells, and `PursuitSolution`, its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from graphgame import checks
from graphgame.arrays import Later, outcome_words, read_only
from graphgame.drawing.pictured import Pictured
from graphgame.errors import (
    GraphGameError,
    SolutionFileError,
    TooLargeError,
    UnknownPositionError,
    advised,
)
from graphgame.graphs.by_state import Labelled
from graphgame.graphs.form import Field, Form, Found, Numbers
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.solved import Loaded
from graphgame.line import Label, Line, follow
from graphgame.memory import available_memory
from graphgame.outcome import MOST_POSITIONS, Outcome
from graphgame.playing.played import Puzzled, Shown
from graphgame.pursuit import _pursuit
from graphgame.pursuit.grid import EXIT, SYMBOLS, WALL, Grid, as_grid
from graphgame.pursuit.states import (
    POLICE,
    THIEF,
    TURNS,
    LabelledStates,
    build,
    is_police,
    remoteness_of_scores,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from graphgame import types
    from graphgame.playing.game import SolvedGame
    from graphgame.types import AnyArray, Int64Array
else:
    from graphgame.arrays import types

    np = Later("numpy")

# Bytes of a remoteness at first, enough for 65,534 plies; where it is not enough, twice as many.
_WIDTH = 2
# The most bytes of a remoteness.
_WIDEST = 4
# Solutions up to this many bytes are tried without asking how much memory there is.
_SMALL = 1 << 26


class PoliceAndThief:
    """A board on which a policeman pursues a thief.

    They take turns, the policeman first.  The policeman moves one step in any of 8 directions, the
    thief one step in any of 4; both may pass instead, and neither may enter a wall.  The policeman
    wins when both are on one cell, whoever moved there.  The thief wins when he is on an exit and
    the policeman is not.  Play that never ends is a draw.

    Parameters
    ----------
    grid : str or bytes, path-like, binary file, list of str, or (n, m) array_like
        Text is grid text: ``n m``, then n rows of m cells, ``.`` free, ``*`` wall, ``E`` exit,
        ``P`` or ``C`` the policeman, ``T`` the thief; a path or a file holds such text.  Rows, or
        an array of characters, hold the cells alone.  An array of bools is True on cells that can
        be entered.
    police, thief : (row, column), optional
        Where they start, from 0, if the grid does not mark it.
    exits : iterable of (row, column)
        Exits, in addition to those in the grid.  A player may start on an exit: a thief alone there
        has won before the first move.

    Attributes
    ----------
    rows, columns : int
    police, thief : (row, column)
    start : (police, thief, turn)
    exits : list of (row, column)

    Raises
    ------
    ParseError
        If a text is not grid text.
    GraphGameError
        If the grid is malformed, or not exactly one policeman and one thief start on a cell that
        can be entered.

    See Also
    --------
    cops_and_robbers : Several cops and a robber on any graph.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.PoliceAndThief(["P..*", "...E", "..T."])
    >>> game
    PoliceAndThief(3 × 4, police=(0, 0), thief=(2, 2), 1 exit)
    >>> game.start
    ((0, 0), (2, 2), 'police')
    >>> s = game.solve()
    >>> s.result, s.remoteness_of(s.start)
    (<Outcome.LOSE: -1>, 4)
    >>> print(game.drawn(s.line()[-1]))
    P..*
    ...T
    ....
    """

    __slots__ = ("_grid",)

    def __init__(
        self,
        grid: object,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        exits: Iterable[types.Cell] = (),
    ) -> None:
        self._grid = as_grid(grid, police, thief, exits)

    @classmethod
    def _from_grid(cls, grid: Grid) -> PoliceAndThief:
        """Return the game on a grid that has been read."""
        game = cls.__new__(cls)
        game._grid = grid
        return game

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._grid.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._grid.columns

    @property
    def police(self) -> types.Cell:
        """The cell where the policeman starts."""
        return self.start[0]

    @property
    def thief(self) -> types.Cell:
        """The cell where the thief starts."""
        return self.start[1]

    @property
    def start(self) -> types.PursuitState:
        """The state where play begins, ``(police, thief, "police")``."""
        grid = self._grid
        assert grid.police is not None, "checked when the grid was read"
        assert grid.thief is not None
        return grid.place(grid.police), grid.place(grid.thief), "police"

    @property
    def exits(self) -> list[types.Cell]:
        """The exits, in reading order."""
        grid = self._grid
        return [grid.place(cell) for cell, code in enumerate(grid.cells) if code == EXIT]

    def solve(self, *, remoteness: bool = True, memory: int | str | None = None) -> PursuitSolution:
        """Solve every state of the board: who wins, and in how many plies.

        Parameters
        ----------
        remoteness : bool
            Whether to find the remoteness, too.  Best moves and lines need it.
        memory : int or str, optional
            The most bytes to take, as in ``"4GiB"``; if not given, as many as the system has
            available.

        Returns
        -------
        PursuitSolution

        Raises
        ------
        TooLargeError
            If the solution would take more memory: how many bytes it would take.  Nothing has been
            allocated then.

        See Also
        --------
        PoliceAndThief.graph : The same game for the general solver, `solve`.

        Notes
        -----
        For k cells that can be entered there are 2 k² states.  A pair of cells takes one bit in
        each of two sets, and 2 bytes of remoteness, with the policeman to move; labels with the
        thief to move are computed from these, and no edges are stored.  A set has a bit for every
        cell, walls included, and for one column more: with r rows and c columns, 2.25 k r (c + 1)
        bytes, or 0.25 k r (c + 1) without remoteness, and less for the rest.  Remoteness beyond
        65,534 takes 4 bytes and twice the time.  How the sets are found is described in
        ``graphgame.pursuit._pursuit``.  Long boards and mazes take about as long as squares of
        as many cells.
        """
        grid = self._grid
        width = _WIDTH if remoteness else 0
        given = checks.memory(memory)
        while True:
            needed, most = self._bytes(width), given
            if most is None and needed > _SMALL:
                most = available_memory()
            if len(grid.cells) > MOST_POSITIONS or (most is not None and needed > most):
                raise TooLargeError(self._too_large(needed))
            try:
                return PursuitSolution(self, *_pursuit.solve(grid.cells, grid.columns, width))
            except MemoryError:
                raise TooLargeError(self._too_large(needed)) from None
            except OverflowError as error:
                if width == _WIDEST:
                    raise TooLargeError(f"grid: {error}") from None
                width *= 2

    def _bytes(self, width: int) -> int:
        """Return the bytes that the kernel takes, for a remoteness of so many bytes."""
        cells = len(self._grid.cells)
        free = cells - self._grid.cells.count(WALL)
        words = (self.rows * (self.columns + 1) + 63) // 64
        waiting = min(self.columns + 1, free) if width else 0
        return 8 * words * (2 * free + waiting) + 64 * words * width * free + 160 * cells

    def _too_large(self, needed: int) -> str:
        free = len(self._grid.cells) - self._grid.cells.count(WALL)
        return (
            f"grid: expected one that can be solved in memory, got {free} cells that can be "
            f"entered, which takes {needed} bytes"
        )

    def graph(self) -> GameGraph[types.PursuitState]:
        """Return the same game as an explicit graph, for the general solver.

        Returns
        -------
        GameGraph
            Its positions are the states ``(police, thief, turn)`` of all cells that can be entered,
            ordered by policeman, thief and turn.  Where the game has ended, the outcome is preset.
            Its start is that of the board.

        Raises
        ------
        TooLargeError
            If there are more than 2^31 - 2 states.

        See Also
        --------
        PursuitSolution.graph, solve

        Notes
        -----
        O(k²) time; 8 bytes for each of up to 14 k² edges, and as much again while it is built.

        Examples
        --------
        >>> import graphgame as gg
        >>> game = gg.PoliceAndThief(["P.T"])
        >>> gg.solve(game.graph()).line(((0, 0), (0, 2), "police"))[1]
        ((0, 1), (0, 2), 'thief')
        """
        return build(self._grid)._with(start=self.start)

    def __str__(self) -> str:
        return self.drawn(self.start)

    def drawn(self, state: types.PursuitState) -> str:
        """Return the board of a state as rows of text; X marks both players on one cell."""
        police, thief, _ = state
        rows = [bytearray(b"*.E"[code] for code in self._grid.cells[i : i + self.columns])
                for i in range(0, len(self._grid.cells), self.columns)]  # fmt: skip
        rows[thief[0]][thief[1]] = ord("T")
        rows[police[0]][police[1]] = ord("X" if police == thief else "P")
        return "\n".join(row.decode() for row in rows)

    def __repr__(self) -> str:
        exits = self._grid.cells.count(EXIT)
        return (
            f"PoliceAndThief({self.rows} × {self.columns}, police={self.police}, "
            f"thief={self.thief}, {exits} {'exit' if exits == 1 else 'exits'})"
        )


# -- files -----------------------------------------------------------------------------------------


def _has_cells(found: Found) -> None:
    if not found["cells"].size:
        raise SolutionFileError("cells: expected at least one, got none")


def _start(who: str, cell: Any, found: Found) -> int:
    cells = found["cells"]
    if type(cell) is not int or not 0 <= cell < cells.size or cells.flat[cell] == WALL:
        raise SolutionFileError(f"{who}: expected a cell that can be entered, got {cell!r}")
    return cell


def _words(found: Found, width: int = 1) -> tuple[int, int]:
    """Return the shape of sets of cells, for each cell of the thief, or of numbers of a width."""
    rows, columns = found["cells"].shape
    walls = found["cells"].tobytes().count(WALL)
    return rows * columns - walls, (rows * (columns + 1) + 63) // 64 * width


FORM = Form(
    "graphgame pursuit",
    1,
    Numbers("cells", "uint8", 0, EXIT, lambda _: (None, None)),
    _has_cells,
    *(Field(who, check=partial(_start, who)) for who in ("police", "thief")),
    Numbers("caught", "uint64", shape=_words),
    Numbers("held", "uint64", shape=_words),
    Numbers(
        "ranks",
        ("uint8", "uint16", "uint32"),
        shape=partial(_words, width=64),
        when=lambda found: "ranks" in found.arrays,
    ),
)


class PursuitSolution(Pictured, Puzzled["types.PursuitState"], Shown, Labelled, Loaded):
    r"""A solved board, as `PoliceAndThief.solve` returns it.

    A state is one tuple ``(police, thief, turn)``: two cells as (row, column), from 0, and the
    player to move, ``"police"`` or ``"thief"``.  Outcomes are those of the player to move.  A
    solution is a collection of its states: ``s[state]`` is the `Label` of one, ``state in s`` says
    whether there is such a state, and iteration yields all of them, ordered by policeman, thief and
    turn.  Remoteness, best moves and lines raise a `GraphGameError` where the board was solved
    without remoteness.

    Attributes
    ----------
    game : PoliceAndThief
        The solved game.

    See Also
    --------
    PoliceAndThief.solve : Solve a board.
    CopsSolution : The same for cops and robbers on a graph.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.PoliceAndThief("2 3\nP.*\n.T.").solve()
    >>> s.start, s.result, s.remoteness_of(s.start)
    (((0, 0), (1, 1), 'police'), <Outcome.WIN: 1>, 1)
    >>> s.line()
    (((0, 0), (1, 1), 'police'), ((1, 1), (1, 1), 'thief'))
    >>> s[(0, 0), (1, 2), "thief"]
    Label(outcome=<Outcome.LOSE: -1>, remoteness=4, best_move=((0, 0), (1, 2), 'police'))
    >>> s.outcome_map(police=(0, 0))
    array([[1, 1, 2],
           [1, 1, 1]], dtype=int8)
    >>> s.remoteness_map(police=(0, 0))
    array([[ 0,  1, -2],
           [ 1,  1,  3]], dtype=int32)
    >>> s.outcome(s.start), s.best_move(s.start)[0], len(s.winning_moves(s.start)), s.verify()
    (<Outcome.WIN: 1>, (1, 1), 4, True)
    >>> s.graph().n == len(s)
    True
    >>> gg.PoliceAndThief(["P..*", "...E", "..T."]).solve().puzzles(1, depth=5)[0].position
    ((2, 0), (2, 1), 'thief')
    """

    __slots__ = ("_states", "game")

    #: The value of a wall in an outcome map.
    WALL = 2
    #: The value of a wall in a remoteness map.
    WALL_REMOTENESS = -2

    def __init__(
        self,
        game: PoliceAndThief,
        caught: types.Array,
        held: types.Array,
        ranks: types.Array | None,
    ) -> None:
        self.game: PoliceAndThief = game
        self._states = LabelledStates(game._grid, caught, held, ranks)

    # -- the start ----------------------------------------------------------------------------

    @property
    def start(self) -> types.PursuitState:
        """The state where play begins, with the policeman to move."""
        return self.game.start

    @property
    def result(self) -> Outcome:
        """The outcome of `start` for the policeman: WIN he catches the thief, LOSE, DRAW."""
        return self.outcome(self.start)

    # -- one state ----------------------------------------------------------------------------

    def outcome(self, state: types.PursuitState) -> Outcome:
        """Return the outcome of a state for the player to move.

        Raises
        ------
        UnknownPositionError
            If there is no such state.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, outcome_map
        """
        states = self._states
        return states.label(states.resolve(state))[0]

    def remoteness_of(self, state: types.PursuitState) -> int:
        """Return the remoteness of a state: plies to the end, -1 in a draw.

        See Also
        --------
        outcome, remoteness_map
        """
        self._need_remoteness("remoteness_of")
        states = self._states
        return states.label(states.resolve(state))[1]

    def best_move(self, state: types.PursuitState) -> types.PursuitState | None:
        """Return the state after the best move, None where the game is over.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the first in reading order.

        See Also
        --------
        winning_moves, line
        """
        self._need_remoteness("best_move")
        states = self._states
        best = states.best(states.resolve(state))
        return None if best is None else states.named(best)

    def winning_moves(self, state: types.PursuitState) -> list[types.PursuitState]:
        """Return the states after all winning moves, in reading order; none where play is over."""
        states = self._states
        return [*map(states.named, states.winning(states.resolve(state)))]

    def line(self, state: types.PursuitState | None = None) -> Line[types.PursuitState]:
        """Follow best moves to the end of the game or, in a draw, to the first repetition.

        The line begins at `start` if no state is given.

        See Also
        --------
        best_move, Line
        """
        self._need_remoteness("line")
        states = self._states
        start = states.resolve(self.start if state is None else state)
        return follow(start, states.best, lambda found: map(states.named, found))

    def __getitem__(self, state: types.PursuitState) -> Label[types.PursuitState]:
        """Return outcome, remoteness and best move of a state; needs remoteness."""
        self._need_remoteness("s[state]")
        states = self._states
        known = states.resolve(state)
        best = states.best(known)
        return Label(*states.label(known), None if best is None else states.named(best))

    def __contains__(self, state: object) -> bool:
        try:
            self._states.resolve(state)
        except UnknownPositionError:
            return False
        return True

    def __iter__(self) -> Iterator[types.PursuitState]:
        return iter(self._states.names())

    def __len__(self) -> int:
        cells = self.game._grid.cells
        return 2 * (len(cells) - cells.count(WALL)) ** 2

    def _need_remoteness(self, what: str) -> None:
        if self._states.ranks is None:
            raise GraphGameError(
                f"{what}: expected a board solved with remoteness, got remoteness=False"
            )

    # -- many states --------------------------------------------------------------------------

    def outcome_map(
        self,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        turn: str = POLICE,
    ) -> types.Int8Array:
        """Return the outcomes of all states with one player on a given cell.

        Parameters
        ----------
        police, thief : (row, column)
            Exactly one of them; the cells of the map are those of the other one.
        turn : {"police", "thief"}
            The player to move.

        Returns
        -------
        (rows, columns) int8, read-only
            The outcomes for the player to move; `WALL`, 2, where the other one cannot be.

        See Also
        --------
        remoteness_map : The remoteness of the same states.

        Notes
        -----
        O(rows * columns) time.
        """
        scores = self._scores(police, thief, turn)
        outcomes = np.sign(scores).astype(np.int8)
        if not is_police(turn):
            outcomes = -outcomes
        return self._finished(outcomes, self.WALL)

    def remoteness_map(
        self,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        turn: str = POLICE,
    ) -> types.Int32Array:
        """Return the remoteness of all states with one player on a given cell.

        Parameters
        ----------
        police, thief, turn
            As for `outcome_map`.

        Returns
        -------
        (rows, columns) int32, read-only
            -1 in a draw, `WALL_REMOTENESS`, -2, where the other one cannot be.

        See Also
        --------
        outcome_map : The outcomes of the same states.
        """
        self._need_remoteness("remoteness_map")
        remoteness = remoteness_of_scores(self._scores(police, thief, turn)).astype(np.int32)
        return self._finished(remoteness, self.WALL_REMOTENESS)

    def _scores(self, police: Any, thief: Any, turn: str) -> Int64Array:
        if (police is None) == (thief is None):
            raise GraphGameError(
                f"police or thief: expected one of them, got {'none' if police is None else 'both'}"
            )
        cell, states, police_moves = self.game._grid.cell, self._states, is_police(turn)
        if police is not None:
            return states.scores_by_police(cell(police, POLICE), police_moves=police_moves)
        return states.scores_by_thief(cell(thief, THIEF), police_moves=police_moves)

    def _finished(self, cells: AnyArray, wall: int) -> AnyArray:
        """Return a map with its walls marked, read-only."""
        cells[self._states.cells() == WALL] = wall
        return read_only(cells)

    def table(self) -> dict[str, types.AnyArray]:
        """Return all states as columns that ``pandas.DataFrame`` and ``polars.DataFrame`` take.

        Returns
        -------
        dict of str to (states,) array
            ``police_row``, ``police_column``, ``thief_row`` and ``thief_column`` as int32; ``turn``
            and ``outcome`` as words; ``remoteness`` as int32, if the board was solved with it.  The
            rows are in the order of iteration.

        See Also
        --------
        outcome_map, remoteness_map

        Notes
        -----
        O(states) time and memory.

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.PoliceAndThief(["PT"]).solve().table()
        >>> table["turn"].tolist()[:4], table["remoteness"].tolist()[:4]
        (['police', 'thief', 'police', 'thief'], [0, 0, 1, 2])
        """
        grid = self.game._grid
        cells = np.flatnonzero(self._states.cells() != WALL)
        places = np.stack(np.divmod(cells, grid.columns)).astype(np.int32)
        police = np.repeat(places, 2 * len(cells), axis=1)
        thief = np.tile(np.repeat(places, 2, axis=1), len(cells))
        outcomes, remoteness = self._answers()
        table = {
            "police_row": police[0],
            "police_column": police[1],
            "thief_row": thief[0],
            "thief_column": thief[1],
            "turn": np.tile(np.array(TURNS), len(cells) ** 2),
            "outcome": outcome_words(outcomes),
        }
        if self._states.ranks is not None:
            table["remoteness"] = remoteness
        return table

    def _answers(self) -> tuple[types.Int8Array, types.Int32Array]:
        """Return outcomes and remoteness of all states, in their order."""
        scores = self._states.all_scores()
        outcomes = np.sign(scores).astype(np.int8)
        outcomes[1::2] *= -1
        return outcomes, remoteness_of_scores(scores).astype(np.int32)

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self) -> str:
        """Draw the board as SVG, with the outcome of the thief on every cell.

        The policeman stands where he starts, and is to move.  A cell shows the outcome for him by
        its letter, its colour and its shape, and the plies until then if they are known; the letter
        and the plies are left out on a board of more than 400 cells.  Of a board of more than
        10,000 cells, those around the policeman are drawn.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        See Also
        --------
        outcome_map, remoteness_map : What is drawn, as arrays.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.PoliceAndThief(["P.T"]).solve()
        >>> "the policeman, to move, has a WIN in 3 plies" in s.to_svg()
        True
        """
        from graphgame.drawing.boards import draw_board
        from graphgame.drawing.svg import painted

        return painted(draw_board(self._board_map(), title=repr(self)))

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot the board that `to_svg` draws as a heat map of plies, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        outcome_map, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.PoliceAndThief(["P..*", "...E", "..T."]).solve().plot().get_title()
        'How long the thief has, from each cell'
        """
        from graphgame.drawing.plots import plot_board

        return plot_board(self._board_map(), ax)

    def _small_picture(self) -> str:
        """Return the picture of a notebook."""
        from graphgame.drawing.boards import draw_board
        from graphgame.drawing.svg import WIDEST

        return draw_board(self._board_map(), title=repr(self), most=WIDEST)

    def _board_map(self) -> Any:
        """Return the argument of `draw_board`."""
        from graphgame.drawing.boards import BoardMap

        cells = self._states.cells()
        police, thief, _ = self.game.start
        plies = None if self._states.ranks is None else self.remoteness_map(police=police)
        outcomes = self.outcome_map(police=police)
        return BoardMap(outcomes, plies, cells == WALL, cells == EXIT, police, thief)

    # -- pages --------------------------------------------------------------------------------

    @advised
    def to_html(
        self,
        *,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays on this board against the perfect player.

        The page solves the board itself; boards of at most 12 rows and columns can be changed in
        it.

        Parameters
        ----------
        title, languages, rules, players, goal
            As of `Solution.to_html`; the page has words of its own for what is not given.  Players
            are the policeman and the thief.
        puzzles : int or "all", optional
            How many puzzles the page has at most; "all" are a hundred.  The page finds them itself,
            also after the board was changed.

        Raises
        ------
        TooLargeError
            If the board has more than 1,000,000 states: the message names the way out.
        GraphGameError
            If a parameter is not as described.

        See Also
        --------
        write_html, show

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.PoliceAndThief(["P..*", "...E", "..T."]).solve()
        >>> s.write_html("police.html", title="Catch the thief")  # doctest: +SKIP
        >>> s.to_html(languages=["en"])[:15]
        '<!doctype html>'
        """
        from graphgame.playing.page import Sayings, pursuit_page

        grid = self.game._grid
        cells = grid.cells.translate(SYMBOLS).decode()
        cells_by_row = [cells[i : i + grid.columns] for i in range(0, len(cells), grid.columns)]
        police, thief, _ = self.game.start
        said = Sayings(title, languages, rules, players, goal, puzzles)
        return pursuit_page(cells_by_row, police, thief, said)

    def _solved_game(self) -> SolvedGame:
        from graphgame.playing.game import SolvedGame

        self._need_remoteness("puzzles")
        game = self.graph()
        outcomes, remoteness = self._answers()
        start = game.index(self.start)
        ptr, idx = game.option_ptr, game.option_idx
        return SolvedGame(
            ptr, idx, outcomes, remoteness, start, "normal", game.position, game.index
        )

    # -- the graph ----------------------------------------------------------------------------

    def graph(self) -> GameGraph[types.PursuitState]:
        """Return the game as an explicit graph of its states; as `PoliceAndThief.graph`."""
        return self.game.graph()

    # -- checking -----------------------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, with NumPy alone and no code of the solver.

        Where the game has ended, the outcome is that of the rules at remoteness 0.  Everywhere
        else, with either player to move: a WIN at r has a LOSE option at r - 1, and none lower.  A
        LOSE at r has only WIN options, the greatest at r - 1.  A DRAW has no LOSE option, and a
        DRAW option.  The check starts from the grid as it was given.  A board that was solved
        without remoteness is solved again for it, and the outcomes are checked together with that
        remoteness.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not a proof: the first state found that breaks a rule.

        See Also
        --------
        graphgame.verify : The same for the explicit graph of a game.

        Notes
        -----
        O(k²) time for k cells that can be entered, and some 100 bytes for each pair of a column
        and a cell.
        """
        from graphgame.pursuit.verify import verify

        states = self._states
        ranks = states.ranks if states.ranks is not None else self.game.solve()._states.ranks
        assert ranks is not None, "solved with remoteness"
        grid = self.game._grid
        return verify(grid.cells, grid.columns, states.caught, states.held, ranks)

    # -- keeping ------------------------------------------------------------------------------

    def _save(self, file: types.File) -> None:
        grid = self.game._grid
        FORM.save(
            self._states, file, cells=self._states.cells(), police=grid.police, thief=grid.thief
        )

    @classmethod
    def _load(cls, file: types.File) -> PursuitSolution:
        found = FORM.load(file)
        cells = found["cells"]
        grid = Grid(b"", cells.shape[1], found["police"], found["thief"])
        grid.rows, grid.cells = cells.shape[0], cells.tobytes()
        sets = found["caught"], found["held"]
        return cls(PoliceAndThief._from_grid(grid), *sets, found.parts.get("ranks"))

    def __repr__(self) -> str:
        known = self._states.ranks is not None
        plies = f", remoteness={self.remoteness_of(self.start)}" if known else ""
        return f"PursuitSolution({self.game!r}: {self.result}{plies})"
