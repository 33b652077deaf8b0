"""The shelf: games of the gallery, published, checked and listed on a page.

Pinned here: the files answer as the games do; the page has a row for each game, with its counts,
its size and who wins; what is on the shelf is kept; a name that is no game is refused.
"""

from __future__ import annotations

import ctypes
import json
import random
import re
import shutil
from pathlib import Path

import pytest

import graphgame as gg
from graphgame.playing.rule_files import read_rule_file
from tools import shelf, shelf_pages

COMPILER = bool(shutil.which("clang") and shutil.which("wasm-ld"))


def move_text(library: ctypes.CDLL, code: int, option: int) -> str:
    """Return what a rule in C calls a move."""
    text = ctypes.create_string_buffer(64)
    pair = ctypes.c_int64(code), ctypes.c_int64(option)
    size: int = library.move_name(*pair, text, ctypes.c_int64(64), None)
    return text.raw[:size].decode()


def test_games_are_put_on_the_shelf_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    monkeypatch.delitem(shelf.PAGES, "queen_and_pawns-5")  # a game without a page is a file
    names = ["queen_and_pawns-5", "connect_four-4x4"]
    assert shelf.main([str(tmp_path), *names]) == 0
    paged = "connect_four-4x4" if COMPILER else "connect_four-4x4.ggdb"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *(paged, "index.html", "queen_and_pawns-5.ggdb", "shelf.json")
    ]
    known = json.loads((tmp_path / "shelf.json").read_text("utf-8"))
    file = "connect_four-4x4/answers.ggdb" if COMPILER else "connect_four-4x4.ggdb"
    assert known["connect_four-4x4"]["file"] == file
    with gg.Database.open(tmp_path / paged) as database:
        assert len(database) == 161_029
    with gg.Database.open(tmp_path / "queen_and_pawns-5.ggdb") as database:
        assert len(database) == known["queen_and_pawns-5"]["positions"] == 25_003
        assert database.result == gg.WIN  # the pawns begin, and win in 5 plies and one more
    text = (tmp_path / "index.html").read_text("utf-8")
    cards = text.split("<li>")[1:]
    rows = [re.findall(r"<dd>(.*?)</dd>", card) for card in cards]
    assert [re.findall(r'href="([^"]*ggdb)"', card) for card in cards] == [
        [file],
        ["queen_and_pawns-5.ggdb"],
    ]
    assert ('href="connect_four-4x4/index.html">Play<' in cards[0]) == COMPILER
    assert "Play" not in cards[1]
    # The counts that examples/connect_four.py has.
    assert rows[0][1:5] == ["161,029", "38,675", "32,234", "90,120"]
    assert rows[0][0] == "a draw"
    assert rows[1][0].startswith("who begins, in ")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.ggdb")}
    assert len(before) == 2
    assert shelf.main([str(tmp_path), *names]) == 0
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.ggdb")} == before
    with pytest.raises(SystemExit):
        shelf.main([str(tmp_path), "chess"])
    assert "expected games of" in capsys.readouterr().err


def test_who_wins_is_said_in_words() -> None:
    entry = {"result": "LOSE", "plies": 24, "starts": 1}
    assert shelf._winner(entry) == "who answers, in 24 plies"
    assert shelf._winner({**entry, "result": "WIN"}) == "who begins, in 24 plies"
    assert shelf._winner({**entry, "starts": 9000}) == "depends on which of 9,000 starts"


def test_there_are_ten_games_that_take_seconds() -> None:
    assert sum(not game.large for game in shelf.GAMES.values()) >= 10


@pytest.mark.skipif(not COMPILER, reason="no clang with wasm-ld")
@pytest.mark.parametrize(
    ("name", "module", "kind", "sizes", "shift"),
    [
        ("connect_four-4x5", "connect_four", "ConnectFour", (4, 5), 0),
        ("quixo-4", "quixo", "Quixo", (4,), 0),
        ("teeko-4", "teeko", "Teeko", (4,), 62),
    ],
)
def test_rules_of_pages_draw_what_the_examples_draw(
    name: str,
    module: str,
    kind: str,
    sizes: tuple[int, ...],
    shift: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Along a play at random: moves, presets, boards, who moves, and names of moves."""
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    from _compiled import listed

    game = getattr(__import__(module), kind)(*sizes)
    path = tmp_path / "rule.c"
    path.write_text(shelf_pages.PAGES[name]().rule, encoding="utf-8")
    rule = read_rule_file(path)
    assert rule.library is not None
    board, signs = rule.board(), str.maketrans("XO", "OX")
    assert board is not None
    generator, count = random.Random(3), 0
    for _ in range(30):
        code = game.start
        for ply in range(40):
            plain = code & ~(1 << shift) if shift else code
            seen = game.board(plain)
            assert board(code) == (seen.translate(signs) if shift and code >> shift else seen)
            if "turn" in rule.functions:
                assert rule.library.turn(ctypes.c_int64(code), None) == ply % 2
            preset = ctypes.c_int64(plain), None
            assert rule.library.preset(ctypes.c_int64(code), None) == game.library.preset(*preset)
            if game.library.preset(*preset) != 2:
                break
            options = listed(rule.library.options, code)
            expected = listed(game.library.options, plain)
            assert [x & ~(1 << shift) if shift else x for x in options] == expected
            if "move_name" in rule.functions:
                name = move_text(rule.library, code, options[-1])
                assert name == game.move_name(code, options[-1])
            if not options:
                break
            code, count = generator.choice(options), count + 1
    assert count > 200


@pytest.mark.skipif(not COMPILER, reason="no clang with wasm-ld")
def test_the_rule_of_dobutsu_shogi_draws_what_the_example_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    from _compiled import listed
    from dobutsu_shogi import DobutsuShogi

    game = DobutsuShogi("EGC")
    path = tmp_path / "rule.c"
    path.write_text(shelf_pages.PAGES["dobutsu_shogi"]().rule, encoding="utf-8")
    rule = read_rule_file(path)
    assert rule.library is not None
    board, library = rule.board(), rule.library
    assert board is not None
    generator, count, names = random.Random(4), 0, set()
    for _ in range(100):
        code = game.start
        for _ in range(60):
            assert board(code) == game.seen_board(code)
            if library.preset(ctypes.c_int64(code), None) != 2:
                break
            options = listed(library.options, code)
            assert options == listed(game.library["sided_options"], code)
            if not options:
                break
            option = generator.choice(options)
            names.add(name := move_text(library, code, option))
            assert name == game.seen_move_name(code, option)
            code, count = option, count + 1
    assert count > 300
    assert all(any(sign in name for name in names) for sign in ("×", "*", "–"))


@pytest.mark.skipif(not COMPILER, reason="no clang with wasm-ld")
def test_the_rule_of_nine_mens_morris_draws_what_the_example_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Along plays at random from many starts: moves, classes, who moves, boards and names."""
    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    from _compiled import listed
    from nine_mens_morris import SIDE, NineMensMorris

    game = NineMensMorris(3, 3)
    path = tmp_path / "rule.c"
    path.write_text(shelf_pages.PAGES["nine_mens_morris-3-3"]().rule, encoding="utf-8")
    rule = read_rule_file(path)
    assert rule.library is not None
    board, library, known = rule.board(), rule.library, game.library
    assert board is not None
    for function in (library.canonical, known.sided_canonical):
        function.restype, function.argtypes = ctypes.c_int64, [ctypes.c_int64, ctypes.c_void_p]
    generator, names, starts = random.Random(5), set(), game.starts().tolist()
    count = 0
    for _ in range(100):
        code = generator.choice(starts)
        for ply in range(20):
            assert board(code) == game.seen_board(code)
            assert library.turn(ctypes.c_int64(code), None) == ply % 2 == int(code & SIDE > 0)
            assert library.canonical(code, None) == known.sided_canonical(code, None)
            preset = library.preset(ctypes.c_int64(code), None)
            assert preset == known.sided_preset(ctypes.c_int64(code), None)
            if preset != 2:
                break
            options = listed(library.options, code)
            assert options == listed(known.sided_options, code)
            option = generator.choice(options)
            names.add(name := move_text(library, code, option))
            assert name == game.move_name(code, option)
            code, count = option, count + 1
    assert count > 300
    assert any("×" in name for name in names) and any("×" not in name for name in names)


def test_a_game_whose_rule_takes_single_positions_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bench.families.publishing import measured

    monkeypatch.syspath_prepend(str(shelf.ROOT / "examples"))
    source = shelf.GAMES["mu_torere"].build()
    found = {content: measured(source, content) for content in ("remoteness", "outcomes")}
    assert found["outcomes"]["bytes"] < found["remoteness"]["bytes"] < 2 * len(source)
    assert found["remoteness"]["bits"] == round(8 * found["remoteness"]["bytes"] / 1_180, 3)
