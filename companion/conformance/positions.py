"""What every position of any game keeps, and every act: what is shown, said, kept and known of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.conformance.acts import covers, mutable_part
from companion.conformance.findings import Finding
from companion.conformance.pieces import look_at_table
from companion.conformance.sentences import bare
from companion.conformance.source import Source, among
from companion.games.core import Action, Outcome, Seat, State, View
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame

AnyState: TypeAlias = State[Any, Any]
NAMES: Final = ("Ada", "Bo", "Maximiliane", "Konstantinopel", "Eve", "Fitz", "Gus")
"""Of those who sit there: some are as long as names get."""
MOST_SIGNS: Final = 160
"""A prompt or a line of the log with more signs does not fit the first screen of a phone."""
MOST_TRIED: Final = 40
"""Of so many legal acts in a position it is tried whether they can be done."""
MOST_SET: Final = 4
"""Of so many facts it is tried what setting one alone does."""


class Position(msgspec.Struct, frozen=True):
    """A position with what the game has said of it once, for all who look at it."""

    state: AnyState
    outcome: Outcome | None
    legal: tuple[Any, ...]


class Positions:
    """Looks at the positions of one game, in whatever order they come."""

    def __init__(self, game: AnyGame, source: Source, rng: random.Random) -> None:
        self.game, self.source = game, source
        self._rng = rng

    # --- a position ---

    def asked(self, state: AnyState) -> Position:
        """A position whose outcome and legal acts the game is asked for."""
        return Position(state, self.game.outcome(state), tuple(self.game.legal_actions(state)))

    def whether_it_goes_on(self, at: Position) -> Iterator[Finding]:
        """Somebody can act, or the game is over."""
        state, outcome, legal = at.state, at.outcome, at.legal
        if outcome is None and not legal:
            text = f"Play stops: nobody can do anything {self._when(state)}, and the game has no outcome."
            yield Finding(self._of_phase(state, "legal"), text, "List a legal act there, or let `outcome` say who won.")
        if outcome is not None and legal:
            text = f"The game is over, and {type(legal[0]).__name__} is legal still."
            yield Finding(self._of_phase(state, "legal"), text, "Let `over_rule` and `outcome` say the same.")

    def whether_it_is_kept(self, state: AnyState) -> Iterator[Finding]:
        """It can be written down and read again, and nobody can change it in place."""
        kept = replace(state, sealed=())  # what is sealed is read back from its acts
        if (part := mutable_part(state)) is not None:
            cure = "Let records be frozen, and hold tuples: no list, set or dict."
            yield Finding(self._of_field(state, part.partition(":")[0]), f"What can be changed: {part}.", cure)
        try:
            read = msgspec.json.decode(msgspec.json.encode(kept), type=self.game.state_type)
        except (TypeError, ValueError, msgspec.MsgspecError) as error:
            text = f"A state does not survive JSON: {error}."
            yield Finding(self._of_field(state, _field_in(str(error))), text, "Give each field a type that JSON has.")
            return
        if read != kept:
            field = _differing(read.table, state.table) or _differing(read, kept)
            text = f"A state does not survive JSON: {field} is read as something else."
            yield Finding(self._of_field(state, field), text, "Give the field a type by which it is read as it was.")

    def whether_it_can_be_laid(self, state: AnyState) -> Iterator[Finding]:
        """Its mat has all zones and its kit all pieces."""
        for seat in self._viewers(state):
            yield from look_at_table(self.game, self.source, self._view(state, seat))

    def whether_it_is_asked(self, at: Position) -> Iterator[Finding]:
        """The prompt is a short sentence that names who acts."""
        state, place = at.state, self._of_phase(at.state, "asked")
        for seat in self._viewers(state):
            prompt = self.game.prompt(self._view(state, seat))
            text = str(prompt.text)
            if len(text) > MOST_SIGNS:
                cure = f"Say it in {MOST_SIGNS} signs, with names as long as these, and leave the rest to `why`."
                yield Finding(place, f"The prompt is too long for a phone, {len(text)} signs: “{text}”", cure)
            elif not text.endswith((".", "!", "?")):
                yield Finding(place, f"The prompt is no sentence: “{text}”", "End it with a full stop.")
            if not (prompt.phase and prompt.why):
                yield Finding(place, "The prompt says no phase, or no reason.", "Say both.")
        yield from self._whether_seats_are_named(at, place)

    def _whether_seats_are_named(self, at: Position, place: str) -> Iterator[Finding]:
        state, prompt = at.state, self.game.prompt(self._view(at.state, None))
        due = [act for act in at.legal if not (act.is_optional or act.takes_back)]
        seats = sorted({act.actor for act in due if act.actor is not None})
        # What the dealer does is done for all: its prompt says it to everybody.
        if due and not prompt.seats and all(act.actor is not None and not act.of_dealer for act in due):
            text = f"The prompt names no seat {self._when(state)}, and only the acts of seats are legal."
            yield Finding(place, text, f"Name who acts, here {_seats(seats)}.")
        elif missing := [
            each
            for each in seats
            if each not in prompt.seats and any(act.actor == each and act.kind == "choice" for act in due)
        ]:
            text = f"The prompt does not name {_seats(missing)} {self._when(state)}, who may act."
            yield Finding(place, text, "Name everybody who has a choice, or let the act be optional.")

    def whether_all_is_said(self, at: Position) -> Iterator[Finding]:
        """Whatever a person reads of it is a message."""
        game, screen = self.game, self.game.screen
        for seat in (None, self._rng.choice(self._viewers(at.state)[1:])):
            view = self._view(at.state, seat)
            shown = (game.prompt(view), game.choices(view), game.facts(view), screen.panels(view))
            more = (game.light.scene(view), game.mat.expected(view), screen.rule_words(view), at.outcome)
            yield from self._finished((*shown, *more, screen.cards(view)))

    def _finished(self, value: tuple[object, ...]) -> Iterator[Finding]:
        for text in dict.fromkeys(bare(value)):
            where = self.source.of_text(text)
            yield Finding(where, f"This is a text and no message: “{text}”", 'Write it as say("…"), or written(…).')

    def whether_acts_can_be_done(self, at: Position) -> Iterator[Finding]:
        """What is listed as legal is taken."""
        for act in self._rng.sample(at.legal, min(MOST_TRIED, len(at.legal))):
            try:
                self.game.apply_action(at.state, act)
            except IllegalAction as refused:
                yield self.refusal(at.state, act, refused)

    def refusal(self, state: AnyState, act: Action, refused: IllegalAction) -> Finding:
        """What is told of an act that is listed and cannot be done."""
        text = f"The act {act!r} is listed as legal, and apply_action refuses it: {refused}"
        return Finding(self.of_acts(state, act, "legal"), text, "Let `legal` and `allows` say the same.")

    def whether_facts_stay(self, at: Position) -> Iterator[Finding]:
        """What the host sets to what it is anyway changes nothing, while the game goes on."""
        game, state, view = self.game, at.state, self._view(at.state, None)
        if at.outcome is not None:
            return
        true = {each.key: each.value for each in game.facts(view)}
        keys = self._rng.sample(sorted(true), min(MOST_SET, len(true)))
        sets = [({}, "nothing"), *(({key: true[key]}, f"the fact {key} to its present value") for key in keys)]
        for facts, words in (*sets, (true, "every fact to its present value")):
            after = game.correct(state, facts)
            there = self._view(after, None)
            now = {each.key: each.value for each in game.facts(there)}
            changed = [key for key in true if now.get(key) != true[key]]
            is_same = tuple(game.legal_actions(after)) == at.legal
            if not changed and is_same and game.mat.expected(there) == game.mat.expected(view):
                continue
            moved = f"changes {among(changed)}" if changed else "changes the position"
            key = next(iter(facts)) if len(facts) == 1 else next(iter(changed), "")
            cure = "Let `correct`, and what settles by itself, leave what is set as it is."
            yield Finding(self._of_field(state, key), f"Setting {words} {moved}.", cure)
            return

    # --- an act ---

    def whether_zones_are_named(self, before: AnyState, act: Action, after: AnyState) -> Iterator[Finding]:
        """An act names every zone that it changes, and none that is not there."""
        game, place = self.game, self.source.of_member(type(act), "on")
        views = [self._view(each, None) for each in (before, after)]
        mat, name = game.mat.layout(views[0]), type(act).__name__
        layout = [zone.zone for zone in mat.zones]
        others = {zone.zone for each in game.mat.layouts.values() for zone in each.zones}
        for zone in act.zones():
            if not any(covers((zone,), each) for each in layout):
                is_elsewhere = any(covers((zone,), each) for each in others)
                which = f"the mat {mat.name} has not" if is_elsewhere else "no mat of the game has"
                cure = f"Name one of: {among(layout if is_elsewhere else sorted(others), 8)}."
                yield Finding(place, f"The act {name} names the zone {zone}, which {which}.", cure)
        old, new = ({each.zone: each.content for each in game.mat.expected(view).zones} for view in views)
        closed = self._closed(views[0]) | self._closed(views[1])
        for zone in (each for each in old if each in new and old[each] != new[each] and each not in closed):
            if not covers(act.zones(), zone):
                text = f"After the act {name} another thing must lie in the zone {zone}, which it does not name."
                yield Finding(place, text, "Add the zone to its `on`.")

    def _closed(self, view: View[Any, Any]) -> set[str]:
        """The private zones of the mat that nobody may see: no act shows there."""
        opened = self.game.dice.opened(view) if self.game.dice is not None else frozenset[str]()
        return {zone.zone for zone in self.game.mat.layout(view).zones if zone.private} - opened

    def whether_it_is_logged(self, before: AnyState, act: Action) -> Iterator[Finding]:
        """The log says an act in a short sentence, and the act itself can be written down."""
        place, game = self.of_acts(before, act, "described"), self.game
        for seat in self._viewers(before):
            view, seen = self._view(before, seat), game.view_action(act, seat)
            told = game.describe(view, seen)
            yield from self._finished((told, game.memory(view, seen)))
            if not re.fullmatch(r"\S.*\S\.", str(told)):
                text = f"The log says no sentence of {type(act).__name__}: “{told}”"
                yield Finding(place, text, "Let it begin with a word and end with a full stop.")
            if len(str(told)) > MOST_SIGNS:
                text = f"The line of the log is too long for a phone, {len(str(told))} signs: “{told}”"
                yield Finding(place, text, f"Say it in {MOST_SIGNS} signs.")
        if msgspec.json.decode(msgspec.json.encode(act), type=game.action_type) != act:
            text = f"The act {type(act).__name__} does not survive JSON."
            yield Finding(self.source.of_class(type(act)), text, "Give its fields types that JSON has.")

    def whether_secrets_are_kept(self, at: Position, act: Action, after: AnyState) -> Iterator[Finding]:
        """What looks the same to a seat tells it the same, and all that it knows follows from what it has seen."""
        yield from self._whether_choices_look_alike(at)
        game, before = self.game, at.state
        for seat in self._viewers(before):
            seen = game.view_action(act, seat).action
            known = game.apply_action(game.known(self._view(before, seat)), seen)
            there = game.known(self._view(after, seat))
            if known != there:
                yield self._leak(before, act, seat, _differing(there.table, known.table))

    def _whether_choices_look_alike(self, at: Position) -> Iterator[Finding]:
        game, state = self.game, at.state
        hidden = sorted((act for act in at.legal if act.public() != act), key=lambda act: repr(act.public()))
        for _, alike in groupby(hidden, key=lambda act: repr(act.public())):
            one, *others = alike
            for other in others[:1]:
                states = [game.apply_action(state, each) for each in (one, other)]
                for seat in (each for each in self._viewers(state) if each is None or each != one.actor):
                    first, second = (game.view(each, seat) for each in states)
                    if first != second:
                        yield self._leak(state, one, seat, _differing(first.table, second.table))
        for act in (each for each in at.legal if each.seals and each.is_redacted):
            text = f"The act {type(act).__name__} seals a choice, and its public form tells all of it."
            cure = "Let `public` leave the choice out."
            yield Finding(self.source.of_member(type(act), "public"), text, cure)

    def _leak(self, state: AnyState, act: Action, seat: Seat | None, field: str) -> Finding:
        who = "everybody" if seat is None else f"seat {seat + 1}"
        where = f" by the field {field} of the table" if field else ""
        text = f"The act {type(act).__name__} tells {who} what another seat alone may know{where}."
        cure = "Keep it in the seat's secret, or sealed; the table is everybody's."
        place = self._of_field(state, field) if field else self.of_acts(state, act, "apply")
        return Finding(place, text, cure)

    # --- where it stands ---

    def of_acts(self, state: AnyState, act: Action, name: str) -> str:
        """Where the acts to which one belongs say this of it."""
        try:
            acts = self.game.course.acts_of(state.table, act)
        except (AttributeError, KeyError, IllegalAction):
            return self.source.of_class(type(act))
        return self.source.of_member(type(acts), name)

    def _of_phase(self, state: AnyState, name: str) -> str:
        """Where what has to be done now says this of itself; at the end, and without a machine, the front."""
        try:
            if self.game.course.over_rule(state.table):
                return self.source.of_member(type(self.game.course), "end")
            return self.source.of_member(type(self.game.course.moment(state.table)), name)
        except (AttributeError, KeyError):
            return self.source.front

    def _of_field(self, state: AnyState, path: str) -> str:
        """Where a field of the table stands, by its name or the key of a fact."""
        words = [word for word in re.split(r"[.\[\]]", path) if word not in ("state", "table", "")]
        return self.source.of_member(type(state.table), words[0] if words else "")

    def _when(self, state: AnyState) -> str:
        """Which phase it is, in words."""
        try:
            return f"in the phase {str(self.game.course.title(state.table))!r}"
        except (AttributeError, KeyError):
            return "now"

    def _viewers(self, state: AnyState) -> tuple[Seat | None, ...]:
        """The public and every seat."""
        return (None, *range(self.game.seat_count(state.table)))

    def _view(self, state: AnyState, seat: Seat | None) -> View[Any, Any]:
        return self.game.view(state, seat, NAMES)


def _seats(seats: list[Seat]) -> str:
    """Seats as people read them, from 1."""
    return f"seat{'' if len(seats) == 1 else 's'} {', '.join(str(seat + 1) for seat in seats)}"


def _differing(one: msgspec.Struct, other: msgspec.Struct) -> str:
    """The first field in which two records differ but for the reason; empty where there is none."""
    names = (name for name in one.__struct_fields__ if name != "why")
    return next((name for name in names if getattr(one, name) != getattr(other, name)), "")


def _field_in(error: str) -> str:
    """The field that an error of `msgspec` names, as in "Expected `int` - at `$.table.left`"."""
    named = re.search(r"`\$\.?([^`]*)`", error)
    return named[1] if named else ""
