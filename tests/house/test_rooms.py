"""The rooms say what they hold, and no two files of a room are taken for each other.

Pinned here: each room's `__init__.py` has a line for each of its files and no other, and names the
rooms that it may import as the table of imports does; a docstring is all that importing a room
runs, but where the room is a module of the public; the map of the code in CONTRIBUTING.md is made
of them; names of files that differ by a letter or an inflection are refused, and so are kernels of
one name.  The same checks find what is planted in a copy.
"""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if not (ROOT / "graphgame" / "_core.pyx").exists() or not (ROOT / "tools" / "rooms.py").exists():
    pytest.skip("the sources are not here", allow_module_level=True)

from tests.house.test_imports import ROOMS, TOP  # noqa: E402
from tools.rooms import (  # noqa: E402
    GUIDE,
    PACKAGE,
    Room,
    code_map,
    is_alike,
    misplaced,
    mistakable,
    repeated,
    rooms,
    unlisted,
    with_map,
)

# Rooms whose `__init__.py` is a module of its own: the command, and Nim.
MODULES = {"cli", "nim", ""}


def wrong(package: Path) -> list[str]:
    """Return all that the checks find in a package."""
    found = repeated(package)
    for room in rooms(package):
        found += [*unlisted(room), *misplaced(room, ROOMS), *mistakable(room)]
    return found


def test_each_file_of_a_room_has_a_line_there() -> None:
    assert [x for room in rooms() for x in unlisted(room)] == []
    assert sum(len(room.listed) for room in rooms()) > 250
    folders = {x.parent for x in PACKAGE.rglob("*.py")}
    assert {PACKAGE / room.name for room in rooms()} == folders


def test_the_lines_of_a_room_differ() -> None:
    for room in rooms():
        said = [line for _, line in room.listed]
        assert len({*said}) == len(said), room.name


def test_each_room_says_what_it_may_import() -> None:
    assert [x for room in rooms() for x in misplaced(room, ROOMS)] == []


def test_importing_a_room_runs_nothing() -> None:
    for room in rooms():
        if room.name not in MODULES:
            tree = ast.parse((room.path / "__init__.py").read_text(encoding="utf-8"))
            assert ast.get_docstring(tree), room.name
            for statement in tree.body[1:]:  # a constant, as the formats of its files
                assert isinstance(statement, ast.Assign | ast.AnnAssign), room.name
                ast.literal_eval(statement.value or ast.Constant(None))


def test_the_top_is_listed_in_the_order_of_the_table() -> None:
    assert [name.partition(".")[0] for name, _ in rooms()[0].listed] == TOP


def test_the_map_of_the_code_is_current() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert with_map(text, code_map(ROOMS, TOP)) == text, "run `make map`"


def test_the_map_of_the_code_is_the_table_of_the_import_test() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \| .* \| (.*) \|$", text, re.MULTILINE)
    shown = {room: set(re.findall(r"`(\w+)/`", imports)) for room, imports in rows}
    shown["cli"] = {"*"} if rows and rows[-1] == ("cli", "everything") else set()
    assert shown == ROOMS
    (top,) = re.findall(r"^\| \(top\) \| (.*) \| .* \|$", text, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", top)) == set(TOP)


def test_no_two_files_of_a_room_look_alike() -> None:
    assert [x for room in rooms() for x in mistakable(room)] == []
    assert repeated() == []


def test_no_two_scripts_of_a_page_look_alike() -> None:
    for folder in (PACKAGE / "playing" / "page").iterdir():
        names = sorted({path.stem for path in folder.iterdir()})
        assert [(x, y) for x in names for y in names if x < y and is_alike(x, y)] == []


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("shown", "showing", True),
        ("rounds", "round", True),
        ("splits", "splitting", True),
        ("explore", "explorer", True),
        ("tier_solve", "tier_solver", True),
        ("answers", "answering", True),
        ("ranks", "ranking", True),
        ("ordered", "unordered", True),
        ("labels", "levels", True),
        ("graph", "graph6", True),
        ("score_rules", "stored_rules", True),
        ("game", "page", False),
        ("cops", "codes", False),
        ("partition", "part_reader", False),
        ("play", "display", False),
        ("sum_files", "sum_moves", False),
        ("solve", "solution", False),
    ],
)
def test_what_looks_alike(one: str, other: str, alike: bool) -> None:
    assert is_alike(one, other) is is_alike(other, one) is alike


# What is done to a copy of the package: a file, what is written there or None where it is removed,
# and what the checks say.
PLANTED = [
    ("big/cellar.py", "", "big/cellar.py has no line"),
    ("big/_cellar.pyx", "", "big/_cellar.pyx has no line"),
    ("pursuit/_cellar.h", "", "pursuit/_cellar.h has no line"),
    ("heaps/cellar/__init__.py", '"""Below."""', "heaps/cellar/ has no line"),
    ("playing/page/match/cellar.js", "", "playing/page/match/cellar.js has no line"),
    ("playing/page/match/machines.js", "", "machine.js and page/match/machines.js look alike"),
    ("values/arithmetic.py", None, "values/arithmetic.py has a line and does not exist"),
    ("cellar.py", "", "/cellar.py has no line"),
    ("big/partition.py", "", "big/: partition.py and partitions/ look alike"),
    ("cops/_states.pyx", "", "cops/: _states.pyx and states.py look alike"),
    ("heaps/_sums.pyx", "", "_sums.pyx is in two rooms"),
    ("nim/__init__.py", '"""N.\n\nMay import: `graphs`.\n"""', "nim/__init__.py: expected"),
    ("nim/__init__.py", '"""Nim."""', "nim/__init__.py: expected"),
    ("nim/__init__.py", '"""Nim."""', "nim/rules.py has no line"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text", "said"), PLANTED)
def test_what_is_planted_is_found(file: str, text: str | None, said: str, tmp_path: Path) -> None:
    package = tmp_path / "graphgame"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    assert wrong(package) == []
    if text is None:
        (package / file).unlink()
    else:
        (package / file).parent.mkdir(exist_ok=True)
        (package / file).write_text(text, encoding="utf-8")
    assert said in "\n".join(wrong(package))


def test_a_line_that_stands_twice_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules.py").touch()
    (tmp_path / "__init__.py").write_text('"""R.\n\n    rules.py  a\n    rules.py  b\n"""', "utf-8")
    assert unlisted(Room(tmp_path, "."))[-1].endswith("rules.py has two lines")


def test_another_map_is_written_in_the_place_of_the_old_one() -> None:
    text = with_map(GUIDE.read_text(encoding="utf-8"), "no map\n")
    assert "\nno map\n" in text and "| (top) |" not in text
    with pytest.raises(SystemExit, match="expected the lines"):
        with_map("no place", "no map\n")
