"""A new game of Manawave: what can be chosen, and what comes of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import BadOption
from companion.games.manawave.data.faults import faults
from companion.games.manawave.data.playset import SHIPPED, ClansPlayset, Edition, NexusPlayset, Playset, playset_of
from companion.games.manawave.mat.looks import kit_of
from companion.games.manawave.state.model import SEATS, Clans, ManaState, Nexus, Nothing, Phase, Setup, Table, pile_of
from companion.games.shared.options import complete, option_fields
from companion.language.message import say, sentences
from companion.language.values import Name

TITLE: Final = "Manawave"
OWNED: Final = "playset"
"""Where the owner's file has a playset of the owner's own."""
_TOLD: Final = 3
"""So many faults of a playset are told at once."""
AS_SET: Final = "playset"
"""An option that is as the playset says."""
_PLAYERS, _MODE, *_OTHERS = option_fields(__package__, SEATS)
OPTIONS: Final = (_MODE, _PLAYERS, *_OTHERS)
_OF_SET: Final = tuple(field.key for field in OPTIONS if field.choices[0][0] == AS_SET)


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> ManaState:
    """The state before anything is laid out; `owner` is the content of the owner's file. Raises `BadOption`."""
    own = own_playset(owner)
    # Where no mode is chosen it is that of the playset.
    chosen = complete(TITLE, OPTIONS, {"mode": own.edition, **options} if own is not None else options, "M-122")
    if own is not None and own.edition != chosen["mode"]:
        raise BadOption(
            say(
                "The playset is one of mode {own}, and this game is one of {mode}. Choose mode {own}.",
                own=Name(own.edition),
                mode=Name(chosen["mode"]),
            )
        )
    playset = _with_options(own or SHIPPED[chosen["mode"]], chosen)
    settled = {key: chosen[key] for key in ("pieces", "counters", "bots")}
    setup = Setup(playset=playset, **settled, own=own is not None)
    nobody = (Nothing(), Nothing())
    if isinstance(playset, ClansPlayset):
        table = Table(setup=setup, phase=Phase.WORLD, world=Clans(), why=("M-004",))
        return State(table, nobody)
    pile = pile_of({each.id: each.copies for each in playset.tile})
    start = playset.board.strength_start
    return State(Table(setup=setup, phase=Phase.START, world=Nexus(), round=start, pile=pile, why=("M-199",)), nobody)


def own_playset(owner: Mapping[str, Any]) -> Playset | None:
    """The playset of the owner's file, fit to be played; None where it has none. Raises `BadOption`."""
    if OWNED not in owner:
        return None
    try:
        playset = playset_of(owner[OWNED])
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise BadOption(say("The playset cannot be read: {error}.", error=Name(str(error)))) from error
    found = faults(playset)
    if found:
        told = (say("{place}: {fault}", place=Name(each.place), fault=each.text) for each in found[:_TOLD])
        raise BadOption(say("The playset cannot be played. {faults}", faults=sentences(*told)))
    kit_of(playset, own=True)  # more cards than there are markers are told before anything begins
    return playset


def owner_with(owner: Mapping[str, Any], playset: Mapping[str, Any]) -> dict[str, Any]:
    """The owner's file with this playset in it. Raises `BadOption` where it is not fit to be played."""
    made = {**owner, OWNED: dict(playset)}
    own_playset(made)
    return made


def edition_of(playset: Mapping[str, Any]) -> Edition:
    """For which state of the design the content of a playset's file is."""
    return "nexus" if playset.get("edition") == "nexus" else "clans"


def playset_table(playset: Playset) -> dict[str, Any]:
    """The content of a file that says this playset."""
    return cast("dict[str, Any]", msgspec.to_builtins(playset))


def _with_options(playset: Playset, chosen: Mapping[str, Any]) -> Playset:
    """The playset with what was chosen otherwise than it says."""
    more = {key: chosen[key] for key in _OF_SET if chosen[key] != AS_SET}
    if isinstance(playset, NexusPlayset):
        return replace(playset, board=replace(playset.board, **{k: v for k, v in more.items() if k == "geometry"}))
    return replace(playset, options=replace(playset.options, **{k: v for k, v in more.items() if k != "geometry"}))


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule."""
    found: dict[str, Any] = {"mode": rng.choice(("clans", "clans", "nexus"))}
    found["pieces"] = rng.choice(("tiles", "families"))
    for field in OPTIONS:
        if field.key in _OF_SET and rng.random() < 0.3:
            found[field.key] = rng.choice(field.choices[1:])[0]
    return found


def playset_played(state: ManaState) -> Mapping[str, Any] | None:
    """The playset of somebody's own that a game is played with; None where it is one that ships."""
    setup = state.table.setup
    return playset_table(setup.playset) if setup.own else None
