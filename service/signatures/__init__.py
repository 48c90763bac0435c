"""Signatures of answers: the key that signs them and the public keys that are published, as the settings name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from service.settings import Settings
from service.signatures.public_keys import PublicKey, keys_from

Sign: TypeAlias = Callable[[bytes], str]
"""Returns the signature of content, as a member of an answer has it."""


class Signatures(NamedTuple):
    """How a service signs."""

    sign: Sign | None
    """None on a service without a key."""
    public_keys: tuple[PublicKey, ...]
    """The key of new signatures, then those of earlier ones."""


def signatures_from(settings: Settings) -> Signatures:
    """Read the files that the settings name; raises `SettingsError` for one that is of no use."""
    retired = () if settings.retired_keys_file is None else keys_from(settings.retired_keys_file)
    if settings.signing_key_file is None:
        return Signatures(None, retired)
    # Its library takes 40 ms to load, which a command or a service without a key never spends.
    from service.signatures.signing import signing_key_from  # noqa: PLC0415 - as above

    key = signing_key_from(settings.signing_key_file)
    return Signatures(key.sign, (key.public, *retired))
