"""TOML that nobody would write by chance: every file of the owner's ends as a sentence, and so does the command."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.runtime.toml_text import TooMuchToml, parse_toml
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
        ("a = 1\nb = [" + "[" * 32, f"{TOO_DEEP} (at line 2, column 37)"),
        (f"[{DOTTED.partition(' ')[0]}]", f"{TOO_DEEP} (at line 1, column 65)"),
        ("[[card]]\n" * 2501, "It has more than 5000 tables and lists (at line 2501, column 1)"),
        (f"x = [{'{},' * 5000}]", "It has more than 5000 tables and lists (at line 1, column "),
        (
            "".join(f"k{number} = 1\n" for number in range(10_001)),
            "It has more than 10000 keys (at line 10001, column ",
        ),
        ("".join(f"[k{n}.{'a.' * 29}a]\n" for n in range(1_700)), "It has more than 50000 dots between keys and in "),
        (f"x = [{'1,' * 50_001}]", "Its lists have more than 50000 elements (at line 1, column "),
        (f"# {'é' * 500_000}", "It has more than 1 MB"),
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


@pytest.mark.parametrize(
    "text", [DOTTED, f"{'a.' * 30_000}a = 1", "[[family]]\n" * 18_000, "".join(f"[t{n}]\n" for n in range(20_000))]
)
def test_what_would_take_long_to_read_is_not_begun(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tomllib, "loads")
    with pytest.raises(TooMuchToml):
        parse_toml(text)


@pytest.mark.parametrize(
    "quoted",
    [
        f'"{"[a.b, = {" * 9}"',
        f"'{'[' * 40}'",
        f'"""{"." * 40}\n""{"," * 40}"\\""""',
        f"'''{'[' * 40}\n''{'=' * 40}''''",
        f'"\\"{"[" * 40}" # {"{" * 40}',
        f"1 # it's {'.' * 40}",
    ],
)
def test_what_stands_in_texts_and_comments_counts_for_nothing(quoted: str) -> None:
    assert parse_toml(f"x = {quoted}\ny = 2") == tomllib.loads(f"x = {quoted}\ny = 2")


@pytest.mark.parametrize("opening", ['"""', "'''", '"', "'"])
def test_a_text_that_never_ends_is_read_once(opening: str) -> None:
    """Looked for from each of its signs anew, its end would take hours to be missed."""
    other = "'" if opening.startswith('"') else '"'
    with pytest.raises(tomllib.TOMLDecodeError):
        parse_toml(f"x = {opening}" + f"\\{opening[0]}{other}" * 30_000 + "\n")


def test_nobody_reads_toml_by_another_door() -> None:
    doors = [
        path.as_posix()
        for folder in ("companion", "hardware", "vision", "web")
        for path in Path(folder).rglob("*.py")
        if re.search(r"tomllib\.loads?\(|toml\.decode\(", path.read_text(encoding="utf-8"))
    ]
    assert sorted(doors) == ["companion/runtime/toml_places.py", "companion/runtime/toml_text.py"]


def test_no_file_is_read_that_is_larger_than_any_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    with path.open("wb") as file:
        file.truncate(20_000_000_000)
    for read in (load_settings, read_plan, load_scenario):
        with pytest.raises(CompanionError, match="It is larger than 1 MB"):
            read(path)
