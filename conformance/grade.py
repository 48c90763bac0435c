#!/usr/bin/env python3
"""Count how many of the questions in questions.ndjson a list of answers gets right.

    python conformance/grade.py answers.ndjson     # a line for each question: {"id": ..., "answer": {...}}
    python conformance/grade.py --floor clean      # what somebody gets right who never finds anything
    python conformance/grade.py --floor follow     # and somebody who knows how to follow suit and how to count tens

README.md says how questions and answers look. A question without an answer is wrong, and so is an answer of another
form. The exit status is 0, or 2 if the answers can't be read. Needs nothing but Python 3.11.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
VECTORS = ("published", "rules")
"""The files whose vectors the questions are made of; the trivial answerers read the records there."""
TARGET = 500
PARTNERS = 4
"""The number of players who sit opposite their partners."""


def main(arguments: list[str] | None = None) -> int:
    """Print how many answers are right, by kind of question; return the exit status."""
    parser = argparse.ArgumentParser(description="Grade answers to the questions of the conformance kit.")
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("answers", nargs="?", type=Path, help='a file of lines {"id": ..., "answer": {...}}')
    given.add_argument("--floor", choices=FLOORS, help="the answers of a trivial answerer instead")
    options = parser.parse_args(arguments)
    try:
        answers = dict(floor(options.floor) if options.floor else answers_in(options.answers))
    except (OSError, ValueError) as error:
        print(f"The answers can't be read: {error}", file=sys.stderr)
        return 2
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    accused = 0
    for question in questions():
        answer = answers.get(question["id"])
        asked[question["kind"]] += 1
        right[question["kind"]] += is_right(question, answer)
        accused += question["kind"] == "irregularities" and accuses_wrongly(question["answer"], answer)
    for kind, count in asked.items():
        print(f"{kind}: {right[kind]} of {count}")
    print(f"all: {right.total()} of {asked.total()} ({100 * right.total() / asked.total():.1f} %)")
    print(f"names somebody for something that is not proved: {accused} of {asked['irregularities']}")
    return 0


def questions() -> Iterator[dict[str, Any]]:
    """Yield the questions; the first line of the file, which they share, is none."""
    lines = (FOLDER / "questions.ndjson").read_text(encoding="utf-8").splitlines()
    yield from map(json.loads, lines[1:])


def answers_in(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the answers of a file by the id of their question; raises `ValueError` for a line that is no answer."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            yield entry["id"], entry["answer"]
        except (ValueError, TypeError, KeyError, RecursionError):
            message = f'line {number} is not {{"id": ..., "answer": {{...}}}}'
            raise ValueError(message) from None


def is_right(question: Mapping[str, Any], answer: Any) -> bool:
    """Return whether an answer states all that the answer of the question states, and of lists nothing else."""
    if not isinstance(answer, dict):
        return False
    for member, value in question["answer"].items():
        given = answer.get(member)
        if isinstance(value, dict):
            # Of some rounds the kit decides the points of one side only.
            if not isinstance(given, dict) or any(not _same(given.get(side), figure) for side, figure in value.items()):
                return False
        elif isinstance(value, list):
            if not isinstance(given, list) or not _same_items(value, given):
                return False
        elif not _same(given, value):
            return False
    return True


def accuses_wrongly(right: Mapping[str, Any], answer: Any) -> bool:
    """Return whether an answer names somebody for an irregularity that the record does not prove of him."""
    named = answer.get("irregularities") if isinstance(answer, dict) else None
    if not isinstance(named, list):
        return False
    proved = [(each["code"], each.get("who")) for each in right["irregularities"]]
    return any(
        isinstance(each, dict) and "who" in each and (each.get("code"), each["who"]) not in proved for each in named
    )


def _same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _same_items(right: list[Any], given: list[Any]) -> bool:
    """Return whether two lists have the same items in any order; who did something counts only where it is stated."""
    left = list(given)
    for item in right:
        match = next((each for each in left if _is_meant(item, each)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _is_meant(item: Any, given: Any) -> bool:
    if isinstance(item, dict):
        return isinstance(given, dict) and all(given.get(member) == value for member, value in item.items())
    return bool(item == given)


# The trivial answerers: what their figures exceed, nobody has earned.


def floor(name: str) -> Iterator[tuple[str, Any]]:
    """Yield the answers of a trivial answerer."""
    requests = {vector["id"]: vector["request"] for file in VECTORS for vector in _vectors(file)}
    for question in questions():
        yield question["id"], FLOORS[name][question["kind"]](requests[question["id"]])


def _vectors(file: str) -> Iterator[dict[str, Any]]:
    lines = (FOLDER / "vectors" / f"{file}.ndjson").read_text(encoding="utf-8").splitlines()
    yield from map(json.loads, lines)


def _sides(request: Mapping[str, Any]) -> list[list[str]]:
    """Return the sides: of four players those who sit opposite, otherwise each player."""
    players: list[str] = request["players"]
    return [players[::2], players[1::2]] if len(players) == PARTNERS else [[player] for player in players]


def _contracts(request: Mapping[str, Any]) -> dict[str, Any]:
    """Score as most people would: ten a trick bid, one for each more, minus ten if set, 100 for nil."""
    points, scores = {}, {}
    won = request["tricks_won"]
    for players in _sides(request):
        side = "+".join(players)
        bids = [bid for bid in request["bids"] if bid.get("player") in players or bid.get("team") == side]
        taken = won.get(side, sum(won.get(player, 0) for player in players))
        nils = [bid for bid in bids if bid["tricks"] == 0 and "player" in bid]
        bid_of_side = sum(bid["tricks"] for bid in bids)
        made = 10 * bid_of_side + taken - bid_of_side if taken >= bid_of_side else -10 * bid_of_side
        points[side] = made + sum(100 if won.get(bid["player"], 0) == 0 else -100 for bid in nils)
        scores[side] = points[side] + request.get("before", {}).get(side, {}).get("score", 0)
    return {"points": points, "score": scores}


def _ends(request: Mapping[str, Any]) -> dict[str, Any]:
    """End the game for the highest score that has reached 500."""
    before = dict(request.get("before", {}))
    for row in request["rounds"]:
        score = _contracts({**request, **row, "before": before})["score"]
        before = {side: {"score": figure} for side, figure in score.items()}
    highest = max(standing["score"] for standing in before.values())
    finished = highest >= TARGET
    return {
        "finished": finished,
        "winners": [side for side, standing in before.items() if standing["score"] == highest] if finished else [],
    }


def _wins(request: Mapping[str, Any]) -> dict[str, Any]:
    """Give the trick to the highest spade, or else to the highest card of the suit led."""
    plays = request["plays"]
    led = plays[0]["card"][1]
    best = max(
        plays, key=lambda play: (play["card"][1] == "S", play["card"][1] == led, "23456789TJQKA".find(play["card"][0]))
    )
    return {"winner": best["player"]}


def _follows(request: Mapping[str, Any]) -> dict[str, Any]:
    """Allow the cards of the suit led, or all if there are none."""
    hand, plays = request["hand"], request["plays"]
    following = [card for card in hand if plays and card[1] == plays[0]["card"][1]]
    return {"legal": following or hand}


def _revokes(request: Mapping[str, Any]) -> dict[str, Any]:
    """Accuse whoever did not follow suit with a card of it in the listed hand, or played one later."""
    found = []
    tricks = [trick["plays"] for trick in request.get("tricks", ())]
    for number, plays in enumerate(tricks):
        for play in plays[1:]:
            later = [
                each["card"] for trick in tricks[number + 1 :] for each in trick if each["player"] == play["player"]
            ]
            played = [each["card"] for trick in tricks[:number] for each in trick if each["player"] == play["player"]]
            listed = [card for card in request.get("hands", {}).get(play["player"], ()) if card not in played]
            led = plays[0]["card"][1]
            if play["card"][1] != led and any(card[1] == led for card in [*later, *listed]):
                found.append({"code": "revoke", "who": play["player"]})
    return {"irregularities": found}


Answerer = Callable[[Mapping[str, Any]], dict[str, Any]]
FLOORS: dict[str, dict[str, Answerer]] = {
    "clean": {
        "irregularities": lambda _: {"irregularities": []},
        "points": lambda request: {
            member: {"+".join(side): 0 for side in _sides(request)} for member in ("points", "score")
        },
        "end": lambda _: {"finished": False, "winners": []},
        "winner": lambda request: {"winner": request["plays"][0]["player"]},
        "legal": lambda request: {"legal": request["hand"]},
    },
    "follow": {"irregularities": _revokes, "points": _contracts, "end": _ends, "winner": _wins, "legal": _follows},
}
"""The answers of somebody who never finds anything, and of somebody who knows the most common rules and no other."""


if __name__ == "__main__":
    sys.exit(main())
