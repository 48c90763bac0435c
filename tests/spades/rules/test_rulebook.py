from __future__ import annotations

import random
import re
from dataclasses import fields
from string import Formatter
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from service.spades.cards import CODES, card_name
from service.spades.findings import Rule
from service.spades.rules.parameters import GROUPS, NAMES, Parameters, Slam, Ten, parameters_from
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.rulebook import cite, rule_text
from service.spades.rules.ruleset import Reference
from service.spades.rules.sentences import ELSE, TEXTS
from service.spades.rules.sentences.out_of_effect import CONDITIONS, EXPLANATIONS, REASONS
from service.spades.rules.sentences.words import WORDS

TYPES = {
    f"{group}.{each.name}": get_type_hints(rules)[each.name]
    for group, rules in GROUPS.items()
    for each in fields(rules)
}
CHOICES: dict[str, tuple[object, ...]] = {
    name: get_args(kind) if get_origin(kind) is Literal else (False, True)
    for name, kind in TYPES.items()
    if get_origin(kind) is Literal or kind is bool
}
# Values under which no rule is out of effect.
ALL_IN_EFFECT: dict[str, object] = {
    "bidding.team_minimum": 4,
    "bidding.nil_partner_minimum": 3,
    "nil.blind": True,
    "nil.double": "joint",
    "blind_bid.allowed": True,
    "game.floor": -200,
}
NUMBERS: dict[str, tuple[int, ...]] = {
    "bidding.minimum": (1, 2, 4),
    "blind_bid.made_multiplier": (1, 2),
    "blind_bid.failed_multiplier": (1, 2),
    "scoring.trick_points": (10, 5, 1),
    "scoring.overtrick_points": (1, 0, -1, -10),
    "game.target": (500, 200),
    "game.floor": (0, -200, -350),
    "irregularities.revoke_tricks": (0, 1, 3),
}
ANY_NUMBER = (0, 1, 2, 4, 100, -100)
MAPS: dict[str, tuple[object, ...]] = {
    "table.players": ((4,), (2, 3, 4, 5), (6,)),
    "deck.removed": ({}, {"4": ("2C", "2D")}, {"2": ("2C",), "4": ("2C", "2D")}),
    "deck.top_trumps": ((), ("BJ", "LJ"), ("BJ", "LJ", "2D", "2S"), ("AS", "2S")),
    "deck.hand_size": ({}, {"4": 12}),
    "special_bids.ten": (Ten(), Ten(200, -100, or_more=True), Ten(150, -150)),
    "special_bids.slam": (Slam(), Slam(200, -130)),
}


def says(name: str, **values: object) -> str:
    """Return the sentence of a parameter; ``nil__made=50`` sets ``nil.made``."""
    return rule_text(parameters_from({key.replace("__", "."): value for key, value in values.items()}), name)


def preset_says(preset: str, name: str) -> str:
    return rule_text(resolve(Reference(preset)).parameters, name)


def words_in(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_parameter_has_its_texts_and_nothing_else_has() -> None:
    assert tuple(sorted(TEXTS)) == tuple(sorted(NAMES))


def test_every_reason_has_a_condition_and_is_given() -> None:
    given = {reason for reasons in REASONS.values() for reason in reasons}
    assert given == set(EXPLANATIONS)
    assert set(EXPLANATIONS) == set(CONDITIONS)
    assert set(REASONS) <= set(NAMES)


def test_every_word_is_used_and_every_name_in_a_text_exists() -> None:
    used = {word for texts in TEXTS.values() for text in texts.values() for word in words_in(text)}
    assert {word for word in used if "." not in word} == set(WORDS)
    assert {word for word in used if word.count(".") == 1} <= set(NAMES)


@pytest.mark.parametrize("name", CHOICES)
def test_the_texts_of_a_choice_are_those_of_its_values(name: str) -> None:
    assert set(TEXTS[name]) == set(CHOICES[name])


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_of_a_choice_has_a_sentence_of_its_own(name: str) -> None:
    sentences = [rule_text(parameters_from({**ALL_IN_EFFECT, name: value}), name) for value in CHOICES[name]]
    assert all(each.endswith(".") for each in sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("name", [name for name in NAMES if ELSE in TEXTS[name] and 0 in TEXTS[name]])
def test_0_is_told_as_off(name: str) -> None:
    kind = TYPES[name]
    on, off = (kind(made=3), kind()) if kind in {Ten, Slam} else (3, 0)
    sentences = {rule_text(parameters_from({**ALL_IN_EFFECT, name: value}), name) for value in (on, off)}
    assert len(sentences) == 2


def drawn(rng: random.Random) -> Parameters:
    values: dict[str, object] = {}
    for name in NAMES:
        numbers = NUMBERS.get(name, ANY_NUMBER)
        values[name] = rng.choice(CHOICES.get(name) or MAPS.get(name) or numbers)
    return parameters_from(values)


def test_any_combination_of_values_gives_one_or_two_sound_sentences() -> None:
    rng = random.Random(1)
    for _ in range(400):
        parameters = drawn(rng)
        for name in NAMES:
            text = rule_text(parameters, name)
            assert re.fullmatch(r"[A-Z][^.{}]*\.( [A-Z][^.{}]*\.)?", text), (name, text)
            assert not re.search(r"  |,,| ,| \.|;\.|,\.", text), (name, text)


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rule_text(Parameters(), "play.talk")


@pytest.mark.parametrize("preset", presets())
def test_a_citation_names_the_parameter_its_basis_and_its_rule(preset: str) -> None:
    ruleset = resolve(Reference(preset))
    for name in NAMES:
        text = rule_text(ruleset.parameters, name)
        assert cite(ruleset, name) == Rule(parameter=name, basis=ruleset.basis[name].basis, text=text)


def test_an_override_is_cited_as_one() -> None:
    ruleset = resolve(Reference("pagat", overrides={"game": {"target": 300}}))
    assert cite(ruleset, "game.target").basis == "override"
    assert "at least 300 points" in cite(ruleset, "game.target").text


def test_cards_are_named_in_words() -> None:
    assert card_name("2C") == "two of clubs"
    assert card_name("TS") == "ten of spades"
    assert card_name("BJ") == "big joker"
    assert len({card_name(code) for code in CODES}) == 54
    with pytest.raises(ValueError, match="substring"):
        card_name("XX")


@pytest.mark.parametrize(
    ("preset", "name", "words"),
    [
        ("pagat", "play.broken_by", ("could not follow", "no spade lead")),
        ("pagat", "nil.blind_deficit", ("at least 100 points behind the highest side",)),
        ("pagat", "nil.blind_exchange", ("pass each other 2 cards",)),
        ("pagat", "nil.exchange", ("no cards for a nil that is not blind",)),
        ("pagat", "nil.failed_tricks", ("do not count towards the contract", "are bags")),
        ("pagat", "scoring.bag_carry", ("10 bags off",)),
        ("nello", "bidding.nil_partner_minimum", ("at least 3, or nil as well",)),
        ("nello", "bidding.nil_partner_breach", ("before the partner's nil is raised to 3", "after it is not allowed")),
        ("nello", "nil.scoring", ("stand or fall together", "less 10 points for each trick")),
        ("nello", "nil.double", ("score 200 points if neither", "cost 200 points if either")),
        ("nello", "scoring.bag_limit", ("not counted",)),
        ("solitaire-bliss", "game.target", ("more than 500 points",)),
        ("solitaire-bliss", "game.target_test", ("exactly 500 points is not enough",)),
        ("solitaire-bliss", "nil.failed_tricks", ("count towards the contract",)),
        ("solitaire-bliss", "bidding.first_bidder", ("no dealer", "by lot")),
        ("solitaire-bliss", "play.opening_leader", ("turn it is to bid first",)),
        ("suicide", "bidding.restriction", ("One of two partners must bid nil",)),
        ("suicide", "bidding.nil_partner_minimum", ("at least 4.",)),
        ("suicide", "nil.both_partners", ("Only one of two partners may bid nil",)),
        ("suicide", "game.floor", ("-200 points or less", "loses the game")),
        ("openspiel", "bidding.team_maximum", ("at most 13 tricks",)),
        ("openspiel", "game.floor", ("-350 points",)),
        ("solo-five-bags", "scoring.bag_limit", ("reach 5", "costs 50 points")),
        ("solo-five-bags", "scoring.bag_carry", ("all the side's bags", "from 0")),
        ("two-player", "deck.formation", ("first card is kept and the second discarded",)),
        ("two-player", "bidding.first_bidder", ("player who did not shuffle",)),
        ("two-player", "deck.hand_size", ("13",)),
        ("cutthroat", "deck.hand_size", ("17",)),
        ("cutthroat", "nil.blind_exchange", ("no partner",)),
        ("pagat", "irregularities.revoke_penalty", ("3 tricks off",)),
        ("classic-solo", "irregularities.revoke_penalty", ("no points for a contract that it makes", "score none;")),
        ("classic-solo", "irregularities.revoke_and_nil", ("no nil",)),
        ("tournament-jjdd", "irregularities.false_accusation", ("the caller's side 3 tricks",)),
        ("tournament-jjdd", "irregularities.revoke_tricks", ("for a revoke or a wrong call of revoke is 3 tricks",)),
        ("tournament-jja", "irregularities.revoke_penalty", ("is set, whatever it takes",)),
        ("tournament-jja", "irregularities.revoke_tricks", ("for a wrong call of revoke is 3 tricks",)),
        ("tournament-jja", "irregularities.repeat_revoke", ("second revoke in the game loses it the game",)),
        ("tournament-jja", "irregularities.illegal_spade_lead", ("need not be broken",)),
    ],
)
def test_a_presets_key_rules_say_what_matters(preset: str, name: str, words: tuple[str, ...]) -> None:
    text = preset_says(preset, name)
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("play.follow_suit", {}, "A player who holds a card of the suit led must play one."),
        (
            "play.follow_suit",
            {"deck__jokers": 2, "deck__top_trumps": ["BJ", "LJ", "2D"]},
            (
                "A player who holds a card of the suit led must play one. "
                "The spades include the big joker, the little joker and the two of diamonds."
            ),
        ),
        (
            "play.void_play",
            {"play__first_trick": "no_spades"},
            "A player who can't follow suit may play any card; the first trick has a rule of its own.",
        ),
        (
            "deck.removed",
            {
                "table__players": [2, 3, 4, 5],
                "deck__jokers": 2,
                "deck__removed": {"2": ["2C", "2D"], "4": ["2C", "2D"], "5": ["2C"]},
            },
            (
                "The pack holds each of the 52 cards and both jokers once; "
                "with two or four players the two of clubs and the two of diamonds are taken out; "
                "with three players no card is taken out; with five players the two of clubs is taken out."
            ),
        ),
        (
            "deck.top_trumps",
            {"deck__jokers": 1},
            "The big joker ranks above the ace of spades. It is a spade to follow suit, to lead and to break spades.",
        ),
        (
            "deck.hand_size",
            {"table__players": [3, 2], "deck__jokers": 2, "deck__removed": {"2": ["2C", "2D"]}},
            (
                "When play starts each player holds as many cards as the round has tricks: "
                "26 with two players and 18 with three players."
            ),
        ),
        (
            "bidding.by",
            {"bidding__by": "team", "bidding__first_round": "bids_itself"},
            "Each side makes one bid as a whole. Round one itself is played without bids.",
        ),
        ("bidding.maximum", {}, "No bid is for more tricks than the round has: 13."),
        (
            "bidding.minimum",
            {"bidding__by": "team", "bidding__minimum": 2, "bidding__zero": "not_allowed"},
            "A side's bid is for at least 2 tricks.",
        ),
        (
            "bidding.team_minimum_breach",
            {"bidding__team_minimum": 4, "bidding__team_minimum_breach": "set"},
            (
                "A side that bids below the board of 4 is set, whatever it takes; "
                "a side that bids nothing but nil is exempt."
            ),
        ),
        (
            "nil.failed_bags_when_set",
            {"nil__failed_tricks": "to_contract"},
            "The tricks of a failed nil bidder are not set apart as bags, so this rule does not apply.",
        ),
        (
            "nil.failed_bags_when_set",
            {"scoring__bag_limit": 0},
            "When the contract is set, the tricks of the failed nil bidder beside it score no points.",
        ),
        ("nil.made", {"bidding__zero": "uncommitted"}, EXPLANATIONS["no_nil"]),
        (
            "nil.blind_made",
            {},
            "A blind nil, though not allowed here, scores 200 points when its bidder takes no trick.",
        ),
        (
            "nil.double_failed",
            {"nil__double": "joint_no_loss"},
            "When both partners bid nil and either takes a trick, the two nils together score nothing.",
        ),
        (
            "nil.blind_exchange",
            {"nil__exchange": 3, "nil__blind": True},
            "Partners pass each other no cards for a blind nil.",
        ),
        (
            "blind_bid.allowed",
            {"blind_bid__allowed": True, "blind_bid__minimum": 6},
            (
                "A bid of at least 6 tricks may be made blind, before looking at the hand, by a side that is at least "
                "100 points behind the highest side."
            ),
        ),
        (
            "blind_bid.failed_multiplier",
            {"blind_bid__allowed": True, "scoring__set": "zero"},
            "A contract that is set scores nothing, blind or not, so this rule does not apply.",
        ),
        (
            "special_bids.ten",
            {
                "special_bids__ten": {"made": 200, "failed": -100, "or_more": True},
                "special_bids__slam": {"made": 200, "failed": 0},
                "blind_bid__allowed": True,
            },
            (
                "A contract of 10 or more tricks, without a blind bid, if that is not every trick of the round, scores "
                "200 points when it is made and costs 100 points when it is set, in place of the ordinary points."
            ),
        ),
        (
            "scoring.trick_points",
            {"blind_bid__allowed": True, "special_bids__slam": {"made": 200, "failed": 0}},
            (
                "A contract that is made scores 10 points for each trick bid, tricks bid blind and contracts with "
                "a value of their own apart."
            ),
        ),
        (
            "scoring.set",
            {"scoring__set": "minus_undertricks"},
            "A contract that is set costs 10 points for each trick missing.",
        ),
        (
            "scoring.overtrick_points",
            {"scoring__overtrick_points": -10},
            "Each overtrick of a contract that is made costs 10 points.",
        ),
        (
            "scoring.bag_points_cancelled",
            {"scoring__bag_points_cancelled": True},
            "The bag penalty also takes back the points of the 10 bags, which costs 10 points.",
        ),
        ("game.floor_test", {}, EXPLANATIONS["no_floor"]),
        (
            "game.floor",
            {"game__floor": -60, "game__floor_test": "below", "game__floor_effect": "highest_wins"},
            "A side with less than -60 points after a round ends the game.",
        ),
        ("game.sets_limit", {"game__sets_limit": 2}, "A side that has been set 2 times loses the game."),
        # H3: what a revoke costs.
        (
            "irregularities.revoke_penalty",
            {"irregularities__revoke_tricks": 1},
            "The penalty for a revoke is 1 trick off those that the side has taken, or all of them if they are fewer.",
        ),
        (
            "irregularities.revoke_penalty",
            {"irregularities__revoke_penalty": "no_contract_points"},
            (
                "A side that revokes scores no points for a contract that it makes, and its overtricks score none, but "
                "are bags; a contract that is set is scored as ever."
            ),
        ),
        (
            "irregularities.revoke_penalty",
            {"irregularities__revoke_penalty": "contract_set", "bidding__first_round": "bids_itself"},
            (
                "A side that revokes is set, whatever it takes. "
                "In round one, which has no bids, the offending side's tricks score nothing."
            ),
        ),
        (
            "irregularities.revoke_penalty",
            {"irregularities__revoke_penalty": "opponents_credited", "scoring__trick_points": 5},
            (
                "A side that revokes loses 5 points for each trick of its contract, and every side that does not is "
                "scored as if it had taken exactly its contract, nils apart."
            ),
        ),
        # H3, H4: tricks, as long as some penalty takes them.
        (
            "irregularities.revoke_tricks",
            {
                "irregularities__revoke_penalty": "tricks",
                "irregularities__false_accusation": "same_penalty",
                "irregularities__out_of_turn": "tricks",
            },
            "The set penalty for a revoke, a wrong call of revoke or a card out of turn is 3 tricks.",
        ),
        (
            "irregularities.revoke_tricks",
            {"irregularities__revoke_penalty": "bridge_64", "irregularities__false_accusation": "same_penalty"},
            EXPLANATIONS["no_set_tricks"],
        ),
        (
            "irregularities.revoke_tricks_go_to",
            {"irregularities__revoke_penalty": "bridge_64"},
            "Tricks that a side loses as a penalty go to nobody.",
        ),
        (
            "irregularities.revoke_tricks_go_to",
            {"irregularities__revoke_penalty": "contract_set", "irregularities__revoke_tricks_go_to": "opponents"},
            EXPLANATIONS["no_penalty_tricks"],
        ),
        (
            "irregularities.revoke_tricks_go_to",
            {
                "irregularities__revoke_penalty": "contract_set",
                "irregularities__revoke_tricks_go_to": "opponents",
                "irregularities__out_of_turn": "tricks",
            },
            "Tricks that a side loses as a penalty are added to those of the other side.",
        ),
        # H8: one revoke after another.
        (
            "irregularities.repeat_revoke",
            {"irregularities__revoke_penalty": "bridge_64"},
            "A further revoke in the same round is penalised like the first, unless it is one that costs nothing.",
        ),
        (
            "irregularities.repeat_revoke",
            {"irregularities__revoke_penalty": "none", "irregularities__repeat_revoke": "forfeit_game"},
            EXPLANATIONS["no_revoke_penalty"],
        ),
        # H9: the revoker's own nil.
        (
            "irregularities.revoke_and_nil",
            {},
            (
                "A nil bidder who revokes fails the nil, with or without a trick. "
                "Tricks lost or won as a penalty neither make nor break a nil."
            ),
        ),
        (
            "irregularities.revoke_and_nil",
            {"irregularities__revoke_and_nil": "untouched", "nil__scoring": "linked"},
            (
                "The nil of a bidder who revokes is judged by its tricks alone. Tricks lost or won as a penalty "
                "neither make nor break a nil, unless they decide the contract that it falls with."
            ),
        ),
        (
            "irregularities.revoke_and_nil",
            {"irregularities__revoke_penalty": "contract_set", "irregularities__revoke_and_nil": "no_points"},
            "A nil bidder who revokes scores nothing for a nil without a trick, and fails it with one.",
        ),
        (
            "irregularities.revoke_and_nil",
            {"irregularities__revoke_penalty": "none"},
            EXPLANATIONS["no_revoke_penalty"],
        ),
        ("irregularities.revoke_and_nil", {"bidding__zero": "not_allowed"}, EXPLANATIONS["no_nil"]),
        # H2, H7: calls.
        (
            "irregularities.accusation_until",
            {"irregularities__accusation_until": "end_of_round"},
            (
                "A revoke has to be called while the round is being played. A later call brings no penalty; where no "
                "call is recorded, a director's review of the whole round counts as one in time."
            ),
        ),
        (
            "irregularities.accusation_until",
            {"irregularities__accusation_until": "end_of_round", "irregularities__revoke_penalty": "none"},
            "A revoke has to be called while the round is being played.",
        ),
        (
            "irregularities.false_accusation",
            {"irregularities__false_accusation": "same_penalty"},
            (
                "Calling a revoke of another side where there was none is penalised like a revoke by the caller, "
                "whose nil it leaves alone."
            ),
        ),
        (
            "irregularities.false_accusation",
            {"irregularities__false_accusation": "same_penalty", "bidding__zero": "not_allowed"},
            "Calling a revoke of another side where there was none is penalised like a revoke by the caller.",
        ),
        (
            "irregularities.false_accusation",
            {"irregularities__false_accusation": "same_penalty", "irregularities__revoke_penalty": "bridge_64"},
            (
                "Calling a revoke of another side where there was none costs the caller's side 1 trick, "
                "if it has taken any."
            ),
        ),
        (
            "irregularities.false_accusation",
            {"irregularities__false_accusation": "same_penalty", "irregularities__revoke_penalty": "none"},
            "Calling a revoke of another side where there was none has no penalty, as a revoke has none.",
        ),
        # H12: rulings, cascades: who leads because of a wrong winner in the record follows from that error.
        (
            "irregularities.out_of_turn",
            {"irregularities__out_of_turn": "stands"},
            (
                "A card played out of turn stands, a lead too, and has no penalty. "
                "A lead by the player wrongly put down as the winner of the trick before is not out of turn."
            ),
        ),
        (
            "irregularities.out_of_turn",
            {"irregularities__out_of_turn": "tricks", "irregularities__revoke_tricks": 1},
            (
                "A card played out of turn stands, a lead too, and costs its side 1 trick, or as many as it has taken "
                "if they are fewer. "
                "A lead by the player wrongly put down as the winner of the trick before is not out of turn."
            ),
        ),
        # H3: a penalty of 0 tricks is off.
        (
            "irregularities.revoke_penalty",
            {"irregularities__revoke_tricks": 0},
            "The penalty for a revoke is nothing.",
        ),
        # H10, H14.
        (
            "irregularities.illegal_spade_lead",
            {"irregularities__illegal_spade_lead": "as_revoke", "play__spade_lead": "after_first_trick"},
            EXPLANATIONS["spades_unbroken"],
        ),
        (
            "irregularities.wrong_count",
            {"irregularities__wrong_count": "offender_set"},
            "A side with a hand of the wrong number of cards is set, whatever it takes.",
        ),
    ],
)
def test_a_sentence_follows_the_other_parameters(name: str, values: dict[str, object], expected: str) -> None:
    assert says(name, **values) == expected
