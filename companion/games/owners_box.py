"""What an owner corrects of a box, piece by piece: sections of entries, each with fields, and a check of the whole.

A game says what stands in its box (`OwnersBox`); `box_edits.py` changes the owner's file by it, and a page shows it.
The content of the owner's file goes in and out as a table, as TOML is read; nothing here reads or writes a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from companion.games.errors import GameError
from companion.games.shared.figures import Status
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

FieldKind: TypeAlias = Literal["number", "numbers", "text", "long", "choice", "flag"]
"""A whole number; several of them, with commas between; a line of text, or a few; one of a list; ticked or not."""
BoxValue: TypeAlias = int | bool | str | tuple[int, ...]
"""What a field's text means."""
Owner: TypeAlias = Mapping[str, Any]
"""The content of an owner's file."""
Part: TypeAlias = Mapping[str, Any]
"""Some of it: what stands at which place, as "components.spirit_seal.cost"."""
STATUS_WORDS: Final[Mapping[Status, Message]] = {
    "owner": say("yours"),
    "rulebook": say("by the rulebook"),
    "example": say("by an example"),
    "public": say("by a public source"),
    "assumed": say("assumed"),
}
TICKED: Final = "1"
LONGEST_QUOTED: Final = 20
MOST_NUMBERS: Final = 24


class BadField(GameError, ValueError):
    """What was typed into one field cannot stand there; `reason` says what can."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadEntry(GameError, ValueError):
    """An entry that cannot be kept: what is wrong by the fields' keys; at "", of the entry and the box as a whole."""

    def __init__(self, reasons: Mapping[str, Message]) -> None:
        super().__init__(" ".join(map(str, reasons.values())))
        self.reasons = reasons


class BoxField(msgspec.Struct, frozen=True):
    """One thing that is printed on a piece of the box, as a field of a form."""

    key: str
    """Within its entry: "cost.gold"."""
    label: Message
    kind: FieldKind
    value: str
    """As it stands in the form: digits, text, the key of a choice, `TICKED` or ""."""
    low: int = 0
    high: int = 0
    """Bounds of a number; of a text, how long it must and may be."""
    choices: tuple[tuple[str, Message], ...] = ()
    group: Message = NOTHING
    """The heading that it stands below, with others."""
    is_assumed: bool = False
    """Whether nobody knows it, though others of its entry are known."""
    needs: tuple[str, tuple[str, ...]] = ("", ())
    """The key of another field of the entry, and its values with which this one means something; "" for always."""

    def read(self, typed: str) -> BoxValue:
        """What a text means in this field. Raises `BadField`."""
        match self.kind:
            case "number":
                return self._number(typed)
            case "numbers":
                return self._numbers(typed)
            case "flag":
                return typed == TICKED
            case "choice":
                return self._choice(typed)
            case "text" | "long":
                return self._text(typed)

    def _number(self, typed: str) -> int:
        number = _digits(typed)
        if number is None or not self.low <= number <= self.high:
            quoted = Name(typed.strip()[:LONGEST_QUOTED])
            raise BadField(
                say(
                    "“{typed}” is wrong here. Write a whole number from {low} to {high}.",
                    typed=quoted,
                    low=self.low,
                    high=self.high,
                )
            )
        return number

    def _numbers(self, typed: str) -> tuple[int, ...]:
        parts = typed.replace(",", " ").split()
        found = tuple(number for part in parts if (number := _digits(part)) is not None)
        is_right = 1 <= len(parts) <= MOST_NUMBERS and len(found) == len(parts)
        if not is_right or not all(self.low <= number <= self.high for number in found):
            quoted = Name(typed.strip()[:LONGEST_QUOTED])
            raise BadField(
                say(
                    "“{typed}” is wrong here. Write whole numbers from {low} to {high}, with commas between.",
                    typed=quoted,
                    low=self.low,
                    high=self.high,
                )
            )
        return found

    def _choice(self, typed: str) -> str:
        if typed not in {value for value, _ in self.choices}:
            quoted = Name(typed.strip()[:LONGEST_QUOTED])
            raise BadField(say("“{typed}” is not in this list. Choose one of it.", typed=quoted))
        return typed

    def _text(self, typed: str) -> str:
        text = typed.strip()
        if not self.low <= len(text) <= self.high:
            raise BadField(
                say(
                    "This text has {count} letters. Write {low} to {high}.",
                    count=len(text),
                    low=self.low,
                    high=self.high,
                )
            )
        return text

    def shown(self) -> Message | str:
        """Its value as people read it: the words of a choice, else as it stands in the form."""
        if self.kind == "flag":
            return say("yes") if self.value else say("no")
        return next((words for value, words in self.choices if value == self.value), self.value)


class BoxEntry(msgspec.Struct, frozen=True):
    """What is corrected together: a component, the tiles of a peninsula, how many there are of each card."""

    key: str
    title: Message
    paths: tuple[str, ...]
    """The places in the owner's file that are this entry's alone; what stands below them belongs to it too."""
    status: Status
    fields: tuple[BoxField, ...]
    brief: Message = NOTHING
    """What it says now, in a line."""
    is_added: bool = False
    """Whether the owner has added it: set back, it is gone."""


class BoxSection(msgspec.Struct, frozen=True):
    """Entries of one kind."""

    key: str
    title: Message
    entries: tuple[BoxEntry, ...]
    about: Message = NOTHING
    adds: Message = NOTHING
    """What a button says that adds an entry; nothing where none can be added."""


class BoxFault(msgspec.Struct, frozen=True):
    """What is wrong or odd in a box, and the key of the entry where it is put right; "" where that is not known."""

    text: Message
    entry: str = ""


class BoxFaults(msgspec.Struct, frozen=True):
    """With an error no game can begin; a warning is for the owner to look at."""

    errors: tuple[BoxFault, ...] = ()
    warnings: tuple[BoxFault, ...] = ()


class OwnersBox(ABC):
    """The box of a game as its owner corrects it. Every method is pure."""

    file: ClassVar[str]
    """What sentences call the owner's file: "owner/waves.toml"."""

    @abstractmethod
    def sections(self, owner: Owner) -> tuple[BoxSection, ...]:
        """The whole box with what the owner has typed. Raises `BadOption` where that file cannot be read as a box."""

    @abstractmethod
    def part(self, owner: Owner, entry: BoxEntry, values: Mapping[str, BoxValue]) -> Part:
        """What the owner's file says of an entry with these values, those of fields that mean nothing left out.

        Raises `BadEntry` for values that do not go together.
        """

    @abstractmethod
    def faults(self, owner: Owner) -> BoxFaults:
        """What is wrong and odd in the box. Raises `BadOption` as `sections` does."""

    def with_origins(self, other: Owner) -> Owner:
        """Another owner's file in which each entry says where it comes from, as far as that file lets one know.

        Whoever takes it must not come to know by it what nobody has looked up. Raises `BadOption` as `sections` does.
        """
        return other

    def added(self, owner: Owner, section: str, name: str) -> tuple[str, Part]:
        """The key and the content of one more entry of a section that `adds`. Raises `BadEntry` for a wrong name."""
        raise BadEntry({"": say("Nothing can be added here.")})


def _digits(typed: str) -> int | None:
    text = typed.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
