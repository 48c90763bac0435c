"""The play: the log replayed card by card, each fault found once, nothing repaired.

The play that was made stands and the next is judged from there: turn goes on from who really led, and the next trick
is to be led by who really won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

from service.spades.cards import BIT, SPADES
from service.spades.findings import Finding
from service.spades.play.evidence import Verdict
from service.spades.play.fast_replay import judge_faultless
from service.spades.play.hand_state import Hands
from service.spades.play.play_findings import Docket
from service.spades.play.replay_context import Case
from service.spades.play.turn_order import check_lead, check_opening, check_order, check_winner
from service.spades.play.withdrawn_cards import judge_withdrawn
from service.spades.record.log import Spot, TakenBack, taken_back
from service.spades.record.model import Broken, Trick, TrickResult

_NOTHING_EXTRA: frozenset[int] = frozenset()
_NOTHING_TAKEN: TakenBack = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replay:
    """The play of a record, judged."""

    tricks: tuple[TrickResult, ...]
    tricks_won: tuple[int, ...]
    """For each seat."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool
    """Whether every trick of the round is there, each with one card of every player that had one left."""
    finished: int
    """How many tricks of the log are over: a short last one is not."""
    surprised: bool
    """Whether a card was played by a player who is not certain to have held it, or is lacking in a trick."""


def replay(case: Case, opening: int | None, *, offset: int) -> Replay:
    """Replay the log of a case.

    ``opening`` is the seat that is to lead first, None where that is not known; ``offset`` how many findings stand
    before those of the play.
    """
    record, size = case.record, case.pack.hand_size
    results: list[TrickResult] = []
    holding, broken = list(case.known.certain), Broken.NO
    if opening is not None and case.known.settled and not record.withdrawn:
        opening, broken = judge_faultless(case, holding, results, opening, broken, stop=size)
        if len(results) == len(record.tricks):
            whole = len(results) == size
            return Replay(tuple(results), _won(case, results), (), (), whole, len(results), surprised=False)
    replayer = _Replayer(case, Docket(case, offset), broken=broken)
    replayer.hands.holding = holding
    return replayer.run(opening, results)


def _won(case: Case, results: list[TrickResult]) -> tuple[int, ...]:
    """Return how many of these tricks each seat won."""
    won = [0] * case.pack.players
    for _, _, _, winner, _, _ in results:
        if winner is not None:
            won[winner] += 1
    return tuple(won)


def judge_trick(case: Case, index: int, *, expected: int | None, broken: Broken) -> tuple[TrickResult, Docket]:
    """Judge one trick of a case by itself, before which spades were ``broken`` and which ``expected`` was to lead."""
    replayer = _Replayer(case, Docket(case, 0), broken=broken, in_round=False)
    result = replayer.trick(index, case.record.tricks[index], expected, None)
    return result, replayer.docket


@dataclass(slots=True)
class _Replayer:
    """The state of a replay."""

    case: Case
    docket: Docket
    broken: Broken = Broken.NO
    in_round: bool = True
    """Whether the tricks before this one are in the log too."""
    regular: bool = True
    """Whether every trick so far has one card of every player."""
    hands: Hands = field(init=False)
    taken: TakenBack = field(init=False)
    corrected: tuple[int, ...] = ()
    """The tricks in which cards were taken back, in order."""
    settled: bool = field(init=False)
    plain_follow: bool = field(init=False)
    """Whether nothing speaks against following suit in the first trick."""
    spent: tuple[int, ...] | None = None
    """For each seat the first trick to which it had no card left, once that is asked."""

    def __post_init__(self) -> None:
        case = self.case
        rules = case.ruleset.parameters.play
        self.hands = Hands(case, self.docket, self.in_round)
        self.taken = _NOTHING_TAKEN
        if case.record.withdrawn:
            self.taken = taken_back(case.record)
            self.corrected = tuple(sorted(self.taken))
        self.settled = case.known.settled
        self.plain_follow = rules.first_trick == "normal"

    def run(self, expected: int | None, results: list[TrickResult]) -> Replay:
        """Replay every trick that the round can have, after those with results, from who is to lead the next on."""
        record, size = self.case.record, self.case.pack.hand_size
        tricks = record.tricks[:size]
        cause = None
        while len(results) < len(tricks):
            if self.settled and expected is not None:
                stop = next((each for each in self.corrected if each >= len(results)), size)
                expected, self.broken = judge_faultless(
                    self.case, self.hands.holding, results, expected, self.broken, stop=stop
                )
                if len(results) == len(tricks):
                    break
            index = len(results)
            result = self.trick(index, tricks[index], expected, cause)
            results.append(result)
            expected = result.winner
            cause = check_winner(self.docket, index, tricks[index].winner, expected)
        won = _won(self.case, results)
        if len(record.tricks) > size:
            results += [self._beyond(size + place, trick) for place, trick in enumerate(record.tricks[size:])]
            detail = f"A round has {size} tricks; the record has {len(record.tricks)}."
            self.docket.about_trick("extra_tricks", size, detail, parameter="deck.hand_size")
        docket = self.docket
        found, undecided = tuple(docket.findings), tuple(docket.undecided)
        whole = (self.regular and len(record.tricks) == size) or self.case.is_over()
        finished = len(record.tricks) - (bool(record.tricks) and self._is_short(record.tricks[-1]))
        return Replay(tuple(results), won, found, undecided, whole, finished, self.hands.surprised)

    def _is_short(self, trick: Trick) -> bool:
        """Tell whether a last trick lacks the card of a player who had one left."""
        short = len(trick.seats) < self.case.pack.players
        return short and bool(self._absent(len(self.case.record.tricks) - 1, trick))

    def _to_lead(self, index: int, expected: int | None) -> int | None:
        """Return whose lead it is: who has no card left passes it on, as he does his turn to play."""
        if expected is None:
            return None
        spent = self._spent(index)
        return next((seat for seat in self.case.record.table.order[expected] if seat not in spent), expected)

    def _spent(self, index: int) -> frozenset[int]:
        """Return the seats that have no card left for this trick."""
        if self.spent is None:
            self.spent = self.case.spent_before()
        return frozenset(seat for seat, spent in enumerate(self.spent) if spent <= index)

    def _absent(self, index: int, trick: Trick) -> set[int]:
        """Return the seats that have no card in this trick and could have played one."""
        return set(range(self.case.pack.players)) - set(trick.seats) - self._spent(index)

    def trick(self, index: int, trick: Trick, expected: int | None, cause: int | None) -> TrickResult:
        """Judge one trick, which ``expected`` was to lead.

        ``cause`` is the place of the finding from which a wrong lead may follow.
        """
        seats, cards, claimed_leader, _ = trick
        leader = seats[0] if seats else None
        if expected is None and index == 0 and leader is not None and self.in_round:
            check_opening(self.docket, leader, cards[0])
        if leader is not None and (leader != expected or claimed_leader is not None):
            check_lead(self.docket, index, trick, self._to_lead(index, expected), cause)
        if leader is not None and seats == self.case.record.table.order[leader]:
            winner, card = self._cards(index, seats, cards, _NOTHING_EXTRA)
        else:
            last = index == len(self.case.record.tricks) - 1
            extra = check_order(self.docket, index, trick, self._spent(index), last=last)
            winner, card = self._cards(index, seats, cards, extra)
            absent = self._absent(index, trick)
            if not last:
                self._missing(absent)
            if extra or absent:
                winner = card = None
            if extra or len(seats) != self.case.pack.players:
                self.regular = False
        led = None if leader is None else self.case.pack.suit[cards[0]]
        return TrickResult(index + 1, leader, led, winner, card, self.broken)

    def _beyond(self, index: int, trick: Trick) -> TrickResult:
        """Return what a trick beyond the last one shows; it is not judged."""
        led = self.case.pack.suit[trick.cards[0]] if trick.cards else None
        return TrickResult(index + 1, trick.seats[0] if trick.seats else None, led, None, None, self.broken)

    def _cards(  # noqa: C901, PLR0912 - one pass over a trick, in one piece
        self, index: int, seats: tuple[int, ...], cards: tuple[int, ...], extra: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Judge the cards of a trick; return who won it with what, None where no card can win."""
        pack, hands, holding = self.case.pack, self.hands, self.hands.holding
        returned = self.taken.get(index)
        broken_before = self.broken
        led = pack.suit[cards[0]] if cards else SPADES
        led_mask, strength = pack.suits[led], pack.strength[led]
        # Nothing speaks against leading a plain suit after the first trick, nor, as a rule, against following suit.
        plain_lead = index and led != SPADES
        plain_follow = index or self.plain_follow
        settled = self.settled
        unsound: list[int] = []
        best, winner, winning_card = 0, None, None
        place = -1
        for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
            place += 1
            if returned and place in returned:
                judge_withdrawn(hands, self.taken, returned[place], seat, self.broken, judged=place not in extra)
            bit = BIT[card]
            sound = True
            wins = strength[card]
            held = holding[seat]
            if held & bit:
                holding[seat] = held ^ bit
            else:
                sound, wins = hands.unexpected(Spot(index, place, seat, card), wins)
                if not sound:
                    unsound.append(seat)
            if wins > best:
                best, winner, winning_card = wins, seat, card
            if led_mask & bit and (plain_follow if place else plain_lead):
                continue
            own = pack.suit[card]
            void = Verdict.DISPROVED
            if own != led and (held & led_mask or not settled):
                void = self.case.known.held(seat, led_mask, hands.after(seat, index, sound=sound))
            if place == 0:
                if index == 0 or broken_before is not Broken.YES:
                    spot = Spot(index, place, seat, card)
                    self.docket.judge(spot, None, hands.after(seat, index, sound=sound), broken_before, sound=sound)
            elif place not in extra and (not plain_follow or void is not Verdict.DISPROVED):
                spot = Spot(index, place, seat, card)
                self.docket.judge(spot, led, hands.after(seat, index, sound=sound), broken_before, sound=sound)
            if own == SPADES and wins and self.broken is not Broken.YES:
                # A surplus card is no discard for certain: its player may have followed suit with the other one.
                certain = sound and place not in extra
                self._spade(place, led, void if certain else Verdict.UNDECIDED)
        for seat in unsound:
            hands.lose(seat)
        return winner, winning_card

    def _missing(self, absent: set[int]) -> None:
        """Take note of the cards that a trick lacks: each may be one that is shown nowhere, and may break spades."""
        for seat in sorted(absent):
            self.hands.miss(seat)
            if self.hands.unshown(seat) & self.case.pack.suits[SPADES]:
                self.broken = max(self.broken, Broken.MAYBE)

    def _spade(self, place: int, led: int, void: Verdict) -> None:
        """Take note of a spade: whether it breaks spades is `play.broken_by` (catalogue E5)."""
        if self.case.ruleset.parameters.play.broken_by == "any_spade":
            self.broken = Broken.YES
        elif place and led != SPADES:
            if void is Verdict.DISPROVED:
                self.broken = Broken.YES
            elif void in {Verdict.UNDECIDED, Verdict.CONFLICTING}:
                self.broken = Broken.MAYBE
