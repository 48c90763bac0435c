"""The command that explains finding codes."""

from __future__ import annotations

import argparse
import sys
from typing import cast

from service.bulk.inputs import UnusableError
from service.commands.arguments import Commands
from service.commands.exit_status import SUCCESS
from service.media_types import MARKDOWN
from service.operations.lookups import HANDLERS
from service.operations.operation import Lookup
from service.problems import Problem


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser("findings", help="list the finding codes, or explain one, as Markdown")
    command.add_argument("code", nargs="?", metavar="CODE", help="a finding code, such as revoke")
    command.set_defaults(run=_show)


def _show(parsed: argparse.Namespace) -> int:
    lookup, path = ("listFindingCodes", ()) if parsed.code is None else ("getFindingCode", (parsed.code,))
    handler = cast("Lookup", HANDLERS[lookup])
    try:
        found = handler.find(*path)
    except Problem as problem:
        raise UnusableError(f"{problem.detail} `findings` lists them.") from problem
    sys.stdout.buffer.write(handler.writers[MARKDOWN](found))
    sys.stdout.buffer.flush()
    return SUCCESS
