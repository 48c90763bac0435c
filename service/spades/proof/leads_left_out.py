"""Leads that a record leaves out, found before anything is judged: by the ruleset, and by who won the trick before."""

from __future__ import annotations

from typing import Final

from service.spades.deal.auction import examine_bids
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.hands_drawn import examine_draws
from service.spades.errors import Fault, UnreadableRecord
from service.spades.findings import Reporter
from service.spades.play.evidence import ReplayContext, knowledge_from_lists, knowledge_from_log
from service.spades.play.turn_order import leader_by_seat, opening_leader
from service.spades.pointers import pointer_to
from service.spades.record.log import Log, with_leads
from service.spades.record.model import RoundRecord, context_of
from service.spades.rules.ruleset import Ruleset

_BY_BIDS_OR_CARDS: Final = frozenset({"high_bidder", "lowest_club"})


def find_leads(record: RoundRecord, ruleset: Ruleset) -> RoundRecord:
    """Return a record with every lead that it leaves out found, as far as that follows from anything.

    Raises `UnreadableRecord` for each list of cards of which nobody can say whose they are.
    """
    if not record.leads_left_out:
        return record
    first = record.tricks[0]
    if first.form != "plays" and first.leader is None:
        record = record._replace(first_leader=_first_leader(record, ruleset))
    record = with_leads(record, ruleset.packs[len(record.table.players)])
    faults = _faults(record)
    if faults:
        raise UnreadableRecord(faults)
    return record


def _first_leader(record: RoundRecord, ruleset: Ruleset) -> int | None:
    """Return the seat that was to lead to the first trick, None if nothing shows it.

    Whose the cards are of tricks without names is not known yet: they don't count.
    """
    if ruleset.parameters.play.opening_leader not in _BY_BIDS_OR_CARDS:
        return leader_by_seat(ruleset.parameters, record)
    log = with_leads(record, ruleset.packs[len(record.table.players)])
    context, reporter = context_of(log, ruleset), Reporter(record.table)
    if record.draws is not None:
        context = context._replace(record=examine_draws(context, reporter))
    contracts = examine_bids(context, bidding_over=True).contracts
    deal = Deal(context, Log(context.record, context.pack), reporter)
    deal.pass_cards(contracts)
    known = knowledge_from_lists(deal.holdings)
    if known is None:
        known = knowledge_from_log(context.record, context.pack, deal.holdings, deal.log)
    return opening_leader(
        ReplayContext(context.record, ruleset, context.pack, contracts, known, deal.holdings.complete)
    )


def _faults(record: RoundRecord) -> list[Fault]:
    """Return a fault for the first of each row of tricks that are lists of cards from an unknown leader."""
    faults: list[Fault] = []
    before_known = True
    for index, trick in enumerate(record.tricks):
        known = trick.lead_known or trick.form != "cards" or not trick.cards
        if not known and before_known:
            why = (
                f"Who won trick {index} does not follow from the record"
                if index
                else "Who led to the first trick does not follow from the record"
            )
            detail = f"{why}, so nobody can say whose the `cards` of trick {index + 1} are: say who led, give `leader`."
            faults.append(Fault(pointer_to("tricks", index, "leader"), "leader_unknown", detail))
        before_known = known
    return faults
