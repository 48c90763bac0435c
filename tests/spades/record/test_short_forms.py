"""Short forms of a record: bids by player, tricks as lists of cards or as cards by player."""

from __future__ import annotations

import json

import pytest

from service.operations.runner import answer
from service.problems import Problem
from service.spades.play.leads_left_out import find_leads
from tests.spades.builders.asking import ask, faults, only, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, without
from tests.spades.builders.legal_rounds import REVOKED, legal_round
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import call, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.short_forms import with_bids_by_player, with_cards

FORMS = ("cards", "cards_by_player")
SHORT = with_cards(without(REVOKED, "hands"), leaders=False)
"""cy revokes in the first trick: four tricks, all won by ana, none of which says so."""
COLUMNS = with_cards(without(REVOKED, "hands"), form="cards_by_player", leaders=False)


def with_trick(body: Json, index: int, **members: object) -> Json:
    """Return a record with other members in a trick; None takes a member out."""
    tricks = [dict(trick) for trick in body["tricks"]]
    tricks[index] = {name: value for name, value in {**tricks[index], **members}.items() if value is not None}
    return {**body, "tricks": tricks}


# Where things are.


def test_a_finding_points_to_the_card_in_its_list() -> None:
    """E7: cy keeps the queen of hearts, and puts it on the second trick."""
    ruled = only(SHORT, ("revoke", "#/tricks/0/cards/2"))
    assert ruled["findings"][0]["evidence"]["proved_by"] == "#/tricks/1/cards/2"


def test_a_finding_points_to_the_card_of_its_player() -> None:
    ruled = only(COLUMNS, ("revoke", "#/tricks/0/cards_by_player/cy"))
    assert ruled["findings"][0]["evidence"]["proved_by"] == "#/tricks/1/cards_by_player/cy"


def test_a_name_is_escaped() -> None:
    body = changed(COLUMNS, players=["ana", "ben", "c/~\u00fc", "dee"])
    body["tricks"] = [
        {
            "cards_by_player": {
                "c/~\u00fc" if name == "cy" else name: card for name, card in trick["cards_by_player"].items()
            }
        }
        for trick in body["tricks"]
    ]
    body["bids"] = [{**bid, "player": name} for bid, name in zip(body["bids"], body["players"], strict=True)]
    assert places(ruling(body)["findings"]) == [("revoke", "#/tricks/0/cards_by_player/c~1~0%C3%BC")]


def test_a_finding_in_a_game_points_into_its_round() -> None:
    round_ = with_bids_by_player(without(SHORT, "ruleset", "players", "dealer"))
    game = {"ruleset": SHORT["ruleset"], "players": SHORT["players"], "first_dealer": "dee", "rounds": [round_, round_]}
    game["rounds"] = [round_, changed(round_, bids_by_player={"ana": 1, "ben": 1, "cy": 1, "dee": 9})]
    first, second = ask("auditGame", game)["rounds"]
    assert places(first["findings"]) == [("revoke", "#/rounds/0/tricks/0/cards/2")]
    # The deal moves on, and with it the lead: the second round is ben's to lead.
    assert next(trick["leader"] for trick in second["tricks"]) == "ben"
    assert ("bid_too_high", "#/rounds/1/bids_by_player/dee") in places(second["findings"])


def test_forms_may_be_mixed() -> None:
    mixed = {**SHORT, "tricks": [SHORT["tricks"][0], COLUMNS["tricks"][1], *REVOKED["tricks"][2:]]}
    ruled = only(mixed, ("revoke", "#/tricks/0/cards/2"))
    assert ruled["findings"][0]["evidence"]["proved_by"] == "#/tricks/1/cards_by_player/cy"
    assert ruled["tricks"] == ruling(without(REVOKED, "hands"))["tricks"]


# Which form.


@pytest.mark.parametrize(
    ("trick", "found"),
    [
        ({}, [("#/tricks/1", "plays_or_cards")]),
        ({"cards": [], "plays": []}, [("#/tricks/1", "plays_or_cards")]),
        (
            {"cards": [], "cards_by_player": {}, "leader": "eve"},
            [("#/tricks/1", "plays_or_cards"), ("#/tricks/1/leader", "unknown_player")],
        ),
        ({"cards_by_player": {"eve": "2C"}}, [("#/tricks/1/cards_by_player/eve", "unknown_player")]),
        ({"cards": ["2C"], "winner": "eve"}, [("#/tricks/1/winner", "unknown_player")]),
    ],
)
def test_a_trick_has_its_cards_once(trick: Json, found: list[tuple[str, str]]) -> None:
    body = {**SHORT, "tricks": [SHORT["tricks"][0], trick]}
    assert faults(body) == found


def test_two_forms_beside_plays_that_can_be_read() -> None:
    """The quick way through a log of plays must not overlook them."""
    body = {**REVOKED, "tricks": [{**REVOKED["tricks"][0], "cards": ["2C"], "winner": "ana"}]}
    assert faults(body) == [("#/tricks/0", "plays_or_cards")]


BIDS = {"ana": 1, "ben": 1, "cy": 1, "dee": 1}


@pytest.mark.parametrize(
    ("members", "found"),
    [
        ({"bids_by_player": BIDS, "bids": []}, [("#/bids_by_player", "bids_or_bids_by_player")]),
        ({"bids": [], "blind_bidders": ["ana"]}, [("#/blind_bidders", "needs_bids_by_player")]),
        ({"bids_by_player": {"ana": 1}, "blind_bidders": ["ana", "ben"]}, [("#/blind_bidders/1", "blind_without_bid")]),
        ({"bids_by_player": {"eve": 1}}, [("#/bids_by_player/eve", "unknown_player")]),
        ({"bids_by_player": {"ana+cy": 0}}, [("#/bids_by_player/ana+cy", "nil_needs_player")]),
        ({"bids_by_player": {"ana+cy": 2, "cy": 1}}, [("#/bids_by_player/cy", "bid_repeated")]),
        ({"bids_by_player": BIDS}, []),
        ({}, []),
    ],
)
def test_bids_come_in_one_form(members: Json, found: list[tuple[str, str]]) -> None:
    assert faults({**without(SHORT, "bids"), **members}) == found


def sheet(**members: object) -> Json:
    """Return a row of a score sheet."""
    return {
        "ruleset": "pagat",
        "players": ["ana", "ben", "cy", "dee"],
        "tricks_won": {"ana+cy": 6, "ben+dee": 7},
        **members,
    }


def test_a_sheet_needs_bids_in_one_form() -> None:
    assert faults(sheet(), "scoreRound") == [("#/bids", "required")]
    nil = sheet(bids_by_player={**BIDS, "dee": 0})
    assert faults(nil, "scoreRound") == [("#/tricks_won/ben+dee", "nil_needs_player")]
    assert faults(sheet(bids_by_player={"ana": 3, "ben": 4, "cy": 2}), "scoreRound") == [
        ("#/bids_by_player", "bid_missing")
    ]
    game = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "rounds": [{"tricks_won": {"ana+cy": 13}}]}
    assert faults(game, "scoreGame") == faults(game, "auditGame") == [("#/rounds/0/bids", "required")]


def test_a_sheet_of_bids_by_player_has_the_same_score() -> None:
    long = sheet(
        bids=[
            {"player": "ana", "tricks": 3},
            {"player": "ben", "tricks": 4},
            {"player": "cy", "tricks": 2},
            {"player": "dee", "tricks": 1},
        ]
    )
    assert ask("scoreRound", with_bids_by_player(long))["teams"] == ask("scoreRound", long)["teams"]


# Who led.


def test_an_old_sheet_without_dealer_or_leader() -> None:
    """A list of cards belongs to nobody until somebody led it; by player, the cards prove what they can."""
    bare = ("bids", "dealer")
    assert faults(without(SHORT, *bare)) == [("#/tricks/0/leader", "leader_unknown")]
    ruled = ruling(without(COLUMNS, *bare))
    assert ruled["findings"] == []
    # In trick 2 nobody can have revoked: whoever has hearts or clubs left plays one.
    assert {each["decided_by"] for each in ruled["undecided"]} == {"#/tricks/0/leader"}
    assert {each["code"] for each in ruled["undecided"]} == {"revoke"}
    assert ruled["verdict"] == "undetermined"
    # Trick 3 has only diamonds, whoever led it, and trick 4 only spades.
    assert [trick.get("winner") for trick in ruled["tricks"][2:]] == ["ana", "ana"]
    assert [trick.get("leader") for trick in ruled["tricks"]] == [None, None, None, "ana"]


def test_only_the_first_of_a_row_of_unknown_leads_is_a_fault() -> None:
    body = with_trick(without(SHORT, "bids", "dealer"), 2, leader="ana")
    assert faults(body) == [("#/tricks/0/leader", "leader_unknown")]
    body = with_trick(body, 2, cards=["AD", "??", "QD", "JD"])  # the card may be a spade
    assert faults(body) == [("#/tricks/0/leader", "leader_unknown"), ("#/tricks/3/leader", "leader_unknown")]
    assert faults(with_trick(with_trick(body, 0, leader="ana"), 2, winner="ben")) == []


def test_a_card_that_could_not_have_won_leaves_the_lead_known() -> None:
    spades_first = record(honours(), "ana AS ?? QS JS", "ana AC KC QC JC")
    assert faults(with_cards(spades_first, leaders=False)) == []


def test_the_claimed_winner_led_the_next_trick() -> None:
    """Row 4: who leads because the record gave him the trick does not lead wrongly."""
    body = with_trick(SHORT, 0, winner="ben")
    assert [trick.seats[0] for trick in find_leads(*read_with_ruleset(body)).tricks[:2]] == [0, 1]
    ruled = ruling(body)
    assert "leader" not in ruled["tricks"][1]  # if the name is wrong, ana won and may have led
    assert "wrong_leader" not in codes(ruled["findings"])
    assert ("wrong_winner", "#/tricks/0/winner") in places(ruled["findings"])


def test_a_leader_is_judged_only_if_the_record_names_him() -> None:
    """Row 1: ben leads to the second trick, which was ana's to lead."""
    for form in FORMS:
        short = with_cards(legal_round(), form=form, leaders=False)
        assert ruling(short)["verdict"] == "clean"
        other = legal_round()
        plays = other["tricks"][1]["plays"]
        other["tricks"][1]["plays"] = [*plays[1:], plays[0]]
        ruled = ruling(without(with_cards(other, form=form), "hands"))
        place = "cards/0" if form == "cards" else "cards_by_player/ben"
        assert ("wrong_leader", f"#/tricks/1/{place}") in places(ruled["findings"])


@pytest.mark.parametrize(
    ("rule", "bids", "leader"),
    [
        ("high_bidder", {"ana": 1, "ben": 2, "cy": 1, "dee": 1}, "ben"),
        ("high_bidder", {"ana": 1, "ben": 2, "cy": 2, "dee": 1}, None),
        ("lowest_club", BIDS, "dee"),
        ("dealer", BIDS, "dee"),
    ],
)
def test_the_ruleset_names_the_first_leader(rule: str, bids: Json, leader: str | None) -> None:
    """E1; of equal bids nobody knows the first."""
    ruleset = honours(play={"opening_leader": rule, "opening_card": "any"})
    body = changed(COLUMNS, ruleset=ruleset, bids_by_player=bids)
    assert ruling(without(body, "bids"))["tricks"][0].get("leader") == leader
    if rule == "lowest_club":  # nobody but the log could say who held it, and the log says it only by player
        assert faults(changed(SHORT, ruleset=ruleset)) == [("#/tricks/0/leader", "leader_unknown")]


# What is not judged.


def test_a_short_list_lacks_the_cards_of_the_last_players() -> None:
    body = with_trick(legal_short(), 0, cards=["KH", "5H", "9H"])
    ruled = ruling(without(body, "hands"))
    assert places(ruled["findings"]) == [("missing_play", "#/tricks/0/cards")]
    assert ruled["findings"][0]["player"] == "dee"
    # Without hands, any but the lead may be the one left out: with another lead, ana would not have won.
    assert {each["changes"][0]["pointer"] for each in ruled["readings"]} == {
        f"#/tricks/0/cards/{at}" for at in range(1, 4)
    }
    assert {each["slip"] for each in ruled["readings"]} == {"play_left_out"}


def legal_short() -> Json:
    """Return the legal round of thirteen tricks as lists of cards."""
    return with_cards(legal_round())


def test_a_card_left_out_of_a_list_may_be_any() -> None:
    ruled = ruling(with_trick(legal_short(), 0, cards=["KH", "9H", "2H"]))
    (reading,) = ruled["readings"]
    assert reading["slip"] == "play_left_out"
    assert reading["changes"] == [{"pointer": "#/tricks/0/cards/1", "suggested": "5H"}]
    assert reading["verdict"] == "clean"


def test_a_card_left_out_by_player() -> None:
    short = with_cards(legal_round(), form="cards_by_player")
    cards = {name: card for name, card in short["tricks"][0]["cards_by_player"].items() if name != "ben"}
    (reading,) = ruling(with_trick(short, 0, cards_by_player=cards))["readings"]
    assert reading["changes"] == [{"pointer": "#/tricks/0/cards_by_player/ben", "suggested": "5H"}]


def test_a_list_that_is_too_long_goes_on_with_the_leader() -> None:
    ruled = ruling(with_trick(legal_short(), 0, cards=["KH", "5H", "5H", "9H", "2H"]))
    assert ("extra_play", "#/tricks/0/cards/4") in places(ruled["findings"])
    assert next((each["slip"], each["changes"]) for each in ruled["readings"]) == (
        "play_written_twice",
        [{"pointer": "#/tricks/0/cards/2", "recorded": "5H"}],
    )


def test_two_cards_exchanged_are_no_names_exchanged() -> None:
    for form in FORMS:
        short = with_cards(legal_round(), form=form)
        cards = short["tricks"][0][form]
        keys = [0, 2] if form == "cards" else ["ana", "cy"]
        cards[keys[0]], cards[keys[1]] = cards[keys[1]], cards[keys[0]]
        (reading,) = ruling(short)["readings"]
        assert reading["slip"] == "cards_exchanged"
        assert [each["pointer"] for each in reading["changes"]] == [f"#/tricks/0/{form}/{key}" for key in keys]


def test_a_wrong_leader_of_a_list_is_a_slip() -> None:
    """Every card then seems to be another player's."""
    ruled = ruling(with_trick(legal_short(), 3, leader="cy"))
    assert "offence" not in {each["severity"] for each in ruled["findings"]}
    (reading,) = ruled["readings"]
    assert reading["changes"] == [{"pointer": "#/tricks/3/leader", "recorded": "cy", "suggested": "ana"}]


def test_a_wrong_leader_is_likelier_than_the_offences_that_follow_from_the_name() -> None:
    """Had dee led the seven of spades to trick 5, three players would not have followed it."""
    columns = without(with_cards(legal_round(), form="cards_by_player"), "hands")
    columns["tricks"] = [without(trick, "winner") for trick in columns["tricks"]]
    ruled = ruling(with_trick(columns, 4, leader="dee"))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert codes(ruled["undecided"]) == ["wrong_leader", "illegal_spade_lead", "revoke", "revoke", "revoke"]
    assert [each["readings"] for each in ruled["undecided"]] == [[0]] * 5
    (reading,) = ruled["readings"]
    assert reading["changes"] == [{"pointer": "#/tricks/4/leader", "recorded": "dee", "suggested": "ben"}]
    assert reading["verdict"] == "clean"
    # Where the name makes nothing else irregular, it is taken as written.
    alone = ruling(with_trick(columns, 1, leader="dee"))
    assert places(alone["findings"]) == [("wrong_leader", "#/tricks/1/cards_by_player/dee")]
    # No name can be wrong where the plays themselves show who led.
    first, *rest = legal_round()["tricks"][1]["plays"]
    both = with_trick(with_trick(columns, 4, leader="dee"), 1, cards_by_player=None, leader=None, plays=[*rest, first])
    assert places(ruling(both)["findings"]) == [("wrong_leader", "#/tricks/1/plays/0")]


def test_a_slip_changes_the_leads_that_follow_from_it() -> None:
    """The eight of hearts instead of the king: the nine wins, and every later card seems to be another player's."""
    short = with_cards(without(legal_round(), "reported"), leaders=False)
    short["tricks"] = [without(trick, "winner") for trick in short["tricks"]]
    ruled = ruling(with_trick(short, 0, cards=["8H", "5H", "9H", "2H"]))
    assert not [each for each in ruled["findings"] if each["severity"] == "offence"]
    assert [each["changes"] for each in ruled["readings"]] == [
        [{"pointer": "#/tricks/0/cards/0", "recorded": "8H", "suggested": "KH"}]
    ]


def test_a_wrong_winner_may_have_led_all_the_same() -> None:
    short = with_cards(legal_round(), leaders=False)
    changes = [each["changes"] for each in ruling(with_trick(short, 0, winner="cy"))["readings"]]
    assert [{"pointer": "#/tricks/0/winner", "recorded": "cy", "suggested": "ana"}] in changes


def test_nobody_is_out_of_turn_in_an_unfinished_trick() -> None:
    columns = with_cards(legal_round(), form="cards_by_player", leaders=False)
    columns["tricks"] = columns["tricks"][:2]
    last = {name: card for name, card in columns["tricks"][1]["cards_by_player"].items() if name != "ben"}
    ruled = ruling(with_trick(columns, 1, cards_by_player=last, winner=None))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", False)


def test_a_call_is_not_refused_for_an_order_that_is_not_recorded() -> None:
    for body in (SHORT, COLUMNS):
        assert faults(changed(body, accusations=[call("ben cy 1 at 1.1")])) == []
    assert faults(changed(without(REVOKED, "hands"), accusations=[call("ben cy 1 at 1.1")])) == [
        ("#/accusations/0/at", "impossible_moment")
    ]
    ruled = ruling(changed(COLUMNS, accusations=[call("ben dee 1"), call("ana cy 1")]))
    assert [each["result"] for each in ruled["accusations"]] == ["refuted", "upheld"]


def test_a_call_about_a_trick_without_a_known_lead_is_undecidable() -> None:
    body = changed(without(COLUMNS, "bids", "dealer"), accusations=[call("ben dee 1"), call("ana ben 3")])
    assert {each["result"] for each in ruling(body)["accusations"]} == {"undecidable"}


# The order of the bids.


def bid(ruleset: Json | str = "pagat", **bids: int) -> Json:
    """Return the ruling on a round with these bids by player, of which no trick has been played."""
    return ruling(
        {
            "ruleset": ruleset,
            "players": ["ana", "ben", "cy", "dee"],
            "dealer": "dee",
            "bids_by_player": bids,
            "tricks": [],
        }
    )


def pagat(**groups: object) -> Json:
    """Return pagat with other parameters."""
    return {"name": "pagat", "overrides": groups}


def test_nobody_bid_out_of_turn() -> None:
    body = record("pagat", bid="cy 4, dee 3, ana 2, ben 1")
    assert set(codes(ruling(body)["findings"])) == {"bid_out_of_turn"}
    assert ruling(with_bids_by_player(body))["verdict"] == "clean"


def test_the_order_of_members_changes_nothing() -> None:
    one, other = bid(ana=4, ben=3, cy=14, dee=1), bid(dee=1, cy=14, ben=3, ana=4)
    assert one == other
    assert places(one["findings"]) == [("bid_too_high", "#/bids_by_player/cy")]


def test_the_last_bidder_is_not_known() -> None:
    """C10."""
    ruled = bid(pagat(bids={"table": {"not_hand_size": True}}), ana=4, ben=3, cy=4, dee=2)
    assert ruled["findings"] == []
    (question,) = ruled["undecided"]
    assert (question["code"], question["pointer"], question["decided_by"]) == (
        "table_total_not_allowed",
        "#/bids_by_player",
        "#/bids_by_player",
    )
    assert "player" not in question


def test_one_of_two_nils_was_too_many() -> None:
    """D7, C12: which of the partners bid second is open."""
    for ruleset in (pagat(bids={"both_nil": {"how": "forbidden"}}), "suicide"):
        ruled = bid(ruleset, ana=0, ben=0, cy=0, dee=5)
        assert ("bid_not_allowed", "#/bids_by_player/ana") in places(ruled["undecided"])
        assert ("bid_not_allowed", "#/bids_by_player/cy") in places(ruled["undecided"])
        assert ruled["findings"] == []
    both = bid("suicide", ana=5, ben=0, cy=5, dee=5)
    assert places(both["undecided"])[:2] == [("bid_not_allowed", f"#/bids_by_player/{name}") for name in ("ana", "cy")]


def test_a_low_bid_beside_a_nil() -> None:
    """C8, C9: illegal whoever bid second; raised if it came first, which is so in turn from the dealer's left."""
    illegal = bid(pagat(bids={"partner_of_nil": {"least": 4}}), ana=0, ben=3, cy=3, dee=1)
    assert places(illegal["undecided"]) == [
        ("nil_partner_bid_too_low", f"#/bids_by_player/{name}") for name in ("ana", "cy")
    ]
    raising = pagat(bids={"partner_of_nil": {"least": 4, "breach": "raise_earlier"}})
    assert places(bid(raising, ana=3, ben=3, cy=0, dee=1)["findings"]) == [("bid_raised", "#/bids_by_player/ana")]
    later = bid(raising, ana=0, ben=3, cy=3, dee=1)
    assert (later["findings"], places(later["undecided"])) == (
        [],
        [("nil_partner_bid_too_low", "#/bids_by_player/cy")],
    )


def test_a_low_bid_before_a_nil_that_the_partner_bid_from_the_dealers_right() -> None:
    """C9: ben dealt, so that cy bid first and ana, who bid nil, after him."""
    raising = pagat(bids={"partner_of_nil": {"least": 4, "breach": "raise_earlier"}})
    body = without(record(raising, dealer="ben"), "bids")
    body["bids_by_player"] = {"ana": 0, "ben": 3, "cy": 3, "dee": 1}
    assert places(ruling(body)["findings"]) == [("bid_raised", "#/bids_by_player/cy")]


@pytest.mark.parametrize(
    ("rules", "code", "bids"),
    [
        ({"side_least": 4, "side_breach": "illegal"}, "team_bid_too_low", (1, 4, 2, 4)),
        ({"side_least": 4, "side_breach": "raised"}, "bid_raised", (1, 4, 2, 4)),
        ({"side_most": 6}, "team_bid_too_high", (3, 2, 4, 2)),
    ],
)
def test_the_bids_of_a_side_together(rules: Json, code: str, bids: tuple[int, ...]) -> None:
    """C6, C7: the side's fault in whatever order, and no player's."""
    ruled = bid(pagat(bids=rules), **dict(zip(("ana", "ben", "cy", "dee"), bids, strict=True)))
    assert places(ruled["findings"]) == [(code, "#/bids_by_player")]
    assert "player" not in ruled["findings"][0]
    assert ruled["findings"][0]["team"] == "ana+cy"


def test_a_blind_bid_by_player() -> None:
    """D11: no deficit is known to allow it."""
    body = {**without(SHORT, "bids"), "bids_by_player": {**BIDS, "dee": 0}, "blind_bidders": ["dee"]}
    found = places([*ruling(body)["findings"], *ruling(body)["undecided"]])
    assert ("blind_bid_not_allowed", "#/bids_by_player/dee") in found


def test_bids_of_sides() -> None:
    """C2."""
    ruled = ruling(
        {
            "ruleset": "tournament-jja",
            "players": ["ana", "ben", "cy", "dee"],
            "bids_by_player": {"ana+cy": 20, "ben+dee": 6},
            "tricks": [],
        }
    )
    assert ("bid_too_high", "#/bids_by_player/ana+cy") in places(ruled["findings"])


def test_the_next_dealer_follows_from_no_order() -> None:
    game = {
        "ruleset": "pagat",
        "players": ["ana", "ben", "cy", "dee"],
        "rounds": [
            {"bids_by_player": {"ana": 3, "ben": 3, "cy": 3, "dee": 3}, "tricks_won": {"ana+cy": 6, "ben+dee": 7}}
        ],
    }
    assert "dealer" not in ask("scoreGame", game)["next"]
    assert ask("scoreGame", {**game, "first_dealer": "ana"})["next"]["dealer"] == "ben"


def test_an_unknown_leader_in_a_game_is_pointed_at_in_its_round() -> None:
    """Contract, GameRoundRecord: pointers lead into the game that was sent."""
    row = {"bids_by_player": {"ana": 1, "ben": 2, "cy": 3, "dee": 4}, "tricks_won": {"ana": 13}}
    log = {"tricks": [{"leader": "ana", "cards": ["KH", "??", "3H", "4H"]}, {"cards": ["2C", "3C", "4C", "5C"]}]}
    body = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "rounds": [row, log]}
    with pytest.raises(Problem) as caught:
        answer("auditGame", json.dumps(body).encode())
    assert [(error["pointer"], error["code"]) for error in caught.value.errors] == [
        ("#/rounds/1/tricks/1/leader", "leader_unknown")
    ]
