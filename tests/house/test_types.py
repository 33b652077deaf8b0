"""Type hints: those of everything public resolve at run time, and type checkers believe them.

`typing.get_type_hints` works for every public function and method, though the modules import
neither typing nor NumPy for their hints.  What users write is checked by `make lint`:
typed_script.py has no error, and typed_mistakes.py has one in every line that a comment marks.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import types
from tests.house import typed_script
from tests.house.each import for_each

# Operators that a user calls by their signs.
OPERATORS = {"__init__", "__new__", "__getitem__", "__iter__", "__contains__", "__len__"}


def functions_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """Return the public functions of a class and of its bases, with its operators, unwrapped.

    A constructor that stands in a base that is not public is called by the library alone.
    """
    for name in dir(thing):
        if name == "__init__" and name not in vars(thing):
            continue
        if name.startswith("_") and name not in OPERATORS:
            continue
        value = inspect.getattr_static(thing, name)
        inner = getattr(value, "__func__", value)
        inner = getattr(inner, "fget", inner)
        if inspect.isfunction(inner) and inner.__module__.startswith("graphgame"):
            yield name, inner


def public() -> Iterator[tuple[str, Any]]:
    """Return every public function, method and property getter, by name."""
    for name in gg.__all__:
        thing = getattr(gg, name)
        if inspect.ismodule(thing):
            for inner in thing.__all__:
                yield f"{name}.{inner}", getattr(thing, inner)
        elif inspect.isclass(thing):
            for inner, function in functions_of(thing):
                yield f"{name}.{inner}", function
        elif callable(thing):
            yield name, thing


PUBLIC = dict(public())


def hints_of(name: str) -> dict[str, Any] | None:
    """Return the hints of a public thing; None if they do not resolve."""
    try:
        return typing.get_type_hints(PUBLIC[name])
    except Exception:  # noqa: BLE001 -- NameError, TypeError, whatever evaluating raises
        return None


@for_each("name", sorted(PUBLIC))
def test_hints_resolve(name: str) -> None:
    hints = typing.get_type_hints(PUBLIC[name])
    assert all(not isinstance(hint, str) for hint in hints.values())
    parameters = inspect.signature(PUBLIC[name]).parameters
    missing = {*parameters} - {*hints} - {"self", "cls"}
    assert not missing, "every parameter has a hint"


def test_what_hints_say() -> None:
    hints = typing.get_type_hints(gg.solve)
    assert hints["play"] == typing.Literal["normal", "misere"] | gg.Play == types.PlayName
    assert hints["limit"] == int | None and hints["return"] == gg.Solution[typing.Any]
    assert typing.get_type_hints(gg.solve_scores)["return"] == gg.ScoreSolution[typing.Any]
    hints = typing.get_type_hints(gg.Solution.best_move)
    assert hints["return"] == types.P | types.AnyArray | None
    hints = typing.get_type_hints(gg.Solution.winning_moves)
    assert hints == {"position": types.P, "return": list[types.P]}
    assert typing.get_type_hints(gg.Solution.outcomes.fget) == {"return": types.Int8Array}  # type: ignore[attr-defined]


def test_hints_load_typing_only_when_they_are_read() -> None:
    script = (
        "import sys, graphgame as gg; gg.solve, gg.read_graph, gg.Solution, gg.Label\n"
        "print({'typing', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_the_script_of_a_user_runs(capsys: pytest.CaptureFixture[str]) -> None:
    typed_script.main()
    assert capsys.readouterr().out.splitlines()[1].startswith("16 b 1 True int8")


def test_the_files_for_type_checkers_are_checked() -> None:
    """`make lint` passes them to mypy, with its strictest settings, and to pyright."""
    root = Path(__file__).parents[2]
    if not (root / "Makefile").exists():
        pytest.skip("the sources are not here")
    import tomllib

    tools = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]
    files = [f"tests/house/{name}.py" for name in ("typed_script", "typed_mistakes")]
    assert tools["mypy"]["strict"] is True and {*files} <= {*tools["mypy"]["files"]}
    assert tools["pyright"]["include"] == files
    lint = (root / "Makefile").read_text("utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    checks = re.findall(r"^\t\$\(RUN\) pyright (.*?)(?: #.*)?$", lint, re.MULTILINE)
    types = "--verifytypes graphgame --ignoreexternal"  # an error where a type is not known
    assert checks == ["--pythonpath $(PY)", f"--pythonpath $(PY) {types}"]
    mistakes = (root / files[1]).read_text("utf-8")
    assert mistakes.count("# type: ignore[") == mistakes.count("# pyright: ignore") >= 11
    assert "gg.LOSS" in mistakes
    script = (root / files[0]).read_text("utf-8")
    assert "cast" not in script.split('"""')[2] and "ignore" not in script
    assert len(script.splitlines()) >= 60
