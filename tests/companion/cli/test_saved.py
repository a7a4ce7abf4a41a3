"""`companion games`, `history` and `verify`: what can be asked of saved games, and what damaged ones are told to be."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shlex import quote

import pytest

from companion.cli.saved import games
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.journal.seals import keys_of
from companion.live import saved_games
from companion.live.requests import End
from companion.live.room import Room
from companion.live.soundness import LIMITS
from companion.live.timeline import state_hash
from companion.storage.home import Home
from tests.companion.commands import Written, call, refused, run, run_into, sentence
from tests.companion.served import PLAIN, play_here
from tests.companion.tables import HOST, journal_path, open_room, own, play_to, tap_first, virtual, wait_for
from tests.games.sealed_bid.game import SealedBid

# --- games ------------------------------------------------------------------------------------------------------------


GAMES_TOLD = ("waves", "rolling_with_the_waves", "atlantis_rising", "manawave", "sealed_bid")
"""Those of which this says how they are listed; another one has a line more."""


def test_games_can_be_listed_before_anything_was_played(data: Path) -> None:
    result = call("games", "--data", data)
    assert result.exit_code == 0
    told = (
        "Games:\n  waves                   Waves: All vs All (3, 4, 5, 6 players), Head to head (2 players), "
        "Teams (4, 5, 6 players)\n  rolling_with_the_waves  Rolling with the Waves: 2, 3, 4, 5 players\n"
        "  atlantis_rising         Atlantis Rising: 1, 2, 3, 4, 5, 6, 7 players\n"
        "  manawave                Manawave: Clans and Monuments, the newest (2 players), Nexus lines and tiles, "
        "the older one (2 players)\n"
        "  sealed_bid              Sealed Bid: 2, 3, 4 players\n\n"
        f"No saved game in {data} yet.\n"
    )
    assert [line for line in result.output.splitlines() if line in told.splitlines()] == told.splitlines()
    assert len(result.output.splitlines()) == len(told.splitlines()) + len(GAMES) - len(GAMES_TOLD)
    assert not data.exists()


def test_a_game_that_cannot_be_begun_keeps_no_other_from_the_list(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def new_game(game: SealedBid, options: object, owner: object) -> None:
        raise KeyError("no such thing")

    monkeypatch.setattr(SealedBid, "new_game", new_game)
    listed = call("games", "--data", data).output
    assert "Sealed Bid: Sealed Bid cannot be played: It breaks off here with KeyError: 'no such thing'." in listed
    assert "Waves: " in listed
    assert "Manawave: " in listed


def test_saved_games_are_listed_with_how_they_stand(data: Path, game: str) -> None:
    with open_room(data) as room:
        ended = own(room)
        ended.submit(HOST, End())
    result = call("games", "--data", data)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert f"Saved in {data}:" in lines
    (line,) = [line for line in lines if f"{game} " in line]
    assert line.split(maxsplit=7) == [game, "Sealed", "Bid", "2025-01-01", "12:00", "11", "acts", "going on"]
    assert any(ended.game_id in line and line.endswith("ended by the host") for line in lines)


def test_long_ids_and_titles_stand_apart_from_what_comes_after(data: Path) -> None:
    with open_room(data) as room:
        session = own(room, "rolling_with_the_waves", players=3)
        state = session._timeline.state
    with closing(Journal(data / "games" / f"{session.game_id}.journal")) as journal:
        row = {"seat": 1, "name": "Ben", "key_hash": "2c26b46b68ffc68ff99b453c1d304134"}
        journal.append([Draft("2025-01-01T12:00:05", "seat 2 by hand", "seat", row, state_hash(state))])
    (old,) = (data / "games").glob("*.journal")
    long = old.rename(old.with_name(f"{old.name.removesuffix('.journal')} of the long winter.journal"))
    (data / "games" / "short.journal").write_bytes(long.read_bytes()[:5000])
    ended = run("games", "--data", data)
    lines = ended.out.splitlines()
    first, second = (next(line for line in lines if begin in line) for begin in (" of the long winter", "  short "))
    name = long.name.removesuffix(".journal")
    assert re.match(rf"  {name}  Rolling with the Waves  2025-01-01 12:00  \d+ acts  going on$", first), first
    assert re.match(rf"  short {{{len(name) - 3}}}cannot be opened: ", second), second
    lines = run("history", name, "--data", data).out.splitlines()
    assert all(re.match(r" *\d+  2025-01-01 12:00:0\d  [\w ]+?  +\S", line) for line in lines), lines


def test_a_game_is_played_through_for_the_first_list_only(
    data: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = call("games", "--data", data).output
    monkeypatch.setattr(saved_games, "summary_of", None)
    assert call("games", "--data", data).output == first
    assert game in first


@pytest.mark.parametrize(("count", "is_terminal", "has_bar"), [(1, True, True), (1, False, False), (9, True, False)])
def test_a_bar_on_a_terminal_tells_how_far_a_long_look_has_come(
    data: Path, game: str, monkeypatch: pytest.MonkeyPatch, count: int, is_terminal: bool, has_bar: bool
) -> None:
    for number in range(2):
        shutil.copy(Home(data).journal(game), Home(data).journal(f"copy-{number}"))
    monkeypatch.setattr(games, "FEW", count)
    out, errors = Written(), Written(is_terminal)
    assert run_into(out, errors, "games", "--data", data).status == 0
    assert ("Looking at saved games" in errors.text()) == has_bar
    assert out.text().count("acts  going on") == 3


def test_the_folder_may_come_from_the_environment(data: Path, game: str) -> None:
    assert game in run("games", COMPANION_DATA=str(data)).out


# --- history ----------------------------------------------------------------------------------------------------------


def test_the_history_is_told_in_words(data: Path, game: str) -> None:
    result = call("history", game, "--data", data)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].rstrip() == " 2  2025-01-01 12:00:01  guest  Ana sits in seat 1."
    assert lines[1] == " 3  2025-01-01 12:00:02  host   Ana gets the start token by lot.  B-011"
    assert "1 act is taken back: " in lines[-1]
    assert len(lines) == 14


def test_the_history_is_told_in_json(data: Path, game: str) -> None:
    result = call("history", game, "--json", "--data", data)
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert lines[1] == {
        "row": 3,
        "at": "2025-01-01T12:00:02.000+00:00",
        "by": "host",
        "kind": "act",
        "text": "Ana gets the start token by lot.",
        "rules": ["B-011"],
    }
    assert {line["kind"] for line in lines} == {"seat", "act", "undo"}
    assert [line["row"] for line in lines] == list(range(2, 16))


def test_the_history_keeps_secrets(data: Path) -> None:
    with open_room(data) as room:
        session = virtual(room)
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
    output = call("history", session.game_id, "--data", data).output
    draws = [line for line in output.splitlines() if " draws " in line]
    assert draws
    assert all("draws a card." in line for line in draws)


def test_the_history_of_other_rules_is_told_as_far_as_can_be(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    with closing(Journal(path)) as journal:
        journal.append([Draft("2025-01-02T10:00:00+00:00", "host", "act", {"action": {"type": "Fly"}}, "?")])
    ended = run("history", game, data=data)
    assert ended.status == 0
    assert "Row 16 cannot be played by these rules" in ended.errors
    assert "What can be said without its rules:" in ended.errors
    assert ended.out.splitlines()[0] == " 1  2025-01-01 12:00:00  host   start"
    assert ended.out.splitlines()[-1] == "16  2025-01-02 10:00:00  host   act"


@pytest.mark.parametrize("command", [["history"], ["verify"], ["verify", "--repair"]])
@pytest.mark.parametrize("wrong", ["waves-19990101-000000", "../keys", "x" * 300])
def test_an_unknown_game_is_told(data: Path, command: list[str], wrong: str) -> None:
    told = refused(*command, wrong, "--data", data)
    assert told.startswith("There is no game ")
    typed = f"companion games --data {quote(str(data))}"
    assert sentence(run(*command, wrong, data=data)) == f"{told} List the saved games with: {typed}"
    assert not data.exists()


# --- verify -----------------------------------------------------------------------------------------------------------


COPY = (
    "It was copied here without what lies beside it. If it was played at that moment, its last acts may be missing, of "
    "5 seconds at most: they lie in {}.journal-wal where it was copied from. Copy that file too."
)


def test_a_copy_of_the_file_alone_says_where_the_last_acts_may_be(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("QUIET_S", "LONGEST_S"):
        monkeypatch.setattr(f"companion.live.rest.{each}", float("inf"))
    alone, both = (Home(tmp_path / name).make() for name in ("alone", "both"))
    with open_room(data) as room:
        session = own(room)
        assert session._live.rest()
        assert tap_first(session).accepted
        played, path = session.game_id, room.home.journal(session.game_id)
        for home in (alone, both):
            shutil.copy(path, home.journal(played))
        shutil.copy(f"{path}-wal", f"{both.journal(played)}-wal")
        assert run("verify", played, data=data).out == f"{played}: 2 rows, 1 acts, all sound.\n{LIMITS}\n"
        assert run("verify", played, data=both.folder).out == f"{played}: 2 rows, 1 acts, all sound.\n{LIMITS}\n"
        said = f"{played}: 1 rows, 0 acts, all sound.\n{COPY.format(played)}\n{LIMITS}\n"
        assert run("verify", played, data=alone.folder).out == said
        session.submit(HOST, End())
    shutil.copy(path, alone.journal(played))
    assert "copied" not in run("verify", played, data=alone.folder).out, "it was played to its end"


def test_whoever_goes_on_with_a_copy_of_the_file_alone_reads_the_same(data: Path, game: str, tmp_path: Path) -> None:
    home = Home(tmp_path / "alone").make()
    shutil.copy(Home(data).journal(game), home.journal(game))

    def look(room: Room, said: Mapping[str, str]) -> None:
        assert room.session.game_id == game

    for is_first in (True, False):
        ended = play_here(look, home.folder, *PLAIN, "--resume", game, game="sealed_bid")
        assert (COPY.format(game) in " ".join(ended.out.split())) is is_first, ended.out


def test_a_sound_game_is_said_to_be_sound(data: Path, game: str) -> None:
    result = call("verify", game, "--data", data)
    assert (result.exit_code, result.output) == (0, f"{game}: 15 rows, 11 acts, all sound.\n{LIMITS}\n")
    result = call("verify", game, "--repair", "--data", data)
    assert result.output == f"{game}: 15 sound rows kept.\n{game}: 15 rows, 11 acts, all sound.\n{LIMITS}\n"


@pytest.fixture
def guessed(data: Path) -> Path:
    """The journal of a game in which one guess lies sealed, and nobody sits."""
    with open_room(data) as room:
        session = own(room, players=2, guess=True)
        play_to(session, "guess")
        assert tap_first(session).accepted
    return journal_path(room)


@pytest.mark.parametrize("content", [None, b"QUJD\n"], ids=["lost", "exchanged"])
def test_a_game_of_which_a_sealed_choice_cannot_be_opened_is_not_said_to_be_sound(
    data: Path, guessed: Path, content: bytes | None
) -> None:
    keys_of(guessed).unlink()
    if content is not None:
        keys_of(guessed).write_bytes(content)
    ended = run("verify", guessed.stem, data=data)
    assert sentence(ended) == (
        f"{guessed.stem}: 11 rows, 10 acts, and every row is sound, but not all is. What Seat 1 sealed cannot be "
        f"opened: {keys_of(guessed).name}, which lay beside the file of this game, is missing, damaged or of another "
        "game. Copy it there and open the game again. Whoever sealed it takes it back and chooses again. Or the host "
        "undoes the last act on the host page, and then it is chosen again."
    )


def test_a_damaged_game_is_found_out_and_repaired(data: Path, game: str) -> None:
    path = Home(data).journal(game)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET by = 'bot' WHERE number = 10")
    told = sentence(run("verify", game, data=data))
    assert told.startswith(f"Row 10 of {path} is damaged: its content does not fit its hash.")
    ended = run("verify", game, "--repair", data=data)
    assert (ended.status, ended.errors) == (0, "")
    aside = path.with_suffix(".damaged")
    kept = f"{game}: 9 sound rows kept. The damaged file is {aside}."
    assert ended.out == f"{kept}\n{game}: 9 rows, 7 acts, all sound.\n{LIMITS}\n"
    assert aside.exists()
    with open_room(data) as room:
        assert tap_first(room.open_saved(game)).accepted


def test_a_game_on_the_table_is_not_repaired(data: Path, game: str) -> None:
    with open_room(data) as room:
        room.open_saved(game)
        told = sentence(run("verify", game, "--repair", data=data))
        assert told == f"The game {game} is open in another companion. Stop that one first."
        assert run("verify", game, data=data).status == 0


@pytest.mark.parametrize("left", ["", "PRAGMA journal_mode = WAL"])
def test_a_game_that_never_began_is_not_listed_and_is_told(data: Path, left: str) -> None:
    path = Home(data).make().journal("sealed-bid-20250101-200000")
    with closing(sqlite3.connect(path)) as db:
        db.execute(left)
    path.touch()
    assert "No saved game in" in call("games", "--data", data).output
    told = (
        "The game sealed-bid-20250101-200000 never began: the companion was stopped before anything of it was saved. "
        "Start a new one."
    )
    if left:  # as large as one that was copied as its game began
        told += (
            " If this is a copy, its rows lie in sealed-bid-20250101-200000.journal-wal where it was copied from: "
            "copy that file too."
        )
    assert refused("verify", "sealed-bid-20250101-200000", "--data", data) == told
    assert refused("verify", "sealed-bid-20250101-200000", "--repair", "--data", data) == told
