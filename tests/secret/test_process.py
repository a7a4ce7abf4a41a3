"""Two companions that play two histories tell a seat, the public and the host the same; planted leaks are seen."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.games.atlantis_rising.rules.decisions import DrawHidden
from companion.games.core import Action
from companion.language.message import written
from tests.many import one_quick
from tests.secret.plants import PLANTS
from tests.secret.process import Plant, Said, Several, differing, guesses, listen, opened, shares, told_apart
from tests.secret.test_pure import PLIES as PURE_PLIES
from tests.secret.test_pure import spoiled, spying
from tests.secret.worlds import (
    DEALT_GAMES,
    HELD,
    SECRET_GAMES,
    Twins,
    each_planted_game,
    eyes_of,
    marks_of,
    states,
    twins,
)

COMMANDS = ("history", "history as JSON", "verify", "evidence", "games")
PLIES = {
    "waves": (29, 34, 75),
    "sealed_bid": (14, 17, 45),
    "rolling_with_the_waves": (14, 18, 22),
    "atlantis_rising": (34, 44),
    "manawave": (10, 23),
}
UNKNOWN_GAME = (9, 16)
"""Lengths of history of a game that nobody has looked at so closely."""
KEYLESS = frozenset({"history", "history as JSON", "evidence", "games"})
"""Commands that read no file of keys: what is sealed they cannot tell (`test_sealed.py` plants a history that can)."""
BRIEF = frozenset({"manawave"})
"""Games in which what one has sealed is opened with the next act of the other: nothing is hidden when a seat taps, nor
once three acts are taken back."""
AFTERWARDS = frozenset({"tap replies", "host replies", "verify"})
"""Outlets that speak at such a moment alone."""
SET_BACK = 3
"""Acts that the host takes back at the end (`World.set_back`)."""
QUICK = (("sealed_bid", None, 14),)
"""Game, seat and length of history: a guest. All of them take minutes."""


def plies_of(name: str) -> tuple[int, ...]:
    """How long the histories of a game are that are listened to."""
    return PLIES.get(name, UNKNOWN_GAME)


@functools.cache
def said(pair: Twins, history: Sequence[Action]) -> Said:
    """Everything that an honest companion says: half-way, just before the end, at the end, and set back."""
    return _listen_all_the_way(pair, history)


def _listen_all_the_way(pair: Twins, history: Sequence[Action]) -> Said:
    acts = len(pair.one)
    checkpoints = {ply: guesses(pair, ply) for ply in (acts // 2, acts - 1, acts)}
    with TemporaryDirectory() as folder:
        return listen(pair, history, Path(folder), Plant(), checkpoints)


def _cases() -> Iterator[Any]:
    for name in SECRET_GAMES:
        for seat, plies in itertools.product(eyes_of(name), plies_of(name)):
            slow = () if (name, seat, plies) in QUICK else (pytest.mark.slow,)
            yield pytest.param(name, seat, plies, marks=(*marks_of(name), *slow))


@pytest.mark.parametrize(("name", "seat", "plies"), [*_cases()])
def test_two_companions_say_the_same_to_whom_the_worlds_are_the_same(name: str, seat: int | None, plies: int) -> None:
    pair = twins(name, seat, plies, 0, is_played=True)
    assert differing(said(pair, pair.one), said(pair, pair.other)) == set()


@pytest.mark.slow
@each_planted_game
def test_a_companion_says_the_same_twice_and_something_from_every_outlet(name: str) -> None:
    pair = _pair(name)
    one = said(pair, pair.one)
    assert one == _listen_all_the_way(pair, pair.one)
    assert {outlet for outlet, words in one.items() if any(words)} == set(PLANTS)
    for outlet, words in one.items():
        if outlet not in ("closed seat page", "refusals", "log records") and outlet not in COMMANDS:
            assert all(answer.startswith(b"200 OK") for answer in words), outlet


def _pair(name: str) -> Twins:
    """A pair in which seat 0 has tapped a choice of its own, and which differs before what is taken back at the end."""
    pairs = (twins(name, 0, plies_of(name)[1], seed, is_played=True) for seed in range(50))
    return next(
        pair
        for pair in pairs
        if any(act.kind == "choice" and act.actor == 0 for act in pair.one)
        and pair.one[:-SET_BACK] != pair.other[:-SET_BACK]
        and _is_hidden_at_taps(pair)
    )


def _is_hidden_at_taps(pair: Twins) -> bool:
    """Whether hands differ when seat 0 taps, and where acts are taken back; in other games they do soon enough."""
    if pair.game.name not in HELD:
        return True
    one, other = (states(pair.game, history) for history in (pair.one, pair.other))
    differ = [mine.secrets != theirs.secrets for mine, theirs in zip(one, other, strict=True)]
    own = (at for at, act in enumerate(pair.one, 1) if act.kind == "choice" and act.actor == 0)
    return differ[-1 - SET_BACK] and any(differ[at] for at in own)


@pytest.mark.slow
@pytest.mark.atlantis_rising
def test_closed_hands_are_played_until_library_cards_have_been_drawn() -> None:
    """In the histories by which the pure outlets are held against each other, and whole companions."""
    for plies in (PURE_PLIES["atlantis_rising"][1], PLIES["atlantis_rising"][1]):
        history = twins("atlantis_rising", None, plies, 0).one
        assert any(isinstance(act, DrawHidden) and act != act.public() for act in history), plies


# --- the check itself: planted leaks ---


def test_of_any_two_outlets_each_is_in_a_share_without_the_other() -> None:
    for one, other in itertools.permutations(PLANTS, 2):
        assert any(one in share and other not in share for share in shares(PLANTS)), (one, other)


def _planted() -> Iterator[Any]:
    """All leaks at once, in the product's games by turns; in the game of the tests, by turns, in shares too."""
    for name in SECRET_GAMES:
        slow = (pytest.mark.slow,) if marks_of(name) else ()
        yield pytest.param(name, frozenset(PLANTS), marks=(*marks_of(name), *slow), id=f"{name}-all")
    for number, share in enumerate(shares(PLANTS)):
        yield pytest.param("sealed_bid", share, marks=pytest.mark.slow, id=f"sealed_bid-{number}")


@pytest.mark.parametrize(("name", "share"), [*_planted()])
def test_leaks_are_seen_in_their_outlets_alone(name: str, share: frozenset[str], tmp_path: Path) -> None:
    leaks = Several(PLANTS[outlet] for outlet in PLANTS if outlet in share)
    unseen = set() if name in DEALT_GAMES or name in HELD else KEYLESS | (AFTERWARDS if name in BRIEF else set())
    assert told_apart(_pair(name), tmp_path, leaks) == share - unseen


@pytest.mark.slow
@each_planted_game
def test_a_game_whose_log_leaks_is_seen_wherever_the_log_is_read(name: str, tmp_path: Path) -> None:
    pair = _pair(name)
    leaky = pair._replace(game=spoiled(pair.game, "describe", lambda sentence, hidden: written(f"{sentence}{hidden}")))
    red = told_apart(leaky, tmp_path, Plant())
    pages = {f"{whose} {what}" for whose in ("table", "host", "seat") for what in ("page", "stream")}
    assert red >= (pages if name in BRIEF else pages | {"history", "history as JSON"})
    assert not red & {"table.json", "seat.json", "health.json", "log records", "verify", "games"}


@pytest.mark.parametrize("method", one_quick(["choices", "prompt", "describe", "apply_action"]))
@each_planted_game
def test_a_fault_tells_no_secret(name: str, method: str, tmp_path: Path) -> None:
    """What broke is logged, but not the error's own words: those may quote the hidden cards."""
    pair = _pair(name)
    one, other = (
        _heard_of_a_fault(pair, history, method, tmp_path / str(index)) for index, history in enumerate(pair[2:])
    )
    assert one == other
    assert b"RuntimeError" in b"".join(one["log records"])


def _heard_of_a_fault(pair: Twins, history: Sequence[Action], method: str, folder: Path) -> Said:
    """Everything said by a companion whose game breaks in one method, with an error that quotes the hidden cards."""
    Faulty = spying(pair.game)

    def breaks(game: Any, *given: Any) -> Any:
        raise RuntimeError(game.hidden)

    own = [act.opens or (act.kind == "choice" and act.actor == pair.seat) for act in history]
    acts = max(ply for ply in range(len(own)) if not own[ply])
    with opened(pair._replace(game=Faulty()), history, folder, Plant()) as (world, records):
        world.play(acts)
        probes = guesses(pair, acts)
        setattr(Faulty, method, breaks)
        if method == "apply_action":
            world.meet_fault(acts + 1)
        world.read(probes)
        return world.said | {"log records": records.lines}
