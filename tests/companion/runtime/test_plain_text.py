"""Files that a person wrote with whatever editor there was: with a byte order mark, in UTF-16, in an old code page."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.errors import CompanionError
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8, plain_text
from companion.scenarios.files import load_scenario
from companion.scenarios.json_lines import lines_of
from companion.soak.board_faults import read_plan
from companion.storage.home import Home
from companion.storage.settings import load_settings
from vision.dice.colours import load_colours
from vision.dice.owners import load_own_dice
from vision.lens import Lenses, load_lenses
from vision.training.labels import read_labels

UTF_16 = "It is text in UTF-16, which Windows' Notepad calls “Unicode”. Save it as UTF-8"


# --- one text ---------------------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert plain_text(codecs.BOM_UTF8 + "Zoë\r\nBen\n".encode()) == "Zoë\nBen\n"
    assert plain_text(b"") == ""


@pytest.mark.parametrize(
    "data", ["a = 1\n".encode("utf-16"), *("a = 1\n".encode(f"utf-16-{order}") for order in ("le", "be"))]
)
def test_utf_16_is_named_with_its_cure_also_without_a_mark(data: bytes) -> None:
    with pytest.raises(NotUtf8) as told:
        plain_text(data)
    assert str(told.value) == UTF_16


def test_utf_32_and_old_code_pages_are_named_with_their_cure() -> None:
    with pytest.raises(NotUtf8, match=r"^It is text in UTF-32\. Save it as UTF-8$"):
        plain_text("a = 1".encode("utf-32"))
    with pytest.raises(NotUtf8, match=r"^Line 2 is no text in UTF-8 \(byte 0xeb\)\. Save the file as UTF-8$"):
        plain_text("a = 1\nb = 'Zoë'\n".encode("cp1252"))


def test_a_file_is_read_so(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Zoë\n", encoding="utf-8-sig")
    assert read_plain_text(tmp_path / "a.txt") == "Zoë\n"


# --- every file that a person writes ----------------------------------------------------------------------------------


def _lenses(path: Path) -> Lenses:
    lenses = load_lenses(path)
    if lenses.trouble:
        raise CompanionError(lenses.trouble)
    return lenses


def _home(path: Path) -> Home:
    return Home(path.parent.parent)


CASE = """title = "Zoë"
game = "sealed_bid"
rules = ["B-011"]
[expect]
"""
COLOUR = '[[colour]]\nname = "blue"\nrgb = "#0000ff"\nsource = "enrolled"\n'
KEYS = msgspec.json.encode({"cookie_key": "k" * 40, "host_code": "ABCDEF"}).decode()
LABELS = '{"a.jpg": {"source": "here", "dice": []}}'
FILES: list[tuple[str, str, Callable[[Path], object]]] = [
    ("companion.toml", "port = 8123\n", load_settings),
    ("owner/waves.toml", "[classes]\nElder = 3\n", lambda path: _home(path).owner_figures("waves")),
    ("owner/waves.markers.toml", '[markers]\n77 = "card:3"\n', lambda path: _home(path).enrolled("waves")),
    ("owner/dice.toml", "# none\n", load_own_dice),
    ("lenses.toml", "# none\n", _lenses),
    ("keys.json", KEYS, lambda path: Home(path.parent).keys()),
    ("plan.toml", "[to_host]\nlost = 0.1\n", read_plan),
    ("case.toml", CASE, load_scenario),
    ("case.jsonl", '{"kind": "Zoë"}\n', lines_of),
    ("colours.toml", COLOUR, load_colours),
    ("labels.json", LABELS, lambda path: read_labels(path.parent)),
]


@pytest.mark.parametrize(("name", "text", "read"), FILES, ids=[name for name, _, _ in FILES])
def test_a_mark_changes_nothing_and_utf_16_is_told_with_the_file(
    tmp_path: Path, name: str, text: str, read: Callable[[Path], object]
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    plain = read(path)
    path.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    assert read(path) == plain
    path.write_bytes(text.encode("utf-16"))
    with pytest.raises(CompanionError) as told:
        read(path)
    assert str(path) in str(told.value)
    assert f"{UTF_16}." in str(told.value)
