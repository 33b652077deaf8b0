"""The tutorials and how-to pages: each is run from its first line to its last, in one folder.

Pinned here: Python sessions print what they show, and share their names down the page; so do
console sessions; a block that begins with a comment such as `# rule.py` is a file of that name,
which a reader saves; there is no Python and no console that is not run.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/tutorials/*.md"), *ROOT.glob("docs/howto/*.md")])
if not PAGES:
    pytest.skip("the documents are not here", allow_module_level=True)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?:# |// |/\* )([\w-]+\.\w+)(?: \*/)?\n")
SHOWN = {"sh", "text", "html", "mermaid"}  # what is not run: servers, clusters, installation


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """Return line number, language and text of each block of a page."""
    text = page.read_text(encoding="utf-8")
    return [(text[: x.start(2)].count("\n"), x[1], x[2]) for x in BLOCK.finditer(text)]


def modules_below(folder: Path) -> list[str]:
    """Return the names of the modules that were imported from a folder."""
    files = {x: getattr(module, "__file__", None) for x, module in [*sys.modules.items()]}
    return [name for name, file in files.items() if file and Path(file).is_relative_to(folder)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Enter a folder of the page's own, from which Python imports; the command is found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    yield tmp_path
    for name in modules_below(tmp_path):
        del sys.modules[name]


def run_python(text: str, page: Path, line: int, names: dict[str, object]) -> list[str]:
    """Run a Python session; return what differs from what it shows."""
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), line)
    test.globs = names
    found: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=found.append, clear_globs=False)
    return found


def run_console(text: str, page: Path, line: int) -> list[str]:
    """Run each command of a console session; return what differs from what it shows."""
    found = []
    for part in re.split(r"^(?=\$ )", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.removeprefix("$ ").partition("\n")
        # A terminal shows both outputs.  What `time` adds is never the same.
        error = subprocess.DEVNULL if command.startswith("time ") else subprocess.STDOUT
        script = ["bash", "-o", "pipefail", "-c", command]
        done = subprocess.run(script, stdout=subprocess.PIPE, stderr=error, text=True, check=False)
        if done.returncode or done.stdout != expected:
            found.append(f"{page.name}:{line}: {command}\n{done.stdout}")
    return found


def case(page: Path) -> Any:
    """Return a page as a parameter of tests; the one on a large game is marked."""
    marks = [pytest.mark.large] if page.stem == "large-game" else []
    return pytest.param(page, id=f"{page.parent.name}/{page.stem}", marks=marks)


@pytest.mark.parametrize("page", [*map(case, PAGES)])
def test_the_page_runs_from_its_first_line_to_its_last(page: Path, folder: Path) -> None:
    # Classes and dataclasses of a session look their module up: it has to be a real one.
    session = ModuleType("__main__")
    failures = []
    for line, language, text in blocks(page):
        if name := NAMED.match(text):
            (folder / name[1]).write_text(text, encoding="utf-8")
        elif language == "python" and text.startswith(">>> "):
            failures += run_python(text, page, line, vars(session))
        elif language == "console" and text.startswith("$ "):
            failures += run_console(text, page, line)
        else:
            assert language in SHOWN, f"{page.name}:{line}: no session, and no file with a name"
    assert failures == [], "\n".join(failures)


def test_what_differs_is_found(folder: Path) -> None:
    page = folder / "page.md"
    text = "# T\n\n```python\n>>> x = 1\n>>> x\n2\n```\n\n```console\n$ echo a\nb\n```\n"
    page.write_text(text, encoding="utf-8")
    (_, _, session), (_, _, console) = blocks(page)
    assert len(run_python(session, page, 3, {})) == 1
    assert len(run_console(console, page, 9)) == 1


@pytest.mark.parametrize("page", [*map(case, PAGES)])
def test_the_page_begins_with_its_only_title(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert re.findall(r"^# .*$", text, re.MULTILINE) == [text.partition("\n")[0]]
