"""The findings about the play: leads, turns, and cards against the rules."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import FindingEntry, Part

PLAY: Final = Part(
    name="play",
    title="The play",
    sentences={
        "held_a_legal_card": "{player:player} {deed:clause} while holding {holding:clause}{taken_back:clause}.",
        "may_have_held_a_legal_card": "{player:player} {deed:clause}{taken_back:clause}; {question:clause}.",
        "played_on_lead": "played {card:card} on a {suit:suit} lead",
        "cards_held": "{cards:cards}",
        "card_counted": "{cards:cards}, which by the count must be in this hand",
        "one_of_cards_counted": "at least one of {cards:cards}, by the count",
        "some_of_cards_kept": "at least one of {cards:cards}, of which no more than {most} can have been passed on",
        "taken_back_late": ", and took it back too late",
        "taken_back_perhaps_late": (
            ", and took it back; whether that was in time depends on who had played by then, which the log does not"
            " show"
        ),
        "hand_contradicts_itself": "the record contradicts itself about this hand",
        "hand_not_known": "it is not known whether the hand held a card that forbids it",
        "pass_not_recorded": (
            "the record does not have every card that {player:player} and the partner passed each other, so it is not"
            " known whether the hand held a card that forbids it"
        ),
        "bid_not_recorded": (
            "the record does not have every bid of {player:player}'s side, and after a nil the partners may have passed"
            " cards, so it is not known whether the hand held a card that forbids it"
        ),
        "lead_not_known": (
            "{player:player} played {card:card}{taken_back:clause}; it is not known which lead it answered."
        ),
        "unread_card_led": (
            "{player:player}'s lead can't be read; it is not known whether it was a card that may be led to this trick."
        ),
        "lead_stands": "Under this ruleset the lead stands and costs nothing.",
        "costs_nothing_by_ruleset": "Under this ruleset it costs nothing.",
        "not_established_yet": "It is not established yet, so it costs nothing.",
        "establishment_open": "Whether it came to be established is open, and so is what it costs.",
        "call_time_open": "Whether it was called in time is open, and so is what it costs.",
        "called_too_late": "It was called too late, so it costs nothing.",
        "perhaps_called": "By some readings of the record it was not called in time, and then it costs nothing.",
        "not_called": "Nobody called {player:player} for it, so it costs nothing.",
        "not_called_by_trick": "No call named that trick, so it costs nothing.",
        "not_first_in_suit": "It is not {player:player}'s first in that suit, so it costs nothing more.",
        "chosen_for_nothing": "The other side chose to play on, so it costs nothing.",
        "choice_is_open": "What it costs is for the other side to choose.",
        "depends_on_later_tricks": "Its cost depends on tricks that the record does not have.",
    },
    findings=(
        FindingEntry(
            code="revoke",
            severity="offence",
            parameter="play.follow_suit",
            may_be_revoke=True,
            illegal_card=True,
            taints_play=True,
            penalty="revoke",
            deed="revoked",
            sentences={
                "unread_card": (
                    "{player:player}'s card can't be read; it is not known whether it followed the {suit:suit} lead."
                ),
                "unread_lead": (
                    "{player:player} played {card:card}; the lead can't be read, and may have been of a suit that"
                    " {player:player} held."
                ),
                "unread_lead_and_card": (
                    "Neither the lead nor {player:player}'s card can be read; it is not known whether the card followed"
                    " suit."
                ),
                "unread_card_and_leader_not_known": (
                    "{player:player}'s card can't be read, and it is not known who led; so it is not known whether the"
                    " card followed suit."
                ),
                "leader_not_known": (
                    "{player:player} played {card:card}; it is not known who led, and {player:player} may have held a"
                    " card of the suit that was led."
                ),
                "revoke": "{player:player}'s revoke in {suit:suits} in {trick:trick}",
                "revoke_with_card": "{player:player}'s revoke in {suit:suits} in {trick:trick} with {card:card}",
                "revoked_in": "revoked in {tricks:trick list}",
                "not_first_revoke": (
                    "It is not {player:player}'s first revoke in {suit:suits} in the round, so it costs nothing more."
                ),
            },
        ),
        FindingEntry(
            code="revoke_corrected",
            severity="note",
            parameter="play.follow_suit",
            deed="took back a revoke",
            sentences={
                "taken_back_in_time": ", and took it back in time",
                "revoked_and_corrected_in": "revoked in {tricks:trick list} and corrected it in time",
            },
        ),
        FindingEntry(
            code="card_taken_back",
            severity="note",
            parameter="penalties.card_taken_back.remedy",
            penalty="card_taken_back",
            deed="took back a legal card",
            sentences={
                "card_taken_back": "{player:player} took back {card:card}, a legal card, and played {instead:card}.",
                "legal_card_taken_back": "{player:player}'s taking back a legal card in {trick:trick}",
            },
        ),
        FindingEntry(
            code="illegal_spade_lead",
            severity="offence",
            parameter="play.spade_lead",
            may_be_revoke=True,
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            rests_on_turns=True,
            penalty="early_spade",
            deed="led a spade too early",
            sentences={
                "led_before_broken": "led {card:card} before spades were broken",
                "led": "led {card:card}",
                "no_spade_before": "No spade had been played before: {tricks:trick rows}.",
                "no_spade_broke_them": "No spade had broken them before: {tricks:trick rows}.",
                "spades_said_unbroken": "`spades_broken` says that spades had not been broken{then:clause}.",
                "before_trick": " before {trick:trick}",
                "broken_not_known": "it is not known whether spades had been broken",
                "broken_in_doubt": (
                    "whether spades had been broken depends on a card of {trick:trick} that the record does not show"
                    " for certain"
                ),
                "spade_lead_as_revoke": "{player:player}'s lead of a spade in {trick:trick}, counted as a revoke",
                "early_spade": "{player:player}'s lead of a spade in {trick:trick}",
                "led_spade_in": "led a spade too early in {tricks:trick list}, which counts as a revoke",
                "not_first_spade_lead": (
                    "It is not {player:player}'s first such lead in the round, so it costs nothing more."
                ),
            },
        ),
        FindingEntry(
            code="illegal_opening_card",
            severity="offence",
            parameter="play.opening_card",
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            penalty="opening_card",
            deed="led a card that may not open the round",
            sentences={
                "opened_with": "opened with {card:card}",
                "opening_card": "{player:player}'s opening lead in {trick:trick}",
            },
        ),
        FindingEntry(
            code="illegal_first_trick_card",
            severity="offence",
            parameter="play.first_trick",
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            penalty="first_trick_card",
            deed="played a card that is not allowed there",
            sentences={
                "first_trick_card": "{player:player}'s card in {trick:trick}",
                "unread_card_of_trick": (
                    "{player:player}'s card can't be read; it is not known whether it was one that may be played to the"
                    " first trick."
                ),
            },
        ),
        FindingEntry(
            code="out_of_turn",
            severity="offence",
            law="Play goes clockwise from the player who led.",
            taints_play=True,
            rests_on_turns=True,
            penalty="play_out_of_turn",
            deed="played out of turn",
            sentences={
                "played_out_of_turn": "{player:player} played {card:card} out of turn; it was {waiting:player}'s turn.",
                "jump_or_card_missing": (
                    "{player:player} played {card:card} out of turn, unless {waiting:player}'s card was left out of the"
                    " record: it is the only one that the trick lacks."
                ),
                "play_out_of_turn": "{player:player}'s play out of turn in {trick:trick}",
                "card_stands": "Under this ruleset the card stands and costs nothing.",
            },
        ),
        FindingEntry(
            code="wrong_leader",
            severity="offence",
            law="The winner of a trick leads to the next.",
            taints_play=True,
            rests_on_number=True,
            rests_on_turns=True,
            penalty="lead_out_of_turn",
            deed="led out of turn",
            sentences={
                "wrong_leader": "{player:player} led; it was {expected:player}'s lead.",
                "cannot_have_won_the_lead": (
                    "{player:player} led, but can't have won the trick before, whatever the card in it was that is not"
                    " known."
                ),
                "lead_may_be_missing": (
                    "{player:player} has the first card recorded; it was {expected:player}'s lead, and"
                    " {expected:player}'s card is the only one that the trick lacks."
                ),
                "lead_perhaps_missing": (
                    "{player:player} has the first card recorded; it may have been {expected:player}'s lead, and"
                    " {expected:player}'s card is the only one that the trick lacks."
                ),
                "lead_by_card_taken_back": (
                    "{player:player} led; it was {expected:player}'s lead, unless a card of the trick before was taken"
                    " back only after this lead: while it lay there, {player:player} had won that trick."
                ),
                "lead_by_cards_not_known": (
                    "{player:player} led, and had won the trick before only by cards that lay there at this lead; it is"
                    " not known which did."
                ),
                "opening_leader_not_known": (
                    "{player:player} led; whose lead it was depends on who was to bid first, which is not known."
                ),
                "lowest_club_not_known": (
                    "{player:player} led; it is not known who held the lowest club, and with it the lead."
                ),
                "lowest_club_elsewhere": "{player:player} led, but the lowest club was in another hand.",
                "lead_out_of_turn": "{player:player}'s lead out of turn in {trick:trick}",
                "lead_follows_from_record": (
                    "The record had given that player the trick before, so the lead costs nothing."
                ),
                "lead_follows_from_card": (
                    "By the cards that lay there then, that player had won the trick before; one was taken back only"
                    " after this lead, so the lead costs nothing."
                ),
            },
        ),
        FindingEntry(
            code="card_not_held",
            severity="error",
            law="A player may play only cards that he holds.",
            doubts_hand=True,
            sentences={
                "played_without_holding": (
                    "{player:player} has {card:card} here, which by the rest of the record was not in that hand."
                )
            },
        ),
        FindingEntry(
            code="card_replayed",
            severity="error",
            law="Each card is played once.",
            doubts_hand=True,
            cannot_win=True,
            sentences={"played_before": "{player:player} played {card:card}, which had already been played."},
        ),
        FindingEntry(
            code="missing_play",
            severity="error",
            law="Every player plays one card to each trick.",
            sentences={"missing_play": "{player:player} has no card in this trick."},
        ),
        FindingEntry(
            code="extra_play",
            severity="error",
            law="Every player plays one card to each trick.",
            sentences={"extra_play": "{player:player} has a second card in this trick, {card:card}."},
        ),
        FindingEntry(
            code="extra_tricks",
            severity="error",
            parameter="deck.hand_size",
            sentences={"extra_tricks": "A round has {size:#trick}; the record has {tricks}."},
        ),
        FindingEntry(
            code="missing_tricks",
            severity="error",
            parameter="deck.hand_size",
            sentences={
                "sheet_of_unfinished_round": (
                    "The sheet is for a finished round of {size:#trick}, but the record has only {tricks}."
                ),
                "sheet_of_round_begun": (
                    "The sheet is for a finished round of {size:#trick}, but the record has only {tricks} and the"
                    " beginning of another."
                ),
            },
        ),
        FindingEntry(
            code="wrong_spades_broken",
            severity="error",
            parameter="play.broken_by",
            spares_cards=True,
            sentences={
                "said_broken": "The record says that spades had been broken, and no card before broke them.",
                "said_unbroken": "The record says that spades had not been broken, and a card before broke them.",
            },
        ),
        FindingEntry(
            code="tricks_not_recorded",
            severity="note",
            law="Every card that is played must be legal.",
            sentences={
                "tricks_not_recorded": (
                    "{tricks:#trick} {tricks:is|are} not recorded: whether every card in {tricks:it|them} was legal is"
                    " not known."
                ),
                "nothing_recorded": "No bid, hand or trick is recorded: there is nothing to judge.",
                "some_tricks_not_recorded": (
                    "Some tricks are not recorded: whether every card in them was legal is not known."
                ),
            },
        ),
    ),
)
