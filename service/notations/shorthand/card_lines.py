"""The lines of cards, bids, tricks and claims: each reader puts what a statement says into the record of its part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from service.notations import model
from service.notations.model import Place, Record
from service.notations.shorthand.table import Draft, Path
from service.notations.shorthand.words import (
    ACCEPTED,
    REFUSED,
    REST,
    Faults,
    Token,
    WordsLeft,
    bid_in,
    cards_in,
    cards_of_hand,
    cards_of_suit,
    is_joker,
    is_like_a_card,
    is_suit,
    number_in,
)
from service.spades.cards import INDEX, UNREAD_CODE, card_meant
from service.spades.english import count_of, quoted
from service.spades.rules.ruleset import blind_kind

_FORM_OF_CARD = "write rank then suit, KH or 10H or K♥, and ?? for a card that nobody can read"

_JOKERS = "write BJ for the big joker and LJ for the little one"


def _fault_of_card(faults: Faults, token: Token | None, place: Place) -> None:
    """Note that a token is not a card, or that there is none at its place."""
    if token is None:
        faults.fault(place, "card", "A card is missing here; the winner of a trick comes behind >.")
        return
    meant = card_meant(token.text)
    form = _JOKERS if is_joker(token.text) else _FORM_OF_CARD
    faults.fault(token.place, "card", f"{quoted(token.text)} is not a card: {f'write {meant}' if meant else form}.")


def card_of(faults: Faults, words: WordsLeft) -> str | None:
    """Take one card; None, after noting the fault, if there is none."""
    place, token = words.place, words.take()
    codes = cards_in(token.text) if token is not None and token.kind == "word" else None
    if codes is not None and len(codes) == 1:
        return codes[0]
    _fault_of_card(faults, token, place)
    return None


def cards_left(faults: Faults, words: WordsLeft, *, until: Callable[[Token], bool] | None = None) -> list[str]:
    """Take the cards up to a certain token or the end: ``KH 2C``, ``KH2C``, or by suits ``H:K C:2``, ``♥K ♣2``."""
    return [card for card, _ in placed_cards_left(faults, words, until=until)]


def placed_cards_left(
    faults: Faults, words: WordsLeft, *, until: Callable[[Token], bool] | None = None
) -> list[tuple[str, Place]]:
    """Like `cards_left`, each card with the place of its word."""
    cards: list[tuple[str, Place]] = []
    while (token := words.peek()) is not None:
        if until is not None and until(token):
            break
        words.take()
        cards += [(card, token.place) for card in _group(faults, token, words)]
        if len(cards) > model.MOST_CARDS:
            faults.fault(token.place, "too_many", f"There are at most {model.MOST_CARDS} cards.")
            words.take_rest()
    return cards


def _group(faults: Faults, token: Token, words: WordsLeft) -> list[str]:
    """Return the cards of a token, or of a suit and the token behind the colon after it."""
    text = token.text if token.kind == "word" else ""
    if is_suit(text) and words.take_mark(":"):
        ranks = words.take()
        found = None if ranks is None or ranks.kind != "word" else cards_of_suit(f"{text}:{ranks.text}")
        if found is None:
            detail = f"Behind {text}: belong the ranks of that suit, such as {text}:AK10, or - if there are none."
            faults.fault(token.place, "card", detail)
        return found or []
    found = cards_in(text) or cards_of_suit(text) or cards_of_hand(text)
    if found is None:
        _fault_of_card(faults, token, token.place)
    return found or []


def read_hand(draft: Draft, words: WordsLeft) -> None:
    """Read ``hand N S:AKQ H:T98 D:AK6 C:QJ97`` or ``hand N AKQ.T98.AK6.QJ97``."""
    place = words.place
    hands: dict[str, list[str]] = draft.members.setdefault("hands", {})
    token = None if words.take_nothing("hand none says that no hand is known") else words.take()
    if token is None:
        return
    name = draft.names.player(token)
    words.take_mark(":", "=")
    cards = cards_left(draft.faults, words)
    if name in hands:
        draft.fault(place, "repeated", f"The hand of {quoted(name or '')} is given twice.")
    elif name is not None:
        hands[name] = cards


def read_aside(draft: Draft, words: WordsLeft) -> None:
    """Read ``aside 2C 2D``: the cards that were dealt to nobody."""
    place = words.place
    words.take_word("none")
    draft.once("set_aside", place, cards_left(draft.faults, words))


def read_draw(draft: Draft, words: WordsLeft) -> None:
    """Read ``draw N KH 2C kept KH``: the cards that a player drew in a turn, and those that they kept."""
    place = words.place
    token = None if words.take_nothing("draw none says that no card was drawn") else words.take()
    if token is None:
        draft.members.setdefault("draws", [])
        return
    player = draft.names.player(token)
    drawn = cards_left(draft.faults, words, until=lambda token: token.is_word("kept"))
    if not words.take_word("kept"):
        draft.fault(words.place, "kept", "Write which of the cards were kept: draw N KH 2C kept KH.")
        return
    draw: dict[str, Any] = {"player": player, "cards": drawn, "kept": cards_left(draft.faults, words)}
    draft.add("draws", draw, place, model.MOST_DRAWS)


def read_pass(draft: Draft, words: WordsLeft) -> None:
    """Read ``pass N > S KH 2C``: the cards that a player passed to another after the bidding."""
    place = words.place
    giver = None if words.take_nothing("pass none says that no cards were passed") else words.take()
    if giver is None:
        draft.members.setdefault("exchanges", [])
        return
    arrow = words.take_mark(">") or words.take_word("to")
    taker = words.take()
    if not arrow or taker is None:
        draft.fault(place, "pass", "Cards that were passed are written pass N > S KH 2C.")
        return
    exchange = {
        "from": draft.names.player(giver),
        "to": draft.names.player(taker),
        "cards": cards_left(draft.faults, words),
    }
    draft.add("exchanges", exchange, place, model.MOST_EXCHANGES)


_BLIND_ONCE = "Name the blind bidders once: in the bids, as N b4 or N bn, or in one line, as blind N E."
_ALL_OR_NONE = "Write > between all bids if they are in the order made, or between none."


_ZERO_WITHOUT_ORDER = "Only bids in their order tell a zero from a nil: write > between all bids."


class _Bid(NamedTuple):
    """A bid as it is written."""

    bidder: Token
    name: str
    tricks: int
    kind: str
    """The kind of bid, as far as the text says it; otherwise empty."""
    of_team: bool

    @property
    def blind(self) -> bool:
        """Whether it is a blind bid."""
        return "blind" in self.kind


def read_bids(draft: Draft, words: WordsLeft) -> None:
    """Read ``N 2  E 5  S nil  W 1``, or ``N 2 > E 5 > S nil > W 1`` for bids in the order in which they were made."""
    place = words.place
    if words.peek() is not None and words.take_nothing("bids none says that nobody bid"):
        _check_more_bids(draft, place, in_order=True)
        draft.members["bids"] = []
        return
    if _are_without_names(draft, words):
        return
    made: list[_Bid] = []
    opening = words.take_mark(">")
    bidders, marks = 0, 0
    while words.peek() is not None:
        bid = _bid(draft, words)
        made += [] if bid is None else [bid]
        bidders += 1
        marks += words.take_mark(">")
    in_order = opening or marks > 0
    if in_order and marks < bidders - 1:
        draft.fault(place, "order", _ALL_OR_NONE)
    if not _check_more_bids(draft, place, in_order=in_order):
        return
    if in_order:
        # Within a statement a player may bid again.
        bids: list[Any] = draft.members.setdefault("bids", [])
        for bid in made:
            if bid.name in draft.bidders:
                draft.fault(bid.bidder.place, "doubled_bid", _already(draft, bid.name))
            member = {"team" if bid.of_team else "player": bid.name, "tricks": bid.tricks}
            bids.append({**member, **({"kind": bid.kind} if bid.kind else {})})
    else:
        _put_by_player(draft, words, made)
    draft.bidders += [bid.name for bid in made]
    draft.tricks_at_bids = len(draft.tricks)
    if len(draft.bidders) > (model.MOST_BIDS if in_order else model.MOST_BIDDERS):
        detail = f"A round has at most {model.MOST_BIDS} bids, or {model.MOST_BIDDERS} if their order is not known."
        draft.fault(place, "too_many", detail)


def _are_without_names(draft: Draft, words: WordsLeft) -> bool:
    """Return whether bids have no names before them, ``bids 3 4 1 4``, after noting the fault."""
    tokens = [token for ahead in range(model.MOST_CARDS) if (token := words.peek(ahead)) is not None]
    if not tokens or any(token.kind != "word" or bid_in(token.text) is None for token in tokens):
        return False
    example = "  ".join(f"{name} {token.text}" for name, token in zip(draft.names.table.players, tokens, strict=False))
    draft.fault(words.place, "name_expected", f"Each bid has its player's name before it, such as {example}.")
    return True


def _check_more_bids(draft: Draft, place: Place, *, in_order: bool) -> bool:
    """Return whether bids may follow those of earlier statements, if there are any; notes the fault otherwise."""
    written = draft.members.keys() & {"bids", "bids_by_player"}
    if not written:
        return True
    detail = None
    if not draft.bidders:
        detail = "Nobody bids in this round, as was said before: here are bids."
    elif draft.tricks_at_bids < len(draft.tricks):
        detail = "The bids of this round came before its tricks: here are more. If a new round begins, write --- first."
    elif in_order != ("bids" in written):
        detail = _ALL_OR_NONE
    if detail is not None:
        draft.fault(place, "order" if detail == _ALL_OR_NONE else "repeated", detail)
    return detail is None


def _already(draft: Draft, name: str) -> str:
    """Return the sentence on a player who bid in an earlier statement."""
    is_complete = set(draft.names.table.players) <= set(draft.bidders)
    advice = " If a new round begins, write --- before it." if is_complete else ""
    return f"{quoted(name)} has bid already in this round.{advice}"


def _put_by_player(draft: Draft, words: WordsLeft, made: list[_Bid]) -> None:
    by_player: dict[str, int] = draft.members.setdefault("bids_by_player", {})
    for bid in made:
        if bid.name in by_player:
            detail = f"{quoted(bid.name)} bids twice: write > between all bids if they are in the order made."
            detail = _already(draft, bid.name) if bid.name in draft.bidders else detail
            draft.fault(bid.bidder.place, "doubled_bid", detail)
        if bid.kind == "zero":
            draft.fault(bid.bidder.place, "order", _ZERO_WITHOUT_ORDER)
        by_player[bid.name] = bid.tricks
    place = words.statement.place
    blind = [bid.name for bid in made if bid.blind]
    if blind and draft.blind_place is None:
        draft.members.setdefault("blind_bidders", []).extend(blind)
    elif blind:
        draft.fault(place, "repeated", _BLIND_ONCE)
    if len(by_player) > 1:
        detail = "The order of the bids is not recorded, so it is not judged; write > between bids that are in order."
        draft.note_once(place, "order_not_recorded", detail)


def _bid(draft: Draft, words: WordsLeft) -> _Bid | None:
    of_team = words.take_word("team")
    place, bidder = words.place, words.take()
    if bidder is None:
        draft.fault(place, "name_expected", "Here belongs the name of a team: team Reds 5.")
        return None
    name = draft.names.team(bidder) if of_team else draft.names.bidder(bidder)
    words.take_mark(":", "=")
    blind = words.take_word("blind")
    place, token = words.place, words.take()
    bid = None if token is None or token.kind != "word" else bid_in(token.text)
    if bid is None or bid[0] > model.MOST_CARDS or (blind and bid[1] == "zero"):
        seen = f"the bid of {quoted(bidder.text)} is missing" if token is None else f"this is {quoted(token.text)}"
        detail = f"A bid is a number of tricks, nil, zero, bn for a blind nil or b6 for a blind six: {seen}."
        draft.fault(place, "bid", detail)
        return None
    if name is None:
        return None
    kind = blind_kind(bid[0]) if blind else bid[1]
    return _Bid(bidder, name, bid[0], kind, of_team=of_team or name not in draft.names.table.players)


def read_blind_bidders(draft: Draft, words: WordsLeft) -> None:
    """Read ``blind S``: who bid blind, beside bids in no known order."""
    place = words.place
    names = [draft.names.name(token) for token in words.take_rest()]
    if len(names) > model.MOST_BIDDERS:
        draft.fault(place, "too_many", f"A round has at most {model.MOST_BIDDERS} bidders.")
    draft.blind_place = place
    if "blind_bidders" in draft.members:
        draft.fault(place, "repeated", _BLIND_ONCE)
    draft.members["blind_bidders"] = names


_EMPTY = {":": "plays", "=": "cards_by_player"}


class _Play(NamedTuple):
    """A card as it is written: None for anything else, and the name and the mark before it, if there is one."""

    card: str | None
    player: str | None = None
    mark: str | None = None
    withdrawn: tuple[dict[str, Any], ...] = ()


def read_trick(draft: Draft, words: WordsLeft) -> None:
    """Read ``N QD 2D 5D 3D``; the leader may be left out, ``> W`` says who is said to have won the trick."""
    place = words.place
    if words.peek() is None or words.take_nothing("tricks none says that no trick was played"):
        draft.says_no_tricks = True
        return
    if len(draft.tricks) > model.MOST_CARDS:
        words.take_rest()  # too many already, and said
        return
    trick, draft.next_trick = draft.next_trick, {}
    _take_number(draft, words, trick)
    leader = _leader(draft, words)
    if leader is not None:
        trick["leader"] = leader
    trick |= _cards(draft, words, place, leader)
    if words.take_mark(">"):
        where, winner = words.place, words.take()
        if winner is None:
            draft.fault(where, "name_expected", "Behind > belongs the winner of the trick.")
        else:
            trick["winner"] = draft.names.player(winner)
    words.end("the winner of a trick comes last, behind >")
    draft.tricks.append(trick)
    if len(draft.tricks) == model.MOST_CARDS + 1:
        draft.fault(
            place, "too_many", f"A round has at most {model.MOST_CARDS} tricks: write --- before the next round."
        )


def read_gap(draft: Draft, words: WordsLeft) -> None:
    """Read ``...``: tricks are not recorded here."""
    draft.next_trick["after_gap"] = True
    words.end("behind ... comes the next line: a trick, which may begin with its number (9. N QD 2D 5D 3D)")


def read_broken(draft: Draft, words: WordsLeft) -> None:
    """Read ``broken``: spades had been broken before the trick that comes next."""
    draft.next_trick["spades_broken"] = True
    words.end("behind the word broken comes a semicolon or the next line")


def read_unbroken(draft: Draft, words: WordsLeft) -> None:
    """Read ``unbroken``: spades had not been broken before the trick that comes next."""
    draft.next_trick["spades_broken"] = False
    words.end("behind the word unbroken comes a semicolon or the next line")


def _take_number(draft: Draft, words: WordsLeft, trick: dict[str, Any]) -> None:
    """Take the number of the trick, ``5.`` or ``5)``, if the line begins with one; behind a gap it is a member."""
    expected = draft.number_of_next
    number = _number(words)
    draft.number_of_next = (number if number is not None and "after_gap" in trick else expected) + 1
    if number is None or number == expected:
        return
    if number > expected and trick.pop("after_gap", False):
        trick["number"] = number
        return
    detail = f"This is trick {expected} of the round, not {number}: a line is missing, or --- before a new round."
    if number > expected:
        detail += " Where tricks are not recorded, write a line ... before this one."
    draft.fault(words.statement.place, "trick_number", detail)


def _number(words: WordsLeft) -> int | None:
    """Take the number that a trick begins with, and return it; None if there is none."""
    token = words.peek()
    if token is None or token.kind != "word":
        return None
    has_dot = token.text.endswith(".")
    number = number_in(token.text.removesuffix("."))
    if number is None or not (has_dot or words.peek_is_mark(")", ":", ahead=1)):
        return None
    words.take()
    words.take_mark(")", ":")
    return number


def _leader(draft: Draft, words: WordsLeft) -> str | None:
    """Take the name that a trick begins with, unless it is a card's."""
    first = words.peek()
    if first is None or first.kind == "mark":
        return None
    # A mark at the end of a trick is no mark of the name, but says that the trick is empty.
    is_empty = words.peek(2) is None or words.peek_is_mark(">", ahead=2)
    if words.peek_is_mark(*_EMPTY, ahead=1) and not is_empty:
        return None
    # AD is a card, even if somebody called ad is at the table; or AD himself, before a card of everybody.
    if (first.kind == "word" and first.text in INDEX) and not (
        draft.names.is_player_exactly(first) and _is_before_a_whole_trick(draft, words)
    ):
        return None
    names = draft.names.is_player(first)
    if not names and first.kind == "word" and not _is_unknown_leader(draft, words, first):
        return None
    words.take()
    return draft.names.player(first)


def _is_unknown_leader(draft: Draft, words: WordsLeft, first: Token) -> bool:
    """Return whether a word that is no player's name was meant to be one, not a card: ``Tim`` before all the cards."""
    if cards_in(first.text) or first.text == "-":
        return False
    if is_joker(first.text) or not is_like_a_card(first.text):
        return not is_joker(first.text)
    return _is_before_a_whole_trick(draft, words)


def _is_before_a_whole_trick(draft: Draft, words: WordsLeft) -> bool:
    """Return whether a card of every player follows the next word."""
    players = len(draft.names.table.players)
    following = [words.peek(ahead) for ahead in range(1, players + 1)]
    return all(token is not None and _is_card(token) for token in following)


def _cards(draft: Draft, words: WordsLeft, place: Place, leader: str | None) -> dict[str, Any]:
    """Return the cards of a trick as ``plays``, ``cards`` or ``cards_by_player``."""
    token = words.peek()
    if token is not None and token.is_mark(*_EMPTY):
        words.take()
        return {_EMPTY[token.text]: [] if token.text == ":" else {}}
    plays: list[_Play] = []
    is_all = False
    while words.peek() is not None and not words.peek_is_mark(">") and not is_all:
        is_all = words.take_word("-")
        plays += [] if is_all else _play(draft, words)
    if any(play.mark == "=" for play in plays):
        return _by_player(draft, plays, place)
    if any(play.mark or play.withdrawn for play in plays):
        return _in_order(draft, plays, place, leader)
    if not is_all:
        _check_size(draft, len(plays), place)
    elif len(plays) > model.MOST_PLAYS:
        draft.fault(place, "trick_size", f"A trick has at most {model.MOST_PLAYS} cards.")
    return {"cards": [play.card for play in plays]}


def _check_size(draft: Draft, cards: int, place: Place) -> None:
    players = len(draft.names.table.players)
    written = f"Trick {len(draft.tricks) + 1} has {count_of(cards, 'card')}, and the table has {players} players"
    if cards < players:
        draft.short_tricks.append(
            (len(draft.tricks), place, f"{written}; write ?? for a card that nobody can read, or - at the end.")
        )
    elif cards > players:
        draft.fault(place, "trick_size", f"{written}: begin a new line for each trick, or write - at the end.")


def _play(draft: Draft, words: WordsLeft) -> list[_Play]:
    """Take a card, or several written together, with what is written before it: a name, cards taken back."""
    first = words.peek()
    if first is not None and first.kind == "word" and first.text in INDEX and not words.peek_is_mark(":", "=", ahead=1):
        words.take()
        return [_Play(first.text)]  # as nearly always; see `WordsLeft.peek_is_mark`
    player, mark = _player(draft, words)
    withdrawn = _withdrawn(draft, words)
    place, token = words.place, words.take()
    codes = cards_in(token.text) if token is not None and token.kind == "word" else None
    if codes is None:
        _fault_of_card(draft.faults, token, place)
        return [_Play(None, player, mark, withdrawn)]
    return [_Play(codes[0], player, mark, withdrawn), *map(_Play, codes[1:])]


def _player(draft: Draft, words: WordsLeft) -> tuple[str | None, str | None]:
    """Take the name of a player and the mark behind it: ``:`` or ``=``. A name right before a card needs none."""
    token = words.peek()
    if token is None or token.kind == "mark":
        return None, None
    if words.peek_is_mark(":", "=", ahead=1):
        words.take()
        mark = ":" if words.take_mark(":") else "="
        words.take_mark("=")
        return draft.names.player(token), mark
    if draft.names.is_player(token) and not _is_card(token):
        words.take()
        return draft.names.player(token), ":"
    return None, None


def _is_card(token: Token) -> bool:
    return token.kind == "word" and cards_in(token.text) is not None


def _withdrawn(draft: Draft, words: WordsLeft) -> tuple[dict[str, Any], ...]:
    """Take cards that were taken back, ``(QH)`` or ``(QH@4.2)`` with the moment."""
    withdrawn: list[dict[str, Any]] = []
    while words.take_mark("("):
        if words.peek_is_mark(")"):
            detail = "Here is no card in ( ): a card that was taken back is written (QH), ?? if nobody can read it."
            draft.fault(words.place, "parenthesis", detail)
        while words.peek() is not None and not words.peek_is_mark(")"):
            place, card = words.place, card_of(draft.faults, words)
            at = {"at": words.take_moment()} if words.take_mark("@") else {}
            withdrawn.append({"card": card, **at})
            if len(withdrawn) == model.MOST_WITHDRAWN + 1:
                draft.fault(place, "too_many", f"At most {model.MOST_WITHDRAWN} cards are taken back at one play.")
        if not words.take_mark(")"):
            draft.fault(words.place, "parenthesis", "A card that was taken back is written (QH).")
    return tuple(withdrawn)


def _by_player(draft: Draft, plays: list[_Play], place: Place) -> dict[str, Any]:
    by_player: dict[str | None, str | None] = {}
    for play in plays:
        if play.mark != "=" or play.withdrawn:
            detail = "Write a trick as N=QD E=2D throughout, or in order: N QD 2D, with N:QD for a card out of turn."
            draft.fault(place, "forms_of_a_trick", detail)
            break
        if play.player in by_player:
            detail = f"{quoted(play.player or '')} has two cards in this trick: write N:QD for cards in order."
            draft.fault(place, "repeated", detail)
        by_player[play.player] = play.card
    return {"cards_by_player": by_player}


def _in_order(draft: Draft, plays: list[_Play], place: Place, leader: str | None) -> dict[str, Any]:
    """Return plays in which a card without a name is that of the next player, clockwise."""
    table, turn = draft.names.table, leader
    made: list[dict[str, Any]] = []
    for play in plays:
        player = play.player if play.mark else turn
        if player is None and not play.mark:
            detail = f"Who played the first card? Write the name before it, such as {table.players[0]}:{play.card}."
            draft.fault(place, "player_expected", detail)
        if player is None:
            break
        entry: dict[str, Any] = {"player": player, "card": play.card}
        made.append({**entry, "withdrawn": list(play.withdrawn)} if play.withdrawn else entry)
        turn = table.after(player)
    if len(made) > model.MOST_PLAYS:
        draft.fault(place, "trick_size", f"A trick has at most {model.MOST_PLAYS} cards.")
    return {"plays": made}


_FORM_OF_CLAIM = (
    "A claim is written claim W rest or claim W 3: W claims all the tricks that are left, or three of them."
)


_CONCEDES = ("concedes", "concede")


def is_claim(draft: Draft, first: Token, second: Token) -> bool:
    """Return whether two tokens say that a player claims or, which shorthand has no line for, concedes."""
    if draft.names.is_player(first):
        return second.is_word("claims", "claim", *_CONCEDES)
    return second.is_word("claims", "claim") or first.is_word(*_CONCEDES)


def read_claim(draft: Draft, words: WordsLeft) -> None:
    """Read ``claim W 3 AS KS QS refused``, or ``W claims rest``: what W claimed, how, and whether it was accepted."""
    for concedes in (token for token in words.tokens[:3] if token.is_word(*_CONCEDES)):
        if not (concedes is words.peek() and draft.names.is_player(concedes)):
            detail = (
                "A line says what is claimed, and all other tricks are conceded: write claim W 0 if W concedes all that"
                " are left, or the number of tricks that W's side still takes."
            )
            draft.fault(concedes.place, "concession", detail)
            return
    places: dict[Path, Place] = {(): words.statement.place}
    token = words.take()
    if token is None:
        draft.fault(words.place, "name_expected", _FORM_OF_CLAIM)
        return
    claim: Record = {"by": draft.names.player(token)}
    words.take_word("claims", "claim")
    words.take_mark(":")
    places["tricks",] = words.place
    claim["tricks"] = _tricks(draft, words)
    _read_moment(words, claim, places)
    statement = _statement(draft, words)
    if statement:
        claim["statement"] = [card for card, _ in statement]
        places |= {("statement", index): place for index, (_, place) in enumerate(statement)}
        _read_moment(words, claim, places)
    claim["accepted"] = _is_accepted(draft, words)
    words.end(f"a claim ends with {ACCEPTED} or {REFUSED}")
    draft.claim_places, draft.tricks_at_claim = places, len(draft.tricks)
    draft.once("claim", places[()], claim)


def _is_accepted(draft: Draft, words: WordsLeft) -> bool:
    """Take what the other side said; accepted, with a note, if that is not said."""
    if words.peek() is None:
        detail = f"A claim of which no more is said is read as {ACCEPTED}; write {ACCEPTED} or {REFUSED} behind it."
        draft.note_once(words.place, "claim_read", detail)
    return words.take_word(ACCEPTED) or not words.take_word(REFUSED)


def _tricks(draft: Draft, words: WordsLeft) -> int | str | None:
    """Take how many tricks are claimed; None, after noting the fault, if that is not said."""
    words.take_word("the")
    if words.take_word(REST, "all"):
        return REST
    token = words.peek()
    number = None if token is None or token.kind != "word" else number_in(token.text)
    if number is None or not 0 <= number <= model.MOST_CARDS:
        seen = "" if token is None else f", not {quoted(token.text)}"
        detail = (
            f"Write how many tricks are claimed, from 0 to {model.MOST_CARDS}, or {REST} for all that are left{seen}."
        )
        draft.fault(words.place, "number", detail)
    words.take()
    words.take_word("trick", "tricks")
    return number


def _read_moment(words: WordsLeft, claim: Record, places: dict[Path, Place]) -> None:
    """Take when the claim was made, if that is said here and has not been said before."""
    if "at" not in claim and (words.take_mark("@") or words.take_word("at")):
        places["at",] = words.place
        claim["at"] = words.take_moment()


def _statement(draft: Draft, words: WordsLeft) -> list[tuple[str, Place]]:
    """Take the cards in the order in which the claimer meant to play them, each with its place."""
    place = words.place
    cards = placed_cards_left(draft.faults, words, until=_ends_statement)
    if any(card == UNREAD_CODE for card, _ in cards):
        detail = "A claimer names the cards that he means to play: write those before the one that nobody can read."
        draft.fault(place, "card", detail)
    return cards


def _ends_statement(token: Token) -> bool:
    """Return whether a token is no card, and is not meant to be one."""
    if token.kind != "word" or token.is_word("at", ACCEPTED, REFUSED):
        return True
    return not (cards_in(token.text) or cards_of_suit(token.text) or is_suit(token.text) or is_like_a_card(token.text))
