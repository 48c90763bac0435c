"""What can be looked up: finding codes, each with an example, types of problem, and the limits of this server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from service.media_types import Json
from service.notations.desk_link import link_to
from service.notations.shorthand import NOTATION
from service.operations.operation import Handler, Lookup, Server, json_or_page, unknown_name
from service.pages.finding_example import finding_example
from service.pages.finding_texts import finding_texts
from service.pages.page import Page
from service.pages.service_pages import all_codes, explanation, finding_page, findings_page, problem_page, problems_page
from service.pages.trick_picture import Example
from service.problems import MAX_ERRORS, TYPES, ProblemType
from service.spades.findings import CODES

Judge: TypeAlias = Callable[[str, Json], Json]
"""What answers the record of an example by an operationId, as pages have the answer, with summaries."""


@cache
def example_of(code: str, judge: Judge) -> Example:
    """Return what the page of a finding shows as its example."""
    lines = finding_texts()[code].example
    (record,) = NOTATION.read(lines).records
    answer = judge("auditGame" if "rounds" in record else "auditRound", record)
    return finding_example(code, lines, record, answer, link_to(record).text if "tricks" in record else "")


def _explanation(code: str) -> Json:
    found = explanation(code)
    if found is None:
        raise unknown_name("finding code", code, CODES, "/v1/findings")
    return found


def _limits(server: Server) -> Json:
    """Return the limits: those of the settings, and those of the contract, which the contract alone states."""
    settings, schemas = server.settings, server.document["components"]["schemas"]
    record, labels = schemas["RoundRecord"]["properties"], schemas["Labels"]
    rates = {"requests": settings.rate_limit, "batches": settings.batch_rate_limit}
    stated = {name: rate._asdict() for name, rate in rates.items() if rate is not None}
    limits: Json = {
        "request": {"bytes": settings.body_bytes, "values": settings.body_values},
        "game": {
            "bytes": settings.game_bytes,
            "values": settings.game_values,
            "rounds": schemas["AuditedGameRequest"]["properties"]["rounds"]["maxItems"],
        },
        "batch": {"bytes": settings.batch_bytes, "lines": settings.batch_lines},
        "record": {
            "players": schemas["Players"]["maxItems"],
            "tricks": record["tricks"]["maxItems"],
            "name_length": schemas["PlayerId"]["maxLength"],
            "labels": labels["maxProperties"],
            "label_name_length": labels["propertyNames"]["maxLength"],
            "label_length": labels["additionalProperties"]["maxLength"],
        },
        "search": {"positions": schemas["PositionBudget"]["maximum"]},
        "errors": MAX_ERRORS,
    }
    return {**limits, "rate": stated} if stated else limits


def _described(kind: ProblemType) -> Json:
    return {"type": kind.path, "title": kind.title, "status": kind.status, "description": kind.description}


def _problem_type(slug: str) -> Json:
    kind = TYPES.get(slug)
    if kind is None:
        raise unknown_name("problem type", slug, TYPES, "/problems")
    codes = [{"code": code, **said._asdict()} for code, said in sorted(kind.codes.items())]
    return {**_described(kind), **({"codes": codes} if codes else {})}


def handlers(judge: Judge) -> Mapping[str, Handler]:
    """Return the handlers; ``judge`` answers the examples of findings."""

    def page(finding: Json) -> Page:
        return finding_page(finding, example_of(finding["code"], judge))

    return {
        "listFindingCodes": Lookup(all_codes, json_or_page(findings_page)),
        "getFindingCode": Lookup(_explanation, json_or_page(page)),
        "getLimits": Lookup(_limits, of_server=True),
        "listProblemTypes": Lookup(
            lambda: {"problem_types": [_described(kind) for kind in TYPES.values()]}, json_or_page(problems_page)
        ),
        "getProblemType": Lookup(_problem_type, json_or_page(problem_page)),
    }
