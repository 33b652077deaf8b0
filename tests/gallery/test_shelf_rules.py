"""Rules in C of the shelf's pages, whose games have theirs in Python or NumPy.

Pinned here: along plays at random, and at every position of small games, the moves, presets,
boards, who moves and names of moves are those of the examples.
"""

from __future__ import annotations

import ctypes
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from graphgame.playing.rule_files import read_rule_file
from tests.gallery.test_shelf import move_text
from tools import shelf, shelf_pages

pytestmark = pytest.mark.skipif(
    not (shutil.which("clang") and shutil.which("wasm-ld")),
    reason="no clang with wasm-ld; on Debian: apt-get install clang lld",
)


class Known(NamedTuple):
    """What an example says of positions, by their codes."""

    start: int
    options: Callable[[int], list[int]]
    preset: Callable[[int], int]
    board: Callable[[int], str]
    turn: Callable[[int], int]
    move: Callable[[int, int], str] | None = None


def dodgem() -> Known:
    import dodgem as d

    rule, board, cells = d.rule(4), d.board(4), (1 << 16) - 1

    def split(code: int) -> tuple[int, int, int]:
        return code & cells, code >> 16 & cells, code >> 32

    def code(position: tuple[int, int, int]) -> int:
        return position[0] | position[1] << 16 | position[2] << 32

    return Known(
        code(d.start(4)),
        lambda x: [*map(code, rule(split(x)))],
        lambda x: 2,
        lambda x: board(split(x)),
        lambda x: d.turn(split(x)),
    )


def in_arrays(game: Any, preset: Callable[[Any], Any] | None) -> Known:
    return Known(
        game.start,
        lambda x: game.options(np.array([x]))[1].tolist(),
        lambda x: 2 if preset is None else int(preset(np.array([x]))[0]),
        game.board,
        game.player,
        getattr(game, "move", None),
    )


def queen_and_pawns(n: int) -> Known:
    from queen_and_pawns import QueenAndPawns

    return in_arrays(QueenAndPawns(n), None)


def fox_and_hounds(n: int) -> Known:
    from fox_and_hounds import FoxAndHounds

    game = FoxAndHounds(n)
    return in_arrays(game, game.preset)


def othello() -> Known:
    import othello as o

    white, cells = 1 << 32, (1 << 16) - 1

    def split(code: int) -> tuple[int, int]:
        return code & cells, code >> 16 & cells

    def preset(code: int) -> int:
        score = o.score(split(code))
        return 2 if score is None else (score > 0) - (score < 0)

    def placed(code: int, option: int) -> str:
        before, after = (a | b for a, b in map(split, (code, option)))
        cell = (after & ~before).bit_length() - 1
        return "pass" if before == after else f"{'abcd'[cell % 4]}{4 - cell // 4}"

    return Known(
        o.START[0] | o.START[1] << 16,
        lambda x: [a | b << 16 | ~x & white for a, b in o.options(split(x))],
        preset,
        lambda x: o.board(split(x), black=not x & white),
        lambda x: int(x & white > 0),
        placed,
    )


def mu_torere() -> Known:
    from mu_torere import MuTorere

    game = MuTorere()
    return Known(game.start, game.options, lambda x: 2, game.board, game.turn)


KNOWN: dict[str, Callable[[], Known]] = {
    "dodgem-4": dodgem,
    "queen_and_pawns-5": lambda: queen_and_pawns(5),
    "queen_and_pawns-7": lambda: queen_and_pawns(7),
    "fox_and_hounds-8": lambda: fox_and_hounds(8),
    "fox_and_hounds-10": lambda: fox_and_hounds(10),
    "mu_torere": mu_torere,
    "othello-4": othello,
}


@pytest.mark.parametrize("name", KNOWN)
def test_rules_in_c_are_those_of_the_examples(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    from _compiled import listed

    known = KNOWN[name]()
    path = tmp_path / "rule.c"
    path.write_text(shelf_pages.PAGES[name]().rule, encoding="utf-8")
    rule = read_rule_file(path)
    board, library = rule.board(), rule.library
    assert library is not None and board is not None
    assert ("move_name" in rule.functions) == (known.move is not None)
    generator, count, ends = random.Random(6), 0, set()
    for _ in range(60):
        code = known.start
        for _ in range(50):
            assert board(code) == known.board(code)
            assert library.turn(ctypes.c_int64(code), None) == known.turn(code)
            preset = known.preset(code)
            if "preset" in rule.functions:
                assert library.preset(ctypes.c_int64(code), None) == preset
            options = [] if preset != 2 else known.options(code)
            if preset == 2:
                assert sorted(listed(library.options, code)) == sorted(set(options))
            if not options:
                ends.add((preset, code))
                break
            option = generator.choice(options)
            if known.move is not None:
                assert move_text(library, code, option) == known.move(code, option)
            code, count = option, count + 1
    assert count > 250
    assert ends or name == "dodgem-4"


def test_mu_torere_has_the_same_moves_wherever_its_men_stand(tmp_path: Path) -> None:
    from _compiled import listed
    from mu_torere import MuTorere

    game, path = MuTorere(), tmp_path / "rule.c"
    path.write_text(shelf_pages.PAGES["mu_torere"]().rule, encoding="utf-8")
    rule = read_rule_file(path)
    board, library = rule.board(), rule.library
    assert library is not None and board is not None
    placements = game.placements()
    assert len(placements) == 1_260
    for code in placements:
        assert listed(library.options, code) == game.options(code)
        assert board(code) == game.board(code)
        assert library.turn(ctypes.c_int64(code), None) == game.turn(code)


def test_every_game_of_the_shelf_has_a_page() -> None:
    assert {*shelf.GAMES} == {*shelf_pages.PAGES}
