"""The settings of Sphinx: ``make docs`` builds these pages into build/docs, without a network."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import metaqueens  # noqa: E402
from docs import accessible, generated, links, papers, pictures  # noqa: E402

project = "metaqueens"
author = "The metaqueens authors"
project_copyright = author
version = release = metaqueens.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinxcontrib.bibtex",
]
exclude_patterns = []
root_doc = "index"
# Docstrings write `name` for code.
default_role = "code"

myst_enable_extensions = ["colon_fence", "deflist", "html_image"]
myst_heading_anchors = 3
bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
napoleon_google_docstring = False

# Types of other packages, whose documentation is not at hand without a network.
nitpick_ignore_regex = [("py:.*", r"(?!metaqueens\.).*"), ("py:.*", r"metaqueens\..*\..*")]

html_theme = "furo"
html_title = f"metaqueens {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_show_sphinx = False
html_copy_source = False


def setup(app):
    app.connect("source-read", generated.contents)
    app.connect("source-read", generated.fill_in)
    app.connect("source-read", links.rewrite_links)
    app.connect("source-read", pictures.embed)
    app.connect("autodoc-process-signature", generated.short_signature)
    # Before napoleon.
    app.connect("autodoc-process-docstring", papers.cite, priority=100)
    app.connect("sphinx-click-process-description", papers.escape)
    app.connect("build-finished", accessible.complete)
    app.connect("build-finished", pictures.copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
