"""The two ways in which the core refuses a request, each with a pointer and a code for every fault in it.

Where something is in a request is said by a JSON Pointer (RFC 6901) in the form of a URI fragment, and in words, as
sentences and pages name it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Self
from urllib.parse import quote, unquote

# The characters that RFC 3986 allows in a fragment besides letters and digits, except "/", which separates the parts.
_SAFE: Final = "-._~!$&'()*+,;=:@?"


def pointer_to(*parts: str | int) -> str:
    """Return the pointer to the member or item that these parts lead to, escaped and percent-encoded.

    >>> pointer_to("reported", "points", "ana/cy+ü")
    '#/reported/points/ana~1cy+%C3%BC'
    """
    return pointer_of(parts)


def pointer_of(parts: tuple[str | int, ...]) -> str:
    """Return the pointer to where these parts lead."""
    tokens = ["#"]
    for part in parts:
        text = str(part)
        if not (isinstance(part, int) or (part.isascii() and part.isidentifier())):  # nearly never
            text = quote(text.replace("~", "~0").replace("/", "~1"), safe=_SAFE)
        tokens.append(text)
    return "/".join(tokens)


def parts_of(pointer: str) -> tuple[str, ...]:
    """Return the parts of a pointer as text, indices too: the reverse of `pointer_to`.

    >>> parts_of("#/bids/0/ana~1cy+%C3%BC")
    ('bids', '0', 'ana/cy+ü')
    """
    _, *parts = pointer.split("/")
    if "%" not in pointer and "~" not in pointer:  # nearly always
        return tuple(parts)
    return tuple(unquote(part).replace("~1", "/").replace("~0", "~") for part in parts)


_SHEET_ROWS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tricks_won": "tricks won by {}",
        "points": "points of {} in this round",
        "score": "score of {} after this round",
        "bags": "bags of {} after this round",
    }
)
_MEMBERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "misdeal_called_by": "the call of a misdeal",
        "remedies": "the remedies that were chosen",
        "hands": "the hands as dealt",
        "set_aside": "the cards set aside",
        "draws": "the cards drawn",
        "exchanges": "the cards passed",
        "bids": "the bids",
        "bids_by_player": "the bids",
        "tricks": "the tricks",
        "claim": "the claim",
        "tricks_won": "the tricks won",
        "dealer": "the dealer",
        "before": "the scores before the round",
        "round_number": "the round number",
        "first_round_number": "the number of the first round",
        "reported": "the score sheet",
    }
)

_BY_NAME: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bids_by_player": "the bid of {}",
        "away": "the score of {}, which sits out",
        "before": "the score of {} before the round",
    }
)
_BY_PLACE: Final[Mapping[int, int]] = {}


def place_in_words(path: Sequence[str | int], first_number: int = 1, tricks: Mapping[int, int] = _BY_PLACE) -> str:
    """Return in words the place that these names and indices lead to; as a JSON Pointer if there are no words for it.

    ``first_number`` is that of the first round of a game; ``tricks`` has the number of each trick by its index, where
    the record gives numbers.

    >>> place_in_words(("hands", "ana", 2))
    'card 3 in the hand of ana'
    >>> place_in_words(("rounds", 1, "dealer"))
    'the dealer of round 2'
    """
    numbers = [part + 1 if isinstance(part, int) else 0 for part in path]
    if path[:1] == ("tricks",) or path[:1] == ["tricks"]:
        numbers[1:2] = [tricks.get(number - 1, number) for number in numbers[1:2]]
    words: str | None
    match path:
        case ["rounds", int(index), _, *_]:
            words = f"{place_in_words(path[2:], 1, tricks)} of round {first_number + index}"
        case ["tricks", _, *_]:
            words = _in_log(path, numbers)
        case ["bids" | "draws" | "exchanges" | "accusations", _, *_]:
            words = _in_entry(path, numbers)
        case ["hands", player, *_]:
            words = f"card {numbers[2]} in the hand of {player}" if path[2:] else f"the hand of {player}"
        case ["set_aside", _]:
            words = f"card {numbers[1]} of the cards set aside"
        case ["reported", str() as row, *_] if row in _SHEET_ROWS:
            words = _SHEET_ROWS[row].format(path[2]) if path[2:] else f"the {row.replace('_', ' ')}"
        case [str() as member, str() as name, *_] if member in _BY_NAME:
            words = _BY_NAME[member].format(name)
        case _:
            words = _MEMBERS.get(str(path[0])) if len(path) == 1 else None
    return words or pointer_to(*path)


def _in_log(path: Sequence[str | int], numbers: Sequence[int]) -> str:
    """Return a place in a trick; ``numbers`` are the indices of the path counted from 1."""
    match path:
        case [_, _, "plays", _, "withdrawn", *_]:
            return f"trick {numbers[1]}, a card taken back before card {numbers[3]}"
        case [_, _, "plays" | "cards", _, *_]:
            return f"trick {numbers[1]}, card {numbers[3]}"
        case [_, _, "cards_by_player", player]:
            return f"trick {numbers[1]}, the card of {player}"
        case [_, _, "winner" | "leader" as role]:
            return f"the {role} named for trick {numbers[1]}"
        case [_, _, "spades_broken"]:
            return f"what is said of spades before trick {numbers[1]}"
    return f"trick {numbers[1]}"


def _in_entry(path: Sequence[str | int], numbers: Sequence[int]) -> str:
    """Return a place in a bid, a draw, an exchange or a call; ``numbers`` are as for `_in_log`."""
    entry = f"{str(path[0])[:-1]} {numbers[1]}"
    match path:
        case ["exchanges", _, "cards", _]:
            return f"card {numbers[3]} of {entry}"
        case ["draws", _, "cards" | "kept" as cards, _]:
            return f"card {numbers[3]} {'drawn' if cards == 'cards' else 'kept'} in {entry}"
        case ["bids" | "draws", _, "player" | "team" as name]:
            return f"the {name} of {entry}"
    return entry


class Fault(NamedTuple):
    """One thing that is wrong with a request: a JSON Pointer (URI fragment), a code and a sentence."""

    pointer: str
    code: str
    detail: str
    advice: str = ""
    """Advice for all faults of this kind, such as a list of the known names; an answer gives it once."""


class _FaultyError(ValueError):
    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)

    def within(self, *parts: str | int) -> Self:
        """Return the same error for a larger request, of which the faulty one is a part; ``parts`` lead to it."""
        start = pointer_of(parts)
        return type(self)([fault._replace(pointer=start + fault.pointer[1:]) for fault in self.faults])


class UnreadableRecord(_FaultyError):  # noqa: N818 - the contract's name for this problem
    """The body can't be read as a round of Spades: an unknown player, for example, or tricks that don't add up."""


class UnusableRuleset(_FaultyError):  # noqa: N818 - the contract's name for this problem
    """The ruleset does not exist, or contradicts itself."""
