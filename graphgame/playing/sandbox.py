"""The sandbox for lessons: a page in which a game graph is drawn, solved and explained."""

from __future__ import annotations

from collections.abc import Sequence

from graphgame.errors import GraphGameError, TooLargeError
from graphgame.playing.look import shown as shortened, text as checked_text
from graphgame.playing.page import build_page
from graphgame.playing.style import check_languages, check_title

# What a lesson can show; the page's own scripts hold the same numbers.
MOST_POSITIONS = 500
MOST_MOVES = 5000


def sandbox_page(
    text: str | None = None,
    *,
    title: str | None = None,
    languages: Sequence[str] | None = None,
) -> str:
    """Return a page to draw game graphs in, which solves them as they change.

    Parameters
    ----------
    text : str, optional
        The graph text to begin with, which `graphgame.read_graph` has read; by default a small game
        with a cycle.
    title : str, optional
        By default "Game graph sandbox", in the language of the page.
    languages : sequence of str, optional
        As of `graphgame.playing.style.check_languages`.

    Raises
    ------
    GraphGameError
        If `text` is no text or has no first line ``n m``, or a title or a language is none.
    TooLargeError
        If the graph has more than 500 positions or 5000 moves.
    """
    spoken = check_languages(languages)
    shown = None if title is None else check_title(title)
    data = {
        "format": 1,
        "kind": "sandbox",
        "title": shown,
        "languages": spoken,
        "text": None if text is None else _checked(text),
    }
    return build_page(data, app="sandbox", title=shown or "Game graph sandbox", languages=spoken)


def _checked(text: object) -> str:
    """Return graph text that the page can show."""
    known = checked_text(text, "text", "graph text")
    lines = (line.partition("#")[0].split() for line in known.removeprefix("\ufeff").split("\n"))
    first = next(filter(None, lines), [])
    if len(first) != 2 or not all(word.isdecimal() for word in first):
        raise GraphGameError(
            "text: expected graph text, which begins with a line 'n m', "
            f"got {shortened(' '.join(first))}"
        )
    if any(line[1:2] == ["OWNER"] for line in lines):
        raise GraphGameError(
            "text: expected a game whose players alternate, got one with lines OWNER; "
            "`graphgame page FILE` shows a game with owners"
        )
    for number, most, what in zip(
        first, (MOST_POSITIONS, MOST_MOVES), ("positions", "moves"), strict=True
    ):
        if int(number) > most:
            raise TooLargeError(
                f"text: expected up to {most} {what}, got {number}; "
                "`graphgame page` shows a larger game, around one position"
            )
    return known
