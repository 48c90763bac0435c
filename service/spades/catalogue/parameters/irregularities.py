"""The parameters of irregularities: what an offence costs, and until when it may be corrected or called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import ELSE, Circumstance, Conflict, Group, Means, Row, Word, parameter
from service.spades.english import listed


@dataclass(frozen=True, slots=True)
class IrregularityRules:
    """What an offence costs, and until when it may be corrected or called."""

    revoke_penalty: Literal[
        "none", "tricks", "contract_set", "no_contract_points", "opponents_credited", "bridge_64", "forfeit_game"
    ] = parameter(
        default="tricks",
        means={
            "none": Means(
                "A revoke is an offence without a penalty, even for a nil bidder or a second revoke.",
                "Nothing. The revoker's nil then depends on its tricks alone, further revokes cost nothing either, and"
                " revokes are not counted.",
            ),
            "tricks": Means(
                "The penalty for a revoke is {tricks_off}.",
                "A number of tricks, but never more than the side has taken.",
            ),
            "contract_set": Means(
                "A side that revokes is set, however many tricks it takes.{round_one_for_nothing}",
                "The side is set, however many tricks it took.",
            ),
            "no_contract_points": Means(
                "A side that revokes scores no points for making its contract.",
                "If the contract is made, it scores 0, and so do the overtricks. If it is set, it is scored as usual.",
                "Its overtricks score none either{but_are_bags}; a contract that is set is scored as"
                " usual.{round_one_for_nothing}",
            ),
            "opponents_credited": Means(
                "A side that revokes loses {scoring.trick_points:#point} for each trick of its contract, and every"
                " side that does not is scored as if it had taken exactly its contract, nils"
                " apart.{round_one_for_nothing}",
                "The side loses the points of its bid, and each side that did not revoke is scored as if it had taken"
                " exactly its contract.",
            ),
            "bridge_64": Means(
                "The penalty for a revoke is 2 tricks if its player won that trick and the side won a later one too, 1"
                " trick if the side won that trick or a later one in any other way, and none if it won neither. There"
                " is none for a second revoke by the same player in the same suit, if another side revoked too, or in"
                " the last trick but one.",
                "Two tricks, one or none, depending on who won the revoke trick and whether the side won a later one,"
                " as in Law 64 of duplicate bridge.",
            ),
            "forfeit_game": Means("A side that revokes loses the game.", "The game."),
        },
        contract=(
            "The penalty for a revoke. `none`: nothing; then `revoke_and_nil` and `repeat_revoke` have no effect"
            " either,\n"
            "and revokes are not counted. `tricks`: the side loses `revoke_tricks` tricks. `contract_set`: the side"
            " is\n"
            "set, no matter what it took. `no_contract_points`: a made contract and its overtricks score 0, but the\n"
            "overtricks still count as bags. `opponents_credited`: the side loses its bid, and the others are"
            " credited\n"
            "with exactly theirs. `bridge_64`: 0, 1 or 2 tricks by Law 64A of bridge. `forfeit_game`: the side loses\n"
            "the game."
        ),
        page="What a revoke costs.",
        code="H3",
        rule="what a revoke costs. A penalty of 0 tricks is none",
        cell="`irregularities.revoke_penalty`, `irregularities.revoke_tricks`",
    )
    revoke_tricks: int = parameter(
        default=3,
        means={ELSE: Means("The penalty for {fined} is {irregularities.revoke_tricks:#trick}.")},
        least=0,
        most=27,
        contract="The number of tricks that a penalty of tricks takes, never more than the side has.",
        page="How many tricks a penalty in tricks costs.",
        no_effect_if=("no_set_tricks",),
    )
    revoke_tricks_go_to: Literal["nobody", "opponents"] = parameter(
        default="nobody",
        means={
            "nobody": Means("Tricks lost as a penalty go to nobody.", "Nobody."),
            "opponents": Means("Tricks lost as a penalty go to the other side.", "The other side."),
        },
        contract="Whether tricks taken as a penalty are given to the other side, which requires a table of two sides.",
        page="Who gets the tricks that a side loses as a penalty.",
        code="H4",
        rule="who gets the tricks of a penalty",
        no_effect_if=("no_penalty_tricks",),
        conflicts=(
            Conflict(
                ("opponents",),
                "several_other_sides",
                ("table.players", "table.sides"),
                "with {sides} sides there is no single other side for the tricks to go to.",
            ),
        ),
    )
    revoke_established: Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"] = (
        parameter(
            default="next_trick_led",
            means={
                "next_player_plays": Means(
                    "A revoke may be corrected without penalty until the next player has played or, if it is the last"
                    " card of its trick, until the next trick is led.",
                    "When the next player plays. For the last card of a trick, when the next trick is led.",
                ),
                "next_trick_led": Means(
                    "A revoke may be corrected without penalty until the next trick is led.",
                    "When the next trick is led.",
                ),
                "offending_side_plays_next": Means(
                    "A revoke may be corrected without penalty until its side has played to the next trick.",
                    "When the player's side plays to the next trick.",
                ),
                "at_once": Means(
                    "A revoke is established as soon as the card is played, and taking the card back does not undo it.",
                    "As soon as the card is on the table.",
                ),
            },
            contract=(
                "When a revoke can no longer be corrected without penalty. `offending_side_plays_next`: once its side"
                " has played to the next trick."
            ),
            page="When it is too late to correct a revoke.",
            code="H1",
            rule="until when a revoke can be corrected without penalty. The end of the round establishes it",
        )
    )
    repeat_revoke: Literal["each", "same_suit_once", "forfeit_game"] = parameter(
        default="each",
        means={
            "each": Means(
                "A further revoke in the same round is penalised like the first{unless_excused}.",
                "As much as the first.",
            ),
            "same_suit_once": Means(
                "A further revoke by the same player in the same suit and round has no penalty; any other is penalised"
                " like the first{unless_excused}.",
                "Nothing if the same player revokes again in the same suit, otherwise as much as the first.",
            ),
            "forfeit_game": Means(
                "A side's second revoke in the game loses it the game; a revoke that was corrected in time or called"
                " too late does not count.",
                "The second revoke of a side in a game costs it the game.",
            ),
        },
        contract=(
            "What a further revoke costs. `each`: the same again. `same_suit_once`: nothing, if it is by the same"
            " player in the same suit. `forfeit_game`: the second revoke of a side in a game loses it the game. Has no"
            " effect if `revoke_penalty` is `none` or `forfeit_game`."
        ),
        page="What a further revoke costs. This has no effect if a revoke costs nothing.",
        code="H8",
        rule="what a further revoke costs; for `forfeit_game` revokes are counted over the game",
        no_effect_if=("no_revoke_penalty", "revoke_loses_game"),
    )
    revoke_and_nil: Literal["fails", "no_points", "untouched"] = parameter(
        default="fails",
        means={
            "fails": Means(
                "A nil bidder who revokes fails the nil, even without taking a trick.{penalty_tricks_and_nil}",
                "It fails.",
            ),
            "no_points": Means(
                "A nil bidder who revokes scores nothing for the nil without taking a trick, and fails it by taking"
                " one.{penalty_tricks_and_nil}",
                "It scores 0 if its bidder took no tricks, and fails otherwise.",
            ),
            "untouched": Means(
                "A revoke does not affect the revoker's own nil, which is judged by its tricks"
                " alone.{penalty_tricks_and_nil}",
                "It depends on its bidder's tricks alone.",
            ),
        },
        contract=(
            "What happens to the revoker's own nil: it fails, scores 0 if it took no tricks, or is judged by its tricks"
            " alone. Penalty tricks never make or break a nil. Has no effect if `revoke_penalty` is `none`."
        ),
        page=(
            "What happens to the revoker's own nil. Penalty tricks never make or break a nil. This has no effect if a"
            " revoke costs nothing."
        ),
        code="H9",
        rule="what a revoke does to the revoker's own nil",
        no_effect_if=("no_nil", "no_revoke_penalty"),
    )
    accusation_until: Literal["next_trick_led", "end_of_round", "next_deal"] = parameter(
        default="next_deal",
        means={
            "next_trick_led": Means(
                "A revoke must be called before the next trick is led.{late_call}", "Until the next trick is led."
            ),
            "end_of_round": Means(
                "A revoke must be called while the round is being played.{late_call}", "Until the round is over."
            ),
            "next_deal": Means(
                "A revoke may be called until the next deal, even after the round.{late_call}", "Until the next deal."
            ),
        },
        contract="Until when a revoke may be called.",
        page="How long a revoke may be called.",
        code="H2",
        rule="until when a revoke can be called",
    )
    call_names: Literal["player", "trick"] = parameter(
        default="player",
        means={
            "player": Means(
                "A call of a revoke says who revoked: it is right if that player has revoked in any trick by then. If"
                " it names a trick and the revoke was in another one, it is about the revoke nearest to that trick.",
                "The player. If it also names a trick, it is about the revoke nearest to that.",
            ),
            "trick": Means(
                "A call of a revoke must name the trick: it is wrong if the player named did not revoke in that trick,"
                " and a call that names none does not count.",
                "The player and the trick. A call that names no trick does not count.",
            ),
        },
        contract=(
            "What a call of a revoke must name. `player`: it is right if that player has revoked in any trick by then;"
            " a trick says which of several revokes it is about, the nearest to it. `trick`: it is about that trick"
            " alone, and one that names none does not count."
        ),
        page="What a call of a revoke must name.",
        code="H6",
        rule="what a call must name: the player, or the trick as well ([Calls](#calls))",
    )
    false_accusation: Literal["none", "tricks", "same_penalty", "contract_set"] = parameter(
        default="none",
        means={
            "none": Means("Calling a revoke by another side when there was none has no penalty.", "Nothing."),
            "tricks": Means(
                "Calling a revoke by another side when there was none costs the caller's side {fine}.",
                "As many tricks as any penalty in tricks.",
            ),
            "same_penalty": Means(
                "Calling a revoke by another side when there was none {same_penalty}.",
                "As much as a revoke by the caller would, except that it does not affect the caller's nil.",
            ),
            "contract_set": Means(
                "A side that calls a revoke by another side when there was none is set, however many tricks it"
                " takes.{round_one_for_nothing}",
                "The caller's side is set, however many tricks it took.",
            ),
        },
        contract=(
            "The penalty for calling a revoke that the record disproves: none, `revoke_tricks`, the same as for a"
            " revoke, or that the caller's side is set (`contract_set`)."
        ),
        page="What calling a revoke costs if there was none.",
        code="H7",
        rule="what a call costs that the record disproves",
    )
    illegal_spade_lead: Literal["stands", "as_revoke"] = parameter(
        default="stands",
        means={
            "stands": Means(
                "Leading a spade too early is an offence without a penalty, and the completed trick stands; the first"
                " trick has its own rule.",
                "Nothing. The trick stands.",
            ),
            "as_revoke": Means(
                "Leading a spade too early counts as a revoke; the first trick has its own rule.",
                "As much as a revoke.",
            ),
        },
        contract="Whether a spade led too early simply stands, or is penalised like a revoke.",
        page="What leading a spade too early costs.",
        code="H10",
        rule="a spade led too early stands, or counts as a revoke, and then has to be called like one",
        no_effect_if=("spades_unbroken",),
    )
    out_of_turn: Literal["stands", "tricks", "as_revoke"] = parameter(
        default="stands",
        means={
            "stands": Means(
                "A card played out of turn stands, even a lead, and has no penalty. A lead by a player wrongly"
                " recorded as the winner of the trick before is not out of turn.",
                "Nothing. The card stands.",
            ),
            "tricks": Means(
                "A card played out of turn stands, even a lead, and costs its side {fine}. A lead by a player wrongly"
                " recorded as the winner of the trick before is not out of turn.",
                "As many tricks as any penalty in tricks.",
            ),
            "as_revoke": Means(
                "A card played out of turn stands, even a lead, and {as_revoke}. It need not be called, and is not"
                " counted among the side's revokes. A lead by a player wrongly recorded as the winner of the trick"
                " before is not out of turn.",
                "As much as a revoke, for the contract and for its player's own nil. It need not be called, and is not"
                " counted among the side's revokes.",
            ),
        },
        contract=(
            "Whether a play or lead out of turn simply stands, or also costs `revoke_tricks`, or what a revoke costs,"
            " without a call and without being counted as one (`as_revoke`). A lead by the player to whom the record"
            " wrongly gave the trick before costs nothing."
        ),
        page=(
            "What a card played or led out of turn costs. A lead by a player to whom the record wrongly gives the trick"
            " before costs nothing."
        ),
        code="H12",
        rule=(
            "a card or a lead out of turn stands, and may cost tricks, or what a revoke costs; then it need not be"
            " called, is not counted for H8, and costs the player's own nil by H9. A lead that follows from a wrong"
            " winner in the record, or from a card that was taken back only after it, costs nothing"
        ),
    )
    wrong_count: Literal["void_round", "offender_set"] = parameter(
        default="void_round",
        means={
            "void_round": Means(
                "A round in which a hand had the wrong number of cards is void, and nobody scores.",
                "It is void: nobody scores in it.",
            ),
            "offender_set": Means(
                "A side with a hand of the wrong number of cards is set, however many tricks it"
                " takes.{round_one_for_nothing}",
                "The round stands, and the side with that hand is set, however many tricks it took.",
            ),
        },
        contract=(
            "What happens to a round in which a hand had the wrong number of cards: it is void, or the side with that"
            " hand is set."
        ),
        page="What happens to a round in which a hand had the wrong number of cards.",
        code="H14",
        rule="a hand of the wrong size voids the round, or sets its side",
    )
    claims: Literal["certain", "by_statement", "best_play", "not_allowed"] = parameter(
        default="by_statement",
        means={
            "certain": Means(
                "A claim that the other side accepts stands; any other holds if the tricks claimed are taken however"
                " all the cards left are played.",
                "Any other holds if the tricks are taken however all the cards left are played.",
            ),
            "by_statement": Means(
                "A claim that the other side accepts stands; any other holds if the claimer takes the tricks claimed"
                " by playing as stated, however the others play.",
                "Any other holds if the claimer takes the tricks by playing as stated, however the others play.",
            ),
            "best_play": Means(
                "A claim that the other side accepts stands; any other holds if the tricks claimed are taken when"
                " every side plays as well as possible.",
                "Any other holds if the tricks are taken when every side plays as well as possible.",
            ),
            "not_allowed": Means(
                "Tricks may not be claimed: a round is played to the last card.",
                "None. A round is played to the last card.",
            ),
        },
        contract=(
            "Which claims hold that the other side did not accept: those whose tricks are taken however all cards are"
            " played (`certain`), by playing as the claimer has stated, however the others play (`by_statement`), or if"
            " every side plays as well as possible (`best_play`); or none, as tricks may not be claimed"
            " (`not_allowed`). A claim that was accepted stands unless claims are not allowed."
        ),
        page="Which claims to tricks hold. One that the other side accepts stands, unless claims are not allowed.",
        code="H16",
        rule="by which test a claim holds that was not accepted; or no claims at all ([Claims](#claims))",
    )
    failed_claim: Literal["doubtful_tricks", "all_tricks", "play_on"] = parameter(
        default="doubtful_tricks",
        means={
            "doubtful_tricks": Means(
                "After a claim that does not hold, the claimer's side gets the tricks that it is certain to take by"
                " the same test, and the other side gets the rest.",
                "The claimer's side gets the tricks that it is certain to take by the same test, and the other side"
                " gets the rest.",
            ),
            "all_tricks": Means(
                "After a claim that does not hold, the other side gets all the tricks that are left.",
                "The other side gets all the tricks that are left.",
            ),
            "play_on": Means(
                "After a claim that does not hold, the play goes on with the claimer's cards face up.",
                "The play goes on with the claimer's cards face up, so the round has no score yet.",
            ),
        },
        contract=(
            "What a claim costs that does not hold: the claimer's side gets the tricks that it is certain to take by"
            " the same test (`doubtful_tricks`), or none (`all_tricks`), and the other side gets the rest; or the play"
            " goes on (`play_on`)."
        ),
        page="What happens after a claim that does not hold.",
        code="H17",
        rule="who gets the tricks after a claim that does not hold; or the play goes on",
        no_effect_if=("no_claims",),
    )


def _offences_with_trick_penalty(rules: IrregularityRules) -> list[str]:
    """Return the offences, in words, whose penalty is a fixed number of tricks."""
    revoke = rules.revoke_penalty == "tricks"
    called = rules.false_accusation == "tricks" or (revoke and rules.false_accusation == "same_penalty")
    turn = rules.out_of_turn == "tricks" or (revoke and rules.out_of_turn == "as_revoke")
    fined = {"a revoke": revoke, "a false revoke call": called, "a play out of turn": turn}
    return [offence for offence, costs in fined.items() if costs]


def _penalty_tricks(rules: IrregularityRules) -> str:
    """Return the tricks of a revoke penalty, which come from those that the side has taken."""
    tricks = rules.revoke_tricks
    if tricks == 1:
        return "1 trick, if the side has taken any"
    return f"{tricks} of the tricks that the side has taken, or all of them if there are fewer" if tricks else "nothing"


def _fine(rules: IrregularityRules) -> str:
    """Return the same number of tricks as the cost of another offence."""
    tricks = rules.revoke_tricks
    if tricks == 1:
        return "1 trick, if it has taken any"
    return f"{tricks} tricks, or as many as it has taken if that is fewer" if tricks else "nothing"


_CIRCUMSTANCES_OF_IRREGULARITIES: Final[Mapping[str, Circumstance[IrregularityRules]]] = MappingProxyType(
    {
        "no_revoke_penalty": Circumstance(
            lambda rules: rules.revoke_penalty == "none", "There is no penalty for a revoke"
        ),
        "revoke_loses_game": Circumstance(
            lambda rules: rules.revoke_penalty == "forfeit_game",
            "A side's first revoke loses it the game",
            "a further one costs nothing more",
        ),
        "revoke_by_law_64": Circumstance(lambda rules: rules.revoke_penalty == "bridge_64"),
        "no_set_tricks": Circumstance(
            lambda rules: not _offences_with_trick_penalty(rules), "No penalty is a fixed number of tricks"
        ),
        "no_penalty_tricks": Circumstance(
            lambda rules: not _offences_with_trick_penalty(rules) and rules.revoke_penalty != "bridge_64",
            "No penalty takes tricks from a side",
        ),
        "no_claims": Circumstance(lambda rules: rules.claims == "not_allowed", "Tricks may not be claimed"),
    }
)
_WORDS_OF_IRREGULARITIES: Final[Mapping[str, Word[IrregularityRules]]] = MappingProxyType(
    {
        "tricks_off": _penalty_tricks,
        "fine": _fine,
        "fined": lambda rules: listed(_offences_with_trick_penalty(rules), "or"),
    }
)

IRREGULARITIES: Final = Group(
    "irregularities",
    IrregularityRules,
    title="Irregularities",
    component="IrregularitiesParameters",
    contract="What an offence costs, and until when it may be corrected or called.",
    laws=(Row("H5", "a penalty never takes more tricks than the side has won"),),
    circumstances=_CIRCUMSTANCES_OF_IRREGULARITIES,
    words=_WORDS_OF_IRREGULARITIES,
)
