"""Rounds of the presets in the forms that PTN holds, and texts gone wrong."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from service.notations.model import MOST_FAULTS, Loss, Notation, ReadText, Remark, UnreadableText, WrittenText
from service.notations.round_parts import refuse_unusable
from service.spades.errors import pointer_to
from service.wire.contract import Operation, load_document, operations
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import ALL_HOUSES, House, Played, play, seeds

Sorter = Callable[[Sequence[str]], list[str]]


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return JSON in which some texts, keys included, are others."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def held_round(played: Played, names: Sequence[str], seed: int, in_order: Sorter) -> Json:
    """Return a played round without what PTN has no place for; tricks are still plays."""
    luck = random.Random(seed)
    request = played.request
    held: Json = {"players": request["players"]}
    if "dealer" in request and luck.random() < 0.7:
        held["dealer"] = request["dealer"]
    if luck.random() < 0.3:
        held["round_number"] = luck.randint(1, 1000)
    hands = {player: in_order(unread(cards, luck)) for player, cards in request["hands"].items() if luck.random() < 0.8}
    if hands:
        held["hands"] = hands
    left = in_order(luck.sample(["2C", "2D", "BJ", "KS", "??"], luck.randint(0, 3)))
    if left:
        held["set_aside"] = left
    if luck.random() < 0.5:
        held["exchanges"] = exchanges(request, luck)
    held |= bids_held(request, luck)
    held["tricks"] = tricks_held(request, luck)
    if luck.random() < 0.5:
        held["labels"] = {"Table": "4", "GameId": "a-1"}
    renaming: Json = renamed(held, dict(zip(request["players"], names, strict=False)))
    return renaming


def bids_held(request: Json, luck: random.Random) -> Json:
    """Return the bids in order, some of them by player, or none."""
    bids = [{**bid, **({"blind": True} if luck.random() < 0.2 else {})} for bid in request["bids"]]
    if luck.random() < 0.5:
        return {"bids": bids}
    if luck.random() < 0.1:
        return {}
    kept = [bid for bid in bids if luck.random() < 0.9] or bids[:1]
    blind = sorted((bid["player"] for bid in kept if "blind" in bid), key=request["players"].index)
    held = {"bids_by_player": {bid["player"]: bid["tricks"] for bid in kept}}
    return {**held, "blind_bidders": blind} if blind else held


def tricks_held(request: Json, luck: random.Random) -> list[Json]:
    """Return the first tricks, the last of them perhaps unfinished, with a card here and there that is unreadable."""
    tricks = [
        {"plays": [dict(each) for each in trick["plays"]]}
        for trick in request["tricks"][: luck.choice((0, 1, 5, 13, 52))]
    ]
    if tricks and luck.random() < 0.5:
        del tricks[-1]["plays"][luck.randint(1, len(request["players"])) :]
    for trick in tricks:
        if luck.random() < 0.1:
            trick["plays"][-1]["card"] = "??"
    return tricks


def unread(cards: Sequence[str], luck: random.Random) -> list[str]:
    return ["??" if luck.random() < 0.03 else card for card in cards]


def exchanges(request: Json, luck: random.Random) -> list[Json]:
    """Return cards that two partners passed each other, or none."""
    players = request["players"]
    if luck.random() < 0.3 or len(players) < 4:
        return []
    one, other = players[0], players[2]
    given, received = (luck.sample(request["hands"][player], 2) for player in (one, other))
    return [{"from": one, "to": other, "cards": given}, {"from": other, "to": one, "cards": received}]


def by_player(trick: Json) -> dict[str, str]:
    return {each["player"]: each["card"] for each in trick["plays"]}


def six_names(*odd: str) -> st.SearchStrategy[list[str]]:
    """Return six different names, as people have them and as they try a notation."""
    letters = st.characters(exclude_categories=("C", "Zl", "Zp"), exclude_characters="+")
    names = st.sampled_from(("ana", "Ben", "Ana Maria", "N", "S", "E", "W", "?", "-", "%x", *odd))
    return st.lists(names | st.text(letters, min_size=1, max_size=8), min_size=6, max_size=6, unique=True)


def played_rounds(houses: Sequence[House] = ALL_HOUSES) -> st.SearchStrategy[Played]:
    return st.builds(play, st.sampled_from(houses), seeds, st.sampled_from((0.5, 1.0)))


def members_changed(record: Json, back: Json, in_order: Sorter) -> set[str]:
    """Return the members of a record that were not read back as they were, apart from the order of hands."""

    def compared(each: Json) -> Json:
        hands = {player: in_order(cards) for player, cards in each.get("hands", {}).items()}
        return {**each, "hands": hands, "set_aside": in_order(each.get("set_aside", []))}

    old, new = compared(record), compared(back)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def is_told(member: str, losses: Sequence[Loss]) -> bool:
    """Whether a loss is about this member or something in it."""
    pointer = pointer_to(member)
    return any(loss.pointer == pointer or loss.pointer.startswith(pointer + "/") for loss in losses)


def mutated(text: str, luck: random.Random) -> str:
    """Return a text with up to five things wrong in it."""
    for _ in range(luck.randint(1, 5)):
        at, to = sorted((luck.randrange(len(text) + 1), luck.randrange(len(text) + 1)))
        lines = text.split("\n")
        spot = luck.randrange(len(lines))
        match luck.randrange(7):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + luck.choice('[]"\\:;%-?*.>@ \t\nNESWABCDJ0159{}♠é\x00') + text[at:]
            case 2:
                text = text[:at] + luck.choice('[]"\\:;%-?*.>@ \nNESWAKQJT10') + text[at + 1 :]
            case 3:
                text = "\n".join([*lines[:spot], *lines[spot + 1 :]])
            case 4:
                text = "\n".join([*lines[:spot], lines[spot], *lines[spot:]])
            case 5:
                other = luck.randrange(len(lines))
                lines[spot], lines[other] = lines[other], lines[spot]
                text = "\n".join(lines)
            case _:
                text = text[:at] + text[min(to, at + 30) :]
    return text


@cache
def audit() -> Operation:
    return next(each for each in operations(load_document()) if each.operation_id == "auditRound")


def assert_within_contract(record: Json) -> None:
    """Check that a record is what an audit takes, but for its ruleset, and that it names nobody who is not there."""
    assert audit().violations({"ruleset": "any", **record}) == []
    assert len(set(record["players"])) == len(record["players"])
    refuse_unusable(record, "it")


def assert_places(text: str, faults: Sequence[Remark]) -> None:
    """Check that there are faults, not too many, each at a place of the text, in its order."""
    lines = text.split("\n")
    assert 0 < len(faults) <= MOST_FAULTS
    assert list(faults) == sorted(faults)
    assert all(1 <= fault.line <= len(lines) for fault in faults)
    assert all(1 <= fault.column <= len(lines[fault.line - 1]) + 1 for fault in faults)


def read_or_faults(read: Callable[[str], ReadText], text: str) -> tuple[ReadText | None, tuple[Remark, ...]]:
    """Return what was read, or the reasons why nothing was."""
    try:
        return read(text), ()
    except UnreadableText as unreadable:
        return None, unreadable.faults


def assert_mutants_are_read_or_refused(notation: Notation, texts: Sequence[str], seed: int) -> None:
    """Read 50 mutants of each text; whatever is read meets the contract and is written in a canonical way."""
    luck = random.Random(seed)
    readable = 0
    for text in texts:
        for _ in range(50):
            wrong = mutated(text, luck)
            result, faults = read_or_faults(notation.read, wrong)
            if result is None:
                assert_places(wrong, faults)
                continue
            readable += 1
            notation.evidence(wrong)
            for record in result.records:
                assert_within_contract(record)
                assert_canonical(notation, record)
    assert readable > len(texts)


def assert_canonical(notation: Notation, record: Json) -> None:
    """Check that a record is written as it would be after reading it back."""
    assert notation.write is not None
    canonical = notation.write(record).text
    (back,) = notation.read(canonical).records
    assert notation.write(back) == WrittenText(canonical)


def assert_read_in_a_moment(notation: Notation, text: str) -> None:
    """Check that a long text is read or refused; a quadratic step in it would take minutes."""
    began = time.process_time()
    result, faults = read_or_faults(notation.read, text)
    notation.evidence(text)
    assert time.process_time() - began < 20
    if result is None:
        assert_places(text, faults)
