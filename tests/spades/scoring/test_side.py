"""Every parameter that a score depends on, both sides of each value, by figures worked out from the order of scoring.

Most of them stand in the corpus, as text; here are the runner and what does not fit a row. A ruleset is the defaults
and the values named; the side in question is ana and cy (or, each for oneself, ana).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from service.spades.record.model import Standing
from service.spades.record.parse import parse_result
from service.spades.rules.ruleset import NAMES, Ruleset, parameters_from
from service.spades.scoring.model import ScoredRound, SideScore
from service.spades.scoring.round import score_round
from service.spades.sentence import Sentence
from tests.spades.builders.cards import PLAYERS
from tests.spades.builders.rulesets import Values, defaults
from tests.spades.builders.scores import assert_adds_up

Lines: TypeAlias = dict[str, int]
# A bid: tricks, or "b6" for a blind bid of six.
Call: TypeAlias = int | str
CORPUS = Path(__file__).parent.parent.parent / "corpus" / "scores.txt"


def _bid(who: str, call: Call, by: str = "player") -> dict[str, object]:
    if isinstance(call, str):
        return {by: who, "tricks": int(call.removeprefix("b")), "blind": True}
    return {by: who, "tricks": call}


def result(ruleset: Ruleset, bids: Sequence[Call], tricks: Sequence[int]) -> dict[str, object]:
    """Return a round in which the others bid two each and take the rest; a single figure is the side's as a whole."""
    count = ruleset.parameters.table.players[0]
    players = PLAYERS[:count]
    alone = ruleset.parameters.table.sides == "individual"
    mine = [0] if alone else [0, count // 2]
    rest = ruleset.packs[count].hand_size - sum(tricks)
    calls: dict[int, dict[str, object]] = {seat: _bid(players[seat], 2) for seat in range(count) if seat not in mine}
    won = {players[seat]: 0 for seat in calls} | {players[1]: rest}
    team = "+".join(players[seat] for seat in mine)
    if len(bids) < len(mine):
        calls[0] = _bid(team, bids[0], "team")
    else:
        calls |= {seat: _bid(players[seat], call) for seat, call in zip(mine, bids, strict=True)}
    if len(tricks) < len(mine):
        won[team] = tricks[0]
    else:
        won |= {players[seat]: each for seat, each in zip(mine, tricks, strict=True)}
    return {
        "players": list(players),
        "dealer": players[-1],
        "bids": [calls[seat] for seat in sorted(calls)],
        "tricks_won": won,
    }


def played(
    values: Values,
    bids: Sequence[Call],
    tricks: Sequence[int],
    *,
    before: Mapping[str, Mapping[str, int]] | None = None,
    round_number: int | None = None,
) -> ScoredRound:
    """Score the `result` of these bids and tricks by the defaults and these values."""
    ruleset = defaults(values)
    request = result(ruleset, bids, tricks)
    if before is not None:
        request["before"] = before
    if round_number is not None:
        request["round_number"] = round_number
    return score_round(parse_result(ruleset, request), ruleset)


def codes(answer: ScoredRound) -> list[str]:
    return [finding.code for finding in answer.findings]


def lines_of(side: SideScore) -> Lines:
    """Return the points of each kind of line."""
    lines: Lines = {}
    for line in side.lines:
        if line.points:
            lines[line.code] = lines.get(line.code, 0) + line.points
    return lines


def assert_sound(side: SideScore) -> None:
    """Check what holds of every score of a round in which nobody revoked."""
    assert_adds_up(side)
    assert side.after.sets == side.before.sets + (not side.made)
    assert side.after.revokes == side.before.revokes


class Case(NamedTuple):
    """A round of the corpus: what is bid and taken, the lines that are written, the bags gained and carried on."""

    rule: str
    values: Values
    bids: tuple[Call, ...]
    tricks: tuple[int, ...]
    before: tuple[int, int]
    lines: Lines
    bags: int
    carried: int


def _value(text: str) -> object:
    return json.loads(text) if text[0] in '-0123456789[{"' or text in {"true", "false"} else text


def _read(text: str) -> Iterator[Case]:
    """Read the corpus; its head explains the form."""
    values: Values = {}
    for line in text.splitlines():
        if line.startswith("["):
            pairs = [pair.split(" = ") for pair in line[1:-1].split("; ") if pair]
            values = {name: _value(value) for name, value in pairs}
        elif line and not line.startswith("#"):
            bids, tricks, before, lines, bags, rule = [column.strip() for column in line.split("|")]
            score_before, bags_before = [int(each) for each in before.split() or ("0", "0")]
            gained, _, carried = bags.partition(" -> ")
            yield Case(
                rule=rule,
                values=values,
                bids=tuple(call if call.startswith("b") else int(call) for call in bids.split()),
                tricks=tuple(int(each) for each in tricks.split()),
                before=(score_before, bags_before),
                lines={code: int(points) for code, points in (each.split() for each in lines.split(", ") if each)},
                bags=int(gained),
                carried=int(carried) if carried else bags_before + int(gained),
            )


CASES = list(_read(CORPUS.read_text(encoding="utf-8")))
LINKED: Values = {"nil.scoring": "linked"}
BLIND_NIL: Values = {"nil.blind": True}
BLIND: Values = {"blind_bid.allowed": True, "blind_bid.deficit": 0}
RAISED: Values = {"bidding.team_minimum": 4, "bidding.team_minimum_breach": "raised"}
BOARD_SETS: Values = {"bidding.team_minimum": 4, "bidding.team_minimum_breach": "set"}
RAISES_EARLIER: Values = {"bidding.nil_partner_minimum": 3, "bidding.nil_partner_breach": "raise_earlier"}
UNCOMMITTED: Values = {"bidding.zero": "uncommitted"}


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_a_side_scores(case: Case) -> None:
    count = parameters_from(case.values).table.players[0]
    alone = case.values.get("table.sides") == "individual"
    team = PLAYERS[0] if alone else f"{PLAYERS[0]}+{PLAYERS[count // 2]}"
    points, bags = case.before
    answer = played(case.values, case.bids, case.tricks, before={team: {"score": points, "bags": bags}})
    side = answer.sides[0]
    assert lines_of(side) == case.lines
    assert side.points == sum(case.lines.values())
    assert (side.bags, side.after.bags) == (case.bags, case.carried)
    for each in answer.sides:
        assert_sound(each)


def test_the_corpus_has_every_parameter_of_a_score() -> None:
    """Each is varied in at least one row, nil.both_partners and the conditions of a blind bid apart: see below."""
    groups = ("nil.", "blind_bid.", "special_bids.", "scoring.")
    varied = {name for case in CASES for name in case.values}
    without_effect = {"nil.both_partners", "nil.blind_deficit", "blind_bid.minimum"}
    assert {name for name in NAMES if name.startswith(groups)} - varied == without_effect


def test_495_with_nine_bags_who_bids_five_and_takes_six_stands_at_446() -> None:
    """Order of scoring, step 8."""
    before = {"ana+cy": {"score": 495, "bags": 9}}
    side = played({}, (3, 2), (3, 3), before=before).sides[0]
    assert (side.points, side.after.score, side.after.bags) == (-49, 446, 0)


def test_each_limit_crossed_has_a_line_of_its_own() -> None:
    """Order of scoring, step 7."""
    before = {"ana+cy": {"bags": 9}}
    side = played({}, (0, 0), (7, 6), before=before).sides[0]
    assert [line.points for line in side.lines if line.code == "bag_penalty"] == [-100, -100]
    assert (side.points, side.bags, side.after.bags) == (-387, 13, 2)


@pytest.mark.parametrize(
    ("values", "bids", "tricks", "made"),
    [
        pytest.param({}, (3, 3), (3, 3), True, id="step 4, as many tricks as bid"),
        pytest.param({}, (3, 3), (3, 2), False, id="step 4, one less"),
        pytest.param({}, (0, 0), (0, 0), True, id="step 4, a contract of 0 is always made"),
        pytest.param({}, (0, 0), (5, 5), True, id="step 4, a contract of 0 is made beside failed nils"),
        pytest.param({}, (0, 4), (1, 4), True, id="step 4, a failed nil does not set the contract"),
        pytest.param(LINKED, (0, 4), (1, 4), False, id="step 3, linked: a failed nil does (D4)"),
        pytest.param(BOARD_SETS, (1, 2), (7, 6), False, id="step 2, below the board (C7)"),
    ],
)
def test_a_side_is_set(values: Values, bids: tuple[Call, ...], tricks: tuple[int, ...], made: bool) -> None:
    """A set counts towards game.sets_limit (G8)."""
    side = played(values, bids, tricks, before={"ana+cy": {"sets": 1, "revokes": 2}}).sides[0]
    assert side.made is made
    assert (side.after.sets, side.after.revokes) == (1 + (not made), 2)


def test_nil_and_contract_that_fall_together_add_up() -> None:
    """The order of scoring, step 3, linked (D4): the one line names the points for the nil and for the contract."""
    line = next(each for each in played(LINKED, (0, 4), (1, 4)).sides[0].lines if each.code == "linked_set")
    what = line.detail.facts["what"]
    assert isinstance(what, Sentence)
    assert (what.facts["nil"], what.facts["lost"], line.points) == (-100, -40, -140)


@pytest.mark.parametrize(
    ("values", "bids", "tricks", "boston"),
    [
        pytest.param({}, (6, 6), (7, 6), True, id="catalogue D15: named without a bonus"),
        pytest.param({}, (7, 6), (7, 6), True, id="catalogue D15: named though it was bid"),
        pytest.param({"special_bids.boston": 300}, (6, 6), (7, 6), True, id="catalogue D15: named with a bonus"),
        pytest.param(LINKED, (0, 5), (1, 12), True, id="catalogue D15: named though nothing else is scored"),
        pytest.param({"special_bids.boston": 300}, (6, 6), (7, 5), False, id="catalogue D15: twelve are none"),
    ],
)
def test_taking_every_trick_is_always_named(
    values: Values, bids: tuple[Call, ...], tricks: tuple[int, ...], boston: bool
) -> None:
    assert played(values, bids, tricks).sides[0].boston is boston


@pytest.mark.parametrize(
    ("values", "bids", "counts_as", "kinds"),
    [
        pytest.param(RAISED, (1, 2), [1, 3], ["ordinary", "ordinary"], id="catalogue C7: to the board"),
        pytest.param(RAISES_EARLIER, (2, 0), [3, 0], ["ordinary", "nil"], id="catalogue C9: beside a nil"),
        pytest.param(RAISES_EARLIER | RAISED, (1, 0), [4, 0], ["ordinary", "nil"], id="catalogue C7 and C9"),
        pytest.param(BOARD_SETS, (1, 2), [1, 2], ["ordinary", "ordinary"], id="catalogue C7: set, not raised"),
        pytest.param(UNCOMMITTED, (0, 4), [0, 4], ["uncommitted", "ordinary"], id="catalogue C5"),
        pytest.param(BLIND | BLIND_NIL, ("b0", "b4"), [0, 4], ["blind_nil", "blind"], id="catalogue D3 and D12"),
    ],
)
def test_the_bids_as_they_stand(values: Values, bids: tuple[Call, ...], counts_as: list[int], kinds: list[str]) -> None:
    """Order of scoring, step 2."""
    contract = played(values, bids, (3, 3)).sides[0].contract
    assert [bid.counts_as for bid in contract.bids] == counts_as
    assert [bid.kind for bid in contract.bids] == kinds
    assert contract.tricks == sum(counts_as)


BEHIND = {"ben+dee": {"score": 300}}


@pytest.mark.parametrize(
    ("values", "bids", "before", "found"),
    [
        pytest.param({}, ("b0", 4), None, ["blind_bid_not_allowed"], id="catalogue D3: nil.blind false"),
        pytest.param(BLIND_NIL, ("b0", 4), None, [], id="catalogue D3: nil.blind true"),
        pytest.param(
            BLIND_NIL | {"nil.blind_deficit": 100},
            ("b0", 4),
            BEHIND | {"ana+cy": {"score": 201}},
            ["blind_bid_not_allowed"],
            id="catalogue D11: 99 behind",
        ),
        pytest.param(
            BLIND_NIL | {"nil.blind_deficit": 100},
            ("b0", 4),
            BEHIND | {"ana+cy": {"score": 200}},
            [],
            id="catalogue D11: 100 behind",
        ),
        pytest.param(
            BLIND_NIL | {"nil.blind_deficit": 100},
            ("b0", 4),
            None,
            [],
            id="step 2: where the standing is unknown, a deficit stays undetermined",
        ),
        pytest.param(
            BLIND_NIL, ("b0", 4), {"ana+cy": {"score": 400}}, [], id="catalogue D11: blind_deficit 0, in the lead"
        ),
        pytest.param({}, ("b6", 3), None, ["blind_bid_not_allowed"], id="catalogue D12: blind_bid.allowed false"),
        pytest.param(BLIND, ("b6", 3), None, [], id="catalogue D12: blind_bid.allowed true"),
        pytest.param(
            BLIND | {"blind_bid.minimum": 6},
            ("b5", 3),
            None,
            ["bid_too_low"],
            id="catalogue D12: below blind_bid.minimum",
        ),
        pytest.param(BLIND | {"blind_bid.minimum": 6}, ("b6", 3), None, [], id="catalogue D12: blind_bid.minimum"),
        pytest.param(
            BLIND | {"bidding.minimum": 2},
            ("b1", 3),
            None,
            ["bid_too_low"],
            id="catalogue D12: never below bidding.minimum",
        ),
        pytest.param(BLIND | {"bidding.minimum": 2}, ("b2", 3), None, [], id="catalogue D12: bidding.minimum"),
        pytest.param(
            BLIND | {"blind_bid.deficit": 100},
            ("b6", 3),
            BEHIND | {"ana+cy": {"score": 201}},
            ["blind_bid_not_allowed"],
            id="catalogue D12: 99 behind",
        ),
        pytest.param(
            BLIND | {"blind_bid.deficit": 100},
            ("b6", 3),
            BEHIND | {"ana+cy": {"score": 200}},
            [],
            id="catalogue D12: 100 behind",
        ),
        pytest.param(BLIND, ("b6", 3), {"ana+cy": {"score": 400}}, [], id="catalogue D12: deficit 0, in the lead"),
        pytest.param(
            {"nil.both_partners": "forbidden"}, (0, 0), None, ["bid_not_allowed"], id="catalogue D7: forbidden"
        ),
        pytest.param({"nil.both_partners": "forbidden"}, (0, 4), None, [], id="catalogue D7: one nil"),
        pytest.param({}, (0, 0), None, [], id="catalogue D7: allowed"),
        pytest.param(
            {"bidding.team_minimum": 4}, (1, 2), None, ["team_bid_too_low"], id="catalogue C7: illegal below the board"
        ),
        pytest.param({"bidding.team_minimum": 4}, (2, 2), None, [], id="catalogue C6: the board"),
        pytest.param(RAISED, (1, 2), None, ["bid_raised"], id="catalogue C7: raised"),
        pytest.param(RAISED, (2, 2), None, [], id="catalogue C7: nothing to raise"),
        pytest.param(BOARD_SETS, (1, 2), None, ["team_bid_too_low"], id="catalogue C7: set"),
        pytest.param(RAISES_EARLIER, (2, 0), None, ["bid_raised"], id="catalogue C9: an earlier bid is raised"),
        pytest.param(
            RAISES_EARLIER, (0, 2), None, ["nil_partner_bid_too_low"], id="catalogue C9: a later bid is illegal"
        ),
        pytest.param(RAISES_EARLIER, (0, 3), None, [], id="catalogue C8: the minimum itself"),
        pytest.param(RAISES_EARLIER, (0, 0), None, [], id="catalogue C8: another nil is not a breach"),
        pytest.param(
            {"bidding.nil_partner_minimum": 3},
            (2, 0),
            None,
            ["nil_partner_bid_too_low"],
            id="catalogue C9: illegal, earlier or later",
        ),
        pytest.param(
            {"bidding.zero": "not_allowed"}, (0, 4), None, ["bid_not_allowed"], id="catalogue C5: not_allowed"
        ),
        pytest.param(UNCOMMITTED, (0, 4), None, [], id="catalogue C5: uncommitted"),
    ],
)
def test_a_bid_that_the_rules_forbid_is_found(
    values: Values, bids: tuple[Call, ...], before: dict[str, dict[str, int]] | None, found: list[str]
) -> None:
    """Order of scoring, step 2: it is a finding; how it scores stands above."""
    assert codes(played(values, bids, (3, 3), before=before)) == found


@pytest.mark.parametrize(
    ("values", "bids", "tricks", "points"),
    [
        pytest.param({}, ("b0", 4), (0, 4), 240, id="step 2, D3: a blind nil where none may be bid"),
        pytest.param({}, ("b6", 3), (6, 3), 150, id="step 2, D12: a blind bid where none may be made"),
        pytest.param(BLIND | {"blind_bid.minimum": 6}, ("b5", 3), (5, 3), 130, id="step 2, D12: below the minimum"),
        pytest.param({"nil.both_partners": "forbidden"}, (0, 0), (0, 0), 200, id="step 2, D7: two nils"),
        pytest.param({"bidding.minimum": 2}, (1, 4), (1, 4), 50, id="step 2, C3: below the least bid"),
        pytest.param({"bidding.maximum": 5}, (6, 4), (6, 4), 100, id="step 2, C4: above the greatest bid"),
        pytest.param({}, (13, 2), (9, 3), -150, id="step 2, C4: more than all tricks together"),
        pytest.param({"bidding.zero": "not_allowed"}, (0, 4), (0, 4), 40, id="step 2, C5: a 0 that is no nil"),
    ],
)
def test_a_bid_that_the_rules_forbid_scores_as_it_was_made(
    values: Values, bids: tuple[Call, ...], tricks: tuple[int, ...], points: int
) -> None:
    assert played(values, bids, tricks).sides[0].points == points


@pytest.mark.parametrize(
    ("last", "found"),
    [
        pytest.param(5, ["bid_raised", "table_total_not_allowed"], id="12 bid, 13 as they stand"),
        pytest.param(6, ["bid_raised"], id="13 bid, 14 as they stand"),
    ],
)
def test_the_total_of_the_table_counts_raised_bids(last: int, found: list[str]) -> None:
    """Order of scoring, step 2: from the raise on only the raised bid counts (C9, C10)."""
    ruleset = defaults(RAISES_EARLIER | {"bidding.table_total": "not_hand_size"})
    bids = [("ana", 2), ("ben", 5), ("cy", 0), ("dee", last)]
    request = {
        "players": list(PLAYERS[:4]),
        "bids": [{"player": player, "tricks": tricks} for player, tricks in bids],
        "tricks_won": {"ana": 13},
    }
    assert codes(score_round(parse_result(ruleset, request), ruleset)) == found


@pytest.mark.parametrize("who", [{"team": "ana+cy"}, {"player": "ana"}, {"player": "cy"}])
def test_a_side_that_bids_as_one_bids_nil_as_one(who: dict[str, str]) -> None:
    """Catalogue C2 and order of scoring, step 3: by team there is one bid a side, whichever partner says it."""
    ruleset = defaults({"bidding.by": "team"})
    request = {
        "players": list(PLAYERS[:4]),
        "bids": [{**who, "tricks": 0}, {"team": "ben+dee", "tricks": 6}],
        "tricks_won": {"cy": 3, "ben": 10},
    }
    side = score_round(parse_result(ruleset, request), ruleset).sides[0]
    assert lines_of(side) == {"nil_failed": -100, "failed_nil_tricks": 3}
    assert (side.points, side.bags) == (-97, 3)


ITSELF: Values = {"bidding.first_round": "bids_itself"}


def _unbid(values: Values, tricks: dict[str, int], round_number: int, bids: Sequence[int] = ()) -> ScoredRound:
    ruleset = defaults(values)
    request = {
        "players": list(PLAYERS[:4]),
        "round_number": round_number,
        "bids": [{"player": player, "tricks": call} for player, call in zip(PLAYERS, bids, strict=False)],
        "tricks_won": tricks,
        "before": {"ana+cy": {"score": 5, "bags": 9}},
    }
    return score_round(parse_result(ruleset, request), ruleset)


@pytest.mark.parametrize(("trick_points", "points"), [(10, 80), (5, 40)])
def test_a_round_that_bids_itself_scores_every_trick(trick_points: int, points: int) -> None:
    """Catalogue C14: trick_points a trick for all, no bags."""
    answer = _unbid(ITSELF | {"scoring.trick_points": trick_points}, {"ana+cy": 8, "ben": 5}, 1)
    first, second = answer.sides
    assert lines_of(first) == {"trick_points": points}
    assert (first.bags, first.after, first.made) == (0, Standing(5 + points, 9), True)
    assert second.points == 5 * trick_points
    assert codes(answer) == []
    assert_sound(first)
    assert_sound(second)


@pytest.mark.parametrize("boston", [0, 300])
def test_a_round_that_bids_itself_may_be_a_boston(boston: int) -> None:
    """Catalogue C14, D15: every trick taken, none bid."""
    side = _unbid(ITSELF | {"special_bids.boston": boston}, {"ana+cy": 13}, 1).sides[0]
    assert side.boston
    assert lines_of(side) == {"trick_points": 130} | ({"boston": boston} if boston else {})


def test_bids_in_a_round_that_bids_itself_are_findings_and_do_not_count() -> None:
    """Catalogue C14: a bid is a finding, and the round scores as if it were not there."""
    answer = _unbid(ITSELF, {"ana+cy": 8, "ben": 5}, 1, (3, 3, 3, 3))
    assert codes(answer) == ["bid_not_allowed"] * 4
    assert [side.points for side in answer.sides] == [80, 50]


def test_only_the_first_round_bids_itself() -> None:
    """Catalogue C14, and its twin: round two is bid, as round one is where it is `normal`."""
    tricks = {"ana": 4, "cy": 4, "ben": 2, "dee": 3}
    for values, number in ((ITSELF, 2), ({}, 1)):
        answer = _unbid(dict(values), tricks, number, (4, 2, 3, 3))
        assert [side.points for side in answer.sides] == [71 - 100, 50]


def test_three_pairs_score_apart() -> None:
    """Catalogue A2: six players sit as three pairs, and each side is scored by itself."""
    values: Values = {"table.players": [6], "deck.leftover": "set_aside"}
    ruleset = defaults(values)
    request = {
        "players": list(PLAYERS),
        "bids": [{"player": player, "tricks": 1} for player in PLAYERS],
        "tricks_won": {"ana": 1, "dee": 1, "ben": 4, "eve": 1, "fay": 1},
    }
    answer = score_round(parse_result(ruleset, request), ruleset)
    assert [side.points for side in answer.sides] == [20, 23, -20]
    assert [side.after.bags for side in answer.sides] == [0, 3, 0]


@pytest.mark.parametrize(
    ("tricks_won", "points"),
    [
        pytest.param({"ana": 4, "cy": 4, "ben": 5}, [71, 41], id="by player"),
        pytest.param({"ana+cy": 8, "ben+dee": 5}, [71, 41], id="by team"),
        pytest.param({"ana+cy": 8, "dee": 5}, [71, 41], id="mixed"),
        pytest.param({"ana+cy": 13}, [76, -40], id="who is absent won none"),
    ],
)
def test_tricks_count_for_the_side(tricks_won: dict[str, int], points: list[int]) -> None:
    """Order of scoring, step 1, as a sheet tells the tricks."""
    ruleset = defaults({})
    bids = [("ana", 4), ("ben", 2), ("cy", 3), ("dee", 2)]
    request = {
        "players": list(PLAYERS[:4]),
        "bids": [{"player": player, "tricks": tricks} for player, tricks in bids],
        "tricks_won": tricks_won,
    }
    assert [side.points for side in score_round(parse_result(ruleset, request), ruleset).sides] == points
