"""Whose turn it was: who led, who played when, and who won, checked against the log and what the record says of it.

Who leads to the first trick is a rule of its own (`play.opening_leader`, docs/reference/rules.md, E1).
Who won a trick with unknown cards is in `record.winners`.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, CLUBS, UNREAD, cards_in, mask_of
from service.spades.deal.contracts import Auction, Contract, bidder_after, dealer_before, opener_of, shown_by
from service.spades.findings import Evidence, Location
from service.spades.play.evidence import ReplayContext, number_of
from service.spades.play.play_findings import PlayFindings
from service.spades.record.log import LoggedCard, may_be_in_progress, place_of
from service.spades.record.model import At, RoundRecord, Trick
from service.spades.rules.ruleset import Parameters
from service.spades.sentence import say
from service.spades.table import Table, in_turn


def opening_leader(context: ReplayContext, auction: Auction) -> int | None:
    """Return the seat that is to lead to the first trick, or None if the record does not say."""
    rule = context.ruleset.parameters.play.opening_leader
    if rule == "high_bidder":
        # If somebody bid out of turn, and nobody knows who, the first of equals depends on who was to bid first.
        in_doubt = any(question.code == "bid_out_of_turn" for question in auction.undecided)
        return high_bidder(auction.contracts, ordered=context.record.bidders is None and not in_doubt)
    if rule == "lowest_club":
        holders = lowest_club_holders(context)
        return holders[0] if len(holders) == 1 else None
    leader, record = leader_by_seat(context.ruleset.parameters, context.record), context.record
    if opener_of(context.ruleset.parameters, record) is not None:
        return leader
    # Unless the record says who was to bid first, the first bid may have been out of turn: the leader is only presumed.
    first = record.tricks[0] if record.tricks else None
    regular = first is not None and first.is_whole(context.pack.players) and first.seats[0] == leader
    return leader if regular else None


def leader_by_seat(parameters: Parameters, record: RoundRecord) -> int | None:
    """Return the opening leader under a rule that goes by who dealt or bid first, None if the record says neither.

    If the record names no dealer, the first recorded bid is presumed to be the first bidder's; the dealer follows from
    it.
    """
    rule = parameters.play.opening_leader
    bidder = opener_of(parameters, record)
    if bidder is None and record.bids and record.bidders is None:
        bidder = record.bids[0].seat
    if rule == "first_bidder" or bidder is None:
        return bidder
    count = len(record.table.players)
    dealer = record.dealer
    if dealer is None:
        dealer = dealer_before(parameters, record.table, bidder)
    return dealer if rule == "dealer" else (dealer + 1) % count


def bidder_by_leader(parameters: Parameters, table: Table, leader: int) -> int | None:
    """Return who was to bid first if this seat was to lead first; None if the leader goes by the bids or the cards."""
    match parameters.play.opening_leader:
        case "first_bidder":
            return leader
        case "dealer":
            return bidder_after(parameters, table, leader)
        case "left_of_dealer":
            return bidder_after(parameters, table, (leader - 1) % len(table.players))
        case _:
            return None


def high_bidder(contracts: tuple[Contract, ...], *, ordered: bool = True) -> int | None:
    """Return the seat of the highest bid, the first of equals; None unless all bids are there and known to count.

    Of equals nobody knows the first if the bids are not ``ordered``: if the order in which they were made is not known.
    """
    if not all(contract.complete and contract.certain for contract in contracts):
        return None
    bids = sorted((bid for contract in contracts for bid in contract.bids), key=lambda bid: bid.position)
    if not bids or any(bid.seat is None for bid in bids):
        return None
    highest = max(bids, key=lambda bid: bid.counts_as)
    if not ordered and sum(bid.counts_as == highest.counts_as for bid in bids) > 1:
        return None
    return highest.seat


def lowest_club_holders(context: ReplayContext) -> tuple[int, ...]:
    """Return every seat that may have held the lowest club dealt; all seats if the record contradicts itself on it.

    If no hand can have one, because all clubs are set aside or all hands are known, the rule names no leader.
    """
    known = context.known
    aside = [card for card in context.record.set_aside or () if card != UNREAD]
    with_room = tuple([seat for seat, unknown in enumerate(known.unknown) if unknown])
    possible: tuple[int, ...] = ()
    for card in cards_in(context.pack.suits[CLUBS]):
        if any(doubtful & BIT[card] for doubtful in known.doubtful):
            return tuple(range(context.pack.players))
        holders = [seat for seat, certain in enumerate(known.certain) if certain & BIT[card]]
        if holders:
            return tuple({*possible, *holders})
        # A card that is in no known hand may be set aside; if all set aside are named, it is in a hand with room.
        if with_room and card not in aside:
            possible = with_room
            if context.pack.leftover <= len(aside):
                break
    left = context.pack.suits[CLUBS] & ~mask_of(aside)
    if not (left and with_room):
        return ()  # no club was dealt, or all hands are known and none has one
    if left.bit_count() <= context.pack.leftover - len(aside):
        return tuple(range(context.pack.players))  # every club may have been set aside: then nobody knows who leads
    return possible


class Lead(NamedTuple):
    """Whose lead a trick was."""

    expected: int | None
    """The seat that was to lead; None if that is not known."""
    may_lead: frozenset[int] = frozenset()
    """The seats of which one was to lead, if it is not known which; none, if it may have been anybody."""
    cause: int | None = None
    """The index of the finding that a wrong lead may follow from."""
    credited: int | None = None
    """The seat that the table took to have won the trick before, if that was wrong: as the record names the winner, or
    by a card that still lay there and was taken back later."""
    may_be_credited: frozenset[int] = frozenset()
    """The seats of which the table took one to have won the trick before, if it is open which cards lay there."""
    decided_by: Location = ()
    """The place of the card taken back that leaves it open."""


def judge_lead(findings: PlayFindings, index: int, trick: Trick, lead: Lead, *, missing: bool) -> None:
    """Judge who led a trick, unless the card that was led is ``missing``, or the record does not say who played it."""
    if not trick.seats or not trick.is_lead_recorded:
        return
    if lead.expected is None and index == 0 and findings.context.whole_log and not missing:
        _check_opening(findings, trick.seats[0], trick.cards[0])
    if not missing:
        _check_lead(findings, index, trick, lead)
    elif may_be_in_progress(findings.context.record, index):
        _ask_about_lead(findings, index, trick, lead)


def _check_lead(findings: PlayFindings, index: int, trick: Trick, lead: Lead) -> None:
    """Check who led against the leader that the record claims, and against the seat that was to lead."""
    context, (expected, may_lead, cause, credited, may_be_credited, decided_by) = findings.context, lead
    leader = trick.seats[0]
    if trick.leader is not None and trick.leader != leader:
        findings.report(
            "leader_mismatch",
            ("tricks", index, "leader"),
            say("leader_mismatch", claimed=trick.leader, leader=leader),
            trick=number_of(context, index),
            seat=trick.leader,
            evidence=Evidence(claimed=trick.leader, led=leader),
        )
    logged = LoggedCard(index, 0, leader, trick.cards[0])
    is_wrong = leader != expected if expected is not None else bool(may_lead) and leader not in may_lead
    if is_wrong and leader in may_be_credited:
        detail = say("lead_by_cards_not_known", player=leader)
        read = {place_of(card) for card in context.record.withdrawn if card.card != UNREAD}
        if expected is not None and decided_by in read:
            detail = say("lead_by_card_taken_back", player=leader, expected=expected)
        findings.ask_card("wrong_leader", logged, detail, decided_by=decided_by)
    elif is_wrong:
        # A turn is judged by what lay on the table: who leads because the table took him for the winner does no wrong.
        in_good_faith = credited == leader
        detail = say("cannot_have_won_the_lead", player=leader)
        if expected is not None:
            detail = say("wrong_leader", player=leader, expected=expected)
        findings.report_card(
            "wrong_leader",
            logged,
            detail,
            severity="note" if in_good_faith else "offence",
            parameter="play.opening_leader" if number_of(context, index) == 1 else None,
            evidence=None if expected is None else Evidence(expected=expected),
            follows=cause if in_good_faith else None,
        )


def lacks_lead(
    order: tuple[tuple[int, ...], ...], trick: Trick, lead: Lead, absent: frozenset[int], *, last: bool
) -> bool:
    """Return whether the lead may be among the cards that a trick lacks, those of ``absent``.

    A card that is missing was the lead if it was its player's lead, and not if the record names as the leader the
    player of the first card and nothing contradicts it. The ``last`` trick may be unfinished; its lead is missing if it
    has the cards of all others who have one left, in turn (of two players that is one card, with which a trick may
    begin as well).
    """
    seats = trick.seats
    leaders = lead.may_lead if lead.expected is None else {lead.expected}
    if seats and trick.leader == seats[0] and (not leaders or seats[0] in leaders):
        return False
    if last:
        may_be_missing = absent & leaders if leaders else absent
        return len(seats) > 1 and any(
            seats == tuple([due for due in order[seat][1:] if due in seats or due in absent]) for seat in may_be_missing
        )
    return not seats or not leaders or bool(absent & leaders)


def _ask_about_lead(findings: PlayFindings, index: int, trick: Trick, lead: Lead) -> None:
    """Ask who led a last trick that has everybody's card but that of the player who was to lead."""
    leader, context = trick.seats[0], findings.context
    has_a_card = [spent > index for spent in context.spent_before()]
    expected = next(seat for seat, has_one in enumerate(has_a_card) if has_one and seat not in trick.seats)
    key = "lead_perhaps_missing" if lead.expected is None else "lead_may_be_missing"
    findings.ask_card(
        "wrong_leader",
        LoggedCard(index, 0, leader, trick.cards[0]),
        say(key, player=leader, expected=expected),
        parameter="play.opening_leader" if number_of(context, index) == 1 else None,
        decided_by=("tricks", index, "plays"),
    )


def _check_opening(findings: PlayFindings, leader: int, card: int) -> None:
    """Judge the first lead if it is not known for certain who held the lowest club that decides it, or who dealt."""
    context, logged, rule = findings.context, LoggedCard(0, 0, leader, card), "play.opening_leader"
    parameters = context.ruleset.parameters
    if parameters.play.opening_leader == "high_bidder":
        return
    if parameters.play.opening_leader != "lowest_club":
        if leader_by_seat(parameters, context.record) not in {None, leader}:
            detail = say("opening_leader_not_known", player=leader)
            decided_by = shown_by(parameters)
            findings.ask_card("wrong_leader", logged, detail, parameter=rule, decided_by=decided_by)
        return
    holders = lowest_club_holders(context)
    if leader in holders:
        detail = say("lowest_club_not_known", player=leader)
        findings.ask_card("wrong_leader", logged, detail, parameter=rule, decided_by=("hands",))
    elif holders:
        findings.report_card("wrong_leader", logged, say("lowest_club_elsewhere", player=leader), parameter=rule)


def report_missing(findings: PlayFindings, index: int, trick: Trick, missing: frozenset[int]) -> None:
    """Report the cards that a trick lacks though it is not the last one, in the order in which they were due."""
    for seat in findings.table.order[trick.seats[0] if trick.seats else 0]:
        if seat in missing:
            detail, number = say("missing_play", player=seat), number_of(findings.context, index)
            findings.report("missing_play", ("tricks", index, "plays"), detail, trick=number, seat=seat)


def check_order(
    findings: PlayFindings, index: int, trick: Trick, starts: tuple[int, ...], not_yet: frozenset[int]
) -> frozenset[int]:
    """Report what is wrong with the order of play; return the indices of surplus plays.

    ``starts`` are the seats that may have led: a play is out of turn only if it is so whichever of them did.
    ``not_yet`` are the seats still to play. A missing card is one fault: whoever played after it was not out of turn.
    """
    table, seats = findings.table, trick.seats
    due = not_yet.union(seats)
    rotations = [tuple([seat for seat in table.order[start] if seat in due]) for start in starts]
    extra: set[int] = set()
    acted: set[int] = set()
    for play, (seat, card) in enumerate(zip(seats, trick.cards, strict=True)):
        logged = LoggedCard(index, play, seat, card)
        if seat in acted:
            extra.add(play)
            findings.report_card("extra_play", logged, say("extra_play", player=seat, card=card))
        elif trick.form == "plays" and not any(in_turn(rotation, acted, seat) for rotation in rotations):
            waiting = next(due for due in rotations[0] if due not in acted)
            present = [tuple(due for due in rotation if due in seats) for rotation in rotations]
            in_turn_without = any(in_turn(rotation, acted, seat) for rotation in present)
            if in_turn_without and _may_lack_one_card(findings, index, len(seats), rotations):
                where = ("tricks", index, "plays")
                findings.ask_card(
                    "out_of_turn",
                    logged,
                    say("jump_or_card_missing", player=seat, card=card, waiting=waiting),
                    decided_by=where,
                )
            else:
                findings.report_card(
                    "out_of_turn", logged, say("played_out_of_turn", player=seat, card=card, waiting=waiting)
                )
        acted.add(seat)
    return frozenset(extra)


def _may_lack_one_card(findings: PlayFindings, index: int, plays: int, rotations: list[tuple[int, ...]]) -> bool:
    """Return whether the one card that a last trick lacks is as likely left out of the record as not yet played.

    A call made after just these plays counts them: none was left out.
    """
    called = any(call.at == At(index, plays) for call in findings.context.record.accusations or ())
    return not called and plays == len(rotations[0]) - 1


def report_winner(findings: PlayFindings, index: int, claimed: int, winner: int | None) -> None:
    """Report a winner that the record names wrongly: another won, or one of others whatever the unknown cards were."""
    detail = say("cannot_have_won", claimed=claimed)
    if winner is not None:
        detail = say("wrong_winner", claimed=claimed, winner=winner)
    findings.report(
        "wrong_winner",
        ("tricks", index, "winner"),
        detail,
        trick=number_of(findings.context, index),
        seat=claimed,
        evidence=Evidence(claimed=claimed, won=winner),
    )
