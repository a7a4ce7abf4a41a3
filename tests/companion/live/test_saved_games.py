"""What saved games come to is kept: by size, time and last hash of each file, and by the rules that made it."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import Draft, Journal, read_journal
from companion.live import saved_games
from companion.live.requests import End, TakeSeat
from companion.live.saved_games import SavedGames
from companion.live.summaries import Summary, summary_of
from companion.storage.home import Home
from tests.companion.tables import GUEST, HOST, open_room, own, tap_first, virtual, wait_for
from tests.games.registered import SEALED_BID


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games: the first was played to its end by bots, the second ended after an act, with Ana in seat 1."""
    folder = tmp_path_factory.mktemp("saved")
    with open_room(folder) as room:
        wait_for(virtual(room), lambda snapshot: snapshot.outcome is not None)
        ended = own(room)
        ended.submit(GUEST, TakeSeat(0, "Ana", "a key"))
        tap_first(ended)
        ended.submit(HOST, End())
    return folder


@pytest.fixture
def home(saved: Path, tmp_path: Path) -> Home:
    """The same for one test alone."""
    return Home(shutil.copytree(saved, tmp_path / "home"))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the games that are played through from now on."""
    ids: list[str] = []

    def noted(path: Path, *more: object) -> Summary:
        ids.append(path.stem)
        return summary_of(path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(saved_games, "summary_of", noted)
    return ids


def journals(home: Home) -> list[Path]:
    return sorted(home.journals())


def test_who_played_how_long_and_how_it_came_out_is_told(home: Home) -> None:
    won, ended = sorted(SavedGames(home, GAMES).all(), key=lambda game: game.id)
    assert (ended.who, ended.acts, ended.status) == (("Ana",), 1, "ended by the host")
    assert ended.started.startswith("2025-01-01T12:00:")
    assert (won.who, won.status[:7]) == ((), "won by ")
    assert won.rounds > ended.rounds == 1


def test_what_was_found_out_is_kept_for_the_next_start(home: Home, played: list[str]) -> None:
    first = SavedGames(home, GAMES).all()
    assert sorted(played) == [path.stem for path in journals(home)]
    played.clear()
    assert SavedGames(home, GAMES).all() == first
    assert played == []
    assert home.summaries.stat().st_mode & 0o777 == 0o600


def test_only_a_game_that_went_on_is_played_through_again(home: Home, played: list[str]) -> None:
    _, path = journals(home)
    assert [game.status for game in SavedGames(home, GAMES).all() if game.id == path.stem] == ["ended by the host"]
    played.clear()
    with open_room(home.folder) as room:
        room.open_saved(path.stem).submit(GUEST, TakeSeat(1, "Ben", "another key"))
    (game,) = SavedGames(home, GAMES).all(only={path.stem})
    assert game.who == ("Ana", "Ben")
    assert played == [path.stem]


def test_another_game_in_a_file_of_the_same_size_and_time_is_noticed(home: Home, played: list[str]) -> None:
    _, path = journals(home)
    with open_room(home.folder) as room:
        other = room.home.journal(own(room).game_id)
    SavedGames(home, GAMES).all()
    before = path.stat()
    rows, others = read_journal(path), read_journal(other)
    assert rows[-1].hash != others[-1].hash
    shutil.copy(other, path)
    os.truncate(path, before.st_size)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    played.clear()
    (game,) = SavedGames(home, GAMES).all(only={path.stem})
    assert game.status == "going on"
    assert played == [path.stem]


def test_other_rules_void_all_that_was_kept(home: Home, played: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    SavedGames(home, GAMES).all()
    played.clear()
    monkeypatch.setattr(type(SEALED_BID), "rules_version", "sealed_bid 99")
    games = SavedGames(home, GAMES).all()
    assert len(played) == len(games) == 2
    assert all("this companion has 'sealed_bid 99'" in game.status for game in games)
    played.clear()
    assert SavedGames(home, GAMES).all() == games
    assert played == [], "what these rules cannot play is kept as well"


def test_without_a_disk_that_takes_anything_it_is_kept_in_memory(home: Home, played: list[str]) -> None:
    home.summaries.mkdir()
    saved = SavedGames(home, GAMES)
    first = saved.all()
    played.clear()
    assert saved.all() == first
    assert played == []
    assert list(home.summaries.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"garbage", b"[" * 100_000, b'{"made_by": {}, "games": {}}', b'{"games": 1}'])
def test_what_was_kept_and_cannot_be_read_is_made_anew(home: Home, played: list[str], content: bytes) -> None:
    first = SavedGames(home, GAMES).all()
    whole = home.summaries.read_bytes()
    home.summaries.write_bytes(content)
    assert SavedGames(home, GAMES).all() == first
    assert home.summaries.read_bytes() == whole


def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(home: Home) -> None:
    os.mkfifo(home.summaries)
    assert len(SavedGames(home, GAMES).all()) == 2


def test_a_damaged_game_is_looked_at_again_at_each_start(home: Home, played: list[str]) -> None:
    _, path = journals(home)
    path.write_bytes(b"garbage" * 1000)
    for _ in range(2):
        (game,) = SavedGames(home, GAMES).all(only={path.stem})
        assert "damaged from its first row on" in game.status
    assert played == [path.stem] * 2


def test_a_file_that_changes_while_it_is_looked_at_is_looked_at_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = journals(home)
    looks = 0

    def changing(path: Path, *more: object) -> Summary:
        nonlocal looks
        looks += 1
        found = summary_of(path, *more)  # type: ignore[arg-type]
        if looks == 1:
            with closing(Journal(path)) as journal:
                left = {"seat": 0, "name": "", "key_hash": None}
                journal.append([Draft("2025-01-02T00:00:00Z", "host", "seat", left, read_journal(path)[-1].state_hash)])
        return found

    monkeypatch.setattr(saved_games, "summary_of", changing)
    (game,) = SavedGames(home, GAMES).all(only={path.stem})
    assert (game.who, looks) == ((), 2)
    (again,) = SavedGames(home, GAMES).all(only={path.stem})
    assert (again, looks) == (game, 3), "of a file that has changed nothing is kept that may be of before"


def test_a_file_that_goes_while_it_is_looked_at_is_no_saved_game(home: Home) -> None:
    other, path = journals(home)
    saved = SavedGames(home, GAMES)

    def removing(files: object) -> list[saved_games.Found]:
        path.unlink()
        return list(saved.found()) + [each for each in before if each.path == path]

    before = saved.found()
    assert [game.id for game in saved.all(watch=removing)] == [other.stem]


def test_nothing_is_kept_of_a_game_that_is_gone(home: Home) -> None:
    other, path = journals(home)
    SavedGames(home, GAMES).all()
    assert path.stem.encode() in home.summaries.read_bytes()
    path.unlink()
    SavedGames(home, GAMES).forget_gone()
    kept = home.summaries.read_bytes()
    assert path.stem.encode() not in kept
    assert other.stem.encode() in kept
