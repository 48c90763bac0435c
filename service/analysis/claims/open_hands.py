"""Positions with all hands open, read from requests.

Whatever makes a position impossible is a fault with its pointer: a card twice, say, or a player with more cards left
than another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from service.analysis.solver.compact_position import Compact
from service.analysis.solver.position import Position, game_of
from service.spades.cards import BIT, CODES, SPADES, mask_of, united
from service.spades.english import count_of
from service.spades.record.lookup import UNEQUAL_DEAL, Reader


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
    cards = tuple([play["card"] for play in plays])
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


def _hands(reader: Reader, hands: Mapping[str, tuple[int, ...]]) -> list[tuple[int, ...]]:
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
