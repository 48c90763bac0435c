"""What may be led, what may be played to the first trick, and what breaks spades."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import with_hands, without
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import small
from tests.spades.builders.rulings import codes, places

# What may be led to the first trick.

ILLEGAL_OPENING = [("illegal_opening_card", "#/tricks/0/plays/0")]


def opened(card: str, hand: str, **play: str) -> list[tuple[str, str]]:
    """Return what is found when ana opens with this card from this hand."""
    size = len(hand.split())
    ruled = ruling(record(small(4, size, play=play), f"ana {card}", hands=hands(ana=hand)))
    assert ruled["undecided"] == []
    return places(ruled["findings"])


@pytest.mark.parametrize(
    ("rule", "card", "hand", "found"),
    [
        ("non_spade", "2S", "2S 3S 4H", ILLEGAL_OPENING),
        ("non_spade", "4H", "2S 3S 4H", []),
        ("non_spade", "2S", "2S 3S 4S", []),
        ("any", "2S", "2S 3S 4H", []),
        ("any", "4H", "2S 3S 4H", []),
        ("lowest_club", "2C", "2C 3C 4H", []),
        ("lowest_club", "3C", "2C 3C 4H", ILLEGAL_OPENING),
        ("lowest_club", "4H", "2C 3C 4H", ILLEGAL_OPENING),
        ("lowest_club", "2S", "2C 3C 2S", ILLEGAL_OPENING),
        ("lowest_club", "5C", "5C 9C 4H", []),
        ("lowest_club", "4H", "4H 5D 2S", []),
        ("lowest_club", "2S", "2S 3S 4S", []),
    ],
)
def test_the_opening_card(rule: str, card: str, hand: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.opening_card, every value (E2); non_spade yields when the leader holds only spades."""
    assert opened(card, hand, opening_card=rule) == found


@pytest.mark.parametrize("spade_lead", ["after_broken", "any_time", "after_first_trick"])
@pytest.mark.parametrize(("rule", "found"), [("any", []), ("non_spade", ILLEGAL_OPENING)])
def test_the_opening_card_alone_rules_the_first_lead(rule: str, spade_lead: str, found: list[tuple[str, str]]) -> None:
    """Rulings, cascades: spade led to trick 1, illegal_opening_card only: play.opening_card alone rules trick 1."""
    assert opened("2S", "2S 3S 4H", opening_card=rule, spade_lead=spade_lead) == found
    assert opened("2S", "2S 3S 4H", opening_card=rule, spade_lead=spade_lead, first_trick="no_spades") == found


def test_what_might_have_opened() -> None:
    """Parameters, play.opening_card = lowest_club (E2): only that one card was legal."""
    found = ruling(
        record(small(4, 3, play={"opening_card": "lowest_club"}), "ana 4H", hands=hands(ana="2C 3C 4H")),
    )["findings"]
    assert found[0]["legal_cards"] == ["2C"]


# What may be played to the first trick.

NOT_FIRST = [("illegal_first_trick_card", "#/tricks/0/plays/1")]
REVOKE = [("revoke", "#/tricks/0/plays/1")]


@pytest.mark.parametrize(
    ("rule", "led", "card", "hand", "found"),
    [
        ("normal", "AC", "2S", "2S 3S 4H", []),
        ("no_spades", "AC", "2S", "2S 3S 4H", NOT_FIRST),
        ("no_spades", "AC", "4H", "2S 3S 4H", []),
        ("no_spades", "AC", "2S", "2S 3S 4S", []),
        ("no_spades", "AC", "2S", "2S 3C 4H", REVOKE),
        ("no_spades", "AC", "4H", "2S 3C 4H", REVOKE),
        ("no_spades", "AC", "9C", "2S 3C 9C", []),
        ("all_lowest_club", "AC", "2S", "2S 3S 4H", NOT_FIRST),
        ("all_lowest_club", "AC", "4H", "2S 3S 4H", []),
        ("all_lowest_club", "AC", "2S", "2S 3S 4S", []),
        ("all_lowest_club", "AC", "9C", "9C 3C 4H", NOT_FIRST),
        ("all_lowest_club", "AC", "3C", "9C 3C 4H", []),
        ("all_lowest_club", "AC", "4H", "9C 3C 4H", REVOKE),
        ("all_lowest_club", "AH", "9H", "9H 3H 4C", []),
        ("normal", "AC", "9C", "9C 3C 4H", []),
        ("no_spades", "AS", "2S", "2S 3S 4H", []),
    ],
)
def test_the_first_trick(rule: str, led: str, card: str, hand: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.first_trick, every value (E3); it binds those who follow, and never a hand of spades alone."""
    ruleset = small(4, 3, play={"first_trick": rule, "opening_card": "any"})
    ruled = ruling(record(ruleset, f"ana {led} {card}", hands=hands(ben=hand)))
    assert places(ruled["findings"]) == found
    assert ruled["undecided"] == []


@pytest.mark.parametrize("rule", ["no_spades", "all_lowest_club"])
def test_the_rule_of_the_first_trick_applies_to_no_other(rule: str) -> None:
    """Parameters, play.first_trick (E3): the second trick is like any other."""
    ruleset = small(4, 3, play={"first_trick": rule})
    listed = hands(ana="AH AC KC", ben="5H 2S 4D", cy="4H 9C 8C", dee="3H 3C 2C")
    assert ruling(record(ruleset, "ana AH 5H 4H 3H", "ana AC 2S 9C 3C", hands=listed))["verdict"] == "clean"


def test_the_lowest_club_is_told() -> None:
    """Parameters, play.first_trick = all_lowest_club (E3): only the lowest was legal."""
    ruleset = small(4, 3, play={"first_trick": "all_lowest_club"})
    found = ruling(record(ruleset, "ana 2C 9C", hands=hands(ben="9C 5C 3C")))["findings"]
    assert (found[0]["legal_cards"], found[0]["evidence"]["held"]) == (["3C"], ["3C", "5C"])


# Spades led, and what breaks them.


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("after_broken", [("illegal_spade_lead", "#/tricks/1/plays/0")]),
        ("any_time", []),
        ("after_first_trick", []),
    ],
)
def test_a_spade_led_before_spades_are_broken(rule: str, found: list[tuple[str, str]], players: int) -> None:
    """Parameters, play.spade_lead, every value (E4), for two to six players."""
    suits = {suit: " ".join(f"{rank}{suit}" for rank in "AKQJT9"[:players]) for suit in "HSC"}
    lines = [f"ana {suits[suit]}" for suit in "HSC"]
    body = with_hands(record(small(players, 3, play={"spade_lead": rule}), *lines, players=players))
    ruled = ruling(body)
    assert places(ruled["findings"]) == found
    assert places(ruling(without(body, "hands"))["findings"]) == found
    lines = [f"ana {suits[suit]}" for suit in "HCS"]
    body = with_hands(record(small(players, 3, play={"spade_lead": rule}), *lines, players=players))
    assert ruling(body)["verdict"] == "clean"


BREAKING = hands(ana="AH AC KC", ben="KH AS 2C", cy="2H 3H 2S", dee="3S 4S 5C")


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_a_spade_discarded_breaks_spades(broken_by: str) -> None:
    """Parameters, play.broken_by, both values (E5): a spade by who could not follow another suit led."""
    body = record(small(4, 3, play={"broken_by": broken_by}), "ana AH KH 2H 3S", "dee 4S", hands=BREAKING)
    ruled = ruling(body)
    assert (ruled["verdict"], ruled["tricks"][0]["spades_broken"]) == ("clean", True)


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/2/plays/0")])],
)
def test_whether_a_forced_lead_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by (E5): no spade lead breaks under discard_only, every spade does under any_spade."""
    listed = hands(ana="AH 2S 3S 4S", ben="5H AS KS 5C")
    lines = ("ana AH 5H", "ana 2S KS", "ben AS")
    body = record(small(2, 4, play={"broken_by": broken_by}), *lines, players=2, hands=listed)
    ruled = ruling(body)
    assert places(ruled["findings"]) == found
    assert ruled["tricks"][1]["spades_broken"] is (broken_by == "any_spade")


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", ["#/tricks/1/plays/0"]), ("discard_only", ["#/tricks/1/plays/0", "#/tricks/2/plays/0"])],
)
def test_whether_an_illegal_lead_breaks_spades(broken_by: str, found: list[str]) -> None:
    """Rulings, cascades: illegal spade lead, the play stands; whether it breaks spades: play.broken_by (E5)."""
    listed = hands(ana="AH AS KS AC", ben="5H 2S 3S 5C")
    lines = ("ana AH 5H", "ana AS 2S", "ana KS 3S", "ana AC 5C")
    ruled = ruling(record(small(2, 4, play={"broken_by": broken_by}), *lines, players=2, hands=listed))
    assert places(ruled["findings"]) == [("illegal_spade_lead", pointer) for pointer in found]


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/1/plays/0")])],
)
def test_whether_an_opening_spade_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by with play.opening_card = any (E5, E2): a lead, though a legal one."""
    ruleset = small(2, 3, play={"broken_by": broken_by, "opening_card": "any"})
    listed = hands(ana="AS KS AC", ben="2S 3S 5C")
    ruled = ruling(record(ruleset, "ana AS 2S", "ana KS 3S", players=2, hands=listed))
    assert places(ruled["findings"]) == found


@pytest.mark.parametrize(
    ("broken_by", "found"),
    [("any_spade", []), ("discard_only", [("illegal_spade_lead", "#/tricks/2/plays/0")])],
)
def test_whether_following_a_spade_lead_breaks_spades(broken_by: str, found: list[tuple[str, str]]) -> None:
    """Parameters, play.broken_by (E5): who follows a spade lead has not failed to follow another suit."""
    listed = hands(ana="2S 3S 4S", ben="AS KS 5C")
    ruleset = small(2, 3, play={"broken_by": broken_by, "opening_card": "any"})
    ruled = ruling(record(ruleset, "ana 2S KS", "ben AS 3S", players=2, hands=listed))
    assert places(ruled["findings"]) == [(code, "#/tricks/1/plays/0") for code, _ in found]


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_a_revoke_breaks_spades(broken_by: str) -> None:
    """Rulings, slips: what comes from another's fault is not one's own; a spade on another suit's lead breaks spades.

    It does under both values, also where it turns out to have been a revoke: nobody at the table could know (E5).
    """
    listed = hands(ana="AH AS AC", ben="5H 2S 5C")
    ruleset = small(2, 3, play={"broken_by": broken_by})
    ruled = ruling(record(ruleset, "ana AH 2S", "ben 5C AC", "ana AS 5H", players=2, hands=listed))
    assert codes(ruled["findings"]) == ["revoke"]
    listed = hands(ana="AH AS AC", ben="5H KS 2S")
    ruled = ruling(record(ruleset, "ana AH KS", "ben 2S AS", players=2, hands=listed))
    assert codes(ruled["findings"]) == ["revoke"]
