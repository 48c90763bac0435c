"""A ruleset: the parameters of all groups together, presets, and what a reference to one resolves to.

A parameter is a field of its group, with its entry in the catalogue. It has one name everywhere: in the catalogue, in
requests and in the preset files. 0 turns off any parameter that can be turned off; maps are keyed by the number of
players, as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.entries import Entry, Group, entries_of
from service.spades.catalogue.parameters.bidding import BIDDING, BiddingRules
from service.spades.catalogue.parameters.blind_and_special_bids import (
    BLIND_BID,
    SPECIAL_BIDS,
    BlindBidRules,
    Slam,
    SpecialBidRules,
    Ten,
)
from service.spades.catalogue.parameters.irregularities import IRREGULARITIES, IrregularityRules
from service.spades.catalogue.parameters.nil import NIL, NilRules
from service.spades.catalogue.parameters.play import PLAY, PlayRules
from service.spades.catalogue.parameters.score_and_game import BAGS, GAME, SCORING, BagRules, GameRules, ScoringRules
from service.spades.catalogue.parameters.table_and_deck import DECK, TABLE, DeckRules, TableRules
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a ruleset, by group."""

    table: TableRules = field(default_factory=TableRules)
    deck: DeckRules = field(default_factory=DeckRules)
    bidding: BiddingRules = field(default_factory=BiddingRules)
    nil: NilRules = field(default_factory=NilRules)
    blind_bid: BlindBidRules = field(default_factory=BlindBidRules)
    special_bids: SpecialBidRules = field(default_factory=SpecialBidRules)
    play: PlayRules = field(default_factory=PlayRules)
    scoring: ScoringRules = field(default_factory=ScoringRules)
    bags: BagRules = field(default_factory=BagRules)
    game: GameRules = field(default_factory=GameRules)
    irregularities: IrregularityRules = field(default_factory=IrregularityRules)


ALL_GROUPS: Final[tuple[Group, ...]] = (
    *(TABLE, DECK, BIDDING, NIL, BLIND_BID, SPECIAL_BIDS),
    *(PLAY, SCORING, BAGS, GAME, IRREGULARITIES),
)
"""In the order of the rulebook."""
GROUPS: Final[Mapping[str, type]] = MappingProxyType({group.name: group.rules for group in ALL_GROUPS})
"""The dataclass of each group."""
ENTRIES: Final[Mapping[str, Entry]] = MappingProxyType(
    {f"{group.name}.{key}": entry for group in ALL_GROUPS for key, entry in entries_of(group.rules).items()}
)
"""What is said of each parameter, by its dotted name."""
NAMES: Final[tuple[str, ...]] = tuple(ENTRIES)
FORMER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "scoring.bag_limit": "bags.limit",
        "scoring.bag_penalty": "bags.penalty",
        "scoring.bag_carry": "bags.carry",
        "scoring.bag_points_cancelled": "bags.points_cancelled",
    }
)
"""The names of parameters that have another one now, so that whoever uses one is told the other."""
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
        return {member.name: getattr(value, member.name) for member in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _frozen(name: str, value: object) -> object:
    if name in _RECORDS and isinstance(value, Mapping):
        return _RECORDS[name](**value)
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen("", item) for key, item in value.items()})
    return tuple(value) if isinstance(value, list) else value


# What kind of bid a bid is, who makes one, and the round that has no bids.


Kind: TypeAlias = Literal["ordinary", "blind", "nil", "blind_nil", "uncommitted"]
NILS: Final[frozenset[Kind]] = frozenset({"nil", "blind_nil"})


def kind_of(parameters: Parameters, tricks: int, *, blind: bool) -> Kind:
    """Return the kind of a bid. If 0 is not nil by these rules, it is a bid that commits its bidder to nothing."""
    if tricks:
        return "blind" if blind else "ordinary"
    if parameters.bidding.zero == "nil":
        return "blind_nil" if blind else "nil"
    return "uncommitted"


def partners_bid_separately(parameters: Parameters) -> bool:
    """Return whether each of two partners makes a bid, so that one may bid nil beside the other's contract."""
    return parameters.table.sides == "partnership" and parameters.bidding.by != "team"


def partners_bids_are_added(parameters: Parameters) -> bool:
    """Return whether the bids of two partners are one contract together; otherwise it is a single bid."""
    return parameters.table.sides == "partnership" and parameters.bidding.by == "player"


def partner_may_bid_nil(parameters: Parameters) -> bool:
    """Return whether one partner may bid nil beside the other's bid."""
    return parameters.bidding.zero == "nil" and partners_bid_separately(parameters)


def bids_itself(parameters: Parameters, round_number: int | None) -> bool:
    """Return whether this round is played without bids (``bidding.first_round``; docs/reference/rules.md, C14)."""
    return parameters.bidding.first_round == "bids_itself" and round_number == 1


def counting_rounds(parameters: Parameters) -> list[str]:
    """Return the parameters by which the number of a round makes a difference to its game."""
    counts = {
        "bidding.first_round": parameters.bidding.first_round == "bids_itself",
        "game.round_limit": parameters.game.round_limit > 0,
    }
    return [name for name, makes_a_difference in counts.items() if makes_a_difference]


# The types of rulesets: presets, references to them, and what a reference resolves to.


BasisName: TypeAlias = Literal["written", "implied", "default", "override"]


class Basis(NamedTuple):
    """Why a parameter has its value, and the passage of the source that says so."""

    basis: BasisName
    source: str


SAID_BY: Final[Mapping[BasisName, Sentence]] = MappingProxyType(
    {
        "written": say("said_by_source"),
        "implied": say("implied_by_source"),
        "override": say("said_by_request"),
        "default": say("said_by_default"),
    }
)
"""Who says what a rule says, in a sentence, by the basis of its parameter."""


class StatedValue(NamedTuple):
    """The value of a parameter that a preset, an option or a request states."""

    value: Any
    """A JSON value. (Not `object`: mypyc does not find that name in a class.)"""
    basis: Basis


@dataclass(frozen=True, slots=True)
class Option:
    """A variation that the preset's source describes. It combines with all options that it does not exclude."""

    name: str
    title: str
    excludes: tuple[str, ...]
    values: Mapping[str, StatedValue]


@dataclass(frozen=True, slots=True)
class Preset:
    """A published ruleset, as stated in its TOML file."""

    name: str
    version: str
    title: str
    summary: str
    source: str
    values: Mapping[str, StatedValue]
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Reference:
    """A request's choice of rules: a preset, some of its options, and overrides as groups of plain values."""

    name: str
    options: tuple[str, ...] = ()
    overrides: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    name_pointer: str = "#/ruleset/name"
    """The pointer to the name in the request, which differs if the reference is nothing but a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A complete set of rules: every parameter with its basis, a version and a digest.

    Two are equal only if they are the same object, which makes them quick to look up by.
    """

    name: str
    version: str
    digest: str
    options: tuple[str, ...]
    overrides: Mapping[str, Mapping[str, object]]
    parameters: Parameters
    basis: Mapping[str, Basis]
    packs: Mapping[int, Pack]
    """The pack for each number of players that the ruleset allows."""
