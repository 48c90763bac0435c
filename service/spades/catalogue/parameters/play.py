"""The parameters of the play of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import Circumstance, Conflict, Group, Means, Row, Word, parameter


def _needs_clubs(value: str) -> Conflict:
    """Return the contradiction of a value that asks for a club with a pack that has none."""
    return Conflict((value,), "no_clubs", ("deck.removed", "deck.top_trumps"), "the pack has no clubs.")


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Who leads first, which cards may be led, and which must be played."""

    follow_suit: Literal["must"] = parameter(
        default="must",
        means={
            "must": Means(
                "A player who holds a card of the suit led must play one.{promoted_are_spades}",
            )
        },
        contract="Whether players must follow suit.",
    )
    void_play: Literal["any_card"] = parameter(
        default="any_card",
        means={"any_card": Means("A player who can't follow suit may play any card{first_trick_apart}.")},
        contract="The cards that a player who cannot follow suit may play.",
        code="E7",
    )
    opening_leader: Literal["left_of_dealer", "first_bidder", "dealer", "high_bidder", "lowest_club"] = parameter(
        default="left_of_dealer",
        means={
            "left_of_dealer": Means(
                "The player to the dealer's left leads to the first trick; the winner of each trick leads to the next.",
            ),
            "first_bidder": Means(
                "The player whose turn it is to bid first{or_would} leads to the first trick; the winner of each trick"
                " leads to the next.",
            ),
            "dealer": Means("The dealer leads to the first trick; the winner of each trick leads to the next."),
            "high_bidder": Means(
                "The {bidder} with the highest bid, or the first of several to make it, leads to the first trick; the"
                " winner of each trick leads to the next.{round_one}",
            ),
            "lowest_club": Means(
                "The player who holds the lowest club leads to the first trick; the winner of each trick leads to the"
                " next.",
            ),
        },
        contract="The player who leads to the first trick.",
        code="E1",
        rule=(
            "the leader to the first trick; of several high bidders the first. If no club was dealt, `lowest_club`"
            " names nobody"
        ),
        conflicts=(
            Conflict(("left_of_dealer", "dealer"), "no_dealer", ("bids.first_bidder",), "there is no dealer."),
            Conflict(
                ("high_bidder",),
                "side_bids_as_one",
                ("bids.by",),
                "a side bids as one, so no player is the high bidder.",
            ),
            Conflict(("high_bidder",), "no_bids_in_round_one", ("bids.first_round",), "nobody bids in round one."),
            _needs_clubs("lowest_club"),
        ),
    )
    opening_card: Literal["non_spade", "any", "lowest_club"] = parameter(
        default="non_spade",
        means={
            "non_spade": Means(
                "The first lead of a round may not be a spade, unless the leader holds nothing but spades.",
            ),
            "any": Means("Any card may be led to the first trick, even a spade."),
            "lowest_club": Means(
                "The first lead of a round must be the leader's lowest club; a leader without clubs may not lead a"
                " spade, unless holding nothing but spades.",
            ),
        },
        contract="The cards that may be led to the first trick; no other rule applies to that lead.",
        code="E2",
        rule=(
            "the cards that may be led to the first trick; nothing else applies to that lead. `non_spade` yields to a"
            " hand of spades only"
        ),
        conflicts=(_needs_clubs("lowest_club"),),
    )
    first_trick: Literal["normal", "no_spades", "all_lowest_club"] = parameter(
        default="normal",
        means={
            "normal": Means("After the first lead, the first trick is played like any other."),
            "no_spades": Means(
                "A player who can't follow suit in the first trick may not play a spade, unless holding nothing but"
                " spades.",
            ),
            "all_lowest_club": Means(
                "If a club is led to the first trick, each player must play the lowest club in hand. A player who"
                " can't follow suit in the first trick may not play a spade, unless holding nothing but spades.",
            ),
        },
        contract="The cards that the other players may play to the first trick.",
        code="E3",
        conflicts=(_needs_clubs("all_lowest_club"),),
    )
    spade_lead: Literal["after_broken", "any_time", "after_first_trick"] = parameter(
        default="after_broken",
        means={
            "after_broken": Means(
                "Spades may not be led until they are broken, unless the leader holds nothing but spades; the first"
                " trick has its own rule.",
            ),
            "any_time": Means("Spades may be led at any time, broken or not; the first trick has its own rule."),
            "after_first_trick": Means(
                "Spades may be led from the second trick on, broken or not; the first trick has its own rule.",
            ),
        },
        contract="When spades may be led; a player who holds nothing else always may.",
        code="E4",
    )
    broken_by: Literal["discard_only", "any_spade"] = parameter(
        default="any_spade",
        means={
            "discard_only": Means(
                "Spades are broken by a spade played on the lead of another suit; no spade that is led breaks them.",
                added="That is so even if it turns out to have been a revoke, unless it was taken back.",
            ),
            "any_spade": Means(
                "Any spade that is played breaks spades, discarded or led.",
                added=(
                    "That is so even if it turns out to have been a revoke or led too early, unless it was taken back."
                ),
            ),
        },
        contract=(
            "The plays that break spades for all later leads. `discard_only`: a spade played on another suit's"
            " lead, even if it turns out to have been a revoke, but no spade that was led. `any_spade`: every spade"
            " played, discarded or led. A card that was taken back breaks nothing."
        ),
        code="E5",
        rule=(
            "`discard_only`: spades are broken by a spade played on another suit's lead, but by none that was led,"
            " forced or illegal. `any_spade`: by any spade. Both hold for every later lead, even if the spade was a"
            " revoke, unless it was taken back before. Without a moment it was taken back in time; if that may have"
            " been after the next lead ([H1](#h-irregularities), `offending_side_plays_next`, and the lead was the"
            " other side's), and always with `at_once`, it is open whether it still lay there, and with it who won"
        ),
        no_effect_if=("spades_unbroken",),
    )


_CIRCUMSTANCES_OF_PLAY: Final[Mapping[str, Circumstance[PlayRules]]] = MappingProxyType(
    {
        "spades_unbroken": Circumstance(
            lambda rules: rules.spade_lead != "after_broken", "Spades need not be broken before they are led"
        )
    }
)
_WORDS_OF_PLAY: Final[Mapping[str, Word[PlayRules]]] = MappingProxyType(
    {"first_trick_apart": lambda rules: "; the first trick has its own rule" if rules.first_trick != "normal" else ""}
)

PLAY: Final = Group(
    "play",
    PlayRules,
    title="The play",
    component="PlayParameters",
    contract="The cards that may be led and played, and the first leader.",
    laws=(
        Row(
            "E6",
            "a player who holds nothing but spades may lead one at any time. Like following suit (`play.follow_suit`),"
            " this is a rule of every ruleset",
        ),
    ),
    circumstances=_CIRCUMSTANCES_OF_PLAY,
    words=_WORDS_OF_PLAY,
)
