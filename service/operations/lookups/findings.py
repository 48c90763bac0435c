"""The finding codes: a list of all, and an explanation of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from service.json_types import Json
from service.operations.operation import Handler, Lookup, json_or_page, unknown_name
from service.pages.finding_page import all_codes, codes_by_part, explanation
from service.pages.render import Filled
from service.spades.catalogue.finding_codes import CODES


def _explanation(code: str) -> Json:
    found = explanation(code)
    if found is None:
        raise unknown_name("finding code", code, CODES, "/v1/findings")
    return found


def _list_page(listing: Json) -> Filled:
    return Filled("findings", codes_by_part(listing))


HANDLERS: Mapping[str, Handler] = {
    "listFindingCodes": Lookup(all_codes, json_or_page(_list_page)),
    "getFindingCode": Lookup(_explanation, json_or_page(partial(Filled, "finding"))),
}
