"""Automata of others beside the checkout; tests skip where they are not."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[3] / "shared" / "hoa"


def index(name: str) -> list[dict[str, Any]]:
    """Return what is said of some automata."""
    if not (DATA / name).exists():
        pytest.skip("the automata beside the checkout, ../shared/hoa, are missing")
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text("utf-8"))
    return found


def examples() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the text of each example."""
    index("truth.json")
    with tarfile.open(DATA / "examples.tar.xz") as archive:
        for member in archive:
            opened = archive.extractfile(member)
            if opened is not None:
                yield Path(member.name).name, opened.read()
