"""Pages of published games in Chromium over a slow line; kept in results/published_pages.json.

    python -m bench.families.published_pages
    python -m bench.families.published_pages connect_four-6x4 --sites FOLDER

Builds a game of the shelf, publishes it with its page as one file and as a folder of files, and
plays matches against the perfect player at 4 Mbit/s and 100 ms: from a server with ranges, and from
``python -m http.server``, which has none.  What is printed are milliseconds from the click on the
link until a move can be made, and from a move to the next position; and the bytes of a match.  With
`--options`, how many bits a position options would take if they stood in the blocks, and how fast a
rule is in WebAssembly and in JavaScript.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from base64 import b64encode
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import ROOT, keep, provenance
from tools.shelf import GAMES
from tools.shelf_pages import PAGES

# Bits and milliseconds of the line; seconds that a person thinks, and the delay of the machine.
LINE = {"offline": False, "latency": 100, "downloadThroughput": 5e5, "uploadThroughput": 5e5}
THINKING, DELAY = 2.0, 0.65
MATCHES = 5
# Positions that are compared with Python.
COMPARED = 1000


class Ranges(SimpleHTTPRequestHandler):
    """Sends ranges of files, over connections that stay open."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        """Answer a request, for a range if there is one in it."""
        asked = self.headers.get("Range")
        if asked is None:
            super().do_GET()
            return
        first, last = map(int, asked.removeprefix("bytes=").split("-"))
        with open(self.translate_path(self.path), "rb") as file:
            size = file.seek(0, 2)
            file.seek(first)
            content = file.read(last + 1 - first)
        self.send_response(206)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Range", f"bytes {first}-{first + len(content) - 1}/{size}")
        self.end_headers()
        self.wfile.write(content)


# Runs before the page: when a match has a position, and when it has been painted.
WATCH = """
const shown = [];
globalThis.shownAt = shown;
(function look() {
  const plies = globalThis.graphgame?.match?.plies.length ?? 0;
  while (shown.length < plies) shown.push(performance.now());
  requestAnimationFrame(look);
})();
"""
PLAY = """async (key) => {
  const { match } = graphgame;
  const began = performance.now();
  await match.play(match.view.moves.find((move) => move.to.key === key));
  return performance.now() - began;
}"""


def match(browser: Any, url: str, seed: int) -> dict[str, Any]:
    """Play a match of a careless person against the machine, in a browser that knows nothing."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda row: loaded.append(row["encodedDataLength"]))
    page.goto(url)
    while not page.evaluate("globalThis.shownAt?.length > 0"):
        page.wait_for_timeout(20)
    first = page.evaluate("shownAt[0]")
    begun = sum(loaded)
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    generator, times = Random(seed), []
    for ply in range(100):
        moves = page.evaluate("graphgame.match.view.moves.map((move) => move.to.key)")
        if not moves:
            break
        # The person sometimes finds the best move, which is the first one.
        key = moves[0] if ply % 2 or generator.random() < 0.5 else generator.choice(moves)
        page.wait_for_timeout(1000 * (DELAY if ply % 2 else THINKING))
        times.append(page.evaluate(PLAY, key))
    context.close()
    return {"first": first, "first_bytes": begun, "times": times, "bytes": sum(loaded)}


ASK = """(keys) => Promise.all(keys.map(async (key) => {
  const { outcome, remoteness } = await graphgame.source.look(key);
  return [outcome, remoteness];
}))"""


def compared(browser: Any, url: str, site: Path) -> int:
    """Compare answers of a page with those of Python, at positions spread over all; count them."""
    with gg.Database.open(site) as database:
        codes = database._storage.sample()
        codes = codes[np.random.default_rng(2).permutation(len(codes))[:COMPARED]]
        outcomes, remoteness = database.outcome(codes), database.remoteness_of(codes)
        expected = np.stack([outcomes, remoteness], 1).tolist()
    page = browser.new_page()
    page.goto(url)
    while not page.evaluate("globalThis.graphgame?.match.plies.length > 0"):
        page.wait_for_timeout(20)
    found: list[Any] = []
    for k in range(0, len(codes), 50):
        found += page.evaluate(ASK, [str(code) for code in codes[k : k + 50]])
    page.close()
    if found != expected:
        raise RuntimeError(f"{url}: expected the answers of Python, got others")
    return len(found)


def summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what several matches had in common."""
    times = np.array([x for row in rows for x in row["times"]])
    return {
        "first_move_ms": [round(row["first"]) for row in rows],
        "first_move_kb": round(max(row["first_bytes"] for row in rows) / 1000),
        "moves": len(times),
        "move_ms_median": round(float(np.median(times))),
        "move_ms_95": round(float(np.percentile(times, 95))),
        "move_ms_slowest": round(float(times.max())),
        "match_kb": [round(row["bytes"] / 1000) for row in rows],
    }


def played(browser: Any, folder: Path, *, ranges: bool) -> dict[str, Any]:
    """Serve a folder, and play matches there."""
    if ranges:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Ranges, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url, stop = f"http://127.0.0.1:{server.server_address[1]}/", server.shutdown
    else:
        command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        if process.stdout is None:
            raise RuntimeError("expected to read what the server prints")
        port = process.stdout.readline().split(" port ")[1].split()[0]
        url, stop = f"http://127.0.0.1:{port}/", process.kill
    try:
        rows = [match(browser, url, seed) for seed in range(MATCHES)]
        return {**summed(rows), "compared": compared(browser, url, folder)}
    finally:
        stop()


# -- where moves come from ------------------------------------------------------------------------


# The same game of falling stones in JavaScript and in C: millions of moves a second.
SPEED = """async ([script, module, keys]) => {
  const codes = keys.map(BigInt);
  const speed = (options) => {
    let moves = 0;
    const began = performance.now();
    for (let k = 0; k < 20; k++) for (const code of codes) moves += options(code);
    return moves / 1000 / (performance.now() - began);
  };
  const bytes = Uint8Array.from(atob(module), (c) => c.charCodeAt(0));
  const { exports } = (await WebAssembly.instantiate(bytes)).instance;
  exports.__wasm_call_ctors?.();
  const at = exports.__heap_base.value + 8 & -8;
  const options = new Function(script + "; return options;")();
  const js = (code) => options(code).length;
  const wasm = (code) => Number(exports.options(code, at, 64n, 0));
  speed(js);
  speed(wasm);
  return [speed(js), speed(wasm)];
}"""


def speeds(browser: Any) -> dict[str, Any]:
    """Return how fast a rule is in JavaScript and in WebAssembly, and the bytes of both."""
    from graphgame.playing.rule_files import read_rule_file
    from tests.playing import dropping

    source = gg.build(dropping.Dropping(), start=dropping.START)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "rule.c"
        path.write_text(dropping.C, encoding="utf-8")
        module = read_rule_file(path).module or b""
    keys = [str(code) for code in source][::7]
    page = browser.new_page()
    text = b64encode(module).decode()
    script, wasm = page.evaluate(SPEED, [dropping.JAVASCRIPT, text, keys])
    page.close()
    return {
        "javascript_million_moves_a_second": round(script, 2),
        "webassembly_million_moves_a_second": round(wasm, 2),
        "javascript_bytes": len(dropping.JAVASCRIPT.encode()),
        "webassembly_bytes": len(module),
    }


def stored_options(name: str) -> dict[str, Any]:
    """Return what options would take in the blocks, in bits a position, beside the rule in C."""
    from graphgame.playing.rule_files import read_rule_file

    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "rule.c"
        path.write_text(PAGES[name]().rule, encoding="utf-8")
        rule = read_rule_file(path)
    if rule.module is None:
        raise RuntimeError("expected a rule in C")
    database = GAMES[name].build()
    codes = database.codes
    size = count = 0
    for start in range(0, len(codes), len(codes) // 12 + 1):
        block = codes[start : start + (1 << 16)]
        options = [np.sort(np.array(database._rule().codes(_moves(database, x)))) for x in block]
        degrees = bytes(map(len, options))
        differences = np.concatenate(
            [row - code for row, code in zip(options, block.tolist(), strict=True)]
        )
        # A plane for each byte of the differences.
        planes = differences.astype("<i8").view(np.uint8).reshape(-1, 8).T.tobytes()
        size += len(zlib.compress(degrees, 9)) + len(zlib.compress(planes, 9))
        count += len(block)
    return {"options_bits": round(8 * size / count, 2), "module_bytes": len(rule.module)}


def _moves(database: gg.Database[int], code: int) -> list[int]:
    found: list[int] = [x for x, _, _ in database._options(int(code))]
    return found


def main(argv: list[str] | None = None) -> int:
    """Publish a game, and play it over a slow line."""
    parser = argparse.ArgumentParser(description="pages of published games over a slow line")
    parser.add_argument("game", nargs="?", default="connect_four-5x4", choices=[*PAGES])
    parser.add_argument("--sites", type=Path, help="keep what is published in this folder")
    parser.add_argument("--options", action="store_true", help="what options would take")
    parser.add_argument("--dry-run", action="store_true", help="keep no result")
    args = parser.parse_args(argv)
    sys.path.insert(0, str(ROOT / "examples"))
    from playwright.sync_api import sync_playwright

    from tests.playing.browser import chromium

    if args.options:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium.path(), args=chromium.FLAGS
            )
            found = {**speeds(browser), **stored_options(args.game)}
        print(json.dumps(found))
        if not args.dry_run:
            command = f"python -m bench.families.published_pages {args.game} --options"
            keep("published_pages", f"{args.game} --options", {**provenance(command), **found})
        return 0

    record: dict[str, Any] = {"line": "4 Mbit/s, 100 ms", "matches": MATCHES}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = args.sites or Path(place)
        source: gg.Database[Any] | None = None
        began = time.process_time()
        for split in (False, True):
            site = folder / f"{args.game}-{'split' if split else 'one'}"
            if not site.exists():
                source = source or GAMES[args.game].build()
                page = PAGES[args.game]()
                rule = folder / "rule.c"
                rule.parent.mkdir(parents=True, exist_ok=True)
                rule.write_text(page.rule, encoding="utf-8")
                source.publish(site, split=split, page=rule, **page.look)
            browser = playwright.chromium.launch(
                executable_path=chromium.path(), args=chromium.FLAGS
            )
            name = "http.server, a folder of files" if split else "ranges of one file"
            record[name] = played(browser, site, ranges=not split)
            record["page_bytes"] = (site / "index.html").stat().st_size
            browser.close()
            print(name, json.dumps(record[name]), flush=True)
        record["cpu_seconds"] = round(time.process_time() - began, 1)
    if not args.dry_run:
        command = f"python -m bench.families.published_pages {args.game}"
        keep("published_pages", args.game, {**provenance(command), **record})
    return 0


if __name__ == "__main__":
    sys.exit(main())
