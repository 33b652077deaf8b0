"""Measure graphgame next to its rivals: ``python -m bench [FAMILY ...]``, or ``… hello``.

``hello`` takes a minute: a table of six rows, from what people hold, and who wins by how much.

Prints a table for each workload as soon as it is measured, and keeps it in bench/results; at the
end writes the page bench/RESULTS.md and the table in docs/performance.md.  Exits with 1 if two
contestants disagree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from bench import hello, page, summary
from bench.families import FAMILIES
from bench.record import RESULTS, ROOT, drop, keep, kept, provenance
from bench.runner import Case, Failed, Settings, measure
from bench.tables import as_text, facts, rows

# Seconds of --quick on an idle machine: each contestant runs once, and again while there is time.
QUICK = 100.0


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "family", nargs="*", help=f"of {', '.join(FAMILIES)}; all by default; or hello"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="cases with this in their names")
    parser.add_argument("--quick", action="store_true", help="small sizes; kept in build/bench")
    parser.add_argument("--runs", type=int, help="of each contestant (5; 3 with --quick)")
    budget = "what a rival may take for a case, but for its first run (15; 1.5 with --quick)"
    parser.add_argument("--budget", type=float, metavar="SECONDS", help=budget)
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    parser.add_argument("--page", action="store_true", help="write the page again, measure nothing")
    args = parser.parse_args()
    if args.family == ["hello"]:
        return args
    if unknown := set(args.family) - set(FAMILIES):
        parser.error(f"no such family: {', '.join(sorted(unknown))}")
    return args


def chosen(args: argparse.Namespace) -> Iterator[tuple[str, Case]]:
    """Yield the cases to measure."""
    for name in args.family or FAMILIES:
        for case in FAMILIES[name].cases(quick=args.quick):
            if args.only in case.name:
                yield name, case


def progress(line: str) -> None:
    """Show a line of progress if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def run(args: argparse.Namespace, folder: Path) -> None:
    """Measure, print and store results."""
    runs = args.runs or (3 if args.quick else 5)
    budget = args.budget if args.budget is not None else (1.5 if args.quick else 15)
    end = perf_counter() + (QUICK if args.quick else float("inf"))
    words = ["python -m bench", *args.family, *(["--quick"] if args.quick else [])]
    every = [*chosen(args)]
    for k, (name, case) in enumerate(every):
        share = (end - perf_counter()) / (len(every) - k)
        settings = Settings(runs, budget, share, progress)
        record = provenance(" ".join(words)) | measure(case, settings)
        progress("")
        print(f"\n{name} · {case.name} · {facts(record)} · took {record['took']} s")
        print(as_text(rows(record, name, case.name)), flush=True)
        if not args.dry_run:
            keep(name, case.name, record, folder)


def drop_others(whole: dict[str, Any], folder: Path) -> None:
    """Drop records that a run of everything has not measured, so that all are of one commit."""
    for name in FAMILIES:
        for key, record in kept(name, folder).items():
            if (record["commit"], record["date"] >= whole["date"]) != (whole["commit"], True):
                drop(name, key, folder)


def main() -> int:
    """Measure what the command line names."""
    args = arguments()
    folder = ROOT / "build" / "bench" if args.quick else RESULTS
    began = perf_counter()
    first = provenance("")
    print(
        f"commit {first['commit']} on {', '.join(f'{k} {v}' for k, v in first['machine'].items())}"
    )
    try:
        if args.family == ["hello"]:
            return hello.run(dry_run=args.dry_run)
        if not args.page:
            run(args, folder)
    except Failed as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nbench: interrupted; what was measured is kept", file=sys.stderr)
        return 130
    if not args.dry_run:
        if not (args.family or args.only or args.page):
            drop_others(first, folder)
        page.write(folder, folder.parent / "RESULTS.md")
        if not args.quick:
            summary.write(page.results_in(folder))
        print(f"\n{(folder.parent / 'RESULTS.md').relative_to(ROOT)} written")
    print(f"took {perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
