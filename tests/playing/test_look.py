"""How a game looks: each bad input gets one clear error, and nothing is written.

Pinned here: what `board`, `turn` and `move` return, what `pieces`, `centres`, `title` and
`languages` are, and labels that cannot be shown; an error names the place, what was expected and
what was found.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.playing import look as looks
from graphgame.playing.look import LANGUAGES, check_style


class Odd:
    """A label whose texts are what a test says, or errors."""

    def __init__(self, text: str | Exception) -> None:
        self.text = text

    def __repr__(self) -> str:
        if isinstance(self.text, Exception):
            raise self.text
        return self.text


def game() -> gg.Solution[Any]:
    return gg.solve({"ab": ["cd", "ef"], "cd": ["gh"], "ef": [], "gh": []})


def fail(_: object) -> Any:
    raise KeyError("missing")


def turn(label: str) -> int:
    return int(label in {"cd", "ef"})


# A call, and what its error says.
PLACES = [(0, 0), (1, 1)]
BAD: list[tuple[dict[str, Any], str]] = [
    ({"board": "..."}, r"board: expected a function of a position, got '\.\.\.'"),
    ({"turn": 1}, "turn: expected a function of a position, got 1"),
    ({"move": {}}, "move: expected a function of a position, got {}"),
    ({"board": fail}, r"board\('ab'\): expected it to return, got KeyError: 'missing'"),
    ({"turn": fail}, r"turn\('ab'\): expected it to return, got KeyError: 'missing'"),
    ({"move": fail}, r"move\('ab', 'cd'\): expected it to return, got TypeError"),
    ({"board": list}, r"board\('ab'\): expected a text, got \['a', 'b'\]; join the rows"),
    ({"board": lambda _: ""}, r"board\('ab'\): expected a cell at least, got ''"),
    ({"board": lambda _: "\n"}, r"board\('ab'\): expected a cell at least"),
    ({"board": lambda p: p + "\n."}, r"board\('ab'\): expected rows of one length, got 2, 1 char"),
    ({"board": lambda p: p + "\n"}, r"rows of one length, got 2, 0 .*without a line break"),
    (
        {"board": lambda p: p if p != "ef" else "efe"},
        r"board\('ef'\): expected as many characters as in board\('ab'\), which is 'ab', got 'efe'",
    ),
    (
        {"board": lambda p: "a\nb\nc" if p != "gh" else "gh\nij"},
        r"board\('gh'\): expected line breaks where they are in board\('ab'\)",
    ),
    ({"board": lambda p: p[0] + "\t"}, r"board\('ab'\): expected characters that can be shown"),
    ({"board": lambda p: p[0] + "\r"}, r"can be shown, got '\\r'"),
    ({"board": lambda p: "\ud800" if p == "cd" else "a"}, r"board\('cd'\): .* got '\\ud800'"),
    (
        {"board": lambda p: "x" if p in ("cd", "gh") else p[0]},
        r"board\('cd'\), board\('gh'\): expected different boards, got one; .*give turn=",
    ),
    (
        {"board": lambda p: "x" if p in ("cd", "ef") else p[0], "turn": turn},
        r"board\('cd'\), board\('ef'\): expected different boards, got one with one turn; "
        r"show in it all that tells them apart, in a cell that pieces=\{…: \{'marker': True\}\}",
    ),
    ({"turn": lambda _: 2}, r"turn\('ab'\): expected 0 for the player who begins, .* got 2"),
    ({"turn": lambda _: "0"}, r"turn\('ab'\): expected 0 .* got '0'"),
    ({"turn": lambda p: None if p == "gh" else turn(p)}, r"turn\('gh'\): expected 0 .* got None"),
    ({"turn": lambda _: 1.0}, r"got 1\.0"),
    ({"turn": lambda _: 0}, r"turn\('cd'\): expected 1, since 'ab' has turn 0 and moves there"),
    ({"move": lambda *_: 5}, r"move\('ab', 'cd'\): expected a text, got 5"),
    ({"move": lambda *_: "\udfff"}, r"move\('ab', 'cd'\): .*half a surrogate pair"),
    ({"pieces": {}}, "pieces: expected none without board="),
    ({"centres": [(0, 0)]}, "centres: expected none without board="),
    ({"board": str, "pieces": ["x"]}, r"pieces: expected a mapping .* got \['x'\]"),
    ({"board": str, "pieces": {"xy": "x"}}, r"pieces\['xy'\]: expected one character .* got 2"),
    ({"board": str, "pieces": {"": "x"}}, r"pieces\[''\]: expected one character .* got 0"),
    ({"board": str, "pieces": {1: "x"}}, r"pieces\[1\]: expected a character, got 1"),
    ({"board": str, "pieces": {"x": 1}}, r"pieces\['x'\]: expected a text or a mapping, got 1"),
    ({"board": str, "pieces": {"x": {"color": "red"}}}, r"expected some of text, .* got 'color'"),
    ({"board": str, "pieces": {"x": {"text": 1}}}, r"pieces\['x'\]\['text'\]: .* got 1"),
    ({"board": str, "pieces": {"x": "\ud83d"}}, r"pieces\['x'\]\['text'\]: .*half a surrogate"),
    ({"board": str, "pieces": {"a": {"marker": 1}}}, r"'marker'\]: expected True or False, got 1"),
    (
        {"board": str, "pieces": {"a": {"shape": "place"}}},
        r"pieces\['a'\]\['shape'\]: expected 'disc', .* without a drawing, got 'place'; give",
    ),
    ({"board": str, "pieces": {"x": {"shape": "star"}}}, r"expected one of disc, .* got 'star'"),
    ({"board": str, "pieces": {"x": {"colour": "url(//x)"}}}, r"CSS name or #rgb, got 'url"),
    ({"board": str, "pieces": {"x": {"colour": "oragne"}}}, r"CSS name or #rgb, got 'oragne'"),
    ({"board": str, "pieces": {"x": {"colour": "#12"}}}, r"CSS name or #rgb, got '#12'"),
    ({"board": str, "pieces": {"x": {"colour": "red;"}}}, r"CSS name or #rgb, got 'red;'"),
    ({"board": str, "pieces": {"x": {"path": "L 0 0"}}}, r"SVG path data, a move first"),
    ({"board": str, "pieces": {"x": {"path": 'M 0 0"/>'}}}, r"SVG path data"),
    ({"board": str, "centres": 3}, r"centres: expected a list of pairs \(x, y\), got 3"),
    ({"board": str, "centres": [(0, 0), (1,)]}, r"centres\[1\]: expected a pair .* got \(1,\)"),
    ({"board": str, "centres": ["01", (1, 1)]}, r"centres\[0\]: expected a pair .* got '01'"),
    ({"board": str, "centres": [(0, float("nan"))]}, r"centres\[0\]: .* got \(0, nan\)"),
    ({"board": str, "centres": [(0, 10**400)]}, r"centres\[0\]: expected a pair of finite"),
    ({"board": str, "centres": [(0, 0)]}, r"board\('ab'\): expected 1 characters, one for each"),
    (
        {"board": "\n".join, "centres": [(k, 0) for k in range(3)]},
        r"board\('ab'\): expected no line break with",
    ),
    ({"edges": []}, "edges: expected none without board="),
    ({"board": str, "edges": []}, "edges: expected none without centres="),
    ({"board": str, "centres": PLACES, "edges": 3}, "edges: expected a list of pairs of cells"),
    ({"board": str, "centres": PLACES, "edges": [(0, 2)]}, r"edges\[0\]: .* from 0 to 1, got \(0"),
    ({"board": str, "centres": PLACES, "edges": [(0, 1), (-1, 0)]}, r"edges\[1\]: .* got \(-1, 0"),
    ({"board": str, "centres": PLACES, "edges": [(0, 1, 1)]}, r"edges\[0\]: expected two numbers"),
    ({"board": str, "centres": PLACES, "edges": ["01"]}, r"edges\[0\]: expected two .* got '01'"),
    ({"board": str, "centres": PLACES, "edges": [(0, True)]}, r"edges\[0\]: expected two numbers"),
    ({"board": str, "centres": PLACES, "edges": [(0, 1.0)]}, r"edges\[0\]: expected two numbers"),
    ({"board": lambda _: None}, r"board\('ab'\): expected a text, got None; return one"),
    (
        {"board": lambda p: p.replace("a", "👩\u200d🚀")},
        r"board\('ab'\): expected one character a cell, got '\\u200d', .* let pieces=",
    ),
    ({"board": lambda p: p[0] + "\ufe0f\n."}, r"expected one character a cell, got '\\ufe0f'"),
    ({"board": lambda p: p[0] + "e\u0301"}, r"expected one character a cell, got '\\u0301'"),
    ({"board": lambda p: p[0] + "🇻🇳"}, r"expected one character a cell, got '\\U0001f1f"),
    ({"board": lambda p: p[0] + "👍🏽"}, r"one character a cell, got '\\U0001f3fd'"),
    ({"board": lambda p: p + "\r\n" + p}, r"can be shown, got '\\r'; write others"),
    ({"board": str, "centres": [(0, 0), (1, 1), (0, 0)]}, r"centres\[2\]: .* centres\[0\], got"),
    ({"board": str, "centres": [(0, 0), (0, 1e-320)]}, r"centres\[1\]: expected another place"),
    ({"board": str, "centres": [(0, 0), (0, 1e308)]}, r"centres\[1\]: .* up to 1000000000, got"),
    ({"move": lambda *_: ["x"]}, r"move\('ab', 'cd'\): expected a text, got \['x'\]"),
    ({"move": lambda *_: " "}, r"move\('ab', 'cd'\): expected a text that can be seen, got ' '"),
    ({"title": ""}, "title: expected a text that can be seen, got ''"),
    ({"languages": {"fa"}}, r"languages: expected a list .* got {'fa'}"),
    ({"title": 7}, "title: expected a text, got 7"),
    ({"title": "\udc00"}, r"title: .*half a surrogate pair: '\\udc00'"),
    ({"languages": "en"}, "languages: expected a list of some of en, vi, fa, pt, ru, got 'en'"),
    ({"languages": []}, r"languages: expected a list .* got \[\]"),
    ({"languages": ["de"]}, r"got \['de'\]"),
    ({"languages": [["en"]]}, r"got \[\['en'\]\]"),
    ({"languages": 3}, "got 3"),
    ({"rules": 3}, "rules: expected a text, got 3"),
    ({"rules": " "}, "rules: expected a text that can be seen, got ' '"),
    ({"goal": {}}, r"goal: expected a text, or a mapping of some of en, vi, fa, pt, ru .* got {}"),
    ({"goal": {"de": "x"}}, "goal: expected a text, or a mapping .* got 'de'"),
    ({"goal": {"en": None}}, r"goal\['en'\]: expected a text, got None"),
    ({"goal": ("a",)}, "goal: expected a text, or one for each of two players, got 1 texts"),
    ({"goal": ("a", 2)}, r"goal\[1\]: expected a text, got 2"),
    (
        {"board": str, "pieces": {"q": "Q"}},
        r"pieces\['q'\]: expected a character of some board, .*h",
    ),
    (
        {"move": lambda p, _: "go"},
        r"move\('ab', …\): expected names that tell its 2 moves apart, got 'go' for all",
    ),
    ({"goal": "\udfff"}, "goal: .*half a surrogate pair"),
    ({"players": "XO"}, r"players: expected the names of two players, as in .* got 'XO'"),
    ({"players": ["X"]}, r"players: expected the names of two players, .* got \['X'\]"),
    ({"players": ("X", "")}, r"players\[1\]: expected a text that can be seen, got ''"),
    ({"players": ("X", "X")}, r"players: expected two different names, got \('X', 'X'\)"),
    ({"players": {"fa": ("X", 1)}}, r"players\['fa'\]\[1\]: expected a text, got 1"),
    ({"languages": ["en", "fa", "en"]}, r"languages: expected each once, got \['en', 'fa', 'en'\]"),
]


@pytest.mark.parametrize(("given", "message"), BAD, ids=lambda x: x if isinstance(x, str) else "")
def test_bad_input_gets_one_error_and_nothing_is_written(
    given: dict[str, Any], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text("old")
    with pytest.raises(gg.GraphGameError, match=message) as raised:
        game().write_html(file, **given)
    assert len(str(raised.value)) < 600
    str(raised.value).encode()
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (Odd("\ud800"), "expected a label that can be shown, got half a surrogate pair"),
        (Odd(RuntimeError("no")), "label that can be shown, got RuntimeError from str: no"),
        (10**5000, "expected a label that can be shown, got ValueError"),
    ],
    ids=["surrogate", "error", "digits"],
)
def test_labels_that_cannot_be_shown(label: Any, message: str) -> None:
    s = gg.solve({label: ["end"], "end": []})
    with pytest.raises(gg.GraphGameError, match=message):
        s.to_html()
    with pytest.raises(gg.GraphGameError, match="board"):
        s.to_html(board=lambda _: "same")  # whose message shows the label
    assert s.to_html(board=lambda p: "a" if p == "end" else "b")


def test_names_are_texts_and_repr_where_two_are_alike() -> None:
    assert looks.names(["a", 1, (1, 2)]) == ["a", "1", "(1, 2)"]
    assert looks.names(["1", 1, "x"]) == ["'1'", "1", "x"]
    assert looks.names(["", " "]) == ["''", "' '"]


@pytest.mark.parametrize("path", [None, 3, b"page.html", io.StringIO()])
def test_what_is_neither_a_path_nor_a_binary_file(path: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"path: expected a path or a binary file, got "):
        game().write_html(path)


def test_one_position_is_refused_as_all_are() -> None:
    for board, message in (
        (lambda _: None, "expected a text, got None; return one"),
        (lambda _: ["."], r"expected a text, got \['\.'\]; join the rows"),
        (lambda _: "👩\u200d🚀\n.", "expected one character a cell"),
    ):
        with pytest.raises(gg.GraphGameError, match=rf"board\('ab'\): {message}"):
            looks.board(make_look(board=board), "ab", None)


def test_good_input_is_taken_as_it_is() -> None:
    pieces = {
        "x": "♞",
        " ": {"text": "", "name": "nothing", "shape": "none"},
        "o": {"colour": "#0072B2", "path": "M 10,10 l 1e1 -2.5 z", "shape": "disc"},
        "y": {"colour": "rebeccapurple"},
    }
    style = check_style(
        make_look(
            board=str,
            pieces=pieces,
            centres=((0, 1.5), [2, 3]),
            edges=np.array([[0, 1], [1, 1]]),
            languages=("fa", "en"),
        )
    )
    assert style.title == "graphgame"
    assert style.languages == ("fa", "en")
    assert style.pieces == pieces | {"x": {"text": "♞"}}
    assert style.centres == [(0.0, 1.5), (2.0, 3.0)]
    assert style.edges == [(0, 1), (1, 1)]
    assert style.shape == {"centres": style.centres, "edges": style.edges}
    assert check_style(make_look()).languages == LANGUAGES


def make_look(**given: Any) -> Any:
    from graphgame.playing.game import Look

    return Look(**given)


@pytest.mark.parametrize("name", ["board", "turn"])
def test_what_is_wrong_with_a_large_game_is_said_at_once(name: str) -> None:
    asked = []

    def wrong(v: int) -> str:
        asked.append(v)
        return "x" * (1 + v // 400 % 2)

    s = gg.solve([(v, v + 1) for v in range(20_000)])
    with pytest.raises(gg.GraphGameError, match="expected"):
        s.to_html(**{name: wrong})
    assert len(asked) < 100


def test_a_piece_that_no_board_has_is_refused_where_another_has_none() -> None:
    s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)

    def board(n: int) -> str:
        return f"{'o' * n:.<7}"

    with pytest.raises(gg.GraphGameError, match=r"^pieces\['O'\]: expected a character of some"):
        s.to_html(board=board, pieces={"O": {"shape": "disc"}})
    # Pieces of a game that play from this start does without.
    assert "doctype" in s.to_html(board=board, pieces={x: {"shape": "disc"} for x in "oO"})
