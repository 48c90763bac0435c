"""The log replayed card by card, each fault found once, nothing repaired.

What was played stays played, and the next play is judged from there: the turn goes on from the player who really led,
and the player who really won leads the next trick.

`replay_in_turn` is a short way through the log, trick after trick as long as every card was held and played in turn. It
needs hands that are certain (`Knowledge.hands_certain`), and leaves the trick at which it stops to the long way.
Most tricks are in order: with it the engine audits a legal round in half the time (benchmarks/README.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from service.spades.by_position import by_position
from service.spades.cards import BIT, SPADES, UNKNOWN_SUIT, UNREAD, UNREAD_BIT, united
from service.spades.findings import CODES
from service.spades.play.evidence import Hand, Replay, ReplayContext, number_of
from service.spades.play.legality import spade_breaks
from service.spades.play.play_findings import PlayedCard, PlayFindings
from service.spades.play.state_of_play import HandState, SpadesBroken, judge_withdrawn
from service.spades.play.turn_order import (
    Lead,
    check_order,
    judge_lead,
    lacks_lead,
    report_missing,
    report_winner,
)
from service.spades.record.log import LoggedCard, as_it_lay, may_be_in_progress, place_of, taken_back
from service.spades.record.model import At, Broken, Trick, TrickResult
from service.spades.record.winners import Ranges, leads_of, possible_winners, winner_among
from service.spades.sentence import say

_BROKEN: Final = Broken.YES  # looked up once, as the loop needs it at every trick
_NOBODY: Final[frozenset[int]] = frozenset()
_result: Final = by_position(TrickResult)


def replay(context: ReplayContext, expected: int | None, *, offset: int) -> Replay:
    """Replay the log of a round.

    ``expected`` is the seat that is to lead first, None if that is not known; ``offset`` is the number of findings
    that come before those of the play.
    """
    return _Replayer(context, PlayFindings(context, offset), Broken.NO).run(expected)


def replay_trick(context: ReplayContext, *, expected: int | None, broken: Broken) -> tuple[TrickResult, PlayFindings]:
    """Judge the only trick of a log: ``expected`` was to lead it, ``broken`` is whether spades were broken before."""
    replayer = _Replayer(context, PlayFindings(context, 0), broken)
    result = replayer.trick(0, context.record.tricks[0], Lead(expected))
    replayer.findings.explained()
    return result, replayer.findings


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


class _Replayer:
    """The state of a replay."""

    def __init__(self, context: ReplayContext, findings: PlayFindings, broken: Broken) -> None:
        self.context, self.findings = context, findings
        self.results: list[TrickResult] = []
        self.taken_back = taken_back(context.record)
        self.hands = HandState(context, findings, self.taken_back)
        self.spades = SpadesBroken(context, self.taken_back, broken)
        self.regular = True
        """Whether every trick so far has the cards of all players in their turn."""
        self.spent: tuple[int, ...] | None = None
        """For each seat the index of the first trick to which it had no card left, once that has been asked."""
        self.ranges: Ranges = {}
        """How strong the unknown cards are of which it has been asked."""
        self.may_lead = _NOBODY
        """Who may have won the last trick, if that is not known."""
        self.lead_missing = False
        """Whether the first card recorded of the trick that is judged need not be its lead."""

    def run(self, expected: int | None) -> Replay:
        """Replay as many tricks as a round has; ``expected`` is the seat that is to lead the first."""
        record, pack, certain = self.context.record, self.context.pack, self.context.known.hands_certain
        tricks, results, lead = record.tricks[: pack.hand_size], self.results, Lead(expected)
        while len(results) < len(tricks):
            if certain and lead.expected is not None:
                lead = self.replay_in_turn(lead, lead.expected)
                if len(results) == len(tricks):
                    break
            index = len(results)
            results.append(self.trick(index, tricks[index], lead))
            if certain and self.hands.lists_refuted:
                break  # the lists don't fit the log: it is replayed by what both show
            lead = self._next_lead(index, tricks[index])
        won = [0] * pack.players
        for _, _, _, winner, _, _ in results:
            if winner is not None:
                won[winner] += 1
        for index, trick in enumerate(record.tricks[pack.hand_size :], pack.hand_size):  # what they show, not judged
            leader, led = (trick.seats[0], pack.suit[trick.cards[0]]) if trick.cards else (None, None)
            led = None if led == UNKNOWN_SUIT else led
            results.append(TrickResult(index + 1, leader, led, None, None, self.spades.state))
        if len(record.tricks) > pack.hand_size:
            detail = say("extra_tricks", size=pack.hand_size, tricks=len(record.tricks))
            self.findings.report("extra_tricks", ("tricks", pack.hand_size), detail, trick=pack.hand_size + 1)
        end = len(record.tricks) - 1
        unfinished = end >= 0 and may_be_in_progress(record, end) and self._is_short(end, record.tricks[end])
        whole = self.regular and pack.has_equal_hands and len(record.tricks) == pack.hand_size
        found, asked = self.findings.explained(), tuple(self.findings.undecided)
        complete, finished = whole or self.context.is_over(), len(record.tricks) - unfinished
        return Replay(tuple(results), tuple(won), found, asked, complete, finished, self.hands.lists_refuted)

    def replay_in_turn(self, lead: Lead, expected: int) -> Lead:  # noqa: C901, PLR0912 - one pass, in one piece
        """Replay the next tricks, up to the first that is not in order, and return the lead of that one.

        ``expected`` is the seat that is to lead the first of them, and ``lead`` all that is known of that lead.
        """
        record, pack, holding, results = self.context.record, self.context.pack, self.hands.holding, self.results
        order, suit, suits, strengths = record.table.order, pack.suit, pack.suits, pack.strength
        rules = self.context.ruleset.parameters.play
        number = done = len(results)
        broken = self.spades.state
        if not number and (rules.first_trick != "normal" or rules.opening_card == "lowest_club"):
            return lead  # the first trick has rules of its own
        if any(back.trick < number and self.context.lay_there(back, At(number, 0)) for back in record.withdrawn):
            return lead  # a hand may lack a card that lies on the table
        left = united(holding)  # of all hands: the cards of a trick that is not in order needn't be put back into each
        to_judge: list[PlayedCard] = []
        stop = min([index for index in self.taken_back if index >= number], default=pack.hand_size)
        for seats, cards, claimed_leader, claimed_winner, _, lead_known, said_broken, _ in record.tricks[number:stop]:
            in_turn = seats == order[expected] and lead_known and said_broken is None
            if not in_turn or (claimed_leader is not None and claimed_leader != expected):
                break
            led = suit[cards[0]]
            led_mask, strength = suits[led], strengths[led]
            after = left
            if led == SPADES and broken is not _BROKEN and holding[expected] & left & ~led_mask:
                if broken is Broken.MAYBE or record.withdrawn:
                    break  # whether they were broken for this lead is a question for `SpadesBroken`
                others = holding[expected] & left & ~BIT[cards[0]]
                to_judge.append(_played(LoggedCard(number, 0, expected, cards[0]), None, others, broken))
            best = winner = winning_card = 0
            for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
                held, bit = holding[seat] & after, BIT[card]
                if not held & bit:
                    best = -1  # its player did not hold it
                    break
                if not led_mask & bit and held & led_mask:
                    logged = LoggedCard(number, seats.index(seat), seat, card)
                    to_judge.append(_played(logged, led, held ^ bit, broken))
                after ^= bit
                wins = strength[card]
                if wins > best:
                    best, winner, winning_card = wins, seat, card
            if best < 0 or (claimed_winner is not None and claimed_winner != winner):
                break
            while to_judge:
                self.findings.judge(to_judge.pop(0))
            left = after
            number += 1
            if broken is not _BROKEN and suit[winning_card] == SPADES and spade_breaks(rules, led):
                broken = _BROKEN
            results.append(_result((number, expected, led, winner, winning_card, broken)))
            expected = winner
        for seat, held in enumerate(holding):
            holding[seat] = held & left
        self.spades.state = broken
        return Lead(expected) if number > done else lead

    def _next_lead(self, index: int, trick: Trick) -> Lead:
        """Return whose lead it is after this trick; reports a winner whom the record names wrongly."""
        winner, claimed = self.results[index].winner, trick.winner
        if winner is None or claimed is None or claimed == winner:
            return self._lead_on_the_table(index, trick, Lead(winner, self.may_lead))
        cause = self.findings.next_index
        report_winner(self.findings, index, claimed, winner)
        return Lead(winner, self.may_lead, cause, claimed)

    def _lead_on_the_table(self, index: int, trick: Trick, lead: Lead) -> Lead:
        """Return a lead with the player whom the table took for the winner of the trick at this index.

        A card of that trick may have been taken back only after the lead. Where that is open, or which card lay there,
        the winner may be, too.
        """
        pack, hands, backs = self.context.pack, self.hands, self.taken_back.get(index)
        if not backs or index + 1 == len(self.context.record.tricks) or len(set(trick.seats)) < len(trick.seats):
            return lead
        reversed_backs = [back for at_play in backs.values() for back in reversed(at_play)]
        lay = [(back, self.context.lay_there(back, At(index + 1, 0))) for back in reversed_backs]
        lying = [(back, lies) for back, lies in lay if lies is not Broken.NO]
        if not lying:
            return lead
        unread = [seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card == UNREAD]
        unknown = {seat: hands.unshown(seat) for seat in (*self._absent(index, trick), *unread)}
        table, may_lie = as_it_lay(trick, lying, unknown, hands.may_hold)
        leader = self.results[index].leader
        led = UNKNOWN_SUIT if self.lead_missing or leader in may_lie else pack.suit[table.cards[0]]
        winners = possible_winners(pack, table, leads_of(pack, table, led, may_lie, leader), may_lie, {})
        if len(winners) != 1:
            in_doubt = [back for back, lies in lying if back.card == UNREAD or lies is Broken.MAYBE]
            decided_by = place_of(in_doubt[0]) if in_doubt else ("tricks", index, "plays")
            return lead._replace(may_be_credited=winners, decided_by=decided_by)
        credited = next(iter(winners))
        place = next(
            (place_of(back) for back, _ in reversed(lying) if trick.seats[back.play] == credited not in may_lie), None
        )
        found = [number for number, finding in enumerate(self.findings.findings) if finding.location == place]
        offset = self.findings.next_index - len(self.findings.findings)
        return lead._replace(cause=offset + found[0] if found else None, credited=credited)

    def _leader_after(self, index: int, winner: int | None) -> int | None:
        """Return whose lead it is: a player with no card left passes it on to the left, as he does his turn to play."""
        spent = self._spent(index)
        if winner is None or not spent:
            return winner
        return next((seat for seat in self.context.record.table.order[winner] if seat not in spent), winner)

    def _passed_on(self, index: int, lead: Lead) -> Lead:
        """Return whose lead it is, and whose the table took it to be, once players with no card left passed it on."""
        return lead._replace(
            expected=self._leader_after(index, lead.expected),
            may_lead=self._leaders_after(index, lead.may_lead),
            credited=self._leader_after(index, lead.credited),
            may_be_credited=self._leaders_after(index, lead.may_be_credited),
        )

    def _leaders_after(self, index: int, winners: frozenset[int]) -> frozenset[int]:
        return frozenset([seat for winner in winners if (seat := self._leader_after(index, winner)) is not None])

    def _spent(self, index: int) -> frozenset[int]:
        """Return the seats that have no card left for this trick.

        Whoever plays to it had a card for it if an earlier trick lacks one of his; else he has played one too many.
        """
        if self.spent is None:
            self.spent = self.context.spent_before()
        if min(self.spent) > index:
            return _NOBODY
        tricks = self.context.record.tricks
        playing = tricks[index].seats if index < len(tricks) else ()
        has_one = [seat for seat in playing if any(seat not in earlier.seats for earlier in tricks[:index])]
        return frozenset([seat for seat, spent in enumerate(self.spent) if spent <= index and seat not in has_one])

    def _absent(self, index: int, trick: Trick) -> frozenset[int]:
        """Return the seats that have no card in this trick and could have played one."""
        return frozenset(range(self.context.pack.players)) - set(trick.seats) - self._spent(index)

    def _is_short(self, index: int, trick: Trick) -> bool:
        """Return whether the last trick has no card from a player who still held one."""
        return len(trick.seats) < self.context.pack.players and bool(self._absent(index, trick))

    def trick(self, index: int, trick: Trick, lead: Lead) -> TrickResult:
        """Judge one trick; ``lead`` says whose lead it is, whether or not that player has a card left."""
        seats, order = trick.seats, self.context.record.table.order
        said_broken = trick.spades_broken
        if said_broken is not None and self.spades.take_word(index, self.hands.may_hold, said_broken=said_broken):
            detail = say("said_broken" if said_broken else "said_unbroken")
            self.findings.report("wrong_spades_broken", ("tricks", index, "spades_broken"), detail, trick=index + 1)
        in_rotation = bool(seats) and seats == order[seats[0]]
        last = may_be_in_progress(self.context.record, index)
        absent = _NOBODY if in_rotation else self._absent(index, trick)
        if self._spent(index):
            lead = self._passed_on(index, lead)
        lead_missing = not trick.lead_known
        if absent and trick.form == "plays" and (self.context.whole_log or lead.expected is not None):
            lead_missing = lacks_lead(order, trick, lead, absent, last=last)
        self.lead_missing = lead_missing
        judge_lead(self.findings, index, trick, lead, missing=lead_missing)
        missing = _NOBODY if last and not lead_missing else absent
        led, leader = UNKNOWN_SUIT, lead.expected if lead.expected in absent else None
        if seats and not lead_missing:
            led, leader = self.context.pack.suit[trick.cards[0]], seats[0]
        extra = _NOBODY
        if not in_rotation:
            self.regular = False
            starts = (leader,) if leader is not None else (*seats[:1], *sorted(absent))
            if not last:
                report_missing(self.findings, index, trick, missing)
            extra = check_order(self.findings, index, trick, starts, absent - missing)
        winner, card = self._cards(index, trick, led, extra)
        self.may_lead = _NOBODY
        if extra or (last and absent):
            winner = card = None
        elif missing or lead_missing or UNREAD in trick.cards:
            winner, card = self._settle(index, led, leader, missing)
        for seat in sorted(missing):
            self.hands.miss(seat)
            self.spades.note_unknown(self.hands.unshown(seat), ("tricks", index, "plays"))
        return TrickResult(index + 1, leader, None if led == UNKNOWN_SUIT else led, winner, card, self.spades.state)

    def _settle(
        self, index: int, led: int, leader: int | None, missing: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Return who won a trick with unknown cards, and with which card, as far as that is known."""
        trick = self.context.record.tricks[index]
        unread = {seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card == UNREAD}
        unknown = {seat: self.hands.unshown(seat) for seat in unread | missing}
        leads = leads_of(self.context.pack, trick, led, unknown, leader)
        possible = possible_winners(self.context.pack, trick, leads, unknown, self.ranges)
        # Where the record says that a trick is missing, somebody else may have led, too.
        in_gap = trick.form == "unwritten" and self.context.record.has_gaps
        led_next = None if in_gap or trick.is_suspect else self._leader_as_written(index + 1)
        by_lead = [
            seat for seat in possible if led_next is not None and self._leader_after(index + 1, seat) == led_next
        ]
        winner = winner_among(possible, trick.winner, by_lead[0] if len(by_lead) == 1 else None)
        if winner is None:
            self.may_lead = possible
            if trick.winner is not None and possible and trick.winner not in possible:
                report_winner(self.findings, index, trick.winner, None)
        if winner is None or winner in unknown:
            return winner, None
        return winner, trick.cards[trick.seats.index(winner)]

    def _leader_as_written(self, index: int) -> int | None:
        """Return who led the trick at this index as the record says; None if it doesn't, or may lack its lead."""
        tricks = self.context.record.tricks
        if index >= len(tricks) or not tricks[index].seats or not tricks[index].is_lead_recorded:
            return None
        trick, absent = tricks[index], self._absent(index, tricks[index])
        if len(set(trick.seats)) < len(trick.seats):
            return None
        order, last = self.context.record.table.order, may_be_in_progress(self.context.record, index)
        return None if absent and lacks_lead(order, trick, Lead(None), absent, last=last) else trick.seats[0]

    def _cards(  # noqa: C901 - one pass over a trick, in one piece
        self, index: int, trick: Trick, led: int, extra: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Judge the cards of a trick; return who won it with which card, None if no card is known to win.

        ``led`` is the suit led; if that is unknown, nobody can be shown not to have followed it.
        """
        pack, hands, spades = self.context.pack, self.hands, self.spades
        is_first = number_of(self.context, index) == 1
        returned, holding = self.taken_back.get(index, {}), hands.holding
        broken_before, in_doubt_since = spades.for_lead(index, hands.may_hold)
        strength = pack.strength[led]
        unsound: list[int] = []
        best, winner, winning_card = 0, None, None
        for play, (seat, card) in enumerate(zip(trick.seats, trick.cards)):  # noqa: B905 - parallel by construction
            answered = None if play == 0 and not self.lead_missing else led
            if play in returned:
                stayed = None if play in extra else card
                judge_withdrawn(hands, returned[play], seat, (broken_before, in_doubt_since), stayed)
            if card == UNREAD:
                hands.note_unread(LoggedCard(index, play, seat, card), answered, broken_before)
                spades.note_unknown(hands.unshown(seat), ("tricks", index, "plays", play), answered)
                continue
            sound, wins, own = True, strength[card], pack.suit[card]
            if holding[seat] & BIT[card]:
                holding[seat] ^= BIT[card]
            else:
                fault = hands.play_unexpected(LoggedCard(index, play, seat, card))
                if fault is not None:
                    sound, wins = False, 0 if CODES[fault].cannot_win else wins
                    unsound.append(seat)
            if wins > best:
                best, winner, winning_card = wins, seat, card
            if led != UNKNOWN_SUIT and play not in extra:
                may_be_illegal = own != led if play else own == SPADES and broken_before is not _BROKEN
                if may_be_illegal or is_first:
                    hand = hands.after(seat, At(index, play), sound=sound)
                    logged = LoggedCard(index, play, seat, card)
                    played = PlayedCard(logged, answered, hand, broken_before, sound, in_doubt_since=in_doubt_since)
                    self.findings.judge(played)
            if own == SPADES != answered and spades.state is not _BROKEN and (wins or (sound and led == UNKNOWN_SUIT)):
                spades.play(("tricks", index, "plays", play), answered, surplus=play in extra)
        if not trick.lead_known or (trick.cards and trick.cards[0] == UNREAD):
            hands.ask_about_followers(index, trick)
        for seat in unsound:
            hands.lose(seat)
        return winner, winning_card


def _played(logged: LoggedCard, led: int | None, left: int, broken: Broken) -> PlayedCard:
    """Return a card whose player has these cards left (a mask), and certainly no others."""
    return PlayedCard(logged, led, Hand(left, 0, 0, 0, left, 0), broken, sound=True)
