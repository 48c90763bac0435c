"""Texts and blocks: written once, and the same to a reader of HTML and to one of Markdown."""

from __future__ import annotations

import pytest

from service.media_types import HTML, MARKDOWN
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Either,
    InHtml,
    InMarkdown,
    Item,
    Labels,
    Nest,
    Page,
    Paragraph,
    Row,
    Section,
    Table,
    Tight,
    Value,
    in_html,
    in_markdown,
    joined,
    marked,
    text,
)
from service.pages.render import write

EVIL = "<b>*x*</b>"
EVIL_IN_HTML, EVIL_IN_MARKDOWN = "&lt;b&gt;*x*&lt;/b&gt;", "&lt;b&gt;\\*x\\*&lt;/b&gt;"


TEXTS: list[tuple[Value, str, str]] = [
    (EVIL, EVIL_IN_HTML, EVIL_IN_MARKDOWN),
    (text("<strong>{}</strong>", EVIL), f"<strong>{EVIL_IN_HTML}</strong>", f"**{EVIL_IN_MARKDOWN}**"),
    (text("<code>{}</code>", "a_b`"), "<code>a_b`</code>", "`a_b'`"),
    (text('<a href="{}">{}</a>', "/x", "y"), '<a href="/x">y</a>', "[y](/x)"),
    (text('<a href="{}">x</a>', '"'), '<a href="&#34;">x</a>', '[x](")'),
    (text("<bdi>{}</bdi> <small>{}</small>", "a", 1), "<bdi>a</bdi> <small>1</small>", "a 1"),
    (text("a\vb\fc"), "a\nb c", "a b\nc"),
    (text("a{}", text("<br>{}\v", "b")), "a<br>b\n", "a b"),
    (text("{}", "{}"), "{}", "{}"),
    (text("nobody's"), "nobody's", "nobody's"),
    ("nobody's", "nobody&#39;s", "nobody's"),
    (Either("a", text("<em>{}</em>", "b")), "a", "*b*"),
    (marked("a", "1, Q2"), 'a <sup class="mark">1, Q2</sup>', "a (1, Q2)"),
    (marked("a", ""), "a", "a"),
    (joined(", ", ["a", "b", "c"], " and "), "a, b and c", "a, b and c"),
    (joined(", ", []), "", ""),
]


def test_a_text_is_the_same_in_both() -> None:
    written = [(in_html(shown), in_markdown(shown)) for shown, *_ in TEXTS]
    assert written == [(html, markdown) for _, html, markdown in TEXTS]


BLOCKS: list[tuple[Block, str | None, str | None]] = [
    (Paragraph(text("a\fb"), "notice"), '<p class="notice">a b</p>\n', "> a\n> b\n"),
    (Labels(["a", "b"], "c", "d"), None, "c a · b · d\n"),
    (Bullets(["a", "b"], numbered=True), "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n", "1. a\n2. b\n"),
    (Bullets([Item("a", ["b"])]), None, "- a\n    - b\n"),
    (Bullets([Nest("a", ["b"])]), "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n", "- a\n  - b\n"),
    (Section([Paragraph("a")], "T"), "\n<h2>T</h2>\n<p>a</p>\n", "## T\n\na\n"),
    (Tight([Paragraph("a"), Paragraph("b")]), "<p>a</p>\n<p>b</p>\n", "a\nb\n"),
    (InHtml([Paragraph("a")]), "<p>a</p>\n", None),
    (InMarkdown([Paragraph("a")]), "", "a\n"),
]
COLUMNS = [Column("Who", names_row=True), Column("Points", number=True)]


def test_a_block_has_two_writings() -> None:
    stated = [(block.html(), html) for block, html, _ in BLOCKS if html is not None]
    assert [written for written, _ in stated] == [html for _, html in stated]
    assert [block.markdown() for block, *_ in BLOCKS] == [markdown for *_, markdown in BLOCKS]


def test_a_row_has_a_cell_for_each_column() -> None:
    table = Table(COLUMNS, [Row(["a", 1]), Row(["b", 2], total=True)])
    assert table.markdown() == "| Who | Points |\n|---|---:|\n| a | 1 |\n| **b** | **2** |\n"
    assert '<tr class="total"><th scope="row">b</th><td class="number">2</td></tr>' in table.html()
    assert Table(COLUMNS, [Row(["a", None])]).markdown().endswith("| a | |\n")
    with pytest.raises(ValueError, match="zip"):
        Table(COLUMNS, [Row(["a"])]).html()


def test_blocks_are_apart_in_markdown_and_one_for_html_alone_leaves_no_gap() -> None:
    page = Page(EVIL, [Paragraph("a"), InHtml([Paragraph("b")]), Paragraph("c")], links=False)
    assert write(page, MARKDOWN).decode() == f"# {EVIL_IN_MARKDOWN}\n\na\n\nc\n"
    assert f"<title>{EVIL_IN_HTML}</title>" in write(page, HTML).decode()
    assert f"<h1>{EVIL_IN_HTML}</h1>\n<p>a</p>\n<p>b</p>\n<p>c</p>\n</main>\n</body>" in write(page, HTML).decode()
