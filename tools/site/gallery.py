"""Scripts for sphinx-gallery: each example, then the cells of docs/gallery/ of the same name.

An example is a module with a docstring in plain text, and a command line.  Its script has the same
docstring in reST, the same code, and cells that call `main`, draw a picture and write a page.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import textwrap
from itertools import groupby
from pathlib import Path
from typing import Any

from tools.gallery.cards import STYLE, Card, english, facts, games, has_puzzles, picture
from tools.gallery.games import EXAMPLE_OF
from tools.gallery.thumbnails import DARK, STYLE as THUMBNAILS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
CELLS = ROOT / "docs" / "gallery"
SCRIPTS = "gallery-scripts"
CARDS = "gallery-cards"
# The folder of published games, beside that of the gallery.
SHELF = "shelf"
# Folders of the sources that sphinx-gallery and `Pictures` write.
MADE = {"examples", "play", "sg_execution_times.rst", CARDS}
# What reST would take for markup: code in backquotes, and single signs.
CODE_OR_SIGN = re.compile(r"`+[^`]+`+|[*|\\]")
BLOCK = ".. code-block:: text"  # a literal block would be coloured as Python is
RUN = 'if __name__ == "__main__":'
FRAME = """\
.. raw:: html

   <iframe class="play" src="../play/{name}" title="A page to play in" loading="lazy"></iframe>
   <p><a href="../play/{name}">Open this page alone</a>: one file of {size:,} kB, which needs no
   network.</p>
"""


def names() -> list[str]:
    """Return the names of the examples that are games; the others are what these share."""
    return sorted(path.stem for path in EXAMPLES.glob("[!_]*.py"))


def scripts() -> dict[str, str]:
    """Return the sources of the gallery, by their path in the folder of sources."""
    beside = [*EXAMPLES.glob("_*.py"), *EXAMPLES.glob("*.pg"), *EXAMPLES.glob("texts/*.toml")]
    found = {f"{SCRIPTS}/{path.relative_to(EXAMPLES)}": path.read_text("utf-8") for path in beside}
    found[f"{SCRIPTS}/GALLERY_HEADER.rst"] = (CELLS / "header.rst").read_text("utf-8")
    return found | {f"{SCRIPTS}/{name}.py": script(name) for name in names()}


def script(name: str) -> str:
    """Return the script of an example: its docstring in reST, its code, and its cells."""
    text = (EXAMPLES / f"{name}.py").read_text("utf-8")
    first = ast.parse(text).body[0]
    docstring = ast.get_docstring(ast.parse(text)) or ""
    code = "\n".join(text.splitlines()[first.end_lineno :])
    # sphinx-gallery defines no __file__, and runs a script in its folder.
    code = code[: code.index(RUN)].strip().replace("__file__", f'"{name}.py"')
    cells = (CELLS / f"{name}.py").read_text("utf-8").strip()
    found = re.findall(r"^from (_[a-z]\w*) import", f"{code}\n{cells}", re.MULTILINE)
    shared = " and ".join(f"``{module}.py``" for module in dict.fromkeys(found))
    note = "The script, and what it prints, follow."
    if shared:
        lies = "which lies" if len({*found}) == 1 else "which lie"
        note += f" It imports {shared}, {lies} beside it in the folder ``examples``."
    if "# A page to play in\n" in cells:
        note += " `A page to play in`_ is at the end."
    heading = f'r"""\n{as_rest(docstring)}\n\n{note}\n"""\n\n# sphinx_gallery_thumbnail_number = -1'
    return f"{heading}\n\n{code}\n\n{cells}\n"


def as_rest(docstring: str) -> str:
    """Return a docstring as reST: a title, paragraphs, and literal blocks where it is indented."""
    first, _, rest = docstring.partition("\n")
    title, _, about = first.rstrip(".").partition(": " if ": " in first else ", ")
    parts = [f"{title}\n{'=' * len(title)}"]
    if about:
        parts.append(CODE_OR_SIGN.sub(escaped, f"{about[0].upper()}{about[1:]}."))
    paragraphs = re.split(r"\n\s*?\n(?=[ ]*\S)", rest.strip("\n")) if rest.strip() else []
    for indented, group in groupby(paragraphs, lambda x: x.startswith("    ")):
        if indented:
            block = textwrap.dedent("\n\n".join(group))
            parts.append(f"{BLOCK}\n\n" + textwrap.indent(block.rstrip(), "    "))
        else:
            parts += [CODE_OR_SIGN.sub(escaped, x) for x in group]
    return "\n\n".join(parts)


def escaped(match: re.Match[str]) -> str:
    """Return code in double backquotes, and any other sign with a backslash."""
    found = match[0]
    return f"``{found.strip('`')}``" if found.startswith("`") else f"\\{found}"


def written(code: str, variables: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return what a cell called `write_html` of, and what it said of the look of the game.

    The call is found in the code of the cell, and its parts have the values they have behind it.
    """

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "cell", "eval"), variables)  # noqa: S307 -- our own cells

    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "write_html":
            look: dict[str, Any] = {}
            for keyword in node.keywords:
                given = value(keyword.value)
                look |= {keyword.arg: given} if keyword.arg else given
            return value(node.func.value), look  # type: ignore[attr-defined]
    raise ValueError(f"expected a cell that calls write_html, got {code!r}")


def cards(sources: Path) -> str:
    """Return the way to the shelf, and the cards of all examples, for the page beside theirs."""
    return (
        f'<p>Of some games <a href="../{SHELF}/index.html">all answers are published</a>: look any '
        "position up, and play against the perfect player.</p>\n"
        + games([card(sources / CARDS / f"{name}.json", name) for name in names()])
    )


def card(path: Path, name: str) -> Card:
    """Return the card of an example, from what its cells have left in a file, if they have."""
    text = (EXAMPLES / f"{name}.py").read_text("utf-8")
    title = as_rest(ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    said = json.loads(path.read_text("utf-8")) if path.exists() else {}
    drawn = f'<img src="../_images/sphx_glr_{name}_thumb.svg" alt="" loading="lazy">'
    return Card(
        name,
        said.get("title") or title.replace("\\", ""),
        said.get("picture") or drawn,
        said.get("facts") or english(name)["result"],
        f"../play/{name}.html" if said else None,
        f'<a href="{name}.html">Rules as code, results and source</a>' if said else "",
        f"{name}.html",
        said.get("puzzles", False),
        text={example: text for text, example in EXAMPLE_OF.items()}.get(name, "") if said else "",
    )


def style() -> str:
    """Return the style of the cards, in the colours of the site."""
    colours = {
        "ink": "text-base",
        "quiet": "text-muted",
        "paper": "background",
        "card": "surface",
        "line": "border",
        "edge": "text-muted",
        "link": "link",
    }
    names = "; ".join(f"--{name}: var(--pst-color-{theirs})" for name, theirs in colours.items())
    dark = f'html[data-theme="dark"] .games {{ {DARK} }}\n'
    return f".games {{ {names} }}\n{dark}{STYLE}{THUMBNAILS}"


class Pictures:
    """Take the files that a cell has written: SVG is shown, and a page to play in is framed.

    What the card of a game says is written into a file for the page of all cards.
    """

    def __call__(self, block: Any, variables: dict[str, Any], settings: dict[str, Any]) -> str:
        """Move the files of a block to their places, and return reST that shows them."""
        from sphinx_gallery.scrapers import figure_rst

        folder = Path(variables["src_file"]).parent
        images, found = [], []
        for path in sorted(folder.glob("*.svg")):
            image = Path(next(variables["image_path_iterator"])).with_suffix(".svg")
            image.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, image)
            images.append(str(image))
        if images:
            found.append(figure_rst(images, settings["src_dir"], "The positions and moves, drawn"))
        for path in sorted(folder.glob("*.html")):
            play = Path(settings["src_dir"]) / "play" / "play" / path.name
            play.parent.mkdir(parents=True, exist_ok=True)
            size = max(path.stat().st_size // 1000, 1)
            shutil.move(path, play)
            found.append(FRAME.format(name=path.name, size=size))
            solution, look = written(block[1], variables["example_globals"])
            said = {
                "title": look["title"],
                "picture": picture(solution, look),
                "facts": f"{facts(path.stem, solution, look)} · {size:,} kB",
                "puzzles": has_puzzles(play.read_text(encoding="utf-8")),
            }
            write = Path(settings["src_dir"]) / CARDS / f"{path.stem}.json"
            write.parent.mkdir(exist_ok=True)
            write.write_text(json.dumps(said), encoding="utf-8")
        return "\n\n".join(found)

    def __repr__(self) -> str:
        return "Pictures"  # sphinx-gallery puts it into the hash of its settings
