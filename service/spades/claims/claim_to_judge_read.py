"""A claim to judge, read from a request: the position, the claim, and the bids and tricks won if they are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.spades.cards import BIT, CODES, mask_of
from service.spades.claims.model import ClaimToJudge
from service.spades.positions.position_read import read_position
from service.spades.positions.situation import Situation
from service.spades.record.claim_read import claimed_tricks
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import RoundResult
from service.spades.record.rounds_read import result_so_far_of
from service.spades.rules.ruleset import Ruleset
from service.spades.seating import sit_down
from service.spades.solver.claims import Claim, statement_faults
from service.spades.solver.position import Position
from service.spades.solver.question import DEFAULT_BUDGET


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
    return ClaimToJudge(situation, claim, request.get("budget", DEFAULT_BUDGET), so_far, has_score)


def _claim(reader: Reader, claim: Mapping[str, Any], situation: Situation, *, is_position: bool) -> Claim:
    """Read the claim itself; what depends on the position is asked only if that is one."""
    position, players = situation.position, reader.table.players
    claimer = reader.seat(claim["by"], "claim", "by")
    left = position.tricks_left if is_position else 0  # without a position nobody knows how many are left
    tricks = claimed_tricks(reader, claim["tricks"], left)
    read = Claim(
        claimer, situation.side_of(claimer), left if tricks is None else tricks, indices(claim.get("statement", ()))
    )
    if claim["by"] not in reader.table.seat:
        return read
    for code, index in statement_faults(position, read):
        card = CODES[read.statement[index]]
        if code == "stated_twice":
            detail = f"{card} is stated twice: a card is played once."
        elif BIT[read.statement[index]] & _on_table(position):
            detail = f"{card} lies on the table: state the cards to be played from now on."
        else:
            detail = f"{players[claimer]} does not hold {card}: state cards of that hand."
        reader.fault(code, detail, "claim", "statement", index)
    return read


def _on_table(position: Position) -> int:
    """Return the mask of the cards of the trick in progress."""
    return mask_of(position.plays)


def _so_far(reader: Reader, request: Mapping[str, Any], over: int | None) -> RoundResult | None:
    """Return the bids and the tricks won, None without bids; ``over`` is how many tricks are over, if that is known."""
    has_bids = "bids" in request or "bids_by_player" in request
    if not has_bids and "blind_bidders" not in request and "tricks_won" not in request:
        return None
    so_far = result_so_far_of(reader, request, over, has_bids=has_bids)
    return so_far if has_bids else None
