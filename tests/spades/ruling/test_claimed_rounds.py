"""Rounds that end with a claim, at random; tests/cases/claims_in_play.txt has what happens to each kind of claim."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from service.analysis.claims.claimed_round import Claims
from service.spades.ruling.audit import audit
from tests.analysis.solver.naive_play import NaiveAim, NaivePlay, Scene
from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut
from tests.spades.builders.random_players import ALL_HOUSES, BOUNDED, HOUSES, Played, play, seeds
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import small


def parameters_of(ruleset: Json, players: int) -> Json:
    """Return the parameters of a ruleset as the service publishes them."""
    resolved: Json = ask("resolveRuleset", {"ruleset": ruleset, "player_count": players})["parameters"]
    return resolved


def ended(played: Played, after: int) -> tuple[Json, list[str]]:
    """Return a round cut after some tricks, and who won the others."""
    return cut(played.request, after), list(played.winners[after:])


@given(st.builds(play, st.sampled_from(ALL_HOUSES), seeds), st.integers(0, 16))
@BOUNDED
def test_a_round_scores_the_same_whether_it_was_claimed_or_played_out(played: Played, after: int) -> None:
    assume(after < len(played.winners))
    body, rest = ended(played, after)
    side_of = {name: team["name"] for team in body.get("teams", ()) for name in team["players"]}
    ours = [name for name in rest if side_of.get(name, name) == side_of.get(rest[0], rest[0])]
    assume(side_of or len(body["players"]) == 2 or ours == rest)
    # A claim does not say which partner takes a trick, and that decides a nil.
    assume(all(bid["tricks"] for bid in body["bids"]) or not side_of)
    claim = {"by": rest[0], "tricks": len(ours), "accepted": True}
    ruled, full = ruling(changed(body, claim=claim)), ruling(played.request)
    points = [[side["points"] for side in each["as_ruled"]] for each in (ruled, full)]
    assert points[0] == points[1]
    assert ruled["verdict"] == full["verdict"]


@given(st.builds(play, st.sampled_from(HOUSES), seeds), st.integers(1, 3), st.integers(0, 3), st.randoms())
@BOUNDED
def test_less_is_known_with_fewer_hands_and_never_anything_else(
    played: Played, left: int, plays: int, luck: random.Random
) -> None:
    size = len(played.winners)
    body = cut(played.request, size - left, min(plays, len(played.request["players"]) - 1))
    by = luck.choice(body["players"])
    claim: dict[str, Any] = {"by": by, "tricks": luck.randint(0, left), "accepted": False}
    known = ruling(changed(body, claim=claim))["claim"]
    hidden = {name: hand for name, hand in body["hands"].items() if luck.random() < 0.5}
    claim["statement"] = [] if luck.random() < 0.5 else unplayed(body, by)
    with_statement = ruling(changed(body, claim=claim))["claim"]
    for whole, less in (
        (known, ruling(changed(body, hands=hidden, claim={**claim, "statement": []}))["claim"]),
        (with_statement, ruling(changed(body, hands=hidden, claim=claim))["claim"]),
    ):
        assert less["result"] in {whole["result"], "undecided"}


def unplayed(body: Json, player: str) -> list[str]:
    """Return the cards that a player has left."""
    played = {play["card"] for trick in body["tricks"] for play in trick["plays"]}
    return [card for card in body["hands"][player] if card not in played]


@given(st.builds(play, st.sampled_from(ALL_HOUSES), seeds), st.integers(1, 3), st.randoms())
@BOUNDED
def test_every_way_of_playing_is_counted(played: Played, left: int, luck: random.Random) -> None:
    """By naive minimax: the fewest tricks of all ways of playing, and those of best play."""
    names, size = played.request["players"], len(played.winners)
    body = cut(played.request, size - left)
    ruled = ruling(body)
    naive = NaivePlay(parameters_of(body["ruleset"], len(names)), len(names))
    leader = names.index(played.winners[size - left - 1])
    broken = ruled["tricks"][-1]["spades_broken"]
    scene = Scene(tuple(tuple(unplayed(body, name)) for name in names), leader, broken=broken)
    seat = luck.randrange(len(names))
    side = frozenset((seat, (seat + 2) % 4)) if len(names) == 4 and not played.house.alone else frozenset((seat,))
    fewest, best = naive.values(scene, (NaiveAim(side, frozenset()), NaiveAim(side, side)))
    tricks = luck.randint(0, left)
    for test, taken in (("certain", fewest), ("by_statement", fewest), ("best_play", best)):
        ruleset = {**body["ruleset"], "overrides": {**body["ruleset"].get("overrides", {})}}
        ruleset["overrides"]["claims"] = {"test": test}
        claim = {"by": names[seat], "tricks": tricks, "accepted": False}
        answer = ruling(changed(body, ruleset=ruleset, claim=claim))["claim"]
        assert answer["result"] == ("proved" if taken >= tricks else "disproved"), (test, taken)


def test_what_is_searched_for_a_nil_comes_off_the_budget() -> None:
    hands = {"ana": "TC AS TS 7D", "ben": "3D JC QH 2D", "cy": "4D 7S JH 5S", "dee": "4H 6D 4C 3H"}
    dealt = {name: cards.split() for name, cards in hands.items()}
    claim = {"by": "ana", "tricks": 1, "accepted": False}
    ruleset = small(4, 4, play={"opening_card": "any", "spade_lead": "any_time"})
    searched = {}
    for bid in (0, 1):
        body = record(ruleset, bid=f"ana 2, ben 1, cy {bid}, dee 1", hands=dealt, dealer="dee", claim=claim)
        ruled = audit(*read_with_ruleset(body), Claims()).claim
        assert ruled is not None
        assert ruled.result == "proved"
        searched[bid] = ruled.positions
    assert searched[0] > searched[1] > 0
