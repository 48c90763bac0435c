"""Whose turn it was: who led a trick, who played when, and who won, checked against the log and the record's claims."""

from __future__ import annotations

from service.spades.findings import Evidence
from service.spades.play.opening_lead import lowest_club_holders
from service.spades.play.play_findings import PlayFindings
from service.spades.record.log import LoggedCard
from service.spades.record.model import Trick
from service.spades.sentence import say
from service.spades.table import in_turn


def check_lead(findings: PlayFindings, index: int, trick: Trick, expected: int | None, cause: int | None) -> None:
    """Check who led against the leader that the record claims, and against the seat that was to lead.

    ``cause`` is the index of the finding that a wrong lead may follow from.
    """
    context = findings.context
    leader, number = trick.seats[0], context.number_of(index)
    if trick.leader is not None and trick.leader != leader:
        findings.report(
            "leader_mismatch",
            ("tricks", index, "leader"),
            say("leader_mismatch", claimed=trick.leader, leader=leader),
            trick=number,
            seat=trick.leader,
            evidence=Evidence(claimed=trick.leader, led=leader),
        )
    if expected is not None and leader != expected:
        # If he leads because the record wrongly gave him the last trick, the lead follows from that error.
        credited = context.record.tricks[index - 1].winner if index else None
        findings.report(
            "wrong_leader",
            ("tricks", index, "plays", 0),
            say("wrong_leader", player=leader, expected=expected),
            parameter="play.opening_leader" if context.is_first(index) else None,
            trick=number,
            seat=leader,
            card=trick.cards[0],
            evidence=Evidence(expected=expected),
            follows=cause if credited == leader else None,
        )


def check_opening(findings: PlayFindings, leader: int, card: int) -> None:
    """Judge the first lead if the lowest club decides whose it was, and it is not known for certain who held it."""
    if findings.context.ruleset.parameters.play.opening_leader != "lowest_club":
        return
    holders, location = lowest_club_holders(findings.context), ("tricks", 0, "plays", 0)
    if leader in holders:
        findings.ask(
            "wrong_leader",
            location,
            say("lowest_club_not_known", player=leader),
            parameter="play.opening_leader",
            trick=1,
            seat=leader,
            card=card,
            decided_by=("hands",),
        )
    elif holders:
        findings.report(
            "wrong_leader",
            location,
            say("lowest_club_elsewhere", player=leader),
            parameter="play.opening_leader",
            trick=1,
            seat=leader,
            card=card,
        )


def check_order(
    findings: PlayFindings, index: int, trick: Trick, spent: frozenset[int], *, last: bool
) -> frozenset[int]:
    """Report what is wrong with the order of play; return the indices of surplus plays.

    ``spent`` are the seats that have no card left: none of theirs is missing, and their turn passes on.
    """
    table, number = findings.table, findings.context.number_of(index)
    seats = trick.seats
    rotation = table.order[seats[0]] if seats else table.order[0]
    if not last:
        for seat in rotation:
            if seat not in seats and seat not in spent:
                detail = say("missing_play", player=seat)
                findings.report("missing_play", ("tricks", index, "plays"), detail, trick=number, seat=seat)
    # A missing card is one fault: whoever came after it did not play out of turn.
    rotation = tuple(seat for seat in rotation if seat in seats or (last and seat not in spent))
    extra: set[int] = set()
    acted: set[int] = set()
    for play, (seat, card) in enumerate(zip(seats, trick.cards, strict=True)):
        logged = LoggedCard(index, play, seat, card)
        if seat in acted:
            extra.add(play)
            findings.report_card("extra_play", logged, say("extra_play", player=seat, card=card))
        elif not in_turn(rotation, acted, seat):
            waiting = next(each for each in rotation if each not in acted)
            detail = say("played_out_of_turn", player=seat, card=card, waiting=waiting)
            findings.report_card("out_of_turn", logged, detail)
        acted.add(seat)
    return frozenset(extra)


def check_winner(findings: PlayFindings, index: int, claimed: int | None, winner: int | None) -> int | None:
    """Report a winner that the record names wrongly; return the index of that finding, None if there is none."""
    if winner is None or claimed is None or claimed == winner:
        return None
    cause = findings.next_index
    findings.report(
        "wrong_winner",
        ("tricks", index, "winner"),
        say("wrong_winner", claimed=claimed, winner=winner),
        trick=findings.context.number_of(index),
        seat=claimed,
        evidence=Evidence(claimed=claimed, won=winner),
    )
    return cause
