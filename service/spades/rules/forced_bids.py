"""Bids that the cards decide, under mirror and whiz, and the limits that such bids can't help breaking in some deal."""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.english import count_of
from service.spades.rules.allowed_table import AllowedTable
from service.spades.rules.bid_kinds import partner_may_bid_nil
from service.spades.rules.contradiction import Contradiction
from service.spades.rules.parameters import Parameters


def mirror_contradictions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    """Yield limits that bids of exactly the spades held break in some deal."""
    for table in tables:
        yield from _single_bids(parameters, table)
        yield from _bids_beside_nil(parameters, table)
        yield from _table_totals(parameters, table)


def whiz_contradictions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    """Yield limits that the nil of a player without spades, who has no other bid, breaks in some deal."""
    if partner_may_bid_nil(parameters) and parameters.nil.both_partners == "forbidden":
        for table in tables:
            if 0 in table.spades_in(2):
                because = "partners without spades would both have to bid nil."
                yield Contradiction.between("bidding.restriction", "nil.both_partners", because=because)


def _single_bids(parameters: Parameters, table: AllowedTable) -> Iterator[Contradiction]:
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


def _bids_beside_nil(parameters: Parameters, table: AllowedTable) -> Iterator[Contradiction]:
    in_hand, on_side = table.spades_in(1), table.spades_in(table.side_size)
    if not partner_may_bid_nil(parameters) or 0 not in in_hand:
        return
    if any(0 < spades < parameters.bidding.nil_partner_minimum and spades in in_hand for spades in on_side):
        yield _breach("a hand may hold too few for the partner of a nil bidder", "bidding.nil_partner_minimum")
    if parameters.nil.both_partners == "forbidden" and 0 in on_side:
        yield _breach("both partners may hold none", "nil.both_partners")


def _table_totals(parameters: Parameters, table: AllowedTable) -> Iterator[Contradiction]:
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


def _breach(because: str, *names: str) -> Contradiction:
    reason = f"each bid is the number of spades in hand, and {because}."
    return Contradiction.between("bidding.restriction", *names, because=reason)
