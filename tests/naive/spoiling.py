"""One slip of the pen, put into the record of a round: every kind of the list that a record may show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.naive.mended import reordered
from tests.naive.table import Table
from tests.slips import deal_slips, log_slips
from tests.slips.model import Make, Scene

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


def _some_play(record: Json, rng: Random) -> tuple[list[Json], int] | None:
    tricks = [trick["plays"] for trick in record["tricks"] if trick["plays"]]
    if not tricks:
        return None
    plays = rng.choice(tricks)
    return plays, rng.randrange(len(plays))


def miscopy_play(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another card for one that was played, mostly one that shows."""
    found = _some_play(record, rng)
    if found is None:
        return None
    plays, place = found
    seen = [play["card"] for trick in record["tricks"] for play in trick["plays"]]
    cards = seen if rng.random() < 0.5 else sorted(table.pack.cards)
    plays[place]["card"] = _other(rng, cards, plays[place]["card"]) if len(set(cards)) > 1 else cards[0]
    return Spoilt("card_miscopied", record)


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


def _exchange(record: Json, rng: Random, member: str) -> Spoilt | None:
    tricks = [trick["plays"] for trick in record["tricks"] if len(trick["plays"]) > 1]
    if not tricks:
        return None
    plays = rng.choice(tricks)
    one, other = rng.sample(plays, 2)
    one[member], other[member] = other[member], one[member]
    return Spoilt("cards_exchanged" if member == "card" else "names_exchanged", record)


def exchange_cards(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Exchange two cards of a trick."""
    return _exchange(record, rng, "card")


def exchange_names(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Exchange two names of a trick."""
    return _exchange(record, rng, "player")


def leave_out_play(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave out a play, often a lead."""
    found = _some_play(record, rng)
    if found is None:
        return None
    plays, place = found
    lead = rng.random() < 0.4
    del plays[0 if lead else place]
    return Spoilt("lead_left_out" if lead or not place else "play_left_out", record)


def leave_out_trick(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave out a trick."""
    count = len(record["tricks"])
    if count < 2:
        return None
    gone = rng.randrange(count)
    order = [place for place in range(count) if place != gone]
    return Spoilt("trick_left_out", reordered(record, order), order)


def write_play_twice(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Write a play twice, side by side or somewhere later."""
    found = _some_play(record, rng)
    if found is None:
        return None
    plays, place = found
    plays.insert(rng.randrange(place, len(plays)) + 1, {"player": plays[place]["player"], "card": plays[place]["card"]})
    return Spoilt("play_written_twice", record)


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


def _hand(record: Json, rng: Random) -> tuple[str, list[str]] | None:
    hands = [(player, hand) for player, hand in record.get("hands", {}).items() if hand]
    return rng.choice(hands) if hands else None


def leave_out_listed(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Leave a card out of a hand's list."""
    found = _hand(record, rng)
    if found is None:
        return None
    found[1].pop(rng.randrange(len(found[1])))
    return Spoilt("card_left_out", record)


def write_listed_twice(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Write a card twice in a hand's list, or in two lists."""
    found = _hand(record, rng)
    if found is None:
        return None
    card = rng.choice(found[1])
    hands: list[list[str]] = list(record["hands"].values())
    cards = found[1] if rng.random() < 0.7 else rng.choice(hands)
    cards.insert(rng.randrange(len(cards) + 1), card)
    return Spoilt("card_written_twice", record)


def list_with_wrong_player(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Write a card of one listed hand with another."""
    found = _hand(record, rng)
    if found is None or len(record["hands"]) < 2:
        return None
    player, hand = found
    record["hands"][_other(rng, list(record["hands"]), player)].append(hand.pop(rng.randrange(len(hand))))
    return Spoilt("card_with_wrong_player", record)


def wrong_dealer(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the dealer."""
    if "dealer" not in record:
        return None
    record["dealer"] = _other(rng, table.players, record["dealer"])
    return Spoilt("dealer", record)


def _wrong_claim(record: Json, table: Table, rng: Random, member: str) -> Spoilt | None:
    tricks = [trick for trick in record["tricks"] if member in trick]
    if not tricks:
        return None
    trick = rng.choice(tricks)
    trick[member] = _other(rng, table.players, trick[member])
    return Spoilt(member, record)


def wrong_winner(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the winner of a trick."""
    return _wrong_claim(record, table, rng, "winner")


def wrong_leader(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the leader of a trick."""
    return _wrong_claim(record, table, rng, "leader")


def wrong_bidder(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another name for a bidder."""
    if not record.get("bids"):
        return None
    bid = rng.choice(record["bids"])
    member, names = ("player", table.players) if "player" in bid else ("team", list(table.sides))
    if len(names) < 2:
        return None
    bid[member] = _other(rng, names, bid[member])
    return Spoilt("bidder", record)


def exchange_listed(record: Json, _: Table, rng: Random) -> Spoilt | None:
    """Exchange two cards of two hands' lists."""
    hands = [hand for hand in record.get("hands", {}).values() if hand]
    if len(hands) < 2:
        return None
    one, other = rng.sample(hands, 2)
    here, there = rng.randrange(len(one)), rng.randrange(len(other))
    one[here], other[there] = other[there], one[here]
    return Spoilt("listed_cards_exchanged", record)


def misread_suit(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write a lead in another suit, mostly as a card that nobody else plays."""
    seen = {play["card"] for trick in record["tricks"] for play in trick["plays"]}
    cards = sorted(table.pack.cards - (seen if rng.random() < 0.7 else set()))
    leads = [trick["plays"][0] for trick in record["tricks"] if trick["plays"]]
    ways = [
        (lead, card)
        for lead in leads
        for card in cards
        if len(card) == len(lead["card"]) and card[0] == lead["card"][0] and card != lead["card"]
    ]
    if not ways:
        return None
    lead, card = rng.choice(ways)
    lead["card"] = card
    return Spoilt("suit_misread", record)


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


SLIPS: tuple[Slip, ...] = (
    *(miscopy_play, miscopy_play, miscopy_listed, exchange_cards, exchange_names, leave_out_play, leave_out_play),
    *(leave_out_trick, write_play_twice, write_trick_twice, exchange_tricks, leave_out_listed, write_listed_twice),
    *(list_with_wrong_player, wrong_dealer, wrong_winner, wrong_leader, wrong_bidder, exchange_listed, misread_suit),
    *(forget_bids, forget_dealer, forget_pass, shorten_last, misname_trick),
)
ALL_SLIPS: tuple[Slip, ...] = (*SLIPS, slip_twice, slip_twice)


def _simulated(make: Make, *, without: str = "") -> Slip:
    """Return a slip of the simulator of known truth, in records without this member."""

    def spoil(record: Json, table: Table, rng: Random) -> Spoilt | None:
        record.pop(without, None)
        made = make(Scene(record, {}, table, Counter()), rng) if record["tricks"] and "hands" in record else None
        return None if made is None else Spoilt(make.__name__, made.record)

    return spoil


def dealer_of_unequal_hands(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another player for the dealer where somebody has a card more."""
    return wrong_dealer(record, table, rng) if table.pack.longer else None


def wrong_draw(record: Json, table: Table, rng: Random) -> Spoilt | None:
    """Write another name at a draw, or two neighbouring names in each other's place."""
    make = rng.choice([deal_slips.names_of_draws_exchanged, deal_slips.name_of_draw_miscopied])
    made = make(Scene(record, {}, table, Counter()), rng)
    return None if made is None else Spoilt(make.__name__, made.record)


MORE_SLIPS: tuple[Slip, ...] = (
    *(_simulated(deal_slips.lists_under_each_others_names), wrong_draw, dealer_of_unequal_hands),
    *(_simulated(log_slips.suit_misread), _simulated(deal_slips.cards_of_a_trick_exchanged_in_lists)),
    *(_simulated(log_slips.partners_exchanged, without="bids"), _simulated(deal_slips.cards_of_lists_exchanged)),
)
"""Those that come seldom in random records."""


def spoilt_once(record: Json, table: Table, rng: Random, slip: Slip) -> Spoilt | None:
    """Return the record with this slip in it; None where it has no place for one."""
    return slip(_copy(record), table, rng)
