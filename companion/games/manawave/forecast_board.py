"""The board of what the wave would bring if it ran now: from public knowledge alone, and with nothing bought."""

from __future__ import annotations

from companion.games.board import Board, Cell
from companion.games.core import Seat
from companion.games.manawave.board_cells import (
    GAP,
    PLAIN,
    SIDES,
    SMALL,
    STONE,
    across,
    counted,
    counters_row,
    from_own,
)
from companion.games.manawave.forecast import Outlook, if_the_wave_ran, showdown, whole_wave
from companion.games.manawave.model import PLACES, ManaView, Phase
from companion.games.manawave.monuments import WINNERS
from companion.language.message import Message, say
from companion.language.values import Name

ROW: float = 56.0
HEAD: float = 26.0
NUMBER: float = 40.0
SIDE: float = HEAD + GAP + NUMBER + GAP + SMALL
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
        outlook, title = if_the_wave_ran(table.clans_set, table.clans, number), say("If the wave ran now")
    elif table.phase in _BETWEEN:
        outlook, title = showdown(table.clans_set, table.clans, number), say("If nobody bought anything")
    else:
        return None
    cells, y = list[Cell](), 0.0
    for seat in from_own(view.seat):
        cells += _side(view, outlook, seat, y, width)
        y += SIDE + GAP
    words = _verdict(view, outlook)
    cells.append(Cell("verdict", words, 0, y, width, 40, text=words, colour=STONE))
    return Board("forecast", title, width, y + 40, tuple(cells))


def _side(view: ManaView, outlook: Outlook, seat: Seat, y: float, width: float) -> list[Cell]:
    cells = [
        Cell(
            f"who.{seat}",
            None,
            0,
            y,
            width,
            HEAD,
            text=say("{who}: population", who=view.who(seat)),
            colour=SIDES[seat],
        )
    ]
    y += HEAD + GAP
    for position, (x, top, wide, high) in zip(PLACES, across(0, y, width, NUMBER, len(PLACES)), strict=True):
        now, then = view.table.clans.clan(seat, position), outlook.after.clan(seat, position)
        brings = counted(outlook.world.clan(seat, position).counters)
        words = say(
            "Position {position}: population {now}, then {then}.",
            position=position,
            now=now.population,
            then=then.population,
        )
        if brings.values:
            words = say(
                "Position {position}: population {now}, then {then}; with {counters}.",
                counters=brings,
                position=position,
                now=now.population,
                then=then.population,
            )
        number = f"{now.population} → {then.population}"
        cells.append(Cell(f"then.{seat}.{position}", words, x, top, wide, high, number=number, colour=PLAIN))
        counters = outlook.world.clan(seat, position).counters
        cells += counters_row(f"with.{seat}.{position}", counters, x, top + high + GAP, wide)
    return cells


def _verdict(view: ManaView, outlook: Outlook) -> Message:
    if outlook.ended is None:
        return say("No Monument would decide the game.")
    card = view.table.clans.monuments[outlook.position - 1]
    monument = Name(view.table.clans_set.monuments[card].title)
    winners = WINNERS[outlook.ended]
    if not winners:
        return say("{monument} would end the game in a draw.", monument=monument)
    return say("{monument} would give {who} the victory.", monument=monument, who=view.who(winners[0]))


def _of_nexus(view: ManaView, width: float) -> Board | None:
    table = view.table
    if table.phase not in (Phase.START, Phase.DRAW, Phase.CHOOSE, Phase.AIM) or not table.nexus.tiles:
        return None
    strength = table.round + (table.phase is Phase.START)
    after, ended = whole_wave(table.nexus_set, table.nexus, strength)
    cells, y = list[Cell](), 0.0
    for seat in from_own(view.seat):
        now, then = (sum(each.population for each in world.own(seat)) for world in (table.nexus, after))
        words = say("{who}: population {now}, then {then}.", who=view.who(seat), now=now, then=then)
        text = say("population of {who}", who=view.who(seat))
        cells.append(
            Cell(f"then.{seat}", words, 0, y, width, ROW, number=f"{now} → {then}", text=text, colour=SIDES[seat])
        )
        y += ROW + GAP
    words = say("Nobody would win or lose by it.")
    if ended:
        winners = WINNERS[ended]
        words = say("It would end in a draw.")
        if winners:
            words = say("{who} would win by it.", who=view.who(winners[0]))
    cells.append(Cell("verdict", words, 0, y, width, 40, text=words, colour=STONE))
    return Board("forecast", say("If the wave ran now"), width, y + 40, tuple(cells))
