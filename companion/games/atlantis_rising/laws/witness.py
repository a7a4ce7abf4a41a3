"""Readings of a position that the laws share, written apart from the rules that they watch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS, Tiles
from companion.games.atlantis_rising.data.effects import Effect, Op
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.state.model import POOL, Atlantean, AtlantisAction, Table
from companion.games.atlantis_rising.state.steps import Endowing, Sharing
from companion.games.core import Seat
from companion.games.shared.catalogues import Sentences

BROKEN: Final = Sentences(__package__, "laws.toml")
"""What is said of a position that breaks a law, by the name of the law."""
broken: Final = BROKEN.where
PLACES: Final = {f"{name}_{ring}": (arm, ring) for arm, name in enumerate(PENINSULAS) for ring in range(1, RINGS + 1)}
"""Every tile but the centre: its peninsula, from 0, and its ring."""


def tiles_at(table: Table, place: str) -> Tiles | None:
    """The peninsula to which a tile belongs; None for any other place."""
    return table.setup.box.peninsula[PENINSULAS[PLACES[place][0]]] if place in PLACES else None


def misfortunes(players: int) -> int:
    """How many misfortunes a round has (A-045)."""
    return max(4, players)


def drawer(table: Table, number: int) -> Seat:
    """Who draws a misfortune of this round, counted from 0 (A-034, A-130, A-134, A-149)."""
    players = table.setup.players
    return (table.starter + (number // 2 if players == 2 else number)) % players


def effect_of(table: Table, piece: Atlantean) -> Effect | None:
    """What the councilor of a piece does; None where it has none (A-048, A-142)."""
    name = {"leader": table.councilors[piece.seat], "hologram": table.hologram}.get(piece.kind, "")
    return table.setup.box.councilors[name].effect if name else None


def placed(table: Table) -> list[Atlantean]:
    """The pieces that stand anywhere."""
    return [each for each in table.atlanteans if each.place != POOL]


def helpers(table: Table, op: Op, place: str) -> Iterator[tuple[Atlantean, int]]:
    """The Leaders on a place whose councilor does this, with by how much (A-049, Q-39)."""
    for piece in table.atlanteans:
        if piece.place == place and (effect := effect_of(table, piece)) and effect.op == op:
            yield piece, effect.n


def plays_with(table: Table, *ops: Op) -> bool:
    """Whether a councilor of this round does one of these things."""
    names = [name for name in (*table.councilors, table.hologram) if name]
    return any(table.setup.box.councilors[name].effect.op in ops for name in names)


def target(table: Table, seat: Seat, place: str, space: int) -> int:
    """What a die of this seat has to reach on a space of a tile (A-162, A-163)."""
    tiles = tiles_at(table, place)
    assert tiles is not None
    is_wild = tiles.kind == "wild"
    wanted = tiles.number_at(PLACES[place][1], space) + (sum(table.numbers) if is_wild else 0)
    lent = (table.scholar_artifact,) if table.starter == seat and table.scholar_artifact else ()
    for card in (*table.hands[seat], *lent):
        artifact = table.setup.box.artifacts.get(card)
        if artifact is not None and artifact.effect.op == "number_minus" and (is_wild or not artifact.effect.what):
            wanted -= artifact.effect.n
    return wanted - sum(n for _, n in helpers(table, "number_minus", place))


def set_off(old: Table, action: AtlantisAction, new: Table) -> Iterator[tuple[Effect, tuple[Seat, ...]]]:
    """The effects that an act sets off at once, each with whom it concerns (section 4.3).

    What several have earned together waits until they have said whose it is, and so is not among them.
    """
    box, effects, seat = old.setup.box, tuple[Effect, ...](), old.starter
    waits = any(isinstance(step, Sharing | Endowing) and step not in old.steps for step in new.steps)
    match action:
        case decisions.PlayCard():
            effects, seat = (box.library[action.card].effect,), action.seat
        case acts.DrawMisfortune() if action.card in box.special:
            effects, seat = (box.special[action.card].effect,), drawer(old, old.drawn)
        case acts.Build() if not waits:
            payers = [each for each, paid in enumerate(action.paid) if paid.total]
            effects, seat = box.components[action.component].on_build, payers[0] if payers else seat
        case decisions.GiveBenefit():
            step = old.steps[-1]
            assert isinstance(step, Sharing | Endowing)
            component = box.components[step.component]
            effects = component.on_activate if isinstance(step, Sharing) else component.on_build
            seat = action.seat
        case acts.Activate() | decisions.Repeat() if action.place in box.components and not waits:
            effects, seat = box.components[action.place].on_activate, action.seat
    everybody = tuple(range(old.setup.players))
    for effect in effects:
        drew = drawer(old, max(0, new.drawn - 1))
        yield effect, {"each": everybody, "current": (drew,)}.get(effect.who, (seat,))
