"""A match in the terminal, played from a script."""

from __future__ import annotations

import io
from collections.abc import Set as AbstractSet
from random import Random
from typing import Any

from graphgame.playing.terminal import Terminal, Writer
from tests.playing.games import Played


def played(
    game: Played, text: str, people: AbstractSet[int] = frozenset({0, 1}), **options: Any
) -> str:
    """Play a match from a script; return all that is written."""
    blocks: list[bytes] = []
    terminal = Terminal(
        game.positions,
        io.BytesIO(text.encode()),
        Writer(blocks.extend),
        people=people,
        random=Random(options.pop("seed", 1)),
        **options,
    )
    terminal.play()
    return b"".join(blocks).decode()
