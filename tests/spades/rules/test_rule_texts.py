"""Sentences of the rulebook in full, each under parameters that change its words."""

from __future__ import annotations

import pytest

from service.spades.rules.circumstances import CIRCUMSTANCES
from service.spades.rules.rulebook import rule_text
from service.spades.rules.ruleset import parameters_from


def says(name: str, **values: object) -> str:
    """Return the sentence of a parameter; ``nil__made=50`` sets ``bids.nil.made``."""
    return rule_text(parameters_from({key.replace("__", "."): value for key, value in values.items()}), name)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("play.follow_suit", {}, "A player who holds a card of the suit led must play one."),
        (
            "play.follow_suit",
            {"deck__jokers": 2, "deck__top_trumps": ["BJ", "LJ", "2D"]},
            (
                "A player who holds a card of the suit led must play one. Spades include the big joker, the little "
                "joker and the two of diamonds."
            ),
        ),
        (
            "play.void_play",
            {"play__first_trick": "no_spades"},
            "A player who can't follow suit may play any card; the first trick has its own rule.",
        ),
        (
            "deck.removed",
            {
                "table__players": [2, 3, 4, 5],
                "deck__jokers": 2,
                "deck__removed": {"2": ["2C", "2D"], "4": ["2C", "2D"], "5": ["2C"]},
            },
            (
                "The pack is the standard 52 cards and both jokers; with two or four players the two of clubs and the "
                "two of diamonds are taken out; with three players no card is taken out; with five players the two of "
                "clubs is taken out."
            ),
        ),
        (
            "deck.top_trumps",
            {"deck__jokers": 1},
            (
                "The big joker ranks above the ace of spades. It is a spade for following suit, leading and breaking "
                "spades."
            ),
        ),
        (
            "deck.hand_size",
            {"table__players": [3, 2], "deck__jokers": 2, "deck__removed": {"2": ["2C", "2D"]}},
            (
                "When play starts, each player holds as many cards as the round has tricks: 26 with two players and 18 "
                "with three players."
            ),
        ),
        (
            "bids.by",
            {"bidding__by": "team", "bidding__first_round": "bids_itself"},
            "Each side makes a single bid. Round one is played without bids.",
        ),
        ("bids.number.most", {}, "A bid may not be for more tricks than the round has: 13."),
        (
            "bids.number.least",
            {"bidding__by": "team", "bidding__minimum": 2, "bidding__zero": "not_allowed"},
            "A side's bid must be at least 2 tricks.",
        ),
        (
            "bids.side_breach",
            {"bidding__team_minimum": 4, "bidding__team_minimum_breach": "set"},
            (
                "A side that bids below the board of 4 is set, however many tricks it takes; a side that bids nothing "
                "but nil is exempt."
            ),
        ),
        (
            "bids.nil.failed_bags_when_set",
            {"nil__failed_tricks": "to_contract"},
            "The tricks of a failed nil bidder are not set apart as bags, so this rule does not apply.",
        ),
        (
            "bids.nil.failed_bags_when_set",
            {"bags__limit": 0},
            "If the contract is set, the failed nil bidder's tricks score no points.",
        ),
        ("bids.nil.made", {"bidding__zero": "uncommitted"}, CIRCUMSTANCES["no_nil"].text),
        (
            "bids.blind_nil.made",
            {},
            "A blind nil, though not allowed here, scores 200 points when its bidder takes no tricks.",
        ),
        (
            "bids.both_nil.failed",
            {"nil__double": "joint_no_loss"},
            "When both partners bid nil and either takes a trick, the two nils together score nothing.",
        ),
        (
            "bids.blind_nil.exchange",
            {"nil__exchange": 3, "nil__blind": True},
            "Partners pass no cards for a blind nil.",
        ),
        (
            "bids.blind.allowed",
            {"blind_bid__allowed": True, "blind_bid__minimum": 6},
            (
                "A bid of at least 6 tricks may be made blind, before looking at the hand, by a side at least 100 "
                "points behind the leading side."
            ),
        ),
        (
            "bids.blind.failed",
            {"blind_bid__allowed": True, "scoring__set": "zero"},
            "A contract that is set scores nothing, blind or not, so this rule does not apply.",
        ),
        (
            "contracts",
            {
                "special_bids__ten": {"made": 200, "failed": -100, "or_more": True},
                "special_bids__slam": {"made": 200, "failed": 0},
                "blind_bid__allowed": True,
            },
            (
                "A contract of 10 or more tricks, without a blind bid, unless that is every trick of the round, scores "
                "200 points if it is made and costs 100 points if it is set, instead of the ordinary points."
            ),
        ),
        (
            "bids.number.made",
            {"blind_bid__allowed": True, "special_bids__slam": {"made": 200, "failed": 0}},
            (
                "A contract that is made scores 10 points for each trick bid, except for tricks bid blind and "
                "contracts with a special value."
            ),
        ),
        (
            "bids.number.failed",
            {"scoring__set": "minus_undertricks"},
            "A contract that is set costs 10 points for each trick it falls short.",
        ),
        (
            "bids.number.overtrick",
            {"scoring__overtrick_points": -10},
            "Each overtrick of a contract that is made costs 10 points.",
        ),
        (
            "bags.points_cancelled",
            {"bags__points_cancelled": True},
            "The bag penalty also takes back the points of the 10 bags, which costs 10 points.",
        ),
        ("game.floor_test", {}, CIRCUMSTANCES["no_floor"].text),
        (
            "game.floor",
            {"game__floor": -60, "game__floor_test": "below", "game__floor_effect": "highest_wins"},
            "A side with less than -60 points after a round ends the game.",
        ),
        ("game.sets_limit", {"game__sets_limit": 2}, "A side that has been set 2 times loses the game."),
        (
            "game.consecutive_sets_limit",
            {"game__sets_limit": 2, "game__consecutive_sets_limit": 2},
            "As many sets, in a row or not, have lost the game by then, so this rule does not apply.",
        ),
        # H3: what a revoke costs.
        (
            "penalties.revoke.remedy",
            {"irregularities__revoke_tricks": 1},
            "The penalty for a revoke is 1 trick, if the side has taken any.",
        ),
        (
            "penalties.revoke.remedy",
            {"irregularities__revoke_penalty": "no_contract_points"},
            (
                "A side that revokes scores no points for making its contract. Its overtricks score none either, but "
                "are bags; a contract that is set is scored as usual."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"irregularities__revoke_penalty": "contract_set", "bidding__first_round": "bids_itself"},
            (
                "A side that revokes is set, however many tricks it takes. In round one, which has no bids, the "
                "offending side's tricks score nothing."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"irregularities__revoke_penalty": "opponents_credited", "scoring__trick_points": 5},
            (
                "A side that revokes loses 5 points for each trick of its contract, and every side that does not is "
                "scored as if it had taken exactly its contract, nils apart."
            ),
        ),
        # H3, H4: tricks, as long as some penalty takes them.
        (
            "penalties.revoke.tricks",
            {
                "irregularities__revoke_penalty": "tricks",
                "irregularities__false_accusation": "same_penalty",
                "irregularities__out_of_turn": "tricks",
            },
            "The penalty for a revoke, a false revoke call or a play out of turn is 3 tricks.",
        ),
        (
            "penalties.revoke.tricks",
            {"irregularities__revoke_penalty": "bridge_64", "irregularities__false_accusation": "same_penalty"},
            CIRCUMSTANCES["no_set_tricks"].text,
        ),
        (
            "penalties.revoke.to",
            {"irregularities__revoke_penalty": "bridge_64"},
            "Tricks lost as a penalty go to nobody.",
        ),
        (
            "penalties.revoke.to",
            {"irregularities__revoke_penalty": "contract_set", "irregularities__revoke_tricks_go_to": "opponents"},
            CIRCUMSTANCES["no_penalty_tricks"].text,
        ),
        (
            "penalties.revoke.to",
            {
                "irregularities__revoke_penalty": "contract_set",
                "irregularities__revoke_tricks_go_to": "opponents",
                "irregularities__out_of_turn": "tricks",
            },
            "Tricks lost as a penalty go to the other side.",
        ),
        # H8: one revoke after another.
        (
            "penalties.revoke.repeat",
            {"irregularities__revoke_penalty": "bridge_64"},
            "A further revoke in the same round is penalised like the first, unless it is one without a penalty.",
        ),
        (
            "penalties.revoke.repeat",
            {"irregularities__revoke_penalty": "none", "irregularities__repeat_revoke": "forfeit_game"},
            CIRCUMSTANCES["no_revoke_penalty"].text,
        ),
        (
            "penalties.revoke.repeat",
            {"irregularities__revoke_penalty": "forfeit_game"},
            "A side's first revoke loses it the game, so a further one costs nothing more.",
        ),
        # H9: the revoker's own nil.
        (
            "penalties.revoke.nil",
            {},
            (
                "A nil bidder who revokes fails the nil, even without taking a trick. Tricks lost or won as a penalty "
                "neither make nor break a nil."
            ),
        ),
        (
            "penalties.revoke.nil",
            {"irregularities__revoke_and_nil": "untouched", "nil__scoring": "linked"},
            (
                "A revoke does not affect the revoker's own nil, which is judged by its tricks alone. Tricks lost or "
                "won as a penalty neither make nor break a nil, except through the contract that it falls with."
            ),
        ),
        (
            "penalties.revoke.nil",
            {"irregularities__revoke_penalty": "contract_set", "irregularities__revoke_and_nil": "no_points"},
            "A nil bidder who revokes scores nothing for the nil without taking a trick, and fails it by taking one.",
        ),
        (
            "penalties.revoke.nil",
            {"irregularities__revoke_penalty": "none"},
            CIRCUMSTANCES["no_revoke_penalty"].text,
        ),
        ("penalties.revoke.nil", {"bidding__zero": "not_allowed"}, CIRCUMSTANCES["no_nil"].text),
        # H2, H3: calls.
        (
            "calls.until",
            {"irregularities__accusation_until": "end_of_round"},
            (
                "A revoke must be called while the round is being played. A later call brings no penalty; if no call "
                "is recorded, a director's review of the whole round counts as one in time."
            ),
        ),
        (
            "calls.until",
            {"irregularities__accusation_until": "end_of_round", "irregularities__revoke_penalty": "none"},
            "A revoke must be called while the round is being played.",
        ),
        (
            "penalties.false_call.remedy",
            {"irregularities__false_accusation": "same_penalty"},
            (
                "Calling a revoke by another side when there was none is penalised like a revoke by the caller but "
                "does not affect the caller's nil."
            ),
        ),
        (
            "penalties.false_call.remedy",
            {"irregularities__false_accusation": "same_penalty", "bidding__zero": "not_allowed"},
            "Calling a revoke by another side when there was none is penalised like a revoke by the caller.",
        ),
        (
            "penalties.false_call.remedy",
            {"irregularities__false_accusation": "same_penalty", "irregularities__revoke_penalty": "bridge_64"},
            (
                "Calling a revoke by another side when there was none costs the caller's side 1 trick, if it has taken "
                "any."
            ),
        ),
        (
            "penalties.false_call.remedy",
            {"irregularities__false_accusation": "same_penalty", "irregularities__revoke_penalty": "none"},
            "Calling a revoke by another side when there was none has no penalty, as a revoke has none.",
        ),
        # H3: a lead that follows from a wrong winner in the record is no offence (docs/reference/rules.md, cascades,
        # row 4).
        (
            "penalties.play_out_of_turn.remedy",
            {"irregularities__out_of_turn": "stands"},
            (
                "A card played out of turn stands, even a lead, and has no penalty. A lead by a player wrongly "
                "recorded as the winner of the trick before is not out of turn."
            ),
        ),
        (
            "penalties.play_out_of_turn.remedy",
            {"irregularities__out_of_turn": "tricks", "irregularities__revoke_tricks": 1},
            (
                "A card played out of turn stands, even a lead, and costs its side 1 trick, if it has taken any. A "
                "lead by a player wrongly recorded as the winner of the trick before is not out of turn."
            ),
        ),
        # H3: a penalty of 0 tricks is off.
        (
            "penalties.revoke.remedy",
            {"irregularities__revoke_tricks": 0},
            "The penalty for a revoke is nothing.",
        ),
        # F3: what a contract that is set does not lose does not depend on whether its tricks were bid blind.
        (
            "bids.number.failed",
            {"scoring__set": "zero", "blind_bid__allowed": True},
            "A contract that is set scores nothing.",
        ),
        # H10, H3.
        (
            "penalties.early_spade.as",
            {"irregularities__illegal_spade_lead": "as_revoke", "play__spade_lead": "after_first_trick"},
            CIRCUMSTANCES["spades_unbroken"].text,
        ),
        (
            "penalties.wrong_count.remedy",
            {"irregularities__wrong_count": "offender_set"},
            "A side with a hand of the wrong number of cards is set, however many tricks it takes.",
        ),
    ],
)
def test_a_sentence_follows_the_other_parameters(name: str, values: dict[str, object], expected: str) -> None:
    assert says(name, **values) == expected
