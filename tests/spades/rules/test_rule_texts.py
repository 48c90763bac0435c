"""Sentences of the rulebook in full, each under parameters that change its words."""

from __future__ import annotations

import pytest

from service.spades.rules.circumstances import CIRCUMSTANCES
from service.spades.rules.rulebook import rule_text, values_in_words
from service.spades.rules.ruleset import parameters_from


def says(name: str, **values: object) -> str:
    """Return the sentence of a parameter; ``bags__limit=5`` sets ``bags.limit``."""
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
        # Bids and what they are worth.
        (
            "bids.by",
            {"bids__by": "team", "bids__first_round": "bids_itself"},
            "Each side makes a single bid. Round one is played without bids.",
        ),
        (
            "bids.number.most",
            {},
            "A bid may not be for more tricks than the round has: 13.",
        ),
        (
            "bids.number.least",
            {"bids__by": "team", "bids__number__least": 2, "bids__nil__allowed": False},
            "A side's bid must be at least 2 tricks.",
        ),
        (
            "bids.number.least",
            {"bids__zero__allowed": True},
            "A player's bid other than 0 must be at least 1 trick.",
        ),
        (
            "bids.side_breach",
            {"bids__side_least": 4, "bids__side_breach": "set"},
            (
                "A side that bids below the board of 4 is set, however many tricks it takes; a side that bids "
                "nothing but nil is exempt."
            ),
        ),
        (
            "bids.nil.failed_bags_when_set",
            {"bids__nil__failed_tricks": "to_contract"},
            "The tricks of a failed nil bidder are not set apart as bags, so this rule does not apply.",
        ),
        (
            "bids.nil.failed_bags_when_set",
            {"bags__limit": 0},
            "If the contract is set, the tricks of a failed nil bidder score no points.",
        ),
        (
            "bids.nil.made",
            {"bids__nil__allowed": False, "bids__zero__allowed": True},
            "A nil, though not allowed here, scores 100 points when its bidder takes no tricks.",
        ),
        (
            "bids.nil.made",
            {"bids__nil__allowed": False, "bids__blind_nil__allowed": True},
            "A nil, though not allowed here, scores 100 points when its bidder takes no tricks.",
        ),
        (
            "bids.blind_nil.made",
            {},
            "A blind nil, though not allowed here, scores 200 points when its bidder takes no tricks.",
        ),
        (
            "bids.nil.made",
            {},
            "A nil scores 100 points when its bidder takes no tricks.",
        ),
        (
            "bids.nil.failed",
            {},
            "A nil costs 100 points when its bidder takes a trick.",
        ),
        (
            "bids.nil.made",
            {"bids__linked": True},
            (
                "A nil scores 100 points when its bidder takes no tricks, provided that the contract and any "
                "other nil of the side are made too."
            ),
        ),
        (
            "bids.nil.failed",
            {"bids__linked": True},
            ("A nil costs 100 points when its bidder takes a trick, and its side's contract falls with it."),
        ),
        (
            "bids.nil.made",
            {"bids__both_nil__how": "joint"},
            (
                "A nil scores 100 points when its bidder takes no tricks. When both partners bid nil, the two "
                "nils are scored together instead."
            ),
        ),
        (
            "bids.linked",
            {"bids__linked": True},
            (
                "A nil and its side's contract stand or fall together. If either fails, the side scores the value "
                "of a failed nil, and its contract costs 10 points for each trick bid, with no overtricks and no "
                "bags. That is one set."
            ),
        ),
        (
            "bids.linked",
            {"bids__linked": True, "bids__both_nil__how": "joint"},
            (
                "A nil and its side's contract stand or fall together. If either fails, the side scores the value "
                "of a failed nil, and its contract costs 10 points for each trick bid, with no overtricks and no "
                "bags. That is one set."
            ),
        ),
        (
            "bids.nil.made",
            {"bids__nil__made": {"points": 50, "per_trick": 10}},
            (
                "A nil scores 50 points (points by the trick have no effect: nil is a bid of none) when its bidder"
                " takes no tricks."
            ),
        ),
        (
            "bids.blind_nil.failed",
            {"bids__blind_nil__allowed": True, "bids__blind_nil__failed": {"per_missing_trick": -10}},
            (
                "A blind nil scores nothing (points by the trick have no effect: nil is a bid of none) when its bidder"
                " takes a trick."
            ),
        ),
        (
            "bids.linked",
            {"bids__linked": True, "bids__by": "team"},
            "A side makes a single bid, not one for each partner, so this rule does not apply.",
        ),
        (
            "bids.linked",
            {},
            ("A nil and its side's contract are scored separately: one may be made while the other fails."),
        ),
        (
            "bids.both_nil.failed",
            {"bids__both_nil__how": "joint_no_loss"},
            "When both partners bid nil and either takes a trick, the two nils together score nothing.",
        ),
        (
            "bids.both_nil.how",
            {"bids__linked": True},
            (
                "When both partners bid nil, each nil is scored on its own, but if either fails, both are scored "
                "as failed."
            ),
        ),
        (
            "bids.both_nil.how",
            {},
            "When both partners bid nil, each nil is scored on its own.",
        ),
        (
            "bids.both_nil.how",
            {"bids__both_nil__how": "joint"},
            (
                "When both partners bid nil, blind or not, the two nils together score 200 points if neither "
                "takes a trick and cost 200 points if either does."
            ),
        ),
        (
            "bids.both_nil.how",
            {"bids__both_nil__how": "forbidden"},
            "Only one of the two partners may bid nil in the same round.",
        ),
        (
            "bids.blind_nil.exchange",
            {"bids__nil__exchange": 3, "bids__blind_nil__allowed": True},
            "For a blind nil partners pass no cards.",
        ),
        (
            "bids.nil.exchange",
            {"bids__nil__exchange": 1},
            "The partners of a side that bids a nil pass each other 1 card after the bidding.",
        ),
        (
            "bids.blind.allowed",
            {"bids__blind__allowed": True, "bids__blind__least": 6},
            (
                "A bid of at least 6 tricks may be made blind, before looking at the hand, by a side at least 100 "
                "points behind the leading side."
            ),
        ),
        (
            "bids.blind.allowed",
            {"bids__blind__allowed": True, "bids__blind__deficit": 0},
            "A bid of at least 1 trick may be made blind, before looking at the hand, by any side.",
        ),
        (
            "bids.blind.deficit",
            {"bids__blind__allowed": True},
            "Only a side at least 100 points behind the leading side may bid tricks blind.",
        ),
        (
            "bids.blind.least",
            {"bids__blind__allowed": True},
            "A blind bid other than nil must be at least 1 trick.",
        ),
        (
            "bids.blind.made",
            {"bids__blind__allowed": True},
            (
                "When the contract is made, a blind bid scores 20 points for each trick bid. A partner's ordinary "
                "bid keeps its own rate, and the two are made or set as one contract."
            ),
        ),
        (
            "bids.blind.failed",
            {"bids__blind__allowed": True, "bids__blind__failed": {}},
            (
                "When the contract is set, a blind bid scores nothing. A partner's ordinary bid keeps its own "
                "rate, and the two are made or set as one contract."
            ),
        ),
        (
            "bids.blind.overtrick",
            {"bids__blind__allowed": True, "bids__blind__overtrick": 0},
            "The overtricks of a side with a blind bid score no points. They are bags all the same.",
        ),
        (
            "bids.blind.overtrick",
            {"bids__blind__allowed": True, "bids__blind__exact": True},
            ("An overtrick of a side with a blind bid scores 1 point, but one overtrick sets the contract."),
        ),
        (
            "bids.blind.exact",
            {"bids__blind__allowed": True, "bids__blind__exact": True},
            "A contract with a blind bid has to be taken exactly: an overtrick sets it too.",
        ),
        (
            "bids.number.exact",
            {"bids__number__exact": True},
            "A contract has to be taken exactly: an overtrick sets it too.",
        ),
        (
            "bids.number.exact",
            {},
            "A contract is not set by overtricks.",
        ),
        (
            "bids.blind.exact",
            {},
            "A contract with a blind bid, though not allowed here, is not set by overtricks.",
        ),
        (
            "bids.number.made",
            {"bids__blind__allowed": True, "contracts": [{"made": {"points": 200}, "instead": True}]},
            (
                "A contract that is made scores 10 points for each trick bid, except for tricks bid blind and "
                "contracts with points of their own."
            ),
        ),
        (
            "bids.number.made",
            {},
            "A contract that is made scores 10 points for each trick bid.",
        ),
        (
            "bids.number.made",
            {"bids__number__made": {"points": 5, "per_trick": 10}},
            "A contract that is made scores 5 points and 10 points for each trick bid.",
        ),
        (
            "bids.number.failed",
            {"bids__number__failed": {"per_missing_trick": -10}},
            "A contract that is set costs 10 points for each trick that it falls short.",
        ),
        (
            "bids.number.failed",
            {"bids__number__failed": {"points": -5, "per_trick": -10, "per_missing_trick": -1}},
            (
                "A contract that is set costs 5 points, 10 points for each trick bid and 1 point for each trick "
                "that it falls short."
            ),
        ),
        (
            "bids.number.failed",
            {"bids__number__failed": {}, "bids__blind__failed": {}, "bids__blind__allowed": True},
            "A contract that is set scores nothing.",
        ),
        (
            "bids.number.failed",
            {"bids__number__failed": {}, "bids__blind__allowed": True},
            "A contract that is set scores nothing, except for tricks bid blind.",
        ),
        (
            "bids.number.overtrick",
            {"bids__number__overtrick": -10},
            "Each overtrick of a contract that is made costs 10 points.",
        ),
        (
            "bids.number.overtrick",
            {"bids__blind__allowed": True, "bids__blind__overtrick": 0},
            ("Each overtrick of a contract that is made scores 1 point, except for a side with a blind bid."),
        ),
        (
            "bids.number.allowed",
            {"bids__number__allowed": False, "bids__blind__allowed": True},
            "Tricks may only be bid blind.",
        ),
        (
            "bids.zero.allowed",
            {},
            "A bid of 0 is always nil: there is none without a promise.",
        ),
        (
            "bids.zero.allowed",
            {"bids__zero__allowed": True},
            (
                'A bid of 0 of the kind "zero" is not nil but an ordinary bid that promises nothing and adds '
                "nothing to the contract."
            ),
        ),
        (
            "bids.nil.allowed",
            {"bids__zero__allowed": True},
            'A bid of 0 of the kind "nil" is nil: the bidder undertakes to take no tricks.',
        ),
        (
            "bids.zero.allowed",
            {"bids__nil__allowed": False},
            "A bid of 0 is not allowed.",
        ),
        (
            "bids.zero.allowed",
            {"bids__nil__allowed": False, "bids__zero__allowed": True},
            ("A bid of 0 is not nil but an ordinary bid that promises nothing and adds nothing to the contract."),
        ),
        (
            "bids.nil.allowed",
            {"bids__nil__allowed": False},
            "Nil may not be bid.",
        ),
        (
            "bids.nil.allowed",
            {"bids__nil__allowed": False, "bids__blind_nil__allowed": True},
            "Nil may not be bid, except blind.",
        ),
        (
            "bids.blind_nil.allowed",
            {"bids__nil__allowed": False, "bids__blind_nil__allowed": True},
            "Nil may be bid blind, before looking at the hand.",
        ),
        (
            "bids.nil.deficit",
            {"bids__nil__deficit": 150},
            "Only a side at least 150 points behind the leading side may bid nil.",
        ),
        (
            "bids.nil.deficit",
            {},
            "Nil may be bid whatever the score.",
        ),
        (
            "bids.number.deficit",
            {"bids__number__deficit": 50},
            "Only a side at least 50 points behind the leading side may bid tricks.",
        ),
        (
            "bids.zero.deficit",
            {"bids__zero__allowed": True},
            "A 0 without a promise may be bid whatever the score.",
        ),
        (
            "bids.zero.deficit",
            {"bids__zero__allowed": True, "bids__zero__deficit": 20},
            "Only a side at least 20 points behind the leading side may bid a 0 without a promise.",
        ),
        (
            "bids.blind_nil.per_side",
            {"bids__blind_nil__allowed": True, "bids__blind_nil__per_side": 1},
            "Only one of two partners may bid nil blind.",
        ),
        (
            "bids.number.per_side",
            {},
            "Both partners of a side may bid tricks.",
        ),
        (
            "bids.number.per_side",
            {"bids__number__per_side": 2},
            "Both partners of a side may bid tricks.",
        ),
        (
            "bids.nil.per_side",
            {"bids__both_nil__how": "forbidden"},
            "Another rule says how many partners may bid nil, so this rule does not apply.",
        ),
        (
            "bids.blind.per_side",
            {"bids__blind__allowed": True, "bids__blind__per_side": 1},
            "Only one of two partners may bid tricks blind.",
        ),
        (
            "bids.zero.per_side",
            {"bids__zero__allowed": True, "bids__zero__per_side": 1},
            "Only one of two partners may bid a 0 without a promise.",
        ),
        (
            "bids.nil.counts_as_set",
            {},
            "A side can be set any number of times, so this rule does not apply.",
        ),
        (
            "bids.nil.counts_as_set",
            {"bids__nil__counts_as_set": True, "game__sets_limit": 2},
            "A failed nil counts as a set. A side is set at most once in a round.",
        ),
        (
            "bids.nil.counts_as_set",
            {"game__sets_limit": 2},
            "A failed nil does not count as a set.",
        ),
        (
            "bids.both_nil.tricks",
            {},
            "When both partners' nils fail, their tricks count as those of a single failed nil do.",
        ),
        (
            "bids.both_nil.tricks",
            {"bids__both_nil__tricks": "none"},
            ("When both partners' nils fail, their tricks count for nothing: not as overtricks and not as bags."),
        ),
        (
            "bids.table.least",
            {},
            "There is no rule on the total of all bids.",
        ),
        (
            "bids.table.least",
            {"bids__table__least": 11},
            "All bids together must be at least 11.",
        ),
        (
            "bids.table.most",
            {"bids__table__most": 13},
            "All bids together may be at most 13.",
        ),
        (
            "bids.table.most",
            {"bids__table__least": 11},
            "All bids together have no maximum.",
        ),
        (
            "bids.table.not",
            {"bids__table__not": [11, 13]},
            "All bids together may not be exactly 11 or 13.",
        ),
        (
            "bids.table.not_hand_size",
            {"bids__table__not_hand_size": True},
            "The total of all bids may not be exactly the number of tricks in the round: 13.",
        ),
        (
            "bids.table.not_hand_size",
            {"bids__table__least": 11},
            "There is no rule that keeps all bids together off the number of tricks in the round.",
        ),
        (
            "bids.table.breach",
            {"bids__table__least": 11},
            "If the total of all bids is not allowed, the last bid is what breaks the rule.",
        ),
        (
            "bids.table.breach",
            {"bids__table__least": 11, "bids__table__breach": "redeal"},
            ("If the total of all bids is not allowed, the round is thrown in: nobody scores, and it is dealt again."),
        ),
        (
            "bids.table.least",
            {"bids__table__most": 13},
            "All bids together have no minimum.",
        ),
        # Contracts and bags.
        (
            "contracts",
            {},
            "No contract has a value of its own, and taking every trick brings nothing.",
        ),
        (
            "contracts",
            {
                "contracts": [
                    {"least": 10, "most": 10, "made": {"points": 200}, "failed": {"points": -200}, "instead": True}
                ]
            },
            (
                "A contract of 10 tricks scores 200 points if it is made and costs 200 points if it is set, "
                "instead of the ordinary points."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"least": 10, "made": {"points": 100}, "failed": {"points": -100}}]},
            (
                "A contract of 10 or more tricks scores 100 points if it is made and costs 100 points if it is "
                "set, on top of its points."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"made": {}, "wins_game": True}]},
            "A contract of every trick of the round wins the game if it is made.",
        ),
        (
            "contracts",
            {
                "contracts": [
                    {"made": {"points": 250}, "failed": {"points": -130}, "instead": True, "wins_game": True},
                    {"bid": False, "made": {"points": 250}, "wins_game": True},
                ]
            },
            (
                "A contract of every trick of the round scores 250 points and wins the game if it is made and "
                "costs 130 points if it is set, instead of the ordinary points. Taking every trick of the round "
                "without having bid it, a Boston, scores 250 points extra and wins the game."
            ),
        ),
        (
            "contracts",
            {
                "contracts": [
                    {
                        "least": 10,
                        "blind": "without",
                        "made": {"points": 200},
                        "failed": {"points": -100},
                        "instead": True,
                    }
                ]
            },
            (
                "A contract of 10 or more tricks, without a blind bid, scores 200 points if it is made and costs "
                "100 points if it is set, instead of the ordinary points."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"blind": "with", "made": {"points": 350}, "failed": {}, "instead": True}]},
            (
                "A contract of every trick of the round, with a blind bid, scores 350 points if it is made and "
                "scores nothing if it is set, instead of the ordinary points."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"bid": False, "made": {}, "wins_game": True}]},
            "Taking every trick of the round without having bid it, a Boston, wins the game.",
        ),
        (
            "contracts",
            {
                "contracts": [
                    {"bid": False, "failed": {}, "made": {"points": 30}},
                    {"bid": False, "least": 14, "made": {"points": 50}, "instead": True, "blind": "with"},
                ]
            },
            (
                "Taking every trick of the round without having bid it, a Boston, scores 30 points extra. Nobody bids"
                " it, so `failed` has no effect. Taking 14 or more tricks without a bid of at least 14 scores 50 points"
                " extra. Nobody bids it, so `blind` and `instead` have no effect. No round has that many tricks."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"bid": False, "least": 10, "most": 12, "made": {"points": 30}}]},
            "Taking 10 to 12 tricks without a bid of at least 10 scores 30 points extra.",
        ),
        (
            "contracts",
            {"contracts": [{"least": 8, "most": 9, "made": {}}]},
            "A contract of 8 to 9 tricks has no points of its own.",
        ),
        (
            "contracts",
            {"bids__linked": True, "contracts": [{"least": 10, "made": {"points": 200}, "instead": True}]},
            (
                "A contract of 10 or more tricks scores 200 points if it is made, instead of the ordinary points. A "
                "contract beside a nil stands or falls with the nil, under its own rule."
            ),
        ),
        (
            "contracts",
            {"contracts": [{"least": 10, "made": {"points": 50}}]},
            "A contract of 10 or more tricks scores 50 points if it is made, on top of its points.",
        ),
        (
            "bags.credit",
            {},
            "The bag penalty brings the other sides nothing.",
        ),
        (
            "bags.credit",
            {"bags__credit": 50},
            "Each time the bag penalty falls due, every other side scores 50 points.",
        ),
        (
            "bags.points_cancelled",
            {"bags__points_cancelled": True},
            "The bag penalty also takes back the points of the 10 bags, which costs 10 points.",
        ),
        (
            "bags.points_cancelled",
            {"bags__points_cancelled": True, "bids__number__overtrick": -1},
            "The bag penalty also takes back the points of the 10 bags, which scores 10 points.",
        ),
        (
            "bags.penalty",
            {"bags__penalty": 0},
            "Reaching 10 bags scores nothing.",
        ),
        (
            "bags.limit",
            {},
            "Each overtrick is a bag, and each time a side's bags reach 10, it costs 100 points.",
        ),
        # Penalties and calls.
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__tricks": 1},
            "The penalty for a revoke is 1 trick, if the side has taken any.",
        ),
        (
            "penalties.revoke.remedy",
            {},
            ("The penalty for a revoke is 3 of the tricks that the side has taken, or all of them if there are fewer."),
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__tricks": 0},
            "The penalty for a revoke is nothing.",
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__to": "opponents"},
            (
                "The penalty for a revoke is 3 of the tricks that the side has taken, or all of them if there are "
                "fewer, which the other side gets."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "no_points"},
            (
                "For a revoke, the side scores no points for making its contract. Its overtricks score none "
                "either, but are bags; a contract that is set is scored as usual."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "set", "bids__first_round": "bids_itself"},
            (
                "For a revoke, the side is set, however many tricks it takes. In round one, which has no bids, "
                "the offending side's tricks score nothing."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "credit_opponents"},
            (
                "For a revoke, the side's contract fails as if it had taken no trick, and every side that commits "
                "no such offence is scored as if it had taken exactly its contract, nils apart."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {
                "penalties__revoke__remedy": "points",
                "penalties__revoke__points": -200,
                "penalties__revoke__to": "opponents",
            },
            "The penalty for a revoke is 200 points, which the other side gets.",
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "bridge_64"},
            (
                "The penalty for a revoke is 2 tricks if its player won that trick and the side won a later one "
                "too, 1 trick if the side won that trick or a later one in any other way, and none if it won "
                "neither. There is none for a second such offence by the same player in the same suit, if another "
                "side revoked too, or in the last trick but one."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "redeal"},
            "For a revoke, the round is void: nobody scores, and it is dealt again.",
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "forfeit_game"},
            "For a revoke, the side loses the game.",
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "none"},
            "There is no penalty for a revoke.",
        ),
        (
            "penalties.revoke.remedy",
            {"penalties__revoke__remedy": "choice", "penalties__revoke__of": ["none", "tricks", "redeal"]},
            (
                "For a revoke, the other side chooses: the play goes on as it is; the side loses 3 of its tricks; "
                "or the round is dealt again."
            ),
        ),
        (
            "penalties.revoke.remedy",
            {
                "penalties__revoke__remedy": "choice",
                "penalties__revoke__of": ["points", "set"],
                "penalties__revoke__points": -50,
            },
            "For a revoke, the other side chooses: the side loses 50 points; or the side is set.",
        ),
        (
            "penalties.revoke.remedy",
            {
                "penalties__revoke__remedy": "choice",
                "penalties__revoke__of": ["no_points", "credit_opponents", "forfeit_game"],
            },
            (
                "For a revoke, the other side chooses: the side scores nothing for its contract; the side loses "
                "its bid, and the others are credited with theirs; or the side loses the game."
            ),
        ),
        (
            "penalties.early_spade.remedy",
            {"penalties__early_spade__remedy": "bridge_64"},
            (
                "The penalty for a spade led too early is 2 tricks if its player won that trick and the side won "
                "a later one too, 1 trick if the side won that trick or a later one in any other way, and none if "
                "it won neither. There is none for a second such offence by the same player in the same suit, if "
                "another side revoked too, or in the last trick but one."
            ),
        ),
        (
            "penalties.early_spade.remedy",
            {},
            "There is no penalty for a spade led too early.",
        ),
        (
            "penalties.early_spade.remedy",
            {"penalties__early_spade__as": "revoke"},
            "A spade led too early is penalised like another offence, so this rule does not apply.",
        ),
        (
            "penalties.early_spade.as",
            {"penalties__early_spade__as": "revoke"},
            "A spade led too early is penalised like a revoke, counts as one, and has to be called.",
        ),
        (
            "penalties.early_spade.as",
            {},
            "A spade led too early is not penalised like another.",
        ),
        (
            "penalties.early_spade.as",
            {"penalties__early_spade__as": "revoke", "play__spade_lead": "any_time"},
            "Spades need not be broken before they are led, so this rule does not apply.",
        ),
        (
            "penalties.revoke.tricks",
            {},
            "The penalty for a revoke is 3 tricks.",
        ),
        (
            "penalties.revoke.tricks",
            {"penalties__revoke__remedy": "bridge_64"},
            "The penalty for a revoke is not a fixed number of tricks, so this rule does not apply.",
        ),
        (
            "penalties.revoke.points",
            {},
            "The penalty for a revoke is not a number of points, so this rule does not apply.",
        ),
        (
            "penalties.revoke.points",
            {"penalties__revoke__remedy": "points", "penalties__revoke__points": -200},
            "The penalty for a revoke is 200 points.",
        ),
        (
            "penalties.revoke.to",
            {},
            "What is lost as a penalty for a revoke goes to nobody.",
        ),
        (
            "penalties.revoke.to",
            {"penalties__revoke__to": "opponents"},
            "What is lost as a penalty for a revoke goes to the other side.",
        ),
        (
            "penalties.revoke.to",
            {"penalties__revoke__remedy": "set"},
            "The penalty for a revoke takes neither tricks nor points, so this rule does not apply.",
        ),
        (
            "penalties.revoke.to",
            {"penalties__revoke__remedy": "bridge_64"},
            "What is lost as a penalty for a revoke goes to nobody.",
        ),
        (
            "penalties.revoke.repeat",
            {},
            "A further revoke in the same round is penalised like the first.",
        ),
        (
            "penalties.revoke.repeat",
            {"penalties__revoke__remedy": "bridge_64"},
            ("A further revoke in the same round is penalised like the first, unless it is one without a penalty."),
        ),
        (
            "penalties.revoke.repeat",
            {"penalties__revoke__remedy": "none", "penalties__revoke__repeat": "forfeit_game"},
            "There is no penalty for a revoke, so this rule does not apply.",
        ),
        (
            "penalties.revoke.repeat",
            {"penalties__revoke__remedy": "forfeit_game"},
            "For a revoke a side loses the game, so a further one costs nothing more.",
        ),
        (
            "penalties.revoke.repeat",
            {"penalties__revoke__repeat": "once_a_suit"},
            (
                "A further revoke by the same player in the same suit and round has no penalty; any other is "
                "penalised like the first."
            ),
        ),
        (
            "penalties.revoke.repeat",
            {"penalties__revoke__repeat": "forfeit_game"},
            (
                "A side's second revoke in the game loses it the game; a revoke that was corrected in time or "
                "called too late does not count."
            ),
        ),
        (
            "penalties.early_spade.repeat",
            {"penalties__early_spade__remedy": "set"},
            "A further spade led too early in the same round is penalised like the first.",
        ),
        (
            "penalties.opening_card.repeat",
            {"penalties__opening_card__remedy": "set"},
            "A player plays one card to the first trick of a round, so this rule does not apply.",
        ),
        (
            "penalties.revoke.nil",
            {},
            (
                "A nil bidder's revoke fails the nil, even without taking a trick. Tricks lost or won as a "
                "penalty neither make nor break a nil."
            ),
        ),
        (
            "penalties.revoke.nil",
            {"penalties__revoke__nil": "untouched", "bids__linked": True},
            (
                "A revoke does not affect the offender's own nil, which is judged by its tricks alone. Tricks "
                "lost or won as a penalty neither make nor break a nil, except through the contract that it falls "
                "with."
            ),
        ),
        (
            "penalties.revoke.nil",
            {"penalties__revoke__remedy": "set", "penalties__revoke__nil": "no_points"},
            (
                "For a revoke a nil bidder scores nothing for the nil without taking a trick, and fails it by "
                "taking one."
            ),
        ),
        (
            "penalties.revoke.nil",
            {"penalties__revoke__remedy": "none"},
            "There is no penalty for a revoke, so this rule does not apply.",
        ),
        (
            "penalties.revoke.nil",
            {"bids__nil__allowed": False},
            "There is no nil in this game, so this rule does not apply.",
        ),
        (
            "penalties.opening_card.nil",
            {"penalties__opening_card__remedy": "set", "penalties__opening_card__nil": "fails"},
            (
                "A nil bidder's opening lead that is not allowed fails the nil, even without taking a trick. "
                "Tricks lost or won as a penalty neither make nor break a nil."
            ),
        ),
        (
            "penalties.false_call.nil",
            {"penalties__false_call__remedy": "tricks"},
            (
                "A false revoke call does not affect the offender's own nil, which is judged by its tricks alone. "
                "Tricks lost or won as a penalty neither make nor break a nil."
            ),
        ),
        (
            "penalties.illegal_bid.nil",
            {"penalties__illegal_bid__remedy": "set", "penalties__illegal_bid__nil": "fails"},
            (
                "A nil bidder's bid that is not allowed fails the nil, even without taking a trick. Tricks lost "
                "or won as a penalty neither make nor break a nil."
            ),
        ),
        (
            "penalties.revoke.of",
            {},
            "For a revoke there is nothing to choose, so this rule does not apply.",
        ),
        (
            "penalties.revoke.of",
            {"penalties__revoke__remedy": "choice", "penalties__revoke__of": ["none", "redeal"]},
            ("For a revoke, the other side chooses: the play goes on as it is; or the round is dealt again."),
        ),
        (
            "calls.until",
            {"calls__until": "end_of_round"},
            (
                "A revoke must be called while the round is being played. A later call brings no penalty; if no "
                "call is recorded, a director's review of the whole round counts as one in time."
            ),
        ),
        (
            "calls.until",
            {"calls__until": "end_of_round", "penalties__revoke__remedy": "none"},
            "A revoke must be called while the round is being played.",
        ),
        (
            "penalties.false_call.as",
            {"penalties__false_call__as": "revoke"},
            "A false revoke call is penalised like a revoke.",
        ),
        (
            "penalties.false_call.remedy",
            {"penalties__false_call__remedy": "set"},
            "For a false revoke call, the side is set, however many tricks it takes.",
        ),
        (
            "penalties.false_call.remedy",
            {},
            "There is no penalty for a false revoke call.",
        ),
        (
            "penalties.play_out_of_turn.remedy",
            {},
            "There is no penalty for a card played out of turn.",
        ),
        (
            "penalties.lead_out_of_turn.remedy",
            {},
            "There is no penalty for a lead out of turn.",
        ),
        (
            "penalties.play_out_of_turn.remedy",
            {"penalties__play_out_of_turn__remedy": "tricks", "penalties__play_out_of_turn__tricks": 1},
            "The penalty for a card played out of turn is 1 trick, if the side has taken any.",
        ),
        (
            "penalties.lead_out_of_turn.as",
            {"penalties__lead_out_of_turn__as": "revoke"},
            "A lead out of turn is penalised like a revoke.",
        ),
        (
            "penalties.wrong_count.remedy",
            {"penalties__wrong_count__remedy": "set"},
            "For a hand of the wrong number of cards, the side is set, however many tricks it takes.",
        ),
        (
            "penalties.wrong_count.remedy",
            {},
            ("For a hand of the wrong number of cards, the round is void: nobody scores, and it is dealt again."),
        ),
        (
            "penalties.card_taken_back.remedy",
            {},
            "There is no penalty for a legal card that is taken back for another.",
        ),
        (
            "penalties.illegal_bid.remedy",
            {},
            "There is no penalty for a bid that is not allowed.",
        ),
        (
            "penalties.bid_out_of_turn.remedy",
            {"penalties__bid_out_of_turn__remedy": "points", "penalties__bid_out_of_turn__points": -10},
            "The penalty for a bid out of turn is 10 points.",
        ),
        (
            "penalties.card_taken_back.remedy",
            {"penalties__card_taken_back__remedy": "tricks"},
            (
                "The penalty for a legal card that is taken back for another is 3 of the tricks that the side has "
                "taken, or all of them if there are fewer."
            ),
        ),
        (
            "bids.side_least",
            {"bids__side_least": 4},
            ("The board is 4: a side's contract must be at least that; a side that bids nothing but nil is exempt."),
        ),
        (
            "bids.partner_of_nil.least",
            {"bids__partner_of_nil__least": 3},
            "The partner of a nil bidder must bid at least 3, or nil as well.",
        ),
        (
            "bids.restriction",
            {"bids__restriction": "whiz"},
            "Each player must bid nil or exactly the number of spades in hand.",
        ),
        (
            "table.misdeal",
            {},
            "No player may call a misdeal because of the cards in hand.",
        ),
        (
            "table.misdeal",
            {"table__misdeal": ["no_spade"]},
            "A player with no spade in hand may call a misdeal; the round is then void.",
        ),
        (
            "bids.nil.failed_tricks",
            {},
            (
                "The tricks of a failed nil bidder do not count towards the side's contract; if the contract is "
                "made, they score like overtricks and are bags."
            ),
        ),
        (
            "bids.blind_nil.failed_tricks",
            {},
            (
                "The tricks of a failed blind nil bidder, though not allowed here, do not count towards the "
                "side's contract; if the contract is made, they score like overtricks and are bags."
            ),
        ),
        (
            "bids.nil.failed_tricks",
            {"bids__nil__failed_tricks": "bags_without_points"},
            (
                "The tricks of a failed nil bidder score nothing and do not count towards the side's contract, "
                "but are bags."
            ),
        ),
        (
            "bids.first_round",
            {"bids__first_round": "bids_itself"},
            (
                "Round one is played without bids: each trick scores 10 points for the side that takes it, and "
                "none is a bag."
            ),
        ),
        (
            "game.sets_limit",
            {"game__sets_limit": 2},
            "A side that has been set 2 times loses the game.",
        ),
        ("game.floor_test", {}, CIRCUMSTANCES["no_floor"].text),
        (
            "game.floor",
            {"game__floor": -60, "game__floor_test": "below", "game__floor_effect": "highest_wins"},
            "A side with less than -60 points after a round ends the game.",
        ),
        (
            "game.consecutive_sets_limit",
            {"game__sets_limit": 2, "game__consecutive_sets_limit": 2},
            "As many sets, in a row or not, have lost the game by then, so this rule does not apply.",
        ),
    ],
)
def test_a_sentence_follows_the_other_parameters(name: str, values: dict[str, object], expected: str) -> None:
    assert says(name, **values) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "bids.number.most",
            {
                "0": "A bid may not be for more tricks than the round has: as many as a hand has cards.",
                "any other": (
                    "A player may bid at most `bids.number.most` tricks, and never more than the round has: as many as "
                    "a hand has cards."
                ),
            },
        ),
        (
            "bids.blind.deficit",
            {
                "0": "Tricks may be bid blind whatever the score.",
                "any other": (
                    "Only a side at least `bids.blind.deficit` points behind the leading side may bid tricks blind."
                ),
            },
        ),
        (
            "bids.both_nil.how",
            {
                "each": "When both partners bid nil, each nil is scored on its own.",
                "joint": (
                    "When both partners bid nil, blind or not, the two nils together score `bids.both_nil.made` if "
                    "neither takes a trick and score `bids.both_nil.failed` if either does."
                ),
                "joint_no_loss": (
                    "When both partners bid nil, blind or not, the two nils together score `bids.both_nil.made` if "
                    "neither takes a trick and score nothing if either does."
                ),
                "forbidden": "Only one of the two partners may bid nil in the same round.",
            },
        ),
        ("penalties.revoke.tricks", {"any other": "The penalty for a revoke is `penalties.revoke.tricks` tricks."}),
        ("bids.nil.made", {}),
    ],
)
def test_under_any_rules_a_sentence_names_the_other_parameters(name: str, expected: dict[str, str]) -> None:
    assert values_in_words(name) == expected
