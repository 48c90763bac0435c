"""The findings about the record as a whole, and about the score sheet."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import Authority, FindingEntry, Part

SHEET: Final = Part(
    name="sheet",
    title="The record and its score sheet",
    sentences={
        "comes_out_when": "That is the figure if {slip:clause}.",
        "line_left_out": "the line '{line:words}' ({points}) is left out",
        "line_counted_twice": "the line '{line:words}' ({points}) is counted twice",
        "line_with_wrong_sign": "the line '{line:words}' ({points}) has the wrong sign",
        "figure_of_other_side": "the figure of {side:team} is copied",
        "sheet_wrong_anyway": "The sheet has {value} as {location:location}: wrong in every reading of the record.",
        "as_ruled": "As ruled it is {ruled}.",
        "as_ruled_as_on_sheet": "As ruled it is {ruled}, as on the sheet.",
    },
    findings=(
        FindingEntry(
            code="leader_mismatch",
            severity="error",
            meaning="The record names a leader who did not play the trick's first card.",
            law="The leader of a trick is the player of its first card.",
            sentences={
                "leader_mismatch": (
                    "The record names {claimed:player} as the leader, but {leader:player} played the first card."
                )
            },
            proof="The record names the leader of a trick, but another player played the first card.",
            undecided=(
                "The first card of the trick, if it was left out: the player of the first card recorded is then not the"
                " leader."
            ),
            penalty="None. The player of the first card is presumed to have led.",
            authorities=(
                Authority(
                    "service", "The record contradicts itself, and the order of the cards is the better evidence."
                ),
            ),
        ),
        FindingEntry(
            code="round_after_end",
            severity="error",
            meaning="A round was played after the game had been won.",
            law="The game ends with the round that decides it.",
            spares_cards=True,
            sentences={
                "round_after_end": "Round {number} was played after the game had been decided.",
                "round_after_end_before": (
                    "Round {number} was played after the game had been decided by the standing before it."
                ),
            },
            proof="By the rules of the ruleset the game had ended before this round, or even before the first one.",
            undecided="An earlier round without a score: it is then not known whether the game had ended.",
            penalty="None. The round is still scored, but it does not change the winner.",
            governed_by=(
                "game.target",
                "game.target_test",
                "game.floor",
                "game.floor_test",
                "game.floor_effect",
                "game.tie",
                "game.sets_limit",
                "game.consecutive_sets_limit",
                "game.round_limit",
                "irregularities.repeat_revoke",
            ),
            never={"irregularities.repeat_revoke": ("each", "same_suit_once")},
            authorities=(Authority("ruleset", "The ruleset says how the game ends."),),
        ),
        FindingEntry(
            code="row_repeated",
            severity="error",
            meaning="A row of the score sheet of a game has the bids, the tricks and the totals of the row before it.",
            law="Each round has one row on the score sheet, and a round that scores points moves the running totals.",
            spares_cards=True,
            sentences={
                "row_repeated": (
                    "Row {number} has the bids, the tricks and the totals of the row before it, so it seems to be the"
                    " same row, written twice."
                )
            },
            proof=(
                "A row of a game repeats the bids, the tricks won and the reported totals of the row before it, and the"
                " points of another such round would have changed a reported score. Nothing was decided about either"
                " round."
            ),
            undecided="A row without a score, or without reported totals: it may be a round like the one before.",
            penalty=(
                "None. The game is followed both with the row and without it, and only what holds either way is stated."
                " What the row shows against a player is not proved."
            ),
            authorities=(
                Authority(
                    "service",
                    "No authority mentions it. Two equal rounds are possible, but not totals that stand still.",
                ),
            ),
            told_apart={
                "row_missing": (
                    "After a repeated row the totals have not moved at all. After a missing one they have moved by more"
                    " than the row makes."
                ),
                "wrong_score": (
                    "In a repeated row everything stands still. A wrong score is a slip in a total, beside bids and"
                    " tricks of its own."
                ),
            },
        ),
        FindingEntry(
            code="row_missing",
            severity="error",
            meaning="The totals of a row of a game move by one possible round more than the row makes.",
            law="Each round has one row on the score sheet, and the running totals go on from row to row.",
            spares_cards=True,
            sentences={
                "row_missing": (
                    "The totals of row {number} move by one possible round more than the row makes, so the row of a"
                    " round before it seems to be missing."
                )
            },
            proof=(
                "The scores of all sides are reported, here and in the row before, if there is one. None of them moves"
                " by the points of the row, nor by those that the sheet gives for it. And there is a round that"
                " explains the rest for every side: with tricks that add up, and for each side one contract, or a nil"
                " beside a partner's bid."
            ),
            undecided="An unknown standing before the row, and totals that are not reported for every side.",
            penalty=(
                "None. The game is followed both as it is written and with every round that may be missing, and only"
                " what holds either way is stated."
            ),
            authorities=(
                Authority(
                    "service",
                    "No authority mentions it. One slip of the pen rarely puts the totals of all sides wrong, and"
                    " still less often by what one round can score.",
                ),
            ),
            told_apart={
                "wrong_score": (
                    "If a row is missing, every total is off by what one round can score. A wrong score may be off by"
                    " anything, and for one side alone."
                )
            },
        ),
        FindingEntry(
            code="rows_exchanged",
            severity="error",
            meaning="Two neighbouring rows of a game are exchanged: their totals follow only in the other order.",
            law="The rounds have their rows on the score sheet in the order in which they were played.",
            spares_cards=True,
            sentences={
                "rows_exchanged": (
                    "Rows {number} and {other} are in each other's place: the totals of both follow if row {other} was"
                    " played first, and not as the rows are written."
                ),
            },
            proof=(
                "The scores of all sides are reported in two rows without a decision and in the row before, if there is"
                " one. By the points of both rounds every total follows in the other order, and the totals of the first"
                " row do not follow as it is written."
            ),
            undecided="An unknown standing before the rows, and totals that are not reported for every side.",
            penalty=(
                "None. Both rounds are ruled on in the order in which they were played: who dealt, what was behind a"
                " blind bid and the totals follow from it."
            ),
            authorities=(
                Authority(
                    "service",
                    "No authority mentions it. By chance the totals of all sides in two rows never follow so.",
                ),
            ),
            told_apart={
                "row_missing": (
                    "In exchanged rows the round that the first row's total has too many is the one of the next row."
                    " A row that is missing is nowhere on the sheet."
                ),
            },
        ),
        FindingEntry(
            code="wrong_winner",
            severity="error",
            meaning="The record names a winner who did not win the trick.",
            law="A trick is won by the highest spade in it or, without a spade, by the highest card of the suit led.",
            sentences={
                "wrong_winner": "The record gives the trick to {claimed:player}, but {winner:player} won it.",
                "cannot_have_won": (
                    "The record gives the trick to {claimed:player}, who can't have won it, whatever the card in it was"
                    " that is not known."
                ),
            },
            proof="The record names the winner of a trick, but by the cards another player won it.",
            undecided="A card of the trick that is missing or could not be read, if it may have won.",
            penalty="None. The trick counts for the player who really won it, and the next lead was that player's.",
            authorities=(
                Authority(
                    "ruleset",
                    "In every published ruleset the highest spade wins the trick, or if there is none, the highest"
                    " card of the suit led.",
                ),
                Authority(
                    "bridge",
                    "The tricks won are agreed before the cards are put away. A player must not knowingly accept a"
                    " trick that the side did not win.",
                    laws=("79",),
                ),
            ),
            told_apart={
                "wrong_tricks_won": (
                    "Wrong tricks won are a number on the score sheet. A wrong winner is named for a single trick in"
                    " the record."
                )
            },
        ),
        FindingEntry(
            code="wrong_tricks_won",
            severity="error",
            meaning=(
                "The score sheet gives a player or side a different number of tricks from the record, or tricks that do"
                " not add up to those of the round."
            ),
            law="Tricks count for the side that won them.",
            spares_cards=True,
            sheet_row="tricks_won",
            sentences={
                "sheet_tricks": "The sheet gives {name} {value:#trick}, but {name} won {won}.",
                "sheet_no_trick": "The sheet gives {name} no tricks, but {name} won {won}.",
                "tricks_do_not_add_up": "The tricks of the row add up to {total}, but the round has {size}.",
            },
            proof=(
                "Every trick of the round has a winner, and the sheet gives a player or a side a different number of"
                " tricks. If the sheet gives tricks to some players or sides only, the others have 0. In a row of a"
                " game, which has no tricks, the tricks won do not add up to those of the round."
            ),
            undecided="A trick whose winner is not known.",
            penalty=(
                "None. The number of tricks in the record is scored; a row whose tricks do not add up has no score. If"
                " penalties change it, the finding also states the number as ruled."
            ),
            authorities=(
                Authority(
                    "bridge",
                    "The number of tricks won is agreed before the cards are put away. If players disagree, the"
                    " director decides.",
                    laws=("79",),
                ),
            ),
            told_apart={
                "wrong_points": (
                    "Either the number of tricks is wrong or the points for them. One mistake may lead to both."
                )
            },
        ),
        FindingEntry(
            code="wrong_points",
            severity="error",
            meaning="The score sheet gives a side different points for the round from those that the record makes.",
            law="The points of a round follow from its bids and tricks.",
            spares_cards=True,
            sheet_row="points",
            sentences={
                "sheet_points": (
                    "The sheet gives {name} {value:#point} for the round; its bids and tricks make {points}."
                ),
                "sheet_points_decided": (
                    "The sheet gives {name} {value:#point} for the round; its bids, its tricks and what was decided"
                    " about it make {points}."
                ),
                "sheet_points_void": (
                    "The sheet gives {name} {value:#point} for the round, which is void and makes {points}."
                ),
                "bags_before_not_known": "The bags from before the round, which might explain it, are not known.",
            },
            proof=(
                "The round is complete, and the sheet gives a side different points for it from those that its bids and"
                " tricks make, before any penalty."
            ),
            undecided=(
                "The number of bags before the round, if the record does not state it and it would explain the points."
            ),
            penalty=(
                "None. The sheet is corrected. If penalties change the figure, the finding also states the figure as"
                " ruled, and whether it is the one on the sheet. The ruling lists every value on the sheet that is not"
                " as ruled."
            ),
            governed_by=(
                "scoring.trick_points",
                "scoring.overtrick_points",
                "scoring.set",
                "scoring.bag_limit",
                "scoring.bag_penalty",
                "scoring.bag_points_cancelled",
                "nil.made",
                "nil.failed",
                "nil.scoring",
                "nil.failed_tricks",
            ),
            authorities=(
                Authority(
                    "ruleset",
                    "The points follow from the ruleset. It has more rules on them than are listed here, and the score"
                    " as played explains each line.",
                ),
                Authority("whist", "A score that was entered wrongly may be corrected until the game is over."),
                Authority(
                    "bridge",
                    "An error in the written score may be corrected within a time limit: half an hour unless the"
                    " organiser sets another.",
                    laws=("79",),
                ),
            ),
            told_apart={
                "wrong_score": "The points are those of this round alone. The score is the running total after it.",
                "wrong_bags": (
                    "Wrong points include those of the bag penalty. Wrong bags are only about the number of bags."
                ),
            },
        ),
        FindingEntry(
            code="wrong_score",
            severity="error",
            meaning="The running score on the sheet is not the score before the round plus the points of the round.",
            law="The running score is the score before the round plus the points of the round.",
            spares_cards=True,
            sheet_row="score",
            sentences={
                "sheet_score": (
                    "The sheet gives {name} a score of {value}; {before} before the round and {points:#point} in it"
                    " make {right}."
                ),
                "score_before_not_known": (
                    "The sheet gives {name} a score of {value}; the round makes {points:#point}, and the score before"
                    " it is not known."
                ),
                "adds_up_from_its_points": "It adds up with the points that the sheet gives.",
                "points_not_added": "the points of the round are not added",
                "points_added_twice": "the points of the round are added twice",
                "points_taken_off": "the points of the round are taken off",
            },
            proof=(
                "The round is complete, and the running score of a side on the sheet is not its score before the round"
                " plus the points of the round, before any penalty. If it adds up with wrong points on the same sheet,"
                " the finding names those as its cause."
            ),
            undecided="The score before the round, if the record does not state it.",
            penalty=(
                "None. The sheet is corrected. If penalties change the figure, the finding also states the figure as"
                " ruled, and whether it is the one on the sheet. The ruling lists every value on the sheet that is not"
                " as ruled."
            ),
            authorities=(
                Authority("whist", "A score that was entered wrongly may be corrected until the game is over."),
                Authority(
                    "bridge",
                    "An error in the written score may be corrected within a time limit: half an hour unless the"
                    " organiser sets another.",
                    laws=("79",),
                ),
            ),
        ),
        FindingEntry(
            code="wrong_bags",
            severity="error",
            meaning="The number of bags on the sheet is not the number after the round.",
            law="Bags run on from round to round; a penalty takes off those that it is for.",
            spares_cards=True,
            sheet_row="bags",
            sentences={
                "sheet_bags": (
                    "The sheet gives {name} {value:#bag}; {before} before the round and {bags} in it make {right}."
                ),
                "sheet_bags_after_penalty": (
                    "The sheet gives {name} {value:#bag}; {before} before the round and {bags} in it, less those that a"
                    " penalty was paid for, make {right}."
                ),
                "bag_count_before_not_known": (
                    "The sheet gives {name} {value:#bag}; the round makes {bags:#bag}, and the count before it is not"
                    " known."
                ),
                "bags_not_counted": "the bags of the round are not counted",
                "bags_before_not_counted": "the bags from before the round are not counted",
                "bags_paid_for_not_taken_off": "the bags that a penalty was paid for are not taken off",
            },
            proof=(
                "The round is complete, and the number of bags of a side on the sheet is not the number after the"
                " round, before any penalty."
            ),
            undecided="The number of bags before the round, if the record does not state it.",
            penalty=(
                "None. The sheet is corrected. If penalties change the figure, the finding also states the figure as"
                " ruled, and whether it is the one on the sheet. The ruling lists every value on the sheet that is not"
                " as ruled."
            ),
            governed_by=(
                "scoring.bag_limit",
                "scoring.bag_carry",
                "nil.scoring",
                "nil.failed_tricks",
                "nil.failed_bags_when_set",
            ),
            never={"scoring.bag_limit": ("0",)},
            authorities=(
                Authority(
                    "ruleset",
                    "The ruleset says what counts as a bag, how many incur the penalty and how many are left after it.",
                ),
                Authority(
                    "service",
                    "Bags are counted separately. Read off the last digit of the score, they would be wrong below 0"
                    " and if an overtrick is not worth one point.",
                ),
            ),
        ),
    ),
)
