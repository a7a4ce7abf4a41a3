"""The strip of a live table: newest scene, few frames, and nothing that stops the others or the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.lights.strip import BadStrip, StripSettings
from companion.live.requests import Correct
from companion.live.room import Room
from companion.live.snapshot import Snapshot
from companion.outputs.strip import FRAME_S, Lighting, hex_colours, scene_of
from hardware.strips import Shown, StripRecorder
from tests.companion.tables import HOST, open_room, own, tap_first
from tests.said import said
from tests.web.sights import SIGHTS, show

PLAIN = StripSettings(pixels=30, gamma=1.0, brightness=1.0, max_ma=2000)
DARK = bytes(3 * PLAIN.pixels)
WON = ("#c28548", "#4ba0ad", "#b7728e")
"""The seats' colours at 0.8 of their level, as those have it who have won."""


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Table:
    """A lit table with its own cards, a clock and a recorder."""

    def __init__(self, room: Room, strips: tuple[Any, ...] = (), settings: StripSettings = PLAIN) -> None:
        self.clock = Clock()
        self.recorder = StripRecorder(self.clock)
        self.room = room
        self.lighting = Lighting(room_snapshot(room), (*strips, self.recorder), settings, self.clock)

    def run(self, seconds: float, step_s: float = FRAME_S) -> tuple[Shown, ...]:
        """What was sent meanwhile."""
        before = len(self.recorder.shown())
        for _ in range(round(seconds / step_s)):
            self.clock.now_s += step_s
            self.lighting.step()
        return self.recorder.shown()[before:]


def room_snapshot(room: Room) -> Any:
    return lambda: room.session.snapshot()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as made:
        own(made)
        yield made


def shine(room: Room) -> None:
    """Let the strip stand still and be lit: the game is over and all have won, 0.9 of a third of the strip each."""
    assert room.session.submit(HOST, Correct({"phase": "award", "round": 3})).accepted


def play_to_turn(room: Room) -> Snapshot:
    """Tap on until somebody acts, so that the strip moves."""
    for _ in range(60):
        now = room.session.snapshot()
        if now.game.prompt(now.view(None)).seats:
            return now
        assert tap_first(room.session, HOST).accepted
    raise AssertionError("nobody ever acts")


def test_a_still_scene_is_sent_once_and_then_refreshed_every_second(room: Room) -> None:
    shine(room)
    table = Table(room)
    assert not table.lighting.now().moves
    fading = table.run(0.5)
    assert 8 <= len(fading) <= 15
    still = table.run(5.0)
    assert len(still) == 5
    assert {each.pixels for each in still} == {b"".join(9 * bytes.fromhex(each[1:]) + bytes(3) for each in WON)}
    assert all(0.99 < after.at_s - before.at_s < 1.1 for before, after in pairwise(still))


def test_no_more_than_thirty_frames_a_second_are_sent_however_often_it_steps(room: Room) -> None:
    table = Table(room)
    play_to_turn(room)
    sent = table.run(3.0, step_s=0.001)
    assert 60 <= len(sent) <= 91
    assert table.lighting.now().moves


def test_an_act_changes_the_light_and_its_words(room: Room) -> None:
    table = Table(room)
    table.run(2.0)
    before = table.lighting.now()
    now = play_to_turn(room)
    table.run(1.0)
    after = table.lighting.now()
    (first, *_) = now.game.prompt(now.view(None)).seats
    assert f"{now.names[first]} acts." in str(after.text)
    assert (before.text, before.pixels) != (after.text, after.pixels)
    assert after.number > before.number


def test_the_glimpse_shows_colours_before_gamma_and_the_strip_gets_light(room: Room) -> None:
    shine(room)
    table = Table(room, settings=StripSettings(pixels=30))
    table.run(1.0)
    assert table.lighting.now().pixels[:9] == (WON[0],) * 9
    # Through a gamma of 2.8 at half brightness: 127.5 * (0xc2 / 255) ** 2.8 is 59.3, 0x85 gives 20.61, and 0x48 3.7.
    assert table.recorder.shown()[-1].pixels[:27] == bytes((59, 21, 4)) * 9


def test_a_mismatch_is_on_the_strip(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(room)
    show(monkeypatch, SIGHTS["mismatch"])
    table.run(1.0)
    names = room.session.snapshot().names
    assert (
        said(table.lighting.now().text)
        == f"Dashes before {names[0]}: look there. Dashes before {names[1]}: look there."
    )


def test_once_a_game_is_over_nothing_is_asked_any_more(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(room)
    show(monkeypatch, SIGHTS["mismatch"])
    monkeypatch.setattr(Snapshot, "ended", property(lambda self: True, lambda self, value: None), raising=False)
    table.run(1.0)
    assert not table.lighting.now().text


def test_the_strip_is_lit_from_the_publics_view_only(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    honest = Snapshot.view

    def view(self: Snapshot, seat: int | None) -> Any:
        asked.append(seat)
        return honest(self, seat)

    monkeypatch.setattr(Snapshot, "view", view)
    table = Table(room)
    table.run(1.0)
    play_to_turn(room)
    asked.clear()
    table.run(1.0)
    assert set(asked) == {None}


class Broken:
    """A strip that was unplugged."""

    def __init__(self) -> None:
        self.is_broken = True
        self.shown = 0

    def show(self, pixels: bytes) -> None:
        if self.is_broken:
            raise OSError("gone")
        self.shown += 1


def test_a_strip_that_fails_stops_no_other_and_is_taken_up_again(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    broken = Broken()
    shine(room)
    table = Table(room, (broken,))
    assert table.lighting.health() == ()
    assert len(table.run(2.0)) > 5
    (health,) = table.lighting.health()
    assert (health.device, health.status, health.text) == (
        "strip",
        "failed",
        "The strip takes no light. Look at its cable; the pages tell the same in words meanwhile.",
    )
    assert len(caplog.records) == 1, "told once, not with every frame"
    broken.is_broken = False
    table.run(1.1)
    assert broken.shown >= 1
    assert table.lighting.health() == ()


def test_a_game_whose_lights_fail_leaves_the_strip_as_it_is(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(room)
    table.run(1.0)
    before = table.lighting.now()

    secret = "the card of Ann"

    def fails() -> Snapshot:
        raise RuntimeError(secret)

    monkeypatch.setattr(table.lighting, "_newest", fails)
    assert len(table.run(3.0)) == 3, "it is still refreshed"
    assert table.lighting.now() == before
    assert len(caplog.records) == 1
    assert secret not in caplog.text
    monkeypatch.undo()
    play_to_turn(room)
    table.run(1.0)
    assert table.lighting.now().text != before.text


def test_another_game_in_the_room_takes_over_the_strip(room: Room) -> None:
    table = Table(room)
    play_to_turn(room)
    table.run(1.0)
    assert table.lighting.now().text
    own(room)
    table.run(1.0)
    assert not table.lighting.now().text


def test_closing_leaves_the_strip_dark(room: Room) -> None:
    table = Table(room)
    table.run(1.0)
    table.lighting.close()
    assert table.recorder.shown()[-1].pixels == DARK


def test_the_thread_lights_the_strip_and_ends(room: Room) -> None:
    recorder = StripRecorder(Clock())
    shine(room)
    lighting = Lighting(room_snapshot(room), (recorder,), PLAIN).start()
    while lighting.now().pixels[0] != WON[0]:
        assert lighting._thread.is_alive()
        lighting._closing.wait(0.01)
    lighting.close()
    assert not lighting._thread.is_alive()
    assert recorder.shown()[-1].pixels == DARK


class Pauses:
    """The lights' pauses, in which only the test's own time passes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def wait(self, timeout: float) -> bool:
        self._clock.now_s += timeout
        return False


def paused_by_hand(room: Room, news: Any) -> Table:
    """A table whose lights wait in the test's time, and have come to rest."""
    table = Table(room)
    table.lighting._news = news
    table.lighting._closing = Pauses(table.clock)  # type: ignore[assignment]
    for _ in range(60):
        table.lighting._pause()
        table.lighting.step()
    return table


def test_a_strip_at_rest_is_lit_in_the_moment_in_which_there_is_news(room: Room) -> None:
    acts = list[float]()

    def news(seen: int, timeout_s: float) -> bool:
        assert seen == room.session.snapshot().change
        if not acts:
            return False
        play_to_turn(room)
        acts.append(table.clock.now_s)
        return True

    table = paused_by_hand(room, news)
    before = table.recorder.shown()[-1].pixels
    acts.append(table.clock.now_s)
    table.lighting._pause()
    table.lighting.step()
    (_, acted_s), newest = acts, table.recorder.shown()[-1]
    assert newest.pixels != before
    assert newest.at_s == acted_s


def test_a_strip_in_motion_is_lit_in_the_moment_of_the_news_and_then_fades_in_its_usual_steps(room: Room) -> None:
    news = list[float]()

    def tell(seen: int, timeout_s: float) -> bool:
        assert seen == room.session.snapshot().change, "whoever has not looked yet waits for nothing"
        table.clock.now_s += timeout_s / 2
        if (table.clock.now_s - began_s) < 1.0 * (len(news) + 1):
            return False
        before = table.lighting.showing
        while scene_of(now := room.session.snapshot(), now.view(None)) == before:
            assert tap_first(room.session, HOST).accepted
        news.append(table.clock.now_s)
        return True

    table = paused_by_hand(room, lambda seen, timeout_s: False)
    play_to_turn(room)
    table.run(1.0)
    table.lighting._news = tell
    began_s, first = table.clock.now_s, len(table.recorder.shown())
    while table.clock.now_s < began_s + 5.0:
        table.lighting._pause()
        table.lighting.step()
        assert table.lighting.now().moves or news, "a strip that moves"
    times = [each.at_s for each in table.recorder.shown()[first:]]
    assert len(news) >= 3
    for told_s in news:
        following = [at_s for at_s in times if told_s <= at_s <= told_s + 0.39]
        assert following[0] == told_s
        assert all(after - earlier > FRAME_S * 0.98 for earlier, after in pairwise(following))
    assert len(times) <= 5.0 / FRAME_S + len(news) + 1


@pytest.mark.parametrize("news", [None, lambda seen, timeout_s: False], ids=["none are told", "the game was closed"])
def test_where_nothing_is_told_it_looks_thirty_times_a_second_and_no_more(room: Room, news: Any) -> None:
    table = paused_by_hand(room, news)
    began_s = table.clock.now_s
    for _ in range(30):
        table.lighting._pause()
        table.lighting.step()
    assert table.clock.now_s - began_s == pytest.approx(1.0, abs=0.1)


def test_settings_that_cannot_be_are_refused_at_once(room: Room) -> None:
    with pytest.raises(BadStrip):
        Lighting(room_snapshot(room), (), StripSettings(pixels=100, max_ma=50))


def test_colours_are_written_as_pages_want_them() -> None:
    assert hex_colours(bytes((0, 30, 60, 255, 1, 16))) == ("#001e3c", "#ff0110")
