"""Record in, equity out: for each illegal card that stood, what best play makes of it and of every legal card.

Double dummy: every player sees all hands and plays perfectly. It informs a director who has to judge if a side was
damaged (Law 64C of duplicate bridge); no score rests on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import BIT, SPADES, UNREAD, cards_in
from service.spades.findings import CODES, Finding, is_about_withdrawn_card, play_of
from service.spades.play.evidence import Knowledge
from service.spades.proof.facts import known_hands
from service.spades.record.model import Broken, RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from service.spades.sentence import Sentence, say
from service.spades.solver.answers import values_of_cards
from service.spades.solver.position import Game, Position, Question, faults_of, game_of, legal_now
from service.spades.solver.search import Solution
from service.spades.table import Table

_TWO_SIDES: Final = 2
MOST_CARDS: Final = 9
"""The most cards of a hand from which best play is searched."""

Reason: TypeAlias = Literal[
    "taken_back",
    "record_contradictory",
    "hands_not_known",
    "order_not_known",
    "spades_broken_not_known",
    "too_many_cards",
    "budget",
]
"""Why the tricks under best play are not known: the first of these that applies."""


class Span(NamedTuple):
    """A number of tricks, or a difference of two, as far as it is proved."""

    at_least: int
    at_most: int

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.at_least == self.at_most

    def beside(self, other: Span) -> Span:
        """Return how many more these tricks are than others."""
        return Span(self.at_least - other.at_most, self.at_most - other.at_least)


class CardEquity(NamedTuple):
    """A card that could be played, and for each side its tricks from that trick on under best play."""

    card: int
    tricks: tuple[Span, ...]

    @property
    def exact(self) -> bool:
        """Whether the tricks of every side are known."""
        return all(tricks.exact for tricks in self.tricks)


class CardsCompared(NamedTuple):
    """The cards of the player in turn, each with what best play makes of it."""

    played: CardEquity
    legal: tuple[CardEquity, ...]
    best: tuple[Span, ...]
    """For each side, its tricks if the player chooses the best of the legal cards for his own side.

    The tricks of another side are those if he chooses the worst for it: with two sides, the same.
    """

    @property
    def exact(self) -> bool:
        """Whether the tricks of every side are known with every card."""
        return self.played.exact and all(card.exact for card in self.legal)


class OffenceEquity(NamedTuple):
    """An illegal card that stood, and what best play makes of it and of the legal ones."""

    finding: int
    """The index of the finding among those of the ruling."""
    tricks_left: int
    """The tricks from that of the offence to the last of the round."""
    happened: tuple[int, ...] | None
    """For each side, the tricks that it took of these; None if the record does not show the end of the round."""
    compared: CardsCompared | None
    """None if the position can't be searched."""
    reason: Reason | None
    """Why it is undecided; None if all numbers are known."""
    detail: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RoundEquity:
    """The equity of the offences of a round."""

    ruling: Ruling
    offences: tuple[OffenceEquity, ...]
    """In the order of the findings."""
    positions: int
    """The positions that were searched."""


BASIS: Final = say("equity_basis")
"""What the numbers are, and what they are not."""


def detail_of(table: Table, finding: Finding, offence: OffenceEquity, given: tuple[int, ...]) -> tuple[Sentence, ...]:
    """Return the sentences about an offence: what best play makes of it for its player's side, or why nobody knows.

    ``given`` are the tricks that a claim gave each side.
    """
    left, happened, compared, reason = offence.tricks_left, offence.happened, offence.compared, offence.reason
    if compared is None:
        return (_why(finding, left, reason),)
    side = table.side_of[finding.seat or 0]
    played, best = compared.played.tricks[side], compared.best[side]
    card = compared.played.card
    sentences = [
        say("equity_of_cards", team=side, left=left, best=_tricks(best), card=card, played=_tricks(played)),
    ]
    if happened is not None:
        sentences.append(_happened(side, happened[side], left, given))
    more = played.beside(best)
    if more.exact and more.at_least == 0:
        sentences.append(say("equity_even", card=card, team=side))
    elif more.exact:
        key = "equity_gain" if more.at_least > 0 else "equity_loss"
        sentences.append(say(key, card=card, team=side, tricks=abs(more.at_least)))
    if reason == "budget":
        sentences.append(say("equity_budget_spent"))
    return tuple(sentences)


def _happened(side: int, tricks: int, left: int, given: tuple[int, ...]) -> Sentence:
    """Return how many tricks a side took, and whether it was by play or by a claim."""
    by_claim = given[side]
    if sum(given) == left:
        return say("equity_given", team=side, tricks=tricks)
    if by_claim:
        return say("equity_happened_and_given", team=side, tricks=tricks - by_claim, given=by_claim)
    return say("equity_happened", team=side, tricks=tricks)


def _tricks(span: Span) -> Sentence:
    if span.exact:
        return say("equity_exactly", tricks=span.at_least)
    return say("equity_between", at_least=span.at_least, at_most=span.at_most)


def _why(finding: Finding, left: int, reason: Reason | None) -> Sentence:
    """Return why a position can't be searched."""
    match reason:
        case "taken_back":
            return say("equity_taken_back", player=finding.seat or 0)
        case "record_contradictory":
            return say("equity_record_contradictory")
        case "hands_not_known":
            return say("equity_hands_not_known")
        case "order_not_known":
            return say("equity_order_not_known")
        case "too_many_cards":
            return say("equity_too_many_cards", cards=left, most=MOST_CARDS)
        case _:
            return say("equity_broken_not_known")


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
        """For each seat, its cards when the play began; None if they are not all known."""

    def before(self, finding: Finding) -> Played | Reason:
        """Return the position before an illegal card (`is_illegal_play`), or the reason why it can't be searched."""
        index, play = play_of(finding.location) or (0, 0)
        if is_about_withdrawn_card(finding):
            return "taken_back"
        if self.ruling.readings is not None or any(other.puts_cards_in_doubt for other in self.ruling.findings):
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
        """For each side, the tricks that a claim gave it, none if the round has no such claim."""
        claim, table = self.ruling.claim, self.record.table
        seats = () if claim is None or claim.given is None else claim.given
        return tuple([sum([table.side_of[seat] == side for seat in seats]) for side in range(len(table.sides))])

    def _position(self, hands: tuple[int, ...], index: int, play: int) -> Played | Reason:
        """Return the position before a play, or the reason why it is unknown although all hands are known."""
        if not self._in_order(index, play):
            return "order_not_known"
        if self.pack.hand_size - index > MOST_CARDS:
            return "too_many_cards"
        broken = self._broken(index)
        if broken is None:
            return "spades_broken_not_known"
        left, trick = list(hands), self.record.tricks[index]
        before = [(done.seats, done.cards) for done in self.record.tricks[:index]]
        for seats, cards in (*before, (trick.seats[:play], trick.cards[:play])):
            for seat, card in zip(seats, cards, strict=True):
                left[seat] &= ~BIT[card]
        position = Position(tuple(left), trick.seats[0], trick.cards[:play], broken, is_first_trick=index == 0)
        sound = not faults_of(position, self.pack) and position.hands[position.turn] & BIT[trick.cards[play]]
        return Played(position, trick.cards[play]) if sound else "record_contradictory"

    def _in_order(self, index: int, play: int) -> bool:
        """Return whether every card before this play is known, and those of its trick were played in turn."""
        if any(UNREAD in done.cards or not done.is_whole(self.pack.players) for done in self.record.tricks[:index]):
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
        spades = (back for back in self.record.withdrawn if self.pack.suits[SPADES] & BIT[back.card])
        if state is Broken.MAYBE or any(back.trick <= index for back in spades):
            return None
        return False


def _hands(known: Knowledge, pack: Pack) -> tuple[int, ...] | None:
    """Return the cards of each seat when the play began, if the record shows all of them or leaves no choice."""
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


def equity_of(record: RoundRecord, ruleset: Ruleset, budget: int, pause: Callable[[], object]) -> RoundEquity:
    """Return what best play makes of every illegal card that stood; the ruleset must have a pack for its players.

    The budget, in positions, is shared by all questions. The latest offence comes first: it leaves the fewest cards.
    ``pause`` is called from time to time.

    Raises `UnreadableRecord` as an audit does.
    """
    ruling = audit(record, ruleset, pause=pause)
    found = [(index, finding) for index, finding in enumerate(ruling.findings) if is_illegal_play(finding)]
    if not found:
        return RoundEquity(ruling, (), 0)
    read = ruling.record
    assert isinstance(read, RoundRecord)  # noqa: S101 - an audit of a record returns one
    moments = Moments(ruling, read, ruleset, known_hands(read, ruleset))
    game, spent = game_of(ruleset, len(read.table.players)), 0
    offences: list[OffenceEquity] = []
    for index, finding in sorted(found, key=lambda pair: pair[1].trick or 0, reverse=True):
        moment = moments.before(finding)
        if isinstance(moment, Played):
            compared, positions = _searched(game, read.table, moment, budget - spent, pause)
            spent += positions
            offences.append(_offence(moments, index, compared, None if compared.exact else "budget"))
        else:
            offences.append(_offence(moments, index, None, moment))
    return RoundEquity(ruling, tuple(sorted(offences, key=lambda offence: offence.finding)), spent)


def _offence(moments: Moments, index: int, compared: CardsCompared | None, reason: Reason | None) -> OffenceEquity:
    finding = moments.ruling.findings[index]
    trick = (finding.trick or 1) - 1
    happened, left = moments.happened(trick), moments.pack.hand_size - trick
    offence = OffenceEquity(index, left, happened, compared, reason, ())
    return offence._replace(detail=detail_of(moments.ruling.table, finding, offence, moments.given))


def _searched(
    game: Game, table: Table, moment: Played, budget: int, pause: Callable[[], object]
) -> tuple[CardsCompared, int]:
    """Return the tricks of each side with each card, and the positions that were searched.

    Of two sides, one takes the tricks that the other does not. Of more, each side is a question of its own, against all
    others together.
    """
    position, card = moment
    cards, left = (card, *cards_in(legal_now(game, position))), position.tricks_left
    own = table.side_of[position.turn]
    two, spent = len(table.sides) == _TWO_SIDES, 0
    by_side: dict[int, tuple[Span, ...]] = {}
    for side in [own] if two else range(len(table.sides)):
        seats = frozenset(table.sides[side].seats)
        solution = Solution(game, position, Question(seats, seats), budget - spent, pause)
        values, positions = values_of_cards(solution, cards)
        spent += positions
        by_side[side] = tuple([Span(value.at_least, value.at_most) for value in values])
    if two:
        by_side[1 - own] = tuple(
            [Span(left - own_tricks.at_most, left - own_tricks.at_least) for own_tricks in by_side[own]]
        )
    equities = tuple(
        [
            CardEquity(card, tuple([by_side[side][index] for side in range(len(table.sides))]))
            for index, card in enumerate(cards)
        ]
    )
    best = tuple([_best(by_side[side][1:], wanted=side == own) for side in range(len(table.sides))])
    return CardsCompared(equities[0], equities[1:], best), spent


def _best(spans: tuple[Span, ...], *, wanted: bool) -> Span:
    """Return the most of several numbers of tricks, the fewest if they are not ``wanted``."""
    choose: Callable[[list[int]], int] = max if wanted else min
    return Span(choose([span.at_least for span in spans]), choose([span.at_most for span in spans]))
