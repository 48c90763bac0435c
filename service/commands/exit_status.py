"""The exit statuses of the command line, and how a command says what went wrong."""

from __future__ import annotations

import sys

from service.bulk.inputs import shown_name
from service.notations.model import Remark
from service.problems import Problem, body_of

NAME = "spades-arbiter"
SUCCESS, SOME_PROBLEM, UNUSABLE, WORKER_LOST, INTERRUPTED, OUTPUT_CLOSED = 0, 1, 2, 3, 130, 141
EXPLAINED = """\
exit status:
  0    every line was answered
  1    some line, or the ruleset, has a problem; its answer says which
  2    the command could not run; the reason is on standard error
  3    a worker process died, or the cluster was lost; run again with --resume to continue
  130  interrupted; run again with --resume to continue
  141  the reader of the output closed it

With --cluster, the same command again continues.
"""


def say(text: str) -> None:
    """Write a sentence to standard error, if there is one."""
    if sys.stderr is not None:
        print(f"{NAME}: {text}", file=sys.stderr)


def say_note(name: str, note: Remark) -> None:
    """Write a note on a file to standard error."""
    say(f"{shown_name(name)}, line {note.line}, column {note.column}: {note.detail}")


def say_problem(problem: Problem) -> None:
    """Write a problem to standard error in readable lines."""
    body = body_of(problem, None)
    say(f"{body['title']} {body['detail']}{errors_in_lines(problem)}")


def errors_in_lines(problem: Problem) -> str:
    """Return the errors of a problem, each on a line of its own that begins with a line end."""
    return "".join(f"\n  {each['pointer']}: {each['detail']}" for each in problem.errors)
