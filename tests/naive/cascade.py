"""The ordinary slips that may be behind several offences at once (rulings, "Slips before accusations", step 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any

from tests.naive.bids import kind_of
from tests.naive.contradictions import Key, Proved
from tests.naive.mended import Mended, card_pointer, change, with_hand, with_plays
from tests.naive.referee import Offence, Referee
from tests.naive.slips import (
    claims_renamed,
    exchanged_in_tricks,
    is_in_order,
    led_in_turn,
    other_dealers,
    out_of_order,
    shifted,
    tricks_exchanged,
    tricks_misplaced,
)
from tests.naive.slips_of_lists import draws_named_otherwise, kept_otherwise
from tests.naive.table import UNREAD, Table, path
from tests.naive.unwritten import with_tricks

Json = dict[str, Any]

MAY_BE_REVOKES = {"revoke", "illegal_first_trick_card"}


def ordinary_slips(referee: Referee, *, is_first: bool) -> Iterator[Mended]:
    """Yield every record that differs from this one, which the referee has judged, by one ordinary slip.

    Beside another slip, if it is not the first, no trick, nor the plays or names of one, stood in a wrong place.
    """
    record, table, rules = referee.record, referee.table, referee.parameters["bids"]
    is_lacking = any("unwritten" in trick for trick in record["tricks"])
    whole = len(record["tricks"]) >= table.pack.hand_size or is_lacking
    return chain(
        _read_and_exchanged(record),
        (each for each in out_of_order(record, table) if not _changes_lead(each)),
        _suits_misread(record, table),
        _hidden_exchanged(record, table),
        _moved_to_shorter_hand(record, table),
        () if whole else with_tricks(record, table, 1),
        tricks_exchanged(record),
        chain(_led_otherwise(referee), _by_seat(referee), tricks_misplaced(record, table)) if is_first else (),
        draws_named_otherwise(record, table),
        kept_otherwise(record),
        other_dealers(record, table),
        _blind_left_out(record, rules),
        claims_renamed(record, table, "winner"),
        (each for each in claims_renamed(record, table, "leader") if _is_of_short_form(record, each)),
    )


def _is_of_short_form(record: Json, mended: Mended) -> bool:
    """Tell whether the leader that was mended is that of a trick in a short form."""
    return "form" in record["tricks"][int(mended.changes[0]["pointer"].split("/")[2])]


def _read_and_exchanged(record: Json) -> Iterator[Mended]:
    """Exchange two names, or two cards that could be read."""
    for mended in exchanged_in_tricks(record):
        if all(each.get("recorded") != UNREAD for each in mended.changes):
            yield mended


def _blind_left_out(record: Json, rules: Json) -> Iterator[Mended]:
    """Write that a nil was blind."""
    for place, bid in enumerate(record.get("bids", ())):
        if not bid["tricks"] and "player" in bid and kind_of(bid, rules) in {"nil", "zero"}:
            bids = [*record["bids"][:place], {**bid, "kind": "blind_nil"}, *record["bids"][place + 1 :]]
            changes = [change(path("bids", place, "kind"), None, "blind_nil")]
            yield Mended("blind_left_out", changes, {**record, "bids": bids})


def _led_otherwise(referee: Referee) -> Iterator[Mended]:
    """Write a trick that is led wrongly from who was to lead, or with every name those of the players beside."""
    record, table = referee.record, referee.table
    wrong = {int(pointer.split("/")[2]) for code, pointer, *_ in referee.findings if code == "wrong_leader"}
    for trick in sorted(wrong):
        due = referee.winners[trick - 1] if trick else None
        players = (
            [play["player"] for play in record["tricks"][trick]["plays"]]
            if is_in_order(record["tricks"][trick])
            else []
        )
        if due in players and players == [each for each in table.rotation(players[0]) if each in players]:
            yield from led_in_turn(record, table, trick, str(due), is_named=True)
    for mended in shifted(record, table):
        if mended.slip == "names_exchanged" and int(mended.changes[0]["pointer"].split("/")[2]) in wrong:
            yield mended


def _by_seat(referee: Referee) -> Iterator[Mended]:
    """Write that nobody knows who led: every trick is written from one player on, so that three are led wrongly."""
    tricks, wrong = referee.record["tricks"], [code for code, *_ in referee.findings if code == "wrong_leader"]
    first = tricks[0]["plays"][0]["player"] if len(wrong) > 2 else ""
    seats = list(referee.table.rotation(first)) if first else []
    if first and all(is_in_order(trick) and seats == [play["player"] for play in trick["plays"]] for trick in tricks):
        listed = [{**trick, "form": "cards_by_player"} for trick in tricks]
        yield Mended("plays_out_of_order", [change("#/tricks")], {**referee.record, "tricks": listed})


def _changes_lead(mended: Mended) -> bool:
    """Tell whether another play of a trick is its first."""
    return any(each["pointer"].endswith("/plays/0/player") for each in mended.changes)


def _suits_misread(record: Json, table: Table) -> Iterator[Mended]:
    """Write a card of a trick in another suit, with the same rank, as a card that nobody else plays.

    Beside tricks that were not written down, which have the cards that nobody plays, only a lead.
    """
    leads_alone = any("unwritten" in trick for trick in record["tricks"])
    unplayed = sorted(table.pack.cards - {play["card"] for trick in record["tricks"] for play in trick["plays"]})
    for trick, each in enumerate(record["tricks"]):
        for place, play in enumerate(each["plays"][:1] if leads_alone else each["plays"]):
            for card in unplayed if len(play["card"]) == len("2C") else ():
                if card[0] == play["card"][0]:
                    plays = [*each["plays"][:place], {**play, "card": card}, *each["plays"][place + 1 :]]
                    changes = [change(card_pointer(trick, place), play["card"], card)]
                    yield Mended("card_miscopied", changes, with_plays(record, trick, plays))


def _hidden_exchanged(record: Json, table: Table) -> Iterator[Mended]:
    """Exchange two cards of different suits between two hands that do not show them, one of a suit for all."""
    hands: dict[str, list[str]] = record.get("hands", {})
    seen = _seen(record)
    hidden = {
        player: {table.pack.suits.get(card, ""): card for card in reversed(hand) if card not in seen}
        for player, hand in hands.items()
    }
    for (one, own), (other, others) in combinations(hidden.items(), 2):
        for (suit, card), (another, back) in product(own.items(), others.items()):
            if suit != another:
                here, there = hands[one].index(card), hands[other].index(back)
                changes = [
                    change(path("hands", one, here), card, back),
                    change(path("hands", other, there), back, card),
                ]
                moved = with_hand(record, one, [*hands[one][:here], back, *hands[one][here + 1 :]])
                taken = [*hands[other][:there], card, *hands[other][there + 1 :]]
                yield Mended("cards_exchanged", changes, with_hand(moved, other, taken))


def _moved_to_shorter_hand(record: Json, table: Table) -> Iterator[Mended]:
    """Move a card that nobody shows from a list that is a card too long to one that is a card too short."""
    hands: dict[str, list[str]] = record.get("hands", {})
    off = {player: len(hand) - table.sizes[player] for player, hand in hands.items()}
    if sorted(each for each in off.values() if each) != [-1, 1]:
        return
    long, short = max(off, key=off.__getitem__), min(off, key=off.__getitem__)
    for here, card in enumerate(hands[long]):
        if card not in _seen(record):
            changes = [
                change(path("hands", long, here), card),
                change(path("hands", short, len(hands[short])), None, card),
            ]
            less = with_hand(record, long, [*hands[long][:here], *hands[long][here + 1 :]])
            yield Mended("card_with_wrong_player", changes, with_hand(less, short, [*hands[short], card]))


def _seen(record: Json) -> set[str]:
    """Return the cards that were played, withdrawn or passed."""
    plays = [play for trick in record["tricks"] for play in trick["plays"]]
    withdrawn = {back["card"] for play in plays for back in play.get("withdrawn", ())}
    passed = {card for each in record.get("exchanges", ()) for card in each["cards"]}
    return {play["card"] for play in plays} | withdrawn | passed | {UNREAD}


def separate_offences(referee: Referee, removed: dict[Offence, Key]) -> int:
    """Count these offences: all of one card are one, and so are a player's revokes in one suit, and a wrong deal."""
    groups: list[set[object]] = []
    for offence, (_, pointer) in removed.items():
        marks = _marks(referee, offence, pointer)
        joined = [group for group in groups if group & marks]
        groups = [group for group in groups if not group & marks] + [marks.union(*joined)]
    return len(groups)


def _marks(referee: Referee, offence: Offence, pointer: str) -> set[object]:
    """Return what other offences are one with this one if they share it."""
    code, player, *_ = offence
    _, part, *rest = pointer.split("/")
    marks: set[object] = {code if code == "wrong_hand_size" else pointer}
    if part == "tricks" and code in MAY_BE_REVOKES:
        marks |= {(player, suit) for suit in referee.suits_led(int(rest[0]))}
    return marks


def is_likelier(
    referee: Referee, offences: dict[Offence, Key], others: Proved, in_question: Proved, *, rights_sheet: bool
) -> bool:
    """Tell whether a record with one slip more explains enough of these offences, and brings no other.

    ``rights_sheet``: whether a figure of the sheet that was wrong is right in it, which counts as one more.
    """
    removed = {offence: key for offence, key in offences.items() if offence not in others}
    if others - set(offences) or not in_question & set(removed):
        return False
    return separate_offences(referee, removed) + rights_sheet > 1
