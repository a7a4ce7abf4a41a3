"""A mini board as a board: its icons as they are printed, where dice lie, and where the next one may."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.board import Board, Cell
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.mini_board import COLUMNS, PLACES
from companion.games.rolling_with_the_waves.model import Allocate, DiceAction, DiceView, ShowDie
from companion.games.rolling_with_the_waves.phases.part import die_kind, die_words, icon_words
from companion.games.rolling_with_the_waves.whole import ICONS, Die, Icon, Phase
from companion.language.message import Message, listing, say

LAID = "#1f5c73"
"""Of an icon on which dice lie."""
_WIDTH, _HEIGHT, _GAP = 60.0, 66.0, 5.0
_SHORT: dict[Icon, Message] = {"cannon_small": say("small cannon"), "cannon_large": say("large cannon")}
"""Where an icon's own name is too long for its field."""


def draw_mini(view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]]) -> Board:
    """The mini board of a seat: an icon is tapped to lay the next die there, unseen, or to say that it lies there."""
    taps = {
        act.icon: each
        for each in choices
        if len(each.actions) == 1 and isinstance(act := each.actions[0], Allocate | ShowDie) and act.seat == seat
    }
    laid = [act.icon for act in view.own_sealed if isinstance(act, Allocate)] if seat == view.seat else []
    on = laid or view.table.played.icons[seat]
    cells = []
    for icon in ICONS:
        dice = [die for die, lies in zip(view.table.played.nests[seat], on, strict=False) if lies == icon]
        cells.append(_icon(icon, dice, taps.get(icon)))
    is_own = seat == view.seat
    key, title = (
        ("mini", say("Your mini board")) if is_own else (f"mini.{seat}", say("{who}'s mini board", who=view.who(seat)))
    )
    whole = view.table.played
    is_laid = is_own and whole.phase is Phase.ALLOCATE and not whole.called[seat]
    return Board(key, title, COLUMNS * (_WIDTH + _GAP) + _GAP, 3 * (_HEIGHT + _GAP) + _GAP, tuple(cells), is_laid)


def _icon(icon: Icon, dice: Sequence[Die], choice: Choice[DiceAction] | None) -> Cell:
    column, row = PLACES[icon]
    place = (_GAP + column * (_WIDTH + _GAP), _GAP + row * (_HEIGHT + _GAP), _WIDTH, _HEIGHT)
    label = icon_words(icon)
    text = say("{icon:capital}", icon=_SHORT.get(icon, label))
    if dice:
        words = say(
            "{icon:capital}: {dice} {number?lies|lie} here.",
            icon=label,
            dice=listing(map(die_words, dice)),
            number=len(dice),
        )
        pieces = tuple(map(die_kind, dice))
        return Cell(icon, words, *place, text=text, mark="tick", colour=LAID, pieces=pieces, choice=choice)
    if choice is not None:
        is_told = isinstance(choice.actions[0], ShowDie)
        words = (
            say("{icon:capital}: tap it if the next die lies here.", icon=label)
            if is_told
            else say("{icon:capital}: tap it to lay the next die here.", icon=label)
        )
        return Cell(icon, words, *place, text=text, mark="now", choice=choice)
    return Cell(icon, say("{icon:capital}: closed.", icon=label), *place, text=text, mark="closed")
