"""What phases, postures, places and sides are called, by edition and mode (D-01, D-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import msgspec

from companion.games.core import RuleId, Seat, seat_name
from companion.games.shared.files import read_as
from companion.games.shared.phrases import listing, plural
from companion.games.waves.data import Tablet
from companion.games.waves.model import (
    Phase,
    Setup,
    Side,
    SlotIndex,
    WavesView,
)

Ask: TypeAlias = tuple[tuple[Seat, ...], str, str, RuleId]
"""What a prompt asks: who acts, what to do, why, and the rule behind it."""


class Posture(NamedTuple):
    """What an edition calls the Agents that lie over the Elder."""

    one: str
    many: str
    verb: str
    everyone: str
    """That nobody followed."""
    step: str
    """The heading of the step in which they are turned up."""


SIDE_LETTERS = "XYZ"
"""What the sides of a team game are called; Z is the solo player."""
_POSTURES = {
    "rebels": Posture("Rebel", "Rebels", "rebel", "Everyone rebelled.", "True Majority"),
    "breakers": Posture(
        "Breaker", "Breakers", "play Breakers", "Everyone played a Breaker.", "True Majority and breaking rules"
    ),
}


def rebel(setup: Setup) -> Posture:
    """The edition's words for a Rebel (D-01)."""
    return _POSTURES[setup.edition]


def tablet_text(setup: Setup, tablet: Tablet) -> str:
    """What a tablet's side does, in the edition's words (D-01). Its title stays as it stands on the piece."""
    return tablet.text.replace(_POSTURES["rebels"].one, rebel(setup).one)


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: dict[str, str]


_RULES = read_as(__package__, "rules.toml", _Rules).words


@lru_cache(maxsize=len(_POSTURES))
def rule_words(edition: str) -> Mapping[str, str]:
    """What each rule says, by its id, in the edition's words (D-01)."""
    usual, words = _POSTURES["rebels"].one, _POSTURES[edition].one
    return MappingProxyType({rule: text.replace(usual, words) for rule, text in _RULES.items()})


def _titles(words: Posture) -> dict[Phase, str]:
    return {
        Phase.TOKEN: "Setup: the Wave token",
        Phase.DEAL: "Setup: the hands",
        Phase.COUNCIL: "Setup: the Council",
        Phase.SHELLS: "Open Majority",
        Phase.PLAY: "Playing Agents",
        Phase.REVEAL: f"{words.step}: turn up the {words.many}",
        Phase.TABLET: "True Majority: the tablet",
        Phase.DIRECT: "The tablet acts at once",
        Phase.EXTRAS: f"Discard extra {words.many}",
        Phase.WAVE_1: "1st Wave",
        Phase.WAVE_2: "2nd Wave",
        Phase.PASS_TOKEN: "End of round: the Wave token",
        Phase.DRAW: "End of round: draw",
        Phase.DISCARD: "End of round: discard",
        Phase.GAP: "End of round: the unassociated Elder",
        Phase.NEXT_ROUND: "End of round: the new Council",
    }


_TITLES = {edition: _titles(words) for edition, words in _POSTURES.items()}


def title(setup: Setup, phase: Phase) -> str:
    """What a phase is called on screen (D-02)."""
    return _TITLES[setup.edition][phase]


def at_place(setup: Setup, slot: SlotIndex) -> str:
    """Which of a player's places, after its name; nothing where each player has one. As printed on the mat."""
    return f" at place {slot + 1}" if setup.is_head_to_head else ""


def place(view: WavesView, slot: SlotIndex) -> str:
    """Whose slot it is, and which: "Anna", or "Anna at place 3"."""
    setup = view.table.setup
    return f"{view.name(setup.owner(slot))}{at_place(setup, slot)}"


def places(view: WavesView, slots: Sequence[SlotIndex]) -> tuple[tuple[str, str], ...]:
    """Whose slots these are and which, each player once: ("Anna", ""), or ("Anna", " at places 1 and 3")."""
    setup, found = view.table.setup, list[tuple[str, str]]()
    for seat in dict.fromkeys(setup.owner(slot) for slot in slots):
        own = [str(slot + 1) for slot in slots if setup.owner(slot) == seat]
        where = f" at {plural(len(own), 'place')} {listing(own)}" if setup.is_head_to_head else ""
        found.append((view.name(seat), where))
    return tuple(found)


def seat_at(setup: Setup, slot: SlotIndex) -> str:
    """The same where no names are known: "Seat 1", or "Seat 1 at place 3"."""
    return f"Seat {setup.owner(slot) + 1}{at_place(setup, slot)}"


def side_name(setup: Setup, side: Side, names: tuple[str, ...]) -> str:
    """What to call a side: its player, or the team with its players."""
    seats = setup.members(side)
    called = [seat_name(names, seat) for seat in seats]
    return called[0] if len(called) == 1 else f"Team {SIDE_LETTERS[side]} ({listing(called)})"


def teammates(setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """The others of a seat's side."""
    return tuple(other for other in setup.members(setup.sides[seat]) if other != seat)
