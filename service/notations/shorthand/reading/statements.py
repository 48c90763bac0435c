"""The kinds of statement: what shows which of them a line is, and which of them may stand where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from service.notations.shorthand.reading.draft import Draft, Part
from service.notations.shorthand.reading.lexer import Statement, Token
from service.notations.shorthand.reading.lines import bids, cards, claims, events, heads, sheet, tricks
from service.notations.shorthand.reading.seats_line import perhaps_title_before, separated
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.words import ONLY_IN_GAMES, bid_in, cards_in, statement_kind
from service.spades.english import quoted

_READERS: Mapping[str, Callable[[Draft, WordsLeft], None]] = {
    "ruleset": heads.read_ruleset,
    "players": heads.read_players,
    "team": heads.read_team,
    "dealer": heads.read_dealer,
    "round": heads.read_round_number,
    "label": heads.read_label,
    "before": heads.read_before,
    "hand": cards.read_hand,
    "aside": cards.read_aside,
    "draw": cards.read_draw,
    "pass": cards.read_pass,
    "bids": bids.read_bids,
    "blind": bids.read_blind_bidders,
    "trick": tricks.read_trick,
    "call": sheet.read_call,
    "claim": claims.read_claim,
    "won": sheet.read_won,
    "sheet": sheet.read_sheet,
    "sub": events.read_substitutions,
    "void": events.read_void,
    "forfeit": events.read_forfeit,
    "adjust": events.read_adjustment,
    **{member: sheet.sheet_reader(member) for member in ("points", "score", "bags")},
}
_OF_A_HEAD = {"ruleset", "players", "team", "dealer", "round", "label", "before"}
_PAIR = 2
_WITHOUT_NAMES = {"ruleset", "players", "round", "label", "void"}
_BEFORE_NAMES = {"team", "sub"}
"""The statements that say who sits at the table, so that names may still change behind them."""


def read_statement(draft: Draft, statement: Statement) -> None:
    """Read a statement that separates no rounds into the record of its part."""
    for each in separated(draft, statement):
        _read_one(draft, each)


def _read_one(draft: Draft, statement: Statement) -> None:
    words = WordsLeft(statement, draft.faults)
    first = words.peek()
    if first is None:
        return
    kind = statement_kind(first.text) if first.kind == "word" else None
    if kind is not None:
        words.take()
        words.take_mark(":")
    else:
        kind = _kind_without_word(draft, words.tokens)
    is_title = draft.place is None and statement_kind(first.text) is None
    if draft.place is None:
        draft.place = statement.place
    if kind == "game":
        _begin_game(draft, words, first)
    elif kind is None:
        _fault_of_kind(draft, first)
    elif draft.part is Part.GAME and kind not in _OF_A_HEAD:
        detail = "This belongs to a round: write --- between the head of a game and its first round."
        draft.faults.fault(first.place, "head_of_a_game", detail)
    elif draft.part is not Part.ROUND_OF_GAME and kind in ONLY_IN_GAMES:
        detail = "This belongs to a round of a game: begin the text with game, and write --- before each round."
        draft.faults.fault(first.place, "round_of_a_game", detail)
    elif kind in _WITHOUT_NAMES:
        _READERS[kind](draft, words)
    elif not draft.is_seated:
        draft.fault_nobody(first.place, perhaps_title=is_title and kind != "trick")
    else:
        draft.uses_names |= kind not in _BEFORE_NAMES
        _READERS[kind](draft, words)
    draft.has_heads_alone &= kind in _OF_A_HEAD


def _begin_game(draft: Draft, words: WordsLeft, first: Token) -> None:
    if draft.part is not Part.ROUND or draft.before is not None or draft.members or draft.uses_names:
        detail = "The word game comes first of all, or first behind a line of ===."
        draft.faults.fault(first.place, "game", detail)
    words.end("behind the word game comes a semicolon or the next line")
    draft.part = Part.GAME


def _fault_of_kind(draft: Draft, first: Token) -> None:
    detail = (
        f"This is neither bids (N 2 E 5 S nil W 1) nor a trick (N QD 2D 5D 3D), and {quoted(first.text)} is no word"
        " that a line begins with, such as dealer, hand or won. A comment begins with #."
    )
    draft.faults.fault(first.place, "statement", detail)


def _kind_without_word(draft: Draft, tokens: Sequence[Token]) -> str | None:
    """Return the kind of a statement that does not begin with its word; None if nothing shows it."""
    words = [token for token in tokens if token.kind == "word"]
    has_marks = any(token.kind == "mark" for token in tokens)
    if draft.is_seated and len(tokens) > 1 and claims.is_claim(draft, tokens[0], tokens[1]):
        return "claim"
    cards_count = sum(cards_in(token.text) is not None for token in words)
    bids_count = sum(bid_in(token.text) is not None or token.is_word("blind") for token in words)
    begins_with_player = draft.is_seated and draft.names.is_player(tokens[0])
    if tokens[0].kind == "json" or (_has_parameters(tokens) and not begins_with_player):
        return "ruleset"
    if len(tokens) > 1 and not has_marks and _names_players(draft, len(tokens), cards_count, bids_count):
        return "players"
    if bids_count and not cards_count and not _has_trick_number(tokens):
        return "bids"
    if cards_count or any(token.is_word("-") or token.is_mark(":", "=", "(") for token in tokens):
        return "trick"
    return None if has_marks else _kind_of_names(draft, tokens)


def _names_players(draft: Draft, tokens: int, cards_count: int, bids_count: int) -> bool:
    """Return whether a statement names players, where that is still open.

    Initials such as KH look like cards, and numbers of seats like bids: the reader of names says how to write them.
    """
    if draft.part is Part.ROUND_OF_GAME or draft.own_players or draft.uses_names:
        return False
    return bids_count in {0, tokens} and cards_count < (1 if draft.is_seated else tokens - 1)


def _kind_of_names(draft: Draft, tokens: Sequence[Token]) -> str | None:
    """Return the kind of a statement of nothing but words that are neither cards nor bids."""
    if len(tokens) == 1:
        # A ruleset after a word alone, which may be a title, has a fault of its own.
        is_open = "ruleset" not in draft.members or (draft.has_heads_alone and not draft.own_players)
        return "ruleset" if is_open and draft.part is not Part.ROUND_OF_GAME else None
    if not draft.is_seated:
        return None
    if all(map(draft.names.is_player, tokens)) or (len(tokens) > _PAIR and perhaps_title_before(draft)):
        return "players"
    return "trick" if draft.names.is_player(tokens[0]) else None


def _has_parameters(tokens: Sequence[Token]) -> bool:
    """Return whether a statement has options or parameters of a ruleset behind its first word."""
    return any(
        token.kind == "word" and (token.text.startswith("+") or ("." in token.text and following.is_mark("=")))
        for token, following in pairwise([*tokens[1:], tokens[-1]])
    )


def _has_trick_number(tokens: Sequence[Token]) -> bool:
    return len(tokens) > 1 and bid_in(tokens[0].text) is not None and tokens[1].is_mark(")", ":")
