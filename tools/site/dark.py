"""Pictures for the dark pages of the site: the same ones without their white paper.

A page shows one picture of two, as the theme's classes `only-light` and `only-dark` say.  Pictures
of the library have colours by name, which have others here; in pictures that an example draws,
the text that has no colour of its own gets one.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from graphgame.drawing.svg import BAND, FAINT, INK, ON_WHITE, PAPER, RULE, SHADE, WALL

# The background of the theme's dark pages, for the margins of text that crosses lines.
PAGE = "#14181E"
ON_DARK = {
    INK: "#E6EAEE",
    FAINT: "#A7B0BA",
    RULE: "#3A424C",
    BAND: "#1C2128",
    WALL: "#8A939D",
    SHADE: "#1F3A4D",
    PAPER: PAGE,
}
_ROOT = re.compile(r"<svg\b[^>]*>")
_RECT = re.compile(r"<rect\b[^>]*>(?:</rect>)?\n?")
_WHITE = re.compile(r'fill="(?:white|#fff|#ffffff)"', re.IGNORECASE)
_IMAGE = re.compile(r'<img\b[^>]*\bsrc="([^":]+\.svg)"[^>]*>')


def dark(picture: str) -> str | None:
    """Return a picture for dark pages; None if it does not paint white paper."""
    root = _ROOT.search(picture)
    if root is None:
        return None
    size = _size(root[0])
    for rect in _RECT.finditer(picture):
        if size is not None and _WHITE.search(rect[0]) and _size(rect[0]) == size:
            break
    else:
        return None
    bare = picture[: rect.start()] + picture[rect.end() :]
    for name, colour in ON_WHITE.items():
        if name == PAPER:
            bare = bare.replace(f'stroke="{colour}"', f'stroke="{ON_DARK[name]}"')
        else:
            bare = bare.replace(f'"{colour}"', f'"{ON_DARK[name]}"')
    if "fill=" not in root[0]:
        bare = bare.replace(root[0], f'{root[0][:-1]} fill="{ON_DARK[INK]}">', 1)
        bare = re.sub(r'(fill|stroke)="(?:black|#000|#000000)"', rf'\1="{ON_DARK[INK]}"', bare)
    return bare


def _size(tag: str) -> tuple[float, float] | None:
    """Return the width and the height of an element, by its attributes."""
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', tag)
    found = box or re.search(r'\bwidth="([\d.]+)"[^>]*\bheight="([\d.]+)"', tag)
    return None if found is None else (float(found[1]), float(found[2]))


def add_dark_pictures(site: Path) -> int:
    """Give each picture on white paper a dark one beside it; return how many there are."""
    made: dict[Path, bool] = {}
    for page in sorted(site.rglob("*.html")):
        if "play" in page.relative_to(site).parts[:1]:
            continue  # pages to play in are files of their own
        text = page.read_text(encoding="utf-8")
        changed = _IMAGE.sub(partial(_both, folder=page.parent, made=made), text)
        if changed != text:
            page.write_text(changed, encoding="utf-8")
    return sum(made.values())


def _both(image: re.Match[str], folder: Path, made: dict[Path, bool]) -> str:
    """Return the two elements for a picture, or the one that there is."""
    path = (folder / image[1]).resolve()
    if "only-" in image[0] or "logo" in image[0] or not path.exists():
        return image[0]
    if path not in made:
        # Sphinx-Gallery copies its own PNG under this name for an example without a picture.
        is_png = path.read_bytes().startswith(b"\x89PNG")
        picture = None if is_png else dark(path.read_text(encoding="utf-8"))
        made[path] = picture is not None
        if picture is not None:
            path.with_name(f"{path.stem}-dark.svg").write_text(picture, encoding="utf-8")
    if not made[path]:
        return image[0]
    other = image[0].replace(f"{path.stem}.svg", f"{path.stem}-dark.svg")
    return _classed(image[0], "only-light") + _classed(other, "only-dark")


def _classed(image: str, name: str) -> str:
    """Return an element with one more class, that is loaded when it is seen."""
    if 'class="' in image:
        image = image.replace('class="', f'class="{name} ', 1)
    else:
        image = image.replace("<img", f'<img class="{name}"', 1)
    return image if "loading=" in image else image.replace("<img", '<img loading="lazy"', 1)
