"""The findings about the record as a whole, and about the score sheet."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import FindingEntry, Part

SHEET: Final = Part(
    name="sheet",
    title="The record and its score sheet",
    sentences={
        "comes_out_when": "That is the figure if {slip:clause}.",
        "comes_out_when_either": "That is the figure if {one:clause}, or if {other:clause}.",
        "nil_was_blind": "a nil was bid blind, and nobody wrote so",
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
            law="The leader of a trick is the player of its first card.",
            sentences={
                "leader_mismatch": (
                    "The record names {claimed:player} as the leader, but {leader:player} played the first card."
                )
            },
        ),
        FindingEntry(
            code="round_after_end",
            severity="error",
            law="The game ends with the round that decides it.",
            spares_cards=True,
            sentences={
                "round_after_end": "Round {number} was played after the game had been decided.",
                "round_after_end_before": (
                    "This round was played after the game had been decided by the standing before it."
                ),
            },
        ),
        FindingEntry(
            code="row_repeated",
            severity="error",
            law="Each round has one row on the score sheet, and a round that scores points moves the running totals.",
            spares_cards=True,
            sentences={
                "row_repeated": (
                    "Row {number} has the bids, the tricks and the totals of the row before it, so it seems to be the"
                    " same row, written twice."
                ),
                "row_repeated_later": (
                    "Row {number} has the bids, the tricks and the totals of row {first}, and the totals had moved on:"
                    " it seems to be the same row, written twice."
                ),
                "record_repeated": (
                    "The record of round {number} says the same as the one of round {first}, and no deal comes twice:"
                    " it seems to be the same record, written twice."
                ),
            },
        ),
        FindingEntry(
            code="row_missing",
            severity="error",
            law="Each round has one row on the score sheet, and the running totals go on from row to row.",
            spares_cards=True,
            sentences={
                "row_missing": (
                    "The totals of row {number} move by one possible round more than the row makes, so the row of a"
                    " round before it seems to be missing."
                )
            },
        ),
        FindingEntry(
            code="rows_exchanged",
            severity="error",
            law="The rounds have their rows on the score sheet in the order in which they were played.",
            spares_cards=True,
            sentences={
                "rows_exchanged": (
                    "Rows {number} and {other} are in each other's place: the totals of both follow if row {other} was"
                    " played first, and not as the rows are written."
                ),
            },
        ),
        FindingEntry(
            code="wrong_winner",
            severity="error",
            law="A trick is won by the highest spade in it or, without a spade, by the highest card of the suit led.",
            sentences={
                "wrong_winner": "The record gives the trick to {claimed:player}, but {winner:player} won it.",
                "wrong_winner_as_written": (
                    "The record gives the trick to {claimed:player}, but {winner:player} won it by the cards as they"
                    " are written."
                ),
                "cannot_have_won": (
                    "The record gives the trick to {claimed:player}, who can't have won it, whatever the card in it was"
                    " that is not known."
                ),
            },
        ),
        FindingEntry(
            code="wrong_tricks_won",
            severity="error",
            law="Tricks count for the side that won them.",
            spares_cards=True,
            sheet_row="tricks_won",
            sentences={
                "sheet_tricks": "The sheet gives {name} {value:#trick}, but {name} won {won}.",
                "sheet_no_trick": "The sheet gives {name} no tricks, but {name} won {won}.",
                "sheet_tricks_so_far": "The sheet gives {name} {value:#trick}, but {name} won {won} of those recorded.",
                "sheet_no_trick_so_far": "The sheet gives {name} no tricks, but {name} won {won} of those recorded.",
                "sheet_does_not_add_up": "The tricks of the sheet add up to {total}, but the round has {size}.",
                "tricks_do_not_add_up": "The tricks of the row add up to {total}, but the round has {size}.",
            },
        ),
        FindingEntry(
            code="wrong_points",
            severity="error",
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
                    "The sheet gives {name} {value:#point} for the round, which counts for nothing and makes {points}."
                ),
                "sheet_points_anyway": (
                    "The sheet gives {name} {value:#point} for the round, which it does not make from any standing."
                ),
                "bags_before_not_known": "The bags from before the round, which might explain it, are not known.",
            },
        ),
        FindingEntry(
            code="wrong_score",
            severity="error",
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
                "sheet_score_anyway": (
                    "The sheet gives {name} a score of {value} after {before}: a step that the round does not make from"
                    " any standing."
                ),
                "adds_up_from_its_points": "It adds up with the points that the sheet gives.",
                "points_not_added": "the points of the round are not added",
                "points_added_twice": "the points of the round are added twice",
                "points_taken_off": "the points of the round are taken off",
            },
        ),
        FindingEntry(
            code="wrong_bags",
            severity="error",
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
                "sheet_bags_anyway": (
                    "The sheet gives {name} {value:#bag}; the round makes {bags:#bag} and, whatever count was before"
                    " it, leaves {left:clause}."
                ),
                "bags_up_to": "0 to {most}",
                "bags_none_or_those": "0, or {least} to {most}",
                "bags_none": "0",
                "bag_count_before_not_known": (
                    "The sheet gives {name} {value:#bag}; the round makes {bags:#bag}, and the count before it is not"
                    " known."
                ),
                "bags_not_counted": "the bags of the round are not counted",
                "bags_before_not_counted": "the bags from before the round are not counted",
                "bags_paid_for_not_taken_off": "the bags that a penalty was paid for are not taken off",
            },
        ),
    ),
)
