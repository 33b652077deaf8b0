"""The index of the gallery: one file with a picture of each game, and links to their pages."""

from __future__ import annotations

import html
from base64 import b64encode
from hashlib import sha256
from typing import Any, NamedTuple

import graphgame as gg
from tools.gallery.games import Game, example
from tools.gallery.thumbnails import board_picture, graph_picture, heaps_picture

STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --quiet: #555; --paper: #fff; --card: #f4f4f2;
  --line: #bbb; --link: #0059a0 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --quiet: #bbb; --paper: #16181b;
  --card: #23262b; --line: #555; --link: #8cc8ff } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 70rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)) }
li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem;
  position: relative }
li:focus-within, li:hover { outline: 2px solid var(--link) }
h2 { font-size: 1.125rem; margin: .75rem 0 .25rem }
p { margin: .25rem 0 }
li p + p { color: var(--quiet); font-size: .875rem }
a { color: var(--link) }
li a::after { content: ""; position: absolute; inset: 0 }
svg { display: block; margin: 0 auto; max-width: 100%; height: auto }
svg text { font-family: sans-serif; font-size: .6px; text-anchor: middle }
.ink { fill: var(--ink) } .on { fill: #fff }
.cell { fill: var(--paper); stroke: var(--line); stroke-width: .04 }
.wall { fill: var(--quiet) } .stone { fill: #0072b2 }
line { stroke: var(--quiet); stroke-width: .08 }
"""


PURSUIT = {
    "P": {"text": "P", "shape": "disc", "colour": "#0072b2"},
    "T": {"text": "T", "shape": "disc", "colour": "#d55e00"},
}


class Written(NamedTuple):
    """A game whose page has been written."""

    game: Game
    solution: Any
    look: dict[str, Any]
    size: int


def picture(page: Written) -> str:
    """Return the picture of the start of a game."""
    solution, look = page.solution, page.look
    if page.game.kind == "heaps":
        return heaps_picture(look["heaps"])
    if page.game.kind == "graph":
        return graph_picture(look["centres"], example("cops").GRAPHS["Petersen"], {}, {})
    if "board" not in look:
        return board_picture("\n".join(example("police").BOARD), PURSUIT, None)
    board = look["board"]([*solution.line()][page.game.plies])
    return board_picture(board, look.get("pieces", {}), look.get("centres"))


def facts(page: Written) -> str:
    """Return what is known of a game: its size, its outcome, and the size of its page."""
    solution, size = page.solution, f"{max(page.size // 1000, 1):,} kB"
    if page.game.kind == "heaps":
        return f"heaps of any size · {size}"
    plies = solution.remoteness_of(solution.start)
    how = f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies > 0 else ""
    return f"{len(solution):,} positions · the start: {solution.result}{how} · {size}"


def index_page(pages: list[Written]) -> str:
    """Return the text of the index."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    items = "".join(
        f"<li>{picture(page)}"
        f'<h2><a href="{page.game.name}.html">{html.escape(page.game.title)}</a></h2>'
        f"<p>{html.escape(page.game.about)}</p><p>{html.escape(facts(page))}</p></li>\n"
        for page in pages
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'sha256-{digest}'; img-src data:\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>The gallery of graphgame</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        "<main>\n<h1>Play against the perfect player</h1>\n"
        "<p>Each page is one file that needs no network. It knows the outcome of every position, "
        f"and how to win where a win is possible. graphgame {gg.__version__}.</p>\n"
        f"<ul>\n{items}</ul>\n"
        '<p><a href="sandbox.html">The sandbox</a>: draw a game of your own, and see outcomes and '
        "values change.</p>\n</main>\n</body>\n</html>\n"
    )
