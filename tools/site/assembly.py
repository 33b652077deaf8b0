"""The sources of the site: docs/, the documents beside it, and pages that are written here.

They are put together in a folder of their own, so that nothing is written into docs/.  Links in
docs/ are those of the repository.  A link to a document that becomes a page leads to that page; a
link to any other file of the repository leads to a copy of that file.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tools.site import gallery, home, pictures, reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# Documents beside docs/ that become pages, and where.
BESIDE = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "bench/RESULTS.md": "project/measurements.md",
    "examples/README.md": "reference/games.md",
}
# Folders that have a page of their own.
FOLDERS = {
    "docs/decisions": "explanation/decisions.md",
    "docs/howto": "howto/index.md",
    "docs/schemas": "reference/schemas.md",
    "docs/tutorials": "tutorials/index.md",
    "examples": "examples/index.rst",
}
# What is in docs/ and is no source of a page.
LEFT_OUT = {"conftest.py", "__pycache__", "gallery"}
LINK = re.compile(r"(?<=\]\()(?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?(?=\))")
IMAGE = re.compile(r'<img src="([^":]+)"')
FENCE = re.compile(r"(^ *(`{3,}|~{3,}).*?^ *\2 *$)", re.MULTILINE | re.DOTALL)


def assemble(out: Path, *, fresh: bool = False) -> None:
    """Write all sources of the site into a folder; files that are the same are left alone."""
    if fresh and out.exists():
        shutil.rmtree(out)
    (out / "play").mkdir(parents=True, exist_ok=True)  # Sphinx looks for it before it is filled
    written = {out / path for path in copied(out)}
    pages = {**reference.pages(), **pictures.pages(), **home.pages()}
    pages["_static/cards.css"] = gallery.style()
    for page, text in {**pages, **gallery.scripts()}.items():
        written.add(out / page)
        write(out / page, text)
    for path in sorted(out.rglob("*")):
        kept = path.is_dir() or path in written or path.relative_to(out).parts[0] in gallery.MADE
        if not kept:
            path.unlink()


def copied(out: Path) -> list[str]:
    """Copy docs/ and the documents beside it; return their paths in the folder."""
    sources = {
        str(path.relative_to(DOCS)): path
        for path in sorted(DOCS.rglob("*"))
        if path.is_file() and not LEFT_OUT & {*path.relative_to(DOCS).parts}
    }
    sources |= {page: ROOT / document for document, page in BESIDE.items()}
    found = dict(sources)
    for page, source in sources.items():
        if source.suffix == ".md":
            text, files = relinked(source, page)
            write(out / page, text)
            found |= files
    for page, source in found.items():
        if not page.endswith(".md"):
            (out / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, out / page)
    return [*found]


def relinked(source: Path, page: str) -> tuple[str, dict[str, Path]]:
    """Return a document with links as they are on the site, and the files that it links to."""
    files: dict[str, Path] = {}

    def link(match: re.Match[str]) -> str:
        target = (source.parent / match[1]).resolve()
        if not target.is_relative_to(ROOT) or not target.exists():
            return match[0]  # Sphinx says that it leads nowhere
        name = target.relative_to(ROOT).as_posix()
        if name in BESIDE or name in FOLDERS:
            place = BESIDE.get(name) or FOLDERS[name]
        elif name.startswith("examples/") and target.stem in gallery.names():
            place = f"examples/{target.stem}.rst"
        elif name.startswith("docs/"):
            place = name.removeprefix("docs/")
        elif target.is_dir():
            place = FOLDERS.get(name, BESIDE["CONTRIBUTING.md"])
        else:
            # Sphinx would take a copy of another document for a page.
            place = f"files/{name}.txt" if target.suffix in {".md", ".rst"} else f"files/{name}"
            files[place] = target
        return os.path.relpath(place, Path(page).parent) + (match[2] or "")

    for image in IMAGE.findall(source.read_text(encoding="utf-8")):
        # Sphinx does not look into HTML; what is in this folder goes beside the pages.
        files[os.path.normpath(f"play/{Path(page).parent}/{image}")] = source.parent / image
    text = inside(source.read_text(encoding="utf-8"), source, repository())
    return outside_fences(text, lambda x: LINK.sub(link, x)), files


def inside(text: str, source: Path, repository: str | None) -> str:
    """Return a document with addresses of the repository's own files as links to these files."""
    if repository is None:
        return text
    address = rf"(?<=\]\(){re.escape(repository)}/(?:blob|raw|tree)/main/([^)\s#]+)"
    return re.sub(address, lambda match: os.path.relpath(ROOT / match[1], source.parent), text)


@cache
def repository() -> str | None:
    """Return the address of the repository, if pyproject.toml names one."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    address: str | None = project.get("urls", {}).get("Homepage")
    return address


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Return a document with its text changed, and its blocks of code but for their end."""
    end, parts = 0, []
    for match in FENCE.finditer(text):
        # Doctest needs a blank line at the end of a block, and a page does not.
        parts += [change(text[end : match.start()]), re.sub(r"\n\s*\n(?=[^\n]*\Z)", "\n", match[0])]
        end = match.end()
    return "".join([*parts, change(text[end:])])


def write(path: Path, text: str) -> None:
    """Write a file, unless it has this text already."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
