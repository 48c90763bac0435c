"""The command on the page that shows how to call an operation: the body in it is the example, laid out to be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.pages.call_command import call_command

TEXT = st.text(max_size=12)
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXT, inner, max_size=6),
    max_leaves=40,
)


def command(example: Any, *, needs_key: bool = False) -> list[str]:
    call = {"path": "/v1/x", "media_type": "application/json", "example": example}
    return call_command(call, "http://127.0.0.1:8000", needs_key=needs_key).lines


def test_the_command_is_one_for_a_shell() -> None:
    assert command({"ruleset": "pagat"}) == [
        "curl -s http://127.0.0.1:8000/v1/x \\",
        "  -H 'Content-Type: application/json' \\",
        "  --data-binary @- <<'END'",
        '{"ruleset": "pagat"}',
        "END",
    ]
    assert command({}, needs_key=True)[1] == "  -H 'Authorization: Bearer YOUR-KEY' \\"


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(TEXT, JSON_VALUES, max_size=6))
def test_the_body_is_the_example_however_it_is_laid_out(example: Any) -> None:
    lines = command(example)
    assert json.loads("\n".join(lines[3:-1])) == example
    assert "END" not in lines[3:-1]


def test_a_long_body_has_a_line_for_each_member_and_item() -> None:
    example = {"players": ["ana", "ben"], "bids": [{"player": name, "tricks": 3} for name in ("ana", "ben", "cy")]}
    assert command(example)[3:-1] == [
        "{",
        '  "players": ["ana", "ben"],',
        '  "bids": [',
        '    {"player": "ana", "tricks": 3},',
        '    {"player": "ben", "tricks": 3},',
        '    {"player": "cy", "tricks": 3}',
        "  ]",
        "}",
    ]


@pytest.mark.parametrize("text", ['{"a": 1}\n{"b": 2}\n', '{"a": 1}\n{"b": 2}'])
def test_a_batch_is_its_lines(text: str) -> None:
    assert command(text)[3:-1] == ['{"a": 1}', '{"b": 2}']
