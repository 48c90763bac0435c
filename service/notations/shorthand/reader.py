"""From a text in shorthand to its records: parts, statements and their kinds, and the line of the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from service.notations.model import MOST_ROUNDS, Place, ReadText, Record
from service.notations.shorthand import card_lines, sheet_lines
from service.notations.shorthand.table import Draft, Part
from service.notations.shorthand.words import (
    ONLY_IN_GAMES,
    Faults,
    Statement,
    Token,
    WordsLeft,
    bid_in,
    cards_in,
    statement_kind,
    statements,
)
from service.spades.english import quoted

_PAIR = 2


def _separated(draft: Draft, statement: Statement) -> Iterator[Statement]:
    """Yield a statement; one that names players, and then the dealer or the number of the round, as several."""
    tokens = statement.tokens
    kind = statement_kind(tokens[0].text) if tokens[0].kind == "word" else None
    heads = [
        index
        for index, token in enumerate(tokens)
        # Behind "=" it is the value of a parameter: bids.first_bidder=dealer.
        if len(token.text) > _PAIR  # no card is, so that most tokens are no more than that
        and index > 1
        and token.is_word("dealer", "round")
        and not tokens[index - 1].is_mark("=")
    ]
    words = [token.text for token in tokens[: heads[0]] if token.kind == "word"] if heads else []
    if kind in {None, "players"} and not any(bid_in(word) or cards_in(word) for word in words):
        for token in (tokens[index] for index in heads):
            draft.note_once(token.place, "head_in_the_line", f"{quoted(token.text)} is read as if ; stood before it.")
    else:
        heads = []
    for start, end in pairwise([0, *heads, len(tokens)]):
        part = tokens[start:end]
        while len(part) > 1 and part[-1].is_mark(","):
            part = part[:-1]
        yield Statement(part, statement.source)


_READERS: Mapping[str, Callable[[Draft, WordsLeft], None]] = {
    "ruleset": sheet_lines.read_ruleset,
    "players": sheet_lines.read_players,
    "team": sheet_lines.read_team,
    "dealer": sheet_lines.read_dealer,
    "round": sheet_lines.read_round_number,
    "label": sheet_lines.read_label,
    "before": sheet_lines.read_before,
    "hand": card_lines.read_hand,
    "aside": card_lines.read_aside,
    "draw": card_lines.read_draw,
    "pass": card_lines.read_pass,
    "bids": card_lines.read_bids,
    "blind": card_lines.read_blind_bidders,
    "trick": card_lines.read_trick,
    "gap": card_lines.read_gap,
    "broken": card_lines.read_broken,
    "unbroken": card_lines.read_unbroken,
    "call": sheet_lines.read_call,
    "claim": card_lines.read_claim,
    "stopped": sheet_lines.read_stopped,
    "won": sheet_lines.read_won,
    "sheet": sheet_lines.read_sheet,
    "sub": sheet_lines.read_substitutions,
    "void": sheet_lines.read_void,
    "redeal": sheet_lines.read_redeal,
    "forfeit": sheet_lines.read_forfeit,
    "time": sheet_lines.read_time,
    "adjust": sheet_lines.read_adjustment,
    "out": sheet_lines.read_out,
    "misdeal": sheet_lines.read_misdeal,
    "remedy": sheet_lines.read_remedy,
    **{member: sheet_lines.sheet_reader(member) for member in ("points", "score", "bags")},
}
_OF_A_HEAD = {"ruleset", "players", "team", "dealer", "round", "label", "before", "out"}
_WITHOUT_NAMES = {
    "ruleset",
    "players",
    "round",
    "label",
    "stopped",
    "void",
    "redeal",
    "time",
    "gap",
    "broken",
    "unbroken",
}
_BEFORE_NAMES = {"team", "sub"}
"""The statements that say who sits at the table, so that names may still change behind them."""


def _read_statement(draft: Draft, statement: Statement) -> None:
    """Read a statement that separates no rounds into the record of its part."""
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
    if draft.place is None:
        draft.place = statement.place
    if kind == "game":
        _begin_game(draft, words, first)
    elif kind is None:
        _fault_of_kind(draft, first)
    elif draft.part is Part.GAME and kind not in _OF_A_HEAD:
        detail = "This belongs to a round: write --- between the head of a game and its first round."
        draft.fault(first.place, "head_of_a_game", detail)
    elif draft.part is not Part.ROUND_OF_GAME and kind in ONLY_IN_GAMES:
        detail = "This belongs to a round of a game: begin the text with game, and write --- before each round."
        draft.fault(first.place, "round_of_a_game", detail)
    elif kind in _WITHOUT_NAMES:
        _READERS[kind](draft, words)
    elif not draft.is_seated:
        draft.fault_nobody(first.place)
    else:
        draft.uses_names |= kind not in _BEFORE_NAMES
        _READERS[kind](draft, words)
    draft.has_heads_alone &= kind in _OF_A_HEAD


def _begin_game(draft: Draft, words: WordsLeft, first: Token) -> None:
    if draft.part is not Part.ROUND or draft.before is not None or draft.members or draft.uses_names:
        draft.fault(first.place, "game", "The word game comes first of all, or first behind a line of ===.")
    words.end("behind the word game comes a semicolon or the next line")
    draft.part = Part.GAME


def _fault_of_kind(draft: Draft, first: Token) -> None:
    detail = (
        f"This is neither bids (N 2 E 5 S nil W 1) nor a trick (N QD 2D 5D 3D), and {quoted(first.text)} is no word"
        " that a line begins with, such as dealer, hand or won. A comment begins with #."
    )
    draft.fault(first.place, "statement", detail)


def _kind_without_word(draft: Draft, tokens: Sequence[Token]) -> str | None:
    """Return the kind of a statement that does not begin with its word; None if nothing shows it."""
    words = [token for token in tokens if token.kind == "word"]
    has_marks = any(token.kind == "mark" for token in tokens)
    if draft.is_seated and len(tokens) > 1 and card_lines.is_claim(draft, tokens[0], tokens[1]):
        return "claim"
    cards_count = sum(cards_in(token.text) is not None for token in words)
    bids_count = sum(bid_in(token.text) is not None or token.is_word("blind") for token in words)
    begins_with_player = draft.is_seated and draft.names.is_player(tokens[0])
    if tokens[0].kind == "json" or (_has_parameters(tokens) and not begins_with_player):
        return "ruleset"
    if len(tokens) > 1 and not has_marks and _names_players(draft, len(tokens), cards_count, bids_count):
        return "players"
    has_number = len(tokens) > 1 and bid_in(tokens[0].text) is not None and tokens[1].is_mark(")", ":")
    if bids_count and not cards_count and not has_number:
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
    if all(map(draft.names.is_player, tokens)) or (len(tokens) > _PAIR and draft.may_begin_with_a_title):
        return "players"
    return "trick" if draft.names.is_player(tokens[0]) else None


def _has_parameters(tokens: Sequence[Token]) -> bool:
    """Return whether a statement has options or parameters of a ruleset behind its first word."""
    return any(
        token.kind == "word" and (token.text.startswith("+") or ("." in token.text and following.is_mark("=")))
        for token, following in pairwise([*tokens[1:], tokens[-1]])
    )


def read(text: str) -> ReadText:
    """Read a text with line ends LF; raises `UnreadableText`, and nothing else, whatever the text."""
    faults = Faults()
    records = tuple(_Parts(faults).records(statements(text, faults)))
    if not records:
        what = "There is no round in this text" if text.strip() else "The text is empty"
        faults.fault(Place(1, 1), "empty", f"{what}: it begins with the players, such as N E S W.")
    faults.raise_faults()
    return ReadText(records, faults.notes)


class _Parts:
    """Makes records of the parts of a text that lines of dashes and equals signs separate."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._draft = Draft(Part.ROUND, faults)
        self._head: Draft | None = None
        """The head of the game whose rounds are being read."""
        self._rounds: list[Record] = []
        self._separator = Place(1, 1)
        """The last line of dashes."""

    def records(self, read_statements: Iterator[Statement]) -> Iterator[Record]:
        """Yield the record of each round, or game, of these statements."""
        for statement in read_statements:
            separator = statement.separator
            if separator is None:
                self._check_head_before(self._draft)
                for part in _separated(self._draft, statement):
                    _read_statement(self._draft, part)
                continue
            yield from self._finished()
            if separator == "=":
                yield from self._finished_game()
                self._draft = Draft(Part.ROUND, self._faults)
            else:
                self._draft = self._next_part(statement.place)
                self._separator = statement.place
        yield from self._finished()
        yield from self._finished_game()

    def _check_head_before(self, draft: Draft) -> None:
        """Note the fault if a part begins here and the one before has only heads, which would be a round of its own."""
        before = draft.before
        if draft.place is None and draft.part is Part.ROUND and before is not None and before.has_heads_alone:
            detail = (
                "Before this line is only the head of a round: leave the --- out if it is that of the next one, or"
                " begin the text with game if the rounds are one game."
            )
            self._faults.fault(self._separator, "heads_alone", detail)

    def _finished(self) -> Iterator[Record]:
        """End the part that is being read; yield its record if it is a round by itself."""
        draft = self._draft
        if draft.part is Part.GAME:
            self._head, self._rounds = draft, []
        elif draft.place is None:
            return
        elif draft.part is Part.ROUND_OF_GAME:
            self._rounds.append(draft.record())
        else:
            yield draft.record()

    def _finished_game(self) -> Iterator[Record]:
        if self._head is not None:
            yield {**self._head.record(), "rounds": self._rounds}
        self._head = None

    def _next_part(self, place: Place) -> Draft:
        """Return the part behind a line of dashes."""
        if self._head is None:
            before = self._draft if self._draft.place is not None else self._draft.before
            return Draft(Part.ROUND, self._faults, before)
        draft = Draft(Part.ROUND_OF_GAME, self._faults, self._head)
        draft.number = self._head.members.get("first_round_number", 1) + len(self._rounds)
        if len(self._rounds) == MOST_ROUNDS:
            self._faults.fault(place, "too_many", f"A game has at most {MOST_ROUNDS} rounds.")
        return draft
