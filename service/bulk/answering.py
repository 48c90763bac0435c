"""How lines are answered, wherever that is done: in this process, in another one, or on another machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import IO, NamedTuple, TypeAlias

from service.bulk.groups import grouped
from service.bulk.record_requests import with_ruleset
from service.bulk.worker_pool import AnsweredGroup, Group
from service.json_types import Json
from service.operations.runner import Runner, runner_of
from service.settings import Settings
from service.wire import ndjson

AnswerLine: TypeAlias = Callable[[Runner, int, bytes], Json]
"""Returns what the output says of the line of a number; raises `Problem`."""

_NAME_IN_LOG = "the command"


def _answer_line(runner: Runner, _: int, line: bytes) -> Json:
    return runner.answer(line)


class Answering(NamedTuple):
    """How lines are answered: a small value that can be sent to another process, where it answers alike.

    >>> answering = Answering("scoreRound")
    >>> answering.answer_block(b"{}", first_line=7)[:22]
    b'{"line":7,"status":422'
    """

    operation: str
    """Its operationId."""
    ruleset: bytes | None = None
    """The ruleset, as JSON, of lines that name none."""
    settings: Settings = Settings()
    """The limits of a line."""

    @property
    def runner(self) -> Runner:
        """The runner of the operation, made once in a process."""
        return runner_of(self.operation, self.settings)

    def answer_block(self, block: bytes, first_line: int) -> bytes:
        """Return the answers to all lines of a block; ``first_line`` is the number of the first."""
        return b"".join(answered.output for answered in self.answer_stream(BytesIO(block), first_line))

    def answer_stream(self, stream: IO[bytes], first_line: int) -> Iterator[AnsweredGroup]:
        """Yield the answers to all lines of a stream, group by group, in constant memory."""
        return map(self.answer_group, grouped(ndjson.lines_of(stream, self.runner.max_bytes), first_line))

    def answer_group(self, group: Group, answer: AnswerLine = _answer_line) -> AnsweredGroup:
        """Return the answers to a group."""
        answered = self.answer_lines(group.first, group.lines, answer)
        lines = len(group.lines)
        return AnsweredGroup(lines, sum(map(len, group.lines)) + lines, answered.problems, answered.text)

    def answer_lines(
        self, first: int, lines: Iterable[bytes], answer: AnswerLine = _answer_line
    ) -> ndjson.AnsweredLines:
        """Return the answers to lines, of which this is the number of the first."""
        runner = self.runner
        given = lines if self.ruleset is None else (with_ruleset(line, self.ruleset) for line in lines)
        numbered = ndjson.Lines(first, given, runner.max_bytes, runner.computation.if_too_long)

        def answered(number: int, line: bytes) -> Json:
            return answer(runner, number, line)

        return ndjson.answer_lines(answered, numbered, _NAME_IN_LOG)
