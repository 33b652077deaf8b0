"""The package as a whole: who imports whom, and what its front door shows.

Pinned here: the import rules, read from the sources; every module can be imported
first; `import graphgame` is light, and its names are complete, documented and stay what they are
whatever is imported; the certificate is checked without any kernel.
"""

from __future__ import annotations

import ast
import importlib.metadata
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import graphgame

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "graphgame"

# Who may import whom.  A module that is not here has no place in the house yet: give it one.
EVERYONE = {"errors", "outcome"}
ALLOWED: dict[str, set[str]] = {
    "__init__": set(),  # its names are imported when they are used
    "__main__": {"cli"},
    "archive": EVERYONE,
    "arithmetic": {"_nimber", "checks", "graph", *EVERYONE},
    "arrow": EVERYONE,
    "checks": {"codes", *EVERYONE},
    "cli": {"*"},
    "cli_grundy": {"*"},
    "cli_heap": {"*"},
    "cli_nim": {"*"},
    "cli_parser": {"*"},
    "cli_plain": {"*"},
    "cli_police": {"*"},
    "cli_solve": {"*"},
    "codes": {"_index", *EVERYONE},
    "convert": {"arrow", "checks", "explore", "graph", *EVERYONE},
    "cops": {
        *("_copnumbers", "_cops", "_graph6", "_rows", "checks", "convert", "cops_solution"),
        *("graph", "memory", *EVERYONE),
    },
    "cops_solution": {"_cops", "cops_states", "graph", "solution", *EVERYONE},
    "cops_states": {"graph", *EVERYONE},
    "distinct": EVERYONE,
    "errors": set(),
    "explore": {"_explore", "checks", "codes", "graph", "native", *EVERYONE},
    "files": {"archive", "checks", "codes", "graph", "solution", *EVERYONE},
    "forms": EVERYONE,
    "game": EVERYONE,
    "graph": {"_rows", "checks", "codes", *EVERYONE},
    "grid": EVERYONE,
    "grundy": {
        *("_core", "_cycle", "_loopy", "_ordered", "_stamps"),
        *("convert", "graph", "memory", "values"),
        *EVERYONE,
    },
    "heap_codes": {"checks", "heap_moves", "heap_rules", "heaps", *EVERYONE},
    "heap_files": {"archive", "files", "heap_codes", *EVERYONE},
    "heap_graphs": {"distinct", "explore", "graph", *EVERYONE},
    "heap_moves": {"checks", *EVERYONE},
    "heap_rules": {"_heaps", "_sparse", "_splits", "periods", *EVERYONE},
    "heap_table": {"_heaps", "_sparse", *EVERYONE},
    "heaps": {
        "_periods",
        "graph",
        "checks",
        "distinct",
        "heap_codes",
        "heap_files",
        "heap_graphs",
        "heap_table",
        *EVERYONE,
    },
    "memory": EVERYONE,
    "misere": {"checks", "explore", "graph", "grundy", "solve", *EVERYONE},
    "native": EVERYONE,
    "nim": {"nim_rules"},
    "nim_rules": {"checks", "graph", *EVERYONE},
    "nimbers": {"_nimber", "arithmetic", "checks", *EVERYONE},
    "outcome": {"errors"},
    "parse": {"_scan", "graph", *EVERYONE},
    "patterns": {"checks", "forms", *EVERYONE},
    "periods": {"_periods", *EVERYONE},
    "pursuit": {
        *("_pursuit", "grid", "memory", "pursuit_graph", "pursuit_solution", *EVERYONE),
    },
    "pursuit_graph": {"graph", "grid", *EVERYONE},
    "pursuit_solution": {"grid", "solution", "verify_pursuit", *EVERYONE},
    "report": {"_print", "files", "graph", "solution", *EVERYONE},
    "solution": {"_moves", "files", "graph", "verify", *EVERYONE},
    "solve": {"_contract", "_core", "checks", "convert", "graph", "memory", "solution", *EVERYONE},
    "sums": {"_rows", "convert", "graph", "values", *EVERYONE},
    "terminal": {"graph", "grid", "parse", *EVERYONE},
    "values": {
        "_loopy",
        "_moves",
        "arithmetic",
        "distinct",
        "graph",
        "nimbers",
        "solve",
        "sums",
        "verify_values",
        *EVERYONE,
    },
    "verify": {"graph", "solution", *EVERYONE},
    "verify_pursuit": EVERYONE,
    "verify_values": {"graph", *EVERYONE},
}
# A kernel knows the memory and the signals, and the index of codes where it numbers codes.
KERNELS: dict[str, set[str]] = {
    "_buffer": {"_signals"},
    "_copboard": {"_buffer", "_signals"},
    "_copnumbers": {"_buffer", "_cops", "_signals"},
    "_cops": {"_bits", "_buffer", "_copboard"},
    "_contract": {"_bits", "_buffer", "_flag", "_rounds", "_signals"},
    "_core": {"_bits", "_buffer", "_prefetch", "_signals"},
    "_cycle": {"_buffer", "_signals"},
    "_explore": {"_buffer", "_index", "_signals"},
    "_graph6": {"_buffer", "_signals"},
    "_grouping": {"_signals"},
    "_heaps": {"_bits", "_buffer", "_signals"},
    "_index": {"_buffer", "_prefetch", "_signals"},
    "_loopy": {"_buffer", "_grouping", "_prefetch", "_signals"},
    "_moves": {"_buffer", "_signals"},
    "_nimber": {"_buffer", "_flag", "_signals"},
    "_ordered": {"_bits", "_buffer", "_prefetch", "_signals"},
    "_periods": {"_buffer", "_signals"},
    "_print": {"_buffer", "_signals"},
    "_pursuit": {"_buffer", "_signals"},
    "_rounds": {"_bits", "_signals"},
    "_rows": {"_buffer", "_grouping", "_signals"},
    "_scan": {"_buffer", "_signals"},
    "_sparse": {"_bits", "_buffer", "_signals"},
    "_splits": {"_bits", "_buffer", "_signals"},
    "_stamps": {"_buffer", "_core", "_prefetch", "_signals"},
}
# What the package imports besides the standard library; the bar of tqdm is shown where it is there.
OUTSIDE = {"numpy"}
OPTIONAL = {"explore": {"tqdm"}}


def imports(path: Path) -> set[str]:
    """Give the modules that a file imports at run time, with dots: imports for types are none."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                visit(other)
            return
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            if node.module == "graphgame":
                found.update(f"graphgame.{name.name}" for name in node.names)
            else:
                found.add(node.module)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return found


def own(names: set[str]) -> set[str]:
    """Give those of the modules that belong to the package, by their short names."""
    return {name.split(".")[1] for name in names if name.startswith("graphgame.")}


def run(script: str) -> str:
    """Run a script in a fresh Python; give what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# -- who imports whom -----------------------------------------------------------------------------


def test_every_module_has_its_place() -> None:
    assert {path.stem for path in SOURCES.glob("*.py")} == set(ALLOWED)
    assert {path.stem for path in SOURCES.glob("*.pyx")} == set(KERNELS)


@pytest.mark.parametrize("name", ALLOWED)
def test_modules_import_what_they_may(name: str) -> None:
    found = own(imports(SOURCES / f"{name}.py"))
    allowed = {*ALLOWED, *KERNELS} if "*" in ALLOWED[name] else ALLOWED[name]
    assert found <= allowed, f"{name} imports {sorted(found - allowed)}"


@pytest.mark.parametrize("name", ALLOWED)
def test_modules_import_nothing_from_outside_but_numpy(name: str) -> None:
    roots = {module.split(".")[0] for module in imports(SOURCES / f"{name}.py")}
    allowed = {"graphgame", *OUTSIDE, *OPTIONAL.get(name, set())}
    assert roots - set(sys.stdlib_module_names) <= allowed


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_import_only_kernels(name: str) -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (SOURCES / f"{name}.pyx", SOURCES / f"{name}.pxd")
        if path.exists()
    )
    pattern = r"^\s*(?:from\s+(graphgame[.\w]*)\s+c?import|c?import\s+(graphgame[.\w]*))"
    found = {a or b for a, b in re.findall(pattern, source, re.MULTILINE)}
    assert own(found) == {module.removeprefix("graphgame.") for module in found}
    assert own(found) <= KERNELS[name] | {name}
    assert not re.search(r"^\s*c?import numpy|^\s*from numpy", source, re.MULTILINE)


def test_the_rules_have_no_circle() -> None:
    """Of what is imported when a module is; imports inside functions may look back."""
    levels: dict[str, int] = {}

    def level(name: str, above: tuple[str, ...] = ()) -> int:
        assert name not in above, f"{' → '.join([*above, name])} is a circle"
        if name not in levels:
            tree = ast.parse((SOURCES / f"{name}.py").read_text(encoding="utf-8"))
            tree.body = [x for x in tree.body if isinstance(x, ast.Import | ast.ImportFrom)]
            module = ast.unparse(tree)
            found = own({
                f"graphgame.{part}"
                for a, b in re.findall(r"from graphgame(\.\w+)? import (.+)", module)
                for part in ([a[1:]] if a else b.split(", "))
            })  # fmt: skip
            below = [level(x, (*above, name)) for x in found & set(ALLOWED)]
            levels[name] = 1 + max(below, default=0)
        return levels[name]

    for name in ALLOWED:
        level(name)
    assert levels["errors"] == levels["outcome"] == 1 < levels["graph"] < levels["solve"]


def test_the_verifier_and_the_reference_know_no_solver() -> None:
    assert own(imports(Path(__file__).parent / "reference.py")) == {"outcome"}
    for path in [*SOURCES.glob("verify*.py"), *Path(__file__).parent.glob("reference*.py")]:
        assert own(imports(path)) <= EVERYONE
    assert own(imports(Path(__file__).parent / "reference_heaps.py")) == set()


def test_the_certificate_is_checked_without_any_kernel() -> None:
    script = """if True:
        import sys
        from types import SimpleNamespace
        from graphgame.graph import GameGraph
        from graphgame.outcome import Play
        from graphgame.verify import verify
        of_rows = GameGraph.from_csr([0, 1, 2, 2], [1, 2])
        for graph in (GameGraph.from_edges([(0, 1), (1, 2)]), of_rows):
            said = SimpleNamespace(outcomes=[-1, 1, -1], remoteness=[2, 1, 0], play=Play.NORMAL)
            assert verify(graph, said)
            said.outcomes = [1, 1, -1]
            try:
                verify(graph, said)
            except ValueError as error:
                assert "position 0" in str(error)
            else:
                raise AssertionError
        print(sorted(name for name in sys.modules if name.startswith("graphgame._")))
    """
    assert run(script) == "[]\n"


@pytest.mark.parametrize("name", sorted({*ALLOWED, *KERNELS} - {"__init__", "__main__"}))
def test_every_module_can_be_the_first(name: str) -> None:
    assert run(f"import graphgame.{name}; print('imported')") == "imported\n"


# -- the front door -------------------------------------------------------------------------------


def test_importing_the_package_is_light() -> None:
    script = (
        "import sys; before = set(sys.modules); import graphgame\n"
        "print(sorted(set(sys.modules) - before - {'__future__', 'types'}))"
    )
    assert run(script) == "['graphgame']\n"


def test_names_that_need_no_numpy_do_not_import_it() -> None:
    script = (
        "import sys, io, graphgame as gg\n"
        "s = gg.solve(gg.read_graph(io.BytesIO(b'2 1\\n1 2\\n')))\n"
        "assert (s.outcome(0), s.best_move(0), s.line(0)) == (gg.WIN, 1, (0, 1))\n"
        "assert s.counts()[gg.LOSE] == 1 and s.graph.options(0) == [1]\n"
        "repr(s), repr(s.graph), gg.ParseError, gg.Play, gg.NO_PRESET, gg.GameGraph\n"
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


def test_dir_is_complete_before_anything_is_used() -> None:
    script = "import graphgame; print(set(graphgame.__all__) <= set(dir(graphgame)))"
    assert run(script) == "True\n"


def test_the_table_of_contents_names_every_name() -> None:
    assert graphgame.__doc__ is not None
    contents = graphgame.__doc__
    assert [name for name in graphgame.__all__ if f"`{name}`" not in contents] == []


def test_types_see_the_names_that_there_are() -> None:
    tree = ast.parse((SOURCES / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.asname: f"{node.module}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("graphgame.")
        for alias in node.names
        if alias.asname == alias.name
    }
    assert typed == {name: f"graphgame.{home}" for name, home in graphgame._HOME.items()}


def test_public_things_say_where_they_live() -> None:
    for name, home in graphgame._HOME.items():
        value = getattr(graphgame, name)
        if inspect.isclass(value) or inspect.isfunction(value):
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


@pytest.mark.parametrize(("name", "value"), public_things())
def test_public_things_are_documented(name: str, value: Any) -> None:
    doc = value.__doc__
    assert doc, f"{name} has no docstring"
    first = doc.strip().splitlines()[0]
    assert first.endswith((".", ":")), f"{name}: the first line is no sentence"
    if inspect.isclass(value) and not issubclass(value, Exception):
        assert doc not in {base.__doc__ for base in value.__mro__[1:]}, f"{name}: inherited"


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(SOURCES.glob("*.py*")) if path.suffix in (".py", ".pyx")],
    ids=lambda path: path.name,
)
def test_every_source_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(r'r?"""[^"]', text)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="module 'graphgame' has no attribute 'sovle'"):
        _ = graphgame.sovle  # type: ignore[attr-defined]
    assert not hasattr(graphgame, "__wrapped__")
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        from graphgame import sovle  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.parametrize(
    "before",
    [
        "",
        "import graphgame.solve",
        "import graphgame.verify, graphgame.explore",
        "import graphgame.solve as module",
        "from graphgame.solve import solve",
        "from graphgame.verify import verify",
        "import importlib; importlib.import_module('graphgame.solve')",
        "import graphgame; graphgame.solve([(0, 1)]).verify()",
        "import graphgame.cli, graphgame.solution, graphgame.files",
        "from graphgame import *",
    ],
)
def test_functions_are_not_hidden_by_their_modules(before: str) -> None:
    script = (
        f"{before}\n"
        "import graphgame, sys\n"
        "for name in sorted(set(graphgame.__all__) & set(graphgame._HOME.values())):\n"
        "    assert callable(getattr(graphgame, name)), name\n"
        "    __import__(f'graphgame.{name}')\n"
        "    assert callable(getattr(graphgame, name)), name\n"
        "    assert hasattr(sys.modules[f'graphgame.{name}'], name)\n"
        "print(graphgame.solve([(0, 1)]).verify())"
    )
    assert run(script) == "True\n"


@pytest.mark.parametrize(
    "before",
    ["", "import graphgame.nim", "from graphgame import nim", "import graphgame; graphgame.nim"],
)
def test_modules_that_are_names_are_modules(before: str) -> None:
    script = (
        f"{before}\n"
        "import graphgame, sys\n"
        "for name in graphgame._MODULES:\n"
        "    assert getattr(graphgame, name) is sys.modules[f'graphgame.{name}'], name\n"
        "    assert set(graphgame.nim.__all__) <= set(dir(graphgame.nim))\n"
        "print(graphgame.nim.outcome([3, 4, 5]), 'numpy' in sys.modules)"
    )
    assert run(script) == "WIN False\n"


def test_modules_that_hide_nothing_are_attributes() -> None:
    script = "import graphgame.graph; print(graphgame.graph.GameGraph is graphgame.GameGraph)"
    assert run(script) == "True\n"


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        installed = importlib.metadata.version("graphgame")
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
