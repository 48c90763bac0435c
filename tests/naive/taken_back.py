"""Cards that were taken back: whether one was a revoke, a spade led too early, or as legal as what came instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.naive.cards_played import Cards
from tests.naive.evidence import Answer as Verdict
from tests.naive.evidence import Spot
from tests.naive.table import UNREAD, path

Json = dict[str, Any]


def legal_ones(referee: Cards) -> Iterator[tuple[str, str, str, str]]:
    """Yield a finding for each card that was taken back for another one though it was legal."""
    for trick in range(min(len(referee.record["tricks"]), referee.pack.hand_size)):
        for place, play in enumerate(referee.plays(trick)):
            if any(earlier.get("withdrawn") for earlier in referee.plays(trick)[:place]):
                break  # the card may have answered one that was taken back before it
            backs = play.get("withdrawn", [])
            cards = [back["card"] for back in backs] + [play["card"]]
            for position, card in enumerate(cards[:-1]):
                instead = cards[position + 1]
                is_known = UNREAD not in {card, instead} and (trick, place, position) not in referee.evidence.back_fault
                is_changed = is_known and card != instead and not _lay_before(referee, (trick, place))
                if is_changed and _was_legal(referee, (trick, place), position):
                    pointer = path("tricks", trick, "plays", place, "withdrawn", position)
                    yield "card_taken_back", pointer, play["player"], card


def _lay_before(referee: Cards, spot: Spot) -> bool:
    """Tell whether a card of another player, taken back later, may have lain there from an earlier trick."""
    side_of = referee.table.side_of
    played = [play["player"] for play in referee.plays(spot[0])[: spot[1] + 1]]
    for trick in range(spot[0]):
        for play in referee.plays(trick):
            for back in play.get("withdrawn", []) if play["player"] != played[-1] else []:
                side = side_of[play["player"]]
                may_lie = referee.breaking.may_lie(trick, side, spot[0])
                own_side_played = side in {side_of[player] for player in played}
                unknown = may_lie and (referee.table.no_time_is_in_time or not own_side_played)
                if (back["at"]["trick"] - 1, back["at"]["plays"]) > spot if "at" in back else unknown:
                    return True
    return False


def _was_legal(referee: Cards, spot: Spot, position: int) -> bool:
    """Tell whether a card that was taken back was certainly legal."""
    play, rules = referee.plays(spot[0])[spot[1]], referee.parameters["play"]
    card = play["withdrawn"][position]["card"]
    if spot[1] == 0:
        if spot[0]:
            return spade_lead_taken_back(referee, spot, card) == "disproved"
        wanted = [referee.wanted_instead(card, rules["opening_card"])]
    elif not is_judged(referee, spot):
        return False
    else:
        lead = referee.plays(spot[0])[0]
        leads = [each["card"] for each in (*lead.get("withdrawn", []), lead)]
        if UNREAD in leads or revoke_taken_back(referee, spot, position)[0] != "disproved":
            return False
        suits = {referee.pack.suit(leads[each]) for each in _leads_answered(referee, spot, position)}
        wanted = [referee.wanted_first(card, led, rules["first_trick"]) for led in suits] if spot[0] == 0 else []
    answers = [referee.evidence.held(play["player"], each, spot, play["card"]) for each in wanted if each]
    return all(answer == "disproved" for answer in answers)


def is_judged(referee: Cards, spot: Spot) -> bool:
    """Tell whether this play follows a lead and is the first of its player in the trick."""
    players = [play["player"] for play in referee.plays(spot[0])]
    return spot[1] > 0 and players[spot[1]] not in players[: spot[1]]


def revoke_taken_back(referee: Cards, spot: Spot, position: int) -> tuple[Verdict, str]:
    """Tell whether a card that was taken back was a revoke, and in which suit.

    Where the lead was changed too, the card may have answered another card than the one that stayed.
    """
    mine, lead = referee.plays(spot[0])[spot[1]], referee.plays(spot[0])[0]
    leads = [each["card"] for each in (*lead.get("withdrawn", []), lead)]
    card = mine["withdrawn"][position]["card"]
    answers: set[Verdict] = set()
    # There may be none in the place of another trick, where the moments are told for this one.
    suits = {referee.pack.suit(leads[place]) for place in _leads_answered(referee, spot, position)}
    for led in suits:
        if referee.pack.suit(card) == led:
            answers.add("disproved")
        else:
            answers.add(referee.evidence.held(mine["player"], referee.pack.of_suit(led), spot, mine["card"]))
    last = referee.pack.suit(lead["card"])
    return (answers.pop() if len(answers) == 1 else "undecided"), last if last in suits or not suits else min(suits)


def _leads_answered(referee: Cards, spot: Spot, position: int) -> list[int]:
    """Return which of the cards led, the ones taken back first, this card that was taken back may have answered."""
    mine, lead = referee.plays(spot[0])[spot[1]], referee.plays(spot[0])[0]
    own = [_count(back) for back in mine["withdrawn"]]
    # The first card lay there as soon as the trick had that many plays; each other one from some moment after the
    # last was taken back.
    here = (spot[0] + 1, spot[1] + 1)
    earliest = max([here, *filter(None, own[:position])])
    latest = own[position] if position else (spot[0] + 1, spot[1])
    changes = [_count(back) for back in lead.get("withdrawn", [])]
    # The lead changed in this order: what came before a change that was before the card was before it too.
    sure = max((place + 1 for place, change in enumerate(changes) if change and change < earliest), default=0)
    open_until = [place for place, change in enumerate(changes) if change and latest and change > latest]
    return list(range(sure, min([len(changes), *open_until]) + 1))


def spade_lead_taken_back(referee: Cards, spot: Spot, card: str) -> Verdict:
    """Tell whether a card that was taken back was a spade led too early."""
    rules = referee.parameters["play"]
    broken = referee.broken_before[spot[0]]
    if not spot[0] or referee.pack.suit(card) != "S" or rules["spade_lead"] != "after_broken" or broken == "proved":
        return "disproved"
    mine = referee.plays(spot[0])[spot[1]]
    answer = referee.evidence.held(mine["player"], referee.pack.non_spades, spot, mine["card"])
    return "undecided" if answer == "proved" and broken == "undecided" else answer


def _count(back: Json) -> tuple[int, int] | None:
    """Return how many plays of which trick lay on the table when a card was taken back."""
    return (back["at"]["trick"], back["at"]["plays"]) if "at" in back else None
