"""Records with a slip and a claim, as JSON, HTML and Markdown: ``python -m tests.http.slips_on_pages FIRST LAST``.

A page shows what JSON says: its verdict, its findings and open questions, who won which trick, the points, and the
cards of a line of play. None of it may come from the record as it was written where the ruling goes by a reading. The
kinds of slips take turns with the seeds; each record is ruled on by itself, within a game, under two rulesets, and with
best play.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count, cycle, islice
from random import Random

from flask import Flask

from service import create_app
from service.pages.phrases import card_text
from tests.http.wire import Answer
from tests.naive.spoilt.kinds import KINDS, NAMES
from tests.naive.spoilt.log_slips import in_short_form
from tests.naive.spoilt.model import Scene
from tests.naive.spoilt.rounds import random_carelessness, random_round, random_rules
from tests.naive.spoilt.visibility import random_visibility, seen
from tests.naive.table import Table
from tests.spades.builders.cards import Json

AUDIT, GAME, COMPARISON = "/v1/rounds/audit", "/v1/games/audit", "/v1/rounds/compare"
PAGES = ("text/html", "text/markdown")
MINUS = "\N{MINUS SIGN}"
_KNOWN_STATUS = {200, 422}
_OF_ITS_ROUND = {"ruleset", "players", "teams", "round_number", "before", "dealer", "first_dealer"}
"""The members of a record that a round of a game takes from the game."""
Rows = list[list[str]]


def record_of(seed: int) -> Json:
    """Return a record with one slip, perhaps with an offence, and most often with a claim."""
    for attempt in count():
        rng = Random(f"pages {seed} {attempt}")
        reference, parameters = random_rules(rng)
        found = random_round(rng, parameters, random_carelessness(rng), sensible=rng.random() < 0.3)
        if found is None:
            continue
        whole, truth = found
        table, kind = Table(whole, parameters), KINDS[NAMES[seed % len(NAMES)]]
        record = seen(whole, table, random_visibility(rng, kind.need), rng)
        if rng.random() < 0.8:
            _claim(record, rng)
        slip = kind.make(Scene(record, parameters, table, truth), rng) if record["tricks"] else None
        if slip is None:
            continue
        record = slip.record
        if rng.random() < 0.4:
            record = in_short_form(Scene(record, parameters, table, truth), rng, without=0.5)
        return {"ruleset": reference, **record}
    raise ValueError(seed)


def _claim(record: Json, rng: Random) -> None:
    """End the play of a record with a claim, perhaps within a trick; without a sheet, which would be another one."""
    tricks = record["tricks"]
    if len(tricks) < 2:
        return
    del tricks[rng.randrange(max(1, len(tricks) - 5), len(tricks)) :]
    del tricks[-1]["plays"][rng.randrange(1, len(record["players"]) + 1) :]
    record.pop("reported", None)
    claim: Json = {
        "by": rng.choice(record["players"]),
        "accepted": rng.random() < 0.3,
        "tricks": rng.choice([1, "rest"]),
    }
    record["claim"] = claim


# What is asked, and what the pages have to say.


def wrong(app: Flask, seed: int) -> Iterator[str]:
    """Yield a line for everything in which a page of the record of a seed is not what JSON says."""
    record = record_of(seed)
    name = record["ruleset"]["name"]
    in_game: Json = {member: record[member] for member in ("ruleset", "players", "teams") if member in record}
    row = {member: value for member, value in record.items() if member not in _OF_ITS_ROUND}
    other = {member: value for member, value in record.items() if member != "ruleset"}
    asked: tuple[tuple[str, Json, Callable[[Json, Json, Shown], Iterator[str]]], ...] = (
        (AUDIT, record, ruling_differing),
        (GAME, {**in_game, "rounds": [row, row]}, game_differing),
        (COMPARISON, {**other, "rulesets": [record["ruleset"], name]}, comparison_differing),
    )
    for path, body, differing in asked:
        content = json.dumps(body)
        answer = _asked(app, path, content, "application/json")
        if answer.status not in _KNOWN_STATUS:
            yield f"{path}: {answer.status}"
            continue
        for accepted in PAGES:
            page = _asked(app, path, content, accepted)
            if page.status != answer.status:
                yield f"{path} as {accepted}: {page.status}, not {answer.status}"
            elif page.status == 200:
                shown = Shown(page.body.decode(), accepted)
                for line in differing(body, answer.json(), shown):
                    yield f"{path} as {accepted}: {line}"


def _asked(app: Flask, path: str, content: str, accepted: str) -> Answer:
    with app.test_client() as client:
        headers = {"Accept": accepted}
        return Answer.of(client.post(path, data=content, content_type="application/json", headers=headers))


class Shown:
    """A page as it is read: its words, and its tables as rows of cells, whatever it is written in."""

    def __init__(self, page: str, accepted: str) -> None:
        is_html = accepted == "text/html"
        self.words = _plain(page) if is_html else _unescaped(page)
        self.tables = list(_tables_in_html(page) if is_html else _tables_in_markdown(page))

    def has(self, sentence: str) -> bool:
        """Return whether the page says this."""
        return _squeezed(sentence) in self.words

    def table(self, first: str, last: str = "") -> Rows:
        """Return the rows below a head whose first cell is this, and whose last one has this word; none without it."""
        for head, *rows in self.tables:
            if head[0].startswith(first) and last in head[-1]:
                return rows
        return []


def _squeezed(words: str) -> str:
    return re.sub(r"\s+", "", words).replace(MINUS, "-")


def _plain(page: str) -> str:
    return _squeezed(html.unescape(re.sub(r"<[^>]*>", "", page.partition("</style>")[2])))


def _unescaped(page: str) -> str:
    return _squeezed(html.unescape(re.sub(r"\\(?=[^a-zA-Z0-9\s])", "", re.sub(r"[*~`]+|<[^>]*>", "", page))))


def _tables_in_html(page: str) -> Iterator[Rows]:
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        yield [[_cell(each) for each in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def _cell(marked: str) -> str:
    unnumbered = re.sub(r"<sup.*?</sup>|<s[ >].*?</s>", "", marked, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", unnumbered)).split())


def _tables_in_markdown(page: str) -> Iterator[Rows]:
    table: Rows = []
    for line in [*page.splitlines(), ""]:
        if line.startswith("|"):
            cells = line.removesuffix("|").removeprefix("|").split("|")
            table.append([" ".join(re.sub(r"~~.*?~~|\([Q0-9, ]+\)|\*\*|\\", "", cell).split()) for cell in cells])
        elif table:
            yield [row for row in table if not row[0].startswith("--")]
            table = []


def ruling_differing(record: Json, answer: Json, shown: Shown) -> Iterator[str]:
    """Yield a line for each fact of a ruling that its page does not state as JSON does."""
    if not shown.has(f"Ruling: {answer['verdict']}") and "Ruling" not in shown.words:
        yield f"the verdict is not {answer['verdict']}"
    yield from _found_differing(answer, shown)
    yield from _tricks_differing(record, answer, shown)
    yield from _claim_differing(answer, shown)
    won = {row[0].removesuffix(" (dealer)"): row[-1].split(" ")[0] for row in shown.table("Player", "Tricks won")}
    if won != {player: str(tricks) for player, tricks in answer["tricks_won"].items()}:
        yield f"the tricks won are {won}, not {answer['tricks_won']}"
    if answer["verdict"] != "void":
        for side in chain(answer.get("as_played", ()), answer.get("as_ruled", ())):
            if not shown.has(f"{side['points']:+}" if side["points"] else "0"):
                yield f"{side['points']} points of {side['team']} are not shown"
    for penalty in answer.get("penalties", ()):
        if not shown.has(_in_words(penalty["detail"])):
            yield f"no penalty says: {penalty['detail']}"


def _found_differing(answer: Json, shown: Shown) -> Iterator[str]:
    for found in (*answer["findings"], *answer["undecided"]):
        if not shown.has(_in_words(found["detail"])):
            yield f"nothing says: {found['detail']}"


def _in_words(detail: str) -> str:
    """Return a sentence of JSON with its cards as pages write them."""
    cards = re.sub(r"\b[2-9TJQKA][SHDC]\b|\b[BL]J\b", lambda card: card_text(card[0]), detail)
    return cards.replace(MINUS, "-")


def _tricks_differing(record: Json, answer: Json, shown: Shown) -> Iterator[str]:
    rows = shown.table("No.", "Won by")
    if len(rows) != len(record["tricks"]):
        yield f"{len(rows)} tricks, not {len(record['tricks'])}"
        return
    for row, trick, outcome in zip(rows, record["tricks"], answer["tricks"], strict=True):
        if row[1] != outcome.get("leader", ""):
            yield f"trick {row[0]} was led by {row[1]}, not {outcome.get('leader')}"
        if row[-1].split(",")[0] != outcome.get("winner", ""):
            yield f"trick {row[0]} was won by {row[-1]}, not {outcome.get('winner')}"
        cards = [cell for cell in row[2:-1] if cell]
        if cards != list(_cards_shown(record["players"], trick, outcome)):
            yield f"trick {row[0]} has the cards {cards}"


def _cards_shown(players: list[str], trick: Json, outcome: Json) -> Iterator[str]:
    """Yield the cards of a trick with their players, of a list only if it is known who led a whole trick."""
    leader = outcome.get("leader") or trick.get("leader") or players[0]
    clockwise = list(islice(cycle(players), players.index(leader), players.index(leader) + len(players)))
    for play in trick.get("plays", ()):
        yield f"{card_text(play['card'])} {play['player']}"
    cards = trick.get("cards", [])
    names = clockwise if "leader" in outcome and len(cards) >= len(players) else [""]
    for name, card in zip(cycle(names), cards, strict=False):
        yield f"{card_text(card)} {name}".strip()
    by_player: Mapping[str, str] = trick.get("cards_by_player", {})
    yield from (f"{card_text(by_player[player])} {player}" for player in clockwise if player in by_player)


def _claim_differing(answer: Json, shown: Shown) -> Iterator[str]:
    claim = answer.get("claim")
    if claim is None:
        return
    if not shown.has(_in_words(claim["detail"])):
        yield f"nothing says: {claim['detail']}"
    rows = shown.table("No.", "Card")
    plays = [*claim["line_from"]["plays"], *claim["line"]] if "line" in claim else []
    if [cell for row in rows for cell in row[1:]] != [f"{card_text(each['card'])} {each['player']}" for each in plays]:
        yield f"the line of play is {rows}, not {plays}"
    numbers = [int(row[0]) for row in rows]
    if "line" in claim and numbers != [*range(claim["line_from"]["trick"], numbers[0] + claim["left"])]:
        yield f"the tricks of the line have the numbers {numbers}"


def game_differing(_: Json, answer: Json, shown: Shown) -> Iterator[str]:
    """Yield a line for each fact of a game that its page does not state."""
    for played in answer["rounds"]:
        yield from _found_differing({"undecided": (), **played}, shown)
        for side in played.get("as_ruled", ()):
            if not shown.has(str(side["points"])):
                yield f"{side['points']} points of {side['team']} in round {played['number']} are not shown"
    if not shown.has(answer["verdict"]):
        yield f"the verdict is not {answer['verdict']}"


def comparison_differing(_: Json, answer: Json, shown: Shown) -> Iterator[str]:
    """Yield a line for each verdict that the page of a comparison does not state."""
    verdicts = next((row[1:] for _, *rows in shown.tables for row in rows if row[0] == "Verdict"), None)
    expected = [result.get("verdict", "not readable") for result in answer["results"]]
    if verdicts != expected:
        yield f"the verdicts are {verdicts}, not {expected}"


def main(first: int, last: int) -> int:
    """Look at the records of these seeds, the last among them; return 1 if any page says something else."""
    app, found = create_app(), 0
    for seed in range(first, last + 1):
        for line in wrong(app, seed):
            found += 1
            sys.stdout.write(f"seed {seed}: {line}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{last + 1 - first} records, {found} differences\n")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
