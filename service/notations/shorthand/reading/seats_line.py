"""The line of the players as people write it: with the dealer or the ruleset in it, by sides, or under a title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.notations.limits import LONGEST_NAME
from service.notations.shorthand.reading.draft import Draft, Part
from service.notations.shorthand.reading.lexer import Statement, Token
from service.notations.shorthand.words import bid_in, cards_in, number_in, ruleset_among, sides_in, statement_kind
from service.spades.english import quoted
from service.spades.spelling import plain_form

_HEADS = ("dealer", "round", "team", "before", "label")
_PAIRS = [2, 2]


def separated(draft: Draft, statement: Statement) -> Iterator[Statement]:
    """Yield a statement; one that names players, and then the dealer or the number of the round, as several."""
    tokens, names = statement.tokens, _names_before_a_head(statement)
    start = 0
    for index in range(len(names), len(tokens)):
        token = tokens[index]
        if not names or not token.is_word(*_HEADS):
            continue
        end = next((later for later in range(index + 1, len(tokens)) if tokens[later].is_word(*_HEADS)), len(tokens))
        if not _is_head(draft, tokens[index:end], names):
            if len(names) > 1:
                detail = f"Put ; before {quoted(token.text)}, or quotation marks around it if it is a name."
                draft.faults.fault(token.place, "semicolon", detail)
                tokens = tokens[:index]
            break
        detail = f"{quoted(token.text)} is read as if ; stood before it."
        draft.faults.note_once(token.place, "head_in_the_line", detail)
        yield _part(statement, tokens[start:index])
        start = index
    yield _part(statement, tokens[start:])


def _names_before_a_head(statement: Statement) -> Sequence[Token]:
    """Return the tokens before the first word such as dealer if they may name players or a ruleset, or else nothing."""
    tokens = statement.tokens
    kind = statement_kind(tokens[0].text) if tokens[0].kind == "word" else None
    end = next((index for index, token in enumerate(tokens) if index and token.is_word(*_HEADS)), 0)
    if kind not in {None, "players", "ruleset"}:
        return ()
    opening = 0 if kind is None else 1 + tokens[1:2][0].is_mark(":") if len(tokens) > 1 else 1
    for token in tokens[opening:end]:
        is_other = token.kind == "word" and (bid_in(token.text) is not None or cards_in(token.text) is not None)
        if is_other or (token.kind not in {"word", "text"} and not token.is_mark(",")):
            return ()
    return tokens[:end]


def _is_head(draft: Draft, tokens: Sequence[Token], names: Sequence[Token]) -> bool:
    """Return whether these are ``dealer`` and a player, or ``round`` and its number."""
    values = [token for token in tokens[1:] if not token.is_mark(",", ":")]
    if len(values) != 1:
        return False
    value = values[0]
    if tokens[0].is_word("round"):
        return value.kind == "word" and number_in(value.text) is not None
    players = {plain_form(token.text) for token in names if token.kind in {"word", "text"}}
    is_seated = draft.is_seated and draft.names.is_player(value)
    return tokens[0].is_word("dealer") and (is_seated or plain_form(value.text) in players)


def _part(statement: Statement, tokens: Sequence[Token]) -> Statement:
    """Return a part of a statement without a comma at its end."""
    end = len(tokens)
    while end > 1 and tokens[end - 1].is_mark(","):
        end -= 1
    return Statement(tuple(tokens[:end]), statement.source)


def fault_of_line(draft: Draft, tokens: Sequence[Token]) -> bool:
    """Return whether a line of players names sides, or a ruleset beside them, after noting the fault."""
    words = [token.text if token.kind == "word" else "" for token in tokens]
    sides = sides_in(words)
    if sides is not None:
        pairs = [[name for name in side if name] for side in sides]
        example = "Rita Omar Kim Tom"
        if [len(pair) for pair in pairs] == _PAIRS:
            example = " ".join(name[:LONGEST_NAME] for place in (0, 1) for name in (pairs[0][place], pairs[1][place]))
        detail = (
            f"Players are named one by one, clockwise, so that partners sit opposite each other: {example}. A team with"
            " a name of its own is written team Reds Rita Kim."
        )
        draft.faults.fault(tokens[0].place, "sides", detail)
        return True
    ruleset = None if "ruleset" in draft.members else ruleset_among(words)
    if ruleset is not None:
        where = "before" if words[-1] == ruleset else "behind"
        detail = f"If {quoted(ruleset)} is the ruleset, put ; {where} it; if it is a player, put it in quotation marks."
        draft.faults.fault(tokens[words.index(ruleset)].place, "semicolon", detail)
    return ruleset is not None


def perhaps_title_before(draft: Draft) -> bool:
    """Return whether the line that was read as the players may have been a title: nothing has named one of them."""
    return (
        draft.part is not Part.ROUND_OF_GAME
        and draft.players_place is not None
        and draft.players_place == draft.place
        and not draft.uses_names
    )
