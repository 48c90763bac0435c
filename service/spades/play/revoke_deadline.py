"""Until when a revoke can be corrected.

Once a revoke is established, taking the card back comes too late. The moment at which that happens is set by
`irregularities.revoke_established` (docs/rules.md, H1), and counted in plays on the table.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from service.spades.finding_codes import CODES
from service.spades.record.model import At, RoundRecord
from service.spades.rules.parameters import IrregularityRules

Deadline: TypeAlias = Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"]

_MAY_BE_REVOKES: Final = frozenset(code for code, each in CODES.items() if each.may_be_revoke)
_REVOKE_ALONE: Final = frozenset({"revoke"})


def revoke_codes(rules: IrregularityRules) -> frozenset[str]:
    """Return the codes that are revokes, or count as one (`irregularities.illegal_spade_lead`, docs/rules.md, H10)."""
    return _MAY_BE_REVOKES if rules.illegal_spade_lead == "as_revoke" else _REVOKE_ALONE


def is_established(deadline: Deadline, record: RoundRecord, trick: int, play: int, at: At | None) -> bool:
    """Return whether a revoke at this play of this trick (indices) was established at a moment.

    ``at`` None is a card taken back at an unknown time: in time, if the deadline leaves any.
    """
    if deadline == "at_once":
        return True
    if at is None:
        return False
    seats = record.tricks[trick].seats
    if at.trick == trick:
        return deadline == "next_player_plays" and at.plays > play + 1 + missing_cards(record, trick)
    next_led = at.trick > trick + 1 or at.plays > 0
    if deadline == "offending_side_plays_next":
        return at.trick > trick + 1 or _side_has_played(record, seats[play], at)
    followed = play + 1 + missing_cards(record, trick) < len(record.table.players)
    return next_led or (deadline == "next_player_plays" and followed)


def _side_has_played(record: RoundRecord, offender: int, at: At) -> bool:
    """Return whether somebody of the offender's side had played to the trick of this moment."""
    if at.plays >= len(record.table.players):
        return True
    side_of = record.table.side_of
    if at.trick >= len(record.tricks):
        return False
    seats = record.tricks[at.trick].seats[: max(0, at.plays - missing_cards(record, at.trick))]
    return any(side_of[seat] == side_of[offender] for seat in seats)


def missing_cards(record: RoundRecord, trick: int) -> int:
    """Return how many cards of this trick the log lacks, which may have lain before any that it shows.

    The last trick lacks none: what it does not show had not been played.
    """
    return len(record.table.players) - len(set(record.tricks[trick].seats)) if trick < len(record.tricks) - 1 else 0


def is_established_at_end(deadline: Deadline, record: RoundRecord, trick: int, play: int) -> bool:
    """Return whether a revoke that was never taken back was established by the end of the log.

    At the end of the round every revoke is, and so is one of a side that claims or accepts a claim (Law 63 of bridge).
    """
    claim, side_of = record.claim, record.table.side_of
    if claim is not None and (claim.accepted or side_of[claim.seat] == side_of[record.tricks[trick].seats[play]]):
        return True
    last = len(record.tricks) - 1
    return is_established(deadline, record, trick, play, At(last, len(record.tricks[last].seats)))
