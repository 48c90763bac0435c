"""Every code that an error of a problem may have, by the type of the problem: what is wrong, and what to write instead.

The codes are made where a fault is found: by the contract, in the core and in the notations. This is their one list,
which `/problems/{slug}` and the contract show; `tests/test_fault_codes.py` holds it complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class FaultCode(NamedTuple):
    """What a code says of a request."""

    meaning: str
    """What is wrong, in a sentence."""
    fix: str
    """What to write instead, in a sentence; the `detail` of an error has the values."""


def merged(*groups: Mapping[str, FaultCode]) -> Mapping[str, FaultCode]:
    """Return the codes of all groups; raises `ValueError` if one code has two texts, of which one would be lost."""
    merged: dict[str, FaultCode] = {}
    for group in groups:
        for code, said in group.items():
            if merged.setdefault(code, said) != said:
                message = f"{code} has two texts: {merged[code]} and {said}"
                raise ValueError(message)
    return MappingProxyType(merged)


def _codes(**said: tuple[str, str]) -> Mapping[str, FaultCode]:
    return MappingProxyType({code: FaultCode(*of_code) for code, of_code in said.items()})


KEYWORDS = _codes(
    type=("A value has another JSON type than the contract requires.", "Write it as `detail` shows it."),
    required=("A member is missing.", "Add it."),
    additionalProperties=(
        "The contract has no member of this name here.",
        "Write the name that `detail` suggests, put the member where it belongs, or leave it out.",
    ),
    enum=("A word or number is not one of those allowed here.", "Write one of the values that `detail` lists."),
    minimum=("A number is too low.", "Write a number of at least the minimum that `detail` states."),
    maximum=("A number is too high.", "Write a number of at most the maximum that `detail` states."),
    minLength=("A text is empty or too short.", "Write a longer one, or leave the member out."),
    maxLength=("A text is too long.", "Write a shorter one."),
    minItems=("A list has too few items.", "Add items."),
    maxItems=("A list has too many items.", "Send fewer; for many rounds send a batch, one round to a line."),
    uniqueItems=("An item is repeated.", "List it once."),
    maxProperties=("An object has too many members.", "Leave some out."),
    propertyNames=("The name of a member is empty or too long.", "Write a name of the length that `detail` states."),
)
"""The codes of violations of the contract, which are keywords of JSON Schema."""

_JSON = _codes(
    duplicate_name=("A name occurs twice in one object.", "Write it once."),
    lone_surrogate=(
        "A text contains half of a surrogate pair, which is not a character.",
        "Write the whole character.",
    ),
    not_a_number=("A number is NaN, infinite or too large.", "Write a number that fits a double."),
)
_OF_TABLE = _codes(
    duplicate_player=("A player is named twice at the table.", "Name each player once."),
    unknown_player=("No player at the table has this name.", "Write one of the names in `players`."),
)
_SHARED = _codes(
    bid_repeated=("A player or a side has two bids.", "Leave one of them out."),
    nothing_to_move=(
        "A team is to get tricks that no team loses.",
        "Write a number of tricks below 0, or leave out who gets them.",
    ),
    player_count=(
        "The ruleset is not for this number of players.",
        "Change the number of players, or name another ruleset.",
    ),
    reason_alone=("A reason is given where none is needed.", "Leave it out, or say what it is the reason for."),
    reason_missing=("A decision of the director lacks its reason.", "Add the reason."),
    redeal_alone=("A round that is not void says who deals again.", "Leave that out, or say that the round is void."),
    side_not_away=("A side that plays is listed as sitting out.", "Give its score under `before`."),
    similar_players=("Two players have names that are too much alike.", "Give them different names."),
)
"""Codes that records share with rulesets and notations."""
_NOT_A_BID = FaultCode("This is not a bid.", "Write one as `detail` shows.")
_RULESETS = _codes(
    unknown_ruleset=("No ruleset has this name.", "Write a name that `GET /v1/rulesets` lists."),
    unknown_option=("The ruleset has no option of this name.", "Write one of its options, or leave it out."),
    excluded_option=("Two options can't be combined, or set the same parameter.", "Leave one of them out."),
    contradiction=("Parameters can't all hold in one game.", "Change the one that the pointer leads to."),
    player_count=_SHARED["player_count"],
)
_RECORDS = merged(
    _OF_TABLE,
    _SHARED,
    _codes(
        ambiguous_team=(
            "The name of a side is also that of a player on another side.",
            "Give the side another name.",
        ),
        bags_over_limit=(
            "A standing has more bags than a round can leave.",
            "Write the bags that are left after the penalty, and the score after it.",
        ),
        bid_missing=("A player or a side has no bid.", "Add the bid."),
        bids_or_bids_by_player=("The bids are given twice, in both forms.", "Give `bids` or `bids_by_player`."),
        blind_without_bid=("A blind bidder has no bid.", "Add the bid to `bids_by_player`, or leave the name out."),
        broken_too_soon=("Spades are said to be broken before the first trick.", "Write `false`."),
        broken_unknown=("Whether spades are broken makes a difference, and is not said.", "Add `spades_broken`."),
        card_not_in_deck=("The ruleset's pack does not have this card.", "Name another card, or another ruleset."),
        card_replayed=("A card that lies on the table is listed in a hand.", "List only cards not yet played."),
        claim_after_end=("The log has every trick, so none is left to be claimed.", "Leave the claim out."),
        claimed_tricks=(
            "The number of tricks claimed is neither a number nor `rest`.",
            'Write a number or "rest".',
        ),
        doubled_tricks=("Tricks are given for a team and for its players.", "Give only one of the two."),
        duplicate_card=("A card is listed twice in a hand.", "List it once."),
        duplicate_team=("A side is named twice, or two sides have one name.", "Give each side a name of its own."),
        forfeited_by_missing=("Several teams may have forfeited, and none is named.", "Add `forfeited_by`."),
        game_repeated=(
            "Two results are the same answer about a finished game.",
            "Leave one out, or the `ruling_id` of one if there were two games.",
        ),
        held_twice=("A card is in two hands, or is played twice in a trick.", "Correct one of the two cards."),
        impossible_moment=(
            "At this moment the card was not yet played, or the play had ended.",
            "Give a moment of the play, or leave it out.",
        ),
        impossible_trick=("The round has no such trick.", "Name a trick that was played, or none."),
        kind_needed=("A bid of 0 may be a nil or promise nothing.", 'Add "kind": "nil" or "kind": "zero".'),
        kind_of_bid=(
            "The kind of a bid contradicts its number.",
            "Write a kind for this number of tricks, or leave it out.",
        ),
        leader_unknown=("The record does not show who led.", "Add `leader`."),
        needs_bids_by_player=("`blind_bidders` belongs to `bids_by_player`.", "Write the `kind` of each bid."),
        needs_tricks=("A row of a score sheet has a member that only a record can have.", "Leave it out."),
        needs_two_teams=("A result has the standing of fewer than two teams.", "Add that of the other teams."),
        nil_needs_player=(
            "Only a player can bid nil, and a team is named.",
            "Say what each partner bid, or took.",
        ),
        no_cards_left=("Every card has been played.", "Ask about a trick that is not yet complete."),
        no_gap=("No trick can be missing here.", "Leave `after_gap` out, or correct the number."),
        no_such_trick=("A trick has a higher number than the round has tricks.", "Correct the number."),
        not_a_side=(
            "These players are not a side in this ruleset.",
            "Name one of its sides, as `detail` lists them.",
        ),
        not_forfeited=(
            "A team is said to have forfeited, and the reason for the end is another.",
            "Write the reason `forfeit`, or leave the team out.",
        ),
        nothing_adjusted=("An adjustment has neither points nor tricks.", "Add one of them."),
        number_needed=("Other tricks have a number, and this one has none.", "Add its `number`."),
        out_of_turn=("The first card is not the leader's.", "Correct the leader or the plays."),
        passed_to_oneself=("A player passes cards to himself.", "Name the partner."),
        player_or_team=("A bid names a player and a team, or neither.", "Name one of the two."),
        plays_after_claim=("The log goes on after the claim.", "Leave those plays out, or correct the moment."),
        plays_missing=("The claim came at a moment that the log does not reach.", "Add the plays up to the claim."),
        plays_or_cards=("A trick has no cards, or has them in several forms.", "Give the cards in one form."),
        remedy_not_offered=(
            "The ruleset leaves no such choice.",
            "Write a remedy that it offers, or leave it out.",
        ),
        required=KEYWORDS["required"],
        similar_teams=("Two teams have names that are too much alike.", "Write one name for one team."),
        stated_not_held=("The claimer states a card that he does not hold.", "State cards of his hand."),
        stated_twice=("The claimer states a card twice.", "State it once."),
        too_many_tricks=("More tricks are claimed than are left.", "Claim those that are left, or fewer."),
        trick_is_whole=("The trick in progress has a card from every player.", "Leave its plays out."),
        tricks_or_tricks_won=("A round has both `tricks` and `tricks_won`, or neither.", "Give one of the two."),
        tricks_out_of_order=("The numbers of the tricks do not rise.", "List the tricks in order."),
        tricks_so_far=("More tricks were won than were played.", "Correct the numbers or the hands."),
        tricks_total=(
            "The tricks won do not add up to the number of tricks in the round.",
            "Correct the numbers.",
        ),
        two_dealers=(
            "The first dealer and the dealer of the first round are different players.",
            "Name one of the two, or the same player twice.",
        ),
        unequal_deal=("Players have unequal hands, for which this is not computed.", "Leave it out."),
        unequal_hands=("Players have unequal numbers of cards left.", "List every card not yet played."),
        unfinished_round=("A game to be scored has an unfinished round.", "Finish it, or audit the game."),
        unknown_team=("No team here has this name.", "Write one of the names of the teams."),
        winner_forfeited=("A team is said to have both won and forfeited.", "Name it once."),
        winners_before_end=("A game that is not over has winners.", "Leave them out, or leave `finished` out."),
        winners_missing=("The scores do not show who won.", "Add `winners`."),
        wrong_hand_size=("A hand has the wrong number of cards.", "List all of its cards, and no others."),
    ),
)
_SHORTHAND = _codes(
    bid_repeated=_SHARED["bid_repeated"],
    bid=("This is not a bid.", "Write a number, nil, zero, bn or b6."),
    card=("This is not a card.", "Write KH, 10H or K♥, or ?? for one that nobody can read."),
    character=("The text contains a control character.", "Leave it out."),
    dealer_expected=("It is not said who deals again.", "Write same dealer or next dealer."),
    empty=("There is nothing to read.", "Write a text."),
    forms_of_a_trick=("A trick is written in two ways.", "Write = before all its cards, or before none."),
    game=("The word game stands inside a text.", "Write it first, or leave it out."),
    head_of_a_game=(
        "A line for the head of a game is in a round, or a line for a round is in the head.",
        "Move it to the other side of the ---.",
    ),
    heads_alone=("A part of the text has a head and no round.", "Leave the --- out, or begin with game."),
    json=("This begins like JSON but is not valid JSON.", "Correct it, or put a name in quotation marks."),
    length=("A name, a reason or a label is too long.", "Write a shorter one."),
    missing=("A line ends too soon.", "Add what `detail` names."),
    moment=("This is not a moment of the play.", "Write the trick and the cards on the table: 4.2."),
    name_expected=("A name is missing here.", "Write the name; one with punctuation goes in quotation marks."),
    no_bids=("A row of a sheet has no bids.", "Write them, or bids none."),
    no_players=("The text does not say who sits at the table.", "Name the players first."),
    number=("A number is missing, or out of range.", "Write the number that `detail` describes."),
    order=("Lines or bids are in the wrong order.", "Write them in the order that `detail` names."),
    parenthesis=("A card that was taken back is not written as one.", "Write (QH)."),
    player_expected=("The player of a card is missing.", "Write the name before the card."),
    players=("The number of players is wrong.", "Name two to six."),
    quotation_mark=("Quotation marks are missing, or not closed.", 'Write a name of several words as "Ana B".'),
    reason_missing=_SHARED["reason_missing"],
    remedy=("A chosen remedy is not written as one.", "Write the offence, the side and the remedy."),
    repeated=("The same thing is said twice.", "Write it once, or --- before a new round."),
    repeated_player=("A player is named twice.", "Name somebody else."),
    round_number=("The number of a round is not the next one.", "Write --- between two rounds."),
    round_of_a_game=("A line belongs to a round of a game.", "Begin the text with game."),
    row_of_a_sheet=("A row of a sheet has what only a round has.", "Leave it out, or write tricks none."),
    ruleset=("This is not a ruleset, an option or a parameter.", "Write a name, +option or group.name=value."),
    semicolon=("The mark beside the players is missing.", "Write ; between them and the rest of the line."),
    side_not_away=_SHARED["side_not_away"],
    sides=("The players are written by sides.", "Name them one by one, clockwise."),
    similar_players=_SHARED["similar_players"],
    statement=("Shorthand has no such line.", "Begin it with a word that `detail` names, or with #."),
    substitution=("It is not clear who takes whose seat.", "Write both names."),
    team=("A team has no name or no players.", "Write its name and its players."),
    title=("A second line of players may be a title.", "Begin a title with #."),
    too_many=("There is more than a record can hold.", "Write less, or --- before the next round."),
    too_much=("A line goes on too long.", "Leave out what `detail` names."),
    trick_number=("The number of a trick is not the next one.", "Add the missing line, or ---."),
    trick_size=("A trick has too few or too many cards.", "Write each trick in a line of its own."),
    two_readings=("A line can be read in two ways.", "Write it as `detail` shows."),
    unknown_name=("Nobody at the table has this name.", "Write one of the names there."),
)
_SHEETS = _codes(
    bad_quotes=("The quotation marks do not match.", "Close each, and write two for one inside a cell."),
    bids_disagree=("Cells contradict each other about a bid.", "Correct one of them."),
    changed_place=("A player changes team or seat.", "Write one team and one seat for each player."),
    extra_cell=("A cell has no header.", "Write a header, or quote a cell that holds the delimiter."),
    figures_disagree=("A figure is given twice, with different values.", "Write one number."),
    long_and_wide=("Both columns and lines are named for players.", "Use one of the two forms."),
    missing_header=("A column is missing.", "Add it with the header that `detail` names."),
    no_header=("No line names the columns.", "Write a first line such as round,player,bid,tricks."),
    no_tricks=("A row does not say how many tricks were won.", "Write the number."),
    nil_tricks_missing=("After a nil the tricks of each partner count.", "Add a column of tricks for each player."),
    nobody_named=("Nobody is named.", "Write whose line or column it is."),
    not_a_bid=_NOT_A_BID,
    not_a_dealer=("It is not said who deals again.", "Write same dealer or next dealer."),
    not_a_head=("A line above the table is not written as one.", "Write it as `detail` shows."),
    not_a_list=("A list in a cell cannot be read.", "Write commas between its items."),
    not_a_number=("This is not a whole number.", "Write one, or leave the cell empty."),
    not_a_round=("This is not the number of a round.", "Write a number from 1, total, or # before a remark."),
    not_a_seat=("This is not a seat.", "Write a seat that `detail` names."),
    not_a_substitution=("This is not a substitution.", "Write who leaves and who comes in."),
    not_at_the_table=("A name is not that of a player in this round.", "Write the substitution, or another name."),
    not_bid_and_tricks=("This is not a bid with the tricks won.", "Write 3/4."),
    not_yes_or_no=("This is neither yes nor no.", "Write one of them."),
    nothing_to_move=_SHARED["nothing_to_move"],
    out_of_range=("A number is too high or too low.", "Write one in the range that `detail` states."),
    reason_alone=_SHARED["reason_alone"],
    reason_missing=_SHARED["reason_missing"],
    redeal_alone=_SHARED["redeal_alone"],
    remark_alone=("A line has nothing but a remark.", "Begin it with #, or write what it decides."),
    repeated_head=("A line above the table is written twice.", "Keep one."),
    repeated_header=("Two columns mean the same.", "Keep one."),
    repeated_line=("A player has two lines in a round.", "Write one for each player."),
    repeated_round=("A round is listed twice.", "Number the rounds."),
    side_unknown=("No side has this name.", "Write the name of a side, or say who belongs to it."),
    sides_unknown=("The sheet does not say who are partners.", "Add a column team, or a line # teams."),
    team_disagrees=("Players are said to be on one team, and are not.", "Correct the team."),
    tricks_disagree=("Cells contradict each other about tricks.", "Correct one of them."),
    too_long=("A text is too long.", "Write a shorter one."),
    too_many_columns=("A sheet has too many columns.", "Leave some out."),
    unknown_header=("The header is not known.", "Write one that the notation lists."),
)
_PTN = _codes(
    ambiguous_exchange=("A passed card is given to two players.", "Leave it out of one player's cards."),
    bid_repeated=_SHARED["bid_repeated"],
    bad_bid=("This is not a bid.", "Write it as `detail` shows."),
    bad_card=("This is not a card.", "Write suit and rank, SA."),
    bad_cards=("A list of cards is not written as one.", "Write a seat, a colon and the cards."),
    bad_holding=("A hand has the wrong number of suits.", "Write one group for each suit, separated by dots."),
    bad_rank=("This is not a rank.", "Write one of AKQJT98765432."),
    bad_round=("This is not the number of a round.", "Write a number from 1."),
    bad_scores=("The scores are not written as such.", "Write a seat, a colon and a score for each side."),
    bad_tag=("This is not a tag.", 'Write [Name "value"].'),
    no_seats=("The text does not say how many play.", "Write a deal with a hand or - for each."),
    other_game=("This is a round of another game.", "Send a round of Spades."),
    repeated_tag=("A tag is written twice.", "Leave one of them out."),
    several_tags=("A line may hold several tags.", "Write each in a line of its own."),
    too_many_cards=("There are too many cards.", "Write those of one round, one trick or one hand."),
    too_many_bids=("There are too many bids.", "Write those of one round."),
    too_many_exchanges=("There are too many exchanges.", "Write those of one round."),
    too_many_tricks=("There are too many tricks.", "Write those of one round."),
    unknown_seat=("There is no such seat.", "Write one of the seats at this table."),
)
_OPENSPIEL = _codes(
    not_a_card=("A bid is where a card belongs.", "Write the id of a card."),
    not_a_bid=_NOT_A_BID,
    not_an_action=("This is not an action id.", "Write the number of an action."),
    nothing_to_read=("There are no action ids.", "Write 52 numbers for the deal first."),
    too_many_actions=("A state goes on after its end.", "Write the next one on a new line."),
)
_TEXTS = merged(
    KEYWORDS,
    _OPENSPIEL,
    _PTN,
    _SHEETS,
    _SHORTHAND,
    # Where the contract is met by no record, however short: of what is nested too deep.
    {"not-json": FaultCode("A value is nested too deep.", "Write it with fewer brackets inside each other.")},
    _codes(
        ambiguous_notation=("The text may be in several notations.", "Name one in `notation`."),
        lone_surrogate=_JSON["lone_surrogate"],
        unknown_notation=(
            "The text is in none of the notations that can be read here.",
            "Name its `notation`, or send another.",
        ),
    ),
)
_WRITTEN = merged(
    {"required": KEYWORDS["required"]},
    _SHORTHAND,  # which is read again once it is written, so that any of its faults may come up
    _codes(
        changed=("The text would be read as something else.", "Leave out what the pointer leads to."),
        claim_unwritable=("The notation can't say that tricks were claimed.", "Write shorthand."),
        not_a_game=("A score sheet holds a game.", "Send a record with `rounds`."),
        not_a_round=("A link to the desk holds one round with its cards.", "Send a record with `tricks`."),
        not_a_sheet=(
            "The ruling can't be written as a score sheet that is read as the same.",
            "Take it as JSON or as a page.",
        ),
        row=("A round can't be a row of a score sheet.", "Write shorthand."),
        stop_unwritable=("The notation can't say that play was stopped.", "Write shorthand."),
        unreadable_sheet=("The score sheet could not be read again.", "Change what `detail` names."),
    ),
)
CODES: Mapping[str, Mapping[str, FaultCode]] = MappingProxyType(
    {
        "not-json": _JSON,
        "contract-violation": KEYWORDS,
        "unreadable-record": _RECORDS,
        "unusable-ruleset": _RULESETS,
        "unreadable-text": _TEXTS,
        "unwritable-record": _WRITTEN,
    }
)
"""The codes by the last part of the problem's type; other types list no errors."""
