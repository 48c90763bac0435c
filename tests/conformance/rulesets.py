"""The presets with the value of every parameter, by hand from their documents."""

from __future__ import annotations

from collections.abc import Iterator

from service.presets.loader import presets
from service.spades.rules.ruleset import NAMES, Parameters, plain, value_of
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
