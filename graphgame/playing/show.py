"""Writing a page to a file, and showing it: in a notebook, or in a browser."""

from __future__ import annotations

import html
import io
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphgame.errors import GraphGameError

# The height of a page in a notebook, in pixels.
_HEIGHT = 720


def write(file: Any, make: Callable[[], str]) -> None:
    """Write a page to a binary file, or to a path, which is replaced in one step.

    Where it cannot be written is found out before the page is made, which may take long.

    Parameters
    ----------
    file : path or binary file
    make : callable
        Returns the page.

    Raises
    ------
    GraphGameError
        If it is neither, as a file of text.
    OSError
        If the file cannot be written.
    """
    if isinstance(file, str | os.PathLike):
        from graphgame.archive import replacing

        with replacing(file) as target:
            target.write(make().encode())
    elif isinstance(file, io.TextIOBase) or not hasattr(file, "write"):
        raise GraphGameError(
            f"path: expected a path or a binary file, got {file!r}; to_html() returns the page "
            "as a text"
        )
    else:
        file.write(make().encode())


def show(page: str) -> None:
    """Show a page in the notebook that runs, or in the browser, from a temporary file."""
    if _in_notebook():
        from IPython.display import display

        # `HTML` warns of what begins with an iframe: `IFrame` has none that holds its page.
        display({"text/html": frame(page), "text/plain": "a page of graphgame"}, raw=True)
        return
    with tempfile.NamedTemporaryFile("wb", suffix=".html", delete=False) as file:
        file.write(page.encode())
    webbrowser.open(Path(file.name).as_uri())


def frame(page: str) -> str:
    """Return a page as an element for notebooks; it can run its scripts and reach nothing else."""
    return (
        f'<iframe sandbox="allow-scripts" width="100%" height="{_HEIGHT}" style="border: 0" '
        f'srcdoc="{html.escape(page)}"></iframe>'
    )


def _in_notebook() -> bool:
    """Return whether IPython runs, and shows HTML; it is not imported to find out."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return shell is not None and hasattr(shell, "kernel")
