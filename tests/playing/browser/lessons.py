"""What a person sees of the sandbox, and does in it by mouse."""

from __future__ import annotations

import io
from typing import Any

import graphgame as gg


def text_of(page: Any) -> str:
    text: str = page.input_value("#graph-text")
    return text


def write_text(graph: gg.GameGraph[int]) -> str:
    file = io.BytesIO()
    gg.write_graph(graph, file)
    return file.getvalue().decode()


def rows_of(page: Any) -> list[list[str]]:
    """Return the table of results, a list a row."""
    rows: list[list[str]] = page.eval_on_selector_all(
        "tbody tr", "rows => rows.map(row => [...row.children].map(cell => cell.innerText.trim()))"
    )
    return rows


def middle(page: Any, v: int) -> tuple[float, float]:
    box = page.locator(f'[data-v="{v}"] .shape').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()
