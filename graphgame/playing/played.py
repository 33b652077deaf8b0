"""`Shown`, `Puzzled` and `Played`: how a game, or its solution, becomes a page that people play on.

The command loads this with `Solution`: what makes pages is imported when a page is asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from graphgame.arrays import Generic, Later, P, types
from graphgame.errors import advised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec, Protocol

    from graphgame.playing import puzzles as _puzzles
    from graphgame.playing.game import SolvedGame

    Look = ParamSpec("Look")

    class _HasPage(Protocol[Look]):
        def to_html(self, *args: Look.args, **look: Look.kwargs) -> str: ...

else:
    _puzzles = Later("graphgame.playing.puzzles")


class Shown:
    """What has a page: a class says with `to_html` what its page is, and how it may look."""

    __slots__ = ()

    if TYPE_CHECKING:
        # With the parameters of `to_html`, whatever they are.
        @property
        def write_html(self: _HasPage[Look]) -> Callable[Concatenate[types.File, Look], None]: ...  # noqa: D102
        @property
        def show(self: _HasPage[Look]) -> Callable[Look, None]: ...  # noqa: D102

    else:

        def write_html(self, path: types.File, **look: types.Anything) -> None:
            """Write the page in which anybody plays this game against the perfect player.

            The page is one file.  It needs no network and no server: a browser opens it from the
            disk.

            Parameters
            ----------
            path : path or binary file
                A path is replaced in one step: a failure leaves the old file whole.
            **look
                What `to_html` takes: the title, the languages, and what else the game has.

            Raises
            ------
            TooLargeError, GraphGameError
                As of `to_html`.
            OSError
                If the file cannot be written.

            See Also
            --------
            to_html, show

            Examples
            --------
            >>> import graphgame as gg
            >>> s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)
            >>> s.write_html("take.html", board=lambda n: f"{'o' * n:.<7}")  # doctest: +SKIP
            >>> gg.octal("0.77").write_html("kayles.html", heaps=[12])  # doctest: +SKIP
            """
            from graphgame.playing.show import write

            write(path, lambda: self.to_html(**look))

        def show(self, **look: types.Anything) -> None:
            """Show the page of `to_html`: in a notebook where one runs, else in a browser.

            Outside of notebooks the page is written to a temporary file, which the browser opens.

            Parameters
            ----------
            **look
                What `to_html` takes.

            See Also
            --------
            to_html, write_html

            Examples
            --------
            >>> import graphgame as gg
            >>> gg.solve([(0, 1), (1, 2)]).show(title="A walk")  # doctest: +SKIP
            """
            from graphgame.playing.show import show

            show(self.to_html(**look))


class Puzzled(Generic[P]):
    """A solved game with puzzles among its positions."""

    __slots__ = ()

    def puzzles(
        self,
        count: int | None = 10,
        depth: int | tuple[int, int] | None = None,
        *,
        board: Callable[[P], str] | None = None,
        seed: int = 0,
    ) -> list[_puzzles.Puzzle[P]]:
        """Return positions in which exactly one move wins, or exactly one holds the draw.

        Positions with one move alone are no puzzles.  Those with three moves or more are taken
        first, and of every depth in turn; the same arguments give the same puzzles.

        Parameters
        ----------
        count : int or None
            How many at most; None for all.
        depth : int or (least, most), optional
            The remoteness of positions that win.  By default three plies or more, or a length that
            is not known, and draws, which have no depth.
        board : callable, optional
            From a position to a text with one character a cell, as of `to_html`; by default that of
            the rule object, if it has one.  With it, puzzles are left out of which the solution is
            the only move that removes a piece; ``.`` and the space are empty cells.
        seed : int
            Another number gives other puzzles.

        Returns
        -------
        list of Puzzle
            Wins by their remoteness, then those of unknown length, then draws.

        Raises
        ------
        GraphGameError
            If a parameter, or what `board` returns, is not as described, or if a page could not
            show the game.

        See Also
        --------
        to_html, winning_moves

        Notes
        -----
        O(m log m) time.  Memory, at most: 45 bytes per move and 100 per position.  `board` is
        called for some puzzles and their options, until there are enough.  A game of pursuit and
        one of cops and robbers are written out as by `graph` first; moves to the same state are
        one move.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=21)
        >>> for puzzle in s.puzzles(2, depth=(5, 9)):
        ...     print(puzzle.position, puzzle.remoteness, puzzle.solution)
        11 5 8
        19 9 16
        """
        from graphgame.playing.puzzles import make_puzzles
        from graphgame.playing.table import kept_moves

        game = self._solved_game()
        return make_puzzles(game, kept_moves(game), count, depth, board, seed)

    @abstractmethod
    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""


class Played(Puzzled[P], Shown, Generic[P]):
    """A solution of a game on a graph, which is played on a page of its positions."""

    __slots__ = ()

    @advised
    def to_html(
        self,
        *,
        board: Callable[[P], str] | None = None,
        turn: Callable[[P], int] | None = None,
        pieces: types.Pieces | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[P, P], str | None] | None = None,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        style: str | None = None,
        side: int | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays this game against the perfect player.

        All parameters are optional, and are the same in `write_html` and `show`.

        Parameters
        ----------
        board : callable, optional
            From a position to a text with one character a cell and one line a row; or, with
            `centres`, to a text with one character a cell.  All boards have the same shape.
            Without it the page draws the positions around the one that is played.
        turn : callable, optional
            From a position to the player who moves there: 0 for the one who begins, 1 for the
            other.  Needed where two positions differ in nothing else.  Not in a game with owners,
            where each position says who moves there.
        pieces : mapping of character to str or mapping, optional
            What the page draws for a character of the board: a short text; or a mapping with some
            of ``text``, ``name``, ``colour`` (a CSS name, or ``#rgb``), ``shape`` ("disc",
            "square", "none", "place"), ``figure``, such as "pawn" or "car", ``facing`` ("up",
            "right", "down", "left"), ``path``, SVG path data in a square of 100 × 100, and
            ``marker``, True for what is no piece, as a lamp that says that the last move was a
            pass: names of moves leave it out.
        centres : sequence of (x, y), optional
            Where the cells are on a board that is no grid, y downwards.
        edges : sequence of (cell, cell), optional
            Lines between cells of such a board, or of a grid that is "lined", by their numbers in
            its text, from 0; line breaks do not count.
        move : callable, optional
            From a position and an option of it to the name of the move; None where the boards
            name it.
        title : str or mapping of language to str, optional
        languages : sequence of str, optional
            Some of "en", "vi", "fa", "pt", "ru", all of them by default.  The page opens in the
            language of the browser if that is one of these, else in the first.
        rules : str or mapping of language to str, optional
            How one moves, in two or three sentences: a text, or one for each of some languages.
        players : pair of str, or mapping of language to such pairs, optional
            Who plays: the player who begins and the other one, as in ``("Fox", "Hounds")``; in a
            game with owners, players 0 and 1.
        goal : str, pair of str, or mapping of language to these, optional
            What a player wants, in one sentence; or two, one for each player.  Where nothing is
            said and all ends are alike, the page says that who cannot move loses, or in misère play
            wins.
        style : str, optional
            What the board looks like: "plain"; "checkered"; "lined", with pieces on crossings;
            "hexagonal", each row half a cell further right than the one above; "falling", where
            pieces fall from above.  Or a drawing of your own: a text of SVG in which
            ``data-place`` names the places, the first of which is that of the first cell.
        side : {0, 1}, optional
            Keep only what can be reached from the start while one side plays best moves: 0 the side
            that begins, 1 the other; in a game with owners, player 0 or player 1.  The other side
            keeps all its moves.  For games that are too large for a page.
        puzzles : int or "all", optional
            How many positions the page has at most in which one is to find the only move that wins,
            or that holds a draw: ten by default, 0 for none.  See the method `puzzles`.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.  The message says how large.
        GraphGameError
            If a parameter, or what a function returns, is not as described.

        See Also
        --------
        write_html, show, puzzles

        Notes
        -----
        `board` and `turn` are called once for each position, `move` once for each move; the rest
        takes O(m log m) time.  Memory, at most: 45 bytes per move and 170 per position; with
        boards, 100 per move, and 8 more for each character of each board; with `move`, 130 per
        move.  Labels and names take their own room.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)
        >>> page = s.to_html(
        ...     title="Take 1 or 2",
        ...     board=lambda n: "o" * n + "." * (7 - n),
        ...     rules="Take one or two stones.",
        ...     goal="Take the last stone.",
        ... )
        >>> page[:15]
        '<!doctype html>'
        """
        from graphgame.playing.game import Look as Appearance
        from graphgame.playing.table import table_page

        look = Appearance(
            board,
            turn,
            pieces,
            centres,
            edges,
            move,
            title,
            languages,
            rules,
            players,
            goal,
            style,
        )
        return table_page(self._solved_game(), look, side, puzzles)
