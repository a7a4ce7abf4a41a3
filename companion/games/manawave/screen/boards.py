"""The board of what the wave would bring if it ran now: from public knowledge alone, and with nothing bought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from companion.games.board import GAP, PHONE, Board, Cell, across
from companion.games.core import PlayerPanel, Seat
from companion.games.diagrams import Diagram, Line, LineDiagram
from companion.games.manawave.data.effects import NOUNS
from companion.games.manawave.rules import monuments
from companion.games.manawave.screen import clans_board, lines_board, purchases_board, style
from companion.games.manawave.state.model import BOTH, PLACES, Clans, ManaView, Phase
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count, Name

ROW: float = 56.0
HEAD: float = 29.0
NUMBER: float = 40.0
SIDE: float = HEAD + GAP + NUMBER + GAP + style.SMALL
"""Height of a side: whose it is, a number for each Clan, and its counters below."""
_NOT_RUN = (Phase.START, Phase.DRAW, Phase.CHOOSE, Phase.PLACE, Phase.ATTACH)
"""Phases before the wave of the round."""
_BETWEEN = (Phase.INVEST, Phase.PAY)
"""Phases after it, before the Monuments."""


def forecast_board(view: ManaView, width: float) -> Board | None:
    """None where there is nothing to foresee."""
    table = view.table
    if table.ended or (not table.round and table.phase is not Phase.START):
        return None
    if not table.is_clans:
        return _of_nexus(view, width)
    number = table.round + (table.phase is Phase.START)
    if table.phase in _NOT_RUN:
        outlook, title = monuments.if_the_wave_ran(table.clans_set, table.clans, number), say("If the wave ran now")
    elif table.phase in _BETWEEN:
        outlook, title = monuments.showdown(table.clans_set, table.clans, number), say("If nobody bought anything")
    else:
        return None
    cells, y = list[Cell](), 0.0
    for seat in style.from_own(view.seat):
        cells += _side(view, outlook, seat, y, width)
        y += SIDE + GAP
    words = _verdict(view, outlook)
    cells.append(Cell("verdict", words, 0, y, width, 40, text=words, colour=style.STONE))
    return Board("forecast", title, width, y + 40, tuple(cells))


def _side(view: ManaView, outlook: monuments.Outlook, seat: Seat, y: float, width: float) -> list[Cell]:
    head = say("{who}: population", who=view.who(seat))
    cells = [Cell(f"who.{seat}", None, 0, y, width, HEAD, text=head, colour=style.SIDES[seat])]
    y += HEAD + GAP
    for position, (x, top, wide, high) in zip(PLACES, across(0, y, width, NUMBER, len(PLACES)), strict=True):
        worlds = (view.table.clans, outlook.after)
        now, then = (each.clan(seat, position).population for each in worlds)
        counters = outlook.world.clan(seat, position).counters
        brings, number = style.counted(counters), f"{now} → {then}"
        words = say("Position {position}: population {now}, then {then}.", position=position, now=now, then=then)
        if brings.values:
            words = say(
                "Position {position}: population {now}, then {then}; with {counters}.",
                counters=brings,
                position=position,
                now=now,
                then=then,
            )
        cells.append(Cell(f"then.{seat}.{position}", words, x, top, wide, high, number=number, colour=style.PLAIN))
        cells += style.counters_row(f"with.{seat}.{position}", counters, x, top + high + GAP, wide)
    return cells


def _verdict(view: ManaView, outlook: monuments.Outlook) -> Message:
    if outlook.ended is None:
        return say("No Monument would decide the game.")
    monument = monuments.monument_title(view.table, outlook.position)
    if winners := monuments.WINNERS[outlook.ended]:
        return say("{monument} would give {who} the victory.", monument=monument, who=view.who(winners[0]))
    return say("{monument} would end the game in a draw.", monument=monument)


def _of_nexus(view: ManaView, width: float) -> Board | None:
    table = view.table
    if table.phase not in (Phase.START, Phase.DRAW, Phase.CHOOSE, Phase.AIM) or not table.nexus.tiles:
        return None
    strength = table.round + (table.phase is Phase.START)
    after, ended = monuments.whole_wave(table.nexus_set, table.nexus, strength)
    cells, y = list[Cell](), 0.0
    for seat in style.from_own(view.seat):
        now, then = (world.population(seat) for world in (table.nexus, after))
        words = say("{who}: population {now}, then {then}.", who=view.who(seat), now=now, then=then)
        text = say("population of {who}", who=view.who(seat))
        number, colour = f"{now} → {then}", style.SIDES[seat]
        cells.append(Cell(f"then.{seat}", words, 0, y, width, ROW, number=number, text=text, colour=colour))
        y += ROW + GAP
    words = say("It would end in a draw.") if ended else say("Nobody would win or lose by it.")
    if ended and monuments.WINNERS[ended]:
        words = say("{who} would win by it.", who=view.who(monuments.WINNERS[ended][0]))
    cells.append(Cell("verdict", words, 0, y, width, 40, text=words, colour=style.STONE))
    return Board("forecast", say("If the wave ran now"), width, y + 40, tuple(cells))


def boards(view: ManaView, choices: Sequence[style.Tap]) -> tuple[Board, ...]:
    """What is drawn for these eyes, with what they may tap."""
    taps, width = style.Taps(choices), style.TABLET if view.seat is None else PHONE
    forecast, found = forecast_board(view, width), list[Board | None]()
    if not view.table.is_clans:
        found += (lines_board.lines_board(view, taps, width), forecast)
        return tuple(each for each in found if each is not None)
    if view.seat is not None:
        found += (clans_board.founding_board(view, taps, width), purchases_board.purchases_board(view, taps, width))
    if view.table.phase is not Phase.WORLD or view.table.clans.monuments:
        found.append(clans_board.columns_board(view, taps, width))
    found += (forecast, clans_board.monuments_board(view, width))
    return tuple(each for each in found if each is not None)


def panels(view: ManaView) -> tuple[PlayerPanel, ...]:
    """Population, Factions, Soulstain and what waits to be placed, of each player."""
    return tuple(
        PlayerPanel(seat, tuple(_lines(view, seat)), score=f"{view.table.world.population(seat)}") for seat in BOTH
    )


def _lines(view: ManaView, seat: Seat) -> Iterator[Message]:
    table = view.table
    yield say("{population}", population=Count(table.world.population(seat), NOUNS["population"]))
    counters = table.clans.tribes[seat].counters if table.is_clans else table.nexus.pools[seat]
    if table.is_clans and (factions := table.clans.tribes[seat].factions):
        titles = table.setup.playset.titles()
        yield say("{factions}", factions=listing(Name(titles[each]) for each in factions))
    waiting = style.counted(counters, None, table.world.stain(seat))
    if waiting.values:
        yield say("{counters}", counters=waiting)


PAINTS: Final = ("#e07a45", "#4a90d9")
"""Of the two sides' lines."""


def diagrams(course: Sequence[ManaView]) -> tuple[Diagram, ...]:
    """`course` is its start, the end of each round, and now."""
    population = _by_round("population", say("Population by round"), course, lambda world, seat: world.population(seat))
    soulstain = _by_round("soulstain", say("Soulstain by round"), course, lambda world, seat: world.stain(seat))
    if not course[-1].table.is_clans:
        return population, soulstain
    mana = _by_round("mana", say("Mana by round"), course, _mana)
    return population, mana, _by_round("modality", say("Modality counters by round"), course, _modality), soulstain


def _mana(world: Clans, seat: Seat) -> int:
    """All that a Tribe has."""
    tribe = world.tribes[seat]
    return tribe.counters.mana + sum(clan.counters.mana for clan in tribe.clans)


def _modality(world: Clans, seat: Seat) -> int:
    """All that lie on a Tribe's Families."""
    return sum(each.counters for each in world.tribes[seat].families)


def _by_round(key: str, title: Message, course: Sequence[ManaView], figure: Callable[[Any, Seat], int]) -> Diagram:
    figures = (tuple(figure(view.table.world, seat) for view in course) for seat in BOTH)
    names = (lone(course[-1].who(seat)) for seat in BOTH)
    lines = tuple(Line(*each) for each in zip(names, figures, PAINTS, strict=True))
    return LineDiagram(key, title, say("Round"), tuple(range(len(course))), lines)
