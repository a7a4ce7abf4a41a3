"""TOML that nobody would write by chance: every file of the owner's ends as a sentence, and so does the command."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.runtime.toml_text import parse_toml
from companion.scenarios.files import load_scenario
from companion.soak.board_faults import read_plan
from companion.storage.home import Home
from companion.storage.settings import load_settings
from tests.companion.served import no_table
from vision.dice.owners import load_own_dice
from vision.lens import load_lenses

DEEP = f"x = {'[' * 5000}{']' * 5000}"
DOTTED = f"{'.'.join('a' * 5000)} = 1"
"""Read without recursion, and far too deep for whoever walks through it."""
TOO_DEEP = "Its tables or lists lie too deep within each other"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (DEEP, TOO_DEEP),
        (DOTTED, TOO_DEEP),
        ('board = "\\u0000"', "A text in it holds the character NUL (\\u0000)"),
        ('"a\\u0000b" = 1', "A text in it holds the character NUL (\\u0000)"),
        ("board = '\0'", "Found invalid character '\\x00'"),
        (f"port = {'9' * 5000}", "Exceeds the limit (4300 digits) for integer string conversion"),
    ],
)
def test_what_is_wrong_with_a_text_is_one_kind_of_error(text: str, why: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wrong:
        parse_toml(text)
    assert str(wrong.value).startswith(why)


def _lenses(path: Path) -> None:
    if trouble := load_lenses(path).trouble:
        raise CompanionError(trouble)


def _home(path: Path) -> Home:
    return Home(path.parent.parent)


FILES: list[tuple[str, Callable[[Path], object]]] = [
    ("companion.toml", load_settings),
    ("owner/waves.toml", lambda path: _home(path).owner_figures("waves")),
    ("owner/waves.markers.toml", lambda path: _home(path).enrolled("waves")),
    ("owner/dice.toml", load_own_dice),
    ("lenses.toml", _lenses),
]


@pytest.mark.parametrize("text", [DEEP, DOTTED])
@pytest.mark.parametrize(
    ("name", "read"),
    [*FILES, ("plan.toml", read_plan), ("scenario.toml", load_scenario)],
)
def test_every_file_of_toml_that_lies_too_deep_is_told(
    tmp_path: Path, name: str, read: Callable[[Path], object], text: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    with pytest.raises(CompanionError) as told:
        read(path)
    assert str(path) in str(told.value)
    assert TOO_DEEP in str(told.value)


@pytest.mark.parametrize("text", [DEEP, 'board = "\\u0000"', 'address = "\\u0000"'])
def test_settings_that_nobody_could_mean_end_as_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(text)
    told = no_table(tmp_path)
    assert told.startswith(f"{path} cannot be used: ")
    assert told.endswith("Mend the line or delete it.")


@pytest.mark.parametrize(("name", "read"), [*FILES, ("keys.json", lambda path: Home(path.parent).keys())])
def test_no_pipe_is_waited_for(tmp_path: Path, name: str, read: Callable[[Path], object]) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    with pytest.raises(CompanionError) as told:
        read(path)
    assert str(path) in str(told.value)
    assert "It is no plain file" in str(told.value)


def test_a_pipe_in_place_of_the_settings_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "companion.toml")
    assert no_table(tmp_path).endswith("cannot be read: It is no plain file. Mend its permissions or delete it.")


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"cookie_key": ' + b"[" * 100_000])
def test_keys_that_lie_too_deep_are_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "keys.json").write_bytes(content)
    with pytest.raises(CompanionError, match="Delete it; everybody takes their seat again then"):
        Home(tmp_path).make().keys()
