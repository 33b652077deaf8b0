"""The page of the policeman and the thief: the board as data, which the page solves itself."""

from __future__ import annotations

from collections.abc import Sequence

from graphgame.errors import TooLargeError
from graphgame.playing.page import rule_page
from graphgame.playing.style import check_languages, check_title

# The most states that a page solves when it opens: about a second in a browser.
MOST_STATES = 1_000_000


def pursuit_page(
    rows: Sequence[str],
    police: tuple[int, int],
    thief: tuple[int, int],
    *,
    title: str | None,
    languages: Sequence[str] | None,
) -> str:
    """Return a page in which a board is played.

    Parameters
    ----------
    rows : sequence of str
        ``.`` free, ``*`` wall, ``E`` exit.
    police, thief : (row, column)
        Where they start.
    title, languages
        As of `graphgame.solving.display.Display.write_html`.

    Raises
    ------
    TooLargeError
        If the page would solve more than `MOST_STATES` states.
    """
    spoken = check_languages(languages)
    shown = check_title("The policeman and the thief" if title is None else title)
    entered = sum(len(row) - row.count("*") for row in rows)
    if 2 * entered**2 > MOST_STATES:
        raise TooLargeError(
            f"page: expected a board of at most {MOST_STATES} states, got {2 * entered**2} of "
            f"{entered} cells that can be entered; save gg.solve(solution.graph()), and play it "
            "with `graphgame serve FILE`"
        )
    part = {"rows": list(rows), "police": police, "thief": thief}
    return rule_page("pursuit", part, title=shown, languages=spoken)
