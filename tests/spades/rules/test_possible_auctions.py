"""Limits on the bids against the bidding itself, at tables so small that every auction and deal can be tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from types import MappingProxyType

import pytest

from service.presets.loader import resolve
from service.spades.cards import SPADES
from service.spades.deal.auction import examine_bids
from service.spades.record.log import context_of
from service.spades.record.model import Bid, RoundRecord
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import Parameters, Reference, Ruleset, kind_of, parameters_from
from service.spades.table import sit_down


def _random_limits(rng: Random) -> Parameters:
    sides = rng.choice(["partnership", "individual"])
    count = 4 if sides == "partnership" else rng.choice([2, 3])
    size = rng.choice([1, 2, 3])
    restriction = rng.choice(["none", "none", "mirror", "whiz", "suicide" if count == 4 else "none"])
    zeros = {"none": ["nil", "zero", "neither"], "mirror": ["nil", "zero"]}
    zero = rng.choice(zeros.get(restriction, ["nil"]))
    spades = rng.randrange(1, count * size + 2)
    return parameters_from(
        {
            "table.players": [count],
            "table.sides": sides,
            "deck.removed": {str(count): [*(f"{rank}S" for rank in "23456789TJQKA"[min(spades, 13) :])]},
            "deck.hand_size": {str(count): size},
            "deck.leftover": "set_aside",
            "bids.number.least": rng.randint(1, size),
            "bids.number.most": rng.randint(0, size),
            "bids.by": rng.choice(["player", "last_partner", "team"]) if restriction == "none" else "player",
            "bids.nil.allowed": zero == "nil",
            "bids.zero.allowed": zero == "zero",
            "bids.side_most": rng.choice([0, rng.randint(1, 2 * size)]),
            "bids.side_least": rng.choice([0, rng.randint(1, size)]),
            "bids.side_breach": rng.choice(["illegal", "raised"]),
            "bids.partner_of_nil.least": rng.choice([0, rng.randint(1, size)]),
            "bids.partner_of_nil.breach": rng.choice(["illegal", "raise_earlier"]),
            "bids.table.not_hand_size": rng.choice([False, True]),
            "bids.table.least": rng.choice([0, 0, rng.randint(1, 2 * size)]),
            "bids.table.most": rng.choice([0, 0, size]),
            "bids.table.not": rng.choice([[], [], [rng.randint(1, 2 * size)]]),
            "bids.table.breach": rng.choice(["illegal", "illegal", "redeal"]),
            "bids.restriction": restriction,
            "bids.both_nil.how": rng.choice(["each", "forbidden"]),
        }
    )


def _least_above_greatest(parameters: Parameters) -> bool:
    """Tell whether there is a contradiction without any auction being tried, by the names in it."""
    limits = {
        *("bids.number.least", "bids.partner_of_nil.least", "bids.side_least", "bids.number.most", "bids.side_most"),
        *("bids.table.least", "bids.table.most"),
    }
    pairs = [set(each.names) for each in contradictions(parameters) if len(each.names) == 2]
    return any(pair <= limits for pair in pairs)


def _auctions(parameters: Parameters) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield auctions with whether every bid of them is legal; where the cards decide, the best one of each deal."""
    (count,) = parameters.table.players
    pack = pack_for(parameters.deck, count)
    ruleset = replace(resolve(Reference("pagat")), parameters=parameters, packs=MappingProxyType({count: pack}))
    by_team = parameters.bids.by == "team" and parameters.table.sides == "partnership"
    bidders = range(count // 2) if by_team else range(count)
    some = range(pack.hand_size + 1)
    if parameters.bids.restriction not in {"mirror", "whiz"}:
        yield from ((bids, _legal(ruleset, bids, None)) for bids in product(some, repeat=len(bidders)))
        return
    fewest = count * pack.hand_size - pack.non_spades.bit_count()
    for held in product(some, repeat=count):
        if fewest <= sum(held) <= pack.suits[SPADES].bit_count():
            own = [(spades,) if parameters.bids.restriction == "mirror" else (spades, 0) for spades in held]
            yield held, any(_legal(ruleset, bids, held) for bids in product(*own))


def _legal(ruleset: Ruleset, tricks: tuple[int, ...], held: tuple[int, ...] | None) -> bool:
    (count,) = ruleset.packs
    table = sit_down([f"p{seat}" for seat in range(count)], None, ruleset.parameters.table.sides, [count])
    bids = tuple(
        Bid(seat, None if len(tricks) < count else seat, table.side_of[seat], bid, kind_of(ruleset.parameters, bid))
        for seat, bid in enumerate(tricks)
    )
    record = RoundRecord(table, bids, tricks=(), hands=(None,) * count, dealer=count - 1, round_number=1)
    spades = None if held is None else tuple((each, each) for each in held)
    auction = examine_bids(context_of(record, ruleset), None if spades is None else lambda _: spades, bidding_over=True)
    return all(finding.severity != "offence" for finding in auction.findings)


@pytest.mark.parametrize("seed", range(20))
def test_limits_are_refused_where_no_auction_keeps_them(seed: int) -> None:
    """The bidding, asked about every auction, agrees: none with tricks or with a nil, or a deal that has none."""
    rng = Random(seed)
    for _ in range(15):
        parameters = _random_limits(rng)
        if _least_above_greatest(parameters):
            continue
        auctions = list(_auctions(parameters))
        if parameters.bids.restriction in {"mirror", "whiz"}:
            playable = all(legal for _, legal in auctions)
        else:
            nil = not parameters.bids.nil.allowed or any(legal and 0 in bids for bids, legal in auctions)
            playable = nil and any(legal and any(bids) for bids, legal in auctions)
        assert (contradictions(parameters) == ()) == playable, parameters
