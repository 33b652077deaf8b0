"""Who imports whom, read from the sources: Python and Cython, late imports included.

Late are imports inside functions and modules that `graphgame.arrays.Later` stands for.  Pinned
here: each room imports only the rooms of its row; no circle of imports, not even a late one;
kernels import only kernels; certificates and references import no kernel and no solver; from
outside come NumPy and, where they are installed, the packages of a table.  The same
checks refuse circles and forbidden imports that are planted in one of the files.
"""

from __future__ import annotations

import ast
import copy
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "graphgame"
if not (PACKAGE / "_core.pyx").exists():
    pytest.skip("the sources are not here", allow_module_level=True)

# Each room, and the rooms it may import beside itself, the modules at the top and `_kernel`.
ROOMS: dict[str, set[str]] = {
    "_kernel": set(),
    "reading": set(),
    "drawing": set(),
    "playing": {"drawing"},
    "graphs": {"drawing", "playing"},
    "rules": {"graphs"},
    "answers": {"graphs", "rules", "drawing", "playing"},
    "solving": {"graphs", "rules", "answers", "drawing", "playing"},
    "big": {"graphs", "rules", "answers", "solving", "drawing", "playing"},
    "values": {"graphs", "rules", "answers", "solving", "drawing", "playing"},
    "heaps": {"graphs", "rules", "solving", "values", "drawing", "playing"},
    "nim": set(),
    "pursuit": {"reading", "graphs", "solving", "drawing", "playing"},
    "cops": {"reading", "graphs", "drawing", "playing"},
    "proving": {"graphs", "rules", "solving", "playing"},
    "chance": {"drawing", "playing", "graphs", "rules", "answers", "solving", "owners"},
    "owners": {"graphs", "rules", "drawing", "playing"},
    "parity": {"reading", "graphs", "rules", "owners", "text"},
    "synthesis": {"drawing", "reading", "graphs", "owners", "parity", "text", "playing"},
    "patterns": set(),
    "text": {"reading", "graphs", "solving", "values", "chance"},
    "cli": {"*"},
}
# The modules at the top, each importing only those before it; the facade imports what is asked for.
TOP = [
    "errors",
    "outcome",
    "progress",
    "types",
    "arrays",
    "line",
    "memory",
    "checks",
    "archive",
    "_core",
]
FACADE = {"__init__": set[str](), "__main__": {"cli"}}
# What a certificate may import: it relies on nothing that a solver does.
CERTIFICATE = {"errors", "outcome", "arrays"}
# From outside: NumPy, and what some modules use where it is installed.
OUTSIDE = {"numpy"}
OPTIONAL = {
    "cli.parser": {"shtab"},
    "graphs.libraries": {"networkx"},
    "big.partitions.processes": {"mpi4py"},
    "drawing.plots": {"matplotlib"},
    "playing.show": {"IPython"},
    "rules.compiled.njit": {"numba"},
    "progress": {"tqdm"},
    "solving.export": {"networkx"},
    "synthesis.formula_text": {"spot"},
    "text.dot": {"pydot"},
}


def is_kernel(module: str) -> bool:
    """Whether a module, by its name below the package, is compiled."""
    return module.startswith("_kernel.") or module.rpartition(".")[2].startswith("_")


class Sources:
    """The modules of a package, and what each of them imports at run time."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.paths: dict[str, list[Path]] = {}
        for path in sorted(package.rglob("*.p*")):
            if path.suffix in {".py", ".pyx", ".pxd"}:
                parts = path.relative_to(package).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[1:] and parts[-1] == "__init__" else parts)
                self.paths.setdefault(name, []).append(path)
        self.imports = {name: self._imports(name) for name in self.paths}

    def with_lines(self, module: str, path: Path) -> Sources:
        """Return these modules with what a file says in one of them."""
        found = copy.copy(self)
        found.paths = {**self.paths, module: [path, *self.paths.get(module, [])[1:]]}
        found.imports = {**self.imports, module: found._imports(module)}
        return found

    def own(self, module: str) -> set[str]:
        """Return the modules of the package that a module imports, by their names below it."""
        found = {name for name in self.imports[module] if name.split(".")[0] == "graphgame"}
        return {self._resolved(name) for name in found} - {module}

    def outside(self, module: str) -> set[str]:
        """Return the packages that a module imports beside this one and the standard library."""
        roots = {name.split(".")[0] for name in self.imports[module]}
        return roots - {"graphgame", "cython", "libc", "cpython"} - set(sys.stdlib_module_names)

    def _resolved(self, name: str) -> str:
        below = name.removeprefix("graphgame").removeprefix(".") or "__init__"
        while below not in self.paths:  # the name of a thing in a module
            below = below.rpartition(".")[0] or "__init__"
        return below

    def _imports(self, module: str) -> set[str]:
        found: set[str] = set()
        for path in self.paths[module]:
            text = path.read_text(encoding="utf-8")
            found |= python_imports(text) if path.suffix == ".py" else cython_imports(text)
        return found


def python_imports(text: str) -> set[str]:
    """Return what a module imports when it runs, with the names that it imports from modules."""
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
            found.update(f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Later":
            (module,) = node.args
            assert isinstance(module, ast.Constant), "the name of the module is a literal"
            found.add(str(module.value))
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(text))
    return found


def cython_imports(text: str) -> set[str]:
    """Return what a kernel imports and cimports, with the names that it imports from modules."""
    found = set[str]()
    text = re.sub(r"#.*", "", text)
    for module, listed, names in re.findall(
        r"^[ \t]*from\s+([\w.]+)\s+c?import\s+(?:\(([^)]*)\)|(.*))", text, re.MULTILINE
    ):
        words = [word.split()[0] for word in (listed or names).split(",") if word.split()]
        found |= {f"{module}.{word}" for word in words}
    for names in re.findall(r"^[ \t]*c?import\s+([\w., ]+)", text, re.MULTILINE):
        found |= {word.split()[0] for word in names.split(",")}
    return found


# -- the checks: each returns what is wrong --------------------------------------------------------


def check_rooms(sources: Sources) -> list[str]:
    """Every module stands in a room, and imports only what its row allows."""
    wrong = []
    for module in sources.paths:
        room = module.split(".")[0]
        if room in FACADE:
            allowed = FACADE[room]
        elif room in TOP:
            allowed = {*TOP[: TOP.index(room)], "_kernel"}
        elif room in ROOMS:
            allowed = {room, "_kernel", *TOP, *(ROOMS if "*" in ROOMS[room] else ROOMS[room])}
            allowed |= {"__init__"} if "*" in ROOMS[room] else set()
            allowed = {room} if room == "_kernel" else allowed
        else:
            wrong.append(f"{module} stands in no room of the table")
            continue
        found = {name.split(".")[0] for name in sources.own(module)}
        wrong += [f"{module} imports {name}" for name in sorted(found - allowed - {room})]
    return wrong


def check_circles(sources: Sources) -> list[str]:
    """No module imports itself by way of others."""
    done: set[str] = set()

    def circle(module: str, above: list[str]) -> list[str]:
        if module in above:
            return [" → ".join([*above[above.index(module) :], module])]
        if module in done:
            return []
        found = [x for name in sorted(sources.own(module)) for x in circle(name, [*above, module])]
        done.add(module)
        return found

    return [x for module in sources.paths for x in circle(module, [])]


def check_kernels(sources: Sources) -> list[str]:
    """Kernels import kernels, and nothing of NumPy."""
    wrong = []
    for module, paths in sources.paths.items():
        if paths[0].suffix == ".py":
            continue
        python = {name for name in sources.own(module) if not is_kernel(name)} - {"_kernel"}
        wrong += [f"{module} imports {name}" for name in sorted(python)]
        wrong += [f"{module} imports {name}" for name in sorted(sources.outside(module))]
    return wrong


def check_certificates(sources: Sources) -> list[str]:
    """Modules named verify import the errors, the outcomes, arrays and NumPy."""
    return [
        f"{module} imports {name}"
        for module in sources.paths
        if module.rpartition(".")[2].startswith("verify")
        for name in sorted(
            (sources.own(module) - CERTIFICATE) | (sources.outside(module) - OUTSIDE)
        )
    ]


def check_outside(sources: Sources) -> list[str]:
    """From outside come the standard library, NumPy and the optional packages of the table."""
    return [
        f"{module} imports {name}"
        for module in sources.paths
        for name in sorted(sources.outside(module) - OUTSIDE - OPTIONAL.get(module, set()))
    ]


CHECKS = [check_rooms, check_circles, check_kernels, check_certificates, check_outside]


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(PACKAGE)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_house_is_in_order(check: type, sources: Sources) -> None:
    assert check(sources) == []


def test_the_table_has_a_row_for_each_room_and_each_room_says_what_it_is_for() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(ROOMS)
    top = {path.stem for path in PACKAGE.glob("*.py*") if path.suffix in {".py", ".pyx"}}
    assert top == {*TOP, *FACADE}
    for room in rooms:
        text = (PACKAGE / room / "__init__.py").read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), room


def test_the_top_of_the_package_is_small() -> None:
    built = {".so", ".pyd", ".c", ".html"}
    names = [x for x in PACKAGE.iterdir() if x.suffix not in built and x.name != "__pycache__"]
    rooms = [x for x in names if x.is_dir()]
    assert len(names) - len(rooms) <= 15
    assert {x.name for x in rooms} == set(ROOMS)
    assert len(names) <= 15 + len(ROOMS)


def test_references_know_no_kernel_and_no_solver() -> None:
    for path in (ROOT / "tests" / "reference").glob("*.py"):
        found = {x for x in python_imports(path.read_text("utf-8")) if x.startswith("graphgame")}
        assert {x.split(".")[1] for x in found} <= {"errors", "outcome"}, path.name


# -- the checks see what is planted ----------------------------------------------------------------

PLANTED = [
    (check_rooms, "nim/rules.py", "import graphgame.solving.solve", "nim.rules imports solving"),
    (check_rooms, "cellar.py", "", "cellar stands in no room of the table"),
    (check_rooms, "errors.py", "from graphgame import checks", "errors imports checks"),
    (
        check_rooms,
        "patterns/forms.py",
        "def f():\n    from graphgame.graphs.graph import GameGraph",
        "patterns.forms imports graphs",
    ),
    (
        check_rooms,
        "cops/_hunt.pyx",
        "from graphgame.solving._rounds cimport rank",
        "cops._hunt imports solving",
    ),
    (
        check_circles,
        "graphs/graph.py",
        "def f():\n    from graphgame.solving import solve",
        "graphs.graph → ",
    ),
    (check_rooms, "checks.py", 'Later("graphgame.graphs.graph")', "checks imports graphs"),
    (check_circles, "line.py", 'Later("graphgame.solving.solution")', "line → "),
    (check_circles, "_kernel/bits.pxd", "from graphgame._core cimport _greatest", " → _core"),
    (check_kernels, "_core.pyx", "from graphgame.checks import size", "_core imports checks"),
    (check_kernels, "_core.pyx", "cimport numpy as np", "_core imports numpy"),
    (
        check_certificates,
        "solving/verify.py",
        "from graphgame.graphs._rows import transpose",
        "solving.verify imports graphs._rows",
    ),
    (check_certificates, "solving/verify.py", "import scipy", "solving.verify imports scipy"),
    (check_outside, "graphs/convert.py", "import pandas", "graphs.convert imports pandas"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "file", "line", "message"), PLANTED)
def test_what_is_planted_is_found(
    check: type, file: str, line: str, message: str, sources: Sources, tmp_path: Path
) -> None:
    path, there = tmp_path / Path(file).name, PACKAGE / file
    before = there.read_text(encoding="utf-8") if there.exists() else ""
    path.write_text(f"{before}\n{line}\n", encoding="utf-8")
    module = file.rpartition(".")[0].replace("/", ".")
    assert any(message in found for found in check(sources.with_lines(module, path)))
