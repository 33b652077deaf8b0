"""The command ``graphgame chance``: what it prints, byte by byte, and what it refuses.

Pinned here: every option, alone and with the others; each value is the shortest decimal within its
bounds; what the options refuse, in the words of the command.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from graphgame import ChanceSolution
from graphgame.cli import main
from graphgame.errors import VerificationError
from graphgame.text import _print
from graphgame.text.chance_results import decimal
from tests.cli.test_command import assert_refused, run

# Player 0 chooses between a sure half and two throws of a coin, one of which must succeed.
DICE = (
    b"6 6\n1 2\n1 3\n2 5 1/2\n2 3 1/2\n3 5 1/2\n3 6 .5\n"
    b"1 OWNER 0\n2 CHANCE\n3 CHANCE\n4 OWNER 0\n5 OWNER 1\n6 OWNER 0\n"
)
PAYING = b"4 4\n1 2\n1 3 POINTS 2\n2 3 1\n2 4 2\n1 OWNER 0\n2 CHANCE\n3 SCORE -3\n4 SCORE 2.5\n"
ALTERNATING = b"3 3\n1 2 POINTS 3\n1 3 POINTS 4\n2 3 POINTS 5\n"
# Player 0 may stay for ever.
LOOP = b"3 4\n1 1\n1 2\n2 1\n2 3 POINTS -2\n1 OWNER 0\n2 OWNER 1\n"


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ("", DICE, "0.75\n0.75\n0.5\n0\n1\n0\n"),
        ("-", DICE, "0.75\n0.75\n0.5\n0\n1\n0\n"),
        ("--moves", DICE, "0.75 2\n0.75 -\n0.5 -\n0 -\n1 -\n0 -\n"),
        ("--player 1", DICE, "0.25\n0.25\n0.5\n1\n0\n1\n"),
        ("--exact --verify", DICE, "3/4\n3/4\n1/2\n0\n1\n0\n"),
        ("--exact --moves", DICE, "3/4 2\n3/4 -\n1/2 -\n0 -\n1 -\n0 -\n"),
        ("--verify", ALTERNATING, "4\n5\n0\n"),
        ("--moves", ALTERNATING, "4 3\n5 3\n0 -\n"),
        ("--moves", b"2 1\n2 1 POINTS 3\n", "0 -\n3 1\n"),
        ("--base 0 --moves", b"2 1\n0 1 POINTS 3\n", "3 1\n0 -\n"),
        ("--base 0 --moves --exact", b"2 1\n0 1 POINTS 3\n", "3 1\n0 -\n"),
        ("--bounds", ALTERNATING, "4 4 4\n5 5 5\n0 0 0\n"),
        ("--bounds --moves", ALTERNATING, "4 4 4 3\n5 5 5 3\n0 0 0 -\n"),
        ("--exact", PAYING, "2/3\n2/3\n-3\n5/2\n"),
        ("--exact", LOOP, "0\n-2\n0\n"),
        ("--exact --endless -5", LOOP, "-5\n-5\n0\n"),
        ("--endless 1/2 --exact", LOOP, "1/2\n-2\n0\n"),
        ("", b"0 0\n", ""),
        ("--exact --moves", b"0 0\n", ""),
        (
            "--summary",
            DICE,
            "positions      6\nmoves          6\nof chance      2\nsurely ends    yes\n"
            "certain        1\nimpossible     2\nleast          0\ngreatest       1\n"
            "widest bounds  W\nposition 1     0.75\n",
        ),
        (
            "--summary --verify",
            ALTERNATING,
            "positions      3\nmoves          3\nsurely ends    yes\nleast          0\n"
            "greatest       5\nwidest bounds  0\nposition 1     4\nverified       yes\n",
        ),
        ("--summary", b"0 0\n", "positions      0\nmoves          0\nof chance      0\n"
         "surely ends    yes\ncertain        0\nimpossible     0\n"),
        (
            "--from 1",
            ALTERNATING,
            "value    4\nbounds   4.0 4.0\nbest     3\nmove     2 -2.0\nmove     3 4.0\n"
            "play     1 3\n",
        ),
        (
            "--from 2 --exact --seed 3",
            DICE,
            "value    3/4\nbounds   0.75 0.75\nbest     -\nmove     3 0.5 1/2\n"
            "move     5 1.0 1/2\nplay     2 PLAY\n",
        ),
        ("--from 4", DICE, "value    0\nbounds   0.0 0.0\nbest     -\nplay     4\n"),
    ],
)  # fmt: skip
def test_what_is_printed(options: str, text: bytes, expected: str) -> None:
    done = run("chance", *options.split(), text=text)
    assert (done.status, done.err) == (0, "")
    out = done.out.decode().split()
    for place, word in enumerate(expected.split()):
        assert word in ("W", "PLAY") or out[place] == word, (word, done.out)
    if "PLAY" not in expected:
        assert len(out) == len(expected.split())
        assert len(done.out.decode()) - len(expected) == (expected.count("W") and len(out[-3]) - 1)


def test_a_play_is_drawn_by_the_seed() -> None:
    plays = {run("chance", "--from", "2", "--seed", str(k), text=DICE).out for k in range(12)}
    ends = {play.decode().split("play")[1].split()[-1] for play in plays}
    assert ends == {"5", "6"}
    assert len(plays) == 3


def test_json() -> None:
    out = run("chance", "--json", "--moves", "--exact", text=PAYING).out
    found = json.loads(out)
    values = found.pop("values")
    assert np.abs(np.array(values) - [2 / 3, 2 / 3, -3, 2.5]).max() < 1e-9
    assert [*map(Fraction, found.pop("exact"))] == [
        Fraction(2, 3), Fraction(2, 3), -3, Fraction(5, 2)
    ]  # fmt: skip
    assert found.pop("width") < 1e-9
    assert found.pop("first")["lower"] <= 2 / 3 <= found.pop("greatest")
    assert found == {
        "base": 1, "positions": 4, "moves": 4, "chance": 1, "ends": True, "least": -3.0,
        "best_moves": [2, None, None, None],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "text", "parts"),
    [
        ("--summary --moves", DICE, ["--summary: expected no --moves, which goes with a line per"]),
        ("--summary --exact", DICE, ["--summary: expected no --exact"]),
        ("--from 1 --bounds", DICE, ["--from: expected no --bounds, which goes with a line per"]),
        ("--from 1 --summary", DICE, ["argument --summary: not allowed with argument --from"]),
        ("--exact --bounds", DICE, ["--exact: expected no --bounds beside it, got both"]),
        ("--seed 1", DICE, ["--seed: expected --from V beside it"]),
        ("--seed -1 --from 1", DICE, ["--seed: expected an integer from 0 on, got -1"]),
        ("--seed x --from 1", DICE, ["argument --seed: expected an integer, got 'x'"]),
        ("--from 7", DICE, ["--from: expected a position of the game, got '7'"]),
        ("--from 0", DICE, ["--from: expected a position of the game, got '0'"]),
        ("--player 2", DICE, ["argument --player: invalid choice: 2"]),
        ("--player 0", PAYING, ["--player: expected a game that is won or lost, got one with po"]),
        ("--endless x", PAYING, ["--endless: expected a number as 3, -1/2 or .25, got 'x'"]),
        ("--endless 1/0", PAYING, ["--endless: expected a number as 3, -1/2 or .25, got '1/0'"]),
        ("--endless 3", DICE, ["--endless: expected a game with points or scores, got one that"]),
        ("--endless 3", ALTERNATING, ["--endless: expected 0 where players alternate, got 3"]),
        ("--precision 1e-20", DICE, ["--precision: expected a number from 1e-14 on", "; --exact"]),
        ("--precision nan", DICE, ["--precision: expected a number from 1e-14 on", "got nan"]),
        ("--precision x", DICE, ["argument --precision: expected a number, got 'x'"]),
        ("--precisio 1 --oops", DICE, ["unrecognized arguments: --oops"]),
        ("", b"", ["<stdin>:1:1: expected a first line 'n m'"]),
        ("", b"2 1\n1 2\n", ["<stdin>:3:1: expected a line '1 OWNER 0'"]),
        ("", b"2 1\n0 1 1\n", ["<stdin>:2:1: expected a pos", "; --base 0 numbers them from 0"]),
        ("", b"2 2\n1 2 1/2\n1 2 1/3\n1 CHANCE\n2 OWNER 0\n",
         ["<stdin>: probabilities[1]: expected probabilities whose sum is 1, got 5/6",
          "a fraction p/q says what no float can"]),
        ("", b"1 1\n1 1 POINTS 1\n", ["<stdin>: points: "]),
        ("", b"3 2\n1 2 1\n1 3 2\n1 CHANCE\n2 SCORE 99999999999999999\n3 SCORE 1\n",
         ["<stdin>: scores: expected numbers below"]),
    ],
)  # fmt: skip
def test_what_is_refused(options: str, text: bytes, parts: list[str]) -> None:
    assert_refused(run("chance", *options.split(), text=text), *parts)


def test_a_solution_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> bool:
        raise VerificationError(1, [], "a value of 1", "2")

    monkeypatch.setattr(ChanceSolution, "verify", fail)
    (tmp_path / "game").write_bytes(DICE)
    assert main(["chance", str(tmp_path / "game"), "--verify"]) == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("graphgame: position 1: expected a value of 1, got 2"), err
    assert main(["chance", str(tmp_path / "game"), "--summary"]) == 0


def test_a_game_of_many_positions() -> None:
    """Longer than a block of output: a walk to either end, and what it is worth."""
    n = 5000
    lines = [f"{v} {v + step} 1" for v in range(2, n) for step in (-1, 1)]
    ends = [f"{v} CHANCE" for v in range(2, n)] + ["1 SCORE 0", f"{n} SCORE {n - 1}"]
    text = "\n".join([f"{n} {len(lines)}", *lines, *ends]).encode()
    done = run("chance", "--precision", "1e-3", text=text)
    assert done.status == 0, done.err
    values = np.array([*map(float, done.out.split())])
    assert np.abs(values - np.arange(n)).max() <= 1e-3


# -- decimals -------------------------------------------------------------------------------------


def shortest(x: float, lower: float, upper: float) -> str:
    """Return what `decimal` should print: digits are added behind the point until it fits."""
    for digits in range(23):
        whole = round(Fraction(x) * 10**digits)
        text = f"{whole // 10**digits}"
        if digits:
            text = (
                f"{'-' * (whole < 0)}{abs(whole) // 10**digits}.{abs(whole) % 10**digits:0{digits}}"
            )
        if lower <= float(text) <= upper and abs(whole) < 2**53:
            return text if digits or lower == upper else f"{text}.0"
    return ""


def numbers(rng: random.Random) -> tuple[float, float, float]:
    x = rng.choice(
        [
            rng.random(), rng.uniform(-1e3, 1e3), rng.uniform(-1, 1) * 10.0 ** rng.randint(-9, 9),
            float(rng.randint(-5, 5)), 1 / 3, 0.1, -0.0, rng.randint(1, 99) / 128,
        ]
    )  # fmt: skip
    width = rng.choice([0.0, 1e-9, 1e-3, 1e-12, abs(x) * 1e-15])
    return x, x - width * rng.random(), x + width * rng.random()


def test_decimals_are_the_shortest_within_bounds() -> None:
    rng, short = random.Random(5), 0
    for _ in range(4000):
        x, lower, upper = numbers(rng)
        text = decimal(x, lower, upper)
        assert lower <= float(text) <= upper
        expected = shortest(x, lower, upper)
        if 0 < len(expected) < 16:  # beyond that, products are rounded
            assert text == expected, (x, lower, upper)
            short += 1
    assert short > 2500


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-7.0, "-7"), (2.0**53 - 1, "9007199254740991"),
        (2.0**60, "1.152921504606847e+18"), (2.0**-60, "8.673617379884035e-19"), (0.5, "0.5"),
        (-2.2250738585072014e-308, "-2.2250738585072014e-308"), (2 / 3, "0.6666666666666666"),
        (0.1 + 0.2, "0.30000000000000004"), (1e22, "1e+22"), (-0.05, "-0.05"),
    ],
)  # fmt: skip
def test_a_number_without_room_is_printed_whole(x: float, text: str) -> None:
    assert decimal(x, x, x) == text
    assert float(text) == x


def test_large_integers_within_bounds_have_a_point() -> None:
    assert decimal(2.0**53, 2.0**53 - 2, 2.0**53 + 2) == "9007199254740992.0"
    assert decimal(1.0, 0.999, 1.0) == "1.0"
    assert decimal(1e-20, 0.0, 1e-9) == "0.0"
    assert decimal(1e-20, 1e-21, 1e-9) != "0.0"


def test_lines_fit_into_the_room_for_them() -> None:
    x = np.full(50, -2.2250738585072014e-308)
    moves = np.full(50, 2**31 - 2, dtype=np.int32)
    out = bytearray(93)
    assert _print.put_chance_rows(out, x, x, x, moves, True, 1, 0) == (1, 86)
    assert out[:86].decode().split() == [repr(x[0].item())] * 3 + ["2147483647"]
    assert _print.put_chance_rows(bytearray(92), x, x, x, moves, True, 1, 0) == (0, 0)
    assert _print.put_json_decimals(bytearray(27 * 3), x, x, x, 47) == (50, 75)
