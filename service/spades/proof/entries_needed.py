"""The entries of a record on which its offences rest: which of them has to be written wrong if one is to be none.

So it shows which slips are worth trying: one of the play, its lead or the later card that proves it, of the trick
before a lead, or of the order of two tricks. For the count of offences that a slip explains, all of one card are one,
and so are a player's revokes in one suit (docs/reference/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from service.spades.cards import SPADES, mask_of
from service.spades.findings import Finding, play_of
from service.spades.proof.facts import Facts
from service.spades.record.model import RoundRecord
from service.spades.slips.candidates import ANY_PLAY, Touches


def counted_together(offences: Sequence[Finding]) -> list[int]:
    """Return a number for each offence, the same for those of one card, and for a player's revokes in one suit."""
    numbers: list[int] = []
    labels: list[set[object]] = []
    for number, finding in enumerate(offences):
        own: set[object] = {finding.location}
        led = None if finding.evidence is None else finding.evidence.led_suit
        if led is not None and finding.properties.may_be_revoke:
            own.add((finding.seat, led))
        same = [other for other in range(number) if labels[other] & own]
        labels.append(own)
        numbers.append(numbers[same[0]] if same else number)
        for other in same[1:]:
            numbers = [numbers[-1] if old == numbers[other] else old for old in numbers]
    return numbers


def touches(facts: Facts, offences: Sequence[Finding], numbers: Sequence[int], in_question: Iterable[int]) -> Touches:
    """Return the entries on which the offences of a reading rest, by the numbers under which they are counted.

    ``in_question`` are the numbers of those of which a slip has to explain one at least.
    """
    wrong_leads = frozenset(
        finding.trick - 1 for finding in facts.findings if finding.code == "wrong_leader" and finding.trick
    )
    entries = Touches(wrong_leads, sum({1 << number for number in in_question}))
    # Who is dealt one card more depends on who dealt.
    dealt = {"bids", "draws"} if facts.context.pack.has_equal_hands else {"bids", "draws", "hands"}
    for finding, number in zip(offences, numbers, strict=True):
        own = 1 << number
        for index, play in _places(facts, finding):
            touched = entries.plays.setdefault(index, {})
            touched[play] = touched.get(play, 0) | own
        for index in _neighbours(facts, finding):
            entries.order[index] = entries.order.get(index, 0) | own
        if finding.evidence is not None and finding.evidence.possible is not None:
            entries.counted |= own  # by a count of the cards that nobody shows
        if finding.location[0] in dealt or (finding.code == "wrong_leader" and finding.trick == 1):
            entries.dealer |= own
    return entries


def _places(facts: Facts, finding: Finding) -> Iterator[tuple[int, int]]:
    """Yield the plays, by trick and play, of which one has to be written wrong if an offence is to be none."""
    tricks, spades = facts.context.record.tricks, facts.context.pack.suits[SPADES]
    if finding.trick is None:
        # Of the bids only those that the hand decides rest on the log.
        if finding.location[0] != "bids" or finding.code == "bid_not_allowed":
            yield from ((index, ANY_PLAY) for index in range(len(tricks)))  # what the log shows of a hand
        return
    index, indices = finding.trick - 1, play_of(finding.location)
    yield (index, 0)
    yield (index, ANY_PLAY if indices is None or finding.code == "out_of_turn" else indices[1])
    shown = _shown_by(finding)
    if facts.context.record.leads_left_out:
        yield from ((earlier, ANY_PLAY) for earlier in range(_last_of(finding) + 1))
    if shown is not None:
        yield shown
    if finding.code == "wrong_leader" and index:
        winner, before = facts.play.tricks[index - 1].winner, tricks[index - 1]
        yield (index - 1, 0)
        yield (index - 1, before.seats.index(winner) if winner in before.seats else ANY_PLAY)
    if finding.code == "illegal_spade_lead":
        yield from ((earlier, 0) for earlier in range(index) if mask_of(tricks[earlier].cards) & spades)


def _shown_by(finding: Finding) -> tuple[int, int] | None:
    """Return the trick and the play of the later card that proves an offence, None if no card does."""
    proof = None if finding.evidence is None else finding.evidence.proved_by
    return play_of(proof) if isinstance(proof, tuple) else None


def _last_of(finding: Finding) -> int:
    """Return the index of the last trick on which an offence in the play rests."""
    shown = _shown_by(finding)
    index = (finding.trick or 1) - 1
    return index if shown is None else max(index, shown[0])


def _neighbours(facts: Facts, finding: Finding) -> Iterator[int]:
    """Yield the index of the first of two neighbouring tricks on whose order an offence rests."""
    if finding.trick is None:
        return
    index, led = finding.trick - 1, None if finding.evidence is None else finding.evidence.led_suit
    if facts.context.record.leads_left_out:
        yield from range(_last_of(finding) + 1)  # who led each later trick follows from the order
    elif finding.code == "revoke" and led is not None and not finding.is_about_withdrawn_card:
        # In the other order he had followed suit before, perhaps with his last card of it.
        later = facts.context.record.tricks[index + 1 : index + 2]
        cards = [
            card for trick in later for seat, card in zip(trick.seats, trick.cards, strict=True) if seat == finding.seat
        ]
        yield from (index,) if mask_of(cards) & facts.context.pack.suits[led] else ()
    else:
        yield from (index - 1, index)
    if finding.properties.rests_on_turns:
        yield index - 2  # who won the trick before


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
