"""On which entries of a record its findings rest: one of them is written wrong if a finding is none.

So it shows which slips are worth trying: for errors those that touch what every error rests on, for offences those that
touch what several rest on. Of offences, all of one card count as one, and so do a player's revokes in one suit; a
wrong deal counts as one more (docs/reference/rules.md, "Slips before accusations"). An offence of the play rests on
what every proof of it needs (`play.rests_on`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from service.spades.cards import SPADES
from service.spades.findings import CODES, Finding, Location, play_of
from service.spades.play.rests_on import OffenceProof, cards_as_evidence
from service.spades.record.log import LoggedCard, RoundContext, logged_cards
from service.spades.record.model import RoundRecord
from service.spades.slips.suspects import Change, beside_unread

SEVERAL: Final = 2
"""The fewest offences that one ordinary slip more has to explain; a wrong figure on the sheet counts as one."""
_ANY_PLAY: Final = -1
_UNTOUCHED: Final[dict[int, int]] = {}


class RestsOn:
    """Which of some findings rest on which entries of a record: a slip there may explain them.

    A set of findings is a mask with a bit for the number of each.
    """

    def __init__(self, record: RoundRecord) -> None:
        self.record = record
        self.plays: dict[int, dict[int, int]] = {}
        """By the index of a trick, and by that of a play in it, or `_ANY_PLAY`."""
        self.lists: dict[Location, int] = {}
        """By the place of a hand (with its seat), or of the dealer, the cards set aside, the passes, draws or bids."""
        self.counted = 0
        """Those that rest on a count, and so on which cards the log shows at all."""
        self.suits = {SPADES}
        """The suits that matter to them."""
        self.wrong_leads: list[int] = []
        """The indices of the tricks that are led wrongly as it is."""
        self.wrong_draws: list[int] = []
        """The indices of the draws that break a rule as it is."""
        self.in_question = 0
        """The findings of which a slip has to explain one at least."""
        self.all_needed: int | None = None
        """The findings that a slip has to explain, all of them; None if any two are enough."""
        self.anywhere = 0
        """Those that rest on the whole record, as a figure on the sheet does."""

    def add(self, own: int, places: Iterable[Location]) -> None:
        """Add findings that rest on the entries at these places; the place of a trick is that of all its plays."""
        for place in places:
            if place[0] == "tricks":
                trick, play = play_of(place) or (int(place[1]), _ANY_PLAY)
                plays = self.plays.setdefault(trick, {})
                plays[play] = plays.get(play, 0) | own
            else:
                of_list = place[:2] if place[0] == "hands" else place[:1]
                self.lists[of_list] = self.lists.get(of_list, 0) | own

    def worth_trying(self, touched: int) -> bool:
        """Return whether a slip that touches what these findings rest on may explain as many as it has to."""
        if self.all_needed is not None:
            return touched & self.all_needed == self.all_needed
        return is_several(touched | self.anywhere) and touched & self.in_question != 0

    @property
    def tricks_worth_trying(self) -> Sequence[int]:
        """The indices of the tricks in which a slip may explain as many of these findings as it has to.

        Each entry of such a trick is still to be asked (`by`).
        """
        length = len(self.record.tricks)
        return [
            index
            for index in (range(length) if self.counted else sorted(self.plays))
            if 0 <= index < length and self.worth_trying(self.by_tricks((index,)) | self.counted)
        ]

    def by(self, trick: int, play: int) -> int:
        """Return the findings that rest on this play of a trick."""
        own = self.plays.get(trick, _UNTOUCHED)
        return own.get(_ANY_PLAY, 0) | own.get(play, 0)

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

    @property
    def dealer(self) -> int:
        """The findings that rest on who dealt."""
        return self.by_lists(("dealer",))

    def by_changes(self, changes: Iterable[Change]) -> int:
        """Return the findings that rest on any of the entries that are changed, all where a whole trick is."""
        touched = 0
        for location, kind, _, _ in changes:
            indices = play_of(location)
            if location[0] == "dealer":
                touched |= self.dealer
            elif location[0] == "hands":
                touched |= self.by_lists(location[:2])
            elif kind == "card" and indices is not None:
                touched |= self.by(*indices) | self.counted
            else:
                return -1  # every bit: a whole trick touches all
        return touched

    def together(self, *, lacks_tricks: bool) -> int:
        """Return the findings that one slip may explain together with another; a trick left out may explain any."""
        touched, pairs = 0, [self.by_tricks((trick, trick + 1)) | self.counted for trick in self.plays]
        anywhere = self.by_tricks(self.plays) if lacks_tricks else 0
        for own in (self.dealer, anywhere, *pairs):
            touched |= own if is_several(own | self.anywhere) else 0
        return touched


def is_several(findings: int) -> bool:
    """Return whether these are at least two findings."""
    return findings & (findings - 1) != 0


# What errors rest on.


def what_errors_rest_on(context: RoundContext[RoundRecord], errors: Sequence[Finding]) -> RestsOn:
    """Return on which entries the errors of a record rest; a slip has to explain all of them."""
    rests = RestsOn(context.record)
    rests.all_needed = rests.in_question = (1 << len(errors)) - 1
    for number, error in enumerate(errors):
        rests.add(1 << number, _entries_of_error(context, error))
    return rests


_BY_SIZE: Final = frozenset({"wrong_hand_size", "missing_play", "extra_play", "missing_tricks", "extra_tricks"})
"""Errors that may come from a hand that is said to have had one card more, or less, than it had."""
_OF_HANDS: Final = frozenset({"card_not_held", "wrong_hand_size", "illegal_exchange", "illegal_draw", "missing_cards"})
"""Errors that rest on what a player is said to have held; those below rest on every place where a card stands."""
_OF_A_CARD: Final = frozenset({"card_replayed", "card_not_held", "wrong_hand_size"})
_OF_BIDS: Final = frozenset({"bid_missing", "bid_repeated", "illegal_exchange"})
_OF_ALL_TRICKS: Final = frozenset({"missing_tricks", "extra_tricks"})
_OF_A_TRICK: Final = frozenset({"missing_play", "extra_play", "wrong_winner", "leader_mismatch"})
"""Errors that rest on every entry of their trick."""


def _entries_of_error(context: RoundContext[RoundRecord], error: Finding) -> Iterator[Location]:
    """Yield the places on which an error rests: its own, the other places of its card, the lists of its player."""
    record, code, evidence = context.record, error.code, error.evidence
    also_at, played = (None, None) if evidence is None else (evidence.also_at, evidence.played)
    for place in (error.location, also_at):
        if place is not None and place != ("tricks",):
            yield place
            if place[0] != "tricks":
                yield ("draws",)  # they make a hand that is not listed
    if code in _BY_SIZE and not context.pack.has_equal_hands:
        yield ("dealer",)  # who was dealt one card more depends on who dealt
    if code in _OF_HANDS:
        yield from _lists_of_hands(record, error)
    if code in _OF_BIDS:
        yield ("bids",)
    if code in _OF_ALL_TRICKS:
        # If the log has every trick of the round, only a card of the last one can be missing.
        lacks_a_card = code == "missing_tricks" and len(record.tricks) == context.pack.hand_size
        yield from _tricks_before(len(record.tricks))[-1 if lacks_a_card else 0 :]
    if code in _OF_A_CARD:
        yield from _places_of(record, {error.card, *(played or ()), *beside_unread(record, error)} - {None})
    if error.trick is not None and error.trick <= len(record.tricks):
        yield from _entries_of_trick(record, error, error.trick - 1)


def _tricks_before(length: int) -> list[Location]:
    """Return the places of the tricks before this index."""
    return [("tricks", index) for index in range(length)]


def _places_of(record: RoundRecord, cards: Container[int | None]) -> list[Location]:
    """Return the places of the log that have any of these cards."""
    return [logged.location for logged in logged_cards(record, len(record.tricks)) if logged.card in cards]


def _lists_of_hands(record: RoundRecord, error: Finding) -> Iterator[Location]:
    """Yield the lists that say what a player held, or who held a card."""
    yield from (("exchanges",), ("draws",))
    for seat, hand in enumerate(record.hands):
        whose = error.seat in {None, seat} or error.code == "wrong_hand_size"
        if hand is not None and (whose or error.card in hand):
            yield ("hands", seat)
    if error.code == "missing_cards" or error.card in (record.set_aside or ()):
        yield ("set_aside",)


def _entries_of_trick(record: RoundRecord, error: Finding, index: int) -> Iterator[Location]:
    """Yield what an error in a trick rests on there, and before."""
    trick = record.tricks[index]
    if error.code in _OF_A_TRICK or trick.form == "cards":  # of a list, whose a card is rests on those before it
        yield ("tricks", index)
    if error.code == "leader_mismatch" and index:
        yield ("tricks", index - 1)  # who won that was to lead
    if error.code == "wrong_winner":  # a card that was played before can't have won
        yield from _places_of(record, trick.cards)
    # What a hand held also follows from whose the other cards are.
    first = 0 if error.code in _OF_HANDS else _lead_known_from(record, index)
    yield from _leads_up_to(record, index, first)


def _lead_known_from(record: RoundRecord, index: int) -> int:
    """Return the index of the last trick up to this one whose leader or winner is named: nothing before it matters."""
    tricks = record.tricks
    while index and not tricks[index].is_lead_recorded:
        index -= 1
        if tricks[index].winner is not None:
            break
    return index


def _leads_up_to(record: RoundRecord, index: int, first: int = 0) -> Iterator[Location]:
    """Yield what shows who led, of a record that leaves that out, from the ``first`` trick up to this one."""
    if not record.leads_left_out:
        return
    yield from _tricks_before(index + 1)[first:]
    opening = record.tricks[0]
    if not first and opening.form != "plays" and opening.leader is None:
        yield from (("dealer",), ("bids",))


# What offences rest on.


def counted_together(offences: Sequence[Finding]) -> list[int]:
    """Return a number for each offence.

    It is the same for those of one card, for a player's revokes in one suit, and for the hands of a wrong deal.
    """
    numbers: list[int] = []
    first: dict[object, int] = {}
    """The index of the first offence of a card, of a player's first revoke in a suit, or of the first hand of a wrong
    deal."""
    for index, finding in enumerate(offences):
        numbers.append(index)
        labels: list[object] = [finding.code if finding.code == "wrong_hand_size" else finding.location]
        led = None if finding.evidence is None else finding.evidence.led_suit
        if led is not None and CODES[finding.code].may_be_revoke:
            labels.append((finding.seat, led))
        for label in labels:
            own, same = numbers[index], numbers[first.setdefault(label, index)]
            if own != same:
                numbers = [same if number == own else number for number in numbers]
    return numbers


def what_offences_rest_on(
    context: RoundContext[RoundRecord], offences: Sequence[Finding], numbers: Sequence[int], in_question: Iterable[int]
) -> RestsOn:
    """Return on which entries the offences of a record rest, by the numbers under which they are counted.

    ``in_question`` are the numbers of those of which a slip has to explain one at least.
    """
    rests, logged = RestsOn(context.record), cards_as_evidence(context)
    for number in in_question:
        rests.in_question |= 1 << number
    for finding, number in zip(offences, numbers):  # noqa: B905 - a number for each
        rests.add(1 << number, _entries_of_offence(context, finding, logged))
        # That a card taken back was legal follows from which cards its player can't have held.
        by_count = finding.evidence is not None and finding.evidence.possible is not None
        if by_count or finding.code == "card_taken_back":
            rests.counted |= 1 << number
        if finding.evidence is not None and finding.evidence.led_suit is not None:
            rests.suits.add(finding.evidence.led_suit)
    return rests


def _entries_of_offence(
    context: RoundContext[RoundRecord], finding: Finding, logged: Sequence[Sequence[LoggedCard]]
) -> Iterator[Location]:
    """Yield the places on which an offence rests; ``logged`` is every card of each trick."""
    record, pack, trick, part = context.record, context.pack, finding.trick, finding.location[0]
    # Who is dealt one card more depends on who dealt.
    by_size = part in {"hands", "misdeal_called_by"} and not pack.has_equal_hands
    by_dealer = part in {"bids", "draws"} or by_size
    of_last = trick == pack.hand_size and not pack.has_equal_hands and finding.properties.rests_on_turns
    if by_dealer or of_last or (trick == 1 and finding.code == "wrong_leader"):
        yield ("dealer",)
    yield finding.location
    if part == "exchanges":
        yield ("bids",)  # a nil decides what may be passed
    if trick is not None:
        yield from OffenceProof(context, finding, logged).needed_by_every_proof()
        if finding.code == "out_of_turn":
            yield ("tricks", trick - 1)  # by the names there
        yield from _leads_up_to(record, trick - 1)
    elif part != "bids" or finding.code == "bid_not_allowed":
        # Of the bids only those that the hand decides rest on it, and on what the log shows of it.
        # What the other lists leave for a hand is a misdeal or none.
        by_others = part == "misdeal_called_by" and not (finding.evidence and finding.evidence.held)
        yield from [("hands", seat) for seat in range(pack.players) if by_others or seat == finding.seat]
        yield from _tricks_before(len(record.tricks))
