"""Write pages as Markdown, and as HTML without scripts.

The pages of the desk and the reference of the API, which have scripts, are templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.media_types import MARKDOWN
from service.pages.content import Block, Page, Value, escaped_for_html, in_html, in_markdown, visible

# A page has its own style and loads nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_HEADER = ("Content-Security-Policy", POLICY)


class _Trusted(str):
    """Text of this service, which a template writes as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text, for autoescaping to leave alone."""
        return self


def _in_an_element(line: str) -> str:
    """Return a line as HTML that is no attribute, in which quotes, of which JSON is full, stay as they are."""
    return escape(visible(line), quote=False)


def _in_html(shown: Value | list[Block]) -> str:
    """Return a text or blocks as a template writes them."""
    return "".join(block.html() for block in shown) if isinstance(shown, list) else in_html(shown)


_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(enabled_extensions=("html.j2",)),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=lambda value: value if hasattr(value, "__html__") else visible(value),  # a macro has escaped its text
)
_TEMPLATES.filters.update(
    {
        "html": lambda shown: _Trusted(_in_html(shown)),
        "in_lines": lambda lines: _Trusted("\n".join(map(_in_an_element, lines))),
    }
)
_TOKENS: Final = (Path(__file__).parent / "tokens.css").read_text("utf-8")
STYLE_SHEET: Final[str] = _TOKENS + _TEMPLATES.get_template("style.css.j2").render()
"""The style of all pages, for a page that loads it as a file; the custom properties are in ``tokens.css`` alone."""
_REFERENCE: Final = Path(__file__).parent / "reference"
REFERENCE_STYLE: Final[str] = STYLE_SHEET + (_REFERENCE / "reference.css").read_text("utf-8")
"""The style of the reference of the API, which loads it as a file."""
REFERENCE_SCRIPT: Final[str] = (_REFERENCE / "reference.js").read_text("utf-8")
_HEADER: Final = _Trusted(_TEMPLATES.get_template("header.html.j2").render())
_FRAME: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
{}</style>
</head>
<body>
{}<main>
<h1>{}</h1>
{}</main>
</body>
</html>
"""


def write(page: Page, media_type: str) -> bytes:
    """Return a page in one of the two media types of pages, `MARKDOWN` or `HTML`."""
    heading = page.heading or page.title
    if media_type == MARKDOWN:
        parts = [f"# {in_markdown(heading)}\n", *(block.markdown() for block in page.blocks)]
        return "\n".join(part for part in parts if part is not None).encode()
    body = "".join(block.html() for block in page.blocks)
    header = _HEADER if page.links else ""
    return _FRAME.format(escaped_for_html(page.title), STYLE_SHEET, header, in_html(heading), body).encode()


def filled_in(name: Literal["desk", "sheet", "reference"], content: Mapping[str, Any]) -> bytes:
    """Fill in a template in HTML.

    ``content`` has every name that the template uses; one that is missing raises ``jinja2.UndefinedError``.
    """
    return _TEMPLATES.get_template(f"{name}.html.j2").render(content, header=_HEADER).encode()
