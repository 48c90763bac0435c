"""The parameters of a ruleset: a frozen dataclass for each group, and in it a field for each parameter.

A parameter has one name everywhere: here, in requests and in the preset files. The contract and the rulebook say what
its values mean. 0 turns off any parameter that can be turned off; maps are keyed by the number of players, as text.

To add a parameter, follow CONTRIBUTING.md. The digests of all rulesets change with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

ByPlayerCount: TypeAlias = Mapping[str, int]
CardsByPlayerCount: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TableRules:
    """Who plays with whom, and who deals."""

    players: tuple[int, ...] = (4,)
    sides: Literal["partnership", "individual"] = "partnership"
    first_dealer: Literal["random", "high_card"] = "random"
    deal_rotation: Literal["clockwise"] = "clockwise"
    redeal_by: Literal["same_dealer", "next_dealer"] = "same_dealer"


@dataclass(frozen=True, slots=True)
class DeckRules:
    """Which cards are in play, which of them are promoted, and how many each player holds."""

    jokers: Literal[0, 1, 2] = 0
    removed: CardsByPlayerCount = field(default_factory=lambda: MappingProxyType({}))
    top_trumps: tuple[str, ...] = ()
    leftover: Literal["none", "set_aside"] = "none"
    hand_size: ByPlayerCount = field(default_factory=lambda: MappingProxyType({}))
    formation: Literal["deal", "draw"] = "deal"


@dataclass(frozen=True, slots=True)
class BiddingRules:
    """Who bids when, and which bids are legal."""

    first_bidder: Literal["left_of_dealer", "dealer", "non_dealer", "drawn_then_rotates"] = "left_of_dealer"
    minimum: int = 1
    by: Literal["player", "team"] = "player"
    maximum: int = 0
    zero: Literal["nil", "uncommitted", "not_allowed"] = "nil"
    changes: Literal["never"] = "never"
    team_maximum: int = 0
    team_minimum: int = 0
    team_minimum_breach: Literal["illegal", "raised", "set"] = "illegal"
    nil_partner_minimum: int = 0
    nil_partner_breach: Literal["illegal", "raise_earlier"] = "illegal"
    table_total: Literal["any", "not_hand_size", "at_most_hand_size"] = "any"
    restriction: Literal["none", "mirror", "whiz", "suicide"] = "none"
    first_round: Literal["normal", "bids_itself"] = "normal"


@dataclass(frozen=True, slots=True)
class NilRules:
    """What a nil is worth, and what the tricks of a failed nil bidder count for."""

    made: int = 100
    failed: int = -100
    blind: bool = False
    blind_made: int = 200
    blind_failed: int = -200
    blind_deficit: int = 0
    scoring: Literal["independent", "linked"] = "independent"
    failed_tricks: Literal["bags", "to_contract", "ignored"] = "bags"
    failed_bags_when_set: Literal["none", "bags_only", "bags_and_points"] = "bags_only"
    both_partners: Literal["allowed", "forbidden"] = "allowed"
    double: Literal["independent", "joint", "joint_no_loss"] = "independent"
    double_made: int = 200
    double_failed: int = -200
    exchange: int = 0
    blind_exchange: int = 0


@dataclass(frozen=True, slots=True)
class BlindBidRules:
    """Bids of one or more tricks made before looking at the hand."""

    allowed: bool = False
    minimum: int = 1
    deficit: int = 100
    made_multiplier: int = 2
    failed_multiplier: int = 1
    overtricks: bool = True
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Ten:
    """A contract of ten tricks with points of its own; ``made`` 0 turns it off."""

    made: int = 0
    failed: int = 0
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class Slam:
    """A contract of every trick with points of its own; ``made`` 0 turns it off."""

    made: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class SpecialBidRules:
    """Contracts with points of their own, and the bonus for taking every trick."""

    ten: Ten = Ten()
    slam: Slam = Slam()
    boston: int = 0


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Who leads first, which cards may be led, and which must be played."""

    follow_suit: Literal["must"] = "must"
    void_play: Literal["any_card"] = "any_card"
    opening_leader: Literal["left_of_dealer", "first_bidder", "dealer", "high_bidder", "lowest_club"] = "left_of_dealer"
    opening_card: Literal["non_spade", "any", "lowest_club"] = "non_spade"
    first_trick: Literal["normal", "no_spades", "all_lowest_club"] = "normal"
    spade_lead: Literal["after_broken", "any_time", "after_first_trick"] = "after_broken"
    broken_by: Literal["discard_only", "any_spade"] = "any_spade"


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Points for contracts, overtricks and bags."""

    trick_points: int = 10
    overtrick_points: int = 1
    set: Literal["minus_bid", "zero", "minus_undertricks"] = "minus_bid"
    bag_limit: int = 10
    bag_penalty: int = -100
    bag_carry: Literal["remainder", "reset"] = "remainder"
    bag_points_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class GameRules:
    """When the game ends and who wins it."""

    target: int = 500
    target_test: Literal["at_least", "more_than"] = "at_least"
    floor: int = 0
    floor_test: Literal["at_or_below", "below"] = "at_or_below"
    floor_effect: Literal["side_loses", "highest_wins"] = "side_loses"
    tie: Literal["extra_round", "shared"] = "extra_round"
    sets_limit: int = 0
    round_limit: int = 0
    forfeit_score: Literal["as_it_stands", "target_to_zero"] = "as_it_stands"
    forfeit_penalty: int = 0
    forfeit_credit: int = 0


@dataclass(frozen=True, slots=True)
class IrregularityRules:
    """What an offence costs, and until when it may be corrected or called."""

    revoke_penalty: Literal[
        "none", "tricks", "contract_set", "no_contract_points", "opponents_credited", "bridge_64"
    ] = "tricks"
    revoke_tricks: int = 3
    revoke_tricks_go_to: Literal["nobody", "opponents"] = "nobody"
    revoke_established: Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"] = (
        "next_trick_led"
    )
    repeat_revoke: Literal["each", "same_suit_once", "forfeit_game"] = "each"
    revoke_and_nil: Literal["fails", "no_points", "untouched"] = "fails"
    accusation_until: Literal["next_trick_led", "end_of_round", "next_deal"] = "next_deal"
    false_accusation: Literal["none", "tricks", "same_penalty"] = "none"
    illegal_spade_lead: Literal["stands", "as_revoke"] = "stands"
    out_of_turn: Literal["stands", "tricks"] = "stands"
    wrong_count: Literal["void_round", "offender_set"] = "void_round"
    claims: Literal["certain", "by_statement", "best_play", "not_allowed"] = "by_statement"
    failed_claim: Literal["doubtful_tricks", "all_tricks", "play_on"] = "doubtful_tricks"


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a ruleset, by group."""

    table: TableRules = TableRules()
    deck: DeckRules = field(default_factory=DeckRules)
    bidding: BiddingRules = BiddingRules()
    nil: NilRules = NilRules()
    blind_bid: BlindBidRules = BlindBidRules()
    special_bids: SpecialBidRules = SpecialBidRules()
    play: PlayRules = PlayRules()
    scoring: ScoringRules = ScoringRules()
    game: GameRules = GameRules()
    irregularities: IrregularityRules = IrregularityRules()


GROUPS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "table": TableRules,
        "deck": DeckRules,
        "bidding": BiddingRules,
        "nil": NilRules,
        "blind_bid": BlindBidRules,
        "special_bids": SpecialBidRules,
        "play": PlayRules,
        "scoring": ScoringRules,
        "game": GameRules,
        "irregularities": IrregularityRules,
    }
)
NAMES: Final[tuple[str, ...]] = tuple(
    f"{group}.{each.name}" for group, rules in GROUPS.items() for each in fields(rules)
)
_RECORDS: Final = {"special_bids.ten": Ten, "special_bids.slam": Slam}


def parameters_from(values: Mapping[str, object]) -> Parameters:
    """Return parameters with these values, by dotted name; all others have their default.

    The values are plain, as in JSON, and have passed the contract.
    """
    groups: dict[str, dict[str, object]] = {group: {} for group in GROUPS}
    for name, value in values.items():
        group, key = name.split(".")
        groups[group][key] = _frozen(name, value)
    return Parameters(**{group: GROUPS[group](**members) for group, members in groups.items()})


def value_of(parameters: Parameters, name: str) -> object:
    """Return a parameter's value by its dotted name. Raises `AttributeError` if there is no such parameter."""
    group, key = name.split(".")
    value: object = getattr(getattr(parameters, group), key)
    return value


def plain(value: object) -> object:
    """Return a parameter's value in plain types, as JSON and TOML have them."""
    if isinstance(value, Ten | Slam):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _frozen(name: str, value: object) -> object:
    if name in _RECORDS and isinstance(value, Mapping):
        return _RECORDS[name](**value)
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen("", item) for key, item in value.items()})
    return tuple(value) if isinstance(value, list) else value
