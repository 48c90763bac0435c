"""The command that makes a key for signatures, or shows the public part of one."""

from __future__ import annotations

import argparse
from pathlib import Path

import orjson

from service.bulk.inputs import UnusableError
from service.commands.conventions import SUCCESS, Commands, say, write_out
from service.signatures.public_keys import key_set

_DESCRIPTION = (
    "Makes a key that signs answers (SPADES_SIGNING_KEY_FILE), in a new file that its owner alone may read, and prints"
    " the public key as a JSON Web Key set, which `verify --keys` takes. An existing file is never overwritten."
)


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser("signing-key", help="make a key that signs answers", description=_DESCRIPTION)
    command.add_argument("file", metavar="FILE", help="the file of the private key, in PEM")
    command.add_argument("--public", action="store_true", help="make no key: print the public key of the one in FILE")
    command.set_defaults(run=_make_or_show)


def _make_or_show(parsed: argparse.Namespace) -> int:
    # Its library takes a moment to load, which no other command needs.
    from service.signatures.signing import new_key_at, signing_key_from  # noqa: PLC0415 - as above

    if not parsed.file:
        raise UnusableError("name the file of the private key")
    path = Path(parsed.file)
    if parsed.public:
        key = signing_key_from(path)
    else:
        try:
            key = new_key_at(path)
        except FileExistsError as error:
            raise UnusableError(
                f"{path} already exists, and a key is never overwritten; --public shows its public key"
            ) from error
        say(f"{path} holds a new private key: nobody but the service may read it. Its public key follows.")
    write_out(orjson.dumps(key_set([key.public]), option=orjson.OPT_APPEND_NEWLINE))
    return SUCCESS
