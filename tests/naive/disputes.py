"""Random disputes from a seeded generator: rounds with offences in them, cards taken back, calls and score sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.naive.corrections import is_established, revokes
from tests.naive.deals import NAMES, legal_round
from tests.naive.evidence import Spot
from tests.naive.faults import hide, spoil
from tests.naive.house_rules import merged, random_overrides, random_penalties
from tests.naive.prices import row_of
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, Table

Json = dict[str, Any]
Change = Callable[[Json, Json, Random], Json]
"""Takes a record and the parameters of its ruleset; returns another record."""


def _aside(drawn: Json) -> Random:
    """Return a generator of its own for what is drawn last, so that each seed keeps the rest of its record."""
    return Random(repr(drawn))


def disputed_rules(rng: Random, preset: Json) -> tuple[Json, Json]:
    """Return overrides for a preset and all parameters with them."""
    overrides = random_overrides(rng) if rng.random() < 0.6 else {}
    parameters = merged(preset, overrides)
    players = parameters["table"]["players"][0]
    sides = len(Table({"players": NAMES[:players]}, parameters).sides)
    if rng.random() < 0.9:
        overrides = {**overrides, **random_penalties(rng, sides)}
    return overrides, merged(parameters, overrides)


def dispute(rng: Random, parameters: Json, changes: list[Change], *, slips: float) -> Json | None:
    """Return a random record, changed by these; None where no legal bidding was found."""
    record = legal_round(rng, parameters, slips=slips)
    if record is None:
        return None
    limit = parameters["bags"]["limit"]
    for standing in record.get("before", {}).values():
        standing["revokes"] = rng.choice([0, 0, 0, 1])
        standing["bags"] = standing["bags"] % limit if limit else 0
    for change in changes:
        record = change(record, parameters, rng)
    return record


def _copy(record: Json) -> Json:
    copied: Json = json.loads(json.dumps(record))
    return copied


# What goes wrong.


def copied_and_called(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with a trick written twice, the copy beside it, and calls that name either or come then."""
    players, copied = record["players"], _copy(record)
    tricks = copied["tricks"]
    whole = [
        index
        for index, trick in enumerate(tricks)
        if len(trick["plays"]) == len(players) and UNREAD not in {play["card"] for play in trick["plays"]}
    ]
    if not whole:
        return record
    place = rng.choice(whole)
    tricks.insert(place, json.loads(json.dumps(tricks[place])))
    copied["accusations"] = []
    for by, against in (rng.sample(players, 2) for _ in range(3)):
        call: Json = {"by": by, "against": against}
        if rng.random() < 0.7:
            call["trick"] = place + rng.choice([1, 2])
        if rng.random() < 0.5:
            call["at"] = {"trick": place + rng.choice([2, 2, 3]), "plays": rng.randrange(len(players) + 1)}
        copied["accusations"].append(call)
    return copied


def cut_off(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with a log that ends somewhere, and sometimes says that play was stopped there."""
    cut = _copy(record)
    tricks = cut["tricks"]
    del tricks[rng.randrange(1, len(tricks) + 1) :]
    if rng.random() < 0.4:
        del tricks[-1]["plays"][rng.randrange(1, len(tricks[-1]["plays"]) + 1) :]
    if rng.random() < 0.2:
        cut["stopped"] = True
    return cut


def plainly_spoilt(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with faults of any kind."""
    return spoil(record, rng)


def miscounted(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with a card moved from one hand to another, or left out."""
    spoilt = _copy(record)
    hands: list[list[str]] = [hand for hand in spoilt.get("hands", {}).values() if hand]
    if len(hands) > 1 and rng.random() < 0.15:
        giver, taker = rng.sample(hands, 2)
        card = giver.pop(rng.randrange(len(giver)))
        if rng.random() < 0.6:
            taker.append(card)
    return spoilt


def out_of_turn(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with plays in another order, or claims that are not so."""
    spoilt = _copy(record)
    if rng.random() < 0.25:
        plays = rng.choice(spoilt["tricks"])["plays"]
        one, other = rng.sample(range(len(plays)), 2)
        plays[one], plays[other] = plays[other], plays[one]
    if rng.random() < 0.1 and len(spoilt["tricks"]) > 1:
        place = rng.randrange(1, len(spoilt["tricks"]))
        plays = spoilt["tricks"][place]["plays"]
        spoilt["tricks"][place]["plays"] = plays[1:] + plays[:1]
        if rng.random() < 0.5:
            spoilt["tricks"][place - 1]["winner"] = plays[1]["player"]
    if rng.random() < 0.1:
        rng.choice(spoilt["tricks"])[rng.choice(["leader", "winner"])] = rng.choice(spoilt["players"])
    return spoilt


def hidden(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with some of its evidence hidden, or without its dealer, a pass or its bids."""
    changed = _copy(hide(record, rng) if rng.random() < 0.6 else record)
    if rng.random() < 0.1 and not Table(record, parameters).pack.longer:
        changed.pop("dealer", None)
        if "bids" in changed and rng.random() < 0.5 and not _is_raised(changed["bids"]):
            rng.shuffle(changed["bids"])
    if rng.random() < 0.1 and changed.get("exchanges", []) != []:
        changed["exchanges"].pop(rng.randrange(len(changed["exchanges"])))
        if not changed["exchanges"]:
            del changed["exchanges"]
    if rng.random() < 0.1:
        changed.pop(rng.choice(["bids", "exchanges"]), None)
    return changed


def _is_raised(bids: list[Json]) -> bool:
    """Tell whether somebody bids twice: in another order a raise would be a bid too many, or the lower bid stand."""
    bidders = [bid.get("team", bid.get("player")) for bid in bids]
    return len(set(bidders)) < len(bidders)


def unread(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with some cards that could not be read, or without its bids."""
    changed = _copy(record)
    if rng.random() < 0.15:
        changed.pop("bids", None)
    plays = [play for trick in changed["tricks"] for play in trick["plays"]]
    for _time in range(rng.choice([0, 1, 1, 1, 2, 4])):
        if plays:
            rng.choice(plays)["card"] = UNREAD
    lists = [*changed.get("hands", {}).values(), changed.get("set_aside", [])]
    lists += [exchange["cards"] for exchange in changed.get("exchanges", [])]
    for _time in range(rng.choice([0, 0, 1, 2])):
        cards = rng.choice(lists)
        if cards:
            cards[rng.randrange(len(cards))] = UNREAD
    return changed


def unseen(record: Json, _: Json, rng: Random) -> Json:
    """Return the record with some of its evidence hidden, and its log whole."""
    whole = {member: record[member] for member in ("bids", "tricks", "exchanges") if member in record}
    return hide(record, rng) | whole


# Cards taken back.


def taken_back(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with cards that were taken back, in time or not."""
    return _take_back(record, parameters, rng, always_in_time=False)


def taken_back_in_time(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with cards that were taken back in time."""
    return _take_back(record, parameters, rng, always_in_time=True)


def _take_back(record: Json, parameters: Json, rng: Random, *, always_in_time: bool) -> Json:
    changed = _copy(record)
    if always_in_time and parameters["calls"]["established"] == "at_once":
        return changed  # no card can be taken back in time
    if always_in_time and row_of(parameters, "card_taken_back")["remedy"] != "none":
        return changed  # a card laid is a card played
    referee = Referee(changed, parameters)
    tricks = changed["tricks"]
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        trick = rng.randrange(len(tricks))
        place = rng.randrange(len(tricks[trick]["plays"]))
        play = tricks[trick]["plays"][place]
        later = [
            other["card"]
            for each in tricks[trick + 1 :]
            for other in each["plays"]
            if other["player"] == play["player"] and other["card"] in referee.pack.cards
        ]
        suit = referee.pack.suit(tricks[trick]["plays"][0]["card"])
        wrong = [card for card in later if referee.pack.suit(card) != suit]
        choice = wrong if wrong and rng.random() < 0.8 else later
        for _ in range(1 if rng.random() < 0.85 else 2):
            at = _moment_after(rng, referee, (trick, place))
            if (
                always_in_time
                and at is not None
                and is_established(referee, (trick, place), (at["trick"] - 1, at["plays"])) is not False
            ):
                at = None
            if choice:
                back = {"card": rng.choice(choice), **({} if at is None else {"at": at})}
                play["withdrawn"] = sorted([*play.get("withdrawn", []), back], key=_when)
    return changed


def _when(back: Json) -> tuple[int, int]:
    """Return what puts the cards that were taken back in order, those without a moment first."""
    return (back["at"]["trick"], back["at"]["plays"]) if "at" in back else (0, 0)


def _moment_after(rng: Random, referee: Referee, spot: Spot) -> Json | None:
    """Return a moment after this play, mostly soon; None for none that the record tells."""
    trick, place = spot
    seats = len(referee.table.players)
    way = rng.random()
    if way < 0.25:
        return None
    if way < 0.55:
        return {"trick": trick + 1, "plays": rng.randrange(place + 1, seats + 1)}
    if way < 0.85:
        return {"trick": trick + 2, "plays": rng.randrange(seats + 1)}
    return {"trick": rng.randrange(trick + 2, referee.pack.hand_size + 2), "plays": rng.randrange(seats + 1)}


# Calls.


def called(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with calls of revokes: right ones, wrong ones, late ones; or with none that was made."""
    changed = _copy(record)
    way = rng.random()
    if way < 0.4:
        return changed
    referee = Referee(changed, parameters)
    referee.judge()
    proved, _ = revokes(referee)
    accusations: list[Json] = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        by, against = rng.choice(changed["players"]), rng.choice(changed["players"])
        trick = rng.randrange(referee.pack.hand_size)
        if proved and rng.random() < 0.6:
            revoke = rng.choice(proved)
            against, trick = revoke.player, revoke.spot[0]
        call: Json = {"by": by, "against": against}
        if rng.random() < 0.6:
            call["trick"] = trick + 1
            if trick and _aside(call).random() < 0.3:
                call["trick"] = trick  # the trick before
        at = _moment_after(rng, referee, (trick, len(changed["players"]) - 1))
        if at is not None:
            call["at"] = at
        accusations.append(call)
        if rng.random() < 0.15:  # the same call once more, or the partner's
            caller = referee.table.partner(by) or by
            accusations.append({**call, "by": rng.choice([by, caller])})
    changed["accusations"] = accusations
    return changed
