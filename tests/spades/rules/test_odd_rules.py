"""Rulesets that are odd and can be played, so that none is refused."""

from __future__ import annotations

import pytest

from service.presets.loader import resolve
from service.spades.rules.ruleset import Reference
from tests.spades.rules.contradictions import (
    ALONE,
    LEFTOVER,
    OPPONENTS,
)
from tests.spades.rules.references import Overrides


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        pytest.param("pagat", {"deck": {"removed": {"3": ["BJ"]}}}, id="cards taken out with other players"),
        pytest.param("pagat", {"deck": {"hand_size": {"3": 18}}}, id="a hand size with other players"),
        pytest.param("pagat", {"game": {"target": 1}}, id="no floor below the least target"),
        pytest.param("pagat", {"bids": {"number": {"most": 1}}}, id="a greatest bid of one"),
        pytest.param("pagat", {"deck": {"top_trumps": ["AS"]}}, id="the ace of spades on top of itself"),
        pytest.param(
            "pagat", {"bids": {"restriction": "mirror", "blind_nil": {"allowed": False}}}, id="mirror with other values"
        ),
        pytest.param("suicide", {"table": {"players": [6]}, "deck": LEFTOVER}, id="suicide in three pairs"),
        pytest.param("nello", {"bids": {"by": "team"}}, id="nello of sides"),
        pytest.param(
            "pagat",
            {"bids": {"blind": {"allowed": True, "least": 1}, "number": {"least": 2}}},
            id="a least blind bid below the least bid, which holds for it too",
        ),
        pytest.param(
            "cutthroat", {"bids": {"blind_nil": {"exchange": 2}}}, id="an exchange without a partner, which never is"
        ),
        pytest.param(
            "cutthroat",
            {"deck": {"hand_size": {"3": 3}}, "bids": {"nil": {"exchange": 4}, "blind_nil": {"exchange": 4}}},
            id="an exchange without a partner, of more cards than a hand has",
        ),
        pytest.param(
            "nello",
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "bids": {"blind_nil": {"exchange": 4}}},
            id="an exchange for a blind nil that may not be bid",
        ),
        pytest.param(
            "nello", {"table": ALONE, "bids": {"number": {"most": 2}, "side_most": 2}}, id="a least bid of no partner"
        ),
        pytest.param(
            "nello",
            {"bids": {"zero": {"allowed": True}, "nil": {"allowed": False}, "number": {"most": 2}}},
            id="a least bid beside a nil that is none",
        ),
        pytest.param(
            "nello", {"bids": {"by": "team", "number": {"most": 2}}}, id="a least bid beside the bid of a side"
        ),
        pytest.param(
            "classic-solo", {"bids": {"number": {"most": 13}}}, id="a greatest bid that five players can't reach"
        ),
        pytest.param("openspiel", {"bids": {"side_most": 54}}, id="a greatest bid of a side out of reach"),
        pytest.param("suicide", {"bids": {"both_nil": {"how": "forbidden"}}}, id="two nils that suicide never has"),
        pytest.param(
            "pagat",
            {"penalties": {"revoke": {"remedy": "none", "repeat": "forfeit_game", "tricks": 5}}},
            id="repeated revokes where one costs nothing",
        ),
        pytest.param(
            "tournament-jja", {"penalties": {"early_spade": {"as": "revoke"}}}, id="spade leads that are legal"
        ),
        pytest.param(
            "classic-partnership", {"bids": {"both_nil": {"how": "forbidden"}}}, id="two nils where there are none"
        ),
    ],
)
def test_what_has_no_effect_is_no_contradiction(preset: str, overrides: Overrides) -> None:
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        pytest.param("pagat", {"bags": {"penalty": 0}}, id="F6: bags that cost nothing"),
        pytest.param("pagat", {"bids": {"nil": {"made": {}, "failed": {}}}}, id="F1, F3: a nil that is worth nothing"),
        pytest.param(
            "pagat", {"bids": {"number": {"overtrick": -10, "made": {}, "failed": {}}}}, id="F1, F2: nothing to win"
        ),
        pytest.param(
            "mirror", {"bids": {"zero": {"allowed": True}, "nil": {"allowed": False}}}, id="C13: mirror without nil"
        ),
        pytest.param(
            "whiz", {"bids": {"number": {"least": 3, "most": 4}}}, id="C12: whiz with few bids other than nil"
        ),
        pytest.param("whiz", {"bids": {"table": {"not_hand_size": True}}}, id="C10, C12: whiz with a choice of nil"),
        pytest.param(
            "suicide", {"bids": {"partner_of_nil": {"breach": "raise_earlier"}}}, id="C9, C12: suicide with raised bids"
        ),
        pytest.param("pagat", {"bids": {"side_least": 7, "number": {"most": 4}}}, id="C6: a board that takes two bids"),
        pytest.param("classic-solo", {"bids": {"table": {"most": 13}}}, id="C10: bids that leave none to others"),
        pytest.param("classic-partnership", {"bids": {"side_most": 4}}, id="C6: one bid open to each"),
        pytest.param(
            "pagat",
            {"bids": {"nil": {"allowed": False}}},
            id="C5: nil by none but a side so far behind that it may bid one blind",
        ),
        pytest.param(
            "nello",
            {"bids": {"nil": {"allowed": False}, "zero": {"allowed": True}, "blind_nil": {"allowed": True}}},
            id="C5: a 0 that promises nothing, and a nil that is bid blind",
        ),
        pytest.param("pagat", {"bids": {"zero": {"allowed": True}}}, id="C5: nil and a 0 that promises nothing"),
        pytest.param(
            "pagat",
            {"bids": {"number": {"allowed": False}, "blind": {"allowed": True, "deficit": 0}}},
            id="C5: numbers that may only be bid blind",
        ),
        pytest.param(
            "classic-solo",
            {"penalties": {"revoke": {"remedy": "points", "points": -50, "to": "opponents"}}},
            id="H4: points that every other side is given",
        ),
        pytest.param(
            "pagat",
            {"penalties": {"false_call": {"as": "revoke"}, "revoke": {"remedy": "bridge_64"}}},
            id="H10: a call that costs what a revoke costs, by the law of bridge",
        ),
        pytest.param("pagat", {"contracts": [{"least": 27, "made": {"points": 1}}]}, id="D13: a contract out of reach"),
        pytest.param(
            "solitaire-bliss",
            {"bids": {"first_round": "bids_itself"}},
            id="C1, C14: who would bid first is drawn, also for a round without bids",
        ),
        pytest.param(
            "two-player", {"play": {"opening_leader": "lowest_club"}}, id="E1: clubs that may all be discarded"
        ),
        pytest.param("two-player", {"penalties": OPPONENTS}, id="H4: the other of two players is an opponent"),
        pytest.param(
            "cutthroat",
            {"penalties": {"revoke": {"remedy": "bridge_64", "repeat": "once_a_suit"}}},
            id="H3, H8: the law of bridge at a table of three",
        ),
        pytest.param(
            "pagat",
            {"calls": {"until": "next_trick_led", "established": "next_trick_led"}},
            id="H1, H2: a revoke to be called before it is established",
        ),
        pytest.param("pagat", {"penalties": {"revoke": {"tricks": 0}}}, id="H3: a penalty of no tricks"),
        pytest.param(
            "pagat",
            {"penalties": {"false_call": {"remedy": "tricks"}, "revoke": {"remedy": "none"}}},
            id="H3: a call that costs more than a revoke",
        ),
    ],
)
def test_a_house_rule_may_be_odd(preset: str, overrides: Overrides) -> None:
    """What can be played is no contradiction, however rarely it is wise."""
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides
