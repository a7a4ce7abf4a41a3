"""`firmware/store.py` and `firmware/calibration.py` on a real folder."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def store(firmware_path: None, tmp_path: Path) -> Any:
    return importlib.import_module("store").FileStore(f"{tmp_path}/")


def test_a_file_is_written_read_and_removed(store: Any, tmp_path: Path) -> None:
    assert store.read("a.json") is None
    store.write("a.json", "one")
    store.write("a.json", "two")
    assert store.read("a.json") == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    store.remove("a.json")
    store.remove("a.json")
    assert store.read("a.json") is None


def test_a_write_that_breaks_off_keeps_the_old_file(store: Any, tmp_path: Path) -> None:
    store.write("a.json", "old")
    (tmp_path / "a.json.new").mkdir()
    with pytest.raises(OSError, match="directory"):
        store.write("a.json", "new")
    assert store.read("a.json") == "old"


def test_a_file_of_garbage_is_none(store: Any, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\xff")
    assert store.read("a.json") is None


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('{"tare": 84213, "per_piece": -2150.5}', (84213, -2150.5)),
        ('{"tare": 84213}', (84213, None)),
        ('{"tare": "x", "per_piece": 0}', (None, None)),
        ("[]", (None, None)),
        ("{", (None, None)),
        ("", (None, None)),
    ],
)
def test_a_calibration_that_is_spoilt_counts_as_none(store: Any, text: str, known: tuple[object, object]) -> None:
    calibration = importlib.import_module("calibration")
    store.write("calibration.json", text)
    assert calibration.load(store) == known


def test_a_calibration_is_kept(store: Any) -> None:
    calibration = importlib.import_module("calibration")
    calibration.save(store, -17, 3.5)
    assert calibration.load(store) == (-17, 3.5)
