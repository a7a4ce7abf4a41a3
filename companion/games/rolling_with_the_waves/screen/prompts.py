"""What a whole game asks, offers and tells: the prompt, what may be tapped, a line a player, and what came of an act.

A tap carries what nobody has to decide: that needs no own tap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.core import ActionView, Choice, PlayerPanel, Prompt, Seat
from companion.games.parts import Card, CardGroup
from companion.games.rolling_with_the_waves.rules import bag, course, scribe
from companion.games.rolling_with_the_waves.screen import paperwork
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words import names
from companion.games.shared.gains import changes_of
from companion.games.shared.phases import people
from companion.games.shared.reporters import may_report
from companion.language.message import NOTHING, Message, listing, say, sentences, written
from companion.language.values import Count

NOT_TAPPED = model.PoolRolled | model.BagCounted | model.ShowBoard
"""What is seen on the mat."""


def prompt(view: model.DiceView) -> Prompt:
    """Phase, who acts, what to do on paper and why."""
    asked, written = course.COURSE.prompt(view), paperwork.run_now(view)
    text = _to_write(view, written) if len(written) > 1 else asked.text
    return replace(asked, text=text, to_do=paperwork.to_do(view))


def _to_write(view: model.DiceView, written: Sequence[paperwork.Written]) -> Message:
    """What is left to be written: on the own map where a seat asks, else on all of them."""
    own = paperwork.own_steps(view, written)
    if view.seat is None or len(own) == len(written):
        return say("Write on your maps, in this order: {steps}.", steps=listing(paperwork.steps_of(written), ","))
    steps = paperwork.steps_of(own)
    if not steps:
        return say("You have nothing to write. The others write now.")
    if len(steps) == 1:
        return say("Write on your map: {step}.", step=steps[0])
    return say("Write on your map, in this order: {steps}.", steps=listing(steps, ","))


# --- what may be tapped ---


def choices(view: model.DiceView, known: model.DiceState) -> tuple[Choice[model.DiceAction], ...]:
    """What this view may tap: its own choices, and what anybody sees at the table."""
    if view.table.over:
        return ()
    legal = (act for act in course.COURSE.legal_actions(known) if not isinstance(act, NOT_TAPPED) and not act.opens)
    reported = (act for act in legal if may_report(view, act))
    # Where its other dice lie, a seat alone knows, and so nobody else lays one for it.
    may_tap = [act for act in reported if not act.seals or act.actor == view.seat]
    single = (_choice(view, known, act) for act in may_tap)
    right = (_choice(view, known, act) for act in bag.offered_mendings(known))
    return (*_all_written(known), *single, *_last_and_call(view, may_tap), *right)


def _choice(view: model.DiceView, known: model.DiceState, act: model.DiceAction) -> Choice[model.DiceAction]:
    choice, last = course.COURSE.choice(view, act), _left_over(known, act)
    if last is not None:  # one way is left for the last die, so that it goes with the one before
        who, following = view.who(last.seat), course.COURSE.choice(view, last).label
        text = say("{taken}; the last to {who}: {last}", taken=choice.label, who=who, last=following)
        choice = replace(choice, label=text, actions=(act, last))
    # Dice that are laid on the phone lie behind no screen: whoever has begun there does not look for this.
    is_behind = isinstance(act, model.LayBehindScreen)
    is_seldom = is_behind and not view.table.played.setup.by_board
    return replace(
        choice,
        group=say("With dice instead of the phone") if is_seldom and act.actor == view.seat else choice.group,
        is_pressed=is_behind or isinstance(act, model.Yarrr),
        about=_about(view, act),
        is_main=isinstance(act, model.Yarrr),
        is_seldom=is_seldom,
        values=(act.value,) if isinstance(act, model.Draft) else (),
    )


def _about(view: model.DiceView, action: model.DiceAction) -> Message:
    """What to know before a tap: the price of a die and the Infamy that is left then, or what a volley meets."""
    whole = view.table.played
    if isinstance(action, model.Draft) and action.mode == "pay":
        left = whole.maps[action.seat].infamy - action.value
        return say("{infamy} Infamy, {left} left", infamy=action.value, left=left)
    if isinstance(action, model.Draft):
        return say("free")
    if isinstance(action, model.Aim) and action.target != records.NOBODY:
        _, blocked = charts.shots(whole, action.seat, action.cannons, action.target)
        return say("Hull blocks {blocked}", blocked=blocked)
    return NOTHING


def _left_over(known: model.DiceState, action: model.DiceAction) -> model.Draft | None:
    """The draft of the last die where it is certain once this one is taken (R-040, R-042)."""
    if not isinstance(action, model.Draft) or len(known.table.played.pool) != 2:
        return None
    legal = course.COURSE.legal_actions(course.COURSE.apply_legal(known, action))
    return legal[0] if len(legal) == 1 and isinstance(legal[0], model.Draft) else None


def _last_and_call(view: model.DiceView, may_tap: Sequence[model.DiceAction]) -> Iterator[Choice[model.DiceAction]]:
    """A seat's last die with its call in one tap; alone it can be laid as well, to look at it once more."""
    for action in may_tap:
        if not isinstance(action, model.Allocate) or action.seat != view.seat or action.icon is None:
            continue
        nest, placed = view.table.played.nests[action.seat], view.table.played.placed[action.seat]
        if placed == len(nest) - 1:
            group = say("Lay your {die} and call YARRR at once", die=names.die_words(nest[placed]))
            text = say("{icon:capital}, YARRR", icon=names.icon_words(action.icon))
            yield Choice(text, (action, model.Yarrr(action.seat)), group)


def _all_written(known: model.DiceState) -> Iterator[Choice[model.DiceAction]]:
    """Every icon that is written before somebody has to be asked, in one tap."""
    written = paperwork.run(known)
    if len(written) > 1:
        text = say("All written: {steps}", steps=listing(paperwork.steps_of(written), ","))
        yield Choice(text, tuple(each.act for each in written), say("Written"), is_main=True)


# --- how things stand ---


def cards(view: model.DiceView) -> tuple[CardGroup, ...]:
    """What each icon gives, from left to right, those of a step together."""
    found = (Card("", say("{step:capital}", step=step.words), written(step.why)) for step in scribe.STEPS.values())
    return (CardGroup(say("What each icon gives"), tuple(found)),)


def panels(view: model.DiceView) -> tuple[PlayerPanel, ...]:
    """Points, Infamy and drafted dice of each player."""
    return tuple(_panel(view, seat) for seat in range(len(view.table.played.maps)))


def _panel(view: model.DiceView, seat: Seat) -> PlayerPanel:
    whole = view.table.played
    each, nest = charts.points(whole, seat), whole.nests[seat]
    lines = [
        say("{points}", points=Count(each.total, names.POINT)),
        say("{infamy} Infamy", infamy=whole.maps[seat].infamy),
        names.points_words(whole.setup, each),
    ]
    if whole.closed[seat]:
        lines.append(say("has left for good"))
    elif nest:
        lines.append(say("drafted: {dice}", dice=names.dice_words(nest)))
    return PlayerPanel(seat, tuple(lines), tuple(map(names.die_kind, nest)), f"{each.total}")


# --- what came of an act ---


def came_of(before: model.DiceView, act: ActionView[model.DiceAction], after: model.DiceView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    match act.action:
        case model.Draft(seat, _, _, "pay"):
            left = after.table.played.maps[seat].infamy
            return say("{who} has {infamy} Infamy left.", who=after.who(seat), infamy=left)
        case model.Write():
            return _listed(_come_of_writing(before, after))
        case model.Aim() | model.Stow():
            return _come_of_volley(before, after)
        case model.DropAnchor() if after.table.over:
            return course.outcome_text(after)
        case _:
            return None


def piece_of(act: ActionView[model.DiceAction]) -> str:
    """The die that an act is about; empty for none."""
    return names.die_kind(act.action.die) if isinstance(act.action, model.Draft) else ""


# --- writing ---


def _come_of_writing(before: model.DiceView, after: model.DiceView) -> Iterator[Message]:
    """What everybody has reached by writing: a level, a chest that is safe, Infamy."""
    was, now = before.table.played, after.table.played
    for seat in now.seats:
        reached = list(_reached(was, now, seat))
        if reached:
            yield say("{who}: {reached}", who=after.who(seat), reached=listing(reached, ","))
    yield from _from_ports(after, was, now)


def _reached(was: records.Whole, now: records.Whole, seat: Seat) -> Iterator[Message]:
    """Levels of tracks and shots of cannons that a map has new, and chests that nobody can rob any more."""
    sheet, done = now.setup.sheet, paperwork.strokes(was.maps[seat], now.maps[seat], now.setup.sheet)
    for stroke in done:
        if not stroke.is_circle or stroke.pen != "colour" or stroke.row not in records.TRACKS:
            continue
        row = names.ROW_WORDS[stroke.row]
        yield say("{row} reaches {sum}, level {level}", row=row, sum=stroke.value, level=stroke.place + 1)
    for cannon in charts.loaded(now.maps[seat], sheet):
        if any(stroke.row == cannon for stroke in done):
            yield say("{cannon} is full and fires", cannon=names.ROW_WORDS[cannon])
    for chest in records.CHESTS:
        if now.maps[seat].buried[chest] and not was.maps[seat].buried[chest]:
            yield say("{chest} is safe", chest=names.CHEST_WORDS[chest])


def _from_ports(view: model.DiceView, was: records.Whole, now: records.Whole) -> Iterator[Message]:
    """Who has how much Infamy now, and who got one more for the greatest sum (R-133)."""
    if now.gained == was.gained or not any(now.gained):
        return
    richer = [seat for seat, more in enumerate(now.gained) if more]
    amounts = (say("{who} {infamy}", who=view.who(seat), infamy=now.maps[seat].infamy) for seat in richer)
    yield say("Infamy now: {amounts}", amounts=listing(amounts, ","))
    levels = [charts.level(chart, now.setup.sheet, "ports") for chart in now.maps]
    first = [seat for seat in richer if now.gained[seat] > levels[seat]]
    if first:
        yield say("the greatest sum, and 1 more: {who}", who=people(view, first))


# --- volleys ---


def _come_of_volley(before: model.DiceView, after: model.DiceView) -> Message | None:
    """What a volley came to once it is over: what the Hull stopped, whose the loot was, and Infamy."""
    fired = after.table.played.volley
    if fired is None or fired == before.table.played.volley:
        return None
    one, other = ([chart.infamy for chart in view.table.played.maps] for view in (before, after))
    gained = (
        words if seat == fired.shooter else say("{who} {change}", who=after.who(seat), change=words)
        for seat, words in changes_of(names.INFAMY, one, other)
    )
    return sentences(*_shots(after, fired), _listed(gained)) or None


def _shots(view: model.DiceView, fired: records.Fired) -> Iterator[Message]:
    if fired.target == records.NOBODY:
        return
    target, chest = view.who(fired.target), names.CHEST_WORDS[fired.chest]
    if fired.kept:
        yield say("Stolen from {target}'s {chest}.", target=target, chest=chest)
    if fired.lost:
        yield say("{number} {number?value has|values have} no room and {number?is|are} lost.", number=fired.lost)
    if fired.blocked:
        yield say("{target}'s Hull stops {shots} {shots?shot|shots}.", target=target, shots=fired.blocked)


def _listed(parts: Iterator[Message]) -> Message | None:
    found = tuple(parts)
    return say("{parts}.", parts=listing(found, ";")) if found else None
