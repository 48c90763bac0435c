"""What a director decides about the rounds of a game: adjustments, void rounds, forfeits, substitutes."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, in_game, refused, row, ruled
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import REVOKED, legal_round
from tests.spades.builders.records import bids, call, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import places

LATE = {"team": "ana+cy", "points": -50, "reason": "Late to the table"}
VOID = {"void": True, "reason": "A card was exposed in the deal"}
LEFT = {"forfeited_by": "ben+dee", "reason": "Left the hall"}
CAME_IN = {"substitutions": [{"out": "cy", "in": "eve"}]}


def with_rules(**groups: Json) -> Json:
    return {"name": "pagat", "overrides": groups}


def scored(*rounds: Json, **members: object) -> Json:
    """Return the sheet of a game, which an audit of it has to share."""
    body = game(*rounds, **members)  # type: ignore[arg-type] # the ruleset may be among the members
    answer, audited = ask("scoreGame", body), ruled(body)
    for member in ("standing", "finished", "winners", "reason", "detail", "next"):
        assert answer.get(member) == audited.get(member)
    for one, other in zip(answer["rounds"], audited["rounds"], strict=True):
        assert one["teams"] == other["as_played"]
        assert [{**each, "tricks_adjustment": 0} for each in one["teams"]] == other["as_ruled"]
    return answer


def scored_alone(*rounds: Json, **members: object) -> Json:
    """Return the sheet of a game."""
    return ask("scoreGame", game(*rounds, **members))  # type: ignore[arg-type] # as above


def lines(answer: Json, index: int, side: int = 0) -> list[tuple[str, int]]:
    return [(each["code"], each["points"]) for each in answer["rounds"][index]["teams"][side]["lines"]]


def standing(answer: Json) -> dict[str, tuple[int, int, int]]:
    return {team: (each["score"], each["bags"], each["sets"]) for team, each in answer["standing"].items()}


# Adjustments.


def test_an_adjustment_is_a_line_after_all_others() -> None:
    """docs/reference/rules.md, A game: 50 and 2 for the round, then -50 and 20; bags and sets are untouched."""
    answer = scored({**row(0, 7), "adjustments": [LATE, {**LATE, "points": 20, "reason": "Appeal upheld"}]})
    first = answer["rounds"][0]["teams"][0]
    assert lines(answer, 0) == [("contract_made", 50), ("overtricks", 2), ("adjustment", -50), ("adjustment", 20)]
    assert [each["detail"] for each in first["lines"][2:]] == ["Late to the table", "Appeal upheld"]
    assert first["points"] == 22
    assert standing(answer) == {"ana+cy": (22, 2, 0), "ben+dee": (51, 1, 0)}


@pytest.mark.parametrize(("points", "winners"), [(-31, []), (-30, ["ana+cy"])])
def test_an_adjustment_counts_towards_the_target(points: int, winners: list[str]) -> None:
    before = {"ana+cy": {"score": 478}}
    answer = scored({**row(0, 7), "adjustments": [{**LATE, "points": points}]}, before=before)
    assert answer["winners"] == winners


def test_a_sheet_without_the_adjustment_is_wrong() -> None:
    late = {**LATE, "points": -45}
    answer = ruled(game({**row(0, 7, points={"ana+cy": 52}, score={"ana+cy": 52}), "adjustments": [late]}))
    assert places(answer["rounds"][0]["findings"]) == [
        ("wrong_points", "#/rounds/0/reported/points/ana+cy"),
        ("wrong_score", "#/rounds/0/reported/score/ana+cy"),
    ]
    assert answer["rounds"][0]["findings"][0]["detail"] == (
        "The sheet gives ana+cy 52 points for the round; its bids, its tricks and what was decided about it make 7."
        " That is the figure if the line 'adjustment' (-45) is left out."
    )
    assert (answer["first_error"]["reported"], answer["first_error"]["expected"]) == (52, 7)
    assert "points that a director gave or took" in answer["first_error"]["detail"]


# Void rounds.


def test_a_void_round_counts_for_nothing() -> None:
    """A12, same_dealer: ana dealt round two, and deals it again; the next round has its number."""
    answer = scored(row(0, 7), VOID, {**row(1, 2), **VOID}, row(1, 7))
    assert [each["dealer"] for each in answer["rounds"]] == ["dee", "ana", "ana", "ana"]
    assert [lines(answer, index) for index in (1, 2)] == [[], []]
    assert [each.get("void") for each in answer["rounds"]] == [None, True, True, None]
    assert answer["rounds"][1]["reason"] == VOID["reason"]
    assert standing(answer) == {"ana+cy": (104, 4, 0), "ben+dee": (102, 2, 0)}
    assert answer["next"]["round_number"] == 3


def test_the_next_dealer_may_deal_after_a_void_round() -> None:
    """A12, next_dealer (catalogue B4)."""
    answer = scored(VOID, VOID, ruleset=with_rules(table={"redeal_by": "next_dealer"}))
    assert answer["next"] == {"round_number": 1, "dealer": "ben", "first_bidder": "cy"}


@pytest.mark.parametrize(("redeal_by", "first"), [("same_dealer", "cy"), ("next_dealer", "dee")])
def test_without_dealers_the_first_bid_stays_or_passes_on(redeal_by: str, first: str) -> None:
    ruleset = {"name": "solitaire-bliss", "overrides": {"table": {"redeal_by": redeal_by}}}
    void = {**VOID, "bids": bids("cy 3, dee 3, ana 3, ben 3")}
    assert ruled(game(void, ruleset=ruleset))["next"] == {"round_number": 1, "first_bidder": first}


def test_a_void_round_shows_who_dealt_it() -> None:
    body = game({**VOID, "bids": bids("cy 3")})
    del body["first_dealer"]
    assert ruled(body)["next"] == {"round_number": 1, "dealer": "ben", "first_bidder": "cy"}


def test_what_a_void_round_shows_costs_nothing() -> None:
    """The revoke is found; there is no penalty, no set, no revoke counted, and no bid or trick is missed."""
    ruleset = honours(irregularities={"revoke_penalty": "contract_set"})
    answer = ruled(game(in_game({**REVOKED, "bids": bids("ana 1")}, **VOID), ruleset=ruleset))
    only = answer["rounds"][0]
    assert [each["code"] for each in only["findings"]] == ["revoke"]
    assert only["findings"][0]["detail"].endswith("The round is void, so it costs nothing.")
    assert (only["verdict"], only["penalties"], answer["verdict"]) == ("void", [], "irregular")
    assert {team: (each["sets"], each["revokes"]) for team, each in answer["standing"].items()} == {
        "ana+cy": (0, 0),
        "ben+dee": (0, 0),
    }


def test_a_misdeal_is_nobodys_offence() -> None:
    answer = ruled(game({**row(0, 7), **VOID}))
    assert (answer["rounds"][0]["verdict"], answer["verdict"]) == ("void", "clean")


def test_a_sheet_that_counts_a_void_round_is_wrong() -> None:
    answer = ruled(game({**row(0, 7, points={"ana+cy": 52}, score={"ana+cy": 52}), **VOID}))
    assert [each["code"] for each in answer["rounds"][0]["findings"]] == ["wrong_points", "wrong_score"]
    assert answer["rounds"][0]["findings"][0]["detail"] == (
        "The sheet gives ana+cy 52 points for the round, which is void and makes 0."
    )
    assert "the round is void" in answer["first_error"]["detail"]
    assert (answer["first_error"]["reported"], answer["first_error"]["expected"]) == (52, 0)


def test_an_adjustment_counts_in_a_void_round() -> None:
    answer = scored({**VOID, "adjustments": [LATE]})
    assert lines(answer, 0) == [("adjustment", -50)]
    assert standing(answer)["ana+cy"] == (-50, 0, 0)


# Forfeits.


def test_a_forfeit_ends_the_game() -> None:
    """The side behind wins, because the other one forfeits; what is played afterwards changes nothing."""
    answer = scored(row(0, 5, 8), {**row(1, 5, 8), **LEFT}, row(2, 9))
    assert (answer["finished"], answer["reason"], answer["winners"]) == (True, "forfeit", ["ana+cy"])
    assert [each["code"] for each in answer["rounds"][2]["findings"]] == ["round_after_end"]
    assert answer["rounds"][1]["forfeited_by"] == "ben+dee"


@pytest.mark.parametrize(
    "broken_off",
    [
        {},
        {"bids": bids("ana 3")},
        {"tricks_won": {"ana+cy": 3}},
        {"tricks": []},
        {"bids": bids("ana 3, ben 3"), "tricks": [{"leader": "ana", "cards": ["KH", "2H", "3H", "4H"]}]},
    ],
)
def test_a_round_that_was_broken_off_counts_for_nothing(broken_off: Json) -> None:
    body = game(row(0, 7), {**broken_off, **LEFT})
    answer = ruled(body)
    assert standing(answer) == {"ana+cy": (52, 2, 0), "ben+dee": (51, 1, 0)}
    assert (answer["finished"], answer["winners"]) == (True, ["ana+cy"])
    assert ask("scoreGame", body)["standing"] == answer["standing"]


def test_points_of_a_forfeit() -> None:
    """G11 and G12: after the adjustments."""
    ruleset = with_rules(game={"forfeit_penalty": -30, "forfeit_credit": 100})
    answer = scored({**LEFT, "adjustments": [LATE]}, ruleset=ruleset)
    assert lines(answer, 0) == [("adjustment", -50), ("forfeit", 100)]
    assert lines(answer, 0, 1) == [("forfeit", -30)]
    assert standing(answer) == {"ana+cy": (50, 0, 0), "ben+dee": (-30, 0, 0)}


@pytest.mark.parametrize(
    ("before", "after"), [((200, 300), (500, 0)), ((520, -40), (520, -40)), ((0, 0), (500, 0)), ((500, 0), (500, 0))]
)
def test_a_forfeit_to_the_target(before: tuple[int, int], after: tuple[int, int]) -> None:
    """G10: only what is above 0 falls, and only what is below the target rises."""
    ruleset = with_rules(game={"forfeit_score": "target_to_zero", "target": 500, "target_test": "more_than"})
    scores = {"ana+cy": {"score": before[0]}, "ben+dee": {"score": before[1]}}
    body = game({**LEFT}, ruleset=ruleset, before=scores)
    if before[0] > 500:  # the game was over already
        assert ask("scoreGame", body)["reason"] == "target"
    else:
        assert scores_of(scored(LEFT, ruleset=ruleset, before=scores)) == after


def scores_of(answer: Json) -> tuple[int, ...]:
    return tuple(each["score"] for each in answer["standing"].values())


def test_once_the_game_is_over_nobody_forfeits_it() -> None:
    ruleset = with_rules(game={"target": 50, "forfeit_credit": 100})
    answer = scored(row(0, 8, 5), {**row(1, 8, 5), **LEFT, "forfeited_by": "ana+cy"}, ruleset=ruleset)
    assert (answer["reason"], answer["winners"]) == ("target", ["ana+cy"])
    assert "forfeit" not in dict(lines(answer, 1, 1))


def test_a_forfeit_by_penalty_is_credited_too() -> None:
    """H8 and G12, in the score as ruled alone."""
    rules = {"repeat_revoke": "forfeit_game", "revoke_penalty": "contract_set"}
    ruleset = honours(game={"forfeit_credit": 70, "forfeit_penalty": -20}, irregularities=rules)
    answer = ruled(game(in_game(REVOKED), ruleset=ruleset, before={"ana+cy": {"revokes": 1}}))
    only = answer["rounds"][0]
    assert [each["lines"][-1]["code"] for each in only["as_ruled"]] == ["forfeit", "forfeit"]
    assert [each["lines"][-1]["points"] for each in only["as_ruled"]] == [-20, 70]
    assert "forfeit" not in {line["code"] for side in only["as_played"] for line in side["lines"]}


def test_who_wins_behind_a_round_without_a_score() -> None:
    """With one side left it wins; of several nobody can say. A fall to 0 needs the standing; other points don't."""
    unknown = {"bids": bids("ana 3"), "tricks": []}
    pairs = ruled(game(unknown, LEFT))
    assert (pairs["finished"], pairs["reason"], pairs["winners"]) == (True, "forfeit", ["ana+cy"])
    alone = with_rules(table={"sides": "individual"}, game={"forfeit_score": "target_to_zero"})
    answer = ruled(game(unknown, {**LEFT, "forfeited_by": "ben"}, ruleset=alone))
    assert (answer["finished"], answer["reason"], answer["winners"]) == (True, "forfeit", [])
    assert "not known" in answer["detail"]
    assert answer["rounds"][1]["as_ruled"][1]["lines"] == []


def test_two_left_at_a_table_of_three_behind_a_round_without_a_score() -> None:
    """The higher of the two wins, and nobody can say which of them that is."""
    unknown = {"bids": bids("ana 3"), "tricks": []}
    body = game(unknown, {**LEFT, "forfeited_by": "ben"}, ruleset="cutthroat", players=["ana", "ben", "cy"])
    answer = ruled({**body, "first_dealer": "cy"})
    assert (answer["finished"], answer["reason"], answer["winners"]) == (True, "forfeit", [])


def test_a_forfeited_row_that_lacks_a_bid_counts_for_nothing() -> None:
    answer = ruled(game({"bids": bids("ana 3, ben 3, cy 2"), "tricks_won": {"ana+cy": 13}, **LEFT}))
    assert [each["code"] for each in answer["rounds"][0]["findings"]] == ["bid_missing"]
    assert scores_of(answer) == (0, 0)


def test_a_revoke_in_a_round_that_was_broken_off_costs_nothing() -> None:
    """Not the game either: the other side has forfeited it, and this one wins."""
    rules = {"repeat_revoke": "forfeit_game", "revoke_penalty": "contract_set"}
    begun = in_game({**REVOKED, "tricks": REVOKED["tricks"][:3]}, **LEFT)
    body = game(begun, ruleset=honours(irregularities=rules), before={"ana+cy": {"revokes": 1}})
    only = ruled(body)["rounds"][0]
    assert (codes(only), only["penalties"], ruled(body)["winners"]) == (["revoke"], [], ["ana+cy"])
    assert only["findings"][0]["detail"].endswith("The round was broken off by the forfeit, so it costs nothing.")


def codes(ruling: Json) -> list[str]:
    return [each["code"] for each in ruling["findings"]]


# Substitutes.


def test_a_substitute_plays_from_that_round_on() -> None:
    came_in = {"bids": bids("ben 3, eve 2, dee 2, ana 3"), "tricks_won": {"ana": 4, "eve": 3, "ben+dee": 6}, **CAME_IN}
    again = {"bids": bids("eve 2, dee 2, ana 3, ben 3"), "tricks_won": {"ana+cy": 7, "ben+dee": 6}, "dealer": "ben"}
    answer = scored(row(0, 7), came_in, again)
    assert [each["teams"][0]["players"] for each in answer["rounds"]] == [["ana", "cy"], ["ana", "eve"], ["ana", "eve"]]
    assert standing(answer)["ana+cy"] == (156, 6, 0)
    assert answer["next"] == {"round_number": 4, "dealer": "eve", "first_bidder": "dee"}
    assert answer["rounds"][1]["substitutions"] == CAME_IN["substitutions"]


def test_who_left_may_come_back() -> None:
    back = {**row(1, 7), "substitutions": [{"out": "eve", "in": "cy"}]}
    came_in = {"bids": bids("ana 3, ben 3, eve 2, dee 2"), "tricks_won": {"ana+cy": 7, "ben+dee": 6}, **CAME_IN}
    assert scored(came_in, back)["rounds"][1]["teams"][0]["players"] == ["ana", "cy"]


def test_findings_name_the_substitute() -> None:
    names = {player: player for player in ("ana", "ben", "dee")} | {"cy": "eve"}
    record = {
        "bids": [{**each, "player": names[each["player"]]} for each in REVOKED["bids"]],
        "tricks": [
            {"plays": [{**each, "player": names[each["player"]]} for each in trick["plays"]]}
            for trick in REVOKED["tricks"]
        ],
        "dealer": REVOKED["dealer"],
    }
    answer = ask("scoreGame", game({**record, **CAME_IN}, ruleset=honours()))
    revoke = answer["rounds"][0]["findings"][0]
    assert (revoke["code"], revoke["player"], revoke["team"]) == ("revoke", "eve", "ana+cy")
    assert answer["rounds"][0]["penalties"]


def test_the_first_dealer_is_a_seat() -> None:
    """Whoever has the seat of the first dealer when the first round is dealt is no second dealer."""
    bids_made = {"bids_by_player": {"ana": 3, "ben": 3, "eve": 2, "dee": 2}, "tricks_won": {"ana+cy": 7, "ben+dee": 6}}
    came_in = {**bids_made, **CAME_IN, "dealer": "eve"}
    assert scored(came_in, first_dealer="cy")["next"]["dealer"] == "dee"
    assert refused(game({**came_in, "dealer": "dee"}, first_dealer="cy")) == [("#/rounds/0/dealer", "two_dealers")]


# Records among the rounds to score.


def test_a_record_is_scored_as_it_is_ruled_on() -> None:
    body = game(row(0, 7), in_game(legal_round()))
    answer, audited = ask("scoreGame", body), ruled(body)
    assert answer["standing"] == audited["standing"]
    assert "penalties" not in answer["rounds"][1]


def test_an_unfinished_record_cannot_be_scored() -> None:
    unfinished = in_game(legal_round())
    unfinished["tricks"] = unfinished["tricks"][:5]
    problem = ask("scoreGame", game(row(0, 7), unfinished), 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/rounds/1", "unfinished_round")]


@pytest.mark.parametrize("decided", [VOID, {**LEFT, "forfeited_by": "ana+dee"}])
def test_what_may_explain_the_bids_of_a_round_that_counts_for_nothing_costs_nothing(decided: Json) -> None:
    """A game: more slips may explain these six bids than are tried, but nothing is scored of them in any case."""
    players = ["ana", "ben", "cy", "dee", "eve", "fay"]
    bidding, deck = {"first_bidder": "dealer", "maximum": 2}, {"leftover": "set_aside"}
    body: Json = {
        "ruleset": with_rules(table={"players": [6]}, bidding=bidding, deck=deck),
        "players": players,
        "first_dealer": "fay",
        "rounds": [{"bids": [{"player": player, "tricks": 4} for player in players], **decided}],
    }
    assert ruled(body)["rounds"][0]["limit_reached"]
    standing = ask("scoreGame", body)["standing"]
    assert {totals["score"] for totals in standing.values()} == {0}
    counted = {**body, "rounds": [{"bids": body["rounds"][0]["bids"], "tricks": []}]}
    problem = ask("scoreGame", counted, 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/rounds/0", "unfinished_round")]


@pytest.mark.parametrize("void", [VOID, {**VOID, "tricks_won": {"ana": 3}}])
def test_after_a_void_round_the_first_round_bids_itself(void: Json) -> None:
    """C14: the round that is dealt again is the first round, and has no bids."""
    ruleset = with_rules(bidding={"first_round": "bids_itself"})
    won: Json = {"tricks_won": {"ana+cy": 13}}
    for unbid in (won, {**won, "bids": []}):
        assert scores_of(scored(void, unbid, row(0, 7), ruleset=ruleset)) == (182, 51)
    for operation in ("scoreGame", "auditGame"):
        problem = ask(operation, game(void, won, won, ruleset=ruleset), 422)
        assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/rounds/2/bids", "required")]


def test_whether_a_record_is_void_decides_if_the_next_round_has_bids() -> None:
    """C14 and H14: the first record may be void by its hands, so the row after it may be the first round."""
    ruleset = with_rules(bidding={"first_round": "bids_itself"})
    hands = legal_round()["hands"]
    moved = {**hands, "ana": hands["ana"][1:], "ben": [*hands["ben"], hands["ana"][0]]}
    unbid = {"bids": [], "tricks_won": {"ana+cy": 13}}
    assert scores_of(scored_alone({"bids": [], "tricks": [], "hands": moved}, unbid, ruleset=ruleset)) == (130, 0)
    played = in_game(legal_round(), bids=[])
    problem = ask("scoreGame", game(played, unbid, ruleset=ruleset), 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/rounds/1", "unfinished_round")]


def test_nobody_bid_out_of_turn_after_a_bid_that_a_void_round_lacks() -> None:
    for of_round in ({**VOID, "tricks_won": {"ana": 3}}, VOID, LEFT, {**LEFT, "tricks_won": {"ana": 3}}):
        answer = ruled(game({**of_round, "bids": bids("ben 3, dee 2")}))
        assert answer["rounds"][0]["findings"] == []


def test_a_declared_void_round_has_no_penalties() -> None:
    hands = legal_round()["hands"]
    moved = {**hands, "ana": hands["ana"][1:], "ben": [*hands["ben"], hands["ana"][0]]}
    only = ruled(game({**VOID, "tricks": [], "hands": moved}))["rounds"][0]
    assert {each["code"] for each in only["findings"]} == {"wrong_hand_size"}
    assert only["penalties"] == []


# Tricks, time and the next deal.


@pytest.mark.parametrize(
    ("adjustments", "tricks", "points", "decided"),
    [
        # Both sides bid 5, and took 6 and 7: "talking across the board, minus three books".
        ([{"tricks": -3}], (3, 7), (-50, 52), (-3, None)),
        ([{"tricks": -1}], (5, 7), (50, 52), (-1, None)),
        ([{"tricks": -3, "points": -20}], (3, 7), (-70, 52), (-3, None)),
        ([{"tricks": -3, "to": "ben+dee"}], (3, 10), (-50, 55), (-3, 3)),
        # Never below none, nor above the hand; what was not there is not given on.
        ([{"tricks": -9, "to": "ben+dee"}], (0, 13), (-50, 58), (-6, 6)),
        ([{"tricks": 9}], (13, 7), (58, 52), (7, None)),
        # One after the other: what was taken first is not there to be taken again.
        ([{"tricks": -13}, {"tricks": 2}], (2, 7), (-50, 52), (-4, None)),
        ([{"tricks": 0}], (6, 7), (51, 52), (None, None)),
    ],
)
def test_tricks_are_moved_before_the_contract_is_judged(
    adjustments: list[Json], tricks: tuple[int, ...], points: tuple[int, ...], decided: tuple[int | None, ...]
) -> None:
    """docs/reference/rules.md, A game: adjustments in tricks."""
    made = [{"team": "ana+cy", "reason": "A signal", **each} for each in adjustments]
    body = {**row(0, 6), "adjustments": made}
    sides = scored(body)["rounds"][0]["teams"]
    assert tuple(side["tricks"] for side in sides) == tricks == tuple(side["contract_tricks"] for side in sides)
    assert tuple(side["points"] for side in sides) == points
    assert tuple(side.get("tricks_decided") for side in sides) == decided
    assert [side["after"]["sets"] for side in sides] == [int(tricks[0] < 5), 0]
    lines_of_adjustments = [
        sum(line["code"] == "adjustment" and "A signal" in line["detail"] for line in side["lines"]) for side in sides
    ]
    assert lines_of_adjustments == [len(made), sum("to" in each for each in made)]


def test_a_director_makes_and_breaks_no_nil() -> None:
    """docs/reference/rules.md, A game: a nil is judged by the tricks that were taken."""
    taken = {"team": "ana+cy", "tricks": -1, "reason": "A signal"}
    body = {"bids": bids("ana 0, ben 5, cy 4, dee 3"), "tricks_won": {"ana": 1, "cy": 4, "ben+dee": 8}}
    side = scored({**body, "adjustments": [taken]})["rounds"][0]["teams"][0]
    assert (side["nils"][0]["made"], side["nils"][0]["tricks"], side["contract_tricks"]) == (False, 1, 3)


def test_the_sheet_has_the_tricks_that_were_taken() -> None:
    """docs/reference/rules.md, A game: the tricks of a sheet are those that were taken, the points those after it."""
    body = in_game(legal_round())
    plain = ruled(game(body))["rounds"][0]
    first, second = plain["as_played"]
    sheet = {"tricks_won": {each["team"]: each["tricks"] for each in (first, second)}}
    lost = {"team": first["team"], "tricks": -13, "reason": "A signal"}
    only = ruled(game({**body, "adjustments": [lost], "reported": {**sheet, "points": {first["team"]: 0}}}))["rounds"][
        0
    ]
    assert places(only["findings"]) == [("wrong_points", f"#/rounds/0/reported/points/{first['team']}")]
    assert [each["pointer"] for each in only["differences"]] == [f"#/rounds/0/reported/points/{first['team']}"]


@pytest.mark.parametrize(
    ("tie", "second", "winners", "reason"),
    [
        ("extra_round", (7, 6), ["ana+cy"], "time"),
        ("extra_round", (6, 7), [], None),
        ("shared", (6, 7), ["ana+cy", "ben+dee"], "time"),
    ],
)
def test_time_called_ends_the_game_with_its_round(
    tie: str, second: tuple[int, int], winners: list[str], reason: str | None
) -> None:
    """docs/reference/rules.md, A game: the highest wins; equal scores go on by `game.tie`."""
    rules = with_rules(game={"tie": tie})
    called = {**row(1, *second), "time_called": True}
    answer = scored(row(0, 7), called, ruleset=rules)
    assert (answer["winners"], answer.get("reason"), answer["rounds"][1]["time_called"]) == (winners, reason, True)
    if tie == "extra_round" and not winners:
        # The round that settles it is the last.
        after = scored(row(0, 7), called, row(2, 8), ruleset=rules)
        assert (after["winners"], after["reason"]) == (["ana+cy"], "time")
        assert after["detail"].endswith("time was called in round 2.")


@pytest.mark.parametrize("rule", ["same_dealer", "next_dealer"])
@pytest.mark.parametrize("decided", ["same_dealer", "next_dealer", None])
def test_a_director_says_who_deals_again(rule: str, decided: str | None) -> None:
    """docs/reference/rules.md, A game: `redeal_by` goes before the ruleset's."""
    void = {**VOID, **({} if decided is None else {"redeal_by": decided})}
    answer = scored(void, row(0, 7), ruleset=with_rules(table={"redeal_by": rule}), first_dealer="dee")
    assert answer["rounds"][1]["dealer"] == ("dee" if (decided or rule) == "same_dealer" else "ana")


# What can't have been.


@pytest.mark.parametrize(
    ("wrong", "pointer", "code", "fix"),
    [
        ({"adjustments": [{**LATE, "team": "cy+ana"}]}, "adjustments/0/team", "unknown_team", "write 'ana+cy'"),
        ({"adjustments": [{**LATE, "team": "dee+ben"}]}, "adjustments/0/team", "unknown_team", "write 'ben+dee'"),
        ({"adjustments": [{**LATE, "team": "cy"}]}, "adjustments/0/team", "unknown_team", "'ana+cy', the team of cy"),
        ({**LEFT, "forfeited_by": "reds"}, "forfeited_by", "unknown_team", "The teams are"),
        ({"void": True}, "reason", "reason_missing", 'add "reason"'),
        ({"forfeited_by": "ana+cy"}, "reason", "reason_missing", "forfeited"),
        ({"void": True, "reason": " "}, "reason", "reason_missing", "void"),
        ({"adjustments": [{**LATE, "reason": "  "}]}, "adjustments/0/reason", "reason_missing", "Say why"),
        ({"reason": "Late"}, "reason", "reason_alone", "leave it out"),
        ({"redeal_by": "same_dealer"}, "redeal_by", "redeal_alone", 'add "void": true'),
        ({"adjustments": [{"team": "ana+cy", "reason": "Late"}]}, "adjustments/0", "nothing_adjusted", 'add "points"'),
        ({"adjustments": [{**LATE, "to": "ben+dee"}]}, "adjustments/0/to", "nothing_to_move", '"tricks" below 0'),
        ({"adjustments": [{**LATE, "tricks": -1, "to": "ana+cy"}]}, "adjustments/0/to", "nothing_to_move", "another"),
        ({"adjustments": [{**LATE, "tricks": -1, "to": "ben"}]}, "adjustments/0/to", "unknown_team", "'ben+dee'"),
        ({"void": False, "reason": "Late"}, "reason", "reason_alone", "leave it out"),
        ({"substitutions": [{"out": "fay", "in": "eve"}]}, "substitutions/0/out", "unknown_player", "The players are"),
        (
            {"substitutions": [{"out": "cy", "in": "ben"}]},
            "substitutions/0/in",
            "duplicate_player",
            "sits at this table",
        ),
        (
            {"substitutions": [{"out": "cy", "in": "cy"}]},
            "substitutions/0/in",
            "duplicate_player",
            "sits at this table",
        ),
        (
            {"substitutions": [{"out": "cy", "in": "Ben"}]},
            "substitutions/0/in",
            "similar_players",
            "two different names",
        ),
        ({"substitutions": [{"out": "cy", "in": "Ana+Cy"}]}, "substitutions/0/in", "ambiguous_team", "that name"),
    ],
)
def test_what_cannot_have_been_is_refused(wrong: Json, pointer: str, code: str, fix: str) -> None:
    body = game(row(0, 7), {**row(1, 7), **wrong})
    assert (f"#/rounds/1/{pointer}", code) in refused(body)
    problem = ask("scoreGame", body, 422)
    (fault,) = [each for each in problem["errors"] if each["pointer"] == f"#/rounds/1/{pointer}"]
    assert (fault["code"], fix in fault["detail"]) == (code, True)


def test_who_left_is_no_longer_at_the_table() -> None:
    came_in = {"bids": bids("ana 3, ben 3, eve 2, dee 2"), "tricks_won": {"ana+cy": 7, "ben+dee": 6}, **CAME_IN}
    problem = ask("auditGame", game(came_in, row(1, 7)), 422)
    (fault,) = problem["errors"]
    assert fault["pointer"] == "#/rounds/1/bids/1/player"
    assert "'cy' left in round 1, when 'eve' came in." in fault["detail"]


def test_a_player_alone_may_not_take_the_name_of_another_side() -> None:
    ruleset = with_rules(table={"sides": "individual"})
    swap = {**VOID, "substitutions": [{"out": "ana", "in": "eve"}, {"out": "cy", "in": "ana"}]}
    assert refused(game(swap, ruleset=ruleset)) == [("#/rounds/0/substitutions/1/in", "ambiguous_team")]
    back = {**VOID, "substitutions": [{"out": "ana", "in": "eve"}, {"out": "eve", "in": "ana"}]}
    assert ruled(game(back, ruleset=ruleset))["rounds"][0]["verdict"] == "void"


@pytest.mark.parametrize("operation", ["scoreGame", "auditGame"])
def test_a_round_has_tricks_or_tricks_won(operation: str) -> None:
    both = {**row(0, 7), "tricks": []}
    problem = ask(operation, game(both, {"bids": []}), 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [
        ("#/rounds/0", "tricks_or_tricks_won"),
        ("#/rounds/1", "tricks_or_tricks_won"),
    ]


def test_a_forfeited_row_has_no_more_tricks_than_the_round() -> None:
    body = game({**row(0, 9, 8), **LEFT})
    assert [each["code"] for each in ask("scoreGame", body, 422)["errors"]] == ["tricks_total"]
    assert [each["code"] for each in ruled(body)["rounds"][0]["findings"]] == ["wrong_tricks_won"]


@pytest.mark.parametrize("decided", [VOID, LEFT], ids=["void", "forfeited"])
def test_the_figures_of_a_round_that_was_decided_show_no_missing_tricks(decided: Json) -> None:
    """docs/reference/rules.md, A game: the sheet has what was decided, and the log ends where the round did."""
    played = in_game(record(honours(), "ana AH KH QH JH", reported={"points": {"ana+cy": 10}}))
    missing = ("missing_tricks", "#/rounds/0/tricks")
    assert missing in places(ruled(game(played, ruleset=honours()))["rounds"][0]["findings"])
    answer = ruled(game({**played, **decided}, ruleset=honours()))
    assert missing not in places(answer["rounds"][0]["findings"])


def test_a_false_call_in_a_void_round_costs_nothing() -> None:
    """H7: a false call costs as much as a revoke, in a round that counts."""
    ruleset = honours(irregularities={"false_accusation": "same_penalty"})
    played = in_game(record(ruleset, "ana AH KH QH JH", accusations=[call("ana ben 1 at 1.4")]))
    (found,) = ruled(game({**played, **VOID}, ruleset=ruleset))["rounds"][0]["findings"]
    assert found["code"] == "false_accusation"
    assert found["detail"].endswith(" The round is void, so it costs nothing.")
