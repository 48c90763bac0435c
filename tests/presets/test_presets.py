"""The presets against the table of what differs from the defaults, with the scores that their sources give."""

from __future__ import annotations

import itertools

import pytest

from service.presets.loader import PRESETS_FOLDER, presets
from service.spades.catalogue.parameters.penalties import OFFENCE_ROWS
from service.spades.rules.ruleset import NAMES, Parameters, plain, value_of
from tests.spades.builders.scores import sides_of_row
from tests.spades.rules.references import asked, faults_of, resolved

# A restriction of the bids, otherwise as the MSN Zone plays.
VARIANT: dict[str, object] = {"game.floor": -200, "bags.carry": "reset"}
CLASSIC: dict[str, object] = {
    "table.first_dealer": "high_card",
    "deck.leftover": "set_aside",
    "bags.limit": 0,
    "bids.nil.allowed": False,
    "bids.nil.failed_tricks": "ignored",
    "bids.blind_nil.failed_tricks": "ignored",
    "bids.number.failed": {},
    "bids.blind.failed": {},
    "penalties.revoke.remedy": "no_points",
    "penalties.revoke.nil": "no_points",
}
# The game at both events of Cookout Spades in New Orleans.
NOLA: dict[str, object] = {
    "play.opening_card": "any",
    "play.spade_lead": "any_time",
    "game.sets_limit": 2,
    "bags.limit": 0,
    "bids.by": "last_partner",
    "bids.nil.allowed": False,
    "bids.side_least": 4,
    "bids.number.overtrick": 0,
    "bids.blind.overtrick": 0,
    "contracts": [
        {"made": {"points": 200}, "failed": {"points": -130}, "instead": True},
        {"least": 10, "most": 10, "made": {"points": 150}, "failed": {"points": -150}, "instead": True},
    ],
}
# What each preset sets other than the defaults, by the table of the presets.
DIFFERENCES: dict[str, dict[str, object]] = {
    "four-player": {
        "bids.nil.failed_bags_when_set": "none",
        "bids.blind_nil.allowed": True,
        "bids.blind_nil.failed_bags_when_set": "none",
        "play.broken_by": "discard_only",
    },
    "two-player": {
        "table.players": [2],
        "table.sides": "individual",
        "deck.leftover": "set_aside",
        "deck.hand_size": {"2": 13},
        "deck.formation": "draw",
        "bids.first_bidder": "non_dealer",
        "bids.nil.failed_bags_when_set": "none",
        "bids.blind_nil.failed_bags_when_set": "none",
        "play.opening_leader": "first_bidder",
        "play.broken_by": "discard_only",
    },
    "nello": {
        "table.first_dealer": "high_card",
        "bids.partner_of_nil.least": 3,
        "bids.partner_of_nil.breach": "raise_earlier",
        "bids.both_nil.how": "joint",
        "bids.linked": True,
        "bags.limit": 0,
    },
    "solitaire-bliss": {
        "bids.first_bidder": "drawn_then_rotates",
        "bids.nil.failed_tricks": "to_contract",
        "bids.blind_nil.failed_tricks": "to_contract",
        "play.opening_leader": "first_bidder",
        "game.target_test": "more_than",
    },
    "pagat": {
        "bids.blind_nil.allowed": True,
        "bids.blind_nil.deficit": 100,
        "bids.blind_nil.exchange": 2,
        "play.broken_by": "discard_only",
    },
    "msn-zone": {
        "bids.blind_nil.allowed": True,
    }
    | VARIANT,
    "mirror": {
        "bids.restriction": "mirror",
    }
    | VARIANT,
    "whiz": {
        "bids.restriction": "whiz",
    }
    | VARIANT,
    "suicide": {
        "bids.partner_of_nil.least": 4,
        "bids.restriction": "suicide",
    }
    | VARIANT,
    "openspiel": {
        "bids.nil.failed_tricks": "to_contract",
        "bids.blind_nil.failed_tricks": "to_contract",
        "bids.side_most": 13,
        "game.floor": -350,
    },
    "cutthroat": {
        "table.players": [3],
        "table.sides": "individual",
        "deck.leftover": "set_aside",
        "deck.hand_size": {"3": 17},
        "bids.blind_nil.allowed": True,
    },
    "solo-five-bags": {
        "table.sides": "individual",
        "bids.nil.made": {"points": 50},
        "bids.nil.failed": {"points": -50},
        "bags.limit": 5,
        "bags.penalty": -50,
        "bags.carry": "reset",
    },
    "classic-solo": {
        "table.players": [2, 3, 4, 5],
        "table.sides": "individual",
    }
    | CLASSIC,
    "classic-partnership": {
        "bids.number.least": 2,
    }
    | CLASSIC,
    "trickster": {
        "bids.number.failed": {},
        "bids.blind.failed": {},
    },
    "tournament-jjdd": {
        "deck.jokers": 2,
        "deck.removed": {"4": ["2H", "2C"]},
        "deck.top_trumps": ["BJ", "LJ", "2D", "2S"],
        "bids.number.overtrick": 0,
        "bids.blind.allowed": True,
        "bids.blind.overtrick": 0,
        "bags.limit": 0,
        "penalties.false_call.remedy": "tricks",
    },
    "tournament-jja": {
        "table.redeal_by": "next_dealer",
        "deck.jokers": 2,
        "deck.removed": {"4": ["2H", "2D"]},
        "deck.top_trumps": ["BJ", "LJ"],
        "bids.by": "last_partner",
        "bids.number.overtrick": 0,
        "bids.nil.allowed": False,
        "bids.blind.overtrick": 0,
        "bids.side_least": 4,
        "contracts": [
            {"made": {"points": 200}, "failed": {"points": -130}, "instead": True},
            {"made": {"points": 150}, "least": 10, "most": 10, "failed": {"points": -150}, "instead": True},
        ],
        "play.opening_card": "any",
        "play.spade_lead": "any_time",
        "bags.limit": 0,
        "game.target": 350,
        "game.sets_limit": 2,
        "penalties.revoke.remedy": "set",
        "penalties.revoke.repeat": "forfeit_game",
        "penalties.false_call.remedy": "tricks",
    },
    "nola-superbowl": {
        "game.target": 350,
        "penalties.revoke.remedy": "set",
        "penalties.revoke.repeat": "forfeit_game",
        "penalties.wrong_count.remedy": "set",
        "penalties.false_call.remedy": "tricks",
        "calls.until": "end_of_round",
    }
    | NOLA,
    "nola-showdown": {
        "table.redeal_by": "next_dealer",
        "game.target": 300,
        "penalties.revoke.remedy": "forfeit_game",
        "penalties.wrong_count.remedy": "set",
        "penalties.false_call.remedy": "set",
        "calls.until": "end_of_round",
    }
    | NOLA,
    "columbus-whist": {
        "bids.by": "last_partner",
        "bids.number.overtrick": 0,
        "bids.nil.allowed": False,
        "bids.blind.overtrick": 0,
        "bids.side_least": 4,
        "contracts": [
            {"made": {"points": 250}, "failed": {"points": -130}, "instead": True, "wins_game": True},
            {"made": {"points": 200}, "least": 10, "most": 10, "failed": {"points": -100}, "instead": True},
            {"made": {"points": 250}, "bid": False, "wins_game": True},
        ],
        "play.opening_card": "any",
        "play.spade_lead": "any_time",
        "bags.limit": 0,
        "game.target": 1000,
        "game.round_limit": 4,
        "penalties.revoke.remedy": "credit_opponents",
        "penalties.lead_out_of_turn.as": "revoke",
        "penalties.play_out_of_turn.as": "revoke",
    },
    "rta3": {
        "table.redeal_by": "next_dealer",
        "deck.jokers": 2,
        "deck.removed": {"4": ["2H", "2D"]},
        "deck.top_trumps": ["BJ", "LJ", "2S"],
        "bids.by": "team",
        "bids.nil.allowed": False,
        "bids.side_least": 4,
        "bids.changes": "raise_until_opponents_bid",
        "bids.first_round": "bids_itself",
        "contracts": [{"made": {"points": 200}, "least": 10, "most": 10, "failed": {"points": -100}, "instead": True}],
        "game.target": 350,
        "game.sets_limit": 2,
    },
    "hope-farm": {
        "bids.number.failed": {},
        "bids.blind.failed": {},
        "play.broken_by": "discard_only",
        "game.target": 300,
        "penalties.revoke.remedy": "forfeit_game",
    },
    "contest-2017": {
        "deck.jokers": 2,
        "deck.removed": {"4": ["2H", "2C"]},
        "deck.top_trumps": ["BJ", "LJ", "2D", "2S"],
        "bids.blind.allowed": True,
        "bids.blind.least": 6,
        "bids.blind_nil.allowed": True,
        "game.target": 350,
        "game.sets_limit": 3,
        "game.consecutive_sets_limit": 2,
    },
    "blues-bowl": {
        "table.redeal_by": "next_dealer",
        "deck.jokers": 2,
        "deck.removed": {"4": ["2H", "2D"]},
        "deck.top_trumps": ["BJ", "LJ", "2S"],
        "bids.zero.allowed": True,
        "bids.nil.allowed": False,
        "bids.blind.allowed": True,
        "bids.blind.least": 13,
        "bids.blind.deficit": 0,
        "bids.side_least": 4,
        "contracts": [{"made": {"points": 350}, "blind": "with", "failed": {"points": -130}, "instead": True}],
        "play.opening_card": "any",
        "play.spade_lead": "any_time",
        "penalties.lead_out_of_turn.remedy": "tricks",
        "penalties.play_out_of_turn.remedy": "tricks",
    },
}


def test_the_presets_are_those_of_the_table() -> None:
    assert set(presets()) == set(DIFFERENCES)
    assert {path.stem for path in PRESETS_FOLDER.glob("*.toml")} == set(presets())
    assert all(name == preset.name for name, preset in presets().items())


@pytest.mark.parametrize("name", presets())
def test_a_preset_resolves_to_every_parameter_with_its_basis(name: str) -> None:
    """Each is written, implied or a default, and says where that stands."""
    ruleset = resolved(name)
    assert tuple(ruleset.basis) == NAMES
    for basis in ruleset.basis.values():
        assert basis.basis in {"written", "implied", "default"}
        assert basis.source.strip()
    assert (ruleset.name, ruleset.options, ruleset.overrides) == (name, (), {})
    assert ruleset.version
    assert set(ruleset.packs) == set(ruleset.parameters.table.players)


@pytest.mark.parametrize("name", presets())
def test_a_preset_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    preset = presets()[name]
    assert all((preset.title, preset.summary, preset.source.title, preset.version))
    assert set(preset.values) <= set(NAMES)
    for option in preset.options.values():
        assert option.title
        assert option.values
        assert set(option.values) <= set(NAMES)
        assert set(option.excludes) <= set(preset.options) - {option.name}


@pytest.mark.parametrize("name", presets())
def test_a_preset_differs_from_the_defaults_where_its_source_does(name: str) -> None:
    """And nowhere else: what the table does not name is the default."""
    given, default = resolved(name).parameters, Parameters()
    found = {each: plain(value_of(given, each)) for each in NAMES if value_of(given, each) != value_of(default, each)}
    assert found == DIFFERENCES[name]


@pytest.mark.parametrize("name", presets())
def test_every_option_resolves_alone(name: str) -> None:
    for option, stated in presets()[name].options.items():
        ruleset = resolved(name, [option])
        assert ruleset.options == (option,)
        assert ruleset.digest != resolved(name).digest
        for parameter, given in stated.values.items():
            assert plain(value_of(ruleset.parameters, parameter)) == given.value
            assert ruleset.basis[parameter] == given.basis


@pytest.mark.parametrize("name", presets())
def test_options_combine_with_all_that_they_do_not_exclude(name: str) -> None:
    """Variations of one source are options that can be combined."""
    options = presets()[name].options
    for count in range(2, len(options) + 1):
        for combined in itertools.combinations(options, count):
            apart = any(other in options[one].excludes for one in combined for other in combined)
            if apart:
                assert {fault.code for fault in faults_of(name, combined)} == {"excluded_option"}
            else:
                assert resolved(name, combined).options == combined


CLASSIC_OPTIONS: dict[str, dict[str, object]] = {
    "bags": {"bags.limit": 10},
    "jokers": {"deck.jokers": 2, "deck.top_trumps": ["BJ", "LJ"]},
    "nil": {"bids.nil.allowed": True},
    "nil-50": {"bids.nil.allowed": True, "bids.nil.made": {"points": 50}, "bids.nil.failed": {"points": -50}},
    "blind-bids": {"bids.blind.allowed": True, "bids.blind.overtrick": 0},
    "short-game": {"game.target": 200},
}


@pytest.mark.parametrize(
    ("name", "own"), [("classic-partnership", {}), ("classic-solo", {"whole-pack": {"deck.leftover": "dealt"}})]
)
def test_the_options_of_the_classic_game(name: str, own: dict[str, dict[str, object]]) -> None:
    """What each changes in play, by the table of the presets."""
    base = resolved(name).parameters
    assert set(presets()[name].options) == {*CLASSIC_OPTIONS, *own}
    assert presets()[name].options["nil-50"].excludes == ("nil",)
    for option, changes in {**CLASSIC_OPTIONS, **own}.items():
        given = resolved(name, [option]).parameters
        found = {each: plain(value_of(given, each)) for each in NAMES if value_of(given, each) != value_of(base, each)}
        found.pop("deck.removed", None)
        assert found == changes, option


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        pytest.param((), {2: (26, 0), 3: (17, 1), 4: (13, 0), 5: (10, 2)}, id="without jokers"),
        pytest.param(("jokers",), {2: (26, 0), 3: (18, 0), 4: (13, 0), 5: (10, 0)}, id="with jokers"),
        pytest.param(("whole-pack",), {2: (26, 0), 3: (18, 0), 4: (13, 0), 5: (11, 0)}, id="the whole pack"),
    ],
)
def test_the_hands_of_the_classic_game(options: tuple[str, ...], sizes: dict[int, tuple[int, int]]) -> None:
    """Hand size and cards set aside, by the number of players."""
    packs = resolved("classic-solo", options).packs
    assert {count: (pack.hand_size, pack.leftover) for count, pack in packs.items()} == sizes


@pytest.mark.parametrize(
    ("name", "parameter", "basis"),
    [
        # The matrix of the four source documents: written, implied, silent.
        ("four-player", "game.target", "written"),
        ("four-player", "bids.blind_nil.made", "written"),
        ("four-player", "bids.blind_nil.failed", "implied"),
        ("four-player", "bids.blind_nil.deficit", "default"),
        ("four-player", "bids.nil.failed_tricks", "default"),
        ("four-player", "bids.nil.failed_bags_when_set", "default"),
        ("four-player", "bids.both_nil.how", "default"),
        ("four-player", "play.opening_card", "implied"),
        ("four-player", "play.broken_by", "written"),
        ("four-player", "bags.carry", "implied"),
        ("four-player", "game.target_test", "implied"),
        ("four-player", "game.tie", "default"),
        ("two-player", "deck.formation", "written"),
        ("two-player", "deck.leftover", "implied"),
        ("two-player", "deck.hand_size", "implied"),
        ("two-player", "bids.first_bidder", "written"),
        ("two-player", "play.opening_leader", "written"),
        ("two-player", "bids.blind_nil.allowed", "default"),
        ("nello", "bids.linked", "written"),
        ("nello", "bids.both_nil.how", "written"),
        ("nello", "bids.both_nil.failed", "written"),
        ("nello", "bids.partner_of_nil.least", "written"),
        ("nello", "bids.partner_of_nil.breach", "written"),
        ("nello", "bags.limit", "implied"),
        ("nello", "play.void_play", "implied"),
        ("nello", "bids.blind_nil.allowed", "default"),
        ("solitaire-bliss", "bids.first_bidder", "written"),
        ("solitaire-bliss", "bids.changes", "written"),
        ("solitaire-bliss", "bids.nil.failed_tricks", "written"),
        ("solitaire-bliss", "bids.both_nil.how", "implied"),
        ("solitaire-bliss", "game.target_test", "written"),
        ("solitaire-bliss", "game.tie", "default"),
        ("solitaire-bliss", "bids.blind_nil.allowed", "default"),
        # H3: one of the four speaks of revokes; of the revoker's nil it does not speak (H9).
        ("classic-solo", "penalties.revoke.remedy", "written"),
        ("classic-partnership", "penalties.revoke.remedy", "written"),
        ("classic-solo", "penalties.revoke.nil", "default"),
        ("four-player", "penalties.revoke.remedy", "default"),
        ("two-player", "penalties.revoke.remedy", "default"),
        ("nello", "penalties.revoke.remedy", "default"),
        ("solitaire-bliss", "penalties.revoke.remedy", "default"),
        # The tournament sheets on reneges (H3, H4, H3, H8); where they are silent, the default.
        ("tournament-jjdd", "penalties.revoke.remedy", "written"),
        ("tournament-jjdd", "penalties.revoke.tricks", "written"),
        ("tournament-jjdd", "penalties.revoke.to", "implied"),
        ("tournament-jjdd", "penalties.false_call.remedy", "written"),
        ("tournament-jjdd", "penalties.revoke.repeat", "default"),
        ("tournament-jja", "penalties.revoke.remedy", "written"),
        ("tournament-jja", "penalties.revoke.tricks", "written"),
        ("tournament-jja", "penalties.revoke.repeat", "written"),
        ("tournament-jja", "penalties.false_call.remedy", "written"),
        ("tournament-jja", "penalties.wrong_count.remedy", "default"),
    ],
)
def test_a_value_rests_on_what_the_source_says(name: str, parameter: str, basis: str) -> None:
    assert resolved(name).basis[parameter].basis == basis


def _side(reference: object, bids: list[dict[str, object]], tricks: dict[str, int], **more: object) -> tuple[int, ...]:
    """Return points, score and bags of ana's side."""
    ruleset, row = asked(
        {"ruleset": reference, "players": ["ana", "ben", "cy", "dee"], "bids": bids, "tricks_won": tricks, **more}
    )
    side = sides_of_row(row, ruleset)[0]
    return side.points, side.after.score, side.after.bags


def _bids(first: int, second: int) -> list[dict[str, object]]:
    calls = {"ana": first, "ben": 2, "cy": second, "dee": 2}
    return [{"player": player, "tricks": tricks} for player, tricks in calls.items()]


@pytest.mark.parametrize(
    ("name", "bids", "tricks", "points", "bags"),
    [
        pytest.param("four-player", (0, 4), (0, 4), 140, 0, id="four-player: 140"),
        pytest.param("four-player", (0, 4), (0, 3), 60, 0, id="four-player: 60"),
        pytest.param("four-player", (0, 4), (1, 4), -59, 1, id="four-player: -59 with one bag"),
        pytest.param("four-player", (2, 3), (2, 4), 51, 1, id="four-player: 51"),
        pytest.param("nello", (0, 4), (0, 5), 141, 0, id="nello: 141"),
        pytest.param("nello", (0, 5), (1, 5), -150, 0, id="nello: -150, the nello failed"),
        pytest.param("nello", (0, 5), (0, 4), -150, 0, id="nello: -150, the partner failed"),
        pytest.param("nello", (0, 0), (0, 0), 200, 0, id="nello: 200"),
        pytest.param("nello", (0, 0), (1, 0), -200, 0, id="nello: -200"),
        pytest.param("nello", (2, 0), (2, 0), -130, 0, id="nello: an earlier 2 is raised"),
        pytest.param("nello", (0, 2), (0, 2), 120, 0, id="nello: a later 2 is not"),
    ],
)
def test_the_checks_of_the_table(
    name: str, bids: tuple[int, int], tricks: tuple[int, int], points: int, bags: int
) -> None:
    won = {"ana": tricks[0], "cy": tricks[1], "ben": 13 - sum(tricks)}
    assert _side(name, _bids(*bids), won) == (points, points, bags)


@pytest.mark.parametrize(("tricks", "after"), [(7, (52, 389, 9)), (8, (-47, 290, 0)), (9, (-46, 291, 1))])
def test_the_check_of_pagat(tricks: int, after: tuple[int, int, int]) -> None:
    """337 points and seven bags, bid 5."""
    before = {"ana+cy": {"score": 337, "bags": 7}}
    assert _side("pagat", _bids(3, 2), {"ana": tricks, "ben": 13 - tricks}, before=before) == after


def test_the_check_of_the_two_player_game() -> None:
    """A nil that takes two tricks: -98 and two bags."""
    bids = [{"player": "ben", "tricks": 0}, {"player": "ana", "tricks": 5}]
    ruleset, row = asked(
        {"ruleset": "two-player", "players": ["ana", "ben"], "bids": bids, "tricks_won": {"ana": 11, "ben": 2}}
    )
    side = sides_of_row(row, ruleset)[1]
    assert (side.points, side.bags) == (-98, 2)


def test_what_a_ruleset_says_of_penalties_when_its_source_is_silent() -> None:
    """The defaults of group H: three tricks, to nobody, once the next trick is led; nothing for other offences."""
    groups = ("penalties.", "calls.", "claims.")
    values = {name: plain(value_of(resolved().parameters, name)) for name in NAMES if name.startswith(groups)}
    assert {name: value for name, value in values.items() if not name.startswith("penalties.")} == {
        "calls.established": "next_trick_led",
        "calls.until": "next_deal",
        "calls.names": "player",
        "claims.test": "by_statement",
        "claims.failed": "doubtful_tricks",
    }
    nothing = {"remedy": "none", "as": "none", "tricks": 3, "points": 0, "to": "nobody"}
    nothing |= {"repeat": "each", "nil": "untouched", "of": []}
    own: dict[str, dict[str, object]] = {
        "revoke": {"remedy": "tricks", "nil": "fails"},
        "wrong_count": {"remedy": "redeal"},
    }
    assert {name: value for name, value in values.items() if name.startswith("penalties.")} == {
        f"penalties.{row}.{column}": value
        for row in OFFENCE_ROWS
        for column, value in {**nothing, **own.get(row, {})}.items()
    }


def test_the_short_game_of_nello() -> None:
    ruleset = resolved("nello", ["short-game"])
    assert ruleset.parameters.game.target == 200
    assert ruleset.basis["game.target"].basis == "written"
    assert resolved("nello").parameters.game.target == 500
