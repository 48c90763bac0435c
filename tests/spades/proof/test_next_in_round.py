"""What comes next in a round: whole rounds driven by nothing else, and records that break a rule or lack something."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given

from service.presets.loader import presets
from service.spades.cards import CODES
from tests.spades.builders.asking import answer, ask, faults, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.driven_rounds import dealt, driven, moves, tables_of
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.options import house
from tests.spades.builders.random_players import ALL_HOUSES, BOUNDED, recorded
from tests.spades.builders.records import hands, record

RULESETS = [
    (name, options, players)
    for name, preset in presets().items()
    for options in ((), *((option,) for option in preset.options))
    for players in tables_of(name, *options)
]
"""Every preset, by itself and with each of its options, at every table that it has."""
BRIEF = 400
"""The most bytes of an answer while cards are played."""
PLAYED = {"turn", "legal", "trick", "spades_broken"}


def following(ruleset: Json | str, *lines: str, **members: Any) -> Json:
    """Return what comes next after these tricks, which went on."""
    return ask("nextInRound", record(ruleset, *lines, stopped=False, **members))


def going_on(ruleset: Json | str = "pagat") -> Json:
    """Return a legal round of which nobody said that it was stopped."""
    return {**legal_round(ruleset), "stopped": False}


def codes(listed: list[Json]) -> dict[str, str]:
    return {card: each["code"] for each in listed for card in each["cards"]}


@pytest.mark.parametrize(("name", "options", "players"), RULESETS)
def test_a_round_that_next_alone_drives_is_clean_and_complete(
    name: str, options: tuple[str, ...], players: int
) -> None:
    ruled = ruling(driven({"name": name, "options": list(options)}, players, seed=len(name)))
    assert (ruled["verdict"], ruled["complete"], ruled["undecided"]) == ("clean", True, [])
    assert ruled["as_ruled"]


def test_an_answer_is_brief_while_cards_are_played() -> None:
    luck = random.Random(1)
    record = dealt("pagat", 4, luck)
    while_played = [each for _, each in moves(record, luck) if "trick" in each]
    assert len(while_played) == 52
    assert {frozenset(each) for each in while_played} == {frozenset(PLAYED)}
    assert max(len(str(each)) for each in while_played) <= BRIEF


def test_without_hands_the_turn_and_the_suit_to_follow_are_known() -> None:
    luck = random.Random(2)
    for question, told in moves(dealt("cutthroat", 3, luck), luck):
        blank = ask("nextInRound", {name: value for name, value in question.items() if name != "hands"})
        if "trick" in told:
            plays = question["tricks"][-1]["plays"] if question["tricks"] else []
            led = {"led_suit": plays[0]["card"][1]} if 0 < len(plays) < 3 else {}
            assert blank == {name: value for name, value in told.items() if name != "legal"} | led
        else:
            assert blank == told


# The bidding.


def test_the_bids_are_those_that_bids_check_has_open() -> None:
    body = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "dealer": "dee"}
    bids = [{"player": "ana", "tricks": 0, "kind": "nil"}]
    checked = ask("checkBids", {**body, "bids": bids})
    asked = {**body, "bids": bids, "with_illegal": True}
    told = ask("nextInRound", asked)
    assert told == {"turn": "ben", "bids": checked["open"], "closed": checked["closed"]}
    assert any("condition" in each for each in told["bids"])
    assert ask("nextInRound", {**body, "bids_by_player": {"ana": 0}, "with_illegal": True}) == told
    assert "closed" not in ask("nextInRound", {**body, "bids": bids})


def test_bids_by_player_are_taken_in_turn() -> None:
    """The dealer is cy: dee and ana have bid, whatever the order of the members."""
    body = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "bids_by_player": {"ana": 3, "dee": 3}}
    assert ask("nextInRound", {**body, "dealer": "cy"})["turn"] == "ben"
    assert ask("nextInRound", body) == {"bids": [], "decided_by": "#/dealer"}


def test_sides_that_bid_as_one_have_the_turn_together() -> None:
    body = {"ruleset": "rta3", "players": ["ana", "ben", "cy", "dee"], "dealer": "dee", "round_number": 2}
    told = ask("nextInRound", body)
    assert told["turn"] == "ana+cy"
    bid = {"team": "ana+cy", "tricks": told["bids"][-1]["tricks"]}
    assert ask("nextInRound", {**body, "bids": [bid]})["turn"] == "ben+dee"
    assert ask("nextInRound", {**body, "round_number": 1})["trick"] == 1, "the first round bids itself"
    assert faults({**body, "round_number": 1} | {"tricks": []}, "nextInRound") == []
    assert faults({name: body[name] for name in body if name != "round_number"}, "nextInRound") == [
        ("#/round_number", "required")
    ]


def test_who_bids_first_without_a_dealer() -> None:
    body = {"ruleset": "solitaire-bliss", "players": ["ana", "ben", "cy", "dee"]}
    assert ask("nextInRound", body) == {"bids": [], "decided_by": "#/first_bidder"}
    assert ask("nextInRound", {**body, "first_bidder": "cy"})["turn"] == "cy"
    bids = [{"player": name, "tricks": 3} for name in ("cy", "dee", "ana", "ben")]
    assert ask("nextInRound", {**body, "bids": bids}) == {"turn": "cy", "trick": 1, "spades_broken": False}
    pagat = {**body, "ruleset": "pagat", "dealer": "ana"}
    assert ask("nextInRound", {**pagat, "first_bidder": "dee"})["turn"] == "ben", "the dealer says it"
    assert faults({**body, "first_bidder": "eve"}, "nextInRound") == [("#/first_bidder", "unknown_player")]


def test_a_player_who_has_not_looked_is_offered_blind_bids_first() -> None:
    behind = {"ana+cy": {"score": 0}, "ben+dee": {"score": 200}}
    body = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "dealer": "dee", "before": behind}
    kinds = {each["kind"] for each in ask("nextInRound", body)["bids"]}
    assert kinds == {"number", "nil", "blind_nil"}, "nobody says who has looked"
    blind = ask("nextInRound", {**body, "looked": ["ben"], "with_illegal": True})
    assert (blind["bids"], blind["may_look"]) == ([{"tricks": 0, "kind": "blind_nil"}], True)
    assert {each["kind"] for each in blind["closed"]} == {"blind"}
    looked = ask("nextInRound", {**body, "looked": ["ana"], "with_illegal": True})
    assert {each["kind"] for each in looked["bids"]} == {"number", "nil"}
    assert "may_look" not in looked
    assert "blind" not in {each["kind"] for each in looked["closed"]}
    one = {**body, "looked": [], "bids": [{"player": "ana", "tricks": 4}]}
    assert {each["kind"] for each in ask("nextInRound", one)["bids"]} == {"number", "nil"}, "ben is not behind"
    assert faults({**body, "looked": ["ana", "eve"]}, "nextInRound") == [("#/looked/1", "unknown_player")]


# Cards drawn and passed.


def test_two_players_draw_their_hands_in_turn() -> None:
    luck = random.Random(3)
    told = [each for _, each in moves(dealt("two-player", 2, luck), luck)]
    drawn = [each for each in told if "draw" in each]
    assert [each["draw"] for each in drawn] == [{"count": 2, "keep": 1}] * 26
    assert [each["turn"] for each in drawn[:3]] == [drawn[0]["turn"], drawn[1]["turn"], drawn[0]["turn"]]
    assert "bids" in told[26]
    body = {"ruleset": "two-player", "players": ["ana", "ben"]}
    assert ask("nextInRound", body) == {"draw": {"count": 2, "keep": 1}, "decided_by": "#/dealer"}
    assert ask("nextInRound", {**body, "dealer": "ben"})["turn"] == "ana"
    assert "bids" in ask("nextInRound", {**body, "dealer": "ben", "hands": {"ana": ["AS"]}}), "a hand was drawn"


def test_the_nil_bidder_passes_before_the_partner() -> None:
    """D9: two cards each way; the partner picks up the nil bidder's before passing, and may pass them back."""
    full = going_on()
    body = {name: full[name] for name in ("ruleset", "players", "dealer", "hands")}
    body["before"] = {"ana+cy": {"score": 0}, "ben+dee": {"score": 200}}
    bids = [{"player": name, "tricks": 4} for name in ("ana", "ben")]
    bids += [{"player": "cy", "tricks": 0, "kind": "blind_nil"}, {"player": "dee", "tricks": 3}]
    asked = {**body, "bids": bids}
    told = ask("nextInRound", asked)
    assert told == {"turn": "cy", "exchange": {"to": "ana", "count": 2}, "legal": full["hands"]["cy"]}
    given, kept = told["legal"][:2], told["legal"][2:]
    asked["exchanges"] = [{"from": "cy", "to": "ana", "cards": given}]
    told = ask("nextInRound", asked)
    assert told == {"turn": "ana", "exchange": {"to": "cy", "count": 2}, "legal": [*full["hands"]["ana"], *given]}
    asked["exchanges"].append({"from": "ana", "to": "cy", "cards": [told["legal"][0], given[0]]})
    lead = ask("nextInRound", {**asked, "with_illegal": True})
    assert {*lead["legal"], *codes(lead["illegal"])} == {*full["hands"]["ana"][1:], given[1]}
    assert ask("nextInRound", {**asked, "exchanges": []})["trick"] == 1, "none were passed"
    unlisted = {name: value for name, value in asked.items() if name not in {"hands", "exchanges"}}
    assert "legal" not in ask("nextInRound", unlisted)
    unread = {**body["hands"], "cy": ["??", *kept]}
    assert "legal" not in ask("nextInRound", {**asked, "hands": unread, "exchanges": asked["exchanges"][1:]})


def test_if_nobody_wrote_what_was_passed_the_cards_of_a_hand_are_not_known() -> None:
    full = going_on()
    bids = [{"player": "ana", "tricks": 0, "kind": "blind_nil"}, *full["bids"][1:]]
    body = {**full, "bids": bids, "tricks": full["tricks"][:1]}
    told = ask("nextInRound", body)
    assert told["decided_by"] == "#/exchanges"
    assert "legal" not in told


# Cards played.


def test_the_legal_cards_are_those_of_plays_legal() -> None:
    full = going_on()
    for number in range(13):
        for count in range(4):
            plays = full["tricks"][number]["plays"][:count]
            asked = {**full, "tricks": [*full["tricks"][:number], {"plays": plays}], "with_illegal": True}
            told = ask("nextInRound", asked)
            next_play = full["tricks"][number]["plays"][count]
            played = {play["card"] for trick in asked["tricks"] for play in trick["plays"]}
            hand = [card for card in full["hands"][next_play["player"]] if card not in played]
            moment = {"plays": plays, "trick_number": number + 1, "spades_broken": told["spades_broken"]}
            listed = ask("listLegalPlays", {"ruleset": "pagat", "hand": hand, **moment})
            assert (told["turn"], told["trick"]) == (next_play["player"], number + 1)
            assert {"legal": told["legal"], "illegal": told["illegal"]} == {
                name: listed[name] for name in ("legal", "illegal")
            }
    assert ask("nextInRound", full) == {"finished": True}


def test_a_round_goes_on_from_a_revoke_and_an_early_spade() -> None:
    """The revoke of cy wins, and has broken spades: cy may lead one."""
    cards = hands(ana="KH 4C 6C", ben="2H 5C 7C", cy="3S 9H 4S", dee="4H AC 8C")
    rules = house(deck={"hand_size": {"4": 3}, "leftover": "set_aside"})
    told = following(rules, "ana KH 2H 3S 4H", hands=cards)
    assert told == {"turn": "cy", "legal": ["9H", "4S"], "trick": 2, "spades_broken": True}
    followed = following(rules, "ana KH 2H 9H 4H", hands=cards)
    assert followed == {"turn": "ana", "legal": ["4C", "6C"], "trick": 2, "spades_broken": False}
    early = following(rules, "ana KH 2H 9H 4H", "cy 4S", hands=cards)
    assert (early["turn"], early["legal"], early["spades_broken"]) == ("dee", ["AC", "8C"], False)
    any_spade = house(deck=rules["overrides"]["deck"], play={"broken_by": "any_spade"})
    assert following(any_spade, "ana KH 2H 9H 4H", "cy 4S", hands=cards)["spades_broken"]


@pytest.mark.parametrize(
    ("lines", "turn", "trick"),
    [
        (("ana KH 2H cy 9H",), "dee", 1),
        (("ana KH cy 9H",), "ben", 1),  # cy jumped ahead: ben is waited for, and then dee
        (("ana KH cy 9H ben 2H",), "dee", 1),
        (("ben 2H",), "cy", 1),  # a wrong leader leads all the same
        (("ana KH 2H 9H 4H", "ben 3C"), "cy", 2),
        (("ana KH 2H 9H 4H", "ana 3C 4C ana 5C"), "cy", 2),  # a second card of ana's is one too many
        (("ana KH 2H 9H", "ana 3C"), "ben", 2),  # dee's card is missing
    ],
)
def test_the_turn_after_an_irregular_play(lines: tuple[str, ...], turn: str, trick: int) -> None:
    """docs/reference/rules.md, "What is asked": what was played stays played."""
    told = following("pagat", *lines)
    assert (told["turn"], told["trick"]) == (turn, trick)


def test_after_a_lead_out_of_turn_everybody_follows_its_suit() -> None:
    """A log may lack the lead before it; of a round that is being played nothing is missing."""
    round_so_far = legal_round()
    lead, *others = round_so_far["tricks"][0]["plays"]
    seats = {play["player"]: round_so_far["hands"][play["player"]] for play in (lead, *others)}
    for played in (1, 2, 3):
        plays = [*others, lead][:played]
        so_far = {**round_so_far, "tricks": [{"plays": plays}], "stopped": False}
        told = ask("nextInRound", {name: value for name, value in so_far.items() if name != "reported"})
        hand = seats[told["turn"]]
        following = [card for card in hand if card[1] == plays[0]["card"][1]]
        assert told["turn"] == [*others, lead][played]["player"]
        assert told["legal"] == (following or told["legal"])
        assert told["legal"]


def test_a_winner_that_the_record_names_wrongly_does_not_lead() -> None:
    body = record("pagat", "ana KH 2H 9H 4H", stopped=False)
    body["tricks"][0]["winner"] = "dee"
    assert ask("nextInRound", body)["turn"] == "ana"


def test_who_leads_first_without_a_dealer() -> None:
    """Contract, TurnRequest: without a dealer the first bid is assumed to be in turn."""
    bids = [{"player": name, "tricks": 3} for name in ("cy", "dee", "ana", "ben")]
    assert following("pagat", bids=bids, dealer=None)["turn"] == "cy"
    by_player = {"ana": 3, "ben": 3, "cy": 3, "dee": 3}
    unknown = following("pagat", bid="", bids=None, bids_by_player=by_player, dealer=None)
    assert unknown == {"trick": 1, "spades_broken": False, "decided_by": "#/dealer"}
    assert following("pagat", "cy KH 2H", dealer=None)["turn"] == "ana", "somebody led"


@pytest.mark.parametrize(
    ("rule", "decided_by"), [("lowest_club", "#/hands"), ("high_bidder", "#/bids_by_player"), ("dealer", "#/dealer")]
)
def test_what_would_show_who_leads_first(rule: str, decided_by: str) -> None:
    by_player = {"ana": 3, "ben": 3, "cy": 3, "dee": 3}
    rules = house(play={"opening_leader": rule})
    told = following(rules, bids=None, bids_by_player=by_player, dealer=None)
    assert (told.get("turn"), told["decided_by"]) == (None, decided_by)


def test_a_card_that_could_not_be_read_leaves_the_winner_open_unless_the_record_names_him() -> None:
    told = following("pagat", "ana 9H 2H ?? 4H")
    assert told == {"trick": 2, "decided_by": "#/tricks/0/winner"}
    body = record("pagat", "ana 9H 2H ?? 4H", stopped=False)
    body["tricks"][0]["winner"] = "cy"
    assert ask("nextInRound", body) == {"turn": "cy", "trick": 2}, "it may have been a spade"
    follow = following("pagat", "ana KH 5H 9H 2H", "ana ?? 2C", hands={"cy": legal_round()["hands"]["cy"]})
    assert (follow["turn"], follow["decided_by"]) == ("cy", "#/tricks/1/plays/0")
    two = following("pagat", "ana 9H 2H 5H 4H ana AH")
    assert (two.get("turn"), two["decided_by"]) == (None, "#/tricks/0/plays"), "which card of hers counts?"


def test_whether_spades_are_broken_may_decide_what_may_be_led() -> None:
    cards = {"ana": legal_round()["hands"]["ana"]}
    body = record("pagat", "ana KH 5H ?? 2H", stopped=False, hands=cards)
    body["tricks"][0]["winner"] = "ana"
    open_ = ask("nextInRound", body)
    assert open_ == {"turn": "ana", "trick": 2, "decided_by": "#/tricks/1/spades_broken"}
    for broken in (False, True):
        told = ask("nextInRound", {**body, "tricks": [*body["tricks"], {"plays": [], "spades_broken": broken}]})
        assert told["spades_broken"] == broken
        assert ("AS" in told["legal"]) == broken


def test_a_hand_that_the_log_contradicts_decides_nothing() -> None:
    full = going_on()
    short = {player: cards[:-1] for player, cards in full["hands"].items()}
    told = ask("nextInRound", {**full, "hands": short, "tricks": full["tricks"][:1]})
    assert told == {"turn": "ana", "trick": 2, "spades_broken": False, "decided_by": "#/hands/ana"}
    played = {play["card"] for trick in full["tricks"][:4] for play in trick["plays"]}
    now = {player: [card for card in cards if card not in played] for player, cards in full["hands"].items()}
    asked = {**full, "tricks": full["tricks"][:4]}
    assert ask("nextInRound", {**asked, "hands": now}) == ask("nextInRound", asked), "the log has the other cards"
    shown_by_ben = {**full, "tricks": [{"plays": [{"player": "ben", "card": full["hands"]["cy"][0]}]}]}
    assert ask("nextInRound", shown_by_ben)["decided_by"] == "#/hands/cy"


def test_tricks_that_are_not_recorded() -> None:
    """Contract, Trick: `number` and `after_gap`."""
    body = record("pagat", "ana KH 2H 9H 4H", "ben AC 2C 3C 4C", stopped=False)
    numbered = {**body, "tricks": [body["tricks"][0], {**body["tricks"][1], "number": 5}]}
    assert ask("nextInRound", numbered) == {"turn": "ben", "trick": 6}
    gap = {**body, "tricks": [body["tricks"][0], {**body["tricks"][1], "after_gap": True}]}
    assert ask("nextInRound", gap) == {"turn": "ben", "trick": 3}, "as they are recorded"
    cards = {"ben": legal_round()["hands"]["ben"]}
    assert ask("nextInRound", {**gap, "hands": cards})["decided_by"].startswith("#/tricks")
    last = {**body, "tricks": [{**body["tricks"][1], "number": 13}]}
    assert ask("nextInRound", last) == {"finished": True}


def test_tricks_in_a_short_form() -> None:
    body = record("pagat", stopped=False, tricks=[{"cards": ["KH", "2H", "9H", "4H"]}, {"cards": ["AC", "3C"]}])
    assert ask("nextInRound", body) == {"turn": "cy", "led_suit": "C", "trick": 2, "spades_broken": False}
    columns = {"cards_by_player": {"dee": "4C", "ana": "AC"}}
    assert ask("nextInRound", {**body, "tricks": [body["tricks"][0], columns]})["turn"] == "ben"
    lost = {**body, "tricks": [{"leader": "ana", "cards": ["??", "2H", "9H", "4H"]}, {"cards": ["AC"]}]}
    assert faults(lost, "nextInRound") == [("#/tricks/1/leader", "leader_unknown")]


def test_promoted_cards_and_jokers_are_spades() -> None:
    rules = house(deck={"jokers": 2, "removed": {"4": ["2C", "2H"]}, "hand_size": {"4": 2}, "leftover": "set_aside"})
    cards = hands(ana="BJ 3H", ben="LJ 5H", cy="AS 4C", dee="4H 7D")
    assert following(rules, "ana 3H", hands=cards)["legal"] == ["5H"]
    assert following(rules, "ana BJ", hands=cards)["legal"] == ["LJ"]
    assert following(rules, hands=cards)["legal"] == ["3H"]
    assert following(rules, "ana BJ", hands=None)["led_suit"] == "S"


def test_the_last_trick_of_unequal_hands() -> None:
    """A8: the players with no card left are passed over, and their lead goes to the left."""
    body = driven({"name": "classic-solo", "options": ["whole-pack"]}, 5, seed=11)
    *before, last = body["tricks"]
    assert (len(before), len(last["plays"])) == (10, 2)
    told = ask("nextInRound", {**body, "tricks": before})
    assert (told["turn"], told["trick"]) == (last["plays"][0]["player"], 11)
    told = ask("nextInRound", {**body, "tricks": [*before, {"plays": last["plays"][:1]}]})
    assert told["turn"] == last["plays"][1]["player"]
    without = {name: value for name, value in body.items() if name != "dealer"}
    assert faults(without, "nextInRound") == [("#/dealer", "required")]


# The end.


def test_a_round_is_finished_by_its_last_card_or_by_what_ended_it() -> None:
    full = going_on()
    cut = {**full, "tricks": full["tricks"][:3]}
    assert "trick" in ask("nextInRound", cut)
    for end in (
        {"stopped": True},
        {"claim": {"by": "ana", "tricks": "rest", "accepted": True}},
        {"void": True, "reason": "the cards were seen"},
        {"forfeited_by": "ana+cy", "reason": "they left"},
    ):
        assert ask("nextInRound", {**cut, **end}) == {"finished": True}
    assert faults({**cut, "void": True}, "nextInRound") == [("#/reason", "reason_missing")]
    surplus = {**full, "tricks": [*full["tricks"], full["tricks"][0]]}
    assert ask("nextInRound", surplus) == {"finished": True}


def test_a_round_that_is_void_by_a_finding_is_finished_with_its_code() -> None:
    total = {"least": 11, "breach": "redeal"}
    rules = house(bids={"table": total})
    low = record(rules, bid="ana 2, ben 2, cy 2, dee 2", stopped=False)
    assert ask("nextInRound", low) == {"finished": True, "void_by": "round_thrown_in"}
    assert "trick" in ask("nextInRound", record(rules, bid="ana 3, ben 3, cy 3, dee 2", stopped=False))
    full = going_on(house(table={"misdeal": ["no_spade"]}))
    begun = {**full, "tricks": full["tricks"][:1], "stopped": False}
    spade = next(card for card in full["hands"]["ana"] if card[1] == "S")
    assert "trick" in ask("nextInRound", {**begun, "misdeal_called_by": "ana"}), f"she holds {spade}"
    deck = [card for card in CODES if card[1] not in "SJ"] + [card for card in CODES if card[1] == "S"]
    dealt_out = {name: deck[seat * 13 : (seat + 1) * 13] for seat, name in enumerate(full["players"])}
    called = {**begun, "hands": dealt_out, "tricks": [], "misdeal_called_by": "ana"}
    assert ask("nextInRound", called) == {"finished": True, "void_by": "misdeal"}
    assert "trick" in ask("nextInRound", {**called, "misdeal_called_by": "dee"})
    *kept, moved = full["hands"]["ana"]
    dealt_wrongly = {**full["hands"], "ana": kept, "ben": [*full["hands"]["ben"], moved]}
    void = {"finished": True, "void_by": "wrong_hand_size"}
    assert ask("nextInRound", {**begun, "ruleset": "pagat", "hands": dealt_wrongly}) == void
    short = {**full["hands"], "ana": kept}
    assert "trick" in ask("nextInRound", {**begun, "hands": short}), "the list is wrong, not the deal"


def test_every_member_of_a_round_record_is_taken() -> None:
    full = {**going_on(), "labels": {"table": "4"}, "accusations": [], "adjustments": []}
    assert ask("nextInRound", full) == {"finished": True}


# Anything at all.


@BOUNDED
@given(recorded(ALL_HOUSES))
def test_any_record_that_can_be_read_is_answered(body: Json) -> None:
    status, told = answer("nextInRound", body)
    audited, _ = answer("auditRound", body)
    assert status == audited
    if status == 200:
        assert told.get("finished") or "turn" in told or "decided_by" in told
