"""Measure a page of the gallery in Chromium: size, time until one can play, time of a move.

    python -m tools.gallery.measure build/gallery/dodgem-4.html

A move is timed from the call that makes it until the page is laid out again, with the values of all
moves shown.  Players move at random; where a match ends, another begins.  Each move is a task of
its own, as a person's are, so that the browser can draw and collect garbage between them.

On a busy machine others take the processor in the middle of a move.  So a loop that always computes
the same is timed too, between the moves; and where Linux tells it, the processor time of the page's
thread for each move, with the little that asking for it takes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Runs before the page: note when a match has begun and its buttons are there.
WATCH = """
const watch = () => {
  const ready = globalThis.graphgame?.match.plies.length && document.querySelector("main button");
  if (ready) globalThis.playable = performance.now();
  else requestAnimationFrame(watch);
};
requestAnimationFrame(watch);
"""
SET = "void graphgame.match.set({ sides: ['person', 'person'], values: true })"
# A move, and a loop that always computes the same: how long they took.
MOVE = """async () => {
  const { match } = globalThis.graphgame;
  if (!match.view.moves.length) await match.begin();
  const options = match.view.moves;
  const move = options[Math.floor(Math.random() * options.length)];
  const start = performance.now();
  await match.play(move);
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""
LOOP = """() => {
  const start = performance.now();
  for (let n = 0; n < 1_000_000; n++) globalThis.sum = Math.imul(globalThis.sum ^ n, 0x9e3779b1);
  return performance.now() - start;
}"""
BUSY = "() => { const end = performance.now() + 500; while (performance.now() < end); }"


def clock_of(page: Page) -> Callable[[], int] | None:
    """Return what reads the processor time of a page's main thread, in ns; None: nothing does.

    Of the browser's processes for pages it is the one that the page can keep busy.
    """
    browser = page.context.browser
    if browser is None:
        return None
    debugger = browser.new_browser_cdp_session()
    processes = debugger.send("SystemInfo.getProcessInfo")["processInfo"]
    ids = [process["id"] for process in processes if process["type"] == "renderer"]
    paths = [Path(f"/proc/{process}/task/{process}/schedstat") for process in ids]

    def read(path: Path) -> int:
        return int(path.read_text(encoding="ascii").split()[0])

    spent = {path: -read(path) for path in paths if path.exists()}
    page.evaluate(BUSY)
    for path in spent:
        spent[path] += read(path)
    return partial(read, max(spent, key=lambda path: spent[path])) if spent else None


def percentiles(times: list[float]) -> dict[str, float]:
    """Return what is said of times."""
    times = sorted(times)
    return {
        "median": times[len(times) // 2],
        "p99": times[len(times) * 99 // 100],
        "longest": times[-1],
    }


def measure(path: Path, moves: int, openings: int) -> dict[str, Any]:
    """Return what was measured: bytes, and milliseconds."""
    from playwright.sync_api import sync_playwright

    from tests.playing.browser import chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.FLAGS)
        playable = []
        for opening in range(openings):
            context = browser.new_context(viewport={"width": 1000, "height": 800})
            page = context.new_page()
            page.add_init_script(WATCH)
            page.goto(path.resolve().as_uri())
            page.wait_for_function("() => globalThis.playable")
            playable.append(page.evaluate("globalThis.playable"))
            if opening < openings - 1:
                context.close()
        page.evaluate(SET)
        clock = clock_of(page)
        times, loops, processor = [], [], []
        for _ in range(moves):
            loops.append(page.evaluate(LOOP))
            start = clock() if clock else 0
            times.append(page.evaluate(MOVE))
            if clock:
                processor.append((clock() - start) / 1e6)
        browser.close()
    return {
        "bytes": path.stat().st_size,
        "playable": sorted(playable),
        **percentiles(times),
        "loop": percentiles(loops),
        "processor": percentiles(processor) if processor else None,
    }


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery.measure")
    parser.add_argument("page", type=Path)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--openings", type=int, default=5)
    args = parser.parse_args()
    found = measure(args.page, args.moves, args.openings)
    playable = ", ".join(f"{x:.0f}" for x in found["playable"])
    print(f"{args.page.name}: {found['bytes']:,} bytes; playable after {playable} ms")
    for name, times in [
        (f"{args.moves:,} moves", found),
        ("their processor time", found["processor"]),
        ("a loop that computes the same", found["loop"]),
    ]:
        if times:
            print(
                f"{name}: median {times['median']:.1f} ms, 99th percentile "
                f"{times['p99']:.1f} ms, longest {times['longest']:.1f} ms"
            )


if __name__ == "__main__":
    main()
