"""The log replayed card by card, each fault found once, nothing repaired.

The play that was made stands and the next is judged from there: the turn goes on from the player who really led, and
the player who really won leads the next trick.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

from service.spades.cards import BIT, SPADES
from service.spades.findings import Finding
from service.spades.play.evidence import Proof
from service.spades.play.fast_replay import replay_faultless
from service.spades.play.hand_state import HandState
from service.spades.play.play_findings import PlayedCard, PlayFindings
from service.spades.play.replay_context import ReplayContext
from service.spades.play.turn_order import check_lead, check_opening, check_order, check_winner
from service.spades.play.withdrawn_cards import judge_withdrawn
from service.spades.record.log import LoggedCard, TakenBack, taken_back
from service.spades.record.model import Broken, Trick, TrickResult
from service.spades.sentence import say

_NOTHING_EXTRA: frozenset[int] = frozenset()
_NOTHING_TAKEN: TakenBack = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replay:
    """The play of a record, judged."""

    tricks: tuple[TrickResult, ...]
    tricks_won: tuple[int, ...]
    """For each seat the number of tricks that it won."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool
    """Whether every trick of the round is there, each with one card of every player that had one left."""
    finished: int
    """How many tricks of the log are over: all, but for a last one that lacks a card."""
    surprised: bool
    """Whether a player showed a card that he is not certain to have held, or a trick lacks a card."""


def replay(context: ReplayContext, expected: int | None, *, offset: int) -> Replay:
    """Replay the log of a round.

    ``expected`` is the seat that is to lead first, None if that is not known; ``offset`` is the number of findings
    that come before those of the play.
    """
    record, size = context.record, context.pack.hand_size
    results: list[TrickResult] = []
    holding, broken = list(context.known.certain), Broken.NO
    if expected is not None and context.known.settled and not record.withdrawn:
        expected, broken = replay_faultless(context, holding, results, (expected, broken), size)
        if len(results) == len(record.tricks):
            whole = len(results) == size
            return Replay(tuple(results), _won(context, results), (), (), whole, len(results), surprised=False)
    replayer = _Replayer(context, PlayFindings(context, offset), broken=broken)
    replayer.hands.holding = holding
    return replayer.run(expected, results)


def _won(context: ReplayContext, results: list[TrickResult]) -> tuple[int, ...]:
    """Return how many of these tricks each seat won."""
    won = [0] * context.pack.players
    for _, _, _, winner, _, _ in results:
        if winner is not None:
            won[winner] += 1
    return tuple(won)


def replay_trick(context: ReplayContext, *, expected: int | None, broken: Broken) -> tuple[TrickResult, PlayFindings]:
    """Judge the only trick of a log: ``expected`` was to lead it, ``broken`` is whether spades were broken before."""
    replayer = _Replayer(context, PlayFindings(context, 0), broken=broken)
    result = replayer.trick(0, context.record.tricks[0], expected, None)
    return result, replayer.findings


@dataclass(slots=True)
class _Replayer:
    """The state of a replay."""

    context: ReplayContext
    findings: PlayFindings
    broken: Broken = Broken.NO
    regular: bool = True
    """Whether every trick so far has one card of every player."""
    hands: HandState = field(init=False)
    taken_back: TakenBack = field(init=False)
    corrected: tuple[int, ...] = ()
    """The indices of the tricks in which cards were taken back, in order."""
    settled: bool = field(init=False)
    """Whether every hand is known beyond doubt."""
    plain_follow: bool = field(init=False)
    """Whether following suit in the first trick can break no rule."""
    spent: tuple[int, ...] | None = None
    """For each seat the index of the first trick to which it had no card left, once that has been asked."""

    def __post_init__(self) -> None:
        context = self.context
        self.taken_back = _NOTHING_TAKEN
        if context.record.withdrawn:
            self.taken_back = taken_back(context.record)
            self.corrected = tuple(sorted(self.taken_back))
        self.hands = HandState(context, self.findings, self.taken_back)
        self.settled = context.known.settled
        self.plain_follow = context.ruleset.parameters.play.first_trick == "normal"

    def run(self, expected: int | None, results: list[TrickResult]) -> Replay:
        """Replay the tricks after those in ``results``, as many as a round has.

        ``expected`` is the seat that is to lead the next one.
        """
        record, size = self.context.record, self.context.pack.hand_size
        tricks = record.tricks[:size]
        cause = None
        while len(results) < len(tricks):
            if self.settled and expected is not None:
                stop = next((each for each in self.corrected if each >= len(results)), size)
                lead = expected, self.broken
                expected, self.broken = replay_faultless(self.context, self.hands.holding, results, lead, stop)
                if len(results) == len(tricks):
                    break
            index = len(results)
            result = self.trick(index, tricks[index], expected, cause)
            results.append(result)
            expected = result.winner
            cause = check_winner(self.findings, index, tricks[index].winner, expected)
        won = _won(self.context, results)
        if len(record.tricks) > size:
            results += [self._beyond(size + index, trick) for index, trick in enumerate(record.tricks[size:])]
            detail = say("extra_tricks", size=size, tricks=len(record.tricks))
            self.findings.report("extra_tricks", ("tricks", size), detail, trick=size + 1)
        whole = (self.regular and len(record.tricks) == size) or self.context.is_over()
        return Replay(
            tricks=tuple(results),
            tricks_won=won,
            findings=tuple(self.findings.findings),
            undecided=tuple(self.findings.undecided),
            complete=whole,
            finished=len(record.tricks) - (bool(record.tricks) and self._is_short(record.tricks[-1])),
            surprised=self.hands.surprised,
        )

    def _is_short(self, trick: Trick) -> bool:
        """Return whether a last trick lacks the card of a player who had one left."""
        short = len(trick.seats) < self.context.pack.players
        return short and bool(self._absent(len(self.context.record.tricks) - 1, trick))

    def _to_lead(self, index: int, expected: int | None) -> int | None:
        """Return whose lead it is: a player with no card left passes it on to the left, as he does his turn to play."""
        if expected is None:
            return None
        spent = self._spent(index)
        return next((seat for seat in self.context.record.table.order[expected] if seat not in spent), expected)

    def _spent(self, index: int) -> frozenset[int]:
        """Return the seats that have no card left for this trick."""
        if self.spent is None:
            self.spent = self.context.spent_before()
        return frozenset(seat for seat, spent in enumerate(self.spent) if spent <= index)

    def _absent(self, index: int, trick: Trick) -> set[int]:
        """Return the seats that have no card in this trick and could have played one."""
        return set(range(self.context.pack.players)) - set(trick.seats) - self._spent(index)

    def trick(self, index: int, trick: Trick, expected: int | None, cause: int | None) -> TrickResult:
        """Judge one trick, which ``expected`` was to lead.

        ``cause`` is the index of the finding that a wrong lead may follow from.
        """
        seats, cards, claimed_leader, _ = trick
        leader = seats[0] if seats else None
        if expected is None and index == 0 and leader is not None and self.context.whole_log:
            check_opening(self.findings, leader, cards[0])
        if leader is not None and (leader != expected or claimed_leader is not None):
            check_lead(self.findings, index, trick, self._to_lead(index, expected), cause)
        if leader is not None and seats == self.context.record.table.order[leader]:
            winner, card = self._cards(index, seats, cards, _NOTHING_EXTRA)
        else:
            last = index == len(self.context.record.tricks) - 1
            extra = check_order(self.findings, index, trick, self._spent(index), last=last)
            winner, card = self._cards(index, seats, cards, extra)
            absent = self._absent(index, trick)
            if not last:
                self._miss(absent)
            if extra or absent:
                winner = card = None
            if extra or len(seats) != self.context.pack.players:
                self.regular = False
        led = None if leader is None else self.context.pack.suit[cards[0]]
        return TrickResult(index + 1, leader, led, winner, card, self.broken)

    def _beyond(self, index: int, trick: Trick) -> TrickResult:
        """Return what a trick beyond the last one shows; it is not judged."""
        led = self.context.pack.suit[trick.cards[0]] if trick.cards else None
        return TrickResult(index + 1, trick.seats[0] if trick.seats else None, led, None, None, self.broken)

    def _cards(  # noqa: C901, PLR0912 - one pass over a trick, in one piece
        self, index: int, seats: tuple[int, ...], cards: tuple[int, ...], extra: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Judge the cards of a trick; return who won it with which card, None if no card can win."""
        pack, hands, holding = self.context.pack, self.hands, self.hands.holding
        is_first = self.context.is_first(index)
        returned = self.taken_back.get(index)
        broken_before = self.broken
        led = pack.suit[cards[0]] if cards else SPADES
        led_mask, strength = pack.suits[led], pack.strength[led]
        # No rule forbids leading a plain suit after the first trick, or following suit except in the first.
        plain_lead = not is_first and led != SPADES
        plain_follow = not is_first or self.plain_follow
        settled = self.settled
        unsound: list[int] = []
        best, winner, winning_card = 0, None, None
        play = -1
        for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
            play += 1
            if returned and play in returned:
                judge_withdrawn(hands, returned[play], seat, self.broken, surplus=play in extra)
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
            held_suit = Proof.DISPROVED
            if own != led and (held & led_mask or not settled):
                held_suit = self.context.known.held(seat, led_mask, hands.after(seat, index, sound=sound))
            if play == 0:
                judged = is_first or broken_before is not Broken.YES
            else:
                judged = play not in extra and (not plain_follow or held_suit is not Proof.DISPROVED)
            if judged:
                hand = hands.after(seat, index, sound=sound)
                logged, suit_led = LoggedCard(index, play, seat, card), led if play else None
                self.findings.judge(PlayedCard(logged, suit_led, hand, broken_before, sound))
            if own == SPADES and wins and self.broken is not Broken.YES:
                # A surplus card is no discard for certain: its player may have followed suit with the other one.
                certain = sound and play not in extra
                self._play_spade(play, led, held_suit if certain else Proof.UNDECIDED)
        for seat in unsound:
            hands.lose(seat)
        return winner, winning_card

    def _miss(self, absent: set[int]) -> None:
        """Note the cards that a trick lacks: each may be one that the log never shows, and may break spades."""
        for seat in sorted(absent):
            self.hands.miss(seat)
            if self.hands.unshown(seat) & self.context.pack.suits[SPADES]:
                self.broken = max(self.broken, Broken.MAYBE)

    def _play_spade(self, play: int, led: int, held_suit: Proof) -> None:
        """Note a spade: whether it breaks spades is `play.broken_by` (docs/rules.md, E5).

        ``held_suit`` is whether its player held a card of the suit led.
        """
        if self.context.ruleset.parameters.play.broken_by == "any_spade":
            self.broken = Broken.YES
        elif play and led != SPADES:
            if held_suit is Proof.DISPROVED:
                self.broken = Broken.YES
            elif held_suit in {Proof.UNDECIDED, Proof.CONFLICTING}:
                self.broken = Broken.MAYBE
