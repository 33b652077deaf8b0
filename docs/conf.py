"""Sphinx's configuration of the site; `make site` builds it, by `python -m tools.site`.

The folder of this file's copy has the sources of all pages: see tools/site/assembly.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

# The copy is in build/site-sources.
sys.path.insert(0, str(Path(__file__).parents[2]))

import graphgame as gg
from tools.site import extension, gallery, inventories

project = "graphgame"
author = "the graphgame developers"
copyright = f"2026, {author}"  # noqa: A001 -- Sphinx asks for this name
version = release = gg.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "numpydoc",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    "tools.site.extension",
]
exclude_patterns = [f"{gallery.SCRIPTS}/**", "sg_execution_times.rst", "examples/**.ipynb"]

# -- texts ----------------------------------------------------------------------------

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
smartquotes_action = "qe"  # quotes and ellipses; "--check" is an option, not a dash
# Names in code style in docstrings become links, where they are public names.
default_role = "py:obj"
# The text of an output is text; without this a block with => is taken for code.
highlight_language = "text"

# -- reference ----------------------------------------------------------------------------

autodoc_member_order = "groupwise"
autodoc_typehints = "none"  # numpydoc has the types, in words
toc_object_entries = False  # names are headings already
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
intersphinx_mapping = inventories.reachable()
nitpick_ignore_regex = extension.NOT_OURS

# -- examples ----------------------------------------------------------------------------

sphinx_gallery_conf = {
    "examples_dirs": gallery.SCRIPTS,
    "gallery_dirs": "examples",
    "filename_pattern": r"/[^_]\w*\.py$",
    "ignore_pattern": r"(^|/)_\w+\.py$",
    "within_subsection_order": "ExampleTitleSortKey",
    "image_scrapers": (gallery.Pictures(),),
    "capture_repr": (),
    "reset_modules": (),
    "abort_on_example_error": False,
    "show_memory": False,
    "show_signature": False,
    "write_computation_times": False,
    "download_all_examples": False,
    "notebook_extensions": set(),
    "remove_config_comments": True,
    "min_reported_time": 10_000,
}

# -- look ----------------------------------------------------------------------------

html_theme = "pydata_sphinx_theme"
html_title = "graphgame"
html_favicon = "_static/logo.svg"
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_static_path = ["_static"]
html_css_files = ["cards.css", "site.css"]
html_extra_path = ["play"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "logo": {
        "text": "graphgame",
        "image_light": "_static/logo.svg",
        "image_dark": "_static/logo.svg",
    },
    "navigation_with_keys": False,
    "show_prev_next": True,
    "show_toc_level": 2,
    "collapse_navigation": True,  # the buttons that would unfold it have no names
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "project/*": []}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"
