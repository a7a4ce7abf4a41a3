"""Choices that nobody may read before their time: a row has their seal, and another file what opens it.

A seal is the HMAC-SHA256 of the choice under a key of 256 random bits that is used once. It has the same length
whatever was chosen, tells nothing of it to anybody without the key, and no other choice fits it. Key and choice are
kept in `<game>.keys` beside the journal, its owner's alone, and are on the disk before the row is. Of that file no
recording, page, log or export has anything; once a choice is opened, the row that opens it has both.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.runtime.fsync import PRIVATE_FILE, sync_folder

KEY_BYTES: Final = 32
MOST_KEY_FILE_BYTES: Final = 1 << 24
"""Of a file of keys: more than any game has."""


class Seal(msgspec.Struct, frozen=True):
    """A sealed choice and what opens it."""

    seal: str
    """What stands in the row: 64 hexadecimal digits."""
    key: str
    """Hexadecimal."""
    choice: dict[str, Any]
    """The act, as JSON."""

    @property
    def is_sound(self) -> bool:
        """Whether this is the choice that was sealed."""
        return hmac.compare_digest(self.seal, seal_of(self.key, self.choice))


def seal_of(key: str, choice: Mapping[str, Any]) -> str:
    """The seal of a choice under a key. Raises ValueError for a key that is none."""
    return hmac.digest(bytes.fromhex(key), msgspec.json.encode(choice, order="deterministic"), "sha256").hex()


def sealed(choice: dict[str, Any], random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> Seal:
    """A choice under a new key."""
    key = random_bytes(KEY_BYTES).hex()
    return Seal(seal_of(key, choice), key, choice)


def size_of(choice: Mapping[str, Any]) -> int:
    """How many bytes of JSON a choice has."""
    return len(msgspec.json.encode(choice))


def keys_of(path: Path) -> Path:
    """The file of keys beside a journal."""
    return path.with_suffix(".keys")


def keep(path: Path, seals: Sequence[Seal], choice_bytes: int) -> None:
    """Add these to the file of keys of this journal, synced, each as long as any other. Raises OSError."""
    file = keys_of(path)
    try:
        handle, is_new = os.open(file, _APPEND | os.O_EXCL | os.O_CREAT, PRIVATE_FILE), True
    except FileExistsError:
        handle, is_new = os.open(file, _APPEND), False
    try:
        # Each begins a line: what a cut left of the one before it then costs no more than that one.
        rest = b"".join(b"\n" + _padded(each, choice_bytes) for each in seals) + b"\n"
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)
    if is_new:
        sync_folder(file.parent)


_APPEND: Final = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def read_keys(path: Path) -> Mapping[str, Seal]:
    """What opens the seals of a journal, by seal; without those whose lines are damaged, or lost with the file."""
    try:
        with open(keys_of(path), "rb", opener=_reader) as file:
            lines = file.read(MOST_KEY_FILE_BYTES).split(b"\n")
    except OSError:
        return {}
    return {each.seal: each for each in _sound(lines)}


def _reader(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _padded(seal: Seal, choice_bytes: int) -> bytes:
    """One line: base64, so that whoever only glances at the file reads nothing, and padded, so that no length tells."""
    bare = msgspec.json.encode(seal)
    return base64.b64encode(bare + b" " * (choice_bytes - size_of(seal.choice)))


def _sound(lines: Iterable[bytes]) -> Iterable[Seal]:
    for line in lines:
        try:
            found = msgspec.json.decode(base64.b64decode(line, validate=True), type=Seal)
            is_sound = found.is_sound
        except (ValueError, binascii.Error, RecursionError):
            continue
        if is_sound:
            yield found
