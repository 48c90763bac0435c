"""The parameters of the table, the pack and the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from service.spades.catalogue.entries import ELSE, Circumstance, Conflict, Group, Means, Word, parameter
from service.spades.english import listed

ByPlayerCount: TypeAlias = Mapping[str, int]
CardsByPlayerCount: TypeAlias = Mapping[str, tuple[str, ...]]
MisdealHand: TypeAlias = Literal["no_spade", "no_face_card"]
"""What a hand is without for which a player may call a misdeal."""

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_TWO_SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class TableRules:
    """Who plays with whom, and who deals."""

    players: tuple[int, ...] = parameter(
        default=(4,),
        means={ELSE: Means("The game is for {player_counts}.")},
        shape="counts",
        contract="The numbers of players that the ruleset has a table for. Default: 4.",
        code="A1",
    )
    sides: Literal["partnership", "individual"] = parameter(
        default="partnership",
        means={
            "partnership": Means("Players who sit opposite each other are partners: {pairs}."),
            "individual": Means("Each player plays alone, as a side of one."),
        },
        contract=(
            "`partnership`: partners sit opposite each other; six players form three pairs. `individual`: each player"
            " plays alone."
        ),
        code="A2",
        rule="partners sit opposite each other: four players make two pairs, six make three; or each player is a side",
    )
    first_dealer: Literal["random", "high_card"] = parameter(
        default="random",
        means={
            "random": Means("The player who {deals} first is chosen at random."),
            "high_card": Means("Each player draws a card, and whoever draws the highest {deals} first."),
        },
        contract="How the first dealer is chosen.",
        code="A10",
        rule="for the rulebook only",
        no_effect_if=("no_dealer",),
    )
    deal_rotation: Literal["clockwise"] = parameter(
        default="clockwise",
        means={"clockwise": Means("After each round, the next player clockwise {deals}.")},
        contract="How the deal passes on; between two players it alternates.",
        code="A11",
        no_effect_if=("no_dealer",),
    )
    misdeal: tuple[MisdealHand, ...] = parameter(
        default=(),
        means={
            0: Means("No player may call a misdeal because of the cards in hand."),
            ELSE: Means("A player with {misdeal_hands} in hand may call a misdeal; the round is then void."),
        },
        shape="misdeals",
        contract="The hands for which a player may call a misdeal: no spade, or no face card. Default: none.",
        code="A13",
        rule="for what a player may call a misdeal: no spade in hand, no king, queen or jack; a redeal is by A12",
    )
    redeal_by: Literal["same_dealer", "next_dealer"] = parameter(
        default="same_dealer",
        means={
            "same_dealer": Means("A round that is void counts for nothing, and {again_after_void}."),
            "next_dealer": Means("A round that is void counts for nothing, and {on_after_void}."),
        },
        contract="The dealer after a void round: the same one, or the next. Without dealers, the first bidder.",
        code="A12",
    )


def numbers_of_players(counts: Iterable[int]) -> str:
    """Return numbers of players in words: ``two or four players``."""
    return f"{listed((NUMBERS[count] for count in sorted(counts)), 'or')} players"


def _most_sides(rules: TableRules) -> int:
    return max(rules.players) // (2 if rules.sides == "partnership" else 1)


_CIRCUMSTANCES_OF_TABLE: Final[Mapping[str, Circumstance[TableRules]]] = MappingProxyType(
    {
        "alone": Circumstance(lambda rules: rules.sides == "individual", "There are no partners"),
        "not_two_players": Circumstance(lambda rules: tuple(rules.players) != (_TWO_SIDES,)),
        "several_other_sides": Circumstance(lambda rules: _most_sides(rules) > _TWO_SIDES),
    }
)
_MISDEALS: Final[Mapping[str, str]] = {"no_spade": "no spade", "no_face_card": "no face card"}
_WORDS_OF_TABLE: Final[Mapping[str, Word[TableRules]]] = MappingProxyType(
    {
        "player_counts": lambda rules: numbers_of_players(rules.players),
        "pairs": lambda rules: listed(f"{NUMBERS[n]} players make {NUMBERS[n // 2]} sides" for n in rules.players),
        "sides": _most_sides,
        "misdeal_hands": lambda rules: listed((_MISDEALS[each] for each in rules.misdeal), "or"),
    }
)

TABLE: Final = Group(
    "table",
    TableRules,
    title="The table",
    component="TableParameters",
    contract="The number of players and their sides.",
    circumstances=_CIRCUMSTANCES_OF_TABLE,
    words=_WORDS_OF_TABLE,
)


@dataclass(frozen=True, slots=True)
class DeckRules:
    """Which cards are in play, which of them are promoted, and how many each player holds."""

    jokers: Literal[0, 1, 2] = parameter(
        default=0,
        means={
            0: Means("The pack has no jokers."),
            1: Means("The big joker is added to the pack and is a spade."),
            2: Means(
                "The big joker and the little joker are added to the pack and are spades.",
            ),
        },
        contract="The jokers in play: 0, 1 (the big joker) or 2.",
        code="A5",
        rule="1 puts the big joker `BJ` in the pack, 2 also the little joker `LJ`",
    )
    removed: CardsByPlayerCount = parameter(
        default=MappingProxyType({}),
        means={ELSE: Means("The pack is the standard 52 cards{and_jokers}; {taken_out}.")},
        shape="cards by players",
        contract="Cards removed before dealing, such as deuces, by player count. Default: none.",
        code="A6",
    )
    top_trumps: tuple[str, ...] = parameter(
        default=(),
        means={ELSE: Means("{top_trumps}")},
        shape="cards",
        contract=(
            "Cards that outrank the ace of spades, such as deuces, from high to low. They count as spades for"
            " following suit, leading and breaking. Default: the jokers in play."
        ),
        code="A7",
        rule=(
            "the cards above the ace of spades, high to low; if none are listed, the jokers in play. They *are* spades"
            " for following suit, leading and breaking"
        ),
    )
    leftover: Literal["none", "set_aside", "dealt"] = parameter(
        default="none",
        means={
            "none": Means(
                "When play starts, every card of the pack is in a player's hand.",
            ),
            "set_aside": Means(
                "Cards that are in no player's hand when play starts are set aside and take no part in the round.",
            ),
            "dealt": Means(
                "The whole pack is dealt: where it can't be divided equally, the first players from the dealer's left"
                " have one card more, and the last trick is among those who still have a card.",
                added="If the winner of the trick before it has no card left, the next player clockwise leads.",
            ),
        },
        contract=(
            "The fate of cards that cannot be dealt equally. Default: `none`, there are no such cards. `dealt`: the"
            " first players from the dealer's left have one card more, and the last trick is among those who still have"
            " a card."
        ),
        code="A8",
        rule=(
            "whether cards may be left over: set aside, or dealt, so that the first players from the dealer's left have"
            " one card more. Then the last trick is among the players who still have a card, and its lead passes on to"
            " the left from a winner who has none. A record with unequal hands says who dealt; claims and estimates are"
            " not judged with them"
        ),
        conflicts=(Conflict(("dealt",), "no_dealer", ("bids.first_bidder",), "there is no dealer."),),
    )
    hand_size: ByPlayerCount = parameter(
        default=MappingProxyType({}),
        means={
            ELSE: Means(
                "When play starts, each player holds as many cards as the round has tricks{or_one_less}: {size}."
            )
        },
        shape="numbers by players",
        contract=(
            "The number of cards that each player holds when play starts, by number of players. Default: the pack"
            " divided equally."
        ),
        code="A9",
        rule="the cards in a hand when play starts, and so the tricks of a round; normally the pack divided equally",
    )
    formation: Literal["deal", "draw"] = parameter(
        default="deal",
        means={
            "deal": Means("Each player is dealt a hand."),
            "draw": Means(
                "The two players build their hands by drawing two cards per turn. On each turn a player either keeps"
                " the first card and discards the second, or discards the first and keeps the second.",
                added="The first bidder draws first.",
            ),
        },
        contract="`deal`: hands are dealt. `draw`: two players build their hands by drawing.",
        code="A3",
        rule=(
            "hands are dealt, or two players draw them: two cards in a turn, the first bidder first, and exactly one of"
            " the two is kept. The others are out of play"
        ),
        conflicts=(
            Conflict(("draw",), "not_two_players", ("table.players",), "only two players can draw their hands."),
        ),
    )


_WORDS_OF_DECK: Final[Mapping[str, Word[DeckRules]]] = MappingProxyType(
    {
        "deal": lambda rules: "shuffle" if rules.formation == "draw" else "deal",
        "deals": lambda rules: "shuffles" if rules.formation == "draw" else "deals",
        "and_jokers": lambda rules: ("", " and the big joker", " and both jokers")[rules.jokers],
    }
)

DECK: Final = Group(
    "deck",
    DeckRules,
    title="The pack and the deal",
    component="DeckParameters",
    contract="The cards in play. Maps are keyed by the number of players.",
    words=_WORDS_OF_DECK,
)
