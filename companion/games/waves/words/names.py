"""What postures, places and sides are called, and what rules and tablets say, by edition and mode (D-01, D-02)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from companion.games.core import Seat, seat_name
from companion.games.shared.files import read_as
from companion.games.waves.data.figures import DATA, NOUNS, Tablet
from companion.games.waves.state.model import Setup, Side, SlotIndex, WavesView
from companion.language.message import Message, filled, listing, names, say
from companion.language.values import Name, Noun


class Posture(NamedTuple):
    """What an edition calls the Agents that lie over the Elder, and the sentences that it has of its own."""

    noun: Noun
    everyone: Message
    """That nobody followed."""
    step: Message
    """The heading of the step in which they are turned up."""
    over: Message
    """How they are laid, to the one who lays them."""
    group: Message
    """The heading over the buttons that lay them."""


SIDE_LETTERS = "XYZ"
"""What the sides of a team game are called; Z is the solo player."""
_REBEL, _BREAKER = Noun("Rebel"), Noun("Breaker")
_POSTURES = {
    "rebels": Posture(
        _REBEL,
        say("Everyone rebelled."),
        say("True Majority: turn up the {rebels:many}", rebels=_REBEL),
        say("Rebel: fan cards of one class over it, covering the Fish."),
        say("Rebel (one class, over the Elder)"),
    ),
    "breakers": Posture(
        _BREAKER,
        say("Everyone played a Breaker."),
        say("True Majority and breaking rules: turn up the {rebels:many}", rebels=_BREAKER),
        say("Play Breakers: fan cards of one class over it, covering the Fish."),
        say("Play Breakers (one class, over the Elder)"),
    ),
}


def rebel(setup: Setup) -> Posture:
    """The edition's words for a Rebel (D-01)."""
    return _POSTURES[setup.edition]


def tablet_text(tablet: Tablet, edition: str = "rebels") -> Message:
    """What a tablet's side does, in the edition's words (D-01). Its title stays as it stands on the piece."""
    return filled(tablet.text, rebel=_POSTURES[edition].noun)


def tablet_of(side: str, cls: int) -> Message:
    """A tablet's side, and whose it is taken for."""
    return say("“{tablet}” ({cls:many})", tablet=DATA.tablets[side].name, cls=NOUNS[cls])


_RULES = read_as(__package__, "rules.toml", dict[str, dict[str, str]])["words"]


@lru_cache(maxsize=len(_POSTURES))
def rule_words(edition: str) -> Mapping[str, Message]:
    """What each rule says, by its id, in the edition's words (D-01)."""
    noun = _POSTURES[edition].noun
    return MappingProxyType({rule: filled(text, rebel=noun) for rule, text in _RULES.items()})


def in_edition(text: Message, setup: Setup) -> Message:
    """A text whose only gap is for a Rebel, with the edition's noun in it (D-01)."""
    return Message(text.text, dict.fromkeys(text.given, rebel(setup).noun)) if text.given else text


def class_noun(cls: int) -> Noun:
    """What a card of a class is called, though there be no such class."""
    return NOUNS[cls] if 0 <= cls < len(NOUNS) else Noun(f"class {cls}")


def owners(setup: Setup, slots: Iterable[SlotIndex]) -> tuple[Seat, ...]:
    """The seats that play at these slots, each once."""
    return tuple(dict.fromkeys(setup.owner(slot) for slot in slots))


def place_of(setup: Setup, slot: SlotIndex, known: Sequence[str]) -> Message:
    """Whose slot it is, and which: "Anna", or "Anna at place 3" where each player has two, as printed on the mat."""
    who = Name(seat_name(known, setup.owner(slot)))
    if setup.is_head_to_head:
        return say("{who} at place {place}", who=who, place=slot + 1)
    return say("{who}", who=who)


def place(view: WavesView, slot: SlotIndex) -> Message:
    """The same for a view."""
    return place_of(view.table.setup, slot, view.names)


def places(view: WavesView, slots: Sequence[SlotIndex]) -> tuple[Message, ...]:
    """Whose slots these are and which, each player once: "Anna", or "Anna at places 1 and 3"."""
    setup, found = view.table.setup, list[Message]()
    for seat in owners(setup, slots):
        own = [slot for slot in slots if setup.owner(slot) == seat]
        if len(own) == 1 or not setup.is_head_to_head:
            found.append(place(view, own[0]))
        else:
            numbers = listing(slot + 1 for slot in own)
            found.append(say("{who} at places {places}", who=view.who(seat), places=numbers))
    return tuple(found)


def side_name(setup: Setup, side: Side, known: Sequence[str]) -> Message:
    """What to call a side: its player, or the team with its players."""
    called = [seat_name(known, seat) for seat in setup.members(side)]
    if len(called) == 1:
        return say("{who}", who=Name(called[0]))
    return say("Team {team} ({players})", team=Name(SIDE_LETTERS[side]), players=names(called))


def teammates(setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """The others of a seat's side."""
    return tuple(other for other in setup.members(setup.sides[seat]) if other != seat)
