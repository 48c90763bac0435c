"""What trick-notation cannot hold of a record is told, and what it can is written in one way."""

from __future__ import annotations

import pytest

from service.notations.model import UnwritableRecord
from service.notations.trick_notation import read, write
from tests.spades.builders.cards import Json

PLAIN: Json = {"players": ["ana", "ben", "cy", "dee"], "tricks": []}


def losses(**members: object) -> list[tuple[str, str]]:
    return [(loss.pointer, loss.code) for loss in write({**PLAIN, **members}).losses]


def test_a_record_is_written_in_one_way() -> None:
    record = {
        "players": ["Ana Maria", "ben", "cy", "dee"],
        "teams": [{"name": "Reds", "players": ["dee", "ben"]}],
        "dealer": "dee",
        "round_number": 2,
        "hands": {"ben": ["2D", "AS", "BJ", "??"], "Ana Maria": []},
        "set_aside": ["2C"],
        "exchanges": [{"from": "ben", "to": "dee", "cards": ["LJ", "2D"]}],
        "bids": [{"player": "Ana Maria", "tricks": 0, "blind": True}, {"player": "ben", "tricks": 4}],
        "tricks": [
            {"leader": "cy", "cards": ["2C", "BJ"]},
            {"cards_by_player": {"ben": "3D"}},
            {"cards": ["4D", "5D"]},
            {"leader": "cy", "cards_by_player": {"cy": "??", "ben": "4D"}},
        ],
        "reported": {"score": {"Reds": -40, "Ana Maria+cy": 71}},
        "labels": {"Table": "4", "Player1": "id-1"},
    }
    assert write(record).text.split("\n") == [
        "% trick-notation v1",
        '[Game "spades"]',
        '[Deck "suits=SHDC ranks=23456789TJQKA specials=BJ,LJ"]',
        '[Seats "N E S W"]',
        '[Dealer "W"]',
        '[Players "? ben cy dee"]',
        '[Player0 "Ana Maria"]',
        '[Partnerships "WE NS"]',
        '[Team0 "Reds"]',
        '[Result "-40 71"]',
        '[Caps "specials piles exchange"]',
        '[Round "2"]',
        '[Table "4"]',
        '[Player1 "id-1"]',
        "",
        "D N:-.-.-.- E:A.-.2.-.*BJ? @aside:-.-.-.2",
        "C N: blind:nil 4",
        "X E>W: *LJ 2D",
        "P S 2C *BJ",
        "P ?N - 3D",
        "P ? 4D 5D",
        "P S ?? - - 4D",
        "",
    ]
    assert write(record).losses == ()


@pytest.mark.parametrize(("count", "seats"), [(2, "A B"), (3, "A B C"), (4, "N E S W"), (6, "A B C D E F")])
def test_seats_have_letters(count: int, seats: str) -> None:
    names = ["ana", "ben", "cy", "dee", "eve", "fay"][:count]
    assert f'[Seats "{seats}"]\n[Players "{" ".join(names)}"]' in write({"players": names, "tricks": []}).text
    letters = list("SWNEXY")[:count]
    text = write({"players": letters, "tricks": []}).text
    assert f'[Seats "{" ".join(letters)}"]' in text
    assert "Players" not in text


def test_bids_out_of_turn_are_called_one_by_one() -> None:
    bids = [{"player": name, "tricks": 3} for name in ("ben", "dee", "cy", "ana", "ana")]
    text = write({**PLAIN, "bids": bids}).text
    assert text.endswith("\nC E: 3\nC W: 3\nC S: 3\nC N: 3\nC N: 3\n")
    assert read(text).records[0]["bids"] == bids


@pytest.mark.parametrize("dealer", [None, "ana", "ben", "cy", "dee"])
def test_bids_by_player_are_never_listed_as_if_in_order(dealer: str | None) -> None:
    bids = {"bids_by_player": {"ana": 1, "ben": 2, "cy": 3, "dee": 4}}
    record = {**PLAIN, **bids, **({"dealer": dealer} if dealer else {})}
    assert read(write(record).text).records == (record,)


@pytest.mark.parametrize(
    ("members", "lost"),
    [
        ({"ruleset": "any", "before": {}}, [("#/ruleset", "unmapped"), ("#/before", "unmapped")]),
        ({"players": ["ana", "b;c", "cy", "d\ne"]}, [("#/players/1", "renamed"), ("#/players/3", "renamed")]),
        ({"teams": [{"name": "x", "players": ["ana", "ben"]}]}, [("#/teams/0", "unmapped")]),
        ({"teams": [{"name": "x;y", "players": ["ana", "cy"]}]}, [("#/teams/0/name", "renamed")]),
        ({"bids": []}, [("#/bids", "unmapped")]),
        ({"bids": [{"team": "ana+cy", "tricks": 4}]}, [("#/bids/0", "unmapped")]),
        ({"bids": [{"player": "ana", "tricks": 4}]}, [("#/bids", "order_of_bids")]),
        ({"bids_by_player": {}}, [("#/bids_by_player", "unmapped")]),
        ({"bids_by_player": {"ana+cy": 4}}, [("#/bids_by_player/ana+cy", "unmapped")]),
        ({"blind_bidders": ["ben"]}, [("#/blind_bidders/0", "unmapped")]),
        (
            {"bids": [{"player": "ben", "tricks": 4}, {"player": "cy", "tricks": 4}], "blind_bidders": ["ben"]},
            [("#/blind_bidders", "unmapped")],
        ),
        ({"bids_by_player": {"ana": 4}, "blind_bidders": ["ben"]}, [("#/blind_bidders/0", "unmapped")]),
        ({"labels": {"the table": "4"}}, [("#/labels/the%20table", "unmapped")]),
        (
            {"labels": {"Deck": "4", "Team3": "5", "x": "a;b"}},
            [(f"#/labels/{key}", "unmapped") for key in ("Deck", "Team3", "x")],
        ),
        ({"labels": {"x": 'y"] [z "'}}, [("#/labels/x", "unmapped")]),
        ({"players": ["a b", "ben"], "labels": {"Player0": "4"}}, [("#/labels/Player0", "unmapped")]),
        ({"reported": {"points": {"ana": 1}}}, [("#/reported/points", "unmapped")]),
        ({"reported": {"score": {"Reds": 1}}}, [("#/reported/score", "unmapped")]),
        ({"reported": {"score": {"ana": 1, "ana+cy": 2}}}, [("#/reported/score", "unmapped")]),
        (
            {"reported": {"score": {"ana+cy": 1}}, "labels": {"Termination": "Aborted"}},
            [("#/reported/score", "unmapped")],
        ),
        (
            {"tricks": [{"plays": [{"player": "ana", "card": "2D"}, {"player": "dee", "card": "3D"}]}]},
            [("#/tricks", "order_of_play")],
        ),
        ({"tricks": [{"cards": ["2D"] * 5}]}, [("#/tricks/0/cards", "second_card")]),
        ({"tricks": [{"cards": []}]}, []),
    ],
)
def test_what_has_no_place_is_told(members: Json, lost: list[tuple[str, str]]) -> None:
    assert losses(**members) == lost


def test_what_is_no_round_is_refused() -> None:
    with pytest.raises(UnwritableRecord, match="one round at a time"):
        write({"players": ["ana", "ben"], "rounds": []})
