"""The score sheet of a game as ruled: for each round a row for each side, and what else happened in it.

If the paper sheet says otherwise, a figure has both: the one of the paper sheet, and the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from service.media_types import Json
from service.pages.content import (
    Block,
    Column,
    Either,
    InHtml,
    InMarkdown,
    Paragraph,
    Row,
    Section,
    Table,
    Value,
    in_html,
    joined,
    text,
)
from service.pages.game_standing import is_void, row_as_sent, scores_of
from service.pages.phrases import number_text, signed_number
from service.pages.ruling_findings import FindingMarks
from service.pages.ruling_headline import why_no_score

_Reported: TypeAlias = Mapping[tuple[str, str], Json]
"""The differences of a round, by the row of the sheet and the name in it."""
NOT_KNOWN: Final = "\N{EN DASH}"
"""What a cell has if its figure is not known."""
_LONGEST_WORD: Final = 10
"""In characters, of names that a column of the sheet has room for on a phone; longer ones are broken."""
_CORRECTIONS: Final = Either(
    "Struck through: what the paper sheet says; the figure after it is right. Framed as well: an error of its own; the"
    " others only carry an earlier one on. Raised numbers are those of the round\N{RIGHT SINGLE QUOTATION MARK}s"
    " findings.",
    "Struck through: what the paper sheet says; the figure after it is right. Numbers in parentheses beside it are"
    " those of the round\N{RIGHT SINGLE QUOTATION MARK}s findings; without one, it only carries an earlier error on.",
)


class _Side(NamedTuple):
    """The row of a side in a round."""

    team: str
    bid: Value
    tricks: Value
    lines: str
    points: Value
    bags: Value
    score: Value
    has_bags: bool
    corrected: bool


class _Round(NamedTuple):
    """A round of the sheet; a row is that of a side, or a note."""

    number: int
    dealer: str
    verdict: str
    rows: Sequence[_Side | str]


def sheet_section(request: Json, rounds: Json, marks: Sequence[FindingMarks], *, is_audit: bool) -> Block:
    """Return the sheet. Its rounds are those of the answer, with locations in the round instead of in the game."""
    sheet = [
        _Round(played["number"], played.get("dealer", ""), played.get("verdict", ""), list(_rows(sent, played, own)))
        for sent, played, own in zip(request["rounds"], rounds, marks, strict=True)
    ]
    sides = [row for played in sheet for row in played.rows if isinstance(row, _Side)]
    has_bags = any(side.has_bags for side in sides)
    is_long = any(len(word) > _LONGEST_WORD for name in _names(request) for word in name.split())
    blocks: list[Block] = [
        InHtml([_SheetInHtml(sheet, has_bags, "sheet long" if is_long else "sheet")]),
        InMarkdown([_sheet_in_markdown(sheet, has_bags=has_bags, is_audit=is_audit)]),
    ]
    if any(side.corrected for side in sides):
        blocks.append(Paragraph(_CORRECTIONS))
    return Section(blocks, "The score sheet as ruled" if is_audit else "The score sheet")


def _names(request: Json) -> Iterator[str]:
    yield from request["players"]
    for side in request.get("teams", ()):
        yield from side["name"].split("+")
    for played in request["rounds"]:
        for change in played.get("substitutions", ()):
            yield change["in"]


class _SheetInHtml(NamedTuple):
    """The sheet with one cell for the number, the verdict and the dealer of a round, beside all its rows."""

    rounds: Sequence[_Round]
    has_bags: bool
    kind: str

    def html(self) -> str:
        numbers = ["Tricks", "Points", *(["Bags"] if self.has_bags else []), "Score"]
        titles = "".join(f'<th scope="col">{title}</th>' for title in ("Round", "Side", "Bid"))
        titles += "".join(f'<th scope="col" class="number">{title}</th>' for title in numbers)
        body = "".join(map(self._round, self.rounds))
        table = f'<table class="{self.kind}">\n<thead><tr>{titles}</tr></thead>\n{body}</table>\n'
        return f'<div class="wide">\n{table}</div>\n'

    def _round(self, played: _Round) -> str:
        verdict = text(" <small>{}</small>", played.verdict) if played.verdict not in {"", "clean"} else ""
        dealer = '<br><small><bdi>{}</bdi><span class="deals"> deals</span></small>'
        dealt = text(dealer, played.dealer) if played.dealer else ""
        name = in_html(text("<strong>{}</strong>{}{}", played.number, verdict, dealt))
        first = f'<th scope="rowgroup" rowspan="{len(played.rows)}">{name}</th>'
        rows = "".join(f"<tr>{'' if index else first}{self._row(row)}</tr>\n" for index, row in enumerate(played.rows))
        return f"<tbody>\n{rows}</tbody>\n"

    def _row(self, row: _Side | str) -> str:
        if isinstance(row, str):
            return f'<td colspan="{6 if self.has_bags else 5}">{in_html(text("<em>{}</em>", row))}</td>'
        first, *parts = _breakable(row.team)
        team = text("<bdi>{}</bdi>", joined("<wbr>", [first, *parts]))
        points = text("<small>{}</small> {}", row.lines, row.points)
        figures = [points, *([row.bags] if self.has_bags else []), row.score]
        tricks, *others = (f'<td class="number">{in_html(figure)}</td>' for figure in (row.tricks, *figures))
        return f"<td>{in_html(team)}</td><td>{in_html(row.bid)}</td>{tricks}\n{''.join(others)}"

    def markdown(self) -> None:
        return None


def _breakable(name: str) -> list[str]:
    """Return the parts of a name between which a line may be broken: after each plus sign."""
    *parts, last = name.split("+")
    return [*(f"{part}+" for part in parts), last]


def _sheet_in_markdown(sheet: Sequence[_Round], *, has_bags: bool, is_audit: bool) -> Block:
    bags, verdict = [Column("Bags", number=True)] * has_bags, [Column("Verdict")] * is_audit
    rows = []
    for played in sheet:
        start: list[Value] = [played.number, played.dealer, *[played.verdict] * is_audit]
        for row in played.rows:
            if isinstance(row, str):
                rows.append(Row([*start, text("<em>{}</em>", row), *[None] * (5 + has_bags)]))
            else:
                figures = [row.tricks, row.lines, row.points, *[row.bags] * has_bags, row.score]
                rows.append(Row([*start, row.team, row.bid, *figures]))
    columns = [
        *(Column("Round", number=True), Column("Dealer"), *verdict, Column("Side"), Column("Bid")),
        *(Column("Tricks", number=True), Column("Lines"), Column("Points", number=True), *bags),
        Column("Score", number=True),
    ]
    return Table(columns, rows)


def _rows(sent: Json, played: Json, marks: FindingMarks) -> Iterator[_Side | str]:
    """Yield the rows of a round; a side without points in a void round has none unless the paper sheet is wrong."""
    yield from _notes_before(played)
    reported: _Reported = {
        (str(row), str(name)): difference
        for difference in played.get("differences", ())
        for row, name in [difference["pointer"][-2:]]
    }
    wrong = {name for _, name in reported}
    scores = scores_of(played)
    was_played = not is_void(played) and any(side["tricks"] or side["bids"] for side in scores)
    for side in scores:
        if not is_void(played) or side["lines"] or wrong & {side["team"], *side["players"]}:
            yield _side(side, reported, marks, counts=was_played)
    if not scores:
        yield f"{why_no_score(played, sent)}." if "tricks" in sent else row_as_sent(sent)
    yield from _notes_after(played, scores)


def _notes_before(played: Json) -> Iterator[str]:
    """Yield what to know before reading the figures of a round: its labels, who came in, whether it counts."""
    labels = [f"{name}: {text}" for name, text in played.get("labels", {}).items()]
    if labels:
        yield ", ".join(labels)
    for change in played.get("substitutions", ()):
        yield f"{change['in']} takes the seat of {change['out']}."
    if is_void(played):
        yield f"Void: {played['reason']}" if played.get("void") else "Void: the round counts for nothing."


def _notes_after(played: Json, scores: Json) -> Iterator[str]:
    for side in scores:
        for line in side["lines"]:
            if line["code"] == "adjustment":
                yield f"Adjustment for {side['team']}, {signed_number(line['points'])}: {line['detail']}"
    if "forfeited_by" in played:
        is_late = any(finding["code"] == "round_after_end" for finding in played["findings"])
        over = " (the game was over already)" if is_late else ""
        yield f"{played['forfeited_by']} forfeits the game{over}: {played['reason']}"


def _side(side: Json, reported: _Reported, marks: FindingMarks, *, counts: bool) -> _Side:
    team, after = side["team"], side.get("after", {})
    contract = str(side["contract"]) if counts and _has_contract(side) else ""
    bids = listed_bids(side) if counts else ""
    claims = list(_trick_claims(side, reported, marks))
    bags, score = str(after.get("bags", NOT_KNOWN)), number_text(after["score"]) if after else NOT_KNOWN
    return _Side(
        team=team,
        bid=Either(
            text(
                "{}{}",
                text("<strong>{}</strong> ", contract) if contract else "",
                text("<small>{}</small>", bids) if bids else "",
            ),
            text("{} ({})", contract, bids) if contract and bids else contract or bids,
        ),
        tricks=text("{}{}", joined("", claims), _tricks(side) if counts else ""),
        lines=_lines(side["lines"]),
        points=_figure("points", team, signed_number(side["points"]), reported, marks),
        bags=_figure("bags", team, bags, reported, marks),
        score=_figure("score", team, text("<strong>{}</strong>", score), reported, marks),
        has_bags=bags not in {NOT_KNOWN, "0"},
        corrected=bool(claims) or any((row, team) in reported for row in ("points", "bags", "score")),
    )


def _has_contract(side: Json) -> bool:
    """Return whether a side made any bid but nil."""
    return any(bid["kind"] not in {"nil", "blind_nil"} for bid in side["bids"])


def listed_bids(side: Json) -> str:
    """Return the bids of a side in short, each with its bidder if there are several players, and how a nil ended."""
    nils = {nil.get("player", side["team"]): nil for nil in side["nils"]}
    named = len(side["players"]) > 1
    texts = []
    for bid in sorted(side["bids"], key=lambda bid: [*side["players"], bid.get("player")].index(bid.get("player"))):
        words = [bid["player"]] if named and "player" in bid else []
        nil = nils.get(bid.get("player", side["team"]))
        if bid["kind"] in {"blind", "blind_nil"}:
            words.append("blind")
        words.append("nil" if bid["kind"] in {"nil", "blind_nil"} else str(bid["tricks"]))
        if bid["counts_as"] != bid["tricks"]:
            words.append(f"as {bid['counts_as']}")
        if nil is not None:
            words.append("made" if nil["made"] else f"failed ({nil['tricks']})")
        # A lone number is the contract, which is in the row already.
        if len(words) > 1 or not words[0].isdecimal():
            texts.append(" ".join(words))
    return ", ".join(texts)


def _tricks(side: Json) -> str:
    change = side.get("tricks_adjustment", 0)
    return f"{side['tricks']} ({signed_number(change)})" if change else str(side["tricks"])


def _lines(lines: Json) -> str:
    """Return the lines of a score in short; without its points if there is only one, as those are the round's."""
    words = [(line["code"].removesuffix("_made").replace("_", " "), line["points"]) for line in lines]
    if len(words) == 1:
        return str(words[0][0])
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{signed_number(points)}" for name, points in words)


def _figure(row: str, name: str, value: Value, reported: _Reported, marks: FindingMarks) -> Value:
    """Return a figure after the one of the paper sheet, if that is another; framed if it is an error of its own.

    A total that only carries an earlier error on has no finding.
    """
    difference = reported.get((row, name))
    if difference is None:
        return value
    written = (signed_number if row == "points" else number_text)(difference["reported"])
    return text("{} {}", marks.at("reported", row, name).struck(written), value)


def _trick_claims(side: Json, reported: _Reported, marks: FindingMarks) -> Iterator[Value]:
    """Yield the tricks that the paper sheet gives a side or a player of it, if they are others."""
    for name in dict.fromkeys([side["team"], *side["players"]]):
        difference = reported.get(("tricks_won", name))
        if difference is not None:
            is_player = name != side["team"]
            yield text(
                "{}{} {}",
                text("<small><bdi>{}</bdi></small> ", name) if is_player else "",
                marks.at("reported", "tricks_won", name).struck(str(difference["reported"])),
                text("{}; ", str(difference["ruled"])) if is_player else "",
            )
