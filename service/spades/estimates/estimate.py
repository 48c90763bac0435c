"""Everything that is estimated of a hand."""

from __future__ import annotations

from collections.abc import Callable

from service.spades.deal.auction import examine_bids
from service.spades.estimates.counts import counts_of
from service.spades.estimates.hand_read import HeldHand
from service.spades.estimates.model import Estimate
from service.spades.estimates.simulation import simulate
from service.spades.record.context import context_of
from service.spades.rules.ruleset import Ruleset


def estimate(held: HeldHand, ruleset: Ruleset, seed: int, between_deals: Callable[[], object] = bool) -> Estimate:
    """Return the counts of a hand, and its tricks in deals that follow from the seed.

    ``between_deals`` is called before each deal, so that whoever waits for a long computation can do something else.
    """
    context = context_of(held.record, ruleset)
    contracts = examine_bids(context, bidding_over=False).contracts
    return Estimate(counts_of(held.hand, context.pack), simulate(held, ruleset, contracts, seed, between_deals))
