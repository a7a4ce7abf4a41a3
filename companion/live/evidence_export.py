"""What each act of a game was learned from, as JSON in public words."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.live.chronicle import Account
from companion.storage.photos import PhotoFolder


def evidence_json(accounts: Iterable[Account], photos: PhotoFolder, with_photos: bool = False) -> bytes:
    """A JSON array with one object an act, each on a line of its own, oldest first.

    An act that was tapped has null as its evidence. `with_photos` adds each JPEG as base64, or the sentence that says
    why it is not there. The accounts must be the public's.
    """
    lines = [msgspec.json.encode(_fields(each, photos, with_photos)) for each in accounts]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


def _fields(account: Account, photos: PhotoFolder, with_photos: bool) -> dict[str, Any]:
    row, evidence = account.line.number, account.evidence
    fields: dict[str, Any] = {
        "row": row,
        "at": account.at,
        "by": account.by,
        "sentence": str(account.line.text),
        "stands": account.stands,
        "evidence": evidence,
    }
    if evidence is None or evidence.photo is None:
        return fields
    fields["file"] = f"{photos.folder.name}/{photos.path(row).name}"
    if with_photos:
        try:
            fields["jpeg"] = base64.b64encode(photos.read(row, evidence.photo)).decode()
        except CompanionError as error:
            fields["missing"] = str(error)
    return fields
