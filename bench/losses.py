"""Where a rival is faster, and why: what the tables say beside a factor below 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

# Family, the names of cases and of rivals as regular expressions, and the reason.
REASONS = (
    ("text", r".*", r"C\+\+.*", "Python takes some 15 ms to start, and C++ 1 ms"),
    ("startup", r".*", r"C\+\+.*", "a program without an interpreter starts at once"),
    (
        "held", r"NumPy array.*", r"best C\+\+.*|40 lines of Numba",
        "an array so small is in the cache; what graphgame checks and wraps takes .1 ms, and "
        "contraction pays above it",
    ),
    (
        "held", r".* (9|100|10\^3) positions", r".*",
        "so few positions take less than the checks of a call",
    ),
    (
        "held", r"pandas.*", r"40 lines of Numba|.*C\+\+.*",
        "pandas numbers the strings for all of them, which takes most of the time; graphgame puts "
        "them in the order of the rows, too",
    ),
    (
        "held", r"Python rule.*", r"40 lines of Numba|.*C\+\+.*",
        "the rule itself takes most of the time; graphgame checks that it depends on the position "
        "alone",
    ),
    (
        "chance", r".*", r"Numba, rule and size",
        "it is told how many positions there are, and has the value of the start alone; graphgame "
        "finds them, and keeps the value and the best move of each",
    ),
)  # fmt: skip


class Comparison(NamedTuple):
    """A rival that does the whole work of a case, and how many times the time of ours it takes."""

    family: str
    case: str
    rival: str
    times: float

    @property
    def lost(self) -> bool:
        """Whether the rival is faster."""
        return self.times < 1

    @property
    def why(self) -> str:
        """The reason where it is; empty where none is known."""
        if not self.lost:
            return ""
        for family, case, rival, reason in REASONS:
            if (
                family == self.family
                and re.fullmatch(case, self.case)
                and (re.fullmatch(rival, self.rival))
            ):
                return reason
        return ""


def compared(family: str, case: str, name: str, result: dict[str, Any]) -> Comparison | None:
    """Return the comparison of a contestant; None of ours, of a part, and of one skipped."""
    if "graphgame" in name or result.get("part") or "ratio" not in result:
        return None
    return Comparison(family, case, name, float(result["ratio"]))


def comparisons(results: dict[str, dict[str, Any]]) -> Iterator[Comparison]:
    """Yield the comparisons of all records."""
    for family, records in results.items():
        for case, record in records.items():
            for name, result in record["results"].items():
                if one := compared(family, case, name, result):
                    yield one
