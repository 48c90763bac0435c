"""The parameters of bags and of the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from service.spades.catalogue.entries import ELSE, Circumstance, Group, Means, Row, Word, parameter
from service.spades.english import count_of


@dataclass(frozen=True, slots=True)
class BagRules:
    """What overtricks cost in the long run."""

    limit: int = parameter(
        default=10,
        means={
            0: Means("Bags are not counted, so there is no bag penalty."),
            ELSE: Means(
                "Each overtrick is a bag, and each time a side's bags reach {bags.limit}, it {bags.penalty:scores}.",
            ),
        },
        least=0,
        most=100,
        contract="The number of bags that brings a penalty; 0 means that bags are not counted.",
        code="F4, F5",
        rule="the bags at which the penalty is due; at 0 bags are not counted",
    )
    penalty: int = parameter(
        default=-100,
        means={ELSE: Means("Reaching {bags.limit:#bag} {bags.penalty:scores}.")},
        least=-10000,
        most=0,
        contract="Points each time the limit is reached.",
        code="F6",
        no_effect_if=("no_bags",),
    )
    credit: int = parameter(
        default=0,
        means={
            0: Means("The bag penalty brings the other sides nothing."),
            ELSE: Means("Each time the bag penalty falls due, every other side {bags.credit:scores}."),
        },
        least=0,
        most=10000,
        contract="Points for each other side each time the limit is reached.",
        code="F10",
        no_effect_if=("no_bags",),
    )
    carry: Literal["remainder", "reset"] = parameter(
        default="remainder",
        means={
            "remainder": Means(
                "The bag penalty takes {bags.limit:#bag} off the count, and the rest carry over; if"
                " {bags.limit} or more are left, it is due again.",
            ),
            "reset": Means(
                "The bag penalty clears all the side's bags, and the count starts again from 0.",
            ),
        },
        contract="Whether bags beyond the limit are carried over, or the count starts again at 0.",
        code="F7",
        no_effect_if=("no_bags",),
    )
    points_cancelled: bool = parameter(
        default=False,
        means={
            False: Means(
                "When the bag penalty falls due, the side keeps the points that its bags have earned.",
            ),
            True: Means(
                "The bag penalty also takes back the points of the {bags.limit:#bag}, which {bags_taken_back:scores}.",
            ),
        },
        contract="Whether the points that those bags earned are cancelled too.",
        code="F8",
        no_effect_if=("no_bags",),
    )


_CIRCUMSTANCES_OF_BAGS: Final[Mapping[str, Circumstance[BagRules]]] = MappingProxyType(
    {"no_bags": Circumstance(lambda rules: not rules.limit, "Bags are not counted", "there is no bag penalty")}
)

BAGS: Final = Group(
    "bags",
    BagRules,
    title="Bags",
    component="BagParameters",
    contract="The penalty for overtricks that were collected.",
    circumstances=_CIRCUMSTANCES_OF_BAGS,
)


@dataclass(frozen=True, slots=True)
class GameRules:
    """When the game ends and who wins it."""

    target: int = parameter(
        default=500,
        means={
            ELSE: Means(
                "A side with {target} after a round wins; if there are several such sides, the one with the highest"
                " score wins."
            )
        },
        least=1,
        most=100000,
        contract="The score that wins.",
        code="G1",
    )
    target_test: Literal["at_least", "more_than"] = parameter(
        default="at_least",
        means={
            "at_least": Means("A score of exactly {game.target:#point} is enough to win."),
            "more_than": Means(
                "A score of exactly {game.target:#point} is not enough to win: it takes more than {game.target}.",
            ),
        },
        contract="Whether it is enough to reach the target exactly.",
        code="G2",
    )
    floor: int = parameter(
        default=0,
        means={0: Means("There is no losing score."), ELSE: Means("A side with {floor} after a round {ends}.")},
        least=-100000,
        most=0,
        contract="The score that loses, below 0; 0 means none.",
        code="G3",
    )
    floor_test: Literal["at_or_below", "below"] = parameter(
        default="at_or_below",
        means={
            "at_or_below": Means("A score of exactly {game.floor:#point} is low enough to count as the losing score."),
            "below": Means(
                "A score of exactly {game.floor:#point} is not low enough to count as the losing score: it takes a"
                " lower one.",
            ),
        },
        contract="Whether a side loses when it reaches the floor exactly.",
        code="G4",
        no_effect_if=("no_floor",),
    )
    floor_effect: Literal["side_loses", "highest_wins"] = parameter(
        default="side_loses",
        means={
            "side_loses": Means(
                "A side with {floor} after a round loses the game, and the highest score among the others wins.",
            ),
            "highest_wins": Means(
                "When a side has {floor} after a round, the game ends and the highest score wins.",
            ),
        },
        contract="Whether the side at the floor loses, or the game ends and the highest score wins.",
        code="G5",
        rule=(
            "at the floor a side loses and the highest of the others wins, or the game ends and the highest score wins."
            " If every side loses, nobody wins"
        ),
        no_effect_if=("no_floor",),
    )
    tie: Literal["extra_round", "shared"] = parameter(
        default="extra_round",
        means={
            "extra_round": Means(
                "If sides past the target tie for the highest score, another round is played.",
            ),
            "shared": Means("If sides past the target tie for the highest score, they win together."),
        },
        contract="The effect of equal highest scores past the target.",
        code="G7",
    )
    sets_limit: int = parameter(
        default=0,
        means={
            0: Means("A side can be set any number of times without losing the game."),
            ELSE: Means("A side that has been set {game.sets_limit:#time} loses the game."),
        },
        least=0,
        most=1000,
        contract="The number of sets with which a side loses; 0 means no limit.",
        code="G8",
    )
    consecutive_sets_limit: int = parameter(
        default=0,
        means={
            0: Means("How often in a row a side is set does not matter."),
            ELSE: Means(
                "A side that has been set in {game.consecutive_sets_limit:#round} in a row loses the game; a void"
                " round neither counts nor breaks the row."
            ),
        },
        least=0,
        most=1000,
        contract="The number of sets in a row with which a side loses; 0 means no limit, and no count is kept.",
        code="G13",
        rule=(
            "a side that has been set this often in a row loses; a void round neither counts nor breaks the row. With 0"
            " no count is kept"
        ),
        no_effect_if=("sets_lose_before",),
    )
    round_limit: int = parameter(
        default=0,
        means={
            0: Means("There is no limit on the number of rounds."),
            ELSE: Means("The game ends after {game.round_limit:#round} at the latest, and the highest score wins."),
        },
        least=0,
        most=1000,
        contract="The number of rounds after which the game ends; 0 means no limit.",
        code="G9",
        rule=(
            "the game ends after this many rounds, and the highest score wins. A game that goes on needs"
            " `first_round_number`"
        ),
    )
    forfeit_score: Literal["as_it_stands", "target_to_zero"] = parameter(
        default="as_it_stands",
        means={
            "as_it_stands": Means(
                "A side that forfeits the game has lost it; apart from points for the forfeit itself, the scores stay"
                " as they are."
            ),
            "target_to_zero": Means(
                "A side that forfeits the game has lost it and falls to 0 if it stands above that; each other side"
                " rises to {game.target} if it stands below it."
            ),
        },
        contract=(
            "The scores after a side has forfeited the game. `as_it_stands`: they stay, but for\n"
            "`forfeit_penalty` and `forfeit_credit`. `target_to_zero`: the side that forfeits falls to 0 if it stands\n"
            "above that, and each other side rises to the target if it stands below it."
        ),
        code="G10",
        rule=(
            "after a forfeit the scores stay as they are, but for the points of G11 and G12; or the side that forfeits"
            " falls to 0 if it stands above that, and each other side rises to the target if it stands below it"
        ),
    )
    forfeit_penalty: int = parameter(
        default=0,
        means={
            0: Means("Forfeiting the game costs no points."),
            ELSE: Means("Forfeiting the game {game.forfeit_penalty:scores}."),
        },
        least=-10000,
        most=0,
        contract="Points for the side that forfeits the game, under `as_it_stands`.",
        code="G11",
        no_effect_if=("forfeited_to_zero",),
    )
    forfeit_credit: int = parameter(
        default=0,
        means={
            0: Means("The other sides score nothing for a forfeit."),
            ELSE: Means(
                "When a side forfeits the game, each other side is credited with {game.forfeit_credit:#point}."
            ),
        },
        least=0,
        most=10000,
        contract="Points for each other side when one forfeits the game, under `as_it_stands`.",
        code="G12",
        no_effect_if=("forfeited_to_zero",),
    )


def _target(rules: GameRules) -> str:
    test = {"at_least": "at least", "more_than": "more than"}[rules.target_test]
    return f"{test} {count_of(rules.target, 'point')}"


def _floor(rules: GameRules) -> str:
    points = count_of(rules.floor, "point")
    return {"at_or_below": f"{points} or less", "below": f"less than {points}"}[rules.floor_test]


_CIRCUMSTANCES_OF_GAME: Final[Mapping[str, Circumstance[GameRules]]] = MappingProxyType(
    {
        "sets_do_not_matter": Circumstance(
            lambda rules: not (rules.sets_limit or rules.consecutive_sets_limit),
            "A side can be set any number of times",
        ),
        "no_floor": Circumstance(lambda rules: not rules.floor, "There is no losing score"),
        "sets_lose_before": Circumstance(
            lambda rules: 0 < rules.sets_limit <= rules.consecutive_sets_limit,
            "As many sets, in a row or not, have lost the game by then",
        ),
        "forfeited_to_zero": Circumstance(
            lambda rules: rules.forfeit_score == "target_to_zero",
            "A forfeit moves the scores to 0 and to the target instead",
        ),
    }
)
_WORDS_OF_GAME: Final[Mapping[str, Word[GameRules]]] = MappingProxyType(
    {
        "target": _target,
        "floor": _floor,
        "ends": lambda rules: "loses the game" if rules.floor_effect == "side_loses" else "ends the game",
    }
)

GAME: Final = Group(
    "game",
    GameRules,
    title="The game",
    component="GameParameters",
    contract="The end of the game, and its winner.",
    laws=(Row("G6", "of several sides past the target the highest wins"),),
    circumstances=_CIRCUMSTANCES_OF_GAME,
    words=_WORDS_OF_GAME,
)
