"""A new game: what can be chosen, and what comes of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.games.atlantis_rising.box import INTRODUCTORY, LEVELS, POWER_CORE, SHIPPED, Box, Price, box_of, typed_of
from companion.games.atlantis_rising.box_check import faults
from companion.games.atlantis_rising.decks import library_deck, misfortune_deck
from companion.games.atlantis_rising.model import SEATS, AtlantisState, Built, Hand, Luck, Setup, Table
from companion.games.core import OptionField, State
from companion.games.errors import BadOption, BadOwner
from companion.games.shared.misfits import misfit
from companion.games.shared.options import complete
from companion.language.message import lone, say, sentences
from companion.language.values import Name

TITLE: Final = "Atlantis Rising"
FILE: Final = "owner/atlantis_rising.toml"
_FILE: Final = lone(Name(FILE))
OPTIONS: Final = (
    OptionField("players", say("Players"), tuple((each, lone(each)) for each in (4, 1, 2, 3, 5, 6, 7))),
    OptionField(
        "level",
        say("Difficulty"),
        (
            (1, say("1, for a first game")),
            (2, say("2")),
            (3, say("3")),
            (4, say("4")),
            (5, say("5, the hardest")),
        ),
        help=say("Alone, levels above 1 are nearly hopeless; with five and more, level 1 is nearly won."),
    ),
    OptionField(
        "blueprint",
        say("Blueprint of level 1"),
        (("introductory", say("that of a first game")), ("drawn", say("drawn by lot"))),
        needs=(("level", 1),),
    ),
    OptionField(
        "two_player_automaton",
        say("Automaton with two players"),
        ((False, say("not used")), (True, say("used"))),
        is_rare=True,
        needs=(("players", 2),),
    ),
    OptionField(
        "seafarer_hit_on_dry",
        say("A Seafarer on a dry tile, when its peninsula floods"),
        ((False, say("stays")), (True, say("returns as well"))),
        is_rare=True,
    ),
    OptionField(
        "hands",
        say("Hands of library cards"),
        (("open", say("open to all")), ("closed", say("closed: each sees its own"))),
        help=say("For closed hands each player needs a phone, and says there which card was drawn."),
        is_rare=True,
    ),
    OptionField(
        "bots",
        say("How bots play"),
        (("greedy", say("to win")), ("random", say("at random"))),
        is_rare=True,
    ),
)


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> AtlantisState:
    """The state before anything is laid out; `owner` is the content of the owner's file. Raises `BadOption`."""
    chosen = complete(TITLE, OPTIONS, options, "A-127")
    is_first = chosen.pop("blueprint") == "introductory" and chosen["level"] == 1
    typed = typed_of(owner)
    box = read_owned(owner)
    if chosen["players"] != 2:
        chosen["two_player_automaton"] = False
    setup = Setup(**chosen, introductory=is_first, typed=typed)
    level, players = box.levels[setup.level - 1], setup.players
    names = [name for name, each in box.components.items() if each.letter == "A"]
    laid = (*names, *INTRODUCTORY) if is_first else ()
    table = Table(
        setup=setup,
        why=("A-001", "A-006", "A-008", "A-014", *(("A-009", "A-161") if is_first else ("A-156",))),
        colours=("",) * players,
        councilors=("",) * players,
        supply=(0,) * players,
        boxed=(0,) * players,
        reserves=(Price(energy=level.energy),) * players,
        hands=((),) * players,
        blueprint=(*(Built(name) for name in laid), Built(POWER_CORE)),
        misfortunes=misfortune_deck(box, level),
        library=library_deck(box),
        artifacts=tuple(box.artifacts),
        fortune=(Luck(),) * (players + 1),
    )
    return State(table, ((Hand() if setup.is_closed else None),) * players)


def read_owned(owner: Mapping[str, Any]) -> Box:
    """The box with what the owner has typed, fit to be played. Raises `BadOption`, which names the place in it."""
    box = read_typed(owner)
    errors = faults(box, frozenset(path for path, _ in typed_of(owner))).errors
    if errors:
        raise BadOption(say("{file}: {faults}", file=Name(FILE), faults=sentences(*errors)))
    return box


def read_typed(owner: Mapping[str, Any]) -> Box:
    """The same, whatever is wrong in it. Raises `BadOption` where the file is no box at all."""
    try:
        return box_of(typed_of(owner))
    except msgspec.ValidationError as error:
        found = misfit(error, owner, msgspec.to_builtins(SHIPPED))
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
        "players": rng.choice(SEATS),
        "level": rng.choice(LEVELS),
        "blueprint": rng.choice(("introductory", "drawn")),
        "two_player_automaton": rng.random() < 0.3,
        "seafarer_hit_on_dry": rng.random() < 0.2,
        "hands": rng.choice(("open", "open", "closed")),
    }
