"""Answers that are kept alone, of the game in which one, two or three are taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg

Codes = npt.NDArray[np.int64]


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_many(codes: Codes) -> tuple[Codes, Codes]:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def of_take(n: int = 20, rule: Any = take_many) -> gg.Answers[int]:
    return gg.solve(rule, start=n, keep="answers")
