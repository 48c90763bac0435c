"""A ruling laid out for a page: everything in the order and in the words in which people read it.

Written from the request and from the very answer that goes out as JSON, so that page and JSON are one ruling. A member
that the answer does not have has no place on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from service.json_types import Json
from service.pages import finding_text as found
from service.pages import phrases as wording
from service.pages.finding_marks import FindingMarks
from service.pages.phrases import card, cards, signed
from service.pages.score_table import claims, compared, outcome, titles

_JOKERS = ("BJ", "LJ")


def laid_out(record: Json, answer: Json) -> dict[str, Any]:
    """Return what a page shows of a ruling, by the names that its templates use.

    ``record`` is the request, checked by the contract; ``answer`` has the members of the contract's ``Ruling``, with
    cards and numbers as people write them, and each pointer as the names and indices that it leads through.
    """
    marks = FindingMarks(record, answer)
    sides = _sides(record, answer)
    findings = [found.finding(marks, count, each) for count, each in enumerate(answer["findings"], 1)]
    penalties = _penalties(answer)
    return {
        "verdict": answer["verdict"],
        "verdict_means": wording.opening(found.verdict(answer)),
        "found": found.counted(answer),
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
        "ruleset": answer["ruleset"],
        "overrides": [
            f"{group}.{name} = {_plain(value)}"
            for group, members in answer["ruleset"]["overrides"].items()
            for name, value in members.items()
        ],
        "unfinished": not answer["complete"] and answer["verdict"] != "void",
        "outcome": outcome(answer),
        "by_default": found.by_default(findings, penalties),
        "round_number": record.get("round_number"),
        "players": _players(record, answer, sides),
        "sided": len(sides) == len(record["players"]),
        "bids": _bids(record, answer, marks),
        "tricks": _tricks(record, answer, marks),
        "places": max((len(trick["plays"]) for trick in record["tricks"]), default=0),
        "broken_in": next((each["number"] for each in answer["tricks"] if each.get("spades_broken")), None),
        "findings": findings,
        "undecided": [found.finding(marks, count, each) for count, each in enumerate(answer["undecided"], 1)],
        "affected_from": answer.get("affected_from"),
        "accusations": _accusations(record, answer),
        "penalties": penalties,
        "unpunished": not answer.get("penalties") and any(each["severity"] == "offence" for each in answer["findings"]),
        "columns": titles(answer),
        "scores": list(compared(answer)),
        "differences": claims(answer, marks),
        "played": bool(answer.get("as_played")),
        "comparable": bool(answer.get("as_ruled")),
        "correction": _correction(answer, marks),
        "hands": _hands(record, marks),
        "besides": list(_besides(record)),
    }


def _plain(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ([], {}):
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_plain(each)}" for name, each in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def _sides(record: Json, answer: Json) -> dict[str, str]:
    """Return the side of each player, as far as request and answer name it."""
    scored = answer.get("as_played") or answer.get("as_ruled") or ()
    named = [*record.get("teams", ()), *({"name": each["team"], "players": each["players"]} for each in scored)]
    sides = {player: each["name"] for each in named for player in each["players"]}
    for each in [*answer["findings"], *answer["undecided"]]:
        if "player" in each and "team" in each:
            sides.setdefault(each["player"], each["team"])
    return sides


def _players(record: Json, answer: Json, sides: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": player,
            "side": sides.get(player, ""),
            "dealt": player == record.get("dealer"),
            "won": answer["tricks_won"].get(player, 0),
        }
        for player in record["players"]
    ]


def _bids(record: Json, answer: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    scored = {
        bid.get("player", side["team"]): bid for side in answer.get("as_played", ()) for bid in side.get("bids", ())
    }
    rows = []
    for place, bid in enumerate(record["bids"]):
        bidder = bid.get("player", bid.get("team"))
        stands = scored.get(bidder, {})
        words = ["blind"] if bid.get("blind") else []
        if stands.get("kind") in {"nil", "blind_nil"}:
            words.append("nil")
        if stands.get("counts_as", bid["tricks"]) != bid["tricks"]:
            words.append(f"counts as {stands['counts_as']}")
        rows.append(
            {"bidder": bidder, "tricks": bid["tricks"], "words": ", ".join(words), **marks.within("bids", place)}
        )
    return rows


def _tricks(record: Json, answer: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    rows = []
    for place, (trick, result) in enumerate(zip_longest(record["tricks"], answer["tricks"], fillvalue=None)):
        plays = trick["plays"] if trick else []
        told = result or {}
        rows.append(
            {
                "number": place + 1,
                "leader": {"name": told.get("leader", ""), **marks.at("tricks", place, "leader")},
                "winner": {
                    "name": told.get("winner", ""),
                    "card": card(told["winning_card"]) if "winning_card" in told else "",
                    **marks.at("tricks", place, "winner"),
                },
                "plays": [_play(each, count, place, marks) for count, each in enumerate(plays)],
                **marks.at("tricks", place),
            }
        )
    return rows


def _play(play: Json, count: int, trick: int, marks: FindingMarks) -> dict[str, Any]:
    where = ("tricks", trick, "plays", count)
    return {
        "player": play["player"],
        "card": card(play["card"]),
        "withdrawn": [
            {"card": card(each["card"]), **marks.at(*where, "withdrawn", place)}
            for place, each in enumerate(play.get("withdrawn", ()))
        ],
        **marks.at(*where),
    }


def _accusations(record: Json, answer: Json) -> list[dict[str, str]]:
    rows = []
    for result in answer.get("accusations", ()):
        call = record["accusations"][result["accusation"]]
        trick = f" in trick {call['trick']}" if "trick" in call else ""
        at = wording.moment(call["at"]) if "at" in call else "after the round"
        rows.append(
            {
                "call": f"{call['by']} called a revoke by {call['against']}{trick}, {at}.",
                "result": wording.opening(result["result"]),
                "detail": result["detail"],
                "answered_by": found.numbered(result["findings"]),
            }
        )
    return rows


def _penalties(answer: Json) -> list[dict[str, Any]]:
    """Return the penalties in order; rules that an earlier one has told are not told again."""
    rows = [_penalty(each) for each in answer.get("penalties", ())]
    for row in rows:
        first = next(each for each in rows if each["rules"] == row["rules"])
        row["as_for"] = "" if first is row else f"as for finding {first['finding']}, {first['effect']}"
    return rows


def _penalty(penalty: Json) -> dict[str, Any]:
    effect = penalty["effect"]
    if "tricks" in penalty:
        effect = f"{signed(penalty['tricks'])} {'trick' if abs(penalty['tricks']) == 1 else 'tricks'}"
    elif "points" in penalty:
        effect = f"{signed(penalty['points'])} {'point' if abs(penalty['points']) == 1 else 'points'}"
    return {
        "finding": str(penalty["finding"] + 1),
        "team": penalty["team"],
        "effect": effect,
        "detail": penalty["detail"],
        "rules": [
            {"text": rule["text"], "basis": rule["basis"], "rests_on": wording.BASES.get(rule["basis"], rule["basis"])}
            for rule in (penalty["rule"], *penalty.get("further_rules", ()))
        ],
    }


def _correction(answer: Json, marks: FindingMarks) -> dict[str, str] | None:
    if "correction" not in answer:
        return None
    correction = answer["correction"]
    return {
        "place": wording.opening(marks.words(correction["pointer"])),
        "recorded": card(correction["recorded"]),
        "suggested": card(correction["suggested"]),
        "detail": correction["detail"],
    }


def _hands(record: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    """Return the hands as listed, sorted by suit and rank: whoever is shown them looks for a card."""
    rows = []
    for player in record["players"]:
        if player not in record.get("hands", {}):
            continue
        held = sorted(record["hands"][player], key=_height)
        suits = [[card(each) for each in held if each[-1] == suit and each not in _JOKERS] for suit in "SHDC"]
        jokers = [card(each) for each in held if each in _JOKERS]
        rows.append(
            {
                "player": player,
                "suits": [" ".join(each) for each in [[*jokers, *suits[0]], *suits[1:]]],
                **marks.within("hands", player),
            }
        )
    return rows


def _height(code: str) -> int:
    return wording.RANKS.find(code[0])


def _besides(record: Json) -> Iterator[str]:
    """Yield in sentences what else there is in the record of the deal."""
    for each in record.get("exchanges", ()):
        yield f"{each['from']} passed {cards(each['cards']) or 'no card'} to {each['to']}."
    for each in record.get("draws", ()):
        yield f"{each['player']} drew {cards(each['cards']) or 'no card'} and kept {cards(each['kept']) or 'none'}."
    if record.get("set_aside"):
        yield f"Set aside: {cards(record['set_aside'])}."
