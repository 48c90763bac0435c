"""The parameters of blind bids of tricks, and of contracts with points of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.spades.catalogue.entries import ELSE, Circumstance, Group, Means, Word, parameter
from service.spades.english import side_behind


@dataclass(frozen=True, slots=True)
class BlindBidRules:
    """Bids of one or more tricks made before looking at the hand."""

    allowed: bool = parameter(
        default=False,
        means={
            False: Means("Tricks may not be bid blind.", "They may not."),
            True: Means(
                "A bid of at least {blind_minimum:#trick} may be made blind, before looking at the hand, by"
                " {side_for_blind_bid}.",
                "They may, by a side that is far enough behind.",
            ),
        },
        contract="Whether such a bid may be made.",
        page="Whether one or more tricks may be bid blind, before looking at the hand.",
        code="D12",
        rule="bids of tricks made blind: whether, from which bid on, how far behind, and at what rate",
        cell="`blind_bid.*`",
    )
    minimum: int = parameter(
        default=1,
        means={ELSE: Means("A blind bid{but_nil} must be at least {blind_minimum:#trick}.")},
        least=1,
        most=27,
        contract="The lowest blind bid.",
        page="The minimum blind bid of tricks. It is never below the minimum bid.",
        no_effect_if=("no_blind_bid",),
    )
    deficit: int = parameter(
        default=100,
        means={
            0: Means("Tricks may be bid blind whatever the score.", "None: they may be bid at any score."),
            ELSE: Means("Only {side_for_blind_bid} may bid tricks blind.", "At least that many."),
        },
        least=0,
        most=10000,
        contract="How far a side must be behind the leading side; 0 means no condition.",
        page="How many points a side must be behind the leading side to bid tricks blind.",
        no_effect_if=("no_blind_bid",),
    )
    made_multiplier: int = parameter(
        default=2,
        means={
            ELSE: Means(
                "When the contract is made, each trick bid blind{though_no_blind_bid} {blind_rate:scores}.{beside_nil}",
                added="{partner_keeps_rate}",
            )
        },
        least=1,
        most=10,
        contract="The factor for the tricks that the blind bidder bid, if the contract is made.",
    )
    failed_multiplier: int = parameter(
        default=1,
        means={
            ELSE: Means(
                "When the contract is set, each trick bid blind{though_no_blind_bid}"
                " {blind_rate_set:loses}.{beside_nil}",
                added="{partner_keeps_rate}",
            )
        },
        least=1,
        most=10,
        contract="The same factor if the contract is set and `scoring.set` is `minus_bid`.",
        no_effect_if=("set_for_nothing", "set_by_missing_tricks"),
    )
    overtricks: bool = parameter(
        default=True,
        means={
            False: Means(
                "The overtricks of a side with a blind bid{though_no_blind_bid} score no points.",
                added="{bags_all_the_same}",
            ),
            True: Means("A blind bid{though_no_blind_bid} does not change the value of an overtrick{but_sets}."),
        },
        contract="Whether a side with a blind bid scores points for overtricks.",
    )
    exact: bool = parameter(
        default=False,
        means={
            False: Means("A contract with a blind bid{though_no_blind_bid} is not set by overtricks."),
            True: Means(
                "A contract with a blind bid{though_no_blind_bid} has to be taken exactly: an overtrick sets it too."
            ),
        },
        contract="Whether an overtrick sets a side with a blind bid.",
    )


_CIRCUMSTANCES_OF_BLIND_BID: Final[Mapping[str, Circumstance[BlindBidRules]]] = MappingProxyType(
    {"no_blind_bid": Circumstance(lambda rules: not rules.allowed, "Tricks may not be bid blind")}
)
_WORDS_OF_BLIND_BID: Final[Mapping[str, Word[BlindBidRules]]] = MappingProxyType(
    {
        "side_for_blind_bid": lambda rules: side_behind(rules.deficit),
        "but_sets": lambda rules: ", but one overtrick sets the contract" if rules.exact else "",
        "unless_blind": lambda rules: (
            ", except for a side with a blind bid" if rules.allowed and not rules.overtricks else ""
        ),
    }
)

BLIND_BID: Final = Group(
    "blind_bid",
    BlindBidRules,
    title="Blind bids",
    component="BlindBidParameters",
    contract="Bids of one or more tricks before looking at the hand.",
    circumstances=_CIRCUMSTANCES_OF_BLIND_BID,
    words=_WORDS_OF_BLIND_BID,
)


@dataclass(frozen=True, slots=True)
class Ten:
    """A contract of ten tricks with points of its own; ``made`` 0 turns it off."""

    made: int = parameter(default=0, least=0, most=10000, contract="Points if made; 0 is off.")
    failed: int = parameter(default=0, least=-10000, most=0, contract="Points if failed; absent means 0.")
    or_more: bool = parameter(default=False, contract="Whether a contract above ten counts too; absent means false.")


@dataclass(frozen=True, slots=True)
class Slam:
    """A contract of every trick with points of its own; ``made`` 0 turns it off."""

    made: int = parameter(default=0, least=0, most=10000, contract="Points if made; 0 is off.")
    failed: int = parameter(default=0, least=-10000, most=0, contract="Points if failed; absent means 0.")


@dataclass(frozen=True, slots=True)
class SpecialBidRules:
    """Contracts with points of their own, and what taking every trick brings."""

    ten: Ten = parameter(
        default=Ten(),
        means={
            0: Means("A contract of 10 tricks has no special value."),
            ELSE: Means(
                "A contract of {ten} {special_bids.ten.made:scores} if it is made and {special_bids.ten.failed:scores}"
                " if it is set, instead of the ordinary points.{beside_nil}"
            ),
        },
        contract=(
            "The contract of ten: its points if made (0 turns it off) and if failed, and whether higher contracts count"
            " as ten. Default: off."
        ),
        code="D13",
        rule='a contract of ten ("ten for two hundred") has points of its own; overtricks as usual',
    )
    slam: Slam = parameter(
        default=Slam(),
        means={
            0: Means("A contract for every trick of the round has no special value."),
            ELSE: Means(
                "A contract for every trick of the round{without_blind} {special_bids.slam.made:scores} if it is made"
                " and {special_bids.slam.failed:scores} if it is set, instead of the ordinary points.{beside_nil}"
            ),
        },
        contract="The contract of every trick: its points if made (0 turns it off) and if failed. Default: off.",
        code="D14",
        rule="the same for a contract of every trick",
    )
    boston: int = parameter(
        default=0,
        means={
            ELSE: Means(
                "Taking every trick of the round without having bid them all, a Boston, {special_bids.boston:scores}"
                " extra."
            )
        },
        least=0,
        most=10000,
        contract="The bonus for taking every trick without having bid it.",
        code="D15",
        rule="a bonus for taking every trick without having bid it; the result names a Boston in any case",
    )
    boston_wins: bool = parameter(
        default=False,
        means={
            False: Means("Taking every trick of a round does not end the game by itself."),
            True: Means("A side that takes every trick of a round wins the game with it, whatever the score."),
        },
        contract="Whether a side that takes every trick wins the game with that round, whatever the score.",
        code="D16",
        rule=(
            "a side that takes every trick, and loses none to a penalty, wins the game with that round, whatever the"
            " score, bid or not; a forfeit of the game goes before"
        ),
    )


SPECIAL_BIDS: Final = Group(
    "special_bids",
    SpecialBidRules,
    title="Special bids",
    component="SpecialBidParameters",
    contract="Contracts with a value of their own.",
)
