"""Pictures of notebooks in light and dark pages: read by everybody, on no background of their own.

Pinned here: each text has a contrast of 4.5 : 1 to what is behind it, each arrow 3 : 1, in the
colours of JupyterLab and of VS Code, light and dark; nothing is painted beside the shapes; nothing
is wider than 900 pixels, and on a phone the page itself does not scroll sideways.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.playing.browser.chromium import OpenPage

# Text and background of the notebooks, and what they call the background.
THEMES = {
    "JupyterLab": ("rgba(0, 0, 0, .87)", "#ffffff", "--jp-layout-color0"),
    "JupyterLab, dark": ("rgba(255, 255, 255, .87)", "#111111", "--jp-layout-color0"),
    "VS Code": ("#3b3b3b", "#ffffff", "--vscode-editor-background"),
    "VS Code, dark": ("#cccccc", "#1f1f1f", "--vscode-editor-background"),
    "another, dark": ("#d5d5d5", "#383838", "--unknown"),
}
# The contrast of each text to what is behind its middle, and of each arrow to the page.
CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((x) => x / 255);
  };
  const over = (top, below) => below.map((x, k) => top[k] * top[3] + x * (1 - top[3]));
  const page = rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3);
  const light = (rgb) => rgb.map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, k) => sum + x * [0.2126, 0.7152, 0.0722][k], 0);
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  for (const text of document.querySelectorAll("text")) {
    text.scrollIntoView({ block: "center", inline: "center" });
    const box = text.getBoundingClientRect();
    const at = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const shapes = at.filter((x) => x.matches("path, rect") && getComputedStyle(x).fill !== "none");
    let behind = page;
    for (const shape of shapes.reverse()) behind = over(rgba(getComputedStyle(shape).fill), behind);
    const ink = over(rgba(getComputedStyle(text).fill), behind);
    found.push([text.textContent, ratio(ink, behind)]);
  }
  for (const arrow of document.querySelectorAll("[marker-end] path, path[marker-end]")) {
    found.push(["an arrow", ratio(over(rgba(getComputedStyle(arrow).stroke), page), page) * 1.5]);
  }
  return found;
}"""


def parity() -> Any:
    edges = np.random.default_rng(3).integers(0, 30, (70, 2))
    graph = gg.GameGraph.from_edges(edges, n=30)
    return gg.ParityGame(graph, [v % 2 for v in range(30)], [v % 5 for v in range(30)]).solve()


SHOWN = {
    "small": lambda: gg.solve(
        {"a": ["b", "b"], "b": ["c", "d"], "c": ["a"], "d": []}, presets={"c": gg.DRAW}
    ),
    "large": lambda: gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=200),
    "values": lambda: gg.grundy(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=200),
    "graph": lambda: gg.GameGraph.from_edges([(0, 1), (1, 2), (2, 0)], n=4),
    "winners": parity,
    "board": lambda: gg.PoliceAndThief(["P..*", ".*.E", "...T"]).solve(),
    "cops": lambda: gg.cops_and_robbers([(v, (v + 1) % 12) for v in range(12)]),
    "heaps": lambda: gg.octal("0.77"),
}


@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_arrows_are_seen_in_the_colours_of_a_notebook(
    theme: str, open_page: OpenPage
) -> None:
    text, background, name = THEMES[theme]
    pictures = "".join(make()._repr_mimebundle_()["text/html"] for make in SHOWN.values())
    page = open_page(
        f"<!doctype html><title>A notebook</title><body style='color: {text}; "
        f"background: {background}; {name}: {background}'>{pictures}"
    )
    found = page.evaluate(CONTRASTS)
    assert len(found) > 300
    assert [(words, ratio) for words, ratio in found if ratio < 4.5] == []


@pytest.mark.parametrize("what", SHOWN)
def test_a_picture_fits_its_place(what: str, open_page: OpenPage) -> None:
    shown = SHOWN[what]()._repr_mimebundle_()["text/html"]
    page = open_page(f"<!doctype html><title>A notebook</title><body>{shown}", width=390)
    assert page.evaluate("document.querySelector('svg').getBoundingClientRect().width") <= 900
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    # Letters are not made smaller than they are drawn.
    assert page.evaluate("document.querySelector('svg').getScreenCTM().a") >= 0.75
