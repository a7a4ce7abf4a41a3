"""What is wrong in a file is told with line and column, all of it at once; no file ends the command badly."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.checks import check_playset
from companion.cli.playset_file import BadPlayset, own_playset, read_playset
from companion.games.manawave.game import GAME
from companion.runtime.plain_text import MOST_BYTES
from tests.companion.commands import Ended, run, sentence
from tests.companion.playsets.manawave.sets import MANAWAVE, SETS, SHIPPED

FAULTS = [
    (2, 10, "This companion reads playsets of schema 1. Say schema = 1."),
    (4, 1, "“nmae” is no key here. Did you mean “name”?"),
    (7, 13, 'Here stands a text in "quotes", and it should be a whole number.'),
    (8, 36, "“gold” is no key here. Leave it out, or take one of: attack, growth, mana, population"),
    (
        11,
        8,
        "“replace_unvetod” means nothing here. Did you mean “replace_unvetoed”? There are: replace_unvetoed, one_at",
    ),
    (13, 1, "There are 2 Clans. Write 3, one for each position."),
    (17, 10, "“ad” means nothing here. Did you mean “add”?"),
    (21, 52, "“clans” is no target here. Choose one of: clan, tribe, adjacent_clans, all_clans, opposing_clan."),
    (26, 6, "ember is there twice. Give one another id."),
    (30, 1, "Two Factions have too few Families for one round. Write more, or more copies."),
    (31, 6, "“Spears” is no id: write small letters, digits and _."),
    (32, 11, "Spears belongs to embers, which is no Faction here. Choose one of: ember, tide."),
    (33, 10, "Spears has no copy. Say 1 or more."),
    (35, 34, "“win” means nothing on this card. Choose one of: add, remove, none."),
    (36, 12, "Spears: a modality costs less than nothing."),
    (37, 61, 'An amount is 0 or more. To take away, say op = "remove".'),
    (38, 7, "“strength” is no query here. Choose one of: round, clan_population,"),
    (38, 87, "A division is by 1 or more."),
    (39, 7, "An effect that adds or removes names a counter."),
    (39, 55, "A condition has either a value or another query."),
    (42, 1, '“id” is missing. Write for example: id = "river_folk"'),
    (45, 12, "this card has no modality of cost 0, and a fresh Family needs one."),
    (47, 1, "0 Monuments are Defaults. Mark 3 or more."),
    (47, 1, "1 Monuments are no Defaults. Write 3 or more."),
    (49, 11, 'Here stands a text in "quotes", and it should be true or false.'),
    (50, 25, "Here stands a number with a point, and it should be a whole number."),
    (50, 42, '“scope” is missing. Write for example: scope = "tribe"'),
]


@pytest.fixture(autouse=True)
def _manawave(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command takes playsets of Manawave, whatever other game may come to have some."""
    monkeypatch.setattr(check_playset, "playsets_of", lambda games: MANAWAVE)


def read_only(path: Path | str) -> Ended:
    """The command without games."""
    return run("check-playset", path, "--games", "0", "--greedy", "0")


def test_every_fault_has_its_line_and_its_column() -> None:
    found = read_playset(SETS / "faults.toml", MANAWAVE).faults
    assert [(each.place.line, each.place.column) for each in found] == [(line, column) for line, column, _ in FAULTS]
    for each, (_, _, text) in zip(found, FAULTS, strict=True):
        assert each.text.startswith(text)


def test_the_command_lists_all_and_ends_with_status_1() -> None:
    ended = read_only(SETS / "faults.toml")
    assert ended.status == 1
    lines = ended.out.splitlines()
    assert len(lines) == len(FAULTS) + 1
    assert lines[1] == f"{SETS / 'faults.toml'}, line 4, column 1: “nmae” is no key here. Did you mean “name”?"
    assert lines[-1] == "27 faults: no game can be played with it yet."


@pytest.mark.parametrize("edition", ["clans", "nexus"])
def test_a_shipped_set_reads_well(edition: str) -> None:
    ended = read_only(SHIPPED / f"{edition}.toml")
    assert (ended.status, ended.out) == (0, f"{SHIPPED / f'{edition}.toml'} reads well.\n")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("schema = 1\nname = Broken\n", 2, 8, "Invalid value. Put text in quotes, and write whole numbers in digits"),
        ("schema 1\n", 1, 8, "Expected '=' after a key in a key/value pair. Write key = value"),
        ("a = [1, 2\n", 2, 1, "Unclosed array. Close the list with ]."),
        ("a = 1\na = 2\n", 2, 6, "Cannot overwrite a value. This key is there twice: leave one of them out."),
        ("a = 'x\n", 2, 1, "Close the text with the quote that it begins with"),
        ('a = "x\n', 1, 7, "Close the text with the quote that it begins with"),
        ("a = " + "[" * 5000 + "]" * 5000, 1, 37, "Its tables or lists lie too deep within each other."),
    ],
)
def test_what_is_no_toml_is_named_where_it_is(tmp_path: Path, text: str, line: int, column: int, words: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    ended = read_only(file)
    assert ended.status == 1
    assert ended.out.startswith(f"{file}, line {line}, column {column}: This is no TOML: ")
    assert words in ended.out
    assert "has not been looked at" in ended.out
    assert ended.errors == ""


def test_an_empty_file_is_told_what_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("", encoding="utf-8")
    ended = read_only(file)
    assert ended.status == 1
    assert "“edition” is missing" in ended.out
    assert "[[family]]" in ended.out


def test_what_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    binary, utf_16, huge = tmp_path / "a.toml", tmp_path / "b.toml", tmp_path / "c.toml"
    binary.write_bytes(b"\xff\x00\xfe\x80" * 40)
    utf_16.write_bytes("schema = 1\n".encode("utf-16"))
    huge.write_text("#" * (MOST_BYTES + 1), encoding="utf-8")
    assert "no text that can be read" in sentence(read_only(binary))
    assert "Save it as UTF-8." in sentence(read_only(utf_16))
    assert "never more than" in sentence(read_only(huge))
    assert "is a folder" in sentence(read_only(tmp_path))
    assert "There is no file" in sentence(read_only(tmp_path / "none.toml"))
    assert "plain file" in sentence(read_only("/dev/zero"))


def test_a_mark_and_windows_line_ends_move_nothing(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = (SETS / "faults.toml").read_text(encoding="utf-8")
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode("utf-8"))
    assert read_playset(file, MANAWAVE).faults == read_playset(SETS / "faults.toml", MANAWAVE).faults


def test_a_file_becomes_what_a_new_game_takes() -> None:
    state = GAME.new_game({}, {"playset": own_playset(GAME, SETS / "never.toml")})
    assert state.table.setup.own
    assert state.table.setup.playset.name == "The set of what never happens"
    with pytest.raises(BadPlayset, match=r"faults\.toml, line 2, column 10: .* There are 26 more faults\. List all"):
        own_playset(GAME, SETS / "faults.toml")


def test_a_game_without_playsets_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(check_playset, "GAMES", {})
    assert "No game of this companion takes playsets" in sentence(read_only(SETS / "never.toml"))
