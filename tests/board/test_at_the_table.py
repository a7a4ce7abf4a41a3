"""The real thing: a room, the line to the board and a virtual board on its port, with their threads and the real clock.

Nothing here waits for a time: only for what a snapshot, or a page, shows.
"""

from __future__ import annotations

import http.client
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from companion.games.core import Action
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.resume import replay
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from hardware.link import BoardLink
from hardware.ports import Finder
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess
from tests.companion.served import playing
from tests.companion.tables import check_replay, open_room, own, play_to, rows_of, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import PlacePearls, PlaceToken, TurnUpPrize
from tests.said import said

FITTED = "Scale, 8 buttons, 60 lights and card reader."
AWAY = (
    "The board has been away for 1 s. Look at its cable; it is picked up by itself. Tap meanwhile what it would tell."
)


@pytest.fixture
def board(process: BoardProcess) -> Iterator[VirtualBoard]:
    board = VirtualBoard(process).start()
    yield board
    board.close()


@pytest.fixture
def room(board: VirtualBoard, tmp_path: Path) -> Iterator[Room]:
    opened: list[Room] = []
    link = BoardLink(Finder(str(board.path)), lambda feeling: opened[0].feel(feeling), companion="test")
    with open_room(tmp_path / "home", probe=lambda: (link.health(),)) as room:
        opened.append(room)
        link.start()
        yield room
        link.close()


@pytest.fixture
def table(room: Room) -> Session:
    session = own(room)
    wait_for(session, lambda now: now.health[0].status == "ok" and now.sight.state == "settled")
    return session


def cards_of(now: Snapshot) -> list[int]:
    return list(now.view(None).table.hands)


def pearls_due(now: Snapshot) -> PlacePearls:
    (act,) = now.game.legal_actions(now._state)
    assert isinstance(act, PlacePearls)
    return act


def test_a_press_draws_a_card(table: Session, room: Room, board: VirtualBoard) -> None:
    play_to(table, "deal")
    board.press("seat1")
    wait_for(table, lambda now: cards_of(now) == [1, 0, 0])
    board.press("seat2")
    wait_for(table, lambda now: cards_of(now) == [1, 1, 0])
    assert [row.by for row in rows_of(room)][-2:] == ["board", "board"]
    check_replay(room)


def test_pearls_in_the_bowl_are_an_act(table: Session, room: Room, board: VirtualBoard) -> None:
    act = pearls_due(play_to(table, "pearls"))
    board.set_load(act.count)
    now = wait_for(table, lambda now: now.view(None).table.phase.value == "seal")
    assert now.view(None).table.pearls == act.count
    assert rows_of(room)[-1].by == "scale"
    check_replay(room)


def test_a_card_laid_on_the_reader_is_an_act(table: Session, room: Room, board: VirtualBoard) -> None:
    play_to(table, "prize")
    (tag,) = (tag for tag, kind in SEALED_BID.mat.kit.tags.items() if kind == "card:4")
    board.lay_card(tag)
    now = wait_for(table, lambda now: now.view(None).table.phase.value != "prize")
    assert now.pressed == ""
    row = rows_of(room)[-1]
    assert (row.by, row.read()["action"], row.read()["evidence"]) == (
        "board",
        msgspec.to_builtins(TurnUpPrize(4)),
        {"sensor": "reader"},
    )
    board.lay_card(None)
    check_replay(room)


def test_unplugged_and_plugged_in_again(table: Session, room: Room, board: VirtualBoard) -> None:
    play_to(table, "deal")
    assert table.snapshot().health[0].text == FITTED
    board.unplug()
    away = wait_for(table, lambda now: now.health[0].status == "failed")
    assert away.health[0].text == AWAY
    board.press("next")
    board.plug_in()
    back = wait_for(table, lambda now: now.health[0].status != "failed")
    assert back.health[0].text.startswith(f"{FITTED} The buttons were away for ")
    assert back.health[0].text.endswith(" s; what was pressed meanwhile does not count. The board was without power.")
    board.press("seat1")
    now = wait_for(table, lambda now: cards_of(now) != [0, 0, 0])
    assert cards_of(now) == [1, 0, 0]
    check_replay(room)


def test_a_second_game_knows_what_lies_in_the_bowl(table: Session, room: Room, board: VirtualBoard) -> None:
    board.set_load(2)
    wait_for(table, lambda now: len(now.sight.fixes) == 2)
    second = own(room)
    now = wait_for(second, lambda now: now.sight.state == "restoring")
    assert said([fix.text for fix in now.sight.fixes]) == 2 * ["Take the pearl away from the bowl."]
    board.set_load(0)
    wait_for(second, lambda now: now.sight.state == "settled")


class Host:
    """The host's browser, at a companion in another process."""

    def __init__(self, table_page: str, host_page: str) -> None:
        """From what the companion said of its pages; the code stands behind the host's."""
        self._address = table_page.removeprefix("http://").rstrip("/")
        code = host_page.partition("host code: ")[2].rstrip(")")
        self._headers = {"Content-Type": "application/x-www-form-urlencoded"}
        _, cookie = self._ask("POST", "/host/unlock", urlencode({"code": code}))
        self._headers = {"Content-Type": "application/json", "Cookie": cookie.partition(";")[0]}

    def table(self) -> Any:
        return json.loads(self._ask("GET", "/table.json")[0])

    def board(self) -> Any:
        """The board's line of the status page."""
        devices = json.loads(self._ask("GET", "/health.json")[0])["devices"]
        return next(device for device in devices if device["device"] == "board")

    def start(self) -> None:
        assert json.loads(self._ask("POST", "/start")[0])["accepted"]

    def tap(self, act: Action) -> None:
        tap = {"actions": [msgspec.to_builtins(act)], "revision": self.table()["revision"]}
        reply = json.loads(self._ask("POST", "/tap", json.dumps(tap))[0])
        assert reply["accepted"], reply

    def _ask(self, method: str, path: str, body: str = "") -> tuple[bytes, str]:
        with closing(http.client.HTTPConnection(self._address, timeout=60)) as connection:
            connection.request(method, path, body, self._headers)
            response = connection.getresponse()
            return response.read(), response.getheader("Set-Cookie") or ""


def until(get: Callable[[], Any], is_so: Callable[[Any], bool]) -> Any:
    """The first answer that passes; the limit of a test ends what never comes."""
    while not is_so(got := get()):
        pass
    return got


@pytest.mark.slow
def test_the_command_plays_with_the_board_on_that_port(board: VirtualBoard, tmp_path: Path) -> None:
    options = ("--cards", "own", "--camera", "none", "--board", str(board.path), "--address", "127.0.0.1")
    with playing(tmp_path, *options, game=SEALED_BID.name) as (process, said):
        host = Host(said["Table page"], said["Host page"])
        host.start()
        assert until(host.board, lambda each: each["status"] == "ok")["text"] == FITTED
        host.tap(PlaceToken(0))
        board.press("next")
        dealt = until(host.table, lambda now: now["view"]["table"]["phase"] == "prize")
        board.unplug()
        assert until(host.board, lambda each: each["status"] == "failed")["text"] == AWAY
        board.press("undo")
        board.plug_in()
        text = until(host.board, lambda each: each["status"] != "failed")["text"]
        assert text.startswith(f"{FITTED} The buttons were away for ")
        host.tap(TurnUpPrize(3))
        now = until(host.table, lambda now: now["view"]["table"]["phase"] == "pearls")
        assert now["last_row"] == dealt["last_row"] + 1
        board.set_load(2)  # the card of pearls for a low prize (B-012)
        until(host.table, lambda now: now["view"]["table"]["phase"] == "seal")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors
    (journal,) = tmp_path.rglob("*.journal")
    rows = read_journal(journal)
    assert [row.by for row in rows] == ["host", "host", *["board"] * 9, "host", "scale"]
    assert replay(GAMES, rows).state.table.pearls == 2
