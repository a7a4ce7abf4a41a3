"""`companion bench latency`: what is followed, what it counts and prints; how long it takes is not judged here."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from urllib.request import urlopen

import msgspec
import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.bench.act_traces import (
    Came,
    Follower,
    Judged,
    Lit,
    Painted,
    first_at,
    first_light,
    first_that_shows,
    judged_acts,
)
from companion.bench.latency import BORDERS, Flash, Floor, LatencyReport, Passed, report_of
from companion.bench.steal_time import stolen_s
from companion.cli import cli
from companion.cli.bench.latency import latency_text
from companion.cli.bench.latency_browser import NoBrowser, open_browser
from companion.cli.bench.latency_run import NotSeen, first_bright
from companion.cli.bench.latency_wire import Client, Hop, ObservedPages, shown_row
from companion.errors import CompanionError
from companion.language.message import NOTHING
from companion.lights.scene import Glow, Scene
from companion.live.tracing import Border
from web.http.server import PageServer
from web.http.stream import Place, format_event
from web.http.viewers import Streams

FIRST = Passed(
    frame=7,
    row=3,
    hands_left_s=9.5,
    shutter_s=9.9,
    pictured_s=10.0,
    read_s=10.020,
    taken_up_s=10.021,
    explained_s=10.024,
    photographed_s=10.028,
    on_disk_s=10.030,
    published_s=10.031,
    written_s=10.036,
    received_s=10.040,
    lit_s=10.050,
    changed_s=10.043,
    painted_s=10.055,
)
"""40 ms to the prompt, 50 to the strip."""
SECOND = msgspec.structs.replace(FIRST, row=4, received_s=10.080, lit_s=None, changed_s=None, painted_s=None)
"""80 ms to the prompt; the light stays."""
LOW, HIGH = Floor(0.030, 0.008, 0.002), Floor(0.060, 0.002, 0.002)
"""40 and 64 ms."""
FLASH = Flash(20.0, 20.03, 20.43, 20.60)
DARK, RED, BLUE = Scene(), Scene((Glow(0.0, 1.0, "#ff0000", NOTHING),)), Scene((Glow(0.0, 1.0, "#0000ff", NOTHING),))


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["bench", "latency", *map(str, arguments)], prog_name="companion")


# --- the report -------------------------------------------------------------------------------------------------------


def test_the_parts_follow_one_another_without_a_gap_and_add_up() -> None:
    assert BORDERS[0][1] == "pictured_s"
    assert BORDERS[-1][2] == "received_s"
    assert [end for _, _, end in BORDERS[:-1]] == [begin for _, begin, _ in BORDERS[1:]]
    report = report_of("sealed_bid", 5, [(FIRST, LOW)])
    assert [(part.name, part.figures.median) for part in report.parts] == [
        ("reading", 20_000.0),
        ("to the referee", 1000.0),
        ("explaining", 3000.0),
        ("photographing", 4000.0),
        ("syncing", 2000.0),
        ("publishing", 1000.0),
        ("drawing the prompt", 5000.0),
        ("sending", 4000.0),
    ]
    assert sum(part.figures.median for part in report.parts) == report.prompt.median == 40_000.0
    assert (report.settling.median, report.picture.median) == (400_000.0, 100_000.0)


def test_each_act_is_held_against_its_own_floor() -> None:
    report = report_of("sealed_bid", 5, [(FIRST, LOW), (SECOND, HIGH)], [FLASH])
    # 40 to 40 ms and 80 to 64; their middle, and the larger.
    assert (report.prompt_shares.median, report.prompt_shares.p95) == (1.125, 1.25)
    assert report.strip_shares is not None
    assert (report.strip_shares.median, report.strip_shares.p95) == (1.25, 1.25)
    assert report.strip is not None
    assert report.lighting is not None
    assert (report.strip.count, report.strip.median, report.lighting.median, report.unlit) == (1, 50_000.0, 19_000.0, 1)
    assert [(part.name, part.figures.p95) for part in report.floor] == [
        ("bare detection", 60_000.0),
        ("one sync", 8000.0),
        ("one hop", 2000.0),
        ("the floor", 64_000.0),
    ]
    assert [(part.figures.count, part.figures.median) for part in report.painting] == [(1, 3000.0), (1, 12_000.0)]
    assert [part.figures.median for part in report.flashes] == [30_000.0, 400_000.0, 170_000.0, 600_000.0]
    assert msgspec.json.decode(msgspec.json.encode(report), type=LatencyReport) == report


def test_where_no_act_changed_the_light_nothing_is_said_of_it() -> None:
    report = report_of("sealed_bid", 5, [(SECOND, HIGH)])
    assert (report.strip, report.lighting, report.strip_shares, report.unlit) == (None, None, None, 1)
    assert (report.painting, report.flashes) == ((), ())
    assert "strip" not in latency_text(report)
    assert "browser" not in latency_text(report)


def test_acts_in_which_the_host_took_time_are_left_out_and_counted() -> None:
    taken = msgspec.structs.replace(HIGH, stolen_s=0.01)
    report = report_of("sealed_bid", 5, [(FIRST, LOW), (SECOND, taken), (SECOND, taken)])
    assert (report.acts, report.followed, report.is_quiet, report.prompt_shares.p95) == (1, 3, True, 1.0)
    assert latency_text(report).splitlines()[1] == (
        "2 more are left out: the host of this virtual machine gave its processors to others meanwhile."
    )
    one = latency_text(report_of("sealed_bid", 5, [(FIRST, LOW), (SECOND, taken)])).splitlines()
    assert one[1].startswith("1 more is left out: ")
    assert latency_text(report_of("sealed_bid", 5, [(FIRST, LOW)])).splitlines()[1] == ""


def test_where_the_host_took_time_in_each_act_all_are_told_and_that_it_did() -> None:
    taken = [msgspec.structs.replace(floor, stolen_s=0.01) for floor in (HIGH, LOW)]
    report = report_of("sealed_bid", 5, [(SECOND, floor) for floor in taken])
    assert (report.acts, report.followed, report.is_quiet) == (2, 2, False)
    assert latency_text(report).splitlines()[1] == (
        "In each of them the host of this virtual machine gave its processors to others: the figures tell of the host. "
        "Measure again when it is quiet."
    )


@pytest.mark.parametrize(
    ("content", "stolen"),
    [
        ("cpu  10 20 30 40 50 60 70 800 90 5\ncpu0 1 2 3 4 5 6 7 8 9 5\n", 800),
        ("cpu  10 20 30 40\n", 0),  # before Linux 2.6.11
        ("", 0),
        (None, 0),
    ],
)
def test_stolen_time_is_the_eighth_figure_of_the_kernel_in_ticks(
    tmp_path: Path, content: str | None, stolen: int
) -> None:
    if content is not None:
        (tmp_path / "stat").write_text(content)
    assert stolen_s(tmp_path / "stat") == stolen / os.sysconf("SC_CLK_TCK")


def test_the_report_is_told_in_tables() -> None:
    report = msgspec.structs.replace(
        report_of("sealed_bid", 5, [(FIRST, LOW), (SECOND, HIGH)], [FLASH]), machine="This one"
    )
    assert latency_text(report).splitlines() == [
        "sealed_bid: 2 acts; seed 5; This one; time on the wall",
        "",
        "Before",
        "                              count    median      95 %  ms",
        "  settling                        2    400.00    400.00",
        "  the picture is drawn            2    100.00    100.00",
        "",
        "From the frame to the prompt",
        "                              count    median      95 %  ms",
        "  reading                         2     20.00     20.00",
        "  to the referee                  2      1.00      1.00",
        "  explaining                      2      3.00      3.00",
        "  photographing                   2      4.00      4.00",
        "  syncing                         2      2.00      2.00",
        "  publishing                      2      1.00      1.00",
        "  drawing the prompt              2      5.00      5.00",
        "  sending                         2     24.00     44.00",
        "  the prompt, in all              2     60.00     80.00",
        "",
        "From there on in a browser",
        "                              count    median      95 %  ms",
        "  the page is changed             1      3.00      3.00",
        "  and painted                     1     12.00     12.00",
        "",
        "From the frame to the strip",
        "                              count    median      95 %  ms",
        "  lighting, from publishing       1     19.00     19.00",
        "  the first light, in all         1     50.00     50.00",
        "1 of these acts left the light as it was.",
        "",
        "The floor",
        "                              count    median      95 %  ms",
        "  bare detection                  2     45.00     60.00",
        "  one sync                        2      5.00      8.00",
        "  one hop                         2      2.00      2.00",
        "  the floor                       2     52.00     64.00",
        "",
        "The prompt takes 1.12 times its floor in the median act, and 1.25 times in 19 of 20.",
        "The strip takes 1.25 times its floor in the median act, and 1.25 times in 19 of 20.",
        "",
        "A flash of the strip, from the wish to the camera",
        "                              count    median      95 %  ms",
        "  the first frame is sent         1     30.00     30.00",
        "  full light is sent              1    400.00    400.00",
        "  a picture shows it              1    170.00    170.00",
        "  the whole loop                  1    600.00    600.00",
    ]


# --- following --------------------------------------------------------------------------------------------------------


def test_an_act_begins_with_the_frame_that_settled_it_though_others_were_taken_up_since() -> None:
    marks: list[tuple[Border, int, float]] = [
        ("taken up", 6, 1.0),
        ("published", 2, 1.1),
        ("taken up", 7, 2.0),
        ("taken up", 8, 3.0),
        ("explained", 7, 3.1),
        ("photographed", 1, 3.2),
        ("on disk", 3, 3.3),
        ("published", 3, 3.4),
    ]
    assert list(judged_acts(marks)) == [Judged(7, 3, 2.0, 3.1, 3.2, 3.3, 3.4)]


def test_what_was_tapped_or_did_not_come_to_the_disk_is_no_act_that_was_seen() -> None:
    marks: list[tuple[Border, int, float]] = [
        ("photographed", 1, 0.1),
        ("on disk", 2, 0.2),
        ("published", 2, 0.3),
        ("taken up", 4, 1.0),
        ("explained", 4, 1.1),
        ("photographed", 2, 1.2),
        ("published", 2, 1.3),
        ("taken up", 5, 2.0),
        ("explained", 4, 2.1),
        ("photographed", 2, 2.2),
        ("on disk", 4, 2.3),
        ("published", 4, 2.4),
    ]
    assert list(judged_acts(marks)) == [Judged(4, 4, 1.0, 2.1, 2.2, 2.3, 2.4)]


ACT = Judged(7, 3, 2.0, 3.1, 3.2, 3.3, 3.4)


def test_the_light_of_an_act_is_the_first_frame_of_another_scene_that_looks_otherwise() -> None:
    lights = [
        Lit(3.0, 2, RED, b"r"),
        Lit(3.5, 3, RED, b"r"),
        Lit(3.6, 3, BLUE, b"r"),
        Lit(3.7, 3, BLUE, b"s"),
        Lit(3.8, 3, BLUE, b"t"),
    ]
    assert first_light(lights, ACT, None) == first_light(lights, ACT, 4) == lights[3]


def test_a_light_that_moves_on_by_itself_or_is_the_next_acts_is_not_this_ones() -> None:
    moving = [Lit(3.0, 2, RED, b"r"), Lit(3.5, 3, RED, b"s"), Lit(3.6, 3, RED, b"t")]
    assert first_light(moving, ACT, None) is None
    assert first_light([*moving, Lit(4.0, 4, BLUE, b"u")], ACT, 4) is None
    assert first_light([Lit(3.5, 3, BLUE, b"u")], ACT, None) is None, "what shone before is not known"


def test_a_page_counts_that_shows_the_act_and_came_after_it_was_given_out() -> None:
    pages = [(2, 3.0), (3, 3.3), (3, 3.5), (4, 4.0)]
    assert first_at(pages, 3, 3.4) == 3.5
    assert first_at(pages, 4, 0.0) == 4.0
    assert first_at(pages, 5, 0.0) is None
    came = [Came(*page) for page in pages]
    assert first_that_shows(came, ACT) == came[2]
    assert first_that_shows(came, msgspec.structs.replace(ACT, row=5)) is None


def test_the_observers_are_joined_to_one_story() -> None:
    ticks = iter(range(100))
    stolen_s = iter([0.02, 0.05])  # looked up as each frame comes
    follower = Follower(lambda: float(next(ticks)), lambda: next(stolen_s))  # 0
    follower.row_seen_by_lights = 1
    follower.lit(RED, b"r")  # 1
    follower.pictured(4, 1.5, is_busy=True)  # 2
    follower.pictured(5, 2.5, is_busy=False)  # 3
    follower.read(5)  # 4
    for border, number in (("taken up", 5), ("explained", 5), ("photographed", 1), ("on disk", 2), ("published", 2)):
        assert border in get_args(Border)
        follower.mark(border, number)  # type: ignore[arg-type]  # 5 to 9
    assert follower.acts() == ()
    follower.written(2)  # 10
    follower.received_prompt(2)  # 11
    follower.row_seen_by_lights = 2
    follower.lit(BLUE, b"s")  # 12
    (act,) = follower.acts([Painted(1, 1.0, 2.0), Painted(2, 13.0, 14.0)])
    assert act == Passed(5, 2, 1.5, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 0.05)


def test_the_light_is_seen_in_the_first_picture_that_shows_most_of_it() -> None:
    pictures = [(1.0, 100.1), (1.1, 104.0), (1.2, 109.5), (1.3, 110.0), (1.4, 110.0), (1.5, 110.3)]
    assert first_bright([100.0, 100.2, 99.8], pictures) == 1.2
    with pytest.raises(NotSeen) as caught:
        first_bright([100.0, 104.0, 96.0], pictures)
    assert str(caught.value) == (
        "The camera does not see the strip: its pictures have a mean level of 100.00 in the dark and of 110.10 at full "
        "light. Measure with --flashes 0."
    )


# --- the way over the wire --------------------------------------------------------------------------------------------


def test_only_events_with_a_prompt_tell_a_row() -> None:
    place = Place("sealed-bid-2025", 41)
    assert shown_row(format_event("page", {"html": "<p>"}, place).encode()) == 41
    assert shown_row(format_event("prompt", {"html": "<p>", "place": "sealed-bid-2025:41"}).encode()) == 41
    assert shown_row(format_event("log", {"number": 41}, place).encode()) is None
    assert shown_row(format_event("gone", {}).encode()) is None
    assert shown_row(b": still here") is None


PAGES = [
    format_event("page", {"html": "x"}, Place("g", 1)),
    format_event("prompt", {"html": "xx", "place": "g:2"}),
    format_event("page", {"html": "xxx"}, Place("g", 2)),
]


@pytest.fixture
def served() -> Iterator[tuple[Hop, PageServer, Follower]]:
    """A server with nothing but a hop and a stream of two pages, with a prompt ahead of the second."""
    app, hop, follower = Flask("bench"), Hop(time.monotonic), Follower()
    app.extensions["companion-streams"] = Streams()
    hop.serve(app)
    app.add_url_rule("/stream", "stream", lambda: app.response_class(iter(PAGES), mimetype="text/event-stream"))
    app.wsgi_app = ObservedPages(app.wsgi_app, follower)  # type: ignore[method-assign]
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    yield hop, server, follower
    hop.stop()
    server.stop()


def test_a_hop_goes_by_the_server_to_a_client_that_waits(served: tuple[Hop, PageServer, Follower]) -> None:
    hop, server, _ = served
    hop.listen(server.port)
    assert hop._listener is not None
    came, take = list[bytes](), hop._listener._came

    def note(event: bytes) -> None:
        came.append(event)
        take(event)

    hop._listener._came = note
    assert hop.send(7) > 0
    assert hop.send(20_000) > 0
    assert [len(event) for event in came] == [7, 20_000]


def test_a_prompt_is_told_of_as_the_server_gets_it_and_as_it_has_come(served: tuple[Hop, PageServer, Follower]) -> None:
    _, server, follower = served
    # A browser's stream of the same pages is not the one that is followed.
    with urlopen(f"http://127.0.0.1:{server.port}/stream") as other:
        assert other.read().count(b"event: page") == 2
    assert follower._written == []
    client = Client(server.port, follower)
    client.start()
    try:
        while len(follower._received) < 3:
            assert follower.received.wait(60.0), "the pages do not come"
            follower.received.clear()
    finally:
        client.stop()
    assert [row for row, _ in follower._written] == [came.row for came in follower._received] == [1, 2, 2]
    assert all(left[1] <= came.at_s for left, came in zip(follower._written, follower._received, strict=True))
    assert client.prompt_bytes == len(PAGES[1].encode()) - len("\n\n"), "the first that shows the row"


# --- what cannot be ---------------------------------------------------------------------------------------------------


def test_without_playwright_or_chromium_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoBrowser) as missing, open_browser("http://127.0.0.1/"):
        pass
    assert str(missing.value) == (
        "Chromium is not installed. Install it (Debian: apt install chromium), or measure without --browser."
    )
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(NoBrowser) as missing, open_browser("http://127.0.0.1/"):
        pass
    assert str(missing.value) == (
        "playwright is not installed, and without it no browser can be asked. Install it with: "
        ".venv/bin/python -m pip install 'playwright>=1.45', or measure without --browser."
    )


def test_a_file_that_cannot_be_written_is_told_before_anything_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "latency.json"
    result = call("--json", path)
    assert isinstance(result.exception, CompanionError)
    assert (
        str(result.exception)
        == f"{path} cannot be written: there is no folder {path.parent}. Name another file with --json."
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--acts", "0"], "0 is not in the range x>=1"),
        (["--flashes", "-1"], "-1 is not in the range x>=0"),
        (["chess"], "'chess' is not"),
    ],
)
def test_a_wrong_use_is_told_and_exits_with_2(arguments: list[str], told: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert told in result.output


def test_every_option_is_explained() -> None:
    output = " ".join(call("-h").output.split())
    for told in ("--acts", "--flashes", "--seed", "--browser", "--data", "--json", "the floor is measured"):
        assert told in output
    assert "sealed_bid" in output
