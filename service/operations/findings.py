"""The finding codes: a list of all, and an explanation of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import JSON_WRITER, Handler, Lookup, Writers, missing
from service.pages.finding_page import all_codes, explanation
from service.pages.render import PageName, render
from service.spades.english import quoted


def _explanation(code: str) -> Json:
    found = explanation(code)
    if found is None:
        raise missing(f"finding code {quoted(code)}")
    return found


def _writers(page: PageName) -> Writers:
    """Return the writers of an answer that is JSON by default and has a page as well."""
    return {**JSON_WRITER, **{each: partial(render, page, media_type=each) for each in (MARKDOWN, HTML)}}


HANDLERS: Mapping[str, Handler] = {
    "listFindingCodes": Lookup(all_codes, _writers("findings")),
    "getFindingCode": Lookup(_explanation, _writers("finding")),
}
