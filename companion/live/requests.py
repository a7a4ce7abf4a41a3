"""What people and the table ask of a session, and what it answers: plain records, no behaviour."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.core import Seat
from companion.language.message import Text
from companion.table.sightings import MarkerId


class Client(msgspec.Struct, frozen=True):
    """Who asks, as the page has made sure of it: the host, the person in a seat, or a guest who may only look."""

    role: Literal["host", "seat", "guest"] = "guest"
    seat: Seat | None = None


HOST: Final = Client("host")


class Tap(msgspec.Struct, frozen=True, tag=True):
    """Game actions tapped on a page, applied in order, all or none."""

    actions: tuple[dict[str, Any], ...]
    """Each action as JSON gives it; the session decodes them by the game."""
    revision: int
    """The revision of the snapshot the page was made from."""
    tap_id: str
    """Made up by the page for each tap, so that the same tap sent twice is known."""


class Settle(msgspec.Struct, frozen=True, tag=True):
    """Somebody lets chance settle what is theirs to do at a table with bots, as a roll or a draw."""

    key: str
    """`Settling.key` of it."""
    revision: int
    """As of a tap: so that the same, asked twice, is done once."""


class DraftTap(msgspec.Struct, frozen=True, tag=True):
    """What the person in a seat has put together so far: nothing is done by it, and nobody else is told.

    It is no `Request`, so that no recording has it.
    """

    act: dict[str, Any] | None
    """The act as it stands, as JSON gives it; None drops it."""
    revision: int
    """As of a tap."""


class Start(msgspec.Struct, frozen=True, tag=True):
    """End the lobby: the game begins.

    It is no `Request`, so that no recording has it: what is played again has no lobby.
    """


class Undo(msgspec.Struct, frozen=True, tag=True):
    """Take back the last `steps` acts."""

    steps: int = 1
    told_at: int = 0
    """Revision at which the client was told what cannot be unseen; 0 where it was told nothing."""


class Redo(msgspec.Struct, frozen=True, tag=True):
    """Do `steps` undone acts again."""

    steps: int = 1


class Correct(msgspec.Struct, frozen=True, tag=True):
    """Set public facts."""

    facts: dict[str, int | str]
    is_kept: bool = False
    """Whether they are figures of the owner's box, which stand in a file as well: no undo takes them back."""


class TakeSeat(msgspec.Struct, frozen=True, tag=True):
    """Sit down; where somebody else sits, ask the host. `key` is the client's secret for this seat."""

    seat: Seat
    name: str
    key: str


class LeaveSeat(msgspec.Struct, frozen=True, tag=True):
    """Stand up, or (by the host) free a seat."""

    seat: Seat


class Decide(msgspec.Struct, frozen=True, tag=True):
    """The host lets a waiting client have a seat, or not."""

    seat: Seat
    asking: str
    """`Asking.id` of the request."""
    allow: bool


class End(msgspec.Struct, frozen=True, tag=True):
    """End the game as it stands, without a winner."""


class Pause(msgspec.Struct, frozen=True, tag=True):
    """Hold the bots and the virtual dealer, or let them go on. An undo holds them by itself."""

    paused: bool


class Restored(msgspec.Struct, frozen=True, tag=True):
    """The host says that the table is right again after an undo; what is seen counts from now on."""


class SetAside(msgspec.Struct, frozen=True, tag=True):
    """The host says that the table is right and the camera misreads the cards of a zone: their markers count no more.

    It is a property of the sensors and not of the game, so no journal has it: after a restart all markers count.
    """

    zone: str


class Believe(msgspec.Struct, frozen=True, tag=True):
    """The host lets all markers that were set aside count again."""


class Enrol(msgspec.Struct, frozen=True, tag=True):
    """The host says that a marker which the game's kit does not know is on a further print of a piece of that kind.

    Like `SetAside` it is of the sensors: in a recording, and in no journal. The room keeps it for later games.
    """

    marker: MarkerId
    kind: str


class Forget(msgspec.Struct, frozen=True, tag=True):
    """The host takes back what was said of a marker: it is unknown again."""

    marker: MarkerId


class NameTag(msgspec.Struct, frozen=True, tag=True):
    """The host says that a tag which the game's kit does not know is on a card of that kind; else as `Enrol`."""

    tag: str
    """Its identity in lower-case hexadecimal digits."""
    kind: str


class ForgetTag(msgspec.Struct, frozen=True, tag=True):
    """The host takes back what was said of a tag: it is unknown again."""

    tag: str


class SayDie(msgspec.Struct, frozen=True, tag=True):
    """What one die of a roll shows that was seen and could not be read."""

    roll: int
    """`RollSight.number`: of another roll nothing is asked any more."""
    die: int
    """From 1."""
    value: int
    """1 to 6; 0 where no die lies."""


class AgreeRoll(msgspec.Struct, frozen=True, tag=True):
    """The roll that is asked about shows what is likeliest, and counts."""

    roll: int
    values: tuple[int, ...]
    """What each die shows, as whoever taps was shown it; 0 where no die lies."""
    key: str = ""
    """`Roll.key` of the one that it is, where several are open and none is named."""


class CountRoll(msgspec.Struct, frozen=True, tag=True):
    """The roll that is asked about counts as it is."""

    roll: int


class DropRoll(msgspec.Struct, frozen=True, tag=True):
    """The roll that is asked about does not count."""

    roll: int


class NameRoll(msgspec.Struct, frozen=True, tag=True):
    """Which of the open rolls comes next, or is the one that is asked about."""

    key: str
    """`Roll.key` of the game's dice."""
    roll: int = 0
    """`RollSight.number` of the one that is asked about; 0 for the next."""


class Wanted(msgspec.Struct, frozen=True):
    """What somebody wants the hands of a virtual table to settle, at which position: a `Settle` that they have yet to
    do."""

    seat: Seat
    key: str
    revision: int


Said: TypeAlias = SayDie | AgreeRoll | CountRoll | DropRoll | NameRoll
"""What may be said of rolls."""

Request = (
    Restored
    | SetAside
    | Believe
    | Enrol
    | Forget
    | NameTag
    | ForgetTag
    | SayDie
    | AgreeRoll
    | CountRoll
    | DropRoll
    | NameRoll
    | Tap
    | Settle
    | Undo
    | Redo
    | Correct
    | TakeSeat
    | LeaveSeat
    | Decide
    | End
    | Pause
)


class Reply(msgspec.Struct, frozen=True):
    """The answer to a request: a sentence, and whether it was done."""

    accepted: bool
    text: Text
    code: str = ""
    """For programs: "" when accepted, else illegal, stale, not-yours, malformed, disk, over, waiting or fault."""
    rule: str = ""
    revision: int = 0
    draft: int | UnsetType = UNSET
    """To a `DraftTap` alone: how often what its seat puts together has changed by then."""


class Asking(msgspec.Struct, frozen=True):
    """A client that waits for the host's consent to take a seat."""

    id: str
    name: str


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where, as anyone may know it."""

    seat: Seat
    name: str
    holder: Literal["person", "bot", "open"]
    """"open": nobody sits there and no bot plays it; the host's page taps for it."""
    asking: tuple[Asking, ...] = ()
    hides_choice: bool = False
    """Something is sealed there that is read by whoever sits down, and by nobody else."""


class LogLine(msgspec.Struct, frozen=True):
    """One accepted act in words, for one seat's eyes."""

    number: int
    """Row of the journal; grows by one an act."""
    text: Text
    rules: tuple[str, ...]
    kind: Literal["act", "correction", "undo", "redo", "seat", "end"] = "act"
    has_evidence: bool = False
    """Whether a sensor told of the act, so that there is something to show."""
