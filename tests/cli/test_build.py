"""The command ``graphgame build``: one database, whatever kind of game it is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, run

GAMES = """
import graphgame as gg


def options(code):
    return [code - k for k in (1, 2, 3) if code >= k]


def fewer(code):
    return [code + k for k in (1, 2, 3) if code + k <= 20]


def more(code):
    return [code - k for k in (1, 2, 3) if k <= code]


class Take:
    start = 20
    options = staticmethod(options)


class Tiered(Take):
    @staticmethod
    def tier(code):
        return code // 7


PLAIN, TIERED = Take(), Tiered()
NUMBER = 5
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "games.py"
    path.write_text(GAMES)
    return str(path)


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("PLAIN", ["--partitions", "3", "--threads", "2", "--memory", "64MB"], 20),
        ("options", ["--start", "20"], 20),
        ("TIERED", [], 20),
        ("fewer", ["--start", "0", "--size", "21", "--ordered"], 0),
        ("fewer", ["--start", "0", "--size", "21", "--undo", "{game}:more"], 0),
    ],
)
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_every_kind_of_game(
    game: str, name: str, options: list[str], start: int, play: str, tmp_path: Path
) -> None:
    options = [option.replace("{game}", game) for option in options]
    words = [f"{game}:{name}", "--folder", str(tmp_path / "f"), "--play", play, *options]
    done = run("build", *words, "--verify", "--json")
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    expected = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20, play=play)
    assert report["verified"] is True
    assert (report["positions"], report["moves"]) == (21, 57)
    assert report["wins"] == expected.counts()[gg.WIN]
    with gg.Database.open(tmp_path / "f") as database:
        assert database.play == play
        assert database.remoteness_of(start) == expected.remoteness_of(20)
    again = run("query", str(tmp_path / "f"))
    assert f"start {start}: {expected.outcome(20)}" in again.out.decode()


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("options", [], "--start: expected a code where play begins"),
        ("NUMBER", ["--start", "3"], "rule: expected a function"),
        ("MISSING", [], "MODULE:GAME: expected MISSING in"),
        ("TIERED", ["--partitions", "3"], "--partitions: expected none"),
        ("fewer", ["--start", "21", "--size", "21"], "start: expected positions from 0 to 20"),
        ("fewer", ["--start", "3", "--ordered"], "--ordered: expected --size N beside it"),
        ("fewer", ["--start", "3", "--undo", "{game}:more"], "--undo: expected --size N beside"),
        ("TIERED", ["--size", "21", "--partitions", "3"], "--partitions: expected none"),
        ("PLAIN", ["--memory", "much"], "memory: expected a number of bytes"),
    ],
)
def test_what_is_refused(
    game: str, name: str, options: list[str], said: str, tmp_path: Path
) -> None:
    options = [option.replace("{game}", game) for option in options]
    done = run("build", f"{game}:{name}", "--folder", str(tmp_path / "f"), *options)
    assert_refused(done, said)


@pytest.mark.parametrize("left", ["sys.exit()", "sys.exit('bye')", "sys.exit(0)", "sys.exit(3)"])
@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("build {}:take --start 3 --folder f", "MODULE:GAME {}"),
        ("prove {}:take 3", "MODULE:GAME {}"),
        ("query f 3 --game {}:take", "--game {}"),
        ("page g.txt --look {} -o page.html", "{}"),
        ("play g.txt --look {}", "{}"),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_file_that_leaves_as_a_program_does_is_refused(
    words: str, where: str, left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one without ``if __name__ == "__main__"``: an answer was missing, with status 0."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.py").write_text(f"import sys\ndef take(n):\n    return []\n{left}\n")
    (tmp_path / "g.txt").write_text("2 1\n1 2\n")
    done = run(*words.format("main.py").split())
    said = (
        f"graphgame: {where.format('main.py')}: expected it to define names alone, got SystemExit"
    )
    assert_refused(done, said)
    assert done.err.endswith(
        "; what it does as a program belongs below if __name__ == '__main__'\n"
    )
    assert not {x.name for x in tmp_path.iterdir()} & {"f", "page.html"}
