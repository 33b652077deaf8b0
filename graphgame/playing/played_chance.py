"""`PlayedChance`: how a solved game of chance becomes a page, a server, or a match in the terminal.

What makes pages is imported when a page is asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from graphgame.arrays import Generic, P, types
from graphgame.errors import advised
from graphgame.playing.played import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.playing.game import SolvedGame


class PlayedChance(Shown, Generic[P]):
    """A solution of a game of chance, which is played on a page of its positions."""

    __slots__ = ()

    @advised
    def to_html(
        self,
        *,
        board: Callable[[P], str] | None = None,
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
    ) -> str:
        """Return a page in which anybody plays this game against the perfect player.

        The page rolls the dice, from a seed that it shows, or takes what a person rolls.  It shows
        the chance of winning before every move, and after the match how much was luck.

        Parameters
        ----------
        board, pieces, centres, edges, title, languages, rules, goal, style
            As of `Solution.to_html`.  Boards need not show what was rolled.
        move : callable, optional
            From a position and an option of it to the name of the move, or of what was rolled; None
            where the boards name it, which they do not where they do not show what was rolled.
        players : pair of str, or mapping of language to such pairs, optional
            What players 0 and 1 are called.
        side : {0, 1}, optional
            Keep only what can be reached while player 0 or player 1 plays best moves.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.  The message says how large.
        GraphGameError
            If a parameter, or what a function returns, is not as described.

        See Also
        --------
        write_html, show, serve, play_in_terminal

        Notes
        -----
        Values are rounded to a multiple of 2^-40, or to 51 bits of the greatest.  Time and memory
        as of `Solution.to_html`, and 16 bytes more per move.

        Examples
        --------
        >>> import graphgame as gg
        >>> game = {"go?": ["roll", "stop"], "roll": {"won": 1, "lost": 2}, "won": [], "lost": []}
        >>> s = gg.solve_chance(game, owner={"go?": 0, "won": 1, "lost": 0, "stop": 0})
        >>> s.to_html(title="Go on?")[:15]
        '<!doctype html>'
        """
        from graphgame.playing.game import Look
        from graphgame.playing.table import table_page

        look = Look(
            board=board,
            pieces=pieces,
            centres=centres,
            edges=edges,
            move=move,
            title=title,
            languages=languages,
            rules=rules,
            players=players,
            goal=goal,
            style=style,
        )
        return table_page(self._solved_game(), look, side, 0)

    def serve(
        self,
        *,
        port: int = 8000,
        announce: Callable[[str], None] | None = None,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Show the page of a game that is too large for one file, until Ctrl-C.

        The page asks for each position; only browsers on this machine reach it.

        Parameters
        ----------
        port : int
            0 takes any port that is free.
        announce : callable, optional
            Is called with the address of the page once it can be opened; by default it is printed.
        **look
            As of `to_html`.

        Raises
        ------
        GraphGameError
            If the port cannot be had, or `look` does not fit the start.
        KeyboardInterrupt
            On Ctrl-C.

        See Also
        --------
        to_html

        Examples
        --------
        >>> s.serve(title="Pig")  # doctest: +SKIP
        """
        from graphgame.playing.game import Look
        from graphgame.playing.server import serve

        serve(self._solved_game(), Look(**look), port=port, announce=announce or print)

    @advised
    def play_in_terminal(
        self,
        *,
        people: Sequence[int] = (0,),
        skill: types.SkillName = "perfect",
        errs: float | None = None,
        seed: int | None = None,
        typed: bool = False,
        values: bool = False,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Play a match in the terminal, on standard input and output, until they end.

        Parameters
        ----------
        people : sequence of {0, 1}
            The players who are people; the machine plays the others.
        skill : {"perfect", "strong", "good", "casual", "beginner"}
            How well the machine plays.
        errs : float, optional
            Instead of a skill: of a hundred moves of the machine, how many are no best ones; large
            losses are rare.
        seed : int, optional
            Of the dice and of the machine; by default each match is another one.
        typed : bool
            Whether a person types what was rolled on a real board.
        values : bool
            Whether to show what each move loses.
        **look
            As of `to_html`.

        Raises
        ------
        GraphGameError
            If a parameter is not as described, or `look` does not fit the start.

        See Also
        --------
        to_html

        Examples
        --------
        >>> s.play_in_terminal(seed=1)  # doctest: +SKIP
        """
        from graphgame.playing.game import Look
        from graphgame.playing.terminal_chance import play

        play(
            self._solved_game(),
            Look(**look),
            people={*people},
            skill=skill,
            errs=errs,
            seed=seed,
            typed=typed,
            values=values,
        )

    @abstractmethod
    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
