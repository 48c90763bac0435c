"""What PTN cannot hold of a record is told, and a record that it cannot hold at all is refused."""

from __future__ import annotations

import pytest

from service.notations.model import ReadText, UnwritableRecord
from service.notations.ptn import read, write
from tests.spades.builders.cards import Json

PLAIN: Json = {"players": ["ana", "ben", "cy", "dee"], "tricks": []}
UNFINISHED: Json = {"hands": {"ana": ["2S"]}}


def losses(**members: object) -> list[tuple[str, str]]:
    return [(loss.pointer, loss.code) for loss in write({**PLAIN, **members}).losses]


def refusals(record: Json) -> list[tuple[str, str]]:
    with pytest.raises(UnwritableRecord) as refused:
        write(record)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def test_a_record_is_written_in_one_way() -> None:
    record = {
        "players": ["ana", "ben", "cy", "dee"],
        "dealer": "dee",
        "round_number": 2,
        "hands": {"ana": ["2D", "AS", "BJ"], "cy": []},
        "set_aside": ["2C", "LJ"],
        "exchanges": [],
        "bids_by_player": {"ben": 0, "ana": 4},
        "blind_bidders": ["ben"],
        "tricks": [{"cards_by_player": {"ben": "3D", "ana": "2D"}}, {"cards_by_player": {"cy": "??"}}],
        "before": {"ana+cy": {"score": 40}, "ben+dee": {"score": -5}},
        "labels": {"Table": "4", "Event": "Club \\ night"},
    }
    assert write(record).text.split("\n") == [
        "% PTN",
        '[Event "Club \\\\ night"]',
        '[Table "4"]',
        '[GameCode "Spades"]',
        '[RoundNumber "2"]',
        '[GameScores "S:40 -5 40 -5"]',
        '[South "ana"]',
        '[West "ben"]',
        '[North "cy"]',
        '[East "dee"]',
        '[Dealer "E"]',
        '[Deal "E:- A..2..H - ..."]',
        '[Undealt "C2JL"]',
        '[CardsAdded ""]',
        '[CardsRemoved ""]',
        '[NotRecorded "bid order, first leader"]',
        '[Auction "S"]',
        "4 Blind Nil - -",
        '[Play "S"]',
        "D2 D3 - -",
        "- - ?? -",
        "",
    ]
    assert write(record).losses == ()


def test_bids_out_of_turn_keep_their_order() -> None:
    bids = [{"player": name, "tricks": 3} for name in ("ben", "dee", "cy", "ana", "ana")]
    text = write({**PLAIN, "bids": bids}).text
    assert text.endswith('[Auction "W"]\n3 - 3 -\n- 3 - 3\n- - - 3\n')
    assert read(text).records[0]["bids"] == bids


@pytest.mark.parametrize(
    ("members", "lost"),
    [
        ({"ruleset": "any"}, [("#/ruleset", "unmapped")]),
        ({"teams": [], "before": {}}, [("#/teams", "unmapped")]),
        ({"bids": []}, [("#/bids", "unmapped")]),
        ({"bids": [{"team": "ana+cy", "tricks": 4}]}, [("#/bids/0", "unmapped")]),
        ({"bids_by_player": {}}, [("#/bids_by_player", "unmapped")]),
        ({"bids_by_player": {"ana+cy": 4}}, [("#/bids_by_player/ana+cy", "unmapped")]),
        ({"bids_by_player": {"ana": 4}, "blind_bidders": ["ben"]}, [("#/blind_bidders/0", "unmapped")]),
        ({"bids": [{"player": "ana", "tricks": 4}], "blind_bidders": ["ana"]}, [("#/blind_bidders", "unmapped")]),
        ({"labels": {"the table": "4"}}, [("#/labels/the%20table", "unmapped")]),
        ({"labels": {"deal": "4"}}, [("#/labels/deal", "unmapped")]),
        ({"labels": {"Table": ""}}, [("#/labels/Table", "unmapped")]),
        ({"reported": {"score": {"ana+cy": 1}}}, [("#/reported", "unmapped")]),
        ({"before": {"ana+cy": {"score": 1}}}, [("#/before", "unmapped")]),
        ({**UNFINISHED, "before": {"ana": {"score": 1, "bags": 2}}}, [("#/before/ana/bags", "unmapped")]),
        ({**UNFINISHED, "before": {"Reds": {"score": 1}}}, [("#/before", "unmapped")]),
        (
            {**UNFINISHED, "before": {"ana+cy": {"score": 1}, "ben+dee": {"score": 1}}},
            [("#/before", "unmapped")],
        ),
        ({"labels": {"GameScores": "S:1 2 1 2"}}, []),
        ({"labels": {"GameScores": "1 2 1 2"}}, [("#/labels/GameScores", "unmapped")]),
        ({**UNFINISHED, "labels": {"GameScores": "S:1 2 1 2"}}, [("#/labels/GameScores", "unmapped")]),
        ({"exchanges": [{"from": "ana", "to": "cy", "cards": []}]}, [("#/exchanges", "unmapped")]),
        (
            {"tricks": [{"leader": "ana", "cards": ["2D"]}, {"leader": "ana", "cards": ["3D"], "winner": "ana"}]},
            [("#/tricks/1/winner", "unmapped"), ("#/tricks", "leaders")],
        ),
        (
            {"tricks": [{"plays": [{"player": "ana", "card": "2D", "withdrawn": []}] * 2}]},
            [
                ("#/tricks", "order_of_play"),
                ("#/tricks/0/plays/0/withdrawn", "unmapped"),
                ("#/tricks/0/plays/1/withdrawn", "unmapped"),
                ("#/tricks/0/plays/1", "second_card"),
            ],
        ),
        ({"tricks": [{"cards": ["2D"]}]}, [("#/tricks/0/cards", "no_leader")]),
        ({"tricks": [{"cards": []}]}, []),
        ({"tricks": [{"leader": "ana", "cards": ["2D"] * 5}]}, [("#/tricks/0/cards", "second_card")]),
    ],
)
def test_what_has_no_place_is_told(members: Json, lost: list[tuple[str, str]]) -> None:
    assert losses(**members) == lost


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"players": ["ana", "ben"], "rounds": []}, [("#/rounds", "not_a_round")]),
        ({"players": ["ana", "ben"], "tricks_won": {}}, [("#", "not_a_round")]),
        ({"tricks": []}, [("#", "not_a_round")]),
        ({"players": ["ana", "ana"], "tricks": []}, [("#/players/1", "duplicate_player")]),
        (
            {
                "players": ["ana", "ben"],
                "dealer": "cy",
                "hands": {"cy": []},
                "bids": [{"player": "cy", "tricks": 1}],
                "exchanges": [{"from": "cy", "to": "dee", "cards": []}],
                "tricks": [
                    {"plays": [{"player": "cy", "card": "2D"}], "winner": "cy"},
                    {"leader": "cy", "cards_by_player": {"cy": "2D"}},
                ],
            },
            [
                ("#/dealer", "unknown_player"),
                ("#/hands/cy", "unknown_player"),
                ("#/bids/0/player", "unknown_player"),
                ("#/exchanges/0/from", "unknown_player"),
                ("#/exchanges/0/to", "unknown_player"),
                ("#/tricks/0/plays/0/player", "unknown_player"),
                ("#/tricks/0/winner", "unknown_player"),
                ("#/tricks/1/leader", "unknown_player"),
                ("#/tricks/1/cards_by_player/cy", "unknown_player"),
            ],
        ),
    ],
)
def test_what_is_no_round_is_refused(record: Json, found: list[tuple[str, str]]) -> None:
    assert refusals(record) == found


def test_texts_that_follow_each_other_are_rounds_of_their_own() -> None:
    other = {**PLAIN, "players": ["eve", "fay"]}
    text = "\n".join(write(record).text for record in (PLAIN, other, PLAIN))
    assert read(text) == ReadText((PLAIN, other, PLAIN), ())
