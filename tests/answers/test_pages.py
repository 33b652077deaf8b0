"""Databases in the page, from the server and from the command.

Pinned here: what a database shows of a position is what the solution in memory shows, and fits the
schema; keys that are no codes are refused; the server answers from a folder; `graphgame query`
prints what the database says, from arguments and from standard input; bad input is one line.
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database
from graphgame.answers.joining import adopt
from graphgame.answers.labels import decode
from graphgame.cli import main
from graphgame.playing.game import Look, coded_game
from graphgame.playing.positions import CodePositions, GamePositions
from graphgame.playing.server import PageServer, server_page
from tests.answers.folders import Game, loopy, take, write


def ended(game: Game) -> Game:
    """Return a game whose presets end it at once, as pages of solutions in memory need it."""
    return replace(game, presets={code: (kind, 0) for code, (kind, _) in game.presets.items()})


GAMES = {
    "take": take(30),
    "loopy": ended(loopy(21, 80)),
    "misere": ended(loopy(22, 60, play="misere")),
}


def board(code: int) -> str:
    return f"{code:>6}"


def move_name(code: int, option: int) -> str:
    return f"{code} to {option}"


LOOKS = {"plain": Look(), "drawn": Look(board=board, move=move_name, title="Demo")}


def ordered(game: Game) -> gg.Solution:
    """Return the solution whose indices are in the order of the codes."""
    rows = {code: game.rows[code] for code in game.codes.tolist()}
    presets = {code: outcome for code, (outcome, _) in game.presets.items()}
    return gg.solve(rows, presets=presets, play=game.play)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", GAMES)
def test_a_database_shows_what_the_solution_shows(name: str, look: str, tmp_path: Path) -> None:
    game = GAMES[name]
    database = Database.open(write(tmp_path, game, "hashed"), game)
    shown = CodePositions(coded_game(database), LOOKS[look])
    expected = GamePositions(ordered(game)._solved_game(), LOOKS[look])
    codes = game.codes.tolist()

    def by_code(view: Any) -> Any:
        moves = [{**move, "position": str(codes[int(move["position"])])} for move in view["moves"]]
        for move in moves:
            move.pop("drawCost", None)  # draws of a database are not ranked
        return {**view, "position": str(codes[int(view["position"])]), "moves": moves}

    for index, code in enumerate(codes):
        assert shown.view(str(code)) == by_code(expected.view(str(index)))
        assert shown.find(f" {code} ") == str(code)
    assert shown.histogram() == expected.histogram()
    assert shown.start == str(game.starts[0])
    assert (shown.size, shown.named, shown.drawn) == (len(codes), expected.named, expected.drawn)


def test_keys_that_are_no_positions_are_refused(tmp_path: Path) -> None:
    game = GAMES["loopy"]
    shown = CodePositions(coded_game(Database.open(write(tmp_path, game, "hashed"), game)), Look())
    missing = next(str(code) for code in range(1000) if code not in game.rows)
    for key in ("", "x", "-", "--1", "1.0", "+1", "00", "-0", "1 2", "9" * 30, "٣", missing, "-3"):
        with pytest.raises(
            gg.UnknownPositionError, match="expected the code of one of 80 positions"
        ):
            shown.view(key)
    with pytest.raises(gg.UnknownPositionError):
        shown.find("1" * 20_000)
    with pytest.raises(gg.GraphGameError, match=r"Database\.open\(path, rule=…\)$"):
        coded_game(Database.open(tmp_path))
    empty = Database._in_memory(np.zeros(1, np.uint8), game, [])
    with pytest.raises(gg.GraphGameError, match="expected one that begins somewhere"):
        CodePositions(coded_game(empty), Look())


def test_the_server_answers_from_a_folder(tmp_path: Path) -> None:
    game = GAMES["take"]
    with Database.open(write(tmp_path, game, "hashed"), game) as database:
        positions = CodePositions(coded_game(database), LOOKS["drawn"])
        page = server_page(positions, positions.play)
        with PageServer(positions, page, 0) as server:
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            try:
                answers = {
                    path: urlopen(server.address + path).read()  # noqa: S310
                    for path in ("", "positions/?p=17", "find/?text=12", "histogram/")
                }
            finally:
                server.shutdown()
                thread.join()
    assert b"Demo" in answers[""]
    assert json.loads(answers["positions/?p=17"]) == positions.view("17")
    assert json.loads(answers["find/?text=12"]) == {"position": "12"}
    assert json.loads(answers["histogram/"]) == positions.histogram()


# -- the command ----------------------------------------------------------------------------------

RULE = """
class Take:
    title = "Taking"
    def options(self, n):
        return [n - k for k in (1, 3, 4) if n >= k]
    def board(self, n):
        return "o" * n + "." * (30 - n)
    def move_name(self, n, option):
        return f"take {n - option}"
GAME = Take()
OTHER = lambda n: [n - 1] if n else []
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taking_rule.py").write_text(RULE)
    return write(tmp_path / "take.gg", GAMES["take"], "hashed")


@pytest.mark.parametrize("game", ["taking_rule:GAME", "taking_rule.py:GAME"])
def test_the_command_prints_what_the_database_says(
    game: str, folder: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database.open(folder, GAMES["take"])
    codes = [17, 0, 30, 17]
    words = [str(code) for code in codes]
    assert main(["query", "take.gg", *words]) == 0
    expected = [f"{code} {database.outcome(code)} {database.remoteness_of(code)}" for code in codes]
    assert capfdbinary.readouterr().out.decode().splitlines() == expected
    monkeypatch.setattr("graphgame.cli.terminal.read_all", lambda *_: b"17 0\n30\n\n17")
    assert main(["query", "take.gg", "-", "--game", game, "--verify"]) == 0
    moves = ["-" if database.best_move(x) is None else str(database.best_move(x)) for x in codes]
    lines = [f"{line} {move}" for line, move in zip(expected, moves, strict=True)]
    assert capfdbinary.readouterr().out.decode().splitlines() == lines
    assert main(["query", "take.gg"]) == 0
    wins, losses = (database.counts()[x] for x in (gg.WIN, gg.LOSE))
    longest = database.longest()
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        "Game, normal play",
        f"31 positions, {GAMES['take'].moves} moves",
        f"{wins} WIN, at most {longest[gg.WIN]} plies",
        f"{losses} LOSE, at most {longest[gg.LOSE]} plies",
        "0 DRAW",
        f"start 30: {database.result} {database.remoteness_of(30)}",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing.gg"], "nothing.gg: expected the folder of a database"),
        (["take.gg", "x"], "CODE: expected an integer of 64 bits, got 'x'"),
        (["take.gg", str(2**63)], "CODE: expected an integer of 64 bits"),
        (["take.gg", "31"], "codes[0]: expected a position of the 31 that the database has"),
        (["take.gg", "-5"], "codes[0]: expected a position of the 31 that the database has"),
        (["take.gg", "--game", "nowhere:GAME"], "--game nowhere: ModuleNotFoundError"),
        (["take.gg", "--game", "taking_rule:NONE"], "--game: expected NONE in taking_rule"),
        (["take.gg", "--game", "taking_rule"], "--game: expected MODULE:GAME"),
        (["take.gg", "--game", "taking_rule:OTHER"], "rule of 'take.gg': expected Game, whose"),
        (
            ["take.gg", "--verify"],
            "rule: expected one to ask for moves (--game MODULE:GAME), got a database that was "
            "opened without; open it with the rule, as in Database.open(path, rule=…)",
        ),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], message: str, folder: Path, capfdbinary: Any
) -> None:
    assert folder.exists()
    assert main(["query", *words]) == 2
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert err.decode().startswith(f"graphgame: {message}")
    assert err.count(b"\n") == 1


RAISING = """
import sys


def options(code):
    return [code - k for k in (1, 2, 3) if code >= k]


def fails(code):
    return [code - k for k in (1, 2, 3) if code >= k] if code != 3 else [1 // 0]


def leaves(code):
    return options(code) or sys.exit()


class Preset:
    options = staticmethod(options)

    def preset(self, code):
        raise KeyError("none")


class Symmetric(Preset):
    preset = None

    def canonical(self, code):
        raise KeyError("none")


PRESET, SYMMETRIC = Preset(), Symmetric()
"""


@pytest.mark.parametrize(
    ("name", "line", "kind"),
    [
        ("fails", 10, "ZeroDivisionError"),
        ("leaves", 14, "SystemExit"),
        ("PRESET", 21, "KeyError"),
        ("SYMMETRIC", 28, "KeyError"),
    ],
)
@pytest.mark.parametrize("command", ["query take.gg 3", "play take.gg", "serve take.gg --port 0"])
def test_what_a_rule_raises_when_a_folder_is_opened_is_one_line(
    command: str, name: str, line: int, kind: str, folder: Path, capfdbinary: Any
) -> None:
    (folder.parent / "raising.py").write_text(RAISING)
    assert main([*command.split(), "--game", f"raising.py:{name}"]) == 2
    out, err = capfdbinary.readouterr()
    said = f"graphgame: raising.py:{name}: line {line} of raising.py raises {kind}: "
    assert err.decode().startswith(said)
    assert (out, err.count(b"\n")) == (b"", 1)


def test_what_a_rule_raises_in_a_match_is_one_line(
    folder: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / "raising.py").write_text(RAISING)
    monkeypatch.setattr("graphgame.answers.joining.require_digest", lambda *_: None)
    monkeypatch.setattr("graphgame.answers.joining.take", lambda *given: adopt(*given[:2]))
    monkeypatch.setattr("graphgame.cli.play._reader", lambda: io.BytesIO(b"j 3\n"))
    assert main(["play", "take.gg", "--game", "raising.py:fails"]) == 2
    err = capfdbinary.readouterr().err
    said = b"graphgame: raising.py:fails: line 10 of raising.py raises ZeroDivisionError: "
    assert err.startswith(said)
    assert err.count(b"\n") == 1


def test_a_database_that_is_no_proof_exits_with_1(
    folder: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphgame.answers.checking.decode", _wrong)
    assert main(["query", "take.gg", "--game", "taking_rule:GAME", "--verify"]) == 1
    assert folder.exists()
    assert b"expected" in capfdbinary.readouterr().err


def _wrong(labels: Any) -> Any:
    outcomes, remoteness = decode(labels)
    return outcomes, remoteness + (remoteness == 3)


def test_the_command_serves_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(
        "graphgame.playing.server.serve_positions", lambda positions, **_: served.append(positions)
    )
    assert main(["serve", "take.gg", "--game", "taking_rule:GAME", "--port", "0"]) == 0
    (positions,) = served
    assert positions.style.title == "Taking"
    assert positions.view("5")["moves"][0]["move"] == "take 3"
    assert positions.view("5")["board"] == "ooooo" + "." * 25
    assert main(["serve", "take.gg"]) == 2
    assert folder.exists()
    assert b"rule: expected one to ask for moves" in capfdbinary.readouterr().err
