"""Faults of every kind put into the record of a round, and what of a record may be hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.naive.table import JOKERS, STANDARD

Json = dict[str, Any]


BLIND = ("blind", "blind_nil")


def _copy(value: Json) -> Json:
    copied: Json = json.loads(json.dumps(value))
    return copied


def spoil(record: Json, rng: Random) -> Json:
    """Return the record with up to three faults put into it."""
    spoilt = _copy(record)
    for _ in range(rng.randrange(4)):
        rng.choice(_FAULTS)(spoilt, rng)
    return spoilt


def _some_trick(record: Json, rng: Random) -> Json:
    trick: Json = rng.choice(record["tricks"])
    return trick


def _some_card(record: Json, rng: Random) -> str:
    cards = [play["card"] for trick in record["tricks"] for play in trick["plays"]]
    cards += [card for hand in record.get("hands", {}).values() for card in hand]
    chosen: str = rng.choice([*cards, rng.choice(STANDARD + JOKERS)])
    return chosen


def _change_card(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if plays:
        rng.choice(plays)["card"] = _some_card(record, rng)


def _swap_own_cards(record: Json, rng: Random) -> None:
    """Let a player play a card of his in another trick: a revoke, an illegal lead, or nothing."""
    player = rng.choice(record["players"])
    plays = [play for trick in record["tricks"] for play in trick["plays"] if play["player"] == player]
    if len(plays) > 1:
        one, other = rng.sample(plays, 2)
        one["card"], other["card"] = other["card"], one["card"]


def _swap_in_trick(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if len(plays) > 1:
        one, other = rng.sample(range(len(plays)), 2)
        plays[one], plays[other] = plays[other], plays[one]


def _swap_cards_in_trick(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if len(plays) > 1:
        one, other = rng.sample(plays, 2)
        one["card"], other["card"] = other["card"], one["card"]


def _swap_tricks(record: Json, rng: Random) -> None:
    tricks = record["tricks"]
    if len(tricks) > 1:
        one, other = rng.sample(range(len(tricks)), 2)
        tricks[one], tricks[other] = tricks[other], tricks[one]


def _lead_spade(record: Json, rng: Random) -> None:
    """Let a leader of an early trick lead a spade that he plays later."""
    trick = rng.randrange(min(4, len(record["tricks"])))
    plays = record["tricks"][trick]["plays"]
    if not plays:
        return
    leader = plays[0]["player"]
    spades = [
        play
        for later in record["tricks"][trick:]
        for play in later["plays"]
        if play["player"] == leader and play["card"][1] == "S"
    ]
    if spades:
        spade = rng.choice(spades)
        plays[0]["card"], spade["card"] = spade["card"], plays[0]["card"]


def _claim(record: Json, rng: Random) -> None:
    _some_trick(record, rng)[rng.choice(["leader", "winner"])] = rng.choice(record["players"])


def _drop_play(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if plays:
        plays.pop(rng.randrange(len(plays)))


def _add_play(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    play = {"player": rng.choice(record["players"]), "card": _some_card(record, rng)}
    plays.insert(rng.randrange(len(plays) + 1), play)


def _move_play(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if plays:
        play = plays.pop(rng.randrange(len(plays)))
        other = _some_trick(record, rng)["plays"]
        other.insert(rng.randrange(len(other) + 1), play)


def _change_player(record: Json, rng: Random) -> None:
    plays = _some_trick(record, rng)["plays"]
    if plays:
        rng.choice(plays)["player"] = rng.choice(record["players"])


def _add_trick(record: Json, rng: Random) -> None:
    if len(record["tricks"]) < 54:
        record["tricks"].append(_copy(_some_trick(record, rng)))


def _drop_trick(record: Json, rng: Random) -> None:
    if len(record["tricks"]) > 1:
        record["tricks"].pop(rng.randrange(len(record["tricks"])))


def _hand(record: Json, rng: Random) -> list[str]:
    hands: list[list[str]] = list(record.get("hands", {}).values())
    return rng.choice(hands) if hands else []


def _double_dealt(record: Json, rng: Random) -> None:
    hand = _hand(record, rng)
    if hand:
        hand[rng.randrange(len(hand))] = _some_card(record, rng)


def _move_dealt(record: Json, rng: Random) -> None:
    hand = _hand(record, rng)
    if hand:
        _hand(record, rng).append(hand.pop(rng.randrange(len(hand))))


def _drop_dealt(record: Json, rng: Random) -> None:
    hand = _hand(record, rng)
    if hand:
        hand.pop(rng.randrange(len(hand)))


def _add_dealt(record: Json, rng: Random) -> None:
    hand = _hand(record, rng)
    if hand:
        hand.append(_some_card(record, rng))


def _set_aside(record: Json, rng: Random) -> None:
    if record.get("set_aside"):
        record["set_aside"][rng.randrange(len(record["set_aside"]))] = _some_card(record, rng)


def _change_bid(record: Json, rng: Random) -> None:
    if record["bids"]:
        rebid(record["bids"], rng.choice(record["bids"]), rng.choice([0, 0, 1, 1, 2, 3, 5, 8, 10, 13, 14, 20]))


def rebid(bids: list[Json], bid: Json, tricks: int) -> None:
    """Make another number of a bid; it is blind if it was, and a 0 says which it is if it may have to."""
    kind = bid.pop("kind", None)
    bid["tricks"] = tricks
    if kind in BLIND:
        bid["kind"] = BLIND[tricks == 0]
    elif tricks == 0 and not any(each["tricks"] == 0 and "kind" not in each for each in bids if each is not bid):
        bid["kind"] = "nil"


def _blind_bid(record: Json, rng: Random) -> None:
    if record["bids"]:
        bid = rng.choice(record["bids"])
        kinds = ["number", "blind"] if bid["tricks"] else ["nil", "zero", "blind_nil"]
        bid["kind"] = rng.choice([kind for kind in kinds if kind != bid.get("kind", kinds[0])])


def _repeat_bid(record: Json, rng: Random) -> None:
    if record["bids"]:
        bid = _copy(rng.choice(record["bids"]))
        rebid(record["bids"], bid, rng.randrange(5))
        record["bids"].insert(rng.randrange(len(record["bids"]) + 1), bid)


def _drop_bid(record: Json, rng: Random) -> None:
    if record["bids"]:
        record["bids"].pop(rng.randrange(len(record["bids"])))


def _swap_bids(record: Json, rng: Random) -> None:
    bids = record["bids"]
    if len(bids) > 1:
        one, other = rng.sample(range(len(bids)), 2)
        bids[one], bids[other] = bids[other], bids[one]


def _change_dealer(record: Json, rng: Random) -> None:
    record["dealer"] = rng.choice(record["players"])


def _change_exchange(record: Json, rng: Random) -> None:
    if record.get("exchanges"):
        exchange = rng.choice(record["exchanges"])
        cards = exchange["cards"]
        if cards and rng.random() < 0.5:
            cards.pop()
        else:
            exchange["to"] = rng.choice([each for each in record["players"] if each != exchange["from"]])


def _change_draw(record: Json, rng: Random) -> None:
    if record.get("draws"):
        draw = rng.choice(record["draws"])
        way = rng.random()
        if way < 0.3:
            draw["kept"] = list(draw["cards"]) if rng.random() < 0.5 else []
        elif way < 0.6:
            draw["player"] = rng.choice(record["players"])
        else:
            draw["kept"] = rng.sample(draw["cards"], 1) if rng.random() < 0.7 else [_some_card(record, rng)]


_FAULTS: list[Callable[[Json, Random], None]] = [
    _change_card,
    _swap_own_cards,
    _swap_own_cards,
    _swap_own_cards,
    _swap_in_trick,
    _swap_cards_in_trick,
    _swap_tricks,
    _lead_spade,
    _lead_spade,
    _claim,
    _drop_play,
    _add_play,
    _move_play,
    _change_player,
    _add_trick,
    _drop_trick,
    _double_dealt,
    _move_dealt,
    _drop_dealt,
    _add_dealt,
    _set_aside,
    _change_bid,
    _change_bid,
    _blind_bid,
    _repeat_bid,
    _drop_bid,
    _swap_bids,
    _change_dealer,
    _change_exchange,
    _change_draw,
]


def hide(record: Json, rng: Random) -> Json:
    """Return the record without some of its hands and other evidence, and perhaps with an end cut off the log."""
    hidden = _copy(record)
    if "hands" in hidden:
        kept = rng.random()
        hidden["hands"] = {player: hand for player, hand in hidden["hands"].items() if rng.random() < kept}
        if not hidden["hands"] and rng.random() < 0.7:
            del hidden["hands"]
    # Where hands are unequal, a record needs its dealer.
    unequal = len({len(hand) for hand in record.get("hands", {}).values()}) > 1
    for member in ("set_aside", "before", "dealer", "exchanges", "draws"):
        if member in hidden and rng.random() < 0.3 and not (unequal and member == "dealer"):
            del hidden[member]
    if rng.random() < 0.5:
        _cut(hidden, rng)
    if rng.random() < 0.15:
        del hidden["bids"]
    return hidden


def _cut(record: Json, rng: Random) -> None:
    tricks = record["tricks"]
    del tricks[rng.randrange(len(tricks) + 1) :]
    if not tricks:
        del record["bids"][rng.randrange(len(record["bids"]) + 1) :]
        record.pop("exchanges", None)  # they come after the bids
    elif rng.random() < 0.7:
        last = tricks[-1]
        whole = len(last["plays"])
        del last["plays"][rng.randrange(whole + 1) :]
        if len(last["plays"]) < whole:
            last.pop("winner", None)
