"""Write pages as Markdown, and as HTML without scripts.

Most pages are a `Page` of blocks, which other modules of this package make. The rest are templates of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.media_types import HTML, MARKDOWN
from service.pages.content import Page, in_html, in_markdown
from service.pages.escaping import code_in_markdown, escaped_for_html, escaped_for_markdown, visible

TemplateName: TypeAlias = Literal["findings", "finding", "desk", "sheet"]
"""The pages with templates of their own: two in HTML and Markdown, and the two of the desk in HTML."""

# A page has its own style and loads nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_HEADER = ("Content-Security-Policy", POLICY)


class Filled(NamedTuple):
    """A page with a template of its own, and every name that the template uses."""

    template: TemplateName
    content: Mapping[str, Any]


class _Trusted(str):
    """Text of this service, which is written as it is: Markdown, a style sheet, or the header of the pages."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text, for autoescaping to leave alone."""
        return self


def _for_html(value: object) -> str:
    return value if isinstance(value, _Trusted) else visible(value)


def _for_markdown(value: object) -> str:
    return value if isinstance(value, _Trusted) else escaped_for_markdown(value)


_IN_HTML = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(enabled_extensions=("html.j2",)),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_for_html,
)
_IN_MARKDOWN = _IN_HTML.overlay(finalize=_for_markdown)
_IN_MARKDOWN.filters = {**_IN_HTML.filters, "code": lambda value: _Trusted(code_in_markdown(value))}
_STYLE = _Trusted(_IN_HTML.get_template("style.css.j2").render())
STYLE_SHEET: str = _STYLE
"""The style of all pages, for a page that loads it as a file."""
_HEADER = _Trusted(_IN_HTML.get_template("header.html.j2").render())
_FORMATS = {MARKDOWN: (_IN_MARKDOWN, "md.j2"), HTML: (_IN_HTML, "html.j2")}
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
{}<h1>{}</h1>
{}</body>
</html>
"""


def write(page: Page | Filled, media_type: str) -> bytes:
    """Return a page in one of the two media types of pages, `MARKDOWN` or `HTML`.

    Raises ``jinja2.UndefinedError`` if content lacks a name that its template uses.
    """
    if isinstance(page, Filled):
        environment, ending = _FORMATS[media_type]
        template = environment.get_template(f"{page.template}.{ending}")
        return template.render(page.content, style=_STYLE, header=_HEADER).encode()
    heading = page.heading or page.title
    if media_type == MARKDOWN:
        parts = [f"# {in_markdown(heading)}\n", *(block.markdown() for block in page.blocks)]
        return "\n".join(part for part in parts if part is not None).encode()
    header = _HEADER if page.links else ""
    body = "".join(block.html() for block in page.blocks)
    return _FRAME.format(escaped_for_html(page.title), _STYLE, header, in_html(heading), body).encode()
