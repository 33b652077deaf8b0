"""Pages beside published answers: what they need is checked before anything is written."""

from __future__ import annotations

from base64 import b64encode
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from graphgame.answers.published_files import CHILD, HEAD, INDEX, OFFLINE, WORKER
from graphgame.checks import open_regular
from graphgame.errors import GraphGameError, RuleMismatchError, shown_path
from graphgame.playing.published_page import (
    BEFORE_ANSWERS,
    MOST_INLINED,
    WORKER_SCRIPT,
    Blocks,
    check_published_look,
    published_page,
)
from graphgame.playing.published_rules import PATIENCE, attended
from graphgame.playing.rule_files import read_rule_file
from graphgame.rules.asked import Asked, digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from graphgame.answers.database import Database
    from graphgame.answers.published_index import Entry
    from graphgame.playing.game import Look
    from graphgame.playing.look import Style
    from graphgame.playing.rule_files import RuleFile


class Written(NamedTuple):
    """What has been written of the answers.

    Attributes
    ----------
    facts : dict
        What the head says.
    levels : list of list of bytes
        The pages of the index, by level; the first has the uppermost one.
    begin : int
        The bytes of the head.
    entries : list of Entry
        The blocks.
    """

    facts: dict[str, Any]
    levels: list[list[bytes]]
    begin: int
    entries: list[Entry]


class Pages:
    """The pages of a database that is published.

    Parameters
    ----------
    database : Database
    file : path
        The rule, in C or in JavaScript.
    look : Look
    facts : dict
        What the head will say.
    storage, asked
        As `publishing.coded` returns them.

    Raises
    ------
    GraphGameError
        If the rule is not that of the database, or something does not fit it.
    """

    def __init__(
        self,
        database: Database[Any],
        file: str | os.PathLike[str],
        look: Look,
        facts: dict[str, Any],
        storage: Any,
        asked: Asked | None,
    ) -> None:
        if facts["content"] != "remoteness":
            raise GraphGameError(
                "content: expected 'remoteness' with page=, got 'outcomes', which tell no best move"
            )
        if not facts["start"]:
            raise GraphGameError("page: expected a game that begins somewhere, got no start")
        self.rule: RuleFile = read_rule_file(file)
        try:
            self._check(database, look, facts, storage, asked)
        finally:
            self.rule.close()

    def _check(
        self,
        database: Database[Any],
        look: Look,
        facts: dict[str, Any],
        storage: Any,
        asked: Asked | None,
    ) -> None:
        """Ask the rule what it is, and choose puzzles."""
        rule, path = self.rule, self.rule.path
        name = shown_path(path)
        attended(rule.begin, path, PATIENCE)
        if facts["symmetric"] and "canonical" not in rule.functions:
            raise GraphGameError(
                f"{name}: expected a function `canonical`, as only classes of positions are "
                "stored, got none"
            )
        start = int(facts["start"][0])
        self.style: Style = attended(
            lambda: check_published_look(look, rule, start), path, PATIENCE
        )
        if rule.can_be_asked:
            starts = np.array(database._fields["start"], dtype=np.int64)
            # To ask what kind of a rule it is calls it, too.
            known = attended(
                lambda: _asked(rule, starts, symmetric=facts["symmetric"]), path, PATIENCE
            )
            attended(lambda: _require_same(facts["rule"], known, starts, name), path, PATIENCE)
            asked = known if rule.library is not None else asked
        board = rule.board() if rule.library is not None else None
        self.puzzles: list[int] = attended(lambda: _puzzles(database, storage, asked, board), path)

    def write(self, work: Path, written: Written) -> None:
        """Write the pages into a folder with the answers."""
        size = written.begin + sum(written.facts["levels"])
        if written.facts["starts"]:
            size += written.facts["starts"][1]
        blocks = Blocks(HEAD, written.levels[0][0], written.begin, size)
        for name, inlined in ((INDEX, False), (OFFLINE, True)):
            if inlined and size > MOST_INLINED:
                continue
            page = published_page(
                written.facts, blocks, self.rule, self.style, self.puzzles, inlined=inlined
            )
            before, mark, after = page.partition(BEFORE_ANSWERS) if inlined else (page, "", "")
            with open_regular(work / name, "wb", within=True) as file:
                file.write((before + mark).encode())
                if inlined:
                    file.writelines(_inlined(work, written))
                file.write(after.encode())
        with open_regular(work / WORKER, "wb", within=True) as file:
            file.write(WORKER_SCRIPT.encode())


def _asked(rule: RuleFile, starts: Any, *, symmetric: bool) -> Asked:
    """Return the rule of a file, as one to be asked."""
    found, canonical = rule.as_rule(symmetric=symmetric)
    asked = Asked.from_rule(SimpleNamespace(**found), starts, None, canonical)
    asked.name = rule.path
    return asked


def _require_same(known: dict[str, Any], asked: Asked, starts: Any, name: str) -> None:
    """Refuse a rule whose first moves are not those of the one that was solved."""
    if known["digest"] is None:
        return
    found = digest(asked, starts)
    if found != known["digest"]:
        raise RuleMismatchError(
            "page",
            name,
            f"{known['name']}, whose moves have the digest {known['digest'][:12]}",
            f"a rule whose moves have {found[:12]}; its presets and its symmetry count",
            {},
        )


def _puzzles(
    database: Database[Any],
    storage: Any,
    asked: Asked | None,
    board: Callable[[int], str] | None,
) -> list[int]:
    """Return the codes of up to ten puzzles; none where no rule can be asked here."""
    if asked is None:
        return []
    copy = type(database)(storage, database._fields, path=database.path)
    copy._asked = asked
    return copy._sampled_puzzles(board)


def _inlined(work: Path, written: Written) -> Iterator[bytes]:
    """Yield all pages below the uppermost one, and all blocks, as JSON: base64 by level."""
    levels: list[Any] = [*written.levels[1:], _blocks(work, written)]
    for number, level in enumerate(levels):
        yield b",[" if number else b"[["
        for place, content in enumerate(level):
            yield b"," * (place > 0) + b'"' + b64encode(content) + b'"'
        yield b"]"
    yield b"]"


def _blocks(work: Path, written: Written) -> Iterator[bytes]:
    """Yield the blocks as they have been written."""
    if written.facts["split"]:
        for number in range(len(written.entries)):
            yield (work / CHILD.format(level=0, number=number)).read_bytes()
        return
    with open_regular(work / HEAD, within=True) as file:
        file.seek(written.begin + sum(written.facts["levels"][:-1]))
        for entry in written.entries:
            yield file.read(entry.size)
