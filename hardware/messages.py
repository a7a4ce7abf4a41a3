"""Messages between companion and board, as records (docs/protocol.md)."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from companion.table.felt import MOST_PIECES

BIGGEST: Final = 2**53 - 1
"""Of any number here: the biggest that every reader of JSON reads exactly (RFC 8259, section 6)."""
MOST_LOAD: Final = 1e6
"""Pieces, up or down: more than any load cell gives of pieces that weigh enough to be counted (firmware/scale.py)."""
Count = Annotated[int, Meta(ge=0, le=BIGGEST)]
Number = Annotated[int, Meta(ge=1, le=BIGGEST)]
Session = Annotated[int, Meta(ge=1, le=1073741823)]
Versions = tuple[int, int]
"""Lowest and highest protocol that somebody knows."""
What = Literal["tare", "calibrate", "restart", "maintain"]

BUTTONS: Final = frozenset((*(f"seat{number}" for number in range(1, 9)), "next", "undo"))


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Every message: `type` is the name of its class in lower case."""


class Ask(_Message, frozen=True):
    session: Session
    protocol: Versions
    companion: str


class Beat(_Message, frozen=True):
    session: Session
    n: Number
    seen: Count
    missed: Count = 0
    """Messages of the other side that did not come in this session, or came behind later ones."""


class Strip(_Message, frozen=True):
    session: Session
    n: Number
    pixels: str
    """Base64 of red, green, blue of each pixel."""


class Do(_Message, frozen=True):
    session: Session
    n: Number
    id: Number
    what: str
    count: int | None = None


class Fitted(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is there on a board."""

    scale: bool = False
    buttons: tuple[str, ...] = ()
    strip: Count = 0
    """Pixels."""
    reader: str = ""
    """Name of the chip."""


class Hello(_Message, frozen=True):
    session: Session
    protocol: int
    firmware: str
    board: str
    boot: int
    cause: str
    fitted: Fitted
    fault: str = ""
    """What is wrong with the board's settings, as a sentence; empty where nothing is."""


class Refuse(_Message, frozen=True):
    session: Session
    protocol: Versions
    firmware: str


class Scale(msgspec.Struct, frozen=True, omit_defaults=True):
    count: Annotated[int, Meta(ge=0, le=MOST_PIECES)] | None = None
    load: Annotated[float, Meta(ge=-MOST_LOAD, le=MOST_LOAD)] | None = None
    """In pieces."""
    sure: Annotated[float, Meta(ge=0, le=1)] | None = None
    fault: str = ""


class Reader(msgspec.Struct, frozen=True, omit_defaults=True):
    card: Annotated[str, Meta(pattern="^[0-9A-Fa-f]+$", max_length=40)] | None = None
    fault: str = ""


class State(_Message, frozen=True):
    session: Session
    n: Number
    up_ms: Count
    events: tuple[tuple[Number, str, str], ...]
    """Number, kind, button; oldest first."""
    held: tuple[str, ...]
    shown: Count
    bad: Count
    missed: Count = 0
    """As in `Beat`."""
    scale: Scale | None = None
    reader: Reader | None = None


class Done(_Message, frozen=True):
    session: Session
    n: Number
    id: Number
    ok: bool
    text: str


class Who(_Message, frozen=True):
    session: Session | None = None
    """The one that the board does not know; None where it does not say."""


class Unknown(msgspec.Struct, frozen=True):
    """A good message of a type that this version does not know; it is ignored."""

    type: str


Message = Ask | Beat | Strip | Do | Hello | Refuse | State | Done | Who

_TYPE: Final = msgspec.json.Decoder(Unknown)
_KNOWN: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    kind.__name__.lower(): msgspec.json.Decoder(kind)
    for kind in (Ask, Beat, Strip, Do, Hello, Refuse, State, Done, Who)
}


def parse_message(body: bytes) -> Message | Unknown | None:
    """The message in this body; None for what is no message or lacks what its type needs. Raises nothing."""
    try:
        unknown = _TYPE.decode(body)
        decoder = _KNOWN.get(unknown.type)
        message: Message | Unknown = decoder.decode(body) if decoder else unknown
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return message


def format_message(message: Message) -> bytes:
    """The message as the body of a line: compact, printable ASCII."""
    return json.dumps(msgspec.to_builtins(message), separators=(",", ":"), ensure_ascii=True).encode("ascii")
