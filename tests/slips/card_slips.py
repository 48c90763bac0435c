"""Slips in the cards and names of plays: miscopied, or two exchanged in one trick."""

from __future__ import annotations

from random import Random

from tests.naive.table import Pack, path
from tests.slips.model import Change, Scene, Slip, slip_of
from tests.spades.builders.cards import Json


def another_card(rng: Random, pack: Pack, card: str) -> str:
    """Return another card of the pack: often one that looks like this one, of the same suit or rank."""
    others = sorted(pack.cards - {card})
    way = rng.random()
    if way < 0.3:
        others = [each for each in others if each[1] == card[1]] or others
    elif way < 0.5:
        others = [each for each in others if each[0] == card[0]] or others
    return rng.choice(others)


def lead_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write the lead of a trick as another card of the pack."""
    return _miscopied(scene, rng, rng.randrange(len(scene.record["tricks"])), 0)


def card_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write any card that was played as another card of the pack."""
    trick = rng.randrange(len(scene.record["tricks"]))
    return _miscopied(scene, rng, trick, rng.randrange(len(scene.record["tricks"][trick]["plays"])))


def _miscopied(scene: Scene, rng: Random, trick: int, place: int) -> Slip:
    card = scene.record["tricks"][trick]["plays"][place]["card"]
    return _written_as(scene, trick, place, another_card(rng, scene.table.pack, card))


def card_miscopied_in_trick(scene: Scene, rng: Random) -> Slip | None:
    """Write a card as one that lies in the same trick."""
    chosen = _two_of_a_trick(scene, rng)
    if chosen is None:
        return None
    trick, place, other = chosen
    return _written_as(scene, trick, place, scene.record["tricks"][trick]["plays"][other]["card"])


def _written_as(scene: Scene, trick: int, place: int, card: str) -> Slip:
    record = scene.copied()
    play: Json = record["tricks"][trick]["plays"][place]
    change = Change(path("tricks", trick, "plays", place, "card"), recorded=card, suggested=play["card"])
    play["card"] = card
    return slip_of(record, "card_miscopied", change)


def name_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write another player's name for the one who played a card."""
    record = scene.copied()
    trick = rng.randrange(len(record["tricks"]))
    plays: list[Json] = record["tricks"][trick]["plays"]
    place = rng.randrange(len(plays))
    name = plays[place]["player"]
    plays[place]["player"] = rng.choice([player for player in record["players"] if player != name])
    pointer = path("tricks", trick, "plays", place, "player")
    change = Change(pointer, recorded=plays[place]["player"], suggested=name)
    # A whole trick then has two cards of one player.
    return slip_of(record, "name_miscopied", change, contradicts=trick in scene.whole_tricks)


def cards_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two cards of one trick."""
    return _exchanged(scene, rng, "card", "cards_exchanged")


def names_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two names of one trick."""
    return _exchanged(scene, rng, "player", "names_exchanged")


def _exchanged(scene: Scene, rng: Random, member: str, slip: str) -> Slip | None:
    chosen = _two_of_a_trick(scene, rng)
    if chosen is None:
        return None
    trick, *places = chosen
    record = scene.copied()
    one, other = (record["tricks"][trick]["plays"][place] for place in places)
    one[member], other[member] = other[member], one[member]
    changes = (
        Change(path("tricks", trick, "plays", place, member), recorded=now[member], suggested=then[member])
        for place, now, then in zip(places, (one, other), (other, one), strict=True)
    )
    return slip_of(record, slip, *changes)


def _two_of_a_trick(scene: Scene, rng: Random) -> tuple[int, int, int] | None:
    """Return a trick and two places in it."""
    tricks = [place for place, trick in enumerate(scene.record["tricks"]) if len(trick["plays"]) > 1]
    if not tricks:
        return None
    trick = rng.choice(tricks)
    one, other = rng.sample(range(len(scene.record["tricks"][trick]["plays"])), 2)
    return trick, one, other
