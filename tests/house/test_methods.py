"""Public methods of public classes: each is called in an example, and names its neighbours.

Pinned here: an example of the class, or of one of its methods, calls the method; a docstring of
more than one line has the section See Also, whose names are public.  A method that one line says
all about, and a property, need no section of their own: See Also of the class leads on.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import graphgame as gg
from tests.house.each import for_each

# A protocol, which users write themselves, and enumerations.
WITHOUT = {"Game", "Outcome", "Play"}


def classes() -> Iterator[tuple[str, type]]:
    """Return the public classes, but errors, by name."""
    for name in gg.__all__:
        value = getattr(gg, name)
        if inspect.isclass(value) and not issubclass(value, Exception) and name not in WITHOUT:
            yield name, value


def methods_of(class_: type) -> dict[str, str]:
    """Return the docstrings of the public methods of a class, those of its bases here too."""
    found = {}
    for name, _ in inspect.getmembers(class_, callable):
        owner = next(base for base in class_.__mro__ if name in vars(base))
        if not name.startswith("_") and owner.__module__.startswith("graphgame."):
            found[name] = inspect.getdoc(getattr(class_, name)) or ""
    return found


CLASSES = dict(classes())
METHODS = [(name, x, doc) for name in CLASSES for x, doc in methods_of(CLASSES[name]).items()]


def section(doc: str, title: str) -> str:
    """Return the text of a section of a docstring in numpydoc's form; empty if there is none."""
    found = re.search(rf"^{title}\n-+\n(.*?)(?=\n\n[^\n]+\n---|\Z)", doc, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def code(doc: str) -> str:
    """Return the lines of code of the examples of a docstring."""
    lines = section(doc, "Examples").splitlines()
    return "\n".join(x for x in lines if x.lstrip().startswith((">>> ", "... ")))


def names(see_also: str) -> list[str]:
    """Return the names that a section See Also lists, without what it says of them."""
    lines = [line for line in see_also.splitlines() if not line.startswith(" ")]
    listed = re.split(r",\s*", ", ".join(line.partition(" :")[0] for line in lines))
    return [name.strip("` ").removeprefix("graphgame.") for name in listed]


def is_public(name: str, class_: type) -> bool:
    """Whether a name of See Also leads to something public: of the class itself, or of `gg`."""
    first, *rest = name.split(".")
    place: Any = getattr(class_, first, None) or getattr(gg, first, None)
    for part in rest:
        place = getattr(place, part, None)
    return place is not None and not any(part.startswith("_") for part in (first, *rest))


def test_there_are_methods_of_every_kind() -> None:
    found = {f"{name}.{x}" for name, x, _ in METHODS}
    assert len(found) >= 200
    assert found >= {"Solution.outcome", "Solution.save", "GameGraph.from_csr", "Nimber.infinity"}


@pytest.mark.parametrize("name", CLASSES)
def test_each_method_is_called_in_an_example(name: str) -> None:
    docs = methods_of(CLASSES[name])
    shown = "\n".join(map(code, [inspect.getdoc(CLASSES[name]) or "", *docs.values()]))
    assert [x for x in docs if not re.search(rf"\.{x}\(", shown)] == []


@for_each("name, method, doc", [x for x in METHODS if "\n" in x[2]])
def test_a_method_with_more_to_say_names_others(name: str, method: str, doc: str) -> None:
    see_also = section(doc, "See Also")
    assert see_also, f"{name}.{method} has no section See Also"
    listed = names(see_also)
    assert [x for x in listed if not is_public(x, CLASSES[name])] == []
    assert f"{name}.{method}" not in listed


@for_each("name, method, doc", METHODS)
def test_no_section_stands_twice(name: str, method: str, doc: str) -> None:
    titles = re.findall(r"^(.+)\n-{3,}$", doc, re.MULTILINE)
    assert len(titles) == len({*titles}), f"{name}.{method}"


def test_sections_are_read_as_they_are_written() -> None:
    doc = "Do.\n\nSee Also\n--------\nsolve, Solution.line : Play\n    on.\ngraphgame.mex\n\n"
    doc += "Examples\n--------\n>>> a.b()\n3\n\n>>> c.d(\n...     e.f())\n"
    assert names(section(doc, "See Also")) == ["solve", "Solution.line", "mex"]
    assert code(doc) == ">>> a.b()\n>>> c.d(\n...     e.f())"
    assert is_public("Solution.line", gg.GameGraph) and is_public("line", gg.Solution)
    assert not is_public("Solution._save", gg.Solution) and not is_public("lines", gg.Solution)
