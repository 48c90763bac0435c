"""The play: the log replayed card by card, each fault found once, nothing repaired.

The play that was made stands and the next is judged from there: turn goes on from who really led, and the next trick
is to be led by who really won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from service.spades.cards import BIT, CODES, SPADES
from service.spades.docket import Case, Docket, Spot
from service.spades.findings import Finding
from service.spades.opening import lower_club_elsewhere
from service.spades.proof import Broken, Hand, Verdict
from service.spades.record import Trick
from service.spades.table import in_turn

_NOTHING_EXTRA: frozenset[int] = frozenset()
_SURE = Broken.YES  # looked up once: the replay asks for it at every trick


class TrickResult(NamedTuple):
    """What became of a trick; seats and card indices, None where the record does not tell."""

    number: int
    leader: int | None
    led_suit: int | None
    winner: int | None
    winning_card: int | None
    broken: Broken
    """Whether spades are broken after this trick."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The play of a record, judged."""

    tricks: tuple[TrickResult, ...]
    tricks_won: tuple[int, ...]
    """For each seat."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool
    """Whether every trick of the round is there, each with one card of every player."""
    surprised: bool
    """Whether a card was played by a player who is not certain to have held it, or is lacking in a trick."""


def replay(case: Case, opening: int | None, *, offset: int) -> Replay:
    """Replay the log of a case.

    ``opening`` is the seat that is to lead first, None where that is not known; ``offset`` how many findings stand
    before those of the play.
    """
    return _Replayer(case, Docket(case, offset)).run(opening)


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
    holding: list[int] = field(init=False)
    """What is left of each player's certain cards."""
    doubt: list[int] = field(init=False)
    """What is left of each player's doubtful cards."""
    lost: list[int] = field(init=False)
    """For each player in how many tricks the log lacks his card, or shows one that can't be his."""
    skipped: list[int] = field(init=False)
    """For each player in how many tricks the log lacks his card."""
    strays: int = 0
    """Cards that were played by players of whom it is only doubtful, or not known, that they held them."""
    broken: Broken = Broken.NO
    in_round: bool = True
    """Whether the tricks before this one are in the log too, so that they tell how many cards are left."""
    surprised: bool = False
    regular: bool = True
    """Whether every trick so far has one card of every player."""
    settled: bool = field(init=False)
    plain_follow: bool = field(init=False)
    """Whether nothing speaks against following suit in the first trick."""
    plain_opening: bool = field(init=False)
    """Whether any card of a plain suit may open, and nothing speaks against a discard in the first trick."""

    def __post_init__(self) -> None:
        known, rules, players = self.case.known, self.case.ruleset.parameters.play, self.case.pack.players
        self.holding = list(known.certain)
        self.doubt = list(known.doubtful)
        self.lost = [0] * players
        self.skipped = [0] * players
        self.settled = known.settled
        self.plain_follow = rules.first_trick == "normal"
        self.plain_opening = self.plain_follow and rules.opening_card != "lowest_club"

    def run(self, opening: int | None) -> Replay:
        """Replay every trick that the round can have."""
        record, size = self.case.record, self.case.pack.hand_size
        tricks = record.tricks[:size]
        results: list[TrickResult] = []
        expected, cause = opening, None
        while len(results) < len(tricks):
            if self.settled and expected is not None:
                expected = self._faultless(tricks, results, expected)
                if len(results) == len(tricks):
                    break
            index = len(results)
            result = self.trick(index, tricks[index], expected, cause)
            results.append(result)
            expected, cause = result.winner, None
            claimed = tricks[index].winner
            if expected is not None and claimed is not None and claimed != expected:
                cause = self.docket.next_place
                self._wrong_winner(index, claimed, expected)
        winners = [result.winner for result in results]
        won = tuple([winners.count(seat) for seat in range(self.case.pack.players)])
        if len(record.tricks) > size:
            results += [self._beyond(size + place, trick) for place, trick in enumerate(record.tricks[size:])]
            detail = f"A round has {size} tricks; the record has {len(record.tricks)}."
            self.docket.about_trick("extra_tricks", size, detail, parameter="deck.hand_size")
        docket = self.docket
        found, undecided = tuple(docket.findings), tuple(docket.undecided)
        whole = self.regular and len(record.tricks) == size
        return Replay(tuple(results), won, found, undecided, whole, self.surprised)

    def _faultless(self, tricks: tuple[Trick, ...], results: list[TrickResult], expected: int) -> int:
        """Judge tricks, from the next one on, as long as all their cards were held, in turn and legal.

        Stops before the first that may hold a fault; returns who is to lead it. Most tricks are faultless, so that
        this loop is what a replay costs. It asks for known hands, whose cards are either held or not.
        """
        pack, holding, order = self.case.pack, self.holding, self.case.record.table.order
        suit, suits, strengths = pack.suit, pack.suits, pack.strength
        broken = self.broken is _SURE
        for index in range(len(results), len(tricks)):
            seats, cards, claimed_leader, claimed_winner = tricks[index]
            if seats != order[expected] or (claimed_leader is not None and claimed_leader != expected):
                return expected
            led = suit[cards[0]]
            if (led == SPADES and (not index or not broken)) or not (index or self.plain_opening):
                return expected
            led_mask, strength = suits[led], strengths[led]
            best = winner = winning_card = 0
            before = holding[:]
            for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
                bit, held = BIT[card], holding[seat]
                if not held & bit or (not led_mask & bit and held & led_mask):
                    break
                holding[seat] = held ^ bit
                wins = strength[card]
                if wins > best:
                    best, winner, winning_card = wins, seat, card
            else:
                if claimed_winner is None or claimed_winner == winner:
                    if not broken and suit[winning_card] == SPADES:
                        # Discarded by a player who could not follow: spades are led only when they are broken.
                        self.broken, broken = _SURE, True
                    results.append(TrickResult(index + 1, expected, led, winner, winning_card, self.broken))
                    expected = winner
                    continue
            holding[:] = before
            return expected
        return expected

    def trick(self, index: int, trick: Trick, expected: int | None, cause: int | None) -> TrickResult:
        """Judge one trick, which ``expected`` was to lead.

        ``cause`` is the place of the finding from which a wrong lead may follow.
        """
        seats, cards, claimed_leader, _ = trick
        leader = seats[0] if seats else None
        if expected is None and index == 0 and leader is not None:
            self._unknown_opening(leader, cards[0])
        if leader is not None and (leader != expected or claimed_leader is not None):
            self._lead(index, trick, expected, cause)
        if leader is not None and seats == self.case.record.table.order[leader]:
            winner, card = self._cards(index, seats, cards, _NOTHING_EXTRA)
        else:
            last = index == len(self.case.record.tricks) - 1
            extra = self._order(index, trick, last=last)
            winner, card = self._cards(index, seats, cards, extra)
            if not last:
                self._missing(seats)
            if extra or len(seats) != self.case.pack.players:
                self.regular = False
                winner = card = None
        led = None if leader is None else self.case.pack.suit[cards[0]]
        return TrickResult(index + 1, leader, led, winner, card, self.broken)

    def _beyond(self, index: int, trick: Trick) -> TrickResult:
        """Return what a trick beyond the last one shows; it is not judged."""
        led = self.case.pack.suit[trick.cards[0]] if trick.cards else None
        return TrickResult(index + 1, trick.seats[0] if trick.seats else None, led, None, None, self.broken)

    def _lead(self, index: int, trick: Trick, expected: int | None, cause: int | None) -> None:
        """Check who led against what the record claims, and against who was to lead."""
        record = self.case.record
        players = record.table.players
        leader = trick.seats[0]
        if trick.leader is not None and trick.leader != leader:
            claimed = players[trick.leader]
            self.docket.about_trick(
                "leader_mismatch",
                index,
                f"The record names {claimed} as the leader; the first card is {players[leader]}'s.",
                member="leader",
                seat=trick.leader,
                evidence={"claimed": claimed, "led": players[leader]},
            )
        if expected is not None and leader != expected:
            # Whoever leads because the record gave him the trick before follows from that error.
            credited = record.tricks[index - 1].winner if index else None
            self.docket.about_play(
                "wrong_leader",
                Spot(index, 0, leader, trick.cards[0]),
                f"led; the lead was {players[expected]}'s.",
                parameter=None if index else "play.opening_leader",
                evidence={"expected": players[expected]},
                follows=cause if credited == leader else None,
            )

    def _unknown_opening(self, leader: int, card: int) -> None:
        """Note that whose lead it was depends on a hand that is not known, where a card decides that."""
        rule = self.case.ruleset.parameters.play.opening_leader
        if self.in_round and rule == "lowest_club" and lower_club_elsewhere(self.case, leader):
            detail = "led; who holds the lowest club, and was to lead, is not known."
            self.docket.ask(
                "wrong_leader", Spot(0, 0, leader, card), detail, "play.opening_leader", decided_by="#/hands"
            )

    def _order(self, index: int, trick: Trick, *, last: bool) -> frozenset[int]:
        """Report what is wrong with who played when; return the places of surplus plays."""
        table = self.case.record.table
        seats = trick.seats
        rotation = table.order[seats[0]] if seats else table.order[0]
        if not last:
            for seat in rotation:
                if seat not in seats:
                    detail = f"{table.players[seat]} has no card in this trick."
                    self.docket.about_trick("missing_play", index, detail, member="plays", seat=seat)
            # A missing card is one fault: who came after it did not play out of turn.
            rotation = tuple(seat for seat in rotation if seat in seats)
        extra: set[int] = set()
        acted: set[int] = set()
        for place, (seat, card) in enumerate(zip(seats, trick.cards, strict=True)):
            spot = Spot(index, place, seat, card)
            if seat in acted:
                extra.add(place)
                self.docket.about_play("extra_play", spot, f"has a second card in this trick, {CODES[card]}.")
            elif not in_turn(rotation, acted, seat):
                detail = f"played {CODES[card]} before the turn had come round."
                self.docket.about_play("out_of_turn", spot, detail)
            acted.add(seat)
        return frozenset(extra)

    def _cards(  # noqa: C901 - one pass over a trick, in one piece
        self, index: int, seats: tuple[int, ...], cards: tuple[int, ...], extra: frozenset[int]
    ) -> tuple[int | None, int | None]:
        """Judge the cards of a trick; return who won it with what, None where no card can win."""
        pack, holding = self.case.pack, self.holding
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
            bit = BIT[card]
            sound = True
            wins = strength[card]
            held = holding[seat]
            if held & bit:
                holding[seat] = held ^ bit
            else:
                sound, wins = self._unexpected(Spot(index, place, seat, card), wins)
                if not sound:
                    unsound.append(seat)
            if wins > best:
                best, winner, winning_card = wins, seat, card
            if led_mask & bit and (plain_follow if place else plain_lead):
                continue
            own = pack.suit[card]
            void = Verdict.DISPROVED
            if own != led and (held & led_mask or not settled):
                void = self.case.known.held(seat, led_mask, self._hand(seat, index, sound=sound))
            if place == 0:
                if index == 0 or broken_before is not Broken.YES:
                    spot = Spot(index, place, seat, card)
                    self.docket.judge(spot, None, self._hand(seat, index, sound=sound), broken_before, sound=sound)
            elif place not in extra and (not plain_follow or void is not Verdict.DISPROVED):
                spot = Spot(index, place, seat, card)
                self.docket.judge(spot, led, self._hand(seat, index, sound=sound), broken_before, sound=sound)
            if own == SPADES and wins and self.broken is not Broken.YES:
                # A surplus card is no discard for certain: its player may have followed suit with the other one.
                certain = sound and place not in extra
                self._spade(place, led, void if certain else Verdict.UNDECIDED)
        for seat in unsound:
            self.lost[seat] += 1
        return winner, winning_card

    def _hand(self, seat: int, index: int, *, sound: bool) -> Hand:
        """Return what is known of a hand after this trick's card, which is not known itself where it is not sound."""
        known, holding = self.case.known, self.holding[seat]
        # A card that another player has played, who held it, was not in this hand, unless it is listed there.
        doubt = self.doubt[seat] and self.doubt[seat] & (known.listed[seat] | ~self._gone())
        left = self.case.pack.hand_size - index - 1 if self.in_round else self.case.pack.hand_size
        # Who has no card in a trick may have given none, and hold one more than the others.
        room = left + self.skipped[seat] + (not sound) - (holding & known.later[seat]).bit_count()
        return Hand(holding, doubt, self.lost[seat], room)

    def _missing(self, seats: tuple[int, ...]) -> None:
        """Take note of the cards that a trick lacks: each may be one that is shown nowhere, and may break spades."""
        for seat in range(self.case.pack.players):
            if seat not in seats:
                self.surprised = True
                self.lost[seat] += 1
                self.skipped[seat] += 1
                if self._unshown(seat) & self.case.pack.suits[SPADES]:
                    self.broken = max(self.broken, Broken.MAYBE)

    def _unshown(self, seat: int) -> int:
        """Return the cards that this player may hold and does not show later."""
        known = self.case.known
        return self.holding[seat] & ~known.later[seat] | self.doubt[seat] | (known.unseen if known.unknown[seat] else 0)

    def _spade(self, place: int, led: int, void: Verdict) -> None:
        """Take note of a spade: whether it breaks spades is `play.broken_by` (catalogue E5)."""
        if self.case.ruleset.parameters.play.broken_by == "any_spade":
            self.broken = Broken.YES
        elif place and led != SPADES:
            if void is Verdict.DISPROVED:
                self.broken = Broken.YES
            elif void in {Verdict.UNDECIDED, Verdict.CONFLICTING}:
                self.broken = Broken.MAYBE

    def _unexpected(self, spot: Spot, strength: int) -> tuple[bool, int]:
        """Report a card that is not among its player's certain ones; return whether he held it, and what it can win."""
        case, bit, code = self.case, BIT[spot.card], CODES[spot.card]
        self.surprised = True
        self.doubt[spot.seat] &= ~bit
        if not case.pack.cards & bit:
            parameter = case.pack.missing_by(spot.card)
            self.docket.about_play(
                "card_not_in_deck", spot, f"played {code}, which is not in the pack.", parameter=parameter
            )
            return False, 0
        if self._gone() & bit:
            self.docket.about_play("card_replayed", spot, f"played {code}, which had been played before.")
            return False, 0
        elsewhere = case.listed_elsewhere(spot.seat, spot.card)
        whole = case.complete_hands[spot.seat]
        given = case.gave(spot.seat, spot.card)
        if not case.known.listed[spot.seat] & bit and (whole or elsewhere or given):
            proof = given or (case.hand_pointer(spot.seat, 0) if whole else elsewhere)
            detail = f"played {code} without holding it."
            self.docket.about_play("card_not_held", spot, detail, evidence={"proved_by": proof})
            return False, strength
        self.strays |= bit
        return True, strength

    def _gone(self) -> int:
        """Return the cards that have left the hands of players who held them."""
        gone = self.strays
        for certain, left in zip(self.case.known.certain, self.holding, strict=True):
            gone |= certain & ~left
        return gone

    def _wrong_winner(self, index: int, claimed: int, winner: int) -> None:
        players = self.case.record.table.players
        self.docket.about_trick(
            "wrong_winner",
            index,
            f"The record gives the trick to {players[claimed]}; {players[winner]} won it.",
            member="winner",
            seat=claimed,
            evidence={"claimed": players[claimed], "won": players[winner]},
        )
