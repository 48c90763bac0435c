"""The content of the page with the rules of a ruleset in plain words."""

from __future__ import annotations

from typing import Any

from service.json_types import Json


def rulebook_content(rulebook: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use: every rule that applies.

    ``rulebook`` is the contract's ``Rulebook``, which has the others, too.
    """
    sections = [{**each, "rules": [rule for rule in each["rules"] if rule["applies"]]} for each in rulebook["sections"]]
    return {
        **rulebook,
        "sections": [{**each, "id": _anchor(each["title"])} for each in sections if each["rules"]],
        "left_out": _size(rulebook["sections"]) - _size(sections),
    }


def _size(sections: Json) -> int:
    return sum(len(each["rules"]) for each in sections)


def _anchor(title: str) -> str:
    """Return the anchor that renderers of Markdown give to a heading."""
    return title.lower().replace(" ", "-")
