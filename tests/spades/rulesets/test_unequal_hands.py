"""The whole pack dealt in unequal hands (`deck.leftover` = `dealt`, A8), at random and in every form of a trick."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from service.notations.registry import read, write
from tests.spades.builders.asking import only, ruling
from tests.spades.builders.cards import STANDARD, Json

NAMES = ["ana", "ben", "cy", "dee", "eve"]
WHOLE = {"name": "classic-solo", "options": ["whole-pack"]}


def chance_log(count: int, seed: int) -> tuple[dict[str, list[str]], list[list[tuple[str, str]]], dict[str, int]]:
    """Return the hands that the last of these players dealt, the tricks of a legal round, and who won how many."""
    luck, names = random.Random(seed), NAMES[:count]
    pack = luck.sample(STANDARD, 52)
    hands = {name: pack[seat::count] for seat, name in enumerate(names)}
    left, won = {name: list(hand) for name, hand in hands.items()}, dict.fromkeys(names, 0)
    leader, broken, log = names[0], False, list[list[tuple[str, str]]]()
    while any(left.values()):
        first, trick = names.index(leader), list[tuple[str, str]]()
        for name in filter(left.get, names[first:] + names[:first]):
            plain = [card for card in left[name] if card[1] != "S"]
            same = [card for card in left[name] if trick and card[1] == trick[0][1][1]]
            lead = left[name] if broken else plain or left[name]
            card = luck.choice((same or left[name]) if trick else lead)
            left[name].remove(card)
            broken = broken or card[1] == "S"
            trick.append((name, card))
        led = trick[0][1][1]
        leader = max(trick, key=lambda play: (play[1][1] == "S", play[1][1] == led, STANDARD.index(play[1])))[0]
        won[leader] += 1
        log.append(trick)
    return hands, log, won


def written(log: Iterable[list[tuple[str, str]]], form: str) -> list[Json]:
    """Return a log in one of the forms of a trick."""
    forms: dict[str, Callable[[list[tuple[str, str]]], Json]] = {
        "plays": lambda trick: {"plays": [{"player": name, "card": card} for name, card in trick]},
        "cards": lambda trick: {"cards": [card for _, card in trick]},
        "leader and cards": lambda trick: {"leader": trick[0][0], "cards": [card for _, card in trick]},
        "cards by player": lambda trick: {"cards_by_player": dict(trick)},
    }
    return [forms[form](trick) for trick in log]


@pytest.mark.parametrize("form", ["plays", "cards", "leader and cards", "cards by player"])
@pytest.mark.parametrize(("count", "sizes"), [(3, [18, 17, 17]), (5, [11, 11, 10, 10, 10])])
def test_a_legal_round_is_clean_and_complete(count: int, sizes: list[int], form: str) -> None:
    """With all hands, one or none; a log that lacks its last trick is not complete, and shorthand keeps all of it."""
    for seed in range(3):
        hands, log, won = chance_log(count, seed)
        names = list(hands)
        assert [len(hand) for hand in hands.values()] == sizes
        body: Json = {
            "ruleset": WHOLE,
            "players": names,
            "dealer": names[-1],
            "bids_by_player": dict.fromkeys(names, 2),
        }
        for known in ({"hands": hands}, {"hands": {names[1]: hands[names[1]]}}, {}):
            ruled = only({**body, **known, "tricks": written(log, form)})
            assert (ruled["verdict"], ruled["complete"], ruled["tricks_won"]) == ("clean", True, won)
        cut = ruling({**body, "hands": hands, "tricks": written(log[:-1], form), "stopped": True})
        assert (cut["verdict"], cut["complete"]) == ("clean", False)
        if form == "leader and cards":
            text = write(whole := {**body, "tricks": written(log, form)}, "shorthand")
            assert (text.losses, read(text.text, "shorthand")[1].records) == ((), (whole,))
        if (
            form == "plays"
        ):  # whoever won the last trick but one may have no card left: the lead that passes proves nothing
            tricks = written(log, form)
            for play in tricks[-2]["plays"][1:]:
                play["card"] = "??"
            assert ruling({**body, "tricks": tricks})["findings"] == []
