"""All that a game says, as lines: prompts, what may be tapped, the log, what all have seen, refusals and facts.

A sentence stands where it is said for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from companion.games.core import Action, Prompt, Seat, State
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.shared.facts import FactField
from companion.language.message import Message, Text

AnyState: TypeAlias = State[Any, Any]
Line: TypeAlias = tuple[Text, ...]
"""What stands in a line, side by side."""


class Transcript:
    """What was said of one game so far, at tables of people with these names."""

    def __init__(
        self,
        game: AnyGame,
        names: Sequence[str],
        seats: Callable[[AnyState], Iterable[Seat]],
        wrong: Iterable[Action] = (),
        *,
        is_brief: bool = False,
    ) -> None:
        """`seats` says who plays; `wrong` acts are tried in every position, and those that are legal passed over.

        A brief one has each sentence once, whatever is in its gaps, and tries one act of each kind that was done.
        """
        self._game, self._names, self._seats, self._is_brief = game, tuple(names), seats, is_brief
        self._wrong = list(wrong)
        self._told: set[str] = set()

    def scene(self, state: AnyState, acts: Iterable[Action]) -> Iterator[str]:
        """A position, and what comes of these acts."""
        yield from self.position(state)
        for act in acts:
            after = self._game.apply_action(state, act)
            yield from self.step(state, act, after)
            state = after

    def step(self, state: AnyState, act: Action, after: AnyState) -> Iterator[str]:
        """An act, what all have seen by it, and the position after it."""
        game = self._game
        views = [game.view(state, eyes, self._called(state)) for eyes in (None, act.actor)]
        logs = [game.describe(view, game.view_action(act, view.seat)) for view in views]
        if self._is_brief:
            yield from self._new("log", ((log,) for log in logs))
            yield from self._new("by", [(type(act).__name__, ", ".join(sorted(set(after.table.why))))])
            if type(act) not in map(type, self._wrong):
                self._wrong.append(act)
        else:
            yield f"> {' / '.join(dict.fromkeys(map(str, logs)))}"
        memory = game.memory(views[0], game.view_action(act, None))
        yield from self._new("seen", [(memory.text,)] if memory else [])
        yield from self.position(after)

    def position(self, state: AnyState) -> Iterator[str]:
        """What is asked of whom there, may be tapped, is refused and may be put right."""
        game, names = self._game, self._called(state)
        public = _asked(game.prompt(game.view(state, None, names)))
        counts = list[str]()
        for eyes in (None, *self._seats(state)):
            view, who = game.view(state, eyes, names), "all" if eyes is None else self._names[eyes]
            prompt, choices = game.prompt(view), game.choices(view)
            asked = _asked(prompt)
            if eyes is None or list(map(str, asked)) != list(map(str, public)):
                yield from self._new(who, (asked, *((each,) for each in (*prompt.assumed, *prompt.house_rules))))
            if eyes is None:
                yield from self._new("step", ((step.title, *step.lines) for step in prompt.to_do))
            yield from self._new("tap", ((each.group, each.label) for each in choices))
            counts.append(f"{who} {len(choices)}")
        if not self._is_brief:
            yield f"  choices: {', '.join(counts)}"
        view = game.view(state, None, names)
        yield from self._new("panel", (tuple(panel.lines) for panel in game.screen.panels(view)))
        yield from self._new("no", self._refusals(state))
        # What may be put right of one seat may be of each.
        facts = (each for each in game.facts(view) if str(each.group) not in names[1:])
        yield from self._new("fact", map(_put_right, facts))

    def _called(self, state: AnyState) -> tuple[str, ...]:
        return self._names[: self._game.seat_count(state.table)]

    def _refusals(self, state: AnyState) -> Iterator[Line]:
        for act in self._wrong:
            try:
                self._game.apply_action(state, act)
            except IllegalAction as refused:
                yield refused.reason, f"({refused.rule})"

    def _new(self, what: str, lines: Iterable[Line]) -> Iterator[str]:
        """Lines that were not there before; what is refused because of the phase is told once."""
        for line in lines:
            text = " | ".join(map(str, line)).replace(" | (", " (")
            kept = " | ".join(map(_with_gaps, line)) if self._is_brief else text
            key = f"{what}: {kept.partition(' Now it is: ')[0]}"
            if key not in self._told:
                self._told.add(key)
                yield f"  {what}: {text}"


def _asked(prompt: Prompt) -> Line:
    return prompt.phase, prompt.text, prompt.why, f"({prompt.rule}; {len(prompt.assumed)} assumed)"


def _put_right(fact: FactField) -> Line:
    return fact.group, fact.label, f"{fact.low}..{fact.high}", ", ".join(str(label) for _, label in fact.choices)


def _with_gaps(text: Text) -> str:
    return text.text if isinstance(text, Message) else str(text)
