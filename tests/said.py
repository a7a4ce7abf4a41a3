"""What the messages in a value say in English, so that tests can speak of sentences."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.language.message import Message


def said(value: Any) -> Any:
    """The same value with each message in it as text, within records, tuples, lists, sets and dicts too."""
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, dict):
        return {said(key): said(each) for key, each in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return type(value)(said(each) for each in value)
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{name: said(getattr(value, name)) for name in value.__struct_fields__})
    return value
