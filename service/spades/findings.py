"""Every finding code, once: what it means, how grave it is, and which parameter's rule it breaks.

``offence``: a player broke a rule. ``error``: the record contradicts itself. ``note``: worth telling, nobody's fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["offence", "error", "note"]


class Code(NamedTuple):
    """The meaning of a finding code."""

    severity: Severity
    meaning: str
    law: str | None = None
    """The rule of the game itself, for what no parameter governs."""


CODES: Mapping[str, Code] = MappingProxyType(
    {
        # The deal.
        "wrong_hand_size": Code("offence", "A hand does not have as many cards as the deal gives each player."),
        "duplicate_card": Code("error", "A card is listed twice in the hands or among the cards set aside."),
        "card_not_in_deck": Code("error", "A card turns up that is not in the pack of this ruleset."),
        "missing_cards": Code("error", "All hands are listed and cards of the pack are in none of them."),
        "illegal_draw": Code(
            "offence", "A pair of cards was drawn by the wrong player, or not exactly one of them was kept."
        ),
        "illegal_exchange": Code(
            "offence", "Cards were passed that the rules do not let pass, or too many, or too few."
        ),
        # The bidding.
        "bid_out_of_turn": Code("offence", "A bid was made before its bidder's turn."),
        "bid_missing": Code("error", "Play has begun and a bid that the ruleset asks for is not in the record."),
        "bid_repeated": Code("offence", "Somebody bid a second time; the first bid stands."),
        "bid_too_low": Code("offence", "A bid is below the least that may be bid."),
        "bid_too_high": Code("offence", "A bid is above the most that may be bid."),
        "bid_not_allowed": Code("offence", "A bid that this ruleset does not know, or does not open to this bidder."),
        "blind_bid_not_allowed": Code(
            "offence", "A blind bid where none may be made, or without the deficit it needs."
        ),
        "team_bid_too_low": Code("offence", "A side bid less together than the board asks for."),
        "team_bid_too_high": Code("offence", "A side bid more together than it may."),
        "nil_partner_bid_too_low": Code("offence", "A nil bid and a partner's bid below the least that goes with it."),
        "table_total_not_allowed": Code("offence", "All bids add up to a total that the ruleset excludes."),
        "bid_raised": Code("note", "The rules raise a bid; from then on only the raised bid counts."),
        # The play.
        "revoke": Code("offence", "A player who held a card of the suit led played another suit."),
        "revoke_corrected": Code("note", "A revoke was taken back in time; it costs nothing."),
        "illegal_spade_lead": Code(
            "offence", "A spade was led before spades could be led, from a hand with other suits."
        ),
        "illegal_opening_card": Code("offence", "The first card of the round was one that may not open it."),
        "illegal_first_trick_card": Code(
            "offence", "A card was played to the first trick that may not be played to it."
        ),
        "out_of_turn": Code(
            "offence",
            "A card was played before its player's turn.",
            "Play goes clockwise from the player who led.",
        ),
        "wrong_leader": Code(
            "offence",
            "A trick was led by a player whose lead it was not.",
            "The winner of a trick leads to the next.",
        ),
        "card_not_held": Code(
            "error",
            "A card was played by a player who did not hold it.",
            "A player plays the cards of the hand he holds.",
        ),
        "card_replayed": Code(
            "error",
            "A card was played that had been played before; it can't win.",
            "Each card is played once.",
        ),
        "missing_play": Code(
            "error",
            "A trick that is not the last one lacks a player's card.",
            "Every player plays one card to each trick.",
        ),
        "extra_play": Code(
            "error",
            "A player has more than one card in one trick.",
            "Every player plays one card to each trick.",
        ),
        "extra_tricks": Code("error", "There are more tricks than cards in a hand; those beyond are not judged."),
        "missing_tricks": Code("error", "The score sheet claims a finished round, and tricks are not in the record."),
        # The calls.
        "false_accusation": Code("offence", "A revoke was called, and the record proves that there was none."),
        "late_accusation": Code("note", "A revoke was called rightly but too late, so that it costs nothing."),
        # The record and the score sheet.
        "leader_mismatch": Code(
            "error",
            "The record names a leader who did not play the trick's first card.",
            "The leader of a trick is the player of its first card.",
        ),
        "round_after_end": Code(
            "error", "A round was played after the game had been won.", "The game ends with the round that decides it."
        ),
        "wrong_winner": Code(
            "error",
            "The record names a winner who did not win the trick.",
            "A trick is won by the highest spade in it or, without a spade, by the highest card of the suit led.",
        ),
        "wrong_tricks_won": Code(
            "error",
            "The score sheet gives a player or a side another number of tricks than the record.",
            "The tricks are counted as they were won.",
        ),
        "wrong_points": Code(
            "error",
            "The score sheet gives a side other points for the round than the record makes them.",
            "The points of a round follow from its bids and tricks.",
        ),
        "wrong_score": Code(
            "error",
            "The running score on the sheet is not the one before the round with its points added.",
            "The running score is the score before the round and the points of the round.",
        ),
        "wrong_bags": Code(
            "error",
            "The count of bags on the sheet is not the one that the round leaves.",
            "Bags are counted on from round to round, and a penalty takes off those it is for.",
        ),
    }
)


class Rule(NamedTuple):
    """The rule behind a finding: the parameter, what its value rests on, and the rule in plain words."""

    parameter: str | None
    """None for a rule of the game itself, which is the same in every ruleset; its basis is ``game``."""
    basis: str
    text: str


class Alternative(NamedTuple):
    """A card that was legal, and who would have won the trick with it, all other plays as they were."""

    card: str
    winner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found in a record: proved, or (among the undecided) possible and waiting for evidence.

    Tricks count from 1, pointers from 0. Members that have nothing to say are None.
    """

    code: str
    pointer: str
    detail: str
    rule: Rule | None = None
    severity: Severity | None = None
    """None takes the code's own severity."""
    trick: int | None = None
    player: str | None = None
    team: str | None = None
    card: str | None = None
    cards: tuple[str, ...] | None = None
    legal_cards: tuple[str, ...] | None = None
    evidence: Mapping[str, object] | None = None
    established: bool | None = None
    """Of a revoke and what counts as one: whether it is too late to correct it."""
    alternatives: tuple[Alternative, ...] | None = None
    follows: int | None = None
    """The place among the findings of the fault that this one comes from."""
    conflicts_with: tuple[int, ...] | None = None
    decided_by: str | None = None

    def moved(self, move: Callable[[str], str]) -> Finding:
        """Return this finding with every pointer in it moved to where the record stands in a larger request."""
        evidence = self.evidence and {
            name: move(value) if isinstance(value, str) and value.startswith("#") else value
            for name, value in self.evidence.items()
        }
        decided_by = self.decided_by and move(self.decided_by)
        return replace(self, pointer=move(self.pointer), evidence=evidence, decided_by=decided_by)

    @property
    def gravity(self) -> Severity:
        """The severity of this finding."""
        return self.severity or CODES[self.code].severity

    @property
    def broken_rule(self) -> Rule | None:
        """The rule behind this finding: that of a parameter, else that of the game itself."""
        law = CODES[self.code].law
        return self.rule or (None if law is None else Rule(None, "game", law))


Verdict: TypeAlias = Literal["void", "irregular", "undetermined", "clean"]
