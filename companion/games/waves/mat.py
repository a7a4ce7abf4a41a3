"""What the mat of Waves must show, how its pieces look, and what the strip says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources

import msgspec

from companion.games.core import PlayerPanel, RuleId
from companion.games.waves.cards import CLASSES, UNKNOWN, Counts
from companion.games.waves.data import DATA, NAMES, POWER, SHELLS
from companion.games.waves.legal import next_to_play
from companion.games.waves.model import Phase, Slot, Table, WavesAction, WavesView
from companion.games.waves.prompts import prompt
from companion.games.waves.tablets import active_side, elder_power
from companion.lights.scene import Glow, Motion, Scene
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.kit import Kit, check_kit
from companion.table.layout import Layout, check_layout
from companion.table.pieces import PieceKind

_POSTURES = (("follower", "Follower"), ("rebel", "Rebel"))
SEAT_COLOURS = ("#f2a65a", "#5ec8d8", "#e58fb1", "#b7d968")
"""Light of each seat; its number stands beside it wherever it is used."""
_SEA, _CREST, _SHELL = "#003c78", "#2fd0ff", "#ffe9c4"


def _load_layout() -> Layout:
    text = resources.files(__package__).joinpath("layout.toml").read_text(encoding="utf-8")
    return check_layout(msgspec.convert(tomllib.loads(text), Layout))


def _load_kit(layout: Layout) -> Kit:
    text = resources.files(__package__).joinpath("kit.toml").read_text(encoding="utf-8")
    return check_kit(msgspec.convert(tomllib.loads(text), Kit), layout)


LAYOUT = _load_layout()
KIT = _load_kit(LAYOUT)


def _piece_kinds() -> dict[str, PieceKind]:
    kinds = [
        PieceKind(f"card:{cls}", NAMES[cls], "card", data.colour, str(POWER[cls]), data.sign)
        for cls, data in enumerate(DATA.classes, 1)
    ]
    kinds += [
        PieceKind(
            f"tablet:{side}",
            tablet.title,
            "tile",
            DATA.classes[tablet.cls - 1].colour,
            sign=DATA.classes[tablet.cls - 1].sign,
        )
        for side, tablet in DATA.tablets.items()
    ]
    kinds += [
        PieceKind("back", "face-down card", "card", "#20465e", sign="≈"),
        PieceKind("shell", "shell", "disc", "#f4e3c1", sign="◗"),
        PieceKind("token", "Wave token", "disc", "#2aa6c9", sign="≋"),
    ]
    return {kind.kind: kind for kind in kinds}


PIECES = _piece_kinds()


def expected_table(view: WavesView) -> ExpectedTable:
    """Every zone of the layout with what it must hold."""
    table = view.table
    content = dict(_places(view))
    content.update(_piles(table))
    return ExpectedTable(tuple(content[zone.zone] for zone in LAYOUT.zones))


def _places(view: WavesView) -> Iterator[tuple[str, ExpectedZone]]:
    table = view.table
    acting = prompt(view).seats
    for index, slot in enumerate(table.slots):
        name = view.name(index)
        elder = Pieces((f"card:{slot.elder}",) if slot.elder else ())
        changed = slot.elder and elder_power(table, index) != POWER[slot.elder]
        note = f"power {elder_power(table, index)}" if changed else "to act" if index in acting else ""
        yield f"elder.{index}", ExpectedZone(f"elder.{index}", elder, f"{name}: Elder", note, f"{name}'s Elder place")
        for posture, label in _POSTURES:
            lies_here = slot.agent is not None and slot.agent.posture == posture
            agents = _agents(slot) if lies_here else Pieces(())
            place = f"{name}'s {label} place"
            yield (
                f"{posture}.{index}",
                ExpectedZone(f"{posture}.{index}", agents, label if lies_here else "", name=place),
            )
        token = Pieces(("token",) if table.token == index else ())
        yield f"token.{index}", ExpectedZone(f"token.{index}", token, name=f"{name}'s token place")
        collected = Pieces(_cards(table.collected[index]))
        yield (
            f"collection.{index}",
            ExpectedZone(f"collection.{index}", collected, f"{name}: collected", name=f"{name}'s collection"),
        )


def _agents(slot: Slot) -> Content:
    agent = slot.agent
    if agent is None:
        return Pieces(())
    return Backs("back", agent.count) if agent.face == UNKNOWN else Pieces((f"card:{agent.face}",) * agent.count)


def _cards(counts: Counts) -> tuple[str, ...]:
    return tuple(f"card:{cls}" for cls in CLASSES for _ in range(counts[cls - 1]))


def _piles(table: Table) -> Iterator[tuple[str, ExpectedZone]]:
    active = active_side(table)
    resting = tuple(f"tablet:{side}" for side in table.setup.tablets if side != active)
    top = f"card:{table.top}" if table.top else ""
    zones = (
        ExpectedZone("centre", Pieces(("shell",) * table.shells), "Centre", name="the centre"),
        ExpectedZone("supply", Anything(), f"Supply: {SHELLS - table.shells}", name="the supply"),
        ExpectedZone(
            "tablet.active",
            Pieces((f"tablet:{active}",) if active else ()),
            "Active tablet",
            name="the active tablet's place",
        ),
        ExpectedZone("tablets", Pieces(resting), "Rule Tablets", name="the row of tablets"),
        ExpectedZone("deck", Pile("back", table.deck), "Deck", name="the deck"),
        ExpectedZone("discard", Pile("back", sum(table.discard), top), "Discard", name="the discard pile"),
    )
    return ((zone.zone, zone) for zone in zones)


_RULES = {
    "elder": "W-142",
    "collection": "W-073",
    "token": "W-080",
    "centre": "W-043",
    "tablet": "W-063",
    "tablets": "W-085",
    "deck": "W-140",
    "discard": "W-082",
}
"""What each kind of zone must show, where no phase says it more exactly."""


def rule_of_zone(view: WavesView, zone: str, done: Sequence[WavesAction] = ()) -> RuleId:
    """The rule that says what a zone must show now: a second set, a face turned up too early, Agents out of turn.

    An Agent at a slot whose turn has not come lies at another's Elder; if the one whose turn it was has just played as
    well, it came too early.
    """
    table, (kind, _, rest) = view.table, zone.partition(".")
    if kind not in ("follower", "rebel"):
        return _RULES.get(kind, prompt(view).rule)
    if table.phase is not Phase.PLAY:
        return "W-060" if kind == "follower" and table.phase is Phase.REVEAL else prompt(view).rule
    if table.slots[int(rest)].agent is not None:
        return "W-058"
    return "W-050" if done else "W-054"


def panels(view: WavesView) -> tuple[PlayerPanel, ...]:
    """Collection, goal and hand of each player."""
    table, rows = view.table, []
    for seat, pile in enumerate(table.collected):
        classes = sum(1 for number in pile if number)
        goal = f"{classes} of {table.setup.different} classes, {sum(pile)} of {table.setup.total} Elders"
        hand = table.hands[seat].count
        token = ", Wave token" if table.token == seat else ""
        rows.append(PlayerPanel(seat, (goal, f"{hand} card{'s' if hand != 1 else ''} in hand{token}"), _cards(pile)))
    return tuple(rows)


def own_pieces(view: WavesView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return _cards(view.own.hand) if view.own is not None else ()


def lights(view: WavesView) -> Scene:
    """Who acts, the shells in the centre, one light each, and the Wave that passes; for the winner the whole ring."""
    table, share = view.table, 1 / len(view.table.slots)
    if table.winner >= 0:
        return Scene(tuple(_won(view, share)))
    glows = [Glow(0.0, 1.0, _SEA, "", level=0.5)]
    for place, seat in enumerate(prompt(view).seats):
        plays = table.phase is Phase.PLAY and next_to_play(table) == seat
        text = f"{view.name(seat)} {'plays' if plays else 'acts too' if place else 'acts'}."
        # Whoever is asked first breathes; the others wait in steady light.
        motion: Motion = "steady" if place else "breathe"
        glows.append(Glow((seat + 0.05) * share, 0.9 * share, SEAT_COLOURS[seat], text, 0.7 if place else 1.0, motion))
    if table.phase in (Phase.WAVE_1, Phase.WAVE_2):
        glows += _wave(1 if table.phase is Phase.WAVE_1 else 2)
    return Scene((*glows, *_shells(table.shells)))


def _won(view: WavesView, share: float) -> Iterator[Glow]:
    winner = view.table.winner
    name, colour = view.name(winner), SEAT_COLOURS[winner]
    text = f"{name} wins: the whole ring glows, and the side before {name} shines steadily."
    yield Glow(0.0, 1.0, colour, text, 0.6, "breathe", 4.0)
    yield Glow(winner * share, share, colour, "")


def _wave(number: int) -> Iterator[Glow]:
    """As many crests as the number of the Wave, one behind the other, each with a tail that tells which way it runs."""
    crests = "one crest" if number == 1 else "two crests"
    text = f"The {'1st' if number == 1 else '2nd'} Wave runs round the table, clockwise: {crests} of light."
    for crest in range(number):
        start = -0.17 * crest
        yield Glow(start % 1.0, 0.05, _CREST, "" if crest else text, 1.0, "travel", 6.0)
        yield Glow((start - 0.04) % 1.0, 0.04, _CREST, "", 0.6, "travel", 6.0)
        yield Glow((start - 0.07) % 1.0, 0.03, _CREST, "", 0.4, "travel", 6.0)


def _shells(count: int) -> Iterator[Glow]:
    """One light a shell round the place where the ring begins, at the first seat's right hand, dark between them."""
    if count:
        # In sixtieths, so that on a strip of 60 pixels each is one pixel with two dark ones to the next.
        first = -(3 * (count - 1)) // 2
        yield Glow((first - 1) / 60 % 1.0, 3 * count / 60, "#000000", "")
        for shell in range(count):
            text = "" if shell else f"{count} shell{'s' if count != 1 else ''} in the centre, a light for each."
            yield Glow((first + 3 * shell) / 60 % 1.0, 1 / 60, _SHELL, text)
