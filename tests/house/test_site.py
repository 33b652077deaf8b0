"""The site, as far as it can be checked without building it; and the built one, if there is one.

Pinned here: every example has cells for the gallery, and every public name a place in the
reference; links of documents lead to the same file, or to its page; docstrings of examples become
reST without loss; without a network no inventory is asked for twice.  `make site-check` builds the
site and names it in GRAPHGAME_SITE: then every link inside of it must lead somewhere.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import graphgame as gg
from graphgame.drawing import svg
from tools.gallery.cards import facts, picture
from tools.gallery.games import example
from tools.site import assembly, dark, gallery, home, inventories, reference

ROOT = Path(__file__).parents[2]
SITE = os.environ.get("GRAPHGAME_SITE")
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
needs_site = pytest.mark.skipif(SITE is None, reason="make site-check names the site")


def test_every_example_has_cells_and_every_cell_an_example() -> None:
    assert sorted(path.stem for path in gallery.CELLS.glob("*.py")) == gallery.names()
    assert len(gallery.names()) >= 26


@pytest.mark.parametrize("name", gallery.names())
def test_the_script_of_an_example_has_all_its_code_and_draws(name: str) -> None:
    script = gallery.script(name)
    compile(script, name, "exec")
    code = (ROOT / "examples" / f"{name}.py").read_text("utf-8").split('"""', 2)[2]
    code = code.split(gallery.RUN)[0].strip()
    assert code.replace("__file__", f'"{name}.py"') in script and "__file__" not in script
    assert f'{name}.svg").write_text(' in script


def test_docstrings_become_rest() -> None:
    block = "    . *\n    * .\n\n      x"
    text = f"A game: it is *odd*.\n\nThe rules:\n\n{block}\n\nUse `f`, 2 * 3.\n"
    assert gallery.as_rest(text) == (
        f"A game\n======\n\nIt is \\*odd\\*.\n\nThe rules:\n\n"
        f".. code-block:: text\n\n{block}\n\nUse ``f``, 2 \\* 3."
    )


@pytest.mark.parametrize("name", gallery.names())
def test_no_word_of_a_docstring_is_lost(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text("utf-8").split('"""')[1]
    rest = gallery.as_rest(text).replace(gallery.BLOCK, "")
    words = re.findall(r"\w+", text.lower())
    assert re.findall(r"\w+", rest.lower()) == words


def test_every_public_name_has_a_place_in_the_reference() -> None:
    text = "\n".join(reference.pages().values())
    found = re.findall(
        r"\.\. auto(?:class|function|data|module):: graphgame\.(\w+)$", text, re.MULTILINE
    )
    assert sorted(found) == sorted(gg.__all__)


def test_rooms_of_the_reference_are_on_its_page() -> None:
    shown = re.findall(
        r"^(api-.*)$", (ROOT / "docs/reference/index.md").read_text("utf-8"), re.MULTILINE
    )
    assert shown == [reference.slug(heading) for heading in reference.CONTENTS]


def test_every_public_name_has_a_page_of_its_own_that_its_room_lists() -> None:
    pages = reference.pages()
    objects = [x for x in pages if x.startswith("reference/api/")]
    assert len({x.lower() for x in objects}) == len(objects) == len(gg.__all__)
    for heading, names in reference.rooms().items():
        room = pages[f"reference/{reference.slug(heading)}.md"]
        for name in names:
            assert f"| [{name}]({reference.place(name)}.md) | " in room
            assert pages[f"reference/{reference.place(name)}.md"].startswith(f"# {name}\n")


def test_the_reference_has_the_members_of_private_bases() -> None:
    """What `Solution` shares with other classes is a part of it; what tuples can do is known."""
    page = reference.pages()["reference/api/Solution.md"]
    assert "autoclass:: graphgame.Solution\n   :members:\n   :inherited-members: tuple," in page


def test_every_document_is_in_a_table_of_contents() -> None:
    docs = ROOT / "docs"
    listed = {docs / "index.md"}
    for page in docs.rglob("*.md"):
        for tree in TOCTREE.findall(page.read_text("utf-8")):
            entries = [x.split("<")[-1].strip(" >") for x in tree.splitlines() if x[:1] != ":"]
            found = [[*page.parent.glob(f"{x}.md")] for x in entries if x and ".." not in x]
            found += [[(page.parent / f"{x}.md").resolve()] for x in entries if ".." in x]
            listed |= {path for paths in found for path in paths}
    decisions = {*(docs / "decisions").glob("*.md")}  # explanation/decisions.md lists them
    assert [x for x in docs.rglob("*.md") if x not in listed | decisions] == []


def test_every_command_and_every_schema_is_in_the_reference() -> None:
    from graphgame.cli.parser import _COMMANDS

    pages = reference.pages()
    assert [Path(x).stem for x in pages if x.startswith("reference/commands/")] == [*_COMMANDS]
    for name in _COMMANDS:
        page = pages[f"reference/commands/{name}.md"]
        assert page.startswith(f"# graphgame {name}\n")
        examples = re.findall(r"^\$ .*\bgraphgame .*\n(.*)$", page, re.MULTILINE)
        assert len(examples) == 2
        assert name == "serve" or all(x != "```" for x in examples), "each prints something"
        assert f"commands/{name}\n" in pages["reference/help.md"]
    shown = re.findall(r"^## (\w+\.json)$", pages["reference/schemas.md"], re.MULTILINE)
    assert shown == sorted(path.name for path in (ROOT / "docs/schemas").glob("*.json"))


def test_the_first_page_has_a_board_that_its_code_has_made() -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    (path, page), *others = home.pages().items()
    assert not others
    assert f'src="{path.removeprefix("play/")}"' in text
    assert page.startswith("<!doctype html>") and "Take the last stone." in page
    # Six lines, the last of them broken into five; what follows is of another game.
    assert home.code().count("\n") == 10


def test_numbers_on_the_first_page_are_those_that_were_measured() -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    results = (ROOT / "bench" / "RESULTS.md").read_text("utf-8")
    compared, textbook, lists = re.findall(r"^:::\{grid-item-card\} (\d.*)$", text, re.MULTILINE)
    assert f"is faster in {compared} comparisons with rivals" in results
    random = r"^\| random 10\^6, degree 5 \| graphgame \| {} \| [^|]* \| {}× \|"
    for rival, factor in (("textbook C\\+\\+", textbook), ("Python lists", lists)):
        number = re.escape(factor.removesuffix(" times"))
        assert re.search(random.format(rival, number), results, re.MULTILINE)


def test_a_card_is_drawn_from_the_call_that_wrote_the_page() -> None:
    code = 'x = 1\ns.write_html("a.html", board=str, **more)\n'
    variables = {"s": "the solution", "more": {"title": "A"}}
    assert gallery.written(code, variables) == ("the solution", {"board": str, "title": "A"})
    with pytest.raises(ValueError, match="expected a cell that calls write_html"):
        gallery.written("x = 1", variables)


def test_a_card_of_a_controller_says_who_wins_and_its_states() -> None:
    found = example("arbiter").controller(2)
    assert facts("arbiter", found, {}) == f"Winner: Arbiter · {found.n} states"
    assert picture(found, {}) is None and 1 < found.n < 12


def test_links_lead_to_pages_and_to_copies_of_files(tmp_path: Path) -> None:
    source = ROOT / "docs" / "page.md"
    document = tmp_path / "page.md"
    document.write_text(
        "[a](../CONTRIBUTING.md#tests) [b](terms.md) [c](../bench/baselines/solve.cpp)\n"
        "[d](https://example.org) [e](../examples/nim.py) [f](schemas) [g](#here) [h](../nowhere)\n"
        "```text\n[i](../CONTRIBUTING.md)\n```\n",
        encoding="utf-8",
    )

    class Document(type(source)):  # type: ignore[misc]
        def read_text(self, encoding: str | None = None) -> str:
            return document.read_text(encoding=encoding)

    text, files = assembly.relinked(Document(source), "page.md")
    assert text == (
        "[a](project/contributing.md#tests) [b](terms.md) [c](files/bench/baselines/solve.cpp)\n"
        "[d](https://example.org) [e](examples/nim.rst) [f](reference/schemas.md) [g](#here) "
        "[h](../nowhere)\n"
        "```text\n[i](../CONTRIBUTING.md)\n```\n"
    )
    assert [*files] == ["files/bench/baselines/solve.cpp"]


def test_addresses_of_the_repository_become_links_inside() -> None:
    text = (
        "[a](https://example.org/us/blob/main/docs/terms.md#x) [b](https://example.org/us/issues)\n"
        "![c](https://example.org/us/raw/main/docs/page.png)\n"
        "[d](https://example.org/us/tree/main/docs/decisions)\n"
    )
    assert assembly.inside(text, ROOT / "docs" / "howto" / "x.md", "https://example.org/us") == (
        "[a](../terms.md#x) [b](https://example.org/us/issues)\n"
        "![c](../page.png)\n[d](../decisions)\n"
    )
    assert assembly.inside(text, ROOT / "README.md", None) == text


def test_without_a_network_one_inventory_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def refuse(address: str, timeout: float) -> None:
        asked.append(address)
        raise OSError

    monkeypatch.setattr(inventories, "FOLDER", tmp_path)
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    assert inventories.reachable.__wrapped__() == {}
    assert len(asked) == 1
    assert capsys.readouterr().err.count("\n") == 1


class Links(HTMLParser):
    """Collects the targets of links and sources of a page, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.targets.add(value)
            if name == "id" and value:
                self.anchors.add(value)


def links(page: Path) -> Links:
    found = Links()
    found.feed(page.read_text(encoding="utf-8"))
    return found


@needs_site
def test_every_link_inside_the_built_site_leads_somewhere() -> None:
    assert SITE is not None
    site = Path(SITE).resolve()
    # Pages to play in are single files, made by scripts, and have tests of their own; the theme's
    # folder has a template.
    others = {"play", "_static"}
    files = [x for x in site.rglob("*.html") if x.parent.name not in others]
    pages = {x: links(x) for x in files if x.parent.parent != site / "shelf"}
    assert len(pages) >= 90 and site / "shelf" / "index.html" in pages
    lost = []
    for page, found in pages.items():
        for target in found.targets:
            url = urlsplit(target)
            if url.scheme or url.netloc:
                continue
            file = (page.parent / unquote(url.path)).resolve() if url.path else page
            anchors = pages[file].anchors if file in pages else None
            if not file.is_file() or (url.fragment and anchors and url.fragment not in anchors):
                lost.append(f"{page.relative_to(site)}: {target}")
    assert lost == []


@needs_site
def test_the_built_reference_has_every_method_of_every_class() -> None:
    from tests.house.test_methods import METHODS

    assert SITE is not None
    text = "".join(x.read_text("utf-8") for x in (Path(SITE) / "reference" / "api").glob("*.html"))
    there = {*re.findall(r'id="graphgame\.(\w+\.\w+)"', text)}
    assert {f"{name}.{method}" for name, method, _ in METHODS} - there == set()


@needs_site
def test_every_example_of_the_built_site_has_a_picture_of_its_own() -> None:
    assert SITE is not None
    index = (Path(SITE) / "examples" / "index.html").read_text("utf-8")
    cards = index.split('<li class="card-of-game">')[1:]
    shown = {}
    for card in cards:
        drawn = re.search(r'<(svg|div) class="thumbnail".*?</svg>|<img [^>]*>', card, re.DOTALL)
        leads = re.search(r'href="(?:\.\./play/)?(\w+)\.html"', card)
        assert drawn and leads
        assert drawn[1] or f"sphx_glr_{leads[1]}_thumb.svg" in drawn[0]
        shown[leads[1]] = drawn[0]
    assert len({*shown.values()}) == len(cards)
    assert {*shown} == set(gallery.names())


# -- light and dark pictures -----------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark_one, light_one = sorted((luminance(one), luminance(other)))
    return (light_one + 0.05) / (dark_one + 0.05)


def test_colours_of_pictures_can_be_told_by_what_they_are_for() -> None:
    """But for the paper, no colour on white is that of a shape, or of a text on one."""
    looks = [*svg.LOOKS.values(), *svg.TIED.values(), *svg.WINNERS, svg.PLAIN]
    others = {x.upper() for look in looks for x in (look.fill, look.text)} | {svg.DARK, svg.LIGHT}
    named = {colour.upper() for name, colour in svg.ON_WHITE.items() if name != svg.PAPER}
    assert len(named) == len(svg.ON_WHITE) - 1
    assert named & others == set()
    assert {x.upper() for x in dark.ON_DARK.values()} & named == set()
    assert {*dark.ON_DARK} == {*svg.ON_WHITE}


def test_dark_pictures_are_read_on_dark_pages() -> None:
    for name in (svg.INK, svg.FAINT):
        assert contrast(dark.ON_DARK[name], dark.PAGE) >= 4.5
        assert contrast(dark.ON_DARK[name], dark.ON_DARK[svg.BAND]) >= 4.5
    assert contrast(dark.ON_DARK[svg.INK], dark.ON_DARK[svg.SHADE]) >= 4.5
    assert contrast(dark.ON_DARK[svg.WALL], dark.PAGE) >= 3
    for look in (*svg.LOOKS.values(), *svg.WINNERS):
        assert contrast(look.fill, dark.PAGE) >= 3


def test_a_dark_picture_has_no_paper_and_is_else_the_same() -> None:
    light = gg.solve({"a": ["b", "c"], "b": ["a"], "c": []}).to_svg()
    found = dark.dark(light)
    assert found is not None
    assert 'fill="#FFFFFF"/>' in light and 'rx="8"' not in found
    for name, colour in svg.ON_WHITE.items():
        if name != svg.PAPER:
            assert f'"{colour}"' not in found
    strip = r'<rect width="[^"]*" height="[^"]*" rx="8"[^>]*>\n|"#[0-9A-Fa-f]{6}"'
    assert re.sub(strip, "", light) == re.sub(strip, "", found)
    own = '<svg viewBox="0 0 9 8"><rect width="9" height="8" fill="white"/><text>a</text></svg>'
    assert dark.dark(own) == '<svg viewBox="0 0 9 8" fill="#E6EAEE"><text>a</text></svg>'
    for none in ("<svg viewBox='0 0 9 9'/>", "text", own.replace('9" h', '5" h'), found):
        assert dark.dark(none) is None


def test_a_page_has_both_pictures(tmp_path: Path) -> None:
    picture = '<svg viewBox="0 0 9 8"><rect width="9" height="8" fill="#fff"/></svg>'
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.svg").write_text(picture)
    (tmp_path / "images" / "logo.svg").write_text(picture)
    (tmp_path / "images" / "b.svg").write_text("<svg/>")
    rest = '<img src="images/b.svg"><img src="images/logo.svg"><img src="https://x.org/c.svg">'
    page = tmp_path / "page.html"
    page.write_text(f'<img alt="A" class="x" src="images/a.svg" srcset="images/a.svg, ">{rest}')
    assert dark.add_dark_pictures(tmp_path) == 1
    shown = (
        '<img loading="lazy" alt="A" class="only-{} x" src="images/a{}.svg" '
        'srcset="images/a{}.svg, ">'
    )
    expected = shown.format("light", "", "") + shown.format("dark", "-dark", "-dark") + rest
    assert page.read_text() == expected
    assert (tmp_path / "images" / "a-dark.svg").read_text().count("rect") == 0
    dark.add_dark_pictures(tmp_path)
    assert page.read_text() == expected


@needs_site
def test_no_picture_of_the_built_site_is_a_white_slab_in_the_dark() -> None:
    pages = [x for x in Path(SITE or "").rglob("*.html") if "play" not in x.parts]
    found = 0
    for page in pages:
        for image in re.findall(r'<img [^>]*src="[^":]+\.svg"[^>]*>', page.read_text("utf-8")):
            (source,) = re.findall(r'src="([^"]+)"', image)
            if "only-light" not in image and "logo" not in image:
                assert dark.dark((page.parent / source).read_text("utf-8")) is None
            found += "only-dark" in image
    assert found > 30
