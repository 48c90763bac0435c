"""Who led where a record leaves it out: by the ruleset to the first trick, and then who won the trick before.

In a short form that decides whose the cards are, so it is found before anything is judged, and again in every record
that a slip may have made this one.
"""

from __future__ import annotations

from typing import Final

from service.spades.deal.auction import deal_and_bid
from service.spades.deal.contracts import opener_of
from service.spades.deal.hands_dealt import knowledge_from_lists, knowledge_from_log
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.findings import Reporter
from service.spades.play.evidence import ReplayContext
from service.spades.play.turn_order import leader_by_seat, opening_leader
from service.spades.record.log import context_of, with_leads
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset

_BY_BIDS_OR_CARDS: Final = frozenset({"high_bidder", "lowest_club"})


def read_with_leads(record: RoundRecord, ruleset: Ruleset) -> RoundRecord:
    """Return a record with the leads filled in that it leaves out.

    Raises `UnreadableRecord` with a fault for each list of cards if nobody can say who played them.
    """
    record = find_leads(record, ruleset)
    faults = _faults(record) if record.leads_left_out else ()
    if faults:
        raise UnreadableRecord(faults)
    return record


def find_leads(record: RoundRecord, ruleset: Ruleset) -> RoundRecord:
    """Return a record with the leads filled in that it leaves out, as far as they follow from the rest."""
    if not record.leads_left_out:
        return record
    first = record.tricks[0]
    if first.form not in {"plays", "unwritten"} and first.leader is None:
        record = record._replace(first_leader=_first_leader(record._replace(first_leader=None), ruleset))
    return with_leads(record, ruleset)


def _first_leader(record: RoundRecord, ruleset: Ruleset) -> int | None:
    """Return the seat that was to lead to the first trick, None if nothing shows it.

    It is not known yet who played the cards of tricks without names: they don't count.
    """
    goes_by_turns = ruleset.parameters.play.opening_leader not in _BY_BIDS_OR_CARDS
    if goes_by_turns and (opener_of(ruleset.parameters, record) is not None or not record.bids):
        return leader_by_seat(ruleset.parameters, record)
    log = with_leads(record, ruleset)
    deal, auction = deal_and_bid(context_of(log, ruleset), Reporter(record.table), bidding_over=True)
    if goes_by_turns:
        # If somebody bid out of turn, nobody knows who was to bid first: it need not be who did.
        in_doubt = any(question.code == "bid_out_of_turn" for question in auction.undecided)
        return None if in_doubt else leader_by_seat(ruleset.parameters, record)
    known = knowledge_from_lists(deal) or knowledge_from_log(deal)
    played = ReplayContext(deal.context.record, ruleset, deal.context.pack, known)
    return opening_leader(played, auction)


def _faults(record: RoundRecord) -> list[Fault]:
    """Return a fault for each run of tricks that list cards from an unknown leader, at the first of them."""
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
