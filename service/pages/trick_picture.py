"""A finding in a picture: the trick that it is about, and beside it what proves it, drawn as they lay on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages.phrases import card_text
from service.spades.cards import JOKER_NAMES
from service.wire.places import Path, trick_numbers

_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Laid(NamedTuple):
    """A card on the table: whose it is, and what there is to say about it, such as ``led``."""

    player: str
    seat: int
    card: str
    said: tuple[str, ...]
    mark: str = ""
    """``proof``, or how grave what was found is; nothing for any other card."""

    @property
    def suit(self) -> str:
        """Its suit; ``none`` of a joker, or of a card that nobody could read."""
        return _SUITS.get(self.card[-1], "none") if self.card not in JOKER_NAMES else "none"

    @property
    def about(self) -> list[str]:
        """All there is to say about it."""
        return [*filter(None, [self.mark]), *self.said]


class Felt(NamedTuple):
    """A trick as it lies on the table: around one of four, or else in a row."""

    number: int
    cards: Sequence[Laid]
    seats: int


class Picture(NamedTuple):
    """The tricks, and the hand that proves the finding, if one does."""

    felts: Sequence[Felt]
    hand_of: str = ""
    held: Sequence[str] = ()


class Example(NamedTuple):
    """An example of a code: its record in lines of shorthand, and its ruling as pages have it, with summaries."""

    lines: Sequence[str]
    answer: Json
    finding: Json
    """The first finding or open question of the code in the ruling."""
    picture: Picture | None
    """Its tricks; None for a game."""
    link: str
    """The round at the desk; nothing for a game."""


def picture_of(finding: Json, record: Json, tricks: Sequence[tuple[Json, list[tuple[Json, Path]]]]) -> Picture | None:
    """Return the picture of a finding in a record; None if it is about no trick.

    ``tricks`` has what became of each trick, and its plays with their places in it (`ruling_page.recorded`).
    """
    place, proof = finding["pointer"], finding.get("evidence", {}).get("proved_by")
    if place[:1] != ("tricks",) or len(place) == 1 or not any(plays for _, plays in tricks[place[1] : place[1] + 1]):
        return None
    marked = {place: finding["severity"]}
    shown = [place[1]]
    is_by_hand = False
    if isinstance(proof, tuple):
        marked[proof] = "proof"
        is_by_hand = proof[0] == "hands"
        shown += [proof[1]] if proof[0] == "tricks" and proof[1] != place[1] else []
    numbers = trick_numbers(record)
    felts = [
        Felt(
            numbers.get(index, index + 1),
            list(_laid(index, tricks[index], record["players"], marked)),
            len(record["players"]),
        )
        for index in shown
    ]
    if is_by_hand:
        return Picture(felts, proof[1], finding["evidence"].get("held", record["hands"][proof[1]]))
    return Picture(felts)


def _laid(
    index: int, trick: tuple[Json, list[tuple[Json, Path]]], players: Sequence[str], marked: dict[Path, str]
) -> Iterator[Laid]:
    """Yield the cards of a trick in order; those of nobody known lie at the place of their order."""
    outcome, plays = trick
    for number, (play, path) in enumerate(plays):
        player = play["player"]
        said = [("led", number == 0), ("won", player is not None and player == outcome.get("winner"))]
        said += [(f"took back {card_text(card['card'])}", True) for card in play.get("withdrawn", ())]
        own = ("tricks", index, *path)
        mark = next((mark for place, mark in marked.items() if place[: len(own)] == own or place == own[:2]), "")
        seat = number if player is None else players.index(player)
        yield Laid(player or "?", seat, play["card"], tuple(word for word, holds in said if holds), mark)
