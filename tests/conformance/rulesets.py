"""The presets with the value of every parameter, by hand from their documents."""

from __future__ import annotations

from collections.abc import Iterator

from service.presets.loader import presets
from service.spades.rules.ruleset import NAMES, Parameters, nested, plain, value_of
from tests.conformance.vector import Vector
from tests.presets.test_presets import DIFFERENCES


def preset_values() -> Iterator[Vector]:
    """Yield each preset with the value of every parameter, by the table of what differs from the defaults."""
    defaults = Parameters()
    for name, differences in DIFFERENCES.items():
        values = {each: differences.get(each, plain(value_of(defaults, each))) for each in NAMES}
        yield Vector(
            name=f"rulesets/{name}",
            operation="getRuleset",
            request={"name": name},
            answer={"name": name, "parameters": nested(values)},
            evidence="published",
            source=f"{presets()[name].source.title}; the preset says where each value stands",
        )
