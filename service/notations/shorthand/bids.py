"""The bids of a round: as they are read, and as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.notations import model
from service.notations.shorthand.draft import Draft
from service.notations.shorthand.line import Line
from service.notations.shorthand.names import Names
from service.notations.shorthand.tokens import Token
from service.notations.shorthand.words import bid_in
from service.spades.english import quoted
from service.spades.rules.ruleset import blind_kind

_ZEROS = ("nil", "zero")
"""The kinds of a bid of no tricks that are words themselves."""


class _Bid(NamedTuple):
    """A bid as it is written."""

    bidder: Token
    name: str
    tricks: int
    kind: str
    """The kind of bid, as far as the text says it; otherwise empty."""
    of_team: bool

    @property
    def member(self) -> dict[str, Any]:
        """It as one of the ``bids`` of a record."""
        kind = {"kind": self.kind} if self.kind else {}
        return {"team" if self.of_team else "player": self.name, "tricks": self.tricks, **kind}


def read_bids(draft: Draft, line: Line) -> None:
    """Read ``N 2  E 5  S nil  W 1``, or ``N 2 > E 5 > S nil > W 1`` for bids in the order in which they were made."""
    if len(line.tokens) > 1 and all(token.kind == "word" and bid_in(token.text) for token in line.tokens[-2:]):
        line.refuse("name_expected", "Each bid has its player's name before it.")
    is_none = line.peek() is not None and line.is_nothing()
    is_ordered, marks = line.skip(">"), 0
    made: list[_Bid] = []
    while line.peek() is not None:
        made.append(_bid(line))
        marks += line.skip(">")
    is_ordered |= is_none or marks > 0
    if is_ordered and marks < len(made) - 1:
        line.refuse("order", "The mark > is missing between two bids.", line.statement.place)
    _check_more(draft, line, is_ordered=is_ordered)
    bidders = [*draft.bidders] if is_ordered else draft.bidders  # in their order a player may bid again
    for bid in made:
        if bid.name in bidders:
            detail = "write --- first if a new round begins, and > between all bids if they are in the order made."
            line.fault(bid.bidder.place, "bid_repeated", f"{quoted(bid.name)} has bid already: {detail}")
        draft.bidders.append(bid.name)
    if is_ordered:
        draft.members.setdefault("bids", []).extend(bid.member for bid in made)
    else:
        _put_by_player(draft, line, made)
    draft.tricks_at_bids = len(draft.tricks)
    if len(draft.bidders) > (model.MOST_BIDS if is_ordered else model.MOST_BIDDERS):
        detail = f"A round has at most {model.MOST_BIDS} bids, or {model.MOST_BIDDERS} if their order is not known."
        line.refuse("too_many", detail, line.statement.place)


def _check_more(draft: Draft, line: Line, *, is_ordered: bool) -> None:
    """Refuse bids that cannot follow those of earlier statements."""
    place = line.statement.place
    if draft.members.keys().isdisjoint({"bids", "bids_by_player"}):
        return
    if not draft.bidders:
        line.refuse("repeated", "Nobody bids in this round, as was said before: here are bids.", place)
    if draft.tricks_at_bids < len(draft.tricks):
        detail = "The bids of this round came before its tricks: here are more. If a new round begins, write --- first."
        line.refuse("repeated", detail, place)
    if is_ordered != ("bids" in draft.members):
        line.refuse("order", "Some bids of this round are in the order made, and some are not.", place)


def _put_by_player(draft: Draft, line: Line, made: Sequence[_Bid]) -> None:
    by_player: dict[str, int] = draft.members.setdefault("bids_by_player", {})
    by_player |= {bid.name: bid.tricks for bid in made}
    for bid in made:
        if bid.kind == "zero":
            detail = "Only bids in their order tell a zero from a nil: write > between all bids."
            line.fault(bid.bidder.place, "order", detail)
    blind = [bid.name for bid in made if "blind" in bid.kind]
    if blind and "blind_bidders" in draft.places:
        detail = "Name the blind bidders once: in the bids, as N b4 or N bn, or in one line, as blind N E."
        line.fault(line.statement.place, "repeated", detail)
    elif blind:
        draft.members.setdefault("blind_bidders", []).extend(blind)
    if len(by_player) > 1:
        detail = "The order of the bids is not recorded, so it is not judged; write > between bids that are in order."
        line.note(line.statement.place, "order_not_recorded", detail)


def _bid(line: Line) -> _Bid:
    of_team = line.skip("team")
    bidder = line.take("the name of a team")
    name = line.names.team(bidder) if of_team else line.names.anyone(bidder, bids=True)
    line.skip(":", "=")
    blind = line.skip("blind")
    token = line.peek()
    bid = None if token is None or token.kind != "word" else bid_in(token.text)
    if bid is None or bid[0] > model.MOST_CARDS or (blind and bid[1] == "zero"):
        seen = f"the bid of {quoted(bidder.text)} is missing" if token is None else f"this is {quoted(token.text)}"
        line.refuse("bid", f"A bid is a number of tricks, nil, zero, bn for a blind nil or b6 for a blind six: {seen}.")
    line.take()
    kind = blind_kind(bid[0]) if blind else bid[1]
    return _Bid(bidder, name, bid[0], kind, of_team=of_team or name not in line.names.players)


def bids_written(record: Mapping[str, Any], names: Names) -> Iterator[tuple[str, str]]:
    """Yield the line of the bids of a record, with the member that it is for."""
    by_player: Mapping[str, int] = record.get("bids_by_player", {})
    blind = record["blind_bidders"] if is_shown_by_bids(record) else ()
    if "bids" in record:
        made = [
            f"{names.written_as_bidder(bid.get('team', bid.get('player', '')), of_team='team' in bid)}"
            f" {_written(bid['tricks'], bid.get('kind', ''))}"
            for bid in record["bids"]
        ]
        yield _with_word("bids none" if not made else " > ".join(made) if len(made) > 1 else f"> {made[0]}"), "bids"
    elif "bids_by_player" in record:
        # Here nil is the 0 that the ruleset has.
        kinds = {name: blind_kind(tricks) if name in blind else "nil" for name, tricks in by_player.items()}
        seated = names.players
        made = [
            f"{names.written_as_bidder(name, of_team=name not in seated)} {_written(tricks, kinds[name])}"
            for name, tricks in by_player.items()
        ]
        yield _with_word("  ".join(made) or "bids"), "bids_by_player"


def _with_word(bids: str) -> str:
    """Return bids with the word before them without which they would be read as something else."""
    return f"bids {bids}" if bids.startswith((">", "team ")) else bids


def _written(tricks: int, kind: str) -> str:
    """Return a bid as a word, which says of which kind it is where that does not follow from its tricks."""
    if "blind" in kind:
        return f"b{tricks}" if tricks else "bn"
    return kind if kind in _ZEROS and not tricks else str(tricks)


def is_shown_by_bids(record: Mapping[str, Any]) -> bool:
    """Return whether the line of the bids shows who bid blind, in their order."""
    blind: Sequence[str] = record.get("blind_bidders", ())
    return bool(blind) and blind == [name for name in record.get("bids_by_player", {}) if name in blind]
