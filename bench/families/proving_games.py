"""Proofs of starts in Domineering and Sprouts; kept in results/proving.json.

    python -m bench.families.proving_games domineering-7x7 sprouts-20 sprouts-misere-12

Each game is searched in a fresh process, which says the CPU time of the search, and of the check of
what it found, and the most memory it had.  Of Sprouts every number of spots up to the one named is
decided.  Exits with 1 if an answer is not what has been published.
"""

from __future__ import annotations

import argparse
import json
import sys
from time import process_time
from typing import TYPE_CHECKING, Any

import graphgame as gg
from bench.families.proving import most_memory
from bench.record import ROOT, from_fresh_process, keep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What there is to check, and what was found: the answers, and how much was looked at.
Found = tuple[list[Any], dict[str, Any]]


def domineering(size: str) -> Found:
    """Prove a board, for each player who may begin."""
    from domineering import outcome_class, prove

    proofs = prove(*map(int, size.split("x")))
    return [*proofs.values()], {
        "answer": outcome_class(*(proof.outcome for proof in proofs.values())),
        "nodes": sum(proof.nodes for proof in proofs.values()),
        "positions_of_proof": sum(map(len, proofs.values())),
    }


def _winners(outcomes: Iterator[gg.Outcome | None]) -> str:
    return "".join("?" if outcome is None else str(outcome)[0] for outcome in outcomes)


def sprouts(spots: str) -> Found:
    """Value Sprouts of up to so many spots: of each, W if who begins wins, and else L."""
    from sprouts import options, start, weight

    given: dict[str, Any] = {"sums": True, "search": True, "weight": weight}
    starts = [start(n) for n in range(1, int(spots) + 1)]
    found = [gg.grundy(options, start=land, **given) for land in starts]
    return found, {
        "answer": _winners(g.outcome(land) for g, land in zip(found, starts, strict=True)),
        "lands_valued": sum(map(len, found)),
    }


def sprouts_misere(spots: str) -> Found:
    """Prove misère Sprouts of up to so many spots."""
    from sprouts import misere

    proofs = [misere(n) for n in range(1, int(spots) + 1)]
    return proofs, {
        "answer": _winners(proof.outcome for proof in proofs),
        "nodes": sum(proof.nodes for proof in proofs),
        "positions_of_proof": sum(map(len, proofs)),
    }


# D. Breuker, J. Uiterwijk and J. van den Herik, "Solving 8 × 8 Domineering", Theoretical Computer
# Science 230, 2000.  D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts",
# 1991: who begins wins where the remainder of the spots by 6 is at least 3.  J. Lemoine and
# S. Viennot, "Analysis of misère Sprouts game with reduced canonical trees", 2009: where it is 0,
# 4 or 5, except for 1 and 4 spots.
GAMES: dict[str, tuple[Callable[[str], Found], str, str]] = {
    "domineering-7x7": (domineering, "7x7", "N"),
    "sprouts-20": (sprouts, "20", "LLWWWLLLWWWLLLWWWLLL"),
    "sprouts-misere-12": (sprouts_misere, "12", "WLLLWWLLLWWW"),
}


def measured(name: str) -> dict[str, Any]:
    """Search in this process, and check what was found."""
    sys.path.insert(0, str(ROOT / "examples"))
    search, size, _ = GAMES[name]
    before = process_time()
    found, record = search(size)
    record |= {"cpu_seconds": round(process_time() - before, 2), "peak_megabytes": most_memory()}
    before = process_time()
    verified = all(each.verify() for each in found)
    return record | {
        "verified": verified,
        "verify_cpu_seconds": round(process_time() - before, 2),
    }


def main() -> int:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description="measure proofs of games")
    parser.add_argument("game", nargs="+", choices=sorted(GAMES), metavar="GAME")
    parser.add_argument("--here", action="store_true", help="print the record of one game")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    if args.here:
        print(json.dumps(measured(args.game[0])))
        return 0
    for name in args.game:
        found = from_fresh_process("proving_games", name)
        if found["answer"] != GAMES[name][2]:
            print(f"{name}: expected {GAMES[name][2]}, got {found}", file=sys.stderr)
            return 1
        print(json.dumps({name: found}, indent=2))
        if not args.dry_run:
            keep("proving", name, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
