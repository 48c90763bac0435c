"""The sentences that belong to no finding and no parameter; and for every key that the core says (`say`), its text.

The texts are templates (`spades.sentence`). The writer of an answer (`wire.writer`) has these forms beside those that
all templates have:

========================  =======================================================================
``player``, ``team``      the name of a seat or a side; ``teams`` for several sides
``card``, ``cards``       a card, or several
``suit``, ``suits``       a suit as one of its cards (heart), or as all of them (hearts)
``location``              where something is in the request
``clause``                a part of the sentence, which is a sentence of this table too
``clauses``               several parts, with semicolons; ``clauses with and`` with a comma and "and"
``text``                  whole sentences
``times``, ``numbers``    once or 3 times; 2 and 1
``trick``                 the number of a trick: trick 3
``trick list``            the numbers of tricks: trick 3, or tricks 1, 4 and 5
``trick rows``            the same, those in a row as the first and the last: tricks 1 to 4
``words``                 a code with spaces in place of its underscores
nothing                   a number, or a name from the request
========================  =======================================================================

To add a sentence, give it a key in its finding's entry (`findings`) or in the table of its subject here, and say it
with the facts that it names: a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.findings import CODES, PARTS

ANY_FINDING: Final[Mapping[str, str]] = {
    "nothing": "",
    "in_a_reading": "In one reading of the record: {text:text}",
    "depends_on_slip": "Whether it is so depends on which entry of the record is wrong.",
    "depends_on_missing_trick": "Whether it is so depends on where the log lacks a trick.",
    "not_all_tried": "More slips of the pen might explain this than are tried for one record.",
    "may_be_one_slip": "Or nobody did it: one slip of the pen would explain this and more (see the readings).",
    "void_costs_nothing": "The round is void, so it costs nothing.",
    "costs_nothing_if_void": "It costs nothing if the round is void, which is open.",
    "broken_off_costs_nothing": "The round was broken off by the forfeit, so it costs nothing.",
    "cost_depends_on_reading": "What it costs depends on how the record is read.",
    "costs_no_tricks": "Under this ruleset it costs no tricks.",
    "game_is_over_already": "It would cost the game, and that was over.",
    "no_ruleset_penalises": "No ruleset has a penalty for it.",
    "said_by_source": "The source of the ruleset says so.",
    "implied_by_source": "The source of the ruleset implies it.",
    "said_by_request": "This table's own rules say so.",
    "said_by_default": "The source of the ruleset says nothing of it; this is the default of this service.",
}
"""What may be said of a finding whatever it is: how far it is proved, and why it costs nothing."""

PLAYER_QUESTIONS: Final[Mapping[str, str]] = {
    # Cards by themselves, for a player who asks what is legal.
    "card_not_in_pack": "{cards:cards} {cards:is|are} not in the pack.",
    "card_listed_twice": "{cards:cards} {cards:is|are} listed twice.",
    "card_in_trick": "{cards:cards} {cards:is|are} in the trick already.",
    "may_not_be_led": "{cards:cards} may not be led from a hand that holds {other:card}.",
    "may_not_be_led_yet": (
        "{cards:cards} may not be led from a hand that holds {other:card}: `spades_broken` says that spades are not"
        " broken."
    ),
    "may_not_be_played": "{cards:cards} may not be played on a {suit:suit} lead from a hand that holds {other:card}.",
    # One trick by itself.
    "trick_not_finished": "The trick is not finished.",
    "no_card_can_win": "No card can win this trick as recorded.",
    "winner_depends_on_slip": "Who won depends on which card is written wrong.",
    "won_with_spade": "{winner:player} won with {card:card}, the highest spade in the trick.",
    "won_with_suit": "{winner:player} won with {card:card}, the highest {suit:suit}; no spade was played.",
}
"""The sentences that answer a player: whether one card is legal, and who wins one trick."""

SLIPS: Final[Mapping[str, str]] = {
    "card_miscopied": "{player:player}'s card in {trick:trick} was {suggested:card}, not {recorded:card}.",
    "card_not_told": "{player:player}'s card in {trick:trick} was another than {recorded:card}.",
    "name_miscopied": "{card:card} in {trick:trick} was played by {suggested:player}, not by {recorded:player}.",
    "cards_exchanged": "{first:card} and {second:card} were exchanged in {trick:trick} (plays {one} and {other}).",
    "lists_exchanged": "The hands of {first:player} and {second:player} were listed under each other's name.",
    "draws_exchanged": "At {location:location} and the next draw, {first:player} and {second:player} were exchanged.",
    "cards_of_lists_exchanged": "{first:card} and {second:card} were written in each other's list.",
    "pass_left_out": "The cards that {giver:player} and {player:player} passed each other were left out.",
    "names_exchanged": "{first:player} and {second:player} were exchanged in {trick:trick} (plays {one} and {other}).",
    "blind_left_out": "The bid of {player:player} was blind.",
    "claims_exchanged": "{first:player} and {second:player} were exchanged in {trick:trick}, as leader and winner.",
    "cards_shifted_left": "Each card of {trick:trick} was written with the player to the left of its own.",
    "cards_shifted_right": "Each card of {trick:trick} was written with the player to the right of its own.",
    "own_cards_exchanged": "{player:player} played {second:card} in {trick:trick} and {first:card} in the next.",
    "names_shifted": "Each name in {trick:trick} stands one place off: {player:player} led.",
    "plays_by_seat": "Every trick was written from {player:player} on, whoever led it.",
    "plays_out_of_order": "The plays of {trick:trick} were not written in turn: {player:player} led.",
    "pass_reversed": "The cards passed by {giver:player} to {player:player} were passed the other way.",
    "play_left_out": "{player:player}'s {suggested:card} was left out of {trick:trick}, as play {play}.",
    "play_left_out_unknown": "A card of {player:player}'s was left out of {trick:trick}, as play {play}.",
    "lead_left_out": "{player:player}'s lead of {suggested:card} was left out of {trick:trick} (play {play}).",
    "lead_left_out_unknown": "{player:player}'s lead was left out of {trick:trick} (play {play}).",
    "card_too_many": "{card:card} in {trick:trick} is one too many (play {play}).",
    "play_written_twice": "{player:player}'s play was written twice in {trick:trick} (play {play} is one too many).",
    "trick_left_out": "A trick was left out, as {trick:trick} of the round{shown:clause}.",
    "last_trick_left_out": "The last trick was left out{shown:clause}.",
    "tricks_left_out": "Two tricks were left out, as tricks {trick} and {other} of the round{shown:clause}.",
    "nobody_shows": "; nobody shows {cards:cards}",
    "two_slips": "{both:text}",
    "trick_written_twice": "Trick {trick} was written twice.",
    "empty_trick_written": "A trick without cards was written in as {trick:trick}.",
    "played_earlier": "Trick {trick} is in the wrong place: it was played before trick {other}.",
    "played_later": "Trick {trick} is in the wrong place: it was played after trick {other}.",
    "tricks_exchanged": "Tricks {trick} and {other} were written in each other's place.",
    "list_entry_miscopied": "{suggested:card} was meant as {location:location}, not {recorded:card}.",
    "list_entry_not_told": "Another card than {recorded:card} was meant as {location:location}.",
    "card_left_out": "{suggested:card} was left out of the list of {player:player}'s hand.",
    "card_left_out_of_exchange": (
        "{suggested:card} was left out of the cards that {giver:player} passed to {player:player}."
    ),
    "card_left_out_unknown": "A card was left out of the list of {player:player}'s hand.",
    "kept_left_out": "{suggested:card} was left out of the cards that {player:player} kept of a draw.",
    "kept_once_too_often": "{recorded:card} was written once too often, among the cards that {player:player} kept.",
    "card_written_twice": "{recorded:card} was written once too often, in the list of {player:player}'s hand.",
    "card_with_wrong_player": "{recorded:card} was {other:player}'s, and was listed for {player:player}.",
    "wrong_name": "{suggested:player} was meant as {location:location}, not {recorded:player}.",
    "wrong_team": "{suggested:team} was meant as {location:location}, not {recorded:team}.",
    "winner_not_told": "Another than {recorded:player} was meant as {location:location}.",
}
"""The sentences about slips of the pen: what a record may have been meant to say."""

ACCUSATIONS: Final[Mapping[str, str]] = {
    "call_upheld": "{accused:player} {deeds:clauses with and}{late:clause}{named:clause}.",
    "call_late": "; the call came too late",
    "call_time_not_known": "; whether the call was in time depends on how play ended, which the record does not say",
    "call_perhaps_late": "; by some readings of the record the call came too late",
    "call_late_for_some": "; for {tricks:trick list} the call came too late",
    "call_names_wrong_trick": "; the call named {trick:trick}",
    "call_names_no_trick": "The call names no trick, and this ruleset has none without one.",
    # Undecidable.
    "revoke_undecided": "Whether {accused:player} revoked in {trick:trick} is undecided.",
    "cards_in_doubt": "The record leaves some of {accused:player}'s cards, or the leads to them, in doubt.",
    "call_after_log": "The log has {tricks:#trick}, and the call is about every card that {accused:player} played in"
    " the round: the record does not say when it was made (`at`), or that play was stopped there (`stopped`).",
    "card_in_doubt": "The record leaves {accused:player}'s card in {trick:trick}, or the lead to it, in doubt.",
    "no_card_in_trick": "The record has no card by {accused:player} in {trick:trick}.",
    "trick_beyond_round": "Trick {trick} is beyond the last trick of the round, and nothing in it is judged.",
    "trick_not_in_record": "The record has no {trick:trick}; it ends after trick {tricks}.",
    "no_trick_in_record": "The record has no {trick:trick}; it ends before the first.",
}
"""The sentences that answer accusations."""

PENALTIES: Final[Mapping[str, str]] = {
    # Tricks.
    "in_brackets": " ({text:clause})",
    "loses_tricks": "{side:team} loses {tricks:#trick} for {offence:clause}{why:clause}.",
    "owes_tricks": (
        "{side:team} owes {tricks:#trick} for {offence:clause}{why:clause}, but has {left:#trick or none} of its own"
        " left to lose."
    ),
    "loses_points": "{side:team} loses {points:#point} for {offence:clause}.",
    "is_given_points": "{side:team} is given {points:#point} for {offence:clause}.",
    "round_dealt_again": "The round is void for {offence:clause}: nobody scores, and it is dealt again.",
    "wronged_side_chooses": "The other side chooses what {side:team} pays for {offence:clause}.",
    "is_given_tricks": "{side:team} is given {tricks:#trick} for {offence:clause}.",
    "loses_no_trick": "{side:team} loses no tricks for {offence:clause} ({why:clause}).",
    # Law 64 of duplicate bridge.
    "revokes_of_both_sides": "more than one side revoked",
    "had_led_spade_before": "{player:player} had already led a spade too early",
    "had_done_so_before": "{player:player} had already done so in the same suit",
    "had_revoked_before": "{player:player} had already revoked in {suit:suits}",
    "last_trick_but_one": "it was the last trick but one",
    "offender_won_and_side_later": "{player:player} won that trick and {side:team} a later one",
    "offender_won_and_side_no_later": "{player:player} won that trick and {side:team} no later one",
    "partner_won": "{side:team} won that trick, though not with {player:player}'s card",
    "side_won_later": "{side:team} did not win that trick, but won a later one",
    "side_won_neither": "{side:team} won neither that trick nor a later one",
    # The contract.
    "is_set_by_penalty": "{side:team} is set for {offence:clause}, whatever it took.",
    "scores_no_contract_points": (
        "{side:team} scores no points for its contract, even if it makes it: {offence:clause}."
    ),
    "loses_bid": "{side:team} loses {bid:clause} for {offence:clause}.",
    "is_credited": "{side:team} is credited with {bid:clause} for {offence:clause}.",
    "bid_of_tricks": "its bid of {bid}",
    "bid_unknown": "its bid",
    "contract_beside_nils": "its contract of 0, nil apart,",
    "already_credited": "{side:team} is already credited with its bid; {offence:clause} adds nothing to that.",
    "already_without_points": (
        "{side:team} already scores no points for its contract; {offence:clause} adds nothing to that."
    ),
    "already_set": "{side:team} is already set; {offence:clause} adds nothing to that.",
    "already_lost": "{side:team} has already lost its bid; {offence:clause} adds nothing to that.",
    # Nil, the game, the round.
    "own_nil": "its nil",
    "nil_of": "{player:player}'s nil",
    "has_lost_nil_already": "{side:team} has already lost {nil:clause}; {offence:clause} adds nothing to that.",
    "loses_nil": "{side:team} loses {nil:clause} for {offence:clause}: it fails although it took no tricks.",
    "scores_nothing_for_nil": "{side:team} scores nothing for {nil:clause}: {offence:clause}.",
    "scores_nothing_for_linked_nil": (
        "{side:team} scores nothing for {nil:clause}, even if it is made: {offence:clause}."
    ),
    "forfeits_game": "{side:team} forfeits the game for {offence:clause}: its {number} revoke of the game.",
    "loses_the_game": "{side:team} loses the game for {offence:clause}.",
    "round_void": "The round is void: {why:text}",
}
"""The sentences about penalties: what an offence costs its side, and why one costs nothing."""

SCORE: Final[Mapping[str, str]] = {
    # Nil.
    "nil": "nil",
    "nil_took": "Bid {name:clause}, took {tricks}{penalty:clause}.",
    "nil_took_none": "Bid {name:clause}, took no tricks{penalty:clause}.",
    "nil_without_points": "; a penalty leaves the nil without points",
    "nil_failed_by_penalty": "; a penalty makes the nil fail",
    "double_nil_took": "Both partners bid nil and took {taken:numbers}{penalty:clause}.",
    "double_nil_took_none": "Both partners bid nil and took no tricks{penalty:clause}.",
    "double_nil_without_points": "; a penalty leaves the double nil without points",
    "double_nil_failed_by_penalty": "; a penalty makes the double nil fail",
    "linked_set": "Nil and contract stand or fall together, and {why:clause}: {what:clause}.",
    "nil_failed_clause": "the nil failed",
    "contract_was_set": "the contract of {contract} was set",
    "linked_nil_alone": "{nil} for the nil",
    "linked_nil_and_contract": "{nil} for the nil, {lost} for the contract of {contract}",
    "failed_nil_overtricks": "{tricks:#trick} taken by the failed nil, scored as {tricks:an overtrick|overtricks}.",
    "failed_nil_bags": (
        "{tricks:#trick} taken by the failed nil: {tricks:a bag that scores|bags that score} nothing beside a set"
        " contract."
    ),
    # The contract.
    "bid_and_took": "Bid {bid}, took {taken}.",
    "bid_and_took_after_penalty": "Bid {bid}, took {taken}{penalty:clause}.",
    "bid_below_board": "Bid {bid}, below the board, and is set; took {taken}{penalty:clause}.",
    "bid_blind": "Bid {bid}, {blind} of it blind; took {taken}{penalty:clause}.",
    "bid_blind_exact": "Bid {bid}, {blind} of it blind, to be made exactly; took {taken}{penalty:clause}.",
    "set_by_penalty": "; set by a penalty, whatever it took",
    "contract_without_points": "; a penalty leaves it without points",
    "bid_lost_to_penalty": "; the bid is lost to a penalty",
    "credited_for_offence": "; credited with the bid for another side's offence",
    "overtricks": "{overtricks} over the contract.",
    "overtricks_for_nothing": "{overtricks} over the contract, worth nothing.",
    # Bags, a round without bids, Boston.
    "bags_reach_limit": "{bags:#bag} {bags:reaches|reach} the limit of {limit}.",
    "bags_reach_limit_anyway": "The bags reach the limit of {limit} from every standing that the game may have.",
    "bag_points_cancelled": "The points of {bags:#bag} are taken back.",
    "bag_credit": "The bags of another side reached the limit {times:times}.",
    "took_without_bids": "No bids in this round: took {taken:#trick or none}.",
    "took_without_bids_for_nothing": (
        "No bids in this round: took {taken:#trick or none}; a penalty leaves the round without points."
    ),
    "boston": "Took all {tricks:#trick} without having bid them.",
    "unbid_tricks": "Took {tricks:#trick} without having bid them.",
    "bonus": "A contract of {bid:#trick} that is made brings this on top.",
    "bonus_lost": "A contract of {bid:#trick} that is set costs this on top.",
    "penalty_points": "The points of the penalties.",
    # What a director decided.
    "as_written": "{text}",
    "tricks_taken_by_director": "{text} ({tricks:#trick or no tricks} taken)",
    "tricks_given_by_director": "{text} ({tricks:#trick or no tricks} given)",
    "forfeits_the_game": "Forfeits the game.",
    "credited_for_forfeit": "Another side forfeits the game.",
    # The end of a game.
    "highest_wins": "{winners:teams} {winners:wins|win} with {best}: {why:clause}.",
    "last_side_wins": "{winners:teams} wins: {why:clause}.",
    "nobody_wins": "Nobody wins: {why:clause}.",
    "nobody_knows_who_wins": "The game is over: {why:clause}. Which of the other sides was ahead is not known.",
    "equal_at_the_end": "Another round is needed: {why:clause}, and {winners:teams} are equal at {best}.",
    "nobody_has_target": (
        "Another round is needed: nobody has reached {target}; {leaders:teams} {leaders:is|are} highest with {best}."
    ),
    "nobody_is_past_target": (
        "Another round is needed: nobody has more than {target}; {leaders:teams} {leaders:is|are} highest with {best}."
    ),
    "target_reached": "the target of {target} is reached",
    "at_floor": "{sides:teams} {sides:is|are} at or below the losing score of {floor}",
    "set_too_often": "{sides:teams} {sides:has|have} been set {times:times}",
    "set_in_a_row": "{sides:teams} {sides:has|have} been set {times:times} in a row",
    "took_every_trick": "{winners:teams} wins: it took every trick of the round.",
    "won_by_contract": "{winners:teams} {winners:wins|win} the game by the tricks taken in the round.",
    "rounds_played": "{rounds:#round} {rounds:has|have} been played",
    "time_was_called": "time was called in round {number}",
    "forfeited": "{sides:teams} forfeited the game in round {number}",
    "no_round_played": "No round has been played.",
    "standing_not_known": "Round {number} has no score, so the standing is not known.",
    # A game that may stand in several ways.
    "one_of_several_standings": "Round {number} can be read in several ways, which leave {count} standings.",
    "too_many_standings": (
        "Round {number} can be read in several ways. With the rounds after it there are too many standings to follow,"
        " so the standing is not known."
    ),
    "end_depends_on_standing": (
        "Round {number} can be read in several ways, and whether the game is over depends on which is right."
    ),
    "winner_depends_on_standing": (
        "The game is over. Round {number} can be read in several ways, and who has won depends on which is right."
    ),
    "wins_in_any_case": (
        "{winners:teams} {winners:wins|win}, in whichever of several ways round {number} is to be read."
    ),
    "nobody_wins_in_any_case": "Nobody wins, in whichever of several ways round {number} is to be read.",
}
"""The sentences about scores: the lines of a side, and how a game ends."""

GAME_SHEET: Final[Mapping[str, str]] = {
    "first_wrong_tricks": "Round {round}: the sheet has {reported:#trick}, but it should be {expected}: {why:clause}.",
    "first_wrong_value": (
        "Round {round}: the sheet gives {side:team} {reported}, but it should be {expected}: {why:clause}."
    ),
    "first_wrong_sum": "Round {round}: the tricks of the row add up to {total}, but the round has {size}.",
    "tricks_counted_wrongly": "the tricks were counted wrongly",
    "bags_left_out": "the bags were counted wrongly, or their penalty was left out",
    "points_are_wrong": "the points of the round are wrong",
    "total_does_not_continue": "the running total is not the one before plus the points of the round",
    "penalties_left_out": "the penalties of the ruling are left out",
    "decisions_left_out": "the points that a director gave or took, or those of the forfeit, are left out",
    "round_is_void": "the round is void and counts for nothing",
}
"""The sentences about the first error of a game's score sheet."""

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{key: text for part in PARTS for key, text in part.sentences.items()},
        **{key: text for finding in CODES.values() for key, text in finding.sentences.items()},
        **ANY_FINDING,
        **PLAYER_QUESTIONS,
        **SLIPS,
        **ACCUSATIONS,
        **PENALTIES,
        **SCORE,
        **GAME_SHEET,
    }
)
"""For each key its text, those of the findings among them."""
