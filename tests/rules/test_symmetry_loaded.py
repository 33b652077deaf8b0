"""Files of classes that are loaded with another rule: terminals, presets, owners and options.

Each fault lies far from the start, or behind ends, where no option shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.rules.symmetric import TicTacToe, code_canonical, code_options, code_presets

# Positions are integers, each of a class with its negative; the game ends at 0.
FAR = 3000


def down(n: int) -> list[int]:
    return [(abs(n) - k) * (-1) ** k for k in (1, 2, 3) if abs(n) >= k]


def down_many(codes: Any) -> Any:
    rows, taken = np.nonzero(abs(codes)[:, None] >= np.array([1, 2, 3]))
    return rows, (abs(codes[rows]) - taken - 1) * (-1) ** taken


class Down:
    """The game as an object, with one thing of it replaced."""

    def __init__(self, **others: Any) -> None:
        self.options = down
        vars(self).update(others)

    def canonical(self, n: int) -> int:
        return abs(n)

    def preset(self, n: int) -> Any:
        return gg.WIN if abs(n) == 7 else None


class Turns(Down):
    """The same, where a position says who moves."""

    def owner(self, n: int) -> int:
        return abs(n) % 2


def stuck(n: int) -> list[int]:
    return [] if abs(n) == 2 else down(n)


def lively(n: int) -> list[int]:
    return down(n) if n else [1]


def shorter(n: int) -> list[int]:
    return down(n)[1:] if abs(n) % 50 == 3 else down(n)


def outside(n: int) -> list[int]:
    return [*down(n), FAR + 9] if abs(n) % 50 == 4 else down(n)


FAULTS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "another preset": (Down(preset=lambda n: gg.DRAW if abs(n) == 7 else None), {}, "preset DRAW"),
    "no preset": (Down(preset=lambda n: None), {}, "rule no preset"),
    "a preset elsewhere": (Down(preset={7: gg.WIN, 9: gg.WIN}.get), {}, "position 9: .* no preset"),
    "a preset at the terminal": (
        Down(preset={7: 1, 0: gg.WIN}.get),
        {},
        "position 0: expected no preset, as .* has it, got from the rule a preset WIN",
    ),
    "a preset with a remoteness": (
        Down(preset=lambda n: (gg.WIN, 4) if abs(n) == 7 else None),
        {},
        "preset WIN of remoteness 4",
    ),
    "presets beside the rule": (Down(), {"presets": {7: gg.DRAW}}, "a preset DRAW"),
    "a function of presets": (down, {"presets": {8: gg.WIN}.get, "canonical": abs}, "position "),
    "a terminal with moves": (Down(options=lively), {}, "0: expected no options, as .* options 1;"),
    "a position without moves": (Down(options=stuck), {}, "from the rule no options"),
    "fewer moves": (Down(options=shorter), {}, "position .*: expected the options"),
    "moves to no position": (Down(options=outside), {}, f"from the rule the options .*{FAR + 9}"),
    "another symmetry": (down, {"canonical": lambda n: abs(n) + (abs(n) == 1)}, "canonical of 1:"),
}


@pytest.mark.parametrize("kind", ["solution", "values", "loopy"])
@pytest.mark.parametrize("fault", FAULTS)
def test_another_rule_is_refused(fault: str, kind: str, tmp_path: Path) -> None:
    solve: Callable[..., Any] = {"solution": gg.solve, "values": gg.grundy}.get(
        kind, gg.loopy_grundy
    )
    presets = {7: gg.WIN} if kind == "solution" else {7: gg.LOSE}
    solved = solve(down, start=FAR, presets=presets, canonical=abs)
    solved.save(tmp_path / "x")
    rule, given, message = FAULTS[fault]
    if kind != "solution":
        if "preset" in fault:
            message = "position "
        else:
            rule = getattr(rule, "options", rule)
            given = {"canonical": abs, **given}
    with pytest.raises(gg.RuleMismatchError, match=message):
        type(solved).load(tmp_path / "x", rule=rule, **given)
    again = type(solved).load(tmp_path / "x", rule=down, presets=presets, canonical=abs)
    assert again.winning_moves(-9 if kind == "solution" else [-9]) is not None


def test_rules_of_arrays(tmp_path: Path) -> None:
    start = np.array([FAR])
    solved = gg.solve(down_many, start=start, presets={-7: gg.WIN}, canonical=abs)
    solved.save(tmp_path / "x")

    def changed(codes: Any) -> Any:
        rows, options = down_many(codes)
        kept = (abs(codes[rows]) % 60 != 5) | (abs(options) % 2 == 0)
        return rows[kept], options[kept]

    def load(rule: Any, presets: Any) -> Any:
        return gg.Solution.load(tmp_path / "x", rule=rule, presets=presets, canonical=np.abs)

    assert load(down_many, {7: gg.WIN}).line(-9) == solved.line(-9)
    assert load(down_many, lambda codes: np.where(abs(codes) == 7, 1, 2)).verify()
    for rule, presets in (
        (changed, None),
        (down_many, {7: gg.LOSE}),
        (down_many, lambda codes: np.where(abs(codes) == 6, 1, 2)),
    ):
        with pytest.raises(gg.RuleMismatchError, match="position .* as .*x has it, got from the"):
            load(rule, presets)


def test_boards_and_codes(tmp_path: Path) -> None:
    game = TicTacToe()
    gg.solve(game, start=game.start, canonical=game.canonical).save(tmp_path / "board")
    assert gg.Solution.load(tmp_path / "board", rule=game, canonical=game.canonical).verify()
    graph = gg.explore_codes(code_options, 0, presets=code_presets, canonical=code_canonical)
    gg.solve(graph).save(tmp_path / "codes")

    class Drawn(TicTacToe):
        def preset(self, position: str) -> gg.Outcome | None:
            found = super().preset(position)
            return gg.LOSE if found == gg.DRAW else found

    def drawn(codes: Any) -> Any:
        found = np.asarray(code_presets(codes))
        return np.where(found == gg.DRAW, gg.LOSE, found)

    with pytest.raises(gg.RuleMismatchError, match="expected a preset DRAW .* a preset LOSE"):
        gg.Solution.load(tmp_path / "board", rule=Drawn(), canonical=game.canonical)
    given: dict[str, Any] = {"rule": code_options, "canonical": code_canonical}
    with pytest.raises(gg.RuleMismatchError, match="expected a preset DRAW .* a preset LOSE"):
        gg.Solution.load(tmp_path / "codes", presets=drawn, **given)
    assert gg.Solution.load(tmp_path / "codes", presets=code_presets, **given).verify()


def test_owners(tmp_path: Path) -> None:
    gg.solve(Turns(), start=FAR).save(tmp_path / "x")
    assert gg.Solution.load(tmp_path / "x", rule=Turns()).verify()
    with pytest.raises(gg.RuleMismatchError, match="expected owner [01], as .* owner [01];"):
        gg.Solution.load(tmp_path / "x", rule=Turns(owner=lambda n: (abs(n) + (n % 9 == 4)) % 2))


def test_presets_that_cannot_be_compared(tmp_path: Path) -> None:
    solved = gg.solve(down, start=9, presets={7: gg.WIN}, canonical=abs)
    solved.save(tmp_path / "x")
    # A rule without presets says nothing of those of the file, which stay.
    loaded = gg.Solution.load(tmp_path / "x", rule=down, canonical=abs)
    assert loaded.outcome(-7) is gg.WIN
    with pytest.raises(gg.UnknownPositionError, match="presets: .* 1 of 2 .* 99;"):
        gg.Solution.load(tmp_path / "x", rule=down, presets={-7: 1, 99: 1}, canonical=abs)
    with pytest.raises(gg.GraphGameError, match="presets: expected rule= beside them"):
        gg.Solution.load(tmp_path / "x", presets={7: gg.WIN}, canonical=abs)
    gg.solve(down, start=9, presets={7: gg.WIN}).save(tmp_path / "whole")
    with pytest.raises(gg.GraphGameError, match="expected a file with classes"):
        gg.Solution.load(tmp_path / "whole", rule=down, presets={7: gg.WIN})


def kayles(n: int) -> list[gg.Sum[int]]:
    return [gg.Sum(k, n - 1 - k) for k in range(n)]


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("change", ["a terminal with moves", "one of 100", "one of 100, none"])
def test_sums(change: str, search: bool, tmp_path: Path) -> None:
    # All of what a search found is checked up to 1000 components, and costs the cube of it to ask.
    start = 200 if search else 700
    gg.grundy(kayles, start=start, sums=True, search=search).save(tmp_path / "x")

    def rule(n: int) -> list[gg.Sum[int]]:
        if n == 0:
            return [gg.Sum(1)] if "terminal" in change else []
        if "100" in change and n % 100 == 51:
            return [] if "none" in change else [gg.Sum(0, 1)]
        return kayles(n)

    with pytest.raises(gg.GraphGameError, match="position .* got from the rule|has another value"):
        gg.SumValues.load(tmp_path / "x", rule=rule)
    assert gg.SumValues.load(tmp_path / "x", rule=kayles).verify()
