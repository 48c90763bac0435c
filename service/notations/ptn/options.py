"""The options of the program that exports PTN, as a ruleset.

docs/reference/notations/ptn.md has the sources.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from service.notations.model import Place, Remarks
from service.notations.ptn.tags import ROUND_NUMBER, Tag
from service.spades.english import listed, quoted
from service.spades.rules.ruleset import dotted, nested

_PRESET = "trickster"
INDIVIDUAL, PARTNERSHIP = "individual", "partnership"
IN_PAIRS = {4, 6}
"""How many players sit in pairs, unless the options say that each plays for oneself."""
_TWO_JOKERS = {"jokers": 2, "removed": {"4": ["2H", "2C"]}}
_VARIATIONS: Mapping[str, Mapping[str, Any]] = {
    "0": {},
    "1": {"deck": {**_TWO_JOKERS, "top_trumps": ["BJ", "LJ"]}},
    "3": {"deck": {**_TWO_JOKERS, "top_trumps": ["BJ", "LJ", "2D", "2S"]}},
}
_TEN_ROW: Mapping[str, Any] = {"least": 10, "most": 10, "made": {"points": 200}, "instead": True}
_TEN = {"contracts": [_TEN_ROW]}
_CHOICES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": _VARIATIONS,
    "failBidScoring": {"0": {}, "1": {"bids": {"number": {"failed": {"per_trick": -10}}}}},
    "tenBagsPenalty": {"true": {}, "false": {"bags": {"limit": 0}}},
    "leadSpades": {"0": {}, "2": {"play": {"spade_lead": "any_time"}}},
    "mercyRule": {"0": {}, "1": {"game": {"floor": -200}}},
    "blindNonNilBids": {"0": {}, "4": {"bids": {"blind": {"allowed": True, "least": 6, "deficit": 250}}}},
    "nilOrZero": {"0": {}, "1": {"bids": {"nil": {"allowed": False}, "zero": {"allowed": True}}}},
    "tenForTwoHundred": {"false": {}, "true": _TEN},
    "tenBonus": {"0": {}},
    "firstHandBidsItself": {"false": {}, "true": {"bids": {"first_round": "bids_itself"}}},
    "isPartnership": {"true": {"table": {"sides": PARTNERSHIP}}, "false": {"table": {"sides": INDIVIDUAL}}},
}
"""What each value of an option (JSON) says, as far as it is public: docs/reference/notations/ptn.md has the sources."""
_TITLED: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": {
        "Joker-Joker-Deuce-Deuce": _VARIATIONS["3"],
        "Joker-Joker-Ace": _VARIATIONS["1"],
        **{name: {"bids": {"restriction": name.lower()}} for name in ("Mirror", "Suicide", "Whiz")},
    },
    "tenBonus": {"10-for-200": _TEN},
}
"""The words in the title of an export that say what an option means whose number is not public."""
_NUMBERS = {
    "gameOverScore": ("game.target", range(1, 10_001)),
    "minBid": ("bids.side_least", range(14)),
    "nilPass": ("bids.nil.exchange", range(5)),
}
_CARDS_OF_A_PACK = 52
_ALL_DEALT = 4
"""The players whose hands are known to take all cards but those removed; for others, the deal says how many."""


def ruleset_of(tag: Tag, title: str, record: Mapping[str, Any], remarks: Remarks) -> dict[str, Any]:
    """Return the ruleset that options state, as a member of a record; none if they are no JSON.

    ``title`` is that of the export. Each option that no parameter holds, or whose value is not public, is noted. There
    is no ruleset if the variation is such a value: it decides which cards are spades.
    """
    try:
        options = json.loads(tag.value)
        json.dumps(options, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        detail = f"Options of the program are not taken: choose a ruleset that says {quoted(tag.value)}."
        remarks.note(tag.place, "unmapped", detail)
        return {}
    players = len(record["players"])
    values: dict[str, Any] = {"table.sides": PARTNERSHIP if players in IN_PAIRS else INDIVIDUAL}
    for name, value in options.items():
        if name == "players" and value == players:
            continue
        stated = _stated(name, json.dumps(value), title)
        if stated is None:
            option = quoted(f"{name}: {json.dumps(value)}")
            detail = f"The option {option} is not taken: no parameter holds it, or its meaning is not public."
            remarks.note(tag.place, "unmapped", detail)
            if name == "variation":
                return {}
        values |= dotted(stated or {})
    rules = nested(values)
    _settle(rules, record, tag.place, remarks)
    said = listed(f"{name} = {json.dumps(value)}" for name, value in dotted(rules).items())
    detail = f"The ruleset is {_PRESET} with what the options say ({said}); what they do not say is as in {_PRESET}."
    remarks.note(tag.place, "rules", detail)
    return {"ruleset": {"name": _PRESET, "overrides": rules}}


def _settle(rules: dict[str, Any], record: Mapping[str, Any], place: Place, remarks: Remarks) -> None:
    """Add what follows from several options or from the cards, and leave out what needs the number of the round."""
    players, hands = len(record["players"]), [*record.get("hands", {}).values()]
    if players not in IN_PAIRS:
        rules["table"]["sides"] = INDIVIDUAL
    bids = rules.get("bids", {})
    if "contracts" in rules:
        if "number" in bids:
            rules["contracts"] = [{**_TEN_ROW, "failed": {"points": -100}}]
        remarks.note(place, "ten", "A bid of ten that fails is read as any other that fails: the options do not say.")
    if bids.get("first_round") == "bids_itself" and "round_number" not in record:
        del bids["first_round"]
        if not bids:
            del rules["bids"]
        detail = (
            "The first hand bids itself, but the text does not say which hand this is, so that the rule is not"
            f' taken: add [{ROUND_NUMBER} "1"] if it is the first.'
        )
        remarks.note(place, "first_hand", detail)
    if players != _ALL_DEALT:
        rules["table"]["players"] = [players]
        pack = _CARDS_OF_A_PACK + rules.get("deck", {}).get("jokers", 0)
        sizes = set(map(len, hands))
        size = sizes.pop() if len(sizes) == 1 else pack // players
        deck = {"hand_size": {str(players): size}, "leftover": "none" if players * size == pack else "set_aside"}
        if sum(map(len, hands)) == pack > players * size:
            deck = {"leftover": "dealt"}  # unequal hands with every card
        rules["deck"] = {**rules.get("deck", {}), **deck}
        if "contracts" in rules and size < _TEN_ROW["least"]:
            del rules["contracts"]
            remarks.note(place, "ten", "No hand here has ten cards, so that the rule on a bid of ten is not taken.")


def _stated(name: str, value: str, title: str) -> Mapping[str, Any] | None:
    """Return the parameters that an option with a value (JSON) states, by group; None if it is not known."""
    if name in _NUMBERS:
        parameter, bounds = _NUMBERS[name]
        number = int(value) if value.isdecimal() and len(value) <= len(str(bounds[-1])) else -1
        return nested({parameter: number}) if number in bounds else None
    titled = (rules for words, rules in _TITLED.get(name, {}).items() if words in title)
    stated = _CHOICES.get(name, {}).get(value)
    return next(titled, None) if stated is None else stated
