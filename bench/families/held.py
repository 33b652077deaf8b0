"""The family "held": from what people hold to answers by label."""

from __future__ import annotations

from functools import partial

from bench import held, workloads
from bench.families.solve import named
from bench.graphs import writer
from bench.rivals import missing
from bench.runner import Case, Contestant, child

checks = held.checks

NAMES = {
    "int": "dict of integers",
    "str": "dict of strings",
    "tuple": "dict of tuples",
    "networkx": "NetworkX DiGraph",
    "pandas": "pandas DataFrame",
    "rule": "Python rule",
    "array": "NumPy array",
}
# Dicts are also measured where a call is most of the work.
SMALL, SIZES = (9, 100), (10**3, 10**4, 10**5, 10**6)
OURS, SOLUTION = "graphgame", "graphgame, to a Solution"
# The ways, in the order of columns; what they are called; what they need.
WAYS = {
    "graphgame": (OURS, ""),
    "kept": (SOLUTION, ""),
    "python": ("25 lines of Python", ""),
    "networkx": ("loop over NetworkX", "networkx"),
    "numba": ("40 lines of Numba", "numba"),
    "textbook": ("textbook C++", ""),
    "ahead": ("best C++, huge pages", ""),
}
NEEDS = {"networkx": "networkx", "pandas": "pandas"}


def contestants(holding: str) -> tuple[Contestant, ...]:
    """Return all ways from what is held."""
    found = []
    for way, (name, module) in WAYS.items():
        if held.HOLDINGS[holding].has(way):
            skip = missing(module) if module else ""
            ours = name in (OURS, SOLUTION)
            found.append(child(name, "held", f"work:{holding}:{way}", ours=ours, skip=skip))
    return tuple(found)


def case(holding: str, n: int, degree: int = 5) -> Case:
    """Return the case of a random digraph with a tenth of terminals, held in one way."""
    edges = partial(workloads.random_digraph, n, degree * n)
    size = str(n) if n <= SMALL[-1] else named(n)
    return Case(f"{NAMES[holding]}, {size} positions", writer(edges, n), contestants(holding))


def known() -> list[str]:
    """Return the holdings whose libraries are installed."""
    return [h for h in held.HOLDINGS if h not in NEEDS or not missing(NEEDS[h])]


def cases(*, quick: bool) -> list[Case]:
    """Return the cases."""
    if quick:
        return [case("str", 1000)]
    found = []
    for holding in known():
        small = SMALL if holding in held.LABELS else ()
        found += [case(holding, n) for n in (*small, *SIZES)]
    return found
