"""The shapes of requests and answers, written by ``make contract``: change openapi.yaml instead."""
# ruff: noqa: D204 - a shape is a list to look up, and more of them are on a screen without blank lines in it

from typing import Literal, NotRequired, TypeAlias, TypedDict

# fmt: off
Remedy: TypeAlias = Literal[
    "none", "tricks", "points", "set", "no_points", "credit_opponents", "redeal", "forfeit_game",
]
"""What an offence may cost, if the wronged side chooses."""
AnswerForm: TypeAlias = Literal[
    "full", "with_summary",
]
"""The form of the answer, which changes nothing in the ruling, not even its id."""
RecordedCard: TypeAlias = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "2D", "3D", "4D", "5D", "6D",
    "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH",
    "QH", "KH", "AH", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "LJ", "BJ",
    "??",
]
"""A card of a record, as `Card`, or `??`: a card that could not be read."""
BidKind: TypeAlias = Literal[
    "number", "zero", "nil", "blind", "blind_nil",
]
"""The kind of bid, which is a row of the parameters `bids`."""
Card: TypeAlias = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "2D", "3D", "4D", "5D", "6D",
    "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH",
    "QH", "KH", "AH", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "LJ", "BJ",
]
"""A card, rank first."""

class At(TypedDict):
    """A moment in the play, given by the number of plays on the table in a trick."""
    trick: int
    plays: int

class AccusationResult(TypedDict):
    """The answer to an accusation."""
    accusation: int
    result: str
    findings: list[int]
    detail: str

class AddedRule(TypedDict):
    """What this engine adds to a rule on a point that sources leave open; absent if it adds nothing."""
    basis: str
    text: str

class Adjustment(TypedDict):
    """Points, tricks or both that a director gives to a side, or takes from it, whatever it bid and took."""
    team: str
    points: NotRequired[int]
    tricks: NotRequired[int]
    to: NotRequired[str]
    reason: str

class Alternative(TypedDict):
    """A legal card and the winner it would have led to."""
    card: str
    winner: str

class AwaySide(TypedDict):
    """The standing of a side that sits out."""
    score: int

class BagParameters(TypedDict):
    """The penalty for overtricks that were collected."""
    limit: NotRequired[int]
    penalty: NotRequired[int]
    credit: NotRequired[int]
    carry: NotRequired[Literal["remainder", "reset"]]
    points_cancelled: NotRequired[bool]

class StandingBefore(TypedDict):
    """A side's standing before the round."""
    score: NotRequired[int]
    bags: NotRequired[int]
    sets: NotRequired[int]
    revokes: NotRequired[int]
    consecutive_sets: NotRequired[int]

class PartnerOfNilParameters(TypedDict):
    """What the partner of a nil bidder has to bid."""
    least: NotRequired[int]
    breach: NotRequired[Literal["illegal", "raise_earlier"]]

TotalParameters = TypedDict("TotalParameters", {
    "least": NotRequired[int], "most": NotRequired[int], "not": NotRequired[list[int]], "not_hand_size":
    NotRequired[bool], "breach": NotRequired[Literal["illegal", "redeal"]],
})
"""To what the bids of the whole table may add up."""

class ZeroBidParameters(TypedDict):
    """Bids of no tricks that promise nothing."""
    allowed: NotRequired[bool]
    deficit: NotRequired[int]
    per_side: NotRequired[int]

class Gain(TypedDict):
    """Points that something scores: `points` once, and `per_trick` for each trick bid."""
    points: NotRequired[int]
    per_trick: NotRequired[int]

class Loss(TypedDict):
    """Points that something costs, none of them above 0."""
    points: NotRequired[int]
    per_trick: NotRequired[int]
    per_missing_trick: NotRequired[int]

class CallsParameters(TypedDict):
    """Until when a revoke may be corrected or called, and what a call must name."""
    established: NotRequired[Literal["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"]]
    until: NotRequired[Literal["next_trick_led", "end_of_round", "next_deal"]]
    names: NotRequired[Literal["player", "trick"]]

class Change(TypedDict):
    """An entry of the record that a slip of the pen explains."""
    pointer: str
    recorded: NotRequired[str]
    suggested: NotRequired[str]

class ClaimsParameters(TypedDict):
    """Which claims to tricks hold, and what happens after one that does not."""
    test: NotRequired[Literal["certain", "by_statement", "best_play", "not_allowed"]]
    failed: NotRequired[Literal["doubtful_tricks", "all_tricks", "play_on"]]

NumberByPlayerCount = TypedDict("NumberByPlayerCount", {
    "2": NotRequired[int], "3": NotRequired[int], "4": NotRequired[int], "5": NotRequired[int], "6": NotRequired[int],
})
"""The number of cards that each player holds when play starts, by number of players."""

class Difference(TypedDict):
    """A value of the score sheet that differs from the one as ruled."""
    pointer: str
    reported: int
    ruled: int

class Evidence(TypedDict):
    """The evidence for a finding."""
    led_suit: NotRequired[str]
    held: NotRequired[list[str]]
    possible: NotRequired[list[str]]
    proved_by: NotRequired[str]
    expected: NotRequired[str]
    claimed: NotRequired[str]
    led: NotRequired[str]
    won: NotRequired[str]
    also_at: NotRequired[str]
    reported: NotRequired[int]
    counted: NotRequired[int]
    listed: NotRequired[int]
    dealt: NotRequired[int]
    played: NotRequired[list[str]]
    rests_on: NotRequired[list[str]]

class GameParameters(TypedDict):
    """When the game is over, and who has won it."""
    target: NotRequired[int]
    target_test: NotRequired[Literal["at_least", "more_than"]]
    floor: NotRequired[int]
    floor_test: NotRequired[Literal["at_or_below", "below"]]
    floor_effect: NotRequired[Literal["side_loses", "highest_wins"]]
    tie: NotRequired[Literal["extra_round", "shared"]]
    sets_limit: NotRequired[int]
    consecutive_sets_limit: NotRequired[int]
    round_limit: NotRequired[int]
    forfeit_score: NotRequired[Literal["as_it_stands", "target_to_zero"]]
    forfeit_penalty: NotRequired[int]
    forfeit_credit: NotRequired[int]

class LinePlay(TypedDict):
    """A play in a line of play."""
    player: str
    card: str

class PlayParameters(TypedDict):
    """What may be led, what may be played, and who leads first."""
    follow_suit: NotRequired[Literal["must"]]
    void_play: NotRequired[Literal["any_card"]]
    opening_leader: NotRequired[Literal["left_of_dealer", "first_bidder", "dealer", "high_bidder", "lowest_club"]]
    opening_card: NotRequired[Literal["non_spade", "any", "lowest_club"]]
    first_trick: NotRequired[Literal["normal", "no_spades", "all_lowest_club"]]
    spade_lead: NotRequired[Literal["after_broken", "any_time", "after_first_trick"]]
    broken_by: NotRequired[Literal["discard_only", "any_spade"]]

class TableParameters(TypedDict):
    """The number of players and their sides."""
    players: NotRequired[list[int]]
    sides: NotRequired[Literal["partnership", "individual"]]
    first_dealer: NotRequired[Literal["random", "high_card"]]
    deal_rotation: NotRequired[Literal["clockwise"]]
    misdeal: NotRequired[list[Literal["no_spade", "no_face_card"]]]
    redeal_by: NotRequired[Literal["same_dealer", "next_dealer"]]

PenaltyParameters = TypedDict("PenaltyParameters", {
    "remedy": NotRequired[Literal["none", "tricks", "points", "set", "no_points", "credit_opponents", "bridge_64",
    "redeal", "forfeit_game", "choice"]], "as": NotRequired[Literal["none", "revoke", "early_spade", "opening_card",
    "first_trick_card", "lead_out_of_turn", "play_out_of_turn", "card_taken_back", "illegal_bid", "bid_out_of_turn",
    "wrong_count", "false_call"]], "tricks": NotRequired[int], "points": NotRequired[int], "to":
    NotRequired[Literal["nobody", "opponents"]], "repeat": NotRequired[Literal["each", "once_a_suit", "forfeit_game"]],
    "nil": NotRequired[Literal["fails", "no_points", "untouched"]], "of": NotRequired[list[Literal["none", "tricks",
    "points", "set", "no_points", "credit_opponents", "redeal", "forfeit_game"]]],
})
"""A row of `penalties`."""

class ProblemError(TypedDict):
    """One fault of a request."""
    pointer: NotRequired[str]
    code: str
    detail: str
    line: NotRequired[int]
    column: NotRequired[int]

class ReadingNote(TypedDict):
    """A choice of reading: which of several readings of a text was chosen."""
    line: int
    column: int
    code: str
    detail: str

class TrickResult(TypedDict):
    """The result of a trick."""
    number: int
    leader: NotRequired[str]
    led_suit: NotRequired[str]
    winner: NotRequired[str]
    winning_card: NotRequired[str]
    spades_broken: NotRequired[bool]

class ScoreLine(TypedDict):
    """One step of a score."""
    code: str
    points: int
    detail: str

class Standing(TypedDict):
    """The running totals of a side."""
    score: int
    bags: int
    sets: int
    revokes: int
    consecutive_sets: NotRequired[int]

class SummarisedProof(TypedDict):
    """One proof of an offence."""
    detail: str
    pointer: NotRequired[str]

Substitution = TypedDict("Substitution", {
    "out": str, "in": str,
})
"""A player who takes the seat of another from this round on."""

class Team(TypedDict):
    """A name for one of the sides."""
    name: str
    players: list[str]

class Accusation(TypedDict):
    """An accusation that a player revoked."""
    by: str
    against: str
    trick: NotRequired[int]
    at: NotRequired[At]
    remedy: NotRequired[Remedy]

class ChosenRemedy(TypedDict):
    """What the wronged side chose for an offence, under a ruleset that leaves it the choice (`penalties.*.remedy`)."""
    code: str
    team: str
    remedy: Remedy

class Rule(TypedDict):
    """The rule behind a finding."""
    parameter: NotRequired[str]
    basis: str
    text: str
    added: NotRequired[AddedRule]

class Draw(TypedDict):
    """The cards that a player drew in one turn and those that the player kept."""
    player: str
    cards: list[RecordedCard]
    kept: list[RecordedCard]

Exchange = TypedDict("Exchange", {
    "from": str, "to": str, "cards": list[RecordedCard],
})
"""Cards passed after the bidding, as a rule to the partner, never to oneself (`passed_to_oneself`)."""

class WithdrawnCard(TypedDict):
    """A card that was taken back."""
    card: RecordedCard
    at: NotRequired[At]

class Bid(TypedDict):
    """A bid by either a `player` or a `team`."""
    player: NotRequired[str]
    team: NotRequired[str]
    tricks: int
    kind: NotRequired[BidKind]

class NilResult(TypedDict):
    """The result of a nil."""
    player: NotRequired[str]
    kind: BidKind
    tricks: int
    made: bool

class ScoredBid(TypedDict):
    """A bid as it is scored."""
    player: NotRequired[str]
    tricks: int
    counts_as: int
    kind: BidKind

class BothNilParameters(TypedDict):
    """Two nils of partners."""
    how: NotRequired[Literal["each", "joint", "joint_no_loss", "forbidden"]]
    made: NotRequired[Gain]
    failed: NotRequired[Loss]
    tricks: NotRequired[Literal["as_each", "none"]]

class ContractParameters(TypedDict):
    """What a contract of a certain size brings, or so many tricks without such a contract."""
    least: NotRequired[int]
    most: NotRequired[int]
    bid: NotRequired[bool]
    blind: NotRequired[Literal["any", "with", "without"]]
    made: Gain
    failed: NotRequired[Loss]
    instead: NotRequired[bool]
    wins_game: NotRequired[bool]

class NilBidParameters(TypedDict):
    """A row of `bids`."""
    allowed: NotRequired[bool]
    deficit: NotRequired[int]
    per_side: NotRequired[int]
    made: NotRequired[Gain]
    failed: NotRequired[Loss]
    failed_tricks: NotRequired[Literal["bags", "bags_without_points", "to_contract", "ignored"]]
    failed_bags_when_set: NotRequired[Literal["none", "bags_only", "bags_and_points"]]
    counts_as_set: NotRequired[bool]
    exchange: NotRequired[int]

class NumberBidParameters(TypedDict):
    """A row of `bids`."""
    allowed: NotRequired[bool]
    least: NotRequired[int]
    most: NotRequired[int]
    deficit: NotRequired[int]
    per_side: NotRequired[int]
    exact: NotRequired[bool]
    made: NotRequired[Gain]
    failed: NotRequired[Loss]
    overtrick: NotRequired[int]

class RoundClaim(TypedDict):
    """A claim to some of the tricks that are left, with which the play ended: the log has no play after it."""
    by: str
    tricks: int | str
    at: NotRequired[At]
    statement: NotRequired[list[Card]]
    accepted: bool

class ReadingOffence(TypedDict):
    """An offence in short."""
    code: str
    player: NotRequired[str]
    team: NotRequired[str]
    trick: NotRequired[int]
    pointer: str

class LineStart(TypedDict):
    """Where a line of play begins; absent without one."""
    trick: int
    plays: list[LinePlay]

class PenaltiesParameters(TypedDict):
    """What each offence costs."""
    revoke: NotRequired[PenaltyParameters]
    early_spade: NotRequired[PenaltyParameters]
    opening_card: NotRequired[PenaltyParameters]
    first_trick_card: NotRequired[PenaltyParameters]
    lead_out_of_turn: NotRequired[PenaltyParameters]
    play_out_of_turn: NotRequired[PenaltyParameters]
    card_taken_back: NotRequired[PenaltyParameters]
    illegal_bid: NotRequired[PenaltyParameters]
    bid_out_of_turn: NotRequired[PenaltyParameters]
    wrong_count: NotRequired[PenaltyParameters]
    false_call: NotRequired[PenaltyParameters]

class Problem(TypedDict):
    """A failure (RFC 9457)."""
    type: str
    title: str
    status: int
    detail: NotRequired[str]
    instance: NotRequired[str]
    errors: NotRequired[list[ProblemError]]
    errors_truncated: NotRequired[bool]

class Reported(TypedDict):
    """The values that the score sheet claims."""
    tricks_won: NotRequired[dict[str, int]]
    points: NotRequired[dict[str, int]]
    score: NotRequired[dict[str, int]]
    bags: NotRequired[dict[str, int]]

class Summary(TypedDict):
    """A ruling as players ask for it, in sentences to be shown one below the other."""
    sign: str
    verdict: str
    tone: str
    happened: list[str]
    proof: NotRequired[list[SummarisedProof]]
    calls: NotRequired[list[str]]
    claim: NotRequired[str]
    nils: NotRequired[list[str]]
    cost: NotRequired[list[str]]
    score: NotRequired[list[str]]
    now: NotRequired[list[str]]
    why: NotRequired[list[str]]
    readings: NotRequired[list[str]]

class Finding(TypedDict):
    """One irregularity in the record, with its proof and the rule behind it."""
    code: str
    severity: str
    pointer: str
    trick: NotRequired[int]
    player: NotRequired[str]
    team: NotRequired[str]
    card: NotRequired[str]
    cards: NotRequired[list[str]]
    legal_cards: NotRequired[list[str]]
    evidence: NotRequired[Evidence]
    established: NotRequired[bool]
    alternatives: NotRequired[list[Alternative]]
    follows: NotRequired[int]
    conflicts_with: NotRequired[list[int]]
    readings: NotRequired[list[int]]
    decided_by: NotRequired[str]
    rule: NotRequired[Rule]
    detail: str

class LoggedPlay(TypedDict):
    """A card, the player who played it, and any cards that the player took back first."""
    player: str
    card: RecordedCard
    withdrawn: NotRequired[list[WithdrawnCard]]

class SideScore(TypedDict):
    """The score of one side in one round."""
    team: str
    players: list[str]
    bids: list[ScoredBid]
    contract: int
    tricks: int
    contract_tricks: int
    tricks_decided: NotRequired[int]
    tricks_adjustment: NotRequired[int]
    made: bool
    nils: list[NilResult]
    boston: bool
    bags: int
    lines: list[ScoreLine]
    points: int
    before: NotRequired[Standing]
    after: NotRequired[Standing]

class BidsParameters(TypedDict):
    """The kinds of bids, with a row for each: when it may be made and what it is worth; and their order."""
    first_bidder: NotRequired[Literal["left_of_dealer", "dealer", "non_dealer", "drawn_then_rotates"]]
    by: NotRequired[Literal["player", "team", "last_partner"]]
    number: NotRequired[NumberBidParameters]
    zero: NotRequired[ZeroBidParameters]
    nil: NotRequired[NilBidParameters]
    blind: NotRequired[NumberBidParameters]
    blind_nil: NotRequired[NilBidParameters]
    side_least: NotRequired[int]
    side_most: NotRequired[int]
    side_breach: NotRequired[Literal["illegal", "raised", "set"]]
    partner_of_nil: NotRequired[PartnerOfNilParameters]
    both_nil: NotRequired[BothNilParameters]
    linked: NotRequired[bool]
    table: NotRequired[TotalParameters]
    changes: NotRequired[Literal["never", "raise_until_opponents_bid"]]
    restriction: NotRequired[Literal["none", "mirror", "whiz", "suicide"]]
    first_round: NotRequired[Literal["normal", "bids_itself"]]

CardsByPlayerCount = TypedDict("CardsByPlayerCount", {
    "2": NotRequired[list[Card]], "3": NotRequired[list[Card]], "4": NotRequired[list[Card]], "5":
    NotRequired[list[Card]], "6": NotRequired[list[Card]],
})
"""The cards removed before the deal, by number of players."""

class Reading(TypedDict):
    """What the record may have been meant to say."""
    slip: str
    changes: list[Change]
    verdict: str
    offences: list[ReadingOffence]
    points: NotRequired[dict[str, int]]
    detail: str

class RuledClaim(TypedDict):
    """What became of the claim with which the play ended; absent if there was none."""
    by: str
    team: str
    tricks: int
    left: int
    result: str
    test: NotRequired[str]
    given: NotRequired[dict[str, int]]
    line: NotRequired[list[LinePlay]]
    line_from: NotRequired[LineStart]
    detail: str

class Trick(TypedDict):
    """A trick as it was recorded, with its cards as exactly one of `plays`, `cards` and `cards_by_player`."""
    plays: NotRequired[list[LoggedPlay]]
    cards: NotRequired[list[RecordedCard]]
    cards_by_player: NotRequired[dict[str, RecordedCard]]
    leader: NotRequired[str]
    winner: NotRequired[str]
    number: NotRequired[int]
    after_gap: NotRequired[bool]
    spades_broken: NotRequired[bool]

class RemedyChoice(TypedDict):
    """A remedy that the wronged side may choose."""
    remedy: Remedy
    as_ruled: NotRequired[list[SideScore]]

class DeckParameters(TypedDict):
    """The cards in play."""
    jokers: NotRequired[Literal[0, 1, 2]]
    removed: NotRequired[CardsByPlayerCount]
    top_trumps: NotRequired[list[Card]]
    leftover: NotRequired[Literal["none", "set_aside", "dealt"]]
    hand_size: NotRequired[NumberByPlayerCount]
    formation: NotRequired[Literal["deal", "draw"]]

class GameRoundRecord(TypedDict):
    """A round of a game: either a record with `tricks`, or a row of the score sheet with `tricks_won`."""
    bids: NotRequired[list[Bid]]
    bids_by_player: NotRequired[dict[str, int]]
    blind_bidders: NotRequired[list[str]]
    tricks: NotRequired[list[Trick]]
    tricks_won: NotRequired[dict[str, int]]
    dealer: NotRequired[str]
    hands: NotRequired[dict[str, list[RecordedCard]]]
    set_aside: NotRequired[list[RecordedCard]]
    draws: NotRequired[list[Draw]]
    exchanges: NotRequired[list[Exchange]]
    reported: NotRequired[Reported]
    accusations: NotRequired[list[Accusation]]
    claim: NotRequired[RoundClaim]
    stopped: NotRequired[bool]
    misdeal_called_by: NotRequired[str]
    adjustments: NotRequired[list[Adjustment]]
    remedies: NotRequired[list[ChosenRemedy]]
    void: NotRequired[bool]
    redeal_by: NotRequired[Literal["same_dealer", "next_dealer"]]
    forfeited_by: NotRequired[str]
    reason: NotRequired[str]
    away: NotRequired[dict[str, AwaySide]]
    time_called: NotRequired[bool]
    substitutions: NotRequired[list[Substitution]]
    labels: NotRequired[dict[str, str]]

class Penalty(TypedDict):
    """One consequence of one finding for one side."""
    finding: int
    team: str
    effect: str
    tricks: NotRequired[int]
    points: NotRequired[int]
    rule: Rule
    further_rules: NotRequired[list[Rule]]
    detail: str
    choices: NotRequired[list[RemedyChoice]]

class Parameters(TypedDict):
    """The parameters of a ruleset, by group: the ones to override in a request, and all of them in an answer."""
    table: NotRequired[TableParameters]
    deck: NotRequired[DeckParameters]
    bids: NotRequired[BidsParameters]
    contracts: NotRequired[list[ContractParameters]]
    play: NotRequired[PlayParameters]
    bags: NotRequired[BagParameters]
    game: NotRequired[GameParameters]
    penalties: NotRequired[PenaltiesParameters]
    calls: NotRequired[CallsParameters]
    claims: NotRequired[ClaimsParameters]

class RulesetIdentity(TypedDict):
    """The ruleset that an answer is based on."""
    name: str
    version: str
    digest: str
    options: list[str]
    overrides: Parameters

class RulesetReference(TypedDict):
    """The ruleset to judge by."""
    name: str
    options: NotRequired[list[str]]
    overrides: NotRequired[Parameters]

class RoundScore(TypedDict):
    """The score of a round."""
    ruling_id: str
    engine_version: str
    ruleset: RulesetIdentity
    labels: NotRequired[dict[str, str]]
    findings: list[Finding]
    undecided: NotRequired[list[Finding]]
    teams: list[SideScore]
    penalties: NotRequired[list[Penalty]]

class Ruling(TypedDict):
    """The ruling on a recorded round."""
    ruling_id: str
    engine_version: str
    ruleset: RulesetIdentity
    labels: NotRequired[dict[str, str]]
    summary: NotRequired[Summary]
    verdict: str
    complete: bool
    findings: list[Finding]
    undecided: list[Finding]
    tricks: list[TrickResult]
    tricks_won: dict[str, int]
    as_played: NotRequired[list[SideScore]]
    claim: NotRequired[RuledClaim]
    affected_from: NotRequired[int]
    accusations: NotRequired[list[AccusationResult]]
    penalties: list[Penalty]
    as_ruled: NotRequired[list[SideScore]]
    figures_from: NotRequired[str]
    differences: NotRequired[list[Difference]]
    readings: NotRequired[list[Reading]]
    limit_reached: NotRequired[bool]

class AnyRecord(TypedDict):
    """A record of one of three kinds."""
    ruleset: NotRequired[str | RulesetReference]
    players: list[str]
    teams: NotRequired[list[Team]]
    dealer: NotRequired[str]
    first_dealer: NotRequired[str]
    first_round_number: NotRequired[int]
    round_number: NotRequired[int]
    hands: NotRequired[dict[str, list[RecordedCard]]]
    set_aside: NotRequired[list[RecordedCard]]
    draws: NotRequired[list[Draw]]
    exchanges: NotRequired[list[Exchange]]
    bids: NotRequired[list[Bid]]
    bids_by_player: NotRequired[dict[str, int]]
    blind_bidders: NotRequired[list[str]]
    tricks: NotRequired[list[Trick]]
    tricks_won: NotRequired[dict[str, int]]
    adjustments: NotRequired[list[Adjustment]]
    remedies: NotRequired[list[ChosenRemedy]]
    before: NotRequired[dict[str, StandingBefore]]
    away: NotRequired[dict[str, AwaySide]]
    reported: NotRequired[Reported]
    accusations: NotRequired[list[Accusation]]
    claim: NotRequired[RoundClaim]
    stopped: NotRequired[bool]
    misdeal_called_by: NotRequired[str]
    labels: NotRequired[dict[str, str]]
    rounds: NotRequired[list[GameRoundRecord]]

class ReadRecordsRequest(TypedDict):
    """A text to read."""
    format: NotRequired[Literal["shorthand", "ptn", "csv", "openspiel"]]
    text: str
    ruleset: NotRequired[str | RulesetReference]

class RoundRecord(TypedDict):
    """The record of a round, complete or partial."""
    ruleset: str | RulesetReference
    players: list[str]
    teams: NotRequired[list[Team]]
    dealer: NotRequired[str]
    round_number: NotRequired[int]
    hands: NotRequired[dict[str, list[RecordedCard]]]
    set_aside: NotRequired[list[RecordedCard]]
    draws: NotRequired[list[Draw]]
    exchanges: NotRequired[list[Exchange]]
    bids: NotRequired[list[Bid]]
    bids_by_player: NotRequired[dict[str, int]]
    blind_bidders: NotRequired[list[str]]
    tricks: list[Trick]
    adjustments: NotRequired[list[Adjustment]]
    remedies: NotRequired[list[ChosenRemedy]]
    before: NotRequired[dict[str, StandingBefore]]
    away: NotRequired[dict[str, AwaySide]]
    reported: NotRequired[Reported]
    accusations: NotRequired[list[Accusation]]
    claim: NotRequired[RoundClaim]
    stopped: NotRequired[bool]
    misdeal_called_by: NotRequired[str]
    answer: NotRequired[AnswerForm]
    labels: NotRequired[dict[str, str]]

class ScoreRequest(TypedDict):
    """A finished round as on a score sheet, with its bids as either `bids` or `bids_by_player`."""
    ruleset: str | RulesetReference
    players: list[str]
    teams: NotRequired[list[Team]]
    dealer: NotRequired[str]
    round_number: NotRequired[int]
    bids: NotRequired[list[Bid]]
    bids_by_player: NotRequired[dict[str, int]]
    blind_bidders: NotRequired[list[str]]
    tricks_won: dict[str, int]
    adjustments: NotRequired[list[Adjustment]]
    remedies: NotRequired[list[ChosenRemedy]]
    before: NotRequired[dict[str, StandingBefore]]
    away: NotRequired[dict[str, AwaySide]]
    labels: NotRequired[dict[str, str]]

class RecordsRead(TypedDict):
    """The records of a text."""
    format: str
    records: list[AnyRecord]
    notes: list[ReadingNote]
