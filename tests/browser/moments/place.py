"""A real room at a moment: bots have played until then, and people hold the seats."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from companion.games.bots import Autopilot
from companion.games.core import Action, Choice, Seat
from companion.games.deal import CARDS, OWN, can_deal
from companion.games.registry import GAMES
from companion.live.inbox import Letter
from companion.live.inputs import Acted
from companion.live.requests import Reply
from companion.live.session import Session
from companion.storage.home import Home
from tests.browser.conftest import Table
from tests.browser.moments.asked import Photographer, ask
from tests.browser.moments.moment import Moment, acts_of

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gus")


@contextmanager
def at_moment(moment: Moment, folder: Path) -> Iterator[Table]:
    """A table whose game has come to this moment, and rests there."""
    table = Table(Home(folder))
    cards = {CARDS.key: OWN} if can_deal(GAMES[moment.game]) else {}
    with pytest.MonkeyPatch.context() as patch:
        acts = [act for act, _, _ in islice(acts_of(moment.game, moment.options, moment.seed), moment.acts + 1)]
        patch.setattr(Autopilot, "propose", lambda *_, **__: None)  # nobody else goes on
        photographer = Photographer()
        if moment.asked:
            table.room._wiring = msgspec.structs.replace(table.room._wiring, photographer=photographer)
        try:
            session = table.room.open_new(moment.game, {**cards, **moment.options})
            for act in acts[1:]:
                if act is not None and not act.opens:  # what is opened the companion opens by itself
                    _do(session, act)
            if moment.asked:
                ask(table, photographer, moment.asked)
            table.start()
            yield table
        finally:
            table.stop()


def _do(session: Session, act: Action) -> None:
    answer: Future[Reply] = Future()
    who = "dealer" if act.actor is None else "bot"
    assert session._inbox.put(Letter(Acted(who, (msgspec.to_builtins(act),)), answer))
    reply = answer.result(60)
    assert reply.accepted, (act, reply.text)


def people_of(moment: Moment, session: Session) -> tuple[Seat, ...]:
    """The seats that people hold at this moment."""
    return moment.people or tuple(range(len(session.snapshot().seats)))


def acting_seat(session: Session, people: tuple[Seat, ...]) -> Seat:
    """The seat of a person who is asked first; where anybody may act, the first of them."""
    now = session.snapshot()
    asked = now.prompt(now.view(None)).seats
    return next((seat for seat in asked if seat in people), people[0])


def other_seat(session: Session, people: tuple[Seat, ...]) -> Seat:
    """A person who is not asked, or the last who is."""
    now = session.snapshot()
    asked = now.prompt(now.view(None)).seats
    return next((seat for seat in people if seat not in asked), people[-1])


def expected_of(session: Session, seat: Seat) -> tuple[Choice[Action], ...]:
    """What the game expects of the person in this seat now: their own choices, and what anybody may do.

    Nothing that they take back or may as well leave.
    """
    now = session.snapshot()
    asked = now.prompt(now.view(None)).seats
    if asked and seat not in asked:
        return ()
    return tuple(each for each in now.choices(seat) if _is_expected(each, seat))


def _is_expected(choice: Choice[Action], seat: Seat) -> bool:
    if choice.draft is not None:
        return choice.draft.actor in (None, seat)
    first = choice.actions[0] if choice.actions else None
    if first is None or first.takes_back or first.is_optional:
        return False
    return first.actor in (None, seat)
