"""What the mat of Waves must show, how its pieces look, and what stands beside each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.core import PlayerPanel, RuleId, Seat, seat_name
from companion.games.shared.mats import read_kit_for
from companion.games.waves.actions import WavesAction
from companion.games.waves.cards import CLASSES, UNKNOWN, Counts
from companion.games.waves.data import CARD, DATA, ELDER, NAMES, POWER, SHELLS
from companion.games.waves.layouts import LAYOUTS, layout_of
from companion.games.waves.model import (
    Phase,
    Slot,
    SlotIndex,
    Table,
    WavesView,
)
from companion.games.waves.prompts import prompt, silent_seats
from companion.games.waves.tablets import active_side, elder_power
from companion.games.waves.turns import next_to_play, order_rule
from companion.games.waves.words import SIDE_LETTERS, rebel, side_name, teammates
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Count, Name, Noun
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.layout import Layout
from companion.table.pieces import PieceKind


class _PlaceWords(NamedTuple):
    """What is said of one slot's places, whatever lies there."""

    label: Message
    """The heading of the Elder's place."""
    elder: Message
    follower: Message
    rebel: Message
    token: Message


KIT = read_kit_for(__package__, LAYOUTS.values())


_FOLLOWER, _TOKEN = Noun("Follower"), Noun("token")
_TO_ACT = say("to act")
_COMMON = {
    "centre": (say("Centre"), say("the centre")),
    "tablet.active": (say("Active tablet"), say("the active tablet's place")),
    "tablets": (say("Rule Tablets"), say("the row of tablets")),
    "deck": (say("Deck"), say("the deck")),
    "discard": (say("Discard"), say("the discard pile")),
    "elder.gap": (say("Unassociated Elder"), say("the unassociated Elder's place")),
}
"""The heading of each place that is everybody's, and what to call it in the middle of a sentence."""
_THE_SUPPLY = say("the supply")


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
    acting, noun = prompt(view).seats, rebel(setup).noun
    for index, slot in enumerate(table.slots):
        words = _place_words(view.names, setup.owner(index), index + 1 if setup.is_head_to_head else 0, noun)
        elder = Pieces((f"card:{slot.elder}",) if slot.elder else ())
        note = _note(view, index, acting)
        yield f"elder.{index}", ExpectedZone(f"elder.{index}", elder, words.label, note, words.elder)
        for posture, agent, name in (("follower", _FOLLOWER, words.follower), ("rebel", noun, words.rebel)):
            lies_here = slot.agent is not None and slot.agent.posture == posture
            agents = _agents(slot) if lies_here else Pieces(())
            zone, label = f"{posture}.{index}", say("{agent}", agent=agent) if lies_here else NOTHING
            yield zone, ExpectedZone(zone, agents, label, name=name)
        token = Pieces(("token",) if table.token == index else ())
        yield f"token.{index}", ExpectedZone(f"token.{index}", token, name=words.token)


def _note(view: WavesView, slot: SlotIndex, acting: Sequence[Seat]) -> Message:
    table = view.table
    elder, power = table.slots[slot].elder, elder_power(table, slot)
    if elder and power != POWER[elder]:
        return say("power {power}", power=power)
    return _TO_ACT if table.setup.owner(slot) in acting else NOTHING


@lru_cache(maxsize=256)  # what lies on the mat is asked for many times an act, and these words stay the same
def _place_words(known: tuple[str, ...], seat: Seat, number: int, rebels: Noun) -> _PlaceWords:
    """The words for a place of a seat, with its number on the mat where a player has two; else that is 0.

    "Anna's Elder place", or "Anna's Elder place 3".
    """
    who, pieces = Name(seat_name(known, seat)), (ELDER, _FOLLOWER, rebels, _TOKEN)
    if number:
        label = say("{who}, place {place}: Elder", who=who, place=number)
        names = (say("{who}'s {piece} place {place}", who=who, piece=each, place=number) for each in pieces)
    else:
        label = say("{who}: Elder", who=who)
        names = (say("{who}'s {piece} place", who=who, piece=each) for each in pieces)
    return _PlaceWords(label, *names)


def _collections(view: WavesView) -> Iterator[tuple[str, ExpectedZone]]:
    setup = view.table.setup
    names = tuple(view.name(seat) for seat in range(setup.players))
    for side, pile in enumerate(view.table.collected):
        zone, name = f"collection.{side}", side_name(setup, side, names)
        is_team = len(setup.members(side)) > 1
        if is_team:
            whose = say("the collection of {team}", team=name)
            label = say("Team {team}: collected", team=Name(SIDE_LETTERS[side]))
        else:
            whose, label = say("{who}'s collection", who=name), say("{who}: collected", who=name)
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
    contents = {
        "centre": centre,
        "tablet.active": Pieces((f"tablet:{active}",) if active else ()),
        "tablets": Pieces(resting),
        "deck": Pile("back", table.deck),
        "discard": Pile("back", sum(table.discard), top),
        "elder.gap": Pieces((f"card:{table.gap_elder}",) if table.gap_elder else ()),
    }
    for zone, content in contents.items():
        label, name = _COMMON[zone]
        yield zone, ExpectedZone(zone, content, label, name=name)
    supply = say("Supply: {number}", number=max(0, SHELLS - table.shells))
    yield "supply", ExpectedZone("supply", Anything(), supply, name=_THE_SUPPLY)


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
    lines = [_team(view, seat)] if setup.is_teams else []
    lines.append(
        say(
            "{classes} of {different} classes, {elders} of {total} Elders",
            classes=classes,
            different=goal.different,
            elders=sum(pile),
            total=goal.total,
        )
    )
    lines.append(_in_hand(table, seat))
    if seat in silent_seats(table):
        lines.append(say("Silent until everyone has played"))
    score = f"{classes}/{goal.different} {sum(pile)}/{goal.total}"
    return PlayerPanel(seat, tuple(lines), _cards(pile), score)


def _team(view: WavesView, seat: Seat) -> Message:
    setup = view.table.setup
    mates = [view.who(other) for other in teammates(setup, seat)]
    if not mates:
        return say("The solo player")
    return say("Team {team} with {players}", team=Name(SIDE_LETTERS[setup.sides[seat]]), players=listing(mates))


def _in_hand(table: Table, seat: Seat) -> Message:
    cards = Count(table.hands[seat].count, CARD)
    if table.token < 0 or table.setup.owner(table.token) != seat:
        return say("{cards} in hand", cards=cards)
    if table.setup.is_head_to_head:
        return say("{cards} in hand, Wave token at place {place}", cards=cards, place=table.token + 1)
    return say("{cards} in hand, Wave token", cards=cards)


def own_pieces(view: WavesView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return _cards(view.own.hand) if view.own is not None else ()
