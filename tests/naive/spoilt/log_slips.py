"""Slips in the log: in its cards and names, its plays, its tricks, and in who is claimed to have led or won one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

from tests.naive.spoilt.model import Change, Reading, Scene, Slip, copied, numbered, slip_of
from tests.naive.table import SUITS, Pack, Table, path
from tests.spades.builders.cards import Json
from tests.spades.builders.short_forms import with_cards

# Cards and names.


def another_card(rng: Random, pack: Pack, card: str) -> str:
    """Return another card of the pack: often one that looks like this one, of the same suit or rank."""
    others = sorted(pack.cards - {card})
    way = rng.random()
    if way < 0.3:
        others = [each for each in others if each[1] == card[1]] or others
    elif way < 0.5:
        others = [each for each in others if each[0] == card[0]] or others
    return rng.choice(others)


def lead_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write the lead of a trick as another card of the pack."""
    return _miscopied(scene, rng, rng.randrange(len(scene.record["tricks"])), 0)


def card_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write any card that was played as another card of the pack."""
    trick = rng.randrange(len(scene.record["tricks"]))
    return _miscopied(scene, rng, trick, rng.randrange(len(scene.record["tricks"][trick]["plays"])))


def _miscopied(scene: Scene, rng: Random, trick: int, place: int) -> Slip:
    card = scene.record["tricks"][trick]["plays"][place]["card"]
    return _written_as(scene, trick, place, another_card(rng, scene.table.pack, card))


def card_miscopied_in_trick(scene: Scene, rng: Random) -> Slip | None:
    """Write a card as one that lies in the same trick."""
    chosen = _two_of_a_trick(scene, rng)
    if chosen is None:
        return None
    trick, place, other = chosen
    return _written_as(scene, trick, place, scene.record["tricks"][trick]["plays"][other]["card"])


def _written_as(scene: Scene, trick: int, place: int, card: str) -> Slip:
    record = scene.copied()
    play: Json = record["tricks"][trick]["plays"][place]
    change = Change(path("tricks", trick, "plays", place, "card"), recorded=card, suggested=play["card"])
    play["card"] = card
    return slip_of(record, "card_miscopied", change)


def name_miscopied(scene: Scene, rng: Random) -> Slip | None:
    """Write another player's name for the one who played a card."""
    record = scene.copied()
    trick = rng.randrange(len(record["tricks"]))
    plays: list[Json] = record["tricks"][trick]["plays"]
    place = rng.randrange(len(plays))
    name = plays[place]["player"]
    plays[place]["player"] = rng.choice([player for player in record["players"] if player != name])
    pointer = path("tricks", trick, "plays", place, "player")
    change = Change(pointer, recorded=plays[place]["player"], suggested=name)
    # A whole trick then has two cards of one player.
    return slip_of(record, "name_miscopied", change, contradicts=trick in scene.whole_tricks)


def cards_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two cards of one trick."""
    return _exchanged(scene, rng, "card", "cards_exchanged")


def names_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two names of one trick."""
    return _exchanged(scene, rng, "player", "names_exchanged")


def _exchanged(scene: Scene, rng: Random, member: str, slip: str) -> Slip | None:
    chosen = _two_of_a_trick(scene, rng)
    if chosen is None:
        return None
    trick, *places = chosen
    record = scene.copied()
    one, other = (record["tricks"][trick]["plays"][place] for place in places)
    one[member], other[member] = other[member], one[member]
    changes = (
        Change(path("tricks", trick, "plays", place, member), recorded=now[member], suggested=then[member])
        for place, now, then in zip(places, (one, other), (other, one), strict=True)
    )
    return slip_of(record, slip, *changes)


def _two_of_a_trick(scene: Scene, rng: Random) -> tuple[int, int, int] | None:
    """Return a trick and two places in it."""
    tricks = [place for place, trick in enumerate(scene.record["tricks"]) if len(trick["plays"]) > 1]
    if not tricks:
        return None
    trick = rng.choice(tricks)
    one, other = rng.sample(range(len(scene.record["tricks"][trick]["plays"])), 2)
    return trick, one, other


def plays_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Write the lead of a trick, whose leader is named, in the place of another play, and that in its place.

    Nobody did anything wrong there: a slip that hides an offence in its trick is no reading.
    """
    tricks = [
        place
        for place, trick in enumerate(scene.record["tricks"])
        if "leader" in trick and len(trick["plays"]) > 1 and place + 1 not in {number for *_, number in scene.truth}
    ]
    if not tricks:
        return None
    trick = rng.choice(tricks)
    other = rng.randrange(1, len(scene.record["tricks"][trick]["plays"]))
    order = list(range(len(scene.record["tricks"][trick]["plays"])))
    order[0], order[other] = other, 0
    return replace(_in_order(scene, trick, order), contradicts=True)


def written_anticlockwise(scene: Scene, rng: Random) -> Slip | None:
    """Write a trick of four or more against the turn after its lead, so that at least two seem to have jumped.

    Nobody did anything wrong there: that would be a reason more against somebody.
    """
    blamed = {number for *_, number in scene.truth}
    tricks = [place for place in scene.whole_tricks if place + 1 not in blamed]
    if len(scene.record["players"]) < 4:
        return None
    if not tricks:
        return None
    trick = rng.choice(tricks)
    return _in_order(scene, trick, [0, *range(len(scene.record["tricks"][trick]["plays"]) - 1, 0, -1)])


def _in_order(scene: Scene, trick: int, order: list[int]) -> Slip:
    """Write the plays of a trick in this order, in which going there and back are one."""
    record = scene.copied()
    plays: list[Json] = record["tricks"][trick]["plays"]
    record["tricks"][trick]["plays"] = written = [plays[place] for place in order]
    changes = (
        Change(path("tricks", trick, "plays", at, member), recorded=written[at][member], suggested=plays[at][member])
        for at, place in enumerate(order)
        for member in ("player", "card")
        if at != place
    )
    return slip_of(record, "plays_out_of_order", *changes)


def cards_shifted(scene: Scene, rng: Random) -> Slip | None:
    """Write each card of a whole trick with the next player, or with the one before him."""
    tricks = [place for place in scene.whole_tricks if len(scene.record["tricks"][place]["plays"]) > 2]
    if not tricks:
        return None
    record, trick = scene.copied(), rng.choice(tricks)
    plays = {play["player"]: play for play in record["tricks"][trick]["plays"]}
    step, cards = rng.choice([1, -1]), {player: play["card"] for player, play in plays.items()}
    for at, player in enumerate(record["players"]):
        plays[player]["card"] = cards[record["players"][(at + step) % len(plays)]]
    changes = (
        Change(path("tricks", trick, "plays", at, "card"), recorded=play["card"], suggested=cards[play["player"]])
        for at, play in enumerate(record["tricks"][trick]["plays"])
    )
    return slip_of(record, "cards_exchanged", *changes)


def own_cards_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two cards of a player in neighbouring tricks."""
    record = scene.copied()
    if len(record["tricks"]) < 2:
        return None
    trick, player = rng.randrange(len(record["tricks"]) - 1), rng.choice(record["players"])
    spots = [
        (each, place)
        for each in (trick, trick + 1)
        for place, play in enumerate(record["tricks"][each]["plays"])
        if play["player"] == player
    ]
    if len(spots) < 2:
        return None
    one, other = (record["tricks"][each]["plays"][place] for each, place in spots)
    one["card"], other["card"] = other["card"], one["card"]
    changes = (
        Change(path("tricks", each, "plays", place, "card"), recorded=now["card"], suggested=then["card"])
        for (each, place), now, then in zip(spots, (one, other), (other, one), strict=True)
    )
    return slip_of(record, "cards_exchanged", *changes)


def suit_misread(scene: Scene, rng: Random) -> Slip | None:
    """Write a card that was played with another suit."""
    trick = rng.randrange(len(scene.record["tricks"]))
    return _misread(scene, rng, trick, rng.randrange(len(scene.record["tricks"][trick]["plays"])))


def suit_of_lead_misread(scene: Scene, rng: Random) -> Slip | None:
    """Write a lead with another suit."""
    return _misread(scene, rng, rng.randrange(len(scene.record["tricks"])), 0)


def _misread(scene: Scene, rng: Random, trick: int, place: int) -> Slip | None:
    card = scene.record["tricks"][trick]["plays"][place]["card"]
    others = sorted(each for each in scene.table.pack.cards if each[0] == card[0] and each[1] in SUITS and each != card)
    return _written_as(scene, trick, place, rng.choice(others)) if others else None


def card_doubled(scene: Scene, rng: Random) -> Slip | None:
    """Write a card of an early trick as one of the trick before."""
    tricks = scene.record["tricks"]
    trick = rng.randrange(1, max(2, len(tricks) // 2))
    place, other = (rng.randrange(len(tricks[each]["plays"])) for each in (trick, trick - 1))
    return _written_as(scene, trick, place, tricks[trick - 1]["plays"][other]["card"])


def opponents_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange the names or the cards of two opponents in a trick."""
    return _two_exchanged(scene, rng, of_a_side=False)


def partners_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange the names or the cards of two partners in a trick."""
    return _two_exchanged(scene, rng, of_a_side=True)


def _two_exchanged(scene: Scene, rng: Random, *, of_a_side: bool) -> Slip | None:
    record, sides = scene.copied(), scene.table.side_of
    plays = rng.choice(record["tricks"])["plays"]
    pairs = [
        pair for pair in permutations(plays, 2) if (sides[pair[0]["player"]] == sides[pair[1]["player"]]) is of_a_side
    ]
    if not pairs or len(scene.table.sides) == len(sides):
        return None
    one, other = rng.choice(pairs)
    member = rng.choice(["player", "card"])
    one[member], other[member] = other[member], one[member]
    return slip_of(record, "exchanged")


# Plays.


def lead_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out the lead of a trick."""
    return _left_out(scene, rng, lead=True)


def play_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out a play that was no lead."""
    return _left_out(scene, rng, lead=False)


def _left_out(scene: Scene, rng: Random, *, lead: bool) -> Slip | None:
    if not scene.whole_tricks:
        return None
    trick = rng.choice(scene.whole_tricks)
    return left_out_at(scene, trick, 0 if lead else rng.randrange(1, len(scene.table.players)))


def left_out_at(scene: Scene, trick: int, place: int) -> Slip:
    """Leave out the play that stands there."""
    record = scene.copied()
    play: Json = record["tricks"][trick]["plays"].pop(place)
    changes = (
        Change(path("tricks", trick, "plays", place, member), suggested=play[member]) for member in ("player", "card")
    )
    # A last trick that is short is an unfinished one.
    is_last = trick == len(record["tricks"]) - 1
    slip = slip_of(record, "play_left_out", *changes, contradicts=not is_last)
    return replace(slip, lost=frozenset({(play["player"], trick + 1)}))


def play_written_twice(scene: Scene, rng: Random) -> Slip | None:
    """Write a play twice: mostly right after itself, else later in its trick, or in the next one."""
    record = scene.copied()
    tricks: list[Json] = record["tricks"]
    trick = rng.randrange(len(tricks))
    plays: list[Json] = tricks[trick]["plays"]
    original = rng.randrange(len(plays))
    play = dict(plays[original])
    way = rng.random()
    copy_trick, copy = trick, original + 1
    if way < 0.2:
        copy = rng.randrange(original + 1, len(plays) + 1)
    elif way < 0.35 and trick + 1 < len(tricks):
        copy_trick = trick + 1
        copy = rng.randrange(len(tricks[copy_trick]["plays"]) + 1)
    tricks[copy_trick]["plays"].insert(copy, play)
    spots = [(copy_trick, copy)]
    if spots == [(trick, original + 1)]:
        spots.append((trick, original))
    readings = tuple(
        Reading(
            "play_written_twice",
            tuple(
                Change(path("tricks", at, "plays", place, member), recorded=play[member])
                for member in ("player", "card")
            ),
        )
        for at, place in spots
    )
    return Slip(record, readings, numbered(record), contradicts=True)


def middle_of_last_trick_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out a card of the last trick, neither its first nor its last."""
    seats, last = len(scene.table.players), len(scene.record["tricks"]) - 1
    if seats < 3 or last not in scene.whole_tricks:
        return None
    return left_out_at(scene, last, rng.randrange(1, seats - 1))


# Tricks, and what is claimed of them.


def trick_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out a trick; the sheet has the true totals."""
    record = scene.copied()
    trick = rng.randrange(len(record["tricks"]))
    gone = record["tricks"].pop(trick)
    numbers = tuple(number for number in numbered(scene.record) if number != trick + 1)
    lost = frozenset((play["player"], trick + 1) for play in gone["plays"])
    reading = Reading("trick_left_out", (Change(path("tricks", trick)),))
    return Slip(record, (reading,), numbers, lost, contradicts=True)


def tricks_not_recorded(scene: Scene, rng: Random, *, numbered_ones: bool) -> Slip | None:
    """Leave tricks out and say so, by the numbers of the others or where they are missing; that is no slip itself.

    Without numbers, no call may name a trick: which one would be meant?
    """
    record, length = scene.copied(), len(scene.record["tricks"])
    kept = sorted(rng.sample(range(length), rng.randint(1, length)))
    record["tricks"] = [record["tricks"][index] for index in kept]
    for before, index, trick in zip([-1, *kept], kept, record["tricks"], strict=False):
        if numbered_ones and (index > before + 1 or rng.random() < 0.3):
            trick["number"] = index + 1
        elif index > before + 1:
            trick["after_gap"] = True
    if not numbered_ones:
        record.pop("accusations", None)
    gone = [(play["player"], index + 1) for index in set(range(length)) - set(kept) for play in _plays(scene, index)]
    origins = numbered(scene.record) if numbered_ones else tuple([index + 1 for index in kept])
    return Slip(record, (), origins, frozenset(gone))


def _plays(scene: Scene, index: int) -> list[Json]:
    plays: list[Json] = scene.record["tricks"][index]["plays"]
    return plays


def without_leaders(scene: Scene, _: Random, *, form: str) -> Slip | None:
    """Write the tricks in a short form that says only who led to the first; that is no slip itself."""
    record = with_cards(scene.copied(), form=form, leaders=False)
    if record["tricks"] and "plays" not in record["tricks"][0]:
        record["tricks"][0]["leader"] = scene.record["tricks"][0]["plays"][0]["player"]
    return Slip(record, (), numbered(scene.record))


def in_short_form(scene: Scene, rng: Random, *, without: float) -> Json:
    """Return the record of a scene with its cards in lists or by player, as often as ``without`` with no leaders."""
    form = rng.choice(["cards", "cards_by_player"])
    short = without_leaders(scene, rng, form=form)
    leaderless = short is not None and rng.random() < without
    return short.record if short is not None and leaderless else with_cards(scene.record, form=form)


def written_in_short(scene: Scene, rng: Random) -> Slip | None:
    """Write the whole tricks in a short form, often without who led, not even to the first; that is no slip itself.

    A trick without its leader says that it was led in turn, so that who led out of turn is named. And who is named
    really led, even where the names of two players are exchanged: one slip is no two.
    """
    form, way = rng.choice(["cards", "cards_by_player"]), rng.random()
    record, written = with_cards(scene.copied(), form=form, leaders=way < 0.3), scene.record["tricks"]
    record["tricks"] = [short if place in scene.whole_tricks else written[place] for place, short in _tricks(record)]
    for place, trick in _tricks(record):
        leader, in_turn = scene.leaders[place]
        if "plays" in trick:
            continue
        if trick.get("leader") == written[place]["plays"][0]["player"] or (way < 0.6 and not place):
            trick["leader"] = leader
        elif not in_turn:
            trick.setdefault("leader", leader)
    return Slip(record, (), numbered(scene.record), hides=True)


def _tricks(record: Json) -> list[tuple[int, Json]]:
    return list(enumerate(record["tricks"]))


def trick_written_twice(scene: Scene, rng: Random) -> Slip | None:
    """Write a trick twice: the copy right after it, or later."""
    if not scene.whole_tricks:
        return None
    record = scene.copied()
    tricks: list[Json] = record["tricks"]
    trick = rng.choice(scene.whole_tricks)
    copy = trick + 1 if rng.random() < 0.6 else rng.randrange(trick + 1, scene.whole_tricks[-1] + 2)
    tricks.insert(copy, copied(tricks[trick]))
    numbers = list(numbered(scene.record))
    numbers.insert(copy, trick + 1)
    surplus = [copy, trick] if copy == trick + 1 else [copy]
    readings = tuple(Reading("trick_written_twice", (Change(path("tricks", place)),)) for place in surplus)
    return Slip(record, readings, tuple(numbers), contradicts=True)


def tricks_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two neighbouring tricks.

    It shows if two leads or more are wrong because of it, and nobody did anything wrong there: a slip that hides an
    offence in its tricks is no reading, as it would bring that offence.
    """
    if len(scene.whole_tricks) < 2:
        return None
    record = scene.copied()
    tricks, numbers = record["tricks"], list(numbered(scene.record))
    trick = rng.choice(scene.whole_tricks[:-1])
    for each in (tricks, numbers):
        each[trick], each[trick + 1] = each[trick + 1], each[trick]
    changes = (Change(path("tricks", trick)), Change(path("tricks", trick + 1)))
    near = {trick + 1, trick + 2, trick + 3}
    blameless = not any(number in near for _, _, number in scene.truth)
    more = wrong_leads(record, scene.table) - wrong_leads(scene.record, scene.table)
    contradicts = more >= 2 and blameless
    return Slip(record, (Reading("tricks_exchanged", changes),), tuple(numbers), contradicts=contradicts)


def wrong_leads(record: Json, table: Table) -> int:
    """Return how many whole tricks are not led by who won the trick before; of a short one, the lead may be missing."""
    pack = table.pack
    count = 0
    whole = [trick for trick in record["tricks"] if len(trick["plays"]) == len(table.players)]
    for before, trick in pairwise(whole):
        holders = {play["card"]: play["player"] for play in before["plays"]}
        best = pack.best(pack.suit(before["plays"][0]["card"]), holders)
        count += best is not None and holders[best] != trick["plays"][0]["player"]
    return count


def wrong_winner(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the winner of a trick."""
    return _wrong_claim(scene, rng, "winner")


def wrong_leader(scene: Scene, rng: Random) -> Slip | None:
    """Name another player as the leader of a trick."""
    return _wrong_claim(scene, rng, "leader")


def claims_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Name the winner of a trick as its leader, and the leader as its winner."""
    record = scene.copied()
    places = [
        place
        for place, trick in enumerate(record["tricks"])
        if trick.get("leader", trick.get("winner")) != trick.get("winner", trick.get("leader"))
    ]
    if not places:
        return None
    place = rng.choice(places)
    trick = record["tricks"][place]
    trick["leader"], trick["winner"] = trick["winner"], trick["leader"]
    changes = (
        Change(path("tricks", place, member), recorded=trick[member], suggested=trick[other])
        for member, other in (("leader", "winner"), ("winner", "leader"))
    )
    return slip_of(record, "names_exchanged", *changes, contradicts=True)


def _wrong_claim(scene: Scene, rng: Random, member: str) -> Slip | None:
    record = scene.copied()
    claiming = [place for place, trick in enumerate(record["tricks"]) if member in trick]
    if not claiming:
        return None
    place = rng.choice(claiming)
    trick = record["tricks"][place]
    name = trick[member]
    trick[member] = rng.choice([player for player in record["players"] if player != name])
    change = Change(path("tricks", place, member), recorded=trick[member], suggested=name)
    return slip_of(record, member, change, contradicts=True)
