"""The parameters of the bidding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import ELSE, Circumstance, Conflict, Group, Means, Row, Word, parameter


@dataclass(frozen=True, slots=True)
class BiddingRules:
    """Who bids when, and which bids are legal."""

    first_bidder: Literal["left_of_dealer", "dealer", "non_dealer", "drawn_then_rotates"] = parameter(
        default="left_of_dealer",
        means={
            "left_of_dealer": Means(
                "The {side_of}player to the dealer's left bids first, and the bidding goes clockwise.{round_one}",
                "The player to the dealer's left.",
            ),
            "dealer": Means(
                "The {side_of}dealer bids first, and the bidding goes clockwise.{round_one}", "The dealer."
            ),
            "non_dealer": Means(
                "The {side_of}player who did not {deal} bids first, and the bidding goes clockwise.{round_one}",
                "With two players, the one who did not deal.",
            ),
            "drawn_then_rotates": Means(
                "There is no dealer: the first bidder of round one is drawn by lot, and the first bid then passes"
                " clockwise from round to round.{round_one}",
                "There is no dealer. In round one the player of the first bid recorded, and in each later round the"
                " next player clockwise.",
            ),
        },
        contract=(
            "The player who bids first. `drawn_then_rotates`: there is no dealer; the first bidder of round one is"
            " drawn by lot, and then the first bid passes on."
        ),
        page="Who bids first. The others follow clockwise.",
        code="C1",
        rule=(
            "who bids first. Under `drawn_then_rotates` there is no dealer, and a recorded one is ignored: whoever"
            " opened one round sits right of the player who opens the next"
        ),
        conflicts=(
            Conflict(
                ("non_dealer",),
                "not_two_players",
                ("table.players",),
                "only with two players is there just one who did not deal.",
            ),
        ),
    )
    minimum: int = parameter(
        default=1,
        means={ELSE: Means("A {bidder}'s bid{other_than_zero} must be at least {minimum:#trick}.")},
        least=1,
        most=27,
        contract="The lowest bid other than 0.",
        page="The minimum bid other than 0.",
        code="C3",
        rule="the least bid of tricks; whether 0 may be bid is C5 alone",
    )
    by: Literal["player", "team", "last_partner"] = parameter(
        default="player",
        means={
            "player": Means("Each player makes one bid.{round_one}", "Each player bids."),
            "team": Means("Each side makes a single bid.{round_one}", "Each side makes one bid."),
            "last_partner": Means(
                "Each player bids, and of two partners the one who bids second makes the contract of the side: the"
                " first number is advice.{nil_stands}{round_one}",
                "Each player bids. The number of the partner who bids second is the contract, and the first number is"
                " advice.",
            ),
        },
        contract=(
            "Whether each player bids, or each side as one. `last_partner`: each player bids, and the number of the"
            " partner who bids second is the contract of the side; the first number is advice, and a nil by either"
            " stands. A single bid of a side is its contract."
        ),
        page="Who makes a bid.",
        code="C2",
        rule=(
            "whether each player bids, or each side as one; or each player, and the number of the partner who bids"
            " second is the contract ([Bids](#bids))"
        ),
    )
    maximum: int = parameter(
        default=0,
        means={
            0: Means(
                "A bid may not be for more tricks than the round has: {size}.", "The number of tricks in the round."
            ),
            ELSE: Means(
                "A {bidder} may bid at most {bidding.maximum:#trick}, and never more than the round has: {size}.",
                "That many tricks, but never more than the round has.",
            ),
        },
        least=0,
        most=27,
        contract="The highest bid; 0 means the size of a hand.",
        page="The maximum bid.",
        code="C4",
        rule="the greatest bid; 0 means every trick of the round",
    )
    zero: Literal["nil", "uncommitted", "not_allowed"] = parameter(
        default="nil",
        means={
            "nil": Means(
                "A bid of 0 is nil: the bidder undertakes to take no tricks.",
                "Nil: the bidder undertakes to take no trick.",
            ),
            "uncommitted": Means(
                "A bid of 0 is not nil but an ordinary bid that promises nothing and adds nothing to the contract.",
                "An ordinary bid of no tricks.",
            ),
            "not_allowed": Means(
                "A bid of 0 is not allowed.", "Not allowed. It is scored as a bid of no tricks, not as nil."
            ),
        },
        contract="The meaning of a bid of 0; `uncommitted` is an ordinary bid of no tricks.",
        page="What a bid of 0 is.",
        code="C5",
        rule="a bid of 0 is nil, or an ordinary bid without a promise, or not allowed",
        more_rows=(
            Row("C13", "a player without spades bids 0, whether 0 is nil or not", "`bidding.zero` under `mirror`"),
            Row("D1", "whether there is nil"),
        ),
    )
    changes: Literal["never", "raise_until_opponents_bid"] = parameter(
        default="never",
        means={
            "never": Means(
                "A bid can't be changed once made; if a bidder bids twice, the first bid stands.",
                "It may not. If somebody bids twice, the first bid stands.",
            ),
            "raise_until_opponents_bid": Means(
                "A side may raise its bid until another side has bid: the highest bid that it has made by then counts."
                " Any other second bid changes nothing.",
                "A side may raise it until another side has bid. Any other second bid changes nothing.",
            ),
        },
        contract=(
            "When a bid may be changed. `raise_until_opponents_bid`: a side that bids as one may raise its bid until"
            " another side has bid."
        ),
        page="Whether a bid may be changed once it is made.",
        code="C11",
        rule=(
            "bids can't be changed: of two bids by one bidder the first counts; or a side that bids as one may raise"
            " its bid until another side has bid, and the bid that it raised is then no longer judged"
        ),
        conflicts=(
            Conflict(
                ("raise_until_opponents_bid",),
                "each_player_bids",
                ("bidding.by",),
                "the bid that may be raised is a side's, and each player bids.",
            ),
        ),
    )
    team_maximum: int = parameter(
        default=0,
        means={
            0: Means("There is no separate limit on a side's contract.", "There is no such limit."),
            ELSE: Means(
                "A side's contract may be at most {bidding.team_maximum:#trick}.", "That many tricks. Nil counts as 0."
            ),
        },
        least=0,
        most=54,
        contract="The highest total that a side may bid; 0 means no limit.",
        page="The maximum for the bids of a side in all.",
    )
    team_minimum: int = parameter(
        default=0,
        means={
            0: Means("There is no board: a side's contract has no minimum.", "There is no board."),
            ELSE: Means(
                "The board is {bidding.team_minimum}: a side's contract must be at least that{exempt_nil}.",
                "That many tricks. Nil counts as 0; a side that bids nothing but nil is exempt.",
            ),
        },
        least=0,
        most=27,
        contract="The board, which is the lowest total that a side must bid; 0 means none.",
        page="The board: the minimum for the bids of a side in all.",
        code="C6",
        rule=(
            "the board, the least that a side may bid. A side that bids nothing but nil is exempt."
            " `bidding.team_maximum` is its counterpart"
        ),
    )
    team_minimum_breach: Literal["illegal", "raised", "set"] = parameter(
        default="illegal",
        means={
            "illegal": Means(
                "A side may not bid below the board of {bidding.team_minimum}; if it does, the bid is scored as it was"
                " made{exempt_nil}.",
                "The bid is not allowed. If it is made anyway, it is scored as made.",
            ),
            "raised": Means(
                "If a side bids below the board of {bidding.team_minimum}, the last of its bids{but_nil} is raised to"
                " reach it{exempt_nil}.",
                "The bid is raised to the board.",
            ),
            "set": Means(
                "A side that bids below the board of {bidding.team_minimum} is set, however many tricks it"
                " takes{exempt_nil}.",
                "The side is set, however many tricks it takes.",
            ),
        },
        contract=(
            "What happens to a contract below the board: it is `illegal`, `raised` to the board, or `set` no matter"
            " what the side takes."
        ),
        page="What happens if a side bids less than the board.",
        code="C7",
        rule="a side below the board has made an illegal bid, or is raised to it, or is set",
        no_effect_if=("no_board",),
    )
    nil_partner_minimum: int = parameter(
        default=0,
        means={
            0: Means("There is no special minimum for a nil bidder's partner.", "There is no such rule."),
            ELSE: Means(
                "The partner of a nil bidder must bid at least {bidding.nil_partner_minimum}{or_nil}.",
                "That many tricks.",
            ),
        },
        least=0,
        most=27,
        contract="The lowest bid, other than nil, of a nil bidder's partner; 0 means no such rule.",
        page="The minimum bid for the partner of a nil bidder. A nil by the partner does not break this rule.",
        code="C8",
        rule="the least bid beside a partner's nil; another nil is no breach",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    nil_partner_breach: Literal["illegal", "raise_earlier"] = parameter(
        default="illegal",
        means={
            "illegal": Means(
                "A bid below {bidding.nil_partner_minimum} beside a partner's nil is not allowed, whichever of the two"
                " comes first; a second nil does not break this rule.",
                "The bid is not allowed, whichever of the two came first.",
            ),
            "raise_earlier": Means(
                "A bid below {bidding.nil_partner_minimum} is raised to {bidding.nil_partner_minimum} if the partner"
                " bids nil after it, and is not allowed if the partner bid nil before it; a second nil does not break"
                " this rule.",
                "A bid made before the nil is raised to the minimum. A bid made after it is not allowed.",
            ),
        },
        contract=(
            "`illegal`: a bid below that minimum is not allowed. `raise_earlier`: one that the partner made before the"
            " nil is raised; a later one is not allowed."
        ),
        page="What happens if a bid is too low beside a partner's nil.",
        code="C9",
        rule="a lower bid is illegal; or, if it came before the nil, it is raised",
        no_effect_if=("no_nil", "alone", "one_bid", "no_partner_minimum"),
    )
    table_total: Literal["any", "not_hand_size", "at_most_hand_size"] = parameter(
        default="any",
        means={
            "any": Means("There is no rule on the total of all {bids}.", "Any total."),
            "not_hand_size": Means(
                "The total of all {bids} may not be exactly the number of tricks in the round: {size}.",
                "Any total except the number of tricks in the round.",
            ),
            "at_most_hand_size": Means(
                "The total of all {bids} may not be more than the number of tricks in the round: {size}.",
                "At most the number of tricks in the round.",
            ),
        },
        contract="What the bids of the whole table may add up to.",
        page="The total to which all bids may add up. Nil counts as 0.",
        code="C10",
        rule="all bids may not add up to the tricks of the round, or not to more",
    )
    restriction: Literal["none", "mirror", "whiz", "suicide"] = parameter(
        default="none",
        means={
            "none": Means("A bidder may make any bid that the other rules allow.", "None."),
            "mirror": Means(
                "Each player must bid exactly the number of spades in hand; with none, the bid is"
                " {of_none}.{round_one}",
                "Mirror: players must bid exactly the number of spades in their hand.",
            ),
            "whiz": Means(
                "Each player must bid nil or exactly the number of spades in hand.{round_one}",
                "Whiz: players must bid nil or exactly the number of spades in their hand.",
            ),
            "suicide": Means(
                "One of the two partners must bid nil, and the other's bid is the side's contract.{round_one}",
                "Suicide: one partner must bid nil, and the other bids the contract of the side.",
            ),
        },
        contract=(
            "`mirror`: a player must bid exactly the number of spades held. `whiz`: nil, or exactly the number of"
            " spades held. `suicide`: one partner bids nil and the other the contract."
        ),
        page="Which further restriction there is on bids.",
        code="C12",
        rule=(
            "`mirror`: the bid is the number of spades held. `whiz`: that, or nil. `suicide`: one partner bids nil, and"
            " the other's bid is the contract. The hand that counts is the one dealt, before any exchange"
        ),
        conflicts=(
            Conflict(
                ("mirror", "whiz", "suicide"),
                "side_bids_as_one",
                ("bidding.by",),
                "the restriction is on players' bids, and a side bids as one.",
            ),
            Conflict(
                ("mirror", "whiz", "suicide"),
                "last_partner_bids",
                ("bidding.by",),
                "the restriction is on every player's bid, and the first number of a side is only advice.",
            ),
            Conflict(("mirror",), "zero_not_allowed", ("bidding.zero",), "mirror needs a bid of 0."),
            Conflict(("whiz", "suicide"), "no_nil", ("bidding.zero",), "{bidding.restriction} needs a bid of nil."),
            Conflict(("suicide",), "alone", ("table.sides",), "suicide needs partners."),
        ),
    )
    first_round: Literal["normal", "bids_itself"] = parameter(
        default="normal",
        means={
            "normal": Means("Round one is bid like any other.", "There are, as in every other round."),
            "bids_itself": Means(
                "Round one is played without bids: each trick {scoring.trick_points:scores} for the side that takes"
                " it, and none is a bag.",
                "There are none: each trick scores for the side that takes it.",
            ),
        },
        contract="`bids_itself`: round one is played without bids, for trick points and no bags.",
        page="Whether there are bids in round one.",
        code="C14",
        rule="`bids_itself`: round one has no bids. It needs `round_number`, a game that goes on `first_round_number`",
    )


_CIRCUMSTANCES_OF_BIDDING: Final[Mapping[str, Circumstance[BiddingRules]]] = MappingProxyType(
    {
        "one_bid": Circumstance(
            lambda rules: rules.by == "team", "A side makes a single bid, not one for each partner"
        ),
        "each_player_bids": Circumstance(lambda rules: rules.by != "team"),
        "no_dealer": Circumstance(lambda rules: rules.first_bidder == "drawn_then_rotates", "There is no dealer"),
        "no_board": Circumstance(lambda rules: not rules.team_minimum, "There is no board", "no side can bid below it"),
        "no_partner_minimum": Circumstance(
            lambda rules: not rules.nil_partner_minimum, "There is no special minimum for a nil bidder's partner"
        ),
        "no_nil": Circumstance(lambda rules: rules.zero != "nil", "There is no nil in this game"),
        "zero_not_allowed": Circumstance(lambda rules: rules.zero == "not_allowed"),
        "no_bids_in_round_one": Circumstance(lambda rules: rules.first_round == "bids_itself"),
        "suicide": Circumstance(lambda rules: rules.restriction == "suicide"),
    }
)
_WORDS_OF_BIDDING: Final[Mapping[str, Word[BiddingRules]]] = MappingProxyType(
    {
        "minimum": lambda rules: max(1, rules.minimum),
        "bids": lambda rules: "contracts" if rules.by == "last_partner" else "bids",
        "nil_stands": lambda rules: (
            " A nil by either stands, and the other's number is then the contract." if rules.zero == "nil" else ""
        ),
        "other_than_zero": lambda rules: {"nil": " other than nil", "uncommitted": " other than 0"}.get(rules.zero, ""),
    }
)

BIDDING: Final = Group(
    "bidding",
    BiddingRules,
    title="The bidding",
    component="BiddingParameters",
    contract="The order of bidding, and the bids that are allowed.",
    circumstances=_CIRCUMSTANCES_OF_BIDDING,
    words=_WORDS_OF_BIDDING,
)
