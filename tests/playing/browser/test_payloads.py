"""Hostile texts in every place that takes one: shown as text, and no script of theirs runs."""

from __future__ import annotations

from typing import Any
from unicodedata import category
from xml.sax.saxutils import escape, quoteattr

import pytest

import graphgame as gg
from tests.playing.browser.agreement import READY
from tests.playing.browser.chromium import OpenPage

RUN = "globalThis.ran=1"
PAYLOADS = [
    f"</script><script>{RUN}</script>",
    f"</SCRIPT ><script>{RUN}</script>",
    f"<script>{RUN}</script>",
    f"<!--<script>{RUN}</script>",
    f"--><script>{RUN}</script>",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"</title><script>{RUN}</script>",
    f"</style><script>{RUN}</script>",
    f"</textarea><script>{RUN}</script>",
    f"</noscript><script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<img src='https://example.org/x' onload='{RUN}'>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<math><mtext></mtext><script>{RUN}</script></math>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<iframe src='javascript:parent.{RUN}'></iframe>",
    f"<object data='javascript:{RUN}'></object>",
    f"<embed src='javascript:{RUN}'>",
    f"<a href='javascript:{RUN}'>a link</a>",
    f"<body onload={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<video><source onerror={RUN}></video>",
    f"<link rel=stylesheet href='data:text/css,*{{}}' onload={RUN}>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    "<base href='https://example.org/'>",
    "<form action='https://example.org/'><button>send</button></form>",
    "<style>* { display: none }</style>",
    "<plaintext>",
    f"\" onmouseover=\"{RUN}\" x=\"",
    f"' onmouseover='{RUN}' x='",
    f"`${{{RUN}}}`",
    f"\\\"; {RUN}; //",
    f"'; {RUN}; //",
    f"{{{{constructor.constructor('{RUN}')()}}}}",
    f"${{{RUN}}}",
    f"javascript:{RUN}",
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    "&amp;&quot;&#60;&#x3c;",
    "\\u003cscript\\u003e",
    "__proto__",
    "{n} {player} {text}",
    "right \u202eto left\u2069 and \u2066isolated",
    "lines\u2028and\u2029paragraphs",
    "nothing \x00 to see",
    "tab\tand\r\nbreaks\x1b[31m",
    "combined " + "\u0301" * 300,
    "ten thousand " + "characters" * 1_000,
]  # fmt: skip
# All texts of the page, white space and what a browser replaces aside.
TEXTS = """() => {
  const parts = [document.title];
  for (const element of document.querySelectorAll("body *:not(script)")) {
    for (const name of ["aria-label", "aria-description", "title"]) {
      parts.push(element.getAttribute(name) ?? "");
    }
    for (const node of element.childNodes) if (node.nodeType === 3) parts.push(node.data);
  }
  return parts.join("\\n");
}"""


def test_there_are_fifty() -> None:
    assert len({*PAYLOADS}) == 50


def words(text: str) -> str:
    """Return a text without white space, and without what no page can show."""
    return "".join(x for x in text if not (x.isspace() or x == "\ufffd" or category(x) == "Cc"))


def check(page: Any, *texts: str) -> None:
    """Check that a page shows all texts, and that nothing of them has run."""
    page.wait_for_function(READY)
    found = words(page.evaluate(TEXTS))
    for text in texts:
        assert words(text) in found
    assert page.evaluate("globalThis.ran") is None
    assert page.locator("script").count() == 2
    assert page.locator("iframe, object, embed, img, base, plaintext, form[action]").count() == 0
    assert page.evaluate("document.querySelectorAll('style, link').length") == 2


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_hostile_texts_of_boards(number: int, open_page: OpenPage) -> None:
    """Title, name and text of a piece, and names of moves."""
    text = PAYLOADS[number]
    s = gg.solve([[1, 2], [2], []].__getitem__, start=0)
    source = s.to_html(
        board=lambda position: "ab."[position:] + "." * position,
        pieces={"a": {"text": text, "name": f"name {text}"}, "b": text},
        move=lambda position, option: f"move {option} {text}",
        title=f"title {text}",
        languages=["en"],
    )
    page = open_page(source)
    check(page, f"title {text}", f"move 1 {text}", f"move 2 {text}", f"name {text}")
    assert words(page.title()) == words(f"title {text}")
    page.evaluate("graphgame.match.set({ sides: ['person', 'person'], values: true })")
    page.evaluate("graphgame.match.play(graphgame.match.view.moves[0])")
    check(page, f"title {text}")
    page.evaluate("graphgame.app.translate('fa')")
    check(page, f"title {text}")


@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 5))
def test_hostile_labels(first: int, open_page: OpenPage) -> None:
    """Labels of positions, in the picture of the graph and in the list of moves."""
    labels = PAYLOADS[first : first + 5]
    options = {label: labels[at + 1 :] for at, label in enumerate(labels)}
    s = gg.solve(options.__getitem__, start=labels[0])
    page = open_page(s.to_html(languages=["en"]))
    # A label of 10 kB need not be shown in full.
    check(page, *(label[:10] for label in labels))
    for label in labels[1:]:
        page.evaluate(
            "(name) => graphgame.source.find(name).then((key) => graphgame.match.begin(key))", label
        )
        page.wait_for_function("(name) => graphgame.match.view.name === name", arg=label)
        check(page)


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_hostile_rules_players_and_goals(number: int, open_page: OpenPage) -> None:
    """What a page says of its game, in the panel, in lists, aloud, and at the end of a match."""
    text = PAYLOADS[number]
    s = gg.solve([[1, 2], [2], []].__getitem__, start=0)
    source = s.to_html(
        board=lambda position: "ab."[position:] + "." * position,
        rules={"en": f"rules {text}", "fa": f"in Persian {text}"},
        goal=f"goal {text}",
        players=(f"me {text}", f"you {text}"),
        languages=["en", "fa"],
    )
    page = open_page(source)
    check(page, f"rules {text}", f"goal {text}", f"me {text}", f"you {text}")
    page.evaluate("graphgame.match.set({ sides: ['person', 'machine'], values: true })")
    page.evaluate("graphgame.match.play(graphgame.match.view.moves[0])")
    page.evaluate("graphgame.app.delay = 0")
    page.wait_for_function("() => graphgame.match.isOver")
    check(page, f"me {text}", f"you {text}")
    assert words(f"me {text}") in words(page.locator("[role=log]").inner_text())
    assert page.locator(".judged").is_visible()
    page.evaluate("graphgame.app.translate('fa')")
    check(page, f"in Persian {text}", f"goal {text}", f"you {text}")


# Elements and attributes that a page makes of an author's drawing.
DRAWN = """() => [...document.querySelectorAll("svg.own, svg.own *")].flatMap((element) =>
  [element.localName, ...element.getAttributeNames()])"""
ALLOWED = {"svg", "circle", "text", "title", "viewBox", "class", "aria-hidden", "data-place",
           "x", "y", "cx", "cy", "r"}  # fmt: skip


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_hostile_texts_of_drawings(number: int, open_page: OpenPage) -> None:
    """Texts, titles and names of places of a board as SVG."""
    text = PAYLOADS[number]
    drawing = (
        f'<svg viewBox="0 0 60 20"><title>{escape(f"title {text}")}</title>'
        f'<text x="1" y="9">{escape(f"text {text}")}</text>'
        + "".join(
            f"<circle data-place={quoteattr(f'{k} {text}')} cx='{k}' cy='9' r='5'/>"
            for k in (10, 30, 50)
        )
        + "</svg>"
    )
    s = gg.solve([[1, 2], [2], []].__getitem__, start=0)

    def page_of(style: str) -> str:
        board = ["ab.", "b..", "..."]
        return s.to_html(board=board.__getitem__, style=style, languages=["en"])

    if any(category(x) == "Cc" and not x.isspace() for x in text) or "\x1b" in text:
        with pytest.raises(gg.GraphGameError, match=r"^style, line \d+, column \d+: expected SVG"):
            page_of(drawing)
        return
    page = open_page(page_of(drawing))
    check(page, f"title {text}", f"text {text}", f"10 {text}")
    assert {*page.evaluate(DRAWN)} <= ALLOWED
    page.evaluate("graphgame.match.set({ sides: ['person', 'person'] })")
    page.evaluate("graphgame.match.play(graphgame.match.view.moves[0])")
    check(page, f"title {text}")
    # The same as markup is not taken: an element that is not allowed, or no SVG at all.
    if "<" in text:
        with pytest.raises(gg.GraphGameError, match=r"^style, line \d+, column \d+: expected "):
            page_of(drawing.replace("</svg>", f"{text}</svg>"))
