"""The command ``graphgame publish``, and the commands that take what it has published.

Pinned here: one file and a folder of both contents, what is printed, what is refused in one line,
and `query` and `serve` over files and URLs.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, run

GAME = """
def options(code):
    return [code - k for k in (1, 2, 3) if code >= k]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "take.py").write_text(GAME)
    done = run(
        "build", f"{tmp_path}/take.py:options", "--start", "300", "--folder", f"{tmp_path}/f"
    )
    assert done.status == 0
    return tmp_path / "f"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """Serve the folder as Python's own server does: without ranges."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            del arguments

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("split", [[], ["--split"]])
def test_a_page_to_play_in(folder: Path, split: list[str], tmp_path: Path) -> None:
    rule, out = tmp_path / "take.js", tmp_path / "site"
    rule.write_text("const options = (n) => [1n, 2n, 3n].map((k) => n - k).filter((m) => m >= 0n);")
    (tmp_path / "look.py").write_text("title = 'Take'")
    given = ["--page", str(rule), "--look", f"{tmp_path}/look.py", *split]
    done = run("publish", str(folder), str(out), "--json", *given)
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["page"] == str(out / "index.html")
    assert report["files"] == (2 if split else 1)
    assert report["bytes"] == sum(x.stat().st_size for x in out.glob("*.ggdb"))
    assert "<title>Take</title>" in (out / "index.html").read_text("utf-8")
    assert run("query", str(out), "300").out == run("query", str(folder), "300").out
    again = tmp_path / "again"
    text = run("publish", str(folder), str(again), "--page", str(rule)).out.decode()
    assert text.splitlines()[-1] == f"a page to play in: {again}/index.html"
    assert_refused(
        run("publish", str(folder), f"{tmp_path}/no", "--look", f"{tmp_path}/look.py"),
        "title: expected none without page=",
    )
    assert_refused(
        run("publish", str(folder), f"{tmp_path}/no", "--page", "take.py"),
        "expected a rule in C or in JavaScript",
    )


@pytest.mark.parametrize("split", [[], ["--split"]])
@pytest.mark.parametrize("content", [[], ["--content", "outcomes"]])
def test_what_is_published_answers_as_the_database(
    folder: Path, split: list[str], content: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = run("publish", str(folder), str(out), "--verify", "--json", *split, *content)
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    sizes = [x.stat().st_size for x in out.iterdir()] if split else [out.stat().st_size]
    assert report == {
        "content": content[1] if content else "remoteness",
        "positions": 301,
        "bytes": sum(sizes),
        "files": len(sizes),
        "largest_file": max(sizes),
        "blocks": 1,
        "verified": True,
    }
    known, found = (run("query", str(place), "3", "299", "300") for place in (folder, out))
    expected = known.out.decode()
    if content:
        expected = "".join(f"{' '.join(x.split()[:2])} ?\n" for x in expected.splitlines())
    assert found.out.decode() == expected
    first = run("query", str(out)).out.decode().splitlines()
    assert first[:3] == run("query", str(folder)).out.decode().splitlines()[:3]
    assert first[-1] == "start 300: LOSE" + ("" if content else " 150")


def test_the_text_says_how_large_it_is(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("publish", str(folder), str(out))
    size = out.stat().st_size
    lines = done.out.decode().splitlines()
    assert lines[0] == f"301 positions, {size} bytes, {8 * size / 301:.2f} bits a position"
    assert lines[1] == f"1 file, the largest of {size} bytes"


def test_query_takes_files_and_urls_with_the_rule(folder: Path, site: str, tmp_path: Path) -> None:
    game = f"{tmp_path}/take.py:options"
    assert run("publish", str(folder), f"{tmp_path}/split", "--split").status == 0
    assert run("publish", str(folder), f"{tmp_path}/one").status == 0
    expected = run("query", str(folder), "299", "--game", game)
    assert expected.out == b"299 WIN 149 296\n"
    for place in (f"{tmp_path}/one", f"{tmp_path}/split", f"{site}split/"):
        done = run("query", place, "299", "--game", game, "--verify")
        assert (done.status, done.out, done.err) == (0, expected.out, "")


def test_what_is_wrong_is_said_in_a_line(folder: Path, site: str, tmp_path: Path) -> None:
    assert run("publish", str(folder), f"{tmp_path}/one").status == 0
    assert_refused(run("query", f"{site}one", "3"), "knows no ranges")
    assert_refused(run("query", f"{site}other/", "3"), "404")
    assert_refused(run("query", "http://127.0.0.1:1/", "3"), "expected an answer")
    assert_refused(
        run("publish", str(folder), str(tmp_path), "--split"), "expected an empty folder"
    )
    assert_refused(
        run("publish", str(tmp_path / "none"), "out"), "expected the folder of a database"
    )
    whole = (tmp_path / "one").read_bytes()
    (tmp_path / "one").write_bytes(whole[:-9] + bytes(9))
    assert_refused(run("query", f"{tmp_path}/one", "3"), "checksum")
    (tmp_path / "one").write_bytes(whole[:-1])
    assert_refused(run("query", f"{tmp_path}/one", "3"), "a file that was cut")


def test_a_page_of_what_is_published(folder: Path, tmp_path: Path) -> None:
    from graphgame.cli.database_arguments import _database
    from graphgame.playing.game import Look

    assert run("publish", str(folder), f"{tmp_path}/one").status == 0

    class Args:
        file, game = f"{tmp_path}/one", f"{tmp_path}/take.py:options"
        play, format = "normal", None

    positions = _database(Args(), Look())  # type: ignore[arg-type]
    view = positions.view("299")
    assert "296" in str(view["moves"][0])
    assert gg.Database.open(Args.file).result == gg.LOSE
