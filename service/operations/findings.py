"""What the codes of findings mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import JSON_WRITER, Handler, Lookup, Writers, missing
from service.pages import render
from service.pages.finding_page import explained, listed
from service.spades.english import quoted


def _show(code: str) -> Json:
    explanation = explained(code)
    if explanation is None:
        raise missing(f"finding code {quoted(code)}")
    return explanation


def _with_pages(page: Callable[[Mapping[str, Any], str], bytes]) -> Writers:
    """Return the writers of an answer that is JSON by default and has a page for people, too."""
    return {**JSON_WRITER, MARKDOWN: lambda value: page(value, MARKDOWN), HTML: lambda value: page(value, HTML)}


HANDLERS: Mapping[str, Handler] = {
    "listFindingCodes": Lookup(listed, _with_pages(render.findings)),
    "getFindingCode": Lookup(_show, _with_pages(render.finding)),
}
