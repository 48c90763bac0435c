"""The entries of a record on which its offences rest: which of them has to be written wrong if one is to be none.

So it shows which slips are worth trying: one of the play, its lead or the later card that proves it, of the trick
before a lead, or of the order of two tricks. For the count of offences that a slip explains, all of one card are one,
and so are a player's revokes in one suit (docs/reference/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.spades.cards import BIT, SPADES
from service.spades.findings import CODES, Finding, is_about_withdrawn_card, play_of
from service.spades.proof.facts import Facts
from service.spades.record.model import RoundRecord
from service.spades.slips.candidates import ANY_PLAY, Touches


def counted_together(offences: Sequence[Finding]) -> list[int]:
    """Return a number for each offence, the same for those of one card, and for a player's revokes in one suit."""
    numbers: list[int] = []
    first: dict[object, int] = {}
    """The index of the first offence of a card, or of the first revoke of a player in a suit."""
    for index, finding in enumerate(offences):
        numbers.append(index)
        labels: list[object] = [finding.location]
        led = None if finding.evidence is None else finding.evidence.led_suit
        if led is not None and CODES[finding.code].may_be_revoke:
            labels.append((finding.seat, led))
        for label in labels:
            own, same = numbers[index], numbers[first.setdefault(label, index)]
            if own != same:
                numbers = [same if number == own else number for number in numbers]
    return numbers


def touches(facts: Facts, offences: Sequence[Finding], numbers: Sequence[int], in_question: Iterable[int]) -> Touches:
    """Return the entries on which the offences of a reading rest, by the numbers under which they are counted.

    ``in_question`` are the numbers of those of which a slip has to explain one at least.
    """
    wrong_leads = [each.trick - 1 for each in facts.findings if each.code == "wrong_leader" and each.trick]
    entries, pack = Touches(wrong_leads), facts.context.pack
    for number in in_question:
        entries.in_question |= 1 << number
    for finding, number in zip(offences, numbers):  # noqa: B905 - a number for each
        own, trick, part = 1 << number, finding.trick, finding.location[0]
        # Who is dealt one card more depends on who dealt.
        by_dealer = part in {"bids", "draws"} or (part == "hands" and not pack.has_equal_hands)
        if by_dealer or (trick == 1 and finding.code == "wrong_leader"):
            entries.dealer |= own
        if finding.evidence is not None and finding.evidence.possible is not None:
            entries.counted |= own  # by a count of the cards that nobody shows
        if trick is not None:
            _add_plays(entries, facts, finding, trick - 1, own)
            _add_order(entries, facts, finding, trick - 1, own)
        elif part != "bids" or finding.code == "bid_not_allowed":
            # Of the bids only those that the hand decides rest on the log: what it shows of a hand.
            for index in range(len(facts.context.record.tricks)):
                entries.add(own, index, ANY_PLAY)
    return entries


def _add_plays(entries: Touches, facts: Facts, finding: Finding, index: int, own: int) -> None:
    """Add the plays of which one has to be written wrong if an offence in a trick, with this mask, is to be none."""
    record, code, indices, shown = facts.context.record, finding.code, play_of(finding.location), _shown_by(finding)
    entries.add(own, index, 0)
    entries.add(own, index, ANY_PLAY if indices is None or code == "out_of_turn" else indices[1])
    if shown is not None:
        entries.add(own, shown[0], shown[1])
    if code == "wrong_leader" and index:
        winner, seats = facts.play.tricks[index - 1].winner, record.tricks[index - 1].seats
        entries.add(own, index - 1, 0)
        entries.add(own, index - 1, seats.index(winner) if winner in seats else ANY_PLAY)
    elif code == "illegal_spade_lead":
        spades = facts.context.pack.suits[SPADES]
        for earlier in range(index):
            for card in record.tricks[earlier].cards:
                if BIT[card] & spades:
                    entries.add(own, earlier, 0)


def _add_order(entries: Touches, facts: Facts, finding: Finding, index: int, own: int) -> None:
    """Add the first of two neighbouring tricks on whose order an offence in a trick rests.

    If the record leaves out who led, it rests on every play up to there, too.
    """
    record, code, evidence = facts.context.record, finding.code, finding.evidence
    led = None if evidence is None else evidence.led_suit
    if record.leads_left_out:
        for earlier in range(_last_of(finding) + 1):
            entries.add(own, earlier, ANY_PLAY)
            entries.add_order(own, earlier)  # who led each later trick follows from the order
    elif code == "revoke" and led is not None and not is_about_withdrawn_card(finding):
        # In the other order he had followed suit before, perhaps with his last card of it.
        for trick in record.tricks[index + 1 : index + 2]:
            for seat, card in zip(trick.seats, trick.cards):  # noqa: B905 - parallel by construction
                if seat == finding.seat and BIT[card] & facts.context.pack.suits[led]:
                    entries.add_order(own, index)
    else:
        entries.add_order(own, index - 1)
        entries.add_order(own, index)
    if CODES[code].rests_on_turns:
        entries.add_order(own, index - 2)  # who won the trick before


def _shown_by(finding: Finding) -> tuple[int, int] | None:
    """Return the trick and the play of the later card that proves an offence, None if no card does."""
    proof = None if finding.evidence is None else finding.evidence.proved_by
    return play_of(proof) if isinstance(proof, tuple) else None


def _last_of(finding: Finding) -> int:
    """Return the index of the last trick on which an offence in the play rests."""
    shown = _shown_by(finding)
    index = (finding.trick or 1) - 1
    return index if shown is None else max(index, shown[0])


def rests_on_earlier_tricks(record: RoundRecord, finding: Finding) -> bool:
    """Return whether an offence may be none if another trick was played before it, or after."""
    if finding.trick is None or finding.code == "out_of_turn":
        return False
    seats = record.tricks[finding.trick - 1].seats
    # Which card was led in a trick that lacks a play may rest on who won the trick before.
    lead_may_be_missing = finding.trick < len(record.tricks) and len(set(seats)) < len(record.table.players)
    is_revoke = finding.properties.may_be_revoke and finding.code != "illegal_spade_lead"
    # A card that he took back before the revoke may have gone to a trick between.
    shown, own = _shown_by(finding), play_of(finding.location)
    return lead_may_be_missing or not (is_revoke and shown is not None and own is not None and shown >= own)
