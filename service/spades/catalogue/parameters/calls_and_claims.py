"""The parameters of calls and of claims: when a revoke is established and called, and which claims hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import Circumstance, Group, Means, parameter


@dataclass(frozen=True, slots=True)
class CallRules:
    """Until when a revoke may be corrected, and how it is called."""

    established: Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"] = parameter(
        default="next_trick_led",
        means={
            "next_player_plays": Means(
                "A revoke may be corrected without penalty until the next player has played or, if it is the last"
                " card of its trick, until the next trick is led.",
            ),
            "next_trick_led": Means(
                "A revoke may be corrected without penalty until the next trick is led.",
            ),
            "offending_side_plays_next": Means(
                "A revoke may be corrected without penalty until its side has played to the next trick.",
            ),
            "at_once": Means(
                "A revoke is established as soon as the card is played, and taking the card back does not undo it.",
            ),
        },
        contract=(
            "When a revoke can no longer be corrected without penalty. `offending_side_plays_next`: once its side"
            " has played to the next trick."
        ),
        code="H1",
    )
    until: Literal["next_trick_led", "end_of_round", "next_deal"] = parameter(
        default="next_deal",
        means={
            "next_trick_led": Means("A revoke must be called before the next trick is led.{late_call}"),
            "end_of_round": Means("A revoke must be called while the round is being played.{late_call}"),
            "next_deal": Means("A revoke may be called until the next deal, even after the round.{late_call}"),
        },
        contract="Until when a revoke may be called.",
        code="H2",
    )
    names: Literal["player", "trick"] = parameter(
        default="player",
        means={
            "player": Means(
                "A call of a revoke says who revoked: it is right if that player has revoked in any trick by then. If"
                " it names a trick and the revoke was in another one, it is about the revoke nearest to that trick.",
            ),
            "trick": Means(
                "A call of a revoke must name the trick: it is wrong if the player named did not revoke in that trick,"
                " and a call that names none does not count.",
            ),
        },
        contract=(
            "The content of a call of a revoke. `player`: it is right if that player has revoked in any trick by then;"
            " a trick says which of several revokes it is about, the nearest to it. `trick`: it is about that trick"
            " alone, and one that names none does not count."
        ),
        code="H6",
        rule="whether a call must name the trick besides the player ([Calls](#calls))",
    )


CALLS: Final = Group(
    "calls",
    CallRules,
    title="Calls",
    component="CallsParameters",
    contract="The time until a revoke may be corrected or called, and the content of a call.",
)


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """Which claims to the tricks that are left hold, and what becomes of the others."""

    test: Literal["certain", "by_statement", "best_play", "not_allowed"] = parameter(
        default="by_statement",
        means={
            "certain": Means(
                "A claim that the other side accepts stands; any other holds if the tricks claimed are taken however"
                " all the cards left are played.",
            ),
            "by_statement": Means(
                "A claim that the other side accepts stands; any other holds if the claimer takes the tricks claimed"
                " by playing as stated, however the others play.",
            ),
            "best_play": Means(
                "A claim that the other side accepts stands; any other holds if the tricks claimed are taken when"
                " every side plays as well as possible.",
            ),
            "not_allowed": Means(
                "Tricks may not be claimed: a round is played to the last card.",
            ),
        },
        contract=(
            "Which claims hold that the other side did not accept: those whose tricks are taken however all cards are"
            " played (`certain`), by playing as the claimer has stated, however the others play (`by_statement`), or if"
            " every side plays as well as possible (`best_play`); or none, as tricks may not be claimed"
            " (`not_allowed`). A claim that was accepted stands unless claims are not allowed."
        ),
        code="H16",
        rule="the test of a claim that was not accepted; or no claims at all ([Claims](#claims))",
    )
    failed: Literal["doubtful_tricks", "all_tricks", "play_on"] = parameter(
        default="doubtful_tricks",
        means={
            "doubtful_tricks": Means(
                "After a claim that does not hold, the claimer's side gets the tricks that it is certain to take by"
                " the same test, and the other side gets the rest.",
            ),
            "all_tricks": Means(
                "After a claim that does not hold, the other side gets all the tricks that are left.",
            ),
            "play_on": Means(
                "After a claim that does not hold, the play goes on with the claimer's cards face up.",
            ),
        },
        contract=(
            "The price of a failed claim: the claimer's side gets the tricks that it is certain to take by"
            " the same test (`doubtful_tricks`), or none (`all_tricks`), and the other side gets the rest; or the play"
            " goes on (`play_on`)."
        ),
        code="H17",
        rule="the side that gets the tricks after a failed claim; or the play goes on",
        no_effect_if=("no_claims",),
    )


_CIRCUMSTANCES: Final[Mapping[str, Circumstance[ClaimRules]]] = MappingProxyType(
    {"no_claims": Circumstance(lambda rules: rules.test == "not_allowed", "Tricks may not be claimed")}
)

CLAIMS: Final = Group(
    "claims",
    ClaimRules,
    title="Claims",
    component="ClaimsParameters",
    contract="The claims to tricks that hold, and the effect of a failed one.",
    circumstances=_CIRCUMSTANCES,
)
