"""The package as a whole: its public names and its imports.

Pinned here: every module can be imported first; `import graphgame` loads nothing else; public names
are complete and documented, and stay the same whatever is imported; certificates are checked
without any kernel.
"""

from __future__ import annotations

import ast
import doctest
import importlib.metadata
import inspect
import io
import os
import pydoc
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import graphgame
from tests.house.each import for_each

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "graphgame"

MODULES = sorted(
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.rglob("*.py*")
    if path.suffix in {".py", ".pyx"}
)


def run(script: str, *arguments: str) -> str:
    """Run a script in a fresh Python; return its output."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_certificate_is_checked_without_any_kernel() -> None:
    script = """if True:
        import sys
        from types import SimpleNamespace
        from graphgame.graphs.graph import GameGraph
        from graphgame.outcome import Play
        from graphgame.solving.verify import verify
        of_rows = GameGraph.from_csr([0, 1, 2, 2], [1, 2])
        for graph in (GameGraph.from_edges([(0, 1), (1, 2)]), of_rows):
            said = SimpleNamespace(outcomes=[-1, 1, -1], remoteness=[2, 1, 0], play=Play.NORMAL)
            said.count = "plies"
            assert verify(graph, said)
            said.outcomes = [1, 1, -1]
            try:
                verify(graph, said)
            except ValueError as error:
                assert "position 0" in str(error)
            else:
                raise AssertionError
        loaded = [name for name in sys.modules if name.startswith("graphgame.")]
        print([x for x in loaded if "._" in x and x != "graphgame._kernel"])
    """
    assert run(script) == "[]\n"


@pytest.mark.large
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied here")
def test_every_module_can_be_the_first() -> None:
    """Each is imported in a copy of a process that knows NumPy and nothing of the package.

    That no circle of imports keeps one from it is read from the sources in `test_imports`.
    """
    script = """if True:
        import os, sys, importlib, traceback
        import numpy, numpy.random
        for name in sys.argv[1:]:
            child = os.fork()
            if not child:
                try:
                    importlib.import_module(f"graphgame.{name}")
                except BaseException:
                    print(name, traceback.format_exc(), flush=True)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                print(name, "ended", flush=True)
        print("imported", len(sys.argv) - 1)
    """
    names = sorted({*MODULES} - {"__init__", "__main__"})
    assert run(script, *names) == f"imported {len(names)}\n"


# -- the front door -------------------------------------------------------------------------------


def test_importing_the_package_is_light() -> None:
    script = (
        "import sys; before = set(sys.modules); import graphgame\n"
        "print(sorted(set(sys.modules) - before - {'__future__', 'types'}))"
    )
    assert run(script) == "['graphgame']\n"


def test_arrays_are_read_without_the_module_of_masked_arrays() -> None:
    script = (
        "import sys, numpy as np, graphgame as gg\n"
        "g = gg.GameGraph.from_edges(np.array([[0, 1], [1, 2]])).with_presets([2, 2, 1])\n"
        "assert gg.solve(g.with_owner(np.array([0, 1, 0]))).outcome(1) == gg.LOSE\n"
        "gg.attractor(g.with_presets(None), np.array([0, 1, 0]), [2]), gg.grundy([(0, 1)]).values\n"
        "print('numpy.ma' in sys.modules)"
    )
    assert run(script) == "False\n"


def test_names_that_need_no_numpy_do_not_import_it() -> None:
    script = (
        "import sys, io, graphgame as gg\n"
        "s = gg.solve(gg.read_graph(io.BytesIO(b'2 1\\n1 2\\n')))\n"
        "assert (s.outcome(0), s.best_move(0), s.line(0)) == (gg.WIN, 1, (0, 1))\n"
        "assert s.counts()[gg.LOSE] == 1 and s.game.options(0) == [1]\n"
        "repr(s), repr(s.game), gg.ParseError, gg.Play, gg.NO_PRESET, gg.GameGraph\n"
        "print('numpy' in sys.modules)"
    )
    assert run(script) == "False\n"


def test_all_names_resolve() -> None:
    assert len(graphgame.__all__) == len(set(graphgame.__all__))
    assert set(graphgame.__all__) <= set(dir(graphgame))
    for name in graphgame.__all__:
        assert getattr(graphgame, name) is not None
    namespace: dict[str, Any] = {}
    exec("from graphgame import *", namespace)  # noqa: S102 -- what a user may type
    assert set(graphgame.__all__) <= set(namespace)


@pytest.mark.parametrize("before", ["", "import graphgame.cli.solve, graphgame.cops.game"])
def test_dir_has_the_public_names_and_the_version_and_nothing_else(before: str) -> None:
    script = (
        f"{before}\nimport graphgame; graphgame.solve\n"
        "print(set(dir(graphgame)) == {*graphgame.__all__, '__version__'})"
    )
    assert run(script) == "True\n"


def test_the_table_of_contents_names_every_name() -> None:
    assert graphgame.__doc__ is not None
    contents = graphgame.__doc__
    named = {x.partition(".")[0] for x in re.findall(r"`([\w.]+)`", contents)}
    assert named == {*graphgame.__all__}
    shown = {x.removeprefix("nim.") for x in re.findall(r"`(nim\.\w+)`", contents)}
    assert shown and shown <= {*graphgame.nim.__all__}


def test_help_begins_with_a_page_that_names_the_next_ones() -> None:
    page = pydoc.render_doc(graphgame, renderer=pydoc.plaintext).partition("PACKAGE CONTENTS")[0]
    lines = page.splitlines()
    assert len(lines) <= 51 and max(map(len, lines)) <= 79
    following = re.findall(r"help\(gg\.(\w+)\)", page)
    assert len(following) >= 4 and {*following} <= {*graphgame.__all__, "NAME"}
    assert "graphgame --help" in page


def test_every_line_of_the_page_works_as_typed() -> None:
    """Its example runs; its calls of help and its command, too; each name is there, of a thing."""
    page = graphgame.__doc__ or ""
    example = doctest.DocTestParser().get_doctest(page, {}, "help(gg)", None, 0)
    assert len(example.examples) == 3
    assert doctest.DocTestRunner().run(example).failed == 0
    names = [x for x in re.findall(r"`([^`]+)`", page) if re.fullmatch(r"[\w.]+", x)]
    typed = [x for x in re.findall(r"`([^`]+)`", page) if x not in names]
    assert len(names) > 100 and len(typed) == 5  # four calls, a command
    for name in names:
        thing = eval(f"gg.{name}", {"gg": graphgame})  # noqa: S307 -- ours
        assert not inspect.ismodule(thing), f"{name} cannot be called"
    calls = {x for x in typed if x.startswith("help(")}
    for call in {x.replace("NAME", name) for x in calls for name in names}:
        said = io.StringIO()
        eval(call, {"gg": graphgame, "help": pydoc.Helper(output=said)})  # noqa: S307 -- ours
        assert "No Python" not in said.getvalue() and len(said.getvalue()) > 100, call
    for command in {*typed} - calls:
        words = command.split()
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("usage")


def test_a_misspelt_name_is_explained_once_and_modules_are_not_compared() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import graphgame as gg; gg.slove"],
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.splitlines()[-1]
    assert last.endswith("has no attribute 'slove' (did you mean solve?)")
    script = (
        "import sys, graphgame; from graphgame import checks, heaps; hasattr(graphgame, '__x__')\n"
        "print('difflib' in sys.modules)"
    )
    assert run(script) == "False\n"


def test_types_see_the_names_that_there_are() -> None:
    tree = ast.parse((SOURCES / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {
        alias.asname: (node.module or "").removeprefix("graphgame").removeprefix(".")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("graphgame")
        for alias in node.names
        if alias.asname == alias.name
    }
    assert typed == graphgame._HOME


def test_public_things_say_where_they_live() -> None:
    for name, home in graphgame._HOME.items():
        value = getattr(graphgame, name)
        if inspect.ismodule(value):
            assert (value.__name__, home) == (f"graphgame.{name}", "")
        elif inspect.isclass(value) or inspect.isfunction(value):
            assert value.__module__ == f"graphgame.{home}"
            assert value.__name__ == name


def public_things() -> list[tuple[str, Any]]:
    things: list[tuple[str, Any]] = []
    for name in graphgame.__all__:
        value = getattr(graphgame, name)
        if inspect.ismodule(value):
            things += [(f"{name}.{key}", getattr(value, key)) for key in value.__all__]
            continue
        if not (inspect.isclass(value) or inspect.isfunction(value)):
            continue
        things.append((name, value))
        if inspect.isclass(value):
            things += [
                (f"{name}.{key}", getattr(value, key))
                for key, member in vars(value).items()
                if not key.startswith("_")
                and (callable(member) or isinstance(member, property | classmethod | staticmethod))
            ]
    return things


@for_each("name, value", public_things())
def test_public_things_are_documented(name: str, value: Any) -> None:
    doc = value.__doc__
    assert doc, f"{name} has no docstring"
    first = doc.strip().splitlines()[0]
    assert first.endswith((".", ":")), f"{name}: the first line is no sentence"
    if inspect.isclass(value) and not issubclass(value, Exception):
        assert doc not in {base.__doc__ for base in value.__mro__[1:]}, f"{name}: inherited"


@for_each(
    "name, value",
    [
        (name, value)
        for name, value in public_things()
        if ("." not in name or name.startswith("nim."))
        and not (inspect.isclass(value) and issubclass(value, Exception))
    ],
)
def test_public_functions_and_classes_have_examples_and_name_others(name: str, value: Any) -> None:
    doc = inspect.getdoc(value) or ""
    titles = re.findall(r"^(.+)\n-{3,}$", doc, re.MULTILINE)
    assert {"See Also", "Examples"} <= {*titles}, name
    assert ">>>" in doc.partition("\nExamples\n")[2]
    named = re.search(r"^See Also\n-+\n(.*?)(?:\n\n|\Z)", doc, re.MULTILINE | re.DOTALL)
    assert named is not None
    lines = [line for line in named[1].splitlines() if not line.startswith(" ")]
    for other in re.split(r",\s*", ", ".join(line.partition(" :")[0] for line in lines)):
        first, *rest = other.strip("` ").removeprefix("graphgame.").split(".")
        place: Any = getattr(graphgame, first, getattr(graphgame.nim, first, None))
        for part in rest:
            place = getattr(place, part, None)
        assert place is not None, other


@for_each(
    "path", [path for path in sorted(SOURCES.rglob("*.py*")) if path.suffix in (".py", ".pyx")]
)
def test_every_source_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(r'r?"""[^"]', text)


def test_unknown_names_are_attribute_errors() -> None:
    near = r"module 'graphgame' has no attribute 'sovle' \(did you mean solve\?\)$"
    with pytest.raises(AttributeError, match=near):
        _ = graphgame.sovle  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="module 'graphgame' has no attribute 'zzz'$"):
        _ = graphgame.zzz  # type: ignore[attr-defined]
    assert not hasattr(graphgame, "__wrapped__")
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        from graphgame import sovle  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.parametrize(
    "before",
    [
        "",
        "import graphgame.solving.solve",
        "import graphgame.solving.verify, graphgame.rules.exploring.explore",
        "import graphgame.solving.solve as module",
        "from graphgame.solving.solve import solve",
        "from graphgame.solving.verify import verify",
        "import importlib; importlib.import_module('graphgame.solving.solve')",
        "import graphgame; graphgame.solve([(0, 1)]).verify()",
        "import graphgame.cli, graphgame.solving.solution, graphgame.solving.files",
        "from graphgame import *",
        "import graphgame.nim",
        "from graphgame import nim",
        "import graphgame; graphgame.nim",
    ],
)
def test_public_names_stay_what_they_are_whatever_is_imported(before: str) -> None:
    """A room bound to the package by the import system hides no public name."""
    script = (
        f"{before}\n"
        "import graphgame, importlib, sys\n"
        "for name, home in graphgame._HOME.items():\n"
        "    module = importlib.import_module(f'graphgame.{home or name}')\n"
        "    assert getattr(graphgame, name) is (getattr(module, name) if home else module), name\n"
        "assert set(graphgame.nim.__all__) <= set(dir(graphgame.nim))\n"
        "print(graphgame.nim.outcome([3, 4, 5]), graphgame.solve([(0, 1)]).verify())"
    )
    assert run(script) == "WIN True\n"


def test_nim_imports_no_numpy() -> None:
    script = (
        "from graphgame import nim; import sys; "
        "print(nim.outcome([3, 4, 5]), 'numpy' in sys.modules)"
    )
    assert run(script) == "WIN False\n"


def test_no_room_has_the_name_of_a_function_or_a_class() -> None:
    rooms = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert {name for name in rooms & set(graphgame.__all__) if graphgame._HOME[name]} == set()


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        installed = importlib.metadata.version("graphgame-solver")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("graphgame is not installed")
    assert graphgame.__version__ == installed == project["version"]
    done = subprocess.run(
        [sys.executable, "-m", "graphgame", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"graphgame {installed}\n")
