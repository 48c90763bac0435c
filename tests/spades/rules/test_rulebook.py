"""The texts of the rulebook: one for every value, one or two sound sentences, and those of the presets."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import pytest

from service.presets.loader import presets, resolve
from service.spades import rules
from service.spades.catalogue.entries import ELSE, Worth, attribute_of
from service.spades.catalogue.parameters.penalties import OFFENCE_ROWS
from service.spades.rules.circumstances import CIRCUMSTANCES, WORDS, why_out_of_effect
from service.spades.rules.rulebook import SECTION_TITLES, cite, rule_text, rulebook, values_in_words
from service.spades.rules.ruleset import ALL_GROUPS, ENTRIES, NAMES, Parameters, Reference, nested, parameters_from
from tests.source_types import types_of

CIRCUMSTANCES_FILE = Path(rules.__path__[0]) / "circumstances.py"


def _type(name: str) -> Any:
    """Return the type of a parameter as its source states it."""
    kind: Any = Parameters
    for part in name.split("."):
        kind = types_of(kind)[attribute_of(part)]
    return kind


def _words_of(kind: Any) -> tuple[object, ...]:
    """Return the values of a choice in their order; a choice may name another one."""
    if kind is bool:
        return (False, True)
    return tuple(word for each in get_args(kind) for word in (get_args(each) or [each]))


TYPES = {name: _type(name) for name in NAMES}
CHOICES: dict[str, tuple[object, ...]] = {
    name: _words_of(kind) for name, kind in TYPES.items() if get_origin(kind) is Literal or kind is bool
}
# Values under which no rule is out of effect.
ALL_IN_EFFECT: dict[str, object] = {
    "bids.side_least": 4,
    "bids.partner_of_nil.least": 3,
    "bids.zero.allowed": True,
    "bids.blind_nil.allowed": True,
    "bids.both_nil.how": "joint",
    "bids.blind.allowed": True,
    "bids.table.least": 11,
    "game.floor": -200,
    "game.sets_limit": 3,
    "game.consecutive_sets_limit": 2,
    **{f"penalties.{row}.remedy": "tricks" for row in OFFENCE_ROWS},
}
# A row of penalties has all its columns in effect only with the remedy that is about them.
IN_EFFECT_WITH: dict[str, dict[str, object]] = {
    **{f"penalties.{row}.as": {f"penalties.{row}.remedy": "none"} for row in OFFENCE_ROWS},
    **{f"penalties.{row}.points": {f"penalties.{row}.remedy": "points"} for row in OFFENCE_ROWS},
    **{f"penalties.{row}.of": {f"penalties.{row}.remedy": "choice"} for row in OFFENCE_ROWS},
}
NUMBERS: dict[str, tuple[int, ...]] = {
    "bids.number.least": (1, 2, 4),
    "bids.number.overtrick": (1, 0, -1, -10),
    **{name: (0, 1, 2) for name in NAMES if name.endswith(".per_side")},
    "game.target": (500, 200),
    "game.floor": (0, -200, -350),
    **{f"penalties.{row}.tricks": (0, 1, 3) for row in OFFENCE_ROWS},
    **{f"penalties.{row}.points": (0, -1, -200) for row in OFFENCE_ROWS},
}
ANY_NUMBER = (0, 1, 2, 4, 100, -100)
GAINS: tuple[dict[str, int], ...] = ({}, {"points": 100}, {"per_trick": 10}, {"points": 1, "per_trick": 1})
LOSSES: tuple[dict[str, int], ...] = (
    {},
    {"points": -100},
    {"per_trick": -10},
    {"points": -1, "per_trick": -1, "per_missing_trick": -1},
)
MAPS: dict[str, tuple[object, ...]] = {
    **{name: GAINS for name in NAMES if ENTRIES[name].shape == "gain"},
    **{name: LOSSES for name in NAMES if ENTRIES[name].shape == "loss"},
    **{f"penalties.{row}.of": ([], ["none", "tricks"], ["points", "set", "redeal"]) for row in OFFENCE_ROWS},
    "table.misdeal": ([], ["no_spade"], ["no_spade", "no_face_card"]),
    "bids.table.not": ([], [11], [11, 13]),
    "table.players": ((4,), (2, 3, 4, 5), (6,)),
    "deck.removed": ({}, {"4": ("2C", "2D")}, {"2": ("2C",), "4": ("2C", "2D")}),
    "deck.top_trumps": ((), ("BJ", "LJ"), ("BJ", "LJ", "2D", "2S"), ("AS", "2S")),
    "deck.hand_size": ({}, {"4": 12}),
    "contracts": (
        [],
        [{"least": 10, "made": {"points": 200}, "failed": {"points": -100}, "instead": True}],
        [{"made": {}, "wins_game": True}, {"bid": False, "made": {"points": 300}, "wins_game": True}],
        [{"least": 8, "most": 9, "blind": "with", "made": {"per_trick": 1}, "failed": {"per_missing_trick": -1}}],
        [{"least": 8, "most": 8, "made": {}}, {"least": 12, "bid": False, "made": {"points": 1}}],
    ),
}


def preset_says(preset: str, name: str) -> str:
    return rule_text(resolve(Reference(preset)).parameters, name)


def words_in(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_parameter_has_its_texts() -> None:
    assert [name for name in NAMES if not all(meaning.sentence for meaning in ENTRIES[name].means.values())] == []
    assert [name for name in NAMES if not ENTRIES[name].means] == []


def test_every_circumstance_is_named_and_gives_a_reason_where_one_is_needed() -> None:
    reasons = {name for entry in ENTRIES.values() for name in entry.no_effect_if}
    conflicts = {conflict.when for entry in ENTRIES.values() for conflict in entry.conflicts}
    of_words = set(re.findall(r'"([a-z_0-9]+)"', CIRCUMSTANCES_FILE.read_text()))
    assert reasons | conflicts <= set(CIRCUMSTANCES)
    assert set(CIRCUMSTANCES) - reasons - conflicts <= of_words
    assert reasons == {name for name, circumstance in CIRCUMSTANCES.items() if circumstance.why}


def test_no_two_groups_have_a_circumstance_or_a_word_of_one_name() -> None:
    for names in ([*group.circumstances] for group in ALL_GROUPS), ([*group.words] for group in ALL_GROUPS):
        listed = [name for of_group in names for name in of_group]
        assert len(listed) == len(set(listed))


def test_a_conflict_is_between_values_and_parameters_that_there_are() -> None:
    stated = [(name, conflict) for name, entry in ENTRIES.items() for conflict in entry.conflicts]
    assert stated
    for name, conflict in stated:
        assert set(conflict.values) <= set(CHOICES.get(name, ()))
        assert set(conflict.others) <= set(NAMES) - {name}
        assert conflict.because.endswith(".")


def test_the_default_of_a_choice_is_one_of_its_values() -> None:
    assert [name for name, values in CHOICES.items() if ENTRIES[name].default not in values] == []


def test_a_number_has_bounds_that_its_default_keeps() -> None:
    for name, kind in TYPES.items():
        entry = ENTRIES[name]
        if not entry.shape:
            assert (entry.least < entry.most) == (kind is int)
        if kind is Worth:
            assert all(entry.least <= number <= entry.most for number in entry.default)
        assert kind is not int or entry.least <= entry.default <= entry.most


def test_every_word_is_used_and_every_name_in_a_text_exists() -> None:
    means = [meaning for entry in ENTRIES.values() for meaning in entry.means.values()]
    texts = [text for meaning in means for text in (meaning.sentence, meaning.added)]
    texts += [conflict.because for entry in ENTRIES.values() for conflict in entry.conflicts]
    used = {word for text in texts for word in words_in(text)}
    assert {word for word in used if "." not in word} == set(WORDS)
    parameters = {word for word in used if "." in word} - {"bids.number.made.per_trick"}  # a member of a worth
    assert parameters <= set(NAMES)


@pytest.mark.parametrize(
    ("parameter", "changes", "text"),
    [
        (
            "bids.blind_nil.exchange",
            {"bids.blind_nil.allowed": False},
            "For a blind nil, though not allowed here, partners pass no cards.",
        ),
        (
            "bids.both_nil.how",
            {"bids.restriction": "suicide"},
            "When both partners bid nil, though only one may, each nil is",
        ),
    ],
)
def test_a_rule_of_a_bid_that_is_not_allowed_says_so(parameter: str, changes: dict[str, object], text: str) -> None:
    rule = cite(resolve(Reference("four-player", overrides=nested(changes))), parameter)
    assert (rule.applies, rule.not_allowed) == (True, True)
    assert rule.text.startswith(text)
    assert not cite(resolve(Reference("four-player")), parameter).not_allowed


def test_what_breaks_spades_has_no_effect_where_they_may_be_led_unbroken() -> None:
    assert not cite(resolve(Reference("columbus-whist")), "play.broken_by").applies
    assert cite(resolve(Reference("pagat")), "play.broken_by").applies


def test_the_texts_of_a_choice_are_those_of_its_values(subtests: pytest.Subtests) -> None:
    for name, values in CHOICES.items():
        with subtests.test(name=name):
            assert set(ENTRIES[name].means) == set(values)
            assert len(ENTRIES[name].means) == len(values)


COMES_ONCE = {"penalties.opening_card.repeat", "penalties.first_trick_card.repeat"}
"""What never has an effect: there is no further such offence."""


def test_every_value_of_a_choice_has_a_sentence_of_its_own(subtests: pytest.Subtests) -> None:
    for name, values in CHOICES.items():
        with subtests.test(name=name):
            with_it = {**ALL_IN_EFFECT, **IN_EFFECT_WITH.get(name, {})}
            sentences = [rule_text(parameters_from({**with_it, name: value}), name) for value in values]
            assert all(each.endswith(".") for each in sentences)
            if name not in COMES_ONCE:
                assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("name", [name for name in NAMES if ELSE in ENTRIES[name].means and 0 in ENTRIES[name].means])
def test_0_is_written_as_off(name: str) -> None:
    off, on, *_ = MAPS[name] if name in MAPS else (0, 1 if name.endswith(".per_side") else 3)
    with_it = {**ALL_IN_EFFECT, **IN_EFFECT_WITH.get(name, {})}
    sentences = {rule_text(parameters_from({**with_it, name: value}), name) for value in (on, off)}
    assert len(sentences) == 2


def random_parameters(rng: random.Random) -> Parameters:
    values: dict[str, object] = {}
    for name in NAMES:
        numbers = NUMBERS.get(name, ANY_NUMBER)
        values[name] = rng.choice(CHOICES.get(name) or MAPS.get(name) or numbers)
    return parameters_from(values)


def test_any_combination_of_values_gives_a_few_sound_sentences() -> None:
    rng = random.Random(1)
    for _ in range(400):
        parameters = random_parameters(rng)
        for name in NAMES:
            text = rule_text(parameters, name)
            assert re.fullmatch(r"[A-Z][^.{}]*\.( [A-Z][^.{}]*\.){0,5}", text), (name, text)
            assert not re.search(r"  |,,| ,| \.|;\.|,\.", text), (name, text)


def test_under_any_rules_every_value_has_a_sentence_that_names_parameters_alone() -> None:
    for name in NAMES:
        said = values_in_words(name)
        means = {} if ENTRIES[name].shape else ENTRIES[name].means
        assert list(said) == ["any other" if value == ELSE else str(value).lower() for value in means]
        for label, text in said.items():
            named = set(re.findall(r"`([^`]*)`", text))
            assert re.fullmatch(r"[A-Z][^{}]*\.", text), (name, label)
            assert named <= {*NAMES, "bids.number.made.per_trick"}, (name, label)
            assert label != "any other" or name in named, text


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rule_text(Parameters(), "play.talk")


@pytest.mark.parametrize("preset", presets())
def test_a_citation_names_the_parameter_its_basis_and_its_rule(preset: str) -> None:
    ruleset = resolve(Reference(preset))
    for name in NAMES:
        rule = cite(ruleset, name)
        assert rule[:2] == (name, ruleset.basis[name].basis)
        assert " ".join(filter(None, (rule.text, rule.added))) == rule_text(ruleset.parameters, name)


@pytest.mark.parametrize(
    ("preset", "options", "name", "added"),
    [
        pytest.param("four-player", (), "play.broken_by", "even if it turns out to have been a revoke", id="000 E5"),
        pytest.param("two-player", (), "deck.formation", "The first bidder draws first.", id="000 A3"),
        pytest.param("classic-solo", (), "penalties.revoke.remedy", "Its overtricks score none", id="001 H3"),
        pytest.param(
            "classic-solo", ("blind-bids", "bags"), "bids.blind.overtrick", "They are bags all the same.", id="001 D12"
        ),
        pytest.param("classic-partnership", ("blind-bids",), "bids.blind.made", "keeps its own rate", id="001 mixed"),
        pytest.param("classic-solo", ("blind-bids",), "bids.blind.overtrick", "", id="no bags to be"),
        pytest.param("classic-solo", ("blind-bids",), "bids.blind.made", "", id="no partner"),
    ],
)
def test_what_the_engine_adds_to_a_written_rule_is_not_called_written(
    preset: str, options: tuple[str, ...], name: str, added: str
) -> None:
    rule = cite(resolve(Reference(preset, options)), name)
    assert rule.basis == "written"
    assert added in rule.added
    assert bool(rule.added) == bool(added)
    assert not added or added not in rule.text


def test_a_text_that_contradicts_itself_about_zero_is_not_called_its_word() -> None:
    """The classic text: the minimum bid is one; and a bid of zero is a lack of commitment."""
    for preset in ("classic-solo", "classic-partnership"):
        assert cite(resolve(Reference(preset)), "bids.nil.allowed").basis == "default"


def test_an_override_is_cited_as_one() -> None:
    ruleset = resolve(Reference("pagat", overrides={"game": {"target": 300}}))
    assert cite(ruleset, "game.target").basis == "override"
    assert "at least 300 points" in cite(ruleset, "game.target").text


@pytest.mark.parametrize(
    ("preset", "name", "words"),
    [
        ("pagat", "play.broken_by", ("on the lead of another suit", "even if it turns out", "no spade that is led")),
        ("pagat", "bids.blind_nil.deficit", ("at least 100 points behind the leading side",)),
        ("pagat", "bids.blind_nil.exchange", ("pass each other 2 cards",)),
        ("pagat", "bids.nil.exchange", ("For a nil partners pass no cards.",)),
        ("pagat", "bids.nil.failed_tricks", ("do not count towards the side's contract", "are bags")),
        ("pagat", "bags.carry", ("10 bags off",)),
        ("nello", "bids.partner_of_nil.least", ("at least 3, or nil as well",)),
        (
            "nello",
            "bids.partner_of_nil.breach",
            ("is raised to 3 if the partner bids nil after it", "is not allowed if the partner bid nil before"),
        ),
        ("nello", "bids.linked", ("stand or fall together", "its contract costs 10 points for each trick bid")),
        ("nello", "bids.both_nil.how", ("score 200 points if neither", "cost 200 points if either")),
        ("nello", "bags.limit", ("not counted",)),
        ("solitaire-bliss", "game.target", ("more than 500 points",)),
        ("solitaire-bliss", "game.target_test", ("exactly 500 points is not enough",)),
        ("solitaire-bliss", "bids.nil.failed_tricks", ("count towards the side's contract",)),
        ("solitaire-bliss", "bids.first_bidder", ("no dealer", "by lot")),
        ("solitaire-bliss", "play.opening_leader", ("turn it is to bid first",)),
        ("suicide", "bids.restriction", ("One of the two partners must bid nil",)),
        ("suicide", "bids.partner_of_nil.least", ("at least 4.",)),
        ("suicide", "bids.both_nil.how", ("though only one may",)),
        ("suicide", "game.floor", ("-200 points or less", "loses the game")),
        ("openspiel", "bids.side_most", ("at most 13 tricks",)),
        ("openspiel", "game.floor", ("-350 points",)),
        ("solo-five-bags", "bags.limit", ("reach 5", "costs 50 points")),
        ("solo-five-bags", "bags.carry", ("all the side's bags", "from 0")),
        ("two-player", "deck.formation", ("keeps the first card and discards the second",)),
        ("two-player", "bids.first_bidder", ("player who did not shuffle",)),
        ("two-player", "deck.hand_size", ("13",)),
        ("cutthroat", "deck.hand_size", ("17",)),
        ("cutthroat", "bids.blind_nil.exchange", ("no partner",)),
        ("pagat", "penalties.revoke.remedy", ("3 of the tricks that the side has taken",)),
        ("classic-solo", "penalties.revoke.remedy", ("no points for making its contract", "score none either;")),
        ("classic-solo", "penalties.revoke.nil", ("no nil",)),
        ("tournament-jjdd", "penalties.false_call.remedy", ("for a false revoke call is 3 of the tricks",)),
        ("tournament-jjdd", "penalties.revoke.tricks", ("for a revoke is 3 tricks",)),
        ("tournament-jja", "penalties.revoke.remedy", ("is set, however many tricks it takes",)),
        ("tournament-jja", "penalties.false_call.tricks", ("for a false revoke call is 3 tricks",)),
        ("tournament-jja", "penalties.revoke.repeat", ("second revoke in the game loses it the game",)),
        ("tournament-jja", "penalties.early_spade.as", ("need not be broken",)),
    ],
)
def test_a_presets_key_rules_say_what_matters(preset: str, name: str, words: tuple[str, ...]) -> None:
    text = preset_says(preset, name)
    assert [word for word in words if word not in text] == []


def test_a_rule_that_applies_never_says_that_it_does_not() -> None:
    rng = random.Random(2)
    for _ in range(100):
        ruleset = replace(resolve(Reference("pagat")), parameters=random_parameters(rng))
        for section in rulebook(ruleset):
            for rule in section.rules:
                explanation = why_out_of_effect(ruleset.parameters, rule.parameter)
                assert rule.applies == (explanation is None)
                if explanation is None:
                    assert "not apply" not in rule.text
                else:
                    assert rule.text.startswith(explanation.why)
                    assert rule.why_not == f"{explanation.why}."


@pytest.mark.parametrize("preset", presets())
def test_a_rulebook_has_a_rule_for_each_parameter_in_its_section(preset: str) -> None:
    ruleset = resolve(Reference(preset))
    sections = rulebook(ruleset)
    assert [section.title for section in sections] == list(SECTION_TITLES.values())
    assert list(SECTION_TITLES) == [group.name for group in ALL_GROUPS]
    assert [rule for section in sections for rule in section.rules] == [cite(ruleset, name) for name in NAMES]


def test_no_two_entries_have_one_code() -> None:
    # The rows of a table of parameters share those of their columns.
    rows = dict.fromkeys((row.code, row.cell) for entry in ENTRIES.values() for row in entry.rows)
    codes = [code for code, _ in rows] + [row.code for group in ALL_GROUPS for row in group.laws]
    assert [code for code in codes if codes.count(code) > 1] == []
