"""What holds of every ruling: symmetries, and nobody accused falsely."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from service.spades.cards import INDEX
from service.spades.ruling.readings import MOST_OFFERED
from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import (
    ALL_HOUSES,
    BOUNDED,
    HOUSES,
    MANY,
    Played,
    hide,
    play,
    recorded,
    seeds,
    sheet_of_round,
)


def unordered(answer: Json) -> Json:
    """Return an answer without its id and without what follows from the order in which the players are listed."""
    # The sentence on how the game stands names the sides in that order.
    answer = {name: value for name, value in answer.items() if name not in {"ruling_id", "detail"}}
    if "winners" in answer:
        answer["winners"] = sorted(answer["winners"])
    for member in ("as_played", "as_ruled", "teams"):
        if member in answer:
            sides = [{**side, "players": sorted(side["players"])} for side in answer[member]]
            answer[member] = sorted(sides, key=lambda side: str(side["team"]))
    places = findings_of(answer)
    if "penalties" in answer:
        charged = [{**each, "finding": places[each["finding"]]} for each in answer["penalties"]]
        answer["penalties"] = sorted(charged, key=json.dumps)
    for member in ("findings", "undecided"):
        for finding in answer.get(member, ()):
            # Missing cards follow from the first fault of the deal: that is one of the order.
            if "follows" in finding:
                finding["follows"] = None if finding["code"] == "missing_cards" else places[finding["follows"]]
            if "rests_on" in finding.get("evidence", {}):
                finding["evidence"]["rests_on"].sort()
            if "conflicts_with" in finding:
                finding["conflicts_with"] = sorted(places[place] for place in finding["conflicts_with"])
        answer[member] = sorted(answer.get(member, ()), key=json.dumps)
    return answer


def findings_of(answer: Json) -> list[tuple[str, str]]:
    return [(finding["code"], finding["pointer"]) for finding in answer["findings"]]


def with_doubts(answer: Json) -> list[tuple[str, str]]:
    """Return what was found, and what one slip more would explain."""
    doubts = [(each["code"], each["pointer"]) for each in answer["undecided"] if "readings" in each]
    return sorted([*findings_of(answer), *doubts])


legal_rounds = st.builds(play, st.sampled_from(ALL_HOUSES), seeds)
careless_rounds = st.builds(play, st.sampled_from(ALL_HOUSES), seeds, st.sampled_from((0.5, 0.9, 0.97)))


@MANY
@given(legal_rounds)
def test_a_legal_round_is_clean(played: Played) -> None:
    """And its tricks go to whom the players gave them."""
    answer = ruling(played.request)
    assert (answer["verdict"], answer["complete"]) == ("clean", True)
    assert (answer["findings"], answer["undecided"]) == ([], [])
    assert [trick["winner"] for trick in answer["tricks"]] == list(played.winners)


@MANY
@given(legal_rounds, seeds)
def test_a_legal_round_never_gets_a_finding_whatever_is_hidden(played: Played, seed: int) -> None:
    answer = ruling(hide(played.request, seed))
    assert answer["findings"] == []
    assert answer["verdict"] == ("undetermined" if answer["undecided"] else "clean")


@MANY
@given(careless_rounds)
def test_a_complete_log_decides_what_full_hands_decide(played: Played) -> None:
    log = {name: value for name, value in played.request.items() if name != "hands"}
    with_hands, without = ruling(played.request), ruling(log)
    assert with_doubts(with_hands) == with_doubts(without)
    assert all("readings" in each for each in (*with_hands["undecided"], *without["undecided"]))
    # A slip that the hands rule out may be what leaves the score without them open.
    assert without.get("as_played", with_hands.get("as_played")) == with_hands.get("as_played")
    assert set(findings_of(without)) <= set(findings_of(with_hands))


@BOUNDED
@given(careless_rounds, seeds)
def test_less_evidence_never_proves_more(played: Played, seed: int) -> None:
    """What is found in part of a record is found in the whole of it."""
    part = hide(played.request, seed)
    assert set(findings_of(ruling(part))) <= set(findings_of(ruling(played.request)))


@BOUNDED
@given(careless_rounds)
def test_tricks_are_conserved(played: Played) -> None:
    """Order of scoring, step 1: the players' tricks add up to the size of a hand."""
    answer = ruling(played.request)
    assert answer["tricks_won"] == {name: played.winners.count(name) for name in played.house.names}
    assert sum(answer["tricks_won"].values()) == len(played.request["tricks"])
    assert sum(side["tricks"] for side in answer["as_played"]) == len(played.request["tricks"])


@BOUNDED
@given(careless_rounds)
def test_a_record_and_its_score_sheet_score_alike(played: Played) -> None:
    assert ruling(played.request)["as_played"] == ask("scoreRound", sheet_of_round(played))["teams"]


@MANY
@given(recorded(ALL_HOUSES))
def test_any_record_has_an_answer(request_: Json) -> None:
    """A record is never refused because somebody broke the rules in it; the verdict is the first that holds."""
    answer = ruling(request_)
    gravities = {finding["severity"] for finding in answer["findings"]}
    if answer["verdict"] != "void":
        open_ = "undetermined" if answer["undecided"] else "clean"
        sound = "inconsistent" if "error" in gravities else open_
        assert answer["verdict"] == ("irregular" if "offence" in gravities else sound)
        won = sum(answer["tricks_won"].values())
        if "readings" not in answer:
            assert ("as_played" in answer) is (answer["complete"] and won == len(request_["tricks"]))
        assert ("figures_from" in answer) is ("readings" in answer and "as_played" in answer)
    assert all(finding.get("follows", 0) < len(answer["findings"]) for finding in answer["findings"])
    assert all({"decided_by", "conflicts_with", "readings"} & set(finding) for finding in answer["undecided"])


PASSED_AND_BROKEN: Json = {
    "ruleset": "two-player",
    "players": ["ana", "ben"],
    "tricks": [
        {"plays": [{"player": "ben", "card": "5S"}, {"player": "ana", "card": "8S"}]},
        {"plays": [{"player": "ben", "card": "4D"}, {"player": "ana", "card": "3C"}]},
    ],
    "exchanges": [{"from": "ben", "to": "ana", "cards": ["QD", "AH"]}],
}
"""Offences of a trick, and one of none, which a trick that may be missing does not move."""


def turned(request: Json, steps: int) -> Json:
    """Return the same round with the players listed from another seat."""
    players = request["players"]
    return request | {"players": players[steps % len(players) :] + players[: steps % len(players)]}


@MANY
@given(recorded(ALL_HOUSES), st.integers(1, 3))
@example(PASSED_AND_BROKEN, 1)
def test_the_ruling_does_not_depend_on_who_is_listed_first(request_: Json, steps: int) -> None:
    assert unordered(ruling(turned(request_, steps))) == unordered(ruling(request_))


@BOUNDED
@given(careless_rounds, st.integers(1, 3))
def test_the_score_does_not_depend_on_who_is_listed_first(played: Played, steps: int) -> None:
    sheet = sheet_of_round(played)
    assert unordered(ask("scoreRound", turned(sheet, steps))) == unordered(ask("scoreRound", sheet))


def moved(value: Any, players: Sequence[str]) -> Any:
    """Return a value in which everyone's name is that of the player to the left, and Reds are Blues."""
    left = dict(zip(players, [*players[1:], players[0]], strict=True)) | {"Reds": "Blues", "Blues": "Reds"}
    return json.loads(re.sub(r"\b(?:" + "|".join(left) + r")\b", lambda match: left[match[0]], json.dumps(value)))


@MANY
@given(recorded(ALL_HOUSES))
def test_the_ruling_treats_all_seats_alike(request_: Json) -> None:
    """What everyone did, done by the player to the left, has the answer of the players to the left.

    With partners that swaps the two teams.
    """
    players = request_["players"]
    left = moved(request_, players) | {"players": players}
    assert unordered(ruling(left)) == unordered(moved(ruling(request_), players))


@BOUNDED
@given(careless_rounds)
def test_the_score_treats_all_seats_alike(played: Played) -> None:
    """And so are the two teams."""
    sheet = sheet_of_round(played)
    left = moved(sheet, sheet["players"]) | {"players": sheet["players"]}
    assert unordered(ask("scoreRound", left)) == unordered(moved(ask("scoreRound", sheet), sheet["players"]))


PLAIN_SUITS = [dict(zip("CDH", each, strict=True)) for each in itertools.permutations("CDH")][1:]


def recoloured(value: Any, suits: Mapping[str, str]) -> Any:
    """Return a value in which the suits of all cards are others."""
    text = re.sub(r'"([2-9TJQKA]?)([CDH])"', lambda match: f'"{match[1]}{suits[match[2]]}"', json.dumps(value))
    return json.loads(text)


def unsorted(value: Any) -> Any:
    """Return an answer without its id and its sentences, lists of cards in one order whatever their suits.

    Readings that are as likely as each other stand in the order of their cards; of more than are offered some are left
    out, so that only their number is the same.
    """
    if isinstance(value, dict):
        return {name: unsorted(each) for name, each in value.items() if name not in {"detail", "ruling_id"}}
    if isinstance(value, list):
        items = [unsorted(each) for each in value]
        if all(isinstance(each, dict) and each.keys() == {"card", "winner"} for each in items):
            return sorted(items, key=json.dumps)
        if all(isinstance(each, dict) and "slip" in each for each in items):
            return len(items) if len(items) == MOST_OFFERED else sorted(items, key=json.dumps)
        return sorted(items) if all(isinstance(each, str) and each in INDEX for each in items) else items
    return value


@MANY
@given(recorded(HOUSES), st.sampled_from(PLAIN_SUITS))
def test_the_plain_suits_are_alike(request_: Json, suits: Mapping[str, str]) -> None:
    """Clubs, diamonds and hearts may change places: nothing changes but the cards."""
    assert unsorted(ruling(recoloured(request_, suits))) == unsorted(recoloured(ruling(request_), suits))


@BOUNDED
@given(recorded(ALL_HOUSES), st.randoms(use_true_random=False))
def test_the_order_of_members_does_not_matter(request_: Json, luck: random.Random) -> None:
    """One record, one id, however it is written."""

    def shuffled(value: Any) -> Any:
        if isinstance(value, list):
            return [shuffled(each) for each in value]
        if not isinstance(value, dict):
            return value
        members = [(name, shuffled(each)) for name, each in value.items()]
        luck.shuffle(members)
        return dict(members)

    assert ruling(shuffled(request_)) == ruling(request_)


@BOUNDED
@given(st.builds(play, st.sampled_from(HOUSES), seeds))
def test_two_spellings_of_a_ruleset_have_one_answer(played: Played) -> None:
    for operation, request in (("auditRound", played.request), ("scoreRound", sheet_of_round(played))):
        whole = ask(operation, request)
        assert ask(operation, request | {"ruleset": played.house.preset}) == whole
        assert ask(operation, request | {"round_number": 7})["ruling_id"] != whole["ruling_id"]
