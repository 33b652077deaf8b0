"""The goals of the kernels, and how far the stored results reach them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.tables import Rows, three

Results = dict[str, dict[str, Any]]

OURS, CSR = "graphgame", "graphgame, from CSR"
TEXTBOOK, PLAIN = "textbook C++", "plain tuned C++"
NOTEBOOK = "graphgame, notebook"
OUTCOMES = "graphgame, outcomes alone"


@dataclass(frozen=True)
class Goal:
    """A number with a lower bound or, for some kinds, an upper bound."""

    family: str
    case: str
    rival: str
    ours: str
    goal: float
    key: str = "median"  # or "peak_mib"
    # "times" is rival / ours; "less than times" and "more heaps" are ours / rival; "ms" is
    # ours - rival, "heaps" and "ms alone" ours alone.
    kind: str = "times"

    def reached(self, results: Results) -> float | None:
        """Return the measured number, None if it was not measured."""
        found = results.get(self.family, {}).get(self.case, {}).get("results", {})
        rival, ours = (found.get(name, {}).get(self.key) for name in (self.rival, self.ours))
        if not ours or not rival:
            return None
        if self.kind == "ms":
            return 1e3 * (float(ours) - float(rival))
        if self.kind == "ms alone":
            return 1e3 * float(ours)
        if self.kind == "heaps":
            return float(ours)
        return float(rival / ours if self.kind == "times" else ours / rival)

    @property
    def at_most(self) -> bool:
        """Whether the bound is an upper one."""
        return self.kind in ("ms", "ms alone", "less than times")

    def cells(self, results: Results) -> list[str]:
        """Return a row of the table."""
        found = self.reached(results)
        unit = {"ms": " ms", "ms alone": " ms", "heaps": ""}.get(self.kind, "×")
        where = f"{self.case}{', memory' if self.key == 'peak_mib' else ''}"
        bound = f"{'≤ ' if self.at_most else ''}{three(self.goal)}{unit}"
        if found is None:
            return [where, self.ours, self.rival, bound, "not measured", ""]
        met = found <= self.goal if self.at_most else found >= self.goal
        return [
            where,
            self.ours,
            self.rival,
            bound,
            f"{three(found)}{unit}",
            "yes" if met else "no",
        ]


def pairs(case: str, textbook: tuple[float, ...], plain: tuple[float, ...]) -> Iterator[Goal]:
    """Return goals from edges and, if two are given, from CSR, against both programs."""
    for rival, goals in ((TEXTBOOK, textbook), (PLAIN, plain)):
        for ours, goal in zip((OURS, CSR), goals, strict=False):
            yield Goal("solve", case, rival, ours, goal)


# How many times the time of ours Python takes, by positions.
FROM_DICTS = {"9": 0.5, "100": 1.5, "10^3": 5, "10^4": 5, "10^5": 5, "10^6": 5}
HELD = "{}, {} positions".format
BOARD = "board {0} × {0}".format
GOALS = [
    *(
        Goal("held", HELD(f"dict of {kind}", size), "25 lines of Python", OURS, goal)
        for kind in ("integers", "strings", "tuples")
        for size, goal in FROM_DICTS.items()
    ),
    *(
        Goal("held", HELD("NetworkX DiGraph", size), "loop over NetworkX", OURS, 5)
        for size in ("10^3", "10^4", "10^5", "10^6")
    ),
    *pairs("random 10^5, degree 5", (10, 15), (1.8, 3)),
    *pairs("random 10^6, degree 5", (27, 32), (3.3, 4)),
    *pairs("random 10^7, degree 5", (25, 38), (6.5, 8)),
    *pairs("random 10^7, degree 10", (30, 48), (9, 14)),
    *pairs("RMAT 2^20, degree 10", (13,), (4.5,)),
    *pairs("grid 3162 × 3162", (10,), (2,)),
    *pairs("path 10^7", (6,), (1.8,)),
    *pairs("shuffled path 10^7", (4,), (2.5,)),
    Goal("pursuit", BOARD(32), "textbook C++, explicit graph", OUTCOMES, 300),
    Goal("pursuit", BOARD(64), "textbook C++, explicit graph", OUTCOMES, 420),
    Goal("pursuit", BOARD(32), "C++ on the fly, outcomes alone", OUTCOMES, 14),
    Goal("pursuit", BOARD(64), "C++ on the fly, outcomes alone", OUTCOMES, 18),
    Goal("pursuit", BOARD(64), "C++ on the fly", OURS, 4),
    Goal("pursuit", BOARD(100), "C++ on the fly", OURS, 3.3),
    Goal("grundy", "DAG 10^6, degree 5", "textbook C++, recursive", OURS, 15),
    Goal("grundy", "DAG 10^7, degree 5", "textbook C++, recursive", OURS, 12),
    Goal("grundy", "DAG 10^6, degree 5", "stamp CSR C++", OURS, 4),
    Goal("grundy", "DAG 10^7, degree 5", "stamp CSR C++", OURS, 5),
    Goal("heaps", "Grundy's game, 10 s", "stamp C++", OURS, 1.5e6, kind="heaps"),
    Goal("heaps", "Grundy's game, 10 s", "stamp C++", OURS, 6, kind="more heaps"),
    Goal("solve", "random 10^6, degree 5", "Python lists", OURS, 100),
    Goal("solve", "random 10^6, degree 5", "Numba, as plain tuned", OURS, 4),
    Goal("solve", "random 10^7, degree 5", TEXTBOOK, OURS, 3, key="peak_mib"),
    Goal("text", "text, 10^6 edges", "C++, iostream and vectors", "graphgame solve", 3),
    Goal("text", "text, 10^6 edges", "C++, own reader and vectors", "graphgame solve", 1.2),
    Goal(
        "startup", "input of 3 lines", "C++, iostream and vectors", "graphgame solve", 20, kind="ms"
    ),
    Goal("startup", "input of 3 lines", "python -c pass", "import graphgame", 20, kind="ms"),
    *(
        Goal("threads", case, "graphgame, one thread", "graphgame, two threads", goal)
        for case, goal in (("random 10^7, degree 5", 1.2), ("path 10^7", 0.9))
    ),
    Goal(
        "loopy",
        "random 10^6, degree 3",
        "graphgame, solve",
        "graphgame, loopy_grundy",
        10,
        kind="less than times",
    ),
    *(
        Goal("look", f"picture, 10^{k} positions", NOTEBOOK, NOTEBOOK, 50, kind="ms alone")
        for k in range(3, 8)
    ),
]


def table(results: Results) -> Rows:
    """Return the table of goals and results."""
    heads = ["workload", "contestant", "against", "goal", "reached", "met"]
    return [heads, *(goal.cells(results) for goal in GOALS)]
