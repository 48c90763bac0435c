"""Claims in endings that were worked by hand: the three questions, what is said, and the line that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.spades.builders.asking import answer, ask
from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import honours, rules
from tests.spades.claims.claiming import claim, claiming, judged, line_of, results

WINNERS = ("AS KS QS", "2S 3C 4C", "2D 3D 4D", "5D 6D 7D")
TRUMP_OUT = ("AS AH", "2S 3C", "9C TC", "6H 7C")
DRAWN_FIRST = ("AS KS AH", "QS 4S 3C", "9C TC JC", "6H 7H 8D")


def of(accepted_by: str) -> Json:
    """Return a ruleset that accepts claims by this question."""
    return rules(irregularities={"claims": accepted_by})


def test_top_trumps_are_certain() -> None:
    found = judged(*WINNERS)
    assert results(found) == ("proved 3-3",) * 3
    assert (found["side"], found["claimed"], found["accepted_by"]) == ("ana+cy", 3, "by_statement")
    assert (found["result"], found["detail"]) == (
        "proved",
        "ana's claim holds: however the cards are played, ana+cy takes all 3 tricks left.",
    )
    assert "nils" not in found
    assert "scores" not in found


def test_a_trump_that_is_out_takes_a_trick_if_the_ace_of_hearts_is_led_first() -> None:
    found = judged(*TRUMP_OUT)
    assert results(found) == ("disproved 1-2", "disproved 1-2", "proved 2-2")
    assert line_of(found["certain"]).startswith("ana AH, ben 2S, ")
    assert line_of(found["best_play"]).startswith("ana AS, ben 2S, ")
    assert found["detail"] == (
        "ana's claim does not hold: the cards can be played so that ana+cy does not take both tricks left."
    )


def test_spades_that_are_not_broken_can_not_be_drawn() -> None:
    """Bridge has no such rule: there ana would take both tricks."""
    assert results(judged(*TRUMP_OUT, spades_broken=False))[2] == "disproved 1-1"
    any_time = rules(play={"spade_lead": "any_time"})
    assert results(judged(*TRUMP_OUT, spades_broken=False, ruleset=any_time))[2] == "proved 2-2"


@pytest.mark.parametrize(
    ("statement", "by_statement", "holds"),
    [
        ("AS KS AH", "proved 3-3", "holds: played as stated, ana+cy takes all 3 tricks left, whatever"),
        ("AS AH KS", "disproved 2-3", "does not hold: though it is played as stated, the others can play so that"),
        ("AH", "disproved 2-3", "does not hold: though it is played as stated, the others can play so that"),
        ("", "disproved 2-3", "does not hold: the cards can be played so that ana+cy does not take all 3 tricks"),
    ],
)
def test_a_statement_that_draws_trumps_holds(statement: str, by_statement: str, holds: str) -> None:
    found = judged(*DRAWN_FIRST, claim=claim(3, statement))
    assert results(found) == ("disproved 2-3", by_statement, "proved 3-3")
    assert f"ana's claim {holds}" in found["detail"]


AT_ONCE = "ana may not play AS now, so the whole statement is dropped."
IN_THE_LINE = "In the line shown ana may not play AS when its turn comes, so the rest of the statement is dropped."
HELD = ("AS AH KC", "2H 3H 4H", "8H 5H 6H", "7D 8D 9D")
RUFFED = ("AS AH KC", "2S 3H 4H", "2H 5H 6H", "7D 8D 9D")


FAILS = "as long as that is legal, the cards can be played so that ana+cy does not take all 3 tricks left."
HOLDS = "holds: played as stated as long as that is legal, ana+cy takes all 3 tricks left, however the other cards are"


@pytest.mark.parametrize(
    ("hands", "statement", "said"),
    [
        (RUFFED, "AS AH KC", f"{FAILS} {AT_ONCE}"),
        (RUFFED, "AH AS KC", f"{FAILS} {IN_THE_LINE}"),
        (HELD, "AH AS KC", f"{HOLDS} played. {IN_THE_LINE}"),
        (HELD, "AS", f"{HOLDS} played. {AT_ONCE}"),
        (HELD, "AH KC AS", "holds: played as stated, ana+cy takes all 3 tricks left, whatever the others play."),
    ],
)
def test_a_statement_that_is_dropped_is_said(hands: tuple[str, ...], statement: str, said: str) -> None:
    """Spades are not broken, so ana may lead them only with nothing else in the hand."""
    found = judged(*hands, claim=claim("rest", statement), spades_broken=False)
    assert found["detail"].endswith(said)
    certain = judged(*hands, claim=claim("rest", statement), spades_broken=False, ruleset=of("certain"))
    assert "dropped" not in certain["detail"]


def test_a_statement_is_dropped_at_once_even_if_nothing_is_decided() -> None:
    hands = ("AS QH 9H 4C 2D 7S", "KS TS JH 5C 3D 8D", "QS 9S TH 6C 4D 9D", "JS 8S AH 7C 5D TD")
    found = judged(*hands, claim=claim(3, "AS"), spades_broken=False, budget=1)
    assert (found["result"], found["by_statement"]["line"]) == ("undecided", [])
    assert found["detail"].endswith(AT_ONCE)


@pytest.mark.parametrize(
    ("hands", "tricks", "said"),
    [
        (("AS", "2H", "8H", "7D"), 1, "ana+cy takes the last trick."),
        (("AS AH", "2H 3H", "8H 5H", "7D 8D"), 2, "ana+cy takes both tricks left."),
        (("AS AH", "2H 3H", "8H 5H", "7D 8D"), 1, "ana+cy takes at least 1 of the 2 tricks left."),
        (("AS AH KC", "2S 3H 4H", "2H 5H 6H", "7D 8D 9D"), 3, "does not take all 3 tricks left."),
        (("2C 3C", "4C 5C", "6D 7D", "8C 9C"), 1, "does not take 1 of the 2 tricks left."),
    ],
)
def test_all_tricks_are_not_so_many_of_as_many(hands: tuple[str, ...], tricks: int, said: str) -> None:
    assert judged(*hands, claim=claim(tricks))["detail"].endswith(said)


def test_two_tricks_of_three_are_certain() -> None:
    assert results(judged(*DRAWN_FIRST, claim=claim(2))) == ("proved 2-3", "proved 2-3", "proved 3-3")


def test_best_play_takes_what_a_partner_can_spoil() -> None:
    """Only by mistake does ana lead hearts first; with the ace of clubs instead, the claim is certain."""
    hands = ("KD 2H", "3C 4C", "AH 5C", "6C 7C")
    assert results(judged(*hands)) == ("disproved 1-2", "disproved 1-2", "proved 2-2")
    assert results(judged("KD AC", "3C 4C", "AH 5C", "6C 7C"))[0] == "proved 2-2"


@pytest.mark.parametrize(
    ("accepted_by", "result", "said"),
    [
        ("certain", "disproved", "the cards can be played so that ana+cy does not take all 3 tricks left."),
        ("by_statement", "proved", "played as stated, ana+cy takes all 3 tricks left, whatever the"),
        ("best_play", "proved", "if every side plays as well as possible, ana+cy takes all 3 tricks left."),
        ("not_allowed", "disproved", "This ruleset accepts no claims, so ana's claim does not hold."),
    ],
)
def test_the_ruleset_says_by_which_question_a_claim_holds(accepted_by: str, result: str, said: str) -> None:
    found = judged(*DRAWN_FIRST, claim=claim(3, "AS KS AH"), ruleset=of(accepted_by))
    assert (found["accepted_by"], found["result"]) == (accepted_by, result)
    assert said in found["detail"]
    assert results(found) == ("disproved 2-3", "proved 3-3", "proved 3-3")


def test_a_claim_that_fails_against_best_play() -> None:
    found = judged(*TRUMP_OUT, spades_broken=False, ruleset=of("best_play"))
    assert found["detail"] == (
        "ana's claim does not hold: if every side plays as well as possible, ana+cy does not take both tricks left."
    )


def test_a_claim_beyond_the_budget_is_undecided_with_what_is_proved() -> None:
    hands = ("AS QH 9H 4C 2D 7S", "KS TS JH 5C 3D 8D", "QS 9S TH 6C 4D 9D", "JS 8S AH 7C 5D TD")
    found = judged(*hands, claim=claim(3), budget=1)
    assert results(found) == ("undecided 0-6",) * 3
    assert [found[name]["line"] for name in ("certain", "by_statement", "best_play")] == [[], [], []]
    assert found["detail"] == (
        "ana's claim to 3 of the 6 tricks left is not decided within 1 position: ana+cy is only proved to take at"
        " least 0 and at most 6."
    )
    solved = judged(*hands, claim=claim(3))
    assert "undecided" not in {solved[name]["result"] for name in ("certain", "by_statement", "best_play")}
    assert judged(*hands, claim=claim(3), budget=8_000)["best_play"] == solved["best_play"]


def test_a_claim_to_no_trick_holds() -> None:
    assert results(judged(*WINNERS, claim=claim(0, by="dee"))) == ("proved 0-0",) * 3


def test_a_claim_may_be_made_by_any_player() -> None:
    found = judged(*WINNERS, claim=claim(1, by="ben"))
    assert (found["side"], results(found)) == ("ben+dee", ("disproved 0-0",) * 3)


def test_the_trick_in_progress_counts() -> None:
    """It is one of the tricks claimed, and the line begins with the player in turn."""
    plays = [{"player": "dee", "card": "7D"}, {"player": "ana", "card": "QS"}]
    found = judged("AS KS", "2S 3C 4C", "2D 3D 4D", "5D 6D", leader="dee", plays=plays)
    assert results(found) == ("proved 3-3",) * 3
    assert [play["player"] for play in found["certain"]["line"][:3]] == ["ben", "cy", "ana"]


def test_who_has_played_first_leads_unless_it_is_said() -> None:
    plays = [{"player": "dee", "card": "7D"}]
    members: dict[str, Any] = {"plays": plays, "claim": claim(2)}
    hands = ("AS KS", "2S 3C", "2D 3D", "5D")
    body = claiming(*hands, **members)
    del body["leader"]
    assert ask("judgeClaim", body)["certain"] == judged(*hands, leader="dee", **members)["certain"]


def test_a_revoke_on_the_table_is_not_judged_again() -> None:
    """A diamond was ruffed by dee, who holds one: a matter for an audit, and no reason to refuse the claim."""
    plays = [{"player": "cy", "card": "2D"}, {"player": "dee", "card": "3S"}]
    found = judged("AS AD", "4D 5D", "6D", "7D", leader="cy", plays=plays)
    assert results(found) == ("disproved 1-1",) * 3
    assert line_of(found["best_play"]) == "ana AD, ben 4D, dee 7D, ana AS, ben 5D, cy 6D"


def test_the_first_trick_has_its_own_rules() -> None:
    """Hands of as many cards as are dealt: spades may not be led to it, unless the ruleset allows any opening card."""
    hands = ("AS KS QS AH", "JS KH QH JH", "AC KC QC JC", "AD KD QD JD")
    found = judged(*hands, ruleset=honours(), spades_broken=False, claim=claim(4))
    assert line_of(found["best_play"]).startswith("ana AH")
    assert results(found)[2] == "proved 4-4"
    hands = ("AS KS QS AH", "JS AC KC QC", "KH QH JH JC", "AD KD QD JD")
    assert results(judged(*hands, ruleset=honours(), spades_broken=False, claim=claim(4)))[2] == "disproved 3-3"
    any_card = honours(play={"opening_card": "any"})
    assert results(judged(*hands, ruleset=any_card, spades_broken=False, claim=claim(4)))[2] == "proved 4-4"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_other_numbers_of_players(players: int) -> None:
    names = ("ana", "ben", "cy", "dee", "eve")[:players]
    hands = ("AS AH", "2S 3C", "9C TC", "6H 7C", "8D 9D")[:players]
    found = judged(*hands, players=names, ruleset=rules(players))
    assert (found["side"], results(found)) == ("ana", ("disproved 1-2", "disproved 1-2", "proved 2-2"))


def test_a_promoted_card_is_a_trump() -> None:
    hands = ("AS AH", "2D 3C", "9C TC", "6H 7C")
    assert results(judged(*hands))[2] == "proved 2-2"
    assert results(judged(*hands, ruleset=rules(deck={"top_trumps": ["2D"]})))[2] == "disproved 1-1"


@pytest.mark.parametrize(
    ("hands", "rule", "is_open"),
    [
        (TRUMP_OUT, "after_broken", True),
        (TRUMP_OUT, "any_time", False),
        (("KD AH", "8D 3C", "9C TC", "6H 7C"), "after_broken", False),
    ],
)
def test_broken_spades_are_asked_about_only_if_they_matter(hands: tuple[str, ...], rule: str, is_open: bool) -> None:
    body = claiming(*hands, ruleset=rules(play={"spade_lead": rule}))
    del body["spades_broken"]
    status, content = answer("judgeClaim", body)
    assert status == (422 if is_open else 200), content
