"""Pages of the reference that are written from the code: a page an object, and the schemas."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import graphgame as gg
from tools.site import commands

CONTENTS: dict[str, dict[str, str]] = vars(gg)["_CONTENTS"]
ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
FOLDER = "reference"
# What `_CONTENTS` calls a heading and the page of the errors adds to it.
INTRODUCTIONS = {
    "Errors": "Every error about input is a `GraphGameError`, which is a `ValueError`. Its message "
    "is one sentence: where, what was expected, and what was found. The command prints it on "
    "standard error, and exits with 2; see [the command line](../command.md).",
    "Terms": "[Terms](../terms.md) defines the words.",
}
# Members of the project's own bases belong to a class; those of Python's types are known.
NOT_INHERITED = "tuple, BaseException, int, str"
INTRODUCTION = "Names of the package `graphgame`, imported as `gg`."


def pages() -> dict[str, str]:
    """Return the text of each page, by its path in the folder of sources."""
    found = {f"{FOLDER}/{slug(heading)}.md": room(heading) for heading in CONTENTS}
    found |= {
        f"{FOLDER}/{place(x)}.md": object_page(x) for names in rooms().values() for x in names
    }
    return found | commands.pages() | {f"{FOLDER}/schemas.md": schemas()}


def rooms() -> dict[str, list[str]]:
    """Return the names under each heading, as `help(graphgame)` groups them."""
    return {heading: " ".join(homes.values()).split() for heading, homes in CONTENTS.items()}


def slug(heading: str) -> str:
    """Return the name of the page of a heading."""
    return "api-" + re.sub(r"\W+", "-", heading.lower())


def place(name: str) -> str:
    """Return the name of the page of an object.

    Names that differ in case alone are one file on some disks: there a class says that it is one.
    """
    alike = [x for names in rooms().values() for x in names if x.lower() == name.lower()]
    return f"api/{name}-class" if len(alike) > 1 and name != name.lower() else f"api/{name}"


def room(heading: str) -> str:
    """Return the page of a heading of the table of contents: its objects, in a line each."""
    names = rooms()[heading]
    lines = [f"| [{x}]({place(x)}.md) | {first_line(getattr(gg, x))} |" for x in names]
    parts = [
        f"# {heading}",
        INTRODUCTIONS.get(heading, INTRODUCTION),
        "\n".join(["| name | what it is |", "|---|---|", *lines]),
        "```{toctree}\n:hidden:\n\n" + "\n".join(map(place, names)) + "\n```",
    ]
    return "\n\n".join(parts) + "\n"


def first_line(value: Any) -> str:
    """Return the first sentence of what is said of an object; of a value, the value."""
    if not isinstance(value, type | ModuleType) and not callable(value):
        return f"`{value!r}`"
    said = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
    return said.replace("``", "`").replace("|", "\\|")


def object_page(name: str) -> str:
    """Return the page of an object."""
    return "\n\n".join([f"# {name}", *entry(name, getattr(gg, name))]) + "\n"


def entry(name: str, value: Any) -> list[str]:
    """Return the parts of a page that document a name."""
    if isinstance(value, ModuleType):
        functions = [x for x in value.__all__ if inspect.isroutine(getattr(value, x))]
        about = directive("automodule", f"graphgame.{name}", "no-index")
        return [about, *(directive("autofunction", f"graphgame.{name}.{x}") for x in functions)]
    if isinstance(value, type):
        options = "members", f"inherited-members: {NOT_INHERITED}"
        return [directive("autoclass", f"graphgame.{name}", *options)]
    if callable(value):
        return [directive("autofunction", f"graphgame.{name}")]
    return [directive("autodata", f"graphgame.{name}")]


def directive(kind: str, name: str, *options: str) -> str:
    """Return a directive of Sphinx for Markdown."""
    parts = (option.partition(": ") for option in options)
    fields = [f"   :{key}: {value}".rstrip() for key, _, value in parts]
    lines = [f"```{{eval-rst}}\n.. {kind}:: {name}", *fields]
    return "\n".join([*lines, "```"])


def schemas() -> str:
    """Return the page of the JSON Schemas: their titles, their fields, and the files."""
    parts = [
        "# JSON Schemas",
        "What `graphgame COMMAND --json` prints, as [JSON Schemas](https://json-schema.org) of "
        "draft 2020-12. The tests hold every output against them. [Formats](../formats.md) "
        "explains the fields.",
        "| file | describes |\n|---|---|",
    ]
    for path in sorted(SCHEMAS.glob("*.json")):
        title = json.loads(path.read_text("utf-8")).get("title", "what the others share")
        parts[-1] += f"\n| [{path.name}](../schemas/{path.name}) | {title} |"
    parts += [
        f"## {path.name}\n\n```{{literalinclude}} ../schemas/{path.name}\n```"
        for path in sorted(SCHEMAS.glob("*.json"))
    ]
    return "\n\n".join(parts) + "\n"
