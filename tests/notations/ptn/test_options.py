"""The options of an export are its ruleset, and what they leave open is noted."""

from __future__ import annotations

import json
import random

import pytest

from service.notations.ptn import read, write
from service.operations.runner import answer
from tests.spades.builders.cards import Json

ALL_SEATS = {2: "- -", 3: "- - -", 4: "- - - -", 5: "- - - - -", 6: "- - - - - -"}


def with_options(options: str, *lines: str, event: str = "x", deal: str = "- - - -") -> str:
    heads = [f'[Event "{event}"]', '[GameCode "Spades"]', f'[GameOptionsJson "{options}"]', f'[Deal "S:{deal}"]']
    return "\n".join([*heads, *lines])


def overrides(text: str) -> Json:
    ruleset = read(text).records[0]["ruleset"]
    assert ruleset["name"] == "trickster"
    rules: Json = ruleset["overrides"]
    return rules


def noted(text: str) -> list[str]:
    """Return the notes on options, without the one that lists the rules."""
    return [note.detail for note in read(text).notes if note.code in {"unmapped", "first_hand", "ten"}]


JOKERS = {"jokers": 2, "removed": {"4": ["2H", "2C"]}}


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ('{"variation":0}', {}),
        ('{"variation":1}', {"deck": {**JOKERS, "top_trumps": ["BJ", "LJ"]}}),
        ('{"variation":3}', {"deck": {**JOKERS, "top_trumps": ["BJ", "LJ", "2D", "2S"]}}),
        ('{"failBidScoring":1}', {"scoring": {"set": "minus_bid"}}),
        ('{"tenBagsPenalty":false}', {"scoring": {"bag_limit": 0}}),
        ('{"failBidScoring":1,"tenBagsPenalty":false}', {"scoring": {"set": "minus_bid", "bag_limit": 0}}),
        ('{"leadSpades":2}', {"play": {"spade_lead": "any_time"}}),
        ('{"mercyRule":1}', {"game": {"floor": -200}}),
        ('{"gameOverScore":350}', {"game": {"target": 350}}),
        ('{"minBid":4}', {"bidding": {"team_minimum": 4}}),
        ('{"nilPass":2}', {"nil": {"exchange": 2}}),
        ('{"nilOrZero":1}', {"bidding": {"zero": "uncommitted"}}),
        ('{"blindNonNilBids":4}', {"blind_bid": {"allowed": True, "minimum": 6, "deficit": 250}}),
        ('{"isPartnership":false}', {"table": {"sides": "individual"}}),
        ('{"players":4}', {}),
    ],
)
def test_an_option_is_a_rule(options: str, rules: Json) -> None:
    text = with_options(options)
    assert overrides(text) == {"table": {"sides": "partnership"}} | rules
    assert noted(text) == []


@pytest.mark.parametrize(
    ("options", "ten"),
    [
        ('{"tenForTwoHundred":true}', {"made": 200, "failed": 0}),
        ('{"tenBonus":1}', {"made": 200, "failed": 0}),
        ('{"tenForTwoHundred":true,"failBidScoring":1}', {"made": 200, "failed": -100}),
        ('{"failBidScoring":1,"tenForTwoHundred":true}', {"made": 200, "failed": -100}),
    ],
)
def test_a_ten_that_fails_costs_what_any_bid_costs(options: str, ten: Json) -> None:
    text = with_options(options, event="10-for-200")
    assert overrides(text)["special_bids"] == {"ten": ten}
    assert noted(text) == ["A bid of ten that fails is read as any other that fails: the options do not say."]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ('{"noWatching":true}', "is about the program and not about the game"),
        ('{"isTwoTeams":true}', "No parameter holds the option 'isTwoTeams: true'"),
        ('{"failBidScoring":2}', "What the option 'failBidScoring: 2' means is not public"),
        ('{"tenBonus":2}', "What the option 'tenBonus: 2' means is not public"),
        ('{"minBid":14}', "What the option 'minBid: 14' means is not public"),
        ('{"minBid":"4"}', "What the option 'minBid: \"4\"' means is not public"),
        ('{"minBid":{"a":[1]}}', "What the option"),
        ('{"players":5}', "No parameter holds the option 'players: 5'"),
    ],
)
def test_an_option_without_a_rule_is_noted(options: str, said: str) -> None:
    text = with_options(options)
    assert overrides(text) == {"table": {"sides": "partnership"}}
    (note,) = noted(text)
    assert said in note


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("Team 2v2 Whiz to 500", {"bidding": {"restriction": "whiz"}}),
        ("Team 2v2 Mirror to 500", {"bidding": {"restriction": "mirror"}}),
        ("Team 2v2 Joker-Joker-Deuce-Deuce", {"deck": {**JOKERS, "top_trumps": ["BJ", "LJ", "2D", "2S"]}}),
        ("Team 2v2 Joker-Joker-Deuce-Ace to 500", None),
        ("Spades", None),
    ],
)
def test_a_variation_of_an_unknown_number_is_what_the_title_says_or_there_is_no_ruleset(
    event: str, rules: Json | None
) -> None:
    text = with_options('{"variation":7,"minBid":4}', event=event)
    if rules is None:
        assert "ruleset" not in read(text).records[0]
        assert noted(text) == ["What the option 'variation: 7' means is not public, so it is not taken."]
    else:
        bidding = {"bidding": {**rules.get("bidding", {}), "team_minimum": 4}}
        assert overrides(text) == {"table": {"sides": "partnership"}} | rules | bidding


def test_a_first_hand_that_bids_itself_needs_its_number() -> None:
    first = '{"firstHandBidsItself":true}'
    assert overrides(with_options(first)) == {"table": {"sides": "partnership"}}
    assert len(noted(with_options(first))) == 1
    assert overrides(with_options(first, '[RoundNumber "1"]'))["bidding"] == {"first_round": "bids_itself"}
    assert noted(with_options(first, '[RoundNumber "1"]')) == []


@pytest.mark.parametrize(
    ("options", "deal", "rules"),
    [
        ("{}", "A.K.Q. - -", {"hand_size": {"3": 3}, "leftover": "set_aside"}),
        ("{}", "- - -", {"hand_size": {"3": 17}, "leftover": "set_aside"}),
        (
            '{"variation":1}',
            "- - -",
            {**JOKERS, "top_trumps": ["BJ", "LJ"], "hand_size": {"3": 18}, "leftover": "none"},
        ),
    ],
)
def test_the_cards_of_another_number_of_players_are_those_of_the_deal(options: str, deal: str, rules: Json) -> None:
    assert overrides(with_options(options, deal=deal)) == {
        "table": {"sides": "individual", "players": [3]},
        "deck": rules,
    }


def test_any_options_make_a_ruleset_that_can_be_played() -> None:
    choices = {
        "variation": (0, 1, 3),
        "failBidScoring": (0, 1),
        "tenBagsPenalty": (True, False),
        "leadSpades": (0, 2),
        "mercyRule": (0, 1),
        "minBid": (0, 4),
        "nilPass": (0, 2, 4),
        "nilOrZero": (0, 1),
        "blindNonNilBids": (0, 4),
        "tenForTwoHundred": (True, False),
        "firstHandBidsItself": (True, False),
        "isPartnership": (True, False),
        "gameOverScore": (300, 1000),
    }
    luck = random.Random(29)
    for _ in range(200):
        options = {name: luck.choice(values) for name, values in choices.items() if luck.random() < 0.7}
        deal = luck.choice([*ALL_SEATS.values()])
        record = read(with_options(json.dumps(options), deal=deal)).records[0]
        assert read(write(record).text).records == (record,)
        resolved = answer("resolveRuleset", json.dumps({"ruleset": record["ruleset"]}).encode())
        assert resolved["name"] == "trickster"


# Two hands of a public tracker (TricksterCards/TricksterBots, under the MIT licence), with names of our own: of the
# first everything, of the second what is stored of it, which ends within the deal.
HAND_335 = """% PTN
[Event "Spades - 2v2 Joker-Joker-Deuce-Deuce to 500, 1st hand bids itself, no Nil"]
[GameCode "Spades"]
[GameOptionsJson "{"variation":3,"failBidScoring":1,"minBid":4,"tenForTwoHundred":true,"blindNonNilBids":4,\
"noWatching":true,"nilOrZero":1,"firstHandBidsItself":true}"]
[GameScores "S:162 527 162 527"]
[Dealer "N"]
[Deal "N:KQT982.AK4.6.K87 A65.J3.T94.AT964 J743.T86.KQ5.QJ3 .Q975.AJ8732.5.HL"]
[Auction "E"]
1 2 4 6
[Play "E"]
CA C3 C5 C7
H3 H6 HQ HK
C4 CJ D2 CK
D4 D5 DA D6
D9 DQ D3 S8
HJ H8 H9 HA
S5 HT H7 H4
C6 CQ DJ C8
DT DK D8 S9
S6 S3 JH ST
CT S4 H5 SQ
SA S7 JL SK
C9 SJ D7 S2
"""
HAND_231 = """% PBN
[Event "Spades - Team 2v2 Joker-Joker-Ace to 350/-200"]
[LocalDateTime "12/30/2023 5:51 PM PST"
[GameCode "Spades"]
[GameOptionsJson "{"gameOverScore":350,"variation":1,"failBidScoring":1,"tenBagsPenalty":false,"leadSpades":2,\
"mercyRule":1,"minBid":4,"tenForTwoHundred":true,"nilOrZero":1}"]
[GameScores "S:244 369 244 369"]
[Dealer "E"]
[Deal "E:QJ42.6.Q765.J85.H .AQJT84.AK93.Q63 K9765.K95.842.T9 -"]
"""


def test_a_customers_hand_with_jokers_and_promoted_deuces_is_clean_as_it_stands() -> None:
    record = read(HAND_335).records[0]
    ruling = answer("auditRound", json.dumps(record).encode())
    assert (ruling["verdict"], ruling["complete"], ruling["findings"], ruling["undecided"]) == ("clean", True, [], [])
    assert [(side["contract"], side["tricks"], side["points"]) for side in ruling["as_played"]] == [
        (8, 7, -80),
        (5, 6, 51),
    ]
    # Without its options the record contradicts itself: it has jokers.
    record["ruleset"] = "trickster"
    assert answer("auditRound", json.dumps(record).encode())["verdict"] == "inconsistent"


def test_a_customers_hand_with_jokers_alone_has_nothing_against_it() -> None:
    found = read(HAND_231)
    ruling = answer("auditRound", json.dumps(found.records[0]).encode())
    assert (ruling["verdict"], ruling["complete"], ruling["findings"]) == ("clean", False, [])
    assert found.records[0]["before"] == {"S+N": {"score": 244}, "W+E": {"score": 369}}
    assert sorted(note.code for note in found.notes if note.code != "unescaped_quotes") == [
        *("called_by_seat", "missing_bracket", "rules", "scores", "ten"),
    ]
