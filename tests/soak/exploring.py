"""Rules on codes, explored with an array or a table, hints and threads: one graph."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from tests.soak.case import Case, same

# So many positions in a batch have more options than threads share.
MOST = 60_000


def draw_codes(rng: random.Random) -> Case:
    """Draw a rule: options (a v + b) mod n of v, codes of any width, starts."""
    n = rng.randrange(2, MOST) if rng.random() < 0.7 else rng.randrange(2, 50)
    steps = [(rng.randrange(1, n), rng.randrange(n)) for _ in range(rng.randrange(1, 9))]
    wide = rng.choice([1, 1, 3, 2**30, 2**46])
    starts = rng.sample(range(n), min(n, rng.choice([1, 2, 3000])))
    return {"n": n, "steps": steps, "wide": wide, "starts": starts, "threads": rng.randrange(2, 5)}


def check_codes(case: Case) -> None:
    """Explore in every way, and compare the graphs; compare a small one with a walk."""
    n, wide = case["n"], case["wide"]
    factors, terms = np.array(case["steps"], dtype=np.int64).T

    def batch(codes: Any) -> tuple[Any, Any]:
        v = codes // wide
        options = (v[:, None] * factors + terms) % n * wide
        return np.repeat(np.arange(len(v)), len(factors)), options.ravel()

    starts = [v * wide for v in case["starts"]]
    ways: list[dict[str, Any]] = [{"threads": case["threads"]}, {"expect": n}]
    ways.append({"threads": case["threads"], "expect": 2 * n})
    if wide == 1:
        ways += [{"size": n}, {"size": n, "threads": case["threads"]}]
    plain = gg.explore_codes(batch, starts)
    codes = np.asarray(plain.labels)
    for way in ways:
        graph = gg.explore_codes(batch, starts, **way)
        same(f"codes by {way}", np.asarray(graph.labels), codes)
        same(f"rows by {way}", graph.option_ptr, plain.option_ptr)
        same(f"options by {way}", graph.option_idx, plain.option_idx)
    order = dict.fromkeys(starts)
    if n < 1000:
        for code in (walk := list(order)):
            new = [w for w in batch(np.array([code]))[1].tolist() if w not in order]
            walk += dict.fromkeys(new)
            order |= dict.fromkeys(new)
        same("codes of a walk", codes, np.array(list(order)))


def smaller(case: Case) -> Iterator[Case]:
    """Return cases with fewer positions, options or starts."""
    if len(case["starts"]) > 1:
        yield case | {"starts": case["starts"][: len(case["starts"]) // 2]}
    if len(case["steps"]) > 1:
        yield case | {"steps": case["steps"][:-1]}
    if case["wide"] > 1:
        yield case | {"wide": 1}
    if (half := case["n"] // 2) > 1:
        yield case | {
            "n": half,
            "steps": [(a % half or 1, b % half) for a, b in case["steps"]],
            "starts": list(dict.fromkeys(v % half for v in case["starts"])),
        }
