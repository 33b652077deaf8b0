"""A Numba function that may return None, where every code has a number, is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.big.tiers.explore_tiers import explore_tiers

numba = pytest.importorskip("numba")


@numba.njit
def rule(code: Any, out: Any) -> int:
    if code > 0:
        out[0] = code - 1
        return 1
    return 0


@numba.njit
def at_times(code: Any) -> Any:
    return None if code == 3 else code


@numba.njit
def never(_: Any) -> Any:
    return None


CALLS: dict[str, Callable[[Any, Path], Any]] = {
    "canonical": lambda x, _: gg.explore_codes(rule, 5, canonical=x),
    "tier": lambda x, folder: explore_tiers(rule, 5, folder=folder, tier=x),
    "index": lambda x, _: gg.check_rule(rule, start=5, size=9, index=x, position=x),
}


@pytest.mark.parametrize("function", [at_times, never])
@pytest.mark.parametrize("what", CALLS)
def test_none_is_no_number(what: str, function: Any, tmp_path: Path) -> None:
    with pytest.raises(gg.GraphGameError, match=r"returns an integer for every code.*None$"):
        CALLS[what](function, tmp_path / "a")
