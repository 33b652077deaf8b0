"""The certificate of split periods: whether some values rise and the others repeat, as it is said.

NumPy only: no kernel and no search take part.
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import GraphGameError, VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # A SplitPeriod, which is a tuple.
    Claim = tuple[int, int, int, tuple[int, ...], int | None, bool, int]


def verify_split_period(values: Any, claim: Claim) -> bool:
    """Check that a table has a split period, in each of its fields.

    Parameters
    ----------
    values : (n,) array_like of int
        The values of the heaps 0, 1, 2, …, to ``claim.checked`` at least.
    claim : SplitPeriod

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value does not fit, the pre-period or the period is too great, or too few values fit.
    GraphGameError
        If the values are no table of integers.

    Notes
    -----
    O(n d) time for n values and d divisors of the period.  A shorter period of the same values
    divides this one: see docs/explanation/split-periods.md.
    """
    g = np.asarray(values)
    if g.ndim != 1 or (len(g) and g.dtype.kind not in "iu"):
        raise GraphGameError(
            f"values: expected a table of integers, got {g.dtype} of shape {g.shape}"
        )
    start, p, saltus, rising, last_exception, proven, checked = claim
    if not all(isinstance(x, int) for x in (start, p, saltus, checked, *rising)):
        _refuse(claim, 0, "integers")
    if not (start >= 0 and p >= 2 and saltus > 0 and 0 <= checked < len(g) and not proven):
        _refuse(claim, start, f"an unproven split period within the table of {len(g)} values")
    g = g[: checked + 1].astype(np.int64)
    if 2 * (checked + 1 - start - 2 * p) < checked + 1:
        _refuse(claim, start, "half of the values two periods behind the pre-period")
    if last_exception != (start - 1 if start else None):
        _refuse(claim, start, f"last exception {start - 1 if start else None}")
    if list(rising) != sorted({int(r) % p for r in rising}) or not 0 < len(rising) < p:
        _refuse(claim, start, "some of the residues modulo the period, ascending")
    steps = np.zeros(p, dtype=np.int64)
    steps[list(rising)] = saltus
    fits = g[p:] - g[:-p] == steps[np.arange(len(g) - p) % p]
    if not fits[start:].all():
        heap = start + int(fits[start:].argmin())
        _refuse(claim, heap, f"value({heap} + {p}) = value({heap}) + {steps[heap % p]}")
    if start and fits[start - 1]:
        _refuse(claim, start, f"a pre-period of at most {start - 1}")
    for part in range(1, p):
        if p % part == 0 and _continues(g[start:], part):
            _refuse(claim, start, f"a period of at most {part}")
    return True


def _continues(g: Any, p: int) -> bool:
    """Return whether each value continues those one and two periods before."""
    return bool((g[2 * p :] + g[: -2 * p] == 2 * g[p:-p]).all())


def _refuse(claim: Claim, heap: int, expected: str) -> None:
    start, p, saltus, _, _, _, checked = claim
    shown = f"split period {p} with saltus {saltus} after {start}, checked to {checked}"
    raise VerificationError(heap, [], expected, shown)
