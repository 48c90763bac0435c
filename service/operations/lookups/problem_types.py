"""The types of problem: a list of all, and the explanation that the ``type`` of a problem leads to."""

from __future__ import annotations

from collections.abc import Mapping

from service.json_types import Json
from service.operations.operation import Handler, Lookup, json_or_page, unknown_name
from service.pages.service_pages import problem_page, problems_page
from service.problems import TYPES, ProblemType


def _described(kind: ProblemType) -> Json:
    return {"type": kind.path, "title": kind.title, "status": kind.status, "description": kind.description}


def _list() -> Json:
    return {"problem_types": [_described(kind) for kind in TYPES.values()]}


def _show(slug: str) -> Json:
    kind = TYPES.get(slug)
    if kind is None:
        raise unknown_name("problem type", slug, TYPES, "/problems")
    return _described(kind)


HANDLERS: Mapping[str, Handler] = {
    "listProblemTypes": Lookup(_list, json_or_page(problems_page)),
    "getProblemType": Lookup(_show, json_or_page(problem_page)),
}
