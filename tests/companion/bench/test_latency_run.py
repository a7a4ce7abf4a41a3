"""`companion bench latency` with a companion that runs: what that marks, and whole runs; no time is judged here."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from companion.bench.act_traces import judged_acts
from companion.bench.latency import BORDERS, LatencyReport, Passed, report_of
from companion.bench.steal_time import stolen_s
from companion.cli.bench import latency_run
from companion.cli.bench.latency import latency_text
from companion.cli.bench.latency_browser import open_browser
from companion.cli.bench.latency_run import TRIES, NotSeen, follow_acts, follow_flash
from companion.cli.bench.latency_table import LatencyTable
from companion.journal import read_journal
from companion.live.tracing import Border
from tests.companion.bench.test_latency import call
from tests.companion.party import Party
from tests.companion.tables import open_room, rows_of
from tests.games.registered import SEALED_BID

# --- marks ------------------------------------------------------------------------------------------------------------


def test_the_referee_tells_of_each_act_that_it_saw_in_the_order_of_the_borders(tmp_path: Path) -> None:
    marks = list[tuple[Border, int, float]]()
    with open_room(tmp_path, has_hands=True, mark=lambda border, number: marks.append((border, number, 0.0))) as room:
        party = Party(room)
        party.go_on(lambda: len(party.acts) >= 6)
        rows = {row.number: row for row in rows_of(room)}
    acts = list(judged_acts(marks))
    assert [act.row for act in acts] == [number for number, row in rows.items() if row.by == "camera"]
    for act in acts:
        # Of perfect eyes nothing has to be looked for twice: the evidence is the frame that settled it.
        assert rows[act.row].read()["evidence"]["frame"] == act.frame
        assert ("taken up", act.frame, 0.0) in marks


# --- a whole run ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_acts_are_followed_through_a_whole_companion(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    running = LatencyTable(SEALED_BID, 1, tmp_path)
    with running.started():
        acts = follow_acts(running, 3)
        flash = follow_flash(running)
        rows = {row.number: row for row in read_journal(running.journal)}
    assert sum(floor.is_quiet for _, floor in acts) == 3 or len(acts) == 3 * TRIES
    assert [act.row for act, _ in acts] == sorted({act.row for act, _ in acts})
    for act, floor in acts:
        assert rows[act.row].by == "camera"
        assert rows[act.row].read()["evidence"]["frame"] >= act.frame
        way = [act.hands_left_s, act.shutter_s, act.pictured_s, *(getattr(act, end) for _, _, end in BORDERS)]
        assert way == sorted(way)
        assert act.lit_s is None or act.lit_s >= act.published_s
        assert min(floor.detection_s, floor.sync_s, floor.hop_s) > 0
        assert 0.0 <= floor.stolen_s <= stolen_s() - act.stolen_before_s
    assert flash.asked_s <= flash.begun_s <= flash.full_s <= flash.seen_s
    report = report_of("sealed_bid", 1, acts, [flash])
    told = [act for act, floor in acts if floor.is_quiet] or [act for act, _ in acts]
    whole_us = sum(act.received_s - act.pictured_s for act in told) / len(told) * 1e6
    assert sum(part.figures.mean for part in report.parts) == pytest.approx(whole_us)
    assert report.prompt.mean == pytest.approx(whole_us)
    assert not {thread.name for thread in set(threading.enumerate()) - before} & {"referee", "eye", "lights", "client"}


@pytest.mark.slow
def test_the_command_tells_in_words_and_writes_the_same_as_json(tmp_path: Path) -> None:
    path = tmp_path / "latency.json"
    result = call(
        "sealed_bid", "--acts", "2", "--flashes", "0", "--seed", "3", "--data", tmp_path / "home", "--json", path
    )
    assert result.exit_code == 0, result.output
    report = msgspec.json.decode(path.read_bytes(), type=LatencyReport)
    assert (report.game, report.seed, report.flashes) == ("sealed_bid", 3, ())
    assert report.acts == 2 or report.followed == 2 * TRIES
    assert latency_text(report) in result.stdout
    assert list((tmp_path / "home").rglob("*.sqlite*")) or list((tmp_path / "home" / "games").iterdir())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="Chromium is not installed (Debian: apt install chromium)")
def test_a_browser_tells_when_it_changed_and_painted_the_page(tmp_path: Path) -> None:
    running = LatencyTable(SEALED_BID, 1, tmp_path)

    def acts_painted() -> list[Passed]:
        with running.started(), open_browser(running.url) as painted:
            return [act for act, _ in follow_acts(running, 2, painted=painted)]

    # In a thread of its own: a browser that other tests have open in this one allows no second.
    with ThreadPoolExecutor(1) as pool:
        acts = pool.submit(acts_painted).result()
    seen = [(act.published_s, act.changed_s, act.painted_s) for act in acts if act.changed_s and act.painted_s]
    assert seen
    for published_s, changed_s, painted_s in seen:
        assert published_s <= changed_s <= painted_s


@pytest.mark.slow
def test_a_table_at_which_nothing_happens_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latency_run, "PATIENCE_S", 0.0)
    running = LatencyTable(SEALED_BID, 1, tmp_path)
    with running.started(), pytest.raises(NotSeen) as caught:
        follow_acts(running, 1000)
    assert str(caught.value).startswith("No act was seen for 0 s; the companion's sight of the table is “")
    assert str(caught.value).endswith("”. Close other programs, or choose another --seed.")
