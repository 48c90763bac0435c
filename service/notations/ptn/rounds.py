"""Rounds of PTN: the tags of a round become its record, with its tricks in columns by seat; and records as such tags.

A text holds the players, the dealer, hands and cards set aside, cards passed (each pair of players once), bids in order
or by player, the claimed score after the round, labels, and tricks as ``cards_by_player``, the first of them with or
without its leader. It has no place for a ruleset, names of teams, a standing before the round, accusations, cards drawn
or taken back, winners, leaders beyond the first, bids of teams and other claims of a score sheet. A trick in ``cards``
becomes one in ``cards_by_player``, and one in ``plays`` loses the order of play.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations import model
from service.notations.model import Place, ReadText, Record, Remarks, WrittenText
from service.notations.ptn.tags import (
    COMMENT,
    KNOWN,
    NOT_RECORDED,
    ROUND_NUMBER,
    SEATS,
    TAG_OF,
    UNKNOWN_HAND,
    Round,
    read_card,
    read_hand,
    read_rounds,
    read_run,
    read_table,
    write_card,
    write_hand,
    write_run,
    write_tag,
)
from service.notations.round_parts import (
    NOT_PLAYED,
    Bid,
    Losses,
    SeatedPlayers,
    Tag,
    TrickRow,
    Word,
    bid_of,
    bids_by_player,
    bids_in_order,
    clockwise,
    members_by_player,
    refuse_unusable,
    row_from,
    trick_rows,
    words_of,
)
from service.spades.english import listed, quoted

UNKNOWN_SCORE = "-"
_NUMBER = re.compile(r"-?\d{1,7}", re.ASCII)
_ALONE = re.compile(r"\bsolo\b|\bindividual\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\bteams?\b|\b\dv\d\b|\bpartner", re.IGNORECASE)


def read_scores(tag: Tag, table: SeatedPlayers, event: str, remarks: Remarks) -> dict[str, int]:
    """Return the scores after the round by side, or by player if opposite players differ.

    The tag gives a score for each seat. Partners have the same, and so may two who play alone: then the title of the
    event decides, and without one nothing is taken if all have the same.
    """
    scores = _by_player(tag, table, remarks)
    pairs = opposite_pairs(table.players)
    alike = bool(pairs) and all(scores.get(one) == scores.get(other) for one, other in pairs)
    together, alone = bool(_TOGETHER.search(event)), bool(_ALONE.search(event))
    if alike and together == alone and len(set(scores.values())) == 1:
        detail = "All have the same score: it may be that of players or that of sides, so it is not taken."
        remarks.note(tag.place, "unmapped", detail)
        return {}
    if not alike or (alone and not together):
        remarks.note(tag.place, "scores", "Read as the score of each player after this round.")
        return scores
    remarks.note(tag.place, "scores", "Read as the score of each two opposite players after this round: they agree.")
    return {"+".join(pair): scores[pair[0]] for pair in pairs if pair[0] in scores}


def opposite_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players who sit opposite each other; none at a table of two or of an odd number."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True)) if len(players) in {4, 6} else []


def _by_player(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> dict[str, int]:
    seat, colon, rest = tag.value.partition(":")
    words = rest.split()
    scores: dict[str, int] = {}
    if not colon or len(words) != len(table.seats):
        detail = f"Write a seat, a colon and {len(table.seats)} scores clockwise from that seat, - if one is not known."
        remarks.fault(tag.place, "bad_scores", detail)
        return scores
    for player, word in zip(table.players_from(Word(seat.strip(), tag.place), remarks), words, strict=False):
        if word == UNKNOWN_SCORE:
            continue
        if not _NUMBER.fullmatch(word) or abs(int(word)) > model.HIGHEST_SCORE:
            remarks.fault(tag.place, "bad_scores", f"{quoted(word)} is not a score: write a whole number.")
            continue
        scores[player] = int(word)
    return scores


def note_options(tag: Tag, remarks: Remarks) -> None:
    """Note each option of the program: only those are given that differ from its defaults, which nobody can look up."""
    try:
        options = json.loads(tag.value)
        written = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in options.items()]
    except (ValueError, RecursionError, AttributeError):
        remarks.note(tag.place, "unmapped", f"These options cannot be read and are not taken: {quoted(tag.value)}.")
        return
    for option in written:
        detail = f"The option {quoted(option)} is not taken: choose a ruleset that says the same."
        remarks.note(tag.place, "unmapped", detail)


def read_labels(tags: Mapping[str, Tag], remarks: Remarks) -> dict[str, str]:
    """Return the event and the tags that say nothing about a record as labels."""
    labels: dict[str, str] = {}
    for name, tag in tags.items():
        if name in KNOWN - {"Event"} or not tag.value:
            continue
        if len(labels) == model.MOST_LABELS or len(name) > model.LONGEST_NAME:
            detail = (
                f"{quoted(name)} is not taken: a record has {model.MOST_LABELS} labels with names to "
                f"{model.LONGEST_NAME}."
            )
            remarks.note(tag.place, "unmapped", detail)
            continue
        labels[name] = tag.value[: model.LONGEST_LABEL]
        if len(tag.value) > model.LONGEST_LABEL:
            rest = tag.value[model.LONGEST_LABEL :]
            detail = f"A label has {model.LONGEST_LABEL} characters; this is left out: {quoted(rest)}."
            remarks.note(tag.place, "label_cut", detail)
    return labels


def read_round_number(tag: Tag, remarks: Remarks) -> int | None:
    """Return the number of the round; None and a fault if it is none."""
    if _NUMBER.fullmatch(tag.value) and 0 < int(tag.value) <= model.HIGHEST_ROUND:
        return int(tag.value)
    remarks.fault(tag.place, "bad_round", f"The number of a round is 1 to {model.HIGHEST_ROUND}.")
    return None


def read_exchanges(passed: Sequence[Tag], table: SeatedPlayers, remarks: Remarks) -> list[dict[str, Any]]:
    """Match the cards that players gave away with those that others received."""
    takers: dict[str, Counter[str]] = {}
    received = [move for tag in passed if tag.name == "CardsAdded" for move in _moves(tag, table, remarks)]
    for taker, card, _ in received:
        takers.setdefault(card, Counter())[taker] += 1
    exchanges: dict[tuple[str, str], list[str]] = {}
    for giver, card, place in (
        move for tag in passed if tag.name == "CardsRemoved" for move in _moves(tag, table, remarks)
    ):
        found = [taker for taker, count in takers.get(card, {}).items() if count and taker != giver]
        if len(found) > 1:
            detail = f"{giver} passed {card} to {listed(found, 'or')}: leave it out of the cards of one of them."
            remarks.fault(place, "ambiguous_exchange", detail)
        elif not found:
            detail = f"Nobody received {card}, which {giver} gave away: it is not taken as passed."
            remarks.note(place, "unmapped", detail)
        else:
            takers[card][found[0]] -= 1
            exchanges.setdefault((giver, found[0]), []).append(card)
    for taker, card, place in received:
        if takers[card][taker]:
            takers[card][taker] -= 1
            detail = f"Nobody gave away {card}, which {taker} received: it is not taken as passed."
            remarks.note(place, "unmapped", detail)
    return [{"from": giver, "to": taker, "cards": cards} for (giver, taker), cards in exchanges.items()]


def _moves(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> list[tuple[str, str, Place]]:
    """Return each player of a tag like ``S:S5HQ N:C2`` with each of their cards."""
    moves = []
    for word in tag.words:
        seat, colon, run = word.text.partition(":")
        player = table.player_at(Word(seat, word.place), remarks)
        place = Place(word.place.line, word.place.column + len(seat) + 1)
        cards = read_run([Word(run, place)], remarks)
        if len(cards) > model.MOST_CARDS or not colon:
            detail = f"Write a seat, a colon and the cards, such as S:S5HQC8; {model.MOST_CARDS} cards at most."
            remarks.fault(word.place, "bad_cards", detail)
        elif player is not None:
            moves += [(player, card, place) for card in cards]
    return moves


NONE = "-"
SHOW = "show"
_BLIND = "blind"
_BID = re.compile(r"(?P<blind>b|blind[-_]?)?(?P<bid>\d{1,2}|nil|zero|n)", re.IGNORECASE)
_FAULT_OF_BID = ("bad_bid", f"Nil, Blind Nil, Blind 6, or {NONE} for none")


def read_auction(tag: Tag, table: SeatedPlayers, *, in_order: bool, remarks: Remarks) -> dict[str, Any]:
    """Return the bids as members of a record.

    Where players first say that they look at their cards (``Show``), the rows are no order of time: the bids are then
    taken by player, and so they are if the text says that their order was not recorded.
    """
    words = _joined(word for row in tag.rows for word in row)
    turns = table.players_from(Word(tag.value.strip(), tag.place), remarks)
    shown = [word for word in words if word.text.lower() == SHOW]
    made = [
        (word, turns[index % len(turns)])
        for index, word in enumerate(words)
        if turns and word.text != NONE and word.text.lower() != SHOW
    ]
    read = [(word, bid_of(word, player, _BID, _FAULT_OF_BID, remarks)) for word, player in made[: model.MOST_BIDS + 1]]
    bids = [(word, bid) for word, bid in read if bid is not None]
    if len(bids) > model.MOST_BIDS:
        remarks.fault(
            bids[model.MOST_BIDS][0].place, "too_many_bids", f"A round has no more than {model.MOST_BIDS} bids."
        )
    if not bids:
        remarks.note(tag.place, "no_bids", "The auction has no bids: taken as not recorded.")
        return {}
    if in_order and not shown:
        return {"bids": [bid.member for _, bid in bids]}
    if shown:
        detail = "Players look at their cards in rows of their own, so the order of the bids is not taken."
        remarks.note(shown[0].place, "order_of_bids", detail)
    named: set[str] = set()
    for word, bid in bids:
        if bid.player in named:
            detail = f"{quoted(bid.player)} has bid already, and the order of bids is not known: leave one of them out."
            remarks.fault(word.place, "repeated_bid", detail)
        named.add(bid.player)
    return members_by_player((bid for _, bid in bids), table.players)


def _joined(words: Iterator[Word]) -> list[Word]:
    """Join bids of two words: ``Blind Nil``, ``Show Hand``."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1].text.lower() if joined else ""
        if before == _BLIND:
            joined[-1] = Word(_BLIND + word.text, joined[-1].place)
        elif not (before == SHOW and word.text.lower() == "hand"):
            joined.append(word)
    return joined


def write_auction(record: Mapping[str, Any], losses: Losses) -> tuple[str, list[str]] | None:
    """Return the player whose bid comes first, and the rows of bids; None if there are no bids."""
    bids = bids_in_order(record, losses) if "bids" in record else _in_turn(record, bids_by_player(record, losses))
    if not bids:
        return None
    players = record["players"]
    order = clockwise(players, bids[0].player)
    slots: list[str] = []
    for bid in bids:
        slots += [NONE] * ((order.index(bid.player) - len(slots)) % len(order))
        slots.append(f"{'Blind ' if bid.blind else ''}{bid.tricks or 'Nil'}")
    slots += [NONE] * (-len(slots) % len(order))
    rows = [" ".join(slots[start : start + len(order)]) for start in range(0, len(slots), len(order))]
    return bids[0].player, rows


def _in_turn(record: Mapping[str, Any], bids: Mapping[str, Bid]) -> list[Bid]:
    """Return bids in turn after the dealer, or from the first player if the dealer is not known."""
    players: Sequence[str] = record["players"]
    order = clockwise(players, record["dealer"]) if "dealer" in record else [*players]
    turns = [*order[1:], order[0]] if "dealer" in record else order
    return [bids[name] for name in turns if name in bids]


SPADES = "Spades"
BID_ORDER, FIRST_LEADER = "bid order", "first leader"
"""What may be missing from a record though the text seems to say it."""
_OTHER_GAMES = ("Declarer", "Contract")
_NOBODY = {"", "-", "?"}


def read(text: str) -> ReadText:
    """Read a text in PTN as one record a round. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [_read_round(round_, remarks) for round_ in read_rounds(text, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _read_round(round_: Round, remarks: Remarks) -> Record:
    tags = round_.tags
    _check_game(tags, round_.place, remarks)
    table = read_table(round_, remarks)
    record: Record = {"players": list(table.players)}
    dealer = tags.get("Dealer")
    if dealer is not None and dealer.value.strip() not in _NOBODY:
        record["dealer"] = table.player_at(Word(dealer.value.strip(), dealer.place), remarks)
    if ROUND_NUMBER in tags:
        record["round_number"] = read_round_number(tags[ROUND_NUMBER], remarks)
    record |= _read_cards_dealt(round_, table, remarks)
    missing = _not_recorded(tags, remarks)
    if "Auction" in tags:
        record |= read_auction(tags["Auction"], table, in_order=BID_ORDER not in missing, remarks=remarks)
    play = tags.get("Play")
    record["tricks"] = [] if play is None else _read_play(play, table, remarks, led=FIRST_LEADER not in missing)
    if "GameOptionsJson" in tags:
        note_options(tags["GameOptionsJson"], remarks)
    if "GameScores" in tags:
        event = tags["Event"].value if "Event" in tags else ""
        if scores := read_scores(tags["GameScores"], table, event, remarks):
            record["reported"] = {"score": scores}
    labels = read_labels(tags, remarks)
    return {**record, "labels": labels} if labels else record


def _read_cards_dealt(round_: Round, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Return the hands, the cards left over, and those passed."""
    members: dict[str, Any] = {}
    if "Deal" in round_.tags and (hands := _read_deal(round_.tags["Deal"], table, remarks)):
        members["hands"] = hands
    undealt = round_.tags.get("Undealt")
    if undealt is not None and (aside := read_run(undealt.words, remarks)):
        members["set_aside"] = aside
        if len(aside) > model.MOST_CARDS:
            remarks.fault(undealt.place, "too_many_cards", f"No more than {model.MOST_CARDS} cards can be left over.")
    if round_.passed:
        members["exchanges"] = read_exchanges(round_.passed, table, remarks)
        if len(members["exchanges"]) > model.MOST_EXCHANGES:
            detail = f"A round has no more than {model.MOST_EXCHANGES} exchanges."
            remarks.fault(round_.passed[0].place, "too_many_exchanges", detail)
    return members


def _check_game(tags: Mapping[str, Tag], place: Place, remarks: Remarks) -> None:
    """Refuse other games, and note what none but other games say."""
    game = tags.get("GameCode")
    if game is not None and game.value.strip().lower() != SPADES.lower():
        remarks.fault(game.place, "other_game", f"This is a round of {quoted(game.value)}, not of Spades.")
    elif game is None:
        remarks.note(place, "game_not_named", "The text does not name its game: read as Spades.")
    for name in _OTHER_GAMES:
        tag = tags.get(name)
        if tag is None or tag.value.strip() in _NOBODY:
            continue
        if game is None:
            detail = f'Spades has no {name.lower()}, so this is another game: if not, write [GameCode "{SPADES}"].'
            remarks.fault(tag.place, "other_game", detail)
        else:
            remarks.note(tag.place, "unmapped", f"Spades has no {name.lower()}: {quoted(tag.value)} is not taken.")


def _read_deal(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> dict[str, list[str]]:
    first, *_ = tag.value.partition(":")
    after = Place(tag.place.line, tag.place.column + len(first) + 1)
    players = table.players_from(Word(first.strip(), tag.place), remarks)
    hands = {}
    words = words_of(tag.value[after.column - tag.place.column :], after)
    for player, word in zip(players, words, strict=False):
        if word.text != UNKNOWN_HAND:
            hands[player] = read_hand(word, remarks)
            if len(hands[player]) > model.MOST_CARDS:
                remarks.fault(word.place, "too_many_cards", f"A hand has no more than {model.MOST_CARDS} cards.")
    return hands


def _not_recorded(tags: Mapping[str, Tag], remarks: Remarks) -> set[str]:
    tag = tags.get(NOT_RECORDED)
    named = {part.strip() for part in tag.value.split(",")} if tag else set()
    if tag is not None and not named <= {BID_ORDER, FIRST_LEADER}:
        detail = f"Write {quoted(BID_ORDER)}, {quoted(FIRST_LEADER)} or both, separated by a comma."
        remarks.fault(tag.place, "bad_tag", detail)
    return named


def _read_play(tag: Tag, table: SeatedPlayers, remarks: Remarks, *, led: bool) -> list[dict[str, Any]]:
    """Read a row a trick: a column for each seat clockwise from the first leader, whoever led to the trick."""
    order = table.players_from(Word(tag.value.strip(), tag.place), remarks)
    if len(tag.rows) > model.MOST_CARDS:
        place = tag.rows[model.MOST_CARDS][0].place
        remarks.fault(place, "too_many_tricks", f"A round has no more than {model.MOST_CARDS} tricks.")
    tricks = [_read_row(row, order, remarks) for row in tag.rows[: model.MOST_CARDS]] if order else []
    if tricks and led:
        tricks[0] = {"leader": order[0], **tricks[0]}
    return tricks


def _read_row(row: Sequence[Word], order: Sequence[str], remarks: Remarks) -> dict[str, Any]:
    if len(row) > len(order):
        detail = f"A row has no more than {len(order)} cards, one of each player."
        remarks.fault(row[len(order)].place, "too_many_cards", detail)
    cards = {
        player: card
        for player, word in zip(order, row, strict=False)
        if word.text != NOT_PLAYED and (card := read_card(word, remarks)) is not None
    }
    return {"cards_by_player": cards}


TITLE = "PTN"
FIRST_LINE = f"{COMMENT} {TITLE}"
_MEMBERS_WRITTEN = {
    *("players", "dealer", "round_number", "hands", "set_aside", "exchanges"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "reported", "labels"),
}
_NAME = re.compile(r"[^\s\"\[\]%]+")
_KNOWN_IN_ANY_CASE = {name.lower() for name in KNOWN}


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, TITLE)
    losses = Losses(TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    seat_of = dict(zip(players, SEATS[len(players)], strict=True))
    labels = _labels(record, losses)
    auction = write_auction(record, losses)
    rows = trick_rows(record, losses)
    missing = [BID_ORDER] if auction and "bids_by_player" in record else []
    if rows and rows[0].leader is None:
        missing.append(FIRST_LEADER)
    event = labels.pop("Event", "")
    tags = [
        ("Event", event),
        *labels.items(),
        ("GameCode", SPADES),
        *([(ROUND_NUMBER, str(record["round_number"]))] if "round_number" in record else []),
        *_scores(record, event, losses),
        *((TAG_OF[seat], player) for player, seat in seat_of.items() if player != seat),
        *([("Dealer", seat_of[record["dealer"]])] if "dealer" in record else []),
        ("Deal", _deal(record, seat_of)),
        *([("Undealt", write_run(record["set_aside"]))] if record.get("set_aside") else []),
        *_passed(record, seat_of, losses),
        *([(NOT_RECORDED, ", ".join(missing))] if missing else []),
    ]
    lines = [FIRST_LINE, *(write_tag(name, value) for name, value in tags)]
    if auction:
        lines += [write_tag("Auction", seat_of[auction[0]]), *auction[1]]
    return WrittenText("\n".join([*lines, *_play(record, rows, seat_of, losses)]) + "\n", losses.all)


def _labels(record: Mapping[str, Any], losses: Losses) -> dict[str, str]:
    """Return the labels that can be tags."""
    labels = {}
    for name, value in record.get("labels", {}).items():
        if name != "Event" and (name.lower() in _KNOWN_IN_ANY_CASE or not _NAME.fullmatch(name)):
            losses.lose("unmapped", "This name cannot be that of a tag of its own.", "labels", name)
        elif not value:
            losses.lose("unmapped", "A tag without a value says nothing.", "labels", name)
        else:
            labels[name] = value
    return labels


def _scores(record: Mapping[str, Any], event: str, losses: Losses) -> list[tuple[str, str]]:
    reported = record.get("reported", {})
    losses.lose_members(reported, {"score"}, "reported")
    claimed = reported.get("score")
    if not claimed:
        return []
    players = record["players"]
    scores = {player: claimed[player] for player in players if player in claimed}
    for pair in opposite_pairs(players):
        if "+".join(pair) in claimed:
            scores |= dict.fromkeys(pair, claimed["+".join(pair)])
    value = " ".join(str(scores.get(player, UNKNOWN_SCORE)) for player in players)
    table = SeatedPlayers(SEATS[len(players)], tuple(players), in_any_case=True)
    tag = Tag("GameScores", f"{table.seats[0]}:{value}", Place(1, 1))
    if read_scores(tag, table, event, Remarks()) == claimed:
        return [(tag.name, tag.value)]
    detail = "Scores by seat do not tell whose these are: of players or of sides that have no names of their own."
    losses.lose("unmapped", detail, "reported", "score")
    return []


def _deal(record: Mapping[str, Any], seat_of: Mapping[str, str]) -> str:
    hands = record.get("hands", {})
    first = record.get("dealer", record["players"][0])
    dealt = (
        write_hand(hands[player]) if player in hands else UNKNOWN_HAND for player in clockwise(record["players"], first)
    )
    return f"{seat_of[first]}:{' '.join(dealt)}"


def _passed(record: Mapping[str, Any], seat_of: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return the cards that players received, and those that they gave away."""
    if "exchanges" not in record:
        return []
    exchanges = record["exchanges"]
    added = [f"{seat_of[exchange['to']]}:{write_run(exchange['cards'])}" for exchange in exchanges]
    removed = [f"{seat_of[exchange['from']]}:{write_run(exchange['cards'])}" for exchange in exchanges]
    tags = [
        *(("CardsAdded", value) for value in added or [""]),
        *(("CardsRemoved", value) for value in removed or [""]),
    ]
    table, remarks = SeatedPlayers(tuple(seat_of.values()), tuple(seat_of), in_any_case=True), Remarks()
    if read_exchanges([Tag(*tag, Place(1, 1)) for tag in tags], table, remarks) == exchanges:
        return tags
    losses.lose("unmapped", "From cards added and removed, these exchanges cannot be told.", "exchanges")
    return []


def _play(record: Mapping[str, Any], rows: Sequence[TrickRow], seat_of: Mapping[str, str], losses: Losses) -> list[str]:
    """Return the tag and a row for each trick, in columns from the first leader."""
    if not rows:
        return []
    if any("leader" in trick for trick in record["tricks"][1:]):
        losses.lose("leaders", "Only the first trick has a leader; after it the winner leads.", "tricks")
    for index, row in enumerate(rows):
        if row.in_turn:
            losses.lose(
                "no_leader", "Without a leader, it is not known whose cards these are.", "tricks", index, "cards"
            )
    order = clockwise(record["players"], rows[0].leader or record["players"][0])
    lines = [
        " ".join(card if card == NOT_PLAYED else write_card(card) for card in row_from(order, row.cards))
        for row in rows
    ]
    return [write_tag("Play", seat_of[order[0]]), *lines]
