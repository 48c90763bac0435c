"""A claim with all hands open: read from a request, and judged by three questions, with every live nil.

For each number of tricks that the claimer's side may take of those left, the outcome has the score of the round.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.analysis.claims.open_hands import read_position
from service.analysis.claims.tested_claim import checked_claim, checked_nil, dropped_card, taker_of
from service.analysis.solver.answers import (
    best_play,
    by_statement,
    certain,
    fewest_in_every_line,
    nil_in_every_line,
    nil_under_best_play,
)
from service.analysis.solver.position import (
    GREATEST_BUDGET,
    Answer,
    Claim,
    Result,
    Situation,
    statement_faults,
)
from service.spades.cards import CODES
from service.spades.catalogue.parameters.bids import Kind
from service.spades.deal.auction import examine_bids
from service.spades.deal.contracts import StandingBid, nils_of_players
from service.spades.errors import UnreadableRecord
from service.spades.pauses import Pause, no_pause
from service.spades.record.entries import claimed_tricks
from service.spades.record.log import context_of
from service.spades.record.lookup import Reader
from service.spades.record.model import RoundResult
from service.spades.record.parse import result_so_far_of
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit_row, to_be_said
from service.spades.ruling.claims import ClaimTest
from service.spades.scoring.model import SideScore
from service.spades.sentence import Sentence, say
from service.spades.table import Table, sit_down

_ALWAYS_ASKED: Final = 2
"""The questions about every claim: whether it is certain, and whether best play makes it."""
Acceptance: TypeAlias = Literal[ClaimTest, "not_allowed"]
"""By which question a ruleset accepts a claim (`claims.test`)."""


class ClaimToJudge(NamedTuple):
    """A claim, and all that is known of the round around it."""

    situation: Situation
    claim: Claim
    budget: int
    """The positions that all questions may search together."""
    so_far: RoundResult | None = None
    """The bids that are known, and the tricks won before the trick in progress; None without bids."""
    has_score: bool = False
    """Whether the tricks won so far are known, so that with all bids every outcome has a score."""

    @property
    def table(self) -> Table:
        """Who sits where; a writer of answers asks every record for it."""
        return self.situation.table


class NilJudgement(NamedTuple):
    """The answers about a nil whose bidder has won no trick so far."""

    seat: int
    kind: Kind
    best_play: Answer
    """If his side plays perfectly for the nil, and all others against it."""
    every_line: Answer
    """However all cards are played."""
    fewest: int
    """How many tricks he is proved to take in every line."""
    detail: Sentence


class ClaimOutcome(NamedTuple):
    """The score of the round if the claimer's side takes a number of the tricks left."""

    tricks: int
    claimed: bool
    """Whether it is the number claimed."""
    detail: Sentence
    """Who gets the tricks left, or why nobody can tell."""
    sides: tuple[SideScore, ...] | None
    """The score of every side; None if nobody can tell who takes the other tricks."""


class ClaimJudgement(NamedTuple):
    """The answers about a claim."""

    side: int
    """The claimer's side."""
    claimed: int
    accepted_by: Acceptance
    result: Result
    """By the question that the ruleset accepts claims by; disproved if it accepts none."""
    detail: tuple[Sentence, ...]
    certain: Answer
    by_statement: Answer
    best_play: Answer
    nils: tuple[NilJudgement, ...] | None
    """Every nil that is still possible; None without bids."""
    outcomes: tuple[ClaimOutcome, ...] | None
    """None unless all bids and the tricks won so far are known."""

    @property
    def accepted(self) -> Answer:
        """The answer to the question that the ruleset accepts claims by; to `certain` if it accepts none."""
        if self.accepted_by == "by_statement":
            return self.by_statement
        return self.best_play if self.accepted_by == "best_play" else self.certain


def read_claim_to_judge(ruleset: Ruleset, request: Mapping[str, Any]) -> ClaimToJudge:
    """Read a claim with all hands open; members as in the contract. Raises `UnreadableRecord` with every fault."""
    rules = ruleset.parameters.table
    reader = Reader(ruleset, sit_down(request["players"], request.get("teams"), rules.sides, rules.players))
    position = read_position(reader, request)
    is_position = not reader.faults
    situation = Situation(ruleset, reader.table, position)
    claim = _claim(reader, request["claim"], situation, is_position=is_position)
    over = reader.ruleset.packs[len(position.hands)].hand_size - position.tricks_left if is_position else None
    so_far = _so_far(reader, request, over)
    reader.raise_faults()
    has_score = so_far is not None and ("tricks_won" in request or position.is_first_trick)
    return ClaimToJudge(situation, claim, request.get("budget", GREATEST_BUDGET), so_far, has_score)


def _claim(reader: Reader, claim: Mapping[str, Any], situation: Situation, *, is_position: bool) -> Claim:
    """Read the claim itself; only if there is a position, check what depends on it."""
    position, players = situation.position, reader.table.players
    claimer = reader.seat(claim["by"], "claim", "by")
    left = position.tricks_left if is_position else 0  # without a position nobody knows how many are left
    tricks = claimed_tricks(reader, claim["tricks"], left)
    tricks = left if tricks is None else tricks
    read = Claim(claimer, situation.side_of(claimer), tricks, claim.get("statement", ()))
    if claim["by"] not in reader.table.seat:
        return read
    for code, index in statement_faults(position, read):
        card = CODES[read.statement[index]]
        if code == "stated_twice":
            detail = f"{card} is stated twice: a card is played once."
        elif read.statement[index] in position.plays:
            detail = f"{card} lies on the table: state the cards to be played from now on."
        else:
            detail = f"{players[claimer]} does not hold {card}: state cards of that hand."
        reader.fault(code, detail, "claim", "statement", index)
    return read


def _so_far(reader: Reader, request: Mapping[str, Any], over: int | None) -> RoundResult | None:
    """Return the bids and the tricks won, None without bids; ``over`` is how many tricks are over, if that is known."""
    has_bids = "bids" in request or "bids_by_player" in request
    if not has_bids and "blind_bidders" not in request and "tricks_won" not in request:
        return None
    so_far = result_so_far_of(reader, request, over, has_bids=has_bids)
    return so_far if has_bids else None


def _nil_judged(situation: Situation, bid: StandingBid, budget: int, pause: Pause) -> NilJudgement:
    """Judge a nil whose bidder is not known to have won a trick."""
    game, position, seat = situation.game, situation.position, bid.seat or 0
    best = nil_under_best_play(game, position, seat, situation.side_of(seat), budget, pause)
    every = nil_in_every_line(game, position, seat, budget - best.positions, pause)
    best, every = checked_nil(situation, seat, best), checked_nil(situation, seat, every)
    fewest = 0
    if every.result == "disproved":
        if best.result == "disproved":
            fewest = fewest_in_every_line(game, position, seat, budget - best.positions - every.positions, pause)
        every = every._replace(at_least=fewest)  # the line that gives him a trick says nothing of the others
    said = _said_of_nil(seat, best, every, fewest, budget)
    return NilJudgement(seat, bid.kind, best, every, fewest, said)


def _said_of_nil(seat: int, best: Answer, every: Answer, fewest: int, budget: int) -> Sentence:
    if every.result == "proved":
        return say("nil_is_safe", player=seat)
    if fewest:
        return say("nil_fails_in_any_case", player=seat)
    match best.result:
        case "proved":
            if every.result == "disproved":
                return say("nil_can_be_made", player=seat)
            return say("nil_is_made_with_best_play", player=seat)
        case "disproved":
            return say("nil_can_be_set", player=seat)
        case _:
            return say("nil_is_not_decided", player=seat, budget=budget)


class _Share(NamedTuple):
    """Tricks that a side gets."""

    side: int
    tricks: int
    taker: int | None
    """The seat that they count for, except those that its partner takes in every line in spite of his nil; None if it
    makes no difference who takes them."""


class _Sharing:
    """Shares the tricks left out among the sides and their players, and scores the round.

    Of a side with one nil bidder the other player gets them, so that the tricks claimed set no nil, whoever claims them
    (docs/reference/rules.md, "Claims"). Only tricks that a nil bidder takes in every line of play are his in any case.
    """

    def __init__(
        self, to_judge: ClaimToJudge, so_far: RoundResult, bidders: Collection[int], fewest: dict[int, int]
    ) -> None:
        self.claim = to_judge.claim
        self.ruleset = to_judge.situation.ruleset
        self.table: Table = to_judge.situation.table
        self.so_far = so_far
        self.left = to_judge.situation.position.tricks_left
        self.bidders = bidders
        """The seats that have bid nil."""
        self.fewest = fewest
        """For each live nil bidder, the tricks that he takes in every line of play."""

    def outcome(self, number: int) -> ClaimOutcome:
        """Return the outcome in which the claimer's side takes this many of the tricks left."""
        side, conceded = self.table.side_of[self.claim.claimer], self.left - number
        claimed = number == self.claim.tricks
        partners = [seat for seat in self.table.sides[side].seats if seat != self.claim.claimer]
        claimer = taker_of((self.claim.claimer, *partners), self.bidders, self.fewest)
        if number and claimer is None:
            return ClaimOutcome(number, claimed, say("given_to_two_nils", side=side, tricks=number), None)
        shares = [_Share(side, number, claimer)] if number else []
        others = [other for other in range(len(self.table.sides)) if other != side]
        if conceded:
            if len(others) > 1:
                return ClaimOutcome(number, claimed, say("conceded_to_several_sides", conceded=conceded), None)
            seats = self.table.sides[others[0]].seats
            taker = taker_of(seats, self.bidders, self.fewest)
            if taker is None:
                both_bid_nil = say("given_to_two_nils", side=others[0], tricks=conceded)
                return ClaimOutcome(number, claimed, both_bid_nil, None)
            has_nil = any(seat in self.bidders for seat in seats)
            shares.append(_Share(others[0], conceded, taker if has_nil else None))
        detail = say("tricks_go_to", side=side)
        if conceded:
            detail = say(
                "tricks_are_shared", left=self.left, side=side, taken=number, other=others[0], conceded=conceded
            )
        # The outcome of a claim is about tricks: what a bid costs besides is no part of it.
        ruling = audit_row(self._result(shares), self.ruleset)
        if ruling.as_played is None:
            raise UnreadableRecord(to_be_said(ruling))
        return ClaimOutcome(number, claimed, detail, ruling.as_played)

    def _result(self, shares: list[_Share]) -> RoundResult:
        """Return the round with the tricks left added to those won."""
        side_tricks = list(self.so_far.side_tricks)
        seat_tricks = list(self.so_far.seat_tricks)
        for side, tricks, taker in shares:
            side_tricks[side] += tricks
            rest = tricks
            got: dict[int | None, int] = {}
            for seat in self.table.sides[side].seats:
                if seat != taker:
                    got[seat] = min(self.fewest.get(seat, 0), rest)
                    rest -= got[seat]
            got[taker] = rest
            for seat in self.table.sides[side].seats:
                known = seat_tricks[seat]
                # Of some sides only the tricks of both partners together are known.
                seat_tricks[seat] = None if taker is None or known is None else known + got[seat]
        return self.so_far._replace(side_tricks=tuple(side_tricks), seat_tricks=tuple(seat_tricks))


def judge(to_judge: ClaimToJudge, pause: Pause = no_pause) -> ClaimJudgement:
    """Judge a claim: the questions share the budget evenly, and every line of play is replayed by the audit.

    All nils are one question of these. ``pause`` is called from time to time, so that whoever waits for a long search
    can do something else.
    """
    situation, claim, _, so_far, has_score = to_judge
    bidders: Mapping[int, StandingBid] = {}
    live: list[StandingBid] = []
    if so_far is not None:
        auction = examine_bids(context_of(so_far, situation.ruleset), bidding_over=True)
        bidders, has_score = nils_of_players(auction.contracts), has_score and auction.complete
        live = [bid for seat, bid in bidders.items() if not so_far.seat_tricks[seat]]
    budget = max(1, to_judge.budget // (_ALWAYS_ASKED + bool(claim.statement) + bool(live)))
    game, position, accepted_by = situation.game, situation.position, situation.ruleset.parameters.claims.test
    plain = Claim(claim.claimer, claim.side, claim.tricks)
    in_any_case = checked_claim(situation, plain, certain(game, position, plain, budget, pause))
    as_stated = in_any_case  # without a statement the two are one question
    if claim.statement:
        as_stated = checked_claim(situation, claim, by_statement(game, position, claim, budget, pause))
    judgement = ClaimJudgement(
        side=situation.table.side_of[claim.claimer],
        claimed=claim.tricks,
        accepted_by=accepted_by,
        result="disproved",
        detail=(say("claim_is_not_accepted", player=claim.claimer),),
        certain=in_any_case,
        by_statement=as_stated,
        best_play=checked_claim(situation, plain, best_play(game, position, plain, budget, pause)),
        nils=None,
        outcomes=None,
    )
    accepted = judgement.accepted
    if accepted_by != "not_allowed":
        said = _said(accepted_by, to_judge._replace(budget=budget), accepted)
        judgement = judgement._replace(result=accepted.result, detail=said)
    if so_far is None:
        return judgement
    # All nils share one budget evenly, so that a claim beside four of them takes no longer than beside one.
    nils = tuple([_nil_judged(situation, bid, budget // len(live), pause) for bid in live])
    outcomes = None
    if has_score:
        numbers = sorted({*range(accepted.at_least, accepted.at_most + 1), claim.tricks})
        sharing = _Sharing(to_judge, so_far, bidders, {nil.seat: nil.fewest for nil in nils})
        outcomes = tuple([sharing.outcome(number) for number in numbers])
    return judgement._replace(nils=nils, outcomes=outcomes)


def _said(accepted_by: Acceptance, to_judge: ClaimToJudge, answer: Answer) -> tuple[Sentence, ...]:
    """Return in sentences why the claim holds or not, and where its statement was dropped."""
    claim, situation = to_judge.claim, to_judge.situation
    player, side = claim.claimer, situation.table.side_of[claim.claimer]
    stated = accepted_by == "by_statement" and bool(claim.statement)
    dropped = _dropped(to_judge, answer) if stated else None
    about = () if dropped is None else (dropped,)
    holds = answer.result == "proved"
    tricks = _tricks_claimed(claim.tricks, situation.position.tricks_left, at_least=holds)
    if answer.result == "undecided":
        facts = {"at_least": answer.at_least, "at_most": answer.at_most, "budget": to_judge.budget}
        return (say("claim_not_decided", player=player, side=side, tricks=tricks, **facts), *about)
    if accepted_by == "best_play":
        key = "claim_holds_with_best_play" if holds else "claim_fails_against_best_play"
    elif stated and holds:
        key = "claim_holds_as_stated" if dropped is None else "claim_holds_as_far_as_stated"
    elif stated:
        key = "claim_fails_as_stated" if dropped is None else "claim_fails_as_far_as_stated"
    else:
        key = "claim_holds_in_every_line" if holds else "claim_fails_in_some_line"
    return (say(key, player=player, side=side, tricks=tricks), *about)


def _tricks_claimed(claimed: int, left: int, *, at_least: bool) -> Sentence:
    """Return the tricks claimed, as a part of a sentence; ``at_least`` if his side may take more of them."""
    if claimed < left:
        return say("at_least_some_tricks_left" if at_least else "some_tricks_left", claimed=claimed, left=left)
    match left:
        case 1:
            return say("last_trick_left")
        case 2:
            return say("both_tricks_left")
        case _:
            return say("all_tricks_left", left=left)


def _dropped(to_judge: ClaimToJudge, answer: Answer) -> Sentence | None:
    """Return that the statement can't be followed to its end, None if nothing shows that."""
    found = dropped_card(to_judge.situation, to_judge.claim, answer.line)
    if found is None:
        return None
    card, at_once = found
    key = "statement_is_dropped_at_once" if at_once else "statement_is_dropped"
    return say(key, player=to_judge.claim.claimer, card=card)
