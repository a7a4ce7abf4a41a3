"""What a prompt asks for: what its phase says, or the next part that is missing of what a seat puts together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import Prompt, Seat, State, ToDo
from companion.games.manawave.data.effects import NOUNS
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.foundation import TAKEN
from companion.games.manawave.screen.drafts import draft_of, is_whole
from companion.games.manawave.screen.style import from_own
from companion.games.manawave.state.acts import Attach, Found, Invest, LayFamily, Pay, Scatter, Settle
from companion.games.manawave.state.model import PLACES, ManaState, ManaView, Phase, Table
from companion.games.manawave.words.sentences import FIGURES
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name


def prompt(view: ManaView) -> Prompt:
    """What the table is to do."""
    shown = COURSE.prompt(view)
    if view.table.ended:
        return shown
    text = _next_step(view) or shown.text
    return replace(shown, text=text, assumed=assumed(view.table), to_do=to_do(view))


def assumed(table: Table) -> tuple[Message, ...]:
    """Which figures of the playset nobody has given, in words; of a designer's own none."""
    if table.setup.own:
        return ()
    origins = table.setup.playset.status
    figures = [FIGURES[each.of] for each in origins if each.status == "assumed"]
    cards = say("All cards of this set are ours, and assumed.")
    return (cards, say("Assumed as well: {figures}.", figures=listing(figures, ","))) if figures else (cards,)


def _next_step(view: ManaView) -> Message | None:
    """What this seat has to do next; None where it has not begun, so that its phase says what there is to do.

    Each is as long as what the phase asks for first, so that nothing below it moves under the finger.
    """
    draft = draft_of(view) if view.draft is not None else None
    match draft:
        case Found():
            return _founding(draft)
        case Attach() if draft.position:
            card = view.table.clans_set.families[view.table.picked[draft.seat]]
            return say("Lock in {family}. Or tap another end of a column.", family=Name(card.title))
        case Invest():
            if not is_whole(view.table, draft):
                return say("Give all counters away. Each one of your Tribe goes to a Clan.")
            return say("Lock in your purchases. Or go on with mana, counters and modalities.")
        case Scatter():
            return say("Lock your counters in, or place more.")
    return None


def _founding(draft: Found) -> Message:
    if not draft.veto:
        return say("Veto one Monument. Then look at your Clans, and lock your Tribe in.")
    if not draft.factions:
        return say("Select two Factions. Then look at your Clans, and lock your Tribe in.")
    if len(draft.factions) < TAKEN:
        return say("Select one more Faction. Then look at your Clans, and lock in.")
    return say("Lock in your Tribe. Or move your Clans first, or veto and select anew.")


# --- what is to be moved ---


_SHOWN = (
    *(Phase.SETTLE, Phase.ATTACH, Phase.WAVE, Phase.PAY, Phase.CONFLICT),
    *(Phase.PROCESS, Phase.LAY, Phase.CONSOLIDATE),
)
"""Phases in which something is moved, and nothing is to be chosen."""


def to_do(view: ManaView) -> tuple[ToDo, ...]:
    """Each tracker that changes, and what is added to it or taken off; of a phone its own side first."""
    table = view.table
    if table.phase not in _SHOWN or table.ended:
        return ()
    state: ManaState = State(table, (None, None), view.sealed)
    after = state
    for act in COURSE.legal_actions(state):
        if (isinstance(act, Settle | LayFamily | Pay) or after is state) and act in COURSE.legal_actions(after):
            after = COURSE.apply_legal(after, act)
    moved = _trackers if table.is_clans else _tiles
    found = ((seat, tuple(moved(view.table, after.table, seat))) for seat in reversed(from_own(view.seat)))
    return tuple(ToDo(say("{who}", who=view.who(seat)), lines, (seat,) * len(lines)) for seat, lines in found if lines)


def _trackers(before: Table, after: Table, seat: Seat) -> Iterator[Message]:
    one, other = before.clans.tribes[seat], after.clans.tribes[seat]
    for position in PLACES:
        was, now = one.at(position), other.at(position)
        population = now.population - was.population
        modality = sum(each.counters for each in now.families) - sum(each.counters for each in was.families)
        if words := _moved(("population", population), *now.counters.since(was.counters), ("modality", modality)):
            yield say("Tracker {position}: {changes}", position=position, changes=listing(words, ","))
    if words := _moved(*other.counters.since(one.counters), ("soulstain", other.soulstain - one.soulstain)):
        yield say("Tribe tracker: {changes}", changes=listing(words, ","))


def _moved(*numbers: tuple[str, int]) -> list[Message]:
    return [
        say("add {counters}", counters=Count(number, NOUNS[kind]))
        if number > 0
        else say("take off {counters}", counters=Count(-number, NOUNS[kind]))
        for kind, number in numbers
        if number
    ]


def _tiles(before: Table, after: Table, seat: Seat) -> Iterator[Message]:
    one, other = before.nexus, after.nexus
    now = {(each.line, each.row): each for each in other.own(seat)}
    for was in one.own(seat):
        tile = now[was.line, was.row]
        population = tile.population - was.population
        if words := _moved(("population", population), *tile.counters.since(was.counters)):
            yield say("{tile}: {changes}", tile=before.title(was.kind), changes=listing(words, ","))
    stain = other.soulstain[seat] - one.soulstain[seat]
    if words := _moved(*other.pools[seat].since(one.pools[seat]), ("soulstain", stain)):
        yield say("Beside the lines: {changes}", changes=listing(words, ","))
