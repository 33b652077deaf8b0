"""Pages as files: written whole or not at all, and safe whatever the texts in them are.

Pinned here: `write_html` takes a path or a binary file, and leaves an old file whole on a failure;
no text ends the script element; the policy has the hashes of what the page holds; Persian is
written from right to left; a tiny game makes a small page; `show` in a notebook and without one;
the command `graphgame page`, each of its kinds, and what it refuses.
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

import graphgame as gg
from graphgame.playing import show
from graphgame.playing.game import Look, coded_game
from graphgame.playing.positions import CodePositions, GamePositions
from tests.cli.test_command import run
from tests.playing.decoded import read

GRAPH = b"4 4\n1 2\n2 1\n2 3\n3 4\n"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    "\"'`\\",
    "\u2028\u2029",
    "\u202e",
    "&lt;/script&gt;",
    "<" * 10_000,
]


def data(page: str) -> dict[str, Any]:
    """Return the data of a page, as its scripts find them."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def game() -> gg.Solution[Any]:
    return gg.solve({"a": ["b", "c"], "b": ["a", "d"], "c": ["d"]})


# -- files -----------------------------------------------------------------------------------------


def test_a_path_and_a_binary_file_get_the_same_page(tmp_path: Path) -> None:
    s = game()
    s.write_html(tmp_path / "page.html", title="A game")
    s.write_html(str(tmp_path / "again.html"), title="A game")
    file = io.BytesIO()
    s.write_html(file, title="A game")
    page = s.to_html(title="A game")
    assert file.getvalue().decode() == page
    assert (tmp_path / "page.html").read_text("utf-8") == page
    assert (tmp_path / "again.html").read_text("utf-8") == page
    assert len([*tmp_path.iterdir()]) == 2


def test_a_failure_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "page.html"
    file.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="(?i)no space left"):
        game().write_html(file)
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


# -- what is in a page -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_no_text_ends_its_element(text: str) -> None:
    s = gg.solve({text: ["b"]})
    page = s.to_html(title=text, move=lambda *_: text)
    plain = gg.solve({"a": ["b"]}).to_html()
    for tag in ("<script", "</script", "<style", "</style", "<!--", "<title", "</title"):
        assert page.lower().count(tag) == plain.lower().count(tag), tag
    found = data(page)
    assert found["title"] == text
    assert [entry.name for entry in read(found)] == [text, "b"]
    assert read(found)[0].options == [(1, text)]
    assert html.escape(text) in page


def test_hostile_boards_and_pieces() -> None:
    pieces = {"<": {"text": HOSTILE[0], "name": HOSTILE[1]}, "&": HOSTILE[7]}
    page = gg.solve({"</script>": ["<!--!!!!&"]}).to_html(board=str, pieces=pieces)
    found = data(page)
    assert found["pieces"] == {"<": pieces["<"], "&": {"text": HOSTILE[7]}}
    assert {entry.board for entry in read(found)} == {"</script>", "<!--!!!!&"}
    assert page.count("<!--") == game().to_html().count("<!--")


def test_the_policy_allows_the_scripts_and_styles_of_the_page_alone() -> None:
    page = game().to_html()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    allowed = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    for name, element in (("script-src", "script"), ("style-src", "style")):
        (inside,) = re.findall(f"<{element}>(.*?)</{element}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert allowed[name] == f"'sha256-{digest}'"
    assert allowed["default-src"] == "'none'"
    assert "connect-src" not in allowed
    assert not re.search(r"<[^>]*\s(on\w+|style)=", page.partition("<script>")[0])


@pytest.mark.parametrize(("language", "direction"), [("fa", "rtl"), ("ru", "ltr")])
def test_the_first_language_is_that_of_the_page(language: str, direction: str) -> None:
    page = game().to_html(languages=[language, "en"])
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert data(page)["languages"] == [language, "en"]


def test_a_tiny_game_makes_a_small_page() -> None:
    page = game().to_html()
    (script,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert len(page.encode()) - len(script.encode()) - len(style.encode()) < 2500


def test_the_data_of_a_page() -> None:
    s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=4, play="misere")
    found = data(
        s.to_html(board=lambda n: "o" * n + "." * (4 - n), centres=[(k, 0) for k in range(4)])
    )
    shown = {"format": 1, "kind": "table", "title": "graphgame", "play": "misere"}
    assert shown.items() <= found.items()
    assert found["shape"] == {"centres": [[k, 0] for k in range(4)]}
    assert read(found)[found["table"]["start"]].board == "oooo"
    assert data(game().to_html())["shape"] is None


class Taking:
    """A rule object that says how it looks."""

    rules = "Take one or two stones."
    goal: ClassVar = {"vi": "Lấy viên cuối.", "en": "Take the last stone."}
    players = "Ann", "Bob"
    title = "Taking"
    edges = ((0, 1),)  # means something only beside centres of a board

    def options(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    def move_name(self, before: int, after: int) -> str:
        return f"take {before - after} of {before}"


class Drawn(Taking):
    """The same, with a board."""

    edges = ()
    centres: ClassVar = [(k, k % 2) for k in range(4)]

    def board(self, n: int) -> str:
        return f"{'o' * n:.<4}"


@pytest.mark.parametrize("rule", [Taking(), Drawn()])
def test_a_rule_object_says_how_it_looks(rule: Taking, tmp_path: Path) -> None:
    s = gg.solve(rule, start=4)
    found = data(s.to_html())
    assert found["title"] == "Taking"
    assert found["about"] == {
        "rules": {"": "Take one or two stones."},
        "goal": Taking.goal,
        "players": {"": ["Ann", "Bob"]},
    }
    assert (found["shape"] is None) == (type(rule) is Taking)
    assert data(s.to_html(title="T", goal="G"))["about"]["goal"] == {"": "G"}
    assert data(s.to_html(title="T"))["title"] == "T"
    positions = [GamePositions(s._solved_game(), Look())]
    build = gg.build(rule, start=4, folder=tmp_path / "taking")
    positions.append(CodePositions(coded_game(build), Look()))
    for shown in positions:
        names = {move["move"] for move in shown.view(shown.start)["moves"]}
        assert names == {"take 1 of 4", "take 2 of 4"}
        assert shown.style.title == "Taking" and shown.style.about == found["about"]


@pytest.mark.parametrize(
    ("presets", "play", "plain"),
    [
        ({}, "normal", True),
        ({}, "misere", True),
        ({0: gg.LOSE}, "normal", True),
        ({0: gg.WIN}, "normal", False),
        ({0: gg.WIN}, "misere", True),
        ({1: gg.LOSE}, "normal", False),  # it has a move
        ({2: gg.DRAW}, "normal", False),
    ],
)
def test_a_page_knows_whether_being_stuck_is_the_only_end(
    presets: dict[int, gg.Outcome], play: Any, plain: bool
) -> None:
    graph = gg.GameGraph.from_edges([(1, 0), (2, 1)]).with_presets(presets)
    assert data(gg.solve(graph, play=play).to_html())["plain"] is plain


# -- show ------------------------------------------------------------------------------------------


def test_show_opens_a_temporary_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert game().show(title="Shown") is None
    (file,) = tmp_path.iterdir()
    assert opened == [file.as_uri()]
    assert file.read_text("utf-8") == game().to_html(title="Shown")


@pytest.mark.parametrize("kernel", [True, False])
def test_show_in_a_notebook_is_a_frame_without_rights(
    kernel: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[str] = []
    opened: list[str] = []
    shell = SimpleNamespace(kernel=None) if kernel else SimpleNamespace()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))  # type: ignore[misc]

    def display(data: dict[str, str], *, raw: bool) -> None:
        assert raw and sorted(data) == ["text/html", "text/plain"]
        shown.append(data["text/html"])

    module = SimpleNamespace(display=display)  # no HTML, which warns of frames
    monkeypatch.setitem(sys.modules, "IPython.display", module)  # type: ignore[misc]
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", opened.append)
    game().show()
    assert (len(shown), len(opened)) == ((1, 0) if kernel else (0, 1))
    for frame in shown:
        source = re.fullmatch(
            r'<iframe sandbox="allow-scripts" .* srcdoc="([^"]*)"></iframe>', frame, re.DOTALL
        )
        assert source
        assert html.unescape(source[1]) == game().to_html()


def test_ipython_shows_a_page_without_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    monkeypatch.setattr(shell, "kernel", None, raising=False)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            game().show()
    finally:
        InteractiveShell.clear_instance()
    assert capsys.readouterr().out.strip() == "a page of graphgame"


def test_frames_keep_every_text() -> None:
    for text in HOSTILE:
        assert html.unescape(show.frame(text)).endswith(f'srcdoc="{text}"></iframe>')


# -- the command -----------------------------------------------------------------------------------

LOOK = """
title = "Looked at"
def board(n):
    return "abcde"[n]
def move(v, w):
    return f"{v} to {w}"
"""


def test_the_command_writes_to_standard_output_and_to_a_file(tmp_path: Path) -> None:
    done = run("page", "--title", "Four", "--languages", "fa,en", text=GRAPH)
    assert (done.status, done.err) == (0, "")
    found = data(done.out.decode())
    assert (found["title"], found["languages"]) == ("Four", ["fa", "en"])
    assert [entry.name for entry in read(found)] == ["1", "2", "3", "4"]
    file = tmp_path / "page.html"
    again = run("page", "--title", "Four", "--languages", "fa,en", "-o", str(file), text=GRAPH)
    assert (again.status, again.out) == (0, b"")
    assert file.read_bytes() == done.out


def test_where_a_page_cannot_be_written_is_found_out_first(tmp_path: Path) -> None:
    asked = []

    def board(position: str) -> str:
        asked.append(position)
        return position

    s = gg.solve({"a": ["b"], "b": []})
    with pytest.raises(FileNotFoundError):
        s.write_html(tmp_path / "nowhere" / "page.html", board=board)
    with pytest.raises(gg.GraphGameError, match="path: expected a path or a binary file"):
        s.write_html(7, board=board)  # type: ignore[arg-type]
    assert asked == []
    s.write_html(tmp_path / "page.html", board=board)
    assert asked == ["a", "b"]


def test_a_look_with_misspelt_names_is_told(tmp_path: Path) -> None:
    graph, look = tmp_path / "graph", tmp_path / "look.py"
    graph.write_text("2 1\n1 2\n")
    look.write_text("title = 'T'\ncenters = 1\nlanguage = 2\nboards = 3\nother = 4\n")
    done = run("page", str(graph), "--look", str(look))
    assert done.status == 0
    told = done.err.splitlines()
    assert told == [
        f"graphgame: {look}: {name} means nothing here, {meant} would"
        for name, meant in (("centers", "centres"), ("language", "languages"), ("boards", "board"))
    ]
    look.write_text("title = 'T'\nboard = str\nboards = 3\n_centre = 4\n")
    assert run("page", str(graph), "--look", str(look)).err == ""
    look.write_text("def moves(n): return []\ndef options(n): return moves(n)\ntitle = 'T'\n")
    assert run("page", str(graph), "--look", str(look)).err == ""


def test_the_command_takes_solutions_and_looks(tmp_path: Path) -> None:
    look, solution = tmp_path / "look.py", tmp_path / "s.npz"
    look.write_text(LOOK)
    gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=4).save(solution)
    found = data(run("page", str(solution), "--look", str(look)).out.decode())
    assert found["title"] == "Looked at"
    assert {entry.board for entry in read(found)} == {*"abcde"}
    assert "4 to 2" in {name for entry in read(found) for _, name in entry.options}
    found = data(run("page", str(solution), "--side", "1", "--title", "T").out.decode())
    assert (found["title"], found["side"]) == ("T", 1)
    assert found["table"]["moves"] < 7


def test_the_command_says_how_many_puzzles_there_are(tmp_path: Path) -> None:
    solution = tmp_path / "s.npz"
    gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=40).save(solution)
    counts = [
        len(data(run("page", str(solution), *words).out.decode())["puzzles"])
        for words in ([], ["--puzzles", "3"], ["--puzzles", "0"], ["--puzzles", "all"])
    ]
    assert counts == [10, 3, 0, 25]
    wrong = "graphgame: puzzles: expected an integer from 0 on or 'all', got 'some'\n"
    assert run("page", str(solution), "--puzzles", "some").err == wrong
    done = run("page", "--heaps", "3,4,5", "--puzzles", "3")
    assert len(data(done.out.decode())["puzzles"]) == 3
    board = tmp_path / "board.txt"
    board.write_text("2 3\nP.E\n..T\n")
    for words in (["--police", str(board)], ["--cops", "1"]):
        done = run("page", *words, "--puzzles", "4", text=b"4 4\n1 2\n2 3\n3 4\n4 1\n")
        assert data(done.out.decode())["puzzles"] == 4
    done = run("page", "--sandbox", "--puzzles", "3")
    assert (done.status, "--puzzles: expected none with --sandbox" in done.err) == (2, True)


def test_the_command_takes_games_of_left_and_right(tmp_path: Path) -> None:
    solution, look = tmp_path / "s.npz", tmp_path / "look.py"
    gg.partizan(lambda n: [n - 1] if n else [], lambda n: [n - 2] if n > 1 else [], start=4).save(
        solution
    )
    found = data(run("page", str(solution), "--title", "T").out.decode())
    assert (found["title"], found["partizan"], found["table"]["positions"]) == ("T", True, 10)
    look.write_text("turn = lambda n: 0\n")
    done = run("page", str(solution), "--look", str(look), "--base", "0")
    assert (done.status, "turn: expected none for a game of Left and Right" in done.err) == (
        2,
        True,
    )
    played = run("play", str(solution), text=b"v\n1\n").out.decode()
    assert "You are Left, the machine is Right." in played
    assert "With best play: Left wins in 3 plies." in played and "Right: to 1" in played
    look.write_text("players = 'Vera', 'Hal'\n")
    played = run("play", str(solution), "--look", str(look), "--as", "none").out.decode()
    assert "Vera: to 3" in played and "Hal: to 1" in played


def test_the_command_makes_pages_of_every_kind(tmp_path: Path) -> None:
    board, graph = tmp_path / "board.txt", tmp_path / "graph.txt"
    board.write_text("2 3\nP.E\n..T\n")
    graph.write_text("4 4\n1 2\n2 3\n3 4\n4 1\n")
    kinds = {
        "heaps": ["--heaps", "3,4,5", "--play", "misere"],
        "pursuit": ["--police", str(board)],
        "cops": ["--cops", "2", str(graph)],
    }
    for kind, words in kinds.items():
        done = run("page", *words, "--title", "T", "--languages", "ru")
        assert (done.status, done.err) == (0, ""), kind
        found = data(done.out.decode())
        assert (found["kind"], found["title"], found["languages"]) == (kind, "T", ["ru"])
    for game in ("nim", "grundy", "0.77"):
        assert run("page", "--heap", game, "--heaps", "3,4").status == 0


def test_a_sandbox_begins_with_a_graph_of_any_format(tmp_path: Path) -> None:
    table = b'source,target,preset\na,"b\nc",\n"b\nc",,WIN\n'
    wanted = '2 1\n1 2\n2 WIN\n# 1 is a\n# 2 is "b\\nc"\n'
    path = tmp_path / "game.csv"
    path.write_bytes(table)
    for words in (["--sandbox", str(path)], ["--format", "tsv", "--sandbox", "-"]):
        text = table if "-" not in words else table.replace(b",", b"\t")
        done = run("page", *words, text=text)
        assert done.status == 0, done.err
        assert data(done.out.decode())["text"] == wanted
    done = run("page", "--sandbox", "-", text=b"a b\n")
    assert data(done.out.decode())["text"] == "2 1\n1 2\n# 1 is a\n# 2 is b\n"


def test_the_command_makes_sandboxes(tmp_path: Path) -> None:
    graph = tmp_path / "graph.txt"
    graph.write_bytes(GRAPH)
    for words in ([], [str(graph)]):
        done = run("page", "--title", "T", "--sandbox", *words)
        assert (done.status, done.err) == (0, "")
        assert data(done.out.decode())["kind"] == "sandbox"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--languages de", "languages: expected a list of some of en"),
        ("--languages en,en", "languages: expected each once"),
        ("--side 0", "side: expected a game that begins at one position"),
        ("--look nowhere.py", "nowhere.py: No such file"),
        ("--heap nim", "--heap goes with --heaps"),
        ("--heaps 3,x", "--heaps: expected integers as in 3,4,5, got '3,x'"),
        ("--heaps 3,4 --side 0", "--side: expected none with --heaps, got 0"),
        ("--police board.txt graph.txt", "FILE: expected none with --police, got graph.txt"),
        ("--sandbox --base 0", "--base: expected none with --sandbox, got 0"),
        ("--cops 2 --play misere", "--play: expected none with --cops, got misere"),
        ("-o nowhere/page.html", "nowhere/page.html"),
    ],
)
def test_what_the_command_refuses(words: str, message: str) -> None:
    done = run("page", *words.split(), text=GRAPH)
    assert (done.status, done.out) == (2, b"")
    assert done.err.count("\n") == 1
    assert message in done.err


def test_the_command_leaves_an_old_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("old")
    assert run("page", "-o", str(file), text=b"2 1\n1 3\n").status == 2
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


def test_the_command_refuses_graph_text_that_is_none(tmp_path: Path) -> None:
    text, page = tmp_path / "wrong.txt", tmp_path / "page.html"
    text.write_text("2 1\n1 x\n")
    done = run("page", "--sandbox", str(text), "-o", str(page))
    assert done.status == 2
    assert f"{text}:2:3: expected" in done.err
    assert not page.exists()


def test_portuguese_is_that_of_brazil() -> None:
    """What a page says in Portuguese: no word of Portugal where Brazil has another."""
    folder = Path(show.__file__).parent / "page"
    scripts = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.js"))
    for there, here in {
        "partilhar": "compartilhar",
        "Descarregar": "Baixar",
        "Ligação": "Link",
        "Guardar": "Salvar",
    }.items():
        assert not re.search(rf"\b{there}", scripts, re.IGNORECASE)
        assert here in scripts
