"""The documents: what they show is what is printed, and their links lead somewhere.

Pinned here: the console examples of the README and of docs print what they show; links to files of
the project lead to files; the README is short.  Examples in Python are run by `make docs`.
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


def leads_nowhere(path: Path, target: str) -> bool:
    """Return whether a link of a document leads to no file, or to no heading of it."""
    target = OF_PROJECT.sub("", target)  # its paths are from the root, where the README is
    if target.startswith(("http:", "https:")):
        return False
    file, _, heading = target.partition("#")
    linked = path.parent / file if file else path
    if not linked.exists() or not heading:
        return not linked.exists()
    lines = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
    return heading not in [
        re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines
    ]


def test_links_lead_to_files_and_headings() -> None:
    links = [
        (path, target)
        for path in DOCUMENTS
        for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    ]
    assert len(links) > 200
    assert [f"{path}: {target}" for path, target in links if leads_nowhere(path, target)] == []


def test_files_that_are_named_exist() -> None:
    """`tests/…`, `bench/…`, `graphgame/…` in code style are paths, if they have an ending."""
    folders = "|".join(x.name for x in ROOT.iterdir() if x.is_dir() and x.name.isalpha())
    named = [
        (path, name)
        for path in DOCUMENTS
        if "CHANGELOG" not in path.name
        for name in re.findall(
            rf"`((?:{folders})/[\w./-]+\.\w+)`", path.read_text(encoding="utf-8")
        )
    ]
    assert len(named) > 50
    assert [f"{path}: {name}" for path, name in named if not (ROOT / name).exists()] == []


def test_the_readme_promises_no_address() -> None:
    """Its links work in any checkout; pyproject.toml alone says where the project will live."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [x for _, x in LINK.findall(text)]
    assert len(links) > 20 and [x for x in links if not (ROOT / x).exists()] == []
    assert "http" not in text
    assert not re.search(r"<[a-z/!]", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def test_the_text_for_the_index_has_absolute_links_alone() -> None:
    """An index shows it without any other file of the project; the pictures come as they are."""
    if not (ROOT / "setup.py").exists():
        pytest.skip("the sources are not here")
    pytest.importorskip("Cython")
    script = "from setup import index_text; print(index_text(), end='')"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    (here, there) = ((ROOT / "README.md").read_text(encoding="utf-8"), done.stdout)
    targets = [x for _, x in LINK.findall(there)]
    assert [OF_PROJECT.sub("", x) for x in targets] == [x for _, x in LINK.findall(here)]
    assert [x for x in targets if not OF_PROJECT.match(x)] == []
    assert all("/raw/main/" in x for mark, x in LINK.findall(there) if mark)
    assert all("/tree/main/" in x for x in targets if (ROOT / OF_PROJECT.sub("", x)).is_dir())
    assert OF_PROJECT.sub("", LINK.sub("", there)) == LINK.sub("", here)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
