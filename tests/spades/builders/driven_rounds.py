"""Rounds that know no rule: dealt from the resolved pack, and then played move by move as `nextInRound` says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from service.presets.loader import resolve
from service.spades.rules.ruleset import Reference
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json, names_at

Chooser = Callable[[Json, random.Random], str]
"""Returns the card to play, of an answer that says which are legal."""


def tables_of(name: str, *options: str) -> list[int]:
    """Return the numbers of players for which a preset with these options has a table."""
    return sorted(resolve(Reference(name, options, {})).packs)


def any_legal(answer: Json, luck: random.Random) -> str:
    return str(luck.choice(answer["legal"]))


def dealt(ruleset: Json | str, players: int, luck: random.Random) -> Json:
    """Return a record of a round whose cards have been dealt, or lie in a stock from which they are drawn."""
    names = list(names_at(ruleset, players))
    pack = ask("resolveRuleset", {"ruleset": ruleset, "player_count": players})
    deck = luck.sample(pack["deck"], len(pack["deck"]))
    size, dealer = pack["hand_size"], luck.randrange(players)
    record: Json = {"ruleset": ruleset, "players": names, "dealer": names[dealer], "bids": [], "tricks": []}
    record["round_number"] = luck.randint(1, 2)
    record["before"] = {name: {"score": luck.choice((0, 0, 150, 350))} for name in teams_of(record)}
    if pack["parameters"]["deck"]["formation"] == "draw":
        return record | {"draws": []}
    seats = [(dealer + 1 + place) % players for place in range(players)]
    hands = {names[seat]: deck[place : size * players : players] for place, seat in enumerate(seats)}
    aside = deck[size * players :]
    return record | {"hands": hands} | ({"set_aside": aside} if aside and luck.random() < 0.5 else {})


def teams_of(record: Json) -> list[str]:
    """Return the names of the sides, which the scores of any result have."""
    rules = ask("resolveRuleset", {"ruleset": record["ruleset"], "player_count": len(record["players"])})
    names, half = record["players"], len(record["players"]) // 2
    if rules["parameters"]["table"]["sides"] == "individual":
        return list(names)
    return [f"{names[seat]}+{names[seat + half]}" for seat in range(half)]


def moves(record: Json, luck: random.Random, choose: Chooser = any_legal) -> Iterator[tuple[Json, Json]]:
    """Yield each question and its answer until the round is finished; what is chosen goes into the record.

    Rules that close every bid from some standing end it there.
    """
    asked: Json = {}
    if luck.random() < 0.5:
        asked["looked"] = []
    stock: list[str] = []
    if "draws" in record:
        count = len(record["players"])
        deck = ask("resolveRuleset", {"ruleset": record["ruleset"], "player_count": count})["deck"]
        stock = luck.sample(deck, len(deck))
    while True:
        question = {**record, **asked}
        answer = ask("nextInRound", question)
        yield question, answer
        if "turn" not in answer and answer.get("decided_by") == "#/first_bidder":
            asked["first_bidder"] = luck.choice(record["players"])  # who bids first is drawn
            continue
        if answer.get("finished") or answer.get("bids") == []:
            return
        _move(record, answer, asked, stock, luck, choose)


def _move(record: Json, answer: Json, asked: Json, stock: list[str], luck: random.Random, choose: Chooser) -> None:
    player = answer["turn"]
    if "draw" in answer:
        cards = [stock.pop() for _ in range(answer["draw"]["count"])]
        kept = luck.sample(cards, answer["draw"]["keep"])
        record["draws"].append({"player": player, "cards": cards, "kept": kept})
    elif answer.get("may_look") and luck.random() < 0.5:
        asked["looked"] = [*asked["looked"], player.partition("+")[0]]
    elif "bids" in answer:
        bid = luck.choice(answer["bids"])
        bidder = "player" if player in record["players"] else "team"
        record["bids"].append({bidder: player, "tricks": bid["tricks"], "kind": bid["kind"]})
    elif "exchange" in answer:
        cards = luck.sample(answer["legal"], answer["exchange"]["count"])
        passed = {"from": player, "to": answer["exchange"]["to"], "cards": cards}
        record["exchanges"] = [*record.get("exchanges", ()), passed]
    else:
        if answer["trick"] > len(record["tricks"]):
            record["tricks"].append({"plays": []})
        record["tricks"][-1]["plays"].append({"player": player, "card": choose(answer, luck)})


def driven(ruleset: Json | str, players: int, seed: int, choose: Chooser = any_legal) -> Json:
    """Return the record of a round that is played to its end."""
    luck = random.Random(seed)
    record = dealt(ruleset, players, luck)
    for _ in moves(record, luck, choose):
        pass
    return record
