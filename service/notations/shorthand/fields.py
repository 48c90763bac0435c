"""What a line may say: each kind of value with how it is read and how it is written, and patterns of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from service.notations import model
from service.notations.model import Place, Record
from service.notations.shorthand.line import Line
from service.notations.shorthand.names import Names, new_name
from service.notations.shorthand.statements import Row
from service.notations.shorthand.tokens import Token
from service.notations.shorthand.words import (
    cards_in,
    cards_of_hand,
    cards_of_suit,
    in_json,
    is_joker,
    is_like_a_card,
    is_odd,
    is_suit,
    number_in,
    quoted_if_needed,
    text_to_the_end,
)
from service.spades.cards import SUITS, UNREAD_CODE, card_meant
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import listed, quoted
from service.spades.rules.ruleset import dotted, nested

_UNITS = ("tricks", "books", "trick", "book")
"""The words for tricks in an adjustment."""


class Field(NamedTuple):
    """A kind of value."""

    read: Callable[[Line], Any]
    write: Callable[[Any, Names], str]
    starts: Callable[[Token], bool] = lambda _: True
    """Whether such a value begins with a token, where it may be left out."""


def read_pattern(line: Line, row: Row) -> Record:
    """Read what a row's pattern says, by the names of its values."""
    found: Record = {}
    for may_lack, items in row.groups():
        if may_lack and not (_begins(line, items[0]) and found.keys().isdisjoint(map(_member, items))):
            continue
        for item in items:
            member, _, field = item.partition("/")
            if field:
                value = FIELDS[field].read(line)
                found |= value if member == "*" else {member: value}
            elif not line.skip(*_literals(item)) and item[0] not in "~(":
                line.refuse("missing", f"The word or mark {_literals(item)[0]} is missing here.")
    return found


def _member(item: str) -> str:
    return item.partition("/")[0] if "/" in item else ""


def _literals(item: str) -> list[str]:
    return item.strip("~()").split("|")


def _begins(line: Line, item: str) -> bool:
    token = line.peek()
    _, _, field = item.partition("/")
    return token is not None and (
        FIELDS[field].starts(token) if field else item[0] in "~(" or line.is_next(*_literals(item))
    )


def write_pattern(row: Row, value: Mapping[str, Any], names: Names) -> str:
    """Return the words that a row's pattern has for such values, behind the word of the row."""
    text, written = row.kind, set[str]()
    for may_lack, items in row.groups():
        members = {_member(item) for item in items} - {"", "*"}
        if may_lack and (not members <= value.keys() or members & written):
            continue
        written |= members
        for item in items:
            member, _, field = item.partition("/")
            word = (
                FIELDS[field].write(value if member == "*" else value[member], names) if field else _literals(item)[0]
            )
            if word and item[0] != "~":
                text += word if word == ":" or text.endswith("@") else f" {word}"
    return text


def _word(line: Line) -> str:
    """Take a word, which may be in quotation marks."""
    token = line.take("a word")
    if token.kind not in {"word", "text"}:
        line.refuse("name_expected", f"A word is expected here, not {quoted(token.text)}.", token.place)
    return token.text


def _named(read: Callable[[Line], str]) -> Field:
    return Field(read, lambda name, _: quoted_if_needed(name))


def _names_left(name: Callable[[Line, Token], str]) -> Field:
    return Field(
        lambda line: [] if line.is_nothing() else [name(line, token) for token in line.take_rest()],
        lambda names, _: " ".join(map(quoted_if_needed, names)),
    )


def _outsider(line: Line) -> str:
    """Take the name of a side that sits out."""
    token = line.take("the name of a side")
    if token.kind == "word" and line.names.knows(token.text):
        detail = (
            f"{quoted(token.text)} is a player or a side of this table, and the score of a side that plays is in a"
            f' line that begins with before. If one that sits out has this name, too, write "{token.text}".'
        )
        line.fault(token.place, "side_not_away", detail)
    return new_name(token, line.faults, longest=model.LONGEST_SIDE)


def _offence(line: Line) -> str:
    """Take the code of an offence, which is no name at the table unless in quotation marks."""
    token = line.take("the code of the offence")
    if token.kind != "text" and line.names.knows(token.text):
        line.refuse("remedy", "The code of the offence comes first, then the side that committed it.", token.place)
    code = new_name(token, line.faults)
    return code.casefold() if token.kind == "word" else code


def _written_offence(code: str, names: Names) -> str:
    # A word in capital letters is read as the same in small ones.
    return names.written_of_others(code) if code == code.casefold() else in_json(code)


def number_field(what: str, least: int, most: int) -> Field:
    """Return the field of a number within bounds."""
    return Field(lambda line: line.number(what, least, most), lambda number, _: str(number), _is_number)


def _is_number(token: Token) -> bool:
    return token.kind == "word" and number_in(token.text) is not None


def read_moment(line: Line) -> Record:
    """Take a moment: ``4.2`` for trick 4 with two cards on the table."""
    token = line.peek()
    trick, _, plays = ("", "", "") if token is None or token.kind != "word" else token.text.partition(".")
    number, cards = number_in(trick), number_in(plays)
    is_moment = number is not None and cards is not None
    if not (is_moment and 1 <= (number or 0) <= model.MOST_CARDS + 1 and 0 <= (cards or 0) <= model.MOST_PLAYS):
        line.refuse("moment", "A moment is the number of a trick and that of the cards on the table, such as 4.2.")
    line.take()
    return {"trick": number, "plays": cards}


def written_moment(at: Mapping[str, int]) -> str:
    """Return a moment as a word."""
    return f"{at['trick']}.{at['plays']}"


def card_of(line: Line, token: Token) -> list[str]:
    """Return the cards that a token spells; anything else is a fault, and a card that cannot be read."""
    codes = cards_in(token.text) if token.kind == "word" else None
    if codes is not None:
        return codes
    meant = card_meant(token.text)
    form = "write rank then suit, KH or 10H or K♥, and ?? for a card that nobody can read"
    form = "write BJ for the big joker and LJ for the little one" if is_joker(token.text) else form
    line.fault(token.place, "card", f"{quoted(token.text)} is not a card: {f'write {meant}' if meant else form}.")
    return [UNREAD_CODE]


def _cards(line: Line, ends: Callable[[Token], bool] = lambda token: token.is_word("kept")) -> list[str]:
    """Take the cards up to a certain token or the end: ``KH 2C``, ``KH2C``, or by suits ``H:K C:2``, ``♥K ♣2``."""
    cards: list[str] = []
    while not line.is_nothing() and (token := line.peek()) is not None and not ends(token):
        line.take()
        text = token.text if token.kind == "word" else ""
        if is_suit(text) and line.skip(":"):
            ranks = line.take(f"the ranks of {text}, such as {text}:AK10, or {text}:-")
            found = cards_of_suit(f"{text}:{ranks.text}") if ranks.kind == "word" else None
            if found is None:
                detail = f"Behind {text}: belong the ranks of that suit: write {text}:AK10, or {text}:- if it has none."
                line.fault(token.place, "card", detail)
            cards += found or []
        else:
            found = cards_in(text) or cards_of_suit(text)
            found = cards_of_hand(text) if found is None else found
            cards += card_of(line, token) if found is None else found
        if len(cards) > model.MOST_CARDS:
            line.refuse("too_many", f"There are at most {model.MOST_CARDS} cards.", token.place)
    return cards


def _by_suits(cards: Sequence[str], _: Names) -> str:
    """Return the cards of a hand in their order: by suits if they lie so, otherwise one by one."""
    groups: list[tuple[str, str]] = []
    for card in cards:
        if groups and groups[-1][0] == card[1]:
            groups[-1] = (card[1], groups[-1][1] + card[0])
        else:
            groups.append((card[1], card[0]))
    if len(groups) > len({suit for suit, _ in groups}) or any(card[1] not in SUITS for card in cards):
        return " ".join(cards)
    return " ".join(f"{suit}:{ranks}" for suit, ranks in groups)


def _claimed(line: Line) -> int | str:
    """Take how many tricks are claimed."""
    if line.skip("rest", "all"):
        return "rest"
    number = line.number(
        "the number of tricks that are claimed, 0 if all are conceded, or rest for all that are left",
        0,
        model.MOST_CARDS,
    )
    line.skip("trick", "tricks")
    return number


def _stated(line: Line) -> list[str]:
    """Take the cards in the order in which the claimer meant to play them."""
    place, faults = line.place, line.faults.fault_count
    cards = _cards(line, lambda token: not _is_stated(token))
    if UNREAD_CODE in cards and line.faults.fault_count == faults:
        detail = "A claimer names the cards that he means to play: write those before the one that nobody can read."
        line.fault(place, "card", detail)
    return cards


def _is_stated(token: Token) -> bool:
    """Return whether a token is a card, or is meant to be one."""
    text = token.text
    if token.kind != "word" or token.is_word("at", "accepted", "refused"):
        return False
    return is_suit(text) or is_like_a_card(text) or bool(cards_in(text) or cards_of_suit(text))


def _answer(line: Line) -> bool:
    """Take what the other side said; accepted, with a note, if that is not said."""
    if line.peek() is None:
        detail = "A claim of which no more is said is read as accepted; write accepted or refused behind it."
        line.note(line.place, "claim_read", detail)
    return line.skip("accepted") or not line.skip("refused")


def _remedy(line: Line) -> str:
    """Take what a wronged side chose, to the end of the line."""
    line.skip(":", "=")
    place, rest = line.place, line.take_rest()
    remedy = "_".join(token.text.casefold() if token.kind == "word" else "?" for token in rest)
    if remedy not in CHOICES:
        seen = f", not {quoted(' '.join(token.text for token in rest))}" if rest else ""
        choice = listed([each.replace("_", " ") for each in CHOICES], "or")
        line.refuse("remedy", f"Here belongs what was chosen: {choice}{seen}.", place)
    return remedy


def _redealer(line: Line) -> str:
    return next((f"{who}_dealer" for who in ("same", "next") if line.skip(who, f"{who}_dealer")), "") or line.refuse(
        "dealer_expected", "Here belongs who deals again: same dealer, or next dealer."
    )


def _standing(line: Line) -> dict[str, int]:
    """Take a score, and what else is counted of a side."""
    standing: dict[str, int] = {}
    token = line.peek()
    if token is not None and _is_number(token):
        standing["score"] = line.number("a score", -model.HIGHEST_SCORE, model.HIGHEST_SCORE)
    while (token := line.peek()) is not None and token.is_word("score", *model.COUNTED):
        member = line.take().text.casefold()
        least, most = (-model.HIGHEST_SCORE, model.HIGHEST_SCORE) if member == "score" else (0, model.MOST_COUNTED)
        standing[member] = line.number(f"the number of {member.replace('_', ' ')}", least, most)
    return standing


def _written_standing(standing: Mapping[str, int], _: Names) -> str:
    score = [str(standing["score"])] if "score" in standing else []
    return " ".join([*score, *(f"{member} {standing[member]}" for member in model.COUNTED if member in standing)])


def _score_away(line: Line) -> dict[str, int]:
    line.skip("score")
    return {"score": line.number("the score", -model.HIGHEST_SCORE, model.HIGHEST_SCORE)}


def _reason(line: Line) -> str:
    """Take the reason that goes to the end of the statement."""
    place, reason = line.place, line.take_text()
    if len(reason) > model.LONGEST_REASON:
        line.fault(place, "length", f"A reason has at most {model.LONGEST_REASON} characters: write a shorter one.")
    return reason


def _label(line: Line) -> str:
    place = line.place
    if line.peek() is None:
        line.refuse("missing", "A label has a name and a text.")
    text = line.take_text()
    if len(text) > model.LONGEST_LABEL:
        line.fault(place, "length", f"A label has at most {model.LONGEST_LABEL} characters: write a shorter text.")
    return text


def _adjustment(line: Line) -> Record:
    """Take points, or tricks and perhaps who gets them and points, and the reason."""
    adjustment: Record = {}
    if line.skip(*_UNITS):
        adjustment["tricks"] = line.number("the tricks", -model.MOST_CARDS, model.MOST_CARDS)
        if line.skip("to"):
            adjustment["to"] = line.names.team(line.take("the side that gets the tricks"))
    if not adjustment or line.skip("points"):
        adjustment["points"] = line.number("the points", -model.HIGHEST_ADJUSTMENT, model.HIGHEST_ADJUSTMENT)
        if line.is_next(*_UNITS):
            detail = (
                "Are these points or tricks? For tricks, write their number behind the word: tricks -3; for points"
                " whose reason begins with this word, write a colon before it."
            )
            line.refuse("two_readings", detail)
        if line.is_next(":", ahead=1):
            line.skip("points")
    place = line.place
    line.skip(":")
    adjustment["reason"] = _reason(line)
    if not adjustment["reason"]:
        line.refuse("reason_missing", "The reason is missing here.", place)
    return adjustment


def _written_adjustment(adjustment: Mapping[str, Any], _: Names) -> str:
    reason = text_to_the_end(adjustment["reason"])
    if "tricks" not in adjustment and "to" not in adjustment:
        word = reason.partition(" ")[0].casefold()
        colon = ":" if word.startswith(("trick", "book", "points")) else ""
        return f"{adjustment.get('points')}{colon} {reason}"
    to = [f"to {quoted_if_needed(adjustment['to'])}"] if "to" in adjustment else []
    points = [f"points {adjustment['points']}"] if "points" in adjustment else []
    return f"{' '.join(['tricks', str(adjustment.get('tricks')), *to, *points])}: {reason}"


def _ruleset(line: Line) -> Any:
    """Take a ruleset as words, ``name +option group.parameter=value``, or as JSON."""
    token = line.take("the name of a ruleset")
    if token.kind == "json":
        return token.value
    if token.kind == "mark":
        line.refuse("ruleset", "Here belongs the name of a ruleset.", token.place)
    options: list[str] = []
    parameters: dict[str, Any] = {}
    while (word := line.peek()) is not None:
        line.take()
        value = line.take("the value of a parameter") if word.kind == "word" and line.skip("=") else None
        is_new = word.text not in parameters and word.text[1:] not in options
        if is_new and value is None and word.text.startswith("+") and len(options) < model.MOST_OPTIONS:
            options.append(word.text[1:])
        elif is_new and value is not None and _is_parameter(word.text, value):
            parameters[word.text] = _value(value)
        else:
            detail = (
                f"{quoted(word.text)} is neither an option, +name, up to {model.MOST_OPTIONS} different ones, nor a"
                " parameter, group.name=value, that is given once."
            )
            line.refuse("ruleset", detail, word.place)
    for name in (token.text, *options):
        _check_length(line, name, token.place)
    further = {**({"options": options} if options else {}), **({"overrides": nested(parameters)} if parameters else {})}
    return {"name": token.text, **further} if further else token.text


def _check_length(line: Line, name: str, place: Place) -> None:
    if not 1 <= len(name) <= model.LONGEST_NAME:
        line.fault(place, "length", f"The name of a ruleset or an option has 1 to {model.LONGEST_NAME} characters.")


def _is_parameter(name: str, value: Token) -> bool:
    is_whole = name == "contracts" and value.kind == "json"
    return is_whole or (value.kind != "mark" and "." in name and all(name.split(".")))


def _value(token: Token) -> Any:
    if token.kind == "word" and (number := number_in(token.text)) is not None:
        return number
    truth = {"true": True, "false": False}.get(token.text) if token.kind == "word" else None
    return token.value if token.kind == "json" else token.text if truth is None else truth


def _written_ruleset(reference: Any, _: Names) -> str:
    """Return a reference to a ruleset as words, or as JSON if words can't hold it."""
    if isinstance(reference, str):
        return quoted_if_needed(reference)
    groups: Mapping[str, Any] = reference.get("overrides", {})
    options: Sequence[str] = reference.get("options", ())
    parameters = dotted(groups)
    # An empty list or group, which says nothing, has no words.
    has_words = reference.keys() <= {"name", "options", "overrides"} and all(reference.values())
    in_words = len(reference) > 1 and has_words and nested(parameters) == groups
    if not in_words or any(map(is_odd, (*options, *parameters))):
        return in_json(reference)
    values = [f"{name}={_written_value(value)}" for name, value in parameters.items()]
    return " ".join([quoted_if_needed(reference["name"]), *(f"+{option}" for option in options), *values])


def _written_value(value: Any) -> str:
    """Return the value of a parameter; a text that would be read as a number or a truth value is put in JSON, too."""
    plain = isinstance(value, str) and not is_odd(value) and number_in(value) is None and value not in {"true", "false"}
    return str(value) if plain else in_json(value)


_CARDS = Field(_cards, lambda cards, _: " ".join(cards))
_NO_SCORE = -model.HIGHEST_SCORE
FIELDS: Mapping[str, Field] = {
    "word": _named(_word),
    "new": _named(lambda line: new_name(line.take("a name"), line.faults)),
    "player": _named(lambda line: line.names.player(line.take("the name of a player"))),
    "team": _named(lambda line: line.names.team(line.take("the name of a side"))),
    "anyone": _named(lambda line: line.names.anyone(line.take("a name"))),
    "anybody": _names_left(lambda line, token: line.names.anyone(token)),
    "players": _names_left(lambda line, token: line.names.player(token)),
    "outsider": Field(_outsider, lambda name, names: names.written_of_others(name)),
    "offence": Field(_offence, _written_offence),
    "round": number_field("the number of a round", 1, model.HIGHEST_ROUND),
    "trick": number_field("the number of a trick", 1, model.MOST_CARDS),
    "tricks": number_field("a number of tricks", 0, model.MOST_CARDS),
    "figure": number_field("a number", _NO_SCORE, model.HIGHEST_SCORE),
    "cards": _CARDS,
    "hand": Field(_cards, _by_suits),
    "moment": Field(read_moment, lambda at, _: written_moment(at)),
    "claimed": Field(_claimed, lambda tricks, _: str(tricks)),
    "stated": Field(_stated, _CARDS.write, _is_stated),
    "answer": Field(_answer, lambda accepted, _: "accepted" if accepted else "refused"),
    "remedy": Field(_remedy, lambda remedy, _: str(remedy.replace("_", " "))),
    "redealer": Field(_redealer, lambda by, _: str(by.replace("_", " "))),
    "standing": Field(_standing, _written_standing),
    "away": Field(_score_away, lambda side, _: str(side["score"])),
    "reason": Field(_reason, lambda text, _: text_to_the_end(text)),
    "label": Field(_label, lambda text, _: text_to_the_end(text)),
    "adjustment": Field(_adjustment, _written_adjustment),
    "ruleset": Field(_ruleset, _written_ruleset),
}
"""Every kind of value by the name that the patterns have for it."""
