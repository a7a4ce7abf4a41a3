"""What tapping a chest on a map does: it is robbed, by which cannons and for what, or it takes the loot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.charts import hits, loaded, robbed, shots
from companion.games.rolling_with_the_waves.map_rows import ChestTap
from companion.games.rolling_with_the_waves.model import Aim, DiceAction, DiceView, Stow
from companion.games.rolling_with_the_waves.phases.part import CHEST_WORDS
from companion.games.rolling_with_the_waves.phases.volleys import cannons_words, stowing
from companion.games.rolling_with_the_waves.whole import Whole
from companion.language.message import Message, listing, say


def chest_taps(view: DiceView, choices: Sequence[Choice[DiceAction]], seat: Seat, chest: int) -> tuple[ChestTap, ...]:
    """What may be tapped of one chest: all cannons first, then each alone where two may fire at two players.

    Whoever fires has buttons for it on the own phone, where the maps of all others are no screen.
    """
    if view.seat is not None and view.seat != seat:
        return ()
    return tuple(_taps(view.table.played, choices, seat, chest))


def _taps(whole: Whole, choices: Sequence[Choice[DiceAction]], seat: Seat, chest: int) -> Iterator[ChestTap]:
    for choice in choices:
        act = choice.actions[0]
        if isinstance(act, Stow) and (act.seat, act.into) == (seat, chest):
            yield ChestTap(choice, say("loot here"), _stowed(whole, act))
        elif isinstance(act, Aim) and (act.target, act.chest) == (seat, chest):
            yield ChestTap(choice, _short(whole, act), volley_words(whole, act))


def _short(whole: Whole, act: Aim) -> Message:
    taken, blocked = len(robbed(whole, act.seat, act.cannons, act.target, act.chest)), _blocked(whole, act)
    if len(loaded(whole.maps[act.seat], whole.setup.sheet)) < 2:
        return say("steal {taken}, Hull blocks {blocked}", taken=taken, blocked=blocked)
    if len(act.cannons) > 1:
        return say("both steal {taken}, Hull blocks {blocked}", taken=taken, blocked=blocked)
    if act.cannons == ("small",):
        return say("small steals {taken}, blocked {blocked}", taken=taken, blocked=blocked)
    return say("large steals {taken}, blocked {blocked}", taken=taken, blocked=blocked)


def blocked_words(whole: Whole, act: Aim) -> Message:
    """How many shots of a volley the Hull blocks."""
    return say("Hull blocks {blocked}", blocked=_blocked(whole, act))


def _blocked(whole: Whole, act: Aim) -> int:
    return _fired(whole, act) - sum(hits(whole, act.seat, act.cannons, act.target))


def _fired(whole: Whole, act: Aim) -> int:
    return sum(shots(whole.maps[act.seat], whole.setup.sheet, cannon) for cannon in act.cannons)


def volley_words(whole: Whole, act: Aim) -> Message:
    """What a volley would come to: its shots, those that the Hull blocks, and what is stolen (R-120)."""
    loot = robbed(whole, act.seat, act.cannons, act.target, act.chest)
    return say(
        "{cannons:capital}: {shots} {shots?shot|shots}, the Hull blocks {blocked}, "
        "{stolen} {stolen?value is|values are} stolen.",
        cannons=cannons_words(act.cannons),
        shots=_fired(whole, act),
        blocked=_blocked(whole, act),
        stolen=len(loot),
    )


def _stowed(whole: Whole, act: Stow) -> Message:
    aimed = stowing(whole)
    assert aimed is not None  # else nothing is stowed
    loot = robbed(whole, act.seat, aimed.cannons, aimed.target, aimed.chest)
    room = max(0, whole.setup.sheet.room(act.into) - len(whole.maps[act.seat].chests[act.into]))
    if room < len(loot):
        return say(
            "{chest:capital} takes {room} of {loot}: the rest is lost.",
            chest=CHEST_WORDS[act.into],
            room=room,
            loot=listing(loot, ","),
        )
    return say("{chest:capital} takes {loot}.", chest=CHEST_WORDS[act.into], loot=listing(loot, ","))
