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

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

from service.spades.cards import BIG_JOKER, BIT, INDEX, LITTLE_JOKER, card_name, codes_of, mask_of
from service.spades.english import count_of, listed
from service.spades.rules.circumstances import ParameterConflict, stated_contradictions
from service.spades.rules.pack import AllowedTable, pack_for
from service.spades.rules.ruleset import (
    ALL_GROUPS,
    Kind,
    Parameters,
    partner_may_bid_nil,
    partners_bid_separately,
    partners_bids_are_added,
    value_of,
    with_value,
)

_STANDARD_PACK: Final = mask_of(range(52))
_DEUCES: Final = ("2C", "2H", "2D", "2S")
"""The cards that are taken out of a pack which can't be dealt, the first of them first."""


def contradictions(parameters: Parameters) -> tuple[ParameterConflict, ...]:
    """Return all contradictions between these parameters. There are none in a ruleset that can be played."""
    side_size = 2 if parameters.table.sides == "partnership" else 1
    tables = tuple(AllowedTable(pack_for(parameters.deck, count), side_size) for count in parameters.table.players)
    counted = {
        "table": _seats(tables),
        "deck": _deck(parameters, tables),
        "contracts": _contracts(parameters, tables),
        "bids": (*bidding_contradictions(parameters, tables), *_exchanges(parameters, tables)),
    }
    found = (
        contradiction
        for group in ALL_GROUPS
        for contradiction in (
            *counted.get(group.name, ()),
            *stated_contradictions(parameters, group.name),  # some are in both
        )
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
    if twice := mask_of(INDEX[code] for code in deck.top_trumps if deck.top_trumps.count(code) > 1):
        yield ParameterConflict.between("deck.top_trumps", because=f"listed more than once: {_named(twice)}.")
    yield from stated_contradictions(parameters, "deck")
    in_play = 0
    left: list[str] = []
    removed_too: dict[str, list[str]] = {}
    for pack, _ in tables:
        in_play |= pack.cards
        if promoted and (unranked := jokers & pack.cards & ~promoted):
            because = f"without a rank, though in play: {_named(unranked)}."
            yield ParameterConflict.between("deck.top_trumps", "deck.jokers", because=because)
        removed = mask_of(INDEX[code] for code in deck.removed.get(str(pack.players), ()))
        if missing := removed & ~(_STANDARD_PACK | jokers):
            because = f"removed, though not in the pack: {_named(missing)}."
            yield ParameterConflict.between("deck.removed", "deck.jokers", because=because)
        cards, size, used = pack.cards.bit_count(), pack.hand_size, pack.dealt
        # Of every two cards drawn one is discarded.
        needed = used * 2 if deck.formation == "draw" else used
        if needed > cards or not size:
            because = f"{pack.players} hands of {size} can't be formed from {count_of(cards, 'card')}."
            yield ParameterConflict.between("deck.hand_size", "deck.removed", "table.players", because=because)
        elif deck.leftover != "set_aside" and pack.leftover:
            left.append(f"{count_of(cards, 'card')} make {pack.players} hands of {size} and leave {pack.leftover} over")
            removed_too[str(pack.players)] = _to_take_out(pack.cards & ~promoted, pack.leftover)
    if left:
        because = f"{listed(left)}. Write {_instead_of_leftovers(parameters, removed_too)}."
        names = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
        yield ParameterConflict.between(*names, because=because)
    if promoted & ~in_play:
        because = f"promoted, though not in play: {_named(promoted & ~in_play)}."
        yield ParameterConflict.between("deck.top_trumps", "deck.jokers", "deck.removed", because=because)


def _to_take_out(cards: int, number: int) -> list[str]:
    """Return so many deuces as tables take out of these cards; none if there are not as many."""
    found = [code for code in _DEUCES if BIT[INDEX[code]] & cards][:number]
    return found[::-1] if len(found) == number else []


def _instead_of_leftovers(parameters: Parameters, removed_too: Mapping[str, list[str]]) -> str:
    """Return what to override so that nothing is left over: by taking out cards, if that is possible, or else later."""
    set_aside = '"deck": {"leftover": "set_aside"} to set aside what is left'
    if not all(removed_too.values()):
        return set_aside
    removed = {count: list(cards) for count, cards in parameters.deck.removed.items()}
    removed |= {count: [*removed.get(count, ()), *cards] for count, cards in removed_too.items()}
    return f'"deck": {{"removed": {json.dumps(removed)}}} to take cards out before the deal, or {set_aside}'


def _named(cards: int) -> str:
    return listed(f"the {card_name(code)}" for code in codes_of(cards))


def _contracts(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    smallest = min(table.pack.hand_size for table in tables)
    for number, row in enumerate(parameters.contracts, start=1):
        least = row.least or smallest
        if 0 < row.most < least:
            because = f"by row {number} no contract is at least {least} and at most {row.most}."
            yield ParameterConflict.between("contracts", because=because)


def _exchanges(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    if parameters.table.sides == "individual":
        return
    smallest = min(table.pack.hand_size for table in tables)
    for kind in ("nil", "blind_nil"):
        row = parameters.bids.of(kind)
        if row.allowed and row.exchange > smallest:
            because = f"{count_of(row.exchange, 'card')} can't be passed from a hand of {smallest}."
            yield ParameterConflict.between(f"bids.{kind}.exchange", "deck.hand_size", because=because)


_Kind: TypeAlias = Literal["tricks", "nil", "blind bid"]

# The value at which each limit allows everything. The limit most likely to be wrong comes first.
_LIFTED: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "bids.table.not_hand_size": False,
        "bids.table.not": (),
        "bids.table.most": 0,
        "bids.table.least": 0,
        "bids.side_least": 0,
        "bids.side_most": 0,
        "bids.partner_of_nil.least": 0,
        "bids.blind.least": 1,
        "bids.number.least": 1,
        "bids.number.most": 0,
        "bids.number.per_side": 0,
        "bids.blind.per_side": 0,
        "bids.number.allowed": True,
        "bids.nil.allowed": True,
        "bids.both_nil.how": "each",
        "bids.restriction": "none",
    }
)


def bidding_contradictions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield the contradictions between limits on the bids at any of these tables, each once."""
    stated = (found for found in stated_contradictions(parameters, "bids") if found.names[0] in _LIFTED)
    direct = {found.names: found for found in (*_minimum_above_maximum(parameters, tables), *stated)}
    yield from direct.values()
    # Lift these limits before the search, so that it neither reports them again nor misses others behind them.
    parameters = _lift(parameters, (names[0] for names in direct))
    search = {"mirror": _mirror, "whiz": _whiz}.get(parameters.bids.restriction, _impossible_auctions)
    playable = tuple(table for table in tables if table.can_be_dealt)
    yield from {found.names: found for found in search(parameters, playable)}.values()


def _minimum_above_maximum(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    rules, sizes = parameters.bids, [table.pack.hand_size for table in tables]
    number = rules.number
    if not number.allowed and not rules.blind.allowed:
        because = "nobody may bid a number of tricks."
        yield ParameterConflict.between("bids.number.allowed", "bids.blind.allowed", because=because)
    kinds = [kind for kind in get_args(Kind) if rules.of(kind).allowed]
    if partners_bid_separately(parameters) and len(kinds) == 1 and rules.of(kinds[0]).per_side == 1:
        because = "only one of two partners could bid."
        yield ParameterConflict.between(f"bids.{kinds[0]}.per_side", "bids.nil.allowed", because=because)
    minimums = [("bids.number.least", number.least), ("bids.side_least", rules.side_least)]
    if partner_may_bid_nil(parameters):
        minimums.append(("bids.partner_of_nil.least", rules.partner_of_nil.least))
    for name, minimum in minimums:
        is_board = name == "bids.side_least"
        if minimum > min(sizes):
            because = f"{minimum} is more than the {count_of(min(sizes), 'trick')} in a round."
            yield ParameterConflict.between(name, "deck.hand_size", because=because)
        if rules.side_most and minimum > rules.side_most:
            because = "the minimum is above a side's maximum."
            yield ParameterConflict.between(name, "bids.side_most", because=because)
        greatest = number.most * (2 if is_board and partners_bids_are_added(parameters) else 1)
        raised = is_board and rules.side_breach == "raised"
        if number.most and minimum > greatest and not raised:
            yield ParameterConflict.between(name, "bids.number.most", because="the minimum is above the maximum.")
    if number.most > max(sizes):
        because = f"no round has {number.most} tricks."
        yield ParameterConflict.between("bids.number.most", "deck.hand_size", because=because)
    if 0 < rules.table.most < rules.table.least:
        yield ParameterConflict.between("bids.table.least", "bids.table.most", because="no total is allowed.")
    yield from _blind_minimum_above_maximum(parameters, max(sizes))


def _blind_minimum_above_maximum(parameters: Parameters, largest_hand: int) -> Iterator[ParameterConflict]:
    rules, blind = parameters.bids, parameters.bids.blind
    name, because = "bids.blind.least", "no blind bid is possible."
    if blind.allowed and blind.least > min(blind.most or largest_hand, largest_hand):
        yield ParameterConflict.between(name, "bids.blind.most", "deck.hand_size", because=because)
    if blind.allowed and blind.least > (rules.side_most or blind.least):
        yield ParameterConflict.between(name, "bids.side_most", because=because)


# A kind of bid without an auction.


def _impossible_auctions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield the limits that rule out every auction with a bid of tricks, with a nil, or with a blind bid."""
    rules = parameters.bids
    if not _barred_totals(parameters) and not rules.side_least and not rules.side_most:
        return  # No rule relates one player's bid to another's, and `_minimum_above_maximum` has compared the rest.
    kinds: list[_Kind] = ["tricks"]
    kinds += ["nil"] if rules.has_nil else []
    kinds += ["blind bid"] if rules.blind.allowed else []
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
        parameters = with_value(parameters, name, _LIFTED[name])
    return parameters


def _barred_totals(parameters: Parameters) -> bool:
    """Return whether a bid is illegal because of what all bids add up to."""
    return not parameters.bids.table.allows_any and parameters.bids.table.breach == "illegal"


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
    irrelevant = {"bids.blind.least"} if kind != "blind bid" else set()
    irrelevant |= {"bids.partner_of_nil.least"} if not partner_may_bid_nil(parameters) else set()
    irrelevant |= (
        {name for name in _LIFTED if name.startswith("bids.table.")} if not _barred_totals(parameters) else set()
    )
    return [name for name, lifted in _LIFTED.items() if name not in irrelevant and value_of(parameters, name) != lifted]


def _is_possible(parameters: Parameters, table: AllowedTable, kind: _Kind) -> bool:
    """Return whether every bid is legal in some auction with a bid of this kind."""
    size, total = table.pack.hand_size, parameters.bids.table
    contracts = [(bids, _contract(parameters, bids)) for bids in _bids_of_side(parameters, size)]
    legal = {tricks for _, tricks in contracts if tricks is not None}
    totals = {tricks for bids, tricks in contracts if tricks is not None and _includes(parameters, bids, kind)}
    for _ in range(table.sides - 1):
        totals = {one + other for one in totals for other in legal}
    if not _barred_totals(parameters):
        return bool(totals)
    return any(total.breach_by(tricks, size) is None for tricks in totals)


def _bids_of_side(parameters: Parameters, size: int) -> Iterator[tuple[int, ...]]:
    """Return every combination of bids that a side can make and that count, one for each of its bidders."""
    rules = parameters.bids
    tricks = range(rules.number.least, min(rules.number.most or size, size) + 1)
    bids = [0, *tricks] if rules.has_nil or rules.zero.allowed else [*tricks]
    if partners_bids_are_added(parameters):
        return product(bids, repeat=2)
    return chain(product([0], bids), product(tricks)) if partner_may_bid_nil(parameters) else product(bids)


def _contract(parameters: Parameters, bids: tuple[int, ...]) -> int | None:
    """Return the contract that a side's bids make, in either order; None if they are not legal."""
    rules = parameters.bids
    nils = bids.count(0) if rules.has_nil else 0
    if nils > 1 and rules.both_nil.how == "forbidden":
        return None
    if rules.restriction == "suicide" and nils != 1:
        return None
    if nils == len(bids):
        return 0  # The limits of a side do not apply to a side that bids nothing but nil.
    tricks = sum(bids)
    if nils and tricks < rules.partner_of_nil.least:
        if rules.partner_of_nil.breach == "illegal":
            return None
        tricks = rules.partner_of_nil.least
    if tricks < rules.side_least:
        if rules.side_breach == "illegal":
            return None
        tricks = rules.side_least if rules.side_breach == "raised" else tricks
    return None if rules.side_most and tricks > rules.side_most else tricks


def _includes(parameters: Parameters, bids: tuple[int, ...], kind: _Kind) -> bool:
    if kind == "nil":
        return 0 in bids
    return max(bids) >= (parameters.bids.blind.least if kind == "blind bid" else 1)


# A deal without an auction.


def _mirror(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield limits that bids of exactly the spades held break in some deal."""
    for table in tables:
        yield from _single_bids(parameters, table)
        yield from _bids_beside_nil(parameters, table)
        yield from _table_totals(parameters, table)


def _whiz(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[ParameterConflict]:
    """Yield limits that bids of nil, or of exactly the spades held, break in some deal."""
    if partner_may_bid_nil(parameters) and parameters.bids.both_nil.how == "forbidden":
        for table in tables:
            if 0 in table.spades_in(2):
                because = "partners without spades would both have to bid nil."
                yield ParameterConflict.between("bids.restriction", "bids.both_nil.how", because=because)
    if _barred_totals(parameters):
        limits = [name for name in _limits_set(parameters, "nil") if name.startswith("bids.table.")]
        for table in tables:
            if not _totals_can_be_reached(parameters, table):
                because = "in some deal no bids of nil and of the spades held add up to what is allowed."
                yield ParameterConflict.between("bids.restriction", *limits, because=because)


def _totals_can_be_reached(parameters: Parameters, table: AllowedTable) -> bool:
    """Return whether in every deal some bids under whiz add up to what is allowed."""
    in_hand, on_side, size = table.spades_in(1), table.spades_in(table.side_size), table.pack.hand_size
    contracts: set[tuple[int, frozenset[int]]] = set()
    for held in product(in_hand, repeat=table.side_size):
        if sum(held) in on_side:
            made = {_contract(parameters, bids) for bids in product(*(_whiz_bids(parameters, own) for own in held))}
            contracts.add((sum(held), frozenset(tricks for tricks in made if tricks is not None)))
    reached = {(0, frozenset((0,)))}
    for _ in range(table.sides):
        reached = {
            (held + more, frozenset(one + other for one in totals for other in own))
            for held, totals in reached
            for more, own in contracts
        }
    every_deal = table.spades_in(table.pack.players)
    return all(
        not totals or any(parameters.bids.table.breach_by(total, size) is None for total in totals)
        for held, totals in reached
        if held in every_deal
    )


def _whiz_bids(parameters: Parameters, spades: int) -> set[int]:
    """Return the bids of a player with so many spades: nil, or their number if that may be bid."""
    number = parameters.bids.number
    return {0, spades} if number.least <= spades <= (number.most or spades) else {0}


def _single_bids(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    rules, in_hand, on_side = parameters.bids, table.spades_in(1), table.spades_in(table.side_size)
    if rules.number.per_side == 1 and partners_bid_separately(parameters):
        yield _breach("both partners may hold spades", "bids.number.per_side")
    # A side that bids nothing but nil is exempt from the board.
    exempt = 0 if rules.nil.allowed else -1
    if any(0 < spades < rules.number.least for spades in in_hand):
        yield _breach("a hand may hold fewer than the minimum", "bids.number.least")
    if rules.number.most and in_hand[-1] > rules.number.most:
        yield _breach(f"a hand may hold {in_hand[-1]}", "bids.number.most")
    if rules.side_breach == "illegal" and any(exempt < spades < rules.side_least for spades in on_side):
        yield _breach("a side may hold fewer than the board", "bids.side_least")
    if rules.side_most and on_side[-1] > rules.side_most:
        yield _breach(f"a side may hold {on_side[-1]}", "bids.side_most")


def _bids_beside_nil(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    in_hand, on_side = table.spades_in(1), table.spades_in(table.side_size)
    if not partner_may_bid_nil(parameters) or 0 not in in_hand:
        return
    if any(0 < spades < parameters.bids.partner_of_nil.least and spades in in_hand for spades in on_side):
        yield _breach("a hand may hold too few for the partner of a nil bidder", "bids.partner_of_nil.least")
    if parameters.bids.both_nil.how == "forbidden" and 0 in on_side:
        yield _breach("both partners may hold none", "bids.both_nil.how")


def _table_totals(parameters: Parameters, table: AllowedTable) -> Iterator[ParameterConflict]:
    rules, size = parameters.bids, table.pack.hand_size
    if not _barred_totals(parameters):
        return
    board = rules.side_least if rules.side_breach == "raised" else 0
    # Side by side, every pair of spades held so far and tricks bid so far.
    reached = {(0, 0)}
    for _ in range(table.sides):
        reached = {
            (held + more, bid + (max(more, board) if more or not rules.nil.allowed else 0))
            for held, bid in reached
            for more in table.spades_in(table.side_size)
        }
    for total in sorted({bid for held, bid in reached if held in table.spades_in(table.pack.players)}):
        limit = rules.table.breach_by(total, size)
        if limit is not None:
            because = f"the bids may total {total} in a round of {count_of(size, 'trick')}"
            yield _breach(because, limit, *["bids.side_least"] * bool(board))


def _breach(because: str, *names: str) -> ParameterConflict:
    reason = f"each bid is the number of spades in hand, and {because}."
    return ParameterConflict.between("bids.restriction", *names, because=reason)
