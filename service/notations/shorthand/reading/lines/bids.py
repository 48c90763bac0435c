"""The line of bids: in no known order, or in the order in which they were made."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.notations.limits import MOST_BIDDERS, MOST_BIDS, MOST_CARDS
from service.notations.model import Place
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.words import bid_in
from service.spades.english import quoted

_BLIND_ONCE = "Name the blind bidders once: in the bids, as N b4 or N bn, or in one line, as blind N E."
_ALL_OR_NONE = "Write > between all bids if they are in the order made, or between none."


class _Bid(NamedTuple):
    """A bid as it is written."""

    bidder: Token
    name: str
    tricks: int
    blind: bool
    of_team: bool

    def as_json(self) -> dict[str, Any]:
        bid: dict[str, Any] = {"team" if self.of_team else "player": self.name, "tricks": self.tricks}
        return {**bid, "blind": True} if self.blind else bid


def read_bids(draft: Draft, words: WordsLeft) -> None:
    """Read ``N 2  E 5  S nil  W 1``, or ``N 2 > E 5 > S nil > W 1`` for bids in the order in which they were made."""
    place = words.place
    if words.peek() is not None and words.take_nothing("bids none says that nobody bid"):
        _check_more_bids(draft, place, in_order=True)
        draft.members["bids"] = []
        return
    if _are_without_names(draft, words):
        return
    made: list[_Bid] = []
    opening = words.take_mark(">")
    bidders, marks = 0, 0
    while words.peek() is not None:
        bid = _bid(draft, words)
        made += [] if bid is None else [bid]
        bidders += 1
        marks += words.take_mark(">")
    in_order = opening or marks > 0
    if in_order and marks < bidders - 1:
        draft.faults.fault(place, "order", _ALL_OR_NONE)
    if not _check_more_bids(draft, place, in_order=in_order):
        return
    if in_order:
        _put_in_order(draft, made)
    else:
        _put_by_player(draft, words, made)
    draft.bidders += [bid.name for bid in made]
    draft.tricks_at_bids = len(draft.tricks)
    if len(draft.bidders) > (MOST_BIDS if in_order else MOST_BIDDERS):
        detail = f"A round has at most {MOST_BIDS} bids, or {MOST_BIDDERS} if their order is not known."
        draft.faults.fault(place, "too_many", detail)


def _are_without_names(draft: Draft, words: WordsLeft) -> bool:
    """Return whether bids have no names before them, ``bids 3 4 1 4``, after noting the fault."""
    tokens = [token for ahead in range(MOST_CARDS) if (token := words.peek(ahead)) is not None]
    if not tokens or any(token.kind != "word" or bid_in(token.text) is None for token in tokens):
        return False
    example = "  ".join(f"{name} {token.text}" for name, token in zip(draft.names.table.players, tokens, strict=False))
    detail = f"Each bid has its player's name before it, such as {example}."
    draft.faults.fault(words.place, "name_expected", detail)
    return True


def _check_more_bids(draft: Draft, place: Place, *, in_order: bool) -> bool:
    """Return whether bids may follow those of earlier statements, if there are any; notes the fault otherwise."""
    written = draft.members.keys() & {"bids", "bids_by_player"}
    if not written:
        return True
    detail = None
    if not draft.bidders:
        detail = "Nobody bids in this round, as was said before: here are bids."
    elif draft.tricks_at_bids < len(draft.tricks):
        detail = "The bids of this round came before its tricks: here are more. If a new round begins, write --- first."
    elif in_order != ("bids" in written):
        detail = _ALL_OR_NONE
    if detail is not None:
        draft.faults.fault(place, "order" if detail == _ALL_OR_NONE else "repeated", detail)
    return detail is None


def _put_in_order(draft: Draft, made: list[_Bid]) -> None:
    """Add bids to those of earlier statements; within a statement a player may bid again."""
    for bid in made:
        if bid.name in draft.bidders:
            draft.faults.fault(bid.bidder.place, "doubled_bid", _already(draft, bid.name))
    draft.members.setdefault("bids", []).extend(bid.as_json() for bid in made)


def _already(draft: Draft, name: str) -> str:
    """Return the sentence on a player who bid in an earlier statement."""
    is_complete = set(draft.names.table.players) <= set(draft.bidders)
    advice = " If a new round begins, write --- before it." if is_complete else ""
    return f"{quoted(name)} has bid already in this round.{advice}"


def _put_by_player(draft: Draft, words: WordsLeft, made: list[_Bid]) -> None:
    by_player: dict[str, int] = draft.members.setdefault("bids_by_player", {})
    for bid in made:
        if bid.name in by_player:
            detail = f"{quoted(bid.name)} bids twice: write > between all bids if they are in the order made."
            detail = _already(draft, bid.name) if bid.name in draft.bidders else detail
            draft.faults.fault(bid.bidder.place, "doubled_bid", detail)
        by_player[bid.name] = bid.tricks
    place = words.statement.place
    blind = [bid.name for bid in made if bid.blind]
    if blind and draft.blind_place is None:
        draft.members.setdefault("blind_bidders", []).extend(blind)
    elif blind:
        draft.faults.fault(place, "repeated", _BLIND_ONCE)
    if len(by_player) > 1:
        detail = "The order of the bids is not recorded, so it is not judged; write > between bids that are in order."
        draft.faults.note_once(place, "order_not_recorded", detail)


def _bid(draft: Draft, words: WordsLeft) -> _Bid | None:
    of_team = words.take_word("team")
    place, bidder = words.place, words.take()
    if bidder is None:
        draft.faults.fault(place, "name_expected", "Here belongs the name of a team: team Reds 5.")
        return None
    name = draft.names.team(bidder) if of_team else draft.names.bidder(bidder)
    words.take_mark(":", "=")
    blind = words.take_word("blind")
    place, token = words.place, words.take()
    bid = None if token is None or token.kind != "word" else bid_in(token.text)
    if bid is None or bid[0] > MOST_CARDS:
        seen = f"the bid of {quoted(bidder.text)} is missing" if token is None else f"this is {quoted(token.text)}"
        detail = f"A bid is a number of tricks, nil, bn for a blind nil or b6 for a blind six: {seen}."
        draft.faults.fault(place, "bid", detail)
        return None
    if name is None:
        return None
    is_team = of_team or name not in draft.names.table.players
    return _Bid(bidder, name, bid[0], blind=blind or bid[1], of_team=is_team)


def read_blind_bidders(draft: Draft, words: WordsLeft) -> None:
    """Read ``blind S``: who bid blind, beside bids in no known order."""
    place = words.place
    names = [draft.names.name(token) for token in words.take_rest()]
    if len(names) > MOST_BIDDERS:
        draft.faults.fault(place, "too_many", f"A round has at most {MOST_BIDDERS} bidders.")
    draft.blind_place = place
    if "blind_bidders" in draft.members:
        draft.faults.fault(place, "repeated", _BLIND_ONCE)
    draft.members["blind_bidders"] = names
