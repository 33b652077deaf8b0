"""Split periods, slowly and word for word from the definition: each length, each heap."""

from __future__ import annotations

from collections.abc import Sequence

Split = tuple[int, int, int, tuple[int, ...]]


def least_split_period(g: Sequence[int]) -> Split | None:
    """Return pre-period, period, saltus and the residues that rise, of the least split period.

    At least half of the values are two periods or more behind the pre-period.
    """
    for period in range(1, len(g) // 4 + 1):
        found = split_period(g, period)
        if found is not None and 2 * (len(g) - found[0] - 2 * period) >= len(g):
            return found
    return None


def split_period(g: Sequence[int], period: int) -> Split | None:
    """Return the split period of this length that the end of a table has, if it has one."""
    heaps = range(len(g) - period)
    ends = {n % period: g[n + period] - g[n] for n in heaps}  # the last step of each residue
    steps = set(ends.values())
    if len(steps) != 2 or min(steps) != 0:
        return None
    preperiod = len(heaps)
    while (
        preperiod > 0
        and g[preperiod - 1 + period] - g[preperiod - 1] == (ends[(preperiod - 1) % period])
    ):
        preperiod -= 1
    rising = tuple(sorted(residue for residue, step in ends.items() if step))
    return preperiod, period, max(steps), rising
