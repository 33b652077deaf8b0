"""A shelf of solved games: build them, publish them, check them, and list them on a page.

    python -m tools.shelf FOLDER
    python -m tools.shelf FOLDER connect_four-6x4 queen_and_pawns-7

Without names, those games are built that take seconds.  Each becomes one file, which is compared
with its source, and checked from the rule alone.  Games with a rule in C and a board get a page to
play in, if clang and wasm-ld are there; then the file lies in a folder with the page.  `index.html`
says of each how large it is, how many positions win, lose and draw, and who wins from the start.
Put the folder on any web host; then `gg.Database.open` and `graphgame query` read the files there.
What is on the shelf already is kept.
"""

from __future__ import annotations

import argparse
import html
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import graphgame as gg
from graphgame.answers.publishing import coded
from tools.shelf_pages import PAGES

ROOT = Path(__file__).parents[1]


class Game(NamedTuple):
    """A game of the shelf: how people call it, what builds it, and whether that takes minutes."""

    title: str
    build: Callable[[], gg.Database[Any]]
    large: bool = False


def _connect_four(
    width: int, height: int, *, symmetric: bool = False, store: str = "all"
) -> gg.Database[Any]:
    from connect_four import POSITIONS, ConnectFour

    game = ConnectFour(width, height)
    return gg.build(
        game.library.options,
        start=game.start,
        presets=game.library.preset,
        canonical=game.library.mirror if symmetric else None,
        expect=POSITIONS.get((width, height)) if store == "all" else None,
        store=store,
    )


def _dodgem(n: int) -> gg.Database[Any]:
    import dodgem

    rule, cells = dodgem.rule(n), n * n
    mask = (1 << cells) - 1

    def options(code: int) -> list[int]:
        position = code & mask, code >> cells & mask, code >> 2 * cells
        return [a | b << cells | turn << 2 * cells for a, b, turn in rule(position)]

    mine, theirs, _ = dodgem.start(n)
    return gg.build(options, start=mine | theirs << cells, play="misere")


def _othello() -> gg.Database[Any]:
    import othello

    # A page shows who moves: positions say it by a bit that is set where White does.
    side, cells = 1 << 32, (1 << 16) - 1

    def split(code: int) -> tuple[int, int]:
        return code & cells, code >> 16 & cells

    def options(code: int) -> list[int]:
        return [a | b << 16 | ~code & side for a, b in othello.options(split(code))]

    def preset(code: int) -> int | None:
        score = othello.score(split(code))
        return None if score is None else (score > 0) - (score < 0)

    own, other = othello.START
    return gg.build(options, start=own | other << 16, presets=preset)


def _fox_and_hounds(n: int) -> gg.Database[Any]:
    from fox_and_hounds import FoxAndHounds

    game = FoxAndHounds(n)
    return gg.build(game.library.options, start=game.start, presets=game.library.preset)


def _numpy_rule(module: str, name: str, n: int) -> gg.Database[Any]:
    game = getattr(__import__(module), name)(n)
    return gg.build(game.options, start=game.start, presets=getattr(game, "preset", None))


def _compiled(module: str, name: str, *sizes: int) -> gg.Database[Any]:
    game = getattr(__import__(module), name)(*sizes)
    rule = game.library
    return gg.build(rule.options, start=game.start, presets=rule.preset, canonical=rule.canonical)


def _mu_torere() -> gg.Database[Any]:
    from mu_torere import MuTorere

    game = MuTorere()
    return gg.build(game.options, start=game.start)


def _morris() -> gg.Database[Any]:
    from nine_mens_morris import NineMensMorris

    return NineMensMorris(3, 3).build()


def _queen_against_rook() -> gg.Database[Any]:
    from _queen_against_rook import QueenAgainstRook

    return QueenAgainstRook().build()


def _dobutsu(pieces: str) -> gg.Database[Any]:
    from dobutsu_shogi import DobutsuShogi

    # A page shows who moves; classes are stored by the positions that do not say it.
    game = DobutsuShogi(pieces)
    return gg.build(game.sided_rule("canonical"), start=game.start, store="undecided")


GAMES: dict[str, Game] = {
    "connect_four-4x4": Game("Connect-4 on 4 × 4", lambda: _connect_four(4, 4)),
    "connect_four-4x5": Game("Connect-4 on 4 × 5", lambda: _connect_four(4, 5)),
    "connect_four-5x4": Game("Connect-4 on 5 × 4", lambda: _connect_four(5, 4)),
    "connect_four-5x4-classes": Game(
        "Connect-4 on 5 × 4, up to symmetry", lambda: _connect_four(5, 4, symmetric=True)
    ),
    "dodgem-4": Game("Dodgem on 4 × 4", lambda: _dodgem(4)),
    "queen_and_pawns-5": Game(
        "Queen and Pawns on 5 × 5", lambda: _numpy_rule("queen_and_pawns", "QueenAndPawns", 5)
    ),
    "queen_and_pawns-6": Game(
        "Queen and Pawns on 6 × 6", lambda: _numpy_rule("queen_and_pawns", "QueenAndPawns", 6)
    ),
    "fox_and_hounds-8": Game(
        "Fox and Hounds on 8 × 8", lambda: _numpy_rule("fox_and_hounds", "FoxAndHounds", 8)
    ),
    "othello-4": Game("Othello on 4 × 4", _othello),
    "quixo-4": Game("Quixo on 4 × 4", lambda: _compiled("quixo", "Quixo", 4)),
    "teeko-4": Game("Teeko on 4 × 4", lambda: _compiled("teeko", "Teeko", 4)),
    "mu_torere": Game("Mū tōrere", _mu_torere),
    "nine_mens_morris-3-3": Game("Nine men's morris, three men each", _morris),
    "queen_against_rook": Game("King and queen against king and rook", _queen_against_rook),
    "dobutsu_shogi-EG": Game("Dobutsu shogi without chicks", lambda: _dobutsu("EG")),
    "fox_and_hounds-10": Game("Fox and Hounds on 10 × 10", lambda: _fox_and_hounds(10), large=True),
    "dobutsu_shogi": Game("Dobutsu shogi", lambda: _dobutsu("EGC"), True),
    "connect_four-6x4": Game("Connect-4 on 6 × 4", lambda: _connect_four(6, 4), True),
    "connect_four-6x4-classes": Game(
        "Connect-4 on 6 × 4, up to symmetry", lambda: _connect_four(6, 4, symmetric=True), True
    ),
    "connect_four-6x4-undecided": Game(
        "Connect-4 on 6 × 4, up to symmetry, without finished positions",
        lambda: _connect_four(6, 4, symmetric=True, store="undecided"),
        True,
    ),
    "queen_and_pawns-7": Game(
        "Queen and Pawns on 7 × 7", lambda: _numpy_rule("queen_and_pawns", "QueenAndPawns", 7), True
    ),
}


def put(folder: Path, name: str) -> dict[str, Any]:
    """Build, publish and check a game; return what the page says of it."""
    source = GAMES[name].build()
    file = _publish(source, folder, name)
    rule = coded(source)[1]
    with gg.Database.open(file, rule) as published:
        published.verify(source)
        published.verify()
        return {
            "title": GAMES[name].title,
            "positions": len(published),
            "bytes": file.stat().st_size,
            "counts": {str(outcome): count for outcome, count in published.counts().items()},
            "result": str(published.result),
            "plies": published.remoteness_of(published.start),
            "starts": len(published._fields["start"]),
            "longest": max(published.longest().values()),
            "play": str(published.play),
            "file": file.relative_to(folder).as_posix(),
        }


def _publish(source: gg.Database[Any], folder: Path, name: str) -> Path:
    """Publish a game, with a page where it has one and can be compiled; return its file."""
    site = folder / name
    if name not in PAGES or not (shutil.which("clang") and shutil.which("wasm-ld")):
        source.publish(folder / f"{name}.ggdb")
        return folder / f"{name}.ggdb"
    if site.exists():
        shutil.rmtree(site)
    page = PAGES[name]()
    with tempfile.TemporaryDirectory() as place:
        rule = Path(place) / f"{name}.c"
        rule.write_text(page.rule, encoding="utf-8")
        source.publish(site, page=rule, **page.look)
    return site / "answers.ggdb"


def _winner(entry: dict[str, Any]) -> str:
    """Return who wins from the start, in words."""
    if entry["starts"] > 1:
        return f"depends on which of {entry['starts']:,} starts"
    if entry["result"] == "DRAW":
        return "a draw"
    who = "who begins" if entry["result"] == "WIN" else "who answers"
    return f"{who}, in {entry['plies']} plies"


# Colours that are told apart without red and green, as on the pages of games.
_OUTCOMES = {"WIN": "#0072b2", "LOSE": "#d55e00", "DRAW": "#8a929b"}
_STYLE = """
:root { color-scheme: light dark; --page: #f6f8fa; --card: #fff; --line: #d5dbe1; --soft: #5a6570;
  --text: #1c2127; --link: #0b5cad }
@media (prefers-color-scheme: dark) {
  :root { --page: #111418; --card: #1b2128; --line: #333c46; --soft: #a9b3be; --text: #eef1f4;
    --link: #7ab8f5 }
}
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem;
  padding: 2rem 1rem 3rem; background: var(--page); color: var(--text) }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem }
.intro { max-width: 44rem; margin: 0 0 1rem; color: var(--soft) }
a { color: var(--link) }
pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: .6rem .8rem; margin: 0 0 1.6rem; max-width: 44rem }
ul { list-style: none; padding: 0; margin: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)) }
li { display: flex; flex-direction: column; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.1rem }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0 0 .7rem }
.bar { display: flex; gap: 2px; height: .6rem; margin: 0 0 .7rem }
.bar span { border-radius: 3px; min-width: 3px }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0 0 .8rem }
dt { color: var(--soft) }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
dt i { display: inline-block; width: .7rem; height: .7rem; border-radius: 3px;
  margin-right: .45rem }
.checked { color: var(--soft); font-size: .875rem; margin: 0 0 .9rem }
.doors { display: flex; align-items: center; gap: 1rem; margin: auto 0 0; min-height: 2.75rem }
.play { padding: .6rem 1.3rem; border-radius: 8px; background: #0b5cad; color: #fff;
  text-decoration: none; font-weight: 600 }
.play:hover { background: #094a8c }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
"""
_INTRO = (
    "The outcome of every position for the player to move, and in how many plies the game ends. "
    "Play against the perfect player, or look positions up where the file is, without loading all "
    "of it:"
)
_CHECKED = "Checked: equal to the answers of the solver, and proved from the rule alone."


def _card(name: str, entry: dict[str, Any]) -> str:
    """Return what the page says of a game."""
    file = entry.get("file", f"{name}.ggdb")
    counts = entry["counts"]
    facts = {
        "who wins": _winner(entry),
        "positions": f"{entry['positions']:,}",
        **{word: f"{counts[word]:,}" for word in _OUTCOMES},
        "longest": f"{entry['longest']} plies",
        "size": _size(entry["bytes"]),
        "bits a position": f"{8 * entry['bytes'] / entry['positions']:.2f}",
    }
    marks = {word: f'<i style="background:{colour}"></i>' for word, colour in _OUTCOMES.items()}
    rows = "".join(
        f"<dt>{marks.get(word, '')}{word}</dt><dd>{html.escape(x)}</dd>"
        for word, x in facts.items()
    )
    parts = "".join(
        f'<span style="flex-grow:{counts[word]};background:{_OUTCOMES[word]}"></span>'
        for word in ("WIN", "DRAW", "LOSE")
        if counts[word]
    )
    title, folder = html.escape(entry["title"]), file.rpartition("/")[0]
    play = f'<a class="play" href="{folder}/index.html">Play</a>' if folder else ""
    return (
        f'<li>\n<h2>{title}</h2>\n<div class="bar" aria-hidden="true">{parts}</div>\n'
        f'<dl>{rows}</dl>\n<p class="checked">{_CHECKED}</p>\n'
        f'<p class="doors">{play}<a href="{file}" download="{name}.ggdb">Answers</a></p>\n</li>\n'
    )


def _size(count: int) -> str:
    """Return a number of bytes in kilobytes or megabytes."""
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:,.0f} KB"


def page(entries: dict[str, dict[str, Any]]) -> str:
    """Return the page that lists the games, by their names."""
    cards = "".join(_card(name, entry) for name, entry in entries.items())
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>Solved games</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>Solved games</h1>\n<p class="intro">{_INTRO}</p>\n'
        f"<pre>graphgame query URL CODE</pre>\n<ul>\n{cards}</ul>\n</main>\n</body>\n</html>\n"
    )


def main(argv: list[str] | None = None) -> int:
    """Put games on the shelf in a folder."""
    parser = argparse.ArgumentParser(description="build and publish solved games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="*", help=f"of {', '.join(GAMES)}")
    args = parser.parse_args(argv)
    if odd := [name for name in args.game if name not in GAMES]:
        parser.error(f"expected games of {', '.join(GAMES)}, got {odd[0]}")
    sys.path.insert(0, str(ROOT / "examples"))
    args.folder.mkdir(parents=True, exist_ok=True)
    record = args.folder / "shelf.json"
    known = json.loads(record.read_text("utf-8")) if record.exists() else {}
    for name in args.game or [name for name, game in GAMES.items() if not game.large]:
        file = known.get(name, {}).get("file", f"{name}.ggdb")
        if name not in known or not (args.folder / file).exists():
            known[name] = put(args.folder, name)
            record.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
        print(f"{known[name]['title']}: {known[name]['bytes']:,} bytes", flush=True)
    listed = {name: known[name] for name in GAMES if name in known}
    (args.folder / "index.html").write_text(page(listed), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
