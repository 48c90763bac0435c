"""Contradictions between parameters, and limits on the bids that can't be kept together.

A ruleset is refused only if it can't be played as stated: one rule demands what the others make impossible, or nobody
could say who opens. Odd rules that can be played are allowed, such as overtricks that cost points or a nil that is
worth none. A value that can't be played under some circumstance states that in its entry (``conflicts``); what has to
be counted in cards or bids is here.

Three things make limits on bids unusable:

- *A minimum above a maximum.* What the rules require of a bid is more than they allow for the same bid.
- *A kind of bid without an auction.* In no auction with a bid of tricks is every bid legal, at one of the tables; or in
  no auction with a nil, or with a blind bid, at any table, although the ruleset allows such bids.
- *A deal without an auction.* Under mirror, and under whiz for a player without spades, the cards decide the bid. In
  some deal, however rare, bids that nobody chose break another rule.

A ruleset is usable as long as somebody could have bid otherwise. If the first bidder bids 13 and all bids together may
not be more, the next player may have no legal bid left; but the first had others. Nor is it a contradiction if a limit
forbids nothing, if a board is out of reach but only raises or sets the side below it, or if another rule puts the limit
out of effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from service.spades.cards import BIG_JOKER, INDEX, LITTLE_JOKER, mask_of
from service.spades.english import count_of, listed
from service.spades.rules.circumstances import ParameterConflict, stated_contradictions
from service.spades.rules.pack import AllowedTable, pack_for
from service.spades.rules.ruleset import GROUPS, Parameters, partner_may_bid_nil, partners_bids_are_added, value_of

_STANDARD_PACK: Final = mask_of(range(52))


def contradictions(parameters: Parameters) -> tuple[ParameterConflict, ...]:
    """Return all contradictions between these parameters. There are none in a ruleset that can be played."""
    side_size = 2 if parameters.table.sides == "partnership" else 1
    tables = tuple(AllowedTable(pack_for(parameters.deck, count), side_size) for count in parameters.table.players)
    counted = {
        "table": _seats(tables),
        "deck": _deck(parameters, tables),
        "bidding": bidding_contradictions(parameters, tables),
        "nil": _exchanges(parameters, tables),
    }
    found = (
        contradiction
        for group in GROUPS
        for contradiction in (*counted.get(group, ()), *stated_contradictions(parameters, group))  # some are in both
    )
    return tuple(dict.fromkeys(found))


def _seats(tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    counts = listed([str(table.pack.players) for table in tables if not table.can_be_seated])
    if counts:
        because = f"{counts} players can't form partnerships."
        because += ' Write "table": {"sides": "individual"} if each plays alone.'
        yield ParameterConflict.between("table.sides", "table.players", because=because)


def _deck(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    deck = parameters.deck
    jokers = mask_of((BIG_JOKER, LITTLE_JOKER)[: deck.jokers])
    promoted = mask_of(INDEX[code] for code in deck.top_trumps)
    if promoted.bit_count() != len(deck.top_trumps):
        yield ParameterConflict.between("deck.top_trumps", because="a card is listed twice.")
    yield from stated_contradictions(parameters, "deck")
    in_play = 0
    left: list[str] = []
    for pack, _ in tables:
        in_play |= pack.cards
        if promoted and jokers & pack.cards & ~promoted:
            yield ParameterConflict.between(
                "deck.top_trumps", "deck.jokers", because="a joker is in play but has no rank."
            )
        removed = mask_of(INDEX[code] for code in deck.removed.get(str(pack.players), ()))
        if removed & ~(_STANDARD_PACK | jokers):
            because = "a card is removed that is not in the pack."
            yield ParameterConflict.between("deck.removed", "deck.jokers", because=because)
        cards, size, used = pack.cards.bit_count(), pack.hand_size, pack.dealt
        # Of every two cards drawn one is discarded.
        needed = used * 2 if deck.formation == "draw" else used
        if needed > cards or not size:
            because = f"{pack.players} hands of {size} can't be formed from {count_of(cards, 'card')}."
            yield ParameterConflict.between("deck.hand_size", "deck.removed", "table.players", because=because)
        elif deck.leftover != "set_aside" and pack.leftover:
            left.append(f"{count_of(cards, 'card')} make {pack.players} hands of {size} and leave {pack.leftover} over")
    if left:
        because = f'{listed(left)}. Write "deck": {{"leftover": "set_aside"}} to set aside what is left.'
        names = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
        yield ParameterConflict.between(*names, because=because)
    if promoted & ~in_play:
        because = "a promoted card is not in play."
        yield ParameterConflict.between("deck.top_trumps", "deck.jokers", "deck.removed", because=because)


def _exchanges(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    nil = parameters.nil
    if parameters.bidding.zero != "nil" or parameters.table.sides == "individual":
        return
    smallest = min(table.pack.hand_size for table in tables)
    passed = (("nil.exchange", nil.exchange), ("nil.blind_exchange", nil.blind_exchange if nil.blind else 0))
    for name, cards in passed:
        if cards > smallest:
            because = f"{count_of(cards, 'card')} can't be passed from a hand of {smallest}."
            yield ParameterConflict.between(name, "deck.hand_size", because=because)


_Kind: TypeAlias = Literal["tricks", "nil", "blind bid"]

# The value at which each limit allows everything. The limit most likely to be wrong comes first.
_LIFTED: Final[Mapping[str, Any]] = MappingProxyType(
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


def bidding_contradictions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield the contradictions between limits on the bids at any of these tables, each once."""
    stated = (found for found in stated_contradictions(parameters, "bidding") if found.names[0] in _LIFTED)
    direct = {found.names: found for found in (*_minimum_above_maximum(parameters, tables), *stated)}
    yield from direct.values()
    # Lift these limits before the search, so that it neither reports them again nor misses others behind them.
    parameters = _lift(parameters, (names[0] for names in direct))
    search = {"mirror": _mirror, "whiz": _whiz}.get(parameters.bidding.restriction, _impossible_auctions)
    playable = tuple(table for table in tables if table.can_be_dealt)
    yield from {found.names: found for found in search(parameters, playable)}.values()


def _minimum_above_maximum(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    rules, sizes = parameters.bidding, [table.pack.hand_size for table in tables]
    minimums = [("bidding.minimum", rules.minimum), ("bidding.team_minimum", rules.team_minimum)]
    if partner_may_bid_nil(parameters):
        minimums.append(("bidding.nil_partner_minimum", rules.nil_partner_minimum))
    for name, minimum in minimums:
        is_board = name == "bidding.team_minimum"
        if minimum > min(sizes):
            because = f"{minimum} is more than the {count_of(min(sizes), 'trick')} in a round."
            yield ParameterConflict.between(name, "deck.hand_size", because=because)
        if rules.team_maximum and minimum > rules.team_maximum:
            because = "the minimum is above a side's maximum."
            yield ParameterConflict.between(name, "bidding.team_maximum", because=because)
        greatest = rules.maximum * (2 if is_board and partners_bids_are_added(parameters) else 1)
        raised = is_board and rules.team_minimum_breach == "raised"
        if rules.maximum and minimum > greatest and not raised:
            yield ParameterConflict.between(name, "bidding.maximum", because="the minimum is above the maximum.")
    if rules.maximum > max(sizes):
        because = f"no round has {rules.maximum} tricks."
        yield ParameterConflict.between("bidding.maximum", "deck.hand_size", because=because)
    yield from _blind_minimum_above_maximum(parameters, max(sizes))


def _blind_minimum_above_maximum(parameters: Parameters, largest_hand: int) -> Iterator[ParameterConflict]:
    rules, blind = parameters.bidding, parameters.blind_bid
    name, because = "blind_bid.minimum", "no blind bid is possible."
    if blind.allowed and blind.minimum > min(rules.maximum or largest_hand, largest_hand):
        yield ParameterConflict.between(name, "bidding.maximum", "deck.hand_size", because=because)
    if blind.allowed and blind.minimum > (rules.team_maximum or blind.minimum):
        yield ParameterConflict.between(name, "bidding.team_maximum", because=because)


# A kind of bid without an auction.


def _impossible_auctions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield the limits that rule out every auction with a bid of tricks, with a nil, or with a blind bid."""
    rules = parameters.bidding
    if rules.table_total == "any" and not rules.team_minimum and not rules.team_maximum:
        return  # No rule relates one player's bid to another's, and `_minimum_above_maximum` has compared the rest.
    kinds: list[_Kind] = ["tricks"]
    kinds += ["nil"] if rules.zero == "nil" else []
    kinds += ["blind bid"] if parameters.blind_bid.allowed else []
    for kind in kinds:
        while impossible := [table for table in tables if not _is_possible(parameters, table, kind)]:
            if kind != "tricks" and len(impossible) < len(tables):
                break
            contradiction = _limits_in_the_way(parameters, impossible[0], kind)
            yield contradiction
            parameters = _lift(parameters, contradiction.names[:1])


def _lift(parameters: Parameters, names: Iterable[str]) -> Parameters:
    """Return the parameters with these limits on the bids lifted."""
    for name in names:
        group, key = name.split(".")
        rules: Any = replace(getattr(parameters, group), **{key: _LIFTED[name]})
        changed: dict[str, Any] = {group: rules}
        parameters = replace(parameters, **changed)
    return parameters


def _limits_in_the_way(parameters: Parameters, table: AllowedTable, kind: _Kind) -> ParameterConflict:
    """Return limits that leave no room for this kind of bid together, and would if any one of them were lifted."""
    needed: list[str] = []
    for name in reversed(_limits_set(parameters, kind)):
        lifted = _lift(parameters, [name])
        if _is_possible(lifted, table, kind):
            needed.insert(0, name)
        else:
            parameters = lifted
    bid = "a bid of tricks" if kind == "tricks" else f"a {kind}"
    because = f"in a round of {table.pack.hand_size} tricks there is no legal auction with {bid}."
    return ParameterConflict.between(*needed, because=because)


def _limits_set(parameters: Parameters, kind: _Kind) -> list[str]:
    """Return the limits that are set and can matter to this kind of bid."""
    irrelevant = {"blind_bid.minimum"} if kind != "blind bid" else set()
    irrelevant |= {"bidding.zero"} if parameters.bidding.zero == "nil" else set()
    irrelevant |= {"bidding.nil_partner_minimum"} if not partner_may_bid_nil(parameters) else set()
    return [name for name, lifted in _LIFTED.items() if name not in irrelevant and value_of(parameters, name) != lifted]


def _is_possible(parameters: Parameters, table: AllowedTable, kind: _Kind) -> bool:
    """Return whether every bid is legal in some auction with a bid of this kind."""
    size, other_sides = table.pack.hand_size, table.sides - 1
    contracts = [(bids, _contract(parameters, bids)) for bids in _bids_of_side(parameters, size)]
    legal = {tricks for _, tricks in contracts if tricks is not None}
    with_kind = {tricks for bids, tricks in contracts if tricks is not None and _includes(parameters, bids, kind)}
    if not with_kind:
        return False
    lowest_total = min(with_kind) + other_sides * min(legal)
    if parameters.bidding.table_total == "at_most_hand_size":
        return lowest_total <= size
    # A side with a choice of two contracts can avoid any one total.
    has_choice = len(with_kind) > 1 or (other_sides > 0 and len(legal) > 1)
    return parameters.bidding.table_total == "any" or has_choice or lowest_total != size


def _bids_of_side(parameters: Parameters, size: int) -> Iterator[tuple[int, ...]]:
    """Return every combination of bids that a side can make and that count, one for each of its bidders."""
    rules = parameters.bidding
    tricks = range(rules.minimum, min(rules.maximum or size, size) + 1)
    bids = [*tricks] if rules.zero == "not_allowed" else [0, *tricks]
    if partners_bids_are_added(parameters):
        return product(bids, repeat=2)
    return chain(product([0], bids), product(tricks)) if partner_may_bid_nil(parameters) else product(bids)


def _contract(parameters: Parameters, bids: tuple[int, ...]) -> int | None:
    """Return the contract that a side's bids make, in either order; None if they are not legal."""
    rules = parameters.bidding
    nils = bids.count(0) if rules.zero == "nil" else 0
    if nils > 1 and parameters.nil.both_partners == "forbidden":
        return None
    if rules.restriction == "suicide" and nils != 1:
        return None
    if nils == len(bids):
        return 0  # The limits of a side do not apply to a side that bids nothing but nil.
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


def _includes(parameters: Parameters, bids: tuple[int, ...], kind: _Kind) -> bool:
    if kind == "nil":
        return 0 in bids
    return max(bids) >= (parameters.blind_bid.minimum if kind == "blind bid" else 1)


# A deal without an auction.


def _mirror(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield limits that bids of exactly the spades held break in some deal."""
    for table in tables:
        yield from _single_bids(parameters, table)
        yield from _bids_beside_nil(parameters, table)
        yield from _table_totals(parameters, table)


def _whiz(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield limits that the nil of a player without spades, who has no other bid, breaks in some deal."""
    if partner_may_bid_nil(parameters) and parameters.nil.both_partners == "forbidden":
        for table in tables:
            if 0 in table.spades_in(2):
                because = "partners without spades would both have to bid nil."
                yield ParameterConflict.between("bidding.restriction", "nil.both_partners", because=because)


def _single_bids(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    rules, in_hand, on_side = parameters.bidding, table.spades_in(1), table.spades_in(table.side_size)
    # A side that bids nothing but nil is exempt from the board.
    exempt = 0 if rules.zero == "nil" else -1
    if any(0 < spades < rules.minimum for spades in in_hand):
        yield _breach("a hand may hold fewer than the minimum", "bidding.minimum")
    if rules.maximum and in_hand[-1] > rules.maximum:
        yield _breach(f"a hand may hold {in_hand[-1]}", "bidding.maximum")
    if rules.team_minimum_breach == "illegal" and any(exempt < spades < rules.team_minimum for spades in on_side):
        yield _breach("a side may hold fewer than the board", "bidding.team_minimum")
    if rules.team_maximum and on_side[-1] > rules.team_maximum:
        yield _breach(f"a side may hold {on_side[-1]}", "bidding.team_maximum")


def _bids_beside_nil(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    in_hand, on_side = table.spades_in(1), table.spades_in(table.side_size)
    if not partner_may_bid_nil(parameters) or 0 not in in_hand:
        return
    if any(0 < spades < parameters.bidding.nil_partner_minimum and spades in in_hand for spades in on_side):
        yield _breach("a hand may hold too few for the partner of a nil bidder", "bidding.nil_partner_minimum")
    if parameters.nil.both_partners == "forbidden" and 0 in on_side:
        yield _breach("both partners may hold none", "nil.both_partners")


def _table_totals(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    rules, size = parameters.bidding, table.pack.hand_size
    if rules.table_total == "any":
        return
    board = rules.team_minimum if rules.team_minimum_breach == "raised" else 0
    # Side by side, every pair of spades held so far and tricks bid so far.
    reached = {(0, 0)}
    for _ in range(table.sides):
        reached = {
            (held + more, bid + (max(more, board) if more or rules.zero != "nil" else 0))
            for held, bid in reached
            for more in table.spades_in(table.side_size)
        }
    for total in sorted({bid for held, bid in reached if held in table.spades_in(table.pack.players)}):
        if total == size if rules.table_total == "not_hand_size" else total > size:
            because = f"the bids may total {total} in a round of {count_of(size, 'trick')}"
            yield _breach(because, "bidding.table_total", *["bidding.team_minimum"] * bool(board))


def _breach(because: str, *names: str) -> ParameterConflict:
    reason = f"each bid is the number of spades in hand, and {because}."
    return ParameterConflict.between("bidding.restriction", *names, because=reason)
