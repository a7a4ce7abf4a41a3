"""Sealed choices of a live game: sealed as their acts are written, and told to all as they are opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.games.core import Action
from companion.journal import Seal, sealed, size_of
from companion.live.course import AnyState, opened_by
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
        seals = [self._seal_of(each) for each in opened_by(act, before, after)]
        opened = [msgspec.to_builtins(each) for each in seals if each is not None]
        return {"opened": opened} if opened else {}

    def _seal_of(self, act: Action) -> Seal | None:
        """The newest seal of an act that stands; None where its key is lost."""
        for each, seal in reversed(self._batch):
            if each == act:
                return seal
        name = next((step.seal for step in reversed(self._timeline.done) if step.action == act and step.seal), "")
        return self._timeline.seals.get(name)

    def _check_size(self, act: Action) -> None:
        game = self._timeline.game
        if size_of(msgspec.to_builtins(act)) > game.sealed_bytes:
            raise TapRefused(
                "malformed", "That choice is larger than any that can be sealed. Reload the page and choose again."
            )


def openings(steps: Sequence[Any], timeline: Timeline) -> Iterator[Seal]:
    """What these steps have opened, for whoever is to check it."""
    for step in steps:
        for act in step.opened:
            names = [each.seal for each in timeline.done if each.action == act and each.seal]
            if names and names[-1] in timeline.seals:
                yield timeline.seals[names[-1]]
