"""The whole pack dealt in unequal hands (`deck.leftover` = `dealt`, A8): the last trick is among those with a card."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from service.notations.registry import read, write
from tests.spades.builders.asking import answer, ask, faults, only, ruling
from tests.spades.builders.cards import STANDARD, Json

NAMES = ["ana", "ben", "cy", "dee", "eve"]
WHOLE = {"name": "classic-solo", "options": ["whole-pack"]}
KEPT = ["AH", "2C", "3C", "KH", "KC", "QH", "QC"]
SEVEN = {
    **WHOLE,
    "overrides": {"table": {"players": [3]}, "deck": {"removed": {"3": [c for c in STANDARD if c not in KEPT]}}},
}
"""Seven cards for three players: the player to the dealer's left has three, the others two."""


def seven(*tricks: Json, **members: Any) -> Json:
    """Return a round of seven cards, dealt by cy; ben wins the second trick and has no card for the third."""
    played = [{"leader": "ana", "cards": ["AH", "KH", "QH"]}, {"cards": ["2C", "KC", "QC"]}, {"cards": ["3C"]}]
    return {
        "ruleset": SEVEN,
        "players": NAMES[:3],
        "dealer": "cy",
        "hands": {"ana": ["AH", "2C", "3C"], "ben": ["KH", "KC"], "cy": ["QH", "QC"]},
        "bids_by_player": dict.fromkeys(NAMES[:3], 1),
        "tricks": [*tricks, *played[len(tricks) :]],
        **members,
    }


def plays(*cards: str) -> Json:
    """Return a trick play by play: each card behind its player."""
    return {"plays": [{"player": player, "card": card} for player, card in (each.split() for each in cards)]}


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
@pytest.mark.parametrize(("count", "sizes"), [(3, [18, 17, 17]), (5, [11, 11, 10, 10, 10]), (4, [13] * 4)])
def test_a_legal_round_is_clean_and_complete(count: int, sizes: list[int], form: str) -> None:
    for seed in range(6):
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
            assert [trick["winner"] for trick in ruled["tricks"]][-1] in {name for name, _ in log[-1]}
        cut = ruling({**body, "hands": hands, "tricks": written(log[:-1], form), "stopped": True})
        assert (cut["verdict"], cut["complete"]) == ("clean", False)


def test_the_lead_of_the_last_trick_passes_on_from_a_winner_without_a_card() -> None:
    assert only(seven())["tricks_won"] == {"ana": 2, "ben": 1, "cy": 0}
    first, second = plays("ana AH", "ben KH", "cy QH"), plays("ana 2C", "ben KC", "cy QC")
    only(seven(first, second, plays("ana 3C")))
    (found,) = ruling(seven(first, second, {**plays("ana 3C"), "leader": "ben"}))["findings"]
    assert (found["code"], found["severity"]) == ("leader_mismatch", "error")


def test_cards_not_read_before_the_last_trick_accuse_nobody_to_whom_that_lead_passes() -> None:
    """Whoever won the second trick, ben or cy, has no card left: ana leads, which does not say who won."""
    body = seven(plays("ana AH", "ben KH", "cy QH"), plays("ana 2C", "ben ??", "cy ??"))
    del body["hands"]
    ruled = ruling(body)
    assert (ruled["findings"], "winner" in ruled["tricks"][1]) == ([], False)
    for seed in range(20):
        hands, log, _ = chance_log(3, seed)
        tricks, names = written(log, "plays"), list(hands)
        for play in tricks[-2]["plays"][1:]:
            play["card"] = "??"
        record = {"ruleset": WHOLE, "players": names, "dealer": names[-1], "tricks": tricks}
        assert [each["code"] for each in ruling(record)["findings"]] == []


def test_a_revoke_is_proved_and_a_wrong_hand_is_counted() -> None:
    revoked = seven(plays("ana AH", "ben KC", "cy QH"), plays("ana 2C", "ben KH", "cy QC"), plays("ana 3C"))
    ruled = only(revoked, ("revoke", "#/tricks/0/plays/1"))
    assert (ruled["complete"], ruled["tricks_won"]) == (True, {"ana": 2, "ben": 0, "cy": 1})
    # Dealt by ana, the third card is ben's: two hands have a wrong number, and the round is void.
    found = ruling(seven(dealer="ana", tricks=[]))
    assert found["verdict"] == "void"
    assert [(each["player"], each["evidence"]) for each in found["findings"]] == [
        ("ana", {"listed": 3, "dealt": 2}),
        ("ben", {"listed": 2, "dealt": 3}),
    ]


def test_a_record_with_cards_says_who_dealt() -> None:
    body = seven()
    del body["dealer"]
    assert faults(body) == [("#/dealer", "required")]
    assert ask("checkBids", {"ruleset": SEVEN, "players": NAMES[:3], "bids": []})["findings"] == []
    rounds = {"ruleset": SEVEN, "players": NAMES[:3], "rounds": [{m: v for m, v in body.items() if m not in HEAD}]}
    assert faults(rounds, "auditGame") == [("#/rounds/0/dealer", "required")]
    assert ask("auditGame", {**rounds, "first_dealer": "cy"})["verdict"] == "clean"


HEAD = {"ruleset", "players"}
LEFT = {"ana": ["2C", "3C"], "ben": ["KC"], "cy": ["QC"]}


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("auditRound", seven(tricks=[], claim={"by": "ana", "tricks": 1, "accepted": True})),
        ("estimateBid", {"ruleset": SEVEN, "hand": ["KH", "KC"]}),
        (
            "judgeClaim",
            {
                "ruleset": SEVEN,
                "players": NAMES[:3],
                "hands": LEFT,
                "leader": "ana",
                "spades_broken": False,
                "claim": {"by": "ana", "tricks": 1},
            },
        ),
    ],
)
def test_what_is_not_judged_with_unequal_hands_is_refused(operation: str, body: Json) -> None:
    status, problem = answer(operation, body)
    assert status == 422
    assert "unequal_deal" in {each["code"] for each in problem["errors"]}


def test_a_round_has_as_many_tricks_as_the_largest_hand_has_cards() -> None:
    row = {"ruleset": WHOLE, "players": NAMES[:3], "bids_by_player": dict.fromkeys(NAMES[:3], 5)}
    assert len(ask("scoreRound", {**row, "tricks_won": {"ana": 6, "ben": 6, "cy": 6}})["teams"]) == 3
    assert faults({**row, "tricks_won": {"ana": 6, "ben": 6, "cy": 5}}, "scoreRound") == [
        ("#/tricks_won", "tricks_total")
    ]


def test_the_last_trick_is_written_in_shorthand_and_read_back() -> None:
    text = write(seven(), "shorthand")
    assert text.losses == ()
    (found,) = read(text.text, "shorthand")[1].records
    assert found == seven()


ELEVEN = ["AH", "KH", "QH", "JH", "AC", "KC", "QC", "JC", "AD", "KD", "QD"]


def eleven(*last: Json) -> Json:
    """Return a round of eleven cards, dealt by dee, who has none for the third trick; ana has won the second."""
    removed = [card for card in STANDARD if card not in ELEVEN]
    deck = {"leftover": "dealt", "removed": {"4": removed}}
    return {
        "ruleset": {"name": "pagat", "overrides": {"table": {"players": [4]}, "deck": deck}},
        "players": NAMES[:4],
        "dealer": "dee",
        "tricks": [
            {"leader": "ana", "cards": ["AH", "KH", "QH", "JH"]},
            {"leader": "ana", "cards": ["AC", "KC", "QC", "JC"]},
            {"plays": list(last)},
        ],
    }


def test_a_last_trick_may_lack_the_card_of_its_leader() -> None:
    """Rulings, where strangers' records convict: only those who still have a card are counted."""
    ana, ben, cy = ({"player": name, "card": card} for name, card in (("ana", "AD"), ("ben", "KD"), ("cy", "QD")))
    ruled = ruling(eleven(ben, cy))
    assert [(each["code"], each["player"]) for each in ruled["undecided"]] == [("wrong_leader", "ben")]
    assert ruled["findings"] == []
    assert "ana's card is the only one" in ruled["undecided"][0]["detail"]
    # Nobody's lead is missing if ana has led, nor if ben led and ana followed.
    assert ruling(eleven(ana, ben))["findings"] == []
    assert [each["code"] for each in ruling(eleven(ben, cy, ana))["findings"]] == ["wrong_leader"]
