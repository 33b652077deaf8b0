"""Pages of published games in a browser: what they answer, from where, and what they refuse.

Pinned here: every position of a game as in Python, from one file with ranges and without, from a
folder of files, and from the page itself; rules in JavaScript and in C; a whole match; damaged
bytes, wrong rules and hosts that lie are refused in a sentence; without a network once loaded.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import Database
from graphgame.answers import publishing
from graphgame.playing import rule_files
from graphgame.playing.look import LANGUAGES
from tests.answers.test_published_web import Ranges, Site, serving
from tests.playing import dropping
from tests.playing.browser.chromium import OpenPage

NEEDS_CLANG = pytest.mark.skipif(
    shutil.which("clang") is None or shutil.which("wasm-ld") is None,
    reason="no clang with wasm-ld; on Debian: apt-get install clang lld",
)


class NoRanges(Ranges):
    """Sends whole files, whatever is asked for."""

    def do_GET(self) -> None:  # noqa: N802 -- http.server calls it so
        content = self.server.files.get(self.path)
        if content is None:
            self.send_error(404)
        else:
            self.reply(200, content, {})

    def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        end = self.path.rpartition(".")[2]
        kinds = {"/": "text/html; charset=utf-8", "js": "text/javascript"}
        super().reply(status, body, {"Content-Type": kinds.get(end, "x/y"), **headers})


class WithRanges(NoRanges):
    do_GET = Ranges.do_GET  # noqa: N815


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return the function that publishes the game with a page, each way once.

    Blocks have at most 6 positions, so that the index has two levels.
    """
    place = tmp_path_factory.mktemp("pages")
    for name, text in (("rule.js", dropping.JAVASCRIPT), ("rule.c", dropping.C)):
        (place / name).write_text(text, encoding="utf-8")

    def publish(split: bool = False, language: str = "js", symmetric: bool = False) -> Path:
        folder = place / f"{language}-{split}-{symmetric}"
        if not folder.exists():
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(publishing, "POSITIONS", 6)
                solved(symmetric).publish(
                    folder, split=split, page=place / f"rule.{language}", **dropping.LOOK
                )
        return folder

    return publish


KNOWN: dict[bool, Database[int]] = {}


def solved(symmetric: bool = False) -> Database[int]:
    if symmetric not in KNOWN:
        canonical = dropping.mirror if symmetric else None
        KNOWN[symmetric] = gg.build(dropping.Dropping(), start=dropping.START, canonical=canonical)
    return KNOWN[symmetric]


@pytest.fixture
def site(published: Callable[..., Path]) -> Iterator[Callable[..., Site]]:
    """Return the function that serves a folder as it is published, on loopback."""
    opened: list[Any] = []

    def serve(handler: Any = WithRanges, **how: Any) -> Site:
        files = {f"/{x.name}": x.read_bytes() for x in published(**how).iterdir()}
        opened.append(serving({"/": files["/index.html"], **files}, handler))
        found: Site = opened[-1].__enter__()
        return found

    yield serve
    for one in opened:
        one.__exit__(None, None, None)


def started(open_page: OpenPage, source: Any, *, allowed: bool = False) -> Any:
    page = open_page(source.url if isinstance(source, Site) else source)
    page.allowed, page.spent = allowed, True  # the browser keeps blocks, and a worker the page
    wait(page, "!!globalThis.graphgame?.match.plies.length || !!document.querySelector('.problem')")
    return page


def wait(page: Any, condition: str) -> None:
    """Wait until a condition is true; the policy of the page forbids playwright's own way."""
    for _ in range(1000):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    pytest.fail(condition)


VIEWS = """async (keys) => {
  const found = [];
  for (const key of keys) {
    const view = await graphgame.source.look(key);
    const names = ["key", "outcome", "remoteness", "turn", "board"];
    const part = (position) => names.map((name) => position[name]);
    found.push([part(view), view.moves.map(({ to, label }) => [label, ...part(to)])]);
  }
  return JSON.stringify(found);
}"""


def answer(code: int) -> list[Any]:
    """Return what a page should say of a position."""
    label = solved()[code]
    shown = dropping.turn(code), dropping.board(code)
    return [str(code), int(label.outcome), label.remoteness, *shown]


def expected(code: int) -> list[Any]:
    """Return what a page should say of a position and its moves, by their codes."""
    over = dropping.preset(code) is not None
    options = [] if over else sorted(dropping.options(code))
    return [answer(code), [[dropping.move_name(code, x), *answer(x)] for x in options]]


def differing(page: Any, codes: list[int]) -> list[Any]:
    """Return the positions of which a page says something else than Python."""
    views = json.loads(page.evaluate(VIEWS, [str(code) for code in codes]))
    wrong = []
    for code, (shown, moves) in zip(codes, views, strict=True):
        ranks = [-to[2] if to[2] else 0 for to in moves]
        if ranks != sorted(ranks, reverse=True):
            wrong.append((code, ranks))
        if [shown, sorted(moves, key=lambda move: int(move[1]))] != expected(code):
            wrong.append((code, shown, moves))
    assert len(views) == len(codes)
    return wrong


def some_codes(count: int) -> list[int]:
    codes = [int(code) for code in solved()]
    return random.Random(count).sample(codes, count)


# -- answers --------------------------------------------------------------------------------------


@NEEDS_CLANG
def test_positions_of_a_rule_in_c(open_page: OpenPage, published: Callable[..., Path]) -> None:
    page = started(open_page, published(language="c") / "offline.html")
    assert differing(page, some_codes(1000)) == []


def test_every_position_is_as_in_python(
    open_page: OpenPage, published: Callable[..., Path]
) -> None:
    page = started(open_page, published() / "offline.html")
    codes = [int(code) for code in solved()]
    assert len(codes) == 7157 and differing(page, codes) == []
    facts = page.evaluate("[graphgame.source.start, graphgame.source.size]")
    assert facts == [str(dropping.START), 7157]
    counts, found = solved().remoteness_counts(), page.evaluate("graphgame.source.histogram()")
    assert sum(found["win"]) == 3249 and sum(found["lose"]) == 3581 and found["draw"] == 327
    assert found["win"][9] == counts[gg.WIN][9]
    assert page.evaluate("graphgame.source.find(' 4369 ')") == "4369"
    assert len(page.evaluate("graphgame.data.puzzles")) > 3


@pytest.mark.parametrize("handler", [WithRanges, NoRanges])
@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
def test_positions_from_a_host(
    open_page: OpenPage, site: Callable[..., Site], handler: Any, split: bool
) -> None:
    host = site(handler, split=split)
    page = started(open_page, host)
    assert differing(page, some_codes(60)) == []
    ranges = {row[1] for row in host.log if row[0] == "/answers.ggdb"}
    assert bool(ranges) == (not split)
    if not split and handler is NoRanges:  # the whole file once, for several that asked at once
        assert sum(row[0] == "/answers.ggdb" for row in host.log) <= 6
    largest = max(row[2] for row in host.log if row[0].startswith(("/0-", "/1-")) or row[1])
    assert largest < (20_000 if split or handler is WithRanges else 60_000)


@NEEDS_CLANG
def test_more_options_than_a_module_has_room_for(open_page: OpenPage, tmp_path: Path) -> None:
    """From 20,000 one moves to any of the last 20,000 - 1: 160 KB of options."""
    source = gg.build(lambda n: range(n) if n == 20_000 else [n - 1] if n else [], start=20_000)
    rule = """
        #include <stdint.h>
        int64_t options(int64_t n, int64_t *found, int64_t room, void *data) {
            int64_t count = n == 20000 ? n : n > 0;
            for (int64_t k = 0; k < count && k < room; k++) found[k] = n - 1 - k;
            return count;
        }
        int64_t board(int64_t n, char *text, int64_t room, void *data) {
            for (int64_t k = 0; k < 300 && k < room; k++) text[k] = k < n ? 'o' : '.';
            return 300;
        }
    """
    (tmp_path / "far.c").write_text(rule)
    source.publish(tmp_path / "site", page=tmp_path / "far.c")
    page = started(open_page, tmp_path / "site" / "offline.html")
    found = page.evaluate(
        "graphgame.source.look('20000').then(view => [view.moves.length, view.outcome,"
        " view.remoteness, view.board.length, new Set(view.moves.map(({ to }) => to.key)).size])"
    )
    assert found == [20_000, 1, source.remoteness_of(20_000), 300, 20_000]


@pytest.mark.parametrize("language", ["js", pytest.param("c", marks=NEEDS_CLANG)])
def test_positions_up_to_a_symmetry(
    open_page: OpenPage, published: Callable[..., Path], language: str
) -> None:
    page = started(open_page, published(language=language, symmetric=True) / "offline.html")
    assert differing(page, some_codes(1000)) == []
    assert page.evaluate("graphgame.source.size") == 3587


@NEEDS_CLANG
def test_a_game_of_the_shelf_whose_board_is_no_grid(open_page: OpenPage, tmp_path: Path) -> None:
    """Mū tōrere: every position, and a man who goes where he is sent by mouse."""
    from mu_torere import MuTorere

    from tools import shelf

    game = MuTorere()
    source = shelf.GAMES["mu_torere"].build()
    shelf._publish(source, tmp_path, "mu_torere")
    page = started(open_page, tmp_path / "mu_torere" / "offline.html")
    codes = [int(code) for code in source]
    assert len(codes) == 1_180
    for code, (shown, moves) in zip(
        codes, json.loads(page.evaluate(VIEWS, [str(code) for code in codes])), strict=True
    ):
        label = source[code]
        known = int(label.outcome), label.remoteness, game.turn(code), game.board(code)
        assert shown == [str(code), *known]
        assert sorted(int(to) for _, to, *_ in moves) == sorted(game.options(code))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    assert page.evaluate("graphgame.match.view.board") == "OOOXXXXO."
    cells = page.locator(".board [role=gridcell]")
    assert cells.count() == 9
    cells.nth(6).click()
    wait(page, "graphgame.match.plies.length === 2")
    assert page.evaluate("graphgame.match.view.board") == "OOOXXX.OX"


def test_a_page_on_a_disk_opens_the_one_that_has_everything(
    open_page: OpenPage, published: Callable[..., Path]
) -> None:
    page = open_page(published() / "index.html")
    page.allowed = True  # it has gone to another file
    page.wait_for_url("**/offline.html")
    wait(page, "!!globalThis.graphgame?.match.plies.length")
    assert differing(page, some_codes(20)) == []


def test_a_whole_match(open_page: OpenPage, site: Callable[..., Site]) -> None:
    page = started(open_page, site(split=True))
    page.evaluate("graphgame.app.delay = 0")
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
    wait(page, "graphgame.match.isOver")
    keys = [int(x) for x in page.evaluate("graphgame.match.plies.map(ply => ply.view.key)")]
    assert keys[0] == dropping.START and len(keys) == 1 + solved().remoteness_of(keys[0])
    for before, after in pairwise(keys):
        assert after in dropping.options(before)
    assert page.evaluate("graphgame.match.winner") == 0


def test_a_person_plays_by_mouse(open_page: OpenPage, site: Callable[..., Site]) -> None:
    page = started(open_page, site())
    page.evaluate("graphgame.app.delay = 0")
    page.get_by_role("button", name="b", exact=True).first.click()
    wait(page, "graphgame.match.plies.length === 3")
    keys = [int(x) for x in page.evaluate("graphgame.match.plies.map(ply => ply.view.key)")]
    assert dropping.move_name(keys[0], keys[1]) == "b"
    assert solved().outcome(keys[2]) == -solved().outcome(keys[1])


def test_without_a_network_once_it_was_loaded(
    open_page: OpenPage, site: Callable[..., Site]
) -> None:
    page = started(open_page, site(), allowed=True)
    wait(page, "navigator.serviceWorker.ready.then(() => true)")
    keys = page.evaluate("graphgame.match.view.moves.map((move) => move.to.key)")
    page.evaluate(
        "async keys => { for (const key of keys) await graphgame.source.look(key); }", keys
    )
    page.context.set_offline(True)
    page.reload()
    wait(page, "!!globalThis.graphgame?.match.plies.length")
    codes = [dropping.START, *map(int, keys)]
    assert differing(page, codes) == []
    page.context.set_offline(False)


# -- what is refused ------------------------------------------------------------------------------

PROBLEM = """async ([change, key]) => {
  for (const name of globalThis.caches ? await caches.keys() : []) await caches.delete(name);
  const data = structuredClone(graphgame.data);
  Object.assign(data.published, change);
  try {
    const source = await graphgame.makeSource(data);
    const view = await source.look(key);
    return ["", JSON.stringify([view.outcome, view.remoteness])];
  } catch (error) {
    return [error.word ?? String(error), error.values?.name ?? ""];
  }
}"""


def problem(page: Any, key: int | str = dropping.START, **change: Any) -> tuple[str, str]:
    """Return the key of the problem that a page has, with what it names, or "" and the answer."""
    word, name = page.evaluate(PROBLEM, [change, str(key)])
    return word, name


def test_damaged_bytes_are_never_answered(open_page: OpenPage, site: Callable[..., Site]) -> None:
    host = site(split=True)
    page = started(open_page, host, allowed=True)
    generator = random.Random(5)
    names = sorted(name for name in host.files if name.startswith(("/0-", "/1-")))
    refused = 0
    for code in some_codes(150):
        right = f"[{int(solved().outcome(code))},{solved().remoteness_of(code)}]"
        kept = dict(host.files)
        for name in generator.sample(names, 300):  # a bit, a cut, or more
            content = bytearray(kept[name])
            at = generator.randrange(len(content))
            content[at] ^= 1 << generator.randrange(8)
            host.files[name] = bytes(
                [content, content[:at], content + b"x"][generator.randrange(3)]
            )
        found = problem(page, code)
        assert found == ("", right) or found[0] == "badAnswers"
        refused += found[0] != ""
        host.files.clear()
        host.files.update(kept)
    assert 50 < refused < 150


def test_hosts_that_do_not_answer_as_they_should(
    open_page: OpenPage, site: Callable[..., Site]
) -> None:
    host = site()
    page = started(open_page, host, allowed=True)
    name = "answers.ggdb"
    assert problem(page) == ("", "[1,9]")
    whole = host.files.pop(f"/{name}")
    assert problem(page) == ("badAnswers", name)
    host.files[f"/{name}"] = whole[:500]
    assert problem(page) == ("badAnswers", name)
    host.files[f"/{name}"] = whole + b"x"  # of another length
    assert problem(page) == ("badAnswers", name)
    host.files[f"/{name}"] = whole[::-1]
    assert problem(page) == ("badAnswers", name)
    host.files[f"/{name}"] = whole
    assert problem(page) == ("", "[1,9]")
    for key in ("0", "-1", "99999999999999999999", "04369", "x", "4368"):
        assert problem(page, key)[0] == "noPosition"
    host.drop()
    assert problem(page) == ("answersGone", name)


def test_a_large_file_of_a_host_without_ranges(
    open_page: OpenPage, site: Callable[..., Site]
) -> None:
    page = started(open_page, site(NoRanges), allowed=True)
    assert problem(page) == ("", "[1,9]")
    assert problem(page, bytes=30_000_001) == ("noRanges", "answers.ggdb")


def test_a_large_game_on_a_disk(open_page: OpenPage, published: Callable[..., Path]) -> None:
    text = (published() / "index.html").read_text("utf-8")
    assert '"hasOffline":true' in text
    page = started(open_page, text.replace('"hasOffline":true', '"hasOffline":false'))
    assert "python -m http.server" in page.locator(".problem").inner_text()


@pytest.fixture
def no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish scripts unseen: where node is, they are asked before a page is written."""
    monkeypatch.setattr(rule_files.shutil, "which", lambda name: None)


@pytest.mark.usefixtures("no_node")
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("[0, 1, 2].every", "[0, 1].every"),  # two stones in a row win
        ("column.length < HEIGHT ?", "column.length < 2 ?"),  # moves are missing
        ("(at === c ?", "(at !== c ?"),  # moves lead elsewhere
        ("return -1;", "return 0;"),
        ("function options(code) {", "function options(code) { throw 1;"),
        ('.join("\\n")', '.join(code % 3n ? "\\n" : "")'),  # boards of other shapes
        ("function board(code) {", "function board(code) { return board(code);"),
    ],
)
def test_a_rule_that_is_not_that_of_the_answers(
    open_page: OpenPage, tmp_path: Path, right: str, wrong: str
) -> None:
    assert dropping.JAVASCRIPT.count(right) == 1
    path = tmp_path / "wrong.js"
    path.write_text(dropping.JAVASCRIPT.replace(right, wrong))
    solved().publish(tmp_path / "site", page=path, **dropping.LOOK)
    page = started(open_page, tmp_path / "site" / "offline.html", allowed=True)
    if page.evaluate("!globalThis.graphgame"):  # the start shows it already
        assert "is not that of its answers" in page.locator(".problem").inner_text()
        return
    words = {problem(page, code)[0] for code in some_codes(100)}
    assert "badRule" in words and words <= {"", "badRule"}


@pytest.mark.usefixtures("no_node")
def test_a_script_that_is_none(open_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "wrong.js"
    path.write_text("function options(code) { return [] }; let = ;")
    solved().publish(tmp_path / "site", page=path)
    page = started(open_page, tmp_path / "site" / "offline.html", allowed=True)
    assert "is not that of its answers" in page.locator(".problem").inner_text()


def test_problems_have_words_in_every_language(
    open_page: OpenPage, published: Callable[..., Path]
) -> None:
    text = (published() / "index.html").read_text("utf-8")
    text = text.replace('"hasOffline":true', '"hasOffline":false')
    seen = set()
    for language in LANGUAGES:
        other = re.sub(r'"languages":\[.*?\]', f'"languages":["{language}"]', text)
        page = started(open_page, other)
        seen.add(page.locator(".problem").inner_text())
    assert len(seen) == len(LANGUAGES) and all("http.server" in x for x in seen)


def test_what_the_policy_allows(published: Callable[..., Path]) -> None:
    pages = [published() / name for name in ("index.html", "offline.html")]
    policies = [re.search(r'Policy" content="(.*?)"', x.read_text("utf-8")) for x in pages]
    for policy, served in zip(policies, (True, False), strict=True):
        assert policy is not None and policy[1].startswith(
            "default-src 'none'; script-src 'sha256-"
        )
        assert policy[1].count("sha256-") == 3 and "eval" not in policy[1]
        assert ("connect-src 'self'; worker-src 'self'" in policy[1]) == served


@NEEDS_CLANG
def test_what_the_policy_allows_for_a_module(published: Callable[..., Path]) -> None:
    text = (published(language="c") / "index.html").read_text("utf-8")
    policy = re.search(r'Policy" content="(.*?)"', text)
    assert policy is not None and policy[1].count("sha256-") == 2
    assert policy[1].count("eval") == 1 and "'wasm-unsafe-eval'" in policy[1]
