"""Record in, equity out: for each illegal card that stood, what best play makes of it and of every legal card.

Double dummy: every player sees all hands and plays perfectly. It informs a director who has to judge if a side was
damaged (Law 64C of duplicate bridge); no score rests on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from service.spades.proof.facts import known_hands
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.equity.before_offence import Moments, Played, is_illegal_play
from service.spades.ruling.equity.model import CardEquity, CardsCompared, OffenceEquity, Reason, RoundEquity, Span
from service.spades.ruling.equity.words import detail_of
from service.spades.solver.card_values import CardValue, legal_cards_now, values_of_cards
from service.spades.solver.position import Game, game_of
from service.spades.solver.question import Question
from service.spades.solver.solve import Solution
from service.spades.table import Table

_TWO: Final = 2


class _Searched(NamedTuple):
    compared: CardsCompared
    positions: int


def equity_of(record: RoundRecord, ruleset: Ruleset, budget: int, pause: Callable[[], object]) -> RoundEquity:
    """Return what best play makes of every illegal card that stood; the ruleset must have a pack for its players.

    The budget, in positions, is shared by all questions. The latest offence comes first: it leaves the fewest cards.
    ``pause`` is called from time to time.

    Raises `UnreadableRecord` as an audit does.
    """
    ruling = audit(record, ruleset)
    found = [(index, each) for index, each in enumerate(ruling.findings) if is_illegal_play(each)]
    if not found:
        return RoundEquity(ruling, (), 0)
    read = ruling.record
    assert isinstance(read, RoundRecord)  # noqa: S101 - an audit of a record returns one
    moments = Moments(ruling, read, ruleset, known_hands(read, ruleset))
    game, spent = game_of(ruleset, len(read.table.players)), 0
    offences: list[OffenceEquity] = []
    for index, finding in sorted(found, key=lambda each: each[1].trick or 0, reverse=True):
        moment = moments.before(finding)
        if isinstance(moment, Played):
            compared, positions = _searched(game, read.table, moment, budget - spent, pause)
            spent += positions
            offences.append(_offence(moments, index, compared, None if compared.exact else "budget"))
        else:
            offences.append(_offence(moments, index, None, moment))
    return RoundEquity(ruling, tuple(sorted(offences, key=lambda each: each.finding)), spent)


def _offence(moments: Moments, index: int, compared: CardsCompared | None, reason: Reason | None) -> OffenceEquity:
    finding = moments.ruling.findings[index]
    trick = (finding.trick or 1) - 1
    happened, left = moments.happened(trick), moments.pack.hand_size - trick
    offence = OffenceEquity(index, left, happened, compared, reason, ())
    return offence._replace(detail=detail_of(moments.ruling.table, finding, offence, moments.given))


def _searched(game: Game, table: Table, moment: Played, budget: int, pause: Callable[[], object]) -> _Searched:
    """Return the tricks of each side with each card.

    Of two sides one has what the other has not. Of more, each side is a question of its own, against all others
    together.
    """
    position, card = moment
    cards, left = (card, *legal_cards_now(game, position)), position.tricks_left
    own = table.side_of[position.turn]
    two, spent = len(table.sides) == _TWO, 0
    by_side: dict[int, tuple[Span, ...]] = {}
    for side in [own] if two else range(len(table.sides)):
        seats = frozenset(table.sides[side].seats)
        solution = Solution(game, position, Question(seats, seats), budget - spent, pause)
        values, positions = values_of_cards(solution, cards)
        spent += positions
        by_side[side] = tuple([_span(each) for each in values])
    if two:
        by_side[1 - own] = tuple([Span(left - each.at_most, left - each.at_least) for each in by_side[own]])
    equities = tuple(
        [
            CardEquity(each, tuple([by_side[side][index] for side in range(len(table.sides))]))
            for index, each in enumerate(cards)
        ]
    )
    best = tuple([_best(by_side[side][1:], wanted=side == own) for side in range(len(table.sides))])
    return _Searched(CardsCompared(equities[0], equities[1:], best), spent)


def _span(value: CardValue) -> Span:
    return Span(value.at_least, value.at_most)


def _best(spans: tuple[Span, ...], *, wanted: bool) -> Span:
    """Return the most of several numbers of tricks, the fewest if they are not ``wanted``."""
    choose: Callable[[list[int]], int] = max if wanted else min
    return Span(choose([each.at_least for each in spans]), choose([each.at_most for each in spans]))
