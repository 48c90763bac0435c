"""The score of a round: each side step by step, from the bids and the tricks won, every line explained.

The steps (docs/reference/rules.md, The order of scoring) are 1 tricks, 2 bids after the auction (`deal.auction`), 3
nil, 4 contract tricks, 5 contract points, 6 bags, 7 bag penalty, 8 Boston and the running score. Bags are a counter of
their own, never read off the score's last digit. What penalties change is an `Adjustment`; a line that one changes says
so. What a director decided about the round comes last, in lines of its own (docs/reference/rules.md, A game).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.by_position import by_position
from service.spades.catalogue.parameters.bags_and_game import GameRules
from service.spades.catalogue.parameters.bids import NILS, Kind, KindRules
from service.spades.catalogue.parameters.contracts import ContractRules
from service.spades.deal.contracts import KINDS_IN_WORDS, Auction, Contract
from service.spades.record.log import RoundContext
from service.spades.record.model import (
    NO_DECISIONS,
    START,
    Decisions,
    DirectorsAdjustment,
    RoundRecord,
    RoundResult,
    Standing,
    is_broken_off,
)
from service.spades.rules.ruleset import Parameters, bids_itself
from service.spades.scoring.model import (
    NO_ADJUSTMENT,
    Adjustment,
    ContractResult,
    Fate,
    Line,
    NilResult,
    SideScore,
    is_bid_by,
)
from service.spades.sentence import Sentence, say

_line: Final = by_position(Line)
_NIL_LINES: Final[Mapping[tuple[Kind, bool], str]] = MappingProxyType(
    {
        ("nil", True): "nil_made",
        ("nil", False): "nil_failed",
        ("blind_nil", True): "blind_nil_made",
        ("blind_nil", False): "blind_nil_failed",
    }
)
"""The codes of the lines of nils, by their kind and whether they were made."""
_NUMBERS: Final[frozenset[Kind]] = frozenset({"number", "blind"})
"""The kinds of bids that are a number of tricks."""
FailedTricks: TypeAlias = dict[tuple[str, str], int]
"""The tricks of failed nils, by how they count and how if the contract is set."""
_NO_TRICKS: Final[FailedTricks] = {}
_BY_PENALTY: Final[dict[Fate, Sentence]] = {
    "as_played": say("nothing"),
    "set": say("set_by_penalty"),
    "no_points": say("contract_without_points"),
    "lost": say("bid_lost_to_penalty"),
    "credited": say("credited_for_offence"),
}
"""What a penalty made of a contract, as the end of a sentence."""


def _write_linked_set(
    lines: list[Line], parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...], missing: int
) -> None:
    """Write the one line of a side whose nil and contract fail together."""
    nil = _failed_value(parameters, nils)
    lost = parameters.bids.number.failed.of(contract.tricks, missing) if contract.tricks else 0
    nil_made = all(nil.made for nil in nils)
    why = say("contract_was_set", contract=contract.tricks) if nil_made else say("nil_failed_clause")
    if contract.tricks:
        what = say("linked_nil_and_contract", nil=nil, lost=lost, contract=contract.tricks)
    else:
        what = say("linked_nil_alone", nil=nil)
    lines.append(Line("linked_set", nil + lost, say("linked_set", why=why, what=what)))


def _write_nils(lines: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int]) -> None:
    """Write what each nil scores, or both together (step 3); a nil made by a seat in ``void`` scores nothing."""
    if _are_scored_as_one(parameters, nils):
        _write_double(lines, parameters, nils, void)
        return
    for nil in nils:
        row = parameters.bids.of(nil.kind)
        points = (row.made if nil.made else row.failed).points
        code = _NIL_LINES[nil.kind, nil.made]
        penalty = say("nothing")
        if nil.made and void and is_bid_by(nil.seat, void):
            code, points, penalty = "nil_without_points", 0, say("nil_without_points")
        elif not nil.made and not nil.tricks:
            penalty = say("nil_failed_by_penalty")
        name = KINDS_IN_WORDS[nil.kind]
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
        lines.append(Line("double_nil_made", parameters.bids.both_nil.made.points, detail))


def _are_scored_as_one(parameters: Parameters, nils: tuple[NilResult, ...]) -> bool:
    """Return whether these are two nils of partners that are made or fail together."""
    return len(nils) > 1 and parameters.bids.both_nil.how in {"joint", "joint_no_loss"}


def _failed_value(parameters: Parameters, nils: tuple[NilResult, ...]) -> int:
    """Return what these nils cost when they fail, each for itself or both together (step 3)."""
    rules = parameters.bids
    if _are_scored_as_one(parameters, nils):
        return rules.both_nil.failed.points if rules.both_nil.how == "joint" else 0
    return sum(rules.of(nil.kind).failed.points for nil in nils)


def _write_contract(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, tricks: tuple[int, int]
) -> None:
    """Write what the contract scores, by its own row of `contracts` if it has one, and its overtricks (step 5).

    ``tricks`` are the number that counts towards the contract, and the number of the round.
    """
    taken, hand_size = tricks
    made, over, fate = result
    rows: list[ContractRules] = []
    if parameters.contracts:
        blind = "blind" in contract.kinds
        rows = [row for row in parameters.contracts if row.fits(contract.tricks, hand_size, blind=blind)]
    instead = next((row for row in rows if row.instead), None)
    missing = _missing(contract, result, taken)
    special = None if instead is None else instead.made if made else instead.failed
    if special is not None:
        code = "special_made" if made else "special_set"
        points = special.of(contract.tricks, missing)
    else:
        code = "contract_made" if made else "contract_set"
        points = _contract_points(parameters, contract, missing, made=made)
    # Nil bids alone make no contract that could score; only a penalty can set it.
    if instead is not None or not made or not contract.kinds <= NILS:
        if made and fate == "credited":
            code = "contract_credited"
        elif made and fate == "no_points":
            code, points = "contract_without_points", 0
        lines.append(_line((code, points, _contract_detail(parameters, contract, result, taken))))
    for row in rows:
        worth = row.made if made else row.failed
        if not row.instead and worth and any(worth) and not (made and fate == "no_points"):
            points, bid = worth.of(contract.tricks, missing), contract.tricks
            lines.append(
                Line("bonus", points, say("bonus", bid=bid))
                if made
                else Line("bonus_lost", points, say("bonus_lost", bid=bid))
            )
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
        key = "bid_blind_exact" if parameters.bids.blind.exact else "bid_blind"
        return say(key, bid=contract.tricks, blind=unseen, taken=taken, penalty=penalty)
    return say("bid_and_took_after_penalty", bid=contract.tricks, taken=taken, penalty=penalty)


def _missing(contract: Contract, result: ContractResult, taken: int) -> int:
    """Return how many tricks a contract lacks: all of them if the bid is lost, perhaps none if a penalty sets it."""
    made, _, fate = result
    return 0 if made else contract.tricks if fate == "lost" else max(0, contract.tricks - taken)


def _leading_row(parameters: Parameters, contract: Contract) -> KindRules:
    """Return the row that counts for the contract as a whole: that of its blind bid if it has one."""
    return parameters.bids.blind if "blind" in contract.kinds else parameters.bids.number


def _contract_points(parameters: Parameters, contract: Contract, missing: int, *, made: bool) -> int:
    """Return the points of the contract (step 5): those for each trick bid by each bidder's own row."""
    bids, row = parameters.bids, _leading_row(parameters, contract)
    own = row.made if made else row.failed
    points = own.per_missing_trick * missing
    if contract.tricks:
        points += own.points
    if "blind" not in contract.kinds:
        return points + own.per_trick * contract.tricks
    for bid in contract.bids:
        each = bids.blind if bid.kind == "blind" else bids.number  # a 0 that the board raised is a number, too
        points += (each.made if made else each.failed).per_trick * bid.counts_as
    return points


def _overtrick_points(parameters: Parameters, contract: Contract, result: ContractResult) -> int:
    """Return what an overtrick of this contract scores."""
    made, _, fate = result
    return 0 if fate == "no_points" and made else _leading_row(parameters, contract).overtrick


def _write_failed_nil_tricks(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, failed: FailedTricks
) -> int:
    """Write the points of tricks that failed nils took; return how many of them are bags (step 6)."""
    made, bags, counts_bags = result[0], 0, parameters.bags.limit > 0
    for (how, when_set), tricks in failed.items():
        if how == "bags" and (made or when_set == "bags_and_points"):
            points = _overtrick_points(parameters, contract, result) * tricks
            lines.append(Line("failed_nil_tricks", points, say("failed_nil_overtricks", tricks=tricks)))
        elif (made or when_set != "none") and counts_bags:
            lines.append(Line("failed_nil_tricks", 0, say("failed_nil_bags", tricks=tricks)))
        bags += tricks if counts_bags and (made or when_set != "none") else 0
    return bags


def write_bag_penalty(lines: list[Line], parameters: Parameters, bags: int) -> int:
    """Write one penalty for each time that the bags reach the limit; return the bags that are left (step 7)."""
    rules = parameters.bags
    limit = rules.limit
    while limit and bags >= limit:
        lines.append(Line("bag_penalty", rules.penalty, say("bags_reach_limit", bags=bags, limit=limit)))
        if rules.points_cancelled:
            points = -limit * parameters.bids.number.overtrick
            lines.append(Line("bag_points_cancelled", points, say("bag_points_cancelled", bags=limit)))
        bags = 0 if rules.carry == "reset" else bags - limit
    return bags


def _with_credits(sides: tuple[SideScore, ...], credit: int) -> tuple[SideScore, ...]:
    """Return the scores with what each side gets for the bag penalties of the others (step 7)."""
    penalties = [sum(line.code == "bag_penalty" for line in side.lines) for side in sides]
    of_others = [sum(penalties) - own for own in penalties]
    return tuple(
        [
            _with_lines(side, Line("bag_credit", credit * times, say("bag_credit", times=times))) if times else side
            for side, times in zip(sides, of_others, strict=True)
        ]
    )


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


def score_side(
    play: RoundPlay, side: int, adjustment: Adjustment = NO_ADJUSTMENT, decided: Sequence[int] = ()
) -> SideScore:
    """Score one side of a round, after what the penalties of a ruling change.

    ``decided`` are the tricks that a director gave the side, or took from it (below 0), one decision after the other.
    """
    parameters, hand_size, unbid, contracts, side_tricks, seat_tricks, standings = play
    contract, tricks, before = contracts[side], side_tricks[side], standings[side]
    if adjustment.void:
        return _void_score(side, contract, tricks, before)
    lines: list[Line] = []
    nils = () if contract.kinds.isdisjoint(NILS) else _nils(contract, seat_tricks, tricks, adjustment.failed_nils)
    by_director = sum(decided)
    held = tricks + by_director
    moved = max(adjustment.tricks, -held) if adjustment.tricks else 0
    contract_tricks, failed, linked_set = held + moved, _NO_TRICKS, False
    if unbid:
        made, bags = _score_unbid(lines, parameters, contract_tricks, adjustment.contract), 0
    else:
        if nils:
            contract_tricks, failed = _split_tricks(parameters, nils, contract_tricks)
        result = _contract_outcome(parameters, contract, contract_tricks, adjustment.contract)
        made, over, _ = result
        if nils and parameters.bids.linked:
            linked_set = not (made and all(nil.made for nil in nils))
        if linked_set:
            _write_linked_set(lines, parameters, contract, nils, _missing(contract, result, contract_tricks))
            made, bags = False, 0
        else:
            _write_nils(lines, parameters, nils, adjustment.void_nils)
            _write_contract(lines, parameters, contract, result, (contract_tricks, hand_size))
            bags = over if parameters.bags.limit else 0
            bags += _write_failed_nil_tricks(lines, parameters, contract, result, failed)
    counted = before.bags + bags
    if not unbid:
        counted = write_bag_penalty(lines, parameters, counted)
    # Tricks bring something by themselves if they were won in play and kept.
    kept_all = min(moved, *decided, 0) >= 0 and not adjustment.loses_tricks
    if parameters.contracts and kept_all and not linked_set and adjustment.contract != "credited":
        _write_unbid_tricks(lines, parameters, contract, tricks, hand_size)
    if adjustment.points:
        lines.append(Line("penalty", adjustment.points, say("penalty_points")))
    written = tuple(lines)
    points = _points_of(written)
    score, _, sets, revokes, in_a_row = before
    is_set = not made or (bool(nils) and _is_set_by_nil(parameters, nils))
    in_a_row = in_a_row + 1 if is_set and parameters.game.consecutive_sets_limit else 0
    after = Standing(score + points, counted, sets + is_set, revokes + adjustment.revokes, in_a_row)
    boston = tricks == hand_size and kept_all
    wins_game = kept_all and _wins_game(parameters, contract, nils, tricks, hand_size)
    # By position, as wherever an audit makes many: names build a dictionary first (0.9 us against 0.3 us).
    return SideScore(
        side, contract, held + moved, contract_tricks, made, nils, boston, wins_game, bags, written, points, before,
        after, moved, by_director,
    )  # fmt: skip


def _is_set_by_nil(parameters: Parameters, nils: tuple[NilResult, ...]) -> bool:
    """Return whether a failed nil counts as a set."""
    return any(not nil.made and parameters.bids.of(nil.kind).counts_as_set for nil in nils)


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
        wins_game=False,
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
    points = 0 if lost else parameters.bids.number.made.per_trick * tricks
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
            results.append(NilResult(bid.seat, bid.kind, taken, made))
    return tuple(results)


def _split_tricks(parameters: Parameters, nils: tuple[NilResult, ...], tricks: int) -> tuple[int, FailedTricks]:
    """Return how many tricks of a side count towards its contract, and those of failed nils that don't (step 4)."""
    rules, left = parameters.bids, tricks
    failed = [nil for nil in nils if not nil.made]
    both = len(nils) > 1 and (len(failed) == len(nils) or (bool(failed) and _are_scored_as_one(parameters, nils)))
    apart: dict[tuple[str, str], int] = {}
    for nil in nils:
        row = rules.of(nil.kind)
        how = "ignored" if both and rules.both_nil.tricks == "none" else row.failed_tricks
        if nil.tricks and how != "to_contract":
            # A penalty, or a director, takes the tricks of a failed nil bidder last.
            own = min(nil.tricks, left)
            left -= own
            if own and how != "ignored":
                key = (how, row.failed_bags_when_set)
                apart[key] = apart.get(key, 0) + own
    return left, apart


def _contract_outcome(parameters: Parameters, contract: Contract, contract_tricks: int, fate: Fate) -> ContractResult:
    over = 0 if fate == "credited" else contract_tricks - contract.tricks
    made = over >= 0 and not _falls_in_play(parameters, contract, over) and fate not in {"set", "lost"}
    return made, over if made else 0, fate


def _falls_in_play(parameters: Parameters, contract: Contract, over: int) -> bool:
    """Return whether a contract is set though its tricks were taken: as it is below the board, or by an overtrick."""
    exact = min(over, contract.tricks) > 0 and _leading_row(parameters, contract).exact
    return contract.under_board or exact


def _wins_game(
    parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...], tricks: int, hand_size: int
) -> bool:
    """Return whether a side wins the game by its contract, or by so many tricks without one; it has kept them all.

    A penalty that sets the contract does not change that. Who has every trick has those of a failed nil, too.
    """
    taken = _split_tricks(parameters, nils, tricks)[0] if nils and tricks < hand_size else tricks
    blind, over = "blind" in contract.kinds, taken - contract.tricks
    is_taken = over >= 0 and not _falls_in_play(parameters, contract, over)
    return any(
        (is_taken and row.fits(contract.tricks, hand_size, blind=blind))
        or row.is_unbid(tricks, contract.tricks, hand_size)
        for row in parameters.contracts
        if row.wins_game
    )


def _write_unbid_tricks(
    lines: list[Line], parameters: Parameters, contract: Contract, tricks: int, hand_size: int
) -> None:
    """Write what so many tricks bring without having been bid, such as a Boston (step 8)."""
    for row in parameters.contracts:
        if any(row.made) and row.is_unbid(tricks, contract.tricks, hand_size):
            code = "boston" if tricks == hand_size else "unbid_tricks"
            lines.append(Line(code, row.made.of(tricks), say(code, tricks=tricks)))


def _with_decisions(
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


def _forfeit_points(rules: GameRules, score: int, *, forfeits: bool) -> int:
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
    points = _forfeit_points(rules, side.after.score, forfeits=forfeits)
    key = "forfeits_the_game" if forfeits else "credited_for_forfeit"
    return _with_lines(side, Line("forfeit", points, say(key))) if points else side


def _with_lines(side: SideScore, *lines: Line) -> SideScore:
    """Return a score with more lines; bags, sets and revokes stay as they are."""
    if not lines:
        return side
    points = _points_of(lines)
    after = side.after._replace(score=side.after.score + points)
    return side._replace(lines=(*side.lines, *lines), points=side.points + points, after=after)


def does_count(auction: Auction, decisions: Decisions, *, finished: bool) -> bool:
    """Return whether a round counts: not if it was thrown in, declared void, or broken off by a forfeit."""
    return not (auction.thrown_in or is_broken_off(decisions, finished=finished))


def score_as_played(
    context: RoundContext[RoundRecord | RoundResult],
    auction: Auction,
    play: RoundPlay,
    *,
    counts: bool,
    is_known: bool,
) -> tuple[SideScore, ...] | None:
    """Return the score of every side before any penalty.

    It is None for a round that counts if its bids and tricks are not known, or if its bids may have thrown it in.
    """
    if not counts:
        return void_scores(context, play)
    return score_sides(context, play) if is_known and not auction.may_be_thrown_in else None


def void_scores(context: RoundContext[RoundRecord | RoundResult], play: RoundPlay) -> tuple[SideScore, ...]:
    """Return the score of every side in a round that counts for nothing, but for what was decided about it."""
    return score_sides(context, play, (Adjustment(void=True),) * len(play.contracts))


def play_of_round(
    context: RoundContext[RoundRecord | RoundResult],
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
) -> RoundPlay:
    """Return what the sides bid and took; an unknown standing counts as 0."""
    record, parameters = context.record, context.ruleset.parameters
    unbid, before = bids_itself(parameters, record.round_number), record.before or (START,) * len(side_tricks)
    return RoundPlay(parameters, context.pack.hand_size, unbid, auction.contracts, side_tricks, seat_tricks, before)


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
    record, credit = context.record, play.parameters.bags.credit
    kept = as_played if record.decisions is NO_DECISIONS and not credit else None
    moves: Sequence[MovedTricks] = ()
    if record.decisions.adjustments and not (adjustments and adjustments[0].void):
        moves = tricks_decided(record.decisions.adjustments, play.side_tricks, play.hand_size)
    scores: list[SideScore] = []
    for side in range(len(play.contracts)):
        adjustment = NO_ADJUSTMENT if adjustments is None else adjustments[side]
        if kept is not None and adjustment == NO_ADJUSTMENT:
            scores.append(kept[side])
        else:
            scores.append(score_side(play, side, adjustment, [tricks for _, of, tricks in moves if of == side]))
    sides = _with_credits(tuple(scores), credit) if credit else tuple(scores)
    forfeited = {side for side, adjustment in enumerate(adjustments or ()) if adjustment.forfeits}
    if record.decisions is NO_DECISIONS and not forfeited:
        return sides
    if record.decisions.lost_by is not None:
        forfeited.add(record.decisions.lost_by)
    rules = play.parameters.game if forfeited and is_forfeit_known(context) else None
    return _with_decisions(sides, record.decisions, moves, forfeited, rules)


def is_forfeit_known(context: RoundContext[RoundRecord | RoundResult]) -> bool:
    """Return whether anybody can say what a forfeit brings: how far a side is from 0 or from the target."""
    return context.record.before is not None or context.ruleset.parameters.game.forfeit_score == "as_it_stands"
