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


def _codes(**said: tuple[str, str]) -> Mapping[str, FaultCode]:
    return MappingProxyType({code: FaultCode(*of_code) for code, of_code in said.items()})


KEYWORDS = _codes(
    type=("A value has another JSON type than the contract wants.", "Write it as `detail` shows it."),
    required=("A member is missing.", "Add it."),
    additionalProperties=(
        "A member has a name that the contract does not know here.",
        "Write the name that `detail` suggests, put the member where it belongs, or leave it out.",
    ),
    enum=("A word or number is none of those allowed here.", "Write one of the values that `detail` lists."),
    minimum=("A number is too low.", "Write the minimum that `detail` states, or more."),
    maximum=("A number is too high.", "Write the maximum that `detail` states, or less."),
    minLength=("A text is empty or too short.", "Write a longer one, or leave the member out."),
    maxLength=("A text is too long.", "Write a shorter one."),
    minItems=("A list has too few items.", "Add items."),
    maxItems=("A list has too many items.", "Send fewer; many rounds go into a batch, each on its line."),
    uniqueItems=("An item is repeated.", "List it once."),
    maxProperties=("An object has too many members.", "Leave some out."),
    propertyNames=("The name of a member is empty or too long.", "Write a name of the length that `detail` states."),
)
"""The codes of violations of the contract, which are keywords of JSON Schema."""

_JSON = _codes(
    duplicate_name=("A name occurs twice in one object.", "Write it once."),
    lone_surrogate=("Half of a character is no text.", "Write the whole character."),
    not_a_number=("A number is NaN, infinite or too large.", "Write a number that a double holds."),
)
_OF_TABLE = _codes(
    duplicate_player=("A player sits at the table twice.", "Name each player once."),
    unknown_player=("A name is that of no player at the table.", "Write one of the names in `players`."),
)
_RULESETS = _codes(
    unknown_ruleset=("No ruleset has this name.", "Write a name that `GET /v1/rulesets` lists."),
    unknown_option=("The ruleset has no option of this name.", "Write one of its options, or leave it out."),
    excluded_option=("Two options can't be combined, or set the same parameter.", "Leave one of them out."),
    contradiction=("Parameters can't all hold in one game.", "Change the one that the pointer leads to."),
    player_count=("The ruleset has no table for so many players.", "Send another number, or another ruleset."),
)
_RECORDS = MappingProxyType(
    {
        **_OF_TABLE,
        **_codes(
            ambiguous_team=("The name of a side is also that of a player of another.", "Give the side another name."),
            bags_over_limit=(
                "A standing has more bags than a round can leave.",
                "Write the bags that are left after the penalty, and the score after it.",
            ),
            bid_repeated=("A player or a side has two bids.", "Leave one of them out."),
            bid_missing=("A player or a side has no bid.", "Add the bid."),
            bids_or_bids_by_player=("The bids are given twice, in both forms.", "Give `bids` or `bids_by_player`."),
            blind_without_bid=("A blind bidder has no bid.", "Add the bid to `bids_by_player`, or leave the name out."),
            broken_too_soon=("Spades are broken before the first trick.", "Write `false`."),
            broken_unknown=(
                "Whether spades are broken makes a difference, and is not said.",
                "Add `spades_broken`.",
            ),
            card_not_in_deck=("The ruleset's pack does not have this card.", "Name another card, or another ruleset."),
            card_replayed=("A card that lies on the table is listed in a hand.", "List only cards not yet played."),
            claim_after_end=("The log has every trick, so that none is left to be claimed.", "Leave the claim out."),
            claimed_tricks=("The number of tricks claimed is no number, and not `rest`.", 'Write a number or "rest".'),
            doubled_tricks=("Tricks are given for a team and for its players.", "Give only one of the two."),
            duplicate_card=("A card is listed twice in a hand.", "List it once."),
            duplicate_team=(
                "A side is named twice, or two sides have one name.",
                "Give each side one name of its own.",
            ),
            forfeited_by_missing=("Several teams may have forfeited, and none is named.", "Add `forfeited_by`."),
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
            leader_unknown=("Nobody can say who led.", "Add `leader`."),
            needs_bids_by_player=("`blind_bidders` belongs to `bids_by_player`.", "Write the `kind` of each bid."),
            needs_tricks=("A row of a score sheet has a member that only a record can have.", "Leave it out."),
            needs_two_teams=("A result has the standing of fewer than two teams.", "Add that of the other teams."),
            nil_needs_player=(
                "A nil is that of a player, and a team is named.",
                "Say what each partner bid, or took.",
            ),
            no_cards_left=("Every card has been played.", "Ask about a trick that is left."),
            no_gap=("No trick can be missing here.", "Leave `after_gap` out, or mend the number."),
            no_such_trick=("A trick has a number that is higher than the tricks of the round.", "Mend the number."),
            not_a_side=(
                "The ruleset makes no side of these players.",
                "Name one of its sides, as `detail` lists them.",
            ),
            not_forfeited=(
                "A team forfeited, and the reason is another one.",
                "Write the reason `forfeit`, or no team.",
            ),
            nothing_adjusted=("An adjustment has neither points nor tricks.", "Add one of them."),
            nothing_to_move=("A team gets tricks that nobody loses.", "Write `tricks` below 0, or leave `to` out."),
            number_needed=("Other tricks have their number, and this one lacks it.", "Add its `number`."),
            out_of_turn=("The first card is not that of the leader.", "Correct the leader or the plays."),
            passed_to_oneself=("Cards are passed to the one who passes them.", "Name the partner."),
            player_count=("The ruleset has no table for so many players.", "Seat others, or name another ruleset."),
            player_or_team=("A bid names a player and a team, or neither.", "Name one of the two."),
            plays_after_claim=("The log goes on after the claim.", "Leave those plays out, or mend the moment."),
            plays_missing=("The claim came at a moment that the log does not reach.", "Add the plays up to the claim."),
            plays_or_cards=("A trick has its cards in no form, or in several.", "Give one form of the cards."),
            reason_alone=("A reason is given for a round that needs none.", "Leave it out, or say what it is for."),
            reason_missing=("A decision of the director lacks its reason.", "Add `reason`."),
            redeal_alone=("Who deals again is said of a round that is not void.", "Leave `redeal_by` out."),
            remedy_not_offered=(
                "The ruleset leaves no such choice.",
                "Write a remedy that it offers, or leave it out.",
            ),
            required=("A member is missing that this ruleset needs.", "Add it."),
            side_not_away=("A side that plays is among those that sit out.", "Put its score into `before`."),
            similar_players=("Two players have names that are too easily mistaken.", "Give them different names."),
            similar_teams=("Two teams have names that are too easily mistaken.", "Write one name for one team."),
            stated_not_held=("The claimer states a card that he does not hold.", "State cards of his hand."),
            stated_twice=("The claimer states a card twice.", "State it once."),
            too_many_tricks=("More tricks are claimed than are left.", "Claim those that are left, or fewer."),
            trick_is_whole=("The trick in progress has a card of every player.", "Leave its plays out."),
            tricks_or_tricks_won=("A round has both `tricks` and `tricks_won`, or neither.", "Give one of the two."),
            tricks_out_of_order=("The numbers of tricks do not rise.", "List the tricks in their order."),
            tricks_so_far=("More tricks were won than were played.", "Correct the numbers or the hands."),
            tricks_total=("The tricks won do not add up to those of the round.", "Correct the numbers."),
            two_dealers=("The first dealer and the dealer of the first round are two.", "Name one, or the same one."),
            unequal_deal=("Players have unequal hands, for which this is not computed.", "Leave it out."),
            unequal_hands=("Players have unequal numbers of cards left.", "List every card not yet played."),
            unfinished_round=("A round of a game to score is unfinished.", "Finish it, or audit the game."),
            unknown_team=("A name is that of no team here.", "Write one of the names of the teams."),
            winner_forfeited=("A team has won and forfeited.", "Name it once."),
            winners_before_end=("A game that is not over has winners.", "Leave them out, or leave `finished` out."),
            winners_missing=("Who won does not follow from the scores.", "Add `winners`."),
            wrong_hand_size=("A hand has the wrong number of cards.", "List all of its cards, and no others."),
        ),
    }
)
_SHORTHAND = _codes(
    bid_repeated=("A player has bid already.", "Leave one of the bids out."),
    bid=("Here is no bid.", "Write a number, nil, zero, bn or b6."),
    card=("Here is no card.", "Write KH, 10H or K♥, or ?? for one that nobody can read."),
    character=("Here is a control character.", "Leave it out."),
    concession=("A line says what is conceded.", "Write what is claimed: claim W 0."),
    dealer_expected=("It is not said who deals again.", "Write same dealer or next dealer."),
    empty=("There is nothing to read.", "Write a text."),
    forms_of_a_trick=("A trick is written in two ways.", "Write = before all its cards, or before none."),
    game=("The word game stands inside a text.", "Write it first, or leave it out."),
    head_of_a_game=(
        "A line is in the head of a game, or of a round, and belongs to the other.",
        "Move it over the ---.",
    ),
    heads_alone=("A part of the text has a head, and no round.", "Leave the --- out, or begin with game."),
    json=("Something begins like JSON, and is none.", "Mend it, or put a name in quotation marks."),
    length=("A name, a reason or a label is too long.", "Write a shorter one."),
    missing=("A line ends too soon.", "Add what `detail` names."),
    moment=("Here is no moment.", "Write the trick and the cards on the table: 4.2."),
    name_expected=("A name is missing here.", "Write the name; one with marks goes in quotation marks."),
    no_bids=("A row of a sheet has no bids.", "Write them, or bids none."),
    no_players=("It is not known who sits at the table.", "Name the players first."),
    number=("A number is missing, or out of range.", "Write the number that `detail` describes."),
    order=("Lines or bids are in the wrong order.", "Write them in the order that `detail` names."),
    parenthesis=("A card that was taken back is written wrong.", "Write (QH)."),
    player_expected=("The player of a card is missing.", "Write the name before the card."),
    players=("The number of players is wrong.", "Name two to six."),
    quotation_mark=("Quotation marks are missing, or not closed.", 'Write a name of several words as "Ana B".'),
    reason_missing=("A reason is missing.", "Write it behind a colon."),
    remedy=("A chosen remedy is not written as one.", "Write the offence, the side and the remedy."),
    repeated=("Something is said twice.", "Write it once, or --- before a new round."),
    repeated_player=("A player is named twice.", "Name somebody else."),
    round_number=("The number of a round is not the next one.", "Write --- between two rounds."),
    round_of_a_game=("A line belongs to a round of a game.", "Begin the text with game."),
    row_of_a_sheet=("A row of a sheet has what only a round has.", "Leave it out, or write tricks none."),
    ruleset=("Here is no ruleset, option or parameter.", "Write a name, +option or group.name=value."),
    semicolon=("A mark is missing between ruleset and players.", "Write ; between them."),
    side_not_away=("A side that plays is said to sit out.", "Write its score in a line that begins with before."),
    sides=("Players are written by sides.", "Name them one by one, clockwise."),
    similar_players=("Two names are too easily mistaken.", "Write different names."),
    statement=("A line is none that shorthand knows.", "Begin it with a word that `detail` names, or with #."),
    substitution=("It is not clear who takes whose seat.", "Write both names."),
    team=("A team has no name or no players.", "Write its name and its players."),
    title=("A second line of players may be a title.", "Begin a title with #."),
    too_many=("There is more than a record can hold.", "Write less, or --- before the next round."),
    too_much=("A line goes on too long.", "Leave out what `detail` names."),
    trick_number=("The number of a trick is not the next one.", "Add the missing line, or ---."),
    trick_size=("A trick has too few or too many cards.", "Write each trick in a line of its own."),
    two_readings=("A line can be read in two ways.", "Write it as `detail` shows."),
    unknown_name=("A name is that of nobody at the table.", "Write one of the names there."),
)
_SHEETS = _codes(
    bad_quotes=("Quotation marks do not fit.", "Close each, and write two for one inside a cell."),
    bids_disagree=("Cells say different things of a bid.", "Correct one of them."),
    changed_place=("A player changes team or seat.", "Write one team and one seat for each player."),
    extra_cell=("A cell has no header.", "Write a header, or quote a cell that holds the delimiter."),
    figures_disagree=("A figure is given twice, and differs.", "Write one number."),
    long_and_wide=("Columns are named for players, and lines too.", "Use one of the two forms."),
    missing_header=("A column is missing.", "Add it with the header that `detail` names."),
    no_header=("No line names the columns.", "Write a first line such as round,player,bid,tricks."),
    no_tricks=("A row has no tricks won.", "Write them."),
    nil_tricks_missing=("After a nil the tricks of each partner count.", "Add a column of tricks for each player."),
    nobody_named=("Nobody is named.", "Write whose line or column it is."),
    not_a_bid=("Here is no bid.", "Write a number, N for nil, B before it if it is blind."),
    not_a_dealer=("It is not said who deals again.", "Write same dealer or next dealer."),
    not_a_head=("A line above the table is not written as one.", "Write it as `detail` shows."),
    not_a_list=("A list in a cell cannot be read.", "Write commas between its texts."),
    not_a_number=("Here is no whole number.", "Write one, or leave the cell empty."),
    not_a_round=("Here is no number of a round.", "Write a number from 1, total, or # before a remark."),
    not_a_seat=("Here is no seat.", "Write a seat that `detail` names."),
    not_a_substitution=("Here is no substitution.", "Write who leaves and who comes in."),
    not_at_the_table=("Somebody does not sit at the table in this round.", "Write the substitution, or another name."),
    not_bid_and_tricks=("Here are no bid and tricks.", "Write 3/4."),
    not_yes_or_no=("Here is neither yes nor no.", "Write one of them."),
    nothing_to_move=("A side gets tricks that nobody loses.", "Write tricks below 0 for the other side."),
    out_of_range=("A number is too high or too low.", "Write one in the range that `detail` states."),
    reason_alone=("A reason belongs to nothing.", "Write what it is the reason of."),
    redeal_alone=("Who deals again is said of a round that is not void.", "Write yes in a column void."),
    remark_alone=("A line has nothing but a remark.", "Begin it with #, or write what it decides."),
    repeated_head=("A line above the table is there twice.", "Keep one."),
    repeated_header=("Two columns have one meaning.", "Keep one."),
    repeated_line=("A player has two lines in a round.", "Write one for each player."),
    repeated_round=("A round is there twice.", "Number the rounds."),
    side_unknown=("A name is that of no side.", "Write the name of a side, or say who belongs to it."),
    sides_unknown=("It is not known who are partners.", "Add a column team, or a line # teams."),
    team_disagrees=("Players are said to be of one team, and are not.", "Correct the team."),
    tricks_disagree=("Cells say different things of tricks.", "Correct one of them."),
    too_long=("A text is too long.", "Write a shorter one."),
    too_many_columns=("A sheet has too many columns.", "Leave some out."),
    unknown_header=("The header is not known.", "Write one that the notation lists."),
)
_PTN = _codes(
    ambiguous_exchange=("A passed card is given to two players.", "Leave it out of the cards of one."),
    bid_repeated=("A player bids twice.", "Leave one of the bids out."),
    bad_bid=("Here is no bid.", "Write it as `detail` shows."),
    bad_card=("Here is no card.", "Write suit and rank, SA."),
    bad_cards=("A list of cards is not written as one.", "Write a seat, a colon and the cards."),
    bad_holding=("A hand has the wrong number of suits.", "Write one group for each suit, separated by dots."),
    bad_rank=("Here is no rank.", "Write one of AKQJT98765432."),
    bad_round=("Here is no number of a round.", "Write a number from 1."),
    bad_scores=("Scores are not written as such.", "Write a seat, a colon and a score for each side."),
    bad_tag=("Here is no tag.", 'Write [Name "value"].'),
    no_seats=("It is not known how many play.", "Write a deal with a hand or - for each."),
    other_game=("This is a round of another game.", "Send a round of Spades."),
    repeated_tag=("A tag is there twice.", "Leave one of them out."),
    several_tags=("A line may hold several tags.", "Write each in a line of its own."),
    too_many_cards=("There are too many cards.", "Write those of one round, one trick or one hand."),
    too_many_bids=("There are too many bids.", "Write those of one round."),
    too_many_exchanges=("There are too many exchanges.", "Write those of one round."),
    too_many_tricks=("There are too many tricks.", "Write those of one round."),
    unknown_seat=("There is no such seat.", "Write one of the seats at this table."),
)
_OPENSPIEL = _codes(
    not_a_card=("A bid is where a card belongs.", "Write the id of a card."),
    not_a_bid=("A card is where a bid belongs.", "Write the id of a bid."),
    not_an_action=("Here is no action id.", "Write the number of an action."),
    nothing_to_read=("There are no action ids.", "Write 52 numbers for the deal first."),
    too_many_actions=("A state goes on after its end.", "Write the next one on a new line."),
)
_TEXTS = MappingProxyType(
    {
        **KEYWORDS,
        **_OPENSPIEL,
        **_PTN,
        **_SHEETS,
        **_SHORTHAND,
        # Where the contract is met by no record, however short: of what is nested too deep.
        "not-json": FaultCode("A value is nested too deep.", "Write it with fewer brackets inside each other."),
        **_codes(
            ambiguous_notation=("The text may be in several notations.", "Name one in `notation`."),
            lone_surrogate=_JSON["lone_surrogate"],
            unknown_notation=("The text is in no notation that is read here.", "Name its `notation`, or send another."),
        ),
    }
)
_WRITTEN = MappingProxyType(
    {
        **_SHORTHAND,
        **_OF_TABLE,
        **_codes(
            changed=("The text would be read as something else.", "Leave out what the pointer leads to."),
            claim_unwritable=("The notation can't say that tricks were claimed.", "Write shorthand."),
            gap_unwritable=("The notation can't say that tricks are missing.", "Write shorthand."),
            not_a_game=("A score sheet holds a game.", "Send a record with `rounds`."),
            not_a_round=("The notation holds one round with its cards.", "Send a record with `tricks`."),
            not_a_sheet=(
                "The ruling can't be a score sheet that is read as the same.",
                "Take it as JSON or as a page.",
            ),
            other_sheet=("The score sheet would be read as something else.", "Write shorthand."),
            row=("A round can't be a row of a score sheet.", "Write shorthand."),
            stop_unwritable=("The notation can't say that play was stopped.", "Write shorthand."),
            unreadable_sheet=("The score sheet could not be read again.", "Change what `detail` names."),
        ),
    }
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
