"""The log replayed card by card, each fault found once, nothing repaired.

What was played stays played, and the next play is judged from there: the turn goes on from the player who really led,
and the player who really won leads the next trick.

`replay_in_turn` is a short way through the log, trick after trick as long as every card was held and played in turn. It
needs hands that are certain (`Knowledge.hands_certain`), and leaves the trick at which it stops to the long way.
It judges nothing: a card that a rule may forbid is returned for `PlayFindings.judge`. Most tricks are in order: with it
the engine audits a legal round in half the time (benchmarks/README.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from service.spades.by_position import by_position
from service.spades.cards import BIT, SPADES, UNKNOWN_SUIT, UNREAD, UNREAD_BIT, united
from service.spades.play.evidence import Hand, Replay, ReplayContext, number_of, tricks_won
from service.spades.play.legality import spade_breaks
from service.spades.play.play_findings import PlayedCard, PlayFindings
from service.spades.play.state_of_play import HandState, SpadesBroken, judge_withdrawn
from service.spades.play.turn_order import (
    Lead,
    Ranges,
    Turns,
    UnknownCards,
    check_order,
    check_winner,
    judge_lead,
    lacks_lead,
    possible_winners,
    report_impossible_winner,
    winner_among,
)
from service.spades.record.log import LoggedCard, TakenBack, taken_back
from service.spades.record.model import At, Broken, Trick, TrickResult
from service.spades.sentence import say

_BROKEN: Final = Broken.YES  # looked up once, as the loop needs it at every trick
_result: Final = by_position(TrickResult)
_logged: Final = by_position(LoggedCard)


def replay_in_turn(  # noqa: C901 - one pass over the log, in one piece
    context: ReplayContext, holding: list[int], results: list[TrickResult], lead: tuple[int, Broken], stop: int
) -> tuple[int, Broken, list[PlayedCard]]:
    """Replay the tricks after those in ``results``, up to the index ``stop`` or the first that is not in order.

    ``holding`` is what is left of each hand. It and ``results`` are changed in place. ``lead`` is the seat that is to
    lead the next trick, and whether spades are broken by then; returns the same for the trick at which it stopped, and
    the cards of the others that a rule may forbid, in the order of the log.
    """
    pack, order = context.pack, context.record.table.order
    suit, suits, strengths = pack.suit, pack.suits, pack.strength
    rules = context.ruleset.parameters.play
    to_judge: list[PlayedCard] = []
    number = len(results)
    expected, broken = lead
    if not number and (rules.first_trick != "normal" or rules.opening_card == "lowest_club"):
        return expected, broken, to_judge  # the first trick has rules of its own
    left = united(holding)  # of all hands: the cards of a trick that is not in order needn't be put back into each
    for seats, cards, claimed_leader, claimed_winner, _, lead_known, said_broken in context.record.tricks[number:stop]:
        in_turn = seats == order[expected] and lead_known and said_broken is None
        if not in_turn or (claimed_leader is not None and claimed_leader != expected):
            break
        led = suit[cards[0]]
        led_mask, strength = suits[led], strengths[led]
        after, judged = left, len(to_judge)
        if led == SPADES and broken is not _BROKEN and holding[expected] & left & ~led_mask:
            if broken is Broken.MAYBE or context.record.withdrawn:
                break  # whether they were broken for this lead is a question for `SpadesBroken`
            others = holding[expected] & left & ~BIT[cards[0]]
            to_judge.append(_played(_logged((number, 0, expected, cards[0], None)), None, others, broken))
        best = winner = winning_card = 0
        for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
            held, bit = holding[seat] & after, BIT[card]
            if not held & bit:
                best = -1  # its player did not hold it
                break
            if not led_mask & bit and held & led_mask:
                logged = _logged((number, seats.index(seat), seat, card, None))
                to_judge.append(_played(logged, led, held ^ bit, broken))
            after ^= bit
            wins = strength[card]
            if wins > best:
                best, winner, winning_card = wins, seat, card
        if best < 0 or (claimed_winner is not None and claimed_winner != winner):
            del to_judge[judged:]  # the trick is left to `replay`
            break
        left = after
        number += 1
        if broken is not _BROKEN and suit[winning_card] == SPADES and spade_breaks(rules, led):
            broken = _BROKEN
        results.append(_result((number, expected, led, winner, winning_card, broken)))
        expected = winner
    for seat, held in enumerate(holding):
        holding[seat] = held & left
    return expected, broken, to_judge


def replay_of(context: ReplayContext, results: list[TrickResult], found: PlayFindings | None = None) -> Replay:
    """Return the replay of a log that is in order from beginning to end, with what was ``found`` in it, if anything."""
    findings, undecided = ((), ()) if found is None else (found.explained(), tuple(found.undecided))
    won, played = tricks_won(context.pack.players, results), len(results)
    return Replay(
        tricks=tuple(results),
        tricks_won=won,
        findings=findings,
        undecided=undecided,
        complete=played == context.pack.hand_size,
        finished=played,
        surprised=False,
    )


def _played(logged: LoggedCard, led: int | None, left: int, broken: Broken) -> PlayedCard:
    """Return a card whose player has these cards left (a mask), and certainly no others."""
    return PlayedCard(
        logged=logged,
        led=led,
        hand=Hand(holding=left, doubt=0, lost=0, room=0, shown_later=left),
        broken=broken,
        sound=True,
    )


_NOBODY: Final[frozenset[int]] = frozenset()
_NOTHING_EXTRA: Final[frozenset[int]] = frozenset()
_NOTHING_TAKEN: Final[TakenBack] = MappingProxyType({})
_NOBODY_ELSE: Final[tuple[int | None, int | None]] = (None, None)


def replay(context: ReplayContext, expected: int | None, *, offset: int) -> Replay:
    """Replay the log of a round.

    ``expected`` is the seat that is to lead first, None if that is not known; ``offset`` is the number of findings
    that come before those of the play.
    """
    record, size = context.record, context.pack.hand_size
    results: list[TrickResult] = []
    holding, broken = list(context.known.certain), Broken.NO
    to_judge: list[PlayedCard] = []
    if expected is not None and context.known.hands_certain and not record.withdrawn:
        expected, broken, to_judge = replay_in_turn(context, holding, results, (expected, broken), size)
        if not to_judge and len(results) == len(record.tricks):
            return replay_of(context, results)
    findings = PlayFindings(context, offset)
    for played in to_judge:
        findings.judge(played)
    if len(results) == len(record.tricks):
        return replay_of(context, results, findings)
    if (
        context.stop_when is None
        and context.known.hands_certain
        and not fits_lists(record.tricks[:size], context.known.certain)
    ):
        return replay_of(context, results)._replace(surprised=True)
    replayer = _Replayer(context, findings, broken)
    replayer.hands.holding = holding
    return replayer.run(expected, results)


def fits_lists(tricks: Iterable[Trick], lists: Sequence[int]) -> bool:
    """Return whether each card is there at most once, and was played by somebody whose list (a mask) has it."""
    gone = 0
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards):  # noqa: B905 - parallel by construction
            bit = BIT[card] & ~UNREAD_BIT
            if bit & (gone | ~lists[seat]):
                return False
            gone |= bit
    return True


def replay_trick(context: ReplayContext, *, expected: int | None, broken: Broken) -> tuple[TrickResult, PlayFindings]:
    """Judge the only trick of a log: ``expected`` was to lead it, ``broken`` is whether spades were broken before."""
    replayer = _Replayer(context, PlayFindings(context, 0), broken)
    result = replayer.trick(0, context.record.tricks[0], expected)
    return result, replayer.findings


class _Replayer:
    """The state of a replay."""

    def __init__(self, context: ReplayContext, findings: PlayFindings, broken: Broken) -> None:
        self.context, self.findings = context, findings
        self.taken_back = taken_back(context.record) if context.record.withdrawn else _NOTHING_TAKEN
        self.corrected = tuple(sorted(self.taken_back))
        """The indices of the tricks in which cards were taken back, in order."""
        self.hands = HandState(context, findings, self.taken_back)
        self.spades = SpadesBroken(context, self.taken_back, broken)
        self.regular = True
        """Whether every trick so far has one card of every player."""
        self.hands_certain = context.known.hands_certain
        """Whether every hand is known beyond doubt."""
        self.plain_follow = context.ruleset.parameters.play.first_trick == "normal"
        """Whether following suit in the first trick can break no rule."""
        self.spent: tuple[int, ...] | None = None
        """For each seat the index of the first trick to which it had no card left, once that has been asked."""
        self.ranges: Ranges = {}
        """How strong the unknown cards are of which it has been asked."""
        self.may_lead = _NOBODY
        """Who may have won the last trick, if that is not known."""
        self.lead_missing = False
        """Whether the first card recorded of the trick that is judged need not be its lead."""

    def run(self, expected: int | None, results: list[TrickResult]) -> Replay:
        """Replay the tricks after those in ``results``, as many as a round has.

        ``expected`` is the seat that is to lead the next one.
        """
        record, size = self.context.record, self.context.pack.hand_size
        tricks = record.tricks[:size]
        cause = credited = None
        while len(results) < len(tricks):
            if self.hands_certain and expected is not None:
                stop = next((index for index in self.corrected if index >= len(results)), size)
                lead, holding = (expected, self.spades.state), self.hands.holding
                done = len(results)
                expected, self.spades.state, to_judge = replay_in_turn(self.context, holding, results, lead, stop)
                for played in to_judge:
                    self.findings.judge(played)
                if len(results) == len(tricks):
                    break
                if len(results) > done:
                    cause = credited = None  # of a trick before those
            index = len(results)
            result = self.trick(index, tricks[index], expected, (cause, credited))
            results.append(result)
            if self.hands_certain and self.hands.surprised:
                break  # the lists don't fit the log: it is replayed by what both show
            expected = result.winner
            cause, credited = check_winner(self.findings, index, tricks[index].winner, expected), tricks[index].winner
            if cause is None:
                cause, credited = self._won_on_the_table(index, tricks[index])
        won = tricks_won(self.context.pack.players, results)
        if len(record.tricks) > size:
            for index, trick in enumerate(record.tricks[size:], size):  # what they show, not judged
                leader, led = (trick.seats[0], self.context.pack.suit[trick.cards[0]]) if trick.cards else (None, None)
                led = None if led == UNKNOWN_SUIT else led
                results.append(TrickResult(index + 1, leader, led, None, None, self.spades.state))
            detail = say("extra_tricks", size=size, tricks=len(record.tricks))
            self.findings.report("extra_tricks", ("tricks", size), detail, trick=size + 1)
        whole = (self.regular and self.context.pack.has_equal_hands and len(record.tricks) == size) or (
            self.context.is_over()
        )
        return Replay(
            tricks=tuple(results),
            tricks_won=won,
            findings=self.findings.explained(),
            undecided=tuple(self.findings.undecided),
            complete=whole,
            finished=len(record.tricks) - (bool(record.tricks) and self._is_short(record.tricks[-1])),
            surprised=self.hands.surprised,
        )

    def _won_on_the_table(self, index: int, trick: Trick) -> tuple[int | None, int | None]:
        """Return who won by the cards that lay there when the next trick was led, if one of them was taken back later.

        Before him is the index of the finding about the card that he won with, None if there is none.
        """
        if index not in self.taken_back:
            return _NOBODY_ELSE
        lying = {
            play: card
            for play, cards in self.taken_back[index].items()
            for card in reversed(cards)
            if card.at is not None and card.at > At(index + 1, 0)
        }
        if not lying or not trick.is_whole(self.context.pack.players) or not trick.lead_known:
            return None, None
        cards = [lying[play].card if play in lying else card for play, card in enumerate(trick.cards)]
        if UNREAD in cards:
            return None, None
        won = self.context.pack.winning_play(cards)
        if won is None:
            return None, None
        place = ("tricks", index, "plays", won, "withdrawn", lying[won].position) if won in lying else None
        found = [number for number, finding in enumerate(self.findings.findings) if finding.location == place]
        offset = self.findings.next_index - len(self.findings.findings)
        return offset + found[0] if found else None, trick.seats[won]

    def _is_short(self, trick: Trick) -> bool:
        """Return whether a last trick lacks the card of a player who had one left."""
        short = len(trick.seats) < self.context.pack.players
        return short and bool(self._absent(len(self.context.record.tricks) - 1, trick))

    def _to_lead(self, index: int, expected: int | None) -> int | None:
        """Return whose lead it is: a player with no card left passes it on to the left, as he does his turn to play."""
        spent = self._spent(index)
        if expected is None or not spent:
            return expected
        return next((seat for seat in self.context.record.table.order[expected] if seat not in spent), expected)

    def _spent(self, index: int) -> frozenset[int]:
        """Return the seats that have no card left for this trick."""
        if self.spent is None:
            self.spent = self.context.spent_before()
        if min(self.spent) > index:
            return _NOBODY
        return frozenset(seat for seat, spent in enumerate(self.spent) if spent <= index)

    def _settle(
        self, index: int, led: int, leader: int | None, missing: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Return who won a trick with unknown cards, and with which card, as far as that is known."""
        trick = self.context.record.tricks[index]
        unread = {seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card == UNREAD}
        unknown = UnknownCards({seat: self.hands.unshown(seat) for seat in unread | missing}, leader)
        possible = possible_winners(self.context.pack, trick, led, unknown, self.ranges)
        led_next = self.context.leader_of(index + 1)
        by_lead = [seat for seat in possible if led_next is not None and self._to_lead(index + 1, seat) == led_next]
        winner = winner_among(possible, trick.winner, by_lead[0] if len(by_lead) == 1 else None)
        if winner is None:
            self.may_lead = possible
            if trick.winner is not None and possible and trick.winner not in possible:
                report_impossible_winner(self.findings, index, trick.winner)
        if winner is None or winner in unknown.possible:
            return winner, None
        return winner, trick.cards[trick.seats.index(winner)]

    def _absent(self, index: int, trick: Trick) -> frozenset[int]:
        """Return the seats that have no card in this trick and could have played one."""
        return frozenset(range(self.context.pack.players)) - set(trick.seats) - self._spent(index)

    def trick(
        self, index: int, trick: Trick, expected: int | None, taken_for: tuple[int | None, int | None] = _NOBODY_ELSE
    ) -> TrickResult:
        """Judge one trick, which ``expected`` was to lead; ``taken_for`` are `Lead.cause` and `Lead.credited`."""
        seats, order = trick.seats, self.context.record.table.order
        said_broken = trick.spades_broken
        if said_broken is not None and self.spades.take_word(index, said_broken=said_broken):
            detail = say("said_broken" if said_broken else "said_unbroken")
            self.findings.report("wrong_spades_broken", ("tricks", index, "spades_broken"), detail, trick=index + 1)
        in_rotation = bool(seats) and seats == order[seats[0]]
        last = index == len(self.context.record.tricks) - 1
        absent = frozenset[int]() if in_rotation else self._absent(index, trick)
        may_lead = self.may_lead
        if may_lead and self._spent(index):
            may_lead = frozenset([seat for winner in may_lead if (seat := self._to_lead(index, winner)) is not None])
        lead = Lead(self._to_lead(index, expected), may_lead, *taken_for)
        lead_missing = not trick.lead_known
        if absent and trick.form == "plays" and (self.context.whole_log or expected is not None):
            lead_missing = lacks_lead(order, trick, lead, absent, last=last)
        self.lead_missing = lead_missing
        judge_lead(self.findings, index, trick, lead, missing=lead_missing)
        led = self.context.pack.suit[trick.cards[0]] if seats and not lead_missing else UNKNOWN_SUIT
        leader = (
            seats[0] if seats and not lead_missing else next((seat for seat in absent if seat == lead.expected), None)
        )
        extra = _NOTHING_EXTRA
        if not in_rotation:
            starts = (leader,) if leader is not None else (*seats[:1], *sorted(absent))
            turns = Turns(starts, self._spent(index), unfinished=last and not lead_missing)
            extra = check_order(self.findings, index, trick, turns)
            if extra or len(seats) != self.context.pack.players:
                self.regular = False
        winner, card = self._cards(index, trick, led, extra)
        missing = frozenset() if last and not lead_missing else absent
        self.may_lead = frozenset()
        if extra or (last and absent):
            winner = card = None
        elif missing or lead_missing or UNREAD in trick.cards:
            winner, card = self._settle(index, led, leader, missing)
        for seat in sorted(missing):
            self.hands.miss(seat)
            self.spades.pass_unknown(self.hands.unshown(seat), ("tricks", index, "plays"))
        return TrickResult(index + 1, leader, None if led == UNKNOWN_SUIT else led, winner, card, self.spades.state)

    def _cards(  # noqa: C901, PLR0912 - one pass over a trick, in one piece
        self, index: int, trick: Trick, led: int, extra: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Judge the cards of a trick; return who won it with which card, None if no card is known to win.

        ``led`` is the suit led; if that is unknown, nobody can be shown not to have followed it.
        """
        pack, hands, holding = self.context.pack, self.hands, self.hands.holding
        is_first = number_of(self.context, index) == 1
        returned = self.taken_back.get(index)
        broken_before, in_doubt_since = self.spades.for_lead(index)
        led_mask, strength = pack.suits[led], pack.strength[led]
        lead_known = led != UNKNOWN_SUIT
        # No rule forbids leading a plain suit after the first trick, or following suit except in the first.
        plain_lead = not is_first and led != SPADES
        plain_follow = not is_first or self.plain_follow
        hands_certain = self.hands_certain
        unsound: list[int] = []
        best, winner, winning_card = 0, None, None
        play = -1
        for seat, card in zip(trick.seats, trick.cards):  # noqa: B905 - parallel by construction
            play += 1
            if returned and play in returned:
                judge_withdrawn(hands, returned[play], seat, (broken_before, in_doubt_since), surplus=play in extra)
            if card == UNREAD:
                suit_led = led if play or self.lead_missing else None
                hands.pass_unread(LoggedCard(index, play, seat, card), suit_led, broken_before)
                self.spades.pass_unknown(hands.unshown(seat), ("tricks", index, "plays", play), suit_led)
                continue
            bit = BIT[card]
            sound = True
            wins = strength[card]
            held = holding[seat]
            if held & bit:
                holding[seat] = held ^ bit
            else:
                sound, wins = hands.play_unexpected(LoggedCard(index, play, seat, card), wins)
                if not sound:
                    unsound.append(seat)
            if wins > best:
                best, winner, winning_card = wins, seat, card
            if led_mask & bit and (plain_follow if play else plain_lead):
                continue
            own = pack.suit[card]
            if play == 0 and lead_known:
                judged = is_first or broken_before is not Broken.YES
            else:
                may_revoke = own != led and bool(held & led_mask or not hands_certain)
                judged = lead_known and play not in extra and (not plain_follow or may_revoke)
            if judged:
                hand = hands.after(seat, index, sound=sound)
                played = LoggedCard(index, play, seat, card), led if play else None, hand, broken_before, sound
                self.findings.judge(PlayedCard(*played, in_doubt_since=in_doubt_since))
            if own == SPADES and (wins or (sound and not lead_known)) and self.spades.state is not Broken.YES:
                self.spades.play(
                    ("tricks", index, "plays", play), led, is_lead=play == 0 and lead_known, surplus=play in extra
                )
        if not trick.lead_known or (trick.cards and trick.cards[0] == UNREAD):
            hands.ask_about_followers(index, trick)
        for seat in unsound:
            hands.lose(seat)
        return winner, winning_card
