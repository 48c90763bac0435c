"""The parameters of nil."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import ELSE, Circumstance, Conflict, Group, Means, Word, parameter
from service.spades.english import side_behind


@dataclass(frozen=True, slots=True)
class NilRules:
    """What a nil is worth, and what the tricks of a failed nil bidder count for."""

    made: int = parameter(
        default=100,
        means={ELSE: Means("A nil {nil.made:scores} when its bidder takes no tricks{if_all_made}.{two_nils}")},
        least=0,
        most=10000,
        contract="Points for a made nil.",
        page="The points for a nil that is made.",
        code="D2",
        rule="what a nil is worth",
        cell="`nil.made`, `nil.failed`",
        no_effect_if=("no_nil",),
    )
    failed: int = parameter(
        default=-100,
        means={ELSE: Means("A nil {nil.failed:scores} when its bidder takes a trick{contract_falls}.{two_nils}")},
        least=-10000,
        most=0,
        contract="Points for a failed nil.",
        page="The points for a nil that fails.",
        no_effect_if=("no_nil",),
    )
    blind: bool = parameter(
        default=False,
        means={
            False: Means("Nil may not be bid blind.", "It may not."),
            True: Means(
                "Nil may also be bid blind, before looking at the hand, by {side_for_blind_nil}.",
                "It may, by a side that is far enough behind.",
            ),
        },
        contract="Whether nil may be bid blind.",
        page="Whether nil may be bid blind, before looking at the hand.",
        code="D3",
        rule="whether nil may be bid blind, and what it is then worth",
        cell="`nil.blind`, `nil.blind_made`, `nil.blind_failed`",
        no_effect_if=("no_nil",),
        conflicts=(Conflict((True,), "no_nil", ("bidding.zero",), "without nil there is no blind nil."),),
    )
    blind_made: int = parameter(
        default=200,
        means={
            ELSE: Means(
                "A blind nil{though_no_blind_nil} {nil.blind_made:scores} when its bidder takes no"
                " tricks{if_all_made}.{two_nils}"
            )
        },
        least=0,
        most=10000,
        contract="Points for a made blind nil.",
        no_effect_if=("no_nil",),
    )
    blind_failed: int = parameter(
        default=-200,
        means={
            ELSE: Means(
                "A blind nil{though_no_blind_nil} {nil.blind_failed:scores} when its bidder takes a"
                " trick{contract_falls}.{two_nils}"
            )
        },
        least=-10000,
        most=0,
        contract="Points for a failed blind nil.",
        no_effect_if=("no_nil",),
    )
    blind_deficit: int = parameter(
        default=0,
        means={
            0: Means("Blind nil may be bid whatever the score.", "None: it may be bid at any score."),
            ELSE: Means("Only {side_for_blind_nil} may bid blind nil.", "At least that many."),
        },
        least=0,
        most=10000,
        contract="How far a side must be behind the leading side to bid blind nil; 0 means no condition.",
        page="How many points a side must be behind the leading side to bid blind nil.",
        code="D11",
        rule="how far behind the leading side a side must be to bid blind nil; a side absent from `before` is at 0",
        no_effect_if=("no_nil", "no_blind_nil"),
    )
    scoring: Literal["independent", "linked"] = parameter(
        default="independent",
        means={
            "independent": Means(
                "A nil and its side's contract are scored separately: one may be made while the other fails.",
                "They are. One may be made while the other fails.",
            ),
            "linked": Means(
                "A nil and its side's contract stand or fall together. If either fails, the side scores the value of a"
                " failed nil less {scoring.trick_points:#point} for each trick of the contract, with no overtricks and"
                " no bags.",
                "They are not. If one fails, both fail.",
            ),
        },
        contract="`linked`: nil and the partner's contract are made or failed together.",
        page="Whether a nil and the contract of its side are scored separately.",
        code="D4",
        rule="`linked`: a nil and the contract of its side stand or fall together",
        no_effect_if=("no_nil",),
    )
    failed_tricks: Literal["bags", "to_contract", "ignored"] = parameter(
        default="bags",
        means={
            "bags": Means(
                "The tricks of a failed nil bidder do not count towards the side's contract; if the contract is made,"
                " they score like overtricks{and_are_bags}.",
                "As bags, but not towards the contract.",
            ),
            "to_contract": Means(
                "The tricks of a failed nil bidder count towards the side's contract like any others.",
                "Towards the contract, like all other tricks.",
            ),
            "ignored": Means(
                "The tricks of a failed nil bidder count for nothing: not towards the contract, not as overtricks and"
                " not as bags.",
                "Not at all.",
            ),
        },
        contract="How a failed nil bidder's tricks count for the side.",
        page="How the tricks of a failed nil bidder count for the side.",
        code="D5",
        rule="the tricks of a failed nil bidder are bags, or count towards the contract, or are ignored",
        no_effect_if=("no_nil", "linked"),
    )
    failed_bags_when_set: Literal["none", "bags_only", "bags_and_points"] = parameter(
        default="bags_only",
        means={
            "none": Means(
                "If the contract is set, the failed nil bidder's tricks score nothing and are not bags.", "Not at all."
            ),
            "bags_only": Means(
                "If the contract is set, the failed nil bidder's tricks {bags_if_counted}score no points.",
                "As bags without points.",
            ),
            "bags_and_points": Means(
                "If the contract is set, the failed nil bidder's tricks {bags_if_counted}score like overtricks.",
                "As bags, with the points of overtricks.",
            ),
        },
        contract="How those bags count if the partner's contract is set.",
        page="How such tricks count if they are bags and the contract beside the nil is set.",
        code="D6",
        rule="what such bags are worth if the contract is set",
        no_effect_if=("no_nil", "alone", "one_bid", "linked", "failed_nil_no_bags"),
    )
    both_partners: Literal["allowed", "forbidden"] = parameter(
        default="allowed",
        means={
            "allowed": Means("{nil_partners} bid nil in the same round.", "They may."),
            "forbidden": Means(
                "Only one of the two partners may bid nil in the same round.",
                "They may not. The second nil is not allowed.",
            ),
        },
        contract="Whether both partners may bid nil.",
        page="Whether both partners may bid nil.",
        code="D7",
        rule="whether both partners may bid nil",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    double: Literal["independent", "joint", "joint_no_loss"] = parameter(
        default="independent",
        means={
            "independent": Means("When both partners bid nil{though_one_nil}, {nils_apart}."),
            "joint": Means(
                "When both partners bid nil, blind or not, the two nils together {nil.double_made:score} if neither"
                " takes a trick and {nil.double_failed:score} if either does."
            ),
            "joint_no_loss": Means(
                "When both partners bid nil, blind or not, the two nils together {nil.double_made:score} if neither"
                " takes a trick and score nothing if either does."
            ),
        },
        contract=(
            "How two nils on one side score: each alone; together for `double_made` or `double_failed`; together for"
            " `double_made` or 0."
        ),
        code="D8",
        rule="whether two nils of partners are scored as one",
        cell="`nil.double`, `nil.double_made`, `nil.double_failed`",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    double_made: int = parameter(
        default=200,
        means={
            ELSE: Means(
                "When both partners bid nil and neither takes a trick, the two nils together {nil.double_made:score}."
            )
        },
        least=0,
        most=10000,
        contract="Points for two made nils that score together.",
        no_effect_if=("no_nil", "alone", "one_bid", "each_nil_apart"),
    )
    double_failed: int = parameter(
        default=-200,
        means={
            ELSE: Means(
                "When both partners bid nil and either takes a trick, the two nils together {double_failed:score}."
            )
        },
        least=-10000,
        most=0,
        contract="Points for two nils that failed under `joint`.",
        no_effect_if=("no_nil", "alone", "one_bid", "each_nil_apart"),
    )
    exchange: int = parameter(
        default=0,
        means={
            0: Means("Partners pass no cards for a nil{not_blind}.", "None."),
            ELSE: Means(
                "The partners of a side that bids a nil{not_blind} pass each other {nil.exchange:#card} after the"
                " bidding.",
                "That many each way.",
            ),
        },
        least=0,
        most=4,
        contract="The number of cards that partners pass each way after a nil; 0 means none.",
        page="How many cards partners pass each other after the bidding if one of them bid nil.",
        code="D9",
        rule="how many cards partners pass each other for a nil; of this and D10 the greater counts",
        no_effect_if=("no_nil", "alone"),
    )
    blind_exchange: int = parameter(
        default=0,
        means={
            0: Means(
                "Partners pass no cards for a blind nil{which_is_not_allowed}.",
                "None for being blind. Cards that are passed for any nil are passed all the same.",
            ),
            ELSE: Means(
                "The partners of a side that bids a blind nil{though_no_blind_nil} pass each other"
                " {nil.blind_exchange:#card} after the bidding.",
                "That many each way, unless more are passed for any nil.",
            ),
        },
        least=0,
        most=4,
        contract="The number of cards that partners pass each way after a blind nil; 0 means none.",
        page="How many cards partners pass each other after the bidding if one of them bid blind nil.",
        code="D10",
        rule="the same for a blind nil",
        no_effect_if=("no_nil", "alone"),
    )


_CIRCUMSTANCES_OF_NIL: Final[Mapping[str, Circumstance[NilRules]]] = MappingProxyType(
    {
        "no_blind_nil": Circumstance(lambda rules: not rules.blind, "Nil may not be bid blind"),
        "linked": Circumstance(
            lambda rules: rules.scoring == "linked",
            "A failed nil brings its side's contract down with it, and its bidder's tricks score nothing",
            "",
        ),
        "each_nil_apart": Circumstance(
            lambda rules: rules.double == "independent", "Two nils of partners are scored separately"
        ),
        "failed_nil_no_bags": Circumstance(
            lambda rules: rules.failed_tricks != "bags", "The tricks of a failed nil bidder are not set apart as bags"
        ),
        "one_nil_a_side": Circumstance(lambda rules: rules.both_partners == "forbidden"),
    }
)
_WORDS_OF_NIL: Final[Mapping[str, Word[NilRules]]] = MappingProxyType(
    {
        "side_for_blind_nil": lambda rules: side_behind(rules.blind_deficit),
        "double_failed": lambda rules: rules.double_failed if rules.double == "joint" else 0,
        "not_blind": lambda rules: " that is not blind" if rules.blind or rules.blind_exchange else "",
    }
)

NIL: Final = Group(
    "nil",
    NilRules,
    title="Nil",
    component="NilParameters",
    contract="The value of a nil.",
    circumstances=_CIRCUMSTANCES_OF_NIL,
    words=_WORDS_OF_NIL,
)
