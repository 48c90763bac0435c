"""The state of a round as far as a replay has come: the hands, whether spades are broken, and the cards taken back.

Of each hand it is known what is left, what is in doubt, and how many cards left it unseen. What breaks spades is set by
`play.broken_by` (docs/reference/rules.md, E5). A card that was taken back is judged as it lay on the table, as a revoke
corrected in time or too late: it went back to the hand, and proves that its player held it. In the trick, the card
counts that stayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from service.spades.cards import BIT, SPADES, UNKNOWN_SUIT, UNREAD, UNREAD_BIT, cards_in, mask_of
from service.spades.findings import COUNTING, Evidence, Location
from service.spades.play.evidence import PROVED, Hand, Proof, ReplayContext, hand_location, held_in, number_of
from service.spades.play.legality import Turn, objections, spade_breaks
from service.spades.play.play_findings import (
    Correction,
    PlayedCard,
    PlayFindings,
    is_established,
    missing_cards,
)
from service.spades.record.log import LoggedCard, TakenBack, hand_sizes, place_of
from service.spades.record.model import At, Broken, RoundRecord, Trick, Withdrawn
from service.spades.sentence import say


class SpadesBroken:
    """Whether spades are broken, updated with each card."""

    def __init__(self, context: ReplayContext, taken_back: TakenBack, state: Broken) -> None:
        self.context = context
        self.taken_back = taken_back
        self.state = state
        """Whether they are broken by now."""
        self.in_doubt_since: Location | None = None
        """The first place of the log whose unknown card decides whether they are broken; None if there is none."""
        self.said_unbroken = 0
        """The index of the last trick before which they were unbroken, as the record says; 0 if it says that of none.
        A card that was taken back before it at an unknown time did not lie there any more."""

    def for_lead(self, index: int, may_hold: Callable[[int], int]) -> tuple[Broken, Location | None]:
        """Return whether they are broken for the lead of a trick, and the first place that leaves it in doubt.

        A spade that was taken back only after the lead of this trick broke them, too; one that could not be read may
        have been any card that its player may hold by then, of which ``may_hold`` returns the mask for a seat.
        """
        state, since = self.state, self.in_doubt_since
        if state is Broken.YES or not self.taken_back:
            return state, since
        for withdrawn in self.context.record.withdrawn:
            if withdrawn.trick >= index or self.context.pack.suit[withdrawn.card] not in {SPADES, UNKNOWN_SUIT}:
                continue
            if withdrawn.at is None and withdrawn.trick < self.said_unbroken:
                continue
            lies = self.context.lay_there(withdrawn, At(index, 0))
            if withdrawn.card == UNREAD:
                seat = self.context.record.tricks[withdrawn.trick].seats[withdrawn.play]
                is_open = may_hold(seat) & self.context.pack.suits[SPADES]
                lies = min(lies, Broken.MAYBE if is_open else Broken.NO)
            broken = Broken.NO if lies is Broken.NO else min(lies, self._breaks(withdrawn))
            if broken is Broken.MAYBE and since is None:
                since = place_of(withdrawn)
            state = max(state, broken)
        return state, since

    def take_word(self, index: int, may_hold: Callable[[int], int], *, said_broken: bool) -> bool:
        """Note whether spades were broken before a trick, as the record says; return whether its log contradicts that.

        Then nobody knows.
        """
        said = Broken.YES if said_broken else Broken.NO
        shown, _ = self.for_lead(index, may_hold)
        is_contradicted = shown is not Broken.MAYBE and shown is not said
        self.state, self.in_doubt_since = Broken.MAYBE if is_contradicted else said, None
        if self.state is Broken.NO:
            self.said_unbroken = index
        return is_contradicted

    def _breaks(self, withdrawn: Withdrawn) -> Broken:
        """Return whether a spade that was taken back broke spades while it lay on the table."""
        if spade_breaks(self.context.ruleset.parameters.play, None):
            return Broken.YES
        if not withdrawn.play:
            return Broken.NO
        trick, suit = withdrawn.trick, self.context.pack.suit
        led = {suit[lead.card] for lead in self.taken_back[trick].get(0, ())}
        led.add(suit[self.context.record.tricks[trick].cards[0]])
        if led == {SPADES}:
            return Broken.NO
        return Broken.MAYBE if led & {SPADES, UNKNOWN_SUIT} else Broken.YES

    def play(self, location: Location, led: int | None, *, surplus: bool) -> None:
        """Note a spade that was played; ``led`` is the suit led, which may be unknown, or None for a lead.

        On the lead of another suit it breaks spades in any case, also if it turns out to have been a revoke: nobody at
        the table could know. A ``surplus`` card, a second one of its player, was not for certain a discard.
        """
        rules = self.context.ruleset.parameters.play
        if spade_breaks(rules, None) or (led != UNKNOWN_SUIT and not surplus and spade_breaks(rules, led)):
            self.state = Broken.YES
        elif spade_breaks(rules, led):
            self._doubt(location if surplus else (*location[:3], 0))

    def note_unknown(self, possible: int, location: Location, led: int | None = UNKNOWN_SUIT) -> None:
        """Note a card that nobody knows, and that may have been any of these (a mask); ``location`` is where it is.

        ``led`` is the suit led, None for a lead.
        """
        if spade_breaks(self.context.ruleset.parameters.play, led) and possible & self.context.pack.suits[SPADES]:
            self._doubt(location)

    def _doubt(self, location: Location) -> None:
        """Note that it depends on this place of the log whether spades are broken, unless they are already."""
        if self.state is Broken.NO:
            self.state, self.in_doubt_since = Broken.MAYBE, location


class HandState:
    """What is known of each hand at a moment of the play, per seat; cards are masks."""

    def __init__(self, context: ReplayContext, findings: PlayFindings, taken_back: TakenBack) -> None:
        known, players = context.known, context.pack.players
        self.context, self.findings, self.taken_back = context, findings, taken_back
        self.sizes = hand_sizes(context.record, context.pack)
        """For each seat how many cards it was dealt by the rules, or held before a trick that is judged by itself."""
        if not context.whole_log:
            hands = zip(context.record.hands, self.sizes, strict=True)
            self.sizes = tuple([size if hand is None else len(hand) for hand, size in hands])
        self.holding = list(known.certain)
        """What is left of each player's certain cards."""
        self.doubt = list(known.doubtful)
        """What is left of each player's doubtful cards."""
        self.shown_later = list(known.shown_later)
        """Each player's certain cards that the log shows, unless one may have gone to a trick that lacks his card."""
        self.returned = [0] * players
        """The cards that each player took back and does not show again: still in his hand, unless a trick lacks one."""
        self.unknown_plays = [0] * players
        """The number of tricks in which the log lacks each player's card, or shows one that can't be his."""
        self.skipped = [0] * players
        """The number of tricks in which the log lacks each player's card."""
        self.unowned_cards = 0
        """Cards whose players are not certain to have held them."""
        self.lists_refuted = False
        """Whether a player showed a card that he is not certain to have held, or a trick lacks a card."""

    def after(self, seat: int, moment: At, *, sound: bool, lying: int = 0) -> Hand:
        """Return what is known of a hand after a card of a trick.

        ``moment`` is the trick of that card, and how many plays came before it. ``sound`` is whether the player is
        known to have held that card; ``lying`` is the mask of a card of this play that lies on the table and goes back
        to the hand later. A card that he put down in an earlier trick and took back only after this one was no more in
        the hand.
        """
        known, all_certain = self.context.known, self.holding[seat] & ~lying
        lay, may_lie = self._on_table(seat, moment) if self.taken_back else (0, 0)
        holding = all_certain & ~(lay | may_lie)
        # A card that another player held and has played was not in this hand, unless it is listed there.
        doubt = self.doubt[seat] and self.doubt[seat] & (known.listed[seat] | ~self.gone()) & ~(lying | lay)
        size = self.sizes[seat]
        if self.context.known.complete[seat]:
            size = max(size, known.certain[seat].bit_count())  # it may be proved to have had more
        left = size - moment.trick - 1
        # A player without a card in a trick may have played none, and hold one more than the others.
        elsewhere = all_certain & (self.shown_later[seat] | lay | may_lie)
        room = left + self.skipped[seat] + (not sound) - elsewhere.bit_count()
        return Hand(holding, doubt, self.unknown_plays[seat], room, self.shown_later[seat], all_certain & may_lie)

    def _on_table(self, seat: int, moment: At) -> tuple[int, int]:
        """Return which cards of a player lay on the table from earlier tricks, and which may have lain there.

        ``moment`` is the player's own play at which that is asked.
        """
        lay = may_lie = 0
        for index, at_plays in self.taken_back.items():
            for back in at_plays.values() if index < moment.trick else ():
                for withdrawn in back:
                    if self.context.record.tricks[index].seats[withdrawn.play] == seat:
                        lies = self.context.lay_there(withdrawn, moment)
                        lay |= BIT[withdrawn.card] if lies is Broken.YES else 0
                        may_lie |= BIT[withdrawn.card] if lies is Broken.MAYBE else 0
        return lay, may_lie & ~lay

    def gone(self) -> int:
        """Return the cards that have left the hands of players who held them."""
        gone = self.unowned_cards
        for certain, left in zip(self.context.known.certain, self.holding, strict=True):
            gone |= certain & ~left
        return gone

    def may_hold(self, seat: int) -> int:
        """Return the cards that this player may hold now; one that lies there and is taken back later is among them."""
        known = self.context.known
        return self.holding[seat] | self.doubt[seat] | (known.unseen if known.unknown[seat] else 0)

    def unshown(self, seat: int) -> int:
        """Return the cards that this player may hold and does not show later."""
        return self.may_hold(seat) & ~(self.holding[seat] & self.shown_later[seat])

    def miss(self, seat: int) -> None:
        """Note that a trick lacks this player's card: it may be one that the log never shows."""
        self.lists_refuted = True
        self.lose(seat)
        self.skipped[seat] += 1

    def note_unread(self, logged: LoggedCard, led: int | None, broken: Broken) -> None:
        """Note a card that could not be read, and ask whether it was legal if it need not have been.

        ``led`` is the suit led, which may be unknown, or None for a lead, and ``broken`` whether spades were broken
        before the trick.
        """
        self.lists_refuted = True
        self.lose(logged.seat)
        if led == UNKNOWN_SUIT or self.findings.has_asked_enough:
            return  # once the trick is over, `ask_about_followers`
        if led is not None and self._may_revoke(logged, led):
            self.findings.ask_about_unread(logged, led)
        turn = Turn(led, number_of(self.context, logged.trick) == 1, broken=broken is Broken.YES)
        rules, pack = self.context.ruleset.parameters.play, self.context.pack
        for card in cards_in(self.unshown(logged.seat)):
            for objection in objections(rules, pack, card, turn):
                if objection.code != "revoke" and self._holds(logged, objection.held):
                    self.findings.ask_whether_legal(logged, objection)
                    return

    def ask_about_followers(self, index: int, trick: Trick) -> None:
        """Ask who followed a lead that is not known, as far as the player may have held a card of its suit."""
        if self.findings.has_asked_enough:
            return
        pack = self.context.pack
        possible, leaders = 0, trick.seats[:1]
        if not trick.lead_known:
            read = {seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card != UNREAD}
            possible, leaders = mask_of(trick.cards), tuple(seat for seat in range(pack.players) if seat not in read)
        for seat in leaders:
            possible |= self.unshown(seat)
        suits = [suit for suit in range(UNKNOWN_SUIT) if pack.suits[suit] & possible]
        first = 1 if trick.lead_known else 0
        for play, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            logged = LoggedCard(index, play, seat, card)
            if play >= first and any(
                self._may_revoke(logged, suit)
                if card == UNREAD
                else suit != pack.suit[card] and self._holds(logged, pack.suits[suit])
                for suit in suits
            ):
                self.findings.ask_about_unread(logged, UNKNOWN_SUIT)

    def _holds(self, logged: LoggedCard, wanted: int) -> bool:
        """Return whether a player may have held a card of ``wanted`` (a mask) after this play."""
        hand = self.after(logged.seat, At(logged.trick, logged.play), sound=True)
        return held_in(self.context.known, logged.seat, wanted, hand) is not Proof.DISPROVED

    def _may_revoke(self, logged: LoggedCard, led: int) -> bool:
        """Return whether a card that can't be read may have been of another suit, beside one of the suit led."""
        suit = self.context.pack.suits[led]
        return bool(self.unshown(logged.seat) & ~suit) and self._holds(logged, suit)

    def lose(self, seat: int) -> None:
        """Note that it is not known which card this player gave to a trick."""
        self.unknown_plays[seat] += 1
        self.shown_later[seat] &= ~self.returned[seat]

    def play_unexpected(self, logged: LoggedCard) -> str | None:
        """Play a card that its player is not certain to hold; if he can't, report that, and return its code."""
        bit = BIT[logged.card]
        self.doubt[logged.seat] &= ~bit
        code = self._report_fault(logged)
        self.unowned_cards |= bit if code is None else 0
        return code

    def take_back(self, logged: LoggedCard) -> bool:
        """Return whether the player held a card that he took back; report it if he did not."""
        bit = BIT[logged.card]
        sound = bool(self.holding[logged.seat] & bit) or self._report_fault(logged) is None
        shown = [other for other in self.findings.logged if (other.seat, other.card) == (logged.seat, logged.card)]
        if sound and shown[-1].order == logged.order:
            self.returned[logged.seat] |= bit
        return sound

    def _report_fault(self, logged: LoggedCard) -> str | None:
        """Report why a card can't have come from this hand, and return that code; None if it can have."""
        context, bit, seat, card = self.context, BIT[logged.card], logged.seat, logged.card
        self.lists_refuted = True
        if not context.pack.cards & bit:
            detail, parameter = say("played_not_in_pack", player=seat, card=card), context.pack.missing_by(card)
            self.findings.report_card("card_not_in_deck", logged, detail, parameter=parameter)
            return "card_not_in_deck"
        if self.gone() & bit:
            self.findings.report_card("card_replayed", logged, say("played_before", player=seat, card=card))
            return "card_replayed"
        proof = None if context.known.listed[seat] & bit else self._held_elsewhere(logged)
        if proof is not None:
            evidence = Evidence(proved_by=proof)
            detail = say("played_without_holding", player=seat, card=card)
            self.findings.report_card("card_not_held", logged, detail, evidence=evidence)
            return "card_not_held"
        return None

    def _held_elsewhere(self, logged: LoggedCard) -> Location | Literal["counting"] | None:
        """Return what proves that a player did not hold a card that he is not listed with, None if nothing does."""
        context = self.context
        passed_on = context.passed_on(logged.seat, logged.card)
        if passed_on is not None:
            return passed_on
        if context.known.complete[logged.seat]:
            return hand_location(context, logged.seat, 0)
        barred = context.barred_by(logged.seat, logged.card)
        elsewhere = barred or context.listed_elsewhere(logged.seat, logged.card) or self._no_room(logged)
        if elsewhere is not None or logged.withdrawn is None:
            return elsewhere
        return self._not_returned(logged)

    def _no_room(self, logged: LoggedCard) -> Location | None:
        """Return the list of a hand that has no unread card left for one more card that it does not show."""
        hand = self.context.record.hands[logged.seat]
        if hand is None or UNREAD not in hand:
            return None
        listed = self.context.known.listed[logged.seat]
        others = dict.fromkeys(other.card for other in self.findings.logged if other.seat == logged.seat)
        unlisted = [card for card in others if not (listed | UNREAD_BIT) & BIT[card]]
        room = self.sizes[logged.seat] - listed.bit_count()
        return ("hands", logged.seat) if logged.card in unlisted[room:] else None

    def _not_returned(self, logged: LoggedCard) -> Location | Literal["counting"] | None:
        """Return what proves that a card can't have gone back to this hand: another play, or a full hand without it."""
        shown = [other for other in self.findings.logged if other.card == logged.card]
        if any(other.seat == logged.seat and other.withdrawn is None for other in shown):
            return None  # he plays it in the end: the fault is with whoever else plays it
        for other in shown:
            elsewhere = other.seat != logged.seat and not self.context.known.complete[other.seat]
            if elsewhere and (other.withdrawn is None or other.order < logged.order):
                return other.location
        known = self.context.known.certain[logged.seat] | self.returned[logged.seat] | BIT[logged.card]
        return COUNTING if known.bit_count() > self.sizes[logged.seat] else None


def judge_withdrawn(
    hands: HandState,
    cards: Sequence[Withdrawn],
    seat: int,
    broken: tuple[Broken, Location | None],
    stayed: int | None,
) -> None:
    """Judge the cards that were taken back at one play, ``hands`` as they are before it.

    ``broken`` is whether spades were broken for the lead of the trick, and on what that depends. ``stayed`` is the card
    that the player kept on the table; None at a surplus play, where the only question is whether the player held the
    card taken back.
    """
    context, findings = hands.context, hands.findings
    parameters = context.ruleset.parameters
    for index, withdrawn in enumerate(cards):
        if withdrawn.card == UNREAD:
            continue
        logged = LoggedCard(withdrawn.trick, withdrawn.play, seat, withdrawn.card, withdrawn.position)
        sound = hands.take_back(logged)
        late = is_established(
            parameters.calls.established, context.record, withdrawn.trick, withdrawn.play, withdrawn.at
        )
        correction: Correction = "open" if late is None else "late" if late else "in_time"
        if stayed is None:
            continue
        moment = At(withdrawn.trick, withdrawn.play)
        hand = hands.after(seat, moment, sound=sound, lying=BIT[withdrawn.card])
        leads = _leads_answered(context.record, withdrawn, hands.taken_back) if withdrawn.play else ()
        suits = [context.pack.suit[lead] for lead in leads]
        # Whatever the lead was, the answer may be the same: then it need not be known which one it was.
        proofs = {_held_suit(hands, hand, logged, suit) for suit in suits}
        if UNKNOWN_SUIT in suits:
            findings.ask_what_was_led(logged, correction)
        elif len(set(suits)) <= 1 or proofs <= PROVED:
            led = suits[-1] if suits else None
            next_card = cards[index + 1].card if index + 1 < len(cards) else stayed
            findings.judge(PlayedCard(logged, led, hand, broken[0], sound, correction, next_card, broken[1]))
        elif proofs != {Proof.DISPROVED}:
            findings.ask_what_was_led(logged, correction)


def _leads_answered(record: RoundRecord, withdrawn: Withdrawn, taken_back: TakenBack) -> tuple[int, ...]:
    """Return the cards that may have been the lead when this card was put down.

    The lead may have been taken back itself: how many cards lay on the table then says whether this one answered it.
    """
    trick, play = withdrawn.trick, withdrawn.play
    # The first card at a play was put down in its turn, any other at some time after the one before it was taken back.
    earlier = [before.at for before in taken_back[trick][play][: withdrawn.position] if before.at is not None]
    since = max([At(trick, play + 1), *earlier])
    until = withdrawn.at if withdrawn.position else At(trick, play + missing_cards(record, trick))
    leads: list[int] = []
    for lead in taken_back[trick].get(0, ()):
        if lead.at is not None and lead.at < since:
            leads.clear()  # by then this lead had been taken back, and with it all before it
            continue
        leads.append(lead.card)
        if lead.at is not None and until is not None and lead.at > until:
            return tuple(leads)  # by then the card had been put down: it answered no later lead
    return (*leads, record.tricks[trick].cards[0])


def _held_suit(hands: HandState, hand: Hand, logged: LoggedCard, led: int) -> Proof:
    """Return whether a player failed to follow a lead of this suit while holding a card of it."""
    pack = hands.context.pack
    if pack.suit[logged.card] == led:
        return Proof.DISPROVED
    return held_in(hands.context.known, logged.seat, pack.suits[led], hand)
