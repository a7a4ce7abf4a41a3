"""Sealed choices of a live game: sealed as their acts are written, and told to all as they are opened."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

import msgspec

from companion.games.core import Action
from companion.journal import Seal, sealed, size_of
from companion.live.steps import AnyState, opened_by
from companion.live.timeline import Timeline
from companion.referee.taps import TapRefused


def is_secret(act: Action) -> bool:
    """Whether an act carries a choice that is to be sealed."""
    return act.seals and not act.is_redacted


class Vault:
    """What opens the seals of one game. The referee thread's own."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._prepared: list[Seal] = []
        """Of acts that are written down elsewhere already."""
        self._batch: list[tuple[Action, Seal]] = []
        """Of acts that are written together, and are not in the timeline yet."""

    def prepare(self, act: Action) -> Seal:
        """The seal that an act gets if it is accepted before `forget`."""
        self._prepared.append(sealed(msgspec.to_builtins(act)))
        return self._prepared[-1]

    def forget(self) -> None:
        """Nothing is prepared any more."""
        self._prepared.clear()

    def begin(self) -> None:
        """Acts follow that are written together."""
        self._batch.clear()

    def seal(self, act: Action) -> Seal | None:
        """The seal of an act; None for one that has nothing to hide. Raises `TapRefused` for a choice too large."""
        if not is_secret(act):
            return None
        self._check_size(act)
        choice = msgspec.to_builtins(act)
        found = next((each for each in self._prepared if each.choice == choice), None) or sealed(choice)
        self._batch.append((act, found))
        self._timeline.seals[found.seal] = found
        return found

    def in_row(self, act: Action, seal: Seal | None, before: AnyState, after: AnyState) -> dict[str, Any]:
        """What the row of an act has besides it: its seal, or all that is needed to check what it opens."""
        if seal is not None:
            return {"seal": seal.seal}
        found = dict[str, Seal]()
        for each in opened_by(act, before, after):
            if (one := self._seal_of(each, found)) is not None:
                found[one.seal] = one
        opened = [msgspec.to_builtins(each) for each in found.values()]
        return {"opened": opened} if opened else {}

    def _seal_of(self, act: Action, others: Container[str]) -> Seal | None:
        """The newest seal of an act that stands, but for others, of the same made again; None where its key is lost."""
        for each, seal in reversed(self._batch):
            if each == act and seal.seal not in others:
                return seal
        return self._timeline.seals.get(_newest(act, self._timeline, others))

    def _check_size(self, act: Action) -> None:
        game = self._timeline.game
        if size_of(msgspec.to_builtins(act)) > game.sealing.most_bytes:
            raise TapRefused(
                "malformed", "That choice is larger than any that can be sealed. Reload the page and choose again."
            )


def openings(steps: Sequence[Any], timeline: Timeline) -> Iterator[Seal]:
    """What these steps have opened, for whoever is to check it."""
    told = set[str]()
    for step in steps:
        for act in step.opened:
            name = _newest(act, timeline, told)
            if name in timeline.seals:
                told.add(name)
                yield timeline.seals[name]


def _newest(act: Action, timeline: Timeline, others: Container[str]) -> str:
    """The newest seal of such an act that stands and is none of these others; "" for none."""
    stand = (step.seal for step in reversed(timeline.done) if step.action == act and step.seal)
    return next((seal for seal in stand if seal not in others), "")
