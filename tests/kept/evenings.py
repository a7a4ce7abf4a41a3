"""Saved games and recordings, made anew by a real table with taps, undo and corrections.

They were made once, and are kept below `tests/companion/kept` with the hashes that the version came to which made them.
This is how, for the next time that rules change: `python -m tests.kept.evenings --to FOLDER` prints the list.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import tomli_w

from companion.games.bots import Autopilot
from companion.games.core import Action
from companion.games.deal import OWN, can_deal, with_cards
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.inbox import Letter
from companion.live.inputs import Acted
from companion.live.requests import Client, Correct, End, Redo, Reply, TakeSeat, Tap, Undo
from companion.live.resume import replay
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import state_hash
from companion.recording.format import STEPS
from companion.recording.recorder import Recorder
from companion.storage.home import Home
from tests.companion.tables import NOON
from tests.kept.play import near
from tests.kept.seen import NAMES

HOST: Final = Client("host")
SETS: Final = Path("tests/companion/playsets/manawave/sets")


@dataclass(frozen=True)
class Evening:
    """One game to be played at a table, and how long."""

    name: str
    """The folder of its recording; its journal is called as the game is in the list of saved games."""
    game: str
    options: Mapping[str, Any]
    seed: int = 1
    owner: Mapping[str, Any] = field(default_factory=dict)
    """What its owner has typed of the box."""
    playset: str = ""
    """A file of a playset of its own."""
    acts: int = 5000
    """After so many the host ends it; a game that is over before ends by itself."""
    undone: int = 12
    """After about so many acts something is taken back."""


EVENINGS: Final = (
    Evening(
        "closed-hands-of-a-typed-box",
        "atlantis_rising",
        {"players": 2, "level": 2, "hands": "closed"},
        owner={
            "peninsula": {"cities": {"number": [6, 6, 7, 8, 9, 12]}, "forges": {"number": [1, 1, 1, 2, 2, 3]}},
            "components": {"power_core": {"cost": {"energy": 2}}},
        },
        acts=120,
    ),
    Evening("clans-of-an-own-playset", "manawave", {"mode": "clans"}, playset="never", acts=80),
    Evening("older-lines-and-tiles", "manawave", {"mode": "nexus", "geometry": "hex_lattice"}, acts=70),
    Evening("a-whole-game-of-dice", "rolling_with_the_waves", {"players": 2, "final_tie": "seat_order"}, 6, undone=40),
)


class Told:
    """People at one table: each act is told by whoever does it, and now and then the host puts something right."""

    def __init__(self, session: Session, evening: Evening) -> None:
        self._session, self._game = session, session._timeline.game
        self._rng = random.Random(evening.seed)
        self._pilot = Autopilot(self._game, evening.seed)
        self._evening = evening
        for seat in range(session._timeline.seat_count):
            self._ask(Client(), TakeSeat(seat, NAMES[seat], f"key of {seat}"))

    def play(self) -> None:
        """To the end of the game, or of the evening."""
        for ply in range(self._evening.acts):
            if not self._act(ply):
                return
            if ply % self._evening.undone == self._evening.undone - 1:
                self._take_back(ply)
            if ply % 40 == 25:
                self._correct()
        self._ask(HOST, End())

    def _act(self, ply: int) -> bool:
        state = self._session._timeline.state
        legal = [each for each in self._game.legal_actions(state) if not each.opens]
        proposal = self._pilot.propose(state, ply, frozenset())
        if self._game.outcome(state) is not None or not legal:
            return False
        act = proposal[0] if proposal is not None and not proposal[0].opens else self._rng.choice(legal)
        back = [each for each in legal if each.takes_back]
        self._tell(self._rng.choice(back) if back and self._rng.random() < 0.1 else act)
        return True

    def _tell(self, act: Action) -> None:
        """By a tap of its seat, else of the host, who may tap for all; else it is done as bots and dealers do."""
        raw = (msgspec.to_builtins(act),)
        for client in (Client("seat", act.actor), HOST) if act.actor is not None else (HOST,):
            now = self._session.snapshot()
            if self._session.submit(client, Tap(raw, now.revision, f"tap {now.last_row}")).accepted:
                return
        answer = Future[Reply]()
        self._session._inbox.put(Letter(Acted("dealer", raw), answer))
        reply = answer.result(60)
        assert reply.accepted, (act, reply.text)

    def _take_back(self, ply: int) -> None:
        """One act or a few; and every other time they are done again."""
        steps = min(self._rng.randint(1, 3), self._session.snapshot().can_undo)
        self._ask(HOST, Undo(steps, self._session.snapshot().revision))
        if ply % 2:
            self._ask(HOST, Redo(self._rng.randint(1, steps)))

    def _correct(self) -> None:
        """One fact is set, and the host takes that back where it breaks a law of the game."""
        session = self._session
        fields = [each for each in self._game.facts(session.snapshot().view(None)) if not each.status]
        one = self._rng.choice(fields)
        reply = session.submit(HOST, Correct({one.key: self._rng.choice(near(one))}))
        if reply.accepted and session._timeline.state.table.irregular:
            self._ask(HOST, Undo(1, session.snapshot().revision))

    def _ask(self, client: Client, request: Any) -> None:
        reply = self._session.submit(client, request)
        assert reply.accepted, (request, reply.text)


class _Steady:
    """A clock for recordings that does not go on: their times are for the pace of a replay alone."""

    def now(self) -> float:
        """Seconds."""
        return 0.0

    def pause(self, duration_s: float) -> None:
        """Nobody waits."""


def make(evening: Evening, to: Path) -> Iterator[str]:
    """Play it, and keep its journal and its recording there; the lines that tell of them in the list."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder)).make()
        if evening.owner:
            (home.folder / "owner").mkdir(exist_ok=True)
            (home.folder / "owner" / f"{evening.game}.toml").write_text(tomli_w.dumps(evening.owner), encoding="utf-8")
        record = Path(folder) / "recording"
        seconds = count(3600 * EVENINGS.index(evening))  # so that each game has another name
        clock = lambda: NOON + timedelta(seconds=next(seconds))  # noqa: E731
        room = Room(GAMES, home, clock=clock, record=lambda rows: Recorder(record, rows, _Steady()))
        game = GAMES[evening.game]
        options = with_cards(game, evening.options, OWN) if can_deal(game) else dict(evening.options)
        playset = tomllib.loads((SETS / f"{evening.playset}.toml").read_text("utf-8")) if evening.playset else None
        try:
            session = room.open_new(evening.game, options, evening.seed, playset)
            Told(session, evening).play()
            path = home.journal(session.game_id)
        finally:
            room.close()
        (to / evening.name).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to / path.name)
        shutil.copyfile(record / STEPS, to / evening.name / STEPS)
        yield from listed(evening, to / path.name, to / evening.name / STEPS)


def listed(evening: Evening, saved: Path, recorded: Path) -> Iterator[str]:
    """What stands of it in the list: its options, how long it is, and the hashes that a replay comes to."""
    rows = read_journal(saved)
    options = rows[0].read()["options"]
    acts = len(replay(GAMES, rows).done)
    numbers = [*range(10, len(rows), 10), len(rows)]
    states = {str(number): state_hash(replay(GAMES, rows[:number]).state) for number in numbers}
    told = {"game": evening.game, "options": options, "acts": acts}
    journal = {"file": saved.name, **told, "rows": len(rows), "states": states}
    yield tomli_w.dumps({"journal": [journal]})
    lines = recorded.read_bytes().splitlines()[1:]
    became = {
        str(number): found
        for number, line in enumerate(lines, 1)
        if (found := msgspec.json.decode(line)["entry"]["step"].get("state"))
    }
    kept = {each: became[each] for each in [*became][9::10]}
    kept[str(len(lines))] = [*became.values()][-1]
    recording = {"file": f"{evening.name}/{STEPS}", **told, "entries": len(lines), "states": kept}
    yield tomli_w.dumps({"recording": [recording]})


def main() -> None:
    """Make all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.kept.evenings", description=__doc__)
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=[each.name for each in EVENINGS], help="only these")
    chosen = parser.parse_args()
    for each in EVENINGS:
        if each.name in (chosen.only or [each.name]):
            print("\n".join(make(each, chosen.to)))


if __name__ == "__main__":
    main()
