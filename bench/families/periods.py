"""Periods of heap games, and how far Grundy's game goes; kept in results/periods.json.

    python -m bench.families.periods kayles periods
    python -m bench.families.periods reach --seconds 600

Exits with 1 if what is found is not what has been published.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.families.heaps import STAMPS, reached
from bench.record import keep, provenance
from bench.runner import launch
from graphgame.heaps.rules import _splitting
from graphgame.heaps.table import Table

# Period and pre-period, as published by A. Flammenkamp.
PERIODS = {
    "0.77": (12, 71),
    "0.07": (34, 53),
    "0.137": (34, 52),
    "0.177": (20, 497),
    "0.45": (20, 498),
    "0.156": (349, 3479),
    "0.356": (142, 7315),
    "0.644": (442, 3256),
    "0.165": (1550, 5181),
    "0.127": (4, 46578),
    "0.16": (149459, 105351),
    "0.56": (144, 326640),
}


class Wrong(Exception):  # noqa: N818
    """What was found is not what it should be."""


def check(right: object, what: str) -> None:
    """Stop where something is not right."""
    if not right:
        raise Wrong(what)


def seconds_of(step: Callable[[], Any], times: int = 3) -> float:
    """The least processor time of a step."""
    spent = []
    for _ in range(times):
        start = process_time()
        step()
        spent.append(process_time() - start)
    return round(min(spent), 6)


def every_split(code: str, n: int) -> Table:
    """The values of heaps 0 to n by the quadratic kernel."""
    rule: Any = gg.octal(code)._rule
    table = Table()
    table.make_room(n + 1)
    while table.count <= n:
        game = (*rule.takes[:3], rule.unequal, rule.frozen, rule.tail, table.width)
        _splitting.split(table.values, table.done, n + 1, *game)
        table.widen(max(table.view))
    return table


def sparse_space(code: str, n: int) -> Table:
    """The same as the game chooses, without a proof of its period."""
    table = Table()
    table.make_room(n + 1)
    gg.octal(code)._rule.extend(table, n + 1)
    return table


def kayles() -> dict[str, Any]:
    """Kayles to 10^5, three ways."""
    n = 10**5
    check(np.array_equal(every_split("0.77", n).view, sparse_space("0.77", n).view), "Kayles")
    known = gg.octal("0.77")
    known.period()

    def from_period() -> None:
        game = gg.HeapGame(known._rule)
        game.values(n)

    return {
        "n": n,
        "seconds": {
            "every split": seconds_of(lambda: every_split("0.77", n), 1),
            "sparse space": seconds_of(lambda: sparse_space("0.77", n)),
            "with the proof of its period": seconds_of(from_period),
        },
    }


def periods() -> dict[str, Any]:
    """Published periods, each found and proven."""
    found = {}
    for code, expected in PERIODS.items():
        game = gg.octal(code)
        start = perf_counter()
        period: Any = game.period(1 << 20)
        seconds = perf_counter() - start
        check(period is not None, f"{code}: no period")
        check(period.proven and (period.period, period.preperiod) == expected, f"{code}: {period}")
        found[code] = {
            "period": period.period,
            "preperiod": period.preperiod,
            "last_exception": period.last_exception,
            "table": game._known.table.count,
            "seconds": round(seconds, 4),
        }
    return found


def reach(seconds: int) -> dict[str, Any]:
    """How far Grundy's game comes, against stamps."""
    game = reached(seconds)
    values = np.asarray(game._known.table.view)
    # The proof of some of the last values, straight from the definition.
    for heap in range(len(values) - 3, len(values)):
        options = np.unique(values[1 : (heap + 1) // 2] ^ values[heap - 1 : heap // 2 : -1])
        check(values[heap] == np.setdiff1d(np.arange(len(options) + 1), options)[0], f"{heap}")
    zeros = np.flatnonzero(values == 0)
    return {
        "seconds": seconds,
        "heaps": {
            "graphgame": len(values) - 1,
            "C++ stamps, -O3": launch(STAMPS, {"folder": "/", "amount": seconds})["heaps"],
        },
        "greatest_value": int(values.max()),
        "first_at": int(values.argmax()),
        "heaps_of_value_0": len(zeros),
        "last_of_them": int(zeros[-1]),
    }


def main() -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description="measure heap games")
    parts = {"kayles": kayles, "periods": periods}
    parser.add_argument("part", nargs="+", choices=(*parts, "reach"))
    parser.add_argument("--seconds", type=int, default=600, help="of reach (600)")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    for part in args.part:
        measured = {
            **provenance(f"python -m bench.families.periods {part}"),
            "note": "processor time, the least of three where it is short; "
            "others shared the machine where the load says so",
        }
        try:
            record = measured | (parts[part]() if part != "reach" else reach(args.seconds))
        except Wrong as error:
            print(f"{part}: not what it should be: {error}", file=sys.stderr)
            return 1
        print(json.dumps(record, indent=2))
        if not args.dry_run:
            keep("periods", part, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
