"""The folder of one companion: its keys, the owner's figures, and the list of saved games."""

from __future__ import annotations

import os
import shlex
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live.requests import End
from companion.live.saved_games import SavedGames
from companion.runtime.fsync import draft_of
from companion.storage.home import CODE_LETTERS, BadOwnerFile, Home, HomeUnusable
from companion.table.sightings import MarkerId
from tests.companion.disks import tiny_disk
from tests.companion.journal.journals import change
from tests.companion.tables import HOST, NOON, open_room, own, tap_first, virtual, wait_for


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "my data").make()


def test_the_folder_is_made_when_first_used(home: Home) -> None:
    assert sorted(each.name for each in home.folder.iterdir()) == ["games", "owner"]
    assert home.make() is home


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeUnusable) as refused:
        Home(tmp_path / "file" / "data").make()
    assert str(refused.value) == (
        f"Cannot write to {tmp_path}/file/data: Not a directory. Choose another folder with --data FOLDER."
    )


def test_keys_are_made_once_and_are_the_owners_alone(home: Home) -> None:
    keys = home.keys()
    assert len(keys.host_code) == 6
    assert set(keys.host_code) <= set(CODE_LETTERS)
    assert len(keys.cookie_key) >= 32
    assert Home(home.folder).keys() == keys
    assert stat.S_IMODE(os.stat(home.folder / "keys.json").st_mode) == 0o600
    assert Home(home.folder.parent / "another").make().keys() != keys
    assert set("0O1I") & set(CODE_LETTERS) == set()


KEY = b"k" * 43


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"cookie_key": 1, "host_code": "A"}',
        b"\xff\xfe",
        b'{"cookie_key": "", "host_code": ""}',
        b'{"cookie_key": "%s", "host_code": ""}' % KEY,
        b'{"cookie_key": "%s", "host_code": "         "}' % KEY,
        b'{"cookie_key": "%s", "host_code": "12345"}' % KEY,
        b'{"cookie_key": "", "host_code": "PEARL7"}',
        b'{"cookie_key": "%s", "host_code": "PEARL7"}' % (b" " * 43),
        b'{"cookie_key": "short", "host_code": "PEARL7"}',
    ],
)
def test_damaged_keys_are_told(home: Home, content: bytes) -> None:
    (home.folder / "keys.json").write_bytes(content)
    with pytest.raises(HomeUnusable) as refused:
        home.keys()
    assert str(refused.value).startswith(f"Cannot read {home.folder}/keys.json: ")
    assert str(refused.value).endswith(". Delete it; everybody takes their seat again then.")


def test_keys_that_cannot_be_written_are_told(home: Home) -> None:
    draft_of(home.folder / "keys.json").mkdir()
    with pytest.raises(HomeUnusable) as refused:
        home.keys()
    assert str(refused.value) == (
        f"Cannot write {home.folder}/keys.json: Is a directory. Choose another folder with --data FOLDER."
    )


def test_keys_that_an_owner_chose_are_taken(home: Home) -> None:
    (home.folder / "keys.json").write_bytes(b'{"cookie_key": "%s", "host_code": "a long sentence"}' % KEY)
    assert home.keys().host_code == "a long sentence"


def modes_below(folder: Path) -> set[tuple[str, str]]:
    """Kind and mode of a folder and of everything in it."""
    found = (folder, *folder.rglob("*"))
    return {("folder" if each.is_dir() else "file", f"{stat.S_IMODE(each.stat().st_mode):o}") for each in found}


def test_the_folder_and_all_in_it_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with open_room(tmp_path / "data") as room:
            home = room.home
            home.keys()
            home.keep_lenses({"a": {"b": 1}})
            home.keep_dice({"a": {"b": 1}})
            home.keep_owner_figures("waves", {"a": 1})
            draft_of(home.folder / "owner" / "waves.toml").touch(0o666)
            home.keep_owner_figures("waves", {"b": 1})
            home.keep_enrolled("waves", MarkerId(70), "card:3")
            session = own(room)
            tap_first(session)
            session.photos.keep(2, b"a photograph")
            kept = session.game_id
            assert {each.suffix for each in (home.folder / "games").iterdir()} >= {".journal", ".journal-wal", ".lock"}
            assert modes_below(home.folder) == {("folder", "700"), ("file", "600")}
            own(room)
            path = home.journal(kept)
            change(path, "UPDATE journal SET payload = '{}' WHERE number = 2")
            room.open_saved(kept)
            assert list((home.folder / "games").glob("*.damaged"))
            assert modes_below(home.folder) == {("folder", "700"), ("file", "600")}
    finally:
        os.umask(before)


def test_how_to_close_the_folder_can_be_typed_whatever_it_is_called(tmp_path: Path) -> None:
    home = Home(tmp_path / "Zoë's table").make()
    home.folder.chmod(0o755)
    assert shlex.split(home.why_not_private().partition("Close it with: ")[2]) == [
        "chmod",
        "-R",
        "go=",
        str(home.folder),
    ]


def test_a_folder_that_others_may_look_into_is_told(home: Home) -> None:
    home.keys()
    assert home.why_not_private() == ""
    home.folder.chmod(0o755)
    assert home.why_not_private() == (
        f"Others on this machine may get at host code, keys and hidden cards: {home.folder} (mode 755). "
        f"Close it with: chmod -R go= '{home.folder}'"
    )
    (home.folder / "games").chmod(0o750)
    assert f"{home.folder} (mode 755), {home.folder}/games (mode 750)." in home.why_not_private()
    home.folder.chmod(0o700)
    (home.folder / "keys.json").chmod(0o640)
    assert f"{home.folder}/keys.json (mode 640)" in home.why_not_private()
    assert oct(home.folder.stat().st_mode)[-3:] == "700", "it is told, and left as the owner has it"


def test_the_owners_figures_are_kept_and_added_to(home: Home) -> None:
    assert home.owner_figures("waves") == {}
    home.keep_owner_figures("waves", {"council_card": {"all_vs_all": {"4": {"noble": 2}}}})
    home.keep_owner_figures("waves", {"council_card": {"all_vs_all": {"4": {"seer": 1}}}})
    assert home.owner_figures("waves") == {"council_card": {"all_vs_all": {"4": {"noble": 2, "seer": 1}}}}
    assert home.owner_figures("other") == {}
    assert [each.name for each in (home.folder / "owner").iterdir()] == ["waves.toml"]


@pytest.mark.parametrize("content", [b"noble = ", b"\xff", b"[a]\n[a]"])
def test_a_damaged_owner_file_is_named(home: Home, content: bytes) -> None:
    path = home.folder / "owner" / "waves.toml"
    path.write_bytes(content)
    for use in (home.owner_figures, lambda game: home.keep_owner_figures(game, {"a": 1})):
        with pytest.raises(BadOwnerFile) as bad:
            use("waves")
        assert str(bad.value).startswith(f"Cannot read {path}: ")
        assert str(bad.value).endswith("Mend that line, or delete the file to start afresh.")
    assert path.read_bytes() == content


def test_figures_that_cannot_be_kept_are_told(home: Home) -> None:
    draft_of(home.folder / "owner" / "waves.toml").mkdir()
    with pytest.raises(HomeUnusable) as refused:
        home.keep_owner_figures("waves", {"a": 1})
    assert str(refused.value) == (
        f"Cannot write {home.folder}/owner/waves.toml: Is a directory. The numbers hold for this game only."
    )


def test_two_games_of_the_same_second_have_two_names(home: Home) -> None:
    first = home.new_id("atlantis_rising", NOON)
    assert first == "atlantis-rising-20250101-120000"
    home.journal(first).touch()
    assert home.new_id("atlantis_rising", NOON) == f"{first}-2"


@pytest.mark.parametrize("wrong", ["../keys", "/etc/passwd", "a/b", "a\0b", "", "-", ".", "x.y", "a" * 300])
def test_a_name_that_could_lead_elsewhere_names_no_game(home: Home, wrong: str) -> None:
    assert home.journal(wrong).parent == home.folder / "games"
    assert not home.journal(wrong).exists()


def test_saved_games_are_listed_newest_first_with_how_they_stand(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        first = own(room).game_id
        tap_first(room.session)
        second = virtual(room).game_id
        ended = wait_for(room.session, lambda snapshot: snapshot.outcome is not None)
        assert ended.outcome is not None
        winner = ended.names[ended.outcome.winners[0]]
        third = own(room).game_id
    games = {game.id: game for game in SavedGames(Home(tmp_path), GAMES).all()}
    assert set(games) == {first, second, third}
    assert (games[first].status, games[first].acts, games[first].title) == ("going on", 1, "Sealed Bid")
    assert games[second].status == f"won by {winner}"
    assert games[third].acts == 0
    assert games[first].game == "sealed_bid"
    assert games[first].started.startswith("2025-01-01T12:00:")
    for age, game in enumerate((second, third, first)):
        path = Home(tmp_path).journal(game)
        os.utime(path, ns=(10**18 - age, 10**18 - age))
    assert [game.id for game in SavedGames(Home(tmp_path), GAMES).all()] == [second, third, first]


def test_a_game_ended_by_the_host_is_listed_so(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room).submit(HOST, End())
    assert [game.status for game in SavedGames(Home(tmp_path), GAMES).all()] == ["ended by the host"]


def test_damaged_games_are_listed_with_what_is_wrong(home: Home) -> None:
    home.journal("garbage").write_bytes(b"garbage" * 1000)
    with closing(Journal(home.journal("strange"))) as journal:
        journal.append([Draft("now", "host", "start", {"game": "chess", "rules_version": "1"}, "")])
    status = {game.id: game.status for game in SavedGames(home, GAMES).all()}
    assert "damaged from its first row on" in status["garbage"]
    assert status["strange"] == "This companion does not know the game 'chess'. Update it, then resume."


def test_the_list_notices_a_game_that_went_on(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        saved = SavedGames(Home(tmp_path), GAMES)
        for _ in range(4):
            assert [game.acts for game in saved.all()] == [room.session.snapshot().can_undo]
            tap_first(room.session)


def test_the_list_can_be_read_while_games_come_and_go(tmp_path: Path) -> None:
    with open_room(tmp_path) as room, ThreadPoolExecutor(1) as pool:
        own(room)
        looks = pool.submit(lambda: [len(SavedGames(Home(tmp_path), GAMES).all()) for _ in range(15)])
        while not looks.done():
            own(room)
        assert looks.result() == sorted(looks.result())


def test_a_full_disk_leaves_no_trial_behind(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        home = Home(disk.folder / "data").make()
        home.keep_owner_figures("waves", {"a": 1})
        with open(disk.folder / "ballast", "wb", buffering=0) as ballast, suppress(OSError):
            while ballast.write(bytes(4096)):
                pass
        before = sorted(each for each in home.folder.rglob("*"))
        with pytest.raises(HomeUnusable) as refused:
            home.make()
        assert "No space left on device. Choose another folder with --data FOLDER." in str(refused.value)
        with pytest.raises(HomeUnusable, match="The numbers hold for this game only"):
            home.keep_owner_figures("waves", {"a": 2})
        assert sorted(each for each in home.folder.rglob("*")) == before
        assert home.owner_figures("waves") == {"a": 1}
