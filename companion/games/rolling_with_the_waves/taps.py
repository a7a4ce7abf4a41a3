"""What may be tapped in a whole game, and which acts a tap carries: what nobody has to decide needs no own tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.core import Choice
from companion.games.rolling_with_the_waves.course import apply_legal, legal_actions, part_for
from companion.games.rolling_with_the_waves.map_taps import blocked_words
from companion.games.rolling_with_the_waves.model import (
    Aim,
    Allocate,
    BagCounted,
    DiceAction,
    DiceState,
    DiceView,
    Draft,
    LayBehindScreen,
    PoolRolled,
    ShowBoard,
    Yarrr,
)
from companion.games.rolling_with_the_waves.paperwork import run, steps_of
from companion.games.rolling_with_the_waves.phases.bag import offered_mendings
from companion.games.rolling_with_the_waves.phases.draft import price_of
from companion.games.rolling_with_the_waves.phases.part import die_words, icon_words
from companion.games.rolling_with_the_waves.whole import NOBODY
from companion.games.shared.reporters import may_report
from companion.language.message import NOTHING, Message, listing, say


def choices(view: DiceView, known: DiceState) -> tuple[Choice[DiceAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.over:
        return ()
    legal = (
        act
        for act in legal_actions(known)
        if not isinstance(act, PoolRolled | BagCounted | ShowBoard) and not act.opens
    )
    may_tap = [action for action in legal if may_report(view, action, is_dealt=False) and _is_own(view, action)]
    single = (_choice(view, known, action) for action in may_tap)
    right = (_choice(view, known, action) for action in offered_mendings(known))
    return (*_all_written(known), *single, *_last_and_call(view, may_tap), *right)


def _is_own(view: DiceView, action: DiceAction) -> bool:
    """Whether nobody else lays a die for a seat: where its other dice lie, the seat alone knows."""
    return not action.seals or action.actor == view.seat


def _choice(view: DiceView, known: DiceState, action: DiceAction) -> Choice[DiceAction]:
    label = part_for(action).label(view, action)
    last = _left_over(known, action)
    price, values = _about(view, action), (action.value,) if isinstance(action, Draft) else ()
    if last is None:
        is_call = isinstance(action, Yarrr | LayBehindScreen)
        return Choice(
            label.text,
            (action,),
            label.group,
            label.piece,
            is_pressed=is_call,
            about=price,
            is_main=isinstance(action, Yarrr),
            values=values,
        )
    # One way is left for the last die, so that it goes with the one before.
    text = say(
        "{taken}; the last to {who}: {last}",
        taken=label.text,
        who=view.who(last.seat),
        last=part_for(last).label(view, last).text,
    )
    return Choice(text, (action, last), label.group, label.piece, about=price, values=values)


def _about(view: DiceView, action: DiceAction) -> Message:
    """What to know before a tap: the price of a die, or what a volley meets."""
    if isinstance(action, Draft):
        return price_of(view, action)
    if isinstance(action, Aim) and action.target != NOBODY:
        return blocked_words(view.table.played, action)
    return NOTHING


def _left_over(known: DiceState, action: DiceAction) -> Draft | None:
    """The draft of the last die where it is certain once this one is taken (R-040, R-042)."""
    if not isinstance(action, Draft) or len(known.table.played.pool) != 2:
        return None
    legal = legal_actions(apply_legal(known, action))
    return legal[0] if len(legal) == 1 and isinstance(legal[0], Draft) else None


def _last_and_call(view: DiceView, may_tap: Sequence[DiceAction]) -> Iterator[Choice[DiceAction]]:
    """A seat's last die with its call in one tap; alone it can be laid as well, to look at it once more."""
    for action in may_tap:
        if not isinstance(action, Allocate) or action.seat != view.seat or action.icon is None:
            continue
        nest, placed = view.table.played.nests[action.seat], view.table.played.placed[action.seat]
        if placed == len(nest) - 1:
            group = say("Lay your {die} and call YARRR at once", die=die_words(nest[placed]))
            text = say("{icon:capital}, YARRR", icon=icon_words(action.icon))
            yield Choice(text, (action, Yarrr(action.seat)), group)


def _all_written(known: DiceState) -> Iterator[Choice[DiceAction]]:
    """Every icon that is written before somebody has to be asked, in one tap."""
    written = run(known)
    if len(written) > 1:
        text = say("All written: {steps}", steps=listing(steps_of(written), ","))
        yield Choice(text, tuple(each.act for each in written), say("Written"), is_main=True)
