"""Write SVG as text, in the colours and shapes of outcomes; labels are escaped.

The page has the same colours.  They can be distinguished by people who are colour-blind, and the
text on each has a contrast of at least 4.5 : 1; and no picture relies on colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from hashlib import sha256
from math import inf
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, LOSE, TIE, WIN


class Look(NamedTuple):
    """How something looks: its fill, the text on it, and its shape."""

    fill: str
    text: str
    shape: str


LOOKS = {
    WIN: Look("#0072B2", "#FFFFFF", "pill"),
    LOSE: Look("#D55E00", "#000000", "box"),
    DRAW: Look("#767676", "#FFFFFF", "hexagon"),
}
# A preset TIE, in pictures of graphs alone.
TIED = {TIE: Look("#CC79A7", "#000000", "hexagon")}
# Where play may go on for ever: who wins, player 0 or 1.
WINNERS = (Look("#0072B2", "#FFFFFF", "card"), Look("#D55E00", "#000000", "card"))
# A position without an outcome.
PLAIN = Look("#F1F3F5", "#1A1A1A", "card")
# The shapes of positions where the players do not alternate, by who moves; then colours and words
# alone say the outcome.
OWNER_SHAPES = ("pill", "box")
# What is written on light shapes, and on dark ones.
DARK, LIGHT = "#1A1A1A", "#FFFFFF"
# Colours of what stands on the page itself, by names that `painted` and `inlined` replace: text and
# lines, small text, rules, the band of draws, walls, periods, and the page.  Text cannot hold such
# a name with its quotes.
INK, FAINT, RULE, BAND = "@ink@", "@faint@", "@rule@", "@band@"
WALL, SHADE, PAPER = "@wall@", "@shade@", "@paper@"
# In a file, the background is painted white, so that a picture is read on dark pages too.  No shape
# and no text on a shape has one of these colours, but for the paper: so a file can be painted anew.
ON_WHITE = {
    INK: "#1B1F24",
    FAINT: "#5C6670",
    RULE: "#D5DAE0",
    BAND: "#F6F7F9",
    WALL: "#3A3F45",
    SHADE: "#DCEBF5",
    PAPER: "#FFFFFF",
}
# In a notebook, nothing is painted: text has the colour of text there, light or dark.  The names of
# the backgrounds are those of JupyterLab and of VS Code.
_IN_PAGE = {
    INK: "currentColor",
    FAINT: "color-mix(in srgb, currentColor 76%, transparent)",
    RULE: "color-mix(in srgb, currentColor 30%, transparent)",
    BAND: "color-mix(in srgb, currentColor 6%, transparent)",
    WALL: "color-mix(in srgb, currentColor 70%, transparent)",
    SHADE: "color-mix(in srgb, #56B4E9 30%, transparent)",
    PAPER: "var(--jp-layout-color0, var(--vscode-editor-background, transparent))",
}
# The greatest width of a picture in a notebook.
WIDEST = 900
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


# What no XML may hold, and controls that would reorder or hide the text around them.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
# The width of a letter in captions, in pixels.
_LETTER = 6.4
# The shapes of positions as paths from the top left: by their inner width, half their height, their
# width, and a rounded corner's rest.
SHAPES = {
    "pill": "M{left} {y}h{inner}a{h} {h} 0 0 1 0 {high}h-{inner}a{h} {h} 0 0 1 0-{high}z",
    "box": "M{x} {y}h{w}v{high}h-{w}z",
    "hexagon": "M{x} {mid}l{c}-{h}h{long}l{c} {h}-{c} {h}h-{long}z",
    "card": "M{near} {y}h{most}q5 0 5 5v{tall}q0 5-5 5h-{most}q-5 0-5-5v-{tall}q0-5 5-5z",
}


def valid(text: str) -> str:
    """Return a text with a replacement for each character that no XML may hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Return a text as it may stand in an element or in an attribute."""
    return valid(text).translate(_ESCAPES)


def named(label: Hashable) -> str:
    """Return a label as text: a string as it is, anything else as Python writes it."""
    try:
        text = label if isinstance(label, str) else str(label)
    except Exception as error:
        raise GraphGameError(
            f"position {object.__repr__(label)}: expected a label that can be shown, got "
            f"{type(error).__name__} from str: {error}; give labels a text"
        ) from error
    return text if text.strip() else repr(text)


def shortened(text: str, most: int) -> str:
    """Return a text of one line that takes the room of at most so many letters.

    >>> shortened("(0, 1, 2, 3, 4)", 9), shortened("a" + chr(10) + "b", 9)
    ('(0, 1 … 4)', 'a b')
    """
    room = 4 * most
    cut = len(text) > 2 * room
    line = _CONTROLS.sub(" ", text[:room] + text[-room:] if cut else text)
    if not cut and letters(line) <= most:
        return line
    head, tail = _fitting(line, most * 2 / 3 - 1), _fitting(line[::-1], most / 3)[::-1]
    return f"{head.rstrip()} … {tail.lstrip()}"


def _fitting(text: str, most: float) -> str:
    """Return as much of the beginning of a text as has room."""
    if text[: int(most) + 1].isascii():
        return text[: int(most)]
    taken = 0.0
    for place, character in enumerate(text):
        taken += letters(character)
        if taken > most:
            return text[:place]
    return text


def letters(text: str) -> float:
    """Return the room that a text takes, in letters of average width."""
    if text.isascii():
        return float(len(text))
    wide = (1.9 if east_asian_width(x) in "WF" else 1.1 for x in text if not combining(x))
    return sum(wide)


def count_plies(plies: int) -> str:
    """Return a number of plies in words.

    >>> count_plies(1), count_plies(1200)
    ('1 ply', '1,200 plies')
    """
    return f"{plies:,} pl{'y' if plies == 1 else 'ies'}"


def number(value: float) -> str:
    """Return a coordinate, to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def shape(kind: str, x: int, y: int, width: int, height: int) -> str:
    """Return the path of a shape around a centre; width and height are even."""
    h, cut = height // 2, height // 4
    left, top = x - width // 2, y - h
    return SHAPES[kind].format(
        x=left, y=top, w=width, h=h, high=height, mid=y, c=cut, long=width - 2 * cut,
        left=left + h, inner=width - height, near=left + 5, most=width - 10, tall=height - 10,
    )  # fmt: skip


def text(x: float, y: float, content: str, **attributes: object) -> str:
    """Return an element with text; underscores in names of attributes are hyphens."""
    return (
        f'<text x="{number(x)}" y="{number(y)}"{_attributes(attributes)}>{escaped(content)}</text>'
    )


def group(parts: Iterable[str], **attributes: object) -> str:
    """Return elements in a group with common attributes; nothing if there are none."""
    inside = "".join(parts)
    return f"<g{_attributes(attributes)}>{inside}</g>\n" if inside else ""


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{escaped(str(value))}"' for name, value in attributes.items()
    )


def arrowhead(name: str, colour: str) -> str:
    """Return the marker at the end of an arrow."""
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="9" '
        f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 .5L8 4L0 7.5L2 4Z" fill="{colour}"/></marker>'
    )


def picture(
    width: float,
    height: float,
    parts: Iterable[str],
    *,
    title: str,
    description: str,
    markers: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a whole picture.

    Parameters
    ----------
    width, height : float
    parts : iterable of str
        Elements.  ``@name@`` stands for the identifier of a marker.
    title, description : str
        What people hear who do not see the picture.
    markers : iterable of (name, colour)
        The arrowheads that the parts use.

    Notes
    -----
    Colours of the page are names, which `painted` and `inlined` replace.

    Identifiers end in a hash of the content: two pictures on one page have the same one only if
    they are the same picture.
    """
    body = "".join(parts)
    mark = sha256(body.encode("utf-8", "replace")).hexdigest()[:10]
    heads = ""
    for name, colour in markers:
        if f'url(#@{name}@)"' not in body:
            continue
        heads += arrowhead(f"{name}-{mark}", colour)
        body = body.replace(f'url(#@{name}@)"', f'url(#{name}-{mark})"')
    w, h = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
        f'role="img" font-family="{FONT}" font-size="13" fill="{INK}">\n'
        f"<title>{escaped(title)}</title>\n<desc>{escaped(description)}</desc>\n"
        + (f"<defs>{heads}</defs>\n" if heads else "")
        + f'<rect width="{w}" height="{h}" rx="8" fill="{PAPER}"/>\n{body}</svg>\n'
    )


_BACKGROUND = re.compile(f'<rect width="[^"]*" height="[^"]*" rx="8" fill="{PAPER}"/>\n')


def painted(picture: str) -> str:
    """Return a picture as a file: black on white, whatever is around it."""
    return _coloured(picture, ON_WHITE)


def size(picture: str) -> tuple[float, float]:
    """Return the width and the height that a picture says it has."""
    found = re.search('width="([^"]*)" height="([^"]*)"', picture)
    assert found is not None, "a picture has a size"
    return float(found[1]), float(found[2])


def narrowed(picture: str) -> str:
    """Return a picture that is shown at most `WIDEST` wide, with all that is in it smaller."""
    width, height = size(picture)
    if width <= WIDEST:
        return picture
    old = f'width="{number(width)}" height="{number(height)}"'
    return picture.replace(old, f'width="{WIDEST}" height="{number(height * WIDEST / width)}"', 1)


def inlined(picture: str) -> str:
    """Return a picture as HTML of a notebook: in the colours of the page, on no background."""
    bare = _BACKGROUND.sub("", picture, count=1)
    return f'<div style="overflow-x: auto">{_coloured(bare, _IN_PAGE)}</div>'


def _coloured(picture: str, colours: dict[str, str]) -> str:
    for name, colour in colours.items():
        picture = picture.replace(f'"{name}"', f'"{colour}"')
    return picture


def caption(texts: Iterable[str], margin: int, y: float, width: float) -> tuple[str, float, float]:
    """Return lines of small text below a picture, with the width and the height that it takes.

    Lines are shortened to the width of the picture, which is made wide enough for 70 letters.
    """
    lines = list(texts)
    wanted = max((min(letters(line), 70) for line in lines), default=0) * _LETTER + 2 * margin
    width = max(width, wanted)
    room = int((width - 2 * margin) / _LETTER)
    shown = (text(margin, y + 18 * i, shortened(line, room + 1)) for i, line in enumerate(lines))
    return group(shown, font_size=12, fill=FAINT), width, y + 18 * len(lines)


def legend(
    entries: Iterable[tuple[str, str]], x: int, y: int, most: float = inf
) -> tuple[str, int, int]:
    """Return a legend, where it ends with a margin as wide as `x`, and how high other lines are.

    Parameters
    ----------
    entries : iterable of (drawn, words)
        Elements some 24 pixels wide, from 0 on; their words stand to the right of them.
    x, y : int
        Where the legend begins, and the middle of its first line.
    most : float
        Where a line has to end.
    """
    margin, down, end, parts = x, 0, 0, []
    for drawn, words in entries:
        step = 48 + round(len(words) * 5.6)
        if x > margin and x + step + margin - 18 > most:
            x, down = margin, down + 20
        content = drawn + text(30, y + 4, words, font_size=11, fill=FAINT)
        place = f"{x} {down}" if down else f"{x}"
        parts.append(group([content], transform=f"translate({place})").rstrip())
        x += step
        end = max(end, x + margin - 18)
    return group(parts), end, down
