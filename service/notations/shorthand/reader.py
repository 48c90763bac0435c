"""From a text in shorthand to its records: parts, statements, and each statement by the row of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import pairwise

from service.notations import model
from service.notations.model import MOST_ROUNDS, Place, ReadText, Record, Remarks
from service.notations.shorthand.bids import read_bids
from service.notations.shorthand.draft import Draft
from service.notations.shorthand.fields import read_pattern
from service.notations.shorthand.line import Line
from service.notations.shorthand.names import Names, new_name
from service.notations.shorthand.statements import ROW_OF, Part, Row, Shape, row_of
from service.notations.shorthand.tokens import Misread, Statement, Token, statements
from service.notations.shorthand.tricks import read_broken, read_gap, read_trick
from service.notations.shorthand.words import bid_in, cards_in, names_sides, ruleset_among
from service.spades.english import quoted

_PAIR = 2


def read(text: str) -> ReadText:
    """Read a text with line ends LF; raises `UnreadableText`, and nothing else, whatever the text."""
    faults = Remarks()
    blocks = _split(statements(text, faults), "=")
    records = tuple(record for block in blocks for record in _records([*_split(block, "-")], faults))
    if not records:
        what = "There is no round in this text" if text.strip() else "The text is empty"
        faults.fault(Place(1, 1), "empty", f"{what}: it begins with the players, such as N E S W.")
    faults.raise_faults()
    return ReadText(records, faults.notes)


def _split(found: Iterable[Statement], separator: str) -> Iterator[list[Statement]]:
    """Yield the statements between those that separate them, where there are any."""
    part: list[Statement] = []
    for statement in found:
        if statement.separator != separator:
            part.append(statement)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _records(parts: Sequence[Sequence[Statement]], faults: Remarks) -> Iterator[Record]:
    """Yield the records of parts that lines of dashes separate: each a round by itself, or all of them one game."""
    before: Draft | None = None
    for index, part in enumerate(parts, 1):
        draft = Draft(Part.ROUND, faults, before)
        _read_part(draft, part)
        if draft.part is Part.GAME:
            yield {**draft.record(), "rounds": [*_rounds(draft, parts[index:], faults)]}
            return
        if before is not None and before.has_heads_alone and draft.place is not None:
            detail = (
                "Before this line is only the head of a round: leave the --- out if it is that of the next one, or"
                " begin the text with game if the rounds are one game."
            )
            faults.fault(draft.place, "heads_alone", detail)
        if draft.place is not None:
            yield draft.record()
            before = draft


def _rounds(head: Draft, parts: Sequence[Sequence[Statement]], faults: Remarks) -> Iterator[Record]:
    """Yield the rounds of a game."""
    for number, part in enumerate(parts, head.members.get("first_round_number", 1)):
        draft = Draft(Part.ROUND_OF_GAME, faults, head)
        draft.number = number
        _read_part(draft, part)
        yield draft.record()
    if len(parts) > MOST_ROUNDS:
        faults.fault(parts[MOST_ROUNDS][0].place, "too_many", f"A game has at most {MOST_ROUNDS} rounds.")


def _read_part(draft: Draft, part: Sequence[Statement]) -> None:
    for statement in part:
        _read_statement(draft, statement)


def _read_statement(draft: Draft, statement: Statement) -> None:
    """Read a statement that separates no rounds into the record of its part."""
    line = Line(statement, draft.faults, draft.names)
    first = line.peek()
    if first is None:
        return
    row = row_of(first.text) if first.kind == "word" else None
    if row is not None:
        line.take()
        if not row.pattern.startswith("[(:)"):  # a reason takes the colon before it
            line.skip(":")
    else:
        row = ROW_OF.get(_kind_without_word(draft, line.tokens) or "")
    draft.place = draft.place or statement.place
    try:
        if row is None:
            detail = (
                f"This is neither bids (N 2 E 5 S nil W 1) nor a trick (N QD 2D 5D 3D), and {quoted(first.text)} is no"
                " word that a line begins with, such as dealer, hand or won. A comment begins with #."
            )
            draft.fault(first.place, "statement", detail)
        elif draft.part.value not in row.stands:
            _fault_of_part(draft, row, first)
        elif "n" not in row.stands and draft.names is None:
            draft.fault_nobody(first.place)
        else:
            # Behind a team or a substitution, names may still change.
            draft.uses_names |= "n" not in row.stands and row.kind not in {"team", "sub"}
            _OWN.get(row.kind, _read_row)(draft, line, row)
            line.end()
    except Misread as misread:
        example = f" Write it as {row.example}." if row is not None else ""
        draft.fault(misread.place, misread.code, f"{misread.detail}{example}")
    draft.has_heads_alone &= row is not None and Part.GAME.value in row.stands


def _fault_of_part(draft: Draft, row: Row, first: Token) -> None:
    """Note that a statement belongs in another part of the text."""
    code, detail = {
        Part.GAME: (
            "head_of_a_game",
            "This belongs to a round: write --- between the head of a game and its first round.",
        ),
        Part.ROUND: (
            "round_of_a_game",
            "This belongs to a round of a game: begin the text with game, and write --- before it.",
        ),
        Part.ROUND_OF_GAME: (
            "head_of_a_game",
            f"A game has this once: write {row.kind} in its head, before the first line of ---.",
        ),
    }[draft.part]
    draft.fault(first.place, code, detail)


def _kind_without_word(draft: Draft, tokens: Sequence[Token]) -> str | None:
    """Return the kind of a statement that does not begin with its word; None if nothing shows it."""
    words = [token for token in tokens if token.kind == "word"]
    has_marks = any(token.kind == "mark" for token in tokens)
    names = draft.names
    if len(tokens) > 1 and tokens[1].is_word("claims", "claim", "concedes", "concede"):
        return "claim"
    cards_count = sum(cards_in(token.text) is not None for token in words)
    bids_count = sum(bid_in(token.text) is not None or token.is_word("blind") for token in words)
    begins_with_player = names is not None and names.is_player(tokens[0])
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
    return bids_count in {0, tokens} and cards_count < (1 if draft.names is not None else tokens - 1)


def _kind_of_names(draft: Draft, tokens: Sequence[Token]) -> str | None:
    """Return the kind of a statement of nothing but words that are neither cards nor bids."""
    if len(tokens) == 1:
        # A ruleset after a word alone, which may be a title, has a fault of its own.
        is_open = "ruleset" not in draft.members or (draft.has_heads_alone and not draft.own_players)
        return "ruleset" if is_open and draft.part is not Part.ROUND_OF_GAME else None
    if draft.names is None:
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


def _read_row(draft: Draft, line: Line, row: Row) -> None:
    """Read a statement by the pattern of its row."""
    member, place = row.member_in(draft.part), line.statement.place
    if row.shape is Shape.ONCE:
        found = read_pattern(line, row)
        reason = found.pop("reason", "")
        value = found.get("value", found or True)
        if isinstance(value, list):
            _check_number(line, row, value)
        draft.once(row, place, value)
        if reason and draft.members.setdefault("reason", reason) != reason:
            line.refuse("repeated", "A round has one reason, of its being void and of a forfeit.", place)
    elif row.shape is Shape.LINE:
        draft.once(row, place, _values_by_name(line, row, {}))
    else:
        draft.places.setdefault(member, place)
        entries = draft.members.setdefault(member, [] if row.shape is Shape.LIST else {})
        if row.shape is Shape.ROW:
            _values_by_name(line, row, entries)
        elif not line.is_nothing() and row.shape is Shape.KEYED:
            _add_value(line, row, entries)
        elif line.peek() is not None:
            entries.append(read_pattern(line, row))
        _check_number(line, row, entries)


def _check_number(line: Line, row: Row, entries: Sized) -> None:
    """Refuse more entries of a member than there may be."""
    if len(entries) > row.most:
        line.refuse("too_many", f"A round has at most {row.most} entries of {row.kind}.", line.statement.place)


def _values_by_name(line: Line, row: Row, values: Record) -> Record:
    """Read all the names and values of a line, and return them with those that there are."""
    while not line.is_nothing():
        _add_value(line, row, values)
    _check_number(line, row, values)
    return values


def _add_value(line: Line, row: Row, values: Record) -> None:
    place = line.place
    name, value = read_pattern(line, row).values()
    if name in values:
        line.fault(place, "repeated", f"{quoted(name)} is named twice: write it once.")
    values[name] = value


def _read_game(draft: Draft, line: Line, _: Row) -> None:
    if draft.part is not Part.ROUND or draft.before is not None or draft.members or draft.uses_names:
        detail = "The word game comes first of all, or first behind a line of ===: leave it out here."
        draft.fault(line.statement.place, "game", detail)
    draft.part = Part.GAME


def _read_players(draft: Draft, line: Line, _: Row) -> None:
    """Read the names of the players, clockwise."""
    place, tokens, faults = line.place, line.take_rest(), draft.faults
    if draft.uses_names or (draft.own_players and not draft.may_begin_with_a_title):
        detail = "Here are the players again, who are named once and first: write --- before the next round."
        faults.fault(place, "repeated", detail)
        return
    if draft.own_players:
        detail = "Here are other players than in this line: if it is a title, begin it with #, as a comment."
        faults.fault(draft.places["players"], "title", detail)
    # Whoever is meant, nothing else is said of names that are not known.
    draft.own_players, draft.says_nobody, draft.names = True, True, None
    draft.places["players"] = line.statement.place
    _check_line_of_players(draft, line, tokens)
    seen: list[str] = []
    before = faults.fault_count
    for token in tokens:
        seen.append(new_name(token, faults, seen))
    if faults.fault_count == before:
        draft.says_nobody = False
        draft.members["players"] = seen
        draft.names = Names(seen, faults)


def _check_line_of_players(draft: Draft, line: Line, tokens: Sequence[Token]) -> None:
    """Refuse a line that names sides, a ruleset beside the players, or names of several words."""
    words = [token.text if token.kind == "word" else "" for token in tokens]
    ruleset = None if "ruleset" in draft.members else ruleset_among(words)
    if names_sides(words):
        detail = (
            "Players are named one by one, clockwise, so that partners sit opposite each other, such as Rita Omar Kim"
            " Tom; a team with a name of its own has a line, team Reds Rita Kim."
        )
        line.refuse("sides", detail, tokens[0].place)
    if (head := next((token for token in tokens if token.is_word("dealer", "round")), None)) is not None:
        line.refuse("semicolon", f"Put ; between the players and {quoted(head.text)}.", head.place)
    if ruleset is not None:
        detail = (
            f"If {quoted(ruleset)} is the ruleset, put ; between it and the players, else quotation marks around it."
        )
        line.refuse("semicolon", detail, tokens[words.index(ruleset)].place)
    if not model.FEWEST_PLAYERS <= len(tokens) <= model.MOST_PLAYERS:
        sizes = f"{model.FEWEST_PLAYERS} to {model.MOST_PLAYERS} players"
        line.refuse(
            "players",
            f"A table has {sizes}, not {len(tokens)}, who are named clockwise.",
            tokens[0].place if tokens else None,
        )
    separate = line.statement.tokens
    has_commas = any(token.is_mark(",") for token in separate[:-1])
    for previous, token in pairwise(separate if has_commas else ()):
        if previous.kind != "mark" and token.kind != "mark":
            name = line.statement.source[previous.start : token.end]
            detail = f'Write a name of several words as "{name[: model.LONGEST_NAME]}", or leave the commas out.'
            line.refuse("quotation_mark", detail, previous.place)


def _read_team(draft: Draft, line: Line, row: Row) -> None:
    """Read ``team Reds N S``: a name for a side, and its players."""
    if not draft.own_players:
        # With names of its own for the teams, the table of the part before is this part's own.
        draft.own_players = True
        draft.places["players"] = line.statement.place
        draft.members["players"] = list(line.names.players)
        draft.names = Names(line.names.players, draft.faults)
    _read_row(draft, line, row)
    if draft.members["teams"] and draft.names is not None:
        team = draft.members["teams"][-1]
        if not 1 <= len(team["players"]) <= model.MOST_PLAYERS:
            line.refuse("team", f"A team has a name and 1 to {model.MOST_PLAYERS} players.", line.statement.place)
        draft.names.add_team(team["name"])


def _read_round_number(draft: Draft, line: Line, row: Row) -> None:
    """Read ``round 5``; a round of a game has to have this number anyway, and its head says that of the first one."""
    if draft.part is not Part.ROUND_OF_GAME:
        _read_row(draft, line, row)
        return
    place = line.place
    if read_pattern(line, row)["value"] != draft.number:
        detail = (
            f"This is round {draft.number} of the game. Write --- between two rounds, and leave out none; if the game"
            " goes on from an earlier round, write the number of its first round here in the head."
        )
        draft.fault(place, "round_number", detail)


def _read_substitutions(draft: Draft, line: Line, row: Row) -> None:
    """Read ``sub S > Eve`` or ``sub Eve for S``, for this and all later rounds; several are made in their order."""
    if draft.uses_names:
        detail = "Substitutions come first in their round: write this line before those that name a player."
        draft.fault(line.statement.place, "order", detail)
    made: list[Record] = draft.members.setdefault("substitutions", [])
    while not line.is_nothing():
        first = line.take()
        is_reversed = line.skip("for")
        if not is_reversed and not line.skip(">"):
            detail = "Here belongs who takes whose seat. A name of several words is put in quotation marks."
            line.refuse("substitution", detail, first.place)
        second = line.take("the name of a player")
        out, coming = (second, first) if is_reversed else (first, second)
        leaver = line.names.player(out)
        name = new_name(coming, line.faults, line.names.players)
        made.append({"out": leaver, "in": name})
        line.names.replace(leaver, name, draft.number)
    _check_number(line, row, made)


def _read_sheet(draft: Draft, line: Line, _: Row) -> None:
    """Read ``sheet``: there is a sheet, whatever else is known of it; ``sheet won N 3`` for a round without tricks."""
    sheet = draft.members.setdefault("reported", {})
    place = line.statement.place
    draft.places.setdefault("reported", place)
    if not line.skip("won"):
        line.is_nothing()
    elif "tricks_won" in sheet:
        line.refuse("repeated", "The sheet has one line of tricks won for a round.", place)
    else:
        sheet["tricks_won"] = _values_by_name(line, ROW_OF["won"], {})


_Reader = Callable[[Draft, Line, Row], None]
_OWN: Mapping[str, _Reader] = {
    "game": _read_game,
    "players": _read_players,
    "team": _read_team,
    "round": _read_round_number,
    "sub": _read_substitutions,
    "bids": lambda draft, line, _: read_bids(draft, line),
    "...": lambda draft, line, _: read_gap(draft, line),
    "broken": lambda draft, line, _: read_broken(draft, line),
    "trick": lambda draft, line, _: read_trick(draft, line),
    "sheet": _read_sheet,
}
"""What is read in a way of its own."""
