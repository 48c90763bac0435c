"""The samples of the contract as vectors: what the service decides about them, and the rules that this rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from service.operations.runner import HANDLERS
from tests.conformance.decided import decided
from tests.conformance.vector import LEFT_OUT, Vector
from tests.contract.bodies import BODIES, bodies_of
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json

RULES = Path(__file__).parent.parent.parent / "docs" / "reference" / "rules.md"
_SECTIONS = {
    "scoreRound": "The order of scoring",
    "auditRound": "What is asked",
    "compareRound": "What is asked",
    "checkBids": "Bids",
    "estimateBid": "",
    "listLegalPlays": "E. Play",
    "judgeTrick": "E. Play",
    "judgeClaim": "Claims",
    "scoreGame": "A game",
    "auditGame": "A game",
    "resolveRuleset": "The codes",
    "compareRulesets": "The codes",
    "makeLeagueTable": "",
}
"""The section of docs/reference/rules.md that a sample rests on besides the rules that its findings name."""


def samples() -> Iterator[Vector]:
    """Yield the samples of every operation that the rules decide, and the examples of the contract."""
    for operation in BODIES:
        if operation in LEFT_OUT:
            continue
        for name, body in bodies_of(operation).items():
            status, content = answer(operation, body)
            if status == 200 and not _is_cut_short(operation, content):
                yield Vector(
                    name=f"{operation}/{_slug(name)}",
                    operation=operation,
                    request=body,
                    answer=decided(operation, content),
                    evidence="service",
                    source=_source(operation, name, content),
                )


def _is_cut_short(operation: str, content: Json) -> bool:
    """Tell whether a search has come to the end of its budget: where that is, no rule decides."""
    questions = (content.get(name, {}) for name in ("certain", "by_statement", "best_play"))
    return operation == "judgeClaim" and "undecided" in {each.get("result") for each in questions}


def batches() -> Iterator[Vector]:
    """Yield a batch of each kind: two requests of the contract, and one that is refused between them."""
    for operation in HANDLERS:
        if operation.endswith("Batch"):
            single = operation.removesuffix("Batch")
            first, *_, last = bodies_of(single).values()
            lines = [first, {**first, "players": []}, last]
            answered = [_answered(single, number, line) for number, line in enumerate(lines, 1)]
            yield Vector(
                name=f"{operation}/a-bad-line-fails-no-other",
                operation=operation,
                request=lines,
                answer=decided(operation, answered),
                evidence="service",
                source=f"openapi.yaml, {operation}; each line is answered as {single} answers it",
            )


def _answered(operation: str, number: int, body: Json) -> Json:
    status, content = answer(operation, body)
    return {"line": number, "status": status, ("result" if status == 200 else "problem"): content}


def cited(parameters: Iterable[str]) -> str:
    """Return where docs/reference/rules.md and the parameters state these rules."""
    return "; ".join(
        f"parameter {name} (docs/reference/rules.md, {codes})" if (codes := _codes().get(name)) else f"parameter {name}"
        for name in sorted(set(parameters))
    )


def _source(operation: str, name: str, content: Json) -> str:
    kind = f"openapi.yaml, {operation}, " if name.startswith("example ") else "sample of the contract: "
    rules = [f"docs/reference/rules.md, {_SECTIONS[operation]}"] if _SECTIONS[operation] else []
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
        for name in re.findall(r"`([a-z_]+\.[a-z_]+)`", names):
            found.setdefault(name, codes)
    return found


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
