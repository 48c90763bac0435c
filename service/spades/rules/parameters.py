"""The parameters of a ruleset, all groups together. Each is a field of its group, with its entry in the catalogue.

A parameter has one name everywhere: in the catalogue, in requests and in the preset files. 0 turns off any parameter
that can be turned off; maps are keyed by the number of players, as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Final

from service.spades.catalogue.parameter import Entry, Group, entries_of
from service.spades.catalogue.parameters.bidding import BIDDING, BiddingRules
from service.spades.catalogue.parameters.blind_and_special_bids import (
    BLIND_BID,
    SPECIAL_BIDS,
    BlindBidRules,
    Slam,
    SpecialBidRules,
    Ten,
)
from service.spades.catalogue.parameters.game import GAME, GameRules
from service.spades.catalogue.parameters.irregularities import IRREGULARITIES, IrregularityRules
from service.spades.catalogue.parameters.nil import NIL, NilRules
from service.spades.catalogue.parameters.play import PLAY, PlayRules
from service.spades.catalogue.parameters.scoring import SCORING, ScoringRules
from service.spades.catalogue.parameters.table_and_deck import DECK, TABLE, DeckRules, TableRules


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
    game: GameRules = field(default_factory=GameRules)
    irregularities: IrregularityRules = field(default_factory=IrregularityRules)


ALL_GROUPS: Final[tuple[Group, ...]] = (
    *(TABLE, DECK, BIDDING, NIL, BLIND_BID, SPECIAL_BIDS),
    *(PLAY, SCORING, GAME, IRREGULARITIES),
)
"""In the order of the rulebook."""
GROUPS: Final[Mapping[str, type]] = MappingProxyType({group.name: group.rules for group in ALL_GROUPS})
"""The dataclass of each group."""
ENTRIES: Final[Mapping[str, Entry]] = MappingProxyType(
    {f"{group.name}.{key}": entry for group in ALL_GROUPS for key, entry in entries_of(group.rules).items()}
)
"""What is said of each parameter, by its dotted name."""
NAMES: Final[tuple[str, ...]] = tuple(ENTRIES)
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
