"""The presets with every parameter, the rules that apply in each, and the codes of findings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from flask.testing import FlaskClient

from service import create_app
from service.presets.loader import presets
from service.spades.findings import CODES
from service.spades.rules.ruleset import NAMES, Parameters, plain, value_of
from tests.conformance.decided import decided
from tests.conformance.samples import cited
from tests.conformance.vector import Vector
from tests.presets.test_presets import DIFFERENCES
from tests.spades.builders.cards import Json


def preset_values() -> Iterator[Vector]:
    """Yield each preset with the value of every parameter, by the table of what differs from the defaults."""
    defaults = Parameters()
    for name, differences in DIFFERENCES.items():
        parameters: Json = {}
        for parameter in NAMES:
            group, key = parameter.split(".")
            parameters.setdefault(group, {})[key] = differences.get(parameter, plain(value_of(defaults, parameter)))
        yield Vector(
            name=f"rulesets/{name}",
            operation="getRuleset",
            request={"name": name},
            answer={"name": name, "parameters": parameters},
            evidence="published",
            source=f"{presets()[name].source}; the preset says where each value stands",
        )


def lookups() -> Iterator[Vector]:
    """Yield the list of presets, the rules that apply in each, and the codes of findings, as the service has them."""
    yield _looked_up("rulesets/list", "listRulesets", "/v1/rulesets", {}, "the table of the presets")
    for name, preset in presets().items():
        path = f"/v1/rulesets/{name}/rulebook"
        yield _looked_up(f"rulesets/rulebook-{name}", "getRulebook", path, {"name": name}, preset.source)
    yield _looked_up("findings/list", "listFindingCodes", "/v1/findings", {}, "docs/reference/rules.md, Severity")
    for code, each in CODES.items():
        rules = [name for name in (each.parameter, each.made_costly_by) if name]
        source = cited(rules) if rules else f"docs/reference/rules.md, The codes: {each.law}"
        yield _looked_up(f"findings/code-{code}", "getFindingCode", f"/v1/findings/{code}", {"code": code}, source)


def _looked_up(name: str, operation: str, path: str, request: Json, source: str) -> Vector:
    content: Any = _client().get(path, headers={"Accept": "application/json"}).json
    return Vector(name, operation, request, decided(operation, content), "service", source)


@cache
def _client() -> FlaskClient:
    return create_app().test_client()
