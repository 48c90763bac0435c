"""What `referencing` takes of rpds, which is written in Rust: maps, sets and lists that are copied when they change."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class HashTrieMap(dict[KeyT, ValueT], Generic[KeyT, ValueT]):
    """A map; no method changes it."""

    @classmethod
    def convert(cls, value: Mapping[KeyT, ValueT]) -> HashTrieMap[KeyT, ValueT]:
        """Return a mapping as such a map."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: KeyT, value: ValueT) -> HashTrieMap[KeyT, ValueT]:
        """Return the map with one more entry."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: KeyT) -> HashTrieMap[KeyT, ValueT]:
        """Return the map without an entry; raises `KeyError` if there is none."""
        left = dict(self)
        del left[key]
        return HashTrieMap(left)

    def update(self, *others: Any, **named: Any) -> HashTrieMap[KeyT, ValueT]:  # type: ignore[override]  # a copy, as rpds has it
        """Return the map with more entries."""
        return HashTrieMap(self | dict(*others, **named))


class HashTrieSet(frozenset[KeyT], Generic[KeyT]):
    """A set; no method changes it."""

    def insert(self, value: KeyT) -> HashTrieSet[KeyT]:
        """Return the set with one more value."""
        return HashTrieSet({*self, value})

    def update(self, values: Iterable[KeyT]) -> HashTrieSet[KeyT]:
        """Return the set with more values."""
        return HashTrieSet({*self, *values})


class List(tuple[ValueT, ...], Generic[ValueT]):
    """A list that grows at its front; no method changes it."""

    __slots__ = ()

    def __new__(cls, *values: Any) -> List[ValueT]:
        """Return a list of the items of an iterable, or of these values."""
        items: Iterable[Any] = values[0] if len(values) == 1 and not isinstance(values[0], str) else values
        return super().__new__(cls, items)

    def push_front(self, value: ValueT) -> List[ValueT]:
        """Return the list with one more item, the first."""
        return List([value, *self])

    def drop_first(self) -> List[ValueT]:
        """Return the list without its first item."""
        return List(self[1:])
