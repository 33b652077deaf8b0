"""Write the gallery into a folder: `python -m tools.gallery OUT [GAME ...]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from graphgame.playing.page import sandbox_page
from tools.gallery.cards import has_puzzles
from tools.gallery.games import GAMES
from tools.gallery.index import Written, index_page


def main() -> None:
    """Solve the games, and write their pages and the index."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder, which is made if it is not there")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games; no index")
    args = parser.parse_args()
    names = [game.name for game in GAMES]
    if unknown := {*args.games} - {*names}:
        parser.error(f"no game {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    args.out.mkdir(parents=True, exist_ok=True)
    pages = []
    for game in GAMES:
        if not args.games or game.name in args.games:
            path = args.out / f"{game.name}.html"
            solution, look = game.solve()
            solution.write_html(path, title=game.title, **look)
            puzzles = has_puzzles(path.read_text(encoding="utf-8"))
            pages.append(Written(game, solution, look, path.stat().st_size, puzzles))
            print(f"{path}: {pages[-1].size:,} bytes")
    if not args.games:
        (args.out / "sandbox.html").write_text(sandbox_page(), encoding="utf-8")
        (args.out / "index.html").write_text(index_page(pages), encoding="utf-8")
        print(args.out / "index.html")


if __name__ == "__main__":
    main()
