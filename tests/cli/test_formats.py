"""Graphs in other formats on the command line: positions are called by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_command import assert_refused, run

TABLE = b"source,target\na,b\nb,c d\n"


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("solve", b'a LOSE\nb WIN\n"c d" LOSE\n'),
        ("solve --moves --remoteness", b'a LOSE 2 b\nb WIN 1 "c d"\n"c d" LOSE 0 -\n'),
        ("solve --levels", b'a LOSE -1 -\nb WIN -1 -\n"c d" LOSE -1 -\n'),
        ("solve --from a", b'LOSE 2\na b "c d"\n'),
        ("grundy", b'a 0\nb 1\n"c d" 0\n'),
        (
            "grundy --sum a b",
            b"values   0 1\nsum      1\noutcome  WIN, the player to move wins\n"
            b'move     1: a -> b\nmove     2: b -> "c d"\n',
        ),
        (
            "cops --line",
            b"The cops catch the robber\ncapture time 1\nstart b\nb a cops\na a robber\n",
        ),
    ],
)
def test_names_are_printed(words: str, printed: bytes, tmp_path: Path) -> None:
    done = run(*words.split(), text=TABLE)
    assert (done.status, done.err) == (0, "")
    if words == "cops --line":  # where the robber starts is a tie
        assert done.out.splitlines()[:3] == printed.splitlines()[:3]
        return
    assert done.out == printed
    path = tmp_path / "moves"
    path.write_bytes(TABLE)
    command, *options = words.split()
    assert run(command, str(path), "--format", "csv", *options).out == printed


def test_a_position_called_as_no_move_is_quoted() -> None:
    text = b"source,target\na,-\n"
    assert run("solve", "--moves", text=text).out == b'a WIN "-"\n"-" LOSE -\n'
    for name in ("-", '"-"'):
        assert run("solve", "--from", name, text=text).out == b'LOSE 0\n"-"\n'


@pytest.mark.parametrize(
    ("end", "text", "cure"),
    [("csv", "from\tto\na\tb\n", "tsv"), ("tsv", "from,to\n", "csv"), ("tsv", "from;to\n", "csv")],
)
def test_a_table_with_the_end_of_another_kind_names_its_format(
    end: str, text: str, cure: str, tmp_path: Path
) -> None:
    path = tmp_path / f"moves.{end}"
    path.write_text(text)
    assert_refused(run("solve", str(path)), f"as in format='{cure}' (--format {cure}), got 'from")
    assert run("solve", str(path), "--format", cure).status == 0


def test_the_summary_calls_the_first_position_by_its_name() -> None:
    assert run("solve", "--summary", text=TABLE).out.endswith(b"position a    LOSE in 2 plies\n")


def test_what_does_not_go_together_is_refused() -> None:
    assert_refused(run("solve", "--from", "z", text=TABLE), "--from: expected a position", "'z'")
    assert_refused(run("grundy", "--sum", "z", text=TABLE), "--sum: expected a position", "'z'")
    assert_refused(run("solve", "--base", "0", text=TABLE), "base: expected none with format 'csv'")
    assert_refused(run("solve", "--format", "x", text=TABLE), "format: expected one of text, edges")
    assert_refused(run("cops", "--graph6", "--format", "csv", text=TABLE), "--format csv: expected")
    assert_refused(run("solve", text=b"1 2\n2 3\n3 1\n"), "--format edges")


def test_a_picture_has_the_names() -> None:
    done = run("draw", "--around", "c d", text=TABLE)
    assert done.status == 0
    assert b"c d" in done.out
