"""The requests of the corpus as vectors: what the service decides about them, and the rules that this rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from service import create_app
from service.presets.loader import presets
from service.spades.findings import CODES
from service.spades.rules.ruleset import NAMES
from tests.conformance.decided import decided
from tests.conformance.vector import Vector
from tests.contract.corpus import Request, kept_for
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json

RULES = Path(__file__).parent.parent.parent / "docs" / "reference" / "rules.md"
_RULEBOOKS = 12
"""Of how many rulebooks one is a vector: they name the same parameters."""
_SECTIONS = {
    "scoreRound": "The order of scoring",
    **dict.fromkeys(("auditRound", "compareRound"), "What is asked"),
    "checkBids": "Bids",
    **dict.fromkeys(("listLegalPlays", "judgeTrick", "nextInRound"), "E. Play"),
    "judgeClaim": "Claims",
    **dict.fromkeys(("scoreGame", "auditGame"), "A game"),
    **dict.fromkeys(("resolveRuleset", "compareRulesets"), "The codes"),
}
"""The section of docs/reference/rules.md that a sample rests on besides the rules that its findings name."""


def samples() -> Iterator[Vector]:
    """Yield the requests of the kit: those with a body, then the batches, then the lookups."""
    kept = kept_for("kit")
    client = create_app().test_client()
    for request in kept:
        operation = request.operation.name
        if request.operation.body is not None:
            _, content = answer(operation, request.sent)
            name = f"{operation}/{_slug(request.name)}"
            yield _vector(name, request, content, _source(operation, request.name, content))
    for request in kept:
        if request.operation.lines is not None:
            operation = request.operation.name
            single = operation.removesuffix("Batch")
            lines = [_line(number, *answer(single, line)) for number, line in enumerate(request.sent, 1)]
            source = f"openapi.yaml, {operation}; each line is answered as {single} answers it"
            yield _vector(f"{operation}/{_slug(request.name)}", request, lines, source)
    lookups = [each for each in kept if each.operation.is_lookup]
    rulebooks = [each for each in lookups if each.operation.name == "getRulebook"]
    for request in lookups:
        if request not in rulebooks or request in rulebooks[::_RULEBOOKS]:
            shown = request.ask(client, headers={"Accept": "application/json"}).json
            name, source = _looked_up(request.operation.name, next(iter(request.sent.values()), ""))
            yield _vector(name, request, shown, source)


def _vector(name: str, request: Request, content: Any, source: str) -> Vector:
    operation = request.operation.name
    return Vector(name, operation, request.sent, decided(operation, content), "service", source)


def _line(number: int, status: int, content: Json) -> Json:
    return {"line": number, "status": status, ("result" if status == 200 else "problem"): content}


def _looked_up(operation: str, value: str) -> tuple[str, str]:
    """Return the name of the vector of a lookup, and its source."""
    if operation == "listRulesets":
        return "rulesets/list", "the table of the presets"
    if operation == "getRulebook":
        return f"rulesets/rulebook-{value}", presets()[value].source.title
    if operation == "listFindingCodes":
        return "findings/list", "docs/reference/rules.md, Severity"
    entry = CODES[value]
    cost = f"penalties.{entry.penalty}.remedy" if entry.penalty else None
    rules = [name for name in (entry.parameter, cost) if name]
    return f"findings/code-{value}", cited(rules) if rules else f"docs/reference/rules.md, The codes: {entry.law}"


def cited(parameters: Iterable[str]) -> str:
    """Return where docs/reference/rules.md and the parameters state these rules."""
    return "; ".join(
        f"parameter {name} (docs/reference/rules.md, {codes})" if (codes := _codes().get(name)) else f"parameter {name}"
        for name in sorted(set(parameters))
    )


def _source(operation: str, name: str, content: Json) -> str:
    kind = f"openapi.yaml, {operation}, " if name.startswith("example ") else "sample of the contract: "
    rules = [f"docs/reference/rules.md, {_SECTIONS[operation]}"] if operation in _SECTIONS else []
    parameters = cited(_parameters(content))
    return "; ".join([kind + name, *rules, *([parameters] if parameters else [])])


def _parameters(value: Any) -> Iterator[str]:
    """Yield the parameters that the findings and penalties of an answer rest on."""
    if isinstance(value, list):
        for each in value:
            yield from _parameters(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name == "rule" and "parameter" in each:
                yield each["parameter"]
            elif name in {"findings", "undecided", "penalties", "further_rules", "rounds"}:
                yield from _parameters(each)


@cache
def _codes() -> dict[str, str]:
    """Return the codes of docs/reference/rules.md by parameter."""
    found: dict[str, str] = {}
    rows = re.findall(r"^\| ([A-H][0-9, A-H]*) \| (.*?) \|", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    for codes, names in rows:
        for name in re.findall(r"`([a-z_]+(?:\.[a-z_*]+)*)`", names):
            pattern = re.compile(re.escape(name).replace(r"\*", "[a-z_]+"))
            for each in filter(pattern.fullmatch, NAMES):
                found.setdefault(each, codes)
    return found


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
