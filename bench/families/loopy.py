"""The family "loopy": loopy values, against `solve` on the same graph."""

from __future__ import annotations

from functools import partial

from bench import workloads
from bench.families.solve import named
from bench.graphs import writer
from bench.runner import Case, child

CONTESTANTS = (
    child("graphgame, loopy_grundy", "families.grundy", "loopy", ours=True),
    child(
        "graphgame, solve", "families.grundy", "solved", ours=True, part="outcomes and remoteness"
    ),
)


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    n = 10**5 if quick else 10**6
    edges = partial(workloads.random_digraph, n, 3 * n)
    return [Case(f"random {named(n)}, degree 3", writer(edges, n), CONTESTANTS)]
