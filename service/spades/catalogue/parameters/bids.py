"""The parameters of bids: a table with a row for each kind of bid, and the rules on bids beside one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

from service.spades.catalogue.entries import (
    ELSE,
    Circumstance,
    Conflict,
    Group,
    Means,
    Row,
    Word,
    Worth,
    parameter,
    table_row,
)
from service.spades.english import listed

Kind: TypeAlias = Literal["number", "zero", "nil", "blind", "blind_nil"]
"""The kinds of bids: a number of tricks; 0 that promises nothing; nil; and a number or nil before looking at the hand.
They are the rows of the table."""
NILS: Final[frozenset[Kind]] = frozenset({"nil", "blind_nil"})
BLIND: Final[frozenset[Kind]] = frozenset({"blind", "blind_nil"})


@dataclass(frozen=True, slots=True)
class KindRules:
    """A row of the table: when this kind of bid may be made, and what it is worth."""

    allowed: bool = parameter(
        default=False,
        means={False: Means("<What> may not be bid<blindly>.")},
        contract="Whether <what> may be bid<blindly>.",
        code="C5",
        rule="whether a kind of bid may be made",
        cell="`bids.*.allowed`",
    )
    least: int = parameter(
        default=0,
        means={},
        least=1,
        most=27,
        contract="The lowest number of tricks that may be bid<blindly>.",
        code="C3",
        rule="the least bid of tricks; a blind bid is never below the ordinary minimum",
        cell="`bids.number.least`, `bids.blind.least`",
        no_effect_if=("<name>_not_allowed",),
    )
    most: int = parameter(
        default=0,
        means={},
        least=0,
        most=27,
        contract="The highest number of tricks that may be bid<blindly>; 0 means the size of a hand.",
        code="C4",
        cell="`bids.number.most`, `bids.blind.most`",
        no_effect_if=("<name>_not_allowed",),
    )
    deficit: int = parameter(
        default=0,
        means={
            0: Means("<What> may be bid<blindly> whatever the score."),
            ELSE: Means("Only {<row>.deficit:side behind} may bid <what><blindly>."),
        },
        least=0,
        most=10000,
        contract="How far a side must be behind the highest other side to bid <what><blindly>; 0 means no condition.",
        code="D11",
        rule="how far behind the highest other side a side must be; a side absent from `before` is at 0",
        cell="`bids.*.deficit`",
        no_effect_if=("<name>_not_allowed",),
    )
    per_side: int = parameter(
        default=0,
        means={
            **dict.fromkeys((0, 2), Means("Both partners of a side may bid <what><blindly>.")),
            1: Means("Only one of two partners may bid <what><blindly>."),
        },
        least=0,
        most=2,
        contract="How many partners of a side may bid <what><blindly>; 0 means all.",
        code="D7",
        rule="how many partners may make the same kind of bid; `bids.both_nil.how` is about nils of either kind",
        cell="`bids.*.per_side`, `bids.both_nil.how`",
        no_effect_if=("<name>_not_allowed", "alone", "one_bid", "<name>_by_one"),
    )
    exact: bool = parameter(
        default=False,
        means={
            False: Means("A <contract>{though_no_<name>} is not set by overtricks."),
            True: Means("A <contract>{though_no_<name>} has to be taken exactly: an overtrick sets it too."),
        },
        contract="Whether an overtrick sets a <contract>.",
        code="D12",
        cell="`bids.number.exact`, `bids.blind.exact`",
    )
    made: Worth = parameter(
        default=Worth(),
        means={},
        least=0,
        most=10000,
        shape="gain",
        contract="The score of a <kind> that is made.",
        code="F1",
        rule="the worth of a bid that is made: points once, and for each trick bid",
        cell="`bids.*.made`",
    )
    failed: Worth = parameter(
        default=Worth(),
        means={},
        least=-10000,
        most=0,
        shape="loss",
        contract="The cost of a <kind> that fails.",
        code="F3",
        rule="the cost of a bid that fails: points once, for each trick bid, and for each trick that is missing",
        cell="`bids.*.failed`",
    )
    overtrick: int = parameter(
        default=0,
        means={},
        least=-1000,
        most=1000,
        contract="Points for each overtrick of a <contract>.",
        code="F2",
        rule="points for each overtrick, perhaps 0 or fewer; with a blind bid those of its row",
        cell="`bids.number.overtrick`, `bids.blind.overtrick`",
    )
    failed_tricks: Literal["bags", "bags_without_points", "to_contract", "ignored"] = parameter(
        default="bags",
        means={
            "bags": Means(
                "The tricks of a failed <kind> bidder{though_no_<name>} do not count towards the side's contract; if"
                " the contract is made, they score like overtricks{and_are_bags}.",
            ),
            "bags_without_points": Means(
                "The tricks of a failed <kind> bidder{though_no_<name>} score nothing and do not count towards the"
                " side's contract{but_bags}.",
            ),
            "to_contract": Means(
                "The tricks of a failed <kind> bidder{though_no_<name>} count towards the side's contract like any"
                " others.",
            ),
            "ignored": Means(
                "The tricks of a failed <kind> bidder{though_no_<name>} count for nothing: not towards the contract,"
                " not as overtricks and not as bags.",
            ),
        },
        contract=(
            "How the tricks of a failed <kind> bidder count for the side. `bags_without_points`: as bags that score"
            " nothing."
        ),
        code="D5",
        rule=(
            "the tricks of a failed nil bidder are bags, with the points of overtricks or without them, or count"
            " towards the contract, or are ignored"
        ),
        cell="`bids.nil.failed_tricks`, `bids.blind_nil.failed_tricks`",
        no_effect_if=("linked",),
    )
    failed_bags_when_set: Literal["none", "bags_only", "bags_and_points"] = parameter(
        default="bags_only",
        means={
            "none": Means(
                "If the contract is set, the tricks of a failed <kind> bidder{though_no_<name>} score nothing and"
                " are not bags.",
            ),
            "bags_only": Means(
                "If the contract is set, the tricks of a failed <kind> bidder{though_no_<name>}"
                " {bags_if_counted}score no points.",
            ),
            "bags_and_points": Means(
                "If the contract is set, the tricks of a failed <kind> bidder{though_no_<name>}"
                " {bags_if_counted}score like overtricks.",
            ),
        },
        contract="How the bags of a failed <kind> bidder count if the partner's contract is set.",
        code="D6",
        cell="`bids.nil.failed_bags_when_set`, `bids.blind_nil.failed_bags_when_set`",
        no_effect_if=("alone", "one_bid", "linked", "no_bags_of_<name>"),
    )
    counts_as_set: bool = parameter(
        default=False,
        means={
            False: Means("A failed <kind>{though_no_<name>} does not count as a set."),
            True: Means("A failed <kind>{though_no_<name>} counts as a set. A side is set at most once in a round."),
        },
        contract="Whether a failed <kind> counts for `game.sets_limit` and `game.consecutive_sets_limit`.",
        code="D17",
        rule="whether a failed nil counts as a set; a round is at most one",
        cell="`bids.nil.counts_as_set`, `bids.blind_nil.counts_as_set`",
        no_effect_if=("sets_do_not_matter",),
    )
    exchange: int = parameter(
        default=0,
        means={
            0: Means("For a <kind>{though_no_<name>} partners pass no cards."),
            ELSE: Means(
                "The partners of a side that bids a <kind>{though_no_<name>} pass each other {<row>.exchange:#card}"
                " after the bidding.",
            ),
        },
        least=0,
        most=4,
        contract="The number of cards that partners pass each way after a <kind>; 0 means none.",
        code="D9",
        rule="how many cards partners pass each other for a nil; of two kinds on one side the greater number counts",
        cell="`bids.nil.exchange`, `bids.blind_nil.exchange`",
        no_effect_if=("alone",),
    )


def _nil_row(kind: str, *, about: str, when_allowed: str, blindly: str, **columns: Any) -> Any:
    """Return the row of nil, or of blind nil: they have the same columns."""
    common = {"failed_tricks": "bags", "failed_bags_when_set": "bags_only", "counts_as_set": False, "exchange": 0}
    return table_row(
        KindRules,
        about=about,
        component="NilBidParameters",
        columns={**columns, **common},
        words={"kind": kind, "what": "nil", "blindly": blindly, "but": "" if blindly else "{but_nil_blind}"},
        means={
            "allowed": {False: Means("<What> may not be bid<blindly><but>."), True: Means(when_allowed)},
            "made": {
                ELSE: Means(
                    "A <kind>{though_no_<name>} {<row>.made:scores once} when its bidder takes no"
                    " tricks{if_all_made}.{two_nils}"
                )
            },
            "failed": {
                ELSE: Means(
                    "A <kind>{though_no_<name>} {<row>.failed:scores once} when its bidder takes a"
                    " trick{contract_falls}.{two_nils}"
                )
            },
        },
    )


@dataclass(frozen=True, slots=True)
class PartnerOfNilRules:
    """The least bid of a nil bidder's partner."""

    least: int = parameter(
        default=0,
        means={
            0: Means("There is no special minimum for a nil bidder's partner."),
            ELSE: Means("The partner of a nil bidder must bid at least {bids.partner_of_nil.least}{or_nil}."),
        },
        least=0,
        most=27,
        contract="The lowest bid, other than nil, of a nil bidder's partner; 0 means no such rule.",
        code="C8",
        rule="the least bid beside a partner's nil; another nil is no breach",
        cell="`bids.partner_of_nil.least`",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    breach: Literal["illegal", "raise_earlier"] = parameter(
        default="illegal",
        means={
            "illegal": Means(
                "A bid below {bids.partner_of_nil.least} beside a partner's nil is not allowed, whichever of the two"
                " comes first; a second nil does not break this rule.",
            ),
            "raise_earlier": Means(
                "A bid below {bids.partner_of_nil.least} is raised to {bids.partner_of_nil.least} if the partner"
                " bids nil after it, and is not allowed if the partner bid nil before it; a second nil does not break"
                " this rule.",
            ),
        },
        contract=(
            "`illegal`: a bid below that minimum is not allowed. `raise_earlier`: one that the partner made before the"
            " nil is raised; a later one is not allowed."
        ),
        code="C9",
        rule="a lower bid is illegal; or, if it came before the nil, it is raised",
        cell="`bids.partner_of_nil.breach`",
        no_effect_if=("no_nil", "alone", "one_bid", "no_partner_minimum"),
    )


@dataclass(frozen=True, slots=True)
class BothNilRules:
    """What two nils of partners are worth."""

    how: Literal["each", "joint", "joint_no_loss", "forbidden"] = parameter(
        default="each",
        means={
            "each": Means("When both partners bid nil{though_one_nil}, {nils_apart}."),
            "joint": Means(
                "When both partners bid nil, blind or not, the two nils together {bids.both_nil.made:score once} if"
                " neither takes a trick and {bids.both_nil.failed:score once} if either does.",
            ),
            "joint_no_loss": Means(
                "When both partners bid nil, blind or not, the two nils together {bids.both_nil.made:score once} if"
                " neither takes a trick and score nothing if either does.",
            ),
            "forbidden": Means(
                "Only one of the two partners may bid nil in the same round.",
            ),
        },
        contract=(
            "Whether both partners may bid nil, and how the two nils score: each alone; together for `made` or"
            " `failed`; together for `made` or 0; or the second is not allowed, and scores alone if it is bid."
        ),
        code="D8",
        cell="`bids.both_nil.how`, `bids.both_nil.made`, `bids.both_nil.failed`",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    made: Worth = parameter(
        default=Worth(200),
        means={
            ELSE: Means(
                "When both partners bid nil and neither takes a trick, the two nils together"
                " {bids.both_nil.made:score once}."
            )
        },
        least=0,
        most=10000,
        shape="gain",
        contract="The common score of two nils that are made.",
        no_effect_if=("no_nil", "alone", "one_bid", "each_nil_apart"),
    )
    failed: Worth = parameter(
        default=Worth(-200),
        means={
            ELSE: Means(
                "When both partners bid nil and either takes a trick, the two nils together {double_failed:score}."
            )
        },
        least=-10000,
        most=0,
        shape="loss",
        contract="The common cost of two nils that fail.",
        no_effect_if=("no_nil", "alone", "one_bid", "each_nil_apart"),
    )
    tricks: Literal["as_each", "none"] = parameter(
        default="as_each",
        means={
            "as_each": Means(
                "When both partners' nils fail, their tricks count as those of a single failed nil do.",
            ),
            "none": Means(
                "When both partners' nils fail, their tricks count for nothing: not as overtricks and not as bags.",
            ),
        },
        contract=(
            "Whether the tricks of two failed nils count as those of each would (`as_each`), or not at all (`none`)."
        ),
        code="D18",
        cell="`bids.both_nil.tricks`",
        no_effect_if=("no_nil", "alone", "one_bid", "linked"),
    )


@dataclass(frozen=True, slots=True)
class TotalRules:
    """The allowed totals of all bids. Nil counts as 0."""

    least: int = parameter(
        default=0,
        means={
            0: Means("{no_least_total}"),
            ELSE: Means("All {bids} together must be at least {bids.table.least}."),
        },
        least=0,
        most=54,
        contract="The least that all bids together may be; 0 means no such rule.",
        code="C10",
        rule=(
            "to what all bids may add up: at least so many, at most so many, not these numbers, not the tricks of the"
            " round. The last bid breaks the rule, or the round is thrown in"
        ),
        cell="`bids.table.*`",
    )
    most: int = parameter(
        default=0,
        means={
            0: Means("All {bids} together have no maximum."),
            ELSE: Means("All {bids} together may be at most {bids.table.most}."),
        },
        least=0,
        most=54,
        contract="The most that all bids together may be; 0 means no such rule.",
        no_effect_if=("any_total",),
    )
    not_: tuple[int, ...] = parameter(
        default=(),
        means={
            0: Means("There is no number to which the {bids} may not add up."),
            ELSE: Means("All {bids} together may not be exactly {totals_barred}."),
        },
        least=0,
        most=54,
        shape="numbers",
        contract="Numbers to which all bids together may not add up. Default: none.",
        no_effect_if=("any_total",),
    )
    not_hand_size: bool = parameter(
        default=False,
        means={
            False: Means("There is no rule that keeps all {bids} together off the number of tricks in the round."),
            True: Means("The total of all {bids} may not be exactly the number of tricks in the round: {size}."),
        },
        contract="Whether all bids may not add up to the number of tricks in the round.",
        no_effect_if=("any_total",),
    )
    breach: Literal["illegal", "redeal"] = parameter(
        default="illegal",
        means={
            "illegal": Means(
                "If the total of all {bids} is not allowed, the last bid is what breaks the rule.",
            ),
            "redeal": Means(
                "If the total of all {bids} is not allowed, the round is thrown in: nobody scores, and it is dealt"
                " again.",
            ),
        },
        contract=(
            "The effect of bids that are not allowed together. `illegal`: the last bid is not allowed. `redeal`: the"
            " round is thrown in and is void; nobody has broken a rule."
        ),
        no_effect_if=("any_total",),
    )

    @property
    def allows_any(self) -> bool:
        """Whether the bids may add up to anything."""
        return not (self.least or self.most or self.not_ or self.not_hand_size)

    @property
    def may_void(self) -> bool:
        """Whether a round may be thrown in because of what all bids add up to."""
        return self.breach == "redeal" and not self.allows_any

    def breach_by(self, total: int, hand_size: int, *, complete: bool = True) -> str | None:
        """Return the parameter that forbids this total of all bids, None if it is allowed.

        Before the bidding is ``complete`` a total can only be too high already.
        """
        if 0 < self.most < total:
            return "bids.table.most"
        if not complete:
            return None
        if self.not_hand_size and total == hand_size:
            return "bids.table.not_hand_size"
        if total in self.not_:
            return "bids.table.not"
        return "bids.table.least" if total < self.least else None


@dataclass(frozen=True, slots=True)
class BidRules:
    """The kinds of bids, and what bids have to do with one another."""

    first_bidder: Literal["left_of_dealer", "dealer", "non_dealer", "drawn_then_rotates"] = parameter(
        default="left_of_dealer",
        means={
            "left_of_dealer": Means(
                "The {side_of}player to the dealer's left bids first, and the bidding goes clockwise.{round_one}",
            ),
            "dealer": Means("The {side_of}dealer bids first, and the bidding goes clockwise.{round_one}"),
            "non_dealer": Means(
                "The {side_of}player who did not {deal} bids first, and the bidding goes clockwise.{round_one}",
            ),
            "drawn_then_rotates": Means(
                "There is no dealer: the first bidder of round one is drawn by lot, and the first bid then passes"
                " clockwise from round to round.{round_one}",
            ),
        },
        contract=(
            "The player who bids first. `drawn_then_rotates`: there is no dealer; the first bidder of round one is"
            " drawn by lot, and then the first bid passes on."
        ),
        code="C1",
        conflicts=(
            Conflict(
                ("non_dealer",),
                "not_two_players",
                ("table.players",),
                "only with two players is there just one who did not deal.",
            ),
        ),
    )
    by: Literal["player", "team", "last_partner"] = parameter(
        default="player",
        means={
            "player": Means("Each player makes one bid.{round_one}"),
            "team": Means("Each side makes a single bid.{round_one}"),
            "last_partner": Means(
                "Each player bids, and of two partners the one who bids second makes the contract of the side: the"
                " first number is advice.{nil_stands}{round_one}",
            ),
        },
        contract=(
            "Whether each player bids, or each side as one. `last_partner`: each player bids, and the number of the"
            " partner who bids second is the contract of the side; the first number is advice, and a nil by either"
            " stands. A single bid of a side is its contract."
        ),
        code="C2",
        rule=(
            "whether each player bids, or each side as one; or each player, and the number of the partner who bids"
            " second is the contract ([Bids](#bids))"
        ),
    )
    number: KindRules = table_row(
        KindRules,
        about="Bids of one or more tricks.",
        component="NumberBidParameters",
        columns={
            "allowed": True,
            "least": 1,
            "most": 0,
            "deficit": 0,
            "per_side": 0,
            "exact": False,
            "made": Worth(per_trick=10),
            "failed": Worth(per_trick=-10),
            "overtrick": 1,
        },
        words={"kind": "contract", "what": "tricks", "blindly": "", "contract": "contract"},
        means={
            "allowed": {
                False: Means("Tricks may only be bid blind."),
                True: Means("A bid of one or more tricks is an undertaking to take that many."),
            },
            "exact": {
                False: Means("A contract is not set by overtricks{exact_apart}."),
                True: Means("A contract has to be taken exactly: an overtrick sets it too{exact_apart}."),
            },
            "least": {ELSE: Means("A {bidder}'s bid{other_than_zero} must be at least {bids.number.least:#trick}.")},
            "most": {
                0: Means("A bid may not be for more tricks than the round has: {size}."),
                ELSE: Means(
                    "A {bidder} may bid at most {bids.number.most:#trick}, and never more than the round has: {size}.",
                ),
            },
            "made": {ELSE: Means("A contract that is made {bids.number.made:scores}{made_apart}.{beside_nil}")},
            "failed": {ELSE: Means("A contract that is set {bids.number.failed:scores}{failed_apart}.{beside_nil}")},
            "overtrick": {
                ELSE: Means(
                    "Each overtrick of a contract that is made"
                    " {bids.number.overtrick:scores}{unless_blind}.{beside_nil}"
                )
            },
        },
    )
    zero: KindRules = table_row(
        KindRules,
        about="Bids of no tricks that promise nothing.",
        component="ZeroBidParameters",
        columns={"allowed": False, "deficit": 0, "per_side": 0},
        words={"what": "a 0 without a promise", "blindly": ""},
        means={
            "allowed": {
                False: Means("{no_plain_zero}"),
                True: Means(
                    "A bid of 0{of_kind_zero} is not nil but an ordinary bid that promises nothing and adds nothing to"
                    " the contract.",
                ),
            },
        },
    )
    nil: KindRules = _nil_row(
        "nil",
        about="Nil: a bid of no tricks that promises to take none.",
        when_allowed="A bid of 0{of_kind_nil} is nil: the bidder undertakes to take no tricks.",
        blindly="",
        allowed=True,
        deficit=0,
        per_side=0,
        made=Worth(100),
        failed=Worth(-100),
    )
    blind: KindRules = table_row(
        KindRules,
        about="Bids of one or more tricks before looking at the hand.",
        component="NumberBidParameters",
        columns={
            "allowed": False,
            "least": 1,
            "most": 0,
            "deficit": 100,
            "per_side": 0,
            "exact": False,
            "made": Worth(per_trick=20),
            "failed": Worth(per_trick=-10),
            "overtrick": 1,
        },
        words={"kind": "blind bid", "what": "tricks", "blindly": " blind", "contract": "contract with a blind bid"},
        means={
            "allowed": {
                False: Means("<What> may not be bid<blindly>."),
                True: Means(
                    "A bid of at least {blind_minimum:#trick} may be made blind, before looking at the hand, by"
                    " {bids.blind.deficit:side behind}.",
                ),
            },
            "least": {ELSE: Means("A blind bid{but_nil} must be at least {blind_minimum:#trick}.")},
            "most": {
                0: Means("A blind bid may be for every trick of the round."),
                ELSE: Means(
                    "A blind bid may be at most {bids.blind.most:#trick}.",
                ),
            },
            "made": {
                ELSE: Means(
                    "When the contract is made, a blind bid{though_no_blind} {bids.blind.made:scores}.{beside_nil}",
                    added="{partner_keeps_rate}",
                )
            },
            "failed": {
                ELSE: Means(
                    "When the contract is set, a blind bid{though_no_blind} {bids.blind.failed:scores}.{beside_nil}",
                    added="{partner_keeps_rate}",
                )
            },
            "overtrick": {
                0: Means(
                    "The overtricks of a side with a blind bid{though_no_blind} score no points.",
                    added="{bags_all_the_same}",
                ),
                ELSE: Means(
                    "An overtrick of a side with a blind bid{though_no_blind} {bids.blind.overtrick:scores}{but_sets}."
                ),
            },
        },
    )
    blind_nil: KindRules = _nil_row(
        "blind nil",
        about="Nil that is bid before looking at the hand.",
        when_allowed="Nil may be bid blind, before looking at the hand.",
        blindly=" blind",
        allowed=False,
        deficit=0,
        per_side=0,
        made=Worth(200),
        failed=Worth(-200),
    )
    side_least: int = parameter(
        default=0,
        means={
            0: Means("There is no board: a side's contract has no minimum."),
            ELSE: Means(
                "The board is {bids.side_least}: a side's contract must be at least that{exempt_nil}.",
            ),
        },
        least=0,
        most=27,
        contract="The board, which is the lowest total that a side must bid; 0 means none.",
        code="C6",
        rule=(
            "the board, the least that a side may bid. A side that bids nothing but nil is exempt."
            " `bids.side_most` is its counterpart"
        ),
    )
    side_most: int = parameter(
        default=0,
        means={
            0: Means("There is no separate limit on a side's contract."),
            ELSE: Means("A side's contract may be at most {bids.side_most:#trick}."),
        },
        least=0,
        most=54,
        contract="The highest total that a side may bid; 0 means no limit.",
    )
    side_breach: Literal["illegal", "raised", "set"] = parameter(
        default="illegal",
        means={
            "illegal": Means(
                "A side may not bid below the board of {bids.side_least}; if it does, the bid is scored as it was"
                " made{exempt_nil}.",
            ),
            "raised": Means(
                "If a side bids below the board of {bids.side_least}, the last of its bids{but_nil} is raised to"
                " reach it{exempt_nil}.",
            ),
            "set": Means(
                "A side that bids below the board of {bids.side_least} is set, however many tricks it"
                " takes{exempt_nil}.",
            ),
        },
        contract=(
            "The fate of a contract below the board: it is `illegal`, `raised` to the board, or `set` whatever the side"
            " takes."
        ),
        code="C7",
        no_effect_if=("no_board",),
    )
    partner_of_nil: PartnerOfNilRules = table_row(
        PartnerOfNilRules,
        about="The least bid of a nil bidder's partner.",
        component="PartnerOfNilParameters",
        columns={"least": 0, "breach": "illegal"},
    )
    both_nil: BothNilRules = table_row(
        BothNilRules,
        about="Two nils of partners.",
        component="BothNilParameters",
        columns={"how": "each", "made": Worth(200), "failed": Worth(-200), "tricks": "as_each"},
    )
    linked: bool = parameter(
        default=False,
        means={
            False: Means(
                "A nil and its side's contract are scored separately: one may be made while the other fails.",
            ),
            True: Means(
                "A nil and its side's contract stand or fall together. If either fails, the side scores the value of a"
                " failed nil, and its contract {bids.number.failed:scores}, with no overtricks and no bags. That is one"
                " set.",
            ),
        },
        contract=(
            "Whether a nil and the contract of its side are made or fail together: then, if one fails, the side scores"
            " the value of the failed nil and that of the failed contract, and nothing else."
        ),
        code="D4",
        no_effect_if=("no_nil", "alone", "one_bid"),
    )
    table: TotalRules = table_row(
        TotalRules,
        about="The allowed totals of all bids. Nil counts as 0.",
        component="TotalParameters",
        columns={"least": 0, "most": 0, "not": (), "not_hand_size": False, "breach": "illegal"},
    )
    changes: Literal["never", "raise_until_opponents_bid"] = parameter(
        default="never",
        means={
            "never": Means(
                "A bid can't be changed once made; if a bidder bids twice, the first bid stands.",
            ),
            "raise_until_opponents_bid": Means(
                "A side may raise its bid until another side has bid: the highest bid that it has made by then counts."
                " Any other second bid changes nothing.",
            ),
        },
        contract=(
            "The changes that a bid may have. `raise_until_opponents_bid`: a side that bids as one may raise its bid"
            " until another side has bid."
        ),
        code="C11",
        rule=(
            "bids can't be changed: of two bids by one bidder the first counts; or a side that bids as one may raise"
            " its bid until another side has bid, and the bid that it raised is then no longer judged"
        ),
        conflicts=(
            Conflict(
                ("raise_until_opponents_bid",),
                "each_player_bids",
                ("bids.by",),
                "the bid that may be raised is a side's, and each player bids.",
            ),
        ),
    )
    restriction: Literal["none", "mirror", "whiz", "suicide"] = parameter(
        default="none",
        means={
            "none": Means("A bidder may make any bid that the other rules allow."),
            "mirror": Means(
                "Each player must bid exactly the number of spades in hand; with none, the bid is"
                " {of_none}.{round_one}",
            ),
            "whiz": Means(
                "Each player must bid nil or exactly the number of spades in hand.{round_one}",
            ),
            "suicide": Means(
                "One of the two partners must bid nil, and the other's bid is the side's contract.{round_one}",
            ),
        },
        contract=(
            "`mirror`: a player must bid exactly the number of spades held. `whiz`: nil, or exactly the number of"
            " spades held. `suicide`: one partner bids nil and the other the contract."
        ),
        code="C12",
        more_rows=(
            Row("C13", "a player without spades bids 0, whether 0 is nil or not", "`bids.restriction` = `mirror`"),
        ),
        conflicts=(
            Conflict(
                ("mirror", "whiz", "suicide"),
                "side_bids_as_one",
                ("bids.by",),
                "the restriction is on players' bids, and a side bids as one.",
            ),
            Conflict(
                ("mirror", "whiz", "suicide"),
                "last_partner_bids",
                ("bids.by",),
                "the restriction is on every player's bid, and the first number of a side is only advice.",
            ),
            Conflict(("mirror",), "no_bid_of_0", ("bids.nil.allowed",), "mirror needs a bid of 0."),
            Conflict(
                ("whiz", "suicide"), "no_plain_nil", ("bids.nil.allowed",), "{bids.restriction} needs a bid of nil."
            ),
            Conflict(("suicide",), "alone", ("table.sides",), "suicide needs partners."),
        ),
    )
    first_round: Literal["normal", "bids_itself"] = parameter(
        default="normal",
        means={
            "normal": Means("Round one is bid like any other."),
            "bids_itself": Means(
                "Round one is played without bids: each trick {bids.number.made.per_trick:scores} for the side that"
                " takes it, and none is a bag.",
            ),
        },
        contract="`bids_itself`: round one, the first hand, is played without bids, for trick points and no bags.",
        code="C14",
        rule="`bids_itself`: round one has no bids. It needs `round_number`, a game that goes on `first_round_number`",
    )

    def of(self, kind: Kind) -> KindRules:
        """Return the row of a kind of bid."""
        rules: KindRules = getattr(self, kind)
        return rules

    @property
    def has_nil(self) -> bool:
        """Whether nil may be bid, blind or not."""
        return self.nil.allowed or self.blind_nil.allowed


def _not_allowed(kind: Kind) -> Word[BidRules]:
    return lambda rules: "" if rules.of(kind).allowed else ", though not allowed here,"


def _no_bags_of(kind: Kind) -> Circumstance[BidRules]:
    is_apart = "The tricks of a failed nil bidder are not set apart as bags"
    return Circumstance(lambda rules: rules.of(kind).failed_tricks not in {"bags", "bags_without_points"}, is_apart)


_NOT_ALLOWED: Final[Mapping[Kind, str]] = {
    "number": "Tricks may not be bid",
    "zero": "A 0 without a promise may not be bid",
    "nil": "Nil may not be bid",
    "blind": "Tricks may not be bid blind",
    "blind_nil": "Nil may not be bid blind",
}


_BY_ONE: Final = "Another rule says how many partners may bid nil"


def _is_by_one(kind: Kind) -> Callable[[BidRules], bool]:
    """Return whether another rule says already that only one of two partners may make such a bid."""
    return lambda rules: rules.restriction == "suicide" or (kind in NILS and rules.both_nil.how == "forbidden")


def _row_without_effect(kind: Kind, why: str) -> Circumstance[BidRules]:
    return Circumstance(lambda rules: not rules.of(kind).allowed, why)


_CIRCUMSTANCES: Final[Mapping[str, Circumstance[BidRules]]] = MappingProxyType(
    {
        "one_bid": Circumstance(
            lambda rules: rules.by == "team", "A side makes a single bid, not one for each partner"
        ),
        "each_player_bids": Circumstance(lambda rules: rules.by != "team"),
        "no_dealer": Circumstance(lambda rules: rules.first_bidder == "drawn_then_rotates", "There is no dealer"),
        "no_board": Circumstance(lambda rules: not rules.side_least, "There is no board", "no side can bid below it"),
        "no_partner_minimum": Circumstance(
            lambda rules: not rules.partner_of_nil.least, "There is no special minimum for a nil bidder's partner"
        ),
        "any_total": Circumstance(lambda rules: rules.table.allows_any, "All bids together may be any number"),
        "no_nil": Circumstance(lambda rules: not rules.has_nil, "There is no nil in this game"),
        "no_plain_nil": Circumstance(lambda rules: not rules.nil.allowed),
        "no_bid_of_0": Circumstance(lambda rules: not (rules.nil.allowed or rules.zero.allowed)),
        **{f"{kind}_not_allowed": _row_without_effect(kind, why) for kind, why in _NOT_ALLOWED.items()},
        **{f"{kind}_by_one": Circumstance(_is_by_one(kind), _BY_ONE) for kind in get_args(Kind)},
        "linked": Circumstance(
            lambda rules: rules.linked,
            "A failed nil brings its side's contract down with it, and its bidder's tricks score nothing",
            "",
        ),
        "each_nil_apart": Circumstance(
            lambda rules: rules.both_nil.how in {"each", "forbidden"}, "Two nils of partners are scored separately"
        ),
        "no_bags_of_nil": _no_bags_of("nil"),
        "no_bags_of_blind_nil": _no_bags_of("blind_nil"),
        "one_nil_a_side": Circumstance(lambda rules: rules.both_nil.how == "forbidden"),
        "no_bids_in_round_one": Circumstance(lambda rules: rules.first_round == "bids_itself"),
        "suicide": Circumstance(lambda rules: rules.restriction == "suicide"),
    }
)


def _plain_zero(rules: BidRules) -> str:
    if rules.nil.allowed:
        return "A bid of 0 is always nil: there is none without a promise."
    but = ", but for a blind nil" if rules.blind_nil.allowed else ""
    return f"A bid of 0 is not allowed{but}."


_WORDS: Final[Mapping[str, Word[BidRules]]] = MappingProxyType(
    {
        "bids": lambda rules: "contracts" if rules.by == "last_partner" else "bids",
        "nil_stands": lambda rules: (
            " A nil by either stands, and the other's number is then the contract." if rules.has_nil else ""
        ),
        "other_than_zero": lambda rules: (
            " other than 0" if rules.zero.allowed else " other than nil" if rules.has_nil else ""
        ),
        "of_kind_nil": lambda rules: ' of the kind "nil"' if rules.zero.allowed else "",
        "of_kind_zero": lambda rules: ' of the kind "zero"' if rules.nil.allowed else "",
        "no_plain_zero": _plain_zero,
        "but_nil_blind": lambda rules: ", except blind" if rules.blind_nil.allowed else "",
        "exact_apart": lambda rules: (
            ", except for one with a blind bid"
            if rules.blind.allowed and rules.blind.exact != rules.number.exact
            else ""
        ),
        "no_least_total": lambda rules: (
            f"There is no rule on the total of all {'contracts' if rules.by == 'last_partner' else 'bids'}."
            if rules.table.allows_any
            else "All bids together have no minimum."
        ),
        "blind_minimum": lambda rules: max(rules.number.least, rules.blind.least),
        "but_sets": lambda rules: ", but one overtrick sets the contract" if rules.blind.exact else "",
        "unless_blind": lambda rules: (
            ", except for a side with a blind bid"
            if rules.blind.allowed and rules.blind.overtrick != rules.number.overtrick
            else ""
        ),
        "double_failed": lambda rules: rules.both_nil.failed.points if rules.both_nil.how == "joint" else 0,
        "totals_barred": lambda rules: listed(map(str, rules.table.not_), "or"),
        **{f"though_no_{kind}": _not_allowed(kind) for kind in ("nil", "blind", "blind_nil")},
    }
)

BIDS: Final = Group(
    "bids",
    BidRules,
    title="Bids and what they are worth",
    component="BidsParameters",
    contract="The kinds of bids, with a row for each: its conditions and its worth; and their order.",
    circumstances=_CIRCUMSTANCES,
    words=_WORDS,
)
