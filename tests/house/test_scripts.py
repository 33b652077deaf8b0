"""The scripts and styles of the page: what they do not use, and how large they are.

Pinned here: no text becomes HTML or a program, nothing is left of debugging, nothing is loaded;
every file is part of a page; the words that a page says are there; functions and pages stay small.
Types are checked by `make lint`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.playing.look import LANGUAGES
from graphgame.playing.page import (
    _NEEDED,
    _SHORTER,
    _SPACED,
    FEATURES,
    SCRIPTS,
    STYLES,
    _shorter,
    build_page,
)

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "graphgame" / "playing" / "page"
if not PAGE.exists():
    pytest.skip("the sources are not here", allow_module_level=True)

SOURCES = sorted(PAGE.rglob("*.*"))
FORBIDDEN = {
    r"\bconsole\b": "what is left of debugging",
    r"\bdebugger\b": "what is left of debugging",
    r"\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write": "text that becomes HTML",
    r"\beval\(|\bnew Function\b|\bjavascript:": "text that becomes a program",
    r"""["']style["']\s*[,:]|\bstyle:|\bcssText\b""": "style attributes, which the policy forbids",
    r"\b(import|export)\b\s*[\w{(*]": "modules, which file:// cannot load",
    r"@import\b|\burl\((?!['\"]?(data:|#))|https?://(?!www\.w3\.org/)": "what a page would load",
}


def code(path: Path) -> str:
    """Return a file without its comments."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)(^|\s)//.*$", "", text)


def forbidden(path: Path) -> list[str]:
    """Return what a script or a style sheet uses and must not."""
    return [
        f"{path.name}: {match[0]}: {reason}"
        for pattern, reason in FORBIDDEN.items()
        for match in re.finditer(pattern, code(path))
        if not (path.suffix == ".css" and "attributes" in reason)
    ]


def test_what_scripts_and_styles_do_not_use() -> None:
    assert [found for path in SOURCES for found in forbidden(path)] == []


@pytest.mark.parametrize(
    "line",
    [
        "console.log(1);",
        "debugger;",
        "element.innerHTML = text;",
        "eval(text);",
        'make("p", { style: "color: red" });',
        'element.setAttribute("style", text);',
        'import { make } from "./elements.js";',
        'img.src = "https://example.org/";',
        "body { background: url(x.png); }",
    ],
)
def test_each_of_them_is_found(line: str, tmp_path: Path) -> None:
    planted = tmp_path / "planted.js"
    planted.write_text(f"/* console */ const url = 1; // eval(\n{line}\n", encoding="utf-8")
    assert forbidden(planted) != []


@pytest.mark.parametrize("kind", SCRIPTS)
def test_each_word_of_a_page_is_added_once(kind: str) -> None:
    """Two files that add one key would each get the words of the other."""
    keys: dict[str, list[str]] = {}
    for name in SCRIPTS[kind]:
        text = code(PAGE / f"{name}.js")
        for rows in re.findall(r"^addWords\(\{(.*?)^\}\)", text, re.DOTALL | re.MULTILINE):
            for key in re.findall(r"^  (\w+):", rows, re.MULTILINE):
                keys.setdefault(key, []).append(name)
    assert len(keys) > 40
    assert {key: files for key, files in keys.items() if len(files) > 1} == {}


def words(kind: str) -> set[str]:
    """Return the keys of the words that the scripts of a page add."""
    texts = [code(PAGE / f"{name}.js") for name in SCRIPTS[kind]]
    rows = re.findall(r"^addWords\(\{(.*?)^\}\)", "\n".join(texts), re.DOTALL | re.MULTILINE)
    return {key for row in rows for key in re.findall(r"^  (\w+):", row, re.MULTILINE)}


@pytest.mark.parametrize("kind", SCRIPTS)
def test_a_page_has_the_words_that_it_says(kind: str) -> None:
    """A key without words would be shown itself."""
    text = "\n".join(code(PAGE / f"{name}.js") for name in SCRIPTS[kind])
    calls = r"\b(?:say|sayNumber|showHint|announce|button|namedPiece|new Problem)"
    said = set(re.findall(rf'{calls}\(\s*"(\w+)"', text))
    assert len(said) > 40
    assert said - words(kind) == set()


# A function is counted with all that is nested in it, so that a closure counts as a whole; of a
# class, each method.  Functions and methods begin, and end, in the columns 0 and 2.
MOST_LINES = 60
BEGINNING = re.compile(
    r"(?:async )?function (?P<function>\w+)\(|(?:const|let) (?P<arrow>\w+) = .*=>.*\{$"
    r"|  (?:(?:static|async|get|set) )*(?P<method>#?\w+)\(.*\{$"
)
QUOTED = re.compile(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"")


def function_lengths(text: str) -> dict[str, int]:
    """Return the lines of each top-level function and of each method of a script."""
    lines = text.split("\n")
    lengths = {}
    owner = ""
    for first, line in enumerate(lines):
        if declared := re.match(r"class (\w+)", line):
            owner = f"{declared[1]}."
        if line == "}":
            owner = ""
        found = BEGINNING.match(line)
        if not found or (found["method"] and not owner):
            continue
        indent = "  " if found["method"] else ""
        ends = (f"{indent}}}", f"{indent}}};")
        last = first
        if QUOTED.sub("", line).count("{") > QUOTED.sub("", line).count("}"):
            last = next(n for n in range(first, len(lines)) if lines[n] in ends)
        lengths[owner + found[found.lastgroup or 0]] = last - first + 1
    return lengths


def test_functions_stay_short() -> None:
    long, overlooked = [], []
    for path in sorted(PAGE.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        lengths = function_lengths(text)
        long += [f"{path.name}: {name}: {n}" for name, n in lengths.items() if n > MOST_LINES]
        # Each function that is declared, and something of each class, was measured.
        declared = re.findall(r"^(?:async )?function (\w+)", text, re.MULTILINE)
        classes = re.findall(r"^class (\w+)", text, re.MULTILINE)
        measured = {*lengths, *(name.partition(".")[0] for name in lengths)}
        overlooked += [f"{path.name}: {x}" for x in {*declared, *classes} - measured]
    assert long == [] and overlooked == []


def test_what_is_long_is_found() -> None:
    body = "    // }\n" * 70
    text = f"class A {{\n  get b() {{\n{body}  }}\n}}\nfunction c({{ d }}) {{\n{body}}}\n"
    text += "function e() {\n  return 1;\n}\nconst f = (g) => {\n" + body + "};\n"
    assert function_lengths(text) == {"A.b": 72, "c": 72, "e": 3, "f": 72}


@pytest.mark.parametrize("kind", SCRIPTS)
def test_scripts_and_styles_of_a_page_stay_small(kind: str) -> None:
    empty = build_page({"kind": kind}, languages=LANGUAGES)
    assert len(empty.encode()) <= 110_000
    assert len(build_page({"kind": kind}).encode()) <= 95_000  # in one language


def _take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


PAGES: dict[str, Callable[..., str]] = {
    "graph": gg.solve(_take, start=21).to_html,
    "board": lambda **look: gg.solve(_take, start=21).to_html(
        board=lambda n: f"{'o' * n:.<21}", **look
    ),
    "heaps": gg.all_but().to_html,
    "sum": lambda **look: gg.grundy(_take, start=9).to_html(
        [9, 7], board=lambda n: "o" * n, **look
    ),
    "Left and Right": gg.partizan(_take, _take, start=9).to_html,
    "police": gg.PoliceAndThief(["P....", ".....", "....T"]).solve().to_html,
    "cops": gg.cops_and_robbers([(v, (v + 1) % 6) for v in range(6)], cops=2).to_html,
}


class _Race:
    """A race: a step or three, and then a coin decides whether one goes on or slips."""

    def owner(self, n: int) -> int | str:
        return "chance" if n % 2 else 0

    def options(self, n: int) -> list[int]:
        return [] if n % 2 or n >= 8 else [n + 1, n + 3]

    def chance(self, n: int) -> list[tuple[int, int]] | None:
        return [(n + 1, 1), (n - 1, 1)] if n % 2 else None


def _dice(**look: Any) -> str:
    return gg.solve_chance(_Race(), start=0).to_html(**look)


OWNED = gg.solve_buchi({"a": ["b", "c"], "b": ["a"], "c": ["c"]}, {"a": 0, "b": 1, "c": 0}, "b")
# Pages that have what those above have not.
MORE: dict[str, Callable[..., str]] = {
    "dice": lambda **look: _dice(board=lambda n: f"{'o' * n:.<12}", **look),
    "dice without a board": _dice,
    "owners": lambda **look: OWNED.to_html(board=str, **look),
    "owners without a board": OWNED.to_html,
    "a drawing": lambda **look: OWNED.to_html(
        board=str,
        style='<svg viewBox="0 0 9 9"><rect data-place="x" width="9" height="9"/></svg>',
        **look,
    ),
    "hexagons": lambda **look: OWNED.to_html(board=str, style="hexagonal", **look),
    "published": lambda: build_page(
        {"kind": "published", "shape": {"centres": None}, "puzzles": ["1"], "style": "falling"},
        languages=LANGUAGES,
    ),
}
# The bytes of scripts and styles in five languages, at most: what they weigh now, and 1 % more.
WEIGHTS = {
    "graph": 84_100,
    "board": 98_600,
    "heaps": 97_000,
    "sum": 96_300,
    "Left and Right": 86_300,
    "police": 108_100,
    "cops": 108_100,
    "dice": 100_100,
    "dice without a board": 85_800,
    "owners": 101_700,
    "owners without a board": 87_500,
    "a drawing": 106_200,
    "hexagons": 106_800,
    "published": 110_000,
}


def scripts_of(page: str) -> str:
    """Return the scripts of a page."""
    (found,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    return str(found)


@pytest.mark.parametrize("kind", WEIGHTS)
def test_scripts_and_styles_weigh_what_they_did(kind: str) -> None:
    """Beside 60 kB, which a plain board game should weigh and does not, and 110 kB for all."""
    page = (PAGES | MORE)[kind]()
    (style,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    weight = len((scripts_of(page) + style).encode())
    assert weight <= WEIGHTS[kind] <= 110_000


# What the scripts of a page name though it is not there: they ask before whether it is needed.
GUARDED = {
    *("arrowsText", "callDraw", "drawButton", "isRepeated", "nameMarkers", "pointsText"),
    *("stuckText", "turnChoice", "withoutMarkers"),
    *("BoardPanel", "ChanceApp", "Puzzles", "TableBoards", "TableLists", "TableSteps"),
    *("analysisPanel", "boardEditor", "cellName", "chanceSource", "cheapest", "columnName"),
    *("copsSource", "countedByOwner", "countedByRemoteness", "differenceName", "drawTree"),
    *("graphPanel", "gridLines", "heapSource", "hexagons", "histogramPicture", "httpSource"),
    *("insightPanel", "judged", "lossWord", "ownedMark", "ownedSource", "paintPlace"),
    *("Sideways", "partizanSource", "placeOnDrawing", "pursuitSource", "puzzlesButton", "regionOf"),
    "publishedSource",
    *("regionsPicture", "shortName", "showRegions", "solvingPanel", "spots", "sumSource"),
    *(
        "GridEditor",
        "textEditor",
        "decisions",
        "summary",
        "tableChances",
        "tableSource",
        "taskPanel",
        "valueChart",
        "wonBy",
    ),
}


@pytest.mark.parametrize("kind", WEIGHTS)
def test_a_page_has_what_its_scripts_name(kind: str) -> None:
    script = scripts_of((PAGES | MORE)[kind]())
    declared = {
        name
        for path in SOURCES
        if path.suffix == ".js" and path.parent.name != "sandbox"
        for name in re.findall(
            r"^(?:async )?(?:function\*?|class|const|let) (\w+)", code(path), re.MULTILINE
        )
    }
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', script)
    there = {*re.findall(r"(?:function\*?|class|let|,) ?(\w+)", bare)}
    named = {*re.findall(r"(?<![.\w])(\w+)(?=\()|new (\w+)", bare)}
    missing = {name for both in named for name in both if name in declared} - there
    assert missing <= GUARDED
    # A key without words would be shown itself.
    calls = r"\b(?:say|sayNumber|showHint|announce|button|namedPiece|new Problem)"
    said = {*re.findall(rf'{calls}\("(\w+)"', script)}
    assert said <= {*re.findall(r"(\w+):\[", script)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_files_say_in_their_first_line_what_they_are_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = _NEEDED.match(text)
    assert text.count("Needed:") == (found is not None)
    if found is not None:
        assert {word.removeprefix("no ") for word in found[1].split(", ")} <= {*FEATURES}


def test_every_feature_is_what_a_file_is_for() -> None:
    firsts = [_NEEDED.match(path.read_text(encoding="utf-8")) for path in SOURCES]
    words = {x.removeprefix("no ") for found in firsts if found for x in found[1].split(", ")}
    assert words == {*FEATURES}


@pytest.mark.parametrize("kind", PAGES)
def test_pages_with_puzzles_stay_small(kind: str) -> None:
    """Beside their data."""
    for languages, most in ((None, 110_000), (["en"], 95_000)):
        text = PAGES[kind](languages=languages)
        assert "giveUp" in text, "puzzles"
        assert len(re.sub(r'id="game">.*?</script>', "", text).encode()) <= most


def test_a_plain_board_game_has_what_it_needs() -> None:
    """Without puzzles, owners, drawings and figures."""
    game = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)
    look: dict[str, Any] = {"board": lambda n: f"{'o' * n:.<7}", "puzzles": 0}
    one, all_five = game.to_html(languages=["en"], **look), game.to_html(**look)
    assert len(one.encode()) <= 90_000 and len(all_five.encode()) <= 100_000
    assert "Take back" in one and "Lùi một nước" not in one and "Взять" not in one
    assert all(text in all_five for text in ("Take back", "Lùi một nước", "Взять"))


def test_every_file_is_part_of_a_page() -> None:
    scripts = {f"{name}.js" for names in SCRIPTS.values() for name in names}
    styles = {f"{name}.css" for names in STYLES.values() for name in names}
    assert {path.relative_to(PAGE).as_posix() for path in SOURCES} == scripts | styles


def test_scripts_and_styles_are_checked_by_lint() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^TYPESCRIPT := \d+\.\d+\.\d+$", makefile, re.MULTILINE)
    settings = (ROOT / "tools" / "tsconfig.json").read_text(encoding="utf-8")
    assert '"strict": true' in settings and '"../graphgame/playing/page/**/*.js"' in settings


# -- spaces that say nothing -----------------------------------------------------------------------


def unclear(text: str) -> list[str]:
    """Return what would be taken for another thing when spaces around signs are left out.

    A template within a template ends the outer one there, and a slash that is neither a sign of
    division between spaces nor the end of an element begins a regular expression.
    """
    texts = [found[1] for found in _SPACED.finditer(text) if found[1]]
    wrong = [x for x in texts if x[0] == "`" and x.count("${") > x.count("}")]
    left = _SPACED.sub(lambda found: '""' if found[1] else found[0], text)
    return wrong + re.findall(r".*(?<!/)(?<! )/(?!/)(?!=).*|.*(?<!/)/(?!/)(?![ =]).*", left)


@pytest.mark.parametrize("path", [x for x in SOURCES if x.suffix == ".js"], ids=lambda x: x.name)
def test_scripts_can_be_squeezed(path: Path) -> None:
    assert unclear(code(path)) == []


@pytest.mark.parametrize("line", ["`a ${x ? `b : c` : d}`", "a/b;", "a /b;", "(a)/ b;", "`${`"])
def test_what_cannot_be_squeezed_is_found(line: str) -> None:
    assert unclear(line)


def test_what_is_squeezed_keeps_texts_and_expressions() -> None:
    line = 'const a = x ? `${y}  : ${z}` : "p = q"; b = c.replace(/[a : b] = /g, "") / 2 - -d;'
    squeezed = 'const a=x?`${y}  : ${z}`:"p = q";b=c.replace(/[a : b] = /g,"") / 2 - -d;'
    assert _SPACED.sub(r"\1\2", line) == squeezed


def test_what_is_shortened_means_the_same() -> None:
    line = 'const f=(x)=>{return x+";}";};g((y)=>`const ${y};}`,async(z)=>z.const);h((a,b)=>a/b);'
    short = 'let f=x=>{return x+";}"};g(y=>`const ${y};}`,async(z)=>z.const);h((a,b)=>a/b);'
    assert _SHORTER.sub(_shorter, line) == short
