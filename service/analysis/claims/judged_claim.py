"""A claim with all hands open: read from a request, and judged by three questions, with every live nil.

For each number of tricks that the claimer's side may take of those left, the outcome has the score of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import add
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.analysis.claims.open_hands import read_position
from service.analysis.claims.tested_claim import checked_claim, checked_nil, dropped_card
from service.analysis.claims.tricks_given import TricksGiven, tricks_given
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
    """How many tricks he is proved to take in every line, the claimer as he has stated if the ruleset asks for it."""
    detail: Sentence


class ClaimOutcome(NamedTuple):
    """The score of the round if the claimer's side takes a number of the tricks left."""

    tricks: int
    claimed: bool
    """Whether these are the tricks of a claim that holds."""
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


def _nil_judged(situation: Situation, bid: StandingBid, claim: Claim, budget: int, pause: Pause) -> NilJudgement:
    """Judge a nil whose bidder is not known to have won a trick; the claim has the statement by which it is held."""
    game, position, seat = situation.game, situation.position, bid.seat or 0
    best = nil_under_best_play(game, position, seat, situation.side_of(seat), budget, pause)
    every = nil_in_every_line(game, position, seat, budget - best.positions, pause)
    best, every = checked_nil(situation, seat, best), checked_nil(situation, seat, every)
    fewest, his = 0, replace(claim, side=frozenset({seat}))
    if every.result == "disproved":
        rest = budget - best.positions - every.positions
        if best.result == "disproved":
            bounds = fewest_in_every_line(game, position, replace(his, statement=()), rest, pause)
            fewest, rest = bounds.at_least, rest - bounds.positions
        every = every._replace(at_least=fewest)  # the line that gives him a trick says nothing of the others
        if claim.statement:
            fewest = max(fewest, fewest_in_every_line(game, position, his, rest, pause).at_least)
    said = _said_of_nil(seat, best, every, budget)
    if fewest > every.at_least == 0:
        said = say("nil_fails_as_stated", player=seat, claimer=claim.claimer)
    return NilJudgement(seat, bid.kind, best, every, fewest, said)


def _said_of_nil(seat: int, best: Answer, every: Answer, budget: int) -> Sentence:
    if every.result == "proved":
        return say("nil_is_safe", player=seat)
    if every.at_least:
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


def _outcome(to_judge: ClaimToJudge, so_far: RoundResult, given: TricksGiven, *, claimed: bool) -> ClaimOutcome:
    """Return the outcome in which the tricks left go to these players."""
    table, left = to_judge.table, to_judge.situation.position.tricks_left
    if given.seats is None:
        detail = say("conceded_to_several_sides", conceded=given.open)
        if given.open_side is not None:
            detail = say("given_to_two_nils", side=given.open_side, tricks=given.open)
        return ClaimOutcome(given.taken, claimed, detail, None)
    side, won = table.side_of[to_judge.claim.claimer], [0] * len(table.sides)
    for seat in given.seats:
        won[table.side_of[seat]] += 1
    detail = say("tricks_go_to", side=side)
    if given.taken < left:
        sides = [side, *[other for other, tricks in enumerate(won) if tricks and other != side]]
        shares = tuple([say("claim_share", side=each, tricks=won[each]) for each in sides])
        detail = say("tricks_are_shared", left=left, shares=shares)
    # Of some sides only the tricks of both partners together are known.
    seat_tricks = tuple(
        [None if known is None else known + given.seats.count(seat) for seat, known in enumerate(so_far.seat_tricks)]
    )
    side_tricks = tuple(map(add, so_far.side_tricks, won))
    # The outcome of a claim is about tricks: what a bid costs besides is no part of it.
    ruling = audit_row(so_far._replace(side_tricks=side_tricks, seat_tricks=seat_tricks), to_judge.situation.ruleset)
    if ruling.as_played is None:
        raise UnreadableRecord(to_be_said(ruling))
    return ClaimOutcome(given.taken, claimed, detail, ruling.as_played)


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
    game, position, rules = situation.game, situation.position, situation.ruleset.parameters.claims
    accepted_by = rules.test
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
    followed = claim if accepted_by == "by_statement" else plain
    nils = tuple([_nil_judged(situation, bid, followed, budget // len(live), pause) for bid in live])
    outcomes = None
    if has_score:
        numbers = [claim.tricks, *range(accepted.at_least, accepted.at_most + 1)]
        if rules.failed == "all_tricks" and accepted_by != "not_allowed" and accepted.result != "proved":
            numbers.append(0)
        table, left = situation.table, position.tricks_left
        by_bidder = dict.fromkeys(bidders) | {nil.seat: nil.fewest for nil in nils}
        given = [tricks_given(table, claim.claimer, number, left, by_bidder) for number in numbers]
        outcomes = tuple([_outcome(to_judge, so_far, each, claimed=each == given[0]) for each in sorted(set(given))])
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
