"""Score sheets with all that happens in a league: scored as the naive referee scores them, and what holds of all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from tests.lengths import in_two_portions
from tests.naive.compare import parameters_of
from tests.naive.compare_sheets import compare, usable_sheet
from tests.naive.deals import played, seated
from tests.naive.declared import seated_after, sides_seated
from tests.naive.house_rules import merged, random_overrides
from tests.naive.table import Table
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import BOUNDED
from tests.spades.builders.rulings import codes

OFTEN = settings(BOUNDED, max_examples=80)
ROUNDS = 6
ENDING = ("finished", "winners", "reason", "standing")
SHOWN = 10
"""How many differences a failing test shows."""


class Played(NamedTuple):
    """A random game that can be scored, and the answer."""

    body: Json
    """The request."""
    parameters: Json
    scored: Json

    def __repr__(self) -> str:
        """Return the request alone, from which the rest follows."""
        return f"Played({self.body})"

    def seats_after(self, place: int) -> list[str]:
        """Return who sits where after so many rounds."""
        changes = [change for each in self.body["rounds"][:place] for change in each.get("substitutions", [])]
        return seated_after(Table(self.body, self.parameters), changes)


def _played(seed: int) -> Played:
    case, scored = usable_sheet(seed, ROUNDS)
    return Played(case.request, case.parameters, scored)


seeds = st.integers(0, 2**32)
games = seeds.map(_played)
places = st.integers(0, ROUNDS - 1)


@in_two_portions("seeds", range(600), few=100)
def test_the_naive_referee_scores_every_sheet_alike(seeds: Sequence[int]) -> None:
    """Parameters, the order of scoring, game and table.redeal_by; each row as a round by itself, too."""
    differing = [f"seed {seed}: {line}" for seed, lines in map(compare, seeds) for line in lines]
    assert not differing, "\n".join(differing[:SHOWN])


def score(body: Json) -> Json:
    """Return the answer to a game that has to be taken."""
    status, content = answer("scoreGame", body)
    assert status == 200, content
    return content


def figures(scored: Json) -> list[dict[str, list[tuple[str, int]]]]:
    """Return the lines of every side in every round, as code and points."""
    return [
        {side["team"]: [(line["code"], line["points"]) for line in side["lines"]] for side in each["teams"]}
        for each in scored["rounds"]
    ]


def numbers(scored: Json) -> list[int]:
    return [each["number"] for each in scored["rounds"]]


def ending(scored: Json, *members: str) -> Json:
    return {member: scored.get(member) for member in (*ENDING, *members)}


@OFTEN
@given(games)
def test_lines_add_up_and_totals_run_on(game: Played) -> None:
    """Contract, SideScore: points = sum of the lines = after - before; each round begins where the last one ended."""
    for each in game.scored["rounds"]:
        for side in each["teams"]:
            assert side["points"] == sum(line["points"] for line in side["lines"])
            assert side["points"] == side["after"]["score"] - side["before"]["score"]
    for one, other in zip(game.scored["rounds"], game.scored["rounds"][1:], strict=False):
        assert {side["team"]: side["after"] for side in one["teams"]} == {
            side["team"]: side["before"] for side in other["teams"]
        }
    counted = [each for each in game.scored["rounds"] if "round_after_end" not in codes(each["findings"])]
    if counted:
        assert {side["team"]: side["after"] for side in counted[-1]["teams"]} == game.scored["standing"]


@OFTEN
@given(games)
def test_bags_are_conserved(game: Played) -> None:
    """Order of scoring, step 7: what is gained is carried on or has cost a penalty."""
    rules = game.parameters["bags"]
    limit = rules["limit"]
    for side in (side for each in game.scored["rounds"] for side in each["teams"]):
        crossed = sum(line["code"] == "bag_penalty" for line in side["lines"])
        left = side["before"]["bags"] + side["bags"] - limit * crossed
        assert side["after"]["bags"] == (0 if crossed and rules["carry"] == "reset" else left)
        assert side["after"]["bags"] < limit if limit else (side["bags"], crossed) == (0, 0)


@OFTEN
@given(games)
def test_an_audit_of_rows_comes_to_the_same(game: Played) -> None:
    """games/audit of rows of which nothing is reported: the same lines, standing, winners, reason and next round."""
    status, audited = answer("auditGame", game.body)
    assert status == 200, audited
    for ruling, scored in zip(audited["rounds"], game.scored["rounds"], strict=True):
        for member in ("number", "dealer", "void", "forfeited_by", "reason", "substitutions", "findings"):
            assert ruling.get(member) == scored.get(member)
        assert ruling["penalties"] == scored.get("penalties", [])
        assert [{**side, "tricks_adjustment": 0} for side in ruling["as_ruled"]] == [
            {**side, "tricks_adjustment": 0} for side in scored["teams"]
        ]
    assert ending(audited, "next", "detail") == ending(game.scored, "next", "detail")
    assert ("first_error" in audited, audited["shifts"]) == (False, [])


@OFTEN
@given(games, st.integers(1, ROUNDS - 1))
def test_a_game_may_be_scored_in_two_halves(game: Played, place: int) -> None:
    """The second half begins with the standing, the players, the dealer and the number that the first one ends with.

    This holds if the game goes on after the first half and time was not called in it. Who bids first, if nobody deals,
    can't be handed on.
    """
    body = game.body
    first = score({**body, "rounds": body["rounds"][:place]})
    assume(not first["finished"] and not any("time_called" in each for each in body["rounds"][:place]))
    seats = game.seats_after(place)
    dealer = first["next"].get("dealer")
    assume(dealer is not None or not any(map(_is_paid_out_of_turn, game.scored["rounds"][place:])))
    # Only the rows after it show that a deal was not written.
    questions = [question for each in game.scored["rounds"] for question in each.get("undecided", ())]
    assume("bid_out_of_turn" not in [question["code"] for question in questions])
    # A round may name its own dealer, but the first of a game not another one than the game does.
    known = {} if dealer is None or "dealer" in body["rounds"][place] else {"first_dealer": dealer}
    second = score(
        {
            "ruleset": body["ruleset"],
            "players": seats,
            "teams": sides_seated(Table(body, game.parameters), seats),
            "before": first["standing"],
            "first_round_number": first["next"]["round_number"],
            "rounds": body["rounds"][place:],
            **known,
        }
    )
    assert figures(first) + figures(second) == figures(game.scored)
    assert ending(second) == ending(game.scored)
    if "next" in second:
        assert second["next"].get("dealer") == game.scored["next"].get("dealer")
        assert second["next"]["round_number"] == game.scored["next"]["round_number"]
    if not any(map(_does_not_count, first["rounds"])):
        assert numbers(first) + numbers(second) == numbers(game.scored)
        assert second["detail"] == game.scored["detail"]


def _is_paid_out_of_turn(scored: Json) -> bool:
    paid = {penalty["finding"] for penalty in scored.get("penalties", ())}
    return any(scored["findings"][index]["code"] == "bid_out_of_turn" for index in paid)


def _does_not_count(scored: Json) -> bool:
    """Return whether a round was declared void, thrown in for its bids, or dealt again for one of them."""
    is_dealt_again = any(penalty["effect"] == "round" for penalty in scored.get("penalties", ()))
    return is_dealt_again or "void" in scored or any(each["code"] == "round_thrown_in" for each in scored["findings"])


@OFTEN
@given(games)
def test_who_sits_in_changes_no_figure(game: Played) -> None:
    """With every substitute called by the name of whoever sat there first, all figures are the same."""
    body = game.body
    first, seats = list(body["players"]), list(body["players"])
    rounds = []
    for each in body["rounds"]:
        for change in each.get("substitutions", []):
            seats[seats.index(change["out"])] = change["in"]
        rounds.append(_called(each, dict(zip(seats, first, strict=True))))
    as_first = score({**body, "rounds": rounds})
    names = dict(zip(seats, first, strict=True))
    assert figures(as_first) == figures(game.scored)
    assert ending(as_first) == ending(game.scored)
    upcoming = {member: names.get(value, value) for member, value in game.scored.get("next", {}).items()}
    assert as_first.get("next", {}) == upcoming


def _called(each: Json, names: dict[str, str]) -> Json:
    """Return a row without substitutions, in which everybody has another name."""
    renamed = {member: value for member, value in each.items() if member != "substitutions"}
    if "bids" in each:
        renamed["bids"] = [{**bid, "player": names[bid["player"]]} if "player" in bid else bid for bid in each["bids"]]
    if "tricks_won" in each:
        renamed["tricks_won"] = {names.get(name, name): tricks for name, tricks in each["tricks_won"].items()}
    return renamed | ({"dealer": names[each["dealer"]]} if "dealer" in each else {})


@OFTEN
@given(games, places)
def test_a_void_round_may_be_left_out(game: Played, place: int) -> None:
    """Without a void round there is one round less, and the deal may be another one; nothing else changes.

    That holds if nobody pays for a bid out of turn, which another deal makes one in turn.
    Its adjustments count, a forfeit or the call of time in it ends the game, and who came in before it stays.
    """
    body, plain = game.body, {"void": True, "reason": "Misdealt"}
    rounds = [dict(each) for each in body["rounds"]]
    rounds[place] |= plain
    for member in ("adjustments", "forfeited_by", "time_called"):
        rounds[place].pop(member, None)
    with_it = score({**body, "rounds": rounds})
    came_in = rounds[place].get("substitutions", [])
    rest = [*rounds[:place], *rounds[place + 1 :]]
    if place < len(rest) and came_in:
        rest[place]["substitutions"] = [*came_in, *rest[place].get("substitutions", [])]
        assume(len(rest[place]["substitutions"]) <= 6)
    if place == 0 and rest[0].get("dealer"):
        assume("first_dealer" not in body)  # the second round may have another dealer than the first
    without_it = score({**body, "rounds": rest})
    assume(not any(map(_is_paid_out_of_turn, [*with_it["rounds"], *without_it["rounds"]])))
    assert figures(with_it)[:place] + figures(with_it)[place + 1 :] == figures(without_it)
    assert all(lines == [] for lines in figures(with_it)[place].values())
    assert ending(with_it) == ending(without_it)
    if not with_it["finished"]:
        assert with_it["next"]["round_number"] == without_it["next"]["round_number"]


@OFTEN
@given(games, places, st.randoms(use_true_random=False))
def test_adjustments_commute(game: Played, place: int, rng: Any) -> None:
    """Of the order of adjustments nothing depends but the order of their lines; nor of one given in two parts."""
    rounds = [dict(each) for each in game.body["rounds"]]
    # Tricks are judged together with those of the other adjustments, and may stop at none: their parts don't add up.
    adjustments = [each for each in rounds[place].get("adjustments", []) if "tricks" not in each][:6]
    shuffled = rng.sample(adjustments, len(adjustments))
    halved = [{**each, "points": part} for each in shuffled for part in (each["points"] - 7, 7)]
    as_given, *others = (
        score(
            {
                **game.body,
                "rounds": [*rounds[:place], {**rounds[place], "adjustments": each}, *rounds[place + 1 :]],
            }
        )
        for each in (adjustments, shuffled, halved)
    )
    for other in others:
        assert ending(other, "next") == ending(as_given, "next")
        for one, another in zip(as_given["rounds"], other["rounds"], strict=True):
            assert [side["after"] for side in one["teams"]] == [side["after"] for side in another["teams"]]
    lines, permuted = figures(as_given)[place], figures(others[0])[place]
    assert {team: sorted(each) for team, each in lines.items()} == {
        team: sorted(each) for team, each in permuted.items()
    }


PRESETS = ("pagat", "four-player", "nello", "msn-zone", "openspiel", "classic-solo", "cutthroat", "suicide")


@OFTEN
@given(seeds)
def test_a_whole_record_scores_as_the_row_made_of_it(seed: int) -> None:
    """A legal round as a record, and as the row of its bids and the tricks that its players won."""
    rng = Random(seed)
    name = rng.choice(PRESETS)
    overrides = random_overrides(rng) if rng.random() < 0.7 else {}
    parameters = merged(parameters_of(name), overrides)
    head, table = seated(rng, parameters)
    record = played(rng, {**head, "dealer": rng.choice(head["players"]), "round_number": 1, "before": {}}, parameters)
    if record is None:
        reject()  # no legal bidding was found
    each = {member: value for member, value in record.items() if member not in {*head, "round_number", "before"}}
    adjusted = {"adjustments": [{"team": rng.choice(list(table.sides)), "points": -30, "reason": "Late"}]}
    game = {"ruleset": {"name": name, "overrides": overrides}, **head}
    status, audited = answer("auditGame", {**game, "rounds": [{**each, **adjusted}]})
    assume(status == 200)
    (ruling,) = audited["rounds"]
    row = {"bids": each["bids"], "dealer": each["dealer"], "tricks_won": ruling["tricks_won"], **adjusted}
    as_row, as_record = score({**game, "rounds": [row]}), score({**game, "rounds": [{**each, **adjusted}]})
    assert figures(as_row) == figures(as_record)
    assert ending(as_row, "next", "detail") == ending(as_record, "next", "detail") == ending(audited, "next", "detail")
    ruled = [{member: side[member] for member in side if member != "tricks_adjustment"} for side in ruling["as_ruled"]]
    assert ruled == as_record["rounds"][0]["teams"]
