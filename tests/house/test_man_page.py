"""The manual page: it is what the parser says, and formats without a warning."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from graphgame.cli.parser import _COMMANDS, build_parser

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "graphgame.1"
if not PAGE.exists():
    pytest.skip("the documents are not here", allow_module_level=True)


def test_the_page_is_what_the_parser_says() -> None:
    from tools.man_page import page

    assert PAGE.read_text(encoding="ascii") == page(), "run `make man`"


def test_the_page_has_every_option_and_example() -> None:
    from tools.man_page import commands, escaped

    text = PAGE.read_text(encoding="ascii")
    found = commands(build_parser("", whole=True))
    assert list(found) == list(_COMMANDS)
    for name, parser in found.items():
        section = text.partition(f"\n.SH GRAPHGAME {name.upper()}\n")[2].partition("\n.SH ")[0]
        for action in parser._actions:
            for option in action.option_strings:
                assert f"\\fB{escaped(option)}\\fR" in section, option
        examples = (parser.epilog or "").partition("Examples:\n")[2].splitlines()
        assert len(examples) == 2
        assert [x for x in examples if escaped(x.strip()) not in section] == []


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man")
def test_man_shows_it_without_a_warning() -> None:
    words = ["man", "--warnings", "--local-file", "--encoding=UTF-8", str(PAGE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        pytest.skip("man formats no local files here")
    assert done.stderr == ""
    assert "printf '3 2\\n1 2\\n2 3\\n' | graphgame solve --remoteness --moves" in done.stdout
