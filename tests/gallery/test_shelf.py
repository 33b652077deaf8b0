"""The shelf: games of the gallery, published, checked and listed on a page.

Pinned here: the files answer as the games do; the page has a row for each game, with its counts,
its size and who wins; what is on the shelf is kept; a name that is no game is refused.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import graphgame as gg
from tools import shelf


def test_games_are_put_on_the_shelf_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    names = ["queen_and_pawns-5", "connect_four-4x4"]
    assert shelf.main([str(tmp_path), *names]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("connect_four-4x4.ggdb", "index.html", "queen_and_pawns-5.ggdb", "shelf.json")
    ]
    known = json.loads((tmp_path / "shelf.json").read_text("utf-8"))
    with gg.Database.open(tmp_path / "queen_and_pawns-5.ggdb") as database:
        assert len(database) == known["queen_and_pawns-5"]["positions"] == 25_003
        assert database.result == gg.WIN  # the pawns begin, and win in 5 plies and one more
    text = (tmp_path / "index.html").read_text("utf-8")
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in text.split("<tr>")[2:]]
    assert [row[0].split('"')[1] for row in rows] == [
        "connect_four-4x4.ggdb",
        "queen_and_pawns-5.ggdb",
    ]
    # The counts that examples/connect_four.py has.
    assert rows[0][1:5] == ["161,029", "38,675", "32,234", "90,120"]
    assert rows[0][-1] == "nobody: play need not end" or rows[0][-1].startswith("a draw")
    assert rows[1][-1].startswith("who begins, in ")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.ggdb")}
    assert shelf.main([str(tmp_path), *names]) == 0
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.ggdb")} == before
    with pytest.raises(SystemExit):
        shelf.main([str(tmp_path), "chess"])
    assert "expected games of" in capsys.readouterr().err


def test_who_wins_is_said_in_words() -> None:
    entry = {"result": "LOSE", "plies": 24, "starts": 1}
    assert shelf._winner(entry) == "who answers, in 24 plies"
    assert shelf._winner({**entry, "result": "WIN"}) == "who begins, in 24 plies"
    assert shelf._winner({**entry, "starts": 9000}) == "from 9,000 starts, each another one"


def test_there_are_ten_games_that_take_seconds() -> None:
    assert sum(not game.large for game in shelf.GAMES.values()) >= 10
