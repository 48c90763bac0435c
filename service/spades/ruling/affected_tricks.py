"""Taint: what else an illegal card may have changed (rulings, after the proof).

Who would have won the trick with each card that was legal, and from which trick on the play could have differed. What
the players would then have done nobody can know, so nothing in a score rests on this.
"""

from __future__ import annotations

from dataclasses import replace

from service.spades.cards import INDEX
from service.spades.findings import Alternative, Finding
from service.spades.record.model import RoundRecord, Trick
from service.spades.rules.pack import Pack

_ILLEGAL = frozenset({"revoke", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"})
_ERRORS = frozenset({"card_not_held", "card_replayed", "card_not_in_deck", "missing_play", "extra_play"})
_TAINTING = _ILLEGAL | _ERRORS | {"out_of_turn", "wrong_leader"}
_CANNOT_WIN = frozenset({"card_replayed", "card_not_in_deck"})
_OF_A_PLAY = 5  # '#/tricks/0/plays/2', while a card taken back stands deeper


def with_alternatives(findings: tuple[Finding, ...], record: RoundRecord, pack: Pack) -> tuple[Finding, ...]:
    """Return the findings, each illegal card in a whole trick with who would have won with the cards that were legal.

    The other plays are taken as they were. A trick is whole that has one card of every player; a card that was taken
    back is not asked about, because another stayed in its place.
    """
    if not any(finding.code in _ILLEGAL for finding in findings):
        return findings
    dead = {_play_of(finding) for finding in findings if finding.code in _CANNOT_WIN}
    return tuple([_with_alternatives(finding, record, pack, dead) for finding in findings])


def _with_alternatives(finding: Finding, record: RoundRecord, pack: Pack, dead: set[tuple[int, int] | None]) -> Finding:
    play = _play_of(finding)
    if finding.code not in _ILLEGAL or not finding.legal_cards or play is None:
        return finding
    number, place = play
    trick = record.tricks[number]
    if len(trick.seats) != pack.players or len(set(trick.seats)) != pack.players:
        return finding
    standing = [each for each in range(pack.players) if each == place or (number, each) not in dead]
    wins = [_winner(trick, pack, standing, place, INDEX[code]) for code in finding.legal_cards]
    names = record.table.players
    return replace(
        finding,
        alternatives=tuple(
            Alternative(code, names[seat])
            for code, seat in zip(finding.legal_cards, wins, strict=True)
            if seat is not None
        ),
    )


def _winner(trick: Trick, pack: Pack, standing: list[int], place: int, card: int) -> int | None:
    """Return who wins a trick with another card at this place, of the plays that can win; None where no card can."""
    cards = [*trick.cards[:place], card, *trick.cards[place + 1 :]]
    strength = pack.strength[pack.suit[cards[0]]]
    best = max(standing, key=lambda each: strength[cards[each]])
    return trick.seats[best] if strength[cards[best]] else None


def affected_from(findings: tuple[Finding, ...]) -> int | None:
    """Return the number of the first trick in which something went wrong that others may have played by; else None.

    An error about a card that was taken back does not count: the card that stayed is the one that was played to.
    """
    numbers = [
        finding.trick
        for finding in findings
        if finding.code in _TAINTING
        and finding.trick is not None
        and not (finding.code in _ERRORS and "/withdrawn/" in finding.pointer)
    ]
    return min(numbers, default=None)


def _play_of(finding: Finding) -> tuple[int, int] | None:
    """Return the trick and the place in it, from 0, of the play that a finding stands at."""
    path = finding.pointer.split("/")
    if len(path) != _OF_A_PLAY or path[1] != "tricks" or path[3] != "plays":
        return None
    return int(path[2]), int(path[4])
