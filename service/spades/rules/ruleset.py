"""A ruleset: the parameters of all groups together, presets, and what a reference to one resolves to.

A parameter is a field of its group, or a column of a row of it, with its entry in the catalogue. It has one dotted name
everywhere: in the catalogue, in requests and in the preset files (``bids.number.least``). 0 turns off any parameter
that can be turned off; maps are keyed by the number of players, as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.entries import Entry, Group, Worth, attribute_of, entries_in
from service.spades.catalogue.parameters.bags_and_game import BAGS, GAME, BagRules, GameRules
from service.spades.catalogue.parameters.bids import BIDS, NILS, BidRules, Kind
from service.spades.catalogue.parameters.calls_and_claims import CALLS, CLAIMS, CallRules, ClaimRules
from service.spades.catalogue.parameters.contracts import CONTRACTS, ContractRules
from service.spades.catalogue.parameters.penalties import PENALTIES, PenaltiesRules
from service.spades.catalogue.parameters.play import PLAY, PlayRules
from service.spades.catalogue.parameters.table_and_deck import DECK, TABLE, DeckRules, TableRules
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say

__all__ = ("NILS", "Kind")


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a ruleset, by group."""

    table: TableRules = field(default_factory=TableRules)
    deck: DeckRules = field(default_factory=DeckRules)
    bids: BidRules = field(default_factory=BidRules)
    contracts: tuple[ContractRules, ...] = ()
    play: PlayRules = field(default_factory=PlayRules)
    bags: BagRules = field(default_factory=BagRules)
    game: GameRules = field(default_factory=GameRules)
    penalties: PenaltiesRules = field(default_factory=PenaltiesRules)
    calls: CallRules = field(default_factory=CallRules)
    claims: ClaimRules = field(default_factory=ClaimRules)


ALL_GROUPS: Final[tuple[Group, ...]] = (TABLE, DECK, BIDS, CONTRACTS, PLAY, BAGS, GAME, PENALTIES, CALLS, CLAIMS)
"""In the order of the rulebook."""
ENTRIES: Final[Mapping[str, Entry]] = MappingProxyType(
    {name: entry for group in ALL_GROUPS for name, entry in entries_in(group).items()}
)
"""What is said of each parameter, by its dotted name."""
NAMES: Final[tuple[str, ...]] = tuple(ENTRIES)


def group_of(name: str) -> str:
    """Return the group of a parameter by its dotted name."""
    return name.partition(".")[0]


def parameters_from(values: Mapping[str, object]) -> Parameters:
    """Return parameters with these values, by dotted name; all others have their default.

    The values are plain, as in JSON, and have passed the contract.
    """
    parameters = Parameters()
    for name, value in values.items():
        parameters = with_value(parameters, name, frozen(name, value))
    return parameters


def with_value(parameters: Parameters, name: str, value: object) -> Parameters:
    """Return the parameters with another value for the one of this dotted name."""
    changed: Parameters = _with(parameters, name.split("."), value)
    return changed


def _with(rules: Any, path: list[str], value: object) -> Any:
    own, *rest = path
    attribute = attribute_of(own)
    return replace(rules, **{attribute: _with(getattr(rules, attribute), rest, value) if rest else value})


def value_of(parameters: Parameters, name: str) -> object:
    """Return a parameter's value by its dotted name. Raises `AttributeError` if there is no such parameter."""
    value: object = parameters
    for part in name.split("."):
        value = getattr(value, attribute_of(part))
    return value


def nested(values: Mapping[str, object]) -> dict[str, Any]:
    """Return values by dotted name as groups, and rows in them."""
    groups: dict[str, Any] = {}
    for name, value in values.items():
        *path, key = name.split(".")
        inside = groups
        for part in path:
            inside = inside.setdefault(part, {})
        inside[key] = value
    return groups


def dotted(groups: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of groups, and of rows in them, by dotted name; what is no parameter is left as it is."""
    values: dict[str, Any] = {}

    def collect(name: str, value: Any) -> None:
        if name in ENTRIES or not isinstance(value, Mapping):
            values[name] = value
        else:
            for key, inner in value.items():
                collect(f"{name}.{key}", inner)

    for name, value in groups.items():
        collect(name, value)
    return values


def plain(value: object) -> object:
    """Return a parameter's value in plain types, as JSON and TOML have them."""
    if isinstance(value, Worth):
        return {name: number for name, number in value._asdict().items() if number}
    if isinstance(value, ContractRules):
        own = value._asdict()
        stated = {name: own[name] for name in own if name == "made" or own[name] != ContractRules._field_defaults[name]}
        return {name: plain(member) for name, member in stated.items()}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def frozen(name: str, value: Any) -> object:
    """Return a plain value of a parameter as the core has it."""
    match ENTRIES[name].shape:
        case "gain" | "loss":
            return Worth(**value)
        case "contracts":
            return tuple([_contract_row(row) for row in value])
    return _frozen(value)


def _contract_row(row: Mapping[str, Any]) -> ContractRules:
    worths = {name: Worth(**row[name]) for name in ("made", "failed") if name in row}
    return ContractRules(**{**row, **worths})


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return tuple(value) if isinstance(value, list) else value


# What kind of bid a bid is, who makes one, and the round that has no bids.


def blind_kind(tricks: int) -> Literal["blind", "blind_nil"]:
    """Return which kind a blind bid of this many tricks is."""
    return "blind" if tricks else "blind_nil"


def kind_of(parameters: Parameters, tricks: int, *, blind: bool = False) -> Kind:
    """Return the kind of a bid that does not state it. If 0 is not nil by these rules, it promises nothing."""
    if blind and (tricks or parameters.bids.has_nil):
        return blind_kind(tricks)
    if tricks:
        return "number"
    return "nil" if parameters.bids.nil.allowed else "zero"


def partners_bid_separately(parameters: Parameters) -> bool:
    """Return whether each of two partners makes a bid, so that one may bid nil beside the other's contract."""
    return parameters.table.sides == "partnership" and parameters.bids.by != "team"


def partners_bids_are_added(parameters: Parameters) -> bool:
    """Return whether the bids of two partners are one contract together; otherwise it is a single bid."""
    return parameters.table.sides == "partnership" and parameters.bids.by == "player"


def partner_may_bid_nil(parameters: Parameters) -> bool:
    """Return whether one partner may bid nil beside the other's bid."""
    return parameters.bids.has_nil and partners_bid_separately(parameters)


def bids_itself(parameters: Parameters, round_number: int | None) -> bool:
    """Return whether this round is played without bids (``bids.first_round``; docs/reference/rules.md, C14)."""
    return parameters.bids.first_round == "bids_itself" and round_number == 1


def counting_rounds(parameters: Parameters) -> list[str]:
    """Return the parameters by which the number of a round makes a difference to its game."""
    counts = {
        "bids.first_round": parameters.bids.first_round == "bids_itself",
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


class Source(NamedTuple):
    """Where the rules of a preset come from."""

    title: str
    url: str = ""
    """The address of the page; empty if none is known."""
    read: str = ""
    """The day on which it was read, as YYYY-MM-DD; empty if it is not known."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A published ruleset, as stated in its TOML file."""

    name: str
    version: str
    title: str
    summary: str
    source: Source
    values: Mapping[str, StatedValue]
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Reference:
    """A request's choice of rules: a preset, some of its options, and overrides as groups and rows of plain values."""

    name: str
    options: tuple[str, ...] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    """What the table calls its rules."""
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
    overrides: Mapping[str, Any]
    parameters: Parameters
    basis: Mapping[str, Basis]
    packs: Mapping[int, Pack]
    """The pack for each number of players that the ruleset allows."""
    title: str | None = None
    """What the request calls these rules, without effect on anything."""
