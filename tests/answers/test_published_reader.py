"""The program in docs/formats.md reads published databases, with the standard library alone.

Pinned here: it has at most 60 lines; its answers are those of the source for random games of every
width, with one level of pages and with two, of both contents, in a file and in a folder; and those
of the games of the shelf.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database
from graphgame.answers import publishing
from graphgame.answers.publishing import coded
from tests.answers.folders import loopy, take
from tests.marked import large
from tools.shelf import GAMES, ROOT

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
if not PAGE.exists():
    pytest.skip("the documents are not here", allow_module_level=True)
READER = re.findall(r"```python\n(import json, os.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]


def random_source(width: int, n: int = 25_000) -> Database:
    """Return random answers of random codes, in labels of a width."""
    random = np.random.default_rng(width)
    codes = np.unique(random.integers(-(2**63), 2**63 - 1, n))
    labels = random.integers(0, 2 ** (8 * width) - 3, len(codes), dtype=f"u{width}")
    labels[::9], labels[::10] = 2 ** (8 * width) - 1, 2 ** (8 * width) - 2
    return Database._in_memory(labels, None, [int(codes[0])], codes=codes)


SOURCES = {
    "one byte": lambda: random_source(1),
    "two bytes": lambda: random_source(2),
    "four bytes": lambda: random_source(4),
    "take": lambda: gg.build(take(700), start=700),
    "indices": lambda: gg.build(loopy(5), start=[*loopy(5).starts]),
}


@pytest.fixture(scope="module")
def reader() -> dict[str, Any]:
    """Return the names of the program, without what it does at its end."""
    program = ast.parse(READER)
    program.body = [part for part in program.body if not isinstance(part, ast.For)]
    names: dict[str, Any] = {}
    exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102 -- what the document says
    return names


def test_it_has_sixty_lines_and_needs_no_package() -> None:
    lines = [line for line in READER.splitlines() if line.strip()]
    assert len(lines) <= 60
    assert [*re.findall(r"^(?:import|from) .*$", READER, re.MULTILINE)] == [
        "import json, os, struct, sys, zlib"
    ]


@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
@pytest.mark.parametrize("content", ["remoteness", "outcomes"])
@pytest.mark.parametrize("name", SOURCES)
def test_it_reads_what_is_published(
    name: str,
    content: str,
    split: bool,
    reader: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(publishing, "POSITIONS", 20)
    source = SOURCES[name]()
    source.publish(tmp_path / "published", content, split=split)
    read = reader["Reader"](str(tmp_path / "published"))
    assert len(read.head["levels"]) == (2 if "byte" in name else 1)
    codes = sorted(source)
    random = Random(name)
    for code in [codes[0], codes[-1], *random.choices(codes, k=200)]:
        outcome, remoteness = read.answer(code)
        assert outcome == str(source.outcome(code))
        assert remoteness == (None if content == "outcomes" else source.remoteness_of(code))
    known = {*codes}
    for code in (codes[0] - 1, codes[-1] + 1, *(x + 1 for x in random.choices(codes, k=50))):
        if code not in known:
            assert read.answer(code) is None


SHELF = [name for name, game in GAMES.items() if not game.large]


@pytest.mark.parametrize("name", [SHELF[0], *large(SHELF[1:])])
def test_it_reads_the_games_of_the_shelf(
    name: str, reader: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    source = GAMES[name].build()
    codes, random = coded(source)[0].codes, Random(name)
    asked = [int(codes[random.randrange(len(codes))]) for _ in range(500)]
    for content in ("remoteness", "outcomes"):
        source.publish(tmp_path / content, content)
        read = reader["Reader"](str(tmp_path / content))
        with gg.Database.open(tmp_path / content) as published:
            assert published.verify(source)
            for code in asked:
                told = None if content == "outcomes" else published.remoteness_of(code)
                assert read.answer(code) == (str(published.outcome(code)), told)


def test_it_is_a_program_and_refuses_damage(tmp_path: Path) -> None:
    gg.build(take(90), start=90).publish(tmp_path / "take.ggdb")
    program = tmp_path / "reader.py"
    program.write_text(READER, "utf-8")
    command = [sys.executable, "-S", str(program), str(tmp_path / "take.ggdb"), "5", "7", "91"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "5 WIN 3\n7 LOSE 4\n91 none\n"
    whole = (tmp_path / "take.ggdb").read_bytes()
    (tmp_path / "take.ggdb").write_bytes(whole[:-1] + b"x")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "damaged at byte" in done.stderr
