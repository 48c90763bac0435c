"""Estimates of a hand: the request, and the answer.

What need not be whole is a fraction of two integers, because answers have no floats: nothing is rounded on the way, and
the canonical form is the same on any machine. Chances are numbers of deals out of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from marshmallow import fields

from service.json_types import Json
from service.spades.estimates.held_hand import Count, HeldHand, read_held_hand
from service.spades.estimates.play_out import POLICY
from service.spades.estimates.simulation import Simulation
from service.spades.rules.ruleset import Ruleset
from service.wire.ruling_id import ruling_id, seed_in
from service.wire.schemas.answers import LabelledAnswerSchema
from service.wire.schemas.requests import RequestSchema
from service.wire.values import present
from service.wire.writer import Writer

_OPERATION = "estimateBid"


class EstimateRequestSchema(RequestSchema):
    """A hand whose tricks are to be estimated."""

    @staticmethod
    def read(ruleset: Ruleset, body: Mapping[str, Json]) -> HeldHand:
        """Return the hand. A seed that the request does not give is that of the answer's id."""
        held = read_held_hand(ruleset, body)
        if held.seed is not None:
            return held
        return held._replace(seed=seed_in(ruling_id(_OPERATION, ruleset.digest, body)))


class EstimateAnswerSchema(LabelledAnswerSchema):
    """What a hand may be worth before the play."""

    counts = fields.Function(lambda answer: [_count_json(answer.writer, each) for each in answer.result.counts])
    simulation = fields.Function(lambda answer: _simulation_json(answer.result.simulation))


def _count_json(writer: Writer, count: Count) -> Json:
    """Return the tricks of a hand by a method."""
    return {
        "method": count.method,
        "source": count.source,
        "lines": [
            {
                "cards": list(map(writer.style.card, line.cards)),
                "tricks": _fraction_json(line.tricks),
                "why": writer.sentence(line.why),
            }
            for line in count.lines
        ],
        "total": _fraction_json(count.total),
    }


def _simulation_json(simulation: Simulation) -> Json:
    """Return what became of a hand in the deals that were played out."""
    numbers = range(len(simulation.tricks))
    made = simulation.nils_made
    return present(
        {
            "policy": POLICY,
            "deals": simulation.deals,
            "seed": simulation.seed,
            "mean": _fraction_json(simulation.mean),
            "standard_error": _fraction_json(simulation.standard_error),
            "tricks": {str(number): simulation.tricks[number] for number in numbers},
            "at_least": {str(number): simulation.at_least(number) for number in numbers[1:]},
            "nil": None if made is None else {"made": made, "failed": simulation.deals - made},
        }
    )


def _fraction_json(fraction: Fraction) -> Json:
    """Return a fraction in its lowest terms."""
    return {"numerator": fraction.numerator, "denominator": fraction.denominator}
