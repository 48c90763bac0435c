"""One exchange: a request and its answer, from the body that meets the contract to the JSON that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from service.media_types import Json
from service.spades.pauses import Pause, no_pause
from service.spades.rules.ruleset import Ruleset
from service.wire.writer import JSON_STYLE, Style, Writer

FULL: Final = "full"
WITH_SUMMARY: Final = "with_summary"
BRIEF: Final = "brief"
"""The forms of an answer, as the member `answer` of a request asks for them."""


@dataclass(slots=True)
class Exchange:
    """A request and its answer: reading a body makes it, judging adds the result, and writing adds the JSON."""

    operation_id: str
    body: Mapping[str, Json]
    """As it was sent; it meets the contract."""
    ruleset: Ruleset
    subject: Any
    """What the operation works on, such as a round or a hand."""
    pause: Pause = no_pause
    """Called for each of its steps by whatever takes long."""
    result: Any = None
    """What the core makes of the subject."""
    form: str = FULL
    """The form of its answer, which changes nothing in the result."""
    style: Style = JSON_STYLE
    """How cards, numbers and locations are written."""
    writer: Writer = field(init=False)
    """Writes names, cards, locations and sentences; the schema of the answer chooses it."""
    written: Json = None
    """The answer as JSON."""
