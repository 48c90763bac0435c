"""The corpus: every request that is kept, each with its name, its operation and what it is for.

The answer to an example is in ``contract/examples`` (``tests.contract.renew_examples``), a digest pins an answer to one
engine version (``tests.contract.answers``), and for the kit an answer becomes a vector (``tests.conformance.samples``).
Bodies are those of ``requests/*.txt`` and the examples of ``openapi.yaml``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.presets.loader import presets
from service.problems import TYPES
from service.spades.findings import CODES
from tests.conformance.vector import LEVEL_OF
from tests.contract.document import OCTETS, OPERATIONS, WITH_BODY, Described
from tests.contract.request_text import Body, requests

Use: TypeAlias = Literal["example", "digest", "kit"]


@dataclass(frozen=True)
class Request:
    """A request: its body, the lines of a batch or their text, or the parameters of its path."""

    name: str
    operation: Described
    sent: Any
    uses: tuple[Use, ...]

    @property
    def path(self) -> str:
        return self.operation.path.format(**(self.sent if self.operation.is_lookup else {}))

    def ask(self, client: FlaskClient, **options: Any) -> TestResponse:
        """Send it."""
        if self.operation.body is not None:
            options["json"] = self.sent
        elif self.operation.lines is not None:
            lines = self.sent if isinstance(self.sent, str) else "\n".join(map(json.dumps, self.sent))
            options |= {"data": lines, "content_type": OCTETS}
        return client.open(self.path, method=self.operation.method.upper(), **options)


def _texts() -> dict[str, Mapping[str, Body]]:
    read = requests()
    rounds = {
        name: body
        for name, body in read["auditRound"].items()
        if not {"claim", "answer"} & set(body) and name != "play that was stopped"
    }
    rows, games = (
        {name: body for name, body in read[operation].items() if "answer" not in body}
        for operation in ("scoreRound", "auditGame")
    )
    kinds = {"record": rounds, "row": rows, "game": games}
    # Every fourth is enough: among more, mutants would hardly ever change the rare members of the others.
    records = {
        f"{kind}, {name}": {"notation": "shorthand", "record": bodies[name]}
        for kind, bodies in kinds.items()
        for name in [*bodies][::4]
    }
    return {**read, "writeRecord": {**records, **read["writeRecord"]}}


BODIES = _texts()


def examples(operation: Described) -> Iterator[Request]:
    """Yield the examples of an operation: of its body or of its path, or else the one request there is."""
    if (content := operation.body or operation.lines) is not None:
        for name, each in content.get("examples", {}).items():
            kept: tuple[Use, ...] = ("digest", "kit") if operation.body is not None else ()
            yield Request(
                f"example {name}", operation, each["value"], ("example", *_kept(operation, each["value"], kept))
            )
    else:
        named = operation.path_parameters
        for name in named[0]["examples"] if named else ("any",):
            values = {each["name"]: each["examples"][name]["value"] for each in named}
            yield Request(f"example {name}", operation, values, ("example",))


def _kept(operation: Described, sent: Any, uses: tuple[Use, ...]) -> tuple[Use, ...]:
    """Return what a request is for; no rule decides where a search comes to the end of its budget, nor a form."""
    is_ruled = operation.name in LEVEL_OF and not {"budget", "answer"} & set(sent)
    return tuple(use for use in uses if use != "kit" or is_ruled)


def _corpus() -> Iterator[Request]:
    described = {each.name: each for each in OPERATIONS}
    for name, bodies in BODIES.items():
        operation = described[name]
        for title, body in bodies.items():
            yield Request(title, operation, body, _kept(operation, body, ("digest", "kit")))
        yield from examples(operation)
    for operation in OPERATIONS:
        if operation.lines is not None:
            yield from examples(operation)
            first, *_, last = bodies_of(operation.name.removesuffix("Batch")).values()
            yield Request("a bad line fails no other", operation, [first, {**first, "players": []}, last], ("kit",))
        elif operation.is_lookup:
            yield from examples(operation)
            values = _LOOKED_UP.get(operation.name, ("",))
            kept = _kept(
                operation, {}, ("kit",) if operation.name != "getRuleset" else ()
            )  # the kit states presets by hand
            for value in values:
                yield Request(value, operation, {each["name"]: value for each in operation.path_parameters}, kept)


_LOOKED_UP = {
    **dict.fromkeys(("getRuleset", "getRulebook"), tuple(presets())),
    "getFindingCode": tuple(CODES),
    "getProblemType": tuple(TYPES),
}


def bodies_of(operation: str) -> dict[str, Body]:
    """Return the bodies of requests to an operation: of the texts, and the examples of the contract."""
    (described,) = (each for each in WITH_BODY if each.name == operation)
    return {**BODIES[operation], **{each.name: each.sent for each in examples(described)}}


CORPUS = tuple(_corpus())


def kept_for(use: Use) -> tuple[Request, ...]:
    """Return the requests for one use."""
    return tuple(each for each in CORPUS if use in each.uses)
