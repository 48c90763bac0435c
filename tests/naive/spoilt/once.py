"""One slip of the pen, put into the record of a round: every kind of the list that a record may show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.naive.mended import reordered
from tests.naive.spoilt import deal_slips, log_slips
from tests.naive.spoilt.model import Make, Scene
from tests.naive.table import Table

Json = dict[str, Any]


@dataclass(frozen=True)
class Spoilt:
    """A record with one slip in it."""

    kind: str
    record: Json
    true: list[int] = field(default_factory=list)
    """For each trick its place in the true record; empty: where it is."""

    def true_number(self, trick: int | None) -> int | None:
        """Return the number in the true record of the trick with this number here."""
        return self.true[trick - 1] + 1 if trick is not None and self.true else trick


Slip = Callable[[Json, Table, Random], Spoilt | None]


def _copy(record: Json) -> Json:
    copied: Json = json.loads(json.dumps(record))
    return copied


def _other(rng: Random, names: list[str], name: str) -> str:
    return rng.choice([each for each in names if each != name])


def miscopy_listed(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another card for one in a list."""
    lists = [*record.get("hands", {}).values(), record.get("set_aside", [])]
    lists += [exchange["cards"] for exchange in record.get("exchanges", [])]
    lists += [cards for draw in record.get("draws", [])[:4] for cards in (draw["cards"], draw["kept"])]
    lists = [cards for cards in lists if cards]
    if not lists:
        return None
    cards = rng.choice(lists)
    place = rng.randrange(len(cards))
    cards[place] = _other(rng, sorted(table.pack.cards - set(cards)) or [""], cards[place])
    return Spoilt("card_miscopied_in_list", record) if cards[place] else None


def leave_out_trick(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave out a trick."""
    count = len(record["tricks"])
    if count < 2:
        return None
    gone = rng.randrange(count)
    order = [place for place in range(count) if place != gone]
    return Spoilt("trick_left_out", reordered(record, order), order)


def write_trick_twice(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Write a trick twice, mostly side by side."""
    count = len(record["tricks"])
    if not count or count > 50:
        return None
    twice = rng.randrange(count)
    at = twice + 1 if rng.random() < 0.7 else rng.randrange(count + 1)
    order = list(range(count))
    order.insert(at, twice)
    return Spoilt("trick_written_twice", reordered(record, order), order)


def exchange_tricks(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Exchange two neighbouring tricks."""
    count = len(record["tricks"])
    if count < 2:
        return None
    trick = rng.randrange(count - 1)
    order = [*range(trick), trick + 1, trick, *range(trick + 2, count)]
    return Spoilt("tricks_exchanged", reordered(record, order), order)


def wrong_dealer(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the dealer."""
    if "dealer" not in record:
        return None
    record["dealer"] = _other(rng, table.players, record["dealer"])
    return Spoilt("dealer", record)


def forget_bids(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave out all bids, or one; or write an opponent's card beside that."""
    if not record.get("bids"):
        return None
    if rng.random() < 0.7:
        del record["bids"]
    else:
        record["bids"].pop(rng.randrange(len(record["bids"])))
    return Spoilt("bids_left_out", record)


def forget_dealer(record: Json, _: Table, __: Random) -> Spoilt | None:
    """Leave out the dealer."""
    if record.pop("dealer", None) is None:
        return None
    return Spoilt("dealer_left_out", record)


def forget_pass(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave out one of the passes."""
    if not record.get("exchanges"):
        return None
    record["exchanges"].pop(rng.randrange(len(record["exchanges"])))
    return Spoilt("pass_left_out", record)


def shorten_last(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave a card out of the last trick."""
    if not record["tricks"] or len(record["tricks"][-1]["plays"]) < 2:
        return None
    plays = record["tricks"][-1]["plays"]
    del plays[rng.randrange(len(plays))]
    record["tricks"][-1].pop("winner", None)
    record.pop("reported", None)
    return Spoilt("last_trick_short", record)


def misname_trick(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Let a call name another trick, if there is one; or let somebody call a revoke of any trick."""
    if not record["tricks"]:
        return None
    calls = record.setdefault("accusations", [])
    if not calls:
        by, against = rng.choice(table.players), rng.choice(table.players)
        calls.append({"by": by, "against": against})
    call = rng.choice(calls)
    others = [number for number in range(1, len(record["tricks"]) + 1) if number != call.get("trick")]
    if "at" in call or not others:
        return None  # a call of a trick that had not been played then can't be read
    call["trick"] = rng.choice(others)
    return Spoilt("call_misnamed", record)


def slip_twice(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Slip twice, in any way."""
    first = rng.choice(SLIPS)(record, table, rng)
    second = None if first is None else rng.choice(SLIPS)(first.record, table, rng)
    if first is None or second is None:
        return None
    order = second.true or list(range(len(second.record["tricks"])))
    return Spoilt("two_slips", second.record, [first.true[place] for place in order] if first.true else second.true)


def _simulated(make: Make, *, need: str = "tricks", without: str = "") -> Slip:
    """Return a slip of the simulator of known truth, in records that have one member and lack another."""

    def spoil(record: Json, table: Table, rng: Random) -> Spoilt | None:
        record.pop(without, None)
        is_usable = record.get(need) and record["tricks"] and all(trick["plays"] for trick in record["tricks"])
        made = make(Scene(record, {}, table, Counter()), rng) if is_usable else None
        return None if made is None else Spoilt(make.__name__, made.record)

    return spoil


def dealer_of_unequal_hands(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the dealer where somebody has a card more."""
    return wrong_dealer(record, table, rng) if table.pack.longer else None


def wrong_draw(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another name at a draw, or two neighbouring names in each other's place."""
    make = rng.choice([deal_slips.names_of_draws_exchanged, deal_slips.name_of_draw_miscopied])
    return _simulated(make)(record, table, rng)


IN_LOG: tuple[Make, ...] = (
    *(log_slips.lead_miscopied, log_slips.card_miscopied, log_slips.card_miscopied_in_trick, log_slips.suit_misread),
    *(log_slips.cards_exchanged, log_slips.names_exchanged, log_slips.name_miscopied, log_slips.lead_left_out),
    *(log_slips.play_left_out, log_slips.play_written_twice, log_slips.wrong_winner, log_slips.wrong_leader),
    deal_slips.wrong_bidder,
)
IN_LISTS: tuple[Make, ...] = (
    *(deal_slips.card_left_out_of_hand, deal_slips.card_twice_in_hand, deal_slips.card_twice_for_another),
    *(deal_slips.card_with_wrong_player, deal_slips.cards_of_lists_exchanged),
    *(deal_slips.cards_of_a_trick_exchanged_in_lists, deal_slips.lists_under_each_others_names),
)
SLIPS: tuple[Slip, ...] = (
    *(*map(_simulated, IN_LOG), *(_simulated(make, need="hands") for make in IN_LISTS)),
    *(miscopy_listed, wrong_draw, leave_out_trick, write_trick_twice, exchange_tricks),
    *(wrong_dealer, dealer_of_unequal_hands, _simulated(log_slips.partners_exchanged, need="hands", without="bids")),
    *(forget_bids, forget_dealer, forget_pass, shorten_last, misname_trick),
)
ALL_SLIPS: tuple[Slip, ...] = (*SLIPS, slip_twice, slip_twice)


def spoilt_once(record: Json, table: Table, rng: Random, slip: Slip) -> Spoilt | None:
    """Return the record with this slip in it; None where it has no place for one."""
    return slip(_copy(record), table, rng)
