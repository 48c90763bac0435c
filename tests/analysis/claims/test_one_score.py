"""The audit of a round that ends with a refused claim, and the judgement of that claim, give the same score."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, Json

PACK = [rank + suit for suit in "CDHS" for rank in "AKQ"]
RULESET: Json = {
    "deck": {"removed": {"4": [rank + suit for suit in "CDHS" for rank in "23456789TJ"]}},
    "play": {"opening_card": "any", "spade_lead": "any_time"},
}


def random_claim(rng: Random) -> Json:
    """Return a claim before the first card: the members that an audit and a judgement share."""
    cards = rng.sample(PACK, len(PACK))
    hands = {player: cards[index::4] for index, player in enumerate(FOUR)}
    by = rng.choice(FOUR)
    stated = rng.choice([{}, {"statement": rng.sample(hands[by], 3)}])
    rules = {
        "test": rng.choice(["certain", "by_statement", "best_play"]),
        "failed": rng.choice(["doubtful_tricks", "all_tricks"]),
    }
    bids = [{"player": player, "tricks": rng.choice([0, 0, 1, 2])} for player in FOUR]
    return {
        "ruleset": {"name": "pagat", "overrides": {**RULESET, "claims": rules}},
        "players": list(FOUR),
        "bids": [bid if bid["tricks"] else {**bid, "kind": "nil"} for bid in bids],
        "hands": hands,
        "claim": {"by": by, "tricks": rng.randrange(4), **stated},
    }


@pytest.mark.parametrize("seed", range(3))
def test_an_audit_and_a_judgement_score_alike(seed: int) -> None:
    rng, results = Random(seed), Counter[str]()
    for _ in range(40):
        shared = random_claim(rng)
        refused = {**shared["claim"], "accepted": False}
        audited = ask("auditRound", {**shared, "claim": refused, "dealer": FOUR[-1], "tricks": []})
        judged = ask("judgeClaim", {**shared, "leader": FOUR[0]})
        result, given = judged["result"], audited["claim"].get("given")
        assert audited["claim"]["result"] == result
        taken = None if given is None else sum(given[player] for player in judged["team"].split("+"))
        scored = {each["tricks"]: each.get("teams") for each in judged["scores"]}
        if given is None:
            results["open"] += 1
            assert None in scored.values(), shared
        else:
            results[result] += 1
            points = [(side["points"], side["nils"]) for side in audited["as_played"]]
            assert [(side["points"], side["nils"]) for side in scored[taken]] == points, shared
    assert min(results[each] for each in ("proved", "disproved", "open")) > 0
