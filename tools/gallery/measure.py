"""Measure a page of the gallery in Chromium: size, time until one can play, time of a move.

    python -m tools.gallery.measure build/gallery/dodgem-4.html

A move is timed from the call that makes it until the page is laid out again, with the values of all
moves shown.  Players move at random; where a match ends, another begins.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

# Runs before the page: note when a match has begun and its buttons are there.
WATCH = """
const watch = () => {
  const ready = globalThis.graphgame?.match.plies.length && document.querySelector("main button");
  if (ready) globalThis.playable = performance.now();
  else requestAnimationFrame(watch);
};
requestAnimationFrame(watch);
"""
PLAY = """async (moves) => {
  const { match } = globalThis.graphgame;
  match.set({ sides: ["person", "person"], values: true });
  const times = [];
  while (times.length < moves) {
    const { view } = match;
    if (!view.moves.length) await match.begin();
    const options = match.view.moves;
    const move = options[Math.floor(Math.random() * options.length)];
    const start = performance.now();
    await match.play(move);
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""


def measure(path: Path, moves: int, openings: int) -> dict[str, Any]:
    """Return what was measured: bytes, and milliseconds."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        playable = []
        for _ in range(openings):
            page = browser.new_context(viewport={"width": 1000, "height": 800}).new_page()
            page.add_init_script(WATCH)
            page.goto(path.resolve().as_uri())
            page.wait_for_function("() => globalThis.playable")
            playable.append(page.evaluate("globalThis.playable"))
        times = page.evaluate(PLAY, moves)
        browser.close()
    return {
        "bytes": path.stat().st_size,
        "playable": sorted(playable),
        "median": times[len(times) // 2],
        "p99": times[len(times) * 99 // 100],
        "longest": times[-1],
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
    print(
        f"{args.moves:,} moves: median {found['median']:.1f} ms, 99th percentile "
        f"{found['p99']:.1f} ms, longest {found['longest']:.1f} ms"
    )


if __name__ == "__main__":
    main()
