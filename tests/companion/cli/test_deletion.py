"""`companion games --delete`: what is removed with a game, what is asked first, and what is never removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.journal import JournalBusy, read_journal
from companion.live import removal, summaries
from companion.live.requests import TakeSeat
from companion.storage.home import Home
from tests.companion.commands import call, refused
from tests.companion.tables import GUEST, open_room, own, tap_first


def typed(answer: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["games", *map(str, arguments)], input=answer, prog_name="companion")


def names(data: Path) -> set[str]:
    return {each.name for each in (data / "games").iterdir()}


@pytest.fixture
def empty(data: Path) -> str:
    """The id of a saved game in which somebody sat down, and nothing else was done."""
    with open_room(data) as room:
        session = own(room)
        session.submit(GUEST, TakeSeat(0, "Ana", "a"))
        return session.game_id


def test_a_game_goes_with_its_photographs_and_all_that_lies_beside_it(data: Path, game: str) -> None:
    folder = Home(data).journal(game).parent
    (folder / f"{game}.photos").mkdir()
    (folder / f"{game}.photos" / "3.jpg").write_bytes(b"jpeg")
    for suffix in ("damaged", "damaged-2", "damaged-2-wal", "mended", "journal-wal", "keys"):
        (folder / f"{game}.{suffix}").touch()
    others = {f"{game}-2.journal", f"{game}-2.damaged", f"{game}.txt"}
    for other in others:
        (folder / other).touch()
    result = call("games", "--delete", game, "--yes", "--data", data)
    assert result.exit_code == 0
    assert result.output == (
        f"  {game}, Sealed Bid, 11 acts, going on, 1 photograph, 3 damaged files kept aside\n{game} is deleted.\n"
    )
    assert names(data) == others


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_it_is_asked_first_and_enter_alone_is_no(data: Path, game: str, answer: str) -> None:
    before = names(data)
    result = typed(answer, "--delete", game, "--data", data)
    assert result.exit_code == 1
    assert "Delete this game for good? [y/N]" in result.output
    assert names(data) == before
    assert typed("y\n", "--delete", game, "--data", data).exit_code == 0
    assert names(data) == set()


def test_the_game_on_a_table_is_not_deleted(data: Path, empty: str) -> None:
    with open_room(data) as room:
        tap_first(own(room))
        played = room.session.game_id
        with pytest.raises(JournalBusy, match=r"is open in another companion\. Stop that one first\."):
            CliRunner().invoke(cli, ["games", "--delete", played, "--yes", "--data", str(data)], catch_exceptions=False)
        assert Home(data).journal(played).exists()
    with open_room(data) as room:
        fresh = own(room).game_id  # nothing was done in it yet
        assert call("games", "--delete-empty", "--yes", "--data", data).output.endswith(f"{empty} is deleted.\n")
        assert {f"{played}.journal", f"{fresh}.journal"} < names(data)
        assert f"{empty}.journal" not in names(data)


def test_empty_games_are_deleted_together_and_no_other(data: Path, game: str, empty: str) -> None:
    Home(data).journal("never").touch()
    Home(data).journal("damaged").write_bytes(b"not a game")
    result = typed("y\n", "--delete-empty", "--data", data)
    assert result.exit_code == 0, result.output
    assert result.output == (
        f"  never, never began\n  {empty}, Sealed Bid, 0 acts, going on\n"
        "Delete these 2 games for good? [y/N]: y\n"
        f"never is deleted.\n{empty} is deleted.\n"
    )
    assert {each for each in names(data) if each.endswith(".journal")} == {f"{game}.journal", "damaged.journal"}
    assert call("games", "--delete-empty", "--data", data).output == f"No empty game lies in {data}.\n"


def test_nothing_is_kept_of_what_a_deleted_game_came_to(data: Path, game: str, empty: str) -> None:
    call("games", "--data", data)
    assert f'"{game}"' in Home(data).summaries.read_text()
    assert call("games", "--delete", game, "--yes", "--data", data).exit_code == 0
    assert f'"{game}"' not in Home(data).summaries.read_text()
    assert empty in Home(data).summaries.read_text()


def test_only_the_games_that_go_are_looked_at(
    data: Path, game: str, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(path: Path, *more: object) -> object:
        read.append(path.stem)
        return read_journal(path, *more)  # type: ignore[arg-type]

    for module in (removal, summaries):
        monkeypatch.setattr(module, "read_journal", noted)
    assert call("games", "--delete-empty", "--yes", "--data", data).exit_code == 0
    assert set(read) == {empty}
    assert f"{game}.journal" in names(data)


def test_what_is_not_there_is_told_before_anything_is_deleted(data: Path, game: str) -> None:
    told = refused("games", "--delete", game, "--delete", "waves-1", "--yes", "--data", data)
    assert told.startswith("There is no game 'waves-1' in ")
    assert f"{game}.journal" in names(data)
    assert "--yes goes with --delete ID or --delete-empty." in call("games", "--yes", "--data", data).output
