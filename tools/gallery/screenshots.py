"""Take the screenshots in docs/: pages of games in Chromium, in the middle of a match or after it.

    python -m tools.gallery.screenshots                 all of them
    python -m tools.gallery.screenshots page-puzzle     one

Pages are those of the gallery, or what an example writes with its part in docs/gallery.
"""

from __future__ import annotations

import sys
from contextlib import chdir, redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tools.gallery.games import EXAMPLES, GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOCS = Path(__file__).parents[2] / "docs"
# The same numbers at random each time; the machine makes no move of its own.
SEED = """() => {
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  graphgame.app.delay = 1e8;
}"""
# So many plies by the machine's choice, erring half of the time, with the values shown or not.
PLAY = """async ([plies, values]) => {
  const { match } = graphgame;
  match.set({ sides: ["person", "person"], values, errs: 50 });
  for (let ply = 0; ply < plies && !match.isOver; ply++) await match.machineMove();
  match.set({ sides: ["person", "machine"], errs: 0 });
}"""
# A person plays well, errs once, and loses to the machine.
LOSE = """async ([plies]) => {
  const { match } = graphgame;
  for (let ply = 0; !match.isOver && ply < 60; ply++) {
    const worst = [...match.view.moves].sort((a, b) => b.to.outcome - a.to.outcome)[0];
    if (ply === plies) await match.play(worst);
    else await match.machineMove();
  }
}"""
# A puzzle, and a wrong move in it.
PUZZLE = """async ([at]) => {
  const { app } = graphgame;
  await app.puzzles.enter();
  await app.puzzles.show(at);
  await app.puzzles.judge(graphgame.match.view.moves.find(
    ({ to }) => -to.outcome !== graphgame.match.view.outcome));
}"""
# Dice from a seed, and moves that err.
DICE = """async ([plies, seed]) => {
  const { match } = graphgame;
  match.seed = seed;
  match.set({ sides: ["person", "person"], values: true, errs: 100 });
  for (let ply = 0; ply < plies && !match.isOver; ply++) await match.machineMove();
  match.set({ sides: ["person", "machine"], errs: 0 });
}"""
END = """async (language) => {
  if (language !== "en") await graphgame.app.translate(language);
  document.activeElement.blur();
  scrollTo(0, 0);
}"""


class Shot(NamedTuple):
    """A screenshot: the game, what happens in it, and how it is shown."""

    name: str
    game: str
    script: str
    given: list[int | bool]
    width: int
    height: int
    scheme: str = "light"
    language: str = "en"


SHOTS = [
    Shot("page", "tic-tac-toe", PLAY, [4, True], 1000, 640),
    Shot("page-othello", "othello.html", PLAY, [4, False], 1000, 660),
    Shot("page-dark", "queen-and-pawns", PLAY, [2, False], 1000, 690, scheme="dark"),
    Shot("page-phone", "dodgem-3", PLAY, [6, False], 390, 800),
    Shot("page-persian", "police", PLAY, [4, True], 1000, 640, language="fa"),
    Shot("page-puzzle", "dodgem-3", PUZZLE, [2], 1000, 700),
    Shot("page-analysis", "tic-tac-toe", LOSE, [2], 1000, 1000),
    Shot("page-dice", "pig.html", DICE, [12, 11], 1000, 720),
    Shot("page-luck", "pig.html", DICE, [400, 11], 1000, 1000),
    Shot("page-nim", "nim", PLAY, [2, True], 1000, 640),
]


def page_of(game: str, folder: Path) -> Path:
    """Write the page of a game; return its path."""
    path = folder / f"{game.removesuffix('.html')}.html"
    if game.endswith(".html"):
        run_example(path.stem, folder)
        return path
    found = next(x for x in GAMES if x.name == game)
    solved, look = found.solve()
    solved.write_html(path, title=found.title, **look)
    return path


def run_example(name: str, folder: Path) -> None:
    """Run an example with its part in docs/gallery, which writes its pages here."""
    sys.path[:0] = [str(EXAMPLES)]
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    text += "\n" + (DOCS / "gallery" / f"{name}.py").read_text(encoding="utf-8")
    with chdir(folder), redirect_stdout(StringIO()):
        exec(compile(text, f"{name}.py", "exec"), {"__name__": name})  # noqa: S102 -- our own


def take(shot: Shot, browser: Browser, path: Path) -> bytes:
    """Return a screenshot as a small PNG."""
    page = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
    ).new_page()
    page.goto(path.as_uri())
    page.wait_for_function("() => globalThis.graphgame?.match.plies.length")
    page.evaluate(SEED)
    page.evaluate(shot.script, shot.given)
    page.evaluate(END, shot.language)
    page.wait_for_timeout(500)
    return small(page.screenshot())


def small(picture: bytes) -> bytes:
    """Return a PNG with 64 colours."""
    from PIL import Image

    out = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Take the screenshots that the arguments name, or all."""
    from playwright.sync_api import sync_playwright

    from tests.playing.browser import chromium

    wanted = sys.argv[1:] or [shot.name for shot in SHOTS]
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.FLAGS)
        for shot in SHOTS:
            if shot.name in wanted:
                picture = take(shot, browser, page_of(shot.game, Path(folder)))
                (DOCS / f"{shot.name}.png").write_bytes(picture)
                print(f"{shot.name}.png: {len(picture):,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
