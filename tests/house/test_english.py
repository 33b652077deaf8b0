"""Plain technical English, as far as a test can see it.

Pinned here: docstrings of functions, public and private, in Python and in kernels, begin with a
verb of the list; names of functions are not `…_of`, `of_…` or `…tell…`; phrases that readers
stumbled over do not come back, in sources and in documents.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "graphgame"
if not (PACKAGE / "_core.pyx").exists():
    pytest.skip("the sources are not here", allow_module_level=True)

# What a function does, in the imperative.  Of a function that returns a bool: "Return whether".
VERBS = frozenset(
    re.findall(
        r"\w+",
        """
    Accept Add Advance Allocate Append Apply Ask Assert Assign Bound Build Call Check
    Choose Clear Close Collect Combine Compare Compile Complete Compute Concatenate
    Confirm Construct Continue Convert Copy Count Create Decide Decode Decrement Delete
    Describe Determine Discard Distribute Divide Double Draw Drop Encode End Enter
    Enumerate Escape Estimate Evaluate Examine Execute Expand Explain Explore Extend
    Extract Fill Filter Find Finish Flush Fold Follow Forget Format Free Gather Generate
    Get Group Grow Guess Handle Hash Hold Implement Import Include Increment Index
    Initialize Insert Invert Iterate Join Keep Label Lift List Load Lock Look Loop Make
    Map Mark Match Measure Merge Move Multiply Negate Number Open Order Pack Parse Pass
    Permute Pickle Place Play Plot Pop Prefetch Prepare Print Process Propagate Prove Push
    Query Queue Raise Read Rebuild Recompute Record Redraw Reduce Refuse Register Reject
    Release Remove Rename Renumber Repeat Replace Report Request Reserve Reset Resize
    Resolve Restore Restrict Return Reverse Rewrite Round Run Save Scan Scatter Search
    Select Send Set Shift Show Shrink Shuffle Simplify Skip Solve Sort Split Stand Start Step
    Stop Store Subtract Suggest Sum Swap Test Touch Transform Translate Transpose Traverse
    Try Undo Unpack Update Use Validate Verify View Visit Wait Walk Warn Widen Wrap Write
    Yield
        """,
    )
)
# Names of the API that end so by design.
NAMES = {"remoteness_of", "capture_time_of"}
NAMED = re.compile(r"_of$|^_?of(_|$)|(^|_)tell(_|$)")
PHRASES = [
    r"\bwhat is counted is\b",
    r"\bturn(s|ed|ing)?\b[^.;|\n]{0,30}\b(a?round)\b",
    r"\bdo(es)? as well as\b",
    r"\bserves? as well\b",
    r"\bcaches? next to (a|the) core\b",
    r"\bhave? been looked at\b",
    r"\bgives? the global lock away\b",
    r"\bis wanted where\b",
    r"\bin the place of one that\b",
    r"\bwho follows it\b",
    r"\bthe own region\b",
    r"\bshows? of (itself|themselves)\b",
    r"\bwhat the room for pictures takes\b",
    r"\bwhat tells a rule\b",
    r"\bwhat stands for the classes\b",
    r"\breturn what [\w ]{3,30} (are|is) called\b",
    r"\bwhat kind a rule is\b",
    r"\bwhat finds the index\b",
    r"\breturn what it costs\b",
    r"\bwhat (\w+ )?solutions have in common\b",
    r"\bis known of (the values|every state)\b",
    r"\bthat is not what was\b",
]
DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]
SOURCES = [path for path in sorted(PACKAGE.rglob("*.*")) if path.suffix in {".py", ".pyx"}]
HEADERS = [path for path in sorted(PACKAGE.rglob("*.*")) if path.suffix in {".h", ".pxd"}]


def python_functions(text: str) -> Iterator[tuple[str, str | None]]:
    """Return the name and the docstring of each function; properties are nouns, and left out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            if not any("property" in x or x.endswith(".setter") for x in decorators):
                yield node.name, ast.get_docstring(node)


def cython_functions(text: str) -> Iterator[tuple[str, str | None]]:
    """Return the name and the docstring of each function of a kernel."""
    heading = re.compile(
        r"^[ \t]*(?P<property>@property\n[ \t]*)?c?p?def\s+(?!class\b|enum\b|extern\b|struct\b)"
        r"(?:[\w.\[\], :*]+?\s+\*?)??(?P<name>\w+)\s*\((?:[^()]|\([^()]*\))*\)[^:\n]*:[^\n]*\n"
        r'(?:\s*r?"""(?P<doc>.*?)""")?',
        re.MULTILINE | re.DOTALL,
    )
    for match in heading.finditer(text):
        if not match["property"]:
            yield match["name"], match["doc"]


def functions(path: Path) -> list[tuple[str, str | None]]:
    text = path.read_text(encoding="utf-8")
    return [*(python_functions(text) if path.suffix == ".py" else cython_functions(text))]


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_docstrings_begin_with_a_verb() -> None:
    first = [
        (path, name, (doc or "").strip().partition("\n")[0])
        for path in SOURCES
        for name, doc in functions(path)
    ]
    assert len(first) > 2_000
    assert [
        f"{label(path)}: {name}: {x}"
        for path, name, x in first
        if x and x.split()[0].rstrip(",:") not in VERBS
    ] == []


def test_names_of_functions() -> None:
    assert [
        f"{label(path)}: {name}"
        for path in SOURCES
        for name, _ in functions(path)
        if NAMED.search(name) and name not in NAMES
    ] == []


def test_phrases_that_readers_stumbled_over() -> None:
    said = []
    for path in [*SOURCES, *HEADERS, *(ROOT / name for name in DOCUMENTS)]:
        text = re.sub(r"\s+(# |// |\* )?", " ", path.read_text(encoding="utf-8"))
        said += [
            f"{label(path)}: {found[0]}"
            for x in PHRASES
            for found in re.finditer(x, text, re.IGNORECASE)
        ]
    assert said == []


def test_functions_of_kernels_are_found() -> None:
    text = """if True:
cdef inline int64_t _first(const int32_t[::1] x, int n=(1 + 2)) except -1 nogil:
    \"\"\"Return one.\"\"\"
cdef int _second(
    const int32_t[::1] x, int64_t *y
) except -1 nogil:
    \"\"\"Give two.\"\"\"
def third(x not None):
    pass
    @property
    def fourth(self):
        \"\"\"A noun.\"\"\"
"""
    assert [*cython_functions(text)] == [
        ("_first", "Return one."),
        ("_second", "Give two."),
        ("third", None),
    ]
    assert {"propagate", "_propagate"} & {x for x, _ in functions(PACKAGE / "_core.pyx")}
