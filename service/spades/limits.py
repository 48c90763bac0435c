"""Limits of the bidding that can't be kept together, so that nobody could bid by the rules.

Three things make a ruleset unusable here:

- *A least above a greatest.* What the rules ask of a bid at least is above what the same bid may be at most.
- *A kind of bid without an auction.* There is no auction in which every bid is legal and one is of tricks (at every
  table), is nil or is blind (at any table, where the ruleset opens such bids).
- *A deal without an auction.* Under mirror the cards decide the bids, and under whiz for who holds no spade: a deal can
  come, however rarely, in which bids that nobody chose break another rule. Who has no choice can't be at fault.

What a bidder runs into because another chose a bid that leaves him none (13 first, where all bids may come to 13 and 0
may not be bid) is not refused: other bids were open. Nor is a limit that forbids nothing, a board within reach that is
paid for (``set``) or raised to, or a rule that others put out of effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from service.spades.cards import SPADES, Pack
from service.spades.parameters import Parameters, value_of

_Kind: TypeAlias = Literal["tricks", "nil", "blind bid"]
_PARTNERSHIP_COUNTS = (4, 6)
# With this value a limit limits nothing. The limit most likely to be at fault comes first.
_EASED: Mapping[str, Any] = MappingProxyType(
    {
        "bidding.table_total": "any",
        "bidding.team_minimum": 0,
        "bidding.team_maximum": 0,
        "bidding.nil_partner_minimum": 0,
        "blind_bid.minimum": 1,
        "bidding.minimum": 1,
        "bidding.maximum": 0,
        "bidding.zero": "uncommitted",
        "nil.both_partners": "allowed",
        "bidding.restriction": "none",
    }
)


class Contradiction(NamedTuple):
    """Parameters that can't all hold, the one most likely to be at fault first, and why."""

    names: tuple[str, ...]
    code: str
    detail: str


def found(detail: str, *names: str) -> Contradiction:
    """Return a contradiction between these parameters."""
    return Contradiction(names, "contradiction", f"{' and '.join(names)}: {detail}")


class Seating(NamedTuple):
    """A table that the ruleset allows: the pack that it plays with, and how many players make a side."""

    pack: Pack
    seats: int

    @property
    def sits(self) -> bool:
        """Whether so many players can sit like that."""
        return self.seats == 1 or self.pack.players in _PARTNERSHIP_COUNTS

    @property
    def stands(self) -> bool:
        """Whether so many players can sit like that and have hands."""
        return self.sits and self.pack.hand_size > 0 and self.pack.leftover >= 0

    def spades_in(self, hands: int) -> range:
        """Return how many spades that many hands can hold together; a promoted card is one."""
        cards, spades = hands * self.pack.hand_size, self.pack.suits[SPADES].bit_count()
        return range(max(0, cards - self.pack.non_spades.bit_count()), min(cards, spades) + 1)


def clashes(parameters: Parameters, seatings: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Yield the limits of the bidding that contradict each other at one of these tables, each once."""
    plain = {each.names: each for each in (*_bounds(parameters, seatings), *_restricted(parameters))}
    yield from plain.values()
    # A limit that has been told of is lifted, so that it is not told of again and hides no other.
    eased = _without(parameters, (names[0] for names in plain))
    restriction = eased.bidding.restriction
    search = {"mirror": _mirror, "whiz": _whiz}.get(restriction, _auctions)
    tables = tuple(table for table in seatings if table.stands)
    yield from {each.names: each for each in search(eased, tables)}.values()


def _bounds(parameters: Parameters, seatings: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Compare the least of each bid with the greatest."""
    rules, sizes = parameters.bidding, [table.pack.hand_size for table in seatings]
    leasts = [("bidding.minimum", rules.minimum), ("bidding.team_minimum", rules.team_minimum)]
    if _goes_with_nil(parameters):
        leasts.append(("bidding.nil_partner_minimum", rules.nil_partner_minimum))
    for name, least in leasts:
        if least > min(sizes):
            yield found(f"{least} is more than the {min(sizes)} tricks of a round.", name, "deck.hand_size")
        if rules.team_maximum and least > rules.team_maximum:
            yield found("the least is above the greatest bid of a side.", name, "bidding.team_maximum")
        most = rules.maximum * (_bids_a_side(parameters) if name == "bidding.team_minimum" else 1)
        raised = name == "bidding.team_minimum" and rules.team_minimum_breach == "raised"
        if rules.maximum and least > most and not raised:
            yield found("the least is above the greatest bid.", name, "bidding.maximum")
    if rules.maximum > max(sizes):
        yield found(f"no round has {rules.maximum} tricks.", "bidding.maximum", "deck.hand_size")
    yield from _blind_bounds(parameters, max(sizes))


def _blind_bounds(parameters: Parameters, largest: int) -> Iterator[Contradiction]:
    rules, blind = parameters.bidding, parameters.blind_bid
    if blind.allowed and blind.minimum > min(rules.maximum or largest, largest):
        yield found("no blind bid is possible.", "blind_bid.minimum", "bidding.maximum", "deck.hand_size")
    if blind.allowed and blind.minimum > (rules.team_maximum or blind.minimum):
        yield found("no blind bid is possible.", "blind_bid.minimum", "bidding.team_maximum")


def _goes_with_nil(parameters: Parameters) -> bool:
    """Tell whether one partner may bid nil beside the other's bid."""
    return parameters.bidding.zero == "nil" and _bids_a_side(parameters) > 1


def _bids_a_side(parameters: Parameters) -> int:
    return 2 if parameters.table.sides == "partnership" and parameters.bidding.by == "player" else 1


def _restricted(parameters: Parameters) -> Iterator[Contradiction]:
    """Ask whether the bids are restricted to what can't be bid at all."""
    rules, alone = parameters.bidding, parameters.table.sides == "individual"
    if rules.restriction == "none":
        return
    if rules.by == "team" and not alone:
        yield found("the restriction is on each player's bid.", "bidding.restriction", "bidding.by")
    # Mirror asks who holds no spade for a bid of 0, whatever that is (C13); the others speak of nil.
    if rules.zero == "not_allowed" or (rules.zero == "uncommitted" and rules.restriction != "mirror"):
        what = "0" if rules.restriction == "mirror" else "nil"
        yield found(f"the restriction needs a bid of {what}.", "bidding.restriction", "bidding.zero")
    if rules.restriction == "suicide" and alone:
        yield found("suicide needs partners.", "bidding.restriction", "table.sides")


def _mirror(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for deals in which bids of exactly the spades held, which nobody chooses, break another rule."""
    for table in tables:
        yield from _mirrored(parameters, table)
        yield from _mirrored_beside_nil(parameters, table)
        yield from _mirrored_total(parameters, table)


def _mirrored(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    rules, hand, side = parameters.bidding, table.spades_in(1), table.spades_in(table.seats)
    exempt = 0 if rules.zero == "nil" else -1
    if any(0 < held < rules.minimum for held in hand):
        yield _forced("a hand may hold fewer than the least bid", "bidding.minimum")
    if rules.maximum and hand[-1] > rules.maximum:
        yield _forced(f"a hand may hold {hand[-1]}", "bidding.maximum")
    if rules.team_minimum_breach == "illegal" and any(exempt < held < rules.team_minimum for held in side):
        yield _forced("a side may hold fewer than the board", "bidding.team_minimum")
    if rules.team_maximum and side[-1] > rules.team_maximum:
        yield _forced(f"a side may hold {side[-1]}", "bidding.team_maximum")


def _mirrored_beside_nil(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    if not _goes_with_nil(parameters) or 0 not in table.spades_in(1):
        return
    side = table.spades_in(table.seats)
    if any(0 < held < parameters.bidding.nil_partner_minimum and held in table.spades_in(1) for held in side):
        yield _forced("a hand may hold too few to go with the nil of one without", "bidding.nil_partner_minimum")
    if parameters.nil.both_partners == "forbidden" and 0 in side:
        yield _forced("both partners may hold none", "nil.both_partners")


def _forced(detail: str, *names: str) -> Contradiction:
    return found(f"the spades held are the bid, and {detail}.", "bidding.restriction", *names)


def _mirrored_total(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    rules, size, players = parameters.bidding, table.pack.hand_size, table.pack.players
    if rules.table_total == "any":
        return
    board = rules.team_minimum if rules.team_minimum_breach == "raised" else 0
    # Side by side: the spades held so far, and what they come to as bids.
    sums = {(0, 0)}
    for _ in range(players // table.seats):
        sums = {
            (held + more, bid + (max(more, board) if more or rules.zero != "nil" else 0))
            for held, bid in sums
            for more in table.spades_in(table.seats)
        }
    for total in sorted({bid for held, bid in sums if held in table.spades_in(players)}):
        if total == size if rules.table_total == "not_hand_size" else total > size:
            detail = f"all bids may come to {total} in a round of {size} tricks"
            yield _forced(detail, "bidding.table_total", *["bidding.team_minimum"] * bool(board))


def _whiz(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for deals in which a nil, which every player may bid, breaks another rule."""
    if _goes_with_nil(parameters) and parameters.nil.both_partners == "forbidden":
        for table in tables:
            if 0 in table.spades_in(2):
                detail = "partners who hold no spade would both have to bid nil."
                yield found(detail, "bidding.restriction", "nil.both_partners")


def _auctions(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for kinds of bid that no auction has in which every bid is legal."""
    rules = parameters.bidding
    if rules.table_total == "any" and not rules.team_minimum and not rules.team_maximum:
        return  # nothing relates the bids of two players but what is compared above
    kinds: list[_Kind] = ["tricks"]
    kinds += ["nil"] if rules.zero == "nil" else []
    kinds += ["blind bid"] if parameters.blind_bid.allowed else []
    for kind in kinds:
        while stuck := [table for table in tables if not _possible(parameters, table, kind)]:
            if kind != "tricks" and len(stuck) < len(tables):
                break
            clash = _blocked(parameters, stuck[0], kind)
            yield clash
            parameters = _without(parameters, clash.names[:1])


def _blocked(parameters: Parameters, table: Seating, kind: _Kind) -> Contradiction:
    """Name limits that leave no room for this kind of bid together, and would if any of them were lifted."""
    needed: list[str] = []
    for name in reversed(_limits(parameters, kind)):
        lifted = _without(parameters, [name])
        if _possible(lifted, table, kind):
            needed.insert(0, name)
        else:
            parameters = lifted
    what = "a bid of tricks" if kind == "tricks" else f"a {kind}"
    return found(f"no auction with {what} is legal in a round of {table.pack.hand_size} tricks.", *needed)


def _limits(parameters: Parameters, kind: _Kind) -> list[str]:
    """Return the limits that are set, without those that can't be at fault."""
    idle = {"blind_bid.minimum"} if kind != "blind bid" else set()
    idle |= {"bidding.zero"} if parameters.bidding.zero == "nil" else set()
    idle |= {"bidding.nil_partner_minimum"} if not _goes_with_nil(parameters) else set()
    return [name for name, value in _EASED.items() if name not in idle and value_of(parameters, name) != value]


def _without(parameters: Parameters, names: Iterable[str]) -> Parameters:
    """Return parameters with these limits lifted."""
    for name in names:
        if name in _EASED:
            group, key = name.split(".")
            rules: Any = replace(getattr(parameters, group), **{key: _EASED[name]})
            changed: dict[str, Any] = {group: rules}
            parameters = replace(parameters, **changed)
    return parameters


def _possible(parameters: Parameters, table: Seating, kind: _Kind) -> bool:
    """Tell whether there is an auction with a bid of this kind in which every bid is legal."""
    size, others = table.pack.hand_size, table.pack.players // table.seats - 1
    contracts = [(bids, _contract(parameters, bids)) for bids in _bids_of_side(parameters, size)]
    every = {tricks for _, tricks in contracts if tricks is not None}
    some = {tricks for bids, tricks in contracts if tricks is not None and _has(parameters, bids, kind)}
    if not some:
        return False
    least = min(some) + others * min(every)
    if parameters.bidding.table_total == "at_most_hand_size":
        return least <= size
    # With two contracts to choose from, one side alone makes two totals.
    choice = len(some) > 1 or (others > 0 and len(every) > 1)
    return parameters.bidding.table_total == "any" or choice or least != size


def _bids_of_side(parameters: Parameters, size: int) -> Iterator[tuple[int, ...]]:
    rules = parameters.bidding
    tricks = range(rules.minimum, min(rules.maximum or size, size) + 1)
    return product([*tricks] if rules.zero == "not_allowed" else [0, *tricks], repeat=_bids_a_side(parameters))


def _contract(parameters: Parameters, bids: tuple[int, ...]) -> int | None:
    """Return the contract that these bids of one side come to, in whichever order; None where they are not legal."""
    rules, both_nil = parameters.bidding, parameters.nil.both_partners
    nils = bids.count(0) if rules.zero == "nil" else 0
    if nils > 1 and both_nil == "forbidden":
        return None
    if rules.restriction == "suicide" and nils != 1:
        return None
    if nils == len(bids):
        return 0  # the limits of a side do not speak of it
    tricks = sum(bids)
    if nils and tricks < rules.nil_partner_minimum:
        if rules.nil_partner_breach == "illegal":
            return None
        tricks = rules.nil_partner_minimum
    if tricks < rules.team_minimum:
        if rules.team_minimum_breach == "illegal":
            return None
        tricks = rules.team_minimum if rules.team_minimum_breach == "raised" else tricks
    return None if rules.team_maximum and tricks > rules.team_maximum else tricks


def _has(parameters: Parameters, bids: tuple[int, ...], kind: _Kind) -> bool:
    if kind == "nil":
        return 0 in bids
    return max(bids) >= (parameters.blind_bid.minimum if kind == "blind bid" else 1)
