"""What is wrong on the table, in words, and the fewest moves of pieces that put it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from companion.games.core import AnyGame, RuleId
from companion.referee.explain import AnyState
from companion.table.expected import ExpectedZone
from companion.table.seen import TableView, ZoneView, fits, show

BACK = "back"
"""Stands for any face-down piece, whatever its back."""


class Fix(msgspec.Struct, frozen=True):
    """One piece to move: from a zone to a zone, or (empty) from or to somewhere off the mat."""

    kind: str
    source: str
    target: str
    text: str


class Mismatch(msgspec.Struct, frozen=True):
    """One zone that shows something else than it must."""

    zone: str
    rule: RuleId
    text: str


def mismatches(game: AnyGame, state: AnyState, seen: TableView) -> tuple[Mismatch, ...]:
    """Each zone that does not show what the state asks for, in the layout's order, in public words."""
    kinds = {kind: piece.label for kind, piece in game.piece_kinds().items()}
    view = game.view(state, None)
    return tuple(
        Mismatch(zone.zone, game.rule_of_zone(view, zone.zone), _sentence(zone, look, kinds))
        for zone, look in _differing(game, state, seen)
    )


def fixes(game: AnyGame, state: AnyState, seen: TableView) -> tuple[Fix, ...]:
    """The fewest moves that make the table show the state: what is too much in one zone goes where it is missing."""
    kinds = {kind: piece.label for kind, piece in game.piece_kinds().items()}
    labels: dict[str, str] = {}
    surplus, missing = list[tuple[str, str]](), list[tuple[str, str]]()
    for zone, look in _differing(game, state, seen):
        labels[zone.zone] = zone.label or zone.zone
        there, wanted = _pieces(look), _pieces(show(zone.zone, zone.content))
        surplus += [(kind, zone.zone) for kind in (there - wanted).elements()]
        missing += [(kind, zone.zone) for kind in (wanted - there).elements()]
    return tuple(_moves(surplus, missing, labels, kinds))


def _moves(
    surplus: list[tuple[str, str]], missing: list[tuple[str, str]], labels: Mapping[str, str], kinds: Mapping[str, str]
) -> list[Fix]:
    moves, wanted = [], list(missing)
    for kind, source in surplus:
        target = next((zone for each, zone in wanted if each == kind), "")
        if target:
            wanted.remove((kind, target))
            text = f"Move the {_label(kind, kinds)} from {labels[source]} to {labels[target]}."
        else:
            text = f"Take the {_label(kind, kinds)} away from {labels[source]}."
        moves.append(Fix(kind, source, target, text))
    moves += [Fix(kind, "", zone, f"Lay the {_label(kind, kinds)} at {labels[zone]}.") for kind, zone in wanted]
    return moves


def _differing(game: AnyGame, state: AnyState, seen: TableView) -> list[tuple[ExpectedZone, ZoneView]]:
    looks = {zone.zone: zone for zone in seen.zones}
    zones = game.expected_table(game.view(state, None)).zones
    return [
        (zone, looks[zone.zone]) for zone in zones if zone.zone in looks and not fits(zone.content, looks[zone.zone])
    ]


def _sentence(zone: ExpectedZone, look: ZoneView, kinds: Mapping[str, str]) -> str:
    there = _listing(_pieces(look), kinds)
    wanted = _listing(_pieces(show(zone.zone, zone.content)), kinds)
    return f"{zone.label or zone.zone} shows {there}; {wanted} must lie there."


def _pieces(look: ZoneView) -> Counter[str]:
    return Counter(look.kinds) + Counter({BACK: look.backs})


def _listing(pieces: Counter[str], kinds: Mapping[str, str]) -> str:
    if not pieces:
        return "nothing"
    words = [
        _label(kind, kinds) if count == 1 else f"{count} × {_label(kind, kinds)}" for kind, count in pieces.items()
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _label(kind: str, kinds: Mapping[str, str]) -> str:
    return "face-down card" if kind == BACK else kinds.get(kind, kind)
