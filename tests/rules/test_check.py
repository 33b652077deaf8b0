"""`check_rule`: right rules pass, and each planted mistake is found, named and shown.

Pinned here: what is checked of rules of the three kinds, and how often; which position an error
names, what it says, and the boards that it shows.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from tests.rules import compiling
from tests.rules.symmetric import TicTacToe

RULE = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_codes(codes: Any) -> tuple[Any, Any]:
    sources, taken = np.nonzero(codes[:, np.newaxis] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


@RULE
def take_compiled(code: int, options: Any, room: int, data: Any) -> int:
    found = take(code)
    if len(found) <= room:
        for k, option in enumerate(found):
            options[k] = option
    return len(found)


class Whole(TicTacToe):
    """Tic-tac-toe with all that a rule may say of itself."""

    size = 3**9

    def index(self, position: str) -> int:
        return sum(".XO".index(cell) * 3**i for i, cell in enumerate(position))

    def position(self, index: int) -> str:
        return "".join(".XO"[index // 3**i % 3] for i in range(9))


def test_a_right_rule_passes_every_check() -> None:
    game = Whole()
    report = gg.check_rule(game, start=game.start, against=TicTacToe(), samples=6000)
    assert (report.positions, report.moves, report.complete, report.parallel) == (
        *(5478, 16167, True),
        0,
    )
    assert report.checks == {
        "same when asked again": 4520,
        "options against": 4520,
        "presets against": 5478,
        "canonical": 5478,
        "size": 5478,
        "index": 5478,
        "tier": 16167,
        "undo": report.checks["undo"],
    }
    assert report.checks["undo"] >= 16167


def test_samples_are_seeded() -> None:
    game = Whole()
    asked: list[list[str]] = []
    for seed in (0, 0, 1):
        asked.append([])

        def options(position: str) -> list[str]:
            asked[-1].append(position)
            return game.options(position)

        report = gg.check_rule(
            options, presets=game.preset, start=game.start, samples=200, seed=seed
        )
        assert report.positions == 200 and not report.complete
    assert asked[0] == asked[1] != asked[2]
    assert max(map(game.tier, asked[0])) == 9 and min(map(game.tier, asked[0])) < 3, "deep ones too"


@pytest.mark.parametrize(
    ("rule", "checks"),
    [
        (take, {"same when asked again", "options against", "size", "tier"}),
        (take_codes, {"same when asked again", "options against", "size", "tier"}),
        (take_compiled, {"same when asked again", "options against", "size", "tier", "room"}),
    ],
    ids=["python", "batch", "compiled"],
)
def test_three_kinds(rule: Any, checks: set[str]) -> None:
    report = gg.check_rule(rule, start=500, against=take, size=501, tier=lambda n: n)
    assert report.checks.keys() == checks
    assert (report.positions, report.moves, report.complete) == (501, 1497, True)
    assert gg.check_rule(take, start=500, against=rule).checks["options against"] == 501
    with pytest.raises(gg.RuleMismatchError, match="tier of .*: expected no move to a greater"):
        gg.check_rule(rule, start=500, tier=lambda n: -n)
    with pytest.raises(gg.RuleMismatchError, match="position 500: .* from 0 to size - 1 = 499"):
        gg.check_rule(rule, start=500, size=500)


# -- mistakes, each in one position ---------------------------------------------------------------


class Mistaken(Whole):
    """Tic-tac-toe with one answer changed."""

    def __init__(self, name: str, at: str, answer: Callable[[Any], Any]) -> None:
        super().__init__()
        right = getattr(self, name)
        setattr(
            self,
            name,
            lambda position: (answer if position == at else lambda x: x)(right(position)),
        )


# O in a corner, to move is X; his options from there, the classes of its turned images, …
CORNER = "O........"
MISTAKES: list[tuple[str, Callable[[Any], Any], str, str]] = [
    ("options", lambda row: row[1:], "options", r"those of against=.*only in against: 'XO.......'"),
    ("options", lambda row: [*row, "OOO......"], "options", r"only in the rule: 'OOO......'"),
    ("preset", lambda _: gg.WIN, "preset", "expected no preset, as against=, got WIN"),
    ("canonical", lambda _: "X........", "canonical", "representative of its representative"),
    ("canonical", lambda _: "....O....", "canonical", "options of the same classes"),
    ("index", lambda k: k + 1, "index", "expected position to undo index"),
    ("index", lambda k: k + 3**9, "index", "from 0 to size - 1 = 19682"),
    ("tier", lambda k: k - 5, "tier", "no move to a greater tier"),
    ("undo", lambda _: [], "undo", "as that is an option of it, got others alone"),
    ("undo", lambda row: [*row, "O...X...."], "undo", "among the options of 'O...X....'"),
]


@pytest.mark.parametrize(("name", "answer", "check", "said"), MISTAKES)
def test_a_mistake_is_found(name: str, answer: Callable[[Any], Any], check: str, said: str) -> None:
    rule = Mistaken(name, CORNER, answer)
    with pytest.raises(gg.RuleMismatchError, match=said) as caught:
        gg.check_rule(rule, start=rule.start, against=TicTacToe(), samples=1000)
    error = caught.value
    assert error.check == check
    assert {"position", *error.boards} == {*error.boards}
    assert error.boards["position"] == rule.board(error.position)
    assert str(error).startswith(f"{check} of {error.position!r}: expected {error.expected}, got ")


def test_boards_stand_side_by_side() -> None:
    rule = Mistaken("options", CORNER, lambda row: [*row[1:], "OOO......"])
    with pytest.raises(gg.RuleMismatchError) as caught:
        gg.check_rule(rule, start=rule.start, against=TicTacToe())
    assert str(caught.value).splitlines()[1:] == [
        "position   only in the rule   only in against",
        "O..        OOO                XO.",
        "...        ...                ...",
        "...        ...                ...",
    ]
    with pytest.raises(gg.RuleMismatchError) as caught:
        gg.check_rule(rule.options, start=rule.start, against=TicTacToe().options)
    assert "\n" not in str(caught.value), "no board, no picture"
    with pytest.raises(gg.RuleMismatchError, match="<board raised KeyError"):
        gg.check_rule(rule, start=rule.start, against=TicTacToe(), board={}.__getitem__)


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_any_option_added_or_left_out_is_found(data: Any) -> None:
    at = data.draw(st.integers(0, 60))
    wrong = [*take(at)]
    if wrong and data.draw(st.booleans()):
        wrong.remove(data.draw(st.sampled_from(wrong)))
    else:
        wrong.append(data.draw(st.integers(61, 70)))

    def rule(n: int) -> list[int]:
        return wrong if n == at else take(n) if n <= 60 else []

    with pytest.raises(gg.RuleMismatchError) as caught:
        gg.check_rule(rule, start=60, against=lambda n: take(n) if n <= 60 else [])
    assert caught.value.position == at
    repeated = take(at) * 2
    report = gg.check_rule(lambda n: repeated if n == at else take(n), start=60, against=take)
    assert report.parallel == (1 if take(at) else 0)


# -- what every rule must be ----------------------------------------------------------------------


def counting() -> Callable[[int], list[int]]:
    calls = itertools.count()
    return lambda n: [*take(n), next(calls) % n] if n else []


class Cell:
    """A position that a rule can change."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and self.n == other.n

    def __hash__(self) -> int:
        return 0


def changing(cell: Cell) -> list[Cell]:
    before = cell.n
    cell.n += 1000
    return [Cell(before - 1)] if 0 < before < 1000 else []


def last_left_out(codes: Any) -> tuple[Any, Any]:
    """Leave out a move in each batch of more than two codes."""
    sources, options = take_codes(codes)
    return (sources[1:], options[1:]) if len(codes) > 2 else (sources, options)


def batch_changing(codes: Any) -> tuple[Any, Any]:
    moves = take_codes(codes)
    codes -= 1
    return moves


@RULE
def beyond_its_room(code: int, options: Any, room: int, data: Any) -> int:
    for k, option in enumerate(take(code)):
        options[k] = option
    return len(take(code))


@RULE
def only_what_fits(code: int, options: Any, room: int, data: Any) -> int:
    found = take(code)[:room]
    for k, option in enumerate(found):
        options[k] = option
    return len(found)


@RULE
def negative(code: int, options: Any, room: int, data: Any) -> int:
    return -1


def raising(n: int) -> list[int]:
    return [1 // (n - 9)] if n > 7 else [n + 1, n + 2]


NO_RULES: list[tuple[Any, Any, type[Exception], str]] = [
    (counting(), 50, gg.RuleMismatchError, "the same whenever the rule is asked"),
    (changing, Cell(5), gg.RuleMismatchError, "the rule to leave it as it is"),
    (last_left_out, 50, gg.RuleMismatchError, "only then in a batch of [0-9]+: none"),
    (batch_changing, 50, gg.RuleMismatchError, "leave the array that it is given as it is"),
    (beyond_its_room, 50, gg.RuleMismatchError, "nothing written beyond the room for 0 options"),
    (
        only_what_fits,
        50,
        gg.RuleMismatchError,
        "options whatever the room, or more where it is short, got 0 with room",
    ),
    (negative, 50, gg.GraphGameError, "expected a number of options, got -1"),
    (itertools.count, 0, gg.GraphGameError, "at most 1,048,576 options, got more"),
    (lambda n: "bc", "a", gg.GraphGameError, r"return \['bc'\]"),
    (lambda n: None, 0, gg.GraphGameError, "expected a list of options, got None"),
    (lambda n: [[n]], 0, TypeError, "unhashable"),
    (raising, 0, ZeroDivisionError, "division"),
    (take, [], gg.GraphGameError, "start: expected at least one position"),
]


@pytest.mark.parametrize(("rule", "start", "kind", "said"), NO_RULES)
def test_what_is_no_rule(rule: Any, start: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        gg.check_rule(rule, start=start)


def test_what_a_rule_raises_comes_out_with_the_position() -> None:
    def failing(n: int) -> Iterable[int]:
        if n == 41:
            raise KeyError("forty-one")
        return take(n)

    with pytest.raises(KeyError) as caught:
        gg.check_rule(failing, start=50)
    assert caught.value.__notes__ == ["while check_rule asked for the options of 41"]


@pytest.mark.parametrize("wrong", ["won", 5, True, 0.5, [1]])
def test_what_is_no_preset(wrong: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="preset of 50: expected WIN, LOSE, DRAW or TIE"):
        gg.check_rule(take, start=50, presets=lambda n: wrong)


def test_presets_of_every_kind() -> None:
    @NUMBER
    def compiled(code: int, data: Any) -> int:
        return 1 if code == 7 else 2

    presets: list[Any] = [
        *({7: gg.WIN}, {7: gg.WIN}.get, lambda n: np.int64(1) if n == 7 else gg.NO_PRESET),
        compiled,
    ]
    for preset in presets:
        report = gg.check_rule(take, start=50, presets=preset, against=take, against_presets={7: 1})
        assert report.checks["presets against"] == 51
    for rule, preset in ((take_codes, lambda x: np.where(x == 7, 1, 2)), (take_compiled, compiled)):
        report = gg.check_rule(rule, start=50, presets=preset, against=take, against_presets={7: 1})
        assert report.checks == {
            **({"room": 50} if rule is take_compiled else {}),
            "same when asked again": 50,
            "options against": 50,
            "presets against": 51,
        }
    with pytest.raises(gg.RuleMismatchError, match="preset of 7: expected LOSE, as against="):
        gg.check_rule(take, start=50, presets={7: 1}, against=take, against_presets={7: -1})


def test_positions_are_decoded_for_the_other_rule() -> None:
    def board(rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(n, rows[1]) for n in take(rows[0])]

    assert gg.check_rule(take, start=9, against=board, decode=lambda n: (n, 1)).complete
    with pytest.raises(gg.RuleMismatchError, match="4 options, as decode gives, got 5 different"):
        gg.check_rule(
            lambda n: [n - k for k in (1, 2, 3, 4, 5) if n >= k],
            start=9,
            against=lambda n: [n - k for k in (1, 2, 3, 4) if n >= k],
            decode=lambda n: max(n, 5),
        )


def test_a_numba_function_that_writes_its_options_is_checked() -> None:
    rule = compiling.numba_writer()
    report = gg.check_rule(rule, start=20, against=compiling.take, decode=int)
    assert report.complete and report.positions == 21
    with pytest.raises(gg.RuleMismatchError, match="expected 1 options written.*none in place 0"):
        gg.check_rule(compiling.typed("unwritten"), start=20)
