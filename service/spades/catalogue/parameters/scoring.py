"""The parameters of the score of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.parameter import ELSE, Circumstance, Group, Means, Word, parameter


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Points for contracts, overtricks and bags."""

    trick_points: int = parameter(
        default=10,
        means={
            ELSE: Means(
                "A contract that is made {scoring.trick_points:scores} for each trick "
                "bid{made_apart}{unbid_tricks}.{beside_nil}",
            )
        },
        least=0,
        most=1000,
        contract="Points for each trick of a contract.",
        page="The points for each trick of the contract.",
        code="F1",
        rule="points for each trick bid",
    )
    overtrick_points: int = parameter(
        default=1,
        means={
            ELSE: Means(
                "Each overtrick of a contract that is made "
                "{scoring.overtrick_points:scores}{unless_blind}.{beside_nil}",
            )
        },
        least=-1000,
        most=1000,
        contract="Points for each overtrick.",
        page="The points for each trick beyond the contract.",
        code="F2",
        rule="points for each overtrick, perhaps 0 or fewer",
    )
    set: Literal["minus_bid", "zero", "minus_undertricks"] = parameter(
        default="minus_bid",
        means={
            "minus_bid": Means(
                "A contract that is set {scoring.trick_points:loses} for each trick bid{set_apart}.{beside_nil}",
                "The points for each trick that it bid.",
            ),
            "zero": Means("A contract that is set scores nothing{special_apart}.{beside_nil}", "Nothing. It scores 0."),
            "minus_undertricks": Means(
                "A contract that is set {scoring.trick_points:loses} for each trick it falls "
                "short{special_apart}.{beside_nil}",
                "The points for each trick that it fell short.",
            ),
        },
        contract="What a set contract costs: the tricks bid, nothing, or the tricks that are missing.",
        page="What a side loses if it is set.",
        code="F3",
        rule="a contract that is set loses its bid, or scores nothing, or loses its missing tricks",
    )
    bag_limit: int = parameter(
        default=10,
        means={
            0: Means("Bags are not counted, so there is no bag penalty.", "Bags are not counted."),
            ELSE: Means(
                "Each overtrick is a bag, and each time a side's bags reach {scoring.bag_limit}, it "
                "{scoring.bag_penalty:scores}.",
                "That many.",
            ),
        },
        least=0,
        most=100,
        contract="The number of bags that brings a penalty; 0 means that bags are not counted.",
        page="How many bags incur the bag penalty.",
        code="F4, F5",
        rule="the bags at which the penalty is due; at 0 bags are not counted",
    )
    bag_penalty: int = parameter(
        default=-100,
        means={ELSE: Means("Reaching {scoring.bag_limit:#bag} {scoring.bag_penalty:scores}.")},
        least=-10000,
        most=10000,
        contract="Points each time the limit is reached.",
        page="The points for the bag penalty.",
        code="F6",
        rule="the points of the penalty",
        no_effect_if=("no_bags",),
    )
    bag_carry: Literal["remainder", "reset"] = parameter(
        default="remainder",
        means={
            "remainder": Means(
                "The bag penalty takes {scoring.bag_limit:#bag} off the count, and the rest carry over; if "
                "{scoring.bag_limit} or more are left, it is due again.",
                "The bags beyond the limit are carried over. If they reach the limit again, the penalty is due again.",
            ),
            "reset": Means(
                "The bag penalty clears all the side's bags, and the count starts again from 0.",
                "The count starts again from 0.",
            ),
        },
        contract="Whether bags beyond the limit are carried over, or the count starts again at 0.",
        page="How many bags are left after the bag penalty.",
        code="F7",
        rule="whether the bags beyond the limit are carried on",
        no_effect_if=("no_bags",),
    )
    bag_points_cancelled: bool = parameter(
        default=False,
        means={
            False: Means(
                "When the bag penalty falls due, the side keeps the points that its bags have earned.",
                "It does not: the side keeps them.",
            ),
            True: Means(
                "The bag penalty also takes back the points of the {scoring.bag_limit:#bag}, which "
                "{bags_taken_back:scores}.",
                "It does.",
            ),
        },
        contract="Whether the points that those bags earned are cancelled too.",
        page="Whether the bag penalty also takes the points that the bags had earned.",
        code="F8",
        rule="whether the points that those bags earned are lost too",
        no_effect_if=("no_bags",),
    )


_CIRCUMSTANCES_OF_SCORING: Final[Mapping[str, Circumstance[ScoringRules]]] = MappingProxyType(
    {
        "set_for_nothing": Circumstance(
            lambda rules: rules.set == "zero", "A contract that is set scores nothing, blind or not"
        ),
        "set_by_missing_tricks": Circumstance(
            lambda rules: rules.set == "minus_undertricks",
            "A contract that is set is scored by the tricks it falls short, blind or not",
            "",
        ),
        "no_bags": Circumstance(lambda rules: not rules.bag_limit, "Bags are not counted", "there is no bag penalty"),
    }
)
_WORDS_OF_SCORING: Final[Mapping[str, Word[ScoringRules]]] = MappingProxyType(
    {
        "bags_taken_back": lambda rules: -rules.bag_limit * rules.overtrick_points,
    }
)

SCORING: Final = Group(
    "scoring",
    ScoringRules,
    title="Scoring",
    component="ScoringParameters",
    contract="Points for contracts, overtricks and bags.",
    circumstances=_CIRCUMSTANCES_OF_SCORING,
    words=_WORDS_OF_SCORING,
)
