"""Completion of the command line, as the shells do it with the scripts that are printed.

Pinned here: bash and fish complete commands, options of the command, choices, files and folders;
the scripts for all shells have every command; without shtab the message names the extra; nothing
of this is imported by a command that does not complete.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphgame.cli import main
from graphgame.cli.parser import _COMMANDS
from tests.cli.test_command import assert_refused, run

BASH, FISH = shutil.which("bash"), shutil.which("fish")
COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p graphgame | grep -o -- '-F [^ ]*' | cut -c 4-) graphgame "${COMP_WORDS[-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish"])
def test_the_scripts_have_every_command(shell: str) -> None:
    pytest.importorskip("shtab")
    done = run("--print-completion", shell)
    assert (done.status, done.err) == (0, "")
    text = done.out.decode()
    assert [name for name in _COMMANDS if name not in text] == []
    assert "--remoteness" in text and "#compdef" in text if shell == "zsh" else text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["s"], {"solve", "serve", "synth"}),
        (["solve", "--re"], {"--remoteness"}),
        (["nim", "--mi"], {"--misere"}),
        (["solve", "--play", ""], {"normal", "misere"}),
        (["solve", "ga"], {"game.txt"}),
        (["build", "--folder", "da"], {"data.gg"}),
        (["heap", "l"], {"lasker"}),
        (["--print-completion", "z"], {"zsh"}),
    ],
)
@pytest.mark.skipif(BASH is None, reason="needs bash")
def test_bash_completes(words: list[str], expected: set[str], tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    script = tmp_path / "completion"
    script.write_bytes(run("--print-completion", "bash").out)
    here = tmp_path / "here"
    (here / "data.gg").mkdir(parents=True)
    (here / "game.txt").touch()
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", str(script), "graphgame", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=here,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert {word.strip() for word in done.stdout.split()} == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("graphgame so", {"solve"}),
        ("graphgame solve --re", {"--remoteness"}),
        ("graphgame solve --play ", {"normal", "misere"}),
        ("graphgame solve ga", {"game.txt"}),
        ("graphgame solve --play normal ga", {"game.txt"}),
        ("graphgame build --folder da", {"data.gg/"}),
        ("graphgame heap l", {"lasker"}),
        ("graphgame --print-completion z", {"zsh"}),
        ("graphgame he", {"heap", "help"}),
        ("graphgame help gri", {"grid"}),
        ("graphgame help grid gri", set()),
    ],
)
@pytest.mark.skipif(FISH is None, reason="needs fish")
def test_fish_completes(line: str, expected: set[str], tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_bytes(run("--print-completion", "fish").out)
    here = tmp_path / "here"
    (here / "data.gg").mkdir(parents=True)
    (here / "game.txt").touch()
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"],
        capture_output=True,
        text=True,
        check=False,
        cwd=here,
    )
    assert (done.returncode, done.stderr) == (0, "")
    # A word, and perhaps a tab and what it means.
    assert {word.partition("\t")[0] for word in done.stdout.splitlines()} == expected


def test_without_the_library_the_message_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--print-completion", "bash"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("got none; pip install 'graphgame-solver[completion]'\n")
    assert_refused(run("--print-completion", "pwsh"), "invalid choice: 'pwsh'")


def test_a_command_imports_nothing_of_it() -> None:
    script = (
        "import sys; from graphgame.cli import main; main(['nim', '1', '2', '--limit', '0'])\n"
        "print({'shtab', 'difflib', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"WIN\nset()\n"
