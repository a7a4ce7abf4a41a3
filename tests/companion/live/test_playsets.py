"""A game with a playset of somebody's own: its kit and words from the first act on, and after every restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.errors import BadOption
from companion.games.registry import GAMES
from companion.live.resume import replay
from companion.live.room import Room
from companion.live.saved_games import SavedGames
from companion.live.session import Session
from companion.live.timeline import Timeline
from tests.companion.own_playsets import ANOTHER, playset
from tests.companion.tables import HOST, check_replay, hash_now, open_room, own, rows_of, tap_first
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.options import OPTIONS
from tests.said import said

CLANS = {"mode": "clans", "players": 2}
THEIRS = "family:cinder_spears"


def begun(room: Room, edition: str = "clans") -> Session:
    return room.open_new("manawave", {"mode": edition, "players": 2}, 1, playset(edition))


def is_own(session: Session) -> bool:
    """Whether kit, looks and texts of a game are those of the file, and none of the shipped set's."""
    game = session.snapshot().game
    named = [game.mat.kit.pieces, game.mat.pieces, game.mat.texts]
    return all(ANOTHER in each and THEIRS not in each for each in named)


def test_a_game_has_the_kit_and_the_words_of_its_playset(room: Room) -> None:
    session = begun(room)
    assert is_own(session)
    assert room.has_playset
    assert said(session.snapshot().game.mat.pieces[ANOTHER].label) == "Glass Dancers"
    for _ in range(8):
        assert tap_first(session).accepted
    check_replay(room)


def test_a_saved_one_is_listed_and_opened_again_as_it_was_also_after_a_restart(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = begun(room)
        game_id = session.game_id
        for _ in range(8):
            assert tap_first(session).accepted
        position = hash_now(session)
        own(room)
        assert not room.has_playset
        (listed,) = SavedGames(room.home, GAMES).all(only={game_id})
        assert (listed.id, listed.title, listed.acts, listed.can_be_opened) == (game_id, "Manawave", 8, True)
        assert room.resume(HOST, game_id).accepted
        assert is_own(room.session)
    with open_room(tmp_path) as later:
        assert hash_now(later.open_saved(game_id)) == position
        assert is_own(later.session)
        assert tap_first(later.session).accepted
        # The shipped set beside it is not touched.
        later.open_new("manawave", CLANS, 1)
        assert THEIRS in later.session.snapshot().game.mat.kit.pieces


def test_its_journal_alone_gives_the_game(room: Room) -> None:
    begun(room)
    assert ANOTHER in replay(GAMES, rows_of(room)).game.mat.kit.pieces


def test_playing_again_is_with_the_same_playset(room: Room) -> None:
    first = begun(room)
    assert room.play_again(HOST).accepted
    assert room.session is not first
    assert is_own(room.session)


def test_the_owners_file_may_hold_a_playset_and_a_file_that_is_changed_changes_no_game(room: Room) -> None:
    room.home.keep_owner_figures("manawave", {"playset": playset()})
    session = room.open_new("manawave", CLANS, 1)
    assert is_own(session)
    game_id = session.game_id
    (room.home.folder / "owner" / "manawave.toml").unlink()
    assert is_own(session)
    own(room)
    assert is_own(room.open_saved(game_id))


def test_the_older_game_has_its_own_mat_alone(room: Room) -> None:
    game = begun(room, "nexus").snapshot().game
    assert list(game.mat.layouts) == ["nexus"]
    assert "tile_of_seat_1:ferry_camp" in game.mat.kit.pieces


def test_a_game_that_takes_none_refuses_it_and_the_old_game_goes_on(room: Room) -> None:
    session = own(room)
    options = {each.key: each.choices[0][0] for each in OPTIONS}
    with pytest.raises(BadOption) as refused:
        room.open_new(SEALED_BID.name, options, playset=playset())
    assert str(refused.value) == "Sealed Bid takes no playset: its cards are those of its box."
    assert room.session is session
    assert SEALED_BID.own_playset is None


def test_a_playset_for_the_other_mode_is_refused(room: Room) -> None:
    with pytest.raises(BadOption, match="The playset is one of mode nexus, and this game is one of clans"):
        room.open_new("manawave", CLANS, playset=playset("nexus"))


def test_a_game_without_a_playset_of_its_own_is_the_one_in_the_registry() -> None:
    for name, options in (("manawave", CLANS), (SEALED_BID.name, {})):
        game = GAMES[name]
        start = game.new_game(options, {})
        assert game.bound(start) is game
        assert Timeline(game, start).game is game


def test_the_game_of_a_playset_is_bound_back_where_a_start_has_none() -> None:
    game = GAMES["manawave"]
    bound = game.bound(game.new_game(CLANS, {"playset": playset()}))
    assert bound is not game
    assert bound.bound(bound.new_game(CLANS, {"playset": playset()})) is bound
    assert THEIRS in bound.bound(game.new_game(CLANS, {})).mat.kit.pieces
