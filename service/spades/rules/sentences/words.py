"""The words in a text that depend on parameters other than its own.

A text names a word in braces (``{bidder}``); here it becomes "player" or "side".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from service.spades.cards import CODES, INDEX, card_name
from service.spades.english import count_of, listed
from service.spades.rules.bid_kinds import partner_may_bid_nil, partners_bid_separately
from service.spades.rules.pack import pack_for, promoted
from service.spades.rules.parameters import Parameters
from service.spades.rules.sentences.out_of_effect import CONDITIONS, Condition, offences_with_trick_penalty

Word: TypeAlias = Callable[[Parameters], str | int]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def _cards(codes: Iterable[str]) -> str:
    return listed(f"the {card_name(code)}" for code in codes)


def _if(condition: Condition, text: str, otherwise: str = "") -> Word:
    return lambda parameters: text if condition(parameters) else otherwise


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
    if CONDITIONS["no_penalty_tricks"](p):
        return ""
    exception = ", except through the contract that it falls with" if _contract_falls_with_nil(p) else ""
    return f" Tricks lost or won as a penalty neither make nor break a nil{exception}."


def _same_penalty(p: Parameters) -> str:
    if p.irregularities.revoke_penalty == "none":
        return "has no penalty, as a revoke has none"
    if p.irregularities.revoke_penalty == "bridge_64":
        return "costs the caller's side 1 trick, if it has taken any"
    nil = "" if CONDITIONS["no_nil"](p) else " but does not affect the caller's nil"
    return f"is penalised like a revoke by the caller{nil}"


WORDS: Final[Mapping[str, Word]] = MappingProxyType(
    {
        # The table, the pack, the bidding.
        "player_counts": lambda p: _numbers_of_players(p.table.players),
        "pairs": lambda p: listed(f"{_NUMBERS[n]} players make {_NUMBERS[n // 2]} sides" for n in p.table.players),
        "deal": lambda p: "shuffle" if p.deck.formation == "draw" else "deal",
        "deals": lambda p: "shuffles" if p.deck.formation == "draw" else "deals",
        "again_after_void": _if(
            CONDITIONS["no_dealer"], "the same player bids first again", "the player who dealt it deals again"
        ),
        "on_after_void": _if(CONDITIONS["no_dealer"], "the first bid still passes on", "the deal still passes on"),
        "and_jokers": lambda p: ("", " and the big joker", " and both jokers")[p.deck.jokers],
        "taken_out": _taken_out,
        "top_trumps": _promotion,
        "size": _hand_size,
        "bidder": _if(CONDITIONS["one_bid"], "side", "player"),
        "side_of": _if(CONDITIONS["one_bid"], "side of the "),
        "round_one": _if(lambda p: p.bidding.first_round != "normal", " Round one is played without bids."),
        "of_none": _if(lambda p: p.bidding.zero == "nil", "nil", "0"),
        "minimum": lambda p: max(1, p.bidding.minimum),
        "other_than_zero": lambda p: {"nil": " other than nil", "uncommitted": " other than 0"}.get(p.bidding.zero, ""),
        "but_nil": _if(CONDITIONS["no_nil"], "", " other than nil"),
        "exempt_nil": _if(CONDITIONS["no_nil"], "", "; a side that bids nothing but nil is exempt"),
        "or_nil": _if(_both_may_bid_nil, ", or nil as well"),
        # Nil and blind bids.
        "side_for_blind_nil": lambda p: _side_behind(p.nil.blind_deficit),
        "side_for_blind_bid": lambda p: _side_behind(p.blind_bid.deficit),
        "though_no_blind_nil": _if(CONDITIONS["no_blind_nil"], ", though not allowed here,"),
        "though_no_blind_bid": _if(CONDITIONS["no_blind_bid"], ", though that is not allowed here,"),
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
        "bags_if_counted": _if(CONDITIONS["no_bags"], "", "are bags and "),
        "and_are_bags": _if(CONDITIONS["no_bags"], "", " and are bags"),
        "but_are_bags": _if(CONDITIONS["no_bags"], "", ", but are bags"),
        "bags_taken_back": lambda p: -p.scoring.bag_limit * p.scoring.overtrick_points,
        "target": _target,
        "floor": _floor,
        "ends": _if(lambda p: p.game.floor_effect == "side_loses", "loses the game", "ends the game"),
        # Irregularities.
        "fine": _fine,
        "tricks_off": _penalty_tricks,
        "fined": lambda p: listed(offences_with_trick_penalty(p), "or"),
        "same_penalty": _same_penalty,
        "round_one_for_nothing": _if(
            lambda p: p.bidding.first_round != "normal",
            " In round one, which has no bids, the offending side's tricks score nothing.",
        ),
        "unless_excused": _if(
            lambda p: p.irregularities.revoke_penalty == "bridge_64", ", unless it is one without a penalty"
        ),
        "penalty_tricks_and_nil": _penalty_tricks_and_nil,
        "late_call": _if(
            CONDITIONS["no_revoke_penalty"],
            "",
            " A later call brings no penalty; if no call is recorded, a director's review of the whole round counts "
            "as one in time.",
        ),
    }
)
"""For each word its text under these parameters; a number is written by the format that the text gives."""
