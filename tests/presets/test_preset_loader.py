"""How a reference resolves: options, overrides, digests, and what is wrong with a reference."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

import pytest

from service.presets import loader
from service.presets.loader import presets
from service.spades.catalogue.entries import Worth, attribute_of
from service.spades.catalogue.parameters.bids import KindRules
from service.spades.catalogue.parameters.penalties import PenaltyRules
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import (
    ALL_GROUPS,
    ENTRIES,
    NAMES,
    Basis,
    Option,
    Parameters,
    Preset,
    Ruleset,
    Source,
    StatedValue,
    dotted,
    nested,
    plain,
    value_of,
)
from tests.source_types import types_of
from tests.spades.rules.references import Overrides, faults_of, resolved, spelt

# Parameters that have one value only: there is nothing to change them to.
FIXED = {"table.deal_rotation", "play.follow_suit", "play.void_play"}
# Those that have one value only which can be played by: what is no card that was played is not repeated in a suit.
FIXED_IN_PLAY = {
    f"penalties.{row}.repeat"
    for row in ("card_taken_back", "illegal_bid", "bid_out_of_turn", "wrong_count", "false_call")
}


# Values of columns that every row of penalties has.
ANY_ROW: dict[str, object] = {".of": ["tricks", "redeal"], ".points": -10, ".as": "wrong_count"}


def _another(name: str) -> object:
    """Return a value for a parameter other than that of pagat, and of the same type."""
    now = value_of(resolved().parameters, name)
    given: dict[str, object] = {
        "deck.removed": {"3": ["2C"]},
        "deck.hand_size": {"3": 17},
        "deck.top_trumps": ["2S"],
        "table.players": [4, 6],
        "contracts": [{"made": {"points": 200}}],
        "bids.table.not": [11],
        "game.floor": -1,
    }
    given |= {
        each: next(value for end, value in ANY_ROW.items() if each.endswith(end))
        for each in NAMES
        if each.endswith(tuple(ANY_ROW)) and each.startswith("penalties.")
    }
    given["penalties.wrong_count.as"] = "early_spade"
    if name in given:
        return given[name]
    if isinstance(now, Worth):
        return {"points": now.points + (1 if ENTRIES[name].shape == "gain" else -1)}
    choices = _choices(name)
    if choices:
        return next(value for value in choices if value not in {now, "choice", "points", "bridge_64"})
    if isinstance(now, bool):
        return not now
    assert isinstance(now, int)
    return now + 1


# What else has to be set for that value not to contradict the others.
COMPANIONS: dict[str, Overrides] = {
    "table.players": {"deck": {"leftover": "set_aside"}},
    "deck.jokers": {"deck": {"leftover": "set_aside"}},
    "deck.formation": {
        "table": {"players": [2], "sides": "individual"},
        "deck": {"leftover": "set_aside", "hand_size": {"2": 13}},
    },
    "bids.first_bidder": {"play": {"opening_leader": "first_bidder"}},
    "bids.number.allowed": {"bids": {"blind": {"allowed": True}}},
    "bids.changes": {"bids": {"by": "team"}},
}


def _choices(name: str) -> tuple[object, ...]:
    """Return the words that a parameter may be, as its type states them."""
    kind: Any = Parameters
    for part in name.split("."):
        kind = types_of(kind)[attribute_of(part)]
    flat: list[object] = []
    for each in get_args(kind):
        flat += get_args(each) or [each]
    return tuple(flat)


def _valued(name: str, value: object) -> Ruleset:
    """Resolve pagat with this value of a parameter and with what has to go with another one."""
    return resolved(overrides=nested({**dotted(COMPANIONS.get(name, {})), name: value}))


def test_another_value_of_any_parameter_is_another_digest(subtests: pytest.Subtests) -> None:
    for name in sorted(set(NAMES) - FIXED - FIXED_IN_PLAY):
        with subtests.test(name=name):
            one = _valued(name, plain(value_of(resolved().parameters, name)))
            other = _valued(name, _another(name))
            assert value_of(one.parameters, name) != value_of(other.parameters, name)
            apart = {each for each in NAMES if one.basis[each] != other.basis[each]}
            assert apart == ({"deck.removed", "deck.top_trumps"} if name == "deck.jokers" else set())
            assert one.digest != other.digest


def test_a_parameter_with_one_value_is_fixed() -> None:
    """So that the list of what can't be varied stays true."""
    for name in FIXED:
        assert len(_choices(name)) == 1


def test_an_override_is_the_requests_own() -> None:
    ruleset = resolved(overrides={"bids": {"nil": {"made": {"points": 50}}}})
    assert ruleset.parameters.bids.nil.made == Worth(50)
    assert ruleset.basis["bids.nil.made"].basis == "override"
    assert ruleset.basis["bids.nil.failed"].basis == "written"
    assert ruleset.overrides == {"bids": {"nil": {"made": {"points": 50}}}}
    assert ruleset.name == "pagat"


def test_a_worth_of_an_override_replaces_all_of_the_presets() -> None:
    """Tables, table 1: a worth or a list is replaced whole, never merged."""
    ruleset = resolved(overrides={"bids": {"number": {"made": {"points": 5}}}})
    assert ruleset.parameters.bids.number.made == Worth(points=5, per_trick=0)
    assert ruleset.parameters.bids.number.failed == Worth(per_trick=-10)
    one = {"least": 12, "made": {"points": 1}}
    assert len(resolved("columbus-whist").parameters.contracts) > 1
    assert plain(resolved("columbus-whist", overrides={"contracts": [one]}).parameters.contracts) == [
        {"made": {"points": 1}, "least": 12}
    ]
    assert resolved("columbus-whist", overrides={"contracts": []}).parameters.contracts == ()


def test_a_remedy_clears_the_row_that_a_preset_takes_it_from() -> None:
    """Tables, table 2: both in one row of a request are refused."""
    as_revoke = resolved("columbus-whist").parameters.penalties.play_out_of_turn
    assert (as_revoke.remedy, as_revoke.as_) == ("none", "revoke")
    ruleset = resolved("columbus-whist", overrides={"penalties": {"play_out_of_turn": {"remedy": "tricks"}}})
    own = ruleset.parameters.penalties.play_out_of_turn
    assert (own.remedy, own.as_, own.tricks) == ("tricks", "none", 3)
    assert ruleset.basis["penalties.play_out_of_turn.as"].basis == "default"
    (fault,) = faults_of(overrides={"penalties": {"play_out_of_turn": {"remedy": "set", "as": "revoke"}}})
    assert (fault.pointer, fault.code) == ("#/ruleset/overrides/penalties/play_out_of_turn/remedy", "contradiction")
    beside = resolved(overrides={"penalties": {"play_out_of_turn": {"as": "revoke"}}})
    assert beside.parameters.penalties.play_out_of_turn.as_ == "revoke"


def test_an_override_that_repeats_the_preset_is_still_the_requests_own() -> None:
    """Every parameter carries its basis; what a ruling rests on is part of the digest."""
    ruleset = resolved(overrides={"bids": {"nil": {"made": {"points": 100}}}})
    assert ruleset.parameters == resolved().parameters
    assert ruleset.basis["bids.nil.made"].basis == "override"
    assert ruleset.digest != resolved().digest


def test_a_source_that_knows_no_jokers_says_nothing_of_a_pack_with_them() -> None:
    """Parameters, A6 and A7: what a preset says of its own pack is no basis for another one."""
    removed = {"removed": {"4": ["2H", "2D"]}}
    with_jokers = resolved("classic-partnership", overrides={"deck": {"jokers": 2, **removed}})
    assert with_jokers.basis["deck.top_trumps"].basis == "default"
    assert with_jokers.basis["deck.removed"].basis == "override"
    assert resolved("classic-solo", overrides={"deck": {"jokers": 2}}).basis["deck.removed"].basis == "default"
    # The pack is the source's own, or the source has an option for it.
    for ruleset in (
        resolved("classic-partnership", overrides={"deck": {"jokers": 0}}),
        resolved("classic-partnership", ["jokers"]),
        resolved("classic-partnership", ["jokers"], {"deck": {"jokers": 2}}),
    ):
        assert {ruleset.basis[f"deck.{name}"].basis for name in ("removed", "top_trumps")} == {"written"}


@pytest.mark.parametrize("preset", ["classic-solo", "classic-partnership"])
def test_no_source_counts_the_cards_of_a_pack_without_jokers(preset: str) -> None:
    deck = {name: each for name, each in resolved(preset, ["jokers"]).basis.items() if name.startswith("deck.")}
    assert [each.source for each in deck.values() if "52" in each.source or "17" in each.source] == []


def test_an_override_goes_before_an_option() -> None:
    ruleset = resolved("nello", ["short-game"], {"game": {"target": 350}})
    assert ruleset.parameters.game.target == 350
    assert ruleset.basis["game.target"].basis == "override"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pagat", {"name": "pagat"}),
        ("pagat", {"name": "pagat", "options": [], "overrides": {}}),
        ("pagat", {"name": "pagat", "overrides": {}}),
        (
            {
                "name": "pagat",
                "overrides": {
                    "bids": {"nil": {"made": {"points": 50}, "failed": {"points": -50}}},
                    "game": {"target": 300},
                },
            },
            {
                "overrides": {
                    "game": {"target": 300},
                    "bids": {"nil": {"failed": {"points": -50}, "made": {"points": 50}}},
                },
                "name": "pagat",
            },
        ),
        (
            {
                "name": "pagat",
                "overrides": {"contracts": [{"least": 10, "most": 10, "made": {"points": 200}, "instead": True}]},
            },
            {
                "name": "pagat",
                "overrides": {"contracts": [{"least": 10, "most": 10, "made": {"points": 200}, "instead": True}]},
            },
        ),
    ],
)
def test_two_spellings_of_one_ruleset_are_one(one: object, other: object) -> None:
    first, second = spelt(one), spelt(other)
    assert first.digest == second.digest
    assert (first.options, first.overrides) == (second.options, second.overrides)


def test_the_digests_of_the_presets_differ() -> None:
    digests = [resolved(name).digest for name in presets()]
    assert len(set(digests)) == len(digests)
    assert all(digest.startswith("sha256:") and len(digest) == 71 for digest in digests)


@pytest.mark.parametrize(
    ("reference", "pointer", "code"),
    [
        pytest.param(("nope", (), {}), "#/ruleset/name", "unknown_ruleset", id="a name alone"),
        pytest.param(("nope", ("nil",), {}), "#/ruleset/name", "unknown_ruleset", id="a name with options"),
        pytest.param(
            ("nope", (), {"bids": {"nil": {"made": {"points": 1}}}}),
            "#/ruleset/name",
            "unknown_ruleset",
            id="a name with overrides",
        ),
        pytest.param(("Pagat", (), {}), "#/ruleset/name", "unknown_ruleset", id="names are exact"),
        pytest.param(
            ("pagat", ("nil",), {}), "#/ruleset/options/0", "unknown_option", id="an option that is not there"
        ),
        pytest.param(
            ("nello", ("short-game", "bags"), {}), "#/ruleset/options/1", "unknown_option", id="the second option"
        ),
    ],
)
def test_what_is_unknown_is_pointed_at(
    reference: tuple[str, tuple[str, ...], Overrides], pointer: str, code: str
) -> None:
    assert [(fault.pointer, fault.code) for fault in faults_of(*reference)] == [(pointer, code)]


@pytest.mark.parametrize(
    ("reference", "pointer"),
    [("nope", "#/ruleset"), ({"name": "nope"}, "#/ruleset/name"), ({"name": "nope", "options": []}, "#/ruleset/name")],
)
def test_an_unknown_name_is_pointed_at_in_the_request(reference: object, pointer: str) -> None:
    """A reference is a name, or an object with one."""
    with pytest.raises(UnusableRuleset) as refused:
        spelt(reference)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [(pointer, "unknown_ruleset")]


def test_every_unknown_option_is_reported() -> None:
    faults = faults_of("nello", ["x", "short-game", "y"])
    assert [(fault.pointer, fault.code) for fault in faults] == [
        ("#/ruleset/options/0", "unknown_option"),
        ("#/ruleset/options/2", "unknown_option"),
    ]
    assert all("short-game" in fault.advice for fault in faults)


def _stated(value: object) -> StatedValue:
    return StatedValue(value, Basis("written", "the test"))


def _option(name: str, excludes: tuple[str, ...], values: Mapping[str, object]) -> Option:
    return Option(name, name, excludes, {each: _stated(value) for each, value in values.items()})


@pytest.fixture
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a preset with options that can and can't be combined."""
    options = (
        _option("nil", (), {"bids.nil.made": {"points": 100}, "bids.nil.failed": {"points": -100}}),
        _option("nil-50", ("nil",), {"bids.nil.made": {"points": 50}, "bids.nil.failed": {"points": -50}}),
        _option("bags", (), {"bags.limit": 10}),
        _option("few-bags", (), {"bags.limit": 5}),
        _option("ten-bags", (), {"bags.limit": 10}),
        _option("blind", (), {"bids.number.allowed": False, "bids.blind.allowed": True}),
        _option("seen", (), {"bids.number.least": 14}),
    )
    house = Preset("house", "1", "House", "House rules.", Source("The test"), {}, {each.name: each for each in options})
    known = MappingProxyType({**presets(), "house": house})
    monkeypatch.setattr(loader, "presets", lambda: known)


@pytest.mark.usefixtures("_house")
@pytest.mark.parametrize(
    ("options", "faults"),
    [
        pytest.param(("nil", "bags"), [], id="options that touch different parameters"),
        pytest.param(("bags", "ten-bags"), [], id="options that set one parameter to one value"),
        pytest.param(
            ("nil", "nil-50"), [("#/ruleset/options/1", "excluded_option")], id="options that exclude each other"
        ),
        pytest.param(
            ("bags", "few-bags"), [("#/ruleset/options/1", "excluded_option")], id="options with different values"
        ),
        pytest.param(
            ("blind", "seen"), [("#/ruleset/options/1", "contradiction")], id="options that contradict each other"
        ),
    ],
)
def test_options_combine_where_they_can(options: tuple[str, ...], faults: list[tuple[str, str]]) -> None:
    if faults:
        assert [(fault.pointer, fault.code) for fault in faults_of("house", options)] == faults
        return
    ruleset = resolved("house", options)
    assert ruleset.digest == resolved("house", options[::-1]).digest
    assert ruleset.options == resolved("house", options[::-1]).options


@pytest.mark.usefixtures("_house")
def test_options_exclude_each_other_in_either_order() -> None:
    for options in (("nil", "nil-50"), ("nil-50", "nil")):
        assert {(fault.pointer, fault.code) for fault in faults_of("house", options)} == {
            ("#/ruleset/options/1", "excluded_option")
        }


@pytest.mark.usefixtures("_house")
def test_an_option_shows_its_own_basis() -> None:
    ruleset = resolved("house", ("nil-50",))
    assert ruleset.basis["bids.nil.made"] == ("written", "the test")
    assert ruleset.basis["bids.blind_nil.made"].basis == "default"


def test_who_takes_a_price_from_a_row_has_no_remedy_of_its_own_by_the_preset() -> None:
    """An override of ``as`` stands beside a preset's remedy, which it replaces."""
    ruleset = resolved("tournament-jjdd", overrides={"penalties": {"false_call": {"as": "revoke"}}})
    assert ruleset.parameters.penalties.priced("false_call") is ruleset.parameters.penalties.revoke


def test_every_contradiction_is_reported_where_it_was_made() -> None:
    overrides: Overrides = {"bids": {"number": {"least": 14}, "changes": "raise_until_opponents_bid"}}
    faults = faults_of(overrides=overrides)
    assert [(fault.pointer, fault.code) for fault in faults] == [
        ("#/ruleset/overrides/bids/number/least", "contradiction"),
        ("#/ruleset/overrides/bids/changes", "contradiction"),
    ]


def test_what_was_resolved_can_not_be_changed() -> None:
    """Frozen values out: rulesets are kept from request to request."""
    ruleset = resolved()
    holders: list[tuple[Any, str, object]] = [
        (ruleset, "digest", ""),
        (ruleset.parameters.bids.nil, "made", 0),
        (ruleset.packs[4], "hand_size", 0),
    ]
    for holder, name, value in holders:
        with pytest.raises(AttributeError):
            setattr(holder, name, value)
    mappings: list[Any] = [ruleset.basis, ruleset.packs, ruleset.parameters.deck.removed, presets()]
    for mapping in mappings:
        with pytest.raises(TypeError):
            mapping["new"] = None


@pytest.mark.parametrize(
    "kind", [Parameters, *(group.rules for group in ALL_GROUPS if not group.whole), KindRules, PenaltyRules]
)
def test_nobody_can_change_a_ruleset_that_others_share(kind: Any) -> None:
    """Every request that names a preset shares its parameters."""
    assert kind.__dataclass_params__.frozen
