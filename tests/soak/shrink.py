"""Reduction of failing cases."""

from __future__ import annotations

import time
from typing import Any

from tests.soak.case import Case, DifferenceError, Kind

# CPU seconds for shrinking one case.
PATIENCE = 60.0


def failure(kind: Kind, case: Case) -> Exception | None:
    """Return the exception of the check of a case, None if it passes."""
    try:
        kind.check(case)
    except Exception as error:  # noqa: BLE001 -- any exception of a solver is a failure
        return error
    return None


def sort_of(error: Exception | None) -> Any:
    """Return what equal failures have in common; places in them may differ."""
    what = error.what.partition(" at ")[0] if isinstance(error, DifferenceError) else ""
    return type(error), what


def shrink(kind: Kind, case: Case, error: Exception) -> tuple[Case, Exception]:
    """Replace a case by the first smaller one with the same failure, until there is none."""
    wanted, start = sort_of(error), time.process_time()
    found = True
    while found and time.process_time() - start < PATIENCE:
        found = False
        for smaller in kind.smaller(case):
            again = failure(kind, smaller)
            if again is not None and sort_of(again) == wanted:
                case, error, found = smaller, again, True
                break
            if time.process_time() - start > PATIENCE:
                break
    return case, error
