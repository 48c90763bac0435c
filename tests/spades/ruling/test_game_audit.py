"""A whole game audited: rulings in a chain, the first error of the sheet, what it shifts, and who has won as ruled."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import EVEN, TURNS, game, in_game, refused, row, ruled
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, swapped
from tests.spades.builders.legal_rounds import REVOKED, legal_round, ranks_round
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import places
from tests.spades.ruling.claim_cases import claimed

# A right sheet.


def test_a_right_sheet_is_clean() -> None:
    """Rulings, the sheet: ana+cy 50 + 2, then 50 + 3; ben+dee 50 + 1, then 50."""
    answer = ruled(
        game(
            row(0, 7, 6, points={"ana+cy": 52, "ben+dee": 51}, score={"ana+cy": 52, "ben+dee": 51}, bags={"ana+cy": 2}),
            row(
                1, 8, 5, points={"ana+cy": 53}, score={"ana+cy": 105, "ben+dee": 101}, bags={"ana+cy": 5, "ben+dee": 1}
            ),
        )
    )
    assert answer["verdict"] == "clean"
    assert "first_error" not in answer
    assert (answer["shifts"], answer["finished"], answer["winners"]) == ([], False, [])
    assert {team: standing["score"] for team, standing in answer["standing"].items()} == {"ana+cy": 105, "ben+dee": 101}
    assert answer["next"] == {"round_number": 3, "dealer": "ben", "first_bidder": "cy"}
    assert [each["dealer"] for each in answer["rounds"]] == ["dee", "ana"]


def test_a_game_of_rows_is_audited_as_it_is_scored() -> None:
    """Design, the other operations: games/audit has the same head, standing and end as games/score."""
    body = game(row(0, 7), row(1, 9), row(2, 4), before={"ana+cy": {"score": 400, "bags": 8}})
    scored = ask("scoreGame", body)
    answer = ruled(body)
    for member in ("standing", "finished", "winners", "detail", "next"):
        assert answer.get(member) == scored.get(member)
    for one, other in zip(answer["rounds"], scored["rounds"], strict=True):
        assert one["as_played"] == other["teams"]
        assert [{**each, "tricks_adjustment": 0} for each in one["as_played"]] == one["as_ruled"]


# Errors of the sheet.


def test_a_forgotten_bag_penalty_shifts_every_later_total() -> None:
    """Design: most errors are bag carries. Ten bags after round two, 50 + 5 - 100; the sheet goes on from 110."""
    body = game(
        row(0, 10, score={"ana+cy": 55}, bags={"ana+cy": 5}),
        row(1, 10, score={"ana+cy": 110}, bags={"ana+cy": 10}),
        row(2, 5, score={"ana+cy": 160}, bags={"ana+cy": 10}),
        row(3, 6, score={"ana+cy": 211}, bags={"ana+cy": 11}),
    )
    answer = ruled(body)
    error = answer["first_error"]
    assert (error["round"], error["pointer"]) == (2, "#/rounds/1/reported/bags/ana+cy")
    assert (error["reported"], error["expected"], error["cause"]) == (10, 0, "bags")
    assert error["detail"].startswith("Round 2: ")
    assert [(each["round"], each["expected"], each["shift"]) for each in answer["shifts"]] == [
        (2, 10, 100),
        (3, 60, 100),
        (4, 111, 100),
    ]
    # One fault, one finding: the later lines are off by as much as the one before them.
    assert [places(each["findings"]) for each in answer["rounds"]] == [
        [],
        [
            ("wrong_score", "#/rounds/1/reported/score/ana+cy"),
            ("wrong_bags", "#/rounds/1/reported/bags/ana+cy"),
        ],
        [],
        [],
    ]


@pytest.mark.parametrize(
    ("reported", "expected"), [({"points": {"ana+cy": 52}}, -48), ({"score": {"ana+cy": 452}}, 352)]
)
def test_a_forgotten_bag_penalty_is_seen_without_the_bags(reported: Json, expected: int) -> None:
    """Order of scoring, step 7: 50 and 2 for the tenth and eleventh bag, less 100."""
    error = ruled(game(row(0, 7, **reported), before={"ana+cy": {"score": 400, "bags": 9}}))["first_error"]
    assert (error["cause"], error["expected"]) == ("bags", expected)


def test_points_that_no_forgotten_penalty_explains_are_wrong_points() -> None:
    """Contract, SheetError.cause = points: 50 and 2 less 100 for the tenth bag are -48; -40 is neither that nor 52."""
    error = ruled(game(row(0, 7, points={"ana+cy": -40}), before={"ana+cy": {"score": 400, "bags": 9}}))["first_error"]
    assert (error["cause"], error["expected"]) == ("points", -48)
    assert "void" not in error["detail"]


def test_a_second_error_is_a_finding_of_its_own() -> None:
    """Rulings, cascades: one fault, one finding; the second adds 10 to a total that is off by 1 already."""
    body = game(row(0, 6, score={"ana+cy": 50}), row(1, 5, score={"ana+cy": 100}), row(2, 5, score={"ana+cy": 160}))
    answer = ruled(body)
    assert [places(each["findings"]) for each in answer["rounds"]] == [
        [("wrong_score", "#/rounds/0/reported/score/ana+cy")],
        [],
        [("wrong_score", "#/rounds/2/reported/score/ana+cy")],
    ]
    assert [each["shift"] for each in answer["shifts"]] == [-1, -1, 9]


def test_a_total_that_is_right_again_is_no_second_error() -> None:
    """Design: each later total by its shift; a line that is right again after a wrong one is no error."""
    body = game(row(0, 6, score={"ana+cy": 61}), row(1, 5, score={"ana+cy": 101}))
    answer = ruled(body)
    assert [len(each["findings"]) for each in answer["rounds"]] == [1, 0]
    assert [each["round"] for each in answer["shifts"]] == [1]


@pytest.mark.parametrize(
    ("reported", "cause", "pointer"),
    [
        ({"points": {"ana+cy": 62}}, "points", "#/rounds/0/reported/points/ana+cy"),
        ({"points": {"ana+cy": 52}, "score": {"ana+cy": 62}}, "carry", "#/rounds/0/reported/score/ana+cy"),
        ({"score": {"ana+cy": 62}}, "carry", "#/rounds/0/reported/score/ana+cy"),
        ({"score": {"ana+cy": 62}, "points": {"ben+dee": 51}}, "carry", "#/rounds/0/reported/score/ana+cy"),
        ({"score": {"ana+cy": 62}, "points": {"ana+cy": 62}}, "points", "#/rounds/0/reported/points/ana+cy"),
        ({"bags": {"ana+cy": 1}}, "bags", "#/rounds/0/reported/bags/ana+cy"),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_what_went_wrong_first(reported: Json, cause: str, pointer: str) -> None:
    """Contract, SheetError.cause; bid 5, took 7: 52 points and two bags.

    Without the points of the round nothing proves that these are wrong: it is the total that does not add up.
    """
    error = ruled(game(row(0, 7, **reported)))["first_error"]
    assert (error["cause"], error["pointer"]) == (cause, pointer)


def test_tricks_counted_wrongly_come_before_what_rests_on_them() -> None:
    """Contract, SheetError.cause = tricks: ben won five tricks of the legal round, the sheet has four."""
    reported = {"points": {"ben+dee": 50}, "tricks_won": {"ana": 5, "ben": 4, "cy": 2, "dee": 2}}
    error = ruled(game(in_game(legal_round(), reported=reported)))["first_error"]
    assert (error["cause"], error["pointer"]) == ("tricks", "#/rounds/0/reported/tricks_won/ben")
    assert (error["reported"], error["expected"]) == (4, 5)


# Records among the rows.

HONOURS = REVOKED["ruleset"]


def test_a_penalty_is_carried_on_and_is_no_error_of_the_scorer() -> None:
    """Rulings, the sheet: 22 as played; less three tricks ana and cy are set, -20, and later totals are off by 42."""
    second = in_game(ranks_round(), dealer="ana", bids=bids("ben 1, cy 1, dee 1, ana 1"))
    second["tricks"] = [{"plays": each["plays"][1:] + each["plays"][:1]} for each in second["tricks"]]
    first = in_game(REVOKED, reported={"points": {"ana+cy": 22}, "score": {"ana+cy": 22}})
    answer = ruled(game(first, in_game(second, reported={"score": {"ana+cy": 44}}), ruleset=HONOURS))
    one, other = answer["rounds"]
    assert [each["effect"] for each in one["penalties"]] == ["tricks"]
    assert [each["code"] for each in one["findings"]] == ["revoke"]
    assert (one["as_played"][0]["points"], one["as_ruled"][0]["points"]) == (22, -20)
    assert other["as_played"][0]["before"]["score"] == -20
    assert "wrong_score" not in [each["code"] for each in other["findings"]]
    assert answer["first_error"]["cause"] == "penalty"
    assert answer["first_error"]["pointer"] == "#/rounds/0/reported/points/ana+cy"


def test_pointers_lead_into_the_round() -> None:
    """Design, contract: pointers are into the request, and so is what a finding rests on."""
    answer = ruled(game(row(0, 7), in_game(legal_round(), dealer="ana")))
    assert all(each["pointer"].startswith("#/rounds/1/") for each in answer["rounds"][1]["findings"])
    found = ruled(game(in_game(REVOKED), ruleset=HONOURS))["rounds"][0]["findings"][0]
    assert found["pointer"] == "#/rounds/0/tricks/0/plays/2"
    assert found["evidence"]["proved_by"] == "#/rounds/0/hands/cy"


def misdealt() -> dict[str, list[str]]:
    """Return four hands of 13, 13, 12 and 14 cards, each card once."""
    dealt: dict[str, list[str]] = legal_round()["hands"]
    return {**dealt, "cy": dealt["cy"][1:], "dee": [*dealt["dee"], dealt["cy"][0]]}


def test_a_void_round_is_dealt_again() -> None:
    """Rulings: a void round has as_ruled with no lines, 0 points, after = before; the same dealer deals again.

    That the cards were dealt wrongly is nobody's offence, in the round and in the game.
    """
    void = {"bids": bids(TURNS[0]), "tricks": [], "hands": misdealt()}
    answer = ruled(game(void, row(0, 7, score={"ana+cy": 152}), before={"ana+cy": {"score": 100}}))
    assert [each["verdict"] for each in answer["rounds"]] == ["void", "clean"]
    assert {each["severity"] for each in answer["rounds"][0]["findings"]} == {"note"}
    assert answer["verdict"] == "clean"
    ruled_void = answer["rounds"][0]["as_ruled"][0]
    assert (ruled_void["lines"], ruled_void["points"], ruled_void["after"]["score"]) == ([], 0, 100)
    assert [each["dealer"] for each in answer["rounds"]] == ["dee", "dee"]
    assert answer["next"]["round_number"] == 2


@pytest.mark.parametrize(
    ("reported", "pointer", "cause"),
    [
        pytest.param(
            {"points": {"ana+cy": 52}, "score": {"ana+cy": 152}},
            "points/ana+cy",
            "penalty",
            id="points of a void round",
        ),
        pytest.param({"score": {"ana+cy": 152}}, "score/ana+cy", "penalty", id="a total that counts it"),
        pytest.param({"bags": {"ana+cy": 2}}, "bags/ana+cy", "penalty", id="bags that count it"),
        pytest.param(
            {"points": {"ana+cy": 0}, "score": {"ana+cy": 90}},
            "score/ana+cy",
            "carry",
            id="a total that is wrong anyhow",
        ),
    ],
)
def test_a_void_round_that_the_sheet_counts_is_its_first_error(reported: Json, pointer: str, cause: str) -> None:
    """Rulings, completeness: a void round is 0 points and after = before; nobody has to play it to the end."""
    void = {"bids": bids(TURNS[0]), "tricks": [], "hands": misdealt(), "reported": reported}
    answer = ruled(game(void, before={"ana+cy": {"score": 100}}))
    assert "missing_tricks" not in [each["code"] for each in answer["rounds"][0]["findings"]]
    error = answer["first_error"]
    assert (error["pointer"], error["cause"]) == (f"#/rounds/0/reported/{pointer}", cause)
    assert ("void" in error["detail"]) is (cause == "penalty")
    nothing = {"points": {"ana+cy": 0}, "score": {"ana+cy": 100}, "bags": {"ana+cy": 0}}
    right = ruled(game({**void, "reported": nothing}, before={"ana+cy": {"score": 100}}))
    assert ("first_error" in right, right["shifts"]) == (False, [])


def test_after_a_round_without_a_score_no_total_is_compared() -> None:
    """Rulings, completeness: only a complete round has scores; what is not known is not called wrong."""
    begun = {"bids": bids(TURNS[0]), "tricks": [legal_round()["tricks"][0]]}
    answer = ruled(game(begun, row(1, 7, score={"ana+cy": 9999}, points={"ana+cy": 1})))
    assert "standing" not in answer
    assert answer["detail"] == "Round 1 has no score, so the standing is not known."
    assert (answer["shifts"], "first_error" in answer, answer["finished"]) == ([], False, False)
    assert answer["rounds"][1]["verdict"] == "clean"


def test_a_blind_bid_after_a_round_without_a_score_waits_for_that_score() -> None:
    """D12, blind_bid.deficit: undecided while the standing is unknown, which no standing before the game could tell."""
    blind = {"blind_bid": {"allowed": True, "deficit": 100, "minimum": 6}}
    second = row(1, 8)
    second["bids"][0] |= {"tricks": 7, "blind": True}
    unfinished = in_game(cut(legal_round(), 5))
    body = game(row(0, 7), unfinished, second, row(3, 7), ruleset={"name": "pagat", "overrides": blind})
    rounds = ruled(body)["rounds"]
    (asked,) = rounds[2]["undecided"]
    assert (asked["code"], asked["pointer"]) == ("blind_bid_not_allowed", "#/rounds/2/bids/0")
    assert asked["decided_by"] == "#/rounds/1"


def test_after_a_round_without_a_score_no_total_is_shown() -> None:
    """Contract, SideScore: without a standing there are the points of the round, and neither before nor after."""
    begun = {"bids": bids(TURNS[1]), "tricks": [legal_round()["tricks"][0]], "dealer": "ana"}
    answer = ruled(game(row(0, 7), begun, row(2, 7)))
    assert answer["detail"] == "Round 2 has no score, so the standing is not known."
    for member in ("as_played", "as_ruled"):
        known, unknown = answer["rounds"][0][member][0], answer["rounds"][2][member][0]
        assert set(known) - set(unknown) == {"before", "after"}
        assert (known["points"], unknown["points"]) == (52, 52)


def test_the_last_round_may_be_unfinished() -> None:
    """Contract, auditGame: a round that is not finished has no score; it is audited as far as it goes."""
    begun = {"bids": bids(TURNS[1]), "tricks": [], "dealer": "ana"}
    answer = ruled(game(row(0, 7), begun))
    assert [each["complete"] for each in answer["rounds"]] == [True, False]
    assert "as_ruled" not in answer["rounds"][1]
    # It is still the one to be played; one with other rounds after it has been.
    assert answer["next"] == {"round_number": 2, "dealer": "ana", "first_bidder": "ben"}
    assert ruled(game(row(0, 7), begun, row(2, 7)))["next"]["round_number"] == 4
    unbid = in_game(legal_round(), bids=bids(TURNS[0][:12]), dealer="dee")
    assert ruled(game(unbid))["next"]["round_number"] == 2
    halted = in_game(legal_round())
    halted["tricks"][12]["plays"].pop()
    assert ruled(game(halted))["next"]["round_number"] == 1


# The end.


def test_a_second_revoke_forfeits_the_game() -> None:
    """Parameters, irregularities.repeat_revoke = forfeit_game (H8): counted over the rounds of the game."""
    ruleset = honours(irregularities={"repeat_revoke": "forfeit_game"})
    again = in_game(changed(REVOKED), dealer="dee")
    answer = ruled(game(in_game(REVOKED), again, ruleset=ruleset))
    assert [[each["effect"] for each in one["penalties"]] for one in answer["rounds"]] == [
        ["tricks"],
        ["tricks", "game"],
    ]
    assert (answer["finished"], answer["winners"], answer["reason"]) == (True, ["ben+dee"], "forfeit")
    assert "next" not in answer
    assert ruled(game(in_game(REVOKED), again, ruleset=honours()))["finished"] is False


def test_the_first_revoke_may_lose_the_game() -> None:
    """Parameters, irregularities.revoke_penalty = forfeit_game: once, and only while there is a game to lose."""
    revoked = in_game(REVOKED)
    rules = {"revoke_penalty": "forfeit_game", "repeat_revoke": "forfeit_game"}
    answer = ruled(game(revoked, in_game(REVOKED, dealer="dee"), ruleset=honours(irregularities=rules)))
    assert (answer["winners"], answer["reason"]) == (["ben+dee"], "forfeit")
    first, second = answer["rounds"]
    assert [(each["effect"], each["rule"]["parameter"]) for each in first["penalties"]] == [
        ("game", "irregularities.revoke_penalty")
    ]
    assert first["penalties"][0]["detail"] == "ana+cy loses the game for cy's revoke in hearts in trick 1."
    assert second["penalties"] == []
    assert second["findings"][0]["detail"].endswith("It would cost the game, and that was over.")
    innocent = ruled(game(in_game(ranks_round()), ruleset=honours(irregularities=rules)))
    assert (innocent["finished"], innocent["rounds"][0]["penalties"]) == (False, [])


def test_a_forfeit_names_its_round_and_is_not_repeated() -> None:
    """Design: rounds after the end change no winner; a game that is over can't be forfeited once more."""
    ruleset = honours(irregularities={"repeat_revoke": "forfeit_game"})
    first, again = in_game(REVOKED), in_game(REVOKED, dealer="dee")
    answer = ruled(game(first, again, again, ruleset=ruleset))
    assert answer["detail"] == "ben+dee wins with -40: ana+cy forfeited the game in round 2."
    effects = [[each["effect"] for each in one["penalties"]] for one in answer["rounds"]]
    assert effects == [["tricks"], ["tricks", "game"], ["tricks"]]
    assert [each["code"] for each in answer["rounds"][2]["findings"]] == ["revoke", "round_after_end"]


def test_a_side_that_forfeits_has_not_won() -> None:
    """Parameters, irregularities.repeat_revoke = forfeit_game: where all sides do, nobody wins."""
    ruleset = honours(irregularities={"repeat_revoke": "forfeit_game"})
    both = in_game(swapped(REVOKED, "KH", "KC"))
    before = {"ana+cy": {"revokes": 1}, "ben+dee": {"revokes": 1, "score": 90}}
    answer = ruled(game(both, ruleset=ruleset, before=before))
    assert [each["code"] for each in answer["rounds"][0]["findings"]] == ["revoke", "revoke"]
    assert (answer["finished"], answer["winners"], answer["reason"]) == (True, [], "forfeit")
    assert answer["detail"] == "Nobody wins: ana+cy and ben+dee forfeited the game in round 1."
    alone = ruled(game(both, ruleset=ruleset, before={"ana+cy": {"revokes": 1}}))
    assert alone["winners"] == ["ben+dee"]


def test_a_forfeit_needs_no_standing_where_one_side_is_left() -> None:
    """Rulings, after the proof: whatever the score, the side that has not forfeited has won."""
    ruleset = honours(irregularities={"repeat_revoke": "forfeit_game"})
    begun = in_game(REVOKED)
    begun["tricks"] = begun["tricks"][:3]
    answer = ruled(game(begun, ruleset=ruleset, before={"ana+cy": {"revokes": 1}}))
    assert (answer["finished"], answer["winners"], "standing" in answer) == (True, ["ben+dee"], False)
    assert answer["detail"] == "ben+dee wins: ana+cy forfeited the game in round 1."
    assert ruled(game(begun, ruleset=ruleset))["finished"] is False


def test_the_score_as_ruled_decides_who_has_won() -> None:
    """Rulings, after the proof: 22 as played would be past 20; as ruled ana and cy are set."""
    target = honours(game={"target": 20})
    assert ruled(game(in_game(ranks_round()), ruleset=target))["winners"] == ["ana+cy"]
    answer = ruled(game(in_game(REVOKED), ruleset=target))
    assert (answer["finished"], answer["winners"]) == (False, [])


def test_a_round_after_the_end_is_found_and_changes_no_winner() -> None:
    """Design: rounds after the end: the finding round_after_end, still scored, winner unchanged."""
    ruleset = {"name": "pagat", "overrides": {"game": {"target": 52}}}
    answer = ruled(game(row(0, 7), row(1, 2), ruleset=ruleset))
    assert answer["winners"] == ["ana+cy"]
    assert places(answer["rounds"][1]["findings"]) == [("round_after_end", "#/rounds/1")]
    assert answer["rounds"][1]["as_played"][0]["points"] == -50
    assert [each["verdict"] for each in answer["rounds"]] == ["clean", "inconsistent"]


def miscounted() -> Json:
    """Return a legal round with a wrong value on its sheet."""
    return {**ranks_round(), "reported": {"points": {"ana+cy": 1}}}


@pytest.mark.parametrize(
    ("rounds", "verdicts", "verdict"),
    [
        ([ranks_round(), miscounted()], ["clean", "inconsistent"], "inconsistent"),
        ([miscounted(), ranks_round()], ["inconsistent", "clean"], "inconsistent"),
        ([REVOKED, miscounted()], ["irregular", "inconsistent"], "irregular"),
    ],
)
def test_the_gravest_verdict_on_a_round_is_that_on_the_game(
    rounds: list[Json], verdicts: list[str], verdict: str
) -> None:
    """Rulings, severity, verdict, completeness: an offence goes before an error of the record or of the sheet."""
    answer = ruled(game(*map(in_game, rounds), ruleset=HONOURS))
    assert ([each["verdict"] for each in answer["rounds"]], answer["verdict"]) == (verdicts, verdict)


# What can't be read.


def test_a_round_is_a_record_or_a_row() -> None:
    """Contract, GameRoundRecord: tricks or tricks_won, exactly one; what only a record has needs tricks."""
    both = {**row(0, 7), "tricks": []}
    neither = {"bids": bids(EVEN)}
    handed = {**row(0, 7, tricks_won={"ana+cy": 6}), "hands": {}, "accusations": []}
    assert refused(game(both, neither, handed)) == [
        ("#/rounds/0", "tricks_or_tricks_won"),
        ("#/rounds/1", "tricks_or_tricks_won"),
        ("#/rounds/2/accusations", "needs_tricks"),
        ("#/rounds/2/hands", "needs_tricks"),
        ("#/rounds/2/reported/tricks_won", "needs_tricks"),
    ]


def test_every_unknown_name_is_pointed_at() -> None:
    """Design, contract: all faults at once, each with its pointer."""
    call = {"by": "eve", "against": "cy"}
    record = {"bids": bids(EVEN), "tricks": [], "accusations": [call], "reported": {"tricks_won": {"fay": 1}}}
    assert refused(game(row(0, 7, score={"eve+fay": 1}), record)) == [
        ("#/rounds/0/reported/score/eve+fay", "unknown_team"),
        ("#/rounds/1/accusations/0/by", "unknown_player"),
        ("#/rounds/1/reported/tricks_won/fay", "unknown_player"),
    ]


# What the naive game found.


def test_bags_that_nobody_counts_are_no_error() -> None:
    """Order of scoring, step 7: with `scoring.bag_limit` 0 no count is kept; what the sheet counts is its own."""
    ruleset = {"name": "pagat", "overrides": {"scoring": {"bag_limit": 0}}}
    answer = ruled(game(row(0, 7, bags={"ana+cy": 2}), ruleset=ruleset))
    assert ("first_error" in answer, answer["verdict"]) == (False, "clean")


def test_a_total_is_wrong_by_itself_if_the_points_are_right_as_ruled() -> None:
    """Contract, SheetError.cause = carry: the points of the round are right, with the penalty in them."""
    sheet = {"points": {"ana+cy": -20}, "score": {"ana+cy": -30}}
    error = ruled(game(in_game(REVOKED, reported=sheet), ruleset=HONOURS))["first_error"]
    assert (error["pointer"], error["cause"]) == ("#/rounds/0/reported/score/ana+cy", "carry")


def test_a_forfeit_ends_the_game_and_equal_others_win_together() -> None:
    """docs/reference/rules.md, A game: whatever `game.tie` is, no extra round with a side that has forfeited."""
    rules = {"repeat_revoke": "forfeit_game", "revoke_penalty": "contract_set"}
    ruleset = honours(table={"sides": "individual"}, game={"target": 900}, irregularities=rules)
    # ana takes all four tricks, so that ben and dee, who are set as well, are equal and before her.
    before = {"ana": {"score": -100}, "cy": {"score": 880, "revokes": 1}}
    tied = ruled(game(in_game(REVOKED), ruleset=ruleset, before=before))
    assert [each["effect"] for each in tied["rounds"][0]["penalties"]] == ["contract", "game"]
    assert (tied["finished"], tied["reason"], tied["winners"]) == (True, "forfeit", ["ben", "dee"])
    extra = {"bids": bids("ben 1, cy 3, dee 1, ana 1"), "tricks_won": {"cy": 3, "ana": 1}}
    answer = ruled(game(in_game(REVOKED), extra, ruleset=ruleset, before=before))
    assert answer["standing"]["cy"]["score"] == 900
    assert answer["rounds"][1]["findings"][-1]["code"] == "round_after_end"
    assert answer["winners"] == ["ben", "dee"]


# Contested claims.


@pytest.mark.parametrize(("rounds", "result"), [(5, "proved"), (6, "undecided")])
def test_no_claim_changes_the_ruling_on_another(rounds: int, result: str) -> None:
    """Rulings, bounded work: each round has the same share, by the number of rounds alone; this one needs 700."""
    best_play = {"name": "pagat", "overrides": {"irregularities": {"claims": "best_play"}}}
    contested = in_game(claimed(legal_round(), 6, "ana", 5))
    answer = ruled(game(*[contested] * rounds, ruleset=best_play))
    assert {each["claim"]["result"] for each in answer["rounds"]} == {result}
