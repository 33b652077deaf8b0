"""Databases of games of chance on the page of a server: states, rolls, and what moves lose.

Pinned here: the positions and moves that a page gets are those of the explicit game, with the
probabilities that follow from the database; names find positions; the command serves a folder; what
does not fit is refused.
"""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from graphgame import GraphGameError, UnknownPositionError
from graphgame.chance.layers.chance_database import ChanceDatabase
from graphgame.chance.layers.layer_rule import WON
from graphgame.chance.layers.layers import build_chance
from graphgame.cli import main
from graphgame.playing import server
from graphgame.playing.game import Look
from tests.chance.layered import Race, explicit, random_table
from tests.playing.serving import assert_error, served


def positions(rule: Any, **look: Any) -> Any:
    return build_chance(rule)._positions(Look(**look))


@pytest.mark.parametrize("seed", range(6))
def test_positions_are_those_of_the_explicit_game(seed: int) -> None:
    rng = random.Random(seed)
    rule = Race(3) if seed == 0 else random_table(rng, 6, 2, 2)
    db, game, rolls = build_chance(rule, precision=1e-12), explicit(rule), len(rule.rolls)
    found = db._positions(Look())
    size, per = len(db), 1 + rolls

    def number(key: str) -> int:
        """Return the position of the explicit game."""
        state, player, roll = found._position(int(key))
        if state == WON:
            return int(player)
        return 2 + (player * size + state) * per + (0 if roll is None else 1 + roll)

    assert found.size == 2 * size * per + 2
    for key in map(str, range(found.size)):
        view = found.view(key)
        moves, v = view["moves"], number(key)
        assert {number(x["position"]) for x in moves} == {*game.options[v]}
        over, dice = v < 2, game.kind[v] == -1
        assert view["turn"] == (1 - v if over else 2 if dice else game.kind[v])
        assert view["positionValue"] == ("lose" if over else "draw")
        worth = [x["expected"] for x in moves]
        if over:
            assert view["expected"] == 1 - v and view["remoteness"] == 0
        elif dice:
            odds = [Fraction(*x["chance"]) for x in moves]
            assert odds == [game.chances[v][game.options[v].index(number(x["position"]))]
                            for x in moves]  # fmt: skip
            mean = sum(float(p) * x for p, x in zip(odds, worth, strict=True))
            assert view["expected"] == pytest.approx(mean, abs=1e-9)
        else:
            assert "chance" not in moves[0]
            order = sorted(worth, reverse=view["turn"] == 0)
            assert worth == order and view["expected"] == order[0]  # the best move is the first
            state, player, roll = found._position(int(key))
            own = db.move_values(state, roll).values()
            mine = {round(x if player == 0 else 1 - x, 12) for x in own}
            assert {round(x, 12) for x in worth} == mine


def test_names_of_positions() -> None:
    found = positions(Race(4))
    assert found.start == found.find("0") == found.find("(0, 0)") == "0"
    assert found.view(found.find("5 1"))["turn"] == 2
    assert found._position(int(found.find(" (5, 1, 2) "))) == (5, 1, 2)
    assert found.find("#7") == "7"
    assert found.histogram() is None
    for text in ("", "16", "0 2", "0 0 3", "a", "#130", "-1", "0 0 0 0", "1" * 5000):
        with pytest.raises(UnknownPositionError, match="^position: expected a "):
            found.find(text)
    for key in ("130", "-1", "01", "x", "9" * 30):
        with pytest.raises(
            UnknownPositionError, match="^position: expected a number from 0 to 129"
        ):
            found.view(key)


def test_looks() -> None:
    rule = Race(4)
    rule.board = lambda position: str(position[1])  # type: ignore[attr-defined]
    rule.title = "Race"  # type: ignore[attr-defined]
    found = positions(rule, move=lambda p, q: None if p[2] is None else f"to {q[0]}")
    view = found.view(found.start)
    assert view["board"] == "0" and found.style.title == "Race"
    assert sorted(x["move"] for x in view["moves"]) == ["0", "1", "2"]
    after = found.view(found.find("0 0 2"))["moves"]
    assert {x["move"] for x in after} == {"to 1", "to 3"}
    assert found.view(str(found.ends))["name"]
    with pytest.raises(GraphGameError, match="^turn: expected none for a game of chance"):
        positions(Race(4), turn=lambda _: 0)


def test_the_server_answers() -> None:
    found = positions(Race(4), title="Race to 4")
    with served(SimpleNamespace(positions=found)) as client:  # type: ignore[arg-type]
        assert b"Race to 4" in client.ask("/").body
        assert client.ask("/positions/?p=0").data == found.view("0")
        assert_error(client.ask("/positions/?p=130"), 404, "expected a number from 0 to 129")


RULE = """
from graphgame import ChanceDatabase as D
class Toss:
    rolls, layers = [1, 1], [0, 1]
    title = "Toss a coin"
    def moves(self, index, roll):
        return [D.WON if roll else ~0]
GAME = Toss()
"""


def test_a_folder_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "toss.py").write_text(RULE, "utf-8")
    names: dict[str, Any] = {}
    exec(RULE, names)  # noqa: S102 -- the text above
    folder = tmp_path / "toss"
    build_chance(names["GAME"], folder=folder).close()
    shown = []
    monkeypatch.setattr(server, "serve_positions", lambda x, **_: shown.append(x))
    game = f"{tmp_path / 'toss.py'}:GAME"
    assert main(["serve", str(folder), "--game", game, "--port", "0"]) == 0
    assert shown[0].style.title == "Toss a coin"
    assert shown[0].view("0")["expected"] == pytest.approx(2 / 3, abs=1e-9)
    assert main(["serve", str(folder), "--port", "0"]) == 2
    error = capfd.readouterr().err
    assert "--game: expected the rule that was solved, as MODULE:GAME" in error
    ChanceDatabase.open(folder, names["GAME"]).serve(title="Heads", announce=print)
    assert shown[1].style.title == "Heads"


def test_a_rule_that_changed_is_refused() -> None:
    rule = Race(4)
    found = positions(rule)
    monkey: Any = found.game._replace(options=lambda _state, _roll: [99])
    found.game = monkey
    with pytest.raises(
        GraphGameError, match="^rule: expected the one that was solved, got the opti"
    ):
        found.view(found.find("0 0 1"))
