"""The tables of scores in ``tests/corpus``: every parameter of a score, and every figure of a published document."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.spades.record.parse import parse_result
from service.spades.rules.ruleset import NAMES
from service.spades.scoring.model import SideScore
from service.spades.sentence import Sentence
from service.wire.schemas.rounds_and_games import ScoreRequestSchema
from tests.cases.score_tables import End, Example, Figure, Score, ends, examples, figures, request_of, result, scores
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, names_at
from tests.spades.builders.games import ending_at, outcome, scores_of
from tests.spades.builders.members import members
from tests.spades.builders.rulesets import defaults
from tests.spades.builders.rulings import codes
from tests.spades.builders.scores import assert_adds_up, sides_of_row

DOCUMENTS = ("nello", "solitaire-bliss", "four-player", "two-player", "classic-solo", "classic-partnership")


def _side(score: Score) -> Iterator[SideScore]:
    """Yield the score of the side of a row, then those of the others."""
    ruleset = defaults(score.values)
    request = result(ruleset, score.bids, score.tricks)
    count = ruleset.parameters.table.players[0]
    alone = ruleset.parameters.table.sides == "individual"
    team = PLAYERS[0] if alone else f"{PLAYERS[0]}+{PLAYERS[count // 2]}"
    request["before"] = {team: {"score": score.before[0], "bags": score.before[1]}}
    yield from sides_of_row(parse_result(ruleset, members(ScoreRequestSchema, request)), ruleset)


def _is_set(side: SideScore, score: Score) -> bool:
    """Return whether the round is a set of a side: by its contract, or by a failed nil that counts as one (D17)."""
    failed = {nil.kind for nil in side.nils if not nil.made}
    return not side.made or any(score.values.get(f"bids.{kind}.counts_as_set") for kind in failed)


def _faults_of_score(score: Score) -> Iterator[object]:
    side, *others = _side(score)
    lines: dict[str, int] = {}
    for line in side.lines:
        if line.points:
            lines[line.code] = lines.get(line.code, 0) + line.points
    if (lines, side.points) != (score.lines, sum(score.lines.values())):
        yield lines
    if (side.bags, side.after.bags) != (score.bags, score.carried):
        yield side.bags, side.after.bags
    for each in (side, *others):
        assert_adds_up(each)
        assert each.after.sets == each.before.sets + _is_set(each, score)
        assert each.after.revokes == each.before.revokes


def test_the_rows_of_scores() -> None:
    """Order of scoring, steps 2 to 8."""
    wrong = {(score.rule, score.bids, score.tricks): list(_faults_of_score(score)) for score in scores()}
    assert {row: faults for row, faults in wrong.items() if faults} == {}


def test_the_rows_of_scores_have_every_parameter_of_a_score() -> None:
    """Each is varied in at least one row, but those that only say whether a bid may be made."""
    kinds = ("bids.number.", "bids.zero.", "bids.nil.", "bids.blind.", "bids.blind_nil.", "bids.both_nil.")
    varied = {name for score in scores() for name in score.values}
    only_allow = (".least", ".most", ".deficit", ".per_side")
    scored = {
        *(name for name in NAMES if name.startswith(kinds) and not name.endswith(only_allow)),
        *(name for name in NAMES if name.startswith(("bags.", "contracts"))),
        *("bids.linked", "bids.side_least", "bids.side_breach"),
        *("bids.partner_of_nil.least", "bids.partner_of_nil.breach"),
    }
    assert scored - varied == {"bids.number.allowed", "bags.credit"}


def _faults_of_figure(figure: Figure) -> Iterator[object]:
    players = [name for name in names_at(figure.ruleset) if name != "dee" or "dee" in str(figure.round)]
    answer = ask("scoreRound", {"ruleset": figure.ruleset, "players": players, **figure.round})
    side = answer["teams"][0]
    lines = [{"code": line["code"], "points": line["points"]} for line in side["lines"]]
    got = {**side, "lines": lines, "after": {"bags": side["after"]["bags"]}}
    if got != got | figure.side:
        yield got
    if figure.found is None:
        yield from (each["code"] for each in answer["findings"] if each["severity"] != "note")
    elif figure.found != codes(answer["findings"]):
        yield answer["findings"]
    if side["boston"] is not (side["tricks"] == sum(figure.round["tricks_won"].values())):
        yield "boston"


@pytest.mark.parametrize("section", [*DOCUMENTS, "special", "points", "board", "total"])
def test_figures(section: str) -> None:
    wrong = {(figure.rule, str(figure.round)): list(_faults_of_figure(figure)) for figure in figures(section)}
    assert wrong
    assert {row: faults for row, faults in wrong.items() if faults} == {}


def _faults_of_example(example: Example) -> Iterator[object]:
    answer = ask("scoreRound", request_of(example))
    side = answer["teams"][0]
    got = {"points": side["points"], "score": side["after"]["score"], "bags": side["after"]["bags"]}
    if got != example["expect"]:
        yield got
    if codes(answer["findings"]) != (["bid_raised"] if example["id"] == "S2-14" else []):
        yield codes(answer["findings"])


def test_worked_examples() -> None:
    """The figures rest on legal bids: order of scoring, step 2, raises a nello's partner and nothing else."""
    wrong = {example["id"]: list(_faults_of_example(example)) for example in examples()}
    assert len(wrong) == len(examples()) == 98
    assert {name: faults for name, faults in wrong.items() if faults} == {}


def _is_right(end: End) -> bool:
    answer = ending_at(*end.scores, **end.members)
    return tuple(scores_of(answer).values()) == end.scores and outcome(answer) == (end.winners, end.reason)


def test_ends_of_games() -> None:
    """Parameters, group game (G1 to G9)."""
    assert [end for end in ends() if not _is_right(end)] == []


def test_nil_and_contract_that_fall_together_add_up() -> None:
    """The order of scoring, step 3, linked (D4): the one line names the points for the nil and for the contract."""
    ruleset = defaults({"bids.linked": True})
    side = sides_of_row(parse_result(ruleset, members(ScoreRequestSchema, result(ruleset, (0, 4), (1, 4)))), ruleset)[0]
    (line,) = (each for each in side.lines if each.code == "linked_set")
    what = line.detail.facts["what"]
    assert isinstance(what, Sentence)
    assert (what.facts["nil"], what.facts["lost"], line.points) == (-100, -40, -140)
