"""A strip behind a WLED, over real sockets of this machine: lit, hanging, gone, somebody else, and back."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.virtual.wled import VirtualWled
from hardware.wled import Sent, WledStrip
from hardware.wled_before import MOST_KEPT, Before
from hardware.wled_pages import NoAnswer, NoWled, Shine, WledPages

FRAME = bytes((10, 20, 30)) * 60
GONE = (
    "The strip takes no light: the WLED at {host} does not answer. Look at its power and its Wi-Fi, and at address "
    "under [strip] in companion.toml. The pages tell the same in words meanwhile."
)
TAKEN = {"on": True, "bri": 255, "lor": 0}


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Table:
    """A WLED and the strip behind it, one clock for both, stepped by hand."""

    def __init__(self, pixels: int = 60, fitted: int = 60) -> None:
        self.clock = Clock()
        self.wled = VirtualWled(fitted, self.clock).start()
        self.strip = WledStrip(
            self.wled.host,
            pixels,
            ddp_port=self.wled.ddp_port,
            clock=self.clock,
            pages=WledPages(self.wled.host, answer_s=2.0),
        )

    def ask(self, after_s: float = 0.0) -> None:
        self.clock.now_s += after_s
        self.strip.ask_step()

    def light_for(self, seconds: int) -> None:
        """A frame a second, each of which arrives."""
        for _ in range(seconds):
            self.clock.now_s += 1.0
            self.strip.show(FRAME)
            self.strip.send_step()
            assert self.wled.wait_for(self.strip.sent().frames)

    def told(self) -> tuple[str, str]:
        health = self.strip.health()
        assert health.device == "strip"
        return health.status, health.text

    def posts(self) -> list[object]:
        return table_posts(self.wled)


def table_posts(wled: VirtualWled) -> list[object]:
    """What it was told to change, oldest first."""
    return [change for _, change in wled.asked if change is not None]


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.strip.close()
    made.wled.close()


def test_before_the_first_answer_it_is_told_as_gone_and_nothing_is_sent(table: Table) -> None:
    table.strip.show(FRAME)
    table.strip.send_step()
    assert table.strip.sent() == Sent()
    assert table.told() == ("failed", GONE.format(host=table.wled.host))


def test_it_is_switched_on_bright_and_open_to_live_light_and_takes_frames(table: Table) -> None:
    table.wled.state["lor"] = 2
    table.ask()
    assert table.wled.state == TAKEN
    assert table.told() == ("ok", f"WLED 0.14.1 “Table” at {table.wled.host}: 60 pixels, 42 frames a second.")
    table.strip.show(FRAME)
    table.strip.send_step()
    assert table.wled.wait_for(1)
    assert table.wled.pixels() == FRAME
    assert table.wled.is_live()
    table.strip.give_back()
    assert not table.wled.is_live(), "the live light is over at once"
    assert table.wled.state == {"on": False, "bri": 128, "lor": 2}


def test_only_the_newest_frame_is_sent_and_the_last_one_again_every_second(table: Table) -> None:
    table.ask()
    table.strip.show(bytes(180))
    table.strip.show(FRAME)
    table.strip.send_step()
    assert table.wled.wait_for(1)
    for after_s, frames in ((0.0, 1), (0.9, 1), (0.2, 2), (0.5, 2), (0.6, 3)):
        table.clock.now_s += after_s
        table.strip.send_step()
        assert table.strip.sent().frames == frames
        assert table.wled.wait_for(frames)
    assert {packet.data for packet in table.wled.packets} == {FRAME}
    assert table.wled.is_live(), "sent again before its realtime timeout of 2.5 s"


def test_sequence_numbers_go_on_from_frame_to_frame(table: Table) -> None:
    table.ask()
    for number in range(20):
        table.strip.show(bytes([number]) * 180)
        table.strip.send_step()
    assert table.wled.wait_for(20)
    assert [packet.sequence for packet in table.wled.packets] == [*range(1, 16), *range(1, 6)]


def test_a_long_strip_comes_in_pieces_and_is_shown_whole() -> None:
    table = Table(pixels=1000, fitted=1000)
    frame = bytes(index % 253 for index in range(3000))
    table.ask()
    table.strip.show(frame)
    table.strip.send_step()
    assert table.wled.wait_for(1)
    assert table.wled.pixels() == frame
    assert [packet.push for packet in table.wled.packets] == [False, False, True]
    table.strip.close()
    table.wled.close()


def test_a_length_that_differs_is_told_with_both_numbers_and_the_cure() -> None:
    table = Table(pixels=60, fitted=144)
    table.ask()
    assert table.told() == (
        "noted",
        f"The WLED at {table.wled.host} has 144 pixels, and companion.toml says 60. Set pixels = 144 under [strip], or "
        "the length in WLED's LED settings.",
    )
    table.wled.close()


def test_it_goes_and_comes_back_by_itself(table: Table) -> None:
    table.wled.state["bri"] = 90
    table.ask()
    table.strip.show(FRAME)
    table.strip.send_step()
    assert table.wled.wait_for(1)
    table.wled.unplug()
    table.ask(5.0)
    assert table.told()[0] == "ok", "one question in vain is nothing yet"
    table.ask(1.0)
    assert table.told() == ("failed", GONE.format(host=table.wled.host))
    table.strip.send_step()  # into the void
    table.wled.state.update(on=False, bri=128)
    table.wled.start()
    table.ask(2.0)
    assert table.told()[0] == "ok"
    assert table.wled.state == TAKEN
    before = table.wled.frames()
    table.clock.now_s += 1.1
    table.strip.send_step()
    assert table.wled.wait_for(before + 1)
    assert table.wled.pixels() == FRAME, "the last frame, without a new one"
    table.strip.give_back()
    assert table.wled.state["bri"] == 90, "as it was before the companion came, not as it restarted"


def test_it_is_asked_ever_more_rarely_while_it_is_gone(table: Table) -> None:
    table.wled.unplug()
    asked_s, begin_s = [], table.clock.now_s
    for _ in range(60):
        due = table.strip._ask_due_s
        table.ask(1.0)
        if table.strip._ask_due_s != due:
            asked_s.append(table.clock.now_s - begin_s)
    gaps = [later - sooner for sooner, later in pairwise(asked_s)]
    assert gaps == [1.0, 2.0, 4.0, 8.0, 15.0, 15.0]


def test_a_wled_that_restarts_between_two_questions_is_taken_again(table: Table) -> None:
    table.ask()
    table.ask(5.0)
    table.wled.unplug()
    table.wled.state.update(on=False, bri=128)
    table.clock.now_s += 4.0
    table.wled.start()
    table.ask(1.0)
    assert table.wled.state == TAKEN
    assert table.told()[0] == "ok"


def test_a_wled_that_hangs_is_told_and_picked_up_when_it_is_well(table: Table) -> None:
    table.ask()
    table.wled.mood = "hanging"
    patient, table.strip._pages = table.strip._pages, WledPages(table.wled.host, answer_s=0.05)
    table.ask(5.0)
    table.ask(1.0)
    assert table.told() == ("failed", GONE.format(host=table.wled.host))
    table.wled.mood, table.strip._pages = "well", patient
    table.ask(2.0)
    assert table.told()[0] == "ok"


def test_an_answer_that_is_too_long_ago_counts_as_none_whatever_the_thread_waits_for(table: Table) -> None:
    table.ask()
    table.clock.now_s += 29.0
    assert table.told()[0] == "ok"
    table.clock.now_s += 2.0
    assert table.told()[0] == "failed"


def test_somebody_else_at_its_address_is_named_as_such(table: Table) -> None:
    table.wled.mood = "nonsense"
    table.ask()
    table.ask(1.0)
    assert table.told() == (
        "failed",
        f"What answers at {table.wled.host} is no WLED. Mend address under [strip] in companion.toml. The pages tell "
        "the same in words meanwhile.",
    )
    assert table.posts() == [], "a stranger is not switched"
    table.wled.mood = "well"
    table.ask(2.0)
    assert table.told()[0] == "ok"


def test_a_wled_that_shows_its_own_light_all_the_same_is_told(table: Table) -> None:
    """Its pages answer and no packet arrives: a firewall, or another port."""
    blocked = WledStrip(table.wled.host, 60, ddp_port=free_port(), clock=table.clock)
    blocked.ask_step()
    for _ in range(6):
        blocked.show(FRAME)
        blocked.send_step()
        table.clock.now_s += 1.0
        blocked.ask_step()
    health = blocked.health()
    assert (health.status, health.text) == (
        "failed",
        f"The WLED at {table.wled.host} answers and shows a light of its own. In its app end the live override; UDP "
        f"port {blocked._ddp_port} must reach it. The pages tell the same in words meanwhile.",
    )
    blocked.close()


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_frames_that_the_system_refuses_are_counted_and_told(table: Table) -> None:
    table.ask()
    table.strip._target = ("127.0.0.1", 0)  # no port: the system refuses it
    for _ in range(3):
        table.strip.show(FRAME)
        table.strip.send_step()
    assert table.strip.sent() == Sent(failed=3)
    table.wled.unplug()
    table.ask(5.0)
    table.ask(1.0)
    assert "does not answer. 3 frames could not be sent. Look at" in table.told()[1]


def test_a_socket_that_would_wait_drops_the_frame(table: Table) -> None:
    table.ask()

    class Full:
        def sendto(self, *_: object) -> int:
            raise BlockingIOError

        def close(self) -> None:
            pass

    table.strip._socket = Full()  # type: ignore[assignment]
    table.strip.show(FRAME)
    table.strip.send_step()
    assert table.strip.sent() == Sent(dropped=1)


def test_at_the_end_it_shines_as_before() -> None:
    wled = VirtualWled(60)
    wled.start()
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port).start()
    strip.show(FRAME)
    assert wled.wait_for(1)
    assert wled.state == TAKEN
    frames = wled.frames()
    strip.show(bytes(180))
    strip.close()
    assert wled.wait_for(frames + 1), "the newest frame still went out"
    assert wled.state == {"on": False, "bri": 128, "lor": 0}
    last = table_posts(wled)[-1]
    assert last == {"on": False, "bri": 128, "lor": 0, "tt": 0, "live": False, "udpn": {"nn": True}}
    wled.close()


def test_closing_ends_also_where_nobody_ever_answered() -> None:
    strip = WledStrip(f"127.0.0.1:{free_port()}", 60).start()
    strip.show(FRAME)
    strip.close()
    assert not any(thread.is_alive() for thread in strip._threads)


def test_show_returns_at_once_while_the_wled_hangs(table: Table) -> None:
    """No time is measured: `show` ends though the thread that asks waits for an answer that never comes."""
    table.wled.mood = "hanging"
    strip = WledStrip(table.wled.host, 60, ddp_port=table.wled.ddp_port).start()
    for _ in range(1000):
        strip.show(FRAME)
    assert strip.health().status == "failed"
    table.wled.mood = "well"
    strip.close()


def test_where_nobody_is_there_is_no_answer(table: Table) -> None:
    pages = WledPages(table.wled.host)
    table.wled.unplug()
    with pytest.raises(NoAnswer):
        pages.info()


def test_another_page_is_no_wled(table: Table) -> None:
    pages = WledPages(table.wled.host)
    with pytest.raises(NoWled):
        pages._ask("/elsewhere")


def test_a_packet_of_rubbish_costs_the_virtual_wled_nothing(table: Table) -> None:
    table.ask()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(b"rubbish", ("127.0.0.1", table.wled.ddp_port))
    table.strip.show(FRAME + FRAME)
    table.strip.send_step()
    assert table.wled.wait_for(1)
    assert table.wled.refused == 1
    assert table.wled.pixels() == FRAME, "pixels beyond its last are let go"


def test_a_wled_may_have_any_name() -> None:
    """It keeps the bytes of a name as they came, also of one that is no UTF-8."""
    told = WledPages("127.0.0.1:1")
    told._ask = lambda *_: b'{"leds": {"count": 60}, "name": "W\xfcrfel"}'  # type: ignore[method-assign]
    assert told.info().name == "W\ufffdrfel"


# --- other lamps, and other hands -----------------------------------------------------------------------------------


def test_its_sync_group_is_told_of_no_change_and_it_is_given_back_as_it_was(table: Table) -> None:
    table.wled.is_in_group = True
    table.wled.state.update(on=True, bri=40)
    table.wled.preset = 5
    table.ask()
    assert table.wled.state == TAKEN
    assert table.wled.preset == -1, "WLED calls a preset left whose brightness was changed"
    table.strip.give_back()
    assert table.wled.state == {"on": True, "bri": 40, "lor": 0}
    assert table.wled.preset == 5
    assert table.wled.broadcasts == []


def test_a_live_override_until_the_live_light_ends_outlives_ours(table: Table) -> None:
    table.wled.state["lor"] = 1
    table.ask()
    table.strip.give_back()
    assert table.wled.state == {"on": False, "bri": 128, "lor": 1}


def test_another_lamp_of_its_group_changes_nothing_while_it_is_lit_and_is_told_where_it_could(table: Table) -> None:
    """A WLED hears no sync while live light comes; in a pause of the Wi-Fi it does, and is dark or dim from then on."""
    table.wled.is_in_group = True
    table.ask()
    table.light_for(5)
    table.wled.hear_group(on=False, bri=12)
    table.ask()
    assert (table.wled.state, table.told()[0]) == (TAKEN, "ok")
    table.clock.now_s += 3.0
    table.wled.hear_group(on=False, bri=12)
    table.light_for(5)
    table.ask()
    assert table.told() == (
        "failed",
        f"The WLED at {table.wled.host} was switched off: by its app, a button, a timer or another lamp of its group. "
        "Switch it on there. The pages tell the same in words meanwhile.",
    )
    table.wled.state["on"] = True
    table.light_for(5)
    table.ask()
    assert table.told() == (
        "noted",
        f"The WLED at {table.wled.host} shines at 12 of 255: its app, a nightlight, a preset or another lamp of its "
        "group has set that. Set it to 255 in its app.",
    )
    table.strip.give_back()
    assert table.wled.state == {"on": False, "bri": 128, "lor": 0}


def test_a_live_override_that_is_set_in_the_middle_of_a_game_is_told(table: Table) -> None:
    """WLED says that it is live all the same."""
    table.ask()
    table.wled.state["lor"] = 2
    table.light_for(5)
    table.ask()
    assert table.told() == (
        "failed",
        f"The WLED at {table.wled.host} shows a light of its own. In its app end the live override. The pages tell the "
        "same in words meanwhile.",
    )


def test_what_was_switched_off_in_the_middle_of_a_game_is_not_switched_on_at_its_end(table: Table) -> None:
    table.wled.state.update(on=True, bri=90)
    table.ask()
    table.wled.state["on"] = False
    table.strip.give_back()
    assert table.wled.state == {"on": False, "bri": 90, "lor": 0}


# --- ended by force ---------------------------------------------------------------------------------------------------

SHONE = {"on": False, "bri": 128, "lor": 0}


def taken_and_left(wled: VirtualWled, path: Path) -> None:
    """A companion took it and was ended by `kill -9`: nothing of it runs any more."""
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(path, wled.host))
    strip.ask_step()
    assert wled.state == TAKEN


@pytest.fixture
def wled() -> Iterator[VirtualWled]:
    plugged = VirtualWled(60).start()
    yield plugged
    plugged.close()


def test_what_it_showed_before_outlives_an_end_by_force(wled: VirtualWled, tmp_path: Path) -> None:
    path = tmp_path / "wled.json"
    taken_and_left(wled, path)
    taken_and_left(wled, path)
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(path, wled.host)).start()
    strip.show(FRAME)
    assert wled.wait_for(1)
    strip.close()
    assert wled.state == SHONE
    assert Before(path, wled.host).kept() is None


def test_what_a_person_set_since_then_counts_more(wled: VirtualWled, tmp_path: Path) -> None:
    path = tmp_path / "wled.json"
    taken_and_left(wled, path)
    wled.state |= {"bri": 7}
    taken_and_left(wled, path)
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(path, wled.host))
    strip.ask_step()
    strip.give_back()
    assert wled.state == {"on": True, "bri": 7, "lor": 0}


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"x": 3}', b"\xff"])
def test_a_damaged_file_of_it_costs_nothing(wled: VirtualWled, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wled.json"
    path.write_bytes(content)
    taken_and_left(wled, path)
    assert Before(path, wled.host).kept() == Shine(**SHONE)  # type: ignore[arg-type]


def test_without_room_for_it_the_strip_is_lit_all_the_same(
    wled: VirtualWled, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    taken_and_left(wled, tmp_path / "gone" / "wled.json")
    assert "How the WLED shone before is not kept: " in caplog.text


def test_a_wled_that_has_another_address_now_is_known_again(wled: VirtualWled, tmp_path: Path) -> None:
    """The house's router gave it one, or companion.toml says its name: at the old address nobody answers, or itself."""
    for earlier in ("127.0.0.1:1", wled.host.replace("127.0.0.1", "localhost")):
        path = tmp_path / "wled.json"
        taken_and_left(wled, path)
        path.write_text(path.read_text().replace(wled.host, earlier))
        strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(path, wled.host))
        strip.ask_step()
        assert wled.state == TAKEN
        strip.give_back()
        assert wled.state == SHONE
        assert path.read_bytes() == b"{}", earlier


def test_another_wled_that_was_left_bright_shines_as_before_once_it_answers(wled: VirtualWled, tmp_path: Path) -> None:
    path = tmp_path / "wled.json"
    left = VirtualWled(60).start()
    taken_and_left(left, path)
    left.unplug()
    taken_and_left(wled, path)
    left.start()
    assert left.state == TAKEN
    taken_and_left(wled, path)
    assert (left.state, wled.state) == (SHONE, TAKEN)
    assert Before(path, left.host).kept() is None
    assert Before(path, wled.host).kept() == Shine(**SHONE)  # type: ignore[arg-type]
    left.close()


def test_a_preset_outlives_an_end_by_force_too(wled: VirtualWled, tmp_path: Path) -> None:
    wled.is_in_group, wled.preset = True, 7
    taken_and_left(wled, tmp_path / "wled.json")
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(tmp_path / "wled.json", wled.host))
    strip.ask_step()
    strip.give_back()
    assert (wled.state, wled.preset, wled.broadcasts) == (SHONE, 7, [])


def test_what_an_earlier_companion_kept_of_it_is_read(wled: VirtualWled, tmp_path: Path) -> None:
    (tmp_path / "wled.json").write_text(f'{{"{wled.host}": {{"on": false, "bri": 9, "lor": 0, "mac": ""}}}}')
    assert Before(tmp_path / "wled.json", wled.host).kept("a1b2") == Shine(False, 9)


def test_another_wled_at_the_same_address_is_taken_and_given_back_as_itself(wled: VirtualWled, tmp_path: Path) -> None:
    """The house's router gave its address to another one in the middle of a game."""
    path = tmp_path / "wled.json"
    first = (Shine(False, 128), wled.info()["mac"])
    strip = WledStrip(wled.host, 60, ddp_port=wled.ddp_port, kept=Before(path, wled.host), clock=(clock := Clock()))
    strip.ask_step()
    wled.mac = "0ther"
    wled.state.update(on=True, bri=33)
    clock.now_s += 5.0
    strip.ask_step()
    assert wled.state == TAKEN
    health = strip.health()
    assert (health.status, health.text) == (
        "noted",
        f"Another WLED answers at {wled.host} than before, and shows the game's light. Look at the first one in its "
        "app: it may still be as bright as the companion had set it.",
    )
    strip.give_back()
    assert wled.state == {"on": True, "bri": 33, "lor": 0}
    assert Before(path, wled.host).kept(first[1]) == first[0], "the first one is known until it comes back"
    wled.mac = ""
    wled.state.update(TAKEN)
    Before(path).give_back_others()
    assert (wled.state, path.read_bytes()) == (SHONE, b"{}")


def test_one_that_is_another_each_time_fills_no_disk(tmp_path: Path) -> None:
    before = Before(tmp_path / "wled.json", "table")
    for number in range(100):
        before.keep(Shine(False, 1), f"{number:012x}")
    assert len(before._all()) == MOST_KEPT


def test_a_wled_that_another_table_lights_or_a_person_has_set_since_is_left_as_it_is(
    wled: VirtualWled, tmp_path: Path
) -> None:
    path, before = tmp_path / "wled.json", Before(tmp_path / "wled.json")
    clock = Clock()
    lit = VirtualWled(60, clock).start()
    other = WledStrip(lit.host, 60, ddp_port=lit.ddp_port, clock=clock, kept=Before(path, lit.host))
    other.ask_step()
    other.show(FRAME)
    other.send_step()
    assert lit.wait_for(1)
    before.give_back_others()
    assert lit.state == TAKEN
    assert Before(path, lit.host).kept() is not None
    clock.now_s += 60
    lit.state |= {"bri": 7}
    before.give_back_others()
    assert lit.state == TAKEN | {"bri": 7}
    assert path.read_bytes() == b"{}"
    other.close()
    lit.close()
