"""Positions with all hands open, read from requests; the legal cards of a hand, and what best play makes of each.

Whatever makes a position impossible is a fault with its pointer: a card twice, say, or a player with more cards left
than another. The search for best play is so short that it does not count among the questions that take long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.spades.cards import BIT, CODES, SPADES, mask_of, united
from service.spades.english import count_of
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.play.legality import IllegalCard, card_options
from service.spades.record.lookup import UNEQUAL_DEAL, Reader, indices
from service.spades.record.model import Moment
from service.spades.record.parse import parse_moment
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.solver.answers import CardValue, values_of_cards
from service.spades.solver.compact_position import Compact
from service.spades.solver.position import Position, Question, game_of
from service.spades.solver.search import Solution
from service.spades.table import Table, sit_down

BUDGET: Final = 4_000
"""The positions that are searched for all cards of a hand together: a tenth of a second."""
_OWN, _OTHERS = ("hand",), ("best_play", "hands")


def read_position(reader: Reader, request: Mapping[str, Any]) -> Position:
    """Read a position, and note every fault; if there is any, the position is of no use."""
    faults_before = len(reader.faults)
    plays = request.get("plays", ())
    hands = _hands(reader, request["hands"])
    if not reader.ruleset.packs[len(hands)].has_equal_hands:
        reader.fault("unequal_deal", UNEQUAL_DEAL.format("best play is not searched"), "players")
        reader.raise_faults()
    seats = _seats_of_plays(reader, plays)
    leader = _leader(reader, request.get("leader"), [play["player"] for play in plays])
    cards = indices([play["card"] for play in plays])
    _check_cards(reader, hands, cards)
    left = 0
    if len(reader.faults) == faults_before:
        left = _tricks_left(reader, hands, seats)
    is_first_trick = left == reader.ruleset.packs[len(hands)].hand_size
    position = Position(tuple(map(mask_of, hands)), leader, cards, is_first_trick=is_first_trick)
    if len(reader.faults) > faults_before:
        return position
    broken = _spades_broken(reader, request.get("spades_broken"), position)
    return Position(position.hands, leader, cards, broken, is_first_trick)


def _hands(reader: Reader, hands: Mapping[str, Sequence[str]]) -> list[tuple[int, ...]]:
    """Return the cards of each player, as they are listed."""
    read = reader.hands(hands)
    for seat, player in enumerate(reader.table.players):
        if read[seat] is None:
            detail = f"The cards of {player} are missing: list them here, [] if none are left."
            reader.fault("required", detail, "hands", player)
    return [hand or () for hand in read]


def _seats_of_plays(reader: Reader, plays: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return who has played to the trick in progress."""
    if len(plays) >= len(reader.table.players):
        detail = (
            "Every player has played to this trick, so it is over: leave out its plays, and ask about the next one,"
            " which its winner leads."
        )
        reader.fault("trick_is_whole", detail, "plays")
    return [reader.seat(play["player"], "plays", index, "player") for index, play in enumerate(plays)]


def _leader(reader: Reader, named: str | None, names: list[str]) -> int:
    """Return who leads to the trick, and note the first of its players who has not played in turn from there."""
    if named is None and not names:
        reader.fault("leader_unknown", "Say who is to lead: `leader` is one of the players.", "leader")
        return 0
    seat_of, players = reader.table.seat, reader.table.players
    leader = seat_of.get(names[0], 0) if named is None else reader.seat(named, "leader")
    if not {*names, named or names[0]} <= seat_of.keys():
        return leader
    for index, seat in enumerate(map(seat_of.__getitem__, names)):
        expected = (leader + index) % len(players)
        if seat != expected:
            detail = f"After {players[(expected - 1) % len(players)]}, it is the turn of {players[expected]}."
            if not index:
                detail = f"The leader is {players[leader]}, but the first card is that of {players[seat]}: who has led?"
            reader.fault("out_of_turn", detail, "plays", index, "player")
            break
    return leader


def _check_cards(reader: Reader, hands: list[tuple[int, ...]], plays: tuple[int, ...]) -> None:
    """Note every card that is not in the pack, or in two places."""
    players = reader.table.players
    places: dict[int, str] = {}
    for index, card in enumerate(plays):
        _check_pack(reader, card, "plays", index, "card")
        if card in places:
            reader.fault("held_twice", f"{CODES[card]} is played twice in this trick.", "plays", index, "card")
        places[card] = ""
    for seat, hand in enumerate(hands):
        for index, card in enumerate(hand):
            path = ("hands", players[seat], index)
            _check_pack(reader, card, *path)
            if card in hand[:index]:
                reader.fault("duplicate_card", f"{CODES[card]} is listed twice in this hand.", *path)
            elif places.get(card) == "":
                detail = f"{CODES[card]} lies on the table: list only cards that are not yet played."
                reader.fault("card_replayed", detail, *path)
            elif card in places:
                reader.fault("held_twice", f"{CODES[card]} is in the hand of {places[card]} too.", *path)
            else:
                places[card] = players[seat]


def _check_pack(reader: Reader, card: int, *path: str | int) -> None:
    pack = reader.ruleset.packs[len(reader.table.players)]
    if not pack.cards & BIT[card]:
        missing = pack.missing_by(card)
        detail = f"{CODES[card]} is not in this ruleset's pack for {pack.players} players (`{missing}`)."
        reader.fault("card_not_in_deck", detail, *path)


def _tricks_left(reader: Reader, hands: list[tuple[int, ...]], seats: list[int]) -> int:
    """Return how many tricks are left with the one in progress, and note hands that don't agree about it."""
    players, size = reader.table.players, reader.ruleset.packs[len(hands)].hand_size
    counts = [len(hand) + (seat in seats) for seat, hand in enumerate(hands)]
    # Most players are right; of two opinions with as many players, the one with more cards has lost none.
    frequency = Counter(counts)
    left = max(frequency, key=lambda count: (frequency[count], count))
    for seat, count in enumerate(counts):
        if count != left:
            played = ", with the one on the table" if seat in seats else ""
            detail = (
                f"{players[seat]} has {count_of(count, 'card')} left{played}, and most players have {left}. All have as"
                " many when a trick begins: list every card that a player has not yet played, and no other."
            )
            reader.fault("unequal_hands", detail, "hands", players[seat])
    if left > size:
        detail = f"Each player is dealt {count_of(size, 'card')} under this ruleset, and can't have {left} left."
        reader.fault("wrong_hand_size", detail, "hands")
    if not left:
        reader.fault("no_cards_left", "Every card has been played: there is no trick left to play.", "hands")
    return left


def _spades_broken(reader: Reader, stated: bool | None, position: Position) -> bool:  # noqa: FBT001 - as it was sent
    """Return whether spades are broken, and note if it is not stated and makes a difference."""
    if position.is_first_trick:
        if stated:
            detail = "Nothing breaks spades before the first trick, which is that of these hands: write false."
            reader.fault("broken_too_soon", detail, "spades_broken")
        return False
    if stated is not None:
        return stated
    game = game_of(reader.ruleset, len(position.hands))
    cards = mask_of(position.plays) | united(position.hands)
    if cards & game.pack.suits[SPADES] and Compact(game, position).broken_matters:
        detail = "Say whether spades were broken before this trick: `spades_broken` decides what may be led."
        reader.fault("broken_unknown", detail, "spades_broken")
    return False


class OpenHands(NamedTuple):
    """All hands at the moment at which a card is to be played, and who sits where."""

    table: Table
    position: Position


class CardToPlay(NamedTuple):
    """A hand from which a card is to be played, and the moment."""

    pack: Pack
    hand: tuple[int, ...]
    moment: Moment
    open_hands: OpenHands | None
    """None unless the request asks for best play."""


def read_card_to_play(ruleset: Ruleset, request: Mapping[str, Any]) -> CardToPlay:
    """Read a hand and the moment at which a card of it is to be played; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for hands that don't fit together if best play is asked for.
    """
    pack, hand, moment = parse_moment(ruleset, request)
    open_hands = _open_hands(ruleset, request, request["best_play"]) if "best_play" in request else None
    return CardToPlay(pack, hand, moment, open_hands)


def _open_hands(ruleset: Ruleset, request: Mapping[str, Any], asked: Mapping[str, Any]) -> OpenHands:
    if "players" not in request:
        detail = "Name the players, clockwise: best play depends on who plays with whom."
        raise UnreadableRecord([Fault("#/players", "required", detail)])
    rules = ruleset.parameters.table
    reader = Reader(ruleset, sit_down(request["players"], None, rules.sides, rules.players))
    player, plays = asked["player"], request["plays"]
    seat = reader.seat(player, "best_play", "player")
    if player in asked["hands"]:
        reader.fault("held_twice", f"The cards of {player} are in `hand`: leave them out here.", *_OTHERS, player)
    reader.raise_faults()
    expected = (reader.table.seat[plays[0]["player"]] + len(plays)) % len(reader.table.players) if plays else seat
    if expected != seat and len(plays) < len(reader.table.players):
        detail = f"After these plays it is the turn of {reader.table.players[expected]}."
        reader.fault("out_of_turn", detail, "best_play", "player")
        reader.raise_faults()
    position = _whole_position(reader, request, player)
    number = ruleset.packs[len(reader.table.players)].hand_size - position.tricks_left + 1
    if number != request["trick_number"]:
        detail = f"With as many cards as these hands have left, the trick is number {number} of the round."
        reader.fault("impossible_moment", detail, "trick_number")
        reader.raise_faults()
    return OpenHands(reader.table, position)


def _whole_position(reader: Reader, request: Mapping[str, Any], player: str) -> Position:
    """Read the position; raises `UnreadableRecord` with every fault, each with its place in the request."""
    plays = request["plays"]
    whole = {
        "hands": {**request["best_play"]["hands"], player: request["hand"]},
        "plays": plays,
        "leader": plays[0]["player"] if plays else player,
        "spades_broken": request["spades_broken"],
    }
    position = read_position(reader, whole)
    reader.faults = [fault._replace(pointer=_as_sent(fault.pointer, player)) for fault in reader.faults]
    reader.raise_faults()
    return position


def _as_sent(pointer: str, player: str) -> str:
    """Return the pointer into the request for a pointer into a position."""
    own, others = pointer_to("hands", player), pointer_to("hands")
    if pointer == own or pointer.startswith(own + "/"):
        return pointer_to(*_OWN) + pointer.removeprefix(own)
    if pointer == others or pointer.startswith(others + "/"):
        return pointer_to(*_OTHERS) + pointer.removeprefix(others)
    return pointer


class BestCards(NamedTuple):
    """The tricks of the player's side under best play with each legal card, the trick in progress among them."""

    side: int
    tricks_left: int
    values: tuple[CardValue, ...]
    """For each legal card, in the order of the hand."""
    positions: int


class CardChoices(NamedTuple):
    """The cards of a hand, divided into legal and illegal ones."""

    legal: tuple[int, ...]
    illegal: tuple[IllegalCard, ...]
    best: BestCards | None
    """None unless the request asks for best play."""


def choices_of(card: CardToPlay, ruleset: Ruleset, pause: Callable[[], object]) -> CardChoices:
    """Return the cards of a hand that may be played, and the others; ``pause`` is called from time to time."""
    legal, illegal = card_options(ruleset, card.pack, card.hand, card.moment)
    best = None if card.open_hands is None else _best(card.open_hands, ruleset, legal, pause)
    return CardChoices(legal, illegal, best)


def _best(hands: OpenHands, ruleset: Ruleset, legal: tuple[int, ...], pause: Callable[[], object]) -> BestCards:
    table, position = hands
    side = table.side_of[position.turn]
    seats = frozenset(table.sides[side].seats)
    game = game_of(ruleset, len(table.players))
    values, positions = values_of_cards(Solution(game, position, Question(seats, seats), BUDGET, pause), legal)
    return BestCards(side, position.tricks_left, values, positions)
