"""The index of the gallery: one file with a picture of each game, and links to their pages."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any, NamedTuple

import graphgame as gg
from tools.gallery import cards, thumbnails
from tools.gallery.games import Game

PAGE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --quiet: #555; --paper: #fff; --card: #f4f4f2;
  --line: #bbb; --edge: #767676; --link: #0059a0 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --quiet: #bbb; --paper: #16181b;
  --card: #23262b; --line: #555; --edge: #8b9199; --link: #8cc8ff; DARK } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 76rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }
p { max-width: 46rem }
a { color: var(--link) }
"""
STYLE = PAGE.replace("DARK", thumbnails.DARK) + cards.STYLE + thumbnails.STYLE


class Written(NamedTuple):
    """A game whose page has been written."""

    game: Game
    solution: Any
    look: dict[str, Any]
    size: int
    has_puzzles: bool


def card(page: Written) -> cards.Card:
    """Return the card of a game."""
    game, solution, look = page.game, page.solution, page.look
    facts = cards.facts(game.text, solution, look)
    return cards.Card(
        game.text,
        game.title,
        cards.picture(solution, look) or "",
        f"{facts} · {max(page.size // 1000, 1):,} kB",
        f"{game.name}.html",
        f"Source: <code>examples/{game.example}.py</code>",
        has_puzzles=page.has_puzzles,
    )


def index_page(pages: list[Written]) -> str:
    """Return the text of the index."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
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
        f"{cards.games([card(page) for page in pages])}"
        '<p><a href="sandbox.html">The sandbox</a>: draw a game of your own, and see outcomes and '
        "values change.</p>\n</main>\n</body>\n</html>\n"
    )
