"""Take the screenshots in docs/: pages of the gallery in Chromium, in the middle of a match.

python -m tools.gallery.screenshots
"""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.gallery.games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
# Plays so many plies by the machine's choice, erring half of the time, with the values shown.
PLAY = """async ([plies, language]) => {
  const { app, match } = globalThis.graphgame;
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  match.set({ sides: ["person", "person"], values: true, errs: 0.5 });
  for (let ply = 0; ply < plies && !match.isOver; ply++) await match.machineMove();
  match.set({ sides: ["person", "person"], errs: 0 });
  if (language !== "en") await app.translate(language);
  document.activeElement.blur();
}"""


class Shot(NamedTuple):
    """A screenshot: the game, and how it is shown."""

    name: str
    game: str
    plies: int
    width: int
    height: int
    scheme: str = "light"
    language: str = "en"


SHOTS = [
    Shot("page", "tic-tac-toe", 3, 1000, 600),
    Shot("page-dark", "petersen", 4, 1000, 660, scheme="dark"),
    Shot("page-phone", "dodgem-3", 6, 390, 800),
    Shot("page-persian", "police", 3, 1000, 640, language="fa"),
]


def main() -> None:
    """Take all screenshots."""
    from playwright.sync_api import sync_playwright

    games = {game.name: game for game in GAMES}
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for shot in SHOTS:
            solved, look = games[shot.game].solve()
            path = Path(folder) / f"{shot.name}.html"
            solved.write_html(path, title=games[shot.game].title, **look)
            page = browser.new_context(
                viewport={"width": shot.width, "height": shot.height},
                color_scheme="dark" if shot.scheme == "dark" else "light",
            ).new_page()
            page.goto(path.as_uri())
            page.wait_for_function("() => globalThis.graphgame?.match.plies.length")
            page.evaluate(PLAY, [shot.plies, shot.language])
            page.wait_for_timeout(500)
            (DOCS / f"{shot.name}.png").write_bytes(small(page.screenshot()))
        browser.close()


def small(picture: bytes) -> bytes:
    """Return a PNG with 64 colours."""
    from PIL import Image

    out = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
