"""The position before an illegal card, rebuilt from the record, or the reason why nobody can know it."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, SPADES, UNREAD
from service.spades.finding_codes import CODES
from service.spades.findings import Finding, play_of
from service.spades.play.evidence import Knowledge
from service.spades.record.model import Broken, RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.equity.model import MOST_CARDS, Reason
from service.spades.ruling.model import Ruling
from service.spades.solver.position import Position, faults_of


class Played(NamedTuple):
    """A card, and the position before it was played."""

    position: Position
    card: int


def is_illegal_play(finding: Finding) -> bool:
    """Return whether a finding is a card against the rules that stood: a revoke, say, that is established."""
    return (
        finding.severity == "offence"
        and CODES[finding.code].illegal_card
        and finding.established is not False
        and play_of(finding.location) is not None
    )


class Moments:
    """The positions of a round, as far as its record shows them."""

    def __init__(self, ruling: Ruling, record: RoundRecord, ruleset: Ruleset, known: Knowledge) -> None:
        self.ruling = ruling
        self.record = record
        self.rules = ruleset.parameters.play
        self.pack: Pack = ruleset.packs[len(record.table.players)]
        self.hands = _hands(known, self.pack)
        """For each seat its cards when the play began; None if they are not all known."""

    def before(self, finding: Finding) -> Played | Reason:
        """Return the position before an illegal card (`is_illegal_play`), or the reason why it can't be searched."""
        index, play = play_of(finding.location) or (0, 0)
        if finding.is_about_withdrawn_card:
            return "taken_back"
        if self.ruling.readings is not None or any(each.puts_cards_in_doubt for each in self.ruling.findings):
            return "record_contradictory"
        if self.hands is None:
            return "hands_not_known"
        return self._position(self.hands, index, play)

    def happened(self, index: int) -> tuple[int, ...] | None:
        """Return the tricks that each side took from the trick at this index on, None if not all of them are known.

        Those that a claim gave are among them.
        """
        taken, side_of = list(self.ruling.side_tricks), self.record.table.side_of
        if sum(taken) != self.pack.hand_size:
            return None
        for result in (self.ruling.tricks or ())[:index]:
            if result.winner is None:
                return None
            taken[side_of[result.winner]] -= 1
        return tuple(taken)

    @property
    def given(self) -> tuple[int, ...]:
        """For each side the tricks that a claim gave it, none if the round has no such claim."""
        claim, table = self.ruling.claim, self.record.table
        seats = () if claim is None or claim.given is None else claim.given
        return tuple([sum([table.side_of[seat] == side for seat in seats]) for side in range(len(table.sides))])

    def _position(self, hands: tuple[int, ...], index: int, play: int) -> Played | Reason:
        """Return the position before a play, or what makes it unknown although all hands are known."""
        if not self._in_order(index, play):
            return "order_not_known"
        if self.pack.hand_size - index > MOST_CARDS:
            return "too_many_cards"
        broken = self._broken(index)
        if broken is None:
            return "spades_broken_not_known"
        left, trick = list(hands), self.record.tricks[index]
        before = [(each.seats, each.cards) for each in self.record.tricks[:index]]
        for seats, cards in (*before, (trick.seats[:play], trick.cards[:play])):
            for seat, card in zip(seats, cards, strict=True):
                left[seat] &= ~BIT[card]
        position = Position(tuple(left), trick.seats[0], trick.cards[:play], broken, is_first_trick=index == 0)
        sound = not faults_of(position, self.pack) and position.hands[position.turn] & BIT[trick.cards[play]]
        return Played(position, trick.cards[play]) if sound else "record_contradictory"

    def _in_order(self, index: int, play: int) -> bool:
        """Return whether every card before this play is known, and those of its trick were played in turn."""
        players = self.pack.players
        for trick in self.record.tricks[:index]:
            if UNREAD in trick.cards or len(trick.seats) != players or len(set(trick.seats)) != players:
                return False
        trick = self.record.tricks[index]
        if not trick.lead_known or UNREAD in trick.cards[: play + 1]:
            return False
        return trick.seats[: play + 1] == self.record.table.order[trick.seats[0]][: play + 1]

    def _broken(self, index: int) -> bool | None:
        """Return whether spades were broken before a trick, None if that is not known and matters."""
        if self.rules.spade_lead != "after_broken":
            return True
        results = self.ruling.tricks or ()
        state = results[index - 1].broken if index else Broken.NO
        if state is Broken.YES:
            return True
        # A spade that lay on the table and was taken back may have broken them.
        spades = (each for each in self.record.withdrawn if self.pack.suits[SPADES] & BIT[each.card])
        if state is Broken.MAYBE or any(each.trick <= index for each in spades):
            return None
        return False


def _hands(known: Knowledge, pack: Pack) -> tuple[int, ...] | None:
    """Return the cards of each seat when the play began, if the record shows or leaves no choice for all of them."""
    if any(known.doubtful) or True in known.contradicted:
        return None
    hands = list(known.certain)
    for seat, unknown in enumerate(known.unknown):
        # The one hand that is not listed has every card that is nowhere else.
        if unknown and known.elsewhere[seat] == 0 and unknown == known.unseen.bit_count():
            hands[seat] |= known.unseen
    if any(hand.bit_count() != pack.hand_size for hand in hands):
        return None
    return tuple(hands)
