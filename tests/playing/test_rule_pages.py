"""Pages that play by rules: what they hold, and what is refused before anything is written.

Pinned here: the data of the pages of heap games, pursuit boards, and cops; title and languages;
errors name the place, what was expected and the way out, and leave an old file whole; a page is as
easily written to a binary file; `show` hands over the same page.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.playing import show

SOLUTIONS: dict[str, Callable[[], Any]] = {
    "heaps": lambda: gg.octal("0.77"),
    "pursuit": lambda: gg.PoliceAndThief(["P.E", "*.T"]).solve(),
    "cops": lambda: gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["b", "c"]}, cops=2),
}


def data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    read: dict[str, Any] = json.loads(found[1])
    return read


@pytest.mark.parametrize("kind", SOLUTIONS)
def test_the_page_names_kind_title_and_languages(kind: str) -> None:
    solution = SOLUTIONS[kind]()
    page = solution.to_html(title="A </script> & a title", languages=["fa", "en"])
    assert '<html lang="fa" dir="rtl">' in page
    assert "<title>A &lt;/script&gt; &amp; a title</title>" in page
    held = data(page)
    assert held["kind"] == kind
    assert held["title"] == "A </script> & a title"
    assert held["languages"] == ["fa", "en"]
    assert data(solution.to_html())["languages"] == ["en", "vi", "fa", "pt", "ru"]


@pytest.mark.parametrize("kind", SOLUTIONS)
def test_pages_are_written_and_shown(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = SOLUTIONS[kind]()
    page = solution.to_html()
    solution.write_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    held = io.BytesIO()
    solution.write_html(held)
    assert held.getvalue() == page.encode()
    shown: list[str] = []
    monkeypatch.setattr(show, "show", shown.append)
    solution.show()
    assert shown == [page]


@pytest.mark.parametrize("kind", SOLUTIONS)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"title": 1}, "title: expected"), ({"languages": ["de"]}, "languages: expected")],
)
def test_a_wrong_parameter_leaves_the_old_file(
    kind: str, wrong: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    with pytest.raises(gg.GraphGameError, match=message):
        SOLUTIONS[kind]().write_html(path, **wrong)
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


# -- heaps -----------------------------------------------------------------------------------------


def test_a_page_holds_values_beyond_the_heaps_of_the_start() -> None:
    game = gg.octal("0.77")
    held = data(game.to_html(heaps=[3, 70]))["heaps"]
    assert held["start"] == [3, 70]
    assert held["values"] == game.values(140).tolist()
    assert len(data(game.to_html(heaps=[3]))["heaps"]["values"]) == 101
    assert len(data(game.to_html(heaps=[1000]))["heaps"]["values"]) == 1001


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (gg.all_but(), ([[], [], [], []], 1, False, 0)),
        (gg.all_but({2, 4}), ([[1, 3], [1, 3], [], []], 5, False, 0)),
        (gg.subtraction({1, 3}), ([[1, 3], [1, 3], [], []], 0, False, 0)),
        (gg.octal("0.77"), ([[1, 2], [1, 2], [1, 2], []], 0, False, 0)),
        (gg.octal("4.08"), ([[], [], [0], [2]], 0, False, 0)),
        (gg.grundys_game(), ([[], [], [0], []], 0, True, 0)),
        (gg.couples_are_forever(), ([[], [], [0], []], 0, False, 2)),
        (gg.laskers_nim(), ([[], [], [0], []], 1, False, 0)),
    ],
    ids=str,
)
def test_rules_as_data(game: Any, expected: tuple[Any, ...]) -> None:
    held = data(game.to_html())["heaps"]
    names = ("takes", "tail", "unequal", "frozen")
    assert tuple(held["rule"][name] for name in names) == expected
    assert held["isNim"] == (game.name == "Nim")


def test_endless_sets_are_listed_as_far_as_the_page_goes() -> None:
    held = data(gg.taking("squares").to_html(heaps=[70]))["heaps"]["rule"]
    assert held["takes"][0] == [k * k for k in range(1, 12)]


@pytest.mark.parametrize(
    ("game", "parameters", "message"),
    [
        (gg.octal("0.77"), {"heaps": []}, "heaps: expected one at least"),
        (gg.octal("0.77"), {"heaps": [1001]}, r"each up to 1000, .* ask outcome\(\)"),
        (gg.octal("0.77"), {"heaps": [1] * 21}, "heaps: expected at most 20"),
        (gg.octal("0.77"), {"heaps": [-1]}, "heaps"),
        (gg.octal("0.77"), {"heaps": "345"}, "heaps: expected"),
        (gg.octal("0.8888"), {"heaps": [400]}, "at most 10000 options .* choose smaller heaps"),
        (gg.octal("0.77"), {"play": "other"}, "play: expected"),
        (
            gg.octal("0.77"),
            {"heaps": [60], "play": "misere"},
            r"at most 20000 positions .* gg.solve\(game.graph\(60\), play='misere'\)",
        ),
    ],
)
def test_what_is_refused_of_heaps(
    game: Any, parameters: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        game.write_html(tmp_path / "page.html", **parameters)
    assert [*tmp_path.iterdir()] == []


def test_misere_nim_of_any_heaps() -> None:
    held = data(gg.all_but().to_html(heaps=[900, 901], play="misere"))
    assert held["play"] == "misere"


# -- pursuit and cops ------------------------------------------------------------------------------


def test_a_board_as_data() -> None:
    game = gg.PoliceAndThief(["..*", "..E"], police=(1, 2), thief=(0, 0))
    held = data(game.solve(remoteness=False).to_html())["pursuit"]
    assert held == {"rows": ["..*", "..E"], "police": [1, 2], "thief": [0, 0]}


def test_a_board_beyond_what_a_page_solves(tmp_path: Path) -> None:
    largest = gg.PoliceAndThief(["P" + "." * 705 + "T"]).solve(remoteness=False)
    assert data(largest.to_html())["kind"] == "pursuit"
    beyond = gg.PoliceAndThief(["P" + "." * 706 + "T"]).solve(remoteness=False)
    with pytest.raises(gg.TooLargeError, match=r"1000000 states, got 1002528.*graphgame serve"):
        beyond.write_html(tmp_path / "page.html")
    assert [*tmp_path.iterdir()] == []


def test_a_graph_as_data() -> None:
    held = data(SOLUTIONS["cops"]().to_html(centres=[(0, 0), (1, 0.5), (2, 0)]))
    assert held["shape"] == {"centres": [[0, 0], [1, 0.5], [2, 0]]}
    assert held["cops"] == {
        "cops": 2,
        "names": ["a", "b", "c"],
        "edges": [[0, 1], [1, 2]],
        "directed": False,
    }
    ring = gg.cops_and_robbers([(0, 1), (1, 0), (1, 2)], directed=True)
    assert data(ring.to_html())["cops"]["edges"] == [[0, 1], [1, 0], [1, 2]]


@pytest.mark.parametrize(
    ("edges", "cops", "parameters", "message"),
    [
        ([(0, 1)], 1, {"centres": [(0, 0)]}, "centres: expected 2 pairs, .* got 1"),
        ([(0, 1)], 1, {"centres": [(0, 0), "ab"]}, r"centres\[1\]: expected"),
        ([(0, 1)], 10, {}, "at most 9 cops .*graphgame serve"),
        ([(v, v + 1) for v in range(99)], 3, {}, "4000000 moves, .*graphgame serve"),
    ],
)
def test_what_is_refused_of_graphs(
    edges: Any, cops: int, parameters: dict[str, Any], message: str, tmp_path: Path
) -> None:
    solution = gg.cops_and_robbers(edges, cops=cops)
    with pytest.raises(gg.GraphGameError, match=message):
        solution.write_html(tmp_path / "page.html", **parameters)
    assert [*tmp_path.iterdir()] == []
