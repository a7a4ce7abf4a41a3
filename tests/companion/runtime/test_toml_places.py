"""Line and column of keys and values in TOML, whatever way they are written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.runtime.toml_places import TOP, Place, Places, said_place

ROOT = Path(__file__).parents[3]
TEXT = """\
# a comment with [brackets] and = signs
schema = 1
"quoted key" = 'a # no comment' # one
"""


def key(text: str, *path: str | int) -> tuple[int, int]:
    """Where a key stands."""
    tomllib.loads(text)
    place = Places(text).key(path)
    return place.line, place.column


def value(text: str, *path: str | int) -> tuple[int, int]:
    """Where a value begins."""
    tomllib.loads(text)
    place = Places(text).value(path)
    return place.line, place.column


def test_a_key_and_its_value_are_found_after_comments_and_in_quotes() -> None:
    assert key(TEXT, "schema") == (2, 1)
    assert value(TEXT, "schema") == (2, 10)
    assert key(TEXT, "quoted key") == (3, 1)
    assert value(TEXT, "quoted key") == (3, 16)


def test_tables_and_lists_of_tables_are_found_by_their_headers() -> None:
    text = "[setup]\na = 1\n\n[[family]]\nid = 'x'\n  [[family]]\n  id = 'y'\n[family.initial]\nmana = 3\n"
    assert key(text, "setup") == (1, 1)
    assert key(text, "family", 0) == (4, 1)
    assert value(text, "family", 1) == (6, 3)
    assert key(text, "family", 1, "id") == (7, 3)
    assert key(text, "family", 1, "initial", "mana") == (9, 1)
    assert key(text, "family") == (4, 1)


def test_lists_within_lists_of_tables_are_counted_each_by_itself() -> None:
    text = "[[a]]\n[[a.b]]\nx=1\n[[a.b]]\nx=2\n[[a]]\n[[a.b]]\nx=3\n"
    assert key(text, "a", 0, "b", 1, "x") == (5, 1)
    assert key(text, "a", 1, "b", 0, "x") == (8, 1)


def test_what_stands_in_lists_and_braces_over_several_lines_is_found() -> None:
    text = """\
modality = [
  {cost=0, effects=[{ op="none"}]},   # the first, with ] and }
  # a line between
  {cost = 1, effects = [
      { op = "add", when = [ { query = "round" }, {cmp=">="} ] },
  ]},
]
after = 2
"""
    assert value(text, "modality", 0) == (2, 3)
    assert key(text, "modality", 1, "cost") == (4, 4)
    assert value(text, "modality", 1, "cost") == (4, 11)
    assert value(text, "modality", 1, "effects", 0) == (5, 7)
    assert key(text, "modality", 1, "effects", 0, "when", 1, "cmp") == (5, 52)
    assert key(text, "after") == (8, 1)


def test_dotted_keys_name_every_table_on_their_way() -> None:
    text = "a . 'b.c' .\"d\\u0065\" = 1\na.x = {y.z = [1, 2]}\n"
    assert key(text, "a") == (1, 1)
    assert key(text, "a", "b.c", "de") == (1, 1)
    assert value(text, "a", "b.c", "de") == (1, 24)
    assert value(text, "a", "x", "y", "z", 1) == (2, 18)


def test_long_strings_and_dates_do_not_lead_astray() -> None:
    text = (
        'a = """one\n[table]\nx = "1" \\"""\n"""""\nb = \'\'\'\n[[no]]\n\'\'\'\'\n'
        'c = 1979-05-27 07:32:00\nd = "é\\"]" # é\ne = 5\n'
    )
    assert tomllib.loads(text)["a"].endswith('""')
    assert key(text, "b") == (5, 1)
    assert key(text, "c") == (8, 1)
    assert key(text, "e") == (10, 1)


def test_what_is_not_there_is_placed_where_it_should_stand() -> None:
    text = "x = 1\n[[family]]\nid = 'x'\n"
    assert key(text, "family", 0, "faction") == (2, 1)
    assert Places(text).key(("nothing",)) == TOP
    assert Places("").value(()) == TOP


def test_every_path_of_every_file_of_ours_has_its_place() -> None:
    files = sorted((ROOT / "companion").rglob("*.toml"))
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        places = Places(text)
        left: list[tuple[tuple[str | int, ...], object]] = [((), tomllib.loads(text))]
        lines = text.split("\n")
        while left:
            path, found = left.pop()
            if isinstance(found, dict):
                left += [((*path, name), each) for name, each in found.items()]
            elif isinstance(found, list):
                left += [((*path, number), each) for number, each in enumerate(found)]
            elif isinstance(found, str) and found and "\\" not in found and "\n" not in found:
                place = places.value(path)
                rest = lines[place.line - 1][place.column - 1 :]
                assert rest.startswith((f'"{found}"', f"'{found}'", '"""', "'''")), (file, path, place)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\nb = \n", Place(2, 5)),
        ("a = 1\na = 2\n", Place(2, 6)),
        ("[x\n", Place(1, 3)),
        ("a = [1,\n 2", Place(2, 3)),
        ("a = 'x", Place(1, 7)),
    ],
)
def test_the_place_that_tomllib_says_is_taken_out_of_its_sentence(text: str, place: Place) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as raised:
        tomllib.loads(text)
    words, found = said_place(raised.value, text)
    assert found == place
    assert "(at" not in words
