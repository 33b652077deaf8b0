"""Names of files that do not print are quoted in errors: one line, and no two names look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphgame.cli import main

COMMANDS = [
    "solve FILE", "grundy FILE", "cops FILE", "cops --graph6 FILE", "police FILE", "parity FILE",
    "synth FILE",
    "chance FILE", "draw FILE", "page FILE", "play FILE", "query FILE",
    "build FILE:GAME --folder out", "prove FILE:GAME",
    "page --police FILE", "page --sandbox FILE", "heap octal 0.77 -n 5 --table FILE",
]  # fmt: skip
NAMES = ["a\nb", "\x1b[31mred", "a\rb", "tab\there", "\x9bcsi", "\u202etxt.exe"]


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_does_not_print_is_quoted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    command: str,
    name: str,
    exists: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    if exists:
        with open(name, "wb") as file:
            file.write(b"(")
    elif "--table" in command:
        name += "/none"
    words = [word.replace("FILE", name) for word in command.split()]
    if exists and ":GAME" in command:
        words = [word.replace(f"{name}:", f"./{name}.py:") for word in words]
        name = f"./{name}.py"
    assert main(words) == 2
    error = capfd.readouterr().err
    assert repr(name)[1:-1] in error
    assert error.endswith("\n")
    assert error[:-1].isprintable()


def test_a_name_that_prints_is_not_quoted(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("no file", "naïve", r"a\nb"):
        assert main(["solve", name]) == 2
        assert capfd.readouterr().err == f"graphgame: {name}: No such file or directory\n"
