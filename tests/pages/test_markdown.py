"""A page is written once, in HTML: its Markdown says the same, and what a client wrote is text in both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.media_types import HTML, MARKDOWN
from service.pages import render
from service.pages.markdown import in_markdown
from service.pages.page import Page
from service.pages.render import write

EVIL = "<b>*x*</b>"
EVIL_IN_HTML, EVIL_IN_MARKDOWN = "&lt;b&gt;*x*&lt;/b&gt;", "&lt;b&gt;\\*x\\*&lt;/b&gt;"
TEMPLATES = Path(render.__file__).parent / "templates"

WRITTEN: list[tuple[str, str]] = [
    ("<h2>T</h2>\n<p>a</p>", "## T\n\na"),
    ("<p>a\n b  <small>c</small></p>", "a b c"),
    ('<p><strong>a</strong> <em>b</em> <s>c</s> <s class="wrong">d</s></p>', "**a** *b* ~~c~~ ~~d~~"),
    ('<p><span>a</span> <span class="wrong">b</span> <sup class="mark">1, Q2</sup></p>', "a **b** (1, Q2)"),
    ("<p><code>a_&lt;`</code> &lt;&#124;</p>", "`a_<'` &lt;&#124;"),
    ('<p><a href="/x\\_y">a <code>b</code></a></p>', "[a `b`](/x\\_y)"),
    ('<p class="notice">a b</p>', "> a b"),
    ("<p>a\n<br>b</p>", "- a\n- b"),
    ('<p class="labels"><span>c.</span> <span>a</span> <span>b</span> </p>', "c. a · b"),
    ("<ol>\n<li>a</li>\n<li>b</li>\n</ol>", "1. a\n2. b"),
    ('<ul><li><p class="line">a</p>\n<p class="line">b</p></li></ul>', "- a\n    - b"),
    ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
    ('<ol><li>a</li></ol><p class="line">b</p><p class="line">c</p>', "1. a\n- b\n- c"),
    ('<ul><li>a</li></ul><div><p class="line">b</p></div>', "- a\n\n- b"),
    ("<pre>\na  &lt;\n  b\n</pre>", "    a  <\n      b"),
    ('<table><thead><tr><th>A</th><th class="number">B</th></tr></thead></table>', "| A | B |\n|---|---:|"),
    (
        '<table><tr class="total"><th>a</th><td>2<p><em>b</em></p></td></tr></table>',
        "| | |\n|---|---|\n| **a** | **2 *b*** |",
    ),
    (
        "<table><caption>A</caption><tbody><tr><th>a</th><td>b</td></tr></tbody></table>",
        "| A | |\n|---|---|\n| a | b |",
    ),
]


@pytest.mark.parametrize(("html", "markdown"), WRITTEN, ids=[markdown for _, markdown in WRITTEN])
def test_an_element_in_markdown(html: str, markdown: str) -> None:
    assert in_markdown(html) == f"{markdown}\n"


def test_what_a_client_wrote_is_text() -> None:
    kind = {"type": EVIL, "status": 1, "description": f"{EVIL}  '", "codes_of_errors": ()}
    page = Page("problem", EVIL, kind, links=False)
    html, markdown = (write(page, kind).decode() for kind in (HTML, MARKDOWN))
    assert f"<title>{EVIL_IN_HTML}</title>" in html
    assert f"<main>\n<h1>{EVIL_IN_HTML}</h1>\n<p>Type <code>{EVIL_IN_HTML}</code>, status 1.</p>" in html
    assert f"<p>{EVIL_IN_HTML}  &#39;</p>" in html
    assert markdown.startswith(f"# {EVIL_IN_MARKDOWN}\n\nType `{EVIL}`, status 1.\n\n{EVIL_IN_MARKDOWN}  '\n\n")


def test_a_template_makes_no_text_of_values_that_would_pass_unescaped() -> None:
    """Operators escape a value for HTML alone, once one side is escaped; what is printed is escaped for either."""
    for template in TEMPLATES.glob("*.html.j2"):
        if template.stem.removesuffix(".html") not in {"desk", "sheet", "reference"}:
            assert not re.search(r"[{(][^{}]*~[^{}]*[})]|\|\s*(format|replace|indent)\b", template.read_text()), (
                template
            )
