"""The page of a heap game: the rule as data, and the Grundy values of the heaps it can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphgame.playing.page import rule_page
from graphgame.playing.style import check_languages, check_title

if TYPE_CHECKING:
    from graphgame.types import Int32Array


def heap_page(
    rule: Mapping[str, Any],
    values: Int32Array,
    heaps: Sequence[int],
    *,
    play: str,
    is_nim: bool,
    name: str,
    title: str | None,
    languages: Sequence[str] | None,
) -> str:
    """Return a page in which a heap game is played.

    Parameters
    ----------
    rule : mapping
        ``takes``, four lists: the numbers that may be taken where 0 to 3 heaps are left; ``tail``,
        from where on any number may be taken, 0 for nowhere; ``unequal`` and ``frozen`` as of
        `graphgame.heaps.splitting.Splitting`.
    values : (n + 1,) int32
        The Grundy values of the heaps that the page can show.
    heaps : sequence of int
        Where a match begins.
    play : {"normal", "misere"}
    is_nim : bool
        Whether the game is Nim: its page explains the heaps themselves in binary.
    name : str
        The title, where none is given.
    title, languages
        As of `graphgame.solving.display.Display.write_html`.
    """
    spoken = check_languages(languages)
    shown = check_title(name if title is None else title)
    part = {
        "rule": dict(rule),
        "values": values.tolist(),
        "start": list(heaps),
        "isNim": is_nim,
    }
    return rule_page("heaps", part, title=shown, languages=spoken, play=play)
