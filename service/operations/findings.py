"""What the codes of findings mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from service.operations.operation import AS_JSON, Lookup, Writers, missing
from service.pages.finding_page import explained, listed
from service.pages.render import HTML, MARKDOWN, finding, findings
from service.spades.english import quoted

Page: TypeAlias = Callable[[Mapping[str, Any], str], bytes]


def _show(code: str) -> object:
    found = explained(code)
    if found is None:
        raise missing(f"finding code {quoted(code)}")
    return found


def _on(page: Page) -> Writers:
    """Return the writers of what has a page for people too."""
    return {**AS_JSON, MARKDOWN: lambda shown: page(shown, MARKDOWN), HTML: lambda shown: page(shown, HTML)}


LOOKUPS: Mapping[str, Lookup] = {
    "listFindingCodes": Lookup(listed, _on(findings)),
    "getFindingCode": Lookup(_show, _on(finding)),
}
