"""The bids and the cards open to a player as JSON."""

from __future__ import annotations

from service.json_types import Json
from service.spades.cards import CODES
from service.spades.deal.model import BidOptions, ClosedBid, Contract, OpenBid
from service.spades.play.card_options import IllegalCard
from service.spades.positions.open_hands import BestCards, OpenHands
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table
from service.wire.finding_json import rule_json
from service.wire.score_json import bids_json
from service.wire.values import present
from service.wire.writer import Writer

_NOBODY = Table(players=(), seat={}, sides=(), side={}, side_of=(), order=())


def side_bids_json(table: Table, contracts: tuple[Contract, ...]) -> Json:
    """Return the bids of each side."""
    return [
        {"team": side.name, "contract": contract.tricks, "bids": bids_json(table, contract)}
        for side, contract in zip(table.sides, contracts, strict=True)
    ]


def next_bidder_json(table: Table, options: BidOptions) -> Json:
    """Return who bids next: a player, or a side that bids as one."""
    if options.next_side is None:
        return None
    return table.sides[options.next_side].name if options.next_seat is None else table.players[options.next_seat]


def open_bid_json(writer: Writer, option: OpenBid) -> Json:
    """Return a bid that may be made, with the condition on which it may, if there is one."""
    asked = option.condition
    return present(
        {
            "tricks": option.tricks,
            "kind": option.kind,
            "condition": asked
            and present(
                {
                    "code": asked.code,
                    "rule": rule_json(writer, asked.code, asked.parameter),
                    "decided_by": writer.location(asked.decided_by),
                    "detail": writer.text(asked.detail),
                }
            ),
        }
    )


def closed_bid_json(writer: Writer, closed: ClosedBid) -> Json:
    """Return a bid that may not be made, with the rule that closes it."""
    finding = closed.finding
    return present(
        {
            "tricks": closed.tricks,
            "kind": closed.kind,
            "code": finding.code,
            "rule": rule_json(writer, finding.code, finding.parameter),
            "detail": writer.text(finding.detail),
        }
    )


def illegal_card_json(ruleset: Ruleset, illegal: IllegalCard) -> Json:
    """Return a card that may not be played, with the rule that forbids it; no player is named."""
    writer = Writer(_NOBODY, ruleset)
    return {
        "card": CODES[illegal.card],
        "code": illegal.code,
        "rule": rule_json(writer, illegal.code, illegal.parameter),
        "detail": writer.sentence(illegal.detail),
    }


def best_cards_json(hands: OpenHands | None, best: BestCards | None) -> Json:
    """Return what best play makes of each legal card for the player's side, None if nobody asked."""
    if hands is None or best is None:
        return None
    return {
        "basis": "double_dummy",
        "team": hands.table.sides[best.side].name,
        "tricks_left": best.tricks_left,
        "cards": [
            {
                "card": CODES[each.card],
                "result": "solved" if each.at_least == each.at_most else "undecided",
                "at_least": each.at_least,
                "at_most": each.at_most,
            }
            for each in best.values
        ],
        "positions": best.positions,
    }
