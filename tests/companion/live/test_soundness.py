"""What `companion verify` makes of files that do not belong together, and what it says that it cannot tell."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Draft, Journal, read_journal
from companion.journal.seals import keys_of
from companion.live.resume import game_id_of
from companion.live.room import Room
from companion.live.soundness import LIMITS, NAMELESS
from companion.storage.home import Home
from tests.companion.commands import Ended, run, sentence
from tests.companion.live.test_sealed import ADA, BO, both, guess, guessing
from tests.companion.tables import journal_path, open_room, own, play_to, rows_of, tap_first
from tests.games.sealed_bid.model import NOBODY


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path / "home") as opened:
        yield opened


def verify(path: Path) -> Ended:
    return run("verify", path.stem, data=path.parent.parent)


def sealed_game(room: Room) -> Path:
    """The file of a game in which both have sealed a guess."""
    both(guessing(room), 1, NOBODY)
    return journal_path(room)


def swap(one: Path, other: Path) -> None:
    between = one.with_name("between")
    one.rename(between)
    other.rename(one)
    between.rename(other)


def test_it_says_what_no_check_can_tell(room: Room) -> None:
    own(room)
    path = journal_path(room)
    room.close()
    verified = verify(path)
    assert (verified.status, verified.out) == (0, f"{path.stem}: 1 rows, 0 acts, all sound.\n{LIMITS}\n")
    assert LIMITS == (
        "What no check of these files can tell: whether the last rows were dropped, all rows were written anew, or "
        "another game was put in the place of this one under its name. Whoever can write the files can do so. A copy "
        "that somebody else keeps can tell: the rows in it are the first rows here."
    )


def test_what_is_sealed_is_sound_with_its_keys(room: Room) -> None:
    path = sealed_game(room)
    room.close()
    verified = verify(path)
    assert verified.status == 0, verified
    assert verified.out.startswith(f"{path.stem}: {len(read_journal(path))} rows, ")
    assert " acts, all sound.\n" in verified.out


@pytest.mark.parametrize("stands", [True, False], ids=["sealed", "opened"])
def test_keys_that_were_exchanged_are_not_called_sound(room: Room, stands: bool) -> None:
    paths = []
    for _ in range(2):
        paths.append(sealed_game(room))
        if not stands:
            play_to(room.session, "reveal")
    room.close()
    swap(*map(keys_of, paths))
    for path in paths:
        verified = verify(path)
        assert (verified.status, verified.out) == (1, "")
        counted, told = sentence(verified).split(" acts", 1)
        assert counted.startswith(f"{path.stem}: ")
        assert told.startswith(
            f", and every row is sound, but not all is. {keys_of(path).name} is the file of another game: it opens no "
            "choice of this one. Copy the file that belongs to this game there."
        )


def test_a_choice_that_cannot_be_opened_is_not_called_sound(room: Room) -> None:
    path = sealed_game(room)
    room.close()
    keys_of(path).unlink()
    verified = verify(path)
    assert verified.status == 1
    assert f"but not all is. What Ada and Bo sealed cannot be opened: {keys_of(path).name}" in sentence(verified)


def test_last_rows_that_were_dropped_are_told_where_a_key_knows_of_them(room: Room) -> None:
    """The game of an hour ago in the place of the present one, beside its keys."""
    session, path = guessing(room), journal_path(room)
    assert guess(session, ADA, 1).accepted
    assert session._live.rest()
    shutil.copy(path, path.with_suffix(".before"))
    assert guess(session, BO, 0).accepted
    room.close()
    path.with_suffix(".before").replace(path)
    verified = verify(path)
    assert verified.status == 0
    headline, told, *rest = verified.out.splitlines()
    assert headline.endswith(" acts, every row sound.")
    assert told == (
        f"{keys_of(path).name} has 1 sealed choice that no row has: the last rows were dropped, it is the file of "
        "another game, or the companion was stopped between the two."
    )
    assert rest[-1] == LIMITS


def test_keys_beside_a_game_without_choices_are_told(room: Room) -> None:
    other = sealed_game(room)
    own(room)
    path = journal_path(room)
    room.close()
    keys_of(other).rename(keys_of(path))
    verified = verify(path)
    assert "all sound" not in verified.out
    assert f"{keys_of(path).name} has 2 sealed choices that no row has: " in verified.out


def test_row_1_names_its_game_and_files_that_were_exchanged_are_told(room: Room) -> None:
    paths = []
    for _ in range(2):
        own(room)
        assert tap_first(room.session).accepted
        paths.append(journal_path(room))
        assert rows_of(room)[0].read()["id"] == room.session.game_id
    room.close()
    swap(*paths)
    for path, other in (paths, paths[::-1]):
        verified = verify(path)
        headline, told, *_ = verified.out.splitlines()
        assert headline == f"{path.stem}: 2 rows, 1 acts, every row sound."
        assert told == (
            f"The first row names the game {other.stem}, and the file is called {path.stem}: it is a copy, was "
            "renamed, or was put in the place of another game. Compare it with what people remember."
        )
    with open_room(room.home.folder) as again:
        assert again.open_saved(paths[0].stem).opening_words.startswith(
            f"The first row names the game {paths[1].stem}, "
        )


def test_a_file_of_an_older_version_says_that_it_names_no_game(room: Room, tmp_path: Path) -> None:
    own(room)
    (first,) = rows_of(room)
    payload = {key: value for key, value in first.read().items() if key != "id"}
    home = Home(tmp_path / "older").make()
    path = home.journal("older-1")
    with closing(Journal(path)) as journal:
        journal.append([Draft(first.at, first.by, first.kind, payload, first.state_hash)])
    assert game_id_of(read_journal(path)[0]) == ""
    assert verify(path).out == f"older-1: 1 rows, 0 acts, all sound.\n{NAMELESS} {LIMITS}\n"
