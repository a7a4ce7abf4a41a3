"""`companion bench attack`: a companion that is attacked, and what the report says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from companion.bench.attack import ATTACKERS, AttackReport, Target, Wait
from companion.bench.floods import Flood, Floods, NoSuchAddress
from companion.bench.many_games import ManyGames
from companion.bench.picture_bombs import PictureBombs
from companion.bench.uploads import Uploads
from companion.cli.bench import attack
from companion.cli.bench.attack import attack_text, attacks, serving
from companion.errors import CompanionError
from tests.companion.commands import call
from tests.games.registered import SEALED_BID


def report(*waits: Wait) -> AttackReport:
    return AttackReport("Python 3.11.4, aarch64", 5, waits)


def test_the_report_tells_how_long_each_waited_and_the_memory() -> None:
    told = report(
        Wait("idle", "260 connections", "another phone", 12.34, 98.4),
        Wait("idle", "260 connections", "seated phone", 2000.0, 1000.0),
        Wait("streams", "64 connections", "seated phone", 2000.1),
        Wait("saved games", "500 games", "host", None, 1000.1),
    )
    assert attack_text(told).splitlines() == [
        "each asked 5 times during each attack; Python 3.11.4, aarch64; the longest wait, the most memory",
        "",
        "                                                            ms        MB",
        "  idle            260 connections   another phone         12.3        98",
        "  idle            260 connections   seated phone        2000.0      1000",
        "  streams         64 connections    seated phone        2000.1   unknown",
        "  saved games     500 games         host             no answer      1000",
        "",
        "Too long, over 2 s: streams, saved games.",
        "Too large, over 1000 MB: saved games.",
    ]
    assert attack_text(report(*told.waits[:2])).splitlines()[-2:] == [
        "Nobody waited longer than 2 s.",
        "Nothing took more than 1000 MB.",
    ]


def test_each_kind_is_among_the_attacks() -> None:
    assert [type(each) for each in attacks(SEALED_BID.name)] == [Floods, ManyGames, Uploads, PictureBombs]


@pytest.mark.slow
def test_a_companion_of_its_own_is_attacked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SEALED_BID
    reader = [sys.executable, "-m", "companion", "read-markers"]
    files = {"tables": b"[[family]]\n" * 18_000}
    chosen = (
        Floods([Flood("idle", 20, b"")]),
        ManyGames(game, count=3, rows=8),
        Uploads("atlantis_rising", files, senders=2),
        PictureBombs(reader, side_px=10_000),
    )
    monkeypatch.setattr(attack, "attacks", lambda game: chosen)
    ended = call("bench", "attack", "--times", "1", "--json")
    found = json.loads(ended.stdout)
    assert [(each["attack"], each["size"], each["who"]) for each in found["waits"]] == [
        ("idle", "20 connections", "another phone"),
        ("idle", "20 connections", "seated phone"),
        ("saved games", "3 games", "host"),
        ("saved games", "3 games", "another phone"),
        ("uploads", "tables", "host"),
        ("uploads", "2 x 8 MB", "another phone"),
        ("picture bombs", "6 files", "another phone"),
        ("picture bombs", "6 files", "their reader"),
    ]
    assert all(each["ms"] is not None for each in found["waits"])
    assert found["times"] == 1


@pytest.mark.parametrize(
    ("ms", "memory_mb", "status"), [(2000.0, 1000.0, 0), (2000.1, 1000.0, 1), (2000.0, 1000.1, 1), (1.0, None, 0)]
)
def test_the_exit_status_tells_whether_it_took_too_long_or_too_much(
    monkeypatch: pytest.MonkeyPatch, ms: float, memory_mb: float | None, status: int
) -> None:
    monkeypatch.setattr(attack, "_attacked", lambda *typed: report(Wait("idle", "1 connection", "host", ms, memory_mb)))
    ended = call("bench", "attack")
    assert ended.exit_code == status
    assert "idle" in ended.output


@pytest.mark.slow
def test_a_companion_that_does_not_start_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("prot = 8000", encoding="utf-8")
    with (
        pytest.raises(CompanionError, match=r"did not start\. It said: .*unknown field `prot`"),
        serving("waves", tmp_path),
    ):
        pass


def test_a_machine_without_the_addresses_is_told_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("companion.bench.floods.ATTACKERS", "192.0.2.1")  # RFC 5737: nobody has it
    with pytest.raises(
        NoSuchAddress, match=r"Cannot come from 192\.0\.2\.1: .* `sudo ifconfig lo0 alias 192\.0\.2\.1`"
    ):
        next(Floods([]).waits(Target(9, tmp_path), 1, lambda: None))
    assert ATTACKERS == "127.0.0.2"
