"""The parameters of penalties: a table with a row for each offence, which may all cost the same things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from service.spades.catalogue.entries import (
    ELSE,
    Circumstance,
    Conflict,
    Group,
    Means,
    Row,
    Word,
    capital,
    parameter,
    table_row,
)

OffenceRow: TypeAlias = Literal[
    "revoke",
    "early_spade",
    "opening_card",
    "first_trick_card",
    "lead_out_of_turn",
    "play_out_of_turn",
    "card_taken_back",
    "illegal_bid",
    "bid_out_of_turn",
    "wrong_count",
    "false_call",
]
Remedy: TypeAlias = Literal[
    "none",
    "tricks",
    "points",
    "set",
    "no_points",
    "credit_opponents",
    "bridge_64",
    "redeal",
    "forfeit_game",
    "choice",
]
"""What an offence costs."""
NilPenalty: TypeAlias = Literal["fails", "no_points", "untouched"]
"""What becomes of the offender's own nil."""

_IN_PLAY: Final = frozenset(
    {"revoke", "early_spade", "opening_card", "first_trick_card", "lead_out_of_turn", "play_out_of_turn"}
)
"""The rows about a card that was played to a trick."""
_IN_FIRST_TRICK: Final = frozenset({"opening_card", "first_trick_card"})
CHOICES: Final[Mapping[Remedy, str]] = MappingProxyType(
    {
        "none": "nothing",
        "tricks": "tricks",
        "points": "points",
        "set": "a set",
        "no_points": "the points of the contract",
        "credit_opponents": "the bid, and the others are credited with theirs",
        "redeal": "nothing, and the round is dealt again",
        "forfeit_game": "the game",
    }
)
"""The remedies between which the wronged side may choose, and what an offence costs by each."""
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    """A row of the table: what an offence costs."""

    remedy: Remedy = parameter(
        default="none",
        means={
            "none": Means("There is no penalty for <offence>."),
            "tricks": Means(
                "The penalty for <offence> is {<row>.tricks:of the tricks taken}{<name>_to}.",
            ),
            "points": Means("The penalty for <offence> is {<row>.points:lost}{<name>_to}."),
            "set": Means(
                "For <offence>, the side is set, however many tricks it takes.{round_one_for_nothing}",
            ),
            "no_points": Means(
                "For <offence>, the side scores no points for making its contract.",
                added="Its overtricks score none either{but_are_bags}; a contract that is set is scored as"
                " usual.{round_one_for_nothing}",
            ),
            "credit_opponents": Means(
                "For <offence>, the side's contract fails as if it had taken no trick, and every side that commits no"
                " such offence is scored as if it had taken exactly its contract, nils apart.{round_one_for_nothing}",
            ),
            "bridge_64": Means(
                "The penalty for <offence> is 2 tricks if its player won that trick and the side won a later one too, 1"
                " trick if the side won that trick or a later one in any other way, and none if it won neither. There"
                " is none for a second such offence by the same player in the same suit, if another side revoked too,"
                " or in the last trick but one.",
            ),
            "redeal": Means(
                "For <offence>, the round is void: nobody scores, and it is dealt again.",
            ),
            "forfeit_game": Means("For <offence>, the side loses the game."),
            "choice": Means("For <offence>, the other side chooses: {<name>_choices}."),
        },
        contract=(
            "The price of the offence. `none`: nothing; then the other columns have no effect either. `tricks`: the"
            " side loses\n"
            "`tricks`. `points`: it scores `points`. `set`: it is set, no matter what it took. `no_points`: a made"
            " contract and\n"
            "its overtricks score 0, but the overtricks still count as bags. `credit_opponents`: the side loses its"
            " bid, and the\n"
            "others are credited with exactly theirs. `bridge_64`: 0, 1 or 2 tricks by Law 64A of bridge. `redeal`:"
            " the round is\n"
            "void. `forfeit_game`: the side loses the game. `choice`: the wronged side chooses one of `of`."
        ),
        code="H3",
        rule="the price of an offence; a penalty of 0 tricks is none",
        cell="`penalties.*.remedy`",
        no_effect_if=("<name>_like_another",),
        conflicts=(
            Conflict(("bridge_64",), "<name>_is_not_played", (), "that law is about a card that was played."),
            Conflict(
                ("choice",),
                "<name>_without_choice",
                ("<row>.of",),
                "name two remedies at least in `of` to choose from.",
            ),
        ),
    )
    as_: Literal["none", OffenceRow] = parameter(
        default="none",
        means={
            "none": Means("<Offence> has a penalty of its own, or none."),
            **dict.fromkeys(get_args(OffenceRow), Means("<Offence> is penalised like {<name>_like}{<name>_counts}.")),
        },
        contract=(
            "The row whose `remedy`, amount and `nil` hold for this offence, too, in place of its own: `tricks`,"
            " `points`, `to` and `nil` beside it are ignored. An override of `remedy` clears it."
        ),
        code="H10",
        cell="`penalties.*.as`",
        no_effect_if=("<name>_like_no_other",),
        conflicts=(
            Conflict((), "<name>_like_itself", (), "an offence can't cost what it costs itself: name another row."),
            Conflict(
                (),
                "<name>_like_a_chain",
                (),
                "the row that it names takes its price from another, too: name a row that has a `remedy` of its own, or"
                " give that one a `remedy` in place of its `as`.",
            ),
        ),
    )
    tricks: int = parameter(
        default=3,
        means={ELSE: Means("The penalty for <offence> is {<row>.tricks:#trick}.")},
        least=0,
        most=27,
        contract="The number of tricks that `tricks` takes, never more than the side has.",
        no_effect_if=("<name>_like_another", "no_<name>_tricks"),
    )
    points: int = parameter(
        default=0,
        means={ELSE: Means("The penalty for <offence> is {<row>.points:lost}.")},
        least=-10000,
        most=0,
        contract="The points that `points` takes: 0 or fewer.",
        conflicts=(
            Conflict(
                (), "<name>_without_points", ("<row>.remedy",), "the penalty is in points: write -100, for example."
            ),
        ),
        code="H11",
        rule="how many tricks or points a penalty takes",
        cell="`penalties.*.tricks`, `penalties.*.points`",
        no_effect_if=("<name>_like_another", "no_<name>_points"),
    )
    to: Literal["nobody", "opponents"] = parameter(
        default="nobody",
        means={
            "nobody": Means("What is lost as a penalty for <offence> goes to nobody."),
            "opponents": Means("What is lost as a penalty for <offence> goes to the other side."),
        },
        contract=(
            "Whether the tricks or points of the penalty are given to the other side. Tricks require a table of two"
            " sides."
        ),
        code="H4",
        cell="`penalties.*.to`",
        no_effect_if=("<name>_takes_nothing",),
        conflicts=(
            Conflict(
                ("opponents",),
                "<name>_to_several_sides",
                ("table.players", "table.sides"),
                "with {sides} sides there is no single other side for the tricks to go to.",
            ),
        ),
    )
    repeat: Literal["each", "once_a_suit", "forfeit_game"] = parameter(
        default="each",
        means={
            "each": Means("<Further> in the same round is penalised like the first{<name>_excused}."),
            "once_a_suit": Means(
                "<Further> by the same player in the same suit and round has no penalty; any other is penalised"
                " like the first{<name>_excused}.",
            ),
            "forfeit_game": Means(
                "A side's second revoke in the game loses it the game; a revoke that was corrected in time or called"
                " too late does not count.",
            ),
        },
        contract=(
            "The price of a further such offence. `each`: the same again. `once_a_suit`: nothing, if it is by the same"
            " player in the same suit. `forfeit_game`, only for a revoke: the second of a side in a game loses it the"
            " game."
        ),
        code="H8",
        rule="the price of a further offence of the same kind; for `forfeit_game` revokes are counted over the game",
        cell="`penalties.*.repeat`",
        no_effect_if=("<name>_comes_once", "no_<name>_penalty", "<name>_loses_game", "<name>_voids"),
        conflicts=(
            Conflict(("once_a_suit",), "<name>_is_not_played", (), "only a card that was played has a suit."),
            Conflict(("forfeit_game",), "<name>_is_no_revoke", (), "only revokes are counted over the game."),
        ),
    )
    nil: NilPenalty = parameter(
        default="untouched",
        means={
            "fails": Means(
                "A nil bidder's <deed> fails the nil, even without taking a trick.{penalty_tricks_and_nil}",
            ),
            "no_points": Means(
                "For <offence> a nil bidder scores nothing for the nil without taking a trick, and fails it by taking"
                " one.{penalty_tricks_and_nil}",
            ),
            "untouched": Means(
                "<Offence> does not affect the offender's own nil, which is judged by its tricks"
                " alone.{penalty_tricks_and_nil}",
            ),
        },
        contract=(
            "The fate of the offender's own nil: it fails, scores 0 if it took no tricks, or is judged by its tricks"
            " alone. Penalty tricks never make or break a nil."
        ),
        code="H9",
        cell="`penalties.*.nil`",
        no_effect_if=("no_nil", "<name>_like_another", "no_<name>_penalty", "<name>_voids"),
    )
    of: tuple[Remedy, ...] = parameter(
        default=(),
        means={
            0: Means("For <offence> there is nothing to choose."),
            ELSE: Means("For <offence>, the other side chooses: {<name>_choices}."),
        },
        shape="remedies",
        contract=(
            "The remedies between which the wronged side chooses under `choice`; the other columns say how many tricks"
            " or points. Default: none."
        ),
        code="H15",
        rule="the remedies between which the wronged side chooses; the score is open until then",
        cell="`penalties.*.of`",
        no_effect_if=("<name>_like_another", "no_<name>_choice"),
    )


class _Offence(NamedTuple):
    """What sentences call an offence."""

    one: str
    """``a revoke``: as the object of a sentence."""
    further: str
    """``a further revoke``."""
    deed: str
    """``revoke``: after the name of its player."""


_OFFENCES: Final[Mapping[str, _Offence]] = MappingProxyType(
    {
        "revoke": _Offence("a revoke", "a further revoke", "revoke"),
        "early_spade": _Offence("a spade led too early", "a further spade led too early", "lead of a spade too early"),
        "opening_card": _Offence(
            "an opening lead that is not allowed",
            "a further opening lead that is not allowed",
            "opening lead that is not allowed",
        ),
        "first_trick_card": _Offence(
            "a card that is not allowed in the first trick",
            "a further card that is not allowed in the first trick",
            "card that is not allowed there",
        ),
        "lead_out_of_turn": _Offence("a lead out of turn", "a further lead out of turn", "lead out of turn"),
        "play_out_of_turn": _Offence("a card played out of turn", "a further card out of turn", "card out of turn"),
        "card_taken_back": _Offence(
            "a legal card that is taken back for another", "a further legal card taken back", "taking a card back"
        ),
        "illegal_bid": _Offence(
            "a bid that is not allowed", "a further bid that is not allowed", "bid that is not allowed"
        ),
        "bid_out_of_turn": _Offence("a bid out of turn", "a further bid out of turn", "bid out of turn"),
        "wrong_count": _Offence("a hand of the wrong number of cards", "a further such hand", "hand of the wrong size"),
        "false_call": _Offence("a false revoke call", "a further false revoke call", "false revoke call"),
    }
)
"""What the rows are about, by their names."""


def _offence(name: OffenceRow, no_effect_if: tuple[str, ...] = (), **columns: Any) -> Any:
    """Return the row of an offence; columns that are not stated have the defaults of all rows."""
    one, further, deed = _OFFENCES[name]
    defaults: dict[str, Any] = {
        "remedy": "none",
        "as": "none",
        "tricks": 3,
        "points": 0,
        "to": "nobody",
        "repeat": "each",
        "nil": "untouched",
        "of": (),
    }
    words = {"offence": one, "further": further, "deed": deed}
    return table_row(
        PenaltyRules,
        about=f"The price of {one}.",
        component="PenaltyParameters",
        columns=defaults | columns,
        words=words,
        no_effect_if=no_effect_if,
    )


@dataclass(frozen=True, slots=True)
class PenaltiesRules:
    """What each offence costs."""

    revoke: PenaltyRules = _offence("revoke", remedy="tricks", nil="fails")
    early_spade: PenaltyRules = _offence("early_spade", no_effect_if=("spades_unbroken",))
    opening_card: PenaltyRules = _offence("opening_card")
    first_trick_card: PenaltyRules = _offence("first_trick_card")
    lead_out_of_turn: PenaltyRules = _offence("lead_out_of_turn")
    play_out_of_turn: PenaltyRules = _offence("play_out_of_turn")
    card_taken_back: PenaltyRules = _offence("card_taken_back")
    illegal_bid: PenaltyRules = _offence("illegal_bid")
    bid_out_of_turn: PenaltyRules = _offence("bid_out_of_turn")
    wrong_count: PenaltyRules = _offence("wrong_count", remedy="redeal")
    false_call: PenaltyRules = _offence("false_call")

    def of(self, name: str) -> PenaltyRules:
        """Return the row of this name as it is written, though it may take its price from another."""
        row: PenaltyRules = getattr(self, name)
        return row

    def priced(self, name: str) -> PenaltyRules:
        """Return the row by which an offence is priced: its own, or the one that it names by ``as``."""
        row = self.of(name)
        return row if row.as_ == "none" else self.of(row.as_)

    @property
    def early_spade_is_revoke(self) -> bool:
        """Whether a spade led too early counts as a revoke: it costs what a revoke costs."""
        return self.early_spade.as_ == "revoke"

    @property
    def count_voids(self) -> bool:
        """Whether a hand of the wrong number of cards voids the round."""
        return self.priced("wrong_count").remedy == "redeal"


OFFENCE_ROWS: Final[tuple[str, ...]] = tuple(member.name for member in fields(PenaltiesRules))

_CHOSEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "none": "the play goes on as it is",
        "tricks": "the side loses {} of its tricks",
        "points": "the side loses {} points",
        "set": "the side is set",
        "no_points": "the side scores nothing for its contract",
        "credit_opponents": "the side loses its bid, and the others are credited with theirs",
        "redeal": "the round is dealt again",
        "forfeit_game": "the side loses the game",
    }
)
"""The remedies as the wronged side chooses them."""

Rules: TypeAlias = PenaltiesRules


def _takes(name: str, *remedies: str) -> Callable[[Rules], bool]:
    """Return whether an offence may cost one of these by its own row."""
    return lambda rules: not {rules.of(name).remedy, *rules.of(name).of}.isdisjoint(remedies)


def _circumstances_of(name: str) -> Iterator[tuple[str, Circumstance[Rules]]]:
    """Yield the circumstances that the row of an offence makes, with their names."""
    one = _OFFENCES[name].one
    tricks, points = _takes(name, "tricks"), _takes(name, "points")
    anything = _takes(name, "tricks", "points", "bridge_64")

    def row(holds: Callable[[PenaltyRules], bool], why: str = "", so: str = "this rule does not apply") -> Any:
        return Circumstance[Rules](lambda rules: holds(rules.of(name)), why, so)

    yield (
        f"no_{name}_penalty",
        Circumstance(lambda rules: rules.priced(name).remedy == "none", f"There is no penalty for {one}"),
    )
    yield (
        f"{name}_comes_once",
        Circumstance(
            lambda _: name in _IN_FIRST_TRICK,
            "A player plays one card to the first trick of a round",
        ),
    )
    yield (
        f"{name}_loses_game",
        Circumstance(
            lambda rules: rules.priced(name).remedy == "forfeit_game",
            f"For {one} a side loses the game",
            "a further one costs nothing more",
        ),
    )
    yield (
        f"{name}_like_another",
        row(lambda own: own.as_ != "none", f"{capital(one)} is penalised like another offence"),
    )
    yield (
        f"{name}_like_no_other",
        row(lambda own: own.as_ == "none", f"{capital(one)} is not penalised like another", ""),
    )
    yield (
        f"{name}_voids",
        Circumstance(lambda rules: rules.priced(name).remedy == "redeal", f"For {one} the round is void"),
    )
    yield (
        f"no_{name}_tricks",
        Circumstance(lambda rules: not tricks(rules), f"The penalty for {one} is not a fixed number of tricks"),
    )
    yield (
        f"no_{name}_points",
        Circumstance(lambda rules: not points(rules), f"The penalty for {one} is not a number of points"),
    )
    yield (
        f"{name}_takes_nothing",
        Circumstance(lambda rules: not anything(rules), f"The penalty for {one} takes neither tricks nor points"),
    )
    yield f"no_{name}_choice", row(lambda own: own.remedy != "choice", f"For {one} there is nothing to choose")
    # What can't be played.
    yield f"{name}_without_points", Circumstance(lambda rules: points(rules) and not rules.of(name).points)
    yield f"{name}_without_choice", row(lambda own: own.remedy == "choice" and len(set(own.of)) < _TWO)
    yield f"{name}_like_itself", row(lambda own: own.as_ == name)
    yield (
        f"{name}_like_a_chain",
        Circumstance(lambda rules: rules.of(name).as_ not in {"none", name} and _is_like_another(rules, name)),
    )
    yield f"{name}_is_not_played", Circumstance(lambda _: name not in _IN_PLAY)
    yield f"{name}_is_no_revoke", Circumstance(lambda _: name != "revoke")


def _is_like_another(rules: Rules, name: str) -> bool:
    return rules.of(rules.of(name).as_).as_ != "none"


def _words_of(name: str) -> Iterator[tuple[str, Word[Rules]]]:
    """Yield the words that depend on the row of an offence, with their names."""

    def choices(rules: Rules) -> str:
        row = rules.of(name)
        amounts = {"tricks": row.tricks, "points": abs(row.points)}
        chosen = [_CHOSEN[each].format(amounts.get(each, "")) for each in row.of] or ["nothing"]
        return "; ".join([*chosen[:-1], f"or {chosen[-1]}"]) if len(chosen) > 1 else chosen[0]

    yield f"{name}_choices", choices
    yield f"{name}_to", lambda rules: ", which the other side gets" if rules.of(name).to == "opponents" else ""
    yield f"{name}_like", lambda rules: _OFFENCES[rules.of(name).as_].one if rules.of(name).as_ != "none" else ""
    yield (
        f"{name}_counts",
        lambda rules: ", counts as one, and has to be called" if _counts_as_revoke(rules, name) else "",
    )
    yield (
        f"{name}_excused",
        lambda rules: ", unless it is one without a penalty" if rules.priced(name).remedy == "bridge_64" else "",
    )


def _counts_as_revoke(rules: Rules, name: str) -> bool:
    return name == "early_spade" and rules.early_spade_is_revoke


def _take_tricks(rules: Rules) -> bool:
    """Return whether any penalty takes tricks from a side."""
    return any(_takes(name, "tricks", "bridge_64")(rules) for name in OFFENCE_ROWS if rules.of(name).as_ == "none")


PENALTIES: Final = Group(
    "penalties",
    PenaltiesRules,
    title="Penalties",
    component="PenaltiesParameters",
    contract="The price of each offence. Every row has the same columns.",
    laws=(Row("H5", "a penalty never takes more tricks than the side has won"),),
    circumstances=MappingProxyType(
        {
            **{name: held for offence in OFFENCE_ROWS for name, held in _circumstances_of(offence)},
            "no_penalty_tricks": Circumstance(lambda rules: not _take_tricks(rules)),
        }
    ),
    words=MappingProxyType({name: word for offence in OFFENCE_ROWS for name, word in _words_of(offence)}),
)
