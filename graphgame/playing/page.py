"""The page: data, scripts and styles put together as one file without any request.

Everything is inline, since a page opened from ``file://`` may load nothing.  A policy in the page
allows its own scripts and styles by their hashes, and nothing else: no text of a game can run.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any


def _in(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}" for name in names.split())


# The scripts of each page in the order in which they are run: one scope, no modules.  A page to
# play in has those that its kind of data needs, and no others.
_BASIC = _in("shared", "words elements arrows languages verdict") + _in("sources", "source")
_MATCH = _BASIC + _in(
    "match",
    "difference match machine board moves chart history insight controls status app",
)
_SOLVED = (*_MATCH, "shared/solver", "sources/histogram", "sources/rule")
SCRIPTS: dict[str, tuple[str, ...]] = {
    "table": (
        *_MATCH,
        "match/graph_board",
        *_in("sources", "histogram owners press table"),
        "match/main",
    ),
    "heaps": (*_MATCH, "sources/heaps", "match/main"),
    "pursuit": (*_SOLVED, "sources/pursuit", *_in("match", "edit_grid edit main")),
    "cops": (*_SOLVED, "sources/cops", *_in("match", "edit_text edit main")),
    "http": (*_MATCH, "match/graph_board", *_in("sources", "owners press http"), "match/main"),
    "sandbox": _BASIC
    + _in("shared", "solver solver_values")
    + _in(
        "sandbox",
        "words graph examples steps layout picture canvas stepper table edit text sandbox",
    ),
}
_PLAIN = ("shared/base", "match/match")
STYLES: dict[str, tuple[str, ...]] = {
    "table": (*_PLAIN, "match/graph_board"),
    "heaps": _PLAIN,
    "pursuit": (*_PLAIN, "match/edit"),
    "cops": (*_PLAIN, "match/edit"),
    "http": (*_PLAIN, "match/graph_board"),
    "sandbox": ("shared/base", "sandbox/sandbox"),
}
# Comments of JSDoc and whole lines of comment; no text of the scripts has their signs in it.
_COMMENT = re.compile(r"/\*\*?[\s@].*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"\n\s*")
# Line breaks that end no statement, in lines without a comment; no template has a line break in it.
_BREAK = re.compile(r"^((?:(?!//).)*[,;{(\[])\n", re.MULTILINE)
# White space of styles that separates nothing; none of their texts has these signs in it.
_GAP = re.compile(r"\s*([{};,])\s*")


def build_page(
    data: dict[str, Any],
    *,
    app: str = "match",
    title: str = "graphgame",
    languages: Sequence[str] = ("en",),
    connect: str | None = None,
) -> str:
    """Return the text of a page.

    Parameters
    ----------
    data : dict
        What the scripts read, as JSON.  Its ``kind`` decides which scripts there are.
    app : {"match", "sandbox"}
    title : str
    languages : sequence of str
        The first is the language of the page until its user chooses another.
    connect : str, optional
        What the page may connect to, such as ``'self'``; by default nothing.
    """
    kind = data["kind"] if app == "match" else app
    script = _joined(SCRIPTS[kind], "js", '"use strict";\n(() => {\n', "})();\n")
    style = _GAP.sub(r"\1", _joined(STYLES[kind], "css"))
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    if connect is not None:
        policy += f"; connect-src {connect}"
    direction = "rtl" if languages[0] == "fa" else "ltr"
    return (
        f'<!doctype html>\n<html lang="{languages[0]}" dir="{direction}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{html.escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<script type="application/json" id="game">{data_text(data)}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def rule_page(
    kind: str,
    part: dict[str, Any],
    *,
    title: str,
    languages: Sequence[str],
    play: str = "normal",
    shape: dict[str, Any] | None = None,
) -> str:
    """Return the page of a game whose rules the page knows.

    Parameters
    ----------
    kind : {"heaps", "pursuit", "cops"}
    part : dict
        What the rules read, as JSON.
    title : str
    languages : sequence of str
    play : {"normal", "misere"}
    shape : dict, optional
        Where the cells of the board are, on one that is no grid.
    """
    data = {
        "format": 1,
        "kind": kind,
        "title": title,
        "languages": languages,
        "play": play,
        "players": None,
        "shape": shape,
        "pieces": {},
        kind: part,
    }
    return build_page(data, title=title, languages=languages)


def data_text(data: object) -> str:
    """Return JSON that can stand in a script element: no text of it ends the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _joined(names: Sequence[str], suffix: str, before: str = "", after: str = "") -> str:
    """Return the files of these names as one text, without comments and indentation."""
    folder = files("graphgame.playing") / "page"
    texts = [(folder / f"{name}.{suffix}").read_text(encoding="utf-8") for name in names]
    return (
        before
        + "".join(_BREAK.sub(r"\1", _INDENT.sub("\n", _COMMENT.sub("", x))) for x in texts)
        + after
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
