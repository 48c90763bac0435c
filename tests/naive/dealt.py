"""The deal and the passing of cards: what lists say against each other, and what the rules say against it."""

from __future__ import annotations

from typing import Any

from tests.naive.bids import Bidding, Found, side_is_complete
from tests.naive.table import UNREAD, Table, path

Json = dict[str, Any]


def lists_agree(record: Json, table: Table) -> bool:
    """Tell whether the hands are all listed, and hold every card once: just then a wrong count of cards is proved."""
    hands: dict[str, list[str]] = record.get("hands", {})
    if set(hands) != set(table.players):
        return False
    sizes, listed = [table.sizes[player] for player in table.players], [len(hands[player]) for player in table.players]
    if listed != sizes and listed in (sizes[seat:] + sizes[:seat] for seat in range(len(sizes))):
        return False  # they are those of a deal by another player
    cards = [card for hand in hands.values() for card in hand]
    if "set_aside" in record or not table.pack.leftover:
        return sorted([*cards, *record.get("set_aside", [])]) == sorted(table.pack.cards)
    whole = sum(table.sizes.values())
    return set(cards) <= table.pack.cards and len(cards) == len(set(cards)) == whole


def judge_lists(record: Json, table: Table) -> list[Found]:
    """Judge the hands and the cards set aside."""
    hands: dict[str, list[str]] = record.get("hands", {})
    found: list[Found] = []
    lists: list[tuple[str | None, list[str]]] = [(player, hands[player]) for player in table.players if player in hands]
    wrong = [player for player in table.players if player in hands and len(hands[player]) != table.sizes[player]]
    found += [("wrong_hand_size", path("hands", player), player, None) for player in wrong]
    lists.append((None, record.get("set_aside", [])))
    seen: set[str] = set()
    for player, cards in lists:
        where = "#/set_aside" if player is None else path("hands", player)
        for place, card in enumerate(cards):
            if card == UNREAD:
                continue
            if card not in table.pack.cards:
                found.append(("card_not_in_deck", f"{where}/{place}", player, card))
            elif card in seen:
                found.append(("duplicate_card", f"{where}/{place}", player, card))
            seen.add(card)
    if set(hands) == set(table.players):
        unread = sum(cards.count(UNREAD) for _, cards in lists)
        allowed = unread + (0 if "set_aside" in record else table.pack.leftover)
        if len(table.pack.cards - seen) > allowed:
            found.append(("missing_cards", "#/hands", None, None))
    return found


def cards_to_pass(bidding: Bidding, side: str, rules: Json) -> set[int]:
    """Return how many cards the partners of a side pass each other for their bids; nothing where they pass none."""
    counts = {"nil": rules["nil"]["exchange"], "blind_nil": rules["blind_nil"]["exchange"]}
    most = max((counts.get(bid.kind, 0) for bid in bidding.of(side)), default=0)
    return {most} - {0}


def _may_pass(record: Json, table: Table, bidding: Bidding, side: str, parameters: Json) -> set[int]:
    """Return how many cards the partners of a side may have to pass each other; a bid not recorded may be any nil."""
    rules = parameters["bids"]
    if len(table.sides[side]) == 1 or bidding.bids_itself:
        return set()
    due = cards_to_pass(bidding, side, rules)
    told = "bids" in record and side_is_complete(bidding, side, table, rules)
    # A bid that was not recorded may be any nil that there is.
    open_ = {rules[kind]["exchange"] for kind in ("nil", "blind_nil") if rules[kind]["allowed"]}
    return due if told else due | open_ - {0}


def may_have_passed(record: Json, table: Table, bidding: Bidding, parameters: Json) -> dict[str, tuple[int, int]]:
    """Return for each player how many cards he may have passed, and been passed, that the record does not show.

    A record that shows no pass at all in its list of passes says that there was none; ``all_passed`` is a reading in
    which it shows all.
    """
    exchanges = record.get("exchanges")
    if exchanges == [] or "all_passed" in record:
        return {}
    found: dict[str, tuple[int, int]] = {}
    for side, group in table.sides.items():
        most = max(_may_pass(record, table, bidding, side, parameters), default=0)
        within = [each for each in exchanges or [] if each["from"] in group and each["to"] in group]
        for player in group:
            gave = any(each["from"] == player for each in within)
            took = any(each["to"] == player for each in within)
            if most and not (gave and took):
                found[player] = (0 if gave else most, 0 if took else most)
    return found


def judge_exchanges(
    record: Json, table: Table, bidding: Bidding, parameters: Json
) -> tuple[list[Found], list[Found], set[str]]:
    """Judge the cards passed; also return what is open about them, and the pointers of what can't have been."""
    exchanges: list[Json] = record.get("exchanges", [])
    hands: Json = record.get("hands", {})
    found: list[Found] = []
    open_: list[Found] = []
    impossible: set[str] = set()
    ways = [(exchange["from"], exchange["to"]) for exchange in exchanges]
    for place, exchange in enumerate(exchanges):
        giver, taker, cards = exchange["from"], exchange["to"], exchange["cards"]
        pointer = path("exchanges", place)
        received = [card for each in exchanges if each["to"] == giver for card in each["cards"]]
        had = [*hands[giver], *received] if giver in hands else list(cards)
        if _unlisted(had, cards) or not set(cards) <= table.pack.cards | {UNREAD}:
            impossible.add(pointer)
        due = _may_pass(record, table, bidding, table.side_of[giver], parameters)
        read = [card for card in cards if card != UNREAD]
        lawful = table.partner(giver) == taker and (giver, taker) not in ways[:place]
        if pointer in impossible or ((read or not cards) and not (lawful and due)):
            found.append(("illegal_exchange", pointer, giver, None))
        elif not lawful or len(cards) not in due:
            # A card that could not be read proves nothing.
            counted = len(read) == len(cards) or len(read) > max(due, default=0)
            (found if (read or not cards) and counted else open_).append(("illegal_exchange", pointer, giver, None))
        elif (taker, giver) not in ways:
            unknown = giver if UNREAD in cards else taker  # a pass that was not written down accuses nobody
            open_.append(("illegal_exchange", pointer, unknown, None))
    return found, open_, impossible


def _unlisted(hand: list[str], cards: list[str]) -> bool:
    """Tell whether these cards can't be of a listed hand; some of its cards may not have been read."""
    return sum(card not in hand and card != UNREAD for card in cards) > hand.count(UNREAD)


def judge_draws(record: Json, table: Table, starts: list[str]) -> tuple[list[Found], list[Found], set[str]]:
    """Judge how two players drew, one of ``starts`` first; also return what is open, and what can't have been.

    Turns go on from who really drew.
    """
    found: list[Found] = []
    open_: list[Found] = []
    impossible: set[str] = set()
    seen: set[str] = set()
    turn = starts
    written = [draw["player"] for draw in record.get("draws", [])]
    left_out: list[str] = []
    hands: Json = record.get("hands", {})
    held = {card for hand in hands.values() for card in hand}
    for place, draw in enumerate(record.get("draws", [])):
        pointer, player = path("draws", place), draw["player"]
        cards = [card for card in draw["cards"] if card != UNREAD]
        strange = _unlisted(draw["cards"], draw["kept"]) or bool(held & (set(cards) - set(draw["kept"])))
        others = {card for other in record["draws"] if other is not draw for card in other["cards"]} - {UNREAD}
        strange = strange or bool(others & set(draw["kept"]) - set(cards))  # it can't be one that was not read
        strange = strange or _unlisted(hands.get(player, list(draw["kept"])), draw["kept"])
        if strange or seen & set(cards) or len(set(cards)) < len(cards) or not set(cards) <= table.pack.cards:
            impossible.add(pointer)
        seen |= set(cards)
        drawn = [each["player"] for each in record["draws"][:place]].count(player)
        lawful = len(draw["cards"]) <= 2 and len(draw["kept"]) == 1
        lawful = lawful and drawn != table.pack.hand_size  # a whole hand draws no more
        in_turn = not turn or player in turn
        if not in_turn:
            left_out += turn  # if that draw was not written down, nobody drew out of turn
            lawful = lawful and [*written, *left_out].count(turn[0]) <= table.pack.hand_size
        if pointer in impossible or not lawful:
            found.append(("illegal_draw", pointer, player, None))
        elif not in_turn or len(draw["cards"]) < 2:
            open_.append(("illegal_draw", pointer, player, None))
        turn = [table.after(player)]
    return found, open_, impossible
