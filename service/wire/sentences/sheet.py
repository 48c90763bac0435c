"""The sentences about score sheets: of a round, and of a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SHEET: Mapping[str, str] = MappingProxyType(
    {
        "sheet_of_unfinished_round": "The sheet is for a finished round of {size:#trick}, but the record has only"
        " {tricks}.",
        "sheet_of_round_begun": "The sheet is for a finished round of {size:#trick}, but the record has only {tricks}"
        " and the beginning of another.",
        "sheet_tricks": "The sheet gives {name} {value:#trick}, but {name} won {won}.",
        "sheet_no_trick": "The sheet gives {name} no tricks, but {name} won {won}.",
        "tricks_do_not_add_up": "The tricks of the row add up to {total}, but the round has {size}.",
        "sheet_points": "The sheet gives {name} {value:#point} for the round; its bids and tricks make {points}.",
        "sheet_points_decided": "The sheet gives {name} {value:#point} for the round; its bids, its tricks and what was"
        " decided about it make {points}.",
        "sheet_points_void": "The sheet gives {name} {value:#point} for the round, which is void and makes {points}.",
        "bags_before_not_known": "The bags from before the round, which might explain it, are not known.",
        "sheet_score": "The sheet gives {name} a score of {value}; {before} before the round and {points:#point} in it"
        " make {right}.",
        "score_before_not_known": "The sheet gives {name} a score of {value}; the round makes {points:#point}, and the"
        " score before it is not known.",
        "adds_up_from_its_points": "It adds up with the points that the sheet gives.",
        "sheet_bags": "The sheet gives {name} {value:#bag}; {before} before the round and {bags} in it make {right}.",
        "sheet_bags_after_penalty": "The sheet gives {name} {value:#bag}; {before} before the round and {bags} in it,"
        " less those that a penalty was paid for, make {right}.",
        "bag_count_before_not_known": "The sheet gives {name} {value:#bag}; the round makes {bags:#bag}, and the count"
        " before it is not known.",
        # The slip behind a wrong figure.
        "comes_out_when": "That is the figure if {slip:clause}.",
        "points_not_added": "the points of the round are not added",
        "points_added_twice": "the points of the round are added twice",
        "points_taken_off": "the points of the round are taken off",
        "bags_not_counted": "the bags of the round are not counted",
        "bags_before_not_counted": "the bags from before the round are not counted",
        "bags_paid_for_not_taken_off": "the bags that a penalty was paid for are not taken off",
        "line_left_out": "the line '{line:words}' ({points}) is left out",
        "line_counted_twice": "the line '{line:words}' ({points}) is counted twice",
        "line_with_wrong_sign": "the line '{line:words}' ({points}) has the wrong sign",
        "figure_of_other_side": "the figure of {side:team} is copied",
        "as_ruled": "As ruled it is {ruled}.",
        "as_ruled_as_on_sheet": "As ruled it is {ruled}, as on the sheet.",
        # The first error of a game's sheet.
        "first_wrong_tricks": "Round {round}: the sheet has {reported:#trick}, but it should be {expected}:"
        " {why:clause}.",
        "first_wrong_value": "Round {round}: the sheet gives {side:team} {reported}, but it should be {expected}:"
        " {why:clause}.",
        "tricks_counted_wrongly": "the tricks were counted wrongly",
        "bags_left_out": "the bags were counted wrongly, or their penalty was left out",
        "points_are_wrong": "the points of the round are wrong",
        "total_does_not_continue": "the running total is not the one before plus the points of the round",
        "penalties_left_out": "the penalties of the ruling are left out",
        "decisions_left_out": "the points that a director gave or took, or those of the forfeit, are left out",
        "round_is_void": "the round is void and counts for nothing",
    }
)
