"""What a heap game shows of itself: pictures, plots, and pages.

The class is a base of `HeapGame`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import ExplorationLimitError, GraphGameError, TooLargeError
from graphgame.heaps.misere.play import Misere
from graphgame.heaps.table import components
from graphgame.outcome import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int32Array

# The greatest heap of a page, the most heaps at the start, and the most moves from one heap.
_MOST_HEAP = 1000
_MOST_HEAPS = 20
_MOST_OPTIONS = 10_000
# A page holds values of heaps up to this one at least, for the positions that its user types.
_RESERVE = 100
# The most positions that a page searches in misère play; as in playing/page/sources/heaps.js.
_MOST_SEARCHED = 20_000


class Display(Misere):
    """Methods of `HeapGame` that write and show it; what they need is imported when they run."""

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, n: int | None = None) -> str:
        """Draw the values of the heaps 0 to n as a table, as SVG.

        Heaps of value 0, which are lost, are boxes.  A period is marked, and rows are as long as a
        period where that is possible.

        Parameters
        ----------
        n : int, optional
            The greatest heap; by default 99, or the end of the second period.  The first 600 values
            are drawn.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        See Also
        --------
        plot

        Examples
        --------
        >>> import graphgame as gg
        >>> "period 12 from heap 71 on, proven" in gg.octal("0.77").to_svg()
        True
        """
        from graphgame.drawing.heap_values import MOST_VALUES, draw_values

        known = self._last() if n is None else checks.size(n, "n")
        repeat = self._repeat(MOST_VALUES - 1 if n is None else min(known, MOST_VALUES - 1))
        values = self._shown(min(known, MOST_VALUES - 1))
        return draw_values(values, repeat, n=known, title=repr(self))

    def _last(self) -> int:
        """Return the greatest heap that is shown by default: with the second period, if it fits."""
        from graphgame.drawing.heap_values import MOST_VALUES

        repeat = self._repeat(MOST_VALUES - 1)
        end = 0 if repeat is None else repeat.preperiod + 2 * repeat.period
        return min(max(100, end), MOST_VALUES) - 1

    def plot(self, n: int | None = None, ax: types.Anything = None) -> types.Anything:
        """Plot the values of the heaps 0 to n, with their period marked, with matplotlib.

        Parameters
        ----------
        n : int, optional
            The greatest heap; by default 99, or the end of the second period, up to 599.
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
        values, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").plot(40).get_xlabel()
        'heap'
        """
        from graphgame.drawing.plots import plot_heaps

        last = self._last() if n is None else checks.size(n, "n")
        return plot_heaps(self._shown(last), self._repeat(last), repr(self), ax)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a table of values for notebooks."""
        from graphgame.drawing.bundle import bundle

        return bundle(repr(self), self.to_svg, include, exclude)

    def _shown(self, last: int) -> Int32Array:
        from graphgame.arrays import read_only

        values: Any = self._known.upto(last)
        return read_only(values)

    def _repeat(self, last: int) -> Any:
        """Return the period as the room for pictures takes it: proven, or seen up to a heap."""
        from graphgame.drawing.heap_values import Repeat

        found = self._known.proven or self._known.search(last)[0]
        if found is None:
            return None
        return Repeat(found.preperiod, found.period, found.saltus, found.proven)

    # -- pages --------------------------------------------------------------------------------

    def write_html(
        self,
        path: types.File,
        *,
        heaps: Iterable[int] = (3, 4, 5),
        play: types.PlayName = "normal",
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> None:
        """Write a page in which anybody plays this game against the perfect player.

        The page is one file.  It needs no network and no server: a browser opens it from the disk.

        Parameters
        ----------
        path : path or binary file
            A path is replaced in one step: a failure leaves the old file whole.
        heaps : iterable of int
            Where a match begins; the user may type other heaps, up to 100, or twice the greatest of
            these if that is more.
        play : {"normal", "misere"}
        title : str, optional
            The name of the game by default.
        languages : sequence of str, optional
            Some of "en", "vi", "fa", "pt", "ru", all of them by default.  The page opens in the
            first.

        Raises
        ------
        TooLargeError
            If there are more than 20 heaps, one above 1000, one with more than 10,000 options, or,
            in misère play of a game other than Nim, more than 20,000 positions.
        GraphGameError
            If a parameter is not as described.
        OSError
            If the file cannot be written.

        See Also
        --------
        show, to_html

        Notes
        -----
        Values say nothing of the length of play.  The machine makes any winning move, and where it
        has lost the one that keeps the most stones.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").write_html("kayles.html", heaps=[12])  # doctest: +SKIP
        >>> nim = gg.all_but()
        >>> nim.write_html("nim.html", heaps=[3, 4, 5], play="misere")  # doctest: +SKIP
        >>> nim.to_html(heaps=[1, 2, 3])[:15]
        '<!doctype html>'
        >>> nim.show()  # doctest: +SKIP
        """
        from graphgame.playing.show import write

        write(path, lambda: self.to_html(heaps=heaps, play=play, title=title, languages=languages))

    def to_html(
        self,
        *,
        heaps: Iterable[int] = (3, 4, 5),
        play: types.PlayName = "normal",
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> str:
        """Return the page that `write_html` writes; the parameters are explained there."""
        import numpy as np

        from graphgame.playing.heaps import heap_page

        start, kind = components(heaps), Play(play)
        most = self._greatest_shown(start)
        is_nim = self.name == "Nim"
        if kind is Play.MISERE and not is_nim:
            self._check_search(start)
        return heap_page(
            self._rule.plain(most),
            np.asarray(self._known.upto(most)),
            start,
            play=str(kind),
            is_nim=is_nim,
            name=self.name or self._rule.text,
            title=title,
            languages=languages,
        )

    def show(
        self,
        *,
        heaps: Iterable[int] = (3, 4, 5),
        play: types.PlayName = "normal",
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> None:
        """Show the page of `write_html`: in a notebook where one runs, else in a browser."""
        from graphgame.playing.show import show

        show(self.to_html(heaps=heaps, play=play, title=title, languages=languages))

    def _greatest_shown(self, start: list[int]) -> int:
        """Return the greatest heap that a page of these heaps has values for."""
        if not start:
            raise GraphGameError("heaps: expected one at least, got none")
        greatest = max(start)
        if len(start) > _MOST_HEAPS or greatest > _MOST_HEAP:
            raise TooLargeError(
                f"heaps: expected at most {_MOST_HEAPS}, each up to {_MOST_HEAP}, on a page, got "
                f"{len(start)}, the greatest {greatest}; ask outcome() and winning_moves() of more"
            )
        if len(self.options(greatest)) > _MOST_OPTIONS:
            raise TooLargeError(
                f"heaps: expected at most {_MOST_OPTIONS} options of a heap on a page, got "
                f"{len(self.options(greatest))} of the heap {greatest}; choose smaller heaps"
            )
        reserve = min(_MOST_HEAP, max(_RESERVE, 2 * greatest))
        return reserve if len(self.options(reserve)) <= _MOST_OPTIONS else greatest

    def _check_search(self, start: list[int]) -> None:
        """Refuse heaps of which a page cannot search all sums, for misère play."""
        from graphgame.heaps.misere.outcomes import misere_outcome

        try:
            misere_outcome(self, start, limit=_MOST_SEARCHED)
        except ExplorationLimitError:
            n = max(start)
            raise TooLargeError(
                f"heaps: expected at most {_MOST_SEARCHED} positions on a page in misère play, got "
                f"more; choose smaller heaps, or gg.solve(game.graph({n}), play='misere')"
            ) from None
