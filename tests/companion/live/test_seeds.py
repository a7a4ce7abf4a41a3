"""What a game's chance follows from: too much to guess, unless it was typed, and then the pages say so."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from companion.cli.table.eyes import MANNERS
from companion.games.bots import Autopilot
from companion.games.game import AnyGame
from companion.games.seeds import RANDOM_BITS, Seed, drawn_seed, is_guessable, part_of
from companion.journal import Draft, Journal
from companion.live.resume import start_payload
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import state_hash
from companion.recording.format import Head, Recording
from companion.recording.recorder import Recorder
from companion.simulation.players import Players
from companion.table.world import World
from tests.companion.instant import PerfectEyes
from tests.companion.recording.recorded import again
from tests.companion.served import PLAIN, get, play_here
from tests.companion.tables import open_room, own, rows_of, wait_for
from tests.games.registered import SEALED_BID
from tests.vision.fakes import FakeClock
from vision.virtual.tabletop import Tabletop

SAYS = (
    "What is dealt follows from a number that was typed as the companion was started, or from a short one of an older "
    "companion: whoever knows it, or tries all of them, knows every card. A new game begun here is drawn by lot."
)


def said(session: Session) -> list[str]:
    """What the pages say of the deal."""
    return [each.text for each in session.snapshot().health if each.device == "deal"]


def test_a_drawn_seed_has_128_bits_and_survives_json_that_has_doubles_only() -> None:
    seeds = [drawn_seed() for _ in range(64)]
    assert RANDOM_BITS >= 128
    bits = [int(str(seed), 16) for seed in seeds]
    assert len(set(bits)) == 64
    # Each bit is now 0 and now 1.
    assert all(0 < sum(each >> bit & 1 for each in bits) < 64 for bit in range(RANDOM_BITS))
    assert json.loads(json.dumps(seeds), parse_int=float) == seeds
    assert msgspec.json.decode(msgspec.json.encode(seeds)) == seeds
    assert not any(is_guessable(seed) for seed in seeds)
    assert is_guessable(7)


def test_a_part_of_a_seed_is_another_for_each_purpose() -> None:
    assert part_of(7, "shown") == part_of(7, "shown")
    assert len({part_of(seed, what) for seed in (7, 8, "7f") for what in ("shown", "more")}) == 6
    assert part_of(7, "shown").bit_length() > 64


@pytest.mark.parametrize("cards", ["virtual", "own"])
def test_a_game_is_drawn_by_lot_unless_a_seed_is_typed(tmp_path: Path, cards: str) -> None:
    with open_room(tmp_path) as room:
        seeds = []
        for _ in range(2):
            session = room.open_new(SEALED_BID.name, {"cards": cards})
            seeds.append(rows_of(room)[0].read()["seed"])
            assert session.seed == seeds[-1]
            assert said(session) == []
        assert all(isinstance(seed, str) and len(seed) == RANDOM_BITS // 4 for seed in seeds)
        assert seeds[0] != seeds[1]
        typed = room.open_new(SEALED_BID.name, {"cards": cards}, 7)
        assert rows_of(room)[0].read()["seed"] == 7
        # With cards of their own it is people who deal.
        assert said(typed) == ([SAYS] if cards == "virtual" else [])


def test_a_game_of_an_older_companion_is_dealt_on_as_it_was_and_the_pages_say_that_it_can_be_guessed(
    tmp_path: Path,
) -> None:
    options, seed = {"cards": "virtual", "players": 3}, 2_000_000_011
    with open_room(tmp_path) as room:
        own(room)
        start = SEALED_BID.new_game(options, {})
        payload = {**start_payload(SEALED_BID, options, start), "seed": seed}
        journal = Journal(room.home.journal("older"))
        journal.append([Draft("2025-01-01T12:00:00.000+00:00", "host", "start", payload, state_hash(start))])
        journal.close()
        session = room.open_saved("older")
        assert said(session) == [SAYS]
        wait_for(session, lambda now: now.outcome is not None)
        acts = [step.action for step in session._timeline.done]
    state, pilot = start, Autopilot(SEALED_BID, seed)
    for ply, act in enumerate(acts):
        proposed = pilot.propose(state, ply, frozenset())
        assert proposed is not None
        assert proposed[0] == act
        state = SEALED_BID.apply_action(state, proposed[0])


def test_recordings_have_either_kind_of_seed(tmp_path: Path) -> None:
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, FakeClock())) as room:
        session = room.open_new(SEALED_BID.name, {"cards": "virtual"})
        wait_for(session, lambda now: now.outcome is not None)
        drawn = session.seed
    recording = Recording.open(tmp_path / "rec")
    assert recording.head.seed == drawn
    assert again(recording).diverged == ""
    old = msgspec.json.encode({**msgspec.to_builtins(recording.head), "version": 5, "seed": 2_000_000_011})
    assert msgspec.json.decode(old, type=Head).seed == 2_000_000_011


# --- a virtual table --------------------------------------------------------------------------------------------------


def test_each_game_at_a_virtual_table_is_dealt_from_its_own_seed(tmp_path: Path) -> None:
    """The hands of the next game do not follow from those of the last, which everybody has seen by then."""

    def set_table(game: AnyGame, view: object) -> World:
        return PerfectEyes(game, game.mat.layout(view)).world  # type: ignore[arg-type]

    with open_room(tmp_path, has_hands=True) as room:
        players = Players(lambda: room.session, set_table, pace_s=0.0)
        dealt = []
        for seed in (7, None, None):
            session = room.open_new(SEALED_BID.name, {"cards": "own"}, seed)
            assert said(session) == ([SAYS] if seed else [])
            players.step()
            assert players._dealer is not None
            dealt.append(players._dealer._rng.random())
            assert players._dealer._seed == session.seed == rows_of(room)[0].read()["seed"]
        assert len(set(dealt)) == 3


def test_hands_that_begin_anew_deal_from_chance_that_nobody_has_seen(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        session = own(room)
        eyes = PerfectEyes(SEALED_BID, SEALED_BID.mat.layout(session.snapshot().view(None)))
        players = Players(lambda: room.session, lambda game, view: eyes.world, pace_s=0.0)
        players.step()
        dealer = players._dealer
        assert dealer is not None
        before = dealer._autopilot._seed
        dealer.begin_anew(SEALED_BID.known(session.snapshot().view(None)))
        assert dealer._autopilot._seed != before


@pytest.mark.parametrize("typed", [True, False])
def test_what_shows_of_the_pieces_tells_nothing_of_the_cards(tmp_path: Path, typed: bool) -> None:
    """`/virtual.json` has exact places and angles: they are not those of a table by the seed of the cards."""

    def look(room: Room, announced: Mapping[str, str]) -> None:
        url, session = announced["Table page"], room.session
        view, game = session.snapshot().view(None), session.snapshot().game
        lying = get(url, "/virtual.json")["pieces"]

        def fits(seed: Seed) -> bool:
            """Whether the pieces lie exactly so at a table of that seed."""
            guess = Tabletop(game.mat.layout(view), game.mat.kit, game.mat.pieces, FakeClock(), manners=MANNERS)
            guess._rng.seed(seed)
            guess.set_out(game.mat.expected(view))
            angles = {each.piece: each.angle_deg for each in guess.lying()}
            return angles == pytest.approx({each["piece"]: each["angle_deg"] for each in lying}, abs=1e-6)

        assert fits(part_of(session.seed, "shown"))
        assert not fits(session.seed)
        assert not fits(f"hidden/{session.seed}")
        texts = [each["text"] for each in get(url, "/health.json")["devices"] if each["device"] == "deal"]
        assert texts == ([SAYS] if typed else [])
        assert str(session.seed) not in json.dumps(lying)

    seed = ("--seed", str(random.Random(1).getrandbits(31))) if typed else ()
    ended = play_here(look, tmp_path, "--virtual", "--pace", "60", "--board", "none", "--address", "127.0.0.1", *seed)
    assert ended.status == 0, ended


def test_the_table_page_says_that_a_seed_was_typed(tmp_path: Path) -> None:
    def look(room: Room, announced: Mapping[str, str]) -> None:
        assert [each["text"] for each in get(announced["Table page"], "/health.json")["devices"]].count(SAYS) == 1

    assert play_here(look, tmp_path, *PLAIN[2:], "--cards", "virtual", "--seed", "7").status == 0
