"""The rules in plain words, written from the parameters: the rulebook, and the rule that a finding cites.

`sentences` holds the texts, by parameter and value. Here stands what a text needs to know besides that value: whether
the rule has any effect beside the others, and the words that several parameters decide together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, cast

from service.spades.cards import CODES, INDEX, RANKS, SUIT_NAMES, SUITS, pack_for, promoted
from service.spades.findings import Rule
from service.spades.parameters import GROUPS, Parameters, Slam, Ten, value_of
from service.spades.sentences import ELSE, IDLE, OUT_OF_EFFECT, TEXTS

if TYPE_CHECKING:
    from service.spades.ruleset import Ruleset

Condition: TypeAlias = Callable[[Parameters], bool]
Word: TypeAlias = Callable[[Parameters], str | int]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_JOKER_NAMES = {"BJ": "big joker", "LJ": "little joker"}


def sentence(parameters: Parameters, name: str) -> str:
    """Return one or two sentences: the rule that this dotted parameter makes. Raises `KeyError` for an unknown name."""
    texts = TEXTS[name]
    for reason in IDLE.get(name, ()):
        if CONDITIONS[reason](parameters):
            return OUT_OF_EFFECT[reason]
    value = value_of(parameters, name)
    if isinstance(value, Ten | Slam):
        value = value.made
    text = texts[value] if isinstance(value, str | int) and value in texts else texts[ELSE]
    return _TEMPLATES.format(text, parameters=parameters)


def cite(ruleset: Ruleset, name: str) -> Rule:
    """Return the rule behind a finding: parameter, basis and sentence. Raises `KeyError` for an unknown name."""
    return Rule(parameter=name, basis=ruleset.basis[name].basis, text=sentence(ruleset.parameters, name))


def card_name(code: str) -> str:
    """Return the name of a card in words (``2C``: two of clubs). Raises `ValueError` where there is no such card."""
    if code in _JOKER_NAMES:
        return _JOKER_NAMES[code]
    return f"{_RANK_NAMES[RANKS.index(code[0])]} of {SUIT_NAMES[SUITS.index(code[1])]}s"


class _Templates(Formatter):
    """Fills a text with parameters and words, and writes numbers as points or as counts of things."""

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:  # noqa: ARG002
        parameters, name = cast("Parameters", kwargs["parameters"]), str(key)
        return getattr(parameters, name) if name in GROUPS else WORDS[name](parameters)

    def format_field(self, value: object, format_spec: str) -> str:
        if not isinstance(value, int) or not format_spec:
            return str(value)
        points = _POINTS.get(format_spec)
        return points(value) if points else _count(value, format_spec)


def _listed(items: Iterable[str], joint: str = "and") -> str:
    *others, last = items
    return f"{', '.join(others)} {joint} {last}" if others else last


def _cards(codes: Iterable[str]) -> str:
    return _listed(f"the {card_name(code)}" for code in codes)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def _points(number: int, score: str, cost: str) -> str:
    amount = _count(abs(number), "point") if number else "nothing"
    return f"{cost if number < 0 else score} {amount}"


_TEMPLATES = _Templates()
_POINTS: Mapping[str, Callable[[int], str]] = {
    "score": lambda points: _points(points, "score", "cost"),
    "scores": lambda points: _points(points, "scores", "costs"),
    "loses": lambda points: _points(-points, "scores", "costs"),
}

CONDITIONS: Mapping[str, Condition] = MappingProxyType(
    {
        "alone": lambda p: p.table.sides == "individual",
        "one_bid": lambda p: p.bidding.by == "team",
        "no_dealer": lambda p: p.bidding.first_bidder == "drawn_then_rotates",
        "no_board": lambda p: not p.bidding.team_minimum,
        "no_partner_minimum": lambda p: not p.bidding.nil_partner_minimum,
        "no_nil": lambda p: p.bidding.zero != "nil",
        "no_blind_nil": lambda p: not p.nil.blind,
        "linked": lambda p: p.nil.scoring == "linked",
        "each_nil_apart": lambda p: p.nil.double == "independent",
        "failed_nil_no_bags": lambda p: p.nil.failed_tricks != "bags",
        "no_blind_bid": lambda p: not p.blind_bid.allowed,
        "set_for_nothing": lambda p: p.scoring.set == "zero",
        "set_by_missing_tricks": lambda p: p.scoring.set == "minus_undertricks",
        "no_bags": lambda p: not p.scoring.bag_limit,
        "no_floor": lambda p: not p.game.floor,
    }
)
"""What puts a rule out of effect, under the names that `OUT_OF_EFFECT` explains."""


def _if(condition: Condition, text: str, otherwise: str = "") -> Word:
    return lambda parameters: text if condition(parameters) else otherwise


def _in_pairs(p: Parameters) -> bool:
    """Tell whether partners bid each for themselves, so that one may bid nil beside the other's contract."""
    return p.table.sides == "partnership" and p.bidding.by == "player"


def _may_join_nil(p: Parameters) -> bool:
    return p.nil.both_partners == "allowed" and p.bidding.restriction != "suicide"


def _falls_together(p: Parameters) -> bool:
    return p.bidding.zero == "nil" and p.nil.scoring == "linked" and _in_pairs(p)


def _top(p: Parameters) -> str:
    return _cards(CODES[card] for card in promoted(p.deck))


def _top_trumps(p: Parameters) -> str:
    cards = promoted(p.deck)
    if not cards:
        return "No card ranks above the ace of spades."
    one = len(cards) == 1
    above = "every other spade" if INDEX["AS"] in cards else "the ace of spades"
    ranks = (
        f"ranks above {above}. It is a spade" if one else f"rank above {above}, the first the highest. They are spades"
    )
    return f"{_top(p).capitalize()} {ranks} to follow suit, to lead and to break spades."


def _players(counts: Iterable[int]) -> str:
    return f"{_listed((_NUMBERS[count] for count in sorted(counts)), 'or')} players"


def _size(p: Parameters) -> str:
    sizes = {count: pack_for(p.deck, count).hand_size for count in sorted(p.table.players)}
    if len(set(sizes.values())) == 1:
        return str(min(sizes.values()))
    return _listed(f"{size} with {_NUMBERS[count]} players" for count, size in sizes.items())


def _taken_out(p: Parameters) -> str:
    removed = {count: tuple(dict.fromkeys(p.deck.removed.get(str(count), ()))) for count in sorted(p.table.players)}
    parts = []
    for cards in dict.fromkeys(removed.values()):
        counts = [count for count in removed if removed[count] == cards]
        what = f"{_cards(cards)} {'is' if len(cards) == 1 else 'are'} taken out" if cards else "no card is taken out"
        parts.append(what if len(counts) == len(removed) else f"with {_players(counts)} {what}")
    return "; ".join(parts)


def _side_behind(points: int) -> str:
    return f"a side that is at least {_count(points, 'point')} behind the highest side" if points else "any side"


def _apart(p: Parameters, *, multiplier: int = 1) -> str:
    blind = ["tricks bid blind"] if p.blind_bid.allowed and multiplier != 1 else []
    special = ["contracts with a value of their own"] if p.special_bids.ten.made or p.special_bids.slam.made else []
    return f", {_listed(blind + special)} apart" if blind or special else ""


def _ten(p: Parameters) -> str:
    ten, slam = p.special_bids.ten, p.special_bids.slam
    exceptions = [", without a blind bid"] if p.blind_bid.allowed else []
    exceptions += [", if that is not every trick of the round"] if slam.made else []
    tricks = "10 or more tricks" if ten.or_more else "10 tricks"
    return f"{tricks}{''.join(exceptions)}," if exceptions else tricks


def _nils_apart(p: Parameters) -> str:
    if p.nil.scoring == "linked":
        return "each nil is scored by itself, but if either fails, both are scored as failed"
    return "each nil is scored by itself"


def _target(p: Parameters) -> str:
    test = {"at_least": "at least", "more_than": "more than"}[p.game.target_test]
    return f"{test} {_count(p.game.target, 'point')}"


def _floor(p: Parameters) -> str:
    points = _count(p.game.floor, "point")
    return {"at_or_below": f"{points} or less", "below": f"less than {points}"}[p.game.floor_test]


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        # The table, the pack, the bidding.
        "player_counts": lambda p: _players(p.table.players),
        "pairs": lambda p: _listed(f"{_NUMBERS[n]} players make {_NUMBERS[n // 2]} sides" for n in p.table.players),
        "deal": lambda p: "shuffle" if p.deck.formation == "draw" else "deal",
        "deals": lambda p: "shuffles" if p.deck.formation == "draw" else "deals",
        "and_jokers": lambda p: ("", " and the big joker", " and both jokers")[p.deck.jokers],
        "taken_out": _taken_out,
        "top_trumps": _top_trumps,
        "size": _size,
        "bidder": _if(CONDITIONS["one_bid"], "side", "player"),
        "side_of": _if(CONDITIONS["one_bid"], "side of the "),
        "round_one": _if(lambda p: p.bidding.first_round != "normal", " Round one itself is played without bids."),
        "of_none": _if(lambda p: p.bidding.zero == "nil", "nil", "0"),
        "minimum": lambda p: max(1, p.bidding.minimum),
        "other_than_zero": lambda p: {"nil": " other than nil", "uncommitted": " other than 0"}.get(p.bidding.zero, ""),
        "but_nil": _if(CONDITIONS["no_nil"], "", " that is not nil"),
        "exempt_nil": _if(CONDITIONS["no_nil"], "", "; a side that bids nothing but nil is exempt"),
        "or_nil": _if(_may_join_nil, ", or nil as well"),
        # Nil and blind bids.
        "side_for_blind_nil": lambda p: _side_behind(p.nil.blind_deficit),
        "side_for_blind_bid": lambda p: _side_behind(p.blind_bid.deficit),
        "though_no_blind_nil": _if(CONDITIONS["no_blind_nil"], ", though not allowed here,"),
        "though_no_blind_bid": _if(CONDITIONS["no_blind_bid"], ", though that is not allowed here,"),
        "if_all_made": _if(_falls_together, ", if the contract and any other nil of its side are made too"),
        "contract_falls": _if(_falls_together, ", and the contract of its side falls with it"),
        "beside_nil": _if(_falls_together, " A contract beside a nil stands or falls with it, by a rule of its own."),
        "two_nils": _if(
            lambda p: _in_pairs(p) and p.nil.double != "independent",
            " When both partners bid nil, the two nils are scored together instead.",
        ),
        "nils_apart": _nils_apart,
        "double_failed": lambda p: p.nil.double_failed if p.nil.double == "joint" else 0,
        "not_suicide": _if(lambda p: p.bidding.restriction == "suicide", " not"),
        "not_blind": _if(lambda p: p.nil.blind or bool(p.nil.blind_exchange), " that is not blind"),
        "blind_minimum": lambda p: max(1, p.bidding.minimum, p.blind_bid.minimum),
        "blind_rate": lambda p: p.blind_bid.made_multiplier * p.scoring.trick_points,
        "blind_rate_set": lambda p: p.blind_bid.failed_multiplier * p.scoring.trick_points,
        "but_sets": _if(lambda p: p.blind_bid.exact, ", but one overtrick sets the contract"),
        # The play.
        "promoted_are_spades": lambda p: f" The spades include {_top(p)}." if promoted(p.deck) else "",
        "first_trick_apart": _if(lambda p: p.play.first_trick != "normal", "; the first trick has a rule of its own"),
        "or_would": _if(lambda p: p.bidding.first_round != "normal", ", or would be in a round without bids,"),
        # The score and the end of the game.
        "made_apart": lambda p: _apart(p, multiplier=p.blind_bid.made_multiplier),
        "set_apart": lambda p: _apart(p, multiplier=p.blind_bid.failed_multiplier),
        "special_apart": _apart,
        "unbid_tricks": _if(lambda p: p.bidding.first_round != "normal", ", and so does each trick of round one"),
        "unless_blind": _if(
            lambda p: p.blind_bid.allowed and not p.blind_bid.overtricks, ", except for a side with a blind bid"
        ),
        "ten": _ten,
        "without_blind": _if(lambda p: p.blind_bid.allowed, ", without a blind bid,"),
        "bags_if_counted": _if(CONDITIONS["no_bags"], "", "are bags and "),
        "and_are_bags": _if(CONDITIONS["no_bags"], "", " and are bags"),
        "but_are_bags": _if(CONDITIONS["no_bags"], "", ", but are bags"),
        "bags_taken_back": lambda p: -p.scoring.bag_limit * p.scoring.overtrick_points,
        "target": _target,
        "floor": _floor,
        "ends": _if(lambda p: p.game.floor_effect == "side_loses", "loses the game", "ends the game"),
    }
)
"""The words that several parameters decide together, as the texts name them."""
