"""What a rule depends on besides its own value: the circumstances that other parameters make, and words for them.

The entries of the catalogue name both. Under one circumstance a rule has no effect, and pages for people leave it out:
a ruleset without nil still has a value for ``nil.made``. Under another a value can't be played at all. And a text names
a word in braces (``{bidder}``), which becomes "player" or "side" here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.cards import CLUBS, CODES, INDEX, RANKS, card_name, mask_of
from service.spades.catalogue.parameter import Conflict
from service.spades.english import count_of, listed
from service.spades.rules.bid_kinds import partner_may_bid_nil, partners_bid_separately
from service.spades.rules.pack import pack_for, promoted
from service.spades.rules.parameters import ENTRIES, GROUPS, NAMES, Parameters, value_of
from service.spades.templates import Forms, Template, fill

Condition: TypeAlias = Callable[[Parameters], bool]
Word: TypeAlias = Callable[[Parameters], str | int]


class Circumstance(NamedTuple):
    """Something that is so under some parameters, and why a rule then has no effect."""

    holds: Condition
    why: str = ""
    """The reason, as a sentence without its full stop; empty if it only ever contradicts a rule."""
    so: str = "this rule does not apply"
    """What follows; empty if the reason is all there is to say."""

    @property
    def text(self) -> str:
        """The reason and what follows, in one sentence."""
        return f"{self.why}, so {self.so}." if self.so else f"{self.why}."


class Contradiction(NamedTuple):
    """Parameters that can't all hold, the one most likely to be wrong first, with a code and a sentence."""

    names: tuple[str, ...]
    code: str
    detail: str

    @classmethod
    def between(cls, *names: str, because: str) -> Contradiction:
        """Return a contradiction between these parameters. ``because`` is a clause with its full stop."""
        return cls(names, "contradiction", f"{listed(names)}: {because}")


def why_out_of_effect(parameters: Parameters, name: str) -> Circumstance | None:
    """Return the circumstance under which this parameter's rule has no effect, None if it has one."""
    for circumstance in ENTRIES[name].no_effect_if:
        if CIRCUMSTANCES[circumstance].holds(parameters):
            return CIRCUMSTANCES[circumstance]
    return None


def stated_contradictions(parameters: Parameters, group: str) -> Iterator[Contradiction]:
    """Yield the contradictions that the entries of a group state, in their order."""
    for name, conflict in _CONFLICTS[group]:
        concerned = not conflict.values or value_of(parameters, name) in conflict.values
        if concerned and CIRCUMSTANCES[conflict.when].holds(parameters):
            yield Contradiction.between(name, *conflict.others, because=in_words(parameters, conflict.because))


def in_words(parameters: Parameters, text: str) -> str:
    """Return a text of the catalogue with the words and the parameters that it names written in."""
    template = _template(text)
    facts = {name: _fact(parameters, name) for name, form in template if form is not None}
    return fill(template, parameters, facts)


@cache
def _template(text: str) -> Template:
    return _FORMS.parse(text)


def _fact(parameters: Parameters, name: str) -> object:
    """Return a parameter or a member of one by its dotted name, or else a word."""
    if "." not in name:
        return WORDS[name](parameters)
    value: object = parameters
    for member in name.split("."):
        value = getattr(value, member)
    return value


def _points(number: int, verb: str, verb_below_zero: str) -> str:
    amount = count_of(abs(number), "point") if number else "nothing"
    return f"{verb_below_zero if number < 0 else verb} {amount}"


_FORMS: Final = Forms(
    {
        "": lambda _, value: str(value),
        "score": lambda _, points: _points(points, "score", "cost"),
        "scores": lambda _, points: _points(points, "scores", "costs"),
        "loses": lambda _, points: _points(-points, "scores", "costs"),
    },
    number=lambda _, number: str(number),
)
"""A number is written as points with a verb, or counted: ``{scoring.bag_limit:#bag}``."""

_CONFLICTS: Final[Mapping[str, tuple[tuple[str, Conflict], ...]]] = MappingProxyType(
    {
        group: tuple(
            (name, conflict) for name in NAMES if name.startswith(f"{group}.") for conflict in ENTRIES[name].conflicts
        )
        for group in GROUPS
    }
)
"""The conflicts that the entries of each group state, each with the name of its parameter."""

_TWO_SIDES: Final = 2


def _most_sides(p: Parameters) -> int:
    return max(p.table.players) // (2 if p.table.sides == "partnership" else 1)


def _no_clubs(p: Parameters) -> bool:
    """Return whether some pack has no clubs: each one is taken out, or promoted to a spade."""
    clubs = mask_of(range(CLUBS * len(RANKS), (CLUBS + 1) * len(RANKS)))
    clubs &= ~mask_of(promoted(p.deck))
    removed = (p.deck.removed.get(str(count), ()) for count in p.table.players)
    return any(not clubs & ~mask_of(INDEX[code] for code in codes) for codes in removed)


def _offences_with_trick_penalty(parameters: Parameters) -> list[str]:
    """Return the offences, in words, whose penalty is a fixed number of tricks."""
    rules = parameters.irregularities
    revoke = rules.revoke_penalty == "tricks"
    called = rules.false_accusation == "tricks" or (revoke and rules.false_accusation == "same_penalty")
    fined = {"a revoke": revoke, "a false revoke call": called, "a play out of turn": rules.out_of_turn == "tricks"}
    return [offence for offence, costs in fined.items() if costs]


CIRCUMSTANCES: Final[Mapping[str, Circumstance]] = MappingProxyType(
    {
        "alone": Circumstance(lambda p: p.table.sides == "individual", "There are no partners"),
        "one_bid": Circumstance(
            lambda p: p.bidding.by == "team", "A side makes a single bid, not one for each partner"
        ),
        "no_dealer": Circumstance(lambda p: p.bidding.first_bidder == "drawn_then_rotates", "There is no dealer"),
        "no_board": Circumstance(lambda p: not p.bidding.team_minimum, "There is no board", "no side can bid below it"),
        "no_partner_minimum": Circumstance(
            lambda p: not p.bidding.nil_partner_minimum, "There is no special minimum for a nil bidder's partner"
        ),
        "no_nil": Circumstance(lambda p: p.bidding.zero != "nil", "There is no nil in this game"),
        "no_blind_nil": Circumstance(lambda p: not p.nil.blind, "Nil may not be bid blind"),
        "linked": Circumstance(
            lambda p: p.nil.scoring == "linked",
            "A failed nil brings its side's contract down with it, and its bidder's tricks score nothing",
            "",
        ),
        "each_nil_apart": Circumstance(
            lambda p: p.nil.double == "independent", "Two nils of partners are scored separately"
        ),
        "failed_nil_no_bags": Circumstance(
            lambda p: p.nil.failed_tricks != "bags", "The tricks of a failed nil bidder are not set apart as bags"
        ),
        "no_blind_bid": Circumstance(lambda p: not p.blind_bid.allowed, "Tricks may not be bid blind"),
        "set_for_nothing": Circumstance(
            lambda p: p.scoring.set == "zero", "A contract that is set scores nothing, blind or not"
        ),
        "set_by_missing_tricks": Circumstance(
            lambda p: p.scoring.set == "minus_undertricks",
            "A contract that is set is scored by the tricks it falls short, blind or not",
            "",
        ),
        "no_bags": Circumstance(lambda p: not p.scoring.bag_limit, "Bags are not counted", "there is no bag penalty"),
        "no_floor": Circumstance(lambda p: not p.game.floor, "There is no losing score"),
        "forfeited_to_zero": Circumstance(
            lambda p: p.game.forfeit_score == "target_to_zero",
            "A forfeit moves the scores to 0 and to the target instead",
        ),
        "no_revoke_penalty": Circumstance(
            lambda p: p.irregularities.revoke_penalty == "none", "There is no penalty for a revoke"
        ),
        "no_set_tricks": Circumstance(
            lambda p: not _offences_with_trick_penalty(p), "No penalty is a fixed number of tricks"
        ),
        "no_penalty_tricks": Circumstance(
            lambda p: not _offences_with_trick_penalty(p) and p.irregularities.revoke_penalty != "bridge_64",
            "No penalty takes tricks from a side",
        ),
        "spades_unbroken": Circumstance(
            lambda p: p.play.spade_lead != "after_broken", "Spades need not be broken before they are led"
        ),
        "no_claims": Circumstance(lambda p: p.irregularities.claims == "not_allowed", "Tricks may not be claimed"),
        "not_two_players": Circumstance(lambda p: tuple(p.table.players) != (_TWO_SIDES,)),
        "several_other_sides": Circumstance(lambda p: _most_sides(p) > _TWO_SIDES),
        "no_clubs": Circumstance(_no_clubs),
        "floor_reaches_target": Circumstance(lambda p: p.game.floor >= p.game.target),
        "floor_above_0": Circumstance(lambda p: 0 < p.game.floor < p.game.target),
        "side_bids_as_one": Circumstance(lambda p: p.bidding.by == "team" and p.table.sides == "partnership"),
        "zero_not_allowed": Circumstance(lambda p: p.bidding.zero == "not_allowed"),
        "no_bids_in_round_one": Circumstance(lambda p: p.bidding.first_round == "bids_itself"),
    }
)
"""By the name that entries use."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def _cards(codes: Iterable[str]) -> str:
    return listed(f"the {card_name(code)}" for code in codes)


def _if(condition: Condition, text: str, otherwise: str = "") -> Word:
    return lambda parameters: text if condition(parameters) else otherwise


def _under(circumstance: str, text: str, otherwise: str = "") -> Word:
    return _if(CIRCUMSTANCES[circumstance].holds, text, otherwise)


def _both_may_bid_nil(p: Parameters) -> bool:
    return p.nil.both_partners == "allowed" and p.bidding.restriction != "suicide"


def _contract_falls_with_nil(p: Parameters) -> bool:
    return p.nil.scoring == "linked" and partner_may_bid_nil(p)


def _promoted_cards(p: Parameters) -> str:
    return _cards(CODES[card] for card in promoted(p.deck))


def _promotion(p: Parameters) -> str:
    cards = promoted(p.deck)
    if not cards:
        return "No card ranks above the ace of spades."
    one = len(cards) == 1
    above = "every other spade" if INDEX["AS"] in cards else "the ace of spades"
    ranks = (
        f"ranks above {above}. It is a spade" if one else f"rank above {above}, the first one highest. They are spades"
    )
    return f"{_promoted_cards(p).capitalize()} {ranks} for following suit, leading and breaking spades."


def _numbers_of_players(counts: Iterable[int]) -> str:
    return f"{listed((_NUMBERS[count] for count in sorted(counts)), 'or')} players"


def _hand_size(p: Parameters) -> str:
    sizes = {count: pack_for(p.deck, count).hand_size for count in sorted(p.table.players)}
    if len(set(sizes.values())) == 1:
        return str(min(sizes.values()))
    return listed(f"{size} with {_NUMBERS[count]} players" for count, size in sizes.items())


def _taken_out(p: Parameters) -> str:
    removed = {count: tuple(dict.fromkeys(p.deck.removed.get(str(count), ()))) for count in sorted(p.table.players)}
    parts = []
    for cards in dict.fromkeys(removed.values()):
        counts = [count for count in removed if removed[count] == cards]
        what = f"{_cards(cards)} {'is' if len(cards) == 1 else 'are'} taken out" if cards else "no card is taken out"
        parts.append(what if len(counts) == len(removed) else f"with {_numbers_of_players(counts)} {what}")
    return "; ".join(parts)


def _side_behind(points: int) -> str:
    return f"a side at least {count_of(points, 'point')} behind the leading side" if points else "any side"


def _exceptions(p: Parameters, *, multiplier: int = 1) -> str:
    blind = ["tricks bid blind"] if p.blind_bid.allowed and multiplier != 1 else []
    special = ["contracts with a special value"] if p.special_bids.ten.made or p.special_bids.slam.made else []
    return f", except for {listed(blind + special)}" if blind or special else ""


def _ten(p: Parameters) -> str:
    ten, slam = p.special_bids.ten, p.special_bids.slam
    exceptions = [", without a blind bid"] if p.blind_bid.allowed else []
    exceptions += [", unless that is every trick of the round"] if slam.made else []
    tricks = "10 or more tricks" if ten.or_more else "10 tricks"
    return f"{tricks}{''.join(exceptions)}," if exceptions else tricks


def _nils_apart(p: Parameters) -> str:
    if p.nil.scoring == "linked":
        return "each nil is scored on its own, but if either fails, both are scored as failed"
    return "each nil is scored on its own"


def _target(p: Parameters) -> str:
    test = {"at_least": "at least", "more_than": "more than"}[p.game.target_test]
    return f"{test} {count_of(p.game.target, 'point')}"


def _floor(p: Parameters) -> str:
    points = count_of(p.game.floor, "point")
    return {"at_or_below": f"{points} or less", "below": f"less than {points}"}[p.game.floor_test]


def _penalty_tricks(p: Parameters) -> str:
    """Return the tricks of a revoke penalty, which come from those that the side has taken."""
    tricks = p.irregularities.revoke_tricks
    if tricks == 1:
        return "1 trick, if the side has taken any"
    return f"{tricks} of the tricks that the side has taken, or all of them if there are fewer" if tricks else "nothing"


def _fine(p: Parameters) -> str:
    """Return the same number of tricks as the cost of another offence."""
    tricks = p.irregularities.revoke_tricks
    if tricks == 1:
        return "1 trick, if it has taken any"
    return f"{tricks} tricks, or as many as it has taken if that is fewer" if tricks else "nothing"


def _penalty_tricks_and_nil(p: Parameters) -> str:
    if CIRCUMSTANCES["no_penalty_tricks"].holds(p):
        return ""
    exception = ", except through the contract that it falls with" if _contract_falls_with_nil(p) else ""
    return f" Tricks lost or won as a penalty neither make nor break a nil{exception}."


def _same_penalty(p: Parameters) -> str:
    if p.irregularities.revoke_penalty == "none":
        return "has no penalty, as a revoke has none"
    if p.irregularities.revoke_penalty == "bridge_64":
        return "costs the caller's side 1 trick, if it has taken any"
    nil = "" if CIRCUMSTANCES["no_nil"].holds(p) else " but does not affect the caller's nil"
    return f"is penalised like a revoke by the caller{nil}"


WORDS: Final[Mapping[str, Word]] = MappingProxyType(
    {
        # The table, the pack, the bidding.
        "player_counts": lambda p: _numbers_of_players(p.table.players),
        "pairs": lambda p: listed(f"{_NUMBERS[n]} players make {_NUMBERS[n // 2]} sides" for n in p.table.players),
        "deal": lambda p: "shuffle" if p.deck.formation == "draw" else "deal",
        "deals": lambda p: "shuffles" if p.deck.formation == "draw" else "deals",
        "again_after_void": _under(
            "no_dealer", "the same player bids first again", "the player who dealt it deals again"
        ),
        "on_after_void": _under("no_dealer", "the first bid still passes on", "the deal still passes on"),
        "and_jokers": lambda p: ("", " and the big joker", " and both jokers")[p.deck.jokers],
        "taken_out": _taken_out,
        "top_trumps": _promotion,
        "size": _hand_size,
        "bidder": _under("one_bid", "side", "player"),
        "side_of": _under("one_bid", "side of the "),
        "round_one": _if(lambda p: p.bidding.first_round != "normal", " Round one is played without bids."),
        "of_none": _if(lambda p: p.bidding.zero == "nil", "nil", "0"),
        "minimum": lambda p: max(1, p.bidding.minimum),
        "other_than_zero": lambda p: {"nil": " other than nil", "uncommitted": " other than 0"}.get(p.bidding.zero, ""),
        "but_nil": _under("no_nil", "", " other than nil"),
        "exempt_nil": _under("no_nil", "", "; a side that bids nothing but nil is exempt"),
        "or_nil": _if(_both_may_bid_nil, ", or nil as well"),
        # Nil and blind bids.
        "side_for_blind_nil": lambda p: _side_behind(p.nil.blind_deficit),
        "side_for_blind_bid": lambda p: _side_behind(p.blind_bid.deficit),
        "though_no_blind_nil": _under("no_blind_nil", ", though not allowed here,"),
        "though_no_blind_bid": _under("no_blind_bid", ", though that is not allowed here,"),
        "if_all_made": _if(
            _contract_falls_with_nil, ", provided that the contract and any other nil of the side are made too"
        ),
        "contract_falls": _if(_contract_falls_with_nil, ", and its side's contract falls with it"),
        "beside_nil": _if(
            _contract_falls_with_nil, " A contract beside a nil stands or falls with the nil, under its own rule."
        ),
        "two_nils": _if(
            lambda p: partners_bid_separately(p) and p.nil.double != "independent",
            " When both partners bid nil, the two nils are scored together instead.",
        ),
        "nils_apart": _nils_apart,
        "double_failed": lambda p: p.nil.double_failed if p.nil.double == "joint" else 0,
        "nil_partners": _if(
            lambda p: p.bidding.restriction == "suicide", "Only one of the two partners may", "Both partners may"
        ),
        "not_blind": _if(lambda p: p.nil.blind or bool(p.nil.blind_exchange), " that is not blind"),
        "blind_minimum": lambda p: max(1, p.bidding.minimum, p.blind_bid.minimum),
        "blind_rate": lambda p: p.blind_bid.made_multiplier * p.scoring.trick_points,
        "blind_rate_set": lambda p: p.blind_bid.failed_multiplier * p.scoring.trick_points,
        "but_sets": _if(lambda p: p.blind_bid.exact, ", but one overtrick sets the contract"),
        # The play.
        "promoted_are_spades": lambda p: f" Spades include {_promoted_cards(p)}." if promoted(p.deck) else "",
        "first_trick_apart": _if(lambda p: p.play.first_trick != "normal", "; the first trick has its own rule"),
        "or_would": _if(lambda p: p.bidding.first_round != "normal", ", or would be in a round without bids,"),
        # The score and the end of the game.
        "made_apart": lambda p: _exceptions(p, multiplier=p.blind_bid.made_multiplier),
        "set_apart": lambda p: _exceptions(p, multiplier=p.blind_bid.failed_multiplier),
        "special_apart": _exceptions,
        "unbid_tricks": _if(lambda p: p.bidding.first_round != "normal", ", and so does each trick of round one"),
        "unless_blind": _if(
            lambda p: p.blind_bid.allowed and not p.blind_bid.overtricks, ", except for a side with a blind bid"
        ),
        "ten": _ten,
        "without_blind": _if(lambda p: p.blind_bid.allowed, ", without a blind bid,"),
        "bags_if_counted": _under("no_bags", "", "are bags and "),
        "and_are_bags": _under("no_bags", "", " and are bags"),
        "but_are_bags": _under("no_bags", "", ", but are bags"),
        "bags_taken_back": lambda p: -p.scoring.bag_limit * p.scoring.overtrick_points,
        "target": _target,
        "floor": _floor,
        "ends": _if(lambda p: p.game.floor_effect == "side_loses", "loses the game", "ends the game"),
        # Irregularities.
        "sides": _most_sides,
        "fine": _fine,
        "tricks_off": _penalty_tricks,
        "fined": lambda p: listed(_offences_with_trick_penalty(p), "or"),
        "same_penalty": _same_penalty,
        "round_one_for_nothing": _if(
            lambda p: p.bidding.first_round != "normal",
            " In round one, which has no bids, the offending side's tricks score nothing.",
        ),
        "unless_excused": _if(
            lambda p: p.irregularities.revoke_penalty == "bridge_64", ", unless it is one without a penalty"
        ),
        "penalty_tricks_and_nil": _penalty_tricks_and_nil,
        "late_call": _under(
            "no_revoke_penalty",
            "",
            " A later call brings no penalty; if no call is recorded, a director's review of the whole round counts "
            "as one in time.",
        ),
    }
)
"""For each word its text under these parameters; a number is written by the format that the text gives."""
