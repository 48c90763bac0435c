"""What a replay finds: plays against the rules, each with its proof, or as an open question.

A play is tried on the rules of `legality`; whether its player held a card that makes it illegal comes from `evidence`.
What is not proved is never called an offence.

Once a revoke is established, it is too late to take the card back. When that is, `calls.established`
says (docs/reference/rules.md, H1); it is counted in plays on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, Unpack

from service.spades.cards import BIT, UNKNOWN_SUIT, UNREAD, cards_in, mask_of
from service.spades.catalogue.parameters.penalties import PenaltiesRules
from service.spades.findings import CODES, COUNTING, About, Evidence, Finding, Location, Reporter
from service.spades.play.evidence import (
    PROVED,
    Hand,
    Proof,
    ReplayContext,
    brought_by,
    hand_location,
    held_in,
    number_of,
)
from service.spades.play.legality import Objection, Turn, legal_cards, objections
from service.spades.record.log import (
    Log,
    LoggedCard,
    ends_unwritten,
    has_trick_in_progress,
    latest_moment,
    place_of,
    says_how_play_ended,
)
from service.spades.record.model import At, Broken, RoundRecord
from service.spades.sentence import Sentence, say

Deadline: TypeAlias = Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"]

Correction: TypeAlias = Literal["in_time", "late", "open"]
"""Whether a card was taken back too late; ``open`` if that depends on cards that were played after the log."""

_MAY_BE_REVOKES: Final = frozenset(code for code, entry in CODES.items() if entry.may_be_revoke)
_REVOKE_ALONE: Final = frozenset({"revoke"})


def revoke_codes(rules: PenaltiesRules) -> frozenset[str]:
    """Return the codes that are revokes, or count as one (docs/reference/rules.md, H10)."""
    return _MAY_BE_REVOKES if rules.early_spade_is_revoke else _REVOKE_ALONE


def is_established(
    deadline: Deadline, record: RoundRecord, trick: int, play: int, at: tuple[int, int] | None
) -> bool | None:
    """Return whether a revoke at this play of this trick (indices) was established at a moment (`At`).

    ``at`` None is a card taken back at an unknown time: in time, if the deadline leaves any. The answer is None if it
    depends on cards that were played after the log.
    """
    if deadline == "at_once":
        return True
    if at is None or at[0] < trick:  # where tricks are missing, a moment after the log may have been before this trick
        return False
    last_trick, plays = at
    if last_trick == trick:
        return deadline == "next_player_plays" and plays > play + 1 + missing_cards(record, trick)
    if last_trick > trick + 1:
        return True
    if deadline == "offending_side_plays_next":
        return _side_has_played(record, record.tricks[trick].seats[play], last_trick, plays)
    followed = deadline == "next_player_plays" and play + 1 + missing_cards(record, trick) < len(record.table.players)
    return plays > 0 or followed


def _side_has_played(record: RoundRecord, offender: int, trick: int, plays: int) -> bool | None:
    """Return whether somebody of the offender's side was among the first of this many to play to a trick."""
    players, side_of = len(record.table.players), record.table.side_of
    if plays >= players:
        return True
    missing = missing_cards(record, trick)
    seats = record.tricks[trick].seats[: max(0, plays - missing)] if trick < len(record.tricks) else ()
    if any(side_of[seat] == side_of[offender] for seat in seats):
        return True
    unseen = 0 if missing else plays - len(seats)
    others = players - len(set(seats)) - len(record.table.sides[side_of[offender]].seats)
    return False if not unseen else True if unseen > others else None


def missing_cards(record: RoundRecord, trick: int) -> int:
    """Return how many cards of this trick the log lacks; they may have been played before those that it shows.

    The last trick lacks none: a card that it does not show had not been played.
    """
    return len(record.table.players) - len(set(record.tricks[trick].seats)) if trick < len(record.tricks) - 1 else 0


def is_established_at_end(context: ReplayContext, trick: int, play: int) -> bool | None:
    """Return whether a revoke that was never taken back came to be established; None if that was after the log.

    At the end of the round every revoke is, and so is one of a side that claims or accepts a claim (Law 63 of bridge).
    As long as the record does not say how play ended, nobody knows what became of a revoke that is not established by
    the end of the log (docs/reference/rules.md, "The end of play").
    """
    record, deadline = context.record, context.ruleset.parameters.calls.established
    claim, side_of = record.claim, record.table.side_of
    if claim is not None and (claim.accepted or side_of[claim.seat] == side_of[record.tricks[trick].seats[play]]):
        return True
    if is_established(deadline, record, trick, play, latest_moment(record)) or _is_over(context):
        return True
    return False if says_how_play_ended(record) else None


def _is_over(context: ReplayContext) -> bool:
    """Return whether the last trick of the round was played."""
    record, size = context.record, context.pack.hand_size
    if context.whole_log:
        return latest_moment(record) >= At(size, 0) or (not ends_unwritten(record) and context.is_over())
    return context.is_over() or (context.single_number == size and not has_trick_in_progress(record))


_BROKEN: Final = Broken.YES
_NOTHING: Final = say("nothing")
_TAKEN_BACK: Final[Mapping[Correction, Sentence]] = MappingProxyType(
    {
        "in_time": say("taken_back_in_time"),
        "late": say("taken_back_late"),
        "open": say("taken_back_perhaps_late"),
    }
)
_DEADLINE: Final = "calls.established"


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
    taken_back: Correction | None = None
    """Of a card that was taken back: whether that was too late; None for a card that stayed."""
    replaced_by: int | None = None
    """Of a card that was taken back: the card that its player put down next; None if that is not known."""
    in_doubt_since: Location | None = None
    """The place of the log whose unknown card decides whether spades were broken; None if there is no such place."""


class _Breach(NamedTuple):
    """A rule that a card may have broken, and whether it is proved that it did."""

    objection: Objection
    played: PlayedCard
    turn: Turn
    proof: Proof


class PlayFindings(Reporter):
    """The findings and the open questions of a replay, in the order of the log."""

    def __init__(self, context: ReplayContext, offset: int) -> None:
        """``offset`` is the number of findings that come before those of the play."""
        super().__init__(context.record.table, context.stop_when)
        self.context = context
        self._offset = offset
        self._unexplained: dict[int, _Breach] = {}

    @property
    def logged(self) -> tuple[LoggedCard, ...]:
        """Every card of the log, in order, those taken back too."""
        return (self.context.log or Log(self.context.record, self.context.pack)).cards

    @property
    def next_index(self) -> int:
        """The index that the next finding will have among all findings of the ruling."""
        return self._offset + len(self.findings)

    def report_card(self, code: str, logged: LoggedCard, detail: Sentence, **about: Unpack[About]) -> None:
        """Report what is wrong with a card that was played."""
        self.report(code, logged.location, detail, **self._with_card(logged, about))

    def _with_card(self, logged: LoggedCard, about: About) -> About:
        about["trick"], about["seat"], about["card"] = number_of(self.context, logged.trick), logged.seat, logged.card
        return about

    def ask_card(self, code: str, logged: LoggedCard, detail: Sentence, **about: Unpack[About]) -> None:
        """Ask what may be wrong with a card that was played."""
        self.ask(code, logged.location, detail, **self._with_card(logged, about))

    def judge(self, played: PlayedCard) -> None:
        """Judge a card: report the first rule that is proved broken, and ask about the rules before it.

        Of a card that was taken back only a revoke, or what counts as one, is reported; or that it was a legal one.
        """
        parameters, is_first = self.context.ruleset.parameters, number_of(self.context, played.logged.trick) == 1
        turn = Turn(played.led, is_first, played.broken is _BROKEN)
        against = objections(parameters.play, self.context.pack, played.logged.card, turn)
        if played.taken_back is not None:
            self._judge_taken_back(played, turn, against)
            return
        for objection in against:
            if self._weigh(objection, played, turn):
                return

    def _judge_taken_back(self, played: PlayedCard, turn: Turn, against: Iterable[Objection]) -> None:
        """Judge a card that was taken back; a legal one is an offence if that has a penalty, else a note.

        A player may take back a card that answered another player's, if that one was taken back.
        """
        penalties, logged, is_legal = self.context.ruleset.parameters.penalties, played.logged, played.sound
        for objection in against:
            if objection.code in revoke_codes(penalties) and self._weigh(objection, played, turn):
                return
            held = held_in(self.context.known, logged.seat, objection.held, played.hand)
            is_legal = is_legal and held is Proof.DISPROVED
        if not is_legal or played.replaced_by in {None, UNREAD, logged.card} or self._answered_one_taken_back(logged):
            return
        costs = penalties.priced("card_taken_back").remedy != "none"
        detail = say("card_taken_back", player=logged.seat, card=logged.card, instead=played.replaced_by or 0)
        self.report_card("card_taken_back", logged, detail, severity="offence" if costs else "note")

    def _answered_one_taken_back(self, logged: LoggedCard) -> bool:
        """Return whether a card that another player took back lay there before this one, so that this one may be, too.

        That is one before it in its trick, or one of an earlier trick that may have lain there still.
        """
        moment, tricks = At(logged.trick, logged.play), self.context.record.tricks
        return any(
            other.play < logged.play
            if other.trick == logged.trick
            else other.trick < logged.trick
            and tricks[other.trick].seats[other.play] != logged.seat
            and self.context.lay_there(other, moment) is not Broken.NO
            for other in self.context.record.withdrawn
        )

    def ask_what_was_led(self, logged: LoggedCard, taken_back: Correction) -> None:
        """Ask whether a card taken back was a revoke, which depends on when the lead was taken back."""
        detail = say("lead_not_known", player=logged.seat, card=logged.card, taken_back=_taken_back(taken_back))
        lead_taken_back = ("tricks", logged.trick, "plays", 0, "withdrawn", 0, "at")
        code = "revoke_corrected" if taken_back == "in_time" else "revoke"
        self.ask_card(code, logged, detail, decided_by=lead_taken_back)

    def ask_about_unread(self, logged: LoggedCard, led: int) -> None:
        """Ask whether an unread card followed suit, or any card an unknown lead: ``led`` is `UNKNOWN_SUIT` then."""
        if self.has_asked_enough:
            return
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
        self.ask_card("revoke", logged, detail, decided_by=decided_by)

    def ask_whether_legal(self, logged: LoggedCard, objection: Objection) -> None:
        """Ask whether a card that can't be read was one that this rule forbids."""
        detail = say("unread_card_of_trick" if logged.play else "unread_card_led", player=logged.seat)
        self.ask_card(objection.code, logged, detail, parameter=objection.parameter, decided_by=logged.location)

    def _weigh(self, objection: Objection, played: PlayedCard, turn: Turn) -> bool:
        """Try a card on one rule; return whether it is proved that the rule was broken."""
        logged = played.logged
        proof = held_in(self.context.known, logged.seat, objection.held, played.hand)
        if proof is Proof.DISPROVED:
            return False
        code = "revoke_corrected" if played.taken_back == "in_time" else objection.code
        depends_on_breaking = objection.code == "illegal_spade_lead" and played.broken is Broken.MAYBE
        if not played.sound or depends_on_breaking or proof not in PROVED:
            self._ask(code, _Breach(objection, played, turn, proof), depends_on_breaking=depends_on_breaking)
            return False
        breach = _Breach(objection, played, turn, proof)
        if played.taken_back == "open":
            detail, after = self._held_a_legal_card(breach, self._evidence(breach)), ("tricks", logged.trick + 1)
            self.ask_card(code, logged, detail, parameter=_DEADLINE, decided_by=after)
            return False
        self._unexplained[len(self.findings)] = breach
        self.report_card(code, logged, _NOTHING, parameter=objection.parameter)
        return True

    def explained(self) -> tuple[Finding, ...]:
        """Return the findings, each with its proof: that is sought last, as most trials have ended by then."""
        for index, breach in self._unexplained.items():
            finding, evidence = self.findings[index], self._evidence(breach)
            self.findings[index] = finding._replace(
                detail=(self._held_a_legal_card(breach, evidence),),
                legal_cards=self._legal_instead(breach) if breach.proof is Proof.SHOWN else None,
                evidence=evidence,
                established=self._is_established(finding.code, breach.played.logged),
            )
        self._unexplained.clear()
        return tuple(self.findings)

    def _held_a_legal_card(self, breach: _Breach, evidence: Evidence) -> Sentence:
        """Return what a player did while holding a card that was legal."""
        played = breach.played
        return say(
            "held_a_legal_card",
            player=played.logged.seat,
            deed=_deed(breach.objection.code, played),
            taken_back=_taken_back(played.taken_back),
            holding=self._holding(breach.proof, played.logged.seat, evidence),
        )

    def _ask(self, code: str, breach: _Breach, *, depends_on_breaking: bool) -> None:
        """Ask whether a card broke a rule; that may depend on whether spades were broken."""
        if self.has_asked_enough:
            return
        objection, played, _, proof = breach
        logged, since = played.logged, played.in_doubt_since
        conflicting = not played.sound or proof is Proof.CONFLICTING
        decided_by = self._lies_in_doubt(breach) or self.context.decided_by(logged)
        question = say("hand_contradicts_itself" if conflicting else "hand_not_known")
        if decided_by == ("exchanges",) and not conflicting:
            has_bids = self.context.record.has_all_bids(self.table.side_of[logged.seat])
            question = say("pass_not_recorded" if has_bids else "bid_not_recorded", player=logged.seat)
        if depends_on_breaking and not conflicting:
            question = say("broken_not_known")
            if since is not None and self.context.record.tricks[int(since[1])].form == "unwritten":
                since = ("tricks", logged.trick, "spades_broken")
            elif since is not None:
                question = say("broken_in_doubt", trick=int(since[1]) + 1)
        detail = say(
            "may_have_held_a_legal_card",
            player=logged.seat,
            deed=say("led", card=logged.card) if depends_on_breaking else _deed(objection.code, played),
            taken_back=_taken_back(played.taken_back),
            question=question,
        )
        self.ask_card(
            code,
            logged,
            detail,
            parameter=objection.parameter,
            legal_cards=self._legal_instead(breach) if proof is Proof.SHOWN else None,
            conflicts_with=() if conflicting else None,
            decided_by=since or ("spades_broken",) if depends_on_breaking else decided_by,
        )

    def _lies_in_doubt(self, breach: _Breach) -> Location | None:
        """Return where a moment is missing by which a card that matters may have been back in the hand by this play."""
        logged, wanted = breach.played.logged, breach.played.hand.may_lie & breach.objection.held
        for back in self.context.record.withdrawn if wanted else ():
            is_own = self.context.record.tricks[back.trick].seats[back.play] == logged.seat
            if is_own and back.trick < logged.trick and back.at is None and BIT[back.card] & wanted:
                return (*place_of(back), "at")
        return None

    def _legal_instead(self, breach: _Breach) -> tuple[int, ...]:
        """Return the other cards of the hand that were legal, as far as the hand is certain."""
        objection, played, turn, _ = breach
        if not turn.is_first_trick:  # there is one rule, and what it asks for is all that is legal
            return cards_in(played.hand.holding & objection.held)
        rules, bit = self.context.ruleset.parameters.play, BIT[played.logged.card]
        return cards_in(legal_cards(rules, self.context.pack, played.hand.holding | bit, turn) & ~bit)

    def _is_established(self, code: str, logged: LoggedCard) -> bool | None:
        """Return whether it was too late to correct a revoke; None if that is open, or is asked of nothing else.

        A card that was taken back is reported as a revoke only if that came too late.
        """
        if code not in revoke_codes(self.context.ruleset.parameters.penalties):
            return None
        return logged.withdrawn is not None or is_established_at_end(self.context, logged.trick, logged.play)

    def _evidence(self, breach: _Breach) -> Evidence:
        objection, played, _, proof = breach
        if proof is Proof.COUNTED:
            possible = cards_in(self.context.known.unseen & objection.held)
            return Evidence(played.led, possible=possible, proved_by=COUNTING)
        if proof is Proof.KEPT:
            listed, _ = self.context.known.may_be_passed[played.logged.seat]
            kept, seat = (listed | played.hand.holding) & objection.held, played.logged.seat
            brought = brought_by(self.context.record, seat, kept) if self.context.record.hands[seat] is None else None
            return Evidence(played.led, possible=cards_in(kept), proved_by=brought or ("hands", seat))
        held = played.hand.holding & objection.held
        shown, where = cards_in(held), self._proof(played.logged, held)
        return Evidence(played.led, shown, None, where)

    def _holding(self, proof: Proof, seat: int, evidence: Evidence) -> Sentence:
        """Return the cards that a player held, as the object of a sentence."""
        if evidence.held is not None:
            return say("cards_held", cards=evidence.held)
        possible = evidence.possible or ()
        if proof is Proof.KEPT:
            _, most = self.context.known.may_be_passed[seat]
            return say("some_of_cards_kept", cards=possible, most=most)
        return say("one_of_cards_counted" if len(possible) > 1 else "card_counted", cards=possible)

    def _proof(self, logged: LoggedCard, held: int) -> Location:
        """Return what proves that the player held these cards: the hand, another card of the log, an exchange."""
        record = self.context.record
        hand, listed = record.hands[logged.seat], held & self.context.known.listed[logged.seat]
        if hand is not None and listed and (not record.exchanges or listed & mask_of(hand)):
            return hand_location(self.context, logged.seat, held)
        shown = [own for own in self.logged if own.seat == logged.seat and held & BIT[own.card]]
        later = [own for own in shown if own.order > logged.order]
        # A card that he took back before was in his hand again.
        if later or shown:
            return (later or shown)[0].location
        # Else a pass brought it, or it is in a list with another card that could not be read.
        return brought_by(record, logged.seat, held) or hand_location(self.context, logged.seat, held)


def _taken_back(correction: Correction | None) -> Sentence:
    """Return whether a card was taken back, and when, as the end of a sentence."""
    return _NOTHING if correction is None else _TAKEN_BACK[correction]


def _deed(code: str, played: PlayedCard) -> Sentence:
    """Return what a player did, as the verb of a sentence."""
    card = played.logged.card
    if played.led is not None:
        return say("played_on_lead", card=card, suit=played.led)
    return say("opened_with" if code == "illegal_opening_card" else "led_before_broken", card=card)
