"""Sphinx's part of the site: which references must lead somewhere, and how pages behave."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import graphgame as gg
from tools.site import gallery

# References that may lead nowhere: types of other projects, and words in code style in docstrings.
# Names of this project are not among them.
NOT_OURS = [(r"py:.*", r"(?!graphgame\.|gg\.).*")]

GALLERY = "examples/index"
# The pictures of sphinx-gallery, up to what follows them.
THUMBNAILS = re.compile(
    r'<div class="sphx-glr-thumbnails">.*?(?=<div class="toctree-wrapper|</section>)', re.DOTALL
)

UNFOLD = '<summary aria-label="Pages below">'
EMPTY_HEADING = re.compile(r'<th class="head[^"]*">(?:<p>\s*</p>)?</th>')


def setup(app: Any) -> dict[str, Any]:
    """Register what is here with Sphinx."""
    app.connect("missing-reference", resolve)
    app.connect("html-page-context", frame, priority=900)  # behind the theme, which is later
    app.connect("env-get-outdated", lambda *_: [GALLERY])  # cards change with other pages
    return {"version": gg.__version__, "parallel_read_safe": True, "parallel_write_safe": True}


def resolve(app: Any, environment: Any, node: Any, content: Any) -> Any:
    """Resolve `gg.solve`, and `solve` or `Solution.verify` from any room; else show plain code."""
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].removeprefix("gg.").removeprefix("graphgame.").removesuffix("()")
    python = environment.get_domain("py")
    scope = node.get("py:class")
    for full in (f"graphgame.{name}", f"{scope}.{name}" if scope else name):
        if full in python.objects and full != "graphgame.":
            where = python.objects[full]
            from sphinx.util.nodes import make_refnode

            return make_refnode(
                app.builder, node["refdoc"], where.docname, where.node_id, content, full
            )
    return None


def frame(app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Mend tables: the keyboard scrolls wide ones, and an empty corner is no heading.

    What unfolds the table of contents beside the page gets a name.  The gallery has cards in the
    place of sphinx-gallery's pictures.
    """
    if contents := context.get("generate_toctree_html"):
        context["generate_toctree_html"] = lambda *args, **options: str(
            contents(*args, **options)
        ).replace("<summary>", UNFOLD)
    if body := context.get("body"):
        if page == GALLERY:
            cards = gallery.cards(Path(app.srcdir))
            body, count = THUMBNAILS.subn(lambda _: cards, body)
            if count != 1:
                raise ValueError(f"expected one place for the cards of {page}, got {count}")
        table = '<div class="pst-scrollable-table-container"'
        body = body.replace(f"{table}>", f'{table} tabindex="0">')
        context["body"] = EMPTY_HEADING.sub("<td></td>", body)
