"""From a record to its one form in shorthand: heads, deal, bids, tricks, calls, sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.broken_off import may_be_broken_off
from service.notations.model import UnwritableRecord, WrittenText
from service.notations.shorthand.table import OF_A_RECORD, Table
from service.notations.shorthand.words import is_odd, number_in
from service.notations.shorthand.writing.claims import written_claim
from service.notations.shorthand.writing.events import written_events, written_substitutions
from service.notations.shorthand.writing.names import (
    WrittenNames,
    in_json,
    players_line,
    quoted_if_needed,
    text_to_the_end,
)
from service.notations.shorthand.writing.tricks import written_bids, written_tricks
from service.spades.cards import UNREAD_CODE
from service.spades.spelling import plain_form

_STANDING = ("bags", "sets", "revokes")
_SHEET = {"tricks_won": "won", "points": "points", "score": "score", "bags": "bags"}
_WITHOUT_SUIT = {"BJ", "LJ", UNREAD_CODE}


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write a record that meets the contract; raises `UnwritableRecord` for one that no operation could read."""
    table = Table(tuple(record["players"]), {team["name"]: tuple(team["players"]) for team in record.get("teams", ())})
    names = WrittenNames(table)
    lines = ["; ".join(_heads(record, names)), *_labels(record), *_before(record, names)]
    if "rounds" not in record:
        lines += _round(record, names)
    for index, each in enumerate(record.get("rounds", ())):
        names.prefix = ("rounds", index)
        # Without a word there would be no round behind a line of dashes.
        lines += ["---", *([*_round_of_game(each, names)] or ["tricks none"])]
    names.check_sides()
    if names.faults:
        raise UnwritableRecord(names.faults)
    return WrittenText("".join(line + "\n" for line in lines), tuple(names.losses))


def _heads(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    if "rounds" in record:
        yield "game"
    if "ruleset" in record:
        yield _ruleset(record["ruleset"])
    players: Sequence[str] = record["players"]
    if len(set(players)) < len(players):
        names.fault("repeated_player", "A player sits at the table twice.", "players")
    elif len(set(map(plain_form, players))) < len(players):
        detail = "The names of two players differ only in case, spaces or Unicode form."
        names.fault("similar_players", detail, "players")
    yield players_line(players)
    if record.get("teams") == []:
        yield "team none"
    for index, team in enumerate(record.get("teams", ())):
        partners = [names.player(name, "teams", index, "players", place) for place, name in enumerate(team["players"])]
        yield " ".join(["team", quoted_if_needed(team["name"]), *partners])
    for member in ("dealer", "first_dealer"):
        if member in record:
            yield f"dealer {names.player(record[member], member)}"
    if "round_number" in record:
        yield f"round {record['round_number']}"


def _ruleset(reference: Any) -> str:
    """Return a reference to a ruleset as words, or as JSON if words can't hold it."""
    if isinstance(reference, str):
        return quoted_if_needed(reference)
    groups: Mapping[str, Mapping[str, Any]] = reference.get("overrides", {})
    options: Sequence[str] = reference.get("options", ())
    parameters = {f"{group}.{name}": value for group, members in groups.items() for name, value in members.items()}
    # An empty list or group, which says nothing, has no words.
    in_words = len(reference) > 1 and all(reference.values()) and all(groups.values())
    if not in_words or any(map(is_odd, (*options, *parameters))):
        return in_json(reference)
    values = [f"{name}={_value(value)}" for name, value in parameters.items()]
    return " ".join([quoted_if_needed(reference["name"]), *(f"+{option}" for option in options), *values])


def _value(value: Any) -> str:
    """Return the value of a parameter; a text that would be read as a number or a truth value is put in JSON, too."""
    plain = isinstance(value, str) and not is_odd(value) and number_in(value) is None and value not in {"true", "false"}
    return str(value) if plain else in_json(value)


def _labels(record: Mapping[str, Any]) -> Iterator[str]:
    if record.get("labels") == {}:
        yield "label"
    for name, text in record.get("labels", {}).items():
        yield f"label {quoted_if_needed(name)} {text_to_the_end(text)}"


def _before(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    if "before" not in record:
        return
    sides = []
    for name, standing in record["before"].items():
        score = [str(standing["score"])] if "score" in standing else []
        counts = [f"{member} {standing[member]}" for member in _STANDING if member in standing]
        sides.append(" ".join([names.name(name, "before", name, is_side=True), *score, *counts]))
    yield f"before {', '.join(sides)}".rstrip()


def _round_of_game(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    yield from written_substitutions(record, names)
    if "dealer" in record:
        yield f"dealer {names.player(record['dealer'], 'dealer')}"
    yield from _labels(record)
    yield from written_events(record, names)
    yield from _round(record, names)


def _round(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield the lines of a round or a row, without the heads that it shares with its game."""
    is_row, reported = "tricks_won" in record, record.get("reported", {})
    if ("tricks" in record, is_row) == (True, True) or not (is_row or "tricks" in record or may_be_broken_off(record)):
        detail = "A round has either tricks (a record) or tricks_won (a row of the sheet): give exactly one."
        names.fault("tricks_or_tricks_won", detail)
    if is_row:
        _check_row(record, names)
    yield from _deal(record, names)
    yield from written_bids(record, names)
    yield from written_tricks(record, names)
    yield from written_claim(record, names)
    yield from _calls(record, names)
    if is_row:
        yield _row("won", record["tricks_won"], names, "tricks_won")
    if "reported" in record and not reported:
        yield "sheet"
    for member, word in _SHEET.items():
        if member in reported:
            # Without any tricks, a line of the tricks won would make the round a row.
            opening = "sheet won" if member == "tricks_won" and "tricks" not in record else word
            yield _row(opening, reported[member], names, "reported", member)


def _check_row(record: Mapping[str, Any], names: WrittenNames) -> None:
    """Note what a row of a sheet cannot have, and that it needs its bids."""
    for member in OF_A_RECORD:
        if member in record:
            names.fault("needs_tricks", "Only a round with its tricks can have this member.", member)
    if "tricks_won" in record.get("reported", {}):
        names.fault("needs_tricks", "The row itself says how many tricks were won.", "reported", "tricks_won")
    if not may_be_broken_off(record) and record.keys().isdisjoint({"bids", "bids_by_player"}):
        names.fault("required", "A row of the sheet needs its bids.", "bids")


def _row(word: str, values: Mapping[str, int], names: WrittenNames, *path: str) -> str:
    is_side = path[-1] != "tricks_won"
    written = (f"{names.name(name, *path, name, is_side=is_side)} {value}" for name, value in values.items())
    return " ".join([word, *written])


def _deal(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    if record.get("hands") == {}:
        yield "hand none"
    for name, hand in record.get("hands", {}).items():
        yield " ".join(["hand", names.player(name, "hands", name), *_by_suits(hand)])
    if "set_aside" in record:
        yield " ".join(["aside", *record["set_aside"]])
    if record.get("draws") == []:
        yield "draw none"
    for index, draw in enumerate(record.get("draws", ())):
        drawer = names.player(draw["player"], "draws", index, "player")
        yield " ".join(["draw", drawer, *draw["cards"], "kept", *draw["kept"]])
    if record.get("exchanges") == []:
        yield "pass none"
    for index, each in enumerate(record.get("exchanges", ())):
        giver, taker = (names.player(each[end], "exchanges", index, end) for end in ("from", "to"))
        yield " ".join(["pass", giver, ">", taker, *each["cards"]])


def _by_suits(cards: Sequence[str]) -> Sequence[str]:
    """Return the cards of a hand in their order: by suits if they lie so, otherwise one by one."""
    groups: list[tuple[str, str]] = []
    for card in cards:
        if card in _WITHOUT_SUIT:
            return cards
        rank, suit = card[0], card[1]
        if groups and groups[-1][0] == suit:
            groups[-1] = (suit, groups[-1][1] + rank)
        else:
            groups.append((suit, rank))
    if len(groups) > len({suit for suit, _ in groups}):
        return cards
    return [f"{suit}:{ranks}" for suit, ranks in groups]


def _calls(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    if record.get("accusations") == []:
        yield "call none"
    for index, call in enumerate(record.get("accusations", ())):
        by, against = (names.player(call[end], "accusations", index, end) for end in ("by", "against"))
        trick = [str(call["trick"])] if "trick" in call else []
        at = [f"@{call['at']['trick']}.{call['at']['plays']}"] if "at" in call else []
        yield " ".join(["call", by, ">", against, *trick, *at])
