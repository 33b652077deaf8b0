"""Write the manual page of the command, docs/graphgame.1, from its parser.

    python -m tools.man_page [--check]

The page has what `--help` of every command says, with the examples.  It is the same on every
Python and on every day: nothing comes from argparse's own formatting, and there is no date.  With
--check the file is compared, and the exit status is 1 if it is out of date.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from graphgame.cli.parser import build_parser

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "graphgame.1"
STATUS = (
    ("0", "done"),
    ("1", "a check failed"),
    ("2", "bad input or usage"),
    ("130", "interrupted"),
    ("141", "the reader of the output has closed the pipe"),
)


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(text, encoding="ascii")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="ascii") == text:
        return 0
    print(f"{PAGE.relative_to(ROOT)} is out of date: run `make man`", file=sys.stderr)
    return 1


def page() -> str:
    """Return the text of the page in the language of roff, in ASCII."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parser = build_parser("", whole=True)
    lines = [f'.TH GRAPHGAME 1 "" "graphgame {project["version"]}" "User Commands"']
    lines += [".SH NAME", f"graphgame \\- {escaped(project['description'])}"]
    lines += [".SH SYNOPSIS", *synopsis("graphgame", parser)]
    lines += [".SH DESCRIPTION", escaped(parser.description or "")]
    lines += [".SH OPTIONS", *arguments(parser)]
    for name, command in commands(parser).items():
        lines += [f".SH GRAPHGAME {name.upper()}", *synopsis(f"graphgame {name}", command)]
        lines += [".PP", escaped(command.description or ""), *arguments(command)]
        lines += ending(command)
    lines += [".SH EXAMPLES", *ending(parser)[1:], ".SH EXIT STATUS"]
    for status, meaning in STATUS:
        lines += [".TP", f".B {status}", meaning]
    return "\n".join(lines) + "\n"


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands, by name."""
    choices = [action.choices for action in parser._actions]
    return next((found for found in choices if isinstance(found, dict)), {})


def synopsis(name: str, parser: argparse.ArgumentParser) -> list[str]:
    """Return how the command is called: its name, and the arguments that are no options."""
    words = ["[OPTION]..."]
    words += [f"{word} {values(action)}" for action, word in _required(parser)]
    words += [values(action) for action in parser._actions if not action.option_strings]
    return [f".B {escaped(name)}", escaped(" ".join(words))]


def _required(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.Action, str]]:
    for action in parser._actions:
        if action.option_strings and action.required:
            yield action, action.option_strings[-1]


def arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a paragraph for each argument, those that are no options first."""
    for action in sorted(parser._actions, key=lambda action: bool(action.option_strings)):
        if isinstance(action.choices, dict):  # the commands have sections of their own
            continue
        names = [f"\\fB{escaped(name)}\\fR" for name in action.option_strings]
        if value := values(action):
            names[-1:] = [f"{names[-1]} {escaped(value)}" if names else escaped(value)]
        yield from (".TP", ", ".join(names), escaped(action.help or ""))


def values(action: argparse.Action) -> str:
    """Return what stands for the values of an argument; "" if it takes none."""
    if action.nargs == 0:
        return ""
    name = action.metavar
    if name is None:
        name = "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    many = {"?": f"[{name}]", "*": f"[{name}]...", "+": f"{name}...", "A...": f"{name} ..."}
    return many.get(str(action.nargs), str(name))


def ending(parser: argparse.ArgumentParser) -> list[str]:
    """Return the paragraphs at the end of the help, with its examples as they are typed."""
    before, _, examples = (parser.epilog or "").partition("\n\nExamples:\n")
    lines = [line.strip() for line in examples.splitlines()]
    shown = [".PP", ".nf", *(f"    {escaped(line)}" for line in lines), ".fi"]
    return [".PP", escaped(before), ".PP", "Examples:", *shown]


def escaped(text: str) -> str:
    r"""Return text in roff: what would be a command or a dash is not, other letters by number.

    >>> print(escaped("-1 … 'x'"))
    \-1 \[u2026] 'x'
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    if plain.startswith((".", "'")):
        plain = "\\&" + plain
    return "".join(x if x.isascii() else f"\\[u{ord(x):04X}]" for x in plain)


if __name__ == "__main__":
    sys.exit(main())
