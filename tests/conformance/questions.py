"""The hand-written vectors of the kit as questions in plain words, with the answers that the rules decide.

A program that talks, such as an assistant, can be asked these without knowing the contract. Nothing here asks the
service who is right: answers come from the vectors, and a player's name from the place in the record that a vector
states. `conformance/grade.py` compares what somebody answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from service.pages.finding_texts import finding_texts
from service.spades.cards import card_name, codes_of
from service.spades.english import count_of, listed
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import compare, rulebook
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table, sit_down
from service.wire.ruleset_json import resolve_once
from tests.conformance.vector import Vector
from tests.spades.builders.cards import Json

USUAL = "pagat"
"""The ruleset whose rules the first line states; a question states where its own rules differ."""
_WHOLE_PACK = 52
_OF_KIND = {"blind": "blind ", "blind_nil": "blind ", "zero": "without a promise "}
"""The words before the number of a bid of these kinds."""


def questions(vectors: Iterable[Vector]) -> Iterator[Json]:
    """Yield the first line of the file, with what all questions share, and a line for each question."""
    usual = resolve_once(USUAL)
    yield {
        "rules": [rule.text for section in rulebook(usual) for rule in section.rules if rule.applies],
        "codes": {code: text.meaning for code, text in finding_texts().items()},
        "answers": {kind: answer_form for kind, (_, answer_form) in _ASKED.items()},
    }
    for vector in vectors:
        asked = _asked(vector)
        if asked is not None:
            kind, answer = asked
            text = " ".join([*_rules(usual, vector.request), *_record(vector.request), _ASKED[kind][0]])
            yield {"id": vector.name, "kind": kind, "question": text, "answer": answer}


_ASKED = {
    "irregularities": (
        "Which irregularities does this prove?",
        '{"irregularities": [{"code": one of the codes, "who": the player or side, if anybody}]}; empty if none',
    ),
    "points": (
        "How many points does each side make in this round, and what is its score after it?",
        '{"points": {side: points of the round}, "score": {side: score after the round}}',
    ),
    "end": (
        "Is the game over, and who has won?",
        '{"finished": true or false, "winners": [sides]}',
    ),
    "winner": ("Who wins this trick?", '{"winner": player}'),
    "legal": ("Which of these cards may be played?", '{"legal": [cards]}'),
}
"""Each kind of question with its last sentence, and the form of its answer."""


def _asked(vector: Vector) -> tuple[str, Json] | None:
    """Return the kind of question that a vector makes, with the answer; None if it decides nothing of that kind."""
    answer, request = vector.answer, vector.request
    match vector.operation:
        case "auditRound" | "checkBids" if "findings" in answer and ("bids" in request):
            return "irregularities", {"irregularities": [_irregularity(request, found) for found in answer["findings"]]}
        case "scoreRound":
            sides = zip(_table(request).sides, answer["teams"], strict=True)
            stated = [(side.name, score) for side, score in sides if score]
            points = {name: score["points"] for name, score in stated if "points" in score}
            score_after = {name: score["after"]["score"] for name, score in stated if "score" in score.get("after", {})}
            if points or score_after:
                return "points", {"points": points, "score": score_after}
        case "scoreGame" if "finished" in answer:
            return "end", {"finished": answer["finished"], "winners": answer["winners"]}
        case "judgeTrick" if "winner" in answer:
            return "winner", {"winner": answer["winner"]}
        case "listLegalPlays":
            return "legal", {"legal": answer["legal"]}
    return None


def _irregularity(request: Json, found: Json) -> Json:
    who = found.get("player") or found.get("team") or _who_is_at(request, found["pointer"])
    return {"code": found["code"]} | ({"who": who} if who else {})


def _who_is_at(request: Json, pointer: str) -> str | None:
    """Return the player or side that an entry of a record is about, None if it is about none."""
    value: Any = request
    for part in pointer.removeprefix("#/").split("/"):
        value = value[int(part)] if isinstance(value, list) else value.get(part)
        if not isinstance(value, dict | list):
            return None
    return (value.get("player") or value.get("team")) if isinstance(value, dict) else None


# The rules of a question, as far as they are not the usual ones.


def _table(request: Json) -> Table:
    ruleset = resolve_once(request["ruleset"])
    return sit_down(request["players"], None, ruleset.parameters.table.sides, ruleset.parameters.table.players)


def _rules(usual: Ruleset, request: Json) -> Iterator[str]:
    ruleset, players = resolve_once(request["ruleset"]), len(request["players"])
    compared = compare(usual, ruleset)
    rules = [difference.rules[1] for difference in (*compared.differences, *compared.consequences)]
    # Which cards are taken out follows from the pack, which is stated.
    named = [rule for rule in rules if rule.applies and rule.parameter != "deck.removed"]
    texts = [f"{rule.text} {rule.added}".rstrip() for rule in named]
    yield "You judge a round of Spades. The usual rules hold" + (", but for these:" if texts else ".")
    yield from texts
    yield from _pack(ruleset.packs[players])


def _pack(pack: Pack) -> Iterator[str]:
    cards = codes_of(pack.cards)
    if len(cards) != _WHOLE_PACK or not all(code[0] in "23456789TJQKA" for code in cards):
        yield f"The pack: {' '.join(cards)}."
    yield f"Each player holds {count_of(pack.hand_size, 'card')}."


# The record, member by member; a member that nothing here can say is an error, so that no question leaves it out.


def _record(request: Json) -> Iterator[str]:
    table = _table(request)
    yield f"Clockwise round the table sit {listed(request['players'])}."
    yield from (f"{listed(side.players)} are partners." for side in table.sides if len(side.players) > 1)
    members = {member: value for member, value in request.items() if member not in {"ruleset", "players"}}
    first = members.pop("first_round_number", 1)
    if "rounds" in members:
        members["rounds"] = [*enumerate(members["rounds"], first)]
    yield from _members(members)


def _members(values: Mapping[str, Any]) -> Iterator[str]:
    for member in sorted(values, key=[*_MEMBERS].index):
        yield from _MEMBERS[member](values[member])


def _by_name(values: Mapping[str, Any], say: Callable[[str, Any], str]) -> Iterator[str]:
    return (say(name, value) for name, value in values.items())


def _standing(name: str, standing: Json) -> str:
    counts = {"bags": "bag", "sets": "set", "consecutive_sets": "set"}
    parts = [count_of(standing.get("score", 0), "point")]
    for member, value in standing.items():
        if member != "score":
            parts.append(count_of(value, counts[member]) + (" in a row" if member == "consecutive_sets" else ""))
    return f"Before, {name} had {listed(parts)}."


def _bid(bid: Json) -> str:
    return f"{bid.get('player') or bid['team']} {_OF_KIND.get(bid.get('kind', ''), '')}{bid['tricks']}"


def _bids(bids: list[Json]) -> Iterator[str]:
    yield f"The bids, in their order: {', '.join(map(_bid, bids))}." if bids else "Nobody has bid."


def _tricks_won(won: Mapping[str, int]) -> Iterator[str]:
    yield f"Tricks won: {', '.join(f'{name} {tricks}' for name, tricks in won.items())}."


def _hands(hands: Mapping[str, list[str]]) -> Iterator[str]:
    yield from _by_name(hands, lambda name, cards: f"The hand of {name}: {' '.join(cards)}.")


def _plays(plays: list[Json]) -> str:
    return "; ".join(map(_play, plays)) if plays else "no card"


def _play(play: Json) -> str:
    said = f"{play['player']} {card_name(play['card'])}"
    for back in play.get("withdrawn", ()):
        when = f" after {count_of(back['at']['plays'], 'card')} of trick {back['at']['trick']}" if "at" in back else ""
        said += f" (first the {card_name(back['card'])}, taken back{when})"
    return said


def _tricks(tricks: list[Json]) -> Iterator[str]:
    for number, trick in enumerate(tricks, 1):
        yield f"Trick {number}: {_plays(trick['plays'])}."
        if "leader" in trick:
            yield f"It was written down that {trick['leader']} led to it."
        if "winner" in trick:
            yield f"It was written down that {trick['winner']} won it."


def _claim(claim: Json) -> Iterator[str]:
    accepted = {True: "accepted", False: "refused"}[claim["accepted"]]
    stated = f" and said: {claim['statement']}" if "statement" in claim else ""
    yield f"Then {claim['by']} claimed {count_of(claim['tricks'], 'trick')} of the rest{stated}; it was {accepted}."


def _accusations(accusations: list[Json]) -> Iterator[str]:
    for call in accusations:
        trick = f" in trick {call['trick']}" if "trick" in call else ""
        yield f"{call['by']} called a revoke of {call['against']}{trick}."
        if "remedy" in call:
            yield f"The remedy chosen was {call['remedy']}."


def _reported(reported: Json) -> Iterator[str]:
    for row, figures in reported.items():
        yield f"The score sheet says of {row.replace('_', ' ')}: {', '.join(f'{k} {v}' for k, v in figures.items())}."


def _draws(draws: list[Json]) -> Iterator[str]:
    for draw in draws:
        yield f"{draw['player']} drew {' '.join(draw['cards'])} and kept {' '.join(draw['kept']) or 'none'}."


def _exchanges(exchanges: list[Json]) -> Iterator[str]:
    for passed in exchanges:
        yield f"{passed['from']} passed {' '.join(passed['cards'])} to {passed['to']}."


def _rounds(rounds: list[tuple[int, Json]]) -> Iterator[str]:
    for number, row in rounds:
        yield f"Round {number}."
        yield from _members(row)


_MEMBERS: dict[str, Callable[[Any], Iterator[str]]] = {
    "before": lambda before: _by_name(before, _standing),
    "away": lambda away: _by_name(away, lambda name, standing: f"{name} sit out, with {standing['score']} points."),
    "dealer": lambda dealer: iter([f"{dealer} dealt."]),
    "hand": lambda cards: iter([f"The hand: {' '.join(cards)}."]),
    "hands": _hands,
    "set_aside": lambda cards: iter([f"Set aside: {' '.join(cards)}."]),
    "draws": _draws,
    "bids": _bids,
    "exchanges": _exchanges,
    "trick_number": lambda number: iter([f"It is trick {number}."]),
    "spades_broken": lambda broken: iter([f"Spades are {'' if broken else 'not '}broken."]),
    "plays": lambda plays: iter([f"On the table: {_plays(plays)}."]),
    "tricks": _tricks,
    "stopped": lambda _: iter(["Play was stopped there."]),
    "claim": _claim,
    "accusations": _accusations,
    "misdeal_called_by": lambda player: iter([f"{player} called a misdeal."]),
    "remedies": lambda chosen: (
        f"For the {each['code']} of {each['team']}, {each['remedy']} was chosen." for each in chosen
    ),
    "tricks_won": _tricks_won,
    "reported": _reported,
    "rounds": _rounds,
}
"""What is said of each member of a request, in the order in which it happened."""


def question_lines(vectors: Iterable[Vector]) -> str:
    """Return the file of questions."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in questions(vectors))
