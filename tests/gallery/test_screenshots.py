"""The screenshots of the documents: small, shown, and each made by the tool."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.gallery.screenshots import SHOTS, Shot

DOCS = Path(__file__).parents[2] / "docs"
# Of a screenshot, and the width and height that a PNG begins with.
MOST_BYTES = 45_000


def test_each_screenshot_is_shown_and_made_by_the_tool() -> None:
    if not DOCS.exists():
        pytest.skip("the documents are not here")
    text = (DOCS / "play.md").read_text(encoding="utf-8")
    shown = {*re.findall(r'\((page[\w-]*)\.png\)|src="(page[\w-]*)\.png"', text)}
    names = {shot.name for shot in SHOTS}
    assert {one or other for one, other in shown} == names
    assert {path.stem for path in DOCS.glob("page*.png")} == names
    assert len(names) == 10


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_screenshots_are_small_and_of_their_size(shot: Shot) -> None:
    if not DOCS.exists():
        pytest.skip("the documents are not here")
    data = (DOCS / f"{shot.name}.png").read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) <= MOST_BYTES
    size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert size == (shot.width, shot.height)
