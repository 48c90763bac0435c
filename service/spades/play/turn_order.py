"""Whose turn it was: who led a trick, who played when, and who won, against the log and the claims of the record."""

from __future__ import annotations

from service.spades.cards import CODES
from service.spades.play.opening_lead import lowest_club_holders
from service.spades.play.play_findings import Docket
from service.spades.record.log import Spot
from service.spades.record.model import Trick
from service.spades.table import in_turn


def check_lead(docket: Docket, index: int, trick: Trick, expected: int | None, cause: int | None) -> None:
    """Check who led against what the record claims, and against who was to lead.

    ``cause`` is the place of the finding from which a wrong lead may follow.
    """
    record = docket.case.record
    players = record.table.players
    leader = trick.seats[0]
    if trick.leader is not None and trick.leader != leader:
        claimed = players[trick.leader]
        docket.about_trick(
            "leader_mismatch",
            index,
            f"The record names {claimed} as the leader; the first card is {players[leader]}'s.",
            member="leader",
            seat=trick.leader,
            evidence={"claimed": claimed, "led": players[leader]},
        )
    if expected is not None and leader != expected:
        # Whoever leads because the record gave him the trick before follows from that error.
        credited = record.tricks[index - 1].winner if index else None
        docket.about_play(
            "wrong_leader",
            Spot(index, 0, leader, trick.cards[0]),
            f"led; the lead was {players[expected]}'s.",
            parameter=None if index else "play.opening_leader",
            evidence={"expected": players[expected]},
            follows=cause if credited == leader else None,
        )


def check_opening(docket: Docket, leader: int, card: int) -> None:
    """Judge the first lead where a card decides whose it was, and it is not known in which hand that was."""
    if docket.case.ruleset.parameters.play.opening_leader != "lowest_club":
        return
    holders, spot = lowest_club_holders(docket.case), Spot(0, 0, leader, card)
    if leader in holders:
        detail = "led; who holds the lowest club, and was to lead, is not known."
        docket.ask("wrong_leader", spot, detail, "play.opening_leader", decided_by="#/hands")
    elif holders:
        detail = "led; the lowest club was in another hand."
        docket.about_play("wrong_leader", spot, detail, parameter="play.opening_leader")


def check_order(docket: Docket, index: int, trick: Trick, spent: frozenset[int], *, last: bool) -> frozenset[int]:
    """Report what is wrong with who played when; return the places of surplus plays.

    ``spent`` are the seats that have no card left: none of theirs is missing, and their turn passes on.
    """
    table = docket.case.record.table
    seats = trick.seats
    rotation = table.order[seats[0]] if seats else table.order[0]
    if not last:
        for seat in rotation:
            if seat not in seats and seat not in spent:
                detail = f"{table.players[seat]} has no card in this trick."
                docket.about_trick("missing_play", index, detail, member="plays", seat=seat)
    # A missing card is one fault: who came after it did not play out of turn.
    rotation = tuple(seat for seat in rotation if seat in seats or (last and seat not in spent))
    extra: set[int] = set()
    acted: set[int] = set()
    for place, (seat, card) in enumerate(zip(seats, trick.cards, strict=True)):
        spot = Spot(index, place, seat, card)
        if seat in acted:
            extra.add(place)
            docket.about_play("extra_play", spot, f"has a second card in this trick, {CODES[card]}.")
        elif not in_turn(rotation, acted, seat):
            waiting = next(each for each in rotation if each not in acted)
            detail = f"played {CODES[card]} before the turn had come round; it was {table.players[waiting]}'s."
            docket.about_play("out_of_turn", spot, detail)
        acted.add(seat)
    return frozenset(extra)


def check_winner(docket: Docket, index: int, claimed: int | None, winner: int | None) -> int | None:
    """Report a winner whom the record names wrongly; return the place of that finding."""
    if winner is None or claimed is None or claimed == winner:
        return None
    players = docket.case.record.table.players
    cause = docket.next_place
    docket.about_trick(
        "wrong_winner",
        index,
        f"The record gives the trick to {players[claimed]}; {players[winner]} won it.",
        member="winner",
        seat=claimed,
        evidence={"claimed": players[claimed], "won": players[winner]},
    )
    return cause
