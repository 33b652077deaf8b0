"""Values and periods of heap games: what they take, against other ways; kept in results/heaps.json.

    python -m bench.heaps squares kayles periods grundy
    python -m bench.heaps reach --seconds 600

Exits with 1 if what is found is not what has been published.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter, process_time
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import compiled, keep, provenance
from graphgame import _splits
from graphgame.heap_table import Table

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


class Enough(Exception):  # noqa: N818 -- nothing went wrong
    """The time is up."""


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


def cplusplus(*words: str) -> float:
    """What the C++ program prints."""
    program = compiled("heaps.cpp", "-O3")
    done = subprocess.run([program, *words], check=True, capture_output=True, text=True)
    return float(done.stdout)


def python_squares(n: int) -> list[int]:
    """Square take-away as one writes it first."""
    g = [0]
    squares = [k * k for k in range(1, int(n**0.5) + 2)]
    for h in range(1, n + 1):
        reached = set()
        for s in squares:
            if s > h:
                break
            reached.add(g[h - s])
        x = 0
        while x in reached:
            x += 1
        g.append(x)
    return g


def python_grundy(seconds: float) -> int:
    """How far Grundy's game comes as one writes it first."""
    g, stop = [0], process_time() + seconds
    while process_time() < stop:
        h = len(g)
        reached = {g[a] ^ g[h - a] for a in range(1, (h + 1) // 2)}
        x = 0
        while x in reached:
            x += 1
        g.append(x)
    return len(g) - 1


def squares() -> dict[str, Any]:
    """Square take-away to 10^6."""
    n = 10**6
    values = gg.taking("squares").grundy(n)
    small = 10**5
    check(python_squares(2000) == values[:2001].tolist(), "square take-away")
    return {
        "n": n,
        "greatest_value": int(values.max()),
        "seconds": {
            "graphgame": seconds_of(lambda: gg.taking("squares").grundy(n)),
            "C++ std::set, -O3": cplusplus("set", str(n)),
            "C++ stamps, -O3": cplusplus("stamp", str(n)),
            f"plain Python, only to {small}": seconds_of(lambda: python_squares(small), 1),
            f"graphgame to {small}": seconds_of(lambda: gg.taking("squares").grundy(small)),
        },
    }


def every_split(code: str, n: int) -> Table:
    """The values of heaps 0 to n by the quadratic kernel."""
    rule: Any = gg.octal(code)._rule
    table = Table()
    table.make_room(n + 1)
    while table.count <= n:
        game = (*rule.takes[:3], rule.unequal, rule.frozen, rule.tail, table.width)
        _splits.split(table.values, table.done, n + 1, *game)
        table.widen()
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
        game.grundy(n)

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
        period: Any = game.period(most=1 << 20)
        seconds = perf_counter() - start
        check(period is not None, f"{code}: no period")
        check(period.proven and (period.period, period.preperiod) == expected, f"{code}: {period}")
        found[code] = {
            "period": period.period,
            "preperiod": period.preperiod,
            "last_exception": period.last_exception,
            "table": game._table.count,
            "seconds": round(seconds, 4),
        }
    return found


def reached(seconds: float) -> gg.HeapGame:
    """Grundy's game, as far as it comes in some seconds of processor time."""
    game, stop = gg.grundys_game(), process_time() + seconds

    def look(*_: int) -> None:
        if process_time() > stop:
            raise Enough

    with suppress(Enough):
        game.grundy(10**9, progress=look)
    return game


def grundy() -> dict[str, Any]:
    """Grundy's game: a run of 10^6 values, of 2^21, and how far ten seconds go."""
    values = gg.grundys_game().grundy(1 << 21)
    check((values.max(), values.argmax()) == (231, 763622), "Grundy's game to 2^21")
    return {
        "greatest_value_to_2^21": int(values.max()),
        "first_at": int(values.argmax()),
        "seconds_to_10^6": seconds_of(lambda: gg.grundys_game().grundy(10**6)),
        "seconds_to_2^21": seconds_of(lambda: gg.grundys_game().grundy(1 << 21), 1),
        "heaps_in_10_s": {
            "graphgame": reached(10)._table.count - 1,
            "C++ stamps, -O3": int(cplusplus("grundy", "10")),
            "plain Python": python_grundy(10),
        },
    }


def reach(seconds: int) -> dict[str, Any]:
    """How far Grundy's game comes, against stamps."""
    game = reached(seconds)
    values = np.asarray(game._table.view)
    # The proof of some of the last values, straight from the definition.
    for heap in range(len(values) - 3, len(values)):
        options = np.unique(values[1 : (heap + 1) // 2] ^ values[heap - 1 : heap // 2 : -1])
        check(values[heap] == np.setdiff1d(np.arange(len(options) + 1), options)[0], f"{heap}")
    zeros = np.flatnonzero(values == 0)
    return {
        "seconds": seconds,
        "heaps": {
            "graphgame": len(values) - 1,
            "C++ stamps, -O3": int(cplusplus("grundy", str(seconds))),
        },
        "greatest_value": int(values.max()),
        "first_at": int(values.argmax()),
        "heaps_of_value_0": len(zeros),
        "last_of_them": int(zeros[-1]),
    }


def main() -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description="measure heap games")
    parts = {"squares": squares, "kayles": kayles, "periods": periods, "grundy": grundy}
    parser.add_argument("part", nargs="+", choices=(*parts, "reach"))
    parser.add_argument("--seconds", type=int, default=600, help="of reach (600)")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    for part in args.part:
        measured = {
            **provenance(f"python -m bench.heaps {part}"),
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
            keep("heaps", part, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
