"""Every record that mends one slip in a list of cards: a hand, the cards set aside, or those that were passed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.naive.mended import Mended, change, with_hand
from tests.naive.table import UNREAD, Table, path

FEW = 3
"""If more cards fit a place, nobody can tell which it was."""

Json = dict[str, Any]


def slips_of_lists(record: Json, table: Table) -> Iterator[Mended]:
    """Yield the records with one entry of a list changed, left out, entered or moved to another list."""
    hands: dict[str, list[str]] = record.get("hands", {})
    aside: list[str] = record.get("set_aside", [])
    listed = [card for cards in (*hands.values(), aside) for card in cards]
    unlisted = table.pack.cards - set(listed)
    for player, hand in hands.items():
        fitting = _fitting(record, table, player, unlisted)
        for place, card in enumerate(hand):
            pointer = path("hands", player, place)
            for other in fitting if card != UNREAD else ():
                changed = [*hand[:place], other, *hand[place + 1 :]]
                yield _miscopied(pointer, card, other, with_hand(record, player, changed))
            less = hand[:place] + hand[place + 1 :]
            # A card of somebody whose hand is not listed is written with the wrong player, too.
            if (listed.count(card) > 1 or len(hands) < len(table.players)) and card != UNREAD:
                yield Mended("card_written_twice", [change(pointer, card)], with_hand(record, player, less))
            for owner, owned in hands.items():
                if owner != player:
                    changes = [change(pointer, card), change(path("hands", owner, len(owned)), None, card)]
                    moved = with_hand(with_hand(record, player, less), owner, [*owned, card])
                    yield Mended("card_with_wrong_player", changes, moved)
        for card in fitting if len(hand) < table.sizes[player] else ():
            changes = [change(path("hands", player, len(hand)), None, None if card == UNREAD else card)]
            yield Mended("card_left_out", changes, with_hand(record, player, [*hand, card]))
    for place, card in enumerate(aside):
        for other in _may_be(unlisted - {each for cards in _shown(record).values() for each in cards}):
            changed = [*aside[:place], other, *aside[place + 1 :]]
            yield _miscopied(path("set_aside", place), card, other, {**record, "set_aside": changed})
    yield from _exchanged(hands, aside, record)
    yield from _named_otherwise(record, table)
    yield from _passed(record, table)
    yield from _passes_named_otherwise(record, table)
    yield from _drawn(record, table)


def _shown(record: Json) -> dict[str, set[str]]:
    """Return the cards that the log shows of each player."""
    shown: dict[str, set[str]] = {player: set() for player in record["players"]}
    for trick in record["tricks"]:
        for play in trick["plays"]:
            shown[play["player"]] |= {play["card"], *(back["card"] for back in play.get("withdrawn", []))} - {UNREAD}
    return shown


def _fitting(record: Json, table: Table, player: str, unlisted: set[str]) -> list[str]:
    """Return the cards that a list may lack: those that the log shows of this hand, or else those that are nowhere.

    What partners passed each other may be in the hand of either.
    """
    shown, listed = _shown(record), set(record["hands"])
    side = set(table.sides[table.side_of[player]])
    beside = (unlisted & shown[player]) or (unlisted & set[str]().union(*(shown[each] for each in side & listed)))
    if beside:
        return sorted(beside)
    others = set(shown) - listed - (side if record.get("exchanges") != [] else set())
    return _may_be(unlisted - set[str]().union(*(shown[each] for each in others)))


def _may_be(cards: set[str]) -> list[str]:
    """Return the cards one by one, or one that could not be read where there are too many."""
    return sorted(cards) if len(cards) <= FEW else [UNREAD]


def _exchanged(hands: dict[str, list[str]], aside: list[str], record: Json) -> Iterator[Mended]:
    """Exchange two cards between two lists: those of two hands, or a hand and the cards set aside."""
    lists: list[tuple[str | None, list[str]]] = [*hands.items(), (None, aside)]
    for (one, first), (other, second) in combinations(lists, 2):
        for here, card in enumerate(first):
            for there, back in enumerate(second):
                if card != back:
                    changes = [
                        change(path("hands", one or "", here), card, back),
                        change(path("set_aside", there) if other is None else path("hands", other, there), back, card),
                    ]
                    moved = with_hand(record, one or "", [*first[:here], back, *first[here + 1 :]])
                    received = [*second[:there], card, *second[there + 1 :]]
                    aside_or_hand = {"set_aside": received} if other is None else with_hand(moved, other, received)
                    yield Mended("cards_exchanged", changes, moved | aside_or_hand)


def _named_otherwise(record: Json, table: Table) -> Iterator[Mended]:
    """Exchange the names of two hands, or those of draws."""
    hands = record.get("hands", {})
    for one, other in combinations(hands, 2):
        changes = [change(path("hands", one), one, other), change(path("hands", other), other, one)]
        moved = {**hands, one: hands[other], other: hands[one]}
        yield Mended("names_exchanged", changes, {**record, "hands": moved})
    yield from draws_named_otherwise(record, table)
    yield from kept_otherwise(record)


def draws_named_otherwise(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name at a draw, or exchange those of two neighbouring ones."""
    draws = record.get("draws", [])
    names = [draw["player"] for draw in draws]
    ways = [("name_miscopied", {at: name}) for at in range(len(names)) for name in table.players]
    ways += [("names_exchanged", {at: names[at + 1], at + 1: names[at]}) for at in range(len(names) - 1)]
    for slip, meant in ways:
        if all(names[at] != name for at, name in meant.items()):
            changes = [change(path("draws", at, "player"), names[at], name) for at, name in meant.items()]
            told = [{**draw, "player": meant.get(at, draw["player"])} for at, draw in enumerate(draws)]
            yield Mended(slip, changes, {**record, "draws": told})


def kept_otherwise(record: Json) -> Iterator[Mended]:
    """Leave out one of two cards that were kept, or write in one where none was."""
    draws: list[Json] = record.get("draws", [])
    for at, draw in enumerate(draws):
        kept = draw["kept"]
        ways: list[tuple[Json, list[str]]] = []
        if not kept:
            ways = [(change(path("draws", at, "kept", 0), None, card), [card]) for card in draw["cards"]]
        elif len(kept) == 2:
            ways = [(change(path("draws", at, "kept", place), kept[place]), [kept[1 - place]]) for place in (0, 1)]
        for changed, meant in ways:
            told = [*draws[:at], {**draw, "kept": meant}, *draws[at + 1 :]]
            yield Mended("card_written_twice" if kept else "card_left_out", [changed], {**record, "draws": told})


def _miscopied(pointer: str, card: str, other: str, record: Json) -> Mended:
    return Mended("card_miscopied", [change(pointer, card, None if other == UNREAD else other)], record)


def _passed(record: Json, table: Table) -> Iterator[Mended]:
    """Write another card for one that was passed."""
    exchanges: list[Json] = record.get("exchanges", [])
    for at, exchange in enumerate(exchanges):
        cards = exchange["cards"]
        for card in sorted(table.pack.cards - set(cards)):
            more = [*exchanges[:at], {**exchange, "cards": [*cards, card]}, *exchanges[at + 1 :]]
            changes = [change(path("exchanges", at, "cards", len(cards)), None, card)]
            yield Mended("card_left_out", changes, {**record, "exchanges": more})
        for place, card in enumerate(cards):
            for other in sorted(table.pack.cards - set(cards)):
                told = {**exchange, "cards": [*cards[:place], other, *cards[place + 1 :]]}
                changed = {**record, "exchanges": [*exchanges[:at], told, *exchanges[at + 1 :]]}
                yield _miscopied(path("exchanges", at, "cards", place), card, other, changed)


def _passes_named_otherwise(record: Json, table: Table) -> Iterator[Mended]:
    """Turn a pass round, or write another name for its giver or its taker."""
    exchanges: list[Json] = record.get("exchanges", [])
    for at, each in enumerate(exchanges):
        both = {each["from"], each["to"]}
        ways = [("names_exchanged", {"from": each["to"], "to": each["from"]})]
        ways += [
            ("name_miscopied", {end: name}) for end in ("from", "to") for name in table.players if name not in both
        ]
        for slip, meant in ways:
            changes = [change(path("exchanges", at, end), each[end], name) for end, name in meant.items()]
            told = [*exchanges[:at], {**each, **meant}, *exchanges[at + 1 :]]
            yield Mended(slip, changes, {**record, "exchanges": told}, is_rare=True)


def _drawn(record: Json, table: Table) -> Iterator[Mended]:
    """Write another card for one that was drawn, or that was kept."""
    draws: list[Json] = record.get("draws", [])
    seen = {card for draw in draws for card in draw["cards"]}
    for at, draw in enumerate(draws):
        for member, others in (("cards", (table.pack.cards - seen) | set(draw["kept"])), ("kept", set(draw["cards"]))):
            for place, card in enumerate(draw[member]):
                for other in sorted(others - set(draw[member])):
                    told = {**draw, member: [*draw[member][:place], other, *draw[member][place + 1 :]]}
                    changed = {**record, "draws": [*draws[:at], told, *draws[at + 1 :]]}
                    yield _miscopied(path("draws", at, member, place), card, other, changed)
