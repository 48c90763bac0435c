"""What a rule depends on besides its own value: the circumstances that other parameters make, and words for them.

The entries of the catalogue name both. Under one circumstance a rule has no effect, and pages for people leave it out:
a ruleset without nil still has a value for ``bids.both_nil.made``. Under another a value can't be played at all. And a
text names a word in braces (``{bidder}``), which becomes "player" or "side".

What follows from one group of parameters alone is in the module of that group. Here are those that take several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from service.spades.cards import CLUBS, CODES, INDEX, RANKS, card_name, mask_of
from service.spades.catalogue.entries import Circumstance, Conflict, Word, Worth
from service.spades.catalogue.parameters.bids import Kind
from service.spades.catalogue.parameters.contracts import ContractRules
from service.spades.catalogue.parameters.penalties import OFFENCE_ROWS
from service.spades.catalogue.parameters.table_and_deck import NUMBERS, numbers_of_players
from service.spades.english import count_of, listed, side_behind
from service.spades.rules.pack import pack_for, promoted
from service.spades.rules.ruleset import (
    ALL_GROUPS,
    ENTRIES,
    NAMES,
    Parameters,
    group_of,
    partner_may_bid_nil,
    partners_bid_separately,
    partners_bids_are_added,
    value_of,
)
from service.spades.sentence import Wording, template_of

Condition: TypeAlias = Callable[[Parameters], bool]


class ParameterConflict(NamedTuple):
    """Parameters that can't all hold, the one most likely to be wrong first, with a code and a sentence."""

    names: tuple[str, ...]
    code: str
    detail: str

    @classmethod
    def between(cls, *names: str, because: str) -> ParameterConflict:
        """Return a contradiction between these parameters. ``because`` is a clause with its full stop."""
        return cls(names, "contradiction", f"{listed(names)}: {because}")


def why_out_of_effect(parameters: Parameters, name: str) -> Circumstance[Parameters] | None:
    """Return the circumstance under which this parameter's rule has no effect, None if it has one."""
    for circumstance in ENTRIES[name].no_effect_if:
        if CIRCUMSTANCES[circumstance].holds(parameters):
            return CIRCUMSTANCES[circumstance]
    return None


def stated_contradictions(parameters: Parameters, group: str) -> Iterator[ParameterConflict]:
    """Yield the contradictions that the entries of a group state, in their order."""
    for name, conflict in _CONFLICTS[group]:
        concerned = not conflict.values or value_of(parameters, name) in conflict.values
        if concerned and CIRCUMSTANCES[conflict.when].holds(parameters):
            yield ParameterConflict.between(name, *conflict.others, because=in_words(parameters, conflict.because))


def in_words(parameters: Parameters, text: str) -> str:
    """Return a text of the catalogue with the words and the parameters that it names written in."""
    template = _template(text)
    facts = {name: _fact(parameters, name) for name, form in template if form is not None}
    return _WORDING.fill(template, facts)


def in_general(parameters: Parameters, text: str) -> str:
    """Return a text of the catalogue as it reads under any rules: with the names of parameters, not their values."""
    template = _template(text)
    facts: dict[str, Any] = {name: name for name, form in template if form is not None}
    facts |= {name: _general_word(parameters, name) for name in facts if "." not in name}
    return _IN_GENERAL.fill(template, facts)


def _general_word(parameters: Parameters, name: str) -> object:
    if name in _OF_FORBIDDEN_BIDS:
        return ""
    if name.endswith("_choices"):
        return f"one of `penalties.{name.removesuffix('_choices')}.of`"
    return _WORDS_IN_GENERAL.get(name) or WORDS[name](parameters)


def is_of_forbidden_bid(parameters: Parameters, text: str) -> bool:
    """Return whether a text of the catalogue is about a bid that these rules do not allow."""
    return any(name in _OF_FORBIDDEN_BIDS and _fact(parameters, name) for name, _ in _template(text))


_template: Final = cache(template_of)


def _fact(parameters: Parameters, name: str) -> object:
    """Return a parameter or a member of one by its dotted name, or else a word."""
    return value_of(parameters, name) if "." in name else WORDS[name](parameters)


def _points(number: int, verb: str, verb_below_zero: str) -> str:
    amount = count_of(abs(number), "point") if number else "nothing"
    return f"{verb_below_zero if number < 0 else verb} {amount}"


def _worth(worth: Worth, verb: str, verb_below_zero: str) -> str:
    """Return what something scores or costs: ``scores 100 points``, ``costs 10 points for each trick bid``."""
    parts = {
        "": worth.points,
        " for each trick bid": worth.per_trick,
        " for each trick that it falls short": worth.per_missing_trick,
    }
    amounts = [f"{count_of(abs(number), 'point')}{what}" for what, number in parts.items() if number]
    loses = any(number < 0 for number in parts.values())
    return f"{verb_below_zero if loses else verb} {listed(amounts) or 'nothing'}"


class _RuleWording(Wording):
    """Writes the texts of rules, with forms for points and amounts with a verb."""

    __slots__ = ()

    def written(self, form: str, fact: Any) -> str:
        """Return what a text says of a parameter or of one of the `WORDS`."""
        match form:
            case "score" | "scores":
                return (_worth if isinstance(fact, Worth) else _points)(fact, form, form.replace("score", "cost"))
            case "score once" | "scores once":
                idle = " (points by the trick have no effect: nil is a bid of none)" if any(fact[1:]) else ""
                return self.written(form.removesuffix(" once"), Worth(fact.points)) + idle
            case "lost":
                return count_of(abs(fact), "point")
            case "side behind":
                return side_behind(fact)
            case "of the tricks taken":
                return _of_the_tricks_taken(fact)
            case _:
                return super().written(form, fact)


class _GeneralWording(_RuleWording):
    """Writes the same texts with the names of parameters in place of their values."""

    __slots__ = ()

    def written(self, form: str, fact: Any) -> str:
        """Return what a text says of a parameter, which has a dotted name, or of one of the `WORDS`."""
        if not isinstance(fact, str) or "." not in fact or " " in fact:
            return super().written(form, fact)
        name = f"`{fact}`"
        match form:
            case "":
                return name
            case "score" | "scores" | "score once" | "scores once":
                return f"{form.removesuffix(' once')} {name}"
            case "side behind":
                return f"a side at least {name} points behind the leading side"
            case "of the tricks taken":
                return f"{name} of the tricks that the side has taken"
        return f"{name} {form.removeprefix('#').partition(' or ')[0]}s" if form[0] == "#" else name


def _of_the_tricks_taken(tricks: int) -> str:
    """Return the tricks of a penalty, which come from those that the side has taken."""
    if tricks == 1:
        return "1 trick, if the side has taken any"
    return f"{tricks} of the tricks that the side has taken, or all of them if there are fewer" if tricks else "nothing"


_WORDING: Final = _RuleWording()
_IN_GENERAL: Final = _GeneralWording()

_WORDS_IN_GENERAL: Final[Mapping[str, str]] = MappingProxyType(
    {
        "size": "as many as a hand has cards",
        "target": "`game.target` points",
        "floor": "`game.floor` points",
        "blind_minimum": "bids.blind.least",
        "bags_taken_back": "bags.limit",
        "double_failed": "bids.both_nil.failed",
        "totals_barred": "the numbers in `bids.table.not`",
        "misdeal_hands": "what `table.misdeal` names",
    }
)
"""Words that state values of parameters, as they read under any rules; a dotted name stands for its value."""
_OF_FORBIDDEN_BIDS: Final = (*(f"though_no_{kind}" for kind in get_args(Kind)), "though_one_nil")
"""The words that are empty where the bid that a text is about is allowed."""

_CONFLICTS: Final[Mapping[str, tuple[tuple[str, Conflict], ...]]] = MappingProxyType(
    {
        group.name: tuple(
            (name, conflict) for name in NAMES if group_of(name) == group.name for conflict in ENTRIES[name].conflicts
        )
        for group in ALL_GROUPS
    }
)
"""The conflicts that the entries of each group state, each with the name of its parameter."""


def _no_clubs(p: Parameters) -> bool:
    """Return whether some pack has no clubs: each one is taken out, or promoted to a spade."""
    clubs = mask_of(range(CLUBS * len(RANKS), (CLUBS + 1) * len(RANKS)))
    clubs &= ~mask_of(promoted(p.deck))
    removed = (p.deck.removed.get(str(count), ()) for count in p.table.players)
    return any(not clubs & ~mask_of(INDEX[code] for code in codes) for codes in removed)


def _gives_tricks_to_several_sides(name: str) -> Condition:
    def holds(p: Parameters) -> bool:
        row = p.penalties.of(name)
        takes_tricks = not {"tricks", "bridge_64"}.isdisjoint({row.remedy, *row.of})
        return takes_tricks and row.as_ == "none" and CIRCUMSTANCES["several_other_sides"].holds(p)

    return holds


def _of_group(group: str, holds: Callable[[Any], bool]) -> Condition:
    return lambda parameters: holds(getattr(parameters, group))


def _word_of_group(group: str, word: Word[Any]) -> Word[Parameters]:
    return lambda parameters: word(getattr(parameters, group))


CIRCUMSTANCES: Final[Mapping[str, Circumstance[Parameters]]] = MappingProxyType(
    {
        **{
            name: Circumstance(_of_group(group.name, circumstance.holds), circumstance.why, circumstance.so)
            for group in ALL_GROUPS
            for name, circumstance in group.circumstances.items()
        },
        **{f"{name}_to_several_sides": Circumstance(_gives_tricks_to_several_sides(name)) for name in OFFENCE_ROWS},
        "no_clubs": Circumstance(_no_clubs),
        "side_bids_as_one": Circumstance(lambda p: p.bids.by == "team" and p.table.sides == "partnership"),
        "last_partner_bids": Circumstance(lambda p: p.bids.by == "last_partner" and p.table.sides == "partnership"),
    }
)
"""By the name that entries use: those of each group, and those that follow from several groups together."""


def _cards(codes: Iterable[str]) -> str:
    return listed(f"the {card_name(code)}" for code in codes)


def _if(condition: Condition, text: str, otherwise: str = "") -> Word[Parameters]:
    return lambda parameters: text if condition(parameters) else otherwise


def _under(circumstance: str, text: str, otherwise: str = "") -> Word[Parameters]:
    return _if(CIRCUMSTANCES[circumstance].holds, text, otherwise)


def _one_nil_a_side(p: Parameters) -> bool:
    return any(CIRCUMSTANCES[name].holds(p) for name in ("one_nil_a_side", "suicide"))


def _contract_falls_with_nil(p: Parameters) -> bool:
    return CIRCUMSTANCES["linked"].holds(p) and partner_may_bid_nil(p)


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


def _hand_size(p: Parameters) -> str:
    sizes = {count: pack_for(p.deck, count).hand_size for count in sorted(p.table.players)}
    if len(set(sizes.values())) == 1:
        return str(min(sizes.values()))
    return listed(f"{size} with {NUMBERS[count]} players" for count, size in sizes.items())


def _or_one_less(p: Parameters) -> str:
    return "" if all(pack_for(p.deck, count).has_equal_hands for count in p.table.players) else ", or one less"


def _taken_out(p: Parameters) -> str:
    removed = {count: tuple(dict.fromkeys(p.deck.removed.get(str(count), ()))) for count in sorted(p.table.players)}
    parts = []
    for cards in dict.fromkeys(removed.values()):
        counts = [count for count in removed if removed[count] == cards]
        what = f"{_cards(cards)} {'is' if len(cards) == 1 else 'are'} taken out" if cards else "no card is taken out"
        parts.append(what if len(counts) == len(removed) else f"with {numbers_of_players(counts)} {what}")
    return "; ".join(parts)


def _apart(p: Parameters, *, is_blind_apart: bool) -> str:
    """Return which contracts have other points than those of a number of tricks bid."""
    blind = ["tricks bid blind"] if p.bids.blind.allowed and is_blind_apart else []
    special = ["contracts with points of their own"] if any(row.instead for row in p.contracts) else []
    return f", except for {listed(blind + special)}" if blind or special else ""


def _contracts_in_words(p: Parameters) -> str:
    largest = max(pack_for(p.deck, count).hand_size for count in p.table.players)
    out_of_reach = " No round has that many tricks."
    return " ".join(_contract_in_words(row) + (out_of_reach if row.least > largest else "") for row in p.contracts)


def _contract_in_words(row: ContractRules) -> str:
    """Return what a row of `contracts` says, as a sentence."""
    scores = [_WORDING.written("scores", row.made)] if any(row.made) or (row.bid and row.instead) else []
    wins = ["wins the game"] if row.wins_game else []
    if not row.bid:
        bid = f"a bid of at least {row.least}" if row.least else "having bid it, a Boston,"
        brings = listed([*(f"{each} extra" for each in scores), *wins]) or "brings nothing"
        given = {"blind": row.blind != "any", "failed": row.failed is not None, "instead": row.instead}
        idle = [f"`{name}`" for name, is_given in given.items() if is_given]
        note = f" Nobody bids it, so {listed(idle)} {'has' if len(idle) == 1 else 'have'} no effect." if idle else ""
        return f"Taking {row.size} without {bid} {brings}.{note}"
    blind = {"any": "", "with": ", with a blind bid,", "without": ", without a blind bid,"}[row.blind]
    made = [f"{listed([*scores, *wins])} if it is made"] if scores or wins else []
    says_failed = row.failed is not None and (row.instead or any(row.failed))
    failed = [f"{_WORDING.written('scores', row.failed)} if it is set"] if says_failed else []
    how = ", instead of the ordinary points" if row.instead else ", on top of its points"
    worth = " and ".join([*made, *failed]) + (how if scores or failed else "")
    return f"A contract of {row.size}{blind} {worth or 'has no points of its own'}."


def _penalty_tricks_and_nil(p: Parameters) -> str:
    if CIRCUMSTANCES["no_penalty_tricks"].holds(p):
        return ""
    exception = ", except through the contract that it falls with" if _contract_falls_with_nil(p) else ""
    return f" Tricks lost or won as a penalty neither make nor break a nil{exception}."


WORDS: Final[Mapping[str, Word[Parameters]]] = MappingProxyType(
    {
        **{name: _word_of_group(group.name, word) for group in ALL_GROUPS for name, word in group.words.items()},
        # The table, the pack, the bidding.
        "again_after_void": _under(
            "no_dealer", "the same player bids first again", "the player who dealt it deals again"
        ),
        "on_after_void": _under("no_dealer", "the first bid still passes on", "the deal still passes on"),
        "taken_out": _taken_out,
        "top_trumps": _promotion,
        "size": _hand_size,
        "or_one_less": _or_one_less,
        "bidder": _under("one_bid", "side", "player"),
        "side_of": _under("one_bid", "side of the "),
        "round_one": _under("no_bids_in_round_one", " Round one is played without bids."),
        "of_none": _under("no_nil", "0", "nil"),
        "but_nil": _under("no_nil", "", " other than nil"),
        "exempt_nil": _under("no_nil", "", "; a side that bids nothing but nil is exempt"),
        "or_nil": _if(_one_nil_a_side, "", ", or nil as well"),
        # What bids are worth.
        "though_one_nil": _if(_one_nil_a_side, ", though only one may"),
        "if_all_made": _if(
            _contract_falls_with_nil, ", provided that the contract and any other nil of the side are made too"
        ),
        "contract_falls": _if(_contract_falls_with_nil, ", and its side's contract falls with it"),
        "beside_nil": _if(
            _contract_falls_with_nil, " A contract beside a nil stands or falls with the nil, under its own rule."
        ),
        "two_nils": _if(
            lambda p: partners_bid_separately(p) and not CIRCUMSTANCES["each_nil_apart"].holds(p),
            " When both partners bid nil, the two nils are scored together instead.",
        ),
        "nils_apart": _under(
            "linked",
            "each nil is scored on its own, but if either fails, both are scored as failed",
            "each nil is scored on its own",
        ),
        "contracts_in_words": _contracts_in_words,
        # The play.
        "promoted_are_spades": lambda p: f" Spades include {_promoted_cards(p)}." if promoted(p.deck) else "",
        "or_would": _under("no_bids_in_round_one", ", or would be in a round without bids,"),
        # The score and the end of the game.
        "made_apart": lambda p: _apart(p, is_blind_apart=p.bids.blind.made != p.bids.number.made),
        "failed_apart": lambda p: _apart(p, is_blind_apart=p.bids.blind.failed != p.bids.number.failed),
        "bags_taken_back": lambda p: -p.bags.limit * p.bids.number.overtrick,
        "bags_all_the_same": _under("no_bags", "", "They are bags all the same."),
        "partner_keeps_rate": _if(
            partners_bids_are_added,
            "A partner's ordinary bid keeps its own rate, and the two are made or set as one contract.",
        ),
        "bags_if_counted": _under("no_bags", "", "are bags and "),
        "and_are_bags": _under("no_bags", "", " and are bags"),
        "but_are_bags": _under("no_bags", "", ", but are bags"),
        "but_bags": _under("no_bags", "", ", but are bags"),
        # Penalties.
        "round_one_for_nothing": _under(
            "no_bids_in_round_one",
            " In round one, which has no bids, the offending side's tricks score nothing.",
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
"""For each word its text under these parameters."""
