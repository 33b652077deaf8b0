"""Checks of how a game looks as a whole: title, languages, pieces, centres of cells and edges."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.playing.look import iterates, shown, text, visible

if TYPE_CHECKING:
    from graphgame.playing.game import Look

LANGUAGES = ("en", "vi", "fa", "pt", "ru")
_SHAPES = ("disc", "square", "none")
# The entries of a piece, and what the text of each has to match.
_PIECE = {
    "text": (re.compile(r".*", re.DOTALL), "a text"),
    "name": (re.compile(r".*", re.DOTALL), "a text"),
    "colour": (
        re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]{3,24}"),
        "a CSS name or #rgb",
    ),
    "shape": (re.compile("|".join(_SHAPES)), f"one of {', '.join(_SHAPES)}"),
    "path": (
        re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*"),
        "SVG path data, a move first, as in 'M 20 20 H 80 V 80 Z'",
    ),
}
# The greatest coordinate, and the digits behind the point in which places differ.
_FARTHEST, _DIGITS = 1e9, 6


class Style(NamedTuple):
    """The part of a look that depends on no position, checked and ready to be written as JSON."""

    title: str
    languages: tuple[str, ...]
    pieces: dict[str, dict[str, str]]
    centres: list[tuple[float, float]] | None
    edges: list[tuple[int, int]]

    @property
    def shape(self) -> dict[str, Any]:
        """What the page reads of a board that is no grid, as JSON."""
        return {"centres": self.centres} | ({"edges": self.edges} if self.edges else {})


def check_style(look: Look) -> Style:
    """Check title, languages, pieces and centres; refuse what goes with a board alone."""
    for name in ("pieces", "centres", "edges"):
        if look.board is None and getattr(look, name) is not None:
            raise GraphGameError(f"{name}: expected none without board=, got some; add board=")
    for name in ("board", "turn", "move"):
        function = getattr(look, name)
        if function is not None and not callable(function):
            raise GraphGameError(f"{name}: expected a function of a position, got {function!r}")
    centres = check_centres(look.centres)
    return Style(
        check_title(look.title),
        check_languages(look.languages),
        check_pieces(look.pieces),
        centres,
        check_edges(look.edges, centres),
    )


def check_title(title: object) -> str:
    """Return a title, "graphgame" where there is none."""
    return "graphgame" if title is None else visible(title, "title")


def check_languages(languages: Sequence[str] | None) -> tuple[str, ...]:
    """Return the languages of a page, all of them where none are given."""
    if languages is None:
        return LANGUAGES
    listed = iterates(languages) and not isinstance(languages, str | set | frozenset)
    given = (*languages,) if listed else ()
    if not given or set(map(repr, given)) - set(map(repr, LANGUAGES)):
        raise GraphGameError(
            f"languages: expected a list of some of {', '.join(LANGUAGES)}, got {shown(languages)}"
        )
    if len(set(given)) < len(given):
        raise GraphGameError(f"languages: expected each once, got {shown(languages)}")
    return given


def check_pieces(pieces: object) -> dict[str, dict[str, str]]:
    """Return pieces as mappings; a text stands for a piece with this text."""
    if pieces is None:
        return {}
    if not isinstance(pieces, Mapping):
        raise GraphGameError(
            f"pieces: expected a mapping of characters to texts or mappings, got {shown(pieces)}"
        )
    checked = {}
    for character, piece in pieces.items():
        place = f"pieces[{shown(character)}]"
        if len(text(character, place, "a character")) != 1:
            raise GraphGameError(
                f"{place}: expected one character as the key, got {len(character)}"
            )
        given = {"text": piece} if isinstance(piece, str) else piece
        if not isinstance(given, Mapping):
            raise GraphGameError(f"{place}: expected a text or a mapping, got {shown(piece)}")
        checked[character] = {entry: _entry(value, entry, place) for entry, value in given.items()}
    return checked


def _entry(value: object, entry: object, place: str) -> str:
    """Return the value of an entry of a piece."""
    if not isinstance(entry, str) or entry not in _PIECE:
        raise GraphGameError(f"{place}: expected some of {', '.join(_PIECE)}, got {shown(entry)}")
    pattern, expected = _PIECE[entry]
    if not pattern.fullmatch(text(value, f"{place}[{entry!r}]", expected)):
        raise GraphGameError(f"{place}[{entry!r}]: expected {expected}, got {shown(value)}")
    return str(value)


def check_centres(centres: object) -> list[tuple[float, float]] | None:
    """Return centres as pairs of finite numbers."""
    if centres is None:
        return None
    if not iterates(centres):
        raise GraphGameError(f"centres: expected a list of pairs (x, y), got {shown(centres)}")
    pairs = []
    for number, pair in enumerate(centres):  # type: ignore[var-annotated, arg-type]
        try:
            x, y = map(float, pair)
        except (TypeError, ValueError, OverflowError):
            x = y = float("nan")
        if isinstance(pair, str) or not (isfinite(x) and isfinite(y)):
            raise GraphGameError(
                f"centres[{number}]: expected a pair of finite numbers, got {shown(pair)}"
            )
        if max(abs(x), abs(y)) > _FARTHEST:
            raise GraphGameError(
                f"centres[{number}]: expected numbers up to {_FARTHEST:.0f}, got {shown(pair)}; "
                "scale them"
            )
        pairs.append((x, y))
    _check_apart(pairs)
    return pairs


def _check_apart(pairs: list[tuple[float, float]]) -> None:
    """Refuse two cells in one place: one would hide the other."""
    first: dict[tuple[float, float], int] = {}
    for number, (x, y) in enumerate(pairs):
        place = round(x, _DIGITS), round(y, _DIGITS)
        if first.setdefault(place, number) != number:
            raise GraphGameError(
                f"centres[{number}]: expected another place than that of centres[{first[place]}], "
                f"got ({x:g}, {y:g})"
            )


def check_edges(edges: object, centres: list[tuple[float, float]] | None) -> list[tuple[int, int]]:
    """Return the lines between cells as pairs of numbers of cells; none where none are given."""
    if edges is None:
        return []
    if centres is None:
        raise GraphGameError("edges: expected none without centres=, got some; add centres=")
    if not iterates(edges):
        raise GraphGameError(f"edges: expected a list of pairs of cells, got {shown(edges)}")
    pairs = []
    for number, pair in enumerate(edges):  # type: ignore[var-annotated, arg-type]
        cells = (*pair,) if iterates(pair) and not isinstance(pair, str) else ()
        if len(cells) != 2 or not all(_is_cell(cell, len(centres)) for cell in cells):
            raise GraphGameError(
                f"edges[{number}]: expected two numbers of cells, from 0 to {len(centres) - 1}, "
                f"got {shown(pair)}"
            )
        pairs.append((int(cells[0]), int(cells[1])))
    return pairs


def _is_cell(cell: object, count: int) -> bool:
    """Return whether a value is the number of a cell, where there are so many."""
    is_number = isinstance(cell, int | np.integer) and not isinstance(cell, bool)
    return is_number and bool(0 <= cell < count)  # type: ignore[operator]
