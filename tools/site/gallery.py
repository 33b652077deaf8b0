"""Scripts for sphinx-gallery: each example, then the cells of docs/gallery/ of the same name.

An example is a module with a docstring in plain text, and a command line.  Its script has the same
docstring in reST, the same code, and cells that call `main`, draw a picture and write a page.
"""

from __future__ import annotations

import ast
import re
import shutil
import textwrap
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
CELLS = ROOT / "docs" / "gallery"
SCRIPTS = "gallery-scripts"
# Folders of the sources that sphinx-gallery and `Pictures` write.
MADE = {"examples", "play", "sg_execution_times.rst"}
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
    beside = [*EXAMPLES.glob("_*.py"), *EXAMPLES.glob("*.pg")]
    found = {f"{SCRIPTS}/{path.name}": path.read_text("utf-8") for path in beside}
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
    shared = re.findall(r"^from (_[a-z]\w*) import", code, re.MULTILINE)
    note = "The script, and what it prints, follow."
    if shared:
        note += f" It imports ``{shared[0]}.py``, which lies beside it in the folder ``examples``."
    cells = (CELLS / f"{name}.py").read_text("utf-8").strip()
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


class Pictures:
    """Take the files that a cell has written: SVG is shown, and a page to play in is framed."""

    def __call__(self, _block: Any, variables: dict[str, Any], settings: dict[str, Any]) -> str:
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
        return "\n\n".join(found)

    def __repr__(self) -> str:
        return "Pictures"  # sphinx-gallery puts it into the hash of its settings
