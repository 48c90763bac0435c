"""What else an irregular card may have changed: who would have won the trick, and from which trick on play is tainted.

Nobody can know what the players would have done instead, so no score rests on this.
"""

from __future__ import annotations

from typing import Final

from service.spades.cards import UNREAD
from service.spades.catalogue.finding_codes import CODES
from service.spades.findings import Alternative, Finding
from service.spades.record.model import RoundRecord, Trick
from service.spades.rules.pack import Pack

_PLAY: Final = 4  # the length of ("tricks", 0, "plays", 2); the location of a card taken back is longer
_alternative = Alternative._make


def with_alternatives(findings: tuple[Finding, ...], record: RoundRecord, pack: Pack) -> tuple[Finding, ...]:
    """Return the findings with alternatives: for each illegal card, who would have won with each legal card instead.

    The other plays are left as they were. Only a whole trick, with one card of every player, all of them read, has
    alternatives; a card that was taken back has none, because another card stayed in its place.
    """
    judged = list(findings)
    dead = [_play_of(each) for each in findings if CODES[each.code].cannot_win]
    for position, finding in enumerate(findings):
        if not CODES[finding.code].illegal_card or not finding.legal_cards:
            continue
        indices = _play_of(finding)
        if indices is None:
            continue
        index, play = indices
        trick = record.tricks[index]
        if trick.is_whole(pack.players) and UNREAD not in trick.cards:
            alive = [each for each in range(pack.players) if each != play]
            if dead:
                alive = [each for each in alive if (index, each) not in dead]
            judged[position] = finding.with_alternatives(_alternatives(trick, pack, alive, play, finding.legal_cards))
    return tuple(judged)


def _alternatives(
    trick: Trick, pack: Pack, alive: list[int], play: int, cards: tuple[int, ...]
) -> tuple[Alternative, ...]:
    """Return who wins a trick with each of these cards at this play; ``alive`` are the other plays that can win."""
    alternatives: list[Alternative] = []
    best: dict[int, tuple[int, int]] = {}  # for each suit led, how strong the best of the others is, and its seat
    for card in cards:
        led = pack.suit[trick.cards[0] if play else card]
        strength = pack.strength[led]
        if led not in best:
            most, seat = 0, 0
            for other in alive:
                wins = strength[trick.cards[other]]
                if wins > most:
                    most, seat = wins, trick.seats[other]
            best[led] = most, seat
        most, seat = best[led]
        if strength[card] > most:
            alternatives.append(_alternative((card, trick.seats[play])))
        elif most:
            alternatives.append(_alternative((card, seat)))
    return tuple(alternatives)


def affected_from(findings: tuple[Finding, ...]) -> int | None:
    """Return the number of the first trick in which a fault may have influenced later play, None if there is none.

    An error does not count: what is only written wrong changed nothing on the table.
    """
    first: int | None = None
    for finding in findings:
        trick = finding.trick
        if trick is not None and (first is None or trick < first) and CODES[finding.code].taints_play:
            first = trick
    return first


def _play_of(finding: Finding) -> tuple[int, int] | None:
    """Return the indices of the trick and of the play in it that a finding is about, None if it is about no play."""
    location = finding.location
    if len(location) != _PLAY or location[0] != "tricks" or location[2] != "plays":
        return None
    return int(location[1]), int(location[3])
