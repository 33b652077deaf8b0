"""Pages in a real browser: opened from a file, silent, and without any request.

`open_page` opens a page and listens from the start.  When the test ends, every message on the
console, every error of a script and every request beside the page itself, `data:` and `blob:` is a
failure of the test; a test that expects some says ``page.allowed = True`` and reads
``page.messages``.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.playing.browser import chromium
from tests.playing.browser.chromium import Axe, OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start a browser, one for each process of the run."""
    if reason := chromium.missing():
        if chromium.is_required():
            pytest.fail(f"GRAPHGAME_BROWSER=required, but there is {reason}")
        pytest.skip(f"there is {reason}")
    from playwright.sync_api import sync_playwright

    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.path(), args=chromium.FLAGS, env=environment
        )
        yield browser
        browser.close()


class Window:
    """A page of a browser, and what it did that a silent page does not do."""

    def __init__(self, browser: Browser, zoom: float, language: str) -> None:
        self.kind = zoom, language
        context = browser.new_context(
            device_scale_factor=zoom, locale=language, reduced_motion="reduce"
        )
        page: Any = context.new_page()
        self.page = page
        self.address = ""
        page.on("request", self._request)
        page.on("console", lambda message: self.see(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.see(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.see(f"dialog: {dialog.message}"), dialog.accept()))
        self.empty()

    def see(self, message: str) -> None:
        self.page.messages.append(message)

    def _request(self, request: Request) -> None:
        url, origin = urlsplit(request.url), urlsplit(self.address)
        itself = request.url.partition("#")[0] == self.address.partition("#")[0]
        own_server = origin.scheme == "http" and url[:2] == origin[:2]
        if not (itself or own_server or url.scheme in {"data", "blob"}):
            self.see(f"request: {request.url}")

    def empty(self) -> None:
        """Leave the page, with all that it does and knows, for one that does nothing."""
        self.page.messages, self.page.allowed, self.page.spent = [], False, False
        self.page.mouse.move(-1, -1)
        self.page.goto("about:blank")
        self.page.messages = []

    def open(self, address: str, *, width: int, height: int, dark: bool) -> Page:
        """Open another page; return when a page of a game has started."""
        self.address = address
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.goto(address)
        # A game unpacks its numbers after the page has loaded; then it is shown, or a problem is.
        # (By locators: the policy of a server's page forbids scripts that wait.)
        if self.page.locator("script#game").count():
            self.page.locator("main").first.wait_for(state="attached")
        found: Page = self.page
        return found


@pytest.fixture(scope="session")
def windows() -> list[Window]:
    """Return the windows that no test uses, the last one used last: to open one takes long."""
    return []


@pytest.fixture
def open_page(browser: Browser, windows: list[Window], tmp_path: Path) -> Iterator[OpenPage]:
    """Return the function that opens a page.

    It takes the text of a page, the path of a file, or the address of a server on this machine.
    `zoom` 2 is what a browser's zoom of 200 % is to a page: half the width, twice the pixels.
    `language` is that of the browser.  Pages keep nothing in a browser, so that another test may go
    on in the same window; one that changes the window itself says ``page.spent = True``.
    """
    opened: list[Window] = []

    def open_one(
        source: str | os.PathLike[str],
        *,
        width: int = 1000,
        height: int = 800,
        dark: bool = False,
        zoom: float = 1,
        language: str | None = None,
        fragment: str = "",
    ) -> Page:
        kind = zoom, language or "en"
        at = next((at for at, window in enumerate(windows) if window.kind == kind), None)
        window = Window(browser, *kind) if at is None else windows.pop(at)
        address = locate(source, tmp_path / f"page-{len(opened)}.html") + fragment
        opened.append(window)
        return window.open(address, width=int(width / zoom), height=int(height / zoom), dark=dark)

    yield open_one
    pages = [window.page for window in opened]
    messages = [f"{page.url}: {x}" for page in pages if not page.allowed for x in page.messages]
    for window in opened:
        if window.page.spent or messages:
            window.page.context.close()
        else:
            window.empty()
            windows.append(window)
    while len(windows) > 3:
        windows.pop(0).page.context.close()
    assert messages == []


def locate(source: str | os.PathLike[str], file: Path) -> str:
    """Return the address of a page: a server's, a file's, or that of a file written here."""
    if isinstance(source, str):
        if source.startswith("http://127.0.0.1:"):
            return source
        if "<" in source:
            file.write_text(source, encoding="utf-8")
            source = file
    return Path(source).resolve().as_uri()


@pytest.fixture
def axe() -> Axe:
    """Return the function that gives the violations of accessibility in a page as it stands.

    The policy of a page forbids foreign scripts, but not what the debugger evaluates; so the page
    under test is the page that people get, in the state to which the test has brought it.
    """
    spec = importlib.util.find_spec("axe_playwright_python")
    assert spec is not None and spec.origin is not None
    script = Path(spec.origin).with_name("axe.min.js").read_text(encoding="utf-8")

    def run(page: Page) -> list[str]:
        debugger = page.context.new_cdp_session(page)

        def evaluate(expression: str) -> Any:
            answer = debugger.send(
                "Runtime.evaluate",
                {"expression": expression, "awaitPromise": True, "returnByValue": True},
            )
            assert "exceptionDetails" not in answer, answer
            return answer["result"].get("value")

        if evaluate("typeof axe") == "undefined":  # else it is there from an earlier look
            evaluate(script)
        violations = evaluate("axe.run().then(results => JSON.stringify(results.violations))")
        debugger.detach()
        return [
            f"{rule['id']}: {node['html']} {node['failureSummary']}"
            for rule in json.loads(violations)
            for node in rule["nodes"]
        ]

    return run
