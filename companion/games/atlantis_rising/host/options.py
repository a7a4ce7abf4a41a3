"""A new game: what can be chosen, and what comes of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.host.box_check import faults
from companion.games.atlantis_rising.state import model
from companion.games.atlantis_rising.state.changes import library_deck, misfortune_deck
from companion.games.core import State
from companion.games.errors import BadOption, BadOwner
from companion.games.shared.misfits import misfit
from companion.games.shared.options import complete, option_fields
from companion.language.message import lone, say, sentences
from companion.language.values import Name

TITLE: Final = "Atlantis Rising"
FILE: Final = "owner/atlantis_rising.toml"
_FILE: Final = lone(Name(FILE))
USUAL_SEATS: Final = 4
OPTIONS: Final = option_fields(__package__, (USUAL_SEATS, *(each for each in model.SEATS if each != USUAL_SEATS)))


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> model.AtlantisState:
    """The state before anything is laid out; `owner` is the content of the owner's file. Raises `BadOption`."""
    chosen = complete(TITLE, OPTIONS, options, "A-127")
    is_first = chosen.pop("blueprint") == "introductory" and chosen["level"] == 1
    typed = contents.typed_of(owner)
    box = read_owned(owner)
    if chosen["players"] != 2:
        chosen["two_player_automaton"] = False
    setup = model.Setup(**chosen, introductory=is_first, typed=typed)
    level, players = box.levels[setup.level - 1], setup.players
    names = [name for name, each in box.components.items() if each.letter == "A"]
    laid = (*names, *contents.INTRODUCTORY) if is_first else ()
    table = model.Table(
        setup=setup,
        why=("A-001", "A-006", "A-008", "A-014", *(("A-009", "A-161") if is_first else ("A-156",))),
        colours=("",) * players,
        councilors=("",) * players,
        supply=(0,) * players,
        boxed=(0,) * players,
        reserves=(contents.Price(energy=level.energy),) * players,
        hands=((),) * players,
        blueprint=(*(model.Built(name) for name in laid), model.Built(contents.POWER_CORE)),
        misfortunes=misfortune_deck(box, level),
        library=library_deck(box),
        artifacts=tuple(box.artifacts),
        fortune=(model.Luck(),) * (players + 1),
    )
    return State(table, ((model.Hand() if setup.is_closed else None),) * players)


def read_owned(owner: Mapping[str, Any]) -> contents.Box:
    """The box with what the owner has typed, fit to be played. Raises `BadOption`, which names the place in it."""
    box = read_typed(owner)
    errors = faults(box, frozenset(path for path, _ in contents.typed_of(owner))).errors
    if errors:
        raise BadOption(say("{file}: {faults}", file=Name(FILE), faults=sentences(*errors)))
    return box


def read_typed(owner: Mapping[str, Any]) -> contents.Box:
    """The same, whatever is wrong in it. Raises `BadOption` where the file is no box at all."""
    try:
        return contents.box_of(contents.typed_of(owner))
    except msgspec.ValidationError as error:
        found = misfit(error, owner, msgspec.to_builtins(contents.SHIPPED))
        raise BadOwner(_FILE, found.path, found.at, found.text) from error
    except LookupError as error:
        path = _path(owner, str(error.args[0]).split("."))
        raise BadOwner(_FILE, path, "key", say("The box has no such entry. Delete that line.")) from error


def _path(owner: Any, steps: Sequence[str]) -> tuple[str | int, ...]:
    """The steps to a place of the owner's file; a number where they lead into a list."""
    at, path = owner, list[str | int]()
    for step in steps:
        key = int(step) if isinstance(at, list | tuple) else step
        path.append(key)
        try:
            at = at[key]
        except (LookupError, TypeError):  # a key with a dot in it is two steps to the box
            break
    return tuple(path)


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule."""
    return {
        "players": rng.choice(model.SEATS),
        "level": rng.choice(contents.LEVELS),
        "blueprint": rng.choice(("introductory", "drawn")),
        "two_player_automaton": rng.random() < 0.3,
        "seafarer_hit_on_dry": rng.random() < 0.2,
        "hands": rng.choice(("open", "open", "closed")),
    }
