"""Inventories of other projects' sites, for links to their names; none without a network."""

from __future__ import annotations

import sys
import urllib.request
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "site-inventories"
SITES = {
    "python": "https://docs.python.org/3",
    "numpy": "https://numpy.org/doc/stable",
    "scipy": "https://docs.scipy.org/doc/scipy",
    "pandas": "https://pandas.pydata.org/docs",
    "networkx": "https://networkx.org/documentation/stable",
    "matplotlib": "https://matplotlib.org/stable",
}
# An inventory begins with this line; a proxy may answer with a page of its own.
FIRST = b"# Sphinx inventory version 2"
SECONDS = 5


@cache
def reachable() -> dict[str, tuple[str, str]]:
    """Return the mapping for intersphinx of the inventories that are there or can be fetched.

    An inventory that cannot be had is left out, with one line that says so.  Names of that project
    are then no links; nothing else of the site changes.
    """
    found, missing = {}, []
    for name, site in SITES.items():
        path = FOLDER / f"{name}.inv"
        if path.exists() or fetched(f"{site}/objects.inv", path):
            found[name] = (f"{site}/", str(path))
        else:
            missing.append(name)
            if not found:  # without a network, the first failure is enough
                missing = [*SITES]
                break
    if missing:
        print(f"no links to the sites of {', '.join(missing)}: not reached", file=sys.stderr)
    return found


def fetched(address: str, path: Path) -> bool:
    """Fetch an inventory into a file; return whether that was possible."""
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 -- https
            content = answer.read()
    except OSError:
        return False
    if not content.startswith(FIRST):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True
