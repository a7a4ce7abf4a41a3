"""How many Python functions three deeds call that people wait for: `python -m tests.calls`.

The same figures on each run of one Python, however busy the machine is: each deed is done before it is counted, so that
nothing is read or compiled for the first time. The positions are those of kept games (`tests/kept`).
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Flask
from msgspec.structs import replace

from companion.games.core import Action, Choice
from companion.games.registry import GAMES
from companion.journal import Journal
from companion.journal.rows import Draft
from companion.live.inbox import Letter
from companion.live.inputs import Acted, Asked, Drafting, Input, Looked
from companion.live.requests import Client, DraftTap, Reply, TakeSeat
from companion.live.resume import start_payload
from companion.live.room import Room
from companion.live.session import Session
from companion.live.session_config import Company, Wiring
from companion.live.timeline import Timeline, state_hash
from companion.storage.home import Home
from companion.table.blanks import blanks, in_the_box
from tests.companion.referee.perfect import look_at
from tests.kept.record import FACTS, HERE, AnyState, Kept, file_of, read
from tests.kept.seen import NAMES
from web.app import create_app
from web.render.pages import Pages

SEAT: Final = 0
SETTLED_IN: Final = 80
"""After so many acts of Manawave there is something on the table."""
HASHES: Final = "PYTHONHASHSEED"
LOOKS: Final = 6
"""So often one looks at a table until it has come to rest."""
NOON: Final = datetime(2025, 1, 1, 12, tzinfo=UTC)


def calls_of(do: Callable[[], Any]) -> int:
    """How many Python functions are called by doing that."""
    count = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event == "call"

    gc.collect()
    gc.disable()  # what it clears away may call functions too
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


class StillTable:
    """A live table whose referee has no thread of its own: whatever it is told is done at once, and here."""

    def __init__(self, kept: Kept, folder: Path) -> None:
        game, start = kept.opening()
        at, payload = NOON.isoformat(), start_payload(GAMES[kept.game], kept.options, start)
        journal = Journal(folder / f"{kept.game}.journal")
        journal.append([Draft(at, "host", "start", payload, state_hash(start))])
        self.game, self._frame = game, 0
        self.session = Session(Timeline(game, start), journal, Company(seed=1), Wiring(clock=lambda: NOON))

    def close(self) -> None:
        """Let go of its file."""
        self.session.close()

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.session._timeline.state

    def tell(self, told: Input) -> Reply:
        """Tell the referee; what it answers."""
        answer = Future[Reply]()
        self.session._take(Letter(told, answer))
        reply = answer.result(0)
        assert reply.accepted, reply
        return reply

    def sit(self) -> None:
        """Somebody takes each seat."""
        for seat in range(self.game.seat_count(self.state.table)):
            self.tell(Asked(Client("seat", seat), TakeSeat(seat, NAMES[seat], f"key {seat}")))

    def act(self, raw: dict[str, Any]) -> None:
        """An act of a kept game; what opens something sealed the companion has done by itself."""
        if not msgspec.convert(raw, self.game.action_type).opens:
            self.tell(Acted("dealer", (raw,)))

    def look(self, state: AnyState) -> list[tuple[int, int]]:
        """Look at a table that lies so until it has come to rest: of each look the calls until the prompt after it,
        and the newest row then."""
        return [(calls_of(self._look_of(state)), self.session.snapshot().last_row) for _ in range(LOOKS)]

    def _look_of(self, state: AnyState) -> Callable[[], Any]:
        self._frame += 1
        reading = replace(look_at(self.game, state, round(self._frame / 10, 1)), frame=self._frame)

        def take() -> None:
            self.session._take(Letter(Looked(reading)))
            while self.session._live.is_searching:
                self.session._judge()
            now = self.session.snapshot()
            now.prompt(now.view(None))

        return take


# --- the three deeds --------------------------------------------------------------------------------------------------


def draft_and_page(folder: Path) -> Iterator[tuple[str, int]]:
    """The second tap by which a seat of Manawave puts mana together, and its phone's page after that."""
    kept = _kept("manawave", "Invest", lambda kept: kept.options["mode"] == "clans")
    pages = Pages(_app(folder).jinja_env)
    with closing(StillTable(kept, folder)) as table:
        table.sit()
        steps = iter(kept.steps)
        for _ in range(SETTLED_IN):
            table.act(next(steps))
        while not _drafts(table):
            table.act(next(steps))
        table.tell(_tap_of(table))
        _page(pages, table)
        tap = _tap_of(table)
        yield "a draft's tap in Manawave", calls_of(lambda: table.tell(tap))
        yield "that phone's page", calls_of(lambda: _page(pages, table))


def flood(folder: Path) -> Iterator[tuple[str, int]]:
    """A misfortune of Atlantis Rising that floods a tile: from the look in which it shows to the next prompt."""
    kept = _kept("atlantis_rising", "DrawMisfortune", lambda kept: kept.options["hands"] == "open")
    with closing(StillTable(kept, folder)) as table:
        box = in_the_box(table.game.mat.kit)
        table.session._live.watcher.enrol({marker: box.kinds[marker] for marker in blanks(table.game.mat.kit)})
        is_warm = False
        for raw in kept.steps:
            if not str(raw.get("card", "")).startswith("basic_"):
                table.act(raw)
                continue
            calls = _seen(table, msgspec.convert(raw, table.game.action_type))
            if is_warm:
                yield "a flood in Atlantis Rising", calls
                return
            is_warm = True


def _seen(table: StillTable, act: Action) -> int:
    """The calls of the look by which the referee learns of an act that hands have done."""
    table.look(table.state)
    before = table.session.snapshot().last_row
    looks = table.look(table.game.apply_action(table.state, act))
    return next(calls for calls, row in looks if row > before)


def _kept(name: str, act: str, is_fit: Callable[[Kept], bool]) -> Kept:
    """The first kept game in which that is done and the host sets no facts."""
    for kept in read(file_of(HERE, name)):
        types = [str(step.get("type", FACTS)) for step in kept.steps]
        if is_fit(kept) and FACTS not in types and types.count(act) > 2:
            return kept
    raise AssertionError(f"no kept game of {name} is fit to be counted")


def _drafts(table: StillTable) -> list[Choice[Action]]:
    """What the seat is offered to go on with what it puts together."""
    now = table.session.snapshot()
    view, choices = now.view(SEAT), now.choices(SEAT)
    fresh = [each for each in choices if each.draft is not None and each.draft != view.draft]
    return [each for each in fresh if type(each.draft).__name__ == "Invest"]


def _tap_of(table: StillTable) -> Drafting:
    draft = _drafts(table)[0].draft
    return Drafting(Client("seat", SEAT), DraftTap(msgspec.to_builtins(draft), table.session.snapshot().revision))


def _app(folder: Path) -> Flask:
    return create_app(Room(GAMES, Home(folder / "home").make()), secret_key=b"key", host_code="TESTED")


def _page(pages: Pages, table: StillTable) -> None:
    pages.seat(table.session.snapshot(), SEAT)


def counted(folder: Path) -> list[tuple[str, int]]:
    """Each deed, done in this folder, with its calls: of the second time, when what is kept of texts is there."""
    for each in (folder / "first", folder / "again"):
        with _app(each).test_request_context():
            found = [*draft_and_page(each), *flood(each)]
    return found


def main() -> None:
    """Print a line for each deed."""
    if os.environ.get(HASHES) != "0":  # in another order of what a set has, the referee looks at more or less of it
        os.execve(sys.executable, [sys.executable, "-m", "tests.calls"], {**os.environ, HASHES: "0"})
    with tempfile.TemporaryDirectory() as folder:
        for name, calls in counted(Path(folder)):
            print(f"{name}: {calls} calls")


if __name__ == "__main__":
    main()
