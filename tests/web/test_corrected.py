"""Every page, picture, list and stream of a game whose host corrects it: whole, and tapped on from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live.resume import start_payload
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import state_hash
from companion.simulation.self_play import Step
from tests.companion.games.corrections import drawn_facts, drawn_options, drawn_place, drawn_steps
from tests.companion.games.rolling_with_the_waves.test_corrected import FIRED
from tests.companion.tables import HOST, NOON, open_room, person, tap_of
from tests.games.registered import PRODUCT_GAMES, SEALED_BID
from tests.many import many
from tests.secret.process import Pieces
from tests.web.conftest import CODE, sit
from web.app import create_app

BRIEF_ACTS = 60
"""Of the games in the quick suite."""
GUESTS = ("/", "/stream?brief=1", "/seat/1/")
"""What anybody may look at."""


def saved_at(room: Room, game: AnyGame, options: dict[str, Any], start: Any, steps: Sequence[Step] = ()) -> Session:
    """A game that begins in this position and in which these acts are done, opened as one that was saved is."""
    game_id, at = room.home.new_id(game.name, NOON), NOON.isoformat()
    payload = {**start_payload(game, options, start), "seed": 1}
    drafts = [Draft(at, "host", "start", payload, state_hash(start))]
    for _, act, after in steps:  # what is sealed stands there whole: nothing is hidden here
        drafts.append(Draft(at, "host", "act", {"action": msgspec.to_builtins(act)}, state_hash(after)))
    with closing(Journal(room.home.journal(game_id))) as journal:
        journal.append(drafts)
    return room.open_saved(game_id)


def addresses(app: Flask, game_id: str, row: int) -> Iterator[str]:
    """Everything that can be looked at, but for files that lie there."""
    known: dict[str, Any] = {"seat": 0, "game_id": game_id, "row": row}
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments <= known.keys():
            address = urls.build(rule.endpoint, {name: known[name] for name in rule.arguments})
            yield f"{address}?brief=1" if rule.rule.endswith("/stream") else address


class Table:
    """One table with its pages, and the devices that look at them: the host's, with the first seat, and a guest's."""

    def __init__(self, room: Room, session: Session, caplog: pytest.LogCaptureFixture) -> None:
        self.room, self.session = room, session
        self.app = create_app(
            room,
            secret_key=b"a key for tests",
            host_code=CODE,
            world=lambda: Pieces(room),
            picture=lambda _: (1, b"a picture"),
        )
        self.host = sit(self.app, 0)
        self.host.post("/host/unlock", data={"code": CODE})
        self._caplog = caplog

    def look(self) -> None:
        """Ask for all that is shown; nothing of it may fail."""
        row = self.session.snapshot().last_row
        asked = [(self.host, address) for address in addresses(self.app, self.session.game_id, row)]
        for device, address in (*asked, *((self.app.test_client(), address) for address in GUESTS)):
            with closing(device.get(address)) as reply:
                assert reply.status_code < 500, address
                assert "stream" not in address or reply.status_code >= 400 or b"event: page" in reply.data, address
        assert not [each.getMessage() for each in self._caplog.records if each.levelname == "ERROR"]

    def correct(self, rng: random.Random) -> None:
        """Send a form as the host page has it, with other values in some of its fields."""
        snapshot = self.session.snapshot()
        fields = {field.key: field for field in snapshot.game.facts(snapshot.view(None))}
        facts = drawn_facts(fields, {}, rng)
        sent = {f"was:{key}": str(field.value) for key, field in fields.items()}
        sent |= {f"fact:{key}": str(facts.get(key, field.value)) for key, field in fields.items()}
        reply = self.host.post("/host/correct", data=sent)
        assert reply.status_code in (303, 400), facts  # nothing was changed, or all is taken

    def tap_any(self, rng: random.Random) -> None:
        """Tap one of the acts that pages offer; where dice are rolled first, or something put together, none."""
        now = self.session.snapshot()
        seats = (None, *range(len(now.seats)))
        rolls = now.game.dice.open_rolls(now.view(None)) if now.game.dice is not None else ()
        is_stuck = not rolls and not any(now.game.choices(now.view(seat)) for seat in seats)
        assert now.is_over or not is_stuck, "nothing can be tapped, and the game is not over"
        offered = [(seat, each) for seat in seats for each in now.choices(seat) if each.actions]
        if offered and not now.is_over:
            seat, choice = rng.choice(offered)
            self.session.submit(HOST if seat is None else person(seat), tap_of(choice.actions, now.revision))

    def undo(self) -> None:
        """Take the newest step back on the page that asks for it."""
        snapshot = self.session.snapshot()
        if snapshot.can_undo:
            assert self.host.get("/host/undo").status_code == 200
            reply = self.host.post("/host/undo", data={"steps": "1", "revision": str(snapshot.revision)})
            assert reply.status_code == 303, reply.text


def play(table: Table, rng: random.Random) -> None:
    """Corrections, an act, a correction again, and ways back, and a look at the pages after each."""
    table.look()
    for _ in range(rng.randint(1, 3)):
        table.correct(rng)
    table.look()
    table.tap_any(rng)
    table.look()
    table.correct(rng)
    table.undo()
    table.look()


@pytest.mark.rolling_with_the_waves
def test_the_host_says_into_which_chest_the_loot_of_a_volley_went(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_room(tmp_path) as room:
        session = saved_at(room, GAMES["rolling_with_the_waves"], {"players": 2}, FIRED)
        table = Table(room, session, caplog)
        into_2 = {"chest1.0.1": (4, 0), "chest1.0.2": (5, 0), "chest2.0.1": (0, 4), "chest2.0.2": (0, 5)}
        sent = {f"was:{key}": str(was) for key, (was, _) in into_2.items()}
        sent |= {f"fact:{key}": str(now) for key, (_, now) in into_2.items()}
        assert table.host.post("/host/correct", data=sent).status_code == 303
        table.look()


@pytest.mark.parametrize(
    ("name", "draws"),
    [
        (SEALED_BID.name, 1),
        *(pytest.param(name, many(12), marks=[pytest.mark.slow, getattr(pytest.mark, name)]) for name in PRODUCT_GAMES),
    ],
)
def test_pages_are_whole_whatever_the_host_corrects(
    name: str, draws: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng, game = random.Random(name), GAMES[name]
    for number in range(draws):
        options = with_cards(game, drawn_options(game, rng), OWN)
        steps = drawn_steps(game, options, rng, BRIEF_ACTS if draws == 1 else 10_000)
        place = drawn_place(steps, rng)
        with open_room(tmp_path / str(number)) as room:
            table = Table(room, saved_at(room, game, options, steps[0][0], steps[:place]), caplog)
            try:
                play(table, rng)
            except BaseException as error:
                error.add_note(f"draw {number}: {options}, place {place}, {table.session.snapshot().log(None)[-6:]}")
                raise
