"""Pages beside published answers: the files that are written, and what is refused before it.

Pinned here: the folder and its files, the answers in it, calls that were stopped; rules that are
none, do not compile, or are not those that were solved.  What the pages answer is pinned in
tests/playing/browser.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import Database
from graphgame.answers import page_folder, publishing
from graphgame.playing import published_page, rule_files
from tests.answers.test_published_web import serving
from tests.marked import large
from tests.playing import dropping

NEEDS_CLANG = pytest.mark.skipif(
    shutil.which("clang") is None or shutil.which("wasm-ld") is None,
    reason="no clang with wasm-ld; on Debian: apt-get install clang lld",
)


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    path = tmp_path / "rule.js"
    path.write_text(dropping.JAVASCRIPT)
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "POSITIONS", 1000)


@pytest.fixture(scope="module")
def source() -> Database[int]:
    found: Database[int] = gg.build(dropping.Dropping(), start=dropping.START)
    return found


def data(page: Path) -> dict[str, Any]:
    """Return the data of a page."""
    found = re.search(r'id="game">(.*?)</script>', page.read_text("utf-8"))
    assert found is not None
    read: dict[str, Any] = json.loads(found[1])
    return read


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
def test_the_files_of_a_page(
    split: bool, rule: Path, source: Database[int], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    source.publish(site, split=split, page=rule, **dropping.LOOK)
    blocks = [f"0-{k:06}.ggdb" for k in range(8)] if split else []
    names = [*blocks, "answers.ggdb", "index.html", "offline.html", "worker.js"]
    assert sorted(x.name for x in site.iterdir()) == names
    with Database.open(site, dropping.Dropping()) as published:
        assert published.verify(source) and published.verify()
    facts = data(site / "index.html")
    assert facts["title"] == "Three in a row" and len(facts["puzzles"]) > 3
    assert data(site / "offline.html")["published"] == {**facts["published"], "worker": False}
    assert facts["published"]["bytes"] == sum(x.stat().st_size for x in site.glob("*.ggdb"))
    # All that the page in one file has is what the files have.
    found = re.search(r'id="answers">(.*?)</script>', (site / "offline.html").read_text("utf-8"))
    assert found is not None
    (level,) = json.loads(found[1])
    inlined = [b64decode(text) for text in level]
    if split:
        assert inlined == [(site / name).read_bytes() for name in blocks]
    else:
        assert (
            b"".join(inlined) == (site / "answers.ggdb").read_bytes()[facts["published"]["begin"] :]
        )


@pytest.mark.usefixtures("small")
def test_a_large_game_has_no_page_with_everything(
    rule: Path, source: Database[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("published_page", "page_folder"):
        place = "playing" if module == "published_page" else "answers"
        monkeypatch.setattr(f"graphgame.{place}.{module}.MOST_INLINED", 1000)
    source.publish(tmp_path / "site", page=rule)
    assert not (tmp_path / "site" / "offline.html").exists()
    assert data(tmp_path / "site" / "index.html")["published"]["hasOffline"] is False
    assert published_page.MOST_INLINED == 1000


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
def test_a_call_that_was_stopped_goes_on(
    split: bool, rule: Path, source: Database[int], tmp_path: Path
) -> None:
    def files(folder: Path) -> dict[str, bytes]:
        return {x.name: x.read_bytes() for x in folder.iterdir()}

    def stop(step: gg.Progress) -> None:
        if step.done >= 4000:
            raise KeyboardInterrupt

    whole, site = tmp_path / "whole", tmp_path / "site"
    source.publish(whole, split=split, page=rule)
    with pytest.raises(KeyboardInterrupt):
        source.publish(site, split=split, page=rule, progress=stop)
    assert not site.exists()
    for name in ("index.html", "answers.ggdb"):  # as if it had been stopped at the very end
        (tmp_path / "site.unfinished" / name).write_text("cut")
    source.publish(site, split=split, page=rule)
    assert files(site) == files(whole)
    assert not (tmp_path / "site.unfinished").exists()


def test_a_page_of_a_call_that_was_stopped_is_no_part_of_another(
    rule: Path, source: Database[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, inlined: bool, **__: object) -> str:
        if inlined:
            raise KeyboardInterrupt
        return "a page"

    with monkeypatch.context() as patch:
        patch.setattr("graphgame.answers.page_folder.published_page", stop)
        with pytest.raises(KeyboardInterrupt):
            source.publish(tmp_path / "site", split=True, page=rule)
    assert (tmp_path / "site.unfinished" / "index.html").exists()
    source.publish(tmp_path / "site", split=True)
    assert not {x.name for x in (tmp_path / "site").iterdir()} & {"index.html", "worker.js"}


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_line_ends_of_a_script_are_those_that_a_browser_reads(
    end: bytes, rule: Path, source: Database[int], tmp_path: Path
) -> None:
    """The policy of the page has the checksum of the script as the browser reads it."""
    source.publish(tmp_path / "site", page=rule)
    rule.write_bytes(rule.read_bytes().replace(b"\n", end))
    source.publish(tmp_path / "other", page=rule)
    found = [(tmp_path / x / "index.html").read_bytes() for x in ("site", "other")]
    assert found[0] == found[1] and b"\r" not in found[1]


def refused(source: Database[int], path: Path, match: str, **given: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=match):
        source.publish(path / "site", **given)
    assert not (path / "site").exists() and not (path / "site.unfinished").exists()


def test_what_is_refused(rule: Path, source: Database[int], tmp_path: Path) -> None:
    refused(
        source, tmp_path, "content: expected 'remoteness' with page=", content="outcomes", page=rule
    )
    refused(source, tmp_path, "title: expected none without page=", title="A")
    refused(source, tmp_path, "board: expected none with page=", page=rule, board=str)
    refused(source, tmp_path, "page: expected a rule in C or in JavaScript", page="rule.py")
    refused(source, tmp_path, "page: expected a rule in a file", page=7)
    refused(source, tmp_path, "publish: expected one of board, .* got titel=", page=rule, titel="A")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine").write_text("mine")
    with pytest.raises(gg.GraphGameError, match="expected an empty folder"):
        source.publish(tmp_path / "site", page=rule)
    assert (tmp_path / "site" / "mine").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (b"function board(code) { return '.'; }", "expected a function `options`"),
        (b"function options(code) { return '</script>'; }", "expected a script without '</script'"),
        (b"// <!-- \nfunction options(code) { return []; }", "expected a script without '<!--'"),
        (b"\xff", "expected UTF-8"),
        (b"function options(code) { return []; } // \0", "a text with a NUL"),
        (b"/*\nfunction options(code) { return []; }\n*/", "expected a function `options`"),
        (b"async function options(code) { return []; }", "neither exported nor async"),
        (b" " * (1 << 21), "expected at most 1048576 bytes"),
        (b"export function options(code) { return []; }", "got 'export function options.*away"),
        (b"function options(code) {}\nexport { options };", "got 'export { options };'.*away"),
        (b"import x from 'y';\nfunction options(code) {}", 'got "import x from .*away'),
    ],
)
def test_scripts_that_are_refused(
    text: bytes, match: str, source: Database[int], tmp_path: Path
) -> None:
    path = tmp_path / "odd.js"
    path.write_bytes(text)
    refused(source, tmp_path, match, page=path)


def test_a_rule_without_the_symmetry(source: Database[int], tmp_path: Path) -> None:
    del source
    classes = gg.build(dropping.Dropping(), start=dropping.START, canonical=dropping.mirror)
    path = tmp_path / "odd.js"
    path.write_text(dropping.JAVASCRIPT.replace("canonical", "image_of"))
    refused(classes, tmp_path, "expected a function `canonical`", page=path)


def test_a_compiler_that_is_missing(
    source: Database[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rule.c").write_text(dropping.C)
    monkeypatch.setenv("PATH", str(tmp_path))
    refused(source, tmp_path, "expected the compiler clang", page=tmp_path / "rule.c")


@NEEDS_CLANG
@pytest.mark.parametrize(
    ("right", "wrong", "match"),
    [
        ("return count % 2;", "return count % ;", "rule.c:.*error: expected expression"),
        ("return count % 2;", "return system(0);", "error"),
        ("return -1;\n", "return 1;\n", "whose moves have the digest"),
        ("high[c] == HEIGHT", "high[c] == 2", "whose moves have the digest"),
        ("text[n - 1] = '\\n'", "text[n - 1] = '\\t'", r"board\(4369\): expected"),
        (
            "    return n;\n",
            "    return -1;\n",
            r"^board\(4369\): expected the bytes of a text[^:]*$",
        ),
        ("int64_t board(", "int64_t drawn(", "style: expected none without board="),
    ],
)
def test_rules_in_c_that_are_refused(
    right: str, wrong: str, match: str, source: Database[int], tmp_path: Path
) -> None:
    assert right in dropping.C
    (tmp_path / "rule.c").write_text(dropping.C.replace(right, wrong))
    refused(source, tmp_path, match, page=tmp_path / "rule.c", style="falling")


NEEDS_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="no node on the PATH")


@NEEDS_NODE
@pytest.mark.parametrize(
    ("right", "wrong", "match"),
    [
        ("const [WIDTH", "const [[WIDTH", "odd.js: expected an answer, got from node: SyntaxError"),
        (
            "{ length: WIDTH }",
            "{ length: WIDE }",
            r"odd.js: board\(4369\): .* ReferenceError: WIDE",
        ),
        ("? 0 : 2;", "? 0 : 7;", "preset of code 4369: expected WIN"),
        ("return -1;", "return 1;", "whose moves have the digest"),
        ("< HEIGHT ?", "< 2 ?", "whose moves have the digest"),
        ('join("\\n")', 'join("\\t")', r"board\(4369\): expected"),
        ("function board(", "function drawn(", "style: expected none without board="),
        ("function board(code) {", "function board(code) { process.exit();", "node has ended"),
    ],
)
def test_scripts_are_asked_where_node_is(
    right: str, wrong: str, match: str, source: Database[int], tmp_path: Path
) -> None:
    assert right in dropping.JAVASCRIPT
    path = tmp_path / "odd.js"
    path.write_text(dropping.JAVASCRIPT.replace(right, wrong))
    refused(source, tmp_path, match, page=path, style="falling")


@NEEDS_NODE
@pytest.mark.parametrize("symmetric", [False, True], ids=["all", "classes"])
def test_what_is_written_is_the_same_without_node(
    symmetric: bool, rule: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canonical = dropping.mirror if symmetric else None
    source = gg.build(dropping.Dropping(), start=dropping.START, canonical=canonical)
    source.publish(tmp_path / "one", page=rule, **dropping.LOOK)
    monkeypatch.setenv("PATH", str(tmp_path))
    source.publish(tmp_path / "other", page=rule, **dropping.LOOK)
    found = [(tmp_path / x / "index.html").read_bytes() for x in ("one", "other")]
    assert found[0] == found[1]


# What is written in place of what, so that a function never returns: of the board, or of moves.
ENDLESS = {
    "board.c": (
        "for (int y = HEIGHT - 1;",
        "for (volatile int k = 0; ; k++);\n    for (int y = 2;",
    ),
    "moves.c": (
        "(high[c] == HEIGHT) continue",
        "(high[c] == HEIGHT) for (volatile int k = 0; ; k++)",
    ),
    "board.js": ("const stones = columns(code);\n  const row", "for (;;);\n  const row"),
    "moves.js": ("const turned", "while (true);\n  const turned"),
    "script.js": ("function canonical", "for (;;);\nfunction canonical"),
}
KINDS = ["board.c", "moves.js", *large(["moves.c", "board.js", "script.js"])]


def endless(name: str, folder: Path) -> Path:
    """Write a rule of which a function never returns; skip where nothing runs it."""
    needed = NEEDS_CLANG if name.endswith("c") else NEEDS_NODE
    if needed.args[0]:
        pytest.skip(needed.kwargs["reason"])
    right, wrong = ENDLESS[name]
    text = dropping.C if name.endswith("c") else dropping.JAVASCRIPT
    assert text.count(right) == 1
    (folder / name).write_text(text.replace(right, wrong))
    return folder / name


PUBLISHED = """
import sys
import graphgame as gg
from tests.playing import dropping
source = gg.build(dropping.Dropping(), start=dropping.START)
print("begins", flush=True)
try:
    source.publish(sys.argv[1], page=sys.argv[2], **dropping.LOOK)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no such signals here")
@pytest.mark.parametrize("name", KINDS)
def test_ctrl_c_ends_a_rule_that_never_returns(name: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        PUBLISHED,
        str(tmp_path / "site"),
        str(endless(name, tmp_path)),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(4)  # until the compiler is done, and the rule runs
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped\n"
    assert process.returncode == 0
    assert not (tmp_path / "site").exists()


@NEEDS_NODE
@pytest.mark.parametrize("name", [x for x in ENDLESS if x.endswith("js")])
def test_a_rule_that_never_returns_is_refused(
    name: str, source: Database[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In C, too; but there it would run on, until the process of the tests ends."""
    monkeypatch.setattr(page_folder, "PATIENCE", 1.0)
    match = "expected a rule that answers within 1 s, got none"
    refused(source, tmp_path, match, page=endless(name, tmp_path), **dropping.LOOK)


@NEEDS_CLANG
@pytest.mark.parametrize(
    ("body", "got"),
    [("for (volatile int k = 0; ; k++);", "nothing within 1 s"), ("__builtin_trap();", "status -")],
)
def test_constructors_that_do_not_return_are_refused(
    body: str, got: str, source: Database[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_files, "_LOADING", 1)
    constructor = f"__attribute__((constructor)) static void begin(void) {{ {body} }}"
    (tmp_path / "rule.c").write_text(f"{dropping.C}\n{constructor}\n")
    match = f"rule.c: expected constructors that return, got .*{got}"
    refused(source, tmp_path, match, page=tmp_path / "rule.c", **dropping.LOOK)


@NEEDS_CLANG
def test_a_rule_in_c_gives_puzzles_to_a_database_without_one(
    source: Database[int], tmp_path: Path
) -> None:
    source.publish(tmp_path / "one.ggdb")
    (tmp_path / "rule.c").write_text(dropping.C)
    with Database.open(tmp_path / "one.ggdb") as published:
        published.publish(tmp_path / "site", page=tmp_path / "rule.c", **dropping.LOOK)
        with pytest.raises(gg.GraphGameError, match="opened without"):
            published.best_move(dropping.START)
    facts = data(tmp_path / "site" / "index.html")
    assert len(facts["puzzles"]) > 3 and len(b64decode(facts["published"]["wasm"])) < 4000


def test_the_url_of_a_folder_with_one_file(
    rule: Path, source: Database[int], tmp_path: Path
) -> None:
    source.publish(tmp_path / "site", page=rule)
    files = {f"/{x.name}": x.read_bytes() for x in (tmp_path / "site").iterdir()}
    with serving(files) as site:
        with pytest.raises(gg.SolutionFileError, match="open it as .*/answers.ggdb"):
            Database.open(site.url)
        with Database.open(f"{site.url}answers.ggdb") as published:
            assert published.verify(source)
