"""The score of a round: each side step by step, from the bids and the tricks won, every line explained.

The steps (docs/reference/rules.md, The order of scoring) are 1 tricks, 2 bids after the auction (`deal.auction`), 3
nil, 4 contract tricks, 5 contract points, 6 bags, 7 bag penalty, 8 Boston and the running score. Bags are a counter of
their own, never read off the score's last digit. What penalties change is an `Adjustment`; a line that one changes says
so. What a director decided about the round comes last, in lines of its own (docs/reference/rules.md, A game).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from service.spades.by_position import by_position
from service.spades.catalogue.parameters.score_and_game import GameRules
from service.spades.deal.auction import examine_bids
from service.spades.deal.contracts import Auction, Contract
from service.spades.errors import Fault, UnreadableRecord, pointer_of
from service.spades.record.log import RoundContext, context_of, may_be_incomplete
from service.spades.record.model import (
    NO_DECISIONS,
    START,
    Decisions,
    DirectorsAdjustment,
    RoundRecord,
    RoundResult,
    Standing,
)
from service.spades.rules.ruleset import NILS, Parameters, Ruleset, bids_itself
from service.spades.scoring.model import (
    NO_ADJUSTMENT,
    Adjustment,
    ContractResult,
    Fate,
    Line,
    NilResult,
    ScoredRound,
    SideScore,
    is_bid_by,
)
from service.spades.sentence import Sentence, say

_TEN: Final = 10
_line: Final = by_position(Line)
_SECOND_BID: Final = (
    "Say who dealt, which shows who of two partners bid second and so made the contract; or give `bids`, in the order"
    " in which they were made."
)
_BY_PENALTY: Final[dict[Fate, Sentence]] = {
    "as_played": say("nothing"),
    "set": say("set_by_penalty"),
    "no_points": say("contract_without_points"),
    "lost": say("bid_lost_to_penalty"),
    "credited": say("credited_for_offence"),
}
"""What a penalty made of a contract, as the end of a sentence."""


def write_linked_set(
    lines: list[Line], parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...]
) -> None:
    """Write the one line of a side whose nil and contract fail together."""
    nil, lost = _failed_value(parameters, nils), parameters.scoring.trick_points * contract.tricks
    nil_made = all(nil.made for nil in nils)
    why = say("contract_was_set", contract=contract.tricks) if nil_made else say("nil_failed_clause")
    if contract.tricks:
        what = say("linked_nil_and_contract", nil=nil, lost=-lost, contract=contract.tricks)
    else:
        what = say("linked_nil_alone", nil=nil)
    lines.append(Line("linked_set", nil - lost, say("linked_set", why=why, what=what)))


def write_nils(
    lines: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int] = frozenset()
) -> None:
    """Write what each nil scores, or both together (step 3); a nil made by a seat in ``void`` scores nothing."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        _write_double(lines, parameters, nils, void)
        return
    for nil in nils:
        if nil.blind:
            points = rules.blind_made if nil.made else rules.blind_failed
            code = "blind_nil_made" if nil.made else "blind_nil_failed"
        else:
            points = rules.made if nil.made else rules.failed
            code = "nil_made" if nil.made else "nil_failed"
        penalty = say("nothing")
        if nil.made and void and is_bid_by(nil.seat, void):
            code, points, penalty = "nil_without_points", 0, say("nil_without_points")
        elif not nil.made and not nil.tricks:
            penalty = say("nil_failed_by_penalty")
        name = say("blind_nil") if nil.blind else say("nil")
        key = "nil_took" if nil.tricks else "nil_took_none"
        lines.append(Line(code, points, say(key, name=name, tricks=nil.tricks, penalty=penalty)))


def _write_double(lines: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int]) -> None:
    if not all(nil.made for nil in nils):
        failed_in_play = any(nil.tricks for nil in nils)
        penalty = say("nothing") if failed_in_play else say("double_nil_failed_by_penalty")
        taken = tuple(nil.tricks for nil in nils)
        detail = say("double_nil_took", taken=taken, penalty=penalty)
        lines.append(Line("double_nil_failed", _failed_value(parameters, nils), detail))
    elif void:
        detail = say("double_nil_took_none", penalty=say("double_nil_without_points"))
        lines.append(Line("nil_without_points", 0, detail))
    else:
        detail = say("double_nil_took_none", penalty=say("nothing"))
        lines.append(Line("double_nil_made", parameters.nil.double_made, detail))


def _failed_value(parameters: Parameters, nils: tuple[NilResult, ...]) -> int:
    """Return what these nils cost when they fail, each for itself or both together (step 3)."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        return rules.double_failed if rules.double == "joint" else 0
    return sum(rules.blind_failed if nil.blind else rules.failed for nil in nils)


def write_contract(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, tricks: tuple[int, int]
) -> None:
    """Write what the contract scores, at the value of a special bid if it is one, and its overtricks (step 5).

    ``tricks`` are the number that counts towards the contract, and the number of the round.
    """
    taken, hand_size = tricks
    special, slam = parameters.special_bids, contract.tricks == hand_size
    is_ten = contract.tricks == _TEN or (special.ten.or_more and contract.tricks > _TEN)
    blind = "blind" in contract.kinds
    made, over, fate = result
    code, points = "", 0
    if special.slam.made and slam and not blind:
        code, points = ("slam_made", special.slam.made) if made else ("slam_failed", special.slam.failed)
    elif special.ten.made and is_ten and not blind:
        code, points = ("ten_made", special.ten.made) if made else ("ten_failed", special.ten.failed)
    elif not contract.kinds <= NILS or not made:
        # Nil bids alone make no contract that could score; only a penalty can set it.
        points = _contract_points(parameters, contract, result, taken)
        code = "contract_made" if made else "contract_set"
    if code:
        if made and fate == "credited":
            code = "contract_credited"
        elif made and fate == "no_points":
            code, points = "contract_without_points", 0
        lines.append(_line((code, points, _contract_detail(parameters, contract, result, taken))))
    if over:
        scored = _overtrick_points(parameters, contract, result)
        key = "overtricks" if scored else "overtricks_for_nothing"
        lines.append(_line(("overtricks", scored * over, say(key, overtricks=over))))


def _contract_detail(parameters: Parameters, contract: Contract, result: ContractResult, taken: int) -> Sentence:
    """Return the sentence of a contract's line: what was bid and taken, and what else explains the points."""
    made, _, fate = result
    if fate == "as_played" and not contract.under_board and "blind" not in contract.kinds:
        return say("bid_and_took", bid=contract.tricks, taken=taken)
    # A contract that was set in play, or for being below the board, is changed only by a penalty that sets it.
    penalty = _BY_PENALTY[fate] if made or fate in {"set", "lost"} else say("nothing")
    if contract.under_board:
        return say("bid_below_board", bid=contract.tricks, taken=taken, penalty=penalty)
    if "blind" in contract.kinds:
        unseen = sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
        key = "bid_blind_exact" if parameters.blind_bid.exact else "bid_blind"
        return say(key, bid=contract.tricks, blind=unseen, taken=taken, penalty=penalty)
    return say("bid_and_took_after_penalty", bid=contract.tricks, taken=taken, penalty=penalty)


def _contract_points(parameters: Parameters, contract: Contract, result: ContractResult, taken: int) -> int:
    """Return the points of the contract (step 5); tricks that were bid blind count at their own rate.

    If a set contract costs only its undertricks, one that a penalty sets costs those that it has, perhaps none.
    """
    scoring, blind = parameters.scoring, parameters.blind_bid
    made, _, fate = result
    if not made and fate != "lost":
        if scoring.set == "zero":
            return 0
        if scoring.set == "minus_undertricks":
            return -scoring.trick_points * max(0, contract.tricks - taken)
    tricks = contract.tricks
    if "blind" in contract.kinds:
        multiplier = blind.made_multiplier if made else blind.failed_multiplier
        tricks += (multiplier - 1) * sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
    return scoring.trick_points * (tricks if made else -tricks)


def _overtrick_points(parameters: Parameters, contract: Contract, result: ContractResult) -> int:
    """Return what an overtrick of this contract scores."""
    made, _, fate = result
    blind = "blind" in contract.kinds and not parameters.blind_bid.overtricks
    return 0 if blind or (fate == "no_points" and made) else parameters.scoring.overtrick_points


def write_failed_nil_tricks(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, failed_tricks: int
) -> int:
    """Write the points of a failed nil bidder's tricks; return how many of them are bags (step 6)."""
    nil = parameters.nil
    if nil.failed_tricks != "bags":
        return 0
    made, when_set = result[0], nil.failed_bags_when_set
    if made or when_set == "bags_and_points":
        points = _overtrick_points(parameters, contract, result) * failed_tricks
        lines.append(Line("failed_nil_tricks", points, say("failed_nil_overtricks", tricks=failed_tricks)))
    elif when_set == "bags_only" and parameters.scoring.bag_limit:
        lines.append(Line("failed_nil_tricks", 0, say("failed_nil_bags", tricks=failed_tricks)))
    return failed_tricks if parameters.scoring.bag_limit and (made or when_set != "none") else 0


def write_bag_penalty(lines: list[Line], parameters: Parameters, bags: int) -> int:
    """Write one penalty for each time that the bags reach the limit; return the bags that are left (step 7)."""
    scoring = parameters.scoring
    limit = scoring.bag_limit
    while limit and bags >= limit:
        lines.append(Line("bag_penalty", scoring.bag_penalty, say("bags_reach_limit", bags=bags, limit=limit)))
        if scoring.bag_points_cancelled:
            points = -limit * scoring.overtrick_points
            lines.append(Line("bag_points_cancelled", points, say("bag_points_cancelled", bags=limit)))
        bags = 0 if scoring.bag_carry == "reset" else bags - limit
    return bags


class RoundPlay(NamedTuple):
    """What the sides of a round bid and took, by which rules, and where they stood before."""

    parameters: Parameters
    hand_size: int
    unbid: bool
    """Whether the round has no bids: trick points for every trick, and no bags (docs/reference/rules.md, C14)."""
    contracts: tuple[Contract, ...]
    side_tricks: tuple[int, ...]
    seat_tricks: tuple[int | None, ...]
    """For each seat of the table its tricks, None if they are not known; a nil needs them."""
    before: tuple[Standing, ...]


class MovedTricks(NamedTuple):
    """The tricks that one adjustment gives to a side, or takes from it (below 0)."""

    adjustment: int
    """Its index."""
    side: int
    tricks: int


def tricks_decided(
    adjustments: Sequence[DirectorsAdjustment], side_tricks: Sequence[int], hand_size: int
) -> list[MovedTricks]:
    """Return the tricks that a director's adjustments move, one after the other: no side has too few or too many.

    A side that is to get the tricks taken from another one gets only those that there were to take.
    """
    held, moves = [*side_tricks], []
    for index, (side, _, _, tricks, to) in enumerate(adjustments):
        if tricks:
            moved = max(tricks, -held[side]) if tricks < 0 else min(tricks, hand_size - held[side])
            moves.append(MovedTricks(index, side, moved))
            held[side] += moved
            if to is not None:
                brought = min(-moved, hand_size - held[to])
                moves.append(MovedTricks(index, to, brought))
                held[to] += brought
    return moves


def score_side(play: RoundPlay, side: int, adjustment: Adjustment = NO_ADJUSTMENT, decided: int = 0) -> SideScore:
    """Score one side of a round, after what the penalties of a ruling change.

    ``decided`` are the tricks that a director gave the side, or took from it (below 0).
    """
    parameters, hand_size, unbid, contracts, side_tricks, seat_tricks, standings = play
    contract, tricks, before = contracts[side], side_tricks[side], standings[side]
    if adjustment.void:
        return _void_score(side, contract, tricks, before)
    lines: list[Line] = []
    nils = () if contract.kinds.isdisjoint(NILS) else _nils(contract, seat_tricks, tricks, adjustment.failed_nils)
    held = tricks + decided
    moved = max(adjustment.tricks, -held) if adjustment.tricks else 0
    linked_set = False
    if unbid:
        contract_tricks, bags = held + moved, 0
        made = _score_unbid(lines, parameters, contract_tricks, adjustment.contract)
    else:
        contract_tricks, failed_tricks = held + moved, 0
        if nils:
            contract_tricks, failed_tricks = _split_tricks(parameters, nils, contract_tricks)
        result = _contract_outcome(parameters, contract, contract_tricks, adjustment.contract)
        made, over, _ = result
        if nils and parameters.nil.scoring == "linked":
            linked_set = not (made and all(nil.made for nil in nils))
        if linked_set:
            write_linked_set(lines, parameters, contract, nils)
            made, bags = False, 0
        else:
            if nils:
                write_nils(lines, parameters, nils, adjustment.void_nils)
            write_contract(lines, parameters, contract, result, (contract_tricks, hand_size))
            bags = over if parameters.scoring.bag_limit else 0
            if failed_tricks:
                bags += write_failed_nil_tricks(lines, parameters, contract, result, failed_tricks)
    counted = before.bags + bags
    if not unbid and 0 < parameters.scoring.bag_limit <= counted:
        counted = write_bag_penalty(lines, parameters, counted)
    # Boston takes every trick, won in play and kept. A side credited with its bid counts as having won only that.
    boston = tricks == hand_size and moved >= 0 <= decided
    bonus = parameters.special_bids.boston
    if boston and bonus and contract.tricks < hand_size and not linked_set and adjustment.contract != "credited":
        lines.append(Line("boston", bonus, say("boston", tricks=hand_size)))
    written = tuple(lines)
    points = _points_of(written)
    score, _, sets, revokes, in_a_row = before
    in_a_row = 0 if made or not parameters.game.consecutive_sets_limit else in_a_row + 1
    after = Standing(
        score=score + points,
        bags=counted,
        sets=sets + (not made),
        revokes=revokes + adjustment.revokes,
        consecutive_sets=in_a_row,
    )
    kept = held + moved
    return SideScore(
        side=side,
        contract=contract,
        tricks=kept,
        contract_tricks=contract_tricks,
        made=made,
        nils=nils,
        boston=boston,
        bags=bags,
        lines=written,
        points=points,
        before=before,
        after=after,
        tricks_adjustment=moved,
        tricks_decided=decided,
    )


def _points_of(lines: tuple[Line, ...]) -> int:
    return sum(line.points for line in lines)


def _void_score(side: int, contract: Contract, tricks: int, before: Standing) -> SideScore:
    """Return the score of a void round: its tricks as taken, and nothing else."""
    return SideScore(
        side=side,
        contract=contract,
        tricks=tricks,
        contract_tricks=0,
        made=False,
        nils=(),
        boston=False,
        bags=0,
        lines=(),
        points=0,
        before=before,
        after=before,
        tricks_adjustment=0,
    )


def _score_unbid(lines: list[Line], parameters: Parameters, tricks: int, fate: Fate) -> bool:
    """Write the points of a round without bids, which penalties take like a contract's; return False if one sets it."""
    lost = fate in {"set", "lost", "no_points"}
    points = 0 if lost else parameters.scoring.trick_points * tricks
    key = "took_without_bids_for_nothing" if lost else "took_without_bids"
    lines.append(Line("trick_points", points, say(key, taken=tricks)))
    return fate not in {"set", "lost"}


def _nils(
    contract: Contract, seat_tricks: tuple[int | None, ...], tricks: int, failed: frozenset[int]
) -> tuple[NilResult, ...]:
    """Judge each nil by the tricks really taken (step 3); the nils of the seats in ``failed`` fail in any case."""
    results: list[NilResult] = []
    for bid in contract.bids:
        if bid.kind in NILS:
            own = seat_tricks[bid.seat] if bid.seat is not None else None
            taken = tricks if own is None else own
            made = taken == 0 and not (failed and is_bid_by(bid.seat, failed))
            results.append(NilResult(bid.seat, bid.kind == "blind_nil", taken, made))
    return tuple(results)


def _split_tricks(parameters: Parameters, nils: tuple[NilResult, ...], tricks: int) -> tuple[int, int]:
    """Return how many tricks of a side count towards its contract, and how many its failed nils took (step 4)."""
    # A penalty, or a director, takes the tricks of a failed nil bidder last.
    failed = min(sum([nil.tricks for nil in nils]), tricks)
    return tricks if parameters.nil.failed_tricks == "to_contract" else tricks - failed, failed


def _contract_outcome(parameters: Parameters, contract: Contract, contract_tricks: int, fate: Fate) -> ContractResult:
    over = 0 if fate == "credited" else contract_tricks - contract.tricks
    exact = parameters.blind_bid.exact and "blind" in contract.kinds
    made = over >= 0 and not contract.under_board and not (exact and over) and fate not in {"set", "lost"}
    return made, over if made else 0, fate


def with_decisions(
    sides: tuple[SideScore, ...],
    decisions: Decisions,
    moves: Sequence[MovedTricks],
    forfeited: Container[int],
    rules: GameRules | None,
) -> tuple[SideScore, ...]:
    """Return the scores of a round with a line for each adjustment, and for a forfeit of the game if there is one.

    ``moves`` are the tricks that the adjustments move, ``forfeited`` the sides that forfeit the game. ``rules`` say
    what a forfeit brings; None if nobody forfeits.
    """
    scores = tuple(_adjusted(side, decisions, moves) for side in sides)
    return scores if rules is None else tuple(_after_forfeit(side, forfeited, rules) for side in scores)


def forfeit_points(rules: GameRules, score: int, *, forfeits: bool) -> int:
    """Return what a forfeit adds to the score of a side, the one that ``forfeits`` or another one."""
    if rules.forfeit_score == "target_to_zero":
        return min(0, -score) if forfeits else max(0, rules.target - score)
    return rules.forfeit_penalty if forfeits else rules.forfeit_credit


def _adjusted(side: SideScore, decisions: Decisions, moves: Sequence[MovedTricks]) -> SideScore:
    """Return a score with a line for each adjustment that is about the side; its tricks are worth 0 points there."""
    moved = {(index, of): tricks for index, of, tricks in moves}
    lines = []
    for index, adjustment in enumerate(decisions.adjustments):
        if side.side in {adjustment.side, adjustment.to}:
            points = adjustment.points if side.side == adjustment.side else 0
            tricks = moved.get((index, side.side))
            if tricks is None:
                detail = say("as_written", text=adjustment.reason)
            else:
                is_taken = side.side == adjustment.side and adjustment.tricks < 0
                key = "tricks_taken_by_director" if is_taken else "tricks_given_by_director"
                detail = say(key, text=adjustment.reason, tricks=abs(tricks))
            lines.append(Line("adjustment", points, detail))
    return _with_lines(side, *lines)


def _after_forfeit(side: SideScore, forfeited: Container[int], rules: GameRules) -> SideScore:
    forfeits = side.side in forfeited
    points = forfeit_points(rules, side.after.score, forfeits=forfeits)
    key = "forfeits_the_game" if forfeits else "credited_for_forfeit"
    return _with_lines(side, Line("forfeit", points, say(key))) if points else side


def _with_lines(side: SideScore, *lines: Line) -> SideScore:
    """Return a score with more lines; bags, sets and revokes stay as they are."""
    if not lines:
        return side
    points = _points_of(lines)
    after = side.after._replace(score=side.after.score + points)
    return side._replace(lines=(*side.lines, *lines), points=side.points + points, after=after)


def score_round(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round; the ruleset must have a pack for its number of players.

    Raises `UnreadableRecord` if nobody can say which of two partners bid second, where that makes the contract.
    """
    auction, sides = score_row(context_of(result, ruleset))
    if not auction.complete:
        asked = next(question for question in auction.undecided if question.code == "bid_advised")
        raise UnreadableRecord([Fault(pointer_of(asked.decided_by or ()), "required", _SECOND_BID)])
    return ScoredRound(result, auction.findings, auction.undecided, sides)


def score_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...]]:
    """Judge the bids of a row of a score sheet, and score every side."""
    auction = examine_bids(context, bidding_over=True)
    return auction, score_sides(context, _play_of_row(context, auction))


def score_audited_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...] | None]:
    """Judge the bids of a row, and score every side; None for a row that lacks a bid or whose tricks don't add up.

    A void row counts for nothing, and so does one that was broken off by a forfeit, or has no score for another reason.
    """
    result = context.record
    auction, scores = examine_bids(context, bidding_over=True), None
    if not may_be_incomplete(context) and auction.complete and sum(result.side_tricks) == context.pack.hand_size:
        scores = score_sides(context, _play_of_row(context, auction))
    elif result.decisions.may_be_broken_off:
        scores = void_scores(context, _play_of_row(context, auction))
    return auction, scores


def void_scores(context: RoundContext[RoundRecord | RoundResult], play: RoundPlay) -> tuple[SideScore, ...]:
    """Return the score of every side in a round that counts for nothing, but for what was decided about it."""
    return score_sides(context, play, (Adjustment(void=True),) * len(play.contracts))


def _play_of_row(context: RoundContext[RoundResult], auction: Auction) -> RoundPlay:
    return play_of_round(context, auction, context.record.side_tricks, context.record.seat_tricks)


def play_of_round(
    context: RoundContext[RoundRecord | RoundResult],
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
) -> RoundPlay:
    """Return what the sides bid and took; an unknown standing counts as 0."""
    record, parameters = context.record, context.ruleset.parameters
    unbid, before = bids_itself(parameters, record.round_number), record.before or (START,) * len(side_tricks)
    return RoundPlay(
        parameters=parameters,
        hand_size=context.pack.hand_size,
        unbid=unbid,
        contracts=auction.contracts,
        side_tricks=side_tricks,
        seat_tricks=seat_tricks,
        before=before,
    )


def score_sides(
    context: RoundContext[RoundRecord | RoundResult],
    play: RoundPlay,
    adjustments: tuple[Adjustment, ...] | None = None,
    as_played: tuple[SideScore, ...] | None = None,
) -> tuple[SideScore, ...]:
    """Score every side of a round, after its adjustments if there are any.

    A side that has none keeps its score ``as_played``, if that is known. Last come the lines of what was decided about
    the round.
    """
    record, game = context.record, play.parameters.game
    kept = as_played if record.decisions is NO_DECISIONS else None
    moves: Sequence[MovedTricks] = ()
    if record.decisions.adjustments and not (adjustments and adjustments[0].void):
        moves = tricks_decided(record.decisions.adjustments, play.side_tricks, play.hand_size)
    scores: list[SideScore] = []
    for side in range(len(play.contracts)):
        adjustment = NO_ADJUSTMENT if adjustments is None else adjustments[side]
        if kept is not None and adjustment == NO_ADJUSTMENT:
            scores.append(kept[side])
        else:
            decided = sum([tricks for _, of, tricks in moves if of == side]) if moves else 0
            scores.append(score_side(play, side, adjustment, decided))
    sides = tuple(scores)
    forfeited = {side for side, adjustment in enumerate(adjustments or ()) if adjustment.forfeits}
    if record.decisions is NO_DECISIONS and not forfeited:
        return sides
    if record.decisions.lost_by is not None:
        forfeited.add(record.decisions.lost_by)
    # Without the standing before, nobody can say how far a side is from 0 or from the target.
    is_known = record.before is not None or game.forfeit_score == "as_it_stands"
    return with_decisions(sides, record.decisions, moves, forfeited, game if forfeited and is_known else None)
