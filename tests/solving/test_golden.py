"""Golden games: tests/data/*.game, each with its source, and the answers to them line for line.

The labels in the .expected files were found without this package, by searching each game to every
depth or by hand, and hold what the named sources say.  They are exactly what
``graphgame solve --remoteness`` prints, so a file can be checked with ``diff`` alone.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import graphgame as gg
from graphgame import LOSE, Outcome, cli
from tests.reference import graphs as reference
from tests.reference.graphs import Game

DATA = Path(__file__).parents[1] / "data"
GAMES = sorted(path.stem for path in DATA.glob("*.game"))


def comments(name: str) -> list[str]:
    lines = (DATA / f"{name}.game").read_text().splitlines()
    return [line.removeprefix("#").strip() for line in lines if line.startswith("#")]


def play_of(name: str) -> str:
    return "misere" if "play: misere" in comments(name) else "normal"


def expected(name: str) -> list[str]:
    return (DATA / f"{name}.expected").read_text().splitlines()


def test_there_is_an_answer_to_every_game() -> None:
    assert sorted(path.stem for path in DATA.glob("*.expected")) == GAMES
    assert len(GAMES) >= 15


@pytest.mark.parametrize("name", GAMES)
def test_the_game_names_its_source(name: str) -> None:
    assert [line for line in comments(name) if line.startswith("source: ")]


@pytest.mark.parametrize("name", GAMES)
def test_the_command_prints_the_expected_lines(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = str(DATA / f"{name}.game")
    status = cli.main(["solve", path, "--remoteness", "--verify", "--play", play_of(name)])
    out, err = capfd.readouterr()
    assert out.splitlines() == expected(name)
    assert (status, err) == (0, "")


@pytest.mark.parametrize("name", GAMES)
def test_the_library_and_the_reference_give_the_expected_lines(name: str) -> None:
    graph = gg.read_graph(DATA / f"{name}.game")
    solution = gg.solve(graph, play=play_of(name))
    got = zip(solution.outcomes.tolist(), solution.remoteness.tolist(), strict=True)
    assert [f"{Outcome(outcome)} {remoteness}" for outcome, remoteness in got] == expected(name)

    answer = reference.solve(Game.of(graph, play_of(name)))
    slow = zip(answer.outcomes, answer.remoteness, strict=True)
    assert [f"{outcome} {remoteness}" for outcome, remoteness in slow] == expected(name)


# Published laws: which positions are lost, in the order of their numbers in the file.
HEAPS = [(a, b, c) for a in range(2) for b in range(3) for c in range(4)]
PAIRS = [(a, b) for b in range(6) for a in range(b + 1)]


def bouton(a: int, b: int, c: int) -> bool:
    return a ^ b ^ c == 0


def bouton_misere(a: int, b: int, c: int) -> bool:
    return a ^ b ^ c == (max(a, b, c) < 2)


LAWS: dict[str, list[bool]] = {
    "take-1-2-3": [k % 4 == 0 for k in range(13)],
    "take-1-2-3-misere": [k % 4 == 1 for k in range(13)],
    "subtract-1-3-4": [k % 7 in (0, 2) for k in range(21)],
    "nim-1-2-3": [bouton(*heaps) for heaps in HEAPS],
    "nim-1-2-3-misere": [bouton_misere(*heaps) for heaps in HEAPS],
    "wythoff-5": [pair in [(0, 0), (1, 2), (3, 5)] for pair in PAIRS],
}


@pytest.mark.parametrize(("name", "lost"), LAWS.items(), ids=LAWS.keys())
def test_the_published_law_holds(name: str, lost: list[bool]) -> None:
    solution = gg.solve(gg.read_graph(DATA / f"{name}.game"), play=play_of(name))
    assert (solution.outcomes == LOSE).tolist() == lost


@pytest.mark.parametrize(
    ("name", "position", "verdict"),
    [
        ("cat-and-mouse-1", "mouse 1, cat 2, mouse to move", "DRAW"),
        ("cat-and-mouse-2", "mouse 1, cat 2, mouse to move", "WIN"),
        ("chomp-3x3", "3-3-3", "WIN"),
        ("chomp-3x3", "3-1-1", "LOSE"),
        ("shiritori", "bcd", "WIN"),
        ("shiritori", "cda", "LOSE"),
        ("shiritori", "ada", "DRAW"),
    ],
)
def test_the_published_verdict_holds(name: str, position: str, verdict: str) -> None:
    numbered = filter(None, (re.fullmatch(r"(\d+)  (.+)", line) for line in comments(name)))
    number = {match[2]: int(match[1]) for match in numbered}
    solution = gg.solve(gg.read_graph(DATA / f"{name}.game"), play=play_of(name))
    assert str(solution.outcome(number[position] - 1)) == verdict
