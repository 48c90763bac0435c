"""What differs among rulesets, in a table for each number of players: what players ask first, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from service.pages.phrases import card_text, number_text
from service.spades.cards import JOKER_NAMES
from service.spades.catalogue.parameters.bids import KindRules
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import count_of, listed
from service.spades.rules.ruleset import Parameters, Ruleset

_FIRST: Final = (4, 3, 2, 5, 6)
"""The numbers of players, the most common first."""


class Glance(NamedTuple):
    """The rulesets for a number of players: the questions that they answer differently, and a row for each."""

    players: int
    questions: Sequence[str]
    rows: Sequence[tuple[str, str, Sequence[str]]]
    """The name of a ruleset, its title and its answers."""


def differences_by_players(rulesets: Mapping[str, Ruleset]) -> list[Glance]:
    """Return a table of rulesets, each by its title, for each number of players that two of them have in common."""
    by_players = {
        players: {title: ruleset for title, ruleset in rulesets.items() if players in ruleset.packs}
        for players in _FIRST
    }
    return [_differences(players, alike) for players, alike in by_players.items() if len(alike) > 1]


def _differences(players: int, rulesets: Mapping[str, Ruleset]) -> Glance:
    answers = {title: _answers(ruleset) for title, ruleset in rulesets.items()}
    differing = [asked for asked in _ASKED if len({each[asked].strip("()") for each in answers.values()}) > 1]
    rows = [
        (ruleset.name, title, [answers[title][asked] for asked in differing]) for title, ruleset in rulesets.items()
    ]
    return Glance(players, differing, rows)


def _answers(ruleset: Ruleset) -> dict[str, str]:
    """Return what a ruleset says to each question; in parentheses if its source does not say it."""
    said = {asked: answer(ruleset.parameters) for asked, (_, answer) in _ASKED.items()}
    silent = {
        asked for asked, (names, _) in _ASKED.items() if all(ruleset.basis[name].basis == "default" for name in names)
    }
    return {asked: f"({words})" if asked in silent else words for asked, words in said.items()}


def _above_the_ace(parameters: Parameters) -> str:
    cards = [card for card in parameters.deck.top_trumps if card not in JOKER_NAMES]
    jokers = ["jokers"] if len(cards) < len(parameters.deck.top_trumps) else []
    return listed([*jokers, *map(card_text, cards)]) or "nothing"


def _worth(nil: KindRules) -> str:
    made, failed = nil.made.points, nil.failed.points
    if not nil.allowed:
        return "no"
    return f"±{made}" if made == -failed else f"+{made}, {number_text(failed)}"


def _target(parameters: Parameters) -> str:
    game = parameters.game
    if game.round_limit:
        return count_of(game.round_limit, "round")
    return f"{'more than ' if game.target_test == 'more_than' else ''}{game.target}"


def _lost_at(parameters: Parameters) -> str:
    game = parameters.game
    ends = [
        number_text(game.floor) if game.floor else "",
        count_of(game.sets_limit, "set") if game.sets_limit else "",
        f"{game.consecutive_sets_limit} in a row" if game.consecutive_sets_limit else "",
    ]
    return ", ".join(filter(None, ends)) or "never"


def _bags(parameters: Parameters) -> str:
    if not parameters.bids.number.overtrick:
        return "no points"
    return f"{parameters.bags.limit} cost {-parameters.bags.penalty}" if parameters.bags.limit else "no penalty"


def _revoke(parameters: Parameters) -> str:
    row = parameters.penalties.revoke
    if row.remedy in {"tricks", "points"}:
        return count_of(row.tricks or -row.points, row.remedy.removesuffix("s"))
    return CHOICES.get(row.remedy, "as the others choose" if row.remedy == "choice" else "tricks, as in bridge")


_ASKED: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Parameters], str]]]] = MappingProxyType(
    {
        "Sides": (("table.sides",), lambda own: "pairs" if own.table.sides == "partnership" else "alone"),
        "Above the ace": (("deck.top_trumps",), _above_the_ace),
        "Played to": (("game.target", "game.round_limit"), _target),
        "Lost at": (("game.floor", "game.sets_limit", "game.consecutive_sets_limit"), _lost_at),
        "Least bid": (("bids.side_least",), lambda own: str(own.bids.side_least or "none")),
        "Nil": (("bids.nil.allowed",), lambda own: _worth(own.bids.nil)),
        "Blind nil": (("bids.blind_nil.allowed",), lambda own: _worth(own.bids.blind_nil)),
        "Bags": (("bags.limit", "bids.number.overtrick"), _bags),
        "A set, a trick": (("bids.number.failed",), lambda own: number_text(own.bids.number.failed.per_trick)),
        "Spades led": (
            ("play.spade_lead",),
            lambda own: "once broken" if own.play.spade_lead == "after_broken" else "any time",
        ),
        "A revoke costs": (("penalties.revoke.remedy",), _revoke),
    }
)
"""What players ask first about a ruleset: a question, the parameters that answer it, and the answer in a few words."""
