"""The harness itself: what a page must not do is seen, and a missing browser is never silent."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import graphgame as gg
from tests.playing.browser import chromium
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.conftest import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).relative_to(ROOT)
POLICY = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
PAGE = f'<!doctype html><html lang="en"><head><title>A page</title>{POLICY}</head><body>{{}}</body>'


def test_a_quiet_page_is_quiet(open_page: OpenPage) -> None:
    page = open_page(PAGE.format("<main><h1>Quiet</h1></main>"))
    assert page.title() == "A page" and page.url.startswith("file://")
    assert page.messages == []


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<script>console.log('one')</script>", "log: one"),
        ("<script>throw new Error('two')</script>", "error: two"),
        ("<img src='https://example.org/three.png' alt=''>", "request: https://example.org/three"),
        ("<img src='four.png' alt=''>", "request: file://"),
        ("<script>alert('five')</script>", "dialog: five"),
    ],
)
def test_what_a_page_must_not_do_is_seen(open_page: OpenPage, source: str, message: str) -> None:
    page = open_page(f"<!doctype html><title>Loud</title>{source}")
    page.wait_for_load_state()
    page.allowed = True
    assert any(found.startswith(message) for found in page.messages), page.messages


def test_what_a_policy_forbids_is_seen(open_page: OpenPage) -> None:
    page = open_page(PAGE.format("<script>alert(1)</script>"))
    page.allowed = True
    assert len(page.messages) == 1 and "Content Security Policy" in page.messages[0]


def test_violations_are_found_under_a_policy(open_page: OpenPage, axe: Axe) -> None:
    assert axe(open_page(PAGE.format("<main><h1>Good</h1></main>"))) == []
    (found,) = axe(open_page(PAGE.format("<main><h1>Bad</h1><button></button></main>")))
    assert found.startswith("button-name: <button></button>")


def test_windows_are_as_asked_for(open_page: OpenPage) -> None:
    page = open_page(PAGE.format(""), width=640, dark=True, zoom=2, language="fa")
    dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    script = f"[innerWidth, devicePixelRatio, {dark}, navigator.language]"
    assert page.evaluate(script) == [320, 2, True, "fa"]


# Numbers are unpacked with this, here a quarter of a second later than they could be.
SLOW = """const read = Response.prototype.arrayBuffer;
Response.prototype.arrayBuffer = async function () {
  await new Promise((done) => setTimeout(done, 250));
  return read.call(this);
};"""


def test_a_game_has_started_when_its_page_is_open(browser: Browser, tmp_path: Path) -> None:
    window = Window(browser, 1, "en")
    window.page.add_init_script(SLOW)
    file = tmp_path / "game.html"
    gg.solve([(0, 1)]).write_html(file)
    page = window.open(file.as_uri(), width=500, height=500, dark=False)
    assert page.evaluate("globalThis.graphgame.source.start") == "0"
    page.context.close()


# A page's tests need three things, and say which one is missing; the last of them is taken away.
WITHOUT = {"GRAPHGAME_CHROMIUM": "/nowhere/chromium"}
NOWHERE = "no Chromium at /nowhere/chromium; on Debian: apt-get install chromium"


def run_without_browser(*, required: bool) -> subprocess.CompletedProcess[str]:
    environment = os.environ | WITHOUT
    environment.pop("GRAPHGAME_BROWSER", None)
    if required:
        environment["GRAPHGAME_BROWSER"] = "required"
    test = f"{HERE}::test_a_quiet_page_is_quiet"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def missing_here(monkeypatch: pytest.MonkeyPatch) -> str:
    """What this environment lacks first: a package that drives browsers, or else the browser."""
    for name, value in WITHOUT.items():
        monkeypatch.setenv(name, value)
    reason = chromium.missing()
    assert reason is not None
    assert reason == NOWHERE or reason.startswith("no Python package "), reason
    return reason


def test_the_summary_says_that_there_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run_without_browser(required=False)
    assert done.returncode == 0
    assert f"\nbrowser tests: 1 not run: {missing_here(monkeypatch)}\n" in done.stdout


def test_a_missing_browser_is_a_failure_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = run_without_browser(required=True)
    assert done.returncode == 1
    reason = missing_here(monkeypatch)
    assert f"GRAPHGAME_BROWSER=required, but there is {reason}" in done.stdout


@pytest.mark.parametrize("module", ["playwright", "axe_playwright_python"])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    installed = importlib.util.find_spec

    def find_spec(name: str) -> object:
        return None if name == module else installed("pytest")

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    assert chromium.missing() == f"no Python package {module}; it is in the extra `test`"
