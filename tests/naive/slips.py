"""Every record that differs from a given one by one slip of the list (rulings, "Slips before accusations")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise, permutations
from typing import Any

from tests.naive.mended import (
    Mended,
    card_pointer,
    change,
    player_pointer,
    reordered,
    told_of_twin,
    with_plays,
    with_trick,
)
from tests.naive.slips_of_lists import slips_of_lists
from tests.naive.table import UNREAD, Table, path
from tests.naive.unwritten import with_tricks

Json = dict[str, Any]

FEW = 3
"""If more cards fit a place, nobody can tell which it was: it may have been any (docs/reference/rules.md, readings)."""


def mended_records(record: Json, table: Table, parameters: Json) -> Iterator[Mended]:
    """Yield every record that mends one slip, sensible or not."""
    return chain(
        _miscopied_plays(record, table),
        _names_miscopied(record, table),
        exchanged_in_tricks(record),
        out_of_order(record, table),
        shifted(record, table),
        _own_exchanged(record),
        *(left_out(record, table, trick) for trick in range(len(record["tricks"]))),
        with_tricks(record, table, 1) if len(record["tricks"]) < table.pack.hand_size else (),
        _written_twice(record),
        tricks_exchanged(record),
        slips_of_lists(record, table),
        _pass_left_out(record, table, parameters),
        other_dealers(record, table),
        claims_renamed(record, table, "winner"),
        claims_renamed(record, table, "leader"),
        _claims_exchanged(record),
        _bidders(record, table),
    )


def _spots(record: Json) -> Iterator[tuple[int, int, Json]]:
    for trick, each in enumerate(record["tricks"]):
        for place, play in enumerate(each["plays"]):
            yield trick, place, play


def _in_log(record: Json) -> list[tuple[str, str]]:
    return [(play["player"], play["card"]) for _, _, play in _spots(record)]


def _miscopied_plays(record: Json, table: Table) -> Iterator[Mended]:
    for trick, place, play in _spots(record):
        if play["card"] == UNREAD:
            continue
        plays = record["tricks"][trick]["plays"]
        for card in _may_be(_fitting(record, table, play["player"]) - {play["card"]}):
            other = [*plays[:place], {**play, "card": card}, *plays[place + 1 :]]
            changes = [change(card_pointer(trick, place), play["card"], None if card == UNREAD else card)]
            yield Mended("card_miscopied", changes, with_plays(record, trick, other))


def _may_be(fitting: set[str]) -> list[str]:
    """Return the cards that a card may have been: one that could not be read, where too many fit."""
    return sorted(fitting) if len(fitting) <= FEW else [UNREAD]


def _fitting(record: Json, table: Table, player: str) -> set[str]:
    """Return the cards that are nowhere else in the log, and may have been in this player's hand."""
    hands = _after_passing(record)
    log = {card for _, card in _in_log(record)}
    taken_back = {
        back["card"] for _, _, play in _spots(record) if play["player"] != player for back in play.get("withdrawn", [])
    }
    if player in hands and UNREAD not in hands[player]:
        return set(hands[player]) & table.pack.cards - log
    others = {card for other, hand in hands.items() if other != player for card in hand}
    return table.pack.cards - log - others - taken_back - set(record.get("set_aside", []))


def _after_passing(record: Json) -> dict[str, list[str]]:
    """Return the listed hands as they were played, with what was passed: a card that could not be read may be any."""
    hands: dict[str, list[str]] = {player: [*hand] for player, hand in record.get("hands", {}).items()}
    for exchange in record.get("exchanges", []):
        giver, taker, cards = exchange["from"], exchange["to"], exchange["cards"]
        if giver in hands:
            hands[giver] = [UNREAD] if UNREAD in cards else [card for card in hands[giver] if card not in cards]
        if taker in hands:
            hands[taker] = [*hands[taker], *cards]
    return hands


def _names_miscopied(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name for the player of a card: that of one without a card in the trick."""
    for trick, place, play in _spots(record):
        plays = record["tricks"][trick]["plays"]
        if record["tricks"][trick].get("form") == "cards":
            continue
        for player in sorted(set(table.players) - {each["player"] for each in plays}):
            other = [*plays[:place], {**play, "player": player}, *plays[place + 1 :]]
            changes = [change(player_pointer(trick, place), play["player"], player)]
            yield Mended("name_miscopied", changes, with_plays(record, trick, other))


def exchanged_in_tricks(record: Json) -> Iterator[Mended]:
    """Exchange two cards, or two names, of one trick."""
    for trick, each in enumerate(record["tricks"]):
        plays = [] if each.get("unwritten") else each["plays"]
        for one, other in combinations(range(len(plays)), 2):
            for slip, member, pointer in (
                ("cards_exchanged", "card", card_pointer),
                ("names_exchanged", "player", player_pointer),
            ):
                first, second = plays[one][member], plays[other][member]
                changed = list(plays)
                changed[one] = {**plays[one], member: second}
                changed[other] = {**plays[other], member: first}
                changes = [change(pointer(trick, one), first, second), change(pointer(trick, other), second, first)]
                if first != second and not (member == "player" and "form" in each):
                    yield Mended(slip, changes, with_plays(record, trick, changed))


def out_of_order(record: Json, table: Table) -> Iterator[Mended]:
    """Write the plays of a trick in turn.

    Two of them were exchanged, or all after the lead turned round, or those before a named leader's lead put first.
    """
    for trick, each in enumerate(record["tricks"]):
        for leader in [play["player"] for play in each["plays"]] if is_in_order(each) else ():
            yield from led_in_turn(record, table, trick, leader, is_named=each.get("leader") == leader)


def is_in_order(trick: Json) -> bool:
    """Tell whether a trick was written play by play, with one play of a player."""
    players = [play["player"] for play in trick["plays"]] if not {"form", "unwritten"} & set(trick) else []
    return 0 < len(players) == len(set(players))


def led_in_turn(record: Json, table: Table, trick: int, leader: str, *, is_named: bool) -> Iterator[Mended]:
    """Write the plays of a trick in turn from this leader; all in another place only if he ``is_named``."""
    plays = record["tricks"][trick]["plays"]
    players = [play["player"] for play in plays]
    order = [players.index(player) for player in table.rotation(leader) if player in players]
    moved = [place for place, at in enumerate(order) if place != at]
    is_turned = is_named and order == [(order[0] + step) % len(order) for step in range(len(order))]
    if len(moved) == 2 or (moved and (order == [0, *range(len(order) - 1, 0, -1)] or is_turned)):
        changes = [
            change(path("tricks", trick, "plays", place, member), told(plays[place]), told(plays[order[place]]))
            for place in moved
            for member, told in (("player", _player), ("card", _card))
            if told(plays[place]) != told(plays[order[place]])
        ]
        mended, is_rare = with_plays(record, trick, [plays[at] for at in order]), is_turned and len(moved) > 2
        yield Mended("plays_out_of_order", changes, mended, is_rare=is_rare)


def _player(play: Json) -> Any:
    return play["player"]


def _card(play: Json) -> Any:
    return None if play["card"] == UNREAD else play["card"]


def shifted(record: Json, table: Table) -> Iterator[Mended]:
    """Write every card of a trick with the next player, or with the one before him; or, play by play, every name."""
    for trick, each in enumerate(record["tricks"]):
        plays = each["plays"]
        cards = {play["player"]: play["card"] for play in plays}
        is_led = each.get("form") == "cards" and "leader" in each
        if is_led or UNREAD in cards.values() or not 2 < len(cards) == len(plays):
            continue
        players = [player for player in table.players if player in cards]
        for step in (1, -1):
            meant = {player: cards[players[(at + step) % len(players)]] for at, player in enumerate(players)}
            told = [{**play, "card": meant[play["player"]]} for play in plays]
            changes = [change(card_pointer(trick, at), plays[at]["card"], new["card"]) for at, new in enumerate(told)]
            yield Mended("cards_exchanged", changes, with_plays(record, trick, told), is_rare=True)
            if "form" not in each:
                owner = {card: player for player, card in meant.items()}
                named = [{**play, "player": owner[play["card"]]} for play in plays]
                changes = [
                    change(player_pointer(trick, at), plays[at]["player"], new["player"])
                    for at, new in enumerate(named)
                ]
                yield Mended("names_exchanged", changes, with_plays(record, trick, named), is_rare=True)


def _own_exchanged(record: Json) -> Iterator[Mended]:
    """Exchange two cards of a player in neighbouring tricks."""
    spots = [(trick, place, play) for trick, place, play in _spots(record) if play["card"] != UNREAD]
    for (trick, here, one), (after, there, other) in combinations(spots, 2):
        if after == trick + 1 and one["player"] == other["player"]:
            first, second = record["tricks"][trick]["plays"], record["tricks"][after]["plays"]
            moved = with_plays(record, trick, [*first[:here], {**one, "card": other["card"]}, *first[here + 1 :]])
            told = [*second[:there], {**other, "card": one["card"]}, *second[there + 1 :]]
            changes = [
                change(card_pointer(trick, here), one["card"], other["card"]),
                change(card_pointer(after, there), other["card"], one["card"]),
            ]
            yield Mended("cards_exchanged", changes, with_plays(moved, after, told), is_rare=True)


def _claims_exchanged(record: Json) -> Iterator[Mended]:
    """Name the leader of a trick as its winner, and the winner as its leader."""
    for trick, each in enumerate(record["tricks"]):
        leader, winner = each.get("leader"), each.get("winner")
        if None not in {leader, winner} and leader != winner:
            changes = [
                change(path("tricks", trick, "leader"), leader, winner),
                change(path("tricks", trick, "winner"), winner, leader),
            ]
            told = {**each, "leader": winner, "winner": leader}
            yield Mended("names_exchanged", changes, with_trick(record, trick, told), is_rare=True)


def left_out(record: Json, table: Table, trick: int) -> Iterator[Mended]:
    """Enter a play that was left out: each card at each place of a trick without a card of its player.

    Where all others played in turn it was the lead, or in turn, too. If it was the lead, the player of the first card
    left may have been named as the leader.
    """
    each = record["tricks"][trick]
    plays = each["plays"]
    absent = sorted(set(table.players) - {play["player"] for play in plays})
    spots = [(player, place, False) for player in absent for place in _places(plays, table, player)]
    if each.get("form") == "cards" and len(plays) < len(table.players):
        order = table.rotation(_leader(each))[: len(plays) + 1]
        spots = [(player, place, False) for place, player in enumerate(order)]
    if plays and each.get("leader") == plays[0]["player"]:
        spots += [(player, 0, True) for player in absent if table.sizes[player] > trick]
    for player, place, is_leader in spots:
        for card in _may_be(_fitting(record, table, player)):
            changes = [
                change(player_pointer(trick, place), None, player),
                change(card_pointer(trick, place), None, None if card == UNREAD else card),
            ]
            entered = {**each, "plays": [*plays[:place], {"player": player, "card": card}, *plays[place:]]}
            entered |= {"leader": player} if is_leader else {}
            yield Mended("play_left_out", changes, with_trick(record, trick, entered), is_rare=is_leader)


def _leader(trick: Json) -> str:
    return str(trick.get("led", trick.get("leader")))


def _places(plays: list[Json], table: Table, player: str) -> list[int]:
    """Return the places at which a player's card may have been left out of a trick."""
    players = [play["player"] for play in plays]
    if not players:
        return [0]
    order = table.rotation(players[0])
    if players != [each for each in order if each in players]:
        return list(range(len(plays) + 1))
    before = order[: order.index(player)]
    return sorted({0, sum(each in before for each in players)})


def _written_twice(record: Json) -> Iterator[Mended]:
    """Leave out a play that stands elsewhere too or is one of two of its player in the trick.

    Or leave out a trick that stands elsewhere too, or that has no card.
    """
    log = _in_log(record)
    for trick, place, play in _spots(record):
        plays = record["tricks"][trick]["plays"]
        beside = sum(each["player"] == play["player"] for each in plays)
        in_list = record["tricks"][trick].get("form") == "cards"
        if (
            beside > 1
            or [(in_list or who, card) for who, card in log].count((in_list or play["player"], play["card"])) > 1
        ):
            changes = [
                change(player_pointer(trick, place), play["player"]),
                change(card_pointer(trick, place), play["card"]),
            ]
            yield Mended("play_written_twice", changes, with_plays(record, trick, plays[:place] + plays[place + 1 :]))
    contents = [
        [(each.get("form") == "cards" or play["player"], play["card"]) for play in each["plays"]]
        for each in record["tricks"]
    ]
    for trick, content in enumerate(contents):
        if contents.count(content) > 1 or not content:
            order = [place for place in range(len(contents)) if place != trick]
            twins = [place for place in order if contents[place] == content]
            twin = min(twins, key=lambda place: abs(place - trick)) if twins else None
            told = record if twin is None else told_of_twin(record, trick, twin)
            yield Mended("trick_written_twice", [change(path("tricks", trick))], reordered(told, order), [*order])


def tricks_exchanged(record: Json) -> Iterator[Mended]:
    """Exchange two neighbouring tricks."""
    count = len(record["tricks"])
    for trick in range(count - 1):
        if any("unwritten" in each for each in record["tricks"][trick : trick + 2]):
            continue
        order = [*range(trick), trick + 1, trick, *range(trick + 2, count)]
        changes = [change(path("tricks", trick)), change(path("tricks", trick + 1))]
        yield Mended("tricks_exchanged", changes, reordered(record, order), [*order])


def tricks_misplaced(record: Json, table: Table) -> Iterator[Mended]:
    """Exchange two tricks that are no neighbours, or put one in a place further off, if the leads are for it.

    Then somebody leads in turn who did not, and nobody out of turn who did.
    """
    tricks = record["tricks"]
    won = [_won_for_sure(each, table) for each in tricks]
    led = [each["plays"][0].get("player") if each["plays"] else None for each in tricks]
    for one, other in permutations(range(len(tricks)), 2):
        if abs(one - other) > 1:
            rest = [place for place in range(len(tricks)) if place != one]
            orders = {"trick_misplaced": [*rest[:other], one, *rest[other:]]}
            if one < other:
                orders["tricks_exchanged"] = [
                    {one: other, other: one}.get(place, place) for place in range(len(tricks))
                ]
            for slip, order in orders.items():
                # Of tricks whose winner is not sure the judgement decides.
                news = [(won[before], led[after], won[after - 1]) for before, after in pairwise(order) if after]
                righted = any(winner == leader != was for winner, leader, was in news)
                wronged = any(winner not in {None, leader} and leader == was for winner, leader, was in news)
                if righted and not wronged:
                    changes = [change(path("tricks", one)), change(path("tricks", other))]
                    yield Mended(slip, changes, reordered(record, order), [*order])


def _won_for_sure(trick: Json, table: Table) -> str | None:
    """Return who won a trick, if it has a card of everybody that could be read."""
    cards = {play["card"]: play["player"] for play in trick["plays"]}
    if UNREAD in cards or sorted(cards.values()) != sorted(table.players):
        return None
    best = table.pack.best(table.pack.suit(trick["plays"][0]["card"]), list(cards))
    return None if best is None else cards[best]


def other_dealers(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name for the dealer."""
    for other in table.players if "dealer" in record else ():
        if other != record["dealer"]:
            yield Mended("dealer", [change("#/dealer", record["dealer"], other)], {**record, "dealer": other})


def claims_renamed(record: Json, table: Table, member: str) -> Iterator[Mended]:
    """Write another name for a claimed winner or leader."""
    for trick, each in enumerate(record["tricks"]):
        follows = record["tricks"][trick + 1 : trick + 2]
        agreed = member == "winner" and any(
            after["plays"] and after["plays"][0]["player"] == each.get(member) for after in follows
        )
        for other in table.players:
            if each.get(member, other) != other:
                changes = [change(path("tricks", trick, member), each[member], other)]
                mended = with_trick(record, trick, {**each, member: other})
                on_table = frozenset([trick + 1] if agreed else [])
                if agreed and "led" in follows[0]:  # he may have led all the same
                    yield Mended(member, changes, mended)
                    mended = with_trick(mended, trick + 1, {**follows[0], "led_by": each[member]})
                yield Mended(member, changes, mended, agreed=on_table)


def _bidders(record: Json, table: Table) -> Iterator[Mended]:
    """Write another name for a bidder."""
    for place, bid in enumerate(record.get("bids", [])):
        member, names = ("player", table.players) if "player" in bid else ("team", list(table.sides))
        for other in names:
            if bid[member] != other:
                bids = [*record["bids"][:place], {**bid, member: other}, *record["bids"][place + 1 :]]
                changes = [change(path("bids", place, member), bid[member], other)]
                yield Mended("bidder", changes, {**record, "bids": bids})


def _pass_left_out(record: Json, table: Table, parameters: Json) -> Iterator[Mended]:
    """Enter a pass between partners, of cards that nobody can tell."""
    exchanges: list[Json] = record.get("exchanges", [])
    ways = [(each["from"], each["to"]) for each in exchanges]
    most = max(parameters["bids"][kind]["exchange"] for kind in ("nil", "blind_nil"))
    for giver in table.players if most and "all_passed" not in record else ():
        taker = table.partner(giver)
        if taker is not None and (giver, taker) not in ways:
            entered = {"from": giver, "to": taker, "cards": [UNREAD] * most}
            changes = [change(path("exchanges", len(exchanges)))]
            yield Mended("pass_left_out", changes, {**record, "exchanges": [*exchanges, entered]})
