"""What a replay finds: plays against the rules, each with its proof, or as an open question.

A play is tried on the rules of `legality`; whether its player held a card that makes it illegal comes from `evidence`.
What is not proved is never called an offence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from service.spades.cards import BIT, UNKNOWN_SUIT, UNREAD, cards_in, mask_of
from service.spades.finding_codes import CODES
from service.spades.findings import COUNTING, Evidence, Finding, Location
from service.spades.play.evidence import PROVED, Hand, Knowledge, Proof
from service.spades.play.legality import Objection, Turn, legal_cards, objections
from service.spades.play.replay_context import ReplayContext
from service.spades.play.revoke_deadline import is_established_at_end, revoke_codes
from service.spades.record.log import LoggedCard, logged_cards
from service.spades.record.model import Broken
from service.spades.record.reporter import Reporter
from service.spades.sentence import Fact, Sentence, say


class PlayedCard(NamedTuple):
    """A card as it was played, with all that its legality depends on."""

    logged: LoggedCard
    led: int | None
    """The suit led, None for a lead."""
    hand: Hand
    """What is known of the player's hand after the play."""
    broken: Broken
    """Whether spades were broken before this trick."""
    sound: bool
    """Whether the player is known to have held the card."""
    late: bool | None = None
    """Of a card that was taken back: whether that was too late; None for a card that stayed."""
    in_doubt_since: Location | None = None
    """Where in the log it depends on what is not known whether spades were broken; None if that is nowhere."""


class PlayFindings(Reporter):
    """The findings and the open questions of a replay, in the order of the log."""

    def __init__(self, context: ReplayContext, offset: int) -> None:
        """``offset`` is the number of findings that come before those of the play."""
        super().__init__(context.record.table, strict=context.strict)
        self.context = context
        self._offset = offset

    @cached_property
    def logged(self) -> tuple[LoggedCard, ...]:
        """Every card of the log, in order, those taken back too."""
        return tuple(logged_cards(self.context.record, self.context.pack.hand_size))

    @cached_property
    def last_shown(self) -> Mapping[tuple[int, int], LoggedCard]:
        """For each seat and card that the log shows, where it shows that card of that player last."""
        return {(each.seat, each.card): each for each in self.logged}

    @property
    def next_index(self) -> int:
        """The index that the next finding will have among all findings of the ruling."""
        return self._offset + len(self.findings)

    def locate(self, logged: LoggedCard) -> tuple[Location, int | None]:
        """Return the location of a play and the number of its trick."""
        return logged.location, self.context.number_of(logged.trick)

    def report_card(self, code: str, logged: LoggedCard, detail: Sentence, *, evidence: Evidence | None = None) -> None:
        """Report what is wrong with a card, which breaks the usual rule of the code."""
        location, trick = self.locate(logged)
        self.report(code, location, detail, trick=trick, seat=logged.seat, card=logged.card, evidence=evidence)

    def judge(self, played: PlayedCard) -> None:
        """Judge a card that stayed: report the first rule that is proved broken, and ask about the rules before it."""
        for objection in self._objections(played):
            if self._weigh(objection, played):
                return

    def judge_withdrawn(self, played: PlayedCard) -> None:
        """Judge a card that was taken back: only a revoke, or what counts as one, is reported."""
        for objection in self._objections(played):
            if CODES[objection.code].may_be_revoke:
                self._weigh(objection, played)

    def ask_what_was_led(self, logged: LoggedCard, *, late: bool) -> None:
        """Ask whether a card taken back was a revoke, which depends on when the lead was taken back."""
        location, trick = self.locate(logged)
        self.ask(
            "revoke" if late else "revoke_corrected",
            location,
            say("lead_not_known", player=logged.seat, card=logged.card, taken_back=_taken_back(late=late)),
            trick=trick,
            seat=logged.seat,
            card=logged.card,
            decided_by=("tricks", logged.trick, "plays", 0, "withdrawn", 0, "at"),
        )

    def ask_about_unread(self, logged: LoggedCard, led: int) -> None:
        """Ask whether a card followed suit, if it can't be read, or if the lead is not known: so is ``led`` then."""
        location, trick = self.locate(logged)
        decided_by: Location = ("tricks", logged.trick, "plays", 0 if led == UNKNOWN_SUIT else logged.play)
        detail, unread = say("unread_lead", player=logged.seat, card=logged.card), logged.card == UNREAD
        if led != UNKNOWN_SUIT:
            detail = say("unread_card", player=logged.seat, suit=led)
        elif not self.context.record.tricks[logged.trick].lead_known:
            detail = say("leader_not_known", player=logged.seat, card=logged.card)
            if unread:
                detail = say("unread_card_and_leader_not_known", player=logged.seat)
            decided_by = ("tricks", logged.trick, "leader")
        elif unread:
            detail = say("unread_lead_and_card", player=logged.seat)
        self.ask(
            "revoke",
            location,
            detail,
            trick=trick,
            seat=logged.seat,
            card=logged.card,
            decided_by=decided_by,
        )

    def ask_whether_legal(self, logged: LoggedCard, objection: Objection) -> None:
        """Ask whether a card that can't be read was one that this rule forbids."""
        location, trick = self.locate(logged)
        self.ask(
            objection.code,
            location,
            say("unread_card_of_trick" if logged.play else "unread_card_led", player=logged.seat),
            parameter=objection.parameter,
            trick=trick,
            seat=logged.seat,
            card=logged.card,
            decided_by=location,
        )

    def _objections(self, played: PlayedCard) -> Iterator[Objection]:
        return objections(
            self.context.ruleset.parameters.play, self.context.pack, played.logged.card, self._turn(played)
        )

    def _turn(self, played: PlayedCard) -> Turn:
        is_first = self.context.is_first(played.logged.trick)
        return Turn(played.led, is_first, broken=played.broken is Broken.YES)

    def _weigh(self, objection: Objection, played: PlayedCard) -> bool:
        """Try a card on one rule; return whether it is proved that the rule was broken."""
        logged = played.logged
        proof = self.context.known.held(logged.seat, objection.held, played.hand)
        if proof is Proof.DISPROVED:
            return False
        code = "revoke_corrected" if played.late is False else objection.code
        depends_on_breaking = objection.code == "illegal_spade_lead" and played.broken is Broken.MAYBE
        location, trick = self.locate(logged)
        facts: dict[str, Fact] = {
            "player": logged.seat,
            "deed": _deed(objection.code, played, before_broken=not depends_on_breaking),
            "taken_back": say("nothing") if played.late is None else _taken_back(late=played.late),
        }
        legal = self._legal_instead(played) if proof is Proof.SHOWN else None
        if proof in PROVED and played.sound and not depends_on_breaking:
            evidence = self._evidence(objection, played, proof)
            self.report(
                code,
                location,
                say("held_a_legal_card", **facts, holding=_holding(evidence)),
                parameter=objection.parameter,
                trick=trick,
                seat=logged.seat,
                card=logged.card,
                legal_cards=legal,
                evidence=evidence,
                established=self._is_established(code, logged),
            )
            return True
        conflicting, since = not played.sound or proof is Proof.CONFLICTING, played.in_doubt_since
        question = say("hand_contradicts_itself" if conflicting else "hand_not_known")
        if depends_on_breaking and not conflicting:
            question = say("broken_not_known")
            if since is not None:
                question = say("broken_in_doubt", trick=int(since[1]) + 1)
        self.ask(
            code,
            location,
            say("may_have_held_a_legal_card", **facts, question=question),
            parameter=objection.parameter,
            trick=trick,
            seat=logged.seat,
            card=logged.card,
            legal_cards=legal,
            conflicts_with=() if conflicting else None,
            decided_by=since or ("spades_broken",) if depends_on_breaking else self.context.decided_by(logged),
        )
        return False

    def _legal_instead(self, played: PlayedCard) -> tuple[int, ...]:
        """Return the other cards of the hand that were legal, as far as the hand is certain."""
        rules, bit = self.context.ruleset.parameters.play, BIT[played.logged.card]
        legal = legal_cards(rules, self.context.pack, played.hand.holding | bit, self._turn(played))
        return cards_in(legal & ~bit)

    def _is_established(self, code: str, logged: LoggedCard) -> bool | None:
        """Return whether it was too late to correct a revoke; None for what the ruleset does not count as one.

        A card that was taken back is reported as a revoke only if that came too late.
        """
        rules = self.context.ruleset.parameters.irregularities
        if code not in revoke_codes(rules):
            return None
        if logged.withdrawn is not None:
            return True
        record, over = self.context.record, self.context.is_over()
        return is_established_at_end(rules.revoke_established, record, logged.trick, logged.play, over=over)

    def _evidence(self, objection: Objection, played: PlayedCard, proof: Proof) -> Evidence:
        if proof is Proof.COUNTED:
            possible = cards_in(self.context.known.unseen & objection.held)
            return Evidence(led_suit=played.led, possible=possible, proved_by=COUNTING)
        held = played.hand.holding & objection.held
        return Evidence(led_suit=played.led, held=cards_in(held), proved_by=self._proof(played.logged, held))

    def _proof(self, logged: LoggedCard, held: int) -> Location:
        """Return what proves that the player held these cards: the hand, another card of the log, an exchange."""
        record = self.context.record
        hand = record.hands[logged.seat]
        if hand is not None and held & mask_of(hand) & self.context.known.listed[logged.seat]:
            return self.context.hand_location(logged.seat, held)
        shown = [each for each in self.logged if each.seat == logged.seat and held & BIT[each.card]]
        later = [each for each in shown if each.order > logged.order]
        # A card that he took back before was in his hand again.
        if later or shown:
            return (later or shown)[0].location
        for index, exchange in enumerate(record.exchanges or ()):
            if exchange.taker == logged.seat and held & mask_of(exchange.cards):
                return ("exchanges", index)
        return self.context.hand_location(logged.seat, held)  # a list of which another card could not be read


def _taken_back(*, late: bool) -> Sentence:
    return say("taken_back_late") if late else say("taken_back_in_time")


def _deed(code: str, played: PlayedCard, *, before_broken: bool) -> Sentence:
    """Return what a player did, as the verb of a sentence; ``before_broken`` is whether a spade was led too early."""
    card = played.logged.card
    if not before_broken:
        return say("led", card=card)
    if played.led is not None:
        return say("played_on_lead", card=card, suit=played.led)
    return say("opened_with" if code == "illegal_opening_card" else "led_before_broken", card=card)


def _holding(evidence: Evidence) -> Sentence:
    """Return the cards that a player held, as the object of a sentence."""
    if evidence.held is not None:
        return say("cards_held", cards=evidence.held)
    possible = evidence.possible or ()
    return say("one_of_cards_counted" if len(possible) > 1 else "card_counted", cards=possible)


def with_conflicts(finding: Finding, findings: tuple[Finding, ...], known: Knowledge) -> Finding:
    """Return an open question with the errors that keep it open: about the player, or about cards he may hold."""
    if finding.conflicts_with is None or finding.seat is None:
        return finding
    doubtful = known.doubtful[finding.seat]
    return finding._replace(
        conflicts_with=tuple(
            index
            for index, other in enumerate(findings)
            if other.properties.doubts_hand
            and (other.seat == finding.seat or (other.card is not None and doubtful & BIT[other.card]))
        ),
    )
