"""The page: data, scripts and styles put together as one file without any request.

Everything is inline, since a page opened from ``file://`` may load nothing.  A policy in the page
allows its own scripts and styles by their hashes, and nothing else: no text of a game can run.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError, TooLargeError
from graphgame.playing.look import (
    LANGUAGES,
    check_about,
    check_centres,
    check_languages,
    check_title,
    names,
    title_in,
)
from graphgame.playing.puzzle_walks import MOST_OF_SUMS, Sums, sum_puzzles
from graphgame.playing.puzzles import check_number
from graphgame.playing.texts import shown as shortened, text as checked_text, visible

if TYPE_CHECKING:
    from graphgame.playing.look import Title
    from graphgame.types import Int32Array, IntArray, PuzzleCount, Said, SaidGoal, SaidPlayers


def _in(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}" for name in names.split())


# The scripts of each kind of page in the order in which they are run: one scope, no modules.  A
# file says in its first line what it is for, if not all pages of the kind need it: `_is_needed`.
_BASIC = _in("shared", "words elements arrows languages verdict") + _in("sources", "source")
_MATCH = _BASIC + _in(
    "match",
    "about ends analysis difference names markers match machine pieces motion layout shapes "
    "drawing wide board moves chart history histogram insight controls status repeats app",
)
_CHANCE = ("sources/chance", *_in("match", "dice chance luck"))
_SOLVED = (*_MATCH, "shared/solver", "sources/histogram", "sources/rule")
SCRIPTS: dict[str, tuple[str, ...]] = {
    "table": (
        *_MATCH,
        *_in("match", "stuck graph_board points puzzle whose"),
        *_in("sources", "histogram owners partizan press unpack table_boards table_steps"),
        *_in("sources", "table_lists table"),
        *_CHANCE,
        "match/main",
    ),
    "heaps": (
        *_MATCH,
        *_in("match", "stuck puzzle"),
        *_in("sources", "sums heaps"),
        "match/main",
    ),
    "sum": (
        *_MATCH,
        *_in("match", "stuck graph_board puzzle"),
        *_in("sources", "unpack sums components"),
        "match/main",
    ),
    "pursuit": (*_SOLVED, "sources/pursuit", "match/puzzle", *_in("match", "edit_grid edit main")),
    "cops": (*_SOLVED, "sources/cops", "match/puzzle", *_in("match", "edit_text edit main")),
    "http": (
        *_MATCH,
        *_in("match", "stuck graph_board points puzzle"),
        *_in("sources", "owners press proven http"),
        *_CHANCE,
        "match/main",
    ),
    "published": (
        *_MATCH,
        *_in("match", "stuck graph_board puzzle whose"),
        *_in("sources", "histogram unpack published_blocks published_files published_rule"),
        *("sources/published", "match/main"),
    ),
    "sandbox": _BASIC
    + _in("shared", "solver solver_values")
    + _in(
        "sandbox",
        "words graph examples frames layout picture canvas stepper table edit text sandbox",
    ),
}
_PLAIN = ("shared/base", "match/match", *_in("match", "spots grid styles"))
STYLES: dict[str, tuple[str, ...]] = {
    "table": (*_PLAIN, "match/graph_board", "match/region", "match/chance"),
    "heaps": _PLAIN,
    "sum": (*_PLAIN, "match/graph_board"),
    "pursuit": (*_PLAIN, "match/edit"),
    "cops": (*_PLAIN, "match/edit"),
    "http": (*_PLAIN, "match/graph_board", "match/region", "match/chance"),
    "published": (*_PLAIN, "match/graph_board"),
    "sandbox": ("shared/base", "sandbox/sandbox"),
}
# Comments of JSDoc, and those that end a line; no text of the scripts has their signs in it.
_COMMENT = re.compile(r"/\*\*?[\s@].*?\*/|(?:^|(?<=[;,{]))\s*// .*?$", re.DOTALL | re.MULTILINE)
# A row of words, in the languages of the page in their order; other lists stand further inside.
_WORDS = re.compile(
    r'^(  \w+: )(\["(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*"){4}\])(,?)$', re.MULTILINE
)
_INDENT = re.compile(r"\n\s*")
# Line breaks that end no statement, in lines without a comment; no template has a line break in it.
# Behind a brace they end none, since an expression that ends with one has its semicolon.
_BREAK = re.compile(r"^((?:(?!//).)*[,;{}(\[])\n", re.MULTILINE)
# Texts, templates and regular expressions of scripts, which stay as they are; and signs with spaces
# around them, which say nothing there.  A sign of division stands between spaces, as tests see to;
# so a slash before anything else begins an expression.  Two signs alike, as in a - -b, stay apart.
_SPACED = re.compile(
    r'("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|/[^ /*\n](?:[^/\\\n]|\\.)*/)'
    r"| *(=>|[=!]==|[<>*%+-]=|&&|\|\||\?\?=?|[=<>?:,;*%|&(){}\[\]]"
    r"|(?<!\+)(?<!\+ )\+(?! ?\+)|(?<!-)(?<!- )-(?! ?-)) *(?!/)(?! /)"
)
# Then, beside the same texts: a parameter that stands alone in parentheses, the semicolon before a
# brace, and `const`, which a page that is checked does not need.  Where the semicolon is a
# statement of its own, as in `while (…);`, what is left is no program: no page is wrong silently.
_SHORTER = re.compile(
    r'("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|/[^ /*\n](?:[^/\\\n]|\\.)*/)'
    r"|(?<![\w$.\])])\((\w+)\)=>|;(?=})|(?<![\w$.])const(?![\w$])"
)
# White space of styles that separates nothing; none of their texts has these signs in it.  A colon
# with a space behind it is that of a declaration.
_GAP = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")


def build_page(
    data: dict[str, Any],
    *,
    app: str = "match",
    title: str = "graphgame",
    languages: Sequence[str] = ("en",),
    connect: str | None = None,
    rule: str | None = None,
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
    rule : str, optional
        A script of an author, which runs before those of the page.
    """
    kind = data["kind"] if app == "match" else app
    features = _features(kind, data)
    spoken = tuple(languages)
    found = _joined(SCRIPTS[kind], "js", spoken, features)
    script = f'"use strict";\n(() => {{\n{found}}})();\n'
    style = _joined(STYLES[kind], "css", spoken, features)
    scripts = [script] if rule is None else [rule, script]
    allowed = [*map(_hash, scripts)]
    if "wasm" in data.get("published", ()):
        allowed.append("'wasm-unsafe-eval'")  # a module, and no text
    policy = (
        f"default-src 'none'; script-src {' '.join(allowed)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    if connect is not None:
        policy += f"; connect-src {connect}"
    if data.get("published", {}).get("worker"):
        policy += "; worker-src 'self'"
    elements = "".join(f"<script>{text}</script>\n" for text in scripts)
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
        f"{elements}</body>\n</html>\n"
    )


# What pages have, and others do not: the words that stand behind "Needed:" in scripts and styles.
FEATURES = (
    *("puzzles", "chance", "partizan", "owners", "lengths", "proof"),
    *("board", "markers", "styled", "shaped", "drawing", "centred", "placed", "steps", "lists"),
)
_NEEDED = re.compile(r"(?://|/\*) Needed: ([a-z, ]+?)(?: \*/)?\n")


def _features(kind: str, data: Mapping[str, Any]) -> frozenset[str]:
    """Return which of `FEATURES` a page has."""
    shape, style = data.get("shape"), data.get("style", "plain")
    parts = {name for name, *_ in data.get("table", {}).get("parts", ())}
    shaped = style in ("lined", "hexagonal", "drawing")
    centred = kind == "cops" or (shape is not None and shape["centres"] is not None)
    board = kind not in ("table", "sum", "http", "published") or shape is not None
    found = {
        "puzzles": data.get("puzzles"),
        "chance": data.get("chance"),
        "partizan": data.get("partizan"),
        "owners": data.get("owners"),
        # Of heaps and sums nobody knows how long play is; of dice it is their chart that shows it.
        "lengths": kind not in ("heaps", "sum") and not data.get("chance"),
        "proof": data.get("proof"),
        "board": board,
        "markers": any(piece.get("marker") for piece in data.get("pieces", {}).values()),
        "styled": style != "plain",
        "shaped": shaped,
        "drawing": style == "drawing",
        "centred": centred,
        "placed": shaped or centred,
        "steps": "exceptions" in parts,
        "lists": "degrees" in parts,
    }
    return frozenset(name for name, there in found.items() if there)


def _is_needed(text: str, features: frozenset[str]) -> bool:
    """Return whether a page of these features needs a file.

    Its first line may say so: ``// Needed: puzzles``; ``// Needed: board, no chance`` if both hold.
    """
    found = _NEEDED.match(text)
    wanted = [] if found is None else found[1].split(", ")
    return all((x.removeprefix("no ") in features) != x.startswith("no ") for x in wanted)


class Sayings(NamedTuple):
    """What the author of a page says of a game whose rules the page knows.

    Attributes
    ----------
    title : str or mapping of language to str, optional
    languages : sequence of str, optional
    rules, goal : str or mapping of language to str, optional
    players : pair of str, or mapping of language to such pairs, optional
    puzzles : int, "all" or None
        How many puzzles there are at most: "all" are a hundred, and None ten.
    """

    title: Said | None = None
    languages: Sequence[str] | None = None
    rules: Said | None = None
    players: SaidPlayers | None = None
    goal: SaidGoal | None = None
    puzzles: PuzzleCount = None

    def checked(self, title: Title, play: str = "normal") -> dict[str, Any]:
        """Return the entries of the data of a page, with another title if none is given."""
        most = check_number(self.puzzles)
        return {
            "format": 1,
            "title": title if self.title is None else check_title(self.title),
            "languages": [*check_languages(self.languages)],
            "play": play,
            "about": check_about(self),
            "pieces": {},
            "puzzles": MOST_OF_SUMS if most is None else most,
        }


def rule_page(
    kind: str, part: dict[str, Any], said: dict[str, Any], shape: dict[str, Any] | None = None
) -> str:
    """Return the page of a game whose rules the page knows.

    Parameters
    ----------
    kind : {"heaps", "pursuit", "cops"}
    part : dict
        What the rules read, as JSON.
    said : dict
        As of `Sayings.checked`.
    shape : dict, optional
        Where the cells of the board are, on one that is no grid.
    """
    data = {**said, "kind": kind, "shape": shape, kind: part}
    languages = said["languages"]
    return build_page(data, title=title_in(said["title"], languages), languages=languages)


def data_text(data: object) -> str:
    """Return JSON that can stand in a script element: no text of it ends the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


# Shortening takes nearly all the time that a page does, and pages of one kind differ in their data.
@lru_cache(maxsize=32)
def _joined(
    names: tuple[str, ...], suffix: str, languages: tuple[str, ...], features: frozenset[str]
) -> str:
    """Return those files of these names that a page of these features needs, as one short text.

    It has no comments and no indentation.  Words of languages that the page does not speak are
    empty.
    """

    def spoken(row: re.Match[str]) -> str:
        words = zip(LANGUAGES, json.loads(row[2]), strict=True)
        kept = [text if language in languages else "" for language, text in words]
        return row[1] + json.dumps(kept, ensure_ascii=False) + row[3]

    folder = files("graphgame.playing") / "page"
    texts = [(folder / f"{name}.{suffix}").read_text(encoding="utf-8") for name in names]
    texts = [_COMMENT.sub("", text) for text in texts if _is_needed(text, features)]
    texts = [_INDENT.sub("\n", _WORDS.sub(spoken, text)) for text in texts]
    if suffix == "css":
        return _GAP.sub(r"\1", "".join(texts)).replace(";}", "}")
    found = "".join(_BREAK.sub(r"\1", text) for text in texts)
    return _SHORTER.sub(_shorter, _SPACED.sub(r"\1\2", found))


def _shorter(found: re.Match[str]) -> str:
    """Return what `_SHORTER` has found in fewer letters."""
    kept, parameter = found[1], found[2]
    return kept or (f"{parameter}=>" if parameter else "let" if found[0] == "const" else "")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# -- policeman and thief ---------------------------------------------------------------------------

# The most states that a page solves when it opens: about a second in a browser.
MOST_STATES = 1_000_000
PURSUIT_TITLE = {
    "en": "The policeman and the thief",
    "vi": "Cảnh sát và kẻ trộm",
    "fa": "پلیس و دزد",
    "pt": "O policial e o ladrão",
    "ru": "Полицейский и вор",
}


def pursuit_page(
    rows: Sequence[str],
    police: tuple[int, int],
    thief: tuple[int, int],
    said: Sayings,
) -> str:
    """Return a page in which a board is played.

    Parameters
    ----------
    rows : sequence of str
        ``.`` free, ``*`` wall, ``E`` exit.
    police, thief : (row, column)
        Where they start.
    said : Sayings

    Raises
    ------
    TooLargeError
        If the page would solve more than `MOST_STATES` states.
    """
    checked = said.checked(PURSUIT_TITLE)
    entered = sum(len(row) - row.count("*") for row in rows)
    if 2 * entered**2 > MOST_STATES:
        raise TooLargeError(
            f"page: expected a board of at most {MOST_STATES} states, got {2 * entered**2} of "
            f"{entered} cells that can be entered; save gg.solve(solution.graph()), and play it "
            "with `graphgame serve FILE`"
        )
    part = {"rows": list(rows), "police": police, "thief": thief}
    return rule_page("pursuit", part, checked)


# -- heap games ------------------------------------------------------------------------------------


def heap_page(
    rule: Mapping[str, Any],
    values: Int32Array,
    sums: Sums,
    *,
    play: str,
    is_nim: bool,
    name: str,
    said: Sayings,
) -> str:
    """Return a page in which a heap game is played.

    Parameters
    ----------
    rule : mapping
        ``takes``, four lists: the numbers that may be taken where 0 to 3 heaps are left; ``tail``,
        from where on any number may be taken, 0 for nowhere; ``unequal`` and ``frozen`` as of
        `graphgame.heaps.rules.splitting.Splitting`.
    values : (n + 1,) int32
        The Grundy values of the heaps that the page can show.
    sums : Sums
        Where a match begins, and its puzzles.
    play : {"normal", "misere"}
    is_nim : bool
        Whether the game is Nim: its page explains the heaps themselves in binary.
    name : str
        The title, where none is given.
    said : Sayings
    """
    checked = said.checked(name, play)
    part = {
        "rule": dict(rule),
        "values": values.tolist(),
        "start": list(sums.start),
        "isNim": is_nim,
    }
    checked["puzzles"] = sum_puzzles(sums, checked["puzzles"])
    return rule_page("heaps", part, checked)


# -- cops and robbers ------------------------------------------------------------------------------

# The most moves of a game that a page solves when it opens; as in page/sources/cops.js.
MOST_COPS_MOVES = 4_000_000
# The most cops: on the board a vertex shows the number of its cops as one digit.
MOST_COPS = 9
COPS_TITLE = {
    "en": "Cops and robbers",
    "vi": "Cảnh sát và kẻ cướp",
    "fa": "پلیس‌ها و سارق",
    "pt": "Polícia e ladrão",
    "ru": "Полицейские и грабитель",
}


def cops_page(
    vertices: Sequence[Any],
    edges: Int32Array,
    cops: int,
    *,
    directed: bool,
    degrees: IntArray,
    centres: Sequence[tuple[float, float]] | None,
    said: Sayings,
) -> str:
    """Return a page in which cops pursue a robber on a graph.

    Parameters
    ----------
    vertices : sequence
        Their labels.
    edges : (m, 2) int32
    cops : int
    directed : bool
        Whether moves follow the arcs.
    degrees : (n,) array
        How many vertices each vertex leads to, itself included.
    centres : sequence of (x, y), optional
        Where the vertices are drawn, on a circle by default.
    said : Sayings

    Raises
    ------
    TooLargeError
        If the page would solve more than `MOST_COPS_MOVES` moves.
    """
    checked = said.checked(COPS_TITLE)
    places = check_centres(centres, len(vertices))
    _check_cops(degrees, cops)
    distinct = np.unique(edges if directed else np.sort(edges, axis=1), axis=0)
    part = {
        "cops": cops,
        "names": names(vertices),
        "edges": distinct[distinct[:, 0] != distinct[:, 1]].tolist(),
        "directed": directed,
    }
    shape = None if places is None else {"centres": places}
    return rule_page("cops", part, checked, shape)


def _check_cops(degrees: IntArray, cops: int) -> None:
    """Refuse a game that a page cannot solve when it opens."""
    moves = most_moves(degrees, cops)
    if cops > MOST_COPS or moves > MOST_COPS_MOVES:
        raise TooLargeError(
            f"page: expected at most {MOST_COPS} cops and {MOST_COPS_MOVES} moves, got {cops} cops "
            f"and up to {moves} moves; save gg.solve(solution.graph()), and play it with "
            "`graphgame serve FILE`"
        )


def most_moves(degrees: IntArray, cops: int) -> int:
    """Return a number that the moves of a game do not exceed.

    The joint moves of the cops are a sum over placements, that is multisets of vertices, of the
    products of their degrees; each is a move for every vertex of the robber.
    """
    products = [1, *[0] * cops]
    placements = products.copy()
    for degree in degrees.tolist():
        for i in range(1, cops + 1):
            products[i] += degree * products[i - 1]
            placements[i] += placements[i - 1]
    n = len(degrees)
    return n * products[cops] + placements[cops] * (int(degrees.sum()) + n + 1)


# -- the sandbox -----------------------------------------------------------------------------------

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
        As of `check_languages`.

    Raises
    ------
    GraphGameError
        If `text` is no text or has no first line ``n m``, or a title or a language is none.
    TooLargeError
        If the graph has more than 500 positions or 5000 moves.
    """
    spoken = check_languages(languages)
    shown = None if title is None else visible(title, "title")
    data = {
        "format": 1,
        "kind": "sandbox",
        "title": shown,
        "languages": spoken,
        "text": None if text is None else _checked_text(text),
    }
    return build_page(data, app="sandbox", title=shown or "Game graph sandbox", languages=spoken)


def _checked_text(text: object) -> str:
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
