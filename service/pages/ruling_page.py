"""The page of a ruling, in the order and the words of people.

It is made from the request and from the answer in JSON, so that page and JSON are one ruling. The page has no section
for a member that the answer lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice, repeat, zip_longest
from types import MappingProxyType
from typing import Final

from service.media_types import Json
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Division,
    Either,
    Headline,
    Lines,
    Page,
    Paragraph,
    Row,
    Section,
    Table,
    Tight,
    Value,
    joined,
    marked,
    text,
)
from service.pages.on_paper import labels_above, lines_to_fill_in, lines_to_sign
from service.pages.phrases import (
    adjustment_in_words,
    by_ruleset,
    capitalised,
    card_text,
    cards_text,
    moment_in_words,
    to_check,
)
from service.pages.ruling_findings import (
    FindingMarks,
    accusation_texts,
    finding_counts,
    finding_list,
    penalty_section,
    places,
    question_list,
    resting_on_defaults,
)
from service.pages.score_page import bid_table, score_tables, sheet_section
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import count_of
from service.spades.table import Side
from service.wire.places import Path

_JOKERS: Final = ("BJ", "LJ")
_GAP: Final = "…"
"""The number of tricks that are not recorded."""
_LINE_TITLES: Mapping[str, str] = MappingProxyType({"disproved": "A way of playing the cards that takes fewer"})
"""What a line of play shows, if it shows why a claim fails."""


def ruling_page(record: Json, answer: Json, sides: Sequence[Side]) -> Page:
    """Return the page of a ruling.

    ``record`` is the request, checked by the contract. ``answer`` is the contract's ``Ruling`` with a summary, but its
    sentences have cards and numbers as people write them, and each pointer is a tuple of names and indices.
    ``sides`` are those of the table.
    """
    marks = FindingMarks(record, answer)
    number = record.get("round_number")
    blocks = [
        *labels_above(answer, after=f"Round {number} of the game." if number else ""),
        lines_to_fill_in(answer, [call["by"] for call in record.get("accusations", ())]),
        headline(answer["summary"]),
        by_ruleset(answer, finding_counts(answer)),
        *_readings(answer),
        *_findings(answer, marks),
        *_accusations(record, answer),
        *_claim(answer, marks),
        *([penalty_section(answer["penalties"])] if answer.get("penalties") else []),
        *resting_on_defaults(answer),
    ]
    tables = list(score_tables(answer))
    if tables:
        blocks.append(Section([Division("columns", tables)], "The score"))
    elif record.get("adjustments"):
        decided = [text("{}", adjustment_in_words(adjustment)) for adjustment in record["adjustments"]]
        blocks.append(Section([Bullets(decided)], "Adjustments, once the round has a score"))
    blocks += [
        _table(record, answer, sides, marks),
        *_tricks(record, answer, marks),
        *sheet_section(answer, record, marks),
        *_cards(record, marks),
        lines_to_sign(sides),
        to_check(answer, "rounds/audit", "ruling", "record", places(answer)),
    ]
    title = f"Ruling: {answer['verdict']}"
    return Page(title, blocks, Either("Ruling", title), links=False)


def headline(summary: Json) -> Block:
    """Return what a ruling says first."""
    facts: dict[str, Sequence[str]] = {
        "Proof": [capitalised("; ".join(proof["detail"] for proof in summary.get("proof", ()))) + "."],
        "Calls": summary.get("calls", ()),
        "Claim": [summary["claim"]] if "claim" in summary else (),
        "Nil": summary.get("nils", ()),
        "Cost": summary.get("cost", ()),
        "Score": [*summary.get("score", ()), *summary.get("why", ())],
        "Score now": summary.get("now", ()),
    }
    shown = [(title, lines) for title, lines in facts.items() if any(line.strip(".") for line in lines)]
    return Headline(summary["sign"], summary["verdict"], summary["tone"], summary["happened"], shown)


def _readings(answer: Json) -> list[Block]:
    """Return the readings of the record, those with the fewest offences first; nothing if it is taken as written."""
    items = answer["summary"].get("readings", ())
    blocks: list[Block] = []
    if items:
        stated = "What this page states holds in every such reading" + (
            ", and the score rests on the sheet." if answer.get("figures_from") == "sheet" else "."
        )
        stated += " The dealer, the bids and the cards are shown as they were written."
        blocks += [Bullets(items, numbered=True), Paragraph(stated)]
    if answer.get("limit_reached"):
        blocks.append(Paragraph("There are more readings than are tried; what they might change is left open."))
    return [Section(blocks, "What may have been written wrong")] if blocks else []


def _findings(answer: Json, marks: FindingMarks) -> Iterator[Block]:
    findings, questions = answer["findings"], answer["undecided"]
    yield Section([finding_list(marks, findings) if findings else Paragraph("None.")], "Findings")
    if questions:
        intro = Paragraph("The record does not decide these points, so they are held against nobody.")
        yield Section([intro, question_list(marks, questions)], "Open questions")
    if answer.get("affected_from"):
        affected = "Without that, the play might have gone differently from trick {} on."
        yield Section([Paragraph(text(affected, answer["affected_from"]))])


def _accusations(record: Json, answer: Json) -> list[Block]:
    texts = [text("{}{}", *called) for called in accusation_texts(record, answer)]
    return [Section([Bullets(texts, numbered=True)], "Accusations")] if texts else []


def _claim(answer: Json, marks: FindingMarks) -> list[Block]:
    """Return what became of the claim with which the play ended, who gets the tricks, and a line of play."""
    if "claim" not in answer:
        return []
    ruled, sent = answer["claim"], marks.record["claim"]
    lines: list[Value] = []
    if "at" in sent:
        lines.append(text("<em>Made:</em> {}", f"{moment_in_words(sent['at'])}."))
    if sent.get("statement"):
        lines.append(text("<em>Stated order of play:</em> {}.", cards_text(sent["statement"])))
    given = [text("<bdi>{}</bdi> {}", player, tricks) for player, tricks in ruled.get("given", {}).items() if tricks]
    if given:
        lines.append(text("<em>The tricks left count for:</em> {}.", joined(", ", given)))
    blocks: list[Block] = [Paragraph(ruled["detail"]), *(Paragraph(line, "line") for line in lines)]
    if ruled.get("line"):
        title = _LINE_TITLES.get(ruled["result"], "A line of play to the end of the round")
        columns = [Column("No.", number=True, names_row=True), *_card_columns(len(marks.record["players"]))]
        rows = list(_line(ruled, len(marks.record["players"])))
        blocks += [Paragraph(text("<em>{}:</em>", title), "line"), Table(columns, rows, "tricks", wide=True)]
    return [Section(blocks, marked("The claim", marks.within("claim").numbers))]


def _line(claim: Json, players: int) -> Iterator[Row]:
    """Yield the tricks of a line of play, which goes to the end of the round; the first may have begun before it."""
    start = claim["line_from"]
    plays = [_named(card_text(play["card"]), play["player"]) for play in [*start["plays"], *claim["line"]]]
    for index, first in enumerate(range(0, len(plays), players)):
        yield Row([start["trick"] + index, *plays[first : first + players]])


def _named(card: Value, player: str | None) -> Value:
    """Return a card with the player who played it, if that is known."""
    return text("{} <small><bdi>{}</bdi></small>", card, player) if player else card


def _card_columns(count: int) -> list[Column]:
    return [Column(text("Card {}", index + 1)) for index in range(count)]


def _table(record: Json, answer: Json, sides: Sequence[Side], marks: FindingMarks) -> Block:
    side_of = {player: side.name for side in sides for player in side.players}
    # Nobody's side is named twice where all play alone.
    side_column = [Column("Side")] * any(player != side for player, side in side_of.items())
    rows = []
    for player in record["players"]:
        name = text("<bdi>{}</bdi>{}", player, text(" (dealer)") if player == record.get("dealer") else "")
        side = [text("<bdi>{}</bdi>", side_of[player])] * len(side_column)
        rows.append(Row([name, *side, _tricks_of(player, answer)]))
    columns = [Column("Player", names_row=True), *side_column, Column("Tricks won", number=True)]
    return Section([Division("columns", [Table(columns, rows), *bid_table(record, answer, marks)])], "The table")


def _tricks_of(player: str, answer: Json) -> str:
    """Return the tricks that a player won, and how many of them a claim gave."""
    if answer["tricks_won"] and player not in answer["tricks_won"]:
        return ""  # the sheet has only those of the side
    won, given = answer["tricks_won"].get(player, 0), answer.get("claim", {}).get("given", {}).get(player, 0)
    return f"{won} ({given} by the claim)" if given else str(won)


def _tricks(record: Json, answer: Json, marks: FindingMarks) -> list[Block]:
    """Return the tricks, each with its plays in order; without an order, clockwise from the leader."""
    tricks = list(recorded(record, answer))
    if not tricks:
        return []
    # With a claim, the trick in progress has room for the cards of all players.
    width = max([len(plays) for _, plays in tricks] + [len(record["players"])] * ("claim" in record))
    rows = []
    due = 1
    for index, (outcome, plays) in enumerate(tricks):
        trick, own = record["tricks"][index], outcome.get("number", index + 1)
        if trick.get("after_gap") or own > due:
            rows.append(Row([_GAP, *[None] * (width + 2)]))
        due = own + 1
        leader = marked(text("<bdi>{}</bdi>", outcome.get("leader", "")), marks.at("tricks", index, "leader").numbers)
        cards = [_play(play, ("tricks", index, *path), marks) for play, path in plays]
        winner: Value = ""
        if outcome.get("winner"):
            card = text(", {}", card_text(outcome["winning_card"])) if "winning_card" in outcome else ""
            winner = text("<bdi>{}</bdi>{}", outcome["winner"], card)
        winner = marked(winner, marks.at("tricks", index, "winner").numbers)
        number = marks.at("tricks", index).framed(own)
        rows.append(Row([number, leader, *cards, *[None] * (width - len(cards)), winner]))
    numbers = Column("No.", number=True, names_row=True)
    columns = [numbers, Column("Led by"), *_card_columns(width), Column("Won by")]
    blocks: list[Block] = [Table(columns, rows, "tricks", wide=True, broken=True)]
    if "claim" in answer:
        in_progress = _in_progress(answer, len(tricks) if len(tricks[-1][1]) < len(record["players"]) else None)
        blocks.append(Paragraph(_end(answer["claim"], in_progress)))
    broken_in = next((trick["number"] for trick in answer["tricks"] if trick.get("spades_broken")), None)
    members = {member for trick in record["tricks"] for member in trick}
    counted = "after_gap" in members and "number" not in members
    legend = text(
        "{} those of findings, with Q those of open questions. Struck through: a card that was taken back.{}{}",
        Either(
            "Framed and bold: an offence or an error. Raised numbers are",
            "Bold: an offence or an error. Numbers in parentheses are",
        ),
        text(" Spades were broken in trick {}.", broken_in) if broken_in else "",
        text(" Tricks are counted as they are recorded.") if counted else "",
    )
    return [Section([*blocks, Paragraph(legend)], "The tricks")]


def _in_progress(answer: Json, short: int | None) -> int | None:
    """Return the number of the trick in which the claim was made; None if it was made between two, or may have been.

    ``short`` is the number of the last trick of the record if it lacks a card as it was written.
    """
    start = answer["claim"].get("line_from")
    if start is not None:
        return int(start["trick"]) if start["plays"] else None
    return None if answer.get("readings") else short


def _end(claim: Json, in_progress: int | None) -> str:
    included = f", trick {in_progress} included" if in_progress else ""
    return f"Here {claim['by']} claimed, with {count_of(claim['left'], 'trick')} left{included}."


def recorded(record: Json, answer: Json) -> Iterator[tuple[Json, list[tuple[Json, Path]]]]:
    """Yield what became of each trick, and its plays, each with its place in the trick."""
    for trick, outcome in zip_longest(record["tricks"], answer["tricks"]):
        yield outcome or {}, list(_plays(record, trick or {}, outcome or {}))


def _plays(record: Json, trick: Json, outcome: Json) -> Iterator[tuple[Json, Path]]:
    """Yield the plays of a trick, each with its place in it, as the contract's ``LoggedPlay``.

    The player is None if nobody can say whose the card is.
    """
    for index, play in enumerate(trick.get("plays", ())):
        yield play, ("plays", index)
    players, cards = record["players"], trick.get("cards", ())
    leader = outcome.get("leader")
    # Whose the cards of a list are follows from who led; where some players had no card left, not from that alone.
    is_known = leader is not None and len(cards) >= len(players)
    names = islice(cycle(players), players.index(leader), None) if is_known else repeat(None)
    for index, (player, card) in enumerate(zip(names, cards, strict=False)):
        yield {"player": player, "card": card}, ("cards", index)
    by_player = trick.get("cards_by_player", {})
    first = players.index(leader or trick.get("leader") or players[0])
    for player in islice(cycle(players), first, first + len(players)):
        if player in by_player:
            yield {"player": player, "card": by_player[player]}, ("cards_by_player", player)


def _play(play: Json, path: Path, marks: FindingMarks) -> Value:
    withdrawn = [
        text("{} ", marks.at(*path, "withdrawn", index).struck(card_text(card["card"])))
        for index, card in enumerate(play.get("withdrawn", ()))
    ]
    card = marks.at(*path).framed(card_text(play["card"]))
    return _named(text("{}{}", joined("", withdrawn), card), play["player"])


def _cards(record: Json, marks: FindingMarks) -> list[Block]:
    """Return the hands as listed, by suit and from high to low, and the rest of the deal."""
    rows = [
        _hand(player, record["hands"][player], marks)
        for player in record["players"]
        if player in record.get("hands", {})
    ]
    columns = [Column("Hand of", names_row=True), *map(Column, "♠♥♦♣")]
    blocks: list[Block] = [Table(columns, rows)] if rows else []
    notes = list(_deal_notes(record))
    if notes:
        blocks.append(Lines(notes))
    return [Section([Tight(blocks)], "The cards as recorded")] if blocks else []


def _hand(player: str, cards: Sequence[str], marks: FindingMarks) -> Row:
    held = sorted(cards, key=lambda code: RANKS.find(code[0]), reverse=True)
    jokers = [card for card in held if card in _JOKERS]
    suits = [[card for card in held if card[-1] == suit and card not in _JOKERS] for suit in "SHDC"]
    unreadable = held.count(UNREAD_CODE)
    name = text("<bdi>{}</bdi>{}", player, text(" and {} unreadable", unreadable) if unreadable else "")
    shown = [" ".join(map(card_text, suit)) for suit in [[*jokers, *suits[0]], *suits[1:]]]
    return Row([marked(name, marks.within("hands", player).numbers), *shown])


def _deal_notes(record: Json) -> Iterator[str]:
    """Yield a sentence for each exchange and draw in the record, and one for the cards set aside."""
    for exchange in record.get("exchanges", ()):
        yield f"{exchange['from']} passed {cards_text(exchange['cards']) or 'no card'} to {exchange['to']}."
    for draw in record.get("draws", ()):
        cards, kept = cards_text(draw["cards"]) or "no card", cards_text(draw["kept"]) or "none"
        yield f"{draw['player']} drew {cards} and kept {kept}."
    if record.get("set_aside"):
        yield f"Set aside: {cards_text(record['set_aside'])}."
