"""Games of chance that take some way of solving them very long, or lead it astray: CPU seconds.

    python -m bench.families.hard_chance [--dry-run]

The games are made by `tests/chance/hard.py`, of about 1,000 positions each.  Each solution is
verified, in floats and in fractions, and compared with what is known of the game; next to it is
plain value iteration in C++, in place, which ends after a million sweeps: how far its values are
off where they are known.  The results go to bench/results/hard_chance.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import compiled, keep, provenance
from tests.chance import hard
from tests.parity import counters

GAMES: list[tuple[str, Callable[[], hard.Hard]]] = [
    ("one step on, or back to the beginning", partial(hard.fall_back, 998)),
    ("from the middle to two sides", partial(hard.two_sides, 499)),
    ("a gambler, even", partial(hard.gambler, 999, Fraction(1, 2))),
    ("a gambler, 1/3", partial(hard.gambler, 999, Fraction(1, 3))),
    ("go on, or lose", partial(hard.halving, 998)),
    ("a ring of player 0 with exits", partial(hard.carousel, 499, 0)),
    ("a ring of player 1 with exits", partial(hard.carousel, 499, 1)),
    ("one step on, if player 1 lets it", partial(hard.blocked, 499)),
    ("a ladder of switches, round", partial(hard.switches, 498)),
    ("Friedmann's counter, 3 bits", partial(hard.counter, counters.switch_all, 3)),
    ("Friedmann's counter, 4 bits", partial(hard.counter, counters.switch_all, 4)),
    ("Friedmann's counter, 5 bits", partial(hard.counter, counters.switch_all, 5)),
]


def solved(made: hard.Hard, *, in_fractions: bool) -> tuple[Any, float]:
    """Return the verified solution of a game, and the CPU seconds that solving took."""
    rows, owner, known = made
    began = time.process_time()
    s = gg.solve_chance(rows, owner=owner, exact=in_fractions)
    cpu = time.process_time() - began
    s.verify()  # raises what is wrong
    for name, value in known.items():
        low, high = s.bounds(name)
        if not low <= value <= high or (in_fractions and s.exact(name) != value):
            raise SystemExit(f"{name}: expected {value}, got {low} to {high}")
    return s, cpu


def iterated(made: hard.Hard, s: Any) -> dict[str, float]:
    """Return the sweeps of plain value iteration, and how far it is off at most."""
    rows, owner, known = made
    names = [*rows]
    at = {name: v for v, name in enumerate(names)}
    options = [[at[w] for w in row] for row in rows.values()]
    chances = [
        [float(p) for p in row.values()] if isinstance(row, dict) else [0.0] * len(row)
        for row in rows.values()
    ]
    kind = [-1 if isinstance(rows[name], dict) else owner[name] for name in names]
    with tempfile.TemporaryDirectory() as folder:
        ptr = np.append(0, np.cumsum([*map(len, options)])).astype(np.int64)
        ptr.tofile(Path(folder, "ptr"))
        np.array([w for row in options for w in row], np.int32).tofile(Path(folder, "idx"))
        np.array(kind, np.int8).tofile(Path(folder, "kind"))
        np.array([p for row in chances for p in row]).tofile(Path(folder, "probabilities"))
        command = [str(compiled("chance.cpp", "-O3 -march=native")), "gauss-seidel", folder]
        done = subprocess.run([*command, "values"], capture_output=True, check=True)
        values = np.fromfile(Path(folder, "values"))
    right = [known.get(name, Fraction(s.value(name))) for name in names]
    off = max(abs(Fraction(float(x)) - y) for x, y in zip(values, right, strict=True))
    return {"sweeps": json.loads(done.stdout)["counts"]["sweeps"], "off": float(off)}


def main() -> None:
    """Measure all games, print a table, and keep the record."""
    parser = argparse.ArgumentParser(description="Games of chance that take some way long")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    record = provenance("python -m bench.families.hard_chance")
    heads = ("", "positions", "seconds", "in fractions", "bounds apart", "sweeps of C++", "off by")
    print(f"| {' | '.join(heads)} |\n|---|{'---:|' * 6}")
    rows = {}
    for name, make in GAMES:
        made = make()
        s, cpu = solved(made, in_fractions=False)
        _, exact = solved(made, in_fractions=True)
        plain = iterated(made, s)
        apart = float((s.upper - s.lower).max())
        found = {"positions": len(s), "cpu": round(cpu, 4), "fractions": round(exact, 4)}
        rows[name] = found | {"apart": apart, "value iteration": plain}
        cells: tuple[str, ...] = (f"{len(s):,}", f"{cpu:.3f}", f"{exact:.3f}", f"{apart:.2g}")
        cells += (f"{plain['sweeps']:,}", f"{plain['off']:.2g}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    if not args.dry_run:
        keep("hard_chance", "solve", record | {"games": rows})


if __name__ == "__main__":
    main()
