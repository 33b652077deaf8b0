"""Answers that are kept alone, of the game in which one, two or three are taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg
from graphgame.answers.storage import MemoryStorage

Codes = npt.NDArray[np.int64]


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_many(codes: Codes) -> tuple[Codes, Codes]:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def of_take(n: int = 20, rule: Any = take_many) -> gg.Database[int]:
    return gg.build(rule, start=n)


def kept(keep: str, rule: Any, **given: Any) -> Any:
    """Solve with the graph, or with answers alone: of all positions, or of undecided ones."""
    if keep == "graph":
        return gg.solve(rule, **given)
    return gg.build(rule, store="undecided" if keep == "undecided" else "all", **given)


def changed(
    s: gg.Database[Any],
    *,
    labels: Any = None,
    codes: Any = None,
    play: Any = None,
    starts: Any = None,
    rule: Any = None,
) -> gg.Database[Any]:
    """Return answers of which some parts are others; the rule is that of another database."""
    storage = MemoryStorage(
        s._storage.labels if labels is None else labels,
        s._storage.codes if codes is None else np.array(codes, dtype=np.int64),
    )
    fields = s._fields | {
        "play": str(s.play if play is None else play),
        "start": s._fields["start"] if starts is None else starts,
        "moves": None,
    }
    found = type(s)(storage, fields, listed=s._listed)
    found._asked = s._asked
    if rule is not None:
        found._asked = type(s._asked)(
            rule._asked.rules, *([] if s._listed is None else [s._listed])
        )
    return found
