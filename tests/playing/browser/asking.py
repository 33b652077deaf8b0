"""What asks the source of a page, in the browser, for its positions and problems."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

import graphgame as gg

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = "const source = await graphgame.makeSource({...graphgame.data, ...given});"
# Outcomes and remoteness of all states, as base64; positions without remoteness have -1.
SOLVED = """
    const bytes = (array) => {
        let text = "";
        const all = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < all.length; i += 4096)
            text += String.fromCharCode(...all.subarray(i, i + 4096));
        return btoa(text);
    };
    return [bytes(source.solved.outcomes), bytes(Int16Array.from(source.solved.remoteness))];
"""


def run(page: Page, body: str, given: dict[str, Any] | None = None, **values: Any) -> Any:
    """Make the source of a page, with some of its data replaced, and return what a body returns."""
    names = ", ".join(["given", *values])
    script = f"async ({{{names}}}) => {{ {SOURCE} {body} }}"
    return page.evaluate(script, {"given": given or {}, **values})


def problem(page: Page, call: str) -> str:
    """Return the word of the problem that a call answers with."""
    return str(run(page, f"return await {call}.then(() => 'none', (error) => error.word);"))


def arrays(answer: list[str]) -> tuple[Any, Any]:
    outcomes, remoteness = (base64.b64decode(text) for text in answer)
    return np.frombuffer(outcomes, np.int8), np.frombuffer(remoteness, "<i2")


WORDS = {str(outcome): int(outcome) for outcome in (gg.LOSE, gg.DRAW, gg.WIN)}


def columns(solution: Any) -> tuple[Any, Any]:
    """Return outcome and remoteness of all states as Python has them."""
    table = solution.table()
    outcomes = np.asarray(table["outcome"])
    codes = sum((outcomes == word) * code for word, code in WORDS.items())
    return codes, np.asarray(table["remoteness"])
