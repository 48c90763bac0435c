"""What the reference makes of the contract: its prose, and the types of its members in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest

from service.pages.contract_members import type_of
from service.pages.prose import in_blocks, in_words
from tests.contract.document import DOCUMENT

SCHEMAS: dict[str, Any] = {
    "Bid": {"type": "object", "properties": {}},
    "Bids": {"type": "array", "items": {"$ref": "#/components/schemas/Bid"}},
    "Suit": {"type": "string", "enum": ["C", "S"]},
    "Won": {"type": "object", "additionalProperties": {"type": "integer"}},
}


def in_line(sentence: str) -> str:
    return in_words(sentence, escape, lambda code: f"<code>{escape(code)}</code>", {"POST /v1/x": "#x"})


def reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


TYPES: list[tuple[Any, str]] = [
    ({"type": "integer", "minimum": 0, "maximum": 2000}, "integer, 0 to 2,000"),
    ({"type": "integer", "minimum": 1}, "integer, at least 1"),
    ({"type": "string", "minLength": 1, "maxLength": 64}, "string, 1 to 64 characters"),
    ({"type": "string", "minLength": 2, "maxLength": 2}, "string, 2 characters"),
    ({"type": "array", "items": reference("Bid"), "maxItems": 1}, "list of Bid, at most 1 item"),
    (
        {"type": "array", "items": {"type": "integer", "maximum": 9}, "uniqueItems": True},
        "list of integer (at most 9), no two alike",
    ),
    ({"type": "object", "additionalProperties": reference("Bid")}, "object of Bid by name"),
    ({"type": ["string", "object"]}, "string or object"),
    ({"enum": ["C", "D"]}, "one of C D"),
    ({"enum": ["none"]}, "always none"),
    ({"const": True}, "always true"),
    ({"oneOf": [reference("Bid"), reference("Suit")]}, "Bid or Suit (string)"),
    (reference("Bid"), "Bid"),
    (reference("Bids"), "Bids (list of Bid)"),
    (reference("Won"), "Won (object of integer by name)"),
]


@pytest.mark.parametrize(("schema", "words"), TYPES, ids=[words for _, words in TYPES])
def test_a_type_in_words(schema: Any, words: str) -> None:
    assert re.sub(r"`|\[(.*?)\]\(.*?\)", r"\1", type_of(schema, SCHEMAS)) == words


def test_a_component_is_a_link() -> None:
    assert in_line(type_of(reference("Bid"), SCHEMAS)) == '<a href="#Bid">Bid</a>'


def test_code_strong_words_and_what_only_looks_like_markup() -> None:
    shown = in_line("**Send** `a < b`, or `POST /v1/x` & 2 * 3.")
    assert shown == (
        '<strong>Send</strong> <code>a &lt; b</code>, or <a href="#x"><code>POST /v1/x</code></a> &amp; 2 * 3.'
    )


def test_paragraphs_and_tables() -> None:
    html = in_blocks("One\nline.\n\n| a | b |\n|---|---|\n| `x` | |\n\nTwo.\n", in_line)
    assert html.startswith("<p>One line.</p>\n<table>")
    assert '<th scope="row"><code>x</code></th><td></td>' in html
    assert html.endswith("<p>Two.</p>\n")


def descriptions(value: Any) -> Iterator[str]:
    """Yield every description of the contract."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "description" and isinstance(inner, str):
                yield inner
            elif name not in {"example", "examples", "value"}:
                yield from descriptions(inner)
    elif isinstance(value, list):
        for item in value:
            yield from descriptions(item)


def test_the_contract_has_only_the_markdown_that_is_read() -> None:
    unread = r"(?m)^\s*(?:[-*+#>]|\d+\.) |^ {4}|```|~~|\]\(|!\[|(?<![*\w])\*(?![*\s])|(?<!\w)_\w|<\w+>"
    for description in descriptions(DOCUMENT):
        prose = re.sub(r"`[^`]+`|\*\*[^*]+\*\*", "", description)
        assert re.findall(unread, prose) == [], description
        assert prose.count("`") == 0, description
