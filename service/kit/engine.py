"""The questions of a kit, and how this engine answers one by a ruleset.

A question is flat: lists of cards, bids, tricks and totals, in which players are seats, numbered clockwise from the
player who bids first, and sides come in the order of their first seats (of four players, the first and the third are
the first side). A bid is a word: ``3``, ``0``, ``nil``, ``blind 5``, ``blind nil``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from service.spades.cards import INDEX, SPADES, codes_of, mask_of
from service.spades.deal.auction import bid_options, examine_bids
from service.spades.deal.contracts import Auction, dealer_before
from service.spades.errors import UnreadableRecord
from service.spades.play.legality import Turn, legal_cards, spade_breaks
from service.spades.record.log import context_of
from service.spades.record.model import Bid, RoundRecord, RoundResult, Standing
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Kind, Ruleset
from service.spades.scoring.game import outcome_after
from service.spades.scoring.model import SideScore
from service.spades.scoring.round import does_count, play_of_round, score_as_played
from service.spades.table import Table, sit_down

Asks: TypeAlias = Literal["legal_cards", "trick_winner", "breaks_spades", "count_plays", "score_round", "open_bids"]
"""What a question asks for: the function of an app that answers it."""
GROUPS: Final[Mapping[Asks, frozenset[str]]] = MappingProxyType(
    {
        **dict.fromkeys(get_args(Asks)[:4], frozenset({"deck", "play"})),
        "score_round": frozenset({"deck", "bids", "contracts", "bags", "game"}),
        "open_bids": frozenset({"deck", "bids"}),
    }
)
"""The groups of parameters on which the answers to each kind of question may depend."""

Given: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Mapping[str, Any] | None
"""The members that are asked for, as JSON; None if a ruleset can't be asked this."""


class Question(NamedTuple):
    """A question, and what is given."""

    asks: Asks
    given: Given


class Mistake(NamedTuple):
    """What an engine may get wrong though no ruleset has it."""

    name: str
    asks: Asks
    does: str
    """What such an engine does, as a sentence."""
    instead_of: str
    """The rule, as a sentence."""
    answer: Callable[[Engine, Given], Answer]
    """The answer of such an engine, from that of an engine without the mistake."""


class Engine(NamedTuple):
    """An engine: its ruleset, the number of players at its table, and the mistakes that it makes, if any."""

    ruleset: Ruleset
    players: int
    mistakes: tuple[Mistake, ...] = ()

    @property
    def pack(self) -> Pack:
        """The pack of this table."""
        return self.ruleset.packs[self.players]

    @property
    def table(self) -> Table:
        """The table, with the numbers of seats as the names of players."""
        return _table(self.players, self.ruleset.parameters.table.sides)

    @property
    def bidders(self) -> int:
        """How many bids there are: one of each player, or one of each side."""
        return len(self.table.sides) if self.ruleset.parameters.bids.by == "team" else self.players

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question; None if this ruleset has no cards, seats or bids such as are given."""
        mistaken = next((each for each in self.mistakes if each.asks == question.asks), None)
        try:
            if mistaken is not None:
                others = tuple([each for each in self.mistakes if each != mistaken])
                return mistaken.answer(self._replace(mistakes=others), question.given)
            return _ANSWERED[question.asks](self, question.given)
        except UnreadableRecord:
            return None


@cache
def _table(players: int, sides: Literal["partnership", "individual"]) -> Table:
    return sit_down([str(seat) for seat in range(players)], None, sides, (players,))


def cards_of(codes: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of these cards."""
    return tuple([INDEX[code] for code in codes])


def word_of(kind: Kind, tricks: int) -> str:
    """Return a bid as a word."""
    if kind == "blind":
        return f"blind {tricks}"
    return str(tricks) if kind in {"number", "zero"} else kind.replace("_", " ")


@cache
def bid_of(word: str) -> tuple[Kind, int]:
    """Return the kind of the bid that a word is, and its tricks."""
    if word in {"nil", "blind nil"}:
        return ("nil" if word == "nil" else "blind_nil"), 0
    tricks = int(word.removeprefix("blind "))
    return ("blind" if word.startswith("blind") else "number" if tricks else "zero"), tricks


def _legal_cards(engine: Engine, given: Given) -> Answer:
    pack, trick = engine.pack, given["trick"]
    led = pack.suit[INDEX[trick[0]]] if trick else None
    turn = Turn(led, is_first_trick=given["first_trick"], broken=given["spades_broken"])
    hand = mask_of(cards_of(given["hand"])) & pack.cards
    return {"cards": list(codes_of(legal_cards(engine.ruleset.parameters.play, pack, hand, turn)))}


def _trick_winner(engine: Engine, given: Given) -> Answer:
    return {"position": engine.pack.winning_play(cards_of(given["trick"]))}


def _breaks_spades(engine: Engine, given: Given) -> Answer:
    suits, rules = [engine.pack.suit[card] for card in cards_of(given["trick"])], engine.ruleset.parameters.play
    return {
        "broken": any(suit == SPADES and spade_breaks(rules, suits[0] if at else None) for at, suit in enumerate(suits))
    }


def _count_plays(engine: Engine, given: Given) -> Answer:
    return {"plays": _ways(engine, given["hands"], given["leader"], (), broken=given["spades_broken"])}


def _ways(engine: Engine, hands: Sequence[Sequence[str]], leader: int, trick: tuple[str, ...], *, broken: bool) -> int:
    """Return in how many ways the cards that are left can be played, by the engine's own legal cards and winners."""
    if len(trick) == len(hands):
        winner = _asked(engine, "trick_winner", trick=trick)["position"] or 0
        breaks = broken or _asked(engine, "breaks_spades", trick=trick)["broken"]
        return _ways(engine, hands, (leader + winner) % len(hands), (), broken=breaks)
    hand = hands[(leader + len(trick)) % len(hands)]
    if not hand:
        return 1
    ways = 0
    for card in _asked(engine, "legal_cards", hand=hand, trick=trick, spades_broken=broken, first_trick=False)["cards"]:
        left = [[each for each in cards if each != card] for cards in hands]
        ways += _ways(engine, left, leader, (*trick, card), broken=broken)
    return ways


def _asked(engine: Engine, asks: Asks, **given: Any) -> Mapping[str, Any]:
    return engine.answer(Question(asks, given)) or {}


def _bids(engine: Engine, words: list[str]) -> tuple[Bid, ...]:
    """Return bids in turn: each by a player, or by a side that bids as one.

    Raises `UnreadableRecord` if there are more than that.
    """
    table, found = engine.table, list[Bid]()
    if len(words) > engine.bidders:
        raise UnreadableRecord([])
    as_one = engine.bidders < engine.players
    for index, word in enumerate(words):
        kind, tricks = bid_of(word)
        seat, side = (None, index) if as_one else (index, table.side_of[index])
        found.append(Bid(index, seat, side, tricks, kind))
    return tuple(found)


def _standing(engine: Engine, given: Given) -> tuple[Standing, ...]:
    """Return the standing before the round; a total that is not given is 0 for every side."""
    sides = range(len(engine.table.sides))
    totals = [given.get(f"{name}_before") or [0] * len(sides) for name in ("scores", "bags", "sets", "sets_in_a_row")]
    if any(len(total) != len(sides) for total in totals):
        raise UnreadableRecord([])
    return tuple([Standing(score, bags, sets, 0, row) for score, bags, sets, row in zip(*totals, strict=True)])


class PlayedRound(NamedTuple):
    """A finished round: the scores of its sides, and whether it could be played: by legal bids, in a game not over."""

    sides: tuple[SideScore, ...] | None
    """None if nobody can say them."""
    is_possible: bool


def play_round(engine: Engine, given: Given) -> PlayedRound:
    """Score a finished round; raises `UnreadableRecord` if it is none at this table."""
    table, tricks = engine.table, tuple(given["tricks"])
    dealer = dealer_before(engine.ruleset.parameters, table, 0)
    bids, standing = _bids(engine, given["bids"]), _standing(engine, given)
    row = RoundResult(table, bids, table.by_side(tricks), tricks, dealer, given["round"], standing, opener=0)
    context = context_of(row, engine.ruleset)
    auction = examine_bids(context, bidding_over=True)
    play = play_of_round(context, auction, row.side_tricks, tricks)
    counts = does_count(auction, row.decisions, finished=True)
    sides = score_as_played(context, auction, play, counts=counts, is_known=auction.complete)
    return PlayedRound(sides, _is_possible(engine, auction, standing, given["round"]))


def _is_possible(engine: Engine, auction: Auction, standing: tuple[Standing, ...], number: int) -> bool:
    """Return whether these bids are legal, and the game was not over before them."""
    offends = any(finding.severity == "offence" for finding in auction.findings)
    return not offends and not outcome_after(engine.ruleset.parameters.game, standing, number - 1).finished


def _score_round(engine: Engine, given: Given) -> Answer:
    sides = play_round(engine, given).sides
    return None if sides is None else score_of(engine, given, sides)


def score_of(engine: Engine, given: Given, sides: tuple[SideScore, ...]) -> Answer:
    """Return the answer that these scores of the sides make."""
    after = tuple([side.after for side in sides])
    winners = tuple([side.side for side in sides if side.wins_game])
    outcome = outcome_after(engine.ruleset.parameters.game, after, given["round"])
    return {
        "points": [side.points for side in sides],
        "scores": [side.score for side in after],
        "bags": [side.bags for side in after],
        "game_over": bool(winners) or outcome.finished,
        "winners": list(winners or outcome.winners),
    }


def _open_bids(engine: Engine, given: Given) -> Answer:
    options = bid_options(_bidding(engine, given), engine.ruleset)
    return {"bids": [word_of(bid.kind, bid.tricks) for bid in options.open]}


def may_be_bid(engine: Engine, given: Given) -> bool:
    """Return whether the bids so far are legal, and the game was not over before them."""
    auction = examine_bids(context_of(_bidding(engine, given), engine.ruleset), bidding_over=False)
    return _is_possible(engine, auction, _standing(engine, given), given["round"])


def _bidding(engine: Engine, given: Given) -> RoundRecord:
    """Return the record of the bids so far, with the hand of the next bidder."""
    bids = _bids(engine, given["bids"])
    hands = [cards_of(given["hand"]) if seat == len(bids) else None for seat in range(engine.players)]
    dealer = dealer_before(engine.ruleset.parameters, engine.table, 0)
    standing = _standing(engine, given)
    return RoundRecord(engine.table, bids, (), tuple(hands), dealer, given["round"], before=standing, opener=0)


_ANSWERED: Final[Mapping[Asks, Callable[[Engine, Given], Answer]]] = MappingProxyType(
    {
        "legal_cards": _legal_cards,
        "trick_winner": _trick_winner,
        "breaks_spades": _breaks_spades,
        "count_plays": _count_plays,
        "score_round": _score_round,
        "open_bids": _open_bids,
    }
)
