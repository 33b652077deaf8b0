"""Checks of pieces: what a character of a board shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from graphgame.errors import GraphGameError
from graphgame.playing.figures import FACINGS, FIGURES
from graphgame.playing.texts import shown, text

# What a character of a board shows.
Piece: TypeAlias = dict[str, str | bool]
_SHAPES = ("disc", "square", "none", "place")
# The colours that have names in CSS (CSS Color Module Level 4), `transparent` and `currentcolor`.
_NAMES = (
    "aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|"
    "blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|"
    "crimson|cyan|darkblue|darkcyan|darkgoldenrod|darkgray|darkgreen|darkgrey|darkkhaki|"
    "darkmagenta|darkolivegreen|darkorange|darkorchid|darkred|darksalmon|darkseagreen|"
    "darkslateblue|darkslategray|darkslategrey|darkturquoise|darkviolet|deeppink|deepskyblue|"
    "dimgray|dimgrey|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|"
    "gold|goldenrod|gray|green|greenyellow|grey|honeydew|hotpink|indianred|indigo|ivory|khaki|"
    "lavender|lavenderblush|lawngreen|lemonchiffon|lightblue|lightcoral|lightcyan|"
    "lightgoldenrodyellow|lightgray|lightgreen|lightgrey|lightpink|lightsalmon|lightseagreen|"
    "lightskyblue|lightslategray|lightslategrey|lightsteelblue|lightyellow|lime|limegreen|"
    "linen|magenta|maroon|mediumaquamarine|mediumblue|mediumorchid|mediumpurple|mediumseagreen|"
    "mediumslateblue|mediumspringgreen|mediumturquoise|mediumvioletred|midnightblue|mintcream|"
    "mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|"
    "palegoldenrod|palegreen|paleturquoise|palevioletred|papayawhip|peachpuff|peru|pink|plum|"
    "powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|"
    "seagreen|seashell|sienna|silver|skyblue|slateblue|slategray|slategrey|snow|springgreen|"
    "steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|"
    "yellowgreen|transparent|currentcolor"
)
# What a colour matches, in letters of any case.
COLOUR = rf"(?i:#(?:[0-9a-f]{{3,4}}|[0-9a-f]{{6}}|[0-9a-f]{{8}})|(?:{_NAMES}))"
# What says of a character that it is no piece.
_MARKER = "marker"
# The entries of a piece that are texts, and what each has to match.
_PIECE = {
    "text": (re.compile(r".*", re.DOTALL), "a text"),
    "name": (re.compile(r".*", re.DOTALL), "a text"),
    "colour": (re.compile(COLOUR), "a CSS name or #rgb"),
    "shape": (re.compile("|".join(_SHAPES)), f"one of {', '.join(_SHAPES)}"),
    "figure": (re.compile("|".join(FIGURES)), f"one of {', '.join(FIGURES)}"),
    "facing": (re.compile("|".join(FACINGS)), f"one of {', '.join(FACINGS)}"),
    "path": (
        re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*"),
        "SVG path data, a move first, as in 'M 20 20 H 80 V 80 Z'",
    ),
}


def check_pieces(pieces: object, *, is_drawn: bool = False) -> dict[str, Piece]:
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
        _check_together(checked[character], place, is_drawn)
    return checked


def list_markers(pieces: Mapping[str, Piece]) -> str:
    """Return the characters that are no pieces, but say something else, as a lamp does."""
    return "".join(character for character, piece in pieces.items() if piece.get(_MARKER))


def _check_together(piece: Piece, place: str, is_drawn: bool) -> None:
    """Refuse entries that mean nothing without others."""
    if "facing" in piece and "figure" not in piece:
        raise GraphGameError(f"{place}['facing']: expected none without a figure; add its name")
    if "figure" in piece and "path" in piece:
        raise GraphGameError(f"{place}: expected a figure or a path, got both; leave out one")
    if piece.get("shape") == "place" and not is_drawn:
        raise GraphGameError(
            f"{place}['shape']: expected 'disc', 'square' or 'none' on a board without a drawing, "
            "got 'place'; give a drawing, a text of SVG, as style=, or another shape"
        )


def _entry(value: object, entry: object, place: str) -> str | bool:
    """Return the value of an entry of a piece."""
    if entry == _MARKER:
        if not isinstance(value, bool):
            raise GraphGameError(f"{place}['marker']: expected True or False, got {shown(value)}")
        return value
    if not isinstance(entry, str) or entry not in _PIECE:
        entries = ", ".join((*_PIECE, _MARKER))
        raise GraphGameError(f"{place}: expected some of {entries}, got {shown(entry)}")
    pattern, expected = _PIECE[entry]
    if not pattern.fullmatch(text(value, f"{place}[{entry!r}]", expected)):
        raise GraphGameError(f"{place}[{entry!r}]: expected {expected}, got {shown(value)}")
    return str(value)
