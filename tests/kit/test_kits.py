"""A kit is right and whole: its answers are the service's, and every parameter is decided or left out for a reason."""

from __future__ import annotations

import re
import time
from typing import Any

import orjson
import pytest

from service.kit.engine import GROUPS, Question, bid_of
from service.kit.neighbours import neighbours_of
from service.operations.runner import answer
from service.problems import Problem
from service.spades.rules.ruleset import NAMES
from tests.kit.made import RULESETS, engine_of, kit_of, made

KITS = [pytest.param("seed"), *(pytest.param(name, marks=pytest.mark.long) for name in RULESETS if name != "seed")]
SENTENCE = re.compile(r"[A-Z][^.]*\.")
MOST_SECONDS = 20


def ask(operation: str, kit: Any, **members: Any) -> Any:
    reference = {name: kit["ruleset"][name] for name in ("name", "options", "overrides")}
    return answer(operation, orjson.dumps({"ruleset": reference, **members}))


def players_of(kit: Any) -> list[str]:
    return [f"seat {seat}" for seat in range(kit["player_count"])]


def bids(kit: Any, words: list[str]) -> list[Any]:
    kinds = [dict(zip(("kind", "tricks"), bid_of(word), strict=True)) for word in words]
    return [{"player": player, **kind} for player, kind in zip(players_of(kit), kinds, strict=False)]


def before(kit: Any, given: Any) -> dict[str, Any]:
    names = {"score": "scores_before", "bags": "bags_before", "sets": "sets_before"}
    names["consecutive_sets"] = "sets_in_a_row_before"
    sides = [each.name for each in engine_of(kit).table.sides]
    players = players_of(kit)
    teams = ["+".join(players[int(seat)] for seat in side.split("+")) for side in sides]
    return {
        team: {name: given[total][side] for name, total in names.items() if total in given}
        for side, team in enumerate(teams)
    }


def by_operation(kit: Any, asks: str, given: Any) -> Any:
    """Answer a question by the service's own operations, from requests as a client sends them."""
    players = players_of(kit)
    if asks == "legal_cards":
        plays = [{"player": player, "card": card} for player, card in zip(players, given["trick"], strict=False)]
        number = 1 if given["first_trick"] else 2
        moment = {"hand": given["hand"], "plays": plays, "trick_number": number, "players": players}
        return {"cards": ask("listLegalPlays", kit, spades_broken=given["spades_broken"], **moment)["legal"]}
    if asks in {"trick_winner", "breaks_spades"}:
        plays = [{"player": player, "card": card} for player, card in zip(players, given["trick"], strict=True)]
        judged = ask("judgeTrick", kit, players=players, plays=plays, spades_broken=False, trick_number=2)
        return (
            {"position": players.index(judged["winner"])}
            if asks == "trick_winner"
            else {"broken": judged["spades_broken"]}
        )
    if asks == "count_plays":
        return {"plays": count(kit, given["hands"], given["leader"], [], broken=given["spades_broken"])}
    row = {"players": players, "bids": bids(kit, given["bids"]), "dealer": players[-1], "before": before(kit, given)}
    if asks == "open_bids":
        hands = {players[len(given["bids"])]: given["hand"]}
        found = ask("checkBids", kit, round_number=given["round"], hands=hands, **row)["open"]
        words = {"nil": "nil", "blind_nil": "blind nil"}
        return {
            "bids": [
                words.get(bid["kind"], ("blind " * (bid["kind"] == "blind")) + str(bid["tricks"])) for bid in found
            ]
        }
    won = dict(zip(players, given["tricks"], strict=True))
    scored = ask("scoreRound", kit, tricks_won=won, round_number=given["round"], **row)
    sides = scored["teams"]
    return {
        "points": [side["points"] for side in sides],
        "scores": [side["after"]["score"] for side in sides],
        "bags": [side["after"].get("bags", 0) for side in sides],
        "game_over": scored["finished"],
        "winners": [at for at, side in enumerate(sides) if side["team"] in scored["winners"]],
    }


def count(kit: Any, hands: list[list[str]], leader: int, trick: list[str], *, broken: bool) -> int:
    """Count the plays of an ending by the operations."""
    if len(trick) == len(hands):
        winner = by_operation(kit, "trick_winner", {"trick": trick})["position"]
        breaks = by_operation(kit, "breaks_spades", {"trick": trick})["broken"]
        return count(kit, hands, (leader + winner) % len(hands), [], broken=broken or breaks)
    hand = hands[(leader + len(trick)) % len(hands)]
    if not hand:
        return 1
    moment = {"hand": hand, "trick": trick, "spades_broken": broken, "first_trick": False}
    legal = by_operation(kit, "legal_cards", moment)["cards"]
    left = {card: [[each for each in cards if each != card] for cards in hands] for card in legal}
    return sum(count(kit, left[card], leader, [*trick, card], broken=broken) for card in legal)


@pytest.mark.parametrize("name", KITS)
def test_this_service_gives_every_answer(name: str) -> None:
    kit = kit_of(name)
    differing = [
        (each["id"], found)
        for each in kit["vectors"]
        if each["asks"] != "count_plays" or len(each["given"]["hands"][0]) == 2
        if (found := by_operation(kit, each["asks"], each["given"])) != each["answer"]
    ]
    assert differing == []
    assert {each["asks"] for each in kit["vectors"]} >= GROUPS.keys() - {"breaks_spades"}


@pytest.mark.parametrize("name", KITS)
def test_a_vector_is_flat_and_says_in_a_sentence_what_it_tests(name: str) -> None:
    vectors = kit_of(name)["vectors"]
    assert 40 < len(vectors) <= 300
    assert len({each["id"] for each in vectors}) == len(vectors)
    for each in vectors:
        assert SENTENCE.fullmatch(each["tests"]), each["tests"]
        for member, value in (*each["given"].items(), *each["answer"].items()):
            items = value if isinstance(value, list) else [value]
            items = [card for hand in items for card in hand] if member == "hands" else items
            assert all(isinstance(item, str | int | bool) for item in items), each["id"]


@pytest.mark.parametrize("name", KITS)
def test_every_parameter_decides_a_vector_or_is_left_out_for_a_reason(name: str) -> None:
    kit = kit_of(name)
    tested = {each["name"] for each in kit["rules"]}
    left_out = [parameter for each in kit["not_tested"] for parameter in each["parameters"]]
    assert sorted([*left_out, *(name for name in tested if "." in name or name == "contracts")]) == sorted(NAMES)
    assert {name for each in kit["vectors"] for name in each["decides"]} == tested
    assert all(SENTENCE.match(each["why"]) for each in kit["not_tested"])


def test_a_vector_fails_with_a_neighbour_of_what_it_decides() -> None:
    kit = kit_of("seed")
    by_name: dict[str, list[Any]] = {}
    for neighbour in neighbours_of(engine_of(kit), steps_only=True):
        by_name.setdefault(neighbour.name, []).append(neighbour.engine)
    for each in kit["vectors"]:
        for name in each["decides"]:
            others = [engine.answer(Question(each["asks"], each["given"])) for engine in by_name[name]]
            assert any(other not in (None, each["answer"]) for other in others), (each["id"], name)


def test_what_decides_scores_and_cards_of_a_club_is_tested() -> None:
    tested = {each["name"] for each in kit_of("seed")["rules"]}
    assert tested >= {
        *("play.opening_card", "play.spade_lead", "play.broken_by", "any_card", "no_lead", "no_trumps"),
        *("bids.number.made", "bids.number.failed", "bids.number.overtrick", "bids.nil.made", "bids.nil.failed_tricks"),
        *("bids.nil.failed_bags_when_set", "bids.both_nil.how", "bags.limit", "bags.penalty", "bags.carry"),
        *("one_bag_penalty", "game.target", "game.target_test", "game.tie", "bids.nil.allowed", "bids.number.least"),
    }


def test_the_same_seed_makes_the_same_bytes() -> None:
    request = {"ruleset": "pagat", "asks": ["legal_cards", "trick_winner"]}
    first, again = (orjson.dumps(made(request)) for _ in range(2))
    other = made({**request, "seed": 2})
    assert first == again == orjson.dumps(made({**request, "seed": 1}))
    assert other["vectors"] != made(request)["vectors"]


def test_only_the_questions_asked_for_are_in_it() -> None:
    kit = made({"ruleset": "pagat", "asks": ["trick_winner"]})
    assert {each["asks"] for each in kit["vectors"]} == {"trick_winner"}
    whys = {name: each["why"] for each in kit["not_tested"] for name in each["parameters"]}
    assert whys["bags.limit"] == "No kind of question that was asked for depends on it."


def test_it_is_made_in_time() -> None:
    began = time.process_time()
    made({"ruleset": "pagat", "seed": 3})
    assert time.process_time() - began < MOST_SECONDS


def test_a_number_of_players_without_a_table_is_refused() -> None:
    with pytest.raises(Problem) as refused:
        made({"ruleset": "pagat", "player_count": 3})
    assert [error["code"] for error in refused.value.errors] == ["player_count"]
