"""What the mat of Waves must show, how its pieces look, and what the strip says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.core import PlayerPanel, RuleId, Seat
from companion.games.shared.mats import read_kit_for
from companion.games.shared.phrases import counted, listing
from companion.games.shared.seats import SEAT_COLOURS
from companion.games.waves.actions import WavesAction
from companion.games.waves.cards import CLASSES, UNKNOWN, Counts
from companion.games.waves.data import DATA, NAMES, POWER, SHELLS
from companion.games.waves.layouts import LAYOUTS, layout_of
from companion.games.waves.model import (
    Phase,
    Slot,
    Table,
    WavesView,
)
from companion.games.waves.prompts import prompt, silent_seats
from companion.games.waves.tablets import active_side, elder_power
from companion.games.waves.turns import next_to_play, order_rule
from companion.games.waves.words import SIDE_LETTERS, at_place, rebel, side_name, teammates
from companion.lights.scene import Glow, Motion, Scene
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

_SEA, _CREST, _SHELL, _HUSH = "#003c78", "#2fd0ff", "#ffe9c4", "#ffffff"


KIT = read_kit_for(__package__, LAYOUTS.values())


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


def layout(table: Table) -> Layout:
    """The mat for this mode and number of players."""
    return layout_of(table.setup.mode, table.setup.players, table.setup.gap_after)


def expected_table(view: WavesView) -> ExpectedTable:
    """Every zone of the layout with what it must hold."""
    content = {**dict(_places(view)), **dict(_collections(view)), **dict(_piles(view))}
    return ExpectedTable(tuple(content[zone.zone] for zone in layout(view.table).zones))


def _places(view: WavesView) -> Iterator[tuple[str, ExpectedZone]]:
    table, setup = view.table, view.table.setup
    acting, postures = prompt(view).seats, (("follower", "Follower"), ("rebel", rebel(setup).one))
    for index, slot in enumerate(table.slots):
        name = view.name(setup.owner(index))
        number = f", place {index + 1}" if setup.is_head_to_head else ""
        whose, which = f"{name}'s", f"place{number and f' {index + 1}'}"
        elder = Pieces((f"card:{slot.elder}",) if slot.elder else ())
        changed = slot.elder and elder_power(table, index) != POWER[slot.elder]
        note = f"power {elder_power(table, index)}" if changed else "to act" if setup.owner(index) in acting else ""
        label = f"{name}{number}: Elder"
        yield f"elder.{index}", ExpectedZone(f"elder.{index}", elder, label, note, f"{whose} Elder {which}")
        for posture, word in postures:
            lies_here = slot.agent is not None and slot.agent.posture == posture
            agents = _agents(slot) if lies_here else Pieces(())
            zone = f"{posture}.{index}"
            yield zone, ExpectedZone(zone, agents, word if lies_here else "", name=f"{whose} {word} {which}")
        token = Pieces(("token",) if table.token == index else ())
        yield f"token.{index}", ExpectedZone(f"token.{index}", token, name=f"{whose} token {which}")


def _collections(view: WavesView) -> Iterator[tuple[str, ExpectedZone]]:
    setup = view.table.setup
    names = tuple(view.name(seat) for seat in range(setup.players))
    for side, pile in enumerate(view.table.collected):
        zone, name = f"collection.{side}", side_name(setup, side, names)
        is_team = len(setup.members(side)) > 1
        whose = f"the collection of {name}" if is_team else f"{name}'s collection"
        label = f"Team {SIDE_LETTERS[side]}: collected" if is_team else f"{name}: collected"
        yield zone, ExpectedZone(zone, Pieces(_cards(pile)), label, name=whose)


def _agents(slot: Slot) -> Content:
    agent = slot.agent
    if agent is None:
        return Pieces(())
    return Backs("back", agent.count) if agent.face == UNKNOWN else Pieces((f"card:{agent.face}",) * agent.count)


def _cards(counts: Counts) -> tuple[str, ...]:
    return tuple(f"card:{cls}" for cls in CLASSES for _ in range(counts[cls - 1]))


def _piles(view: WavesView) -> Iterator[tuple[str, ExpectedZone]]:
    table = view.table
    active = active_side(table)
    resting = tuple(f"tablet:{side}" for side in table.setup.tablets if side != active)
    top = f"card:{table.top}" if table.top else ""
    # More shells than the box has are other things, without a marker: only people can count them.
    centre = Pieces(("shell",) * table.shells) if table.shells <= SHELLS else Anything()
    gap = Pieces((f"card:{table.gap_elder}",) if table.gap_elder else ())
    laid = Pieces((f"tablet:{active}",) if active else ())
    zones = (
        ExpectedZone("centre", centre, "Centre", name="the centre"),
        ExpectedZone("supply", Anything(), f"Supply: {max(0, SHELLS - table.shells)}", name="the supply"),
        ExpectedZone("tablet.active", laid, "Active tablet", name="the active tablet's place"),
        ExpectedZone("tablets", Pieces(resting), "Rule Tablets", name="the row of tablets"),
        ExpectedZone("deck", Pile("back", table.deck), "Deck", name="the deck"),
        ExpectedZone("discard", Pile("back", sum(table.discard), top), "Discard", name="the discard pile"),
        ExpectedZone("elder.gap", gap, "Unassociated Elder", name="the unassociated Elder's place"),
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
    well, or has this place too, it came too early.
    """
    table, (kind, _, rest) = view.table, zone.partition(".")
    if kind == "token" and table.setup.is_head_to_head:
        return "W-108"
    if kind not in ("follower", "rebel"):
        return _RULES.get(kind, prompt(view).rule)
    if table.phase is not Phase.PLAY:
        return "W-060" if kind == "follower" and table.phase is Phase.REVEAL else prompt(view).rule
    if table.slots[int(rest)].agent is not None:
        return "W-058"
    setup, turn = table.setup, next_to_play(table)
    return order_rule(setup) if done or setup.owner(int(rest)) == turn else "W-054"


def panels(view: WavesView) -> tuple[PlayerPanel, ...]:
    """Collection, goal and hand of each player; a team's collection stands with each of its members."""
    return tuple(_panel(view, seat) for seat in range(view.table.setup.players))


def _panel(view: WavesView, seat: Seat) -> PlayerPanel:
    table, setup = view.table, view.table.setup
    pile, goal = table.collected[setup.sides[seat]], setup.goals[setup.sides[seat]]
    classes = sum(1 for number in pile if number)
    lines = [f"{classes} of {goal.different} classes, {sum(pile)} of {goal.total} Elders"]
    mates = [view.name(other) for other in teammates(setup, seat)]
    if setup.is_teams:
        lines.insert(0, f"Team {SIDE_LETTERS[setup.sides[seat]]} with {listing(mates)}" if mates else "The solo player")
    has_token = table.token >= 0 and setup.owner(table.token) == seat
    token = f", Wave token{at_place(setup, table.token)}" if has_token else ""
    lines.append(f"{counted(table.hands[seat].count, 'card')} in hand{token}")
    if seat in silent_seats(table):
        lines.append("Silent until everyone has played")
    score = f"{classes}/{goal.different} {sum(pile)}/{goal.total}"
    return PlayerPanel(seat, tuple(lines), _cards(pile), score)


def own_pieces(view: WavesView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return _cards(view.own.hand) if view.own is not None else ()


def lights(view: WavesView) -> Scene:
    """Who acts, who is silent, the shells in the centre, one light each, and the Wave that passes; for the winners the
    whole ring."""
    table, share = view.table, 1 / view.table.setup.players
    if table.winner >= 0:
        return Scene(tuple(_won(view, share)))
    glows = [Glow(0.0, 1.0, _SEA, "", level=0.5), *_silence(view, share)]
    for place, seat in enumerate(prompt(view).seats):
        plays = table.phase is Phase.PLAY and next_to_play(table) == seat
        text = f"{view.name(seat)} {'plays' if plays else 'acts too' if place else 'acts'}."
        # Whoever is asked first breathes; the others wait in steady light.
        motion: Motion = "steady" if place else "breathe"
        glows.append(Glow((seat + 0.05) * share, 0.9 * share, SEAT_COLOURS[seat], text, 0.7 if place else 1.0, motion))
    if table.phase in (Phase.WAVE_1, Phase.WAVE_2):
        glows += _wave(1 if table.phase is Phase.WAVE_1 else 2, active_side(table) == "SEE-B3")
    return Scene((*glows, *_shells(table.shells)))


def _silence(view: WavesView, share: float) -> Iterator[Glow]:
    """A short white light before each seat that must not talk (W-057)."""
    for seat in silent_seats(view.table):
        yield Glow((seat + 0.4) * share, 0.2 * share, _HUSH, f"{view.name(seat)} is silent.", 0.35)


def _won(view: WavesView, share: float) -> Iterator[Glow]:
    setup, winner = view.table.setup, view.table.winner
    seats = setup.members(winner)
    name = side_name(setup, winner, tuple(view.name(seat) for seat in range(setup.players)))
    shines = f"the side before {name} shines" if len(seats) == 1 else "the sides before its players shine"
    text = f"{name} wins: the whole ring glows, and {shines} steadily."
    yield Glow(0.0, 1.0, SEAT_COLOURS[seats[0]], text, 0.6, "breathe", 4.0)
    for seat in seats:
        yield Glow(seat * share, share, SEAT_COLOURS[seat], "")


def _wave(number: int, backwards: bool) -> Iterator[Glow]:
    """As many crests as the number of the Wave, one behind the other, each with a tail that tells which way it runs."""
    crests = "one crest" if number == 1 else "two crests"
    way = "anticlockwise" if backwards else "clockwise"
    text = f"The {'1st' if number == 1 else '2nd'} Wave runs round the table, {way}: {crests} of light."
    motion: Motion = "travel_back" if backwards else "travel"
    for crest in range(number):
        for behind, length, level in ((0.0, 0.05, 1.0), (0.04, 0.04, 0.6), (0.07, 0.03, 0.4)):
            start = -0.17 * crest - behind
            if backwards:
                start = -start - length
            said = text if crest == 0 and behind == 0.0 else ""
            yield Glow(start % 1.0, length, _CREST, said, level, motion, 6.0)


def _shells(count: int) -> Iterator[Glow]:
    """One light a shell round the place where the ring begins, at the first seat's right hand, dark between them."""
    if count:
        # In sixtieths, so that on a strip of 60 pixels each is one pixel with two dark ones to the next.
        first = -(3 * (count - 1)) // 2
        yield Glow((first - 1) / 60 % 1.0, 3 * count / 60, "#000000", "")
        for shell in range(count):
            text = "" if shell else f"{counted(count, 'shell')} in the centre, a light for each."
            yield Glow((first + 3 * shell) / 60 % 1.0, 1 / 60, _SHELL, text)
