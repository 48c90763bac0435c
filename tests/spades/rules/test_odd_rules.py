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
        pytest.param("pagat", {"bidding": {"maximum": 1}}, id="a greatest bid of one"),
        pytest.param("pagat", {"deck": {"top_trumps": ["AS"]}}, id="the ace of spades on top of itself"),
        pytest.param(
            "pagat", {"bidding": {"restriction": "mirror"}, "nil": {"blind": False}}, id="mirror with other values"
        ),
        pytest.param("suicide", {"table": {"players": [6]}, "deck": LEFTOVER}, id="suicide in three pairs"),
        pytest.param("nello", {"bidding": {"by": "team"}}, id="nello of sides"),
        pytest.param(
            "pagat",
            {"blind_bid": {"allowed": True, "minimum": 1}, "bidding": {"minimum": 2}},
            id="a least blind bid below the least bid, which holds for it too",
        ),
        pytest.param("cutthroat", {"nil": {"blind_exchange": 2}}, id="an exchange without a partner, which never is"),
        pytest.param(
            "cutthroat",
            {"deck": {"hand_size": {"3": 3}}, "nil": {"exchange": 4, "blind_exchange": 4}},
            id="an exchange without a partner, of more cards than a hand has",
        ),
        pytest.param(
            "nello",
            {"deck": {"hand_size": {"4": 3}} | LEFTOVER, "nil": {"blind_exchange": 4}},
            id="an exchange for a blind nil that may not be bid",
        ),
        pytest.param(
            "nello", {"table": ALONE, "bidding": {"maximum": 2, "team_maximum": 2}}, id="a least bid of no partner"
        ),
        pytest.param(
            "nello", {"bidding": {"zero": "uncommitted", "maximum": 2}}, id="a least bid beside a nil that is none"
        ),
        pytest.param("nello", {"bidding": {"by": "team", "maximum": 2}}, id="a least bid beside the bid of a side"),
        pytest.param("classic-solo", {"bidding": {"maximum": 13}}, id="a greatest bid that five players can't reach"),
        pytest.param("openspiel", {"bidding": {"team_maximum": 54}}, id="a greatest bid of a side out of reach"),
        pytest.param("suicide", {"nil": {"both_partners": "forbidden"}}, id="two nils that suicide never has"),
        pytest.param(
            "pagat",
            {"irregularities": {"revoke_penalty": "none", "repeat_revoke": "forfeit_game", "revoke_tricks": 5}},
            id="repeated revokes where one costs nothing",
        ),
        pytest.param(
            "tournament-jja", {"irregularities": {"illegal_spade_lead": "as_revoke"}}, id="spade leads that are legal"
        ),
        pytest.param(
            "classic-partnership", {"nil": {"both_partners": "forbidden"}}, id="two nils where there are none"
        ),
    ],
)
def test_what_has_no_effect_is_no_contradiction(preset: str, overrides: Overrides) -> None:
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        pytest.param("pagat", {"bags": {"penalty": 0}}, id="F6: bags that cost nothing"),
        pytest.param("pagat", {"nil": {"made": 0, "failed": 0}}, id="D2: a nil that is worth nothing"),
        pytest.param("pagat", {"scoring": {"overtrick_points": -10, "trick_points": 0}}, id="F1, F2: nothing to win"),
        pytest.param("mirror", {"bidding": {"zero": "uncommitted"}}, id="C13: mirror without nil"),
        pytest.param("whiz", {"bidding": {"minimum": 3, "maximum": 4}}, id="C12: whiz with few bids other than nil"),
        pytest.param("whiz", {"bidding": {"table_total": "not_hand_size"}}, id="C10, C12: whiz with a choice of nil"),
        pytest.param(
            "suicide", {"bidding": {"nil_partner_breach": "raise_earlier"}}, id="C9, C12: suicide with raised bids"
        ),
        pytest.param("pagat", {"bidding": {"team_minimum": 7, "maximum": 4}}, id="C6: a board that takes two bids"),
        pytest.param(
            "classic-solo", {"bidding": {"table_total": "at_most_hand_size"}}, id="C10: bids that leave none to others"
        ),
        pytest.param("classic-partnership", {"bidding": {"team_maximum": 4}}, id="C6: one bid open to each"),
        pytest.param(
            "solitaire-bliss",
            {"bidding": {"first_round": "bids_itself"}},
            id="C1, C14: who would bid first is drawn, also for a round without bids",
        ),
        pytest.param(
            "two-player", {"play": {"opening_leader": "lowest_club"}}, id="E1: clubs that may all be discarded"
        ),
        pytest.param("two-player", {"irregularities": OPPONENTS}, id="H4: the other of two players is an opponent"),
        pytest.param(
            "cutthroat",
            {"irregularities": {"revoke_penalty": "bridge_64", "repeat_revoke": "same_suit_once"}},
            id="H3, H8: the law of bridge at a table of three",
        ),
        pytest.param(
            "pagat",
            {"irregularities": {"accusation_until": "next_trick_led", "revoke_established": "next_trick_led"}},
            id="H1, H2: a revoke to be called before it is established",
        ),
        pytest.param("pagat", {"irregularities": {"revoke_tricks": 0}}, id="H3: a penalty of no tricks"),
        pytest.param(
            "pagat",
            {"irregularities": {"false_accusation": "tricks", "revoke_penalty": "none"}},
            id="H3, H7: a call that costs more than a revoke",
        ),
    ],
)
def test_a_house_rule_may_be_odd(preset: str, overrides: Overrides) -> None:
    """What can be played is no contradiction, however rarely it is wise."""
    assert resolve(Reference(preset, overrides=overrides)).overrides == overrides
