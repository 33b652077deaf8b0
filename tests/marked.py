"""Cases of a test that `make test` leaves to `make test-all`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def large(cases: Iterable[Any]) -> list[Any]:
    """Mark cases as large: each is a value, or a tuple of the values of several parameters."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.large)
        for case in cases
    ]
