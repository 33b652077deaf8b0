"""The family "look": pictures of notebooks, and pages; in a browser by ``python -m ...look PAGE``.

    make gallery
    python -m bench.families.look build/gallery/dodgem-4.html

The second form measures a page of the gallery in Chromium with tools.gallery.measure: its bytes,
when it is playable, and how long a move takes; it stores them in results/look.json.  Exits with 1
if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import graphgame as gg
from bench import workloads
from bench.families.solve import named
from bench.graphs import Stored, writer
from bench.record import keep, provenance
from bench.runner import Case, Facts, child

Work = Callable[[], Any]
# Of Dodgem 4 × 4 in the browser: bytes, and milliseconds.
MOST = {"bytes": 2_000_000, "playable": 250, "p99": 16}


# -- contestants ----------------------------------------------------------------------------------


def solution(folder: Path) -> gg.Solution[int]:
    """Solve the graph of a folder."""
    stored = Stored(folder)
    return gg.solve(gg.GameGraph.from_edges(stored.edges(), stored.n))


def notebook(folder: Path) -> Work:
    """Return what a notebook asks for: text and picture, with the rows that are at hand."""
    return solution(folder)._repr_mimebundle_


def picture(folder: Path) -> Work:
    """Return the work of `to_svg` where options and predecessors are there already."""
    s = solution(folder)
    _ = s.game.option_ptr, s.game.pred_ptr
    return s.to_svg


def page(folder: Path) -> Work:
    """Return the work of `write_html` for Dodgem, which is solved before."""
    from tools.gallery.games import dodgem

    s, look = dodgem(int(json.loads((folder / "side").read_text(encoding="utf-8"))))
    return partial(s.write_html, folder / "page.html", **look)


def checks(_: object) -> dict[str, Any]:
    """Return no checksums: tests read pictures and pages back."""
    return {"checks": {}}


# -- cases ----------------------------------------------------------------------------------------

NOTEBOOK = child("graphgame, notebook", "families.look", "notebook", ours=True)
PICTURE = child("graphgame, to_svg", "families.look", "picture", ours=True)
PAGE = child("graphgame, write_html", "families.look", "page", ours=True)


def picture_case(n: int) -> Case:
    """Return the case of a random graph, of three moves per position."""
    make = writer(lambda: workloads.random_digraph(n, 3 * n), n)
    return Case(f"picture, {named(n)} positions", make, (NOTEBOOK, PICTURE))


def page_case(side: int) -> Case:
    """Return the case of Dodgem."""

    def make(folder: Path) -> Facts:
        (folder / "side").write_text(str(side), encoding="utf-8")
        return {}

    return Case(f"page, Dodgem {side} × {side}", make, (PAGE,))


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    if quick:
        return [picture_case(10**3), picture_case(10**5), page_case(3)]
    return [*(picture_case(10**k) for k in range(3, 8)), page_case(4)]


# -- in a browser ---------------------------------------------------------------------------------


def main() -> int:
    """Measure a page of the gallery, print, keep."""
    parser = argparse.ArgumentParser(description="measure a page of the gallery in Chromium")
    parser.add_argument("page", type=Path)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    args = parser.parse_args()
    from tools.gallery.measure import measure

    before = provenance(f"python -m bench.families.look {args.page.name} --moves {args.moves}")
    found = measure(args.page, args.moves, openings=5)
    record = before | {"moves": args.moves} | found
    print(json.dumps(record, indent=2))
    if not args.dry_run:
        keep("look", f"browser, {args.page.name}", record)
    reached = found | {"playable": found["playable"][len(found["playable"]) // 2]}
    missed = [key for key, most in MOST.items() if reached[key] > most]
    for key in missed:
        print(f"{key}: expected at most {MOST[key]}, got {reached[key]}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
