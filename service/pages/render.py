"""Write pages as HTML without scripts and as Markdown, each from one template in HTML.

Every value of a template is escaped here and nowhere else: names in them are a client's, and whatever they contain,
they are text on the page and nothing else. The pages of the desk and the reference of the API are templates, too.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import escape

from service.media_types import MARKDOWN
from service.pages import phrases
from service.pages import ruling_findings as findings
from service.pages.escaping import escaped_for_markdown, visible
from service.pages.markdown import SPACE, in_markdown
from service.pages.page import Page
from service.pages.prose import in_blocks, in_words
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import count_of, listed

# A page has its own style and loads nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_HEADER = ("Content-Security-Policy", POLICY)
_NO_LINKS: Mapping[str, str] = MappingProxyType({})


class _Trusted(str):
    """Text that is escaped already, which a template writes as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text, for autoescaping to leave alone."""
        return self


def _for_html(value: Any) -> Any:
    """Return a value for Jinja to escape; the output of a macro is escaped already."""
    return value if hasattr(value, "__html__") else visible(value)


def _for_markdown(value: Any) -> Any:
    return value if hasattr(value, "__html__") else _Trusted(escaped_for_markdown(value).replace(" ", SPACE))


_IN_TEMPLATES: Final = {
    function.__name__: function
    for function in (
        *(phrases.card_text, phrases.cards_text, phrases.number_text, phrases.signed_number, phrases.capitalised),
        *(phrases.adjustment_in_words, phrases.overrides_in_words, phrases.left_to_fill_in),
        *(findings.severity, findings.labelled_facts, findings.headline_facts, findings.penalty_effect),
        *(findings.with_rules, findings.teams_of_choices, findings.points_by_choice),
        *(count_of, listed),
    )
}
"""What any template may call."""


def _environment(escaped: Callable[[Any], Any], space: str) -> Environment:
    """Return the templates with values escaped in this way, and with this in the place of spaces in code."""

    def typed(value: object) -> _Trusted:
        return _Trusted(str(escape(visible(value))).replace(" ", space))

    def in_code(value: object) -> _Trusted:
        return _Trusted(f"<code>{typed(value)}</code>")

    def in_prose(sentence: str, links: Mapping[str, str] = _NO_LINKS) -> _Trusted:
        return _Trusted(in_words(sentence, lambda text: str(escape(escaped(text))), in_code, links))

    def in_paragraphs(text: str, links: Mapping[str, str] = _NO_LINKS) -> _Trusted:
        return _Trusted(in_blocks(text, lambda line: in_prose(line, links)))

    def in_lines(lines: Iterable[str]) -> _Trusted:
        # Outside attributes quotes, of which JSON is full, stay as they are.
        return _Trusted("\n".join(html.escape(visible(line), quote=False) for line in lines))

    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(enabled_extensions=("html.j2",)),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=escaped,
    )
    made.filters.update(code=in_code, typed=typed, in_lines=in_lines, prose=in_prose, paragraphs=in_paragraphs)
    made.globals.update(_IN_TEMPLATES, markdown=space == SPACE, basis_in_words=phrases.BASES, remedy_in_words=CHOICES)
    parts = made.get_template("parts.html.j2").module
    made.globals.update({name: part for name, part in vars(parts).items() if not name.startswith("_")})
    return made


_TEMPLATES: Final = Path(__file__).parent / "templates"
_FOR_HTML: Final = _environment(_for_html, " ")
_FOR_MARKDOWN: Final = _environment(_for_markdown, SPACE)
_TOKENS: Final = (Path(__file__).parent / "tokens.css").read_text("utf-8")
STYLE_SHEET: Final[str] = _TOKENS + _FOR_HTML.get_template("style.css.j2").render()
"""The style of all pages, for a page that loads it as a file; the custom properties are in ``tokens.css`` alone."""
_REFERENCE: Final = Path(__file__).parent / "reference"
REFERENCE_STYLE: Final[str] = STYLE_SHEET + (_REFERENCE / "reference.css").read_text("utf-8")
"""The style of the reference of the API, which loads it as a file."""
REFERENCE_SCRIPT: Final[str] = (_REFERENCE / "reference.js").read_text("utf-8")
_HEADER: Final = _Trusted(_FOR_HTML.get_template("header.html.j2").render())


def write(page: Page, media_type: str) -> bytes:
    """Return a page in one of the two media types of pages, `MARKDOWN` or `HTML`."""
    templates = _FOR_MARKDOWN if media_type == MARKDOWN else _FOR_HTML
    main = templates.get_template(f"{page.template}.html.j2").render(page.content, title=page.title)
    if media_type == MARKDOWN:
        return in_markdown(main).encode()
    header, style = _HEADER if page.links else "", _Trusted(STYLE_SHEET)
    return filled_in("page", {"title": page.title, "style": style, "header": header, "main": _Trusted(main)})


def filled_in(name: str, content: Mapping[str, Any]) -> bytes:
    """Fill in a template in HTML.

    ``content`` has every name that the template uses; one that is missing raises ``jinja2.UndefinedError``.
    """
    return _FOR_HTML.get_template(f"{name}.html.j2").render({"header": _HEADER, **content}).encode()
