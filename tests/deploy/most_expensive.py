"""The most expensive request for each operation, by a search.

``python -m tests.deploy.most_expensive [SECONDS [OPERATION]...]`` prints it.

It begins with the examples of the contract, spoilt records, rounds that end with an early claim, a long game, long
texts, a long league table and lists of faults, changes them at random, and goes on from those that take the most CPU
time, whether they are answered or refused. The most expensive is then asked for in every media type. The seconds are of
CPU, too, for each operation, so that a busy machine tries as many, though each second is of less use there. `make
endure` prints the same.
"""

from __future__ import annotations

import copy
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import orjson

from service.operations.operation import Computation
from service.operations.runner import HANDLERS, computation
from service.settings import Settings
from service.wire.contract import load_document
from tests.contract.corpus import bodies_of
from tests.deploy.attacks import cpu, game_of, worst_records
from tests.operations.costly_claims import costly_claims

SECONDS = 5.0
_KEPT = 6
_AGAIN = 4  # the least of several tries is nearest to what the request takes where nothing else runs
_CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
_TEXT_LENGTH = load_document()["components"]["schemas"]["ReadRecordsRequest"]["properties"]["text"]["maxLength"]

Path = tuple[Any, ...]


def starts(operation: str) -> Iterator[Any]:
    """Yield the requests with which the search for an operation begins."""
    yield from map(copy.deepcopy, bodies_of(operation).values())
    records = [*worst_records()[:_KEPT], *map(_claimed_round, range(4))]
    if operation == "auditRound":
        yield from map(copy.deepcopy, records)
    if operation == "compareRound":
        for record in records:
            told = {name: value for name, value in record.items() if name != "ruleset"}
            yield {**told, "rulesets": ["pagat", "nello", "solitaire-bliss", "suicide", "whiz", "mirror", "openspiel"]}
            yield {**told, "rulesets": [*_played_unlike()]}
    if operation == "auditGame":
        yield from (
            orjson.loads(game_of(record, rounds)) for record in (*records[:2], *records[-2:]) for rounds in (8, 100)
        )
    if operation == "readRecords":
        for body in bodies_of(operation).values():
            for line in dict.fromkeys(line for line in body["text"].split("\n")[-3:] if line):
                for repeated in (f"{line}\n", f"{line}\n" * 54 + "---\n"):  # one round of all, and many whole ones
                    times = (_TEXT_LENGTH - len(body["text"])) // len(repeated)
                    yield {**body, "text": f"{body['text']}\n" + repeated * (times - 1)}
    if operation == "judgeClaim":
        yield from map(_early_claim, range(4))
        yield from costly_claims()
    yield from _leagues() if operation == "makeLeagueTable" else ()
    yield from _lists_of_faults(operation)


def _leagues() -> Iterator[Any]:
    """Yield a league of as many teams as there may be, and one of as many games, each by a ruleset of its own."""
    yield {"results": [], "byes": [f"Team {number}" for number in range(9_990)]}
    targets = [{"name": "pagat", "overrides": {"game": {"target": 500 + number}}} for number in range(500)]
    yield {"games": [{"ruleset": ruleset, "players": ["ana", "ben", "cy", "dee"], "rounds": []} for ruleset in targets]}


def _lists_of_faults(operation: str) -> Iterator[Any]:
    """Yield requests with as many faults as a body may have values."""
    settings, body = Settings(), next(iter(bodies_of(operation).values()))
    most = settings.game_values if computation(operation).size == "game" else settings.body_values
    names = [key if isinstance(holder[key], list) else None for holder, key in _places(body)]
    for number, name in enumerate(names):
        if isinstance(name, str) and name not in names[:number]:
            lists: tuple[list[Any], ...] = ([0] * (most - 200), [{}] * (most - 200), [{"": 0}] * (most // 2 - 200))
            for values in lists:
                faulty = copy.deepcopy(body)
                holder, key = list(_places(faulty))[number]
                holder[key] = values
                yield faulty


def _claimed_round(seed: int) -> Any:
    """Return a round that ended with a claim before the first card was played; the odd ones say how he would play."""
    early = _early_claim(seed)
    claim = {**early["claim"], "accepted": False}
    if not seed % 2:
        del claim["statement"]
    bids = [{"player": player, "tricks": 2 * (seat % 2)} for seat, player in enumerate(early["players"])]
    told = {name: early[name] for name in ("ruleset", "players", "hands")}
    return {**told, "dealer": early["players"][-1], "bids": bids, "tricks": [], "claim": claim}


def _played_unlike() -> Iterator[Any]:
    """Yield rulesets by which the cards are played unlike each other, and claims are judged by another test."""
    for card in ("any", "non_spade"):
        for test in ("certain", "best_play"):
            for lead in ("after_broken", "any_time"):
                play = {"opening_card": card, "spade_lead": lead}
                yield {"name": "pagat", "overrides": {"play": play, "claims": {"test": test}}}


def _early_claim(seed: int) -> Any:
    """Return a claim with all cards in hand, all of them stated, and four nils at stake."""
    dealt, players = Random(seed).sample(_CARDS, 52), ["ana", "ben", "cy", "dee"]
    hands = {player: dealt[seat::4] for seat, player in enumerate(players)}
    claim = {"by": "ana", "tricks": 6, "statement": hands["ana"]}
    told = {"players": players, "leader": "ana", "spades_broken": False, "bids_by_player": dict.fromkeys(players, 0)}
    return {"ruleset": "pagat", **told, "hands": hands, "claim": claim}


def changed(random: Random, body: Any) -> Any:
    """Return a copy of a request with some values exchanged, repeated, left out or replaced by others of their kind."""
    body = copy.deepcopy(body)
    for _ in range(random.choice((1, 1, 2, 3))):
        places = list(_places(body))
        if not places:
            break
        holder, key = random.choice(places)
        value, kind = holder[key], random.random()
        others = [(other, place) for other, place in places if type(other[place]) is type(value) and other is not value]
        if kind < 0.15 and isinstance(holder, list):
            del holder[key]
        elif kind < 0.25 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(value))
        elif kind < 0.4 and value in _CARDS:
            holder[key] = random.choice([*_CARDS, "??"])
        elif kind < 0.5 and isinstance(value, int):
            holder[key] = max(0, value + random.choice((-10, -1, 1, 10)))
        elif others:
            other, place = random.choice(others)
            holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(value)
    return body


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every member and item inside a value, as what holds it and its key."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(inner)


def most_expensive(operation: str, seconds: float, seed: int = 1) -> tuple[float, bytes]:
    """Return the most CPU seconds that a request to an operation took in a search of so many seconds, and that one."""
    random = Random(seed)
    best: list[tuple[float, bytes]] = []
    for body in starts(operation):
        sent = orjson.dumps(body)
        took = cpu(operation, sent)
        if took > max((each[0] for each in best), default=0.0):
            took = min(took, cpu(operation, sent))  # now that what is kept has been read
        best.append((took, sent))
    until = time.process_time() + seconds
    while time.process_time() < until:
        best = sorted(best, key=lambda each: -each[0])[:_KEPT]
        sent = orjson.dumps(changed(random, orjson.loads(random.choice(best)[1])))
        best.append((cpu(operation, sent), sent))
    took, sent = max(best, key=lambda each: each[0])
    return min(took, *(cpu(operation, sent) for _ in range(_AGAIN))), sent


def report(seconds: float = SECONDS, *names: str) -> Iterator[str]:
    """Yield in lines what the most expensive request for each operation takes, or for each of these."""
    for operation, handler in HANDLERS.items():
        if isinstance(handler, Computation) and (operation in names or not names):
            took, sent = most_expensive(operation, seconds)
            pages = {media_type: cpu(operation, sent, media_type) for media_type in handler.pages}
            shown = "".join(f", {page:.3f} s as {media_type}" for media_type, page in pages.items())
            yield f"{operation}: {took:.3f} s of CPU for {len(sent):,} bytes{shown}"


if __name__ == "__main__":
    limit, *chosen = sys.argv[1:] or [str(SECONDS)]
    for line in report(float(limit), *chosen):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
