"""companion.toml: what it may say, and what is told where it says something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.limits import Limits
from companion.storage.settings import BadSettings, Settings, load_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


def test_without_a_file_the_defaults_hold(file: Path) -> None:
    assert load_settings(file) == Settings(port=8000, address="0.0.0.0", pace_s=1.0)


def test_a_file_sets_what_it_names(file: Path) -> None:
    file.write_text('port = 8123\npace_s = 0.5\naddress = "127.0.0.1"\n', encoding="utf-8")
    assert load_settings(file) == Settings(8123, "127.0.0.1", 0.5)
    file.write_text("pace_s = 2", encoding="utf-8")
    assert load_settings(file) == Settings(pace_s=2.0)
    file.write_text("", encoding="utf-8")
    assert load_settings(file) == Settings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 8000", "Object contains unknown field `prot`"),
        ("port = 99999", "Expected `int` <= 65535 - at `$.port`"),
        ("port = -1", "Expected `int` >= 0 - at `$.port`"),
        ('port = "8000"', "Expected `int`, got `str` - at `$.port`"),
        ("pace_s = -1", "Expected `float` >= 0.0 - at `$.pace_s`"),
        ("pace_s = 61", "Expected `float` <= 60.0 - at `$.pace_s`"),
        ('trusted_proxies = ["nginx"]', "trusted_proxies has “nginx”. Write addresses or networks"),
        ("limits.streams = 0", "Expected `int` >= 1 - at `$.limits.streams`"),
        ("port = \n", "(at line 1, column 8)"),
        ("port = 1\nport = 2", "Cannot overwrite a value"),
        (
            'names = ["a.example", "http://spiel.example:80"]',
            "names has “http://spiel.example:80”. Write names alone, without http:// and without a port, such as "
            "table.example.org",
        ),
        ('names = "spiel.example"', "Expected `array`, got `str` - at `$.names`"),
    ],
)
def test_a_wrong_setting_is_told_with_file_option_and_what_to_do(file: Path, text: str, told: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as bad:
        load_settings(file)
    message = str(bad.value)
    assert message.startswith(f"{file} cannot be used: ")
    assert told in message
    assert message.endswith(
        "It may set: port, address, pace_s, patience, seats_may_start, board, strip, header, trusted_proxies, limits, "
        "names. "
        "Mend the line or delete it."
    )


def test_a_file_that_is_not_text_is_told(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSettings, match="cannot be used"):
        load_settings(file)


def test_a_file_that_cannot_be_read_is_told(file: Path) -> None:
    file.mkdir()
    with pytest.raises(BadSettings) as bad:
        load_settings(file)
    assert str(bad.value) == f"{file} cannot be read: Is a directory. Mend its permissions or delete it."


def test_proxies_and_limits_are_set_by_name(file: Path) -> None:
    file.write_text('trusted_proxies = ["192.168.1.4", "172.16.0.0/12"]\n[limits]\nstreams = 20\n', encoding="utf-8")
    settings = load_settings(file)
    assert settings.trusted_proxies == ("192.168.1.4", "172.16.0.0/12")
    assert settings.limits == Limits(streams=20)
