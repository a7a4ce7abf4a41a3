"""What seats have committed themselves to and nobody can open: whose it is, why, and who chooses again, how. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

import msgspec

from companion.games.core import Prompt, Seat
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Name, Noun
from companion.live.steps import Step
from companion.live.timeline import History

ACT: Final = Noun("act")


class Unopened(msgspec.Struct, frozen=True):
    """Choices that lie there sealed and cannot be opened."""

    text: Message
    """Whose they are, why, and the cure."""
    steps: int
    """How many acts an undo takes back, so that whoever sealed them chooses again."""
    is_due: bool
    """Whether all wait for them to be opened, and for nothing else."""

    def prompt(self, before: Prompt) -> Prompt:
        """What the table should do next, where the game asks for that."""
        return msgspec.structs.replace(before, seats=(), text=self.text) if self.is_due else before


def unopened(history: History, names: Sequence[str], keys: str) -> Unopened | None:
    """What cannot be opened now; None mostly, and once the game is over. `keys` is what the file of keys is called.

    Nobody knows a choice whose key is lost, or exchanged; one that nobody sealed, as an older companion let through; or
    one that a correction says was sealed.
    """
    game, state = history.game, history.state
    seats = state.unknown
    if not seats or history.ended or game.outcome(state) is not None:
        return None
    legal = game.legal_actions(state)
    is_back = all(any(act.takes_back and act.actor == seat for act in legal) for seat in seats)
    plays = [step for step in history.done if not step.is_kept]
    steps = sum(1 for _ in takewhile(lambda step: step.after.unknown, reversed(plays)))
    lost = [seat for seat in seats if _is_sealed(history.done, seat)]
    text = sentences(
        *_whose(names, lost, [seat for seat in seats if seat not in lost], keys),
        "Whoever sealed it takes it back and chooses again." if is_back else "",
        _undone(steps, is_other=is_back or bool(lost)),
    )
    return Unopened(text, steps, bool(legal) and all(act.opens for act in legal))


def _is_sealed(done: Sequence[Step], seat: Seat) -> bool:
    """Whether the newest choice of this seat that is not known has a seal, so that a key is what it lacks."""
    acts = ((step.action, step.seal) for step in reversed(done) if step.action is not None and step.action.is_redacted)
    return next((seal for act, seal in acts if act.actor == seat), "") != ""


def _whose(names: Sequence[str], lost: Sequence[Seat], never: Sequence[Seat], keys: str) -> Iterable[Message]:
    if lost:
        yield say(
            "What {who} sealed cannot be opened: {keys}, which lay beside the file of this game, is missing, damaged "
            "or of another game. Copy it there and open the game again.",
            who=listing(Name(names[seat]) for seat in lost),
            keys=Name(keys),
        )
    if never:
        yield say(
            "{who} sealed nothing: no choice was told, so none can be opened.",
            who=listing(Name(names[seat]) for seat in never),
        )


def _undone(steps: int, *, is_other: bool) -> Message:
    """The cure that there always is."""
    acts = say("the last {acts}", acts=Count(steps, ACT)) if steps > 1 else say("the last act")
    if is_other:
        return say("Or the host undoes {acts} on the host page, and then it is chosen again.", acts=acts)
    return say("The host undoes {acts} on the host page, and then it is chosen again.", acts=acts)
