"""The finding codes: a list of all, and an explanation of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import JSON_WRITER, Handler, Lookup, Writers, missing
from service.pages.finding_page import all_codes, codes_by_part, explanation
from service.pages.render import PageName, render
from service.spades.english import quoted


def _explanation(code: str) -> Json:
    found = explanation(code)
    if found is None:
        raise missing(f"finding code {quoted(code)}")
    return found


def _writers(page: PageName, content: Callable[[Json], Mapping[str, Any]]) -> Writers:
    """Return the writers of an answer that is JSON by default and has a page as well, with this content."""

    def written(answer: Json, media_type: str) -> bytes:
        return render(page, content(answer), media_type)

    return {**JSON_WRITER, **{each: partial(written, media_type=each) for each in (MARKDOWN, HTML)}}


HANDLERS: Mapping[str, Handler] = {
    "listFindingCodes": Lookup(all_codes, _writers("findings", codes_by_part)),
    "getFindingCode": Lookup(_explanation, _writers("finding", dict)),
}
