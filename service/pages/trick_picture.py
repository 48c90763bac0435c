"""A finding in a picture: the trick that it is about, and beside it what proves it, drawn as they lay on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages.content import Block, Division, Paragraph, Tight, Value, in_html, in_markdown, joined, text
from service.pages.phrases import card_text, cards_text
from service.spades.cards import JOKER_NAMES
from service.wire.places import Path, trick_numbers

_DRAWN_AS_TABLE: Final = 4
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Laid(NamedTuple):
    """A card on the table: whose it is, and what there is to say about it, such as ``led``."""

    player: str
    seat: int
    card: str
    said: tuple[str, ...]
    mark: str = ""
    """``proof``, or how grave what was found is; nothing for any other card."""

    def in_words(self) -> Value:
        """Return the card after its player, and what is said about it."""
        about = text(" ({})", ", ".join([*filter(None, [self.mark]), *self.said])) if self.said or self.mark else ""
        shown = text("<strong>{}</strong>", card_text(self.card)) if self.mark else card_text(self.card)
        return text("<bdi>{}</bdi> {}{}", self.player, shown, about)


class Felt(NamedTuple):
    """A trick as it lies on the table, under a title; in Markdown a line."""

    title: Value
    cards: Sequence[Laid]
    seats: int

    def html(self) -> str:
        """Return the cards around a table, or in a row if it is not one of four."""
        kind = "felt" if self.seats == _DRAWN_AS_TABLE else "felt row"
        title, items = in_html(self.title), "".join(map(self._item, self.cards))
        return f'<figure class="{kind}">\n<figcaption>{title}</figcaption>\n<ol>\n{items}</ol>\n</figure>\n'

    def _item(self, laid: Laid) -> str:
        suit = _SUITS.get(laid.card[-1], "none") if laid.card not in JOKER_NAMES else "none"
        card = f'<span class="card {suit}">{in_html(card_text(laid.card))}</span>'
        name = text(
            "<bdi>{}</bdi>{}", laid.player, text(" <small>{}</small>", ", ".join(laid.said)) if laid.said else ""
        )
        mark = f' <strong class="what">{laid.mark}</strong>' if laid.mark else ""
        kinds = f"seat{laid.seat} {laid.mark}".strip()
        return f'<li class="{kinds}">{card} <span class="who">{in_html(name)}{mark}</span></li>\n'

    def markdown(self) -> str:
        """Return the cards in a line."""
        return in_markdown(text("- {}: {}", self.title, joined(", ", [laid.in_words() for laid in self.cards]))) + "\n"


def picture_of(finding: Json, record: Json, tricks: Sequence[tuple[Json, list[tuple[Json, Path]]]]) -> list[Block]:
    """Return the picture of a finding in a record; nothing if it is about no trick.

    ``tricks`` has what became of each trick, and its plays with their places in it (`ruling_page.recorded`).
    """
    place, proof = finding["pointer"], finding.get("evidence", {}).get("proved_by")
    if place[:1] != ("tricks",) or len(place) == 1 or not any(plays for _, plays in tricks[place[1] : place[1] + 1]):
        return []
    marked = {place: finding["severity"]}
    shown = [place[1]]
    is_by_hand = False
    if isinstance(proof, tuple):
        marked[proof] = "proof"
        is_by_hand = proof[0] == "hands"
        shown += [proof[1]] if proof[0] == "tricks" and proof[1] != place[1] else []
    numbers = trick_numbers(record)
    felts: list[Block] = [
        Felt(
            text("Trick {}", numbers.get(index, index + 1)),
            list(_laid(index, tricks[index], record["players"], marked)),
            len(record["players"]),
        )
        for index in shown
    ]
    if is_by_hand:
        held = finding["evidence"].get("held", record["hands"][proof[1]])
        felts.append(Paragraph(text("The hand of <bdi>{}</bdi> proves it: {}.", proof[1], cards_text(held))))
    return [Division("picture", [Tight(felts)])]


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
