"""Where the browser of the tests is, and why it cannot be used where that is so.

Debian's Chromium is driven through playwright, which the extra `test` installs without a browser of
its own.  GRAPHGAME_CHROMIUM names another program.  With GRAPHGAME_BROWSER=required, as in CI, a
missing browser is a failure; otherwise the tests are skipped, and the summary of the run says so.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable
from typing import Any

# Fixtures: from a page's text, path or address, to playwright's page; from that page to violations.
OpenPage = Callable[..., Any]
Axe = Callable[[Any], list[str]]

# The first has no windows, tabs and menus, and takes a third less time than the others.
NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
# Nothing but the page under test: no sandbox, which needs rights that a container seldom has, and
# no services of the browser's own.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def is_required() -> bool:
    return os.environ.get("GRAPHGAME_BROWSER") == "required"


def path() -> str | None:
    """Return the program, or None where there is none."""
    named = os.environ.get("GRAPHGAME_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else NAMES))
    return next((name for name in found if name), None)


def missing() -> str | None:
    """Return what is missing, and how to get it; None where nothing is."""
    for module in ("playwright", "axe_playwright_python"):
        if importlib.util.find_spec(module) is None:
            return f"no Python package {module}; it is in the extra `test`"
    if path() is None:
        named = os.environ.get("GRAPHGAME_CHROMIUM")
        where = f"at {named}" if named else f"on the PATH by the names {', '.join(NAMES)}"
        return f"no Chromium {where}; on Debian: apt-get install chromium"
    return None
