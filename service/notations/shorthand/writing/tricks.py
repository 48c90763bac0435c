"""Bids and tricks as they are written in shorthand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.broken_off import may_be_broken_off
from service.notations.shorthand.writing.names import WrittenNames

_FORMS = ("plays", "cards", "cards_by_player")


def written_bids(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield the line of bids, and one of the blind bidders if that line can't show them in their order."""
    bids, by_player = record.get("bids"), record.get("bids_by_player")
    if bids is not None and by_player is not None:
        names.fault("two_forms", "A round has its bids once: as bids, or as bids_by_player.", "bids_by_player")
    blind: Sequence[str] = record.get("blind_bidders", ())
    if blind and by_player is None and bids is not None:
        detail = "In bids each bid says itself whether it is blind."
        names.fault("needs_bids_by_player", detail, "blind_bidders")
    marked = by_player is not None and blind == [name for name in by_player if name in blind] and bool(blind)
    if bids is not None:
        yield _in_order(bids, names)
    elif by_player is not None:
        made = [
            f"{_bidder_in_no_order(name, names)} {_bid(tricks, blind=marked and name in blind)}"
            for name, tricks in by_player.items()
        ]
        line = "  ".join(made)
        yield line if line and not line.startswith("team ") else f"bids {line}".rstrip()
    if "blind_bidders" in record and not marked:
        yield " ".join(["blind", *(names.name(name, "blind_bidders", index) for index, name in enumerate(blind))])


def _bidder_in_no_order(name: str, names: WrittenNames) -> str:
    of_team = names.is_of_one_who_left(name)
    path = ("bids_by_player", name)
    return names.bidder(name, *path, of_team=True) if of_team else names.name(name, *path)


def _in_order(bids: Sequence[Mapping[str, Any]], names: WrittenNames) -> str:
    if not bids:
        return "bids none"
    made = []
    for index, bid in enumerate(bids):
        if ("player" in bid) == ("team" in bid):
            names.fault("player_or_team", "A bid is made by either a player or a team.", "bids", index)
        if bid.get("blind") is False:
            names.leave_out("bids", index, "blind")
        by = "team" if "team" in bid else "player"
        name = names.bidder(bid.get(by, ""), "bids", index, by, of_team=by == "team")
        made.append(f"{name} {_bid(bid['tricks'], blind=bid.get('blind', False))}")
    line = " > ".join(made) if len(made) > 1 else f"> {made[0]}"
    return f"bids {line}" if line.startswith((">", "team ")) else line


def _bid(tricks: int, *, blind: bool) -> str:
    if not tricks:
        return "bn" if blind else "nil"
    return f"b{tricks}" if blind else str(tricks)


def written_tricks(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield a line for each trick."""
    tricks: Sequence[Mapping[str, Any]] = record.get("tricks", ())
    # Without tricks, what the sheet says would make the round a row of it; a void round would have none at all.
    needs_word = "tricks_won" in record.get("reported", {}) or may_be_broken_off(record)
    if record.get("tricks") == [] and needs_word:
        yield "tricks none"
    for index, trick in enumerate(tricks):
        yield _trick(trick, names, ("tricks", index), is_last=index == len(tricks) - 1)


def _trick(trick: Mapping[str, Any], names: WrittenNames, path: tuple[str | int, ...], *, is_last: bool) -> str:
    forms = [each for each in _FORMS if each in trick]
    if len(forms) != 1:
        detail = "A trick has its cards once: as plays, as cards, or as cards_by_player."
        names.fault("forms_of_a_trick", detail, *path)
        return ""
    leader = [names.player(trick["leader"], *path, "leader")] if "leader" in trick else []
    winner = [">", names.player(trick["winner"], *path, "winner")] if "winner" in trick else []
    form = forms[0]
    if form == "plays":
        words = _plays(trick["plays"], names, path) or [":"]
    elif form == "cards":
        words = trick["cards"]
        missing = len(names.table.players) - len(words)
        if not words or missing < 0 or (missing and not is_last):
            words = [*words, "-"]
    else:
        words = [f"{names.player(name, *path, form, name)}={card}" for name, card in trick[form].items()] or ["="]
    return " ".join([*leader, *words, *winner])


def _plays(plays: Sequence[Mapping[str, Any]], names: WrittenNames, path: tuple[str | int, ...]) -> list[str]:
    """Return the cards of a trick in order, with the name of a player who is not the next one clockwise."""
    words, turn = [], None
    for index, play in enumerate(plays):
        player = play["player"]
        name = names.player(player, *path, "plays", index, "player")
        withdrawn = " ".join(_withdrawn(each) for each in play.get("withdrawn", ()))
        if play.get("withdrawn") == []:
            names.leave_out(*path, "plays", index, "withdrawn")
        card = f"({withdrawn}){play['card']}" if withdrawn else play["card"]
        words.append(card if player == turn else f"{name}:{card}")
        turn = names.table.after(player) if player in names.table.players else None
    return words


def _withdrawn(card: Mapping[str, Any]) -> str:
    at = card.get("at")
    return card["card"] if at is None else f"{card['card']}@{at['trick']}.{at['plays']}"
