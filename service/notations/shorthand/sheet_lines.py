"""The lines of heads, of the score sheet, and of what happens beside the play: each fills the record of its part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from service.notations import model
from service.notations.model import Place
from service.notations.shorthand.table import Draft, Part, Table, in_quotation_marks, is_free
from service.notations.shorthand.words import REMEDY, Token, WordsLeft, names_sides, number_in, ruleset_among
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import listed, plain_form, quoted
from service.spades.rules.ruleset import nested

_TRICKS: Final = ("tricks", "books", "trick", "book")
_POINTS: Final = "points"
"""The words for what an adjustment is counted in."""


def read_ruleset(draft: Draft, words: WordsLeft) -> None:
    """Read ``name +option group.parameter=value``, or the same as JSON."""
    place, token = words.place, words.take()
    if draft.part is Part.ROUND_OF_GAME:
        draft.fault(place, "repeated", "The ruleset of a game is named in its head.")
        return
    if token is None or token.kind == "mark":
        draft.fault(place, "ruleset", "Here belongs the name of a ruleset.")
        return
    if token.kind == "json":
        draft.once("ruleset", place, token.value)
        words.end("a ruleset in JSON has its options inside")
        return
    if not 1 <= len(token.text) <= model.LONGEST_NAME:
        draft.fault(place, "length", f"The name of a ruleset has 1 to {model.LONGEST_NAME} characters.")
    options: list[str] = []
    parameters: dict[str, Any] = {}
    while (word := words.take()) is not None and _is_option_or_parameter(draft, words, word, options, parameters):
        pass
    if any(not 1 <= len(option) <= model.LONGEST_NAME for option in options):
        draft.fault(place, "length", f"The name of an option has 1 to {model.LONGEST_NAME} characters.")
    further = {**({"options": options} if options else {}), **({"overrides": nested(parameters)} if parameters else {})}
    draft.once("ruleset", place, {"name": token.text, **further} if further else token.text)


def _is_option_or_parameter(
    draft: Draft, words: WordsLeft, word: Token, options: list[str], parameters: dict[str, Any]
) -> bool:
    """Take an option or a parameter of a ruleset; note the fault and return False for anything else."""
    value = words.take() if word.kind == "word" and words.take_mark("=") else None
    option = word.text[1:] if word.text[:1] == "+" and value is None else None
    if option is not None and option not in options and len(options) < model.MOST_OPTIONS:
        options.append(option)
    elif value is not None and value.kind != "mark" and "." in word.text and all(word.text.split(".")):
        if word.text in parameters:
            draft.fault(word.place, "repeated", f"{quoted(word.text)} is given twice.")
        parameters[word.text] = _value(value)
    elif value is not None and value.kind == "json" and word.text == "contracts":
        parameters[word.text] = value.value
    else:
        detail = (
            f"{quoted(word.text)} is neither an option, +name, up to {model.MOST_OPTIONS} different ones, nor a"
            " parameter, group.name=value, such as game.target=300."
        )
        draft.fault(word.place, "ruleset", detail)
        return False
    return True


def _value(token: Token) -> Any:
    if token.kind == "json":
        return token.value
    number = number_in(token.text) if token.kind == "word" else None
    truth = {"true": True, "false": False}.get(token.text) if token.kind == "word" else None
    return token.text if number is truth is None else number if truth is None else truth


def read_players(draft: Draft, words: WordsLeft) -> None:
    """Read the names of the players, clockwise."""
    place, tokens, faults = words.place, words.take_rest(), draft.faults
    if draft.part is Part.ROUND_OF_GAME or draft.uses_names or (draft.own_players and not draft.may_begin_with_a_title):
        detail = "Here are the players again, who are named once and first: write --- before the next round."
        faults.fault(place, "repeated", detail)
        return
    if draft.own_players:
        detail = "Here are other players than in this line: if it is a title, begin it with #, as a comment."
        faults.fault(draft.players_place, "title", detail)
    if fault_of_line(draft, tokens):
        draft.says_nobody = draft.own_players = True
        return
    if not model.FEWEST_PLAYERS <= len(tokens) <= model.MOST_PLAYERS:
        sizes = f"{model.FEWEST_PLAYERS} to {model.MOST_PLAYERS} players"
        faults.fault(place, "players", f"A table has {sizes}, not {len(tokens)}: name them clockwise, such as N E S W.")
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
    draft.own_players, draft.players_place = True, place
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
            draft.fault(previous.place, "quotation_mark", detail)
            return True
    return False


def read_team(draft: Draft, words: WordsLeft) -> None:
    """Read ``team Reds N S``: a name for a side, and its players."""
    place, table = words.place, draft.names.table
    if draft.part is Part.ROUND_OF_GAME:
        draft.fault(place, "repeated", "The teams of a game are named in its head.")
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
    players = [draft.names.player(token) for token in words.take_rest()]
    if not 1 <= len(players) <= model.MOST_PLAYERS or len(teams) == model.MOST_PLAYERS:
        detail = (
            f"There are up to {model.MOST_PLAYERS} teams, each with a name and 1 to {model.MOST_PLAYERS} "
            f"players: team Reds N S."
        )
        draft.fault(place, "team", detail)
        return
    teams.append({"name": token.text, "players": players})
    draft.seat(Table(table.players, {**table.teams, token.text: tuple(name for name in players if name is not None)}))


def read_dealer(draft: Draft, words: WordsLeft) -> None:
    """Read ``dealer W``; in the head of a game, the dealer of its first round."""
    place, token = words.place, words.take()
    if token is None:
        draft.fault(place, "name_expected", "Write who dealt: dealer W.")
        return
    dealer = draft.names.player(token)
    draft.once("first_dealer" if draft.part is Part.GAME else "dealer", place, dealer)
    words.end("one player deals")


def read_round_number(draft: Draft, words: WordsLeft) -> None:
    """Read ``round 5``; a round of a game has to have this number anyway, and its head says that of the first one."""
    place = words.place
    number = words.take_number("the number of a round", 1, model.HIGHEST_ROUND)
    if number is None:
        return
    words.end("a round has one number")
    if draft.part is Part.ROUND:
        draft.once("round_number", place, number)
    elif draft.part is Part.GAME:
        draft.once("first_round_number", place, number)
    elif number != draft.number:
        detail = (
            f"This is round {draft.number} of the game. Write --- between two rounds, and leave out none; if the game"
            " goes on from an earlier round, write the number of its first round here in the head."
        )
        draft.fault(place, "round_number", detail)


def read_label(draft: Draft, words: WordsLeft) -> None:
    """Read ``label table 3``: a name, and the rest of the statement as it stands."""
    place, token = words.place, words.take()
    labels: dict[str, str] = draft.members.setdefault("labels", {})
    if token is None:
        return
    words.take_mark("=", ":")
    first, value = words.peek(), words.take_text()
    if token.kind not in {"word", "text"} or first is None:
        draft.fault(place, "label", "A label has a name and a text: label table 3.")
    elif token.text in labels:
        draft.fault(place, "repeated", f"The label {quoted(token.text)} is given twice.")
    elif (
        not 1 <= len(token.text) <= model.LONGEST_NAME
        or len(value) > model.LONGEST_LABEL
        or len(labels) == model.MOST_LABELS
    ):
        sizes = f"a name of up to {model.LONGEST_NAME} characters and a text of up to {model.LONGEST_LABEL}"
        draft.fault(place, "label", f"There are up to {model.MOST_LABELS} labels, each with {sizes}.")
    labels[token.text] = value


def read_before(draft: Draft, words: WordsLeft) -> None:
    """Read ``before N+S 120 bags 3, E+W -40``: the standing of each side before the round."""
    if draft.part is Part.ROUND_OF_GAME:
        draft.fault(words.place, "before", "Only a game as a whole has a standing before it: write it in the head.")
        return
    _read_standings(draft, words, "before", draft.names.side, _standing)


def read_out(draft: Draft, words: WordsLeft) -> None:
    """Read ``out eve+fay 120, gil+hal -40``: the score of each side that sits out."""
    _read_standings(draft, words, "away", partial(_outsider, draft), _score_alone)


def _read_standings(
    draft: Draft,
    words: WordsLeft,
    member: str,
    named: Callable[[Token], str | None],
    standing: Callable[[WordsLeft], dict[str, int]],
) -> None:
    """Take the standings of sides into a member of the record; ``named`` returns whom a token names."""
    place = words.place
    standings: dict[str, dict[str, int]] = draft.members.setdefault(member, {})
    words.take_nothing("this line has no standings")
    while (token := words.take()) is not None:
        name = named(token)
        words.take_mark(":", "=")
        if name is not None and name in standings:
            draft.fault(token.place, "repeated", f"The standing of {quoted(name)} is given twice.")
        found = standing(words)
        if name is not None:
            standings[name] = found
    if len(standings) > model.MOST_SIDES:
        draft.fault(place, "too_many", f"At most {model.MOST_SIDES} sides have a standing.")


def _outsider(draft: Draft, token: Token) -> str | None:
    """Return the name of a side that sits out; None, after noting the fault, if it can be none."""
    if token.kind == "word" and draft.names.knows(token.text):
        detail = (
            f"{quoted(token.text)} is a player or a side of this table, and the score of a side that plays stands in a"
            " line that begins with before. If one that sits out has this name, too, write"
            f" {in_quotation_marks(token.text)}."
        )
        draft.fault(token.place, "side_not_away", detail)
        return None
    return token.text if is_free(token, draft.faults, model.LONGEST_SIDE) else None


def _score_alone(words: WordsLeft) -> dict[str, int]:
    """Take the score of a side that sits out."""
    words.take_word("score")
    score = words.take_number("the score", -model.HIGHEST_SCORE, model.HIGHEST_SCORE)
    token = words.peek()
    if score is None:
        words.take_rest()
        return {}
    if token is not None and token.is_word(*model.COUNTED):
        words.end("of a side that sits out only the score is written")
        words.take_rest()
    return {"score": score}


def _standing(words: WordsLeft) -> dict[str, int]:
    standing: dict[str, int] = {}
    token = words.peek()
    if token is not None and token.kind == "word" and number_in(token.text) is not None:
        score = words.take_number("a score", -model.HIGHEST_SCORE, model.HIGHEST_SCORE)
        standing |= {} if score is None else {"score": score}
    while True:
        member = next((member for member in ("score", *model.COUNTED) if words.take_word(member)), None)
        if member is None:
            return standing
        least, most = (-model.HIGHEST_SCORE, model.HIGHEST_SCORE) if member == "score" else (0, model.MOST_COUNTED)
        number = words.take_number(f"the number of {member.replace('_', ' ')}", least, most)
        standing |= {} if number is None else {member: number}


def read_won(draft: Draft, words: WordsLeft) -> None:
    """Read ``won N 3 E 4 S 2 W 4``: the tricks won, by player or by team."""
    draft.once("tricks_won", words.place, _tricks_won(draft, words))


def sheet_reader(member: str) -> Callable[[Draft, WordsLeft], None]:
    """Return the reader of ``points N+S 70, E+W -61`` and the like: a value of the sheet for each team."""

    def read(draft: Draft, words: WordsLeft) -> None:
        place = words.place
        bounds = (-model.HIGHEST_SCORE, model.HIGHEST_SCORE)
        row = _row(words, f"a number for {member}", bounds, model.MOST_SIDES, draft.names.side)
        draft.sheet = draft.sheet or {}
        if member in draft.sheet:
            draft.fault(place, "repeated", f"The sheet has one line of {member} for a round.")
        draft.sheet[member] = row

    return read


def read_sheet(draft: Draft, words: WordsLeft) -> None:
    """Read ``sheet``: there is a sheet, whatever else is known of it; ``sheet won N 3`` for a round without tricks."""
    place = words.place
    if words.take_word("won"):
        draft.sheet = draft.sheet or {}
        if "tricks_won" in draft.sheet:
            draft.fault(place, "repeated", "The sheet has one line of tricks won for a round.")
        draft.sheet["tricks_won"] = _tricks_won(draft, words)
        return
    words.take_nothing("what the sheet says is written as won, points, score and bags")
    words.end("what the sheet says is written as won, points, score and bags")
    draft.sheet = draft.sheet or {}


def _tricks_won(draft: Draft, words: WordsLeft) -> dict[str, int]:
    """Take the tricks won by players or by sides."""
    return _row(words, "a number of tricks", (0, model.MOST_CARDS), model.MOST_BIDDERS, draft.names.name)


def _row(
    words: WordsLeft, what: str, bounds: tuple[int, int], most: int, named: Callable[[Token], str | None]
) -> dict[str, int]:
    """Take the names and numbers of a row; ``named`` returns whom a token names."""
    place, row, faults = words.place, dict[str, int](), words.faults
    words.take_nothing("this line has no numbers")
    while (token := words.take()) is not None:
        name = named(token)
        words.take_mark(":", "=")
        number = words.take_number(what, *bounds)
        if name is None or number is None:
            continue
        if name in row:
            faults.fault(token.place, "repeated", f"{quoted(name)} stands twice in this line.")
        row[name] = number
    if len(row) > most:
        faults.fault(place, "too_many", f"This line has at most {most} names.")
    return row


def read_call(draft: Draft, words: WordsLeft) -> None:
    """Read ``call E > N 3 @4.2``: E says that N revoked in trick 3, when two cards of trick 4 lay on the table."""
    place = words.place
    by = None if words.take_nothing("call none says that nobody called a revoke") else words.take()
    if by is None:
        draft.members.setdefault("accusations", [])
        return
    if not words.take_mark(">"):
        words.take_word("against")
    against = words.take()
    if against is None:
        draft.fault(words.place, "name_expected", "A call is written call E > N 3: E says that N revoked in trick 3.")
        return
    call: dict[str, Any] = {"by": draft.names.player(by), "against": draft.names.player(against)}
    words.take_word("trick")
    token = words.peek()
    if token is not None and token.kind == "word" and not token.is_word("at", REMEDY):
        call["trick"] = words.take_number("the number of a trick", 1, model.MOST_CARDS)
    if words.take_mark("@") or words.take_word("at"):
        call["at"] = words.take_moment()
    if words.take_word(REMEDY):
        call["remedy"] = _remedy(words)
    words.end("a call ends with its moment, or with the word remedy and what was chosen")
    draft.add("accusations", call, place, model.MOST_CALLS)


def read_remedy(draft: Draft, words: WordsLeft) -> None:
    """Read ``remedy revoke N+S: tricks``: what the other side chose for the revoke of N or S."""
    place = words.place
    if words.take_nothing("remedy none says that nobody chose anything"):
        draft.members.setdefault("remedies", [])
        return
    code, team = words.take(), words.take()
    if code is None or team is None or not _is_form_of_remedy(draft, words, code, team):
        detail = (
            "A remedy is written remedy revoke N+S: tricks, with the code of the offence before the side that committed"
            " it, and behind the colon what the other side chose."
        )
        draft.fault(place, "remedy", detail)
        return
    is_code = is_free(code, draft.faults)
    chosen = {"code": code.text.casefold() if code.kind == "word" else code.text, "team": draft.names.team(team)}
    chosen["remedy"] = _remedy(words)
    if is_code:
        draft.add("remedies", chosen, place, model.MOST_REMEDIES)


def _is_form_of_remedy(draft: Draft, words: WordsLeft, code: Token, team: Token) -> bool:
    """Return whether two words may be a code and a side: neither is left out, nor are they in the other order."""
    has_code = code.kind == "text" or not draft.names.knows(code.text)
    return has_code and team.kind != "mark" and (words.peek() is not None or draft.names.knows(team.text))


def _remedy(words: WordsLeft) -> str | None:
    """Take what a wronged side chose, to the end of the line; None, after noting the fault, if that is no remedy."""
    words.take_mark(":", "=")
    place, rest = words.place, words.take_rest()
    remedy = "_".join(token.text.casefold() if token.kind == "word" else "?" for token in rest)
    if remedy in CHOICES:
        return remedy
    seen = f", not {quoted(' '.join(token.text for token in rest))}" if rest else ""
    choice = listed([each.replace("_", " ") for each in CHOICES], "or")
    words.faults.fault(place, "remedy", f"Write what was chosen here: {choice}{seen}.")
    return None


def read_misdeal(draft: Draft, words: WordsLeft) -> None:
    """Read ``misdeal N``: N called a misdeal because of the cards in his hand."""
    place, token = words.place, words.take()
    if token is None or words.peek() is not None:
        detail = (
            "A misdeal is written misdeal N, with the player who called it because of the cards in his hand. If a round"
            " of a game counts for nothing for another reason, write void: and why."
        )
        draft.fault(place, "misdeal", detail)
        return
    draft.once("misdeal_called_by", place, draft.names.player(token))


def read_substitutions(draft: Draft, words: WordsLeft) -> None:
    """Read ``sub S > Eve`` or ``sub Eve for S``, for this and all later rounds; several are made in their order."""
    place = words.place
    if draft.uses_names:
        detail = "Substitutions come first in their round: write this line before those that name a player."
        draft.fault(words.statement.place, "order", detail)
    if words.take_nothing("sub none says that nobody is replaced"):
        draft.members.setdefault("substitutions", [])
        return
    while (first := words.take()) is not None:
        is_reversed = words.take_word("for")
        second = words.take() if is_reversed or words.take_mark(">") else None
        if second is None:
            detail = (
                "A substitution is written sub S > Eve or sub Eve for S: Eve takes the seat of S. "
                "A name of several words is put in quotation marks."
            )
            draft.fault(first.place, "substitution", detail)
            return
        out, coming = (second, first) if is_reversed else (first, second)
        _replace(draft, out, coming, place)


def _replace(draft: Draft, out: Token, coming: Token, place: Place) -> None:
    """Seat somebody in a player's place, after noting the faults if that cannot be."""
    leaver, table, faults = draft.names.player(out), draft.names.table, draft.faults
    if leaver is None or not is_free(coming, faults):
        return
    if coming.text in table.players:
        detail = f"{quoted(coming.text)} sits at this table already, and cannot take the seat of {quoted(leaver)}."
        faults.fault(coming.place, "repeated_player", detail)
        return
    if plain_form(coming.text) in map(plain_form, table.players):
        detail = f"{quoted(coming.text)} differs from the name of a player only in case, spaces or Unicode form."
        faults.fault(coming.place, "similar_players", f"{detail} Write another name.")
        return
    draft.add("substitutions", {"out": leaver, "in": coming.text}, place, model.MOST_SUBSTITUTIONS)
    draft.names.replace(leaver, coming.text, draft.number)


def read_stopped(draft: Draft, words: WordsLeft) -> None:
    """Read ``stopped``: play was stopped where the tricks end."""
    draft.once("stopped", words.statement.place, value=True)
    words.end("behind the word stopped comes a semicolon or the next line")


def read_void(draft: Draft, words: WordsLeft) -> None:
    """Read ``void: cards exposed in the deal``: the round counts for nothing."""
    place = words.statement.place
    draft.once("void", place, value=True)
    _read_reason(draft, words, place)


def read_redeal(draft: Draft, words: WordsLeft) -> None:
    """Read ``redeal same dealer`` or ``redeal next dealer``: who deals after a void round."""
    draft.redeal_place = place = words.statement.place
    by = next((who for who in ("same", "next") if words.take_word(who, f"{who}_dealer")), None)
    if by is None:
        draft.fault(words.place, "dealer_expected", "Write who deals again: redeal same dealer, or redeal next dealer.")
        return
    words.take_word("dealer")
    draft.once("redeal_by", place, f"{by}_dealer")
    words.end("behind redeal come the words same dealer or next dealer, and nothing else")


def read_time(draft: Draft, words: WordsLeft) -> None:
    """Read ``time called``: the game ends with this round."""
    words.take_word("called")
    draft.once("time_called", words.statement.place, value=True)
    words.end("behind time called comes a semicolon or the next line")


def read_forfeit(draft: Draft, words: WordsLeft) -> None:
    """Read ``forfeit E+W: left the hall``: a side gives up the game in this round."""
    place, token = words.statement.place, words.take()
    if token is None:
        draft.fault(place, "name_expected", "Write who forfeits, and why: forfeit E+W: left the hall.")
        return
    words.take_mark(":")
    draft.once("forfeited_by", place, draft.names.team(token))
    _read_reason(draft, words, place)


def _read_reason(draft: Draft, words: WordsLeft, place: Place) -> None:
    """Read why a round is void or the game forfeited, which a round says once."""
    draft.broken_off_place = place
    at = words.place
    reason = words.take_text()
    if not reason:
        return
    if draft.members.get("reason", reason) != reason:
        draft.fault(at, "repeated", "A round has one reason, of its being void and of a forfeit: write it once.")
    _check_length(draft, reason, at)
    draft.members["reason"] = reason


def read_adjustment(draft: Draft, words: WordsLeft) -> None:
    """Read ``adjust N+S -50 late``: points beside the score of the round; or ``adjust N+S tricks -3 to E+W: why``.

    What is counted may follow its number, too, ``-3 tricks: why``; the colon tells it from the first word of a reason.
    """
    place = words.place
    token = None if words.take_nothing("adjust none says that nothing is adjusted") else words.take()
    if token is None:
        draft.members.setdefault("adjustments", [])
        return
    team = draft.names.team(token)
    words.take_mark(":", "=")
    unit_leads = words.take_word(*_TRICKS)
    in_tricks = unit_leads or _tricks_follow(draft, words)
    adjustment = _take_tricks(draft, words, team, unit_follows=not unit_leads) if in_tricks else {}
    if not in_tricks or words.take_word(_POINTS):
        points = words.take_number("the points", -model.HIGHEST_ADJUSTMENT, model.HIGHEST_ADJUSTMENT)
        if points is not None:
            adjustment["points"] = points
        if words.peek_is_mark(":", ahead=1):
            words.take_word(_POINTS)
    words.take_mark(":")
    at = words.place
    reason = words.take_text()
    if not reason and adjustment:
        detail = "Write why behind them: adjust N+S -50 late to the table, or adjust N+S tricks -3: a signal."
        draft.fault(at, "reason_missing", detail)
    _check_length(draft, reason, at)
    draft.add("adjustments", {"team": team, **adjustment, "reason": reason}, place, model.MOST_ADJUSTMENTS)


def _tricks_follow(draft: Draft, words: WordsLeft) -> bool:
    """Return whether the number that is next is one of tricks; notes a fault if a reason may begin there instead."""
    unit, behind = words.peek(1), words.peek(2)
    if unit is None or not unit.is_word(*_TRICKS):
        return False
    if behind is not None and not (behind.is_mark(":") or behind.is_word("to")):
        detail = (
            "Are these points or tricks? Write adjust N+S tricks -3: why for tricks, and adjust N+S -3: why, with a"
            f" colon, for points whose reason begins with {quoted(unit.text)}."
        )
        draft.fault(unit.place, "two_readings", detail)
    return True


def _take_tricks(draft: Draft, words: WordsLeft, team: str | None, *, unit_follows: bool) -> dict[str, Any]:
    """Take the tricks of an adjustment, and the side that gets them if one is named."""
    tricks = words.take_number("the tricks", -model.MOST_CARDS, model.MOST_CARDS)
    if tricks is None:
        return {}
    if unit_follows:
        words.take()
    at = words.place
    if not words.take_word("to"):
        return {"tricks": tricks}
    token = words.take()
    if token is None:
        draft.fault(at, "name_expected", "Write which side gets the tricks: adjust N+S tricks -3 to E+W: why.")
        return {"tricks": tricks}
    taker = draft.names.team(token)
    if tricks >= 0 or (taker is not None and taker == team):
        detail = "A side gets tricks only if another one loses them: write these below 0, or leave it out."
        draft.fault(at, "nothing_to_move", detail)
    return {"tricks": tricks, "to": taker}


def _check_length(draft: Draft, reason: str, place: Place) -> None:
    if len(reason) > model.LONGEST_REASON:
        draft.fault(place, "length", f"A reason has 1 to {model.LONGEST_REASON} characters.")


def fault_of_line(draft: Draft, tokens: Sequence[Token]) -> bool:
    """Return whether a line of players names sides, or a ruleset beside them, after noting the fault."""
    words = [token.text if token.kind == "word" else "" for token in tokens]
    ruleset = None if "ruleset" in draft.members else ruleset_among(words)
    if names_sides(words):
        detail = (
            "Players are named one by one, clockwise, so that partners sit opposite each other, such as Rita Omar Kim"
            " Tom; a team with a name of its own is written team Reds Rita Kim."
        )
        draft.fault(tokens[0].place, "sides", detail)
    elif ruleset is not None:
        detail = (
            f"If {quoted(ruleset)} is the ruleset, put ; between it and the players, else quotation marks around it."
        )
        draft.fault(tokens[words.index(ruleset)].place, "semicolon", detail)
    else:
        return False
    return True
