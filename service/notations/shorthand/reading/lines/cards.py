"""Cards, hands, and the cards that were set aside, drawn or passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.notations.limits import MOST_CARDS, MOST_DRAWS, MOST_EXCHANGES
from service.notations.model import Place
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.words import cards_in, cards_of_hand, cards_of_suit, is_joker, is_suit
from service.spades.english import quoted
from service.spades.spelling import card_meant

_FORM = "write rank then suit, KH or 10H or K♥, and ?? for a card that nobody can read"

_JOKERS = "write BJ for the big joker and LJ for the little one"


def fault_of_card(faults: Faults, token: Token) -> None:
    """Note that a token is not a card."""
    meant = card_meant(token.text)
    form = _JOKERS if is_joker(token.text) else _FORM
    detail = f"{quoted(token.text)} is not a card: {f'write {meant}' if meant else form}."
    faults.fault(token.place, "card", detail)


def card_of(faults: Faults, words: WordsLeft) -> str | None:
    """Take one card; None, after noting the fault, if there is none."""
    token = words.take()
    codes = cards_in(token.text) if token is not None and token.kind == "word" else None
    if codes is not None and len(codes) == 1:
        return codes[0]
    if token is None:
        faults.fault(words.place, "card", "A card is missing here.")
    else:
        fault_of_card(faults, token)
    return None


def cards_left(faults: Faults, words: WordsLeft, *, until: Callable[[Token], bool] | None = None) -> list[str]:
    """Take the cards up to a certain token or the end: ``KH 2C``, ``KH2C``, or by suits ``H:K C:2``, ``♥K ♣2``."""
    return [card for card, _ in placed_cards_left(faults, words, until=until)]


def placed_cards_left(
    faults: Faults, words: WordsLeft, *, until: Callable[[Token], bool] | None = None
) -> list[tuple[str, Place]]:
    """Like `cards_left`, each card with the place of its word."""
    cards: list[tuple[str, Place]] = []
    while (token := words.peek()) is not None:
        if until is not None and until(token):
            break
        words.take()
        cards += [(card, token.place) for card in _group(faults, token, words)]
        if len(cards) > MOST_CARDS:
            faults.fault(token.place, "too_many", f"There are at most {MOST_CARDS} cards.")
            words.take_rest()
    return cards


def _group(faults: Faults, token: Token, words: WordsLeft) -> list[str]:
    """Return the cards of a token, or of a suit and the token behind the colon after it."""
    text = token.text if token.kind == "word" else ""
    if is_suit(text) and words.take_mark(":"):
        ranks = words.take()
        found = None if ranks is None or ranks.kind != "word" else cards_of_suit(f"{text}:{ranks.text}")
        if found is None:
            detail = f"Behind {text}: belong the ranks of that suit, such as {text}:AK10, or - if there are none."
            faults.fault(token.place, "card", detail)
        return found or []
    found = cards_in(text) or cards_of_suit(text) or cards_of_hand(text)
    if found is None:
        fault_of_card(faults, token)
    return found or []


def read_hand(draft: Draft, words: WordsLeft) -> None:
    """Read ``hand N S:AKQ H:T98 D:AK6 C:QJ97`` or ``hand N AKQ.T98.AK6.QJ97``."""
    place = words.place
    hands: dict[str, list[str]] = draft.members.setdefault("hands", {})
    token = None if words.take_nothing("hand none says that no hand is known") else words.take()
    if token is None:
        return
    name = draft.names.player(token)
    words.take_mark(":", "=")
    cards = cards_left(draft.faults, words)
    if name in hands:
        draft.faults.fault(place, "repeated", f"The hand of {quoted(name or '')} is given twice.")
    elif name is not None:
        hands[name] = cards


def read_aside(draft: Draft, words: WordsLeft) -> None:
    """Read ``aside 2C 2D``: the cards that were dealt to nobody."""
    place = words.place
    words.take_word("none")
    draft.once("set_aside", place, cards_left(draft.faults, words))


def read_draw(draft: Draft, words: WordsLeft) -> None:
    """Read ``draw N KH 2C kept KH``: the cards that a player drew in a turn, and those that they kept."""
    place = words.place
    token = None if words.take_nothing("draw none says that no card was drawn") else words.take()
    if token is None:
        draft.members.setdefault("draws", [])
        return
    player = draft.names.player(token)
    drawn = cards_left(draft.faults, words, until=lambda token: token.is_word("kept"))
    if not words.take_word("kept"):
        draft.faults.fault(words.place, "kept", "Write which of the cards were kept: draw N KH 2C kept KH.")
        return
    draw: dict[str, Any] = {"player": player, "cards": drawn, "kept": cards_left(draft.faults, words)}
    draft.add("draws", draw, place, MOST_DRAWS)


def read_pass(draft: Draft, words: WordsLeft) -> None:
    """Read ``pass N > S KH 2C``: the cards that a player passed to another after the bidding."""
    place = words.place
    giver = None if words.take_nothing("pass none says that no cards were passed") else words.take()
    if giver is None:
        draft.members.setdefault("exchanges", [])
        return
    arrow = words.take_mark(">") or words.take_word("to")
    taker = words.take()
    if not arrow or taker is None:
        draft.faults.fault(place, "pass", "Cards that were passed are written pass N > S KH 2C.")
        return
    exchange = {
        "from": draft.names.player(giver),
        "to": draft.names.player(taker),
        "cards": cards_left(draft.faults, words),
    }
    draft.add("exchanges", exchange, place, MOST_EXCHANGES)
