"""Data files of a game's package: what is read, and what its author is told where it cannot be."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games.errors import BadData
from companion.games.shared.files import read_as, read_data
from tests.companion.games.shared.packages import package_with


class Pearls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: int


def test_a_file_is_found_in_the_package_that_asks(tmp_path: Path) -> None:
    with (
        package_with(tmp_path, {"data.toml": "low = 2"}) as one,
        package_with(tmp_path, {"data.toml": "low = 3"}) as two,
    ):
        assert [read_data(package, "data.toml") for package in (one, two)] == [{"low": 2}, {"low": 3}]
        assert read_as(two, "data.toml", Pearls) == Pearls(3)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "low = 2\nlow = 3\nhigh = 4",
            "/data/data.toml is no TOML: Cannot overwrite a value (at line 2, column 8). Put that line right.",
        ),
        ("low = '2'", "/data/data.toml: Expected `int`, got `str` - at `$.low`. Put that entry right."),
        ("low = 2\nhigh = 3", "/data/data.toml: Object contains unknown field `high`. Put that entry right."),
    ],
)
def test_a_wrong_file_is_named_with_the_place_in_it(tmp_path: Path, text: str, told: str) -> None:
    with package_with(tmp_path, {"data.toml": text}) as package, pytest.raises(BadData) as caught:
        read_as(package, "data.toml", Pearls)
    assert str(caught.value) == f"{package}{told}"


def test_a_missing_file_and_one_in_no_utf8_are_named(tmp_path: Path) -> None:
    with package_with(tmp_path, {}) as package:
        with pytest.raises(BadData, match=f"{package}/data/kit.toml is missing. Write it"):
            read_data(package, "kit.toml")
        (tmp_path / package / "data" / "kit.toml").write_bytes(b"name = '\xe9'")
        with pytest.raises(
            BadData,
            match=f"{package}/data/kit.toml cannot be used: Line 1 is no text in UTF-8 .* Save the file as UTF-8.",
        ):
            read_data(package, "kit.toml")
