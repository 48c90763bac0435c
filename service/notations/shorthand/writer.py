"""From a record to its one form in shorthand: heads, deal, bids, tricks, calls, sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.model import COUNTED, Loss, UnwritableRecord, WrittenText, may_be_broken_off
from service.notations.round_parts import WITHOUT_SUIT
from service.notations.shorthand.table import (
    MEMBERS,
    OF_A_RECORD,
    NamedSides,
    Names,
    Table,
    faults_of_end,
    faults_of_statement,
)
from service.notations.shorthand.words import (
    ACCEPTED,
    CONTROL,
    REFUSED,
    REMEDY,
    REST,
    Faults,
    is_odd,
    names_sides,
    needs_quotation,
    number_in,
    ruleset_among,
)
from service.spades.english import count_of, plain_form, quoted
from service.spades.errors import pointer_to
from service.spades.rules.ruleset import blind_kind, dotted, nested

_CONTROL = re.compile(f"[{CONTROL}]")
_BEGINS_WITH_A_UNIT = re.compile(r"(?:tricks?|books?|points)\b", re.IGNORECASE)
"""What behind a number would be read as what it counts, but for a colon between them."""
_FORMS = ("plays", "cards", "cards_by_player")
_ZEROS = ("nil", "zero")
"""The kinds of a bid of no tricks that are words themselves."""
_SHEET = {"tricks_won": "won", "points": "points", "score": "score", "bags": "bags"}


def quoted_if_needed(name: str) -> str:
    """Return a name, in quotation marks if it would be read as something else without them."""
    return in_json(name) if needs_quotation(name) else name


def in_json(value: object) -> str:
    """Return a value as JSON on one line, with every control character escaped."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def text_to_the_end(text: str) -> str:
    """Return a text that goes to the end of its line, in quotation marks if it would be read otherwise."""
    # Numbers and cards are nothing special there.
    return in_json(text) if any(map(is_odd, text.split(" "))) else text


def players_line(players: Sequence[str]) -> str:
    """Return the names of the players, in quotation marks if they would be read as something else without them."""
    is_other = names_sides(players) or ruleset_among(players) is not None
    return " ".join(in_json(name) if is_other else quoted_if_needed(name) for name in players)


def _bid(tricks: int, kind: str) -> str:
    """Return a bid as a word, which says of which kind it is where that does not follow from its tricks."""
    if "blind" in kind:
        return f"b{tricks}" if tricks else "bn"
    return kind if kind in _ZEROS and not tricks else str(tricks)


def _remedy(chosen: Mapping[str, Any]) -> str:
    """Return what a wronged side chose, as words."""
    return str(chosen["remedy"].replace("_", " "))


def _moment(of: Mapping[str, Any]) -> str:
    """Return the moment of a claim, a call or a card taken back; nothing if it has none."""
    return f"@{of['at']['trick']}.{of['at']['plays']}" if "at" in of else ""


def _ruleset(reference: Any) -> str:
    """Return a reference to a ruleset as words, or as JSON if words can't hold it."""
    if isinstance(reference, str):
        return quoted_if_needed(reference)
    groups: Mapping[str, Any] = reference.get("overrides", {})
    options: Sequence[str] = reference.get("options", ())
    parameters = dotted(groups)
    # An empty list or group, which says nothing, has no words.
    in_words = len(reference) > 1 and all(reference.values()) and nested(parameters) == groups
    if not in_words or any(map(is_odd, (*options, *parameters))):
        return in_json(reference)
    values = [f"{name}={_value(value)}" for name, value in parameters.items()]
    return " ".join([quoted_if_needed(reference["name"]), *(f"+{option}" for option in options), *values])


def _value(value: Any) -> str:
    """Return the value of a parameter; a text that would be read as a number or a truth value is put in JSON, too."""
    plain = isinstance(value, str) and not is_odd(value) and number_in(value) is None and value not in {"true", "false"}
    return str(value) if plain else in_json(value)


def _labels(record: Mapping[str, Any]) -> Iterator[str]:
    if record.get("labels") == {}:
        yield "label"
    for name, text in record.get("labels", {}).items():
        yield f"label {quoted_if_needed(name)} {text_to_the_end(text)}"


def _by_suits(cards: Sequence[str]) -> Sequence[str]:
    """Return the cards of a hand in their order: by suits if they lie so, otherwise one by one."""
    groups: list[tuple[str, str]] = []
    for card in cards:
        if card in WITHOUT_SUIT:
            return cards
        rank, suit = card[0], card[1]
        if groups and groups[-1][0] == suit:
            groups[-1] = (suit, groups[-1][1] + rank)
        else:
            groups.append((suit, rank))
    if len(groups) > len({suit for suit, _ in groups}):
        return cards
    return [f"{suit}:{ranks}" for suit, ranks in groups]


class _Writer:
    """Writes the lines of a record, and collects what keeps it from being written."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self._prefix: tuple[str | int, ...] = ()
        """Where in the record the round is that is being written."""
        self._sides = NamedSides[tuple[str | int, ...]]()
        self._names: Names | None = None
        """How the names at the table are read, once that is asked."""
        teams = {team["name"]: tuple(team["players"]) for team in record.get("teams", ())}
        self._seat(Table(tuple(record["players"]), teams))

    def lines(self, record: Mapping[str, Any]) -> list[str]:
        """Return the lines of a round, of a row or of a game."""
        lines = ["; ".join(self._heads(record)), *_labels(record), *self._before(record)]
        self._lose_what_has_no_words(record)
        lines += self._away(record)
        if "rounds" not in record:
            lines += [*self._events(record), *self._round(record)]
        for index, round_ in enumerate(record.get("rounds", ())):
            self._prefix = ("rounds", index)
            self._lose_what_has_no_words(round_)
            # Without a word there would be no round behind a line of dashes.
            lines += ["---", *([*self._round_of_game(round_)] or ["tricks none"])]
        self._check_sides()
        return lines

    def _lose_what_has_no_words(self, record: Mapping[str, Any]) -> None:
        """Note the members of a round, or of the head of a game, that are not written."""
        for name in record:
            if name not in MEMBERS and (name != "rounds" or self._prefix):
                detail = f"Shorthand has no words for `{name}`."
                self.losses.append(Loss(pointer_to(*self._prefix, name), "unmapped", detail))

    def _seat(self, table: Table) -> None:
        """Say who sits at the table from here on."""
        self._table, self._names = table, None
        self._players, self._teams = frozenset(table.players), frozenset(table.team_names)

    def _fault(self, code: str, detail: str, *path: str | int) -> None:
        """Note why the record cannot be written."""
        self.faults.append(Loss(pointer_to(*self._prefix, *path), code, detail))

    def _leave_out(self, *path: str | int) -> None:
        """Note a member that is not written because it is the default."""
        self.losses.append(Loss(pointer_to(*self._prefix, *path), "absence", "This is the default and is not written."))

    def _player(self, name: str, *path: str | int) -> str:
        """Return the name of a player at the table; notes a fault if there is no such player."""
        if name not in self._players:
            self._fault("unknown_player", f"{quoted(name)} does not sit at this table.", *path)
        return quoted_if_needed(name)

    def _name(self, name: str, *path: str | int, is_side: bool = False) -> str:
        """Return the name of a player or of a team; notes a fault if there is neither.

        If it ``is_side``, that of a player is right only at a table without partners.
        """
        if name not in self._players and name not in self._teams:
            self._fault("unknown_name", f"{quoted(name)} is neither a player nor a team of this table.", *path)
        self._sides.note(name, self._table, (*self._prefix, *path), is_side=is_side or name not in self._players)
        return quoted_if_needed(name)

    def _side(self, name: str, *path: str | int) -> str:
        """Return the name of a team; notes a fault if there is no such team."""
        if name not in self._teams:
            self._fault("unknown_team", f"{quoted(name)} is no team of this table.", *path)
        self._sides.note(name, self._table, (*self._prefix, *path), is_side=True)
        return quoted_if_needed(name)

    def _outsider(self, name: str) -> str:
        """Return a word that names nobody at the table, in quotation marks if it would be read as somebody there."""
        self._names = self._names or Names(self._table, Faults())
        return in_json(name) if self._names.knows(name) else quoted_if_needed(name)

    def _check_sides(self) -> None:
        """Note a fault for each player who is named as a side of a record in which sides have several players."""
        self.faults += [Loss(pointer_to(*path), "not_a_side", detail) for path, detail in self._sides.not_sides()]

    def _bidder(self, name: str, *path: str | int, of_team: bool) -> str:
        """Return the name of a bidder, marked as a team's if a player has the same, or had it and left."""
        if not of_team:
            return self._player(name, *path)
        written = self._side(name, *path)
        return f"team {written}" if name in self._table.players or name in self._table.first_players else written

    def _bids(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the line of bids, and one of the blind bidders if that line can't show them in their order."""
        bids, by_player = record.get("bids"), record.get("bids_by_player")
        if bids is not None and by_player is not None:
            self._fault("two_forms", "A round has its bids once: as bids, or as bids_by_player.", "bids_by_player")
        blind: Sequence[str] = record.get("blind_bidders", ())
        if blind and by_player is None and bids is not None:
            self._fault("needs_bids_by_player", "In bids each bid says itself of which kind it is.", "blind_bidders")
        marked = by_player is not None and blind == [name for name in by_player if name in blind] and bool(blind)
        if bids is not None:
            yield self._in_order(bids)
        elif by_player is not None:
            made = []
            for name, tricks in by_player.items():
                has_left = name in self._table.first_players and name not in self._table.players
                path = ("bids_by_player", name)
                bidder = self._bidder(name, *path, of_team=True) if has_left else self._name(name, *path)
                # Here nil is the 0 that the ruleset has.
                kind = blind_kind(tricks) if marked and name in blind else "nil"
                made.append(f"{bidder} {_bid(tricks, kind)}")
            line = "  ".join(made)
            yield line if line and not line.startswith("team ") else f"bids {line}".rstrip()
        if "blind_bidders" in record and not marked:
            yield " ".join(["blind", *(self._name(name, "blind_bidders", index) for index, name in enumerate(blind))])

    def _in_order(self, bids: Sequence[Mapping[str, Any]]) -> str:
        if not bids:
            return "bids none"
        made = []
        for index, bid in enumerate(bids):
            if ("player" in bid) == ("team" in bid):
                self._fault("player_or_team", "A bid is made by either a player or a team.", "bids", index)
            kind = bid.get("kind", "")
            if kind and (kind in {*_ZEROS, "blind_nil"}) == (bid["tricks"] > 0):
                detail = f"No bid of {count_of(bid['tricks'], 'trick')} is of this kind."
                self.losses.append(Loss(pointer_to(*self._prefix, "bids", index, "kind"), "unmapped", detail))
            elif kind == "number":
                self._leave_out("bids", index, "kind")
            by = "team" if "team" in bid else "player"
            name = self._bidder(bid.get(by, ""), "bids", index, by, of_team=by == "team")
            made.append(f"{name} {_bid(bid['tricks'], kind)}")
        line = " > ".join(made) if len(made) > 1 else f"> {made[0]}"
        return f"bids {line}" if line.startswith((">", "team ")) else line

    def _tricks(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield a line for each trick."""
        tricks: Sequence[Mapping[str, Any]] = record.get("tricks", ())
        # Without tricks, what the sheet says would make the round a row of it; a void round would have none at all.
        needs_word = "tricks_won" in record.get("reported", {}) or may_be_broken_off(record)
        if record.get("tricks") == [] and needs_word:
            yield "tricks none"
        due = 1
        for index, trick in enumerate(tricks):
            number, path = trick.get("number", due), ("tricks", index)
            if trick.get("after_gap") or number > due:
                yield "..."
            elif "number" in trick:
                self._leave_out(*path, "number")
            if "after_gap" in trick and (number > due or not trick["after_gap"]):
                self._leave_out(*path, "after_gap")
            if "spades_broken" in trick:
                yield "broken" if trick["spades_broken"] else "unbroken"
            line = self._trick(trick, path, is_last=index == len(tricks) - 1)
            yield f"{number}. {line}" if number > due else line
            due = number + 1

    def _trick(self, trick: Mapping[str, Any], path: tuple[str | int, ...], *, is_last: bool) -> str:
        forms = [form for form in _FORMS if form in trick]
        if len(forms) != 1:
            self._fault(
                "forms_of_a_trick", "A trick has its cards once: as plays, as cards, or as cards_by_player.", *path
            )
            return ""
        leader = [self._player(trick["leader"], *path, "leader")] if "leader" in trick else []
        winner = [">", self._player(trick["winner"], *path, "winner")] if "winner" in trick else []
        form = forms[0]
        if form == "plays":
            words = self._plays(trick["plays"], path) or [":"]
        elif form == "cards":
            words = trick["cards"]
            missing = len(self._table.players) - len(words)
            if not words or missing < 0 or (missing and not is_last):
                words = [*words, "-"]
        else:
            words = [f"{self._player(name, *path, form, name)}={card}" for name, card in trick[form].items()] or ["="]
        return " ".join([*leader, *words, *winner])

    def _plays(self, plays: Sequence[Mapping[str, Any]], path: tuple[str | int, ...]) -> list[str]:
        """Return the cards of a trick in order, with the name of a player who is not the next one clockwise."""
        words, turn = [], None
        for index, play in enumerate(plays):
            player = play["player"]
            name = self._player(player, *path, "plays", index, "player")
            withdrawn = " ".join(card["card"] + _moment(card) for card in play.get("withdrawn", ()))
            if play.get("withdrawn") == []:
                self._leave_out(*path, "plays", index, "withdrawn")
            card = f"({withdrawn}){play['card']}" if withdrawn else play["card"]
            words.append(card if player == turn else f"{name}:{card}")
            turn = self._table.after(player) if player in self._table.players else None
        return words

    def _claim(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the line of the claim with which the play ended, if there is one."""
        if "claim" not in record:
            return
        claim = record["claim"]
        tricks = claim["tricks"]
        if isinstance(tricks, str) and tricks != REST:
            detail = f"{quoted(tricks)} is no number of tricks: give a number, or {quoted(REST)} for all that are left."
            self._fault("claimed_tricks", detail, "claim", "tricks")
        tricks_before: Sequence[Mapping[str, Any]] = record.get("tricks", ())
        for fault in (
            *faults_of_end(claim, tricks_before, len(self._table.players)),
            *faults_of_statement(claim, tricks_before),
        ):
            self._fault(fault.code, fault.detail, "claim", *fault.path)
        if claim.get("statement") == []:
            self._leave_out("claim", "statement")
        at = filter(None, [_moment(claim)])
        answer = ACCEPTED if claim["accepted"] else REFUSED
        by = self._player(claim["by"], "claim", "by")
        yield " ".join(["claim", by, str(tricks), *at, *claim.get("statement", ()), answer])

    def _substitutions(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the line of substitutions of a round, and seat who comes in."""
        if record.get("substitutions") == []:
            yield "sub none"
            return
        pairs = []
        for index, substitution in enumerate(record.get("substitutions", ())):
            out, coming, players = substitution["out"], substitution["in"], self._table.players
            pairs.append(f"{self._player(out, 'substitutions', index, 'out')} > {quoted_if_needed(coming)}")
            if coming in players:
                self._fault(
                    "repeated_player", f"{quoted(coming)} sits at the table already.", "substitutions", index, "in"
                )
            elif plain_form(coming) in map(plain_form, players):
                detail = f"{quoted(coming)} differs from the name of a player only in case, spaces or Unicode form."
                self._fault("similar_players", detail, "substitutions", index, "in")
            elif out in players:
                self._seat(self._table.replaced(out, coming))
        if pairs:
            yield f"sub {', '.join(pairs)}"

    def _events(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines that say that a round is void, the game forfeited, or points adjusted."""
        if "reason" in record and not may_be_broken_off(record):
            self._fault(
                "reason_alone", "A reason is that of a void round or of a forfeit, and here is neither.", "reason"
            )
        elif "reason" not in record and may_be_broken_off(record):
            self._fault("reason_missing", "A void round and a forfeit need a reason.")
        # A round has one reason, which is written after the first of the two.
        reason = [text_to_the_end(record["reason"])] if "reason" in record else []
        if record.get("void"):
            yield ": ".join(["void", *reason])
        elif "void" in record:
            self._leave_out("void")
        if "forfeited_by" in record:
            why = [] if record.get("void") else reason
            yield ": ".join([f"forfeit {self._side(record['forfeited_by'], 'forfeited_by')}", *why])
        yield from self._course(record)
        yield from self._adjustments(record)

    def _course(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines that say how the game goes on: who deals again, or that time was called."""
        if "redeal_by" in record:
            yield f"redeal {record['redeal_by'].replace('_', ' ')}"
            if not record.get("void"):
                self._fault("redeal_alone", "Only a void round is dealt again, and this one is not.", "redeal_by")
        if record.get("time_called"):
            yield "time called"
        elif "time_called" in record:
            self._leave_out("time_called")

    def _adjustments(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of points and tricks that a director gave or took."""
        if record.get("adjustments") == []:
            yield "adjust none"
        for index, adjustment in enumerate(record.get("adjustments", ())):
            side = self._side(adjustment["team"], "adjustments", index, "team")
            reason = text_to_the_end(adjustment["reason"])
            points, tricks = adjustment.get("points"), adjustment.get("tricks")
            if points is None and tricks is None:
                self._fault("nothing_adjusted", "Neither points nor tricks are adjusted.", "adjustments", index)
            if tricks is None and "to" not in adjustment:
                colon = ":" if _BEGINS_WITH_A_UNIT.match(reason) else ""
                yield f"adjust {side} {points}{colon} {reason}"
                continue
            words = ["adjust", side, "tricks", str(tricks)]
            if "to" in adjustment:
                words += ["to", self._side(adjustment["to"], "adjustments", index, "to")]
                if tricks is None or tricks >= 0 or adjustment["to"] == adjustment["team"]:
                    detail = "A side gets tricks only if another one loses them."
                    self._fault("nothing_to_move", detail, "adjustments", index, "to")
            if points is not None:
                words += ["points", str(points)]
            yield f"{' '.join(words)}: {reason}"

    def _heads(self, record: Mapping[str, Any]) -> Iterator[str]:
        if "rounds" in record:
            yield "game"
        if "ruleset" in record:
            yield _ruleset(record["ruleset"])
        players: Sequence[str] = record["players"]
        if len(set(players)) < len(players):
            self._fault("repeated_player", "A player sits at the table twice.", "players")
        elif len(set(map(plain_form, players))) < len(players):
            detail = "The names of two players differ only in case, spaces or Unicode form."
            self._fault("similar_players", detail, "players")
        yield players_line(players)
        if record.get("teams") == []:
            yield "team none"
        for index, team in enumerate(record.get("teams", ())):
            partners = [
                self._player(name, "teams", index, "players", place) for place, name in enumerate(team["players"])
            ]
            yield " ".join(["team", quoted_if_needed(team["name"]), *partners])
        for member in ("dealer", "first_dealer"):
            if member in record:
                yield f"dealer {self._player(record[member], member)}"
        number = record.get("round_number", record.get("first_round_number"))
        if number is not None:
            yield f"round {number}"

    def _before(self, record: Mapping[str, Any]) -> Iterator[str]:
        if "before" not in record:
            return
        sides = []
        for name, standing in record["before"].items():
            score = [str(standing["score"])] if "score" in standing else []
            counts = [f"{member} {standing[member]}" for member in COUNTED if member in standing]
            sides.append(" ".join([self._name(name, "before", name, is_side=True), *score, *counts]))
        yield f"before {', '.join(sides)}".rstrip()

    def _away(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the line of the sides that sit out."""
        if "away" in record:
            sides = [f"{self._outsider(name)} {side['score']}" for name, side in record["away"].items()]
            yield f"out {', '.join(sides) or 'none'}"

    def _round_of_game(self, record: Mapping[str, Any]) -> Iterator[str]:
        yield from self._substitutions(record)
        if "dealer" in record:
            yield f"dealer {self._player(record['dealer'], 'dealer')}"
        yield from _labels(record)
        yield from self._away(record)
        yield from self._events(record)
        yield from self._round(record)

    def _round(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of a round or a row, without the heads that it shares with its game."""
        is_row, reported = "tricks_won" in record, record.get("reported", {})
        if ("tricks" in record, is_row) == (True, True) or not (
            is_row or "tricks" in record or may_be_broken_off(record)
        ):
            detail = "A round has either tricks (a record) or tricks_won (a row of the sheet): give exactly one."
            self._fault("tricks_or_tricks_won", detail)
        if is_row:
            self._check_row(record)
        yield from self._deal(record)
        yield from self._bids(record)
        yield from self._tricks(record)
        yield from self._claim(record)
        if record.get("stopped"):
            yield "stopped"
        elif "stopped" in record:
            self._leave_out("stopped")
        yield from self._calls(record)
        yield from self._remedies(record)
        if is_row:
            yield self._row("won", record["tricks_won"], "tricks_won")
        if "reported" in record and not reported:
            yield "sheet"
        for member, word in _SHEET.items():
            if member in reported:
                # Without any tricks, a line of the tricks won would make the round a row.
                opening = "sheet won" if member == "tricks_won" and "tricks" not in record else word
                yield self._row(opening, reported[member], "reported", member)

    def _check_row(self, record: Mapping[str, Any]) -> None:
        """Note what a row of a sheet cannot have, and that it needs its bids."""
        for member in OF_A_RECORD:
            if member in record:
                self._fault("needs_tricks", "Only a round with its tricks can have this member.", member)
        if "tricks_won" in record.get("reported", {}):
            self._fault("needs_tricks", "The row itself says how many tricks were won.", "reported", "tricks_won")
        if not may_be_broken_off(record) and record.keys().isdisjoint({"bids", "bids_by_player"}):
            self._fault("required", "A row of the sheet needs its bids.", "bids")

    def _row(self, word: str, values: Mapping[str, int], *path: str) -> str:
        is_side = path[-1] != "tricks_won"
        written = (f"{self._name(name, *path, name, is_side=is_side)} {value}" for name, value in values.items())
        return " ".join([word, *written])

    def _deal(self, record: Mapping[str, Any]) -> Iterator[str]:
        if record.get("hands") == {}:
            yield "hand none"
        for name, hand in record.get("hands", {}).items():
            yield " ".join(["hand", self._player(name, "hands", name), *_by_suits(hand)])
        if "set_aside" in record:
            yield " ".join(["aside", *record["set_aside"]])
        if record.get("draws") == []:
            yield "draw none"
        for index, draw in enumerate(record.get("draws", ())):
            drawer = self._player(draw["player"], "draws", index, "player")
            yield " ".join(["draw", drawer, *draw["cards"], "kept", *draw["kept"]])
        if record.get("exchanges") == []:
            yield "pass none"
        for index, exchange in enumerate(record.get("exchanges", ())):
            giver, taker = (self._player(exchange[end], "exchanges", index, end) for end in ("from", "to"))
            yield " ".join(["pass", giver, ">", taker, *exchange["cards"]])
        if "misdeal_called_by" in record:
            yield f"misdeal {self._player(record['misdeal_called_by'], 'misdeal_called_by')}"

    def _calls(self, record: Mapping[str, Any]) -> Iterator[str]:
        if record.get("accusations") == []:
            yield "call none"
        for index, call in enumerate(record.get("accusations", ())):
            by, against = (self._player(call[end], "accusations", index, end) for end in ("by", "against"))
            trick = [str(call["trick"])] if "trick" in call else []
            at = filter(None, [_moment(call)])
            remedy = [REMEDY, _remedy(call)] if "remedy" in call else []
            yield " ".join(["call", by, ">", against, *trick, *at, *remedy])

    def _remedies(self, record: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of what wronged sides chose."""
        if record.get("remedies") == []:
            yield "remedy none"
        for index, chosen in enumerate(record.get("remedies", ())):
            code, side = chosen["code"], self._side(chosen["team"], "remedies", index, "team")
            # A word in capital letters is read as the same in small ones.
            word = self._outsider(code) if code == code.casefold() else in_json(code)
            yield f"remedy {word} {side}: {_remedy(chosen)}"


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write a record that meets the contract; raises `UnwritableRecord` for one that no operation could read."""
    writer = _Writer(record)
    lines = writer.lines(record)
    if writer.faults:
        raise UnwritableRecord(writer.faults)
    return WrittenText("".join(line + "\n" for line in lines), tuple(writer.losses))
