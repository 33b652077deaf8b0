"""The documents: what they show is what is printed, and their links lead somewhere.

Pinned here: the console examples of the README and of docs print what they show; links to files of
the project lead to files; the README is short; the map of the code in CONTRIBUTING is the
table of the import test.  Examples in Python are run by `make docs`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if not (ROOT / "README.md").exists():
    pytest.skip("the documents are not here", allow_module_level=True)
# What stands in other documents on its own is run by test_pages.py in these, page by page.
WHOLE = {"tutorials", "howto"}
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
COMMAND = re.compile(r"^\$ (.*\bgraphgame (?:solve|grundy|police|cops|nim|heap|draw|play)\b.*)$")

# A link: "!" for a picture, and its target.
LINK = re.compile(r"(!?)\[(?:[^\[\]]*)\]\(([^)\s]+)\)")
HOME = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Homepage"]
# What stands before the path of a file of the project in an absolute link.
OF_PROJECT = re.compile(rf"^{re.escape(HOME)}/(?:blob|tree|raw)/main/")


def examples() -> list[tuple[str, str, str]]:
    """Return document, command and expected output of each console example of `graphgame`."""
    found = []
    for path in DOCUMENTS:
        if path.parent.name in WHOLE:
            continue
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE):
                first, _, output = part.partition("\n")
                if command := COMMAND.match(first):
                    found.append((path.name, command[1], output))
    return found


@pytest.mark.parametrize(("document", "command", "output"), examples())
def test_console_examples_print_what_they_show(
    document: str, command: str, output: str, tmp_path: Path
) -> None:
    # The command of this interpreter, whatever is installed under its name.
    words = re.sub(r"(^|\| |; )graphgame ", rf"\1{sys.executable} -m graphgame ", command)
    script = ["bash", "-c", f"set -o pipefail; {words}"]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", output)


def test_there_are_examples_of_each_command_and_of_its_options() -> None:
    commands = " ".join(command for _, command, _ in examples())
    assert len(examples()) >= 15
    for name in ("solve", "grundy", "police", "cops", "nim", "heap", "draw", "play"):
        assert f"graphgame {name}" in commands


def test_the_page_of_the_command_begins_with_all_commands() -> None:
    from graphgame.cli.parser import _COMMANDS

    text = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    listed = text.split("```text\ngraphgame ", 1)[1].split("   [OPTIONS]", 1)[0]
    assert sorted(listed.split(" | ")) == sorted(_COMMANDS)
    assert all(f"\n## {name}\n" in text for name in _COMMANDS)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        target = OF_PROJECT.sub("", target)  # its paths are from the root, where the README is
        if target.startswith(("http:", "https:")):
            continue
        file, _, heading = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.exists(), target
        if heading:
            lines = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines]
            assert heading in anchors, target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(path: Path) -> None:
    """`tests/…`, `bench/…`, `graphgame/…` in code style are paths, if they have an ending."""
    text = path.read_text(encoding="utf-8")
    folders = "|".join(x.name for x in ROOT.iterdir() if x.is_dir() and x.name.isalpha())
    for name in re.findall(rf"`((?:{folders})/[\w./-]+\.\w+)`", text):
        if "CHANGELOG" not in path.name:
            assert (ROOT / name).exists(), name


def test_the_readme_has_absolute_links_alone() -> None:
    """An index shows it without any other file of the project; the pictures come as they are."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [x for _, x in LINK.findall(text) if not x.startswith("https://")] == []
    shown = [x for mark, x in LINK.findall(text) if mark]
    assert shown and all("/raw/main/" in x for x in shown)
    assert not re.search(r"<(?!https?:)[a-z/!]", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_the_map_of_the_code_is_the_table_of_the_import_test() -> None:
    if not (ROOT / "graphgame" / "_core.pyx").exists():
        pytest.skip("the sources are not here")
    from tests.house.test_imports import ROOMS, TOP

    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \| .* \| (.*) \|$", text, re.MULTILINE)
    shown = {room: set(re.findall(r"`(\w+)/`", imports)) for room, imports in rows}
    shown["cli"] = {"*"} if rows and rows[-1] == ("cli", "everything") else set()
    assert shown == ROOMS
    (top,) = re.findall(r"^\| \(top\) \| (.*) \| .* \|$", text, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", top)) == set(TOP)
