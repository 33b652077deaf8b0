"""How long files and functions may be: lines of code, without docstrings, comments and blanks.

At most 400 lines of code a file and 60 a function.  Docstrings and comments are free: nobody should
cut a class, or what explains it, to make a file shorter.  Python and Cython are read as tokens.
"""

from __future__ import annotations

import io
import token
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if not (ROOT / "graphgame" / "_core.pyx").exists():
    pytest.skip("the sources are not here", allow_module_level=True)

MOST = {"file": 400, "function": 60}
# Longer ones, which only may leave this list.
LONG = {
    "graphgame/big/build.py: build",
    "graphgame/rules/messages.py: explain",
    "tests/test_forms.py",
    "tests/house/test_accepted.py",
}
FILES = [
    path
    for folder in ("graphgame", "tests", "bench", "tools", "examples")
    for path in sorted((ROOT / folder).rglob("*.py*"))
    if path.suffix in {".py", ".pyx", ".pxd"}
]
SILENT = {
    *(token.NEWLINE, token.NL, token.INDENT, token.DEDENT, token.ENDMARKER, token.COMMENT),
    token.ENCODING,
}


def code_lines(text: str) -> tuple[set[int], dict[str, int]]:
    """Return the numbers of the lines with code, and how many of them each function has."""
    lines: set[int] = set()
    functions: dict[str, int] = {}
    open_functions: list[tuple[str, int, int]] = []  # name, depth, first line
    depth, first = 0, []  # the tokens of this logical line
    for tok in tokenize.generate_tokens(io.StringIO(text).readline):
        if tok.type == token.INDENT:
            depth += 1
        elif tok.type == token.DEDENT:
            depth -= 1
            while open_functions and open_functions[-1][1] >= depth:
                name, _, begin = open_functions.pop()
                functions[f"{name}:{begin}"] = sum(begin <= x < tok.start[0] for x in lines)
        if tok.type == token.NEWLINE:
            alone = len(first) == 1 and first[0].type == token.STRING
            if first and not alone:  # a string alone is a docstring
                lines |= {n for x in first for n in range(x.start[0], x.end[0] + 1)}
                words = [x.string for x in first]
                is_function = words[0] in {"def", "cdef", "cpdef", "async"} and "class" not in words
                if is_function and "(" in words and words[-1] == ":":
                    name = words[words.index("(") - 1]
                    open_functions.append((name, depth, first[0].start[0]))
            first = []
        elif tok.type not in SILENT:
            first.append(tok)
    return lines, functions


def too_long(path: Path) -> Iterator[str]:
    """Yield a file that is too long, and its functions that are."""
    lines, functions = code_lines(path.read_text(encoding="utf-8"))
    name = path.relative_to(ROOT)
    if len(lines) > MOST["file"]:
        yield f"{name}"
    for function, count in functions.items():
        if count > MOST["function"]:
            yield f"{name}: {function.partition(':')[0]}"


def test_no_file_and_no_function_is_too_long() -> None:
    assert len(FILES) > 500
    assert {name for path in FILES for name in too_long(path)} == LONG


TEXT = '''"""Say
so."""

x = 1  # why

def f(a,
      b):
    """Say
    it."""
    # why
    y = """
    text"""

    return y

cdef int g(int x) noexcept:
    return x
'''


def test_what_counts() -> None:
    lines, functions = code_lines(TEXT)
    assert sorted(lines) == [4, 6, 7, 11, 12, 14, 16, 17]
    assert functions == {"f:6": 5, "g:16": 2}
