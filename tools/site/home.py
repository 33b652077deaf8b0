"""The page to play in on the first page of the site, made by the code beside it."""

from __future__ import annotations

import doctest
import os
from pathlib import Path
from tempfile import TemporaryDirectory

INDEX = Path(__file__).parents[2] / "docs" / "index.md"
PAGE = "take21.html"


def pages() -> dict[str, str]:
    """Return the page, by its path in the folder of sources."""
    return {f"play/play/{PAGE}": played()}


def code() -> str:
    """Return the code of docs/index.md up to the example that writes the page."""
    lines = []
    for example in doctest.DocTestParser().get_examples(INDEX.read_text("utf-8")):
        lines.append(example.source)
        if "write_html" in example.source:
            return "".join(lines)
    raise ValueError(f"expected an example with write_html in {INDEX}")


def played() -> str:
    """Return the page that the code writes."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            exec(compile(code(), str(INDEX), "exec"), {})  # noqa: S102 -- our own document
        finally:
            os.chdir(before)
        return Path(folder, PAGE).read_text("utf-8")
