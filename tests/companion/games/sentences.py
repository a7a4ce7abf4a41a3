"""What a game says, as lines: prompts, what may be tapped, the log, what all have seen, refusals and facts.

Each sentence stands there once, as it is said for the first time: by its text with gaps, whatever stands in these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.core import Action, State
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.language.message import Message, Text

AnyState = State[Any, Any]


class Said:
    """What was said of one game so far."""

    def __init__(self, game: AnyGame, names: tuple[str, ...]) -> None:
        self._game, self._names = game, names
        self._known: set[str] = set()
        self._tried: dict[type, Action] = {}

    def step(self, state: AnyState, act: Action, after: AnyState) -> Iterator[str]:
        """What is new of an act, and of the position after it."""
        game = self._game
        for eyes in (None, act.actor):
            view = game.view(state, eyes, self._names)
            seen = game.view_action(act, eyes)
            yield from self._new("log", [game.describe(view, seen)])
            memory = game.memory(view, seen)
            yield from self._new("seen", [memory.text] if memory else [])
        rules = ", ".join(sorted(after.table.why))
        yield from self._once(f"by {type(act).__name__}: {rules}", rules)
        self._tried.setdefault(type(act), act)
        yield from self.position(after)

    def position(self, state: AnyState) -> Iterator[str]:
        """What is new of a position."""
        game = self._game
        for eyes in (None, *game.prompt(game.view(state, None)).likely_seats):
            view = game.view(state, eyes, self._names)
            prompt = game.prompt(view)
            yield from self._new("asked", [prompt.phase, prompt.text, prompt.why])
            yield from self._new("to do", (text for each in prompt.to_do for text in (each.title, *each.lines)))
            for choice in game.choices(view):
                kinds = "/".join(type(act).__name__ for act in choice.actions[:2])
                yield from self._new(f"tap {kinds}", [choice.label], choice.group)
        view = game.view(state, None, self._names)
        for fact in game.facts(view):
            ends = f"{fact.low}..{fact.high}" if not fact.choices else f"{len(fact.choices)} choices"
            yield from self._new(f"fact {fact.key.partition('.')[0]}", [fact.label], fact.group, ends)
        yield from self._new("no", self._refusals(state))

    def _refusals(self, state: AnyState) -> Iterator[Text]:
        for act in self._tried.values():
            try:
                self._game.apply_action(state, act)
            except IllegalAction as refused:
                yield refused.reason

    def _new(self, what: str, texts: Iterable[Text], *more: Text) -> Iterator[str]:
        for text in texts:
            said = " | ".join(map(str, (*more, text)))
            yield from self._once(
                f"{what}: {said}", f"{what} {_sentence(text)} {[_sentence(each) for each in more[:1]]}"
            )

    def _once(self, line: str, key: str) -> Iterator[str]:
        if key not in self._known:
            self._known.add(key)
            yield line


def _sentence(text: Text) -> str:
    """Its text with gaps."""
    return text.text if isinstance(text, Message) else str(text)
