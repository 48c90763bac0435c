"""The findings about the play: leads, turns, and cards against the rules."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import Authority, FindingEntry, Part

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
        "not_called": "No call was made about it, so it costs nothing.",
        "not_called_by_trick": "No call named that trick, so it costs nothing.",
        "depends_on_later_tricks": "Its cost depends on tricks that the record does not have.",
    },
    findings=(
        FindingEntry(
            code="revoke",
            severity="offence",
            meaning="A player who held a card of the suit led played another suit.",
            parameter="play.follow_suit",
            may_be_revoke=True,
            illegal_card=True,
            taints_play=True,
            made_costly_by="irregularities.revoke_penalty",
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
                "revoke": "{player:player}'s revoke in {suit:suits} in trick {trick}",
                "revoke_with_card": "{player:player}'s revoke in {suit:suits} in trick {trick} with {card:card}",
                "revoked_in": "revoked in {tricks:trick list}",
                "not_first_revoke": (
                    "It is not {player:player}'s first revoke in {suit:suits} in the round, so it costs nothing more."
                ),
            },
            proof=(
                "The card is not of the suit led, and its player provably held a card of that suit. Such a card is in"
                " the listed hand, was passed to the player, was played by the same player later, or was laid by the"
                " player and taken back. Or counting proves it: so many cards of the suit are unaccounted for that the"
                " other hands could not have held them all. The evidence says which."
            ),
            undecided=(
                "A hand that is not listed, if its player does not show a card of the suit led later. Cards of the"
                " player that contradict each other, if only they would prove it. For a card taken back too late, also"
                " a lead that was taken back, if it is not known which lead the card was played to. For a card taken"
                " back after the end of the log, also who had played by then, if that decides whether it was too late."
            ),
            penalty=(
                "Only an established revoke is penalised, and if the record has calls, only one that was called in"
                " time. If the record has no calls, the audit itself counts as the call. If a revoke costs nothing, the"
                " finding says why."
            ),
            governed_by=(
                "play.follow_suit",
                "deck.top_trumps",
                "irregularities.revoke_established",
                "irregularities.accusation_until",
            ),
            penalised_by=(
                "irregularities.revoke_penalty",
                "irregularities.revoke_tricks",
                "irregularities.revoke_tricks_go_to",
                "irregularities.repeat_revoke",
                "irregularities.revoke_and_nil",
            ),
            authorities=(
                Authority(
                    "ruleset",
                    "Every published ruleset requires players to follow suit. Few say what a revoke costs. In one of"
                    " them the side gets no points for making its contract.",
                ),
                Authority(
                    "tournaments",
                    "The usual penalty is three of the side's tricks. By some sheets the side is set instead, and a"
                    " second revoke costs it the game.",
                ),
                Authority(
                    "hoyle",
                    "The card may be taken back before the next trick starts. After that the side loses the value of"
                    " its bid, and the other side is credited with its own bid, without overtricks. Intent does not"
                    " matter.",
                ),
                Authority(
                    "whist",
                    "A revoke is playing another suit while holding a card of the suit led (71). It costs three"
                    " tricks, which go to the opponents, or points instead (72). It can't be claimed once the cards"
                    " are cut for the next deal (78). If both sides revoke, both are penalised (81).",
                    laws=("71", "72", "78", "81"),
                ),
                Authority(
                    "bridge",
                    "A revoke must be corrected before it is established, which is when its side leads or plays to the"
                    " next trick (62, 63). After that two tricks, one or none go to the other side, depending on who"
                    " won that trick and later ones (64).",
                    laws=("61", "62", "63", "64"),
                ),
            ),
            told_apart={
                "revoke_corrected": (
                    "A corrected revoke was taken back before it was established. If the card was taken back later or"
                    " not at all, it is a revoke."
                ),
                "illegal_spade_lead": (
                    "A revoke is a card that fails to follow a lead. A lead can't be a revoke, though a ruleset may"
                    " penalise an illegal spade lead as one."
                ),
                "illegal_first_trick_card": (
                    "A player who could have followed suit in the first trick and did not has revoked. A player who"
                    " could not follow and played a spade, or who followed with the wrong club, has broken the rule of"
                    " the first trick."
                ),
            },
        ),
        FindingEntry(
            code="revoke_corrected",
            severity="note",
            meaning="A revoke was taken back in time; it costs nothing.",
            parameter="play.follow_suit",
            deed="took back a revoke",
            sentences={
                "taken_back_in_time": ", and took it back in time",
                "revoked_and_corrected_in": "revoked in {tricks:trick list} and corrected it in time",
            },
            proof=(
                "The record says that a card was taken back, the card was a revoke when it was laid, and it was taken"
                " back before the revoke was established. If the record does not say when it was taken back, this is"
                " presumed to have been in time."
            ),
            undecided=(
                "The same as for a revoke: a hand that is not known or contradicts itself, or a lead that was taken"
                " back too, if the record does not say which of the two leads the card was played to."
            ),
            penalty="None. The card that stayed on the table is the one that counts.",
            governed_by=("play.follow_suit", "irregularities.revoke_established"),
            never={"irregularities.revoke_established": ("at_once",)},
            authorities=(
                Authority("tournaments", "At many tables a card laid is a card played and can't be taken back."),
                Authority(
                    "hoyle",
                    "The card may be taken back before the next trick starts, and players who followed may change"
                    " theirs.",
                ),
                Authority(
                    "bridge", "A revoke that is noticed before it is established must be corrected.", laws=("62", "63")
                ),
            ),
        ),
        FindingEntry(
            code="illegal_spade_lead",
            severity="offence",
            meaning="A spade was led before spades could be led, from a hand with another suit.",
            parameter="play.spade_lead",
            may_be_revoke=True,
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            rests_on_turns=True,
            made_costly_by="irregularities.illegal_spade_lead",
            deed="led a spade too early",
            sentences={
                "led_before_broken": "led {card:card} before spades were broken",
                "led": "led {card:card}",
                "no_spade_before": "No spade had been played before: {tricks:trick rows}.",
                "no_spade_broke_them": "No spade had broken them before: {tricks:trick rows}.",
                "spades_said_unbroken": "`spades_broken` says that spades had not been broken.",
                "broken_not_known": "it is not known whether spades had been broken",
                "broken_in_doubt": (
                    "whether spades had been broken depends on a card of trick {trick} that the record does not show"
                    " for certain"
                ),
                "spade_lead_as_revoke": "{player:player}'s lead of a spade in trick {trick}, counted as a revoke",
                "led_spade_in": "led a spade too early in {tricks:trick list}, which counts as a revoke",
                "not_first_spade_lead": (
                    "It is not {player:player}'s first such lead in the round, so it costs nothing more."
                ),
            },
            proof=(
                "A spade was led after the first trick before spades were broken, and its player provably held a card"
                " of another suit. The proof of that card is the same as for a revoke. The cards of all tricks before"
                " show that spades were unbroken, so they are part of the proof, and the evidence lists them."
            ),
            undecided=(
                "A hand that is not known, or whose cards contradict each other. Also whether spades were broken, if"
                " that depends on a hand that is not known."
            ),
            penalty="None, and the trick stands. If the ruleset treats it as a revoke, it costs what a revoke costs.",
            governed_by=("play.spade_lead", "play.broken_by", "deck.top_trumps"),
            penalised_by=(
                "irregularities.illegal_spade_lead",
                "irregularities.revoke_established",
                "irregularities.accusation_until",
                "irregularities.revoke_penalty",
                "irregularities.revoke_tricks",
                "irregularities.revoke_tricks_go_to",
                "irregularities.repeat_revoke",
                "irregularities.revoke_and_nil",
            ),
            never={"play.spade_lead": ("any_time", "after_first_trick")},
            authorities=(
                Authority(
                    "ruleset",
                    "Most published rulesets forbid it. Some tournament sheets allow spades to be led at any time.",
                ),
                Authority(
                    "service",
                    "No source for Spades states a penalty or calls it a revoke, so the lead stands unless the ruleset"
                    " says otherwise.",
                ),
            ),
            told_apart={
                "illegal_opening_card": (
                    "The first card of the round has a rule of its own. The rule about leading spades applies from the"
                    " second trick on."
                )
            },
        ),
        FindingEntry(
            code="illegal_opening_card",
            severity="offence",
            meaning="The first card of the round may not open it.",
            parameter="play.opening_card",
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            deed="led a card that may not open the round",
            sentences={"opened_with": "opened with {card:card}"},
            proof=(
                "The first card of the round may not be led to the first trick, and its player provably held one that"
                " may."
            ),
            undecided=(
                "A hand that is not known well enough to say whether it had such a card, or whose cards contradict each"
                " other."
            ),
            penalty="None. The card stands.",
            governed_by=("play.opening_card", "deck.top_trumps"),
            never={"play.opening_card": ("any",)},
            authorities=(
                Authority(
                    "ruleset",
                    "Depending on the ruleset, the first lead may not be a spade, must be the lowest club, or may be"
                    " any card.",
                ),
                Authority("service", "No source states a penalty."),
            ),
            told_apart={
                "illegal_first_trick_card": (
                    "An illegal opening card was led to the first trick. An illegal first trick card was played by a"
                    " player who followed."
                )
            },
        ),
        FindingEntry(
            code="illegal_first_trick_card",
            severity="offence",
            meaning="A card was played to the first trick that may not be played there.",
            parameter="play.first_trick",
            illegal_card=True,
            taints_play=True,
            rests_on_number=True,
            deed="played a card that is not allowed there",
            sentences={
                "unread_card_of_trick": (
                    "{player:player}'s card can't be read; it is not known whether it was one that may be played to the"
                    " first trick."
                )
            },
            proof=(
                "A player who followed to the first trick played a card that the ruleset does not allow there, and"
                " provably held one that it allows."
            ),
            undecided=(
                "A hand that is not known well enough to say whether it had such a card, or whose cards contradict each"
                " other."
            ),
            penalty="None. The card stands.",
            governed_by=("play.first_trick", "deck.top_trumps"),
            never={"play.first_trick": ("normal",)},
            authorities=(
                Authority(
                    "ruleset",
                    "Some rulesets do not allow spades in the first trick. Others require everybody to play the lowest"
                    " club.",
                ),
                Authority("service", "No source states a penalty."),
            ),
        ),
        FindingEntry(
            code="out_of_turn",
            severity="offence",
            meaning="A card was played out of turn.",
            law="Play goes clockwise from the player who led.",
            taints_play=True,
            rests_on_turns=True,
            made_costly_by="irregularities.out_of_turn",
            deed="played out of turn",
            sentences={
                "played_out_of_turn": "{player:player} played {card:card} out of turn; it was {waiting:player}'s turn.",
                "jump_or_card_missing": (
                    "{player:player} played {card:card} out of turn, unless {waiting:player}'s card was left out of the"
                    " record: it is the only one that the trick lacks."
                ),
                "play_out_of_turn": "{player:player}'s play out of turn in trick {trick}",
                "card_stands": "Under this ruleset the card stands and costs nothing.",
            },
            proof=(
                "A card is in a trick before that of a player whose turn came first. Only the player who jumped ahead"
                " is named, and not those who played next. Nobody is out of turn for passing over a player whose hand"
                " is listed and has been played out."
            ),
            undecided=(
                "The lead of the trick, if it was left out: the turn after it is then not known. In a last trick where"
                " all but one have played in turn, the card that it lacks may have been left out of the record, unless"
                " somebody called a revoke just after these plays."
            ),
            penalty="The card stands. Depending on the ruleset it costs nothing or a number of tricks.",
            penalised_by=(
                "irregularities.out_of_turn",
                "irregularities.revoke_tricks",
                "irregularities.revoke_tricks_go_to",
            ),
            authorities=(
                Authority("tournaments", "By one sheet any card out of turn costs three tricks."),
                Authority(
                    "whist",
                    "If the third hand plays before the second, the fourth may play before his partner (67), so the"
                    " card stands. If the fourth plays before the third, his partner may be required to win the trick"
                    " or not to win it (68), which is no longer possible when a record is judged.",
                    laws=("67", "68"),
                ),
            ),
            told_apart={
                "wrong_leader": (
                    "If the wrong player plays the first card of a trick, it is a wrong lead. Any other card played too"
                    " early is out of turn."
                )
            },
        ),
        FindingEntry(
            code="wrong_leader",
            severity="offence",
            meaning="A player led a trick when it was another's lead.",
            law="The winner of a trick leads to the next.",
            taints_play=True,
            rests_on_number=True,
            rests_on_turns=True,
            made_costly_by="irregularities.out_of_turn",
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
                "opening_leader_not_known": (
                    "{player:player} led; whose lead it was depends on who was to bid first, which is not known."
                ),
                "lowest_club_not_known": (
                    "{player:player} led; it is not known who held the lowest club, and with it the lead."
                ),
                "lowest_club_elsewhere": "{player:player} led, but the lowest club was in another hand.",
                "lead_out_of_turn": "{player:player}'s lead out of turn in trick {trick}",
                "lead_follows_from_record": (
                    "The record had given that player the trick before, so the lead costs nothing."
                ),
                "lead_follows_from_card": (
                    "By the cards that lay there then, that player had won the trick before; one was taken back only"
                    " after this lead, so the lead costs nothing."
                ),
            },
            proof=(
                "A trick was not led by the winner of the trick before. Or the first trick was not led by the player"
                " whom the ruleset names, or by a player who can't have held the lowest club if that decides the lead."
                " If the winner's hand is listed and has been played out, the lead passes to the next player on the"
                " left. If the record wrongly gives the trick before to the player who then led, or he had won it by a"
                " card that was taken back only later, that is a note, and names its cause."
            ),
            undecided=(
                "The first lead, if it belongs to the holder of the lowest club and it is not known who that is, but it"
                " may have been the player who led. The first lead, too, if nothing says who was to bid first, and it"
                " is not that of the player who would have had it if the first bid was in turn."
            ),
            penalty=(
                "The lead stands. Depending on the ruleset it costs nothing or a number of tricks. A lead that follows"
                " from a wrong winner in the record, or from a card that was taken back later, costs nothing."
            ),
            governed_by=("play.opening_leader",),
            penalised_by=(
                "irregularities.out_of_turn",
                "irregularities.revoke_tricks",
                "irregularities.revoke_tricks_go_to",
            ),
            authorities=(
                Authority("ruleset", "The ruleset says who leads to the first trick."),
                Authority("tournaments", "By one sheet any card out of turn costs three tricks."),
                Authority(
                    "whist",
                    "Once all players have followed to a lead out of turn, the trick is complete and the error can't"
                    " be rectified.",
                ),
                Authority(
                    "bridge",
                    "A lead out of turn may be accepted, and it is accepted if the next player follows to it.",
                    laws=("53",),
                ),
            ),
            told_apart={
                "leader_mismatch": (
                    "A wrong leader led when it was another player's lead. In a mismatch the leader named in the record"
                    " is not the player of the first card, whoever's lead it was."
                ),
                "wrong_winner": (
                    "A wrong winner is an error in the record. If that player then leads, it is also a wrong lead,"
                    " which names the error as its cause."
                ),
            },
        ),
        FindingEntry(
            code="card_not_held",
            severity="error",
            meaning="A card was played by a player who did not hold it.",
            law="A player may play only cards that he holds.",
            doubts_hand=True,
            sentences={
                "played_without_holding": (
                    "{player:player} has {card:card} here, which by the rest of the record was not in that hand."
                )
            },
            proof=(
                "The player's hand is listed in full and does not have the card, or the card is listed in another hand"
                " or among those set aside, or the player had passed it on."
            ),
            undecided=(
                "A hand that is not listed, or not wholly, if the card is in no other list: the player may have held"
                " it."
            ),
            penalty=(
                "None. The card counts in the trick, but it leaves no hand: the player who really holds it keeps it."
            ),
            authorities=(
                Authority(
                    "service",
                    "No authority mentions it. It can't happen at a table, so the record is wrong about the hand or"
                    " about the play.",
                ),
            ),
            told_apart={
                "card_replayed": (
                    "A card replayed had already been played. A card not held had not been played yet, but it was not"
                    " in this hand."
                ),
                "illegal_exchange": (
                    "Passing a card that one does not hold is an illegal exchange. Playing one is a card not held."
                ),
            },
        ),
        FindingEntry(
            code="card_replayed",
            severity="error",
            meaning="A card was played that had already been played; it can't win.",
            law="Each card is played once.",
            doubts_hand=True,
            cannot_win=True,
            sentences={"played_before": "{player:player} played {card:card}, which had already been played."},
            proof="The card had already been played, by the same player or by another one.",
            undecided=(
                "A card that could not be read. It may be any card that is nowhere else, so it is never played a second"
                " time."
            ),
            penalty="None. The later play can't win its trick.",
            authorities=(
                Authority(
                    "service",
                    "No authority mentions it. It can't happen at a table, so the record is wrong about one of the two"
                    " plays.",
                ),
            ),
        ),
        FindingEntry(
            code="missing_play",
            severity="error",
            meaning="A trick before the last one lacks a player's card.",
            law="Every player plays one card to each trick.",
            sentences={"missing_play": "{player:player} has no card in this trick."},
            proof=(
                "A trick that is not the last one in the record has no card of a player whose hand has not been played"
                " out. If the last trick is short, it is only unfinished."
            ),
            undecided="The end of the record. If the last trick lacks a card, it is only unfinished.",
            penalty=(
                "None, but such a trick has no winner, anybody may lead to the next one, and the round has no score."
            ),
            authorities=(
                Authority(
                    "whist",
                    "The opponents may claim a new deal. If they do not, the player's surplus card counts as played to"
                    " that trick and is not a revoke.",
                    laws=("69",),
                ),
                Authority(
                    "bridge",
                    "The player supplies the missing card. If this is found too late, the player is deemed to have"
                    " revoked. This service does not go so far: a card missing from the record does not prove that the"
                    " player did not play one.",
                    laws=("67",),
                ),
            ),
            told_apart={
                "extra_play": "In a missing play a player has no card in a trick, in an extra play more than one.",
                "missing_tricks": (
                    "In a missing play one card is missing from a trick. Missing tricks are not in the record at all."
                ),
            },
        ),
        FindingEntry(
            code="extra_play",
            severity="error",
            meaning="A player has more than one card in one trick.",
            law="Every player plays one card to each trick.",
            sentences={"extra_play": "{player:player} has a second card in this trick, {card:card}."},
            proof="A player has a second card in one trick.",
            undecided="Nothing. A player plays one card to each trick, whatever else the record leaves out.",
            penalty=(
                "None, but such a trick has no winner, anybody may lead to the next one, and the round has no score."
            ),
            authorities=(
                Authority(
                    "whist",
                    "A player who plays two cards to a trick is answerable for any revokes that follow from it.",
                    laws=("70",),
                ),
                Authority(
                    "bridge",
                    "The surplus card is withdrawn, or if it is found later, restored to the hand. A record does not"
                    " say which of the two cards it was.",
                    laws=("67",),
                ),
            ),
            told_apart={
                "card_replayed": (
                    "An extra play is a second card of one player in a trick. A card replayed is the same card played"
                    " twice."
                )
            },
        ),
        FindingEntry(
            code="extra_tricks",
            severity="error",
            meaning="The record has more tricks than the round; the surplus is not judged.",
            parameter="deck.hand_size",
            sentences={"extra_tricks": "A round has {size:#trick}; the record has {tricks}."},
            proof="The record has more tricks than each player was dealt cards.",
            undecided="Nothing. A round has no more tricks than a hand has cards, whatever else the record leaves out.",
            penalty="None. The surplus tricks are not judged, and the round has no score.",
            governed_by=("deck.hand_size",),
            authorities=(Authority("ruleset", "A round has as many tricks as a hand has cards."),),
            told_apart={
                "missing_tricks": (
                    "The record has too many tricks or too few. Too many are always an error, too few only if the score"
                    " sheet is for a finished round."
                ),
                "round_after_end": (
                    "A round after the end is one round too many in a game. Extra tricks are too many tricks in a"
                    " round."
                ),
            },
        ),
        FindingEntry(
            code="missing_tricks",
            severity="error",
            meaning="The score sheet is for a finished round, but tricks are missing from the record.",
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
            proof=(
                "The record has fewer tricks than each player was dealt cards, but the score sheet is for a finished"
                " round: it gives points, a score or bags after the round, or as many tricks won as a round has."
            ),
            undecided="A sheet that does not say whether the round was finished: the round is then only unfinished.",
            penalty="None, but the round has no score. Without such a sheet the round is only unfinished.",
            governed_by=("deck.hand_size",),
            authorities=(Authority("ruleset", "A round has as many tricks as a hand has cards."),),
        ),
    ),
)
