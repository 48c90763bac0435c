"""The content of the page of a ruleset: each parameter with its value and what that rests on, and its options."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from service.json_types import Json
from service.spades.rules.rulebook import SECTION_TITLES


def ruleset_content(detail: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    ``detail`` is a preset in full (the contract's ``RulesetDetail``).
    """
    return {
        **detail,
        "options": [{**each, "parameters": _parameters(each, each["basis"])} for each in detail["options"]],
        "sections": [
            {
                "title": title,
                "parameters": _parameters(detail, [name for name in detail["basis"] if name.startswith(f"{group}.")]),
            }
            for group, title in SECTION_TITLES.items()
        ],
    }


def _parameters(holder: Json, names: Iterable[str]) -> Json:
    """Return the parameters of these dotted names in a preset or an option, each with its value as text."""
    found = []
    for name in names:
        group, key = name.split(".")
        value = holder["parameters"][group][key]
        text = value if isinstance(value, str) else json.dumps(value)
        found.append({"name": name, "value": text, **holder["basis"][name]})
    return found
