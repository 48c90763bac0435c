"""On which entries of a record its findings rest: one of them is written wrong if a finding is none.

So it shows which slips are worth trying: for errors those that touch what every error rests on, for offences those that
touch what several rest on. Of offences, all of one card count as one, and so do a player's revokes in one suit
(docs/reference/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from service.spades.cards import BIT, SPADES, UNREAD
from service.spades.findings import CODES, Evidence, Finding, Location, is_about_withdrawn_card, play_of
from service.spades.record.log import RoundContext, logged_cards
from service.spades.record.model import RoundRecord, TrickResult

ANY_PLAY: Final = -1
"""The index, in `RestsOn`, that means every play of a trick."""
_NO_EVIDENCE: Final = Evidence()
_UNTOUCHED: Final[dict[int, int]] = {}
_BY_SIZE: Final = frozenset({"wrong_hand_size", "missing_play", "extra_play", "missing_tricks", "extra_tricks"})
"""Errors that may come from a hand that is said to have had one card more, or less, than it had."""


class RestsOn:
    """Which of some findings rest on which entries of a record: a slip there may explain them.

    A set of findings is a mask with a bit for the number of each.
    """

    def __init__(self, context: RoundContext[RoundRecord], played: tuple[TrickResult, ...]) -> None:
        """``played`` are the outcomes of the tricks as the record is written."""
        self.context, self.record, self.played = context, context.record, played
        self.plays: dict[int, dict[int, int]] = {}
        """By the index of a trick, and by that of a play in it, or `ANY_PLAY`."""
        self.order: dict[int, int] = {}
        """Those that rest on the order of two neighbouring tricks, by the index of the first."""
        self.lists: dict[Location, int] = {}
        """By the place of a hand (with its seat), or of the cards set aside, the passes, the draws or the bids."""
        self.dealer = 0
        self.counted = 0
        """Those that rest on a count, and so on which cards the log shows at all."""
        self.suits = {SPADES}
        """The suits that matter to them."""
        self.wrong_leads: list[int] = []
        """The indices of the tricks that are led wrongly as it is."""
        self.in_question = 0
        """The findings of which a slip has to explain one at least."""
        self.least: int | None = None
        """The findings that a slip has to explain, all of them; None if any two are enough."""
        self.anywhere = 0
        """Those that rest on the whole record, as a figure on the sheet does."""

    def worth_trying(self, touched: int) -> bool:
        """Return whether a slip that touches what these findings rest on may explain as many as it has to."""
        if self.least is not None:
            return touched & self.least == self.least
        return is_several(touched | self.anywhere) and touched & self.in_question != 0

    @property
    def tricks(self) -> Sequence[int]:
        """The indices of the tricks with an entry on which any of these findings rests: all if one rests on a count."""
        length = len(self.record.tricks)
        return range(length) if self.counted else sorted(index for index in self.plays if 0 <= index < length)

    def add(self, own: int, trick: int, play: int) -> None:
        """Add findings that rest on a play of a trick."""
        plays = self.plays.setdefault(trick, {})
        plays[play] = plays.get(play, 0) | own

    def add_order(self, own: int, first: int) -> None:
        """Add findings that rest on the order of a trick and the next."""
        self.order[first] = self.order.get(first, 0) | own

    def add_list(self, own: int, *place: str | int) -> None:
        """Add findings that rest on a list."""
        self.lists[place] = self.lists.get(place, 0) | own

    def by(self, trick: int, play: int) -> int:
        """Return the findings that rest on this play of a trick."""
        own = self.plays.get(trick, _UNTOUCHED)
        return own.get(ANY_PLAY, 0) | own.get(play, 0)

    def by_tricks(self, tricks: Iterable[int]) -> int:
        """Return the findings that rest on any entry of these tricks."""
        touched = 0
        for trick in tricks:
            for own in self.plays.get(trick, _UNTOUCHED).values():
                touched |= own
        return touched

    def by_lists(self, *places: Location) -> int:
        """Return the findings that rest on any of these lists."""
        touched = 0
        for place in places:
            touched |= self.lists.get(place, 0)
        return touched

    def together(self, *, lacks_tricks: bool) -> int:
        """Return the findings that one slip may explain together with another; a trick left out may explain any."""
        touched, in_tricks = 0, [self.by_tricks((trick,)) | self.counted for trick in self.plays]
        anywhere = self.by_tricks(self.plays) if lacks_tricks else 0
        for own in (self.dealer, anywhere, *in_tricks, *self.order.values()):
            touched |= own if is_several(own | self.anywhere) else 0
        return touched


def is_several(findings: int) -> bool:
    """Return whether these are at least two findings."""
    return findings & (findings - 1) != 0


# What errors rest on.


def what_errors_rest_on(
    context: RoundContext[RoundRecord], played: tuple[TrickResult, ...], errors: Sequence[Finding]
) -> RestsOn:
    """Return on which entries the errors of a record rest; a slip has to explain all of them."""
    rests = RestsOn(context, played)
    rests.least = rests.in_question = (1 << len(errors)) - 1
    for number, error in enumerate(errors):
        own = 1 << number
        _add_places(rests, error, own)
        if error.code in _BY_SIZE and not context.pack.has_equal_hands:
            rests.dealer |= own  # who was dealt one card more depends on who dealt
        if error.trick is not None and error.trick <= len(rests.record.tricks):
            _add_trick(rests, error, error.trick - 1, own)
        if error.code in {"missing_tricks", "extra_tricks"}:
            for index in range(len(rests.record.tricks)):
                rests.add(own, index, ANY_PLAY)
    return rests


_OF_HANDS: Final = frozenset({"card_not_held", "wrong_hand_size", "illegal_exchange", "illegal_draw", "missing_cards"})
"""Errors that rest on what a player is said to have held; those below rest on every place where a card stands."""
_OF_A_CARD: Final = frozenset({"card_replayed", "card_not_held", "wrong_hand_size"})


def _add_places(rests: RestsOn, error: Finding, own: int) -> None:
    """Add the places to which an error points, and the other places of its card and the lists of its player."""
    code, evidence = error.code, error.evidence
    for place in (error.location, None if evidence is None else evidence.also_at):
        indices = None if place is None else play_of(place)
        if indices is not None:
            rests.add(own, *indices)
        elif place is not None and place[0] != "tricks":
            rests.add_list(own, *(place[:2] if place[0] == "hands" else place[:1]))
            rests.add_list(own, "draws")  # they make a hand that is not listed
    if code in _OF_HANDS:
        _add_hands(rests, error, own)
    if code in {"bid_missing", "bid_repeated", "illegal_exchange"}:
        rests.add_list(own, "bids")
    if code in _OF_A_CARD:
        cards = {error.card, *((evidence and evidence.played) or ())} - {None}
        for logged in logged_cards(rests.record, len(rests.record.tricks)):
            if logged.card in cards:
                rests.add(own, logged.trick, logged.play)


def _add_hands(rests: RestsOn, error: Finding, own: int) -> None:
    """Add the lists that say what a player held, or who held a card."""
    record, code = rests.record, error.code
    rests.add_list(own, "exchanges")
    rests.add_list(own, "draws")
    for seat, hand in enumerate(record.hands):
        whose = error.seat in {None, seat} or code == "wrong_hand_size"
        if hand is not None and (whose or error.card in hand):
            rests.add_list(own, "hands", seat)
    if code == "missing_cards" or error.card in (record.set_aside or ()):
        rests.add_list(own, "set_aside")


_OF_A_TRICK: Final = frozenset({"missing_play", "extra_play", "wrong_winner", "leader_mismatch"})
"""Errors that rest on every entry of their trick."""


def _add_trick(rests: RestsOn, error: Finding, index: int, own: int) -> None:
    """Add what an error in a trick rests on there, and before."""
    record, code = rests.record, error.code
    trick = record.tricks[index]
    if code in _OF_A_TRICK or trick.form == "cards":  # of a list, whose a card is rests on those before it
        rests.add(own, index, ANY_PLAY)
        rests.add_order(own, index - 1)
        rests.add_order(own, index)
    if code == "leader_mismatch" and index:
        rests.add(own, index - 1, ANY_PLAY)  # who won that was to lead
    if code == "wrong_winner":  # a card that was played before can't have won
        for logged in logged_cards(record, len(record.tricks)):
            if logged.trick == index or logged.card in trick.cards:
                rests.add(own, logged.trick, logged.play)
    if record.withdrawn:
        for at, plays in list(rests.plays.items()):
            for first in (at - 1, at) if any(mask & own for mask in plays.values()) else ():
                rests.add_order(own, first)  # a card that was taken back is played later
    if record.leads_left_out:
        _add_leads(rests, index, own)


def _add_leads(rests: RestsOn, last: int, own: int) -> None:
    """Add what shows who led, of a record that leaves that out, up to this trick."""
    for index in range(last + 1):
        rests.add(own, index, ANY_PLAY)
        rests.add_order(own, index)
    first = rests.record.tricks[0]
    if first.form != "plays" and first.leader is None:
        rests.dealer |= own
        rests.add_list(own, "bids")


# What offences rest on.


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


def what_offences_rest_on(
    context: RoundContext[RoundRecord],
    played: tuple[TrickResult, ...],
    offences: Sequence[Finding],
    numbers: Sequence[int],
    in_question: Iterable[int],
) -> RestsOn:
    """Return on which entries the offences of a record rest, by the numbers under which they are counted.

    ``in_question`` are the numbers of those of which a slip has to explain one at least.
    """
    rests, record, pack = RestsOn(context, played), context.record, context.pack
    for number in in_question:
        rests.in_question |= 1 << number
    for finding, number in zip(offences, numbers):  # noqa: B905 - a number for each
        own, trick, part = 1 << number, finding.trick, finding.location[0]
        # Who is dealt one card more depends on who dealt.
        by_dealer = part in {"bids", "draws"} or (part == "hands" and not pack.has_equal_hands)
        of_last = trick == pack.hand_size and not pack.has_equal_hands and CODES[finding.code].rests_on_turns
        if by_dealer or of_last or (trick == 1 and finding.code == "wrong_leader"):
            rests.dealer |= own
        if finding.evidence is not None:
            _add_cards(rests, finding.evidence, own)
        if part in {"draws", "exchanges"}:
            rests.add_list(own, str(part))
        if finding.seat is not None and record.hands[finding.seat] is not None and _rests_on_list(finding, record):
            rests.add_list(own, "hands", finding.seat)
        if trick is not None:
            _add_plays(rests, finding, trick - 1, own)
            _add_order(rests, finding, trick - 1, own)
        elif part != "bids" or finding.code == "bid_not_allowed":
            # Of the bids only those that the hand decides rest on the log: what it shows of a hand.
            for index in range(len(record.tricks)):
                rests.add(own, index, ANY_PLAY)
    return rests


def _rests_on_list(finding: Finding, record: RoundRecord) -> bool:
    """Return whether an offence rests on the list of its player's hand.

    A card held does not if he shows it later; a turn only if cards say whose it was: who won with one that can't be
    read, who led where nobody wrote that down. Of the bids, those rest on it that the hand decides.
    """
    evidence, index = finding.evidence or _NO_EVIDENCE, (finding.trick or 0) - 1
    if finding.location[0] == "bids":
        return finding.code == "bid_not_allowed"
    if evidence.expected is not None:
        return record.leads_left_out or (index > 0 and UNREAD in record.tricks[index - 1].cards)
    return not any(
        seat == finding.seat and card in (evidence.held or ())
        for trick in record.tricks[index + 1 :]
        for seat, card in zip(trick.seats, trick.cards)  # noqa: B905 - parallel by construction
    )


def _add_cards(rests: RestsOn, evidence: Evidence, own: int) -> None:
    """Add which cards an offence is about: those of a suit, and perhaps a count of the cards that nobody shows."""
    if evidence.possible is not None:
        rests.counted |= own
    if evidence.led_suit is not None:
        rests.suits.add(evidence.led_suit)


def _add_plays(rests: RestsOn, finding: Finding, index: int, own: int) -> None:
    """Add the plays of which one has to be written wrong if an offence in a trick, with this mask, is to be none."""
    record, code, indices, shown = rests.record, finding.code, play_of(finding.location), _shown_by(finding)
    rests.add(own, index, 0)
    rests.add(own, index, ANY_PLAY if indices is None or code == "out_of_turn" else indices[1])
    if shown is not None:
        rests.add(own, shown[0], shown[1])
    if code == "wrong_leader":
        if index:
            winner, seats = rests.played[index - 1].winner, record.tricks[index - 1].seats
            rests.add(own, index - 1, 0)
            rests.add(own, index - 1, seats.index(winner) if winner in seats else ANY_PLAY)
    elif code == "illegal_spade_lead":
        spades = rests.context.pack.suits[SPADES]
        for earlier in range(index):
            for card in record.tricks[earlier].cards:
                if BIT[card] & spades:
                    rests.add(own, earlier, 0)


def _add_order(rests: RestsOn, finding: Finding, index: int, own: int) -> None:
    """Add the first of two neighbouring tricks on whose order an offence in a trick rests.

    If the record leaves out who led, it rests on every play up to there, too.
    """
    record, code, evidence = rests.record, finding.code, finding.evidence
    led = None if evidence is None else evidence.led_suit
    if record.leads_left_out:
        _add_leads(rests, _last_of(finding), own)
    elif code == "revoke" and led is not None and not is_about_withdrawn_card(finding):
        # In the other order he had followed suit before, perhaps with his last card of it.
        for trick in record.tricks[index + 1 : index + 2]:
            for seat, card in zip(trick.seats, trick.cards):  # noqa: B905 - parallel by construction
                if seat == finding.seat and BIT[card] & rests.context.pack.suits[led]:
                    rests.add_order(own, index)
    else:
        rests.add_order(own, index - 1)
        rests.add_order(own, index)
    if CODES[code].rests_on_turns:
        rests.add_order(own, index - 2)  # who won the trick before


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
