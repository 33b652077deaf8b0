"""Pages of the command, one for each: its help, and its examples, run when the site is built."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
FOLDER = "reference/commands"
# What the examples of `build`, `prove`, `query` and `publish` read.
TAKE = """\
def options(stones):
    return [stones - k for k in (1, 2, 3) if stones >= k]


class Take:
    start = 20
    options = staticmethod(options)


GAME = Take()
"""
# What those of `synth` read: a client is granted what it asks for, sooner or later.
ARBITER = """\
HOA: v1
States: 2
Start: 0
AP: 2 "request" "grant"
controllable-AP: 1
acc-name: Buchi
Acceptance: 1 Inf(0)
--BODY--
State: 0
[!0 | 1] 0 {0}
[0&!1] 1
State: 1
[1] 0 {0}
[!1] 1
--END--
"""
FILES = {name: {"take.py": TAKE} for name in ("build", "prove", "query", "publish")} | {
    "synth": {"arbiter.hoa": ARBITER}
}
BEFORE = dict.fromkeys(("query", "publish"), "graphgame build take.py:GAME --folder take.gg")
# It answers until Ctrl-C.
WAITS = {"serve"}
# Of long outputs, as those of pages and pictures, the beginning is enough.
LINES, WIDTH = 24, 110


@cache
def pages() -> dict[str, str]:
    """Return the text of each page, by its path in the folder of sources."""
    from graphgame.cli.parser import _COMMANDS

    names = "\n".join(f"commands/{name}" for name in _COMMANDS)
    overview = [
        "# Each command",
        "What `graphgame COMMAND --help` prints, and what the examples there print. [The command "
        "line](../command.md) explains it.",
        f"```text\n{help_text()}\n```",
        f"```{{toctree}}\n:maxdepth: 1\n\n{names}\n```",
    ]
    found = {f"{FOLDER}/{name}.md": page(name) for name in _COMMANDS}
    return found | {"reference/help.md": "\n\n".join(overview) + "\n"}


def page(command: str) -> str:
    """Return the page of a command."""
    text, _, examples = help_text(command).partition("\nExamples:\n")
    parts = [f"# graphgame {command}", f"```text\n{text.strip()}\n```", "## Examples"]
    with TemporaryDirectory() as folder:
        for name, content in FILES.get(command, {}).items():
            Path(folder, name).write_text(content, encoding="utf-8")
            language = "python" if name.endswith(".py") else "text"
            parts.append(f"`{name}`:\n\n```{language}\n{content}```")
        if before := BEFORE.get(command):
            printed(before, folder)
            parts.append(f"The folder `take.gg` is what `{before}` has written.")
        for line in filter(None, map(str.strip, examples.splitlines())):
            output = "" if command in WAITS else printed(line, folder)
            parts.append(f"```console\n$ {line}\n{output}```")
    if command in WAITS:
        parts.append("It says where the page is, and answers until Ctrl-C.")
    return "\n\n".join(parts) + "\n"


def help_text(*command: str) -> str:
    """Return what the command prints with --help."""
    words = [sys.executable, "-m", "graphgame", *command, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.strip()


def printed(line: str, folder: str) -> str:
    """Run an example in a folder, and return the beginning of what it prints."""
    Path(folder, "bin").mkdir(exist_ok=True)
    script = Path(folder, "bin", "graphgame")
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m graphgame "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    kept = os.environ.get("PYTHONPATH")
    environment = os.environ | {
        "PATH": f"{script.parent}:{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}:{kept}" if kept else str(ROOT),
    }
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=folder,
    )
    lines = [x if len(x) <= WIDTH else f"{x[:WIDTH]} …" for x in done.stdout.splitlines()]
    if len(lines) > LINES:
        lines = [*lines[:LINES], f"… and {len(lines) - LINES} more lines"]
    return "".join(f"{x}\n" for x in lines)
