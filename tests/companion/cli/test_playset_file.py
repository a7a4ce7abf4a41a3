"""`--playset FILE` of `companion play` and `companion print`: what it brings, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli.playset_file import BadPlayset, own_playset
from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.commands import call
from tests.companion.own_playsets import ANOTHER, playset_file, playset_text
from tests.companion.printing.rendered import pages, read
from tests.companion.served import get, play_here
from tests.companion.tables import HOST, tap_first

MANAWAVE = GAMES["manawave"]
PLAIN = ("--cards", "own", "--address", "127.0.0.1", "--port", "0", "--camera", "none", "--board", "none")


def refused(path: Path) -> str:
    with pytest.raises(BadPlayset) as error:
        own_playset(MANAWAVE, path)
    return str(error.value)


def test_a_file_is_read_once_and_whole(tmp_path: Path) -> None:
    path = playset_file(tmp_path)
    assert own_playset(MANAWAVE, path)["family"][0]["id"] == "glass_dancers"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('edition = "clans', "line 1, column 17: This is no TOML: "),
        ('edition = "clans"\n', "line 1, column 1: “clan” is missing"),
        ("[[family]]\nid = 3\n", "line 1, column 1: "),
        (
            playset_text().replace('cost=0, effects=[{ op="none"}]', 'cost=-1, effects=[{ op="none"}]', 1),
            "line 93, column 9: pyre_wardens: a modality costs less than nothing. Mend it there.",
        ),
        (playset_text().replace("copies = 2", "copies = 20"), "The playset needs "),
        (
            playset_text().replace("min_round=7", "min_round=7000", 1),
            "line 176, column 22: That number is too large. Say 999 at most. Mend it there.",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_name_the_place_and_what_to_do(
    tmp_path: Path, written: str, told: str
) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(written, encoding="utf-8")
    text = refused(path)
    assert text.startswith(str(path))
    assert told in text
    more = " more faults. List all with: companion check-playset "
    assert text.endswith("Mend it there.") or more in text or "This is no TOML" in text


def test_a_file_that_is_not_there_or_no_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert refused(path) == f"There is no file {path}. Name the file of a playset."
    odd = tmp_path / "odd.toml"
    odd.write_bytes('edition = "clans"'.encode("utf-16"))
    assert refused(odd).endswith("It is text in UTF-16, which Windows' Notepad calls “Unicode”. Save it as UTF-8.")
    assert refused(tmp_path) == f"{tmp_path} is a folder. Name the file of a playset in it."


@pytest.mark.parametrize("command", ["play", "print"])
def test_other_games_take_none_and_say_which_do(tmp_path: Path, command: str) -> None:
    path = playset_file(tmp_path)
    error = call(command, "waves", "--playset", path, "--data", tmp_path / "home", *_rest(command, tmp_path)).exception
    assert str(error) == "Waves takes no playset. Leave out --playset, which is for: manawave."


def _rest(command: str, folder: Path) -> tuple[Any, ...]:
    return ("-o", folder / "kit.pdf") if command == "print" else PLAIN


def test_a_saved_game_has_its_own(tmp_path: Path) -> None:
    path = playset_file(tmp_path)
    error = call("play", "manawave", "--playset", path, "--resume", "x", "--data", tmp_path / "home").exception
    assert str(error) == "A saved game goes on with the playset that it began with. Leave out --playset."


# --- a table ----------------------------------------------------------------------------------------------------------


def test_a_table_is_played_by_the_file_and_gone_on_with_after_it_has_changed(tmp_path: Path) -> None:
    path, data = playset_file(tmp_path, "nexus"), tmp_path / "home"
    found = list[tuple[str, bool, str]]()

    def guest(room: Room, said: Mapping[str, str]) -> None:
        snapshot = room.session.snapshot()
        pieces = snapshot.game.mat.kit.pieces
        mode = "nexus" if list(snapshot.game.mat.layouts) == ["nexus"] else "?"
        found.append((said["Saved as"], "choice:ferry_camp" in pieces, mode))
        assert get(said["Table page"], "/table.json")["game_id"] == said["Saved as"]
        assert room.start(HOST).accepted
        assert tap_first(room.session).accepted

    # The mode need not be typed: the file says which it is for.
    ended = play_here(guest, data, "--playset", str(path), *PLAIN, game="manawave")
    assert (ended.status, ended.errors) == (0, "")
    game_id = found[0][0]
    assert "--playset" not in ended.out, "a saved game has it with it"
    path.write_text("edition = 3", encoding="utf-8")
    again = play_here(guest, data, "--resume", game_id, *PLAIN[2:], game="manawave")
    assert (again.status, again.errors) == (0, "")
    assert found == [(game_id, True, "nexus")] * 2


# --- a kit ------------------------------------------------------------------------------------------------------------


def test_a_kit_is_printed_by_the_file_with_the_markers_that_are_played_with(tmp_path: Path) -> None:
    path, pdf = playset_file(tmp_path), tmp_path / "one.pdf"
    result = call("print", "manawave", "--playset", path, "--only", f"{ANOTHER}#1", "-o", pdf)
    assert result.exit_code == 0, result.output
    played = MANAWAVE.bound(MANAWAVE.new_game({}, {"playset": own_playset(MANAWAVE, path)}))
    (front, _) = (read(page) for page in pages(pdf.read_bytes(), tmp_path))
    assert {each.marker for each in front} == {played.mat.kit.markers(ANOTHER)[0], 586}
    listed = call("print", "manawave", "--playset", path, "--list").output
    assert "Mats of Manawave: clans.\n" in listed
    assert "Glass Dancers" in listed
    assert "Cinder Spears" not in listed
    assert "choice:" not in listed


def test_the_owners_file_counts_where_no_file_is_named(tmp_path: Path) -> None:
    home = Home(tmp_path / "home").make()
    home.keep_owner_figures("manawave", {"playset": own_playset(MANAWAVE, playset_file(tmp_path))})
    assert "Glass Dancers" in call("print", "manawave", "--list", "--data", home.folder).output
    assert "Cinder Spears" in call("print", "manawave", "--list", "--data", tmp_path / "other").output
