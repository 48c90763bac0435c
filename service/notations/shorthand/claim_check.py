"""What is wrong with the claim of a record, whatever the ruleset: the reader and the writer both refuse it.

The service refuses such a claim as well (docs/rules.md, "Claims"), but by then the lines of a text are gone. What
depends on the ruleset, such as the tricks of a round, is left to it: here every pack may have been dealt out whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from service.notations.limits import MOST_CARDS
from service.spades.cards import UNREAD_CODE
from service.spades.english import count_of

Path: TypeAlias = tuple[str | int, ...]
"""A path into a claim."""


class ClaimFault(NamedTuple):
    """What is wrong with a member of a claim: its code and, in a sentence, what to write instead."""

    path: Path
    code: str
    detail: str


def faults_of_end(claim: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]], players: int) -> Iterator[ClaimFault]:
    """Yield the faults of a claim that does not fit the end of the tricks: of its number and its moment."""
    in_progress = bool(tricks) and _players_in(tricks[-1]) < players
    yield from _faults_of_number(claim["tricks"], MOST_CARDS // players - len(tricks) + in_progress)
    if "at" in claim:
        yield from _faults_of_moment(claim["at"], tricks, players, in_progress=in_progress)


def faults_of_statement(claim: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]]) -> Iterator[ClaimFault]:
    """Yield the faults of the cards that are stated: each is played once, and after the claim."""
    played = {card: number for number, trick in enumerate(tricks, 1) for card in _cards_of(trick)}
    statement: Sequence[str] = claim.get("statement", ())
    stated: set[str] = set()
    for index, card in enumerate(statement):
        if card in stated and card != UNREAD_CODE:
            detail = f"{card} is stated twice, and a card is played once: leave it out here."
            yield ClaimFault(("statement", index), "stated_twice", detail)
        elif card in played and card != UNREAD_CODE:
            detail = f"{card} was played in trick {played[card]}: state the cards to be played from now on."
            yield ClaimFault(("statement", index), "stated_not_held", detail)
        stated.add(card)


def _faults_of_number(number: object, left: int) -> Iterator[ClaimFault]:
    if left <= 0:
        yield ClaimFault((), "claim_after_end", "No trick is left to be claimed: leave out this claim.")
    elif isinstance(number, int) and number > left:
        detail = f"At most {count_of(left, 'trick')} can be left to be claimed here: write rest for all that are left."
        yield ClaimFault(("tricks",), "too_many_tricks", detail)


def _faults_of_moment(
    at: Mapping[str, int], tricks: Sequence[Mapping[str, Any]], players: int, *, in_progress: bool
) -> Iterator[ClaimFault]:
    trick, plays = at["trick"], at["plays"]
    if plays >= players:
        trick, plays = trick + 1, plays - players
    end, shown = (len(tricks), len(_cards_of(tricks[-1]))) if in_progress else (len(tricks) + 1, 0)
    write = f"write {end}.{shown} or leave the moment out"
    returned = sum(len(play.get("withdrawn", ())) for play in tricks[-1].get("plays", ())) if in_progress else 0
    if (trick, plays) < (end, shown):
        yield ClaimFault(("at",), "plays_after_claim", f"A claim ends the play, and cards come after this: {write}.")
    elif trick > end or plays > shown + returned:
        detail = f"The tricks end before this moment: {write}, or add the cards up to the claim."
        yield ClaimFault(("at",), "plays_missing", detail)


def _cards_of(trick: Mapping[str, Any]) -> list[str | None]:
    """Return the cards of a trick that stayed on the table, as they are written."""
    if "plays" in trick:
        return [play["card"] for play in trick["plays"]]
    return [*trick["cards_by_player"].values()] if "cards_by_player" in trick else [*trick.get("cards", ())]


def _players_in(trick: Mapping[str, Any]) -> int:
    """Return how many players have a card in a trick; ``cards`` may go round the table once more."""
    if "plays" in trick:
        return len({play["player"] for play in trick["plays"]})
    return len(_cards_of(trick))
