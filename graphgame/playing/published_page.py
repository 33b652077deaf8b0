"""The page of a published database: it reads blocks beside it, and has the rule in it."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

from graphgame.errors import GraphGameError
from graphgame.playing.look import board as checked_board, check_style, title_in
from graphgame.playing.page import build_page
from graphgame.playing.positions import MOST_BARS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphgame.playing.game import Look
    from graphgame.playing.look import Style
    from graphgame.playing.rule_files import RuleFile

# The most bytes of answers that one page holds.
MOST_INLINED = 30_000_000
# What comes before the answers in the page that holds them.
BEFORE_ANSWERS = '<script type="application/json" id="answers">'
# The page keeps its blocks itself; the worker keeps the page: from the network while there is one.
WORKER_SCRIPT = """\
"use strict";
const KEPT = "graphgame pages";
const keep = (request, answer) => caches.open(KEPT).then((cache) => cache.put(request, answer));
addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(registration.scope)));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate") return;
  event.respondWith(
    fetch(request).then(
      (answer) => {
        if (answer.ok) event.waitUntil(keep(request, answer.clone()));
        return answer;
      },
      async () =>
        (await caches.match(request, { ignoreSearch: true })) ||
        (await caches.match(registration.scope)) ||
        Response.error(),
    ),
  );
});
"""


class Blocks(NamedTuple):
    """Where a page finds published answers.

    Attributes
    ----------
    file : str
        The name of the one file, or of the head of a folder.
    page : bytes
        The uppermost page of the index.
    begin : int
        Where the bytes behind the head begin.
    size : int
        The bytes of all files.
    """

    file: str
    page: bytes
    begin: int
    size: int


def check_published_look(look: Look, rule: RuleFile, start: int) -> Style:
    """Check how a game looks, whose board, turn and names of moves the rule draws.

    Raises
    ------
    GraphGameError
        If something does not fit.
    """
    for name, function in (("board", "board"), ("turn", "turn"), ("move", "move_name")):
        if getattr(look, name) is not None:
            raise GraphGameError(
                f"{name}: expected none with page=, got one; the page asks {function} of "
                f"{rule.path}"
            )
    if "board" not in rule.functions:
        return check_style(look)
    draw = rule.board()
    style = check_style(look._replace(board=draw or str))
    if draw is not None:
        checked_board(look._replace(board=draw), start, style.cells)
    return style


def published_page(
    facts: Mapping[str, Any],
    blocks: Blocks,
    rule: RuleFile,
    style: Style,
    puzzles: Sequence[int],
    *,
    inlined: bool,
) -> str:
    """Return the page in which a published game is played.

    Parameters
    ----------
    facts : mapping
        What the head says.
    blocks : Blocks
    rule : RuleFile
    style : Style
    puzzles : sequence of int
        Codes of positions with one solution.
    inlined : bool
        Whether all answers will stand in the page, after `BEFORE_ANSWERS`; else they lie beside it.
    """
    drawn = "board" in rule.functions
    data: dict[str, Any] = {
        "format": 1,
        "kind": "published",
        "title": style.title,
        "languages": [*style.languages],
        "play": facts["play"],
        "about": style.about,
        **style.shown(drawn=drawn),
        "puzzles": [*map(str, puzzles)],
        "published": {
            "file": blocks.file,
            "split": facts["split"],
            "page": b64encode(blocks.page).decode(),
            "begin": blocks.begin,
            "bytes": blocks.size,
            "levels": facts["levels"],
            "last": str(facts["last"]),
            "hasOffline": blocks.size <= MOST_INLINED,
            "worker": not inlined,
            "symmetric": facts["symmetric"],
            "undecided": facts["undecided"],
            "start": str(facts["start"][0]),
            "positions": facts["positions"],
            "histogram": _histogram(facts["remoteness"]),
        },
    }
    if rule.module is not None:
        data["published"]["wasm"] = b64encode(rule.module).decode()
    page = build_page(
        data,
        title=title_in(style.title, style.languages),
        languages=style.languages,
        connect=None if inlined else "'self'",
        rule=rule.script,
    )
    if not inlined:
        return page
    before, data_element, rest = page.partition('<script type="application/json" id="game">')
    return f"{before}{BEFORE_ANSWERS}</script>\n{data_element}{rest}"


def _histogram(tally: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, Any] | None:
    """Return how many positions have which remoteness; None where that would be too many bars."""
    bars: dict[str, Any] = {}
    for name, word in (("win", "WIN"), ("lose", "LOSE")):
        rows = {r: count for r, count in tally[word] if r >= 0}
        if max(rows, default=0) >= MOST_BARS:
            return None
        bars[name] = [rows.get(r, 0) for r in range(max(rows, default=-1) + 1)]
    return {**bars, "draw": sum(count for _, count in tally["DRAW"])}
