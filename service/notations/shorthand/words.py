"""The words of shorthand, and a text as statements: what is between two line ends or semicolons.

A statement consists of words, quoted texts and marks. A comment begins with ``#`` at the beginning of a word. Quotation
marks of any language enclose a text; in straight ones it is written as in JSON. Splitting takes time in proportion to
the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from service.notations.model import MOST_CARDS, MOST_PLAYS, Place, Remarks
from service.notations.round_parts import SUITS
from service.spades.cards import SPELLED_RANK, SUIT_SYMBOLS, card_meant
from service.spades.english import quoted
from service.spades.rules.ruleset import blind_kind

DASHES = "-\N{EN DASH}\N{EM DASH}"
MARKS = ">:=()@,"
NOT_IN_WORDS = r"\s;\"“”„«»→" + re.escape(MARKS)
"""The characters that end a word, for a class of characters in a pattern."""
REMEDY = "remedy"
"""The word before what a wronged side chose, in a line of its own or in a call."""
STATEMENTS: Mapping[str, str] = {
    **{
        word: word
        for word in (
            *("ruleset", "players", "team", "dealer", "round", "label", "before", "game", "hand", "aside", "draw"),
            *("pass", "bids", "blind", "trick", "call", "claim", "stopped", "won", "points", "score", "bags"),
            *("sheet", "sub", "void", "redeal", "forfeit", "time", "adjust", "broken", "unbroken"),
            *("out", "misdeal", REMEDY),
        )
    },
    **{f"{word}s": word for word in ("team", "label", "hand", "draw", "trick", "call", "claim", "sub")},
    "...": "gap",
    "\N{HORIZONTAL ELLIPSIS}": "gap",
    "player": "players",
    "bid": "bids",
    "substitution": "sub",
    "substitutions": "sub",
    "adjustment": "adjust",
    "adjustments": "adjust",
    "remedies": REMEDY,
}
"""The words that a statement may begin with, each with the kind of statement that it begins."""
ONLY_IN_GAMES = frozenset({"sub", "void", "redeal", "forfeit", "time"})
"""The kinds of statement that belong in a round of a game and nowhere else."""
LATE_IN_A_TEXT = ONLY_IN_GAMES | {
    *("adjust", "claim", "stopped", "gap", "broken", "unbroken", "out", "misdeal", REMEDY),
}
"""The kinds of statement with which no text begins."""
REST, ACCEPTED, REFUSED = "rest", "accepted", "refused"
"""The words of a claim: to all tricks that are left, and what the other side said to it."""
_WITHIN = {"none", "kept", "sets", "revokes", "consecutive_sets", "to", "at", "against", "for"}

_CARD = re.compile(rf"{SPELLED_RANK}[CDHS]|[BL]J|\?\?")
_CARDS = re.compile(rf"(?:{_CARD.pattern})+")
_RANK = re.compile(SPELLED_RANK)
_RANKS = re.compile(rf"{SPELLED_RANK}+")
_LIKE_A_CARD = re.compile(r"[0-9TJQKA?].{1,2}|.{1,2}[CDHS]|[CDHS].{1,2}|.\?", re.DOTALL)
_MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(rf"[-+{_MINUS}]?[0-9]+", re.ASCII)
_BID = re.compile(r"(?:(?P<blind>b|blind)?(?P<tricks>[0-9]+|n|nil)|zero)", re.ASCII)
_MOST_DIGITS = 9
_KEPT = 512  # short words whose meaning is remembered
_SHORT = 8
_BETWEEN_PARTNERS = re.compile(r"[/+&]")
_VERSUS = {"vs", "vs.", "versus"}
_SHORTEST_RULESET = 4
CONTROL = r"\x00-\x1f\x7f-\x9f"
"""The control characters, for a class of characters in a pattern."""
_HAS_CONTROL = re.compile(f"[{CONTROL}]")
_PLAIN = re.compile(rf"[^#+{{\[{NOT_IN_WORDS}][^{NOT_IN_WORDS}]*")


def cards_in(word: str) -> list[str] | None:
    """Return the codes of the cards that a word spells, one or several written together; None if it is not a card.

    >>> [cards_in(word) for word in ("kh", "H10", "♠A", "2c3c", "??", "Hal")]
    [['KH'], ['TH'], ['AS'], ['2C', '3C'], ['??'], None]
    """
    codes = _known_codes(word) if len(word) <= _SHORT else _codes_of(word)
    return None if codes is None else [*codes]


def _codes_of(word: str) -> Sequence[str] | None:
    letters = _letters(word)
    if letters is None:
        return None
    return _codes([letters]) or (_codes(_CARD.findall(letters)) if _CARDS.fullmatch(letters) else None)


# The same short words stand in every line, and each is asked about several times.
_known_codes = lru_cache(_KEPT)(_codes_of)


def cards_of_suit(word: str) -> list[str] | None:
    """Return the codes of the cards that a suit and its ranks spell; None if a word is no such group.

    >>> [cards_of_suit(word) for word in ("S:AK10", "♥3", "DK", "S:-", "AK")]
    [['AS', 'KS', 'TS'], ['3H'], ['KD'], [], None]
    """
    letters = _letters(word)
    suit, ranks = ("", "") if not letters else (letters[0], letters[1:].removeprefix(":"))
    if suit not in set("CDHS") or not (ranks == "-" or _RANKS.fullmatch(ranks)):
        return None
    return _codes([rank + suit for rank in _RANK.findall(ranks)])


def cards_of_hand(word: str) -> list[str] | None:
    """Return the codes of the cards of a hand with its four suits in order; None if a word is no such hand.

    >>> [cards_of_hand(word) for word in ("AK.10..2", "AK.T9", "AK.X..2")]
    [['AS', 'KS', 'TH', '2C'], None, None]
    """
    ranks = word.split(".")
    suits = [cards_of_suit(f"{suit}:{held or '-'}") for suit, held in zip(SUITS, ranks, strict=False)]
    if len(ranks) != len(SUITS) or None in suits:
        return None
    return [card for cards in suits for card in cards or ()]


def is_suit(word: str) -> bool:
    """Return whether a word names a suit: ``S``, ``♠``."""
    return _letters(word) in {"C", "D", "H", "S"}


def is_like_a_card(word: str) -> bool:
    """Return whether a word was probably meant to be a card, whether or not it is one."""
    return is_joker(word) or _LIKE_A_CARD.fullmatch(word.upper()) is not None


def is_joker(word: str) -> bool:
    """Return whether a word names a joker otherwise than by its code."""
    return "joker" in word[:20].casefold()


def _letters(word: str) -> str | None:
    """Return a word in capital letters, with letters for symbols of suits; None if others than ASCII remain."""
    plain = word.translate(SUIT_SYMBOLS)
    return plain.upper() if plain.isascii() else None


def _codes(spellings: Sequence[str]) -> list[str]:
    """Return the codes of those of these spellings that are cards."""
    return [code for code in map(card_meant, spellings) if code is not None]


def number_in(word: str) -> int | None:
    """Return the whole number that a word writes; None if it writes none, or one of more than nine characters.

    >>> [number_in(word) for word in ("12", "-40", "4.5")]
    [12, -40, None]
    """
    if len(word) > _MOST_DIGITS or not _NUMBER.fullmatch(word):
        return None
    return int(word.replace(_MINUS, "-"))


def bid_in(word: str) -> tuple[int, str] | None:
    """Return the tricks that a word bids, and the kind of bid as far as it says one; None if it is no bid.

    >>> [bid_in(word) for word in ("4", "b6", "bnil", "nil", "zero", "0", "blind")]
    [(4, ''), (6, 'blind'), (0, 'blind_nil'), (0, 'nil'), (0, 'zero'), (0, ''), None]
    """
    return _known_bid(word) if len(word) <= _MOST_DIGITS else None


@lru_cache(_KEPT)
def _known_bid(word: str) -> tuple[int, str] | None:
    match = _BID.fullmatch(word.casefold())
    if match is None or word.casefold() in {"n", "blindn"}:
        return None
    tricks = int(match["tricks"]) if match["tricks"] and match["tricks"].isdigit() else 0
    if match["blind"]:
        return tricks, blind_kind(tricks)
    return tricks, "" if match[0].isdigit() else match[0]


def statement_kind(word: str) -> str | None:
    """Return the kind of statement that a word begins, or None."""
    return STATEMENTS.get(word.casefold())


def meaning_of(word: str) -> str | None:
    """Return what a word would be read as if it were a name without quotation marks; None if it is free to be one."""
    if word.casefold() in _WITHIN or statement_kind(word) is not None:
        return "a word of shorthand"
    if bid_in(word) is not None or _NUMBER.fullmatch(word.removesuffix(".")):
        return "a number"
    if cards_in(word) is not None:
        return "a card"
    return None if word.strip(f"{DASHES}?") else "a mark"


def names_sides(words: Sequence[str]) -> bool:
    """Return whether a line names sides instead of single players: ``Rita/Kim vs Omar/Tom``, ``N+S E+W``."""
    joined = [all(_BETWEEN_PARTNERS.split(word)) and bool(_BETWEEN_PARTNERS.search(word)) for word in words]
    return (bool(joined) and all(joined)) or not _VERSUS.isdisjoint(map(str.casefold, words))


def ruleset_among(words: Sequence[str]) -> str | None:
    """Return the first or last word of a line of players if it is probably a ruleset, or None.

    It alone begins with a small letter, and there is one word more than players at most tables.

    >>> [ruleset_among(line.split()) for line in ("N E S W pagat", "whiz N E S W", "Ana Ben Cy pagat")]
    ['pagat', 'whiz', None]
    """
    small = [word for word in words if not word[:1].isupper()]
    is_one = len(words) % 2 == 1 and len(small) == 1 and len(small[0]) >= _SHORTEST_RULESET
    return small[0] if is_one and small[0] in {words[0], words[-1]} else None


def is_odd(word: str) -> bool:
    """Return whether a word is not one word for the lexer; numbers and cards are nothing special here."""
    return not _PLAIN.fullmatch(word) or "->" in word or has_control(word)


def has_control(text: str) -> bool:
    """Return whether there are control characters in a text."""
    return _HAS_CONTROL.search(text) is not None


def needs_quotation(name: str) -> bool:
    """Return whether a name has to be written in quotation marks."""
    return is_odd(name) or meaning_of(name) is not None


class Faults(Remarks):
    """Collects notes and faults; raises `UnreadableText` as soon as there are as many as an answer lists."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[tuple[str, str]] = set()

    def note_once(self, place: Place, code: str, detail: str) -> None:
        """Say which of several meanings was taken, unless the same has been said of an earlier place."""
        if (code, detail) not in self._said:
            self._said.add((code, detail))
            self.note(place, code, detail)


Kind: TypeAlias = Literal["word", "text", "mark", "json"]
_TOKEN = re.compile(
    rf"""
    (?P<end>[\n;])
    | (?P<space>[^\S\n]+)
    | (?P<comment>\#[^\n]*)
    | (?P<text>"(?:[^"\\\n]|\\[^\n])*")
    | (?P<typeset>“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»)
    | (?P<arrow>->|→)
    | (?P<mark>[{re.escape(MARKS)}])
    | (?P<json>[{{\[])
    | (?P<word>(?:(?!->)[^{NOT_IN_WORDS}])+)
    | (?P<open>.)
    """,
    re.VERBOSE,
)
_SEPARATOR = re.compile(rf"[{DASHES}]{{3,}}|={{3,}}")
_DEEPEST_JSON = 8
_MOST_TOKENS = 1_000
"""More than any statement needs: a trick in which eight cards are taken back at each play has 350."""


class Token(NamedTuple):
    """A word, a text without its quotation marks, a mark or a JSON value; ``start`` and ``end`` are offsets."""

    kind: Kind
    text: str
    place: Place
    start: int
    end: int
    value: Any = None
    """The value of JSON."""

    def is_mark(self, *marks: str) -> bool:
        """Return whether it is one of these marks, and not a text in quotation marks that looks like one."""
        return self.kind == "mark" and self.text in marks

    def is_word(self, *words: str) -> bool:
        """Return whether it is one of these words, in whatever case, and not in quotation marks."""
        return self.kind == "word" and self.text.casefold() in words


class Statement(NamedTuple):
    """The tokens of a statement, at least one, and the text that it was read from."""

    tokens: tuple[Token, ...]
    source: str

    @property
    def place(self) -> Place:
        """The place of its first token."""
        return self.tokens[0].place

    @property
    def separator(self) -> Literal["-", "="] | None:
        """What it consists of if it is a line of dashes or equals signs, which separates two rounds."""
        first, last = self.tokens[0], self.tokens[-1]
        if first.kind == "text" or not _SEPARATOR.fullmatch(self.source, first.start, last.end):
            return None
        return "=" if first.text[0] == "=" else "-"


def statements(text: str, faults: Remarks) -> Iterator[Statement]:
    """Yield the statements of a text with line ends LF; what is no token is a fault, with the rest of its line."""
    tokens: list[Token] = []
    line, line_start, offset = 1, 0, 0
    while match := _TOKEN.match(text, offset):
        kind, offset = match.lastgroup, match.end()
        if kind == "end":
            if tokens:
                yield Statement(tuple(tokens), text)
                tokens = []
            if match.group() == "\n":
                line, line_start = line + 1, offset
        elif kind not in {"space", "comment"}:
            place = Place(line, match.start() - line_start + 1)
            token = None
            if len(tokens) < _MOST_TOKENS:
                token = _token(match, place, faults)
            else:
                faults.fault(place, "too_many", f"A line has at most {_MOST_TOKENS} words and marks.")
            if token is None:
                offset = _end_of_line(text, offset)
            else:
                tokens.append(token)
                offset = token.end
    if tokens:
        yield Statement(tuple(tokens), text)


def _token(match: re.Match[str], place: Place, faults: Remarks) -> Token | None:
    """Return the token of a match; None, after noting the fault, if there is none."""
    kind, written, start, end = match.lastgroup, match.group(), match.start(), match.end()
    if kind in {"text", "typeset", "word"} and has_control(written):
        detail = (
            "Here is a control character, which no name has: leave it out; JSON's \\u0007 keeps it in straight marks."
        )
        faults.fault(place, "character", detail)
        return None
    if kind == "text":
        return _quoted_text(written, place, start, faults)
    if kind == "json":
        return _json(match.string, place, start, faults)
    if kind == "open":
        faults.fault(place, "quotation_mark", 'A text in quotation marks begins and ends on one line: "Ana B".')
        return None
    if kind == "typeset":
        return Token("text", written[1:-1], place, start, end)
    return Token("word" if kind == "word" else "mark", ">" if kind == "arrow" else written, place, start, end)


def _quoted_text(written: str, place: Place, start: int, faults: Remarks) -> Token | None:
    try:
        value = str(json.loads(written, strict=False))
        value.encode()
    except ValueError:
        detail = f'{quoted(written)} is no text: write a backslash as \\\\, a quotation mark as \\", others as in JSON.'
        faults.fault(place, "quotation_mark", detail)
        return None
    return Token("text", value, place, start, start + len(written))


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name twice")
    return members


def _no_number(text: str) -> Any:
    raise ValueError(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_float=_no_number, parse_constant=_no_number)


def _json(text: str, place: Place, start: int, faults: Remarks) -> Token | None:
    line = text[start : _end_of_line(text, start)]
    try:
        value, length = _DECODER.raw_decode(line)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        value, length = None, 0
    if not length or _depth(value) > _DEEPEST_JSON:
        detail = "This is no JSON, in which a ruleset may be written; a name with such marks is put in quotation marks."
        faults.fault(place, "json", detail)
        return None
    return Token("json", line[:length], place, start, start + length, value)


def _depth(value: Any) -> int:
    """Return how deep a value is nested, as far as that matters."""
    level, depth = [value], 0
    while level and depth <= _DEEPEST_JSON:
        members = (
            value.values() if isinstance(value, dict) else value for value in level if isinstance(value, dict | list)
        )
        level, depth = [inner for inside in members for inner in inside], depth + 1
    return depth


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


class WordsLeft:
    """What is left of a statement while it is read. Commas are left out: they separate no more than spaces do."""

    def __init__(self, statement: Statement, faults: Faults) -> None:
        self.statement = statement
        self.faults = faults
        self.tokens = tuple(token for token in statement.tokens if not token.is_mark(","))
        self._next = 0

    @property
    def place(self) -> Place:
        """The place of the next token, or of the end of the statement."""
        token = self.peek()
        if token is not None:
            return token.place
        last = self.statement.tokens[-1]
        return Place(last.place.line, last.place.column + last.end - last.start)

    def peek(self, ahead: int = 0) -> Token | None:
        """Return a token that is to come without taking it; None if the statement ends before it."""
        index = self._next + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def peek_is_mark(self, *marks: str, ahead: int = 0) -> bool:
        """Return whether a token that is to come is one of these marks."""
        # Without `peek` and `is_mark`, which is asked dozens of times a trick: the dearest text that a search found
        # takes a quarter more without this and the short ways of `card_lines._play` and `reader._separated`.
        index = self._next + ahead
        if index >= len(self.tokens):
            return False
        token = self.tokens[index]
        return token.kind == "mark" and token.text in marks

    def take(self) -> Token | None:
        """Take the next token; None at the end."""
        token = self.peek()
        self._next += 1
        return token

    def take_rest(self) -> tuple[Token, ...]:
        """Take all the tokens that are left."""
        rest = self.tokens[self._next :]
        self._next = len(self.tokens)
        return rest

    def take_text(self) -> str:
        """Take the rest of the statement as it stands; without its quotation marks if it is one text in such."""
        rest = self.take_rest()
        if len(rest) == 1 and rest[0].kind == "text":
            return rest[0].text
        return self.statement.source[rest[0].start : self.statement.tokens[-1].end] if rest else ""

    def take_mark(self, *marks: str) -> bool:
        """Take the next token if it is one of these marks."""
        found = self.peek_is_mark(*marks)
        self._next += found
        return found

    def take_word(self, *words: str) -> bool:
        """Take the next token if it is one of these words, in whatever case."""
        token = self.peek()
        found = token is not None and token.is_word(*words)
        self._next += found
        return found

    def take_nothing(self, meaning: str) -> bool:
        """Return whether the statement ends here, perhaps with the word ``none``."""
        if self.take_word("none"):
            self.end(meaning)
            return True
        return self.peek() is None

    def take_number(self, what: str, least: int, most: int) -> int | None:
        """Take a number; None, after noting the fault, if there is none within these bounds."""
        place, token = self.place, self.take()
        number = None if token is None or token.kind != "word" else number_in(token.text)
        if number is not None and least <= number <= most:
            return number
        seen = "; the statement ends here" if token is None else f", not {quoted(token.text)}"
        self.faults.fault(place, "number", f"Write {what} here, from {least} to {most}{seen}.")
        return None

    def take_moment(self) -> dict[str, int] | None:
        """Take a moment, such as ``4.2`` for trick 4 with two cards on the table; None, after noting the fault."""
        place, token = self.place, self.take()
        trick, _, plays = ("", "", "") if token is None or token.kind != "word" else token.text.partition(".")
        number, cards = number_in(trick), number_in(plays)
        if number is not None and cards is not None and 1 <= number <= MOST_CARDS + 1 and 0 <= cards <= MOST_PLAYS:
            return {"trick": number, "plays": cards}
        detail = "A moment is the number of a trick and that of the cards on the table, such as 4.2."
        self.faults.fault(place, "moment", detail)
        return None

    def end(self, what: str) -> None:
        """Note a fault if anything is left of the statement."""
        token = self.peek()
        if token is not None:
            self.faults.fault(token.place, "too_much", f"{quoted(token.text)} is too much here: {what}.")
