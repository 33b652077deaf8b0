"""Build the site into a folder: `python -m tools.site OUT`.

The games of the shelf that take seconds are solved and published in its folder `shelf`, each with a
page to play in where clang and wasm-ld are installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from sphinx.cmd.build import build_main

from tools import shelf
from tools.site.assembly import assemble
from tools.site.dark import add_dark_pictures
from tools.site.gallery import SHELF


def main() -> None:
    """Put the sources together, run Sphinx over them, and say how many pages there are."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="build the site")
    parser.add_argument("out", type=Path, help="the folder, which is made if it is not there")
    parser.add_argument("--fresh", action="store_true", help="read every source again")
    args = parser.parse_args()
    begin = time.monotonic()
    sources = args.out.with_name(f"{args.out.name}-sources")
    assemble(sources, fresh=args.fresh)
    # -n: a reference that leads nowhere is a warning; -W: a warning is a failure.
    options = ["--builder=html", "-W", "--keep-going", "-n", "--quiet", "--show-traceback"]
    trees = args.out.with_name(f"{args.out.name}-trees")
    fresh = ["--fresh-env", "--write-all"] * args.fresh
    failed = build_main([*options, *fresh, "-d", str(trees), str(sources), str(args.out)])
    shelf.main([str(args.out / SHELF)])
    pages, dark = len([*args.out.rglob("*.html")]), add_dark_pictures(args.out)
    seconds = time.monotonic() - begin
    print(f"{args.out}: {pages} pages, {dark} pictures light and dark, {seconds:.0f} s")
    sys.exit(failed)


if __name__ == "__main__":
    main()
