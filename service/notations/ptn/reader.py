"""The record of each round of a text in PTN."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.notations import model
from service.notations.model import Place, ReadText, Record, Remarks
from service.notations.ptn.options import INDIVIDUAL, ruleset_of
from service.notations.ptn.tags import (
    BID_ORDER,
    FIRST_LEADER,
    GAME_SCORES,
    KNOWN,
    NOT_RECORDED,
    OTHER_GAMES,
    PASSED,
    PLAYER_TAGS,
    ROUND_NUMBER,
    SEATS,
    Round,
    Tag,
    Word,
    read_rounds,
    words_of,
)
from service.spades.cards import RANKS, SUITS, UNREAD_CODE, card_meant
from service.spades.english import listed, quoted
from service.spades.rules.ruleset import blind_kind

_SPADES = "Spades"
_NOT_PLAYED = "-"
"""Written in a row where a player has not played a card."""
_NO_BID = "-"
_UNKNOWN_SCORE = "-"
_UNKNOWN_HAND = "-"
_NOBODY = {"", "-", "?"}
_ROUND_NUMBER = re.compile("[0-9]{1,4}")
_SCORE = re.compile(r"-?\d{1,7}", re.ASCII)
_BID = re.compile(r"(?P<blind>b(?:lind)?[:_-]?)?(?P<bid>\d{1,2}|nil|zero|n)", re.IGNORECASE)
_SHOW, _BLIND = "show", "blind"
_SUITS = SUITS[::-1]
"""The suits in the order of a hand."""
_UNREAD_RANK = "?"
_JOKERS = {"H": "BJ", "L": "LJ", _UNREAD_RANK: UNREAD_CODE}
"""The jokers, high and low, and cards that nobody can read, in a group of their own after the suits."""
_CARDS = {
    **{suit + rank: rank + suit for suit in _SUITS for rank in RANKS},
    "JH": "BJ",
    "JL": "LJ",
    UNREAD_CODE: UNREAD_CODE,
}
"""The card that each word means."""
_WORDS = {card: word for word, card in _CARDS.items()}


def read(text: str) -> ReadText:
    """Read a text in PTN as one record a round. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [_RoundReader(round_, remarks).record() for round_ in read_rounds(text, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _is_played_out(record: Mapping[str, Any]) -> bool:
    """Return whether the play came to its end, as far as the hands say how long it is: if none is known, it has."""
    return len(record["tricks"]) >= max(map(len, record.get("hands", {}).values()), default=0)


class _RoundReader:
    """Reads the tags of a round."""

    def __init__(self, round_: Round, remarks: Remarks) -> None:
        self._remarks = remarks
        self._note, self._fault = remarks.note, remarks.fault
        self._tags, self._passed, self._start = round_
        self._seats: tuple[str, ...] = ()
        """The seats clockwise."""
        self._players: tuple[str, ...] = ()
        """The players in them."""

    def record(self) -> Record:
        """Return the record of the round."""
        tags = self._tags
        self._check_game(tags.get("GameCode"))
        self._seat_players()
        record: Record = {"players": list(self._players)}
        if "Dealer" in tags and tags["Dealer"].word.text not in _NOBODY:
            record["dealer"] = self._player_at(tags["Dealer"].word)
        if ROUND_NUMBER in tags:
            record["round_number"] = self._round_number(tags[ROUND_NUMBER])
        record |= self._cards_dealt()
        missing = self._not_recorded()
        if "Auction" in tags:
            record |= self._bids(tags["Auction"], in_order=BID_ORDER not in missing)
        is_led = FIRST_LEADER not in missing
        record["tricks"] = self._tricks(tags["Play"], is_led=is_led) if "Play" in tags else []
        if "GameOptionsJson" in tags:
            title = tags["Event"].value if "Event" in tags else ""
            record |= ruleset_of(tags["GameOptionsJson"], title, record, self._remarks)
        labels_too = {"Event"}
        if GAME_SCORES in tags:
            scores, place = self._scores(tags[GAME_SCORES]), tags[GAME_SCORES].place
            if _is_played_out(record):
                detail = (
                    "This is the score after the round, which can't be checked without the score before it: it is kept"
                    " as a label."
                )
                self._note(place, "scores", detail)
                labels_too.add(GAME_SCORES)
            else:
                sides = record["ruleset"]["overrides"]["table"]["sides"] if "ruleset" in record else None
                before = self._scores_of_sides(scores, sides, place)
                record |= {"before": {side: {"score": score} for side, score in before.items()}} if before else {}
        others = (tag for name, tag in tags.items() if name not in KNOWN - labels_too and tag.value)
        labels = self._labels(others)
        return {**record, "labels": labels} if labels else record

    def _check_game(self, code: Tag | None) -> None:
        """Refuse a text of another game, and what none but others have unless the text names Spades."""
        if code is None:
            self._note(self._start, "game_not_named", "The text does not name its game: read as Spades.")
        elif code.word.text.lower() != _SPADES.lower():
            self._fault(code.place, "other_game", f"This is a round of {quoted(code.value)}, not of Spades.")
        for name in OTHER_GAMES:
            tag = self._tags.get(name)
            if tag is None or tag.word.text in _NOBODY:
                continue
            if code is None:
                detail = f'Spades has no {name.lower()}, so this is another game: if not, write [GameCode "{_SPADES}"].'
                self._fault(tag.place, "other_game", detail)
            else:
                self._note(tag.place, "unmapped", f"Spades has no {name.lower()}: {quoted(tag.value)} is not taken.")

    def _seat_players(self) -> None:
        """Read how many play, from the deal or else from their names, and who they are.

        Raises the faults at once if the number of players cannot be known.
        """
        named = {seat: self._tags[tag] for tag, seat in PLAYER_TAGS.items() if tag in self._tags}
        deal = self._tags.get("Deal")
        if deal is not None:
            seats = SEATS.get(len(deal.value.partition(":")[2].split()), ())
        else:
            seats = next((seats for seats in SEATS.values() if set(named) == set(seats)), ())
        if not seats:
            detail = (
                "Two to six can play, and the text does not say how many: write a deal with a hand or - for each, "
                'such as [Deal "N:- - - -"].'
            )
            self._fault(deal.place if deal else self._start, "no_seats", detail)
            self._remarks.raise_faults()
        for seat, tag in named.items():
            if seat not in seats:
                detail = f"There is no seat {seat} for {len(seats)}: the players sit at {listed(seats)}."
                self._fault(tag.place, "unknown_seat", detail)
        self._seat([named[seat].value if seat in named else "" for seat in seats], seats, self._start)

    def _card(self, word: Word) -> str | None:
        """Read a card; None and a fault if it is none."""
        card = _CARDS.get(word.text.upper())
        if card is None:
            meant = card_meant(word.text)
            advice = f"write {_WORDS[meant]}" if meant else "write suit and rank, S2 to CA, JH or JL for a joker"
            self._fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
        return card

    def _run(self, words: Iterable[Word]) -> list[str]:
        """Read cards that follow each other without a space: ``S2SJCJ``."""
        cards = (self._card(card) for word in words for card in word.cards())
        return [card for card in cards if card is not None]

    def _cards_dealt(self) -> dict[str, Any]:
        """Return the hands, the cards left over, and those passed."""
        members: dict[str, Any] = {}
        if "Deal" in self._tags and (hands := self._hands(self._tags["Deal"])):
            members["hands"] = hands
        undealt = self._tags.get("Undealt")
        if undealt is not None and (aside := self._run(undealt.words)):
            members["set_aside"] = aside
            self._limit([undealt.place] * len(aside), model.MOST_CARDS, "cards of a round")
        if self._passed:
            members["exchanges"] = exchanges = self._exchanges(self._passed)
            places = [self._passed[0].place] * len(exchanges)
            self._limit(places, model.MOST_EXCHANGES, "exchanges of a round")
        return members

    def _hands(self, tag: Tag) -> dict[str, list[str]]:
        first, _, rest = tag.value.partition(":")
        words = words_of(rest, tag.place.right(len(first) + 1))
        hands = zip(self._from(Word(first.strip(), tag.place)), words, strict=False)
        return {player: self._hand(word) for player, word in hands if word.text != _UNKNOWN_HAND}

    def _exchanges(self, passed: Sequence[Tag]) -> list[dict[str, Any]]:
        """Match the cards that players gave away with those that others received."""
        received, given = ([move for tag in passed if tag.name == name for move in self._moves(tag)] for name in PASSED)
        left = Counter((card, taker) for taker, card, _ in received)
        exchanges: dict[tuple[str, str], list[str]] = {}
        for giver, card, place in given:
            found = [taker for taker in self._players if left[card, taker] and taker != giver]
            if len(found) > 1:
                detail = f"{giver} passed {card} to {listed(found, 'or')}: leave it out of the cards of one of them."
                self._fault(place, "ambiguous_exchange", detail)
            elif not found:
                detail = f"Nobody received {card}, which {giver} gave away: it is not taken as passed."
                self._note(place, "unmapped", detail)
            else:
                left[card, found[0]] -= 1
                exchanges.setdefault((giver, found[0]), []).append(card)
        for taker, card, place in received:
            if left[card, taker]:
                left[card, taker] -= 1
                detail = f"Nobody gave away {card}, which {taker} received: it is not taken as passed."
                self._note(place, "unmapped", detail)
        return [{"from": giver, "to": taker, "cards": cards} for (giver, taker), cards in exchanges.items()]

    def _moves(self, tag: Tag) -> Iterator[tuple[str, str, Place]]:
        """Yield each player of a tag like ``S:S5HQ N:C2`` with each of their cards."""
        for word in tag.words:
            seat, colon, run = word.text.partition(":")
            player = self._player_at(Word(seat, word.place))
            place = word.place.right(len(seat) + 1)
            cards = self._run([Word(run, place)])
            if len(cards) > model.MOST_CARDS or not colon:
                detail = f"Write a seat, a colon and the cards, such as S:S5HQC8; {model.MOST_CARDS} cards at most."
                self._fault(word.place, "bad_cards", detail)
            elif player is not None:
                yield from ((player, card, place) for card in cards)

    def _not_recorded(self) -> set[str]:
        tag = self._tags.get(NOT_RECORDED)
        named = {part.strip() for part in tag.value.split(",")} if tag else set()
        if tag is not None and not named <= {BID_ORDER, FIRST_LEADER}:
            detail = f"Write {quoted(BID_ORDER)}, {quoted(FIRST_LEADER)} or both, separated by a comma."
            self._fault(tag.place, "bad_tag", detail)
        return named

    def _bids(self, tag: Tag, *, in_order: bool) -> dict[str, Any]:
        """Return the bids as members of a record.

        Where players first say that they look at their cards (``Show``), the rows are no order of time: the bids are
        then taken by player, and so they are if the text says that their order was not recorded.
        """
        words = _joined(word for row in tag.rows for word in row)
        turns = self._from(tag.word)
        shown = [word for word in words if word.text.lower() == _SHOW]
        made = [(word, turns[index % len(turns)]) for index, word in enumerate(words) if turns]
        made = [(word, player) for word, player in made if word.text.lower() not in {_NO_BID, _SHOW}]
        self._limit([word.place for word, _ in made], model.MOST_BIDS, "bids of a round")
        bids = [bid for word, player in made[: model.MOST_BIDS] if (bid := self._bid(word, player)) is not None]
        if not bids:
            self._note(tag.place, "no_bids", "The auction has no bids: taken as not recorded.")
            return {}
        if in_order and not shown:
            return {"bids": bids}
        if shown:
            detail = "Players look at their cards in rows of their own, so the order of the bids is not taken."
            self._note(shown[0].place, "order_of_bids", detail)
        named: set[str] = set()
        for word, player in made:
            if player in named:
                why = f"{quoted(player)} has bid already, and the order of bids is not known"
                self._fault(word.place, "bid_repeated", f"{why}: leave one of them out.")
            named.add(player)
        blind = sorted({bid["player"] for bid in bids if "kind" in bid}, key=self._players.index)
        by_player = {"bids_by_player": {bid["player"]: bid["tricks"] for bid in bids}}
        return {**by_player, **({"blind_bidders": blind} if blind else {})}

    def _bid(self, word: Word, player: str) -> dict[str, Any] | None:
        """Read a bid as a member of a record; None and a fault if it is none."""
        found = _BID.fullmatch(word.text)
        tricks = int(found["bid"]) if found is not None and found["bid"].isdigit() else 0
        if found is None or tricks > model.MOST_CARDS:
            fix = f"write a number, Nil, Blind Nil, Blind 6, or {_NO_BID} for none"
            self._fault(word.place, "bad_bid", f"{quoted(word.text)} is not a bid: {fix}.")
            return None
        kind = {"kind": blind_kind(tricks)} if found["blind"] is not None else {}
        return {"player": player, "tricks": tricks, **kind}

    def _limit(self, places: Sequence[Place], most: int, what: str) -> None:
        """Report more ``cards of a hand``, or of something else, than there may be: each has its place here."""
        if len(places) > most:
            self._fault(places[most], f"too_many_{what.partition(' ')[0]}", f"There are at most {most} {what}.")

    def _tricks(self, tag: Tag, *, is_led: bool) -> list[dict[str, Any]]:
        """Read a row a trick: a column for each seat clockwise from the first leader, whoever led to the trick."""
        order = self._from(tag.word)
        self._limit([row[0].place for row in tag.rows], model.MOST_CARDS, "tricks of a round")
        tricks: list[dict[str, Any]] = []
        for row in tag.rows[: model.MOST_CARDS] if order else ():
            self._limit([word.place for word in row], len(order), "cards of a trick")
            words = zip(order, row, strict=False)
            played = ((player, self._card(word)) for player, word in words if word.text != _NOT_PLAYED)
            leader = {"leader": order[0]} if is_led and not tricks else {}
            tricks.append({**leader, "cards_by_player": {player: card for player, card in played if card is not None}})
        return tricks

    def _scores(self, tag: Tag) -> dict[str, int]:
        """Return the score of each player; the tag has one for each seat, ``-`` if it is not known."""
        seat, colon, rest = tag.value.partition(":")
        words, count = rest.split(), len(self._seats)
        if not colon or len(words) != count:
            detail = f"Write a seat, a colon and {count} scores clockwise from that seat, - if one is not known."
            self._fault(tag.place, "bad_scores", detail)
            return {}
        scores: dict[str, int] = {}
        for player, word in zip(self._from(Word(seat.strip(), tag.place)), words, strict=False):
            if _SCORE.fullmatch(word) and abs(int(word)) <= model.HIGHEST_SCORE:
                scores[player] = int(word)
            elif word != _UNKNOWN_SCORE:
                self._fault(tag.place, "bad_scores", f"{quoted(word)} is not a score: write a whole number.")
        return scores

    def _scores_of_sides(self, scores: Mapping[str, int], sides: str | None, place: Place) -> dict[str, int]:
        """Return the scores when a round was saved, of players or of sides as the options say; none without options."""
        if sides == INDIVIDUAL:
            self._note(place, "scores", "Read as the score of each player before this round.")
            return dict(scores)
        half = len(self._players) // 2
        pairs = [*zip(self._players[:half], self._players[half:], strict=True)] if sides is not None else []
        if not pairs or any(scores.get(one) != scores.get(other) for one, other in pairs):
            detail = "It is not known which of these is the score of a side, or of a player: none is taken."
            self._note(place, "unmapped", detail)
            return {}
        self._note(place, "scores", "Read as the score of each two opposite players before this round: they agree.")
        return {"+".join(pair): scores[pair[0]] for pair in pairs if pair[0] in scores}

    def _round_number(self, tag: Tag) -> int | None:
        """Return the number of a round; None and a fault if it is none."""
        text = tag.word.text
        if _ROUND_NUMBER.fullmatch(text) and 0 < int(text) <= model.HIGHEST_ROUND:
            return int(text)
        self._fault(tag.place, "bad_round", f"The number of a round is 1 to {model.HIGHEST_ROUND}.")
        return None

    def _labels(self, tags: Iterable[Tag]) -> dict[str, str]:
        """Return tags as labels, as many and as long as a record has."""
        labels: dict[str, str] = {}
        for tag in tags:
            is_short = len(tag.name) <= model.LONGEST_NAME and len(tag.value) <= model.LONGEST_LABEL
            if is_short and len(labels) < model.MOST_LABELS:
                labels[tag.name] = tag.value
            else:
                limits = f"{model.MOST_LABELS} labels, a label {model.LONGEST_LABEL} characters"
                self._note(tag.place, "unmapped", f"{quoted(tag.name)} is not taken: a record has {limits}.")
        return labels

    def _seat(self, names: Sequence[str], seats: tuple[str, ...], place: Place) -> None:
        """Seat players by their names, or by their seats if a name is missing, too long or that of somebody else."""
        usable = [0 < len(name) <= model.LONGEST_NAME and names.count(name) == 1 for name in names]
        players = tuple(name if fits else seat for name, seat, fits in zip(names, seats, usable, strict=True))
        nameless = [seat for seat, fits in zip(seats, usable, strict=True) if not fits]
        if len(set(players)) < len(players):
            players, nameless = seats, list(seats)
        if nameless:
            detail = f"No name of their own, or none that a record can hold: called by their seats, {listed(nameless)}."
            self._note(place, "called_by_seat", detail)
        self._seats, self._players = seats, players

    def _player_at(self, seat: Word) -> str | None:
        """Return the player in a seat; None and a fault if there is no such seat."""
        if seat.text.upper() in self._seats:
            return self._players[self._seats.index(seat.text.upper())]
        detail = f"There is no seat {quoted(seat.text)} for {len(self._seats)}: write {listed(self._seats, 'or')}."
        self._fault(seat.place, "unknown_seat", detail)
        return None

    def _from(self, seat: Word) -> list[str]:
        """Return all players clockwise from a seat; nobody and a fault if there is no such seat."""
        player = self._player_at(seat)
        first = 0 if player is None else self._players.index(player)
        return [] if player is None else [*self._players[first:], *self._players[:first]]

    def _hand(self, word: Word) -> list[str]:
        """Read a group for each suit, and perhaps one more for jokers and cards that cannot be read."""
        suits = word.text.split(".")
        if len(suits) not in {len(_SUITS), len(_SUITS) + 1}:
            detail = (
                f"{quoted(word.text)} has {len(suits)} groups: write one for each of {' '.join(_SUITS)}, separated"
                " by dots, then jokers if there are any."
            )
            self._fault(word.place, "bad_holding", detail)
            return []
        cards, group = [], 0
        for offset, letter in enumerate(word.text):
            if letter == ".":
                group += 1
            elif card := self._card_of_group(letter.upper(), _SUITS[group : group + 1], word.place.right(offset)):
                cards.append(card)
        self._limit([word.place] * len(cards), model.MOST_CARDS, "cards of a hand")
        return cards

    def _card_of_group(self, rank: str, suit: str, place: Place) -> str | None:
        """Read a letter of a hand, in the group of a suit or in that of jokers; None and a fault if it is no card."""
        if suit and rank in RANKS:
            return rank + suit
        if suit and rank == _UNREAD_RANK:
            detail = "Read as a card that cannot be read; that it is of this suit is not kept."
            self._note(place, "suit_not_kept", detail)
            return UNREAD_CODE
        if not suit and rank in _JOKERS:
            return _JOKERS[rank]
        of_suit = "a ten is T" if rank in "10" else f"the ranks are {RANKS[::-1]}"
        advice = f"not a rank: {of_suit}" if suit else "not a joker: write H for the high one, L for the low"
        self._fault(place, "bad_rank", f"{quoted(rank)} is {advice}.")
        return None


def _joined(words: Iterator[Word]) -> list[Word]:
    """Join bids of two words: ``Blind Nil``, ``Show Hand``."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1].text.lower() if joined else ""
        if before == _BLIND:
            joined[-1] = Word(_BLIND + word.text, joined[-1].place)
        elif not (before == _SHOW and word.text.lower() == "hand"):
            joined.append(word)
    return joined
