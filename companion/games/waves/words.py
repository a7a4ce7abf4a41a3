"""What phases, postures, places and sides are called, by edition and mode (D-01, D-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import msgspec

from companion.games.core import RuleId, Seat, seat_name
from companion.games.shared.files import read_as
from companion.games.waves.data import Tablet
from companion.games.waves.model import (
    Phase,
    Setup,
    Side,
    SlotIndex,
    WavesView,
)
from companion.language.message import Message, filled, listing, names, say
from companion.language.values import Name, Noun

Ask: TypeAlias = tuple[tuple[Seat, ...], Message, Message, RuleId]
"""What a prompt asks: who acts, what to do, why, and the rule behind it."""


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


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: dict[str, str]


_RULES = read_as(__package__, "rules.toml", _Rules).words


@lru_cache(maxsize=len(_POSTURES))
def rule_words(edition: str) -> Mapping[str, Message]:
    """What each rule says, by its id, in the edition's words (D-01)."""
    noun = _POSTURES[edition].noun
    return MappingProxyType({rule: filled(text, rebel=noun) for rule, text in _RULES.items()})


def _titles(words: Posture) -> dict[Phase, Message]:
    return {
        Phase.TOKEN: say("Setup: the Wave token"),
        Phase.DEAL: say("Setup: the hands"),
        Phase.COUNCIL: say("Setup: the Council"),
        Phase.SHELLS: say("Open Majority"),
        Phase.PLAY: say("Playing Agents"),
        Phase.REVEAL: words.step,
        Phase.TABLET: say("True Majority: the tablet"),
        Phase.DIRECT: say("The tablet acts at once"),
        Phase.EXTRAS: say("Discard extra {rebels:many}", rebels=words.noun),
        Phase.WAVE_1: say("1st Wave"),
        Phase.WAVE_2: say("2nd Wave"),
        Phase.PASS_TOKEN: say("End of round: the Wave token"),
        Phase.DRAW: say("End of round: draw"),
        Phase.DISCARD: say("End of round: discard"),
        Phase.GAP: say("End of round: the unassociated Elder"),
        Phase.NEXT_ROUND: say("End of round: the new Council"),
    }


_TITLES = {edition: _titles(words) for edition, words in _POSTURES.items()}


def title(setup: Setup, phase: Phase) -> Message:
    """What a phase is called on screen (D-02)."""
    return _TITLES[setup.edition][phase]


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
    for seat in dict.fromkeys(setup.owner(slot) for slot in slots):
        own = [slot for slot in slots if setup.owner(slot) == seat]
        if len(own) == 1 or not setup.is_head_to_head:
            found.append(place(view, own[0]))
        else:
            numbers = listing(slot + 1 for slot in own)
            found.append(say("{who} at places {places}", who=Name(view.name(seat)), places=numbers))
    return tuple(found)


def seat_at(setup: Setup, slot: SlotIndex) -> Message:
    """The same where no names are known: "Seat 1", or "Seat 1 at place 3"."""
    if setup.is_head_to_head:
        return say("Seat {seat} at place {place}", seat=setup.owner(slot) + 1, place=slot + 1)
    return say("Seat {seat}", seat=setup.owner(slot) + 1)


def side_name(setup: Setup, side: Side, known: Sequence[str]) -> Message:
    """What to call a side: its player, or the team with its players."""
    called = [seat_name(known, seat) for seat in setup.members(side)]
    if len(called) == 1:
        return say("{who}", who=Name(called[0]))
    return say("Team {team} ({players})", team=Name(SIDE_LETTERS[side]), players=names(called))


def teammates(setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """The others of a seat's side."""
    return tuple(other for other in setup.members(setup.sides[seat]) if other != seat)
