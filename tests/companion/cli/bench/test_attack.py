"""`companion bench attack`: a companion that is attacked, and what the report says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.bench.attack import ATTACKERS, Attack, AttackReport, NoSuchAddress, Wait, measure_attacks
from companion.cli.bench import attack
from companion.cli.bench.attack import attack_text, serving
from companion.errors import CompanionError
from tests.companion.commands import call


def report(*waits: tuple[float | None, float | None]) -> AttackReport:
    told = [Wait(f"attack {number}", 64, phone, seated) for number, (phone, seated) in enumerate(waits, 1)]
    return AttackReport("Python 3.11.4, aarch64", 5, tuple(told))


def test_the_report_tells_how_long_each_phone_waited() -> None:
    assert attack_text(report((12.34, 2000.0), (2000.1, 5.0), (7.0, None))).splitlines() == [
        "each phone asked 5 times during each attack; Python 3.11.4, aarch64; the longest wait, ms",
        "",
        "                   connections   another phone    seated phone",
        "  attack 1                  64            12.3          2000.0",
        "  attack 2                  64          2000.1             5.0",
        "  attack 3                  64             7.0         no page",
        "",
        "Too long, over 2 s: attack 2, attack 3.",
    ]
    assert attack_text(report((2000.0, 2000.0))).endswith("Nobody waited longer than 2 s.")


@pytest.mark.slow
def test_a_companion_of_its_own_is_attacked_and_both_phones_get_their_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "attacks", lambda: (Attack("idle", 20, b""),))
    ended = call("bench", "attack", "--times", "1", "--json")
    found = json.loads(ended.stdout)
    assert [(each["attack"], each["connections"]) for each in found["waits"]] == [("idle", 20)]
    assert all(each["phone_ms"] and each["seated_ms"] for each in found["waits"])
    assert found["times"] == 1


@pytest.mark.parametrize(("phone_ms", "status"), [(2000.0, 0), (2000.1, 1)])
def test_the_exit_status_tells_whether_a_phone_waited_too_long(
    monkeypatch: pytest.MonkeyPatch, phone_ms: float, status: int
) -> None:
    monkeypatch.setattr(attack, "_attacked", lambda *typed: report((phone_ms, 1.0)))
    ended = call("bench", "attack")
    assert ended.exit_code == status
    assert "attack 1" in ended.output


def test_a_companion_that_does_not_start_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("prot = 8000", encoding="utf-8")
    with (
        pytest.raises(CompanionError, match=r"did not start\. It said: .*unknown field `prot`"),
        serving("waves", tmp_path),
    ):
        pass


def test_a_machine_without_the_addresses_is_told_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.attack.ATTACKERS", "192.0.2.1")  # RFC 5737: nobody has it
    with pytest.raises(
        NoSuchAddress, match=r"Cannot come from 192\.0\.2\.1: .* `sudo ifconfig lo0 alias 192\.0\.2\.1`"
    ):
        measure_attacks(9, [], 1)
    assert ATTACKERS == "127.0.0.2"
