"""The stubs of kernels, which `tools/stubs.py` writes: there is one for each, and it says all.

`make lint` compares them with the kernels: stubtest.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if not (ROOT / "setup.py").exists():
    pytest.skip("the sources are not here", allow_module_level=True)
pytest.importorskip("Cython")
KERNELS = sorted(x.relative_to(ROOT) for x in (ROOT / "graphgame").rglob("*.pyx"))
BY_HAND = {Path("graphgame/__init__.pyi"), Path("graphgame/_kernel/buffer.pyi")}

from tools.stubs import write_stubs  # noqa: E402 -- Cython is there


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources of all kernels, with their stubs."""
    folder = tmp_path_factory.mktemp("checkout")
    for path in (ROOT / "graphgame").rglob("*.p[yx][xd]"):
        to = folder / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    write_stubs(folder)
    return folder


def test_every_kernel_has_a_stub_and_no_other_module_has() -> None:
    stubs = {x.relative_to(ROOT) for x in (ROOT / "graphgame").rglob("*.pyi")}
    assert stubs == {x.with_suffix(".pyi") for x in KERNELS} | BY_HAND


def test_stubs_are_those_of_the_sources(checkout: Path) -> None:
    made = {x.relative_to(checkout) for x in checkout.rglob("*.pyi")}
    assert made == {x.with_suffix(".pyi") for x in KERNELS} - BY_HAND
    for stub in made:
        content = (checkout / stub).read_text(encoding="utf-8")
        assert content == (ROOT / stub).read_text(encoding="utf-8"), f"{stub}: run `make build`"


def test_every_function_that_python_can_call_has_types(checkout: Path) -> None:
    """Counted without the parser: no `def` of a kernel is left out of its stub."""
    for kernel in set(KERNELS) - {x.with_suffix(".pyx") for x in BY_HAND}:
        source = (checkout / kernel).read_text(encoding="utf-8")
        tree = ast.parse((checkout / kernel.with_suffix(".pyi")).read_text(encoding="utf-8"))
        stub = [x for x in tree.body if isinstance(x, ast.FunctionDef)]
        assert [x.name for x in stub] == re.findall(
            r"^(?:def|cpdef \w+) ([a-z]\w*)\(", source, re.MULTILINE
        )
        for function in (x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef)):
            assert function.returns is not None, function.name


# -- what is refused ------------------------------------------------------------------------------


def test_a_kernel_that_does_not_say_what_it_returns_is_refused(
    checkout: Path, tmp_path: Path
) -> None:
    kernel = Path("graphgame/graphs/_rows.pyx")
    shutil.copytree(checkout / "graphgame", tmp_path / "graphgame")
    source = (tmp_path / kernel).read_text(encoding="utf-8")
    head, found, rest = source.rpartition(") -> Buffer:\n")
    assert found
    (tmp_path / kernel).write_text(f"{head}):\n{rest}", encoding="utf-8")
    stub = tmp_path / kernel.with_suffix(".pyi")
    stub.unlink()
    name = re.findall(r"^def (\w+)\(", head, re.MULTILINE)[-1]
    line = head[: head.rindex(f"def {name}(")].count("\n") + 1
    with pytest.raises(SystemExit) as error:
        write_stubs(tmp_path)
    message = f"{kernel.as_posix()}:{line}: {name}: expected the type that it returns"
    assert str(error.value) == f"{message}, as in `-> int:`, got none"
    assert not stub.exists()


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("def f(int x):\n    return x", "1: f"),
        ("cdef class A:\n    def f(self):\n        pass", "2: f"),
        ("cdef class A:\n    @property\n    def f(self):\n        return 1", "2: f"),
        ("cdef class A:\n    def __len__(self):\n        return 1", "2: __len__"),
        ("class A(ValueError):\n    def f(self):\n        pass", "2: f"),
        ("def f(x) -> None:\n    pass", "1: x"),
        ("def f(list x) -> None:\n    pass", "1: x"),
        ("def f(\n    int n,\n    tuple x not None,\n) -> None:\n    pass", "3: x"),
        ("def f(*x) -> None:\n    pass", "1: x"),
        ("def f(int n, *, x=None) -> None:\n    pass", "1: x"),
        ("def f(x: Nowhere) -> None:\n    pass", "1: x"),
        ("def f() -> list[Nowhere]:\n    pass", "1: f"),
        ("cdef class A:\n    def __init__(self, x):\n        pass", "2: x"),
        ("cdef class A:\n    cdef readonly int n\n    cdef readonly list x", "3: x"),
        ("cdef class A:\n    cdef public object x", "2: x"),
        ("X = 1", "1: X"),
        ("cpdef bint f(object x) except -1:\n    return True", "1: x"),
        ("cpdef f(int x):\n    return x", "1: f"),
    ],
)
def test_what_says_too_little_is_refused(source: str, place: str, tmp_path: Path) -> None:
    kernel = tmp_path / "graphgame" / "_one.pyx"
    kernel.parent.mkdir()
    kernel.write_text(source)
    with pytest.raises(SystemExit) as error:
        write_stubs(tmp_path)
    assert str(error.value).startswith(f"graphgame/_one.pyx:{place}: expected ")
    assert not kernel.with_suffix(".pyi").exists()


# -- what is written ------------------------------------------------------------------------------

HEADER = """
from graphgame.graphs._index cimport CodeIndex
cdef class Node:
    cdef readonly CodeIndex index
    cdef int hidden
"""
SOURCE = """
from libc.stdint cimport int64_t
cimport cython
from graphgame.graphs._table cimport CodeTable
from os import path
MOST = 3  # type: int
_LEAST = 1
cdef enum:
    ROOM = 5

class PlaceError(ValueError):
    def __init__(self, line: int, found: str | bytes):
        super().__init__(line, found)
        self.line, self.found = line, found

class EmptyError(ValueError):
    pass

@cython.final
cdef class Node(CodeTable):
    cdef readonly bint full
    cdef readonly list labels  # type: list[bytes] | None
    cdef public int64_t room
    cdef list inner
    def __cinit__(self):
        pass
    def __init__(self, int64_t size=0, Node other=None):
        pass
    def __len__(self) -> int:
        return 1
    def __getitem__(self, code: object) -> int:
        return 1
    @property
    def twice(self) -> tuple[int, ...]:
        return (1,)
    def _own(self):
        pass
    cdef int compute(self) except -1:
        return 1

cdef class Bare:
    def __cinit__(self, int n, *, bint plain=True):
        pass

cdef class _Hidden:
    def f(self):
        pass

def find(
    const int64_t[::1] codes not None, int64_t[:, ::1] rows, double x,
    str name not None, bytes content, dict given not None: dict[int, str],
    watch: Callable[[int, Node], None] | None = None, int room=ROOM, int64_t most=-1, bint b=True,
) -> tuple[Buffer, Any] | None:
    def inner():
        pass

def many(*games: _Array, bytes end=b"") -> None:
    pass

cpdef bint is_one(object x: object) except -1:
    return True
"""
STUB = """
# Written by tools/stubs.py from _one.pyx, which has the docstrings.
from collections.abc import Callable
from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex
from graphgame.graphs._table import CodeTable
from typing import Any, Final, Self, final
from typing_extensions import disjoint_base
MOST: Final[int]
class PlaceError(ValueError):
    line: int
    found: str | bytes
    def __init__(self, line: int, found: str | bytes) -> None: ...
class EmptyError(ValueError):
    ...
@final
class Node(CodeTable):
    @property
    def full(self) -> bool: ...
    @property
    def labels(self) -> list[bytes] | None: ...
    room: int
    @property
    def index(self) -> CodeIndex: ...
    def __init__(self, size: int = 0, other: Node | None = None) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, code: object, /) -> int: ...
    @property
    def twice(self) -> tuple[int, ...]: ...
@disjoint_base
class Bare:
    def __new__(cls, n: int, *, plain: bool = True) -> Self: ...
def find(
    codes: _Array,
    rows: _Array | None,
    x: float,
    name: str,
    content: bytes | None,
    given: dict[int, str],
    watch: Callable[[int, Node], None] | None = None,
    room: int = ...,
    most: int = -1,
    b: bool = True,
) -> tuple[Buffer, Any] | None: ...
def many(*games: _Array, end: bytes | None = b'') -> None: ...
def is_one(x: object) -> bool: ...
__test__: Final[dict[str, str]]
"""


def test_a_stub_has_what_python_sees(tmp_path: Path) -> None:
    kernel = tmp_path / "graphgame" / "_one.pyx"
    kernel.parent.mkdir()
    kernel.write_text(SOURCE)
    kernel.with_suffix(".pxd").write_text(HEADER)
    write_stubs(tmp_path)
    assert kernel.with_suffix(".pyi").read_text() == STUB.lstrip()


def test_stubs_follow_their_sources(tmp_path: Path) -> None:
    kernel = tmp_path / "graphgame" / "_one.pyx"
    stub, other = kernel.with_suffix(".pyi"), kernel.with_name("_other.pyi")
    kernel.parent.mkdir()
    by_hand = kernel.with_name("__init__.pyi")
    kernel.with_name("__init__.py").touch()
    for path in (by_hand, other):
        path.write_text("# a stub\n")
    kernel.write_text("def f() -> int:\n    return 1\n")
    write_stubs(tmp_path)
    assert "-> int" in stub.read_text()
    assert by_hand.exists() and not other.exists()  # that of a kernel that is gone
    later = stub.stat().st_mtime + 10
    kernel.write_text("def f() -> float:\n    return 1.0\n")
    os.utime(kernel, (later, later))
    write_stubs(tmp_path)
    assert "-> float" in stub.read_text()


def test_annotations_are_strings_that_test_nothing() -> None:
    """With Cython's `annotation_typing`, a bool or an integer of NumPy would be converted."""
    from graphgame.text._scan import ScanError

    error = ScanError(None, 1.5, b"", 2)  # type: ignore[arg-type]
    assert (error.line, error.column, error.expected, error.found) == (None, 1.5, b"", 2)
    script = (
        "from graphgame.heaps._periods import least_period as f\n"
        "print(f.__annotations__)\n"
        "import sys; print('typing' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    shown = "{'parts': 'int', 'slack': 'int', 'return': 'tuple[int, int]'}"
    assert (done.returncode, done.stdout) == (0, f"{shown}\nFalse\n"), done.stderr
