"""The heads of a round: the ruleset, the players and their teams, the dealer, the standing before it, labels."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from service.notations.limits import (
    FEWEST_PLAYERS,
    HIGHEST_ROUND,
    HIGHEST_SCORE,
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_COUNTED,
    MOST_LABELS,
    MOST_OPTIONS,
    MOST_PLAYERS,
)
from service.notations.shorthand.reading.draft import Draft, Part
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.names import in_quotation_marks, is_free
from service.notations.shorthand.reading.seats_line import fault_of_line, perhaps_title_before
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.table import Table
from service.notations.shorthand.words import number_in
from service.spades.english import quoted
from service.spades.spelling import plain_form


def read_ruleset(draft: Draft, words: WordsLeft) -> None:
    """Read ``name +option group.parameter=value``, or the same as JSON."""
    place, token = words.place, words.take()
    if draft.part is Part.ROUND_OF_GAME:
        draft.faults.fault(place, "repeated", "The ruleset of a game is named in its head.")
        return
    if token is None or token.kind == "mark":
        draft.faults.fault(place, "ruleset", "Here belongs the name of a ruleset.")
        return
    if token.kind == "json":
        draft.once("ruleset", place, token.value)
        words.end("a ruleset in JSON has its options inside")
        return
    if not 1 <= len(token.text) <= LONGEST_NAME:
        draft.faults.fault(place, "length", f"The name of a ruleset has 1 to {LONGEST_NAME} characters.")
    options: list[str] = []
    overrides: dict[str, dict[str, Any]] = {}
    while (word := words.take()) is not None:
        if word.kind == "word" and word.text.startswith("+"):
            _add_option(draft, options, word)
        elif word.kind == "word" and words.take_mark("="):
            _add_override(draft, overrides, word, words.take())
        else:
            detail = f"{quoted(word.text)} is neither an option, +name, nor a parameter, group.name=value."
            draft.faults.fault(word.place, "ruleset", detail)
            break
    reference: dict[str, Any] = {"name": token.text}
    if options:
        reference["options"] = options
    if overrides:
        reference["overrides"] = overrides
    draft.once("ruleset", place, reference if len(reference) > 1 else token.text)


def _add_option(draft: Draft, options: list[str], word: Token) -> None:
    name = word.text[1:]
    if not 1 <= len(name) <= LONGEST_NAME or name in options or len(options) == MOST_OPTIONS:
        detail = f"A ruleset has up to {MOST_OPTIONS} different options, each of 1 to {LONGEST_NAME} characters: +name."
        draft.faults.fault(word.place, "ruleset", detail)
    options.append(name)


def _add_override(draft: Draft, overrides: dict[str, dict[str, Any]], word: Token, value: Token | None) -> None:
    group, _, name = word.text.partition(".")
    if not group or not name or value is None or value.kind == "mark":
        draft.faults.fault(word.place, "ruleset", "A parameter is written group.name=value, such as game.target=300.")
        return
    if name in overrides.setdefault(group, {}):
        draft.faults.fault(word.place, "repeated", f"{quoted(word.text)} is given twice.")
    overrides[group][name] = _value(value)


def _value(token: Token) -> Any:
    if token.kind == "json":
        return token.value
    number = number_in(token.text) if token.kind == "word" else None
    truth = {"true": True, "false": False}.get(token.text) if token.kind == "word" else None
    return token.text if number is truth is None else number if truth is None else truth


def read_players(draft: Draft, words: WordsLeft) -> None:
    """Read the names of the players, clockwise."""
    place, tokens, faults = words.place, words.take_rest(), draft.faults
    if perhaps_title_before(draft):
        draft.own_players = False
        detail = "Here are other players than in this line: if it is a title, begin it with #, as a comment."
        faults.fault(draft.players_place or place, "title", detail)
    if draft.part is Part.ROUND_OF_GAME or draft.own_players or draft.uses_names:
        detail = "Here are the players again, who are named once and first: write --- before the next round."
        faults.fault(place, "repeated", detail)
        return
    if fault_of_line(draft, tokens):
        draft.says_nobody = draft.own_players = True
        return
    if not FEWEST_PLAYERS <= len(tokens) <= MOST_PLAYERS:
        sizes = f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players"
        detail = f"A table has {sizes}, not {len(tokens)}: name them clockwise, such as N E S W."
        faults.fault(place, "players", detail)
        return
    good = not _has_names_of_several_words(draft, words)
    names: list[str] = []
    for token in tokens:
        good &= is_free(token, faults)
        if token.text in names:
            faults.fault(token.place, "repeated_player", f"{quoted(token.text)} sits at this table already.")
            good = False
        elif plain_form(token.text) in map(plain_form, names):
            detail = "differs from that of another player only in case, spaces or Unicode form: give him another name."
            faults.fault(token.place, "similar_players", f"{quoted(token.text)} {detail}")
            good = False
        names.append(token.text)
    draft.own_players = True
    draft.players_place = None if words.statement.tokens[0] is not tokens[0] else place
    draft.says_nobody = not good
    if good:
        draft.members["players"] = names
        draft.seat(Table(tuple(names)))


def _has_names_of_several_words(draft: Draft, words: WordsLeft) -> bool:
    """Return whether commas separate something else than single words, after noting the fault."""
    tokens = words.statement.tokens
    if len(tokens) == len(words.tokens):
        return False
    for previous, token in pairwise(tokens):
        if previous.kind != "mark" and token.kind != "mark":
            name = words.statement.source[previous.start : token.end]
            detail = f"Write a name of several words as {in_quotation_marks(name)}, or leave the commas out."
            draft.faults.fault(previous.place, "quotation_mark", detail)
            return True
    return False


def read_team(draft: Draft, words: WordsLeft) -> None:
    """Read ``team Reds N S``: a name for a side, and its players."""
    place, table = words.place, draft.names.table
    if draft.part is Part.ROUND_OF_GAME:
        draft.faults.fault(place, "repeated", "The teams of a game are named in its head.")
        return
    if not draft.own_players:
        # With names of its own for the teams, the table of the part before is this part's own.
        draft.own_players = True
        draft.members["players"] = list(table.players)
        table = Table(table.players)
    teams: list[Any] = draft.members.setdefault("teams", [])
    token = None if words.take_nothing("team none says that no side has a name") else words.take()
    if token is None or not is_free(token, draft.faults):
        return
    words.take_mark("=", ":")
    players = [draft.names.player(each) for each in words.take_rest()]
    if not 1 <= len(players) <= MOST_PLAYERS or len(teams) == MOST_PLAYERS:
        detail = (
            f"There are up to {MOST_PLAYERS} teams, each with a name and 1 to {MOST_PLAYERS} players: team Reds N S."
        )
        draft.faults.fault(place, "team", detail)
        return
    teams.append({"name": token.text, "players": players})
    draft.seat(Table(table.players, {**table.teams, token.text: tuple(name for name in players if name is not None)}))


def read_dealer(draft: Draft, words: WordsLeft) -> None:
    """Read ``dealer W``; in the head of a game, the dealer of its first round."""
    place, token = words.place, words.take()
    if token is None:
        draft.faults.fault(place, "name_expected", "Write who dealt: dealer W.")
        return
    dealer = draft.names.player(token)
    draft.once("first_dealer" if draft.part is Part.GAME else "dealer", place, dealer)
    words.end("one player deals")


def read_round_number(draft: Draft, words: WordsLeft) -> None:
    """Read ``round 5``; in a game it has to be the number that the round has anyway."""
    place = words.place
    number = words.take_number("the number of a round", 1, HIGHEST_ROUND)
    if number is None:
        return
    words.end("a round has one number")
    if draft.part is Part.ROUND:
        draft.once("round_number", place, number)
    elif number != draft.number:
        detail = f"This is round {draft.number} of the game." if draft.number else "The head of a game is no round."
        draft.faults.fault(place, "round_number", f"{detail} Write --- between two rounds, and leave out none.")


def read_label(draft: Draft, words: WordsLeft) -> None:
    """Read ``label table 3``: a name, and the rest of the statement as it stands."""
    place, token = words.place, words.take()
    labels: dict[str, str] = draft.members.setdefault("labels", {})
    if token is None:
        return
    words.take_mark("=", ":")
    first, value = words.peek(), words.take_text()
    if token.kind not in {"word", "text"} or first is None:
        draft.faults.fault(place, "label", "A label has a name and a text: label table 3.")
    elif token.text in labels:
        draft.faults.fault(place, "repeated", f"The label {quoted(token.text)} is given twice.")
    elif not 1 <= len(token.text) <= LONGEST_NAME or len(value) > LONGEST_LABEL or len(labels) == MOST_LABELS:
        sizes = f"a name of up to {LONGEST_NAME} characters and a text of up to {LONGEST_LABEL}"
        detail = f"There are up to {MOST_LABELS} labels, each with {sizes}."
        draft.faults.fault(place, "label", detail)
    labels[token.text] = value


def read_before(draft: Draft, words: WordsLeft) -> None:
    """Read ``before N+S 120 bags 3, E+W -40``: the standing of each side before the round."""
    if draft.part is Part.ROUND_OF_GAME:
        detail = "Only a game as a whole has a standing before it: write it in the head."
        draft.faults.fault(words.place, "before", detail)
        return
    before: dict[str, dict[str, int]] = draft.members.setdefault("before", {})
    while (token := words.take()) is not None:
        name = draft.names.side(token)
        words.take_mark(":", "=")
        if name is not None and name in before:
            draft.faults.fault(token.place, "repeated", f"The standing of {quoted(name)} is given twice.")
        standing = _standing(words)
        if name is not None:
            before[name] = standing


def _standing(words: WordsLeft) -> dict[str, int]:
    standing: dict[str, int] = {}
    token = words.peek()
    if token is not None and token.kind == "word" and number_in(token.text) is not None:
        score = words.take_number("a score", -HIGHEST_SCORE, HIGHEST_SCORE)
        standing |= {} if score is None else {"score": score}
    while True:
        member = next((each for each in ("bags", "sets", "revokes", "score") if words.take_word(each)), None)
        if member is None:
            return standing
        least, most = (-HIGHEST_SCORE, HIGHEST_SCORE) if member == "score" else (0, MOST_COUNTED)
        number = words.take_number(f"the number of {member}", least, most)
        standing |= {} if number is None else {member: number}
