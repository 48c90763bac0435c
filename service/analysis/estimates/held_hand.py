"""One hand before the play: read from a request, and its tricks counted by methods that others have published.

None of the methods is the right one: docs/how-to/estimate-bids.md has the words of each source, and how near each comes
to the tricks of a deal. A promoted card or a joker, which no source knows, is one trick in all of them: it outranks the
ace of spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import BIT, CLUBS, CODES, DIAMONDS, HEARTS, RANKS, SPADES
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.record.lookup import UNEQUAL_DEAL
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, say
from service.spades.table import Table, sit_down

_BEGINNER_SOURCE: Final = "solitairebliss.com, Spades, Pro Tips: the best strategy of bidding for beginners"
_EASY_SOURCE: Final = "solitairebliss.com, Spades, Difficulty Levels: Easy"
_DUMMIES_SOURCE: Final = (
    "dummies.com, Figuring the value of your high cards in Spades (Barry Rigal, Card Games For Dummies)"
)
_SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
_SIDE_SUITS: Final = (HEARTS, DIAMONDS, CLUBS)
_HIGH_SPADES: Final = "AKQJT"
_COURT_SPADES: Final = "AKQ"
_ONE: Final = Fraction(1)
_LONE_KING: Final = Fraction(2, 3)
_QUEEN_WITH_ACE: Final = Fraction(1, 2)
_OTHER_QUEEN: Final = Fraction(1, 3)
_FREE_SPADES: Final = 3
"""How many spades of a hand count for their rank alone."""


Method: TypeAlias = Literal["beginner", "beginner_with_kings", "high_cards_and_length"]
"""A published method of counting the tricks of a hand."""


class HeldHand(NamedTuple):
    """A hand before the play."""

    table: Table
    """Whoever sits at the table, of whom one holds it."""
    cards: tuple[int, ...]


def read_held_hand(ruleset: Ruleset, request: Mapping[str, Any]) -> HeldHand:
    """Read a hand; members as in the contract. Raises `UnreadableRecord` with every fault."""
    players = request["players"] if "players" in request else _unnamed_players(ruleset)
    rules = ruleset.parameters.table
    table = sit_down(players, None, rules.sides, rules.players)
    faults = list(_faults_of_hand(ruleset.packs[len(players)], request["hand"]))
    if faults:
        raise UnreadableRecord(faults)
    return HeldHand(table, request["hand"])


def _unnamed_players(ruleset: Ruleset) -> list[str]:
    """Return players without names of their own, if the ruleset says how many there are."""
    if len(ruleset.packs) != 1:
        detail = "This ruleset has different packs for different numbers of players: name the players."
        raise UnreadableRecord([Fault("#/players", "required", detail)])
    return [str(number) for number in range(1, next(iter(ruleset.packs)) + 1)]


def _faults_of_hand(pack: Pack, hand: Sequence[int]) -> Iterator[Fault]:
    """Yield every fault for which these cards are no hand of this pack."""
    for index, card in enumerate(hand):
        if not pack.cards & BIT[card]:
            detail = (
                f"{CODES[card]} is not in this ruleset's pack for {pack.players} players (`{pack.missing_by(card)}`)."
            )
            yield Fault(pointer_to("hand", index), "card_not_in_deck", detail)
        elif card in hand[:index]:
            detail = f"{CODES[card]} is listed twice; the first time as card {hand.index(card) + 1} of the hand."
            yield Fault(pointer_to("hand", index), "duplicate_card", detail)
    if not pack.has_equal_hands:
        yield Fault("#/players", "unequal_deal", UNEQUAL_DEAL.format("hands are not estimated"))
    elif len(hand) != pack.hand_size:
        noun = "card" if len(hand) == 1 else "cards"
        detail = f"This is a hand of {len(hand)} {noun}; under this ruleset each player is dealt {pack.hand_size}."
        yield Fault(pointer_to("hand"), "wrong_hand_size", detail)


class CountedCards(NamedTuple):
    """Cards of a hand that count together, for this many tricks, and why."""

    cards: tuple[int, ...]
    tricks: Fraction
    why: Sentence


class Count(NamedTuple):
    """The tricks of a hand by a named method."""

    method: Method
    source: str
    lines: tuple[CountedCards, ...]

    @property
    def total(self) -> Fraction:
        """The sum of its lines."""
        return sum((line.tricks for line in self.lines), Fraction())


def estimate(held: HeldHand, ruleset: Ruleset) -> tuple[Count, ...]:
    """Return the counts of a hand that was read."""
    return counts_of(held.cards, ruleset.packs[len(held.table.players)])


def counts_of(hand: Iterable[int], pack: Pack) -> tuple[Count, ...]:
    """Return the counts of a hand by each method."""
    ranks = _by_rank(hand, pack)
    return (
        Count("beginner", _BEGINNER_SOURCE, tuple(_high_cards(ranks, "A"))),
        Count("beginner_with_kings", _EASY_SOURCE, tuple(_high_cards(ranks, "AK"))),
        Count("high_cards_and_length", _DUMMIES_SOURCE, tuple(_high_cards_and_length(ranks))),
    )


_Held = Mapping[int, Mapping[str, int]]
"""For each suit, the cards held of it by rank, the highest first; a promoted card has a rank of its own."""


def _by_rank(hand: Iterable[int], pack: Pack) -> _Held:
    """Return the cards of a hand by suit and rank, as they rank in this pack."""
    held: dict[int, dict[str, int]] = {suit: {} for suit in _SUITS}
    for card in sorted(hand, key=lambda card: pack.strength[pack.suit[card]][card], reverse=True):
        suit = pack.suit[card]
        ace = suit * len(RANKS) + len(RANKS) - 1
        promoted = pack.strength[suit][card] > pack.strength[suit][ace] > 0 or card // len(RANKS) != suit
        held[suit][f"promoted {card}" if promoted else RANKS[card % len(RANKS)]] = card
    return held


def _promoted(held: _Held) -> Iterator[CountedCards]:
    """Yield a trick for each card above the ace of spades."""
    for rank, card in held[SPADES].items():
        if rank not in RANKS:
            yield _one(card, say("counts_as_promoted", card=card))


def _high_cards(held: _Held, side_ranks: str) -> Iterator[CountedCards]:
    """Yield a trick for each spade from the ten up, and for each card of these ranks in the other suits."""
    yield from _promoted(held)
    for rank in _HIGH_SPADES:
        if rank in held[SPADES]:
            card = held[SPADES][rank]
            yield _one(card, say("counts_as_high_spade", card=card))
    for suit in _SIDE_SUITS:
        for rank in side_ranks:
            if rank in held[suit]:
                card = held[suit][rank]
                yield _one(card, say("counts_as_side_ace" if rank == "A" else "counts_as_side_king", card=card))


def _high_cards_and_length(held: _Held) -> Iterator[CountedCards]:
    """Yield the ace, king and queen of spades in full, those of other suits by what is beside them, and long spades."""
    yield from _promoted(held)
    for rank in _COURT_SPADES:
        if rank in held[SPADES]:
            card = held[SPADES][rank]
            yield _one(card, say("counts_as_court_spade", card=card))
    spades = tuple(held[SPADES].items())[_FREE_SPADES:]
    # Beneath promoted cards the ace may be the fourth spade: it has counted for its rank.
    length = tuple(card for rank, card in spades if rank in RANKS and rank not in _COURT_SPADES)
    if length:
        yield CountedCards(length, Fraction(len(length)), say("counts_as_length", spades=len(length)))
    for suit in _SIDE_SUITS:
        yield from _side_court_cards(held[suit])


def _side_court_cards(held: Mapping[str, int]) -> Iterator[CountedCards]:
    """Yield the ace, the king and the queen of a side suit."""
    ace, king, queen = (held.get(rank) for rank in "AKQ")
    if ace is not None:
        yield _one(ace, say("counts_as_side_ace", card=ace))
    if king is not None:
        if ace is not None:
            yield _one(king, say("counts_as_king_with_ace", card=king, ace=ace))
        else:
            yield CountedCards((king,), _LONE_KING, say("counts_as_king_without_ace", card=king))
    if queen is not None:
        if ace is not None:
            yield CountedCards((queen,), _QUEEN_WITH_ACE, say("counts_as_queen_with_ace", card=queen, ace=ace))
        elif king is not None:
            yield CountedCards((queen,), _OTHER_QUEEN, say("counts_as_queen_with_king", card=queen, king=king))
        else:
            yield CountedCards((queen,), _OTHER_QUEEN, say("counts_as_queen_alone", card=queen))


def _one(card: int, why: Sentence) -> CountedCards:
    return CountedCards((card,), _ONE, why)
