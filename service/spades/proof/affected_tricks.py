"""What else an irregular card may have changed: who would have won the trick, and from which trick on play is tainted.

Nobody can know what the players would have done instead, so no score rests on this.
"""

from __future__ import annotations

from service.spades.cards import UNREAD
from service.spades.findings import Alternative, Finding
from service.spades.record.model import RoundRecord, Trick
from service.spades.rules.pack import Pack

_PLAY = 4  # the length of ("tricks", 0, "plays", 2); the location of a card taken back is longer


def with_alternatives(findings: tuple[Finding, ...], record: RoundRecord, pack: Pack) -> tuple[Finding, ...]:
    """Return the findings with alternatives: for each illegal card, who would have won with each legal card instead.

    The other plays are left as they were. Only a whole trick, with one card of every player, all of them read, has
    alternatives; a card that was taken back has none, because another card stayed in its place.
    """
    if not any(finding.properties.illegal_card for finding in findings):
        return findings
    dead = {_play_of(finding) for finding in findings if finding.properties.cannot_win}
    return tuple([_with_alternatives(finding, record, pack, dead) for finding in findings])


def _with_alternatives(finding: Finding, record: RoundRecord, pack: Pack, dead: set[tuple[int, int] | None]) -> Finding:
    """Return a finding with its alternatives; ``dead`` are the plays (as `_play_of`) of cards that can't win."""
    indices = _play_of(finding)
    if not finding.properties.illegal_card or not finding.legal_cards or indices is None:
        return finding
    index, play = indices
    trick = record.tricks[index]
    if len(trick.seats) != pack.players or len(set(trick.seats)) != pack.players or UNREAD in trick.cards:
        return finding
    alive = [each for each in range(pack.players) if each == play or (index, each) not in dead]
    winners = [(card, _winner(trick, pack, alive, play, card)) for card in finding.legal_cards]
    return finding._replace(
        alternatives=tuple(Alternative(card, winner) for card, winner in winners if winner is not None)
    )


def _winner(trick: Trick, pack: Pack, alive: list[int], play: int, card: int) -> int | None:
    """Return who wins a trick with another card at this play, among the plays that can win; None if no card can."""
    cards = [*trick.cards[:play], card, *trick.cards[play + 1 :]]
    strength = pack.strength[pack.suit[cards[0]]]
    best = max(alive, key=lambda each: strength[cards[each]])
    return trick.seats[best] if strength[cards[best]] else None


def affected_from(findings: tuple[Finding, ...]) -> int | None:
    """Return the number of the first trick in which a fault may have influenced later play, None if there is none.

    An error does not count: what is only written wrong changed nothing on the table.
    """
    numbers = [finding.trick for finding in findings if finding.properties.taints_play and finding.trick is not None]
    return min(numbers, default=None)


def _play_of(finding: Finding) -> tuple[int, int] | None:
    """Return the indices of the trick and of the play in it that a finding is about, None if it is about no play."""
    location = finding.location
    if len(location) != _PLAY or location[0] != "tricks" or location[2] != "plays":
        return None
    return int(location[1]), int(location[3])
