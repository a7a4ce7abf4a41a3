"""What a whole game says: prompts, choices, the log, and what no undo makes unseen; each phase has its own words."""

from __future__ import annotations

from companion.games.core import ActionView, Choice, Memory, Prompt, Seat
from companion.games.rolling_with_the_waves.charts import points, winners
from companion.games.rolling_with_the_waves.course import apply_action, legal_actions, part_for, part_of, title_of
from companion.games.rolling_with_the_waves.model import (
    DiceAction,
    DiceState,
    DiceView,
    LayBehindScreen,
    PoolRolled,
    ShowBoard,
    Write,
    Yarrr,
)
from companion.games.rolling_with_the_waves.options import house_rules
from companion.games.rolling_with_the_waves.phases.bag import mendings
from companion.games.rolling_with_the_waves.phases.part import dice_words, points_words
from companion.games.shared.phases import people
from companion.games.shared.reporters import may_report
from companion.language.message import Message, say
from companion.language.values import Count, Noun

POINT = Noun("point")
END = say("The game is over")


def prompt(view: DiceView) -> Prompt:
    """Phase, who acts, what to do and why."""
    whole = view.table.played
    rules = house_rules(whole.setup)
    if view.table.over:
        why = say("Most points win; of equals, who has more Infamy.")
        return Prompt(END, (), outcome_text(view), why, "R-173", house_rules=rules)
    phase = say("Round {round} · {phase}", round=whole.round, phase=title_of(whole.phase))
    return part_of(whole.phase).asked(view).prompt(phase, rules)


def outcome_text(view: DiceView) -> Message:
    """Who won, in a sentence."""
    best = winners(view.table.played)
    total = points(view.table.played, best[0]).total if best else 0
    return say(
        "{winners} {number?wins|win} with {points}.",
        winners=people(view, best),
        number=max(1, len(best)),
        points=Count(total, POINT),
    )


# --- what may be tapped ---


def choices(view: DiceView, known: DiceState) -> tuple[Choice[DiceAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.over:
        return ()
    legal = (act for act in legal_actions(known) if not isinstance(act, PoolRolled | ShowBoard) and not act.opens)
    may_tap = (action for action in legal if may_report(view, action, is_dealt=False) and _is_own(view, action))
    single = tuple(_choice(view, action) for action in may_tap)
    right = tuple(_choice(view, action) for action in mendings(known))
    run = _run_of_writing(known)
    if len(run) < 2:
        return (*single, *right)
    return (Choice(say("All is written ({icons} icons)", icons=len(run)), run, say("Written")), *single)


def _is_own(view: DiceView, action: DiceAction) -> bool:
    """Whether nobody else lays a die for a seat: where its other dice lie, the seat alone knows."""
    return not action.seals or action.actor == view.seat


def _run_of_writing(known: DiceState) -> tuple[DiceAction, ...]:
    """What is written now, icon after icon, until somebody has to be asked."""
    run, state = list[DiceAction](), known
    while not state.table.over:
        legal = legal_actions(state)
        if len(legal) != 1 or not isinstance(legal[0], Write):
            break
        run.append(legal[0])
        state = apply_action(state, legal[0])
    return tuple(run)


def _choice(view: DiceView, action: DiceAction) -> Choice[DiceAction]:
    label = part_for(action).label(view, action)
    is_call = isinstance(action, Yarrr | LayBehindScreen)
    return Choice(label.text, (action,), label.group, label.piece, is_pressed=is_call)


# --- what was done ---


def describe(before: DiceView, act: ActionView[DiceAction]) -> Message:
    """One sentence for the log."""
    return part_for(act.action).told(before, act.action)


def memory(before: DiceView, act: ActionView[DiceAction]) -> Memory | None:
    """What cannot be unseen; None where the act reveals nothing."""
    return part_for(act.action).memory(before, act.action)


def standing(view: DiceView, seat: Seat) -> tuple[Message, ...]:
    """A player's line in the summary."""
    whole = view.table.played
    each, chart = points(whole, seat), whole.maps[seat]
    lines = [
        say("{points}", points=Count(each.total, POINT)),
        say("{infamy} Infamy", infamy=chart.infamy),
        points_words(whole.setup, each),
    ]
    if whole.closed[seat]:
        lines.append(say("has left for good"))
    elif whole.nests[seat]:
        lines.append(say("drafted: {dice}", dice=dice_words(whole.nests[seat])))
    return tuple(lines)
