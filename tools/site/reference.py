"""Pages of the reference that are written from the code: names by room, the command, schemas."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import graphgame as gg

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
    return found | {f"{FOLDER}/help.md": helps(), f"{FOLDER}/schemas.md": schemas()}


def slug(heading: str) -> str:
    """Return the name of the page of a heading."""
    return "api-" + re.sub(r"\W+", "-", heading.lower())


def room(heading: str) -> str:
    """Return the page of a heading of the table of contents: a directive for each name."""
    parts = [f"# {heading}", INTRODUCTIONS.get(heading, INTRODUCTION)]
    for names in CONTENTS[heading].values():
        for name in names.split():
            parts += entry(name, getattr(gg, name))
    return "\n\n".join(parts) + "\n"


def entry(name: str, value: Any) -> list[str]:
    """Return the parts of a page that document a name."""
    if isinstance(value, ModuleType):
        functions = [x for x in value.__all__ if inspect.isroutine(getattr(value, x))]
        about = directive("automodule", f"graphgame.{name}", "no-index")
        return [about, *(directive("autofunction", f"graphgame.{name}.{x}") for x in functions)]
    if isinstance(value, type):
        options = "members", f"inherited-members: {NOT_INHERITED}"
        return [f"## {name}", directive("autoclass", f"graphgame.{name}", *options)]
    if callable(value):
        return [f"## {name}", directive("autofunction", f"graphgame.{name}")]
    return [f"## {name}", directive("autodata", f"graphgame.{name}")]


def directive(kind: str, name: str, *options: str) -> str:
    """Return a directive of Sphinx for Markdown."""
    parts = (option.partition(": ") for option in options)
    fields = [f"   :{key}: {value}".rstrip() for key, _, value in parts]
    lines = [f"```{{eval-rst}}\n.. {kind}:: {name}", *fields]
    return "\n".join([*lines, "```"])


def helps() -> str:
    """Return the page with the help of each command, as the parser prints it."""
    from graphgame.cli.parser import _COMMANDS

    parts = [
        "# Help of each command",
        "What `graphgame COMMAND --help` prints. [The command line](../command.md) explains it, "
        "with examples.",
        f"## graphgame\n\n```text\n{help_text()}\n```",
    ]
    parts += [f"## graphgame {x}\n\n```text\n{help_text(x)}\n```" for x in _COMMANDS]
    return "\n\n".join(parts) + "\n"


def help_text(*command: str) -> str:
    """Return what the command prints with --help."""
    words = [sys.executable, "-m", "graphgame", *command, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.strip()


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
