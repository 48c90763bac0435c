"""The record of a round in PTN, and what PTN cannot hold of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.notations.model import Loss, Record, UnreadableText, WrittenText
from service.notations.ptn.options import options_of
from service.notations.ptn.reader import JOKERS, NO_BID, NOT_PLAYED, SPADES, UNKNOWN_HAND, UNKNOWN_SCORE, WORDS, read
from service.notations.ptn.tags import (
    BID_ORDER,
    FIRST_LEADER,
    FIRST_LINE,
    GAME_SCORES,
    NOT_RECORDED,
    PASSED,
    PLAYER_TAGS,
    ROUND_NUMBER,
    SEATS,
    may_be_a_label,
    written_tag,
)
from service.notations.round_parts import (
    MEMBERS_OF_A_TRICK,
    SUITS,
    WITHOUT_SUIT,
    cards_in_order,
    clockwise,
    opposite_pairs,
    refuse_unusable,
)
from service.spades.errors import pointer_to

_TAG_OF = {seat: tag for tag, seat in PLAYER_TAGS.items()}
_JOKERS = {card: letter for letter, card in JOKERS.items()}
_MEMBERS = {
    *("ruleset", "players", "dealer", "round_number", "hands", "set_aside", "exchanges", "before"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "labels"),
}
_DOUBTFUL = {
    "ruleset": "PTN has only rules that are options of its program.",
    "exchanges": "From cards added and removed, these exchanges cannot be worked out.",
    "before": "Scores by seat say neither whose they are, nor what was before a round that was played out.",
}
"""The members that are written only if they are read as they were, and why they are lost if not."""
_BID_OF_TEAM = "A bid is made by a player, not by a team."
_EMPTY_LIST = "An empty list of bids looks the same as no list."


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, "PTN")
    writer = _Writer(record)
    return WrittenText(writer.text(), tuple(writer.losses))


class _Writer:
    """Writes the record of a round, and collects what PTN cannot hold of it."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.losses: list[Loss] = []
        self._players: Sequence[str] = record["players"]
        self._seat_of = dict(zip(self._players, SEATS[len(self._players)], strict=True))
        self._lose_members(record, _MEMBERS)
        self._bids = [*self._bids_of(record)]
        self._rows = [*self._rows_of(record["tricks"])]
        labels = {name: text for name, text in record.get("labels", {}).items() if self._is_label(name, text)}
        self._record: Record = {**record, "labels": labels}
        doubtful = {name: self._record.pop(name) for name in _DOUBTFUL if self._record.get(name) not in (None, {})}
        scores = labels.pop(GAME_SCORES, None)
        self._scores: list[tuple[str, str]] = []
        if scores is not None:
            self._keep_scores(scores)
        for name, value in doubtful.items():
            for side, standing in value.items() if name == "before" else ():
                self._lose_members(standing, {"score"}, "before", side)
            expected = (
                {side: {"score": each.get("score", 0)} for side, each in value.items()} if name == "before" else value
            )
            self._record[name] = value
            if self._read().get(name) != expected:
                del self._record[name]
                self._lose("unmapped", _DOUBTFUL[name], name)

    def _is_label(self, name: str, text: str) -> bool:
        """Return whether a label can be a tag."""
        if not text:
            self._lose("unmapped", "A tag without a value says nothing.", "labels", name)
        elif not (may_be_a_label(name) or name == GAME_SCORES):
            self._lose("unmapped", "This name cannot be that of a tag of its own.", "labels", name)
        else:
            return True
        return False

    def _keep_scores(self, scores: str) -> None:
        """Write the score after a round if it is read as this label again."""
        self._scores = [(GAME_SCORES, scores)]
        if self._read().get("labels", {}).get(GAME_SCORES) != scores:
            self._scores = []
            self._lose("unmapped", "This name cannot be that of a tag of its own.", "labels", GAME_SCORES)

    def _read(self) -> Record:
        """Return what is read of the text as it is so far; nothing if it cannot be read."""
        try:
            return read(self.text()).records[0]
        except UnreadableText:
            return {}

    def _lose(self, code: str, detail: str, *path: str | int) -> None:
        """Say that the part of the record to which this path leads is not in the text, or not as it was."""
        self.losses.append(Loss(pointer_to(*path), code, detail))

    def _lose_members(self, members: Mapping[str, Any], written: Collection[str], *path: str | int) -> None:
        for name in members:
            if name not in written:
                self._lose("unmapped", f"PTN has no place for `{name}`.", *path, name)

    def text(self) -> str:
        """Return the text of the record."""
        record, seat_of = self._record, self._seat_of
        missing = [BID_ORDER] if self._bids and "bids_by_player" in record else []
        missing += [FIRST_LEADER] if self._rows and self._rows[0][0] is None else []
        labels = dict(record["labels"])
        tags = [
            ("Event", labels.pop("Event", "")),
            *labels.items(),
            ("GameCode", SPADES),
            *([(ROUND_NUMBER, str(record["round_number"]))] if "round_number" in record else []),
            *([("GameOptionsJson", options_of(record["ruleset"], len(seat_of)))] if "ruleset" in record else []),
            *(self._scores or self._scores_before(record.get("before", {}))),
            *((_TAG_OF[seat], player) for player, seat in seat_of.items() if player != seat),
            *([("Dealer", seat_of[record["dealer"]])] if "dealer" in record else []),
            ("Deal", self._deal()),
            *([("Undealt", _run(record["set_aside"]))] if record.get("set_aside") else []),
            *(self._exchanges(record["exchanges"]) if "exchanges" in record else []),
            *([(NOT_RECORDED, ", ".join(missing))] if missing else []),
        ]
        return "\n".join([FIRST_LINE, *(written_tag(*tag) for tag in tags), *self._auction(), *self._play()]) + "\n"

    def _scores_before(self, before: Mapping[str, Mapping[str, int]]) -> list[tuple[str, str]]:
        """Return the score before a round as a tag, a number for each seat."""
        side_of = {player: player for player in self._players}
        for pair in opposite_pairs(self._players):
            side_of |= dict.fromkeys(pair, "+".join(pair)) if "+".join(pair) in before else {}
        scores = _scores_of(before)
        words = (str(scores[side]["score"]) if side in scores else UNKNOWN_SCORE for side in side_of.values())
        return [(GAME_SCORES, f"{self._seat_of[self._players[0]]}:{' '.join(words)}")] if before else []

    def _deal(self) -> str:
        hands = self._record.get("hands", {})
        first = self._record.get("dealer", self._players[0])
        turns = clockwise(self._players, first)
        dealt = (_hand(hands[player]) if player in hands else UNKNOWN_HAND for player in turns)
        return f"{self._seat_of[first]}:{' '.join(dealt)}"

    def _exchanges(self, exchanges: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
        """Yield the cards that players received, and those that they gave away."""
        for name, end in zip(PASSED, ("to", "from"), strict=True):
            for value in [f"{self._seat_of[each[end]]}:{_run(each['cards'])}" for each in exchanges] or [""]:
                yield name, value

    def _bids_of(self, record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the players and their bids in the order in which they are written."""
        for member in ("bids", "bids_by_player"):
            if member in record and not record[member]:
                self._lose("unmapped", _EMPTY_LIST, member)
        if "bids" not in record:
            yield from self._bids_in_turn(record)
            return
        if record.get("blind_bidders"):
            self._lose("unmapped", "Each bid says of which kind it is.", "blind_bidders")
        for index, bid in enumerate(record["bids"]):
            if "player" not in bid:
                self._lose("unmapped", _BID_OF_TEAM, "bids", index)
                continue
            if "kind" in bid and "blind" not in bid["kind"]:
                self._lose("unmapped", "A bid is written without its kind.", "bids", index, "kind")
            yield bid["player"], _bid(bid["tricks"], is_blind="blind" in bid.get("kind", ""))

    def _bids_in_turn(self, record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield bids without an order in turn after the dealer, or from the first player if nobody knows the dealer."""
        by_player: Mapping[str, int] = record.get("bids_by_player", {})
        blind: Sequence[str] = record.get("blind_bidders", ())
        for name in by_player.keys() - {*self._players}:
            self._lose("unmapped", _BID_OF_TEAM, "bids_by_player", name)
        for index, name in enumerate(blind):
            if name not in by_player or name not in self._players:
                self._lose("unmapped", "This is not a player with a bid.", "blind_bidders", index)
        last, *turns = clockwise(self._players, record.get("dealer", self._players[-1]))
        for name in (*turns, last):
            if name in by_player:
                yield name, _bid(by_player[name], is_blind=name in blind)

    def _auction(self) -> list[str]:
        """Return the tag and the rows of bids, from the player whose bid comes first; nothing if there are no bids."""
        if not self._bids:
            return []
        order = clockwise(self._players, self._bids[0][0])
        slots: list[str] = []
        for player, bid in self._bids:
            slots += [NO_BID] * ((order.index(player) - len(slots)) % len(order))
            slots.append(bid)
        slots += [NO_BID] * (-len(slots) % len(order))
        rows = [" ".join(slots[start : start + len(order)]) for start in range(0, len(slots), len(order))]
        return [written_tag("Auction", self._seat_of[order[0]]), *rows]

    def _rows_of(self, tricks: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str | None, Mapping[str, str]]]:
        """Yield the leader of each trick, None if the record leaves the leader out, and the cards by player.

        Lost are the order of play, winners, cards taken back, and a second card by a player to the same trick.
        """
        if any("plays" in trick for trick in tricks):
            self._lose("order_of_play", "A row of cards does not say in which order they were played.", "tricks")
        if any("leader" in trick for trick in tricks[1:]):
            self._lose("leaders", "Only the first trick has a leader; after it the winner leads.", "tricks")
        for index, trick in enumerate(tricks):
            self._lose_members(trick, MEMBERS_OF_A_TRICK, "tricks", index)
            leader: str | None = trick.get("leader")
            if "plays" in trick:
                cards = self._cards_of(trick["plays"], "tricks", index, "plays")
                yield leader or next(iter(cards), None), cards
            elif "cards" in trick:
                in_turn: Sequence[str] = trick["cards"]
                if len(in_turn) > len(self._players):
                    detail = f"A row has no more than {len(self._players)} cards, one of each player."
                    self._lose("second_card", detail, "tricks", index, "cards")
                if leader is None and in_turn:
                    detail = "Without a leader, it is not known whose cards these are."
                    self._lose("no_leader", detail, "tricks", index, "cards")
                order = [] if leader is None else clockwise(self._players, leader)
                yield leader, dict(zip(order, in_turn, strict=False))
            else:
                yield leader, trick["cards_by_player"]

    def _cards_of(self, plays: Sequence[Mapping[str, Any]], *path: str | int) -> dict[str, str]:
        cards: dict[str, str] = {}
        for position, play in enumerate(plays):
            self._lose_members(play, {"player", "card"}, *path, position)
            if play["player"] in cards:
                self._lose("second_card", "A row has one card of each player.", *path, position)
            cards.setdefault(play["player"], play["card"])
        return cards

    def _play(self) -> list[str]:
        """Return the tag and a row for each trick, in columns from the first leader."""
        if not self._rows:
            return []
        order = clockwise(self._players, self._rows[0][0] or self._players[0])
        lines = []
        for _, cards in self._rows:
            lines.append(" ".join(WORDS[cards[name]] if name in cards else NOT_PLAYED for name in order))
        return [written_tag("Play", self._seat_of[order[0]]), *lines]


def _scores_of(before: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return the scores of standings as a record has them."""
    return {side: {"score": standing.get("score", 0)} for side, standing in before.items()}


def _bid(tricks: int, *, is_blind: bool) -> str:
    return f"{'Blind ' if is_blind else ''}{tricks or 'Nil'}"


def _run(cards: Iterable[str]) -> str:
    return "".join(WORDS[card] for card in cards)


def _hand(cards: Iterable[str]) -> str:
    """Return cards as a hand, each suit from high to low."""
    ordered = cards_in_order(cards)
    groups = ["".join(card[0] for card in ordered if card[1] == suit) for suit in SUITS]
    extras = "".join(_JOKERS[card] for card in ordered if card in WITHOUT_SUIT)
    return ".".join([*groups, extras] if extras else groups)
