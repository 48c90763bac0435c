"""How many legal rounds a fixed deal has, up to so many cards, under every preset: the engine and the naive referee.

The table is data for other programs, too: a rule of the play that is read in another way makes another number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from service.analysis.solver.position import Game, Position, after, game_of, legal_now
from service.presets.loader import presets, resolve
from service.spades.cards import CODES, INDEX, cards_in, mask_of
from service.spades.rules.ruleset import Reference, Ruleset
from tests.analysis.solver.naive_play import NaivePlay, Scene
from tests.naive.compare import parameters_of
from tests.naive.house_rules import merged
from tests.naive.small_rounds import PLAY
from tests.spades.builders.cards import Json

TABLE = Path(__file__).parent.parent.parent / "corpus" / "legal_rounds.txt"
Hands = tuple[tuple[str, ...], ...]


class Row(NamedTuple):
    """A preset, a deal, and how many legal rounds there are up to one card, two cards and so on."""

    preset: str
    hands: Hands
    counts: tuple[int, ...]


def _rows() -> Iterator[Row]:
    deal = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            deal = line.strip("[]")
        elif line and not line.startswith("#"):
            preset, counts = line.split(":")
            hands = _dealt_out(preset, int(deal.split()[0])) if "dealt out" in deal else _hands(deal)
            yield Row(preset, hands, tuple(map(int, counts.split())))


def _hands(deal: str) -> Hands:
    return tuple(tuple(hand.split()) for hand in deal.split(","))


def _dealt_out(preset: str, players: int) -> Hands:
    """Return the pack of a preset, clubs, diamonds, hearts and spades from the two up, dealt out one card at a time."""
    pack = resolve(Reference(preset)).packs[players]
    cards = [CODES[card] for card in cards_in(pack.cards)][: players * pack.hand_size]
    return tuple(tuple(cards[seat::players]) for seat in range(players))


def _counted(game: Game, positions: Sequence[Position], depth: int) -> Iterator[int]:
    """Yield how many rounds there are after each card."""
    for _ in range(depth):
        positions = [
            after(game, position, card) for position in positions for card in cards_in(legal_now(game, position))
        ]
        yield len(positions)


def _counted_naively(play: NaivePlay, scenes: Sequence[Scene], depth: int) -> Iterator[int]:
    for _ in range(depth):
        scenes = [each for scene in scenes for each, _ in play.continuations(scene)]
        yield len(scenes)


ROWS = list(_rows())


def _both_counted(ruleset: Ruleset, parameters: Json, hands: Hands, depth: int) -> tuple[list[int], list[int]]:
    """Return the numbers of legal rounds as the engine counts them, and as the naive referee does."""
    position = Position(tuple(mask_of(INDEX[card] for card in hand) for hand in hands), 0, is_first_trick=True)
    naive = NaivePlay(parameters, len(hands))
    return (
        list(_counted(game_of(ruleset, len(hands)), [position], depth)),
        list(_counted_naively(naive, [Scene(hands, 0, first=True)], depth)),
    )


def test_both_count_as_many_legal_rounds_as_the_table() -> None:
    counted = {
        row: _both_counted(resolve(Reference(row.preset)), parameters_of(row.preset), row.hands, len(row.counts))
        for row in ROWS
    }
    assert not [(row, both) for row, both in counted.items() if both != (list(row.counts),) * 2]


def test_both_count_as_many_legal_rounds_under_all_rules_of_the_play() -> None:
    """E2 to E5: every combination of their values, also those of no preset."""
    hands = next(row.hands for row in ROWS if len(row.hands) == 4)
    apart = []
    for play in PLAY:
        ruleset = resolve(Reference("pagat", overrides={"play": play}))
        ours, theirs = _both_counted(ruleset, merged(parameters_of("pagat"), {"play": play}), hands, 12)
        if ours != theirs:
            apart.append((play, ours, theirs))
    assert not apart


def test_the_table_has_every_preset_for_every_number_of_players() -> None:
    tables = {(name, count) for name in presets() for count in resolve(Reference(name)).parameters.table.players}
    for whole in (False, True):
        assert {(row.preset, len(row.hands)) for row in ROWS if (len(row.hands[0]) > 3) == whole} == tables
