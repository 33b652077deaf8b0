"""Which moves a person may mean who types a text in the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphgame.playing.views import move_names, words

if TYPE_CHECKING:
    from graphgame.playing.views import PositionView


def escaped(text: str) -> str:
    """Return a text with those characters escaped that a terminal obeys or does not show.

    >>> escaped("a" + chr(27) + "[2J") == "a" + chr(92) + "x1b[2J"
    True
    """
    if text.isprintable():
        return text
    return "".join(
        x if x.isprintable() else x.encode("unicode_escape", "surrogatepass").decode() for x in text
    )


def move_name(view: PositionView, move: int) -> str:
    """Return the name of a move; without one, that of the position it leads to."""
    found = view["moves"][move]
    return f"to {found['name']}" if found["move"] is None else found["move"]


def matching_moves(view: PositionView, text: str) -> list[int]:
    """Return the moves that a person may mean.

    Those of this name; else those whose letters and digits are the same; else, of moves that have
    names of their own, those in whose names all words of the text stand.
    """
    short = [move_name(view, k) for k in range(len(view["moves"]))]
    names = [_long_name(view, k) for k in range(len(view["moves"]))]
    both = [*zip(short, names, strict=True)]
    exact = [k for k, found in enumerate(both) if text in (*found, *map(escaped, found))]
    if exact or not _letters(text):
        return exact
    same = [k for k, found in enumerate(both) if _letters(text) in map(_letters, found)]
    if same or text.upper() == text.lower():  # no letters
        return same
    words, moves = {*_words(text)}, view["moves"]
    return [
        k for k, x in enumerate(names) if words <= {*_words(x)} and moves[k]["move"] is not None
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _long_name(view: PositionView, move: int) -> str:
    """Return the name of a move by all that it changes; the author's, where boards do not name it.

    "X at b2" is understood where the list says "b2".
    """
    before, found = view["board"], view["moves"][move]
    after, name = found["board"], found["move"]
    if name is None or before is None or after is None:
        return move_name(view, move)
    return words(before, after) if name in move_names(before, [after]) else name


def _letters(text: str) -> str:
    return "".join(_words(text))
