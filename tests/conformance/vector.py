"""A vector of the conformance kit: a request, what the rules decide about it, and where the rule stands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tests.spades.builders.cards import Json

Evidence: TypeAlias = Literal["published", "rules", "agreed", "service"]
EVIDENCE: dict[Evidence, str] = {
    "published": "the expected values were written down by hand from a published document",
    "rules": "the expected values were worked out by hand from docs/reference/rules.md or from the parameter",
    "agreed": "two implementations that share no code give these values: the service and a naive referee",
    "service": "the service gives these values; a change of them is seen in review",
}
Level: TypeAlias = Literal["scoring", "bids-and-plays", "audit", "games", "rulesets", "refusals"]
LEVELS: dict[Level, str] = {
    "scoring": "rounds scored from bids and tricks won",
    "bids-and-plays": "bids checked, hands counted, turns told and legal cards listed, single tricks and claims judged",
    "audit": "rounds audited from their records, under one ruleset or several; best play at their offences",
    "games": "games scored and audited, league tables",
    "rulesets": "presets, resolved and compared rulesets, the list of findings",
    "refusals": "requests that are refused, with their faults",
}
_OPERATIONS: dict[Level, str] = {
    "scoring": "scoreRound scoreRoundBatch",
    "bids-and-plays": "checkBids estimateBid listLegalPlays judgeTrick judgeClaim nextInRound",
    "audit": "auditRound auditRoundBatch compareRound",
    "games": "scoreGame scoreGameBatch auditGame auditGameBatch makeLeagueTable",
    "rulesets": "listRulesets getRuleset getRulebook resolveRuleset compareRulesets listFindingCodes getFindingCode",
}
LEVEL_OF: dict[str, Level] = {name: level for level, names in _OPERATIONS.items() for name in names.split()}
LEFT_OUT = {
    "readRecords": "decided by the pages on notations, not by the rules of the game",
    "writeRecord": "decided by the pages on notations, not by the rules of the game",
    "makeKit": "its questions are drawn by this service; conformance to one ruleset is what they test",
    "getLimits": "settings of one service",
    "listParameters": "the vocabulary of requests, which the contract states, too",
    "listProblemTypes": "texts for people",
    "getProblemType": "texts for people",
}
"""The operations of the contract that no rule of the game decides."""


@dataclass(frozen=True)
class Vector:
    """A request with the parts of its answer that the rules decide."""

    name: str
    operation: str
    request: Any
    """The body; for a lookup the parameters of its path, for a batch its lines."""
    answer: Any
    evidence: Evidence
    source: str
    status: int = 200
    body: str | None = None
    """What is sent instead of `request`, for a body that is no JSON."""

    @property
    def level(self) -> Level:
        """The level of an engine that answers it."""
        return LEVEL_OF[self.operation] if self.status == 200 else "refusals"

    @property
    def json(self) -> Json:
        """The vector as it is written."""
        sent = {"request": self.request} if self.body is None else {"body": self.body}
        status = {} if self.status == 200 else {"status": self.status}
        return {
            "id": self.name,
            "level": self.level,
            "operation": self.operation,
            **sent,
            **status,
            "answer": self.answer,
            "evidence": self.evidence,
            "source": self.source,
        }

    @property
    def line(self) -> str:
        """The vector as a line of its file."""
        return json.dumps(self.json, ensure_ascii=False, separators=(",", ":")) + "\n"
