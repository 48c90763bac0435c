"""The content of the page that shows how to call an operation: a command for a terminal with an example body."""

from __future__ import annotations

import json
from typing import Any

from service.json_types import Json

_WIDTH = 76
_END = "END"


def call_content(problem: Json, call: Json, address: str, *, needs_key: bool) -> dict[str, Any]:
    """Return the content of the page, by the names that its template uses.

    ``problem`` is why the page is shown; ``call`` has the ``summary`` and the ``path`` of an operation, and the
    ``media_type`` and an ``example`` of its body: a JSON value, or the text of a batch. ``address`` is that of the
    service, such as ``http://127.0.0.1:8000``, of harmless characters only.
    """
    example = call["example"]
    body = example.rstrip("\n") if isinstance(example, str) else _spread(example)
    key = ["  -H 'Authorization: Bearer YOUR-KEY' \\"] if needs_key else []
    return {
        "problem": problem,
        "summary": call["summary"],
        "needs_key": needs_key,
        "command": [
            f"curl -s {address}{call['path']} \\",
            *key,
            f"  -H 'Content-Type: {call['media_type']}' \\",
            f"  --data-binary @- <<'{_END}'",
            *body.split("\n"),
            _END,
        ],
    }


def _spread(value: Json, indent: str = "") -> str:
    """Return JSON with a line for each member and item of what holds others and does not fit on one line."""
    compact = json.dumps(value, ensure_ascii=False)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if len(indent) + len(compact) <= _WIDTH or not any(isinstance(each, dict | list) for each in inside):
        return compact
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{json.dumps(name, ensure_ascii=False)}: {_spread(each, inner)}" for name, each in value.items()]
    else:
        lines = [_spread(each, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"
