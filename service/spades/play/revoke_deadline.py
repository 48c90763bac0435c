"""Corrections: cards that were taken back, and until when a revoke can be corrected.

The scale is how many plays of which trick lay on the table (rulings, shapes). From when on a revoke is established,
so that taking the card back comes too late, is `irregularities.revoke_established` (catalogue H1).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from service.spades.record.model import At, RoundRecord
from service.spades.rules.parameters import IrregularityRules

Established: TypeAlias = Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"]


def revoke_codes(rules: IrregularityRules) -> frozenset[str]:
    """Return the findings that are revokes, or count as one (`irregularities.illegal_spade_lead`, catalogue H10)."""
    return frozenset({"revoke", "illegal_spade_lead"} if rules.illegal_spade_lead == "as_revoke" else {"revoke"})


def is_established(rule: Established, record: RoundRecord, trick: int, place: int, at: At | None) -> bool:
    """Tell whether a revoke made in this trick at this place of it was established at a moment.

    ``at`` None is for a card taken back at a time that is not told: in time, wherever there is such a time.
    """
    if rule == "at_once":
        return True
    if at is None:
        return False
    seats = record.tricks[trick].seats
    if at.trick == trick:
        return rule == "next_player_plays" and at.plays > place + 1 + lacking(record, trick)
    next_led = at.trick > trick + 1 or at.plays > 0
    if rule == "offending_side_plays_next":
        return at.trick > trick + 1 or _side_has_played(record, seats[place], at)
    return next_led or (rule == "next_player_plays" and place + 1 + lacking(record, trick) < len(record.table.players))


def _side_has_played(record: RoundRecord, offender: int, at: At) -> bool:
    """Tell whether somebody of the offender's side had played to the trick of this moment."""
    if at.plays >= len(record.table.players):
        return True
    side_of = record.table.side_of
    if at.trick >= len(record.tricks):
        return False
    seats = record.tricks[at.trick].seats[: max(0, at.plays - lacking(record, at.trick))]
    return any(side_of[seat] == side_of[offender] for seat in seats)


def lacking(record: RoundRecord, trick: int) -> int:
    """Return how many cards the log lacks of this trick, which may have lain before any that it shows.

    The last trick lacks none: what it does not show had not been played.
    """
    return len(record.table.players) - len(set(record.tricks[trick].seats)) if trick < len(record.tricks) - 1 else 0


def is_established_at_end(rule: Established, record: RoundRecord, trick: int, place: int, *, over: bool) -> bool:
    """Tell the same of a revoke that was never taken back: by the plays that the log shows, or as the round is over."""
    last = len(record.tricks) - 1
    end = At(last, len(record.tricks[last].seats))
    return is_established(rule, record, trick, place, end) or over
