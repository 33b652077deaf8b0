"""What pages say of the games: rules, goals and players in five languages, from the folder texts.

A language is a file there, and a game a table in it.  `about` returns arguments of `write_html`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "vi", "fa", "pt", "ru")
ENTRIES = ("rules", "goal", "players")


@cache
def texts(language: str) -> dict[str, dict[str, Any]]:
    """Return the texts of a language, by game."""
    path = Path(__file__).parent / "texts" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def about(game: str) -> dict[str, dict[str, Any]]:
    """Return `rules`, `goal` and `players` of a game, each a mapping of languages to texts."""
    return {name: {x: texts(x)[game][name] for x in LANGUAGES} for name in ENTRIES}
