"""Several open rolls, recorded: what was named, asked and counted is played again to the same position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games.registry import GAMES
from companion.live.inputs import Tumbled
from companion.live.requests import DropRoll, NameRoll, Pause, Undo
from companion.live.session import Session
from companion.recording.format import Recording
from companion.recording.recorder import Recorder
from companion.recording.replayer import replay
from companion.table.dice import RollSighting
from tests.companion.lucky import die, lucky
from tests.companion.tables import HOST, check_replay, hash_now, open_room, person, wait_for
from tests.games.sealed_bid.model import Rolled
from tests.vision.fakes import FakeClock

ADA, CLEO = "seat0", "seat2"


def see(session: Session, seen: RollSighting) -> str:
    """Let a roll be seen; what it came to."""
    before = session.snapshot().roll.number
    session.tell(Tumbled(seen))
    return wait_for(session, lambda now: now.roll.number > before).roll.state


def rolled(session: Session) -> tuple[Rolled, ...]:
    found = session.snapshot().view(None).table.rolled
    assert isinstance(found, tuple)
    return found


def test_named_rolls_are_replayed_to_the_same_position(tmp_path: Path) -> None:
    to, clock = tmp_path / "recording", FakeClock()
    with open_room(tmp_path, record=lambda rows: Recorder(to, rows, clock)) as room:
        session = lucky(room, "Ada", "Ben", "Cleo")
        assert str(session.submit(person(2), NameRoll(CLEO)).text) == "Cleo rolls next."
        assert see(session, die(6)) == "counted"
        assert rolled(session) == (Rolled(2, 6),)
        assert session.submit(HOST, Undo(1)).accepted
        assert session.submit(HOST, Pause(False)).accepted
        # Nobody has said whose this is; the die is of nobody's colour.
        assert see(session, die(3, at_s=5.0)) == "question"
        assert session.submit(person(0), NameRoll(ADA, 2)).text == "Counted."
        assert rolled(session) == (Rolled(0, 3),)
        # Only one is left: it needs no name. A die of another's colour is asked about all the same.
        assert see(session, die(2, "red", at_s=9.0)) == "question"
        assert session.submit(HOST, DropRoll(3)).accepted
        assert see(session, die(2, "green", at_s=13.0)) == "counted"
        assert rolled(session) == (Rolled(0, 3), Rolled(2, 2))
        check_replay(room)
        now = hash_now(session)
    again = replay(Recording.open(to), GAMES, _no_look, clock=FakeClock())
    assert (again.diverged, again.state_hash) == ("", now)


def _no_look(number: int) -> Any:
    raise AssertionError(f"no frame was recorded, but {number} is asked for")
