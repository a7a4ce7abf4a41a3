"""What a whole game says: prompts, the log, and what no undo makes unseen; each phase has its own words."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import ActionView, Memory, Prompt, Seat
from companion.games.rolling_with_the_waves.charts import points, winners
from companion.games.rolling_with_the_waves.course import part_for, part_of, title_of
from companion.games.rolling_with_the_waves.model import DiceAction, DiceView
from companion.games.rolling_with_the_waves.options import house_rules
from companion.games.rolling_with_the_waves.paperwork import run_now, steps_of, to_do
from companion.games.rolling_with_the_waves.phases.part import dice_words, points_words
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say
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
    asked, steps = part_of(whole.phase).asked(view).prompt(phase, rules), to_do(view)
    written = run_now(view)
    if len(written) > 1:
        text = say("Write on your maps, in this order: {steps}.", steps=listing(steps_of(written), ","))
        return replace(asked, text=text, to_do=steps)
    return replace(asked, to_do=steps)


def outcome_text(view: DiceView) -> Message:
    """Who won, in a sentence."""
    best = winners(view.table.played)
    if not best:
        return say("Nobody wins: all players have left.")
    total = points(view.table.played, best[0]).total
    return say(
        "{winners} {number?wins|win} with {points}.",
        winners=people(view, best),
        number=len(best),
        points=Count(total, POINT),
    )


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
